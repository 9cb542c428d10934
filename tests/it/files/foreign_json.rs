//! Numbers and names in the JSON files of runs that no program of ours has written: refused, or made again; never a
//! panic, endless work, or memory by a number of theirs.
#![cfg(unix)]

use crate::support::program::{Bench, program};
use jobs::Identity;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs with 3 GB of memory and for half a minute at most.
fn bounded(bench: &Bench, args: &str) -> Output {
    let mut command = Command::new("timeout");
    command.args(["30", "sh", "-c", "ulimit -v 3000000; exec \"$0\" \"$@\"", program()]);
    command.current_dir(bench.path(".")).args(args.split_whitespace()).output().unwrap()
}

/// The places of all numbers and names of files in a JSON value.
fn places(of: &Value, at: &str, all: &mut Vec<String>) {
    match of {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), all));
        }
        Value::Array(list) => {
            let numbered = list.iter().enumerate();
            numbered.for_each(|(i, value)| places(value, &format!("{at}/{i}"), all));
        }
        Value::Number(_) => all.push(at.to_owned()),
        Value::String(_) if at.ends_with("/name") => all.push(at.to_owned()),
        _ => {}
    }
}

/// The value with another one in a place. Where that changes the settings of a sharded run, it has their name.
fn changed(whole: &Value, place: &str, value: Value) -> Value {
    let mut changed = whole.clone();
    *changed.pointer_mut(place).unwrap() = value;
    // The name is that of the settings in the order of their keys in an identity.
    let rated = changed["rated"] == true;
    if let Some((_, identity)) = Identity::plan(&changed["settings"].to_string(), rated) {
        changed["run"] = identity.name().into();
    }
    changed
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").args([from, to]).status();
    assert!(copied.unwrap().success());
}

/// The JSON file of a run, with each of its numbers and names changed: every command ends in order.
#[track_caller]
fn sweep(bench: &Bench, folder: &str, file: &str, commands: &[&str]) {
    let whole: Value = serde_json::from_slice(&bench.read(&format!("{folder}/{file}"))).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    assert!(!all.is_empty(), "{file}");
    for place in &all {
        let values = match whole.pointer(place).unwrap() {
            Value::String(_) => vec![json!("../../../../../../../dev/zero")],
            _ => vec![json!(0), json!(1_000_000_000_000_u64), json!(u64::MAX)],
        };
        for value in values {
            let text = changed(&whole, place, value).to_string();
            for command in commands {
                copy(&bench.path(folder), &bench.path("d"));
                fs::write(bench.path(&format!("d/{file}")), &text).unwrap();
                let ended = bounded(bench, command);
                let said = String::from_utf8(ended.stderr).unwrap();
                let code = ended.status.code();
                let is_in_order = code.is_some_and(|code| code <= 3)
                    && !said.contains("panicked")
                    && !said.contains("memory allocation");
                assert!(is_in_order, "{command} with {file} {text}: {code:?} {said}");
                fs::remove_dir_all(bench.path("d")).unwrap();
                let _ = fs::remove_dir_all(bench.path("e"));
            }
        }
    }
}

const PLAN: &str = "generate --quota 1=20,2=4 --seed 4 --threads 1";

#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn sharded_run_with_foreign_numbers_never_panics() {
    let bench = Bench::new();
    bench.ends(&format!("{PLAN} --into whole --shard 0/1"), 0, "");
    let (status, join) = ("shards status d", "shards join d");
    sweep(&bench, "whole", "run.json", &[status, join]);
    sweep(&bench, "whole", "made/L1-000000.json", &[status, join]);
}

/// A run.json that an archive of the user's, or another program, has left.
#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn a_run_json_of_another_kind_is_refused() {
    let bench = Bench::new();
    bench.ends(&format!("{PLAN} --into d"), 0, "");
    let whole: Value = serde_json::from_slice(&bench.read("d/run.json")).unwrap();
    for settings in [json!(5), json!("text"), json!([1, 2]), json!(null)] {
        let changed = changed(&whole, "/settings", settings).to_string();
        fs::write(bench.path("d/run.json"), changed).unwrap();
        for command in ["shards status d", &format!("{PLAN} --into d")] {
            bench.ends(command, 2, "run.json that is not that of a sharded run");
        }
    }
}

#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn impossible_counts_in_a_manifest_are_refused() {
    let bench = Bench::new();
    bench.ends("run --count 2 --levels 1 --seed 1 --out r -q", 0, "");
    let whole: Value = serde_json::from_slice(&bench.read("r/manifest.json")).unwrap();
    let most = u64::MAX;
    for (place, counts, words) in [
        ("/made/counts", json!({ "1": most, "2": most }), "puzzles of level 1, found 1844674"),
        ("/made/settings/quota", json!(format!("1={most},2={most}")), "puzzles, found 1=1844674"),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(place).unwrap() = counts;
        fs::write(bench.path("r/manifest.json"), changed.to_string()).unwrap();
        for command in ["book r --out b.pdf", "listing r", "cover r --out c.pdf"] {
            bench.ends(command, 2, words);
        }
    }
}
