//! Crashes of the program that ships: strace kills it, stops it, or lets a system call fail, at any call; and two
//! commands at once. Each time the rerun makes the same bytes, with a sound archive and no extra files.
//! `tests/campaign` tries every call and random moments.

use crate::support::crashes::{
    CREATE, Tree, archive_is_sound, injected, spawn, strace_works, tree, undisturbed,
};
use crate::support::program::Bench;
use std::fs;
use std::process::Command;

/// A command that is disturbed, and what comes before it.
struct Scene {
    before: &'static [&'static str],
    run: &'static str,
    /// What is in the archive in the end.
    puzzles: usize,
}

/// A new run, one that replaces another, one in two volumes, a catalogue by itself.
const SCENES: [Scene; 4] = [
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet",
        puzzles: 3,
    },
    Scene {
        before: &[CREATE, "run --quota 1=1 --seed 9 --archive a --quiet"],
        run: "run --quota 1=2,2=1 --seed 1 --archive a --quiet --force",
        puzzles: 4,
    },
    Scene {
        before: &[CREATE],
        run: "run --quota 1=2,2=2 --seed 1 --archive a --quiet --volumes 2",
        puzzles: 4,
    },
    Scene {
        before: &[CREATE],
        run: "generate --quota 1=2,2=1 --seed 1 --archive a --quiet --out c.csv",
        puzzles: 3,
    },
];

/// Makes enough to be stopped anywhere.
const SHORT: Scene = Scene {
    before: &[CREATE],
    run: "run --quota 2=600,5=60 --seed 11 --archive a --quiet",
    puzzles: 660,
};

/// A scene that is set: its folder, and all files before the command and in the end.
struct Stage<'a> {
    scene: &'a Scene,
    folder: Bench,
    before: Tree,
    after: Tree,
}

impl Scene {
    fn stage(&self) -> Stage<'_> {
        let folder = Bench::new();
        for command in self.before {
            folder.ends(command, 0, "");
        }
        let before = tree(&folder);
        let bench = copied(&folder);
        bench.ends(self.run, 0, "");
        Stage { scene: self, folder, before, after: tree(&bench) }
    }
}

/// The same files in another folder.
fn copied(from: &Bench) -> Bench {
    let bench = Bench::new();
    let copied = Command::new("cp").arg("-R").args([from.path("."), bench.path(".")]).status();
    assert!(copied.unwrap().success());
    bench
}

impl Stage<'_> {
    fn set(&self) -> Bench {
        copied(&self.folder)
    }

    /// The same command once more; then all is as if nothing had happened.
    fn made_good(&self, bench: &Bench, how: &str) {
        self.nothing_half_written(bench, how);
        let again = bench.run(self.scene.run);
        let said = String::from_utf8(again.stderr).unwrap();
        // A catalogue that was complete is not written again.
        let complete = said.contains("c.csv exists");
        assert!(again.status.success() || complete, "{how}: {said}");
        // Whoever opens the archive next clears away what SQLite had to leave.
        archive_is_sound(bench, self.scene.puzzles);
        assert_eq!(tree(bench), self.after, "{how}");
    }

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
fn in_each_scene(check: impl Fn(&Stage) + Sync) {
    std::thread::scope(|scope| {
        for scene in &SCENES {
            scope.spawn(|| check(&scene.stage()));
        }
    });
}

/// What changes names of files, then what writes; and every how many of these calls are tried.
const CALLS: [(&str, usize); 6] =
    [("/^rename", 1), ("/^link", 1), ("/^unlink", 3), ("fsync", 7), ("pwrite64", 25), ("write", 7)];

#[test]
fn the_rerun_after_a_crash_at_any_call_makes_the_same_bytes() {
    if !strace_works() {
        return;
    }
    in_each_scene(|stage| {
        for (call, every) in CALLS {
            for n in (1..).step_by(every) {
                let bench = stage.set();
                let when = n.to_string();
                let (ended, met) = injected(&bench, stage.scene.run, call, "signal=KILL", &when);
                if !met {
                    let said = String::from_utf8_lossy(&ended.stderr);
                    assert!(ended.status.success() && n > every, "{call} {n}: {said}");
                    break;
                }
                stage.made_good(&bench, &format!("{}, killed at {call} {n}", stage.scene.run));
            }
        }
    });
}

/// In one folder, again and again, each time a little later; also in order, which leaves more to go on from.
#[test]
fn many_crashes_in_a_row_lose_nothing() {
    if !strace_works() {
        return;
    }
    let stage = SHORT.stage();
    for (call, what, every) in [
        ("/^rename", "signal=KILL", 1),
        ("/^unlink", "signal=KILL", 3),
        ("fsync", "signal=TERM", 5),
        ("write", "signal=TERM", 5),
    ] {
        let bench = stage.set();
        let ended = (1..90).step_by(every).any(|n| {
            let (ended, _) = injected(&bench, stage.scene.run, call, what, &n.to_string());
            stage.nothing_half_written(&bench, call);
            ended.status.success()
        });
        assert!(ended, "{call} {what}");
        stage.made_good(&bench, call);
    }
}

/// Whoever comes next may want something else in that folder: they get it, or the whole run that was there.
#[test]
fn other_settings_after_a_crash_leave_one_whole_run() {
    const OTHER: &str = "run --quota 3=2 --seed 2 --archive a --quiet";
    if !strace_works() {
        return;
    }
    let stage = SCENES[0].stage();
    let (other, _) = undisturbed(&[CREATE], OTHER);
    let (mut first, mut second) = (0, 0);
    for (call, every) in CALLS {
        for n in (1..).step_by(every) {
            let how = format!("{call} {n}");
            let bench = stage.set();
            let when = n.to_string();
            if !injected(&bench, stage.scene.run, call, "signal=KILL", &when).1 {
                break;
            }
            let ended = bench.run(OTHER);
            let said = String::from_utf8(ended.stderr).unwrap();
            match ended.status.code() {
                // The first run was decided: it stands, and is in the way of the other.
                Some(2) => {
                    assert!(said.contains("holds a finished run"), "{how}: {said}");
                    archive_is_sound(&bench, stage.scene.puzzles);
                    // Nobody has written to the archive since.
                    let mut left = tree(&bench);
                    left.remove(".a.lock");
                    assert_eq!(left, stage.after, "{how}");
                    first += 1;
                }
                code => {
                    assert_eq!(code, Some(0), "{how}: {said}");
                    assert_eq!(tree(&bench), other, "{how}");
                    second += 1;
                }
            }
        }
    }
    assert!(first > 3 && second > 10, "{first} and {second}");
}

/// A full disk stays full, and a broken one broken.
#[test]
fn any_failing_call_ends_with_an_error_and_the_rerun_succeeds() {
    if !strace_works() {
        return;
    }
    in_each_scene(|stage| {
        for (call, what, every) in [
            ("/^rename", "error=ENOSPC", 1),
            ("fsync", "error=EIO", 7),
            ("pwrite64", "error=ENOSPC", 15),
            ("write", "error=ENOSPC", 3),
        ] {
            for n in (1..).step_by(every) {
                let how = format!("{}, {call} {what} {n}", stage.scene.run);
                let bench = stage.set();
                // The last write is the message.
                let when = if call == "write" { n.to_string() } else { format!("{n}+") };
                let (ended, met) = injected(&bench, stage.scene.run, call, what, &when);
                let said = String::from_utf8(ended.stderr).unwrap();
                if !met {
                    assert!(ended.status.success() && n > every, "{how}: {said}");
                    break;
                }
                // The words in a lock file and the log's way into the archive may fail unnoticed.
                let clear = match ended.status.code() {
                    Some(0) => said.is_empty(),
                    Some(74) => said.lines().count() == 1 && said.contains("cannot write"),
                    _ => false,
                };
                assert!(clear, "{how}: {:?} {said}", ended.status);
                let left = tree(&bench);
                let rubbish = left.keys().find(|name| name.ends_with(".part"));
                assert_eq!(rubbish, None, "{how}");
                stage.made_good(&bench, &how);
            }
        }
    });
}

/// An archive that was begun and not finished; and one whose first name a crash left beside its last.
#[test]
fn a_crash_while_an_archive_is_created_damages_no_archive() {
    if !strace_works() {
        return;
    }
    let mut complete = 0;
    for (call, every) in CALLS {
        for n in (1..).step_by(every.div_ceil(3)) {
            let bench = Bench::new();
            if !injected(&bench, CREATE, call, "signal=KILL", &n.to_string()).1 {
                break;
            }
            let exists = bench.path("a").exists();
            complete += usize::from(exists);
            bench.ends(CREATE, if exists { 2 } else { 0 }, "");
            archive_is_sound(&bench, 0);
            bench.ends("generate --levels 1 --count 3 -q --archive a --out c", 0, "");
            fs::rename(bench.path("a"), bench.path("b")).unwrap();
            bench.ends(CREATE, 0, "");
            archive_is_sound(&bench, 0);
            fs::rename(bench.path("b"), bench.path("a")).unwrap();
            archive_is_sound(&bench, 3);
        }
    }
    assert!(complete > 0, "no crash after the archive had its name");
}

#[test]
fn the_rerun_after_sigterm_at_any_call_makes_the_same_bytes() {
    if !strace_works() {
        return;
    }
    let stage = SHORT.stage();
    let mut stopped = 0;
    for (call, every) in [("write", 5), ("fsync", 7), ("/^rename", 2), ("openat", 15)] {
        for n in (1..).step_by(every) {
            let how = format!("stopped at {call} {n}");
            let bench = stage.set();
            let (ended, met) =
                injected(&bench, stage.scene.run, call, "signal=TERM", &n.to_string());
            if !met {
                break;
            }
            let (code, said) = (ended.status.code(), String::from_utf8(ended.stderr).unwrap());
            // Before the program listens, a signal is the system's business.
            assert!([None, Some(0), Some(143)].contains(&code), "{how}: {code:?}");
            if said.contains("stopped by SIGTERM") {
                stopped += 1;
                let left = tree(&bench);
                let rubbish = |name: &&String| name.ends_with(".part") || name.ends_with("lock");
                assert_eq!(left.keys().find(rubbish), None, "{how}");
            }
            stage.made_good(&bench, &how);
        }
    }
    assert!(stopped > 5, "{stopped} runs ended in order");
}

/// One folder and one archive for two: both end well, or one says 11.
#[test]
fn two_at_once_make_one_run() {
    let stage = SHORT.stage();
    for wait in ["1m", "0s", "1m", "0s"] {
        let bench = stage.set();
        let run = format!("{} --lock-wait {wait}", SHORT.run);
        let codes = [spawn(&bench, &run), spawn(&bench, &run)]
            .map(|mut child| child.wait().unwrap().code().unwrap());
        assert!(codes.contains(&0), "{codes:?}");
        let other = if wait == "1m" { [0, 0] } else { [0, 11] };
        assert!(codes.iter().all(|code| other.contains(code)), "{codes:?}");
        assert_eq!(tree(&bench), stage.after);
        archive_is_sound(&bench, SHORT.puzzles);
    }
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
