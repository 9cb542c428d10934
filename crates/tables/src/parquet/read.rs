//! Reads Parquet in batches of rows. Nested columns and lists are ignored.

use crate::format::error::{ReadError, no_puzzle_column};
use crate::header::TableHeader;
use crate::row::{Ready, TableRow};
use csv::StringRecord;
use parquet::basic::{ConvertedType, Encoding, LogicalType};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::sync::Arc;
use words::Clause;

/// Number of rows in a batch.
const ROWS_PER_BATCH: usize = 256;

/// Returns true if a seekable file is Parquet. Leaves the file at its beginning.
pub(crate) fn is_parquet(file: &mut File) -> io::Result<bool> {
    let mut begin = [0; 4];
    let is = file.read_exact(&mut begin).is_ok() && begin == *b"PAR1";
    file.rewind()?;
    Ok(is)
}

/// A reader of the rows of a Parquet file.
pub(crate) struct ParquetReader {
    file: SerializedFileReader<File>,
    names: Vec<String>,
    header: Arc<TableHeader>,
    /// The column of the puzzles, if the user named it.
    column: Option<String>,
    /// The reason why the column of the puzzles is ambiguous.
    unclear: Option<Clause>,
    /// The index of each column in the file, and true if its numbers are unsigned.
    columns: Vec<(usize, bool)>,
    /// The current row group.
    group: usize,
    readers: Vec<ColumnReader>,
    /// Number of unread rows in the group.
    left: usize,
    /// Number of rows read so far.
    row: u64,
}

impl ParquetReader {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let file = SerializedFileReader::new(file).map_err(damage_error)?;
        let (mut names, mut columns) = (Vec::new(), Vec::new());
        let schema = file.metadata().file_metadata().schema_descr();
        for (at, column) in schema.columns().iter().enumerate() {
            if column.max_rep_level() == 0 && column.path().parts().len() == 1 {
                names.push(column.name().trim().to_owned());
                columns.push((at, is_unsigned(column)));
            }
        }
        let mut rows = Self {
            header: Arc::default(),
            names,
            column: None,
            unclear: None,
            columns,
            file,
            group: 0,
            readers: Vec::new(),
            left: 0,
            row: 0,
        };
        rows.name_puzzles(None);
        Ok(rows)
    }

    /// Selects the column of the puzzles.
    pub(crate) fn name_puzzles(&mut self, column: Option<&str>) {
        let header = match TableHeader::new(self.names.clone(), column) {
            Ok(header) => header,
            Err(reason) => {
                self.unclear = Some(reason);
                TableHeader::with_puzzle(self.names.clone(), None)
            }
        };
        self.header = Arc::new(header);
        self.column = column.map(str::to_owned);
    }

    pub(crate) fn header(&self) -> &TableHeader {
        &self.header
    }

    pub(crate) fn has_buffered(&self) -> bool {
        self.left > 0 || self.group < self.file.num_row_groups()
    }

    /// Reads a batch of rows. Returns false at the end.
    pub(crate) fn advance(&mut self, ready: &mut Ready) -> io::Result<bool> {
        if self.header.puzzle.is_none() {
            let names = self.header.names();
            let reason = self.unclear.take();
            let reason = reason.unwrap_or_else(|| no_puzzle_column(self.column.as_deref(), names));
            ready.push_back(Err(ReadError::in_line(1, reason)));
            return Ok(false);
        }
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(false);
            }
            self.next_group().map_err(damage_error)?;
        }
        let wanted = self.left.min(ROWS_PER_BATCH);
        let mut fields = Vec::with_capacity(self.columns.len());
        for (reader, (_, unsigned)) in self.readers.iter_mut().zip(&self.columns) {
            let values = read_values(reader, wanted, *unsigned).map_err(damage_error)?;
            if values.len() != wanted {
                return Err(damage_error(general_error(
                    "its columns have different numbers of rows",
                )));
            }
            fields.push(values.into_iter());
        }
        for _ in 0..wanted {
            let row = fields.iter_mut().map(|values| values.next().unwrap_or_default());
            let row = StringRecord::from_byte_record_lossy(row.collect());
            self.row += 1;
            ready.push_back(Ok(TableRow::from_fields(self.row, &mut self.header, row)));
        }
        self.left -= wanted;
        Ok(true)
    }

    fn next_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.group)?;
        self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        self.readers.clear();
        for &(at, _) in &self.columns {
            let about = group.metadata().column(at);
            if !is_in_file(about) {
                return Err(general_error("a column lies outside the file"));
            }
            let pages =
                CheckedPages { pages: group.get_column_page_reader(at)?, dictionary: false };
            self.readers.push(get_column_reader(about.column_descr_ptr(), Box::new(pages)));
        }
        self.group += 1;
        Ok(())
    }
}

fn general_error(words: &str) -> ParquetError {
    ParquetError::General(words.to_owned())
}

/// The pages of a column. Checks for a missing dictionary, because the crate would panic.
struct CheckedPages {
    pages: Box<dyn PageReader>,
    dictionary: bool,
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        let page = self.pages.get_next_page()?;
        match &page {
            Some(Page::DictionaryPage { .. }) => self.dictionary = true,
            Some(Page::DataPage { encoding, .. } | Page::DataPageV2 { encoding, .. }) => {
                let needs =
                    matches!(encoding, Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY);
                if needs && !self.dictionary {
                    return Err(general_error("a page needs a dictionary that is not there"));
                }
            }
            None => {}
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>, ParquetError> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<(), ParquetError> {
        self.pages.skip_next_page()
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// Checks the offsets of a column, because the crate would panic on negative numbers.
fn is_in_file(column: &ColumnChunkMetaData) -> bool {
    let data = column.data_page_offset();
    let begin = column.dictionary_page_offset().unwrap_or(data);
    [begin, data, column.compressed_size()].iter().all(|n| (0..=i64::MAX / 2).contains(n))
}

fn is_unsigned(column: &ColumnDescriptor) -> bool {
    use ConvertedType::{UINT_8, UINT_16, UINT_32, UINT_64};
    let logical = column.logical_type_ref();
    matches!(logical, Some(LogicalType::Integer(integer)) if !integer.is_signed)
        || matches!(column.converted_type(), UINT_8 | UINT_16 | UINT_32 | UINT_64)
}

/// Reads the next values of a column as text, at most `wanted` of them.
fn read_values(
    reader: &mut ColumnReader,
    wanted: usize,
    unsigned: bool,
) -> Result<Vec<Vec<u8>>, ParquetError> {
    match reader {
        ColumnReader::ByteArrayColumnReader(r) => read_batch(r, wanted, |v| v.data().to_vec()),
        ColumnReader::FixedLenByteArrayColumnReader(r) => {
            read_batch(r, wanted, |v| v.data().to_vec())
        }
        ColumnReader::BoolColumnReader(r) => read_batch(r, wanted, as_text),
        ColumnReader::Int32ColumnReader(r) if unsigned => {
            read_batch(r, wanted, |v| as_text(&(*v as u32)))
        }
        ColumnReader::Int32ColumnReader(r) => read_batch(r, wanted, as_text),
        ColumnReader::Int64ColumnReader(r) if unsigned => {
            read_batch(r, wanted, |v| as_text(&(*v as u64)))
        }
        ColumnReader::Int64ColumnReader(r) => read_batch(r, wanted, as_text),
        ColumnReader::Int96ColumnReader(r) => read_batch(r, wanted, |_| Vec::new()),
        ColumnReader::FloatColumnReader(r) => read_batch(r, wanted, as_text),
        ColumnReader::DoubleColumnReader(r) => read_batch(r, wanted, as_text),
    }
}

fn as_text(value: &impl Debug) -> Vec<u8> {
    format!("{value:?}").into_bytes()
}

fn read_batch<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    wanted: usize,
    text: impl Fn(&T::T) -> Vec<u8>,
) -> Result<Vec<Vec<u8>>, ParquetError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let mut rows = 0;
    while rows < wanted {
        let (read, ..) =
            reader.read_records(wanted - rows, Some(&mut levels), None, &mut values)?;
        if read == 0 {
            break;
        }
        rows += read;
    }
    let mut values = values.iter().map(text);
    // An optional column has a definition level for each row: 1 if there is a value.
    Ok(if levels.is_empty() {
        values.collect()
    } else {
        let mut there = |level| if level == 0 { None } else { values.next() };
        levels.into_iter().map(|l| there(l).unwrap_or_default()).collect()
    })
}

fn damage_error(e: ParquetError) -> io::Error {
    let e = super::io_error(e);
    if e.raw_os_error().is_some() {
        return e;
    }
    let words = format!("the Parquet file is damaged or cut off: {e}");
    io::Error::new(io::ErrorKind::InvalidData, words)
}
