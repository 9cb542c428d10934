//! Checks the document as a whole: structure, identification, output intent, actions, filters.

use super::topic::Topic;
use super::xmp::property;
use super::{Notes, slash};
use crate::print::Pdfx;
use crate::print::pdf::Dict;
use lopdf::xref::XrefType;
use lopdf::{Dictionary, Document, Object};

/// Maximum size of the XMP packet and of an ICC profile, in bytes.
const MAX_XMP: usize = 1 << 20;
const MAX_PROFILE: usize = 16 << 20;

const PDFXID: &str = "http://www.npes.org/pdfx/ns/id/";
const PDF: &str = "http://ns.adobe.com/pdf/1.3/";
const DC: &str = "http://purl.org/dc/elements/1.1/";
const XAP: &str = "http://ns.adobe.com/xap/1.0/";
const XAP_MM: &str = "http://ns.adobe.com/xap/1.0/mm/";

/// The colours of the printing condition of an output intent: `GRAY`, `RGB` or `CMYK`.
pub(super) type IntentSpace = Option<&'static str>;

/// The standard that a file claims to conform to, if it is one of ours.
pub(super) fn claim(document: &Document) -> Option<Pdfx> {
    let said = Dict::info(document).text(b"GTS_PDFXConformance");
    if said.as_deref() == Some("PDF/X-1a:2001") {
        return Some(Pdfx::X1a);
    }
    let of_xmp = property(&xmp(Dict::catalog(document))?, PDFXID, "GTS_PDFXVersion");
    (of_xmp.as_deref() == Some("PDF/X-4")).then_some(Pdfx::X4)
}

/// Checks the document. Returns the colours of its printing condition.
pub(super) fn check(notes: &mut Notes, document: &Document) -> IntentSpace {
    let catalog = Dict::catalog(document);
    structure(notes, catalog);
    identification(notes, Dict::info(document));
    actions(notes, catalog);
    streams(notes, document);
    if notes.pdfx == Pdfx::X4 {
        fourth(notes, catalog);
    }
    output_intent(notes, catalog)
}

fn xmp(catalog: Dict) -> Option<String> {
    let bytes = catalog.stream(b"Metadata", MAX_XMP)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn structure(notes: &mut Notes, catalog: Dict) {
    let document = catalog.document;
    let own = String::from_utf8_lossy(catalog.name(b"Version").unwrap_or_default());
    let version = own.max(document.version.as_str().into());
    let (max, expected) = match notes.pdfx {
        Pdfx::X1a => ("1.3", "PDF 1.3 or lower"),
        Pdfx::X4 => ("1.6", "PDF 1.6 or lower"),
    };
    notes.ensure(&*version <= max, Topic::Structure, expected, &version);
    let id = Dict::new(document, &document.trailer);
    let id = id.get(b"ID").and_then(|id| id.as_array().ok());
    let filled = |part: &Object| part.as_str().is_ok_and(|part| !part.is_empty());
    let two = id.is_some_and(|id| id.len() == 2 && id.iter().all(filled));
    let mut topic = Topic::Metadata;
    if notes.pdfx == Pdfx::X1a {
        topic = Topic::Structure;
        let table = &document.reference_table.cross_reference_type;
        let table = matches!(table, XrefType::CrossReferenceTable);
        let expected = "a plain table of objects, as in PDF 1.3";
        notes.ensure(table, Topic::Structure, expected, "compressed objects");
        let layers = catalog.has(b"OCProperties");
        let expected = "no layers, which PDF 1.3 lacks";
        notes.ensure(!layers, Topic::Layers, expected, "/OCProperties");
    }
    notes.ensure(two, topic, "a file identifier of two strings", "none");
}

fn identification(notes: &mut Notes, info: Dict) {
    let is_date = |text: &str| {
        let digits = text.strip_prefix("D:").unwrap_or_default();
        (4..=14).contains(&digits.bytes().take_while(u8::is_ascii_digit).count())
    };
    // The key, its topic, whether a value is right, and what is expected.
    type Entry<'a> = (&'a [u8], Topic, &'a dyn Fn(&str) -> bool, &'static str);
    let first: [Entry; 5] = [
        (
            b"GTS_PDFXVersion",
            Topic::Identification,
            &|said| said == "PDF/X-1:2001",
            "/GTS_PDFXVersion (PDF/X-1:2001)",
        ),
        (
            b"GTS_PDFXConformance",
            Topic::Identification,
            &|said| said == "PDF/X-1a:2001",
            "/GTS_PDFXConformance (PDF/X-1a:2001)",
        ),
        (b"Title", Topic::Metadata, &|_| true, "a title in the Info dictionary"),
        (b"CreationDate", Topic::Metadata, &is_date, "a /CreationDate such as D:20260102030405Z"),
        (b"ModDate", Topic::Metadata, &is_date, "a /ModDate such as D:20260102030405Z"),
    ];
    for (key, topic, is_right, expected) in first {
        let said = info.text(key).filter(|_| notes.pdfx == Pdfx::X1a);
        let fine = notes.pdfx == Pdfx::X4 || said.as_deref().is_some_and(is_right);
        notes.ensure(fine, topic, expected, said.as_deref().unwrap_or("none"));
    }
    let trapped = info.name(b"Trapped");
    let known = matches!(trapped, Some(b"True" | b"False"));
    let found = trapped.map_or("none".to_owned(), |_| slash(trapped));
    notes.ensure(known, Topic::Trapping, "/Trapped /True or /Trapped /False", found);
}

/// Checks what only PDF/X-4 has: XMP metadata, layers, alternative presentations, preferences.
fn fourth(notes: &mut Notes, catalog: Dict) {
    let Some(xmp) = xmp(catalog) else {
        return notes.add(Topic::Metadata, "XMP metadata", "none");
    };
    let version = property(&xmp, PDFXID, "GTS_PDFXVersion").unwrap_or("none".to_owned());
    let expected = "pdfxid:GTS_PDFXVersion PDF/X-4";
    notes.ensure(version == "PDF/X-4", Topic::Identification, expected, version);
    for (namespace, name, expected) in [
        (DC, "title", "dc:title in the XMP metadata"),
        (XAP, "CreateDate", "xmp:CreateDate in the XMP metadata"),
        (XAP, "ModifyDate", "xmp:ModifyDate in the XMP metadata"),
        (XAP, "MetadataDate", "xmp:MetadataDate in the XMP metadata"),
        (XAP_MM, "DocumentID", "xmpMM:DocumentID in the XMP metadata"),
        (XAP_MM, "VersionID", "xmpMM:VersionID in the XMP metadata"),
        (XAP_MM, "RenditionClass", "xmpMM:RenditionClass in the XMP metadata"),
    ] {
        let found = property(&xmp, namespace, name).is_some();
        notes.ensure(found, Topic::Metadata, expected, "none");
    }
    let trapped = Dict::info(catalog.document).name(b"Trapped");
    let own = property(&xmp, PDF, "Trapped").unwrap_or_default();
    let same = own.is_empty() || trapped.is_none_or(|trapped| trapped == own.as_bytes());
    notes.ensure(same, Topic::Trapping, "the same trapping in XMP and Info", own);

    let layers = catalog.within(b"OCProperties");
    for config in layers.dicts(b"Configs").chain(layers.dict(b"D")) {
        let expected = "layers that do not switch with their use (/AS)";
        notes.ensure(!config.has(b"AS"), Topic::Layers, expected, "/AS");
    }
    let alternative = catalog.within(b"Names").has(b"AlternatePresentations");
    notes.ensure(!alternative, Topic::Presentations, "no alternative presentations", "some");
    let xfa = catalog.within(b"AcroForm").has(b"XFA");
    notes.ensure(!xfa, Topic::Forms, "no XFA form", "/XFA");
    let viewer = catalog.within(b"ViewerPreferences");
    for key in [&b"ViewArea"[..], b"ViewClip", b"PrintArea", b"PrintClip"] {
        let area = viewer.name(key);
        let fine = matches!(area, None | Some(b"MediaBox" | b"BleedBox"));
        let expected = "preferences that show and print the media box or the bleed box";
        notes.ensure(fine, Topic::Viewer, expected, slash(area));
    }
}

fn actions(notes: &mut Notes, catalog: Dict) {
    let topic = Topic::Actions;
    let names = catalog.within(b"Names");
    notes.ensure(!names.has(b"JavaScript"), topic, "no JavaScript", "some");
    let opens = catalog.dict(b"OpenAction").is_some();
    notes.ensure(!opens, topic, "no action when the file is opened", "/OpenAction");
    notes.ensure(!catalog.has(b"AA"), topic, "no actions", "/AA of the file");
    let files = notes.pdfx == Pdfx::X1a && names.has(b"EmbeddedFiles");
    notes.ensure(!files, Topic::Files, "no embedded files", "/EmbeddedFiles");
    // Outline items and form fields, wherever they hang.
    for object in catalog.document.objects.values() {
        let acts = |dict: &Dictionary| {
            let item = dict.has(b"Title") && dict.has(b"Parent");
            let field = dict.has(b"FT");
            (item && dict.has(b"A")) || (field && (dict.has(b"A") || dict.has(b"AA")))
        };
        let acts = object.as_dict().is_ok_and(acts);
        notes.ensure(!acts, topic, "no bookmarks and form fields with actions", "an action");
    }
}

/// Checks the filters of all streams, and that none lies in another file.
fn streams(notes: &mut Notes, document: &Document) {
    for object in document.objects.values() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let outside = stream.dict.has(b"F");
        notes.ensure(!outside, Topic::Files, "every stream inside the file", "one in another file");
        filters(notes, Dict::new(document, &stream.dict));
    }
}

/// Checks the filters of a stream or an inline image.
pub(super) fn filters(notes: &mut Notes, dict: Dict) {
    let filter = dict.get(b"Filter");
    let filters = filter.map_or(&[][..], |filter| match filter.as_array() {
        Ok(filters) => filters,
        Err(_) => std::slice::from_ref(filter),
    });
    for filter in filters.iter().filter_map(|filter| filter.as_name().ok()) {
        let newer = notes.pdfx == Pdfx::X1a;
        let expected = match filter {
            b"LZWDecode" | b"LZW" | b"Crypt" => "no LZW compression and no encrypted streams",
            b"JBIG2Decode" | b"JPXDecode" if newer => "filters of PDF 1.3",
            _ => continue,
        };
        notes.add(Topic::Filters, expected, slash(Some(filter)));
    }
}

/// Checks that there is one output intent, and that it names a printing condition.
fn output_intent(notes: &mut Notes, catalog: Dict) -> IntentSpace {
    let topic = Topic::Colour;
    let intents = catalog.dicts(b"OutputIntents");
    let own: Vec<Dict> = intents.filter(|intent| intent.name(b"S") == Some(b"GTS_PDFX")).collect();
    let [intent] = own[..] else {
        notes.add(topic, "one output intent with /S /GTS_PDFX", own.len());
        return None;
    };
    let condition = intent.text(b"OutputConditionIdentifier").is_some();
    notes.ensure(condition, topic, "an /OutputConditionIdentifier", "none");
    let registry = intent.text(b"RegistryName");
    let Some(profile) = intent.stream(b"DestOutputProfile", MAX_PROFILE) else {
        let registry = registry.as_deref().unwrap_or("none");
        let (fine, expected) = match notes.pdfx {
            Pdfx::X1a => (
                registry.starts_with("http://www.color.org"),
                "an output profile, or a condition of the registry http://www.color.org",
            ),
            Pdfx::X4 => (false, "an output profile (/DestOutputProfile)"),
        };
        notes.ensure(fine, topic, expected, registry);
        // The conditions of the registry that PDF/X-1a may name are those of four inks.
        return Some("CMYK");
    };
    let described = registry.or(intent.text(b"Info")).is_some();
    let expected = "an /Info that describes a condition outside the registry";
    notes.ensure(described, topic, expected, "none");
    let field = |at: usize| profile.get(at..at + 4).unwrap_or_default();
    let class = match field(36) {
        b"acsp" => String::from_utf8_lossy(field(12)),
        _ => "data without the sign of a profile (acsp)".into(),
    };
    notes.ensure(class == "prtr", topic, "an ICC profile of an output device (prtr)", class);
    let space = match field(16) {
        b"GRAY" => Some(("GRAY", 1)),
        b"RGB " => Some(("RGB", 3)),
        b"CMYK" => Some(("CMYK", 4)),
        _ => None,
    };
    let (fine, expected) = match notes.pdfx {
        Pdfx::X1a => {
            (matches!(space, Some(("GRAY" | "CMYK", _))), "an output profile for grey or CMYK")
        }
        Pdfx::X4 => (space.is_some(), "an output profile for grey, RGB or CMYK"),
    };
    notes.ensure(fine, topic, expected, String::from_utf8_lossy(field(16)));
    let stream = intent.get(b"DestOutputProfile").and_then(|profile| intent.of(profile));
    let n = stream.and_then(|stream| stream.own.get(b"N").ok()?.as_i64().ok());
    let same = n.is_none() || n == space.map(|(_, n)| n);
    let expected = "an output profile with the /N of its colours";
    notes.ensure(same, topic, expected, n.unwrap_or_default());
    space.map(|(space, _)| space)
}
