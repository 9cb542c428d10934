//! Writes the volumes and covers of a book, and inspects the files by the rules of its printer.

use super::plan::BookPlan;
use crate::run::{
    BookSource, Event, Interrupt, IoContext as _, Observer, OwnedFiles, RefusedFile, RunError,
    refuse_input_as_output,
};
use press::book::{self, Cover, Layout, Volume};
use press::printers::{CoverSheet, preflight};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use store::files::fs_path;
use store::files::output::{self, AtomicFile, FileRecord, Overwrite};

/// The place of a book, and the rules for its files.
#[derive(Clone, Copy, Debug)]
pub struct BookOutput<'a> {
    /// The name of a single volume or cover; several are numbered.
    pub target: &'a Path,
    /// The policy for files that exist.
    pub overwrite: Overwrite,
    /// Ends the work early.
    pub interrupt: &'a Interrupt,
    /// The puzzles, for a book with a record of its own; `None` for a book whose files a manifest
    /// lists.
    pub source: Option<&'a BookSource>,
}

/// The files of a book that were written.
#[derive(Debug)]
pub struct WrittenFiles {
    /// The paths and the records, in the order in which they were written.
    pub files: Vec<(PathBuf, FileRecord)>,
    owned: Option<OwnedFiles>,
}

impl WrittenFiles {
    /// Returns the paths of files of the book before that stay, because nothing may be replaced.
    pub fn kept(&self) -> Vec<PathBuf> {
        self.owned.as_ref().map(OwnedFiles::kept).unwrap_or_default()
    }

    /// Completes the record of the book, and removes what the book before had and this one has
    /// not, if files may be replaced.
    ///
    /// # Errors
    /// The errors of [`OwnedFiles::finish`].
    pub fn finish(self) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
        self.owned.map_or(Ok(()), OwnedFiles::finish)?;
        Ok(self.files)
    }

    /// Records a refusal of the book, if there is one, and returns the same result.
    fn note_refusal(&mut self, inspected: Result<(), RunError>) -> Result<(), RunError> {
        if let (Err(RunError::Refused { refused, .. }), Some(owned)) = (&inspected, &mut self.owned)
        {
            owned.note_refusal(refused)?;
        }
        inspected
    }

    /// Returns the paths of the first files.
    fn paths(&self, count: usize) -> impl Iterator<Item = &Path> {
        self.files.iter().take(count).map(|(path, _)| path.as_path())
    }
}

impl BookPlan {
    /// Writes a book and inspects it: volumes, answers and booklets, and beside them the covers,
    /// named `cover.pdf`. Returns the files that belong to the book.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written, exists and `overwrite` is `Never`, breaks a rule
    /// of the printer, or the work is interrupted.
    pub fn press(
        &self,
        layout: &Layout,
        output: BookOutput<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<FileRecord>, RunError> {
        let mut volumes = self.write_volumes(layout, output, observer)?;
        let bound = volumes.paths(layout.volumes.len()).map(|path| (path, None));
        let inspected = self.inspect(bound, observer);
        volumes.note_refusal(inspected)?;
        let laid_out = self.covers(layout)?;
        let target = output.target.with_file_name("cover.pdf");
        let covers = self.write_covers(&laid_out, &[], BookOutput { target: &target, ..output })?;
        observer.on_event(Event::Covered(&laid_out));
        if let Some(note) = self.spine_note() {
            observer.on_event(Event::Note(note.to_owned()));
        }
        let sheets = laid_out.iter().map(|cover| Some(cover.sheet()));
        let inspected = self.inspect(covers.paths(laid_out.len()).zip(sheets), observer);
        volumes.note_refusal(inspected)?;
        let files = volumes.finish()?.into_iter().chain(covers.finish()?);
        Ok(files.map(|(_, record)| record).collect())
    }

    /// Writes the volumes of a book, then separate answers, then booklets. A single volume is named
    /// like the target; several volumes are numbered.
    ///
    /// # Errors
    /// [`RunError`] if a volume cannot be written, exists and `overwrite` is `Never`, or the run is
    /// interrupted.
    pub fn write_volumes(
        &self,
        layout: &Layout,
        output: BookOutput<'_>,
        observer: &mut dyn Observer,
    ) -> Result<WrittenFiles, RunError> {
        observer.on_event(Event::LaidOut(layout));
        let interrupt = output.interrupt;
        for sentence in self.describe_unprinted(layout) {
            observer.note(sentence);
        }
        let mut page_done = || {
            observer.on_event(Event::Page);
            if interrupt.is_stopped() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
        };
        let (volumes, target) = (&layout.volumes, output.target);
        let answers: Vec<_> = volumes.iter().filter_map(Volume::answers).collect();
        let imposed = if self.settings.booklet { &volumes[..] } else { &[] };
        let bound = volume_paths(target, volumes.len());
        let apart = volume_paths(&sibling_path(target, "answers"), answers.len());
        let folded = volume_paths(&sibling_path(target, "booklet"), imposed.len());
        refuse_taken(bound.iter().chain(&apart).chain(&folded), output)?;
        let mut writer = FileWriter::begin(self, output)?;
        writer.write(volumes, bound, |volume, file| {
            book::write_with_progress(volume, file, &mut page_done)
        })?;
        writer.write(&answers, apart, |volume, file| book::write(volume, file))?;
        writer.write(imposed, folded, book::write_booklet)?;
        Ok(writer.written)
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
        output: BookOutput<'_>,
    ) -> Result<WrittenFiles, RunError> {
        let paths = volume_paths(output.target, covers.len());
        let pictures = volume_paths(&output.target.with_extension("png"), fronts.len());
        refuse_taken(&pictures, output)?;
        refuse_taken(&paths, output)?;
        let mut writer = FileWriter::begin(self, output)?;
        writer.write(covers, paths, book::write_cover)?;
        writer.write(fronts, pictures, |front, file| file.write_all(front))?;
        Ok(writer.written)
    }

    /// Checks finished volumes and covers against the requirements of the printer, if there is one.
    /// A cover comes with its sheet. Separate answers are not for the printer and are not checked.
    ///
    /// # Errors
    /// [`RunError::Refused`] for the first file that breaks a rule.
    pub fn inspect<'a>(
        &self,
        files: impl IntoIterator<Item = (&'a Path, Option<&'a CoverSheet>)>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let Some(spec) = &self.spec else {
            return Ok(());
        };
        for (path, cover) in files {
            let bytes = output::read(path).read_context(path)?;
            let report = match cover {
                None => preflight::inspect(&bytes, spec),
                Some(sheet) => preflight::inspect_cover(&bytes, spec, sheet),
            };
            let report = report.read_context(path)?;
            observer.on_event(Event::Inspected(path, &report));
            if let (Some(verdict), Some(refused)) =
                (report.refusal(path), RefusedFile::find(path, &report))
            {
                return Err(RunError::Refused { verdict, refused: Box::new(refused) });
            }
        }
        Ok(())
    }
}

/// Fails if a file of the set is an input of the book, or if the last one exists, because then the
/// set is complete. If only earlier files exist, an interrupted command left them, and this command
/// resumes it.
fn refuse_taken<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    output: BookOutput<'_>,
) -> Result<(), RunError> {
    let inputs = output.source.map_or(&[][..], |source| &source.inputs[..]);
    let (mut first, mut finished) = (None, false);
    for path in paths {
        refuse_input_as_output(inputs.iter().map(PathBuf::as_path), path)?;
        finished = output::sweep_then_exists(path).read_context(path)?;
        first = first.or(finished.then_some(path));
    }
    match first {
        Some(path) if finished && output.overwrite == Overwrite::Never => {
            Err(RunError::Exists(path.clone()))
        }
        _ => Ok(()),
    }
}

/// Writes files of a book, each into the record of the book before it gets its name.
struct FileWriter<'a> {
    output: BookOutput<'a>,
    written: WrittenFiles,
}

impl<'a> FileWriter<'a> {
    fn begin(plan: &BookPlan, output: BookOutput<'a>) -> Result<Self, RunError> {
        let BookOutput { target, overwrite, interrupt, source } = output;
        let owned = match source {
            Some(source) => Some(OwnedFiles::begin(target, plan, source, overwrite, interrupt)?),
            None => None,
        };
        Ok(Self { output, written: WrittenFiles { files: Vec::new(), owned } })
    }

    /// Writes a file for each item. An existing file stays if its bytes are the same, and is an
    /// error otherwise.
    fn write<T>(
        &mut self,
        items: &[T],
        paths: Vec<PathBuf>,
        mut write: impl FnMut(&T, &mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let BookOutput { overwrite, interrupt, .. } = self.output;
        for (item, path) in items.iter().zip(paths) {
            interrupt.check()?;
            let is_there =
                overwrite == Overwrite::Never && fs_path::exists(&path).read_context(&path)?;
            let overwrite = if is_there { Overwrite::Always } else { overwrite };
            let mut file = AtomicFile::create_with(&path, overwrite).write_context(&path)?;
            let done = write(item, &mut file);
            interrupt.check()?;
            done.map_err(|e| match e.kind() {
                io::ErrorKind::InvalidData => RunError::Usage(e.to_string().into()),
                _ => RunError::Write(path.clone(), e),
            })?;
            let record = file.record();
            let folder = fs_path::parent_dir(&path);
            if is_there && record.difference(folder).read_context(&path)?.is_some() {
                return Err(RunError::Exists(path));
            }
            if let Some(owned) = &mut self.written.owned {
                owned.expect(&record)?;
            }
            if !is_there {
                file.commit().write_context(&path)?;
            }
            self.written.files.push((path, record));
        }
        Ok(())
    }
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
