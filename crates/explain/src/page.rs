//! Solving paths as parts of an HTML page, with a drawing and the words of each step. The page
//! needs no network, no script and no font of its own. It is well-formed XML.

use super::drawing;
use super::hint::{Hint, HintStrength};
use super::path::{PathEnd, SolvePath};
use super::plain_text::ending;
use super::sentence::{join_lines, sentences};
use super::small::SmallPath;
use super::step_text::capitalized;
use super::texts::ExplanationTexts;
use crate::text::markup::render;
use crate::text::text;
use askama::Template;
use grid::Cell;
use human::{PathStep, StepKind};
use std::collections::BTreeMap;

/// The page up to its first puzzle.
#[derive(Template)]
#[template(path = "page.html")]
struct ExplanationHead<'a> {
    words: &'a ExplanationTexts,
    /// The style sheet for screen and paper.
    style: &'static str,
    notation: String,
}

/// A puzzle.
#[derive(Template, Default)]
#[template(path = "puzzle.html")]
struct PuzzleSection<'a> {
    name: &'a str,
    grid: String,
    line: String,
    ending: Vec<String>,
    /// The techniques with the number of their uses.
    used: Vec<(usize, &'a str)>,
    steps: Vec<StepArticle>,
    /// The title and the grid of the solution.
    solution: Option<(&'a str, String)>,
}

/// A step.
#[derive(Template)]
#[template(path = "step.html")]
struct StepArticle {
    is_wide: bool,
    number: Option<usize>,
    heading: String,
    rating: String,
    drawing: String,
    /// The lines of text, each with its CSS classes.
    lines: Vec<(String, String)>,
}

/// The end of a page.
pub const PAGE_FOOT: &str = "</body>\n</html>\n";

/// Renders the page up to its first puzzle.
pub fn page_head(words: &ExplanationTexts) -> String {
    let cell = Cell::new(2, 4);
    let [row, column, _] = cell.houses().map(|house| words.house(house));
    let notation = text!(words, "notation", cell = words.cell(cell), row, column);
    let style = include_str!("../templates/page.css");
    render(&ExplanationHead { words, style, notation })
}

/// Renders a puzzle: the grid, its steps with a drawing each, and how they end. `name` is the
/// heading.
pub fn page_section(words: &ExplanationTexts, name: &str, path: &SolvePath) -> String {
    let steps = path.steps.iter().enumerate().map(|(i, told)| article(words, path, i + 1, told));
    let is_solved = matches!(path.end, PathEnd::Complete) && !path.steps.is_empty();
    let title = words.text("solution");
    render(&PuzzleSection {
        ending: ending(words, path),
        used: used(words, path),
        steps: steps.collect(),
        solution: is_solved.then(|| (title, drawing::grid(title, &path.grid, &path.reached()))),
        ..section(name, path)
    })
}

/// Renders a hint to the next step of a position: its digits and candidates, and the houses to look
/// at.
pub fn page_hint(
    words: &ExplanationTexts,
    name: &str,
    path: &SolvePath,
    strength: HintStrength,
) -> String {
    let Some(next) = path.steps.first() else {
        return page_section(words, name, path);
    };
    let hint = Hint::from_step(next);
    let told = hint.text(words, strength);
    let article = StepArticle {
        is_wide: true,
        number: None,
        heading: capitalized(&hint.place_text(words)),
        rating: String::new(),
        drawing: drawing::houses(&told, &next.before, &hint.houses),
        lines: vec![(String::new(), told)],
    };
    render(&PuzzleSection { steps: vec![article], ..section(name, path) })
}

/// Renders a small puzzle: the grid, its steps with a drawing each, and how they end; or a hint to
/// the first step.
pub fn small_page_section(
    words: &ExplanationTexts,
    name: &str,
    path: &SmallPath,
    hint: Option<HintStrength>,
) -> String {
    let hinted = hint.and_then(|strength| path.hint(words, strength));
    let steps = match &hinted {
        Some(hint) => vec![StepArticle {
            is_wide: false,
            number: None,
            heading: capitalized(&path.hint_place(words).unwrap_or_default()),
            rating: String::new(),
            drawing: path.hint_drawing(hint),
            lines: vec![(String::new(), hint.clone())],
        }],
        None => small_articles(words, path),
    };
    let title = words.text("solution");
    let is_solved = hinted.is_none() && path.path.is_complete && !path.is_next;
    render(&PuzzleSection {
        name,
        grid: path.grid_drawing(name, &path.grid),
        line: path.grid.to_string(),
        ending: if path.is_next { Vec::new() } else { vec![path.ending(words)] },
        used: Vec::new(),
        steps,
        solution: is_solved.then(|| (title, path.grid_drawing(title, &path.reached()))),
    })
}

fn small_articles(words: &ExplanationTexts, path: &SmallPath) -> Vec<StepArticle> {
    let records = path.records(words, None).into_iter();
    let drawn = records.zip(path.drawings(words)).zip(&path.path.steps);
    let articles = drawn.map(|((record, drawing), step)| StepArticle {
        is_wide: false,
        number: (!path.is_next).then_some(record.step),
        heading: words.technique(step.technique).to_owned(),
        rating: words.rating(step.technique.base()),
        drawing,
        lines: vec![(String::new(), record.text)],
    });
    articles.collect()
}

/// Creates the section of a puzzle without steps.
fn section<'a>(name: &'a str, path: &SolvePath) -> PuzzleSection<'a> {
    PuzzleSection {
        name,
        grid: drawing::grid(name, &path.grid, &path.grid),
        line: path.grid.to_string(),
        ..PuzzleSection::default()
    }
}

/// Counts the uses of each kind of step, in the order of the ladder. A path with fewer than two
/// steps has no counts.
fn used<'a>(words: &'a ExplanationTexts, path: &SolvePath) -> Vec<(usize, &'a str)> {
    if path.steps.len() < 2 {
        return Vec::new();
    }
    let mut used: BTreeMap<(usize, StepKind), usize> = BTreeMap::new();
    for told in &path.steps {
        *used.entry(told.kind().ladder_key()).or_default() += 1;
    }
    used.into_iter().map(|((_, kind), count)| (count, words.kind(kind))).collect()
}

fn article(
    words: &ExplanationTexts,
    path: &SolvePath,
    number: usize,
    told: &PathStep,
) -> StepArticle {
    let PathStep { before, step } = told;
    let sentences = sentences(words, before, step).lines;
    let drawing = drawing::step(&join_lines(words, &sentences), &path.grid, before, step);
    // A line of a case has the colour of its arrows.
    let lines = sentences.into_iter().map(|line| {
        let case = line.case.map(|case| format!("case k{}", case % 6));
        let numbered = line.numbered.then(|| "link".to_owned());
        let classes: Vec<_> = case.into_iter().chain(numbered).collect();
        (classes.join(" "), line.text)
    });
    StepArticle {
        is_wide: !step.reason.chains().is_empty(),
        number: (!matches!(path.end, PathEnd::More)).then_some(number),
        heading: words.step_name(told).to_owned(),
        rating: words.rating(step.tenths()),
        drawing,
        lines: lines.collect(),
    }
}
