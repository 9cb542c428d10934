//! Runs after all other tests, and names the tools without which some of them were ignored. With
//! `PRESS_TESTS_DEMAND=all` a missing tool is an error.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let missing = include_str!(concat!(env!("OUT_DIR"), "/missing-tools.txt"));
    if missing.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("\nTests were ignored because these tools are missing:\n{missing}");
    match env::var("PRESS_TESTS_DEMAND").as_deref() {
        Err(_) => ExitCode::SUCCESS,
        Ok("all") => {
            eprintln!("PRESS_TESTS_DEMAND=all: install the tools that are missing");
            ExitCode::FAILURE
        }
        Ok(other) => {
            eprintln!("PRESS_TESTS_DEMAND: expected all, found {other:?}");
            ExitCode::FAILURE
        }
    }
}
