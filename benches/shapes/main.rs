//! Measures the speed of making puzzles of each symmetry, minimal puzzles, and puzzles of a few
//! pictures: `cargo bench --bench shapes`, or with `-- 2` for two seconds
//! each.
//!
//! The unit is the CPU time of one thread, with score and canonical form. Batches grow until one
//! takes long enough.

use cpu_time::ProcessTime;
use grid::Level;
use grid::Symmetry;
use human::Band;
use make::{Batch, GivensConstraints, GivensMask, Plan, Seed};

/// Returns the accepted puzzles per second, or `-` if 2,000 attempts at one puzzle found none.
fn rate(plan: impl Fn(u64) -> Plan, seconds: f64) -> String {
    let mut quota = 4;
    loop {
        let plan = Plan { attempts: 2_000, ..plan(quota) };
        let start = ProcessTime::now();
        let batch = Batch::new(plan, Seed(11), 1).expect("the plan is valid");
        let made = batch.map_while(|item| item.ok()?.puzzle().ok()).count() as u64;
        let took = start.elapsed().as_secs_f64();
        if made < quota && made == 0 {
            return "-".to_owned();
        }
        if took > seconds / 2.0 || made < quota {
            let a_second = made as f64 / took;
            return match a_second {
                10.0.. => format!("{a_second:.0}"),
                _ => format!("{a_second:.1}"),
            };
        }
        quota = ((quota as f64 * seconds / took) as u64).clamp(quota * 2, quota * 50);
    }
}

fn row(name: &str, plans: &[&dyn Fn(u64) -> Plan], seconds: f64) {
    let rates: Vec<_> = plans.iter().map(|plan| rate(plan, seconds)).collect();
    println!("| {name} | {} |", rates.join(" | "));
}

fn main() {
    let number = std::env::args().skip(1).find_map(|word| word.parse::<f64>().ok());
    let seconds = number.unwrap_or(1.0);
    println!("accepted puzzles a CPU second, one thread\n");
    println!(
        "| symmetry | level 1 | 2 | 3 | 4 | 5 | band 2 | 3 | minimal, level 5 | minimal, band 3 |"
    );
    for symmetry in Symmetry::ALL {
        let any = GivensConstraints { repeats_patterns: true, ..GivensConstraints::default() };
        let minimal = GivensConstraints { minimal: true, ..any.clone() };
        let symmetry = symmetry.into();
        let levels = Level::ALL.map(|level| {
            let givens = any.clone();
            move |n| Plan { symmetry, givens: givens.clone(), ..Plan::new(vec![(level, n)]) }
        });
        let bands = [Band::Easy, Band::Medium].map(|band| {
            let givens = any.clone();
            move |n| Plan { symmetry, givens: givens.clone(), ..Plan::new(vec![(band, n)]) }
        });
        let fifth =
            |n| Plan { symmetry, givens: minimal.clone(), ..Plan::new(vec![(Level::Evil, n)]) };
        let third =
            |n| Plan { symmetry, givens: minimal.clone(), ..Plan::new(vec![(Band::Medium, n)]) };
        let mut plans: Vec<&dyn Fn(u64) -> Plan> = Vec::new();
        plans.extend(levels.iter().map(|plan| plan as &dyn Fn(u64) -> Plan));
        plans.extend(bands.iter().map(|plan| plan as &dyn Fn(u64) -> Plan));
        plans.extend([&fifth as &dyn Fn(u64) -> Plan, &third]);
        row(symmetry.name(), &plans, seconds);
    }
    let text = include_str!("pictures.txt");
    println!("\n| picture | level 3 | 4 | 5 | band 1 | 2 | 3 |");
    for (number, pattern) in (1..).zip(GivensMask::read_all(text).expect("these are pictures")) {
        let shape = GivensConstraints { patterns: vec![pattern], ..GivensConstraints::default() };
        let levels = [Level::Medium, Level::Hard, Level::Evil];
        let levels = levels.map(|level| {
            let shape = shape.clone();
            move |n| Plan { givens: shape.clone(), ..Plan::new(vec![(level, n)]) }
        });
        let bands = [Band::Gentle, Band::Easy, Band::Medium].map(|band| {
            let shape = shape.clone();
            move |n| Plan { givens: shape.clone(), ..Plan::new(vec![(band, n)]) }
        });
        let rate = |plan: &dyn Fn(u64) -> Plan| match plan(1).check() {
            Ok(()) => rate(plan, seconds),
            Err(_) => "not possible".to_owned(),
        };
        let levels = levels.iter().map(|plan| rate(plan));
        let bands = bands.iter().map(|plan| rate(plan));
        let rates: Vec<_> = levels.chain(bands).collect();
        println!("| {number}, {} givens | {} |", pattern.count(), rates.join(" | "));
    }
}
