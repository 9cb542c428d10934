//! The record of a proof sheet, in the first lines of its page: its verdict, and the sums of the
//! files that it judged. A page with another sum than its own was edited, and proves nothing.
//!
//! ```text
//!   <meta name="sudoku-press-sum" content="5b0e...">       SHA-256 of the page without this line
//!   <script type="application/json" id="sudoku-press-record">{...}</script>
//! ```

use super::made_book::MadeBook;
use crate::Manifest;
use files::fs_path::symlink_metadata_opt;
use files::output::{self, FileRecord};
use files::{Checksum, FileSums, Record};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The line of the page after which the record stands. Browsers look for the encoding first.
const BEFORE: &str = "<meta charset=\"utf-8\">\n";
const SUM_BEGIN: &str = "<meta name=\"sudoku-press-sum\" content=\"";
const SUM_END: &str = "\">\n";
const RECORD_BEGIN: &str = "<script type=\"application/json\" id=\"sudoku-press-record\">";
const RECORD_END: &str = "</script>\n";

/// The verdict of a proof sheet, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SheetRecord {
    /// The program that made the sheet, and its version.
    pub program: String,
    /// A sentence with the problems; `None` without problems.
    pub problems: Option<String>,
    /// The files that the sheet judges, all in one folder; empty for a sheet about several folders.
    pub files: Vec<FileRecord>,
}

/// The kind of a file that has the name of a proof sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundSheet {
    /// Nothing, or a file without content, which a crash may leave.
    Nothing,
    /// A sheet of this program, as it was made.
    Own(SheetRecord),
    /// A file of the user, or a sheet that was edited.
    Foreign,
}

impl Record for SheetRecord {}

impl SheetRecord {
    /// Returns the page with this record.
    fn stamp(&self, page: &str) -> String {
        let json = serde_json::to_string(self).expect("plain values have a form in JSON");
        // No text in the record can end the element.
        let json = json.replace('<', "\\u003c");
        let (head, rest) = page.split_once(BEFORE).unwrap_or(("", page));
        let line = format!("{RECORD_BEGIN}{json}{RECORD_END}");
        let sum = Checksum::from_bytes([head, BEFORE, &line, rest].concat().as_bytes()).text();
        [head, BEFORE, SUM_BEGIN, &sum, SUM_END, &line, rest].concat()
    }

    /// Reads the record of a page; `None` if the page has none or was edited.
    fn parse(page: &str) -> Option<Self> {
        let (head, rest) = page.split_once(BEFORE)?;
        let (sum, rest) = rest.strip_prefix(SUM_BEGIN)?.split_once(SUM_END)?;
        if Checksum::from_bytes([head, BEFORE, rest].concat().as_bytes()).text() != sum {
            return None;
        }
        let (json, _) = rest.strip_prefix(RECORD_BEGIN)?.split_once(RECORD_END)?;
        Record::parse(json.as_bytes()).ok()
    }

    /// Returns true if the sheet judges the folder of a run.
    pub fn is_of_run(&self) -> bool {
        self.files.iter().any(|file| file.name == Manifest::FILE)
    }

    /// Returns true if the sheet judges exactly the files of a book in this folder, as they are.
    ///
    /// # Errors
    /// An I/O error if a file cannot be read.
    pub fn judges(&self, folder: &Path, made: &MadeBook, sums: &FileSums) -> io::Result<bool> {
        let mut names: Vec<String> = made.files().into_iter().map(|file| file.name).collect();
        if matches!(made, MadeBook::Run(_)) {
            names.extend([Manifest::FILE, Manifest::CHECKSUMS].map(str::to_owned));
        }
        let is_listed = |name: &String| self.files.iter().any(|file| file.name == *name);
        if !names.iter().all(is_listed) {
            return Ok(false);
        }
        for file in &self.files {
            if sums.difference(file, folder)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl FoundSheet {
    /// The name of the proof sheet in the folder of a book. It is made from the finished book, and
    /// no manifest lists it.
    pub const FILE: &'static str = "proof.html";

    /// Returns a page as the sheet of this program about these files, with its problems.
    pub fn stamp(page: &str, problems: Option<String>, files: Vec<FileRecord>) -> String {
        SheetRecord { program: Manifest::PROGRAM.to_owned(), problems, files }.stamp(page)
    }

    /// Reads the proof sheet of this name. A symlink is not followed.
    ///
    /// # Errors
    /// An I/O error if the file exists and cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let Some(about) = symlink_metadata_opt(path)? else {
            return Ok(Self::Nothing);
        };
        if !about.is_file() {
            return Ok(Self::Foreign);
        }
        if about.len() == 0 {
            return Ok(Self::Nothing);
        }
        let page = match output::read(path) {
            Err(e) if e.raw_os_error().is_none() => return Ok(Self::Foreign),
            page => String::from_utf8(page?),
        };
        let record = page.ok().and_then(|page| SheetRecord::parse(&page));
        Ok(record.map_or(Self::Foreign, Self::Own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<!DOCTYPE html>\n<head>\n<meta charset=\"utf-8\">\n<p>Page</p>\n";

    fn record() -> SheetRecord {
        let file = FileRecord { name: "book.pdf".into(), size: 9, sha256: "ab".into() };
        let problems = Some("</script> & \"quotes\"".into());
        SheetRecord { program: "sudoku-press 1".into(), problems, files: vec![file] }
    }

    #[test]
    fn stamped_page_gives_its_record() {
        let page = record().stamp(PAGE);
        assert_eq!(SheetRecord::parse(&page), Some(record()));
        assert_eq!(page.matches("</script>").count(), 1);
    }

    #[test]
    fn edited_page_has_no_record() {
        let page = record().stamp(PAGE);
        let edits = [
            page.replace("Page", "page"),
            page.replace("quotes", "quote"),
            page.replacen("content=\"", "content=\"0", 1),
            page.clone() + "\n",
            PAGE.to_owned(),
            String::new(),
        ];
        for edited in edits {
            assert_eq!(SheetRecord::parse(&edited), None, "{edited}");
        }
    }
}
