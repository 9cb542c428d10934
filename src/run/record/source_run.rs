//! A finished run as the source of another book or of a cover: its catalogue and its settings.
//! Files of the user are found in its folder, or the user names them again. Settings of its
//! language do not apply to a book in another language.

use super::manifest::{CHECKSUMS, FileKind, MANIFEST, Manifest, remove_listed};
use crate::run::book::{BACK, FONT, LOGO, PICTURE, TEXT, find_builtin};
use crate::run::error::{chain, with_causes};
use crate::run::{
    BookFiles, BookPlan, BookSettings, CoverSettings, IoContext as _, LOCK, Layers, Origin, Preset,
    RunError, Setting, SettingText, Settings, UserFile, find_preset, read_manifest,
};
use engine::make::batch::Dedup;
use engine::make::seed::Seed;
use press::book::{BookOptions, Language, Template};
use press::printers::Printer;
use press::text::problem::{Clause, Problem, clause, setting};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};
use store::files::fs_path::metadata_opt;
use store::files::lock::{Lock, LockError};
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
    /// Opens the finished run in a folder; `None` if the path is not a folder with a manifest. If a
    /// command was stopped while it moved the files of the run to their places, the move is
    /// completed first. Every command opens the folder of a run by this function.
    ///
    /// # Errors
    /// [`RunError`] if the manifest is not a manifest of a run, or the move cannot be completed.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(MANIFEST);
        let manifest = match read_manifest(folder)? {
            Ok(manifest) => manifest,
            Err(e) if e.raw_os_error().is_some() => return Err(RunError::Read(path, e.into())),
            Err(e) => {
                let found = format!("another file ({e})");
                let remedy = clause!("{} names another folder", setting("out"));
                let problem = Problem::expected("the manifest of a run", found);
                return Err(problem.at(path.display()).remedy(remedy).into());
            }
        };
        Ok(manifest.map(|manifest| Self { folder: folder.to_owned(), manifest }))
    }

    /// Returns the finished run whose catalogue this file is.
    pub fn of_catalog(path: &Path) -> Option<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let run = Self::open(folder.unwrap_or(Path::new("."))).ok().flatten()?;
        let name = path.file_name()?;
        let is_own = run.manifest.settings.catalogs().iter().any(|own| name == own.as_str());
        if is_own { Some(run) } else { None }
    }

    /// Deletes the files of the run, the manifest last, and its folder if nothing else is in
    /// it. An archive keeps its puzzles.
    ///
    /// # Errors
    /// [`RunError`] if another command works in the folder, or a file cannot be deleted.
    pub fn delete(&self) -> Result<(), RunError> {
        let lock = Lock::acquire(&self.folder.join(LOCK), "").map_err(|e| match e {
            LockError::Held(by) => RunError::Locked { path: self.folder.clone(), by },
            LockError::Io(e) => RunError::Write(self.folder.clone(), e),
        })?;
        let listed = self.manifest.files.iter().map(|file| &*file.name);
        for name in listed.chain([CHECKSUMS, MANIFEST]) {
            remove_listed(&self.folder.join(name), &[])?;
        }
        drop(lock);
        match fs::remove_dir(&self.folder) {
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed.write_context(&self.folder),
        }
    }

    /// Returns the paths of its catalogue: one, or one for each split.
    pub fn catalogs(&self) -> Vec<PathBuf> {
        let names = self.manifest.settings.catalogs();
        names.into_iter().map(|name| self.folder.join(name)).collect()
    }

    /// Returns its catalogue as files of puzzles.
    pub fn puzzles(&self) -> Vec<PuzzleFile> {
        let Manifest { settings, seed, .. } = &self.manifest;
        let values = settings.run_values(Seed(*seed));
        let files = self.catalogs().into_iter();
        files.map(|path| PuzzleFile::plain(path).in_run(values.clone())).collect()
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

    /// Returns the settings on which a command lays its flags: those of the book, and for `cover`
    /// those of the cover, with the files of the user found beside the manifest. Flags replace the
    /// settings that they exclude and the files that they name. For a book in another language, the
    /// settings of its own language are missing.
    ///
    /// # Errors
    /// [`Problem`] of the first missing file.
    pub fn settings(&self, flags: &Layers, command: &str) -> Result<Settings, Problem> {
        let made = &self.manifest.settings;
        let mut settings = Settings { book: made.book.clone(), ..Settings::default() };
        let book = &mut settings.book;
        book.cover.is_wanted = false;
        if command != "cover" {
            book.cover = CoverSettings::default();
        }
        let is_translated = self.is_other(flags.text(Language::FLAG).as_deref());
        if is_translated {
            book.imprint.drop_language_settings();
        }
        if flags.is_set("course") {
            book.turns = None;
        }
        if !flags.is_set("turns") {
            settings.puzzles.rating.course = made.puzzles.rating.course.clone();
        }
        for file in self.needed_files(flags, command) {
            let is_text = file.part.is_some();
            let can_lack = is_text && command == "listing";
            if is_translated && (is_text || file.setting == BACK) {
                if is_text && !can_lack {
                    return Err(self.describe_untranslated(file));
                }
            } else if let Some(path) = self.find_beside(&file.sha256)? {
                self.name_file(book, file, path)?;
            } else if !can_lack {
                return Err(self.describe_missing(file));
            }
        }
        self.check_presets(flags)?;
        // A design without days does not use the first day.
        let design = flags.text(Template::FLAG).unwrap_or_else(|| book.files.template.clone());
        if find_preset::<Template>(&design).is_ok_and(|(design, _)| !design.has_dates()) {
            book.imprint.first_day = None;
        }
        Ok(settings)
    }

    /// Adds the settings of the run that a command has as those of a job file, below the settings
    /// that `layers` have: also its folder, its seed and the files of the user.
    ///
    /// # Errors
    /// [`Problem`] of the first file of the user that is missing.
    pub fn add_to(&self, layers: &mut Layers, command: &str) -> Result<(), Problem> {
        self.check_presets(layers)?;
        let Manifest { settings, seed, .. } = &self.manifest;
        let inherited = self.inherited_settings(layers);
        let origin = Origin::File(self.folder.join(MANIFEST).display().to_string());
        let mut texts: BTreeMap<&str, Vec<OsString>> = BTreeMap::new();
        for (name, text) in inherited.texts() {
            if let Some(row) = Setting::of_command(command).find(|row| row.name == name) {
                texts.insert(row.name, row.split(&text));
            }
        }
        // A manifest says that there was an archive, and not which.
        texts.remove("archive");
        let patterns = &inherited.puzzles.givens.patterns;
        if !patterns.is_empty() && Setting::of_command(command).any(|row| row.name == "pattern") {
            let pictures: Vec<_> = patterns.iter().map(ToString::to_string).collect();
            texts.insert("pattern", vec![pictures.join(",").into()]);
        }
        texts.insert("out", vec![self.folder.clone().into()]);
        texts.insert("seed", vec![seed.to_string().into()]);
        let mut named: BTreeMap<&str, Vec<OsString>> = BTreeMap::new();
        for file in &settings.book.user_files {
            let is_read = Setting::of_command(command).any(|row| row.name == file.setting);
            if layers.is_set(&file.setting) || !is_read {
                continue;
            }
            if self.is_other(layers.text(Language::FLAG).as_deref()) && file.part.is_some() {
                return Err(self.describe_untranslated(file));
            }
            let Some(path) = self.find_file(file)? else {
                return Err(self.describe_missing(file));
            };
            let mut value = OsString::new();
            if let Some(part) = &file.part {
                value.push(format!("{part}="));
            }
            value.push(path);
            named.entry(&file.setting).or_default().push(value);
        }
        texts.extend(named);
        for (name, texts) in texts {
            let Some(setting) = Setting::of_command(command).find(|row| row.name == name) else {
                continue;
            };
            layers.add(SettingText { setting, texts, origin: origin.clone() })?;
        }
        layers.lay_on(inherited.without_flags()?);
        Ok(())
    }

    /// Returns the settings that a job takes over. Those that depend on a language, a design or a
    /// printer stay behind if the stronger layers name another one that lacks them.
    fn inherited_settings(&self, stronger: &Layers) -> Settings {
        let mut settings = self.manifest.settings.clone();
        let BookSettings { files, imprint, cover, .. } = &mut settings.book;
        if self.is_other(stronger.text(Language::FLAG).as_deref()) {
            imprint.drop_language_settings();
        }
        if let Some(design) = stronger.text(Template::FLAG)
            && find_preset::<Template>(&design).is_ok_and(|(design, _)| !design.has_dates())
        {
            imprint.first_day = None;
        }
        if ["count", "total", "quota", "pages"].iter().any(|name| stronger.is_set(name)) {
            imprint.fill_to = None;
        }
        if stronger.is_set("symmetry") {
            settings.puzzles.givens.patterns.clear();
        }
        if let Some(printer) = stronger.text(Printer::FLAG)
            && let Ok((printer, _)) = find_preset::<Printer>(&printer)
        {
            files.paper = None;
            cover.spines.clear();
            files.trim = files.trim.filter(|trim| printer.nearest_trim(*trim) == *trim);
        }
        settings
    }

    /// Reads the design or the language of the book: a built-in one, or the file of the user, found
    /// beside the manifest or in the working folder.
    ///
    /// # Errors
    /// [`Problem`] if the file is missing or invalid.
    pub fn preset<T: Preset>(&self, name: &str) -> Result<T, Problem> {
        let user_files = &self.manifest.settings.book.user_files;
        if let Some(file) = user_files.iter().find(|file| file.setting == T::FLAG) {
            let Some(path) = self.find_file(file)? else { return Err(self.describe_missing(file)) };
            return Ok(find_preset::<T>(self.utf8_name(&path)?)?.0);
        }
        if find_builtin::<T>(name).is_none() {
            // No other file is opened because a manifest names it.
            return Err(self.describe_unknown(T::FLAG, name));
        }
        Ok(find_preset::<T>(name)?.0)
    }

    /// Finds a file of the user beside the manifest, or under its name in the working folder.
    ///
    /// # Errors
    /// As [`Self::find_beside`].
    fn find_file(&self, file: &UserFile) -> Result<Option<PathBuf>, String> {
        if let Some(path) = self.find_beside(&file.sha256)? {
            return Ok(Some(path));
        }
        let path = PathBuf::from(&file.file);
        let is_name = path.file_name() == Some(path.as_os_str());
        let is_file = matches!(metadata_opt(&path), Ok(Some(about)) if about.is_file());
        if !is_name || !is_file {
            return Ok(None);
        }
        if let Ok(bytes) = output::read(&path)
            && has_sum(bytes, &file.sha256)
        {
            return Ok(Some(path));
        }
        Ok(None)
    }

    /// Returns the files of the user that a command needs and its flags do not name.
    fn needed_files(&self, flags: &Layers, command: &str) -> Vec<&UserFile> {
        let parts = flags.get("parts").map(|parts| &parts.texts[..]).unwrap_or_default();
        let mut needed = Vec::new();
        for file in &self.manifest.settings.book.user_files {
            let is_named = match (&file.part, flags.get(&file.setting)) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(part), Some(named)) => {
                    let begin = format!("{part}=");
                    named.texts.iter().any(|text| text.to_string_lossy().starts_with(&begin))
                }
            };
            let is_left_out = match &file.part {
                Some(part) => !parts.is_empty() && !parts.iter().any(|name| name == part.as_str()),
                None => false,
            };
            let is_of_command = Setting::find(&file.setting).is_some_and(|row| row.is_of(command));
            if is_of_command && !is_named && !is_left_out {
                needed.push(file);
            }
        }
        needed
    }

    /// Rebuilds the plan of the run's book, with or without covers, from the manifest and from the
    /// files of the user beside it.
    ///
    /// # Errors
    /// [`RebuildError`] if a file of the user is missing or cannot be read, or the settings make no
    /// book.
    pub fn book_plan(&self, covers: bool) -> Result<BookPlan, RebuildError> {
        let made = &self.manifest.settings.book;
        let mut book = made.clone();
        book.cover.is_wanted &= covers;
        for file in &made.user_files {
            if !covers && [BACK, PICTURE].contains(&&*file.setting) {
                continue;
            }
            let path = self.find_file(file).map_err(RebuildError::Unread)?;
            let path = path.ok_or_else(|| RebuildError::missing(self.describe_missing(file)))?;
            self.name_file(&mut book, file, path).map_err(RebuildError::missing)?;
        }
        self.check_presets(&Layers::default()).map_err(RebuildError::missing)?;
        BookPlan::from_settings(&book).map_err(RebuildError::from)
    }

    /// Names a file of the user in the setting that named it.
    fn name_file(
        &self,
        book: &mut BookSettings,
        file: &UserFile,
        path: PathBuf,
    ) -> Result<(), Problem> {
        let (files, cover) = (&mut book.files, &mut book.cover);
        let preset = match &*file.setting {
            Template::FLAG => &mut files.template,
            Language::FLAG => &mut files.lang,
            Printer::FLAG => files.printer.get_or_insert_default(),
            setting => {
                match setting {
                    FONT => files.font.push(path),
                    LOGO => files.logo = Some(path),
                    TEXT => files.text.push((file.part.clone().unwrap_or_default(), path)),
                    BACK => cover.back = Some(path),
                    PICTURE => cover.picture = Some(path),
                    _ => {}
                }
                return Ok(());
            }
        };
        *preset = self.utf8_name(&path)?.to_owned();
        Ok(())
    }

    /// Returns a path as text: settings name designs, printers and languages as text.
    fn utf8_name<'a>(&self, path: &'a Path) -> Result<&'a str, Problem> {
        path.to_str().ok_or_else(|| {
            let folder = self.folder.display();
            Problem::expected("a folder whose name is UTF-8", "another")
                .at(format_args!("{folder} was made with your own files"))
                .remedy("rename the folder")
        })
    }

    /// Fails if the manifest names a design, a printer or a language that is neither built in nor
    /// recorded as a file of the user, and that no flag replaces. No other file is opened because a
    /// manifest names it.
    fn check_presets(&self, flags: &Layers) -> Result<(), Problem> {
        let BookFiles { template, lang, printer, .. } = &self.manifest.settings.book.files;
        let printer_name = printer.as_deref().unwrap_or_default();
        let presets = [
            (Template::FLAG, &**template, find_builtin::<Template>(template).is_some()),
            (Language::FLAG, lang, find_builtin::<Language>(lang).is_some()),
            (Printer::FLAG, printer_name, find_builtin::<Printer>(printer_name).is_some()),
        ];
        for (setting, name, is_builtin) in presets {
            let user_files = &self.manifest.settings.book.user_files;
            let is_recorded = user_files.iter().any(|file| file.setting == setting);
            let is_known = name.is_empty() || is_builtin || is_recorded || flags.is_set(setting);
            if !is_known {
                return Err(self.describe_unknown(setting, name));
            }
        }
        Ok(())
    }

    /// Returns the problem that the manifest names a preset that is neither built in nor recorded.
    fn describe_unknown(&self, setting: &str, name: &str) -> Problem {
        let (setting, file) = (setting.to_owned(), name.to_owned());
        self.describe_missing(&UserFile { setting, part: None, file, sha256: String::new() })
    }

    /// Returns the problem that a file of the user is missing beside the manifest.
    fn describe_missing(&self, file: &UserFile) -> Problem {
        let (folder, name) = (self.folder.display(), file.describe());
        Problem::new(format!(
            "{folder} was made with your own file ({name}), which is not in this folder"
        ))
        .remedy(clause!("name it again with {}", file.named_setting()))
    }

    /// Returns the problem that the text of a part is in the language of the run.
    fn describe_untranslated(&self, file: &UserFile) -> Problem {
        let (folder, name, of) = (self.folder.display(), file.describe(), self.language());
        Problem::new(clause!(
            "the {} of {} is in language {}: name one of the new language with {}, or leave the part out ({})",
            name,
            folder.to_string(),
            of.to_owned(),
            file.named_setting(),
            setting("parts"),
        ))
    }

    /// Returns the parts whose text is a file of the user.
    pub fn own_parts(&self) -> impl Iterator<Item = &str> {
        self.manifest.settings.book.user_files.iter().filter_map(|file| file.part.as_deref())
    }

    /// Returns a note that lists the settings dropped because the new book is in another language,
    /// if any.
    pub fn dropped_settings_note(&self, plan: &BookPlan) -> Option<Clause> {
        let (of, new) = (self.language(), plan.options().language.code());
        if of == new {
            return None;
        }
        let new_settings = Settings { book: plan.settings.clone(), ..Settings::default() };
        let kept: Vec<_> = new_settings.texts().map(|(name, _)| name).collect();
        let own = self.manifest.settings.texts().map(|(name, _)| name);
        let is_left =
            |name: &&str| BookOptions::LANGUAGE_SETTINGS.contains(name) && !kept.contains(name);
        let left: Vec<_> = own.filter(is_left).collect();
        let begin = format!("not taken from the edition in {of}: {}", left.join(", "));
        let named = left.into_iter().map(|name| Clause::from(setting(name)));
        let named = named.reduce(|named, name| clause!("{}, {}", named, name))?;
        Some(clause!("{}; name those in {} with {}", begin, new.to_owned(), named))
    }

    /// Returns true if its covers have a text on the back.
    pub fn has_back(&self) -> bool {
        self.manifest.settings.book.user_files.iter().any(|file| file.setting == BACK)
    }

    /// Compares the files of a new book with those of the run. Returns a sentence for each
    /// difference.
    pub fn changed_files(&self, plan: &BookPlan) -> Vec<String> {
        let mut changed = Vec::new();
        for old in &self.manifest.settings.book.user_files {
            let is_other = |new: &&UserFile| {
                let is_same_place = (&new.setting, &new.part) == (&old.setting, &old.part);
                // Of several fonts, each is compared with that of its name.
                let is_same_name = new.part.is_some() || new.file == old.file;
                is_same_place && is_same_name && new.sha256 != old.sha256
            };
            if let Some(new) = plan.settings.user_files.iter().find(is_other) {
                let (file, folder) = (new.describe(), self.folder.display());
                changed.push(format!("the {file} is another file than that of {folder}"));
            }
        }
        changed
    }

    /// Returns the mismatch between a new cover and the book of the run: another trim, or, if
    /// `whole` is set, another printer or paper.
    pub fn cover_mismatch(&self, plan: &BookPlan, whole: bool) -> Option<String> {
        let BookFiles { trim, printer, paper, .. } = &self.manifest.settings.book.files;
        let spec = plan.spec.as_ref().filter(|_| whole && printer.is_some());
        let own = trim.unwrap_or(plan.trim);
        let mut pairs = vec![("trim", own.to_string(), plan.trim.to_string())];
        if let (Some(spec), Some(printer), Some(paper)) = (spec, printer, paper) {
            pairs.push(("printer", printer.clone(), spec.printer().to_owned()));
            pairs.push(("paper", paper.clone(), spec.paper().to_owned()));
        }
        let (what, own, new) = pairs.into_iter().find(|(_, own, new)| own != new)?;
        Some(format!("expected a cover for {what} {own}, found {what} {new}"))
    }

    /// Returns true if the flag --lang names another language than the run has.
    fn is_other(&self, lang: Option<&str>) -> bool {
        // An invalid flag is reported where the language is read.
        match lang.map(find_preset::<Language>) {
            Some(Ok((found, _))) => found.code() != self.language(),
            _ => false,
        }
    }

    /// Returns the code of its language.
    pub fn language(&self) -> &str {
        &self.manifest.settings.book.files.lang
    }

    /// Finds a file of the user beside the manifest by its SHA-256.
    ///
    /// # Errors
    /// A sentence if the file is not found and the folder or one of its files cannot be read.
    fn find_beside(&self, sha256: &str) -> Result<Option<PathBuf>, String> {
        let unread = |path: &Path, e: io::Error| format!("cannot read {}: {e}", path.display());
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(|e| unread(&self.folder, e))? {
            let entry = entry.map_err(|e| unread(&self.folder, e))?;
            let path = entry.path();
            let is_file = entry.file_type().map_err(|e| unread(&path, e))?.is_file();
            let name = path.file_name().and_then(|name| name.to_str());
            let is_listed = name.is_some_and(|name| self.manifest.lists(name));
            if is_file && !is_listed {
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
        match failure {
            Some(failure) => Err(failure),
            None => Ok(None),
        }
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

impl RebuildError {
    /// Returns the error of a missing file. What a command can do about it is left out.
    fn missing(problem: Problem) -> Self {
        Self::Missing(Problem { remedy: None, ..problem }.to_string())
    }
}

impl From<Problem> for RebuildError {
    fn from(error: Problem) -> Self {
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
