//! The fast search: a mask of candidates for every cell, naked and hidden singles until nothing
//! moves, then a guess at a cell with the fewest candidates.

use crate::grid::{Cell, Digit, DigitSet, Grid, House, Solution};

const COUNT: usize = Cell::COUNT;

/// What is left when the rules leave a cell no digit or a house no place.
struct Contradiction;

#[derive(Clone)]
struct Board {
    /// Bit `d - 1`: digit `d` is possible. A solved cell keeps its one bit.
    candidates: [u16; COUNT],
    /// Bit `c`: cell `c` is not solved.
    open: u128,
}

impl Board {
    const EMPTY: Self = Self {
        candidates: [DigitSet::FULL.bits(); COUNT],
        open: (1 << COUNT) - 1,
    };

    fn put(&mut self, cell: Cell, bit: u16) -> Result<(), Contradiction> {
        if self.candidates[cell.index()] & bit == 0 {
            return Err(Contradiction);
        }
        self.candidates[cell.index()] = bit;
        self.open &= !(1 << cell.index());
        let mut none_left = 0;
        for peer in cell.peers() {
            let left = self.candidates[peer.index()] & !bit;
            self.candidates[peer.index()] = left;
            none_left |= u16::from(left == 0);
        }
        if none_left == 0 {
            Ok(())
        } else {
            Err(Contradiction)
        }
    }

    /// Naked singles, then hidden ones, until there are no more.
    fn settle(&mut self) -> Result<(), Contradiction> {
        while self.naked_singles()? || self.hidden_singles()? {}
        Ok(())
    }

    fn naked_singles(&mut self) -> Result<bool, Contradiction> {
        let mut any = false;
        let mut open = self.open;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            let left = self.candidates[i];
            if left & (left - 1) == 0 {
                self.put(Cell::ALL[i], left)?;
                any = true;
            }
        }
        Ok(any)
    }

    fn hidden_singles(&mut self) -> Result<bool, Contradiction> {
        let mut any = false;
        for house in House::ALL {
            let (mut once, mut twice) = (0, 0);
            for cell in house.cells() {
                let left = self.candidates[cell.index()];
                twice |= once & left;
                once |= left;
            }
            if once != DigitSet::FULL.bits() {
                return Err(Contradiction);
            }
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for &cell in house.cells() {
                let here = self.candidates[cell.index()] & single;
                if here != 0 && self.open >> cell.index() & 1 != 0 {
                    if here & (here - 1) != 0 {
                        return Err(Contradiction);
                    }
                    self.put(cell, here)?;
                    any = true;
                }
            }
        }
        Ok(any)
    }

    /// The open cell with the fewest candidates, the first in reading order among equals.
    fn narrowest(&self) -> Option<Cell> {
        let mut best = None;
        let mut fewest = u32::MAX;
        let mut open = self.open;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            let n = self.candidates[i].count_ones();
            if n < fewest {
                (best, fewest) = (Some(Cell::ALL[i]), n);
                if n == 2 {
                    break;
                }
            }
        }
        best
    }

    fn solution(&self) -> Solution {
        Solution::from_digits_unchecked(self.candidates.map(|bit| {
            let first = DigitSet::from_bits(bit).first();
            first.expect("a solved cell keeps its one bit")
        }))
    }
}

/// Depth first from a board that is settled or not; false when told to stop.
fn visit(mut board: Board, nodes: &mut u64, each: &mut impl FnMut(Solution) -> bool) -> bool {
    if *nodes == 0 {
        return false;
    }
    *nodes -= 1;
    if board.settle().is_err() {
        return true;
    }
    let Some(cell) = board.narrowest() else {
        return each(board.solution());
    };
    for digit in DigitSet::from_bits(board.candidates[cell.index()]) {
        let mut next = board.clone();
        if next.put(cell, DigitSet::of(digit).bits()).is_ok() && !visit(next, nodes, each) {
            return false;
        }
    }
    true
}

/// Visits the solutions of a grid, in an order that is always the same, until `each` says false
/// or `nodes` positions were looked at. Answers how many of these were left.
pub(super) fn search(grid: &Grid, mut nodes: u64, mut each: impl FnMut(Solution) -> bool) -> u64 {
    if let Some(board) = board(grid.filled()) {
        visit(board, &mut nodes, &mut each);
    }
    nodes
}

/// Visits the solutions of the grid without `cell` that have another digit than `digit` there.
pub(super) fn search_other(
    grid: &Grid,
    cell: Cell,
    digit: Digit,
    mut each: impl FnMut(Solution) -> bool,
) {
    if let Some(mut board) = board(grid.filled().filter(|&(c, _)| c != cell)) {
        let others = board.candidates[cell.index()] & !DigitSet::of(digit).bits();
        board.candidates[cell.index()] = others;
        if others != 0 {
            visit(board, &mut u64::MAX.clone(), &mut each);
        }
    }
}

/// The board with these givens put in, unless they contradict each other.
fn board(givens: impl Iterator<Item = (Cell, Digit)>) -> Option<Board> {
    let mut board = Board::EMPTY;
    for (cell, digit) in givens {
        board.put(cell, DigitSet::of(digit).bits()).ok()?;
    }
    Some(board)
}
