//! The fonts of a file: collects the characters used of each face, and embeds the subsets.

use super::broken;
use crate::typesetting::Face;
use lopdf::{Dictionary, Document, Object};
use printpdf::{
    FontId, Mm, Op, ParsedFont, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Pt,
    TextItem,
    font::{FontMetrics, FontType, PdfFontMetricsStub},
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;
use subsetter::GlyphRemapper;

/// The italic bit of a font descriptor's flags.
const ITALIC: i64 = 64;

/// The faces of a file, in the order of first use.
#[derive(Default)]
pub(super) struct EmbeddedFonts {
    subsets: Vec<FontSubset>,
    /// True if all digits get consecutive codes as soon as one is used. Pages of digits then
    /// compress better.
    pub digits_together: bool,
}

/// The used part of a face. Characters get codes in the order of first use.
struct FontSubset {
    face: Face,
    glyphs: GlyphRemapper,
    codes: BTreeMap<char, u16>,
}

impl EmbeddedFonts {
    /// Returns the number of a face. Its font is called `F0`, `F1` and so on in the file.
    pub fn number(&mut self, face: Face) -> usize {
        let known = self.subsets.iter().position(|subset| subset.face == face);
        known.unwrap_or_else(|| {
            let (glyphs, codes) = (GlyphRemapper::new(), BTreeMap::new());
            self.subsets.push(FontSubset { face, glyphs, codes });
            self.subsets.len() - 1
        })
    }

    /// Returns the code of a character in the font with this number.
    pub fn code(&mut self, font: usize, character: char) -> u16 {
        if let Some(&code) = self.subsets[font].codes.get(&character) {
            return code;
        }
        if self.digits_together && character.is_ascii_digit() {
            ('0'..='9').for_each(|digit| self.subsets[font].add(digit));
        } else {
            self.subsets[font].add(character);
        }
        self.subsets[font].codes[&character]
    }

    /// Returns a document with the fonts, and the dictionary that names them. printpdf embeds only
    /// fonts that a page uses, so its document has one page that shows every character. No other
    /// object refers to that page.
    ///
    /// # Errors
    /// Fails if the outlines of a user's font are damaged. The built-in fonts are tested.
    pub fn embed(&self) -> io::Result<(Document, Dictionary)> {
        let mut document = PdfDocument::new("");
        let mut specimen = vec![Op::StartTextSection];
        for (number, subset) in self.subsets.iter().enumerate() {
            let id = FontId(format!("F{number}"));
            specimen.push(Op::SetFont { font: PdfFontHandle::External(id.clone()), size: Pt(1.0) });
            // If two characters share a glyph, such as space and no-break space, copied text
            // contains the one shown last. The reversed order makes that the lower code point.
            specimen.push(Op::ShowText {
                items: vec![TextItem::Text(subset.codes.keys().rev().collect())],
            });
            let font = PdfFont::new(subset.parsed()?);
            document.resources.fonts.map.insert(id, font);
        }
        specimen.push(Op::EndTextSection);
        document.pages.push(PdfPage::new(Mm(0.0), Mm(0.0), specimen));
        let mut document = document.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new());
        let names = names(&document).map_err(broken)?;
        for (number, subset) in self.subsets.iter().enumerate() {
            // printpdf sets CapHeight to the ascender, and ItalicAngle to 0 for every face.
            let height = (subset.face.cap_height() * 1000.0).round() as i64;
            let angle = subset.face.metrics().italic_angle.round() as i64;
            let descriptor = descriptor(&mut document, &names, number).map_err(broken)?;
            descriptor.set("CapHeight", height);
            descriptor.set("ItalicAngle", angle);
            if angle != 0 {
                let flags = descriptor.get(b"Flags").and_then(Object::as_i64);
                descriptor.set("Flags", flags.unwrap_or(0) | ITALIC);
            }
        }
        Ok((document, names))
    }
}

/// Returns the font dictionary of the only page of a document.
fn names(document: &Document) -> lopdf::Result<Dictionary> {
    let page = document.page_iter().next().ok_or(lopdf::Error::PageNumberNotFound(1))?;
    let resources = document.get_dict_in_dict(document.get_dictionary(page)?, b"Resources")?;
    document.get_dict_in_dict(resources, b"Font").cloned()
}

/// Returns the descriptor of the font with this number.
fn descriptor<'a>(
    document: &'a mut Document,
    names: &Dictionary,
    number: usize,
) -> lopdf::Result<&'a mut Dictionary> {
    let font = document.get_dict_in_dict(names, format!("F{number}").as_bytes())?;
    let descendants = font.get(b"DescendantFonts")?.as_array()?;
    let descendant = descendants.first().map_or(Ok(font), Object::as_dict)?;
    let descriptor = descendant.get(b"FontDescriptor")?.as_reference()?;
    document.get_dictionary_mut(descriptor)
}

impl FontSubset {
    /// Returns the glyph of a character, and its advance in font units. The layout has checked that
    /// the face has the character.
    fn glyph(&self, character: char) -> (u16, u16) {
        self.face.glyph(character).unwrap_or((0, 0))
    }

    fn add(&mut self, character: char) {
        let code = self.glyphs.remap(self.glyph(character).0);
        self.codes.insert(character, code);
    }

    /// Converts the subset to the form that printpdf expects.
    fn parsed(&self) -> io::Result<ParsedFont> {
        let face = self.face;
        let program = subsetter::subset(face.bytes(), 0, &self.glyphs).map_err(|error| {
            let name = face.name();
            let words = format!("font {name}: expected a font that can be subset, found {error}");
            io::Error::new(io::ErrorKind::InvalidData, words)
        })?;
        let metrics = face.metrics();
        let bounds = metrics.bounds.unwrap_or_default();
        let units_per_em = metrics.units_per_em;
        Ok(ParsedFont {
            font_name: Some(subset_name(face, &program)),
            original_bytes: program,
            font_index: 0,
            codepoint_to_glyph: self
                .codes
                .iter()
                .map(|(&character, &code)| (u32::from(character), code))
                .collect(),
            glyph_widths: self.codes.iter().map(|(&c, &code)| (code, self.glyph(c).1)).collect(),
            units_per_em,
            font_metrics: FontMetrics {
                ascent: metrics.ascent as i16,
                descent: metrics.descent as i16,
            },
            font_type: FontType::TrueType,
            pdf_font_metrics: PdfFontMetricsStub {
                units_per_em,
                x_min: bounds.x_min as i16,
                y_min: bounds.y_min as i16,
                x_max: bounds.x_max as i16,
                y_max: bounds.y_max as i16,
                // Upright; `embed` sets the angle of an italic.
                caret_slope_rise: 1,
                caret_slope_run: 0,
                us_weight_class: face.weight(),
            },
        })
    }
}

/// Names an embedded subset: six letters derived from its content, and the name of the face.
fn subset_name(face: Face, program: &[u8]) -> String {
    let tag: String =
        Sha256::digest(program).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect();
    format!("{tag}+{}", face.name())
}
