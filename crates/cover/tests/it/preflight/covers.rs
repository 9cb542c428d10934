//! A bad cover for each rule of preflight, made from a good one; what is advice about a cover, and what
//! a refusal; covers of low pages.
//!
//! The good one is for 200 pages of 6 x 9 in on KDP's cream paper. By hand, in points: 200 times 0.0025
//! in are a spine of 36; with 9 of bleed at each edge the sheet is 918 x 666. The folds are at 441 and
//! 477. Type stays 18 inside the trim and beside the spine, which is 27 to 423, 495 to 891 and 27 to
//! 639; on the spine it stays 4.5 from the folds. The barcode has 279 to 423 and 27 to 113.4.

use crate::support::books::{sections, trim};
use crate::support::covers::{drawn_fronts, of_pages, pdf};
use crate::support::pdfs::bound;
use crate::support::preflight::{changed, draw, resources, spoiled_alike, terms};
use book::{BookOptions, Language, Template};
use cover::{Cover, CoverLook};
use lopdf::{Document, Object, Stream, dictionary};
use preflight::{CoverSheet, PreflightFinding, PrintSpec, Printer, Rule};
use std::num::NonZeroU16;
use std::sync::LazyLock;

fn kdp() -> PrintSpec {
    terms("kdp", "6x9", Some("cream"))
}

fn sheet(terms: &PrintSpec, pages: usize, spine: Option<&str>) -> CoverSheet {
    let spine = spine.map(|width| width.parse().unwrap());
    CoverSheet::new(terms, pages, spine).unwrap()
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let volume = of_pages(&kdp(), 200);
    pdf(&Cover::new(&volume, None, &CoverLook::default()).unwrap())
});

fn drawn(content: &str) -> Vec<u8> {
    changed(&GOOD, |document| draw(document, content))
}

/// The good cover with another box.
fn boxed(key: &str, sides: [f32; 4]) -> Vec<u8> {
    changed(&GOOD, |document| {
        let id = document.page_iter().next().unwrap();
        let sides = Object::Array(sides.map(Object::Real).to_vec());
        document.get_dictionary_mut(id).unwrap().set(key, sides);
    })
}

fn findings(pdf: &[u8], terms: &PrintSpec, cover: &CoverSheet) -> Vec<PreflightFinding> {
    let report = preflight::inspect_cover(pdf, terms, cover).unwrap();
    report.findings
}

fn broken(pdf: &[u8], terms: &PrintSpec, cover: &CoverSheet) -> Vec<Rule> {
    let findings = findings(pdf, terms, cover).into_iter();
    findings.map(|finding| finding.rule).collect()
}

/// The rules that the good cover breaks when this is drawn on it.
fn with(content: &str) -> Vec<Rule> {
    broken(&drawn(content), &kdp(), &sheet(&kdp(), 200, None))
}

/// KDP with other figures.
fn kdp_with(from: &str, to: &str) -> PrintSpec {
    kdp_with_all(&[(from, to)])
}

fn kdp_with_all(changes: &[(&str, &str)]) -> PrintSpec {
    let mut all = Printer::BUILTIN.iter();
    let (_, text) = all.find(|(name, _)| *name == "kdp").unwrap();
    let mut text = (*text).to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let printer = Printer::parse(&text).unwrap();
    printer.terms(trim("6x9"), Some("cream")).unwrap()
}

/// Two lines of text, the second this much higher.
fn lines_at(higher: f64) -> String {
    let line = |y: f64| format!("BT /F 12 Tf 600 {y} Td <00020003000400050006> Tj ET ");
    format!("0 g {} {}", line(300.0), line(300.0 + higher))
}

#[test]
fn only_lines_on_visible_lines_overlap() {
    let line = "0 g BT /F 12 Tf 600 300 Td <00020003000400050006> Tj ET";
    let plate = "1 1 0.5 rg 560 280 140 60 re f";
    for (content, overlaps) in [
        (lines_at(14.0), false),
        (lines_at(4.0), true),
        (lines_at(5.0), true),
        // A shadow, and bold type that is printed twice.
        (lines_at(0.8), false),
        // A plate between two lines covers the lower one.
        (format!("{line} {plate} 0 g BT /F 12 Tf 600 305 Td <000200030004> Tj ET"), false),
        // A large letter on two lines, and behind them.
        (format!("{} BT /F 60 Tf 598 290 Td <0002> Tj ET", lines_at(20.0)), false),
        (format!("0 g BT /F 60 Tf 598 290 Td <0002> Tj ET {}", lines_at(20.0)), false),
    ] {
        assert_eq!(with(&content).contains(&Rule::Overlap), overlaps, "{content}");
    }
}

/// A cover that breaks this rule and no other, and for whom; none if the rule is for pages inside.
fn bad(rule: Rule) -> Option<(Vec<u8>, PrintSpec, CoverSheet)> {
    let kdp = kdp();
    let cover = sheet(&kdp, 200, None);
    Some(match rule {
        // The good one is PDF 1.5.
        Rule::Version => {
            let older = kdp_with("metadata = false", "metadata = false\nmax_version = \"1.4\"");
            (GOOD.clone(), older, cover)
        }
        Rule::PageCount => {
            let twice = changed(&GOOD, |document| {
                let page: Object = document.page_iter().next().unwrap().into();
                let tree = document.catalog().unwrap().get(b"Pages").unwrap();
                let tree = tree.as_reference().unwrap();
                let tree = document.get_dictionary_mut(tree).unwrap();
                tree.set("Kids", vec![page.clone(), page]);
                tree.set("Count", 2);
            });
            (twice, kdp, cover)
        }
        Rule::SafeArea => (drawn("1 g BT /F 12 Tf 600 645 Td <0002> Tj ET"), kdp, cover),
        Rule::Bleed => (drawn("0 g 600 3 20 20 re f"), kdp, cover),
        // For a printer that wants thicker books.
        Rule::Spine => {
            let thicker = kdp_with("spine_text_from = 79", "spine_text_from = 201");
            let cover = sheet(&thicker, 200, None);
            (GOOD.clone(), thicker, cover)
        }
        // Over the fold between back and spine.
        Rule::Cut => (drawn("BT /F 12 Tf 438 300 Td <0002> Tj ET"), kdp, cover),
        Rule::TotalInk => {
            let dry = kdp_with("image_dpi = 300", "image_dpi = 300\nmax_total = 240");
            (drawn("0.6 0.6 0.6 0.61 k 600 300 20 20 re f"), dry, cover)
        }
        Rule::Overlap => (drawn(&lines_at(5.0)), kdp, cover),
        Rule::Barcode => (drawn("0 g 300 50 20 20 re f"), kdp, cover),
        // Covers are in colour, unless a printer's file says otherwise.
        Rule::Colour => {
            let black = kdp_with("colour = true         #", "colour = false #");
            (spoiled_alike(rule, &GOOD)?, black, cover)
        }
        Rule::Blank | Rule::LastPage => return None,
        _ => (spoiled_alike(rule, &GOOD).unwrap(), kdp, cover),
    })
}

#[test]
fn every_rule_for_covers_finds_its_bad_cover() {
    for rule in Rule::ALL {
        if let Some((bytes, terms, mut cover)) = bad(rule) {
            if rule == Rule::Colour {
                assert_eq!(broken(&bytes, &kdp(), &cover), [], "in colour, as covers are");
                cover = sheet(&terms, 200, None);
            }
            assert_eq!(broken(&bytes, &terms, &cover), [rule]);
        }
    }
}

#[test]
fn misplaced_marks_on_a_cover_are_found() {
    assert_eq!(with(""), []);
    let letter = |x: f64, y: f64| format!("0.5 g BT /F 12 Tf {x} {y} Td <0002> Tj ET");
    for (x, y) in [
        (20.0, 300.0),  // at the left
        (425.0, 300.0), // at the fold, on the back
        (479.0, 300.0), // at the fold, on the front
        (889.0, 300.0), // at the right
        (600.0, 20.0),  // at the bottom
        (455.0, 15.0),  // at the bottom of the spine
    ] {
        assert_eq!(with(&letter(x, y)), [Rule::SafeArea], "{x} {y}");
    }
    assert_eq!(with(&letter(442.5, 300.0)), [Rule::Spine]);
    assert_eq!(with(&letter(466.5, 300.0)), [Rule::Spine]);
    assert_eq!(with(&letter(300.0, 60.0)), [Rule::Barcode]);
    for (rule, content) in [
        // The title is white, and type none the less.
        (Rule::Type, "1 g BT /F 6 Tf 600 600 Td <0002> Tj ET"),
        (Rule::SafeArea, "1 g BT /F 12 Tf 889 600 Td <0002> Tj ET"),
        // To the trim and no further; a mark for the knife.
        (Rule::Bleed, "0 g 600 9 20 20 re f"),
        (Rule::Bleed, "1 w 2 300 m 7 300 l S"),
        (Rule::Bleed, "0 g 0 5 918 20 re f"),
        (Rule::Barcode, "0 g 270 100 10 20 re f"),
        (Rule::Barcode, "0 g 275 25 152 92 re f"),
        (Rule::Barcode, "1 w 200 60 m 300 60 l S"),
        (Rule::Barcode, "1 g 279 27 144 86.4 re f 0 g 300 50 9 9 re f"),
        (Rule::Barcode, "0 g 300 50 9 9 re f 1 g 290 27 133 86.4 re f"),
    ] {
        assert_eq!(with(content), [rule], "{content}");
    }
    // And what is as it should be is not.
    for fine in [
        "0 g 0 640 918 26 re f",
        "0 g 600 0 20 20 re f",
        "0 g 600 11 20 20 re f",
        "0 g 259 30 20 20 re f",
        "0 g 270 20 160 100 re f 1 g 279 27 144 86.4 re f",
        "1 0 0 rg 600 300 20 20 re f",
        "1 g 300 50 20 20 re f",
    ] {
        assert_eq!(with(fine), [], "{fine}");
    }
    // Where the publisher places the barcode, its bars are black and do not leave their area.
    let own = kdp_with("by = \"printer\" }", "by = \"publisher\" }");
    for (content, rules) in [
        ("0 g 300 50 20 20 re f", &[][..]),
        ("0.5 g 300 50 20 20 re f", &[Rule::Barcode]),
        ("0 g 270 50 20 20 re f", &[Rule::Barcode]),
    ] {
        assert_eq!(broken(&drawn(content), &own, &sheet(&own, 200, None)), rules, "{content}");
    }
}

/// The width rests on how thick a page is, which is not settled unless it was said; the height does not,
/// and nor does a width that is far from all figures.
#[test]
fn wrong_cover_size_is_advice_for_computed_spines() {
    let kdp = kdp();
    // 100 pages would have a spine of 0.25 in.
    let thinner = sheet(&kdp, 100, None);
    for (bytes, cover, settled) in [
        // 0.05 in too wide, and 0.075 and 0.25 in, which KDP refuses.
        (GOOD.clone(), &sheet(&kdp, 180, None), false),
        (GOOD.clone(), &sheet(&kdp, 170, None), true),
        (GOOD.clone(), &thinner, true),
        (GOOD.clone(), &sheet(&kdp, 100, Some("0.25in")), true),
        (boxed("MediaBox", [0.0, 0.0, 918.0, 670.0]), &sheet(&kdp, 200, None), true),
        (boxed("MediaBox", [0.0, 0.0, 914.0, 666.0]), &sheet(&kdp, 200, None), false),
        (boxed("MediaBox", [0.0, 0.0, 910.0, 666.0]), &sheet(&kdp, 200, None), true),
        (boxed("MediaBox", [0.0, 0.0, 900.0, 666.0]), &sheet(&kdp, 200, None), true),
        (boxed("MediaBox", [0.0, 0.0, 900.0, 670.0]), &sheet(&kdp, 200, None), true),
        // Of another width and height, or of exactly the most that counts as the same.
        (boxed("MediaBox", [0.0, 0.0, 910.0, 670.0]), &sheet(&kdp, 200, None), true),
        (boxed("MediaBox", [0.0, 0.0, 910.0, 666.5]), &sheet(&kdp, 200, None), true),
        (boxed("MediaBox", [0.0, 0.0, 917.5, 666.0]), &sheet(&kdp, 200, None), false),
        (boxed("MediaBox", [0.0, 0.0, 913.5, 666.0]), &sheet(&kdp, 200, None), false),
        // What was said is settled.
        (GOOD.clone(), &sheet(&kdp, 170, Some("0.425in")), true),
        (boxed("TrimBox", [0.0, 0.0, 918.0, 666.0]), &sheet(&kdp, 200, None), true),
    ] {
        let found = findings(&bytes, &kdp, cover);
        assert!(!found.is_empty());
        for finding in found {
            assert!(matches!(finding.rule, Rule::PageSize | Rule::Boxes));
            assert_eq!(finding.advice.is_none(), settled, "{finding:?}");
        }
    }
    let [size, _] = &findings(&GOOD, &kdp, &thinner)[..] else { panic!("its size and its trim") };
    assert_eq!(size.what().to_string(), "expected 12.500 x 9.250 in, found 12.750 x 9.250 in");
}

/// Words in the part that is cut off, and words in a fold, were advice where the safe area is not settled.
#[test]
fn letters_that_are_cut_or_folded_are_refused() {
    let letter = |x: f64, y: f64| format!("0.5 g BT /F 12 Tf {x} {y} Td <0002> Tj ET");
    for (x, y, place) in [
        (5.0, 300.0, "beyond the trim"), // at the left
        (906.0, 300.0, "beyond the trim"),
        (600.0, 2.0, "beyond the trim"),
        (600.0, 655.0, "beyond the trim"),
        (436.0, 300.0, "over a fold"), // that of the back
        (474.0, 300.0, "over a fold"),
    ] {
        let found = findings(&drawn(&letter(x, y)), &kdp(), &sheet(&kdp(), 200, None));
        let [finding] = &found[..] else { panic!("one finding, not {found:?}") };
        assert_eq!(finding.rule, Rule::Cut, "{x} {y}");
        assert!(finding.what().to_string().ends_with(place), "{finding:?}");
    }
    // A picture may be folded.
    assert_eq!(with("0.5 g 430 300 20 20 re f"), []);
}

/// 240 % is a limit of IngramSpark: each ink counts, in areas, lines, letters and pictures.
#[test]
fn too_much_ink_in_one_place_is_found() {
    let dry = kdp_with("image_dpi = 300", "image_dpi = 300\nmax_total = 240");
    let cover = sheet(&dry, 200, None);
    let found = |content: &str| broken(&drawn(content), &dry, &cover);
    for content in [
        "1 1 0 0.5 k 600 300 20 20 re f",
        "0.9 0.9 0.9 0 K 2 w 600 300 m 620 300 l S",
        "/DeviceCMYK cs 1 1 1 0 sc 600 300 20 20 re f",
        "q 0.9 0.9 0.9 0 k 600 300 20 20 re f Q",
    ] {
        assert_eq!(found(content), [Rule::TotalInk], "{content}");
    }
    for content in ["1 1 0 0.4 k 600 300 20 20 re f", "0 g 600 300 20 20 re f"] {
        assert_eq!(found(content), [], "{content}");
    }
    let picture = |sample: [u8; 4]| {
        let pdf = changed(&GOOD, |document| {
            let image = dictionary! {
                "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1,
                "BitsPerComponent" => 8, "ColorSpace" => "DeviceCMYK",
            };
            let image = document.add_object(Stream::new(image, sample.to_vec()));
            let forms = resources(document).get(b"XObject").unwrap().clone();
            let mut forms = forms.as_dict().cloned().unwrap_or_default();
            forms.set("I", image);
            resources(document).set("XObject", forms);
            draw(document, "q 0.2 0 0 0.2 600 300 cm /I Do Q");
        });
        broken(&pdf, &dry, &cover)
    };
    assert_eq!(picture([255, 255, 0, 106]), [Rule::TotalInk]);
    assert_eq!(picture([255, 255, 0, 102]), []);
}

#[test]
fn unsettled_figures_of_covers_give_advice() {
    for (rule, settled) in [
        (Rule::SafeArea, false),
        (Rule::Spine, false),
        (Rule::Barcode, true),
        (Rule::Cut, true),
        (Rule::TotalInk, true),
        (Rule::Bleed, true),
        (Rule::PageCount, true),
        (Rule::Type, true),
    ] {
        let (bytes, terms, cover) = bad(rule).unwrap();
        let found = findings(&bytes, &terms, &cover);
        assert_eq!(found[0].advice.is_none(), settled, "{rule}");
    }
}

/// A mark that reaches the trim goes on to the edge of the sheet, at each of its sides, wherever the sheet begins.
#[test]
fn cut_marks_are_found_at_each_edge() {
    for (content, fine) in [
        ("109 300 20 20 re f", false),
        ("989 300 20 20 re f", false),
        ("700 59 20 20 re f", false),
        ("700 687 20 20 re f", false),
        ("109.0625 300 20 20 re f", true),
        ("988.9375 300 20 20 re f", true),
        ("700 59.0625 20 20 re f", true),
        ("700 686.9375 20 20 re f", true),
        ("100.5 300 20 20 re f", true),
        ("100.5625 300 20 20 re f", false),
    ] {
        let sides = [100, 50, 1018, 716].map(Object::Integer).to_vec();
        let page = (dictionary! { "MediaBox" => sides }, content.to_owned());
        let pdf = bound(Document::with_version("1.4"), [page], dictionary! {});
        let expected = if fine { vec![] } else { vec![Rule::Bleed] };
        assert_eq!(broken(&pdf, &kdp(), &sheet(&kdp(), 200, None)), expected, "{content}");
    }
}

/// A finding is advice if the very figure behind it is unsettled.
#[test]
fn each_cover_finding_has_its_own_figure() {
    let with = |key: &str, from: usize| {
        let all = "[\"inks\", \"safe\", \"width\", \"page.standard-color\", \"spine_text_from\", \
                   \"spine_clear\"]";
        kdp_with_all(&[
            (&format!("unsettled_keys = {all}"), &format!("unsettled_keys = [\"{key}\"]")),
            ("spine_text_from = 79", &format!("spine_text_from = {from}")),
        ])
    };
    let settled = |pdf: &[u8], terms: &PrintSpec, rule: Rule| {
        let found = findings(pdf, terms, &sheet(terms, 200, None));
        found.iter().find(|finding| finding.rule == rule).unwrap().advice.is_none()
    };
    // A letter near the fold of the spine of a book of 200 pages. Text on a spine needs `from` pages.
    let near = drawn("0.5 g BT /F 12 Tf 442.5 300 Td <0002> Tj ET");
    for (key, from, expected) in [
        ("spine_text_from", 201, false),
        ("spine_text_from", 200, true),
        ("spine_text_from", 79, true),
        ("spine_clear", 201, true),
        ("spine_clear", 200, false),
        ("spine_clear", 79, false),
    ] {
        assert_eq!(settled(&near, &with(key, from), Rule::Spine), expected, "{key}, {from}");
    }
    let high = boxed("MediaBox", [0.0, 0.0, 918.0, 670.0]);
    assert!(!settled(&high, &with("bleed", 79), Rule::PageSize));
    // The width rests on the thickness of the own paper alone, or on how far it may be off.
    let wide = boxed("MediaBox", [0.0, 0.0, 914.0, 666.0]);
    for (key, expected) in [
        ("width", false),
        ("page", false),
        ("page.cream", false),
        ("page.standard-color", true),
        ("safe", true),
    ] {
        assert_eq!(settled(&wide, &with(key, 79), Rule::PageSize), expected, "{key}");
    }
    // More than 0.0625 in is refused, unless the thickness itself is unsettled.
    let wider = boxed("MediaBox", [0.0, 0.0, 913.0, 666.0]);
    assert!(settled(&wider, &with("width", 79), Rule::PageSize));
    assert!(!settled(&wider, &with("page.cream", 79), Rule::PageSize));
    // As many pages as there must be for text on the spine.
    let just = kdp_with("spine_text_from = 79", "spine_text_from = 200");
    assert_eq!(broken(&GOOD, &just, &sheet(&just, 200, None)), []);
}

/// One sheet is one page, whatever is unsettled about the pages of the book.
#[test]
fn two_sheets_for_a_cover_are_refused() {
    let (twice, _, cover) = bad(Rule::PageCount).unwrap();
    let unsure = kdp_with("last_blank = false ", "unsettled = \"a guess\"\nlast_blank = false ");
    let [found] = &findings(&twice, &unsure, &cover)[..] else { panic!("one finding") };
    assert_eq!(found.what().to_string(), "expected one page, with back, spine and front, found 2");
    assert_eq!(found.advice, None);
    // And too many pages are only advice where their limit is.
    let thin = terms("kdp", "8.25x6", Some("groundwood"));
    let cover = sheet(&thin, 760, Some("1.8in"));
    let found = findings(&GOOD, &thin, &cover);
    let count = found.iter().find(|finding| finding.rule == Rule::PageCount).unwrap();
    assert!(count.advice.is_some());
    // But two sheets are refused there, too.
    let found = findings(&twice, &thin, &sheet(&thin, 700, Some("1.6in")));
    let count = found.iter().find(|finding| finding.rule == Rule::PageCount).unwrap();
    assert_eq!(count.advice, None);
}

#[test]
fn a_front_alone_is_checked_as_a_front() {
    let office = terms("office", "a4", None);
    let volume = of_pages(&office, 32);
    let front = pdf(&Cover::new(&volume, None, &CoverLook::default()).unwrap());
    let cover = sheet(&office, 32, None);
    assert_eq!(broken(&front, &office, &cover), []);
    let with = |content: &str| {
        let bytes = changed(&front, |document| draw(document, content));
        broken(&bytes, &office, &cover)
    };
    // There is no barcode, no spine and no knife, but an edge.
    assert_eq!(with("0 g 300 3 20 20 re f"), []);
    assert_eq!(with("BT /F 12 Tf 300 10 Td <0002> Tj ET"), [Rule::SafeArea]);
}

/// The title was measured by its capitals: accents, and most of all ideographs, reach higher.
#[test]
fn title_keeps_clear_of_a_low_pages_top() {
    let kdp = terms("kdp", "8.25x6", None);
    let template = Template::builtin("classroom").unwrap();
    for (code, title) in [("zh", "雨天数独"), ("fr", "Été à Évry"), ("en", "Daffodil")] {
        let imprint = BookOptions {
            language: Language::builtin(code).unwrap(),
            title: Some(title.to_owned()),
            author: Some("A".to_owned()),
            ..BookOptions::default()
        };
        let sections = sections(&[12; 5]);
        let book =
            book::LayoutSpec::new(&template, &sections).printer(&kdp).options(&imprint).lay_out();
        let volume = &book.unwrap().volumes[0];
        let cover = Cover::new(volume, None, &CoverLook::default()).unwrap();
        assert_eq!(findings(&pdf(&cover), &kdp, cover.sheet()), [], "{title}");
    }
}

/// Letters such as g and ず reached below the foot's line, and a J to the left of its own, into the margin of
/// IngramSpark, which refused the cover.
#[test]
fn letters_keep_clear_of_foot_and_fold() {
    let ingram = terms("ingram", "6x9", None);
    let template = Template::builtin("classic").unwrap();
    for (code, author, title) in [
        ("en", Some("Gregory Page"), "Jigs"),
        ("ja", None, "雨天数独"),
        ("fr", Some("Ç. Jacq"), "Été à Évry"),
    ] {
        let imprint = BookOptions {
            title: Some(title.to_owned()),
            language: Language::builtin(code).unwrap(),
            author: author.map(str::to_owned),
            volume_number: NonZeroU16::new(2),
            ..BookOptions::default()
        };
        let sections = sections(&[30; 5]);
        let book = book::LayoutSpec::new(&template, &sections)
            .printer(&ingram)
            .trim(trim("6x9"))
            .options(&imprint)
            .lay_out();
        let volume = &book.unwrap().volumes[0];
        for design in drawn_fronts() {
            let look = CoverLook { design: Some(design), ..CoverLook::default() };
            let spine = Some("0.4in".parse().unwrap());
            let cover = Cover::new(volume, spine, &look).unwrap();
            let mut found = findings(&pdf(&cover), &ingram, cover.sheet());
            found.retain(|finding| finding.rule == Rule::SafeArea);
            assert_eq!(found, [], "{author:?} {design:?}");
        }
    }
}
