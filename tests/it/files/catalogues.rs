//! Catalogues written and read back; columns of others under any name.

use crate::support::program::Bench;
use crate::support::readback::sheets;
use grid::{Level, Puzzle};
use make::{Batch, Entry, Plan, Seed};
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use tables::{
    CatalogColumns, CatalogWriter, PuzzleRecord, PuzzleSheets, ReadError, RowReader, TableFormat,
};

fn line(puzzle: &Puzzle) -> String {
    puzzle.givens().to_string()
}

/// Six puzzles of different classes and levels.
fn six() -> Vec<Puzzle> {
    let rows = include_str!("../golden.csv").lines().skip(1).step_by(3);
    let puzzle = |row: &str| Puzzle::prove(row.split(',').nth(1).unwrap().parse().unwrap());
    rows.take(6).map(|row| puzzle(row).unwrap()).collect()
}

/// Writes a table with these names of columns; `row` makes the fields of a puzzle, counted from 0.
fn table(bench: &Bench, name: &str, header: &str, row: impl Fn(usize, &Puzzle) -> String) {
    let rows: Vec<_> = six().iter().enumerate().map(|(i, p)| row(i, p)).collect();
    fs::write(bench.path(name), format!("{header}\n{}\n", rows.join("\n"))).unwrap();
}

fn said(bench: &Bench, args: &str) -> (Option<i32>, String) {
    let output = bench.run(args);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn solutions_are_judged_under_any_name() {
    let bench = Bench::new();
    let all = six();
    let other = all[5].solution().to_string();
    for (header, solution) in [
        ("quizzes,solutions", "solutions"),
        ("question,answer", "answer"),
        ("Puzzle,Solution", "Solution"),
        ("Grid,Answer Key", "Answer Key"),
        ("unsolved,solved", "solved"),
        ("Rätsel,Lösung", "Lösung"),
    ] {
        table(&bench, "right.csv", header, |_, p| format!("{},{}", line(p), p.solution()));
        table(&bench, "wrong.csv", header, |i, p| {
            let right = p.solution().to_string();
            format!("{},{}", line(p), if i == 1 { &other } else { &right })
        });
        let (code, words) = said(&bench, "verify right.csv");
        assert_eq!((code, &*words), (Some(0), "OK: 6 puzzles.\n"), "{header}");
        let (code, words) = said(&bench, "verify wrong.csv");
        let place = format!("wrong.csv:3, column {solution}: {other} is stated, expected");
        assert!(code == Some(1) && words.starts_with(&place), "{header}: {words}");
        let (code, words) = said(&bench, "book wrong.csv");
        let place =
            format!("wrong.csv:3: column `{solution}`: expected the solution of the puzzle");
        assert!(code == Some(1) && words.contains(&place), "{header}: {words}");
    }
    // Each column is named for itself.
    table(&bench, "c.csv", "puzzle,solution,Answer", |_, p| {
        format!("{},{},{other}", line(p), p.solution())
    });
    let (code, words) = said(&bench, "verify c.csv");
    assert!(code == Some(1) && words.starts_with("c.csv:2, column Answer: "), "{words}");
    // What only may be a column of solutions may hold something else.
    table(&bench, "c.csv", "puzzle,solved,key", |i, p| format!("{},{},k{i}", line(p), i % 2 == 0));
    assert_eq!(said(&bench, "verify c.csv").0, Some(0));
    bench.ends("book c.csv", 0, "book.pdf");
}

#[test]
fn messages_name_no_column_of_a_bare_file() {
    let bench = Bench::new();
    let (good, open) = (line(&six()[0]), ".".repeat(81));
    fs::write(bench.path("bare.txt"), format!("{good}\n{open}\n")).unwrap();
    fs::write(bench.path("t.csv"), format!("Quiz,level\n{good},1\n{open},1\n")).unwrap();
    for command in ["book", "export text --out x", "verify"] {
        let (code, words) = said(&bench, &format!("{command} bare.txt"));
        assert!(code == Some(1) && words.contains("bare.txt:2: the puzzle has more"), "{words}");
        let (code, words) = said(&bench, &format!("{command} t.csv"));
        let of_others = words.contains("column `Quiz`") || words.contains("column Quiz");
        assert!(code == Some(1) && of_others && !words.contains("`puzzle`"), "{words}");
    }
}

#[test]
fn column_chooses_puzzles_in_every_command() {
    let bench = Bench::new();
    table(&bench, "c.csv", "Board,Quiz,Mine", |_, p| format!("1,2,{}", line(p)));
    bench.ends("archive create a.archive", 0, "");
    for (n, command) in [
        "book",
        "cover",
        "export text",
        "verify",
        "solve",
        "rate",
        "explain",
        "transform",
        "explain --next",
        "archive import",
        "archive find",
    ]
    .into_iter()
    .enumerate()
    {
        let rest = match command {
            "book" | "cover" => format!("--out {n}.pdf"),
            "export text" => format!("--out {n}"),
            "archive import" | "archive find" => "--archive a.archive".to_owned(),
            _ => String::new(),
        };
        let rest = if command == "cover" { rest + " --spine 5mm" } else { rest };
        let (code, words) = said(&bench, &format!("{command} c.csv --column mine {rest}"));
        assert_eq!(code, Some(0), "{command}: {words}");
        let (code, words) =
            said(&bench, &format!("{command} c.csv --column theirs --force {rest}"));
        let has_force = code != Some(2);
        let again = format!("{command} c.csv --column theirs {rest}");
        let (code, words) = if has_force { (code, words) } else { said(&bench, &again) };
        assert_eq!(code, Some(1), "{command}: {words}");
        let right = "expected a column `theirs`, found the columns Board, Quiz, Mine";
        assert!(words.contains(right), "{command}: {words}");
    }
    // Without it nothing is guessed, and the flag is named.
    for command in ["book", "solve", "verify"] {
        let (code, words) = said(&bench, &format!("{command} c.csv"));
        let right =
            "expected one column of puzzles, found `Board` and `Quiz`; --column Board chooses one";
        assert!(code == Some(1) && words.contains(right), "{command}: {words}");
    }
    table(&bench, "c.csv", "puzzle,Puzzle", |_, p| format!("{},{}", line(p), line(p)));
    for command in ["book", "solve", "verify"] {
        let (code, words) = said(&bench, &format!("{command} c.csv"));
        let right = "expected one column `puzzle`, found `puzzle` as column 1 and `Puzzle` as column 2; give each";
        assert!(code == Some(1) && words.contains(right), "{command}: {words}");
        assert!(words.lines().filter(|line| line.contains("expected")).count() == 1, "{words}");
    }
    bench.ends("run --count 1 --seed 1", 0, "");
    bench.ends(
        "book out --column puzzle --out b.pdf",
        2,
        "--column puzzle: expected a table of others",
    );
    let wrong = "--column puzzle: expected a table of others, found folders";
    bench.ends("verify out --column puzzle", 2, wrong);
}

#[test]
fn columns_of_others_block_no_book() {
    let bench = Bench::new();
    let lines: Vec<_> = six().iter().map(line).collect();
    fs::write(bench.path("bare.txt"), lines.join("\n")).unwrap();
    bench.ends("book bare.txt --out bare.pdf", 0, "");
    let long = "i".repeat(300);
    for (header, fields, note) in [
        ("puzzle,level", "Easy", "recomputed `level` from the puzzles"),
        ("puzzle,LEVEL", "17", "recomputed `LEVEL` from the puzzles"),
        ("puzzle,level", "1", "recomputed `level` from the puzzles"),
        (
            "puzzle,author,source",
            "Ann,Monday Teaser",
            "ignored the columns `author` and `source`\n",
        ),
        ("puzzle,id", "same", ""),
        ("puzzle,id", &*long, ""),
        (
            "puzzle,seed,Level Name,difficulty",
            "x,y,Hard",
            "ignored the columns `seed` and `Level Name`; ",
        ),
        ("puzzle,ladder,band", "human ladder,99", "recomputed `band` from the puzzles"),
    ] {
        table(&bench, "c.csv", header, |_, p| format!("{},{fields}", line(p)));
        let (code, words) = said(&bench, "book c.csv --force --out c.pdf");
        assert!(code == Some(0) && words.contains(note), "{header}: {words}");
        assert_eq!(words.contains("ignored") || words.contains("recomputed"), !note.is_empty());
        assert!(bench.read("c.pdf") == bench.read("bare.pdf"), "{header}");
        bench.ends("cover c.csv --spine 5mm --force --out cover.pdf", 0, "");
        let (_, words) = said(&bench, "verify c.csv");
        let is_twice = words.contains("the id of line 2 again");
        assert_eq!(is_twice, fields == "same", "{header}: {words}");
        bench.ends("export text c.csv --name {number} --out texts --force", 0, "data.csv");
    }
}

#[test]
fn verify_names_the_columns_not_checked() {
    let bench = Bench::new();
    table(&bench, "c.csv", "nr,puzzle,answer,level,clues", |i, p| {
        format!("{i},{},{},Easy,{}", line(p), p.solution(), p.givens_count())
    });
    let not_checked = "Not checked: c.csv (the columns `nr` and `level`)";
    assert_eq!(said(&bench, "verify c.csv"), (Some(0), format!("OK: 6 puzzles. {not_checked}.\n")));
    bench.ends("verify c.csv --sheet c.html", 0, "");
    let html = String::from_utf8(bench.read("c.html")).unwrap();
    assert!(html.contains(not_checked));
    // What follows from the puzzle is judged in any table.
    table(&bench, "c.csv", "puzzle,Clues", |_, p| format!("{},{}", line(p), p.givens_count() + 1));
    let (code, words) = said(&bench, "verify c.csv");
    assert!(code == Some(1) && words.starts_with("c.csv:2, column Clues: "), "{words}");
    // All columns of ours are judged, those beside them are not.
    let golden = include_str!("../golden.csv");
    let beside: String = golden.lines().map(|line| format!("{line},mine\n")).collect();
    fs::write(bench.path("c.csv"), beside).unwrap();
    let (code, words) = said(&bench, "verify c.csv");
    assert!(
        code == Some(0) && words.ends_with("Not checked: c.csv (the column `mine`).\n"),
        "{words}"
    );
}

#[test]
fn given_order_is_kept_in_a_book() {
    let bench = Bench::new();
    bench.ends("generate --count 2 --seed 7 --format txt --out all.txt -q", 0, "");
    let text = String::from_utf8(bench.read("all.txt")).unwrap();
    // Hard puzzles before easy ones.
    let mut lines: Vec<_> = text.lines().rev().collect();
    lines.swap(2, 7);
    fs::write(bench.path("own.txt"), lines.join("\n")).unwrap();
    let printed = |name: &str| -> Vec<String> {
        let grids = sheets(&bench.read(name)).into_iter().flat_map(|sheet| sheet.grids());
        let puzzles = grids.filter(|grid| grid.line.contains('.') && grid.number > 0);
        let mut puzzles: Vec<_> = puzzles.map(|grid| (grid.number, grid.line)).collect();
        puzzles.sort_unstable();
        puzzles.dedup_by_key(|(number, _)| *number);
        puzzles.into_iter().map(|(_, line)| line).collect()
    };
    bench.ends("book own.txt --order given --out given.pdf", 0, "");
    assert_eq!(printed("given.pdf"), lines);
    bench.ends("book own.txt --out sorted.pdf", 0, "");
    assert_ne!(printed("sorted.pdf"), lines);
    bench.ends("book own.txt --order given --ladder human --out human.pdf", 0, "");
    assert_eq!(printed("human.pdf"), lines);
    bench.ends("verify given.pdf own.txt", 0, "");
    bench.ends("cover own.txt --order given --spine 5mm", 0, "");
    // Levels in turn are those of the design; the order of the file needs none.
    bench.ends("book own.txt --order given --template daily --out daily.pdf", 0, "");
    bench.ends(
        "book own.txt --order given --sheets 2 --out s.pdf",
        2,
        "--order given: expected a book",
    );
    bench.ends("book own.txt --order mine", 2, "invalid value 'mine'");
    // A run records the order, and its book is made again with it.
    bench.ends("run --count 2 --seed 7 --order given", 0, "");
    assert!(
        String::from_utf8(bench.read("out/manifest.json"))
            .unwrap()
            .contains("\"order\": \"given\"")
    );
    bench.ends("verify out", 0, "");
    bench.ends("book out --out again.pdf", 0, "");
    assert!(bench.read("again.pdf") == bench.read("out/book.pdf"));
}

#[test]
fn wrong_rows_are_named_and_counted() {
    let bench = Bench::new();
    bench.ends("archive create a.archive", 0, "");
    for (wrong, more) in [(1, ""), (5, ""), (6, "\nand 1 more row\n"), (42, "\nand 37 more rows\n")]
    {
        let mut text = "puzzle\n".to_owned();
        (0..wrong).for_each(|_| text += "12\n");
        text += &(line(&six()[0]) + "\n");
        fs::write(bench.path("bad.csv"), text).unwrap();
        for command in [
            "book bad.csv",
            "cover bad.csv",
            "export text bad.csv --out x",
            "archive import bad.csv --archive a.archive",
        ] {
            let (code, words) = said(&bench, command);
            assert_eq!(code, Some(1), "{command}: {words}");
            let named = words.lines().filter(|line| line.contains("expected 81 cells, found 2"));
            assert_eq!(named.count(), wrong.min(5), "{command}: {words}");
            assert!(words.contains("bad.csv:2: column `puzzle`, character 3"), "{words}");
            assert!(words.contains(more), "{command}: {words}");
        }
    }
    // An answer to each row that can be read, then all that cannot.
    let (code, words) = said(&bench, "archive find bad.csv --archive a.archive");
    let answers = words.lines().filter(|line| line.contains(",no,")).count();
    assert!(code == Some(1) && answers == 1 && words.ends_with("and 37 more rows\n"), "{words}");
    bench.ends("archive stats a.archive", 0, "");
    let stats = said(&bench, "archive stats a.archive").1;
    assert!(stats.starts_with("0 "), "nothing of such a file is entered: {stats}");
}

#[test]
fn files_without_puzzles_are_errors() {
    let bench = Bench::new();
    bench.ends("archive create a.archive", 0, "");
    fs::write(bench.path("empty.txt"), "").unwrap();
    fs::write(bench.path("header.csv"), "puzzle,solution\n").unwrap();
    for file in ["empty.txt", "header.csv"] {
        for command in [
            "book",
            "cover --spine 5mm",
            "export text --out x",
            "archive import --archive a.archive",
            "archive import --allow-duplicates --archive a.archive",
            "archive find --archive a.archive",
            "verify",
            "verify --sheet s.html --force",
            "solve",
            "rate",
        ] {
            let (code, words) = said(&bench, &format!("{command} {file}"));
            assert_eq!(code, Some(1), "{command}: {words}");
            assert!(words.contains("expected puzzles") || words.contains("no puzzle"), "{words}");
        }
    }
}

#[test]
fn empty_texts_are_refused() {
    let bench = Bench::new();
    fs::write(bench.path("p.txt"), line(&six()[0])).unwrap();
    let refused = "expected a text, found an empty one";
    for flag in
        ["title", "subtitle", "series", "author", "also-by", "publisher", "copyright", "website"]
    {
        bench.ends(&format!("book p.txt --{flag}="), 2, refused);
        let remedy = format!("--unset {flag} brings back the default");
        bench.ends(&format!("book p.txt --{flag}="), 2, &remedy);
        fs::write(bench.path("j.toml"), format!("{flag} = \" \"\n")).unwrap();
        bench.ends("run --job j.toml", 2, refused);
        bench.ends("run --job j.toml", 2, &remedy);
    }
    bench.ends("solve p.txt --column=", 2, refused);
    bench.ends("run --seed from-date --secret= --count 1", 2, refused);
    bench.ends("export svg p.txt --out x --name=", 2, refused);
}

#[test]
fn public_columns_do_not_give_the_run_away() {
    let bench = Bench::new();
    for (n, flags) in
        ["", "--ladder human --levels 2-3", "--rate se", "--compress zstd"].into_iter().enumerate()
    {
        for (columns, first) in
            [("public", "id"), ("puzzle", "puzzle"), ("solution,puzzle,clues", "solution")]
        {
            let out = format!("r{n}-{first}");
            let args =
                format!("run {flags} --count 2 --seed 20090101 --columns {columns} --out {out}");
            bench.ends(&args, 0, "");
            let catalog = if n == 3 { "catalog.csv.zst" } else { "catalog.csv" };
            let path = bench.path(&format!("{out}/{catalog}"));
            let mut opened = PuzzleSheets::open(&path, None).unwrap();
            let header = opened.sheets[0].rows.header().unwrap();
            assert_eq!(header.names()[0], first);
            for hidden in ["seed", "slot", "reissue"] {
                assert_eq!(header.find(hidden), None, "{hidden}");
            }
            let package =
                String::from_utf8(bench.read(&format!("{out}/datapackage.json"))).unwrap();
            assert!(!package.contains("\"seed\"") && !package.contains("20090101"));
            let (code, words) = said(&bench, &format!("verify {out}"));
            assert!(
                code == Some(0) && words.contains("book.pdf was rebuilt and is identical"),
                "{words}"
            );
            bench.ends(&format!("book {out} --out {out}.pdf"), 0, "");
            assert!(bench.read(&format!("{out}.pdf")) == bench.read(&format!("{out}/book.pdf")));
            bench.ends(&format!("export text {out} --out {out}-x"), 0, "");
            bench.ends(&format!("verify {out} --sheet {out}.html"), 0, "");
            bench.ends(&args, 0, "nothing to do");
        }
    }
    bench.ends("run --count 2 --seed 20090101 --out r0-id", 2, "other settings (columns)");
    // A level that lies is found, as in a catalogue with all columns.
    let text = String::from_utf8(bench.read("r0-id/catalog.csv")).unwrap();
    let lie = text.replacen(",1,Beginner,", ",2,Beginner,", 1);
    assert_ne!(lie, text);
    fs::write(bench.path("r0-id/catalog.csv"), lie).unwrap();
    bench.ends("book r0-id --out lie.pdf", 1, "column `level`: expected level 1 (");
    assert!(said(&bench, "verify r0-id").1.contains("column level, puzzle"));
}

#[test]
fn catalogues_have_the_columns_asked_for() {
    let bench = Bench::new();
    let made = |flags: &str| {
        let output = bench.run(&format!("generate --levels 1 --count 1 --seed 5 -q {flags}"));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(made("--columns level,puzzle").starts_with("level,puzzle\n1,"));
    let json = made("--columns level,puzzle --format jsonl");
    assert!(
        json.starts_with("{\"level\":1,\"puzzle\":\"") && json.matches(':').count() == 2,
        "{json}"
    );
    fs::write(bench.path("j.toml"), "columns = [\"puzzle\", \"solution\"]\n").unwrap();
    assert!(made("--job j.toml").starts_with("puzzle,solution\n"));
    for (columns, words) in [
        ("puzzle,levle", "the nearest is level"),
        ("solution", "--columns: expected columns of the catalogue, found no `puzzle`"),
        ("puzzle,er", "found `er`, which this catalogue does not have"),
        ("puzzle,id,id", "found `id` twice"),
        ("public,puzzle", "expected names, or public alone, found both"),
        ("puzzle --format txt", "--columns: expected --format csv, jsonl, xlsx or parquet"),
        ("puzzle --into parts", "--columns: expected no --into"),
    ] {
        bench.ends(&format!("generate --count 5 --seed 5 --columns {columns}"), 2, words);
    }
    assert!(made("--columns Level,PUZZLE").starts_with("level,puzzle\n1,"));
    let mut public = CatalogColumns::default().names();
    public.retain(|name| !["seed", "slot", "reissue"].contains(name));
    assert_eq!(CatalogColumns::default().public().names(), public);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_metadata_hides_the_seed_too() {
    let bench = Bench::new();
    let made = |name: &str, columns: &str| {
        let args = "generate --levels 1 --count 1 --seed 2009010177 -q --format parquet";
        bench.ends(&format!("{args} --out {name} {columns}"), 0, "");
        bench.read(name).windows(10).any(|bytes| bytes == b"2009010177")
    };
    assert!(made("all.parquet", "") && !made("public.parquet", "--columns public"));
}

fn entries() -> Vec<Entry> {
    let plan = Plan::new(Level::ALL.map(|level| (level, 3)).to_vec());
    let batch = Batch::new(plan, Seed(3), 1).unwrap();
    batch.map(|item| item.unwrap().puzzle().unwrap().entry).collect()
}

fn written(entries: &[Entry], format: TableFormat) -> String {
    let mut catalog = CatalogWriter::new(Vec::new(), format).unwrap();
    entries.iter().for_each(|entry| catalog.write(entry).unwrap());
    String::from_utf8(catalog.finish().unwrap()).unwrap()
}

fn records(text: &[u8]) -> impl Iterator<Item = Result<PuzzleRecord, ReadError>> {
    RowReader::new(text).map(|row| PuzzleRecord::try_from(&row?))
}

fn read(text: &str) -> Vec<Result<(String, Option<Level>), String>> {
    records(text.as_bytes())
        .map(|record| match record {
            Ok(record) => Ok((record.puzzle.givens().to_string(), record.level)),
            Err(e) => Err(e.to_string()),
        })
        .collect()
}

#[test]
fn the_header_has_the_columns_of_the_contract() {
    let header = "id,puzzle,solution,clues,difficulty,level,level_name,row_col_min,searches,grid,\
                  order,symmetry,canonical,seed,slot,reissue";
    assert_eq!(CatalogColumns::default().names().join(","), header);
    assert_eq!(written(&[], TableFormat::Csv), format!("{header}\n"));
}

#[test]
fn a_row_has_the_values_of_its_entry() {
    let entries = entries();
    let csv = written(&entries, TableFormat::Csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let columns = CatalogColumns::default().names();
    for (entry, row) in entries.iter().zip(rows.records()) {
        let row = row.unwrap();
        assert_eq!(row.len(), columns.len());
        let field = |name| &row[columns.iter().position(|&c| c == name).unwrap()];
        let slot = entry.origin.slot;
        assert_eq!(field("id"), format!("L{}-{:06}", slot.rung.number(), slot.number + 1));
        assert_eq!(field("puzzle"), entry.puzzle.givens().to_string());
        assert_eq!(field("solution"), entry.puzzle.solution().to_string());
        let givens = field("puzzle").bytes().filter(|&b| b != b'.').count();
        assert_eq!(field("clues"), givens.to_string());
        assert_eq!(field("difficulty"), entry.score.unwrap().total());
        assert_eq!(field("level"), slot.rung.number().to_string());
        assert_eq!(field("level_name"), slot.rung.name());
        assert_eq!(field("canonical"), entry.canonical.to_string());
        assert_eq!(field("seed"), "3");
        assert_eq!(field("slot"), slot.number.to_string());
        assert_eq!(field("reissue"), "0");
        assert_eq!(field("grid"), "las-vegas");
        assert_eq!(field("symmetry"), "none");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let entries = entries();
    let expected: Vec<_> = entries
        .iter()
        .map(|e| Ok((e.puzzle.givens().to_string(), Some(e.score.unwrap().level()))))
        .collect();
    assert_eq!(read(&written(&entries, TableFormat::Csv)), expected);
    assert_eq!(read(&written(&entries, TableFormat::Jsonl)), expected);
    let bare: Vec<_> = expected.into_iter().map(|r| r.map(|(puzzle, _)| (puzzle, None))).collect();
    assert_eq!(read(&written(&entries, TableFormat::Sdm)), bare);
    assert_eq!(read(&written(&entries, TableFormat::Txt)), bare);
}

/// Returns the files of a zip archive by the sizes of its directory, after checking their checksums.
fn unzipped(zip: &[u8]) -> Vec<(String, String)> {
    let number = |at: usize, bytes: usize| {
        zip[at..at + bytes].iter().rev().fold(0, |n, &b| n << 8 | usize::from(b))
    };
    let end = zip.len() - 22;
    assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
    let mut at = number(end + 16, 4);
    assert_eq!(at + number(end + 12, 4), end);
    let mut files = Vec::new();
    for _ in 0..number(end + 10, 2) {
        assert_eq!(&zip[at..at + 4], b"PK\x01\x02");
        let (crc, packed, plain) = (number(at + 16, 4), number(at + 20, 4), number(at + 24, 4));
        let (length, begin) = (number(at + 28, 2), number(at + 42, 4));
        let name = &zip[at + 46..at + 46 + length];
        assert_eq!(&zip[begin..begin + 4], b"PK\x03\x04");
        assert_eq!(&zip[begin + 30..begin + 30 + length], name);
        let data = &zip[begin + 30 + length..][..packed];
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(data).read_to_string(&mut text).unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(text.as_bytes());
        assert_eq!((text.len(), sum.sum() as usize), (plain, crc));
        files.push((String::from_utf8(name.to_vec()).unwrap(), text));
        at += 46 + length;
    }
    assert_eq!(at, end);
    files
}

#[test]
fn workbook_has_text_numbers_and_explained_columns() {
    let entries = entries();
    let mut out = CatalogWriter::new(Vec::new(), TableFormat::Xlsx).unwrap();
    entries.iter().for_each(|entry| out.write(entry).unwrap());
    let files = unzipped(&out.finish().unwrap());
    let file = |name| &files.iter().find(|(other, _)| other == name).unwrap().1;
    let sheet = file("xl/worksheets/sheet1.xml");
    assert!(sheet.contains("ySplit=\"1\"") && sheet.contains("state=\"frozen\""));
    assert_eq!(sheet.matches("<row ").count(), entries.len() + 1);
    for (row, entry) in (2..).zip(&entries) {
        let text = |cell, text: String| {
            format!("<c r=\"{cell}{row}\" s=\"2\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
        };
        let puzzle = &entry.puzzle;
        assert!(sheet.contains(&text("B", puzzle.givens().to_string())));
        assert!(sheet.contains(&text("C", puzzle.solution().to_string())));
        let clues = entry.score.unwrap().givens;
        assert!(sheet.contains(&format!("<c r=\"D{row}\" s=\"0\"><v>{clues}</v></c>")));
        // Excel rounds numbers of more than 15 digits, so a seed is text.
        assert!(sheet.contains(&text("N", "3".to_owned())));
    }
    let about = file("xl/worksheets/sheet2.xml");
    for column in CatalogColumns::default().iter() {
        let escaped = column.about.replace('&', "&amp;").replace('<', "&lt;");
        assert!(about.contains(&format!("<t>{}</t>", column.name)), "{}", column.name);
        assert!(about.contains(&format!("<t>{escaped}</t>")), "{}", column.name);
    }
}

#[test]
fn json_lines_have_the_columns_by_name() {
    let entries = entries();
    let text = written(&entries, TableFormat::Jsonl);
    for (entry, line) in entries.iter().zip(text.lines()) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let names: Vec<_> = row.as_object().unwrap().keys().cloned().collect();
        let mut columns = CatalogColumns::default().names();
        columns.sort_unstable();
        assert_eq!(names, columns);
        assert_eq!(row["puzzle"], entry.puzzle.givens().to_string());
        assert_eq!(row["searches"], entry.score.unwrap().searches);
    }
}

#[test]
fn line_formats_hold_the_puzzles_alone() {
    let entries = entries();
    let txt = written(&entries, TableFormat::Txt);
    let sdm = written(&entries, TableFormat::Sdm);
    assert_eq!(txt.replace('.', "0"), sdm);
    for (entry, line) in entries.iter().zip(txt.lines()) {
        assert_eq!(line.parse(), Ok(entry.puzzle.givens()));
    }
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn any_csv_with_a_column_puzzle_is_read() {
    let ok = [Ok((PUZZLE.to_owned(), None))];
    assert_eq!(read(&format!("puzzle\n{PUZZLE}\n")), ok);
    let zeros = PUZZLE.replace('.', "0");
    assert_eq!(read(&format!("n,solution,puzzle\r\n1,{SOLUTION}, {zeros} \r\n")), ok);
    assert_eq!(read(&format!("puzzle,solution\n{PUZZLE},\n")), ok);
}

#[test]
fn wrong_rows_are_refused_with_line_and_column() {
    let one = |text: String| read(&text).pop().unwrap().unwrap_err();
    let said = one(format!("puzzle\n{PUZZLE}\n{}\n", &PUZZLE[..80]));
    assert_eq!(said, "line 3, column `puzzle`, character 81: expected 81 cells, found 80");
    let said = one(format!("puzzle\n{}\n", ".".repeat(81)));
    assert!(
        said.starts_with("line 2, column `puzzle`: the puzzle has more than one solution"),
        "{said}"
    );
    let wrong = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    let said = one(format!("puzzle,solution\n{PUZZLE},{wrong}\n"));
    assert_eq!(
        said,
        format!(
            "line 2, column `solution`: expected the solution of the puzzle, {SOLUTION}, found another"
        )
    );
    let said = read(&with_level("6")).remove(0).unwrap_err();
    assert_eq!(said, "line 2, column `level`: expected a level from 1 to 5, found \"6\"");
    assert_eq!(
        read("a,b\n")[0],
        Err("line 1, column 1: expected a column of puzzles, found the columns a, b; --column names the one \
             that holds them"
            .to_owned())
    );
}

#[test]
fn a_wrong_level_is_refused() {
    let text = with_level("5");
    let record = records(text.as_bytes()).next().unwrap().unwrap();
    let said = record.checked_rung(None).unwrap_err().to_string();
    assert!(
        said.starts_with("line 2, column `level`: expected level 1 (")
            && said.ends_with("found level 5"),
        "{said}"
    );
    // Levels of others are not ours.
    let text = format!("puzzle,level\n{PUZZLE},5\n");
    let record = records(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(record.checked_rung(None).unwrap().0, Level::Hard.into());
}

/// A catalogue of ours whose first row, of level 1, states this level.
fn with_level(level: &str) -> String {
    let golden = include_str!("../golden.csv");
    let (header, rows) = golden.split_once('\n').unwrap();
    let at = header.split(',').position(|name| name == "level").unwrap();
    let mut fields: Vec<_> = rows.lines().next().unwrap().split(',').collect();
    fields[at] = level;
    format!("{header}\n{}\n", fields.join(","))
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(0..=255u8, 0..400)) {
        let mut text = b"puzzle,level\n".to_vec();
        text.extend(bytes);
        records(&text).for_each(drop);
    }
}

/// The document has a row for each column, in their order: its name, what it holds, what it is.
#[test]
fn documented_columns_are_those_of_the_program() {
    let mut table = String::from("| column | holds | what it is |\n|---|---|---|\n");
    for column in CatalogColumns::default().iter() {
        let (name, holds, about) = (column.name, column.column_type.to_string(), column.about);
        writeln!(table, "| `{name}` | {holds} | {about} |").unwrap();
    }
    let document = include_str!("../../../docs/data.md");
    assert!(document.contains(&table), "docs/data.md should have:\n{table}");
}

/// One wrong row costs no other.
#[test]
fn rows_after_a_wrong_one_are_read() {
    let text = format!("puzzle;level\n{PUZZLE}9;9\n{PUZZLE};2\n..;1\n\"{PUZZLE}\"; 2 \n");
    let read = read(&text);
    assert_eq!(read.len(), 4);
    let good = Ok((PUZZLE.to_owned(), None));
    assert_eq!((&read[1], &read[3]), (&good, &good));
    assert!(read[0].is_err() && read[2].is_err());
}

/// The golden catalogue with each field changed: its column and its text.
fn golden_with(change: impl Fn(&str, &str) -> String) -> String {
    let golden = include_str!("../golden.csv");
    let names: Vec<_> = golden.lines().next().unwrap().split(',').collect();
    let changed = |line: &str| {
        let fields = line.split(',').zip(&names).map(|(text, name)| change(name, text));
        fields.collect::<Vec<_>>().join(",") + "\n"
    };
    let (header, rows) = golden.split_once('\n').unwrap();
    header.to_owned() + "\n" + &rows.lines().map(changed).collect::<String>()
}

const NUMBERS: [&str; 8] =
    ["clues", "difficulty", "level", "row_col_min", "searches", "slot", "seed", "reissue"];

#[test]
fn numbers_saved_by_others_are_the_same() {
    let bench = Bench::new();
    let is_number = |name: &str| NUMBERS.contains(&name);
    // A spreadsheet writes 1.0 as 1, a data frame writes 50 as 50.0.
    let shortest = golden_with(|name, text| {
        if is_number(name) { text.trim_end_matches(".0").to_owned() } else { text.to_owned() }
    });
    let longer = golden_with(|name, text| match is_number(name) {
        true if text.contains('.') => format!("{text}0"),
        true => format!("{text}.0"),
        false => text.to_owned(),
    });
    // A catalogue has commas between fields alone.
    let semicolons =
        golden_with(
            |name, text| if is_number(name) { text.replace('.', ":") } else { text.to_owned() },
        );
    let semicolons = semicolons.replace(',', ";").replace(':', ",");
    for (name, text) in [("short.csv", shortest), ("long.csv", longer), ("de.csv", semicolons)] {
        fs::write(bench.path(name), text).unwrap();
        assert_eq!(said(&bench, &format!("verify {name}")), (Some(0), "OK: 20 puzzles.\n".into()));
        bench.ends(&format!("book {name} --quiet --force --out book.pdf"), 0, "");
    }
    let rounded = golden_with(|name, text| match name {
        "seed" => "2.00901E+07".to_owned(),
        _ => text.to_owned(),
    });
    fs::write(bench.path("rounded.csv"), rounded).unwrap();
    bench.ends("verify rounded.csv", 1, "20 problems");
    // Every format of ours is verified as it is made.
    for format in ["csv", "xlsx", "jsonl"] {
        bench.ends(
            &format!("generate --count 3 --seed 5 --quiet --format {format} --out c.{format}"),
            0,
            "",
        );
        assert_eq!(said(&bench, &format!("verify c.{format}")).1, "OK: 15 puzzles.\n");
    }
}

#[test]
fn problems_of_one_kind_are_counted() {
    let bench = Bench::new();
    let wrong = golden_with(|name, text| match name {
        "difficulty" => "9.9".to_owned(),
        _ => text.to_owned(),
    });
    fs::write(bench.path("c.csv"), wrong).unwrap();
    let output = bench.run("verify c.csv");
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(found.lines().count(), 6, "{found}");
    assert!(found.ends_with("c.csv, column difficulty: 15 more problems like these\n"), "{found}");
    let output = bench.run("verify c.csv --format jsonl");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 21);
}

#[test]
fn levels_beside_no_score_are_proved_or_refused() {
    let bench = Bench::new();
    let golden = include_str!("../golden.csv");
    let first = |line: &str| line.split(',').take(6).collect::<Vec<_>>().join(",") + "\n";
    let five: String = golden.lines().map(first).collect();
    fs::write(bench.path("five.csv"), &five).unwrap();
    assert_eq!(said(&bench, "verify five.csv"), (Some(0), "OK: 20 puzzles.\n".into()));
    let wrong = five.replacen(",1.0,1\n", ",1.0,3\n", 1);
    assert_ne!(wrong, five);
    fs::write(bench.path("wrong.csv"), &wrong).unwrap();
    let (code, words) = said(&bench, "verify wrong.csv");
    let expected = "wrong.csv: the column `level` may have another meaning than in our catalogues: \
                    1 of 20 rows are not proved (line 2 states 3, ours is 1)";
    assert!(code == Some(1) && words.contains(expected) && !words.contains("OK"), "{words}");
    let summary = String::from_utf8(bench.run("verify wrong.csv --format jsonl").stdout).unwrap();
    assert!(summary.contains("\"ok\":false"), "{summary}");
    // The remedies of the message: the columns of the score, or another name.
    let renamed = wrong.replacen("level", "grade", 1);
    fs::write(bench.path("renamed.csv"), renamed).unwrap();
    assert_eq!(said(&bench, "verify renamed.csv").0, Some(0));
    bench.ends(
        "generate --count 1 --quiet --columns id,puzzle,level,row_col_min,searches --out c.csv",
        0,
        "",
    );
    assert_eq!(said(&bench, "verify c.csv"), (Some(0), "OK: 5 puzzles.\n".into()));
}

#[test]
fn header_is_found_below_titles() {
    let bench = Bench::new();
    let golden = include_str!("../golden.csv");
    for titles in [
        "My catalogue,,\n",
        "My catalogue\n",
        "Sudoku,,,,,,,,,,,,,,,\n",
        "My catalogue,,,\n\nSpring 2026,,,\n,,,\n",
        "Puzzles of the second edition\n",
    ] {
        fs::write(bench.path("c.csv"), titles.to_owned() + golden).unwrap();
        let (code, words) = said(&bench, "verify c.csv");
        assert!(code == Some(0) && words.contains("OK: 20 puzzles.\n"), "{titles}: {words}");
        assert!(words.contains("skipped"), "{titles}: {words}");
        let table = golden.replacen("puzzle", "mine", 1).replacen("canonical", "puzzles", 1);
        fs::write(bench.path("c.csv"), titles.to_owned() + &table).unwrap();
        let output = bench.run("verify c.csv --column mine --quiet");
        assert_eq!(output.status.code(), Some(0), "{titles}");
    }
    // A title that looks like a header, above a list.
    let puzzle = line(&six()[0]);
    let text = format!("Puzzle, easy\n{puzzle}\n");
    fs::write(bench.path("c.txt"), &text).unwrap();
    assert_eq!(bench.run("verify c.txt").status.code(), Some(0), "{text}");
}

#[test]
fn rows_without_a_puzzle_are_named_as_totals() {
    let bench = Bench::new();
    table(&bench, "c.csv", "puzzle,solution,,", |_, p| format!("{},{},,", line(p), p.solution()));
    let mut text = bench.read("c.csv");
    text.extend_from_slice(b",,,total: 6\n");
    fs::write(bench.path("c.csv"), text).unwrap();
    let remedy = "the row has \"total: 6\": delete it if it is a total or a note";
    for command in ["verify c.csv", "solve c.csv", "book c.csv --out b.pdf"] {
        let (code, words) = said(&bench, command);
        assert!(code == Some(1) && words.contains(remedy), "{command}: {words}");
    }
}
