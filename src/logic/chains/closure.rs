//! All consequences of one assumption.

use super::links::{Links, turned_off, turned_on};
use crate::grid::{Cell, CellSet, Digit};
use crate::logic::houses::cells_of;
use crate::logic::position::Position;
use crate::logic::step::{Chain, Link, Node, Reason, Step};
use crate::logic::{fish, intersection, sets};
use std::collections::VecDeque;

/// How consequences are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    pub links: Links,
    /// Whether a candidate that is off leaves the grid, so that others are left alone.
    pub dynamic: bool,
    /// Whether intersections, pairs and X-wings are looked for when nothing else follows.
    pub plus: bool,
}

/// A node with what it follows from.
#[derive(Clone, Debug)]
struct Reached {
    node: Node,
    link: Link,
    parents: Vec<usize>,
}

/// The consequences of one assumption.
///
/// Nodes that are on are followed before any that is off. That is not breadth first; published ratings
/// depend on it.
pub(crate) struct Closure<'a> {
    before: &'a Position,
    now: Position,
    rules: Rules,
    nodes: Vec<Reached>,
    /// By digit and cell: the index of the node among `nodes`, on and off.
    index: [Box<[[Option<u16>; Cell::COUNT]; 9]>; 2],
    waiting: [VecDeque<usize>; 2],
    /// Two nodes that exclude each other.
    pub clash: Option<[usize; 2]>,
}

impl<'a> Closure<'a> {
    pub fn of(position: &'a Position, start: Node, rules: Rules) -> Self {
        let mut closure = Self {
            before: position,
            now: position.clone(),
            rules,
            nodes: Vec::new(),
            index: std::array::from_fn(|_| Box::new([[None; Cell::COUNT]; 9])),
            waiting: Default::default(),
            clash: None,
        };
        closure.add(Reached {
            node: start,
            link: Link::Assumed,
            parents: Vec::new(),
        });
        while closure.clash.is_none() {
            if let Some(on) = closure.waiting[1].pop_front() {
                closure.follow_on(on);
            } else if let Some(off) = closure.waiting[0].pop_front() {
                closure.follow_off(off);
            } else if !rules.plus || !closure.look_further() {
                break;
            }
        }
        closure
    }

    /// The consequences: first those that are on, then those that are off, as they were found.
    pub fn consequences(&self) -> impl Iterator<Item = Node> {
        let known = self
            .nodes
            .iter()
            .filter(|reached| self.find(reached.node).is_some());
        let [on, off] =
            [true, false].map(|on| known.clone().filter(move |reached| reached.node.on == on));
        on.chain(off).map(|reached| reached.node)
    }

    /// Where a node stands, if it is a consequence.
    pub fn find(&self, node: Node) -> Option<usize> {
        self.slot(node).map(usize::from)
    }

    fn slot(&self, node: Node) -> Option<u16> {
        self.index[usize::from(node.on)][node.digit.index()][node.cell.index()]
    }

    fn add(&mut self, reached: Reached) {
        let node = reached.node;
        let at = self.nodes.len();
        self.index[usize::from(node.on)][node.digit.index()][node.cell.index()] = Some(at as u16);
        self.waiting[usize::from(node.on)].push_back(at);
        self.nodes.push(reached);
    }

    /// Adds a consequence, or finds that its opposite is one.
    fn draw(&mut self, reached: Reached) {
        let node = reached.node;
        let opposite = self.find(Node {
            on: !node.on,
            ..node
        });
        if let (true, Some(opposite)) = (self.rules.dynamic, opposite) {
            // It is kept so that its ancestors can be told; it is no consequence.
            self.nodes.push(reached);
            self.clash = Some([self.nodes.len() - 1, opposite]);
        } else if self.find(node).is_none() {
            self.add(reached);
        }
    }

    fn follow_on(&mut self, at: usize) {
        for (node, link) in turned_off(&self.now, self.nodes[at].node, self.rules.links) {
            self.draw(Reached {
                node,
                link,
                parents: vec![at],
            });
            if self.clash.is_some() {
                return;
            }
        }
    }

    fn follow_off(&mut self, at: usize) {
        let node = self.nodes[at].node;
        let next = turned_on(&self.now, node, self.rules.links);
        let mut reasons = Vec::with_capacity(next.len());
        for (_, link) in &next {
            let mut parents = vec![at];
            if self.rules.dynamic {
                let gone = match *link {
                    Link::House(house) => self.gone(house.cells().map(|cell| (cell, node.digit))),
                    _ => self.gone(Digit::ALL.map(|digit| (node.cell, digit))),
                };
                parents.extend(gone);
            }
            reasons.push(parents);
        }
        if self.rules.dynamic {
            self.now.remove(node.cell, node.digit);
        }
        for ((node, link), parents) in next.into_iter().zip(reasons) {
            self.draw(Reached {
                node,
                link,
                parents,
            });
            if self.clash.is_some() {
                return;
            }
        }
    }

    /// The off-nodes of those candidates that the assumption has taken away.
    fn gone(&self, candidates: impl IntoIterator<Item = (Cell, Digit)>) -> Vec<usize> {
        let gone = candidates
            .into_iter()
            .filter(|&(c, d)| self.before.has(c, d) && !self.now.has(c, d));
        gone.filter_map(|(cell, digit)| {
            self.find(Node {
                cell,
                digit,
                on: false,
            })
        })
        .collect()
    }

    /// Looks for intersections, hidden pairs, naked pairs and X-wings among the candidates that are left.
    /// Returns whether one of them turned something off.
    fn look_further(&mut self) -> bool {
        let now = self.now.clone();
        let mut finds = self.useful(intersection::plain(&now));
        if finds.is_empty() {
            finds = self.useful(sets::hidden(&now, 2));
        }
        if finds.is_empty() {
            finds = self.useful(sets::naked(&now, 2));
        }
        if finds.is_empty() {
            finds = self.useful(fish::fish(&now, 2));
        }
        for (step, parents) in &finds {
            for &(cell, digits) in &step.eliminations {
                for digit in digits {
                    let node = Node {
                        cell,
                        digit,
                        on: false,
                    };
                    if self.find(node).is_none() {
                        let link = Link::Technique(step.technique);
                        self.add(Reached {
                            node,
                            link,
                            parents: parents.clone(),
                        });
                    }
                }
            }
        }
        !finds.is_empty()
    }

    /// The finds that need a candidate to be gone, each with the nodes that say so.
    fn useful(&self, finds: impl Iterator<Item = Step>) -> Vec<(Step, Vec<usize>)> {
        let with_parents = finds.map(|step| {
            let parents = match &step.reason {
                Reason::Intersection {
                    digit, from, to, ..
                } => {
                    let outside = cells_of(*from).minus(cells_of(*to));
                    self.gone(outside.map(|cell| (cell, *digit)))
                }
                Reason::HiddenSet {
                    house,
                    cells,
                    digits,
                } => {
                    let outside = cells_of(*house).minus(*cells);
                    self.gone(outside.flat_map(|cell| digits.map(move |digit| (cell, digit))))
                }
                Reason::NakedSet { cells, digits, .. } => self.gone(
                    cells.flat_map(|cell| digits.complement().map(move |digit| (cell, digit))),
                ),
                Reason::Fish {
                    digit,
                    bases,
                    covers,
                } => {
                    let cover = covers
                        .iter()
                        .fold(CellSet::EMPTY, |all, &house| all.union(cells_of(house)));
                    let outside = bases.iter().flat_map(|&base| cells_of(base).minus(cover));
                    self.gone(outside.map(|cell| (cell, *digit)))
                }
                _ => Vec::new(),
            };
            (step, parents)
        });
        with_parents
            .filter(|(_, parents)| !parents.is_empty())
            .collect()
    }

    /// The number of nodes among this one and all its ancestors, each counted once.
    pub fn complexity(&self, at: usize) -> usize {
        self.ancestry(at).len()
    }

    /// The way from the assumption to this node: all ancestors, as they were found.
    pub fn chain(&self, at: usize) -> Chain {
        let ancestry = self.ancestry(at);
        let place = |parent: &usize| {
            ancestry
                .binary_search(parent)
                .expect("ancestors are closed")
        };
        let reached = ancestry.iter().map(|&i| &self.nodes[i]);
        Chain {
            nodes: reached
                .clone()
                .map(|reached| (reached.node, reached.link))
                .collect(),
            parents: reached
                .map(|reached| reached.parents.iter().map(place).collect())
                .collect(),
        }
    }

    /// The indices of this node and all its ancestors, ascending.
    fn ancestry(&self, at: usize) -> Vec<usize> {
        let mut known = vec![false; self.nodes.len()];
        known[at] = true;
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            for &parent in &self.nodes[next].parents {
                if !std::mem::replace(&mut known[parent], true) {
                    open.push(parent);
                }
            }
        }
        (0..known.len()).filter(|&i| known[i]).collect()
    }
}
