//! Measures how fast the archive enters and looks up keys, and how much of its time a run spends on
//! it.
//!
//! `cargo bench --bench archive -- 10` enters ten million keys in batches of one million; `... --
//! 50 5` fifty in batches of five; `... -- 50 5 NAME` keeps the archive, and `... -- 0 1 NAME`
//! looks up keys in it. With `--features postgres` the name may be `postgres://...`, whose server
//! has CPU seconds of its own.

use archive::{Archive, ArchiveError, InsertOptions, KeyRow, RunDescription};
use cpu_time::ProcessTime;
use grid::Key;
use make::Seed;
use rand::Rng as _;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// The time at which each run is entered.
const NOW: &str = "2026-01-01T00:00:00Z";

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let millions: u64 = words.next().map_or(Ok(3), |word| word.parse())?;
    let batch_millions: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let size = batch_millions * 1_000_000;
    let folder = temp_dir::TempDir::new()?;
    let path = words.next().map_or(folder.path().join("archive"), PathBuf::from);
    if matches!(Archive::open(&path, "bench"), Err(ArchiveError::Missing(_))) {
        Archive::create(&path)?;
    }
    let mut archive = Archive::open(&path, "bench")?;
    let begun = archive.stats()?.puzzles;
    // The keys differ from those in the archive.
    let mut rng = Seed(archive.stats()?.puzzles).stream_at(0);
    let mut key = || {
        let mut key = [0; 16];
        rng.fill_bytes(&mut key);
        Key(key)
    };
    println!("{:>10} {:>12} {:>12}", "keys", "per CPU s", "per second");
    let (all_cpu, mut last) = (ProcessTime::now(), None);
    for batch in 1..=millions / batch_millions {
        let keys: Vec<_> = std::iter::repeat_with(&mut key).take(size as usize).collect();
        let run = RunDescription {
            kind: "bench".into(),
            program: String::new(),
            seed: Some(batch),
            settings: format!("{{\"begun\":{begun},\"batch\":{batch}}}"),
        };
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        enter(&mut archive, &run, &keys)?;
        let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
        let rate = |seconds: f64| size as f64 / seconds;
        println!("{:>10} {:>12.0} {:>12.0}", batch * size, rate(cpu), rate(wall));
        last = keys.first().copied();
    }
    let cpu = all_cpu.elapsed().as_secs_f64();
    println!("all: {:.0} keys per CPU s", (millions * 1_000_000) as f64 / cpu);
    let stats = archive.stats()?;
    println!("{:.1} bytes a key", stats.bytes as f64 / stats.puzzles as f64);
    let block: Vec<_> = std::iter::repeat_with(&mut key).take(1 << 16).collect();
    archive.owners(&block)?;
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    for _ in 0..16 {
        let mut block: Vec<_> = std::iter::repeat_with(&mut key).take(1 << 16).collect();
        block.sort_unstable();
        assert!(archive.owners(&block)?.iter().all(Option::is_none));
    }
    let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    let rate = |seconds| f64::from(16 << 16) / seconds;
    println!("{:.0} look-ups together per CPU s, {:.0} per second", rate(cpu), rate(wall));
    let (cpu, n) = (ProcessTime::now(), 10_000);
    for _ in 0..n {
        assert!(archive.owners(&[key()])?[0].is_none());
    }
    println!("{:.0} look-ups per CPU s", f64::from(n) / cpu.elapsed().as_secs_f64());
    if let Some(key) = last {
        assert!(archive.owners(&[key])?[0].is_some());
    }
    drop(archive);
    for size in [1_000, 100_000] {
        let keys: Vec<_> = std::iter::repeat_with(&mut key).take(size).collect();
        let cpu = ProcessTime::now();
        let mut archive = Archive::open(&path, "bench")?;
        for key in &keys {
            assert!(archive.owners(&[*key])?[0].is_none());
        }
        let asked = cpu.elapsed();
        let run = RunDescription {
            kind: "bench".into(),
            program: String::new(),
            seed: Some(keys.len() as u64),
            settings: format!("{{\"at\":{}}}", archive.stats()?.puzzles),
        };
        enter(&mut archive, &run, &keys)?;
        println!(
            "a run of {size}: {:.3} CPU s to open and ask, {:.3} to enter",
            asked.as_secs_f64(),
            (cpu.elapsed() - asked).as_secs_f64()
        );
    }
    Ok(())
}

fn enter(archive: &mut Archive, run: &RunDescription, keys: &[Key]) -> Result<(), ArchiveError> {
    let rows = keys.iter().zip(1..).map(|(key, row)| KeyRow { key: *key, row });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    let rows = || Ok(rows.iter().copied().map(Ok));
    archive.insert(&run.entered(NOW), &InsertOptions::default(), rows).map(drop)
}
