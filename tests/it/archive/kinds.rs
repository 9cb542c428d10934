//! Both kinds of archive: the same catalogues for the same nights, hosts that are at work at once, copies from kind to
//! kind. PostgreSQL, where `tests/postgres/run` has started a server: encryption, lost connections, timeouts.

use crate::support::archives::{
    column, database, insert, insert_with, keys, run_description, said, server,
};
use crate::support::crashes::spawn;
use crate::support::program::Bench;
use archive::{Archive, ArchiveError, InsertOptions, SeriesNumbers};
use grid::Key;
use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Few classes, so that nights collide by the hundred.
const NIGHT: &str = "generate --grid cyclic --look published --quota 3=700,4=150 --threads 1";

/// The reason for which a test without a server fails.
const SERVER: &str = "tests/postgres/run has started a server";

/// An archive of each kind that is shared, by names that are free.
fn shared() -> Vec<String> {
    database().into_iter().collect()
}

fn each_kind(name: &str) -> Vec<String> {
    [vec![format!("{name}.archive")], shared()].concat()
}

pub fn create(bench: &Bench, archive: &str) {
    bench.ends(&format!("archive create --archive {archive}"), 0, "");
}

/// The names of the runs, oldest first.
fn runs(bench: &Bench, archive: &str) -> Vec<String> {
    let stats = said(bench, &format!("archive stats --archive {archive}"));
    stats.lines().skip(1).map(|line| line[..16].to_owned()).collect()
}

/// An archive as the library opens it, whose names are not relative to the folder of a test.
fn opened(bench: &Bench, archive: &str) -> Archive {
    let name = if archive.contains("://") { archive.into() } else { bench.path(archive) };
    Archive::open(&name, "a test").unwrap()
}

#[test]
fn nights_give_equal_catalogues_with_each_archive_kind() {
    let bench = Bench::new();
    let mut all: Vec<BTreeMap<&str, Vec<u8>>> = Vec::new();
    for (kind, archive) in each_kind("a").into_iter().enumerate() {
        create(&bench, &archive);
        bench.ends(&format!("archive create --archive {archive}"), 2, "exists");
        let mut made = BTreeMap::new();
        let at = |name: &str| format!("{name}-{kind}");
        for night in ["1", "2", "3"] {
            let out = at(night) + ".csv";
            bench.ends(&format!("{NIGHT} --seed {night} --out {out} --archive {archive}"), 0, "");
            made.insert(night, bench.read(&out));
        }
        let reissued = column(&made["3"], "reissue");
        assert!(reissued.iter().filter(|n| *n != "0").count() > 30, "nights do not collide");
        // Once more: the archive has the run, the file is there or not.
        let again = format!("{NIGHT} --seed 2 --out {}.csv --archive {archive}", at("again"));
        bench.ends(&again, 12, "--force");
        bench.ends(&format!("{again} --force"), 0, "");
        made.insert("again", bench.read(&format!("{}.csv", at("again"))));
        // A sharded run, and one with a book.
        let parts = at("parts");
        bench.ends(&format!("{NIGHT} --seed 4 --into {parts} --archive {archive}"), 0, "");
        made.insert("parts", bench.read(&format!("{parts}/catalog.csv")));
        let book = format!(
            "run --quota 1=6 --seed 5 --series S --first-number next --archive {archive} --out {}",
            at("book")
        );
        bench.ends(&book, 0, "");
        bench.ends(&book, 0, "nothing to do");
        made.insert("book", bench.read(&format!("{}/catalog.csv", at("book"))));
        let second = book.replace("seed 5", "seed 6").replace(&at("book"), &at("second"));
        bench.ends(&second, 0, "");
        made.insert("second", bench.read(&format!("{}/manifest.json", at("second"))));
        bench.ends(&format!("verify {} --archive {archive}", at("book")), 0, "");
        // Keys of others, some of which are there and some twice.
        fs::write(bench.path("one.csv"), &made["1"]).unwrap();
        let import = format!("archive import one.csv --archive {archive}");
        bench.ends(&import, 0, "0 puzzles are new, 850 were already in the archive");
        fs::write(bench.path("new.csv"), NEW).unwrap();
        bench.ends(
            &format!("archive import new.csv --archive {archive} --allow-duplicates"),
            0,
            "1 puzzles are new, 1 were",
        );
        bench.ends(
            &format!("archive import new.csv --archive {archive} --allow-duplicates"),
            0,
            "0 puzzles are new, 2 were",
        );
        // What is forgotten may be printed again.
        let gone = runs(&bench, &archive)[1].clone();
        bench.ends(&format!("archive forget {gone} --archive {archive}"), 0, "850 puzzles may");
        bench.ends(&format!("archive forget {gone} --archive {archive}"), 2, "has no run");
        bench.ends(&format!("{NIGHT} --seed 7 --out {}.csv --archive {archive}", at("7")), 0, "");
        made.insert("7", bench.read(&format!("{}.csv", at("7"))));
        let found = bench.run(&format!("archive find 2-{kind}.csv --archive {archive}"));
        assert_eq!(found.status.code(), Some(1));
        made.insert("found", without_place_and_time(&found.stdout));
        made.insert("export", said(&bench, &format!("archive export --archive {archive}")).into());
        made.insert("runs", runs(&bench, &archive).concat().into());
        bench.ends(&format!("archive check --archive {archive}"), 0, "");
        all.push(made);
    }
    for (kind, made) in all.iter().enumerate() {
        for (name, bytes) in made {
            let lines = |bytes: &[u8]| -> Vec<String> {
                String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
            };
            let (found, expected) = (lines(bytes), lines(&all[0][name]));
            let other = found.iter().zip(&expected).find(|(found, expected)| found != expected);
            assert!(*bytes == all[0][name], "{name} of {}: {other:?}", each_kind("a")[kind]);
        }
    }
}

/// A puzzle twice: once with its digits renamed.
const NEW: &str = "puzzle
.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
.......2.4.........1...........5.4.7..8...3....2.9....3..4..1...5.2........8.6...
";

/// The answers without the place of each run, which differs by kind, and without its time.
fn without_place_and_time(answers: &[u8]) -> Vec<u8> {
    let mut rows = String::new();
    for line in str::from_utf8(answers).unwrap().lines() {
        let mut fields: Vec<_> = line.split(',').collect();
        assert_eq!(fields.len(), 11, "{line}");
        (fields[4], fields[6]) = ("", "");
        rows += &(fields.join(",") + "\n");
    }
    rows.into()
}

#[test]
fn copies_between_kinds_keep_runs_rows_and_notes() {
    let bench = Bench::new();
    create(&bench, "a.archive");
    let night =
        |n: u32| format!("run --quota 1=20 --seed {n} --series S --out {n} --archive a.archive");
    (1..=3).for_each(|n| bench.ends(&night(n), 0, ""));
    let facts = |archive: &str| {
        let stats = said(&bench, &format!("archive stats --archive {archive}"));
        let export = said(&bench, &format!("archive export --archive {archive}"));
        let opened = opened(&bench, archive);
        let runs: Vec<_> = stats.lines().skip(1).map(str::to_owned).collect();
        assert_eq!(runs.len(), 3);
        (runs, export, opened.first_number("none", &SeriesNumbers::next("S", 1)).unwrap())
    };
    let expected = facts("a.archive");
    assert_eq!(expected.2, 21);
    let mut number = 0;
    let mut sources = vec!["a.archive".to_owned()];
    // From the file to each kind, and from each of these to each kind.
    for round in 0..2 {
        for from in std::mem::take(&mut sources) {
            for to in each_kind(&format!("to{round}-{number}")) {
                number += 1;
                bench.ends(&format!("archive copy {from} {to}"), 0, "copied 60 puzzles of 3 runs");
                assert_eq!(facts(&to), expected, "{from} to {to}");
                bench.ends(&format!("archive copy --archive {from} {to}"), 2, "exists");
                bench.ends(&format!("verify 2 --archive {to}"), 0, "");
                sources.push(to);
            }
        }
    }
    assert!(number >= 2);
    bench.ends("archive copy a.archive", 2, "expected two names");
    bench.ends("archive copy a.archive b c", 2, "");
    bench.ends("archive copy --archive a.archive b c", 2, "found two");
    bench.ends("archive copy a.archive ftp://host/a", 2, "found ftp://");
    bench.ends("archive restore --archive postgres://host/a a.archive", 2, "expected two files");
}

#[test]
fn concurrent_hosts_give_what_sequential_hosts_give() {
    let bench = Bench::new();
    for (kind, archive) in shared().into_iter().enumerate() {
        create(&bench, &archive);
        let night = |n: &str, archive: &str| match n {
            "3" => format!("{NIGHT} --seed 3 --into {kind}-3 --archive {archive}"),
            n => format!("{NIGHT} --seed {n} --out {kind}-{n}.csv --archive {archive}"),
        };
        let all = ["1", "2", "3", "4"];
        let hosts = all.map(|n| spawn(&bench, &night(n, &archive)));
        for host in hosts {
            let output = host.wait_with_output().unwrap();
            assert!(output.status.success(), "{output:?}");
        }
        let file = |n: &str| match n {
            "3" => format!("{kind}-3/catalog.csv"),
            n => format!("{kind}-{n}.csv"),
        };
        let at_once = all.map(|n| bench.read(&file(n)));
        fs::remove_dir_all(bench.path(&format!("{kind}-3"))).unwrap();
        // The order in which they were entered tells which archive each found.
        let seeds = said(&bench, &format!("archive stats --archive {archive}"));
        let seeds: Vec<String> = seeds
            .lines()
            .skip(1)
            .map(|line| line.split("seed ").nth(1).unwrap()[..1].to_owned())
            .collect();
        let sequential = format!("sequential-{kind}.archive");
        create(&bench, &sequential);
        for n in &seeds {
            let _ = fs::remove_file(bench.path(&format!("{kind}-{n}.csv")));
            bench.ends(&night(n, &sequential), 0, "");
        }
        for (n, at_once) in all.iter().zip(at_once) {
            assert!(bench.read(&file(n)) == at_once, "{archive}: {n} of {seeds:?}");
        }
        let export = |archive: &str| said(&bench, &format!("archive export --archive {archive}"));
        assert!(export(&archive) == export(&sequential));
    }
}

/// Each volume says its numbers on its pages, so that the loser is made again.
#[test]
fn concurrent_processes_never_share_numbers_of_a_series() {
    let bench = Bench::new();
    for (kind, archive) in each_kind("a").into_iter().enumerate() {
        create(&bench, &archive);
        let volumes = ["1", "2", "3"];
        let hosts = volumes.map(|n| {
            let run = "run --count 2 --levels 1 --series Rain --first-number next --lock-wait 10m";
            spawn(&bench, &format!("{run} --seed {n} --archive {archive} --out {kind}-{n}"))
        });
        for host in hosts {
            let output = host.wait_with_output().unwrap();
            assert!(output.status.success(), "{output:?}");
        }
        let numbers = volumes.map(|n| {
            let folder = format!("{kind}-{n}");
            bench.ends(&format!("verify {folder} --archive {archive}"), 0, "");
            let manifest = bench.read(&format!("{folder}/manifest.json"));
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
            manifest["made"]["settings"]["first-number"].as_u64().unwrap_or(1)
        });
        assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), [1, 3, 5].into(), "{archive}");
        let next =
            opened(&bench, &archive).first_number("none", &SeriesNumbers::next("Rain", 1)).unwrap();
        assert_eq!(next, 7, "{archive}");
    }
}

#[test]
fn overtaken_host_enters_nothing_and_loses_nothing() {
    let bench = Bench::new();
    for archive in shared() {
        create(&bench, &archive);
        // Opened before all others, and asleep since.
        let mut asleep = opened(&bench, &archive);
        let mut forgetful = opened(&bench, &archive);
        assert!(asleep.owners(&keys(10, 1)).unwrap()[0].is_none());
        for n in 1..=20 {
            insert(&mut opened(&bench, &archive), n, &keys(100 * n as u32, 50)).unwrap();
        }
        let taken = insert(&mut asleep, 30, &keys(149, 3)).unwrap_err();
        assert!(matches!(taken, ArchiveError::Taken { others: 1, of: 3, .. }), "{taken}");
        assert!(taken.is_overtaken());
        let entered = insert(&mut asleep, 30, &keys(150, 3)).unwrap();
        assert_eq!((entered.new, entered.own, entered.others), (3, 0, 0));
        // The same run by a host that was started twice.
        let again = insert(&mut opened(&bench, &archive), 30, &keys(150, 3)).unwrap();
        assert_eq!((again.new, again.own, again.others), (0, 3, 0));
        let stats = opened(&bench, &archive).check().unwrap();
        assert_eq!((stats.runs.len(), stats.puzzles), (21, 1_003));
        // What was found before a run was forgotten may be wrong.
        opened(&bench, &archive).forget(&run_description(7).name()).unwrap();
        let changed = insert(&mut forgetful, 31, &keys(160, 3)).unwrap_err();
        assert!(matches!(changed, ArchiveError::Forgotten(_)), "{changed}");
        let mut last = opened(&bench, &archive);
        insert(&mut last, 32, &keys(700, 50)).unwrap();
        assert_eq!(last.check().unwrap().puzzles, 1_003);
    }
}

/// Threads instead of hosts: every enter must win once.
#[test]
fn many_concurrent_runs_are_all_entered() {
    let bench = Bench::new();
    for archive in shared() {
        create(&bench, &archive);
        std::thread::scope(|threads| {
            for thread in 0..4_u64 {
                let (bench, archive) = (&bench, &archive);
                threads.spawn(move || {
                    let mut own = opened(bench, archive);
                    for n in 0..12 {
                        let keys = keys((1_000 * thread + 10 * n) as u32, 10);
                        insert(&mut own, 100 * thread + n, &keys).unwrap();
                    }
                });
            }
        });
        let stats = opened(&bench, &archive).check().unwrap();
        assert_eq!((stats.runs.len(), stats.puzzles), (48, 480));
    }
}

#[test]
fn large_runs_find_few_and_many_keys() {
    let bench = Bench::new();
    for archive in each_kind("a") {
        create(&bench, &archive);
        let mut all: Vec<Key> = keys(0, 300_000);
        insert(&mut opened(&bench, &archive), 1, &all).unwrap();
        insert(&mut opened(&bench, &archive), 2, &keys(300_000, 300)).unwrap();
        let archive = opened(&bench, &archive);
        let number = |n| archive.number_of(&run_description(n).name()).unwrap();
        // Few keys and many, known and not.
        all.extend(keys(300_000, 5_300));
        for block in [&all[299_999..300_001], &all[299_000..], &all[100_000..200_000]] {
            let found = archive.owners(block).unwrap();
            let first = all.iter().position(|key| key == &block[0]).unwrap();
            for (at, found) in found.into_iter().enumerate() {
                let expected = match first + at {
                    ..300_000 => number(1),
                    300_000..300_300 => number(2),
                    _ => None,
                };
                assert_eq!(found, expected, "key {}", first + at);
            }
        }
        let found = archive.find(&all[177_777..][..1]).unwrap().remove(0).unwrap();
        assert_eq!((found.run.name, found.row), (run_description(1).name(), 177_778));
        assert_eq!(archive.check().unwrap().puzzles, 300_300);
    }
}

#[test]
fn archive_of_unknown_scheme_is_refused_with_alternatives() {
    let bench = Bench::new();
    let name = "mysql://host/printed";
    for command in
        ["archive create", "archive stats", "run --count 1", "generate --count 1 --out c.csv"]
    {
        let output = bench.run(&format!("{command} --archive {name}"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        let instead = ["printed.archive, a SQLite file", "postgres://HOST/DATABASE", "mysql://"];
        assert!(instead.iter().all(|words| said.contains(words)), "{command}: {said}");
    }
    bench.ends(&format!("archive copy a.archive {name}"), 10, "there is no archive");
    assert!(bench.names(".").is_empty());
}

#[test]
fn address_with_password_is_refused_without_repeating_it() {
    let bench = Bench::new();
    for address in ["postgres://me:hunter2@localhost/a", "postgres://me:hun/ter2@localhost:x/a"] {
        let refused = bench.run(&format!("archive stats --archive {address}"));
        let words = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(words.contains("expected") && !words.contains("hun"), "{words}");
    }
}

/// A question to the server by its own program.
fn psql_command(database: &str, question: &str) -> Command {
    let (server, bin) = server().unwrap();
    let mut psql = Command::new(Path::new(&bin).join("psql"));
    psql.args([&format!("{server}/{database}"), "-qAtc", question]);
    psql
}

fn psql(database: &str, question: &str) -> String {
    let Output { status, stdout, stderr } = psql_command(database, question).output().unwrap();
    assert!(status.success(), "{question}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap().trim().to_owned()
}

fn name(archive: &str) -> &str {
    archive.rsplit_once('/').unwrap().1
}

/// How many questions about keys the server was asked in an archive.
fn questions(archive: &str) -> u64 {
    let calls = "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements
         JOIN pg_database ON pg_database.oid = dbid WHERE query LIKE '%unnest($%' AND datname = ";
    psql("postgres", &format!("{calls}'{}'", name(archive))).parse().unwrap()
}

#[test]
#[cfg_attr(not(feature = "postgres"), ignore = "needs the feature postgres")]
fn silent_server_ends_the_command() {
    let bench = Bench::new();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap();
    let begun = Instant::now();
    let stats = format!("archive stats postgres://me@{at}/printed?connect_timeout=2");
    bench.ends(&stats, 1, "the server has not answered for 2 s");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
#[cfg_attr(not(feature = "postgres"), ignore = "needs the feature postgres")]
fn unsupported_encryption_settings_are_refused() {
    let bench = Bench::new();
    let host = "archive stats postgres://me@localhost/printed";
    bench.ends(&format!("{host}?sslmode=maybe"), 2, "found \"maybe\"");
    bench.ends(
        &format!("{host}?sslmode=require&sslrootcert=system"),
        2,
        "needs sslmode=verify-full",
    );
    bench.ends(&format!("{host}?sslmode=verify-ca&sslrootcert=none.crt"), 2, "none.crt: ");
    fs::write(bench.path("empty.crt"), "").unwrap();
    bench.ends(&format!("{host}?sslmode=verify-full&sslrootcert=empty.crt"), 2, "found none");
    let mut homeless = bench.command(&format!("{host}?sslmode=verify-full"));
    let output = homeless.env("HOME", bench.path("nobody")).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("PGSSLROOTCERT") && words.contains("sslrootcert=system"), "{words}");
}

/// The server takes encrypted connections alone over TCP; its certificate is of `localhost`, and its authority is in
/// a file. Of `guarded` it wants a password.
#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn sslmode_decides_encryption_and_certificate_checks() {
    let archive = database().expect(SERVER);
    let port = std::env::var("TEST_POSTGRES_PORT").unwrap();
    let authority = std::env::var("TEST_POSTGRES_AUTHORITY").unwrap();
    let bench = Bench::new();
    create(&bench, &archive);
    fs::write(bench.path("other.crt"), fs::read(authority.replace("ca.crt", "other.crt")).unwrap())
        .unwrap();
    let at = |who: &str, host: &str, parameters: &str| {
        format!("archive stats postgres://{who}@{host}:{port}/{}?{parameters}", name(&archive))
    };
    let ends = |who: &str, host: &str, parameters: &str, code: i32, words: &str| {
        bench.ends(&at(who, host, parameters), code, words);
    };
    let trusted = format!("sslrootcert={authority}");
    ends("postgres", "localhost", "sslmode=disable", 1, "sslmode=require in the address");
    for mode in ["", "sslmode=allow", "sslmode=prefer", "sslmode=require"] {
        ends("postgres", "127.0.0.1", mode, 0, "");
    }
    ends("postgres", "localhost", &format!("sslmode=verify-full&{trusted}"), 0, "");
    ends("postgres", "127.0.0.1", &format!("sslmode=verify-ca&{trusted}"), 0, "");
    ends("postgres", "127.0.0.1", &format!("sslmode=require&{trusted}"), 0, "");
    // Another name, another authority.
    ends("postgres", "127.0.0.1", &format!("sslmode=verify-full&{trusted}"), 1, "certificate");
    for mode in ["require", "verify-ca", "verify-full"] {
        let other = format!("sslmode={mode}&sslrootcert=other.crt");
        ends("postgres", "localhost", &other, 1, "certificate");
    }
    ends("postgres", "localhost", "sslrootcert=system", 1, "certificate");

    // Passwords, as libpq finds them.
    let guarded = at("guarded", "localhost", "sslmode=require");
    let with = |variables: &[(&str, &str)]| {
        let mut command = bench.command(&guarded);
        command.env_remove("PGPASSWORD").env("HOME", bench.path("."));
        let output = command.envs(variables.iter().copied()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, words) = with(&[]);
    assert_eq!(code, Some(1));
    assert!(words.contains("PGPASSWORD") && words.contains("PGPASSFILE"), "{words}");
    assert!(words.contains(&format!("localhost:{port}")), "{words}");
    let (code, words) = with(&[("PGPASSWORD", "wrong-hunter2")]);
    assert!(code == Some(1) && words.contains("authentication failed"), "{words}");
    assert!(!words.contains("hunter2"), "{words}");
    assert_eq!(with(&[("PGPASSWORD", "secret of tests")]).0, Some(0));
    let file = bench.path(".pgpass");
    fs::write(&file, format!("other:*:*:*:wrong\nlocalhost:{port}:*:guarded:secret of tests\n"))
        .unwrap();
    #[cfg(unix)]
    for (mode, expected) in [(0o644, 1), (0o600, 0)] {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(with(&[]).0, Some(expected), "{mode:o}");
        let named = file.to_str().unwrap();
        assert_eq!(with(&[("HOME", "/nobody"), ("PGPASSFILE", named)]).0, Some(expected));
    }
}

/// As a restart of the server does.
fn ends_all_connections(archive: &str) {
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = ";
    psql("postgres", &format!("{end}'{}'", name(archive)));
}

#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn a_connection_that_was_lost_is_made_again() {
    let archive = database().expect(SERVER);
    let bench = Bench::new();
    create(&bench, &archive);
    let mut open = Archive::open(Path::new(&archive), "a test").unwrap();
    insert(&mut open, 1, &keys(0, 50)).unwrap();
    ends_all_connections(&archive);
    assert!(open.owners(&keys(49, 1)).unwrap()[0].is_some());
    ends_all_connections(&archive);
    assert_eq!(insert(&mut open, 2, &keys(50, 50)).unwrap().new, 50);
    ends_all_connections(&archive);
    assert_eq!(open.find(&keys(99, 2)).unwrap().iter().flatten().count(), 1);
    ends_all_connections(&archive);
    assert_eq!(open.forget(&run_description(1).name()).unwrap(), 50);
    ends_all_connections(&archive);
    assert_eq!(open.check().unwrap().puzzles, 50);
}

#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn statement_timeout_ends_a_question() {
    let archive = database().expect(SERVER);
    let bench = Bench::new();
    create(&bench, &archive);
    let lock = "BEGIN; LOCK TABLE run; SELECT pg_sleep(20)";
    let mut holder = psql_command(name(&archive), lock).spawn().unwrap();
    let locks = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND database = \
                 (SELECT oid FROM pg_database WHERE datname = current_database())";
    while psql(name(&archive), locks) == "0" {
        thread::sleep(Duration::from_millis(20));
    }
    let stats = format!("archive stats {archive}?options=-cstatement_timeout%3D2s");
    bench.ends(&stats, 1, "options=-cstatement_timeout%3D2h in the address");
    holder.kill().unwrap();
    holder.wait().unwrap();
}

#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn thousands_of_keys_take_one_statement() {
    let archive = database().expect(SERVER);
    let bench = Bench::new();
    create(&bench, &archive);
    let night = format!("generate --quota 1=200000 --seed 1 --out night.csv --archive {archive}");
    let mut killed = bench.command(&night);
    let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // A checkpoint has some thirty thousand puzzles.
    let checkpoint = bench.path(".night.csv.sudoku-press/piece-00000");
    while !checkpoint.exists() {
        assert!(
            killed.try_wait().unwrap().is_none(),
            "the run ended before: {:?}",
            bench.names(".")
        );
        thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = questions(&archive);
    bench.ends(&night, 0, "");
    let asked = questions(&archive) - before;
    // 8,192 puzzles together, but no longer than half a second: a busy machine makes fewer, and a fast one has made most
    // before it was killed.
    assert!((2..500).contains(&asked), "{asked} questions when it went on");
    let before = questions(&archive);
    bench.ends(&format!("archive find night.csv --archive {archive}"), 0, "");
    let asked = questions(&archive) - before;
    assert!((1..10).contains(&asked), "{asked} questions to find 200,000 puzzles");
    let stats = said(&bench, &format!("archive stats {archive}"));
    assert!(stats.starts_with("200000 puzzles of 1 run"), "{stats}");
}

/// The table of keys has no foreign key.
#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn archive_check_finds_keys_of_no_run() {
    let archive = database().expect(SERVER);
    let bench = Bench::new();
    create(&bench, &archive);
    let mut open = Archive::open(Path::new(&archive), "a test").unwrap();
    insert(&mut open, 1, &keys(0, 50)).unwrap();
    open.check().unwrap();
    psql(name(&archive), "INSERT INTO seen VALUES (gen_random_uuid(), 99, 1)");
    let damaged = open.check().unwrap_err().to_string();
    assert!(damaged.contains("1 keys are of no run"), "{damaged}");
    psql(name(&archive), "UPDATE seen SET run = (SELECT id FROM run)");
    let damaged = open.check().unwrap_err().to_string();
    assert!(damaged.contains("has 51 keys, expected 50"), "{damaged}");
}

/// Both have asked before one of them has entered.
#[test]
#[ignore = "needs PostgreSQL: tests/postgres/run"]
fn second_run_of_a_series_gets_later_numbers() {
    let archive = database().expect(SERVER);
    let bench = Bench::new();
    create(&bench, &archive);
    let open = || Archive::open(Path::new(&archive), "a test").unwrap();
    let (mut one, mut two) = (open(), open());
    let numbers = |archive: &Archive, n: u64| {
        let next = SeriesNumbers::next("Rain", 8);
        let first = archive.first_number(&run_description(n).name(), &next).unwrap();
        SeriesNumbers { first, last: first + 7, ..next }
    };
    let (of_one, of_two) = (numbers(&one, 1), numbers(&two, 2));
    assert_eq!((of_one.first, of_two.first), (1, 1));
    let enter = |archive: &mut Archive, n: u64, numbers: &SeriesNumbers<'_>| {
        let options = InsertOptions { numbers: Some(*numbers), ..InsertOptions::default() };
        insert_with(archive, n, &keys(100 * n as u32, 8), &options)
    };
    enter(&mut one, 1, &of_one).unwrap();
    let taken = enter(&mut two, 2, &of_two).unwrap_err();
    assert!(taken.is_overtaken() && matches!(taken, ArchiveError::Numbers(..)), "{taken}");
    assert_eq!(two.check().unwrap().puzzles, 8);
    let of_two = numbers(&two, 2);
    assert_eq!(of_two.first, 9);
    enter(&mut two, 2, &of_two).unwrap();
    // The same run once more has its numbers already.
    enter(&mut one, 1, &of_one).unwrap();
    assert_eq!(numbers(&one, 3).first, 17);
}
