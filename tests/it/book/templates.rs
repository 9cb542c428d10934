//! Designs and page sizes: how they are read, and what is refused.

use crate::support::books::{sections, trim};
use sudoku_press::book::{self, BookOptions, LayoutError, Template};
use sudoku_press::printers::Trim;

#[test]
fn errors_of_a_template_name_what_was_expected_and_found() {
    let (_, classic) = Template::BUILTIN[0];
    let refuse = |from: &str, to: &str| {
        assert!(classic.contains(from), "{from} is in the template");
        Template::parse(&classic.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let unknown = refuse("page_limit = 550", "page_limit = 550\npuzzels = 4");
    assert!(unknown.contains("puzzels") && unknown.contains("line"), "{unknown}");
    let nested = refuse("caption_gap = 8 ", "caption_gab = 8 ");
    assert!(nested.contains("caption_gab") && nested.contains("caption_gap"), "{nested}");
    assert!(refuse("page_limit = 550", "").contains("page_limit"));
    assert!(refuse("columns = 2", "columns = 2.5").contains("2.5"));
    let cases = [
        ("page_limit = 550", "page_limit = 5", "page_limit: expected 24 to 1200 pages, found 5"),
        ("thin = 0.75", "thin = 0.5", "puzzle.thin: expected 0.75 to 6 points, found 0.5"),
        ("block = 2.0", "block = 0.5", "puzzle.block: expected 0.75 to 8 points, found 0.5"),
        (
            "digit = 0.60",
            "digit = 2",
            "puzzle.digit: expected 0.3 to 0.9 of the cell's side, found 2",
        ),
        ("inside = 45", "inside = 20", "margins.inside: expected 27 to 216 points, found 20"),
        ("outside = 36", "outside = nan", "margins.outside: expected 18 to 216 points, found NaN"),
        ("min_digit = 7", "min_digit = 5", "answers.min_digit: expected 7 to 48 points, found 5"),
        (
            "foot = 8.25",
            "min_type = 9\nfoot = 8.25",
            "sizes.foot: expected 9 to 18 points, found 8.25",
        ),
        ("# min_type = 7", "min_type = 8", "answers.min_digit: expected 8 to 48 points, found 7"),
        ("rows = 2", "rows = 0", "arrangement 1: rows: expected 1 to 8 rows, found 0"),
        ("columns = 2", "columns = 9", "arrangement 2: columns: expected 1 to 6 columns, found 9"),
        ("figures = \"Source Sans 3\"", "figures = \"Arial\"", "found \"Arial\""),
        (
            "# subtitle = \"{count} Sudoku\"",
            "subtitle = \"{number} Sudoku\"",
            "{count} is the only placeholder",
        ),
        ("# title = \"The Quiet Hour\"", "title = \" \"", "found \" \""),
        ("trim_width_from = 0\n", "trim_width_from = 9\n", "trim_width_from = 0"),
    ];
    for (from, to, expected) in cases {
        // The first key of its name may stand in a comment or in an earlier table.
        let message = refuse(from, to);
        assert!(message.contains(expected), "{message}\nlacks {expected}");
    }
    let template = Template::builtin("classic").unwrap();
    assert_eq!(template.name(), "classic");
    assert!(!template.description().is_empty());
    assert!(Template::builtin("clasic").is_none());
    for (name, toml) in Template::BUILTIN {
        assert_eq!(Template::parse(toml).unwrap().name(), *name);
    }
}

#[test]
fn characters_that_cannot_be_printed_are_refused_before_printing() {
    let sections = sections(&[2]);
    let attempt = |design: &str, size: &str, imprint: &BookOptions| {
        let template = Template::builtin(design).unwrap();
        book::volumes(&template, trim(size), imprint, &sections).unwrap_err()
    };
    let titled = |title: &str| BookOptions { title: Some(title.to_owned()), ..Default::default() };
    let error = attempt("classic", "6x9", &titled("하루 100"));
    assert!(matches!(error, LayoutError::Glyph { what: "title", .. }));
    let message = error.to_string();
    assert!(message.contains('하') && message.contains("U+D558"), "{message}");
    let author = BookOptions { author: Some("Ω 하".to_owned()), ..Default::default() };
    assert!(attempt("classic", "6x9", &author).to_string().contains("author"));
    let edition = BookOptions { edition: Some("Seed\t42".to_owned()), ..Default::default() };
    assert!(attempt("classic", "6x9", &edition).to_string().contains("edition"));

    let long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenverein".repeat(2);
    let error = attempt("classic", "6x9", &titled(&long));
    assert!(matches!(error, LayoutError::Wide { what: "title", .. }), "{error}");

    let error = attempt("large-print", "4x6", &BookOptions::default());
    assert!(matches!(error, LayoutError::Cell { .. }));
    let message = error.to_string();
    for part in ["large-print", "4x6", "36.5", "min_cell", "expected"] {
        assert!(message.contains(part), "{message} lacks {part}");
    }
    let template = Template::builtin("classic").unwrap();
    let none = book::volumes(&template, trim("a4"), &BookOptions::default(), &[]);
    assert!(matches!(none, Err(LayoutError::NoPuzzles)));
}

#[test]
fn trims_are_read_and_printed_as_users_type_them() {
    for (typed, width, height, said) in [
        ("A4", 595.275_59, 841.889_76, "a4"),
        ("Letter", 612.0, 792.0, "letter"),
        ("8.5x11", 612.0, 792.0, "letter"),
        ("6x9", 432.0, 648.0, "6x9"),
        ("6X9in", 432.0, 648.0, "6x9"),
        ("7.5x9.25", 540.0, 666.0, "7.5x9.25"),
        ("170x240mm", 481.889_76, 680.314_96, "170x240mm"),
    ] {
        let trim = trim(typed);
        assert!((trim.width() - width).abs() < 1e-4, "{typed}: {}", trim.width());
        assert!((trim.height() - height).abs() < 1e-4, "{typed}: {}", trim.height());
        assert_eq!(trim.to_string(), said);
        assert_eq!(said.parse::<Trim>().unwrap(), trim);
    }
    for wrong in ["", "a3.5", "6by9", "6x", "nanx9", "6x9cm"] {
        let message = wrong.parse::<Trim>().unwrap_err().to_string();
        assert!(message.contains("6x9"), "{message}");
    }
    for wrong in ["2x9", "6x90", "-6x9", "6x9mm"] {
        let message = wrong.parse::<Trim>().unwrap_err().to_string();
        assert!(message.contains("3 to 17 in"), "{message}");
    }
}
