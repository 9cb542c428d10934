//! Links: which nodes follow from one node at once, in the order that decides which chain is found first.

use crate::grid::{Cell, Digit};
use crate::logic::houses::{Kind, peers};
use crate::logic::position::Position;
use crate::logic::step::{Link, Node};

/// Which links may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Between the candidates of one cell, from on to off.
    pub cells_off: bool,
    /// From off to on in a cell with two candidates.
    pub cells_on: bool,
    /// From off to on in a house with two places.
    pub houses_on: bool,
}

impl Links {
    /// One digit: houses only.
    pub const X: Self = Self {
        cells_off: false,
        cells_on: false,
        houses_on: true,
    };
    /// Cells with two candidates.
    pub const Y: Self = Self {
        cells_off: true,
        cells_on: true,
        houses_on: false,
    };
    /// All links.
    pub const XY: Self = Self {
        cells_off: true,
        cells_on: true,
        houses_on: true,
    };
}

/// The nodes that an on-node turns off: the cell's other candidates, then the digit in the peers.
pub(crate) fn turned_off(position: &Position, node: Node, links: Links) -> Vec<(Node, Link)> {
    let mut off = Vec::with_capacity(28);
    if links.cells_off {
        let others = position
            .candidates(node.cell)
            .filter(|&digit| digit != node.digit);
        off.extend(others.map(|digit| {
            (
                Node {
                    digit,
                    on: false,
                    ..node
                },
                Link::Cell,
            )
        }));
    }
    for &cell in peers(node.cell)
        .iter()
        .filter(|&&peer| position.has(peer, node.digit))
    {
        off.push((
            Node {
                cell,
                on: false,
                ..node
            },
            Link::House(shared(node.cell, cell)),
        ));
    }
    off
}

/// The nodes that an off-node turns on: the cell's other candidate, then the digit's other place in the
/// block, the row and the column. Each node once, for its first reason.
pub(crate) fn turned_on(position: &Position, node: Node, links: Links) -> Vec<(Node, Link)> {
    let mut on: Vec<(Node, Link)> = Vec::with_capacity(4);
    if links.cells_on && position.candidates(node.cell).len() == 2 {
        let other = position
            .candidates(node.cell)
            .find(|&digit| digit != node.digit);
        on.extend(other.map(|digit| {
            (
                Node {
                    digit,
                    on: true,
                    ..node
                },
                Link::Cell,
            )
        }));
    }
    if links.houses_on {
        for kind in Kind::ALL {
            let house = kind.of(node.cell);
            if let Some(cell) = other_place(position, house.cells(), node.cell, node.digit) {
                let next = Node {
                    cell,
                    on: true,
                    ..node
                };
                if position.two_places(house).contains(node.digit)
                    && on.iter().all(|&(known, _)| known != next)
                {
                    on.push((next, Link::House(house)));
                }
            }
        }
    }
    on
}

fn other_place(position: &Position, house: &[Cell; 9], cell: Cell, digit: Digit) -> Option<Cell> {
    house
        .iter()
        .copied()
        .find(|&other| other != cell && position.has(other, digit))
}

/// A house of both cells: the block before the line.
fn shared(a: Cell, b: Cell) -> crate::grid::House {
    let shared = |kind: &Kind| kind.of(a) == kind.of(b);
    Kind::ALL
        .into_iter()
        .find(shared)
        .map_or(Kind::Row.of(a), |kind| kind.of(a))
}
