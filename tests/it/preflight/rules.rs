//! Preflight: a bad file for each rule, made from a good one; broken files; the screen edition.

use crate::support::preflight::{
    add, broken, changed, draw, good, layout, pdf, plain, sections, spoiled, spoiled_alike, terms,
};
use crate::support::program::Bench;
use crate::support::readback;
use lopdf::{Document, Object, ObjectId, Stream, dictionary};
use std::collections::BTreeSet;
use sudoku_press::book::{self, BookOptions, Face, Template};
use sudoku_press::printers::preflight::{self, Rule};
use sudoku_press::printers::{PdfError, PrintSpec, Printer, Trim, WalkError};

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
fn a_letter_of_a_bare_cff_font_is_measured_by_its_ink() {
    let kdp = terms("kdp", "6x9", None);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
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
    assert_eq!(broken(&good, &kdp), []);
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
    assert_eq!(broken(&at(14.0), &kdp), []);
    assert_eq!(broken(&at(5.0), &kdp), [(Rule::SafeArea, vec![8])]);
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
        Rule::Bleed | Rule::Spine | Rule::Barcode | Rule::Cut | Rule::TotalInk => return None,
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
fn the_gutter_is_that_of_the_number_of_pages() {
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
fn the_screen_edition_leads_to_the_right_pages() {
    let screen = terms("screen", "6x9", None);
    let book = layout("classic", &screen, 60).unwrap();
    let volume = &book.volumes[0];
    let bytes = pdf(volume);
    let document = Document::load_mem(&bytes).unwrap();
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let sheets = readback::sheets(&bytes);
    assert!(sheets.iter().all(|sheet| !sheet.glyphs.is_empty()), "no blank pages");
    let number = |dest: &Object| {
        let dest = dest.as_array().unwrap();
        let page = dest[0].as_reference().unwrap();
        pages.iter().position(|&id| id == page).unwrap()
    };
    let mut links = 0;
    for (index, &id) in pages.iter().enumerate() {
        let page = document.get_dictionary(id).unwrap();
        let annotations = page.get(b"Annots").and_then(Object::as_array);
        for link in annotations.into_iter().flatten() {
            let link = link.as_dict().unwrap();
            let rect: Vec<f64> = link
                .get(b"Rect")
                .unwrap()
                .as_array()
                .unwrap()
                .iter()
                .map(|n| f64::from(n.as_float().unwrap()))
                .collect();
            // The grid whose caption is pressed, and the same number on the page that it leads to.
            let grids = sheets[index].grids();
            let own = grids.iter().find(|grid| {
                (rect[0]..rect[2]).contains(&(grid.edges.0 + 1.0))
                    && (0.0..30.0).contains(&(rect[1] - grid.edges.2 + 8.0))
            });
            let own = own.expect("a link lies above a grid");
            let target = number(link.get(b"Dest").unwrap());
            let there = sheets[target].grids();
            let found = there.iter().find(|grid| grid.number == own.number);
            let found = found.expect("the same number");
            assert!(target != index && found.line != own.line, "puzzle to answer, or back");
            links += 1;
        }
    }
    assert_eq!(links, 120);

    // The outline: parts, levels with tens below, answers.
    let toc = document.get_toc().unwrap().toc;
    let said: Vec<(usize, &str)> =
        toc.iter().map(|entry| (entry.level, entry.title.as_str())).collect();
    assert!(said.contains(&(1, "How to play")), "{said:?}");
    assert!(said.contains(&(1, "Easy")) && said.contains(&(2, "Puzzles 11 to 20")), "{said:?}");
    assert_eq!(said.last(), Some(&(1, "Answers")));
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
