//! The singles of the bands below a band, where a closure of the band begins.

use super::find_sink::Find;
use super::finds::has_find;
use super::rows::CandidateRows;
use super::{LadderClosure, SINGLES};
use crate::band::Band;
use crate::logic::StepKind;
use grid::{Cell, CellSet, Digit, Grid, House, SingleKinds, SinglesBoard};

/// A puzzle in which the singles of the bands below a band are placed.
pub struct LowerSingles {
    /// The rank of the hardest of these singles.
    hardest: usize,
    position: PlacedSingles,
}

/// The position, in the form in which its singles are found fast.
enum PlacedSingles {
    /// For singles of blocks, or for none.
    Rows(CandidateRows),
    /// For hidden singles, or for all.
    Board(SinglesBoard, SingleKinds),
}

impl LowerSingles {
    /// Begins with the givens of a puzzle.
    pub fn new(band: Band, givens: &Grid) -> Self {
        let is_lower = |rank: &usize| StepKind::from_ladder_rank(*rank).band() < band;
        let count = (0..SINGLES).take_while(is_lower).count();
        let on_board = |kinds| PlacedSingles::Board(SinglesBoard::new(givens), kinds);
        let position = match count {
            SINGLES => on_board(SingleKinds::All),
            3 => on_board(SingleKinds::Hidden),
            _ => PlacedSingles::Rows(CandidateRows::new(givens)),
        };
        Self { hardest: count.saturating_sub(1), position }
    }

    /// Places singles until these cells have these digits, or until no single is open. Returns true
    /// if the cells have the digits.
    pub fn fill_until(&mut self, digits: impl Iterator<Item = (Cell, Digit)>) -> bool {
        match &mut self.position {
            PlacedSingles::Board(board, kinds) => board.fill_until(*kinds, digits),
            PlacedSingles::Rows(rows) => {
                let cells = digits.map(|(cell, _)| cell).collect();
                while !rows.has_filled(cells) {
                    if self.hardest == 0 || rows.fill_blocks() == 0 {
                        return false;
                    }
                }
                true
            }
        }
    }

    /// Places all singles.
    pub fn fill(&mut self) {
        match &mut self.position {
            PlacedSingles::Board(board, kinds) => _ = board.fill(*kinds),
            PlacedSingles::Rows(rows) => while self.hardest > 0 && rows.fill_blocks() > 0 {},
        }
    }

    /// Returns a closure that begins where these singles end. Its hardest step so far is the
    /// hardest kind of them, also where the puzzle needs easier ones only.
    pub fn closure(&self) -> LadderClosure {
        let rows = match &self.position {
            PlacedSingles::Board(board, _) => CandidateRows::from_singles(board),
            PlacedSingles::Rows(rows) => rows.clone(),
        };
        LadderClosure { hardest: self.hardest, ..LadderClosure::from_rows(rows) }
    }

    /// Returns true if no single removal by a technique of the band, or of one below, lets singles
    /// finish a puzzle that they do not finish alone. False below the bands that remove candidates.
    pub fn need_several_removals(&self, band: Band) -> bool {
        let PlacedSingles::Board(board, kinds @ SingleKinds::All) = &self.position else {
            return false;
        };
        let finishes = |find: &Find| {
            let mut next = board.clone();
            for (digit, cells) in Digit::ALL.into_iter().zip(find.lost) {
                next.remove(digit, cells);
            }
            next.fill(*kinds)
        };
        let rows = CandidateRows::from_singles(board);
        !rows.is_full() && !has_find(&rows, band.ladder_steps(), finishes)
    }

    /// Returns true if a puzzle of band 3 needs naked singles in several houses: those of no house
    /// alone let hidden singles finish it. False in other bands.
    pub fn need_several_naked_singles(&self) -> bool {
        let PlacedSingles::Board(board, kinds @ SingleKinds::Hidden) = &self.position else {
            return false;
        };
        let rows = CandidateRows::from_singles(board);
        let naked: Vec<(Cell, Digit)> = rows.naked_singles().collect();
        let finishes = |cells: CellSet| {
            let mut next = board.clone();
            for &(cell, digit) in naked.iter().filter(|(cell, _)| cells.contains(*cell)) {
                next.place(cell, digit);
            }
            next.fill(*kinds)
        };
        let all: CellSet = naked.iter().map(|(cell, _)| *cell).collect();
        // Most houses have none, and many have the same.
        let mut by_house = House::ALL.map(|house| house.cell_set().intersection(all).bits());
        by_house.sort_unstable();
        let mut different = by_house.chunk_by(PartialEq::eq).map(|same| same[0]);
        !rows.is_full() && !different.any(|own| own != 0 && finishes(CellSet::from_bits(own)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crux::Crux;

    /// Returns puzzles of 22 to 40 givens.
    fn puzzles() -> Vec<Grid> {
        let mut puzzles = Vec::new();
        for (turn, solution) in Grid::EMPTY.solutions(60).into_iter().enumerate() {
            let mut grid = Grid::from(solution);
            for step in 0..Cell::COUNT {
                let cell = Cell::ALL[(step * 31 + turn * 7) % Cell::COUNT];
                let digit = grid[cell].take();
                if grid.solution_count(2) > 1 {
                    grid[cell] = digit;
                } else if grid.filled_count() < 41 {
                    puzzles.push(grid);
                }
            }
        }
        puzzles
    }

    /// Places the singles of lower bands in rows of candidates.
    fn rows_at_end(givens: &Grid, band: Band) -> CandidateRows {
        let mut rows = CandidateRows::new(givens);
        loop {
            let placed = match band {
                Band::Gentle => 0,
                Band::Easy => rows.fill_blocks(),
                Band::Medium => rows.fill_hidden(),
                _ => rows.fill_all(),
            };
            if placed == 0 {
                return rows;
            }
        }
    }

    #[test]
    fn lower_singles_end_where_rows_end() {
        for givens in puzzles() {
            for band in Band::ALL {
                let mut singles = LowerSingles::new(band, &givens);
                singles.fill();
                let mut closure = singles.closure();
                assert!(closure.rows == rows_at_end(&givens, band), "{band} {givens}");
                let mut slow = LadderClosure::new(&givens);
                let steps = band.ladder_steps();
                assert_eq!(closure.run(steps), slow.run(steps), "{band} {givens}");
                assert!(closure.rows == slow.rows, "{band} {givens}");
                if slow.hardest().band() == band {
                    assert_eq!(closure.hardest(), slow.hardest(), "{band} {givens}");
                } else {
                    assert!(closure.hardest().band() < band, "{band} {givens}");
                }
            }
        }
    }

    #[test]
    fn wanted_digits_are_those_of_the_end() {
        let (mut reached, mut not) = (0, 0);
        for givens in puzzles() {
            let solution = givens.first_solution(u64::MAX).expect("a puzzle has one");
            for band in Band::ALL {
                let end = rows_at_end(&givens, band);
                let cells: CellSet = givens.empty().step_by(17).collect();
                let digits = cells.map(|cell| (cell, solution[cell]));
                let is_reached = LowerSingles::new(band, &givens).fill_until(digits);
                assert_eq!(is_reached, end.has_filled(cells), "{band} {givens}");
                *(if is_reached { &mut reached } else { &mut not }) += 1;
            }
        }
        assert!(reached > 100 && not > 100, "{reached} {not}");
    }

    /// The crux tries each removal on rows of candidates.
    #[test]
    fn one_removal_is_enough_where_crux_is_one() {
        let mut counts = [0; 2];
        for givens in puzzles() {
            for band in [Band::Hard, Band::Fiendish] {
                let mut singles = LowerSingles::new(band, &givens);
                singles.fill();
                let crux = Crux::find(&CandidateRows::new(&givens), band.ladder_steps());
                let expected = crux.is_none_or(|crux| crux.finds.len() > 1);
                assert_eq!(singles.need_several_removals(band), expected, "{band} {givens}");
                counts[usize::from(expected)] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }

    #[test]
    fn naked_singles_of_each_house_are_tried() {
        let mut counts = [0; 2];
        for givens in puzzles() {
            let mut singles = LowerSingles::new(Band::Medium, &givens);
            singles.fill();
            let rows = rows_at_end(&givens, Band::Medium);
            let is_enough = House::ALL.iter().any(|house| {
                let own = rows.naked_singles().filter(|(cell, _)| house.cells().contains(cell));
                let mut next = rows.clone().with(own);
                while next.fill_hidden() > 0 {}
                next.is_full()
            });
            assert_eq!(singles.need_several_naked_singles(), !is_enough, "{givens}");
            counts[usize::from(is_enough && !rows.is_full())] += 1;
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}
