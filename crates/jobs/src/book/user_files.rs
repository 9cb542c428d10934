//! Reads the files of a book: design, language, printer, fonts and texts, by name or path.

use super::plan::BookPlan;
use super::presets::Preset;
use crate::{BookSettings, CoverSettings, UserFile};
use book::{BookOptions, CoverDesign, Language, Manuscript, PuzzleOrder, Template};
use cover::CoverLook;
use files::{Checksum, UserText, output};
use page::{Face, Logo, RasterImage};
use preflight::{PrintSpec, Printer};
use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use words::{Clause, Problem, TomlError, clause, setting};

/// The greatest number of a first puzzle, which has room above a puzzle.
const MAX_PRINTED_NUMBER: u32 = 999_999;

/// The setting of the text on the back, and the endings of names that somebody may give in its
/// place.
const BACK: &str = "back";
const TEXT_FILES: [&str; 2] = [".md", ".txt"];
/// The settings that name files of the user, beside those of presets.
pub const FONT: &str = "font";
pub const LOGO: &str = "logo";
pub const PICTURE: &str = "cover-picture";
pub const TEXT: &str = "text";

/// The language whose readers have sheets of Letter where others have A4.
const AMERICAN: &str = "en-US";

impl BookPlan {
    /// Reads the design, the language, fonts, texts and pictures of these settings, and looks up
    /// the rules of the printer. The settings of the plan have values in place of defaults of the
    /// design and of the printer.
    ///
    /// # Errors
    /// [`Problem`] if a file is missing or invalid, or settings exclude each other.
    pub fn from_settings(wanted: &BookSettings) -> Result<Self, Problem> {
        let (named, cover) = (&wanted.files, &wanted.cover);
        let mut files = UserFiles(Vec::new());
        let template: Template = files.read_preset(&named.template)?;
        let language: Language = files.read_preset(&named.lang)?;
        let usual = template.trim();
        let letter = || "8.5x11".parse().expect("this is a page size");
        let mut usual = usual.unwrap_or_else(letter);
        if language.code() == AMERICAN && usual.to_string() == "a4" {
            usual = letter();
        }
        if wanted.booklet {
            usual = template.booklet_trim(usual);
        }
        let mut trim = named.trim.unwrap_or(usual);
        let mut spec = None;
        if let Some(name) = &named.printer {
            let printer: Printer = files.read_preset(name)?;
            trim = named.trim.unwrap_or_else(|| printer.nearest_trim(usual));
            spec = Some(printer.terms(trim, named.paper.as_deref())?);
        }
        let mut settings = wanted.clone();
        settings.cover = CoverSettings::default();
        settings.files.template = template.name().to_owned();
        settings.files.lang = language.code().to_owned();
        settings.files.trim = Some(trim);
        settings.files.printer = spec.as_ref().map(|spec| spec.printer().to_owned());
        settings.files.paper = spec.as_ref().map(|spec| spec.paper().to_owned());
        settings.imprint.language = language;
        files.read_own(&mut settings)?;
        settings.user_files = files.0;
        let has_standard = settings.imprint.pdfx.or(spec.as_ref().and_then(PrintSpec::pdfx));
        settings.imprint.dated = settings.imprint.dated.filter(|_| has_standard.is_some());
        for name in settings.imprint.parts.iter_mut().flatten() {
            *name = BookOptions::part_name(name);
        }
        let mut plan = Self { settings, template, trim, spec, cover: None };
        plan.check()?;
        plan.take_turns()?;
        if cover.is_wanted { plan.with_cover(cover) } else { Ok(plan) }
    }

    /// Gives the levels the turns of the settings. The settings keep turns that are not those of
    /// the design.
    fn take_turns(&mut self) -> Result<(), Problem> {
        let turns = self.settings.turns.take();
        let own = turns.clone().unwrap_or_default();
        if !own.is_empty() && own != self.template.turn_numbers() {
            self.settings.turns = Some(own);
        }
        // Sheets and courses define their own order.
        let options = self.options();
        let is_grouped = options.sheets.is_some() || !options.course.is_empty();
        let cause = if turns.is_some() { "turns" } else { "sheets" };
        if let Some(turns) = turns.or(is_grouped.then(Vec::new)) {
            let turned = self.template.clone().with_turns(turns);
            self.template = turned.map_err(|e| wrong_turns(e).with_setting(cause))?;
        }
        Ok(())
    }

    /// Checks that the settings can be used together.
    fn check(&self) -> Result<(), Problem> {
        let (options, template) = (self.options(), &self.template);
        if options.first_number.is_some_and(|number| number.get() > MAX_PRINTED_NUMBER) {
            let found = options.first_number.map_or(0, NonZeroU32::get);
            let expected = clause!("a number from {} to {}, or next", 1_u8, MAX_PRINTED_NUMBER);
            return Err(Problem::expected(expected, found).with_setting("first-number"));
        }
        let (is_course, is_sheets) = (!options.course.is_empty(), options.sheets.is_some());
        if options.first_day.is_some() && !template.has_dates() {
            let expected = "a design with dates, such as daily";
            return Err(
                Problem::expected(expected, template.name().to_owned()).with_setting("first-day")
            );
        }
        if is_course && (is_sheets || template.has_days()) {
            let sheets = setting("sheets");
            let wrong =
                clause!("expected a book of chapters, found {}, or a design with days", sheets);
            return Err(Problem::new(wrong).with_setting("course"));
        }
        if options.order == Some(PuzzleOrder::Given) && (is_course || is_sheets) {
            let found = setting(if is_course { "course" } else { "sheets" });
            let wrong = clause!("expected a book in the order of its file, found {}", found);
            return Err(Problem::new(wrong).with_setting_value("order", "given"));
        }
        Ok(())
    }

    /// Adds a cover to each volume.
    ///
    /// # Errors
    /// [`Problem`] if the text for the back or the picture on the front cannot be used.
    pub fn with_cover(mut self, cover: &CoverSettings) -> Result<Self, Problem> {
        let design = cover.design.filter(|design| *design != CoverDesign::Picture);
        if let (Some(_), Some(design)) = (&cover.picture, design) {
            let other = setting("cover-design").to(design);
            let wrong = clause!("cannot be used with {}, which draws another front", other);
            let own = setting("cover-design").to(CoverDesign::Picture);
            let remedy = clause!("leave one out, or use {}", own);
            return Err(Problem::new(wrong).with_setting(PICTURE).remedy(remedy));
        }
        let back = cover.back.as_ref().map(|text| read_back(text, &self.options().language));
        let back = back.transpose()?;
        let mut files = UserFiles(std::mem::take(&mut self.settings.user_files));
        let mut picture = None;
        if let Some(path) = &cover.picture {
            picture = Some(Arc::new(files.read_bytes(PICTURE, path, RasterImage::read)?));
        }
        self.settings.user_files = files.0;
        self.settings.cover = CoverSettings { is_wanted: true, ..cover.clone() };
        let &CoverSettings { design, back_design, ref palette, .. } = cover;
        let palette = palette.clone();
        self.cover = Some(CoverLook { design, palette, picture, back_design, back });
        Ok(self)
    }

    /// Blanks every listed part that the book contains without a text. Returns how many.
    pub fn leave_blank<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> usize {
        let listed = self.options().parts.clone().unwrap_or_else(|| self.template.parts());
        let texts = &mut self.settings.imprint.texts;
        let blank = parts.filter(|part| listed.iter().any(|name| name == part));
        let blank: Vec<_> = blank.filter(|part| !texts.contains_key(*part)).collect();
        texts.extend(blank.iter().map(|part| ((*part).to_owned(), Manuscript::default())));
        blank.len()
    }
}

/// Returns the problem of turns that the design cannot have.
fn wrong_turns(error: TomlError) -> Problem {
    match error {
        TomlError::Key(wrong) => {
            Problem::expected(Clause::text(wrong.expected.to_string()), wrong.found)
        }
        unreadable @ TomlError::Toml { .. } => Problem::new(unreadable.to_string()),
    }
}

/// Reads the text on the back.
///
/// # Errors
/// [`Problem`] if it is the name of a file, or cannot be printed.
fn read_back(text: &str, language: &Language) -> Result<Manuscript, Problem> {
    let is_name = !text.contains(char::is_whitespace)
        && TEXT_FILES.iter().any(|ending| text.to_lowercase().ends_with(ending));
    if is_name {
        let wrong = Problem::expected("the words for the back", text.to_owned());
        let remedy = "write the words themselves; in a job file, three quotes stand around several \
                      lines";
        return Err(wrong.with_setting(BACK).remedy(remedy));
    }
    let read = Manuscript::parse(text, &language.quotes());
    read.map_err(|wrong| Problem::new(Clause::from(wrong)).with_setting(BACK))
}

/// The files of the user that were read.
struct UserFiles(Vec<UserFile>);

impl UserFiles {
    /// Reads the fonts, the logo and the texts of a book.
    fn read_own(&mut self, settings: &mut BookSettings) -> Result<(), Problem> {
        let (named, options) = (&settings.files, &mut settings.imprint);
        options.fonts.clear();
        for path in &named.font {
            options.fonts.push(self.read_bytes(FONT, path, Face::parse)?);
        }
        if let Some(path) = &named.logo {
            options.logo = Some(Arc::new(self.read_bytes(LOGO, path, Logo::read)?));
        }
        let texts: BTreeMap<_, _> = named.text.iter().map(|(part, path)| (part, path)).collect();
        for (part, path) in texts {
            let text = self.read_text(part, path, &options.language)?;
            options.texts.insert(part.clone(), text);
        }
        Ok(())
    }

    /// Reads a preset by name or path.
    fn read_preset<T: Preset>(&mut self, name: &str) -> Result<T, Problem> {
        let (preset, text) = T::find(name)?;
        if T::known_name(name).is_none() {
            self.push(T::FLAG, None, Path::new(name), text.as_bytes());
        }
        Ok(preset)
    }

    /// Reads the text of a part.
    fn read_text(
        &mut self,
        part: &String,
        path: &Path,
        language: &Language,
    ) -> Result<Manuscript, Problem> {
        let text = UserText::read(path).map_err(|e| Problem::unusable(TEXT, path.display(), e))?;
        let read = Manuscript::parse(&text, &language.quotes())
            .map_err(|e| Problem::unusable(TEXT, path.display(), e))?;
        self.push(TEXT, Some(part), path, text.as_bytes());
        Ok(read)
    }

    /// Reads a font or a picture.
    fn read_bytes<T, E: Into<Box<dyn Error + Send + Sync>>>(
        &mut self,
        setting: &'static str,
        path: &Path,
        read: impl FnOnce(Vec<u8>) -> Result<T, E>,
    ) -> Result<T, Problem> {
        let bytes =
            output::read(path).map_err(|e| Problem::unusable(setting, path.display(), e))?;
        self.push(setting, None, path, &bytes);
        read(bytes).map_err(|e| Problem::unusable(setting, path.display(), e))
    }

    fn push(&mut self, setting: &str, part: Option<&String>, path: &Path, content: &[u8]) {
        let name = path.file_name().unwrap_or_default();
        self.0.push(UserFile {
            setting: setting.to_owned(),
            part: part.cloned(),
            file: name.to_string_lossy().into_owned(),
            sha256: Checksum::from_bytes(content).text(),
        });
    }
}
