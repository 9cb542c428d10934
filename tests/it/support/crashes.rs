//! Commands that are disturbed: signals, failing system calls, and all files that are left.

use crate::support::program::Bench;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use temp_dir::TempDir;

/// The bytes that a file has under its working name: that of `out/c.csv` is `out/.c.csv.5f0c3b9e4a7d1182.part`.
pub fn being_written(bench: &Bench, name: &str) -> Option<u64> {
    let (folder, name) = name.rsplit_once('/').unwrap_or((".", name));
    let begin = format!(".{name}.");
    let mut entries = fs::read_dir(bench.path(folder)).ok()?.flatten();
    let working = entries.find(|entry| {
        let name = entry.file_name().into_string().unwrap();
        name.starts_with(&begin) && name.ends_with(".part")
    });
    working?.metadata().ok().map(|data| data.len())
}

/// Waits until this many bytes of a file are written.
pub fn appears(bench: &Bench, name: &str, bytes: u64) {
    let begun = Instant::now();
    while being_written(bench, name).is_none_or(|found| found < bytes) {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {name}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Every file with the hash of what is in it.
pub type Tree = BTreeMap<String, String>;

/// All files but the archive, which knows when a run was entered. Dotted ones too.
pub fn tree(bench: &Bench) -> Tree {
    fn walk(bench: &Bench, folder: &Path, tree: &mut Tree) {
        for entry in fs::read_dir(bench.path(".").join(folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let name = path.to_str().unwrap();
            if entry.file_type().unwrap().is_dir() {
                walk(bench, &path, tree);
            } else if name != "a" {
                tree.insert(name.into(), files::Checksum::from_bytes(&bench.read(name)).text());
            }
        }
    }
    let mut tree = Tree::new();
    walk(bench, Path::new(""), &mut tree);
    tree
}

/// What a run leaves that nobody disturbs, and how long it takes.
pub fn undisturbed(before: &[&str], run: &str) -> (Tree, Duration) {
    let bench = Bench::new();
    for command in before {
        bench.ends(command, 0, "");
    }
    let begun = Instant::now();
    bench.ends(run, 0, "");
    (tree(&bench), begun.elapsed())
}

pub fn signal(child: &Child, name: &str) {
    signal_process(&child.id().to_string(), name);
}

/// Sends a signal. The shell has `kill` where no program of this name is.
pub fn signal_process(pid: &str, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -s {name} {pid}")]).status();
    assert!(sent.unwrap().success());
}

pub fn spawn(bench: &Bench, args: &str) -> Child {
    let mut command = bench.command(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

pub fn archive_is_sound(bench: &Bench, puzzles: usize) {
    let said = bench.run("archive check --archive a").stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.starts_with(&format!("sound: {puzzles} puzzles")), "{said}");
}

pub const CREATE: &str = "archive create --archive a";

/// A command during which strace does something at a system call, and whether it did: `calls` and `what` are in the
/// words of strace; `when` is `3` for the third call of a thread, `3+` for all from there on.
pub fn injected(bench: &Bench, run: &str, calls: &str, what: &str, when: &str) -> (Output, bool) {
    let folder = TempDir::new().unwrap();
    let log = folder.child("log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(&log);
    strace.args(["-e", &format!("trace={calls}")]);
    strace.args(["-e", &format!("inject={calls}:{what}:when={when}")]);
    strace.arg(crate::support::program::program());
    strace.args(run.split_whitespace());
    let ended = strace.current_dir(bench.path(".")).output().unwrap();
    let log = fs::read_to_string(&log).unwrap();
    let marks = ["INJECTED", "killed by", "--- SIGTERM"];
    (ended, marks.iter().any(|mark| log.contains(mark)))
}
