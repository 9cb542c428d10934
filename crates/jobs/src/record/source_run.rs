//! A finished run as the source of another book or of a cover: its catalogue and its settings.

use super::manifest::{FileKind, Manifest, remove_listed};
use super::recorded_job::{RecordedJob, UserFileError};
use crate::{
    BookFiles, BookPlan, IoContext as _, Job, Preset, RunError, RunSpec, Setting, Settings,
    UserFile, keep_quotas,
};
use book::{BookOptions, Template};
use make::{Dedup, Seed};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tables::PuzzleFile;
use words::{Problem, chain, with_causes};

/// A finished run from which a book or a cover is made.
#[derive(Clone, Debug)]
pub struct SourceRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl SourceRun {
    /// The name of the lock file in the folder of a run.
    pub const LOCK: &'static str = ".lock";

    /// Opens the finished run in a folder; `None` if the path is not a folder with a manifest. If a
    /// command was stopped while it moved the files of the run to their places, the move is
    /// completed first. Every command opens the folder of a run by this function.
    ///
    /// # Errors
    /// [`RunError`] if the manifest is not a manifest of a run, or the move cannot be completed.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(Manifest::FILE);
        let manifest = match Manifest::open(folder)? {
            Ok(manifest) => manifest,
            Err(e) if e.raw_os_error().is_some() => return Err(RunError::Read(path, e.into())),
            Err(e) => {
                let found = format!("another file ({e})");
                let problem = Problem::expected("the manifest of a run", found).for_field("out");
                let remedy = "put the manifest of the run back, or name another folder";
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
        let lock = crate::lock(&self.folder.join(SourceRun::LOCK), &self.folder, "")?;
        let listed = self.manifest.files.iter().map(|file| &*file.name);
        for name in listed.chain([Manifest::CHECKSUMS, Manifest::FILE]) {
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

    /// Lays the job of a command over the job of the run. `run` and `generate` continue the run
    /// with its folder and its seed; the other commands make files of its puzzles.
    ///
    /// # Errors
    /// `UserFileError` if a file of the user is missing, or a value cannot be used.
    pub fn lay_under(&self, job: &mut Job, command: &str) -> Result<(), UserFileError> {
        let seed = self.manifest.seed.to_string();
        let own = [("out", self.folder.clone().into()), ("seed", seed.into())];
        let own = if ["run", "generate"].contains(&command) { &own[..] } else { &[] };
        let names_counts =
            Setting::COUNTS.iter().any(|name| job.is_set(name) || job.is_unset(name));
        let of_pages = Setting::OF_PAGES.into_iter().find(|name| job.is_set(name));
        self.recorded_job().lay_under(job, command, own)?;
        if command == "run"
            && !names_counts
            && let Some(name) = of_pages
        {
            keep_quotas(job, name, &self.manifest.settings.puzzles);
        }
        Ok(())
    }

    /// Returns the job that the manifest keeps.
    fn recorded_job(&self) -> RecordedJob<'_> {
        let Self { folder, manifest } = self;
        RecordedJob {
            record: folder.join(Manifest::FILE),
            place: folder,
            job: &manifest.job,
            made: &manifest.settings,
            listed: Some(&manifest.files),
        }
    }

    /// Reads the design of the book: a built-in one, or the file of the user.
    ///
    /// # Errors
    /// As [`Self::lay_under`], or if the file is invalid.
    pub fn design(&self) -> Result<Template, Problem> {
        let mut job = Job::default();
        self.lay_under(&mut job, Template::FLAG)?;
        Ok(Template::find(&job.settings()?.book.files.template)?.0)
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

    /// Returns the names of the settings in which the job of the manifest and what was made of it
    /// differ. Those of the book are compared where it is rebuilt.
    ///
    /// # Errors
    /// [`RunError`] if a file of the user is missing, or the settings make no run.
    pub fn differing_settings(&self) -> Result<Vec<&'static str>, RunError> {
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
        Ok(Settings { book: made.book.clone(), ..spec.settings() }.differences(made))
    }

    /// Fails if the job of the manifest makes another book than the manifest says was made.
    fn check_made(&self, plan: &BookPlan, covers: bool) -> Result<(), RebuildError> {
        let made = &self.manifest.settings;
        let mut names = Settings { book: plan.settings.clone(), ..made.clone() }.differences(made);
        names.retain(|name| covers || *name != "cover" && !Setting::is_named_of_cover(name));
        if names.is_empty() {
            return Ok(());
        }
        let words = format!("the job and what was made of it differ ({})", names.join(", "));
        Err(RebuildError::Wrong(words))
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

    /// Returns the mismatch between a new cover and the book of the run: another trim or title, or,
    /// if `whole` is set, because only its catalogue was named, another trim, printer or paper.
    pub fn cover_mismatch(&self, plan: &BookPlan, whole: bool) -> Option<String> {
        let BookFiles { trim, printer, paper, .. } = &self.manifest.settings.book.files;
        let spec = plan.spec.as_ref().filter(|_| whole && printer.is_some());
        let own = trim.unwrap_or(plan.trim);
        let mut pairs = vec![("trim", own.to_string(), plan.trim.to_string())];
        if let (Some(spec), Some(printer), Some(paper)) = (spec, printer, paper) {
            pairs.push(("printer", printer.clone(), spec.printer().to_owned()));
            pairs.push(("paper", paper.clone(), spec.paper().to_owned()));
        }
        if let (false, Some((own, new))) = (whole, self.other_title(&plan.settings.imprint)) {
            pairs.push(("title", own, new));
        }
        let (what, own, new) = pairs.into_iter().find(|(_, own, new)| own != new)?;
        Some(format!("expected a cover for {what} {own}, found {what} {new}"))
    }

    /// Returns the user's title of its book, and that of these options, if they name another one.
    pub fn other_title(&self, options: &BookOptions) -> Option<(String, String)> {
        let own = &self.manifest.settings.book.imprint;
        let quoted = |title: Option<&String>| {
            title.map_or("of the design".to_owned(), |title| format!("{title:?}"))
        };
        let is_other = own.language == options.language && own.title != options.title;
        is_other.then(|| (quoted(own.title.as_ref()), quoted(options.title.as_ref())))
    }

    /// Returns the code of its language.
    pub fn language(&self) -> &str {
        &self.manifest.settings.book.files.lang
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
            UserFileError::Unread(why) => Self::Unread(why.to_string()),
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
