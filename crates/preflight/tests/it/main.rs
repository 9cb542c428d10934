//! PDFs of no Sudoku program that break one rule each, and good ones that break none.
//!
//! The good book has 24 pages of 6 x 9 in, 432 x 648 points, with a black square far from the edges.
//! KDP takes 24 to 828 pages in even numbers, black ink on white paper, and keeps 27 points free at
//! the binding edge.

use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use preflight::{CoverSheet, PrintSpec, Printer, Rule, conformance, inspect, inspect_cover};
// As other crates call it.
extern crate sudoku_press_preflight as preflight;

const SQUARE: &str = "0 g 200 300 60 60 re f";

fn kdp() -> PrintSpec {
    let printer = Printer::builtin("kdp").unwrap();
    printer.terms("6x9".parse().unwrap(), Some("white")).unwrap()
}

/// A PDF of equal pages with this size in points and this content.
struct PlainPdf {
    document: Document,
    pages: Vec<lopdf::ObjectId>,
}

impl PlainPdf {
    fn new(count: usize, (width, height): (i64, i64), content: &str) -> Self {
        let mut document = Document::with_version("1.4");
        let tree = document.new_object_id();
        let content = document.add_object(Stream::new(Dictionary::new(), content.into()));
        let mut pages = Vec::new();
        for _ in 0..count {
            pages.push(document.add_object(dictionary! {
                "Type" => "Page",
                "Parent" => tree,
                "MediaBox" => vec![0.into(), 0.into(), width.into(), height.into()],
                "Contents" => content,
                "Resources" => Dictionary::new(),
            }));
        }
        let kids: Vec<Object> = pages.iter().map(|&page| page.into()).collect();
        let entries = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count as i64 };
        document.objects.insert(tree, entries.into());
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
        document.trailer.set("Root", catalog);
        Self { document, pages }
    }

    fn page(&mut self, index: usize) -> &mut Dictionary {
        self.document.get_dictionary_mut(self.pages[index]).unwrap()
    }

    fn catalog(&mut self) -> &mut Dictionary {
        self.document.catalog_mut().unwrap()
    }

    fn bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.document.save_to(&mut bytes).unwrap();
        bytes
    }
}

/// Returns the rules that a book breaks, without repeats.
fn broken(book: PlainPdf) -> Vec<Rule> {
    let report = inspect(&book.bytes(), &kdp()).unwrap();
    let mut rules: Vec<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

fn book(content: &str) -> PlainPdf {
    PlainPdf::new(24, (432, 648), content)
}

#[test]
fn good_book_breaks_no_rule() {
    assert_eq!(broken(book(SQUARE)), []);
    // A PDF of another program may have a title, and pages that are cut from larger ones.
    let mut cut = PlainPdf::new(24, (452, 668), "1 0 0 1 10 10 cm 0 g 200 300 60 60 re f");
    for index in 0..24 {
        cut.page(index).set("TrimBox", vec![10.into(), 10.into(), 442.into(), 658.into()]);
    }
    assert!(!broken(cut).contains(&Rule::SafeArea));
}

#[test]
fn each_fault_breaks_its_rule_alone() {
    for (content, rule) in [
        // 5 points from the edge that is cut, and black ink alone is printed on this paper.
        ("0 g 407 300 20 20 re f", Rule::SafeArea),
        ("0.1 w 200 300 m 260 300 l S", Rule::Line),
        ("1 0 0 rg 200 300 60 60 re f", Rule::Colour),
        ("0.97 g 200 300 60 60 re f", Rule::Grey),
        ("/Missing Do 0 g 200 300 60 60 re f", Rule::Resources),
    ] {
        assert_eq!(broken(book(content)), [rule], "{content}");
    }
}

#[test]
fn faults_of_pages_and_file_are_found() {
    assert_eq!(broken(PlainPdf::new(22, (432, 648), SQUARE)), [Rule::PageCount]);
    assert_eq!(broken(PlainPdf::new(24, (420, 648), SQUARE)), [Rule::PageSize]);
    let mut turned = book(SQUARE);
    turned.page(3).set("Rotate", 90);
    assert_eq!(broken(turned), [Rule::Boxes]);
    let mut scripted = book(SQUARE);
    scripted.catalog().set("OpenAction", dictionary! { "S" => "JavaScript", "JS" => "1" });
    assert_eq!(broken(scripted), [Rule::Scripts]);
    let mut linked = book(SQUARE);
    let link =
        dictionary! { "Subtype" => "Link", "Rect" => vec![0.into(), 0.into(), 9.into(), 9.into()] };
    linked.page(0).set("Annots", vec![Object::from(link)]);
    assert_eq!(broken(linked), [Rule::Annotations]);
}

#[test]
fn findings_name_pages_and_figures() {
    let report = inspect(&book("0.1 w 200 300 m 260 300 l S").bytes(), &kdp()).unwrap();
    assert_eq!(report.pages, 24);
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    let said = finding.what().to_string();
    assert!(said.contains("0.1") && said.contains("0.75"), "{said}");
}

/// By hand: 200 pages of white paper are 200 x 0.002252 in, a spine of 32.43 points. With 9 points of
/// bleed at each edge the sheet is 18 + 2 x 432 + 32.43 wide and 18 + 648 high.
#[test]
fn cover_of_another_size_is_refused() {
    let sheet = CoverSheet::new(&kdp(), 200, None).unwrap();
    assert!((sheet.width() - 914.43).abs() < 0.01 && sheet.height() == 666.0, "{}", sheet.width());
    let rules = |width, height| -> Vec<Rule> {
        let cover = PlainPdf::new(1, (width, height), "0.2 g 0 0 2000 2000 re f");
        let report = inspect_cover(&cover.bytes(), &kdp(), &sheet).unwrap();
        report.findings.iter().map(|finding| finding.rule).collect()
    };
    assert!(!rules(914, 666).contains(&Rule::PageSize));
    assert!(rules(900, 666).contains(&Rule::PageSize));
}

#[test]
fn plain_pdf_follows_no_standard() {
    let report = conformance(&book(SQUARE).bytes(), preflight::Pdfx::X4).unwrap();
    assert!(report.refusals() > 0);
}
