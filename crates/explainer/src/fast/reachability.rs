//! The consequences of each candidate when it is on: a row of bits for on, and one for off.
//!
//! A chain from "x on" to "x off" with `n` nodes can be read backwards. So it is shortest exactly
//! when some candidate is first reached both on and off after `n / 2` links. All rows grow
//! together, one link at a time, and only half of each chain is ever followed.

use super::bit_set::BitSet;
use super::graph::CandidateGraph;

/// The rows after a number of links.
#[derive(Default)]
pub(super) struct Reachability<const W: usize> {
    pub on: Vec<BitSet<W>>,
    pub off: Vec<BitSet<W>>,
    /// The candidates that are on since the last two links.
    fresh: Vec<BitSet<W>>,
    /// The starts that lead to a contradiction, by chains of at most twice as many nodes as there
    /// are links.
    pub clashing: BitSet<W>,
    /// The number of links.
    pub links: usize,
    /// True if the last two links reached nothing new.
    pub complete: bool,
}

/// The first of the shortest chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShortestChain {
    /// The number of nodes.
    pub nodes: usize,
    /// The candidate at both ends of the chain.
    pub start: usize,
    /// True if the chain begins with on, and so removes the candidate.
    pub on: bool,
}

impl<const W: usize> Reachability<W> {
    /// Resets the rows to those of this graph after no link.
    pub fn begin(&mut self, graph: &CandidateGraph<W>) {
        self.on.clear();
        self.on.extend((0..graph.len()).map(BitSet::from_item));
        self.fresh.clone_from(&self.on);
        self.off.clear();
        self.off.resize(graph.len(), BitSet::EMPTY);
        self.clashing = BitSet::EMPTY;
        (self.links, self.complete) = (0, graph.len() == 0);
    }

    /// Extends the rows by one link.
    pub fn grow(&mut self, graph: &CandidateGraph<W>) {
        let count = graph.len();
        let (on, off, fresh) =
            (&mut self.on[..count], &mut self.off[..count], &mut self.fresh[..count]);
        let mut clashing = BitSet::EMPTY;
        let mut any = false;
        for start in 0..count {
            let mut reached = BitSet::EMPTY;
            if self.links.is_multiple_of(2) {
                any |= !fresh[start].is_empty();
                fresh[start].for_each(|x| reached.add(&graph.weak[x]));
                off[start].add(&reached);
            } else {
                fresh[start].for_each(|x| reached.add(&graph.after[x]));
                fresh[start] = reached.minus(&on[start]);
                on[start].add(&reached);
            }
            if on[start].has_common(&off[start]) {
                clashing.insert(start);
            }
        }
        self.clashing = clashing;
        self.complete = self.links.is_multiple_of(2) && !any;
        self.links += 1;
    }

    /// Returns true if the candidate must be on, by chains that are at most two nodes longer than
    /// twice the number of links. A candidate with one partner never comes first, because the
    /// partner's own chain is two nodes shorter.
    fn is_forced(&self, graph: &CandidateGraph<W>, start: usize) -> bool {
        let partners = graph.partners[start];
        if partners.len() < 2 {
            return false;
        }
        let (mut on, mut off) = (BitSet::EMPTY, BitSet::from_item(start));
        for partner in partners.iter() {
            on.add(&self.on[partner]);
            off.add(&self.off[partner]);
        }
        on.has_common(&off)
    }

    /// Grows the rows until the shortest chain is found, and returns the first of the shortest
    /// chains. Returns `None` if there is no chain, or if it has more than `limit` nodes.
    pub fn shortest(&mut self, graph: &CandidateGraph<W>, limit: usize) -> Option<ShortestChain> {
        self.begin(graph);
        while !self.complete && 2 * (self.links + 1) <= limit {
            // Chains from off are one link ahead, so they are searched before the rows grow.
            let mut forced = None;
            if self.links > 0 {
                forced = (0..graph.len()).find(|&start| self.is_forced(graph, start));
            }
            self.grow(graph);
            let clash = { self.clashing }.next();
            let nodes = 2 * self.links;
            // The first start wins. Of two chains of one start, the chain from on wins.
            let starts = [clash.map(|start| (start, true)), forced.map(|start| (start, false))];
            let first = starts.into_iter().flatten().min_by_key(|&(start, on)| (start, !on));
            if let Some((start, on)) = first {
                return Some(ShortestChain { nodes, start, on });
            }
        }
        None
    }
}
