//! Planted changes: each line changes one thing on a page of a finished book and says what `verify` must find.
//! The unchanged books of every design and language have no finding.

use crate::cli::Bench;
use crate::languages::in_language;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;
use std::fs;
use sudoku_press::book::{Language, Template};
use sudoku_press::proof::readback::Pdf;

/// What is changed on a page, once, in its content or in a drawing on it.
#[derive(Clone, Copy)]
enum Change {
    /// Words that are a part of a text become others.
    Part(&'static str, &'static str),
    /// A text that is only these words becomes others.
    Whole(&'static str, &'static str),
    /// The last digit of a text with these words becomes another.
    Digit(&'static str),
    /// The first stars become those of another level.
    Stars,
}
use Change::{Digit, Part, Stars, Whole};

/// The books: a name, the puzzles, and the other flags of `book`.
const BOOKS: [(&str, &str, &str); 27] = [
    ("classic", "paper", "--trim 6x9"),
    ("answers below", "paper", "--template classroom"),
    ("large print", "paper", "--template large-print"),
    ("pocket", "paper", "--template pocket"),
    ("dates", "paper", "--template daily --first-day 2027-01-01"),
    ("weeks", "paper", "--template daily"),
    ("two months", "paper", "--template weeks.toml --first-day 2027-01-20"),
    ("polish months", "paper", "--template daily --first-day 2027-01-20 --lang pl"),
    ("sheets", "sheets", "--template classroom --sheets 3"),
    ("strips", "strips", "--template newspaper"),
    ("bands", "human", "--trim 6x9"),
    ("pocket bands", "human", "--template pocket"),
    ("techniques", "human", "--template named.toml --trim 6x9"),
    ("german techniques", "human", "--template named.toml --trim 6x9 --lang de"),
    ("one level", "one", "--trim 6x9"),
    ("volumes", "paper", "--template short.toml --trim 6x9"),
    ("german volumes", "paper", "--template short.toml --trim 6x9 --lang de"),
    (
        "series",
        "paper",
        "--trim 6x9 --series Regentage --volume-number 2 --first-number 101 --lang de",
    ),
    ("german", "paper", "--trim 6x9 --lang de"),
    ("spanish dates", "paper", "--template daily --first-day 2027-01-01 --lang es"),
    ("french dates", "paper", "--template daily --first-day 2027-01-01 --lang fr"),
    ("japanese", "paper", "--trim 6x9 --lang ja"),
    ("chinese dates", "paper", "--template daily --first-day 2027-01-01 --lang zh"),
    (
        "lessons",
        "human",
        "--trim 6x9 --parts title,contents,techniques,puzzles,answers,hints,times,practice",
    ),
    ("german lessons", "human", "--trim 6x9 --lang de --parts techniques,puzzles,hints,times"),
    ("japanese lessons", "human", "--trim 6x9 --lang ja --parts techniques,puzzles,hints,times"),
    (
        "hints below",
        "human",
        "--template below.toml --trim 6x9 --parts title,puzzles,answers,hints",
    ),
];

/// The planted changes: the book, words of the page, the change, and words of the finding.
const LIES: [(&str, &str, Change, &str); 114] = [
    // Contents.
    ("classic", "Contents", Whole("1", "3"), "found page 3 for \"Beginner\", expected page 1"),
    ("classic", "Contents", Whole("7", "8"), "found page 8 for \"Easy\", expected page 7"),
    (
        "classic",
        "Contents",
        Whole("vi", "vii"),
        "found page vii for \"How to play\", expected page vi",
    ),
    ("classic", "Contents", Whole("25", "26"), "found page 26 for \"Answers\", expected page 25"),
    ("classic", "Contents", Whole("25", "vi"), "found page vi for \"Answers\", expected page 25"),
    ("classic", "Contents", Whole("Easy", "Evil"), "found \"Evil\", expected \"Easy\""),
    ("classic", "Contents", Digit("Puzzles 9 to"), "expected \"Puzzles 9 to 12\""),
    ("one level", "Contents", Whole("1", "3"), "found page 3 for \"Medium\", expected page 1"),
    ("volumes", "Contents", Whole("1", "3"), "found page 3 for \"Beginner\", expected page 1"),
    // Openers.
    ("classic", "Easy\n★★☆☆☆\n", Digit("Puzzles 9 to"), "expected \"Puzzles 9 to 12\""),
    ("classic", "Easy\n★★☆☆☆\n", Whole("Easy", "Hard"), "found \"Hard\", expected \"Easy\""),
    ("classic", "Easy\n★★☆☆☆\n", Stars, "for \"Easy\", expected ★★☆☆☆"),
    ("classic", "Easy\n★★☆☆☆\n", Digit("digits are given"), "digits are given, never fewer than"),
    ("classic", "Easy\n★★☆☆☆\n", Digit("never fewer than"), "digits are given, never fewer than"),
    ("one level", "Medium\n★★★☆☆\n", Digit("Puzzles 1 to"), "expected \"Puzzles 1 to 4\""),
    ("one level", "Medium\n★★★☆☆\n", Stars, "for \"Medium\", expected ★★★☆☆"),
    ("bands", "Hard\n★★★★☆☆☆\n", Digit("Puzzles"), "expected \"Puzzles 10 to 12\""),
    ("bands", "Hard\n★★★★☆☆☆\n", Stars, "for \"Hard\", expected ★★★★☆☆☆"),
    // The page about levels.
    ("classic", "Stars say", Digit("Puzzles 9 to"), "expected \"Puzzles 9 to 12\""),
    ("classic", "Stars say", Whole("Easy", "Hard"), "found \"Hard\", expected \"Easy\""),
    ("classic", "Stars say", Stars, "for \"Beginner\", expected ★☆☆☆☆"),
    ("pocket", "Stars say", Digit("Puzzles 9 to"), "expected \"Puzzles 9 to 12\""),
    ("bands", "Stars count", Stars, "for \"Gentle\", expected ★☆☆☆☆☆☆"),
    // Title and copyright.
    ("classic", "28 Sudoku", Digit("Sudoku"), "expected \"28 Sudoku\""),
    ("large print", "28 Sudoku", Digit("Sudoku"), "expected \"28 Sudoku in Large Print\""),
    ("classic", "28 Sudoku", Part("Five", "Ten"), "found \"Ten levels, from Beginner to Evil\""),
    (
        "classic",
        "28 Sudoku",
        Part("to Evil", "to Easy"),
        "expected \"Five levels, from Beginner to Evil\"",
    ),
    ("one level", "Four Sudoku", Part("Medium", "Evil"), "expected \"Level: Medium\""),
    (
        "bands",
        "bands, from",
        Part("from Gentle", "from Medium"),
        "expected \"Five bands, from Gentle to Fiendish\"",
    ),
    (
        "classic",
        "Every puzzle has",
        Part("28 puzzles", "21 puzzles"),
        "found \"21 puzzles, numbers 1 to 28",
    ),
    ("classic", "Every puzzle has", Part("to 28", "to 22"), "found \"28 puzzles, numbers 1 to 22"),
    // The page with the rules.
    ("classic", "An example", Digit("answers begin on"), "expected \"The answers begin on page 25"),
    ("classic", "An example", Whole("vi", "vii"), "found vi as the page label in the file"),
    // Beside puzzles.
    ("classic", "puzzles 9 to 12", Stars, "expected ★★☆☆☆"),
    ("large print", "puzzles 9 to 12", Stars, "expected ★★☆☆☆"),
    ("pocket", "puzzles 9 to 12", Stars, "expected ★★☆☆☆"),
    (
        "pocket",
        "puzzles 9 to 12",
        Whole("Easy", "Evil"),
        "found \"Evil\" beside it, expected \"Easy\"",
    ),
    (
        "techniques",
        "puzzles 1 to 3",
        Whole("Hidden single", "Naked single"),
        "found \"Naked single\" beside it, expected \"Hidden single\"",
    ),
    ("one level", "puzzles 1 to 4", Stars, "expected ★★★☆☆"),
    ("answers below", "puzzles 9 to 12", Whole("Easy", "Evil"), "found \"Evil\" beside it"),
    ("strips", "Medium", Stars, "expected ★"),
    ("strips", "Medium", Whole("Medium", "Evil"), "found \"Evil\" beside it, expected \"Medium\""),
    ("bands", "puzzles 10 to 12", Stars, "expected ★★★★☆☆☆"),
    (
        "pocket bands",
        "puzzles 10 to 12",
        Whole("Hard", "Easy"),
        "found \"Easy\" beside it, expected \"Hard\"",
    ),
    (
        "large print",
        "puzzles 9 to 12",
        Digit("Answer: page"),
        "found a reference to its answer on page",
    ),
    // Feet.
    ("classic", "puzzles 9 to 12", Part("Easy", "Evil"), "found \"Evil\", expected \"Easy\""),
    ("classic", "puzzles 9 to 12", Part("to 12", "to 13"), "expected \"Puzzles 9 to 12\""),
    (
        "classic",
        "puzzles 9 to 12",
        Digit("answers on"),
        "for the puzzles of this page, expected page",
    ),
    ("classic", "puzzles 9 to 12", Whole("8", "9"), "found the printed page number 9, expected 8"),
    ("large print", "puzzles 9 to 12", Part("Easy", "Hard"), "found \"Hard\", expected \"Easy\""),
    ("strips", "Puzzles 1 to 18", Part("1 to 18", "1 to 13"), "expected \"Puzzles 1 to 18\""),
    ("answers below", "puzzles 9 to 12", Digit("puzzles 9 to"), "expected \"Puzzles 9 to 12\""),
    // Lists.
    ("classic", "Answers\t1 to", Digit("1 to"), "expected \"1 to "),
    ("classic", "Answers\t1 to", Digit("page"), "found a reference to its puzzle on page"),
    ("dates", "Progress", Digit("1 to"), "expected "),
    // Days.
    ("dates", "Friday, 1 January", Part("Friday", "Sunday"), "expected \"Friday, 1 January 2027\""),
    (
        "dates",
        "Friday, 1 January",
        Part("1 Jan", "2 Jan"),
        "puzzle 1: found \"Friday, 2 January 2027\"",
    ),
    ("dates", "Friday, 1 January", Digit("January"), "expected \"Friday, 1 January 2027\""),
    (
        "dates",
        "Answers\tJanuary",
        Whole("2 January", "3 January"),
        "found \"3 January\" beside the answer",
    ),
    ("dates", "Answers\tJanuary", Whole("January 2027", "March 2027"), "found \"March 2027\""),
    // Months and weeks.
    (
        "two months",
        "Contents",
        Whole("February 2027", "January 2027"),
        "expected \"February 2027\"",
    ),
    (
        "two months",
        "Contents",
        Whole("1", "3"),
        "found page 3 for \"January 2027\", expected page 1",
    ),
    ("two months", "Contents", Digit("Puzzles 13 to"), "expected \"Puzzles 1"),
    (
        "two months",
        "\nPuzzles 13 to",
        Whole("February 2027", "January 2027"),
        "expected \"February 2027\"",
    ),
    (
        "two months",
        "Sunday, 31",
        Part("January 2027  ·", "May 2027  ·"),
        "found \"May 2027\", expected \"January 2027\"",
    ),
    ("two months", "Sunday, 31", Part("puzzles 1 to", "puzzles 2 to"), "expected \"Puzzles 1 to"),
    ("two months", "Sunday, 31", Part("Week 4", "Week 5"), "found \"Week 5\", expected \"Week 4\""),
    (
        "two months",
        "Answers\tFebruary",
        Whole("1 February", "2 February"),
        "expected \"1 February\"",
    ),
    ("polish months", "Spis treści", Whole("Luty 2027", "Maj 2027"), "expected \"Luty 2027\""),
    ("polish months", "Rozwiązania\tLuty", Whole("1 lutego", "2 lutego"), "expected \"1 lutego\""),
    // Sheets of a class.
    ("sheets", "Version 2\n", Part("Version 2", "Version 3"), "version 3: found 8 puzzles"),
    (
        "sheets",
        "Answers\tVersion 2",
        Part("Version 2", "Version 1"),
        "found an answer on a page of version 1",
    ),
    ("sheets", "Answers\tVersion 2", Digit("5 to"), "expected \"5 to 8\""),
    ("weeks", "Week 2, Tuesday", Part("Week 2", "Week 3"), "puzzle 9: found \"Week 3, Tuesday\""),
    ("weeks", "Week 2, Tuesday", Part("Tuesday", "Sunday"), "expected \"Week 2, Tuesday\""),
    // Volumes.
    ("german volumes", "Band 1", Digit("Band"), "expected \"Band 1\""),
    ("volumes", "Volume 1 of 2", Part("Volume 1", "Volume 2"), "expected \"Volume 1 of 2\""),
    // A book that begins with puzzle 101.
    ("series", "Band 2", Digit("Band"), "expected \"Band 2\""),
    (
        "series",
        "28 Rätsel",
        Part("Nummer 101", "Nummer 1"),
        "expected \"28 Rätsel, Nummer 101 bis 128",
    ),
    ("series", "Inhalt", Digit("Rätsel 109"), "expected \"Rätsel 109 bis 112\""),
    ("series", "Leicht\n★★☆☆☆\n", Digit("Rätsel"), "expected \"Rätsel 109 bis 112\""),
    ("series", "Rätsel 109 bis 112", Part("bis 112", "bis 12"), "expected \"Rätsel 109 bis 112\""),
    ("series", "Leicht  ·  Rätsel 109", Whole("109", "119"), "puzzle 119: found a second puzzle"),
    (
        "series",
        "Lösungen\t101",
        Whole("101", "1"),
        "found an answer, but no puzzle with this number",
    ),
    ("series", "Lösungen\t101", Digit("101 bis"), "expected \"101 bis"),
    // Other languages.
    ("german", "Leicht\n★★☆☆☆\n", Digit("Rätsel"), "expected \"Rätsel 9 bis 12\""),
    ("german", "Inhalt", Whole("7", "8"), "found page 8 for \"Leicht\", expected page 7"),
    (
        "german",
        "Rätsel 9 bis 12",
        Part("Leicht", "Mittel"),
        "found \"Mittel\", expected \"Leicht\"",
    ),
    (
        "spanish dates",
        "2 de enero",
        Part("Sábado", "Viernes"),
        "expected \"Sábado, 2 de enero de 2027\"",
    ),
    (
        "french dates",
        "1ᵉʳ janvier",
        Part("Vendredi", "Samedi"),
        "expected \"Vendredi 1ᵉʳ janvier 2027\"",
    ),
    ("japanese", "目次", Whole("7", "8"), "found page 8 for \"初級\", expected page 7"),
    ("japanese", "初級\n★★☆☆☆\n", Digit("12"), "expected \"問題 9〜12\""),
    (
        "chinese dates",
        "1 月 2 日",
        Part("星期六", "星期五"),
        "expected \"2027 年 1 月 2 日，星期六\"",
    ),
    ("chinese dates", "数独 28 题", Digit("28"), "expected \"数独 28 题"),
    // Hints, techniques, times.
    ("lessons", "Where one", Part("1 to 15", "1 to 14"), "entries for the puzzles from 15 on"),
    ("lessons", "Where one", Whole("15", "99"), "found one hint, but no puzzle with this number"),
    ("lessons", "Contents", Whole("23", "24"), "found page 24 for \"Hints\", expected page 23"),
    ("lessons", "Where one", Part("block", "row"), "expected \"Hidden single: block"),
    ("lessons", "Where one", Digit("block"), "expected \"Hidden single: block"),
    ("lessons", "Where one", Part("Hidden", "Naked"), "expected \"Hidden single: block"),
    ("lessons", "Where one", Whole("1", "9"), "puzzle 1: found no hint for it"),
    ("lessons", "Where one", Digit("1 to 15"), "found no more entries for the puzzles"),
    ("lessons", "How long", Part("5 min", "4 min"), "expected \"2 to 5 min\""),
    ("lessons", "How long", Whole("15", "14"), "puzzle 15: found no time for it"),
    ("lessons", "need it: 15", Digit("need it"), "expected \"Puzzles that need it: 15\""),
    ("lessons", "need it: 15", Digit("so far"), "digits found so far, expected 41"),
    (
        "lessons",
        "need it: 15",
        Part("Puzzle 2.", "Puzzle 1."),
        "puzzle 1: found a position for \"Hidden single\" that is not of the puzzle",
    ),
    ("lessons", "need it: 15", Part("only place for", "one place for"), "found other words for"),
    (
        "german lessons",
        "Wo man zuerst",
        Part("Block", "Zeile"),
        "expected \"Versteckter Einer: Block",
    ),
    ("german lessons", "brauchen: 15", Digit("Ziffern:"), "found so far, expected 41"),
    (
        "german lessons",
        "brauchen: 15",
        Part("Rätsel 2.", "Rätsel 1."),
        "puzzle 1: found a position for \"Versteckter Einer\" that is not of the puzzle",
    ),
    ("german lessons", "So lange", Part("5 Min.", "4 Min."), "expected \"2 bis 5 Min."),
    ("japanese lessons", "答えは書いて", Part("ブロック", "列"), "expected \""),
    ("hints below", "puzzles 1 to 3", Part("block", "row"), "expected \"Hidden single: block"),
];

/// A folder with the puzzles of the books.
fn bench() -> Bench {
    let bench = Bench::new();
    let made = [
        "generate --seed 5 --quota 1=8,2=4,3=8,4=4,5=4 --out paper.csv",
        "generate --seed 6 --quota 1=6,3=6,5=6 --out strips.csv",
        "generate --seed 7 --ladder human --count 3 --out human.csv",
        "generate --seed 8 --levels 3 --count 4 --out one.csv",
        "generate --seed 9 --levels 1-4 --count 3 --variants 3 --dedup exact --out sheets.csv",
    ];
    made.iter().for_each(|args| bench.ends(args, 0, ""));
    let shown = String::from_utf8(bench.run("template show classic").stdout).unwrap();
    fs::write(bench.path("short.toml"), shown.replace("page_limit = 550", "page_limit = 24"))
        .unwrap();
    fs::write(bench.path("below.toml"), format!("hints = \"foot\"\n{shown}")).unwrap();
    fs::write(bench.path("named.toml"), shown.replace("label = \"none\"", "label = \"technique\""))
        .unwrap();
    let daily = String::from_utf8(bench.run("template show daily").stdout).unwrap();
    let weeks = daily.replace("iso_weeks = false", "iso_weeks = true");
    fs::write(bench.path("weeks.toml"), weeks).unwrap();
    bench
}

/// What `verify` says of files, and its exit code.
fn verify(bench: &Bench, args: &str) -> (String, i32) {
    let output = bench.run(&format!("verify {args}"));
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// The streams that draw a page: its content, and the drawings on it.
fn streams(document: &Document, page: ObjectId) -> Vec<ObjectId> {
    let mut all = document.get_page_contents(page);
    let (resources, ids) = document.get_page_resources(page).unwrap();
    let by_id = ids.iter().map(|id| document.get_dictionary(*id).unwrap());
    let mut pending: Vec<&Dictionary> = resources.into_iter().chain(by_id).collect();
    let mut named = Vec::new();
    while let Some(resources) = pending.pop() {
        let Ok(forms) = document.get_dict_in_dict(resources, b"XObject") else { continue };
        for (name, form) in forms.iter() {
            let id = form.as_reference().unwrap();
            named.push((name.clone(), id));
            let form = document.get_object(id).unwrap().as_stream().unwrap();
            pending.extend(document.get_dict_in_dict(&form.dict, b"Resources").ok());
        }
    }
    let mut at = 0;
    while at < all.len() {
        for operation in operations(document, all[at]).iter().filter(|op| op.operator == "Do") {
            let name = operation.operands[0].as_name().unwrap();
            let form = named.iter().find(|(known, _)| known == name).unwrap().1;
            if !all.contains(&form) {
                all.push(form);
            }
        }
        at += 1;
    }
    all
}

fn operations(document: &Document, stream: ObjectId) -> Vec<Operation> {
    let stream = document.get_object(stream).unwrap().as_stream().unwrap();
    let content = stream.get_plain_content().unwrap();
    Content::decode(&content).unwrap().operations
}

/// The texts of an operator that shows some. Pieces of a text are near to each other.
fn shown(operation: &mut Operation) -> Vec<Vec<&mut Vec<u8>>> {
    let mut texts: Vec<Vec<&mut Vec<u8>>> = vec![Vec::new()];
    let operator = operation.operator.clone();
    for operand in &mut operation.operands {
        match operand {
            Object::String(text, _) if operator == "Tj" => texts[0].push(text),
            Object::Array(items) if operator == "TJ" => {
                for item in items {
                    if item.as_float().is_ok_and(|far| far.abs() > 500.0) {
                        texts.push(Vec::new());
                    }
                    if let Object::String(piece, _) = item {
                        texts.last_mut().unwrap().push(piece);
                    }
                }
            }
            _ => {}
        }
    }
    texts
}

impl Change {
    /// The text after the change, if it is the text to change. `has` tells whether the font has a text.
    fn text(self, text: &str, has: impl Fn(&str) -> bool) -> Option<String> {
        match self {
            Part(from, to) => text.contains(from).then(|| text.replacen(from, to, 1)),
            Whole(from, to) => (text == from).then(|| to.to_owned()),
            Digit(words) => {
                let at =
                    text.rfind(|c: char| c.is_ascii_digit()).filter(|_| text.contains(words))?;
                let digits = "1234567890".chars().filter(|digit| !text[at..].starts_with(*digit));
                let mut texts =
                    digits.map(|digit| format!("{}{digit}{}", &text[..at], &text[at + 1..]));
                texts.find(|text| has(text))
            }
            Stars => None,
        }
    }

    /// Changes the first place in a stream that is to be changed. Returns whether there was one.
    fn apply(self, document: &mut Document, page: ObjectId, stream: ObjectId) -> bool {
        let mut operations = operations(document, stream);
        let fonts = document.get_page_fonts(page).unwrap();
        let forms = stars(document, page);
        let is_stars = forms.values().any(|(id, _)| *id == stream);
        let mut encoding = None;
        let mut done = false;
        for operation in &mut operations {
            if operation.operator == "Tf" {
                let font = fonts[operation.operands[0].as_name().unwrap()];
                encoding = Some(font.get_font_encoding(document).unwrap());
            }
            if let Some(encoding) = &encoding {
                let plain = |bytes: &[u8]| {
                    Document::decode_text(encoding, bytes).unwrap().replace('\u{a0}', " ")
                };
                let coded = |text: &str| {
                    // The font has one of the two spaces.
                    let texts = [text.to_owned(), text.replace(' ', "\u{a0}")];
                    let codes = texts.map(|text| Document::encode_text(encoding, &text));
                    codes.into_iter().find(|codes| plain(codes) == text)
                };
                for pieces in shown(operation) {
                    let text = pieces.iter().flat_map(|piece| piece.to_vec()).collect::<Vec<_>>();
                    let lie = self.text(&plain(&text), |text| coded(text).is_some());
                    // The font may lack a character of it.
                    let codes = lie.filter(|_| !done).and_then(|lie| coded(&lie));
                    let Some(mut codes) = codes else { continue };
                    pieces.into_iter().for_each(|piece| *piece = std::mem::take(&mut codes));
                    done = true;
                }
            }
            if matches!(self, Stars) && operation.operator == "Do" {
                let name = operation.operands[0].as_name().unwrap();
                let other = forms.get(name).and_then(|(id, size)| {
                    forms.iter().find(|(_, (other, s))| s == size && other != id)
                });
                if let Some((other, _)) = other {
                    operation.operands[0] = Object::Name(other.clone());
                    done = true;
                }
            }
            if matches!(self, Stars) && is_stars && ["s", "S"].contains(&&*operation.operator) {
                operation.operator = "f".to_owned();
                done = true;
            }
            if done {
                break;
            }
        }
        if done {
            let content = Content { operations }.encode().unwrap();
            let stream = document.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
            stream.set_plain_content(content);
        }
        done
    }
}

/// The drawings of stars that pages use, by name, with their sizes. Each has five or seven closed paths of
/// ten corners.
fn stars(document: &Document, page: ObjectId) -> BTreeMap<Vec<u8>, (ObjectId, String)> {
    let (resources, ids) = document.get_page_resources(page).unwrap();
    let by_id = ids.iter().map(|id| document.get_dictionary(*id).unwrap());
    let mut found = BTreeMap::new();
    for resources in resources.into_iter().chain(by_id) {
        let Ok(forms) = document.get_dict_in_dict(resources, b"XObject") else { continue };
        for (name, form) in forms.iter() {
            let id = form.as_reference().unwrap();
            let size = document.get_object(id).unwrap().as_stream().unwrap().dict.get(b"BBox");
            let operations = operations(document, id);
            let count = |name: &str| operations.iter().filter(|op| op.operator == name).count();
            if [5, 7].contains(&count("m")) && count("l") >= 9 * count("m") {
                found.insert(name.clone(), (id, format!("{size:?}")));
            }
        }
    }
    found
}

/// Makes a change on the first page that has these words, and returns what `verify` says, with another file.
fn lie(bench: &Bench, book: &str, words: &str, change: Change, other: &str) -> String {
    let bytes = bench.read(book);
    let pdf = Pdf::open(&bytes).unwrap();
    let has = |page: &usize| {
        let text = pdf.page(*page).unwrap().lines.join("\n").replace('\u{a0}', " ");
        text.contains(words)
    };
    let Some(page) = (0..pdf.page_count()).find(has) else {
        return "no page has the words".to_owned();
    };
    let mut document = Document::load_mem(&bytes).unwrap();
    let id = document.page_iter().nth(page).unwrap();
    let streams = streams(&document, id);
    if !streams.into_iter().any(|stream| change.apply(&mut document, id, stream)) {
        return "nothing on the page could be changed".to_owned();
    }
    document.save(bench.path("lie.pdf")).unwrap();
    let (said, code) = verify(bench, &format!("{other} lie.pdf"));
    assert_eq!(code == 1, !said.starts_with("ok"), "{said}");
    said
}

/// Every ninth book, from this one on.
fn planted_changes_are_found(first: usize) {
    let bench = bench();
    let mut missed = Vec::new();
    for (name, puzzles, flags) in BOOKS.into_iter().skip(first).step_by(9) {
        let out = format!("{}.pdf", name.replace(' ', "-"));
        bench.ends(&format!("book {puzzles}.csv {flags} --out {out}"), 0, "");
        let book = match name {
            "volumes" | "german volumes" => out.replace(".pdf", "-01.pdf"),
            _ => out,
        };
        let (said, code) = verify(&bench, &book);
        assert_eq!(code, 0, "{name}: {said}");
        for (_, page, change, words) in LIES.iter().filter(|(of, ..)| *of == name) {
            let said = lie(&bench, &book, page, *change, "");
            if !said.contains(words) {
                missed.push(format!("{name}, {page:?}: {words:?} is not in {said:?}"));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Books of every design in every fourth language, from this one on.
fn unchanged_books_have_no_finding(first: usize) {
    let bench = bench();
    for (l, (code, _)) in Language::BUILTIN.iter().enumerate().skip(first).step_by(4) {
        for (d, (design, _)) in Template::BUILTIN.iter().enumerate() {
            let puzzles = if *design == "newspaper" { "strips" } else { "paper" };
            let human = matches!(*design, "classic" | "pocket").then_some("human");
            let more = match *design {
                "daily" => "--first-day 2026-12-20",
                "classroom" => "--answers end",
                _ => "",
            };
            for puzzles in [puzzles].into_iter().chain(human) {
                let words = in_language(code);
                let flags = format!("--template {design} {words} {more} --out book.pdf --force");
                bench.ends(&format!("book {puzzles}.csv {flags}"), 0, "");
                // By itself, or with its catalogue.
                let catalog = if (l + d) % 2 == 0 { "" } else { &format!("{puzzles}.csv") };
                let (said, exit) = verify(&bench, &format!("book.pdf {catalog}"));
                assert_eq!(exit, 0, "{code} {design} {puzzles} {catalog}: {said}");
            }
        }
    }
}

/// Each part is a test of its own: they run side by side, and a fault is found by the first that meets it.
macro_rules! parts {
    ($law:ident: $($part:ident $first:literal),*) => { $(#[test] fn $part() { $law($first) })* };
}

mod every_planted_change_is_found {
    use super::planted_changes_are_found;
    parts!(planted_changes_are_found: a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8);
}

mod unchanged_books_of_every_design_and_language_have_no_finding {
    use super::unchanged_books_have_no_finding;
    parts!(unchanged_books_have_no_finding: a 0, b 1, c 2, d 3);
}

#[test]
fn a_book_with_other_names_for_levels_has_no_finding() {
    let bench = bench();
    let (_, english) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    let names = "names = [\"Beginner\", \"Easy\", \"Medium\", \"Hard\", \"Evil\"]";
    let others = "names = [\"Easy\", \"Medium\", \"Hard\", \"Evil\", \"Insane\"]";
    assert!(english.contains(names));
    let own = english.replace(names, others).replace("5 = \"Five\"\n", "");
    fs::write(bench.path("own.toml"), own).unwrap();
    for design in ["classic", "pocket", "daily", "classroom"] {
        let flags = format!("--template {design} --lang own.toml --out book.pdf --force");
        bench.ends(&format!("book paper.csv {flags}"), 0, "");
        let (said, code) = verify(&bench, "book.pdf");
        assert_eq!(code, 0, "{design}: {said}");
    }
}

/// Rows were sorted by the levels of the paper, and each puzzle taken for another.
#[test]
fn a_book_on_the_other_ladder_than_its_catalogue_has_no_finding() {
    let bench = bench();
    for (puzzles, ladder) in [("paper", "human"), ("human", "paper")] {
        let flags = format!("--ladder {ladder} --out book.pdf --force");
        bench.ends(&format!("book {puzzles}.csv {flags}"), 0, "");
        let (said, code) = verify(&bench, &format!("book.pdf {puzzles}.csv"));
        assert_eq!(code, 0, "{ladder}: {said}");
        let (said, code) = verify(&bench, "book.pdf one.csv");
        assert_eq!(code, 1, "{ladder}: {said}");
    }
}

#[test]
fn volumes_that_do_not_follow_one_another_are_found() {
    let bench = bench();
    bench.ends("book paper.csv --template short.toml --trim 6x9 --out a.pdf", 0, "");
    bench.ends("book human.csv --template short.toml --trim 6x9 --out b.pdf", 0, "");
    for volumes in
        ["a-01.pdf a-02.pdf", "a-02.pdf a-01.pdf", "a-01.pdf", "a-02.pdf b-01.pdf b-02.pdf"]
    {
        let (said, code) = verify(&bench, volumes);
        assert_eq!(code, 0, "{volumes}: {said}");
    }
    fs::copy(bench.path("a-01.pdf"), bench.path("c.pdf")).unwrap();
    let cases = [
        ("a-01.pdf c.pdf", "c.pdf: found volume 1 of 2, expected volume 2 of 2"),
        ("a-01.pdf c.pdf", "puzzle 1: found puzzle 1 of a-01.pdf again"),
        ("a-02.pdf b-02.pdf", "found volume 2 of 2, expected volume 1 of 2"),
        ("a-01.pdf b-02.pdf", "as its first, expected puzzle "),
        // A book of answers beside them, or of empty grids, is no volume.
        ("a-01.pdf c.pdf answers.pdf", "c.pdf: found volume 1 of 2, expected volume 2 of 2"),
        ("a-01.pdf c.pdf practice.pdf", "c.pdf: found volume 1 of 2, expected volume 2 of 2"),
    ];
    for part in ["answers", "practice"] {
        bench.ends(&format!("book paper.csv --trim 6x9 --parts {part} --out {part}.pdf"), 0, "");
        let (said, code) = verify(&bench, &format!("a-01.pdf a-02.pdf {part}.pdf"));
        assert_eq!(code, 0, "{part}: {said}");
    }
    for (volumes, words) in cases {
        let (said, code) = verify(&bench, volumes);
        assert_eq!(code, 1, "{volumes}: {said}");
        assert!(said.contains(words), "{volumes}: {said}");
    }
}

/// Books of some parts alone: each is proved by its catalogue, and by the book with the puzzles.
#[test]
fn books_without_puzzles_are_held_against_those_that_have_them() {
    let bench = bench();
    bench.ends("book human.csv --trim 6x9 --out puzzles.pdf --first-number 5", 0, "");
    let parts =
        ["answers", "hints", "times", "techniques", "title,contents,answers,hints", "practice"];
    for part in parts {
        let flags = format!("--first-number 5 --trim 6x9 --parts {part} --out part.pdf --force");
        bench.ends(&format!("book human.csv {flags}"), 0, "");
        for other in ["human.csv", "puzzles.pdf"] {
            let (said, code) = verify(&bench, &format!("part.pdf {other}"));
            assert_eq!(code, 0, "{part} beside {other}: {said}");
        }
        let right = if part == "practice" { 0 } else { 1 };
        let (said, code) = verify(&bench, "part.pdf paper.csv");
        assert_eq!(code, right, "{part}: {said}");
        let (said, code) = verify(&bench, "part.pdf");
        assert_eq!(code, right, "{part}: {said}");
        assert_eq!(right == 1, said.contains("named with them"), "{part}: {said}");
    }
    let lies = [
        ("answers", "Answers\t5", Whole("5", "25"), "part"),
        ("hints", "Where one", Digit("block"), "expected \"Hidden single: block"),
        ("hints", "Where one", Whole("19", "20"), "found nothing about puzzle 19"),
        ("times", "How long", Part("5 min", "4 min"), "expected \"2 to 5 min\""),
        ("techniques", "need it: 15", Digit("so far"), "found so far, expected 41"),
    ];
    for (part, page, change, words) in lies {
        let flags = format!("--first-number 5 --trim 6x9 --parts {part} --out part.pdf --force");
        bench.ends(&format!("book human.csv {flags}"), 0, "");
        let said = lie(&bench, "part.pdf", page, change, "human.csv");
        let words = if words == "part" { "lie.pdf" } else { words };
        assert!(said.contains(words), "{part}: {words:?} is not in {said}");
    }
    // Levels that take turns: the order is not that of the catalogue.
    for part in ["answers", "hints", "times", "techniques"] {
        let flags = format!("--template newspaper --parts {part} --out part.pdf --force");
        bench.ends(&format!("book strips.csv {flags}"), 0, "");
        let (said, code) = verify(&bench, "part.pdf strips.csv");
        assert_eq!(code, 0, "{part} in turn: {said}");
    }
}

#[test]
fn covers_are_held_against_their_volume() {
    let bench = bench();
    bench.ends("book paper.csv --trim 6x9 --out book.pdf", 0, "");
    bench.ends("cover paper.csv --trim 6x9 --spine 0.5in --out cover.pdf", 0, "");
    let (said, code) = verify(&bench, "book.pdf cover.pdf");
    assert_eq!(code, 0, "{said}");
    let changes = [
        ("28 puzzles", Digit("puzzles,"), "expected \"28 puzzles, each with exactly one"),
        ("28 puzzles", Digit("Sudoku"), "expected \"28 Sudoku\""),
        (
            "28 puzzles",
            Part("to Evil", "to Beginner"),
            "expected \"Five levels, from Beginner to Evil\"",
        ),
        ("28 puzzles", Whole("Easy", "Evil"), "expected \"Beginner, Easy, Medium, Hard, Evil\""),
    ];
    for (page, change, words) in changes {
        let said = lie(&bench, "cover.pdf", page, change, "book.pdf");
        assert!(said.contains("lie.pdf") && said.contains(words), "{words:?} is not in {said}");
    }
    // One beside the files of a run.
    bench.ends("run --seed 1 --count 1 --trim 6x9", 0, "");
    fs::copy(bench.path("cover.pdf"), bench.path("out/cover.pdf")).unwrap();
    let (said, _) = verify(&bench, "out");
    assert!(
        said.contains("cover.pdf, sheet 1: found \"28 Sudoku\", expected \"Five Sudoku\""),
        "{said}"
    );
    // A cover of another book, and one without its book.
    bench.ends("cover one.csv --trim 6x9 --spine 0.5in --out other.pdf", 0, "");
    let (said, _) = verify(&bench, "book.pdf other.pdf");
    assert!(said.contains("expected \"28 puzzles, each"), "{said}");
    let (said, _) = verify(&bench, "cover.pdf");
    assert!(said.contains("found no puzzle with a number"), "{said}");
}
