//! PDFs that ask for endless work or memory with a few kilobytes: refused, or read at once.

use crate::pdfs::bound;
use crate::preflight::{draw, fonts_with_f, plain, resources, spoiled, spot, terms};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use sudoku_press::print::preflight::{self, PreflightError};
use sudoku_press::proof::readback::Pdf;

/// A file of one page.
fn one_page(document: Document, resources: Dictionary, content: &str) -> Vec<u8> {
    let page = dictionary! { "Resources" => resources };
    bound(document, [(page, content.to_owned())], Dictionary::new())
}

#[test]
fn a_page_that_is_a_bomb_is_refused() {
    let mut document = Document::with_version("1.5");
    let mut inner: Option<ObjectId> = None;
    // Ten drawings in each other, each with ten of the one inside: 10^10.
    for _ in 0..10 {
        let stream = Stream::new(
            dictionary! { "Subtype" => "Form", "Resources" => dictionary! {
                "XObject" => inner.map_or(Dictionary::new(), |id| dictionary! { "A" => id }),
            } },
            b"/A Do ".repeat(10),
        );
        inner = Some(document.add_object(stream));
    }
    let forms = dictionary! { "A" => inner.unwrap() };
    let bytes = one_page(document, dictionary! { "XObject" => forms }, "/A Do");
    let error = Pdf::open(&bytes).unwrap().page(0).unwrap_err().to_string();
    assert!(error.contains("more work than any page"), "{error}");
}

/// Each range of codes was read code by code: a font of a few kilobytes took an hour.
#[test]
fn a_font_that_says_the_same_of_all_codes_again_and_again_is_read() {
    let mut document = Document::with_version("1.5");
    let mut widths = [0, 65535, 500].repeat(20_000);
    widths.extend([65, 65, 5000]);
    let widths: Vec<Object> = widths.into_iter().map(Object::from).collect();
    let inner = document.add_object(dictionary! { "Subtype" => "CIDFontType2", "W" => widths });
    let map = format!(
        "1 beginbfrange {} <0041><0041><0058> endbfrange",
        "<0000><ffff><0020>".repeat(20_000)
    );
    let map = document.add_object(Stream::new(dictionary! {}, map.into_bytes()));
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "ToUnicode" => map,
        "DescendantFonts" => vec![inner.into()],
    });
    // What was said last holds: X is 50 wide, and on both sides of it letters still are 5 wide.
    let content = "BT /F 10 Tf 50 50 Td <00400041> Tj 55 0 Td <0042> Tj 12 0 Td <0043> Tj ET";
    let fonts = dictionary! { "F" => font };
    let bytes = one_page(document, dictionary! { "Font" => fonts }, content);
    let page = Pdf::open(&bytes).unwrap().page(0).unwrap();
    assert_eq!(page.lines, ["`Xb\tc"]);
}

/// A form with a string of a million letters, drawn again and again, was measured for minutes.
#[test]
fn letters_of_forms_count_as_often_as_they_are_drawn() {
    let kdp = terms("kdp", "6x9", None);
    let many = spoiled(&kdp, |document| {
        let fonts = fonts_with_f(document);
        let million = [
            b"BT /F 1 Tf (".to_vec(),
            vec![b'a'; 1 << 20],
            b") Tj ET".to_vec(),
        ];
        let form = document.add_object(Stream::new(
            dictionary! { "Subtype" => "Form", "Resources" => dictionary! { "Font" => fonts } },
            million.concat(),
        ));
        resources(document).set("XObject", dictionary! { "X" => form });
        draw(document, &"/X Do ".repeat(1000));
    });
    assert_eq!(
        preflight::inspect(&many, &kdp),
        Err(PreflightError::Endless(8))
    );
}

/// A few kilobytes of content unpacked to 64 megabytes, and those were parsed to four gigabytes.
#[test]
fn content_that_unpacks_to_more_than_any_page_has_is_not_parsed() {
    let kdp = terms("kdp", "6x9", None);
    let packed = |content: String| {
        let mut stream = Stream::new(dictionary! {}, content.into_bytes());
        stream.compress().unwrap();
        assert!(stream.content.len() < 100_000);
        stream
    };
    let large = " ".repeat(7 << 20);
    let page = spoiled(&kdp, |document| {
        let content = document.add_object(packed(large.clone()));
        let spot = spot(document);
        document
            .get_dictionary_mut(spot)
            .unwrap()
            .set("Contents", content);
    });
    assert_eq!(
        preflight::inspect(&page, &kdp),
        Err(PreflightError::Endless(8))
    );
    // Two forms, each of which is no more than a page may have, also where pages before had one each.
    let forms = |content: &str, before: bool| {
        let file = spoiled(&kdp, |document| {
            let mut form = || {
                let mut form = packed(" ".repeat(4 << 20));
                form.dict.set("Subtype", "Form");
                document.add_object(form)
            };
            let both = dictionary! { "X" => form(), "Y" => form() };
            resources(document).set("XObject", both);
            draw(document, content);
            let pages: Vec<ObjectId> = document.page_iter().take(2).collect();
            for (page, content) in pages.into_iter().zip(["/X Do", "/Y Do"]) {
                if before {
                    let content = Stream::new(dictionary! {}, content.into());
                    let content = document.add_object(content);
                    let page = document.get_dictionary_mut(page).unwrap();
                    page.set("Contents", content);
                }
            }
        });
        preflight::inspect(&file, &kdp).map(|_| ())
    };
    for before in [false, true] {
        assert_eq!(forms("/X Do /X Do", before), Ok(()));
        let both = forms("/X Do /Y Do", before);
        assert_eq!(both, Err(PreflightError::Endless(8)));
    }
}

/// Of states that are kept each took some hundred times the byte that asks for it.
#[test]
fn states_that_are_kept_without_end_are_too_many() {
    let kdp = terms("kdp", "6x9", None);
    let kept = |times: usize| {
        let file = spoiled(&kdp, |document| {
            draw(document, &("q ".repeat(times) + &"Q ".repeat(times)));
        });
        preflight::inspect(&file, &kdp)
    };
    assert!(kept(100).is_ok());
    assert_eq!(kept(1_000_000), Err(PreflightError::Endless(8)));
}

/// Preflight unpacked objects without a bound, where reading books back had one.
#[test]
fn objects_that_unpack_to_more_than_any_book_has_are_not_read() {
    let kdp = terms("kdp", "6x9", None);
    let answer = |space: usize| {
        let mut document = Document::load_mem(&plain(24, 60.0)).unwrap();
        document.add_object(Object::string_literal(" ".repeat(space)));
        let mut out = Vec::new();
        document.save_modern(&mut out).unwrap();
        assert!(out.len() < 100_000);
        preflight::inspect(&out, &kdp).map(|report| report.pages)
    };
    assert_eq!(answer(0), Ok(24));
    assert_eq!(answer(7 << 20), Err(PreflightError::NoPages));
}
