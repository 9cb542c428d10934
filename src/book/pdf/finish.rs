//! What printpdf leaves to be mended in the document that it makes. Each step says what it mends.

use super::content::stamp_name;
use super::screen;
use crate::book::font::Face;
use crate::book::printer::Edition;
use crate::book::text;
use crate::book::volume::Volume;
use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};
use sha2::{Digest, Sha256};
use std::io;

/// Our name in the file.
const PRODUCER: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// The bit of a font's flags that says italic.
const ITALIC: i64 = 64;

/// Makes the document the file that is saved. Its last pages are the stamps.
pub(super) fn finish(document: &mut Document, volume: &Volume, stamps: &[usize]) -> io::Result<()> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let (pages, drawings) = pages.split_at(pages.len() - stamps.len());
    let fonts = fonts_of(document, pages[0])?;
    let forms = forms(document, volume, stamps, drawings, &fonts)?;
    let resources = document.add_object(dictionary! { "Font" => fonts, "XObject" => forms });
    for &page in pages {
        share(document, page, volume, resources)?;
    }
    catalog(document, volume, pages)?;
    if edition(volume) == Edition::Screen {
        screen::furnish(document, volume, pages)?;
    }
    info(document, volume);
    if plain(volume) {
        document.version = "1.4".to_owned();
    }
    descriptors(document);
    document.prune_objects();
    document.renumber_objects();
    compress(document)?;
    identify(document, volume);
    Ok(())
}

/// For whom the volume is made.
fn edition(volume: &Volume) -> Edition {
    let terms = volume.terms.as_ref();
    terms.map_or(Edition::Print, |terms| terms.edition())
}

/// Whether the printer takes no more than PDF 1.4, which has no object streams.
pub(super) fn plain(volume: &Volume) -> bool {
    let terms = volume.terms.as_ref();
    let version = terms.and_then(|terms| terms.version_most());
    version.is_some_and(|version| version < "1.5")
}

pub(super) fn broken(error: lopdf::Error) -> io::Error {
    io::Error::other(format!("the PDF could not be put together: {error}"))
}

/// The dictionary of all fonts, of which every page has a copy.
fn fonts_of(document: &Document, page: ObjectId) -> io::Result<Dictionary> {
    let find = || -> lopdf::Result<Dictionary> {
        let resources = document.get_dictionary(page)?.get(b"Resources")?;
        let resources = document.dereference(resources)?.1.as_dict()?;
        let fonts = document.dereference(resources.get(b"Font")?)?.1.as_dict()?;
        Ok(fonts.clone())
    };
    find().map_err(broken)
}

/// Makes forms of the pages on which the stamps are drawn: printpdf's own forms lack what a viewer
/// needs. A form's origin is its top left corner.
fn forms(
    document: &mut Document,
    volume: &Volume,
    stamps: &[usize],
    drawings: &[ObjectId],
    fonts: &Dictionary,
) -> io::Result<Dictionary> {
    let resources = document.add_object(dictionary! { "Font" => fonts.clone() });
    let mut forms = Dictionary::new();
    for (&stamp, &page) in stamps.iter().zip(drawings) {
        let contents = document
            .get_dictionary(page)
            .and_then(|page| page.get(b"Contents"))
            .and_then(Object::as_reference)
            .map_err(broken)?;
        let (width, height) = (volume.stamps()[stamp].width, volume.stamps()[stamp].height);
        let stream = document
            .get_object_mut(contents)
            .and_then(Object::as_stream_mut)
            .map_err(broken)?;
        stream.dict.set("Type", "XObject");
        stream.dict.set("Subtype", "Form");
        stream.dict.set(
            "BBox",
            vec![real(0.0), real(0.0), real(width), real(height)],
        );
        let down = vec![
            1.into(),
            0.into(),
            0.into(),
            1.into(),
            0.into(),
            real(-height),
        ];
        stream.dict.set("Matrix", Object::Array(down));
        stream.dict.set("Resources", resources);
        forms.set(stamp_name(stamp), contents);
        document.objects.remove(&page);
    }
    Ok(forms)
}

/// Gives a page its exact boxes and the resources that all pages share; printpdf rounds boxes, and
/// repeats an empty list of annotations and a dictionary on every page.
fn share(
    document: &mut Document,
    page: ObjectId,
    volume: &Volume,
    resources: ObjectId,
) -> io::Result<()> {
    let sheet = &volume.sheet;
    let page = document
        .get_object_mut(page)
        .and_then(Object::as_dict_mut)
        .map_err(broken)?;
    let boxed = vec![0.into(), 0.into(), real(sheet.width), real(sheet.height)];
    page.set("MediaBox", boxed.clone());
    // Nothing bleeds: what is asked for is the trim. Without a printer nobody asks.
    if volume.terms.is_some() {
        page.set("BleedBox", boxed.clone());
    }
    page.set("TrimBox", boxed);
    page.remove(b"CropBox");
    page.remove(b"Annots");
    page.set("Resources", resources);
    Ok(())
}

/// The tree of pages without the stamps, the page numbers as the book prints them, the language.
fn catalog(document: &mut Document, volume: &Volume, pages: &[ObjectId]) -> io::Result<()> {
    let tree = document
        .catalog()
        .and_then(|catalog| catalog.get(b"Pages"))
        .and_then(Object::as_reference)
        .map_err(broken)?;
    let kids: Vec<Object> = pages.iter().map(|&page| page.into()).collect();
    document.set_object(
        tree,
        dictionary! { "Type" => "Pages", "Count" => pages.len() as i64, "Kids" => kids },
    );
    let labels = dictionary! {
        "Nums" => vec![
            0.into(),
            dictionary! { "S" => "r" }.into(),
            (volume.front_matter() as i64).into(),
            dictionary! { "S" => "D" }.into(),
        ],
    };
    let catalog = document.catalog_mut().map_err(broken)?;
    catalog.remove(b"PageLayout");
    catalog.remove(b"PageMode");
    catalog.set("PageLabels", labels);
    catalog.set("Lang", Object::string_literal(text::LANGUAGE));
    Ok(())
}

/// Title, author, producer: no dates, no empty entries, no claim to be PDF/X. Nothing at all where
/// the printer forbids metadata.
fn info(document: &mut Document, volume: &Volume) {
    if volume.terms.as_ref().is_some_and(|terms| !terms.metadata()) {
        document.trailer.remove(b"Info");
        return;
    }
    let mut info = dictionary! {
        "Title" => lopdf::text_string(&volume.full_title()),
        "Producer" => Object::string_literal(PRODUCER),
    };
    if let Some(author) = volume.author() {
        info.set("Author", lopdf::text_string(author));
    }
    let info = document.add_object(info);
    document.trailer.set("Info", info);
}

/// printpdf writes the ascender for the height of capitals, and takes every face for upright.
fn descriptors(document: &mut Document) {
    for object in document.objects.values_mut() {
        let Ok(descriptor) = object.as_dict_mut() else {
            continue;
        };
        let name = descriptor.get(b"FontName").and_then(Object::as_name);
        let Some(face) = name.ok().and_then(|name| {
            Face::ALL
                .into_iter()
                .find(|face| name.ends_with(face.name().as_bytes()))
        }) else {
            continue;
        };
        descriptor.set("CapHeight", (face.cap_height() * 1000.0).round() as i64);
        let angle = face.parsed().italic_angle().round() as i64;
        descriptor.set("ItalicAngle", angle);
        if angle != 0 {
            let flags = descriptor.get(b"Flags").and_then(Object::as_i64);
            descriptor.set("Flags", flags.unwrap_or(0) | ITALIC);
        }
    }
}

/// Compresses every stream, with one compressor: lopdf makes a new one for each, which for a
/// thousand small pages costs more than compressing them. Level 6, because 9 takes a third longer
/// for a file that is smaller by a hundredth.
fn compress(document: &mut Document) -> io::Result<()> {
    let mut deflate = Compress::new(Compression::new(6), true);
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let mut packed = Vec::with_capacity(stream.content.len() / 2 + 64);
        deflate.reset();
        loop {
            let done = deflate.total_in() as usize;
            let rest = &stream.content[done..];
            match deflate.compress_vec(rest, &mut packed, FlushCompress::Finish)? {
                Status::StreamEnd => break,
                _ => packed.reserve(stream.content.len() / 2 + 64),
            }
        }
        // "/Filter/FlateDecode" has 19 characters.
        if packed.len() + 19 < stream.content.len() {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
    }
    Ok(())
}

/// The file's identifier: the same for the same contents, whatever the process did before.
fn identify(document: &mut Document, volume: &Volume) {
    let mut hash = Sha256::new();
    hash.update(volume.full_title());
    hash.update(volume.author().unwrap_or_default());
    hash.update(volume.sheet.width.to_le_bytes());
    hash.update(volume.sheet.height.to_le_bytes());
    for object in document.objects.values() {
        if let Object::Stream(stream) = object {
            hash.update(&stream.content);
        }
    }
    let id = Object::String(hash.finalize()[..16].to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
}

/// A length: f64 to the nearest f32, which is what the file's numbers are made of.
pub(super) fn real(points: f64) -> Object {
    Object::Real(points as f32)
}
