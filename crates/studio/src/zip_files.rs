//! Files in one ZIP archive, for downloads. No file has a time: the same files give the same bytes.

use std::io::{self, Cursor, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Returns a ZIP archive of files, each with its name. PDFs and pictures are compressed already, so
/// nothing is compressed again.
///
/// # Errors
/// If a name cannot stand in an archive.
pub(super) fn zip_files(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options).map_err(io::Error::from)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish().map_err(io::Error::from)?.into_inner())
}
