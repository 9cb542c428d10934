//! `verify --raster`: what the text says and the ink does not. Each lie is a line of a table.

use crate::cli::Bench;
use crate::languages::table;
use crate::pdfs::saved;
use crate::verify::verify;
use crate::verify_book::stranger;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use proptest::prelude::*;
use std::fs;
use std::sync::LazyLock;
use sudoku_press::book::Template;
use sudoku_press::proof::readback::{Lattice, PageGrid, Pdf};
use sudoku_press::proof::verify::Proof;

/// A book of every design.
#[test]
fn books_of_every_design_have_the_ink_of_their_text() {
    let bench = Bench::new();
    bench.ends("generate --seed 3 --quota 1=8,2=4,3=8,4=4,5=4 --out weeks.csv", 0, "");
    bench.ends("generate --seed 3 --quota 1=8,3=8,5=8 --out strips.csv", 0, "");
    for (design, _) in Template::BUILTIN {
        let puzzles = if *design == "newspaper" { "strips" } else { "weeks" };
        bench.ends(&format!("book {puzzles}.csv --template {design} --out {design}.pdf"), 0, "");
        verify(&bench, &format!("--raster {design}.pdf"), 0);
    }
}

/// Two puzzles a page on 6 x 9, and the index of a page with puzzles.
static BOOK: LazyLock<(Vec<u8>, usize)> = LazyLock::new(|| {
    let bench = crate::verify::bench();
    let bytes = bench.read("out/book.pdf");
    let pdf = Pdf::open(&bytes).unwrap();
    let puzzles = |page: &usize| {
        let grids = pdf.page(*page).unwrap().grids;
        grids.iter().any(|grid| grid.number.is_some() && !grid.is_full())
    };
    let page = (0..pdf.page_count()).find(puzzles).unwrap();
    (bytes, page)
});

fn first_grid() -> PageGrid {
    let (bytes, page) = &*BOOK;
    Pdf::open(bytes).unwrap().page(*page).unwrap().grids[0].clone()
}

/// Changes the content of the page with puzzles.
fn content(document: &mut Document, change: impl FnOnce(String) -> String) {
    let id = document.page_iter().nth(BOOK.1).unwrap();
    let old = document.get_page_content(id);
    let stream = document.get_page_contents(id)[0];
    let stream = document.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    let old: String = old.into_iter().map(char::from).collect();
    stream.set_plain_content(change(old).chars().map(|c| c as u8).collect());
}

/// Draws something over the first grid; the drawing is told where its lines are.
fn over(document: &mut Document, drawing: fn(&Lattice) -> String) {
    let drawing = drawing(&first_grid().lattice);
    content(document, |old| format!("q {old} Q\n{drawing}"));
}

/// A rectangle from one line to another in each direction.
fn rectangle(lattice: &Lattice, [left, right]: [usize; 2], [bottom, top]: [usize; 2]) -> String {
    let (x, y) = (lattice.xs[left], lattice.ys[bottom]);
    format!("{x} {y} {} {} re", lattice.xs[right] - x, lattice.ys[top] - y)
}

/// Puts operators before the digits of grids: there the space between characters is set.
fn before_digits(document: &mut Document, operators: &str) {
    content(document, |old| {
        let mut spaced = |line: &str| {
            let digits = line.strip_suffix(" Tc").is_some_and(|space| space != "0");
            if digits { format!("{line} {operators}\n") } else { format!("{line}\n") }
        };
        let lines = old.replace(" Tc ", " Tc\n");
        lines.lines().map(&mut spaced).collect()
    });
}

/// The fonts of the file: their dictionaries, and the code of each digit.
fn fonts(document: &Document) -> Vec<(ObjectId, [u16; 10])> {
    let fonts = document.objects.iter().filter_map(|(id, object)| {
        let map = object.as_dict().ok()?.get(b"ToUnicode").ok()?.as_reference().ok()?;
        let map = document.get_object(map).ok()?.as_stream().ok()?.decompressed_content().ok()?;
        let map = String::from_utf8(map).ok()?;
        let code = |digit: usize| {
            let to = format!("<003{digit}>");
            let line = map.lines().find(|line| line.ends_with(&to))?;
            u16::from_str_radix(&line[1..5], 16).ok()
        };
        let codes: Vec<u16> = (0..10).filter_map(code).collect();
        Some((*id, codes.try_into().ok()?))
    });
    fonts.collect()
}

fn stream(document: &mut Document, id: ObjectId) -> &mut Stream {
    document.get_object_mut(id).unwrap().as_stream_mut().unwrap()
}

/// The maps to Unicode say 3 for 5: every puzzle is still one, and its answer too.
fn swap_characters(document: &mut Document) {
    for (id, _) in fonts(document) {
        let map = document.get_dictionary(id).unwrap().get(b"ToUnicode").unwrap();
        let map = map.as_reference().unwrap();
        let map = stream(document, map);
        let text = String::from_utf8(map.decompressed_content().unwrap()).unwrap();
        let text = text.replace("<0033>\n", "<@>\n").replace("<0035>\n", "<0033>\n");
        map.set_plain_content(text.replace("<@>", "<0035>").into_bytes());
    }
}

/// The dictionary of the outlines of a font.
fn inner(document: &Document, font: ObjectId) -> Dictionary {
    let all = document.get_dictionary(font).unwrap().get(b"DescendantFonts").unwrap();
    let (_, all) = document.dereference(all).unwrap();
    let (_, inner) = document.dereference(&all.as_array().unwrap()[0]).unwrap();
    inner.as_dict().unwrap().clone()
}

/// The codes of 3 and 5 lead to each other's outlines.
fn swap_glyph_ids(document: &mut Document) {
    for (id, codes) in fonts(document) {
        let mut map: Vec<u16> = (0..=255).collect();
        map.swap(codes[3].into(), codes[5].into());
        let map = map.into_iter().flat_map(u16::to_be_bytes).collect();
        let map = document.add_object(Stream::new(dictionary! {}, map));
        let mut inner = inner(document, id);
        inner.set("CIDToGIDMap", map);
        let font = document.get_object_mut(id).unwrap().as_dict_mut().unwrap();
        font.set("DescendantFonts", vec![inner.into()]);
    }
}

/// The font has the outline of 3 in the place of 5, and that of 5 in the place of 3.
fn swap_outlines(document: &mut Document) {
    for (id, codes) in fonts(document) {
        let inner = inner(document, id);
        let (_, descriptor) = document.dereference(inner.get(b"FontDescriptor").unwrap()).unwrap();
        let file = descriptor.as_dict().unwrap().get(b"FontFile2").unwrap();
        let file = file.as_reference().unwrap();
        let file = stream(document, file);
        let mut font = file.decompressed_content().unwrap();
        swap_glyphs(&mut font, codes[3].into(), codes[5].into());
        file.set_plain_content(font);
    }
}

fn swap_glyphs(font: &mut [u8], one: usize, other: usize) {
    let number = |at: usize, len: usize| {
        font[at..at + len].iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let [glyf, loca, head] = [b"glyf", b"loca", b"head"].map(|tag| table(font, tag).0);
    let (size, factor) = if number(head + 50, 2) == 0 { (2, 2) } else { (4, 1) };
    let begin = |glyph: usize| glyf + factor * number(loca + glyph * size, size);
    let (one, other) = (one.min(other), one.max(other));
    let ends = [begin(one), begin(one + 1), begin(other), begin(other + 1)];
    let old = &font[ends[0]..ends[3]];
    let [first, last] = [0, 2].map(|i| ends[i + 1] - ends[i]);
    let between = &old[first..old.len() - last];
    let new = [&old[old.len() - last..], between, &old[..first]].concat();
    let offsets: Vec<usize> = (one + 1..=other)
        .map(|glyph| (number(loca + glyph * size, size) * factor + last - first) / factor)
        .collect();
    font[ends[0]..ends[3]].copy_from_slice(&new);
    for (glyph, offset) in (one + 1..=other).zip(offsets) {
        let bytes = offset.to_be_bytes();
        font[loca + glyph * size..][..size].copy_from_slice(&bytes[8 - size..]);
    }
}

/// The middle of the first cell without a digit.
fn blank(lattice: &Lattice) -> (f64, f64) {
    let cell = first_grid().grid.empty().next().unwrap();
    let middle = |lines: &[f64; 10], i: usize| (lines[i] + lines[i + 1]) / 2.0;
    (middle(&lattice.xs, cell.column()), middle(&lattice.ys, 8 - cell.row()))
}

type Lie = (&'static str, fn(&mut Document), &'static str);

const LIES: &[Lie] = &[
    ("maps to Unicode", swap_characters, "reads 5 (and"),
    ("glyphs of codes", swap_glyph_ids, "reads 5 (and"),
    ("outlines", swap_outlines, "reads 5 (and"),
    ("white digits", |d| before_digits(d, "1 g"), "has no ink (and"),
    ("faint digits", |d| before_digits(d, "0.85 g"), "is too faint (and"),
    ("hollow digits", |d| before_digits(d, "1 Tr 0.2 w"), "is no digit"),
    ("digits a third of a cell higher", |d| before_digits(d, "8 Ts"), "is no digit (and"),
    (
        "digits a fifth of a cell higher",
        |d| before_digits(d, "5 Ts"),
        "of a cell from its middle (and",
    ),
    (
        "a white grid",
        |d| over(d, |l| format!("1 g {} f", rectangle(l, [0, 9], [0, 9]))),
        "a line of r1c1 is missing (and 80 other",
    ),
    (
        "a black grid",
        |d| over(d, |l| format!("0 g {} f", rectangle(l, [0, 9], [0, 9]))),
        "a line of r1c1 is missing (and 80 other",
    ),
    (
        "a grey block",
        |d| over(d, |l| format!("0.5 g {} f", rectangle(l, [3, 6], [3, 6]))),
        "other cells are wrong)",
    ),
    (
        "a diagonal",
        |d| over(d, |l| format!("1 w {} {} m {} {} l S", l.xs[0], l.ys[0], l.xs[9], l.ys[9])),
        "is no digit (and",
    ),
    (
        "a line through a row",
        |d| {
            over(d, |l| {
                let y = (l.ys[0] + l.ys[1]) / 2.0;
                format!("0.5 w {} {} m {} {} l S", l.xs[0], y - 3.0, l.xs[9], y + 3.0)
            })
        },
        "is no digit (and",
    ),
    (
        "a thin line through a column",
        |d| {
            over(d, |l| {
                let x = (l.xs[4] + l.xs[5]) / 2.0;
                format!("0.3 w {} {} m {} {} l S", x - 3.0, l.ys[0], x + 3.0, l.ys[9])
            })
        },
        "is no digit (and",
    ),
    (
        "a line covered",
        |d| over(d, |l| format!("1 G 3 w {} {} m {} {} l S", l.xs[4], l.ys[0], l.xs[4], l.ys[9])),
        "a line of r",
    ),
    (
        "ink in a blank cell",
        |d| {
            over(d, |l| {
                let (x, y) = blank(l);
                format!("{} {} m {x} {} l {} {} l f", x - 3.0, y - 3.0, y + 4.0, x + 3.0, y - 3.0)
            })
        },
        "is no digit, expected none",
    ),
];

#[test]
fn lies_of_the_ink_are_found() {
    let bench = Bench::new();
    let mut missed = Vec::new();
    for (name, lie, words) in LIES {
        let mut document = Document::load_mem(&BOOK.0).unwrap();
        let pages = |document: &Document| {
            document.page_iter().map(|id| document.get_page_content(id)).collect::<Vec<_>>()
        };
        let before = pages(&document);
        lie(&mut document);
        // The page whose content is another, if it is not a font or a picture.
        let changed = pages(&document).iter().zip(&before).position(|(new, old)| new != old);
        let place = changed.map_or("lie.pdf".to_owned(), |at| format!("lie.pdf, sheet {}", at + 1));
        fs::write(bench.path("lie.pdf"), saved(document)).unwrap();
        let said = verify(&bench, "--raster lie.pdf", 1);
        if !said.lines().any(|line| line.starts_with(&place) && line.contains(words)) {
            missed.push(format!("{name}: {words:?} is not in:\n{said}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A page of a stranger, with its content changed.
fn strange(change: impl FnOnce(String) -> String, also: impl FnOnce(&mut Document)) -> Vec<u8> {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let answer = crate::support::puzzle(line).solution().digits().map(|d| d.to_string()).concat();
    let mut document = Document::load_mem(&stranger(line, &answer, 1, false)).unwrap();
    let page = document.page_iter().next().unwrap();
    let old = String::from_utf8(document.get_page_content(page)).unwrap();
    let content = document.get_page_contents(page)[0];
    let new = change(old.clone());
    assert_ne!(old, new);
    stream(&mut document, content).set_plain_content(new.into_bytes());
    also(&mut document);
    saved(document)
}

/// The font has a map to Unicode: 3 for 5 and 5 for 3.
fn map_3_to_5(document: &mut Document) {
    let map =
        b"1 beginbfrange <20><7e><0020> endbfrange 2 beginbfchar <33><0035> <35><0033> endbfchar";
    let map = document.add_object(Stream::new(dictionary! {}, map.to_vec()));
    for object in document.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.has(b"BaseFont")
        {
            font.set("ToUnicode", map);
        }
    }
}

/// A book in a face that is not ours is compared with itself: no face of ours leans, is as narrow, or as wide.
#[test]
fn a_book_in_another_face_has_findings_only_if_it_lies() {
    let bench = Bench::new();
    for form in
        ["1 0 0.25 1", "0.7 0 0 1", "1.4 0 0 1", "1 0 0.12 1", "0.8 0 0.3 1", "0.85 0 0 0.7"]
    {
        let formed = |content: String| content.replace(" Tf 1 0 0 1 ", &format!(" Tf {form} "));
        fs::write(bench.path("strange.pdf"), strange(formed, |_| ())).unwrap();
        let output = bench.run("verify --raster strange.pdf");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.contains("ink"), "{form}: {said}");
        fs::write(bench.path("strange.pdf"), strange(formed, map_3_to_5)).unwrap();
        let said = verify(&bench, "--raster strange.pdf", 1);
        // Of a face far from ours, one of the two may be too unlike our digits to be called another.
        let lies = ["3 reads 5, expected 3", "5 reads 3, expected 5"];
        let found = lies.iter().any(|lie| said.contains(&format!("most cells with {lie}")));
        assert!(found, "{form}: {said}");
    }
}

#[test]
fn grids_are_read_in_each_direction() {
    let bench = Bench::new();
    for turn in ["0 1 -1 0 792 0", "-1 0 0 -1 792 792", "0 -1 1 0 0 792"] {
        let turned = |content| format!("q {turn} cm {content} Q");
        let square = |document: &mut Document| {
            let page = document.page_iter().next().unwrap();
            let page = document.get_object_mut(page).unwrap().as_dict_mut().unwrap();
            page.set("MediaBox", vec![0.into(), 0.into(), 792.into(), 792.into()]);
        };
        fs::write(bench.path("turned.pdf"), strange(turned, square)).unwrap();
        let output = bench.run("verify --raster turned.pdf");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.contains("ink") && !said.contains("a line of"), "{turn}: {said}");
        let lying = strange(turned, |document| {
            square(document);
            map_3_to_5(document);
        });
        fs::write(bench.path("turned.pdf"), lying).unwrap();
        let said = verify(&bench, "--raster turned.pdf", 1);
        assert!(said.contains("reads 5"), "{turn}: {said}");
    }
}

#[test]
fn a_file_with_an_enormous_picture_is_not_drawn() {
    let bench = Bench::new();
    let picture = |document: &mut Document| {
        let size = 60_000;
        document.add_object(Stream::new(
            dictionary! { "Subtype" => "Image", "Width" => size, "Height" => size },
            Vec::new(),
        ));
    };
    fs::write(bench.path("large.pdf"), strange(|content| content + " ", picture)).unwrap();
    let said = verify(&bench, "--raster large.pdf", 1);
    assert!(said.contains("a picture in the file has more than 100 million pixels"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_books_are_drawn_or_refused(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..30)) {
        let mut document = Document::load_mem(&BOOK.0).unwrap();
        for object in document.objects.values_mut() {
            let Object::Stream(stream) = object else { continue };
            let Ok(mut content) = stream.decompressed_content() else { continue };
            let len = content.len().max(1);
            for &(at, byte) in &changes {
                if let Some(changed) = content.get_mut(at % len) {
                    *changed = byte;
                }
            }
            stream.set_plain_content(content);
        }
        let bench = Bench::new();
        fs::write(bench.path("damaged.pdf"), saved(document)).unwrap();
        let mut proof = Proof::new(1, None, None).with_raster();
        proof.prove(&[bench.path("damaged.pdf")]).unwrap();
    }
}
