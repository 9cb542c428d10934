//! The width of a spine: by a printer's formula, by the paper, by the printer's own template, and its
//! bounds; covers on larger sheets. Each test is named after what went wrong, or could.

use crate::support::covers::{of_pages, pdf};
use crate::support::pdfs::{bound, saved};
use crate::support::preflight::{changed, encrypted, terms};
use crate::support::program::Bench;
use lopdf::{Dictionary, Document, Object, dictionary};
use sudoku_press::book::{Cover, CoverLook};
use sudoku_press::printers::{CoverSheet, CoverTemplate, PrintSpec, Spine, preflight};

/// A template of one page with these boxes: left, bottom, right, top, in points.
fn template(boxes: &[(&str, [f64; 4])]) -> Vec<u8> {
    let mut page = Dictionary::new();
    for (key, sides) in boxes {
        let sides = sides.map(|side| Object::Real(side as f32)).to_vec();
        page.set(*key, sides);
    }
    let pages = [(page, String::new())];
    bound(Document::with_version("1.4"), pages, Dictionary::new())
}

/// A sheet from the origin.
fn sheet(width: f64, height: f64) -> Vec<u8> {
    template(&[("MediaBox", [0.0, 0.0, width, height])])
}

/// The width in points that a template gives for a printer's book of 6 x 9 in.
fn width(bytes: &[u8], terms: &PrintSpec) -> Result<Option<f64>, String> {
    let template = CoverTemplate::read(bytes).map_err(|e| e.to_string())?;
    let spine = template.spine(terms.trim(), Some(terms)).map_err(|e| e.to_string())?;
    Ok(spine.map(Spine::points))
}

/// A spine 0.31 in too wide passed, because the thickness of paper is not settled.
#[test]
fn a_spine_far_from_pages_and_paper_is_refused() {
    let kdp = terms("kdp", "6x9", Some("cream"));
    let given = |width: &str| CoverSheet::new(&kdp, 200, Some(width.parse().unwrap()));
    // 200 pages of cream are 0.5 in.
    for (width, fine) in [("0.5in", true), ("0.62in", true), ("0.38in", true), ("0.81in", false)] {
        assert_eq!(given(width).is_ok(), fine, "{width}");
    }
    let wrong = given("0.3in").unwrap_err().to_string();
    assert!(
        wrong.contains("expected a spine of 0.500 in") && wrong.contains("200 pages"),
        "{wrong}"
    );
    // Where nothing is known of the paper, any width is taken.
    let bod = terms("bod", "170x220mm", None);
    assert!(CoverSheet::new(&bod, 200, Some("1in".parse().unwrap())).is_ok());
}

/// Lulu publishes pages / 444 + 0.06 in, for 32 pages at least; the program knew no width.
#[test]
fn a_spine_for_lulu_is_computed_and_settled() {
    let lulu = terms("lulu", "6x9", None);
    for (pages, inches) in [(32, 0.1321), (222, 0.56), (444, 1.06)] {
        let cover = CoverSheet::new(&lulu, pages, None).unwrap();
        let found = cover.spine().unwrap().points() / 72.0;
        assert!((found - inches).abs() < 0.0001, "{pages}: {found}");
    }
    for pages in [0, 1, 31] {
        let wrong = CoverSheet::new(&lulu, pages, None).unwrap_err().to_string();
        assert!(
            wrong.contains(&format!("at least 32 pages for a cover, found {pages}")),
            "{wrong}"
        );
    }
    // A cover of another width is refused, not advised.
    let volume = of_pages(&lulu, 80);
    let cover = Cover::new(&volume, None, &CoverLook::default()).unwrap();
    let judge = |pages: usize| {
        let sheet = CoverSheet::new(&lulu, pages, None).unwrap();
        preflight::inspect_cover(&pdf(&cover), &lulu, &sheet).unwrap()
    };
    assert_eq!(judge(80).findings, []);
    assert!(judge(90).refusals() > 0, "0.02 in off");
}

#[test]
fn a_book_without_pages_has_no_cover() {
    for printer in ["kdp", "ingram"] {
        let terms = terms(printer, "6x9", None);
        for spine in [None, Some("0.5in".parse().unwrap())] {
            let wrong = CoverSheet::new(&terms, 0, spine).unwrap_err().to_string();
            assert!(wrong.contains("found 0"), "{wrong}");
        }
    }
}

/// Leaves x weight x bulk / 1000 mm.
#[test]
fn a_spine_by_paper_follows_the_german_formula() {
    for (pages, weight, bulk, mm) in [
        (200, 90.0, 1.5, 13.5),
        (199, 90.0, 1.5, 13.5), // an odd page has a leaf of its own
        (120, 80.0, 1.75, 8.4),
        (1, 100.0, 1.0, 0.1),
    ] {
        let spine = Spine::from_paper(weight, bulk, pages).unwrap();
        let found = spine.points() / 72.0 * 25.4;
        assert!((found - mm).abs() < 1e-9, "{pages}: {found}");
    }
    for (weight, bulk) in [
        (f64::NAN, 1.5),
        (90.0, f64::NAN),
        (90.0, f64::INFINITY),
        (0.0, 1.5),
        (-90.0, -1.5),
        (90.0, 0.0),
        (1e300, 1e300),
    ] {
        assert!(Spine::from_paper(weight, bulk, 200).is_err(), "{weight} {bulk}");
    }
    let thick = |pages| Spine::from_paper(500.0, 4.0, pages);
    assert!(thick(0).is_err() && thick(usize::MAX).is_err());
}

/// By hand: two trims of 432 pt, and bleeds of 9 pt, at BoD of 14.173.
#[test]
fn the_width_of_a_spine_is_what_a_template_leaves() {
    let (lulu, ingram) = (terms("lulu", "6x9", None), terms("ingram", "6x9", None));
    for (what, bytes, expected) in [
        ("with bleed", sheet(918.0, 666.0), Ok(Some(36.0))),
        ("without bleed", sheet(900.0, 648.0), Ok(Some(36.0))),
        ("from elsewhere", template(&[("MediaBox", [-50.0, 20.0, 868.0, 686.0])]), Ok(Some(36.0))),
        ("backwards", template(&[("MediaBox", [918.0, 666.0, 0.0, 0.0])]), Ok(Some(36.0))),
        ("a larger sheet", sheet(1080.0, 864.0), Ok(None)),
        (
            "a larger sheet with its trim",
            template(&[
                ("MediaBox", [0.0, 0.0, 1080.0, 864.0]),
                ("TrimBox", [90.0, 108.0, 990.0, 756.0]),
            ]),
            Ok(Some(36.0)),
        ),
        (
            "a trim that counts the bleed",
            template(&[
                ("MediaBox", [0.0, 0.0, 1080.0, 864.0]),
                ("TrimBox", [81.0, 99.0, 999.0, 765.0]),
            ]),
            Ok(Some(36.0)),
        ),
        ("two trims and no spine", sheet(882.0, 666.0), Err("a spine")),
        ("one page", sheet(432.0, 648.0), Err("a spine")),
        ("a stamp", sheet(40.0, 20.0), Err("a height of 9.000 in")),
        ("another book", sheet(1152.0, 500.0), Err("a height of 9.000 in")),
        ("a spine of 7 in", sheet(1400.0, 666.0), Err("at most 4 in")),
        ("nothing", sheet(0.0, 0.0), Err("a page of some size")),
        ("without end", sheet(f64::from(f32::MAX), 666.0), Err("a page")),
    ] {
        for terms in [&lulu, &ingram] {
            let found = width(&bytes, terms);
            match (&found, expected) {
                (Ok(Some(found)), Ok(Some(points))) => {
                    assert!((found - points).abs() < 0.01, "{what}")
                }
                (Ok(None), Ok(None)) => {}
                (Err(words), Err(expected)) => assert!(words.contains(expected), "{what}: {words}"),
                _ => panic!("{what}: {found:?}"),
            }
        }
    }
    let bod = terms("bod", "170x220mm", None);
    let mm = 72.0 / 25.4;
    let found = width(&sheet((2.0 * 175.0 + 12.0) * mm, 230.0 * mm), &bod).unwrap().unwrap();
    assert!((found / mm - 12.0).abs() < 0.01, "{found}");
}

#[test]
fn files_that_are_no_templates_are_refused() {
    let mut none = Document::with_version("1.4");
    let tree = dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Vec::<Object>::new() };
    let tree = none.add_object(tree);
    let catalog = none.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    none.trailer.set("Root", catalog);
    let mut turned = Document::load_mem(&sheet(918.0, 666.0)).unwrap();
    let page = turned.page_iter().next().unwrap();
    turned.get_dictionary_mut(page).unwrap().set("Rotate", 90);
    let named = changed(&sheet(918.0, 666.0), |document| {
        document.trailer.set("ID", vec![Object::string_literal("a"), Object::string_literal("b")]);
    });
    let locked = encrypted(&named);
    for (bytes, words) in [
        (b"".to_vec(), "expected a PDF"),
        (b"%PDF-1.4 and no more".to_vec(), "expected a PDF"),
        (saved(none), "expected a page, found none"),
        (saved(turned), "expected an upright page"),
        (template(&[]), "a page of some size"),
        (locked, "without password"),
    ] {
        let wrong = CoverTemplate::read(&bytes).unwrap_err().to_string();
        assert!(wrong.contains(words), "{wrong}");
    }
    let whole = sheet(918.0, 666.0);
    for at in 0..whole.len() {
        let _ = CoverTemplate::read(&whole[..at]);
    }
}

/// IngramSpark's generator makes a sheet on which the cover must lie; ours was as large as the cover.
#[test]
fn a_cover_lies_on_the_sheet_of_the_template() {
    let ingram = terms("ingram", "6x9", None);
    let volume = of_pages(&ingram, 80);
    let spine: Spine = "0.5in".parse().unwrap();
    // Our cover is 918 x 666. In the middle of 1080 x 864 its trim begins at 90, 108.
    let (whole, middle) = ([0.0, 0.0, 1080.0, 864.0], [90.0, 108.0, 990.0, 756.0]);
    let (corner, off) = ([9.0, 9.0, 909.0, 657.0], [100.0, 50.0, 1000.0, 698.0]);
    for (trim, expected) in [(None, middle), (Some(off), off), (Some(corner), corner)] {
        let mut boxes = vec![("MediaBox", whole)];
        boxes.extend(trim.map(|trim| ("TrimBox", trim)));
        let template = CoverTemplate::read(&template(&boxes)).unwrap();
        let cover =
            Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap().on(&template).unwrap();
        assert!(cover.measures().starts_with("15.000 x 12.000 in"), "{}", cover.measures());
        let bytes = pdf(&cover);
        let document = Document::load_mem(&bytes).unwrap();
        let page = document.get_dictionary(document.page_iter().next().unwrap()).unwrap();
        let found = |key: &[u8]| -> Vec<f32> {
            let sides = page.get(key).unwrap().as_array().unwrap().iter();
            sides.map(|side| side.as_float().unwrap()).collect()
        };
        assert_eq!(found(b"MediaBox"), whole.map(|side| side as f32));
        assert_eq!(found(b"TrimBox"), expected.map(|side| side as f32));
        let bleed = [expected[0] - 9.0, expected[1] - 9.0, expected[2] + 9.0, expected[3] + 9.0];
        assert_eq!(found(b"BleedBox"), bleed.map(|side| side as f32));
        // All rules hold on the larger sheet, and the ink is where the boxes are.
        let report = preflight::inspect_cover(&bytes, &ingram, cover.sheet()).unwrap();
        assert_eq!(report.findings, []);
        let plain = CoverSheet::new(&ingram, 80, Some(spine)).unwrap();
        let report = preflight::inspect_cover(&bytes, &ingram, &plain).unwrap();
        assert!(report.refusals() > 0, "as if there were no template");
    }
    for (what, boxes) in [
        ("no room for the bleed", vec![("MediaBox", whole), ("TrimBox", [4.0, 9.0, 904.0, 657.0])]),
        ("another spine", vec![("MediaBox", whole), ("TrimBox", [90.0, 108.0, 980.0, 756.0])]),
        ("another spine, no trim", vec![("MediaBox", [0.0, 0.0, 930.0, 666.0])]),
        ("too low", vec![("MediaBox", [0.0, 0.0, 1080.0, 500.0])]),
    ] {
        let template = CoverTemplate::read(&template(&boxes)).unwrap();
        let cover = Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap();
        assert!(cover.on(&template).is_err(), "{what}");
    }
    // One that is no larger changes nothing.
    let same = CoverTemplate::read(&sheet(918.0, 666.0)).unwrap();
    let cover = Cover::new(&volume, Some(spine), &CoverLook::default()).unwrap();
    assert_eq!(pdf(&cover), pdf(&cover.clone().on(&same).unwrap()));
}

/// IngramSpark's own pages say 0.5 in on all sides; KDP's 0.25 in were taken.
#[test]
fn the_safe_area_of_ingram_is_half_an_inch() {
    let ingram = terms("ingram", "6x9", None);
    let of = |pages: usize| {
        let volume = of_pages(&ingram, pages);
        let cover =
            Cover::new(&volume, Some("0.3in".parse().unwrap()), &CoverLook::default()).unwrap();
        let report = preflight::inspect_cover(&pdf(&cover), &ingram, cover.sheet()).unwrap();
        assert_eq!(report.findings, []);
        cover.spine_blank().map(str::to_owned)
    };
    // No text on the spine below 48 pages.
    assert!(of(46).unwrap().contains("at least 48 pages, found 46"));
    assert_eq!(of(48), None);
}

#[test]
fn the_commands_take_paper_and_template() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --out c.csv", 0, "");
    let bod = "cover c.csv --printer bod --trim 170x220mm";
    bench.ends(&format!("{bod} -o a.pdf"), 2, "--paper-gsm and --bulk");
    bench.ends(&format!("{bod} --paper-gsm 90 --bulk 1.5 -o a.pdf"), 0, "with a spine of 0.");
    for (flags, words) in [
        ("--paper-gsm 90", "--bulk"),
        ("--bulk 1.5", "--paper-gsm"),
        ("--paper-gsm 90 --bulk NaN", "found 90 g/m2 and NaN cm3/g"),
        ("--paper-gsm inf --bulk 1.5", "found inf g/m2"),
        ("--paper-gsm 90 --bulk 1.5 --spine 9mm", "--spine"),
    ] {
        bench.ends(&format!("{bod} {flags} -o no.pdf"), 2, words);
    }
    std::fs::write(bench.path("small.pdf"), sheet(40.0, 20.0)).unwrap();
    std::fs::write(bench.path("sheet.pdf"), sheet(1080.0, 864.0)).unwrap();
    let trim = [90.0, 108.0, 990.0, 756.0];
    let boxes = [("MediaBox", [0.0, 0.0, 1080.0, 864.0]), ("TrimBox", trim)];
    std::fs::write(bench.path("trim.pdf"), template(&boxes)).unwrap();
    let ingram = "cover c.csv --printer ingram --trim 6x9";
    bench.ends(&format!("{ingram} --spine-from small.pdf"), 2, "expected a height of 9.000 in");
    bench.ends(&format!("{ingram} --spine-from none.pdf"), 1, "none.pdf");
    bench.ends(
        &format!("{ingram} --spine-from sheet.pdf"),
        2,
        "look up the width of the spine for 78 pages",
    );
    bench.ends(&format!("{ingram} --spine-from trim.pdf -o b.pdf"), 0, "b.pdf: 15.000 x 12.000 in");
    bench.ends(
        &format!("{ingram} --spine-from sheet.pdf --spine 0.5in -o c.pdf"),
        0,
        "15.000 x 12",
    );
    let judge = "preflight b.pdf --printer ingram --trim 6x9 --cover 78";
    bench.ends(&format!("{judge} --spine-from trim.pdf"), 0, "");
    bench.ends(&format!("{judge} --spine 0.5in"), 1, "would refuse");
    bench.ends(&judge.replace("78", "0"), 2, "found 0");
}
