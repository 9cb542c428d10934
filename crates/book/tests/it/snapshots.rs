//! The positions of all marks on one page of each kind, design by design, as text. A change of layout is a
//! difference here, which must be reviewed. `SUDOKU_SNAPSHOTS=write cargo test --test it snapshots`
//! writes new snapshots; look at the pages before you commit them.

use crate::support::books::{sections, trim};
use book::{self, BookOptions, CopyrightPage, Language, Manuscript, Template};
use human::Ladder;
use page::{Colour, DrawOp, LinkTarget, Page, PathPaint, Rotation};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// A page as text: a line for each mark, with the digits of grids run together.
fn told(page: &Page) -> String {
    let mut out = String::new();
    tell(&mut out, &page.marks, "");
    out
}

fn tell(out: &mut String, marks: &[DrawOp], indent: &str) {
    let mut rest = marks;
    while let Some((mark, later)) = rest.split_first() {
        rest = later;
        let said = match mark {
            DrawOp::Line { from, to, width } => {
                format!("line {} to {}, {width} wide", at(*from), at(*to))
            }
            DrawOp::Box { corner, size, colour: Colour::Grey(grey) } => {
                format!("box {} of {}, grey {grey}", at(*corner), at(*size))
            }
            DrawOp::Path { points, paint } => {
                let paint = match paint {
                    PathPaint::Fill => "filled".to_owned(),
                    PathPaint::Outline(width) => format!("outlined {width}"),
                };
                format!("path of {} from {}, {paint}", points.len(), at(points[0]))
            }
            DrawOp::Shape { steps, .. } => format!("shape of {} steps", steps.len()),
            DrawOp::Form { form, corner } => {
                format!("form of {:.1}x{:.1} at {}", form.width, form.height, at(*corner))
            }
            DrawOp::Rotated { turn: Rotation::Half, corner, size, marks } => {
                let _ = writeln!(out, "{indent}turned {} of {}", at(*corner), at(*size));
                tell(out, marks, "    ");
                continue;
            }
            DrawOp::Colored { marks, .. } => {
                let _ = writeln!(out, "{indent}in another grey");
                tell(out, marks, "    ");
                continue;
            }
            DrawOp::Link { .. } | DrawOp::Anchor { .. } => continue,
            DrawOp::Rotated { .. }
            | DrawOp::Dotted { .. }
            | DrawOp::Box { .. }
            | DrawOp::Picture { .. } => {
                unreachable!("they are a cover's")
            }
            DrawOp::Text { at: place, face, size, text } => {
                let alike = |mark: &&DrawOp| {
                    matches!(mark, DrawOp::Text { face: f, size: s, text: t, .. }
                        if f == face && s == size && digit(t))
                };
                let len = rest.iter().take_while(alike).count();
                if digit(text) && len > 8 {
                    let DrawOp::Text { at: last, .. } = &rest[len - 1] else {
                        unreachable!("they are texts")
                    };
                    let (first, last) = (at(*place), at(*last));
                    rest = &rest[len..];
                    format!("{} digits {face:?} {size:.2}, {first} to {last}", len + 1)
                } else {
                    format!("text {} {face:?} {size:.2} {text:?}", at(*place))
                }
            }
        };
        let _ = writeln!(out, "{indent}{said}");
    }
}

fn digit(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'9'])
}

fn at((x, y): (f64, f64)) -> String {
    format!("{x:.1},{y:.1}")
}

/// What a page is, as far as that can be seen: the words that come first on it.
fn kind(page: &Page) -> String {
    let words = page.marks.iter().find_map(|mark| match mark {
        DrawOp::Text { text, .. } if !text.chars().all(|c| c.is_ascii_digit()) => {
            Some(text.clone())
        }
        _ => None,
    });
    let grids = page
        .marks
        .iter()
        .filter(|m| matches!(m, DrawOp::Anchor { target: LinkTarget::Puzzle(_), .. }))
        .count();
    match (grids, words) {
        (0, None) => "blank".to_owned(),
        (0, Some(words)) => words.into_owned(),
        (grids, _) => format!("{grids} puzzles"),
    }
}

#[test]
fn each_kind_of_page_equals_its_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots");
    let write = env::var("SUDOKU_SNAPSHOTS").is_ok_and(|what| what == "write");
    let mut designs = BTreeSet::new();
    for (design, _) in Template::BUILTIN {
        let template = Template::builtin(design).unwrap();
        let website = Some("www.example.com".to_owned());
        let mut imprint = BookOptions {
            author: Some("A. Müller".to_owned()),
            copyright_page: CopyrightPage { website, ..CopyrightPage::default() },
            ..BookOptions::default()
        };
        if *design == "classic" {
            let parts = "half-title title copyright contents how-to-play levels puzzles answers \
                         progress notes about";
            imprint.parts = Some(parts.split(' ').map(str::to_owned).collect());
            let text = "A. Müller lives by the *sea*, and **never** guesses.\n\n- One\n- Two";
            let text = Manuscript::parse(text, &Language::default().quotes()).unwrap();
            imprint.texts.insert("about".to_owned(), text);
        }
        let turns = template.turns(Ladder::Published);
        let sizes = if turns.is_empty() {
            // In classic a line opens five puzzles, and a page opens thirteen.
            vec![5, 5, 5, 5, if *design == "classic" { 13 } else { 5 }]
        } else {
            let of = |level: u8| 2 * turns.iter().filter(|l| l.number() == level).count();
            (1..=5).map(of).collect()
        };
        let size = template.trim().unwrap_or(trim("6x9"));
        let volumes = book::volumes(&template, size, &imprint, &sections(&sizes)).unwrap();
        let mut seen = BTreeSet::new();
        let mut text = String::new();
        for page in volumes[0].pages() {
            if seen.insert(kind(&page)) {
                let _ = writeln!(text, "== {}, page {:?}", kind(&page), page.folio);
                text += &told(&page);
            }
        }
        let path = folder.join(format!("{design}.txt"));
        if write {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let before = fs::read_to_string(&path).unwrap_or_default();
        let differs = text.lines().zip(before.lines()).find(|(now, before)| now != before);
        assert!(
            text == before,
            "{design} is not as it was: {differs:?}, {} lines, not {}; look at the pages",
            text.lines().count(),
            before.lines().count()
        );
        designs.insert(format!("{design}.txt"));
    }
    let files = fs::read_dir(&folder).unwrap();
    let files: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, designs, "a text for each design, and no other");
}
