//! Checks the document as a whole: structure, identification, output intent, actions, filters.

use super::Notes;
use super::topic::Topic;
use super::xmp::property;
use crate::print::Pdfx;
use crate::print::pdf::{dictionary, entry, name, stream};
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
    let info = dictionary(document, &document.trailer, b"Info");
    let said = |key: &[u8]| info.and_then(|info| text(document, info, key));
    if said(b"GTS_PDFXConformance").as_deref() == Some("PDF/X-1a:2001") {
        return Some(Pdfx::X1a);
    }
    let of_xmp = xmp(document).and_then(|xmp| property(&xmp, PDFXID, "GTS_PDFXVersion"));
    (of_xmp.as_deref() == Some("PDF/X-4")).then_some(Pdfx::X4)
}

/// Checks the document. Returns the colours of its printing condition.
pub(super) fn check(notes: &mut Notes, document: &Document) -> IntentSpace {
    let empty = Dictionary::new();
    let catalog = document.catalog().unwrap_or(&empty);
    structure(notes, document, catalog);
    identification(notes, document);
    actions(notes, document, catalog);
    streams(notes, document);
    if notes.pdfx == Pdfx::X4 {
        fourth(notes, document, catalog);
    }
    output_intent(notes, document, catalog)
}

/// The text of a string, as far as it is Latin.
fn text(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<String> {
    let bytes = entry(document, dict, key)?.as_str().ok()?;
    (!bytes.is_empty()).then(|| String::from_utf8_lossy(bytes).into_owned())
}

fn xmp(document: &Document) -> Option<String> {
    let bytes = stream(document, document.catalog().ok()?, b"Metadata", MAX_XMP)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn structure(notes: &mut Notes, document: &Document, catalog: &Dictionary) {
    let own = name(document, catalog, b"Version").map(String::from_utf8_lossy);
    let version = own.unwrap_or_default().into_owned().max(document.version.clone());
    let (max, expected) = match notes.pdfx {
        Pdfx::X1a => ("1.3", "PDF 1.3 or lower"),
        Pdfx::X4 => ("1.6", "PDF 1.6 or lower"),
    };
    notes.ensure(version.as_str() <= max, Topic::Structure, expected, || version.clone());
    if notes.pdfx == Pdfx::X1a {
        let table =
            matches!(document.reference_table.cross_reference_type, XrefType::CrossReferenceTable);
        let expected = "a plain table of objects, as in PDF 1.3";
        notes.ensure(table, Topic::Structure, expected, || "compressed objects".to_owned());
        let expected = "no layers, which PDF 1.3 lacks";
        let layers = catalog.has(b"OCProperties");
        notes.ensure(!layers, Topic::Layers, expected, || "/OCProperties".to_owned());
    }
    let id = entry(document, &document.trailer, b"ID").and_then(|id| id.as_array().ok());
    let filled = |part: &Object| part.as_str().is_ok_and(|part| !part.is_empty());
    let two = id.is_some_and(|id| id.len() == 2 && id.iter().all(filled));
    let topic = match notes.pdfx {
        Pdfx::X1a => Topic::Structure,
        Pdfx::X4 => Topic::Metadata,
    };
    notes.ensure(two, topic, "a file identifier of two strings", || "none".to_owned());
}

fn identification(notes: &mut Notes, document: &Document) {
    let empty = Dictionary::new();
    let info = dictionary(document, &document.trailer, b"Info").unwrap_or(&empty);
    let said = |key: &[u8]| text(document, info, key);
    let none = || "none".to_owned();
    if notes.pdfx == Pdfx::X1a {
        for (key, wanted, expected) in [
            (&b"GTS_PDFXVersion"[..], "PDF/X-1:2001", "/GTS_PDFXVersion (PDF/X-1:2001)"),
            (b"GTS_PDFXConformance", "PDF/X-1a:2001", "/GTS_PDFXConformance (PDF/X-1a:2001)"),
        ] {
            let found = said(key);
            let fine = found.as_deref() == Some(wanted);
            let found = || found.clone().unwrap_or_else(none);
            notes.ensure(fine, Topic::Identification, expected, found);
        }
        for (key, expected) in [
            (&b"Title"[..], "a title in the Info dictionary"),
            (b"CreationDate", "a /CreationDate such as D:20260102030405Z"),
            (b"ModDate", "a /ModDate such as D:20260102030405Z"),
        ] {
            let found = said(key);
            let fine = match (&found, key) {
                (Some(_), b"Title") => true,
                (Some(date), _) => is_date(date),
                (None, _) => false,
            };
            let found = || found.clone().unwrap_or_else(none);
            notes.ensure(fine, Topic::Metadata, expected, found);
        }
    }
    let trapped = name(document, info, b"Trapped");
    let known = matches!(trapped, Some(b"True" | b"False"));
    notes.ensure(known, Topic::Trapping, "/Trapped /True or /Trapped /False", || {
        trapped.map_or_else(none, |name| format!("/{}", String::from_utf8_lossy(name)))
    });
}

/// `D:` and four to fourteen digits.
fn is_date(text: &str) -> bool {
    let digits = text.strip_prefix("D:").unwrap_or_default();
    (4..=14).contains(&digits.bytes().take_while(u8::is_ascii_digit).count())
}

/// Checks what only PDF/X-4 has: XMP metadata, layers, alternative presentations, preferences.
fn fourth(notes: &mut Notes, document: &Document, catalog: &Dictionary) {
    let Some(xmp) = xmp(document) else {
        notes.add(Topic::Metadata, "XMP metadata", || "none".to_owned());
        return;
    };
    let version = property(&xmp, PDFXID, "GTS_PDFXVersion");
    let fine = version.as_deref() == Some("PDF/X-4");
    notes.ensure(fine, Topic::Identification, "pdfxid:GTS_PDFXVersion PDF/X-4", || {
        version.unwrap_or_else(|| "none".to_owned())
    });
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
        notes.ensure(found, Topic::Metadata, expected, || "none".to_owned());
    }
    let info = dictionary(document, &document.trailer, b"Info");
    let trapped = info.and_then(|info| name(document, info, b"Trapped"));
    let own = property(&xmp, PDF, "Trapped");
    let same = own.as_ref().is_none_or(|own| trapped.is_none_or(|t| t == own.as_bytes()));
    let expected = "the same trapping in XMP and Info";
    notes.ensure(same, Topic::Trapping, expected, || own.unwrap_or_default());

    let layers = dictionary(document, catalog, b"OCProperties");
    let configs = layers.and_then(|l| entry(document, l, b"Configs")?.as_array().ok());
    let configs = configs.into_iter().flatten().filter_map(|c| document.dereference(c).ok());
    let configs = configs.filter_map(|(_, config)| config.as_dict().ok());
    let default = layers.and_then(|layers| dictionary(document, layers, b"D"));
    for config in configs.chain(default) {
        let expected = "layers that do not switch with their use (/AS)";
        notes.ensure(!config.has(b"AS"), Topic::Layers, expected, || "/AS".to_owned());
    }
    let names = dictionary(document, catalog, b"Names");
    let alternative = names.is_some_and(|names| names.has(b"AlternatePresentations"));
    let expected = "no alternative presentations";
    notes.ensure(!alternative, Topic::Presentations, expected, || "some".to_owned());
    let form = dictionary(document, catalog, b"AcroForm");
    let xfa = form.is_some_and(|form| form.has(b"XFA"));
    notes.ensure(!xfa, Topic::Forms, "no XFA form", || "/XFA".to_owned());
    let viewer = dictionary(document, catalog, b"ViewerPreferences");
    for key in [&b"ViewArea"[..], b"ViewClip", b"PrintArea", b"PrintClip"] {
        let area = viewer.and_then(|viewer| name(document, viewer, key));
        let fine = matches!(area, None | Some(b"MediaBox" | b"BleedBox"));
        let expected = "preferences that show and print the media box or the bleed box";
        notes.ensure(fine, Topic::Viewer, expected, || {
            format!("/{}", String::from_utf8_lossy(area.unwrap_or_default()))
        });
    }
}

fn actions(notes: &mut Notes, document: &Document, catalog: &Dictionary) {
    let topic = Topic::Actions;
    let names = dictionary(document, catalog, b"Names");
    let script = names.is_some_and(|names| names.has(b"JavaScript"));
    notes.ensure(!script, topic, "no JavaScript", || "some".to_owned());
    let opens = dictionary(document, catalog, b"OpenAction").is_some();
    notes.ensure(!opens, topic, "no action when the file is opened", || "/OpenAction".to_owned());
    notes.ensure(!catalog.has(b"AA"), topic, "no actions", || "/AA of the file".to_owned());
    if notes.pdfx == Pdfx::X1a {
        let files = names.is_some_and(|names| names.has(b"EmbeddedFiles"));
        let expected = "no embedded files";
        notes.ensure(!files, Topic::Files, expected, || "/EmbeddedFiles".to_owned());
    }
    // Outline items and form fields, wherever they hang.
    for object in document.objects.values() {
        let acts = |dict: &Dictionary| {
            let item = dict.has(b"Title") && dict.has(b"Parent");
            let field = dict.has(b"FT");
            (item && dict.has(b"A")) || (field && (dict.has(b"A") || dict.has(b"AA")))
        };
        let acts = object.as_dict().is_ok_and(acts);
        let expected = "no bookmarks and form fields with actions";
        notes.ensure(!acts, topic, expected, || "an action".to_owned());
    }
}

/// Checks the filters of all streams, and that none lies in another file.
fn streams(notes: &mut Notes, document: &Document) {
    for object in document.objects.values() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let outside = stream.dict.has(b"F");
        let expected = "every stream inside the file";
        notes.ensure(!outside, Topic::Files, expected, || "one in another file".to_owned());
        filters(notes, document, &stream.dict);
    }
}

/// Checks the filters of a stream or an inline image.
pub(super) fn filters(notes: &mut Notes, document: &Document, dict: &Dictionary) {
    let filter = entry(document, dict, b"Filter");
    let filters = filter.map_or(&[][..], |filter| match filter.as_array() {
        Ok(filters) => filters,
        Err(_) => std::slice::from_ref(filter),
    });
    for filter in filters.iter().filter_map(|filter| filter.as_name().ok()) {
        let newer = notes.pdfx == Pdfx::X1a;
        let (fine, expected) = match filter {
            b"LZWDecode" | b"LZW" | b"Crypt" => {
                (false, "no LZW compression and no encrypted streams")
            }
            b"JBIG2Decode" | b"JPXDecode" => (!newer, "filters of PDF 1.3"),
            _ => (true, ""),
        };
        notes.ensure(fine, Topic::Filters, expected, || {
            format!("/{}", String::from_utf8_lossy(filter))
        });
    }
}

/// Checks that there is one output intent, and that it names a printing condition.
fn output_intent(notes: &mut Notes, document: &Document, catalog: &Dictionary) -> IntentSpace {
    let topic = Topic::Colour;
    let intents = entry(document, catalog, b"OutputIntents").and_then(|o| o.as_array().ok());
    let intents = intents.into_iter().flatten().filter_map(|o| document.dereference(o).ok());
    let intents = intents.filter_map(|(_, intent)| intent.as_dict().ok());
    let own: Vec<&Dictionary> =
        intents.filter(|intent| name(document, intent, b"S") == Some(b"GTS_PDFX")).collect();
    let [intent] = own[..] else {
        let found = || own.len().to_string();
        notes.add(topic, "one output intent with /S /GTS_PDFX", found);
        return None;
    };
    let none = || "none".to_owned();
    let condition = text(document, intent, b"OutputConditionIdentifier");
    let expected = "an /OutputConditionIdentifier";
    notes.ensure(condition.is_some(), topic, expected, none);
    let profile = stream(document, intent, b"DestOutputProfile", MAX_PROFILE);
    let Some(profile) = profile else {
        let registry = text(document, intent, b"RegistryName");
        let (fine, expected) = match notes.pdfx {
            Pdfx::X1a => (
                registry.as_deref().is_some_and(|r| r.starts_with("http://www.color.org")),
                "an output profile, or a condition of the registry http://www.color.org",
            ),
            Pdfx::X4 => (false, "an output profile (/DestOutputProfile)"),
        };
        notes.ensure(fine, topic, expected, || registry.unwrap_or_else(none));
        // The conditions of the registry that PDF/X-1a may name are those of four inks.
        return Some("CMYK");
    };
    if text(document, intent, b"RegistryName").is_none() {
        let info = text(document, intent, b"Info");
        let expected = "an /Info that describes a condition outside the registry";
        notes.ensure(info.is_some(), topic, expected, none);
    }
    let field = |at: usize| profile.get(at..at + 4).unwrap_or_default();
    let class = field(12);
    let signed = field(36) == b"acsp" && class == b"prtr";
    notes.ensure(signed, topic, "an ICC profile of an output device (prtr)", || {
        String::from_utf8_lossy(class).into_owned()
    });
    let space = match field(16) {
        b"GRAY" => Some(("GRAY", 1)),
        b"RGB " => Some(("RGB", 3)),
        b"CMYK" => Some(("CMYK", 4)),
        _ => None,
    };
    let fine = match notes.pdfx {
        Pdfx::X1a => matches!(space, Some(("GRAY" | "CMYK", _))),
        Pdfx::X4 => space.is_some(),
    };
    let expected = match notes.pdfx {
        Pdfx::X1a => "an output profile for grey or CMYK",
        Pdfx::X4 => "an output profile for grey, RGB or CMYK",
    };
    notes.ensure(fine, topic, expected, || String::from_utf8_lossy(field(16)).into_owned());
    let n = dictionary_of(document, intent).and_then(|d| d.get(b"N").ok()?.as_i64().ok());
    let same = n.is_none() || n == space.map(|(_, n)| n);
    notes.ensure(same, topic, "an output profile with the /N of its colours", || {
        n.unwrap_or_default().to_string()
    });
    space.map(|(space, _)| space)
}

/// The dictionary of the profile's stream.
fn dictionary_of<'a>(document: &'a Document, intent: &'a Dictionary) -> Option<&'a Dictionary> {
    Some(&entry(document, intent, b"DestOutputProfile")?.as_stream().ok()?.dict)
}
