//! Builds the file around the content streams: pages, forms, catalog, metadata, identifier.

use super::content::EncodedContent;
use super::screen::ScreenEdition;
use super::standard::FileStandard;
use super::{PRODUCER, PdfSpec, broken, real};
use crate::draw::picture::{ColourSpace, RasterImage};
use crate::page::Point;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};
use pdf_reader::{booklet_label, booklet_sides};
use preflight::{Medium, PrintSpec, SheetPlacement};
use sha2::{Digest, Sha256};
use std::io;
use zlib_rs::{Deflate, DeflateFlush, Status};

/// The level of compression, of 9, and the bits of the window.
const COMPRESSION_LEVEL: i32 = 5;
const WINDOW_BITS: u8 = 15;

/// The properties of a file apart from the content of its pages.
pub(super) struct DocumentSpec<'a> {
    pub file: &'a PdfSpec<'a>,
    /// The size of the trimmed pages. That of a cover includes its bleed.
    pub trim: Point,
    /// Size of the sides, including bleed.
    pub size: Point,
    /// The sheet on which the page is printed: its own, or a larger one.
    pub place: SheetPlacement,
    pub kind: DocumentKind,
    pub standard: FileStandard,
}

/// The kind of the pages of a file.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum DocumentKind {
    /// Pages, of which the first ones have roman numbers.
    Book { front_matter: usize },
    /// Two pages on each side of a sheet, without links.
    Booklet,
    /// One page without number and links, at its place on a sheet.
    Cover(SheetPlacement),
}

impl<'a> DocumentSpec<'a> {
    /// Returns the properties of a file with pages of this trimmed size.
    pub fn new(file: &'a PdfSpec<'a>, trim: Point, kind: DocumentKind) -> Self {
        let (binding, edge) = file.bleed;
        let width = if kind == DocumentKind::Booklet { 2.0 * trim.0 } else { trim.0 };
        let whole = (width + binding + edge, trim.1 + edge + edge);
        let (size, place) = match kind {
            DocumentKind::Cover(place) => (trim, place),
            _ => (whole, SheetPlacement { sheet: whole, corner: (0.0, 0.0) }),
        };
        Self { file, trim, size, place, kind, standard: FileStandard::from_spec(file) }
    }

    /// Returns true for a cover.
    pub fn is_cover(&self) -> bool {
        matches!(self.kind, DocumentKind::Cover(_))
    }

    /// Returns the bleed at the left of a page. Right-hand pages are bound there.
    fn left_bleed(&self, index: usize) -> f64 {
        let bleed = self.file.bleed;
        if index.is_multiple_of(2) { bleed.0 } else { bleed.1 }
    }

    /// Returns the lower left corner of the content of a page on its sheet. The content of a cover
    /// includes its bleed.
    pub fn corner(&self, index: usize) -> (f64, f64) {
        if self.is_cover() {
            self.place.corner
        } else {
            (self.left_bleed(index), self.file.bleed.1)
        }
    }
}

/// Builds the document. `folios` are the numbers of its pages.
pub(super) fn build(
    book: &DocumentSpec,
    drawn: EncodedContent,
    folios: &[String],
) -> io::Result<Document> {
    let (mut document, fonts) = drawn.fonts.embed()?;
    document.version = book.standard.version().to_owned();
    let mut forms = forms(&mut document, book, &fonts, drawn.stamps, drawn.groups);
    for (number, picture) in drawn.pictures.iter().enumerate() {
        forms.set(format!("P{number}"), document.add_object(image(picture)));
    }
    let resources = document.add_object(dictionary! { "Font" => fonts, "XObject" => forms });
    let tree = document.new_object_id();
    let pages = if book.kind == DocumentKind::Booklet {
        impose(&drawn.pages, book.trim.0)
    } else {
        drawn.pages
    };
    let pages = pages.into_iter().enumerate().map(|(index, content)| {
        let content = document.add_object(Stream::new(Dictionary::new(), content));
        document.add_object(page(book, index, [tree, resources, content]))
    });
    let pages: Vec<ObjectId> = pages.collect();
    let kids: Vec<Object> = pages.iter().map(|&page| page.into()).collect();
    document.set_object(
        tree,
        dictionary! { "Type" => "Pages", "Count" => pages.len() as i64, "Kids" => kids },
    );
    let mut catalog = catalog(book, tree, folios);
    let medium = book.file.print.map(PrintSpec::medium);
    if matches!(book.kind, DocumentKind::Book { .. }) && medium == Some(Medium::Screen) {
        let screen = ScreenEdition { height: book.trim.1, pages: &pages, anchors: &drawn.anchors };
        screen.add(&mut document, &mut catalog, &drawn.links, &book.file.outline)?;
    }
    let mut trailer = dictionary! { "Root" => document.add_object(catalog) };
    if let Some(info) = info(book) {
        trailer.set("Info", document.add_object(info));
    }
    document.trailer = trailer;
    // Removes the objects of printpdf's own page.
    document.prune_objects();
    document.renumber_objects();
    compress(&mut document, book.standard)?;
    let id = set_file_id(&mut document, book);
    let declared = book.standard.add_output_intent(&mut document, book.file, &id, drawn.has_rgb);
    declared.map_err(broken)?;
    Ok(document)
}

/// Imposes a booklet: joins the contents of two pages of this width on each side of a sheet.
fn impose(pages: &[Vec<u8>], width: f64) -> Vec<Vec<u8>> {
    let sides = booklet_sides(pages.len()).map(|[left, right]| {
        let mut side = Vec::new();
        for (page, x) in [(left, 0.0), (right, width)] {
            if let Some(content) = pages.get(page) {
                side.extend(format!("q 1 0 0 1 {x} 0 cm\n").into_bytes());
                side.extend(content);
                side.extend(b"\nQ\n");
            }
        }
        side
    });
    sides.collect()
}

/// Adds the forms and groups, and returns them by name. The origin of a form is its top left
/// corner, the origin of a group is the origin of the page.
fn forms(
    document: &mut Document,
    book: &DocumentSpec,
    fonts: &Dictionary,
    stamps: Vec<((f64, f64), Vec<u8>)>,
    groups: Vec<Vec<u8>>,
) -> Dictionary {
    let mut forms = Dictionary::new();
    let resources = document.add_object(dictionary! { "Font" => fonts.clone() });
    for (number, ((width, height), content)) in stamps.into_iter().enumerate() {
        let mut form = form((width, height), resources);
        let down = [1.0, 0.0, 0.0, 1.0, 0.0, -height].map(real).to_vec();
        form.set("Matrix", down);
        let form = document.add_object(Stream::new(form, content));
        forms.set(format!("S{number}"), form);
    }
    let resources = document.add_object(dictionary! { "XObject" => forms.clone() });
    for (number, content) in groups.into_iter().enumerate() {
        let form = document.add_object(Stream::new(form(book.size, resources), content));
        forms.set(format!("G{number}"), form);
    }
    forms
}

fn form(size: Point, resources: ObjectId) -> Dictionary {
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => [0.0, 0.0, size.0, size.1].map(real).to_vec(),
        "Resources" => resources,
    }
}

/// Converts a picture. A JPEG stays as it is; anything else is compressed with the other streams.
fn image(picture: &RasterImage) -> Stream {
    let (width, height) = picture.dots();
    let (space, parts) = match picture.colour_space() {
        ColourSpace::Grey => ("DeviceGray", 1),
        ColourSpace::Rgb => ("DeviceRGB", 3),
        ColourSpace::Cmyk => ("DeviceCMYK", 4),
    };
    let mut image = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => width as i64,
        "Height" => height as i64,
        "BitsPerComponent" => 8,
        "ColorSpace" => space,
    };
    if picture.is_jpeg {
        image.set("Filter", "DCTDecode");
    }
    if picture.is_inverted {
        image.set("Decode", [1.0, 0.0].repeat(parts).into_iter().map(real).collect::<Vec<_>>());
    }
    Stream::new(image, picture.data.clone())
}

fn page(
    book: &DocumentSpec,
    index: usize,
    [tree, resources, content]: [ObjectId; 3],
) -> Dictionary {
    let ((width, height), (binding, edge)) = (book.size, book.file.bleed);
    let left = book.left_bleed(index);
    let SheetPlacement { sheet, corner: (x, y) } = book.place;
    let (right, top) = (x + width, y + height);
    let trim = [x + left, y + edge, right - (binding + edge - left), top - edge];
    let whole: Vec<Object> = vec![0.into(), 0.into(), real(sheet.0), real(sheet.1)];
    let mut page = dictionary! {
        "Type" => "Page",
        "Parent" => tree,
        "Resources" => resources,
        "Contents" => content,
        "MediaBox" => whole.clone(),
        "TrimBox" => if edge > 0.0 { trim.map(real).to_vec() } else { whole },
    };
    // Without bleed, printers want the BleedBox to equal the trim. Without a printer it is omitted.
    if edge > 0.0 || book.file.print.is_some() {
        page.set("BleedBox", [x, y, right, top].map(real).to_vec());
    }
    page
}

/// Returns the catalog: pages, page labels, language.
fn catalog(book: &DocumentSpec, tree: ObjectId, folios: &[String]) -> Dictionary {
    let mut catalog = dictionary! {
        "Type" => "Catalog",
        "Pages" => tree,
    };
    // PDF 1.4 introduced the language of a document.
    if book.standard.version() >= "1.4" {
        catalog.set("Lang", Object::string_literal(book.file.language));
    }
    let labels = match book.kind {
        DocumentKind::Cover(_) => None,
        DocumentKind::Booklet => Some(booklet_labels(folios)),
        DocumentKind::Book { front_matter } => {
            let (roman, decimal) = (dictionary! { "S" => "r" }, dictionary! { "S" => "D" });
            Some(match front_matter {
                0 => vec![0.into(), decimal.into()],
                front => vec![0.into(), roman.into(), (front as i64).into(), decimal.into()],
            })
        }
    };
    if let Some(labels) = labels {
        catalog.set("PageLabels", dictionary! { "Nums" => labels });
    }
    if let Some((key, text)) = &book.file.entry {
        catalog.set(*key, lopdf::text_string(text));
    }
    catalog
}

/// Returns the labels of the sides of a booklet: the numbers of both pages.
fn booklet_labels(folios: &[String]) -> Vec<Object> {
    let mut labels: Vec<Object> = Vec::new();
    for (sides, index) in booklet_sides(folios.len()).zip(0_i64..) {
        let [left, right] = sides.map(|page| folios.get(page).map_or("", String::as_str));
        let label = Object::string_literal(booklet_label([left, right]));
        labels.push(index.into());
        labels.push(dictionary! { "P" => label }.into());
    }
    labels
}

/// Returns the metadata: title, author, producer, and the entries that the standard requires. Empty
/// entries are omitted. `None` if the printer forbids metadata and the file follows no standard
/// that requires it.
fn info(book: &DocumentSpec) -> Option<Dictionary> {
    let file = book.file;
    if let Some(spec) = file.print
        && !spec.allows_metadata()
        && file.pdfx.is_none()
    {
        return None;
    }
    let mut info = dictionary! {
        "Title" => lopdf::text_string(file.title),
        "Subject" => lopdf::text_string(file.subject),
        "Producer" => Object::string_literal(PRODUCER),
    };
    if let Some(author) = file.author {
        info.set("Author", lopdf::text_string(author));
    }
    book.standard.add_info(&mut info);
    Some(info)
}

/// Compresses all streams with a single compressor. lopdf would create one for each stream; for a
/// thousand small pages that costs more than the compression itself. Level 6 would take much longer
/// than level 5 and save little.
fn compress(document: &mut Document, standard: FileStandard) -> io::Result<()> {
    let mut packer = Deflate::new(COMPRESSION_LEVEL, true, WINDOW_BITS);
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        if stream.dict.has(b"Filter") {
            continue;
        }
        let packed = pack(&mut packer, &stream.content)?;
        // The entry `/Filter/FlateDecode` has 19 characters.
        if packed.len() + 19 < stream.content.len() && standard.can_end_with(packed.last()) {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
    }
    Ok(())
}

fn pack(packer: &mut Deflate, content: &[u8]) -> io::Result<Vec<u8>> {
    packer.reset();
    let mut packed = vec![0; zlib_rs::compress_bound(content.len())];
    let result = packer.compress(content, &mut packed, DeflateFlush::Finish);
    if !matches!(result, Ok(Status::StreamEnd)) {
        return Err(io::Error::other(format!("deflate: {result:?}")));
    }
    packed.truncate(packer.total_out() as usize);
    Ok(packed)
}

/// Sets the file identifier: a hash of the contents, so that the same book has the same identifier.
fn set_file_id(document: &mut Document, book: &DocumentSpec) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(book.standard.id_seed());
    hash.update(book.file.title);
    hash.update(book.file.author.unwrap_or_default());
    hash.update(book.size.0.to_le_bytes());
    hash.update(book.size.1.to_le_bytes());
    for object in document.objects.values() {
        if let Object::Stream(stream) = object {
            hash.update(&stream.content);
        }
    }
    let id = hash.finalize()[..16].to_vec();
    let object = Object::String(id.clone(), StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![object.clone(), object]);
    id
}
