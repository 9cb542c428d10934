//! What buyers, shops and the law want to know: addresses, licences, and the facts of a listing.

use crate::support::books::{imprint, sections, trim};
use crate::support::languages::{speaking, texts};
use crate::support::program::Bench;
use book::{BookOptions, CopyrightPage, Language, Template, Volume};
use serde_json::{Value, json};
use std::fs;

/// A finished run with these flags, one of them with spaces in its value.
fn made(bench: &Bench, flags: &str, spaced: &[(&str, &str)]) {
    let mut command = bench.command(&format!("run --seed 3 --total 8 --levels 1 -q {flags}"));
    for (flag, value) in spaced {
        command.args([flag, value]);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The listing of `out`, as text and as JSON.
fn listed(bench: &Bench) -> (String, Value) {
    let said = |format: &str| {
        let output = bench.run(&format!("listing out --format {format}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    (said("txt"), serde_json::from_str(&said("jsonl")).unwrap())
}

/// The lines of the page that has this text, each with its left and right end.
fn lines_with(volume: &Volume, words: &str) -> Vec<(f64, f64, f64, String)> {
    let mut pages = volume.pages().map(|page| texts(&page));
    let found = pages.find(|lines| lines.iter().any(|line| line.4.contains(words)));
    let lines = found.unwrap_or_else(|| panic!("{words:?} is on no page"));
    lines.into_iter().map(|(left, right, y, _, text)| (left, right, y, text)).collect()
}

fn addressed() -> CopyrightPage {
    CopyrightPage {
        publisher: Some("Harbour Press".to_owned()),
        address: Some("12 Quay Street; London E1 1AA;\nUnited Kingdom".to_owned()),
        email: Some("o'neil@example.com".parse().unwrap()),
        eu_contact: Some("Kai GmbH; Kai 3, 20457 Hamburg; eu@example.com".to_owned()),
        copyright: Some("2027 A. Author".to_owned()),
        licence: Some("CC-BY-4.0".to_owned()),
        ..CopyrightPage::default()
    }
}

#[test]
fn addresses_and_licence_follow_the_publisher() {
    for (code, _) in Language::BUILTIN {
        let options = BookOptions { copyright_page: addressed(), ..speaking(code) };
        let template = Template::builtin("classic").unwrap();
        let volume = book::volumes(&template, trim("6x9"), &options, &sections(&[4])).unwrap();
        let lines = lines_with(&volume[0], "o'neil@example.com");
        let lines: Vec<_> = lines.iter().map(|line| line.3.replace('\u{a0}', " ")).collect();
        let language = Language::builtin(code).unwrap();
        let label = |key: &str, name: &str, value: &str| {
            language.format(key, &[(name, &value)]).replace('\u{a0}', " ")
        };
        let expected = [
            "© 2027 A. Author".to_owned(),
            label("copyright.licence", "licence", "CC-BY-4.0"),
            label("copyright.publisher", "publisher", "Harbour Press"),
            "12 Quay Street".to_owned(),
            "London E1 1AA".to_owned(),
            "United Kingdom".to_owned(),
            // The apostrophe of an address stays straight.
            "o'neil@example.com".to_owned(),
            label("copyright.eu_contact", "contact", "Kai GmbH"),
            "Kai 3, 20457 Hamburg".to_owned(),
            "eu@example.com".to_owned(),
        ];
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let begin = lines.iter().position(|line| line.starts_with('©')).unwrap();
        // Each face has a piece of its own.
        let found = squeezed(&lines[begin..].concat());
        assert_eq!(found, squeezed(&expected.concat()), "{code}: {lines:?}");
        // A licence allows what the usual sentence forbids.
        let reserved = squeezed(language.text("copyright.rights"));
        assert!(!squeezed(&lines.concat()).contains(&reserved), "{code}: {lines:?}");
    }
}

/// The longest address that is accepted, on the smallest page of each design.
#[test]
fn long_addresses_wrap_and_stay_inside_the_page() {
    let mut tried = Vec::new();
    for (design, _) in Template::BUILTIN {
        let template = Template::builtin(design).unwrap();
        let parts = Some(["copyright", "puzzles"].map(str::to_owned).to_vec());
        let with = |size: &str, lines: usize| {
            let email = format!("{}@{}.example.com", "a".repeat(64), "b".repeat(177));
            assert_eq!(email.len(), 254);
            let street = "Averylongstreetnamewithoutanyspaceinsideofit".repeat(3);
            let copyright_page = CopyrightPage {
                publisher: Some("Harbour Press".to_owned()),
                address: Some(vec![street; lines].join("; ")),
                email: Some(email.parse().unwrap()),
                website: Some(format!("www.example.com/{}", "path/".repeat(12))),
                ..CopyrightPage::default()
            };
            let options = BookOptions { copyright_page, parts: parts.clone(), ..imprint() };
            book::volumes(&template, trim(size), &options, &sections(&[14, 14, 14, 14, 14]))
        };
        let sizes = ["3x3", "3x4", "4x6", "4.25x6.875", "5x8", "6x9", "8.5x11"];
        // Designs in which levels take turns need other numbers of puzzles.
        let Some(size) = sizes.into_iter().find(|size| with(size, 1).is_ok()) else { continue };
        tried.push(*design);
        let mut refused = None;
        for lines in 0..60 {
            let volumes = match with(size, lines) {
                Ok(volumes) => volumes,
                Err(why) => {
                    refused = Some(why.to_string());
                    break;
                }
            };
            let volume = &volumes[0];
            let (inside, outside) = (volume.setup.area.inside, volume.outside_margin());
            let (margin, page) = (inside.min(outside) - 1e-6, trim(size));
            let found = lines_with(volume, "Harbour Press");
            let text: String = found.iter().map(|line| line.3.as_str()).collect();
            assert_eq!(text.matches("withoutanyspace").count(), 3 * lines, "{design}: {text}");
            assert!(text.contains(&"a".repeat(64)) || lines > 0, "{design}: {text}");
            for (left, right, y, text) in &found {
                let place = format!("{design}, {size}, {lines} lines: {text:?}");
                assert!(*left >= margin && *right <= page.width() - margin, "{place}");
                assert!((margin..=page.height() - margin).contains(y), "{place} at {y}");
            }
        }
        let refused = refused.unwrap();
        assert!(refused.contains("copyright"), "{design}: {refused}");
    }
    for design in ["classic", "large-print", "playful", "pocket"] {
        assert!(tried.contains(&design), "{design} is not among {tried:?}");
    }
}

#[test]
fn unprintable_addresses_are_refused() {
    let bench = Bench::new();
    for (flag, value, words) in [
        ("--email", "hello", "expected an e-mail address such as hello@example.com"),
        ("--email", "a@b@example.com", "it has more than one @"),
        ("--email", "hello there@example.com", "it has spaces or control characters"),
        ("--email", "bell\u{7}@example.com", "it has spaces or control characters"),
        ("--email", "ش@example.com", "e-mail"),
        ("--address", "12 Quay\u{7}Street", "address"),
        ("--eu-contact", "Kai\u{1b}[2J GmbH", "EU contact"),
        ("--licence", "CC\u{202e}BY", "licence"),
        ("--address", "", "address"),
    ] {
        let mut command = bench.command("run --seed 3 --total 2 --levels 1 -q");
        let output = command.args([flag, value]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flag} {value:?}: {said}");
        assert!(said.contains(words), "{flag} {value:?}: {said}");
        assert!(!bench.path("out/manifest.json").exists());
    }
}

/// The standard: each licence has a name or a path, and may have a title.
#[test]
fn catalogue_states_its_licence() {
    let bench = Bench::new();
    for (licence, expected) in [
        ("CC-BY-4.0", json!([{ "name": "CC-BY-4.0" }])),
        ("https://example.com/licence", json!([{ "path": "https://example.com/licence" }])),
        (
            "For your own books: see https://example.com/licence.",
            json!([{
                "path": "https://example.com/licence",
                "title": "For your own books: see https://example.com/licence.",
            }]),
        ),
        ("CC BY 4.0", json!([{ "name": "CC-BY-4.0", "title": "CC BY 4.0" }])),
        (
            "Creative Commons BY-NC-SA 4.0 International",
            json!([{
                "name": "CC-BY-NC-SA-4.0",
                "title": "Creative Commons BY-NC-SA 4.0 International",
            }]),
        ),
        (
            "Print them, but do not sell the table",
            json!([{ "name": "other-closed", "title": "Print them, but do not sell the table" }]),
        ),
    ] {
        made(&bench, "--force", &[("--licence", licence)]);
        let package: Value = serde_json::from_slice(&bench.read("out/datapackage.json")).unwrap();
        assert_eq!(package["licenses"], expected, "{licence}");
        bench.ends("verify out", 0, "");
        let (text, json) = listed(&bench);
        assert!(text.contains(&format!("\nLicence:   {licence}\n")), "{text}");
        assert_eq!(json["licence"], licence);
    }
    made(&bench, "--force", &[]);
    let package: Value = serde_json::from_slice(&bench.read("out/datapackage.json")).unwrap();
    assert!(package.get("licenses").is_none(), "{package}");
}

/// A book without these settings has not changed.
#[test]
fn book_of_older_settings_has_no_new_line() {
    let page =
        CopyrightPage { publisher: Some("Harbour Press".to_owned()), ..CopyrightPage::default() };
    let options = BookOptions { copyright_page: page, ..imprint() };
    let template = Template::builtin("classic").unwrap();
    let volumes = book::volumes(&template, trim("6x9"), &options, &sections(&[4])).unwrap();
    let lines = lines_with(&volumes[0], "Harbour Press");
    assert_eq!(lines.last().unwrap().3, "Published by Harbour Press");
}

#[test]
fn listing_has_the_size_of_grid_and_digits() {
    let bench = Bench::new();
    made(&bench, "--template large-print --trim 8.5x11", &[]);
    let (text, json) = listed(&bench);
    let template = Template::builtin("large-print").unwrap();
    let volume = &book::volumes(&template, trim("8.5x11"), &imprint(), &sections(&[8])).unwrap()[0];
    // Nine cells; an inch has 2.54 cm and 72 points.
    let inches = volume.cell_size() * 9.0 / 72.0;
    let near = |key: &str, value: f64, rounding: f64| {
        let found = json[key].as_f64().unwrap();
        assert!((found - value).abs() <= rounding / 2.0 + 1e-9, "{key}: {found}, not {value}");
    };
    near("grid_inches", inches, 0.01);
    near("grid_cm", inches * 2.54, 0.1);
    let sizes = volume.pages().flat_map(|page| texts(&page));
    let digits = sizes.filter(|text| text.4.len() == 1 && "123456789".contains(&text.4));
    let largest = digits.map(|text| text.3).fold(0.0, f64::max);
    assert!(largest >= 28.0);
    near("digit_points", largest, 0.1);
    let expected = format!(
        "\nGrid:      {:.1} cm ({:.2} in) a side, digits of {largest:.1} points\n",
        json["grid_cm"].as_f64().unwrap(),
        json["grid_inches"].as_f64().unwrap(),
    );
    assert!(text.contains(&expected), "{expected} in {text}");
    // Where the trim is in millimetres, nobody measures in inches.
    made(&bench, "--template large-print --trim a4 --force", &[]);
    let (text, json) = listed(&bench);
    assert!(text.contains(" cm a side, digits of ") && json["grid_inches"].is_null(), "{text}");
}

#[test]
fn listing_has_the_words_of_its_shop() {
    const GENERAL: [&str; 2] = ["sudoku puzzle book", "sudoku for adults with answers"];
    for (flags, keywords, trim) in [
        (
            "--template large-print --trim 8.5x11",
            ["large print sudoku for seniors", "large print puzzle book"],
            "8.5 x 11 in",
        ),
        ("--trim 5x8", ["pocket sudoku for travel", "travel puzzle book for adults"], "5 x 8 in"),
        ("--size 6 --trim 5x8", ["mini sudoku 6x6 for adults", "small sudoku puzzles"], "5 x 8 in"),
        (
            "--template daily --turns 1,1,1,1,1,1,1 --trim 6x9",
            ["daily sudoku", "one sudoku a day"],
            "6 x 9 in",
        ),
        ("--trim 6x9", GENERAL, "6 x 9 in"),
        ("--trim a4", GENERAL, "210 x 297 mm"),
    ] {
        let bench = Bench::new();
        made(&bench, flags, &[]);
        let (text, json) = listed(&bench);
        assert!(text.contains(&format!("\nTrim:      {trim}\n")), "{flags}: {text}");
        assert_eq!([&json["keywords"][0], &json["keywords"][1]], keywords, "{flags}");
        assert_eq!(json["keywords"].as_array().unwrap().len(), 7, "{flags}");
    }
    let bench = Bench::new();
    bench.ends(
        "run --total 8 --levels 1 --seed 3 -q --template newspaper --turns 1 --first-day 2027-01-01",
        0,
        "",
    );
    let (text, _) = listed(&bench);
    // The days are named once.
    assert_eq!(text.matches("2027").count(), 3, "two days, and a keyword: {text}");
}

#[test]
fn listing_of_a_file_has_its_figures() {
    let bench = Bench::new();
    bench.ends("generate --total 8 --levels 1 --seed 3 --out c.csv", 0, "");
    let output = bench.run("listing c.csv --title Rain");
    assert!(output.status.success());
    let (text, said) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("Title:     Rain\n") && text.contains("1 Beginner: 8 puzzles"), "{text}");
    assert!(said.contains("`sudoku-press book c.csv`"), "{said}");
}

#[test]
fn missing_addresses_are_named_where_the_eu_buys() {
    let law = "(Regulation (EU) 2023/988)";
    let proof_of = |bench: &Bench| {
        bench.ends("verify out --sheet out/proof.html", 0, "");
        fs::read_to_string(bench.path("out/proof.html")).unwrap()
    };
    for (printer, sells) in [
        ("kdp", true),
        ("ingram", true),
        ("lulu", true),
        ("bod", true),
        ("office", false),
        ("screen", false),
        ("eink", false),
    ] {
        let bench = Bench::new();
        let size = match printer {
            "bod" => "148x210mm",
            "office" | "screen" => "a5",
            "eink" => "kindle-scribe",
            _ => "6x9",
        };
        made(&bench, &format!("--printer {printer} --trim {size} --fill-pages"), &[]);
        let (text, json) = listed(&bench);
        let advice = json["advice"].as_array().unwrap();
        assert_eq!(advice.len(), usize::from(sells), "{printer}: {advice:?}");
        assert_eq!(text.contains(law), sells, "{printer}: {text}");
        assert_eq!(proof_of(&bench).contains(law), sells, "{printer}");
        if !sells {
            continue;
        }
        let words = advice[0].as_str().unwrap();
        assert!(words.contains("missing: `publisher`, `address`, `email`; "), "{words}");
        assert!(words.ends_with("`eu-contact`"), "{words}");
        // What is there is not asked for.
        let book = format!("--printer {printer} --trim {size} --fill-pages --force");
        let known = "--publisher Quay --email a@example.com --eu-contact Kai";
        made(&bench, &format!("{book} {known}"), &[]);
        let (_, json) = listed(&bench);
        let words = json["advice"][0].as_str().unwrap();
        assert!(words.ends_with("missing: `address`"), "{words}");
    }
    let bench = Bench::new();
    let flags = "--printer kdp --trim 6x9 --fill-pages --publisher Quay --email a@example.com";
    made(&bench, flags, &[("--address", "12 Quay Street; London")]);
    let (text, json) = listed(&bench);
    assert_eq!(json["advice"], json!([]), "{text}");
    assert_eq!(json["address"], "12 Quay Street; London");
    assert!(text.contains("\nE-mail:    a@example.com\n") && !text.contains("Advice"), "{text}");
    assert!(!proof_of(&bench).contains(law));
    // A book without the page has none of them.
    let parts = "--parts title,puzzles,answers --force";
    made(&bench, &format!("{flags} {parts}"), &[("--address", "12 Quay Street; London")]);
    let (_, json) = listed(&bench);
    let words = json["advice"][0].as_str().unwrap();
    assert!(words.contains("missing: the part `copyright`; "), "{words}");
}
