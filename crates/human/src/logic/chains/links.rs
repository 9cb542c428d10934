//! Links: the nodes that follow directly from a node. Their order decides which chain is found
//! first.

use crate::logic::combinations::count;
use crate::logic::houses::{houses, peers, shared_house};
use crate::logic::position::{PLACES, Position, RemainingCandidates};
use crate::logic::step::{Link, Node};
use grid::{Cell, CellSet, Digit, DigitSet};

/// The kinds of links that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkKinds {
    /// Links between the candidates of one cell, from on to off.
    pub cells_off: bool,
    /// Links from off to on in a cell with two candidates.
    pub cells_on: bool,
    /// Links from off to on in a house with two places.
    pub houses_on: bool,
}

impl LinkKinds {
    /// The links of one digit, which are in houses only.
    pub const X: Self = Self { cells_off: false, cells_on: false, houses_on: true };
    /// The links in cells with two candidates.
    pub const Y: Self = Self { cells_off: true, cells_on: true, houses_on: false };
    /// All links.
    pub const XY: Self = Self { cells_off: true, cells_on: true, houses_on: true };
}

/// Returns the nodes that follow directly from a node. An on-node turns off the other candidates of
/// its cell, then the digit in the peers. An off-node turns on its partners.
pub(crate) fn follow(position: &Position, node: Node, links: LinkKinds) -> Vec<(Node, Link)> {
    if !node.on {
        let (on, count) = partners(position.remaining(), node.cell, node.digit, links);
        let on = on[..count].iter();
        return on.map(|&(cell, digit, link)| (Node { cell, digit, on: true }, link)).collect();
    }
    let mut off = Vec::with_capacity(28);
    if links.cells_off {
        let others = position.candidates(node.cell).filter(|&digit| digit != node.digit);
        off.extend(others.map(|digit| (Node { digit, on: false, ..node }, Link::Cell)));
    }
    for cell in peers(node.cell).filter(|&peer| position.has_candidate(peer, node.digit)) {
        off.push((Node { cell, on: false, ..node }, Link::House(shared_house(node.cell, cell))));
    }
    off
}

/// Returns the candidates that become single when a candidate is off, and their number: the other
/// candidate of the cell, then the other place of the digit in the block, the row and the column.
/// Each candidate appears once, with its first reason.
#[inline]
pub(crate) fn partners(
    left: &RemainingCandidates,
    cell: Cell,
    digit: Digit,
    links: LinkKinds,
) -> ([(Cell, Digit, Link); 4], usize) {
    let mut partners = [(cell, digit, Link::Cell); 4];
    let mut len = 0;
    if links.cells_on
        && left.by_cell[cell.index()].len() == 2
        && let Some(other) = left.by_cell[cell.index()].minus(DigitSet::singleton(digit)).first()
    {
        partners[0].1 = other;
        len = 1;
    }
    if links.houses_on {
        let mut known = CellSet::singleton(cell);
        for (house, &(_, own)) in houses(cell).iter().zip(&PLACES[cell.index()]) {
            let places = left.places[house.index()][digit.index()];
            if count(places) == 2 {
                let other = house.cells()[(places & !own).trailing_zeros() as usize % 9];
                if known.insert(other) {
                    partners[len] = (other, digit, Link::House(*house));
                    len += 1;
                }
            }
        }
    }
    (partners, len)
}
