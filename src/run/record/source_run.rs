//! A finished run as the source of another book or of a cover: its catalogue and its settings.
//! Files of the user are found in its folder, or the user names them again. Settings of its
//! language do not apply to a book in another language.

use super::manifest::{CHECKSUMS, FileKind, MANIFEST, Manifest, remove_listed};
use crate::run::book::{BACK, find_builtin};
use crate::run::error::{chain, with_causes};
use crate::run::{
    BookFiles, BookPlan, FinishedFacts, Group, IoContext as _, Job, LOCK, Origin, Preset, RunError,
    RunSpec, Setting, SettingText, Settings, UserFile, find_preset, read_manifest,
};
use engine::make::batch::Dedup;
use engine::make::seed::Seed;
use press::book::Language;
use press::text::problem::{Problem, clause, setting};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};
use store::files::fs_path;
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

    /// Lays the job of a command over the job of the run, and over the files of the user, which are
    /// found beside the manifest or in the working folder. `run` and `generate` continue the run
    /// with its folder and its seed; the other commands make files of its puzzles. What belongs to
    /// another language is left out, with a note.
    ///
    /// # Errors
    /// An error of the first file that is missing, or of a value that cannot be used.
    pub fn lay_under(&self, job: &mut Job, command: &str) -> Result<(), UserFileError> {
        let makes_run = ["run", "generate"].contains(&command);
        let origin = Origin::File(self.folder.join(MANIFEST).display().to_string());
        let is_translated = self.is_other(job.text(Language::FLAG).as_deref());
        // The puzzles of another seed are all others.
        let own_seed = self.manifest.seed.to_string();
        let is_reseeded = job.text("seed").is_some_and(|seed| seed != own_seed);
        let mut earlier = Vec::new();
        for (row, text) in self.manifest.job.texts() {
            if !is_taken(row, command) || is_reseeded && row.name == "another" {
                continue;
            }
            let text = SettingText::new(row, text, origin.clone());
            // No other file is opened because a manifest names it.
            for value in &text.texts {
                if let Some((_, file)) = row.input_file(value)
                    && !job.is_set(row.name)
                {
                    return Err(self.describe_unknown(row.name, &file.to_string_lossy()).into());
                }
            }
            earlier.push(text);
        }
        let mut named: BTreeMap<&str, SettingText> = BTreeMap::new();
        for file in self.needed_files(job, command) {
            if is_translated && file.part.is_some() {
                return Err(self.describe_untranslated(file).into());
            }
            if is_translated && file.setting == BACK {
                job.note(clause!(
                    "the text of the back is of another language and left out; name one with {}",
                    setting(BACK)
                ));
                continue;
            }
            let path = self.find_file(file).map_err(UserFileError::Unread)?;
            let path = path.ok_or_else(|| self.describe_missing(file))?;
            let Some(row) = Setting::find(&file.setting) else { continue };
            if row.is_preset() {
                self.check_utf8(&path)?;
            }
            let mut value = OsString::new();
            if let Some(part) = &file.part {
                value.push(format!("{part}="));
            }
            value.push(path);
            let empty = || SettingText { setting: row, texts: Vec::new(), origin: origin.clone() };
            named.entry(row.name).or_insert_with(empty).texts.push(value);
        }
        if makes_run {
            let own = [("out", self.folder.clone().into()), ("seed", own_seed.into())];
            for (name, value) in own {
                let Some(setting) = Setting::find(name) else { continue };
                let origin = origin.clone();
                earlier.push(SettingText { setting, texts: vec![value], origin });
            }
        }
        let Settings { book, archive, .. } = &self.manifest.settings;
        let (dated, has_archive) = (book.imprint.dated, makes_run && archive.is_used);
        job.continue_run(FinishedFacts { dated, has_archive });
        job.overlay(earlier)?;
        for text in named.into_values() {
            job.add_parts(text)?;
        }
        Ok(())
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
            self.check_utf8(&path)?;
            return Ok(find_preset::<T>(&path.to_string_lossy())?.0);
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
        if !is_name || !matches!(fs_path::is_file(&path), Ok(true)) {
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
    fn needed_files(&self, flags: &Job, command: &str) -> Vec<&UserFile> {
        let parts = flags.get("parts").map(|parts| &parts.texts[..]).unwrap_or_default();
        let mut needed = Vec::new();
        for file in &self.manifest.job.files {
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
            // A listing needs no texts, and says what it does not know without them.
            let is_read =
                |row: &Setting| is_taken(row, command) && (command != "listing" || row.is_preset());
            let is_left_out = is_left_out || flags.is_unset(&file.setting);
            if Setting::find(&file.setting).is_some_and(is_read) && !is_named && !is_left_out {
                needed.push(file);
            }
        }
        needed
    }

    /// Rebuilds the plan of the run's book, with or without covers, from the job of the manifest
    /// and from the files of the user.
    ///
    /// # Errors
    /// [`RebuildError`] if a file of the user is missing or cannot be read, or the settings make no
    /// book.
    pub fn book_plan(&self, covers: bool) -> Result<BookPlan, RebuildError> {
        let mut job = Job::default();
        self.lay_under(&mut job, if covers { "run" } else { "book" })?;
        let settings = job.settings().map_err(RebuildError::missing)?;
        let plan = BookPlan::from_settings(&settings.book).map_err(RebuildError::from)?;
        self.check_made(&plan, covers)?;
        Ok(plan)
    }

    /// Returns the names of the settings of the puzzles in which the job of the manifest and what
    /// was made of it differ.
    ///
    /// # Errors
    /// [`RunError`] if a file of the user is missing, or the settings make no run.
    pub fn differing_puzzle_settings(&self) -> Result<Vec<&'static str>, RunError> {
        let mut job = Job::default();
        let made = &self.manifest.settings;
        let command = if made.is_data { "generate" } else { "run" };
        self.lay_under(&mut job, command).map_err(Problem::from)?;
        let settings = job.settings()?;
        let spec = if made.is_data {
            RunSpec::for_data(&settings)?
        } else {
            RunSpec::from_settings(&settings)?
        };
        Ok(spec.settings().changed_puzzle_settings(made))
    }

    /// Fails if the job of the manifest makes another book than the manifest says was made.
    fn check_made(&self, plan: &BookPlan, covers: bool) -> Result<(), RebuildError> {
        let made = &self.manifest.settings;
        let mut names = Settings { book: plan.settings.clone(), ..made.clone() }.differences(made);
        names.retain(|name| covers || !is_of_cover(name));
        if names.is_empty() {
            return Ok(());
        }
        let words = format!("the job and what was made of it differ ({})", names.join(", "));
        Err(RebuildError::Wrong(words))
    }

    /// Fails for a path that is no text: settings name designs, printers and languages as text.
    fn check_utf8(&self, path: &Path) -> Result<(), Problem> {
        if path.to_str().is_some() {
            return Ok(());
        }
        let folder = self.folder.display();
        Err(Problem::expected("a folder whose name is UTF-8", "another")
            .at(format_args!("{folder} was made with your own files"))
            .remedy("rename the folder"))
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

fn is_of_cover(name: &str) -> bool {
    let Some(row) = Setting::find(name) else { return false };
    name == "cover" || row.group == Group::Cover
}

/// Returns true if a command takes this setting over from the job of a run. A book is made without
/// covers, and a cover with those settings alone that need no new run.
fn is_taken(row: &Setting, command: &str) -> bool {
    let is_of_cover = row.group == Group::Cover;
    match command {
        "run" | "generate" => row.is_of(command),
        "cover" => row.is_of("run") && row.name != "cover",
        _ => row.is_of("run") && row.name != "cover" && !is_of_cover,
    }
}

/// The reason why a job cannot be taken over.
#[derive(Clone, Debug)]
pub enum UserFileError {
    /// A file or the folder could not be read; a sentence says why. A retry may succeed.
    Unread(String),
    /// A file is missing, or a value cannot be used.
    Wrong(Problem),
}

impl From<Problem> for UserFileError {
    fn from(problem: Problem) -> Self {
        Self::Wrong(problem)
    }
}

impl From<UserFileError> for Problem {
    fn from(error: UserFileError) -> Self {
        match error {
            UserFileError::Unread(why) => why.into(),
            UserFileError::Wrong(problem) => problem,
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

impl From<UserFileError> for RebuildError {
    fn from(error: UserFileError) -> Self {
        match error {
            UserFileError::Unread(why) => Self::Unread(why),
            UserFileError::Wrong(problem) => Self::missing(problem),
        }
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
