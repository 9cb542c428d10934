//! The look of covers: contrast and inks of palettes, pictures, what printers take, and that preflight finds
//! nothing in any design.

use crate::support::books::{puzzles, trim};
use crate::support::covers::{drawn_fronts, of_pages, pdf, sheet};
use crate::support::pictures::{jpeg, png};
use crate::support::preflight::terms;
use crate::support::program::Bench;
use crate::support::puzzles::{SEVENTEEN, SYMMETRIC, grid};
use crate::support::readback::Sheet;
use book::{BookOptions, CoverDesign, Language, Section, Template, Volume};
use cover::{Cover, CoverLook, PaletteChoice};
use grid::{AnyPuzzle, Cell, Level, Puzzle};
use human::{Ladder, Rung};
use lopdf::Document;
use page::{Colour, ColourSpace, DrawOp, Face, Palette, PathEl, RasterImage};
use preflight::{Inks, Pdfx, Spine, conformance};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Fronts for books without a number.
fn designs() -> impl Iterator<Item = CoverDesign> {
    drawn_fronts().filter(|design| *design != CoverDesign::Digit)
}

/// Returns true if a front has a banner: words that say what the book is, larger than the title.
fn has_banner(design: CoverDesign) -> bool {
    [CoverDesign::Closeup, CoverDesign::Lesson, CoverDesign::Pad].contains(&design)
}

/// The contrast of two colours by WCAG 2: from 1 to 21.
#[expect(
    clippy::disallowed_methods,
    reason = "a hair of difference between platforms is no matter"
)]
fn contrast(a: Colour, b: Colour) -> f64 {
    let light = |colour: Colour| {
        let linear = |part: f64| {
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = colour.on_screen().map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_measured_as_in_the_standard() {
    let grey = Colour::Grey(f64::from(0x77) / 255.0);
    assert!((contrast(Colour::WHITE, Colour::BLACK) - 21.0).abs() < 1e-9);
    // #777 on white is the well-known near miss of 4.5.
    assert!((contrast(grey, Colour::WHITE) - 4.478).abs() < 0.001);
}

#[test]
fn every_palette_is_legible_within_ink_limits() {
    assert_eq!(Palette::all().len(), 17, "sixteen, and black");
    for palette in Palette::all() {
        for inks in [Inks::Rgb, Inks::Cmyk] {
            let colours = palette.colours(inks);
            let name = &palette.name;
            let text = colours.text();
            for (text, ground, least) in [
                (text, colours.ground, 4.5),
                (text, colours.shade, 4.5),
                (colours.accent, colours.ground, 4.5),
                (colours.accent, colours.shade, 4.5),
                (colours.paper, colours.deep, 4.5),
                (colours.ink, colours.paper, 4.5),
                (colours.ink, Colour::WHITE, 4.5),
                (colours.figure, colours.paper, 3.0),
                // Shapes that show as shapes, and no more.
                (colours.shade, colours.ground, 1.08),
                (colours.deep, colours.ground, 1.1),
            ] {
                let found = contrast(text, ground);
                assert!(
                    found >= least,
                    "{name} {inks:?}: {found:.2}, not {least}: {text:?} {ground:?}"
                );
            }
            for colour in [
                colours.ground,
                colours.shade,
                colours.accent,
                colours.deep,
                colours.paper,
                colours.figure,
            ] {
                match colour {
                    Colour::Cmyk(parts) => {
                        let total: f64 = parts.iter().sum();
                        assert!(total <= 2.4 + 1e-9, "{name}: {total}");
                        assert!(inks == Inks::Cmyk && palette.is_coloured());
                    }
                    Colour::Rgb(_) => assert!(inks == Inks::Rgb && palette.is_coloured()),
                    Colour::Grey(_) => assert!(!palette.is_coloured(), "{name}"),
                }
            }
            // Small type in four inks is blurred where they do not meet.
            assert!(
                inks == Inks::Rgb
                    || matches!(colours.ink, Colour::Grey(_) | Colour::Cmyk([0.0, 0.0, 0.0, _]))
            );
        }
    }
}

/// The lightness of a colour, L*, from 0 to 100.
fn lightness(colour: Colour) -> f64 {
    // The contrast with black is (Y + 0.05) / 0.05.
    let y = contrast(colour, Colour::BLACK) * 0.05 - 0.05;
    116.0 * y.cbrt() - 16.0
}

/// Neighbours of a series differ in lightness, so that they are told apart without colours, too.
#[test]
fn half_the_palettes_are_bright_and_neighbours_differ() {
    let grounds: Vec<f64> = Palette::all()[..16]
        .iter()
        .map(|palette| lightness(palette.colours(Inks::Rgb).ground))
        .collect();
    let bright = grounds.iter().filter(|light| (60.0..=90.0).contains(*light)).count();
    assert_eq!(bright, 8, "{grounds:?}");
    let next = grounds.iter().cycle().skip(1);
    assert!(grounds.iter().zip(next).all(|(a, b)| (a - b).abs() > 25.0), "{grounds:?}");
}

/// A book in a language with this many puzzles of each level, its covers a front alone.
fn book_in(language: &str, size: &str, each: usize, imprint: BookOptions) -> Volume {
    let terms = terms("screen", size, None);
    let imprint = BookOptions { language: Language::builtin(language).unwrap(), ..imprint };
    let sections =
        Level::ALL.map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; each]));
    let template = Template::builtin("classic").unwrap();
    let layout = book::LayoutSpec::new(&template, &sections)
        .printer(&terms)
        .trim(trim(size))
        .options(&imprint)
        .volumes(1)
        .lay_out();
    layout.unwrap().volumes.remove(0)
}

/// A line that is as large as the title has at least this part of its type size: the sizes are fitted
/// to each other in steps.
const AS_LARGE: f64 = 0.92;
/// The maximum type sizes of the word *Sudoku*, of the number of puzzles, and of the levels, as
/// fractions of the title.
const WORD_SHARE: f64 = 0.7;
const NUMBER_SHARE: f64 = 0.8;
const LEVELS_SHARE: f64 = 0.6;

/// The type size in pixels that other lines keep beside a small title.
const KEPT_SIZE: f64 = 12.0;

/// Returns the built-in face of a font of a PDF.
fn face_named(font: &str) -> &'static Face {
    Face::BUILTIN.iter().find(|face| font.ends_with(face.name())).unwrap()
}

/// The height of capitals and the type size of the largest text with some words, in pixels of a front that is 160 wide;
/// ideographs count with their ink. A book that is not East Asian may take them from several fonts.
fn height_of(sheet: &Sheet, words: &str, width: f64) -> Option<(f64, f64)> {
    let mut texts: BTreeMap<(i64, &str), String> = BTreeMap::new();
    let mut fonts: BTreeMap<char, &str> = BTreeMap::new();
    for glyph in sheet.glyphs.iter().filter(|glyph| !glyph.character.is_whitespace()) {
        let size = (glyph.size * 1000.0).round() as i64;
        let mut font = glyph.font.as_str();
        if u32::from(glyph.character) >= 0x3000 {
            fonts.insert(glyph.character, font);
            font = "ideographs";
        }
        texts.entry((size, font)).or_default().push(glyph.character);
    }
    let words: String = words.split_whitespace().collect();
    let (size, font) = texts.iter().rev().find(|(_, text)| text.contains(&words))?.0;
    let ink = |c: char| {
        let (low, high) = face_named(fonts.get(&c).unwrap_or(font)).ink(c);
        high - low
    };
    let first = words.chars().next().unwrap();
    let is_letter = first.is_alphabetic() && u32::from(first) < 0x3000;
    let high = if first.is_ascii() || is_letter {
        face_named(font).cap_height()
    } else {
        words.chars().map(ink).fold(0.0, f64::max)
    };
    let pixels = *size as f64 / 1000.0 / (width / 160.0);
    Some((high * pixels, pixels))
}

/// What a shop shows is 160 pixels wide: there one reads what it is, how many, how hard. The title has the largest
/// type; a smaller title leaves the word 0.7, the number 0.8 and the levels 0.6 of its size. A low front has lower words.
#[test]
fn front_is_legible_as_a_shop_thumbnail() {
    let mut faults = Vec::new();
    for language in ["en", "de", "fr", "ja", "zh"] {
        for (size, each, title) in [
            ("6x9", 60, "Rainy Days"),
            ("5x8", 9, "Lange Winternächte am Wasser und anderswo"),
            ("8.5x11", 200, "Rainy Days"),
            ("8.25x6", 40, "Rainy Days"),
            ("8.5x8.5", 60, "毎日の脳トレ 初級から上級まで"),
        ] {
            let imprint = BookOptions {
                title: Some(title.to_owned()),
                subtitle: Some("{count} for the winter".to_owned()),
                author: Some("A. Müller".to_owned()),
                series: Some("Weather".to_owned()),
                volume_number: 12.try_into().ok(),
                ..BookOptions::default()
            };
            let volume = book_in(language, size, each, imprint);
            for design in drawn_fronts() {
                let cover = Cover::new(&volume, None, &look("sun", design));
                let cover = cover.unwrap_or_else(|e| panic!("{language} {size} {design}: {e}"));
                let sheet = sheet(&cover);
                let words = Language::builtin(language).unwrap();
                let what = format!("{language} {size} {design}");
                let width = terms("screen", size, None).trim().width();
                let first: String = title.chars().take(3).collect();
                let title = height_of(&sheet, &first, width);
                let (_, size_of_title) = title.unwrap_or_else(|| panic!("{what}: no title"));
                let winter = height_of(&sheet, "winter", width);
                let mut expect_height = |text: &str, least: f64, share: f64| {
                    let found = height_of(&sheet, text, width);
                    let (high, size) = found.unwrap_or_else(|| panic!("{what}: {text} is missing"));
                    if high < least && size < AS_LARGE * share * size_of_title {
                        let title = format!("{size:.1} of {size_of_title:.1}");
                        faults
                            .push(format!("{what}: {text} has {high:.2} px, not {least}, {title}"));
                    }
                };
                let is_low = size == "8.25x6";
                // A subtitle may take the place of the levels, and a banner takes their room.
                let name = words.level_name_inside(Level::Evil);
                if !has_banner(design)
                    && (winter.is_none() || height_of(&sheet, &name, width).is_some())
                {
                    expect_height(&name, 7.0, LEVELS_SHARE);
                }
                // The letters of this front stand in cells of their own.
                let least = match design {
                    _ if is_low => 9.0,
                    CoverDesign::Letters => 9.0,
                    // The word is beside the badge.
                    CoverDesign::Pencil => 10.0,
                    _ => 12.0,
                };
                let word = words.text("front.word").to_uppercase();
                expect_height(&word, least, WORD_SHARE);
                let least = if is_low { 9.0 } else { 16.0 };
                expect_height(&words.group_digits(5 * each), least, NUMBER_SHARE);
                let largest = sheet.glyphs.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
                let largest = largest / (width / 160.0);
                // Other lines keep a size beside a title that shrinks further.
                let is_largest = largest <= size_of_title.max(KEPT_SIZE) + 0.05;
                assert_eq!(is_largest, !has_banner(design), "{what}: {largest} {size_of_title}");
                if let (Some(title), Some(subtitle)) = (title, winter)
                    && !has_banner(design)
                {
                    assert!(title.1 >= 1.5 * subtitle.1, "{what}: {title:?} {subtitle:?}");
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The card with the puzzle was a sixth of some fronts of this design, and others had none.
#[test]
fn puzzle_front_is_filled_by_its_card() {
    for (size, least) in
        [("6x9", 0.24), ("8.5x11", 0.2), ("5x8", 0.2), ("8.5x8.5", 0.15), ("8.25x6", 0.15)]
    {
        let page = Cover::new(
            &book_in("de", size, 9, BookOptions::default()),
            None,
            &look("sun", CoverDesign::Puzzle),
        )
        .unwrap()
        .page();
        let cards = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Box { size, colour: Colour::WHITE, .. } => Some(size.0 * size.1),
            _ => None,
        });
        let share = cards.fold(0.0, f64::max) / (page.width * page.height);
        assert!(share >= least, "{size}: {share:.3}");
    }
}

/// Small Chinese words had the height of capitals, so that their strokes ran together in a shop.
#[test]
fn small_ideographs_are_larger_than_capitals() {
    for (size, design) in [
        ("6x9", CoverDesign::Pencil),
        ("8.5x11", CoverDesign::Closeup),
        ("6x9", CoverDesign::Puzzle),
    ] {
        let volume = book_in("zh", size, 20, BookOptions::default());
        let sheet = sheet(&Cover::new(&volume, None, &look("sun", design)).unwrap());
        let (height, _) = height_of(&sheet, "题", terms("screen", size, None).trim().width())
            .expect("a caption of the number");
        assert!(height >= 9.5, "{size} {design}: {height:.1}");
    }
}

/// A front alone of a book in large print whose title says so.
fn large_print(title: &str) -> Volume {
    let terms = terms("screen", "6x9", None);
    let imprint = BookOptions {
        title: Some(title.to_owned()),
        subtitle: Some("For quiet evenings".to_owned()),
        author: Some("A. Müller".to_owned()),
        series: Some("Weather".to_owned()),
        ..BookOptions::default()
    };
    let sections = [Section::new(Level::Medium, puzzles(30, 2).to_vec())];
    let template = Template::builtin("large-print").unwrap();
    let layout = book::LayoutSpec::new(&template, &sections)
        .printer(&terms)
        .trim(trim("6x9"))
        .options(&imprint)
        .lay_out();
    layout.unwrap().volumes.remove(0)
}

/// The title, the word and the number of puzzles were 4 pixels high.
#[test]
fn long_word_breaks_before_the_front_is_small() {
    let title = "Donaudampfschifffahrtsgesellschaft";
    for (title, size) in [(title, "6x9"), (title, "8.5x11"), ("Donau\u{ad}dampfschiff", "5x8")] {
        let volume = book_in(
            "de",
            size,
            9,
            BookOptions { title: Some(title.to_owned()), ..BookOptions::default() },
        );
        assert!(!volume.titles.title.contains('\u{ad}'));
        let width = terms("screen", size, None).trim().width();
        // The title below a banner may have one line, and the letters of a front stand in cells.
        let is_broken =
            |design: &CoverDesign| *design != CoverDesign::Letters && !has_banner(*design);
        for design in designs().filter(is_broken) {
            let sheet = sheet(&Cover::new(&volume, None, &look("sun", design)).unwrap());
            let letters = sheet.glyphs.iter().filter(|glyph| glyph.character == 'D');
            let largest = letters.map(|glyph| glyph.size * 160.0 / width).fold(0.0, f64::max);
            assert!(largest >= 12.0, "{title} {size} {design}: {largest}");
            let text = sheet.text();
            let mut lines = text.lines();
            let is_broken = lines.any(|line| line.starts_with("Donau") && line.ends_with('-'));
            assert!(is_broken, "{design}: {text}");
        }
    }
}

/// The front of this volume left out its series, and nobody was told.
#[test]
fn series_without_room_is_named() {
    let options = BookOptions {
        title: Some("Der große Nachmittag voller Rätsel für die ganze Familie".to_owned()),
        series: Some("Die schönsten Rätsel für kluge Köpfe und lange Winterabende".to_owned()),
        volume_number: 4.try_into().ok(),
        ..BookOptions::default()
    };
    let volume = book_in("de", "6x9", 9, options);
    for design in drawn_fronts() {
        let cover = Cover::new(&volume, None, &look("sun", design)).unwrap();
        let text: String = sheet(&cover).text().split_whitespace().collect();
        let is_named = cover.advice().is_some_and(|advice| advice.contains("series"));
        assert_eq!(is_named, !text.contains("DieschönstenRätsel"), "{design}: {text}");
    }
}

#[test]
fn title_with_sudoku_is_not_repeated() {
    for title in ["The Big Book of Large-Print Sudoku", "Large Print Sudokubook", "Rainy Days"] {
        let volume = large_print(title);
        for design in designs() {
            let text = sheet(&Cover::new(&volume, None, &look("sun", design)).unwrap()).text();
            let letters = |c: &char| c.is_alphanumeric();
            let text: String = text.to_lowercase().chars().filter(letters).collect();
            let times = |word: &str| text.matches(word).count();
            // A banner says it, and so may the title.
            let is_titled = title != "Rainy Days" && design == CoverDesign::Closeup;
            assert_eq!(times("largeprint"), 1 + usize::from(is_titled), "{design}: {text}");
            // The letters of this front stand in cells of their own.
            if design == CoverDesign::Letters {
                assert!(times("sudoku") <= 1, "{design}: {text}");
            } else {
                assert_eq!(times("sudoku"), 1, "{design}: {text}");
            }
        }
    }
}

/// Returns the type size, the left and the right end of some words in one line.
fn place_of(sheet: &Sheet, words: &str) -> Option<(f64, f64, f64)> {
    let all = sheet.glyphs.iter().filter(|glyph| !glyph.character.is_whitespace());
    let glyphs: Vec<_> = all.collect();
    let words: Vec<char> = words.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut runs = glyphs.windows(words.len());
    let run = runs.find(|run| {
        let are_words = run.iter().zip(&words).all(|(glyph, letter)| glyph.character == *letter);
        are_words && run.iter().all(|glyph| (glyph.y - run[0].y).abs() < 0.01)
    })?;
    Some((run[0].size, run[0].x, run[run.len() - 1].end.0))
}

/// The word was larger than the number, far from it, and the lines below were broken badly.
#[test]
fn count_is_louder_than_its_words() {
    let small = AnyPuzzle::prove("1234..12214.43..".parse().unwrap()).unwrap();
    let rung = Ladder::Human.rung_with_key("4x4:1").unwrap();
    let nine = Level::ALL.map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; 25]));
    let mixed =
        [Section::new(rung, vec![small; 60]), Section::new(Level::Medium, puzzles(65, 2).to_vec())];
    for (design, sections, template, levels) in [
        (CoverDesign::Window, &nine[..], "classic", "from beginner"),
        (CoverDesign::Puzzle, &nine[..], "classic", "from beginner"),
        (CoverDesign::Window, &mixed[..], "classic", "4 × 4 and 9 × 9,"),
        (CoverDesign::Letters, &nine[..], "playful", "fox’s hints"),
    ] {
        for size in ["8.25x6", "8.5x8.5"] {
            let what = format!("{design} {size} {levels}");
            let terms = terms("screen", size, None);
            let options = BookOptions { title: Some("Rainy Days".into()), ..Default::default() };
            let template = Template::builtin(template).unwrap();
            let layout = book::LayoutSpec::new(&template, sections).printer(&terms);
            let layout = layout.trim(trim(size)).options(&options).lay_out();
            let volume = layout.unwrap().volumes.remove(0);
            let sheet = sheet(&Cover::new(&volume, None, &look("sun", design)).unwrap());
            let (number, _, end) = place_of(&sheet, "125").unwrap();
            // The word for the game may be as large.
            let has_word_aside = design == CoverDesign::Puzzle && size == "8.25x6";
            let (beside, louder) = if has_word_aside { ("SUDOKU", 0.99) } else { ("puzzles", 1.3) };
            let (word, start, _) = place_of(&sheet, beside).unwrap();
            let (other, ..) = place_of(&sheet, levels).unwrap_or_else(|| panic!("{what}"));
            let is_louder = number > louder * word && number > 1.3 * other;
            assert!(is_louder, "{what}: {number} {word} {other}");
            assert!(start - end < 0.3 * number, "{what}: a gap of {}", start - end);
        }
    }
}

/// The row of cells has the word, so that no other line does, unless the title has it. A dot ended a
/// line.
#[test]
fn childrens_fronts_have_the_word_once() {
    let sections = [Section::new(Level::Easy, vec![puzzles(1, 1)[0]; 80])];
    let template = Template::builtin("playful").unwrap();
    for (language, title) in [
        ("en", "Sudoku Kids"),
        ("de", "Sudoku"),
        ("fr", "Sudoku"),
        ("zh", "数独"),
        ("ja", "ナンプレ"),
    ] {
        for title in [None, Some(title.to_owned())] {
            for size in ["6x9", "8.25x6", "8.5x8.5"] {
                let what = format!("{language} {size} {title:?}");
                let terms = terms("screen", size, None);
                let language = Language::builtin(language).unwrap();
                let word = language.text("front.word").to_lowercase();
                let options = BookOptions { language, title: title.clone(), ..Default::default() };
                let layout = book::LayoutSpec::new(&template, &sections).printer(&terms);
                let layout = layout.trim(trim(size)).options(&options).lay_out();
                let volume = layout.unwrap().volumes.remove(0);
                let sheet = sheet(&Cover::new(&volume, None, &CoverLook::default()).unwrap());
                let letters = sheet.glyphs.iter().map(|glyph| glyph.character);
                let text: String = letters.filter(|letter| !letter.is_whitespace()).collect();
                assert_eq!(text.to_lowercase().matches(&word).count(), 1, "{what}: {text}");
                assert!(!text.contains('·'), "{what}: {text}");
            }
        }
    }
}

/// A title of one line left the lower half of the words' side empty.
#[test]
fn words_fill_childrens_low_fronts() {
    let sections = [Section::new(Level::Easy, vec![puzzles(1, 1)[0]; 80])];
    let template = Template::builtin("playful").unwrap();
    let terms = terms("screen", "8.25x6", None);
    for (language, last) in [("de", "Fuchs"), ("zh", "提示")] {
        let language = Language::builtin(language).unwrap();
        let options = BookOptions { language, ..BookOptions::default() };
        let layout = book::LayoutSpec::new(&template, &sections).printer(&terms);
        let layout = layout.trim(trim("8.25x6")).options(&options).lay_out();
        let volume = layout.unwrap().volumes.remove(0);
        let sheet = sheet(&Cover::new(&volume, None, &CoverLook::default()).unwrap());
        let words = sheet.glyphs.iter().filter(|glyph| last.contains(glyph.character));
        let lowest = words.map(|glyph| glyph.y).filter(|y| *y > 0.2 * terms.trim().height());
        let share = lowest.fold(f64::MAX, f64::min) / terms.trim().height();
        assert!(share < 0.45, "{last}: {share:.2}");
    }
}

/// The back spoke of an hour and of the cells of the largest grids alone.
#[test]
fn back_of_mixed_sizes_names_them() {
    let small = AnyPuzzle::prove("1234..12214.43..".parse().unwrap()).unwrap();
    let rung = Ladder::Human.rung_with_key("4x4:1").unwrap();
    let sections =
        [Section::new(rung, vec![small; 60]), Section::new(Level::Medium, puzzles(60, 2).to_vec())];
    let terms = terms("kdp", "6x9", None);
    let template = Template::builtin("classic").unwrap();
    let layout = book::LayoutSpec::new(&template, &sections).printer(&terms);
    let volume = layout.lay_out().unwrap().volumes.remove(0);
    let text = sheet(&Cover::new(&volume, None, &CoverLook::default()).unwrap()).text();
    let text: String = text.split_whitespace().collect();
    assert!(text.contains("Sudokuinthesizes4×4and9×9"), "{text}");
    assert!(text.contains("from4×4to9×9") && !text.contains("cells"), "{text}");
}

#[test]
fn fronts_have_two_faces_at_most() {
    let volume = book_in(
        "en",
        "6x9",
        9,
        BookOptions {
            title: Some("Rainy Days".to_owned()),
            subtitle: Some("For quiet evenings".to_owned()),
            author: Some("A. Müller".to_owned()),
            series: Some("Weather".to_owned()),
            ..BookOptions::default()
        },
    );
    for design in designs() {
        let sheet = sheet(&Cover::new(&volume, None, &look("sun", design)).unwrap());
        let fonts: std::collections::BTreeSet<_> = sheet.glyphs.iter().map(|g| &g.font).collect();
        assert!(fonts.len() <= 2, "{design}: {fonts:?}");
    }
}

/// Left, top, right and bottom of each part of a shape.
fn parts_of(steps: &[PathEl]) -> Vec<[f64; 4]> {
    let parts = steps.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
    let extent = |part: &[PathEl]| {
        let points = part.iter().map(|step| match *step {
            PathEl::Move(end) | PathEl::Line(end) => end,
            PathEl::Quad([_, end]) | PathEl::Curve([_, _, end]) => end,
        });
        points.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], (x, y)| {
            [l.min(x), t.min(y), r.max(x), b.max(y)]
        })
    };
    parts.map(extent).collect()
}

#[test]
fn badge_and_band_spare_digits_of_fronts() {
    let terms = terms("screen", "6x9", None);
    let template = Template::builtin("classic").unwrap();
    for level in Level::ALL {
        let sections = [Section::new(level, puzzles(30, level.index()).to_vec())];
        let title = "Lange Winternächte am Wasser".to_owned();
        for title in [None, Some(title)] {
            let imprint = BookOptions {
                title,
                author: Some("A. Müller".to_owned()),
                ..BookOptions::default()
            };
            let layout = book::LayoutSpec::new(&template, &sections)
                .printer(&terms)
                .trim(trim("6x9"))
                .options(&imprint)
                .lay_out();
            let volume = layout.unwrap().volumes.remove(0);
            for design in [CoverDesign::Puzzle, CoverDesign::Pencil] {
                let page = Cover::new(&volume, None, &look("brick", design)).unwrap().page();
                let what = format!("{level} {design}");
                let mut shapes = Vec::new();
                // Only this front has a band at its foot.
                let mut band = if design == CoverDesign::Pencil { f64::MAX } else { page.height };
                for mark in &page.marks {
                    match mark {
                        DrawOp::Colored { marks, .. } => {
                            shapes.extend(marks.iter().filter_map(|mark| match mark {
                                DrawOp::Shape { steps, .. } => Some(parts_of(steps)),
                                _ => None,
                            }))
                        }
                        DrawOp::Box { corner, .. } if corner.1 > 0.8 * page.height => {
                            band = band.min(corner.1);
                        }
                        _ => {}
                    }
                }
                assert!(band <= page.height, "{what}");
                // Digits are a few points wide; tiles, pills and badges are single parts.
                let digits =
                    |parts: &&Vec<[f64; 4]>| parts.len() > 1 || design == CoverDesign::Pencil;
                let digits: Vec<_> = shapes.iter().filter(digits).flatten().collect();
                let digits: Vec<_> = digits
                    .into_iter()
                    .filter(|[l, t, r, b]| r - l < 50.0 && b - t < 50.0)
                    .collect();
                assert!(digits.len() > 1, "{what}");
                for [_, top, _, bottom] in &digits {
                    assert!(*bottom <= band || *top >= band, "{what}: {top} {bottom}, band {band}");
                }
                // A badge is a circle in the colour of its edge.
                let is_round = |parts: &&Vec<[f64; 4]>| {
                    let [left, top, right, bottom] = parts.first().copied().unwrap_or_default();
                    let wide = right - left;
                    parts.len() == 1 && wide > 90.0 && (bottom - top - wide).abs() < 0.1
                };
                let [left, top, right, bottom] = shapes.iter().find(is_round).expect("a badge")[0];
                let centre = ((left + right) / 2.0, (top + bottom) / 2.0);
                let radius = (right - left) / 2.0;
                for [l, t, r, b] in digits {
                    let x = centre.0.clamp(*l, *r) - centre.0;
                    let y = centre.1.clamp(*t, *b) - centre.1;
                    assert!(x * x + y * y > radius * radius, "{what}: {l} {t}");
                }
            }
        }
    }
}

fn look(palette: &str, design: CoverDesign) -> CoverLook {
    CoverLook { palette: palette.parse().unwrap(), design: Some(design), ..CoverLook::default() }
}

#[test]
fn no_printer_has_a_finding_in_any_design() {
    for (printer, size, paper, spine) in [
        ("kdp", "6x9", Some("cream"), None),
        ("kdp", "8.25x6", None, None),
        ("kdp", "8.5x11", None, None),
        ("lulu", "5x8", None, None),
        ("ingram", "6x9", None, Some("0.3in")),
        ("ingram", "5x8", None, Some("0.3in")),
    ] {
        let terms = terms(printer, size, paper);
        let volume = of_pages(&terms, 120);
        let spine: Option<Spine> = spine.map(|width| width.parse().unwrap());
        for palette in ["sun", "black", "slate"] {
            for design in designs() {
                let cover = Cover::new(&volume, spine, &look(palette, design)).unwrap();
                let bytes = pdf(&cover);
                let report = preflight::inspect_cover(&bytes, &terms, cover.sheet()).unwrap();
                let what = format!("{printer} {size} {palette} {design:?}");
                assert_eq!(report.findings, [], "{what}");
                assert_eq!(bytes, pdf(&cover), "{what}");
                if printer == "ingram" {
                    let checked = conformance(&bytes, Pdfx::X1a).unwrap();
                    assert!(checked.findings.is_empty(), "{what}: {:?}", checked.findings);
                }
            }
        }
    }
}

/// Of these puzzles the wood of the pencil ended a point before the edge of the sheet, so that KDP's own
/// rule refused the cover, and with it the run.
#[test]
fn pencil_wood_never_ends_in_the_bleed() {
    let bench = Bench::new();
    for (seed, more) in [
        (28, "--count 12 --fill-pages"),
        (3_625_959_327_378_174_418_u64, "--total 100"),
        (11_039_351_206_608_077_088, "--total 100"),
    ] {
        let run = format!("run {more} --levels 1-3 --printer kdp --trim 6x9 --cover --seed {seed}");
        bench.ends(&format!("{run} --title Drizzle --out out --force puzzles -q"), 0, "");
    }
}

/// The operators of the only page.
fn operators(bytes: &[u8]) -> String {
    let document = Document::load_mem(bytes).unwrap();
    let page = document.page_iter().next().unwrap();
    String::from_utf8(document.get_page_content(page)).unwrap()
}

#[test]
fn colours_are_those_that_the_printer_takes() {
    let spine: Spine = "0.3in".parse().unwrap();
    let content = |printer: &str, palette: &str| {
        let volume = of_pages(&terms(printer, "6x9", None), 120);
        let spine = (printer == "ingram").then_some(spine);
        operators(&pdf(&Cover::new(&volume, spine, &look(palette, CoverDesign::Tiles)).unwrap()))
    };
    let has = |content: &str, operator: &str| content.lines().any(|line| line.ends_with(operator));
    let (kdp, ingram) = (content("kdp", "dusk"), content("ingram", "dusk"));
    assert!(has(&kdp, " rg") && !has(&kdp, " k"));
    assert!(has(&ingram, " k") && !has(&ingram, " rg"));
    // Black areas are rich where the printer's file says so, and black ink alone elsewhere.
    let (kdp, ingram) = (content("kdp", "black"), content("ingram", "black"));
    assert!(!has(&kdp, " rg") && !has(&kdp, " k"));
    assert!(ingram.starts_with("0.6 0.4 0.4 1 k"), "{}", &ingram[..40]);
}

#[test]
fn palettes_vary_by_volume_and_by_level() {
    let ground = |choice: &str, number: u16, level: usize| {
        let imprint =
            BookOptions { volume_number: number.try_into().ok(), ..BookOptions::default() };
        let template = Template::builtin("classic").unwrap();
        let sections = [Section::new(Level::ALL[level], vec![puzzles(1, level)[0]; 4])];
        let layout = book::LayoutSpec::new(&template, &sections)
            .trim(trim("6x9"))
            .options(&imprint)
            .lay_out()
            .unwrap();
        let spine = Some("9mm".parse().unwrap());
        let cover =
            Cover::new(&layout.volumes[0], spine, &look(choice, CoverDesign::Tiles)).unwrap();
        let mut content = operators(&pdf(&cover));
        content.truncate(content.find("rg").unwrap());
        content
    };
    let volumes: Vec<_> = (1..=17).map(|number| ground("by-volume", number, 0)).collect();
    // The first volume has the first palette with colours.
    let first = Palette::all().iter().find(|palette| palette.is_coloured()).unwrap();
    assert_eq!(volumes[0], ground(&first.name, 1, 0));
    let all = &volumes[..16];
    assert!(all.iter().all(|own| all.iter().filter(|o| *o == own).count() == 1));
    assert_eq!(volumes[0], volumes[16], "they begin again");
    assert_eq!(ground("by-volume", 2, 0), ground("by-volume", 2, 3));
    assert_ne!(ground("by-level", 1, 0), ground("by-level", 1, 3));
    assert_eq!(ground("by-level", 1, 3), ground("by-level", 2, 3));
    let error = "puce".parse::<PaletteChoice>().unwrap_err().to_string();
    assert!(error.starts_with("expected by-volume, by-level, a palette (harbour, "), "{error}");
}

#[test]
fn pictures_are_read_or_refused_with_the_reason() {
    let read = |bytes: Vec<u8>| RasterImage::read(bytes).map(|p| (p.dots(), p.colour_space()));
    assert_eq!(read(jpeg(640, 480, 3, false)), Ok(((640, 480), ColourSpace::Rgb)));
    assert_eq!(read(jpeg(64, 48, 1, false)), Ok(((64, 48), ColourSpace::Grey)));
    assert_eq!(read(jpeg(64, 48, 4, true)), Ok(((64, 48), ColourSpace::Cmyk)));
    let clear = png(3, 2, png::ColorType::Rgba, &[10, 20, 30, 0]);
    assert_eq!(read(clear), Ok(((3, 2), ColourSpace::Rgb)));
    let turned = {
        let mut all = jpeg(64, 48, 3, false);
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        all.splice(2..2, exif.iter().copied());
        all
    };
    for (bytes, words) in [
        (b"GIF89a".to_vec(), "expected a JPEG or a PNG, found another kind of file"),
        (jpeg(64, 48, 2, false), "expected one, three or four colours, found 2"),
        (jpeg(0, 48, 3, false), "found 0 x 48 pixels of 8 bits"),
        (jpeg(64, 48, 3, false)[..20].to_vec(), "found one that ends early"),
        (b"\xff\xd8\xff\xd9".to_vec(), "found"),
        (
            png(3, 2, png::ColorType::Rgb, &[1, 2, 3])[..40].to_vec(),
            "expected a PNG that can be read",
        ),
        (turned, "expected an upright picture"),
    ] {
        let error = read(bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    // No cut of a file, and no byte of its head, makes a panic.
    for good in [jpeg(640, 480, 4, true), png(3, 2, png::ColorType::Rgba, &[1, 2, 3, 4])] {
        for at in 0..good.len() {
            let _ = RasterImage::read(good[..at].to_vec());
            for byte in [0, 1, 0x7f, 0xff] {
                let mut bad = good.clone();
                bad[at] = byte;
                let _ = RasterImage::read(bad);
            }
        }
    }
}

/// The fewest givens that a puzzle can have, all but one, and a complete grid: each has one solution.
fn extremes() -> [Puzzle; 3] {
    let complete = grid(SYMMETRIC);
    let mut all_but_one = complete;
    all_but_one[Cell::new(4, 4)] = None;
    [grid(SEVENTEEN), all_but_one, complete].map(|grid| Puzzle::prove(grid).unwrap())
}

#[test]
fn every_front_and_book_shows_any_puzzle() {
    let first_day = "2027-01-01".parse().ok();
    for puzzle in extremes() {
        let givens = puzzle.givens_count();
        for (name, text) in Template::BUILTIN {
            let template = Template::parse(text).unwrap();
            // Two rounds, where levels take turns.
            let mut turns: Vec<Rung> = template.turns(Ladder::Published);
            turns = if turns.is_empty() { vec![Level::Easy.into(); 8] } else { turns.repeat(2) };
            turns.sort();
            let sections = turns.chunk_by(|a, b| a == b);
            let sections: Vec<_> =
                sections.map(|of| Section::new(of[0], vec![puzzle; of.len()])).collect();
            let imprint = BookOptions {
                first_day,
                volume_number: 3.try_into().ok(),
                ..BookOptions::default()
            };
            let imprint =
                BookOptions { first_day: first_day.filter(|_| template.has_dates()), ..imprint };
            for size in ["5x8", "8.5x11", "8.5x8.5", "9x6"] {
                let layout = book::LayoutSpec::new(&template, &sections)
                    .trim(trim(size))
                    .options(&imprint)
                    .lay_out();
                let layout = match layout {
                    Ok(layout) => layout,
                    Err(e) => {
                        assert!(size == "9x6" || size == "5x8", "{name} {size} {givens}: {e}");
                        continue;
                    }
                };
                let volume = &layout.volumes[0];
                assert!(!crate::support::books::pdf(volume).is_empty());
                for design in drawn_fronts() {
                    let look = CoverLook { design: Some(design), ..CoverLook::default() };
                    let cover = Cover::new(volume, Some("0.3in".parse().unwrap()), &look);
                    match cover {
                        Ok(cover) => assert!(!pdf(&cover).is_empty()),
                        Err(e) => assert!(size == "9x6", "{name} {size} {design:?} {givens}: {e}"),
                    }
                }
            }
        }
    }
}

/// A book that begins with small puzzles shows one of them on each front, with its signs.
#[test]
fn fronts_show_the_smallest_puzzles_and_their_signs() {
    let small = AnyPuzzle::prove("1234..12214.43..".parse().unwrap()).unwrap();
    let rung = Ladder::Human.rung_with_key("4x4:1").unwrap();
    let sections =
        [Section::new(rung, vec![small; 60]), Section::new(Level::Medium, puzzles(60, 2).to_vec())];
    let template = Template::builtin("classic").unwrap();
    let mut faults = Vec::new();
    for (printer, size) in
        [("screen", "6x9"), ("kdp", "6x9"), ("kdp", "8.5x8.5"), ("kdp", "8.25x6")]
    {
        let terms = terms(printer, size, None);
        for design in designs() {
            let what = format!("{printer} {size} {design}");
            let front = |symbols: &str, sections: &[Section]| {
                let symbols = symbols.split_whitespace().map(|set| set.parse().unwrap()).collect();
                let options = BookOptions { symbols, ..BookOptions::default() };
                let layout = book::LayoutSpec::new(&template, sections)
                    .printer(&terms)
                    .trim(trim(size))
                    .options(&options)
                    .lay_out();
                let volume = layout.unwrap().volumes.remove(0);
                let cover = Cover::new(&volume, None, &look("sun", design)).unwrap();
                let bytes = pdf(&cover);
                let report = preflight::inspect_cover(&bytes, &terms, cover.sheet()).unwrap();
                let faults = report.findings.iter().map(|finding| finding.what().to_string());
                (bytes, faults.collect::<Vec<_>>().join("; "))
            };
            let (digits, shapes) = (front("", &sections), front("4x4:1=shapes", &sections));
            if digits.0 == shapes.0 {
                faults.push(format!("{what}: no signs"));
            }
            let found = [digits.1, shapes.1].into_iter().filter(|fault| !fault.is_empty());
            faults.extend(found.map(|fault| format!("{what}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pictures_fill_the_front_of_the_right_printer() {
    // The front of 6 x 9 in has bleed at three sides: 6.125 x 9.25 in are 1838 x 2775 pixels.
    let cover = |printer: &str, picture: Vec<u8>| {
        let terms = terms(printer, "6x9", None);
        let volume = of_pages(&terms, 120);
        let picture = Some(Arc::new(RasterImage::read(picture).unwrap()));
        let look = CoverLook { picture, ..CoverLook::default() };
        let spine = (printer == "ingram").then(|| "0.3in".parse().unwrap());
        let cover = Cover::new(&volume, spine, &look).map_err(|e| e.to_string())?;
        let bytes = pdf(&cover);
        let report = preflight::inspect_cover(&bytes, &terms, cover.sheet()).unwrap();
        let mut said = cover.advice().unwrap_or_default().to_owned();
        for finding in report.findings {
            write!(said, "{} {:?} ", finding.what(), finding.advice).unwrap();
        }
        Ok::<_, String>((bytes, said))
    };
    let large = |parts, adobe| jpeg(1838, 2775, parts, adobe);
    let (bytes, said) = cover("kdp", large(3, false)).unwrap();
    assert_eq!(said, "");
    let inside =
        |bytes: &[u8], picture: &[u8]| bytes.windows(picture.len()).any(|part| part == picture);
    assert!(inside(&bytes, &large(3, false)), "the JPEG is in the file as it is");
    let error = cover("kdp", jpeg(1800, 2775, 3, false)).unwrap_err();
    assert!(
        error.contains("at least 1838 x 2775 pixels, 300 in each inch of 6.125 x 9.250 in"),
        "{error}"
    );
    assert!(error.ends_with("found 1800 x 2775, 294 in an inch"), "{error}");
    // A printer whose figure is not settled gives advice, as preflight does.
    let (_, said) = cover("lulu", jpeg(900, 1400, 3, false)).unwrap();
    assert!(said.contains("1838 x 2775") && said.contains("300 dpi"), "{said}");
    // Four inks for those who want them, with the values turned round that Adobe turns.
    let (bytes, said) = cover("ingram", large(4, true)).unwrap();
    assert_eq!(said, "");
    assert!(String::from_utf8_lossy(&bytes).contains("/Decode[1 0 1 0 1 0 1 0]"));
    let error = cover("ingram", large(3, false)).unwrap_err();
    assert!(
        error.contains("expected a JPEG in CMYK") && error.ends_with("found a JPEG in RGB"),
        "{error}"
    );
    assert!(cover("ingram", large(1, false)).is_ok());
    // A PNG is converted, within the limit of ink: this blue would take 280 %.
    let blue = png(1838, 2775, png::ColorType::Rgb, &[0, 0, 51]);
    let (_, said) = cover("ingram", blue).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_cover_refuses_what_the_printer_cannot_print() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --out c.csv", 0, "");
    let made = "cover c.csv --printer kdp --trim 6x9";
    for (args, code, words) in [
        ("--palette puce", 2, "harbour, sun, forest"),
        ("--cover-design tiles --cover-picture p.jpg", 2, "cannot be used with"),
        ("--cover-picture none.jpg", 2, "none.jpg"),
        ("--pdfx 4 --palette dusk", 2, "use --pdfx 1a, or --palette black"),
        ("--pdfx 4", 0, ""),
        ("--palette by-level --cover-design digit --force", 2, "--volume-number"),
        ("--volume-number 12 --cover-design digit --force", 0, ""),
        ("--palette ground=#ffc629,accent=#16264d --cover-design letters --force", 0, ""),
        ("--palette ground=#ffc629,accent=#ffd000", 2, "found 1."),
        ("--cover-design window --force", 0, ""),
    ] {
        bench.ends(&format!("{made} {args}"), code, words);
    }
    let shown = String::from_utf8(bench.run("printer show kdp").stdout).unwrap();
    let black = shown.replace("colour = true         #", "colour = false #");
    std::fs::write(bench.path("black.toml"), black).unwrap();
    let made = "cover c.csv --printer black.toml --trim 6x9 --force";
    bench.ends(made, 0, "");
    bench.ends(
        &format!("{made} --palette dusk"),
        2,
        "prints covers in black only; use --palette black",
    );
    // The cover of a run keeps its look.
    let run = "run --count 20 --seed 3 --printer kdp --trim 5x8 --out r --cover --palette dusk --cover-design tiles";
    bench.ends(run, 0, "");
    bench.ends("cover r --out again.pdf", 0, "");
    assert_eq!(bench.read("r/cover.pdf"), bench.read("again.pdf"));
    bench.ends("cover r --palette plum --out other.pdf", 0, "");
    assert_ne!(bench.read("r/cover.pdf"), bench.read("other.pdf"));
    bench.ends("verify r", 0, "");
}

/// On a narrow spine the word in ideographs, which are higher than capitals, stood up to 2.4 pt in the safe zone. A small
/// drawn letter of straight strokes counted as a line that is too thin.
#[test]
fn built_in_covers_get_no_advice() {
    let bench = Bench::new();
    for (job, lang) in [("large-print", "ja"), ("mini", "zh"), ("large-print", "es")] {
        let run = format!("run --job {job} --lang {lang} --title Morning --seed 9 --out {lang}");
        let made = bench.run(&run);
        let said = String::from_utf8(made.stderr).unwrap();
        assert_eq!(made.status.code(), Some(0), "{said}");
        assert!(!said.contains("advice"), "{said}");
    }
}
