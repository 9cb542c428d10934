//! Writes entries as Parquet, in typed columns.

use super::io_error;
use crate::table::columns::{CatalogColumn, CatalogColumns, ColumnType, csv_row};
use engine::make::entry::Entry;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// Number of rows in a group. A group is kept in memory until it is full: about 40 MB.
const ROWS_PER_GROUP: usize = 100_000;

/// Number of values passed to the crate at once.
const VALUES_PER_BATCH: usize = 1024;

/// A writer of a Parquet file, row by row.
pub(crate) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: CatalogColumns,
    /// The values of the current row group, column by column.
    values: Vec<ColumnValues>,
    rows: usize,
    /// The number of rows of all groups.
    all_rows: u64,
}

/// The values of a column in the current row group.
enum ColumnValues {
    /// The texts joined together, and the end offset of each.
    Text(Vec<u8>, Vec<usize>),
    Small(Vec<i32>),
    Large(Vec<i64>),
    Real(Vec<f64>),
}

impl ColumnValues {
    /// Returns an empty buffer for a column, with its types in the file.
    fn for_type(column_type: &ColumnType) -> (Self, Physical, Option<LogicalType>) {
        match column_type {
            ColumnType::Text(_) | ColumnType::Word(_) => {
                let none = Self::Text(Vec::new(), Vec::new());
                (none, Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
            ColumnType::Integer(_, max) if i32::try_from(*max).is_ok() => {
                (Self::Small(Vec::new()), Physical::INT32, None)
            }
            ColumnType::Integer(..) => (Self::Large(Vec::new()), Physical::INT64, None),
            ColumnType::Unsigned => {
                let logical = LogicalType::integer(64, false);
                (Self::Large(Vec::new()), Physical::INT64, Some(logical))
            }
            ColumnType::Decimal(..) => (Self::Real(Vec::new()), Physical::DOUBLE, None),
        }
    }

    /// Adds a value in its CSV form. Returns false if the value does not have this type.
    fn parse(&mut self, field: &str) -> bool {
        match self {
            Self::Text(text, ends) => {
                text.extend_from_slice(field.as_bytes());
                ends.push(text.len());
                true
            }
            Self::Small(all) => field.parse().map(|value| all.push(value)).is_ok(),
            Self::Large(all) => field.parse().map(|value: u64| all.push(value as i64)).is_ok(),
            Self::Real(all) => field.parse().map(|value| all.push(value)).is_ok(),
        }
    }

    /// Passes all values to the crate and clears the buffer.
    fn write(&mut self, out: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Self::Text(text, ends) => {
                let text = ByteArray::from(std::mem::take(text));
                let mut begin = 0;
                let values = ends.drain(..).map(|end| {
                    let value = text.slice(begin, end - begin);
                    begin = end;
                    value
                });
                let values: Vec<_> = values.collect();
                write_batches::<ByteArrayType>(out, &values)
            }
            Self::Small(values) => write_batches::<Int32Type>(out, &std::mem::take(values)),
            Self::Large(values) => write_batches::<Int64Type>(out, &std::mem::take(values)),
            Self::Real(values) => write_batches::<DoubleType>(out, &std::mem::take(values)),
        }
    }
}

fn write_batches<T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    for batch in values.chunks(VALUES_PER_BATCH) {
        out.typed::<T>().write_batch(batch, None, None)?;
    }
    Ok(())
}

fn schema(columns: &CatalogColumns) -> Result<Type, ParquetError> {
    let field = |column: &CatalogColumn| {
        let (_, physical, logical) = ColumnValues::for_type(&column.column_type);
        Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let fields: Result<Vec<_>, _> = columns.iter().map(field).collect();
    Type::group_type_builder("catalog").with_fields(fields?).build()
}

fn properties(columns: &CatalogColumns) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(ROWS_PER_GROUP));
    // Texts are all distinct, so a dictionary saves nothing, and nobody needs their minimum and
    // maximum.
    for column in columns.iter() {
        if matches!(column.column_type, ColumnType::Text(_)) {
            let path = ColumnPath::from(column.name);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(crate) fn new(out: W, columns: CatalogColumns) -> io::Result<Self> {
        let begin = || {
            let schema = Arc::new(schema(&columns)?);
            let properties = Arc::new(properties(&columns)?);
            SerializedFileWriter::new(out, schema, properties)
        };
        Ok(Self {
            file: begin().map_err(io_error)?,
            values: columns.iter().map(|c| ColumnValues::for_type(&c.column_type).0).collect(),
            columns,
            rows: 0,
            all_rows: 0,
        })
    }

    /// Adds a key and a value to the metadata of the file.
    pub(crate) fn describe(&mut self, key: &str, value: &str) {
        let pair = KeyValue::new(key.to_owned(), value.to_owned());
        self.file.append_key_value_metadata(pair);
    }

    pub(crate) fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let row = csv_row(&self.columns, entry, self.all_rows);
        self.all_rows += 1;
        self.write_fields(row.trim_end())
    }

    /// Writes the fields of a row of CSV with the same columns.
    pub(crate) fn write_fields(&mut self, row: &str) -> io::Result<()> {
        let mut fields = row.split(',');
        let mut values = self.values.iter_mut();
        let has_all = values.all(|values| fields.next().is_some_and(|field| values.parse(field)));
        if !has_all || fields.next().is_some() {
            let words = format!("expected a row of a catalogue, found {row:?}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        self.rows += 1;
        if self.rows < ROWS_PER_GROUP {
            return Ok(());
        }
        self.flush_group().map_err(io_error)
    }

    fn flush_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for values in &mut self.values {
            let out = group.next_column()?;
            let mut out = out.expect("the schema was made of the same columns");
            values.write(&mut out)?;
            out.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.flush_group().and_then(|()| self.file.into_inner()).map_err(io_error)
    }
}
