//! Writes the volumes and covers of a book, and inspects the files by the rules of its printer.

use super::book_names::{sibling_path, volume_paths};
use super::plan::BookPlan;
use crate::{
    BookSource, Event, Interrupt, IoContext as _, Observer, OwnedFiles, RefusedFile, RunError,
    Setting,
};
use book::{Layout, Volume};
use cover::Cover;
use files::output::{self, AtomicFile, FileRecord};
use files::{Overwrite, fs_path};
use preflight::CoverSheet;
use std::io;
use std::path::{Path, PathBuf};

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
    /// The errors of `OwnedFiles::finish`.
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
            observer.on_event(Event::Note(note.into()));
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
    /// [`RunError`] if another command makes a book of this name; if a volume cannot be written, or
    /// exists and `overwrite` is `Never`; or if the run is interrupted.
    pub fn write_volumes(
        &self,
        layout: &Layout,
        output: BookOutput<'_>,
        observer: &mut dyn Observer,
    ) -> Result<WrittenFiles, RunError> {
        let mut writer = FileWriter::begin(self, output, false)?;
        observer.on_event(Event::LaidOut(layout));
        let interrupt = output.interrupt;
        for sentence in self.describe_unprinted(layout) {
            observer.note(sentence.into());
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
        writer.refuse_taken(bound.iter().chain(&apart).chain(&folded))?;
        writer.write(volumes, bound, |volume, file| {
            volume.write_with_progress(file, &mut page_done)
        })?;
        writer.write(&answers, apart, Volume::write)?;
        writer.write(imposed, folded, Volume::write_booklet)?;
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
        let mut writer = FileWriter::begin(self, output, true)?;
        writer.refuse_taken(&pictures)?;
        writer.refuse_taken(&paths)?;
        writer.write(covers, paths, cover::write)?;
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

/// Writes files of a book, each into the record of the book before it gets its name.
struct FileWriter<'a> {
    output: BookOutput<'a>,
    written: WrittenFiles,
}

impl<'a> FileWriter<'a> {
    fn begin(
        plan: &BookPlan,
        output: BookOutput<'a>,
        is_of_covers: bool,
    ) -> Result<Self, RunError> {
        let BookOutput { target, overwrite, interrupt, source } = output;
        let owned = match source {
            Some(source) => {
                let record = source.record(plan, is_of_covers);
                Some(OwnedFiles::begin(target, source, record, overwrite, interrupt)?)
            }
            None => None,
        };
        Ok(Self { output, written: WrittenFiles { files: Vec::new(), owned } })
    }

    /// Fails if a file of the set is an input of the book, or if the last one exists and may not be
    /// replaced, because then the set is complete. If only earlier files exist, or the record is
    /// incomplete, an interrupted command left them, and this command resumes it.
    fn refuse_taken<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<(), RunError> {
        let inputs = self.output.source.map_or(&[][..], |source| &source.inputs[..]);
        let (mut first, mut finished) = (None, false);
        for path in paths {
            Setting::refuse_input_as_output(inputs.iter().map(PathBuf::as_path), path)?;
            let is_there = AtomicFile::sweep_then_exists(path).read_context(path)?;
            finished = is_there && !self.may_replace(path);
            first = first.or(finished.then_some(path));
        }
        let is_continued = self.written.owned.as_ref().is_some_and(OwnedFiles::is_continued);
        match first {
            Some(path) if finished && !is_continued => Err(RunError::Exists(path.clone())),
            _ => Ok(()),
        }
    }

    /// Returns true if a file of this name may be replaced, whatever it holds.
    fn may_replace(&self, path: &Path) -> bool {
        let owned = self.written.owned.as_ref();
        self.output.overwrite == Overwrite::Always
            || owned.is_some_and(|owned| owned.may_replace(path))
    }

    /// Writes a file for each item. An existing file that may not be replaced stays if its bytes
    /// are the same, and is an error otherwise.
    fn write<T>(
        &mut self,
        items: &[T],
        paths: Vec<PathBuf>,
        mut write: impl FnMut(&T, &mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let interrupt = self.output.interrupt;
        for (item, path) in items.iter().zip(paths) {
            interrupt.check()?;
            let may_replace = self.may_replace(&path);
            let is_there = !may_replace && fs_path::exists(&path).read_context(&path)?;
            let overwrite = Overwrite::from(may_replace || is_there);
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
