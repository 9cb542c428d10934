//! The files of the page, which are parts of the program.

use super::http::Answer;
use book::Language;
use page::Face;
use preflight::Printer;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const FACE: &str = "font/ttf";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page: path, type and content.
const FILES: [(&str, &str, &[u8]); 9] = [
    ("/", HTML, include_bytes!("../templates/studio.html")),
    ("/studio.css", CSS, include_bytes!("../templates/studio.css")),
    ("/studio.js", SCRIPT, include_bytes!("../templates/studio.js")),
    ("/page.js", SCRIPT, include_bytes!("../templates/page.js")),
    ("/book.js", SCRIPT, include_bytes!("../templates/book.js")),
    ("/fields.js", SCRIPT, include_bytes!("../templates/fields.js")),
    ("/puzzles.js", SCRIPT, include_bytes!("../templates/puzzles.js")),
    ("/reading.js", SCRIPT, include_bytes!("../templates/reading.js")),
    ("/viewer.js", SCRIPT, include_bytes!("../templates/viewer.js")),
];

/// The faces of the page, which are those of books.
const FACES: [(&str, Face); 2] =
    [("/face.ttf", Face::SANS), ("/face-bold.ttf", Face::SANS_SEMIBOLD)];

/// The languages of the page, the first for readers of all others: code, and its texts as TOML.
pub(super) const LANGUAGES: [(&str, &str); 7] = [
    ("en", include_str!("../templates/en.toml")),
    ("de", include_str!("../templates/de.toml")),
    ("es", include_str!("../templates/es.toml")),
    ("fr", include_str!("../templates/fr.toml")),
    ("it", include_str!("../templates/it.toml")),
    ("pt-BR", include_str!("../templates/pt.toml")),
    ("zh", include_str!("../templates/zh.toml")),
];

/// Returns a file of the page.
///
/// # Errors
/// The status of a path that is no file of the page.
pub(super) fn find(path: &str) -> Answer {
    if let Some((_, kind, content)) = FILES.iter().find(|(known, ..)| *known == path) {
        return Ok((kind, (*content).into()));
    }
    if let Some((_, face)) = FACES.iter().find(|(known, _)| *known == path) {
        return Ok((FACE, face.bytes().into()));
    }
    let json = if path == "/languages.json" {
        languages()
    } else {
        let code = path.strip_prefix('/').and_then(|name| name.strip_suffix(".json"));
        let (_, text) = LANGUAGES.iter().find(|(known, _)| Some(*known) == code).ok_or(404_u16)?;
        Value::from_iter(texts(text))
    };
    Ok(("application/json", json.to_string().into()))
}

/// Returns the languages of the page: the name of each in its own words, and its BCP 47 tag.
fn languages() -> Value {
    let entry = |(code, _): (&str, &str)| {
        let language = Language::builtin(code).expect("it is built in");
        (code.to_owned(), json!({ "name": language.text("name"), "tag": language.code() }))
    };
    LANGUAGES.into_iter().map(entry).collect()
}

/// Returns the texts of a language of the page. A printer or a language for which the page has no
/// word has the name in its own file.
pub(super) fn texts(toml: &str) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = toml::from_str(toml).expect("the texts are TOML");
    for (name, _) in Printer::BUILTIN {
        texts.entry(format!("word.printer.{name}")).or_insert_with(|| {
            let printer = Printer::builtin(name).expect("it is built in");
            printer.title().to_owned()
        });
    }
    for (code, _) in Language::BUILTIN {
        texts.entry(format!("word.lang.{code}")).or_insert_with(|| {
            let language = Language::builtin(code).expect("it is built in");
            language.text("name").to_owned()
        });
    }
    texts
}
