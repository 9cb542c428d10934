//! Compares a run with another one: settings, counts, puzzles, files, difficulty.

use super::chart;
use super::levels::title;
use super::stats::PuzzleStats;
use super::subject::Subject;
use crate::run::Measure;
use askama::Template;
use engine::human::ladder::Rung;
use press::text::markup::render;
use std::collections::BTreeMap;
use store::files::output::FileRecord;

/// The number of shared puzzles, and the other differences: name, old value, new value.
#[derive(Template)]
#[template(path = "proof/changes.html")]
struct Changes<'a> {
    old: &'a str,
    both: usize,
    new: usize,
    gone: usize,
    rows: Vec<(String, String, String)>,
}

/// Returns a table of all differences and a sentence about the puzzles.
pub(super) fn changes(new: &Subject, old: &Subject) -> String {
    let [now, then] = [new, old].map(|subject| &subject.spread);
    let both = |rung: &Rung| now.rungs.contains_key(rung) && then.rungs.contains_key(rung);
    let mut rows = differences(of_run(new), of_run(old));
    rows.extend(differences(difficulty(now, both), difficulty(then, both)));
    rows.extend(differences(books(new), books(old)));
    let (own, other) = (now.different(), then.different());
    let both = own.iter().filter(|key| other.binary_search(key).is_ok()).count();
    let (new, gone) = (own.len() - both, other.len() - both);
    render(&Changes { old: &old.name, both, new, gone, rows })
}

/// Returns the values that differ: name, old value, new value.
fn differences(
    new: Vec<(String, String)>,
    old: Vec<(String, String)>,
) -> Vec<(String, String, String)> {
    let by_name = |all: &Vec<(String, String)>| all.iter().cloned().collect::<BTreeMap<_, _>>();
    let (mut before, mut now) = (by_name(&old), by_name(&new));
    let words = |value: Option<String>| value.unwrap_or_else(|| "\u{2013}".to_owned());
    let mut rows = Vec::new();
    for (name, _) in old.into_iter().chain(new) {
        let (before, now) = (before.remove(&name), now.remove(&name));
        if before != now {
            rows.push((name, words(before), words(now)));
        }
    }
    rows
}

fn of_run(subject: &Subject) -> Vec<(String, String)> {
    let Some(made) = &subject.made else {
        return Vec::new();
    };
    let mut all = vec![
        ("program".to_owned(), made.program.clone()),
        ("seed".to_owned(), made.seed.to_string()),
    ];
    all.extend(made.settings.clone());
    all
}

/// Returns the number of puzzles of each level, and their distributions for levels that `both` runs
/// have.
fn difficulty(spread: &PuzzleStats, both: impl Fn(&Rung) -> bool) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (&rung, of_rung) in &spread.rungs {
        all.push((format!("{rung}: puzzles"), of_rung.givens.puzzles.to_string()));
        for measure in Measure::ALL.into_iter().filter(|_| both(&rung)) {
            let classes = spread.figures.classes(rung, measure);
            if let Some(words) = classes.and_then(|classes| chart::spread(classes, measure)) {
                all.push((format!("{rung}: {}", title(measure).to_lowercase()), words));
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
    let files = subject.made.iter().flat_map(|made| &made.files);
    // Sixteen digits distinguish two files; the table of files has the complete hashes.
    let sum = |file: &FileRecord| file.sha256.chars().take(16).collect();
    all.extend(files.map(|file| (format!("{}: SHA-256", file.name), sum(file))));
    all
}
