//! Ink that says other than the text: planted changes that `verify` must find, one a line, and unchanged
//! books in which it finds nothing.

use crate::support::books::{make, pdf, true_sections};
use crate::support::pdfs::saved;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use proof::readback::{Lattice, Pdf};
use proof::verify;
use std::sync::Arc;

/// A page of a book with puzzles, or with answers.
struct Spot {
    id: ObjectId,
    /// The number of the page, counted from 1.
    sheet: usize,
    /// The lines of its first grid.
    grid: Lattice,
    /// A cell with a digit and one without: left, bottom, side.
    digit: [f64; 3],
    blank: [f64; 3],
}

impl Spot {
    /// The first such page.
    fn of(book: &[u8], answers: bool) -> Self {
        Self::nth(book, answers, 0)
    }

    fn nth(book: &[u8], answers: bool, n: usize) -> Self {
        let pages = Pdf::open(book).unwrap();
        let found = (0..pages.page_count()).map(|i| (i, pages.page(i).unwrap().grids));
        let numbered = found.into_iter().filter(|(_, grids)| !grids.is_empty());
        let mut wanted = numbered.filter(|(_, grids)| {
            grids.iter().all(|g| g.number.is_some() && g.is_full() == answers)
        });
        let (index, grids) = wanted.nth(n).unwrap();
        let document = Document::load_mem(book).unwrap();
        let grid = grids[0].lattice;
        let side = grid.cell();
        let place = |filled: bool| {
            let cells = grid::Cell::ALL;
            let cell =
                cells.into_iter().find(|&c| grids[0].grid.digit(c.index()).is_some() == filled);
            cell.map_or([0.0; 3], |c| [grid.xs()[c.column()], grid.ys()[8 - c.row()], side])
        };
        let id = document.page_iter().nth(index).unwrap();
        Self { id, sheet: index + 1, grid, digit: place(true), blank: place(false) }
    }

    /// The box of the grid: left, bottom, width, height.
    fn all(&self) -> [f64; 4] {
        let grid = &self.grid;
        let (left, bottom) = (grid.left(), grid.bottom());
        [left, bottom, grid.right() - left, grid.top() - bottom]
    }

    fn side(&self) -> f64 {
        self.all()[2] / 9.0
    }
}

/// A change of a page.
type Change = fn(&mut Document, &Spot);

/// Operators before or behind those of the page.
fn draw(document: &mut Document, spot: &Spot, before: bool, operators: &str) {
    let old = document.get_page_content(spot.id);
    let new = operators.as_bytes().to_vec();
    let content = if before {
        [&new[..], b"\n", &old].concat()
    } else {
        [b"q\n", &old[..], b"\nQ\n", &new].concat()
    };
    let stream = document.add_object(Stream::new(Dictionary::new(), content));
    document.get_dictionary_mut(spot.id).unwrap().set("Contents", stream);
}

fn over(document: &mut Document, spot: &Spot, operators: &str) {
    draw(document, spot, false, operators);
}

fn under(document: &mut Document, spot: &Spot, operators: &str) {
    draw(document, spot, true, operators);
}

/// A filled rectangle.
fn block([x, y, w, h]: [f64; 4]) -> String {
    format!("{x} {y} {w} {h} re f\n")
}

/// Changes the operators of the page.
fn edit(document: &mut Document, spot: &Spot, change: impl FnOnce(&mut Vec<Operation>)) {
    let mut content = Content::decode(&document.get_page_content(spot.id)).unwrap();
    change(&mut content.operations);
    let stream = Stream::new(Dictionary::new(), content.encode().unwrap());
    let stream = document.add_object(stream);
    document.get_dictionary_mut(spot.id).unwrap().set("Contents", stream);
}

/// Puts operators before each string that is shown.
fn before_text(document: &mut Document, spot: &Spot, new: &[(&str, &[f64])]) {
    edit(document, spot, |operations| {
        let all = std::mem::take(operations);
        for operation in all {
            if matches!(operation.operator.as_str(), "Tj" | "TJ") {
                operations.extend(new.iter().map(|(name, operands)| {
                    let operands = operands.iter().map(|&n| Object::Real(n as f32));
                    Operation::new(name, operands.collect())
                }));
            }
            operations.push(operation);
        }
    });
}

/// Multiplies an operand of all operators of a name.
fn scale(document: &mut Document, spot: &Spot, name: &str, operand: usize, by: f32) {
    edit(document, spot, |operations| {
        for operation in operations.iter_mut().filter(|o| o.operator == name) {
            let value = operation.operands[operand].as_float().unwrap();
            operation.operands[operand] = Object::Real(value * by);
        }
    });
}

/// A resource of the page under a name.
fn resource(
    document: &mut Document,
    spot: &Spot,
    kind: &str,
    name: &str,
    object: impl Into<Object>,
) {
    let object = object.into();
    let page = document.get_dictionary(spot.id).unwrap();
    let mut resources =
        document.dereference(page.get(b"Resources").unwrap()).unwrap().1.as_dict().unwrap().clone();
    let mut all = resources.get(kind.as_bytes()).map_or_else(
        |_| Dictionary::new(),
        |all| document.dereference(all).unwrap().1.as_dict().unwrap().clone(),
    );
    all.set(name, object);
    resources.set(kind, all);
    document.get_dictionary_mut(spot.id).unwrap().set("Resources", resources);
}

fn alpha(document: &mut Document, spot: &Spot, alpha: f32) {
    resource(document, spot, "ExtGState", "Thin", dictionary! { "ca" => alpha, "CA" => alpha });
}

/// Lets every code of every font draw the glyph of the next code.
fn next_glyphs(document: &mut Document, _: &Spot) {
    let map: Vec<u8> = (0..400_u16).flat_map(|code| (code + 1).to_be_bytes()).collect();
    let map = document.add_object(Stream::new(Dictionary::new(), map));
    for object in document.objects.values_mut() {
        let Ok(font) = object.as_dict_mut() else { continue };
        if font.has(b"CIDSystemInfo") {
            font.set("CIDToGIDMap", map);
        } else if let Ok(Ok(inner)) = font.get_mut(b"DescendantFonts").map(Object::as_array_mut)
            && let Some(Ok(inner)) = inner.first_mut().map(Object::as_dict_mut)
        {
            inner.set("CIDToGIDMap", map);
        }
    }
}

/// Takes the outlines of all fonts away: each glyph begins and ends at the same byte.
fn erase_outlines(document: &mut Document, _: &Spot) {
    let program =
        |object: &Object| object.as_dict().ok()?.get(b"FontFile2").ok()?.as_reference().ok();
    let programs: Vec<ObjectId> = document.objects.values().filter_map(program).collect();
    for id in programs {
        let stream = document.get_object_mut(id).unwrap().as_stream_mut().unwrap();
        let mut program = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        let number =
            |at: usize| u32::from_be_bytes(program[at..at + 4].try_into().unwrap()) as usize;
        let tables = usize::from(u16::from_be_bytes([program[4], program[5]]));
        let loca =
            (0..tables).map(|i| 12 + 16 * i).find(|&i| &program[i..i + 4] == b"loca").unwrap();
        let (at, len) = (number(loca + 8), number(loca + 12));
        program[at..at + len].fill(0);
        stream.set_plain_content(program);
    }
}

/// The name of the font of a digit on the page, and the code of the digit.
fn digit_of(document: &mut Document, spot: &Spot) -> (String, String) {
    let content = Content::decode(&document.get_page_content(spot.id)).unwrap();
    let mut font = String::new();
    for operation in content.operations {
        match (operation.operator.as_str(), &operation.operands[..]) {
            ("Tf", [Object::Name(name), _]) => font = String::from_utf8(name.clone()).unwrap(),
            // The number of a puzzle is a string of one character.
            ("Tj", [Object::String(text, _)]) if text.len() == 2 => {
                return (font, format!("{:02x}{:02x}", text[0], text[1]));
            }
            _ => {}
        }
    }
    panic!("no string of one character");
}

fn annotation(document: &mut Document, spot: &Spot, kind: &str) {
    let [x, y, w, h] = spot.all().map(|n| n as f32);
    let rect: Vec<Object> = [x, y, x + w, y + h].map(Object::Real).into();
    let note = dictionary! { "Type" => "Annot", "Subtype" => kind, "Rect" => rect };
    let note = document.add_object(note);
    document.get_dictionary_mut(spot.id).unwrap().set("Annots", vec![Object::from(note)]);
}

fn crop(document: &mut Document, spot: &Spot, part: f64) {
    let [x, y, w, h] = spot.all();
    let rect: Vec<Object> =
        [0.0, 0.0, x + w * part, y + h + 100.0].map(|n| Object::Real(n as f32)).into();
    document.get_dictionary_mut(spot.id).unwrap().set("CropBox", rect);
}

/// What is changed on a page of puzzles, and what the finding says.
const PUZZLES: &[(&str, Change, &str)] = &[
    ("white digits", |d, s| before_text(d, s, &[("g", &[1.0])]), "dark where the paper is"),
    ("digits in 3 % grey", |d, s| before_text(d, s, &[("g", &[0.97])]), "3 % dark where"),
    (
        "digits in a pale colour",
        |d, s| before_text(d, s, &[("rg", &[1.0, 1.0, 0.8])]),
        "% dark where",
    ),
    (
        "digits in pale CMYK",
        |d, s| before_text(d, s, &[("k", &[0.0, 0.0, 0.2, 0.0])]),
        "% dark where",
    ),
    (
        "white over the grid",
        |d, s| over(d, s, &format!("1 g {}", block(s.all()))),
        "covered or cut off",
    ),
    ("hollow digits", |d, s| under(d, s, "1 Tr 0.2 w"), "the outline of a"),
    ("hollow digits that clip", |d, s| under(d, s, "5 Tr 0.2 w"), "the outline of a"),
    (
        "white outlines of digits",
        |d, s| before_text(d, s, &[("Tr", &[2.0]), ("G", &[1.0]), ("w", &[0.8])]),
        "with lines of another colour around it",
    ),
    (
        "lines around blocks as thin as the others",
        |d, _| all_lines(d, 0.5),
        "lines around blocks that are heavier",
    ),
    ("lines of 3 points", |d, _| all_lines(d, 3.0), "lines around blocks that are heavier"),
    (
        "a line inside of blocks as heavy as those around them",
        |d, s| {
            let [x, y, _, h] = s.all();
            let x = x + s.side();
            over(d, s, &format!("0 G 2 w {x} {y} m {x} {} l S", y + h));
        },
        "lines of one width around blocks",
    ),
    ("black over the grid", |d, s| over(d, s, &format!("0 g {}", block(s.all()))), "covered"),
    (
        "black under the grid",
        |d, s| under(d, s, &format!("q 0 g {} Q", block(s.all()))),
        "dark where",
    ),
    (
        "grey under the grid",
        |d, s| under(d, s, &format!("q 0.1 g {} Q", block(s.all()))),
        "dark where",
    ),
    (
        "white over the right half",
        |d, s| {
            let [x, y, w, h] = s.all();
            over(d, s, &format!("1 g {}", block([x + w * 0.52, y, w / 2.0, h])));
        },
        "covered or cut off",
    ),
    (
        "a veil over the grid",
        |d, s| {
            alpha(d, s, 0.9);
            over(d, s, &format!("/Thin gs 1 g {}", block(s.all())));
        },
        "covered",
    ),
    (
        "thin digits",
        |d, s| {
            alpha(d, s, 0.1);
            under(d, s, "/Thin gs");
        },
        "% dark where",
    ),
    (
        "a cross over the grid",
        |d, s| {
            let [x, y, w, h] = s.all();
            let (r, t) = (x + w, y + h);
            over(d, s, &format!("2 w {x} {y} m {r} {t} l {x} {t} m {r} {y} l S"));
        },
        "that is neither",
    ),
    (
        "a thin line through the middle of a row",
        |d, s| {
            let [x, y, w, _] = s.all();
            let y = y + s.side() / 2.0;
            over(d, s, &format!("0.3 w {x} {y} m {} {y} l S", x + w));
        },
        "",
    ),
    (
        "a thin line through two cells",
        |d, s| {
            let [x, y, ..] = s.all();
            let (a, y) = (s.side(), y + 2.5 * s.side());
            over(d, s, &format!("0.3 w {} {y} m {} {y} l S", x + 3.2 * a, x + 4.8 * a));
        },
        "that is neither",
    ),
    (
        "a line as a filled rectangle",
        |d, s| {
            let [x, y, _, h] = s.all();
            over(d, s, &format!("0 g {}", block([x + 2.5 * s.side(), y, 0.5, h])));
        },
        "",
    ),
    (
        "white over one digit",
        |d, s| {
            let [x, y, side] = s.digit;
            over(d, s, &format!("1 g {}", block([x + 2.0, y + 2.0, side - 4.0, side - 4.0])));
        },
        "covered or cut off",
    ),
    (
        "white over half of a digit",
        |d, s| {
            let [x, y, side] = s.digit;
            over(d, s, &format!("1 g {}", block([x + 2.0, y + 2.0, side / 2.0 - 2.0, side - 4.0])));
        },
        "covered or cut off",
    ),
    (
        "a blot in an empty cell",
        |d, s| {
            let [x, y, side] = s.blank;
            let at = [x + 0.3 * side, y + 0.3 * side, 0.4 * side, 0.4 * side];
            over(d, s, &format!("0 g {}", block(at)));
        },
        "that is neither",
    ),
    (
        "a curve in an empty cell",
        |d, s| {
            let [x, y, a] = s.blank;
            let at = |px: f64, py: f64| format!("{} {}", x + px * a, y + py * a);
            let path = [at(0.2, 0.5), at(0.2, 0.9), at(0.8, 0.9), at(0.8, 0.5)];
            over(d, s, &format!("1 w {} m {} {} {} c S", path[0], path[1], path[2], path[3]));
        },
        "that is neither",
    ),
    (
        "an empty cell in black",
        |d, s| {
            let [x, y, side] = s.blank;
            under(d, s, &format!("q 0 g {} Q", block([x, y, side, side])));
        },
        "darker than others",
    ),
    (
        "a picture over the grid",
        |d, s| {
            let [x, y, w, h] = s.all();
            let image = Stream::new(
                dictionary! {
                    "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1,
                    "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
                },
                vec![255],
            );
            let image = d.add_object(image);
            resource(d, s, "XObject", "Veil", image);
            over(d, s, &format!("{w} 0 0 {h} {x} {y} cm /Veil Do"));
        },
        "covered or cut off",
    ),
    (
        "a picture under the grid",
        |d, s| {
            let [x, y, w, h] = s.all();
            under(
                d,
                s,
                &format!("q {w} 0 0 {h} {x} {y} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q"),
            );
        },
        "on a picture or a pattern",
    ),
    (
        "all but a corner of the page clipped away",
        |d, s| {
            let [x, y, w, h] = s.all();
            under(d, s, &format!("{x} {y} {} {} re W n", w * 0.55, h));
        },
        "",
    ),
    (
        "a triangle clipped out of the page",
        |d, s| {
            let [x, y, w, h] = s.all();
            let (l, b, r, t) = (x - 40.0, y - 40.0, x + w + 40.0, y + h + 40.0);
            under(d, s, &format!("{l} {b} m {r} {b} l {l} {t} l h W n"));
        },
        "",
    ),
    ("text 8 pt aside", |d, s| edit(d, s, |ops| shift_text(ops, 8.0, 0.0)), "from its middle"),
    ("text 8 pt higher", |d, s| edit(d, s, |ops| shift_text(ops, 0.0, 8.0)), "from its middle"),
    ("digits half as large", |d, s| scale(d, s, "Tf", 1, 0.45), "from its middle"),
    (
        "a small picture in an empty cell",
        |d, s| {
            let [x, y, a] = s.blank;
            let (x, y, a) = (x + 0.3 * a, y + 0.3 * a, 0.4 * a);
            over(d, s, &format!("{a} 0 0 {a} {x} {y} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI"));
        },
        "that is neither",
    ),
    (
        "a curve in an empty cell from line to line",
        |d, s| {
            let [x, y, a] = s.blank;
            let (r, t) = (x + a, y + 0.9 * a);
            over(d, s, &format!("1 w {x} {y} m {x} {t} {r} {t} {r} {y} c S"));
        },
        "that is neither",
    ),
    (
        "digits blended away",
        |d, s| {
            resource(d, s, "ExtGState", "Mix", dictionary! { "BM" => "Lighten" });
            under(d, s, "/Mix gs");
        },
        "blended",
    ),
    (
        "mirrored text",
        |d, s| {
            edit(d, s, |ops| {
                // A font of negative size, stretched to the left and set upside down: mirrored top to bottom.
                for op in ops.iter_mut().filter(|op| op.operator == "Tf") {
                    let size = op.operands[1].as_float().unwrap();
                    op.operands[1] = Object::Real(-size);
                }
                ops.insert(0, Operation::new("Tz", vec![Object::Real(-100.0)]));
            });
        },
        "",
    ),
    (
        "a digit on its side in an empty cell",
        |d, s| {
            let [x, y, a] = s.blank;
            let other = digit_of(d, s);
            let (x, y, size) = (x + 0.7 * a, y + 0.3 * a, 0.6 * a);
            over(
                d,
                s,
                &format!("0 g BT /{} {size} Tf 0 1 -1 0 {x} {y} Tm <{}> Tj ET", other.0, other.1),
            );
        },
        "turned, mirrored or slanted",
    ),
    ("white lines", |d, s| under(d, s, "1 G"), ""),
    ("invisible text", |d, s| before_text(d, s, &[("Tr", &[3.0])]), ""),
    (
        "outlined white text",
        |d, s| before_text(d, s, &[("Tr", &[1.0]), ("G", &[1.0])]),
        "dark where",
    ),
    ("glyphs of other digits", next_glyphs, "draws"),
    ("no outlines", erase_outlines, "found no ink"),
    ("a note over the grid", |d, s| annotation(d, s, "Square"), "an annotation (Square)"),
    ("a stamp over the grid", |d, s| annotation(d, s, "Stamp"), "an annotation (Stamp)"),
    (
        "a layer",
        |d, _| {
            d.catalog_mut().unwrap().set("OCProperties", dictionary! {});
        },
        "found layers",
    ),
    (
        "a turned page",
        |d, s| d.get_dictionary_mut(s.id).unwrap().set("Rotate", 180),
        "turn the page by 180 degrees",
    ),
    ("half of the grid cropped", |d, s| crop(d, s, 0.55), ""),
    (
        "white over a line",
        |d, s| {
            let [x, y, w, _] = s.all();
            over(d, s, &format!("1 g {}", block([x, y + 4.0 * s.side() - 1.0, w, 2.0])));
        },
        "no line that is seen",
    ),
    (
        "white over a part of a line",
        |d, s| {
            let [x, y, ..] = s.all();
            let at = [x + 1.2 * s.side(), y + 4.0 * s.side() - 1.0, 0.6 * s.side(), 2.0];
            over(d, s, &format!("1 g {}", block(at)));
        },
        "no line that is seen",
    ),
    (
        "white over the caption",
        |d, s| {
            let [x, y, w, h] = s.all();
            over(d, s, &format!("1 g {}", block([x, y + h + 1.0, w, 20.0])));
        },
        "text that begins with",
    ),
    (
        "a shading over the page",
        |d, s| {
            let shading = dictionary! {
                "ShadingType" => 2, "ColorSpace" => "DeviceGray",
                "Coords" => vec![0.into(), 0.into(), 1.into(), 1.into()],
                "Function" => dictionary! {
                    "FunctionType" => 2, "N" => 1, "Domain" => vec![0.into(), 1.into()],
                },
                "Extend" => vec![true.into(), true.into()],
            };
            resource(d, s, "Shading", "Fog", shading);
            over(d, s, "/Fog sh");
        },
        "covered or cut off",
    ),
];

/// What is changed in the drawing of the grids, on one page of several that share it.
const FORMS: &[(&str, Change, &str)] = &[
    ("another form in its place", |d, s| replace_form(d, s, "0 0 m 50 -50 l S"), ""),
    ("nothing in its place", |d, s| replace_form(d, s, ""), ""),
    ("a blot on the form", |d, s| add_to_form(d, s, &blot(s)), ""),
    ("white over the form", |d, s| add_to_form(d, s, &format!("1 g {}", block(s.all()))), ""),
    ("the form 8 pt aside", |d, s| around_forms(d, s, "1 0 0 1 8 0 cm"), "from its middle"),
    ("the form 1 % larger", |d, s| around_forms(d, s, "1.01 0 0 1.01 0 0 cm"), ""),
    ("the form in white", |d, s| around_forms(d, s, "1 G"), "no line that is seen"),
    ("the form in dots", |d, s| around_forms(d, s, "[1 9] 0 d"), "lines without gaps"),
    ("the form cut off", |d, s| around_forms(d, s, "0 0 150 9999 re W n"), ""),
    (
        "the form behind a slanted clip",
        |d, s| around_forms(d, s, "0 0 m 300 0 l 0 900 l h W n"),
        "",
    ),
    (
        "a form of thin ink",
        |d, s| {
            alpha(d, s, 0.03);
            around_forms(d, s, "/Thin gs");
        },
        "no line that",
    ),
];

/// A blot in the middle of the first cell of the lowest row.
fn blot(spot: &Spot) -> String {
    let ([x, y, ..], side) = (spot.all(), spot.side());
    format!("0 g {}", block([x + 0.3 * side, y + 0.3 * side, 0.4 * side, 0.4 * side]))
}

/// Puts operators around each form of the page.
fn around_forms(document: &mut Document, spot: &Spot, operators: &str) {
    let new = Content::decode(operators.as_bytes()).unwrap().operations;
    edit(document, spot, |operations| {
        for operation in std::mem::take(operations) {
            let is_form = operation.operator == "Do";
            operations.extend(is_form.then(|| Operation::new("q", vec![])));
            operations.extend(new.iter().filter(|_| is_form).cloned());
            operations.push(operation);
            operations.extend(is_form.then(|| Operation::new("Q", vec![])));
        }
    });
}

/// Gives the page a form of its own, with this content, under the name of each form that it draws.
fn change_form(document: &mut Document, spot: &Spot, change: impl Fn(&mut Vec<u8>)) {
    let content = Content::decode(&document.get_page_content(spot.id)).unwrap();
    for operation in content.operations.iter().filter(|one| one.operator == "Do") {
        let name = std::str::from_utf8(operation.operands[0].as_name().unwrap()).unwrap();
        let id = form_id(document, spot, name);
        let mut form = document.get_object(id).unwrap().as_stream().unwrap().clone();
        let mut content = form.get_plain_content().unwrap();
        change(&mut content);
        form.set_plain_content(content);
        let form = document.add_object(form);
        resource(document, spot, "XObject", name, form);
    }
}

fn form_id(document: &Document, spot: &Spot, name: &str) -> ObjectId {
    let page = document.get_dictionary(spot.id).unwrap();
    let resources = document.dereference(page.get(b"Resources").unwrap()).unwrap().1;
    let forms = resources.as_dict().unwrap().get(b"XObject").unwrap();
    let forms = document.dereference(forms).unwrap().1.as_dict().unwrap();
    forms.get(name.as_bytes()).unwrap().as_reference().unwrap()
}

fn replace_form(document: &mut Document, spot: &Spot, operators: &str) {
    change_form(document, spot, |content| *content = operators.as_bytes().to_vec());
}

fn add_to_form(document: &mut Document, spot: &Spot, operators: &str) {
    change_form(document, spot, |content| {
        content.extend(b"\n");
        content.extend(operators.as_bytes());
    });
}

/// What changes nothing that is seen.
const HARMLESS: &[(&str, Change)] = &[
    ("white under the grid", |d, s| under(d, s, &format!("q 1 g {} Q", block(s.all())))),
    ("a clip around the page, with a slanted side", |d, s| {
        under(d, s, "-9 -9 m 4000 -9 l -9 4000 l h W n");
    }),
    ("a line of the grid again, as a filled rectangle", |d, s| {
        let [x, y, _, h] = s.all();
        over(d, s, &format!("0 g {}", block([x + 3.0 * s.side() - 0.2, y, 0.4, h])));
    }),
    ("one area of two rectangles, one below the grid and one above", |d, s| {
        let [x, y, w, h] = s.all();
        let (below, above) = (y - 3.0, y + h + 2.0);
        under(d, s, &format!("q 0.5 g {x} {below} {w} 1 re {x} {above} {w} 1 re f Q"));
    }),
    ("nothing but a size", |d, s| {
        let [x, y, ..] = s.digit;
        over(d, s, &format!("0 g {}", block([x + 0.5 * s.side(), y + 0.5 * s.side(), 0.0, 0.0])));
    }),
];

/// Gives all lines of the drawings one width: grids are drawings.
fn all_lines(document: &mut Document, width: f32) {
    for object in document.objects.values_mut() {
        let Ok(stream) = object.as_stream_mut() else { continue };
        if stream.dict.get(b"Subtype").and_then(Object::as_name).ok() != Some(b"Form") {
            continue;
        }
        let mut content = Content::decode(&stream.get_plain_content().unwrap()).unwrap();
        for operation in content.operations.iter_mut().filter(|op| op.operator == "w") {
            operation.operands[0] = Object::Real(width);
        }
        stream.set_plain_content(content.encode().unwrap());
    }
}

/// Moves all text.
fn shift_text(operations: &mut Vec<Operation>, x: f64, y: f64) {
    let all = std::mem::take(operations);
    for operation in all {
        let (begins, ends) = (operation.operator == "BT", operation.operator == "ET");
        if begins {
            let matrix = [1.0, 0.0, 0.0, 1.0, x, y].map(|n| Object::Real(n as f32));
            operations.push(Operation::new("q", vec![]));
            operations.push(Operation::new("cm", matrix.into()));
        }
        operations.push(operation);
        if ends {
            operations.push(Operation::new("Q", vec![]));
        }
    }
}

fn findings(book: &[u8]) -> Vec<String> {
    let found = verify::volume(&Arc::from("book.pdf"), book, 1).unwrap().findings;
    found.iter().map(ToString::to_string).collect()
}

fn planted(book: &[u8], spot: &Spot, changes: &[(&str, Change, &str)]) {
    let mut missed = Vec::new();
    for (name, change, words) in changes {
        let mut document = Document::load_mem(book).unwrap();
        change(&mut document, spot);
        let found = findings(&saved(document));
        // The page of the change is named, or the file; unless it is no page with grids any more.
        let page = format!("book.pdf, page {}", spot.sheet);
        let named = |finding: &str| {
            let rest = finding.strip_prefix(&page);
            let is_page = rest.is_some_and(|rest| rest.starts_with([' ', ',', ':']));
            words.is_empty() || is_page || finding.starts_with("book.pdf: ")
        };
        if !found.iter().any(|finding| named(finding) && finding.contains(words)) {
            missed.push(format!("{name}: expected {page}, {words:?}, found {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn ink_unlike_text_is_found_on_puzzle_pages() {
    let book = pdf(&make("classic", "6x9", &true_sections(&[6, 6]))[0]);
    assert_eq!(findings(&book), [""; 0]);
    planted(&book, &Spot::of(&book, false), PUZZLES);
}

#[test]
fn ink_unlike_text_is_found_on_answer_pages() {
    let book = pdf(&make("classic", "6x9", &true_sections(&[6, 6]))[0]);
    // What needs an empty cell is for puzzles alone. A book may have no answers.
    let is_other = |name: &str| name.contains("empty cell") || name.contains("all but a corner");
    let full: Vec<_> = PUZZLES.iter().copied().filter(|(name, ..)| !is_other(name)).collect();
    planted(&book, &Spot::of(&book, true), &full);
}

/// What the pages before share with a page says nothing about what is changed on it.
#[test]
fn ink_is_judged_anew_on_like_pages() {
    let book = pdf(&make("classic", "6x9", &true_sections(&[12, 12]))[0]);
    assert_eq!(findings(&book), [""; 0]);
    for answers in [false, true] {
        let is_other =
            |name: &str| name.contains("empty cell") || name.contains("all but a corner");
        let all = PUZZLES.iter().chain(FORMS).copied();
        let fitting: Vec<_> = all.filter(|(name, ..)| !answers || !is_other(name)).collect();
        planted(&book, &Spot::nth(&book, answers, 1), &fitting);
    }
}

#[test]
fn changes_that_nobody_sees_are_no_findings() {
    let book = pdf(&make("classic", "6x9", &true_sections(&[6, 6]))[0]);
    for (name, change) in HARMLESS {
        let mut document = Document::load_mem(&book).unwrap();
        change(&mut document, &Spot::of(&book, false));
        assert_eq!(findings(&saved(document)), [""; 0], "{name}");
    }
}

#[test]
fn ink_of_unchanged_books_has_no_findings() {
    for (design, trim, sizes) in [
        ("classic", "6x9", &[6, 6][..]),
        ("classroom", "letter", &[8, 8]),
        ("daily", "6x9", &[8, 4, 8, 4, 4]),
        ("large-print", "8.5x11", &[4, 4]),
        ("newspaper", "a4", &[5, 0, 5, 0, 5]),
        ("playful", "8x10", &[4, 4]),
        ("pocket", "5x8", &[6, 6]),
    ] {
        for volume in make(design, trim, &true_sections(sizes)) {
            assert_eq!(findings(&pdf(&volume)), [""; 0], "{design}");
        }
    }
}
