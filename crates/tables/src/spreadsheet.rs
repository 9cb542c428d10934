//! Reads Excel workbooks: each sheet becomes the text of a table, which the reader of CSV reads. A
//! line of the text is a row of the sheet, so errors name the row.

use super::format::cells::FORMULA;
use super::format::is_workbook;
use super::workbook::EXPLANATION_SHEET;
use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use files::output;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use words::{Clause, clause};
use zip::ZipArchive;

/// The size that a workbook may unpack to, as a multiple of its own size. XML of puzzles unpacks to
/// about 10 times its size. The limit bounds the memory that a hostile file takes.
const MAX_UNPACKED_RATIO: u64 = 100;
/// The unpacked size that is always allowed, in bytes.
const MIN_UNPACKED_BYTES: u64 = 64 << 20;
/// The size of what is kept in memory, as a multiple of the workbook's size: the text of its sheet,
/// and all its parts except sheets. Puzzles take about three times their packed size.
const MAX_KEPT_RATIO: u64 = 12;
/// The size that may always be kept, in bytes.
const MIN_KEPT_BYTES: u64 = 32 << 20;
/// The number of rows of a sheet in Excel.
const MAX_ROWS: u32 = 1 << 20;
/// The number of columns of a sheet in Excel. The last one is XFD.
const MAX_COLUMNS: u32 = 1 << 14;
/// The number of columns in which each row has a field, also an empty one. A single cell far to the
/// right makes no other row longer, above all not the header. No grid is searched further right.
const MAX_PADDED_COLUMNS: u32 = 256;
/// The attribute for which calamine makes room: the number of shared texts.
const TEXT_COUNT: &[u8] = b"uniqueCount";
/// The bytes of the smallest shared text: `<si/>`.
const MIN_TEXT_BYTES: u64 = 5;
/// The number of blank rows in a run which may be rows of a grid. Puzzles with more of them have
/// several solutions.
const MAX_BLANK_ROWS: u32 = 2;
/// The number of bytes of a directory that are searched for a name.
const MAX_DIRECTORY_BYTES: u64 = 1 << 14;
/// Numbers from here on have more digits than Excel keeps.
const MAX_EXACT_NUMBER: f64 = 1e15;

/// The number of the day after the last one of Excel, 9999-12-31.
const DAYS_END: f64 = 2_958_466.0;

/// The sheets of an Excel workbook, each as the text of a table. A process that reads workbooks for
/// another hands them over in this form.
#[derive(Clone, Serialize, Deserialize)]
pub struct WorkbookText {
    /// The sheets, the hidden ones last.
    pub(super) sheets: Vec<SheetTable>,
}

/// A sheet of a workbook.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SheetTable {
    pub name: String,
    pub is_hidden: bool,
    /// The rows as CSV.
    #[serde(serialize_with = "write_text", deserialize_with = "read_text")]
    pub text: Arc<[u8]>,
}

fn write_text<S: Serializer>(text: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(std::str::from_utf8(text).map_err(serde::ser::Error::custom)?)
}

fn read_text<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
    String::deserialize(from).map(|text| text.into_bytes().into())
}

impl WorkbookText {
    /// Reads a file; `None` if it is no workbook.
    ///
    /// # Errors
    /// If it cannot be read, or is a damaged workbook.
    pub fn read(path: &Path) -> io::Result<Option<Self>> {
        read_sheets(&mut output::open(path)?)
    }
}

/// Reads the sheets of a workbook that are not empty, the hidden ones last. Of visible sheets that
/// are all empty the first one stays. The sheet of our own workbooks that explains the columns of
/// another one is left out. Returns `None` if the file is no workbook, and leaves it as it was.
///
/// # Errors
/// If the workbook is damaged, unpacks to too much, or has no sheet.
pub(super) fn read_sheets(file: &mut File) -> io::Result<Option<WorkbookText>> {
    let mut beginning = Vec::new();
    Read::by_ref(file).take(1 << 16).read_to_end(&mut beginning)?;
    file.rewind()?;
    if is_locked_workbook(&beginning, file)? {
        return Err(refused(
            "the Excel workbook has a password; open it, remove the password and save it again",
        ));
    }
    if let Some(kind) = other_spreadsheet(&beginning, file) {
        return Err(refused(kind));
    }
    if !is_workbook(&beginning) {
        return Ok(None);
    }
    let size = file.metadata()?.len();
    let limit = size.saturating_mul(MAX_KEPT_RATIO).max(MIN_KEPT_BYTES);
    check_unpacked_size(file, size, limit)?;
    let mut workbook = Xlsx::new(file).map_err(damaged)?;
    let sheets = workbook.sheets_metadata().iter();
    let worksheets = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let mut tables: Vec<SheetTable> = worksheets
        .map(|sheet| SheetTable {
            name: sheet.name.clone(),
            is_hidden: sheet.visible != SheetVisible::Visible,
            text: Arc::default(),
        })
        .collect();
    tables.sort_by_key(|table| table.is_hidden);
    if tables.first().is_none_or(|table| table.is_hidden) {
        return Err(refused("the Excel workbook has no visible sheet; show the sheet of puzzles"));
    }
    let mut left = limit;
    for (at, table) in tables.iter_mut().enumerate() {
        if at > 0 && table.name == EXPLANATION_SHEET {
            continue;
        }
        let text = sheet_text(&mut workbook, &table.name, left)?;
        left = left.checked_sub(text.len() as u64).ok_or_else(|| too_large(limit))?;
        table.text = text.into();
    }
    let has_text = tables.iter().any(|table| !table.is_hidden && !table.text.is_empty());
    let others = tables.split_off(usize::from(!has_text));
    tables.extend(others.into_iter().filter(|table| !table.text.is_empty()));
    Ok(Some(WorkbookText { sheets: tables }))
}

/// Returns the rows of a sheet as CSV, at most `limit` bytes.
fn sheet_text<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    name: &str,
    limit: u64,
) -> io::Result<Vec<u8>> {
    let Some(columns) = used_columns(workbook, name)? else { return Ok(Vec::new()) };
    let mut text = SheetText { rows: Vec::new(), columns, next_row: 0, limit };
    let mut cells = Vec::new();
    let mut current = 0;
    for_each_cell(workbook, name, |row, column, content| {
        if row != current {
            text.push_row(current, &mut cells)?;
            current = row;
        }
        if cells.len() as u64 == u64::from(MAX_COLUMNS) {
            return Err(damaged(format_args!("row {} has a cell twice", row.saturating_add(1))));
        }
        cells.push((column, content.text()));
        Ok(())
    })?;
    text.push_row(current, &mut cells)?;
    Ok(text.rows)
}

/// Returns true if a file is a workbook with a password: a compound file with a stream of this name
/// in its directory. Leaves the file at its beginning.
fn is_locked_workbook(beginning: &[u8], file: &mut File) -> io::Result<bool> {
    if !beginning.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") || beginning.len() < 512 {
        return Ok(false);
    }
    // The size of a sector as a power of two, and the first sector of the directory.
    let shift = u16::from_le_bytes([beginning[30], beginning[31]]).min(16);
    let sector = [beginning[48], beginning[49], beginning[50], beginning[51]];
    let place = (u64::from(u32::from_le_bytes(sector)) + 1) << shift;
    let mut directory = Vec::new();
    file.seek(SeekFrom::Start(place))?;
    Read::by_ref(file).take(MAX_DIRECTORY_BYTES).read_to_end(&mut directory)?;
    file.rewind()?;
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let has_name = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    Ok(has_name(beginning) || has_name(&directory))
}

/// Names a spreadsheet in a zip archive that cannot be read, and the remedy. Returns `None` for any
/// other file. Leaves the file at its beginning.
fn other_spreadsheet(beginning: &[u8], file: &mut File) -> Option<String> {
    if !beginning.starts_with(b"PK\x03\x04") {
        return None;
    }
    let archive = ZipArchive::new(&mut *file);
    let kind = archive.ok().and_then(|archive| {
        let names: Vec<_> = archive.file_names().flatten().collect();
        let is_binary = names.iter().any(|name| name == "xl/workbook.bin");
        if names.iter().any(|name| name.ends_with(".iwa")) {
            Some("found a document of Apple Numbers; export it as CSV or Excel")
        } else if is_binary {
            Some("found a binary Excel workbook (.xlsb); save it as an Excel workbook (.xlsx)")
        } else {
            None
        }
    });
    // A failure is found again by the next read.
    let _ = file.rewind();
    kind.map(|kind| format!("expected puzzles, {kind}"))
}

/// Unpacks each file of the archive, and checks their sizes and checksums. Sheets are not kept when
/// they are read; the other files together may have `kept_limit` bytes.
fn check_unpacked_size(file: &mut File, size: u64, kept_limit: u64) -> io::Result<()> {
    let limit = size.saturating_mul(MAX_UNPACKED_RATIO).max(MIN_UNPACKED_BYTES);
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    let (mut left, mut kept_left) = (limit, kept_limit);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(damaged)?;
        if is_streamed(&entry.name().map_err(damaged)?) {
            let unpacked = io::copy(&mut entry.take(left + 1), &mut io::sink()).map_err(damaged)?;
            left = left.checked_sub(unpacked).ok_or_else(|| too_large(limit))?;
            continue;
        }
        let mut content = Vec::new();
        entry.take(kept_left + 1).read_to_end(&mut content).map_err(damaged)?;
        let unpacked = content.len() as u64;
        kept_left = kept_left.checked_sub(unpacked).ok_or_else(|| too_large(kept_limit))?;
        check_text_count(&content)?;
    }
    Ok(())
}

/// Returns true for a sheet, whose cells calamine reads one after the other, and for a picture,
/// which it does not read.
fn is_streamed(name: &str) -> bool {
    let name = name.replace('\\', "/").to_ascii_lowercase();
    let folder = name.rsplit('/').nth(1).unwrap_or_default();
    matches!(folder, "worksheets" | "media") && !name.ends_with("/sharedstrings.xml")
}

/// Fails if a file of the archive states more shared texts than its size allows.
fn check_text_count(content: &[u8]) -> io::Result<()> {
    let max = content.len() as u64 / MIN_TEXT_BYTES;
    let mut rest = content;
    while let Some(at) = rest.windows(TEXT_COUNT.len()).position(|word| word == TEXT_COUNT) {
        rest = &rest[at + TEXT_COUNT.len()..];
        let is_before = |byte: &u8| byte.is_ascii_whitespace() || b"=\"'".contains(byte);
        let start = rest.iter().position(|byte| !is_before(byte)).unwrap_or(rest.len());
        let mut count: u64 = 0;
        for digit in rest[start..].iter().take_while(|byte| byte.is_ascii_digit()) {
            count = count.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
        }
        if count > max {
            return Err(damaged(format_args!(
                "expected at most {max} shared texts, found {count}"
            )));
        }
    }
    Ok(())
}

/// Returns the first and the last column with a value, or `None` if the sheet is empty.
fn used_columns<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    sheet: &str,
) -> io::Result<Option<RangeInclusive<u32>>> {
    let mut used: Option<(u32, u32)> = None;
    for_each_cell(workbook, sheet, |_, column, _| {
        let (first, last) = used.unwrap_or((column, column));
        used = Some((first.min(column), last.max(column)));
        Ok(())
    })?;
    Ok(used.map(|(first, last)| first..=last))
}

/// Calls `visit` with row and column of each cell that has a value, and with the cell. Rows and
/// columns are counted from 0.
///
/// # Errors
/// If the sheet is damaged, or a cell lies outside the rows and columns of Excel.
fn for_each_cell<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    sheet: &str,
    mut visit: impl FnMut(u32, u32, &CellContent<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(damaged)?;
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(damaged)? {
        let (row, column) = cell.pos;
        let content = CellContent { value: cell.value, has_formula: cell.formula.is_some() };
        if content.is_empty() {
            continue;
        }
        if row >= MAX_ROWS || column >= MAX_COLUMNS {
            return Err(damaged(format_args!(
                "expected cells up to row {MAX_ROWS} and column {MAX_COLUMNS}, found one in row {} \
                 and column {}",
                row.saturating_add(1),
                column.saturating_add(1)
            )));
        }
        visit(row, column, &content)?;
    }
    Ok(())
}

/// A cell of a sheet.
struct CellContent<'a> {
    value: DataRef<'a>,
    has_formula: bool,
}

impl CellContent<'_> {
    /// Returns true if the cell has neither a value nor a formula.
    fn is_empty(&self) -> bool {
        match &self.value {
            DataRef::Empty => !self.has_formula,
            DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                text.is_empty()
            }
            DataRef::SharedString(text) => text.is_empty(),
            _ => false,
        }
    }

    /// Returns the text in one line.
    fn text(&self) -> String {
        match &self.value {
            DataRef::Empty => FORMULA.to_owned(),
            // A text is none, whatever it says. The apostrophe marks it, as in a spreadsheet.
            value => match cell_text(value) {
                text if text.trim() == FORMULA => format!("'{text}"),
                text => text,
            },
        }
    }
}

/// The rows of a sheet as CSV.
struct SheetText {
    rows: Vec<u8>,
    columns: RangeInclusive<u32>,
    /// The row that follows the last one of the text.
    next_row: u32,
    /// The maximum size of the text.
    limit: u64,
}

impl SheetText {
    /// Appends a row, and the blank rows before it. Takes its cells.
    fn push_row(&mut self, row: u32, cells: &mut Vec<(u32, String)>) -> io::Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        let Some(blank) = row.checked_sub(self.next_row) else {
            return Err(damaged("its rows are not in order"));
        };
        for _ in 0..blank {
            if blank <= MAX_BLANK_ROWS {
                self.push_fields(&mut Vec::new())?;
            } else {
                self.rows.push(b'\n');
            }
        }
        self.next_row = row + 1;
        self.push_fields(cells)
    }

    fn push_fields(&mut self, cells: &mut Vec<(u32, String)>) -> io::Result<()> {
        cells.sort_by_key(|(column, _)| *column);
        let mut cells = cells.drain(..).peekable();
        let end = self.columns.start() + MAX_PADDED_COLUMNS;
        for column in self.columns.clone() {
            if column >= end && cells.peek().is_none() {
                break;
            }
            if column > *self.columns.start() {
                self.rows.push(b',');
            }
            while let Some((_, text)) = cells.next_if(|(at, _)| *at == column) {
                if text.contains([',', ';', '\t', '"']) {
                    write!(self.rows, "\"{}\"", text.replace('"', "\"\""))?
                } else {
                    self.rows.extend(text.as_bytes())
                }
            }
        }
        self.rows.push(b'\n');
        if self.rows.len() as u64 > self.limit {
            return Err(too_large(self.limit));
        }
        Ok(())
    }
}

/// Returns the text of a cell in one line, as Excel saves it in CSV.
fn cell_text(value: &DataRef<'_>) -> String {
    let in_line = |text: &str| text.replace(['\r', '\n'], " ");
    match value {
        DataRef::Empty => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            in_line(text)
        }
        DataRef::SharedString(text) => in_line(text),
        DataRef::Int(number) => number.to_string(),
        // A puzzle that became a number has lost its digits; its exponent tells.
        DataRef::Float(number) if number.abs() >= MAX_EXACT_NUMBER => format!("{number:E}"),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(time) => time_text(*time),
        DataRef::Error(error) => error.to_string(),
    }
}

/// Returns a date as `YYYY-MM-DD`, and a time or a duration as `08:00`. A number that is neither
/// stays one: Excel has another calendar before March 1900.
fn time_text(time: ExcelDateTime) -> String {
    let days = time.as_f64();
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    if days <= 0.0 || days >= DAYS_END {
        days.to_string()
    } else if time.is_duration() || days < 1.0 {
        clock_text(days)
    } else if (year, month) < (1900, 3) {
        days.to_string()
    } else {
        format!("{year:04}-{month:02}-{day:02}")
    }
}

/// Returns a number of days as hours, minutes and, if there are any, seconds.
fn clock_text(days: f64) -> String {
    let seconds = (days * 86_400.0).round() as u64;
    let text = format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    if seconds.is_multiple_of(60) { text } else { format!("{text}:{:02}", seconds % 60) }
}

fn damaged(reason: impl ToString) -> io::Error {
    refused(clause!("the Excel workbook is damaged or cut off: {}", reason.to_string()))
}

fn too_large(limit: u64) -> io::Error {
    refused(clause!(
        "the Excel workbook unpacks to more than {} MiB, much more than its size; save the sheet of \
         puzzles as \"CSV UTF-8\"",
        limit >> 20,
    ))
}

fn refused(message: impl Into<Clause>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    #[test]
    fn times_and_early_days_are_no_dates() {
        for (days, kind, is_1904, text) in [
            (46_084.0, DateTime, false, "2026-03-03"),
            (46_084.75, DateTime, false, "2026-03-03"),
            (61.0, DateTime, false, "1900-03-01"),
            (1.0, DateTime, true, "1904-01-02"),
            (8.0 / 24.0, DateTime, false, "08:00"),
            (0.5 + 5.0 / 86_400.0, DateTime, false, "12:00:05"),
            (1.25, TimeDelta, false, "30:00"),
            (60.0, DateTime, false, "60"),
            (1.25, DateTime, false, "1.25"),
            (0.0, DateTime, false, "0"),
            (-2.0, TimeDelta, false, "-2"),
            (2_958_466.0, DateTime, false, "2958466"),
        ] {
            assert_eq!(time_text(ExcelDateTime::new(days, kind, is_1904)), text);
        }
    }
}
