//! Measures the speed of making puzzles of each band of the human ladder, and the cost of the
//! wishes: `cargo bench --bench ladder`, or `cargo bench --bench ladder -- 4 20` for band 4 alone,
//! 20 seconds each.
//!
//! The unit is the CPU time of one thread, with score and canonical form, for at least 64 puzzles.

use cpu_time::ProcessTime;
use explainer::AnyRating;
use grid::Symmetry;
use human::Band;
use make::{Batch, Plan, QualityRule, Seed};
use std::collections::BTreeMap;

/// The puzzles that were made in a time.
struct Measured {
    per_second: f64,
    attempts: f64,
    givens: BTreeMap<usize, u32>,
    hardest: BTreeMap<&'static str, u32>,
    openings: Vec<u32>,
    loads: Vec<f64>,
}

/// Makes as many puzzles as the first 64 predict for this time.
fn measure(band: Band, wishes: &[QualityRule], symmetry: Symmetry, seconds: f64) -> Measured {
    let first = make(band, wishes, symmetry, 64);
    let enough = (first.per_second * seconds) as u64;
    if enough > 64 { make(band, wishes, symmetry, enough) } else { first }
}

fn make(band: Band, wishes: &[QualityRule], symmetry: Symmetry, quota: u64) -> Measured {
    let mut plan = Plan::new(vec![(band, quota)]);
    plan.rating.rules = wishes.to_vec();
    plan.symmetry = symmetry.into();
    let start = ProcessTime::now();
    let batch = Batch::new(plan, Seed(11), 1).expect("the plan is valid");
    let (mut count, mut attempts) = (0.0, 0);
    let mut all = Measured {
        per_second: 0.0,
        attempts: 0.0,
        givens: BTreeMap::new(),
        hardest: BTreeMap::new(),
        openings: Vec::new(),
        loads: Vec::new(),
    };
    for item in batch {
        let made = item.expect("nothing is looked up").puzzle().expect("no band ends short");
        let rating =
            *made.entry.rating.as_ref().and_then(AnyRating::classic).expect("bands are rated");
        let score = made.entry.score.expect("puzzles of 9 x 9 are scored");
        count += 1.0;
        attempts += made.attempts;
        *all.givens.entry(score.givens).or_default() += 1;
        *all.hardest.entry(rating.hardest.name()).or_default() += 1;
        all.openings.push(rating.openings);
        all.loads.push(rating.load.0);
    }
    all.per_second = count / start.elapsed().as_secs_f64();
    all.attempts = attempts as f64 / count;
    all.openings.sort_unstable();
    all.loads.sort_by(f64::total_cmp);
    all
}

fn main() {
    let numbers = std::env::args().skip(1).filter_map(|word| word.parse::<f64>().ok());
    let numbers: Vec<f64> = numbers.collect();
    let seconds = numbers.get(1).copied().unwrap_or(4.0);
    let wanted = |band: &Band| numbers.first().is_none_or(|&n| n == f64::from(band.number()));
    println!("accepted puzzles a CPU second, one thread");
    for band in Band::ALL.into_iter().filter(wanted) {
        println!("band {} ({band})", band.number());
        let mut settings = vec![
            ("all wishes".to_owned(), QualityRule::ALL.to_vec(), Symmetry::None),
            ("no wish".to_owned(), Vec::new(), Symmetry::None),
            ("all wishes, half-turn".to_owned(), QualityRule::ALL.to_vec(), Symmetry::HalfTurn),
        ];
        for rule in QualityRule::ALL {
            settings.push((format!("{} alone", rule.name()), vec![rule], Symmetry::None));
        }
        for (name, wishes, symmetry) in settings {
            if band == Band::Extreme && name.contains("alone") {
                continue;
            }
            let all = measure(band, &wishes, symmetry, seconds);
            let median = |of: &[f64]| of[of.len() / 2];
            println!(
                "  {name:<24} {:>9.0} /s {:>8.1} attempts each, median load {:.0}, openings {} {} {}",
                all.per_second,
                all.attempts,
                median(&all.loads),
                all.openings[all.openings.len() / 20],
                all.openings[all.openings.len() / 4],
                all.openings[all.openings.len() / 2],
            );
            println!("    givens {:?}", all.givens);
            println!("    hardest {:?}", all.hardest);
        }
    }
}
