//! All targets in one program: `FUZZ_TARGET` selects one. The seeds are first written into the folder
//! that `FUZZ_SEEDS` names.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

#[path = "../targets.rs"]
mod targets;

static RUN: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let target = targets::ALL.into_iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| {
        let names = targets::ALL.map(|target| target.name).join(", ");
        eprintln!("FUZZ_TARGET is one of: {names}");
        std::process::exit(2)
    });
    target.run
});

fuzz_target!(init: {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let target = targets::ALL.into_iter().find(|target| target.name == name);
    if let (Some(target), Ok(folder)) = (target, std::env::var("FUZZ_SEEDS")) {
        std::fs::create_dir_all(&folder).expect("a folder for the seeds");
        for (i, seed) in (target.seeds)().iter().enumerate() {
            std::fs::write(format!("{folder}/seed-{i}"), seed).expect("a seed");
        }
    }
}, |data: &[u8]| (*RUN)(data));
