//! Languages: complete files, printable characters, and line breaks by the rules of each language.

use crate::support::languages::{check_texts, font, in_language, speaking, texts};
use crate::support::program::Bench;
use crate::support::puzzles::puzzle;
use book::{BookOptions, CopyrightPage, Language, LayoutError, Listing, Section, Template, Volume};
use cover::{Cover, CoverLook};
use explain::{ExplanationTexts, SolvePath, at_three_lengths, plain_text};
use grid::Level;
use human::{Band, Reason, StepKind};
use lopdf::{Document, Object};
use page::{DrawOp, Face};
use pdf_reader::GlyphShape;
use preflight::{Printer, Trim};
use proof::readback::Pdf;
use std::collections::{BTreeMap, BTreeSet};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn english() -> Language {
    Language::default()
}

#[test]
fn numbers_in_words_and_in_figures() {
    let counts = [
        (1, "One"),
        (20, "Twenty"),
        (65, "65"),
        (100, "One Hundred"),
        (120, "120"),
        (365, "365"),
        (1_000, "1,000"),
        (1_500, "1,500"),
        (375, "375"),
        (12_345, "12,345"),
        (2_000_000, "2,000,000"),
    ];
    for (number, expected) in counts {
        assert_eq!(english().count(number), expected);
    }
    assert_eq!(english().levels_line(&Level::ALL), "Five levels, from beginner to evil");
    assert_eq!(english().levels_line(&Level::ALL[..2]), "Two levels, beginner and easy");
    assert_eq!(english().levels_line(&[Level::Hard]), "Level: hard");
}

#[test]
fn every_builtin_language_has_every_phrase() {
    for (code, text) in Language::BUILTIN {
        let language = Language::parse(text).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert!(language.code().starts_with(code), "{code} says {}", language.code());
        // Numbers that English says in words, the others do too.
        let words = |number: usize| language.count(number) != number.to_string();
        let in_words = [1, 2, 5, 10, 100].into_iter().all(words);
        assert!(in_words || *code == "ko", "{code}");
    }
}

#[test]
fn every_phrase_can_be_printed_in_every_design() {
    for (code, _) in Language::BUILTIN {
        for (design, _) in Template::BUILTIN {
            let template = Template::builtin(design).unwrap();
            let imprint = speaking(code);
            let volumes = book::volumes(&template, trim("a4"), &imprint, &sections(WEEK));
            if let Err(error) = volumes {
                let said = error.to_string();
                assert!(!said.contains("cannot be printed"), "{code}, {design}: {said}");
            }
        }
    }
    // That a missing character would be found: Korean words without a Korean face.
    let imprint = BookOptions {
        language: Language::builtin("ko").unwrap(),
        title: Some("Title".to_owned()),
        ..BookOptions::default()
    };
    let template = Template::builtin("classic").unwrap();
    let error = book::volumes(&template, trim("a4"), &imprint, &sections(&[3])).unwrap_err();
    assert_eq!(error.problem().setting_name(), Some("lang"), "{error}");
}

fn trim(name: &str) -> Trim {
    name.parse().unwrap()
}

/// One of each level, or two, as a design for every day asks for.
const WEEK: &[usize] = &[2, 1, 2, 1, 1];

/// So many puzzles of each level, from the easiest.
fn sections(sizes: &[usize]) -> Vec<Section> {
    let puzzle = puzzle(PUZZLE);
    let sections = Level::ALL.into_iter().zip(sizes);
    sections.map(|(level, &size)| Section::new(level, vec![puzzle; size])).collect()
}

fn lay_out(
    template: &Template,
    size: &str,
    code: &str,
    sizes: &[usize],
) -> Result<Vec<Volume>, LayoutError> {
    book::volumes(template, trim(size), &speaking(code), &sections(sizes))
}

#[test]
fn texts_never_overlap_or_leave_the_page() {
    for (d, (design, _)) in Template::BUILTIN.iter().enumerate() {
        let template = Template::builtin(design).unwrap();
        for (t, size) in ["5x8", "6x9", "a4"].into_iter().enumerate() {
            for (l, (code, _)) in Language::BUILTIN.iter().enumerate() {
                // Of four books one, so that each language and each design meet all.
                let books = [&[1, 4][..], WEEK, &[220, 110, 220, 110, 110], &[1_300]];
                for sizes in [books[(d + t + l) % 4], books[(d + t + l + 1) % 2]] {
                    let what = format!("{code}, {design}, {size}, {sizes:?}");
                    match lay_out(&template, size, code, sizes) {
                        Ok(volumes) => volumes.iter().for_each(|volume| check_texts(volume, &what)),
                        Err(error) => {
                            let english = lay_out(&template, size, "en", sizes);
                            assert!(english.is_err(), "{what}: {error}")
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn overlong_line_is_shortened_or_refused() {
    let (_, text) = Language::BUILTIN.iter().find(|(c, _)| *c == "en").unwrap();
    let template = Template::builtin("classic").unwrap();
    let make = |words: &str| {
        let language = Language::parse(&text.replace("answers on page", words)).unwrap();
        let imprint = BookOptions { language, ..BookOptions::default() };
        book::volumes(&template, trim("5x8"), &imprint, &sections(&[9]))
    };
    let feet = |words: &str| -> Vec<String> {
        let volumes = make(words).unwrap();
        check_texts(&volumes[0], words);
        let pages = volumes[0].pages();
        let texts = pages.flat_map(|page| texts(&page));
        let texts = texts.map(|text| text.4);
        texts.filter(|text| text.contains(words)).collect()
    };
    let all = |feet: Vec<String>, begin: &str| {
        assert_eq!(feet.len(), 5, "{feet:?}");
        assert!(feet.iter().all(|foot| foot.starts_with(begin)), "{feet:?}");
    };
    all(feet("answers on page"), "Beginner  ·  puzzles 1 to 9  ·  ");
    let long = "where the answers to these puzzles stand: page";
    all(feet(long), "Beginner  ·  where the");
    // A line that is set in parts, because it is large, is named whole.
    let language =
        Language::parse(&text.replace("\"Beginner\"", "\"VAterunser-Anfaenger\"")).unwrap();
    let imprint = BookOptions { language, ..BookOptions::default() };
    let error = book::volumes(&template, trim("5x8"), &imprint, &sections(&[9])).unwrap_err();
    assert!(error.to_string().contains("\"VAterunser-Anfaenger\" is too wide"), "{error}");
    let error = make(&format!("{long}, {long}")).unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("the text ") && said.contains(&long[..40]), "{said}");
}

#[test]
fn every_language_has_its_own_plurals_and_dates() {
    let language = |code| Language::builtin(code).unwrap();
    let counts = [
        ("zh", 100, "一百"),
        ("ja", 100, "百"),
        ("de", 100, "Hundert"),
        ("de", 1_500, "1500"),
        ("de", 12_345, "12.345"),
        ("fr", 100, "Cent"),
        ("fr", 12_345, "12\u{202f}345"),
        ("es", 100, "Cien"),
        ("es", 1_500, "1500"),
    ];
    for (code, number, expected) in counts {
        assert_eq!(language(code).count(number), expected, "{code}");
    }
    let lines = [
        ("en", 1, "One Sudoku", "Volume Two"),
        ("zh", 100, "数独一百题", "第二册"),
        ("zh", 65, "数独\u{a0}65\u{a0}题", "第二册"),
        ("ja", 100, "ナンプレ百問", "第二巻"),
        ("de", 1, "Ein Sudoku", "Band 2"),
        ("de", 100, "Hundert Sudokus", "Band 2"),
        ("fr", 1, "Un sudoku", "Tome 2"),
        ("es", 100, "Cien sudokus", "Volumen 2"),
        ("it", 100, "Cento sudoku", "Volume 2"),
        ("pt-BR", 100, "Cem sudokus", "Volume 2"),
        ("nl", 100, "Honderd sudoku’s", "Deel 2"),
        ("pl", 100, "Sto sudoku", "Tom 2"),
        ("en-US", 250, "250 Sudoku", "Volume Two"),
        ("zh-TW", 100, "數獨一百題", "第二冊"),
        ("ko", 200, "스도쿠 200문제", "제2권"),
    ];
    for (code, number, subtitle, volume) in lines {
        assert_eq!(language(code).subtitle("classic", number), subtitle);
        assert_eq!(language(code).volume(2), volume);
    }
    assert_eq!(language("en").continued_from(1), "continued from Volume One");
    assert_eq!(language("fr").continued_from(1), "suite du tome 1");
    let dates = [
        ("en", "Thursday, 1 January 2026"),
        ("zh", "2026\u{a0}年\u{a0}1\u{a0}月\u{a0}1\u{a0}日，星期四"),
        ("ja", "2026\u{a0}年\u{a0}1\u{a0}月\u{a0}1\u{a0}日（木）"),
        ("de", "Donnerstag, 1. Januar 2026"),
        ("fr", "Jeudi 1ᵉʳ janvier 2026"),
        ("es", "Jueves, 1 de enero de 2026"),
        ("it", "Giovedì 1º gennaio 2026"),
        ("pt-BR", "Quinta-feira, 1º de janeiro de 2026"),
        ("nl", "Donderdag 1 januari 2026"),
        ("pl", "Czwartek, 1 stycznia 2026"),
        ("en-US", "Thursday, January 1, 2026"),
        ("zh-TW", "2026\u{a0}年\u{a0}1\u{a0}月\u{a0}1\u{a0}日（星期四）"),
        ("ko", "2026년 1월 1일 목요일"),
    ];
    for (code, date) in dates {
        assert_eq!(language(code).long_date(jiff::civil::date(2026, 1, 1)), date);
    }
    assert_eq!(language("es").puzzles(1, 60), "Sudokus 1 a 60");
    // Nobody is put down on a cover.
    let names = Level::ALL.map(|level| language("zh").level_name(level).to_owned());
    assert_eq!(names, ["入门", "初级", "中级", "高级", "大师"]);
    // No form of a Polish noun depends on the number of levels.
    assert_eq!(language("pl").levels_line(&Level::ALL[..3]), "Poziomy: bardzo łatwy – średni");
}

/// What no single word shows: page numbers follow one another, and pages of puzzles and of answers name each other's
/// numbers, in every language, with references at the foot of the page and beside each puzzle.
#[test]
fn puzzle_and_answer_pages_name_each_other() {
    let bench = Bench::new();
    bench.ends("generate --seed 5 --levels 1-2 --count 3 --out a.csv", 0, "");
    for (code, _) in Language::BUILTIN {
        for design in ["classic", "large-print"] {
            let make = format!("book a.csv --trim 6x9 --template {design} --out book.pdf --force");
            bench.ends(&format!("{make} {}", in_language(code)), 0, "");
            let bytes = bench.read("book.pdf");
            let pdf = Pdf::open(&bytes).unwrap();
            let sheets = crate::support::readback::sheets(&bytes);
            let (mut puzzles, mut answers) = (BTreeMap::new(), BTreeMap::new());
            let (mut folios, mut first) = (BTreeMap::new(), None);
            for index in 0..pdf.page_count() {
                let page = pdf.page(index).unwrap();
                if let Some(folio) = page.folio.and_then(|folio| folio.parse::<usize>().ok()) {
                    let before = *first.get_or_insert(index - folio);
                    assert_eq!(index - folio, before, "{code} {design}: page {folio}");
                    folios.insert(index, folio);
                }
                for grid in page.grids {
                    let of = if grid.is_full() { &mut answers } else { &mut puzzles };
                    of.extend(grid.number.map(|number| (number, index)));
                }
            }
            assert_eq!(puzzles.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
            assert!(puzzles.keys().eq(answers.keys()), "{code} {design}");
            for (number, &page) in &puzzles {
                for (from, to) in [(page, answers[number]), (answers[number], page)] {
                    let text = sheets[from].lines().join(" ");
                    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
                    let folio = folios[&to].to_string();
                    let named = numbers.any(|number| number == folio);
                    assert!(named, "{code} {design}, puzzle {number}: no page {folio} in {text}");
                }
            }
        }
    }
}

const KOREAN: &str = "tests/fonts/NotoSansKR-Regular.ttf";

/// Where a table of a font begins, as its directory says; and where the directory says it.
pub fn table(font: &[u8], tag: &[u8; 4]) -> (usize, usize) {
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let mut entries = (0..tables).map(|i| 12 + 16 * i);
    let entry = entries.find(|&at| font[at..at + 4] == *tag).unwrap();
    (number(entry + 8), entry + 8)
}

/// A collection of one font.
fn collection(font: &[u8]) -> Vec<u8> {
    const HEAD: usize = 16;
    let mut moved = font.to_vec();
    let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
    for at in (0..tables).map(|i| 12 + 16 * i + 8) {
        let old = u32::from_be_bytes(font[at..at + 4].try_into().unwrap());
        moved[at..at + 4].copy_from_slice(&(old + HEAD as u32).to_be_bytes());
    }
    let head: [&[u8]; 4] = [b"ttcf", &[0, 1, 0, 0], &[0, 0, 0, 1], &[0, 0, 0, HEAD as u8]];
    [&head.concat()[..], &moved].concat()
}

#[test]
fn user_font_prints_characters_missing_from_the_design() {
    let bench = Bench::new();
    let run = "run --seed 1 --levels 1 --count 2 --trim 6x9";
    let wanted = "'하' (U+D558) is not in any of the faces PressSerif-Regular, NotoSerifSC-Regular, \
                  NotoSerifJP-Regular; use other characters, or a font that has them (--font)";
    bench.ends(&format!("{run} --title 하루"), 2, wanted);
    assert!(!bench.path("out").exists());

    let ttf = font(KOREAN);
    let fonts = [
        ("own.ttf", ttf.clone(), "하루", "FontFile2"),
        ("own.ttc", collection(&ttf), "하루", "FontFile2"),
        ("own.otf", font("tests/fonts/NotoSerifSC-Title.otf"), "静夜", "FontFile3"),
    ];
    for (name, bytes, title, program) in fonts {
        std::fs::write(bench.path(name), bytes).unwrap();
        bench.ends(&format!("{run} --title {title} --font {name} --force"), 0, "");
        let book = bench.read("out/book.pdf");
        let lines = Pdf::open(&book).unwrap().page(0).unwrap().lines;
        assert!(lines.iter().any(|line| line == title), "{name}: {lines:?}");
        bench.ends("verify out", 0, "");
        let document = Document::load_mem(&book).unwrap();
        let programs = document.objects.values().filter_map(|o| o.as_dict().ok());
        let mut noto = programs.filter(|d| {
            let name = d.get(b"FontName").and_then(Object::as_name).unwrap_or_default();
            name.ends_with(b"+NotoSerifSC-Regular") || name.ends_with(b"+NotoSansKR-Regular")
        });
        assert!(noto.any(|d| d.has(program.as_bytes())), "{name} has no {program}");
    }
}

#[test]
fn unusable_font_is_refused_before_any_work() {
    let bench = Bench::new();
    let ttf = font(KOREAN);
    let (permission, _) = table(&ttf, b"OS/2");
    let with = |fs_type: u16| {
        let mut bytes = ttf.clone();
        bytes[permission + 8..permission + 10].copy_from_slice(&fs_type.to_be_bytes());
        bytes
    };
    let (_, glyphs) = table(&ttf, b"glyf");
    let mut torn = ttf.clone();
    torn[glyphs..glyphs + 4].copy_from_slice(&[0xff; 4]);
    let fonts = [
        (with(0x0002), "NotoSansKR-Regular may not be embedded"),
        (with(0x0100), "(OS/2 fsType) is no subsetting"),
        (with(0x0200), "(OS/2 fsType) is bitmaps only"),
        (b"no font at all".to_vec(), "expected a TrueType or OpenType font"),
        (Vec::new(), "expected a TrueType or OpenType font"),
        (ttf[..300].to_vec(), "expected a TrueType or OpenType font"),
        (torn, "expected a TrueType or OpenType font"),
    ];
    for (i, (bytes, words)) in fonts.into_iter().enumerate() {
        std::fs::write(bench.path("own.ttf"), bytes).unwrap();
        let said = bench.run("run --count 1 --title 하루 --trim 6x9 --font own.ttf");
        let errors = String::from_utf8(said.stderr).unwrap();
        assert_eq!(said.status.code(), Some(2), "{i}: {errors}");
        assert!(errors.contains(words), "{i}: {errors}");
        assert!(!bench.path("out").exists(), "{i}");
    }
    bench.ends("run --count 1 --font nothing.ttf", 2, "nothing.ttf");
    // A fourth one was dropped, and recorded as if it had been used.
    std::fs::write(bench.path("own.ttf"), &ttf).unwrap();
    let fonts = " --font own.ttf".repeat(9);
    bench.ends(&format!("run --count 1{fonts}"), 2, "--font: expected at most 8 fonts, found 9");
}

#[test]
fn incomplete_language_is_refused_with_the_expected_key() {
    let (_, text) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    let refuse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is in the file");
        Language::parse(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let message = refuse("advice = ", "advise = ");
    assert_eq!(
        message,
        "language key how_to_play.advise: expected one of advice, answers, codes, codes_on_screen, example, first, heading, \
         marks, pair, rules, rules_of_sizes, second, symbols, third, word, found \"advise\""
    );
    for (from, to, said) in [
        (
            "\nadvice = ",
            "\n# ",
            "how_to_play.advice: expected a text without braces that is not empty, found nothing",
        ),
        (
            "[titles.other]\n",
            "[titles.other]\nbadge = \"\"\n",
            "titles.other.badge: expected one of subtitle,",
        ),
        (
            "subtitle_one = \"One Sudoku\"",
            "",
            "titles.other.subtitle_one: expected a text without braces",
        ),
        ("[about]\nheading", "about = 7\n[abou]\nheading", "abou"),
        (
            "group_from = 1000",
            "group_from = \"1000\"",
            "group_from: expected a number, found \"1000\"",
        ),
        ("leading = 1.42", "leading = 9", "leading: expected a number from 1 to 2.5, found 9"),
        ("in_words = true", "in_words = 1", "volumes.in_words: expected true or false, found 1"),
        ("\"‘\", \"’\"]", "\"‘\"]", "quotes: expected a list of 4 texts, found a list of 3"),
        ("\"Beginner\", ", "", "levels.names: expected a list of 5 texts, found a list of 4"),
        (
            "Monday to {last}",
            "Monday to {end}",
            "cover.rhythm: expected a text with {first}, {last} and no other braces",
        ),
        (
            "1 = \"One\"",
            "one = \"One\"",
            "numbers.one: expected a number in figures as the key, found \"One\"",
        ),
        ("1 = \"One\"", "1 = \"{n}\"", "numbers.1: expected a text without braces"),
        (
            "\"logic puzzles\"",
            "\"logic puzzles for every evening of a long winter and more\"",
            "shop.keywords: expected at most 50 characters",
        ),
        (
            "\"large print sudoku for seniors\"",
            "\"large print sudoku for every evening of a long winter\"",
            "shop.large_print: expected at most 50 characters",
        ),
    ] {
        let message = refuse(from, to);
        assert!(message.contains(said), "{to}: {message}");
    }
    let message = refuse("page {page}\"", "page {seite}\"");
    assert!(message.contains("{seite}") && message.contains("{page}"), "{message}");
    let message = refuse("heading = \"Contents\"", "heading = \"\"");
    assert!(message.contains("contents.heading"), "{message}");
    let message = refuse("[titles.other]", "[titles.another]");
    assert!(message.contains("titles.other"), "{message}");
}

/// English is the schema: a key is written there and where its text is used.
#[test]
fn used_keys_are_exactly_the_english_ones() {
    fn walk(folder: &std::path::Path, code: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, code)
            } else {
                code.extend(std::fs::read_to_string(path).unwrap().split_whitespace())
            }
        }
    }
    fn keys(before: &str, value: &toml::Value, all: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => {
                table.iter().for_each(|(key, value)| keys(&format!("{before}.{key}"), value, all));
            }
            _ => all.push(before[1..].to_owned()),
        }
    }
    let english = |all: &[(&str, &'static str)]| {
        let (_, text) = all.iter().find(|(code, _)| *code == "en").unwrap();
        let mut all = Vec::new();
        keys("", &toml::Value::Table(toml::from_str(text).unwrap()), &mut all);
        all
    };
    // The keys of these tables are names of designs, numbers, techniques, patterns and their families.
    const NAMED: [&str; 5] = ["titles.", "numbers.", "techniques.", "patterns.", "find."];
    let page = include_str!("../../../crates/explain/templates/page.html");
    for (room, english, template) in [
        ("book", english(Language::BUILTIN), ""),
        ("explain", english(ExplanationTexts::BUILTIN), page),
    ] {
        let root = std::path::Path::new(env!("ROOT")).join("crates");
        let mut code = String::new();
        walk(&root.join(room).join("src"), &mut code);
        // Covers have the words of books.
        if room == "book" {
            walk(&root.join("cover/src"), &mut code);
        }
        code += include_str!("../../../crates/explain/src/text/mod.rs");
        code.extend(template.split_whitespace());
        for key in &english {
            let named = room != "book" || key.starts_with("titles.") || key.starts_with("numbers.");
            // A text for children or about signs has the key of the text for which it stands.
            let key = key.strip_prefix("children.instead.").unwrap_or(key);
            let key = key.strip_prefix("signs.instead.").unwrap_or(key);
            let named = named && NAMED.iter().any(|table| key.starts_with(table));
            assert!(named || code.contains(&format!("\"{key}\"")), "{key} of {room} is not used");
        }
        let mut found = 0;
        for call in [".text(", ".list(", ".format(", "text!("] {
            for rest in code.split(call).skip(1) {
                // The texts are the first argument of the macro.
                let rest = if call == "text!(" { rest.split_once(',').unwrap().1 } else { rest };
                let key = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
                if let Some((key, _)) = key.filter(|(key, _)| !key.is_empty()) {
                    assert!(english.iter().any(|known| known == key), "{key} is not in English");
                    found += 1;
                }
            }
        }
        assert!(found > 30, "{found} keys in {room}");
    }
    let words = ExplanationTexts::default();
    let found: BTreeSet<_> = StepKind::all().map(|kind| words.how_to_find(kind)).collect();
    assert_eq!(
        found.len(),
        english(ExplanationTexts::BUILTIN).iter().filter(|key| key.starts_with("find.")).count()
    );
}

#[test]
fn language_file_may_change_a_few_lines() {
    let own =
        "base = \"de\"\nname = \"Own\"\n[levels]\nnames = [\"A\", \"B\", \"C\", \"D\", \"E\"]";
    let language = Language::parse(own).unwrap();
    assert_eq!((language.code(), language.text("name")), ("de", "Own"));
    assert_eq!(language.levels_line(&Level::ALL), "Fünf Stufen: a bis e");
    // The name of a design may have a dot.
    let title = "title = \"Mine\"\nsubtitle = \"{count} of mine\"\nsubtitle_one = \"One\"";
    let language =
        Language::parse(&format!("base = \"en\"\n[titles.\"my.own\"]\n{title}")).unwrap();
    assert_eq!([language.title("my.own"), language.title("yours")], ["Mine", "The Quiet Hour"]);
    assert_eq!(language.subtitle("my.own", 20), "Twenty of mine");
    // A table in a table keeps the lines that are not written.
    let language = Language::parse("base = \"de\"\n[titles.other]\ntitle = \"Mein Heft\"").unwrap();
    let german = Language::builtin("de").unwrap();
    assert_eq!(language.title("other"), "Mein Heft");
    assert_eq!(language.subtitle("other", 20), german.subtitle("other", 20));
    for (wrong, words) in [
        ("base = \"xx\"", "language key base: expected the code of a complete built-in language"),
        ("base = \"en-US\"", "found \"en-US\""),
        ("base = 7", "language key base"),
        ("base = \"en\"\nnam = \"x\"", "language key nam: expected one of "),
    ] {
        let error = Language::parse(wrong).unwrap_err().to_string();
        assert!(error.contains(words), "{wrong}: {error}");
    }
}

/// It named one key, and the next after the next correction.
#[test]
fn all_missing_texts_are_named_at_once() {
    let (_, english) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    const KEYS: [&str; 2] = ["capitals", "group_from"];
    let is_kept = |line: &&str| !KEYS.iter().any(|key| line.starts_with(key));
    let cut: Vec<&str> = english.lines().filter(is_kept).collect();
    let error = Language::parse(&cut.join("\n")).unwrap_err().to_string();
    for key in KEYS {
        assert!(error.contains(key), "{key}: {error}");
    }
}

/// Titles and authors of `tests/names.toml`, each with its language.
fn names() -> Vec<(String, String, String)> {
    let root = std::path::Path::new(env!("ROOT"));
    let text = std::fs::read_to_string(root.join("tests/names.toml")).unwrap();
    let all: BTreeMap<String, BTreeMap<String, Vec<String>>> = toml::from_str(&text).unwrap();
    let pairs = all.into_iter().flat_map(|(code, mut of)| {
        let authors = of.remove("authors").unwrap();
        let titles = of.remove("titles").unwrap();
        assert_eq!(titles.len(), authors.len(), "{code}");
        titles.into_iter().zip(authors).map(move |(title, author)| (code.clone(), title, author))
    });
    pairs.collect()
}

#[test]
fn ordinary_names_and_titles_are_accepted_everywhere() {
    let names = names();
    assert!(names.len() >= 150, "{} pairs", names.len());
    let printer = Printer::builtin("kdp").unwrap();
    for (design, size) in [("classic", "6x9"), ("large-print", "8.5x11")] {
        let template = Template::builtin(design).unwrap();
        let terms = printer.terms(trim(size), None).unwrap();
        for (code, title, author) in &names {
            let imprint = BookOptions {
                title: Some(title.clone()),
                author: Some(author.clone()),
                copyright_page: CopyrightPage {
                    copyright: Some(format!("© 2027 {author}")),
                    ..CopyrightPage::default()
                },
                ..speaking(code)
            };
            let what = format!("{code}, {design}: {title:?}, {author:?}");
            let sections = sections(&[88, 88]);
            let layout = book::LayoutSpec::new(&template, &sections)
                .printer(&terms)
                .trim(trim(size))
                .options(&imprint)
                .lay_out();
            let layout = layout.unwrap_or_else(|error| panic!("{what}: {error}"));
            let volume = &layout.volumes[0];
            let shown = volume.titles.full.clone() + volume.author().unwrap_or_default();
            assert!(!shown.contains(['"', '\'']), "{what} has straight quotes: {shown}");
            let cover = Cover::new(volume, None, &CoverLook::default());
            cover.unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    }
}

#[test]
fn titles_get_the_quotes_of_their_language() {
    for (code, typed, printed) in [
        ("fr", "L'été", "L’été"),
        ("en", "O'Neill", "O’Neill"),
        ("en", "\"Yes\" & 'No'", "“Yes” & ‘No’"),
        ("en", "The '90s: Rock 'n' Roll", "The ’90s: Rock ’n’ Roll"),
        ("en", "Dogs' Delight", "Dogs’ Delight"),
        ("de", "\"Nur 1\"", "„Nur 1“"),
        ("fr", "\"Encore\"", "«\u{a0}Encore\u{a0}»"),
        ("zh", "\"再来\"一题", "“再来”一题"),
        ("ja", "\"もう\"一問", "「もう」一問"),
        // Nothing is taken for Markdown, or lost.
        ("en", "It's #1 *Best* `Sudoku`_", "It’s #1 *Best* `Sudoku`_"),
        ("en", "1. 'A' \\ <b> [x](y) & ~~z~~", "1. ‘A’ \\ <b> [x](y) & ~~z~~"),
        ("en", "“Kept” as it is", "“Kept” as it is"),
    ] {
        let imprint = BookOptions {
            title: Some(typed.to_owned()),
            author: Some(typed.to_owned()),
            ..speaking(code)
        };
        let template = Template::builtin("classic").unwrap();
        let volumes = book::volumes(&template, trim("8.5x11"), &imprint, &sections(&[1])).unwrap();
        assert_eq!(volumes[0].titles.full, printed, "{code}");
        assert_eq!(volumes[0].author(), Some(printed), "{code}");
    }
}

/// A Japanese book with a Chinese word takes the character that its own face lacks from the other.
#[test]
fn foreign_word_is_set_in_its_own_face() {
    for (code, title, faces) in [
        ("ja", "数独书", &["NotoSerifSC-Regular"][..]),
        ("zh", "数独さ", &["NotoSerifJP-Regular"]),
        ("en", "Wang 伟", &["PressSerif-Regular", "NotoSerifSC-Regular"]),
    ] {
        let parts = Some(["half-title", "puzzles"].map(str::to_owned).to_vec());
        let imprint = BookOptions { title: Some(title.to_owned()), parts, ..speaking(code) };
        let template = Template::builtin("classic").unwrap();
        let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections(&[1])).unwrap();
        let page = volumes[0].pages().next().unwrap();
        let used = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Text { face, .. } => Some(face.name()),
            _ => None,
        });
        let mut used: Vec<_> = used.collect();
        used.dedup();
        assert_eq!(used, faces, "{code}");
    }
}

/// The small print of the design for low vision had 12 points, its answers 11.
#[test]
fn large_print_has_nothing_smaller_than_16_points() {
    let template = Template::builtin("large-print").unwrap();
    for size in ["6x9", "7x10", "8.5x11", "a4"] {
        for code in ["en", "de", "fr", "pl", "zh", "ja"] {
            let imprint = BookOptions {
                author: Some("A. B.".to_owned()),
                parts: Some(
                    "half-title,title,copyright,contents,how-to-play,levels,puzzles,answers,progress,notes"
                        .split(',')
                        .map(str::to_owned)
                        .collect(),
                ),
                ..speaking(code)
            };
            let volumes = book::volumes(&template, trim(size), &imprint, &sections(WEEK));
            let volumes = volumes.unwrap_or_else(|error| panic!("{code}, {size}: {error}"));
            for (i, page) in volumes[0].pages().enumerate() {
                for text in texts(&page) {
                    let place = format!("{code}, {size}, page {i}: {:?}", text.4);
                    assert!(text.3 >= 16.0 - 1e-9, "{place} has {} points", text.3);
                }
            }
        }
    }
}

/// Dutch says "Puzzels 17 tot en met 24": in large type that has no place between a level and its stars.
#[test]
fn puzzle_numbers_never_overlap_the_stars() {
    let bench = Bench::new();
    bench.ends("generate --seed 1 --count 8 --out few.csv", 0, "");
    for (lang, trim) in [("nl", "6x9"), ("nl", "a5 --printer screen"), ("pl", "6x9"), ("de", "6x9")]
    {
        let book = format!("book few.csv --template large-print --trim {trim} --lang {lang}");
        bench.ends(&format!("{book} --out b.pdf --force"), 0, "");
        crate::support::verify::verify(&bench, "b.pdf", 0);
    }
}

/// Hebrew was printed backwards and Arabic in pieces, with a font that the message had offered.
#[test]
fn unsupported_scripts_are_refused_by_name() {
    let bench = Bench::new();
    let font = concat!(env!("ROOT"), "/tests/fonts/NotoSansKR-Regular.ttf");
    let run = format!("run --seed 1 --levels 1 --count 2 --trim 6x9 --font {font}");
    let left = "which runs from right to left; books are set from left to right, with any font";
    let joined = "whose characters change their form and place beside others";
    for (title, script, why) in [
        ("סודוקו", "U+05E1 is Hebrew", left),
        ("سودوكو", "U+0633 is Arabic", left),
        ("A ﷲ", "U+FDF2 is Arabic", left),
        ("ܣܘܕܘܟܘ", "U+0723 is Syriac", left),
        ("ސުޑޮކު", "U+0790 is Thaana", left),
        ("ߛߎߘߏߞߎ", "U+07DB is N'Ko", left),
        ("सुडोकू", "U+0938 is Devanagari", joined),
        ("ซูโดกุ", "U+0E0B is Thai", joined),
        ("சுடோகு", "U+0B9A is Tamil", joined),
        (
            // An accented letter that Unicode has as one character is composed; this one it has not.
            "Cafx\u{301}",
            "U+0301 is a mark on a letter",
            "use one character for both, such as \u{e9}",
        ),
        ("\u{202e}ukoduS", "U+202E is a sign for the direction of text", "left to right"),
    ] {
        for flag in ["--title", "--author", "--series", "--publisher"] {
            let refused = bench.command(&run).args([flag, title]).output().unwrap();
            let said = String::from_utf8(refused.stderr).unwrap();
            assert_eq!(refused.status.code(), Some(2), "{title}: {said}");
            assert!(said.contains(script) && said.contains(why), "{said}");
            assert!(!said.contains("--font"), "{said}");
        }
    }
    // In texts, on covers and in language files as well.
    std::fs::write(bench.path("me.md"), "By **שלום**.").unwrap();
    bench.ends(&format!("{run} --text about=me.md --parts title,puzzles,about"), 2, "Hebrew");
    let back = bench
        .command(&format!("{run} --cover --spine 9mm"))
        .args(["--back", "By **שלום**."])
        .output();
    let back = back.unwrap();
    let said = String::from_utf8(back.stderr).unwrap();
    assert!(back.status.code() == Some(2) && said.contains("Hebrew"), "{said}");
    let lang = String::from_utf8(bench.run("lang show en").stdout).unwrap();
    assert!(lang.contains("\"Answers\""));
    std::fs::write(bench.path("he.toml"), lang.replacen("\"Answers\"", "\"תשובות\"", 1)).unwrap();
    bench.ends(&format!("{run} --lang he.toml"), 2, "Hebrew");
    assert!(!bench.path("out").exists());
    for title in ["Café", "Ελληνικά", "Кириллица"] {
        let made = bench.command(&format!("{run} --force -q")).args(["--title", title]).output();
        assert!(made.unwrap().status.success(), "{title}");
    }
}

/// The worksheets said "du" to the reader of whom the rules of the same book said "Sie".
#[test]
fn books_address_readers_in_one_way() {
    for (code, formal, familiar) in [
        ("de", ["Sie", "Ihr", "Ihre", "Ihnen"], ["du", "Du", "dich", "Trage"]),
        ("fr", ["vous", "Vous", "votre", "Votre"], ["tu", "Tu", "tes", "Place"]),
        ("es", ["usted", "Anote", "Rellene", "Marque"], ["tú", "tus", "Has", "Coloca"]),
        ("it", ["voi", "vostro", "Riempite", "Segnate"], ["tu", "Hai", "Scrivi", "Cerca"]),
        ("nl", ["u", "uw", "uzelf", "Uw"], ["je", "Je", "jij", "jouw"]),
    ] {
        let path = format!("{}/crates/book/templates/text/{code}.toml", env!("ROOT"));
        let text = std::fs::read_to_string(&path).unwrap();
        let mut is_for_children = false;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with('[') {
                is_for_children = ["[children", "[signs.instead.children", "[class"]
                    .iter()
                    .any(|table| line.starts_with(table));
            }
            let value = line.split_once(" = ").map_or(line, |(_, value)| value);
            let mut words = value.split(|c: char| !c.is_alphanumeric());
            let wrong = if is_for_children { formal } else { familiar };
            assert_eq!(words.find(|word| wrong.contains(word)), None, "{path}: {line}");
        }
    }
}

/// A Polish word of one letter, such as "w" or "i", stood alone at the end of a line.
#[test]
fn polish_lines_never_end_with_one_letter() {
    let mut lines = 0;
    for (design, _) in Template::BUILTIN {
        for size in ["5x8", "6x9", "a4"] {
            let template = Template::builtin(design).unwrap();
            let all =
                ["title", "how-to-play", "levels", "reading", "techniques", "hints", "puzzles"];
            let parts = Some(all.map(str::to_owned).to_vec());
            let options = BookOptions { parts, ..speaking("pl") };
            let Ok(volumes) = book::volumes(&template, trim(size), &options, &sections(WEEK))
            else {
                continue;
            };
            for page in volumes[0].pages() {
                // Kerning divides large type.
                for (.., text) in texts(&page).into_iter().filter(|placed| placed.3 < 18.0) {
                    let Some((_, last)) = text.trim_end().rsplit_once([' ', '\u{a0}']) else {
                        continue;
                    };
                    let is_letter =
                        last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
                    assert!(!is_letter, "{design} {size}: {text}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 500, "{lines} lines");
}

/// The table of hints of a German book for children said "Sie".
#[test]
fn pages_for_children_never_use_the_formal_address() {
    const PRINTED: [&str; 9] = [
        "how_to_play.codes",
        "how_to_play.codes_on_screen",
        "how_to_play.answers",
        "hints.intro",
        "hints.intro_first",
        "hints.turn",
        "progress.intro",
        "times.intro",
        "reward.text",
    ];
    for (code, formal) in [
        ("de", &["Sie", "Ihr", "Ihnen"][..]),
        ("fr", &["vous", "votre", "Retournez", "comptez", "Scannez", "Touchez", "Cochez"]),
        ("es", &["usted", "Dé", "quede", "cuente", "Escanee", "Toque", "Marque"]),
        ("it", &["riuscite", "Capovolgete", "prendetevela", "Inquadrate", "Toccate"]),
        ("nl", &["u", "uw"]),
    ] {
        let path = format!("{}/crates/book/templates/text/{code}.toml", env!("ROOT"));
        let file: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        for key in PRINTED {
            let (table, name) = key.split_once('.').unwrap();
            let own = file["children"]["instead"].get(table).and_then(|texts| texts.get(name));
            let text = own.unwrap_or(&file[table][name]).as_str().unwrap();
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            assert_eq!(words.find(|word| formal.contains(word)), None, "{code} {key}: {text}");
        }
    }
}

/// The explanations of a path with hidden singles, locked digits, pairs and a fish.
fn explained(code: &str) -> String {
    const NEEDS_FISH: &str =
        "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5";
    let grid = NEEDS_FISH.parse().unwrap();
    let path = SolvePath::with_all_steps(&grid);
    plain_text(&ExplanationTexts::builtin(code).unwrap(), &path)
}

/// "l’unico posto per la cifra 5 (riquadro 1)" read like a form.
#[test]
fn houses_take_the_preposition_of_their_phrase() {
    for (code, expected, wrong) in [
        ("it", "nel riquadro", "(riquadro"),
        ("pt-BR", "no bloco", "(bloco"),
        ("pl", "w bloku", "(blok"),
        ("fr", "dans le bloc", "(le bloc"),
        ("en", "in block", "(block"),
    ] {
        let text = explained(code);
        let text =
            text.split('\n').filter(|line| !line.contains('→')).collect::<Vec<_>>().join("\n");
        assert!(text.contains(expected), "{code}: {text}");
        assert!(!text.contains(wrong), "{code}: {text}");
    }
}

#[test]
fn ratings_have_the_decimal_separator_of_their_language() {
    for (code, _) in ExplanationTexts::BUILTIN {
        let text = explained(code);
        let has_comma = ["de", "fr", "es", "it", "pt-BR", "nl", "pl"].contains(code);
        let (right, wrong) = if has_comma { ("3,2", "3.2") } else { ("3.2", "3,2") };
        assert!(text.contains(right) && !text.contains(wrong), "{code}: {text}");
    }
}

/// Techniques said "第6宫" on pages on which the book said "27 个".
#[test]
fn explanations_are_spaced_as_the_book_is() {
    for (code, sign, spaced) in
        [("zh", '宫', true), ("zh-TW", '宮', true), ("ja", '行', true), ("ko", '행', false)]
    {
        let counted = Language::builtin(code).unwrap().fill_count("{count}题", 65);
        assert_eq!(counted.contains('\u{a0}'), spaced, "{code}");
        let said = explained(code);
        for (space, expected) in [("", !spaced), ("\u{a0}", spaced)] {
            let found = ('1'..='9').any(|digit| said.contains(&format!("{digit}{space}{sign}")));
            assert_eq!(found, expected, "{code}: {said}");
        }
    }
}

#[test]
fn level_names_are_lower_case_within_sentences() {
    for (code, line) in [
        ("en", "Seven levels, from gentle to extreme"),
        ("de", "Sieben Stufen: sehr leicht bis extrem"),
        ("fr", "Sept niveaux, de très facile à extrême"),
        ("es", "Siete niveles, de muy fácil a extremo"),
        ("it", "Sette livelli, da molto facile a estremo"),
        ("nl", "Zeven niveaus, van zeer makkelijk tot extreem"),
        ("zh", "七个级别，从入门到极限"),
    ] {
        let language = Language::builtin(code).unwrap();
        assert_eq!(language.levels_line(&Band::ALL), line, "{code}");
    }
    for (code, line) in [
        ("en", "Level: hard"),
        ("de", "Stufe: schwer"),
        ("fr", "Niveau\u{a0}: difficile"),
        ("pl", "Poziom: trudny"),
    ] {
        let language = Language::builtin(code).unwrap();
        assert_eq!(language.levels_line(&[Band::Hard]), line, "{code}");
    }
    let (_, german) = Language::BUILTIN.iter().find(|(code, _)| *code == "de").unwrap();
    let nouns = german.replace("capitals = false", "capitals = true");
    let line = Language::parse(&nouns).unwrap().levels_line(&Band::ALL);
    assert_eq!(line, "Sieben Stufen: Sehr leicht bis Extrem");
}

/// "1 puzzles, each with exactly one solution" stood on the back of a book with a single puzzle.
#[test]
fn book_of_one_puzzle_has_no_plural() {
    for (code, plurals) in [
        ("de", ["1 Rätsel, jedes", "1 Sudokus", "warten"]),
        ("en", ["1 puzzles", "1 Sudoku", "are waiting"]),
        ("en-US", ["1 puzzles", "1 Sudoku", "are waiting"]),
        ("es", ["1 sudokus", "1 sudoku,", "esperan"]),
        ("fr", ["1 grilles", "1 sudokus", "attendent"]),
        ("it", ["1 schemi", "1 sudoku", "aspettano"]),
        ("nl", ["1 sudoku’s", "1 sudoku,", "wachten"]),
        ("pl", ["1 sudoku, każde", "1 sudoku dla", "1 sudoku na"]),
        ("pt-BR", ["1 jogos", "1 sudokus", "estão à sua espera"]),
    ] {
        for design in ["classic", "large-print", "playful"] {
            let template = Template::builtin(design).unwrap();
            let size = trim("8.5x11");
            let volumes = book::volumes(&template, size, &speaking(code), &sections(&[1])).unwrap();
            let listing = Listing::new(&volumes[0], size).unwrap();
            let spine = Some("9mm".parse().unwrap());
            let cover = Cover::new(&volumes[0], spine, &CoverLook::default()).unwrap();
            let mut file = Vec::new();
            cover::write(&cover, &mut file).unwrap();
            let printed = Pdf::open(&file).unwrap().page(0).unwrap().lines.join(" ");
            let said = [listing.subtitle, listing.description, printed].join(" ");
            let said = said.replace(['\u{a0}', '\n'], " ");
            for plural in plurals {
                assert!(!said.contains(plural), "{code}, {design}: {plural} in {said}");
            }
        }
    }
}

/// A frame of a walkthrough without room for a chain said only that something "contradicts the start".
#[test]
fn shortest_text_of_a_chain_has_its_assumption() {
    const NEEDS_CHAINS: &str =
        "..1....95.4......3.7..5...1..67.....3..18...9....9.1....86...24...21.35....5.8...";
    let path = SolvePath::with_all_steps(&NEEDS_CHAINS.parse().unwrap());
    for (code, _) in ExplanationTexts::BUILTIN {
        let words = ExplanationTexts::builtin(code).unwrap();
        let mut found = 0;
        for told in &path.steps {
            let [all, short, core] = at_three_lengths(&words, &told.before, &told.step);
            let Reason::Contradiction { chains } = &told.step.reason else { continue };
            let start = words.cell(chains[0].start().cell);
            assert!(short == core && core.contains(&start), "{code}: {core}");
            found += usize::from(*code == "en" && core.contains("the arrows lead to the opposite"));
            assert!(core.chars().count() < all.chars().count() || !core.contains("arrows"));
        }
        assert!(found > 0 || *code != "en");
    }
}

/// "7 o 8" is pronounced "7 u 8".
#[test]
fn spanish_or_changes_before_eight() {
    let spanish = ExplanationTexts::builtin("es").unwrap();
    assert_eq!(spanish.any([3, 7, 8]), "3, 7 u 8");
    assert_eq!(spanish.any([8, 9]), "8 o 9");
}

/// "Two levels, Warm-up and Off we go" is no sentence.
#[test]
fn title_for_children_names_their_age() {
    for (code, line) in [
        ("en", "Ages 6 and up · with the fox’s hints"),
        ("it", "Dai 6 anni in su · con i consigli della volpe"),
        ("fr", "Dès 6 ans · avec les indices du renard"),
        ("zh", "适合6岁以上 · 小狐狸来提示"),
    ] {
        let template = Template::builtin("playful").unwrap();
        let volumes =
            book::volumes(&template, trim("8x10"), &speaking(code), &sections(&[4, 4])).unwrap();
        let mut bytes = Vec::new();
        volumes[0].write(&mut bytes).unwrap();
        let lines = Pdf::open(&bytes).unwrap().page(0).unwrap().lines;
        let plain = |text: &str| text.replace([' ', '\u{a0}'], "");
        assert!(plain(&lines.concat()).contains(&plain(line)), "{code}: {line}");
    }
}

#[test]
fn builtin_texts_have_typographic_quotes() {
    for (code, text) in Language::BUILTIN {
        for phrase in Language::parse(text).unwrap().phrases() {
            assert!(!phrase.contains(['\'', '"']), "{code}: {phrase}");
        }
    }
    for (code, _) in ExplanationTexts::BUILTIN {
        let words = ExplanationTexts::builtin(code).unwrap();
        assert_eq!(words.texts().find(|text| text.contains(['\'', '"'])), None, "{code}");
    }
    let own = "base = \"en\"\n[progress]\nheading = \"It's done\"\nintro = \"x\"";
    assert_eq!(Language::parse(own).unwrap().text("progress.heading"), "It’s done");
    let spelling = Language::builtin("en-US").unwrap();
    let british = spelling.phrases().into_iter().find(|text| is_british(text));
    assert_eq!(british, None);
    let words = ExplanationTexts::for_language("en-US").unwrap();
    assert_eq!(words.texts().find(|text| is_british(text)), None);
}

fn is_british(text: &str) -> bool {
    ["olour", "centre", "Licence", "grey", "eighbour"].iter().any(|word| text.contains(word))
}

/// Some printers fill letters by the even-odd rule, and books had holes in their fours and nines.
#[test]
fn letters_of_our_faces_do_not_overlap() {
    for face in Face::BUILTIN {
        let mut judged = 0;
        for (glyph, shape) in GlyphShape::all(face.bytes()).enumerate() {
            let overlap = shape.overlap();
            assert!(overlap < 0.00012, "{face:?}: {glyph} overlaps itself by {overlap} square ems");
            judged += 1;
        }
        assert!(judged > 5, "{face:?}: {judged}");
    }
}

/// Each preview of the studio kept its own copy of a font of 4 MB, and so did each volume of a
/// series.
#[test]
fn the_same_font_is_kept_once() {
    let root = std::path::Path::new(env!("ROOT"));
    let read = || std::fs::read(root.join("tests/fonts/NotoSansKR-Regular.ttf")).unwrap();
    let [one, other] = [read(), read()].map(|bytes| Face::parse(bytes).unwrap());
    assert!(std::ptr::eq(one.bytes(), other.bytes()));
    let mut damaged = read();
    damaged.truncate(50);
    let [first, again] = [damaged.clone(), damaged].map(|bytes| Face::parse(bytes).unwrap_err());
    assert_eq!(first, again);
}
