//! A run that is stopped, killed or out of space, and made again: the same bytes in the end, and
//! nothing half-written under a final name.

use crate::cli::Bench;
use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Some seconds of work, so that there are pieces.
const RUN: &str = "run --quota 2=2000,5=800 --seed 11 --archive a";

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", name, &pid]).status();
    assert!(sent.unwrap().success());
}

fn spawn(bench: &Bench, args: &str) -> Child {
    bench
        .command(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// All files of a folder, and how long they took to make the first time.
fn files(bench: &Bench, folder: &str) -> BTreeMap<String, String> {
    let hash =
        |name: &String| sudoku_press::output::sha256(&bench.read(&format!("{folder}/{name}")));
    let names = bench.names(folder);
    names
        .into_iter()
        .map(|name| (name.clone(), hash(&name)))
        .collect()
}

fn undisturbed(run: &str) -> (BTreeMap<String, String>, Duration) {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let begun = Instant::now();
    bench.ends(run, 0, "");
    (files(&bench, "out"), begun.elapsed())
}

fn archive_is_sound(bench: &Bench, puzzles: usize) {
    let said = bench.run("archive check --archive a").stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(
        said.starts_with(&format!("sound: {puzzles} puzzles")),
        "{said}"
    );
}

/// Nothing but what has a dot and what is complete.
fn nothing_half_written(bench: &Bench, complete: &BTreeMap<String, String>) {
    if !bench.path("out").exists() {
        return;
    }
    for (name, hash) in files(bench, "out") {
        assert!(name.starts_with('.') || complete[&name] == hash, "{name}");
    }
}

/// Set NIGHTLY_KILLS to try more moments.
#[test]
fn killed_at_any_moment_the_rerun_ends_in_the_same_bytes() {
    let kills = std::env::var("NIGHTLY_KILLS").map_or(12, |n| n.parse().unwrap());
    // Small enough for many, the moments spread over all of it, the book and the archive included.
    let run = "run --quota 2=600,5=60 --seed 11 --archive a --quiet";
    let (expected, time) = undisturbed(run);
    for kill in 0..kills {
        let bench = Bench::new();
        bench.ends("archive create --archive a", 0, "");
        let mut child = spawn(&bench, run);
        // A low-discrepancy sequence: every prefix of it is spread evenly.
        let moment = (kill as f64 * 0.618_034).fract();
        std::thread::sleep(time.mul_f64(moment * 1.1));
        let _ = child.kill();
        child.wait().unwrap();
        nothing_half_written(&bench, &expected);
        bench.ends(run, 0, "");
        assert_eq!(files(&bench, "out"), expected, "killed at {moment}");
        archive_is_sound(&bench, 660);
        let left: Vec<_> = bench
            .names(".")
            .into_iter()
            .filter(|n| n != ".a.lock")
            .collect();
        assert_eq!(left, ["a", "out"]);
    }
}

fn pieces(bench: &Bench) -> Vec<String> {
    if !bench.path("out").exists() {
        return Vec::new();
    }
    let names = bench.names("out").into_iter();
    names
        .filter(|n| n.starts_with(".piece-") && !n.ends_with("part"))
        .collect()
}

/// Stopped in order, then goes on from its pieces; with a torn piece, and one of another run.
#[test]
fn a_stopped_run_ends_in_time_and_goes_on_where_it_stopped() {
    let (expected, time) = undisturbed(RUN);
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    for (name, code) in [("TERM", 143), ("INT", 130)] {
        let before = pieces(&bench).len();
        let mut child = spawn(&bench, RUN);
        let begun = Instant::now();
        while !bench.path("out/.lock").exists() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(time / 8);
        let sent = Instant::now();
        signal(&child, name);
        let ended = child.wait().unwrap();
        assert!(
            sent.elapsed() < Duration::from_secs(2),
            "{:?}",
            sent.elapsed()
        );
        assert_eq!(ended.code(), Some(code));
        let kept = pieces(&bench).len();
        assert!(kept >= before.max(1), "what was made is kept");
        assert!(!bench.path("out/manifest.json").exists());
        archive_is_sound(&bench, 0);
    }
    // The seed need not be told again: the pieces know it.
    let kept = fs::read_to_string(bench.path("out/.piece-00000")).unwrap();
    assert!(kept.contains("\"seed\":11"), "{kept}");
    let again = bench.run(&RUN.replace("--seed 11 ", ""));
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.success() && said.contains("seed 11"), "{said}");
    assert_eq!(files(&bench, "out"), expected);

    // What cannot be trusted is made again.
    fs::remove_dir_all(bench.path("out")).unwrap();
    fs::create_dir(bench.path("out")).unwrap();
    fs::write(
        bench.path("out/.piece-00000"),
        kept.replacen("\n2 0 0", "\n2 0 1", 1),
    )
    .unwrap();
    fs::write(bench.path("out/.piece-00001"), "torn").unwrap();
    fs::write(bench.path("out/..piece-00002.part"), "torn").unwrap();
    bench.ends(RUN, 0, "");
    assert_eq!(files(&bench, "out"), expected);
    fs::remove_dir_all(bench.path("out")).unwrap();
    fs::create_dir(bench.path("out")).unwrap();
    fs::write(bench.path("out/.piece-00000"), &kept).unwrap();
    bench.ends("run --count 2 --seed 11 --archive a", 0, "");
    assert_eq!(
        bench.names("out"),
        ["SHA256SUMS", "book.pdf", "catalog.csv", "manifest.json"]
    );
}

#[test]
fn a_second_signal_ends_at_once_and_nothing_half_written_stays() {
    let bench = Bench::new();
    let mut child = spawn(&bench, "generate --levels 5 --count 1000000 --out c.csv");
    let begun = Instant::now();
    while !bench.path(".c.csv.part").exists() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!bench.path("c.csv").exists());
    let mut child = spawn(&bench, "generate --levels 5 --count 1000000 --out d.csv");
    while !bench.path(".d.csv.part").exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert!(bench.names(".").iter().all(|n| !n.contains("d.csv")));
}

/// A small file system fills up: 74, one sentence, and with space the rerun succeeds.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_up_ends_with_74_and_leaves_no_rubbish() {
    let bench = Bench::new();
    let disk = bench.path("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=200k", "none"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no file system can be mounted here");
        return;
    }
    let remount = |size: &str| {
        let options = format!("remount,size={size}");
        let mount = Command::new("mount")
            .args(["-o", &options])
            .arg(&disk)
            .status();
        assert!(mount.unwrap().success());
    };
    let unmount = || {
        assert!(
            Command::new("umount")
                .arg(&disk)
                .status()
                .unwrap()
                .success()
        )
    };
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        bench.ends("archive create --archive disk/a", 0, "");
        let before = bench.read("disk/a");
        // Too small for the catalogue, then for the book.
        for size in ["200k", "500k"] {
            remount(size);
            let run = bench.run("run --count 200 --seed 1 --archive disk/a --out disk/out -q");
            let said = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(74), "{size}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            let names = bench.names("disk/out");
            assert!(
                !names.contains(&"manifest.json".into()),
                "{size}: {names:?}"
            );
            assert!(
                names.iter().all(|n| !n.contains("part")),
                "{size}: {names:?}"
            );
            assert!(bench.read("disk/a") == before, "{size}");
        }
        remount("10m");
        bench.ends(
            "run --count 200 --seed 1 --archive disk/a --out disk/out",
            0,
            "",
        );
        bench.ends("archive check --archive disk/a", 0, "");
        assert_eq!(bench.names("disk"), ["a", "out"]);
    }));
    unmount();
    tried.unwrap();
}

/// The service as it is shipped, where there is a systemd to judge it.
#[test]
fn the_service_is_hardened_and_has_no_misspelt_key() {
    let unit = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/templates/systemd/sudoku-press.service"
    );
    let judged = Command::new("systemd-analyze")
        .args([
            "security",
            "--offline=true",
            "--threshold=20",
            "--no-pager",
            unit,
        ])
        .output();
    let Ok(judged) = judged else {
        eprintln!("skipped: there is no systemd-analyze here");
        return;
    };
    assert!(
        judged.status.success(),
        "{}",
        String::from_utf8_lossy(&judged.stdout)
    );
    // The program need not be installed to check the rest.
    let bench = Bench::new();
    let text = fs::read_to_string(unit).unwrap();
    let text = text.replace("/usr/local/bin/sudoku-press", "/bin/true");
    fs::write(bench.path("sudoku-press.service"), text).unwrap();
    let timer = unit.replace(".service", ".timer");
    fs::copy(timer, bench.path("sudoku-press.timer")).unwrap();
    for name in ["sudoku-press.service", "sudoku-press.timer"] {
        let verify = Command::new("systemd-analyze")
            .arg("verify")
            .arg(bench.path(name))
            .output();
        let said = String::from_utf8(verify.unwrap().stderr).unwrap();
        // It succeeds with misspelt keys too: only silence is praise.
        assert!(!said.contains("sudoku-press."), "{said}");
    }
}

#[test]
fn machines_are_told_in_json_and_in_figures() {
    let bench = Bench::new();
    let events = |args: &str| -> Vec<serde_json::Value> {
        let run = bench.run(&format!("{args} --log-format json --metrics-file m.prom"));
        let said = String::from_utf8(run.stderr).unwrap();
        let lines = said
            .lines()
            .map(|line| serde_json::from_str(line).expect(line));
        let events: Vec<serde_json::Value> = lines.collect();
        let last = events.last().unwrap();
        assert_eq!(last["type"], "summary");
        assert_eq!(last["exit_code"], run.status.code().unwrap());
        events
    };
    let said = events("run --count 3 --seed 1 --progress plain");
    assert_eq!(said[0]["text"], "seed 1");
    assert!(said.iter().any(|event| event["type"] == "progress"));
    assert_eq!(said.last().unwrap()["puzzles"], 15);
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(figures.contains("\nsudoku_press_puzzles 15\n"), "{figures}");
    let success = |figures: &str| -> String {
        let name = "sudoku_press_last_success_timestamp_seconds ";
        let line = figures.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().to_owned()
    };
    let when = success(&figures);
    assert_ne!(when, "0");
    let said = events("run --count 4 --seed 1 --quiet");
    assert_eq!(said[0]["type"], "error");
    assert_eq!(said[0]["code"], 2);
    assert_eq!(said.len(), 2, "quiet is errors and the summary");
    let figures = String::from_utf8(bench.read("m.prom")).unwrap();
    assert!(
        figures.contains("\nsudoku_press_exit_code 2\n"),
        "{figures}"
    );
    assert_eq!(success(&figures), when, "remembered");
    let sums = Command::new("sha256sum")
        .args(["-c", "--strict", "SHA256SUMS"])
        .current_dir(bench.path("out"))
        .output();
    if let Ok(sums) = sums {
        assert!(sums.status.success());
        assert_eq!(sums.stdout.iter().filter(|b| **b == b'\n').count(), 2);
    }
}

/// The n-th write, fsync and rename fail, until nothing is left that could: each time a clear end
/// and a good rerun.
#[test]
#[cfg(target_os = "linux")]
fn whichever_call_fails_the_end_is_clear_and_the_rerun_good() {
    let run = "run --count 1 --seed 1 --archive a --quiet";
    let (expected, _) = undisturbed(run);
    let mut traced = Command::new("strace");
    traced.args(["-o", "/dev/null", "true"]);
    if !traced
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
    {
        eprintln!("skipped: strace does not work here");
        return;
    }
    for (call, error) in [("write", "ENOSPC"), ("fsync", "EIO"), ("rename", "ENOSPC")] {
        let mut failures = 0;
        for n in 1..=9 {
            let bench = Bench::new();
            bench.ends("archive create --archive a", 0, "");
            let inject = format!("inject={call}:error={error}:when={n}");
            let ended = Command::new("strace")
                .args([
                    "-f",
                    "-o",
                    "/dev/null",
                    "-e",
                    &format!("trace={call}"),
                    "-e",
                    &inject,
                ])
                .arg(env!("CARGO_BIN_EXE_sudoku-press"))
                .args(run.split_whitespace())
                .current_dir(bench.path("."))
                .output()
                .unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            let code = ended.status.code();
            // The words in a lock file and the log's way into the archive may fail unnoticed.
            assert!(
                [Some(0), Some(74)].contains(&code),
                "{call} {n}: {code:?} {said}"
            );
            if code == Some(74) {
                failures += 1;
                assert_eq!(said.lines().count(), 1, "{call} {n}: {said}");
                assert!(said.contains("cannot write"), "{call} {n}: {said}");
            }
            nothing_half_written(&bench, &expected);
            bench.ends(run, 0, "");
            assert_eq!(files(&bench, "out"), expected, "{call} {n}");
            archive_is_sound(&bench, 5);
        }
        assert!(failures >= 3, "{call} failed {failures} times only");
    }
}
