//! Archives: created, checked, filled with keys; a PostgreSQL server if there is one.

use crate::support::program::Bench;
use archive::{Archive, ArchiveError, InsertOptions, InsertSummary, KeyRow, RunDescription};
use grid::Key;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

pub fn create(bench: &Bench, name: &str) {
    bench.ends(&format!("archive create --archive {name}"), 0, "");
}

pub fn sound(bench: &Bench, name: &str, puzzles: usize) {
    let said = bench.run(&format!("archive check --archive {name}"));
    let words = String::from_utf8(said.stdout.clone()).unwrap();
    let end = if puzzles == 1 { "" } else { "s" };
    assert!(words.starts_with(&format!("sound: {puzzles} puzzle{end} of ")), "{words}{said:?}");
}

pub fn column(csv: &[u8], name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv);
    let column = reader.headers().unwrap().iter().position(|h| h == name);
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row[column.unwrap()].to_owned()).collect()
}

pub fn run_description(seed: u64) -> RunDescription {
    RunDescription {
        kind: "run".into(),
        program: "test".into(),
        seed: Some(seed),
        settings: format!("{{\"seed\":{seed}}}"),
    }
}

/// Inserts the keys of a run in the order of its catalogue.
pub fn insert(archive: &mut Archive, n: u64, keys: &[Key]) -> Result<InsertSummary, ArchiveError> {
    insert_with(archive, n, keys, &InsertOptions::default())
}

pub fn insert_with(
    archive: &mut Archive,
    n: u64,
    keys: &[Key],
    options: &InsertOptions<'_>,
) -> Result<InsertSummary, ArchiveError> {
    let rows = keys.iter().zip(1..).map(|(key, row)| KeyRow { key: *key, row });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    let run = run_description(n).entered("2026-01-01T00:00:00Z");
    archive.insert(&run, options, || Ok(rows.iter().copied().map(Ok)))
}

pub fn keys(from: u32, n: u32) -> Vec<Key> {
    let key = |i: u32| {
        let hash = files::Checksum::from_bytes(&i.to_be_bytes()).text();
        Key::from_hex(&hash[..32]).unwrap()
    };
    (from..from + n).map(key).collect()
}

/// The address of the server that `tests/postgres/run` has started, and the folder of its programs.
pub fn server() -> Option<(String, String)> {
    Some((std::env::var("TEST_POSTGRES").ok()?, std::env::var("TEST_POSTGRES_BIN").ok()?))
}

/// The address of a new database; `None` unless `tests/postgres/run` has started a server.
pub fn database() -> Option<String> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let (server, bin) = server()?;
    let name = format!("test{}x{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut psql = Command::new(Path::new(&bin).join("psql"));
    psql.args([&format!("{server}/postgres"), "-qc", &format!("CREATE DATABASE {name}")]);
    assert!(psql.status().unwrap().success());
    Some(format!("{server}/{name}"))
}

pub fn said(bench: &Bench, args: &str) -> String {
    let output = bench.run(args);
    assert!(output.status.success(), "{args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}
