//! Runs the same work with this version and with version 0.1.0, by turns. Prints the CPU time of
//! one thread as medians, and the ratio of version 0.1.0 to this version. Both must compute the
//! same numbers.
//!
//! ```sh
//! benches/against/run                          # builds both, runs this, then whole commands
//! benches/against/run hardest.txt 17.txt       # also solves these lists
//! ```

use cpu_time::ThreadTime;
use std::hint::black_box;

/// The number of turns that count. One more comes first and warms the processor.
const TURNS: usize = 15;
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/// Grids as text, so that both versions can read them.
struct Lists {
    named: Vec<(String, Vec<String>)>,
    full: Vec<String>,
    /// By level: the puzzles.
    levels: [Vec<String>; 5],
}

/// A piece of work with its name. The work returns the number that it computed.
type Work = (String, Box<dyn FnMut() -> u64>);

/// Defines the works of a version: its name, the path of its modules, and its numbering of results.
macro_rules! version {
    ($version:ident, { $($modules:item)* }, $slot:expr) => {
        mod $version {
            use super::{Lists, Work};
            $($modules)*
            use canon::Canonical;
            use generate::{Bounds, FullGrid, Recipe, Symmetry, dig};
            use grid::{Cell, Grid, Solution};
            use puzzle::Puzzle;
            use score::{Level, Score};
            use seed::{Rng, Seed, Slot};
            use rand::seq::SliceRandom as _;
            use std::hint::black_box;
            use std::iter::repeat_with;

            pub fn rng(number: u64) -> Rng {
                let slot: fn(Level, u64) -> Slot = $slot;
                Seed(1).stream(slot(Level::Beginner, number), 0)
            }

            pub fn full(rng: &mut Rng) -> Solution {
                repeat_with(|| FullGrid::PAPER.attempt(rng))
                    .flatten()
                    .next()
                    .expect("it does not end")
            }

            pub fn dug(solution: &Solution, givens: usize, rng: &mut Rng) -> Grid {
                let mut order = Cell::ALL;
                order.shuffle(rng);
                dig(solution, &order, Symmetry::None, Bounds { givens, ..Bounds::default() })
            }

            pub fn accepted(level: Level, rng: &mut Rng) -> (Puzzle, Score) {
                let recipe = Recipe::paper(level);
                let accepted = repeat_with(|| {
                    let base = generate::dig_puzzle(&recipe, rng)?;
                    generate::transform_to_level(&recipe, &base, rng)
                });
                accepted.flatten().next().expect("it does not end")
            }

            fn grids(lines: &[String]) -> Vec<Grid> {
                lines.iter().map(|line| line.parse().expect("81 cells")).collect()
            }

            pub fn works(lists: &Lists) -> Vec<Work> {
                let mut works: Vec<Work> = Vec::new();
                let mut add =
                    |name: String, work: Box<dyn FnMut() -> u64>| works.push((name, work));
                for (name, lines) in &lists.named {
                    let grids = grids(lines);
                    let count =
                        move || grids.iter().map(|grid| solver::count(grid, 2) as u64).sum();
                    add(format!("unique: {name}"), Box::new(count));
                }
                let lines = lists.named[0].1.clone();
                let middle = |line: &String| {
                    let grid: Grid = line.parse().expect("81 cells");
                    black_box(&grid)[Cell::ALL[40]].map_or(0, |digit| u64::from(digit.get()))
                };
                let read = move || lines.iter().map(middle).sum();
                add("text to grid".into(), Box::new(read));
                let mut turn = 0;
                let filled = move || {
                    turn += 1;
                    let mut rng = rng(turn);
                    (0..500).map(|_| u64::from(full(&mut rng).digits()[40].get())).sum()
                };
                add("full grid".into(), Box::new(filled));
                let mut turn = 0;
                let fresh = move || {
                    turn += 1;
                    let mut rng = rng(1_000 + turn);
                    let mut minimal = || dug(&full(&mut rng), 0, &mut rng).filled_count() as u64;
                    (0..100).map(|_| minimal()).sum()
                };
                add("minimal puzzle, fresh grid".into(), Box::new(fresh));
                for givens in [50, 28, 0] {
                    let solved = |grid| Solution::try_from(grid).expect("the grid is full");
                    let solutions: Vec<Solution> =
                        grids(&lists.full).into_iter().map(solved).collect();
                    let mut turn = 0;
                    let work = move || {
                        turn += 1;
                        let mut rng = rng(2_000 + turn);
                        solutions
                            .iter()
                            .map(|full| dug(full, givens, &mut rng).filled_count() as u64)
                            .sum()
                    };
                    add(format!("dig to {givens} givens"), Box::new(work));
                }
                for level in Level::ALL {
                    let prove = |grid| Puzzle::prove(grid).expect("it is a puzzle");
                    let lines = &lists.levels[level.index()];
                    let puzzles: Vec<Puzzle> = grids(lines).into_iter().map(prove).collect();
                    let work =
                        move || puzzles.iter().map(|puzzle| Score::of(puzzle).searches).sum();
                    add(format!("searches, level {}", level.number()), Box::new(work));
                }
                for level in Level::ALL {
                    let mut turn = 0;
                    let count = [400, 300, 200, 40, 30][level.index()];
                    let work = move || {
                        turn += 1;
                        let mut rng = rng(3_000 + turn);
                        let mut one = || {
                            let (puzzle, score) = accepted(level, &mut rng);
                            let last = Canonical::of(&puzzle).grid().cells()[80];
                            score.searches + last.map_or(0, |digit| u64::from(digit.get()))
                        };
                        (0..count).map(|_| one()).sum()
                    };
                    add(format!("accepted puzzle, level {}", level.number()), Box::new(work));
                }
                works
            }
        }
    };
}
version!(
    now,
    {
        use ::now::make::{generate, seed};
        use ::now::sudoku::{canon, grid, puzzle, score, solver};
    },
    |level, number| Slot { rung: level.into(), number }
);
version!(
    before,
    { use ::before::{canon, generate, grid, puzzle, score, seed, solver}; },
    |level, number| Slot { level, number }
);

/// Returns the lists of this bench, and those of files.
fn lists() -> Lists {
    use ::now::sudoku::{grid::Grid, score::Level, transform::Transform};
    let mut random = now::rng(0);
    let full: Vec<_> = (0..400).map(|_| now::full(&mut random)).collect();
    let minimal: Vec<Grid> = full.iter().map(|full| now::dug(full, 0, &mut random)).collect();
    let lacking = |grid: &Grid| {
        let mut grid = *grid;
        let first = grid.filled().next();
        first.into_iter().for_each(|(cell, _)| grid[cell] = None);
        grid
    };
    let ambiguous: Vec<Grid> = minimal.iter().map(lacking).collect();
    let seventeen: Grid = SEVENTEEN.parse().expect("81 cells");
    let seventeens: Vec<Grid> =
        (0..400).map(|_| Transform::random(&mut random).grid(&seventeen)).collect();
    let text = |grids: &[Grid]| grids.iter().map(Grid::to_string).collect::<Vec<_>>();
    let mut named = vec![
        ("random minimal".to_owned(), text(&minimal)),
        ("17 givens, one class".to_owned(), text(&seventeens)),
        ("minimal without a given".to_owned(), text(&ambiguous)),
    ];
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("the list can be read");
        let lines = text.lines().map(|line| line.trim().to_owned());
        named.push((file, lines.filter(|line| line.len() == 81).take(1_000).collect()));
    }
    let levels = Level::ALL.map(|level| {
        let count = [300, 300, 150, 60, 40][level.index()];
        (0..count).map(|_| now::accepted(level, &mut random).0.givens().to_string()).collect()
    });
    Lists { named, full: full.iter().map(|full| Grid::from(*full).to_string()).collect(), levels }
}

fn main() {
    let lists = lists();
    println!("{:<40} {:>12} {:>10}", "work", "now, us", "0.1.0 / now");
    for ((name, mut now), (_, mut before)) in
        now::works(&lists).into_iter().zip(before::works(&lists))
    {
        let mut times = [Vec::new(), Vec::new()];
        for turn in 0..=TURNS {
            let works: [&mut dyn FnMut() -> u64; 2] = [&mut now, &mut before];
            let mut numbers = works.into_iter().zip(&mut times).map(|(work, times)| {
                let start = ThreadTime::now();
                let number = black_box(work());
                if turn > 0 {
                    times.push(start.elapsed());
                }
                number
            });
            let (now, before) = (numbers.next(), numbers.next());
            assert_eq!(now, before, "{name}");
        }
        let [now, before] = times.map(|mut times| {
            times.sort_unstable();
            times[TURNS / 2].as_secs_f64()
        });
        println!("{name:<40} {:>12.1} {:>10.2}", now * 1e6, before / now);
    }
}
