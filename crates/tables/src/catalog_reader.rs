//! The strict reader of catalogues that [`CatalogWriter`](super::CatalogWriter) wrote as CSV. Their
//! header has names of our columns alone, with commas between them, and nothing stands above it.
//! No row decides what the file is, so a damaged one is an error in its place. Every other file is
//! read as one of others: see [`super::format`].

use super::catalog_columns::CatalogColumns;
use super::format::lines::RawLine;
use super::format::table_rows::TableParser;
use super::header::{PUZZLE, TableHeader};

/// Returns the parser of the rows below a line, if it is the header of a catalogue. A table outside
/// of runs may have some of our names by chance, so it must have all columns that every catalogue
/// has.
pub(super) fn catalog_rows(line: RawLine<'_>, is_of_run: bool) -> Option<TableParser> {
    let names: Vec<&str> = str::from_utf8(line.bytes).ok()?.split(',').collect();
    let ours = CatalogColumns::all_names();
    if line.number != 1 || !names.contains(&PUZZLE) || !names.iter().all(|name| ours.contains(name))
    {
        return None;
    }
    let header = TableHeader::new(names.into_iter().map(str::to_owned).collect(), None).ok()?;
    (is_of_run || header.is_catalog()).then(|| TableParser::new(b',', header))
}
