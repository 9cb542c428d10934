//! Writes a table as Parquet, in typed columns.

use super::io_error;
use crate::column::{ColumnHead, ColumnType, FieldValue};
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
    /// The values of the current row group, column by column.
    values: Vec<ColumnBuffer>,
    rows: usize,
}

/// A column in the current row group.
struct ColumnBuffer {
    values: ColumnValues,
    /// The definition level of each row, 1 if it has a value; `None` if all rows have one.
    levels: Option<Vec<i16>>,
}

impl ColumnBuffer {
    fn for_type(column_type: &ColumnType) -> Self {
        let is_optional = matches!(column_type, ColumnType::OptionalNumber(_));
        let levels = if is_optional { Some(Vec::new()) } else { None };
        Self { values: ColumnValues::for_type(column_type).0, levels }
    }

    /// Adds a value. Returns false if the value does not have the column's type.
    fn push(&mut self, value: &FieldValue) -> bool {
        let is_missing = *value == FieldValue::Missing;
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(!is_missing));
            if is_missing {
                return true;
            }
        }
        self.values.push(value)
    }

    /// Passes all values to the crate and clears the buffer.
    fn write(&mut self, out: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = self.levels.as_mut().map(std::mem::take);
        self.values.write(out, levels.as_deref())
    }
}

/// The values of a column in the current row group.
enum ColumnValues {
    /// The texts joined together, and the end offset of each.
    Text(String, Vec<usize>),
    Small(Vec<i32>),
    Large(Vec<i64>),
    Real(Vec<f64>),
}

impl ColumnValues {
    /// Returns an empty buffer for a column, with its types in the file.
    fn for_type(column_type: &ColumnType) -> (Self, Physical, Option<LogicalType>) {
        match column_type {
            ColumnType::Text(_)
            | ColumnType::Word(_)
            | ColumnType::Any(_)
            | ColumnType::Picture => {
                let none = Self::Text(String::new(), Vec::new());
                (none, Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
            ColumnType::Integer(_, max) if i32::try_from(*max).is_ok() => {
                (Self::Small(Vec::new()), Physical::INT32, None)
            }
            ColumnType::Integer(..) | ColumnType::Count(_) => {
                (Self::Large(Vec::new()), Physical::INT64, None)
            }
            ColumnType::Unsigned => {
                let logical = LogicalType::integer(64, false);
                (Self::Large(Vec::new()), Physical::INT64, Some(logical))
            }
            ColumnType::OptionalNumber(true) => (Self::Large(Vec::new()), Physical::INT64, None),
            ColumnType::Decimal(..) | ColumnType::OptionalNumber(false) => {
                (Self::Real(Vec::new()), Physical::DOUBLE, None)
            }
        }
    }

    /// Adds a value. Returns false if the value does not have this type.
    fn push(&mut self, value: &FieldValue) -> bool {
        match self {
            Self::Text(text, ends) => {
                value.write(text);
                ends.push(text.len());
                true
            }
            Self::Small(all) => value.text().parse().map(|value| all.push(value)).is_ok(),
            Self::Large(all) => {
                let text = value.text();
                let number = text.parse().or_else(|_| text.parse().map(|value: u64| value as i64));
                number.map(|number| all.push(number)).is_ok()
            }
            Self::Real(all) => value.text().parse().map(|value| all.push(value)).is_ok(),
        }
    }

    /// Passes all values to the crate and clears the buffer.
    fn write(
        &mut self,
        out: &mut SerializedColumnWriter<'_>,
        levels: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Text(text, ends) => {
                let text = ByteArray::from(std::mem::take(text).into_bytes());
                let mut begin = 0;
                let values = ends.drain(..).map(|end| {
                    let value = text.slice(begin, end - begin);
                    begin = end;
                    value
                });
                let values: Vec<_> = values.collect();
                write_batches::<ByteArrayType>(out, &values, levels)
            }
            Self::Small(values) => write_batches::<Int32Type>(out, &std::mem::take(values), levels),
            Self::Large(values) => write_batches::<Int64Type>(out, &std::mem::take(values), levels),
            Self::Real(values) => write_batches::<DoubleType>(out, &std::mem::take(values), levels),
        }
    }
}

fn write_batches<T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(levels) = levels {
        let mut rest = values;
        for batch in levels.chunks(VALUES_PER_BATCH) {
            let filled = batch.iter().filter(|level| **level > 0).count();
            let (now, later) = rest.split_at(filled);
            out.typed::<T>().write_batch(now, Some(batch), None)?;
            rest = later;
        }
        return Ok(());
    }
    for batch in values.chunks(VALUES_PER_BATCH) {
        out.typed::<T>().write_batch(batch, None, None)?;
    }
    Ok(())
}

fn schema(columns: &[ColumnHead]) -> Result<Type, ParquetError> {
    let mut fields = Vec::new();
    for column in columns {
        let (_, physical, logical) = ColumnValues::for_type(&column.column_type);
        let repetition = match column.column_type {
            ColumnType::OptionalNumber(_) => Repetition::OPTIONAL,
            _ => Repetition::REQUIRED,
        };
        let field = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build();
        fields.push(Arc::new(field?));
    }
    Type::group_type_builder("catalog").with_fields(fields).build()
}

fn properties(columns: &[ColumnHead]) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(ROWS_PER_GROUP));
    // Texts are all distinct, so a dictionary saves nothing, and nobody needs their minimum and
    // maximum.
    for column in columns {
        if matches!(column.column_type, ColumnType::Text(_)) {
            let path = ColumnPath::from(&*column.name);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

fn begin_file<W: Write + Send>(
    out: W,
    columns: &[ColumnHead],
) -> Result<SerializedFileWriter<W>, ParquetError> {
    let properties = Arc::new(properties(columns)?);
    SerializedFileWriter::new(out, Arc::new(schema(columns)?), properties)
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(crate) fn new(out: W, columns: &[ColumnHead]) -> io::Result<Self> {
        let values = columns.iter().map(|c| ColumnBuffer::for_type(&c.column_type)).collect();
        let file = begin_file(out, columns).map_err(io_error)?;
        Ok(Self { file, values, rows: 0 })
    }

    /// Adds a key and a value to the metadata of the file.
    pub(crate) fn describe(&mut self, key: &str, value: &str) {
        let pair = KeyValue::new(key.to_owned(), value.to_owned());
        self.file.append_key_value_metadata(pair);
    }

    pub(crate) fn write(&mut self, mut row: impl Iterator<Item = FieldValue>) -> io::Result<()> {
        let has_all = self.values.iter_mut().all(|values| match row.next() {
            Some(value) => values.push(&value),
            None => false,
        });
        if !has_all || row.next().is_some() {
            let words = "expected a value of its type for each column, found another row";
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
