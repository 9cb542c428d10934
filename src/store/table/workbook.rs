//! Writes a catalogue as an Excel workbook, row by row: a sheet of puzzles with a frozen header,
//! and a sheet that explains the columns.
//!
//! A workbook is a zip archive of XML files (ECMA-376). The sheet of puzzles is the last file, and
//! the sizes follow each file, so no file is kept in memory and the output need not be seekable.
//! No file has a time or a name of a program: the same rows give the same bytes.

use super::columns::{CatalogColumns, ColumnType, FieldValue};
use super::gzip::{Deflated, Deflater};
use crate::make::entry::Entry;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The maximum number of puzzles in a workbook: a sheet has 1,048,576 rows, and one is the header.
pub const MAX_WORKBOOK_PUZZLES: u64 = (1 << 20) - 1;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PUZZLES_SHEET: &str = "xl/worksheets/sheet1.xml";

/// Indices of `cellXfs` in the styles: the header, and text that stays text when a user edits it.
const HEADER_STYLE: u8 = 1;
const TEXT_STYLE: u8 = 2;

/// 1 January 1980, the first day of a zip archive, in its own form.
const FIRST_ZIP_DAY: u16 = 0x21;

/// A writer of a workbook.
pub(super) struct WorkbookWriter<W: Write> {
    sheet: Deflater<W>,
    /// The files before the sheet of puzzles, and the offset of the sheet.
    files: Vec<ZipEntry>,
    offset: u64,
    columns: CatalogColumns,
    rows: u64,
    /// The text of the current row. It is kept to reuse its memory.
    row: String,
}

/// A finished file of the archive.
struct ZipEntry {
    name: &'static str,
    crc: u32,
    compressed: u32,
    plain: u32,
    offset: u32,
}

impl<W: Write> WorkbookWriter<W> {
    pub fn new(mut out: W, columns: CatalogColumns) -> io::Result<Self> {
        let (mut files, mut offset) = (Vec::new(), 0);
        for (name, text) in small_files(&columns) {
            write_local_header(&mut out, name)?;
            let mut deflater = Deflater::new(out);
            deflater.write_all(text.as_bytes())?;
            out = end_entry(deflater, name, &mut offset, &mut files)?;
        }
        write_local_header(&mut out, PUZZLES_SHEET)?;
        let mut sheet = Deflater::new(out);
        sheet.write_all(sheet_begin(&widths(&columns), true).as_bytes())?;
        let mut row = String::new();
        append_row(&mut row, 1, columns.names().into_iter().map(|name| (name, HEADER_STYLE, true)));
        sheet.write_all(row.as_bytes())?;
        Ok(Self { sheet, files, offset, columns, rows: 0, row })
    }

    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        if self.rows == MAX_WORKBOOK_PUZZLES {
            let message = format!("an Excel sheet holds at most {MAX_WORKBOOK_PUZZLES} puzzles");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.rows += 1;
        let cell = |column: &super::columns::CatalogColumn| {
            let value = column.value(entry);
            // Excel keeps 15 digits of a number; a seed has up to 20.
            let is_text = column.column_type == ColumnType::Unsigned
                || !matches!(value, FieldValue::Whole(_) | FieldValue::Tenths(_));
            (value.text(), if is_text { TEXT_STYLE } else { 0 }, is_text)
        };
        self.row.clear();
        append_row(&mut self.row, self.rows + 1, self.columns.iter().map(cell));
        self.sheet.write_all(self.row.as_bytes())
    }

    /// Writes the end of the sheet and the directory of the archive, and returns the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.sheet.write_all(SHEET_END.as_bytes())?;
        let mut out = end_entry(self.sheet, PUZZLES_SHEET, &mut self.offset, &mut self.files)?;
        write_directory(&mut out, &self.files, self.offset)?;
        Ok(out)
    }
}

/// Returns the files that do not depend on the puzzles, with their names.
fn small_files(columns: &CatalogColumns) -> Vec<(&'static str, String)> {
    let content_types = format!(
        "{XML}<Types xmlns=\"{PACKAGE}/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{SHEET_TYPE}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{SHEET_TYPE}.styles+xml\"/>\
         <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{SHEET_TYPE}.worksheet+xml\"/>\
         <Override PartName=\"/xl/worksheets/sheet2.xml\" ContentType=\"{SHEET_TYPE}.worksheet+xml\"/>\
         </Types>"
    );
    let links = format!(
        "{XML}<Relationships xmlns=\"{PACKAGE}/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/>\
         </Relationships>"
    );
    let workbook = format!(
        "{XML}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><bookViews><workbookView/></bookViews>\
         <sheets><sheet name=\"puzzles\" sheetId=\"1\" r:id=\"rId1\"/>\
         <sheet name=\"columns\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>"
    );
    let workbook_links = format!(
        "{XML}<Relationships xmlns=\"{PACKAGE}/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
         <Relationship Id=\"rId2\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet2.xml\"/>\
         <Relationship Id=\"rId3\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/>\
         </Relationships>"
    );
    let font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/>";
    let xf = "fillId=\"0\" borderId=\"0\" xfId=\"0\"";
    let styles = format!(
        "{XML}<styleSheet xmlns=\"{MAIN}\">\
         <fonts count=\"2\"><font>{font}</font><font><b/>{font}</font></fonts>\
         <fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>\
         <fill><patternFill patternType=\"gray125\"/></fill></fills>\
         <borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
         <cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>\
         <cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\" {xf}/>\
         <xf numFmtId=\"0\" fontId=\"1\" {xf} applyFont=\"1\"/>\
         <xf numFmtId=\"49\" fontId=\"0\" {xf} applyNumberFormat=\"1\"/></cellXfs>\
         <cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    );
    vec![
        ("[Content_Types].xml", content_types),
        ("_rels/.rels", links),
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", workbook_links),
        ("xl/styles.xml", styles),
        ("xl/worksheets/sheet2.xml", explanation_sheet(columns)),
    ]
}

/// Returns the sheet with a row for each column: its name, its meaning and its allowed values.
fn explanation_sheet(columns: &CatalogColumns) -> String {
    let mut sheet = sheet_begin(&[16, 90, 60], false);
    let header = ["column", "meaning", "values"];
    append_row(&mut sheet, 1, header.into_iter().map(|name| (name, HEADER_STYLE, true)));
    for (number, column) in (2..).zip(columns.iter()) {
        let values = column.column_type.to_string();
        let cells = [column.name, column.about, &values];
        append_row(&mut sheet, number, cells.into_iter().map(|text| (text, TEXT_STYLE, true)));
    }
    sheet + SHEET_END
}

const SHEET_END: &str = "</sheetData></worksheet>";

/// Returns a sheet up to its first row, which stays in view.
fn sheet_begin(widths: &[usize], is_selected: bool) -> String {
    let mut text = format!(
        "{XML}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView{} workbookViewId=\"0\">\
         <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
         </sheetView></sheetViews><cols>",
        if is_selected { " tabSelected=\"1\"" } else { "" }
    );
    for (number, width) in (1..).zip(widths) {
        let _ = write!(
            text,
            "<col min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\"/>"
        );
    }
    text + "</cols><sheetData>"
}

/// Returns the widths of the columns in characters.
fn widths(columns: &CatalogColumns) -> Vec<usize> {
    let width = |name: &str| match name {
        "puzzle" | "solution" | "canonical" => 92,
        _ => name.len().max(10) + 2,
    };
    columns.names().into_iter().map(width).collect()
}

/// Appends a row of cells, each with its text, its style, and true if it is text.
fn append_row<T: AsRef<str>>(
    sheet: &mut String,
    number: u64,
    cells: impl Iterator<Item = (T, u8, bool)>,
) {
    let _ = write!(sheet, "<row r=\"{number}\">");
    for (index, (text, style, is_text)) in cells.enumerate() {
        sheet.push_str("<c r=\"");
        push_column_letters(sheet, index);
        let _ = write!(sheet, "{number}\" s=\"{style}\"");
        sheet.push_str(if is_text { " t=\"inlineStr\"><is><t>" } else { "><v>" });
        for c in text.as_ref().chars() {
            match c {
                '&' => sheet.push_str("&amp;"),
                '<' => sheet.push_str("&lt;"),
                '>' => sheet.push_str("&gt;"),
                c => sheet.push(c),
            }
        }
        sheet.push_str(if is_text { "</t></is></c>" } else { "</v></c>" });
    }
    sheet.push_str("</row>");
}

/// Appends the name of a column of a sheet: A to Z, then AA.
fn push_column_letters(text: &mut String, index: usize) {
    if index >= 26 {
        push_column_letters(text, index / 26 - 1);
    }
    text.push(char::from(b'A' + (index % 26) as u8));
}

/// Writes the fields that a file has both in front of it and in the directory, up to its checksum:
/// version 2.0, sizes after the file, deflate, no time.
fn write_common_fields(out: &mut impl Write) -> io::Result<()> {
    for field in [20, 1 << 3, 8, 0, FIRST_ZIP_DAY] {
        out.write_all(&field.to_le_bytes())?;
    }
    Ok(())
}

/// Writes the header in front of a file, without its sizes.
fn write_local_header(out: &mut impl Write, name: &str) -> io::Result<()> {
    out.write_all(b"PK\x03\x04")?;
    write_common_fields(out)?;
    out.write_all(&[0; 12])?;
    out.write_all(&(name.len() as u16).to_le_bytes())?;
    out.write_all(&0_u16.to_le_bytes())?;
    out.write_all(name.as_bytes())
}

/// Writes the end of a file, and its sizes after it. `offset` moves from its header to its end.
fn end_entry<W: Write>(
    deflater: Deflater<W>,
    name: &'static str,
    offset: &mut u64,
    files: &mut Vec<ZipEntry>,
) -> io::Result<W> {
    let Deflated { mut out, crc, compressed, plain } = deflater.finish()?;
    let size = |bytes: u64| {
        u32::try_from(bytes).map_err(|_| io::Error::other("a workbook has at most 4 GB"))
    };
    let entry = ZipEntry {
        name,
        crc: crc.sum(),
        compressed: size(compressed)?,
        plain: size(plain)?,
        offset: size(*offset)?,
    };
    out.write_all(b"PK\x07\x08")?;
    write_sizes(&mut out, &entry)?;
    *offset += 30 + name.len() as u64 + compressed + 16;
    files.push(entry);
    Ok(out)
}

fn write_sizes(out: &mut impl Write, entry: &ZipEntry) -> io::Result<()> {
    for field in [entry.crc, entry.compressed, entry.plain] {
        out.write_all(&field.to_le_bytes())?;
    }
    Ok(())
}

/// Writes the directory of the archive, which begins at `begin`.
fn write_directory(out: &mut impl Write, files: &[ZipEntry], begin: u64) -> io::Result<()> {
    let mut directory = Vec::new();
    for entry in files {
        directory.write_all(b"PK\x01\x02\x14\0")?;
        write_common_fields(&mut directory)?;
        write_sizes(&mut directory, entry)?;
        directory.write_all(&(entry.name.len() as u16).to_le_bytes())?;
        // No extra field, comment, disk and attributes.
        directory.write_all(&[0; 12])?;
        directory.write_all(&entry.offset.to_le_bytes())?;
        directory.write_all(entry.name.as_bytes())?;
    }
    let begin =
        u32::try_from(begin).map_err(|_| io::Error::other("a workbook has at most 4 GB"))?;
    out.write_all(&directory)?;
    out.write_all(b"PK\x05\x06\0\0\0\0")?;
    let count = (files.len() as u16).to_le_bytes();
    out.write_all(&[count, count].concat())?;
    out.write_all(&(directory.len() as u32).to_le_bytes())?;
    out.write_all(&begin.to_le_bytes())?;
    out.write_all(&0_u16.to_le_bytes())
}
