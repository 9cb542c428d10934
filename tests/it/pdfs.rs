//! PDFs made by hand, and what is read of their pages.

use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use sudoku_press::check::readback::Pdf;

/// A file of these pages, each with its content. What is in `all` is said of all of them.
pub fn bound(
    mut document: Document,
    pages: impl IntoIterator<Item = (Dictionary, String)>,
    mut all: Dictionary,
) -> Vec<u8> {
    let tree = document.new_object_id();
    let kids: Vec<Object> = pages
        .into_iter()
        .map(|(mut page, content)| {
            let content = Stream::new(Dictionary::new(), content.into_bytes());
            page.set("Type", "Page");
            page.set("Parent", tree);
            page.set("Contents", document.add_object(content));
            document.add_object(page).into()
        })
        .collect();
    all.set("Type", "Pages");
    all.set("Count", kids.len() as i64);
    all.set("Kids", kids);
    document.set_object(tree, all);
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    saved(document)
}

/// The bytes of a file.
pub fn saved(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

/// A page with words in a font that every viewer has.
fn words(boxes: Dictionary, words: &[(&str, f64, f64)]) -> Vec<u8> {
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let mut page = boxes;
    page.set("Resources", dictionary! { "Font" => dictionary! { "F" => font } });
    let word = |(text, x, y): &(&str, f64, f64)| format!("BT /F 8 Tf {x} {y} Td ({text}) Tj ET\n");
    bound(document, [(page, words.iter().map(word).collect())], Dictionary::new())
}

fn boxed(sides: [i64; 4]) -> Object {
    sides.map(Object::from).to_vec().into()
}

#[test]
fn the_box_of_a_page_is_its_crop_box_or_else_its_media_box() {
    let (media, crop) = ([100, 50, 712, 842], [110, 60, 700, 800]);
    let both = dictionary! { "MediaBox" => boxed(media), "CropBox" => boxed(crop) };
    for (boxes, expected) in [
        (both, Some(crop)),
        (dictionary! { "MediaBox" => boxed(media) }, Some(media)),
        (Dictionary::new(), None),
    ] {
        let pdf = Pdf::open(&words(boxes, &[("text", 300.0, 400.0)])).unwrap();
        let found = pdf.page_box(0).map(|sides| sides.map(|side| side as i64));
        assert_eq!(found, expected);
        assert_eq!((pdf.page_box(1), pdf.is_booklet(), pdf.page_count()), (None, false, 1));
    }
}

/// A number is a page number only in the top 12 % and the bottom 12 % of its page. Here the lower edge is at 1,000 points.
#[test]
fn a_page_number_is_found_on_a_page_that_does_not_begin_at_zero() {
    let boxes = || dictionary! { "MediaBox" => boxed([100, 1_000, 700, 2_000]) };
    for (y, is_number) in [(1_119.0, true), (1_121.0, false), (1_879.0, false), (1_881.0, true)] {
        let pdf = Pdf::open(&words(boxes(), &[("12", 400.0, y)])).unwrap();
        let page = pdf.page(0).unwrap();
        assert_eq!(page.folio.as_deref() == Some("12"), is_number, "{y}");
        assert_eq!(page.lines, ["12"]);
    }
}
