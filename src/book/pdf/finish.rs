//! What printpdf leaves to be mended in the document that it makes. Each step says what it mends.

use super::content::{group_name, stamp_name};
use super::{Format, screen};
use crate::book::font::Face;
use crate::book::volume::Volume;
use crate::print::printer::Edition;
use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};
use sha2::{Digest, Sha256};
use std::io;

/// Our name in the file.
const PRODUCER: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// The bit of a font's flags that says italic.
const ITALIC: i64 = 64;

/// Makes the document the file that is saved. Its last pages are the stamps, and then the groups of
/// stamps.
pub(super) fn finish(
    document: &mut Document,
    format: &Format,
    stamps: &[usize],
    groups: usize,
    faces: &[Face],
) -> io::Result<()> {
    let volume = format.volume;
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let (pages, drawings) = pages.split_at(pages.len() - stamps.len() - groups);
    let fonts = fonts_of(document, pages[0])?;
    let forms = forms(document, format, stamps, drawings, &fonts)?;
    let resources = document.add_object(dictionary! { "Font" => fonts, "XObject" => forms });
    for &page in pages {
        share(document, page, format, resources)?;
    }
    catalog(document, format, pages)?;
    if format.inside && edition(volume) == Edition::Screen {
        screen::furnish(document, volume, pages)?;
    }
    info(document, volume);
    if plain(volume) {
        document.version = "1.4".to_owned();
    }
    descriptors(document, faces);
    document.prune_objects();
    document.renumber_objects();
    compress(document)?;
    identify(document, format);
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

/// Makes forms of the pages on which the stamps and their groups are drawn: printpdf's own forms lack
/// what a viewer needs. The origin of a stamp is its top left corner, that of a group the page's.
fn forms(
    document: &mut Document,
    format: &Format,
    stamps: &[usize],
    drawings: &[ObjectId],
    fonts: &Dictionary,
) -> io::Result<Dictionary> {
    let (drawn, grouped) = drawings.split_at(stamps.len());
    let mut forms = Dictionary::new();
    let resources = document.add_object(dictionary! { "Font" => fonts.clone() });
    for (&stamp, &page) in stamps.iter().zip(drawn) {
        let (width, height) = (format.stamps[stamp].width, format.stamps[stamp].height);
        let form = form(document, page, (width, height), resources)?;
        let down = [1.0, 0.0, 0.0, 1.0, 0.0, -height].map(real).to_vec();
        form.dict.set("Matrix", down);
        forms.set(stamp_name(stamp), reference(document, page)?);
        document.objects.remove(&page);
    }
    let resources = document.add_object(dictionary! { "XObject" => forms.clone() });
    for (group, &page) in grouped.iter().enumerate() {
        form(document, page, format.size, resources)?;
        forms.set(group_name(group), reference(document, page)?);
        document.objects.remove(&page);
    }
    Ok(forms)
}

/// The content of a page, as a form of this size.
fn form(
    document: &mut Document,
    page: ObjectId,
    (width, height): (f64, f64),
    resources: ObjectId,
) -> io::Result<&mut Stream> {
    let contents = reference(document, page)?;
    let stream = document
        .get_object_mut(contents)
        .and_then(Object::as_stream_mut)
        .map_err(broken)?;
    stream.dict.set("Type", "XObject");
    stream.dict.set("Subtype", "Form");
    stream
        .dict
        .set("BBox", [0.0, 0.0, width, height].map(real).to_vec());
    stream.dict.set("Resources", resources);
    Ok(stream)
}

/// Where the content of a page stands in the file.
fn reference(document: &Document, page: ObjectId) -> io::Result<ObjectId> {
    document
        .get_dictionary(page)
        .and_then(|page| page.get(b"Contents"))
        .and_then(Object::as_reference)
        .map_err(broken)
}

/// Gives a page its exact boxes and the resources that all pages share; printpdf rounds boxes, and
/// repeats an empty list of annotations and a dictionary on every page.
fn share(
    document: &mut Document,
    page: ObjectId,
    format: &Format,
    resources: ObjectId,
) -> io::Result<()> {
    let ((width, height), bleed) = (format.size, format.bleed);
    let page = document
        .get_object_mut(page)
        .and_then(Object::as_dict_mut)
        .map_err(broken)?;
    let whole = vec![0.into(), 0.into(), real(width), real(height)];
    let trimmed = [bleed, bleed, width - bleed, height - bleed];
    page.set("MediaBox", whole.clone());
    // Where nothing bleeds, what is asked for is the trim. Without a printer nobody asks.
    if bleed > 0.0 || format.volume.terms.is_some() {
        page.set("BleedBox", whole.clone());
    }
    page.set(
        "TrimBox",
        match bleed > 0.0 {
            true => trimmed.map(real).to_vec(),
            false => whole,
        },
    );
    page.remove(b"CropBox");
    page.remove(b"Annots");
    page.set("Resources", resources);
    Ok(())
}

/// The tree of pages without the stamps, the page numbers as the book prints them, the language.
fn catalog(document: &mut Document, format: &Format, pages: &[ObjectId]) -> io::Result<()> {
    let volume = format.volume;
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
    if format.inside {
        catalog.set("PageLabels", labels);
    }
    catalog.set("Lang", Object::string_literal(volume.language.code()));
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
fn descriptors(document: &mut Document, faces: &[Face]) {
    for object in document.objects.values_mut() {
        let Ok(descriptor) = object.as_dict_mut() else {
            continue;
        };
        let name = descriptor.get(b"FontName").and_then(Object::as_name);
        let Some(face) = name.ok().and_then(|name| {
            faces
                .iter()
                .find(|face| name.ends_with(face.name().as_bytes()))
        }) else {
            continue;
        };
        descriptor.set("CapHeight", (face.cap_height() * 1000.0).round() as i64);
        let angle = face.metrics().italic_angle.round() as i64;
        descriptor.set("ItalicAngle", angle);
        if angle != 0 {
            let flags = descriptor.get(b"Flags").and_then(Object::as_i64);
            descriptor.set("Flags", flags.unwrap_or(0) | ITALIC);
        }
    }
}

/// Compresses every stream, with one compressor: lopdf makes a new one for each, which for a
/// thousand small pages costs more than compressing them. Level 4, because with level 6 a book takes
/// a quarter longer for a file that is smaller by a thirty-fifth.
fn compress(document: &mut Document) -> io::Result<()> {
    let mut deflate = Compress::new(Compression::new(4), true);
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let packed = pack(&mut deflate, &stream.content)?;
        // "/Filter/FlateDecode" has 19 characters.
        if packed.len() + 19 < stream.content.len() {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
    }
    Ok(())
}

/// One piece of data, packed.
pub(super) fn deflated(content: &[u8]) -> io::Result<Vec<u8>> {
    pack(&mut Compress::new(Compression::new(9), true), content)
}

fn pack(deflate: &mut Compress, content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::with_capacity(content.len() / 2 + 64);
    deflate.reset();
    loop {
        let done = deflate.total_in() as usize;
        match deflate.compress_vec(&content[done..], &mut packed, FlushCompress::Finish)? {
            Status::StreamEnd => return Ok(packed),
            _ => packed.reserve(content.len() / 2 + 64),
        }
    }
}

/// The file's identifier: the same for the same contents, whatever the process did before.
fn identify(document: &mut Document, format: &Format) {
    let volume = format.volume;
    let mut hash = Sha256::new();
    hash.update(volume.full_title());
    hash.update(volume.author().unwrap_or_default());
    hash.update(format.size.0.to_le_bytes());
    hash.update(format.size.1.to_le_bytes());
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
