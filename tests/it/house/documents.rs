//! README.md, README.zh.md and docs: their commands run unchanged, their links lead somewhere, both languages say the same.

use crate::support::program::Bench;
use crate::support::sources::{crate_folders, rust_files};
use book::{Insight, Template};
use human::Band;
use make::{Batch, Plan, Seed};
use page::Palette;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fmt, fs};

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

/// Does what the sections of a guide say one after the other in one folder, or each recipe in a folder of its own, and
/// looks for the files that a recipe names. Answers how many sections had commands.
fn follow(guide: &str) -> usize {
    let root = Path::new(env!("ROOT"));
    let text = fs::read_to_string(root.join("docs").join(guide)).unwrap();
    let mut reader = Reader::new();
    let mut ran = 0;
    for section in text.split("\n## ") {
        let place = format!("docs/{guide}, {}", section.lines().next().unwrap_or_default());
        let lines: Vec<_> = blocks(section).filter(|(kind, _)| *kind == "sh").collect();
        if lines.is_empty() {
            continue;
        }
        if guide == "recipes.md" {
            reader = Reader::new();
        }
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
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn each_recipe_makes_what_it_names() {
    assert!(follow("recipes.md") >= 7);
}

#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn commands_of_guides_to_books_run() {
    assert!(follow("parts.md") >= 4);
    assert!(follow("covers.md") >= 1);
    assert!(follow("languages.md") >= 3);
    assert!(follow("series.md") >= 2);
    assert!(follow("teaching.md") >= 3);
    assert!(follow("designs.md") >= 4);
}

#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn commands_of_guides_to_puzzles_run() {
    assert!(follow("puzzles.md") >= 3);
    assert!(follow("solving.md") >= 2);
    assert!(follow("ladder.md") >= 2);
    assert!(follow("rating.md") >= 1);
    assert!(follow("explain.md") >= 2);
    assert!(follow("data.md") >= 3);
    assert!(follow("datasets.md") >= 1);
    assert!(follow("files.md") >= 1);
    assert!(follow("export.md") >= 2);
    assert!(follow("links.md") >= 2);
    assert!(follow("sizes.md") >= 1);
}

#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn commands_of_guides_to_proof_run() {
    assert!(follow("proof.md") >= 3);
    assert!(follow("printing.md") >= 1);
    assert!(follow("nightly.md") >= 1);
    assert!(follow("archive.md") >= 3);
    assert!(follow("selling.md") >= 3);
}

/// An agent reads it from the first line to the last, in one empty folder.
#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn skill_makes_checks_and_delivers_a_book() {
    let text = include_str!("../../../docs/SKILL.md");
    let front = text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n")).unwrap().0;
    let keys: Vec<_> = front.lines().map(|line| line.split_once(": ").unwrap().0).collect();
    assert_eq!(keys, ["name", "description"]);
    // A package has no other page beside it.
    assert!(!text.contains("]("));
    let reader = Reader::new();
    reader.write_files(text);
    let commands: Vec<_> = blocks(text).filter(|(kind, _)| *kind == "sh").collect();
    assert!(commands.len() >= 6);
    commands.iter().for_each(|(_, block)| reader.run("docs/SKILL.md", block));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let named: Vec<_> = rows.filter(|name| name.contains('/')).collect();
    assert_eq!(named.len(), 5);
    named.iter().for_each(|name| assert!(reader.has(name), "{name}"));
    // What it says of the answers holds.
    let last = |name: &str| -> serde_json::Value {
        let text = String::from_utf8(reader.bench.read(name)).unwrap();
        serde_json::from_str(text.lines().last().unwrap()).unwrap()
    };
    let (run, found) = (last("run.jsonl"), last("findings.jsonl"));
    assert_eq!((&run["exit_code"], &run["puzzles"]), (&0.into(), &60.into()));
    assert_eq!((&found["kind"], &found["findings"]), (&"summary".into(), &0.into()));
    assert!(text.contains(&format!("--cover {} ", found["pages"])), "{found}");
    for line in String::from_utf8(reader.bench.read("preflight.jsonl")).unwrap().lines() {
        let judged: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(judged["refusals"], 0, "{judged}");
    }
    assert!(last("listing.jsonl")["advice"].is_array());
    // A wrong line, and a page that is not of this run.
    let job = String::from_utf8(reader.bench.read("book.toml")).unwrap();
    fs::write(reader.bench.path("book.toml"), job.replace("total = 60", "totl = 60")).unwrap();
    reader.bench.ends("job show book.toml", 2, "line 6: there is no setting `totl`");
    fs::copy(reader.bench.path("rainy-days/cover.pdf"), reader.bench.path("rainy-days/book.pdf"))
        .unwrap();
    reader.bench.ends("verify rainy-days", 1, "");
}

/// No recipe makes a second title of puzzles that one title has: shops refuse such books.
#[test]
fn no_recipe_sells_puzzles_twice() {
    let root = Path::new(env!("ROOT"));
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|file| file.unwrap().path());
    let mut pages: Vec<_> =
        pages.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.extend(["README.md", "README.zh.md"].map(|name| root.join(name)));
    let mut read = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        let commands = text.split("sudoku-press book ").skip(1);
        for command in commands.map(|rest| rest.split(['\n', '`']).next().unwrap()) {
            // A catalogue of a run has a book; what is made of it again keeps its size and title.
            let is_of_run =
                command.split(' ').next().is_some_and(|file| file.contains("/catalog."));
            let is_second = ["--title", "--template"].iter().any(|flag| command.contains(flag));
            assert!(!(is_of_run && is_second), "{}: {command}", page.display());
            read += 1;
        }
    }
    assert!(read >= 8, "{read} commands");
}

/// Its blocks, then each command of its table and of the recipes', in one folder that has the file of a series: so does
/// a reader who begins at its first line.
#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn readme_runs_from_first_to_last_command() {
    let reader = Reader::new();
    reader.write_files(include_str!("../../../docs/series.md"));
    let recipes = include_str!("../../../docs/recipes.md");
    let (_, of_recipes) = recipes.split_once("\n## One command each\n").unwrap();
    let text = format!("{}{of_recipes}", include_str!("../../../README.md"));
    for (_, block) in blocks(&text).filter(|(kind, _)| *kind == "sh") {
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
fn readme_changelog_and_pages_are_short() {
    let root = Path::new(env!("ROOT"));
    let lines = |path: &Path| fs::read_to_string(path).unwrap().lines().count();
    for (name, limit) in [("README.md", 180), ("README.zh.md", 180), ("CHANGELOG.md", 80)] {
        let found = lines(&root.join(name));
        assert!(found <= limit, "{name} has {found} lines");
    }
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|file| file.unwrap().path());
    let found: usize = pages.filter(|path| path.is_file()).map(|path| lines(&path)).sum();
    assert!(found <= 5000, "the pages of docs have {found} lines");
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
        let root = Path::new(env!("ROOT")).join(folder);
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
    let root = Path::new(env!("ROOT"));
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
            let target =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
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

/// Flags whose values are words in the language of the reader, or names made of them.
const TEXTS: [&str; 6] = ["--title", "--author", "--series", "--publisher", "--copyright", "--out"];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Heading,
    Paragraph,
    Item,
    Row,
    Commands,
    Code,
}

struct Part {
    kind: Kind,
    section: String,
    line: usize,
    text: String,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let start: String = self.text.trim().chars().take(50).collect();
        write!(f, "line {} ({:?} in \"{}\"): {start:?}", self.line, self.kind, self.section)
    }
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut section, mut fenced, mut open) = (String::new(), false, false);
    for (line, content) in (1..).zip(text.lines()) {
        let kind = match content {
            _ if content.starts_with("```") => {
                fenced = !fenced;
                open = false;
                if fenced {
                    let kind = if content == "```sh" { Kind::Commands } else { Kind::Code };
                    parts.push(Part { kind, section: section.clone(), line, text: String::new() });
                }
                continue;
            }
            _ if fenced => {
                let block = parts.last_mut().unwrap();
                block.text += &format!("{content}\n");
                continue;
            }
            "" => {
                open = false;
                continue;
            }
            _ if content.starts_with('#') => Kind::Heading,
            _ if content.starts_with("- ") => Kind::Item,
            _ if content.starts_with('|') => Kind::Row,
            _ => Kind::Paragraph,
        };
        if kind == Kind::Paragraph && open {
            parts.last_mut().unwrap().text += &format!("\n{content}");
            continue;
        }
        if kind == Kind::Heading {
            section = content.trim_matches(['#', ' ']).to_owned();
        }
        open = kind == Kind::Paragraph || kind == Kind::Item;
        parts.push(Part { kind, section: section.clone(), line, text: content.to_owned() });
    }
    parts
}

/// The words of each command, pipes and comments cut.
fn commands(block: &str) -> Vec<String> {
    let joined = block.replace("\\\n", " ");
    let mut commands = Vec::new();
    for line in joined.lines() {
        let mut words = vec![String::new()];
        let (mut quoted, mut after_space) = (false, true);
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                '#' if after_space && !quoted => break,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().unwrap().push(letter),
            }
            after_space = letter == ' ';
        }
        words.retain(|word| !word.is_empty());
        let mut kept = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let text = TEXTS.contains(&word.as_str());
            let language = word == "--lang";
            if !language {
                kept.push(word);
            }
            if text || language {
                words.next().expect("a value");
            }
        }
        commands.push(kept.join(" "));
    }
    commands
}

/// The numbers in figures, without the commas between thousands.
fn figures(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let mut number = String::new();
        while digit(at) {
            number.push(letters[at]);
            at += 1;
            match letters.get(at) {
                Some(',') if (1..4).all(|ahead| digit(at + ahead)) && !digit(at + 4) => at += 1,
                Some('.') if digit(at + 1) => {
                    number.push('.');
                    at += 1;
                }
                _ => {}
            }
        }
        if number.is_empty() { at += 1 } else { found.push(number) }
    }
    found
}

/// The text without what is between `open` and `close`, and those pieces.
fn cut<'a>(text: &'a str, open: &str, close: char) -> (String, Vec<&'a str>) {
    let (mut rest, mut kept, mut pieces) = (text, String::new(), Vec::new());
    while let Some((before, after)) = rest.split_once(open) {
        let closed = after.split_once(close);
        let (piece, after) = closed.unwrap_or_else(|| panic!("expected {close:?} in {after:?}"));
        kept += before;
        kept.push(' ');
        pieces.push(piece);
        rest = after;
    }
    (kept + rest, pieces)
}

/// What a part must have in both languages.
fn content(part: &Part) -> Vec<String> {
    let line = |line: &str| {
        let line = line.split(" #").next().unwrap();
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        format!("{} = {}", key.trim(), figures(value).join(" "))
    };
    match part.kind {
        Kind::Heading => Vec::new(),
        Kind::Commands => commands(&part.text),
        Kind::Code => part.text.lines().map(line).collect(),
        Kind::Paragraph | Kind::Item | Kind::Row => {
            let (text, names) = cut(&part.text, "`", '`');
            let (text, links) = cut(&text, "](", ')');
            let links = links.iter().map(|link| link.replace("/zh-", "/").replace(".zh.", "."));
            // Of a command a language and texts may be others.
            let names = names.iter().map(|name| {
                if name.starts_with("sudoku-press ") {
                    commands(name).join(" ")
                } else {
                    format!("`{name}`")
                }
            });
            let mut all: Vec<_> = names.chain(links).chain(figures(&text)).collect();
            all.sort();
            all
        }
    }
}

/// Each of `all` that `others` has not, or has less often.
fn missing(all: &[String], others: &[String]) -> Vec<String> {
    let mut others = others.to_vec();
    let mut missing = all.to_vec();
    missing.retain(|one| match others.iter().position(|other| other == one) {
        Some(place) => {
            others.remove(place);
            false
        }
        None => true,
    });
    missing
}

/// What one document says and the other does not.
fn differences(english: &str, chinese: &str) -> Vec<String> {
    let (english, chinese) = (parts(english), parts(chinese));
    let mut found = Vec::new();
    for (ours, theirs) in english.iter().zip(&chinese) {
        if ours.kind != theirs.kind {
            found.push(format!("expected the same kind of part, found\n  {ours}\n  {theirs}"));
            return found;
        }
        let (here, there) = (content(ours), content(theirs));
        let (lacks, adds) = (missing(&here, &there), missing(&there, &here));
        if !lacks.is_empty() {
            found.push(format!("README.zh.md, {theirs}\n  lacks {lacks:?}"));
        }
        if !adds.is_empty() {
            found.push(format!("README.md, {ours}\n  lacks {adds:?}"));
        }
    }
    let (many, few) = (english.len(), chinese.len());
    if many != few {
        found.push(format!("README.md has {many} parts, README.zh.md has {few}"));
    }
    found
}

/// Joins the lines of a text, so that a sentence is found wherever its lines break.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const ENGLISH: &str = include_str!("../../../README.md");

const CHINESE: &str = include_str!("../../../README.zh.md");

#[test]
fn readme_says_the_same_in_chinese() {
    assert!(parts(ENGLISH).len() > 80, "{} parts", parts(ENGLISH).len());
    let found = differences(ENGLISH, CHINESE);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A change of one of them is found: `before` is somewhere in the Chinese, and `after` in its place.
#[test]
fn readme_changes_in_one_language_are_found() {
    for (before, after) in [
        ("\n## ", "\n"),
        ("1,000 道题", "1,200 道题"),
        ("28 点", "82 点"),
        ("9x9", "9x6"),
        ("`pocket`", "`packet`"),
        (" --trim 6x9", ""),
        ("--first-day 2027-01-01", "--first-day 2028-01-01"),
        ("sudoku-press one --level 3", "sudoku-press one --level 4"),
        ("sudoku-press-grid = { path", "sudoku-press-gird = { path"),
        ("](docs/ladder.md", "](docs/rating.md"),
        ("\n- **种子", "\n**种子"),
        ("\n| `SHA256SUMS`", "\n| `SHA512SUMS`"),
    ] {
        let changed = CHINESE.replacen(before, after, 1);
        assert_ne!(changed, CHINESE, "{before} is not in README.zh.md");
        assert!(!differences(ENGLISH, &changed).is_empty(), "{before} became {after}");
    }
}

/// All rows but two made English books.
#[test]
fn chinese_readme_makes_chinese_books() {
    let rows = CHINESE.split('`').skip(1).step_by(2);
    let blocks = CHINESE.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let commands = rows.chain(blocks).filter(|words| !words.contains("--job"));
    let mut told = 0;
    for command in commands {
        let command = command.replace("cargo run --release -- ", "sudoku-press ");
        let makes = ["run ", "book ", "explain "];
        if makes.iter().any(|name| command.starts_with(&format!("sudoku-press {name}"))) {
            assert!(command.contains("--lang "), "{command}");
            told += 1;
        }
    }
    assert!(told >= 9, "{told}");
}

/// The version of Rust stood in CONTRIBUTING.md alone, and the dependency named one that is nowhere
/// published.
#[test]
fn readme_names_what_a_build_needs() {
    let settings: toml::Table = include_str!("../../../Cargo.toml").parse().unwrap();
    let rust = settings["workspace"]["package"]["rust-version"].as_str().unwrap();
    for text in [ENGLISH, CHINESE, include_str!("../../../CONTRIBUTING.md")] {
        assert!(text.contains(rust), "{rust}");
    }
    for text in [ENGLISH, CHINESE] {
        let block = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
        let dependency: toml::Table = block.parse().unwrap();
        for (name, value) in dependency {
            let folder = value["path"].as_str().unwrap().strip_prefix("../sudoku-press/").unwrap();
            let manifest = Path::new(env!("ROOT")).join(folder).join("Cargo.toml");
            let text = std::fs::read_to_string(manifest).unwrap();
            assert!(text.contains(&format!("name = \"{name}\"")), "{block}");
        }
    }
}

/// README says what "Hard" means on the human ladder.
#[test]
fn figures_in_prose_are_those_of_the_program() {
    const SENTENCES: [&str; 3] = [
        "*Hard* means locked digits, pairs and triples, and never a wing, a chain or a trick",
        "Each design is a file of 55 to 75 lines; `classic`, which explains the keys, has 139.",
        "a rank correlation of 0.68 on 767 puzzles",
    ];
    let readme = one_line(ENGLISH);
    assert!(readme.contains(SENTENCES[0]));
    for item in Batch::new(Plan::new(vec![(Band::Hard, 40)]), Seed(1), 0).unwrap() {
        let puzzle = item.unwrap().puzzle().unwrap().entry.puzzle;
        let hardest = Insight::from_any(&puzzle, false).hardest().unwrap();
        assert_eq!(hardest.band(), Band::Hard, "{hardest}: {}", puzzle.givens());
    }
    // `rating::people_take_longer_if_expected_to` measures the correlation.
    let timed = include_str!("../../data/human-times.csv").lines().count() - 1;
    assert!(readme.contains(SENTENCES[2]) && timed == 767, "{timed}");

    assert!(readme.contains(SENTENCES[1]));
    for (name, text) in Template::BUILTIN {
        let lines = text.lines().count();
        let fits = if *name == "classic" { lines == 139 } else { (55..=75).contains(&lines) };
        assert!(fits, "{name}: {lines} lines");
    }
    assert!(ENGLISH.contains("## Seven designs") && Template::BUILTIN.len() == 7);
    // 9! names of digits, 6^8 orders of rows, columns, bands and stacks, and a mirror.
    let ways = (1..=9).product::<u64>() * 6_u64.pow(8) * 2;
    assert!(ENGLISH.contains("1,218,998,108,160") && ways == 1_218_998_108_160);
    let covers = one_line(include_str!("../../../docs/covers.md"));
    assert!(covers.contains("one of sixteen sets of colours") && Palette::all().len() == 17);
}

#[test]
fn readme_links_lead_to_files() {
    let root = Path::new(env!("ROOT"));
    for text in [ENGLISH, CHINESE] {
        for link in cut(text, "](", ')').1 {
            assert!(link.starts_with("https:") || root.join(link).exists(), "{link}");
        }
    }
}

/// The table of the library's features lacked one. The guide to steps says that they have the languages of books.
#[test]
fn lists_of_features_and_languages_are_complete() {
    let settings: toml::Table = include_str!("../../../Cargo.toml").parse().unwrap();
    let features = settings["features"].as_table().unwrap().keys();
    for feature in features.filter(|feature| *feature != "default") {
        let row = format!("//! | `{feature}` | ");
        assert!(include_str!("../../../src/main.rs").contains(&row), "{feature}");
    }
    for (code, _) in book::Language::BUILTIN {
        assert!(explain::ExplanationTexts::for_language(code).is_some(), "{code}");
    }
}

/// The table of suites and the script that runs them have the same names in the same order.
#[test]
#[cfg_attr(not(has_bash), ignore = "needs bash")]
fn table_of_suites_names_those_of_script() {
    let root = Path::new(env!("ROOT"));
    let table = fs::read_to_string(root.join("tests/README.md")).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    // Some suites have parts: `bench speed`.
    let mut named: Vec<&str> = rows.filter_map(|row| row.split(['`', ' ']).next()).collect();
    named.dedup();
    let listed = Command::new(root.join("tests/run")).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(named, listed.lines().collect::<Vec<_>>());
    assert!(named.contains(&"it") && named.len() > 12, "{named:?}");
}

/// Returns the words after a marker in the code of a page.
fn words_after<'a>(page: &'a str, marker: &'a str) -> impl Iterator<Item = &'a str> {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || "-_./".contains(c));
    page.match_indices(marker)
        .filter_map(move |(at, _)| page[at + marker.len()..].split(ends).next())
}

#[test]
fn programs_that_pages_name_exist() {
    let root = Path::new(env!("ROOT"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(page) = fs::read_to_string(&path) else { continue };
        for name in words_after(&page, "`benches/") {
            assert!(root.join("benches").join(name).exists(), "{}: benches/{name}", path.display());
            seen += 1;
        }
        for name in words_after(&page, "cargo bench --bench ") {
            let bench = format!("name = \"{name}\"");
            assert!(manifest.contains(&bench), "{}: bench {name}", path.display());
            seen += 1;
        }
        for name in words_after(&page, "--manifest-path ") {
            assert!(root.join(name).exists(), "{}: {name}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

/// Each checklist of docs/extending.md names the files that know the newest entry of its kind: by path, by name, or by a
/// folder above.
#[test]
fn checklists_name_the_files_of_an_entry() {
    const NEWEST: [(&str, &[&str]); 3] = [
        ("A solving technique", &["XyzWing", "xyz-wing"]),
        ("A front of covers", &["Closeup", "closeup"]),
        ("A rule of preflight", &["overlapping text"]),
    ];
    let guide = include_str!("../../../docs/extending.md");
    let root = Path::new(env!("ROOT"));
    let sources =
        crate_folders().into_iter().flat_map(|(folder, _)| rust_files(&root.join(folder)));
    let files: Vec<_> = sources.chain(texts_of_users(root)).collect();
    for (heading, words) in NEWEST {
        let (_, rest) = guide.split_once(&format!("## {heading}\n")).unwrap();
        let list = rest.split("\n## ").next().unwrap();
        let mut found = 0;
        for file in &files {
            let text = fs::read_to_string(file).unwrap();
            if !words.iter().any(|word| text.contains(word)) {
                continue;
            }
            found += 1;
            let path = file.strip_prefix(root).unwrap();
            let folders = path.ancestors().filter(|folder| folder.components().count() > 1);
            let name = Path::new(path.file_name().unwrap());
            let is_named =
                folders.chain([name]).any(|part| list.contains(&format!("`{}`", part.display())))
                    || list.contains(&format!("({})", name.display()));
            assert!(is_named, "{heading}: {}", path.display());
        }
        assert!(found > 1, "{heading}: {found} files have {words:?}");
    }
}

/// Returns the texts that users read: documents, explanations and the words of the window.
fn texts_of_users(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["docs", "crates/explain/templates", "crates/studio/templates"] {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        found.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()));
    }
    found
}
