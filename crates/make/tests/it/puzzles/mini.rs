//! Small puzzles: the facts that are known of their grids and puzzles, and ratings.

use grid::mini::{MiniGrid, MiniPuzzle, MiniShape};
use grid::{AnyGrid, AnyTransform};
use human::{MiniLevel, MiniRating};
use make::Seed;
use make::mini::attempt;
use std::collections::{BTreeMap, BTreeSet};

fn solutions(grid: &MiniGrid) -> Vec<MiniGrid> {
    let Some(empty) = grid.cells().iter().position(|digit| *digit == 0) else {
        return vec![*grid];
    };
    let mut all = Vec::new();
    for digit in 1..=grid.shape().side() as u8 {
        let mut next = *grid;
        next.set(empty, digit);
        if !next.has_conflict() {
            all.extend(solutions(&next));
        }
    }
    all
}

/// Returns true if a row, column or block has no digit. Looks at cell after cell.
fn has_empty_house(grid: &MiniGrid) -> bool {
    let shape = grid.shape();
    let side = shape.side();
    let is_empty = |is_in: &dyn Fn(usize) -> bool| {
        (0..shape.cell_count()).all(|cell| !is_in(cell) || grid.digit(cell).is_none())
    };
    (0..side).any(|house| {
        is_empty(&|cell| cell / side == house)
            || is_empty(&|cell| cell % side == house)
            || is_empty(&|cell| shape.block(cell) == house)
    })
}

/// Only the hardest level of a size has empty houses.
#[test]
fn made_puzzles_have_no_empty_house() {
    let mut rng = Seed(8).stream_at(0);
    for (shape, number) in [(MiniShape::Four, 1), (MiniShape::Six, 1), (MiniShape::Six, 2)] {
        let level = MiniLevel::new(shape, number).expect("the level exists");
        let puzzles = std::iter::repeat_with(|| attempt(level, &mut rng)).flatten().take(200);
        for puzzle in puzzles {
            assert_eq!(puzzle.givens().empty_house(), None);
            assert!(!has_empty_house(puzzle.givens()), "{}", puzzle.givens());
        }
    }
    let mut emptied = MiniGrid::empty(MiniShape::Six);
    [0, 7, 14, 21, 28].into_iter().for_each(|cell| emptied.set(cell, 1 + cell as u8 % 6));
    assert!(has_empty_house(&emptied));
    assert_eq!(emptied.empty_house().as_deref(), Some("block 2"));
}

fn with_first_row(shape: MiniShape) -> MiniGrid {
    let mut grid = MiniGrid::empty(shape);
    for column in 0..shape.side() {
        grid.set(column, column as u8 + 1);
    }
    grid
}

#[test]
fn full_grids_and_their_classes_are_as_known() {
    for (shape, of_first_row, orders, orbits) in [
        (MiniShape::Four, 12, 24, BTreeMap::from([(4, 1), (8, 1)])),
        (
            MiniShape::Six,
            39_168,
            720,
            BTreeMap::from([
                (48, 3),
                (96, 3),
                (144, 4),
                (288, 9),
                (432, 5),
                (576, 1),
                (864, 12),
                (1_728, 11),
                (3_456, 1),
            ]),
        ),
    ] {
        let first_row = with_first_row(shape);
        let all = solutions(&first_row);
        assert_eq!(all.len(), of_first_row);
        assert_eq!(first_row.solution_count(u64::MAX), of_first_row as u64);
        let total = [288, 28_200_960][shape as usize];
        assert_eq!(of_first_row * orders, total);
        let mut classes = BTreeMap::<MiniGrid, u32>::new();
        for grid in all {
            let full = MiniPuzzle::prove(grid).expect("a full grid is its own solution");
            *classes.entry(full.canonical()).or_default() += 1;
        }
        let mut found = BTreeMap::<u32, u32>::new();
        classes.into_values().for_each(|size| *found.entry(size).or_default() += 1);
        assert_eq!(found, orbits);
    }
}

#[test]
fn puzzles_of_four_are_as_counted() {
    let mut representatives = BTreeMap::<MiniGrid, (MiniGrid, u64)>::new();
    for grid in solutions(&MiniGrid::empty(MiniShape::Four)) {
        let class = MiniPuzzle::prove(grid).expect("a full grid").canonical();
        representatives.entry(class).or_insert((grid, 0)).1 += 1;
    }
    let (mut puzzles, mut minimal) = (0, BTreeMap::<usize, u64>::new());
    let mut classes = BTreeSet::new();
    let mut minimal_classes = BTreeSet::new();
    for (full, orbit) in representatives.into_values() {
        for givens in 0_u32..1 << 16 {
            let mut grid = full;
            (0..16).filter(|cell| givens >> cell & 1 == 0).for_each(|cell| grid.set(cell, 0));
            let Ok(puzzle) = MiniPuzzle::prove(grid) else { continue };
            puzzles += orbit;
            classes.insert(puzzle.canonical());
            if puzzle.is_minimal() {
                *minimal.entry(puzzle.givens_count()).or_default() += orbit;
                minimal_classes.insert(puzzle.canonical());
            }
        }
    }
    assert_eq!(puzzles, 13_579_680);
    assert_eq!(minimal, BTreeMap::from([(4, 25_728), (5, 58_368), (6, 1_536)]));
    let count = |classes: &BTreeSet<MiniGrid>, givens: usize| {
        classes.iter().filter(|grid| grid.filled_count() == givens).count()
    };
    assert_eq!([4, 5, 6].map(|givens| count(&minimal_classes, givens)), [13, 22, 1]);
    let by_givens: Vec<_> = (4..=16).map(|givens| count(&classes, givens)).collect();
    for (number, givens) in [(1, 8..=10), (2, 4..=6)] {
        let level = MiniLevel::new(MiniShape::Four, number).expect("the level exists");
        let with_level = classes.iter().filter(|form| {
            let puzzle = MiniPuzzle::prove(**form).expect("a form of a puzzle");
            givens.contains(&form.filled_count())
                && MiniLevel::from_puzzle(&puzzle) == Some(level)
                && (number == 2 || !has_empty_house(form))
        });
        assert_eq!(Some(with_level.count() as u32), level.class_count());
    }
    assert_eq!(by_givens, [13, 96, 376, 711, 1040, 980, 788, 414, 210, 56, 22, 2, 2]);
}

#[test]
fn equivalent_puzzles_share_their_canonical_form() {
    let mut rng = Seed(5).stream_at(0);
    for (shape, number) in [(MiniShape::Four, 1), (MiniShape::Six, 2)] {
        let level = MiniLevel::new(shape, number).expect("the level exists");
        let mut classes = BTreeSet::new();
        for _ in 0..300 {
            let Some(puzzle) = attempt(level, &mut rng) else { continue };
            classes.insert(puzzle.canonical());
            let transform = AnyTransform::random(shape.into(), &mut rng);
            let givens = AnyGrid::Mini(*puzzle.givens());
            let moved = transform.grid(&givens).expect("a transform of the shape");
            assert_eq!(transform.inverse().grid(&moved), Some(givens));
            let moved = puzzle.disguised(&mut rng);
            assert_eq!(MiniPuzzle::prove(*moved.givens()), Ok(moved));
            assert_eq!(moved.canonical(), puzzle.canonical());
            // A form of the class, not some other grid.
            let again = MiniPuzzle::prove(puzzle.canonical()).expect("a form of the puzzle");
            assert_eq!(again.canonical(), puzzle.canonical());
            assert_eq!(again.givens_count(), puzzle.givens_count());
        }
        assert!(classes.len() > 5, "{shape}: {}", classes.len());
    }
}

#[test]
fn search_agrees_with_a_slow_one() {
    let mut rng = Seed(6).stream_at(0);
    let mut several = 0;
    for _ in 0..200 {
        let mut grid = *MiniPuzzle::random_full(MiniShape::Six, &mut rng).givens();
        let kept = *MiniPuzzle::random_full(MiniShape::Six, &mut rng).givens();
        // Two thirds of the cells go.
        let emptied: Vec<usize> = (0..36).filter(|&cell| kept.cells()[cell] > 2).collect();
        emptied.into_iter().for_each(|cell| grid.set(cell, 0));
        let slow = solutions(&grid).len() as u64;
        assert_eq!(grid.solution_count(u64::MAX), slow, "{grid}");
        several += u64::from(slow > 1);
    }
    assert!(several > 20, "{several}");
}

#[test]
fn ratings_are_those_of_the_explainer() {
    let mut by_level = BTreeMap::<Option<u8>, u32>::new();
    for row in include_str!("../../mini-ratings.csv").lines().skip(1) {
        let [puzzle, er, ep, ed] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let AnyGrid::Mini(givens) = puzzle.parse().expect("36 cells") else { panic!("{row}") };
        let puzzle = MiniPuzzle::prove(givens).expect("one solution");
        let expected_level = match er {
            "1.2" => Some(1),
            "1.5" => Some(2),
            "1.7" | "2.0" | "2.6" => Some(3),
            _ => None,
        };
        let level = MiniLevel::from_puzzle(&puzzle).map(MiniLevel::number);
        assert_eq!(level, expected_level, "{row}");
        *by_level.entry(level).or_default() += 1;
        let rating = MiniRating::from_puzzle(&puzzle);
        if let Some(MiniRating { er: found, ep: first, ed: start, .. }) = rating {
            assert_eq!(format!("{found} {first} {start}"), format!("{er} {ep} {ed}"), "{row}");
        } else {
            assert_eq!(level, None, "{row}");
        }
    }
    let least = by_level.into_values().min();
    assert!(least >= Some(40), "{least:?}");
}

#[test]
fn attempts_have_their_level_and_bounds() {
    let mut rng = Seed(7).stream_at(0);
    for shape in MiniShape::ALL {
        for number in 1..=MiniLevel::count(shape) {
            let level = MiniLevel::new(shape, number).expect("the level exists");
            let mut made = 0;
            while made < 20 {
                let Some(puzzle) = attempt(level, &mut rng) else { continue };
                assert_eq!(MiniPuzzle::prove(*puzzle.givens()), Ok(puzzle));
                assert_eq!(MiniLevel::from_puzzle(&puzzle), Some(level));
                let is_easy_four = shape == MiniShape::Four && number == 1;
                assert!(!is_easy_four || (8..=10).contains(&puzzle.givens_count()));
                made += 1;
            }
        }
        assert_eq!(MiniLevel::new(shape, MiniLevel::count(shape) + 1), None);
    }
}

#[test]
fn texts_that_are_no_small_grid_are_refused() {
    let error = "1..2....5......3".parse::<AnyGrid>().expect_err("there is no 5");
    let expected = "column 9: expected a digit of 1 to 4 or a blank (. 0 _ * X), found '5'";
    assert_eq!(error.to_string(), expected);
    let mut twice = MiniGrid::empty(MiniShape::Four);
    twice.set(0, 1);
    twice.set(1, 1);
    assert!(twice.has_conflict());
    assert!(MiniPuzzle::prove(twice).is_err());
    assert_eq!(twice.solution_count(10), 0);
}
