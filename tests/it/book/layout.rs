//! The finished book, read back: every digit, line and page number; bytes per page; how designs and trims are read; drawn
//! steps.

use crate::support::books::{folios, imprint, make, pdf, puzzles, sections, trim};
use crate::support::program::{Bench, puzzles_of_all_bands};
use crate::support::puzzles::mixed_puzzles;
use crate::support::readback::{self, FoundGrid, Sheet};
use book::{self, BookOptions, Insight, Language, RulesExamples, Section, Template, Volume};
use grid::{Cell, GridShape, Level, Puzzle};
use human::Rung;
use lopdf::{Document, Object};
use page::{Colour, DrawOp, FlatMark, Page, PathEl, Point};
use preflight::{Printer, Trim};
use skrifa::raw::TableProvider as _;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

const DESIGNS: [&str; 2] = ["classic", "large-print"];

const TRIMS: [(&str, f64, f64); 4] = [
    ("a4", 210.0 / 25.4 * 72.0, 297.0 / 25.4 * 72.0),
    ("letter", 612.0, 792.0),
    ("6x9", 432.0, 648.0),
    ("8.5x11", 612.0, 792.0),
];

/// The page with the title.
const TITLE: usize = 0;

const INSIDE: f64 = 54.0;

const OUTSIDE: f64 = 36.0;

/// The first page of a part.
fn page_of(volume: &Volume, part: &str) -> usize {
    let place = volume.places().into_iter().find(|place| place.part == part);
    place.unwrap_or_else(|| panic!("no page of {part}")).page
}

/// The pages of answers are those with the head.
fn is_answers(sheet: &Sheet) -> bool {
    sheet.lines().first().is_some_and(|line| line.starts_with("Answers\t"))
}

/// A page with nothing but a level's name and what is said of it.
fn is_opener(sheet: &Sheet) -> bool {
    let lines = sheet.lines();
    sheet.grids().is_empty()
        && (2..=5).contains(&lines.len())
        && lines.iter().any(|line| line.starts_with("Puzzle"))
}

/// Grids with the index of their page.
type Grids = Vec<(usize, FoundGrid)>;

/// The grids that have a number: those of puzzle pages and of answer pages, with their page.
fn numbered(sheets: &[Sheet]) -> (Grids, Grids) {
    let all = sheets.iter().enumerate().flat_map(|(page, sheet)| {
        sheet.grids().into_iter().filter(|grid| grid.number > 0).map(move |grid| (page, grid))
    });
    all.partition(|(page, _)| !is_answers(&sheets[*page]))
}

/// Checks everything that must hold in any volume.
fn check(volume: &Volume, sections: &[Section], design: &str) {
    let bytes = pdf(volume);
    let sheets = readback::sheets(&bytes);
    let folios = folios(volume);
    assert_eq!(sheets.len(), volume.page_count());
    assert!(sheets.len().is_multiple_of(2));
    check_digits(volume, sections, &sheets, &folios, design);
    check_marks(&sheets);
    check_order(volume, &sheets, &folios);
}

fn check_digits(
    volume: &Volume,
    sections: &[Section],
    sheets: &[Sheet],
    folios: &[String],
    design: &str,
) {
    let expected: BTreeMap<usize, (Rung, Puzzle)> = sections
        .iter()
        .flat_map(|s| s.puzzles.iter().map(|p| (s.rung, *p.classic().unwrap())))
        .enumerate()
        .map(|(i, of)| (i + 1, of))
        .filter(|(n, _)| (volume.numbering.first..=volume.numbering.last).contains(n))
        .collect();
    assert_eq!(expected.len(), volume.puzzle_count());

    let (given, answered) = numbered(sheets);
    let numbers = |grids: &[(usize, FoundGrid)]| -> Vec<usize> {
        grids.iter().map(|(_, grid)| grid.number).collect()
    };
    let all: Vec<usize> = expected.keys().copied().collect();
    assert_eq!(numbers(&given), all, "each puzzle once, in order");
    assert_eq!(numbers(&answered), all, "each answer once, in order");

    let page_of = |grids: &[(usize, FoundGrid)]| -> BTreeMap<usize, String> {
        grids.iter().map(|(page, grid)| (grid.number, folios[*page].clone())).collect()
    };
    let (puzzle_page, answer_page) = (page_of(&given), page_of(&answered));

    for (page, grid) in &given {
        let (level, puzzle) = &expected[&grid.number];
        assert_eq!(grid.line, puzzle.givens().to_string(), "puzzle {}", grid.number);
        assert!(grid.off_centre < 0.04, "{} pt off centre", grid.off_centre);
        let text = sheets[*page].text();
        let answer = &answer_page[&grid.number];
        if design == "large-print" {
            assert!(text.contains(&format!("Answer: page {answer}")), "{text}");
            assert!(grid.digit_size >= 24.0 && grid.lines == (1.25, f64::from(3.6_f32)));
            let least = if sheets[*page].media[2] < 500.0 { 36.0 } else { 43.2 };
            assert!(grid.cell >= least, "{} pt cells", grid.cell);
        } else {
            let foot = text.lines().find(|line| line.contains("answers on page"));
            let named = foot.unwrap().split(['·', '\t']).find(|part| part.contains("answers on"));
            let named: Vec<usize> =
                named.unwrap().split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let answer: usize = answer.parse().unwrap();
            assert!(named[0] <= answer && answer <= *named.last().unwrap(), "{text}");
        }
        assert!(text.contains(level.name()), "{text}");
        // Stars: a path for each level up to the hardest, in one form, with as many filled as the level
        // says, ending at the right edge of the frame.
        let stars = star_rows(&sheets[*page]);
        let own: Vec<_> = stars
            .iter()
            .filter(|row| (row.right - grid.edges.1).abs() < 0.1)
            .filter(|row| (0.0..40.0).contains(&(row.bottom - grid.edges.2)))
            .collect();
        assert_eq!(own.len(), 1, "puzzle {} has its stars", grid.number);
        assert_eq!(own[0].filled, usize::from(level.number()));
    }
    for (page, grid) in &answered {
        let (_, puzzle) = &expected[&grid.number];
        assert_eq!(grid.line, puzzle.solution().to_string(), "answer {}", grid.number);
        assert!(grid.off_centre < 0.04, "{} pt off centre", grid.off_centre);
        let least = if design == "large-print" { 11.0 } else { 7.0 };
        assert!(grid.digit_size >= least, "{} pt", grid.digit_size);
        for cell in Cell::ALL {
            let font = grid.fonts[cell.index()].as_ref().unwrap();
            let bold = font.ends_with("SemiBold") || font.ends_with("Bold");
            assert_eq!(bold, puzzle.givens()[cell].is_some(), "{font} at {cell}");
        }
        // "page N" stands above the right edge of the frame.
        let wanted = format!("page {}", puzzle_page[&grid.number]);
        let caption = caption_at(&sheets[*page], grid);
        assert!(caption.ends_with(&wanted), "{caption:?}, not {wanted:?}");
    }
}

/// The text above a grid, from its left edge to its right.
fn caption_at(sheet: &Sheet, grid: &FoundGrid) -> String {
    let (left, right, top) = grid.edges;
    let mut row: Vec<_> = sheet
        .glyphs
        .iter()
        .filter(|g| g.y > top && g.y < top + 8.0)
        .filter(|g| g.x > left - 0.1 && g.x + g.advance < right + 0.1)
        .collect();
    row.sort_by(|a, b| a.x.total_cmp(&b.x));
    row.iter().map(|g| g.character).collect()
}

struct Stars {
    filled: usize,
    right: f64,
    bottom: f64,
}

fn star_rows(sheet: &Sheet) -> Vec<Stars> {
    let mut forms: BTreeMap<usize, Vec<&readback::Drawn>> = BTreeMap::new();
    for drawn in sheet.drawn.iter().filter(|d| d.form > 0) {
        forms.entry(drawn.form).or_default().push(drawn);
    }
    forms
        .into_values()
        .filter(|paths| paths.len() <= 5 && paths.iter().all(|p| p.points.len() == 10))
        .map(|paths| {
            // An outline is drawn around its path; how far its tips reach follows from the star's
            // shape, so the last star's right edge is taken from the pitch of the row.
            let middle = |path: &readback::Drawn| path.points[0].0;
            let filled = paths.iter().filter(|p| p.width == 0.0).count();
            let reach =
                paths[0].points.iter().map(|p| p.0).fold(f64::MIN, f64::max) - middle(paths[0]);
            Stars {
                filled,
                right: middle(paths[paths.len() - 1]) + reach,
                bottom: paths[0].points.iter().map(|p| p.1).fold(f64::MAX, f64::min),
            }
        })
        .collect()
}

fn check_marks(sheets: &[Sheet]) {
    for (index, sheet) in sheets.iter().enumerate() {
        let (width, height) = (sheet.media[2], sheet.media[3]);
        let (left, right) =
            if index % 2 == 0 { (INSIDE, width - OUTSIDE) } else { (OUTSIDE, width - INSIDE) };
        let within = |x0: f64, y0: f64, x1: f64, y1: f64, what: &str| {
            assert!(
                x0 > left - 0.05 && x1 < right + 0.05 && y0 > 35.98 && y1 < height - 35.98,
                "page {index}: {what} at {x0:.2},{y0:.2} to {x1:.2},{y1:.2} is outside the margins"
            );
        };
        for g in &sheet.glyphs {
            let (low, high) = (g.y - 0.25 * g.size, g.y + 0.72 * g.size);
            let low = if g.character.is_ascii_digit() { g.y } else { low };
            within(g.x, low, g.x + g.advance, high, &g.character.to_string());
            assert!(g.size >= 7.0, "{} is too small to print", g.size);
        }
        for drawn in &sheet.drawn {
            if drawn.width > 0.0 {
                assert!(drawn.width >= 0.75, "a line of {} pt", drawn.width);
            }
            // Flat ends: only the sides of a line are beyond its points.
            let [first, .., last] = drawn.points[..] else { panic!("a path of one point") };
            let half = drawn.width / 2.0;
            let (dx, dy) = match drawn.points.len() {
                2 if first.0 == last.0 => (half, 0.0),
                2 => (0.0, half),
                _ => (half, half),
            };
            for (x, y) in &drawn.points {
                within(x - dx, y - dy, x + dx, y + dy, "a line");
            }
        }
        for operator in &sheet.operators {
            let colours = ["rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "gs", "sh"];
            assert!(!colours.contains(&operator.as_str()), "operator {operator}");
        }
    }
}

fn check_order(volume: &Volume, sheets: &[Sheet], folios: &[String]) {
    let mut blank = 0;
    let copyright = page_of(volume, "copyright");
    for (index, sheet) in sheets.iter().enumerate() {
        let empty = sheet.glyphs.is_empty() && sheet.drawn.is_empty();
        blank = if empty { blank + 1 } else { 0 };
        assert!(blank <= 2, "three blank pages in a row at {index}");
        let text = sheet.text();
        if index > TITLE && index != copyright && !empty && !is_opener(sheet) {
            assert!(
                text.split(['\n', '\t']).any(|part| part == folios[index]),
                "page {index} shows its number {}: {text}",
                folios[index]
            );
        }
        if is_opener(sheet) || is_answers(sheet) {
            let before = &sheets[index - 1];
            let is_empty = before.glyphs.is_empty() && before.drawn.is_empty();
            assert!(!is_empty, "page {index}: the page before an opener is blank");
        }
    }
    // Each level begins with a page, or with a line above its puzzles that names them.
    let has_line = |sheet: &Sheet| {
        !sheet.grids().is_empty() && !is_answers(sheet) && sheet.text().contains("Puzzle")
    };
    let behind = sheets.iter().skip(page_of(volume, "puzzles") - 1);
    let levels = behind.filter(|sheet| is_opener(sheet) || has_line(sheet)).count();
    assert_eq!(levels, volume.levels_present().len());
    assert!(sheets[copyright].text().contains("Every puzzle has exactly one solution."));
    assert!(!sheets[copyright].text().contains("Seed"));
    assert!(sheets[TITLE].text().contains("A. Müller"));
    let (rules, levels) = (page_of(volume, "how-to-play"), page_of(volume, "levels"));
    assert!(sheets[rules].text().contains("How to play"));
    assert!(sheets[levels].text().contains("The levels"));
    assert_eq!(copyright, TITLE + 1, "the imprint is on the back of the title page");
    assert_eq!(folios[volume.front_matter()], "1");
    // The grid on the title page is a real one.
    let [title] = &sheets[TITLE].grids()[..] else { panic!("one grid on the title page") };
    assert!(
        sheets
            .iter()
            .skip(volume.front_matter())
            .any(|s| s.grids().iter().any(|g| g.line == title.line))
    );
}

#[test]
fn every_digit_is_printed_on_every_trim() {
    let sections = sections(&[7, 5, 9, 1, 14]);
    for design in DESIGNS {
        for (size, width, height) in TRIMS {
            let [volume] = &make(design, size, &sections)[..] else { panic!("one volume") };
            check(volume, &sections, design);
            let sheets = readback::sheets(&pdf(volume));
            for sheet in &sheets {
                assert_eq!(sheet.media, sheet.trim);
                assert_eq!(sheet.media[..2], [0.0, 0.0]);
                assert!((sheet.media[2] - width).abs() < 1e-4, "{:?}", sheet.media);
                assert!((sheet.media[3] - height).abs() < 1e-4, "{:?}", sheet.media);
            }
        }
    }
}

#[test]
fn puzzles_a_page_are_those_of_the_design() {
    let sections = sections(&[8]);
    let count = |design, size| {
        let volume = &make(design, size, &sections)[0];
        readback::sheets(&pdf(volume))[page_of(volume, "puzzles")].grids().len()
    };
    for (size, classic) in [("a4", 4), ("letter", 4), ("8.5x11", 4), ("6x9", 2)] {
        assert_eq!(count("classic", size), classic, "classic on {size}");
        assert_eq!(count("large-print", size), 1, "large-print on {size}");
    }
}

#[test]
fn odd_shapes_of_books() {
    for sizes in [&[1][..], &[0, 0, 1], &[1, 1, 1, 1, 1], &[7], &[0, 7], &[3, 0, 0, 0, 5]] {
        let sections = sections(sizes);
        for (design, size) in [("classic", "6x9"), ("large-print", "8.5x11")] {
            for volume in make(design, size, &sections) {
                check(&volume, &sections, design);
            }
        }
    }
}

/// Returns different puzzles that have a hint.
fn puzzles_with_hints(count: usize) -> Vec<Puzzle> {
    let has_hint = |puzzle: &Puzzle| Insight::new(puzzle).hint.is_some();
    let found: Vec<_> = mixed_puzzles(5000, 1).filter(has_hint).take(count).collect();
    assert_eq!(found.len(), count);
    found
}

/// The second volume had the days and the hints of the first one.
#[test]
fn puzzle_has_its_words_in_any_volume() {
    let hinted = vec![Section::new(Level::Hard, puzzles_with_hints(24))];
    let [of_hints, of_days] = [("classic", 0), ("daily", 1)].map(|(design, at)| {
        let (_, toml) = Template::BUILTIN.iter().find(|(name, _)| *name == design).unwrap();
        let changes = [
            ("# hints = \"end\"", "hints = \"foot\"\n#"),
            // Without large days, a label beside the number names the day.
            ("head = \"day\"", ""),
        ];
        let toml = toml.replace(changes[at].0, changes[at].1);
        Template::parse(&toml.replace("\"puzzles\",", "\"puzzles\", \"hints\",")).unwrap()
    });
    for (template, size, sections, expected) in [
        (of_hints, "8.5x11", hinted, "lock"),
        (of_days, "6x9", sections(&[36, 18, 36, 18, 18]), "Week "),
    ] {
        let spec = book::LayoutSpec::new(&template, &sections).trim(size.parse().unwrap());
        let words = |volume: &Volume, puzzle: usize| -> BTreeSet<String> {
            let page = volume.page(volume.puzzle_page(puzzle).unwrap());
            let texts = FlatMark::all(&page.marks).into_iter().filter_map(|mark| match mark.op {
                DrawOp::Text { text, .. } => Some(text.to_string()),
                _ => None,
            });
            // The foot has the pages and the puzzles of the volume.
            let of_volume = |text: &String| text.contains("page") || text.contains("uzzles ");
            let texts = texts.filter(|text| !of_volume(text));
            texts.filter(|text| text.chars().filter(|c| c.is_alphabetic()).count() > 3).collect()
        };
        let (one, two) = (spec.lay_out().unwrap(), spec.volumes(2).lay_out().unwrap());
        let [first, second] = &two.volumes[..] else { panic!("{expected}") };
        // Some puzzles of the second volume, each as in the book in one volume.
        for puzzle in 0..second.puzzle_count() {
            let split = words(second, puzzle);
            assert_eq!(words(&one.volumes[0], first.puzzle_count() + puzzle), split, "{expected}");
        }
        let last = words(second, second.puzzle_count() - 1);
        assert!(last.iter().any(|text| text.contains(expected)), "{last:?}");
    }
}

/// Hints and answers upside down below the puzzles keep apart.
#[test]
fn hints_stand_above_the_answers_below() {
    let (_, classic) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let toml = classic.replace("# hints = \"end\"", "hints = \"foot\"\n#");
    let toml = toml.replace("\"puzzles\",", "\"puzzles\", \"hints\",");
    let template = Template::parse(&toml).unwrap();
    let options = BookOptions { answers: "foot".parse().ok(), ..imprint() };
    let sections = [Section::new(Level::Hard, puzzles_with_hints(8))];
    let volume = &book::volumes(&template, trim("8.5x11"), &options, &sections).unwrap()[0];
    let mut both = 0;
    for page in volume.pages() {
        let turned = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Rotated { corner, size, .. } => Some((corner.1, corner.1 + size.1)),
            _ => None,
        });
        let mut blocks: Vec<_> = turned.collect();
        blocks.sort_by(|a, b| a.0.total_cmp(&b.0));
        both += usize::from(blocks.len() > 1);
        assert!(blocks.windows(2).all(|pair| pair[0].1 < pair[1].0), "{blocks:?}");
    }
    assert!(both > 1, "{both}");
}

#[test]
fn page_limit_splits_a_book_into_even_volumes() {
    let (_, toml) = Template::BUILTIN[0];
    let template = Template::parse(&toml.replace("page_limit = 550", "page_limit = 30")).unwrap();
    let sections = sections(&[10, 40, 30, 0, 61]);
    let volumes = book::volumes(&template, trim("6x9"), &imprint(), &sections).unwrap();
    assert!(volumes.len() > 2, "{} volumes", volumes.len());
    let mut next = 1;
    let sizes: Vec<usize> = volumes.iter().map(Volume::puzzle_count).collect();
    for (i, volume) in volumes.iter().enumerate() {
        check(volume, &sections, "classic");
        assert!(volume.page_count() <= 30);
        assert_eq!(volume.numbering.first, next);
        next = volume.numbering.last + 1;
        assert_eq!(volume.numbering.volume, i + 1);
        let sheets = readback::sheets(&pdf(volume));
        let title = sheets[0].text();
        assert!(title.contains(&Language::default().volume(i + 1)), "{title}");
        assert!(sheets[page_of(volume, "copyright")].text().contains(&format!(
            "Volume {} of {}",
            i + 1,
            volumes.len()
        )));
    }
    assert_eq!(next, 142);
    let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
    assert!(most - least <= 4, "{sizes:?} is not even");
    // The second level begins in the first volume: its opener says so in the second.
    let opener = page_of(&volumes[1], "puzzles") - 1;
    let opener = readback::sheets(&pdf(&volumes[1]))[opener].text();
    assert!(opener.contains("continued from Volume One"), "{opener}");
}

#[test]
fn book_bytes_do_not_depend_on_earlier_books() {
    let sections_a = sections(&[3, 2]);
    let a = &make("classic", "6x9", &sections_a)[0];
    let first = pdf(a);
    assert_eq!(first, pdf(a));
    let other = pdf(&make("large-print", "a4", &sections(&[5]))[0]);
    assert_ne!(first, other);
    assert_eq!(first, pdf(&make("classic", "6x9", &sections_a)[0]));
}

#[test]
fn failing_writer_is_an_error_at_any_byte() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let volume = &make("large-print", "6x9", &sections(&[2]))[0];
    let whole = pdf(volume).len();
    for room in (0..whole).step_by(whole / 40).chain([whole - 1]) {
        let error = volume.write(&mut Full(room)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "room for {room}");
    }
    volume.write(&mut Full(whole)).unwrap();
}

#[test]
fn the_file_meets_the_requirements_of_printers() {
    for design in DESIGNS {
        let volume = &make(design, "6x9", &sections(&[4, 4]))[0];
        let bytes = pdf(volume);
        assert!(bytes.starts_with(b"%PDF-1.5"));
        let doc = Document::load_mem(&bytes).unwrap();
        let info = doc.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let mut keys: Vec<_> = doc
            .get_dictionary(info)
            .unwrap()
            .iter()
            .map(|(key, _)| String::from_utf8(key.clone()).unwrap())
            .collect();
        keys.sort();
        assert_eq!(keys, ["Author", "Producer", "Subject", "Title"]);
        let catalog = doc.catalog().unwrap();
        for key in ["Outlines", "Names", "AcroForm", "OCProperties", "Metadata"] {
            assert!(!catalog.has(key.as_bytes()), "{key}");
        }
        let mut fonts = 0;
        let mut programs = 0;
        for object in doc.objects.values() {
            let Ok(dict) = object.as_dict() else { continue };
            assert!(!dict.has(b"Annots"), "a page has no annotations");
            let kind = dict.get(b"Type").and_then(Object::as_name).unwrap_or_default();
            if kind == b"FontDescriptor" {
                let name = dict.get(b"FontName").unwrap().as_name().unwrap();
                let (tag, _) = name.split_at(7);
                assert!(tag[..6].iter().all(u8::is_ascii_uppercase) && tag[6] == b'+');
                let program = dict.get(b"FontFile2").unwrap().as_reference().unwrap();
                let program = doc.get_object(program).unwrap().as_stream().unwrap();
                let bytes = program.decompressed_content().unwrap_or(program.content.clone());
                // The whole faces have more than 300.
                let font = skrifa::FontRef::new(&bytes).unwrap();
                let glyphs = font.maxp().unwrap().num_glyphs();
                assert!(glyphs < 90, "{glyphs} glyphs are no subset");
                programs += 1;
            }
            if kind == b"Font" {
                assert!(dict.has(b"ToUnicode"));
                fonts += 1;
            }
        }
        assert_eq!(fonts, programs, "each font is embedded");
        assert_eq!(programs, if design == "classic" { 5 } else { 2 }, "{design}");
    }
}

/// The example follows from the first puzzle of the book, and its block is shaded.
#[test]
fn each_book_prints_its_own_worked_example() {
    let mut lines = Vec::new();
    for (design, size, count) in
        [("classic", "a4", 1), ("large-print", "8.5x11", 1), ("classic", "6x9", 0)]
    {
        let sections = if count == 1 { sections(&[1]) } else { sections(&[0, 1]) };
        let volume = &make(design, size, &sections)[0];
        let first = sections.iter().find_map(|section| section.puzzles.iter().next()).unwrap();
        let example = RulesExamples::new(&first, &[GridShape::Nine]).blocks.remove(0);
        let sheet = &readback::sheets(&pdf(volume))[page_of(volume, "how-to-play")];
        let [printed] = &sheet.grids()[..] else { panic!("one example") };
        assert_eq!(printed.line, example.givens.to_string());
        lines.push(printed.line.clone());
        let shade = sheet.drawn.iter().find(|d| d.form == 0 && d.width == 0.0).unwrap();
        let (left, right) = (shade.points[0].0, shade.points[1].0);
        let corner = example.block_corner();
        let bold = printed.lines.1 / 2.0;
        let expected = printed.edges.0 + bold + (corner % 9) as f64 * printed.cell;
        assert!((left - expected).abs() < 0.02, "the stack of the block");
        assert!((right - left - 3.0 * printed.cell).abs() < 0.02);
        let top = shade.points.iter().map(|p| p.1).fold(f64::MIN, f64::max);
        let expected = printed.edges.2 - bold - (corner / 9) as f64 * printed.cell;
        assert!((top - expected).abs() < 0.02, "the band of the block");
    }
    assert_eq!(lines[0], lines[1], "the same puzzles");
    assert_ne!(lines[0], lines[2], "other puzzles");
}

#[test]
fn contents_of_a_design_begin_at_six_sections() {
    // Rules, levels, answers, and a section for each level.
    for (sizes, has_contents) in [(&[4, 4][..], false), (&[4, 4, 4], true)] {
        let volume = &make("classic", "6x9", &sections(sizes))[0];
        assert_eq!(volume.has_part("contents"), has_contents, "{sizes:?}");
        let levels = page_of(volume, "levels");
        assert_eq!(page_of(volume, "how-to-play") + 1, levels);
        assert!(!has_contents || levels.is_multiple_of(2), "a spread behind the contents");
    }
    let asked = BookOptions {
        parts: Some(["title", "contents", "puzzles"].map(str::to_owned).to_vec()),
        ..imprint()
    };
    let template = Template::builtin("classic").unwrap();
    let volumes = book::volumes(&template, trim("6x9"), &asked, &sections(&[4])).unwrap();
    assert!(volumes[0].has_part("contents"), "the list of a user stays as it is");
}

#[test]
fn opener_has_its_promise_and_no_figures() {
    let volume = &make("classic", "a4", &sections(&[0, 12]))[0];
    let opener = readback::sheets(&pdf(volume))[volume.front_matter()].lines().join(" ");
    assert!(opener.contains("Easy") && opener.contains("Puzzles 1 to 12"), "{opener}");
    let language = Language::default();
    assert!(opener.contains(language.level_name(Level::Easy)), "{opener}");
    assert!(opener.contains("For a coffee break"), "{opener}");
    assert!(!opener.contains("givens"), "{opener}");
}

#[test]
fn long_title_is_broken_and_blank_one_replaced() {
    let sections = sections(&[2]);
    let template = Template::builtin("classic").unwrap();
    let title_page = |title: &str| {
        let imprint = BookOptions { title: Some(title.to_owned()), ..imprint() };
        let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections).unwrap();
        check(&volumes[0], &sections, "classic");
        readback::sheets(&pdf(&volumes[0]))[TITLE].lines()
    };
    let lines = title_page("A Very Long Title for a Small Book of Puzzles about Nine Digits");
    // The author is at the foot of the page.
    assert!(lines[0].starts_with("A Very Long"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "A. Müller");
    assert!(lines.len() > title_page("Short").len());
    assert!(title_page("  ").contains(&"The Quiet Hour".to_owned()));
}

/// The title page took a Chinese face for the characters that it has, and a Japanese one for kana.
#[test]
fn title_page_sets_kana_beside_kanji_alike() {
    let template = Template::builtin("classic").unwrap();
    for (title, face) in [("毎日の脳トレ", "JP"), ("静谧冬夜", "SC")] {
        let imprint = BookOptions { title: Some(title.to_owned()), ..imprint() };
        let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections(&[2])).unwrap();
        let sheet = &readback::sheets(&pdf(&volumes[0]))[TITLE];
        let letters = sheet.glyphs.iter().filter(|glyph| title.contains(glyph.character));
        let fonts: Vec<&String> = letters.map(|glyph| &glyph.font).collect();
        assert_eq!(fonts.len(), title.chars().count());
        assert!(fonts.iter().all(|font| font.contains(face)), "{title}: {fonts:?}");
    }
}

#[test]
fn title_page_has_room_for_any_puzzle_count() {
    for count in [1, 77, 150, 177, 373, 877] {
        let sections = [Section::new(Level::Hard, puzzles(1, 0).repeat(count))];
        for design in DESIGNS {
            let volume = &make(design, "6x9", &sections)[0];
            let page = volume.pages().nth(TITLE).unwrap();
            assert!(page.marks.len() > 20, "{count} puzzles, {design}");
            let said = Language::default().count(volume.puzzle_count());
            let title = readback::sheets(&pdf(volume))[TITLE].text();
            for word in said.split(' ') {
                assert!(title.contains(word), "{title} lacks {said}");
            }
        }
    }
}

#[test]
fn letters_of_a_title_are_kerned() {
    use page::Face;
    for face in [Face::SERIF, Face::HYPERLEGIBLE] {
        assert!(face.kern('A', 'V') < -0.01, "{}", face.name());
        assert_eq!(face.kern('n', 'n'), 0.0, "{}", face.name());
    }
    let imprint = BookOptions { title: Some("AVA".to_owned()), ..Default::default() };
    let template = Template::builtin("classic").unwrap();
    let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections(&[1])).unwrap();
    let sheet = &readback::sheets(&pdf(&volumes[0]))[TITLE];
    let [a, v, _] = &sheet.glyphs.iter().filter(|g| g.size > 30.0).collect::<Vec<_>>()[..] else {
        panic!("three large letters")
    };
    let kern = (v.x - a.x - a.advance) / a.size;
    assert!((kern - Face::SERIF.kern('A', 'V')).abs() < 0.001, "{kern}");
}

/// Bytes for each page: its content as it stands in the file, and its share of the dictionaries and
/// the table of objects. Fonts and drawings, which all pages share, are not counted.
fn bytes_of_pages(pdf: &[u8]) -> Vec<usize> {
    let document = Document::load_mem(pdf).unwrap();
    let find = |from: usize, what: &[u8]| {
        let at = pdf[from..].windows(what.len()).position(|w| w == what);
        at.map(|at| from + at)
    };
    let mut spans = BTreeMap::new();
    let mut shared = 0;
    let mut at = 0;
    while let Some(end) = find(at, b"endobj") {
        let start = pdf[at..end].windows(7).position(|w| w == b" 0 obj\n" || w == b" 0 obj<");
        let start = at + start.unwrap();
        let digits = pdf[..start].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let id: u32 = std::str::from_utf8(&pdf[start - digits..start]).unwrap().parse().unwrap();
        let length = end + 7 - (start - digits);
        let head = String::from_utf8_lossy(&pdf[start..end.min(start + 120)]).into_owned();
        if head.contains("/ObjStm") || head.contains("/XRef") {
            shared += length;
        }
        spans.insert(id, length);
        at = end + 6;
    }
    assert!(shared > 0, "the file has object streams");
    let pages: Vec<_> = document.page_iter().collect();
    let share = shared / pages.len();
    let content = |page| {
        let contents = document.get_dictionary(page).unwrap().get(b"Contents");
        spans[&contents.unwrap().as_reference().unwrap().0]
    };
    pages.into_iter().map(|page| content(page) + share).collect()
}

/// The mean of the pages with puzzles of a book of 510.
fn mean(design: &Template, trim: &str, a_page: usize) -> usize {
    let puzzles: Vec<_> = mixed_puzzles(510 * 7, 1).skip(2).step_by(7).collect();
    let sections = [Section::new(Level::Hard, puzzles)];
    let kdp = Printer::builtin("kdp").unwrap();
    let terms = kdp.terms(trim.parse().unwrap(), None).unwrap();
    let imprint = BookOptions::default();
    let layout = book::LayoutSpec::new(design, &sections)
        .printer(&terms)
        .options(&imprint)
        .volumes(1)
        .lay_out();
    let volume = &layout.unwrap().volumes[0];
    assert_eq!(volume.grids_per_page().0, a_page);
    let mut pdf = Vec::new();
    volume.write(&mut pdf).unwrap();
    // Title, imprint, how to play, levels, opener; then puzzles.
    let all = bytes_of_pages(&pdf);
    let full = &all[volume.front_matter() + 1..][..510 / a_page];
    println!("{}: {} bytes in {} pages", design.name(), pdf.len(), all.len());
    full.iter().sum::<usize>() / full.len()
}

#[test]
fn one_puzzle_a_page_is_small() {
    let bytes = mean(&Template::builtin("large-print").unwrap(), "6x9", 1);
    println!("one a page: {bytes} bytes a page");
    assert!(bytes <= 450, "{bytes}");
}

#[test]
fn six_puzzles_a_page_are_small() {
    let (_, text) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let six = text.replace("columns = 2\nrows = 2", "columns = 2\nrows = 3");
    let bytes = mean(&Template::parse(&six).unwrap(), "8.5x11", 6) / 6;
    println!("six a page: {bytes} bytes a puzzle");
    assert!(bytes <= 250, "{bytes}");
}

#[test]
fn template_errors_name_expected_and_found_values() {
    let (_, classic) = Template::BUILTIN[0];
    let refuse = |from: &str, to: &str| {
        assert!(classic.contains(from), "{from} is in the template");
        Template::parse(&classic.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let unknown = refuse("page_limit = 550", "page_limit = 550\npuzzels = 4");
    assert!(unknown.contains("puzzels") && unknown.contains("line"), "{unknown}");
    let nested = refuse("caption_gap = 6 ", "caption_gab = 6 ");
    assert!(nested.contains("caption_gab") && nested.contains("caption_gap"), "{nested}");
    assert!(refuse("page_limit = 550", "").contains("page_limit"));
    assert!(refuse("columns = 2", "columns = 2.5").contains("2.5"));
    let cases = [
        ("page_limit = 550", "page_limit = 5", "page_limit: expected 24 to 1200 pages, found 5"),
        ("thin = 0.75", "thin = 0.5", "puzzle.thin: expected 0.75 to 6 points, found 0.5"),
        ("block = 2.0", "block = 0.5", "puzzle.block: expected 0.75 to 8 points, found 0.5"),
        (
            "digit = 0.60",
            "digit = 2",
            "puzzle.digit: expected 0.3 to 0.9 of the cell's side, found 2",
        ),
        ("inside = 45", "inside = 20", "margins.inside: expected 27 to 216 points, found 20"),
        ("outside = 36", "outside = nan", "margins.outside: expected 18 to 216 points, found NaN"),
        ("min_digit = 7", "min_digit = 5", "answers.min_digit: expected 7 to 48 points, found 5"),
        (
            "foot = 8.25",
            "min_type = 9\nfoot = 8.25",
            "sizes.foot: expected 9 to 18 points, found 8.25",
        ),
        ("# min_type = 7", "min_type = 8", "answers.min_digit: expected 8 to 48 points, found 7"),
        ("rows = 2", "rows = 0", "arrangement 1: rows: expected 1 to 8 rows, found 0"),
        ("columns = 2", "columns = 9", "arrangement 2: columns: expected 1 to 6 columns, found 9"),
        ("figures = \"Press Sans\"", "figures = \"Arial\"", "found \"Arial\""),
        (
            "# subtitle = \"{count} Sudoku\"",
            "subtitle = \"{number} Sudoku\"",
            "{count} is the only placeholder",
        ),
        ("# title = \"The Quiet Hour\"", "title = \" \"", "found \" \""),
        ("trim_width_from = 0\n", "trim_width_from = 9\n", "trim_width_from = 0"),
    ];
    for (from, to, expected) in cases {
        // The first key of its name may stand in a comment or in an earlier table.
        let message = refuse(from, to);
        assert!(message.contains(expected), "{message}\nlacks {expected}");
    }
    let template = Template::builtin("classic").unwrap();
    assert_eq!(template.name(), "classic");
    assert!(!template.description().is_empty());
    assert!(Template::builtin("clasic").is_none());
    for (name, toml) in Template::BUILTIN {
        assert_eq!(Template::parse(toml).unwrap().name(), *name);
    }
}

#[test]
fn unprintable_characters_are_refused_before_printing() {
    let sections = sections(&[2]);
    let attempt = |design: &str, size: &str, imprint: &BookOptions| {
        let template = Template::builtin(design).unwrap();
        book::volumes(&template, trim(size), imprint, &sections).unwrap_err()
    };
    let titled = |title: &str| BookOptions { title: Some(title.to_owned()), ..Default::default() };
    let error = attempt("classic", "6x9", &titled("하루 100"));
    assert_eq!(error.problem().setting_name(), Some("title"));
    let message = error.to_string();
    assert!(message.contains('하') && message.contains("U+D558"), "{message}");
    let author = BookOptions { author: Some("Ω 하".to_owned()), ..Default::default() };
    assert!(attempt("classic", "6x9", &author).to_string().contains("author"));
    let series = BookOptions { series: Some("Seed\t42".to_owned()), ..Default::default() };
    assert!(attempt("classic", "6x9", &series).to_string().contains("series"));

    let long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenverein".repeat(2);
    let error = attempt("classic", "6x9", &titled(&long));
    assert_eq!(error.problem().setting_name(), Some("title"), "{error}");

    let error = attempt("large-print", "4x6", &BookOptions::default());
    let message = error.to_string();
    for part in ["large-print", "4x6", "36.5", "min_cell", "expected"] {
        assert!(message.contains(part), "{message} lacks {part}");
    }
    let template = Template::builtin("classic").unwrap();
    let none = book::volumes(&template, trim("a4"), &BookOptions::default(), &[]);
    assert!(none.unwrap_err().to_string().starts_with("there are no puzzles"));
}

/// Two pages lie side by side on a sheet of Letter or A4; a size that is too wide or too high for
/// that becomes half a sheet.
#[test]
fn folded_pages_fit_half_a_sheet() {
    for (whole, half) in [
        ("5x8", "5x8"),
        ("5x9", "5.5x8.5"),
        ("6x8", "5.5x8.5"),
        ("130x200mm", "130x200mm"),
        ("140x220mm", "a5"),
        ("150x200mm", "a5"),
    ] {
        assert_eq!(trim(whole).folded(), trim(half), "{whole}");
    }
}

#[test]
fn trims_are_read_as_users_type_them() {
    for (typed, width, height, said) in [
        ("A4", 595.275_59, 841.889_76, "a4"),
        ("Letter", 612.0, 792.0, "letter"),
        ("8.5x11", 612.0, 792.0, "letter"),
        ("6x9", 432.0, 648.0, "6x9"),
        ("6X9in", 432.0, 648.0, "6x9"),
        ("7.5x9.25", 540.0, 666.0, "7.5x9.25"),
        ("170x240mm", 481.889_76, 680.314_96, "170x240mm"),
    ] {
        let trim = trim(typed);
        assert!((trim.width() - width).abs() < 1e-4, "{typed}: {}", trim.width());
        assert!((trim.height() - height).abs() < 1e-4, "{typed}: {}", trim.height());
        assert_eq!(trim.to_string(), said);
        assert_eq!(said.parse::<Trim>().unwrap(), trim);
    }
    for wrong in ["", "a3.5", "6by9", "6x", "nanx9", "6x9cm"] {
        let message = wrong.parse::<Trim>().unwrap_err().to_string();
        assert!(message.contains("6x9"), "{message}");
    }
    for wrong in ["2x9", "6x90", "-6x9", "6x9mm"] {
        let message = wrong.parse::<Trim>().unwrap_err().to_string();
        assert!(message.contains("3 to 17 in"), "{message}");
    }
}

/// A rectangle: left, top, right, bottom.
type Box = [f64; 4];

/// What is drawn of a step.
#[derive(Default)]
struct Drawn {
    /// The lines of the grid, with their widths.
    columns: Vec<(f64, f64)>,
    rows: Vec<(f64, f64)>,
    /// The digits of the grid and the candidates, with what they cover.
    digits: Vec<Box>,
    candidates: Vec<Box>,
    /// The rings around candidates: centre and radius.
    rings: Vec<(Point, f64)>,
    /// The pieces of arrows.
    arrows: Vec<(Point, Point)>,
    /// The lines over candidates, with their edges: ends and width.
    strikes: Vec<(Point, Point, f64)>,
}

fn points(step: &PathEl) -> Vec<Point> {
    match step {
        PathEl::Move(point) | PathEl::Line(point) => vec![*point],
        PathEl::Quad(points) => points.to_vec(),
        PathEl::Curve(points) => points.to_vec(),
    }
}

/// The step that is drawn on a page, if one is.
fn drawn(page: &Page) -> Option<Drawn> {
    let mut drawn = Drawn::default();
    for mark in &page.marks {
        match mark {
            DrawOp::Line { from, to, width } if from.0 == to.0 => {
                drawn.columns.push((from.0, *width))
            }
            DrawOp::Line { from, to, width } if from.1 == to.1 => drawn.rows.push((from.1, *width)),
            _ => {}
        }
    }
    drawn.columns.sort_by(|a, b| a.0.total_cmp(&b.0));
    drawn.rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The rule below the head is no line of the grid.
    drawn.rows.drain(..drawn.rows.len().checked_sub(10)?);
    let cell = (drawn.columns.get(9)?.0 - drawn.columns[0].0) / 9.0;
    for mark in &page.marks {
        match mark {
            DrawOp::Colored { colour, marks } => match &marks[..] {
                [DrawOp::Shape { steps, .. }] if *colour == Colour::BLACK => {
                    let all: Vec<Point> = steps.iter().flat_map(points).collect();
                    let ends = |of: fn(&Point) -> f64| {
                        let at = all.iter().map(of);
                        (at.clone().fold(f64::MAX, f64::min), at.fold(f64::MIN, f64::max))
                    };
                    let ((left, right), (top, bottom)) = (ends(|p| p.0), ends(|p| p.1));
                    let ring = (((left + right) / 2.0, (top + bottom) / 2.0), (right - left) / 2.0);
                    // A larger one is around a digit of the grid.
                    if ring.1 < 0.3 * cell && !drawn.rings.contains(&ring) {
                        drawn.rings.push(ring);
                    }
                }
                [DrawOp::Line { from, to, width }] if *colour == Colour::WHITE => {
                    drawn.strikes.push((*from, *to, *width));
                }
                marks if marks.iter().any(|mark| matches!(mark, DrawOp::Text { .. })) => {
                    marks.iter().for_each(|mark| drawn.letter(mark));
                }
                marks => drawn.arrows.extend(marks.iter().filter_map(|mark| match mark {
                    DrawOp::Line { from, to, .. } if *colour != Colour::BLACK => Some((*from, *to)),
                    _ => None,
                })),
            },
            mark => drawn.letter(mark),
        }
    }
    Some(drawn)
}

impl Drawn {
    /// Adds a digit in the grid.
    fn letter(&mut self, mark: &DrawOp) {
        let DrawOp::Text { at, face, size, text } = mark else { return };
        let (left, top) = (self.columns[0].0, self.rows[0].0);
        let inside = at.0 > left && at.0 < self.columns[9].0 && at.1 > top && at.1 < self.rows[9].0;
        if let (true, Some(digit), 1) = (inside, text.chars().next(), text.len()) {
            let (wide, high) = (face.advance(digit) * size, face.cap_height() * size);
            let covers = [at.0, at.1 - high, at.0 + wide, at.1];
            let cell = (self.columns[9].0 - left) / 9.0;
            let of_grid = (at.1 - high / 2.0 - top).rem_euclid(cell) / cell - 0.5;
            let largest = high > 0.34 * cell && of_grid.abs() < 0.02;
            if largest { &mut self.digits } else { &mut self.candidates }.push(covers);
        }
    }

    /// The gap between what is covered and the lines around its cell.
    fn gap(&self, [left, top, right, bottom]: Box) -> f64 {
        let gap = |lines: &[(f64, f64)], from: f64, to: f64| {
            let middle = (from + to) / 2.0;
            let next = lines.iter().position(|(at, _)| *at > middle).unwrap();
            let ((low, thin), (high, thick)) = (lines[next - 1], lines[next]);
            (from - low - thin / 2.0).min(high - thick / 2.0 - to)
        };
        gap(&self.columns, left, right).min(gap(&self.rows, top, bottom))
    }
}

/// Every technique of many puzzles, on pages of all sizes.
#[test]
fn drawn_steps_keep_clear_of_lines_and_digits() {
    let bench = Bench::new();
    let sections = [Section::new(Level::Evil, puzzles_of_all_bands(&bench))];
    let parts = Some(vec!["techniques".to_owned()]);
    let imprint = BookOptions { parts, ..imprint() };
    let looks = [
        ("classic", "8.5x11"),
        ("classic", "6x9"),
        ("pocket", "5x8"),
        ("large-print", "8.5x11"),
        ("large-print", "7x10"),
    ];
    for (design, size) in looks {
        let template = Template::builtin(design).unwrap();
        let volumes = book::volumes(&template, trim(size), &imprint, &sections).unwrap();
        let pages: Vec<Drawn> = volumes[0].pages().filter_map(|page| drawn(&page)).collect();
        let count = |of: fn(&Drawn) -> usize| pages.iter().map(of).sum::<usize>();
        assert!(pages.len() >= 10, "{design} {size}: {} steps", pages.len());
        let seen = [
            count(|drawn| drawn.rings.len()),
            count(|drawn| drawn.strikes.len()),
            count(|drawn| drawn.arrows.len()),
            count(|drawn| drawn.digits.len()),
        ];
        let least = [30, 8, 200, 400];
        assert!(seen.iter().zip(least).all(|(seen, least)| *seen > least), "{seen:?}");
        for (step, drawn) in pages.iter().enumerate() {
            let place = format!("{design} {size}, step {step}");
            for &candidate in &drawn.candidates {
                assert!(drawn.gap(candidate) > 0.2, "{place}: {candidate:?} on a line");
            }
            for (nth, &((x, y), r)) in drawn.rings.iter().enumerate() {
                let gap = drawn.gap([x - r, y - r, x + r, y + r]);
                assert!(gap > 0.1, "{place}: a ring at {x}, {y} is {gap} from a line");
                for &((other_x, other_y), other) in &drawn.rings[..nth] {
                    let gap = (x - other_x).hypot(y - other_y) - r - other;
                    assert!(gap > 0.2, "{place}: rings at {x}, {y} are {gap} apart");
                }
            }
            for &(from, to) in &drawn.arrows {
                let through = |part: f64, [left, top, right, bottom]: &Box| {
                    let x = from.0 + (to.0 - from.0) * part;
                    let y = from.1 + (to.1 - from.1) * part;
                    *left < x && x < *right && *top < y && y < *bottom
                };
                let meets = |digit: &&Box| [0.0, 0.5, 1.0].iter().any(|at| through(*at, digit));
                let digit = drawn.digits.iter().find(meets);
                assert!(digit.is_none(), "{place}: an arrow at {from:?} in {digit:?}");
            }
            for &((x1, y1), (x2, y2), width) in &drawn.strikes {
                let middle = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
                let over = |[left, top, right, bottom]: &&Box| {
                    *left < middle.0 && middle.0 < *right && *top < middle.1 && middle.1 < *bottom
                };
                let digit = drawn.candidates.iter().find(over).expect("a digit below the line");
                let (wide, high) = (digit[2] - digit[0], digit[3] - digit[1]);
                let covered = (x2 - x1).hypot(y2 - y1).min(wide * 1.2) * width / (wide * high);
                assert!(covered < 0.4, "{place}: {covered} of a struck digit is covered");
                let reach = [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)];
                assert!(drawn.gap(reach) > 0.0, "{place}: a strike at {middle:?} meets a line");
            }
        }
    }
}
