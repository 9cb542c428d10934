//! Writes the volumes and covers of a book, and inspects the files by the rules of its printer.

use super::plan::BookPlan;
use crate::book::{self, Cover, Layout, Volume};
use crate::printers::{CoverSheet, preflight};
use crate::run::{Event, Interrupt, IoContext as _, Observer, RunError};
use crate::store::files::fs_path;
use crate::store::files::output::{self, AtomicFile, FileRecord, Overwrite};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

impl BookPlan {
    /// Writes the volumes of a book, then separate answers, then booklets. A single volume is named
    /// `target`; several volumes are numbered.
    ///
    /// # Errors
    /// [`RunError`] if a volume cannot be written, exists and `overwrite` is `Never`, or the run is
    /// interrupted.
    pub fn write_volumes(
        &self,
        layout: &Layout,
        target: &Path,
        overwrite: Overwrite,
        interrupt: &Interrupt,
        observer: &mut dyn Observer,
    ) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
        observer.on_event(Event::LaidOut(layout));
        let mut page_done = || {
            observer.on_event(Event::Page);
            match interrupt.is_stopped() {
                true => Err(io::ErrorKind::Interrupted.into()),
                false => Ok(()),
            }
        };
        let volumes = &layout.volumes;
        let answers: Vec<_> = volumes.iter().filter_map(Volume::answers).collect();
        let imposed = if self.booklet { &volumes[..] } else { &[] };
        let bound = volume_paths(target, volumes.len());
        let apart = volume_paths(&sibling_path(target, "answers"), answers.len());
        let folded = volume_paths(&sibling_path(target, "booklet"), imposed.len());
        refuse_finished(bound.iter().chain(&apart).chain(&folded), overwrite)?;
        let mut files = write_files(volumes, bound, overwrite, interrupt, |volume, file| {
            book::write_with_progress(volume, file, &mut page_done)
        })?;
        files.extend(write_files(&answers, apart, overwrite, interrupt, |volume, file| {
            book::write(volume, file)
        })?);
        files.extend(write_files(imposed, folded, overwrite, interrupt, book::write_booklet)?);
        Ok(files)
    }

    /// Writes the covers of a book, named like the volumes of [`BookPlan::write_volumes`], and
    /// beside them the pictures of their fronts, if any: `cover.png`, or `cover-01.png` and so on.
    ///
    /// # Errors
    /// As [`BookPlan::write_volumes`].
    pub fn write_covers(
        &self,
        covers: &[Cover<'_>],
        fronts: &[Vec<u8>],
        target: &Path,
        overwrite: Overwrite,
        interrupt: &Interrupt,
    ) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
        let paths = volume_paths(target, covers.len());
        let pictures = volume_paths(&target.with_extension("png"), fronts.len());
        refuse_finished(&pictures, overwrite)?;
        refuse_finished(&paths, overwrite)?;
        let mut files = write_files(covers, paths, overwrite, interrupt, book::write_cover)?;
        files.extend(write_files(fronts, pictures, overwrite, interrupt, |front, file| {
            file.write_all(front)
        })?);
        Ok(files)
    }

    /// Checks finished volumes and covers against the requirements of the printer, if there is one.
    /// A cover comes with its sheet. Separate answers are not for the printer and are not checked.
    ///
    /// # Errors
    /// [`RunError::Rejected`] for the first file that breaks a rule.
    pub fn inspect<'a>(
        &self,
        files: impl IntoIterator<Item = (&'a Path, Option<&'a CoverSheet>)>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let Some(terms) = &self.terms else {
            return Ok(());
        };
        for (path, cover) in files {
            let bytes = output::read(path).read_context(path)?;
            let report = match cover {
                None => preflight::inspect(&bytes, terms),
                Some(sheet) => preflight::inspect_cover(&bytes, terms, sheet),
            };
            let report = report.read_context(path)?;
            observer.on_event(Event::Inspected(path, &report));
            if let Some(words) = report.refusal(path) {
                return Err(RunError::Rejected(words));
            }
        }
        Ok(())
    }
}

/// Fails if the last file of the set exists, because then the set is complete. If only earlier
/// files exist, an interrupted command left them, and this command resumes it.
fn refuse_finished<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    overwrite: Overwrite,
) -> Result<(), RunError> {
    let (mut first, mut finished) = (None, false);
    for path in paths {
        finished = output::sweep_then_exists(path).read_context(path)?;
        first = first.or(finished.then_some(path));
    }
    match first {
        Some(path) if finished && overwrite == Overwrite::Never => {
            Err(RunError::Exists(path.clone()))
        }
        _ => Ok(()),
    }
}

/// Writes a file for each item. An existing file stays if its bytes are the same, and is an error
/// otherwise.
fn write_files<T>(
    items: &[T],
    paths: Vec<PathBuf>,
    overwrite: Overwrite,
    interrupt: &Interrupt,
    mut write: impl FnMut(&T, &mut dyn io::Write) -> io::Result<()>,
) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
    let write = |(item, path): (&T, PathBuf)| {
        interrupt.check()?;
        let is_there =
            overwrite == Overwrite::Never && fs_path::exists(&path).read_context(&path)?;
        let overwrite = if is_there { Overwrite::Always } else { overwrite };
        let mut file = AtomicFile::create_with(&path, overwrite).write_context(&path)?;
        let written = write(item, &mut file);
        interrupt.check()?;
        written.map_err(|e| match e.kind() {
            io::ErrorKind::InvalidData => RunError::Usage(e.to_string()),
            _ => RunError::Write(path.clone(), e),
        })?;
        if !is_there {
            let record = file.commit().write_context(&path)?;
            return Ok((path, record));
        }
        let record = file.record();
        match record.difference(fs_path::parent_dir(&path)).read_context(&path)? {
            None => Ok((path, record)),
            Some(_) => Err(RunError::Exists(path)),
        }
    };
    items.iter().zip(paths).map(write).collect()
}

/// Returns the path of a file beside a book: `answers.pdf` beside `book.pdf`, and
/// `rainy-answers.pdf` beside `rainy.pdf`.
fn sibling_path(target: &Path, what: &str) -> PathBuf {
    let mut name = match target.file_stem().unwrap_or_default() {
        book if book == "book" => OsString::new(),
        stem => [stem, "-".as_ref()].into_iter().collect(),
    };
    name.push(format!("{what}.pdf"));
    target.with_file_name(name)
}

/// Returns the paths of `of` volumes: `book.pdf`, or `book-01.pdf` and so on.
fn volume_paths(target: &Path, of: usize) -> Vec<PathBuf> {
    let (stem, ending) = (target.file_stem(), target.extension());
    let digits = of.to_string().len().max(2);
    let path = |number: usize| {
        let mut name = stem.unwrap_or_default().to_owned();
        name.push(format!("-{number:0digits$}."));
        name.push(ending.unwrap_or_default());
        if of == 1 { target.to_owned() } else { target.with_file_name(name) }
    };
    (1..=of).map(path).collect()
}
