//! The texts and the messages of the Chinese window: no English word is left among them, beside
//! names and what a user types.

use super::begin::ask;
use crate::support::studio::{RunningStudio, Values, request, small_book};
use serde_json::{Map, Value, json};

/// The names and the words to type that a Chinese text may have.
const LATIN: &str = "Amazon BoD Excel IngramSpark KDP Kindle Lulu Manta Nomad Paper Pro \
    Scribe Sudoku Explainer SudokuPad Supernote reMarkable sudoku-press studio English CSV JSON \
    ISBN JPEG Markdown PDF PDF/X PDF/X-1a:2001 PDF/X-4 PNG SVG ZIP MiB kB X-3:2002 CropBox \
    gzip zstd Rotate UserUnit dpi www https http pt kdp eink a4 6x9 170x240mm 6x9in \
    shapes designed removed ground=#ffc629 accent=#16264d mm eu@example.com GmbH Kai Hamburg \
    naked-pair x-wing skyscraper levels public puzzle solution level link sudokupad sudokuwiki \
    title copyright puzzles answers techniques hints times practice notes needed window openings \
    no-needle no-spike second-crux variety none 2C forcing-x-chain forcing-chain naked-quad MB ulimit d t v about=me.md how-to-play=rules.md \
    Press books@example.com xy-wing hello@example.com https://example.com/answers https://example.com/play grid \
    www.example.com 4x4:1=shapes CC-BY-4.0 datapackage.json .csv .gz .zst .ttf .otf .ttc answers.pdf book.pdf booklet.pdf \
    B2-000010 \
    cover.pdf cover-01.pdf A4 A5 me.md rules.md";

/// The beginnings of keys whose texts are names of languages and of tablets.
const NAMES: [&str; 3] = ["word.lang.", "word.trim.", "language.other"];

/// Returns the Latin words of a text, without places for values.
fn latin_words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for (at, part) in text.split(['{', '}']).enumerate() {
        // A place for a value, such as `{n}`, is every second part.
        plain += if at % 2 == 0 { part } else { " " };
    }
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "-./:@=#".contains(c);
    let words = plain.split(|c: char| !is_inner(c));
    let words = words.map(|word| word.trim_matches(|c: char| ".:-/=#".contains(c)).to_owned());
    words.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())).collect()
}

fn unknown_words(text: &str) -> Vec<String> {
    let known = |word: &String| LATIN.split_whitespace().any(|name| name.trim_matches('.') == word);
    latin_words(text).into_iter().filter(|word| !known(word)).collect()
}

/// Returns what the studio answers to a Chinese window.
fn get(studio: &RunningStudio, path: &str) -> Value {
    let headers = studio.headers();
    let mut headers: Vec<_> = headers.iter().map(|(name, value)| (*name, &**value)).collect();
    headers.push(("Accept-Language", "zh-CN"));
    studio.request(&format!("GET {path}"), &headers, b"").json()
}

fn texts(studio: &RunningStudio) -> Map<String, Value> {
    get(studio, "/zh.json").as_object().unwrap().clone()
}

#[test]
fn chinese_texts_have_no_english_words() {
    let studio = RunningStudio::start();
    let mut wrong = Vec::new();
    for (key, text) in texts(&studio) {
        let words = unknown_words(text.as_str().unwrap());
        if !words.is_empty() && !NAMES.iter().any(|name| key.starts_with(name)) {
            wrong.push(format!("{key}: {words:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chinese_form_has_a_chinese_text_for_everything() {
    let studio = RunningStudio::start();
    let texts = texts(&studio);
    let fields = get(&studio, "/api/settings");
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
        let words = unknown_words(text("example"));
        if !words.is_empty() && field["kind"] == "text" && field["choices"] == Value::Array(vec![])
        {
            need(format!("example.{name}"), text("example"));
        }
        for choice in field["choices"].as_array().unwrap() {
            let word = choice["word"].as_str().unwrap();
            match choice["text"].as_str() {
                Some(text) if name == "trim" => {
                    let words = unknown_words(text);
                    assert!(words.is_empty(), "{word}: {words:?}");
                }
                _ => need(format!("word.{name}.{word}"), word),
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
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
fn english_words(message: &str) -> Vec<String> {
    let unquoted: String = message.split('"').step_by(2).collect::<Vec<_>>().join(",");
    let is_end = |c: char| !c.is_ascii() || ",;:()`".contains(c);
    let runs = unquoted.split(is_end).filter(|run| run.split_whitespace().count() > 1);
    let words: Vec<String> = runs.flat_map(unknown_words).collect();
    words.into_iter().filter(|word| word.chars().all(|c| c.is_ascii_alphabetic())).collect()
}

/// Returns the messages of a Chinese window about wrong values that have English words.
fn english_messages(studio: &RunningStudio, values: &Values) -> Vec<String> {
    let answer = ask(studio, "zh-CN", "/api/preview", &request("rainy", values));
    let problems = answer["problems"].as_array().unwrap();
    assert!(!problems.is_empty(), "{values:?}");
    let said = problems.iter().map(|problem| problem["message"].as_str().unwrap());
    let english = said.filter(|message| !english_words(message).is_empty());
    english.map(str::to_owned).collect()
}

#[test]
fn chinese_messages_of_wrong_values_have_no_english() {
    let studio = RunningStudio::start();
    let fields = get(&studio, "/api/settings");
    let names = fields.as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap());
    let names: Vec<_> = names.collect();
    let mut wrong = Vec::new();
    for text in WRONG_TEXTS {
        // All values that are wrong alone have a message.
        let values = names.iter().map(|name| ((*name).to_owned(), text.to_owned()));
        wrong.extend(english_messages(&studio, &values.collect()));
    }
    for (names, text) in WRONG_TOGETHER {
        let mut values = small_book();
        let (others, last) = names.rsplit_once(',').unwrap_or(("", names));
        values.extend(others.split_once('=').map(|(name, text)| (name.into(), text.into())));
        values.insert(last.into(), text.into());
        wrong.extend(english_messages(&studio, &values));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn chinese_window_translates_errors_of_the_system() {
    let studio = RunningStudio::start();
    // The name has more bytes than a file system takes.
    let order =
        json!({ "book": "rain", "file": format!("{}.txt", "雨".repeat(95)), "base64": "QQ==" });
    let refused = ask(&studio, "zh-CN", "/api/upload", &order);
    let message = refused["message"].as_str().unwrap().replace(".txt", "");
    assert!(unknown_words(&message).is_empty() && message.contains("文件名无效"), "{message}");
}

#[test]
fn chinese_window_translates_every_unsettled_figure() {
    let studio = RunningStudio::start();
    let texts = texts(&studio);
    for (printer, text) in preflight::Printer::BUILTIN {
        for line in text.lines() {
            let sentence = line.strip_prefix("unsettled = \"").and_then(|s| s.strip_suffix('"'));
            let Some(sentence) = sentence else { continue };
            assert!(texts.contains_key(&format!("say.{sentence}")), "{printer}: {sentence}");
        }
    }
}
