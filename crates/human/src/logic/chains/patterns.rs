//! Chains whose shape has a name: the first chain of a wanted pattern.
//!
//! All of them assume that a candidate is true and end in its opposite. Each search goes through
//! the candidates in reading order and takes the first that a shortest chain of the pattern
//! removes.

use super::ChainEnds;
use super::links::{LinkKinds, follow};
use super::simple::{chain_between, rated, refuting_chain};
use crate::logic::houses::{cells_at, shared_house};
use crate::logic::pattern::{ChainPattern, is_conjugate};
use crate::logic::position::Position;
use crate::logic::step::{Chain, Link, Node, Step};
use crate::logic::step_kind::StepKind;
use grid::{Cell, Digit, DigitSet, House};

/// Returns the first step whose chain has this pattern. The caller knows that the position has no
/// step of an earlier pattern of the ladder.
pub(crate) fn first_chain(position: &Position, pattern: ChainPattern) -> Option<Step> {
    let pairs = Digit::ALL.map(|digit| conjugate_pairs(position, digit));
    Cell::ALL.into_iter().find_map(|cell| {
        let mut searches = position.candidates(cell).map(|digit| PatternSearch {
            position,
            pairs: &pairs,
            cell,
            digit,
            ends: None,
        });
        searches.find_map(|search| search.step(pattern))
    })
}

/// Returns the step that removes a candidate by a shortest chain of this kind. Where an earlier
/// pattern of the ladder removes the candidate, the chain may have that one. With `ends`, the chain
/// goes from one of them to the other, and removes the digit from all cells that see both.
pub(crate) fn chain_removing(
    position: &Position,
    kind: StepKind,
    (cell, digit): (Cell, Digit),
    ends: Option<ChainEnds>,
) -> Option<Step> {
    match kind {
        StepKind::Technique(technique) => {
            let chain = refuting_chain(position, technique, cell, digit, ends)?;
            Some(rated(position, chain, technique))
        }
        StepKind::Pattern(pattern) => {
            let pairs = Digit::ALL.map(|digit| conjugate_pairs(position, digit));
            PatternSearch { position, pairs: &pairs, cell, digit, ends }.step(pattern)
        }
    }
}

/// Two cells that are the only places of a digit in a house: if the first is not the digit, the
/// second is.
#[derive(Clone, Copy)]
struct ConjugatePair {
    house: House,
    from: Cell,
    to: Cell,
}

impl ConjugatePair {
    fn touches(&self, cell: Cell) -> bool {
        self.from == cell || self.to == cell
    }
}

/// Returns the conjugate pairs of a digit, in both directions.
fn conjugate_pairs(position: &Position, digit: Digit) -> Vec<ConjugatePair> {
    let mut pairs = Vec::new();
    for house in House::ALL.into_iter().filter(|h| position.two_places(*h).contains(digit)) {
        let mut cells = cells_at(house, position.places(house, digit));
        if let (Some(one), Some(other)) = (cells.next(), cells.next()) {
            pairs.push(ConjugatePair { house, from: one, to: other });
            pairs.push(ConjugatePair { house, from: other, to: one });
        }
    }
    pairs
}

/// Returns true if two cells share a house.
fn is_peer(one: Cell, other: Cell) -> bool {
    one.peer_set().contains(other)
}

/// The search for a chain that removes a candidate.
struct PatternSearch<'a> {
    position: &'a Position,
    /// By digit: its conjugate pairs.
    pairs: &'a [Vec<ConjugatePair>; 9],
    cell: Cell,
    digit: Digit,
    ends: Option<ChainEnds>,
}

impl PatternSearch<'_> {
    fn step(&self, pattern: ChainPattern) -> Option<Step> {
        let chain = match pattern {
            ChainPattern::Skyscraper | ChainPattern::TwoStringKite | ChainPattern::TurbotFish => {
                self.two_houses(pattern)
            }
            ChainPattern::WWing => self.w_wing(),
            ChainPattern::RemotePair => self.remote_pair(),
            ChainPattern::XyChain => self.xy_chain(),
            ChainPattern::SimpleColouring => self.colouring(),
        };
        Some(rated(self.position, chain?, pattern.technique()))
    }

    fn start(&self) -> Node {
        Node { cell: self.cell, digit: self.digit, on: true }
    }

    /// Returns true if the chain may lead from one cell to another one.
    fn has_ends(&self, one: Cell, other: Cell) -> bool {
        self.ends.is_none_or(|[from, to]| (one, other) == (from, to) || (one, other) == (to, from))
    }

    fn sees(&self, other: Cell) -> bool {
        is_peer(self.cell, other)
    }

    /// Returns the conjugate pairs of the digit that begin in a peer of the candidate, and those
    /// that end in one. The candidate belongs to none of them.
    fn own_pairs(&self) -> impl Iterator<Item = &ConjugatePair> {
        self.pairs[self.digit.index()].iter().filter(|pair| !pair.touches(self.cell))
    }

    /// Finds two conjugate pairs, linked by a house, whose outer ends see the candidate.
    fn two_houses(&self, pattern: ChainPattern) -> Option<Chain> {
        for first in self.own_pairs().filter(|pair| self.sees(pair.from)) {
            for second in self.own_pairs().filter(|pair| self.sees(pair.to)) {
                let is_apart = !first.touches(second.from) && !first.touches(second.to);
                let is_wanted = self.has_ends(first.from, second.to);
                if !is_apart || !is_wanted || !is_peer(first.to, second.from) {
                    continue;
                }
                let mut chain = ChainBuilder::new(self.start());
                chain.turn_off(first.from, self.digit);
                chain.turn_on(first.to, self.digit, Link::House(first.house));
                chain.turn_off(second.from, self.digit);
                chain.turn_on(second.to, self.digit, Link::House(second.house));
                let chain = chain.back();
                if ChainPattern::from_chain(self.position, &chain) == Some(pattern) {
                    return Some(chain);
                }
            }
        }
        None
    }

    /// Finds two cells with the same two candidates that see the candidate, linked by a conjugate
    /// pair of the other digit.
    fn w_wing(&self) -> Option<Chain> {
        let pairs = self.position.two_candidates().intersection(self.cell.peer_set());
        for one in pairs.filter(|&cell| self.position.has_candidate(cell, self.digit)) {
            let digits = self.position.candidates(one);
            let others = pairs.filter(|&other| {
                self.position.candidates(other) == digits
                    && other != one
                    && !is_peer(one, other)
                    && self.has_ends(one, other)
            });
            let middle = digits.minus(DigitSet::singleton(self.digit)).first()?;
            for other in others {
                let links = self.pairs[middle.index()].iter();
                let mut links =
                    links.filter(|pair| is_peer(one, pair.from) && is_peer(other, pair.to));
                if let Some(link) = links.next() {
                    let mut chain = ChainBuilder::new(self.start());
                    chain.turn_off(one, self.digit);
                    chain.turn_on(one, middle, Link::Cell);
                    chain.turn_off(link.from, middle);
                    chain.turn_on(link.to, middle, Link::House(link.house));
                    chain.turn_off(other, middle);
                    chain.turn_on(other, self.digit, Link::Cell);
                    return Some(chain.back());
                }
            }
        }
        None
    }

    /// Finds a chain of cells that all have the digit and the same other candidate.
    fn remote_pair(&self) -> Option<Chain> {
        let mut partners = Digit::ALL.into_iter().filter(|&other| other != self.digit);
        partners.find_map(|other| {
            let digits = DigitSet::singleton(self.digit).union(DigitSet::singleton(other));
            self.chain_in_cells(|cell| self.position.candidates(cell) == digits)
        })
    }

    /// Finds a chain of cells with two candidates.
    fn xy_chain(&self) -> Option<Chain> {
        self.chain_in_cells(|cell| self.position.candidates(cell).len() == 2)
    }

    /// Finds a chain that passes only through cells of this kind.
    fn chain_in_cells(&self, is_allowed: impl Fn(Cell) -> bool) -> Option<Chain> {
        let target = Node { on: false, ..self.start() };
        chain_between(self.start(), self.ends, |node| {
            let mut links = follow(self.position, node, LinkKinds::Y);
            links.retain(|(next, _)| {
                *next == target || (next.cell != self.cell && is_allowed(next.cell))
            });
            links
        })
    }

    /// Finds a chain along the conjugate pairs of the digit. It begins at a peer of the candidate,
    /// and ends as soon as it sees the candidate again.
    fn colouring(&self) -> Option<Chain> {
        let start = self.start();
        if self.pairs[self.digit.index()].len() < 6 {
            return None;
        }
        let target = Node { on: false, ..start };
        chain_between(start, self.ends, |node| {
            let mut links = follow(self.position, node, LinkKinds::X);
            links.retain(|(next, _)| {
                node == start || *next == target || is_conjugate(self.position, node, *next)
            });
            links
        })
    }
}

/// A chain under construction. Each node follows from the one before.
struct ChainBuilder(Chain);

impl ChainBuilder {
    fn new(start: Node) -> Self {
        Self(Chain { nodes: vec![(start, Link::Assumed)], parents: vec![Vec::new()] })
    }

    fn push(&mut self, node: Node, link: Link) {
        self.0.parents.push(vec![self.0.nodes.len() - 1]);
        self.0.nodes.push((node, link));
    }

    /// Adds that a peer of the last cell is not the digit.
    fn turn_off(&mut self, cell: Cell, digit: Digit) {
        let house = shared_house(self.0.conclusion().cell, cell);
        let is_same = self.0.conclusion().cell == cell;
        let link = if is_same { Link::Cell } else { Link::House(house) };
        self.push(Node { cell, digit, on: false }, link);
    }

    fn turn_on(&mut self, cell: Cell, digit: Digit, link: Link) {
        self.push(Node { cell, digit, on: true }, link);
    }

    /// Ends the chain in the opposite of its start.
    fn back(mut self) -> Chain {
        let start = self.0.start();
        self.turn_off(start.cell, start.digit);
        self.0
    }
}
