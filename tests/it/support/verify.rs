//! Runs that `verify` judges, and its findings.

use crate::support::program::Bench;

/// A run of classic, two puzzles a page on 6 x 9: four a level.
pub fn small_run() -> Bench {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 4 --trim 6x9", 0, "");
    bench
}

/// Verifies, demands this exit code, and answers what was found.
pub fn verify(bench: &Bench, args: &str, code: i32) -> String {
    let output = bench.run(&format!("verify {args}"));
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {said}{errors}");
    said
}

/// Demands that exactly one thing is found, and that it says this.
pub fn caught(bench: &Bench, args: &str, words: &[&str]) {
    let said = verify(bench, args, 1);
    assert_eq!(said.lines().count(), 1, "{said}");
    for words in words {
        assert!(said.contains(words), "{words:?} is not in: {said}");
    }
}
