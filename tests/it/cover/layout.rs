//! Covers, read back: boxes compared with hand calculations, clearances, the puzzle on the front, the width of spines,
//! larger sheets, volumes, refusals.

use crate::support::books::{puzzles, trim};
use crate::support::covers::{imprint, laid_out, of_pages, pdf, sheet};
use crate::support::languages::texts;
use crate::support::pdfs::{bound, saved};
use crate::support::preflight::{changed, encrypted, terms};
use crate::support::program::Bench;
use crate::support::readback::{Drawn, Glyph, Sheet, sheets};
use book::{
    BookOptions, CopyrightPage, CoverDesign, Language, Manuscript, Section, Template, Volume,
};
use cover::{BackDesign, Cover, CoverLook};
use grid::Level;
use lopdf::{Dictionary, Document, Object, dictionary};
use page::{Colour, DrawOp, Face, FlatMark, PathEl};
use preflight::{CoverSheet, CoverTemplate, PrintSpec, Printer, Spine};

/// Points in an inch.
const INCH: f64 = 72.0;

fn volume(terms: Option<&PrintSpec>, size: &str, sizes: [usize; 5]) -> Volume {
    let mut volumes = laid_out(terms, size, sizes, 1).unwrap();
    volumes.remove(0)
}

/// A book of so many easy puzzles, for no printer in particular.
fn easy(imprint: &BookOptions, count: usize) -> Volume {
    let template = Template::builtin("classic").unwrap();
    let sections = [Section::new(Level::Easy, vec![puzzles(1, 0)[0]; count])];
    let layout =
        book::LayoutSpec::new(&template, &sections).trim(trim("6x9")).options(imprint).lay_out();
    layout.unwrap().volumes.remove(0)
}

fn with_back(back: &Manuscript) -> CoverLook {
    CoverLook { back: Some(back.clone()), ..CoverLook::default() }
}

/// Whether the line of a character is turned to read downwards.
fn turned(glyph: &Glyph) -> bool {
    assert!(glyph.end.0 >= glyph.x - 1e-6, "no line goes to the left");
    (glyph.end.0 - glyph.x).abs() < 1e-6 && glyph.end.1 < glyph.y
}

/// What is written along the spine, from its top.
fn spine_text(sheet: &Sheet) -> String {
    let mut glyphs: Vec<&Glyph> = sheet.glyphs.iter().filter(|g| turned(g)).collect();
    glyphs.sort_by(|a, b| b.y.total_cmp(&a.y));
    glyphs.iter().map(|glyph| glyph.character).collect()
}

fn boxed(bytes: &[u8], name: &str) -> Vec<f64> {
    let document = Document::load_mem(bytes).unwrap();
    let page = document.page_iter().next().unwrap();
    let sides = document.get_dictionary(page).unwrap().get(name.as_bytes());
    let sides = sides.unwrap().as_array().unwrap().iter();
    sides.map(|side| f64::from(side.as_float().unwrap())).collect()
}

#[test]
fn page_boxes_agree_with_hand_calculations() {
    // KDP: 0.002252 in a page on white, 0.0025 on cream, 0.002347 in premium colour; 0.125 in of
    // bleed on every side of back, spine and front.
    for (size, paper, pages, width, height, spine) in [
        ("6x9", "white", 200, 12.7004, 9.25, 0.4504),
        ("6x9", "white", 96, 12.466_192, 9.25, 0.216_192),
        ("8.5x11", "cream", 120, 17.55, 11.25, 0.3),
        ("5x8", "premium-color", 100, 10.4847, 8.25, 0.2347),
    ] {
        let terms = terms("kdp", size, Some(paper));
        let volume = of_pages(&terms, pages);
        let cover = Cover::new(&volume, None, &CoverLook::default()).unwrap();
        let bytes = pdf(&cover);
        let expected = |sides: [f64; 4], name: &str| {
            for (found, side) in boxed(&bytes, name).into_iter().zip(sides) {
                let off = (found - side * INCH).abs();
                assert!(off < 0.01, "{size} {paper} {name}: {found}, not {}", side * INCH);
            }
        };
        expected([0.0, 0.0, width, height], "MediaBox");
        expected([0.0, 0.0, width, height], "BleedBox");
        let trim = [0.125, 0.125, width - 0.125, height - 0.125];
        expected(trim, "TrimBox");
        let found = cover.sheet().spine().unwrap().points();
        assert!((found - spine * INCH).abs() < 1e-6, "{found}");
    }
}

/// Left, bottom, right and top of what a character may cover: its ink, by its face.
fn ink(glyph: &Glyph) -> [f64; 4] {
    let face = Face::BUILTIN.iter();
    let mut face = face.filter(|face| glyph.font.ends_with(face.name()));
    let (below, above) = face.next().unwrap().ink(glyph.character);
    let (below, above) = (below * glyph.size, above * glyph.size);
    if turned(glyph) {
        [glyph.x + below, glyph.end.1, glyph.x + above, glyph.y]
    } else {
        [glyph.x, glyph.y + below, glyph.end.0, glyph.y + above]
    }
}

/// GS1: a digit of an EAN-13 stands below its own bars, which have 7 modules of 0.33 mm; the guards
/// at the left, in the middle and at the right have 3, 5 and 3.
#[test]
fn digits_of_a_barcode_stand_below_their_bars() {
    let terms = terms("lulu", "6x9", None);
    let isbn = vec!["978-3-16-148410-0".parse().unwrap()];
    let copyright_page = CopyrightPage { isbn, ..CopyrightPage::default() };
    let options = BookOptions { copyright_page, fill_pages: true, ..imprint() };
    let template = Template::builtin("classic").unwrap();
    let sections = [Section::new(Level::Easy, vec![puzzles(1, 1)[0]; 40])];
    let spec = book::LayoutSpec::new(&template, &sections).printer(&terms).options(&options);
    let layout = spec.lay_out().unwrap();
    let cover = Cover::new(&layout.volumes[0], None, &CoverLook::default()).unwrap();
    let page = cover.page();
    let module = 0.33 * 72.0 / 25.4;
    let place = cover.barcode_place();
    let bars = page.marks.iter().filter_map(|mark| match mark {
        DrawOp::Box { corner, size, .. }
            if size.0 < 5.0 * module && size.1 > 100.0 * module / 2.0 =>
        {
            Some(corner.0)
        }
        _ => None,
    });
    let left = bars.fold(f64::MAX, f64::min);
    let digits = texts(&page).into_iter().filter(|(left, right, _, _, text)| {
        let is_digit = text.len() == 1 && text.chars().all(|c| c.is_ascii_digit());
        is_digit && place.left <= *left && *right <= place.right()
    });
    let digits: Vec<_> = digits.collect();
    let read: String = digits.iter().map(|(.., text)| text.as_str()).collect();
    assert_eq!(read, "9783161484100");
    for (place, (from, to, ..)) in digits.iter().enumerate().skip(1) {
        let middle = ((from + to) / 2.0 - left) / module;
        let begin = if place <= 6 { 3 + 7 * (place - 1) } else { 50 + 7 * (place - 7) } as f64;
        assert!((begin..begin + 7.0).contains(&middle), "digit {place}: {middle} modules");
    }
}

/// The height of the digits that the back promises is that on the pages.
#[test]
fn back_says_how_tall_digits_are() {
    let terms = terms("kdp", "8.5x11", None);
    let template = Template::builtin("large-print").unwrap();
    let language = Language::builtin("de").unwrap();
    let options = BookOptions { language, fill_pages: true, ..imprint() };
    let sections = [Section::new(Level::Easy, vec![puzzles(1, 1)[0]; 40])];
    let spec = book::LayoutSpec::new(&template, &sections).printer(&terms).options(&options);
    let layout = spec.lay_out().unwrap();
    let volume = &layout.volumes[0];
    let page = volume.page(volume.puzzle_page(0).unwrap());
    let heights = FlatMark::all(&page.marks).into_iter().filter_map(|mark| match mark.op {
        DrawOp::Text { face, size, text, .. } if matches!(&**text, "1" | "2" | "3") => {
            Some(size * face.cap_height())
        }
        _ => None,
    });
    let tall = heights.fold(0.0, f64::max) / (72.0 / 25.4);
    let cover = Cover::new(volume, None, &CoverLook::default()).unwrap();
    let promised = format!("{tall:.0}\u{a0}mm");
    let cover = cover.page();
    let told = FlatMark::all(&cover.marks).into_iter().filter_map(|mark| match mark.op {
        DrawOp::Text { text, .. } => Some(text.to_string()),
        _ => None,
    });
    let told: Vec<String> = told.collect();
    assert!(told.contains(&promised), "{promised}: {told:?}");
}

/// Two volumes with other numbers of pages have other spines.
#[test]
fn one_spine_is_for_volumes_of_one_thickness() {
    let terms = terms("kdp", "6x9", None);
    let (thin, thick) = (of_pages(&terms, 80), of_pages(&terms, 160));
    let spine: Vec<Spine> = vec!["0.2in".parse().unwrap()];
    let look = CoverLook::default();
    let refused = Cover::for_volumes(&[thin.clone(), thick], &spine, &look).unwrap_err();
    let words = "expected one width for each of 2 volumes (80, 160 pages), found 1";
    assert!(refused.to_string().contains(words), "{refused}");
    assert_eq!(Cover::for_volumes(&[thin.clone(), thin], &spine, &look).unwrap().len(), 2);
}

#[test]
fn text_keeps_clear_of_edges_folds_and_barcode() {
    let back = "Every grid was made for paper.\n\n*Begin anywhere.*";
    let back = Manuscript::parse(back, &Language::default().quotes()).unwrap();
    for (printer, size, paper, pages, given) in [
        ("kdp", "6x9", Some("white"), 98, None),
        ("kdp", "6x9", Some("cream"), 200, None),
        ("kdp", "8.5x11", None, 300, None),
        ("kdp", "8.5x8.5", None, 120, None),
        ("kdp", "5x8", None, 24, None),
        ("ingram", "7x10", None, 120, Some("8.5mm")),
        ("bod", "170x220mm", None, 120, Some("0.4in")),
    ] {
        let terms = terms(printer, size, paper);
        let volume = of_pages(&terms, pages);
        let given: Option<Spine> = given.map(|width| width.parse().unwrap());
        let cover = Cover::new(&volume, given, &with_back(&back)).unwrap();
        let sheet = sheet(&cover);
        let (bleed, spine) = (cover.bleed(), cover.sheet().spine().unwrap().points());
        let (width, height) = cover.size();
        let side = terms.trim().width();
        let fold = bleed + side;
        // 0.25 in from trim and folds, 0.0625 in from the edges of the spine; the ink of letters
        // may hang out by a hair.
        let hair = 0.5;
        let clear = 18.0 - hair;
        let level = [bleed + clear, height - bleed - clear];
        let mut parts = [0; 3];
        for glyph in &sheet.glyphs {
            let [left, bottom, right, top] = ink(glyph);
            let what = format!("{printer} {size} {pages}: {glyph:?}");
            assert!(level[0] <= bottom && top <= level[1], "{what}");
            let (part, from, to) = if turned(glyph) {
                (1, fold + 4.5 - 0.02, fold + spine - 4.5 + 0.02)
            } else if right < fold {
                (0, bleed + clear, fold - clear)
            } else {
                let front = fold + spine;
                (2, front + clear, width - bleed - clear)
            };
            assert!(from <= left && right <= to, "{what}");
            parts[part] += 1;
        }
        assert!(parts[0] > 50 && parts[2] > 30, "{parts:?}");
        assert_eq!(parts[1] > 0, cover.spine_blank().is_none(), "{parts:?}");

        // 2 x 1.2 in, 0.25 in from fold and trim.
        let edge = if printer == "ingram" { 36.0 } else { 18.0 };
        let (right, bottom) = (fold - edge, bleed + edge);
        let (left, top) = (right - 144.0, bottom + 86.4);
        let apart = |[l, b, r, t]: [f64; 4]| r <= left || l >= right || t <= bottom || b >= top;
        assert!(sheet.glyphs.iter().all(|glyph| apart(ink(glyph))));
        // What lies below the white area, such as the band at the foot, is covered by it.
        let is_white = |drawn: &&Drawn| {
            drawn.points.iter().any(|p| (p.0 - left).abs() < 0.02 && (p.1 - bottom).abs() < 0.02)
        };
        let white = sheet.drawn.iter().position(|drawn| is_white(&drawn)).unwrap_or(0);
        for drawn in &sheet.drawn[white..] {
            let along = |f: fn(&(f64, f64)) -> f64, start: f64, pick: fn(f64, f64) -> f64| {
                drawn.points.iter().map(f).fold(start, pick)
            };
            let extent = [
                along(|p| p.0, f64::MAX, f64::min),
                along(|p| p.1, f64::MAX, f64::min),
                along(|p| p.0, f64::MIN, f64::max),
                along(|p| p.1, f64::MIN, f64::max),
            ];
            // The ground of the cover, and the white area on it.
            let holds = extent[0] <= left + 0.02
                && extent[2] >= right - 0.02
                && extent[1] <= bottom + 0.02
                && extent[3] >= top - 0.02;
            assert!(apart(extent) || holds, "{printer} {size}: {drawn:?}");
        }
        // The ground covers the whole sheet. Whatever else comes near an edge goes through the bleed.
        let band = &sheet.drawn[0].points;
        assert!(band.iter().any(|p| p.0 <= 0.0) && band.iter().any(|p| p.0 >= width));
        assert!(band.iter().any(|p| p.1 >= height));
        let near = |at: f64, edge: f64| (at - edge).abs() < bleed + 0.5 && (at - edge).abs() > 0.02;
        for drawn in &sheet.drawn[1..] {
            let all = |f: fn(&(f64, f64)) -> f64| drawn.points.iter().map(f).collect::<Vec<_>>();
            let out = |at: &[f64], edge: f64, over: bool| {
                let far = at.iter().copied().fold(f64::NAN, if over { f64::max } else { f64::min });
                let beyond = if over { far > edge } else { far < edge };
                beyond || !near(far, edge)
            };
            let (x, y) = (all(|p| p.0), all(|p| p.1));
            let fine = out(&x, 0.0, false) && out(&y, 0.0, false);
            assert!(fine && out(&x, width, true) && out(&y, height, true), "{drawn:?}");
        }
    }
}

#[test]
fn front_shows_a_puzzle_of_the_middle_level() {
    for (sizes, middle) in [
        ([3, 3, 3, 3, 3], Level::Medium),
        ([0, 0, 0, 4, 0], Level::Hard),
        ([2, 0, 2, 0, 2], Level::Medium),
    ] {
        let terms = terms("screen", "a5", None);
        let volume = volume(Some(&terms), "a5", sizes);
        let design = Some(CoverDesign::Puzzle);
        let look = CoverLook { design, ..CoverLook::default() };
        let cover = Cover::new(&volume, None, &look).unwrap();
        // Its givens are one shape, whose parts begin with a move.
        let puzzle = puzzles(1, middle.index())[0];
        let parts: usize = puzzle
            .givens()
            .filled()
            .map(|(_, digit)| {
                let path = Face::SANS_SEMIBOLD.svg_path(char::from(b'0' + digit.get()), 10.0);
                path.unwrap().matches('M').count()
            })
            .sum();
        let page = cover.page();
        let shapes = flat(&page.marks).into_iter().filter_map(|(_, mark)| match mark {
            DrawOp::Shape { steps, .. } => {
                Some(steps.iter().filter(|step| matches!(step, PathEl::Move(_))).count())
            }
            _ => None,
        });
        assert!(shapes.collect::<Vec<_>>().contains(&parts), "{middle:?}");
        assert!(sheet(&cover).text().contains("puzzles"));
    }
}

/// The marks of a cover, those of groups in their place, each with the colour of its group.
fn flat(marks: &[DrawOp]) -> Vec<(Colour, &DrawOp)> {
    fn all<'a>(marks: &'a [DrawOp], colour: Colour, out: &mut Vec<(Colour, &'a DrawOp)>) {
        for mark in marks {
            match mark {
                DrawOp::Colored { colour, marks } => all(marks, *colour, out),
                DrawOp::Rotated { marks, .. } => all(marks, colour, out),
                mark => out.push((colour, mark)),
            }
        }
    }
    let mut out = Vec::new();
    all(marks, Colour::BLACK, &mut out);
    out
}

/// The bar of the back has a part for each level, with its puzzles and its name.
#[test]
fn ladder_on_the_back_counts_each_level() {
    for (sizes, expected) in [
        ([9, 0, 9, 0, 9], "999BeginnerMediumEvil"),
        ([3, 4, 5, 6, 7], "34567BeginnerEasyMediumHardEvil"),
        ([0, 30, 0, 0, 0], "30Easy"),
    ] {
        let volume = volume(None, "6x9", sizes);
        let cover = Cover::new(&volume, Some("10mm".parse().unwrap()), &CoverLook::default());
        let text: String = sheet(&cover.unwrap()).text().split_whitespace().collect();
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}

/// All parts of the bar were equally wide.
#[test]
fn ladder_on_the_back_has_a_true_scale() {
    /// A part of the bar, or another box.
    struct Part {
        top: f64,
        width: f64,
        height: f64,
    }
    let volume = volume(None, "6x9", [20, 0, 40, 0, 20]);
    let cover = Cover::new(&volume, Some("10mm".parse().unwrap()), &CoverLook::default()).unwrap();
    let page = cover.page();
    let boxes: Vec<Part> = flat(&page.marks)
        .into_iter()
        .filter_map(|(_, mark)| match mark {
            DrawOp::Box { corner: (_, top), size: (width, height), .. } => {
                Some(Part { top: *top, width: *width, height: *height })
            }
            _ => None,
        })
        .collect();
    let is_bar = |parts: &&[Part]| {
        parts.iter().all(|part| (part.top, part.height) == (parts[0].top, parts[0].height))
    };
    let bar = boxes.windows(3).find(is_bar).expect("three parts in a row");
    let shares: Vec<f64> = bar.iter().map(|part| part.width / bar[0].width).collect();
    assert!((shares[1] - 2.0).abs() < 0.1 && (shares[2] - 1.0).abs() < 0.1, "{shares:?}");
}

/// "Every day: 1 / January 2027", and "from easy to hard" of levels with other names.
#[test]
fn back_of_daily_books_names_dates_and_levels() {
    let template = Template::builtin("daily").unwrap();
    let first_day = Some("2027-01-04".parse().unwrap());
    let options = BookOptions { first_day, ..BookOptions::default() };
    let weeks = Level::ALL.map(|level| {
        let days = if [Level::Beginner, Level::Medium].contains(&level) { 8 } else { 4 };
        Section::new(level, vec![puzzles(1, level.index())[0]; days])
    });
    let volume = book::volumes(&template, trim("6x9"), &options, &weeks).unwrap().remove(0);
    let cover = Cover::new(&volume, Some("10mm".parse().unwrap()), &CoverLook::default()).unwrap();
    let text = sheet(&cover).text().replace('\u{a0}', " ");
    for date in ["4 January 2027", "31 January 2027"] {
        assert!(text.contains(date), "{date}: {text}");
    }
    // Lines of the front are between those of the back.
    for line in ["Each week climbs from beginner", "Monday to evil on Sunday"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    for (code, _) in Language::BUILTIN {
        let date = Language::builtin(code).unwrap().sentence_date("2027-12-31".parse().unwrap());
        assert!(!date.contains(' '), "{code}: {date}");
    }
}

#[test]
fn back_promises_only_rising_weeks() {
    let bench = Bench::new();
    for (turns, rises) in [("1,1,1,2,2,2,3", true), ("3,1,2,1,2,1,2", false)] {
        let days = "--template daily --ladder published --first-day 2027-01-04 --total 28";
        let cover = "--trim 6x9 --cover --spine 10mm --seed 1 --out d --force puzzles -q";
        bench.ends(&format!("run {days} --turns {turns} {cover}"), 0, "");
        let text = sheets(&bench.read("d/cover.pdf"))[0].text();
        assert_eq!(text.contains("Each week climbs"), rises, "{turns}: {text}");
    }
}

#[test]
fn back_of_one_level_promises_no_order() {
    for (sizes, rises) in [([30, 30, 0, 0, 0], true), ([0, 60, 0, 0, 0], false)] {
        let volume = volume(None, "6x9", sizes);
        let cover = Cover::new(&volume, Some("10mm".parse().unwrap()), &CoverLook::default());
        let text = sheet(&cover.unwrap()).text().replace(['\n', '\u{a0}'], " ");
        assert_eq!(text.contains("In order of"), rises, "{sizes:?}: {text}");
    }
}

/// The pages on the back are pages of the book, tilted, in outlines. They clear all text and the barcode, and so does the QR
/// code.
#[test]
fn pages_on_the_back_clear_text_and_barcode() {
    let blurb = "Every grid was made for paper.\n\n*Begin anywhere, and take your time.*";
    let blurb = Manuscript::parse(blurb, &Language::default().quotes()).unwrap();
    let template = Template::builtin("classic").unwrap();
    let sections =
        Level::ALL.map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; 24]));
    for (printer, size, barcode) in [
        ("kdp", "5x8", (144.0, 86.4, 18.0)),
        ("kdp", "6x9", (144.0, 86.4, 18.0)),
        ("kdp", "8.5x8.5", (144.0, 86.4, 18.0)),
        ("kdp", "8.5x11", (144.0, 86.4, 18.0)),
        ("ingram", "6x9", (144.0, 86.4, 36.0)),
    ] {
        let terms = terms(printer, size, None);
        for (qr, back, language) in [
            (None, None, "en"),
            (Some("https://example.com/a"), None, "en"),
            (Some("https://example.com/a"), Some(&blurb), "en"),
            (Some("https://example.com/a"), None, "de"),
            (Some("https://example.com/a"), None, "fr"),
            (None, None, "ja"),
        ] {
            let what = format!("{printer} {size} {qr:?} {language} {}", back.is_some());
            let options = BookOptions {
                qr: qr.map(|address| address.parse().unwrap()),
                language: Language::builtin(language).unwrap(),
                ..imprint()
            };
            let layout = book::LayoutSpec::new(&template, &sections).printer(&terms);
            let volume = layout.options(&options).lay_out().unwrap().volumes.remove(0);
            let back_design = Some(BackDesign::Pages);
            let look = CoverLook { back: back.cloned(), back_design, ..CoverLook::default() };
            // Ingram publishes no thickness of its paper.
            let spine = (printer == "ingram").then(|| "0.3in".parse().unwrap());
            let cover = Cover::new(&volume, spine, &look).unwrap();
            let page = cover.page();
            let (bleed, trim) = (cover.bleed(), terms.trim());
            let fold = bleed + trim.width();
            let barcode_top = bleed + trim.height() - barcode.2 - barcode.1;
            // They are the only white paths on the back.
            let samples: Vec<_> = page
                .marks
                .iter()
                .filter_map(|mark| match mark {
                    DrawOp::Colored { colour: Colour::WHITE, marks } => match &marks[..] {
                        [DrawOp::Path { points, .. }] if points.len() == 4 => Some(points.clone()),
                        _ => None,
                    },
                    _ => None,
                })
                .collect();
            let marks = flat(&page.marks);
            let texts: Vec<_> = marks
                .iter()
                .filter_map(|(_, mark)| match mark {
                    DrawOp::Text { at, face, size, text } if at.0 < fold => {
                        let width: f64 = text.chars().map(|c| face.advance(c)).sum();
                        Some((*at, width * size))
                    }
                    _ => None,
                })
                .collect();
            let corners = || samples.iter().flatten();
            let top = corners().map(|at| at.1).fold(f64::MAX, f64::min);
            let low = corners().map(|at| at.1).fold(0.0, f64::max);
            assert!(low < barcode_top, "{what}: {low}");
            assert!(corners().all(|at| at.0 > bleed && at.0 < fold), "{what}: {samples:?}");
            let beside = texts.iter().filter(|((_, y), _)| *y > top && *y < low);
            assert_eq!(beside.count(), 0, "{what}: text on the pages");
            let has_room = size != "8.5x8.5" && (qr.is_none() || size != "5x8");
            let count = samples.len();
            assert!(count == 3 || count == 0 && !has_room, "{what}: {count} pages");
            // The white plate of the code is as wide as the barcode.
            let plates = marks.iter().filter_map(|(_, mark)| match mark {
                DrawOp::Box { corner, size, colour: Colour::WHITE } => Some((*corner, *size)),
                _ => None,
            });
            let plates = plates.filter(|(corner, size)| {
                (size.0 - barcode.0).abs() < 0.01
                    && (corner.0 - (fold - barcode.2 - barcode.0)).abs() < 0.01
                    && corner.1 < barcode_top - 1.0
            });
            assert_eq!(plates.count(), usize::from(qr.is_some()), "{what}");
        }
    }
}

/// Returns the end of a step of an outline.
fn end_of(step: &PathEl) -> (f64, f64) {
    match *step {
        PathEl::Move(end)
        | PathEl::Line(end)
        | PathEl::Quad([_, end])
        | PathEl::Curve([_, _, end]) => end,
    }
}

/// The fox of a front for children is large, and no letter lies on it or on the light edge around it.
#[test]
fn no_letter_lies_on_the_fox() {
    let template = Template::builtin("playful").unwrap();
    let sections = [Level::Easy, Level::Medium]
        .map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; 30]));
    let (mut with_fox, mut all) = (0, 0);
    for (nth, language) in ["en", "de", "fr", "ja", "pl", "zh"].into_iter().enumerate() {
        for (place, size) in ["5x8", "6x9", "8x10", "8.5x8.5", "8.5x11"].into_iter().enumerate() {
            let palette = ["sun", "harbour"][(nth + place) % 2];
            let what = format!("{language} {size} {palette}");
            let options = BookOptions {
                language: Language::builtin(language).unwrap(),
                title: None,
                ..imprint()
            };
            let terms = terms("kdp", size, None);
            let layout = book::LayoutSpec::new(&template, &sections).printer(&terms);
            let layout = layout.trim(trim(size)).options(&options).lay_out();
            let volume = layout.unwrap_or_else(|e| panic!("{what}: {e}")).volumes.remove(0);
            let look = CoverLook { palette: palette.parse().unwrap(), ..CoverLook::default() };
            let cover = Cover::new(&volume, None, &look).unwrap();
            let ((_, height), page) = (cover.size(), cover.page());
            let fold = cover.bleed() + terms.trim().width();
            // Only the fox has round parts with many steps.
            let steps = flat(&page.marks).into_iter().filter_map(|(_, mark)| match mark {
                DrawOp::Shape { steps, .. } if steps.len() >= 20 => Some(steps),
                _ => None,
            });
            let ends = steps.flatten().map(end_of);
            let mut sides = [f64::INFINITY, f64::INFINITY, 0.0, 0.0];
            for (x, y) in ends.filter(|end| end.0 > fold) {
                let y = height - y;
                sides = [sides[0].min(x), sides[1].min(y), sides[2].max(x), sides[3].max(y)];
            }
            all += 1;
            if sides[2] == 0.0 {
                continue;
            }
            with_fox += 1;
            let fox = sides[3] - sides[1];
            assert!(fox > 0.2 * terms.trim().height(), "{what}: the fox is {fox} pt high");
            let sheet = sheet(&cover);
            let front = sheet.glyphs.iter().filter(|glyph| glyph.x > fold);
            for glyph in front.filter(|glyph| !glyph.character.is_whitespace()) {
                let [left, bottom, right, top] = ink(glyph);
                let is_clear =
                    right < sides[0] || left > sides[2] || top < sides[1] || bottom > sides[3];
                assert!(is_clear, "{what}: {glyph:?} lies on the fox {sides:?}");
            }
        }
    }
    assert!(with_fox * 10 >= all * 8, "{with_fox} of {all} fronts have a fox");
}

/// The edges cut the year, whose 27 read as 2 and a slash.
#[test]
fn year_on_the_front_is_whole() {
    let template = Template::builtin("daily").unwrap();
    let first_day = Some("2027-01-01".parse().unwrap());
    let options = BookOptions { first_day, ..BookOptions::default() };
    let weeks = Level::ALL.map(|level| {
        let days = if [Level::Beginner, Level::Medium].contains(&level) { 8 } else { 4 };
        Section::new(level, vec![puzzles(1, level.index())[0]; days])
    });
    let look = CoverLook { design: Some(CoverDesign::Digit), ..CoverLook::default() };
    for size in ["5x8", "6x9", "8.25x6", "8.5x8.5", "8.5x11"] {
        let terms = terms("kdp", size, None);
        let layout = book::LayoutSpec::new(&template, &weeks).printer(&terms);
        let layout = layout.trim(trim(size)).options(&options).lay_out();
        let volume = layout.unwrap().volumes.remove(0);
        let cover = Cover::new(&volume, None, &look).unwrap();
        let fold = cover.size().0 - cover.bleed() - terms.trim().width();
        let live = [cover.size().0, cover.size().1].map(|end| end - cover.bleed() - 18.0);
        let page = cover.page();
        let number = flat(&page.marks).into_iter().filter_map(|(_, mark)| match mark {
            DrawOp::Shape { steps, .. } => Some(steps),
            _ => None,
        });
        let points: Vec<_> = number.flatten().map(end_of).filter(|point| point.0 > fold).collect();
        assert!(!points.is_empty(), "{size}");
        for (x, y) in points {
            assert!(x < live[0] && y < live[1], "{size}: {x} {y} beyond {live:?}");
        }
    }
}

#[test]
fn a_spine_has_text_from_79_pages_on() {
    let kdp = terms("kdp", "6x9", Some("cream"));
    // As wide as a printer would still believe.
    let wide: Spine = "0.255in".parse().unwrap();
    let (thin, thick) = (of_pages(&kdp, 78), of_pages(&kdp, 80));
    let cover = Cover::new(&thin, Some(wide), &CoverLook::default()).unwrap();
    assert_eq!(spine_text(&sheet(&cover)), "");
    let why = cover.spine_blank().unwrap();
    assert!(why.contains("at least 79 pages, found 78"), "{why}");
    let cover = Cover::new(&thick, Some(wide), &CoverLook::default()).unwrap();
    assert_eq!(spine_text(&sheet(&cover)), "SUDOKUQuay and JettyA. Müller");
    assert_eq!(cover.spine_blank(), None);
    // By the figures it is 0.200 in: with 0.0625 in clear on both sides no type can be printed.
    let cover = Cover::new(&thick, None, &CoverLook::default()).unwrap();
    assert_eq!(spine_text(&sheet(&cover)), "");
    let why = cover.spine_blank().unwrap();
    assert!(why.contains("0.200 in") && why.contains("at least 7 points"), "{why}");

    // The number is the printer's own.
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    for (from, expected) in [("80", "SUDOKUQuay and JettyA. Müller"), ("81", "")] {
        let text = text.replace("spine_text_from = 79", &format!("spine_text_from = {from}"));
        let printer = Printer::parse(&text).unwrap();
        let terms = printer.terms(trim("6x9"), Some("cream")).unwrap();
        let volume = of_pages(&terms, 80);
        let cover = Cover::new(&volume, Some(wide), &CoverLook::default()).unwrap();
        assert_eq!(spine_text(&sheet(&cover)), expected);
    }
}

/// The tile of a book without a number had a digit of a solution, which reads as the number of a
/// volume.
#[test]
fn spine_without_number_has_nine_empty_cells() {
    fn shapes(marks: &[DrawOp], is_within: &dyn Fn(&[PathEl]) -> bool) -> usize {
        let count = |mark: &DrawOp| match mark {
            DrawOp::Shape { steps, .. } => usize::from(is_within(steps)),
            DrawOp::Colored { marks, .. } => shapes(marks, is_within),
            _ => 0,
        };
        marks.iter().map(count).sum()
    }
    let of_tile = |volume_number: Option<u16>| {
        let volume_number = volume_number.and_then(std::num::NonZeroU16::new);
        let volume = easy(&BookOptions { volume_number, ..imprint() }, 160);
        let width: Spine = "20mm".parse().unwrap();
        let cover = Cover::new(&volume, Some(width), &CoverLook::default()).unwrap();
        let page = cover.page();
        let right = page.width - cover.bleed() - trim("6x9").width();
        let is_within = |steps: &[PathEl]| {
            let points = steps.iter().map(|step| match *step {
                PathEl::Move(end) | PathEl::Line(end) => end,
                PathEl::Quad([_, end]) | PathEl::Curve([_, _, end]) => end,
            });
            let mut points = points.map(|(x, y)| {
                (right - width.points()..right).contains(&x) && y < page.height / 4.0
            });
            points.all(|is_within| is_within)
        };
        shapes(&page.marks, &is_within)
    };
    // The tile itself, and a block of nine; or the number as one shape.
    assert_eq!((of_tile(None), of_tile(Some(7)), of_tile(Some(12))), (10, 2, 2));
}

#[test]
fn covers_say_title_levels_author_and_their_volume() {
    let kdp = terms("kdp", "6x9", None);
    let volumes = laid_out(Some(&kdp), "6x9", [80; 5], 2).unwrap();
    let pages: Vec<usize> = volumes.iter().map(Volume::page_count).collect();
    let both: Vec<Vec<u8>> = volumes
        .iter()
        .zip(["Volume One", "Volume Two"])
        .map(|(volume, name)| {
            let cover = Cover::new(volume, None, &CoverLook::default()).unwrap();
            let spine = volume.page_count() as f64 * 0.002252 * INCH;
            assert!((cover.sheet().spine().unwrap().points() - spine).abs() < 1e-6, "{pages:?}");
            let sheet = sheet(&cover);
            let text = sheet.text();
            let levels = volume.levels_present().len();
            for words in ["Quay", "and Jetty", "A. Müller", name, "200", "Answers at the back"] {
                assert!(text.contains(words), "{words} is missing in {text}");
            }
            assert_eq!(levels, 3, "the level in the middle is in both");
            assert!(text.contains("from beginner") || text.contains("from medium"), "{text}");
            // The tile at the head of the spine shows the number.
            assert_eq!(spine_text(&sheet), "SUDOKUQuay and JettyA. Müller");
            let again = pdf(&Cover::new(volume, None, &CoverLook::default()).unwrap());
            let bytes = pdf(&cover);
            assert_eq!(bytes, again, "the same bytes");
            bytes
        })
        .collect();
    assert_ne!(both[0], both[1]);
}

#[test]
fn front_alone_is_as_large_as_a_page() {
    let terms = terms("office", "a4", None);
    let volume = volume(Some(&terms), "a4", [2; 5]);
    let cover = Cover::new(&volume, None, &CoverLook::default()).unwrap();
    assert_eq!(cover.sheet().spine(), None);
    let bytes = pdf(&cover);
    for name in ["MediaBox", "TrimBox", "BleedBox"] {
        let found = boxed(&bytes, name);
        let a4 = [0.0, 0.0, 595.276, 841.89];
        assert!(found.iter().zip(a4).all(|(a, b)| (a - b).abs() < 0.01), "{found:?}");
    }
    let spine = Some("12mm".parse().unwrap());
    let back = Manuscript::parse("Words.", &Language::default().quotes()).unwrap();
    let refused = |spine, look| Cover::new(&volume, spine, &look).unwrap_err().to_string();
    assert!(refused(spine, CoverLook::default()).ends_with("leave out the setting `spine`"));
    assert!(refused(None, with_back(&back)).ends_with("leave out the setting `back`"));
}

#[test]
fn covers_too_large_are_refused_with_advice() {
    let kdp = terms("kdp", "5x8", None);
    let volume = of_pages(&kdp, 120);
    let refused = |back: &str| {
        let back = Manuscript::parse(back, &Language::default().quotes()).unwrap();
        Cover::new(&volume, None, &with_back(&back)).unwrap_err()
    };
    let long = "Many words and more of them. ".repeat(60);
    let error = refused(&long);
    assert_eq!(error.setting_name(), Some("back"), "{error}");
    assert!(error.to_string().contains("; use fewer words, or a larger trim"));
    let error = refused("A key: \u{1F511}").to_string();
    assert!(error.contains("'🔑'") || error.contains("U+1F511"), "{error}");

    // A title that is too long for the title page makes no volume; this one is small on the cover.
    let title = |words: usize| {
        let imprint =
            BookOptions { title: Some("Winter ".repeat(words)), ..BookOptions::default() };
        let spine = Some("20mm".parse().unwrap());
        Cover::new(&easy(&imprint, 160), spine, &CoverLook::default()).map(|cover| sheet(&cover))
    };
    // In two lines on the spine.
    let made = title(12).unwrap();
    let across: Vec<&Glyph> = made.glyphs.iter().filter(|glyph| turned(glyph)).collect();
    assert_eq!(across.len(), "Winter Winter Winter Winter Winter Winter".len() * 2);
    assert!(across.iter().all(|glyph| glyph.size > 8.0));
    let made = title(22).unwrap();
    let sizes = made.glyphs.iter().filter(|glyph| !turned(glyph) && glyph.character == 'W');
    assert!(sizes.map(|glyph| glyph.size).fold(0.0, f64::max) > 7.0);
}

/// What a cover promises is so: without answers at the back it does not say that they are there.
#[test]
fn cover_promises_answers_only_if_printed() {
    let with = |parts: &[&str]| {
        let imprint = BookOptions {
            parts: Some(parts.iter().map(|part| (*part).to_owned()).collect()),
            ..BookOptions::default()
        };
        let spine = Some("10mm".parse().unwrap());
        sheet(&Cover::new(&easy(&imprint, 30), spine, &CoverLook::default()).unwrap()).text()
    };
    let all = with(&["title", "puzzles", "answers"]);
    assert!(all.contains("Easy") && all.contains("Answers at the back"), "{all}");
    let none = with(&["title", "puzzles"]);
    assert!(none.contains("Easy") && !none.contains("nswers"), "{none}");
}

#[test]
fn invalid_figures_of_covers_are_refused() {
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    for (from, to, words) in [
        (
            "white = 0.162144",
            "white = 0.0022",
            "cover.page.white: expected 0.02 to 2 points a page, found 0.0022",
        ),
        ("white = 0.162144", "pink = 0.162144", "cover.page.pink: expected one of the papers"),
        (
            "spine_clear = 4.5",
            "spine_clear = -1",
            "cover.spine_clear: expected 0 to 72 points, found -1",
        ),
        ("spine_from =", "spine_form =", "unknown field `spine_form`"),
        ("source = \"spine\"", "source = \"spin\"", "cover.source: expected one of the sources"),
        ("source = \"spine\"", "", "cover.source: expected the name of a source, found none"),
        (
            "keys = [\"inks\", \"safe\"",
            "keys = [\"inks\", \"save\"",
            "cover.unsettled_keys: expected cover.unsettled, and here some of inks, rich_black, bleed, safe, width, page",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = Printer::parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(wrong.contains(words), "{wrong}");
    }
    // A printer's file from before there were covers is still one, and asks for the spine.
    let (before, _) = text.split_once("# The cover").unwrap();
    let terms = Printer::parse(before).unwrap().terms(trim("6x9"), None).unwrap();
    let volume = of_pages(&terms, 80);
    let error = Cover::new(&volume, None, &CoverLook::default()).unwrap_err().to_string();
    assert!(error.contains("no figure of printer kdp says how thick paper white is"), "{error}");
    assert!(error.contains("for 80 pages in your printer's calculator"), "{error}");
}

#[test]
fn cover_command_agrees_with_the_book() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --out c.csv", 0, "");
    bench.ends("book c.csv --printer kdp --trim 6x9 -o b.pdf", 0, "70 pages");
    bench.ends(
        "cover c.csv --printer kdp --trim 6x9 -o c.pdf",
        0,
        "c.pdf: 12.408 x 9.250 in, with a spine of 0.158 in for 70 pages",
    );
    bench.ends(
        "cover c.csv --printer kdp --trim 6x9 -o d.pdf",
        0,
        "compare the cover with the printer's own template",
    );
    assert_eq!(bench.read("c.pdf"), bench.read("d.pdf"));
    for (args, code, words) in [
        ("", 2, "no printer is named; look up the width of the spine"),
        (
            "--printer ingram --trim 6x9",
            2,
            "in the cover template of IngramSpark's generator, and give it as --spine 12.4mm or --spine \
             0.49in; the command `cover` also takes --spine-from, --paper-gsm and --bulk",
        ),
        ("--printer kdp --paper groundwood --trim 6x9", 2, "how thick paper groundwood is"),
        ("--printer office --trim a4 --spine 3mm", 2, "leave out --spine"),
        ("--spine 12", 2, "12.4mm or 0.49in"),
        ("--spine 9mm,9mm", 2, "spine: expected one width for each of 1 volumes"),
        ("--spine 9mm --back words.md", 2, "expected the words for the back, found words.md"),
        ("--spine 9mm -o no.txt", 2, "does not end in .pdf"),
    ] {
        bench.ends(&format!("cover c.csv {args}"), code, words);
        assert!(!bench.path("cover.pdf").exists(), "{args}");
    }
    bench.ends("cover c.csv --spine 9mm", 0, "cover.pdf");

    // What was written is looked at, and another's eyes would see the same.
    let judge = "preflight c.pdf --printer kdp --trim 6x9 --cover";
    bench.ends(&format!("{judge} 72"), 0, "");
    bench.ends(&format!("{judge} 72 --spine 0.22in"), 1, "2 findings");
    bench.ends(&format!("{judge} 73"), 0, "");
    bench.ends(&format!("{judge} 72 --paper groundwood"), 2, "for 72 pages");
    let alone = "preflight c.pdf --printer kdp --trim 6x9 --spine 9mm";
    bench.ends(alone, 2, "--cover <PAGES>");
    let shown = String::from_utf8(bench.run("printer show kdp").stdout).unwrap();
    let strict = shown.replace("min_line = 0.75", "min_line = 1");
    let strict = strict.replace("[\"min_line\", \"max_grey\"]", "[\"max_grey\"]");
    std::fs::write(bench.path("strict.toml"), strict).unwrap();
    let made = "cover c.csv --printer strict.toml --trim 6x9 --back-design pages -o thin.pdf";
    bench.ends(made, 1, "thin.pdf: kdp would refuse this file: 1 finding");
    assert!(bench.path("thin.pdf").exists());

    bench.ends("cover c.csv --printer kdp --trim 6x9 --volumes 2", 0, "cover-02.pdf");
    assert!(bench.path("cover-01.pdf").exists());
}

/// The line of levels found no room beside the stars, whose size was that of a page 300 mm high.
#[test]
fn a_narrow_page_has_a_cover() {
    let volume = volume(None, "100x300mm", [3; 5]);
    let sheet =
        sheet(&Cover::new(&volume, Some("9mm".parse().unwrap()), &CoverLook::default()).unwrap());
    let text = sheet.text();
    assert!(text.contains("SUDOKU") && text.contains("Beginner"), "{text}");
    assert!(sheet.glyphs.iter().all(|glyph| glyph.size > 6.99));
}

#[test]
fn ideographs_on_a_spine_stand_upright() {
    let along = |title: &str, author: &str| {
        let imprint = BookOptions {
            language: Language::builtin("zh").unwrap(),
            title: Some(title.to_owned()),
            author: Some(author.to_owned()),
            ..BookOptions::default()
        };
        let spine = Some("12mm".parse().unwrap());
        let volume = easy(&imprint, 160);
        let cover = Cover::new(&volume, spine, &CoverLook::default()).unwrap();
        assert_eq!(cover.spine_blank(), None);
        let fold = cover.bleed() + 6.0 * INCH;
        (sheet(&cover), fold, cover.sheet().spine().unwrap().points())
    };
    let (sheet, fold, width) = along("数独", "中文");
    assert_eq!(spine_text(&sheet), "");
    let mut column: Vec<&Glyph> =
        sheet.glyphs.iter().filter(|glyph| fold < glyph.x && glyph.x < fold + width).collect();
    column.sort_by(|a, b| b.y.total_cmp(&a.y));
    let said: String = column.iter().map(|glyph| glyph.character).collect();
    assert_eq!(said, "数独中文");
    for glyph in &column {
        let middle = glyph.x + glyph.advance / 2.0;
        assert!((middle - fold - width / 2.0).abs() < 0.05, "in the middle: {glyph:?}");
        assert!(glyph.x > fold + 4.5 && glyph.x + glyph.advance < fold + width - 4.5);
    }
    // No two of them touch.
    assert!(column.windows(2).all(|pair| pair[0].y - pair[1].y >= 1.05 * pair[0].size));
    let (sheet, ..) = along("数独 Sudoku", "中文");
    assert!(spine_text(&sheet).starts_with("数独"), "{}", spine_text(&sheet));
}

/// A template of one page with these boxes: left, bottom, right, top, in points.
fn template(boxes: &[(&str, [f64; 4])]) -> Vec<u8> {
    let mut page = Dictionary::new();
    for (key, sides) in boxes {
        let sides = sides.map(|side| Object::Real(side as f32)).to_vec();
        page.set(*key, sides);
    }
    let pages = [(page, String::new())];
    bound(Document::with_version("1.4"), pages, Dictionary::new())
}

/// A sheet from the origin.
fn blank_sheet(width: f64, height: f64) -> Vec<u8> {
    template(&[("MediaBox", [0.0, 0.0, width, height])])
}

/// The width in points that a template gives for a printer's book of 6 x 9 in.
fn width(bytes: &[u8], terms: &PrintSpec) -> Result<Option<f64>, String> {
    let template = CoverTemplate::read(bytes).map_err(|e| e.to_string())?;
    let spine = template.spine(terms.trim(), Some(terms)).map_err(|e| e.to_string())?;
    Ok(spine.map(Spine::points))
}

/// A spine 0.31 in too wide passed, because the thickness of paper is not settled.
#[test]
fn spine_far_from_page_count_is_refused() {
    let kdp = terms("kdp", "6x9", Some("cream"));
    let given = |width: &str| CoverSheet::new(&kdp, 200, Some(width.parse().unwrap()));
    // 200 pages of cream are 0.5 in.
    for (width, fine) in [("0.5in", true), ("0.56in", true), ("0.44in", true), ("0.57in", false)] {
        assert_eq!(given(width).is_ok(), fine, "{width}");
    }
    let wrong = given("0.3in").unwrap_err().to_string();
    assert!(
        wrong.contains("expected a spine of 0.500 in") && wrong.contains("200 pages"),
        "{wrong}"
    );
    // Where nothing is known of the paper, any width is taken.
    let bod = terms("bod", "170x220mm", None);
    assert!(CoverSheet::new(&bod, 200, Some("1in".parse().unwrap())).is_ok());
}

/// A spine that was entered for 46 pages made the cover of a book of 72 pages, and `verify` was green.
#[test]
fn entered_spine_of_another_book_is_refused() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --out c.csv", 0, "");
    let ingram = "--printer ingram --paper cream --trim 6x9";
    let remedy = "enter the width that the printer states for 70 pages";
    for (width, found) in [("0.1in", "0.100 in"), ("0.27in", "0.270 in")] {
        let wrong = format!(
            "--spine: expected about 0.175 in for 70 pages on cream, found {found}; {remedy}"
        );
        bench.ends(&format!("cover c.csv {ingram} --spine {width} -o c.pdf"), 2, &wrong);
        let run = format!("run --count 20 --seed 3 --cover {ingram} --spine {width} --out r");
        bench.ends(&run, 2, &wrong);
    }
    // The remedy holds, and so does a small difference.
    bench.ends(&format!("cover c.csv {ingram} --spine 0.19in -o a.pdf"), 0, "");
    bench.ends(&format!("cover c.csv {ingram} --spine 0.22in -o b.pdf"), 0, "");
    let bod = "cover c.csv --printer bod --trim 170x220mm";
    bench.ends(&format!("{bod} --spine 9mm -o d.pdf"), 2, "expected about 4.1 mm for 72 pages");
    // A width that follows from the paper's own figures is not judged.
    bench.ends(&format!("{bod} --paper-gsm 90 --bulk 3 -o e.pdf"), 0, "");

    // Nothing is known of the paper of a custom printer.
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "ingram").unwrap();
    let own = text.replace("name = \"ingram\"", "name = \"own\"");
    std::fs::write(bench.path("own.toml"), own).unwrap();
    let of_own = ingram.replace("ingram", "own.toml");
    bench.ends(&format!("run --count 20 --seed 3 --cover {of_own} --spine 0.1in --out own"), 0, "");
    bench.ends(&format!("verify own {of_own}"), 0, "");
    let verified = bench.run(&format!("verify own {ingram}"));
    let said = String::from_utf8(verified.stdout).unwrap();
    let found = "expected about 0.175 in for 70 pages on cream, found 0.100 in; enter the width";
    assert!(verified.status.code() == Some(1) && said.contains(found), "{said}");
}

/// Lulu publishes pages / 444 + 0.06 in, for 32 pages at least; the program knew no width.
#[test]
fn a_spine_for_lulu_is_computed_and_settled() {
    let lulu = terms("lulu", "6x9", None);
    for (pages, inches) in [(32, 0.1321), (222, 0.56), (444, 1.06)] {
        let cover = CoverSheet::new(&lulu, pages, None).unwrap();
        let found = cover.spine().unwrap().points() / 72.0;
        assert!((found - inches).abs() < 0.0001, "{pages}: {found}");
    }
    for pages in [0, 1, 31] {
        let wrong = CoverSheet::new(&lulu, pages, None).unwrap_err().to_string();
        assert!(
            wrong.contains(&format!("at least 32 pages for a cover, found {pages}")),
            "{wrong}"
        );
    }
    // A cover of another width is refused, not advised.
    let volume = of_pages(&lulu, 80);
    let cover = Cover::new(&volume, None, &CoverLook::default()).unwrap();
    let judge = |pages: usize| {
        let sheet = CoverSheet::new(&lulu, pages, None).unwrap();
        preflight::inspect_cover(&pdf(&cover), &lulu, &sheet).unwrap()
    };
    assert_eq!(judge(80).findings, []);
    assert!(judge(90).refusals() > 0, "0.02 in off");
}

#[test]
fn a_book_without_pages_has_no_cover() {
    for printer in ["kdp", "ingram"] {
        let terms = terms(printer, "6x9", None);
        for spine in [None, Some("0.5in".parse().unwrap())] {
            let wrong = CoverSheet::new(&terms, 0, spine).unwrap_err().to_string();
            assert!(wrong.contains("found 0"), "{wrong}");
        }
    }
}

/// Leaves x weight x bulk / 1000 mm.
#[test]
fn a_spine_by_paper_follows_the_german_formula() {
    for (pages, weight, bulk, mm) in [
        (200, 90.0, 1.5, 13.5),
        (199, 90.0, 1.5, 13.5), // an odd page has a leaf of its own
        (120, 80.0, 1.75, 8.4),
        (1, 100.0, 1.0, 0.1),
    ] {
        let spine = Spine::from_paper(weight, bulk, pages).unwrap();
        let found = spine.points() / 72.0 * 25.4;
        assert!((found - mm).abs() < 1e-9, "{pages}: {found}");
    }
    for (weight, bulk) in [
        (f64::NAN, 1.5),
        (90.0, f64::NAN),
        (90.0, f64::INFINITY),
        (0.0, 1.5),
        (-90.0, -1.5),
        (90.0, 0.0),
        (1e300, 1e300),
    ] {
        assert!(Spine::from_paper(weight, bulk, 200).is_err(), "{weight} {bulk}");
    }
    let thick = |pages| Spine::from_paper(500.0, 4.0, pages);
    assert!(thick(0).is_err() && thick(usize::MAX).is_err());
}

/// By hand: two trims of 432 pt, and bleeds of 9 pt, at BoD of 14.173.
#[test]
fn spine_width_is_what_a_template_leaves() {
    let (lulu, ingram) = (terms("lulu", "6x9", None), terms("ingram", "6x9", None));
    for (what, bytes, expected) in [
        ("with bleed", blank_sheet(918.0, 666.0), Ok(Some(36.0))),
        ("without bleed", blank_sheet(900.0, 648.0), Ok(Some(36.0))),
        ("from elsewhere", template(&[("MediaBox", [-50.0, 20.0, 868.0, 686.0])]), Ok(Some(36.0))),
        ("backwards", template(&[("MediaBox", [918.0, 666.0, 0.0, 0.0])]), Ok(Some(36.0))),
        ("a larger sheet", blank_sheet(1080.0, 864.0), Ok(None)),
        (
            "a larger sheet with its trim",
            template(&[
                ("MediaBox", [0.0, 0.0, 1080.0, 864.0]),
                ("TrimBox", [90.0, 108.0, 990.0, 756.0]),
            ]),
            Ok(Some(36.0)),
        ),
        (
            "a trim that counts the bleed",
            template(&[
                ("MediaBox", [0.0, 0.0, 1080.0, 864.0]),
                ("TrimBox", [81.0, 99.0, 999.0, 765.0]),
            ]),
            Ok(Some(36.0)),
        ),
        ("two trims and no spine", blank_sheet(882.0, 666.0), Err("a spine")),
        ("one page", blank_sheet(432.0, 648.0), Err("a spine")),
        ("a stamp", blank_sheet(40.0, 20.0), Err("a height of 9.000 in")),
        ("another book", blank_sheet(1152.0, 500.0), Err("a height of 9.000 in")),
        ("a spine of 7 in", blank_sheet(1400.0, 666.0), Err("at most 4 in")),
        ("nothing", blank_sheet(0.0, 0.0), Err("a page of some size")),
        ("without end", blank_sheet(f64::from(f32::MAX), 666.0), Err("a page")),
    ] {
        for terms in [&lulu, &ingram] {
            let found = width(&bytes, terms);
            match (&found, expected) {
                (Ok(Some(found)), Ok(Some(points))) => {
                    assert!((found - points).abs() < 0.01, "{what}")
                }
                (Ok(None), Ok(None)) => {}
                (Err(words), Err(expected)) => assert!(words.contains(expected), "{what}: {words}"),
                _ => panic!("{what}: {found:?}"),
            }
        }
    }
    let bod = terms("bod", "170x220mm", None);
    let mm = 72.0 / 25.4;
    let found = width(&blank_sheet((2.0 * 175.0 + 12.0) * mm, 230.0 * mm), &bod).unwrap().unwrap();
    assert!((found / mm - 12.0).abs() < 0.01, "{found}");
}

#[test]
fn files_that_are_no_templates_are_refused() {
    let mut none = Document::with_version("1.4");
    let tree = dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Vec::<Object>::new() };
    let tree = none.add_object(tree);
    let catalog = none.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    none.trailer.set("Root", catalog);
    let mut turned = Document::load_mem(&blank_sheet(918.0, 666.0)).unwrap();
    let page = turned.page_iter().next().unwrap();
    turned.get_dictionary_mut(page).unwrap().set("Rotate", 90);
    let named = changed(&blank_sheet(918.0, 666.0), |document| {
        document.trailer.set("ID", vec![Object::string_literal("a"), Object::string_literal("b")]);
    });
    let locked = encrypted(&named);
    for (bytes, words) in [
        (b"".to_vec(), "expected a PDF"),
        (b"%PDF-1.4 and no more".to_vec(), "expected a PDF"),
        (saved(none), "expected a page, found none"),
        (saved(turned), "expected an upright page"),
        (template(&[]), "a page of some size"),
        (locked, "without password"),
    ] {
        let wrong = CoverTemplate::read(&bytes).unwrap_err().to_string();
        assert!(wrong.contains(words), "{wrong}");
    }
    let whole = blank_sheet(918.0, 666.0);
    for at in 0..whole.len() {
        let _ = CoverTemplate::read(&whole[..at]);
    }
}

/// IngramSpark's generator makes a sheet on which the cover must lie; ours was as large as the cover.
#[test]
fn cover_lies_on_the_sheet_of_its_template() {
    let ingram = terms("ingram", "6x9", None);
    let volume = of_pages(&ingram, 80);
    let spine: Spine = "0.5in".parse().unwrap();
    // Our cover is 918 x 666. In the middle of 1080 x 864 its trim begins at 90, 108.
    let (whole, middle) = ([0.0, 0.0, 1080.0, 864.0], [90.0, 108.0, 990.0, 756.0]);
    let (corner, off) = ([9.0, 9.0, 909.0, 657.0], [100.0, 50.0, 1000.0, 698.0]);
    for (trim, expected) in [(None, middle), (Some(off), off), (Some(corner), corner)] {
        let mut boxes = vec![("MediaBox", whole)];
        boxes.extend(trim.map(|trim| ("TrimBox", trim)));
        let template = CoverTemplate::read(&template(&boxes)).unwrap();
        let cover =
            Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap().on(&template).unwrap();
        assert!(cover.measures().starts_with("15.000 x 12.000 in"), "{}", cover.measures());
        let bytes = pdf(&cover);
        let document = Document::load_mem(&bytes).unwrap();
        let page = document.get_dictionary(document.page_iter().next().unwrap()).unwrap();
        let found = |key: &[u8]| -> Vec<f32> {
            let sides = page.get(key).unwrap().as_array().unwrap().iter();
            sides.map(|side| side.as_float().unwrap()).collect()
        };
        assert_eq!(found(b"MediaBox"), whole.map(|side| side as f32));
        assert_eq!(found(b"TrimBox"), expected.map(|side| side as f32));
        let bleed = [expected[0] - 9.0, expected[1] - 9.0, expected[2] + 9.0, expected[3] + 9.0];
        assert_eq!(found(b"BleedBox"), bleed.map(|side| side as f32));
        // All rules hold on the larger sheet, and the ink is where the boxes are.
        let report = preflight::inspect_cover(&bytes, &ingram, cover.sheet()).unwrap();
        assert_eq!(report.findings, []);
        let plain = CoverSheet::new(&ingram, 80, Some(spine)).unwrap();
        let report = preflight::inspect_cover(&bytes, &ingram, &plain).unwrap();
        assert!(report.refusals() > 0, "as if there were no template");
    }
    for (what, boxes) in [
        ("no room for the bleed", vec![("MediaBox", whole), ("TrimBox", [4.0, 9.0, 904.0, 657.0])]),
        ("another spine", vec![("MediaBox", whole), ("TrimBox", [90.0, 108.0, 980.0, 756.0])]),
        ("another spine, no trim", vec![("MediaBox", [0.0, 0.0, 930.0, 666.0])]),
        ("too low", vec![("MediaBox", [0.0, 0.0, 1080.0, 500.0])]),
    ] {
        let template = CoverTemplate::read(&template(&boxes)).unwrap();
        let cover = Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap();
        assert!(cover.on(&template).is_err(), "{what}");
    }
    // One that is no larger changes nothing.
    let same = CoverTemplate::read(&blank_sheet(918.0, 666.0)).unwrap();
    let cover = Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap();
    assert_eq!(pdf(&cover), pdf(&cover.clone().on(&same).unwrap()));
}

/// IngramSpark's own pages say 0.5 in on all sides; KDP's 0.25 in were taken.
#[test]
fn safe_area_of_ingram_is_half_an_inch() {
    let ingram = terms("ingram", "6x9", None);
    let of = |pages: usize| {
        let volume = of_pages(&ingram, pages);
        let cover =
            Cover::new(&volume, Some("0.3in".parse().unwrap()), &CoverLook::default()).unwrap();
        let report = preflight::inspect_cover(&pdf(&cover), &ingram, cover.sheet()).unwrap();
        assert_eq!(report.findings, []);
        cover.spine_blank().map(str::to_owned)
    };
    // No text on the spine below 48 pages.
    assert!(of(46).unwrap().contains("at least 48 pages, found 46"));
    assert_eq!(of(48), None);
}

#[test]
fn the_commands_take_paper_and_template() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --out c.csv", 0, "");
    let bod = "cover c.csv --printer bod --trim 170x220mm";
    bench.ends(&format!("{bod} -o a.pdf"), 2, "--paper-gsm and --bulk");
    bench.ends(&format!("{bod} --paper-gsm 90 --bulk 1.5 -o a.pdf"), 0, "with a spine of 0.");
    for (flags, words) in [
        ("--paper-gsm 90", "--bulk"),
        ("--bulk 1.5", "--paper-gsm"),
        ("--paper-gsm 90 --bulk NaN", "found 90 g/m2 and NaN cm3/g"),
        ("--paper-gsm inf --bulk 1.5", "found inf g/m2"),
        ("--paper-gsm 90 --bulk 1.5 --spine 9mm", "--spine"),
    ] {
        bench.ends(&format!("{bod} {flags} -o no.pdf"), 2, words);
    }
    std::fs::write(bench.path("small.pdf"), blank_sheet(40.0, 20.0)).unwrap();
    std::fs::write(bench.path("sheet.pdf"), blank_sheet(1080.0, 864.0)).unwrap();
    let trim = [90.0, 108.0, 990.0, 756.0];
    let boxes = [("MediaBox", [0.0, 0.0, 1080.0, 864.0]), ("TrimBox", trim)];
    std::fs::write(bench.path("trim.pdf"), template(&boxes)).unwrap();
    let ingram = "cover c.csv --printer ingram --trim 6x9";
    bench.ends(&format!("{ingram} --spine-from small.pdf"), 2, "expected a height of 9.000 in");
    bench.ends(&format!("{ingram} --spine-from none.pdf"), 1, "none.pdf");
    bench.ends(
        &format!("{ingram} --spine-from sheet.pdf"),
        2,
        "look up the width of the spine for 70 pages",
    );
    bench.ends(&format!("{ingram} --spine-from trim.pdf -o b.pdf"), 0, "b.pdf: 15.000 x 12.000 in");
    bench.ends(
        &format!("{ingram} --spine-from sheet.pdf --spine 0.18in -o c.pdf"),
        0,
        "15.000 x 12",
    );
    let judge = "preflight b.pdf --printer ingram --trim 6x9 --cover 78";
    bench.ends(&format!("{judge} --spine-from trim.pdf"), 0, "");
    bench.ends(&format!("{judge} --spine 0.5in"), 1, "would refuse");
    bench.ends(&judge.replace("78", "0"), 2, "found 0");
}
