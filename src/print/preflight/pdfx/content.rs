//! Checks what pages draw: fonts, graphics states, pictures and forms, patterns and shadings.
//! Only resources that an operator uses are checked.

use super::Notes;
use super::colour::Colours;
use super::file::{IntentSpace, filters};
use super::inline;
use super::topic::Topic;
use crate::print::Pdfx;
use crate::print::pdf::{
    Operators, Stop, dictionary, entry, inherited, inner, name, number, unpacked,
};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
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
    colours: Colours<'a>,
    bytes_left: usize,
    /// The streams and dictionaries that this page has used so far.
    seen: HashSet<ObjectId>,
}

impl<'a> Content<'a> {
    pub fn new(document: &'a Document, intent: IntentSpace) -> Self {
        let seen = HashSet::new();
        let colours = Colours { document, intent };
        Self { document, colours, bytes_left: MAX_BYTES, seen }
    }

    /// Checks all that a page draws.
    pub fn page(&mut self, notes: &mut Notes, id: ObjectId) -> Result<(), Stop> {
        self.seen.clear();
        let document = self.document;
        let page = document.get_dictionary(id)?;
        let content = document.get_page_content_with_limit(id, MAX_STREAM)?;
        let empty = Dictionary::new();
        let resources = inherited(document, page, b"Resources")
            .and_then(|at| dictionary(document, at, b"Resources"));
        self.run(notes, &content, resources.unwrap_or(&empty), 0)
    }

    fn run(
        &mut self,
        notes: &mut Notes,
        content: &[u8],
        resources: &Dictionary,
        depth: usize,
    ) -> Result<(), Stop> {
        self.bytes_left = self.bytes_left.checked_sub(content.len()).ok_or(Stop::Endless)?;
        for image in inline::images(content) {
            self.picture(notes, resources, &image);
            filters(notes, self.document, &image);
        }
        let mut operators = Operators::new(content);
        while let Some((operator, operands)) = operators.next()? {
            let operator = std::str::from_utf8(operator).unwrap_or("?");
            let named = operands.iter().rev().find_map(|operand| operand.as_name().ok());
            let of = |kind: &[u8]| {
                let all = dictionary(self.document, resources, kind)?;
                self.document.dereference(all.get(named?).ok()?).ok()
            };
            match operator {
                "g" | "G" => self.colours.device(notes, resources, "DeviceGray"),
                "rg" | "RG" => self.colours.device(notes, resources, "DeviceRGB"),
                "k" | "K" => self.colours.device(notes, resources, "DeviceCMYK"),
                "cs" | "CS" => {
                    if let Some(space) = operands.first() {
                        self.colours.space(notes, resources, space, 0);
                    }
                }
                "sc" | "SC" | "scn" | "SCN" => {
                    if let Some((id, pattern)) = of(b"Pattern") {
                        self.pattern(notes, resources, id, pattern, depth)?;
                    }
                }
                "sh" => {
                    if let Some(shading) = of(b"Shading").and_then(|(_, object)| dict_of(object)) {
                        self.shading(notes, resources, shading);
                    }
                }
                "gs" => {
                    if let Some(state) = of(b"ExtGState").and_then(|(_, object)| dict_of(object)) {
                        self.state(notes, resources, state, depth)?;
                    }
                }
                "Tf" => {
                    if let Some((id, Object::Dictionary(font))) = of(b"Font") {
                        self.font(notes, resources, (id, font), depth)?;
                    }
                }
                "Do" => {
                    if let Some((id, Object::Stream(object))) = of(b"XObject") {
                        self.object(notes, resources, (id, object), depth)?;
                    }
                }
                "ri" => intent(notes, named),
                "PS" => {
                    let expected = "no PostScript";
                    notes.add(Topic::PostScript, expected, || "the operator PS".to_owned());
                }
                _ => {
                    let known = OPERATORS.contains(&operator);
                    let expected = "operators of PDF only";
                    notes.ensure(known, Topic::Operators, expected, || operator.to_owned());
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
        stream: &Stream,
        around: &Dictionary,
        depth: usize,
    ) -> Result<(), Stop> {
        if depth == MAX_DEEP {
            return Err(Stop::Deep);
        }
        let content = unpacked(stream, MAX_STREAM)?;
        let own = dictionary(self.document, &stream.dict, b"Resources");
        self.run(notes, &content, own.unwrap_or(around), depth + 1)
    }

    /// A picture, a form or PostScript.
    fn object(
        &mut self,
        notes: &mut Notes,
        resources: &Dictionary,
        (id, stream): (Option<ObjectId>, &Stream),
        depth: usize,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        let (document, dict) = (self.document, &stream.dict);
        let expected = "no references to other files (/OPI)";
        notes.ensure(!dict.has(b"OPI"), Topic::Opi, expected, || "/OPI".to_owned());
        let kind = name(document, dict, b"Subtype");
        let post_script = kind == Some(b"PS")
            || name(document, dict, b"Subtype2") == Some(b"PS")
            || dict.has(b"PS");
        notes
            .ensure(!post_script, Topic::PostScript, "no PostScript", || "a form of it".to_owned());
        match kind {
            Some(b"Image") => {
                self.picture(notes, resources, dict);
                Ok(())
            }
            Some(b"Form") => {
                let outside = dict.has(b"Ref");
                let expected = "no forms that stand for other files (/Ref)";
                notes.ensure(!outside, Topic::Files, expected, || "/Ref".to_owned());
                group(notes, document, dictionary(document, dict, b"Group"));
                self.inside(notes, stream, resources, depth)
            }
            _ => Ok(()),
        }
    }

    fn picture(&mut self, notes: &mut Notes, resources: &Dictionary, image: &Dictionary) {
        let document = self.document;
        let mask = entry(document, image, b"ImageMask").and_then(|o| o.as_bool().ok());
        if let Some(space) = entry(document, image, b"ColorSpace").filter(|_| mask != Some(true)) {
            self.colours.space(notes, resources, space, 0);
        }
        let soft = image.has(b"SMask")
            || entry(document, image, b"SMaskInData").and_then(number).is_some_and(|n| n != 0.0);
        opaque(notes, !soft, || "a picture with a soft mask".to_owned());
        let others = entry(document, image, b"Alternates").and_then(|o| o.as_array().ok());
        let others = others.into_iter().flatten().filter_map(|o| document.dereference(o).ok());
        for other in others.filter_map(|(_, other)| other.as_dict().ok()) {
            let printed = entry(document, other, b"DefaultForPrinting");
            let printed = printed.and_then(|o| o.as_bool().ok()) == Some(true);
            let expected = "no alternate picture that is printed instead";
            notes.ensure(!printed, Topic::Images, expected, || "one".to_owned());
        }
        if image.has(b"Intent") {
            intent(notes, name(document, image, b"Intent"));
        }
    }

    fn pattern(
        &mut self,
        notes: &mut Notes,
        resources: &Dictionary,
        id: Option<ObjectId>,
        pattern: &Object,
        depth: usize,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        if let Object::Stream(stream) = pattern {
            return self.inside(notes, stream, resources, depth);
        }
        let document = self.document;
        if let Some(pattern) = dict_of(pattern) {
            if let Some(shading) = entry(document, pattern, b"Shading").and_then(dict_of) {
                self.shading(notes, resources, shading);
            }
            if let Some(state) = dictionary(document, pattern, b"ExtGState") {
                self.state(notes, resources, state, depth)?;
            }
        }
        Ok(())
    }

    fn shading(&mut self, notes: &mut Notes, resources: &Dictionary, shading: &Dictionary) {
        if let Some(space) = entry(self.document, shading, b"ColorSpace") {
            self.colours.space(notes, resources, space, 0);
        }
    }

    fn font(
        &mut self,
        notes: &mut Notes,
        resources: &Dictionary,
        (id, font): (Option<ObjectId>, &Dictionary),
        depth: usize,
    ) -> Result<(), Stop> {
        if !self.first(id) {
            return Ok(());
        }
        let document = self.document;
        if name(document, font, b"Subtype") == Some(b"Type3") {
            let glyphs = dictionary(document, font, b"CharProcs");
            let own = dictionary(document, font, b"Resources").unwrap_or(resources);
            for (_, glyph) in glyphs.into_iter().flat_map(Dictionary::iter) {
                if let Ok((id, Object::Stream(glyph))) = document.dereference(glyph)
                    && self.first(id)
                {
                    self.inside(notes, glyph, own, depth)?;
                }
            }
            return Ok(());
        }
        let descriptor = dictionary(document, inner(document, font), b"FontDescriptor");
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let program = |key: &&[u8]| descriptor.is_some_and(|d| d.has(key));
        let called = name(document, font, b"BaseFont").unwrap_or(b"one without a name");
        let found = || String::from_utf8_lossy(called).into_owned();
        notes.ensure(files.iter().any(program), Topic::Fonts, "every font in the file", found);
        let valid = std::str::from_utf8(called).is_ok();
        notes.ensure(valid, Topic::Names, "names of fonts in UTF-8", found);
        Ok(())
    }

    /// Extended graphics parameters.
    fn state(
        &mut self,
        notes: &mut Notes,
        resources: &Dictionary,
        state: &Dictionary,
        depth: usize,
    ) -> Result<(), Stop> {
        let (document, topic) = (self.document, Topic::State);
        let named = |key: &[u8]| name(document, state, key);
        let curve = state.has(b"TR") || (state.has(b"TR2") && named(b"TR2") != Some(b"Default"));
        notes.ensure(!curve, topic, "no transfer functions", || "/TR or /TR2".to_owned());
        let phase = state.has(b"HTP");
        notes.ensure(!phase, topic, "no halftone phase", || "/HTP".to_owned());
        let halftone = entry(document, state, b"HT").and_then(dict_of);
        let kind = halftone.and_then(|ht| number(entry(document, ht, b"HalftoneType")?));
        let plain = kind.is_none_or(|kind| kind == 1.0 || kind == 5.0);
        let expected = "halftones of type 1 or 5";
        notes.ensure(plain, topic, expected, || kind.unwrap_or_default().to_string());
        let called = halftone.is_some_and(|ht| ht.has(b"HalftoneName"));
        notes.ensure(!called, topic, "halftones without names", || "/HalftoneName".to_owned());
        if state.has(b"RI") {
            intent(notes, named(b"RI"));
        }
        for key in [&b"ca"[..], b"CA"] {
            let alpha = entry(document, state, key).and_then(number);
            opaque(notes, alpha.is_none_or(|alpha| alpha == 1.0), || {
                format!("/{}", String::from_utf8_lossy(key))
            });
        }
        if let Some(mode) = entry(document, state, b"BM") {
            let first = mode.as_array().ok().and_then(|modes| modes.first()).unwrap_or(mode);
            let mode = document.dereference(first).ok().and_then(|(_, mode)| mode.as_name().ok());
            let mode = mode.unwrap_or_default();
            let said = || format!("/BM /{}", String::from_utf8_lossy(mode));
            opaque(notes, matches!(mode, b"Normal" | b"Compatible"), said);
            let expected = "a blend mode of PDF 1.6";
            notes.ensure(BLEND_MODES.contains(&mode), Topic::Transparency, expected, said);
        }
        if let Some(mask) = dictionary(document, state, b"SMask") {
            opaque(notes, false, || "/SMask".to_owned());
            let form = mask.get(b"G").ok().and_then(|form| document.dereference(form).ok());
            if let Some((id, Object::Stream(form))) = form {
                self.object(notes, resources, (id, form), depth)?;
            }
        }
        let font = entry(document, state, b"Font").and_then(|o| o.as_array().ok()?.first());
        if let Some(Ok((id, Object::Dictionary(font)))) = font.map(|f| document.dereference(f)) {
            self.font(notes, resources, (id, font), depth)?;
        }
        Ok(())
    }
}

const BLEND_MODES: [&[u8]; 17] = [
    b"Normal",
    b"Compatible",
    b"Multiply",
    b"Screen",
    b"Overlay",
    b"Darken",
    b"Lighten",
    b"ColorDodge",
    b"ColorBurn",
    b"HardLight",
    b"SoftLight",
    b"Difference",
    b"Exclusion",
    b"Hue",
    b"Saturation",
    b"Color",
    b"Luminosity",
];

/// Checks the group of a page or form.
pub(super) fn group(notes: &mut Notes, document: &Document, group: Option<&Dictionary>) {
    let blends = group.and_then(|group| name(document, group, b"S")) == Some(b"Transparency");
    opaque(notes, !blends, || "a transparency group".to_owned());
}

/// PDF/X-1a has no transparency.
fn opaque(notes: &mut Notes, fine: bool, found: impl FnOnce() -> String) {
    let expected = "no transparency, which PDF 1.3 lacks";
    notes.ensure(fine || notes.pdfx == Pdfx::X4, Topic::Transparency, expected, found);
}

/// Checks a rendering intent.
fn intent(notes: &mut Notes, named: Option<&[u8]>) {
    const KNOWN: [&[u8]; 4] =
        [b"RelativeColorimetric", b"AbsoluteColorimetric", b"Perceptual", b"Saturation"];
    let fine = named.is_some_and(|named| KNOWN.contains(&named));
    notes.ensure(fine, Topic::Intents, "one of the four rendering intents", || {
        format!("/{}", String::from_utf8_lossy(named.unwrap_or_default()))
    });
}

/// The dictionary of an object, also of a stream.
fn dict_of(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dict) => Some(dict),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}
