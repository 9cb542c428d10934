//! The candidates of a position as a graph of links, with a bit for each candidate.
//!
//! Candidates are numbered by cell, then digit. Both relations are symmetric: if `x` on turns off
//! `y`, then `y` on turns off `x`, and if `x` off turns on `y`, then `y` off turns on `x`. So every
//! chain can be read backwards, with on and off exchanged.

use super::bit_set::BitSet;
use grid::{Cell, CellSet, Digit, DigitSet, House};
use human::{LinkKinds, Node, Position};

/// The links between at most `64 * W` candidates.
pub(super) struct CandidateGraph<const W: usize> {
    /// The candidates, by number.
    pub nodes: Vec<(Cell, Digit)>,
    /// By cell and digit: the number of the candidate.
    numbers: Box<[[u16; 9]; Cell::COUNT]>,
    /// By house and digit: the candidates, as bits.
    places: Box<[BitSet<W>; 27 * 9]>,
    /// By candidate: the candidates that it turns off when it is on.
    pub weak: Vec<BitSet<W>>,
    /// By candidate: the candidates that it turns on when it is off, in order.
    pub partners: Vec<Partners>,
    /// By candidate: the candidates that it turns on two links later, when it is on.
    pub after: Vec<BitSet<W>>,
}

/// Up to four candidates, in order.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Partners {
    items: [u16; 4],
    len: u8,
}

impl Partners {
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let Self { items, len } = *self;
        (0..usize::from(len)).map(move |i| usize::from(items[i]))
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    fn bits<const W: usize>(&self) -> BitSet<W> {
        let mut bits = BitSet::EMPTY;
        self.iter().for_each(|item| bits.insert(item));
        bits
    }

    /// Adds the other one of two candidates, unless it is known.
    fn add_other<const W: usize>(&mut self, mut two: BitSet<W>, one: usize) {
        two.remove(one);
        let other = two.next().map_or(NONE, |other| other as u16);
        if !self.items[..self.len()].contains(&other) {
            self.items[self.len()] = other;
            self.len += 1;
        }
    }
}

impl<const W: usize> Default for CandidateGraph<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            numbers: Box::new([[0; 9]; Cell::COUNT]),
            places: Box::new([BitSet::EMPTY; 27 * 9]),
            weak: Vec::new(),
            partners: Vec::new(),
            after: Vec::new(),
        }
    }
}

impl<const W: usize> CandidateGraph<W> {
    /// Builds the graph of the candidates of these cells, restricted to these digits and links.
    pub fn build(
        &mut self,
        position: &Position,
        cells: CellSet,
        digits: DigitSet,
        links: LinkKinds,
    ) {
        self.nodes.clear();
        self.places.fill(BitSet::EMPTY);
        self.weak.clear();
        self.partners.clear();
        self.after.clear();
        for cell in cells {
            let mut own = BitSet::EMPTY;
            for digit in position.candidates(cell).intersection(digits) {
                let number = self.nodes.len();
                self.numbers[cell.index()][digit.index()] = number as u16;
                self.nodes.push((cell, digit));
                own.insert(number);
                for &place in &IN_HOUSES[cell.index()][digit.index()] {
                    self.places[usize::from(place)].insert(number);
                }
            }
            self.weak.resize(self.nodes.len(), own);
        }
        self.after.resize(self.nodes.len(), BitSet::EMPTY);
        for (x, &(cell, digit)) in self.nodes.iter().enumerate() {
            let mut partners = Partners::default();
            if links.cells_on && position.two_candidates().contains(cell) {
                partners.add_other(self.weak[x], x);
            }
            for &place in &IN_HOUSES[cell.index()][digit.index()] {
                let all = &self.places[usize::from(place)];
                self.weak[x].add(all);
                let house = House::ALL[usize::from(place) / 9];
                if links.houses_on && position.two_places(house).contains(digit) {
                    partners.add_other(*all, x);
                }
            }
            self.weak[x].remove(x);
            self.partners.push(partners);
            if partners.len() > 0 {
                let on = partners.bits();
                self.weak[x].for_each(|w| self.after[w].add(&on));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of the candidate of a node.
    pub fn number(&self, node: &Node) -> usize {
        usize::from(self.numbers[node.cell.index()][node.digit.index()])
    }

    /// Returns the candidates of the same digit in the peers.
    pub fn same_digit(&self, x: usize) -> BitSet<W> {
        let (cell, digit) = self.nodes[x];
        let mut same = BitSet::EMPTY;
        for &place in &IN_HOUSES[cell.index()][digit.index()] {
            same.add(&self.places[usize::from(place)]);
        }
        same.remove(x);
        same
    }

    /// Lists the candidates in `among` that `x` eliminates: first the rest of its cell, then its
    /// peers.
    pub fn weak_in_order(&self, x: usize, among: BitSet<W>, list: &mut Vec<u16>) {
        let (cell, digit) = self.nodes[x];
        list.clear();
        list.extend(among.filter(|&y| self.nodes[y].0 == cell).map(|y| y as u16));
        let mut left = among;
        for &place in &IN_HOUSES[cell.index()][digit.index()] {
            let new = left.and(&self.places[usize::from(place)]);
            left = left.minus(&new);
            new.for_each(|y| list.push(y as u16));
        }
    }
}

/// By cell and digit: the digit in the block, the row and the column, numbered by house, then
/// digit.
static IN_HOUSES: [[[u8; 3]; 9]; Cell::COUNT] = {
    let mut places = [[[0; 3]; 9]; Cell::COUNT];
    grid::const_for!(i in 0..Cell::COUNT * 27 => {
        let (cell, digit, kind) = (i / 27, i / 3 % 9, i % 3);
        let [row, column, block] = Cell::ALL[cell].houses();
        let house = [block, row, column][kind];
        places[cell][digit][kind] = (house.index() * 9 + digit) as u8;
    });
    places
};

/// The number of no candidate.
const NONE: u16 = u16::MAX;
