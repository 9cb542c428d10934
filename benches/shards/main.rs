//! Measures how fast the keys of a sharded run are merged, and the memory for it.
//!
//! `cargo bench --bench shards -- 100` merges 100 million keys in parts of a million; `... -- 100
//! FOLDER` keeps the parts in a folder. The keys come from a counter, and every thousandth key
//! comes twice. The parts have keys and no rows, so the join ends at the first row.

use cpu_time::ProcessTime;
use files::Overwrite;
use files::output::{self, FileRecord};
use grid::{Key, Level};
use jobs::{CatalogEncoding, CatalogSpec, Interrupt, Options};
use make::{Plan, Seed};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use shards::{LaunchInfo, Part, ShardedRun};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::TableFormat;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let millions: u64 = words.next().map_or(Ok(3), |word| word.parse())?;
    let temporary = temp_dir::TempDir::new()?;
    let folder = words.next().map_or(temporary.path().to_owned(), PathBuf::from);
    let spec = CatalogSpec {
        plan: Plan::new(vec![(Level::Beginner, millions * 1_000_000)]),
        form: CatalogEncoding { format: TableFormat::Csv, codec: None },
        columns: None,
        split: None,
        archive: None,
    };
    let run = ShardedRun::begin(&folder, &spec, Seed(1), LaunchInfo::default(), false)?;
    fs::create_dir_all(folder.join("made"))?;
    for part in &run.all {
        write_part(&folder, &run.identity.name(), part)?;
    }
    let options = Options {
        seed: None,
        threads: 1,
        replace: Overwrite::Never,
        again: false,
        night: None,
        holder: String::new(),
        now: String::new,
        interrupt: Interrupt::default(),
    };
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    match run.join(None, None, &options, &mut ()) {
        Err(e) if e.to_string().contains("L1-000000 is missing") => {}
        joined => return Err(format!("expected parts without rows, found {joined:?}").into()),
    }
    println!("{} parts, {millions} million keys", run.all.len());
    println!("{:.1} CPU s, {:.1} s", cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    println!("peak of memory: {}", peak.trim_start_matches("VmHWM:").trim());
    Ok(())
}

/// Writes the keys and the manifest of a part, unless they are there.
fn write_part(folder: &Path, run: &str, part: &Part) -> Result<(), Box<dyn Error>> {
    let name = part.name();
    let made = folder.join("made");
    let path = made.join(format!("{name}.json"));
    if path.exists() {
        return Ok(());
    }
    let mut records: Vec<[u8; 20]> = (0..part.len).map(|slot| record(part, slot)).collect();
    records.sort_unstable();
    let bytes = [b"sudokey4", run.as_bytes(), records.as_flattened()].concat();
    let keys = output::write(&made.join(format!("{name}.keys")), &bytes)?;
    let catalog = FileRecord { name: format!("{name}.csv"), size: 0, sha256: String::new() };
    let manifest = json!({
        "run": run, "first": part.first, "slots": part.len, "rows": part.len, "cut": false,
        "catalog": catalog, "keys": keys,
    });
    fs::write(path, manifest.to_string())?;
    Ok(())
}

/// Returns a key and the number of its slot, as a file of keys has them.
fn record(part: &Part, slot: u64) -> [u8; 20] {
    let counted = part.first + slot;
    let number = if counted % 1_000 == 999 { counted - 500 } else { counted };
    let Key(key) = Key(*Sha256::digest(number.to_be_bytes()).first_chunk().expect("32 bytes"));
    let mut record = [0; 20];
    record[..16].copy_from_slice(&key);
    record[16..].copy_from_slice(&(slot as u32).to_be_bytes());
    record
}
