//! The program starts. Cargo builds the program for this test, so that the tests of the package
//! `sudoku-press-tests` never drive an old one: `--test it` selects both.

use std::process::Command;

#[test]
fn program_says_its_version() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sudoku-press")).arg("--version").output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(env!("CARGO_PKG_VERSION")), "{said}");
}
