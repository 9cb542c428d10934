//! Parquet files, every field read back by the rows of another part of the crate that wrote them.

use crate::cli::Bench;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use std::fs::File;
use sudoku_press::batch::{Batch, Dedup, Plan};
use sudoku_press::generate::{FullGrid, Symmetry};
use sudoku_press::score::Level;
use sudoku_press::seed::Seed;
use sudoku_press::table::{Columns, Format, Writer};

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
        let (names, fields): (Vec<_>, Vec<_>) = columns
            .map(|(name, field)| (name.as_str(), text(field)))
            .unzip();
        assert_eq!(names, Columns::default().names());
        fields
    })
}

#[test]
fn every_field_is_that_of_the_csv_and_the_bytes_are_the_same_again() {
    let bench = Bench::new();
    let make = format!("generate --count 5 --seed {} --out", u64::MAX);
    bench.ends(&format!("{make} c.csv"), 0, "");
    bench.ends(
        &format!("{make} c.parquet --format parquet --threads 1"),
        0,
        "",
    );
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
    let about: Vec<_> = about
        .unwrap()
        .iter()
        .map(|pair| pair.key.as_str())
        .collect();
    assert_eq!(about, ["program", "settings", "seed"]);
    let piped = bench.run(&format!(
        "generate --count 5 --seed {} --format parquet --threads 3",
        u64::MAX
    ));
    assert!(piped.stdout == bench.read("c.parquet"));
    bench.ends(
        "generate --count 5 --format parquet --compress zstd",
        2,
        "Parquet has a compression of its own",
    );
}

#[test]
fn rows_come_in_groups_of_which_none_is_lost() {
    let plan = Plan {
        quotas: vec![(Level::Beginner, 2)],
        grid: FullGrid::PAPER,
        symmetry: Symmetry::None,
        dedup: Dedup::Class,
        variants: 1,
        attempts: 10_000,
    };
    let entries: Vec<_> = Batch::new(plan, Seed(3), 1)
        .unwrap()
        .map(|i| i.unwrap().entry)
        .collect();
    let bench = Bench::new();
    for (n, groups) in [(0, 0), (1, 1), (100_000, 1), (200_001, 3)] {
        let file = File::create(bench.path("c.parquet")).unwrap();
        let mut catalog = Writer::new(file, Format::Parquet).unwrap();
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
