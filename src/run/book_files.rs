//! Reads what a book is made of: design, language, printer, fonts and texts, by name or file.

use super::builtin::builtin;
use super::finished_run::{BACK, LOGO, PICTURE, TITLE_FACE};
use super::{BookFilesError, BookPlan, CoverPlan, find};
use crate::book::{self, CoverLook, Face, Imprint, Language, Logo, Manuscript, Picture, Template};
use crate::printers::{Printer, Spine, Trim};
use crate::store::files::output;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The names and files that a book is made of: settings, as flags and manifests have them.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "program", derive(clap::Args))]
pub struct BookFiles {
    /// Design of the book: a built-in one (see `template list`) or a file
    #[cfg_attr(
        feature = "program",
        arg(long, value_name = "NAME|FILE", default_value = "classic")
    )]
    pub template: String,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm [default: the design's]
    #[cfg_attr(feature = "program", arg(long, value_name = "SIZE"))]
    pub trim: Option<Trim>,

    /// Language of the book: de, en, en-US, es, fr, it, ja, nl, pl, pt-BR, zh, or a file; ko and zh-TW
    /// with a --font of yours
    #[cfg_attr(feature = "program", arg(long, value_name = "CODE|FILE", default_value = "en"))]
    pub lang: String,

    /// Font for the title, and for characters that the design's faces lack: a .ttf, .otf or .ttc
    /// file; up to eight
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE", value_delimiter = ','))]
    pub font: Vec<PathBuf>,

    /// Logo for the title page, the spine and the back of the cover: an SVG in plain colours, or a PNG
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE"))]
    pub logo: Option<PathBuf>,

    /// Font for the title, the word and the numbers on the front of the cover: a .ttf, .otf or .ttc file
    /// [default: a heavy face of ours]
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE"))]
    pub title_face: Option<PathBuf>,

    /// Text of a part, plain or with a little Markdown: about=me.md, how-to-play=rules.md
    #[cfg_attr(feature = "program", arg(long, value_name = "PART=FILE", value_delimiter = ','))]
    #[cfg_attr(feature = "program", arg(value_parser = part_and_file))]
    pub text: Vec<(String, PathBuf)>,

    /// Printer whose rules the book follows: kdp, ingram, lulu, bod, office, screen, or a printer file
    /// (see `printer list`) [default: none, with margins that suit all of them]
    #[cfg_attr(feature = "program", arg(long, value_name = "NAME|FILE", help_heading = "Printer"))]
    pub printer: Option<String>,

    /// Paper from the printer's list, such as white or cream [default: the printer's first]
    #[cfg_attr(feature = "program", arg(long, value_name = "NAME", help_heading = "Printer"))]
    #[cfg_attr(feature = "program", arg(requires = "printer"))]
    pub paper: Option<String>,
}

/// Reads `about=me.md`.
#[cfg(feature = "program")]
fn part_and_file(text: &str) -> Result<(String, PathBuf), String> {
    let pair = text.split_once('=').filter(|pair| !pair.0.is_empty() && !pair.1.is_empty());
    let pair = pair.map(|(part, file)| (book::part_name(part), file.into()));
    pair.ok_or_else(|| format!("expected a part and a file, such as about=me.md, found {text:?}"))
}

impl BookFiles {
    /// Reads the files, for a book with this imprint.
    ///
    /// # Errors
    /// If a file is missing or invalid.
    pub fn read(&self, imprint: Imprint) -> Result<BookPlan, BookFilesError> {
        let (template, template_text) = find::<Template>(&self.template)?;
        let (language, text) = find::<Language>(&self.lang)?;
        let mut files = BTreeMap::new();
        if Some(&*text) != builtin::<Language>("en").map(|(_, text)| text) {
            files.insert(language.code().to_owned(), output::sha256(text.as_bytes()));
        }
        let mut fonts = Vec::new();
        for path in &self.font {
            let (face, hash) = read_face(path)?;
            files.insert(face.name().to_owned(), hash);
            fonts.push(face);
        }
        let (title_face, face) = self.title_face.as_deref().map(read_face).transpose()?.unzip();
        let read_logo = |path: &Path| read_own(&path.display().to_string(), path, Logo::read);
        let (logo, shape) = self.logo.as_deref().map(read_logo).transpose()?.unzip();
        let logo = logo.map(Arc::new);
        let own = [face.map(|hash| (TITLE_FACE, hash)), shape.map(|hash| (LOGO, hash))];
        files.extend(own.into_iter().flatten().map(|(name, hash)| (name.to_owned(), hash)));
        let mut texts = BTreeMap::new();
        for (part, path) in &self.text {
            let (read, hash) = read_text(path, &language)?;
            files.insert(format!("text {part}"), hash);
            texts.insert(part.clone(), read);
        }
        let trim = self.trim.or(template.trim());
        let trim = trim.unwrap_or_else(|| "8.5x11".parse().expect("this is a page size"));
        let (mut terms, mut printer_text) = (None, None);
        if let Some(name) = &self.printer {
            let (printer, text) = find::<Printer>(name)?;
            terms = Some(printer.terms(trim, self.paper.as_deref())?);
            printer_text = Some(text);
        }
        let imprint = Imprint { language, fonts, texts, logo, title_face, ..imprint };
        Ok(BookPlan {
            template,
            template_text,
            trim,
            imprint,
            terms,
            printer_text,
            volumes: None,
            cover: None,
            booklet: false,
            files,
        })
    }
}

impl BookPlan {
    /// Orders a cover for each volume: `back` is the file of the text on the back, `picture` that of the
    /// picture on the front, `spines` are the widths of the spines, if the paper does not tell them.
    ///
    /// # Errors
    /// When the text or the picture cannot be used.
    pub fn with_cover(
        mut self,
        look: CoverLook,
        back: Option<&Path>,
        picture: Option<&Path>,
        spines: Vec<Spine>,
    ) -> Result<Self, BookFilesError> {
        let read = |path| read_text(path, &self.imprint.language);
        let (back, text) = back.map(read).transpose()?.unzip();
        let read = |path: &Path| read_own(&path.display().to_string(), path, Picture::read);
        let (picture, seen) = picture.map(read).transpose()?.unzip();
        let picture = picture.map(Arc::new);
        let hashes = [text.map(|hash| (BACK, hash)), seen.map(|hash| (PICTURE, hash))];
        let hashes = hashes.into_iter().flatten().map(|(name, hash)| (name.to_owned(), hash));
        self.files.extend(hashes);
        self.cover = Some(CoverPlan { look: CoverLook { back, picture, ..look }, spines });
        Ok(self)
    }

    /// Leaves those of these parts blank that the book has, and for which there is no text. Returns their number.
    pub fn leave_blank<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> usize {
        let listed = self.imprint.parts.clone().unwrap_or_else(|| self.template.parts());
        let texts = &mut self.imprint.texts;
        let blank = parts.filter(|part| listed.iter().any(|name| name == part));
        let blank: Vec<_> = blank.filter(|part| !texts.contains_key(*part)).collect();
        texts.extend(blank.iter().map(|part| ((*part).to_owned(), Manuscript::default())));
        blank.len()
    }
}

/// Reads a text of the user's, and its SHA-256.
///
/// # Errors
/// When the file cannot be read, or is not such a text.
fn read_text(path: &Path, language: &Language) -> Result<(Manuscript, String), BookFilesError> {
    let name = format!("text {}", path.display());
    let text = output::read_written(path).map_err(|e| wrong(&name, e))?;
    let read = Manuscript::parse(&text, language).map_err(|e| wrong(&name, e))?;
    Ok((read, output::sha256(text.as_bytes())))
}

/// Reads a file of the user's, and its SHA-256.
fn read_own<T, E: Into<Box<dyn Error + Send + Sync>>>(
    name: &str,
    path: &Path,
    read: impl FnOnce(Vec<u8>) -> Result<T, E>,
) -> Result<(T, String), BookFilesError> {
    let bytes = output::read(path).map_err(|e| wrong(name, e))?;
    let hash = output::sha256(&bytes);
    Ok((read(bytes).map_err(|e| wrong(name, e))?, hash))
}

fn read_face(path: &Path) -> Result<(Face, String), BookFilesError> {
    read_own(&format!("font {}", path.display()), path, Face::read)
}

fn wrong(name: &str, error: impl Into<Box<dyn Error + Send + Sync>>) -> BookFilesError {
    BookFilesError::File(name.to_owned(), error.into())
}
