//! The files of the page, which are parts of the program.

use super::http::Answer;
use book::Language;
use page::Face;
use preflight::Printer;
use serde_json::Value;
use std::collections::BTreeMap;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const FACE: &str = "font/ttf";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page: path, type and content.
const FILES: [(&str, &str, &[u8]); 8] = [
    ("/", HTML, include_bytes!("../templates/studio.html")),
    ("/studio.css", CSS, include_bytes!("../templates/studio.css")),
    ("/studio.js", SCRIPT, include_bytes!("../templates/studio.js")),
    ("/page.js", SCRIPT, include_bytes!("../templates/page.js")),
    ("/book.js", SCRIPT, include_bytes!("../templates/book.js")),
    ("/fields.js", SCRIPT, include_bytes!("../templates/fields.js")),
    ("/puzzles.js", SCRIPT, include_bytes!("../templates/puzzles.js")),
    ("/viewer.js", SCRIPT, include_bytes!("../templates/viewer.js")),
];

/// The faces of the page, which are those of books.
const FACES: [(&str, Face); 2] =
    [("/face.ttf", Face::SANS), ("/face-bold.ttf", Face::SANS_SEMIBOLD)];

/// The texts of the page in its languages: path and TOML.
const TEXTS: [(&str, &str); 2] = [
    ("/en.json", include_str!("../templates/en.toml")),
    ("/zh.json", include_str!("../templates/zh.toml")),
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
    if TEXTS.iter().all(|(known, _)| *known != path) {
        return Err(404);
    }
    Ok(("application/json", Value::from_iter(texts(path)).to_string().into()))
}

/// Returns the texts of the page at this path; none at another path. A printer or a language for
/// which the page has no word has the name in its own file.
pub(super) fn texts(path: &str) -> BTreeMap<String, String> {
    let Some((_, text)) = TEXTS.iter().find(|(known, _)| *known == path) else {
        return BTreeMap::new();
    };
    let mut texts: BTreeMap<String, String> = toml::from_str(text).expect("the texts are TOML");
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
