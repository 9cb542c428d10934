//! Made puzzles: no duplicates, the bounds of every level, the same after each kind of reissue.

use crate::support::puzzles::{full_grid, rng};
use explainer::RatedForm;
use grid::{AnyGrid, Cell, Digit, Engine, Grid, House, Key, Level, Solution, Symmetry};
use human::{Band, Ladder, Rung};
use make::{
    Batch, BatchCaller, BatchItem, Bounds, Entry, FullGrid, GivensConstraints, HoleOrder, Look,
    LookupError, MadePuzzle, MovedPuzzle, Plan, Recipe, ReplacementError, Seed, Shortfall, Slot,
    SlotReissuer, dig,
};
use rand::{Rng as _, RngExt as _};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};

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

fn entries(plan: &Plan, threads: usize) -> Vec<Entry> {
    made(plan, threads).into_iter().map(|made| made.entry).collect()
}

/// More puzzles later must not change the puzzles before.
#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    let short = entries(&plan(&[(Level::Easy, 70)]), 2);
    let long = entries(&plan(&[(Level::Easy, 200)]), 2);
    assert!(long.starts_with(&short));
}

#[test]
fn another_seed_makes_other_puzzles() {
    let plan = plan(&[(Level::Medium, 50)]);
    let canonical = |seed| -> HashSet<AnyGrid> {
        made_of(&plan, seed, 2).into_iter().map(|i| i.entry.canonical).collect()
    };
    assert!(canonical(SEED).is_disjoint(&canonical(Seed(SEED.0 + 1))));
}

/// The row and column that a view shows at a row and column.
type View = fn(usize, usize) -> (usize, usize);

/// Returns a pattern of givens in the first of its eight views, as text.
fn first_view(givens: &Grid) -> String {
    let views: [View; 8] = [
        |r, c| (r, c),
        |r, c| (c, 8 - r),
        |r, c| (8 - r, 8 - c),
        |r, c| (8 - c, r),
        |r, c| (c, r),
        |r, c| (r, 8 - c),
        |r, c| (8 - c, 8 - r),
        |r, c| (8 - r, c),
    ];
    let seen = views.map(|view| {
        let places = (0..81).map(|place| view(place / 9, place % 9));
        let is_given = |(r, c): (usize, usize)| givens[Cell::new(r, c)].is_some();
        places.map(|place| if is_given(place) { 'x' } else { '.' }).collect::<String>()
    });
    seen.into_iter().min().unwrap()
}

/// Full symmetry has few patterns. A batch that was resumed in the middle is the same.
#[test]
fn patterns_come_once_unless_they_may_repeat() {
    let plan = Plan { symmetry: Symmetry::Full.into(), ..plan(&[(Level::Hard, 60)]) };
    let patterns = |plan: &Plan| -> HashSet<String> {
        let entries = entries(plan, 2).into_iter();
        entries.map(|entry| first_view(entry.puzzle.classic().unwrap().givens())).collect()
    };
    assert_eq!(patterns(&plan).len(), 60);
    let givens = GivensConstraints { repeats_patterns: true, ..GivensConstraints::default() };
    assert!(patterns(&Plan { givens, ..plan.clone() }).len() < 60);
    let all = lines(Batch::new(plan.clone(), SEED, 1).unwrap());
    assert!(all.iter().any(|line| line.split(' ').nth(2) != Some("0")));
    let mut resumed = Batch::new(plan, SEED, 2).unwrap();
    for item in resumed.parse(&all[..30].join("\n")) {
        assert!(resumed.replay(&item.expect("a valid line")));
    }
    assert_eq!(lines(resumed), all[30..]);
}

/// Reissue 256 of a slot was made from the random numbers of reissue 0, and no test saw it.
#[test]
fn reissues_and_slots_never_share_random_numbers() {
    let rungs: Vec<Rung> = Ladder::ALL.into_iter().flat_map(Ladder::rungs).collect();
    let ends = |most: u64| (0..64).map(|bit| 1 << bit).filter(move |n| *n <= most).chain([0, most]);
    let numbers: BTreeSet<u64> = ends(Slot::MAX).collect();
    let reissues = 0..=Slot::MAX_REISSUES;
    let one = Slot { rung: rungs[0], number: 3 };
    let mut streams: BTreeSet<(Slot, u32)> = reissues.map(|reissue| (one, reissue)).collect();
    for rung in rungs {
        for &number in &numbers {
            let some = ends(Slot::MAX_REISSUES.into()).map(|n| (Slot { rung, number }, n as u32));
            streams.extend(some);
        }
    }
    let first = |&(slot, reissue): &(Slot, u32)| SEED.stream(slot, reissue).next_u64();
    let drawn: HashSet<u64> = streams.iter().map(first).collect();
    assert_eq!(drawn.len(), streams.len());
    // Streams that belong to no slot.
    assert!(numbers.iter().all(|&n| !drawn.contains(&SEED.stream_at(n).next_u64())));
}

/// Pattern grids are one class, and in reading order 5,184 arrangements of it and six bounds are
/// all there is to dig: equivalent puzzles come up, and a slot is issued again for each.
#[test]
fn equivalent_puzzles_are_caught_and_replaced() {
    let givens = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let plan = Plan { grid: FullGrid::Cyclic, givens, ..plan(&[(Level::Evil, 1_000)]) };
    let puzzles = made(&plan, 2);
    assert_eq!(puzzles.len(), 1_000, "the quota is filled");
    let classes: HashSet<_> = puzzles.iter().map(|i| i.entry.canonical).collect();
    assert_eq!(classes.len(), 1_000, "no class comes twice");
    let reissued = puzzles.iter().filter(|i| i.entry.origin.reissue > 0).count();
    assert!(reissued > 0, "there was something to catch");
    assert_eq!(entries(&plan, 1), entries(&plan, 8), "reissues depend on the order of slots alone");
}

#[test]
fn variants_are_equivalent_and_different() {
    let plan = Plan { variants: 3, ..plan(&[(Level::Hard, 30)]) };
    let puzzles = made(&plan, 2);
    let givens: HashSet<_> = puzzles.iter().map(|i| i.entry.puzzle.givens()).collect();
    assert_eq!(givens.len(), 30, "no puzzle twice");
    for group in puzzles.chunks(3) {
        assert!(group.iter().all(|i| i.entry.canonical == group[0].entry.canonical));
        assert!(group.iter().all(|i| i.entry.score.unwrap().level() == Level::Hard));
    }
    let classes: HashSet<_> = puzzles.iter().map(|i| i.entry.canonical).collect();
    assert_eq!(classes.len(), 10, "one class for three variants");
    // The first of three is the puzzle that its slot has without variants.
    let alone = made(&Plan { variants: 1, ..plan }, 2);
    for (three, one) in puzzles.chunks(3).zip(alone.iter().step_by(3)) {
        assert_eq!(three[0].entry.puzzle, one.entry.puzzle);
    }
}

/// Returns true for a third of all classes.
fn is_printed(class: &Key) -> bool {
    class.0[0].is_multiple_of(3)
}

/// Prepares a batch after which a third of all classes is printed.
fn excluding(plan: &Plan, seed: Seed, threads: usize) -> Batch {
    let lookup = |keys: &[Key]| Ok(keys.iter().map(is_printed).collect());
    Batch::new(plan.clone(), seed, threads).unwrap().excluding(lookup)
}

/// Returns the checkpoint lines of the items of a batch.
fn lines(batch: Batch) -> Vec<String> {
    batch.map(|item| item.unwrap().to_string()).collect()
}

/// Finds, group by group, the first reissue of a plan without variants that is of a new class.
fn plain_groups(plan: &Plan) -> Vec<(u32, MadePuzzle)> {
    let alone = Plan { variants: 1, ..plan.clone() };
    let maker = SlotReissuer::new(alone, SEED, 1).unwrap();
    let mut used = HashSet::new();
    let mut groups = Vec::new();
    for &(rung, quota) in &plan.quotas {
        for number in (0..quota).step_by(plan.variants as usize) {
            let free = (0..).find_map(|reissue| {
                let slot = Slot { rung, number };
                let made = maker.make(&[(slot, reissue)], || false, |made| made).remove(0).unwrap();
                let is_free = !is_printed(&made.class) && used.insert(made.class);
                is_free.then_some((reissue, made))
            });
            groups.push(free.unwrap());
        }
    }
    groups
}

/// A plan of pattern grids, in which classes come twice. The last group has two variants of three.
fn plan_of_variants() -> Plan {
    let givens = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let quotas = plan(&[(Level::Medium, 30), (Level::Evil, 899)]);
    Plan { grid: FullGrid::Cyclic, givens, variants: 3, ..quotas }
}

#[test]
fn variants_avoid_printed_classes_as_whole_groups() {
    let plan = plan_of_variants();
    let expected = plain_groups(&plan);
    assert!(expected.iter().any(|(reissue, _)| *reissue > 3));
    let puzzles: Vec<_> =
        excluding(&plan, SEED, 2).map(|item| item.unwrap().puzzle().unwrap()).collect();
    assert_eq!(puzzles.len(), 929);
    let givens: HashSet<_> = puzzles.iter().map(|made| made.entry.puzzle.givens()).collect();
    assert_eq!(givens.len(), puzzles.len(), "no puzzle twice");
    for ((reissue, first), group) in expected.iter().zip(puzzles.chunks(3)) {
        assert_eq!(group[0].entry.puzzle, first.entry.puzzle);
        assert_eq!(group[0].entry.origin.reissue, *reissue);
        assert!(group.iter().all(|made| made.class == first.class));
    }
    let expected = lines(excluding(&plan, SEED, 2));
    for threads in [1, 8] {
        assert!(lines(excluding(&plan, SEED, threads)) == expected, "{threads} threads");
    }
}

#[test]
fn variants_resume_within_a_group() {
    let plan = plan_of_variants();
    let expected = lines(excluding(&plan, SEED, 2));
    for kept in [1, 2, 3, 31, 32, 400, 401, 402, 929] {
        let mut batch = excluding(&plan, SEED, 2);
        for item in batch.parse(&expected[..kept].join("\n")) {
            assert!(batch.replay(&item.expect("a valid line")));
        }
        assert!(lines(batch) == expected[kept..], "{kept} lines");
    }
}

/// A variant that cannot be made of the first puzzle may be made of the next, so its thread must not
/// end the band.
#[test]
fn short_groups_are_the_same_for_all_threads() {
    let (mut within, mut complete) = (0, 0);
    for seed in (0..240).map(Seed) {
        let attempts = 1 + seed.0 as u32 % 4;
        let mut plan = Plan { variants: 8, attempts, ..Plan::new(vec![(Band::Medium, 40)]) };
        // The time of a puzzle as it is printed may miss the window.
        plan.rating.rated_as = RatedForm::Given;
        let expected = lines(excluding(&plan, seed, 1));
        within += u32::from(!expected.len().is_multiple_of(8) && expected.len() % 8 != 1);
        complete += u32::from(expected.len() == 40);
        let is_explained = expected.last().unwrap().contains(" short ");
        assert!(expected.len() == 40 || is_explained, "{seed} ends without a reason");
        assert_eq!(lines(excluding(&plan, seed, 4)), expected, "{seed}");
    }
    assert!(within > 2 && complete > 2, "{within} end within a group, {complete} complete");
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
            .map(|entry| (entry.origin.slot, entry.puzzle.givens()))
            .collect()
    };
    let mut shards = slots(vec![(Level::Easy, 0..1)]);
    shards.extend(slots(vec![(Level::Easy, 1..130), (Level::Evil, 0..7)]));
    shards.extend(slots(vec![(Level::Evil, 7..70)]));
    assert_eq!(shards, slots(vec![(Level::Easy, 0..130), (Level::Evil, 0..70)]));
    let whole = made(&plan, 2).into_iter();
    let whole: Vec<_> = whole.map(|made| (made.slot(), made.entry.puzzle.givens())).collect();
    assert_eq!(shards, whole);
    let beyond = vec![(Level::Evil.into(), 60..71)];
    let refused = Batch::for_slots(plan, SEED, beyond, 1).unwrap_err();
    assert_eq!(refused.to_string(), "expected slots below 70 of Evil, found 71");
}

/// Delays lookups until this many puzzles have gathered.
struct Gathering(usize);

impl BatchCaller for Gathering {
    fn can_wait(&self, gathered: usize) -> bool {
        gathered < self.0
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
            let batch = batch.unwrap().excluding(known).followed_by(caller);
            let entries: Vec<_> = batch.map(|item| item.unwrap().puzzle().unwrap().entry).collect();
            // Without those about a single puzzle that was issued again.
            let sizes = sizes.lock().unwrap().iter().copied().filter(|&size| size > 1).collect();
            (entries, sizes)
        };
        let (expected, _): (Vec<Entry>, Vec<usize>) = asked(Arc::new(()));
        let (entries, sizes) = asked(Arc::new(Gathering(usize::MAX)));
        assert_eq!(sizes, [8192, 9_100 - 8192], "{threads} threads");
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
    let mut batch = batch.excluding(known);
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
                let Some(base) = recipe.dig(&mut rng) else {
                    continue;
                };
                let Some((puzzle, score)) = recipe.transform_to_level(&base, &mut rng) else {
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
                assert_eq!(Engine::Mrv.solutions(givens, 2), [*puzzle.solution()]);
                assert_eq!(score.givens, count);
                assert_eq!(score.row_col_min, emptiest);
                assert_eq!(score.searches, givens.plain_searches(1_000_000));
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
                    !Engine::Mrv.solutions(&other, 1).is_empty()
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

/// A slot of a finished batch.
const THIRD: Slot = Slot { rung: Rung::Level(Level::Easy), number: 2 };

/// Returns a batch that replaces the third puzzle, and its puzzles before.
fn finished(another: Vec<Slot>) -> (Batch, Vec<MadePuzzle>) {
    let plan = Plan { another, ..plan(&[(Level::Easy, 6)]) };
    let mut batch = Batch::new(plan, SEED, 2).unwrap();
    let made = batch.by_ref().map(|item| item.unwrap().puzzle().unwrap()).collect();
    (batch, made)
}

#[test]
fn replaced_puzzle_that_moves_is_named() {
    let (mut batch, mut made) = finished(vec![THIRD, THIRD]);
    let before: Vec<_> = made.iter().map(|made| made.entry.clone()).collect();
    // No reissue has the key of the first issue, so the new puzzle is behind the others.
    let moved = batch.replace(&mut made, |made| made.entry.origin.reissue).unwrap();
    assert_eq!(moved, [MovedPuzzle { slot: THIRD, places: 5 }]);
    let differs = |at: &usize| made[*at].entry != before[*at];
    assert_eq!((0..6).filter(differs).collect::<Vec<_>>(), [2]);
    assert_eq!(made[2].slot(), THIRD);
}

#[test]
fn slot_without_a_puzzle_is_not_replaced() {
    let (mut batch, made) = finished(vec![THIRD]);
    let refused = batch.replace(&mut made[..2].to_vec(), |_| 0).unwrap_err();
    assert!(matches!(refused, ReplacementError::NotMade(THIRD)), "{refused}");
    let beyond = vec![Slot { number: 6, ..THIRD }];
    let plan = Plan { another: beyond, ..plan(&[(Level::Easy, 6)]) };
    assert!(plan.check().unwrap_err().to_string().contains("expected slots below 6"));
}
