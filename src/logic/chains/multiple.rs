//! Nishio, multiple and dynamic forcing chains: whichever case is true, the conclusion is.
//!
//! ```text
//!  r5c5 = 3 ─► ... ─► r2c9-7        Every candidate of the cell leads to the same node: it is true (cell
//!  r5c5 = 6 ─► ... ─► r2c9-7        chains). The cases may also be the places of a digit in a house (region
//!  r5c5 = 8 ─► ... ─► r2c9-7        chains), or a candidate and its opposite (double).
//! ```
//!
//! In a *contradiction* one assumption leads to a node and to its opposite. *Dynamic* chains take away what is
//! off before they go on. *Nishio* does this with one digit. *Plus* also uses intersections, pairs and X-wings.

use super::closure::{Closure, Rules};
use super::links::Links;
use super::{Best, rated};
use crate::grid::{Cell, Digit, DigitSet, House};
use crate::logic::houses::Kind;
use crate::logic::position::Position;
use crate::logic::step::{Node, Reason, Step};
use crate::logic::technique::{Technique, TechniqueSet};
use std::collections::HashMap;

/// What one producer of multiple chains draws, and concludes.
pub(crate) struct Mode {
    rules: Rules,
    base: f64,
    contradiction: Option<Technique>,
    double: Option<Technique>,
    region: Option<Technique>,
    cell: Option<Technique>,
}

impl Mode {
    pub const NISHIO: Self = Self {
        rules: Rules {
            links: Links::X,
            dynamic: true,
            plus: false,
        },
        base: 7.5,
        contradiction: Some(Technique::Nishio),
        double: None,
        region: None,
        cell: None,
    };
    pub const STATIC: Self = Self {
        rules: Rules {
            links: Links::XY,
            dynamic: false,
            plus: false,
        },
        base: 8.0,
        contradiction: None,
        double: None,
        region: Some(Technique::RegionChains),
        cell: Some(Technique::CellChains),
    };
    pub const DYNAMIC: Self = Self {
        rules: Rules {
            links: Links::XY,
            dynamic: true,
            plus: false,
        },
        base: 8.5,
        contradiction: Some(Technique::DynamicContradiction),
        double: Some(Technique::DynamicDouble),
        region: Some(Technique::DynamicRegionChains),
        cell: Some(Technique::DynamicCellChains),
    };
    pub const PLUS: Self = Self {
        rules: Rules {
            links: Links::XY,
            dynamic: true,
            plus: true,
        },
        base: 9.0,
        contradiction: Some(Technique::DynamicPlusContradiction),
        double: Some(Technique::DynamicPlusDouble),
        region: Some(Technique::DynamicPlusRegionChains),
        cell: Some(Technique::DynamicPlusCellChains),
    };
}

/// The kinds of finds, in the order in which equal ones are preferred.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const REGION: u8 = 6;
const CONTRADICTION: u8 = 7;

struct Search<'a> {
    position: &'a Position,
    mode: &'a Mode,
    allowed: TechniqueSet,
    closures: HashMap<Node, Closure<'a>>,
    best: Best,
}

/// The best find of this mode.
pub(crate) fn multiple(position: &Position, mode: &Mode, allowed: TechniqueSet) -> Option<Step> {
    let closures = HashMap::new();
    let mut search = Search {
        position,
        mode,
        allowed,
        closures,
        best: Best::default(),
    };
    let fewest = if mode.rules.dynamic { 2 } else { 3 };
    for cell in Cell::ALL {
        let digits = position.candidates(cell);
        if digits.len() < fewest {
            continue;
        }
        for digit in digits {
            let on = Node {
                cell,
                digit,
                on: true,
            };
            let off = Node {
                cell,
                digit,
                on: false,
            };
            search.contradiction(on);
            search.contradiction(off);
            if digits.len() > 2 {
                search.cases(&[on, off], None, mode.double, DOUBLE);
            }
            search.regions(cell, digit);
        }
        let cases: Vec<Node> = digits
            .map(|digit| Node {
                cell,
                digit,
                on: true,
            })
            .collect();
        search.cases(&cases, None, mode.cell, CELL);
    }
    search.best.into_step()
}

impl<'a> Search<'a> {
    fn closure(&mut self, start: Node) -> &Closure<'a> {
        let (position, rules) = (self.position, self.mode.rules);
        self.closures
            .entry(start)
            .or_insert_with(|| Closure::of(position, start, rules))
    }

    /// The opposite of an assumption that contradicts itself.
    fn contradiction(&mut self, start: Node) {
        let technique = self
            .mode
            .contradiction
            .filter(|&technique| self.allowed.contains(technique));
        let Some(technique) = technique else { return };
        let closure = self.closure(start);
        let Some(clash) = closure.clash else { return };
        let complexity = clash.iter().map(|&at| closure.complexity(at)).sum();
        let rating = rated(self.mode.base, complexity);
        if self.best.wants(rating, complexity, CONTRADICTION) {
            let chains = clash.map(|at| self.closures[&start].chain(at)).into();
            let truth = Node {
                on: !start.on,
                ..start
            };
            let reason = Reason::Contradiction { chains };
            self.keep(truth, technique, rating, complexity, CONTRADICTION, reason);
        }
    }

    /// Cases by the places of the digit in each house of which this cell is the first place.
    fn regions(&mut self, cell: Cell, digit: Digit) {
        for kind in Kind::ALL {
            let house = kind.of(cell);
            let places = self.position.cells_with(digit);
            let places: Vec<Node> = house
                .cells()
                .iter()
                .filter(|&&cell| places.contains(cell))
                .map(|&cell| Node {
                    cell,
                    digit,
                    on: true,
                })
                .collect();
            if places.len() >= 2 && places[0].cell == cell {
                self.cases(&places, Some(house), self.mode.region, REGION);
            }
        }
    }

    /// Nodes that follow from every case.
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
        for &case in cases {
            self.closure(case);
        }
        let closures: Vec<&Closure> = cases.iter().map(|case| &self.closures[case]).collect();
        let mut finds = Vec::new();
        for node in closures[0].consequences() {
            let at: Option<Vec<usize>> =
                closures.iter().map(|closure| closure.find(node)).collect();
            let Some(at) = at else { continue };
            if node.on && self.position.candidates(node.cell).len() < 2 {
                continue;
            }
            let each = closures.iter().zip(&at);
            let complexity = each.map(|(closure, &at)| closure.complexity(at)).sum();
            let rating = rated(self.mode.base, complexity);
            if self.best.wants(rating, complexity, kind) {
                finds.push((node, at, complexity, rating));
            }
        }
        for (node, at, complexity, rating) in finds {
            if self.best.wants(rating, complexity, kind) {
                let each = cases.iter().zip(&at);
                let chains = each
                    .map(|(case, &at)| self.closures[case].chain(at))
                    .collect();
                let reason = Reason::Cases { house, chains };
                self.keep(node, technique, rating, complexity, kind, reason);
            }
        }
    }

    fn keep(
        &mut self,
        truth: Node,
        technique: Technique,
        rating: f64,
        complexity: usize,
        kind: u8,
        reason: Reason,
    ) {
        let Node { cell, digit, on } = truth;
        let own = DigitSet::of(digit);
        let lost = if on {
            self.position.candidates(cell).minus(own)
        } else {
            own
        };
        let step = Step {
            technique,
            rating,
            placement: on.then_some((cell, digit)),
            eliminations: vec![(cell, lost)],
            reason,
        };
        self.best.keep(complexity, kind, step);
    }
}
