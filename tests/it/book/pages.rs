//! The parts of a book: order, omission, replacement, texts of the user; designs in which levels take
//! turns, have dates, or print answers upside down.

use crate::support::books::{folios, imprint, pdf, sections, trim, true_sections};
use crate::support::program::Bench;
use crate::support::readback::{self, Sheet};
use std::collections::BTreeSet;
use std::sync::Arc;
use sudoku_press::book::{
    self, BookOptions, DrawOp, Language, LayoutError, Manuscript, Section, Template, Volume,
};
use sudoku_press::check::readback::Pdf;
use sudoku_press::check::verify;
use sudoku_press::text::toml_file::TomlError;

fn press(design: &str, imprint: &BookOptions, sizes: &[usize]) -> Result<Vec<Volume>, LayoutError> {
    let template = Template::builtin(design).unwrap();
    let size = template.trim().unwrap();
    book::volumes(&template, size, imprint, &true_sections(sizes))
}

/// With other titles, if a part asks for them.
fn with_parts(parts: &[&str]) -> BookOptions {
    let also_by = parts.contains(&"also-by").then(|| "Drizzle; Downpour".to_owned());
    let url = "https://example.com/answers".parse().unwrap();
    BookOptions {
        also_by,
        qr: parts.contains(&"qr").then_some(url),
        parts: Some(parts.iter().map(|part| (*part).to_owned()).collect()),
        ..imprint()
    }
}

fn with_text(mut imprint: BookOptions, part: &str, text: &str) -> BookOptions {
    let text = Manuscript::parse(text, &Language::default()).unwrap();
    imprint.texts.insert(part.to_owned(), text);
    imprint
}

fn only(volumes: Vec<Volume>) -> Volume {
    let [volume] = <[Volume; 1]>::try_from(volumes).unwrap();
    volume
}

/// The first page with this line of words, and its page number.
fn page_with(sheets: &[Sheet], folios: &[String], words: &str) -> Option<String> {
    let has = |sheet: &Sheet| sheet.lines().iter().any(|line| line.split('\t').any(|w| w == words));
    Some(folios[sheets.iter().position(has)?].clone())
}

const ALL: [&str; 17] = [
    "half-title",
    "title",
    "copyright",
    "contents",
    "how-to-play",
    "levels",
    "puzzles",
    "qr",
    "answers",
    "progress",
    "notes",
    "about",
    "techniques",
    "hints",
    "times",
    "practice",
    "also-by",
];

#[test]
fn the_contents_name_the_page_of_every_part() {
    let imprint = with_text(with_parts(&ALL), "about", "A. Müller lives by the sea.");
    let volume = only(press("classic", &imprint, &[9, 5, 3]).unwrap());
    let sheets = readback::sheets(&pdf(&volume));
    let folios = folios(&volume);
    let contents = sheets
        .iter()
        .position(|s| s.lines().first().is_some_and(|line| line == "Contents"))
        .unwrap();
    assert_eq!(contents % 2, 0, "a right-hand page");
    let mut listed = Vec::new();
    for line in &sheets[contents].lines()[1..] {
        let words: Vec<&str> = line.split('\t').collect();
        let [name, .., folio] = words[..] else {
            continue;
        };
        let page = folios.iter().position(|f| f == folio).unwrap();
        let text = sheets[page].lines();
        // Not where it is only spoken of: it is what the page begins with.
        let first = text[0].split('\t').next();
        assert_eq!(first, Some(name), "page {folio}");
        listed.push(name.to_owned());
    }
    let expected = [
        "How to play",
        "The levels",
        "Beginner",
        "Easy",
        "Medium",
        "Answers",
        "Progress",
        "About the author",
        "Techniques",
        "Hints",
        "Target times",
        "Practice",
        "By the same author",
    ];
    assert_eq!(listed, expected);
}

#[test]
fn every_part_but_the_puzzles_can_be_left_out() {
    // What only the page of this part says.
    let marks = [
        ("title", "Five levels"),
        ("copyright", "exactly one solution"),
        ("contents", "Contents"),
        ("how-to-play", "An example"),
        ("levels", "Stars say"),
        ("qr", "example.com/answers"),
        ("answers", "Answers\t1 to"),
        ("progress", "Tick a puzzle"),
        ("notes", "Notes"),
        ("about", "by the sea"),
        ("techniques", "Digits found so far"),
        ("hints", "Never the answer"),
        ("times", "practised players take"),
        ("practice", "Practice"),
        ("also-by", "Downpour"),
    ];
    let sizes = [3, 3, 3, 3, 3];
    for left_out in ALL {
        let parts: Vec<&str> = ALL.into_iter().filter(|part| *part != left_out).collect();
        let mut imprint = with_parts(&parts);
        if left_out != "about" {
            imprint = with_text(imprint, "about", "A. Müller lives by the sea.");
        }
        let volume = only(press("classic", &imprint, &sizes).unwrap());
        let sheets = readback::sheets(&pdf(&volume));
        let text: String = sheets.iter().map(Sheet::text).collect::<Vec<_>>().join("\n");
        for (part, words) in marks {
            assert_eq!(text.contains(words), part != left_out, "{words:?} without {left_out}");
        }
        let blank = |sheet: &Sheet| sheet.glyphs.is_empty() && sheet.drawn.is_empty();
        let run = sheets.windows(3).any(|three| three.iter().all(blank));
        assert!(!run, "three blank pages without {left_out}");
        // No page number leads to a page that is not there.
        let bytes = pdf(&volume);
        let proof = verify::volume(&Arc::from("book.pdf"), &bytes, 1).unwrap();
        let findings: Vec<_> = proof.findings.iter().map(|f| f.found.clone()).collect();
        if left_out == "answers" {
            assert!(!text.contains("answers on") && !text.contains("with all answers"), "{text}");
        }
        assert!(findings.is_empty(), "without {left_out}: {findings:?}");
    }
}

#[test]
fn parts_move_and_texts_replace_them() {
    let parts = ["title", "preface", "how-to-play", "puzzles", "levels", "answers"];
    let imprint = with_text(with_parts(&parts), "preface", "# To begin with\n\nGood morning.");
    let imprint = with_text(imprint, "how-to-play", "Just *play*.");
    let volume = only(press("classic", &imprint, &[4]).unwrap());
    let sheets = readback::sheets(&pdf(&volume));
    let folios = folios(&volume);
    let place = |words: &str| page_with(&sheets, &folios, words);
    assert_eq!(place("To begin with").as_deref(), Some("ii"));
    assert_eq!(place("Just play.").as_deref(), Some("iii"));
    assert_eq!(place("An example"), None);
    // Opener, a page of puzzles, then the levels.
    assert_eq!(place("The levels").as_deref(), Some("3"));
    let fonts: BTreeSet<String> = sheets[2].glyphs.iter().map(|g| g.font.clone()).collect();
    assert!(fonts.iter().any(|font| font.ends_with("SourceSerif4-Italic")), "{fonts:?}");
}

#[test]
fn invalid_lists_of_parts_are_refused_with_advice() {
    let refuse = |imprint: BookOptions| press("classic", &imprint, &[4]).unwrap_err().to_string();
    let cases = [
        (with_parts(&["answers", "puzzles"]), "answers after puzzles"),
        (with_parts(&["title", "copyright", "notes"]), "a list with puzzles, or with answers"),
        (with_parts(&["puzzles", "hints", "hints"]), "hints twice"),
        (
            BookOptions { also_by: None, ..with_parts(&["puzzles", "also-by"]) },
            "other titles (the setting `also-by",
        ),
        (BookOptions { qr: None, ..with_parts(&["puzzles", "qr"]) }, "an address (the setting `qr"),
        (with_parts(&["title", "title", "puzzles"]), "title twice"),
        (with_parts(&["preface", "puzzles"]), "has preface, for which there is no text"),
        (with_text(imprint(), "preface", "Hello."), "has no preface"),
        (with_text(imprint(), "puzzles", "Hello."), "no text can replace"),
        (with_text(imprint(), "about", "한"), "'한' (U+D55C)"),
    ];
    for (imprint, expected) in cases {
        let said = refuse(imprint);
        assert!(
            said.contains(expected) && (said.contains("expected") || said.contains("; use ")),
            "{said}"
        );
    }
    for text in ["```\ncode\n```", "<b>x</b>", "| a |\n|---|", "![x](y.png)", "[x](y)"] {
        match Manuscript::parse(&format!("Fine.\n\n{text}\n"), &Language::default()) {
            Err(e) => assert_eq!(e.place.as_deref(), Some("line 3"), "{text}: {e}"),
            // Without its extension a table is a paragraph.
            Ok(_) => assert!(text.starts_with('|'), "{text}"),
        }
    }
}

#[test]
fn long_texts_break_into_pages_and_leave_no_line_alone() {
    let paragraph =
        "The quick brown fox jumps over the lazy dog and then thinks about it. ".repeat(9);
    let text = format!("# Long\n\n{}", format!("{paragraph}\n\n").repeat(24));
    let parts = ["title", "preface", "puzzles", "answers"];
    let volume =
        only(press("classic", &with_text(with_parts(&parts), "preface", &text), &[4]).unwrap());
    let template = Template::builtin("classic").unwrap();
    assert_eq!(template.trim(), Some(trim("8.5x11")));
    let pages: Vec<Vec<String>> = readback::sheets(&pdf(&volume))[1..volume.front_matter()]
        .iter()
        .map(Sheet::lines)
        .filter(|lines| lines.len() > 2)
        .collect();
    assert!(pages.len() > 2, "{} pages", pages.len());
    let words: String = pages.iter().flatten().map(|line| format!("{line} ")).collect();
    assert_eq!(words.matches("quick brown").count(), 9 * 24, "nothing is lost");
    for lines in &pages {
        // The last line is the page number; no paragraph begins in the line before it, and none
        // ends in the first.
        let last = &lines[lines.len() - 2];
        assert!(!last.starts_with("The quick") || last.contains("it. The"), "{last}");
        assert!(lines[0].len() > 40 || lines[0] == "Long", "{:?}", lines[0]);
    }
}

#[test]
fn every_puzzle_has_one_box_to_tick() {
    let parts = ["puzzles", "answers", "progress"];
    for size in ["5x8", "6x9", "a4"] {
        let template = Template::builtin("classic").unwrap();
        let sections = sections(&[150, 0, 163]);
        let volumes = book::volumes(&template, trim(size), &with_parts(&parts), &sections).unwrap();
        let volume = only(volumes);
        let mut numbers = Vec::new();
        for sheet in readback::sheets(&pdf(&volume)) {
            if sheet.lines()[..].first().is_none_or(|line| !line.starts_with("Progress")) {
                continue;
            }
            let boxes = sheet.drawn.iter().filter(|drawn| drawn.points.len() == 4).count();
            let on_page: Vec<usize> = sheet.lines()[2..]
                .iter()
                .flat_map(|line| line.split('\t'))
                .filter_map(|word| word.parse().ok())
                .take(boxes)
                .collect();
            assert_eq!(on_page.len(), boxes, "{size}");
            numbers.extend(on_page);
        }
        assert_eq!(numbers, (1..=313).collect::<Vec<_>>(), "{size}");
    }
}

#[test]
fn levels_take_turns_and_days_have_their_dates() {
    let mut imprint = imprint();
    imprint.first_day = Some("2027-01-01".parse().unwrap());
    // Two weeks from a Friday on: every weekday comes twice.
    let volume = only(press("daily", &imprint, &[4, 2, 4, 2, 2]).unwrap());
    let sheets = readback::sheets(&pdf(&volume));
    // 1 January 2027 is a Friday. Monday to Sunday: 1, 1, 2, 3, 3, 4, 5.
    let days =
        [("Friday", "Medium"), ("Saturday", "Hard"), ("Sunday", "Evil"), ("Monday", "Beginner")];
    let stars = [3, 4, 5, 1];
    // The first page opens the month.
    let first = volume.front_matter() + 1;
    for (i, (day, stars)) in days.into_iter().zip(stars).enumerate() {
        let sheet = &sheets[first + i];
        let (day, level) = day;
        let number = i + 1;
        let head =
            [day.to_owned(), format!("{number}\tJanuary 2027"), format!("{number}\t{level}")];
        assert_eq!(sheet.lines()[..3], head);
        let filled = sheet.drawn.iter().filter(|d| d.points.len() == 10 && d.width == 0.0).count();
        assert_eq!(filled, stars, "{day}");
    }
    imprint.first_day = None;
    let volume = only(press("daily", &imprint, &[4, 2, 4, 2, 2]).unwrap());
    let sheets = readback::sheets(&pdf(&volume));
    let lines = sheets[volume.front_matter() + 8].lines();
    assert_eq!(lines[..3], ["Tuesday", "Week 2", "9\tBeginner"]);
}

#[test]
fn turns_that_leave_puzzles_over_are_refused_with_an_even_number() {
    let error = press("daily", &imprint(), &[9, 9, 9, 9, 9]).unwrap_err();
    let LayoutError::Turns { over, remedy, .. } = &error else { panic!("{error}") };
    // Four whole weeks and Monday take the nine of level 1; the rest is left.
    assert_eq!(*over, 45 - 4 * 7 - 1);
    // As many puzzles: six weeks, Monday to Wednesday.
    assert!(
        remedy.contains("the setting `quota = 1=14,2=7,3=12,4=6,5=6`, the same number"),
        "{remedy}"
    );
    assert!(press("daily", &imprint(), &[14, 7, 12, 6, 6]).is_ok());
}

#[test]
fn answers_at_the_foot_are_upside_down_and_right() {
    for size in ["a4", "letter", "6x9"] {
        let template = Template::builtin("classroom").unwrap();
        let sections = true_sections(&[5, 2, 9]);
        let volumes = book::volumes(&template, trim(size), &imprint(), &sections).unwrap();
        let volume = only(volumes);
        let bytes = pdf(&volume);
        let proof = verify::volume(&Arc::from("book.pdf"), &bytes, 1).unwrap();
        assert!(proof.findings.is_empty(), "{size}: {:?}", proof.findings);
        let file = Pdf::open(&bytes).unwrap();
        let puzzles: Vec<_> = sections.iter().flat_map(|s: &Section| s.puzzles.iter()).collect();
        let mut answers = 0;
        for page in 0..file.page_count() {
            let found = file.page(page).unwrap();
            for grid in found.grids.iter().filter(|grid| grid.is_full()) {
                let number = grid.number.unwrap() as usize;
                assert_eq!(grid.grid.to_string(), puzzles[number - 1].solution().to_string());
                answers += 1;
            }
        }
        assert_eq!(answers, puzzles.len(), "{size}");
        let turned =
            |page: book::Page| page.marks.iter().any(|m| matches!(m, DrawOp::Rotated { .. }));
        assert_eq!(volume.pages().filter(|p| turned(p.clone())).count(), volume.page_count() - 1);
    }
}

#[test]
fn a_template_with_invalid_parts_or_turns_is_refused() {
    let (_, classic) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let refuse = |from: &str, to: &str| -> TomlError {
        assert!(classic.contains(from), "{from} is in the template");
        Template::parse(&classic.replacen(from, to, 1)).unwrap_err()
    };
    let cases = [
        ("turns = []", "turns = [1, 8]", "levels from 1 to 5"),
        ("label = \"none\"", "label = \"date\"", "a level for each day"),
        ("\"puzzles\", \"answers\"", "\"answers\", \"puzzles\"", "answers after puzzles"),
        ("place = \"end\"", "place = \"foot\"", "no answers"),
        ("trim = \"8.5x11\"", "trim = \"huge\"", "a size such as"),
        ("notes = 0", "notes = 40", "0 to 12 lines"),
    ];
    for (from, to, expected) in cases {
        let said = refuse(from, to).to_string();
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn notes_dots_and_running_heads_are_where_the_template_places_them() {
    let (_, classic) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let toml = classic
        .replace("notes = 0", "notes = 2")
        .replace("dots = false", "dots = true")
        .replace("running = \"foot\"", "running = \"head\"");
    let template = Template::parse(&toml).unwrap();
    let sections = true_sections(&[2]);
    let volume = only(book::volumes(&template, trim("6x9"), &imprint(), &sections).unwrap());
    let bytes = pdf(&volume);
    let proof = verify::volume(&Arc::from("book.pdf"), &bytes, 1).unwrap();
    assert!(proof.findings.is_empty(), "{:?}", proof.findings);
    let sheets = readback::sheets(&bytes);
    let page = &sheets[volume.front_matter() + 1];
    let head = &page.lines()[0];
    assert!(head.contains("Beginner") && head.contains("answers on page"), "{head}");
    // Nine dots for every empty cell.
    let empty = 81 - sections[0].puzzles.get(0).unwrap().givens_count();
    let dots = page.drawn.iter().filter(|d| d.width == 0.0 && d.points.len() == 2).count();
    assert_eq!(dots, 9 * empty);
    // Two lines below the puzzle, as wide as the grid; they leave no room for another.
    let wide = |d: &&readback::Drawn| {
        d.form == 0 && d.points.len() == 2 && (d.points[1].0 - d.points[0].0).abs() > 150.0
    };
    assert_eq!(page.drawn.iter().filter(wide).count(), 2);
}

#[test]
fn a_run_whose_levels_take_turns_has_its_catalogue_in_the_order_of_the_book() {
    let bench = Bench::new();
    let run = "run --template daily --count 2 --seed 3 --first-day 2027-01-01";
    bench.ends(run, 0, "");
    let levels = |file: &str| -> Vec<String> {
        let bytes = bench.read(file);
        let mut rows = csv::Reader::from_reader(&bytes[..]);
        let column = rows.headers().unwrap().iter().position(|name| name == "level");
        rows.records().map(|row| row.unwrap()[column.unwrap()].to_owned()).collect()
    };
    // From a Friday on, of 1, 1, 2, 3, 3, 4, 5.
    let week = ["3", "4", "5", "1", "1", "2", "3"];
    assert_eq!(levels("out/catalog.csv"), [week, week].concat());
    bench.ends("verify out", 0, "");

    // From a catalogue in which the levels do not take turns it is the same book but for its seed.
    bench.ends("generate --quota 1=4,2=2,3=4,4=2,5=2 --seed 3 --out levels.csv", 0, "");
    bench.ends("book levels.csv --template daily --first-day 2027-01-01 --out b.pdf", 0, "");
    bench.ends("verify levels.csv b.pdf", 0, "");
    bench.ends("verify out/catalog.csv b.pdf", 0, "");
    // A puzzle that another catalogue has is not the one of this.
    bench.ends("generate --quota 1=4,2=2,3=4,4=2,5=2 --seed 4 --out other.csv", 0, "");
    bench.ends("verify other.csv b.pdf", 1, "");
}

#[test]
fn an_overlong_word_is_refused_in_a_short_message() {
    let text = "x".repeat(300_000);
    let imprint = with_text(imprint(), "about", &text);
    let said = press("classic", &imprint, &[4]).unwrap_err().to_string();
    assert!(said.contains("too wide") && said.len() < 300, "{} bytes", said.len());
}
