//! Books in words, as their pages are read, and catalogues: each line of a table changes one thing and says all that
//! must be found. Not ink, nor whole files.

mod books;
mod catalogs;
mod days;
mod phrases;
mod volumes;

use super::book::{self, Volume};
use super::contents::Contents;
use super::finding::Finding;
use super::statements;
use crate::grid::Grid;
use crate::print::pdf::tests::same;
use crate::proof::readback::{Lattice, PageContents, PageGrid};
use crate::puzzle::Puzzle;

/// A puzzle of each level.
const LEVELS: [&str; 5] = [
    "9742.6835.51.8742.862.4379.5..86.974.4.3.165868..9.21...86.9.474.5728...7...543.2",
    ".2.4..7.65..68.4...64.2...56.5.34..2.7.1..5.4..259..6.2....863.7.9..6.4..86..1.5.",
    ".1.47....2.4.....7.6..1.8....8..6.54..1..9.2..2..4.9..4.2..1.35.9.23....85.76.2..",
    "..7..5.........5.23.1.6..........2.4.8....7......43....7.3.9.2.6....2..5529786341",
    "9...3.6.16....5.4.......................19..5...5769....1..8...2.9..47....7.9.48.",
];

/// A grid as its line says: `#3 = 2 | Easy | ★★☆☆☆` is puzzle 3 with the givens of level 2 and two captions, `@3 = 2`
/// its answer; `#3 = 2 - 5` lacks its first 5 digits, `#3 = 2 ~ 1` has digits that are one greater, `#3 = 2 ! 5` has
/// 12 in place of its fifth digit, `@3 = 2 > 9` refers to page 9, and
/// `%3 = 2` is a drawn step, which has no number.
fn grid(line: &str) -> Option<PageGrid> {
    let (what, rest) =
        line.split_at_checked(1).filter(|(what, _)| ["#", "@", "%"].contains(what))?;
    let mut captions = rest.split(" | ");
    let (number, of) = captions.next()?.split_once(" = ")?;
    let mut words = of.split(' ');
    let level: usize = words.next()?.parse().unwrap();
    let mut grid: Grid = LEVELS[level - 1].parse().unwrap();
    if what == "@" {
        grid = Grid::from(*Puzzle::prove(grid).unwrap().solution());
    }
    let (mut references, mut broken) = (Vec::new(), None);
    while let (Some(sign), Some(value)) = (words.next(), words.next()) {
        let value: usize = value.parse().unwrap();
        match sign {
            "-" => {
                let lost: Vec<_> = grid.filled().take(value).collect();
                lost.into_iter().for_each(|(cell, _)| grid[cell] = None);
            }
            "~" => {
                let other = |b: u8| match b {
                    b'1'..=b'9' => (b - b'1' + value as u8) % 9 + b'1',
                    _ => b,
                };
                grid = String::from_utf8(grid.line().map(other).to_vec()).unwrap().parse().unwrap();
            }
            "!" => {
                let (cell, _) = grid.filled().nth(value - 1).unwrap();
                (grid[cell], broken) = (None, Some((cell, "12".to_owned())));
            }
            ">" => references.push(value as u64),
            _ => panic!("expected a sign, found {sign}"),
        }
    }
    Some(PageGrid {
        grid,
        broken,
        small: Vec::new(),
        is_step: what == "%",
        number: Some(number.parse().unwrap()).filter(|_| what != "%"),
        caption: captions.map(str::to_owned).collect(),
        references,
        quarter: 0,
        lattice: Lattice { xs: [0.0; 10], ys: [0.0; 10] },
        size: 10.0,
    })
}

/// A book as it is read: pages between lines of `---`; grids as above, `folio 3`, `label iv`, `refers 5 6`, and words.
fn read(text: &str) -> Contents {
    let mut book = Contents::new("book".into());
    for (index, page) in text.split("\n---\n").enumerate() {
        let after = |word: &str| page.lines().find_map(|line| line.strip_prefix(word));
        // Numbers, captions and page numbers are among the words of a page.
        let words = |line: &str| match grid(line) {
            Some(grid) => {
                Some([grid.number?.to_string()].into_iter().chain(grid.caption).collect())
            }
            None if line.starts_with("label ") || line.starts_with("refers ") => None,
            None => Some(vec![line.trim_start_matches("folio ").to_owned()]),
        };
        let words = |line| words(line).map(|groups: Vec<String>| groups.join("\t"));
        let refers = page.lines().filter_map(|line| line.strip_prefix("refers "));
        let refers = refers.map(|all| all.split(' ').map(|page| page.parse().unwrap()).collect());
        let page = PageContents {
            sheet: index + 1,
            label: after("label ").map(str::to_owned),
            folio: after("folio ").map(str::to_owned),
            grids: page.lines().filter_map(grid).collect(),
            places: Vec::new(),
            references: refers.collect(),
            lines: page.lines().filter_map(words).collect(),
            annotations: Vec::new(),
            turned: 0,
        };
        let (proofs, phrases) = (book::proofs(&page), statements::read(&page.lines));
        book.add(page, proofs, phrases);
    }
    book
}

fn volume(text: &str) -> Volume {
    let mut book = read(text);
    let (facts, claims) = book::check(&mut book);
    Volume { claims, ..book::finish(book, facts) }
}

/// What is found in a book, without its name.
fn found(text: &str) -> Vec<String> {
    let said = |finding: &Finding| finding.to_string();
    let found = volume(text).findings;
    found.iter().map(said).map(|said| said.replacen("book, ", "", 1)).collect()
}

/// A change in a book, and what must be found, a line each.
type Case = (&'static str, &'static str, &'static str);

fn hold(book: &str, cases: &[Case]) {
    assert_eq!(found(book), [""; 0]);
    same(cases.iter().map(|(from, to, expected)| {
        assert!(book.contains(from), "expected {from:?} in the book");
        let found = found(&book.replacen(from, to, 1)).join("\n");
        (format!("{from:?} to {to:?}"), expected.to_string(), found)
    }));
}
