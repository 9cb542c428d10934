//! What stands around the puzzles of three designs: a figure that speaks to children, a masthead with the last
//! answers, and a large day with its calendar. In every language.

use crate::support::books::{pdf, sections, trim, true_sections};
use crate::support::languages::speaking;
use crate::support::program::Bench;
use std::collections::BTreeSet;
use sudoku_press::book::{
    self, BookOptions, DrawOp, FigureMood, Language, SharedForm, Template, Volume,
};
use sudoku_press::check::readback::{PageContents, Pdf};
use sudoku_press::printers::{Printer, preflight};
use sudoku_press::sudoku::grid::{Cell, Digit};

fn volume(design: &str, size: &str, imprint: &BookOptions, sizes: &[usize]) -> Volume {
    let template = Template::builtin(design).unwrap();
    let volumes = book::volumes(&template, trim(size), imprint, &sections(sizes));
    volumes.unwrap_or_else(|e| panic!("{design} {size}: {e}")).remove(0)
}

fn pages(volume: &Volume) -> Vec<PageContents> {
    let file = Pdf::open(&pdf(volume)).unwrap();
    (0..file.page_count()).map(|index| file.page(index).unwrap()).collect()
}

/// All words of a page, without the spaces that languages put between scripts.
fn words(page: &PageContents) -> String {
    page.lines.join(" ").replace(['\t', '\u{a0}'], " ")
}

/// The puzzles of pages, each with the words around it.
fn puzzles(pages: &[PageContents]) -> Vec<&PageContents> {
    let is_puzzle = |page: &&PageContents| {
        page.grids.iter().any(|grid| grid.number.is_some() && !grid.is_full())
    };
    pages.iter().filter(is_puzzle).collect()
}

/// In landscape the heads are beside the puzzles.
#[test]
fn pages_with_heads_are_clean_in_every_language_on_every_shape_of_page() {
    let first_day = Some("2027-09-29".parse().unwrap());
    let printer = Printer::builtin("office").unwrap();
    for (code, _) in Language::BUILTIN {
        let imprint = BookOptions { first_day, ..speaking(code) };
        for (design, sizes, size) in [
            ("playful", &[7, 2][..], "a4"),
            ("playful", &[7, 2], "11x8.5"),
            ("playful", &[7, 2], "8.25x6"),
            ("daily", &[4, 2, 4, 2, 2], "a4"),
            ("daily", &[4, 2, 4, 2, 2], "11x8.5"),
            ("newspaper", &[2, 0, 2, 0, 2], "100x340mm"),
            ("newspaper", &[2, 0, 2, 0, 2], "114x183mm"),
        ] {
            let volume = volume(design, size, &imprint, sizes);
            // A low small page has room for a single row of answers.
            if size != "8.25x6" {
                assert_eq!(volume.faults(), [""; 0], "{code} {design} {size}");
            }
            let pages = pages(&volume);
            let numbers: BTreeSet<_> = puzzles(&pages)
                .iter()
                .flat_map(|page| page.grids.iter().filter_map(|grid| grid.number))
                .collect();
            assert_eq!(numbers.len(), sizes.iter().sum::<usize>(), "{code} {design} {size}");
            if size == "a4" {
                let terms = printer.terms(trim("a4"), None).unwrap();
                let report = preflight::inspect(&pdf(&volume), &terms).unwrap();
                let wrong = report.findings.iter().find(|finding| finding.advice.is_none());
                assert!(wrong.is_none(), "{code} {design}: {wrong:?}");
            }
        }
    }
}

/// Children read of the end of a long day.
#[test]
fn children_are_spoken_to_as_children() {
    let pages = pages(&volume("playful", "8x10", &BookOptions::default(), &[12, 12]));
    let text: Vec<String> = pages.iter().map(words).collect();
    let all = text.join("\n");
    for adult in ["Beginner", "long day", "digits are given", "Do not guess"] {
        assert!(!all.contains(adult), "{adult}");
    }
    for own in
        ["Warm-up", "Off we go", "This book belongs to", "Colour your stars", "You can do it"]
    {
        assert!(all.contains(own), "{own}");
    }
    let rules = text.iter().find(|text| text.starts_with("How to play")).unwrap();
    for (number, end) in [(1, "nine blocks."), (8, "Well done!")] {
        assert!(rules.contains(&format!("{number} ")) && rules.contains(end), "{rules}");
    }
    let rules = &pages[text.iter().position(|text| text == rules).unwrap()];
    let shown: Vec<usize> = rules.grids.iter().map(|grid| grid.grid.filled_count()).collect();
    assert_eq!(shown, [9; 3], "a row, a column and a block with their digits");
    let answers = pages.iter().filter(|page| page.grids.iter().any(|grid| grid.is_full()));
    let cell = answers.map(|page| page.grids[0].lattice.cell()).fold(f64::MAX, f64::min);
    assert!(cell * 0.66 >= 12.0, "answers with cells of {cell}");
    // The name of a child on each sheet.
    let bench = Bench::new();
    bench.ends("run --template playful --sheets 2 --count 2 --seed 1 --out s", 0, "");
    bench.ends("verify s", 0, "");
    let file = Pdf::open(&bench.read("s/book.pdf")).unwrap();
    let pages: Vec<_> = (0..file.page_count()).map(|index| file.page(index).unwrap()).collect();
    assert!(puzzles(&pages).iter().all(|page| words(page).contains("Name")));
}

#[test]
fn every_language_has_words_of_its_own_for_children() {
    for (code, text) in Language::BUILTIN.iter().filter(|(code, _)| *code != "en-US") {
        let table: toml::Table = toml::from_str(text).unwrap();
        let own = &table["children"]["instead"];
        for ladder in ["levels", "bands"] {
            for list in ["names", "promises"] {
                let of = |table: &toml::Value| table[ladder][list].as_array().unwrap().clone();
                let (adult, child) = (of(&toml::Value::Table(table.clone())), of(own));
                assert_eq!(child.len(), adult.len(), "{code} {ladder}.{list}");
                let same = child.iter().filter(|text| adult.contains(text)).count();
                assert!(list == "names" || same == 0, "{code} {ladder}.{list}");
            }
        }
        let broken = text.replacen(
            "[children.instead.levels]\n",
            "[children.instead.levels]\none = \"x\"\n",
            1,
        );
        let has_one = own["levels"].get("one").is_some();
        assert!(has_one || Language::parse(&broken).is_err(), "{code}: a text without its place");
    }
}

/// A child cannot read kanji beyond those of the first year.
#[test]
fn a_japanese_book_for_children_is_in_kana() {
    const FIRST_YEAR: &str = "一二三四五六七八九十上下中人見月日";
    let pages = pages(&volume("playful", "8x10", &speaking("ja"), &[12, 12]));
    for page in &pages {
        let text = words(page);
        let kanji = |c: &char| ('一'..='鿿').contains(c) && !FIRST_YEAR.contains(*c);
        let found: String = text.chars().filter(kanji).collect();
        // The page about copyright is for those who buy the book.
        let is_copyright = text.contains("全問解答");
        assert!(is_copyright || found.is_empty(), "{found}: {text}");
    }
}

/// What the fox says of a block is true: a digit has one place there.
#[test]
fn the_block_that_the_figure_names_can_be_filled() {
    let names = ["Top left", "Top middle", "Top right", "Middle left", "Block in the middle"];
    let more = ["Middle right", "Bottom left", "Bottom middle", "Bottom right"];
    let names: Vec<&str> = names.into_iter().chain(more).collect();
    let template = Template::builtin("playful").unwrap();
    let sections = true_sections(&[12, 12, 12]);
    let volume = book::volumes(&template, trim("8x10"), &BookOptions::default(), &sections)
        .unwrap()
        .remove(0);
    let mut hints = 0;
    for page in puzzles(&pages(&volume)) {
        let text = words(page);
        let Some(block) = names.iter().position(|name| text.contains(name)) else {
            continue;
        };
        let grid = page.grids[0].grid;
        let empty: Vec<Cell> = grid.empty().filter(|cell| cell.block() == block).collect();
        let one_place = (1..=9).filter_map(Digit::new).any(|digit| {
            let fits = |cell: &&Cell| cell.peers().iter().all(|peer| grid[*peer] != Some(digit));
            empty.iter().filter(fits).count() == 1
        });
        assert!(one_place, "{text}: {grid}");
        hints += 1;
    }
    assert!(hints >= 12, "{hints} hints");
    let moods: BTreeSet<FigureMood> = volume
        .pages()
        .flat_map(|page| page.marks)
        .filter_map(|mark| match mark {
            DrawOp::Form { form: SharedForm::Figure(mood), .. } => Some(mood),
            _ => None,
        })
        .collect();
    assert_eq!(moods.len(), 3, "{moods:?}");
}

/// Each page is a day: its date, its puzzles, and the answers of the day before. The last answers are apart.
#[test]
fn a_page_of_a_newspaper_has_its_date_and_the_answers_of_the_page_before() {
    let bench = Bench::new();
    let run = "run --template newspaper --total 9 --seed 1 --first-day 2027-01-01";
    for (flags, each) in [("", 3), (" --trim 114x183mm", 1)] {
        let out = format!("n{each}");
        bench.ends(&format!("{run}{flags} --out {out}"), 0, "");
        bench.ends(&format!("verify {out}"), 0, "");
        let file = Pdf::open(&bench.read(&format!("{out}/book.pdf"))).unwrap();
        let pages: Vec<_> = (0..file.page_count()).map(|index| file.page(index).unwrap()).collect();
        assert_eq!(pages.len(), 9 / each + 1, "{out}");
        let days = ["Friday, 1 January 2027", "Saturday, 2 January 2027", "Sunday, 3 January 2027"];
        for (nth, page) in pages.iter().enumerate() {
            let of = |full: bool| {
                let grids = page.grids.iter().filter(|grid| grid.is_full() == full);
                let mut numbers: Vec<_> = grids.filter_map(|grid| grid.number).collect();
                numbers.sort_unstable();
                numbers
            };
            let on = |nth: usize| (nth * each + 1..=(nth + 1) * each).map(|n| n as u64).collect();
            let expected = if nth == 9 / each { Vec::new() } else { on(nth) };
            assert_eq!(of(false), expected, "{out}, page {nth}");
            assert_eq!(of(true), nth.checked_sub(1).map_or(Vec::new(), on), "{out}, page {nth}");
            let text = words(page);
            if let Some(day) = days.get(nth).filter(|_| nth < 9 / each) {
                assert!(text.contains("SUDOKU") && text.contains(day), "{out}: {text}");
            }
            // The head of the page of answers ends with their numbers.
            assert!(page.folio.is_none() || nth == 9 / each, "{out}, page {nth}");
            assert!(!text.contains("page"), "a page number that nobody sees: {text}");
        }
        // One puzzle is 100 mm wide.
        let side = 9.0 * pages[0].grids[0].lattice.cell() * 25.4 / 72.0;
        assert!(each == 3 || (98.0..=101.0).contains(&side), "{side} mm");
    }
    bench.ends("run --template newspaper --total 9 --seed 1 --answers none --out none", 0, "");
    bench.ends("verify none", 0, "");
    let file = Pdf::open(&bench.read("none/book.pdf")).unwrap();
    assert_eq!(file.page_count(), 3);
    bench.ends("run --template newspaper --total 9 --seed 1 --printer screen --out s", 0, "");
    bench.ends("verify s", 0, "");
}

#[test]
fn a_calendar_has_a_box_for_each_day_with_a_puzzle() {
    let imprint =
        BookOptions { first_day: Some("2028-02-10".parse().unwrap()), ..BookOptions::default() };
    let volume = volume("daily", "6x9", &imprint, &[8, 4, 8, 4, 4]);
    let mut boxes = Vec::new();
    for page in volume.pages() {
        let is_box =
            |mark: &&DrawOp| matches!(mark, DrawOp::Path { points, .. } if points.len() == 4);
        let count = page.marks.iter().filter(is_box).count();
        let is_month = page.marks.iter().any(
            |mark| matches!(mark, DrawOp::Text { text, .. } if text.ends_with(" 2028") && !text.contains(',')),
        );
        boxes.extend((is_month && count > 0).then_some(count));
    }
    // Twenty days of a February with 29, and eight of March.
    assert_eq!(boxes, [20, 8]);
    let pages = pages(&volume);
    let first = words(puzzles(&pages)[0]);
    for said in ["10", "Thursday", "February 2028"] {
        assert!(first.contains(said), "{first}");
    }
    let stars = pages.iter().filter(|page| words(page).contains("Stars say how hard")).count();
    assert_eq!(stars, 1);
}
