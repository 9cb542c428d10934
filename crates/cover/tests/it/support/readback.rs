//! A small reader of PDF pages, independent of the writer.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;

/// A character on a page. Positions in points from the lower left corner.
#[derive(Clone, Debug)]
pub struct Glyph {
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub advance: f64,
    /// Where the next one would stand: below it, if the line is turned.
    pub end: (f64, f64),
    pub character: char,
    pub font: String,
    pub cap_height: f64,
}

/// A stroked or filled path. `form` counts the form drawings of the page; 0 is the page itself.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub points: Vec<(f64, f64)>,
    /// 0 for a filled path.
    pub width: f64,
    pub form: usize,
}

#[derive(Debug, Default)]
pub struct Sheet {
    pub media: Vec<f64>,
    pub trim: Vec<f64>,
    pub glyphs: Vec<Glyph>,
    pub drawn: Vec<Drawn>,
    pub operators: Vec<String>,
}

/// A grid found on a page.
#[derive(Debug)]
pub struct FoundGrid {
    /// The caption's number, at the left edge of the frame.
    pub number: usize,
    /// 81 characters, row by row.
    pub line: String,
    /// The font of each printed digit.
    pub fonts: Vec<Option<String>>,
    /// How far the worst digit lies from the middle of its cell.
    pub off_centre: f64,
    pub digit_size: f64,
    pub cell: f64,
    /// Left, right of the frame's outer edge; its top.
    pub edges: (f64, f64, f64),
    /// Thinnest and boldest line.
    pub lines: (f64, f64),
}

struct Font {
    name: String,
    cap_height: f64,
    widths: BTreeMap<u16, f64>,
    unicode: BTreeMap<u16, char>,
}

type Matrix = [f64; 6];

/// First `a`, then `b`.
fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn apply(m: Matrix, (x, y): (f64, f64)) -> (f64, f64) {
    (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
}

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn numbers(objects: &[Object]) -> Vec<f64> {
    objects.iter().filter_map(|o| o.as_float().ok().map(f64::from)).collect()
}

fn matrix(objects: &[Object]) -> Matrix {
    numbers(objects).try_into().expect("six numbers")
}

fn resolve<'a>(doc: &'a Document, dict: &'a Dictionary, key: &[u8]) -> &'a Object {
    doc.dereference(dict.get(key).unwrap()).unwrap().1
}

/// Every page of the file.
pub fn sheets(pdf: &[u8]) -> Vec<Sheet> {
    let doc = Document::load_mem(pdf).unwrap();
    let mut fonts = BTreeMap::new();
    doc.page_iter().map(|page| sheet(&doc, page, &mut fonts)).collect()
}

fn sheet(doc: &Document, id: ObjectId, fonts: &mut BTreeMap<ObjectId, Font>) -> Sheet {
    let page = doc.get_dictionary(id).unwrap();
    let boxed = |key: &[u8]| numbers(resolve(doc, page, key).as_array().unwrap());
    let mut sheet =
        Sheet { media: boxed(b"MediaBox"), trim: boxed(b"TrimBox"), ..Default::default() };
    let resources = resolve(doc, page, b"Resources").as_dict().unwrap();
    let content = doc.get_page_content(id);
    let mut reader = Reader { doc, fonts, sheet: &mut sheet, forms: 0 };
    reader.run(&content, resources, IDENTITY, 0);
    sheet
}

struct Reader<'a> {
    doc: &'a Document,
    fonts: &'a mut BTreeMap<ObjectId, Font>,
    sheet: &'a mut Sheet,
    forms: usize,
}

#[derive(Clone)]
struct State {
    ctm: Matrix,
    width: f64,
    font: Option<ObjectId>,
    size: f64,
    /// After each character.
    space: f64,
}

impl Reader<'_> {
    fn run(&mut self, content: &[u8], resources: &Dictionary, ctm: Matrix, form: usize) {
        let mut state = State { ctm, width: 1.0, font: None, size: 0.0, space: 0.0 };
        let mut stack = Vec::new();
        let mut path: Vec<(f64, f64)> = Vec::new();
        let (mut line, mut pen) = (IDENTITY, IDENTITY);
        for op in Content::decode(content).unwrap().operations {
            let n = numbers(&op.operands);
            self.sheet.operators.push(op.operator.clone());
            match op.operator.as_str() {
                "q" => stack.push(state.clone()),
                "Q" => state = stack.pop().unwrap(),
                "cm" => state.ctm = times(matrix(&op.operands), state.ctm),
                "w" => state.width = n[0],
                "c" => path.push(apply(state.ctm, (n[4], n[5]))),
                "m" | "l" => path.push(apply(state.ctm, (n[0], n[1]))),
                "re" => path.extend(
                    [(n[0], n[1]), (n[0] + n[2], n[1] + n[3])].map(|p| apply(state.ctm, p)),
                ),
                "h" | "g" | "G" | "rg" | "RG" | "k" | "K" | "ET" => {}
                "BT" => (line, pen) = (IDENTITY, IDENTITY),
                "S" | "s" | "f" => {
                    let scale = (state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2]).abs();
                    let stroked = op.operator != "f";
                    self.sheet.drawn.push(Drawn {
                        points: std::mem::take(&mut path),
                        width: if stroked { state.width * scale.sqrt() } else { 0.0 },
                        form,
                    });
                }
                "Do" => self.form(op.operands[0].as_name().unwrap(), resources, state.ctm),
                "Tf" => {
                    let all = resolve(self.doc, resources, b"Font").as_dict().unwrap();
                    let id = all.get(op.operands[0].as_name().unwrap()).unwrap();
                    let id = id.as_reference().unwrap();
                    let doc = self.doc;
                    self.fonts.entry(id).or_insert_with(|| Font::read(doc, id));
                    (state.font, state.size) = (Some(id), n[0]);
                }
                "Td" => {
                    line = times([1.0, 0.0, 0.0, 1.0, n[0], n[1]], line);
                    pen = line;
                }
                "Tm" => {
                    line = matrix(&op.operands);
                    pen = line;
                }
                "Tc" => state.space = n[0],
                "Tj" => pen = self.show(&op.operands, &state, pen),
                "TJ" => pen = self.show(op.operands[0].as_array().unwrap(), &state, pen),
                other => panic!("operator {other} is not expected in a book"),
            }
        }
        assert!(stack.is_empty(), "every q has its Q");
    }

    fn form(&mut self, name: &[u8], resources: &Dictionary, ctm: Matrix) {
        let all = resolve(self.doc, resources, b"XObject").as_dict().unwrap();
        let form = resolve(self.doc, all, name).as_stream().unwrap();
        let own = match form.dict.get(b"Matrix") {
            Ok(own) => matrix(own.as_array().unwrap()),
            Err(_) => IDENTITY,
        };
        let inner = resolve(self.doc, &form.dict, b"Resources").as_dict().unwrap();
        let content = form.decompressed_content().unwrap_or(form.content.clone());
        self.forms += 1;
        self.run(&content, inner, times(own, ctm), self.forms);
    }

    fn show(&mut self, items: &[Object], state: &State, mut pen: Matrix) -> Matrix {
        let font = &self.fonts[&state.font.expect("a font is set")];
        for item in items {
            if let Ok(step) = item.as_float() {
                let back = -f64::from(step) / 1000.0 * state.size;
                pen = times([1.0, 0.0, 0.0, 1.0, back, 0.0], pen);
                continue;
            }
            for code in item.as_str().unwrap().chunks(2) {
                let code = u16::from_be_bytes([code[0], code[1]]);
                let advance = font.widths[&code] / 1000.0 * state.size;
                let (x, y) = apply(times(pen, state.ctm), (0.0, 0.0));
                let end = apply(times(pen, state.ctm), (advance, 0.0));
                let character = font.unicode[&code];
                let glyph = Glyph {
                    x,
                    y,
                    size: state.size,
                    advance,
                    end,
                    character,
                    font: font.name.clone(),
                    cap_height: font.cap_height,
                };
                // A blank among digits is nothing.
                if character != '\u{2007}' {
                    self.sheet.glyphs.push(glyph);
                }
                let step = advance + state.space;
                pen = times([1.0, 0.0, 0.0, 1.0, step, 0.0], pen);
            }
        }
        pen
    }
}

impl Font {
    fn read(doc: &Document, id: ObjectId) -> Self {
        let font = doc.get_dictionary(id).unwrap();
        let inner = resolve(doc, font, b"DescendantFonts").as_array().unwrap();
        let inner = doc.dereference(&inner[0]).unwrap().1.as_dict().unwrap();
        let descriptor = resolve(doc, inner, b"FontDescriptor").as_dict().unwrap();
        let mut widths = BTreeMap::new();
        let entries = resolve(doc, inner, b"W").as_array().unwrap();
        let mut at = 0;
        while at < entries.len() {
            let first = entries[at].as_i64().unwrap() as u16;
            if let Ok(list) = entries[at + 1].as_array() {
                for (i, width) in numbers(list).into_iter().enumerate() {
                    widths.insert(first + i as u16, width);
                }
                at += 2;
            } else {
                let last = entries[at + 1].as_i64().unwrap() as u16;
                let width = f64::from(entries[at + 2].as_float().unwrap());
                widths.extend((first..=last).map(|code| (code, width)));
                at += 3;
            }
        }
        let map = resolve(doc, font, b"ToUnicode").as_stream().unwrap();
        let map = map.decompressed_content().unwrap_or(map.content.clone());
        let name = font.get(b"BaseFont").unwrap().as_name().unwrap();
        Self {
            name: String::from_utf8(name.to_vec()).unwrap(),
            cap_height: f64::from(descriptor.get(b"CapHeight").unwrap().as_float().unwrap())
                / 1000.0,
            widths,
            unicode: to_unicode(&String::from_utf8(map).unwrap()),
        }
    }
}

/// The bfchar and bfrange entries of a ToUnicode map.
fn to_unicode(map: &str) -> BTreeMap<u16, char> {
    let mut out = BTreeMap::new();
    let mut section = "";
    for line in map.lines() {
        if line.ends_with("beginbfchar") {
            section = "char";
        } else if line.ends_with("beginbfrange") {
            section = "range";
        } else if line.starts_with("end") {
            section = "";
        }
        let codes: Vec<u32> = line
            .split(['<', '>'])
            .filter_map(|hex| u32::from_str_radix(hex.trim(), 16).ok())
            .collect();
        match (section, &codes[..]) {
            ("char", [code, character]) => {
                out.insert(*code as u16, char::from_u32(*character).unwrap());
            }
            ("range", [first, last, character]) => {
                for i in 0..=last - first {
                    let character = char::from_u32(character + i).unwrap();
                    out.insert((first + i) as u16, character);
                }
            }
            _ => {}
        }
    }
    out
}

/// The lines of a form, with the four edges of a frame whose corners are round.
fn with_edges(drawn: Vec<&Drawn>) -> Vec<Drawn> {
    let edges = |frame: &Drawn| {
        let all = |of: fn(&(f64, f64)) -> f64| {
            let values = || frame.points.iter().map(of);
            (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
        };
        let ((left, right), (low, high)) = (all(|p| p.0), all(|p| p.1));
        let upright = [left, right].map(|x| vec![(x, low), (x, high)]);
        let lying = [low, high].map(|y| vec![(left, y), (right, y)]);
        let edge = |points| Drawn { points, ..frame.clone() };
        upright.into_iter().chain(lying).map(edge).collect::<Vec<_>>()
    };
    let is_frame = |one: &Drawn| one.points.len() > 30;
    drawn
        .into_iter()
        .flat_map(|one| if is_frame(one) { edges(one) } else { vec![one.clone()] })
        .collect()
}

impl Sheet {
    /// The lines of text from top to bottom, each from left to right. Wide gaps become tabs.
    pub fn lines(&self) -> Vec<String> {
        let mut rows: BTreeMap<i64, Vec<&Glyph>> = BTreeMap::new();
        for glyph in &self.glyphs {
            rows.entry((-glyph.y * 10.0).round() as i64).or_default().push(glyph);
        }
        rows.into_values()
            .map(|mut row| {
                row.sort_by(|a, b| a.x.total_cmp(&b.x));
                let mut line = String::new();
                let mut end = None;
                for glyph in row {
                    if end.is_some_and(|end| glyph.x > end + 0.6 * glyph.size) {
                        line.push('\t');
                    }
                    line.push(glyph.character);
                    end = Some(glyph.x + glyph.advance);
                }
                line
            })
            .collect()
    }

    /// All text.
    pub fn text(&self) -> String {
        self.lines().join("\n")
    }

    /// The grids: forms of twenty straight lines, with the digits in their cells and the number
    /// above their left edge.
    pub fn grids(&self) -> Vec<FoundGrid> {
        let mut forms: BTreeMap<usize, Vec<&Drawn>> = BTreeMap::new();
        for drawn in self.drawn.iter().filter(|d| d.form > 0 && d.width > 0.0) {
            forms.entry(drawn.form).or_default().push(drawn);
        }
        forms
            .into_values()
            .map(with_edges)
            .filter(|lines| lines.len() == 20 && lines.iter().all(|l| l.points.len() == 2))
            .map(|lines| self.grid(&lines.iter().collect::<Vec<_>>()))
            .collect()
    }

    fn grid(&self, lines: &[&Drawn]) -> FoundGrid {
        let mut xs = Vec::new();
        let mut ys = Vec::new();
        let mut widths = Vec::new();
        for line in lines {
            let [(x0, y0), (x1, y1)] = line.points[..] else { unreachable!("two ends") };
            if (x0 - x1).abs() < 1e-6 {
                xs.push((x0, line.width));
            } else {
                assert!((y0 - y1).abs() < 1e-6, "lines are upright or level");
                ys.push((y0, line.width));
            }
            widths.push(line.width);
        }
        xs.sort_by(|a, b| a.0.total_cmp(&b.0));
        ys.sort_by(|a, b| b.0.total_cmp(&a.0));
        assert_eq!((xs.len(), ys.len()), (10, 10), "ten lines each way");
        let bold = widths.iter().copied().fold(0.0, f64::max);
        let thin = widths.iter().copied().fold(f64::MAX, f64::min);
        for (i, (x, y)) in xs.iter().zip(&ys).enumerate() {
            let expected = if i % 3 == 0 { bold } else { thin };
            assert!((x.1, y.1) == (expected, expected), "blocks are bold");
        }

        let mut cells = vec![None; 81];
        let mut off_centre: f64 = 0.0;
        let mut digit_size = 0.0;
        let cell = (xs[9].0 - xs[0].0) / 9.0;
        for glyph in &self.glyphs {
            let middle =
                (glyph.x + glyph.advance / 2.0, glyph.y + glyph.cap_height * glyph.size / 2.0);
            let column = (0..9).find(|&i| xs[i].0 < middle.0 && middle.0 < xs[i + 1].0);
            let row = (0..9).find(|&i| ys[i].0 > middle.1 && middle.1 > ys[i + 1].0);
            let (Some(column), Some(row)) = (column, row) else {
                continue;
            };
            let dx = middle.0 - (xs[column].0 + xs[column + 1].0) / 2.0;
            let dy = middle.1 - (ys[row].0 + ys[row + 1].0) / 2.0;
            off_centre = off_centre.max(dx.abs()).max(dy.abs());
            digit_size = glyph.size;
            let before = cells[row * 9 + column].replace((glyph.character, glyph.font.clone()));
            assert!(before.is_none(), "one digit a cell");
        }
        let left = xs[0].0 - bold / 2.0;
        let right = xs[9].0 + bold / 2.0;
        let top = ys[0].0 + bold / 2.0;
        FoundGrid {
            number: self.caption(left, top),
            line: cells
                .iter()
                .map(|c| c.as_ref().map_or('.', |(character, _)| *character))
                .collect(),
            fonts: cells.into_iter().map(|c| Some(c?.1)).collect(),
            off_centre,
            digit_size,
            cell,
            edges: (left, right, top),
            lines: (thin, bold),
        }
    }

    /// The number whose first digit stands at the left edge of a frame, just above it; 0 if none.
    fn caption(&self, left: f64, top: f64) -> usize {
        let mut row: Vec<&Glyph> = self
            .glyphs
            .iter()
            .filter(|g| g.y > top && g.y < top + 40.0 && g.x > left - 0.1)
            .collect();
        let Some(first) = row
            .iter()
            .filter(|g| (g.x - left).abs() < 0.1)
            .min_by(|a, b| a.y.total_cmp(&b.y))
            .copied()
        else {
            return 0;
        };
        row.retain(|g| (g.y - first.y).abs() < 0.01);
        row.sort_by(|a, b| a.x.total_cmp(&b.x));
        let mut end = first.x;
        let mut number = 0;
        for glyph in row {
            let Some(digit) = glyph.character.to_digit(10) else {
                break;
            };
            if glyph.x > end + 0.1 * glyph.size {
                break;
            }
            number = number * 10 + digit as usize;
            end = glyph.x + glyph.advance;
        }
        number
    }
}
