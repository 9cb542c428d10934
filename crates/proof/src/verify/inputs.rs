//! The files of an input: PDFs, covers, tables, and the folders of runs.

use super::error::{ProofError, pdf_or_fault};
use crate::readback::Pdf;
use files::fs_path::{self, entry_names};
use files::output;
use jobs::{FileKind, IoContext as _, Manifest};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The path of standard input.
pub(super) const STDIN: &str = "-";

/// A PDF of an input.
#[derive(Clone, Debug)]
pub struct VerifiedBook {
    /// The path of the file.
    pub path: PathBuf,
    /// True for a cover, false for a volume.
    pub is_cover: bool,
}

/// Returns volumes and covers as books of one input.
pub(super) fn verified_books(volumes: Vec<PathBuf>, covers: Vec<PathBuf>) -> Vec<VerifiedBook> {
    let mut books = Vec::new();
    books.extend(volumes.into_iter().map(|path| VerifiedBook { path, is_cover: false }));
    books.extend(covers.into_iter().map(|path| VerifiedBook { path, is_cover: true }));
    books
}

/// Returns the covers in the folder of a run: `cover.pdf`, or `cover-01.pdf` and so on. `cover`
/// makes them without the manifest, so another file may have the name.
pub(super) fn covers_in(folder: &Path) -> Result<Vec<PathBuf>, ProofError> {
    let mut names = entry_names(folder).read_context(folder)?;
    names.retain(|name| FileKind::of(name) == Some(FileKind::Cover));
    names.sort();
    let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    let mut covers = Vec::new();
    for path in regular_files(&paths)? {
        if begins_as_pdf(&path).read_context(&path)? {
            covers.push(path);
        }
    }
    Ok(covers)
}

/// Returns true if a PDF has one page without a numbered grid.
fn is_cover(path: &Path) -> Result<bool, ProofError> {
    let bytes = output::read(path).read_context(path)?;
    let Ok(pdf) = pdf_or_fault(Pdf::open(&bytes))? else { return Ok(false) };
    if pdf.page_count() != 1 {
        return Ok(false);
    }
    let Ok(page) = pdf.page(0) else { return Ok(false) };
    Ok(page.grids.iter().all(|grid| grid.number.is_none()))
}

/// Returns the last component of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Returns true for a PDF, by its extension or its first bytes. A damaged PDF is not a catalogue.
/// Fails for pipes and devices, because they cannot be read twice. Standard input is read once, as
/// puzzles.
pub fn is_pdf(path: &Path) -> io::Result<bool> {
    if path == Path::new(STDIN) {
        return Ok(false);
    }
    let begins_as_pdf = begins_as_pdf(path)?;
    let ending = path.extension().unwrap_or_default();
    Ok(begins_as_pdf || ending.eq_ignore_ascii_case("pdf"))
}

/// Returns true if the first bytes of a file are those of a PDF.
fn begins_as_pdf(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    output::open(path)?.take(1024).read_to_end(&mut begin)?;
    Ok(begin.windows(5).any(|bytes| bytes == b"%PDF-"))
}

/// Splits paths into folders and other paths.
pub(super) fn split_folders(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ProofError> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let is_folder = fs_path::is_dir(path).read_context(path)?;
        if is_folder { &mut folders } else { &mut files }.push(path.clone());
    }
    Ok((folders, files))
}

/// Returns the paths that lead to regular files.
fn regular_files<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<Vec<PathBuf>, ProofError> {
    let mut plain = Vec::new();
    for path in paths {
        if let Some(about) = fs_path::metadata_opt(path).read_context(path)?
            && about.is_file()
        {
            plain.push(path.clone());
        }
    }
    Ok(plain)
}

/// Returns the files in the folder of a run that a proof sheet judges: none without its manifest.
/// The verification reports a manifest that cannot be read, and the sum of a file of any size would
/// prove nothing.
pub(super) fn files_of_run(folder: &Path) -> Result<Vec<PathBuf>, ProofError> {
    let Ok(Some(manifest)) = Manifest::open(folder)? else { return Ok(Vec::new()) };
    let mut names = vec![Manifest::FILE.to_owned(), Manifest::CHECKSUMS.to_owned()];
    names.extend(manifest.files.into_iter().map(|file| file.name));
    let mut paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    paths.extend(covers_in(folder)?);
    regular_files(&paths)
}

/// Returns the bytes of the manifest of each folder. A complete run that waits to be moved to its
/// place is moved first.
pub(super) fn manifest_bytes(folders: &[PathBuf]) -> Result<Vec<Vec<u8>>, ProofError> {
    let mut manifests = Vec::new();
    for folder in folders {
        // The judgement reports a manifest that is missing or cannot be read.
        drop(Manifest::open(folder)?);
        manifests.push(output::read(&folder.join(Manifest::FILE)).unwrap_or_default());
    }
    Ok(manifests)
}

/// Splits PDFs into covers and volumes. A page without a numbered grid is a cover if it is named
/// together with a book.
pub(super) fn split_covers(pdfs: Vec<PathBuf>) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ProofError> {
    let (mut covers, mut volumes) = (Vec::new(), Vec::new());
    if pdfs.len() < 2 {
        return Ok((covers, pdfs));
    }
    for path in &pdfs {
        let list = if is_cover(path)? { &mut covers } else { &mut volumes };
        list.push(path.clone());
    }
    if volumes.is_empty() { Ok((volumes, pdfs)) } else { Ok((covers, volumes)) }
}
