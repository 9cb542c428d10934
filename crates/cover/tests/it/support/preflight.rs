//! PDFs that break one rule of preflight: a good book, changed.

use crate::support::pdfs::{bound, saved};
use book::{BookOptions, LayoutError, Section, Template};
use grid::{Level, Puzzle};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use preflight::{PrintSpec, Printer, Rule};

pub const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub fn sections(count: usize) -> Vec<Section> {
    let puzzle = Puzzle::prove(LINE.parse().unwrap()).unwrap();
    let halves = [(Level::Easy, count / 2), (Level::Evil, count - count / 2)];
    let section = |(level, count)| Section::new(level, vec![puzzle; count]);
    halves.map(section).to_vec()
}

pub fn terms(printer: &str, trim: &str, paper: Option<&str>) -> PrintSpec {
    let printer = Printer::builtin(printer).unwrap();
    printer.terms(trim.parse().unwrap(), paper).unwrap()
}

pub fn layout(design: &str, terms: &PrintSpec, count: usize) -> Result<book::Layout, LayoutError> {
    laid_out(design, terms, count, None)
}

fn laid_out(
    design: &str,
    terms: &PrintSpec,
    count: usize,
    parts: Option<Vec<String>>,
) -> Result<book::Layout, LayoutError> {
    let template = Template::builtin(design).unwrap();
    let author = Some("A. Müller".to_owned());
    let imprint = BookOptions { author, parts, ..BookOptions::default() };
    book::LayoutSpec::new(&template, &sections(count)).printer(terms).options(&imprint).lay_out()
}

pub fn pdf(volume: &book::Volume) -> Vec<u8> {
    let mut out = Vec::new();
    volume.write(&mut out).unwrap();
    out
}

/// A good book of a few dozen pages. Page 8 is blank.
pub fn good(terms: &PrintSpec) -> Vec<u8> {
    const PARTS: &str =
        "half-title,title,copyright,how-to-play,levels,notes,contents,puzzles,answers,notes";
    let parts = PARTS.split(',').map(str::to_owned).collect();
    pdf(&laid_out("classic", terms, 90, Some(parts)).unwrap().volumes[0])
}

/// A good book, spoiled.
pub fn spoiled(terms: &PrintSpec, spoil: impl FnOnce(&mut Document)) -> Vec<u8> {
    changed(&good(terms), spoil)
}

/// A file, changed.
pub fn changed(pdf: &[u8], change: impl FnOnce(&mut Document)) -> Vec<u8> {
    let mut document = Document::load_mem(pdf).unwrap();
    change(&mut document);
    saved(document)
}

/// Page 8 of a book, or a cover's only one.
pub fn spot(document: &Document) -> ObjectId {
    let mut pages = document.page_iter();
    let first = pages.next().unwrap();
    pages.nth(6).unwrap_or(first)
}

/// Draws something more on page 8, or on a cover; F is one of its fonts.
pub fn draw(document: &mut Document, content: &str) {
    let fonts = fonts_with_f(document);
    resources(document).set("Font", fonts);
    let id = spot(document);
    document.add_page_contents(id, content.as_bytes().to_vec()).unwrap();
}

pub fn resources(document: &mut Document) -> &mut Dictionary {
    let id = spot(document);
    let resources = document.get_dictionary(id).unwrap().get(b"Resources").unwrap();
    let resources = resources.as_reference().unwrap();
    document.get_dictionary_mut(resources).unwrap()
}

/// Adds a resource beside those that the pages have.
pub fn add(document: &mut Document, kind: &str, name: &str, value: impl Into<Object>) {
    let resources = resources(document);
    let known = resources.get(kind.as_bytes()).cloned().unwrap_or(dictionary! {}.into());
    let known = document.dereference(&known).unwrap().1.as_dict().unwrap();
    let mut all = known.clone();
    all.set(name, value);
    self::resources(document).set(kind, all);
}

/// The rules that the file breaks, with the pages.
pub fn broken(pdf: &[u8], terms: &PrintSpec) -> Vec<(Rule, Vec<usize>)> {
    let report = preflight::inspect(pdf, terms).unwrap();
    let findings = report.findings.into_iter();
    findings.map(|f| (f.rule, f.pages)).collect()
}

/// The fonts of the file, with one of them called F as well.
pub fn fonts_with_f(document: &Document) -> Dictionary {
    let id = spot(document);
    let at = document.get_dictionary(id).unwrap().get(b"Resources").unwrap();
    let at = document.dereference(at).unwrap().1.as_dict().unwrap();
    let fonts = document.dereference(at.get(b"Font").unwrap()).unwrap().1;
    let mut fonts = fonts.as_dict().unwrap().clone();
    let (_, first) = fonts.iter().next().unwrap();
    let first = first.clone();
    fonts.set("F", first);
    fonts
}

pub fn encrypted(pdf: &[u8]) -> Vec<u8> {
    let mut locked = Document::load_mem(pdf).unwrap();
    let version = lopdf::EncryptionVersion::V2 {
        document: &locked,
        owner_password: "owner",
        user_password: "",
        key_length: 40,
        permissions: lopdf::Permissions::all(),
    };
    let state = lopdf::EncryptionState::try_from(version).unwrap();
    locked.encrypt(&state).unwrap();
    saved(locked)
}

/// A font whose glyphs 2 and 3 are an A and a B with serifs that overlap their stems.
fn overlapping_font(document: &mut Document) -> Dictionary {
    let program = include_bytes!("../../../../pdf-reader/src/tests/letters.ttf").to_vec();
    let file = document.add_object(Stream::new(Dictionary::new(), program));
    let descriptor = document.add_object(dictionary! {
        "Type" => "FontDescriptor", "FontName" => "Letters", "Flags" => 4, "FontFile2" => file,
    });
    let glyphs = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "Letters", "DW" => 700,
        "CIDToGIDMap" => "Identity", "FontDescriptor" => descriptor,
    });
    dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "Letters",
        "Encoding" => "Identity-H", "DescendantFonts" => vec![glyphs.into()],
    }
}

/// A good file, of a book or of a cover, that breaks this rule now and no other; none where such a file
/// has to be made in another way. A new rule needs one here, or in `bad` here or for covers.
pub fn spoiled_alike(rule: Rule, good: &[u8]) -> Option<Vec<u8>> {
    let drawn = |content: &str| changed(good, |document| draw(document, content));
    let of_page = |key: &'static str, value: Object| {
        changed(good, |document| {
            let id = spot(document);
            document.get_dictionary_mut(id).unwrap().set(key, value);
        })
    };
    let of_catalog = |key: &'static str, value: Object| {
        changed(good, |document| {
            document.catalog_mut().unwrap().set(key, value);
        })
    };
    let boxed = |sides: [i64; 4]| Object::Array(sides.map(Object::Integer).to_vec());
    Some(match rule {
        Rule::Encryption => encrypted(good),
        Rule::PageSize => of_page("MediaBox", boxed([0, 0, 612, 792])),
        Rule::Boxes => of_page("Rotate", 90.into()),
        Rule::Type => drawn("q 0.3 0 0 0.3 0 0 cm BT /F 20 Tf 600 900 Td <00010002> Tj ET Q"),
        Rule::Line => drawn("0.25 w 200 300 m 250 300 l S"),
        Rule::Fonts => changed(good, |document| {
            let font = dictionary! {
                "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
            };
            add(document, "Font", "H", font);
            let id = spot(document);
            let content = b"BT /H 12 Tf 200 300 Td (from outside) Tj ET".to_vec();
            document.change_page_content(id, content).unwrap();
        }),
        Rule::Outlines => changed(good, |document| {
            let font = overlapping_font(document);
            add(document, "Font", "O", font);
            draw(document, "BT /O 12 Tf 200 300 Td <00020003> Tj ET");
        }),
        Rule::Colour => drawn("0.2 0.2 0.8 rg 200 300 20 20 re f"),
        Rule::Grey => drawn("0.95 g 200 300 20 20 re f"),
        Rule::Images => changed(good, |document| {
            let image = dictionary! {
                "Type" => "XObject", "Subtype" => "Image", "Width" => 60, "Height" => 60,
                "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray",
            };
            let image = document.add_object(Stream::new(image, vec![0; 3600]));
            add(document, "XObject", "I", image);
            draw(document, "q 14.55 0 0 14.55 200 300 cm /I Do Q");
        }),
        Rule::Transparency => changed(good, |document| {
            let state = dictionary! { "BM" => "Multiply" };
            add(document, "ExtGState", "GS", state);
            draw(document, "/GS gs 200 300 20 20 re f");
        }),
        Rule::Invisible => drawn("BT 3 Tr /F 12 Tf 200 300 Td <00010002> Tj ET"),
        Rule::Annotations => {
            let field = dictionary! { "T" => Object::string_literal("name") };
            let form = dictionary! { "Fields" => vec![field.into()] };
            of_catalog("AcroForm", form.into())
        }
        Rule::Outline => {
            let item = dictionary! { "Title" => Object::string_literal("Easy") };
            of_catalog("Outlines", dictionary! { "First" => item }.into())
        }
        Rule::Metadata => of_catalog("Metadata", dictionary! {}.into()),
        Rule::Glyphs => drawn("BT /F 12 Tf 200 300 Td <0000> Tj ET"),
        Rule::Resources => drawn("/Gone Do"),
        Rule::Unseen => drawn("BT /F 12 Tf 200 300 Td <0002> Tj ET 190 290 40 30 re f"),
        Rule::Overprint => changed(good, |document| {
            let state = dictionary! { "op" => true };
            add(document, "ExtGState", "GS", state);
            draw(document, "190 290 40 40 re f /GS gs 1 g 200 300 9 9 re f");
        }),
        Rule::Layers => {
            let usual = dictionary! { "BaseState" => "OFF" };
            let layers = vec![dictionary! { "Type" => "OCG" }.into()];
            of_catalog("OCProperties", dictionary! { "OCGs" => layers, "D" => usual }.into())
        }
        Rule::Scripts => of_catalog("OpenAction", dictionary! { "S" => "JavaScript" }.into()),
        Rule::Attachments => of_catalog("Collection", dictionary! {}.into()),
        // It claims to be PDF/X-1a:2001, and is not.
        Rule::Pdfx => changed(good, |document| {
            let claim = Object::string_literal("PDF/X-1a:2001");
            document.trailer.set("Info", dictionary! { "GTS_PDFXConformance" => claim });
        }),
        Rule::Version
        | Rule::TotalInk
        | Rule::PageCount
        | Rule::SafeArea
        | Rule::Bleed
        | Rule::Spine
        | Rule::Barcode
        | Rule::Cut
        | Rule::Overlap
        | Rule::Blank
        | Rule::LastPage => return None,
    })
}

/// A file of its own making: on each page a square at the inner margin.
pub fn plain(pages: usize, inside: f64) -> Vec<u8> {
    let pages = (0..pages).map(|index| {
        let x = if index % 2 == 0 { inside } else { 432.0 - inside - 20.0 };
        (Dictionary::new(), format!("{x} 300 20 20 re f"))
    });
    let all = dictionary! { "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()] };
    bound(Document::with_version("1.4"), pages, all)
}
