//! Faces cut down to the characters that a file uses. Not which those are.

use super::content::font_name;
use crate::book::font::Face;
use printpdf::{
    FontId, ParsedFont, PdfDocument, PdfFont,
    font::{FontMetrics, FontType, PdfFontMetricsStub},
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use subsetter::GlyphRemapper;

/// Puts a subset of each used face into the document, under our own names: printpdf counts its
/// names through the whole process, and cuts down no face without features that we do not want.
///
/// # Errors
/// When the outlines of a font of the user's are broken: others are tested.
pub(super) fn embed(document: &mut PdfDocument, used: &[(Face, BTreeSet<char>)]) -> io::Result<()> {
    for (i, (face, characters)) in used.iter().enumerate() {
        let font = PdfFont::new(subset(*face, characters)?);
        document
            .resources
            .fonts
            .map
            .insert(FontId(font_name(i)), font);
    }
    Ok(())
}

/// The name under which a subset of a face is embedded: six letters that depend on the
/// characters, and the face's name.
fn subset_name(face: Face, program: &[u8]) -> String {
    let tag: String = Sha256::digest(program)
        .iter()
        .take(6)
        .map(|byte| char::from(b'A' + byte % 26))
        .collect();
    format!("{tag}+{}", face.name())
}

fn subset(face: Face, characters: &BTreeSet<char>) -> io::Result<ParsedFont> {
    let mut remapper = GlyphRemapper::new();
    let mut codepoint_to_glyph = BTreeMap::new();
    let mut glyph_widths = BTreeMap::new();
    for &character in characters {
        // Every text was checked against its face before layout.
        let Some((glyph, advance)) = face.glyph(character) else {
            continue;
        };
        let code = remapper.remap(glyph);
        codepoint_to_glyph.insert(u32::from(character), code);
        glyph_widths.insert(code, advance);
    }
    let program = subsetter::subset(face.bytes(), 0, &remapper).map_err(|error| {
        let name = face.name();
        io::Error::other(format!("font {name} cannot be cut down: {error}"))
    })?;
    let metrics = face.metrics();
    let bounds = metrics.bounds.unwrap_or_default();
    let units_per_em = metrics.units_per_em;
    Ok(ParsedFont {
        font_name: Some(subset_name(face, &program)),
        original_bytes: program,
        font_index: 0,
        codepoint_to_glyph,
        glyph_widths,
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
            // Upright: an italic's angle is set when the document is finished.
            caret_slope_rise: 1,
            caret_slope_run: 0,
            us_weight_class: face.weight(),
        },
    })
}
