//! Parquet files, read back with the row reader of the `parquet` crate.

use crate::support::program::Bench;
use grid::Level;
use make::{Batch, Plan, Seed};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use std::fs::File;
use std::sync::Arc;
use tables::{CatalogColumns, CatalogWriter, PuzzleFile, PuzzleRecord, PuzzleSheets, TableFormat};

fn text(field: &Field) -> String {
    match field {
        Field::Str(text) => text.clone(),
        Field::Int(n) => n.to_string(),
        Field::Long(n) => n.to_string(),
        Field::ULong(n) => n.to_string(),
        Field::Double(n) => format!("{n:.1}"),
        other => panic!("{other:?}"),
    }
}

fn rows(reader: &SerializedFileReader<File>) -> impl Iterator<Item = Vec<String>> {
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|row| {
        let row = row.unwrap();
        let columns = row.get_column_iter();
        let (names, fields): (Vec<_>, Vec<_>) =
            columns.map(|(name, field)| (name.as_str(), text(field))).unzip();
        assert_eq!(names, CatalogColumns::default().names());
        fields
    })
}

#[test]
fn fields_equal_those_of_csv_bytes_are_reproducible() {
    let bench = Bench::new();
    let make = format!("generate --count 5 --seed {} --out", u64::MAX);
    bench.ends(&format!("{make} c.csv"), 0, "");
    bench.ends(&format!("{make} c.parquet --format parquet --threads 1"), 0, "");
    let reader = SerializedFileReader::new(File::open(bench.path("c.parquet")).unwrap()).unwrap();
    let csv = bench.read("c.csv");
    let mut expected = csv::Reader::from_reader(&csv[..]);
    let mut expected = expected.records();
    for row in rows(&reader) {
        let expected = expected.next().unwrap().unwrap();
        assert_eq!(row, expected.iter().collect::<Vec<_>>());
    }
    assert!(expected.next().is_none());

    let about = reader.metadata().file_metadata().key_value_metadata();
    let about: Vec<_> = about.unwrap().iter().map(|pair| pair.key.as_str()).collect();
    assert_eq!(about, ["program", "settings", "seed"]);
    let piped =
        bench.run(&format!("generate --count 5 --seed {} --format parquet --threads 3", u64::MAX));
    assert!(piped.stdout == bench.read("c.parquet"));
    bench.ends(
        "generate --count 5 --format parquet --compress zstd",
        2,
        "Parquet has a compression of its own",
    );
}

#[test]
fn no_row_group_is_lost() {
    let plan = Plan::new(vec![(Level::Beginner, 2)]);
    let entries: Vec<_> =
        Batch::new(plan, Seed(3), 1).unwrap().map(|i| i.unwrap().puzzle().unwrap().entry).collect();
    let bench = Bench::new();
    for (n, groups) in [(0, 0), (1, 1), (100_000, 1), (200_001, 3)] {
        let file = File::create(bench.path("c.parquet")).unwrap();
        let mut catalog = CatalogWriter::new(file, TableFormat::Parquet).unwrap();
        for i in 0..n {
            catalog.write(&entries[usize::from(i % 7 == 0)]).unwrap();
        }
        catalog.finish().unwrap();
        let file = File::open(bench.path("c.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.num_row_groups(), groups, "{n}");
        let mut count = 0;
        for (i, row) in rows(&reader).enumerate() {
            let entry = &entries[usize::from(i % 7 == 0)];
            assert_eq!(row[2], entry.puzzle.solution().to_string());
            count += 1;
        }
        assert_eq!(count, n);
    }
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// As other programs write them: columns that may be empty, bytes without the word that they are text,
/// numbers without a sign, columns inside others.
#[test]
fn parquet_of_other_programs_is_read() {
    use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    let schema = "message m {
        optional binary id;
        required group g { required int32 level; }
        required int64 seed (UINT_64);
        required binary puzzle (UTF8);
        optional int32 level;
        repeated int32 tags;
    }";
    let bench = Bench::new();
    let file = File::create(bench.path("f")).unwrap();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = Arc::new(WriterProperties::builder().build());
    let mut out = SerializedFileWriter::new(file, schema, properties).unwrap();
    let mut group = out.next_row_group().unwrap();
    let bytes = |text: &str| ByteArray::from(text.as_bytes().to_vec());
    for i in 0..6 {
        let mut column = group.next_column().unwrap().unwrap();
        match i {
            0 => {
                let ids = [bytes("a"), bytes("c")];
                let out = column.typed::<ByteArrayType>();
                out.write_batch(&ids, Some(&[1, 0, 1]), None).unwrap();
            }
            1 => {
                column.typed::<Int32Type>().write_batch(&[9, 9, 9], None, None).unwrap();
            }
            2 => {
                column.typed::<Int64Type>().write_batch(&[-1, 0, 1], None, None).unwrap();
            }
            3 => {
                let puzzles = [bytes(PUZZLE), bytes("53..7"), bytes(&PUZZLE.replace('.', "0"))];
                column.typed::<ByteArrayType>().write_batch(&puzzles, None, None).unwrap();
            }
            4 => {
                let out = column.typed::<Int32Type>();
                out.write_batch(&[4], Some(&[0, 0, 1]), None).unwrap();
            }
            _ => {
                let out = column.typed::<Int32Type>();
                out.write_batch(&[1, 2], Some(&[1, 1, 0, 0]), Some(&[0, 1, 0, 0])).unwrap();
            }
        }
        column.close().unwrap();
    }
    group.close().unwrap();
    out.close().unwrap();
    let open = |column| PuzzleSheets::open(&bench.path("f"), column).unwrap().sheets.remove(0).rows;
    let mut rows = open(None);
    assert_eq!(rows.header().unwrap().names(), ["id", "seed", "puzzle", "level"]);
    assert_eq!(open(Some("id")).header().unwrap().find("puzzle"), Some(0));
    let rows: Vec<_> = rows.map(Result::unwrap).collect();
    let ids: Vec<_> = rows.iter().map(|row| row.get("id")).collect();
    assert_eq!(ids, [Some("a"), None, Some("c")]);
    assert_eq!(rows[0].get("seed"), Some("18446744073709551615"));
    let records: Vec<_> = PuzzleRecord::read(vec![PuzzleFile::at(bench.path("f"))]).collect();
    assert_eq!(records[0].as_ref().unwrap().1.level, None);
    let said = records[1].as_ref().unwrap_err().to_string();
    assert!(
        said.ends_with("f:2: column `puzzle`, character 6: expected 81 cells, found 5"),
        "{said}"
    );
    assert_eq!(records[2].as_ref().unwrap().1.level, None, "a level of others");
    assert_eq!(records.len(), 3);
    // From a pipe it cannot be read, and is named.
    let words = "expected text, found Parquet, which cannot be read from a pipe";
    let (code, _, said) = crate::support::program::fed(&bench, "solve", bench.read("f"));
    assert!(code == 1 && said.contains(words), "{said}");
}

#[test]
fn damaged_file_is_an_error_never_a_panic() {
    let bench = Bench::new();
    let make = "generate --count 3 --seed 8 --format parquet -q --out c.parquet";
    bench.ends(make, 0, "");
    let whole = bench.read("c.parquet");
    let read = |bytes: &[u8]| {
        std::fs::write(bench.path("d"), bytes).unwrap();
        let records = PuzzleRecord::read(vec![PuzzleFile::at(bench.path("d"))]);
        records.filter(Result::is_err).count()
    };
    assert_eq!(read(&whole), 0);
    for cut in [5, 12, whole.len() / 2, whole.len() - 1] {
        assert!(read(&whole[..cut]) > 0, "{cut}");
    }
    let length = u32::from_le_bytes(whole[whole.len() - 8..][..4].try_into().unwrap()) as usize;
    let mut refused = 0;
    for at in whole.len() - 8 - length..whole.len() {
        for mask in [0x01, 0x7f, 0x80] {
            let mut damaged = whole.clone();
            damaged[at] ^= mask;
            refused += usize::from(read(&damaged) > 0);
        }
    }
    assert!(refused > length, "{refused} of {} lies were found", 3 * length);
}

/// Thousands of puzzles are made again, and a level is cut.
#[test]
fn parts_equal_one_file_for_any_shards() {
    let bench = Bench::new();
    let plan = "--grid cyclic --look published --quota 3=2500,5=40 --seed 5 --attempts 3 --threads 2 --format parquet";
    bench.ends(&format!("generate {plan} --out one.parquet"), 3, "level 3");
    for shards in [1, 3] {
        let folder = format!("d{shards}");
        for shard in (0..shards).rev() {
            let of_shard = format!("--into {folder} --shard {shard}/{shards}");
            bench.ends(&format!("generate {plan} {of_shard}"), 0, "");
        }
        bench.ends(&format!("generate {plan} --into {folder}"), 3, "made again");
        assert!(bench.read(&format!("{folder}/catalog.parquet")) == bench.read("one.parquet"));
    }
    // The name of the file decides its form, and not the form of the parts.
    let csv = plan.replace(" --format parquet", "");
    bench.ends(&format!("generate {csv} --into d3"), 2, "other format");
    bench.ends(&format!("generate {csv} --into text"), 3, "");
    bench.ends("shards join text --out text.parquet", 3, "");
    assert!(bench.read("text.parquet") == bench.read("one.parquet"));
    bench.ends("shards join d3 --out d3.csv", 3, "");
    assert!(bench.read("d3.csv") == bench.read("text/catalog.csv"));
    // A part whose rows are not those of its slots.
    let part = bench.path("d1/made/L3-000000.parquet");
    std::fs::copy(bench.path("d3/made/L3-000002.parquet"), &part).unwrap();
    bench.ends("shards join d1 --out again.parquet", 1, "has changed");
    assert!(!bench.path("again.parquet").exists());
}

/// The table of steps has what the JSON lines have.
#[test]
fn steps_are_one_table() {
    let bench = Bench::new();
    bench.ends("generate --quota 3=2,5=2 --seed 1 --out a.csv", 0, "");
    bench.ends("explain a.csv --format jsonl --out a.jsonl", 0, "");
    bench.ends("explain a.csv --format parquet --out a.parquet", 0, "");
    bench.ends("explain a.csv --format parquet --next --out b.parquet", 2, "expected --format txt");
    let reader = SerializedFileReader::new(File::open(bench.path("a.parquet")).unwrap()).unwrap();
    let lines = String::from_utf8(bench.read("a.jsonl")).unwrap();
    let mut lines = lines.lines();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let expected: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut names = Vec::new();
        for (name, field) in row.get_column_iter() {
            names.push(name.as_str());
            let expected = match &expected[name] {
                serde_json::Value::Array(all) => {
                    all.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(" ")
                }
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                number => number.to_string(),
            };
            assert_eq!(text(field), expected, "{name}");
        }
        let head = ["id", "puzzle", "step", "rating", "technique", "pattern", "cells", "houses"];
        assert_eq!(names, [&head[..], &["placement", "eliminations", "text"]].concat());
    }
    assert!(lines.next().is_none());
    // Puzzles without an identifier have their line.
    bench.ends("transform a.csv --format txt --out a.txt", 0, "");
    bench.ends("explain a.txt --format parquet --out c.parquet", 0, "");
    let reader = SerializedFileReader::new(File::open(bench.path("c.parquet")).unwrap()).unwrap();
    let first = reader.get_row_iter(None).unwrap().next().unwrap().unwrap();
    assert_eq!(text(first.get_column_iter().next().unwrap().1), "1");
}
