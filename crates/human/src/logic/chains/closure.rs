//! The closure of an assumption: all its consequences.

use super::links::{LinkKinds, partners};
use crate::logic::houses::SearchScope;
use crate::logic::houses::{cells_at, peers_by_kind, shared_house};
use crate::logic::position::{Position, RemainingCandidates};
use crate::logic::step::{Chain, Link, Node, Reason, Step};
use crate::logic::{fish, intersection, sets};
use grid::{Cell, CellSet, Digit, DigitSet};

/// The rules by which consequences follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClosureRules {
    pub links: LinkKinds,
    /// If true, a candidate that is off leaves the grid, so that further candidates become single.
    pub dynamic: bool,
    /// If true, intersections, pairs and X-wings are searched when nothing else follows.
    pub plus: bool,
}

/// The consequences of an assumption, numbered in the order in which they were found.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    nodes: Vec<ReachedNode>,
    /// The parents of all nodes, in the order of the nodes.
    parents: Vec<u16>,
    /// By [`node_index`]: the number of the node.
    index: Box<[u16; 2 * 729]>,
    /// By off and on, and by digit: the cells of the consequences.
    pub cells: [[CellSet; 9]; 2],
    /// Two nodes that exclude each other.
    pub clash: Option<[usize; 2]>,
}

/// A node, and the index at which its parents begin in the list of all parents.
#[derive(Clone, Copy, Debug)]
struct ReachedNode {
    node: Node,
    /// The reason why the node is on, or off by a technique. `None` for a candidate that another
    /// node turned off: its parent determines the link.
    link: Option<Link>,
    parents: u32,
    /// The number of nodes on the way to this node, or 0 if a node on the way has several parents.
    steps: u16,
}

const UNKNOWN: u16 = u16::MAX;

/// Returns the index of a node, 0 to 1,457.
pub(super) const fn node_index(node: Node) -> usize {
    (node.cell.index() * 9 + node.digit.index()) * 2 + node.on as usize
}

/// A closure under construction.
///
/// The builder follows all nodes that are on before any node that is off. This is not a
/// breadth-first search. Published ratings depend on it.
struct ClosureBuilder<'a> {
    before: &'a Position,
    /// The candidates that the assumption leaves. A [`Position`] would take longer to change.
    now: RemainingCandidates,
    rules: ClosureRules,
    found: Closure,
    /// By off and on: all nodes before this number were followed.
    followed: [usize; 2],
}

impl Closure {
    /// Computes the consequences of an assumption. Stops when two of them exclude each other.
    pub fn from_assumption(position: &Position, start: Node, rules: ClosureRules) -> Self {
        let found = Self {
            nodes: Vec::with_capacity(64),
            parents: Vec::with_capacity(128),
            index: Box::new([UNKNOWN; 2 * 729]),
            cells: [[CellSet::EMPTY; 9]; 2],
            clash: None,
        };
        let now = position.remaining().clone();
        let mut growing = ClosureBuilder { before: position, now, rules, found, followed: [0; 2] };
        growing.draw_all(start);
        growing.found
    }

    /// Returns the consequences in the order in which they were found: those that are on, then
    /// those that are off.
    pub fn consequences(&self) -> impl Iterator<Item = Node> {
        // The last node of a clash is not a consequence.
        let known = &self.nodes[..self.nodes.len() - usize::from(self.clash.is_some())];
        let nodes = known.iter().map(|reached| reached.node);
        nodes.clone().filter(|node| node.on).chain(nodes.filter(|node| !node.on))
    }

    /// Returns the number of a node, if it is a consequence.
    #[inline]
    pub fn find(&self, node: Node) -> Option<usize> {
        let at = self.index[node_index(node)];
        (at != UNKNOWN).then_some(usize::from(at))
    }

    fn parents_of(&self, at: usize) -> &[u16] {
        let end = self.nodes.get(at + 1).map_or(self.parents.len(), |next| next.parents as usize);
        &self.parents[self.nodes[at].parents as usize..end]
    }

    /// Returns the number of nodes among this one and all its ancestors, each counted once.
    pub fn complexity(&self, at: usize) -> usize {
        match self.nodes[at].steps {
            0 => {
                let mut count = 0;
                self.visit_ancestry(at, |_| count += 1);
                count
            }
            steps => usize::from(steps),
        }
    }

    /// Returns the chain from the assumption to this node: all ancestors, in the order in which
    /// they were found.
    pub fn chain(&self, at: usize) -> Chain {
        let mut ancestry = Vec::new();
        self.visit_ancestry(at, |at| ancestry.push(at));
        ancestry.sort_unstable();
        let mut chain = Chain::default();
        for &at in &ancestry {
            let ReachedNode { node, link, .. } = self.nodes[at];
            chain.nodes.push((node, link.unwrap_or_else(|| self.weak_link(at))));
            let parents = self.parents_of(at).iter().map(|parent| {
                let place = ancestry.binary_search(&usize::from(*parent));
                place.expect("the ancestors of an ancestor are there")
            });
            chain.parents.push(parents.collect());
        }
        chain
    }

    /// Returns the link by which the only parent of a node turned it off.
    fn weak_link(&self, at: usize) -> Link {
        let parent = self.nodes[usize::from(self.parents_of(at)[0])].node;
        match self.nodes[at].node.cell {
            cell if cell == parent.cell => Link::Cell,
            cell => Link::House(shared_house(cell, parent.cell)),
        }
    }

    fn visit_ancestry(&self, at: usize, mut visit: impl FnMut(usize)) {
        let mut known = [0_u64; 24];
        known[at / 64] = 1 << (at % 64);
        let mut open = Vec::with_capacity(self.nodes.len());
        open.push(at);
        while let Some(next) = open.pop() {
            visit(next);
            for parent in self.parents_of(next).iter().copied().map(usize::from) {
                let (word, bit) = (&mut known[parent / 64], 1 << (parent % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    open.push(parent);
                }
            }
        }
    }

    fn push(&mut self, node: Node, link: Option<Link>, parents: &[u16]) -> usize {
        let steps = match *parents {
            [] => 1,
            [parent] => match self.nodes[usize::from(parent)].steps {
                0 => 0,
                steps => steps + 1,
            },
            _ => 0,
        };
        self.nodes.push(ReachedNode { node, link, parents: self.parents.len() as u32, steps });
        self.parents.extend_from_slice(parents);
        self.nodes.len() - 1
    }
}

impl ClosureBuilder<'_> {
    /// Adds all consequences of the start. Returns `None` if two of them exclude each other.
    fn draw_all(&mut self, start: Node) -> Option<()> {
        self.draw(start, Some(Link::Assumed), &[])?;
        loop {
            if let Some(on) = self.next(true) {
                self.follow_on(on)?;
            } else if let Some(off) = self.next(false) {
                self.follow_off(off)?;
            } else if !self.rules.plus || !self.apply_techniques() {
                return Some(());
            }
        }
    }

    /// Returns the first node of this kind that was not followed.
    fn next(&mut self, on: bool) -> Option<u16> {
        let followed = &mut self.followed[usize::from(on)];
        while let Some(reached) = self.found.nodes.get(*followed) {
            *followed += 1;
            if reached.node.on == on {
                return Some(*followed as u16 - 1);
            }
        }
        None
    }

    /// Adds a consequence. Returns `None` if its opposite is a consequence, too.
    fn draw(&mut self, node: Node, link: Option<Link>, parents: &[u16]) -> Option<()> {
        let at = node_index(node);
        let opposite = self.found.index[at ^ 1];
        if self.rules.dynamic && opposite != UNKNOWN {
            // The node is kept so that its ancestors can be explained, but it is not a consequence.
            let last = self.found.push(node, link, parents);
            self.found.clash = Some([last, usize::from(opposite)]);
            return None;
        }
        self.add(node, link, parents);
        Some(())
    }

    /// Adds a consequence, unless it is known.
    fn add(&mut self, node: Node, link: Option<Link>, parents: &[u16]) {
        if self.found.index[node_index(node)] == UNKNOWN {
            let number = self.found.push(node, link, parents) as u16;
            self.found.index[node_index(node)] = number;
            self.found.cells[usize::from(node.on)][node.digit.index()].insert(node.cell);
        }
    }

    fn follow_on(&mut self, at: u16) -> Option<()> {
        let node = self.found.nodes[usize::from(at)].node;
        let off = Node { on: false, ..node };
        if self.rules.links.cells_off {
            for digit in self.now.by_cell[node.cell.index()].minus(DigitSet::singleton(node.digit))
            {
                self.draw(Node { digit, ..off }, None, &[at])?;
            }
        }
        let mut cells = self.now.cells[node.digit.index()];
        if !self.rules.plus {
            // Nodes that are off already would add nothing. They cannot clash either, because only
            // techniques turn off what is on.
            cells = cells.minus(self.found.cells[0][node.digit.index()]);
        }
        for peers in peers_by_kind(node.cell) {
            for cell in peers.intersection(cells) {
                self.draw(Node { cell, ..off }, None, &[at])?;
            }
        }
        Some(())
    }

    fn follow_off(&mut self, at: u16) -> Option<()> {
        let Node { cell, digit, .. } = self.found.nodes[usize::from(at)].node;
        let (next, count) = partners(&self.now, cell, digit, self.rules.links);
        if self.rules.dynamic {
            self.now.remove(cell, digit);
        }
        for &(partner, new, link) in &next[..count] {
            // The parents are the node itself, and everything else that left the house or the cell.
            let mut parents = [at; 9];
            let mut len = 1;
            for node in self.removed_beside(cell, digit, link) {
                if let Some(at) = self.found.find(node) {
                    parents[len] = at as u16;
                    len += 1;
                }
            }
            let on = Node { cell: partner, digit: new, on: true };
            self.draw(on, Some(link), &parents[..len])?;
        }
        Some(())
    }

    /// Returns the off-nodes of the other candidates that have left the house or the cell of a
    /// link, if the rules are dynamic.
    fn removed_beside(&self, cell: Cell, digit: Digit, link: Link) -> impl Iterator<Item = Node> {
        let (mut cells, mut digits) = (CellSet::EMPTY, DigitSet::EMPTY);
        match link {
            _ if !self.rules.dynamic => {}
            Link::House(house) => {
                let now = self.now.places[house.index()][digit.index()];
                cells = cells_at(house, self.before.places(house, digit) & !now);
            }
            _ => digits = self.gone_from(cell),
        }
        cells.remove(cell);
        digits.remove(digit);
        let in_house = cells.map(move |cell| Node { cell, digit, on: false });
        in_house.chain(digits.map(move |digit| Node { cell, digit, on: false }))
    }

    /// Searches the remaining candidates for intersections, hidden pairs, naked pairs and X-wings.
    /// Returns true if one of them turned a candidate off.
    fn apply_techniques(&mut self) -> bool {
        let now = Position::with_candidates(self.before.grid(), |cell: Cell| {
            self.now.by_cell[cell.index()]
        });
        let mut finds = self.with_parents(intersection::plain(&now, SearchScope::ALL));
        if finds.is_empty() {
            finds = self.with_parents(sets::hidden(&now, 2, SearchScope::ALL));
        }
        if finds.is_empty() {
            finds = self.with_parents(sets::naked(&now, 2, SearchScope::ALL));
        }
        if finds.is_empty() {
            finds = self.with_parents(fish::fish(&now, 2, SearchScope::ALL));
        }
        for (step, parents) in &finds {
            // The last candidate comes first. Sudoku Explainer takes them in the order of its hash
            // table, and all its known steps agree with this order.
            let off: Vec<(Cell, Digit)> = step
                .eliminations
                .iter()
                .flat_map(|&(cell, digits)| digits.map(move |digit| (cell, digit)))
                .collect();
            for (cell, digit) in off.into_iter().rev() {
                let link = Some(Link::Technique(step.technique));
                self.add(Node { cell, digit, on: false }, link, parents);
            }
        }
        !finds.is_empty()
    }

    /// Returns the finds that depend on a removed candidate, each with the nodes that removed one.
    fn with_parents(&self, finds: impl Iterator<Item = Step>) -> Vec<(Step, Vec<u16>)> {
        let with_parents = finds.map(|step| {
            let parents = match &step.reason {
                Reason::Intersection { digit, from, to, .. } => {
                    self.gone(from.cell_set().minus(to.cell_set()), DigitSet::singleton(*digit))
                }
                Reason::HiddenSet { house, cells, digits } => {
                    self.gone(house.cell_set().minus(*cells), *digits)
                }
                Reason::NakedSet { cells, digits, .. } => self.gone(*cells, digits.complement()),
                Reason::Fish { digit, bases, covers } => {
                    let bases: CellSet = bases.iter().map(|&line| line.cell_set()).collect();
                    let covers = covers.iter().map(|&line| line.cell_set()).collect();
                    self.gone(bases.minus(covers), DigitSet::singleton(*digit))
                }
                _ => Vec::new(),
            };
            (step, parents)
        });
        with_parents.filter(|(_, parents)| !parents.is_empty()).collect()
    }

    /// Returns the candidates of a cell that the assumption has removed.
    fn gone_from(&self, cell: Cell) -> DigitSet {
        self.before.candidates(cell).minus(self.now.by_cell[cell.index()])
    }

    /// Returns the off-nodes of the candidates that the assumption has removed from these cells,
    /// for these digits.
    fn gone(&self, cells: CellSet, digits: DigitSet) -> Vec<u16> {
        let gone = cells.flat_map(|cell| {
            let gone = self.gone_from(cell).intersection(digits);
            gone.map(move |digit| Node { cell, digit, on: false })
        });
        gone.filter_map(|node| self.found.find(node)).map(|at| at as u16).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Technique, TechniqueSet};
    use std::collections::BTreeMap;

    const PLUS: ClosureRules = ClosureRules { links: LinkKinds::XY, dynamic: true, plus: true };
    const DYNAMIC: ClosureRules = ClosureRules { plus: false, ..PLUS };
    const STATIC: ClosureRules = ClosureRules { dynamic: false, ..DYNAMIC };

    /// Returns the finds of plus chains by technique, in the order of the search.
    fn finds(position: &Position) -> [Vec<Step>; 4] {
        [
            intersection::plain(position, SearchScope::ALL).collect(),
            sets::hidden(position, 2, SearchScope::ALL).collect(),
            sets::naked(position, 2, SearchScope::ALL).collect(),
            fish::fish(position, 2, SearchScope::ALL).collect(),
        ]
    }

    /// Returns the steps from a position to its solution.
    fn path(mut position: Position) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some(step) = position.next_step(TechniqueSet::ALL) {
            step.apply(&mut position);
            steps.push(step);
        }
        steps
    }

    /// Returns positions of two puzzles that need chains of cases, each before the hardest step.
    fn positions() -> impl Iterator<Item = Position> {
        let lines = [
            "...92......14......2.6.1.4.3.....7.4......81.........2.9.16..8...6.3549.83......5",
            "6..9.5....5487.3...1.......5...13....29.....1..3..9.8....2..1.......7..5....8..92",
        ];
        lines.into_iter().map(|line| {
            let start = Position::new(&line.parse().unwrap());
            let path = path(start.clone());
            let hardest = path.iter().map(Step::tenths).max().unwrap();
            let mut position = start;
            path.iter()
                .take_while(|step| step.tenths() < hardest)
                .for_each(|step| step.apply(&mut position));
            position
        })
    }

    fn closures(position: &Position, rules: ClosureRules) -> impl Iterator<Item = Closure> {
        let open = position
            .open_cells()
            .flat_map(|cell| position.candidates(cell).map(move |digit| (cell, digit)));
        let starts =
            open.flat_map(|(cell, digit)| [true, false].map(|on| Node { cell, digit, on }));
        starts.map(move |start| Closure::from_assumption(position, start, rules))
    }

    /// Returns the position without these candidates.
    fn without(position: &Position, off: impl Iterator<Item = Node>) -> Position {
        let mut left = position.clone();
        off.for_each(|node| left.remove(node.cell, node.digit));
        left
    }

    #[test]
    fn each_node_of_a_chain_follows_from_its_parents_by_its_link() {
        let mut seen = BTreeMap::<Technique, usize>::new();
        for (position, rules) in positions()
            .flat_map(|position| [PLUS, DYNAMIC, STATIC].map(|rules| (position.clone(), rules)))
        {
            for closure in closures(&position, rules) {
                // The last node has the longest way.
                let Chain { nodes, parents } = closure.chain(closure.nodes.len() - 1);
                assert_eq!(nodes.len(), closure.complexity(closure.nodes.len() - 1));
                for (i, ((node, link), parents)) in nodes.iter().zip(&parents).enumerate() {
                    assert_eq!(i == 0, *link == Link::Assumed);
                    assert_eq!(i == 0, parents.is_empty());
                    assert!(
                        parents.iter().all(|&parent| parent < i && nodes[parent].0.on != node.on
                            || matches!(link, Link::Technique(_)))
                    );
                    let parents = || parents.iter().map(|&parent| nodes[parent].0);
                    match *link {
                        Link::Assumed => {}
                        Link::Cell => assert!(parents().all(|parent| parent.cell == node.cell)),
                        Link::House(house) => {
                            let cells = house.cell_set();
                            assert!(cells.contains(node.cell));
                            assert!(parents().all(|parent| cells.contains(parent.cell)
                                && parent.digit == node.digit
                                && parent.cell != node.cell));
                        }
                        Link::Technique(technique) => {
                            *seen.entry(technique).or_default() += 1;
                            assert!(rules.plus && parents().all(|parent| !parent.on));
                            let removes = |step: &Step| {
                                step.technique == technique
                                    && step.eliminations.iter().any(|&(cell, digits)| {
                                        cell == node.cell && digits.contains(node.digit)
                                    })
                            };
                            assert!(
                                finds(&without(&position, parents())).iter().flatten().any(removes)
                            );
                            assert!(!finds(&position).iter().flatten().any(removes));
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), 5, "{seen:?}");
    }

    /// When a plus chain ends without a clash, each technique finds only what it found before.
    #[test]
    fn plus_chains_leave_nothing_to_be_found() {
        let mut whole = 0;
        for position in positions() {
            let before: Vec<Reason> =
                finds(&position).into_iter().flatten().map(|step| step.reason).collect();
            for closure in closures(&position, PLUS).filter(|closure| closure.clash.is_none()) {
                let left = without(&position, closure.consequences().filter(|node| !node.on));
                let missed =
                    finds(&left).into_iter().flatten().find(|step| !before.contains(&step.reason));
                assert_eq!(missed, None);
                whole += 1;
            }
        }
        assert!(whole > 50, "{whole}");
    }
}
