//! PDF/X and PDF/A: our own files of all designs conform; each rule finds the fault that is planted for
//! it; what only one of the standards forbids is fine for the other.

use crate::support::books::{sections, trim};
use crate::support::covers::{of_pages, pdf as cover_pdf};
use crate::support::pdfs::saved;
use crate::support::preflight::{add, changed, draw, encrypted, resources, spot, terms};
use crate::support::program::Bench;
use book::{BookOptions, Template};
use cover::{Cover, CoverLook};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use preflight::{PdfError, Pdfx, PreflightFinding, PrintSpec, WalkError};
use std::collections::BTreeSet;

fn imprint(pdfx: Option<Pdfx>) -> BookOptions {
    let (title, author) = (Some("Ink & <Ö>".to_owned()), Some("A. Müller".to_owned()));
    BookOptions { title, author, pdfx, ..BookOptions::default() }
}

fn made(design: &str, pdfx: Option<Pdfx>, terms: Option<&PrintSpec>) -> Vec<u8> {
    let template = Template::builtin(design).unwrap();
    let sizes: &[usize] = match design {
        "daily" => &[8, 4, 8, 4, 4],
        "newspaper" => &[50, 0, 50, 0, 50],
        _ => &[6; 5],
    };
    let size = terms.map_or(trim("a4"), PrintSpec::trim);
    let sections = sections(sizes);
    let layout = book::LayoutSpec::new(&template, &sections)
        .printer(terms)
        .trim(size)
        .options(&imprint(pdfx))
        .lay_out()
        .unwrap();
    let mut out = Vec::new();
    layout.volumes[0].write(&mut out).unwrap();
    out
}

fn breaches(pdf: &[u8], pdfx: Pdfx) -> Vec<(String, Vec<usize>, String)> {
    let found = preflight::conformance(pdf, pdfx).unwrap().findings;
    let told = |found: &PreflightFinding| {
        let topic = found.topic.unwrap().to_owned();
        (topic, found.pages.clone(), found.what().to_string())
    };
    found.iter().map(told).collect()
}

fn topics(pdf: &[u8], pdfx: Pdfx) -> BTreeSet<String> {
    breaches(pdf, pdfx).into_iter().map(|breach| breach.0).collect()
}

const BOTH: [Pdfx; 2] = [Pdfx::X1a, Pdfx::X4];

#[test]
fn our_files_of_all_designs_conform() {
    for (design, _) in Template::BUILTIN {
        for pdfx in BOTH {
            let pdf = made(design, Some(pdfx), None);
            assert_eq!(breaches(&pdf, pdfx), [], "{design}");
            assert_eq!(pdf, made(design, Some(pdfx), None), "the same bytes");
        }
        // Without the flag nothing is claimed.
        let plain = made(design, None, None);
        assert!(topics(&plain, Pdfx::X1a).contains("identification"), "{design}");
    }
}

/// IngramSpark asks for PDF/X-1a:2001, for pages and covers.
#[test]
fn files_for_ingram_conform_without_being_asked() {
    let ingram = terms("ingram", "6x9", None);
    let book = made("classic", None, Some(&ingram));
    assert!(book.starts_with(b"%PDF-1.3"));
    assert_eq!(breaches(&book, Pdfx::X1a), []);
    assert_eq!(preflight::inspect(&book, &ingram).unwrap().findings, []);
    // The later edition, and a claim without the conformance, are not what the printer asks for.
    for (version, told) in [
        ("PDF/X-1a:2003", "PDF/X-1a:2003"),
        ("PDF/X-1a:2001", "PDF/X-1a:2001 without its /GTS_PDFXConformance"),
    ] {
        let other = changed(&book, |d| {
            info(d).set("GTS_PDFXVersion", text(version));
            info(d).remove(b"GTS_PDFXConformance");
        });
        let found = preflight::inspect(&other, &ingram).unwrap().findings;
        let [finding] = &found[..] else { panic!("expected one finding: {found:?}") };
        assert_eq!(finding.what().to_string(), format!("expected PDF/X-1a:2001, found {told}"));
    }
    let volume = of_pages(&ingram, 80);
    let cover = Cover::new(&volume, Some("0.2in".parse().unwrap()), &CoverLook::default()).unwrap();
    let bytes = cover_pdf(&cover);
    assert_eq!(breaches(&bytes, Pdfx::X1a), []);
    let report = preflight::inspect_cover(&bytes, &ingram, cover.sheet()).unwrap();
    assert_eq!(report.findings, []);
    // Another standard, on request, also for a cover without a printer.
    let imprint = imprint(Some(Pdfx::X4));
    let template = Template::builtin("classic").unwrap();
    let layout = book::LayoutSpec::new(&template, &sections(&[9; 5]))
        .trim(trim("6x9"))
        .options(&imprint)
        .lay_out();
    let volume = &layout.unwrap().volumes[0];
    let cover = Cover::new(volume, Some("0.2in".parse().unwrap()), &CoverLook::default()).unwrap();
    assert_eq!(breaches(&cover_pdf(&cover), Pdfx::X4), []);
    let fourth = made("classic", Some(Pdfx::X4), Some(&ingram));
    assert_eq!(breaches(&fourth, Pdfx::X4), []);
}

fn info(document: &mut Document) -> &mut Dictionary {
    let id = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
    document.get_dictionary_mut(id).unwrap()
}

fn of_page(document: &mut Document, key: &str, value: impl Into<Object>) {
    let id = spot(document);
    document.get_dictionary_mut(id).unwrap().set(key, value);
}

fn of_catalog(document: &mut Document, key: &str, value: impl Into<Object>) {
    document.catalog_mut().unwrap().set(key, value);
}

fn boxed(document: &mut Document, key: &str, sides: [i64; 4]) {
    of_page(document, key, Object::Array(sides.map(Object::Integer).to_vec()));
}

/// Sets a resource called R of page 8, and draws with it.
fn used(document: &mut Document, kind: &str, value: impl Into<Object>, content: &str) {
    add(document, kind, "R", value);
    draw(document, content);
}

fn state(document: &mut Document, state: Dictionary) {
    used(document, "ExtGState", state, "/R gs 0 g 200 300 9 9 re f");
}

fn space(document: &mut Document, space: Vec<Object>) {
    used(document, "ColorSpace", space, "/R cs 200 300 9 9 re f");
}

fn object(document: &mut Document, kind: &str, more: Dictionary, content: &[u8]) {
    let mut dict = dictionary! { "Type" => "XObject", "Subtype" => kind };
    for (key, value) in more.iter() {
        dict.set(key.clone(), value.clone());
    }
    let id = document.add_object(Stream::new(dict, content.to_vec()));
    used(document, "XObject", id, "q 9 0 0 9 200 300 cm /R Do Q");
}

fn image(document: &mut Document, more: Dictionary) {
    let mut dict = dictionary! {
        "Width" => 1, "Height" => 1, "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray",
    };
    for (key, value) in more.iter() {
        dict.set(key.clone(), value.clone());
    }
    object(document, "Image", dict, &[0; 4]);
}

fn note(document: &mut Document, rect: [i64; 4], mut annotation: Dictionary) {
    annotation.set("Type", "Annot");
    annotation.set("Rect", rect.map(Object::Integer).to_vec());
    of_page(document, "Annots", vec![annotation.into()]);
}

/// The output intent, for a change.
fn intent(document: &mut Document) -> &mut Dictionary {
    let intents = document.catalog_mut().unwrap().get_mut(b"OutputIntents").unwrap();
    intents.as_array_mut().unwrap()[0].as_dict_mut().unwrap()
}

/// Embeds the profile of PDF/X-4, changed at a byte.
fn profile(document: &mut Document, at: usize, to: &[u8], n: i64) {
    let fourth = Document::load_mem(&made("classic", Some(Pdfx::X4), None)).unwrap();
    let intents = fourth.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
    let own = intents[0].as_dict().unwrap().get(b"DestOutputProfile").unwrap();
    let own = fourth.dereference(own).unwrap().1.as_stream().unwrap();
    let mut bytes = own.content.clone();
    bytes[at..at + to.len()].copy_from_slice(to);
    let id = document.add_object(Stream::new(dictionary! { "N" => n }, bytes));
    intent(document).set("DestOutputProfile", id);
}

/// Changes the XMP packet, which PDF/X-1a does not have.
fn xmp(document: &mut Document, from: &str, to: &str) {
    let Ok(id) = document.catalog().unwrap().get(b"Metadata") else {
        return;
    };
    let id = id.as_reference().unwrap();
    let stream = document.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let text = String::from_utf8(stream.content.clone()).unwrap();
    assert!(text.contains(from), "{from}");
    stream.set_plain_content(text.replace(from, to).into_bytes());
}

fn text(words: &str) -> Object {
    Object::string_literal(words)
}

fn names(of: &[&str]) -> Vec<Object> {
    of.iter().map(|name| Object::Name(name.as_bytes().to_vec())).collect()
}

/// An action for an event.
fn event() -> Dictionary {
    dictionary! { "O" => dictionary! { "S" => "JavaScript" } }
}

/// A colour function, whatever it makes.
fn tint() -> Object {
    let zeros = |n: usize| vec![Object::Integer(0); n];
    let domain = vec![0.into(), 1.into()];
    dictionary! { "FunctionType" => 2, "N" => 1, "Domain" => domain, "C0" => zeros(3), "C1" => zeros(3) }
        .into()
}

type Fault = (&'static str, &'static str, &'static str, fn(&mut Document));

/// What is changed, and the topics of the rules of PDF/X-1a:2001 and of PDF/X-4 that it breaks; an empty one means that the
/// file still conforms.
const FAULTS: &[Fault] = &[
    ("PDF 1.7", "structure", "structure", |d| d.version = "1.7".to_owned()),
    ("a later version in the catalog", "structure", "structure", |d| {
        of_catalog(d, "Version", "1.7")
    }),
    ("no identifier", "structure", "structure", |d| drop(d.trailer.remove(b"ID"))),
    ("half an identifier", "structure", "structure", |d| d.trailer.set("ID", vec![text("a")])),
    ("a separated page", "structure", "structure", |d| {
        of_page(d, "SeparationInfo", dictionary! {})
    }),
    ("layers", "structure", "", |d| of_catalog(d, "OCProperties", dictionary! {})),
    ("layers that switch", "structure", "layers", |d| {
        let config = dictionary! { "AS" => Vec::<Object>::new() };
        of_catalog(d, "OCProperties", dictionary! { "D" => config });
    }),
    // Identification and metadata.
    ("another version", "identification", "", |d| {
        info(d).set("GTS_PDFXVersion", text("PDF/X-3:2002"))
    }),
    ("no conformance", "identification", "", |d| drop(info(d).remove(b"GTS_PDFXConformance"))),
    ("another version in XMP", "", "identification", |d| xmp(d, ">PDF/X-4<", ">PDF/X-4p<")),
    ("no XMP", "", "metadata", |d| drop(d.catalog_mut().unwrap().remove(b"Metadata"))),
    ("no title", "identification", "", |d| drop(info(d).remove(b"Title"))),
    ("an empty title", "identification", "", |d| info(d).set("Title", text(""))),
    ("no date", "identification", "", |d| drop(info(d).remove(b"CreationDate"))),
    ("a date in words", "identification", "", |d| info(d).set("ModDate", text("yesterday"))),
    ("no title in XMP", "", "metadata", |d| xmp(d, "dc:title", "dc:format")),
    ("no creation date in XMP", "", "metadata", |d| xmp(d, "xmp:CreateDate", "xmp:Label")),
    ("no date of change in XMP", "", "metadata", |d| xmp(d, "xmp:ModifyDate", "xmp:Label")),
    ("no date of XMP", "", "metadata", |d| xmp(d, "xmp:MetadataDate", "xmp:Label")),
    ("no document id in XMP", "", "metadata", |d| xmp(d, "xmpMM:DocumentID", "xmpMM:InstanceID")),
    ("no version id in XMP", "", "metadata", |d| xmp(d, "xmpMM:VersionID", "xmpMM:InstanceID")),
    ("no rendition in XMP", "", "metadata", |d| xmp(d, ">default<", "><")),
    ("another title in XMP", "", "metadata", |d| {
        info(d).set("Title", text("Pen"));
        xmp(d, "Ink &amp; &lt;Ö&gt;", "Ink");
    }),
    ("another date in XMP", "", "metadata", |d| {
        info(d).set("CreationDate", text("D:19990102030405Z"));
    }),
    ("a date in another time zone", "", "", |d| {
        info(d).set("CreationDate", text("D:20000101010000+01'00'"));
    }),
    ("a later edition", "", "", |d| {
        if info(d).has(b"GTS_PDFXVersion") {
            info(d).set("GTS_PDFXVersion", text("PDF/X-1a:2003"));
            info(d).remove(b"GTS_PDFXConformance");
            d.version = "1.4".to_owned();
        }
    }),
    // Trapping.
    ("no trapping", "trapping", "trapping", |d| drop(info(d).remove(b"Trapped"))),
    ("unknown trapping", "trapping", "trapping", |d| info(d).set("Trapped", "Unknown")),
    ("trapping as a truth value", "trapping", "trapping", |d| info(d).set("Trapped", false)),
    ("another trapping in XMP", "", "trapping", |d| info(d).set("Trapped", "True")),
    // The output intent.
    ("no output intent", "colour", "colour", |d| {
        drop(d.catalog_mut().unwrap().remove(b"OutputIntents"))
    }),
    ("an intent of PDF/A alone", "colour", "colour", |d| intent(d).set("S", "GTS_PDFA1")),
    ("two output intents", "colour", "colour", |d| {
        let one: Object = intent(d).clone().into();
        of_catalog(d, "OutputIntents", vec![one.clone(), one]);
    }),
    ("no printing condition", "colour", "colour", |d| {
        intent(d).remove(b"OutputConditionIdentifier");
    }),
    ("a condition of no registry", "colour", "colour", |d| {
        intent(d).set("RegistryName", text("http://example.org"));
        intent(d).remove(b"DestOutputProfile");
    }),
    ("no profile", "", "colour", |d| drop(intent(d).remove(b"DestOutputProfile"))),
    ("no description of a private condition", "colour", "colour", |d| {
        profile(d, 0, &[], 1);
        intent(d).remove(b"RegistryName");
        intent(d).remove(b"Info");
    }),
    ("a profile of a screen", "colour", "colour", |d| profile(d, 12, b"mntr", 1)),
    ("a profile of nothing", "colour", "colour", |d| profile(d, 36, b"\0\0\0\0", 1)),
    ("half a profile", "colour", "colour", |d| profile(d, 0, &[0, 255, 255, 255], 1)),
    ("a profile of ICC 5", "colour", "colour", |d| profile(d, 8, &[5], 1)),
    ("a profile without tags", "colour", "colour", |d| profile(d, 128, &[0; 4], 1)),
    ("a profile whose tag ends behind it", "colour", "colour", |d| profile(d, 136, &[1; 4], 1)),
    ("a profile of Lab", "colour", "colour", |d| profile(d, 16, b"Lab ", 1)),
    ("a profile with the wrong number of inks", "colour", "colour", |d| profile(d, 0, &[], 4)),
    ("a profile of a screen's colours", "colour", "colour", |d| profile(d, 16, b"RGB ", 3)),
    ("a grey profile", "", "", |d| profile(d, 0, &[], 1)),
    // Colours.
    ("red", "colour", "colour", |d| draw(d, "1 0 0 rg 200 300 9 9 re f")),
    ("a red line", "colour", "colour", |d| draw(d, "1 0 0 RG 200 300 9 9 re S")),
    ("four inks on a grey condition", "", "colour", |d| draw(d, "0 0 0 1 k 200 300 9 9 re f")),
    ("grey", "", "", |d| draw(d, "0.5 g 200 300 9 9 re f")),
    ("a red that is not used", "", "", |d| {
        resources(d).set("ColorSpace", dictionary! { "R" => "DeviceRGB" });
    }),
    ("red with a space that says which", "colour", "", |d| {
        let space = names(&["CalRGB"]);
        resources(d).set("ColorSpace", dictionary! { "DefaultRGB" => space });
        draw(d, "1 0 0 rg 200 300 9 9 re f");
    }),
    ("a space by its name", "colour", "colour", |d| draw(d, "/DeviceRGB CS 200 300 9 9 re S")),
    ("measured grey", "colour", "", |d| space(d, vec!["CalGray".into(), dictionary! {}.into()])),
    ("measured red", "colour", "", |d| space(d, vec!["CalRGB".into(), dictionary! {}.into()])),
    ("Lab", "colour", "", |d| space(d, vec!["Lab".into(), dictionary! {}.into()])),
    ("a profile's colours", "colour", "", |d| {
        let profile = Stream::new(dictionary! { "N" => 3 }, Vec::new());
        let profile = d.add_object(profile);
        space(d, vec!["ICCBased".into(), profile.into()]);
    }),
    ("an index of red", "colour", "colour", |d| {
        space(d, vec!["Indexed".into(), "DeviceRGB".into(), 0.into(), text("abc")]);
    }),
    ("a spot colour shown as red", "colour", "colour", |d| {
        space(d, vec!["Separation".into(), "Gold".into(), "DeviceRGB".into(), tint()]);
    }),
    ("a spot colour shown as grey", "", "", |d| {
        space(d, vec!["Separation".into(), "Gold".into(), "DeviceGray".into(), tint()]);
    }),
    ("two spot colours shown as red", "colour", "colour", |d| {
        let inks = names(&["Gold", "Silver"]).into();
        space(d, vec!["DeviceN".into(), inks, "DeviceRGB".into(), tint()]);
    }),
    ("a red picture", "colour", "colour", |d| {
        image(d, dictionary! { "ColorSpace" => "DeviceRGB" })
    }),
    ("a mask", "", "", |d| image(d, dictionary! { "ImageMask" => true })),
    ("a red shading", "colour", "colour", |d| {
        let shading = dictionary! { "ShadingType" => 2, "ColorSpace" => "DeviceRGB" };
        used(d, "Shading", shading, "/R sh");
    }),
    ("a red shading in a pattern", "colour", "colour", |d| {
        let shading = dictionary! { "ShadingType" => 2, "ColorSpace" => "DeviceRGB" };
        let pattern = dictionary! { "PatternType" => 2, "Shading" => shading };
        used(d, "Pattern", pattern, "/Pattern cs /R scn 200 300 9 9 re f");
    }),
    ("red tiles", "colour", "colour", |d| {
        let tile =
            Stream::new(dictionary! { "PatternType" => 1 }, b"1 0 0 rg 0 0 9 9 re f".to_vec());
        let tile = d.add_object(tile);
        used(d, "Pattern", tile, "/Pattern cs /R scn 200 300 9 9 re f");
    }),
    ("red in a form", "colour", "colour", |d| {
        object(d, "Form", dictionary! {}, b"1 0 0 rg 0 0 1 1 re f")
    }),
    ("a red glyph", "colour", "colour", |d| {
        let glyph = d.add_object(Stream::new(dictionary! {}, b"1 0 0 rg 0 0 9 9 re f".to_vec()));
        let names = vec![97.into(), "a".into()];
        let font = dictionary! {
            "Subtype" => "Type3", "CharProcs" => dictionary! { "a" => glyph },
            "Encoding" => dictionary! { "Differences" => names },
        };
        used(d, "Font", font, "BT /R 9 Tf (a) Tj ET");
    }),
    ("a red inline picture", "colour", "colour", |d| {
        draw(d, "q 9 0 0 9 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q");
    }),
    ("an inline index of red", "colour", "colour", |d| {
        draw(d, "q BI /W 1 /H 1 /BPC 8 /CS [/I /RGB 0 <000000>] ID a EI Q");
    }),
    ("an inline picture with LZW", "filters", "filters", |d| {
        draw(d, "q BI /W 1 /H 1 /BPC 8 /CS /G /F [/AHx /LZW] ID a EI Q");
    }),
    ("grey inline pictures", "", "", |d| {
        draw(d, "q BI /W 1 /H 1 /BPC 8 /CS /G ID a EI BI/W 1/H 1/IM true ID a EI Q");
    }),
    ("a text about a red inline picture", "", "", |d| {
        draw(d, "BT /F 9 Tf 200 300 Td ( BI /CS /RGB ID ) Tj ET");
    }),
    // Fonts.
    ("a font outside", "fonts", "fonts", |d| {
        let font =
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
        add(d, "Font", "H", font);
        let id = spot(d);
        d.change_page_content(id, b"BT /H 12 Tf (a) Tj ET".to_vec()).unwrap();
    }),
    ("spaces of a font outside", "fonts", "fonts", |d| {
        let font =
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
        used(d, "Font", font, "BT /R 9 Tf (  ) Tj ET");
    }),
    // Resources.
    ("a picture that is not there", "resources", "resources", |d| draw(d, "/Gone Do")),
    ("a picture with too few pixels", "resources", "resources", |d| {
        image(d, dictionary! { "Width" => 9, "Height" => 9 });
    }),
    ("a font that is not there", "resources", "resources", |d| {
        let id = spot(d);
        d.change_page_content(id, b"BT /Gone 12 Tf (a) Tj ET".to_vec()).unwrap();
    }),
    // Files and filters.
    ("a stream in another file", "files", "files", |d| {
        let stream = Stream::new(dictionary! { "F" => text("other.txt") }, Vec::new());
        d.add_object(stream);
    }),
    ("a form that stands for a file", "files", "files", |d| {
        object(d, "Form", dictionary! { "Ref" => dictionary! {} }, b"");
    }),
    ("an attachment", "files", "", |d| {
        of_catalog(d, "Names", dictionary! { "EmbeddedFiles" => dictionary! {} });
    }),
    ("LZW", "filters", "filters", |d| {
        d.add_object(Stream::new(dictionary! { "Filter" => "LZWDecode" }, Vec::new()));
    }),
    ("LZW as the second filter", "filters", "filters", |d| {
        let filters = names(&["ASCIIHexDecode", "LZWDecode"]);
        d.add_object(Stream::new(dictionary! { "Filter" => filters }, Vec::new()));
    }),
    ("JBIG2", "filters", "", |d| {
        d.add_object(Stream::new(dictionary! { "Filter" => "JBIG2Decode" }, Vec::new()));
    }),
    ("JPEG 2000", "filters", "", |d| {
        d.add_object(Stream::new(dictionary! { "Filter" => "JPXDecode" }, Vec::new()));
    }),
    // Boxes.
    ("no trim", "boxes", "boxes", |d| {
        let id = spot(d);
        d.get_dictionary_mut(id).unwrap().remove(b"TrimBox");
    }),
    ("a trim and an art box", "boxes", "boxes", |d| boxed(d, "ArtBox", [0, 0, 500, 500])),
    ("a trim beyond the page", "boxes", "boxes", |d| boxed(d, "TrimBox", [-9, 0, 500, 500])),
    ("a trim beyond the bleed", "boxes", "boxes", |d| boxed(d, "BleedBox", [9, 9, 500, 500])),
    ("a trim beyond the crop", "boxes", "boxes", |d| boxed(d, "CropBox", [9, 9, 500, 500])),
    ("a bleed beyond the page", "boxes", "boxes", |d| boxed(d, "BleedBox", [0, 0, 900, 900])),
    // Graphics states.
    ("a rendering intent that is none", "intents", "intents", |d| draw(d, "/Pretty ri")),
    ("one in a state", "intents", "intents", |d| state(d, dictionary! { "RI" => "Pretty" })),
    ("one of a picture", "intents", "intents", |d| image(d, dictionary! { "Intent" => "Pretty" })),
    ("a rendering intent", "", "", |d| draw(d, "/Perceptual ri")),
    // Screening and PostScript.
    ("a transfer function", "screening", "screening", |d| {
        state(d, dictionary! { "TR" => tint() });
    }),
    ("one in the newer key", "screening", "screening", |d| {
        state(d, dictionary! { "TR2" => tint() });
    }),
    ("no transfer function", "", "", |d| {
        state(d, dictionary! { "TR" => "Identity", "TR2" => "Default", "HT" => "Default" });
    }),
    ("a halftone phase", "screening", "screening", |d| {
        state(d, dictionary! { "HTP" => vec![Object::Integer(0); 2] });
    }),
    ("a halftone with a name", "screening", "screening", |d| {
        let halftone = dictionary! { "HalftoneType" => 1, "HalftoneName" => text("Dots") };
        state(d, dictionary! { "HT" => halftone });
    }),
    ("a halftone with a name for an ink", "screening", "screening", |d| {
        let ink = dictionary! { "HalftoneType" => 1, "HalftoneName" => text("Dots") };
        state(d, dictionary! { "HT" => dictionary! { "HalftoneType" => 5, "Default" => ink } });
    }),
    ("a halftone of type 10", "screening", "screening", |d| {
        let cells = Stream::new(dictionary! { "HalftoneType" => 10 }, Vec::new());
        let cells = d.add_object(cells);
        state(d, dictionary! { "HT" => cells });
    }),
    ("a halftone", "", "", |d| {
        let ink = dictionary! { "HalftoneType" => 1 };
        state(d, dictionary! { "HT" => dictionary! { "HalftoneType" => 5, "Default" => ink } });
    }),
    ("a program in PostScript", "postscript", "postscript", |d| {
        object(d, "PS", dictionary! {}, b"showpage");
    }),
    ("a form with such a program", "postscript", "postscript", |d| {
        object(d, "Form", dictionary! { "Subtype2" => "PS" }, b"");
    }),
    ("a picture that another server replaces", "postscript", "postscript", |d| {
        image(d, dictionary! { "OPI" => dictionary! { "1.3" => dictionary! {} } });
    }),
    ("a picture of 16 bits", "colour", "", |d| image(d, dictionary! { "BitsPerComponent" => 16 })),
    // Alternate pictures, operators.
    ("a picture for the printer", "pictures", "pictures", |d| {
        let other = dictionary! { "DefaultForPrinting" => true };
        image(d, dictionary! { "Alternates" => vec![other.into()] });
    }),
    ("a picture for the screen", "", "", |d| {
        let other = dictionary! { "DefaultForPrinting" => false };
        image(d, dictionary! { "Alternates" => vec![other.into()] });
    }),
    ("an unknown operator", "operators", "operators", |d| draw(d, "BX 1 2 fancy EX")),
    ("the operator PS", "operators", "operators", |d| draw(d, "(showpage) PS")),
    // Annotations and actions.
    ("a note on the page", "annotations", "annotations", |d| {
        note(d, [100, 100, 200, 200], dictionary! { "Subtype" => "Text" });
    }),
    ("a note beside the page", "", "", |d| {
        note(d, [-90, 100, -20, 200], dictionary! { "Subtype" => "Text" });
    }),
    ("a trap net", "", "", |d| {
        note(d, [100, 100, 200, 200], dictionary! { "Subtype" => "TrapNet" });
    }),
    ("an action of a note", "actions", "actions", |d| {
        let action = dictionary! { "S" => "URI" };
        note(d, [-90, 100, -20, 200], dictionary! { "Subtype" => "Link", "A" => action });
    }),
    ("an action of a field", "actions", "actions", |d| {
        d.add_object(dictionary! { "FT" => "Tx", "AA" => event() });
    }),
    ("a printer's mark in the bleed", "", "", |d| {
        boxed(d, "TrimBox", [90, 90, 500, 500]);
        note(d, [20, 20, 80, 80], dictionary! { "Subtype" => "PrinterMark" });
    }),
    ("a printer's mark on the page", "annotations", "annotations", |d| {
        boxed(d, "TrimBox", [90, 90, 500, 500]);
        note(d, [80, 80, 100, 100], dictionary! { "Subtype" => "PrinterMark" });
    }),
    ("a note in the bleed", "annotations", "annotations", |d| {
        boxed(d, "TrimBox", [90, 90, 500, 500]);
        boxed(d, "BleedBox", [0, 0, 590, 800]);
        note(d, [20, 20, 80, 80], dictionary! { "Subtype" => "Text" });
    }),
    ("an action of a page", "actions", "actions", |d| of_page(d, "AA", event())),
    ("an action of the file", "actions", "actions", |d| of_catalog(d, "AA", event())),
    ("an action at the start", "actions", "actions", |d| {
        of_catalog(d, "OpenAction", dictionary! { "S" => "JavaScript" });
    }),
    ("JavaScript", "actions", "actions", |d| {
        of_catalog(d, "Names", dictionary! { "JavaScript" => dictionary! {} });
    }),
    ("a bookmark with an action", "actions", "actions", |d| {
        let root = d.new_object_id();
        let item = dictionary! { "Title" => text("x"), "Parent" => root, "A" => dictionary! {} };
        d.add_object(item);
    }),
    // Transparency.
    ("half an ink", "structure", "", |d| state(d, dictionary! { "ca" => 0.5 })),
    ("half a line", "structure", "", |d| state(d, dictionary! { "CA" => 0.5 })),
    ("a blend mode", "structure", "", |d| state(d, dictionary! { "BM" => "Multiply" })),
    ("a list of blend modes", "structure", "", |d| {
        state(d, dictionary! { "BM" => names(&["Multiply"]) })
    }),
    ("a blend mode that is none", "structure", "transparency", |d| {
        state(d, dictionary! { "BM" => "Purple" })
    }),
    ("a soft mask", "structure", "", |d| state(d, dictionary! { "SMask" => dictionary! {} })),
    ("a picture with a soft mask", "structure", "", |d| {
        image(d, dictionary! { "SMask" => dictionary! {} })
    }),
    ("a picture with a mask in its data", "structure", "", |d| {
        image(d, dictionary! { "SMaskInData" => 1 })
    }),
    ("a pattern that blends", "structure", "", |d| {
        let pattern =
            dictionary! { "PatternType" => 2, "ExtGState" => dictionary! { "ca" => 0.5 } };
        used(d, "Pattern", pattern, "/Pattern cs /R scn 200 300 9 9 re f");
    }),
    ("a page that blends", "structure", "", |d| {
        of_page(d, "Group", dictionary! { "S" => "Transparency" });
    }),
    ("a form that blends", "structure", "", |d| {
        let group = dictionary! { "S" => "Transparency" };
        object(d, "Form", dictionary! { "Group" => group }, b"");
    }),
    ("no transparency", "", "", |d| {
        state(d, dictionary! { "ca" => 1, "CA" => 1.0, "BM" => "Normal", "SMask" => "None" });
    }),
    // What PDF 1.3 does not have, and PDF/X-4 forbids.
    ("a print area", "", "preferences", |d| {
        of_catalog(d, "ViewerPreferences", dictionary! { "PrintArea" => "CropBox" });
    }),
    ("slides", "", "presentations", |d| of_page(d, "PresSteps", dictionary! {})),
    ("a slide show", "", "presentations", |d| {
        of_catalog(d, "Names", dictionary! { "AlternatePresentations" => dictionary! {} });
    }),
    ("an XFA form", "", "forms", |d| {
        of_catalog(d, "AcroForm", dictionary! { "XFA" => text("x") });
    }),
];

#[test]
fn each_rule_finds_its_planted_fault() {
    for (pdfx, good) in BOTH.map(|pdfx| (pdfx, made("classic", Some(pdfx), None))) {
        assert_eq!(breaches(&changed(&good, |_| ()), pdfx), [], "written again");
        for (what, first, fourth, plant) in FAULTS {
            let topic = if pdfx == Pdfx::X1a { first } else { fourth };
            let expected: BTreeSet<String> = topic.split_whitespace().map(str::to_owned).collect();
            let found = breaches(&changed(&good, plant), pdfx);
            let own: BTreeSet<String> = found.iter().map(|breach| breach.0.clone()).collect();
            assert_eq!(own, expected, "{pdfx}, {what}: {found:?}");
        }
        assert_eq!(topics(&encrypted(&good), pdfx), ["encryption".to_owned()].into());
    }
    assert!(FAULTS.len() >= 100, "{}", FAULTS.len());
}

/// The inks of covers are computed for one printing condition, and files declare the same.
#[test]
fn declared_condition_is_that_of_the_inks() {
    let mut document = Document::load_mem(&made("classic", Some(Pdfx::X1a), None)).unwrap();
    let declared = intent(&mut document).get(b"OutputConditionIdentifier").unwrap();
    assert_eq!(declared.as_str().unwrap(), b"FOGRA39");
}

/// Compressed objects came with PDF 1.5, whatever the first line says.
#[test]
fn compressed_objects_are_found_in_the_older_standard() {
    let mut document = Document::load_mem(&made("classic", Some(Pdfx::X1a), None)).unwrap();
    let mut modern = Vec::new();
    document.save_modern(&mut modern).unwrap();
    let at = modern.windows(5).position(|w| w == b"%PDF-").unwrap();
    modern[at + 5..at + 8].copy_from_slice(b"1.3");
    assert_eq!(topics(&modern, Pdfx::X1a), ["structure".to_owned()].into());
}

/// Other programs write properties as attributes, and with prefixes of their own.
#[test]
fn metadata_of_other_programs_are_read() {
    let good = made("classic", Some(Pdfx::X4), None);
    let found = |change: &dyn Fn(&mut Document)| topics(&changed(&good, change), Pdfx::X4);
    assert_eq!(
        found(&|d| {
            xmp(
                d,
                "xmlns:xmpMM=",
                "xmlns:q='http://www.npes.org/pdfx/ns/id/' q:GTS_PDFXVersion='PDF/X-4' xmlns:xmpMM=",
            );
            xmp(d, "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>", "");
        }),
        [].into()
    );
    // A name that only begins alike is another one.
    let longer = |d: &mut Document| {
        xmp(d, "pdfxid:GTS_PDFXVersion>", "pdfxid:GTS_PDFXVersionOld>");
    };
    assert_eq!(found(&longer), ["identification".to_owned()].into());
}

#[test]
fn the_findings_name_pages_and_what_was_found() {
    let good = made("classic", Some(Pdfx::X1a), None);
    let red = changed(&good, |d| draw(d, "1 0 0 rg 200 300 9 9 re f"));
    let expected = "expected only grey, CMYK and spot colours, found /DeviceRGB";
    assert_eq!(breaches(&red, Pdfx::X1a), [("colour".to_owned(), vec![8], expected.to_owned())]);
}

/// Damaged and cut files are answered; a form inside itself ends.
#[test]
fn broken_and_endless_files_are_answered() {
    let good = made("classic", Some(Pdfx::X4), None);
    for at in (0..good.len()).step_by(good.len() / 30) {
        let _ = preflight::conformance(&good[..at], Pdfx::X4);
        let mut scratched = good.clone();
        scratched.iter_mut().skip(at).take(9).for_each(|byte| *byte ^= 0x55);
        let _ = preflight::conformance(&scratched, Pdfx::X1a);
    }
    let endless = changed(&good, |d| {
        let id = d.new_object_id();
        let own = dictionary! { "XObject" => dictionary! { "X" => id } };
        let form = dictionary! { "Subtype" => "Form", "Resources" => own };
        d.set_object(id, Stream::new(form, b"/X Do /X Do".to_vec()));
        used(d, "XObject", id, "/R Do");
    });
    let report = preflight::conformance(&endless, Pdfx::X4);
    assert!(matches!(report, Err(PdfError::Page(_, WalkError::LimitExceeded(_)))), "{report:?}");
    // Forms that each draw the next, too deep for any book.
    let deep = changed(&good, |d| {
        let mut inner = d.add_object(Stream::new(dictionary! { "Subtype" => "Form" }, Vec::new()));
        for _ in 0..40 {
            let own = dictionary! { "XObject" => dictionary! { "X" => inner } };
            let form = dictionary! { "Subtype" => "Form", "Resources" => own };
            inner = d.add_object(Stream::new(form, b"/X Do".to_vec()));
        }
        used(d, "XObject", inner, "/R Do");
    });
    let report = preflight::conformance(&deep, Pdfx::X4);
    assert!(matches!(report, Err(PdfError::Page(_, WalkError::LimitExceeded(_)))), "{report:?}");
    let mut none = Document::with_version("1.6");
    let tree = dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Vec::<Object>::new() };
    let tree = none.add_object(tree);
    let catalog = none.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    none.trailer.set("Root", catalog);
    let report = preflight::conformance(&saved(none), Pdfx::X4);
    assert_eq!(report, Err(PdfError::NoPages));
}

/// The screen edition states that it is PDF/A-2b. `tests/validators` has another program judge it.
#[test]
fn the_screen_edition_states_what_it_is() {
    let screen = terms("screen", "6x9", None);
    let bytes = made("classic", None, Some(&screen));
    let document = Document::load_mem(&bytes).unwrap();
    let catalog = document.catalog().unwrap();
    let id = catalog.get(b"Metadata").unwrap().as_reference().unwrap();
    let packet = document.get_object(id).unwrap().as_stream().unwrap();
    assert!(!packet.dict.has(b"Filter"), "plain text for readers that know no PDF");
    let packet = String::from_utf8(packet.content.clone()).unwrap();
    for words in ["<pdfaid:part>2<", "<pdfaid:conformance>B<", "Ink &amp; &lt;Ö&gt;", "A. Müller"]
    {
        assert!(packet.contains(words), "{words}: {packet}");
    }
    let intent = catalog.get(b"OutputIntents").unwrap().as_array().unwrap()[0].as_dict().unwrap();
    assert_eq!(intent.get(b"S").unwrap().as_name().unwrap(), b"GTS_PDFA1");
    let mut links = 0;
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        for link in page.get(b"Annots").and_then(Object::as_array).into_iter().flatten() {
            assert_eq!(link.as_dict().unwrap().get(b"F").unwrap().as_i64().unwrap(), 4);
            links += 1;
        }
    }
    assert!(links > 50);
    let imprint = imprint(Some(Pdfx::X4));
    let template = Template::builtin("classic").unwrap();
    let sections = sections(&[6; 5]);
    let wrong = book::LayoutSpec::new(&template, &sections)
        .printer(&screen)
        .trim(trim("6x9"))
        .options(&imprint)
        .lay_out();
    let wrong = wrong.unwrap_err().to_string();
    assert!(wrong.contains("expected a printer for PDF/X-4, found screen"), "{wrong}");
}

/// A packet of a megabyte that opens the same element again and again took time without end.
#[test]
fn metadata_of_many_open_elements_is_read_quickly() {
    let good = made("classic", Some(Pdfx::X4), None);
    let packet = "<pdfxid:GTS_PDFXVersion>".repeat(40_000);
    let packet = format!("xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\" {packet}");
    let found = topics(
        &changed(&good, |d| {
            let stream = Stream::new(dictionary! { "Type" => "Metadata" }, packet.into_bytes());
            let id = d.add_object(stream);
            of_catalog(d, "Metadata", id);
        }),
        Pdfx::X4,
    );
    assert!(found.contains("metadata") && found.contains("identification"), "{found:?}");
}

/// The date of a PDF/X file is never that of the clock.
#[test]
fn file_date_is_given_or_fixed() {
    let bench = Bench::new();
    bench.ends("generate --count 4 --seed 3 --out c.csv", 0, "");
    let book = |date: Option<&str>, flags: &str, out: &str| {
        let mut command = bench.command(&format!("book c.csv {flags} -o {out}"));
        command.env_remove("SOURCE_DATE_EPOCH");
        command.envs(date.map(|date| ("SOURCE_DATE_EPOCH", date)));
        let done = command.output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let has = |file: &str, words: &[u8]| {
        let bytes = bench.read(file);
        bytes.windows(words.len()).any(|window| window == words)
    };
    assert_eq!(book(None, "--pdfx 1a", "a.pdf").0, Some(0));
    assert!(has("a.pdf", b"/CreationDate(D:20000101000000Z)"));
    assert_eq!(book(Some("1767323045"), "--pdfx 1a", "b.pdf").0, Some(0));
    assert!(has("b.pdf", b"/CreationDate(D:20260102030405Z)"));
    assert_eq!(book(Some("1767323045"), "--pdfx 4", "c.pdf").0, Some(0));
    assert!(has("c.pdf", b"<xmp:CreateDate>2026-01-02T03:04:05Z<"));
    for wrong in ["tomorrow", "-1", "99999999999999999999", ""] {
        let (code, words) = book(Some(wrong), "--pdfx 1a", "no.pdf");
        assert_eq!(code, Some(2), "{wrong}");
        assert!(words.contains("SOURCE_DATE_EPOCH: expected seconds since 1970"), "{words}");
        // Who asks for no PDF/X need not care.
        let out = format!("free{}.pdf", wrong.len());
        assert_eq!(book(Some(wrong), "", &out).0, Some(0), "{wrong}");
    }
}

/// A compressed stream may end with any byte. Where that is a CR, a reader that looks for the end of the
/// stream finds it a byte too early: a validator of PDF/A said so of one screen edition in three.
#[test]
fn no_screen_edition_stream_ends_with_cr() {
    let screen = terms("screen", "6x9", None);
    let template = Template::builtin("classic").unwrap();
    let sections = sections(&[6; 5]);
    for title in 0..60 {
        let imprint =
            BookOptions { title: Some(format!("Book {title}")), ..BookOptions::default() };
        let layout = book::LayoutSpec::new(&template, &sections)
            .printer(&screen)
            .trim(trim("6x9"))
            .options(&imprint)
            .lay_out();
        let mut pdf = Vec::new();
        layout.unwrap().volumes[0].write(&mut pdf).unwrap();
        let torn = b"\r\nendstream";
        assert!(!pdf.windows(torn.len()).any(|bytes| bytes == torn), "{title}");
    }
}

#[test]
fn the_commands_write_and_check_pdfx() {
    let bench = Bench::new();
    bench.ends("generate --count 8 --seed 3 --out c.csv", 0, "");
    bench.ends("book c.csv --pdfx 1a -o a.pdf", 0, "");
    bench.ends("preflight a.pdf --pdfx 1a", 0, "");
    bench.ends("preflight a.pdf --pdfx 4", 1, "a.pdf does not conform to PDF/X-4: ");
    bench.ends("book c.csv --pdfx 4 -o b.pdf", 0, "");
    bench.ends("preflight b.pdf --pdfx 4", 0, "");
    bench.ends("cover c.csv --pdfx 1a --spine 5mm -o cover.pdf", 0, "");
    bench.ends("preflight cover.pdf --pdfx 1a", 0, "");
    let said = String::from_utf8(bench.run("preflight b.pdf --pdfx 1a").stdout).unwrap();
    assert!(said.contains("PDF/X structure  refusal"), "{said}");
    bench.ends("preflight b.pdf", 2, "--printer");
    bench.ends("preflight b.pdf --pdfx 4 --cover 20", 2, "--printer");
    bench.ends("book c.csv --pdfx 3 -o no.pdf", 2, "1a");
    bench.ends("book c.csv --pdfx 4 --printer screen -o no.pdf", 2, "PDF/A-2b");
    let said = String::from_utf8(bench.run("preflight a.pdf --pdfx 4").stdout).unwrap();
    assert!(
        said.contains("PDF/X metadata") && said.contains("for PDF/X-4 (ISO 15930-7:2010)"),
        "{said}"
    );

    bench.ends("run --count 4 --seed 5 --pdfx 4 --out r --quiet", 0, "");
    bench.ends("preflight r/book.pdf --pdfx 4", 0, "");
    let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
    assert!(manifest.contains("\"pdfx\": \"4\"") && !manifest.contains("dated"), "{manifest}");
    bench.ends("run --count 4 --seed 5 --pdfx 1a --out r --quiet", 2, "pdfx");
}
