//! An archive in PostgreSQL: encrypted connections, connections that are lost, servers that fall silent, and how often it
//! is asked. Most of it takes part where `tests/postgres/run` has started a server.

use crate::archive::kinds::create;
use crate::support::archives::{database, keys, run_description, said, server};
use crate::support::program::Bench;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};
use sudoku_press::store::archive::{Archive, ArchiveError, SeriesNumbers};

/// What the server answers to a question of its own program.
fn psql(database: &str, question: &str) -> String {
    let (server, bin) = server().unwrap();
    let mut psql = Command::new(Path::new(&bin).join("psql"));
    psql.args([&format!("{server}/{database}"), "-qAtc", question]);
    let Output { status, stdout, stderr } = psql.output().unwrap();
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
fn a_server_that_accepts_and_never_answers_ends_the_command() {
    if !cfg!(feature = "postgres") {
        return;
    }
    let bench = Bench::new();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap();
    let begun = Instant::now();
    let stats = format!("archive stats postgres://me@{at}/printed?connect_timeout=2");
    bench.ends(&stats, 1, "the server has not answered for 2 s");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn settings_of_encryption_that_cannot_be_followed_are_refused() {
    if !cfg!(feature = "postgres") {
        return;
    }
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
fn connections_are_encrypted_and_certificates_judged_as_sslmode_says() {
    let (Ok(port), Ok(authority)) =
        (std::env::var("TEST_POSTGRES_PORT"), std::env::var("TEST_POSTGRES_AUTHORITY"))
    else {
        return;
    };
    let bench = Bench::new();
    let archive = database().unwrap();
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
fn a_connection_that_was_lost_is_made_again() {
    let Some(archive) = database() else { return };
    let bench = Bench::new();
    create(&bench, &archive);
    let mut open = Archive::open(Path::new(&archive), "a test").unwrap();
    open.insert_run(&run_description(1), "2026-01-01", &keys(0, 50)).unwrap();
    ends_all_connections(&archive);
    assert!(open.is_owned_by_other(&keys(49, 1)[0], None).unwrap());
    ends_all_connections(&archive);
    assert_eq!(open.insert_run(&run_description(2), "2026-01-01", &keys(50, 50)).unwrap().new, 50);
    ends_all_connections(&archive);
    assert_eq!(open.find_all(&keys(99, 2)).unwrap().iter().flatten().count(), 1);
    ends_all_connections(&archive);
    assert_eq!(open.forget(&run_description(1).name()).unwrap(), 50);
    ends_all_connections(&archive);
    assert_eq!(open.check().unwrap().puzzles, 50);
}

/// The backend is stopped: the system answers for it, and it never does.
#[test]
#[cfg(unix)]
fn a_backend_that_is_frozen_ends_the_question() {
    let Some(archive) = database() else { return };
    let bench = Bench::new();
    create(&bench, &archive);
    let open = Archive::open(Path::new(&archive), "a test").unwrap();
    assert!(open.number_of("none").unwrap().is_none());
    let backend =
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'sudoku-press' AND datname = ";
    let backend = psql("postgres", &format!("{backend}'{}'", name(&archive)));
    let signal = |signal: &str| {
        assert!(Command::new("kill").args(["-s", signal, &backend]).status().unwrap().success());
    };
    signal("STOP");
    let begun = Instant::now();
    let silent = open.number_of("none").unwrap_err();
    signal("CONT");
    assert!(
        matches!(&silent, ArchiveError::Server(_, words) if words.contains("60 s")),
        "{silent}"
    );
    assert!(begun.elapsed() < Duration::from_secs(90), "{:?}", begun.elapsed());
    // The next question has a connection of its own.
    assert!(open.number_of("none").unwrap().is_none());
}

#[test]
fn thousands_of_keys_are_looked_up_in_a_statement_also_when_a_run_goes_on() {
    let Some(archive) = database() else { return };
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
fn keys_of_no_run_are_found_when_the_archive_is_checked() {
    let Some(archive) = database() else { return };
    let bench = Bench::new();
    create(&bench, &archive);
    let mut open = Archive::open(Path::new(&archive), "a test").unwrap();
    open.insert_run(&run_description(1), "2026-01-01", &keys(0, 50)).unwrap();
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
fn of_two_runs_of_a_series_one_has_the_numbers_and_the_other_asks_again() {
    let Some(archive) = database() else { return };
    let bench = Bench::new();
    create(&bench, &archive);
    let open = || Archive::open(Path::new(&archive), "a test").unwrap();
    let (mut one, mut two) = (open(), open());
    let numbers = |archive: &Archive, n: u64| {
        let first = archive.first_number(&run_description(n).name(), "Rain").unwrap();
        SeriesNumbers { series: "Rain", first, last: first + 7, next: true }
    };
    let (of_one, of_two) = (numbers(&one, 1), numbers(&two, 2));
    assert_eq!((of_one.first, of_two.first), (1, 1));
    let enter = |archive: &mut Archive, n: u64, numbers: &SeriesNumbers<'_>| {
        archive.insert_numbered_run(
            &run_description(n),
            "2026-01-01",
            &keys(100 * n as u32, 8),
            Some(numbers),
        )
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
