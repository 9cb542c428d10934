//! A path as a part of an HTML page: a drawing and the words of each step. The page needs no network, no
//! script and no font of its own; as XML it is well-formed.

use super::drawing;
use super::path::{End, Path, Told};
use super::sentence::sentences;
use super::text::{ending, rating};
use super::words::Words;
use crate::grid::Cell;
use crate::logic::{Reason, Technique};
use crate::markup::escaped;
use crate::words::say;
use std::fmt::Write as _;

/// What a page begins with, up to its first puzzle.
pub fn page_head(words: &Words) -> String {
    let (code, title) = (words.code(), escaped(words.text("title")));
    let cell = Cell::at(2, 4);
    let houses = cell.houses().map(|house| words.house(house));
    let notation = say!(words, "notation", cell, row = houses[0], column = houses[1]);
    let mut legend = String::new();
    for (class, phrase) in [
        ("pattern", "legend_pattern"),
        ("on", "legend_on"),
        ("off", "legend_off"),
        ("blocker", "legend_blocker"),
        ("lost", "legend_lost"),
        ("new", "legend_placed"),
    ] {
        let _ = writeln!(legend, "<li>{}{}</li>", sign(class), escaped(words.text(phrase)));
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p>{}</p>\n<ul class=\"legend\">\n{legend}</ul>\n</header>\n",
        escaped(&notation)
    )
}

/// What a page ends with.
pub const PAGE_FOOT: &str = "</body>\n</html>\n";

/// A puzzle: the grid, its steps with a drawing each, and how they end. `name` stands above it.
pub fn page_section(words: &Words, name: &str, path: &Path) -> String {
    let mut out = format!(
        "<section>\n<h2>{}</h2>\n<div class=\"top\">\n{}<div>\n<p class=\"line\">{}</p>\n",
        escaped(name),
        drawing::grid(name, &path.grid, &path.grid),
        path.grid,
    );
    for line in ending(words, path) {
        let _ = writeln!(out, "<p>{}</p>", escaped(&line));
    }
    let mut used: Vec<(Technique, usize)> = Vec::new();
    for told in &path.steps {
        let technique = told.step.technique;
        match used.iter_mut().find(|(known, _)| *known == technique) {
            Some((_, count)) => *count += 1,
            None => used.push((technique, 1)),
        }
    }
    used.sort();
    if path.steps.len() > 1 {
        out += "<ul class=\"used\">\n";
        for (technique, count) in used {
            let _ =
                writeln!(out, "<li><b>{count}</b> {}</li>", escaped(words.technique(technique)));
        }
        out += "</ul>\n";
    }
    out += "</div>\n</div>\n<div class=\"steps\">\n";
    for (i, told) in path.steps.iter().enumerate() {
        article(&mut out, words, path, i + 1, told);
    }
    out += "</div>\n";
    if path.end == End::Complete && !path.steps.is_empty() {
        let title = words.text("solution");
        let solution = drawing::grid(title, &path.grid, &path.reached());
        let _ = write!(out, "<div class=\"end\">\n<h3>{}</h3>\n{solution}</div>\n", escaped(title));
    }
    out + "</section>\n"
}

fn article(out: &mut String, words: &Words, path: &Path, number: usize, told: &Told) {
    let Told { before, step } = told;
    let technique = words.technique(step.technique);
    let sentences = sentences(words, before, step);
    let is_chain = matches!(
        step.reason,
        Reason::Cycle { .. } | Reason::Contradiction { .. } | Reason::Cases { .. }
    );
    let class = if is_chain { " class=\"wide\"" } else { "" };
    let number = match path.end {
        End::More => String::new(),
        _ => format!("<span class=\"number\">{number}</span>"),
    };
    let _ = write!(
        out,
        "<article{class}>\n<h3>{number}{} <span class=\"rating\">{}</span></h3>\n{}<div class=\"words\">\n",
        escaped(technique),
        rating(step),
        drawing::step(&sentences.join(words.text("space")), &path.grid, before, step),
    );
    // A sentence for each case has the colour of its arrows.
    let last = sentences.len().saturating_sub(1);
    let cases = matches!(step.reason, Reason::Cases { .. });
    for (i, sentence) in sentences.iter().enumerate() {
        let class = match cases && i > 0 && i < last {
            true => format!(" class=\"case k{}\"", (i - 1) % 6),
            false => String::new(),
        };
        let _ = writeln!(out, "<p{class}>{}</p>", escaped(sentence));
    }
    out.push_str("</div>\n</article>\n");
}

/// A sign of the legend.
fn sign(class: &str) -> String {
    let inside = match class {
        "lost" => "<text class=\"red\" x=\"11\" y=\"15.5\">5</text><path class=\"lost\" d=\"M4 17L18 5\"/>".to_owned(),
        "new" => "<rect class=\"placed\" width=\"22\" height=\"22\"/><text class=\"new\" x=\"11\" y=\"18\" style=\"font-size:19px\">5</text>".to_owned(),
        "blocker" => "<circle class=\"blocker\" cx=\"11\" cy=\"11\" r=\"9\"/><text class=\"bold\" x=\"11\" y=\"15.5\">5</text>".to_owned(),
        class => format!("<circle class=\"{class}\" cx=\"11\" cy=\"11\" r=\"8\"/><text class=\"bold\" x=\"11\" y=\"15.5\">5</text>"),
    };
    format!("<svg viewBox=\"0 0 22 22\">{inside}</svg>")
}

/// The look of the page: on a screen and on paper.
const STYLE: &str = include_str!("../../templates/explain/page.css");
