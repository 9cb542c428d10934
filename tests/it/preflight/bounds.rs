//! The bounds of preflight's rules: what lies just inside of a figure is taken, what lies just outside is not.
//! A rule that compares in the other direction, or by another figure, fails here.

use crate::support::foreign::book;
use crate::support::pdfs::bound;
use crate::support::preflight::{broken, changed, terms};
use lopdf::{Dictionary, Document, Object, dictionary};
use sudoku_press::printers::preflight::{self, Rule};
use sudoku_press::printers::{PrintSpec, Printer};

fn kdp() -> PrintSpec {
    terms("kdp", "6x9", None)
}

fn numbers(all: [f32; 4]) -> Object {
    Object::Array(all.map(Object::Real).to_vec())
}

/// A book of pages of this size, each with a square in the middle; one page has something more.
fn sized(count: usize, size: (f32, f32), page: usize, keys: Dictionary, content: &str) -> Vec<u8> {
    let pages = (1..=count).map(|number| {
        let mut own = dictionary! { "MediaBox" => numbers([0.0, 0.0, size.0, size.1]) };
        let more = if number == page { content } else { "" };
        for (key, value) in keys.iter().filter(|_| number == page) {
            own.set(key.clone(), value.clone());
        }
        (own, format!("0 g 200 300 20 20 re f {more}"))
    });
    bound(Document::with_version("1.4"), pages, Dictionary::new())
}

fn rules(pdf: &[u8], terms: &PrintSpec) -> Vec<Rule> {
    broken(pdf, terms).into_iter().map(|(rule, _)| rule).collect()
}

/// The margins of a left-hand page are 18, 27 at the right, 18 and 18; of a right-hand page the other way
/// round. A mark may exceed them by 0.05 pt.
#[test]
fn margins_are_where_the_printer_says() {
    for (page, content, fine) in [
        (8, "17.96 300 20 20 re f", true),
        (8, "17.94 300 20 20 re f", false),
        (8, "385.04 300 20 20 re f", true),
        (8, "385.06 300 20 20 re f", false),
        (8, "200 17.96 20 20 re f", true),
        (8, "200 17.94 20 20 re f", false),
        (8, "200 610.04 20 20 re f", true),
        (8, "200 610.06 20 20 re f", false),
        (7, "26.96 300 20 20 re f", true),
        (7, "26.94 300 20 20 re f", false),
        (7, "394.04 300 20 20 re f", true),
        (7, "394.06 300 20 20 re f", false),
        (8, "6 w 15 300 m 100 300 l S", false),
        (8, "6 w 18 300 m 100 300 l S", true),
        (8, "6 w 100 21 m 200 21 l S", true),
        (8, "6 w 100 20 m 200 20 l S", false),
    ] {
        let found = broken(&sized(24, (432.0, 648.0), page, Dictionary::new(), content), &kdp());
        let expected = if fine { vec![] } else { vec![(Rule::SafeArea, vec![page])] };
        assert_eq!(found, expected, "{page}: {content}");
    }
}

/// With bleed, the margins are 36 from the edges of the page, 27 at the binding. What is no letter may run off
/// an edge: off any one of the four, and only if it comes within 0.5 pt of it.
#[test]
fn marks_run_off_each_edge_or_keep_the_margins() {
    for (page, content, fine) in [
        (8, "35.96 300 20 20 re f", true),
        (8, "35.94 300 20 20 re f", false),
        (8, "394.04 300 20 20 re f", true),
        (8, "394.06 300 20 20 re f", false),
        (8, "200 35.96 20 20 re f", true),
        (8, "200 35.94 20 20 re f", false),
        (8, "200 610.04 20 20 re f", true),
        (8, "200 610.06 20 20 re f", false),
        (7, "26.96 300 20 20 re f", true),
        (7, "26.94 300 20 20 re f", false),
        (7, "385.04 300 20 20 re f", true),
        (7, "385.06 300 20 20 re f", false),
        // Off the left, the right, the bottom and the top.
        (8, "0.49 300 30 30 re f", true),
        (8, "0.51 300 30 30 re f", false),
        (8, "410.51 300 30 30 re f", true),
        (8, "410.49 300 30 30 re f", false),
        (8, "200 0.49 30 30 re f", true),
        (8, "200 0.51 30 30 re f", false),
        (8, "200 635.51 30 30 re f", true),
        (8, "200 635.49 30 30 re f", false),
        (8, "0.5 300 30 30 re f", true),
        (8, "410.5 300 30 30 re f", true),
        (8, "200 0.5 30 30 re f", true),
        (8, "200 635.5 30 30 re f", true),
        (8, "0 0 441 666 re f", true),
    ] {
        let found = broken(&sized(24, (441.0, 666.0), page, Dictionary::new(), content), &kdp());
        let expected = if fine { vec![] } else { vec![(Rule::SafeArea, vec![page])] };
        assert_eq!(found, expected, "{page}: {content}");
    }
    // Without bleed nothing runs off.
    for content in ["0 300 30 30 re f", "402 300 30 30 re f", "200 0 9 9 re f", "200 639 9 9 re f"]
    {
        let file = sized(24, (432.0, 648.0), 8, Dictionary::new(), content);
        assert_eq!(rules(&file, &kdp()), [Rule::SafeArea], "{content}");
    }
}

/// Letters never run off.
#[test]
fn letters_that_run_off_a_page_with_bleed_are_found() {
    let file = changed(&book("BT /F 40 Tf -5 300 Td (WW) Tj ET"), |document| {
        let pages: Vec<_> = document.page_iter().collect();
        for page in pages {
            let page = document.get_dictionary_mut(page).unwrap();
            page.set("MediaBox", numbers([0.0, 0.0, 441.0, 666.0]));
        }
    });
    assert_eq!(broken(&file, &kdp()), [(Rule::SafeArea, vec![8])]);
}

/// Sizes are the same up to half a point, in width and in height.
#[test]
fn pages_and_boxes_have_the_size_up_to_half_a_point() {
    let at = |key: &str, sides: [f32; 4]| {
        let mut keys = Dictionary::new();
        keys.set(key, numbers(sides));
        rules(&sized(24, (432.0, 648.0), 8, keys, ""), &kdp())
    };
    for (key, rule) in [
        ("MediaBox", Rule::PageSize),
        ("TrimBox", Rule::Boxes),
        ("BleedBox", Rule::Boxes),
        ("CropBox", Rule::Boxes),
    ] {
        for sides in [
            [0.0, 0.0, 432.4375, 648.0],
            [0.0, 0.0, 431.5625, 648.0],
            [0.0, 0.0, 432.0, 648.4375],
            [0.0, 0.0, 432.0, 647.5625],
        ] {
            assert_eq!(at(key, sides), [], "{key} {sides:?}");
        }
        for sides in [
            [0.0, 0.0, 432.5, 648.0],
            [0.0, 0.0, 431.5, 648.0],
            [0.0, 0.0, 432.0, 648.5],
            [0.0, 0.0, 432.0, 647.5],
        ] {
            assert_eq!(at(key, sides), [rule], "{key} {sides:?}");
        }
    }
    // The trim begins where it should.
    assert_eq!(at("TrimBox", [0.4375, 0.4375, 432.4375, 648.4375]), []);
    assert_eq!(at("TrimBox", [0.5, 0.0, 432.5, 648.0]), [Rule::Boxes]);
    assert_eq!(at("TrimBox", [0.0, 0.5, 432.0, 648.5]), [Rule::Boxes]);
    // A page that begins elsewhere, and its trim with it.
    let mut keys = dictionary! { "MediaBox" => numbers([100.0, 50.0, 532.0, 698.0]) };
    keys.set("TrimBox", numbers([100.0, 50.0, 532.0, 698.0]));
    assert_eq!(rules(&sized(24, (432.0, 648.0), 8, keys.clone(), ""), &kdp()), []);
    keys.set("TrimBox", numbers([0.0, 0.0, 432.0, 648.0]));
    assert_eq!(rules(&sized(24, (432.0, 648.0), 8, keys, ""), &kdp()), [Rule::Boxes]);
}

/// A file has bleed if its first page has the size with bleed, in both directions.
#[test]
fn the_first_page_says_whether_a_file_bleeds() {
    let all = |width: f32, height: f32| {
        let file = sized(24, (width, height), 1, Dictionary::new(), "");
        rules(&file, &kdp())
    };
    assert_eq!(all(441.0, 666.0), []);
    assert_eq!(all(441.4375, 665.5625), []);
    for (width, height) in [(441.5, 666.0), (441.0, 666.5), (441.0, 648.0), (432.0, 666.0)] {
        assert_eq!(all(width, height), [Rule::PageSize], "{width} x {height}");
    }
    let first = dictionary! { "MediaBox" => numbers([0.0, 0.0, 441.0, 666.0]) };
    let found = broken(&sized(24, (432.0, 648.0), 1, first, ""), &kdp());
    assert_eq!(found, [(Rule::PageSize, (2..=24).collect())]);
}

/// With bleed the trim begins behind it: KDP's pages have none at the binding, Lulu's have it at all edges.
#[test]
fn the_trim_of_a_page_with_bleed_begins_behind_it() {
    let lulu = terms("lulu", "6x9", None);
    for (terms, wide, page, left, fine) in [
        (&kdp(), 441.0, 7, 0.0, true),
        (&kdp(), 441.0, 7, 9.0, false),
        (&kdp(), 441.0, 8, 9.0, true),
        (&kdp(), 441.0, 8, 0.0, false),
        (&lulu, 450.0, 7, 9.0, true),
        (&lulu, 450.0, 8, 9.0, true),
        (&lulu, 450.0, 8, 18.0, false),
    ] {
        let trim = dictionary! { "TrimBox" => numbers([left, 9.0, left + 432.0, 657.0]) };
        let found = rules(&sized(40, (wide, 666.0), page, trim, ""), terms);
        let expected = if fine { vec![] } else { vec![Rule::Boxes] };
        assert_eq!(found, expected, "{wide} wide, page {page}, {left}");
    }
}

/// Of pages of wrong sizes, the one that is furthest off in either direction is told.
#[test]
fn the_worst_size_is_told() {
    for (sizes, told) in [
        ([(442.0, 648.0), (432.0, 668.0), (447.0, 648.0)], "found 6.000 x 9.278 in"),
        ([(462.0, 648.0), (432.0, 668.0), (432.0, 658.0)], "found 6.417 x 9.000 in"),
        ([(432.0, 628.0), (422.0, 648.0), (437.0, 648.0)], "found 6.000 x 8.722 in"),
    ] {
        let pages = (0..24_usize).map(|index| {
            let (width, height) = sizes.get(index).copied().unwrap_or((432.0, 648.0));
            let media = numbers([0.0, 0.0, width, height]);
            (dictionary! { "MediaBox" => media }, "200 300 20 20 re f".to_owned())
        });
        let file = bound(Document::with_version("1.4"), pages, Dictionary::new());
        let found = preflight::inspect(&file, &kdp()).unwrap().findings;
        assert!(found[0].what().ends_with(told), "{found:?}");
    }
}

/// The size of pages rests on the printer's bleed in a file with bleed, and on the trim alone in others.
#[test]
fn an_unsettled_bleed_makes_sizes_advice_only_with_bleed() {
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    let unsure = text.replacen("[bleed]\n", "[bleed]\nunsettled = \"a guess\"\n", 1);
    let unsure = Printer::parse(&unsure).unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    for (first, settled) in [((441.0, 666.0), false), ((440.0, 648.0), true)] {
        let media = dictionary! { "MediaBox" => numbers([0.0, 0.0, first.0, first.1]) };
        let file = sized(24, (432.0, 648.0), 1, media, "");
        let found = preflight::inspect(&file, &unsure).unwrap().findings;
        assert_eq!(found[0].rule, Rule::PageSize);
        assert_eq!(found[0].advice.is_none(), settled, "{found:?}");
    }
}

/// The worst case of a rule is the one that is told, with all its pages.
#[test]
fn the_worst_case_is_told() {
    let what = |contents: [(usize, &str); 3]| {
        let pages = (1..=24).map(|number| {
            let own = contents.iter().find(|(page, _)| *page == number);
            let media = numbers([0.0, 0.0, 432.0, 648.0]);
            let content = own.map_or("200 300 20 20 re f", |(_, content)| content);
            (dictionary! { "MediaBox" => media }, content.to_owned())
        });
        let file = bound(Document::with_version("1.4"), pages, Dictionary::new());
        let [finding] = &preflight::inspect(&file, &kdp()).unwrap().findings[..] else {
            panic!("one finding");
        };
        assert_eq!(finding.pages, [4, 6, 8]);
        finding.what().clone()
    };
    let area = |y: &str| format!("200 {y} 20 20 re f");
    let [a, b, c] = ["10", "2", "5"].map(area);
    assert_eq!(
        what([(4, &a), (6, &b), (8, &c)]),
        "expected 0.250 in (18.0 pt) clear at the bottom, found an area 16.0 pt into it"
    );
    let line = |width: &str| format!("{width} w 200 300 m 250 300 l S");
    let [a, b, c] = ["0.5", "0.2", "0.3"].map(line);
    assert!(what([(4, &a), (6, &b), (8, &c)]).ends_with("found 0.20 pt"));
    let grey = |light: &str| format!("{light} g 200 300 20 20 re f");
    let [a, b, c] = ["0.92", "0.98", "0.95"].map(grey);
    let told = "expected at least 10 % black, found 2.0 %";
    assert_eq!(what([(4, &a), (6, &b), (8, &c)]), told);
    // Of equal ones the first.
    let line = "1 0 0 RG 2 w 200 300 m 250 300 l S";
    let area = "1 0 0 rg 200 300 20 20 re f";
    let told_first = what([(4, line), (6, area), (8, area)]);
    assert_eq!(told_first, "expected black ink only, found a line in colour");
    // Two on one page.
    let two = format!("{b} {a}");
    assert_eq!(what([(4, &a), (6, &two), (8, &c)]), told);
}

/// Where marks break a rule is kept, of the first 5,000.
#[test]
fn places_are_kept_up_to_a_number() {
    let content = "2 300 1 1 re f\n".repeat(5_001);
    let file = sized(24, (432.0, 648.0), 8, Dictionary::new(), &content);
    let places = &preflight::inspect(&file, &kdp()).unwrap().findings[0].places;
    assert_eq!((places.len(), places[0]), (5_000, (8, [2.0, 300.0, 3.0, 301.0])));
}

/// The side of a margin is told by the side of the page.
#[test]
fn the_side_is_told() {
    for (page, content, side) in [
        (7, "20 300 20 20 re f", "expected 0.375 in (27.0 pt) clear at the inside"),
        (7, "400 300 20 20 re f", "expected 0.250 in (18.0 pt) clear at the outside"),
        (8, "10 300 20 20 re f", "expected 0.250 in (18.0 pt) clear at the outside"),
        (8, "400 300 20 20 re f", "expected 0.375 in (27.0 pt) clear at the inside"),
        (8, "200 9 20 20 re f", "expected 0.250 in (18.0 pt) clear at the bottom"),
        (8, "200 620 20 20 re f", "expected 0.250 in (18.0 pt) clear at the top"),
    ] {
        let file = sized(24, (432.0, 648.0), page, Dictionary::new(), content);
        let report = preflight::inspect(&file, &kdp()).unwrap();
        assert!(report.findings[0].what().starts_with(side), "{content}: {report:?}");
    }
}

/// Type of 7 pt, lines of 0.75 pt, greys of 10 % and pictures of 300 dpi are taken, up to rounding.
#[test]
fn sizes_and_widths_and_greys_are_as_the_printer_says() {
    for (content, rule) in [
        ("BT /F 6.995 Tf 200 300 Td (abc) Tj ET", None),
        ("BT /F 6.993 Tf 200 300 Td (abc) Tj ET", Some(Rule::Type)),
        ("0.745 w 200 300 m 250 300 l S", None),
        ("0.743 w 200 300 m 250 300 l S", Some(Rule::Line)),
        ("0.9004 g 200 300 20 20 re f", None),
        ("0.9006 g 200 300 20 20 re f", Some(Rule::Grey)),
        ("0.9004 0.9004 0.9004 rg 200 300 20 20 re f", None),
        ("0.9006 0.9006 0.9006 rg 200 300 20 20 re f", Some(Rule::Grey)),
        ("0.99 g 200 300 20 20 re f", Some(Rule::Grey)),
        ("0.995 g 200 300 20 20 re f", None),
        // 60 dots on 14.44 and on 14.46 points.
        ("q 14.44 0 0 14.44 200 300 cm /Grey Do Q", None),
        ("q 14.46 0 0 14.44 200 300 cm /Grey Do Q", Some(Rule::Images)),
        ("q 14.44 0 0 14.46 200 300 cm /Grey Do Q", Some(Rule::Images)),
        // Red, green and blue that round to a grey, and that do not.
        ("0.5 0.505 0.5 rg 200 300 20 20 re f", None),
        ("0.5 0.507 0.5 rg 200 300 20 20 re f", Some(Rule::Colour)),
        ("0.5 0.5 0.507 rg 200 300 20 20 re f", Some(Rule::Colour)),
        ("0.507 0.5 0.5 rg 200 300 20 20 re f", Some(Rule::Colour)),
        // A filled rectangle is a line if it is more than three times as long as wide, another shape if it is
        // ten times as long and longer than 12 pt.
        ("200 300 2.24 0.74 re f", Some(Rule::Line)),
        ("200 300 2.2 0.74 re f", None),
        ("200 300 m 212.1 300 l 212.1 300.7 l 200 300.7 l f", Some(Rule::Line)),
        ("200 300 m 211.9 300 l 211.9 300.7 l 200 300.7 l f", None),
        // A frame that is three times as wide as its line is thick.
        ("200 300 3.6 40 re 200.7 300.7 2.2 38.6 re f*", Some(Rule::Line)),
        ("200 300 3.4 40 re 200.7 300.7 2 38.6 re f*", None),
    ] {
        let found = broken(&book(content), &kdp());
        let expected: Vec<_> = rule.into_iter().map(|rule| (rule, vec![8])).collect();
        assert_eq!(found, expected, "{content}");
    }
}

/// Text is seen if its colour differs by 5 % from what is below it, and covered by what hides most of it.
#[test]
fn text_is_seen_or_not() {
    let text = "BT /F 12 Tf 200 300 Td (l) Tj ET";
    let below = "0.5 g 190 290 100 30 re f";
    for (content, seen) in [
        (format!("{below} 0.551 g {text}"), true),
        (format!("{below} 0.549 g {text}"), false),
        (format!("{below} 0.451 g {text}"), false),
        (format!("{below} 0.449 g {text}"), true),
        // As light, but red: this is on paper in colour.
        (format!("0.299 g 190 290 100 30 re f 1 0 0 rg {text}"), true),
        // Below or above half of the letter.
        (format!("{text} 1 g 190 290 100 9 re f"), true),
        (format!("{text} 1 g 190 290 100 19 re f"), false),
        // Narrower than 3 pt: a line through the text.
        (format!("{text} 1 g 190 303 100 2.9 re f"), true),
        (format!("{text} 2.9 w 1 G 190 304 m 290 304 l S"), true),
        // Just as wide, over small text.
        ("BT /F 4 Tf 200 300 Td (l) Tj ET 1 g 190 300 100 3 re f".to_owned(), false),
        ("BT /F 4 Tf 200 300 Td (l) Tj ET 3 w 1 G 190 301.5 m 290 301.5 l S".to_owned(), false),
        // The last area below a letter counts.
        (format!("{below} 0 g 190 290 100 30 re f 0.5 g {text}"), true),
        (format!("0 g 190 290 100 30 re f {below} {text}"), false),
        // An area beside it does not, though its box is over the letter.
        (format!("{text} 1 g 190 290 m 230 290 l 230 330 l f"), true),
    ] {
        let colour = terms("kdp", "6x9", Some("premium-color"));
        let found = rules(&book(&content), &colour);
        assert_eq!(!found.contains(&Rule::Unseen), seen, "{content}: {found:?}");
    }
}

/// Two blank pages in a row are taken, three are not.
#[test]
fn blank_pages_are_counted_in_a_row() {
    let blank = |numbers: &[usize]| {
        let pages = (1..=24).map(|number| {
            let content = if numbers.contains(&number) {
                "1 g 0 0 432 648 re f"
            } else {
                "9 w 99 99 m 99 200 l S"
            };
            (
                dictionary! { "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()] },
                content.to_owned(),
            )
        });
        broken(&bound(Document::with_version("1.4"), pages, Dictionary::new()), &kdp())
    };
    assert_eq!(blank(&[4, 5]), []);
    assert_eq!(blank(&[4, 5, 7, 8]), []);
    assert_eq!(blank(&[4, 5, 6]), [(Rule::Blank, vec![6])]);
    assert_eq!(blank(&[4, 5, 6, 7]), [(Rule::Blank, vec![6, 7])]);
}

/// KDP binds 24 to 828 pages of 6 x 9 in.
#[test]
fn as_many_pages_are_bound_as_the_printer_says() {
    for (count, fine) in [(22, false), (24, true), (828, true), (830, false)] {
        let file = sized(count, (432.0, 648.0), 1, Dictionary::new(), "");
        assert_eq!(rules(&file, &kdp()).is_empty(), fine, "{count}");
    }
}

/// IngramSpark takes PDF 1.4, whether the header says it or the catalog.
#[test]
fn the_higher_version_of_header_and_catalog_counts() {
    let ingram = Printer::builtin("ingram").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    for (header, catalog, fine) in [
        ("1.3", None, true),
        ("1.4", None, true),
        ("1.5", None, false),
        ("1.4", Some("1.5"), false),
        ("1.5", Some("1.4"), false),
        ("1.3", Some("1.4"), true),
    ] {
        let file = changed(&book(""), |document| {
            document.version = header.to_owned();
            if let Some(version) = catalog {
                document.catalog_mut().unwrap().set("Version", version);
            }
        });
        let found = rules(&file, &ingram);
        assert_eq!(!found.contains(&Rule::Version), fine, "{header} {catalog:?}: {found:?}");
    }
}
