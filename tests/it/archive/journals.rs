//! Journals and logs beside archives: those of a killed command are applied, those of another
//! archive or another state are refused, and then nothing is changed.

use crate::support::archives::{create, insert, keys, sound};
use crate::support::crashes::injected;
use crate::support::program::{Bench, program};
use archive::{Archive, ArchiveError};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// The bytes of an archive and of the journal beside it.
#[derive(Clone, PartialEq, Eq)]
struct Pair {
    archive: Vec<u8>,
    journal: Option<Vec<u8>>,
}

impl Pair {
    fn read(bench: &Bench) -> Self {
        Self { archive: bench.read("a"), journal: fs::read(bench.path("a-journal")).ok() }
    }

    fn write(&self, bench: &Bench) {
        fs::write(bench.path("a"), &self.archive).unwrap();
        let _ = fs::remove_file(bench.path("a-journal"));
        if let Some(journal) = &self.journal {
            fs::write(bench.path("a-journal"), journal).unwrap();
        }
    }
}

/// An archive at rest, and what kills of the import of one more file have left.
struct State {
    name: &'static str,
    rest: Vec<u8>,
    puzzles: u64,
    killed: Vec<Pair>,
}

/// Returns true if SQLite rolls this journal back.
fn is_hot(journal: &[u8]) -> bool {
    journal.first().is_some_and(|first| *first != 0)
}

/// Writes a file of keys to import.
fn write_keys(bench: &Bench, from: u32) {
    let mut text = "key,run,row\n".to_owned();
    for key in keys(from, 300) {
        writeln!(text, "{key},,").unwrap();
    }
    fs::write(bench.path("keys.csv"), text).unwrap();
}

const IMPORT: &str = "archive import keys.csv --archive a";

/// Kills an import into an archive at its last calls of each kind, back to the first kill that
/// leaves no journal to roll back.
fn killed_imports(bench: &Bench, rest: &[u8]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for calls in ["unlink", "fsync", "pwrite64"] {
        let mut is_late = true;
        for n in (1..=count_calls(bench, rest, calls)).rev() {
            Pair { archive: rest.to_vec(), journal: None }.write(bench);
            injected(bench, IMPORT, calls, "signal=KILL", &n.to_string());
            let pair = Pair::read(bench);
            if pair.journal.as_deref().is_some_and(is_hot) {
                pairs.push(pair);
                is_late = false;
            } else if !is_late {
                break;
            }
        }
    }
    pairs
}

/// Returns how often an import makes these calls.
fn count_calls(bench: &Bench, rest: &[u8], calls: &str) -> usize {
    Pair { archive: rest.to_vec(), journal: None }.write(bench);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", "calls", "-e", &format!("trace={calls}")]).arg(program());
    strace.args(IMPORT.split(' ')).current_dir(bench.path("."));
    assert!(strace.output().unwrap().status.success());
    let log = fs::read_to_string(bench.path("calls")).unwrap();
    fs::remove_file(bench.path("calls")).unwrap();
    log.lines().filter(|line| line.contains(&format!(" {calls}("))).count()
}

/// Three states of an archive, one of a copy of the first that has another run, and one of an
/// archive that was made like the second.
fn states() -> Vec<State> {
    let bench = Bench::new();
    create(&bench, "a");
    let grow = |from: u32| {
        write_keys(&bench, from);
        bench.ends(IMPORT, 0, "");
        bench.read("a")
    };
    let first = grow(0);
    let second = grow(1_000);
    let third = grow(2_000);
    Pair { archive: first.clone(), journal: None }.write(&bench);
    let branch = grow(3_000);
    fs::remove_file(bench.path("a")).unwrap();
    create(&bench, "a");
    grow(0);
    let other = grow(1_000);
    let rests = [
        ("first", first, 300),
        ("second", second, 600),
        ("third", third, 900),
        ("branch", branch, 600),
        ("other", other, 600),
    ];
    write_keys(&bench, 9_000);
    rests
        .into_iter()
        .map(|(name, rest, puzzles)| {
            let killed = killed_imports(&bench, &rest);
            State { name, rest, puzzles, killed }
        })
        .collect()
}

/// Opens the archive as a reader and as a writer. Both recover it, or both refuse it unchanged.
fn recovered(bench: &Bench, pair: &Pair) -> Option<u64> {
    let mut answers = BTreeSet::new();
    for is_writer in [false, true] {
        pair.write(bench);
        let path = bench.path("a");
        let opened =
            if is_writer { Archive::open(&path, "a test") } else { Archive::open_to_read(&path) };
        answers.insert(match opened {
            Ok(archive) => Some(archive.check().unwrap().puzzles),
            Err(ArchiveError::ForeignLog(..)) => {
                assert!(Pair::read(bench) == *pair, "the archive or its journal was changed");
                None
            }
            Err(e) => panic!("{e}"),
        });
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.pop_first().unwrap()
}

/// A sound archive is no proof that the journal belongs to it: runs vanished with exit code 0.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn journal_is_applied_to_its_own_state_alone() {
    let (states, bench) = (states(), Bench::new());
    let (mut applied, mut refused) = (0, 0);
    for owner in &states {
        assert!(owner.killed.len() > 3, "{}: {} kills", owner.name, owner.killed.len());
        for (n, killed) in owner.killed.iter().enumerate() {
            assert_eq!(recovered(&bench, killed), Some(owner.puzzles), "{}, kill {n}", owner.name);
            for state in &states {
                let pair = Pair { archive: state.rest.clone(), journal: killed.journal.clone() };
                let is_own = state.name == owner.name;
                let expected = is_own.then_some(owner.puzzles);
                let how = format!("{} with journal {n} of {}", state.name, owner.name);
                assert_eq!(recovered(&bench, &pair), expected, "{how}");
                (applied, refused) = (applied + u32::from(is_own), refused + u32::from(!is_own));
            }
        }
    }
    assert!(applied > 20 && refused > 80, "{applied} applied, {refused} refused");
}

/// The same import again is another transaction than the killed one.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn journal_of_killed_attempt_never_undoes_the_next() {
    let bench = Bench::new();
    create(&bench, "a");
    write_keys(&bench, 0);
    let killed = killed_imports(&bench, &bench.read("a"));
    killed[0].write(&bench);
    bench.ends(IMPORT, 0, "300 puzzles are new");
    let archive = bench.read("a");
    for (n, Pair { journal, .. }) in killed.iter().enumerate() {
        let pair = Pair { archive: archive.clone(), journal: journal.clone() };
        assert_eq!(recovered(&bench, &pair), None, "kill {n}");
    }
    bench.ends("archive stats --archive a", 10, "the log a-journal does not belong to a");
    // The remedy for the owner of the archive.
    fs::rename(bench.path("a-journal"), bench.path("away")).unwrap();
    sound(&bench, "a", 300);
}

/// A cut journal cannot bring back all old pages.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn cut_journal_is_refused_unchanged() {
    let bench = Bench::new();
    create(&bench, "a");
    write_keys(&bench, 0);
    let whole = killed_imports(&bench, &bench.read("a")).pop().unwrap();
    let journal = whole.journal.clone().unwrap();
    for length in [1, 27, 28, 511, 512, 600, 512 + 16_392, journal.len() - 1] {
        let cut = Pair { journal: Some(journal[..length].to_vec()), ..whole.clone() };
        assert_eq!(recovered(&bench, &cut), None, "{length} bytes");
    }
    let mut changed = journal;
    let at = changed.len() / 2 / 200 * 200;
    changed[at..at + 200].fill(7);
    let changed = Pair { journal: Some(changed), ..whole };
    assert_eq!(recovered(&bench, &changed), None, "changed bytes");
}

/// SQLite removed a file that is no journal, and a file that the journal names.
#[test]
fn files_of_others_beside_an_archive_stay() {
    let bench = Bench::new();
    create(&bench, "a");
    let rest = bench.read("a");
    let diary = Pair { archive: rest.clone(), journal: Some(b"a diary of mine\n".repeat(99)) };
    assert_eq!(recovered(&bench, &diary), None);
    // A journal of no page, and the name of the journal of several files at its end.
    let mut journal = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7].to_vec();
    let magic = journal.clone();
    let pages = u32::try_from(rest.len() / 16_384).unwrap();
    for number in [0, 7, pages, 512, 16_384] {
        journal.extend(u32::to_be_bytes(number));
    }
    journal.resize(512, 0);
    let unnamed = Pair { archive: rest.clone(), journal: Some(journal.clone()) };
    assert_eq!(recovered(&bench, &unnamed), Some(0));
    let name = bench.path("list-mj0123459AB").to_str().unwrap().to_owned();
    let sum = name.bytes().map(u32::from).sum::<u32>();
    journal.extend(u32::to_be_bytes(65_537));
    journal.extend(name.as_bytes());
    journal.extend(u32::to_be_bytes(u32::try_from(name.len()).unwrap()));
    journal.extend(u32::to_be_bytes(sum));
    journal.extend(magic);
    fs::write(&name, "a list of mine").unwrap();
    let named = Pair { archive: rest, journal: Some(journal) };
    assert_eq!(recovered(&bench, &named), None);
    assert_eq!(fs::read(&name).unwrap(), b"a list of mine");
}

/// A finished journal begins with zeros, or is empty.
#[test]
fn finished_journal_changes_nothing() {
    let bench = Bench::new();
    create(&bench, "a");
    insert(&mut Archive::open(&bench.path("a"), "a test").unwrap(), 1, &keys(0, 50)).unwrap();
    for journal in [Vec::new(), vec![0; 28], vec![0; 40_000]] {
        let pair = Pair { archive: bench.read("a"), journal: Some(journal) };
        assert_eq!(recovered(&bench, &pair), Some(50));
    }
}

/// SQLite applies any log that lies beside a file, and this program writes none.
#[test]
fn log_of_another_program_is_refused_unchanged() {
    let bench = Bench::new();
    create(&bench, "a");
    let before = bench.read("a");
    let db = rusqlite::Connection::open(bench.path("a")).unwrap();
    db.execute_batch("PRAGMA wal_autocheckpoint = 0").unwrap();
    db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
    db.execute("INSERT INTO about VALUES ('note', 'mine')", []).unwrap();
    let (own, log) = (bench.read("a"), bench.read("a-wal"));
    drop(db);
    for archive in [&before, &own] {
        let _ = fs::remove_file(bench.path("a-shm"));
        fs::write(bench.path("a"), archive).unwrap();
        fs::write(bench.path("a-wal"), &log).unwrap();
        bench.ends("archive stats --archive a", 10, "the log a-wal does not belong to a");
        assert!(bench.read("a") == *archive && bench.read("a-wal") == log);
    }
    // The program to which it belongs empties it.
    rusqlite::Connection::open(bench.path("a")).unwrap().execute("DELETE FROM note", []).unwrap();
    sound(&bench, "a", 0);
}

/// A lock that nobody has was "being used by another program", and a night waited for it.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn missing_locks_are_named_and_nothing_is_left() {
    let bench = Bench::new();
    create(&bench, "a");
    bench.ends("generate --count 2 --levels 1 --seed 1 --out c.csv", 0, "");
    let before = bench.names(".");
    for command in [
        "archive create --archive b",
        "archive forget x --archive a",
        "archive restore --archive a a2",
        "run --total 2 --levels 1 --seed 1 --out r",
        "generate --count 2 --levels 1 --seed 1 --out d.csv",
        "book c.csv --out c.pdf",
    ] {
        for error in ["ENOLCK", "ENOSYS", "EOPNOTSUPP", "EINVAL"] {
            if command.contains("restore") {
                fs::copy(bench.path("a"), bench.path("a2")).unwrap();
            }
            let what = format!("error={error}");
            let (ended, _) = injected(&bench, command, "flock", &what, "1+");
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(74), "{command}, {error}: {said}");
            assert!(said.contains("cannot lock files; use a folder on a local disk"), "{said}");
            let _ = fs::remove_file(bench.path("a2"));
            assert_eq!(bench.names("."), before, "{command}, {error}");
        }
    }
    for command in ["archive stats --archive a", "archive forget x --archive a"] {
        for error in ["ENOLCK", "ENOSYS", "EOPNOTSUPP", "EINVAL"] {
            let what = format!("error={error}");
            let (ended, _) = injected(&bench, command, "fcntl", &what, "1+");
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(74), "{command}, {error}: {said}");
            assert!(said.contains("cannot lock a: its file system cannot lock"), "{said}");
            assert_eq!(bench.names("."), before, "{command}, {error}");
        }
    }
}
