//! Made puzzles: the same with any number of threads, no duplicates, the bounds of every level, the golden catalogue.

use crate::support::puzzles::{full_grid, grid, rng};
use crate::support::reference::smallest_by_brute_force;
use rand::{Rng as _, RngExt as _};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use sudoku_press::human::ladder::{Ladder, Rung};
use sudoku_press::make::batch::{
    Batch, BatchCaller, BatchItem, Dedup, GivensConstraints, LookupDelay, LookupError, MadePuzzle,
    Plan, PlanError, Shortfall,
};
use sudoku_press::make::entry::Entry;
use sudoku_press::make::generate::{
    Bounds, FullGrid, HoleOrder, Look, Recipe, Symmetry, dig, dig_puzzle, transform_to_level,
};
use sudoku_press::make::seed::{MAX_REISSUES, Seed, Slot};
use sudoku_press::store::table::{CatalogWriter, TableFormat};
use sudoku_press::sudoku::canon::Canonical;
use sudoku_press::sudoku::grid::{Cell, Digit, Grid, House, Solution};
use sudoku_press::sudoku::score::{Level, Score};
use sudoku_press::sudoku::solver::{dfs, mrv};

const SEED: Seed = Seed(20_090_101);

fn plan(quotas: &[(Level, u64)]) -> Plan {
    Plan::new(quotas.to_vec())
}

fn made(plan: &Plan, threads: usize) -> Vec<MadePuzzle> {
    made_of(plan, SEED, threads)
}

fn made_of(plan: &Plan, seed: Seed, threads: usize) -> Vec<MadePuzzle> {
    let batch = Batch::new(plan.clone(), seed, threads).unwrap();
    batch.map(|item| item.unwrap().puzzle().unwrap()).collect()
}

fn csv(plan: &Plan, threads: usize) -> String {
    let mut catalog = CatalogWriter::new(Vec::new(), TableFormat::Csv).unwrap();
    for made in made(plan, threads) {
        catalog.write(&made.entry).unwrap();
    }
    String::from_utf8(catalog.finish().unwrap()).unwrap()
}

#[test]
fn same_bytes_with_1_2_and_8_threads() {
    let plan = plan(&Level::ALL.map(|level| (level, 150)));
    let one = csv(&plan, 1);
    assert_eq!(one.lines().count(), 1 + 5 * 150);
    assert_eq!(csv(&plan, 2), one);
    assert_eq!(csv(&plan, 8), one);
}

/// More puzzles later must not change the puzzles before.
#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    let short = csv(&plan(&[(Level::Easy, 70)]), 2);
    let long = csv(&plan(&[(Level::Easy, 200)]), 2);
    assert!(long.starts_with(&short));
}

#[test]
fn another_seed_makes_other_puzzles() {
    let plan = plan(&[(Level::Medium, 50)]);
    let canonical = |seed| -> HashSet<Canonical> {
        made_of(&plan, seed, 2).into_iter().map(|i| i.entry.canonical).collect()
    };
    assert!(canonical(SEED).is_disjoint(&canonical(Seed(SEED.0 + 1))));
}

/// Reissue 256 of a slot was made from the random numbers of reissue 0, and no test saw it.
#[test]
fn reissues_and_slots_never_share_random_numbers() {
    let rungs: Vec<Rung> = Ladder::ALL.into_iter().flat_map(Ladder::rungs).collect();
    let ends = |most: u64| (0..64).map(|bit| 1 << bit).filter(move |n| *n <= most).chain([0, most]);
    let numbers: BTreeSet<u64> = ends(Slot::MAX).collect();
    let reissues = 0..=MAX_REISSUES;
    let one = Slot { rung: rungs[0], number: 3 };
    let mut streams: BTreeSet<(Slot, u32)> = reissues.map(|reissue| (one, reissue)).collect();
    for rung in rungs {
        for &number in &numbers {
            let some = ends(MAX_REISSUES.into()).map(|n| (Slot { rung, number }, n as u32));
            streams.extend(some);
        }
    }
    let first = |&(slot, reissue): &(Slot, u32)| SEED.stream(slot, reissue).next_u64();
    let drawn: HashSet<u64> = streams.iter().map(first).collect();
    assert_eq!(drawn.len(), streams.len());
    // Streams that belong to no slot.
    assert!(numbers.iter().all(|&n| !drawn.contains(&SEED.stream_at(n).next_u64())));
}

/// A catalogue of the published method. `golden.csv` changes only together with a line in the
/// changelog.
#[test]
fn golden_catalogue() {
    let shape = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let made = csv(&Plan { givens: shape, ..plan(&Level::ALL.map(|level| (level, 4))) }, 2);
    assert_eq!(made, include_str!("../golden.csv"));
}

/// The golden catalogue is not believed: every row is judged by slow code.
#[test]
fn the_golden_catalogue_verifies() {
    let mut rows = csv::Reader::from_reader(include_str!("../golden.csv").as_bytes());
    let mut classes = HashSet::new();
    for row in rows.deserialize() {
        let row: HashMap<String, String> = row.unwrap();
        let givens = grid(&row["puzzle"]);
        let [solution] = mrv::search(&givens, 2).solutions[..] else {
            panic!("not unique: {givens}");
        };
        assert_eq!(row["solution"], solution.to_string());
        let score = Score {
            givens: row["clues"].parse().unwrap(),
            row_col_min: row["row_col_min"].parse().unwrap(),
            searches: row["searches"].parse().unwrap(),
        };
        assert_eq!(score.givens, givens.filled_count());
        assert_eq!(score.searches, dfs::searches(&givens, 1_000_000));
        assert_eq!(row["difficulty"], score.total());
        assert_eq!(row["level"], score.level().number().to_string());
        assert_eq!(row["canonical"], smallest_by_brute_force(&givens).to_string());
        classes.insert(row["canonical"].clone());
    }
    assert_eq!(classes.len(), 20);
}

/// Pattern grids are one class, and in reading order 5,184 arrangements of it and six bounds are
/// all there is to dig: equivalent puzzles come up, and a slot is issued again for each.
#[test]
fn equivalent_puzzles_are_caught_and_replaced() {
    let givens = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let plan = Plan { grid: FullGrid::Cyclic, givens, ..plan(&[(Level::Evil, 1_000)]) };
    let entries = made(&plan, 2);
    assert_eq!(entries.len(), 1_000, "the quota is filled");
    let classes: HashSet<_> = entries.iter().map(|i| i.entry.canonical).collect();
    assert_eq!(classes.len(), 1_000, "no class comes twice");
    let reissued = entries.iter().filter(|i| i.entry.origin.reissue > 0).count();
    assert!(reissued > 0, "there was something to catch");
    assert_eq!(csv(&plan, 1), csv(&plan, 8), "reissues depend on the order of slots alone");

    // The same without deduplication by class: the duplicates are there.
    let exact = Plan { dedup: Dedup::Exact, ..plan };
    let classes: HashSet<_> = made(&exact, 2).iter().map(|i| i.entry.canonical).collect();
    assert!(classes.len() < 1_000, "{} classes", classes.len());
}

#[test]
fn variants_are_equivalent_and_different() {
    let plan = Plan { variants: 3, dedup: Dedup::Exact, ..plan(&[(Level::Hard, 30)]) };
    let entries = made(&plan, 2);
    let givens: HashSet<_> = entries.iter().map(|i| *i.entry.puzzle.givens()).collect();
    assert_eq!(givens.len(), 30, "no puzzle twice");
    for group in entries.chunks(3) {
        assert!(group.iter().all(|i| i.entry.canonical == group[0].entry.canonical));
        assert!(group.iter().all(|i| i.entry.score.level() == Level::Hard));
    }
    let classes: HashSet<_> = entries.iter().map(|i| i.entry.canonical).collect();
    assert_eq!(classes.len(), 10, "one class for three variants");
    // The first of three is the puzzle that its slot has without variants.
    let alone = made(&Plan { variants: 1, ..plan }, 2);
    for (three, one) in entries.chunks(3).zip(alone.iter().step_by(3)) {
        assert_eq!(three[0].entry.puzzle, one.entry.puzzle);
    }
}

#[test]
fn unfillable_level_ends_short_before_the_next() {
    let plan = Plan {
        attempts: 1,
        // Fewer than half of the tries with so many random digits have a solution.
        grid: FullGrid::LasVegas { digits: 18 },
        ..plan(&[(Level::Beginner, 5_000), (Level::Easy, 2)])
    };
    let items = |threads| -> Vec<Result<MadePuzzle, Shortfall>> {
        let batch = Batch::new(plan.clone(), SEED, threads).unwrap();
        batch.map(|item| item.unwrap().puzzle()).collect()
    };
    let results = items(2);
    let short: Vec<&Shortfall> = results.iter().filter_map(|item| item.as_ref().err()).collect();
    assert_eq!(short[0].rung, Level::Beginner.into());
    assert_eq!(short[0].wanted, 5_000);
    let made = |level| {
        let entries = results.iter().flatten();
        entries.filter(|i| i.entry.origin.slot.rung == level).count() as u64
    };
    assert_eq!(short[0].made, made(Level::Beginner.into()));
    let again = items(8);
    let ids = |results: &[Result<MadePuzzle, Shortfall>]| -> Vec<_> {
        results
            .iter()
            .map(|r| r.as_ref().map(|i| i.entry.origin.slot).map_err(ToString::to_string))
            .collect()
    };
    assert_eq!(ids(&results), ids(&again), "short in the same place with any number of threads");
}

#[test]
fn plans_out_of_range_are_refused() {
    let refused = |plan: Plan| Batch::new(plan, SEED, 1).unwrap_err();
    let variants = Plan { variants: 2, ..plan(&[]) };
    assert!(matches!(refused(variants), PlanError::VariantsNeedExact(2)));
    let none = Plan { variants: 0, ..plan(&[]) };
    assert_eq!(refused(none).to_string(), "number of variants: expected 1 to 1000000, found 0");
    let twice = plan(&[(Level::Easy, 1), (Level::Easy, 1)]);
    assert_eq!(refused(twice).to_string(), "expected one quota for each level, found two for Easy");
}

/// A shard is a plan with ranges of slots: where no class comes twice, shards side by side are the whole.
#[test]
fn adjacent_slot_ranges_make_the_whole_plan() {
    let plan = plan(&[(Level::Easy, 130), (Level::Evil, 70)]);
    let slots = |ranges: Vec<(Level, std::ops::Range<u64>)>| -> Vec<_> {
        let ranges = ranges.into_iter().map(|(level, range)| (level.into(), range)).collect();
        let batch = Batch::for_slots(plan.clone(), SEED, ranges, 2).unwrap();
        batch
            .map(|item| item.unwrap().puzzle().unwrap().entry)
            .map(|entry| (entry.origin.slot, *entry.puzzle.givens()))
            .collect()
    };
    let mut shards = slots(vec![(Level::Easy, 0..1)]);
    shards.extend(slots(vec![(Level::Easy, 1..130), (Level::Evil, 0..7)]));
    shards.extend(slots(vec![(Level::Evil, 7..70)]));
    assert_eq!(shards, slots(vec![(Level::Easy, 0..130), (Level::Evil, 0..70)]));
    let whole = made(&plan, 2).into_iter();
    let whole: Vec<_> = whole.map(|made| (made.slot(), *made.entry.puzzle.givens())).collect();
    assert_eq!(shards, whole);
    let beyond = vec![(Level::Evil.into(), 60..71)];
    let refused = Batch::for_slots(plan, SEED, beyond, 1).unwrap_err();
    assert_eq!(refused.to_string(), "expected slots below 70 of Evil, found 71");
}

/// Delays lookups until this many puzzles have gathered.
struct Gathering(usize);

impl BatchCaller for Gathering {
    fn lookup_delay(&self) -> LookupDelay {
        let enough = self.0;
        Box::new(move |gathered| gathered < enough)
    }
}

/// A question of a server takes its time, so puzzles wait for more, but not for ever.
#[test]
fn archive_is_asked_once_about_all_gathered_puzzles() {
    for threads in [1, 2] {
        let asked = |caller: Arc<dyn BatchCaller>| {
            let batch =
                Batch::new(plan(&[(Level::Easy, 9_000), (Level::Hard, 100)]), SEED, threads);
            let sizes = Arc::new(Mutex::new(Vec::new()));
            let noted = sizes.clone();
            let known = move |keys: &[_]| {
                noted.lock().unwrap().push(keys.len());
                Ok(vec![false; keys.len()])
            };
            let batch = batch.unwrap().excluding(Box::new(known)).unwrap().followed_by(caller);
            let entries: Vec<_> = batch.map(|item| item.unwrap().puzzle().unwrap().entry).collect();
            // Without those about a single puzzle that was issued again.
            let sizes = sizes.lock().unwrap().iter().copied().filter(|&size| size > 1).collect();
            (entries, sizes)
        };
        let (expected, _): (Vec<Entry>, Vec<usize>) = asked(Arc::new(()));
        let (entries, sizes) = asked(Arc::new(Gathering(usize::MAX)));
        assert_eq!(sizes, [8192, 9_000 - 8192, 100], "{threads} threads");
        assert_eq!(entries, expected);
        let (entries, sizes) = asked(Arc::new(Gathering(1_000)));
        assert!(sizes.iter().rev().skip(2).all(|&size| size >= 1_000), "{sizes:?}");
        assert_eq!(entries, expected);
    }
}

/// What cannot be known is not taken for unknown: no puzzle is made after it.
#[test]
fn batch_ends_when_the_archive_is_unreadable() {
    // More slots than are made ahead, so that they are not asked about at once.
    let batch = Batch::new(plan(&[(Level::Easy, 20_000)]), SEED, 2).unwrap();
    let answered = Arc::new(AtomicUsize::new(0));
    let count = answered.clone();
    let known = move |keys: &[_]| match count.compare_exchange(0, keys.len(), SeqCst, SeqCst) {
        Ok(_) => Ok(vec![false; keys.len()]),
        Err(_) => Err(LookupError("the disk is gone".into())),
    };
    let mut batch = batch.excluding(Box::new(known)).unwrap();
    let mut failed = None;
    let mut made = 0;
    for item in batch.by_ref() {
        match item {
            Ok(BatchItem::Puzzle(_)) => made += 1,
            Ok(BatchItem::Shortfall(short)) => panic!("{short}"),
            Err(e) => failed = Some(e),
        }
    }
    assert_eq!(made, answered.load(SeqCst));
    assert_eq!(failed.expect("the second lookup failed").to_string(), "the disk is gone");
    assert!(batch.next().is_none());
}

/// The paper's table, written down once more: order, range of the bound, fewest in a row or column.
const TABLE: [(Level, HoleOrder, [u32; 2], usize); 5] = [
    (Level::Beginner, HoleOrder::Random, [50, 60], 5),
    (Level::Easy, HoleOrder::Random, [36, 49], 4),
    (Level::Medium, HoleOrder::Jumping, [32, 35], 3),
    (Level::Hard, HoleOrder::Snake, [28, 31], 2),
    (Level::Evil, HoleOrder::Reading, [22, 27], 0),
];

#[test]
fn recipes_agree_with_the_paper() {
    for (level, order, [fewest, most], row_col_min) in TABLE {
        let recipe = Recipe::paper(level);
        assert_eq!((recipe.order, recipe.row_col_min), (order, row_col_min));
        assert_eq!([recipe.min_givens, recipe.max_givens], [fewest, most]);
        assert_eq!(recipe.grid, FullGrid::LasVegas { digits: 11 });
    }
}

/// Bounds, uniqueness and level of what comes out, by slow code alone.
#[test]
fn every_level_meets_its_bounds() {
    for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
        for (level, _, [fewest, _], row_col_min) in TABLE {
            let recipe = Recipe { symmetry, ..Recipe::paper(level) };
            let mut rng = rng(100 + u64::from(level.number()));
            let mut made = 0;
            for _ in 0..2_000 {
                let Some(base) = dig_puzzle(&recipe, &mut rng) else {
                    continue;
                };
                let Some((puzzle, score)) = transform_to_level(&recipe, &base, &mut rng) else {
                    continue;
                };
                made += 1;
                let givens = puzzle.givens();
                let count = Cell::ALL.iter().filter(|&&c| givens[c].is_some()).count();
                assert!(count >= fewest as usize, "{level}: {count} givens");
                let lines = &House::ALL[..18];
                let emptiest = lines
                    .iter()
                    .map(|h| h.cells().iter().filter(|&&c| givens[c].is_some()).count());
                let emptiest = emptiest.min().unwrap();
                assert!(emptiest >= row_col_min, "{level}: {emptiest} in a row or column");
                assert_eq!(mrv::search(givens, 2).solutions, [*puzzle.solution()]);
                assert_eq!(score.givens, count);
                assert_eq!(score.row_col_min, emptiest);
                assert_eq!(score.searches, dfs::searches(givens, 1_000_000));
                assert_eq!(score.level(), level);
                if symmetry == Symmetry::HalfTurn {
                    for cell in Cell::ALL {
                        let turned = Cell::ALL[80 - cell.index()];
                        assert_eq!(givens[cell].is_some(), givens[turned].is_some());
                    }
                }
                if made == 40 {
                    break;
                }
            }
            assert_eq!(made, 40, "{level} {symmetry:?} comes out often enough");
        }
    }
}

/// The paper's procedure as it says it: every cell once, in order, kept if a bound breaks or if any
/// other digit that the rules allow leads to a solution.
fn plain_dig(solution: &Solution, order: &[Cell; 81], symmetry: Symmetry, bounds: Bounds) -> Grid {
    let mut grid = Grid::from(*solution);
    let mut tried = [false; 81];
    for &cell in order {
        let orbit = symmetry.orbit(cell);
        if tried[cell.index()] {
            continue;
        }
        orbit.iter().for_each(|c| tried[c.index()] = true);
        let before = grid;
        orbit.iter().for_each(|&c| grid[c] = None);
        let within = grid.filled_count() >= bounds.givens
            && orbit.iter().all(|c| {
                let [row, column, block] = c.houses().map(|house| grid.filled_count_in(house));
                row.min(column) >= bounds.row_col_min && block >= bounds.block_min
            });
        let ambiguous = || {
            orbit.iter().any(|&c| {
                Digit::ALL.into_iter().filter(|&d| d != solution[c]).any(|d| {
                    let mut other = grid;
                    other[c] = Some(d);
                    !mrv::search(&other, 1).solutions.is_empty()
                })
            })
        };
        if !within || ambiguous() {
            grid = before;
        }
    }
    grid
}

#[test]
fn fast_dig_equals_plain_dig_in_every_cell() {
    let mut rng = rng(7);
    for i in 0..144 {
        let full = full_grid(&mut rng);
        let order = HoleOrder::ALL[i % 4].cells(&mut rng);
        let symmetry = Symmetry::ALL[i / 4 % Symmetry::ALL.len()];
        let bounds = Bounds {
            givens: rng.random_range(0..50u32) as usize,
            row_col_min: rng.random_range(0..5u32) as usize,
            block_min: rng.random_range(0..5u32) as usize,
        };
        let fast = dig(&full, &order, symmetry, bounds);
        assert_eq!(fast, plain_dig(&full, &order, symmetry, bounds), "{full} {order:?} {bounds:?}");
    }
}

#[test]
fn dig_orders_visit_every_cell_once_as_published() {
    let mut rng = rng(8);
    let number = |order: HoleOrder, rng: &mut _| order.cells(rng).map(Cell::index);
    let jumping = number(HoleOrder::Jumping, &mut rng);
    assert_eq!(jumping[..4], [0, 2, 4, 6]);
    assert_eq!(jumping[39..43], [78, 80, 1, 3]);
    assert_eq!(jumping[80], 79);
    let snake = number(HoleOrder::Snake, &mut rng);
    assert_eq!(snake[7..12], [7, 8, 17, 16, 15]);
    assert_eq!(snake[16..20], [10, 9, 18, 19]);
    assert_eq!(number(HoleOrder::Reading, &mut rng), std::array::from_fn(|i| i));
    assert_ne!(number(HoleOrder::Random, &mut rng), number(HoleOrder::Random, &mut rng));
    for order in HoleOrder::ALL {
        let mut cells = order.cells(&mut rng);
        cells.sort_unstable();
        assert_eq!(cells, Cell::ALL);
    }
}

#[test]
fn full_grids_of_every_kind_differ() {
    for kind in [FullGrid::PAPER, FullGrid::Shuffled, FullGrid::Cyclic] {
        let mut rng = rng(9);
        let mut seen = std::collections::HashSet::new();
        let (mut tries, mut made) = (0, 0);
        while made < 200 {
            tries += 1;
            assert!(tries < 1_000, "{kind:?} comes out often enough");
            let Some(full) = kind.attempt(&mut rng) else {
                continue;
            };
            made += 1;
            assert_eq!(Solution::try_from(Grid::from(full)), Ok(full));
            seen.insert(full.to_string());
        }
        assert!(seen.len() >= 199, "{kind:?}: {} different of 200", seen.len());
    }
}

#[test]
fn las_vegas_ends_when_no_grid_is_found() {
    let mut rng = rng(10);
    let never = FullGrid::LasVegas { digits: 81 };
    assert!((0..1_000).all(|_| never.attempt(&mut rng).is_none()));
}

/// What every thread does for every puzzle took one lock for all of them, and made words that were drawn once in
/// thousands of times.
#[test]
fn counting_a_puzzle_takes_no_lock() {
    for file in ["pace", "progress", "observer"] {
        let code = fs::read_to_string(format!("src/cli/{file}.rs")).unwrap();
        for lock in ["Mutex", "RwLock", "Condvar", "set_message"] {
            assert!(!code.contains(lock), "{file}.rs has {lock}");
        }
    }
}
