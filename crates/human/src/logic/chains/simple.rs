//! Cycles and simple forcing chains: one assumption, one way.
//!
//! ```text
//!  cycle    r2c1=4 ─► r2c7-4 ─► r8c7=4 ─► r8c1-4 ─► r2c1=4
//!  chain    r1c1=5 ─► ... ─► r1c1-5
//! ```
//!
//! In a cycle, either all on-nodes are true or all off-nodes are. So a candidate that sees one of
//! each goes. In a chain, the assumption is wrong. Three modes are searched: X (one digit), Y
//! (cells with two candidates), and XY (all links).

use super::links::{LinkKinds, follow};
use super::{BestFind, ChainEnds, chain_rating, effect_of};
use crate::logic::houses::shared_house;
use crate::logic::position::Position;
use crate::logic::step::{Chain, Link, Node, Reason, Step};
use crate::logic::technique::{Technique, TechniqueSet};
use grid::{Cell, CellSet, Digit};

/// The links and techniques of one mode.
struct SimpleChainMode {
    links: LinkKinds,
    cycle: Technique,
    chain: Option<Technique>,
    kind: u8,
}

const MODES: [SimpleChainMode; 3] = [
    SimpleChainMode {
        links: LinkKinds::X,
        cycle: Technique::XCycle,
        chain: Some(Technique::ForcingXChain),
        kind: 2,
    },
    SimpleChainMode { links: LinkKinds::Y, cycle: Technique::YCycle, chain: None, kind: 3 },
    SimpleChainMode {
        links: LinkKinds::XY,
        cycle: Technique::XyCycle,
        chain: Some(Technique::ForcingChain),
        kind: 4,
    },
];

/// Returns the best cycle or simple chain.
pub(crate) fn best_simple_chain(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    let mut best = BestFind::default();
    for mode in &MODES {
        for cell in Cell::ALL {
            if !mode.links.houses_on && position.candidates(cell).len() != 2 {
                continue;
            }
            for digit in position.candidates(cell) {
                let on = Node { cell, digit, on: true };
                if allowed.contains(mode.cycle) {
                    cycles(position, on, mode, &mut best);
                }
                if let Some(technique) = mode.chain.filter(|&chain| allowed.contains(chain)) {
                    for start in [on, Node { on: false, ..on }] {
                        if let Some(found) = chain(position, start, mode.links) {
                            best.offer(technique, found.nodes.len(), mode.kind, || {
                                conclude(position, found, technique)
                            });
                        }
                    }
                }
            }
        }
    }
    best.into_find().map(|(rating, _, step)| Step { rating, ..step })
}

/// Returns the chain of [`best_simple_chain`], if its best find is a forcing chain of this
/// technique that removes this candidate, and if it goes between these `ends`.
pub(crate) fn refuting_chain(
    position: &Position,
    technique: Technique,
    cell: Cell,
    digit: Digit,
    ends: Option<ChainEnds>,
) -> Option<Chain> {
    let mode = MODES.iter().find(|mode| mode.chain == Some(technique))?;
    let start = Node { cell, digit, on: true };
    chain_between(start, ends, |node| follow(position, node, mode.links))
}

/// Returns a shortest chain from a candidate to its opposite along these links. With `ends`, which
/// both see the candidate, it leads from the digit in one of them to the digit in the other one,
/// and avoids the candidate if it can.
pub(super) fn chain_between(
    start: Node,
    ends: Option<ChainEnds>,
    follow: impl Fn(Node) -> Vec<(Node, Link)>,
) -> Option<Chain> {
    let Some([one, other]) = ends else { return chain_along(start, follow) };
    let [from, to] = [Node { cell: one, on: false, ..start }, Node { cell: other, ..start }];
    let apart = |node| {
        let mut links = follow(node);
        links.retain(|(next, _)| next.cell != start.cell || next.digit != start.digit);
        links
    };
    let inner = chain_to(from, to, apart).or_else(|| chain_to(from, to, &follow))?;
    let [first, last] = [one, other].map(|cell| Link::House(shared_house(start.cell, cell)));
    let mut nodes = inner.nodes;
    nodes[0].1 = first;
    nodes.insert(0, (start, Link::Assumed));
    nodes.push((Node { on: false, ..start }, last));
    Some(Chain::from_path(nodes))
}

/// A node of a search, and the index of the node that it follows from.
#[derive(Clone, Copy)]
struct VisitedNode {
    node: Node,
    link: Link,
    parent: usize,
}

/// Offers every cycle from this node that removes a candidate. The search reaches an on-node once.
/// It reaches an off-node from every on-node that turns it off, unless the way there already has
/// it.
fn cycles(position: &Position, start: Node, mode: &SimpleChainMode, best: &mut BestFind<Step>) {
    let technique = mode.cycle;
    let mut nodes = vec![VisitedNode { node: start, link: Link::Assumed, parent: usize::MAX }];
    let mut reached = NodeSet::default();
    reached.insert(start);
    let (mut from, mut level) = (0, 0);
    while from < nodes.len() {
        // The smallest number of nodes that a cycle can still have.
        let fewest = (level + 2 - level % 2).max(4);
        if !best.can_improve(technique, fewest, mode.kind) {
            break;
        }
        let to = nodes.len();
        for parent in from..to {
            let node = nodes[parent].node;
            for (next, link) in follow(position, node, mode.links) {
                if next == start
                    && level >= 3
                    && best.can_improve(technique, level + 1, mode.kind)
                    && let Some(step) = close(position, path(&nodes, parent), technique)
                {
                    best.offer(technique, level + 1, mode.kind, || step);
                }
                let is_new = if next.on {
                    reached.insert(next)
                } else {
                    !ancestors(&nodes, parent).any(|known| known.node == next)
                };
                if is_new {
                    nodes.push(VisitedNode { node: next, link, parent });
                }
            }
        }
        (from, level) = (to, level + 1);
    }
}

/// Returns the step of a closed chain. [`BestFind`] sets its rating.
fn close(position: &Position, chain: Chain, technique: Technique) -> Option<Step> {
    let eliminations = position.cycle_eliminations(chain.nodes.iter().map(|(node, _)| *node))?;
    Some(Step::with_eliminations(technique, eliminations, Reason::Cycle { chain }))
}

/// Returns the first chain from this node to its opposite.
fn chain(position: &Position, start: Node, links: LinkKinds) -> Option<Chain> {
    chain_along(start, |node| follow(position, node, links))
}

/// Returns the first chain from a node to its opposite along these links, which is one of the
/// shortest. The search is breadth-first, and visits each node once.
pub(super) fn chain_along(
    start: Node,
    follow: impl Fn(Node) -> Vec<(Node, Link)>,
) -> Option<Chain> {
    chain_to(start, Node { on: !start.on, ..start }, follow)
}

/// Returns the first chain from a node to another one along these links, as [`chain_along`] does.
fn chain_to(
    start: Node,
    target: Node,
    follow: impl Fn(Node) -> Vec<(Node, Link)>,
) -> Option<Chain> {
    let mut nodes = vec![VisitedNode { node: start, link: Link::Assumed, parent: usize::MAX }];
    let mut reached = NodeSet::default();
    reached.insert(start);
    let mut next = 0;
    while let Some(&VisitedNode { node, .. }) = nodes.get(next) {
        for (node, link) in follow(node) {
            if reached.insert(node) {
                nodes.push(VisitedNode { node, link, parent: next });
                if node == target {
                    return Some(path(&nodes, nodes.len() - 1));
                }
            }
        }
        next += 1;
    }
    None
}

/// Returns the step of a chain to the opposite of its assumption. [`BestFind`] sets its rating.
fn conclude(position: &Position, chain: Chain, technique: Technique) -> Step {
    let (placement, eliminations) = effect_of(position, chain.conclusion());
    let reason = Reason::Contradiction { chains: vec![chain] };
    Step { placement, ..Step::with_eliminations(technique, eliminations, reason) }
}

/// Returns the step of a chain to the opposite of its assumption, with its rating.
pub(super) fn rated(position: &Position, chain: Chain, technique: Technique) -> Step {
    let rating = chain_rating(technique, chain.nodes.len());
    Step { rating, ..conclude(position, chain, technique) }
}

fn ancestors(nodes: &[VisitedNode], of: usize) -> impl Iterator<Item = &VisitedNode> {
    std::iter::successors(nodes.get(of), |reached| nodes.get(reached.parent))
}

/// Returns the way from the start to a node.
fn path(nodes: &[VisitedNode], to: usize) -> Chain {
    let mut way: Vec<(Node, Link)> = ancestors(nodes, to).map(|r| (r.node, r.link)).collect();
    way.reverse();
    Chain::from_path(way)
}

/// A set of nodes.
#[derive(Default)]
struct NodeSet([[CellSet; 9]; 2]);

impl NodeSet {
    /// Adds a node. Returns true if it is new.
    fn insert(&mut self, node: Node) -> bool {
        self.0[usize::from(node.on)][node.digit.index()].insert(node.cell)
    }
}
