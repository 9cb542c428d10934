//! Preflight: a bad file for each rule, made from a good one, and both sides of every figure; broken files; the screen
//! edition.

use crate::support::foreign::book;
use crate::support::pdfs::bound;
use crate::support::preflight::{
    add, broken, changed, draw, good, layout, pdf, plain, sections, spoiled, spoiled_alike, terms,
};
use crate::support::program::Bench;
use crate::support::readback;
use book::{BookOptions, Template};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use page::Face;
use preflight::{PdfError, PrintSpec, Printer, Rule, Trim, WalkError};
use std::collections::BTreeSet;

fn page(document: &Document, number: usize) -> ObjectId {
    document.page_iter().nth(number - 1).unwrap()
}

/// Drawing this on page 8 breaks this rule there, and no other.
fn caught(rule: Rule, content: &str) {
    let kdp = terms("kdp", "6x9", None);
    let bytes = spoiled(&kdp, |document| draw(document, content));
    assert_eq!(broken(&bytes, &kdp), [(rule, vec![8])], "{content}");
}

#[test]
fn good_books_are_clean() {
    for (printer, trim) in [
        ("kdp", "6x9"),
        ("ingram", "6x9"),
        ("lulu", "8.5x11"),
        ("bod", "170x220mm"),
        ("office", "a4"),
        ("screen", "letter"),
        ("eink", "remarkable-2"),
    ] {
        let terms = terms(printer, trim, None);
        let report = preflight::inspect(&good(&terms), &terms).unwrap();
        assert_eq!(report.findings, [], "{printer}");
    }
}

#[test]
fn marks_in_wrong_places_are_found() {
    caught(Rule::SafeArea, "0 g 5 300 20 20 re f");
    caught(Rule::SafeArea, "1 w 200 10 m 200 40 l S");
    caught(Rule::SafeArea, "BT /F 12 Tf 425 300 Td <0001000200030004> Tj ET");
    caught(Rule::SafeArea, "q 2 0 0 2 0 0 cm 100 320 5 5 re f Q");
    caught(Rule::Type, "BT /F 6.9 Tf 200 300 Td <0001000200030004> Tj ET");
    caught(Rule::Type, "q 0.5 0 0 0.5 0 0 cm BT /F 12 Tf 400 600 Td <0001000200030004> Tj ET Q");
    caught(Rule::Line, "0.7 w 200 300 m 250 300 l S");
    caught(Rule::Line, "200 300 50 0.5 re f");
    caught(Rule::Line, "0 w 200 300 m 250 300 l S");
    caught(Rule::Colour, "1 0 0 rg 200 300 20 20 re f");
    caught(Rule::Colour, "/DeviceRGB CS 0 0 0.1 SC 200 300 m 250 300 l S");
    caught(Rule::Colour, "0 1 0 0 k 200 300 20 20 re f");
    caught(Rule::Grey, "0.92 g 200 300 20 20 re f");
    caught(Rule::Invisible, "BT 3 Tr /F 12 Tf 200 300 Td <0001000200030004> Tj ET");
    // And what is as it should be is not.
    let kdp = terms("kdp", "6x9", None);
    for fine in [
        "0.9 g 200 300 20 20 re f",
        "0 0 0 1 k 200 300 20 20 re f",
        "1 g 0 0 432 648 re f",
        "0.75 w 200 300 m 250 300 l S",
        "q 100 100 200 200 re W n 0 0 400 400 re f Q",
    ] {
        let bytes = spoiled(&kdp, |document| draw(document, fine));
        assert_eq!(broken(&bytes, &kdp), [], "{fine}");
    }
}

/// The ink of an ideograph begins inside its square. A font whose program is a bare CFF table, as PDF
/// allows it, is measured by its ink, not by its squares.
#[test]
fn bare_cff_letters_are_measured_by_their_ink() {
    let kdp = terms("kdp", "6x9", None);
    let root = std::path::Path::new(env!("ROOT"));
    let font = std::fs::read(root.join("tests/fonts/NotoSerifSC-Title.otf")).unwrap();
    let imprint = BookOptions {
        title: Some("静夜".to_owned()),
        fonts: vec![Face::parse(font).unwrap()],
        ..BookOptions::default()
    };
    let classic = Template::builtin("classic").unwrap();
    let sections = sections(90);
    let book = book::LayoutSpec::new(&classic, &sections)
        .printer(&kdp)
        .options(&imprint)
        .lay_out()
        .unwrap();
    let good = pdf(&book.volumes[0]);
    // The contours of this font overlap, which is advice.
    assert_eq!(broken(&good, &kdp), [(Rule::Outlines, vec![1, 2])]);
    // The first font is that of the title, and its second code the second character. Page 8 is a
    // left-hand page: what is left of 18 pt is in its margin. At 200 pt the ink of that character begins
    // 8 pt to the right of its square.
    let at = |x: f64| {
        changed(&good, |document| {
            draw(document, &format!("BT /F 200 Tf {x} 300 Td <0002> Tj ET"));
            let program = document.objects.values().find_map(|object| {
                let subtype = object.as_stream().ok()?.dict.get(b"Subtype").ok()?;
                subtype.as_name().ok().map(<[u8]>::to_vec)
            });
            assert_eq!(program.as_deref(), Some(&b"CIDFontType0C"[..]));
        })
    };
    let with_letter = (Rule::Outlines, vec![1, 2, 8]);
    assert_eq!(broken(&at(14.0), &kdp), std::slice::from_ref(&with_letter));
    assert_eq!(broken(&at(5.0), &kdp), [(Rule::SafeArea, vec![8]), with_letter]);
}

#[test]
fn wrong_pages_are_found() {
    let kdp = terms("kdp", "6x9", None);
    let set = |number: usize, key: &'static str, size: [i64; 4]| {
        spoiled(&kdp, |document| {
            let id = page(document, number);
            let boxed: Vec<Object> = size.iter().map(|&n| n.into()).collect();
            document.get_dictionary_mut(id).unwrap().set(key, boxed);
        })
    };
    let found = broken(&set(5, "MediaBox", [0, 0, 432, 640]), &kdp);
    assert_eq!(found, [(Rule::PageSize, vec![5])]);
    let found = broken(&set(5, "TrimBox", [9, 9, 423, 639]), &kdp);
    assert_eq!(found, [(Rule::Boxes, vec![5])]);
    let found = broken(&set(5, "CropBox", [9, 9, 423, 639]), &kdp);
    assert_eq!(found, [(Rule::Boxes, vec![5])]);

    let odd = spoiled(&kdp, |document| {
        let last = document.page_iter().count() as u32;
        document.delete_pages(&[last]);
    });
    assert_eq!(broken(&odd, &kdp), [(Rule::PageCount, vec![])]);
    let thin = spoiled(&kdp, |document| {
        let last = document.page_iter().count() as u32;
        document.delete_pages(&(21..=last).collect::<Vec<_>>());
    });
    assert_eq!(broken(&thin, &kdp), [(Rule::PageCount, vec![])]);

    let blank = spoiled(&kdp, |document| {
        for number in 7..10 {
            let id = page(document, number);
            document.get_dictionary_mut(id).unwrap().remove(b"Contents");
        }
    });
    assert_eq!(broken(&blank, &kdp), [(Rule::Blank, vec![9])]);

    let ingram = terms("ingram", "6x9", None);
    let full = spoiled(&ingram, |document| {
        let id = document.page_iter().last().unwrap();
        let mark = b"200 300 20 20 re f".to_vec();
        document.add_page_contents(id, mark).unwrap();
    });
    let found = broken(&full, &ingram);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, Rule::LastPage);
}

#[test]
fn wrong_files_are_found() {
    let kdp = terms("kdp", "6x9", None);
    let found = |spoil: fn(&mut Document)| -> BTreeSet<Rule> {
        let all = broken(&spoiled(&kdp, spoil), &kdp);
        all.into_iter().map(|(rule, _)| rule).collect()
    };
    let fonts = found(|document| {
        for object in document.objects.values_mut() {
            if let Ok(dict) = object.as_dict_mut() {
                dict.remove(b"FontFile2");
                dict.remove(b"FontFile3");
            }
        }
    });
    assert!(fonts.contains(&Rule::Fonts), "{fonts:?}");
    let transparent = found(|document| {
        let state = dictionary! { "ca" => 0.5 };
        add(document, "ExtGState", "GS", state);
        draw(document, "/GS gs 200 300 20 20 re f");
    });
    assert_eq!(transparent, [Rule::Transparency].into());
    let image = found(|document| {
        let image = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 8, "Height" => 8,
            "BitsPerComponent" => 8, "ColorSpace" => "DeviceRGB",
        };
        let image = document.add_object(Stream::new(image, [200, 0, 0].repeat(64)));
        add(document, "XObject", "I", image);
        draw(document, "q 72 0 0 72 200 300 cm /I Do Q");
    });
    assert_eq!(image, [Rule::Colour, Rule::Images].into());
    let annotated = found(|document| {
        let note = dictionary! { "Type" => "Annot", "Subtype" => "Text" };
        let id = page(document, 8);
        let page = document.get_dictionary_mut(id).unwrap();
        page.set("Annots", vec![note.into()]);
    });
    assert_eq!(annotated, [Rule::Annotations].into());
    let outline = found(|document| {
        let item = document.add_object(dictionary! { "Title" => Object::string_literal("x") });
        let outline = document.add_object(dictionary! { "First" => item, "Last" => item });
        document.catalog_mut().unwrap().set("Outlines", outline);
    });
    assert_eq!(outline, [Rule::Outline].into());
    let metadata = found(|document| {
        let info = dictionary! { "Title" => Object::string_literal("x") };
        document.trailer.set("Info", info);
    });
    assert_eq!(metadata, [Rule::Metadata].into());
}

/// A book that breaks this rule and no other; none if the rule is for covers.
fn bad(rule: Rule) -> Option<(Vec<u8>, PrintSpec)> {
    let kdp = terms("kdp", "6x9", None);
    // IngramSpark, if it did not ask for PDF/X.
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "ingram").unwrap();
    let ingram = Printer::parse(&text.replace("pdfx = \"1a\"", "")).unwrap();
    let ingram = ingram.terms("6x9".parse().unwrap(), None).unwrap();
    let bytes = match rule {
        Rule::Version => spoiled(&ingram, |document| document.version = "1.7".to_owned()),
        Rule::PageCount => plain(830, 63.0),
        Rule::SafeArea => spoiled(&kdp, |document| draw(document, "0 g 200 0 20 20 re f")),
        Rule::Blank => spoiled(&kdp, |document| {
            for number in 7..10 {
                let id = page(document, number);
                document.change_page_content(id, Vec::new()).unwrap();
            }
        }),
        Rule::LastPage => spoiled(&ingram, |document| {
            let id = document.page_iter().last().unwrap();
            let mark = b"200 300 20 20 re f".to_vec();
            document.add_page_contents(id, mark).unwrap();
        }),
        // These are for covers.
        Rule::Bleed | Rule::Spine | Rule::Barcode | Rule::Cut | Rule::TotalInk | Rule::Overlap => {
            return None;
        }
        _ => spoiled_alike(rule, &good(&kdp)).unwrap(),
    };
    match rule {
        Rule::Version | Rule::LastPage => Some((bytes, ingram)),
        _ => Some((bytes, kdp)),
    }
}

#[test]
fn every_rule_finds_its_bad_file() {
    for rule in Rule::ALL {
        let Some((bytes, terms)) = bad(rule) else {
            continue;
        };
        let found: Vec<Rule> = broken(&bytes, &terms).into_iter().map(|f| f.0).collect();
        assert_eq!(found, [rule]);
    }
}

/// What a file does against a figure that is not settled is advice; against one that is, the same is
/// a refusal.
#[test]
fn unsettled_figures_give_advice() {
    let weight = |rule: Rule| {
        let (bytes, terms) = bad(rule).unwrap();
        let report = preflight::inspect(&bytes, &terms).unwrap();
        assert_eq!(report.refusals(), usize::from(report.findings[0].advice.is_none()));
        report.findings[0].advice.clone()
    };
    for rule in [Rule::Type, Rule::Images, Rule::SafeArea, Rule::PageCount, Rule::Fonts] {
        assert_eq!(weight(rule), None, "{rule}");
    }
    for (rule, why) in [
        (Rule::Line, "course text"),
        (Rule::Grey, "course text"),
        (Rule::Blank, "older texts"),
        (Rule::Version, "other sources"),
    ] {
        assert!(weight(rule).unwrap().contains(why), "{rule}");
    }
    // The limits of the sizes with a name are settled, those of others are not; groundwood's is for
    // the usual sizes alone.
    let of_count = |trim: &str, paper: &str| {
        let terms = terms("kdp", trim, Some(paper));
        let report = preflight::inspect(&plain(830, 63.0), &terms).unwrap();
        let count = report.findings.into_iter().find(|f| f.rule == Rule::PageCount);
        count.unwrap().advice.is_some()
    };
    assert!(!of_count("6x9", "cream") && of_count("6x8.9", "cream"));
    assert!(!of_count("6x9", "groundwood") && of_count("8.5x11", "groundwood"));
}

/// The gutter of a book of 150 pages is too narrow for one of 151, and so on.
#[test]
fn gutter_depends_on_the_number_of_pages() {
    let kdp = terms("kdp", "6x9", None);
    for (last, points) in [(150, 27.0), (300, 36.0), (500, 45.0), (700, 54.0)] {
        for (pages, clean) in [(last, true), (last + 2, false)] {
            let bytes = plain(pages, points);
            let found = broken(&bytes, &kdp);
            assert_eq!(found.is_empty(), clean, "{pages} pages, {points} pt: {found:?}");
            if !clean {
                assert_eq!(found[0].0, Rule::SafeArea);
                assert_eq!(found[0].1.len(), pages, "on every page");
            }
        }
    }
    // An odd number is judged by its own gutter, and for being odd.
    let rules: Vec<Rule> = broken(&plain(151, 27.0), &kdp).into_iter().map(|f| f.0).collect();
    assert_eq!(rules, [Rule::PageCount, Rule::SafeArea]);
}

#[test]
fn broken_files_are_errors() {
    let kdp = terms("kdp", "6x9", None);
    let is_broken =
        |bytes: &[u8]| matches!(preflight::inspect(bytes, &kdp), Err(PdfError::Broken(_)));
    assert!(is_broken(b"") && is_broken(b"%PDF-1.4\n") && is_broken(b"no PDF at all"));
    let whole = good(&kdp);
    // Cut off and scratched: whatever is answered, it is an answer.
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let _ = preflight::inspect(&whole[..at], &kdp);
        let mut scratched = whole.clone();
        for byte in scratched.iter_mut().skip(at).take(9) {
            *byte ^= 0x55;
        }
        let _ = preflight::inspect(&scratched, &kdp);
    }
    let endless = spoiled(&kdp, |document| {
        let form = document.new_object_id();
        let stream = Stream::new(
            dictionary! {
                "Type" => "XObject", "Subtype" => "Form",
                "Resources" => dictionary! { "XObject" => dictionary! { "X" => form } },
            },
            b"/X Do /X Do".to_vec(),
        );
        document.set_object(form, stream);
        add(document, "XObject", "X", form);
        draw(document, "/X Do");
    });
    let inspected = preflight::inspect(&endless, &kdp);
    assert!(
        matches!(inspected, Err(PdfError::Page(8, WalkError::LimitExceeded(_)))),
        "a form in itself"
    );
}

#[test]
fn screen_edition_has_outline_and_no_blanks() {
    let screen = terms("screen", "6x9", None);
    let book = layout("classic", &screen, 60).unwrap();
    let volume = &book.volumes[0];
    let bytes = pdf(volume);
    let document = Document::load_mem(&bytes).unwrap();
    let sheets = readback::sheets(&bytes);
    assert!(sheets.iter().all(|sheet| !sheet.glyphs.is_empty()), "no blank pages");
    // The outline: parts, levels with tens below, answers.
    let toc = document.get_toc().unwrap().toc;
    let said: Vec<(usize, &str)> =
        toc.iter().map(|entry| (entry.level, entry.title.as_str())).collect();
    assert!(said.contains(&(1, "How to play")), "{said:?}");
    assert!(said.contains(&(1, "Easy")) && said.contains(&(2, "Puzzles 11 to 20")), "{said:?}");
    assert!(said.contains(&(1, "Answers")), "{said:?}");
    for entry in toc.iter().filter(|entry| entry.title.starts_with("Puzzles ")) {
        let first: usize = entry.title.split(' ').nth(1).unwrap().parse().unwrap();
        let grids = sheets[entry.page - 1].grids();
        assert!(grids.iter().any(|grid| grid.number == first), "{}", entry.title);
    }
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"PageMode").unwrap().as_name().unwrap(), b"UseOutlines");
    assert!(catalog.has(b"Lang") && catalog.has(b"PageLabels"));
}

#[test]
fn files_for_printers_have_only_what_printers_accept() {
    let kdp = Document::load_mem(&good(&terms("kdp", "6x9", None))).unwrap();
    assert!(kdp.trailer.get(b"Info").is_err(), "KDP forbids metadata");
    for id in kdp.page_iter() {
        let page = kdp.get_dictionary(id).unwrap();
        let boxed = |key: &[u8]| page.get(key).unwrap().clone();
        assert_eq!(boxed(b"MediaBox"), boxed(b"TrimBox"));
        assert_eq!(boxed(b"MediaBox"), boxed(b"BleedBox"));
    }
    let bytes = good(&terms("ingram", "6x9", None));
    assert!(bytes.starts_with(b"%PDF-1.3"));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("\nxref") && !text.contains("/ObjStm"), "a plain table");
    let ingram = readback::sheets(&bytes);
    assert!(ingram.last().unwrap().glyphs.is_empty(), "the last page is blank");
    assert!(ingram.len().is_multiple_of(2));
    let _: Trim = "6x9".parse().unwrap();
}

/// A file with pages of this size, and a trim box so far inside of them.
fn of_size(media: [i64; 2], trim: Option<[i64; 4]>) -> Vec<u8> {
    let pages = (0..24).map(|_| {
        let mut page = dictionary! { "MediaBox" => vec![0.into(), 0.into(), media[0].into(), media[1].into()] };
        if let Some(trim) = trim {
            page.set("TrimBox", trim.map(Object::Integer).to_vec());
        }
        (page, "0 g 100 300 20 20 re f".to_owned())
    });
    crate::support::pdfs::bound(Document::with_version("1.4"), pages, dictionary! {})
}

#[test]
fn the_trim_size_is_read_from_the_pdf() {
    let bench = Bench::new();
    for (media, trim, expected) in [
        ([432, 648], None, "for kdp at 6x9 on paper"),
        // With bleed at three edges.
        ([441, 666], None, "for kdp at 6x9 on paper"),
        ([500, 700], Some([30, 20, 462, 668]), "for kdp at 6x9 on paper"),
        ([595, 842], None, "for kdp at 8.27x11.69 on paper"),
        ([442, 650], None, "for kdp at "),
    ] {
        std::fs::write(bench.path("b.pdf"), of_size(media, trim)).unwrap();
        let said = String::from_utf8(bench.run("preflight b.pdf --printer kdp").stdout).unwrap();
        assert!(said.contains(expected), "{media:?}: {said}");
    }
    std::fs::write(bench.path("b.pdf"), of_size([250, 300], None)).unwrap();
    let words = "printer kdp: no trim size fits pages of 3.47 x 4.17 in; the nearest is 5.06x7.81";
    bench.ends("preflight b.pdf --printer kdp", 2, words);
    bench.ends("preflight b.pdf --printer kdp --cover 40", 2, "--trim");
    // The flag wins.
    let said = bench.run("preflight b.pdf --printer kdp --trim 6x9");
    assert!(String::from_utf8(said.stdout).unwrap().contains("at 6x9"));
}

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
fn marks_bleed_at_each_edge_or_keep_margins() {
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
fn letters_off_a_page_with_bleed_are_found() {
    let file = changed(&book("BT /F 40 Tf -5 300 Td (W) Tj ET"), |document| {
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
fn page_sizes_may_differ_by_half_a_point() {
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
            // What is outside of the page is cut off.
            let is_page = key == "CropBox" && sides[2] >= 432.0 && sides[3] >= 648.0;
            let expected = if is_page { vec![] } else { vec![rule] };
            assert_eq!(at(key, sides), expected, "{key} {sides:?}");
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
fn trim_of_a_page_begins_behind_its_bleed() {
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
        assert!(found[0].what().to_string().ends_with(told), "{found:?}");
    }
}

/// The size of pages rests on the printer's bleed in a file with bleed, and on the trim alone in others.
#[test]
fn unsettled_bleed_makes_only_bleed_sizes_advice() {
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
        finding.what().to_string()
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
        assert!(report.findings[0].what().to_string().starts_with(side), "{content}: {report:?}");
    }
}

/// Type of 7 pt, lines of 0.75 pt, greys of 10 % and pictures of 300 dpi are taken, up to rounding.
#[test]
fn sizes_widths_and_greys_keep_printer_limits() {
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
fn page_count_keeps_the_limits_of_the_printer() {
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
