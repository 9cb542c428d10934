//! Writes an Excel workbook: a sheet of rows with a frozen header, and a sheet that explains its
//! columns. A cell may have a picture.
//!
//! A workbook is a zip archive of XML files (ECMA-376). Rows without pictures are written as they
//! come, so they take no memory. No file of the archive has a time or the name of a program: the
//! same rows give the same bytes.

use super::catalog_columns::CatalogColumns;
use super::column::{ColumnHead, ColumnType, FieldValue};
use std::fmt::Write as _;
use std::io::{self, Write};
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The maximum number of rows below the header: a sheet has 1,048,576 rows.
pub(super) const MAX_WORKBOOK_PUZZLES: u64 = (1 << 20) - 1;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const DRAWING: &str = "http://schemas.openxmlformats.org/drawingml/2006";
const OFFICE_TYPE: &str = "application/vnd.openxmlformats-officedocument";
const SHEET: &str = "xl/worksheets/sheet1.xml";
/// The name of the sheet that explains the columns.
pub(super) const EXPLANATION_SHEET: &str = "columns";
const SHEET_END: &str = "</sheetData></worksheet>";
const ROW_END: &str = "</row>";

/// Indices of `cellXfs` in the styles: numbers, the header, and text that stays text when a user
/// edits it.
const NUMBER_STYLE: u8 = 0;
const HEADER_STYLE: u8 = 1;
const TEXT_STYLE: u8 = 2;

/// The side of a picture in points. Its row is a little higher.
const PICTURE_SIDE: u32 = 96;
/// The space around a picture in points.
const PICTURE_MARGIN: u32 = 2;
/// The widths of columns, in digits of the default font.
const PICTURE_WIDTH: usize = 19;
const GRID_WIDTH: usize = 92;
const TEXT_WIDTH: usize = 14;
/// The unit of DrawingML: English Metric Units in a point.
const EMU_PER_POINT: u32 = 12_700;

/// A writer of a workbook.
pub(super) struct WorkbookWriter<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    /// The sheet so far, if there may be pictures. They are files of their own, so the sheet waits
    /// for the last of them.
    sheet: Option<Vec<u8>>,
    /// Row and column of each picture, counted from 0.
    pictures: Vec<(u64, usize)>,
    rows: u64,
    /// The texts of the current row and of its current cell. They are kept to reuse their memory.
    row: String,
    cell: String,
}

impl<W: Write> WorkbookWriter<W> {
    /// Starts a workbook with these columns.
    pub fn new(out: W, columns: &[ColumnHead]) -> io::Result<Self> {
        let has_pictures = columns.iter().any(|column| column.column_type == ColumnType::Picture);
        let mut zip = ZipWriter::new_stream(out);
        for (name, text) in small_files(columns, has_pictures) {
            write_file(&mut zip, name, CompressionMethod::Deflated, text.as_bytes())?;
        }
        let sheet = if has_pictures {
            Some(Vec::new())
        } else {
            start_file(&mut zip, SHEET, CompressionMethod::Deflated)?;
            None
        };
        let mut row = sheet_begin(columns.iter().map(width), true);
        push_text_row(&mut row, 1, HEADER_STYLE, columns.iter().map(|column| &*column.name));
        let (pictures, cell) = (Vec::new(), String::new());
        let mut workbook = Self { zip, sheet, pictures, rows: 0, row, cell };
        workbook.write_sheet()?;
        Ok(workbook)
    }

    /// Writes a row: a value for each column.
    pub fn write(
        &mut self,
        columns: &[ColumnHead],
        values: impl Iterator<Item = FieldValue>,
    ) -> io::Result<()> {
        if self.rows == MAX_WORKBOOK_PUZZLES {
            let message = format!("an Excel sheet holds at most {MAX_WORKBOOK_PUZZLES} puzzles");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.rows += 1;
        let number = self.rows + 1;
        self.row.clear();
        let height = self.sheet.is_some().then_some(PICTURE_SIDE + 2 * PICTURE_MARGIN);
        begin_row(&mut self.row, number, height);
        for (index, (column, value)) in columns.iter().zip(values).enumerate() {
            if let FieldValue::Picture(png) = &value {
                self.pictures.push((self.rows, index));
                let path = format!("xl/media/{}", picture_name(self.pictures.len()));
                write_file(&mut self.zip, &path, CompressionMethod::Stored, png)?;
            }
            self.cell.clear();
            value.write(&mut self.cell);
            // Excel keeps 15 digits of a number; a seed has up to 20.
            let is_number = value.is_number() && column.column_type != ColumnType::Unsigned;
            let style = if is_number { NUMBER_STYLE } else { TEXT_STYLE };
            push_cell(&mut self.row, number, index, style, &self.cell);
        }
        self.row.push_str(ROW_END);
        self.write_sheet()
    }

    /// Writes the end of the sheet and the directory of the archive, and returns the writer.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(mut sheet) = self.sheet.take() {
            let end = "</sheetData><drawing r:id=\"rId1\"/></worksheet>";
            sheet.extend_from_slice(end.as_bytes());
            write_file(&mut self.zip, SHEET, CompressionMethod::Deflated, &sheet)?;
            for (name, text) in drawing_files(&self.pictures) {
                write_file(&mut self.zip, name, CompressionMethod::Deflated, text.as_bytes())?;
            }
        } else {
            self.zip.write_all(SHEET_END.as_bytes())?;
        }
        Ok(self.zip.finish().map_err(zip_error)?.into_inner())
    }

    /// Writes the current row to the sheet.
    fn write_sheet(&mut self) -> io::Result<()> {
        match &mut self.sheet {
            Some(sheet) => sheet.write_all(self.row.as_bytes()),
            None => self.zip.write_all(self.row.as_bytes()),
        }
    }
}

fn zip_error(e: ZipError) -> io::Error {
    match e {
        ZipError::Io(e) => e,
        e => io::Error::other(format!("the Excel workbook cannot be written: {e}")),
    }
}

/// Starts a file of the archive, with the first day of zip archives as its time.
fn start_file<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    name: &str,
    method: CompressionMethod,
) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(DateTime::DEFAULT);
    zip.start_file(name, options).map_err(zip_error)
}

fn write_file<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    name: &str,
    method: CompressionMethod,
    bytes: &[u8],
) -> io::Result<()> {
    start_file(zip, name, method)?;
    zip.write_all(bytes)
}

/// Returns the files that do not depend on the rows, with their names.
fn small_files(columns: &[ColumnHead], has_pictures: bool) -> Vec<(&'static str, String)> {
    let of_pictures = if has_pictures {
        format!(
            "<Default Extension=\"png\" ContentType=\"image/png\"/>\
             <Override PartName=\"/xl/drawings/drawing1.xml\" \
             ContentType=\"{OFFICE_TYPE}.drawing+xml\"/>"
        )
    } else {
        String::new()
    };
    let content_types = format!(
        "{XML}<Types xmlns=\"{PACKAGE}/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         {of_pictures}\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{OFFICE_TYPE}.spreadsheetml.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{OFFICE_TYPE}.spreadsheetml.styles+xml\"/>\
         <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{OFFICE_TYPE}.spreadsheetml.worksheet+xml\"/>\
         <Override PartName=\"/xl/worksheets/sheet2.xml\" ContentType=\"{OFFICE_TYPE}.spreadsheetml.worksheet+xml\"/>\
         </Types>"
    );
    let links = relationships([("officeDocument", "xl/workbook.xml".to_owned())]);
    let workbook = format!(
        "{XML}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><bookViews><workbookView/></bookViews>\
         <sheets><sheet name=\"puzzles\" sheetId=\"1\" r:id=\"rId1\"/>\
         <sheet name=\"{EXPLANATION_SHEET}\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>"
    );
    let workbook_links = relationships([
        ("worksheet", "worksheets/sheet1.xml".to_owned()),
        ("worksheet", "worksheets/sheet2.xml".to_owned()),
        ("styles", "styles.xml".to_owned()),
    ]);
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

/// Returns the file that links a file to others: the kind and the path of each, with the
/// identifiers `rId1`, `rId2` and so on.
fn relationships(links: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut text = format!("{XML}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for (number, (kind, target)) in (1..).zip(links) {
        let _ = write!(
            text,
            "<Relationship Id=\"rId{number}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>"
        );
    }
    text + "</Relationships>"
}

fn picture_name(number: usize) -> String {
    format!("image{number}.png")
}

/// Returns the drawing with all pictures, and the files that link the sheet to the drawing, and the
/// drawing to the pictures.
fn drawing_files(pictures: &[(u64, usize)]) -> [(&'static str, String); 3] {
    let mut drawing = format!(
        "{XML}<xdr:wsDr xmlns:xdr=\"{DRAWING}/spreadsheetDrawing\" xmlns:a=\"{DRAWING}/main\" \
         xmlns:r=\"{OFFICE}\">"
    );
    let (begin, end) =
        (PICTURE_MARGIN * EMU_PER_POINT, (PICTURE_MARGIN + PICTURE_SIDE) * EMU_PER_POINT);
    let side = PICTURE_SIDE * EMU_PER_POINT;
    for (number, (row, column)) in (1..).zip(pictures) {
        let corner = |name: &str, offset: u32| {
            format!(
                "<xdr:{name}><xdr:col>{column}</xdr:col><xdr:colOff>{offset}</xdr:colOff>\
                 <xdr:row>{row}</xdr:row><xdr:rowOff>{offset}</xdr:rowOff></xdr:{name}>"
            )
        };
        let _ = write!(
            drawing,
            "<xdr:twoCellAnchor editAs=\"oneCell\">{}{}<xdr:pic><xdr:nvPicPr>\
             <xdr:cNvPr id=\"{number}\" name=\"Picture {number}\"/><xdr:cNvPicPr>\
             <a:picLocks noChangeAspect=\"1\"/></xdr:cNvPicPr></xdr:nvPicPr>\
             <xdr:blipFill><a:blip r:embed=\"rId{number}\"/><a:stretch><a:fillRect/></a:stretch>\
             </xdr:blipFill><xdr:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/>\
             <a:ext cx=\"{side}\" cy=\"{side}\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/>\
             </a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>",
            corner("from", begin),
            corner("to", end),
        );
    }
    drawing += "</xdr:wsDr>";
    let of_sheet = relationships([("drawing", "../drawings/drawing1.xml".to_owned())]);
    let media = (1..=pictures.len()).map(|n| ("image", format!("../media/{}", picture_name(n))));
    [
        ("xl/drawings/drawing1.xml", drawing),
        ("xl/drawings/_rels/drawing1.xml.rels", relationships(media)),
        ("xl/worksheets/_rels/sheet1.xml.rels", of_sheet),
    ]
}

/// Returns the sheet with a row for each column: its name, its meaning and its allowed values.
fn explanation_sheet(columns: &[ColumnHead]) -> String {
    let mut sheet = sheet_begin([16, 90, 60], false);
    push_text_row(&mut sheet, 1, HEADER_STYLE, ["column", "meaning", "values"]);
    for (number, column) in (2..).zip(columns) {
        let values = column.column_type.to_string();
        push_text_row(&mut sheet, number, TEXT_STYLE, [&*column.name, column.about, &*values]);
    }
    sheet + SHEET_END
}

/// Returns the width of a column in digits of the default font.
fn width(column: &ColumnHead) -> usize {
    match (&*column.name, &column.column_type) {
        (_, ColumnType::Picture) => PICTURE_WIDTH,
        ("puzzle" | "solution" | "canonical" | CatalogColumns::LINK, _) => GRID_WIDTH,
        (_, ColumnType::Any(_) | ColumnType::Count(_) | ColumnType::OptionalNumber(_)) => {
            TEXT_WIDTH
        }
        (name, _) => name.len().max(10) + 2,
    }
}

/// Returns a sheet up to its first row, which stays in view.
fn sheet_begin(widths: impl IntoIterator<Item = usize>, is_selected: bool) -> String {
    let mut text = format!(
        "{XML}<worksheet xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheetViews><sheetView{} \
         workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" \
         state=\"frozen\"/></sheetView></sheetViews><cols>",
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

/// Appends a row of texts.
fn push_text_row<'a>(
    sheet: &mut String,
    number: u64,
    style: u8,
    texts: impl IntoIterator<Item = &'a str>,
) {
    begin_row(sheet, number, None);
    for (index, text) in texts.into_iter().enumerate() {
        push_cell(sheet, number, index, style, text);
    }
    sheet.push_str(ROW_END);
}

/// Appends the begin of a row. `height` is in points.
fn begin_row(sheet: &mut String, number: u64, height: Option<u32>) {
    let _ = write!(sheet, "<row r=\"{number}\"");
    if let Some(height) = height {
        let _ = write!(sheet, " ht=\"{height}\" customHeight=\"1\"");
    }
    sheet.push('>');
}

/// Appends a cell of a row and a column. A cell without text is left out.
fn push_cell(sheet: &mut String, number: u64, index: usize, style: u8, text: &str) {
    if text.is_empty() {
        return;
    }
    let is_text = style != NUMBER_STYLE;
    sheet.push_str("<c r=\"");
    push_column_letters(sheet, index);
    let _ = write!(sheet, "{number}\" s=\"{style}\"");
    sheet.push_str(if is_text { " t=\"inlineStr\"><is><t>" } else { "><v>" });
    for c in text.chars() {
        match c {
            '&' => sheet.push_str("&amp;"),
            '<' => sheet.push_str("&lt;"),
            '>' => sheet.push_str("&gt;"),
            // XML has no other control characters.
            c if c < ' ' && !matches!(c, '\t' | '\n') => sheet.push('\u{fffd}'),
            c => sheet.push(c),
        }
    }
    sheet.push_str(if is_text { "</t></is></c>" } else { "</v></c>" });
}

/// Appends the name of a column of a sheet: A to Z, then AA.
fn push_column_letters(text: &mut String, index: usize) {
    if index >= 26 {
        push_column_letters(text, index / 26 - 1);
    }
    text.push(char::from(b'A' + (index % 26) as u8));
}
