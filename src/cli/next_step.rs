//! The next step of a position: `explain --next`.

use super::{ColumnArgs, ExitCode, Failure, usage_error};
use grid::{AnyGrid, Cell, DigitSet, Grid, Puzzle, PuzzleError, Solution};
use human::Position;
use std::path::Path as FilePath;
use tables::{PlacedGrid, PuzzleFile, TableRow};

/// Returns a grid of 9 x 9 cells.
///
/// # Errors
/// A sentence for a small size, whose positions have no givens of their own.
fn classic(grid: &AnyGrid) -> Result<&Grid, String> {
    let size = grid.shape().label();
    grid.classic().ok_or_else(|| {
        format!(
            "expected a puzzle of 9x9, found one of {size}, whose positions are explained by their \
             digits alone; leave out --givens"
        )
    })
}

/// Reads the puzzle of `--givens`.
pub fn parse_givens(text: &str, column: &ColumnArgs) -> Result<Puzzle, Failure> {
    let grid = match text.parse::<Grid>() {
        Ok(grid) => grid,
        Err(_) => {
            let file = PuzzleFile::at(FilePath::new(text).to_owned());
            let mut grids = PlacedGrid::read(column.name_in(vec![file])).flatten();
            match (grids.next(), grids.next()) {
                (Some(Ok(placed)), None) => {
                    let grid = classic(&placed.grid);
                    *grid.map_err(|e| usage_error(format!("--givens: {e}")))?
                }
                (Some(Err(error)), _) => {
                    let error = anyhow::Error::new(error).context("--givens");
                    return Err(Failure::new(ExitCode::Usage, error));
                }
                (found, _) => {
                    let found = if found.is_none() { "none" } else { "several" };
                    return Err(usage_error(format!(
                        "--givens: expected one puzzle, found {found}"
                    )));
                }
            }
        }
    };
    Puzzle::prove(grid).map_err(|e| {
        usage_error(format!("--givens: expected a puzzle with one solution, found {}", e.name()))
    })
}

/// Returns the position of a row, or an explanation of what is wrong with it.
pub fn read_position(asked: &PlacedGrid, printed: Option<&Puzzle>) -> Result<Position, String> {
    let grid = classic(&asked.grid)?;
    let (candidates, givens) = (asked.row.get("candidates"), asked.row.get("givens"));
    let own = match (printed, givens) {
        (None, Some(givens)) => {
            let grid: Grid = givens.parse().map_err(|e| format!("givens: {e}"))?;
            let wanted = "expected givens with one solution, found";
            Some(Puzzle::prove(grid).map_err(|e| format!("{wanted} {}", e.name()))?)
        }
        _ => None,
    };
    let puzzle = match own.as_ref().or(printed) {
        Some(puzzle) => puzzle,
        None => &Puzzle::prove(*grid).map_err(|error| describe_unsolvable(grid, &error))?,
    };
    check_digits(grid, puzzle)?;
    let all = Position::new(grid);
    let Some(candidates) = candidates else { return Ok(all) };
    let marks = TableRow::parse_candidates(candidates)?;
    let own = |cell: Cell| marks[cell.index()].intersection(all.candidates(cell));
    check_candidates(grid, puzzle.solution(), own)?;
    Ok(Position::with_candidates(grid, own))
}

/// Fails if a digit is wrong, and names all wrong digits.
fn check_digits(grid: &Grid, puzzle: &Puzzle) -> Result<(), String> {
    let (givens, solution) = (puzzle.givens(), puzzle.solution());
    let other = |cell: &Cell| givens[*cell].is_some() && grid[*cell] != givens[*cell];
    if let Some(cell) = Cell::ALL.into_iter().find(other) {
        let (given, found) = (givens[cell].expect("it is given"), grid[cell]);
        let found = found.map_or("nothing".to_owned(), |digit| digit.to_string());
        return Err(format!(
            "this is another puzzle: expected the given {given} in {cell}, found {found}"
        ));
    }
    let wrong = grid.filled().filter(|(cell, digit)| solution[*cell] != *digit);
    let wrong: Vec<String> = wrong.map(|(cell, digit)| format!("the {digit} in {cell}")).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong: {}", wrong.join(", "))) }
}

/// Fails if a candidate of the solution was removed, and names the cells.
fn check_candidates(
    grid: &Grid,
    solution: &Solution,
    candidates: impl Fn(Cell) -> DigitSet,
) -> Result<(), String> {
    let lacks = |cell: &Cell| !candidates(*cell).contains(solution[*cell]);
    let cells: Vec<String> = grid.empty().filter(lacks).map(|cell| cell.to_string()).collect();
    if cells.is_empty() {
        Ok(())
    } else {
        Err(format!("a candidate that is needed was removed from {}", cells.join(", ")))
    }
}

/// Explains to people why a grid has not exactly one solution.
pub fn describe_fault(grid: &Grid, error: &PuzzleError) -> String {
    let conflicts = AnyGrid::from(*grid).conflict_text();
    if !conflicts.is_empty() {
        return format!("illegal: {conflicts}");
    }
    let PuzzleError::TwoSolutions(both) = error else { return "legal, no solution".to_owned() };
    let [a, b] = **both;
    let differing = Cell::ALL.into_iter().find(|&cell| a[cell] != b[cell]);
    let cell = differing.expect("two solutions differ");
    format!("legal, several solutions: {cell} can be {} or {}", a[cell], b[cell])
}

/// Explains why there is no next step if the givens are unknown.
fn describe_unsolvable(grid: &Grid, error: &PuzzleError) -> String {
    let is_legal = grid.conflicts().next().is_none();
    if !is_legal || *error != PuzzleError::NoSolution {
        return describe_fault(grid, error);
    }
    let can_be_solved = |without| {
        let mut cells = *grid.cells();
        cells[without] = None;
        Puzzle::prove(Grid::new(cells)) != Err(PuzzleError::NoSolution)
    };
    let mut wrong = grid.filled().filter(|(cell, _)| can_be_solved(cell.index()));
    let said = "no solution: at least one digit that you filled in is wrong";
    match (wrong.next(), wrong.next()) {
        (Some((cell, digit)), None) => {
            format!("{said}; without the {digit} in {cell} there is one")
        }
        _ => format!("{said}; name the puzzle with --givens to see it"),
    }
}
