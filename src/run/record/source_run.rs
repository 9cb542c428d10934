//! A finished run as the source of another book or of a cover: its catalogue and its settings as
//! flags. Files of the user are found in its folder, or the user names them again. Settings of its
//! language do not apply to a book in another language.

use super::manifest::{FileKind, Manifest};
use crate::run::book::{BACK, LOGO, PICTURE, find_builtin};
use crate::run::error::{chain, with_causes};
use crate::run::{
    BookFiles, BookFilesError, BookPlan, PROGRAM, Preset, RunError, Settings, find_preset,
};
use engine::make::batch::Dedup;
use engine::make::seed::Seed;
use press::book::{BookOptions, Language, Template};
use press::printers::Printer;
use std::path::{Path, PathBuf};
use std::{fs, io};
use store::files::output;
use store::table::PuzzleFile;

/// A finished run from which a book or a cover is made.
#[derive(Clone, Debug)]
pub struct SourceRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl SourceRun {
    /// Opens the finished run in a folder; `None` if the path is not a folder with a manifest.
    ///
    /// # Errors
    /// [`RunError`] if the manifest is not a manifest of a run.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        Ok(Manifest::find(folder)?.map(|manifest| Self { folder: folder.to_owned(), manifest }))
    }

    /// Returns the finished run whose catalogue this file is.
    pub fn of_catalog(path: &Path) -> Option<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let run = Self::open(folder.unwrap_or(Path::new("."))).ok().flatten()?;
        (path.file_name()? == run.manifest.settings.catalog().as_str()).then_some(run)
    }

    /// Returns the path of its catalogue.
    pub fn catalog(&self) -> PathBuf {
        self.folder.join(self.manifest.settings.catalog())
    }

    /// Returns its catalogue as a file of puzzles.
    pub fn puzzles(&self) -> PuzzleFile {
        let Manifest { settings, seed, .. } = &self.manifest;
        PuzzleFile::plain(self.catalog()).in_run(settings.run_values(Seed(*seed)))
    }

    /// Returns the rule by which two of its puzzles count as the same.
    pub fn dedup(&self) -> Dedup {
        self.manifest.settings.puzzles.dedup()
    }

    /// Returns the paths of its volumes, in order.
    pub fn volumes(&self) -> Vec<PathBuf> {
        let volumes = self.manifest.files_of(FileKind::Volume);
        volumes.map(|file| self.folder.join(&file.name)).collect()
    }

    /// Returns its settings as flags, names and values, without those that are files of the user.
    /// For a book in another language, the settings of its own language are missing too.
    pub fn settings(&self, lang: Option<&str>) -> Vec<(String, String)> {
        let own = self.own_files();
        let of_language = BookOptions::default().language_settings().map(|(name, _)| name);
        let of_language = if self.is_other(lang) { &of_language[..] } else { &[] };
        let is_kept =
            |name: &str| !own.iter().any(|file| file.flag == name) && !of_language.contains(&name);
        let named = self.manifest.settings.texts().filter(|(name, _)| is_kept(name));
        named.map(|(name, text)| (name.to_owned(), text)).collect()
    }

    /// Rebuilds the plan of the run's book, with or without covers, from the manifest and from the
    /// files of the user beside it.
    ///
    /// # Errors
    /// [`RebuildError`] if a file of the user is missing or cannot be read, or the settings make no
    /// book.
    pub fn book_plan(&self, covers: bool) -> Result<BookPlan, RebuildError> {
        let mut book = self.manifest.settings.book.clone();
        book.cover.is_wanted &= covers;
        for file in self.own_files() {
            let is_of_cover = [BACK, PICTURE].contains(&file.flag);
            if is_of_cover && !covers {
                continue;
            }
            let path = self.find_beside(&file.sha256, |_| true).map_err(RebuildError::Unread)?;
            let path = path.ok_or_else(|| RebuildError::Missing(self.describe_missing(&file)))?;
            // The settings name designs, printers and languages as text.
            let is_named = [Template::FLAG, Printer::FLAG, Language::FLAG].contains(&file.flag);
            if is_named && path.to_str().is_none() {
                return Err(RebuildError::Missing(self.describe_folder()));
            }
            let name = path.display().to_string();
            let files = &mut book.files;
            match (file.flag, file.part()) {
                (Template::FLAG, _) => files.template = name,
                (Printer::FLAG, _) => files.printer = Some(name),
                (Language::FLAG, _) => files.lang = name,
                (BACK, _) => book.cover.back = Some(path),
                (PICTURE, _) => book.cover.picture = Some(path),
                (LOGO, _) => files.logo = Some(path),
                (_, Some(part)) => files.text.push((part.to_owned(), path)),
                (_, None) => files.font.push(path),
            }
        }
        BookPlan::from_settings(&book).map_err(RebuildError::from)
    }

    /// Returns the message that a file of the user is missing beside the manifest.
    fn describe_missing(&self, file: &UserFile) -> String {
        let (folder, UserFile { flag, what, .. }) = (self.folder.display(), file);
        let name = file.placeholder();
        format!(
            "{folder} was made with your own file ({what}), which is not in this folder: name it \
             again with the setting `{flag} = {name}`"
        )
    }

    /// Returns the message that files of the user cannot be named in this folder.
    fn describe_folder(&self) -> String {
        format!(
            "{} was made with your own files: expected a folder whose name is UTF-8, found another; \
             rename the folder",
            self.folder.display()
        )
    }

    /// Finds the files of the user that a command needs and its command line does not name. Returns
    /// them as flags. `given` returns the values of a flag on the command line; `None` if the
    /// command has no such flag. Texts of parts are required only with `texts`.
    ///
    /// # Errors
    /// A sentence that names the first missing file.
    pub fn files(
        &self,
        given: impl Fn(&str) -> Option<Vec<String>>,
        texts: bool,
    ) -> Result<Vec<(&'static str, String)>, String> {
        let lang = given(Language::FLAG).and_then(|values| values.into_iter().next());
        let translated = self.is_other(lang.as_deref());
        let parts = given("parts").unwrap_or_default();
        let mut found = Vec::new();
        let own = self.own_files();
        if !own.is_empty() && self.folder.to_str().is_none() {
            return Err(self.describe_folder());
        }
        for file in own {
            let UserFile { flag, what, sha256 } = &file;
            let Some(values) = given(flag) else { continue };
            let part = file.part();
            let is_named = match part {
                Some(part) => {
                    let names = |value: &String| {
                        value.split_once('=').is_some_and(|(name, _)| name == part)
                    };
                    let left_out = !parts.is_empty() && !parts.iter().any(|name| name == part);
                    left_out || values.iter().any(names)
                }
                None => !values.is_empty(),
            };
            let of_language = part.is_some() || *flag == BACK;
            if is_named || translated && *flag == BACK {
                continue;
            }
            let is_other_text = translated && of_language;
            let beside = if is_other_text { None } else { self.find_beside(sha256, is_word)? };
            if let Some(path) = beside {
                let path = path.display();
                let value = part.map_or(path.to_string(), |part| format!("{part}={path}"));
                found.push((*flag, value));
            } else if part.is_none() || texts {
                let name = file.placeholder();
                let (folder, of) = (self.folder.display(), self.language());
                return Err(if is_other_text {
                    format!(
                        "the {what} of {folder} is in language {of}: name one of the new language with \
                     the setting `{flag} = {name}`, or leave the part out (the setting `parts`)"
                    )
                } else {
                    self.describe_missing(&file)
                });
            }
        }
        Ok(found)
    }

    /// Returns the parts whose text is a file of the user.
    pub fn own_parts(&self) -> impl Iterator<Item = &str> {
        self.manifest.settings.sources.files.keys().filter_map(|name| name.strip_prefix("text "))
    }

    /// Returns a note that lists the settings dropped because the new book is in another language,
    /// if any.
    pub fn dropped_settings_note(&self, plan: &BookPlan) -> Option<String> {
        let (of, new) = (self.language(), plan.imprint.language.code());
        let missing = plan.imprint.language_settings().into_iter().filter(|(_, is_set)| !is_set);
        let missing: Vec<_> = missing.map(|(name, _)| name).collect();
        let own = self.manifest.settings.texts().map(|(name, _)| name);
        let left: Vec<_> = own.filter(|name| missing.contains(name)).collect();
        (of != new && !left.is_empty()).then(|| {
            let (settings, left) = (left.join("`, the setting `"), left.join(", "));
            format!(
                "not taken from the edition in {of}: {left}; name those in {new} with the setting \
                 `{settings}`"
            )
        })
    }

    /// Returns true if its covers have a text on the back.
    pub fn has_back(&self) -> bool {
        self.manifest.settings.sources.files.contains_key(BACK)
    }

    /// Compares the files of a new book with those of the run. Returns a sentence for each
    /// difference.
    pub fn changed_files(&self, plan: &BookPlan) -> Vec<String> {
        let Settings { book, sources, .. } = &self.manifest.settings;
        let template = &book.files.template;
        let new = output::sha256(plan.template_text.as_bytes());
        let design = (template == plan.template.name() && new != sources.template)
            .then(|| format!("design {template}"));
        let others = sources
            .files
            .iter()
            .filter(|(name, sha256)| plan.files.get(*name).is_some_and(|new| new != *sha256));
        let others = others.map(|(name, _)| name.clone());
        let program = if self.is_of_this_program() {
            String::new()
        } else {
            format!(", which {} made", self.manifest.program)
        };
        let folder = self.folder.display();
        let words = |name| format!("the {name} is another file than that of {folder}{program}");
        design.into_iter().chain(others).map(words).collect()
    }

    /// Returns the mismatch between a new cover and the book of the run: another trim, or, if
    /// `whole` is set, another printer or paper.
    pub fn cover_mismatch(&self, plan: &BookPlan, whole: bool) -> Option<String> {
        let BookFiles { trim, printer, paper, .. } = &self.manifest.settings.book.files;
        let terms = plan.terms.as_ref().filter(|_| whole && printer.is_some());
        let own = trim.unwrap_or(plan.trim);
        let mut pairs = vec![("trim", own.to_string(), plan.trim.to_string())];
        if let (Some(terms), Some(printer), Some(paper)) = (terms, printer, paper) {
            pairs.push(("printer", printer.clone(), terms.printer().to_owned()));
            pairs.push(("paper", paper.clone(), terms.paper().to_owned()));
        }
        let (what, own, new) = pairs.into_iter().find(|(_, own, new)| own != new)?;
        Some(format!("expected a cover for {what} {own}, found {what} {new}"))
    }

    fn is_of_this_program(&self) -> bool {
        self.manifest.program == PROGRAM
    }

    /// Returns true if the flag --lang names another language than the run has.
    fn is_other(&self, lang: Option<&str>) -> bool {
        // An invalid flag is reported where the language is read.
        let found = lang.and_then(|lang| find_preset::<Language>(lang).ok());
        found.is_some_and(|(found, _)| found.code() != self.language())
    }

    /// Returns the code of its language.
    pub fn language(&self) -> &str {
        &self.manifest.settings.book.files.lang
    }

    /// Finds the file of the user beside the manifest by its SHA-256, among the paths that are
    /// `is_usable`.
    ///
    /// # Errors
    /// A sentence if the file is not found and the folder or one of its files cannot be read.
    fn find_beside(
        &self,
        sha256: &str,
        is_usable: fn(&Path) -> bool,
    ) -> Result<Option<PathBuf>, String> {
        let unread = |path: &Path, e: io::Error| format!("cannot read {}: {e}", path.display());
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(|e| unread(&self.folder, e))? {
            let entry = entry.map_err(|e| unread(&self.folder, e))?;
            let path = entry.path();
            let is_file = entry.file_type().map_err(|e| unread(&path, e))?.is_file();
            let name = path.file_name().and_then(|name| name.to_str());
            let is_listed = name.is_some_and(|name| self.manifest.lists(name));
            if is_file && is_usable(&path) && !is_listed {
                paths.push(path);
            }
        }
        paths.sort();
        let mut failure = None;
        for path in paths {
            match output::read(&path) {
                Ok(bytes) => {
                    if has_sum(bytes, sha256) {
                        return Ok(Some(path));
                    }
                }
                // A file that is too large is not the one.
                Err(e) if e.raw_os_error().is_none() => {}
                Err(e) => failure = Some(unread(&path, e)),
            }
        }
        failure.map_or(Ok(None), Err)
    }

    /// Returns the settings that are files of the user.
    fn own_files(&self) -> Vec<UserFile> {
        let Settings { book, sources, .. } = &self.manifest.settings;
        let (named, files) = (&book.files, &sources.files);
        let mut own = Vec::new();
        let mut add = |flag, what, sha256: Option<&String>| {
            own.push(UserFile { flag, what, sha256: sha256.cloned().unwrap_or_default() });
        };
        let same = self.is_of_this_program();
        let sum = Some(&sources.template);
        if !is_builtin::<Template>(&named.template, sum, same) {
            add(Template::FLAG, format!("design {}", named.template), sum);
        }
        let sum = sources.printer.as_ref();
        if let Some(name) = &named.printer
            && !is_builtin::<Printer>(name, sum, same)
        {
            add(Printer::FLAG, format!("printer {name}"), sum);
        }
        let language = &named.lang;
        if language != "en" && !is_builtin::<Language>(language, files.get(language), same) {
            add(Language::FLAG, format!("language {language}"), files.get(language));
        }
        let mut others: Vec<_> = files.iter().filter(|(name, _)| *name != language).collect();
        // The first font sets the title.
        others.sort_by_key(|(name, _)| {
            let place = sources.fonts.iter().position(|font| font == *name);
            place.unwrap_or(usize::MAX)
        });
        for (name, sum) in others {
            let (flag, what) = match name.as_str() {
                BACK => (BACK, "back of the cover".to_owned()),
                PICTURE => (PICTURE, "picture of the cover".to_owned()),
                LOGO => (LOGO, "logo".to_owned()),
                text if text.starts_with("text ") => ("text", name.clone()),
                _ => ("font", format!("font {name}")),
            };
            add(flag, what, Some(sum));
        }
        own
    }
}

/// Returns true if a file, or the text in it without its encoding, has this SHA-256.
fn has_sum(bytes: Vec<u8>, sha256: &str) -> bool {
    if output::sha256(&bytes) == sha256 {
        return true;
    }
    match output::decode_text(bytes) {
        Ok(text) => output::sha256(text.as_bytes()) == sha256,
        Err(_) => false,
    }
}

/// The reason why the book of a run cannot be rebuilt.
#[derive(Clone, Debug)]
pub enum RebuildError {
    /// A file of the user is missing; a sentence names it.
    Missing(String),
    /// The settings make no book; a sentence says why.
    Wrong(String),
    /// A file could not be read; a sentence says why. A retry may succeed.
    Unread(String),
}

impl From<BookFilesError> for RebuildError {
    fn from(error: BookFilesError) -> Self {
        let is_of_system =
            |e: &io::Error| e.raw_os_error().is_some() && e.kind() != io::ErrorKind::NotFound;
        let mut causes = chain(&error).filter_map(|cause| cause.downcast_ref());
        if causes.any(is_of_system) {
            Self::Unread(with_causes(&error))
        } else {
            Self::Wrong(with_causes(&error))
        }
    }
}

/// Returns true if a path can be one value in a list: text without a comma.
fn is_word(path: &Path) -> bool {
    path.to_str().is_some_and(|path| !path.contains(','))
}

/// A setting that is a file of the user.
struct UserFile {
    /// Its flag.
    flag: &'static str,
    /// The description of the file.
    what: String,
    /// Its SHA-256; empty if the manifest has none.
    sha256: String,
}

impl UserFile {
    /// Returns the part whose text it is.
    fn part(&self) -> Option<&str> {
        self.what.strip_prefix("text ")
    }

    /// Returns the value of the setting with `FILE` in place of the file.
    fn placeholder(&self) -> String {
        self.part().map_or("FILE".to_owned(), |part| format!("{part}=FILE"))
    }
}

/// Returns true for a built-in text. It is recognised by its hash, or by its name if another
/// version of the program made the run.
fn is_builtin<T: Preset>(name: &str, sha256: Option<&String>, same_program: bool) -> bool {
    find_builtin::<T>(name).is_some_and(|(_, text)| {
        !same_program || sha256.is_none_or(|sha256| *sha256 == output::sha256(text.as_bytes()))
    })
}
