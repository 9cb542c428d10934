//! Measures how fast the archive enters and looks up keys, and how much of its time a run spends on it.
//!
//! `cargo bench --bench archive -- 10` enters ten million keys in batches of one million; `... -- 50 5`
//! fifty in batches of five; `... -- 50 5 FILE` keeps the archive, and `... -- 0 1 FILE` looks up keys
//! in it.

use cpu_time::ProcessTime;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use sudoku_press::archive::{Archive, Run};
use sudoku_press::key::Key;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let millions: u64 = words.next().map_or(Ok(3), |word| word.parse())?;
    let batch_millions: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let size = batch_millions * 1_000_000;
    let folder = tempfile::tempdir()?;
    let path = words.next().map_or(folder.path().join("archive"), PathBuf::from);
    if !path.exists() {
        Archive::create(&path)?;
    }
    let mut archive = Archive::open(&path, "bench")?;
    // Other keys than those that are there.
    let mut rng = ChaCha8Rng::seed_from_u64(archive.stats()?.puzzles);
    let mut key = || {
        let mut key = [0; 16];
        rng.fill_bytes(&mut key);
        Key(key)
    };
    println!("{:>10} {:>12} {:>12}", "keys", "per CPU s", "per second");
    let (all_cpu, mut last) = (ProcessTime::now(), None);
    for batch in 1..=millions / batch_millions {
        let keys: Vec<_> = std::iter::repeat_with(&mut key).take(size as usize).collect();
        let run = Run {
            kind: "bench".into(),
            program: String::new(),
            seed: Some(batch),
            settings: String::new(),
        };
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        archive.enter(&run, "", &keys)?;
        let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
        let rate = |seconds: f64| size as f64 / seconds;
        println!("{:>10} {:>12.0} {:>12.0}", batch * size, rate(cpu), rate(wall));
        last = keys.first().copied();
    }
    let cpu = all_cpu.elapsed().as_secs_f64();
    println!("all: {:.0} keys per CPU s", (millions * 1_000_000) as f64 / cpu);
    let keys = archive.stats()?.puzzles;
    let bytes = std::fs::metadata(&path)?.len();
    println!("{:.1} bytes a key", bytes as f64 / keys as f64);
    let (cpu, n) = (ProcessTime::now(), 100_000);
    for _ in 0..n {
        assert!(!archive.knows(&key(), None)?);
    }
    println!("{:.0} look-ups per CPU s", f64::from(n) / cpu.elapsed().as_secs_f64());
    if let Some(key) = last {
        assert!(archive.knows(&key, None)?);
    }
    drop(archive);
    for size in [1_000, 100_000] {
        let keys: Vec<_> = std::iter::repeat_with(&mut key).take(size).collect();
        let cpu = ProcessTime::now();
        let mut archive = Archive::open(&path, "bench")?;
        for key in &keys {
            assert!(!archive.knows(key, None)?);
        }
        let asked = cpu.elapsed();
        let run = Run {
            kind: "bench".into(),
            program: String::new(),
            seed: Some(keys.len() as u64),
            settings: archive.stats()?.puzzles.to_string(),
        };
        archive.enter(&run, "", &keys)?;
        println!(
            "a run of {size}: {:.3} CPU s to open and ask, {:.3} to enter",
            asked.as_secs_f64(),
            (cpu.elapsed() - asked).as_secs_f64()
        );
    }
    Ok(())
}
