//! Copying and restoring archives, journals of crashes and of other files, other users, and passing
//! read errors.

use crate::support::archives::{create, insert, keys, run_description, sound};
use crate::support::crashes::injected;
use crate::support::program::Bench;
use archive::{Archive, ArchiveError};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tables::compress::{Codec, CompressingWriter};

/// Bytes in a page of the file.
const PAGE: usize = 16_384;

/// Writes the archive `a` of three runs with the journal that a crash in the middle of a fourth has
/// left, the same pair once more as `killed`, and copies of before each run: `old-0` to `old-3`.
fn killed(bench: &Bench) {
    static MADE: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    for (name, bytes) in MADE.get_or_init(make_killed) {
        fs::write(bench.path(name), bytes).unwrap();
        if let Some(ending) = name.strip_prefix("killed") {
            fs::write(bench.path(&format!("a{ending}")), bytes).unwrap();
        }
    }
}

/// The files of [`killed`] with their bytes.
fn make_killed() -> BTreeMap<String, Vec<u8>> {
    let bench = Bench::new();
    let path = bench.path("a");
    Archive::create(&path).unwrap();
    for n in 0..4 {
        fs::copy(&path, bench.path(&format!("old-{n}"))).unwrap();
        if n < 3 {
            let mut archive = Archive::open(&path, "a test").unwrap();
            let from = u32::try_from(n).unwrap() * 10_000;
            insert(&mut archive, n, &keys(from, 5_000)).unwrap();
        }
    }
    // A cache without room writes pages of the file before the transaction ends.
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch("PRAGMA cache_size = 1; BEGIN IMMEDIATE").unwrap();
    // The mark of our own transactions: the number of the journal.
    let version: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    db.pragma_update(None, "user_version", version).unwrap();
    let nonce = bench.read("a-journal")[12..16].try_into().unwrap();
    db.pragma_update(None, "schema_version", i32::from_be_bytes(nonce)).unwrap();
    db.execute("UPDATE run SET puzzles = 9", []).unwrap();
    for (key, row) in keys(90_000, 5_000).iter().zip(1..) {
        db.execute("INSERT INTO seen VALUES (?1, 9, ?2)", (key.0, row)).unwrap();
    }
    for ending in ["", "-journal"] {
        let names = [format!("a{ending}"), format!("killed{ending}")].map(|name| bench.path(&name));
        assert!(Command::new("cp").args(names).status().unwrap().success());
    }
    drop(db);
    let size = |name: &str| fs::metadata(bench.path(name)).unwrap().len();
    assert!(size("killed") > size("old-3") && size("killed-journal") > 0);
    let names = bench.names(".").into_iter();
    let names = names.filter(|name| name.starts_with("killed") || name.starts_with("old-"));
    names.map(|name| (name.clone(), bench.read(&name))).collect()
}

/// All files of an archive.
fn bytes(bench: &Bench, name: &str) -> Vec<Option<Vec<u8>>> {
    let ends = ["", "-journal"].map(|end| fs::read(bench.path(&format!("{name}{end}"))).ok());
    ends.to_vec()
}

#[test]
fn readers_and_writers_apply_a_crash_journal() {
    let bench = Bench::new();
    killed(&bench);
    sound(&bench, "a", 15_000);
    assert!(!bench.path("a-journal").exists());
    let archive = Archive::open(&bench.path("killed"), "a test").unwrap();
    assert_eq!(archive.check().unwrap().puzzles, 15_000);
}

/// The kernel may write a part of a page before a crash, and a new page ends anywhere.
#[test]
fn crash_inside_a_page_is_not_called_damage() {
    let bench = Bench::new();
    killed(&bench);
    let (before, after) = (bench.read("old-3").len(), bench.read("killed"));
    for length in [before, before + 100, before + PAGE - 1, after.len() - 1, after.len()] {
        for command in ["archive stats a", "archive copy a new", "archive forget 1 --archive a"] {
            killed(&bench);
            fs::write(bench.path("a"), &after[..length]).unwrap();
            let code = if command.contains("forget") { 2 } else { 0 };
            bench.ends(command, code, "");
            let _ = fs::remove_file(bench.path("new"));
            sound(&bench, "a", 15_000);
        }
    }
}

#[test]
fn archive_with_a_foreign_log_requires_a_restore() {
    for (old, puzzles) in [("old-1", 5_000), ("old-2", 10_000)] {
        let bench = Bench::new();
        killed(&bench);
        fs::copy(bench.path(old), bench.path("a")).unwrap();
        let before = bytes(&bench, "a");
        for command in [
            "archive stats --archive a",
            "archive check --archive a",
            "archive forget 0123456789abcdef --archive a",
            "generate --levels 1 --count 1 --archive a --out c.csv",
        ] {
            let words = "the log a-journal does not belong to a";
            bench.ends(command, 10, words);
            bench.ends(command, 10, "archive restore --archive a");
            assert!(bytes(&bench, "a") == before, "{command}");
        }
        bench.ends(
            &format!("archive restore --archive a {old}"),
            0,
            &format!("restored {puzzles} puzzles"),
        );
        sound(&bench, "a", puzzles);
        assert!(!bench.path("a-journal").exists());
    }
    // The copy of just before the last run: with the journal it is the whole archive.
    let bench = Bench::new();
    killed(&bench);
    fs::copy(bench.path("old-3"), bench.path("a")).unwrap();
    sound(&bench, "a", 15_000);
}

/// The last run was lost without a word.
#[test]
fn restore_names_lost_runs_and_requires_force() {
    let bench = Bench::new();
    killed(&bench);
    let [first, last] = [1, 2].map(|n| run_description(n).name());
    let before = bench.read("old-3");
    let restore = "archive restore --archive a old-1";
    let words = format!(
        "a has 2 runs that old-1 lacks: {last} of 2026-01-01T00:00:00Z (5000 puzzles), {first} of"
    );
    bench.ends(restore, 2, &words);
    assert!(bench.read("a") == before, "the archive was changed");
    // The remedy, as it is printed.
    let said = String::from_utf8(bench.run(restore).stderr).unwrap();
    let remedy = said.split('`').nth(1).unwrap().to_owned();
    bench.ends(&remedy, 0, &format!("lost 2 runs of the replaced archive: {last}"));
    sound(&bench, "a", 5_000);
    // A run that has more puzzles than the copy of it.
    let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
    insert(&mut archive, 0, &keys(0, 5_001)).unwrap();
    drop(archive);
    bench.ends(restore, 2, "a has 1 run that old-1 lacks");
    // Nothing is lost: no question.
    bench.ends("archive restore --archive a old-3 --force", 0, "lost 1 run");
    bench.ends("archive restore --archive a old-3", 0, "restored 15000 puzzles of 3 runs");
    // Of a damaged archive, as far as its runs can be read.
    let mut cut = bench.read("old-3");
    cut.truncate(cut.len() - PAGE);
    fs::write(bench.path("a"), cut).unwrap();
    bench.ends("archive check a", 10, "a is damaged");
    bench.ends("archive restore --archive a old-2", 2, "a has 1 run that old-2 lacks");
    fs::write(bench.path("a"), &bench.read("a")[..PAGE]).unwrap();
    bench.ends("archive restore --archive a old-2", 0, "could not be read; repeat those");
    sound(&bench, "a", 10_000);
}

#[test]
fn foreign_file_is_replaced_only_with_force() {
    let bench = Bench::new();
    create(&bench, "b");
    let mut broken = bench.read("b");
    broken[3] ^= 1;
    fs::write(bench.path("a"), &broken).unwrap();
    bench.ends("archive stats a", 10, "`archive restore --archive a COPY --force`");
    bench.ends("archive restore --archive a b", 10, "is not an archive");
    assert!(bench.read("a") == broken);
    bench.ends("archive restore --archive a b --force", 0, "restored 0 puzzles");
    sound(&bench, "a", 0);
    fs::create_dir(bench.path("folder")).unwrap();
    bench.ends("archive restore --archive folder b --force", 10, "is not an archive");
}

#[test]
fn copy_during_writes_is_whole_and_overwrites_nothing() {
    let bench = Bench::new();
    killed(&bench);
    let writer = Archive::open(&bench.path("a"), "a test").unwrap();
    bench.ends("archive copy --archive a b", 0, "copied 15000 puzzles of 3 runs");
    drop(writer);
    let before = bench.read("b");
    bench.ends("archive copy --archive a b", 2, "b exists");
    bench.ends("archive copy --archive a .", 2, "exists");
    bench.ends("archive copy --archive a none/b", 74, "cannot write");
    assert!(bench.read("b") == before);
    sound(&bench, "b", 15_000);
    bench.ends("archive restore --archive b b", 2, "expected two files");
    // A file of somebody else's is not replaced, a missing archive is put back.
    fs::write(bench.path("notes"), "mine\n".repeat(99)).unwrap();
    bench.ends("archive restore --archive notes b", 10, "is not an archive");
    // A file that was named as the copy is not to be replaced, either.
    let foreign =
        "notes: expected a copy of an archive, found another file; name the file of the copy\n";
    bench.ends("archive restore --archive b notes", 10, foreign);
    bench.ends("archive restore --archive b notes --force", 10, foreign);
    assert!(bench.read("notes").starts_with(b"mine"));
    bench.ends("archive restore --archive new b", 0, "restored 15000");
    sound(&bench, "new", 15_000);
    // A log that cannot be removed would be read with the copy.
    fs::create_dir(bench.path("beside-wal")).unwrap();
    bench.ends("archive restore --archive beside b", 74, "cannot write beside");
    assert!(!bench.path("beside").exists());
    let writer = Archive::open(&bench.path("a"), "the night watch").unwrap();
    bench.ends("archive restore --archive a b", 11, "the night watch");
    drop(writer);
    // Nor is one from a copy that is damaged.
    let mut torn = bench.read("b");
    let middle = torn.len() / 2 / PAGE * PAGE;
    torn[middle..middle + PAGE].fill(0x5a);
    fs::write(bench.path("torn"), torn).unwrap();
    bench.ends("archive restore --archive a torn", 10, "torn is damaged");
    sound(&bench, "a", 15_000);
}

/// At each step of both commands: the old archive is whole, or the new one, and the command can be
/// given again.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn crash_of_copy_or_restore_leaves_whole_archive() {
    let scene = || {
        let bench = Bench::new();
        create(&bench, "a");
        let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
        insert(&mut archive, 1, &keys(0, 500)).unwrap();
        drop(archive);
        bench.ends("archive copy --archive a old", 0, "");
        let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
        insert(&mut archive, 2, &keys(500, 500)).unwrap();
        bench
    };
    for (command, after) in [
        ("archive copy --archive a new", 1_000_usize),
        ("archive restore --archive a old --force", 500),
    ] {
        let mut restored = false;
        for (call, what) in [
            ("/^rename", "signal=KILL"),
            ("/^rename", "error=ENOSPC"),
            ("/^link", "signal=KILL"),
            ("fsync", "error=EIO"),
        ] {
            for n in 1.. {
                let bench = scene();
                let (ended, met) = injected(&bench, command, call, what, &n.to_string());
                if !met {
                    assert!(ended.status.success(), "{ended:?}");
                    break;
                }
                let how = format!("{command}, {call} {what} {n}");
                if what.starts_with("error") {
                    let code = ended.status.code();
                    assert!([Some(0), Some(74)].contains(&code), "{how}: {ended:?}");
                }
                // One of the two, and whole.
                let whole = Archive::open_to_read(&bench.path("a")).unwrap().check();
                let whole = whole.unwrap().puzzles as usize;
                assert!(whole == 1_000 || whole == after, "{how}: {whole}");
                restored |= whole == after;
                if bench.path("new").exists() {
                    sound(&bench, "new", 1_000);
                    fs::remove_file(bench.path("new")).unwrap();
                }
                bench.ends(command, 0, "");
                sound(&bench, "a", after);
                let left = bench.names(".").into_iter().filter(|name| name != "new");
                assert_eq!(left.collect::<Vec<_>>(), ["a", "old"], "{how}");
            }
        }
        assert!(restored, "{command}: no fault after the last step");
    }
}

/// Runs the program as `nobody`, or as another user.
fn as_user(bench: &Bench, user: &str, args: &str) -> Output {
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--clear-groups"]);
    let program = Path::new(crate::support::program::program());
    // The folder of the build may be closed to other users.
    let open = bench.path("program");
    if !open.exists() {
        // Another process writes it: a child of another test that held it open would make it busy.
        let copied = Command::new("cp").arg(program).arg(&open).status().unwrap();
        assert!(copied.success());
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(bench.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    }
    command.arg(open).args(args.split_whitespace());
    command.current_dir(bench.path(".")).stdin(Stdio::null());
    let ended = command.output().unwrap();
    assert!(!String::from_utf8_lossy(&ended.stderr).starts_with("setpriv"), "{ended:?}");
    ended
}

fn owned_by(path: &Path, user: &str, mode: u32) {
    assert!(Command::new("chown").arg(user).arg(path).status().unwrap().success());
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn readers_need_no_write_permission_and_leave_nothing() {
    let bench = Bench::new();
    for (folder, mode) in [("closed", 0o555), ("open", 0o777)] {
        let archive = format!("{folder}/a");
        fs::create_dir(bench.path(folder)).unwrap();
        create(&bench, &archive);
        let mut writer = Archive::open(&bench.path(&archive), "a test").unwrap();
        insert(&mut writer, 1, &keys(0, 500)).unwrap();
        drop(writer);
        let file = if mode == 0o555 { 0o444 } else { 0o644 };
        owned_by(&bench.path(&archive), "nobody", file);
        owned_by(&bench.path(folder), "nobody", mode);
        for user in ["65533", "nobody", "root"] {
            for command in ["stats", "check", "export", "find program"] {
                let args = format!("archive {command} --archive {archive}");
                let ended = as_user(&bench, user, &args);
                let code = if command.starts_with("find") { 1 } else { 0 };
                let said = String::from_utf8_lossy(&ended.stderr);
                assert_eq!(ended.status.code(), Some(code), "{user}, {args}: {said}");
                assert_eq!(bench.names(folder), ["a"], "{user}, {args}");
            }
        }
    }
    // While the owner writes, and after the owner's crash.
    owned_by(&bench.path("open"), "nobody", 0o777);
    owned_by(&bench.path("open/a"), "root", 0o644);
    let writer = Archive::open(&bench.path("open/a"), "a test").unwrap();
    let said = as_user(&bench, "65533", "archive check --archive open/a");
    assert!(String::from_utf8_lossy(&said.stdout).starts_with("sound: 500 "), "{said:?}");
    drop(writer);
    killed(&bench);
    for ending in ["", "-journal"] {
        let copy = bench.path(&format!("open/b{ending}"));
        fs::copy(bench.path(&format!("killed{ending}")), &copy).unwrap();
        owned_by(&copy, "nobody", 0o644);
    }
    owned_by(&bench.path("open"), "nobody", 0o755);
    let check = "archive check open/b";
    let said = as_user(&bench, "65533", check);
    let words = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(74), "{words}");
    assert!(words.contains(&format!("`{check}`")), "{words}");
    for user in ["nobody", "65533"] {
        let said = as_user(&bench, user, check);
        let words = String::from_utf8_lossy(&said.stdout);
        assert!(words.starts_with("sound: 15000 "), "{user}: {words}{said:?}");
    }
}

/// A reader whose output waits is in no writer's way, and does not mix two states.
#[test]
fn export_fails_when_the_archive_changes() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut writer = Archive::open(&bench.path("a"), "a test").unwrap();
    insert(&mut writer, 1, &keys(0, 400_000)).unwrap();
    let mut reader = bench.command("archive export --archive a");
    let mut reader = reader.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It has begun, and waits for the rest of its output to be read.
    reader.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    insert(&mut writer, 2, &keys(400_000, 1_000)).unwrap();
    drop(writer);
    let ended = reader.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(11), "{said}");
    assert!(said.contains("used by another program"), "{said}");
    sound(&bench, "a", 401_000);
}

/// SQLite needs a file for the archive and one for its journal, a writer a third for its lock.
#[test]
fn too_many_open_files_are_not_called_damage() {
    let bench = Bench::new();
    create(&bench, "a");
    for (command, good, refusals) in
        [("archive stats --archive a", 0, 0), ("archive forget 0123456789abcdef --archive a", 2, 1)]
    {
        let mut refused = 0;
        for limit in 4..16 {
            let program = crate::support::program::program();
            let words = format!("ulimit -n {limit}; exec {program} {command}");
            let mut sh = Command::new("sh");
            sh.args(["-c", &words]).current_dir(bench.path("."));
            let ended = sh.output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr);
            let code = ended.status.code().unwrap();
            let clear = code == 74 && said.contains("cannot");
            assert!(code == good || clear, "{command}, {limit}: {code} {said}");
            refused += usize::from(code != good);
        }
        assert!(refused >= refusals, "{command}: {refused}");
    }
}

/// Each read in turn fails once.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn passing_read_error_is_not_reported_as_damage() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut writer = Archive::open(&bench.path("a"), "a test").unwrap();
    insert(&mut writer, 1, &keys(0, 2_000)).unwrap();
    drop(writer);
    let before = bench.read("a");
    let (mut met, mut failed) = (0, 0);
    for n in 1.. {
        let mut strace = Command::new("strace");
        strace.args(["-f", "-o", "log", "-e", "trace=pread64"]);
        strace.arg("-P").arg(fs::canonicalize(bench.path("a")).unwrap());
        strace.args(["-e", &format!("inject=pread64:error=EIO:when={n}")]);
        strace.arg(crate::support::program::program());
        strace.args(["archive", "check", "--archive", "a"]);
        let ended = strace.current_dir(bench.path(".")).output().unwrap();
        let log = fs::read_to_string(bench.path("log")).unwrap_or_default();
        if !log.contains("INJECTED") {
            break;
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        let code = ended.status.code();
        assert!([Some(0), Some(74)].contains(&code), "{n}: {code:?} {said}");
        assert_eq!(code == Some(74), said.contains("cannot read a"), "{n}: {said}");
        met = n;
        failed += u32::from(code == Some(74));
    }
    // SQLite tries some of them again.
    assert!(met >= 10 && failed >= 2, "{failed} of {met} reads");
    assert!(bench.read("a") == before);
    sound(&bench, "a", 2_000);
}

/// From each read on all fail: SQLite calls that damage, also of an archive that it has not read through at first.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn unreadable_disk_is_not_reported_as_damage() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut writer = Archive::open(&bench.path("a"), "a test").unwrap();
    insert(&mut writer, 1, &keys(0, 150_000)).unwrap();
    drop(writer);
    let mut failed = 0;
    for n in (2..=60).step_by(2) {
        let mut strace = Command::new("strace");
        strace.args(["-f", "-o", "log", "-e", "trace=pread64,read"]);
        strace.arg("-P").arg(fs::canonicalize(bench.path("a")).unwrap());
        strace.args(["-e", &format!("inject=pread64,read:error=EIO:when={n}+")]);
        strace.arg(crate::support::program::program());
        let night = "generate --grid cyclic --look published --quota 3=20 --seed 2 --out 2.csv --force --archive a";
        let ended = strace.args(night.split(' ')).current_dir(bench.path(".")).output().unwrap();
        if !fs::read_to_string(bench.path("log")).unwrap_or_default().contains("INJECTED") {
            continue;
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!said.contains("is damaged") && !said.contains("restore"), "{n}: {said}");
        assert_eq!(ended.status.code(), Some(74), "{n}: {said}");
        failed += 1;
    }
    assert!(failed > 5, "{failed} reads failed");
    bench.ends("archive check a", 0, "");
}

/// SQLite writes one beside the working file, which the next copy removed alone.
#[test]
fn next_copy_removes_a_killed_copys_journal() {
    let bench = Bench::new();
    create(&bench, "a");
    let left = |name: &str| fs::write(bench.path(name), "left by a crash").unwrap();
    left(".new.0123456789abcdef.part");
    left(".new.0123456789abcdef.part-journal");
    // The working file is gone by now.
    left(".new.fedcba9876543210.part-journal");
    // What is not ours stays.
    left(".new.part-journal");
    left(".newer.fedcba9876543210.part-journal");
    bench.ends("archive copy a new", 0, "copied");
    let left = bench.names(".");
    assert_eq!(left, [".new.part-journal", ".newer.fedcba9876543210.part-journal", "a", "new"]);
}

/// An archive that is created has a lock beside its working file.
#[test]
fn next_create_removes_a_killed_creations_lock() {
    let bench = Bench::new();
    for name in ["..a.0123456789abcdef.part.lock", "..b.0123456789abcdef.part.lock"] {
        fs::write(bench.path(name), "sudoku-press lock: a test").unwrap();
    }
    fs::write(bench.path("..a.0123456789abcdee.part.lock"), "a note").unwrap();
    fs::write(bench.path(".a.lock.lock"), "sudoku-press lock: a test").unwrap();
    create(&bench, "a");
    let kept = ["..a.0123456789abcdee.part.lock", "..b.0123456789abcdef.part.lock", ".a.lock.lock"];
    assert_eq!(bench.names("."), [&kept[..], &["a"]].concat());
}

#[test]
fn copy_of_a_large_archive_needs_little_memory() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut writer = Archive::open(&bench.path("a"), "a test").unwrap();
    for n in 0..4 {
        insert(&mut writer, n, &keys(1_000_000 * n as u32, 1_000_000)).unwrap();
    }
    drop(writer);
    let size = fs::metadata(bench.path("a")).unwrap().len();
    assert!(size > 100 << 20, "{size} bytes");
    let limited =
        format!("ulimit -v 250000; exec {} archive copy a b", crate::support::program::program());
    let ended = Command::new("sh").args(["-c", &limited]).current_dir(bench.path(".")).output();
    let ended = ended.unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

/// A few thousand bytes that stand for gigabytes took as much memory.
#[test]
fn small_file_cannot_fill_the_memory() {
    let bench = Bench::new();
    let limited = |args: &str| {
        let program = crate::support::program::program();
        let words = format!("ulimit -v 700000; exec {program} {args} --threads 2");
        let mut sh = Command::new("sh");
        sh.args(["-c", &words]).current_dir(bench.path("."));
        let ended = sh.output().unwrap();
        (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
    };
    let bomb = |name: &str, begin: &str, line: &str, bytes: usize| {
        let mut out = CompressingWriter::new(Vec::new(), Some(Codec::Gzip)).unwrap();
        out.write_all(begin.as_bytes()).unwrap();
        let block = line.repeat((1 << 20) / line.len());
        for _ in 0..bytes / block.len() {
            out.write_all(block.as_bytes()).unwrap();
        }
        fs::write(bench.path(name), out.finish().unwrap()).unwrap();
    };
    create(&bench, "a");
    // One line without an end; lines of nothing; the same key sixteen million times.
    bomb("line", "key,run,row\n", "0", 1 << 30);
    bomb("lines", "key,run,row\n", "\n", 1 << 27);
    bomb("keys", "key,run,row\n", "0123456789abcdef0123456789abcdef\n", 1 << 29);
    bomb("grid", "", "0", 1 << 30);
    let import = |name: &str| limited(&format!("archive import {name} --archive a"));
    for name in ["line", "lines", "grid"] {
        let (code, said) = import(name);
        assert_eq!(code, Some(1), "{name}: {said}");
        sound(&bench, "a", 0);
    }
    let (code, said) = import("keys");
    assert!(code == Some(1) && said.contains(" more rows; remove them"), "{code:?} {said}");
    sound(&bench, "a", 0);
    let (code, said) = import("keys --allow-duplicates");
    assert!(code == Some(0) && said.contains("1 puzzles are new"), "{code:?} {said}");
    sound(&bench, "a", 1);
}

/// Keys that somebody has chosen lie side by side.
#[test]
fn import_of_chosen_keys_is_not_slow() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut keys = "key,run,row\n".to_owned();
    for i in 0..300_000 {
        keys += &format!("{i:032x}\n");
    }
    fs::write(bench.path("keys.csv"), keys).unwrap();
    bench.ends("archive import keys.csv --archive a", 0, "300000 puzzles are new");
    bench.ends("archive import keys.csv --archive a", 0, "0 puzzles are new, 300000 were already");
    sound(&bench, "a", 300_000);
}

/// A library user who has no lock cannot write.
#[test]
fn writing_requires_the_lock() {
    let bench = Bench::new();
    create(&bench, "a");
    let path = bench.path("a");
    let mut reader = Archive::open_to_read(&path).unwrap();
    let refused = insert(&mut reader, 1, &keys(0, 10)).unwrap_err();
    assert!(matches!(refused, ArchiveError::Read(..)), "{refused}");
    let mut writer = Archive::open(&path, "the night watch").unwrap();
    let locked = Archive::open(&path, "another").unwrap_err();
    assert!(matches!(&locked, ArchiveError::Locked(by) if by == "the night watch"));
    insert(&mut writer, 1, &keys(0, 10)).unwrap();
    drop(reader);
    assert_eq!(writer.check().unwrap().puzzles, 10);
}

#[test]
fn insert_finds_keys_that_another_tool_entered() {
    let bench = Bench::new();
    create(&bench, "a");
    let path = bench.path("a");
    let mut writer = Archive::open(&path, "a test").unwrap();
    insert(&mut writer, 1, &keys(0, 10)).unwrap();
    let key = keys(20, 1)[0];
    assert!(writer.owners(&[key]).unwrap()[0].is_none());
    // It knows of no lock.
    let tool = rusqlite::Connection::open(&path).unwrap();
    let seen = "INSERT INTO seen SELECT ?1, run, 11 FROM seen LIMIT 1";
    assert_eq!(tool.execute(seen, [key.0]).unwrap(), 1);
    let taken = insert(&mut writer, 2, &[key]).unwrap_err();
    assert!(matches!(taken, ArchiveError::Taken { others: 1, of: 1, .. }), "{taken}");
}

#[test]
fn archive_other_than_a_regular_file_is_refused() {
    let bench = Bench::new();
    fs::create_dir(bench.path("folder")).unwrap();
    assert!(Command::new("mkfifo").arg(bench.path("fifo")).status().unwrap().success());
    for name in ["folder", "fifo", "/dev/null"] {
        bench.ends(&format!("archive stats --archive {name}"), 10, "is not an archive");
        bench.ends(&format!("archive forget x --archive {name}"), 10, "is not an archive");
    }
    // The lock's name belongs to somebody else.
    create(&bench, "a");
    fs::write(bench.path("notes"), "mine").unwrap();
    std::os::unix::fs::symlink("notes", bench.path(".a.lock")).unwrap();
    bench.ends("archive forget x --archive a", 74, "expected a lock file");
    assert_eq!(bench.read("notes"), b"mine");
}

/// The new archive was mixed with the journal, with exit code 0.
#[test]
fn a_new_archive_beside_leftovers_is_refused() {
    let bench = Bench::new();
    killed(&bench);
    let journal = bench.read("a-journal");
    fs::remove_file(bench.path("a")).unwrap();
    for left in ["a-journal", "a-wal"] {
        let words = format!("{left} belongs to an archive that was a before");
        bench.ends("archive create --archive a", 10, &words);
        bench.ends("archive copy old-1 a", 10, &words);
        assert!(!bench.path("a").exists() && bench.read(left) == journal);
        let _ = fs::rename(bench.path("a-journal"), bench.path("a-wal"));
    }
    // What SQLite brings into no file is in nobody's way.
    fs::write(bench.path("a-wal"), "").unwrap();
    fs::write(bench.path("a-shm"), "old").unwrap();
    bench.ends("archive create --archive a", 0, "");
    sound(&bench, "a", 0);
}

/// The archive is gone, and its journal is not.
#[test]
fn restore_of_a_missing_archive_removes_its_journal() {
    let bench = Bench::new();
    killed(&bench);
    fs::remove_file(bench.path("a")).unwrap();
    bench.ends("archive restore --archive a old-2", 0, "restored 10000 puzzles");
    sound(&bench, "a", 10_000);
    assert!(!bench.path("a-journal").exists());
}

/// The journal was removed before the new archive had the name.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn a_restore_that_fails_keeps_the_journal() {
    let bench = Bench::new();
    killed(&bench);
    fs::copy(bench.path("old-1"), bench.path("a")).unwrap();
    let before = bytes(&bench, "a");
    let restore = "archive restore --archive a old-2";
    let mut failed = 0;
    for n in 1.. {
        let (ended, met) = injected(&bench, restore, "/^rename", "error=ENOSPC", &n.to_string());
        if !met {
            assert!(ended.status.success(), "{ended:?}");
            break;
        }
        assert_eq!(ended.status.code(), Some(74), "{n}: {ended:?}");
        assert!(bytes(&bench, "a") == before, "{n}");
        failed += 1;
    }
    assert!(failed >= 2, "{failed} renames failed");
    sound(&bench, "a", 10_000);
}

#[test]
fn an_empty_archive_file_is_named_and_restored() {
    let bench = Bench::new();
    create(&bench, "b");
    fs::write(bench.path("a"), "").unwrap();
    bench.ends(
        "archive stats --archive a",
        10,
        "a is damaged (the file is empty); `archive restore",
    );
    bench.ends("archive create --archive a", 2, "a exists");
    bench.ends("archive restore --archive a b", 0, "restored 0 puzzles");
    sound(&bench, "a", 0);
}

/// SQLite waited for the pipe, and would have written through the link.
#[test]
#[cfg_attr(not(has_coreutils), ignore = "needs coreutils")]
fn pipes_and_links_beside_an_archive_are_refused() {
    let bench = Bench::new();
    create(&bench, "b");
    fs::write(bench.path("precious"), "mine").unwrap();
    for end in ["-journal", "-wal", "-shm"] {
        for is_pipe in [true, false] {
            let beside = bench.path(&format!("a{end}"));
            create(&bench, "a");
            if is_pipe {
                assert!(Command::new("mkfifo").arg(&beside).status().unwrap().success())
            } else {
                std::os::unix::fs::symlink("precious", &beside).unwrap()
            }
            let words = format!("a{end}: expected a regular file");
            for command in [
                "archive stats --archive a",
                "archive restore --archive a b",
                "generate --quota 1=1 --seed 1 -q --archive a --out c.csv",
            ] {
                let mut limited = Command::new("timeout");
                limited.arg("30").arg(crate::support::program::program()).args(command.split(' '));
                let ended = limited.current_dir(bench.path(".")).output().unwrap();
                let said = String::from_utf8_lossy(&ended.stderr);
                assert_eq!(ended.status.code(), Some(74), "{command}, {end}: {said}");
                assert!(said.contains(&words), "{command}: {said}");
            }
            fs::remove_file(bench.path("a")).unwrap();
            let words = format!("a{end} belongs to an archive that was a before");
            bench.ends("archive create --archive a", 10, &words);
            fs::remove_file(&beside).unwrap();
        }
    }
    assert_eq!(bench.read("precious"), b"mine");
}

/// It was called damaged, and a restore was advised.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn unwritable_new_archive_is_not_called_damaged() {
    let bench = Bench::new();
    create(&bench, "b");
    let mut failed = 0;
    for command in ["archive create --archive a", "archive copy b a"] {
        for (call, what) in [
            ("pwrite64", "error=EIO"),
            ("pwrite64", "error=ENOSPC"),
            ("pread64", "error=EIO"),
            ("fsync,fdatasync", "error=EIO"),
            ("ftruncate", "error=ENOSPC"),
        ] {
            for n in (1..).step_by(3) {
                let (ended, met) = injected(&bench, command, call, what, &format!("{n}+"));
                let said = String::from_utf8_lossy(&ended.stderr);
                let _ = fs::remove_file(bench.path("a"));
                if !met {
                    break;
                }
                // The system's loader reads libraries with the same call, before the program begins.
                if ended.status.code() == Some(127) {
                    continue;
                }
                let how = format!("{command}, {call} {what} {n}");
                if ended.status.code() != Some(0) {
                    assert_eq!(ended.status.code(), Some(74), "{how}: {said}");
                    assert!(
                        said.contains("cannot write a:") || said.contains("cannot read b:"),
                        "{how}: {said}"
                    );
                    failed += 1;
                }
                assert!(!said.contains("is damaged") && !said.contains("restore"), "{how}: {said}");
                assert_eq!(bench.names("."), ["b"], "{how}");
            }
        }
    }
    assert!(failed > 5, "{failed} commands failed");
}
