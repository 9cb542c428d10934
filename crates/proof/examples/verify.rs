//! Verifies a finished run: `cargo run --example verify -- FOLDER` proves each puzzle, reads each
//! grid of the book, and makes the book and its covers again.

use std::error::Error;
use std::path::PathBuf;
use sudoku_press_proof::verify::Proof;

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        return Err("usage: verify FOLDER...".into());
    }
    // One thread per core, the duplicate rule of the run, and no archive.
    let mut proof = Proof::new(0, None, None);
    proof.makes_again = true;
    proof.prove(&folders)?;
    for finding in &proof.findings {
        println!("{finding}");
    }
    match proof.verdict() {
        None => println!("OK: {}", proof.summary()),
        Some(problems) => return Err(problems.into()),
    }
    Ok(())
}
