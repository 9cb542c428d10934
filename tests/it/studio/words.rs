//! The texts and the messages of the window in each language but English: all are there, and no
//! English word is left among them, beside names and what a user types.

use super::begin::{ask, file};
use crate::support::sources::{code, crate_folders, literals, rust_files, script_names};
use crate::support::studio::{RunningStudio, Values, request, small_book};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// English words that no translation has, beside those of its own language.
const ENGLISH: &str = "a and are as at be by cannot each expected for found from has have is it its \
    must no not of on one only or that the their them these this to too use used with without";

/// The words of [`ENGLISH`] that a language has, too.
const SHARED: [(&str, &str); 4] =
    [("es", "a as has no use"), ("fr", "a as on or"), ("it", "a no"), ("pt-BR", "a as for no use")];

/// The names and the words to type that a Chinese text may have.
const LATIN: &str = "Amazon BoD Excel IngramSpark KDP Kindle Lulu Manta Nomad Paper Pro \
    Scribe Sudoku Explainer SudokuPad Supernote reMarkable sudoku-press studio English CSV JSON \
    ISBN JPEG Markdown PDF PDF/X PDF/X-1a:2001 PDF/X-4 PNG SVG ZIP MB GB MiB kB X-3:2002 CropBox \
    gzip zstd Rotate UserUnit dpi www https http pt kdp eink a4 6x9 170x240mm 6x9in \
    shapes designed removed ground=#ffc629 accent=#16264d mm eu@example.com GmbH Kai Hamburg \
    naked-pair x-wing skyscraper levels public puzzle solution level link sudokupad sudokuwiki \
    title copyright puzzles answers techniques hints times practice notes needed window openings \
    no-needle no-spike second-crux variety none 2C forcing-x-chain forcing-chain naked-quad MB ulimit d t v about=me.md how-to-play=rules.md \
    Press books@example.com xy-wing hello@example.com https://example.com/answers https://example.com/play grid \
    www.example.com 4x4:1=shapes CC-BY-4.0 datapackage.json .csv .gz .zst .ttf .otf .ttc answers.pdf book.pdf booklet.pdf \
    B2-000010 UTF-8 Word OpenDocument RTF GIF TIFF NumPy Python PyTorch pickle SQLite MATLAB \
    Parquet Arrow Avro Feather HDF5 ORC LZ4 RAR 7z bzip2 xz 4x4 6x6 9x9 4x4:1 id name \
    cover.pdf cover-01.pdf A4 A5 me.md rules.md";

/// The beginnings of keys whose texts are names of languages and of tablets.
const NAMES: [&str; 2] = ["word.lang.", "word.trim."];

/// Returns the Latin words of a text, without places for values.
fn latin_words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for (at, part) in text.split(['{', '}']).enumerate() {
        // A place for a value, such as `{n}`, is every second part.
        plain += if at % 2 == 0 { part } else { " " };
    }
    let is_latin = |c: char| c.is_ascii_alphanumeric() || ('À'..='ɏ').contains(&c);
    let is_inner = |c: char| is_latin(c) || "-./:@=#".contains(c);
    let words = plain.split(|c: char| !is_inner(c));
    let words = words.map(|word| word.trim_matches(|c: char| ".:-/=#".contains(c)).to_owned());
    words.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())).collect()
}

fn is_word_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known.trim_matches('.') == word)
}

/// Returns the words of a text that are English: in Chinese all Latin ones that are no names.
fn unknown_words(language: &str, text: &str) -> Vec<String> {
    let own = SHARED.iter().find(|(code, _)| *code == language).map_or("", |(_, own)| own);
    let is_unknown = |word: &String| match language {
        "zh" => !is_word_of(LATIN, word),
        _ => is_word_of(ENGLISH, word) && !is_word_of(own, word),
    };
    latin_words(text).into_iter().filter(is_unknown).collect()
}

/// Returns what the studio answers to a window in a language.
fn get(studio: &RunningStudio, language: &str, path: &str) -> Value {
    let headers = studio.headers();
    let mut headers: Vec<_> = headers.iter().map(|(name, value)| (*name, &**value)).collect();
    headers.push(("Accept-Language", language));
    studio.request(&format!("GET {path}"), &headers, b"").json()
}

/// Returns the languages of the window.
pub(super) fn languages(studio: &RunningStudio) -> Vec<String> {
    let all = studio.get("/languages.json").json();
    all.as_object().unwrap().keys().cloned().collect()
}

/// Returns the texts of the window in a language.
pub(super) fn texts(studio: &RunningStudio, language: &str) -> Map<String, Value> {
    studio.get(&format!("/{language}.json")).json().as_object().unwrap().clone()
}

/// Does something for each language of the window but English.
fn for_translations(check: impl Fn(&RunningStudio, &str)) {
    let studio = RunningStudio::start();
    let translations = languages(&studio).into_iter().filter(|language| language != "en");
    let translations: Vec<_> = translations.collect();
    assert!(translations.len() >= 2, "{translations:?}");
    for language in translations {
        check(&studio, &language);
    }
}

#[test]
fn translated_texts_have_no_english_words() {
    for_translations(|studio, language| {
        let mut wrong = Vec::new();
        for (key, text) in texts(studio, language) {
            let words = unknown_words(language, text.as_str().unwrap());
            if !words.is_empty() && !NAMES.iter().any(|name| key.starts_with(name)) {
                wrong.push(format!("{language}: {key}: {words:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// Returns the places for values in a text, such as `{n}`.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

/// Returns the text of a key in English: a message is a key by itself.
fn english<'a>(texts: &'a Map<String, Value>, key: &'a str) -> Option<&'a str> {
    let message = key.strip_prefix("say.");
    message.or_else(|| texts.get(key).and_then(Value::as_str))
}

#[test]
fn translations_have_the_same_texts_and_places() {
    let studio = RunningStudio::start();
    let all = texts(&studio, "en");
    let chinese = texts(&studio, "zh");
    for_translations(|studio, language| {
        let own = texts(studio, language);
        let missing: Vec<_> =
            all.keys().chain(chinese.keys()).filter(|key| !own.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
        for (key, text) in &own {
            assert!(chinese.contains_key(key), "{key} is in {language} alone");
            let text = text.as_str().unwrap();
            assert!(!text.trim().is_empty() || key == "comma", "{language}: {key} is empty");
            let Some(english) = english(&all, key) else { continue };
            let found = places(text);
            if key.starts_with("say.") {
                let count = |text: &str| text.matches("{}").count();
                assert!(count(text) <= count(english), "{language}: {key}");
            } else {
                assert_eq!(found, places(english), "{language}: {key}");
            }
        }
    });
}

#[test]
fn form_has_a_translated_text_for_everything() {
    for_translations(check_form);
}

fn check_form(studio: &RunningStudio, language: &str) {
    let texts = texts(studio, language);
    let fields = get(studio, language, "/api/settings");
    let mut missing = Vec::new();
    let mut need = |key: String, text: &str| {
        let is_latin = text.contains(|c: char| c.is_ascii_alphabetic());
        if is_latin && !texts.contains_key(&key) {
            missing.push(key);
        }
    };
    for field in fields.as_array().unwrap() {
        let text = |key: &str| field[key].as_str().unwrap_or_default();
        let name = text("name");
        need(format!("label.{name}"), name);
        need(format!("help.{name}"), text("help"));
        need(format!("usual.{}", text("usual")), text("usual"));
        if text("usual").is_empty() && field["kind"] == "choice" {
            need(format!("word.{name}.{}", text("default")), text("default"));
        }
        let words = unknown_words("zh", text("example"));
        if !words.is_empty() && field["kind"] == "text" && field["choices"] == Value::Array(vec![])
        {
            need(format!("example.{name}"), text("example"));
        }
        for choice in field["choices"].as_array().unwrap() {
            let word = choice["word"].as_str().unwrap();
            match choice["text"].as_str() {
                Some(text) if name == "trim" => {
                    let words = unknown_words(language, text);
                    assert!(words.is_empty(), "{language}: {word}: {words:?}");
                }
                _ => need(format!("word.{name}.{word}"), word),
            }
        }
    }
    assert!(missing.is_empty(), "{language}:\n{}", missing.join("\n"));
}

/// Texts that most settings refuse, each for a reason of its own.
const WRONG_TEXTS: [&str; 7] = [" ", ";", "0", "9", "a,b", "7..2", "printe"];

/// Values that are wrong beside those of a small book.
const WRONG_TOGETHER: [(&str, &str); 23] = [
    ("turns", "9"),
    ("trim", "20x20"),
    ("puzzle-link", "https://example.com/{grid}"),
    ("er", "9"),
    ("paper", "gold"),
    ("spine", "1,1"),
    ("parts", "title"),
    ("parts", "answers,puzzles"),
    ("parts", "puzzles,puzzles"),
    ("parts", "puzzles,mine"),
    ("ladder=published,givens", "17"),
    ("size=4,givens", "20"),
    ("size=4,variants", "2"),
    ("sheets=2,template", "daily"),
    ("course=x-wing,parts", "techniques,puzzles"),
    ("ladder=human,needs", "bug-1"),
    ("ladder=human,needs", "dynamic-double"),
    ("course", "last-cell"),
    ("course", "hidden-quad"),
    ("course", "x-cycle"),
    ("course", "nishio"),
    ("course", "direct-pointing"),
    ("symbols=shapes,parts", "hints,puzzles"),
];

/// Returns the English words of a message that stand beside another word. Quoted texts, and a word
/// alone, are what a user types.
fn english_words(language: &str, message: &str) -> Vec<String> {
    let unquoted: String = message.split('"').step_by(2).collect::<Vec<_>>().join(",");
    let is_end = |c: char| !c.is_ascii() || ",;:()`".contains(c);
    let runs = unquoted.split(is_end).filter(|run| run.split_whitespace().count() > 1);
    let words: Vec<String> = runs.flat_map(|run| unknown_words(language, run)).collect();
    words.into_iter().filter(|word| word.chars().all(|c| c.is_ascii_alphabetic())).collect()
}

/// Returns the messages of a window about wrong values that have English words.
fn english_messages(studio: &RunningStudio, language: &str, values: &Values) -> Vec<String> {
    let answer = ask(studio, language, "/api/preview", &request("rainy", values));
    let problems = answer["problems"].as_array().unwrap();
    assert!(!problems.is_empty(), "{values:?}");
    let said = problems.iter().map(|problem| problem["message"].as_str().unwrap());
    let english = said.filter(|message| !english_words(language, message).is_empty());
    english.map(str::to_owned).collect()
}

#[test]
fn messages_of_wrong_values_have_no_english() {
    for_translations(check_messages);
}

fn check_messages(studio: &RunningStudio, language: &str) {
    let fields = get(studio, language, "/api/settings");
    let names = fields.as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap());
    let names: Vec<_> = names.collect();
    let mut wrong = Vec::new();
    for text in WRONG_TEXTS {
        // All values that are wrong alone have a message.
        let values = names.iter().map(|name| ((*name).to_owned(), text.to_owned()));
        wrong.extend(english_messages(studio, language, &values.collect()));
    }
    for (names, text) in WRONG_TOGETHER {
        let mut values = small_book();
        let (others, last) = names.rsplit_once(',').unwrap_or(("", names));
        values.extend(others.split_once('=').map(|(name, text)| (name.into(), text.into())));
        values.insert(last.into(), text.into());
        wrong.extend(english_messages(studio, language, &values));
    }
    for (name, text) in texts_without_room() {
        let mut values = small_book();
        values.insert(name.to_owned(), text);
        wrong.extend(english_messages(studio, language, &values));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns texts that are too long, that no font has, or that run from right to left, each with its
/// setting.
fn texts_without_room() -> Vec<(&'static str, String)> {
    let long = "S".repeat(300);
    let mut texts = vec![
        ("names", "Ada".to_owned()),
        ("names", format!("Ada,{long}")),
        ("qr", format!("https://example.com/{long}")),
    ];
    for name in ["title", "subtitle", "author", "series"] {
        texts.push((name, long.clone()));
    }
    let lines = ["title", "subtitle", "author", "publisher", "copyright", "dedication", "also-by"];
    for name in lines {
        // Hebrew, Devanagari, a mark alone, and a private sign.
        for sign in ['\u{5de}', '\u{915}', '\u{301}', '\u{e000}'] {
            texts.push((name, format!("Sudoku {sign}")));
        }
    }
    texts.push(("names", "Ada,\u{e000}".to_owned()));
    texts
}

/// The beginnings of files that have no puzzles as text.
const FOREIGN_FILES: [&[u8]; 8] = [
    b"\x89PNG\r\n\x1a\n",
    b"%PDF-1.7\n",
    b"PK\x03\x04mimetype application/vnd.oasis.opendocument.text",
    b"PK\x03\x04other",
    b"\x93NUMPY",
    b"SQLite format 3\0",
    b"\x80\x04\x95",
    b"\0\x01\0\x02\0\x03\0\x04",
];

#[test]
fn foreign_files_are_refused_without_english() {
    for_translations(|studio, language| {
        for bytes in FOREIGN_FILES {
            let found = ask(studio, language, "/api/read", &file("mine.txt", bytes, &json!({})));
            let said = [&found["message"], &found["faults"][0]["text"]];
            let said: Vec<_> = said.into_iter().filter_map(Value::as_str).collect();
            assert!(!said.is_empty(), "{found}");
            let english = english_words(language, &said.concat().replace("mine.txt", ""));
            assert!(english.is_empty(), "{language}: {said:?}: {english:?}");
        }
    });
}

#[test]
fn long_text_is_a_problem_of_its_field() {
    let studio = RunningStudio::start();
    for name in ["title", "subtitle", "author", "series", "names"] {
        let mut values = small_book();
        let text = "S".repeat(300);
        values.insert(name.to_owned(), if name == "names" { format!("Ada,{text}") } else { text });
        let answer = studio.post("/api/preview", &request("rainy", &values)).json();
        let problem = &answer["problems"][0];
        assert_eq!(problem["setting"], name, "{answer}");
    }
}

/// The libraries that the window does not have.
const FOREIGN_ROOMS: [&str; 5] = ["shards/", "explainer/", "built-in/", "pdf-reader/", ""];

/// The calls whose texts are sentences of a message, or parts of one.
const SENTENCES: [&str; 7] = [
    "clause!(",
    "Clause::fill(",
    ".remedy(",
    "Problem::new(",
    "Problem::expected(",
    "ValueError::new(",
    "ValueError::quoted(",
];

/// Sentences that the command line alone says: about catalogues, standard input, the files of a
/// night, and jobs that flags change.
const OF_COMMANDS: [&str; 26] = [
    "{} other puzzles only where {} names them",
    "{} the same puzzles",
    "{}; {}, {} names another folder",
    "the puzzles of the numbers change; {} is left out",
    "{} takes the place of {}",
    "{} takes the place of {}, which is left out",
    "{} makes one sheet",
    "{} keeps the class",
    "expected a name that ends in .{}, found {}",
    "{} makes one",
    "{} is the name of a compressed file",
    "expected a secret of your own ({}, or SUDOKU_PRESS_SECRET), found none or a placeholder; \
     without it anybody can make your puzzles",
    "make several files with different seeds, or use {}",
    "expected {}, jsonl, xlsx or parquet: other forms have no columns",
    "no {id} in a catalogue without the column `id` ({})",
    "expected one quota for each level, found two for {}",
    "expected slots below {} of {}, found {}",
    "expected a file, found the puzzle {}; pass a puzzle on standard input: echo {} | \
     sudoku-press ...",
    "name the file of the puzzles, or the folder of their run, before --job",
    "name a file of puzzles before --job",
    "cannot be used: an Excel workbook has a compression of its own",
    "cannot be used: Parquet has a compression of its own",
    "this program was built without Parquet",
    "cargo install --path . --features parquet builds one with it",
    "a file to write that is not read",
    "name another file",
];

/// Returns the texts among the first two arguments of a call, whose arguments begin here.
fn texts_of_call(arguments: &str) -> Vec<String> {
    let first = arguments.trim_start();
    if !first.starts_with('"') {
        return Vec::new();
    }
    // The literal ends with the first quotation mark that is no part of it.
    let bytes = first.as_bytes();
    let is_end = |at: &usize| bytes[*at] == b'"' && bytes[*at - 1] != b'\\';
    let end = (1..first.len()).find(is_end).expect("a literal ends") + 1;
    let mut texts = literals(&first[..end]);
    if let Some(next) = first[end..].strip_prefix(',') {
        texts.extend(texts_of_call(next));
    }
    texts
}

/// Returns the sentences of the libraries that a window may show, each with its file.
fn sentences() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (folder, room) in crate_folders() {
        if FOREIGN_ROOMS.contains(&&*room) {
            continue;
        }
        for path in rust_files(&Path::new(env!("ROOT")).join(folder)) {
            let code = code(&std::fs::read_to_string(&path).unwrap());
            for call in SENTENCES {
                for (at, _) in code.match_indices(call) {
                    let texts = texts_of_call(&code[at + call.len()..]);
                    found.extend(texts.into_iter().map(|text| (path.display().to_string(), text)));
                }
            }
        }
    }
    found
}

/// Returns true if a text has words that a language has to translate, beside what a user types.
fn has_words(text: &str) -> bool {
    let bare = places(text)
        .into_iter()
        .fold(text.to_owned(), |text, name| text.replace(&format!("{{{name}}}"), " "));
    let bare: String = bare.split('`').step_by(2).collect();
    !unknown_words("zh", &bare).is_empty()
}

#[test]
fn each_sentence_of_the_libraries_has_translations() {
    let studio = RunningStudio::start();
    let texts = texts(&studio, "zh");
    let sentences = sentences();
    assert!(sentences.len() > 400, "{}", sentences.len());
    let is_known = |text: &str| {
        OF_COMMANDS.contains(&text)
            || texts.contains_key(&format!("say.{text}"))
            || texts.contains_key(&format!("word.level.{text}"))
    };
    let mut missing: Vec<_> = sentences.iter().filter(|(_, text)| has_words(text)).collect();
    missing.retain(|(_, text)| !is_known(text));
    assert!(missing.is_empty(), "{missing:#?}");
    for script in script_names() {
        assert!(is_known(&script), "{script}");
    }
    for text in OF_COMMANDS {
        assert!(sentences.iter().any(|(_, known)| known == text), "nothing says {text}");
        assert!(!texts.contains_key(&format!("say.{text}")), "{text} has a translation");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn window_translates_errors_of_the_system() {
    for_translations(|studio, language| {
        // The name has more bytes than a file system takes.
        let order =
            json!({ "book": "rain", "file": format!("{}.txt", "雨".repeat(95)), "base64": "QQ==" });
        let refused = ask(studio, language, "/api/upload", &order);
        let message = refused["message"].as_str().unwrap().replace(".txt", "");
        let texts = texts(studio, language);
        let reason = texts["say.invalid filename"].as_str().unwrap();
        assert!(unknown_words(language, &message).is_empty(), "{message}");
        assert!(message.contains(reason), "{message}");
    });
}

#[test]
fn window_translates_every_unsettled_figure() {
    for_translations(|studio, language| {
        let texts = texts(studio, language);
        for (printer, text) in preflight::Printer::BUILTIN {
            for line in text.lines() {
                let sentence =
                    line.strip_prefix("unsettled = \"").and_then(|s| s.strip_suffix('"'));
                let Some(sentence) = sentence else { continue };
                assert!(texts.contains_key(&format!("say.{sentence}")), "{printer}: {sentence}");
            }
        }
    });
}
