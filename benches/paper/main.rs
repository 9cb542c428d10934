//! Repeats the experiments of the paper. The bench `speed` measures the speed of this program.
//!
//! ```text
//! cargo bench --bench paper                                all experiments, some minutes
//! cargo bench --bench paper -- las-vegas orders            two of them
//! cargo bench --bench paper -- pruning --count 50 --seed 7 with a count and a seed of your own
//! cargo bench --bench paper -- pruning --give-up 1e10      with a higher limit
//! ```
//!
//! `docs/paper.md` has the results and discusses them.

mod las_vegas;
mod orders;
mod pruning;
mod searches;

use make::Seed;
use std::process::ExitCode;
use std::time::Instant;

/// The parameters of an experiment.
struct Setup {
    /// Number of repetitions.
    count: u64,
    seed: Seed,
    /// Maximum number of digits that the plain solver tries before a puzzle is given up.
    give_up: f64,
}

/// An experiment: its name, its default number of repetitions, and its function.
struct Experiment {
    name: &'static str,
    count: u64,
    run: fn(&Setup),
}

const EXPERIMENTS: [Experiment; 5] = [
    Experiment { name: "las-vegas", count: 10_000, run: las_vegas::run },
    Experiment { name: "orders", count: 2_000, run: orders::run },
    Experiment { name: "givens", count: 2_000, run: orders::fewest_givens },
    Experiment { name: "searches", count: 500, run: searches::run },
    Experiment { name: "pruning", count: 20, run: pruning::run },
];

fn main() -> ExitCode {
    let (mut count, mut seed, mut give_up) = (None, Seed(2009), 5e9);
    let mut names = Vec::new();
    // Cargo passes --bench when it measures. Otherwise, as under `cargo test`, one repetition is
    // enough.
    let mut measure = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let known = EXPERIMENTS.iter().any(|e| e.name == arg);
        let number = |arg: Option<String>| arg.and_then(|n| n.parse().ok());
        match &*arg {
            "--bench" => measure = true,
            "--count" => count = number(args.next()),
            "--seed" => seed = number(args.next()).map_or(seed, Seed),
            "--give-up" => give_up = args.next().and_then(|n| n.parse().ok()).unwrap_or(give_up),
            _ if known => names.push(arg),
            _ => {
                let known = EXPERIMENTS.map(|e| e.name).join(", ");
                eprintln!("{arg:?} is none of {known}, --count N, --seed N, --give-up N");
                return ExitCode::from(2);
            }
        }
    }
    for Experiment { name, count: usual, run } in EXPERIMENTS {
        if !names.is_empty() && !names.iter().any(|n| n == name) {
            continue;
        }
        let count = count.unwrap_or(if measure { usual } else { 1 });
        println!("\n== {name}: --count {count} --seed {seed}");
        let begin = Instant::now();
        run(&Setup { count, seed, give_up });
        println!("({:.1} s)", begin.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

/// Formats a fraction in percent, with twice its standard error.
fn percent(part: u64, of: u64) -> String {
    let share = part as f64 / of as f64;
    let error = 2.0 * (share * (1.0 - share) / of as f64).sqrt();
    format!("{:6.2} % +- {:.2}", share * 100.0, error * 100.0)
}

/// Returns a quantile of sorted values.
fn quantile<T: Copy>(sorted: &[T], share: f64) -> T {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}
