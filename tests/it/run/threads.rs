//! Threads that the system cannot start: an error with an exit code, or work that continues without the
//! thread; never a panic. strace makes each start of a thread fail, one after another.

use crate::support::program::Bench;
use std::process::Command;

/// Runs a command with the `n`-th start of a thread failing; `None` when it starts fewer than that.
fn without_thread(bench: &Bench, n: u32, args: &str) -> Option<(Option<i32>, String)> {
    let log = bench.path("strace.log");
    let output = Command::new("strace")
        .args(["-f", "-qq", "-o", log.to_str().unwrap()])
        .args(["-e", "trace=clone3"])
        .args(["-e", &format!("inject=clone3:error=EAGAIN:when={n}")])
        .arg(crate::support::program::program())
        .args(args.split_whitespace())
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&bench.read("strace.log")).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    log.contains("(INJECTED)").then_some((output.status.code(), said))
}

#[test]
fn a_thread_that_cannot_be_started_causes_no_panic() {
    if Command::new("strace").arg("--version").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let bench = Bench::new();
    bench.ends("generate --count 12 --seed 1 --out few.csv", 0, "");
    let mut failed = 0;
    for args in [
        "run --count 1 --seed 1 --threads 3 --progress never --out out/N",
        "generate --count 1 --seed 1 --threads 3 --progress plain --out N.csv",
        "book few.csv --progress plain --out N.pdf",
        "cover few.csv --printer kdp --out N-cover.pdf",
        "export svg few.csv --out svg-N",
        "verify few.csv",
        "solve few.csv",
        "one --seed 1",
    ] {
        for n in 1.. {
            let args = args.replace('N', &n.to_string());
            let Some((code, said)) = without_thread(&bench, n, &args) else {
                break;
            };
            failed += 1;
            assert!(!said.contains("panicked"), "{args}, thread {n}: {said}");
            // Nothing is hurried without its thread, but the work is done; else a sentence.
            let sentence =
                matches!(code, Some(1 | 2 | 74)) && said.contains("sudoku-press: cannot ");
            assert!(code == Some(0) || sentence, "{args}, thread {n}: {code:?} {said}");
        }
    }
    assert!(failed > 10, "only {failed} threads could be made to fail");
}

/// The first signal was swallowed: it was noted for a thread that was not there.
#[test]
fn a_signal_ends_a_run_whose_watcher_cannot_start() {
    if Command::new("strace").arg("--version").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let bench = Bench::new();
    let program = crate::support::program::program();
    // strace itself ignores SIGINT while the program runs; the shell tells the number of the program.
    let script = format!(
        "exec strace -f -qq -o /dev/null -e trace=clone3 -e inject=clone3:error=EAGAIN:when=1 \
         sh -c 'echo $$ > pid; exec {program} generate --levels 5 --count 1000000 --threads 1 --out N.csv'"
    );
    let mut command = Command::new("timeout");
    command.args(["60", "sh", "-c", &script]).current_dir(bench.path(""));
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let working = bench.path(".N.csv.sudoku-press/run.json");
    while !working.exists() {
        assert!(child.try_wait().unwrap().is_none(), "ended before it began");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let pid = String::from_utf8(bench.read("pid")).unwrap();
    assert!(Command::new("kill").args(["-s", "INT", pid.trim()]).status().unwrap().success());
    let sent = std::time::Instant::now();
    child.wait().unwrap();
    assert!(sent.elapsed() < std::time::Duration::from_secs(5), "{:?}", sent.elapsed());
}
