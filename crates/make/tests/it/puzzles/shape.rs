//! Pictures, minimal puzzles, numbers of givens and symmetry, against slow judges.

use crate::support::puzzles::{full_grid, rng};
use crate::support::reference::all_rearrangements;
use grid::{Cell, Digit, Engine, Grid, Key, Level, Puzzle, Symmetry, Transform};
use human::{Band, Rung};
use make::{
    Batch, Bounds, ClosedRange, Entry, GivensConstraints, GivensMask, HoleOrder, Look, Plan, Seed,
    dig, pattern_key,
};
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};

/// A face, a heart and a star, drawn with three kinds of characters.
const PICTURES: &str = "\
.xxxxxxx.
x.......x
x.xx.xx.x
x.......x
x...x...x
x.x...x.x
x..xxx..x
x.......x
.xxxxxxx.

_##___##_
#__#_#__#
#___#___#
#_______#
#_______#
_#_____#_
__#___#__
___#_#___
____#____

100010001
020202020
003333300
000444000
555555555
000666000
007777700
080808080
900090009
";

const FACE: usize = 38;

fn made(plan: Plan) -> Vec<Entry> {
    let batch = Batch::new(plan, Seed(5), 2).unwrap();
    batch.map(|item| item.unwrap().puzzle().unwrap().entry).collect()
}

/// The only solution, by slow code.
fn is_unique(entry: &Entry) -> bool {
    let puzzle = entry.puzzle.classic().unwrap();
    Engine::Mrv.solutions(puzzle.givens(), 2) == [*puzzle.solution()]
}

#[test]
fn puzzles_take_the_pictures_in_turn() {
    let drawn: Vec<Vec<bool>> = PICTURES
        .split("\n\n")
        .map(|text| text.chars().filter(|c| *c != '\n').map(|c| !"._0".contains(c)).collect())
        .collect();
    let patterns = GivensMask::read_all(PICTURES).unwrap();
    assert_eq!(patterns[0].count(), FACE);
    let shape = GivensConstraints {
        patterns: vec![patterns[0], patterns[2]],
        ..GivensConstraints::default()
    };
    let mut plans =
        vec![Plan { givens: shape, ..Plan::new(vec![(Band::Easy, 5), (Band::Gentle, 4)]) }];
    let shape = GivensConstraints { patterns: vec![patterns[1]], ..GivensConstraints::default() };
    plans.push(Plan { givens: shape, ..Plan::new(vec![(Level::Evil, 3)]) });
    for (plan, order) in plans.into_iter().zip([vec![0, 2], vec![1]]) {
        let entries = made(plan);
        assert!(entries.iter().all(is_unique));
        for entry in &entries {
            let picture = &drawn[order[entry.origin.slot.number as usize % order.len()]];
            let givens = entry.puzzle.givens();
            assert!(
                Cell::ALL.iter().all(|&c| givens.digit(c.index()).is_some() == picture[c.index()]),
                "{givens}"
            );
        }
    }
}

/// Each property, on both ladders, by the slow judges; and only what is asked for.
#[test]
fn minimal_puzzles_keep_their_number_of_givens() {
    for (i, (symmetry, moves, _)) in SYMMETRIES.into_iter().enumerate() {
        let minimal = GivensConstraints { minimal: true, ..GivensConstraints::default() };
        let paper = Plan::new(vec![(Level::Evil, 2)]);
        let human = Plan::new(vec![([Band::Easy, Band::Medium][i % 2], 2)]);
        for plan in [paper, human] {
            let entries = made(Plan { symmetry: symmetry.into(), givens: minimal.clone(), ..plan });
            assert!(entries.iter().all(
                |entry| is_minimal(entry.puzzle.classic().unwrap(), moves) && is_unique(entry)
            ));
        }
    }
    for (from, to, level) in [(24, 24, Level::Evil), (33, 34, Level::Medium), (26, 28, Level::Hard)]
    {
        let count = Some(ClosedRange { from, to });
        let shape = GivensConstraints { count, ..GivensConstraints::default() };
        let allowed = usize::from(from)..=usize::from(to);
        let paper = Plan::new(vec![(level, 3)]);
        let human =
            Plan { symmetry: Symmetry::HalfTurn.into(), ..Plan::new(vec![(Band::Easy, 3)]) };
        for plan in [paper, human] {
            for entry in made(Plan { givens: shape.clone(), ..plan }) {
                let count =
                    entry.puzzle.givens().to_string().bytes().filter(|b| *b != b'.').count();
                assert!(allowed.contains(&count) && is_unique(&entry), "{allowed:?}: {count}");
            }
        }
    }
}

/// Returns the least and the greatest number of givens in any row, column or block. Counts cell by
/// cell.
fn extremes(entry: &Entry) -> (usize, usize) {
    let givens = entry.puzzle.givens();
    let counts = |of: fn(Cell) -> usize| {
        (0..9).map(move |n| {
            Cell::ALL.iter().filter(|&&c| of(c) == n && givens.digit(c.index()).is_some()).count()
        })
    };
    let all: Vec<usize> =
        [Cell::row, Cell::column, Cell::block].into_iter().flat_map(counts).collect();
    (*all.iter().min().unwrap(), *all.iter().max().unwrap())
}

/// Of 200 puzzles of the published method, 177 of level 4 had a house with eight or nine givens, and
/// all of level 5 an empty row or column.
#[test]
fn puzzles_look_composed_unless_published() {
    let levels = || Level::ALL[2..].iter().map(|&level| (level, 1_700)).collect();
    let entries = made(Plan::new(levels()));
    assert_eq!(entries.len(), 5_100);
    for entry in &entries {
        let (least, most) = extremes(entry);
        assert!(least >= 1 && most <= 6, "{least} to {most}: {}", entry.puzzle.givens());
    }
    let givens = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let published =
        made(Plan { givens, ..Plan::new(vec![(Level::Hard, 200), (Level::Evil, 200)]) });
    let nearly_full = published[..200].iter().filter(|entry| extremes(entry).1 > 7).count();
    let has_empty = published[200..].iter().filter(|entry| extremes(entry).0 == 0).count();
    assert!(nearly_full > 150 && has_empty > 150, "{nearly_full} {has_empty}");
}

/// Every level and band with each symmetry; without one, few attempts are lost.
#[test]
fn composed_look_holds_with_every_symmetry() {
    let bands = [Band::Gentle, Band::Easy, Band::Medium, Band::Hard];
    for (symmetry, ..) in SYMMETRIES {
        for plan in [
            Plan::new(Level::ALL[..4].iter().map(|&level| (level, 20)).collect()),
            Plan::new(bands.map(|band| (band, 6)).to_vec()),
        ] {
            for entry in made(Plan { symmetry: symmetry.into(), ..plan }) {
                let (least, most) = extremes(&entry);
                let allowed = match entry.origin.slot.rung {
                    Rung::Level(Level::Beginner) => 2..=7,
                    Rung::Level(Level::Easy) | Rung::Band(Band::Gentle | Band::Easy) => 2..=6,
                    _ => 1..=6,
                };
                let is_even = allowed.contains(&least) && allowed.contains(&most);
                assert!(is_even, "{symmetry:?}: {}", entry.puzzle.givens());
            }
        }
    }
    let plan = Plan::new(Level::ALL.map(|level| (level, 200)).to_vec());
    let batch = Batch::new(plan, Seed(5), 2).unwrap();
    let attempts: u64 = batch.map(|item| item.unwrap().puzzle().unwrap().attempts).sum();
    // Levels 4 and 5 refuse puzzles that people find easier or harder.
    assert!(attempts <= 2_200, "{attempts}");
}

/// Returns the key that a picture shares with its eight views.
fn view_key(picture: GivensMask) -> Option<Key> {
    let digits = Cell::ALL.map(|cell| picture.contains(cell).then_some(Digit::ALL[0]));
    pattern_key(&Grid::new(digits).into())
}

/// The pictures that users copy have puzzles.
#[test]
fn shipped_pictures_have_puzzles() {
    let letters = include_str!("../../../templates/patterns/letters.txt");
    let shapes = include_str!("../../../templates/patterns/shapes.txt");
    let designed = include_str!("../../../templates/patterns/designed.txt");
    // Letters have so many givens that all their puzzles are gentle.
    for (text, band, count) in
        [(letters, Band::Gentle, 4), (shapes, Band::Easy, 4), (designed, Band::Easy, 60)]
    {
        let patterns = GivensMask::read_all(text).unwrap();
        assert_eq!(patterns.len(), count);
        let keys: BTreeSet<_> = patterns.iter().map(|picture| view_key(*picture)).collect();
        assert_eq!(keys.len(), count, "no picture twice, also not turned or mirrored");
        let shape = GivensConstraints { patterns, ..GivensConstraints::default() };
        let entries = made(Plan { givens: shape, ..Plan::new(vec![(band, count as u64)]) });
        assert!(entries.len() == count && entries.iter().all(is_unique));
    }
}

/// Where a cell goes when the grid is turned or mirrored.
type Move = fn(usize, usize) -> (usize, usize);

const QUARTER: Move = |r, c| (c, 8 - r);

const HALF: Move = |r, c| (8 - r, 8 - c);

const LEFT_RIGHT: Move = |r, c| (r, 8 - c);

const TOP_BOTTOM: Move = |r, c| (8 - r, c);

const DIAGONAL: Move = |r, c| (c, r);

const OTHER_DIAGONAL: Move = |r, c| (8 - c, 8 - r);

/// Each symmetry, the moves under which its patterns look the same, and the number of rearrangements that
/// keep every such pattern. The numbers are counted below, and were counted by another program before.
const SYMMETRIES: [(Symmetry, &[Move], usize); 9] = [
    (Symmetry::None, &[], 3_359_232),
    (Symmetry::HalfTurn, &[HALF], 1_152),
    (Symmetry::QuarterTurn, &[QUARTER], 96),
    (Symmetry::LeftRight, &[LEFT_RIGHT], 31_104),
    (Symmetry::TopBottom, &[TOP_BOTTOM], 31_104),
    (Symmetry::BothMirrors, &[LEFT_RIGHT, TOP_BOTTOM], 1_152),
    (Symmetry::Diagonal, &[DIAGONAL], 2_592),
    (Symmetry::BothDiagonals, &[DIAGONAL, OTHER_DIAGONAL], 96),
    (Symmetry::Full, &[QUARTER, DIAGONAL], 192),
];

/// For each cell the smallest of those that the moves lead to, again and again.
fn classes(moves: &[Move]) -> [usize; 81] {
    let mut class: [usize; 81] = std::array::from_fn(|i| i);
    loop {
        let before = class;
        for i in 0..81 {
            for (r, c) in moves.iter().map(|to| to(i / 9, i % 9)) {
                let least = class[i].min(class[r * 9 + c]);
                (class[i], class[r * 9 + c]) = (least, least);
            }
        }
        if class == before {
            return class;
        }
    }
}

/// Rows and columns from which the first column and the first row come tell the whole rearrangement.
fn name(source: &dyn Fn(usize, usize) -> Cell) -> [Cell; 18] {
    std::array::from_fn(|i| if i < 9 { source(i, 0) } else { source(0, i - 9) })
}

/// A rearrangement keeps every pattern of a symmetry exactly when the cells that are given together come
/// from cells that are given together. The random transforms are these, all of them and no other.
#[test]
fn transforms_of_a_symmetry_keep_its_patterns() {
    let symmetric = &SYMMETRIES[1..];
    let classes: Vec<_> = symmetric.iter().map(|(_, moves, _)| classes(moves)).collect();
    let mut keeping = vec![BTreeSet::new(); symmetric.len()];
    all_rearrangements(|source| {
        for (class, keeping) in classes.iter().zip(&mut keeping) {
            // For each class the one that its first cell comes from.
            let mut from = [u8::MAX; 81];
            let keeps = (0..81).all(|i| {
                let comes = class[source(i / 9, i % 9).index()] as u8;
                let first = &mut from[class[i]];
                if *first == u8::MAX {
                    *first = comes;
                }
                *first == comes
            });
            if keeps {
                keeping.insert(name(source));
            }
        }
    });
    for ((symmetry, _, count), keeping) in symmetric.iter().zip(keeping) {
        assert_eq!(keeping.len(), *count, "{symmetry:?}");
        let mut rng = rng(11);
        let mut drawn = BTreeMap::<_, u32>::new();
        for _ in 0..count * 20 {
            let t = Transform::random_keeping(*symmetry, &mut rng);
            *drawn.entry(name(&|r, c| t.source(Cell::new(r, c)))).or_default() += 1;
        }
        assert!(drawn.keys().eq(&keeping), "{symmetry:?}: {} drawn", drawn.len());
        // Each comes twenty times on average; a kind that came half as often would show.
        let most = drawn.values().max().unwrap();
        assert!(*most < 60, "{symmetry:?}: one was drawn {most} times");
    }
}

#[test]
fn orbits_are_made_by_turns_and_mirrors() {
    assert_eq!(SYMMETRIES.map(|(symmetry, ..)| symmetry), Symmetry::ALL);
    for (symmetry, moves, _) in SYMMETRIES {
        let class = classes(moves);
        for cell in Cell::ALL {
            let mut orbit = symmetry.orbit(cell).to_vec();
            assert_eq!(orbit[0], cell);
            orbit.sort_unstable();
            let same = |other: &Cell| class[other.index()] == class[cell.index()];
            assert_eq!(orbit, Cell::ALL.into_iter().filter(same).collect::<Vec<_>>());
        }
        assert_eq!(symmetry.name().parse(), Ok(symmetry));
    }
    assert!("mirror".parse::<Symmetry>().is_err());
}

/// Whether there are several solutions without any of the groups of givens that belong together.
fn is_minimal(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let class = classes(moves);
    puzzle.givens().filled().all(|(cell, _)| {
        let together = |other: &Cell| class[other.index()] == class[cell.index()];
        let mut fewer = *puzzle.givens();
        Cell::ALL.into_iter().filter(together).for_each(|cell| fewer[cell] = None);
        Engine::Mrv.solutions(&fewer, 2).len() == 2
    })
}

/// The last given, or the last cell of the order, was not tried, and no test saw it.
#[test]
fn minimal_puzzle_needs_first_and_last_given() {
    let mut rng = rng(19);
    let bounds = Bounds::default();
    let (mut first, mut last) = (0, 0);
    for _ in 0..12 {
        let solution = full_grid(&mut rng);
        let order = HoleOrder::Random.cells(&mut rng);
        let minimal = dig(&solution, &order, Symmetry::None, bounds);
        for extra in minimal.empty() {
            let mut more = minimal;
            more[extra] = Some(solution[extra]);
            let can_go = |cell: &Cell| {
                let mut fewer = more;
                fewer[*cell] = None;
                Engine::Mrv.solutions(&fewer, 2).len() == 1
            };
            let given: Vec<Cell> = more.filled().map(|(cell, _)| cell).collect();
            if given.iter().filter(|cell| can_go(cell)).ne([&extra]) {
                continue;
            }
            first += usize::from(given[0] == extra);
            last += usize::from(given[given.len() - 1] == extra);
            assert!(!Symmetry::None.is_minimal(&Puzzle::prove(more).unwrap()), "{more} {extra}");
            // Nothing but this one can go: last, after all that must stay.
            let mut late: Vec<Cell> = Cell::ALL.to_vec();
            late.sort_by_key(|cell| (*cell == extra, more[*cell].is_some()));
            let late: [Cell; 81] = late.try_into().unwrap();
            assert_eq!(dig(&solution, &late, Symmetry::None, bounds), minimal, "{extra}");
        }
    }
    assert!(first > 0 && last > 0, "{first} {last}");
}

/// Dug and disguised, the givens look the same under each move; and a dug puzzle from which no orbit can go
/// is one, by solving it without each.
#[test]
fn puzzles_have_the_symmetry_that_was_asked_for() {
    for (i, (symmetry, moves, _)) in (20..).zip(SYMMETRIES) {
        let mut rng = rng(i);
        for n in 0..12 {
            let order = HoleOrder::ALL[n % 4].cells(&mut rng);
            let givens = if n < 6 { 0 } else { rng.random_range(20..50u32) as usize };
            let bounds = Bounds { givens, ..Bounds::default() };
            let dug = Puzzle::prove(dig(&full_grid(&mut rng), &order, symmetry, bounds)).unwrap();
            assert!(givens > 0 || is_minimal(&dug, moves), "{symmetry:?}");
            let disguised = Transform::random_keeping(symmetry, &mut rng).puzzle(&dug);
            for (puzzle, to) in
                [dug, disguised].iter().flat_map(|p| moves.iter().map(move |to| (p, to)))
            {
                for cell in Cell::ALL {
                    let (r, c) = to(cell.row(), cell.column());
                    let moved = puzzle.givens()[Cell::new(r, c)];
                    assert_eq!(puzzle.givens()[cell].is_some(), moved.is_some(), "{symmetry:?}");
                }
            }
        }
    }
}
