//! The job that a record keeps: the manifest of a finished run, or the record of a book of files of
//! puzzles. Files of the user are found beside the record, or the user names them again. Settings
//! of its language do not apply to a book in another language.

use super::job_record::JobRecord;
use crate::{
    FinishedFacts, Group, Job, Origin, Preset as _, Setting, SettingText, Settings, UserFile,
};
use book::{Language, Template};
use files::fs_path::{is_file, parent_dir};
use files::output::{self, FileRecord};
use files::{Checksum, UserText};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};
use words::{Clause, Problem, clause, setting};

/// A job that a record keeps, and its place.
pub(super) struct RecordedJob<'a> {
    /// The path of the record.
    pub record: PathBuf,
    /// The folder of the run, or the book.
    pub place: &'a Path,
    /// The job.
    pub job: &'a JobRecord,
    /// The settings that follow from it.
    pub made: &'a Settings,
    /// The files of a run, which has its folder for itself; `None` for a book among other files.
    pub listed: Option<&'a [FileRecord]>,
}

impl<'a> RecordedJob<'a> {
    /// Lays the job of a command over this one, and over the files of the user, which are found
    /// beside the record or in the working folder. `own` are settings that the record keeps beside
    /// its job. What belongs to another language is left out, with a note.
    ///
    /// # Errors
    /// An error of the first file that is missing, or of a value that cannot be used.
    pub fn lay_under(
        &self,
        job: &mut Job,
        command: &str,
        own: &[(&str, OsString)],
    ) -> Result<(), UserFileError> {
        let origin = Origin::File(self.record.display().to_string());
        let is_translated = self.is_other(job.text(Language::FLAG).as_deref());
        // The puzzles of another seed are all others.
        let is_other_seed = |(name, seed): &(&str, OsString)| {
            *name == "seed" && job.text(name).is_some_and(|named| named.as_str() != seed)
        };
        let is_reseeded = own.iter().any(is_other_seed);
        let mut earlier = Vec::new();
        for (row, text) in self.job.texts() {
            if !is_taken(row, command) || is_reseeded && row.name == Setting::ANOTHER {
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
        for (name, value) in own {
            let Some(setting) = Setting::find(name) else { continue };
            let (texts, origin) = (vec![value.clone()], origin.clone());
            earlier.push(SettingText { setting, texts, origin });
        }
        let Settings { book, archive, .. } = self.made;
        let (dated, has_archive) = (book.imprint.dated, !own.is_empty() && archive.is_used());
        let replaced = earlier.iter().find(|text| text.setting.name == Setting::ANOTHER);
        let replaced = match replaced.filter(|_| !job.is_unset(Setting::ANOTHER)) {
            Some(text) => text.texts.len(),
            None => 0,
        };
        job.continue_run(FinishedFacts { dated, has_archive, replaced });
        job.overlay(earlier)?;
        for text in named.into_values() {
            job.add_parts(text)?;
        }
        Ok(())
    }

    /// Finds a file of the user beside the record, in the folder of a run under any name, or under
    /// its name in the working folder.
    ///
    /// # Errors
    /// As [`Self::find_beside`].
    pub fn find_file(&self, file: &UserFile) -> Result<Option<PathBuf>, Clause> {
        if let Some(listed) = self.listed
            && let Some(path) = self.find_beside(&file.sha256, listed)?
        {
            return Ok(Some(path));
        }
        let has_sum = |path: &Path| match output::read(path) {
            Ok(bytes) => has_sum(bytes, &file.sha256),
            Err(_) => false,
        };
        let folder = parent_dir(&self.record);
        Ok(find_named(folder, &file.file).into_iter().find(|path| has_sum(path)))
    }

    /// Returns the files of the user that a command needs and its flags do not name.
    fn needed_files(&self, flags: &Job, command: &str) -> Vec<&'a UserFile> {
        let parts = flags.get("parts").map(|parts| &parts.texts[..]).unwrap_or_default();
        let mut needed = Vec::new();
        for file in &self.job.files {
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
            let is_needed = |row: &Setting| is_read(row) && !flags.leaves_out(row);
            if Setting::find(&file.setting).is_some_and(is_needed) && !is_named && !is_left_out {
                needed.push(file);
            }
        }
        needed
    }

    /// Fails for a path that is no text: settings name designs, printers and languages as text.
    pub fn check_utf8(&self, path: &Path) -> Result<(), Problem> {
        if path.to_str().is_some() {
            return Ok(());
        }
        let folder = self.place.display();
        Err(Problem::expected("a folder whose name is UTF-8", "another")
            .at(format_args!("{folder} was made with your own files"))
            .remedy("rename the folder"))
    }

    /// Returns the problem that the manifest names a preset that is neither built in nor recorded.
    pub fn describe_unknown(&self, setting: &str, name: &str) -> Problem {
        let (setting, file) = (setting.to_owned(), name.to_owned());
        self.describe_missing(&UserFile { setting, part: None, file, sha256: String::new() })
    }

    /// Returns the problem that a file of the user is missing beside the manifest, or has changed.
    pub fn describe_missing(&self, file: &UserFile) -> Problem {
        let (folder, name) = (self.place.display(), file.describe());
        let is_changed = !find_named(parent_dir(&self.record), &file.file).is_empty();
        let why = if is_changed { "has changed since" } else { "is not in this folder" };
        Problem::new(format!("{folder} was made with your own file ({name}), which {why}"))
            .remedy(clause!("name it again with {}", file.named_setting()))
    }

    /// Returns the problem that the text of a part is in the language of the run.
    fn describe_untranslated(&self, file: &UserFile) -> Problem {
        let (folder, name, of) =
            (self.place.display(), file.describe(), &self.made.book.files.lang);
        Problem::new(clause!(
            "the {} of {} is in language {}: name one of the new language with {}, or leave the part out ({})",
            name,
            folder.to_string(),
            of.clone(),
            file.named_setting(),
            setting("parts"),
        ))
    }

    /// Returns true if the flag --lang names another language than the book has.
    fn is_other(&self, lang: Option<&str>) -> bool {
        // An invalid flag is reported where the language is read.
        match lang.map(Language::find) {
            Some(Ok((found, _))) => found.code() != self.made.book.files.lang,
            _ => false,
        }
    }

    /// Finds a file of the user beside the manifest by its SHA-256.
    ///
    /// # Errors
    /// A sentence if the file is not found and the folder or one of its files cannot be read.
    fn find_beside(&self, sha256: &str, listed: &[FileRecord]) -> Result<Option<PathBuf>, Clause> {
        let unread = |path: &Path, e: io::Error| clause!("cannot read {}: {}", path.display(), e);
        let mut paths = Vec::new();
        for entry in fs::read_dir(self.place).map_err(|e| unread(self.place, e))? {
            let entry = entry.map_err(|e| unread(self.place, e))?;
            let path = entry.path();
            let is_file = entry.file_type().map_err(|e| unread(&path, e))?.is_file();
            let name = path.file_name().and_then(|name| name.to_str());
            let is_listed = name.is_some_and(|name| listed.iter().any(|file| file.name == name));
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

/// Returns true if a command takes this setting over from the job of a run. A book is made without
/// covers, and a cover with those settings alone that need no new run.
fn is_taken(row: &Setting, command: &str) -> bool {
    const OF_EXPORT: [&str; 5] =
        [Language::FLAG, "first-day", "first-number", "puzzle-link", "symbols"];
    let is_of_cover = row.group == Group::Cover;
    match command {
        "export" => OF_EXPORT.contains(&row.name),
        Template::FLAG => row.name == Template::FLAG,
        "run" | "generate" => row.is_of(command),
        "cover" => row.is_of("run") && row.name != "cover",
        _ => row.is_of("run") && row.name != "cover" && !is_of_cover,
    }
}

/// The reason why a job cannot be taken over.
#[derive(Clone, Debug)]
pub enum UserFileError {
    /// A file or the folder could not be read; a sentence says why. A retry may succeed.
    Unread(Clause),
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
    if Checksum::from_bytes(&bytes).text() == sha256 {
        return true;
    }
    match UserText::decode(&bytes) {
        Ok(text) => Checksum::from_bytes(text.as_bytes()).text() == sha256,
        Err(_) => false,
    }
}

/// Returns the files of this name in a folder and in the working folder.
pub(super) fn find_named(folder: &Path, name: &str) -> Vec<PathBuf> {
    let name = Path::new(name);
    if name.file_name() != Some(name.as_os_str()) {
        return Vec::new();
    }
    let mut paths = vec![folder.join(name), name.to_owned()];
    paths.retain(|path| matches!(is_file(path), Ok(true)));
    paths
}
