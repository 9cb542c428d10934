//! Checkpoints that lie, or that belong to another run or archive: the bytes of an undisturbed run in all cases.

use crate::support::crashes::{CREATE, being_written, signal, spawn, tree};
use crate::support::program::Bench;
use files::Checksum;
use std::fs;
use std::time::Duration;

const RUN: &str = "generate --quota 2=20,5=2000 --seed 11 --threads 1 --out c.csv";
const PIECE: &str = ".c.csv.sudoku-press/piece-00000";

/// Stops a command in order once its catalogue grows, after other commands. Returns its folder and its checkpoint. A run
/// that ends before the signal is made again in another folder.
fn stopped(before: &[&str], run: &str) -> (Bench, String) {
    for _ in 0..20 {
        let bench = Bench::new();
        before.iter().for_each(|command| bench.ends(command, 0, ""));
        let mut child = spawn(&bench, run);
        while child.try_wait().unwrap().is_none() {
            if being_written(&bench, "c.csv") > Some(0) {
                signal(&child, "TERM");
                child.wait().unwrap();
            } else {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        if let Ok(piece) = fs::read_to_string(bench.path(PIECE)) {
            assert!(piece.lines().count() > 8, "{piece}");
            return (bench, piece);
        }
    }
    panic!("no run was stopped");
}

/// Returns the catalogue of a run that nothing disturbs, with the commands before it.
fn undisturbed(before: &[&str], run: &str) -> Vec<u8> {
    let bench = Bench::new();
    before.iter().for_each(|command| bench.ends(command, 0, ""));
    bench.ends(run, 0, "");
    bench.read("c.csv")
}

/// Changes one word of the fourth line, which is the puzzle of the third slot.
fn with_lie(piece: &str, field: usize, lie: &str) -> String {
    let mut lines: Vec<String> = piece.lines().map(str::to_owned).collect();
    let mut words: Vec<&str> = lines[3].split(' ').collect();
    assert_ne!(words[field], lie);
    words[field] = lie;
    let changed = words.join(" ");
    lines[3] = changed;
    lines.join("\n") + "\n"
}

#[test]
fn checkpoint_that_lies_is_never_replayed() {
    let expected = undisturbed(&[], RUN);
    let (bench, piece) = stopped(&[], RUN);
    let run = bench.read(".c.csv.sudoku-press/run.json");
    // The words of a line: level, slot, reissue, attempts, searches, givens.
    let other_givens = piece.lines().nth(4).unwrap().split(' ').nth(5).unwrap();
    let lies = ["5", "3", "1", "77", "999", other_givens];
    for (field, lie) in lies.into_iter().enumerate() {
        let changed = with_lie(&piece, field, lie);
        let (body, last) = changed.trim_end().rsplit_once('\n').unwrap();
        let body = format!("{body}\n");
        let label = last.split(' ').next().unwrap();
        // With the sum of before, and with that of the changed lines, as sha256sum has it.
        for text in [
            changed.clone(),
            format!("{body}{label} {}\n", Checksum::from_bytes(body.as_bytes()).text()),
        ] {
            fs::create_dir_all(bench.path(".c.csv.sudoku-press")).unwrap();
            fs::write(bench.path(".c.csv.sudoku-press/run.json"), &run).unwrap();
            fs::write(bench.path(PIECE), text).unwrap();
            bench.ends(&format!("{RUN} --force"), 0, "");
            assert!(bench.read("c.csv") == expected, "field {field}: {lie}");
            fs::remove_file(bench.path("c.csv")).unwrap();
        }
    }
    // The honest one is replayed.
    fs::create_dir_all(bench.path(".c.csv.sudoku-press")).unwrap();
    fs::write(bench.path(".c.csv.sudoku-press/run.json"), &run).unwrap();
    fs::write(bench.path(PIECE), &piece).unwrap();
    bench.ends(RUN, 0, "");
    assert!(bench.read("c.csv") == expected);
    assert_eq!(tree(&bench).len(), 1);
}

/// The slots of a symmetric run fit into one without symmetry: level, number and seed are the same.
#[test]
fn checkpoint_of_another_run_is_not_replayed() {
    let expected = undisturbed(&[], RUN);
    let (_, foreign) = stopped(&[], &format!("{RUN} --symmetry half-turn"));
    let (bench, _) = stopped(&[], RUN);
    fs::write(bench.path(PIECE), foreign).unwrap();
    bench.ends(RUN, 0, "");
    assert!(bench.read("c.csv") == expected);
}

/// The archive had the first puzzles, so the run made others in their place. With an empty archive, those that it had are
/// the right ones.
#[test]
fn checkpoint_of_another_archive_is_not_replayed() {
    let run = format!("{RUN} --archive a");
    let expected = undisturbed(&[CREATE], &run);
    let enter = "generate --quota 2=5 --seed 11 --archive a --out x.csv";
    let (bench, piece) = stopped(&[CREATE, enter], &run);
    assert!(piece.lines().nth(1).unwrap().starts_with("2 0 1 "), "issued again: {piece}");
    fs::remove_file(bench.path("a")).unwrap();
    bench.ends(CREATE, 0, "");
    bench.ends(&run, 0, "");
    assert!(bench.read("c.csv") == expected);
}
