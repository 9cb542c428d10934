//! Two writers at once through two names of one archive: no class is printed twice, and the archive
//! knows every run that ended with 0.

use crate::support::archives::{column, create, sound};
use crate::support::program::Bench;
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

const PAIRS: usize = 20;

/// Puzzles that soon repeat themselves, so that two runs want the same.
fn pair(bench: &Bench, round: usize, names: [&str; 2], wait: &str) -> [i32; 2] {
    let spawn = |n: usize| {
        let args = format!(
            "generate --grid cyclic --finished-houses allow --levels 5 --count 8 --quiet --seed {n} --archive {} \
             --out {round}-{n}.csv --attempts {} --lock-wait {wait}",
            names[n],
            1_000 + round
        );
        bench.command(&args).stderr(Stdio::null()).spawn().unwrap()
    };
    [spawn(0), spawn(1)].map(|mut run| run.wait().unwrap().code().unwrap())
}

/// Every catalogue that is complete, for each run that ended with 0.
fn classes(bench: &Bench, codes: &[[i32; 2]]) -> usize {
    let mut classes = HashSet::new();
    for (round, codes) in codes.iter().enumerate() {
        for (n, code) in codes.iter().enumerate() {
            let name = format!("{round}-{n}.csv");
            assert_eq!(*code == 0, bench.path(&name).exists(), "{name}: {code}");
            if *code == 0 {
                for class in column(&bench.read(&name), "canonical") {
                    assert!(classes.insert(class), "{name}: printed before");
                }
            }
        }
    }
    classes.len()
}

#[test]
fn two_writers_through_symbolic_links_share_one_lock() {
    let bench = Bench::new();
    create(&bench, "a");
    fs::create_dir(bench.path("other")).unwrap();
    symlink("../a", bench.path("other/b")).unwrap();
    symlink("other/b", bench.path("c")).unwrap();
    let codes: Vec<_> = (0..PAIRS)
        .map(|round| {
            let names = [["a", "other/b"], ["c", "other/b"]][round % 2];
            let wait = ["1m", "0s"][round / 2 % 2];
            let codes = pair(&bench, round, names, wait);
            let (waits, ends) = (wait == "1m", [0, 11]);
            assert!(codes.contains(&0), "{codes:?}");
            assert!(codes.iter().all(|code| ends.contains(code)), "{codes:?}");
            assert!(!waits || codes == [0, 0], "{codes:?}");
            codes
        })
        .collect();
    sound(&bench, "a", classes(&bench, &codes));
    let rest = bench.names(".").into_iter().chain(bench.names("other"));
    let rest: Vec<_> = rest.filter(|name| !name.ends_with(".csv")).collect();
    assert_eq!(rest, ["a", "c", "other", "b"], "no lock, no log");
}

#[test]
fn a_hard_link_is_refused_whenever_it_is_made() {
    let bench = Bench::new();
    create(&bench, "a");
    let link = || fs::hard_link(bench.path("a"), bench.path("b")).unwrap();
    let mut codes = Vec::new();
    for round in 0..PAIRS {
        match round % 2 {
            0 => {
                link();
                codes.push(pair(&bench, round, ["a", "b"], "1m"));
                assert_eq!(codes[round], [2, 2]);
            }
            // While the writers start: who comes before the link goes on, the name that is not there is 10.
            _ => codes.push(std::thread::scope(|scope| {
                scope.spawn(link);
                pair(&bench, round, ["a", "b"], "1m")
            })),
        }
        let [a, b] = codes[round];
        assert!([0, 2].contains(&a) && [2, 10].contains(&b), "{a} {b}");
        fs::remove_file(bench.path("b")).unwrap();
    }
    codes.push(pair(&bench, PAIRS, ["a", "a"], "1m"));
    assert_eq!(codes[PAIRS], [0, 0]);
    sound(&bench, "a", classes(&bench, &codes));
    link();
    bench.ends("archive stats --archive b", 2, "2 names (hard links)");
    bench.ends("archive stats --archive a", 2, "2 names (hard links)");
    // A name that the user gave, which only ends as working names do.
    fs::rename(bench.path("b"), bench.path("mine.part")).unwrap();
    bench.ends("archive stats --archive a", 2, "2 names (hard links)");
    assert!(bench.path("mine.part").exists());
}

#[test]
fn a_file_that_is_mounted_by_itself_is_refused() {
    let bench = Bench::new();
    create(&bench, "a");
    let name = "a b";
    fs::write(bench.path(name), "").unwrap();
    let mut mount = Command::new("mount");
    mount.arg("--bind").arg(bench.path("a")).arg(bench.path(name));
    if !mount.stderr(Stdio::null()).status().is_ok_and(|mounted| mounted.success()) {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        symlink(name, bench.path("b")).unwrap();
        let codes: Vec<_> = (0..PAIRS).map(|round| pair(&bench, round, ["a", "b"], "1m")).collect();
        assert!(codes.iter().all(|codes| *codes == [0, 2]), "{codes:?}");
        sound(&bench, "a", classes(&bench, &codes));
        bench.ends("archive stats --archive b", 2, "is a mount point");
    }));
    let mut umount = Command::new("umount");
    assert!(umount.arg(bench.path(name)).status().unwrap().success());
    tried.unwrap();
}

/// A folder that is mounted elsewhere is the same folder: its lock and its log are.
#[test]
fn two_writers_through_a_mounted_folder_share_one_lock() {
    let bench = Bench::new();
    for folder in ["here", "there"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    create(&bench, "here/a");
    let mut mount = Command::new("mount");
    mount.arg("--bind").arg(bench.path("here")).arg(bench.path("there"));
    if !mount.stderr(Stdio::null()).status().is_ok_and(|mounted| mounted.success()) {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let codes: Vec<_> =
            (0..PAIRS).map(|round| pair(&bench, round, ["here/a", "there/a"], "1m")).collect();
        assert!(codes.iter().all(|codes| *codes == [0, 0]), "{codes:?}");
        sound(&bench, "here/a", classes(&bench, &codes));
    }));
    let mut umount = Command::new("umount");
    assert!(umount.arg(bench.path("there")).status().unwrap().success());
    tried.unwrap();
}
