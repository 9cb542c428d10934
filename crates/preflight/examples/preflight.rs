//! Tests whether a printer would accept a PDF: `cargo run --example preflight -- book.pdf kdp 6x9`.
//! The PDF may come from any program.

use std::error::Error;
use sudoku_press_preflight::{Printer, inspect};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, printer, trim] = args.as_slice() else {
        return Err("usage: preflight FILE.pdf PRINTER TRIM".into());
    };
    let printer = Printer::builtin(printer).ok_or("no such printer")?;
    let terms = printer.terms(trim.parse()?, None)?;
    let report = inspect(&std::fs::read(file)?, &terms)?;
    println!("{file}: {} pages, for {}", report.pages, printer.title());
    for finding in &report.findings {
        // Findings based on unconfirmed figures are advice. The printer would reject the file for
        // the others.
        let weight = match finding.advice {
            None => "refusal",
            Some(_) => "advice",
        };
        println!("{weight}: {}: {}", finding.rule, finding.what());
    }
    match report.refusals() {
        0 => Ok(()),
        refusals => Err(format!("{refusals} findings that the printer would refuse").into()),
    }
}
