//! Runs each recipe of docs/recipes.md unchanged, in a folder of its own.

use crate::cli::Bench;
use std::fs;
use std::process::Command;

/// The blocks of a section: what stands behind the three backquotes, and the lines.
fn blocks(section: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = section.split("```").skip(1).step_by(2);
    inside.map(|block| block.split_once('\n').expect("a block has lines"))
}

#[test]
fn each_recipe_makes_what_it_names() {
    let text = include_str!("../../docs/recipes.md");
    let sections: Vec<_> = text.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 6, "{}", sections.len());
    for section in sections {
        let (title, lines) = section.split_once('\n').unwrap();
        assert!(lines.lines().count() <= 45, "{title}: longer than a screen");
        let bench = Bench::new();
        fs::create_dir(bench.path("bin")).unwrap();
        let program = crate::cli::program();
        std::os::unix::fs::symlink(program, bench.path("bin/sudoku-press")).unwrap();
        let mut ran = 0;
        for (kind, block) in blocks(section) {
            match kind.split_once(' ') {
                Some((_, file)) => fs::write(bench.path(file), block).unwrap(),
                None => {
                    assert_eq!(kind, "sh", "{title}");
                    ran += 1;
                    let path = format!("bin:{}", std::env::var("PATH").unwrap());
                    let mut shell = Command::new("bash");
                    shell.args(["-euo", "pipefail", "-c", block]).env("PATH", path);
                    let output = shell.current_dir(bench.path("")).output().unwrap();
                    let said = String::from_utf8_lossy(&output.stderr);
                    assert!(output.status.success(), "{title}: {said}");
                }
            }
        }
        assert!(ran > 0, "{title}");
        // What the text names is there.
        let named = lines.split('`').skip(1).step_by(2).filter(|word| {
            !word.contains(' ') && [".pdf", ".csv"].iter().any(|end| word.ends_with(end))
        });
        for name in named {
            assert!(bench.path(name).is_file(), "{title}: no file {name}");
        }
    }
}
