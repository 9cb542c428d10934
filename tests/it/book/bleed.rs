//! PDFs with bleed, right and wrong for each printer: page sizes, boxes, margins.

use crate::support::books::{imprint, pdf, sections};
use crate::support::pdfs::bound;
use crate::support::preflight::{broken, terms};
use crate::support::program::Bench;
use lopdf::{Dictionary, Document, Object, dictionary};
use sudoku_press::book::{self, BookOptions, DrawOp, Template};
use sudoku_press::printers::PrintSpec;
use sudoku_press::printers::preflight::{self, Rule};

/// A file that bleeds: on each page an area over the whole page, and a square in the inner corner of
/// what is safe.
fn bleeding(
    terms: &PrintSpec,
    (binding, edge): (f64, f64),
    spoil: impl Fn(usize, &mut Dictionary, &mut String),
) -> Vec<u8> {
    let (width, height) = (terms.trim().width(), terms.trim().height());
    let whole = (width + binding + edge, height + 2.0 * edge);
    let pages = terms.pages().0.max(24);
    let boxed = |left: f64, bottom: f64, width: f64, height: f64| {
        let sides = [left, bottom, left + width, bottom + height];
        Object::Array(sides.map(|side| Object::Real(side as f32)).to_vec())
    };
    let pages = (0..pages).map(|index| {
        let recto = index % 2 == 0;
        let left = if recto { binding } else { edge };
        let inside = terms.inside(pages);
        let x = if recto { left + inside } else { left + width - inside - 20.0 };
        let y = edge + terms.outside(true);
        let mut content = format!("0.5 g 0 0 {} {} re f 0 g {x} {y} 20 20 re f", whole.0, whole.1);
        let mut page = dictionary! {
            "MediaBox" => boxed(0.0, 0.0, whole.0, whole.1),
            "BleedBox" => boxed(0.0, 0.0, whole.0, whole.1),
            "TrimBox" => boxed(left, edge, width, height),
        };
        spoil(index, &mut page, &mut content);
        (page, content)
    });
    bound(Document::with_version("1.4"), pages, Dictionary::new())
}

/// Each printer's own page that bleeds: three edges, four, 5 mm. That of another is refused.
#[test]
fn bleeds_are_as_large_as_the_printer_says() {
    const MM5: f64 = 5.0 / 25.4 * 72.0;
    let bleeds = [(0.0, 9.0), (9.0, 9.0), (MM5, MM5)];
    for (printer, trim, own) in [
        ("kdp", "6x9", 0),
        ("kdp", "8.5x11", 0),
        ("ingram", "6x9", 0),
        ("lulu", "6x9", 1),
        ("bod", "170x220mm", 2),
    ] {
        let terms = terms(printer, trim, None);
        for (i, bleed) in bleeds.into_iter().enumerate() {
            // IngramSpark's last page is blank.
            let last = terms.pages().0.max(24) - 1;
            let bytes = bleeding(&terms, bleed, |index, _, content| {
                if printer == "ingram" && index == last {
                    content.clear();
                }
            });
            let mut found = broken(&bytes, &terms);
            // IngramSpark asks for PDF/X-1a:2001 beside.
            found.retain(|(rule, _)| *rule != Rule::Pdfx);
            if i == own {
                assert_eq!(found, [], "{printer}");
            } else {
                assert!(found.iter().any(|f| f.0 == Rule::PageSize), "{printer}: {found:?}");
            }
        }
    }
    // 6x9 becomes 6.125 x 9.25 in at KDP and 6.25 x 9.25 in at Lulu.
    let kdp = terms("kdp", "6x9", None);
    let report = preflight::inspect(&bleeding(&kdp, (9.0, 9.0), |_, _, _| ()), &kdp).unwrap();
    let size = report.findings.iter().find(|f| f.rule == Rule::PageSize);
    let size = &size.unwrap().what();
    assert!(size.contains("6.250 x 9.250") && size.contains("6.000 x 9.000"), "{size}");
}

#[test]
fn boxes_and_margins_of_pages_with_bleed_are_checked() {
    let kdp = terms("kdp", "6x9", None);
    let boxed = |sides: [i64; 4]| Object::Array(sides.map(Object::Integer).to_vec());
    let found = |at: usize, spoil: &dyn Fn(&mut Dictionary, &mut String)| {
        let bytes = bleeding(&kdp, (0.0, 9.0), |index, page, content| {
            if index + 1 == at {
                spoil(page, content);
            }
        });
        broken(&bytes, &kdp)
    };
    let of_box = |at: usize, key: &'static str, sides: [i64; 4]| {
        found(at, &|page, _| page.set(key, boxed(sides)))
    };
    let boxes = |at: usize| vec![(Rule::Boxes, vec![at])];
    // Trim at the binding: at the left of page 7, at the right of page 8.
    assert_eq!(of_box(7, "TrimBox", [0, 9, 432, 657]), []);
    assert_eq!(of_box(8, "TrimBox", [0, 9, 432, 657]), boxes(8));
    assert_eq!(of_box(8, "TrimBox", [9, 9, 441, 657]), []);
    assert_eq!(of_box(7, "TrimBox", [9, 9, 441, 657]), boxes(7));
    assert_eq!(of_box(7, "TrimBox", [0, 0, 432, 648]), boxes(7), "at the bottom edge");
    assert_eq!(of_box(7, "TrimBox", [0, 0, 441, 666]), boxes(7), "the whole page");
    assert_eq!(of_box(7, "BleedBox", [0, 9, 432, 657]), boxes(7), "nothing bleeds");
    assert_eq!(of_box(7, "CropBox", [0, 9, 432, 657]), boxes(7));
    let small = of_box(7, "MediaBox", [0, 0, 432, 648]);
    assert!(small.contains(&(Rule::PageSize, vec![7])), "one page that does not bleed: {small:?}");

    let drawn = |more: &str| found(7, &|_, content| content.push_str(more));
    let amiss = vec![(Rule::SafeArea, vec![7])];
    assert_eq!(drawn(" 0 g 421 0 20 666 re f"), [], "through the edge");
    assert_eq!(drawn(" 0 g 410 300 20 20 re f"), amiss, "ends between edge and trim");
    assert_eq!(drawn(" 0 g 384 300 20 20 re f"), [], "0.375 in from the trim");
    assert_eq!(drawn(" 0 g 386 300 20 20 re f"), amiss, "0.25 in do where nothing bleeds");
    assert_eq!(drawn(" 1 w 300 300 m 441 300 l S"), [], "a line through the edge");
    assert_eq!(drawn(" 1 w 300 300 m 436 300 l S"), amiss, "and one that ends before it");
}

/// A book with tabs for each printer whose pages bleed; the printer's rules find nothing, and tabs step down.
#[test]
fn tabs_go_through_the_edge_and_their_words_stay_inside() {
    let template = Template::builtin("classic").unwrap();
    let imprint = BookOptions { tabs: true, fill_pages: true, ..imprint() };
    let sections = sections(&[40, 30, 20, 20, 12]);
    for (printer, trim) in [
        ("kdp", "6x9"),
        ("kdp", "8.5x11"),
        ("ingram", "6x9"),
        ("lulu", "6x9"),
        ("bod", "170x220mm"),
    ] {
        let terms = terms(printer, trim, None);
        let layout =
            book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
        let volume = &layout.unwrap().volumes[0];
        assert_eq!(broken(&pdf(volume), &terms), [], "{printer}");
        let (width, edge) = (terms.trim().width(), terms.bleed().unwrap().1);
        let mut tops = Vec::new();
        for (index, page) in volume.pages().enumerate() {
            let tab = page.marks.iter().find_map(|mark| match mark {
                DrawOp::Box { corner, size, .. } if corner.0 < 0.0 => Some((0, corner, size)),
                DrawOp::Box { corner, size, .. } if corner.0 + size.0 > width => {
                    Some((1, corner, size))
                }
                _ => None,
            });
            let Some((side, corner, size)) = tab else { continue };
            // Right-hand pages have the outer edge at their right, left-hand ones at their left.
            assert_eq!(side, 1 - index % 2, "page {index} for {printer}");
            let far = if side == 1 { corner.0 + size.0 - width } else { -corner.0 };
            assert!((far - edge).abs() < 1e-6, "it ends at the edge of the sheet: {far}");
            if tops.last() != Some(&corner.1) {
                tops.push(corner.1);
            }
        }
        assert_eq!(tops.len(), 5, "{tops:?} for {printer}");
        assert!(tops.is_sorted());
    }
    // Two pages on a side of a sheet have no edge to bleed through.
    let terms = terms("kdp", "6x9", None);
    let lay = |design: &str, terms: Option<&PrintSpec>| {
        let template = Template::builtin(design).unwrap();
        book::LayoutSpec::new(&template, &sections)
            .printer(terms)
            .trim("a4".parse().unwrap())
            .options(&imprint)
            .lay_out()
    };
    let folded =
        book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
    assert_eq!(folded.unwrap().volumes[0].booklet().bleed(), (0.0, 0.0));
    for (design, terms, found) in [
        ("classic", None, "found no printer"),
        ("classroom", Some(self::terms("kdp", "8.27x11.69", None)), "found design classroom"),
        ("classic", Some(self::terms("office", "a4", None)), "found office"),
    ] {
        let said = lay(design, terms.as_ref()).unwrap_err().to_string();
        assert!(said.contains("tabs: expected a bound book") && said.contains(found), "{said}");
    }
}

#[test]
fn a_run_with_tabs_is_made_again() {
    let bench = Bench::new();
    let run = "run --seed 3 --count 12 --trim 6x9 --printer kdp --fill-pages --cover --tabs";
    bench.ends(&format!("{run} --out r"), 0, "");
    bench.ends("verify r", 0, "");
    bench.ends("preflight r/book.pdf --printer kdp --trim 6x9", 0, "");
    bench.ends("run --count 2 --tabs --out q", 2, "tabs: expected a bound book and a printer");
}
