//! Checks what pages draw: fonts, graphics states, pictures and forms, patterns and shadings.
//! Only resources that an operator uses are checked.

use super::colour;
use super::file::{IntentSpace, filters};
use super::topic::Topic;
use super::{Notes, slash};
use crate::print::Pdfx;
use crate::print::pdf::{Dict, Operators, Stop, inner, unpacked};
use lopdf::{Document, Object, ObjectId, Stream};
use std::collections::HashSet;

/// Maximum number of bytes of content of all pages together; a form counts on each page that draws it.
const MAX_BYTES: usize = 256 << 20;
/// Maximum number of bytes of one stream, and maximum depth of forms inside forms.
const MAX_STREAM: usize = 6 << 20;
const MAX_DEEP: usize = 12;

/// The operators of PDF 1.3; later versions have no more.
const OPERATORS: [&str; 73] = [
    "b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1",
    "Do", "DP", "EI", "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J",
    "K", "k", "l", "m", "M", "MP", "n", "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC", "sc",
    "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts", "Tw",
    "Tz", "v", "w", "W", "W*", "y", "'", "\"",
];

/// Reads the content of the pages of a document, within limits.
pub(super) struct Content<'a> {
    document: &'a Document,
    /// The colours of the printing condition.
    intent: IntentSpace,
    bytes_left: usize,
    /// The streams and dictionaries that this page has used so far.
    seen: HashSet<ObjectId>,
}

/// What content is drawn with: the resources around it, and how many forms it is inside of.
#[derive(Clone, Copy)]
struct Around<'a> {
    resources: Dict<'a>,
    depth: usize,
}

impl<'a> Content<'a> {
    pub fn new(document: &'a Document, intent: IntentSpace) -> Self {
        Self { document, intent, bytes_left: MAX_BYTES, seen: HashSet::new() }
    }

    /// Checks all that a page draws.
    pub fn page(&mut self, notes: &mut Notes, id: ObjectId) -> Result<(), Stop> {
        self.seen.clear();
        let page = Dict::new(self.document, self.document.get_dictionary(id)?);
        let content = self.document.get_page_content_with_limit(id, MAX_STREAM)?;
        let resources = page.inherited(b"Resources").within(b"Resources");
        self.run(notes, &content, Around { resources, depth: 0 })
    }

    fn run(&mut self, notes: &mut Notes, content: &[u8], around: Around<'a>) -> Result<(), Stop> {
        self.bytes_left = self.bytes_left.checked_sub(content.len()).ok_or(Stop::Endless)?;
        let resources = around.resources;
        let mut operators = Operators::new(content);
        while let Some((operator, operands)) = operators.next()? {
            let operator = std::str::from_utf8(operator).unwrap_or("?");
            let named = operands.iter().rev().find_map(|operand| operand.as_name().ok());
            let of = |kind: &[u8]| {
                let all = resources.within(kind).own;
                self.document.dereference(all.get(named?).ok()?).ok()
            };
            let dict_of = |kind: &[u8]| resources.of(of(kind)?.1);
            match operator {
                "g" | "G" => colour::device(notes, self.intent, resources, "DeviceGray"),
                "rg" | "RG" => colour::device(notes, self.intent, resources, "DeviceRGB"),
                "k" | "K" => colour::device(notes, self.intent, resources, "DeviceCMYK"),
                "cs" | "CS" => {
                    if let Some(space) = operands.first() {
                        colour::space(notes, self.intent, resources, space, 0);
                    }
                }
                "sc" | "SC" | "scn" | "SCN" => {
                    if let Some((id, pattern)) = of(b"Pattern") {
                        self.pattern(notes, id, pattern, around)?;
                    }
                }
                "sh" => self.space_of(notes, dict_of(b"Shading"), resources),
                "gs" => {
                    if let Some(state) = dict_of(b"ExtGState") {
                        self.state(notes, state, around)?;
                    }
                }
                "Tf" => {
                    if let Some((id, Object::Dictionary(font))) = of(b"Font") {
                        self.font(notes, id, Dict::new(self.document, font), around)?;
                    }
                }
                "Do" => {
                    if let Some((id, Object::Stream(object))) = of(b"XObject") {
                        self.object(notes, id, object, around)?;
                    }
                }
                "BI" => {
                    if let Some(Object::Stream(image)) = operands.first() {
                        let image = Dict::new(self.document, &image.dict);
                        self.picture(notes, image, resources);
                        filters(notes, image);
                    }
                }
                "ri" => intent(notes, named),
                "PS" => notes.add(Topic::PostScript, "no PostScript", "the operator PS"),
                _ => {
                    let known = OPERATORS.contains(&operator);
                    notes.ensure(known, Topic::Operators, "operators of PDF only", operator);
                }
            }
        }
        Ok(())
    }

    /// Whether a stream or dictionary is used for the first time on this page.
    fn first(&mut self, id: Option<ObjectId>) -> bool {
        id.is_none_or(|id| self.seen.insert(id))
    }

    /// Checks a stream of content with its own resources, or those around it.
    fn inside(
        &mut self,
        notes: &mut Notes,
        stream: &'a Stream,
        Around { resources, depth }: Around<'a>,
    ) -> Result<(), Stop> {
        if depth == MAX_DEEP {
            return Err(Stop::Deep);
        }
        let content = unpacked(stream, MAX_STREAM)?;
        let own = Dict::new(self.document, &stream.dict).dict(b"Resources");
        self.run(notes, &content, Around { resources: own.unwrap_or(resources), depth: depth + 1 })
    }

    /// A picture, a form or PostScript.
    fn object(
        &mut self,
        notes: &mut Notes,
        id: Option<ObjectId>,
        stream: &'a Stream,
        around: Around<'a>,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        let dict = Dict::new(self.document, &stream.dict);
        let opi = dict.has(b"OPI");
        notes.ensure(!opi, Topic::Opi, "no references to other files (/OPI)", "/OPI");
        let kind = dict.name(b"Subtype");
        let post_script =
            kind == Some(b"PS") || dict.name(b"Subtype2") == Some(b"PS") || dict.has(b"PS");
        notes.ensure(!post_script, Topic::PostScript, "no PostScript", "a form of it");
        match kind {
            Some(b"Image") => {
                self.picture(notes, dict, around.resources);
                Ok(())
            }
            Some(b"Form") => {
                let expected = "no forms that stand for other files (/Ref)";
                notes.ensure(!dict.has(b"Ref"), Topic::Files, expected, "/Ref");
                group(notes, dict);
                self.inside(notes, stream, around)
            }
            _ => Ok(()),
        }
    }

    fn picture(&mut self, notes: &mut Notes, image: Dict, resources: Dict) {
        let mask = image.flag(b"ImageMask") == Some(true);
        self.space_of(notes, Some(image).filter(|_| !mask), resources);
        let soft = image.has(b"SMask") || image.number(b"SMaskInData").is_some_and(|n| n != 0.0);
        opaque(notes, !soft, "a picture with a soft mask");
        for other in image.dicts(b"Alternates") {
            let printed = other.flag(b"DefaultForPrinting") == Some(true);
            let expected = "no alternate picture that is printed instead";
            notes.ensure(!printed, Topic::Images, expected, "one");
        }
        if image.has(b"Intent") {
            intent(notes, image.name(b"Intent"));
        }
    }

    fn pattern(
        &mut self,
        notes: &mut Notes,
        id: Option<ObjectId>,
        pattern: &'a Object,
        around: Around<'a>,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        if let Object::Stream(stream) = pattern {
            return self.inside(notes, stream, around);
        }
        let Some(pattern) = around.resources.of(pattern) else {
            return Ok(());
        };
        let shading = pattern.get(b"Shading").and_then(|shading| pattern.of(shading));
        self.space_of(notes, shading, around.resources);
        let state = pattern.dict(b"ExtGState");
        state.map_or(Ok(()), |state| self.state(notes, state, around))
    }

    /// The colour space of a picture or a shading.
    fn space_of(&self, notes: &mut Notes, of: Option<Dict>, resources: Dict) {
        if let Some(space) = of.and_then(|of| of.get(b"ColorSpace")) {
            colour::space(notes, self.intent, resources, space, 0);
        }
    }

    fn font(
        &mut self,
        notes: &mut Notes,
        id: Option<ObjectId>,
        font: Dict<'a>,
        around: Around<'a>,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        if font.name(b"Subtype") == Some(b"Type3") {
            let resources = font.dict(b"Resources").unwrap_or(around.resources);
            for (_, glyph) in font.within(b"CharProcs").own {
                if let Ok((id, Object::Stream(glyph))) = self.document.dereference(glyph)
                    && self.first(id)
                {
                    self.inside(notes, glyph, Around { resources, ..around })?;
                }
            }
            return Ok(());
        }
        let descriptor = inner(font).within(b"FontDescriptor");
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let embedded = files.iter().any(|key| descriptor.has(key));
        let called = font.name(b"BaseFont").unwrap_or(b"one without a name");
        let found = String::from_utf8_lossy(called);
        notes.ensure(embedded, Topic::Fonts, "every font in the file", &found);
        let valid = std::str::from_utf8(called).is_ok();
        notes.ensure(valid, Topic::Names, "names of fonts in UTF-8", &found);
        Ok(())
    }

    /// Extended graphics parameters.
    fn state(
        &mut self,
        notes: &mut Notes,
        state: Dict<'a>,
        around: Around<'a>,
    ) -> Result<(), Stop> {
        let topic = Topic::State;
        let other = state.has(b"TR2") && state.name(b"TR2") != Some(b"Default");
        let curve = state.has(b"TR") || other;
        notes.ensure(!curve, topic, "no transfer functions", "/TR or /TR2");
        notes.ensure(!state.has(b"HTP"), topic, "no halftone phase", "/HTP");
        let halftone = state.get(b"HT").and_then(|halftone| state.of(halftone));
        let kind = halftone.and_then(|ht| ht.number(b"HalftoneType")).unwrap_or(1.0);
        let plain = kind == 1.0 || kind == 5.0;
        notes.ensure(plain, topic, "halftones of type 1 or 5", kind);
        let called = halftone.is_some_and(|ht| ht.has(b"HalftoneName"));
        notes.ensure(!called, topic, "halftones without names", "/HalftoneName");
        if state.has(b"RI") {
            intent(notes, state.name(b"RI"));
        }
        for (key, found) in [(b"ca", "/ca"), (b"CA", "/CA")] {
            opaque(notes, state.number(key).is_none_or(|alpha| alpha == 1.0), found);
        }
        if let Some(mode) = state.get(b"BM") {
            let first = mode.as_array().ok().and_then(|modes| modes.first()).unwrap_or(mode);
            let mode = state.follow(first).and_then(|mode| mode.as_name().ok()).unwrap_or_default();
            let said = format!("/BM {}", slash(Some(mode)));
            opaque(notes, matches!(mode, b"Normal" | b"Compatible"), &said);
            let known = BLEND_MODES.split(' ').any(|known| known.as_bytes() == mode);
            notes.ensure(known, Topic::Transparency, "a blend mode of PDF 1.6", said);
        }
        if let Some(mask) = state.dict(b"SMask") {
            opaque(notes, false, "/SMask");
            let form = mask.own.get(b"G").ok().map(|form| self.document.dereference(form));
            if let Some(Ok((id, Object::Stream(form)))) = form {
                self.object(notes, id, form, around)?;
            }
        }
        let font = state.get(b"Font").and_then(|o| o.as_array().ok()?.first());
        if let Some(Ok((id, Object::Dictionary(font)))) = font.map(|f| self.document.dereference(f))
        {
            self.font(notes, id, Dict::new(self.document, font), around)?;
        }
        Ok(())
    }
}

/// The blend modes of PDF 1.6.
const BLEND_MODES: &str = "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn \
    HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity";

/// Checks the group of a page or form.
pub(super) fn group(notes: &mut Notes, of: Dict) {
    let blends = of.within(b"Group").name(b"S") == Some(b"Transparency");
    opaque(notes, !blends, "a transparency group");
}

/// PDF/X-1a has no transparency.
fn opaque(notes: &mut Notes, fine: bool, found: &str) {
    let expected = "no transparency, which PDF 1.3 lacks";
    notes.ensure(fine || notes.pdfx == Pdfx::X4, Topic::Transparency, expected, found);
}

/// Checks a rendering intent.
fn intent(notes: &mut Notes, named: Option<&[u8]>) {
    const KNOWN: [&[u8]; 4] =
        [b"RelativeColorimetric", b"AbsoluteColorimetric", b"Perceptual", b"Saturation"];
    let fine = named.is_some_and(|named| KNOWN.contains(&named));
    notes.ensure(fine, Topic::Intents, "one of the four rendering intents", slash(named));
}
