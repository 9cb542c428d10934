//! The exact search for cycles from one start: breadth-first, in the order of the links.

use super::bit_set::BitSet;
use super::graph::CandidateGraph;
use human::{Eliminations, Node, Position};

/// The scratch space of the search.
#[derive(Default)]
pub(super) struct CycleSearch {
    /// The on-nodes in the order in which they were reached: the candidate, the off-node before it,
    /// and the index of the on-node before that.
    reached: Vec<(u16, u16, u32)>,
    order: Vec<u16>,
}

impl CycleSearch {
    /// Returns the first cycle from `start` that has at most `limit` nodes and removes something:
    /// its number of nodes, and what it removes. `outside` are candidates that do not lead back to
    /// the start.
    pub fn first<const W: usize>(
        &mut self,
        position: &Position,
        graph: &CandidateGraph<W>,
        start: usize,
        outside: BitSet<W>,
        limit: usize,
    ) -> Option<(usize, Eliminations)> {
        let mut seen = outside;
        seen.insert(start);
        self.reached.clear();
        self.reached.push((start as u16, 0, u32::MAX));
        let (mut from, mut nodes) = (0, 2);
        while from < self.reached.len() && nodes <= limit {
            let to = self.reached.len();
            for i in from..to {
                let x = usize::from(self.reached[i].0);
                // The next on-nodes that are new or close the cycle. Then the off-nodes on the way
                // there.
                let mut new = BitSet::EMPTY;
                if nodes < limit {
                    new = graph.after[x].minus(&seen);
                }
                if nodes >= 4 && graph.after[x].contains(start) {
                    new.insert(start);
                }
                if new.is_empty() {
                    continue;
                }
                let mut between = BitSet::EMPTY;
                new.for_each(|y| graph.partners[y].iter().for_each(|off| between.insert(off)));
                let mut order = std::mem::take(&mut self.order);
                graph.weak_in_order(x, between.and(&graph.weak[x]), &mut order);
                for &off in &order {
                    if self.has_off_node(i, off) {
                        continue;
                    }
                    for y in graph.partners[usize::from(off)].iter() {
                        let closed = (y == start && nodes >= 4).then_some(off);
                        if let Some(lost) =
                            closed.and_then(|off| self.cycle_removals(position, graph, i, off))
                        {
                            self.order = order;
                            return Some((nodes, lost));
                        }
                        if !seen.contains(y) {
                            seen.insert(y);
                            self.reached.push((y as u16, off, i as u32));
                        }
                    }
                }
                self.order = order;
            }
            (from, nodes) = (to, nodes + 2);
        }
        None
    }

    /// Returns true if the way to this on-node contains the off-node.
    fn has_off_node(&self, mut i: usize, off: u16) -> bool {
        while let Some(&(_, before, parent)) = self.reached.get(i) {
            if parent == u32::MAX {
                return false;
            }
            if before == off {
                return true;
            }
            i = parent as usize;
        }
        false
    }

    /// Returns what a cycle removes. The cycle returns to the start from the on-node `at`, by the
    /// off-node `last`.
    fn cycle_removals<const W: usize>(
        &self,
        position: &Position,
        graph: &CandidateGraph<W>,
        at: usize,
        last: u16,
    ) -> Option<Eliminations> {
        let mut next = (at, last);
        let nodes = std::iter::from_fn(|| {
            let (i, off) = next;
            let &(on, before, parent) = self.reached.get(i)?;
            next = (parent as usize, before);
            Some([(on, true), (off, false)])
        });
        position.cycle_eliminations(nodes.flatten().map(|(number, on)| {
            let (cell, digit) = graph.nodes[usize::from(number)];
            Node { cell, digit, on }
        }))
    }
}
