//! Files that would do harm: endless work or memory, and text that would command a terminal.

use crate::support::pdfs::{bound, saved};
use crate::support::preflight::{
    broken, changed, draw, encrypted, fonts_with_f, plain, resources, spoiled, spot, terms,
};
use crate::support::program::{Bench, fed};
use crate::support::puzzles::PUZZLE;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use preflight::{PdfError, Rule, WalkError};
use proof::readback::Pdf;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;
use tables::compress::{Codec, CompressingWriter};

/// A file of one page.
fn one_page(document: Document, resources: Dictionary, content: &str) -> Vec<u8> {
    let page = dictionary! { "Resources" => resources };
    bound(document, [(page, content.to_owned())], Dictionary::new())
}

#[test]
fn a_decompression_bomb_is_refused() {
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
    assert!(
        error.contains("exceeds the processing limit (500,000 operators and letters)"),
        "{error}"
    );
}

/// Each range of codes was read code by code: a font of a few kilobytes took an hour.
#[test]
fn font_with_often_repeated_widths_is_read() {
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
fn form_xobject_text_counts_each_time_drawn() {
    let kdp = terms("kdp", "6x9", None);
    let many = spoiled(&kdp, |document| {
        let fonts = fonts_with_f(document);
        let million = [b"BT /F 1 Tf (".to_vec(), vec![b'a'; 1 << 20], b") Tj ET".to_vec()];
        let form = document.add_object(Stream::new(
            dictionary! { "Subtype" => "Form", "Resources" => dictionary! { "Font" => fonts } },
            million.concat(),
        ));
        resources(document).set("XObject", dictionary! { "X" => form });
        draw(document, &"/X Do ".repeat(1000));
    });
    assert!(matches!(
        preflight::inspect(&many, &kdp),
        Err(PdfError::Page(8, WalkError::LimitExceeded(_)))
    ));
}

/// A few kilobytes of content unpacked to 64 megabytes, and those were parsed to four gigabytes.
#[test]
fn page_content_over_maximum_size_is_not_parsed() {
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
        document.get_dictionary_mut(spot).unwrap().set("Contents", content);
    });
    assert!(matches!(
        preflight::inspect(&page, &kdp),
        Err(PdfError::Page(8, WalkError::LimitExceeded(_)))
    ));
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
        assert!(matches!(both, Err(PdfError::Page(8, WalkError::LimitExceeded(_)))));
    }
}

/// Of states that are kept each took some hundred times the byte that asks for it.
#[test]
fn unbounded_saved_graphics_states_are_refused() {
    let kdp = terms("kdp", "6x9", None);
    let kept = |times: usize| {
        let file = spoiled(&kdp, |document| {
            draw(document, &("q ".repeat(times) + &"Q ".repeat(times)));
        });
        preflight::inspect(&file, &kdp)
    };
    assert!(kept(100).is_ok());
    assert!(matches!(kept(1_000_000), Err(PdfError::Page(8, WalkError::LimitExceeded(_)))));
}

/// Preflight unpacked objects without a bound, where reading books back had one.
#[test]
fn objects_over_the_maximum_size_are_not_read() {
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
    assert_eq!(answer(7 << 20), Err(PdfError::NoPages));
}

/// A file of two pages, one of them below a node of the page tree that says how many it has.
fn counted(count: i64, kids: impl FnOnce(ObjectId, [ObjectId; 2]) -> Vec<Object>) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let (tree, node) = (document.new_object_id(), document.new_object_id());
    let mut page = |parent: ObjectId| {
        document.add_object(dictionary! {
            "Type" => "Page", "Parent" => parent, "Resources" => Dictionary::new(),
            "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
        })
    };
    let pages = [page(tree), page(node)];
    let kids = kids(node, pages);
    document.set_object(
        tree,
        dictionary! {
            "Type" => "Pages", "Count" => 2, "Kids" => vec![pages[0].into(), node.into()],
        },
    );
    document.set_object(
        node,
        dictionary! { "Type" => "Pages", "Parent" => tree, "Count" => count, "Kids" => kids },
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    saved(document)
}

/// `verify` made room for as many pages as the file said: a panic, or memory that nobody has.
#[test]
fn wrong_page_count_of_a_pdf_is_ignored() {
    let bench = Bench::new();
    for count in [i64::MAX, 100_000_000_000, 0, -5] {
        fs::write(bench.path("lie.pdf"), counted(count, |_, pages| vec![pages[1].into()])).unwrap();
        assert_eq!(Pdf::open(&bench.read("lie.pdf")).unwrap().page_count(), 2);
        let verified = bench.run("verify lie.pdf");
        let said = String::from_utf8(verified.stdout).unwrap();
        assert_eq!(verified.status.code(), Some(1), "{count}: {said}");
        assert!(said.contains("found no grid of 9 by 9"), "{said}");
        let examined = bench.run("preflight --printer kdp --trim 6x9 lie.pdf");
        let said = String::from_utf8(examined.stdout).unwrap();
        assert_eq!(examined.status.code(), Some(1), "{count}: {said}");
        assert!(said.contains("lie.pdf: 2 pages"), "{said}");
    }
}

#[test]
fn a_page_tree_that_contains_itself_ends() {
    let bench = Bench::new();
    let itself = |node: ObjectId, pages: [ObjectId; 2]| {
        vec![node.into(), pages[1].into(), node.into(), node.into()]
    };
    fs::write(bench.path("loop.pdf"), counted(3, itself)).unwrap();
    for command in ["verify", "preflight --printer kdp --trim 6x9"] {
        let output = bench.run(&format!("{command} loop.pdf"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("loop.pdf: "), "{said}");
    }
}

/// Verifies and examines `page.pdf` with little memory. The answer is no, for want of puzzles or of
/// pages; without memory the program would end with 134.
#[cfg(target_os = "linux")]
fn says_no_in_300_mb(bench: &Bench, what: &str) {
    for args in ["verify --threads 2 page.pdf", "preflight --printer kdp --trim 6x9 page.pdf"] {
        let program = crate::support::program::program();
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("ulimit -v 300000; exec '{program}' {args}")])
            .current_dir(bench.path(""))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}, {args}: {said}");
        // The child process that reads the file has not been ended.
        assert!(!said.contains("cannot read page.pdf: it"), "{what}, {args}: {said}");
    }
}

/// Every font of a file was read, each with the whole of a table that they share: 3,000 fonts took
/// gigabytes. And a font that repeats a list of widths by reference took hours.
#[cfg(target_os = "linux")]
#[test]
fn fonts_sharing_large_tables_need_little_memory() {
    let mut document = Document::with_version("1.5");
    let entries: Vec<String> =
        (0..60_000).map(|i| format!("<{i:04x}><{:04x}>", i * 7 % 50_000 + 33)).collect();
    let map = format!("60000 beginbfchar {} endbfchar", entries.concat());
    let mut map = Stream::new(dictionary! {}, map.into_bytes());
    map.compress().unwrap();
    let map = document.add_object(map);
    let list: Vec<Object> = (0..65_536).map(|i| (i % 999).into()).collect();
    let list = document.add_object(list);
    let widths: Vec<Object> = (0..50_000).flat_map(|_| [0.into(), list.into()]).collect();
    let inner = document.add_object(dictionary! { "Subtype" => "CIDFontType2", "W" => widths });
    let mut fonts = Dictionary::new();
    for i in 0..3_000 {
        let font = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "F", "ToUnicode" => map,
            "DescendantFonts" => vec![inner.into()],
        });
        fonts.set(format!("F{i}"), font);
    }
    let page = dictionary! {
        "Resources" => dictionary! { "Font" => fonts },
        "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
    };
    let content = "BT /F7 9 Tf 99 99 Td <00410042> Tj ET".to_owned();
    let bench = Bench::new();
    let bytes = bound(document, [(page, content)], Dictionary::new());
    fs::write(bench.path("page.pdf"), bytes).unwrap();
    says_no_in_300_mb(&bench, "fonts");
}

/// All operators of a page were parsed before the first was looked at: 9 kB of a file took 730 MB,
/// and three million operators `f` took 1.8 GB.
#[cfg(target_os = "linux")]
#[test]
fn page_of_400k_strokes_needs_little_memory() {
    let bench = Bench::new();
    let contents = [
        "0 0 m 9 9 l S\n".repeat(400_000),
        "0 0 m\n".to_owned() + &"9 9 l\n".repeat(400_000) + "S",
        "0 0 9 9 re\n".repeat(400_000) + "S",
        "f ".repeat(3_000_000),
        "1 ".repeat(3_000_000),
    ];
    for (i, content) in contents.into_iter().enumerate() {
        let mut document = Document::with_version("1.5");
        let mut content = Stream::new(dictionary! {}, content.into_bytes());
        content.compress().unwrap();
        assert!(content.content.len() < 30_000);
        let content = document.add_object(content);
        let page = dictionary! {
            "Resources" => Dictionary::new(),
            "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
        };
        let bytes = bound(document, [(page, String::new())], Dictionary::new());
        let mut document = Document::load_mem(&bytes).unwrap();
        let page = document.page_iter().next().unwrap();
        document.get_dictionary_mut(page).unwrap().set("Contents", content);
        fs::write(bench.path("page.pdf"), saved(document)).unwrap();
        says_no_in_300_mb(&bench, &i.to_string());
    }
}

/// A file of these objects, numbered from 1, with a table of so many entries; the last entry is repeated. The
/// catalogue is the first object.
fn numbered(objects: &[Vec<u8>], entries: usize) -> Vec<u8> {
    let (mut pdf, mut table) = (b"%PDF-1.5\n".to_vec(), "0000000000 65535 f \n".to_owned());
    for number in 1..entries {
        if let Some(object) = objects.get(number - 1) {
            table += &format!("{:010} 00000 n \n", pdf.len());
            let object = [format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat();
            pdf.extend(object);
        } else {
            let last = table.lines().last().unwrap().to_owned() + "\n";
            table += &last;
        }
    }
    let at = pdf.len();
    let end = format!(
        "xref\n0 {entries}\n{table}trailer\n<</Size {entries}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n"
    );
    pdf.extend(end.into_bytes());
    pdf
}

/// A file of 6 kB with a stream of objects took 1.6 GB, and one of 60 kB as much as there was.
#[cfg(target_os = "linux")]
#[test]
fn streams_of_objects_need_little_memory() {
    let bench = Bench::new();
    let page = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Resources<<>>>>",
    ];
    let page = page.map(|object| object.as_bytes().to_vec());
    let packed = |object: &str, number: usize| {
        let content = format!("{number} 0 [{}]", object.repeat((5 << 20) / object.len()));
        let first = format!("{number} 0 ").len() as i64;
        let keys = dictionary! { "Type" => "ObjStm", "N" => 1, "First" => first };
        let mut stream = Stream::new(keys, content.into_bytes());
        stream.compress().unwrap();
        let mut keys = format!(
            "<</Type/ObjStm/N 1/First {first}/Filter/FlateDecode/Length {}>>stream\n",
            stream.content.len()
        )
        .into_bytes();
        keys.extend(stream.content);
        keys.extend(b"\nendstream");
        keys
    };
    for object in ["0 ", "[]", "<</A 0>>"] {
        for streams in [1, 12] {
            let mut objects = page.to_vec();
            objects.extend((0..streams).map(|i| packed(object, 1000 + i)));
            let bytes = numbered(&objects, objects.len() + 1);
            assert!(bytes.len() < 8_000 * streams + 1_000, "{}", bytes.len());
            fs::write(bench.path("page.pdf"), bytes).unwrap();
            says_no_in_300_mb(&bench, &format!("{streams} streams of {object}"));
        }
    }
    // One object of 100 kB, to which sixty entries of the table lead.
    let object = format!("[{}]", "[]".repeat(50_000)).into_bytes();
    let objects = [page.to_vec(), vec![object]].concat();
    fs::write(bench.path("page.pdf"), numbered(&objects, 60)).unwrap();
    says_no_in_300_mb(&bench, "entries");
}

/// A file whose cross-reference stream, the last object, has these keys and these rows. Its other
/// objects are numbered from 1.
fn cross_referenced(objects: &[Vec<u8>], keys: &str, rows: &[u8]) -> Vec<u8> {
    let mut pdf = b"%PDF-1.5\n".to_vec();
    for (number, object) in (1..).zip(objects) {
        pdf.extend(format!("{number} 0 obj\n").into_bytes());
        pdf.extend(object);
        pdf.extend(b"\nendobj\n");
    }
    let (at, number) = (pdf.len(), objects.len() + 1);
    let begin =
        format!("{number} 0 obj\n<</Type/XRef/Root 1 0 R{keys}/Length {}>>stream\n", rows.len());
    pdf.extend(begin.into_bytes());
    pdf.extend(rows);
    pdf.extend(format!("\nendstream\nendobj\nstartxref\n{at}\n%%EOF\n").into_bytes());
    pdf
}

/// lopdf makes room for as many bytes as the file states: the program was aborted, and named no
/// file.
#[test]
fn sizes_stated_by_a_pdf_are_not_trusted() {
    let bench = Bench::new();
    let deflated = |keys: &str| {
        let packed = Stream::new(dictionary! {}, b"0 0 m 9 9 l S".repeat(99));
        let mut packed = packed;
        packed.compress().unwrap();
        let begin =
            format!("<</Filter/FlateDecode{keys}/Length {}>>stream\n", packed.content.len());
        [begin.as_bytes(), &packed.content, b"\nendstream"].concat()
    };
    let objects = |content: Vec<u8>| {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Contents 4 0 R/Resources<<>>>>";
        let others = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page];
        let mut all: Vec<_> = others.iter().map(|object| object.as_bytes().to_vec()).collect();
        all.push(content);
        all
    };
    let wide = |keys: &str| cross_referenced(&objects(deflated("")), keys, &[0; 70]);
    let columns = "/DecodeParms<</Predictor 12/Columns 8589934592>>";
    let hybrid = {
        let mut pdf = wide("/Size 6/W[1 1099511627776 2]");
        let stream = pdf.windows(7).rposition(|word| word == b"5 0 obj").unwrap();
        let old = pdf.len();
        let table = "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 6/Root 1 0 R";
        pdf.extend(format!("{table}>>\n").into_bytes());
        let new = pdf.len();
        let end = format!("{table}/XRefStm {stream}/Prev {old}>>\nstartxref\n{new}\n%%EOF\n");
        pdf.extend(end.into_bytes());
        pdf
    };
    for (what, pdf) in [
        ("widths", wide("/Size 6/W[1 1099511627776 2]")),
        ("hex", wide("/Size 6/#57[1 4 1099511627776]")),
        ("hybrid", hybrid),
        ("no bytes", wide("/Size 4000000000/W[0 0 0]")),
        ("sections", wide("/Size 6/W[1 4 2]/Index[0 4000000000]")),
        ("rows", wide(&format!("/Size 6/W[1 4 2]/Filter/FlateDecode{columns}"))),
        ("content", numbered(&objects(deflated(columns)), 5)),
    ] {
        fs::write(bench.path("wide.pdf"), pdf).unwrap();
        for command in ["preflight --printer kdp wide.pdf", "verify wide.pdf"] {
            let output = bench.run(command);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap();
            assert_eq!(output.status.code(), Some(1), "{what}, {command}: {said}");
            assert!(said.contains("wide.pdf: "), "{what}, {command}: {said}");
            // The scan refuses the file; no child process is ended.
            assert!(said.contains("PDF that can be read: expected"), "{what}, {command}: {said}");
        }
    }
}

/// Each object of the index was parsed to its end, however often it was named: 100 kB of file took
/// as much memory as there was.
#[cfg(target_os = "linux")]
#[test]
fn overlapping_objects_need_little_memory() {
    let bench = Bench::new();
    let index: String = (0..50_000).map(|number| format!("{} 0 ", 100 + number)).collect();
    let mut stream =
        Stream::new(dictionary! {}, format!("{index}({})", "a".repeat(100_000)).into());
    stream.compress().unwrap();
    let (first, length) = (index.len(), stream.content.len());
    let keys = format!("/Type/ObjStm/N 50000/First {first}/Filter/FlateDecode/Length {length}");
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Resources<<>>>>".to_vec(),
        [b"<<", keys.as_bytes(), b">>stream\n", &stream.content, b"\nendstream"].concat(),
    ];
    fs::write(bench.path("page.pdf"), numbered(&objects, 5)).unwrap();
    says_no_in_300_mb(&bench, "overlaps");
}

/// A chain of lengths, each of which is the length of the next, overflows the stack of lopdf.
#[test]
fn file_that_ends_its_reader_is_named() {
    let bench = Bench::new();
    let page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Resources<<>>>>";
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.to_vec(),
    ];
    for next in 5..20_000 {
        objects.push(format!("<</Length {next} 0 R>>stream\nx\nendstream").into_bytes());
    }
    fs::write(bench.path("chain.pdf"), numbered(&objects, objects.len() + 1)).unwrap();
    fs::write(bench.path("good.pdf"), plain(24, 60.0)).unwrap();
    fs::write(bench.path("p.txt"), PUZZLE).unwrap();
    for command in [
        "verify chain.pdf",
        "verify good.pdf chain.pdf",
        "verify chain.pdf --sheet proof.html",
        "preflight --printer kdp chain.pdf",
        "cover p.txt --printer kdp --trim 6x9 --fill-pages --spine-from chain.pdf",
    ] {
        bench.ends(command, 1, "cannot read chain.pdf: it is nested too deeply; the file may be");
    }
    assert!(!bench.path("proof.html").exists() && !bench.path("cover.pdf").exists());
}

/// Many pages that share one content of few bytes took minutes.
#[test]
fn operators_of_all_pages_are_counted_together() {
    let bench = Bench::new();
    let mut content = Stream::new(dictionary! {}, b"0 0 m 9 9 l S ".repeat(120_000));
    content.compress().unwrap();
    let mut document = Document::with_version("1.5");
    let content = document.add_object(content);
    let page = || dictionary! { "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()] };
    let pages: Vec<_> = (0..800).map(|_| (page(), String::new())).collect();
    let mut document = Document::load_mem(&bound(document, pages, Dictionary::new())).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    for page in pages {
        document.get_dictionary_mut(page).unwrap().set("Contents", content);
    }
    fs::write(bench.path("many.pdf"), saved(document)).unwrap();
    bench.ends("preflight --printer kdp many.pdf", 1, "on all pages than its size justifies");
}

/// Each mark of each page is kept until all are judged, so that forms could fill the memory.
#[test]
fn form_xobject_marks_count_each_time_drawn() {
    let kdp = terms("kdp", "6x9", None);
    let drawn = |times: usize| {
        let file = spoiled(&kdp, |document| {
            let strokes = "200 300 m 209 300 l S ".repeat(50_000);
            let form = dictionary! { "Subtype" => "Form", "Resources" => Dictionary::new() };
            let form = document.add_object(Stream::new(form, strokes.into_bytes()));
            resources(document).set("XObject", dictionary! { "X" => form });
            draw(document, &"/X Do ".repeat(times));
        });
        preflight::inspect(&file, &kdp).map(|_| ())
    };
    assert_eq!(drawn(4), Ok(()));
    assert!(matches!(drawn(6), Err(PdfError::Page(8, WalkError::LimitExceeded(_)))));
}

/// An inline image without a colour space ended the program, in the library that parsed it.
#[test]
fn inline_image_with_few_keys_is_an_image() {
    let kdp = terms("kdp", "6x9", None);
    let file = spoiled(&kdp, |document| {
        draw(document, "q BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q");
    });
    // A dot of one point in the corner of the page, which is outside of the margins.
    assert_eq!(broken(&file, &kdp), [(Rule::SafeArea, vec![8]), (Rule::Images, vec![8])]);
    assert!(Pdf::open(&file).unwrap().page(7).is_ok());
}

/// A CFF font of so many glyphs, each of which calls the first of nine subroutines that call one another.
fn font_of_nested_subroutines(glyphs: usize) -> Vec<u8> {
    let index = |items: &[Vec<u8>]| {
        let mut out = (items.len() as u16).to_be_bytes().to_vec();
        if items.is_empty() {
            return out;
        }
        out.push(4);
        let mut at = 1_u32;
        out.extend(at.to_be_bytes());
        for item in items {
            at += item.len() as u32;
            out.extend(at.to_be_bytes());
        }
        out.extend(items.concat());
        out
    };
    const CALL: u8 = 29;
    const RETURN: u8 = 11;
    // The number of a subroutine is written with 32 added to it.
    let mut subroutines: Vec<Vec<u8>> =
        (1..9).map(|next| [[32 + next, CALL].repeat(5), vec![RETURN]].concat()).collect();
    // Pushes a zero and drops it.
    subroutines.push([[139, 12, 18].repeat(5), vec![RETURN]].concat());
    let before = [index(&[]), index(&subroutines)].concat();
    let head = [vec![1, 0, 4, 4], index(&[b"F".to_vec()])].concat();
    let top = |charstrings: usize| {
        let offset = (charstrings as u32).to_be_bytes();
        index(&[[&[29][..], &offset, &[17]].concat()])
    };
    let charstrings = head.len() + top(0).len() + before.len();
    let all = index(&vec![vec![32, CALL]; glyphs]);
    [head, top(charstrings), before, all].concat()
}

/// A font of 26 kB kept preflight busy for 141 seconds: each glyph took a million operations.
#[test]
fn outlines_of_nested_subroutines_end_at_a_limit() {
    let kdp = terms("kdp", "6x9", None);
    let file = spoiled(&kdp, |document| {
        let mut program = Stream::new(
            dictionary! { "Subtype" => "CIDFontType0C" },
            font_of_nested_subroutines(5_000),
        );
        program.compress().unwrap();
        assert!(program.content.len() < 26_000);
        let program = document.add_object(program);
        let inner = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "CIDFontType0", "BaseFont" => "F",
            "FontDescriptor" => dictionary! { "Type" => "FontDescriptor", "FontFile3" => program },
        });
        let font = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "F", "Encoding" => "Identity-H",
            "DescendantFonts" => vec![inner.into()],
        });
        resources(document).set("Font", dictionary! { "N" => font });
        let codes: String = (1..5_000).map(|glyph| format!("{glyph:04x}")).collect();
        let spot = spot(document);
        let content = format!("BT /N 9 Tf 200 300 Td <{codes}> Tj ET");
        document.change_page_content(spot, content.into_bytes()).unwrap();
    });
    let limit =
        "page 8 exceeds the processing limit (100,000,000 operations of outlines in the file)";
    let error = preflight::inspect(&file, &kdp).unwrap_err().to_string();
    assert!(error.starts_with(limit), "{error}");
    let error = Pdf::open(&file).unwrap().page(7).unwrap_err().to_string();
    assert!(error.contains("operations of outlines"), "{error}");
}

/// A Type 1 font whose letters each call the first of nine subroutines that call one another.
fn type1_of_nested_subroutines() -> Vec<u8> {
    let encrypted = |key: u16, plain: &[u8]| {
        let mut key = key;
        let bytes = [b"    ", plain].concat().into_iter();
        let encrypt = |byte: u8| {
            let cipher = byte ^ (key >> 8) as u8;
            key = (u16::from(cipher).wrapping_add(key)).wrapping_mul(52845).wrapping_add(22719);
            cipher
        };
        bytes.map(encrypt).collect::<Vec<u8>>()
    };
    let entry = |name: &str, charstring: &[u8], end: &str| {
        let own = encrypted(4330, charstring);
        [format!("{name} {} RD ", own.len()).as_bytes(), &own, end.as_bytes()].concat()
    };
    const CALL: u8 = 10;
    const RETURN: u8 = 11;
    // The number of a subroutine is written with 139 added to it.
    let mut private = b"dup /Private 8 dict dup begin /lenIV 4 def /Subrs 9 array\n".to_vec();
    for number in 0..9_u8 {
        let calls = match number {
            // A hint at the baseline, which empties the stack.
            8 => [139, 139, 1].repeat(5),
            _ => [139 + number + 1, CALL].repeat(5),
        };
        let name = format!("dup {number}");
        private.extend(entry(&name, &[calls, vec![RETURN]].concat(), " NP\n"));
    }
    private.extend(b"ND 2 index /CharStrings 53 dict dup begin\n");
    private.extend(entry("/.notdef", &[139, 239, 13, 14], " ND\n"));
    for letter in ('A'..='Z').chain('a'..='z') {
        let name = format!("/{letter}");
        private.extend(entry(&name, &[139, 239, 13, 139, CALL, 14], " ND\n"));
    }
    private.extend(b"end end readonly put put dup /FontName get exch definefont pop mark\n");
    let head = b"%!PS-AdobeFont-1.0: F\n/FontName /F def\n/FontMatrix [0.001 0 0 0.001 0 0] def\n\
        /Encoding StandardEncoding def\n/FontBBox {0 0 1000 1000} def\ncurrentfile eexec\n";
    [&head[..], &encrypted(55665, &private)].concat()
}

/// The same in a Type 1 font, whose charstrings are known to its reader alone.
#[test]
fn nested_type_1_subroutines_end_at_a_limit() {
    let kdp = terms("kdp", "6x9", None);
    let file = spoiled(&kdp, |document| {
        let program = Stream::new(dictionary! {}, type1_of_nested_subroutines());
        let program = document.add_object(program);
        let mut fonts = Dictionary::new();
        let mut content = String::from("BT 100 300 Td ");
        for number in 0..20 {
            let font = document.add_object(dictionary! {
                "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "F", "FirstChar" => 65,
                "FontDescriptor" => dictionary! { "Type" => "FontDescriptor", "FontFile" => program },
            });
            fonts.set(format!("N{number}"), font);
            let letters: String = ('A'..='Z').chain('a'..='z').collect();
            content += &format!("/N{number} 1 Tf ({letters}) Tj ");
        }
        resources(document).set("Font", fonts);
        let spot = spot(document);
        document.change_page_content(spot, (content + "ET").into_bytes()).unwrap();
    });
    let error = preflight::inspect(&file, &kdp).unwrap_err().to_string();
    assert!(error.contains("operations of outlines in the file"), "{error}");
}

/// A good file with an ID, without which no file is encrypted.
fn with_file_id() -> Vec<u8> {
    changed(&plain(24, 60.0), |document| {
        let part = Object::string_literal("0123456789abcdef");
        document.trailer.set("ID", vec![part.clone(), part]);
    })
}

fn is_told_encrypted(bench: &Bench, file: &str) {
    let verified = bench.run(&format!("verify {file}"));
    let said = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(1), "{file}: {said}");
    let words = "the PDF is encrypted; save a copy without password and restrictions";
    assert!(said.contains(words), "{file}: {said}");
    let examined = bench.run(&format!("preflight {file} --printer kdp --trim 6x9"));
    let said = String::from_utf8(examined.stdout).unwrap();
    assert_eq!(examined.status.code(), Some(1), "{file}: {said}");
    assert!(said.contains("found an encrypted one"), "{file}: {said}");
}

#[test]
#[cfg_attr(not(has_qpdf), ignore = "needs qpdf")]
fn pdfs_encrypted_by_qpdf_are_told() {
    let bench = Bench::new();
    fs::write(bench.path("good.pdf"), with_file_id()).unwrap();
    for (bits, flags) in [("40", "--allow-weak-crypto"), ("128", ""), ("256", "")] {
        let file = format!("qpdf{bits}.pdf");
        let mut qpdf = std::process::Command::new("qpdf");
        qpdf.args(flags.split_whitespace()).args(["--encrypt", "", "owner", bits]);
        if bits == "128" {
            qpdf.args(["--use-aes=y"]);
        }
        let done = qpdf.args(["--", "good.pdf", &file]).current_dir(bench.path("")).status();
        assert!(done.unwrap().success(), "{file}");
        is_told_encrypted(&bench, &file);
    }
}

/// The library read encrypted files without a limit, before anybody knew that they are encrypted.
#[test]
fn encrypted_pdfs_are_told_and_not_decrypted() {
    let bench = Bench::new();
    let good = with_file_id();
    fs::write(bench.path("lopdf.pdf"), encrypted(&good)).unwrap();
    // By hand: the dictionary in the trailer, an object of its own, and a name with escapes.
    let at = good.windows(5).rposition(|bytes| bytes == b"/Root").unwrap();
    let ways = ["/Encrypt<</Filter/Standard/V 1>>", "/Encrypt 1 0 R", "/#45ncryp#74 1 0 R"];
    let mut files = vec!["lopdf.pdf".to_owned()];
    for (i, way) in ways.iter().enumerate() {
        let file = format!("{i}.pdf");
        let bytes = [&good[..at], way.as_bytes(), &good[at..]].concat();
        fs::write(bench.path(&file), bytes).unwrap();
        files.push(file);
    }
    for file in &files {
        is_told_encrypted(&bench, file);
    }
    // The word elsewhere means nothing.
    let note = spoiled(&terms("kdp", "6x9", None), |document| {
        document.add_object(
            dictionary! { "Encrypt" => true, "A" => Object::Name(b"Encrypt".to_vec()) },
        );
    });
    assert_eq!(preflight::inspect(&note, &terms("kdp", "6x9", None)).unwrap().findings, []);
}

/// An object of 5 MB in an encrypted file took 1.6 GB.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(has_qpdf), ignore = "needs qpdf")]
fn encrypted_pdfs_need_little_memory() {
    let bench = Bench::new();
    let page = [
        "<</Type/Catalog/Pages 2 0 R/A 4 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Resources<<>>>>",
    ];
    let mut objects = page.map(|object| object.as_bytes().to_vec()).to_vec();
    objects.push(format!("[{}]", "[]".repeat(1 << 20)).into_bytes());
    fs::write(bench.path("large.pdf"), numbered(&objects, 5)).unwrap();
    let mut qpdf = std::process::Command::new("qpdf");
    let flags = "--object-streams=generate --encrypt  owner 256 -- large.pdf page.pdf";
    let done = qpdf.args(flags.split(' ')).current_dir(bench.path("")).status();
    assert!(done.unwrap().success());
    says_no_in_300_mb(&bench, "encrypted");
}

/// Clears the screen, rings, begins a sequence in one character, turns the order of letters round.
const EVIL: &str = "e\u{1b}[2J\u{7}\u{9b}31m\u{202e}vil";

/// No character of the output moves a cursor, and what was planted is seen.
fn is_harmless(args: &str, output: &Output, is_said: bool) {
    let both = [output.stdout.clone(), output.stderr.clone()].concat();
    let text = String::from_utf8(both).unwrap_or_else(|e| panic!("{args}: {e}"));
    let moves = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
    assert!(!text.contains(moves), "{args}: {text:?}");
    assert_eq!(
        text.contains("\\u001b[2J") || text.contains("\\u{1b}[2J"),
        is_said,
        "{args}: {text}"
    );
}

#[test]
fn text_of_others_does_nothing_to_a_terminal() {
    let bench = Bench::new();
    let name = |ending: &str| format!("{EVIL}.{ending}");
    let files = [
        (name("csv"), format!("{EVIL},b\nx\n")),
        ("clues.csv".into(), format!("id,puzzle,{EVIL},clues\n{EVIL},{PUZZLE},x,{EVIL}\n")),
        ("id.csv".into(), format!("id,puzzle,{EVIL}\n{EVIL},{PUZZLE},{EVIL}\n")),
        (
            "band.csv".into(),
            format!("id,puzzle,ladder,band,er\n{EVIL},{PUZZLE},human,{EVIL},{EVIL}\n"),
        ),
        ("keys.jsonl".into(), format!("{{\"e\\u001b[2J\\u0007\\u202e\":1}}\n{{{EVIL}}}\n")),
        ("heading.sdk".into(), format!("[{EVIL}]\n{EVIL}\n")),
        (name("txt"), format!("{PUZZLE}\n{EVIL}\n")),
        ("keys.toml".into(), "name = \"x\"\n\"e\\u001b[2J\\u202e\" = 1\n".into()),
        ("job.toml".into(), "\"e\\u001b[2J\\u202e\" = 1\n".into()),
        ("raw.toml".into(), format!("name = \"{EVIL}\"\n")),
        ("value.toml".into(), "template = \"e\\u001b[2J\\u0007\\u009b\\u202e\"\n".into()),
        ("count.toml".into(), "count = \"e\\u001b[2J\\u0007\\u009b\\u202e\"\n".into()),
        (name("pdf"), format!("%PDF-1.4\n{EVIL}")),
    ];
    for (name, text) in files {
        fs::write(bench.path(&name), text).unwrap();
    }
    let run = |args: &[&str]| {
        let mut command = bench.command("");
        command.args(args.iter().map(|arg| arg.replace("EVIL", EVIL)));
        (args.join(" "), command.output().unwrap())
    };
    let said: [&[&str]; 34] = [
        &["verify", "EVIL.txt"],
        &["verify", "--format", "jsonl", "EVIL.txt"],
        &["solve", "--format", "csv", "EVIL.txt"],
        &["solve", "keys.jsonl"],
        &["solve", "heading.sdk"],
        &["solve", "EVIL.txt"],
        &["explain", "EVIL.txt"],
        &["explain", "--next", "EVIL.txt"],
        &["transform", "--canonical", "EVIL.txt"],
        &["transform", "--seed", "1", "EVIL.txt"],
        &["rate", "EVIL.txt"],
        &["rate", "--format", "csv", "id.csv"],
        &["rate", "--scale", "se", "--format", "jsonl", "id.csv"],
        &["verify", "clues.csv"],
        &["verify", "--format", "jsonl", "clues.csv"],
        &["verify", "band.csv"],
        &["verify", "EVIL.csv"],
        &["verify", "EVIL.pdf"],
        &["preflight", "--printer", "kdp", "--trim", "6x9", "EVIL.pdf"],
        &["book", "clues.csv", "--out", "clues.pdf"],
        &["book", "EVIL.csv"],
        &["export", "text", "id.csv", "--out", "texts"],
        &["verify", "EVIL", "--sheet", "s.html"],
        &["archive", "stats", "--archive", "EVIL"],
        &["template", "check", "keys.toml"],
        &["template", "check", "raw.toml"],
        &["printer", "check", "raw.toml"],
        &["lang", "check", "keys.toml"],
        &["series", "EVIL"],
        &["job", "show", "job.toml"],
        &["run", "--job", "value.toml"],
        &["run", "--job", "count.toml"],
        &["run", "--template", "EVIL"],
        &["run", "--log-format", "jsonl", "--template", "EVIL"],
    ];
    for args in said {
        let (args, output) = run(args);
        is_harmless(&args, &output, true);
    }
    // What is in these files is not repeated, or only what it is.
    let others: [&[&str]; 2] =
        [&["rate", "--format", "txt", "id.csv"], &["job", "show", "raw.toml"]];
    for args in others {
        let (args, output) = run(args);
        is_harmless(&args, &output, false);
    }
    let environment =
        bench.command("job show").env("SUDOKU_PRESS_TEMPLATE", EVIL).output().unwrap();
    is_harmless("environment", &environment, true);
    assert!(!bench.path("level.pdf").exists() && !bench.path("texts").exists());
}

#[test]
fn names_in_runs_and_pdfs_cannot_control_terminals() {
    let bench = Bench::new();
    bench.ends("run --count 1 --levels 1 --seed 1 -q", 0, "");
    fs::write(bench.path(&format!("out/{EVIL}")), "").unwrap();
    is_harmless("verify out", &bench.run("verify out"), true);
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let planted = manifest.replace("book.pdf", "e\\u001b[2J\\u202e.pdf");
    assert_ne!(planted, manifest);
    fs::write(bench.path("out/manifest.json"), planted).unwrap();
    for args in ["verify out", "verify out --sheet s.html", "book out --template pocket", "run"] {
        is_harmless(args, &bench.run(args), true);
    }
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => EVIL,
    });
    let page = dictionary! {
        "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
        "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
    };
    let content = format!("BT /F 8 Tf 99 99 Td ({EVIL}) Tj ET");
    let bytes = bound(document, [(page, content)], Dictionary::new());
    let mut document = Document::load_mem(&bytes).unwrap();
    let title = lopdf::Object::string_literal(EVIL);
    let info = document.add_object(dictionary! { "Title" => title });
    document.trailer.set("Info", info);
    fs::write(bench.path("foreign.pdf"), saved(document)).unwrap();
    let args = "preflight --printer kdp --trim 6x9 --pdfx 1a foreign.pdf";
    is_harmless(args, &bench.run(args), true);
    let args = "verify foreign.pdf";
    let verified = bench.run(args);
    let text = String::from_utf8(verified.stdout).unwrap();
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
    // The last line of a good book has the name of its file.
    fs::copy(bench.path("out/book.pdf"), bench.path(&format!("{EVIL}.pdf"))).unwrap();
    let output = bench.command("verify").arg(format!("{EVIL}.pdf")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("OK: 1 puzzle"), "{text:?}");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
}

/// A line of 10 kB filled the screen.
#[test]
fn long_lines_are_shortened_in_messages() {
    let bench = Bench::new();
    let long = "x".repeat(10_000);
    fs::write(bench.path("line.txt"), format!("{long}\n{PUZZLE}\n")).unwrap();
    fs::write(
        bench.path("answer.csv"),
        format!("puzzle,solution\n{PUZZLE},{}\n", "7".repeat(10_000)),
    )
    .unwrap();
    fs::write(bench.path("key.jsonl"), format!("{{\"{long}\":1}}\n")).unwrap();
    fs::write(bench.path("line.toml"), format!("title = {long}\n")).unwrap();
    fs::write(bench.path("key.toml"), format!("{long} = 1\n")).unwrap();
    for command in [
        "solve line.txt",
        "verify line.txt",
        "verify answer.csv",
        "solve key.jsonl",
        "book key.jsonl",
        "template check line.toml",
        "printer check key.toml",
        "lang check key.toml",
        "job show key.toml",
        "series key.toml",
    ] {
        let output = bench.run(command);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        // A line without a puzzle is skipped, and the puzzle below it is right.
        let is_good = command.ends_with("line.txt");
        let expected = if is_good { &[0][..] } else { &[1, 2] };
        assert!(expected.contains(&output.status.code().unwrap()), "{command}: {said}");
        let longest = said.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 1_100, "{command}: {longest}");
        assert!(said.len() < 4_000, "{command}: {}", said.len());
    }
}

/// A packed table of 45 kB whose quotation mark is never closed took gigabytes, or was refused line by
/// line for minutes.
#[cfg(target_os = "linux")]
#[test]
fn packed_open_quotation_mark_needs_little_memory() {
    let bench = Bench::new();
    let file = fs::File::create(bench.path("q.csv.zst")).unwrap();
    let mut out = CompressingWriter::new(file, Some(Codec::Zstd)).unwrap();
    out.write_all(b"id,puzzle\n\"").unwrap();
    let lines = b"x\n".repeat(1 << 20);
    (0..200).for_each(|_| out.write_all(&lines).unwrap());
    out.finish().unwrap();
    bench.ends("archive create --archive a", 0, "");
    let commands = [
        "solve q.csv.zst",
        "rate --scale se q.csv.zst",
        "transform --canonical q.csv.zst",
        "transform q.csv.zst",
        "explain q.csv.zst",
        "explain --next q.csv.zst",
        "verify q.csv.zst",
        "verify q.csv.zst --sheet p.html",
        "book q.csv.zst --out b.pdf",
        "export text q.csv.zst --out e",
        "archive find --archive a q.csv.zst",
        "archive import --archive a q.csv.zst",
    ];
    for args in commands {
        let (code, said) = in_little_memory(&bench, args);
        assert_eq!(code, Some(1), "{args}: {said}");
        let words = "expected a closing quotation mark within 1048576 bytes";
        assert!(
            said.contains(words) && said.len() < 2000,
            "{args}: {} bytes: {:.2000}",
            said.len(),
            said
        );
    }
    assert!(!bench.path("b.pdf").exists() && !bench.path("e").exists());
}

/// The code, and all that is said, in an address space of 260 MB and 20 CPU seconds.
#[cfg(target_os = "linux")]
fn in_little_memory(bench: &Bench, args: &str) -> (Option<i32>, String) {
    let program = crate::support::program::program();
    let line = format!("ulimit -v 260000; ulimit -t 20; exec '{program}' {args} --threads 2");
    let line = if takes_threads(args) { line } else { line.replace(" --threads 2", "") };
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(bench.path("")).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[cfg(target_os = "linux")]
fn takes_threads(args: &str) -> bool {
    let commands = ["solve", "rate", "transform", "explain", "verify"];
    commands.iter().any(|command| args.starts_with(command))
}

/// What is wrong with a catalogue is collected: a few kilobytes of the same row filled the memory.
#[test]
fn catalogue_of_many_faults_is_abandoned_early() {
    let bench = Bench::new();
    let rows = "5,x\n".repeat(300_000);
    fs::write(bench.path("many.csv"), format!("level,puzzle\n{rows}")).unwrap();
    let output = bench.run("verify many.csv");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let last = text.lines().last().unwrap();
    assert_eq!(last, "many.csv: 10000 problems; the rest is not read");
    assert!(text.lines().count() < 11_000, "{}", text.lines().count());
}

/// Files of settings are read as a whole, and nested values one in the other.
#[cfg(target_os = "linux")]
#[test]
fn huge_and_deeply_nested_settings_are_refused() {
    let bench = Bench::new();
    let large = bench.path("large.toml");
    let file = fs::File::create(&large).unwrap();
    // A hole: it takes no space on the disk.
    file.set_len(50 << 30).unwrap();
    fs::write(bench.path("deep.toml"), format!("a = {}", "[".repeat(1_000_000))).unwrap();
    fs::write(bench.path("tables.toml"), format!("a = {}", "{b=".repeat(300_000))).unwrap();
    let deep = "[".repeat(5_000_000);
    fs::create_dir(bench.path("run")).unwrap();
    for (file, words) in
        [("large.toml", "at most 1048576 bytes"), ("deep.toml", ""), ("tables.toml", "")]
    {
        for args in
            ["job show", "run --job", "template check", "lang check", "printer check", "series"]
        {
            let (code, said) = in_little_memory(&bench, &format!("{args} {file}"));
            assert!(matches!(code, Some(1 | 2)), "{args} {file}: {code:?} {said:.500}");
            assert!(said.contains(words) && said.len() < 5000, "{args} {file}: {said:.500}");
        }
    }
    for manifest in [&large, Path::new("deep.json")] {
        fs::write(bench.path("deep.json"), &deep).unwrap();
        let _ = fs::remove_file(bench.path("run/manifest.json"));
        fs::hard_link(bench.path("").join(manifest), bench.path("run/manifest.json")).unwrap();
        for args in ["verify run", "verify run --sheet p.html", "book run", "run --out run"] {
            let (code, said) = in_little_memory(&bench, args);
            assert!(matches!(code, Some(1 | 2)), "{args}: {code:?} {said:.500}");
        }
    }
    let deep = format!("{{\"puzzle\":{}", "[".repeat(500_000));
    let (code, _, said) = fed(&bench, "solve", deep);
    assert!(code == 1 && said.contains("expected a JSON object"), "{said:.500}");
}
