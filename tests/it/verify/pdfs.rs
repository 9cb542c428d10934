//! PDFs made by hand, and what is read of their pages.

use crate::support::pdfs::bound;
use lopdf::{Dictionary, Document, Object, dictionary};
use sudoku_press::check::readback::Pdf;

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
