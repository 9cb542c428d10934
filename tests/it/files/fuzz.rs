//! The readers with slightly damaged files: the seeds of `fuzz/targets.rs`, changed in a reproducible way.
//! FUZZ_CASES sets the number of cases; `cargo fuzz` finds inputs that these do not reach.

use crate::support::program::Bench;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use std::fs;

#[path = "../../../fuzz/targets.rs"]
mod targets;

/// What stands where something else should.
const WORDS: [&[u8]; 22] = [
    b"",
    b"\0",
    b"\xff",
    b"\"",
    b",",
    b"\n",
    b"\r\n\r\n",
    b"[",
    b"]",
    b"=",
    b"{",
    b"-1",
    b"0",
    b"1e309",
    b"nan",
    b"-inf",
    b"0.0000001",
    b"18446744073709551616",
    b"9999999999",
    b"\xe2\x80\xae",
    b"puzzle",
    b"#",
];

/// A change: at a place between 0 and 1, over so many bytes.
#[derive(Clone, Debug)]
enum Change {
    Word(f64, usize, usize),
    /// The next number of the text becomes a word.
    Number(f64, usize),
    Flip(f64, u8),
    Cut(f64),
    Again(f64, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || 0.0..1.0;
    prop_oneof![
        (place(), 0..9_usize, 0..WORDS.len()).prop_map(|(p, n, w)| Change::Word(p, n, w)),
        (place(), 0..WORDS.len()).prop_map(|(p, w)| Change::Number(p, w)),
        (place(), any::<u8>()).prop_map(|(p, bits)| Change::Flip(p, bits)),
        place().prop_map(Change::Cut),
        (place(), 1..300_usize).prop_map(|(p, n)| Change::Again(p, n)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let all = bytes.len();
        let at = |place: &f64| ((all as f64 * place) as usize).min(all.saturating_sub(1));
        match change {
            _ if all == 0 => {}
            Change::Word(p, n, w) => {
                let range = at(p)..(at(p) + n).min(all);
                bytes.splice(range, WORDS[*w].iter().copied());
            }
            Change::Number(p, w) => {
                let digit = |b: &u8| b.is_ascii_digit();
                if let Some(begin) = bytes[at(p)..].iter().position(digit) {
                    let begin = at(p) + begin;
                    let number = |b: &&u8| digit(b) || **b == b'.';
                    let n = bytes[begin..].iter().take_while(number).count();
                    bytes.splice(begin..begin + n, WORDS[*w].iter().copied());
                }
            }
            Change::Flip(p, bits) => bytes[at(p)] ^= bits,
            Change::Cut(p) => bytes.truncate(at(p)),
            Change::Again(p, n) => {
                let part = bytes[at(p)..(at(p) + n).min(all)].to_vec();
                bytes.splice(at(p)..at(p), part);
            }
        }
    }
    bytes
}

/// Calls `each` with seeds that were changed.
fn almost_right(seeds: Vec<Vec<u8>>, cases: u32, each: impl Fn(&[u8])) {
    let more = std::env::var("FUZZ_CASES").map_or(1, |n| n.parse().unwrap());
    let config = ProptestConfig {
        cases: cases * more,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let strategy = (prop::sample::select(seeds), prop::collection::vec(change(), 0..4));
    let ran = TestRunner::new_with_rng(config, rng).run(&strategy, |(seed, changes)| {
        each(&changed(seed, &changes));
        Ok(())
    });
    match ran {
        Ok(()) => {}
        Err(TestError::Fail(why, (seed, changes))) => {
            let bytes = changed(seed, &changes);
            panic!("{why}\n{changes:?}\n{}", String::from_utf8_lossy(&bytes));
        }
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn damaged_text_is_read_or_refused() {
    for target in targets::ALL {
        let cases = match target.name {
            "pdf" | "archive" => continue,
            "template" | "catalog" => 150,
            _ => 400,
        };
        eprintln!("{}", target.name);
        almost_right((target.seeds)(), cases, target.run);
    }
}

#[test]
fn damaged_pdf_is_read_or_refused() {
    let target = targets::ALL.into_iter().find(|t| t.name == "pdf").unwrap();
    almost_right((target.seeds)(), 60, target.run);
}

#[test]
fn damaged_archives_are_read_or_refused_and_not_changed() {
    let target = targets::ALL.into_iter().find(|t| t.name == "archive").unwrap();
    almost_right((target.seeds)(), 60, target.run);
}

/// What the settings of job files mean, the program itself knows: it ends with 0, or with 2 and a sentence.
#[test]
fn damaged_job_files_are_read_or_refused() {
    let bench = Bench::new();
    let nightly = include_bytes!("../../../templates/jobs/nightly.toml").to_vec();
    let small = b"quota = { 1 = 5, 5 = 2 }\nthreads = 2\nquiet = true\ntrim = \"a5\"\n".to_vec();
    almost_right(vec![nightly, small], 60, |bytes| {
        fs::write(bench.path("job.toml"), bytes).unwrap();
        let ended = bench.run("job show --job job.toml");
        let said = String::from_utf8(ended.stderr).unwrap();
        match ended.status.code() {
            Some(0) => assert_eq!(said, ""),
            // That two settings exclude each other is said without the place.
            Some(2) => {
                assert!(said.contains("job.toml") || said.contains("cannot be used with"), "{said}")
            }
            code => panic!("{code:?}: {said}"),
        }
    });
}
