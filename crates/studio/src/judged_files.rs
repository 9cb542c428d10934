//! Files of others, judged in a child process before this process reads them: a library that reads
//! a hostile file may end its process, and nothing may end the studio.

use super::book_job::{BookValues, FieldProblem, own_puzzles};
use super::lock;
use files::fs_path;
use jobs::Setting;
use proof::isolation::{ChildProgram, ForeignFile, JudgementError};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;
use tables::ReadingChoices;
use words::{Clause, clause};

/// The maximum number of files that are remembered.
const MAX_REMEMBERED: usize = 1_000;

/// The judge of a studio. A file that has not changed since is not judged again.
pub(super) struct FileJudge {
    /// The program of the child processes; without one this process judges.
    program: Option<ChildProgram>,
    judged: Mutex<HashSet<FileState>>,
}

/// The state of a file in which it was judged.
#[derive(PartialEq, Eq, Hash)]
struct FileState {
    file: ForeignFile,
    bytes: u64,
    changed: Option<SystemTime>,
}

impl FileJudge {
    pub fn new(program: Option<ChildProgram>) -> Self {
        Self { program, judged: Mutex::default() }
    }

    /// Judges a file, and returns the facts about it. The user knows the file as `name`.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn judge(&self, file: &ForeignFile, name: &str) -> Result<Value, Clause> {
        self.read(file).map_err(|error| sentence(error, file.path(), name))
    }

    fn read(&self, file: &ForeignFile) -> Result<Value, JudgementError> {
        match &self.program {
            Some(program) => program.judge(file),
            None => file.judge().map_err(JudgementError::Refused),
        }
    }

    /// Judges the files of a book that are new or have changed: those that its settings name, and
    /// its puzzles.
    ///
    /// # Errors
    /// The problem of the first file that cannot be read, at its setting.
    pub fn judge_book(
        &self,
        folder: &Path,
        book: &str,
        values: &BookValues,
    ) -> Result<(), FieldProblem> {
        for (setting, name) in named_files(values) {
            if let Some(file) = foreign_file(setting, folder.join(&name)) {
                self.judge_once(file, &name)
                    .map_err(|message| FieldProblem::of_setting(setting.name, message))?;
            }
        }
        let Some(puzzles) = own_puzzles(&folder.join(book))? else { return Ok(()) };
        let name = puzzles.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.judge_once(ForeignFile::Puzzles(puzzles.path, ReadingChoices::default()), &name)
            .map_err(FieldProblem::without_field)
    }

    /// Judges a file unless it was judged in its present state. A missing file concerns whoever
    /// reads it.
    fn judge_once(&self, file: ForeignFile, name: &str) -> Result<(), Clause> {
        let about = fs_path::symlink_metadata_opt(file.path()).ok().flatten();
        let Some(about) = about.filter(std::fs::Metadata::is_file) else { return Ok(()) };
        let state = FileState { file, bytes: about.len(), changed: about.modified().ok() };
        if lock(&self.judged).contains(&state) {
            return Ok(());
        }
        match self.read(&state.file) {
            // The reader of this process refuses it in the same way, and knows its setting.
            Ok(_) | Err(JudgementError::Refused(_)) => {}
            Err(error) => return Err(sentence(error, state.file.path(), name)),
        }
        let mut judged = lock(&self.judged);
        if judged.len() >= MAX_REMEMBERED {
            judged.clear();
        }
        judged.insert(state);
        Ok(())
    }
}

/// Returns the message about a file, which the user knows as `name`.
fn sentence(error: JudgementError, path: &Path, name: &str) -> Clause {
    let own = name.to_owned();
    match error {
        JudgementError::Refused(message) => {
            let message = message.with_value(&path.display().to_string(), name);
            let names_it = message.to_string().contains(name);
            if names_it { message } else { clause!("{}: {}", own, message) }
        }
        JudgementError::Ended { end, .. } => clause!("cannot read {}: {}", own, end),
        JudgementError::NotStarted { error, .. } => {
            clause!("cannot start a process that reads {}: {}", own, error)
        }
    }
}

/// Returns the files that values name, each with its setting.
fn named_files(values: &BookValues) -> Vec<(&'static Setting, String)> {
    let mut files = Vec::new();
    for setting in Setting::all() {
        let text = values.get(setting.name).map(String::as_str).unwrap_or_default();
        for value in setting.split(text) {
            let file = value.to_string_lossy().trim().to_owned();
            if !file.is_empty() {
                files.push((setting, file));
            }
        }
    }
    files
}

/// Returns what a file of this setting is to be; `None` if this process reads such files itself.
fn foreign_file(setting: &Setting, path: PathBuf) -> Option<ForeignFile> {
    match setting.name {
        "logo" => Some(ForeignFile::Logo(path)),
        "cover-picture" => Some(ForeignFile::Picture(path)),
        "font" => Some(ForeignFile::Face(path)),
        _ => None,
    }
}
