//! The candidates of a position as a graph of links, with a bit for each candidate.
//!
//! Candidates are numbered by cell, then digit. `weak[x]` is what `x` turns off when it is on, and both
//! relations are symmetric: what `x` on turns off, turns `x` off when it is on; what `x` off turns on, turns
//! `x` on when it is off. So every chain can be read backwards, with on and off exchanged.

use super::bits::Bits;
use crate::human::logic::chains::Links;
use crate::human::logic::houses::houses;
use crate::human::logic::position::Position;
use crate::sudoku::grid::{Cell, CellSet, Digit};

/// Links between at most 64 * `W` candidates.
pub(super) struct Graph<const W: usize> {
    /// The candidates in order.
    pub nodes: Vec<(Cell, Digit)>,
    /// By cell and digit: the number of the candidate.
    pub number: Box<[[u16; 9]; Cell::COUNT]>,
    /// By house and digit: the candidates.
    places: Box<[[Bits<W>; 9]; 27]>,
    /// What a candidate turns off when it is on.
    pub weak: Vec<Bits<W>>,
    /// What a candidate turns on when it is off, in order.
    pub partners: Vec<Few>,
    /// What a candidate turns on two links later, when it is on.
    pub after: Vec<Bits<W>>,
}

/// Up to four candidates, in order.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Few {
    items: [u16; 4],
    len: u8,
}

impl Few {
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let Self { items, len } = *self;
        (0..usize::from(len)).map(move |i| usize::from(items[i]))
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    fn push(&mut self, item: u16) {
        self.items[self.len()] = item;
        self.len += 1;
    }
}

impl<const W: usize> Default for Graph<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            number: Box::new([[0; 9]; Cell::COUNT]),
            places: Box::new([[Bits::EMPTY; 9]; 27]),
            weak: Vec::new(),
            partners: Vec::new(),
            after: Vec::new(),
        }
    }
}

impl<const W: usize> Graph<W> {
    /// The graph of the candidates of these cells among these digits, with these links.
    pub fn build(
        &mut self,
        position: &Position,
        cells: CellSet,
        digit: Option<Digit>,
        links: Links,
    ) {
        self.nodes.clear();
        self.number.fill([NONE; 9]);
        self.places.fill([Bits::EMPTY; 9]);
        self.weak.clear();
        self.partners.clear();
        self.after.clear();
        for cell in cells {
            let first = self.nodes.len();
            match digit {
                Some(digit) => self.nodes.push((cell, digit)),
                None => self.nodes.extend(position.candidates(cell).map(|digit| (cell, digit))),
            }
            let mut own = Bits::EMPTY;
            for number in first..self.nodes.len() {
                let digit = self.nodes[number].1;
                self.number[cell.index()][digit.index()] = number as u16;
                own.insert(number);
                for house in houses(cell) {
                    self.places[house.index()][digit.index()].insert(number);
                }
            }
            for number in first..self.nodes.len() {
                self.weak.push(own.minus(&Bits::of(number)));
            }
        }
        self.partners.resize(self.nodes.len(), Few::default());
        self.after.resize(self.nodes.len(), Bits::EMPTY);
        for (x, &(cell, digit)) in self.nodes.iter().enumerate() {
            for house in houses(cell) {
                self.weak[x].add(&self.places[house.index()][digit.index()]);
            }
            self.weak[x].remove(x);
            let partners = &mut self.partners[x];
            if links.cells_on && position.two_candidates().contains(cell) {
                // The other of two candidates is the one before or behind it.
                let other = if self.nodes.get(x + 1).is_some_and(|next| next.0 == cell) {
                    x + 1
                } else {
                    x - 1
                };
                partners.push(other as u16);
            }
            if links.houses_on {
                for house in houses(cell) {
                    if position.two_places(house).contains(digit) {
                        let mut places = self.places[house.index()][digit.index()];
                        places.remove(x);
                        let other = places.next().map_or(NONE, |other| other as u16);
                        if !partners.items[..partners.len()].contains(&other) {
                            partners.push(other);
                        }
                    }
                }
            }
        }
        for x in 0..self.nodes.len() {
            if self.partners[x].len() > 0 {
                let mut on = Bits::EMPTY;
                self.partners[x].iter().for_each(|y| on.insert(y));
                self.weak[x].for_each(|w| self.after[w].add(&on));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The same digit in the peers of a candidate.
    pub fn same_digit(&self, x: usize) -> Bits<W> {
        let (cell, digit) = self.nodes[x];
        let mut same = Bits::EMPTY;
        for house in houses(cell) {
            same.add(&self.places[house.index()][digit.index()]);
        }
        same.remove(x);
        same
    }

    /// What a candidate turns off when it is on, in order: the others of its cell, then its peers.
    pub fn weak_in_order(&self, x: usize, list: &mut Vec<u16>) {
        let (cell, digit) = self.nodes[x];
        list.clear();
        let first = (0..=x).rev().take_while(|&y| self.nodes[y].0 == cell).last().unwrap_or(x);
        let own = (first..self.len()).take_while(|&y| self.nodes[y].0 == cell).filter(|&y| y != x);
        list.extend(own.map(|y| y as u16));
        let mut known = Bits::of(x);
        for house in houses(cell) {
            let new = self.places[house.index()][digit.index()].minus(&known);
            known.add(&new);
            new.for_each(|y| list.push(y as u16));
        }
    }
}

/// No candidate.
const NONE: u16 = u16::MAX;
