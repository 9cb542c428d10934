//! A folder of a run whose command was stopped in its last step: every command that opens it completes the step first,
//! for reading too.

use crate::support::crashes::{injected, tree};
use crate::support::program::Bench;
use files::lock::Lock;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const RUN: &str = "run --quota 1=2,2=1 --seed 5 -q --title First --out r";
const AGAIN: &str = "run --job r --title Second --force -q";
const DONE: &str = "r/.sudoku-press.done";

/// A bench whose folder `r` was stopped in its last step: some files have moved, the manifest has not.
fn stopped(moved: &[&str]) -> Bench {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    bench.ends(&AGAIN.replace("-q", "-q --out new"), 0, "");
    fs::rename(bench.path("new"), bench.path(DONE)).unwrap();
    fs::rename(bench.path("r/manifest.json"), bench.path(DONE).join("replaced.json")).unwrap();
    for name in moved {
        fs::rename(bench.path(DONE).join(name), bench.path("r").join(name)).unwrap();
    }
    bench
}

fn title(bench: &Bench) -> String {
    let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
    ["First", "Second"].into_iter().find(|title| manifest.contains(title)).unwrap().to_owned()
}

#[test]
fn stopped_run_is_completed_by_every_command() {
    let commands = [
        "verify r",
        "book r --out other.pdf",
        "listing r",
        "export svg r --out s",
        "transform --canonical r --out canon.csv",
        "job show r",
        "run --job r --out copy",
        "verify r/catalog.csv --against r",
        AGAIN,
    ];
    for (number, command) in commands.into_iter().enumerate() {
        let moved = ["catalog.csv", "datapackage.json", "book.pdf", "SHA256SUMS"];
        let bench = stopped(&moved[..number % 5]);
        let code = bench.run(command).status.code();
        assert!(matches!(code, Some(0 | 1)), "{command}: {code:?}");
        assert!(!bench.path(DONE).exists(), "{command}");
        assert_eq!(title(&bench), "Second", "{command}");
        bench.ends("verify r -q", 0, "");
    }
}

/// Each rename, and each command that reads first.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn killed_run_reads_as_one_of_both() {
    let first = Bench::new();
    first.ends(RUN, 0, "");
    let mut hit = 0;
    for when in 6..=14 {
        let bench = Bench::new();
        bench.ends(RUN, 0, "");
        let (ended, met) = injected(&bench, AGAIN, "/^rename", "signal=KILL", &when.to_string());
        if !met {
            assert_eq!(ended.status.code(), Some(0), "{when}");
            continue;
        }
        hit += 1;
        bench.ends("verify r -q", 0, "");
        bench.ends("listing r", 0, "");
        bench.ends(AGAIN, 0, "");
        assert_eq!(title(&bench), "Second", "{when}");
        assert_eq!(bench.names("r"), first.names("r"), "{when}");
    }
    assert!(hit > 5, "{hit} kills");
}

#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn folder_that_cannot_be_written_is_named() {
    const NOBODY: u32 = 65_534;
    let bench = stopped(&["catalog.csv"]);
    chown(bench.path("r/book.pdf"), Some(NOBODY), None).unwrap();
    let program = bench.path("sudoku-press");
    fs::copy(crate::support::program::program(), &program).unwrap();
    fs::set_permissions(bench.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    let before = tree(&bench);
    for command in ["verify r", "listing r", "export svg r --out never", "job show r"] {
        let mut child = Command::new(&program);
        child.args(command.split_whitespace()).current_dir(bench.path("."));
        let ended = child.uid(NOBODY).gid(NOBODY).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(74), "{command}: {said}");
        assert!(said.contains("cannot write r: it holds a complete run"), "{command}: {said}");
        assert!(said.contains("with a copy of the folder"), "{command}: {said}");
        assert_eq!(tree(&bench), before, "{command}");
    }
    // The remedy.
    let copied = Command::new("cp").args(["-r", "r", "copy"]).current_dir(bench.path(".")).status();
    assert!(copied.unwrap().success());
    own(&bench.path("copy"), NOBODY);
    fs::set_permissions(bench.path("."), fs::Permissions::from_mode(0o777)).unwrap();
    let mut child = Command::new(&program);
    child.args(["verify", "copy", "-q"]).current_dir(bench.path("."));
    assert!(child.uid(NOBODY).gid(NOBODY).status().unwrap().success());
}

fn own(path: &Path, user: u32) {
    chown(path, Some(user), Some(user)).unwrap();
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            own(&entry.unwrap().path(), user);
        }
    }
}

/// A reader must not move files beside a command that moves them.
#[test]
fn reader_waits_for_a_run_being_placed() {
    let bench = stopped(&["catalog.csv"]);
    let lock = Lock::acquire(&bench.path("r/.lock"), "process 1").unwrap();
    let begun = Instant::now();
    let mut reader = bench.command("verify r -q").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(bench.path(DONE).join("book.pdf").exists());
    assert!(reader.try_wait().unwrap().is_none(), "{:?}", begun.elapsed());
    drop(lock);
    assert!(reader.wait().unwrap().success());
    assert_eq!(title(&bench), "Second");
}

#[test]
fn two_readers_complete_a_stopped_run_once() {
    for _ in 0..3 {
        let bench = stopped(&[]);
        let readers: Vec<_> =
            (0..4).map(|_| bench.command("verify r -q").spawn().unwrap()).collect();
        for mut reader in readers {
            assert!(reader.wait().unwrap().success());
        }
        assert_eq!(title(&bench), "Second");
    }
}

/// The working folder of the last step is a link, or holds no run.
#[test]
fn foreign_working_folder_is_not_completed() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    bench.ends("run --quota 1=2 --seed 6 -q --out other", 0, "");
    std::os::unix::fs::symlink("../other", bench.path(DONE)).unwrap();
    bench.ends("verify r -q", 0, "");
    assert_eq!(title(&bench), "First");
    bench.ends("verify other -q", 0, "");
    fs::remove_file(bench.path(DONE)).unwrap();
    fs::create_dir(bench.path(DONE)).unwrap();
    fs::write(bench.path(DONE).join("notes"), "mine").unwrap();
    bench.ends("verify r -q", 0, "");
    assert_eq!(bench.read("r/.sudoku-press.done/notes"), b"mine");
}

/// Working files of killed shards stayed until the join. Those of another machine may be in use.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn leftovers_of_a_killed_shard_go_first() {
    let bench = Bench::new();
    let shard = "generate --quota 1=30 --seed 1 --shard 0/2 -q --into d";
    let left = |bench: &Bench| {
        let mut names = bench.names("d/made");
        names.retain(|name| name.ends_with(".part"));
        names
    };
    let mut killed = 0;
    for when in 2..12 {
        let (_, met) = injected(&bench, shard, "fsync", "signal=KILL", &when.to_string());
        if met && bench.path("d/made").exists() {
            killed += usize::from(!left(&bench).is_empty());
        }
    }
    assert!(killed > 0);
    bench.ends(shard, 0, "");
    assert_eq!(left(&bench), [""; 0]);
    let part = bench.names("d/made").into_iter().find(|name| name.ends_with(".csv")).unwrap();
    let theirs = format!(".{part}.00000000aaaaaaaa.part");
    fs::write(bench.path("d/made").join(&theirs), "theirs").unwrap();
    fs::remove_file(bench.path("d/made").join(&part)).unwrap();
    bench.ends(shard, 0, "");
    assert_eq!(left(&bench), [theirs]);
}
