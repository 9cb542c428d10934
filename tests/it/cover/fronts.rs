//! The fronts say what a book is: a course, large print, mini Sudoku, for children, of several sizes. No
//! title and no trim takes that away.

use crate::support::books::{puzzles, trim};
use crate::support::covers::{drawn_fronts, sheet};
use crate::support::preflight::terms;
use crate::support::program::Bench;
use crate::support::readback::{self, Sheet};
use book::{BookOptions, CoverDesign, Language, Section, Template, Volume};
use cover::{Cover, CoverLook};
use grid::{AnyPuzzle, Level};
use human::Ladder;
use page::{Area, Colour, DrawOp, FlatMark, Page, PathEl};

const LANGUAGES: [&str; 6] = ["en", "de", "fr", "pl", "ja", "zh"];

/// Returns the front of a job without spine and back.
fn front_of_job(bench: &Bench, job: &str, language: &str) -> Sheet {
    let out = format!("{job}-{language}");
    bench.ends(
        &format!("run --job {job} --lang {language} --printer screen --seed 9 --out {out} -q"),
        0,
        "",
    );
    let [sheet] =
        <[Sheet; 1]>::try_from(readback::sheets(&bench.read(&format!("{out}/cover.pdf")))).unwrap();
    sheet
}

/// Returns the letters and digits of a text in capitals.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns the letters of a sheet whose type has at least this part of the largest size.
fn letters_from(sheet: &Sheet, part: f64) -> String {
    let largest = sheet.glyphs.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
    let large = sheet.glyphs.iter().filter(|glyph| glyph.size >= part * largest);
    plain(&large.map(|glyph| glyph.character).collect::<String>())
}

/// Nothing on the front of a course said what the book was: it had the title of any other.
#[test]
fn course_front_says_learn() {
    let bench = Bench::new();
    for code in LANGUAGES {
        let language = Language::builtin(code).unwrap();
        let sheet = front_of_job(&bench, "course", code);
        let (text, large) = (letters_from(&sheet, 0.0), letters_from(&sheet, 0.5));
        let learn = plain(language.text("front.learn"));
        assert!(large.contains(&learn), "{code}: {large}");
        assert!(text.contains(&plain(language.text("front.steps"))), "{code}: {text}");
        let techniques = language.text("front.techniques").replace("{count}", "6");
        assert!(text.contains(&plain(&techniques)), "{code}: {text}");
        assert!(text.contains("72"), "{code}: {text}");
        let usual = plain(language.title("classic"));
        assert!(!text.contains(&usual), "{code}: the title of any other book, {text}");
    }
}

/// Returns a front alone of a book of puzzles in a design.
fn volume_of(design: &str, size: &str, sections: &[Section], options: BookOptions) -> Volume {
    let terms = terms("screen", size, None);
    let template = Template::builtin(design).unwrap();
    let layout = book::LayoutSpec::new(&template, sections)
        .printer(&terms)
        .trim(trim(size))
        .options(&options)
        .volumes(1)
        .lay_out();
    layout.unwrap().volumes.remove(0)
}

fn front(volume: &Volume, design: CoverDesign) -> Cover<'_> {
    let look = CoverLook { design: Some(design), ..CoverLook::default() };
    Cover::new(volume, None, &look).unwrap()
}

/// Returns the widths of the lines whose type has at least this part of the largest size.
fn widths_of_large_lines(sheet: &Sheet, part: f64) -> Vec<f64> {
    let largest = sheet.glyphs.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
    let large: Vec<_> = sheet.glyphs.iter().filter(|glyph| glyph.size >= part * largest).collect();
    let lines = large.chunk_by(|a, b| (a.y - b.y).abs() < 0.01);
    lines.map(|line| line[line.len() - 1].end.0 - line[0].x).collect()
}

/// On the shelf the title was the largest, and the type of the book was not seen.
#[test]
fn large_print_is_the_largest_line() {
    let sections = [Section::new(Level::Medium, puzzles(30, 2).to_vec())];
    for code in LANGUAGES {
        for size in ["6x9", "8.5x11"] {
            let language = Language::builtin(code).unwrap();
            let upper = language.text("front.large_print").to_uppercase();
            let words = plain(&upper);
            let actual = plain(language.text("front.actual_size"));
            let options = BookOptions { language, ..BookOptions::default() };
            let volume = volume_of("large-print", size, &sections, options);
            let sheet = sheet(&front(&volume, CoverDesign::Closeup));
            let what = format!("{code} {size}");
            let width = trim(size).width();
            // Both lines have the full measure, so that the shorter word is larger.
            let sizes = upper.split(' ').map(|word| pixels_of(&sheet, word, width));
            let smallest = sizes.reduce(f64::min).unwrap();
            let largest = sheet.glyphs.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
            let part = smallest * width / 160.0 / largest - 0.001;
            assert_eq!(letters_from(&sheet, part), words, "{what}");
            let widest = widths_of_large_lines(&sheet, part).into_iter().fold(0.0, f64::max);
            // Words of four letters would be too high.
            assert!((0.66..0.92).contains(&(widest / width)), "{what}: {}", widest / width);
            assert!(letters_from(&sheet, 0.0).contains(&actual), "{what}");
        }
    }
}

/// Returns the areas of upright lines of a page of a cover that are longer than this.
fn upright_lines(page: &Page, shortest: f64) -> Vec<Area> {
    let marks = FlatMark::all(&page.marks).into_iter();
    let areas = marks.filter_map(|mark| match mark.op {
        DrawOp::Path { points, .. } => Some(Area::around(points)),
        _ => None,
    });
    areas.filter(|area| area.width < 5.0 && area.height > shortest).collect()
}

/// Returns values in order, each once.
fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    values
}

#[test]
fn closeup_shows_the_page_at_true_size() {
    let sections = [Section::new(Level::Medium, puzzles(30, 2).to_vec())];
    for (design, size) in [("large-print", "8.5x11"), ("large-print", "6x9"), ("classic", "6x9")] {
        let volume = volume_of(design, size, &sections, BookOptions::default());
        let lines = upright_lines(&front(&volume, CoverDesign::Closeup).page(), 60.0);
        let lines = sorted(lines.into_iter().map(Area::middle).collect());
        assert!(lines.len() > 5, "{design} {size}: {lines:?}");
        for pair in lines.windows(2) {
            let cell = pair[1] - pair[0];
            assert!((cell - volume.cell_size()).abs() < 0.01, "{design} {size}: {lines:?}");
        }
    }
}

/// The last row of the puzzle before the one on the front stood above it, cut by the tag.
#[test]
fn closeup_begins_with_a_whole_puzzle() {
    for size in 12..30 {
        let sections = [Section::new(Level::Medium, puzzles(size, 2).to_vec())];
        let volume = volume_of("classic", "6x9", &sections, BookOptions::default());
        let page = front(&volume, CoverDesign::Closeup).page();
        let tops = [2.0, 60.0].map(|shortest| {
            let lines = upright_lines(&page, shortest).into_iter();
            lines.map(|line| line.top).fold(f64::MAX, f64::min)
        });
        assert_eq!(tops[0], tops[1], "{size} puzzles");
    }
}

/// The front of mini Sudoku was brown, and no word said that the puzzles are small.
#[test]
fn mini_front_says_mini_on_bright_ground() {
    let bench = Bench::new();
    for code in LANGUAGES {
        let language = Language::builtin(code).unwrap();
        let sheet = front_of_job(&bench, "mini", code);
        let (text, large) = (letters_from(&sheet, 0.0), letters_from(&sheet, 0.5));
        assert!(large.contains(&plain(language.text("front.mini"))), "{code}: {large}");
        assert!(text.contains(&plain(language.text("front.two_a_page"))), "{code}: {text}");
        assert!(text.contains(&plain(language.title("mini"))), "{code}: {text}");
        assert!(text.contains("120"), "{code}: {text}");
    }
    let ground = page::Palette::named(CoverDesign::Pad.palette()).unwrap();
    let ground = ground.colours(preflight::Inks::Rgb).ground;
    assert!(ground.contrast(Colour::BLACK) > 10.0, "{ground:?}");
}

/// Returns the colours of the shapes of a page.
fn shape_colours(page: &Page) -> Vec<Colour> {
    let mut colours = Vec::new();
    for mark in FlatMark::all(&page.marks) {
        if matches!(mark.op, DrawOp::Shape { .. }) && !colours.contains(&mark.colour) {
            colours.push(mark.colour);
        }
    }
    colours
}

/// Parents could not see that the book begins with shapes, nor for what age it is.
#[test]
fn childrens_front_shows_shapes_and_ages() {
    let small = AnyPuzzle::prove("1234..12214.43..".parse().unwrap()).unwrap();
    let rung = Ladder::Human.rung_with_key("4x4:1").unwrap();
    let sections = [Section::new(rung, vec![small; 80])];
    for code in LANGUAGES {
        let colours = |symbols: &str| {
            let symbols = symbols.split_whitespace().map(|set| set.parse().unwrap()).collect();
            let language = Language::builtin(code).unwrap();
            let options = BookOptions { symbols, language, ..BookOptions::default() };
            let volume = volume_of("playful", "8x10", &sections, options);
            let front = front(&volume, CoverDesign::Letters);
            (letters_from(&sheet(&front), 0.0), shape_colours(&front.page()).len())
        };
        let (digits, shapes) = (colours(""), colours("4x4:1=shapes"));
        assert!(shapes.0.contains("48"), "{code}: {}", shapes.0);
        assert!(shapes.1 >= digits.1 + 3, "{code}: {} {}", shapes.1, digits.1);
    }
}

/// The picture of a book of several sizes was 9 x 9 alone.
#[test]
fn mixed_sizes_show_both_grids_and_name_them() {
    let small = AnyPuzzle::prove("1234..12214.43..".parse().unwrap()).unwrap();
    let rung = Ladder::Human.rung_with_key("4x4:2").unwrap();
    let nine = Ladder::Human.rung_with_key("1").unwrap();
    let sections =
        [Section::new(rung, vec![small; 30]), Section::new(nine, vec![puzzles(1, 0)[0]; 30])];
    for size in ["6x9", "8.5x8.5", "8.25x6"] {
        let volume = volume_of("classic", size, &sections, BookOptions::default());
        let cover = Cover::new(&volume, None, &CoverLook::default()).unwrap();
        let text = letters_from(&sheet(&cover), 0.0);
        assert!(text.contains("44AND99FROMGENTLETOEASY"), "{size}: {text}");
        let page = cover.page();
        let mut sides = Vec::new();
        for mark in &page.marks {
            let DrawOp::Colored { marks, .. } = mark else { continue };
            sides.extend(marks.iter().filter_map(|mark| match mark {
                DrawOp::Form { form, .. } => Some(form.width),
                _ => None,
            }));
        }
        let [large, small] = sides[..] else { panic!("{size}: {sides:?}") };
        let ratio = small / large;
        assert!((0.43..0.47).contains(&ratio), "{size}: cells of two sizes, {ratio}");
    }
}

/// Returns a title of one long word with this number of letters, or of several words.
fn long_title(letters: usize, is_one_word: bool) -> String {
    let word = "Donaudampfschifffahrtsgesellschaftskapitänsmütze";
    let words =
        "Die wunderbare Donaudampfschifffahrtsgesellschaft und andere lange Reisen im Winter";
    let cut: String = if is_one_word { word } else { words }.chars().take(letters).collect();
    cut.trim_end().to_owned()
}

/// Returns the height in pixels of the largest type in which a sheet has a text, in a shop.
fn pixels_of(sheet: &Sheet, text: &str, width: f64) -> f64 {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let all: Vec<_> =
        sheet.glyphs.iter().filter(|glyph| !glyph.character.is_whitespace()).collect();
    let runs = all
        .windows(letters.len())
        .filter(|run| run.iter().zip(&letters).all(|(glyph, letter)| glyph.character == *letter));
    runs.map(|run| run[0].size * 160.0 / width).fold(0.0, f64::max)
}

/// One long word made the title, the word and the count 4 pixels high, and the series went in silence.
#[test]
fn long_titles_leave_other_lines_their_sizes() {
    let sections =
        Level::ALL.map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; 40]));
    let mut faults = Vec::new();
    for (place, size) in ["6x9", "8.5x11", "8.5x8.5", "8.25x6"].into_iter().enumerate() {
        let titles = (1..=48).step_by(5).map(|letters| long_title(letters, true));
        let titles: Vec<String> =
            titles.chain((51..=81).step_by(10).map(|letters| long_title(letters, false))).collect();
        // Each front meets every fifth title at each size, and others at the next.
        for (nth, title) in titles.into_iter().enumerate() {
            let options = BookOptions {
                title: Some(title.clone()),
                author: Some("A. Müller".to_owned()),
                series: Some("Winterreisen".to_owned()),
                volume_number: 4.try_into().ok(),
                language: Language::builtin("de").unwrap(),
                ..BookOptions::default()
            };
            let volume = volume_of("classic", size, &sections, options);
            let width = trim(size).width();
            for design in drawn_fronts().skip((nth + place) % 5).step_by(5) {
                let cover = front(&volume, design);
                let sheet = sheet(&cover);
                let what = format!("{size} {design} {title:?}");
                let (count, word) =
                    (pixels_of(&sheet, "200", width), pixels_of(&sheet, "SUDOKU", width));
                // The words of a wide front have half of its width.
                let least = match design {
                    _ if size.starts_with("6x") || size == "8.5x11" => [9.0, 7.5],
                    CoverDesign::Digit => [6.3, 5.5],
                    _ => [7.1, 6.2],
                };
                if count < least[0] {
                    faults.push(format!("{what}: a count of {count:.1} px"));
                }
                if word < least[1] {
                    faults.push(format!("{what}: a word of {word:.1} px"));
                }
                let has_series = pixels_of(&sheet, "Winterreisen", width) > 0.0;
                let is_named = cover.advice().is_some_and(|advice| advice.contains("series"));
                if !has_series && !is_named {
                    faults.push(format!("{what}: the series is left out in silence"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

/// Returns the left, the upper, the right and the lower end of an outline.
fn extent(steps: &[PathEl]) -> [f64; 4] {
    let points = steps.iter().flat_map(PathEl::points);
    points.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], &(x, y)| {
        [l.min(x), t.min(y), r.max(x), b.max(y)]
    })
}

/// Square and wide fronts had the word and the plate, and hardly a digit of the puzzle.
#[test]
fn letters_keep_rows_of_puzzle_on_wide_trims() {
    let sections =
        Level::ALL.map(|level| Section::new(level, vec![puzzles(1, level.index())[0]; 40]));
    for (size, least, columns) in [("8.5x8.5", 2, 9), ("8.25x6", 1, 8)] {
        for volume_number in [None, Some(4)] {
            let options = BookOptions {
                title: Some("Rainy Days".to_owned()),
                author: Some("A. Müller".to_owned()),
                volume_number: volume_number.and_then(|number: u16| number.try_into().ok()),
                ..BookOptions::default()
            };
            let volume = volume_of("classic", size, &sections, options);
            let page = front(&volume, CoverDesign::Letters).page();
            // Cells are squares with round corners.
            let mut tops: Vec<(i64, usize)> = Vec::new();
            for mark in FlatMark::all(&page.marks) {
                let DrawOp::Shape { steps, .. } = mark.op else { continue };
                let [left, top, right, bottom] = extent(steps);
                let side = right - left;
                let is_cell = (bottom - top - side).abs() < 0.01 && side > 0.07 * page.width;
                if is_cell && side < 0.115 * page.width {
                    let top = (top * 10.0).round() as i64;
                    match tops.iter_mut().find(|(other, _)| *other == top) {
                        Some((_, count)) => *count += 1,
                        None => tops.push((top, 1)),
                    }
                }
            }
            let whole = tops.iter().filter(|(_, count)| *count == columns).count();
            assert!(whole >= least, "{size} {volume_number:?}: {tops:?}");
        }
    }
}

/// On a square front the label covered a third of the puzzle.
#[test]
fn label_of_puzzle_covers_no_cell() {
    let sections = [Section::new(Level::Medium, vec![puzzles(1, 2)[0]; 60])];
    for size in ["8.5x8.5", "8.25x6"] {
        let options = BookOptions { title: Some("Rainy Days".to_owned()), ..Default::default() };
        let volume = volume_of("classic", size, &sections, options);
        let look = CoverLook {
            design: Some(CoverDesign::Puzzle),
            palette: "sun".parse().unwrap(),
            ..CoverLook::default()
        };
        let page = Cover::new(&volume, None, &look).unwrap().page();
        let boxes = |wanted: fn(Colour) -> bool| {
            let found = page.marks.iter().find_map(|mark| match mark {
                DrawOp::Box { corner, size, colour } if wanted(*colour) => Some((*corner, *size)),
                _ => None,
            });
            found.unwrap()
        };
        let (card, card_size) = boxes(|colour| colour == Colour::WHITE);
        // The label is the last box of the colour of paper.
        let paper = page::Palette::named("sun").unwrap().colours(preflight::Inks::Rgb).paper;
        let mut labels = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Box { corner, size, colour } if *colour == paper => Some((*corner, *size)),
            _ => None,
        });
        let (label, label_size) = labels.next_back().unwrap();
        let is_above = label.1 + label_size.1 <= card.1;
        let is_beside = label.0 + label_size.0 <= card.0;
        let is_square = size == "8.5x8.5";
        assert!(
            if is_square { is_above } else { is_beside },
            "{size}: {label:?} {label_size:?} {card:?} {card_size:?}"
        );
    }
}
