//! The pages of a book: parts left out, moved and replaced; line breaks and aligned edges; lessons, hints and courses.

use crate::support::books::{folios, imprint, pdf, sections, trim, true_sections};
use crate::support::forms::{forms, puzzle_grids};
use crate::support::languages::{Placed, check_texts, in_language, speaking, texts};
use crate::support::program::{Bench, puzzles_of_all_bands};
use crate::support::rating::rated_path;
use crate::support::readback::{self, Sheet};
use book::{
    self, BookOptions, Insight, Language, LayoutError, Manuscript, Section, Template, Volume,
};
use explain::{ExplanationTexts, Hint, HintStrength, PathEnd};
use grid::{GridShape, House, Puzzle};
use human::{
    Band, ChainPattern, Course, LadderPath, PathStep, Position, ShortestWay, StepKind, Technique,
    TechniqueSet,
};
use page::{DrawOp, FormContent, Page};
use proof::readback::Pdf;
use proof::verify;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use words::TomlError;

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
    let text = Manuscript::parse(text, &Language::default().quotes()).unwrap();
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

const ALL: [&str; 19] = [
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
    "reward",
    "notes",
    "about",
    "techniques",
    "walkthrough",
    "hints",
    "times",
    "practice",
    "also-by",
];

#[test]
fn the_contents_name_the_page_of_every_part() {
    let imprint = with_text(with_parts(&ALL), "about", "A. Müller lives by the sea.");
    let volume = only(press("classic", &imprint, &[9, 5, 3, 3]).unwrap());
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
        // Not where it is only spoken of: the head has it, or a line begins with it.
        let in_head = text[0].split('\t').any(|words| words == name);
        let begins = |line: &String| line.split('\t').next() == Some(name);
        assert!(in_head || text.iter().any(begins), "page {folio}: {text:?}");
        listed.push(name.to_owned());
    }
    let expected = [
        "How to play",
        "The levels",
        "Beginner",
        "Easy",
        "Medium",
        "Hard",
        "Answers",
        "Progress",
        "Certificate",
        "About the author",
        "How to read these pages",
        "Techniques",
        "Step by step",
        "Hints",
        "Target times",
        "Practice",
        "By the same author",
    ];
    assert_eq!(listed, expected);
}

#[test]
fn every_part_except_puzzles_can_be_omitted() {
    // What only the page of this part says.
    let marks = [
        ("title", "Fifteen Sudoku ·"),
        ("copyright", "\nEvery puzzle has exactly one solution."),
        ("contents", "Contents"),
        ("how-to-play", "An example"),
        ("levels", "The more stars"),
        ("qr", "example.com/answers"),
        ("answers", "Answers\t1 to"),
        ("progress", "Tick off each puzzle"),
        ("reward", "You solved every puzzle"),
        ("notes", "Notes"),
        ("about", "by the sea"),
        ("techniques", "Digits found so far"),
        ("walkthrough", "Solved in "),
        ("hints", "there is the next step."),
        ("times", "experienced solvers take"),
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
    // The puzzles begin on a left page, so all numbers count from the title page.
    assert_eq!(place("To begin with").as_deref(), Some("2"));
    assert_eq!(place("Just play.").as_deref(), Some("3"));
    assert_eq!(place("An example"), None);
    // A page of puzzles, then the levels.
    assert_eq!(place("The levels").as_deref(), Some("5"));
    let fonts: BTreeSet<String> = sheets[2].glyphs.iter().map(|g| g.font.clone()).collect();
    assert!(fonts.iter().any(|font| font.ends_with("PressSerif-Italic")), "{fonts:?}");
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
        match Manuscript::parse(&format!("Fine.\n\n{text}\n"), &Language::default().quotes()) {
            Err(e) => assert_eq!(e.place.as_deref(), Some("line 3"), "{text}: {e}"),
            // Without its extension a table is a paragraph.
            Ok(_) => assert!(text.starts_with('|'), "{text}"),
        }
    }
}

#[test]
fn long_texts_break_into_pages_without_widows() {
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

/// Two pages were half empty.
#[test]
fn boxes_for_120_puzzles_are_on_one_page() {
    let parts = ["puzzles", "answers", "progress"];
    let template = Template::builtin("classic").unwrap();
    let sections = sections(&[60, 0, 60]);
    let volume =
        only(book::volumes(&template, trim("6x9"), &with_parts(&parts), &sections).unwrap());
    let sheets = readback::sheets(&pdf(&volume));
    let is_progress =
        |sheet: &&Sheet| sheet.lines()[..].first().is_some_and(|line| line.starts_with("Progress"));
    assert_eq!(sheets.iter().filter(is_progress).count(), 1);
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
fn uneven_turns_are_refused_with_an_even_number() {
    let error = press("daily", &imprint(), &[9, 9, 9, 9, 9]).unwrap_err();
    let said = error.to_string();
    // Four whole weeks and Monday take the nine of level 1. The message said how many others were
    // left then, a number that nobody could explain.
    let missing = "of 45 puzzles (1=9,2=9,3=9,4=9,5=9) none of level 1 is left to be number 30";
    assert!(said.contains(missing), "{said}");
    // As many puzzles: six weeks, Monday to Wednesday.
    let remedy = "the setting `quota = 1=14,2=7,3=12,4=6,5=6`, the same number";
    assert!(said.contains(remedy), "{said}");
    assert!(press("daily", &imprint(), &[14, 7, 12, 6, 6]).is_ok());
}

#[test]
fn answers_at_the_foot_are_upside_down() {
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
            |page: page::Page| page.marks.iter().any(|m| matches!(m, DrawOp::Rotated { .. }));
        assert_eq!(volume.pages().filter(|p| turned(p.clone())).count(), volume.page_count() - 1);
    }
}

#[test]
fn template_with_invalid_parts_or_turns_is_refused() {
    let (_, classic) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let refuse = |from: &str, to: &str| -> TomlError {
        assert!(classic.contains(from), "{from} is in the template");
        Template::parse(&classic.replacen(from, to, 1)).unwrap_err()
    };
    let cases = [
        ("turns = []", "turns = [1, 8]", "levels, from 1 to 5"),
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
fn template_places_notes_dots_and_running_heads() {
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
    // Nine dots for every empty cell of both puzzles.
    let empty: usize =
        sections[0].puzzles.iter().take(2).map(|puzzle| 81 - puzzle.givens_count()).sum();
    let dots = page.drawn.iter().filter(|d| d.width == 0.0 && d.points.len() == 2).count();
    assert_eq!(dots, 9 * empty);
    // Two lines below each puzzle, as wide as the grid.
    let wide = |d: &&readback::Drawn| {
        d.form == 0 && d.points.len() == 2 && (d.points[1].0 - d.points[0].0).abs() > 150.0
    };
    assert_eq!(page.drawn.iter().filter(wide).count(), 4);
}

#[test]
fn alternating_levels_keep_the_books_order_in_catalogues() {
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

/// Texts behind the puzzles had large headings between pages whose heads have a rule.
#[test]
fn headings_behind_the_puzzles_have_one_style() {
    let parts = ["title", "preface", "puzzles", "answers", "about", "also-by", "notes"];
    let imprint = with_text(with_parts(&parts), "about", "# About me\n\nI live by the sea.");
    let imprint = with_text(imprint, "preface", "# Preface\n\nPick up a pencil.");
    let volume = only(press("classic", &imprint, &[4, 4]).unwrap());
    // The largest type of the page with these words, which kerning may divide.
    let size_of = |words: &str| {
        let mut pages = volume.pages().map(|page| texts(&page));
        let has_words = |all: &Vec<Placed>| {
            all.iter().map(|(.., text)| text.as_str()).collect::<String>().contains(words)
        };
        let page = pages.find(has_words).unwrap_or_else(|| panic!("{words}"));
        page.iter().map(|placed| placed.3).fold(0.0, f64::max)
    };
    let head = size_of("Answers");
    for words in ["About me", "By the same author", "Notes"] {
        assert_eq!(size_of(words), head, "{words}");
    }
    assert!(size_of("Preface") > head);
}

#[test]
fn overlong_word_is_refused_in_a_short_message() {
    let text = "x".repeat(300_000);
    let imprint = with_text(imprint(), "about", &text);
    let said = press("classic", &imprint, &[4]).unwrap_err().to_string();
    assert!(said.contains("too wide") && said.len() < 300, "{} bytes", said.len());
}

fn press_on_trim(design: &str, size: &str, imprint: &BookOptions, sizes: &[usize]) -> Volume {
    let template = Template::builtin(design).unwrap();
    let volumes = book::volumes(&template, trim(size), imprint, &sections(sizes)).unwrap();
    volumes.into_iter().next().unwrap()
}

fn parts_with_text(parts: &str, part: &str, text: &str) -> BookOptions {
    let mut imprint =
        BookOptions { parts: Some(parts.split(' ').map(str::to_owned).collect()), ..imprint() };
    let text = Manuscript::parse(text, &Language::default().quotes()).unwrap();
    imprint.texts.insert(part.to_owned(), text);
    imprint
}

/// The first page with a line that has these words.
fn laid_out_page_with(volume: &Volume, words: &str) -> Page {
    let has = |page: &Page| {
        let texts = texts(page);
        texts.iter().any(|text| text.4.contains(words))
    };
    volume.pages().find(has).unwrap()
}

/// The lines of a page in this size, from its head to its foot, each in one piece.
fn lines(page: &Page, size: f64) -> Vec<Placed> {
    let mut texts = texts(page);
    texts.retain(|text| (text.3 - size).abs() < 0.01);
    texts.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.total_cmp(&b.0)));
    let mut lines: Vec<Placed> = Vec::new();
    for text in texts {
        match lines.last_mut().filter(|line| line.2 == text.2) {
            Some(line) => (line.1, line.4) = (text.1, format!("{}{}", line.4, text.4)),
            None => lines.push(text),
        }
    }
    lines
}

#[test]
fn no_paragraph_ends_with_a_single_word() {
    for count in 9..60 {
        let text = format!("# Words\n\n{}", vec!["pencil"; count].join(" "));
        let imprint = parts_with_text("title preface puzzles", "preface", &text);
        let volume = press_on_trim("classic", "6x9", &imprint, &[1]);
        let page = laid_out_page_with(&volume, "pencil");
        let mut lines = texts(&page);
        lines.retain(|line| line.4.contains("pencil"));
        let words = |line: &Placed| line.4.matches("pencil").count();
        assert_eq!(lines.iter().map(words).sum::<usize>(), count);
        // Ten words of this length fill a line of 6 x 9 in.
        let most = lines.iter().map(words).max().unwrap();
        assert!(most <= 10, "{lines:?}");
        assert_eq!(lines.len(), count.div_ceil(10), "as few lines as can be");
        if lines.len() > 1 {
            assert!(words(lines.last().unwrap()) > 1, "{lines:?}");
        }
    }
}

#[test]
fn promise_of_an_opener_is_centred() {
    for (code, _) in Language::BUILTIN {
        let volume = press_on_trim("classic", "6x9", &speaking(code), &[9]);
        let opener = volume.pages().nth(volume.first_page("puzzles").unwrap() - 1).unwrap();
        let lines = lines(&opener, 10.5);
        let middle = |line: &Placed| (line.0 + line.1) / 2.0;
        assert!(!lines.is_empty(), "{code}");
        for line in &lines {
            assert!((middle(line) - middle(&lines[0])).abs() < 0.1, "{code}: {lines:?}");
        }
    }
}

#[test]
fn worked_example_lines_never_begin_with_a_number() {
    for code in ["en", "de", "fr", "es"] {
        for design in ["classic", "large-print", "pocket"] {
            for size in ["5x8", "6x9", "8.5x11", "a4"] {
                let template = Template::builtin(design).unwrap();
                let sections = sections(&[9]);
                // Large print does not fit small pages.
                let Ok(volumes) = book::volumes(&template, trim(size), &speaking(code), &sections)
                else {
                    continue;
                };
                let how_to_play = volumes[0].pages().find(|page| {
                    let boxes = |mark: &DrawOp| matches!(mark, DrawOp::Box { .. });
                    page.marks.iter().any(boxes)
                });
                // On small pages large print has no room for the example.
                let Some(how_to_play) = how_to_play else {
                    assert_eq!((design, size), ("large-print", "6x9"), "{code}");
                    continue;
                };
                for line in texts(&how_to_play) {
                    let begins = line.4.starts_with(|c: char| c.is_ascii_digit());
                    assert!(line.4.len() == 1 || !begins, "{code}, {size}: {line:?}");
                }
            }
        }
    }
}

/// A volume may have twenty months, and its contents have one page.
#[test]
fn contents_of_many_months_end_on_their_page() {
    let mut imprint = imprint();
    imprint.first_day = Some("2027-01-01".parse().unwrap());
    imprint.per_page = "2".parse().ok();
    for months in 18..=24 {
        let weeks = (months * 61usize).div_ceil(14);
        let sizes = [2, 1, 2, 1, 1].map(|days| days * weeks);
        let volume = press_on_trim("daily", "10x7", &imprint, &sizes);
        let contents = laid_out_page_with(&volume, ". . . .");
        let texts = texts(&contents);
        let rows = texts.iter().filter(|text| text.4.starts_with('.'));
        let lowest = rows.map(|text| text.2).fold(0.0, f64::max);
        let bottom = volume.setup.area.bottom;
        assert!(lowest > 0.0 && lowest <= bottom + 0.01, "{months} months: {lowest}, not {bottom}");
    }
}

#[test]
fn leader_dots_of_the_contents_are_aligned() {
    for (code, _) in Language::BUILTIN {
        for design in ["classic", "large-print"] {
            let volume = press_on_trim(design, "8.5x11", &speaking(code), &[9, 9, 9, 99]);
            let contents = volume.pages().nth(2).unwrap();
            let texts = texts(&contents);
            let rows: Vec<_> = texts.iter().filter(|text| text.4.starts_with(['.', '·'])).collect();
            // How to play, the levels, four levels, the answers.
            assert_eq!(rows.len(), 7, "{code}, {design}: {texts:?}");
            for row in &rows {
                assert!((row.1 - rows[0].1).abs() < 0.01, "{code}: {row:?}");
                assert!(row.4.len() > 9, "{code}: {row:?}");
            }
        }
    }
}

#[test]
fn a_long_heading_is_broken_in_the_contents() {
    let heading = "A rather long heading, such as those have who cannot stop when all is said";
    let text = format!("# {heading}\n\nThat was it.");
    let imprint = parts_with_text("title contents preface puzzles answers", "preface", &text);
    let volume = press_on_trim("classic", "6x9", &imprint, &[5]);
    check_texts(&volume, "a long heading");
    let contents = laid_out_page_with(&volume, "A rather long heading");
    let preface = laid_out_page_with(&volume, "That was it.");
    let said = texts(&contents);
    let on = |words: &str| said.iter().find(|text| text.4.ends_with(words)).unwrap().2;
    assert!(said.iter().all(|text| !text.4.ends_with(heading)), "{said:?}");
    assert_eq!(on(&preface.folio), on("said"), "the number stands on the last line");
}

#[test]
fn two_puzzle_columns_are_as_wide_as_foot() {
    for size in ["8.5x11", "a4"] {
        let volume = press_on_trim("classic", size, &imprint(), &[9]);
        let page = volume.pages().nth(volume.front_matter() + 1).unwrap();
        let grids = puzzle_grids(&page);
        let left = grids.iter().map(|(corner, _)| corner.0).fold(f64::INFINITY, f64::min);
        let right = grids.iter().map(|(corner, side)| corner.0 + side).fold(0.0, f64::max);
        assert!((left - volume.outside_margin()).abs() < 0.01, "{size}: {left}");
        let edge = page.width - volume.setup.area.inside;
        assert!((right - edge).abs() < 0.01, "{size}: {right}, not {edge}");
    }
}

#[test]
fn half_title_is_no_smaller_than_body_text() {
    let imprint = BookOptions {
        title: Some("Everything that one can say of a book before it begins ".repeat(2)),
        ..imprint()
    };
    let volume = press_on_trim("classic", "6x9", &imprint, &[5]);
    let half_title = volume.pages().next().unwrap();
    for text in texts(&half_title) {
        assert!(text.3 >= 10.5, "{text:?}");
    }
}

#[test]
fn five_levels_fit_the_low_trim_everywhere() {
    for (code, _) in Language::BUILTIN {
        let volume = press_on_trim("classic", "8.25x6", &speaking(code), &[4, 4, 4, 4, 4]);
        check_texts(&volume, code);
    }
}

#[test]
fn typewriter_quotes_and_dashes_become_typographic() {
    let text = "\"Why nine?\" they'd ask -- and wait...\n\nSie fragte: „Warum neun?“ « Neuf » ’s";
    let imprint = parts_with_text("title preface puzzles", "preface", text);
    let volume = press_on_trim("classic", "6x9", &imprint, &[1]);
    let page = laid_out_page_with(&volume, "nine");
    let said: Vec<String> = texts(&page).into_iter().map(|text| text.4).collect();
    let said = said.join(" ");
    assert!(said.contains("“Why nine?” they’d ask – and wait…"), "{said}");
    assert!(said.contains("„Warum neun?“ « Neuf » ’s"), "{said}");
}

#[test]
fn straight_quotes_become_those_of_the_language() {
    let latin = "He said: \"It's 'nine', isn't it?\" And \\\" stays.";
    for (code, text, expected) in [
        ("en", latin, "“It’s ‘nine’, isn’t it?” And \" stays."),
        ("de", latin, "„It’s ‚nine‘, isn’t it?“ And \" stays."),
        ("fr", latin, "«\u{a0}It’s “nine”, isn’t it?\u{a0}» And \" stays."),
        ("es", latin, "«It’s “nine”, isn’t it?» And \" stays."),
        ("zh", latin, "“It’s ‘nine’, isn’t it?” And \" stays."),
        ("ja", latin, "「It’s 『nine』, isn’t it?」 And \" stays."),
        ("en", "He said (\"so.\") \"A\"-b, *\"c\"*: 5\" long.", "(“so.”) “A”-b, “c”: 5” long."),
        // Where there are no spaces.
        ("zh", "said: 数独\"数字。\"数独'数字'数独。\"九\"", "数独“数字。”数独‘数字’数独。“九”"),
        ("ja", "said: 日\"です。\"と'九'です。\"九\"", "日「です。」と『九』です。「九」"),
    ] {
        let language = Language::builtin(code).unwrap();
        let text = Manuscript::parse(text, &language.quotes()).unwrap();
        let mut imprint = speaking(code);
        imprint.parts = Some(["title", "preface", "puzzles"].map(str::to_owned).into());
        imprint.texts.insert("preface".to_owned(), text);
        let volume = press_on_trim("classic", "8.5x11", &imprint, &[1]);
        let page = laid_out_page_with(&volume, "said");
        let all = texts(&page);
        let size = all.iter().find(|text| text.4.contains("said")).unwrap().3;
        let said = lines(&page, size).into_iter().map(|line| line.4);
        let said = said.collect::<Vec<_>>().join(" ");
        assert!(said.contains(expected), "{code}: {said}");
    }
}

#[test]
fn every_blank_below_a_grid_fits_handwriting() {
    let (_, text) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let text = text.replace("log = false", "log = true");
    let mut found = 0;
    for most in [27, 20, 16, 13] {
        let text = text.replace("min_cell = 20", "min_cell = 12");
        let text = text.replace("max_cell = 27", &format!("max_cell = {most}"));
        let template = Template::parse(&text).unwrap();
        let sections = sections(&[9]);
        for (code, _) in Language::BUILTIN {
            let volumes =
                book::volumes(&template, trim("8.5x11"), &speaking(code), &sections).unwrap();
            let page = volumes[0].pages().nth(volumes[0].front_matter() + 1);
            let page = page.unwrap();
            let has = |form: &FormContent, is: fn(&DrawOp) -> bool| form.marks.iter().any(is);
            let log = forms(&page.marks).map(|(form, _)| form).find(|form| {
                has(form, |mark| matches!(mark, DrawOp::Text { .. }))
                    && has(form, |mark| matches!(mark, DrawOp::Line { .. }))
            });
            // Below a small grid there may be no room for any blank.
            let Some(log) = log else { continue };
            found += 1;
            let blanks = log.marks.iter().filter_map(|mark| match mark {
                DrawOp::Line { from, to, .. } => Some(to.0 - from.0),
                _ => None,
            });
            let words = log.marks.len() - blanks.clone().count();
            assert!(words >= blanks.clone().count(), "{code}, {most}");
            for blank in blanks {
                assert!(blank >= 30.0, "{code}, {most}: {blank} points");
            }
        }
    }
    assert!(found > Language::BUILTIN.len(), "{found} pages with blanks");
}

/// Every digit in the words of a hint is part of the name of a technique, the number of a house, or the digit of a
/// pattern over several blocks.
#[test]
fn hint_tells_digits_of_wide_patterns_only() {
    let bench = Bench::new();
    let mut seen = BTreeSet::new();
    for puzzle in puzzles_of_all_bands(&bench) {
        let Some(hint) = Insight::new(&puzzle).hint else { continue };
        let hint = hint.then;
        seen.insert(hint.kind);
        for (code, text) in Language::BUILTIN {
            let language = Language::parse(text).unwrap();
            let closed = |text: &str| text.replace([' ', '\u{a0}'], "");
            let told = closed(&language.hint(&hint, HintStrength::What));
            let name = closed(language.words().kind(hint.kind));
            assert!(told.contains(&name), "{code}: {told}");
            let rest = told.replacen(&name, "", 1);
            let mut digits: Vec<usize> =
                rest.chars().filter_map(|c| Some(c.to_digit(10)? as usize)).collect();
            let mut known: Vec<usize> =
                hint.houses.iter().map(|house| house.index() % 9 + 1).collect();
            known.extend(hint.digit.map(|digit| digit.get() as usize));
            digits.sort_unstable();
            known.sort_unstable();
            assert_eq!(digits, known, "{code}: {told}");
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

/// The digit of a skyscraper, a kite or a fish has the places of the pattern in the houses that a hint names.
#[test]
fn hint_names_houses_of_a_pattern() {
    let bench = Bench::new();
    let mut seen = BTreeMap::new();
    for puzzle in puzzles_of_all_bands(&bench) {
        for told in LadderPath::new(Position::new(puzzle.givens())) {
            let (hint, kind) = (Hint::from_step(&told), told.kind());
            let most = match kind {
                StepKind::Pattern(_) => 2,
                StepKind::Technique(Technique::XWing) => 2,
                StepKind::Technique(Technique::Swordfish) => 3,
                StepKind::Technique(Technique::Jellyfish) => 4,
                StepKind::Technique(_) => {
                    assert_eq!(hint.digit, None, "{hint:?}");
                    continue;
                }
            };
            let digit = hint.digit.unwrap();
            let places = |house: &House| told.before.places(*house, digit).count_ones();
            let is_w_wing = kind == StepKind::Pattern(ChainPattern::WWing);
            let is_of_links = is_w_wing || hint.houses.len() > 1;
            let is_true = hint.houses.iter().all(|house| (2..=most).contains(&places(house)));
            assert!(is_true || !is_of_links && places(&hint.houses[0]) > 0, "{hint:?}");
            *seen.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

/// Hints of a book come in two strengths, by a key of its template.
#[test]
fn template_hints_may_tell_only_the_place() {
    let classic = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap().1;
    let weaker = classic.replacen("parts = [", "hints_say = \"where\"\nparts = [", 1);
    let parts = Some(["puzzles", "answers", "hints"].map(str::to_owned).into());
    let imprint = BookOptions { parts, ..BookOptions::default() };
    let givens =
        ".9..7.....1.2...........4.54.8....7...31.468...9.2....3.6...7..58.9.72.4.47...8..";
    let puzzle = Puzzle::prove(givens.parse().unwrap()).unwrap();
    let sections = [Section::new(Band::Medium, vec![puzzle; 20])];
    let block = Insight::new(&puzzle).hint.unwrap().then.houses[0].index() - 17;
    let told = |toml: &str| {
        let template = Template::parse(toml).unwrap();
        let volumes = book::volumes(&template, "6x9".parse().unwrap(), &imprint, &sections);
        let pages: Vec<String> =
            volumes.unwrap()[0].pages().map(|page| format!("{page:?}")).collect();
        pages.concat()
    };
    let (usual, weak) = (told(classic), told(&weaker));
    assert!(usual.contains("\"Naked single\"") && usual.contains(&format!("\"block {block}\"")));
    assert!(usual.contains("and what to look"));
    assert!(weak.contains(&format!("\"block {block}\"")) && weak.contains("Never what to do"));
    assert!(!weak.contains("Naked single"));
    let error = Template::parse(&weaker.replace("\"where\"", "\"all\"")).unwrap_err().to_string();
    assert!(error.contains("where") && error.contains("what"), "{error}");
}

/// The first step that needs the level's own techniques. On levels 1 and 2 all steps are alike.
#[test]
fn hint_is_at_first_step_of_its_level() {
    let bench = Bench::new();
    let (mut with, mut without) = (0, 0);
    for puzzle in puzzles_of_all_bands(&bench) {
        let insight = Insight::new(&puzzle);
        let path = ShortestWay::new(Position::new(puzzle.givens())).steps;
        let band = path.iter().map(|told| told.kind().band()).max().unwrap();
        let first = path.iter().find(|told| told.kind().band() == band).unwrap();
        let right = (band > Band::Easy).then(|| Hint::from_step(first));
        assert_eq!(
            insight.hint.as_ref().map(|hint| hint.then.clone()),
            right,
            "{}",
            puzzle.givens()
        );
        *(if right.is_some() { &mut with } else { &mut without }) += 1;
        // Each kind of the path is one that the puzzle needs, except for the last cell of a house.
        let last = StepKind::Technique(Technique::LastCell);
        let mut needed: BTreeSet<_> = path.iter().map(PathStep::kind).collect();
        needed.remove(&last);
        let told: BTreeSet<_> = insight.uses.iter().map(|found| found.kind).collect();
        assert_eq!(told, needed);
        assert_eq!(insight.hardest(), needed.into_iter().max_by_key(|kind| kind.ladder_key()));
    }
    assert!(with > 10 && without > 5, "{with} {without}");
}

/// A book without lessons says once how each technique is found. Techniques with one sentence have
/// one heading.
#[test]
fn hints_explain_techniques_without_lessons() {
    let bench = Bench::new();
    let parts = "--parts title,puzzles,answers,hints";
    let run = "run --ladder human --levels 3-6 --count 40 --seed 4 --trim 6x9 --lang en -q";
    bench.ends(&format!("{run} {parts} --out book"), 0, "");
    let words = ExplanationTexts::default();
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let catalog = String::from_utf8(bench.read("book/catalog.csv")).unwrap();
    for row in catalog.lines().skip(1) {
        let puzzle = Puzzle::prove(row.split(',').nth(1).unwrap().parse().unwrap()).unwrap();
        let kind = Insight::new(&puzzle).hint.unwrap().then.kind;
        names.entry(words.how_to_find(kind)).or_default().insert(words.kind(kind));
    }
    let pages = readback::sheets(&bench.read("book/book.pdf"));
    let text: String = pages.iter().flat_map(Sheet::lines).map(|line| line + " ").collect();
    let text = text.replace('\u{a0}', " ");
    for (sentence, names) in &names {
        assert_eq!(text.matches(sentence).count(), 1, "{sentence}");
        let (before, _) = text.split_once(sentence).unwrap();
        let heading = &before[before.len() - 80.min(before.len())..];
        assert!(names.iter().all(|name| heading.contains(name)), "{names:?}: {heading}");
    }
    assert!(names.values().any(|names| names.len() > 1), "{names:?}");
    bench.ends("verify book", 0, "");
}

/// A puzzle without a hint is not in the list, and a list without entries has no page.
#[test]
fn levels_one_and_two_have_no_hints() {
    let bench = Bench::new();
    let run =
        "run --ladder human --count 3 --seed 4 --trim 6x9 --parts title,puzzles,answers,hints";
    let note = "the book has no hints: on levels 1 and 2 of the human ladder all steps are alike";
    bench.ends(&format!("{run} --levels 1-2 --out easy"), 0, note);
    bench.ends("verify easy", 0, "");
    let text = |name: &str| -> Vec<String> {
        let pages = readback::sheets(&bench.read(name));
        pages.iter().map(|page| page.lines().join("\n")).collect()
    };
    assert!(!text("easy/book.pdf").iter().any(|page| page.contains("Hints")));
    bench.ends(&format!("{run} --levels 1-4 --out mixed"), 0, "");
    bench.ends("verify mixed", 0, "");
    let pages = text("mixed/book.pdf");
    let hints = pages.iter().find(|page| page.contains("Then")).unwrap();
    let words = || hints.split(['\t', '\n']).filter(|word| !word.starts_with("Hints"));
    let listed = |number: &str| words().any(|word| word == number);
    assert!(["7", "12"].iter().all(|number| listed(number)), "{hints}");
    assert!(["1", "6"].iter().all(|number| !listed(number)), "{hints}");
}

/// All parts in all languages, on a usual page, a wide one, a small one and in large print.
#[test]
fn lessons_fit_and_are_true_in_every_language() {
    let bench = Bench::new();
    puzzles_of_all_bands(&bench);
    let parts = "--parts title,contents,techniques,puzzles,answers,hints,times,practice-dots";
    let looks =
        ["--trim 6x9", "--trim 8.25x6", "--trim 5x8", "--template large-print --trim 8.5x11"];
    for (i, (code, _)) in Language::BUILTIN.iter().enumerate() {
        for look in looks.into_iter().cycle().skip(i % 4).take(if *code == "de" { 4 } else { 1 }) {
            let words = in_language(code);
            let flags = format!("{look} {words} {parts} --out book.pdf --force");
            bench.ends(&format!("book human.csv {flags}"), 0, "");
            let output = bench.run("verify book.pdf human.csv");
            let said = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(0), "{code} {look}: {said}");
        }
    }
}

/// Any list of parts that says something of puzzles makes a book that `verify` finds right.
#[test]
fn any_subset_of_the_parts_is_a_book() {
    let bench = Bench::new();
    let parts = [
        "contents",
        "levels",
        "techniques",
        "walkthrough",
        "puzzles",
        "answers",
        "hints",
        "progress",
    ];
    let pairs = (0..parts.len()).flat_map(|a| (a..parts.len()).map(move |b| vec![a, b]));
    for mut list in pairs.chain([(0..parts.len()).collect()]) {
        list.dedup();
        // Nothing about puzzles.
        if list
            .iter()
            .all(|i| ["contents", "levels", "walkthrough", "progress"].contains(&parts[*i]))
        {
            continue;
        }
        let list: Vec<_> = list.into_iter().map(|i| parts[i]).collect();
        let list = list.join(",");
        let flags = "--seed 7 --ladder human --count 2 --trim 6x9 --out run --force";
        bench.ends(&format!("run {flags} --parts {list}"), 0, "");
        let output = bench.run("verify run");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{list}: {said}");
    }
}

/// The last grid of each walkthrough is the solution of the puzzle that its pages name.
#[test]
fn walkthrough_ends_with_the_solution() {
    let bench = Bench::new();
    let puzzles = puzzles_of_all_bands(&bench);
    // A page of 5 x 8 in had one grid and was white below it.
    for (look, least) in [
        ("--trim 5x8", 2),
        ("--trim 6x9", 4),
        ("--trim 8.25x6", 2),
        ("--template large-print --trim 8.5x11", 1),
    ] {
        let flags = format!("{look} --parts title,walkthrough,puzzles --out book.pdf --force");
        bench.ends(&format!("book human.csv {flags}"), 0, "");
        bench.ends("verify book.pdf human.csv", 0, "");
        let (mut last, mut most) = (BTreeMap::new(), 0);
        let file = Pdf::open(&bench.read("book.pdf")).unwrap();
        for index in 0..file.page_count() {
            let page = file.page(index).unwrap();
            let text = page.lines.join(" ");
            if !text.starts_with("Step by step") {
                continue;
            }
            most = most.max(page.grids.len());
            let words = text.split("Puzzle ").nth(1).expect("the number of the puzzle");
            let digits: String = words.chars().take_while(char::is_ascii_digit).collect();
            let fullest = page.grids.iter().max_by_key(|found| found.grid.filled_count());
            let grid = fullest.expect("a grid").grid;
            last.insert(digits.parse::<usize>().unwrap(), grid.to_string());
        }
        assert!(most >= least, "{look}: {most}");
        // Four puzzles of each level, and the first of each is solved.
        assert_eq!(last.keys().copied().collect::<Vec<_>>(), [1, 5, 9, 13, 17, 21, 25], "{look}");
        for (number, line) in last {
            // A level may have its puzzles in another order than the catalogue.
            let level = &puzzles[number - 1..number + 3];
            let mut solutions = level.iter().map(|puzzle| puzzle.solution().to_string());
            assert!(solutions.any(|solution| solution == line), "{look}: puzzle {number} {line}");
        }
    }
}

/// The worked example of a mixed book was of 9 x 9, although its first puzzles are of 4 x 4.
#[test]
fn rules_have_an_example_of_each_size() {
    let bench = Bench::new();
    for (quota, sizes) in [
        ("4x4:1=4,6x6:2=4,1=4", vec![GridShape::Four, GridShape::Six, GridShape::Nine]),
        ("6x6:1=12", vec![GridShape::Six]),
    ] {
        let out = sizes.len();
        bench.ends(&format!("run --quota {quota} --seed 7 --trim 6x9 --out {out}"), 0, "");
        let file = Pdf::open(&bench.read(&format!("{out}/book.pdf"))).unwrap();
        let pages: Vec<_> = (0..file.page_count()).map(|i| file.page(i).unwrap()).collect();
        let [rules, levels] = ["exactly once", "The more stars"].map(|words| {
            let mut texts = pages.iter().map(|page| page.lines.join(" "));
            texts.position(|text| text.contains(words)).expect(words)
        });
        assert!(levels - rules <= 2, "at most a spread");
        let grids = pages[rules..levels].iter().flat_map(|page| &page.grids);
        let shapes: Vec<_> = grids.map(|found| found.grid.shape()).collect();
        assert_eq!(shapes, sizes);
        // "From 1 to 4 / 6 / 9", and the advice stood a page before its heading.
        let said = pages[rules].lines.join(" ").replace('\u{a0}', " ");
        let range =
            if out == 1 { "from 1 to 6 exactly" } else { "from 1 up to the size of the grid" };
        assert!(said.contains(range), "{said}");
        let mut texts = pages[rules..levels].iter().map(|page| page.lines.join(" "));
        let advised = texts.find(|text| text.contains("Don’t guess")).expect("the advice");
        assert_eq!(advised.contains("Pencil marks"), out == 3, "{advised}");
    }
}

/// The rules spoke of digits where the first puzzles have shapes, and no page said what changes.
#[test]
fn books_that_begin_with_shapes_speak_of_signs() {
    let bench = Bench::new();
    for look in ["--template playful", ""] {
        let levels = "--quota 4x4:1=4,4x4:2=4,6x6:1=4 --symbols 4x4:1=shapes --openers page";
        let flags = format!("{look} {levels} --seed 7 --trim 8.5x11 --out run --force");
        bench.ends(&format!("run {flags}"), 0, "");
        let file = Pdf::open(&bench.read("run/book.pdf")).unwrap();
        let pages = (0..file.page_count()).map(|i| file.page(i).unwrap().lines.join(" "));
        let pages: Vec<String> = pages.collect();
        let rules = pages.iter().find(|page| page.starts_with("How to play")).expect("rules");
        // Children have words of their own.
        let (sign, digits, block) =
            if look.is_empty() { ("sign", "digits", "block") } else { ("shape", "numbers", "box") };
        assert!(rules.contains(sign) && !rules.contains("digit"), "{rules}");
        for news in [
            format!("With 4 shapes instead of {digits}."),
            format!("Now with the {digits} 1 to 4."),
            format!("Now with the {digits} 1 to 6. Each {block} has 2 rows of 3."),
        ] {
            let news = &*news;
            assert!(pages.iter().any(|page| page.contains(news)), "{news}: {pages:?}");
        }
    }
}

const RUN: &str = "run --course x-wing,pointing,naked-pair --count 4 --seed 1 --trim 6x9";

/// The puzzles of a catalogue with what its column `hardest` says, in the order of the file.
fn course_puzzles(bench: &Bench, name: &str) -> Vec<(Puzzle, String)> {
    let text = String::from_utf8(bench.read(name)).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (puzzle, hardest) = (at("puzzle"), at("hardest"));
    lines
        .map(|row| (Puzzle::prove(row[puzzle].parse().unwrap()).unwrap(), row[hardest].to_owned()))
        .collect()
}

#[test]
fn each_chapter_needs_its_technique_and_nothing_harder() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (puzzle, hardest) in course_puzzles(&bench, "out/catalog.csv") {
        let technique: Technique = hardest.parse().unwrap();
        // Solved by what is looked for up to the technique, and not without it.
        let set = |up_to: &dyn Fn(Technique) -> bool| {
            let mut set = TechniqueSet::NONE;
            Technique::ALL
                .iter()
                .copied()
                .filter(|&own| up_to(own))
                .for_each(|own| set.insert(own));
            set
        };
        let solves = |set| rated_path(&puzzle, set).end == PathEnd::Complete;
        assert!(solves(set(&|own| own <= technique)), "{hardest} is enough");
        assert!(!solves(set(&|own| own < technique)), "{hardest} is needed");
        *counts.entry(hardest).or_default() += 1;
    }
    let four = ["naked-pair", "pointing", "x-wing"].map(|id| (id.to_owned(), 4));
    assert_eq!(counts, BTreeMap::from(four));
    bench.ends("verify out", 0, "");
    bench.ends(RUN, 0, "nothing to do");
    // What the run promised is proved: a puzzle of another technique is found.
    let rows = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    fs::write(bench.path("other.csv"), &rows).unwrap();
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let lying = manifest.replace("x-wing,pointing,naked-pair", "swordfish,pointing,naked-pair");
    assert_ne!(lying, manifest);
    fs::write(bench.path("out/manifest.json"), lying).unwrap();
    let said = bench.run("verify out");
    assert_eq!(said.status.code(), Some(1));
    let said = String::from_utf8([said.stdout, said.stderr].concat()).unwrap();
    assert!(said.contains("x-wing as the hardest technique"), "{said}");
}

#[test]
fn course_explains_each_technique_before_its_puzzles() {
    let bench = Bench::new();
    for args in
        ["--lang de --template large-print", "--trim 6x9 --lang ja --printer kdp --fill-pages"]
    {
        let run = RUN.replace("--trim 6x9", args);
        bench.ends(&format!("{run} --out out --force"), 0, "");
        bench.ends("verify out", 0, "");
    }
    bench.ends(&format!("{RUN} --out en"), 0, "");
    let pages: Vec<String> = readback::sheets(&bench.read("en/book.pdf"))
        .iter()
        .map(|page| page.lines().join("\n"))
        .collect();
    let names = ["X-wing", "Locked digits (pointing)", "Naked pair"];
    let lessons: Vec<usize> = names
        .iter()
        .map(|name| {
            let is_lesson = |page: &&String| page.starts_with(name);
            pages
                .iter()
                .position(|page| is_lesson(&page))
                .unwrap_or_else(|| panic!("{name}: {pages:?}"))
        })
        .collect();
    assert!(lessons.is_sorted(), "in the order given: {lessons:?}");
    let answers = pages.iter().rposition(|page| page.contains("Answers")).unwrap();
    assert!(lessons[2] < answers, "{lessons:?} {answers}");
    // Before the first chapter comes the page on how to read drawings. Its words hold for all of them.
    let reading = pages.iter().position(|page| page.starts_with("How to read these pages"));
    assert!(reading.is_some_and(|at| at < lessons[0]), "{pages:?}");
    let named = "r4c7 is the cell in row 4, column 7.";
    assert!(pages[reading.unwrap()].replace('\n', " ").contains(named), "{pages:?}");
    for lesson in lessons {
        let text = pages[lesson].replace('\n', " ");
        assert!(text.contains("This position is not from a puzzle of this book."), "{text}");
    }
    // The answers name the pages of their puzzles.
    assert!(pages[answers].contains("page "), "{}", pages[answers]);
    assert!(!pages[answers].contains("step "), "{}", pages[answers]);
    // Another book of the run is a course, too.
    bench.ends("book en --lang es --out es.pdf", 0, "");
    bench.ends("verify en/catalog.csv es.pdf", 0, "");
}

/// A course ended with its last lesson, and hints said again what the heading of the chapter says.
#[test]
fn course_ends_with_a_mixed_test() {
    let bench = Bench::new();
    let run = "run --course naked-pair,pointing,hidden-pair --count 5 --seed 1 --trim 6x9";
    bench.ends(&format!("{run} --out c -q"), 0, "");
    bench.ends("verify c", 0, "");
    let sheets = readback::sheets(&bench.read("c/book.pdf"));
    let pages: Vec<String> = sheets.iter().map(|page| page.lines().join("\n")).collect();
    let opener = pages.iter().position(|page| page.starts_with("Test\n")).unwrap();
    assert!(pages[opener].contains("Puzzles 16 to 18"), "{}", pages[opener]);
    let task = pages[opener].replace('\n', " ");
    assert!(task.contains("one of the techniques of this book"), "{task}");
    let kinds = ["Naked pair", "Locked digits (pointing)", "Hidden pair"];
    for (place, page) in pages.iter().enumerate() {
        let foot = page.lines().last().unwrap_or_default();
        if let Some(kind) = kinds.iter().find(|kind| foot.contains(&format!("{kind}  ·"))) {
            assert!(!page.contains(&format!("{kind}:")), "page {place}: {page}");
        }
    }
    let test: Vec<_> = course_puzzles(&bench, "c/catalog.csv");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    test.into_iter().for_each(|(_, hardest)| *counts.entry(hardest).or_default() += 1);
    assert!(counts.values().all(|count| *count == 6), "{counts:?}");
    // The author's order, whatever is easier.
    let first = kinds.map(|kind| pages.iter().position(|page| page.starts_with(kind)).unwrap());
    assert!(first.is_sorted() && first[2] < opener, "{first:?}");
    // One technique alone has nothing to mix.
    bench.ends("run --course naked-pair --count 6 --seed 1 --out one -q", 0, "");
    assert_eq!(course_puzzles(&bench, "one/catalog.csv").len(), 6);
}

#[test]
fn courses_are_read_or_refused_with_the_reason() {
    let read = |text: &str| text.parse::<Course>().map(|course| course.to_string());
    assert_eq!(read("x-wing, pointing,x-wing"), Ok("x-wing,pointing".to_owned()));
    let medium = Course::to_string(&"levels 3-3".parse().unwrap());
    assert!(medium.split(',').all(|id| id.parse::<StepKind>().unwrap().band() == Band::Medium));
    assert_eq!(read("levels 3"), Ok(medium));
    for bad in ["levels", "levels 5-3", "levels 8", "x-wings", "unique-rectangle-1", ""] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let bench = Bench::new();
    for (args, words) in [
        ("--course zwing", "--course: "),
        ("--course levels 9", "expected levels 1 to 7"),
        ("--course x-wing --levels 3", "expected --count"),
        ("--course x-wing --pages 60", "expected --count"),
        ("--course x-wing --template daily", "expected a book of chapters"),
        ("--course x-wing --parts techniques,puzzles", "of which a course has one in each chapter"),
    ] {
        bench.ends(&format!("run {args} --out no"), 2, words);
    }
    // Chapters for nishio and dynamic contradictions ended a course of bands 6 and 7 short.
    let hard: Course = "levels 6-7".parse().unwrap();
    let counts: Vec<u64> = hard.bands().map(|(_, count)| count).collect();
    assert_eq!(counts, [2, 4], "{hard}");
    bench.ends("run --course levels 3 --count 1 --seed 1 --out bands -q", 0, "");
    // Naked singles; direct techniques are on no level.
    assert_eq!(course_puzzles(&bench, "bands/catalog.csv").len(), 1);
    bench.ends("generate --count 2 --seed 1 --ladder human --levels 1 --out c.csv", 0, "");
    bench.ends(
        "book c.csv --course x-wing --out no.pdf",
        2,
        "puzzles whose hardest technique is one of x-wing",
    );
}
