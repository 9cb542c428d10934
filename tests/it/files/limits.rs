//! Limits of the machine: a message names the limit, and never calls a file damaged.

use crate::support::program::{Bench, program};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// Runs a command after a line of the shell. Returns the exit code and standard error.
fn limited(bench: &Bench, limit: &str, args: &str) -> (Option<i32>, String) {
    let line = format!("{limit}; exec {} {args}", program());
    let ended = Command::new("sh").args(["-c", &line]).current_dir(bench.path(".")).output();
    let ended = ended.unwrap();
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

fn made_run() -> Bench {
    let bench = Bench::new();
    bench.ends("run --total 4 --levels 1 --seed 1 --out r -q", 0, "");
    bench
}

#[test]
fn limit_of_memory_is_named_without_backtrace() {
    let bench = made_run();
    let mut named = 0;
    for kilobytes in [8_000, 12_000, 16_000, 24_000] {
        let limit = format!("ulimit -d {kilobytes}");
        for command in ["verify r", "preflight r/book.pdf --printer kdp --paper white"] {
            let (code, said) = limited(&bench, &limit, command);
            assert!(!said.contains("damaged"), "{limit}, {command}: {said}");
            if ["cannot read", "cannot start a thread"].iter().any(|words| said.contains(words)) {
                assert!(said.contains("ulimit -d"), "{limit}, {command}: {said}");
                assert!(!said.contains("BACKTRACE"), "{limit}, {command}: {said}");
                assert!([Some(1), Some(74)].contains(&code), "{limit}, {command}: {said}");
                named += 1;
            }
        }
    }
    assert!(named > 2, "{named} named");
    // The remedy.
    bench.ends("verify r", 0, "");
}

#[test]
fn limits_of_files_are_named() {
    let bench = Bench::new();
    let generate = "generate --count 400 --levels 1 --seed 1 -q --out c.csv";
    let (code, said) = limited(&bench, "ulimit -f 8", generate);
    assert!(code == Some(74) && said.contains("(ulimit -f)"), "{code:?} {said}");
    let (code, said) = limited(&bench, "ulimit -n 4", generate);
    assert!(code == Some(74) && said.contains("(ulimit -n)"), "{code:?} {said}");
}

/// The file was read without a child process and its limits.
#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn files_need_a_child_that_can_start() {
    let bench = made_run();
    bench.ends("transform r/catalog.csv --out t.xlsx", 0, "");
    let open = bench.path("program");
    // Another process writes it: a child of another test that held it open would make it busy.
    assert!(Command::new("cp").arg(program()).arg(&open).status().unwrap().success());
    for name in [".", "program", "r"] {
        fs::set_permissions(bench.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let as_nobody = |limit: &str, args: &str| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--clear-groups", "prlimit", limit]).arg(&open);
        command.args(args.split(' ')).current_dir(bench.path(".")).output().unwrap()
    };
    assert!(as_nobody("--nproc=64", "--version").status.success());
    for command in
        ["verify r", "preflight r/book.pdf --printer kdp --paper white", "solve t.xlsx --threads 1"]
    {
        let ended = as_nobody("--nproc=1", command);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success(), "{command}: {said}");
        assert!(said.contains("cannot start a process that reads"), "{command}: {said}");
        assert!(said.contains("(ulimit -u)"), "{command}: {said}");
    }
}
