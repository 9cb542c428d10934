//! What is different from another run: settings, counts, puzzles, files, difficulty.

use super::chart::Row;
use super::filled;
use super::levels::{by_rung, figures, title};
use super::record::settings;
use super::subject::Subject;
use crate::check::verify::Known;
use crate::human::ladder::Rung;
use crate::run::Measure;
use crate::store::files::output::FileRecord;
use crate::sudoku::key::Key;
use askama::Template;
use std::collections::{BTreeMap, BTreeSet};

/// The puzzles that two runs share, and what else differs: name, before, now.
#[derive(Template)]
#[template(path = "proof/changes.html")]
struct Changes<'a> {
    old: &'a str,
    both: usize,
    new: usize,
    gone: usize,
    rows: Vec<(String, String, String)>,
}

/// A table of everything that differs, and a sentence on the puzzles.
pub(super) fn changes(new: &Subject, old: &Subject) -> String {
    let mut rows = Vec::new();
    differences(&mut rows, of_run(new), of_run(old));
    let (rungs, of_old) = (by_rung(new), by_rung(old));
    let both = |rung: &Rung| rungs.contains_key(rung) && of_old.contains_key(rung);
    differences(&mut rows, difficulty(&rungs, both), difficulty(&of_old, both));
    differences(&mut rows, books(new), books(old));
    let keys =
        |subject: &Subject| subject.rows().filter_map(|row| row.key).collect::<BTreeSet<Key>>();
    let (own, other) = (keys(new), keys(old));
    let both = own.intersection(&other).count();
    let (new, gone) = (own.len() - both, other.len() - both);
    filled(&Changes { old: &old.name, both, new, gone, rows })
}

/// Adds the values that are not the same: name, before, now.
fn differences(
    rows: &mut Vec<(String, String, String)>,
    new: Vec<(String, String)>,
    old: Vec<(String, String)>,
) {
    let mut pairs: BTreeMap<String, [Option<String>; 2]> = BTreeMap::new();
    let mut names = Vec::new();
    for (side, all) in [old, new].into_iter().enumerate() {
        for (name, value) in all {
            if !pairs.contains_key(&name) {
                names.push(name.clone());
            }
            pairs.entry(name).or_default()[side] = Some(value);
        }
    }
    for name in names {
        if let Some([before, now]) = pairs.remove(&name)
            && before != now
        {
            let words = |value: Option<String>| value.unwrap_or_else(|| "\u{2013}".to_owned());
            rows.push((name, words(before), words(now)));
        }
    }
}

fn of_run(subject: &Subject) -> Vec<(String, String)> {
    let Some(run) = &subject.read.run else {
        return Vec::new();
    };
    let manifest = &run.manifest;
    let mut all = vec![
        ("program".to_owned(), manifest.program.clone()),
        ("seed".to_owned(), manifest.seed.to_string()),
    ];
    all.extend(settings(&manifest.settings));
    all
}

/// The number of puzzles of each level, and how they are spread where `both` runs have the level.
fn difficulty(
    rungs: &BTreeMap<Rung, Vec<&Known>>,
    both: impl Fn(&Rung) -> bool,
) -> Vec<(String, String)> {
    let figures = figures(rungs);
    let mut all = Vec::new();
    for (&rung, rows) in rungs {
        all.push((format!("{rung}: puzzles"), rows.len().to_string()));
        for measure in Measure::ALL.into_iter().filter(|_| both(&rung)) {
            let row = figures.classes(rung, measure);
            let row = row.map(|classes| Row { name: "", classes, limits: None, past: Vec::new() });
            if let Some((first, middle, last)) = row.and_then(|row| row.spread()) {
                let [first, middle, last] = [first, middle, last].map(|class| measure.label(class));
                let name = format!("{rung}: {}", title(measure).to_lowercase());
                all.push((name, format!("{first} to {last}, middle {middle}")));
            }
        }
    }
    all
}

fn books(subject: &Subject) -> Vec<(String, String)> {
    let mut all = vec![("problems".to_owned(), subject.findings.len().to_string())];
    for book in &subject.books {
        all.push((format!("{}: pages", book.name), book.pages.to_string()));
        let findings = match &book.report {
            None => "not inspected".to_owned(),
            Some(Ok(report)) => report.findings.len().to_string(),
            Some(Err(_)) => "cannot be read".to_owned(),
        };
        all.push((format!("{}: findings of preflight", book.name), findings));
    }
    let files = subject.read.run.iter().flat_map(|run| &run.manifest.files);
    // Sixteen digits tell two files apart; the whole sums are in the table of files.
    let sum = |file: &FileRecord| file.sha256.chars().take(16).collect();
    all.extend(files.map(|file| (format!("{}: SHA-256", file.name), sum(file))));
    all
}
