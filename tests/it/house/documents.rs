//! Runs the commands of the documents unchanged: each section of a guide in a folder of its own, and the README from its
//! first command to its last in one.
//!
//! Blocks of `sh` are run. A block that is named after a file, as in "toml nightly.toml", is written into that file.
//! Blocks of `console` need another machine, an administrator or an hour: they are not run.

use crate::support::program::Bench;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The fenced blocks of a text: the word after the fence, and the lines.
fn blocks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = text.split("```").skip(1).step_by(2);
    inside.map(|block| block.split_once('\n').expect("a block has lines"))
}

/// A folder with the files that the text gives, and the program as `sudoku-press`.
struct Reader {
    bench: Bench,
}

impl Reader {
    fn new() -> Self {
        let bench = Bench::new();
        fs::create_dir(bench.path("bin")).unwrap();
        let program = crate::support::program::program();
        std::os::unix::fs::symlink(program, bench.path("bin/sudoku-press")).unwrap();
        Self { bench }
    }

    /// Runs lines of a shell, and stops at the first that fails.
    fn run(&self, place: &str, lines: &str) {
        let lines = lines.replace("cargo run --release -- ", "sudoku-press ");
        let path = format!("bin:{}", std::env::var("PATH").unwrap());
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", &lines]).env("PATH", path);
        shell.stdin(std::process::Stdio::null());
        let output = shell.current_dir(self.bench.path("")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{place}: {lines}\n{said}");
    }

    /// Writes the files of a text.
    fn write_files(&self, text: &str) {
        for (kind, block) in blocks(text) {
            if let Some((_, file)) = kind.split_once(' ') {
                fs::write(self.bench.path(file), block).unwrap();
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        self.bench.path(name).is_file()
    }
}

/// Does what each section of a guide says, and looks for the files that it names. Answers how many had commands.
fn follow(guide: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs").join(guide)).unwrap();
    let mut ran = 0;
    for section in text.split("\n## ") {
        let place = format!("docs/{guide}, {}", section.lines().next().unwrap_or_default());
        let lines: Vec<_> = blocks(section).filter(|(kind, _)| *kind == "sh").collect();
        if lines.is_empty() {
            continue;
        }
        let reader = Reader::new();
        reader.write_files(section);
        lines.iter().for_each(|(_, block)| reader.run(&place, block));
        ran += 1;
        if guide == "recipes.md" {
            assert!(section.lines().count() <= 46, "{place}: longer than a screen");
            // What the text names is there.
            let named = section.split('`').skip(1).step_by(2).filter(|word| {
                !word.contains(' ') && [".pdf", ".csv"].iter().any(|end| word.ends_with(end))
            });
            for name in named {
                assert!(reader.has(name), "{place}: no file {name}");
            }
        }
    }
    ran
}

#[test]
fn each_recipe_makes_what_it_names() {
    assert!(follow("recipes.md") >= 9);
}

#[test]
fn commands_of_guides_to_books_run() {
    assert!(follow("parts.md") >= 4);
    assert!(follow("covers.md") >= 1);
    assert!(follow("languages.md") >= 3);
    assert!(follow("series.md") >= 2);
    assert!(follow("courses.md") >= 1);
    assert!(follow("designs.md") >= 5);
}

#[test]
fn commands_of_guides_to_puzzles_run() {
    assert!(follow("puzzles.md") >= 3);
    assert!(follow("solving.md") >= 2);
    assert!(follow("ladder.md") >= 2);
    assert!(follow("rating.md") >= 1);
    assert!(follow("explain.md") >= 2);
    assert!(follow("data.md") >= 3);
    assert!(follow("files.md") >= 1);
    assert!(follow("export.md") >= 2);
}

#[test]
fn commands_of_guides_to_proof_run() {
    assert!(follow("proof.md") >= 3);
    assert!(follow("printing.md") >= 1);
    assert!(follow("nightly.md") >= 1);
    assert!(follow("archive.md") >= 3);
}

/// Its blocks, then each command of its table, in one folder that has the files of the recipes: so does a reader who
/// begins at its first line.
#[test]
fn readme_runs_from_its_first_command_to_its_last() {
    let reader = Reader::new();
    reader.write_files(include_str!("../../../docs/recipes.md"));
    let text = include_str!("../../../README.md");
    for (_, block) in blocks(text).filter(|(kind, _)| *kind == "sh") {
        reader.run("README.md", block);
    }
    let commands = text.split("`sudoku-press ").skip(1);
    let commands: Vec<_> = commands.map(|rest| rest.split('`').next().unwrap()).collect();
    assert!(commands.len() >= 20, "{}", commands.len());
    // `sudoku-press listing` and its like name a command, not all of its line.
    for words in commands.iter().filter(|words| words.contains(' ')) {
        reader.run("README.md", &format!("sudoku-press {words}"));
    }
}

/// Nobody reads a long one to its end.
#[test]
fn readme_is_short() {
    for text in [include_str!("../../../README.md"), include_str!("../../../README.zh.md")] {
        assert!(text.lines().count() <= 200, "{} lines", text.lines().count());
    }
}

/// Help that scrolls away is read by nobody.
#[test]
fn short_help_fits_a_screen() {
    for command in ["run", "generate", "book", "cover"] {
        let help = |flag| {
            let output = Command::new(crate::support::program::program())
                .args([command, flag])
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let (short, long) = (help("-h"), help("--help"));
        assert!(short.lines().count() <= 45, "{command} -h: {} lines", short.lines().count());
        assert!(short.lines().all(|line| line.chars().count() <= 100), "{short}");
        // What it shows is there, and the rest is in the long one.
        for flag in short.split_whitespace().filter(|word| word.starts_with("--")) {
            assert!(long.contains(flag), "{command}: {flag}");
        }
        assert!(long.lines().count() > 3 * short.lines().count(), "{command}");
    }
}

/// A page that no index names is found by nobody.
#[test]
fn each_page_is_in_its_index() {
    for folder in ["docs", "docs/decisions"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let index = fs::read_to_string(root.join("README.md")).unwrap();
        for file in fs::read_dir(&root).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let is_page = name.ends_with(".md") && name != "README.md";
            assert!(!is_page || index.contains(&format!("]({name})")), "{folder}/{name}");
        }
    }
}

/// The anchor that a heading has on a page: its words in lower case, joined by hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Pages that were split or renamed left links that lead nowhere.
#[test]
fn links_between_pages_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<_> = ["", "docs", "docs/decisions"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    let mut found = 0;
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        // A block of code has no links.
        let prose: String = text.split("```").step_by(2).collect();
        for link in prose.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if link.starts_with("https:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file.is_empty() {
                true => page.clone(),
                false => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.any(|known| known == heading), "{}: {link}", page.display());
            }
            found += 1;
        }
    }
    assert!(found > 150, "{found} links were found");
}
