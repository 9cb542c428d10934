//! See `run` beside this package.

mod changes;
mod tests;
mod tree;

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use tests::Test;

/// Whose changes are tried, with the tests that belong to them: a name begins with one of these words.
pub struct Part {
    name: &'static str,
    files: &'static [&'static str],
    tests: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part {
        name: "rater",
        files: &[
            "crates/human/src/logic/*",
            "crates/human/src/band.rs",
            "crates/human/src/time.rs",
            "crates/explainer/src/*",
        ],
        tests: &[
            "human::logic",
            "human::time",
            "human::band",
            "explainer::",
            "puzzles::rating",
            "puzzles::hints",
            "book::pages",
        ],
    },
    Part {
        name: "judges",
        files: &["crates/pdf-reader/src/*", "crates/preflight/src/*", "crates/proof/src/*"],
        tests: &[
            "pdf_reader::",
            "proof::",
            "verify::",
            "preflight::",
            "cover::",
            "files::hostile",
            "book::printers",
            "book::designs",
            "book::pages",
            "run::editions",
            "run::shards",
        ],
    },
    Part {
        name: "archive",
        files: &["crates/archive/src/*"],
        tests: &["archive::", "run::failures", "run::editions"],
    },
    Part {
        name: "shards",
        files: &["crates/shards/src/*"],
        tests: &["shards::", "run::shards", "archive::kinds", "files::parquet"],
    },
    Part {
        name: "batch",
        files: &["crates/make/src/batch/*"],
        tests: &[
            "make::batch",
            "puzzles::make",
            "puzzles::shape",
            "puzzles::ladder",
            "book::pages",
            "run::shards",
            "run::nightly",
        ],
    },
    Part {
        name: "run",
        files: &["crates/jobs/src/*"],
        tests: &[
            "jobs::",
            "run::",
            "verify::rebuild",
            "verify::sheet",
            "book::",
            "cover::",
            "archive::",
            "cli::",
            "puzzles::shape",
            "files::export",
        ],
    },
    Part {
        name: "job",
        files: &["crates/jobs/src/job/*"],
        tests: &[
            "jobs::job",
            "run::job",
            "cli::settings",
            "run::editions",
            "run::nightly",
            "puzzles::ladder",
        ],
    },
    Part {
        name: "seed",
        files: &["crates/make/src/seed.rs"],
        tests: &["make::seed", "puzzles::make", "cli::settings"],
    },
    Part {
        name: "table",
        files: &["crates/tables/src/*"],
        tests: &[
            "tables::",
            "files::",
            "puzzles::commands",
            "puzzles::rating",
            "puzzles::hints",
            "puzzles::ladder",
            "verify::",
        ],
    },
    Part {
        name: "files",
        files: &["crates/files/src/*"],
        tests: &[
            "files::",
            "run::ownership",
            "run::failures",
            "run::nightly",
            "files::hostile",
            "cli::program",
        ],
    },
];

pub struct Flags {
    file: String,
    every: usize,
    tests: String,
    /// How long the tests may take that a change meets.
    seconds: u64,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let names = words.next().unwrap_or_default();
    let part = |name| PARTS.iter().find(|part| part.name == name);
    let parts: Option<Vec<&Part>> = names.split(',').map(part).collect();
    let mut flags = Flags { file: "*".into(), every: 1, tests: String::new(), seconds: u64::MAX };
    let mut understood = parts.is_some();
    while let Some(flag) = words.next() {
        match (flag.as_str(), words.next()) {
            ("--file", Some(glob)) => flags.file = glob,
            ("--tests", Some(word)) => flags.tests = word,
            ("--seconds", Some(n)) if n.parse::<u64>().is_ok() => {
                flags.seconds = n.parse().unwrap()
            }
            ("--every", Some(n)) if n.parse().is_ok_and(|n: usize| n > 0) => {
                flags.every = n.parse().unwrap()
            }
            _ => understood = false,
        }
    }
    match parts {
        Some(parts) if understood => campaign(&names, &parts, &flags),
        _ => {
            let names: Vec<_> = PARTS.iter().map(|part| part.name).collect();
            eprintln!("expected {}, and flags as in tests/mutants/run", names.join(", "));
            ExitCode::from(2)
        }
    }
}

fn campaign(name: &str, parts: &[&Part], flags: &Flags) -> ExitCode {
    let home = std::path::absolute("target/mutants").unwrap();
    let files: Vec<&str> = parts.iter().flat_map(|part| part.files).copied().collect();
    let starts: Vec<&str> = parts.iter().flat_map(|part| part.tests).copied().collect();
    let tree = tree::prepare(&home, name, &files);
    let executables = tree::build(&home);
    let reached = tests::reached(&home, name, &starts, &executables, flags);

    // What is known from before: what was found stays found, and what survived these very tests survived.
    let path = home.join(format!("{name}.results"));
    let known: HashMap<String, (String, String)> = fs::read_to_string(&path)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t').map(str::to_owned);
            Some((fields.next()?, (fields.next()?, fields.next()?)))
        })
        .filter(|(_, (outcome, by))| outcome == "found" || *by == reached.tests)
        .collect();
    let asked = tree.changes.iter().step_by(flags.every);
    let wanted = |file: &str| fits(&flags.file, file);
    let asked: Vec<_> = asked.filter(|(_, change)| wanted(file_of(&change.name))).collect();
    let excuses = Excuses::read(&files);
    let open = |name: &str| !known.contains_key(name) && excuses.of(name).is_none();
    let work: Vec<_> = asked.iter().filter(|(_, change)| open(&change.name)).collect();
    println!(
        "{} changes, {} of them known or excused; {} tests",
        asked.len(),
        asked.len() - work.len(),
        reached.all.len()
    );

    let results = fs::OpenOptions::new().append(true).create(true).open(&path).unwrap();
    let (results, next, start) =
        (Mutex::new((results, HashMap::new())), AtomicUsize::new(0), Instant::now());
    let worker = |name: &str| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((number, change)) = work.get(at) else { break };
            let meets: Vec<&Test> = reached.by(*number);
            let found = meets.iter().find(|test| !test.passes(&home, name, Some(*number)));
            let (outcome, by) = match found {
                Some(test) => ("found", test.name.clone()),
                None if meets.is_empty() => ("not reached", reached.tests.clone()),
                None => ("survived", reached.tests.clone()),
            };
            let (file, new) = &mut *results.lock().unwrap();
            writeln!(file, "{}\t{outcome}\t{by}", change.name).unwrap();
            new.insert(change.name.clone(), (outcome.to_owned(), by));
            if new.len() % 100 == 0 {
                println!("{} of {} in {} s", new.len(), work.len(), start.elapsed().as_secs());
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| worker("one"));
        scope.spawn(|| worker("two"));
    });

    let (_, new) = results.into_inner().unwrap();
    let mut counts: HashMap<(String, &str), usize> = HashMap::new();
    let mut left = Vec::new();
    for (_, change) in &asked {
        let (file, what) = change.name.split_once(' ').unwrap();
        let counted = match new.get(&change.name).or(known.get(&change.name)) {
            Some((outcome, _)) if outcome == "found" => "found",
            _ if excuses.of(&change.name).is_some() => "excused",
            outcome => {
                let (outcome, _) = outcome.expect("it was tried");
                left.push(format!("{file}:{} {what} ({outcome})", change.line));
                "left"
            }
        };
        let room = file.rsplit_once('/').unwrap().0.to_owned();
        *counts.entry((room, counted)).or_default() += 1;
    }
    left.iter().for_each(|line| println!("{line}"));
    let mut rooms: Vec<_> = counts.keys().map(|(room, _)| room.clone()).collect();
    rooms.sort();
    rooms.dedup();
    println!("{:<28}{:>8}{:>10}{:>8}", "", "found", "excused", "left");
    for room in rooms {
        let count = |what| counts.get(&(room.clone(), what)).copied().unwrap_or(0);
        println!("{room:<28}{:>8}{:>10}{:>8}", count("found"), count("excused"), count("left"));
    }
    println!(
        "{} places do not compile changed, {} survivors, {} s",
        tree.dropped,
        left.len(),
        start.elapsed().as_secs()
    );
    let names = || tree.changes.iter().map(|(_, change)| &change.name);
    let stale = excuses.lines.iter().filter(|line| !names().any(|name| fits(line, name)));
    stale.for_each(|line| println!("survivors.txt: no change is {line}"));
    ExitCode::from(u8::from(!left.is_empty()))
}

fn file_of(name: &str) -> &str {
    name.split(' ').next().unwrap()
}

/// Whether a pattern, in which `*` stands for anything, is this text.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, more)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices()
                .map(|(at, _)| at)
                .chain([text.len()])
                .any(|at| fits(more, &text[at..]))
        }),
    }
}

/// Survivors that are no faults: indented lines of `survivors.txt`, below their reason.
struct Excuses {
    lines: Vec<String>,
}

impl Excuses {
    fn read(files: &[&str]) -> Self {
        let text = fs::read_to_string("tests/mutants/survivors.txt").unwrap_or_default();
        let ours =
            |line: &&str| files.iter().any(|glob| line.starts_with(glob.trim_end_matches('*')));
        let lines = text.lines().filter_map(|line| line.strip_prefix("  ")).filter(ours);
        Self { lines: lines.map(str::to_owned).collect() }
    }

    fn of(&self, name: &str) -> Option<&str> {
        self.lines.iter().find(|line| fits(line, name)).map(String::as_str)
    }
}
