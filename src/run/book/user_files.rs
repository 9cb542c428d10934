//! Reads the files of a book: design, language, printer, fonts and texts, by name or path.

use super::files_error::BookFilesError;
use super::plan::{BookPlan, CoverPlan};
use super::presets::{find_builtin, find_preset};
use crate::run::{BookFiles, BookSettings, CoverSettings};
use press::book::{
    BookOptions, CoverLook, Face, Language, Logo, Manuscript, PuzzleOrder, RasterImage, Template,
    part_name,
};
use press::printers::{PrintSpec, Printer};
use press::text::toml_file::TomlError;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::files::output;

/// The name of the text on the back of the cover, among the files of a run.
pub(crate) const BACK: &str = "back";
/// The name of the picture on the front.
pub(crate) const PICTURE: &str = "cover-picture";
/// The name of the logo.
pub(crate) const LOGO: &str = "logo";

impl BookFiles {
    /// Reads the files, for a book with this imprint.
    fn read(&self, imprint: BookOptions) -> Result<BookPlan, BookFilesError> {
        let (template, template_text) = find_preset::<Template>(&self.template)?;
        let (language, text) = find_preset::<Language>(&self.lang)?;
        let mut files = BTreeMap::new();
        if Some(&*text) != find_builtin::<Language>("en").map(|(_, text)| text) {
            files.insert(language.code().to_owned(), output::sha256(text.as_bytes()));
        }
        let mut fonts = Vec::new();
        for path in &self.font {
            let (face, hash) = read_face(path)?;
            files.insert(face.name().to_owned(), hash);
            fonts.push(face);
        }
        let read_logo = |path: &Path| read_own(&path.display().to_string(), path, Logo::read);
        let (logo, shape) = self.logo.as_deref().map(read_logo).transpose()?.unzip();
        let logo = logo.map(Arc::new);
        files.extend(shape.map(|hash| (LOGO.to_owned(), hash)));
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
            let (printer, text) = find_preset::<Printer>(name)?;
            terms = Some(printer.terms(trim, self.paper.as_deref())?);
            printer_text = Some(text);
        }
        let imprint = BookOptions { language, fonts, texts, logo, ..imprint };
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
    /// Reads the design, the language, fonts, texts and pictures of these settings, and looks up
    /// the rules of the printer.
    ///
    /// # Errors
    /// [`BookFilesError`] if a file is missing or invalid, or settings exclude each other.
    pub fn from_settings(settings: &BookSettings) -> Result<Self, BookFilesError> {
        let BookSettings { files, imprint, turns, booklet, volumes, cover, .. } = settings;
        let mut plan = files.read(imprint.clone())?;
        let has_standard = imprint.pdfx.or(plan.terms.as_ref().and_then(PrintSpec::pdfx)).is_some();
        plan.imprint.dated = imprint.dated.filter(|_| has_standard);
        plan.check(settings)?;
        // Sheets and courses define their own order.
        let is_grouped = imprint.sheets.is_some() || !imprint.course.is_empty();
        if let Some(turns) = turns.clone().or(is_grouped.then(Vec::new)) {
            let wrong = |e: TomlError| BookFilesError::Setting(e.to_string());
            plan.template = plan.template.with_turns(turns).map_err(wrong)?;
        }
        for name in plan.imprint.parts.iter_mut().flatten() {
            *name = part_name(name);
        }
        plan.booklet = *booklet;
        plan.volumes = *volumes;
        if cover.is_wanted { plan.with_cover(cover) } else { Ok(plan) }
    }

    /// Checks that the settings can be used together.
    fn check(&self, settings: &BookSettings) -> Result<(), BookFilesError> {
        let (imprint, template) = (&settings.imprint, &self.template);
        let (is_course, is_sheets) = (!imprint.course.is_empty(), imprint.sheets.is_some());
        let wrong = |words: String| Err(BookFilesError::Setting(words));
        if imprint.first_day.is_some() && !template.has_dates() {
            let name = template.name();
            return wrong(format!(
                "the setting `first-day`: expected a design with dates, such as daily, found {name}"
            ));
        }
        if is_course && (is_sheets || template.has_days()) {
            return wrong(
                "the setting `course`: expected a book of chapters, found the setting `sheets`, or \
                 a design with days"
                    .to_owned(),
            );
        }
        if imprint.order == Some(PuzzleOrder::Given) && (is_course || is_sheets) {
            let found = if is_course { "course" } else { "sheets" };
            return wrong(format!(
                "the setting `order = given`: expected a book in the order of its file, found the \
                 setting `{found}`"
            ));
        }
        Ok(())
    }

    /// Adds a cover to each volume.
    ///
    /// # Errors
    /// [`BookFilesError`] if the text on the back or the picture on the front cannot be used.
    pub fn with_cover(mut self, cover: &CoverSettings) -> Result<Self, BookFilesError> {
        let CoverSettings { design, palette, spines, back, picture, .. } = cover;
        let read = |path: &PathBuf| read_text(path, &self.imprint.language);
        let (back, text) = back.as_ref().map(read).transpose()?.unzip();
        let read = |path: &PathBuf| read_own(&path.display().to_string(), path, RasterImage::read);
        let (picture, seen) = picture.as_ref().map(read).transpose()?.unzip();
        let hashes = [text.map(|hash| (BACK, hash)), seen.map(|hash| (PICTURE, hash))];
        let hashes = hashes.into_iter().flatten().map(|(name, hash)| (name.to_owned(), hash));
        self.files.extend(hashes);
        let look = CoverLook {
            design: *design,
            palette: palette.clone(),
            back,
            picture: picture.map(Arc::new),
        };
        self.cover = Some(CoverPlan { look, spines: spines.clone() });
        Ok(self)
    }

    /// Blanks every listed part that the book contains without a text. Returns how many.
    pub fn leave_blank<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> usize {
        let listed = self.imprint.parts.clone().unwrap_or_else(|| self.template.parts());
        let texts = &mut self.imprint.texts;
        let blank = parts.filter(|part| listed.iter().any(|name| name == part));
        let blank: Vec<_> = blank.filter(|part| !texts.contains_key(*part)).collect();
        texts.extend(blank.iter().map(|part| ((*part).to_owned(), Manuscript::default())));
        blank.len()
    }
}

/// Reads a text of the user and returns it with its SHA-256.
///
/// # Errors
/// [`BookFilesError`] if the file cannot be read or is not valid.
fn read_text(path: &Path, language: &Language) -> Result<(Manuscript, String), BookFilesError> {
    let name = format!("text {}", path.display());
    let text = output::read_user_text(path).map_err(|e| wrong(&name, e))?;
    let read = Manuscript::parse(&text, language).map_err(|e| wrong(&name, e))?;
    Ok((read, output::sha256(text.as_bytes())))
}

/// Reads a file of the user and returns it with its SHA-256.
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
    read_own(&format!("font {}", path.display()), path, Face::parse)
}

fn wrong(name: &str, error: impl Into<Box<dyn Error + Send + Sync>>) -> BookFilesError {
    BookFilesError::File(name.to_owned(), error.into())
}
