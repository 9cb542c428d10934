//! Section 4: the number of searches for the puzzles of each level, as dug and as printed, compared
//! with the rows of the table.

use crate::{Setup, percent, quantile};
use grid::{Grid, Level, Puzzle, Score};
use make::{self, Recipe};
use std::collections::BTreeMap;

/// Higher than the maximum of the table, to find the median of hard puzzles.
const CAP: u64 = 100_000_000;

pub fn run(&Setup { count, seed, .. }: &Setup) {
    println!(
        "                      quartiles of searches                 rows of the table, percent"
    );
    println!(
        "  level               25 %         50 %         75 %         1     2     3     4     5"
    );
    let mut kept = BTreeMap::new();
    for level in Level::ALL {
        let recipe = Recipe::paper(level);
        let mut rng = seed.stream_at(300 + u64::from(level.number()));
        let (mut as_dug, mut printed, mut attempts) = (Vec::new(), Vec::new(), 0);
        let mut same_level = 0;
        while (printed.len() as u64) < count {
            attempts += 1;
            let Some(base) = recipe.dig(&mut rng) else {
                continue;
            };
            let Some((puzzle, _)) = recipe.transform_to_level(&base, &mut rng) else {
                continue;
            };
            same_level += u64::from(Score::of(&base).level() == level);
            as_dug.push(searches(&base));
            printed.push(searches(&puzzle));
        }
        row(level, "as dug", &mut as_dug);
        row(level, "printed", &mut printed);
        kept.insert(level, (count, attempts, same_level));
    }
    println!("\n  level       puzzles of attempts   of these, of the level already as dug");
    for (level, (made, attempts, same)) in kept {
        let name = level.name();
        let made_of = percent(made, attempts);
        println!("  {} {name:<10}{made_of:<20}  {}", level.number(), percent(same, made));
    }
}

fn searches(puzzle: &Puzzle) -> u64 {
    puzzle.givens().plain_searches(CAP)
}

fn row(level: Level, what: &str, searches: &mut [u64]) {
    searches.sort_unstable();
    let mut rows = [0u64; 5];
    for &n in &*searches {
        // The score of this item alone is the row of the table.
        let score = Score { givens: Grid::EMPTY.cells().len(), row_col_min: 9, searches: n };
        rows[usize::from(score.items()[2]) - 1] += 1;
    }
    let quartile = |share| match quantile(searches, share) {
        n if n >= CAP => format!("> {CAP}"),
        n => n.to_string(),
    };
    print!("  {} {:<8} {what:<8}", level.number(), level.name());
    for share in [0.25, 0.5, 0.75] {
        print!(" {:>12}", quartile(share));
    }
    print!("  ");
    for n in rows {
        print!(" {:5.1}", n as f64 * 100.0 / searches.len() as f64);
    }
    println!();
}
