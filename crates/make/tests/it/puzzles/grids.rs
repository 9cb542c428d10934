//! Grids, the solvers, proof and score; the laws of transforms; the canonical form, compared with a search over all
//! 3,359,232 rearrangements and with a search over all columns.

use crate::support::plain_canon;
use crate::support::puzzles::{
    SEVENTEEN, SYMMETRIC, dug, full_grid, grid, mixed_puzzles, puzzle, rng,
};
use crate::support::reference::{all_rearrangements, smallest_by_brute_force};
use grid::{
    Board, Canonical, Cell, Digit, Engine, Grid, House, Key, Level, LineError, Puzzle, PuzzleError,
    Score, SearchLimits, Solution, SolutionError, Transform,
};
use grid::{Rng, Symmetry};
use make::{Bounds, dig};
use proptest::prelude::*;
use rand::seq::SliceRandom as _;

/// 22 givens, a row with none, 263,734 searches.
#[test]
fn published_example_scores_4_7_at_level_5() {
    let score = Score { givens: 22, row_col_min: 0, searches: 263_734 };
    assert_eq!(score.items(), [5, 5, 4]);
    assert_eq!(score.total(), "4.7");
    assert_eq!(score.level(), Level::Evil);
}

/// Each border of the paper's table, from both sides.
#[test]
fn item_scores_change_exactly_at_table_bounds() {
    let items = |givens, row_col_min, searches| Score { givens, row_col_min, searches }.items();
    let givens =
        [(80, 1), (50, 1), (49, 2), (36, 2), (35, 3), (32, 3), (31, 4), (28, 4), (27, 5), (17, 5)];
    for (n, item) in givens {
        assert_eq!(items(n, 0, 0)[0], item, "{n} givens");
    }
    for (n, item) in [(8, 1), (5, 1), (4, 2), (3, 3), (2, 4), (1, 5), (0, 5)] {
        assert_eq!(items(0, n, 0)[1], item, "{n} in the emptiest row or column");
    }
    let searches = [
        (0, 1),
        (999, 1),
        (1_000, 2),
        (9_999, 2),
        (10_000, 3),
        (99_999, 3),
        (100_000, 4),
        (999_999, 4),
        (1_000_000, 5),
    ];
    for (n, item) in searches {
        assert_eq!(items(0, 0, n)[2], item, "{n} searches");
    }
}

/// `Level::of` counts no more searches than it needs.
#[test]
fn level_alone_equals_level_of_the_score() {
    let mut levels = [0; 5];
    for puzzle in mixed_puzzles(600, 71) {
        let level = Level::of(&puzzle);
        assert_eq!(level, Score::of(&puzzle).level(), "{}", puzzle.givens());
        levels[level.index()] += 1;
    }
    assert!(levels.iter().all(|&n| n > 5), "{levels:?}");
}

#[test]
fn levels_are_closed_at_their_upper_end() {
    let level = |givens, row_col_min, searches| Score { givens, row_col_min, searches }.level();
    assert_eq!(level(55, 5, 500), Level::Beginner, "1.0");
    assert_eq!(level(55, 4, 500), Level::Easy, "1.3");
    assert_eq!(level(40, 4, 5_000), Level::Easy, "2.0");
    assert_eq!(level(33, 4, 500), Level::Medium, "2.1");
    assert_eq!(level(30, 2, 999_999), Level::Hard, "4.0");
    assert_eq!(level(30, 2, 1_000_000), Level::Evil, "4.3");
    assert_eq!(level(22, 0, 1_000_000), Level::Evil, "5.0");
}

#[test]
fn solvers_agree_on_puzzles_of_all_densities() {
    for p in mixed_puzzles(3_000, 1) {
        let givens = p.givens();
        assert_eq!(givens.solutions(3), [*p.solution()]);
        assert_eq!(Engine::Mrv.solutions(givens, 3), [*p.solution()]);
        // The plain search is bounded: an unlucky orientation takes it minutes.
        let limits = SearchLimits { solutions: 3, searches: 3_000_000 };
        let found = Engine::Dfs.solve(givens, limits);
        if found.tried < limits.searches {
            assert_eq!(found.first, [Some(*p.solution()), None]);
        }
    }
}

#[test]
fn solvers_agree_on_grids_with_several_solutions() {
    let mut counts = [0; 3];
    for (i, p) in mixed_puzzles(2_000, 2).enumerate() {
        let mut givens = *p.givens();
        let mut filled: Vec<_> = givens.filled().collect();
        let (cell, digit) = filled.swap_remove(i % filled.len());
        if i % 2 == 0 {
            givens[cell] = None;
        } else {
            // Another digit that the rules allow at first sight.
            givens[cell] = Digit::ALL
                .into_iter()
                .find(|&d| d != digit && cell.peers().iter().all(|&peer| givens[peer] != Some(d)));
        }
        let count = givens.solution_count(2);
        counts[count] += 1;
        assert_eq!(Engine::Mrv.solutions(&givens, 2).len(), count, "{givens}");
        let limits = SearchLimits { solutions: 2, searches: 3_000_000 };
        let found = Engine::Dfs.solve(&givens, limits);
        if found.tried < limits.searches {
            assert_eq!(found.count, count, "{givens}");
        }
    }
    assert!(counts.iter().all(|&n| n > 100), "all three answers must come up: {counts:?}");
}

#[test]
fn solvers_agree_on_puzzles_of_17_givens() {
    let mut rng = rng(3);
    let mut judged = 0;
    for _ in 0..80 {
        let p = Transform::random(&mut rng).puzzle(&puzzle(SEVENTEEN));
        assert_eq!(p.givens_count(), 17);
        assert_eq!(p.givens().solutions(2), [*p.solution()]);
        assert_eq!(Engine::Mrv.solutions(p.givens(), 2), [*p.solution()]);
        let limits = SearchLimits { solutions: 2, searches: 2_000_000 };
        let found = Engine::Dfs.solve(p.givens(), limits);
        if found.tried < limits.searches {
            assert_eq!(found.first, [Some(*p.solution()), None]);
            judged += 1;
        }
        // One given fewer: no puzzle of 16 givens has one solution.
        let mut fewer = *p.givens();
        let (cell, _) = p.givens().filled().next().unwrap();
        fewer[cell] = None;
        assert_eq!(fewer.solution_count(2), 2);
    }
    assert!(judged > 0, "the plain search must have finished at least once");
}

/// "Another digit here" against counting with each other digit in place.
#[test]
fn has_other_agrees_with_counting_other_digits() {
    let mut answers = [0; 2];
    for (i, p) in mixed_puzzles(300, 4).enumerate() {
        let filled: Vec<_> = p.givens().filled().collect();
        let (cell, digit) = filled[i * 7 % filled.len()];
        let judged = Digit::ALL.into_iter().filter(|&d| d != digit).any(|d| {
            let mut givens = *p.givens();
            givens[cell] = Some(d);
            !Engine::Mrv.solutions(&givens, 1).is_empty()
        });
        let mut without = *p.givens();
        without[cell] = None;
        assert_eq!(Board::from_grid(&without).has_alternative(cell, digit), judged);
        answers[usize::from(judged)] += 1;
    }
    assert!(answers.iter().all(|&n| n > 20), "{answers:?}");
}

#[test]
fn solutions_of_the_empty_grid_all_differ() {
    let found = Grid::EMPTY.solutions(500);
    assert_eq!(found.len(), 500);
    let mut lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    for &solution in &found {
        assert_eq!(Solution::try_from(Grid::from(solution)), Ok(solution));
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 500);
}

#[test]
fn first_gives_up_after_its_nodes() {
    assert!(Grid::EMPTY.first_solution(1_000).is_some());
    assert!(Grid::EMPTY.first_solution(3).is_none());
}

#[test]
fn contradictory_givens_are_refused_without_a_search() {
    let givens = grid(&format!("11{}", ".".repeat(79)));
    assert_eq!(givens.solution_count(2), 0);
    assert_eq!(Engine::Dfs.solve(&givens, SearchLimits::NONE).tried, 0);
    assert!(Engine::Mrv.solutions(&givens, 2).is_empty());
    assert_eq!(Puzzle::prove(givens), Err(PuzzleError::NoSolution));
    let conflicts: Vec<_> = givens.conflicts().map(|c| c.house.to_string()).collect();
    assert_eq!(conflicts, ["row 1", "block 1"]);
}

/// Searches by hand: one empty cell is one visit, nine digits; two empty cells of one row, whose
/// digits cannot be exchanged, are two visits.
#[test]
fn each_cell_visit_makes_nine_searches() {
    let full = SYMMETRIC;
    assert_eq!(grid(full).plain_searches(Score::SEARCHES_CAP), 0);
    let one = format!(".{}", &full[1..]);
    assert_eq!(grid(&one).plain_searches(Score::SEARCHES_CAP), 9);
    let two = format!("..{}", &full[2..]);
    assert_eq!(grid(&two).plain_searches(Score::SEARCHES_CAP), 18);
    // At the cap, and one either side of it.
    assert_eq!(grid(&two).plain_searches(17), 17);
    assert_eq!(grid(&two).plain_searches(18), 18);
    assert_eq!(grid(&two).plain_searches(19), 18);
}

/// The count against a recursion that looks at nothing but the rules.
#[test]
fn searches_agree_with_a_naive_count() {
    fn naive(grid: &mut Grid) -> u64 {
        let Some(cell) = grid.empty().next() else {
            return 0;
        };
        let mut tried = 0;
        for digit in Digit::ALL {
            tried += 1;
            if cell.peers().iter().all(|&peer| grid[peer] != Some(digit)) {
                grid[cell] = Some(digit);
                tried += naive(grid);
                grid[cell] = None;
            }
        }
        tried
    }
    for p in mixed_puzzles(70, 8).filter(|p| p.givens_count() >= 28) {
        let counted = p.givens().plain_searches(Score::SEARCHES_CAP);
        if counted < Score::SEARCHES_CAP {
            assert_eq!(counted, naive(&mut { *p.givens() }));
        }
    }
}

/// The count by rows against the plain search that defines the number, and at every kind of cap:
/// below it, at it, one above.
#[test]
fn searches_counted_by_rows_are_the_plain_searches() {
    let mut rng = rng(10);
    let mut capped = 0;
    for p in mixed_puzzles(700, 11) {
        let p = Transform::random(&mut rng).puzzle(&p);
        let plain = p.givens().plain_searches(Score::SEARCHES_CAP);
        assert_eq!(p.givens().searches(Score::SEARCHES_CAP), plain, "{p:?}");
        if plain == Score::SEARCHES_CAP {
            capped += 1;
            continue;
        }
        for cap in [1, 9, plain / 2, plain - 1, plain, plain + 1] {
            assert_eq!(p.givens().searches(cap), plain.min(cap), "{p:?} {cap}");
        }
    }
    assert!((50..650).contains(&capped), "both kinds come up: {capped}");
}

/// Where there are no or many solutions, and where givens contradict each other, the number is the
/// same too.
#[test]
fn searches_agree_for_grids_that_are_not_puzzles() {
    for (i, p) in mixed_puzzles(400, 12).enumerate() {
        let mut givens = *p.givens();
        let (cell, digit) = givens.filled().nth(i % 17).unwrap();
        givens[cell] = Digit::ALL.into_iter().find(|&d| d != digit).filter(|_| i % 2 == 0);
        let plain = givens.plain_searches(100_000);
        assert_eq!(givens.searches(100_000), plain, "{givens}");
    }
    assert_eq!(Grid::EMPTY.searches(100_000), 100_000);
    assert_eq!(grid(SYMMETRIC).searches(100_000), 0);
}

#[test]
fn searches_do_not_change_when_digits_are_relabelled() {
    let straight: [u8; 9] = std::array::from_fn(|k| k as u8);
    let mut digits = Digit::ALL;
    digits.rotate_left(4);
    let relabel = Transform::new(false, straight, straight, digits).unwrap();
    for p in mixed_puzzles(50, 9) {
        assert_eq!(Score::of(&p), Score::of(&relabel.puzzle(&p)));
    }
}

#[test]
fn prove_refuses_with_evidence() {
    let two = grid(&format!("..{}", &SEVENTEEN.replace('1', ".")[2..]));
    let Err(PuzzleError::TwoSolutions(both)) = Puzzle::prove(two) else {
        panic!("a puzzle without any 1 has several solutions");
    };
    assert_ne!(both[0], both[1]);
    for solution in *both {
        for (cell, digit) in two.filled() {
            assert_eq!(solution[cell], digit);
        }
    }
}

#[test]
fn unfinished_and_wrong_grids_are_no_solutions() {
    let dotted = format!("{}.{}", &SYMMETRIC[..40], &SYMMETRIC[41..]);
    assert_eq!(Solution::try_from(grid(&dotted)), Err(SolutionError::Empty(Cell::new(4, 4))));
    let doubled = format!("2{}", &SYMMETRIC[1..]);
    let Err(SolutionError::Conflict(conflict)) = Solution::try_from(grid(&doubled)) else {
        panic!("2 occurs twice in the first row");
    };
    assert_eq!(conflict.to_string(), "digit 2 occurs twice in row 1: r1c1 and r1c2");
}

#[test]
fn houses_have_nine_cells_and_cells_three_houses() {
    for cell in Cell::ALL {
        for house in House::ALL {
            assert_eq!(cell.houses().contains(&house), house.cells().contains(&cell));
        }
        let shares = |other: Cell| cell.houses().iter().any(|h| other.houses().contains(h));
        let peers: Vec<_> = Cell::ALL.into_iter().filter(|&o| o != cell && shares(o)).collect();
        assert_eq!(cell.peers()[..], peers[..]);
    }
}

#[test]
fn errors_of_grids_have_their_position() {
    let parse = |line: &str| line.parse::<Grid>().unwrap_err();
    assert_eq!(parse("12a"), LineError::Character { column: 3, side: 9, found: 'a' });
    assert_eq!(parse("12"), LineError::Length { found: 2 });
    assert_eq!(parse(&".".repeat(82)), LineError::Length { found: 82 });
    assert_eq!(parse("数独"), LineError::Character { column: 1, side: 9, found: '数' });
}

#[test]
fn characters_other_than_digits_and_blanks_are_refused() {
    for byte in 0..=u8::MAX {
        let c = char::from(byte);
        let expected = match c {
            '1'..='9' => Ok(Digit::new(byte - b'0')),
            '.' | '0' | '_' | '*' | 'X' | 'x' => Ok(None),
            found => Err(LineError::Character { column: 41, side: 9, found }),
        };
        let line = format!("{}{c}{}", "1".repeat(40), ".".repeat(40));
        assert_eq!(line.parse().map(|grid: Grid| grid[Cell::new(4, 4)]), expected, "{c:?}");
    }
}

proptest! {
    #[test]
    fn grids_are_read_as_they_are_printed(cells in proptest::collection::vec(0..10u8, 81)) {
        let grid = Grid::new(std::array::from_fn(|i| Digit::new(cells[i])));
        prop_assert_eq!(grid.to_string().parse(), Ok(grid));
        let filled = cells.iter().filter(|&&c| c != 0).count();
        prop_assert_eq!(grid.filled_count(), filled);
    }

    #[test]
    fn filled_cells_of_houses_are_counted_right(
        cells in proptest::collection::vec(prop_oneof![8 => 1..10u8, 1 => Just(0)], 81),
    ) {
        let grid = Grid::new(std::array::from_fn(|i| Digit::new(cells[i])));
        let counts = House::ALL.map(|house| grid.filled_count_in(house) as u8);
        prop_assert_eq!(grid.filled_by_house(), counts);
        let lines = House::ALL[..18].iter().map(|&house| grid.filled_count_in(house));
        prop_assert_eq!(Some(grid.row_col_min()), lines.min());
    }

    #[test]
    fn no_line_makes_the_reader_panic(line in ".*") {
        let _ = line.parse::<Grid>();
    }
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn any_transform() -> impl Strategy<Value = Transform> {
    any::<u64>().prop_map(|seed| Transform::random(&mut rng(seed)))
}

proptest! {
    #[test]
    fn identity_changes_nothing(t in any_transform()) {
        prop_assert_eq!(t.then(&Transform::IDENTITY), t);
        prop_assert_eq!(Transform::IDENTITY.then(&t), t);
        prop_assert_eq!(Transform::IDENTITY.puzzle(&puzzle(PUZZLE)), puzzle(PUZZLE));
    }

    #[test]
    fn inverse_undoes(t in any_transform()) {
        prop_assert_eq!(t.then(&t.inverse()), Transform::IDENTITY);
        prop_assert_eq!(t.inverse().then(&t), Transform::IDENTITY);
        let there = t.puzzle(&puzzle(PUZZLE));
        prop_assert_eq!(t.inverse().puzzle(&there), puzzle(PUZZLE));
    }

    #[test]
    fn then_is_one_after_the_other(a in any_transform(), b in any_transform(), c in any_transform()) {
        let one_by_one = b.puzzle(&a.puzzle(&puzzle(PUZZLE)));
        prop_assert_eq!(a.then(&b).puzzle(&puzzle(PUZZLE)), one_by_one);
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
    }

    /// A transformed puzzle is not proved again: what it carries must be what a proof would find.
    #[test]
    fn proof_carries_over(t in any_transform()) {
        let there = t.puzzle(&puzzle(PUZZLE));
        prop_assert_eq!(Puzzle::prove(*there.givens()), Ok(there));
        let solution = Solution::try_from(grid::Grid::from(*there.solution()));
        prop_assert_eq!(solution, Ok(*there.solution()));
    }

    #[test]
    fn peers_stay_peers(t in any_transform(), i in 0..81usize) {
        let cell = Cell::ALL[i];
        let mut moved: Vec<_> = cell.peers().iter().map(|&peer| t.source(peer)).collect();
        moved.sort_unstable();
        prop_assert_eq!(&moved[..], &t.source(cell).peers()[..]);
    }

    #[test]
    fn parts_that_tear_a_band_apart_are_refused(i in 0..9usize, j in 0..9usize) {
        let straight: [u8; 9] = std::array::from_fn(|k| k as u8);
        let mut swapped = straight;
        swapped.swap(i, j);
        let kept = i / 3 == j / 3;
        let rows = Transform::new(false, swapped, straight, Digit::ALL);
        let columns = Transform::new(true, straight, swapped, Digit::ALL);
        prop_assert_eq!(rows.is_some(), kept);
        prop_assert_eq!(columns.is_some(), kept);
        let mut doubled = straight;
        doubled[i] = straight[j];
        prop_assert_eq!(Transform::new(false, doubled, straight, Digit::ALL).is_some(), i == j);
    }
}

/// The paper's simple operations, each as one would do it by hand.
#[test]
fn named_operations_have_their_documented_effect() {
    let straight: [u8; 9] = std::array::from_fn(|k| k as u8);
    let p = puzzle(PUZZLE);
    let given = |p: &Puzzle, r, c| p.givens()[Cell::new(r, c)];

    let transposed = Transform::new(true, straight, straight, Digit::ALL).unwrap().puzzle(&p);
    let bands = Transform::new(false, [6, 7, 8, 3, 4, 5, 0, 1, 2], straight, Digit::ALL);
    let swapped_bands = bands.unwrap().puzzle(&p);
    let mut names = Digit::ALL;
    names.swap(0, 1);
    let renamed = Transform::new(false, straight, straight, names).unwrap().puzzle(&p);
    for r in 0..9 {
        for c in 0..9 {
            assert_eq!(given(&transposed, r, c), given(&p, c, r));
            let other_band = [6, 3, 0][r / 3] + r % 3;
            assert_eq!(given(&swapped_bands, r, c), given(&p, other_band, c));
            let swap =
                |d: Digit| Digit::new([2, 1].get(d.index()).copied().unwrap_or(d.get())).unwrap();
            assert_eq!(given(&renamed, r, c), given(&p, r, c).map(swap));
        }
    }
}

/// Chance must reach every part of the group: both orientations, every band, every row.
#[test]
fn random_transforms_reach_everything() {
    let mut rng = rng(5);
    let mut reached = std::collections::HashSet::new();
    for _ in 0..30_000 {
        let t = Transform::random(&mut rng);
        reached.insert((t.source(Cell::new(0, 0)), t.source(Cell::new(8, 7)).column() % 3));
    }
    assert_eq!(reached.len(), 81 * 3);
}

fn symmetric() -> Solution {
    Solution::try_from(grid(SYMMETRIC)).unwrap()
}

/// The same puzzle turned by half a turn has the same cells filled.
fn half_turn(solution: &Solution, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    let bounds = Bounds { givens, ..Bounds::default() };
    Puzzle::prove(dig(solution, &order, Symmetry::HalfTurn, bounds)).unwrap()
}

/// Dug row by row or column by column, so that some stay empty.
fn with_empty_lines(solution: &Solution, by_row: bool) -> Puzzle {
    let mut order = Cell::ALL;
    if !by_row {
        order.sort_by_key(|cell| cell.column());
    }
    let bounds = Bounds::default();
    Puzzle::prove(dig(solution, &order, Symmetry::None, bounds)).unwrap()
}

/// A puzzle on the most symmetric grid that is itself three times the same: to take the next row of
/// each band and the stack before changes nothing.
fn three_times_the_same(givens: usize, rng: &mut Rng) -> Puzzle {
    let next = |cell: Cell| {
        let (row, column) = (cell.row(), cell.column());
        Cell::new(row / 3 * 3 + (row + 1) % 3, (column + 6) % 9)
    };
    let mut left = Puzzle::prove(grid(SYMMETRIC)).unwrap();
    let mut order = Cell::ALL;
    order.shuffle(rng);
    for cell in order {
        let mut fewer = *left.givens();
        for cell in [cell, next(cell), next(next(cell))] {
            assert_eq!(left.solution()[cell], left.solution()[next(cell)]);
            fewer[cell] = None;
        }
        if fewer.filled_count() >= givens
            && let Ok(puzzle) = Puzzle::prove(fewer)
        {
            left = puzzle;
        }
    }
    left
}

/// Sparse, dense and full puzzles, some with a pattern, some on the most symmetric grid.
fn all_sorts() -> Vec<Puzzle> {
    let mut rng = rng(40);
    let mut puzzles: Vec<_> = mixed_puzzles(14, 41).collect();
    puzzles.push(puzzle(SEVENTEEN));
    puzzles.extend([0, 26, 40, 60, 75, 81].map(|givens| dug(&symmetric(), givens, &mut rng)));
    puzzles.extend([0, 30, 45, 63].map(|givens| three_times_the_same(givens, &mut rng)));
    for givens in [0, 26, 32, 40, 55, 70, 77, 81] {
        let full = full_grid(&mut rng);
        puzzles.push(half_turn(&full, givens, &mut rng));
        puzzles.push(dug(&full, givens, &mut rng));
    }
    for by_row in [false, true] {
        puzzles.push(with_empty_lines(&full_grid(&mut rng), by_row));
        puzzles.push(with_empty_lines(&symmetric(), by_row));
    }
    puzzles.iter().map(|puzzle| Transform::random(&mut rng).puzzle(puzzle)).collect()
}

/// The four quarters of them, to be judged side by side.
fn judge_by_brute_force(quarter: usize) {
    for p in all_sorts().iter().skip(quarter).step_by(4) {
        let smallest = smallest_by_brute_force(p.givens());
        assert_eq!(Canonical::of(p).grid(), &smallest, "{p:?}");
        assert_eq!(plain_canon::smallest(p.givens()), smallest, "the other judge: {p:?}");
    }
}

#[test]
fn is_the_smallest_line_of_any_rearrangement() {
    judge_by_brute_force(0);
    judge_by_brute_force(1);
}

#[test]
fn is_the_smallest_rearrangement_of_more_puzzles() {
    judge_by_brute_force(2);
    judge_by_brute_force(3);
}

/// Rare positions: in one dense puzzle of a thousand, two digits that wait for their names meet in
/// a stack of which the columns depend on them.
#[test]
fn is_what_a_plain_search_finds() {
    let mut rng = rng(46);
    for i in 0..2_500 {
        let givens = [0, 0, 25, 30, 36, 45, 55, 60, 65, 72][i % 10];
        let full = if i % 50 < 45 { full_grid(&mut rng) } else { symmetric() };
        let p = match i % 3 {
            0 => half_turn(&full, givens, &mut rng),
            _ => dug(&full, givens, &mut rng),
        };
        let p = Transform::random(&mut rng).puzzle(&p);
        assert_eq!(Canonical::of(&p).grid(), &plain_canon::smallest(p.givens()), "{p:?}");
    }
}

/// The class of a full grid, by which data sets are split.
#[test]
fn class_of_solution_equals_plain_search() {
    let mut rng = rng(47);
    let mut grids: Vec<Solution> = (0..4).map(|_| full_grid(&mut rng)).collect();
    grids.push(Solution::try_from(grid(SYMMETRIC)).unwrap());
    for full in grids {
        let smallest = plain_canon::smallest(&Grid::from(full));
        assert_eq!(Key::of_solution(&full), Key::of(&smallest));
        let p = dug(&full, 30, &mut rng);
        let disguised = Transform::random(&mut rng).puzzle(&p);
        assert_eq!(Key::of_solution(disguised.solution()), Key::of(&smallest));
    }
}

fn same_in_ten_disguises(p: &Puzzle, rng: &mut Rng) {
    for _ in 0..10 {
        let disguised = Transform::random(rng).puzzle(p);
        assert_eq!(Canonical::of(&disguised), Canonical::of(p), "{p:?} {disguised:?}");
    }
}

#[test]
fn does_not_change_under_random_transforms() {
    let mut rng = rng(42);
    for p in mixed_puzzles(2_000, 43).chain(all_sorts()) {
        same_in_ten_disguises(&p, &mut rng);
    }
}

/// How many rearrangements of `a` are `b`, but for the names of the digits: by trying everything.
fn ways_from_to(a: &Grid, b: &Grid) -> usize {
    let mut ways = 0;
    all_rearrangements(|source| {
        let (mut to, mut from) = ([None; 10], [None; 10]);
        let same = Cell::ALL.into_iter().all(|cell| {
            match (a[source(cell.row(), cell.column())], b[cell]) {
                (None, None) => true,
                (Some(x), Some(y)) => {
                    *to[usize::from(x.get())].get_or_insert(y) == y
                        && *from[usize::from(y.get())].get_or_insert(x) == x
                }
                _ => false,
            }
        });
        ways += usize::from(same);
    });
    ways
}

#[test]
fn is_its_own_canonical_form() {
    for p in all_sorts() {
        let canonical = Canonical::of(&p);
        let again = Canonical::of(&Puzzle::prove(*canonical.grid()).unwrap());
        assert_eq!(again, canonical);
    }
}

#[test]
fn the_symmetric_grid_has_648_automorphisms() {
    assert_eq!(ways_from_to(&grid(SYMMETRIC), &grid(SYMMETRIC)), 648);
}

/// Where a form that settles the solution first fails: puzzles whose solution has automorphisms.
#[test]
fn holds_on_the_grid_with_648_automorphisms() {
    let mut rng = rng(44);
    for i in 0..60 {
        let p = dug(&symmetric(), [0, 27, 36, 50][i % 4], &mut rng);
        same_in_ten_disguises(&p, &mut rng);
    }
}

/// Near misses: puzzles on one symmetric grid that differ in one given. Most are different, some
/// are the same in disguise; an exhaustive search says which.
#[test]
fn distinguishes_exactly_what_an_exhaustive_search_distinguishes() {
    let mut rng = rng(45);
    let base = dug(&symmetric(), 30, &mut rng);
    let with = |cell: Cell| {
        let mut givens = *base.givens();
        givens[cell] = Some(base.solution()[cell]);
        Puzzle::prove(givens).unwrap()
    };
    let near: Vec<_> = base.givens().empty().map(with).take(6).collect();
    // Nearly full grids of one cell missing fall into few classes on this grid.
    let but = |cell: Cell| {
        let mut givens = grid(SYMMETRIC);
        givens[cell] = None;
        Puzzle::prove(givens).unwrap()
    };
    let full: Vec<_> = [0, 1, 9, 40, 80].map(|i| but(Cell::ALL[i])).into();
    let (mut same, mut different) = (0, 0);
    for set in [near, full] {
        for (i, a) in set.iter().enumerate() {
            for b in &set[..i] {
                let equivalent = ways_from_to(a.givens(), b.givens()) > 0;
                assert_eq!(Canonical::of(a) == Canonical::of(b), equivalent, "{a:?} {b:?}");
                *(if equivalent { &mut same } else { &mut different }) += 1;
            }
        }
    }
    assert!(same > 0 && different > 0, "both answers must be put to the test: {same} {different}");
}
