//! A path as a part of an HTML page: a drawing and the words of each step. The page needs no network, no
//! script and no font of its own; as XML it is well-formed.

use super::drawing;
use super::hint::{Hint, Strength};
use super::line::capital;
use super::path::{End, Path, Told};
use super::picture::chains;
use super::sentence::{joined, sentences};
use super::text::{ending, rating};
use super::words::Words;
use crate::human::logic::Technique;
use crate::sudoku::grid::Cell;
use crate::words::markup::escaped;
use crate::words::{fill, say};
use std::collections::BTreeMap;

/// The head of the page, a puzzle, a step, and the look of the page on a screen and on paper.
const PAGE: &str = include_str!("../../../templates/explain/page.html");
const PUZZLE: &str = include_str!("../../../templates/explain/puzzle.html");
const STEP: &str = include_str!("../../../templates/explain/step.html");
const STYLE: &str = include_str!("../../../templates/explain/page.css");

/// What a page ends with.
pub const PAGE_FOOT: &str = "</body>\n</html>\n";

/// What a page begins with, up to its first puzzle.
pub fn page_head(words: &Words) -> String {
    let cell = Cell::at(2, 4);
    let [row, column, _] = cell.houses().map(|house| words.house(house));
    let text = |key| escaped(words.text(key));
    fill(
        PAGE,
        &[
            ("language", &words.code()),
            ("title", &text("title")),
            ("style", &STYLE),
            ("notation", &escaped(&say!(words, "notation", cell, row, column))),
            ("legend_pattern", &text("legend_pattern")),
            ("legend_on", &text("legend_on")),
            ("legend_off", &text("legend_off")),
            ("legend_blocker", &text("legend_blocker")),
            ("legend_lost", &text("legend_lost")),
            ("legend_placed", &text("legend_placed")),
        ],
    )
}

/// A puzzle: the grid, its steps with a drawing each, and how they end. `name` stands above it.
pub fn page_section(words: &Words, name: &str, path: &Path) -> String {
    let ending = ending(words, path).into_iter();
    let ending = ending.map(|line| format!("<p>{}</p>\n", escaped(&line)));
    let steps = path.steps.iter().enumerate().map(|(i, told)| article(words, path, i + 1, told));
    let solution = match path.end {
        End::Complete if !path.steps.is_empty() => {
            let title = words.text("solution");
            let grid = drawing::grid(title, &path.grid, &path.reached());
            format!("<div class=\"end\">\n<h3>{}</h3>\n{grid}</div>\n", escaped(title))
        }
        _ => String::new(),
    };
    let about = ending.collect::<String>() + &used(words, path);
    section(name, path, &about, &steps.collect::<String>(), &solution)
}

/// A hint to the next step of a position: its digits and candidates, and the houses to look at.
pub fn page_hint(words: &Words, name: &str, path: &Path, strength: Strength) -> String {
    let Some(Told { before, step }) = path.steps.first() else {
        return page_section(words, name, path);
    };
    let hint = Hint::of(step);
    let told = hint.told(words, strength);
    let article = fill(
        STEP,
        &[
            ("wide", &" class=\"wide\""),
            ("number", &""),
            ("technique", &escaped(&capital(&hint.place(words)))),
            ("rating", &""),
            ("drawing", &drawing::houses(&told, before, &hint.houses)),
            ("sentences", &format!("<p>{}</p>\n", escaped(&told))),
        ],
    );
    section(name, path, "", &article, "")
}

fn section(name: &str, path: &Path, about: &str, steps: &str, solution: &str) -> String {
    let grid = drawing::grid(name, &path.grid, &path.grid);
    fill(
        PUZZLE,
        &[
            ("name", &escaped(name)),
            ("grid", &grid),
            ("line", &path.grid),
            ("about", &about),
            ("steps", &steps),
            ("solution", &solution),
        ],
    )
}

/// How often each technique is used; nothing for a single step.
fn used(words: &Words, path: &Path) -> String {
    if path.steps.len() < 2 {
        return String::new();
    }
    let mut used: BTreeMap<Technique, usize> = BTreeMap::new();
    for told in &path.steps {
        *used.entry(told.step.technique).or_default() += 1;
    }
    let line = |(technique, count)| {
        format!("<li><b>{count}</b> {}</li>\n", escaped(words.technique(technique)))
    };
    format!("<ul class=\"used\">\n{}</ul>\n", used.into_iter().map(line).collect::<String>())
}

fn article(words: &Words, path: &Path, number: usize, told: &Told) -> String {
    let Told { before, step } = told;
    let lines = sentences(words, before, step).lines;
    let is_chain = !chains(&step.reason).is_empty();
    // A line of a case has the colour of its arrows.
    let paragraphs = lines.iter().map(|line| {
        let case = line.case.map(|case| format!("case k{}", case % 6));
        let numbered = line.numbered.then(|| "link".to_owned());
        let classes: Vec<String> = case.into_iter().chain(numbered).collect();
        let class = match classes.is_empty() {
            true => String::new(),
            false => format!(" class=\"{}\"", classes.join(" ")),
        };
        format!("<p{class}>{}</p>\n", escaped(&line.text))
    });
    let number = match path.end {
        End::More => String::new(),
        _ => format!("<span class=\"number\">{number}</span>"),
    };
    fill(
        STEP,
        &[
            ("wide", &if is_chain { " class=\"wide\"" } else { "" }),
            ("number", &number),
            ("technique", &escaped(words.technique(step.technique))),
            ("rating", &rating(step)),
            ("drawing", &drawing::step(&joined(words, &lines), &path.grid, before, step)),
            ("sentences", &paragraphs.collect::<String>()),
        ],
    )
}
