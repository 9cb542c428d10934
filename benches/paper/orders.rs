//! Section 5.2.2: the results of each order of holes, with the bounds of level 5.

use crate::{Setup, percent};
use grid::{Level, Puzzle, Rng, Score, Solution, Symmetry};
use make::{Bounds, FullGrid, HoleOrder, Recipe, dig};
use rand::RngExt as _;

/// Returns a full grid made by the paper's method.
pub fn full_grid(rng: &mut Rng) -> Solution {
    loop {
        if let Some(full) = FullGrid::PAPER.attempt(rng) {
            return full;
        }
    }
}

fn dug(order: HoleOrder, givens: usize, rng: &mut Rng) -> Puzzle {
    let full = full_grid(rng);
    let cells = order.cells(rng);
    let bounds = Bounds { givens, ..Bounds::default() };
    let givens = dig(&full, &cells, Symmetry::None, bounds);
    Puzzle::prove(givens).expect("digging keeps a puzzle unique")
}

/// Measures the probability that each order reaches level 5 (English version: 13.33, 89.66, 100,
/// 100 %).
pub fn run(&Setup { count, seed, .. }: &Setup) {
    println!(
        "                bound of givens       level 5               a million             level 5 after"
    );
    println!(
        "  order         reached               as dug                searches as dug       transforms"
    );
    let level_5 = Recipe::paper(Level::Evil);
    for (i, order) in (0..).zip(HoleOrder::ALL) {
        let mut rng = seed.stream_at(100 + i);
        let (mut reached, mut as_dug, mut long, mut disguised) = (0, 0, 0, 0);
        for _ in 0..count {
            let range = level_5.min_givens..=level_5.max_givens;
            let bound = rng.random_range(range) as usize;
            let puzzle = dug(order, bound, &mut rng);
            reached += u64::from(puzzle.givens_count() == bound);
            let score = Score::of(&puzzle);
            as_dug += u64::from(score.level() == Level::Evil);
            long += u64::from(score.searches == Score::SEARCHES_CAP);
            let recipe = Recipe { order, ..level_5 };
            disguised += u64::from(recipe.transform_to_level(&puzzle, &mut rng).is_some());
        }
        println!(
            "  {:<12}  {:<20}  {:<20}  {:<20}  {}",
            order.name(),
            percent(reached, count),
            percent(as_dug, count),
            percent(long, count),
            percent(disguised, count)
        );
    }
}

/// Measures the smallest number of givens that each order reaches without a bound (the paper: 22).
pub fn fewest_givens(&Setup { count, seed, .. }: &Setup) {
    println!("  order         givens: fewest  median  most   22 or fewer");
    for (i, order) in (0..).zip(HoleOrder::ALL) {
        let mut rng = seed.stream_at(200 + i);
        let mut givens: Vec<_> =
            (0..count).map(|_| dug(order, 0, &mut rng).givens_count()).collect();
        givens.sort_unstable();
        let few = givens.iter().filter(|&&n| n <= 22).count() as u64;
        println!(
            "  {:<12}  {:>14}  {:>6}  {:>4}   {}",
            order.name(),
            givens[0],
            crate::quantile(&givens, 0.5),
            crate::quantile(&givens, 1.0),
            percent(few, count)
        );
    }
}
