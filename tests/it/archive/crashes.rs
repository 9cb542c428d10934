//! An archive after kills, failing writes, full disks and damage: no run is lost, and only damage is
//! called damage. `tests/campaign/archive` does the same for hours.

use crate::support::archives::{create, insert, keys, sound};
use crate::support::crashes::injected;
use crate::support::program::Bench;
use archive::Archive;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

const IMPORT: &str = "archive import keys.csv --archive a";

/// An archive of 3,000 keys, its copy `bak`, and a file of 3,000 others.
fn scene() -> Bench {
    static FILES: LazyLock<[(&str, Vec<u8>); 3]> = LazyLock::new(|| {
        let made = make_scene();
        ["a", "bak", "keys.csv"].map(|name| (name, made.read(name)))
    });
    let bench = Bench::new();
    for (name, content) in &*FILES {
        fs::write(bench.path(name), content).unwrap();
    }
    bench
}

fn make_scene() -> Bench {
    let bench = Bench::new();
    create(&bench, "a");
    let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
    insert(&mut archive, 1, &keys(0, 3_000)).unwrap();
    drop(archive);
    bench.ends("archive copy a bak", 0, "");
    let mut text = "key,run,row\n".to_owned();
    for key in keys(10_000, 3_000) {
        writeln!(text, "{key},,").unwrap();
    }
    fs::write(bench.path("keys.csv"), text).unwrap();
    bench
}

/// The number of puzzles of the archive, which must be sound.
fn puzzles(bench: &Bench, how: &str) -> u64 {
    let ended = bench.run("archive check --archive a");
    assert!(ended.status.success(), "{how}: {ended:?}");
    Archive::open_to_read(&bench.path("a")).unwrap().stats().unwrap().puzzles
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn disturbed_import_is_whole_or_undone() {
    let (mut undone, mut done) = (0, 0);
    for (calls, what) in [
        ("pwrite64", "signal=KILL"),
        ("pwrite64", "error=ENOSPC"),
        ("pwrite64", "error=EIO"),
        ("fsync,fdatasync", "signal=KILL"),
        ("fsync,fdatasync", "error=EIO"),
        ("/^unlink", "signal=KILL"),
        ("ftruncate", "signal=KILL"),
    ] {
        for n in (1..).step_by(if calls == "pwrite64" { 8 } else { 1 }) {
            let bench = scene();
            let (ended, met) = injected(&bench, IMPORT, calls, what, &n.to_string());
            let how = format!("{calls} {what} {n}");
            let found = puzzles(&bench, &how);
            match ended.status.code() {
                Some(0) => assert_eq!(found, 6_000, "{how}"),
                // The sync of the folder fails after the end of the transaction.
                Some(74) if what == "error=EIO" => {
                    assert!([3_000, 6_000].contains(&found), "{how}")
                }
                Some(74) => assert_eq!(found, 3_000, "{how}: {ended:?}"),
                code => assert!(code.is_none() && [3_000, 6_000].contains(&found), "{how}"),
            }
            if !met {
                break;
            }
            undone += u32::from(found == 3_000);
            done += u32::from(found == 6_000);
            bench.ends(IMPORT, 0, "");
            sound(&bench, "a", 6_000);
            assert_eq!(bench.names("."), ["a", "bak", "keys.csv"], "{how}");
        }
    }
    assert!(undone > 10 && done > 0, "{undone} undone, {done} done");
}

/// The command ended with 0, and the archive was called damaged.
#[test]
#[cfg_attr(not(has_mount), ignore = "needs mount")]
fn import_on_full_disk_is_whole_or_refused() {
    let bench = scene();
    fs::create_dir(bench.path("disk")).unwrap();
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=1m", "none"]).arg(bench.path("disk"));
    assert!(mount.status().unwrap().success());
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| fill_disk(&bench)));
    let mut umount = Command::new("umount");
    assert!(umount.arg(bench.path("disk")).status().unwrap().success());
    tried.unwrap();
}

/// Imports into an archive on a disk of one megabyte, with more room from time to time.
fn fill_disk(bench: &Bench) {
    let import = "archive import keys.csv --archive disk/a";
    let (mut full, mut fits) = (0, 0);
    for free_kilobytes in (0..440).step_by(20) {
        fs::copy(bench.path("bak"), bench.path("disk/a")).unwrap();
        let room = 1_024 - 4 * (fs::metadata(bench.path("disk/a")).unwrap().len() as usize / 4_096);
        fs::write(bench.path("disk/filler"), vec![1; (room - free_kilobytes.min(room)) << 10])
            .unwrap();
        let ended = bench.run(import);
        let said = String::from_utf8_lossy(&ended.stderr);
        match ended.status.code() {
            Some(0) => {
                fits += 1;
                sound(bench, "disk/a", 6_000);
            }
            code => {
                full += 1;
                assert_eq!(code, Some(74), "{free_kilobytes} kB: {said}");
                assert!(!said.contains("damaged ("), "{free_kilobytes} kB: {said}");
                sound(bench, "disk/a", 3_000);
            }
        }
        fs::remove_file(bench.path("disk/filler")).unwrap();
        bench.ends(import, 0, "");
        sound(bench, "disk/a", 6_000);
        assert_eq!(bench.names("disk"), ["a"]);
    }
    assert!(full > 3 && fits > 3, "{full} full, {fits} with room");
}

#[test]
fn damaged_archive_is_restored_from_its_copy() {
    const PAGE: usize = 16_384;
    let bench = scene();
    let whole = bench.read("a");
    let mut found = 0;
    for page in 0..whole.len() / PAGE {
        for at in [0, 5, 17, 101, PAGE / 2, PAGE - 1] {
            let mut flipped = whole.clone();
            flipped[page * PAGE + at] ^= 0x55;
            found += u32::from(restores(&bench, &flipped, &format!("byte {at} of page {page}")));
        }
        for length in [page * PAGE, page * PAGE + 200] {
            let cut = format!("cut at {length}");
            assert!(restores(&bench, &whole[..length], &cut), "{cut}");
            found += 1;
        }
    }
    assert!(found > 30, "{found} damages were found");
}

/// Restores the archive `a` that has these bytes. Returns true if they were called damaged.
fn restores(bench: &Bench, bytes: &[u8], how: &str) -> bool {
    fs::write(bench.path("a"), bytes).unwrap();
    let ended = bench.run("archive check --archive a");
    let said = String::from_utf8_lossy(&ended.stderr);
    let is_found = ended.status.code() == Some(10);
    assert!(is_found || ended.status.success(), "{how}: {ended:?}");
    // The number of the schema, or the name of the hash, may be what was changed.
    let is_other = said.contains("found schema") || said.contains("keys of another kind");
    assert!(!is_found || said.contains("archive restore") || is_other, "{how}: {said}");
    let is_ours = !said.contains("is not an archive") && !said.contains("found schema");
    let force = if is_ours { "" } else { " --force" };
    bench.ends(&format!("archive restore bak --archive a{force}"), 0, "restored 3000");
    sound(bench, "a", 3_000);
    is_found
}
