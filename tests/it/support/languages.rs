//! Books in any language, and the texts on their pages.

use book::{BookOptions, Language, Volume};
use page::{DrawOp, Face, Page};
use std::collections::BTreeMap;

/// The font of the user that a language asks for, because the program has no face for its script.
pub fn own_font(code: &str) -> Option<&'static str> {
    match code {
        "ko" => Some("tests/fonts/NotoSansKR-Regular.ttf"),
        "zh-TW" => Some("tests/fonts/NotoSansTC-Regular.ttf"),
        _ => None,
    }
}

pub fn speaking(code: &str) -> BookOptions {
    let font = own_font(code).map(|file| Face::parse(font(file)).unwrap());
    BookOptions {
        language: Language::builtin(code).unwrap(),
        fonts: font.into_iter().collect(),
        ..BookOptions::default()
    }
}

/// The flags with which a command makes a book in a language.
pub fn in_language(code: &str) -> String {
    let root = env!("ROOT");
    let font = own_font(code).map(|file| format!(" --font {root}/{file}"));
    format!("--lang {code}{}", font.unwrap_or_default())
}

/// A text as it stands: left, right, baseline, size, words.
pub type Placed = (f64, f64, f64, f64, String);

/// All texts of a page, those of its stamps too.
pub fn texts(page: &Page) -> Vec<Placed> {
    let mut out = Vec::new();
    let mut add = |mark: &DrawOp, (dx, dy): (f64, f64)| {
        if let DrawOp::Text { at: (x, y), face, size, text } = mark {
            let width: f64 = text.chars().map(|c| face.advance(c)).sum();
            let left = x + dx;
            out.push((left, left + width * size, y + dy, *size, text.to_string()));
        }
    };
    for mark in &page.marks {
        add(mark, (0.0, 0.0));
        if let DrawOp::Form { form, corner } = mark {
            form.marks.iter().for_each(|mark| add(mark, *corner));
        }
    }
    out
}

/// Where every text of a volume must stand, and that none stands on another.
pub fn check_texts(volume: &Volume, what: &str) {
    // What a printer may cut, in points.
    const EDGE: f64 = 18.0;
    // What no line may begin with.
    const CLOSING: &str = "，。、：；？！）」』・ー〜,.;:?!)";
    let (inside, outside) = (volume.setup.area.inside, volume.outside_margin());
    for (i, page) in volume.pages().enumerate() {
        let (left, right) = match (i, i % 2) {
            (0, _) => (inside, inside),
            (_, 0) => (inside, outside),
            _ => (outside, inside),
        };
        let mut lines: BTreeMap<i64, Vec<Placed>> = BTreeMap::new();
        for text in texts(&page) {
            let place = || format!("{what}, page {}: {:?}", page.folio, text.4);
            assert!(text.0 >= left - 0.1, "{} begins at {}", place(), text.0);
            let room = page.width - right - text.1;
            assert!(room >= -0.1, "{} is {} too long", place(), -room);
            assert!(text.2 - text.3 * 0.6 >= EDGE, "{} is too high", place());
            assert!(text.2 <= page.height - EDGE, "{} is too low", place());
            lines.entry((text.2 * 20.0).round() as i64).or_default().push(text);
        }
        for line in lines.values_mut() {
            line.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in line.windows(2) {
                let gap = pair[1].0 - pair[0].1;
                // Kerning may draw letters together.
                let least = -0.14 * pair[0].3.min(pair[1].3);
                assert!(
                    gap >= least,
                    "{what}, page {}: {:?} and {:?} overlap by {}",
                    page.folio,
                    pair[0].4,
                    pair[1].4,
                    -gap
                );
            }
            let begin = line[0].4.chars().next().unwrap();
            let number = line[0].4.len() == 1;
            assert!(
                number || !CLOSING.contains(begin),
                "{what}, page {}: a line begins with {:?}",
                page.folio,
                line[0].4
            );
        }
    }
}

/// A font file of the repository.
pub fn font(name: &str) -> Vec<u8> {
    let root = std::path::Path::new(env!("ROOT"));
    std::fs::read(root.join(name)).unwrap()
}
