//! Crashes: at every fault point, for every failing call, by `kill -9` and SIGTERM at any moment, and with
//! two commands at once. Each time the rerun makes the same bytes, with a sound archive and no extra files.

use crate::cli::Bench;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

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
                tree.insert(name.into(), sudoku_press::files::output::sha256(&bench.read(name)));
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
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", name, &pid]).status();
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

/// A command that is disturbed, and what comes before it.
struct Scene {
    before: &'static [&'static str],
    run: &'static str,
    /// What is in the archive in the end.
    puzzles: usize,
    /// How many of them are this command's.
    made: usize,
}

pub const CREATE: &str = "archive create --archive a";

/// A new run, one that replaces another, one in two volumes, a catalogue by itself.
const SCENES: [Scene; 4] = [
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet",
        puzzles: 3,
        made: 3,
    },
    Scene {
        before: &[CREATE, "run --quota 1=1 --seed 9 --archive a --quiet"],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet --force",
        puzzles: 4,
        made: 3,
    },
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=2 --seed 1 --archive a --quiet --volumes 2",
        puzzles: 4,
        made: 4,
    },
    Scene {
        before: &[CREATE],
        run: "generate --quota 1=2,2=1 --seed 1 --archive a --quiet --out c.csv",
        puzzles: 3,
        made: 3,
    },
];

/// All that the program does to files of its own, in the order in which it does it to each; the archive
/// is entered between the last two files of a run.
const POINTS: [&str; 8] =
    ["create", "write", "sync", "rename", "sync-folder", "enter", "entered", "remove"];

/// All files before the command, and in the end.
struct Trees {
    before: Tree,
    after: Tree,
}

impl Scene {
    fn trees(&self) -> Trees {
        let bench = self.set();
        let before = tree(&bench);
        bench.ends(self.run, 0, "");
        let after = tree(&bench);
        Trees { before, after }
    }

    /// How long the command takes when nobody disturbs it.
    fn time(&self) -> Duration {
        let bench = self.set();
        let begun = Instant::now();
        bench.ends(self.run, 0, "");
        begun.elapsed()
    }

    fn set(&self) -> Bench {
        let bench = Bench::new();
        for command in self.before {
            bench.ends(command, 0, "");
        }
        bench
    }

    /// The same command once more; then all is as if nothing had happened.
    fn made_good(&self, bench: &Bench, trees: &Trees, how: &str) {
        trees.nothing_half_written(bench, how);
        let again = bench.run(self.run);
        let said = String::from_utf8(again.stderr).unwrap();
        // A catalogue that was complete is not written again.
        let complete = said.contains("c.csv exists");
        assert!(again.status.success() || complete, "{how}: {said}");
        // Whoever opens the archive next clears away what SQLite had to leave.
        archive_is_sound(bench, self.puzzles);
        assert_eq!(tree(bench), trees.after, "{how}");
    }
}

impl Trees {
    /// What has no dot is what it will be, or was before.
    fn nothing_half_written(&self, bench: &Bench, how: &str) {
        for (name, hash) in tree(bench) {
            // With a crash the log of the archive stays beside it until somebody opens it.
            let working = name.contains("/.") || name.starts_with('.') || name.starts_with("a-");
            let mut whole = [&self.before, &self.after].into_iter();
            let whole = whole.any(|tree| tree.get(&name) == Some(&hash));
            assert!(working || whole, "{how}: {name}");
        }
    }
}

/// For each scene on a thread of its own: disks are waited for most of the time.
fn in_each_scene(check: impl Fn(&Scene, &Trees) + Sync) {
    std::thread::scope(|scope| {
        for scene in &SCENES {
            scope.spawn(|| check(scene, &scene.trees()));
        }
    });
}

pub fn disturbed(bench: &Bench, run: &str, fault: &str) -> Output {
    let mut command = bench.command(run);
    command.env("SUDOKU_FAULT", fault).output().unwrap()
}

/// The n-th time at each point, until there is no n-th time.
#[test]
fn the_rerun_after_a_crash_at_any_point_makes_the_same_bytes() {
    in_each_scene(|scene, trees| {
        let mut deaths = Vec::new();
        for point in POINTS {
            for n in 1.. {
                let fault = format!("{point}:{n}:die");
                let bench = scene.set();
                let ended = disturbed(&bench, scene.run, &fault);
                if ended.status.success() {
                    deaths.push(n - 1);
                    break;
                }
                let said = String::from_utf8_lossy(&ended.stderr);
                assert_eq!(ended.status.code(), None, "{fault}: {said}");
                scene.made_good(&bench, trees, &format!("{}, {fault}", scene.run));
            }
        }
        eprintln!("campaign: {} faults, deaths", deaths.iter().sum::<usize>());
        // A checkpoint for each puzzle, each file of the run, and the file that names the run.
        let files = scene.made + trees.after.len() + 1;
        let [create, write, sync, rename, folder, enter, entered, remove] = deaths[..] else {
            panic!("a number for each point");
        };
        assert_eq!([create, sync], [files; 2], "{}", scene.run);
        // A run is decided by a rename, and then each of its files moves to its place, after the
        // manifest of the run that is replaced.
        let moves = match scene.run.starts_with("run") {
            true => 1 + trees.after.len() + usize::from(!trees.before.is_empty()),
            false => 0,
        };
        assert_eq!(rename, files + moves, "{}", scene.run);
        assert!(folder >= files, "{folder} folders synced");
        assert!(write >= files, "{write} writes");
        assert_eq!([enter, entered], [1, 1]);
        assert!(remove >= scene.made, "{remove} removals");
    });
}

/// In one folder, again and again, each time a little later.
#[test]
fn many_crashes_in_a_row_lose_nothing() {
    in_each_scene(|scene, trees| {
        for point in POINTS {
            let bench = scene.set();
            let ended = (1..50).any(|n| {
                let fault = format!("{point}:{n}:die");
                let ended = disturbed(&bench, scene.run, &fault);
                trees.nothing_half_written(&bench, &fault);
                ended.status.code().is_some()
            });
            assert!(ended, "{point}");
            scene.made_good(&bench, trees, point);
        }
    });
}

/// Whoever comes next may want something else in that folder: they get it, or the whole run that was there.
#[test]
fn other_settings_after_a_crash_leave_one_whole_run() {
    const OTHER: &str = "run --quota 3=2 --seed 2 --archive a --quiet";
    let scene = &SCENES[0];
    let trees = scene.trees();
    let (other, _) = undisturbed(&[CREATE], OTHER);
    let (mut first, mut second) = (0, 0);
    for point in POINTS {
        for n in 1.. {
            let fault = format!("{point}:{n}:die");
            let bench = scene.set();
            if disturbed(&bench, scene.run, &fault).status.success() {
                break;
            }
            let ended = bench.run(OTHER);
            let said = String::from_utf8(ended.stderr).unwrap();
            match ended.status.code() {
                // The first run was decided: it stands, and is in the way of the other.
                Some(2) => {
                    assert!(said.contains("holds a finished run"), "{fault}: {said}");
                    assert_eq!(tree(&bench), trees.after, "{fault}");
                    first += 1;
                }
                code => {
                    assert_eq!(code, Some(0), "{fault}: {said}");
                    assert_eq!(tree(&bench), other, "{fault}");
                    second += 1;
                }
            }
        }
    }
    assert!(first > 3 && second > 10, "{first} and {second}");
}

/// The n-th call of each kind fails, and those after it: a full disk stays full.
#[test]
fn any_failing_call_ends_with_an_error_and_the_rerun_succeeds() {
    in_each_scene(|scene, trees| {
        for point in &POINTS[..7] {
            let what = match point.starts_with("sync") {
                true => "broken",
                false => "full",
            };
            for n in 1.. {
                let fault = format!("{point}:{n}:{what}");
                let bench = scene.set();
                let ended = disturbed(&bench, scene.run, &fault);
                if ended.status.success() {
                    assert!(n > 1, "{fault} never happens");
                    break;
                }
                let said = String::from_utf8(ended.stderr).unwrap();
                assert_eq!(ended.status.code(), Some(74), "{fault}: {said}");
                assert!(said.contains("cannot write"), "{fault}: {said}");
                assert_eq!(said.lines().count(), 1, "{fault}: {said}");
                let left = tree(&bench);
                let rubbish = left.keys().find(|name| name.ends_with(".part"));
                assert_eq!(rubbish, None, "{fault}");
                scene.made_good(&bench, trees, &format!("{}, {fault}", scene.run));
                eprintln!("campaign: 1 faults");
            }
        }
    });
}

/// An archive that was begun and not finished; and one whose first name a crash left beside its last.
#[test]
fn a_crash_while_an_archive_is_created_damages_no_archive() {
    for point in ["create", "sync", "rename", "sync-folder"] {
        let bench = Bench::new();
        let ended = disturbed(&bench, CREATE, &format!("{point}:1:die"));
        assert_eq!(ended.status.code(), None, "{point}");
        let complete = bench.path("a").exists();
        assert_eq!(complete, point == "sync-folder");
        bench.ends(CREATE, if complete { 2 } else { 0 }, "");
        archive_is_sound(&bench, 0);
        bench.ends("generate --levels 1 --count 3 -q --archive a --out c", 0, "");
        fs::rename(bench.path("a"), bench.path("b")).unwrap();
        bench.ends(CREATE, 0, "");
        archive_is_sound(&bench, 0);
        fs::rename(bench.path("b"), bench.path("a")).unwrap();
        archive_is_sound(&bench, 3);
    }
}

/// Small enough for many, the moments spread over all of it, the book and the archive included.
const SHORT: Scene = Scene {
    before: &[CREATE],
    run: "run --quota 2=600,5=60 --seed 11 --archive a --quiet",
    puzzles: 660,
    made: 660,
};

/// How many moments: `NIGHTLY_KILLS=200 cargo test --test it at_any_moment`.
fn moments(time: Duration) -> impl Iterator<Item = Duration> {
    let kills = std::env::var("NIGHTLY_KILLS").map_or(12, |n| n.parse().unwrap());
    // A low-discrepancy sequence: every prefix of it is spread evenly.
    (0..kills).map(move |kill| time.mul_f64((f64::from(kill) * 0.618_034).fract() * 1.1))
}

#[test]
fn the_rerun_after_a_kill_at_any_moment_makes_the_same_bytes() {
    let (trees, time) = (SHORT.trees(), SHORT.time());
    for moment in moments(time) {
        let bench = SHORT.set();
        let mut child = spawn(&bench, SHORT.run);
        std::thread::sleep(moment);
        let _ = child.kill();
        child.wait().unwrap();
        SHORT.made_good(&bench, &trees, &format!("killed at {moment:?}"));
        eprintln!("campaign: 1 kills");
    }
}

#[test]
fn the_rerun_after_sigterm_at_any_moment_makes_the_same_bytes() {
    let (trees, time) = (SHORT.trees(), SHORT.time());
    let mut stopped = 0;
    for moment in moments(time) {
        let how = format!("stopped at {moment:?}");
        let bench = SHORT.set();
        let mut command = bench.command(SHORT.run);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(moment);
        signal(&child, "TERM");
        let ended = child.wait_with_output().unwrap();
        let (code, said) = (ended.status.code(), String::from_utf8(ended.stderr).unwrap());
        // Before the program listens, a signal is the system's business.
        assert!([None, Some(0), Some(143)].contains(&code), "{how}: {code:?}");
        // On a machine that is too slow to end in order, the end is by force, and without a word.
        if said.contains("stopped by SIGTERM") {
            stopped += 1;
            let left = tree(&bench);
            let rubbish = |name: &&String| name.ends_with(".part") || name.ends_with("lock");
            assert_eq!(left.keys().find(rubbish), None, "{how}");
        }
        SHORT.made_good(&bench, &trees, &how);
        eprintln!("campaign: 1 kills");
    }
    eprintln!("{stopped} ended in order");
    assert!(stopped > 0, "no run ended in order");
}

/// One folder and one archive for two: both end well, or one says 11.
#[test]
fn two_at_once_make_one_run() {
    let trees = SHORT.trees();
    for wait in ["1m", "0s", "1m", "0s"] {
        let bench = SHORT.set();
        let run = format!("{} --lock-wait {wait}", SHORT.run);
        let codes = [spawn(&bench, &run), spawn(&bench, &run)]
            .map(|mut child| child.wait().unwrap().code().unwrap());
        assert!(codes.contains(&0), "{codes:?}");
        let other = if wait == "1m" { [0, 0] } else { [0, 11] };
        assert!(codes.iter().all(|code| other.contains(code)), "{codes:?}");
        assert_eq!(tree(&bench), trees.after);
        archive_is_sound(&bench, SHORT.puzzles);
    }
}

/// A command with one system call disturbed; and whether it was.
#[cfg(target_os = "linux")]
fn injected(bench: &Bench, run: &str, call: &str, what: &str, n: u32) -> (Output, bool) {
    let folder = temp_dir::TempDir::new().unwrap();
    let log = folder.child("log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(&log);
    strace.args(["-e", &format!("trace={call}")]);
    strace.args(["-e", &format!("inject={call}:{what}:when={n}")]);
    strace.arg(env!("CARGO_BIN_EXE_sudoku-press"));
    strace.args(run.split_whitespace());
    let ended = strace.current_dir(bench.path(".")).output().unwrap();
    let log = fs::read_to_string(&log).unwrap();
    let marks = ["INJECTED", "killed by", "--- SIGTERM"];
    (ended, marks.iter().any(|mark| log.contains(mark)))
}

/// A writer that dies between the two steps by which a file gets its name leaves both names.
#[test]
fn a_working_file_beside_a_complete_file_goes_with_the_next_command() {
    let bench = Bench::new();
    bench.ends("generate --count 1 --seed 1 --out c.csv", 0, "");
    let working = bench.path(".c.csv.0123456789abcdef.part");
    fs::copy(bench.path("c.csv"), &working).unwrap();
    let whole = fs::read(bench.path("c.csv")).unwrap();
    let ended = bench.run("generate --count 1 --seed 1 --out c.csv");
    assert_eq!(ended.status.code(), Some(2));
    assert!(!working.exists());
    assert_eq!(fs::read(bench.path("c.csv")).unwrap(), whole);
}

/// SQLite's own calls too: the n-th fails, or the program dies there, until there is no n-th.
#[test]
#[cfg(target_os = "linux")]
fn the_rerun_succeeds_after_any_failing_system_call() {
    let mut strace = Command::new("strace");
    strace.args(["-o", "/dev/null", "true"]).stderr(Stdio::null());
    if !strace.status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: strace does not work here");
        return;
    }
    let mut calls = vec![
        ("write", "error=ENOSPC", 4),
        ("fsync", "error=EIO", 4),
        ("rename", "error=ENOSPC", 2),
        ("pwrite64", "error=ENOSPC", 4),
        ("pwrite64", "signal=KILL", 4),
        ("fsync", "signal=KILL", 4),
        ("unlink", "signal=KILL", 2),
    ];
    let mut scenes = &SCENES[..1];
    // The long campaign: NIGHTLY_FAULTS=all.
    if std::env::var_os("NIGHTLY_FAULTS").is_some() {
        scenes = &SCENES;
        let everywhere = ["write", "rename", "openat", "close"];
        calls.extend(everywhere.map(|call| (call, "signal=KILL", 2)));
        let all = ["fsync", "pwrite64", "unlink"].into_iter().chain(everywhere);
        calls.extend(all.map(|call| (call, "signal=TERM", 2)));
    }
    for (scene, (call, what, least)) in scenes.iter().flat_map(|scene| {
        let calls = calls.iter();
        calls.map(move |call| (scene, *call))
    }) {
        let trees = scene.trees();
        let mut met = 0;
        for n in 1.. {
            let how = format!("{call}:{what}:{n}");
            let bench = scene.set();
            let (ended, disturbed) = injected(&bench, scene.run, call, what, n);
            let said = String::from_utf8(ended.stderr).unwrap();
            let code = ended.status.code();
            if !disturbed {
                assert_eq!(code, Some(0), "{how}: {said}");
                break;
            }
            met += 1;
            if what.starts_with("error") {
                // The words in a lock file and the log's way into the archive may fail unnoticed.
                let clear = match code {
                    Some(0) => said.is_empty(),
                    Some(74) => said.lines().count() == 1 && said.contains("cannot write"),
                    _ => false,
                };
                assert!(clear, "{how}: {code:?} {said}");
            }
            scene.made_good(&bench, &trees, &how);
        }
        eprintln!("campaign: {met} faults of {call}, {what}");
        assert!(met >= least, "{call} {what} met {met} times only");
    }
}
