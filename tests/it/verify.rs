//! `verify`: what is true passes, and every kind of lie is planted and caught.

use crate::cli::Bench;

#[test]
fn true_runs_of_every_design_and_several_trims_are_true() {
    for (design, trim, count) in [
        ("classic", "8.5x11", 30),
        ("classic", "6x9", 13),
        ("classic", "a4", 7),
        ("large-print", "letter", 9),
        ("large-print", "8.5x11", 5),
    ] {
        let bench = Bench::new();
        let args = format!("run --seed 5 --count {count} --template {design} --trim {trim}");
        bench.ends(&args, 0, "");
        let output = bench.run("verify out");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{design} {trim}: {said}");
        let all = count * 5;
        let summary = format!(
            "all is true: 1 run of 2 files, {all} puzzles in 1 catalogue, {all} puzzles on"
        );
        assert!(said.starts_with(&summary), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
}
