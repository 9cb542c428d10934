//! Nishio, multiple and dynamic forcing chains: whichever case is true, the conclusion is.
//!
//! ```text
//!  r5c5 = 3 ─► ... ─► r2c9-7      Every candidate of the cell leads to the same node: it is true
//!  r5c5 = 6 ─► ... ─► r2c9-7      (cell chains). The cases may also be the places of a digit in a
//!  r5c5 = 8 ─► ... ─► r2c9-7      house (region chains), or a candidate and its opposite (double).
//! ```
//!
//! In a *contradiction*, an assumption leads to a node and to its opposite. *Dynamic* chains remove
//! the candidates that are off before they continue. *Nishio* is dynamic, with a single digit.
//! *Plus* chains also use intersections, pairs and X-wings.

use super::closure::{Closure, ClosureRules, node_index};
use super::links::LinkKinds;
use super::{BestFind, effect_of};
use crate::logic::houses::{HouseKind, cells_at};
use crate::logic::position::Position;
use crate::logic::step::{Node, Reason, Step};
use crate::logic::technique::{Technique, TechniqueSet};
use grid::{Cell, Digit, House};

/// The rules and techniques of one group of multiple chains.
pub struct ChainMode {
    rules: ClosureRules,
    contradiction: Option<Technique>,
    double: Option<Technique>,
    region: Option<Technique>,
    cell: Option<Technique>,
}

impl ChainMode {
    /// The rules of Nishio.
    pub const NISHIO: Self = Self {
        rules: ClosureRules { links: LinkKinds::X, dynamic: true, plus: false },
        contradiction: Some(Technique::Nishio),
        double: None,
        region: None,
        cell: None,
    };
    /// The rules of cell chains and region chains.
    pub const STATIC: Self = Self {
        rules: ClosureRules { links: LinkKinds::XY, dynamic: false, plus: false },
        contradiction: None,
        double: None,
        region: Some(Technique::RegionChains),
        cell: Some(Technique::CellChains),
    };
    pub(crate) const DYNAMIC: Self = Self {
        rules: ClosureRules { links: LinkKinds::XY, dynamic: true, plus: false },
        contradiction: Some(Technique::DynamicContradiction),
        double: Some(Technique::DynamicDouble),
        region: Some(Technique::DynamicRegionChains),
        cell: Some(Technique::DynamicCellChains),
    };
    pub(crate) const PLUS: Self = Self {
        rules: ClosureRules { links: LinkKinds::XY, dynamic: true, plus: true },
        contradiction: Some(Technique::DynamicPlusContradiction),
        double: Some(Technique::DynamicPlusDouble),
        region: Some(Technique::DynamicPlusRegionChains),
        cell: Some(Technique::DynamicPlusCellChains),
    };

    /// Returns the best find of this mode.
    pub fn find(
        &self,
        position: &Position,
        allowed: TechniqueSet,
        pruner: impl ChainPruner,
    ) -> Option<Step> {
        let (closures, best) = (Vec::new(), BestFind::default());
        let mut search =
            MultipleChainSearch { position, mode: self, allowed, pruner, closures, best };
        let fewest = if self.rules.dynamic { 2 } else { 3 };
        for cell in Cell::ALL {
            let digits = position.candidates(cell);
            if digits.len() < fewest {
                continue;
            }
            for digit in digits {
                let on = Node { cell, digit, on: true };
                let off = Node { on: false, ..on };
                search.contradiction(on);
                search.contradiction(off);
                if digits.len() > 2 {
                    search.cases(&[on, off], None, self.double, DOUBLE);
                }
                if self.region.is_some() {
                    search.regions(cell, digit);
                }
            }
            if self.cell.is_some() {
                let cases: Vec<Node> = digits.map(|digit| Node { cell, digit, on: true }).collect();
                search.cases(&cases, None, self.cell, CELL);
            }
        }
        search.into_step()
    }
}

/// The kinds of finds, in the order in which ties are resolved.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const REGION: u8 = 6;
const CONTRADICTION: u8 = 7;

/// An oracle that tells which cases are worth their chains. The search skips the others, which must
/// have no find.
pub trait ChainPruner {
    /// Returns true if this assumption may contradict itself.
    fn can_contradict(&mut self, start: Node) -> bool;
    /// Returns true if some node may follow from all these assumptions, with a total number of
    /// nodes that is wanted. If a number is wanted, then so is every smaller one.
    fn can_agree(&mut self, cases: &[Node], wanted: impl Fn(usize) -> bool) -> bool;
}

/// The oracle that skips nothing.
pub(crate) struct FullSearch;

impl ChainPruner for FullSearch {
    fn can_contradict(&mut self, _: Node) -> bool {
        true
    }

    fn can_agree(&mut self, _: &[Node], _: impl Fn(usize) -> bool) -> bool {
        true
    }
}

/// A find: a node that must be true, and the ways to it, each in the closure of an assumption.
struct ForcedNode {
    technique: Technique,
    truth: Node,
    house: Option<House>,
    ways: Vec<(Node, usize)>,
}

struct MultipleChainSearch<'a, P> {
    position: &'a Position,
    mode: &'a ChainMode,
    allowed: TechniqueSet,
    pruner: P,
    /// By [`node_index`]: the closures that were needed so far. Empty until one is needed.
    closures: Vec<Option<Box<Closure>>>,
    best: BestFind<ForcedNode>,
}

impl<P: ChainPruner> MultipleChainSearch<'_, P> {
    fn draw(&mut self, start: Node) {
        let (position, rules) = (self.position, self.mode.rules);
        if self.closures.is_empty() {
            self.closures.resize(2 * 729, None);
        }
        let slot = &mut self.closures[node_index(start)];
        slot.get_or_insert_with(|| Box::new(Closure::from_assumption(position, start, rules)));
    }

    fn closure(&self, start: Node) -> &Closure {
        self.closures[node_index(start)].as_ref().expect("it was drawn")
    }

    /// Offers the opposite of an assumption that contradicts itself.
    fn contradiction(&mut self, start: Node) {
        let technique =
            self.mode.contradiction.filter(|&technique| self.allowed.contains(technique));
        let Some(technique) = technique.filter(|_| self.pruner.can_contradict(start)) else {
            return;
        };
        self.draw(start);
        let closure = self.closure(start);
        let Some(clash) = closure.clash else { return };
        let complexity = clash.iter().map(|&at| closure.complexity(at)).sum();
        self.best.offer(technique, complexity, CONTRADICTION, || {
            let truth = Node { on: !start.on, ..start };
            let ways = clash.map(|at| (start, at)).into();
            ForcedNode { technique, truth, house: None, ways }
        });
    }

    /// Offers the finds of each house in which this cell is the first place of the digit. The cases
    /// are the places of the digit in the house.
    fn regions(&mut self, cell: Cell, digit: Digit) {
        for kind in HouseKind::ALL {
            let house = kind.house_of(cell);
            let places = cells_at(house, self.position.places(house, digit));
            if places.first() == Some(cell) && places.has_several() {
                let places: Vec<Node> = places.map(|cell| Node { cell, digit, on: true }).collect();
                self.cases(&places, Some(house), self.mode.region, REGION);
            }
        }
    }

    /// Offers the nodes that follow from every case.
    fn cases(
        &mut self,
        cases: &[Node],
        house: Option<House>,
        technique: Option<Technique>,
        kind: u8,
    ) {
        let Some(technique) = technique.filter(|&technique| self.allowed.contains(technique))
        else {
            return;
        };
        let Self { best, pruner, .. } = self;
        if !pruner.can_agree(cases, |nodes| best.can_improve(technique, nodes, kind)) {
            return;
        }
        cases.iter().for_each(|&case| self.draw(case));
        let mut all = self.closure(cases[0]).cells;
        for &case in &cases[1..] {
            let cells = &self.closure(case).cells;
            for (on, all) in all.iter_mut().enumerate() {
                for (digit, all) in all.iter_mut().enumerate() {
                    *all = all.intersection(cells[on][digit]);
                }
            }
        }
        if all.iter().flatten().all(|cells| cells.is_empty()) {
            return;
        }
        let common: Vec<Node> = self
            .closure(cases[0])
            .consequences()
            .filter(|truth| all[usize::from(truth.on)][truth.digit.index()].contains(truth.cell))
            .collect();
        for truth in common {
            let ways = || cases.iter().map(|&case| Some((case, self.closure(case).find(truth)?)));
            if truth.on && self.position.candidates(truth.cell).len() < 2 {
                continue;
            }
            let mut complexity = 0;
            let cheap = ways().flatten().all(|(case, at)| {
                complexity += self.closure(case).complexity(at);
                self.best.can_improve(technique, complexity, kind)
            });
            if cheap {
                let ways = ways().flatten().collect();
                let find = ForcedNode { technique, truth, house, ways };
                self.best.offer(technique, complexity, kind, || find);
            }
        }
    }

    fn into_step(mut self) -> Option<Step> {
        let (rating, _, find) = std::mem::take(&mut self.best).into_find()?;
        let (placement, eliminations) = effect_of(self.position, find.truth);
        let chains = find.ways.iter().map(|&(case, at)| self.closure(case).chain(at)).collect();
        let reason = if Some(find.technique) == self.mode.contradiction {
            Reason::Contradiction { chains }
        } else {
            Reason::Cases { house: find.house, chains }
        };
        Some(Step { technique: find.technique, rating, placement, eliminations, reason })
    }
}
