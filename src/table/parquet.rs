//! Rows as Parquet, in which every column has its type. The only user of the crate parquet.

use super::columns::{Holds, columns};
use super::write::{Row, Value};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// Rows of a group. The last group is kept in memory until it is full: some 40 MB.
const GROUP: usize = 100_000;

/// Values handed over at once.
const BATCH: usize = 1024;

/// Writes a file, a row at a time.
pub(super) struct Table<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Values>,
    rows: usize,
}

/// The values of a column in the group under way.
enum Values {
    /// One after the other, and where each ends.
    Text(Vec<u8>, Vec<usize>),
    Small(Vec<i32>),
    Large(Vec<i64>),
    Real(Vec<f64>),
}

impl Values {
    fn of(holds: &Holds) -> Self {
        match holds {
            Holds::Text(_) | Holds::Word(_) => Self::Text(Vec::new(), Vec::new()),
            Holds::Integer(_, most) if i32::try_from(*most).is_ok() => Self::Small(Vec::new()),
            Holds::Integer(..) | Holds::Unsigned => Self::Large(Vec::new()),
            Holds::Decimal(..) => Self::Real(Vec::new()),
        }
    }

    fn physical(&self) -> Physical {
        match self {
            Self::Text(..) => Physical::BYTE_ARRAY,
            Self::Small(_) => Physical::INT32,
            Self::Large(_) => Physical::INT64,
            Self::Real(_) => Physical::DOUBLE,
        }
    }

    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (Self::Text(text, ends), Value::Text(value)) => {
                text.extend_from_slice(value.as_bytes());
                ends.push(text.len());
            }
            // Values are in the bounds of their columns; of 64 bits all are kept, as they stand.
            (Self::Small(all), Value::Whole(value)) => all.push(value as i32),
            (Self::Large(all), Value::Whole(value)) => all.push(value as i64),
            (Self::Real(all), Value::Real(value)) => all.push(value),
            _ => unreachable!("a row has the types of its columns"),
        }
    }

    /// Hands all values over and forgets them.
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
                batches::<ByteArrayType>(out, &values)
            }
            Self::Small(values) => batches::<Int32Type>(out, &std::mem::take(values)),
            Self::Large(values) => batches::<Int64Type>(out, &std::mem::take(values)),
            Self::Real(values) => batches::<DoubleType>(out, &std::mem::take(values)),
        }
    }
}

fn batches<T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    for batch in values.chunks(BATCH) {
        out.typed::<T>().write_batch(batch, None, None)?;
    }
    Ok(())
}

fn schema() -> Result<Type, ParquetError> {
    let field = |column: super::Column| {
        let logical = match &column.holds {
            Holds::Text(_) | Holds::Word(_) => Some(LogicalType::String),
            Holds::Unsigned => Some(LogicalType::integer(64, false)),
            Holds::Integer(..) | Holds::Decimal(..) => None,
        };
        let physical = Values::of(&column.holds).physical();
        Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let fields: Result<Vec<_>, _> = columns().map(field).into_iter().collect();
    Type::group_type_builder("catalog")
        .with_fields(fields?)
        .build()
}

fn properties() -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(GROUP));
    // No two are the same, and nobody asks for the smallest.
    for column in columns() {
        if matches!(column.holds, Holds::Text(_)) {
            let path = ColumnPath::from(column.name);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

impl<W: Write + Send> Table<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let begin = || {
            let (schema, properties) = (Arc::new(schema()?), Arc::new(properties()?));
            SerializedFileWriter::new(out, schema, properties)
        };
        Ok(Self {
            file: begin().map_err(io_error)?,
            columns: columns().map(|c| Values::of(&c.holds)).into(),
            rows: 0,
        })
    }

    /// Adds words to the file's own metadata.
    pub(super) fn describe(&mut self, key: &str, value: &str) {
        let pair = KeyValue::new(key.to_owned(), value.to_owned());
        self.file.append_key_value_metadata(pair);
    }

    pub(super) fn write(&mut self, row: &Row) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(row.values()) {
            column.push(value);
        }
        self.rows += 1;
        if self.rows < GROUP {
            return Ok(());
        }
        self.group().map_err(io_error)
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let out = group.next_column()?;
            let mut out = out.expect("the schema was made of the same columns");
            column.write(&mut out)?;
            out.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.group()
            .and_then(|()| self.file.into_inner())
            .map_err(io_error)
    }
}

/// The error of the writer itself, whose kind tells a closed pipe from a full disk.
fn io_error(e: ParquetError) -> io::Error {
    match e {
        ParquetError::External(e) => match e.downcast::<io::Error>() {
            Ok(e) => *e,
            Err(e) => io::Error::other(e),
        },
        other => io::Error::other(other),
    }
}
