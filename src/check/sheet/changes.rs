//! What is different from another run: settings, counts, puzzles, files, difficulty.

use super::chart::Row;
use super::filled;
use super::levels::title;
use super::spread::Spread;
use super::subject::Subject;
use crate::human::ladder::Rung;
use crate::run::Measure;
use crate::store::files::output::FileRecord;
use askama::Template;
use std::collections::BTreeMap;

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
    let [now, then] = [new, old].map(|subject| &subject.spread);
    let both = |rung: &Rung| now.rungs.contains_key(rung) && then.rungs.contains_key(rung);
    differences(&mut rows, difficulty(now, both), difficulty(then, both));
    differences(&mut rows, books(new), books(old));
    let (own, other) = (now.different(), then.different());
    let both = own.iter().filter(|key| other.binary_search(key).is_ok()).count();
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

/// The number of puzzles of each level, and how they are spread where `both` runs have the level.
fn difficulty(spread: &Spread, both: impl Fn(&Rung) -> bool) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (&rung, of_rung) in &spread.rungs {
        all.push((format!("{rung}: puzzles"), of_rung.puzzles.to_string()));
        for measure in Measure::ALL.into_iter().filter(|_| both(&rung)) {
            let row = spread.figures.classes(rung, measure);
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
    let files = subject.made.iter().flat_map(|made| &made.files);
    // Sixteen digits tell two files apart; the whole sums are in the table of files.
    let sum = |file: &FileRecord| file.sha256.chars().take(16).collect();
    all.extend(files.map(|file| (format!("{}: SHA-256", file.name), sum(file))));
    all
}
