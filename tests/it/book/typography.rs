//! Typography of finished pages: line breaks, aligned edges, aligned leader dots.

use crate::support::books::{imprint, sections, trim};
use crate::support::languages::{Placed, check_texts, speaking, texts};
use sudoku_press::book::{
    self, BookOptions, DrawOp, Language, Manuscript, Page, SharedForm, Template, Volume,
};

fn press(design: &str, size: &str, imprint: &BookOptions, sizes: &[usize]) -> Volume {
    let template = Template::builtin(design).unwrap();
    let volumes = book::volumes(&template, trim(size), imprint, &sections(sizes)).unwrap();
    volumes.into_iter().next().unwrap()
}

fn with_text(parts: &str, part: &str, text: &str) -> BookOptions {
    let mut imprint =
        BookOptions { parts: Some(parts.split(' ').map(str::to_owned).collect()), ..imprint() };
    let text = Manuscript::parse(text, &Language::default()).unwrap();
    imprint.texts.insert(part.to_owned(), text);
    imprint
}

/// The first page with a line that has these words.
fn page_with(volume: &Volume, words: &str) -> Page {
    let has = |page: &Page| {
        let texts = texts(page, volume);
        texts.iter().any(|text| text.4.contains(words))
    };
    volume.pages().find(has).unwrap()
}

/// The lines of a page in this size, from its head to its foot, each in one piece.
fn lines(volume: &Volume, page: &Page, size: f64) -> Vec<Placed> {
    let mut texts = texts(page, volume);
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
fn no_paragraph_ends_with_a_single_word_on_a_line() {
    for count in 9..60 {
        let text = format!("# Words\n\n{}", vec!["pencil"; count].join(" "));
        let imprint = with_text("title preface puzzles", "preface", &text);
        let volume = press("classic", "6x9", &imprint, &[1]);
        let page = page_with(&volume, "pencil");
        let mut lines = texts(&page, &volume);
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
fn a_sentence_in_two_centred_lines_is_broken_at_its_comma() {
    for (code, _) in Language::BUILTIN {
        let volume = press("classic", "6x9", &speaking(code), &[9]);
        let opener = volume.pages().nth(volume.front_matter()).unwrap();
        let lines = lines(&volume, &opener, 10.5);
        let middle = |line: &Placed| (line.0 + line.1) / 2.0;
        let counted: Vec<_> =
            lines.iter().filter(|line| line.4.contains(|c: char| c.is_ascii_digit())).collect();
        assert!(!counted.is_empty(), "{code}: {lines:?}");
        // Chinese says it in one line.
        if counted.len() == 2 {
            assert!((middle(counted[0]) - middle(counted[1])).abs() < 0.1);
            assert!(counted[0].4.ends_with([',', '、']), "{code}: {counted:?}");
        }
    }
}

#[test]
fn no_line_of_the_worked_example_begins_with_the_number_of_the_line_before() {
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
                for line in texts(&how_to_play, &volumes[0]) {
                    let begins = line.4.starts_with(|c: char| c.is_ascii_digit());
                    assert!(line.4.len() == 1 || !begins, "{code}, {size}: {line:?}");
                }
            }
        }
    }
}

#[test]
fn leader_dots_of_the_contents_are_aligned() {
    for (code, _) in Language::BUILTIN {
        for design in ["classic", "large-print"] {
            let volume = press(design, "8.5x11", &speaking(code), &[9, 9, 9, 99]);
            let contents = volume.pages().nth(4).unwrap();
            let texts = texts(&contents, &volume);
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
    let imprint = with_text("title contents preface puzzles answers", "preface", &text);
    let volume = press("classic", "6x9", &imprint, &[5]);
    check_texts(&volume, "a long heading");
    let contents = page_with(&volume, "A rather long heading");
    let preface = page_with(&volume, "That was it.");
    let said = texts(&contents, &volume);
    let on = |words: &str| said.iter().find(|text| text.4.ends_with(words)).unwrap().2;
    assert!(said.iter().all(|text| !text.4.ends_with(heading)), "{said:?}");
    assert_eq!(on(&preface.folio), on("said"), "the number stands on the last line");
}

#[test]
fn two_columns_of_puzzles_are_as_wide_as_the_foot() {
    for size in ["8.5x11", "a4"] {
        let volume = press("classic", size, &imprint(), &[9]);
        let page = volume.pages().nth(volume.front_matter() + 1).unwrap();
        let grids = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Form { form: SharedForm::PuzzleGrid, corner } => Some(corner.0),
            _ => None,
        });
        let left = grids.clone().fold(f64::INFINITY, f64::min);
        let right = grids.fold(0.0, f64::max) + volume.drawing(SharedForm::PuzzleGrid).width;
        assert!((left - volume.outside_margin()).abs() < 0.01, "{size}: {left}");
        let edge = page.width - volume.inside_margin();
        assert!((right - edge).abs() < 0.01, "{size}: {right}, not {edge}");
    }
}

#[test]
fn a_half_title_is_no_smaller_than_the_words_of_the_book() {
    let imprint = BookOptions {
        title: Some("Everything that one can say of a book before it begins ".repeat(2)),
        ..imprint()
    };
    let volume = press("classic", "6x9", &imprint, &[5]);
    let half_title = volume.pages().next().unwrap();
    for text in texts(&half_title, &volume) {
        assert!(text.3 >= 10.5, "{text:?}");
    }
}

#[test]
fn a_book_of_five_levels_fits_the_low_trim_in_every_language() {
    for (code, _) in Language::BUILTIN {
        let volume = press("classic", "8.25x6", &speaking(code), &[4, 4, 4, 4, 4]);
        check_texts(&volume, code);
    }
}

#[test]
fn typewriter_quotes_and_dashes_become_typographic() {
    let text = "\"Why nine?\" they'd ask -- and wait...\n\nSie fragte: „Warum neun?“ « Neuf » ’s";
    let imprint = with_text("title preface puzzles", "preface", text);
    let volume = press("classic", "6x9", &imprint, &[1]);
    let page = page_with(&volume, "nine");
    let said: Vec<String> = texts(&page, &volume).into_iter().map(|text| text.4).collect();
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
        let text = Manuscript::parse(text, &language).unwrap();
        let mut imprint = speaking(code);
        imprint.parts = Some(["title", "preface", "puzzles"].map(str::to_owned).into());
        imprint.texts.insert("preface".to_owned(), text);
        let volume = press("classic", "8.5x11", &imprint, &[1]);
        let page = page_with(&volume, "said");
        let all = texts(&page, &volume);
        let size = all.iter().find(|text| text.4.contains("said")).unwrap().3;
        let said = lines(&volume, &page, size).into_iter().map(|line| line.4);
        let said = said.collect::<Vec<_>>().join(" ");
        assert!(said.contains(expected), "{code}: {said}");
    }
}

#[test]
fn every_blank_below_a_grid_is_long_enough_to_write_in() {
    let (_, text) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let text = text.replace("log = false", "log = true");
    for most in [27, 20, 16, 13] {
        let text = text.replace("min_cell = 20", "min_cell = 12");
        let text = text.replace("max_cell = 27", &format!("max_cell = {most}"));
        let template = Template::parse(&text).unwrap();
        let sections = sections(&[9]);
        for (code, _) in Language::BUILTIN {
            let volumes =
                book::volumes(&template, trim("8.5x11"), &speaking(code), &sections).unwrap();
            let page = volumes[0].pages().nth(volumes[0].front_matter() + 1);
            let log = page.unwrap().marks.iter().find_map(|mark| match mark {
                DrawOp::Form { form: SharedForm::Log, .. } => {
                    Some(volumes[0].drawing(SharedForm::Log))
                }
                _ => None,
            });
            let log = log.unwrap();
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
}
