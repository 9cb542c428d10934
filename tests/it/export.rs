//! `export`: drawings and texts agree with the catalogue, and file names are stable.

use crate::cli::Bench;
use std::fs;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.ends("generate --seed 7 --count 3 --out cat.csv --quiet", 0, "");
    bench
}

fn rows(bench: &Bench) -> Vec<Vec<String>> {
    let text = String::from_utf8(bench.read("cat.csv")).unwrap();
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

/// The value of an attribute, in order of appearance.
fn attributes<'a>(xml: &'a str, element: &str, name: &str) -> Vec<&'a str> {
    xml.split('<')
        .filter(|part| part.starts_with(element))
        .filter_map(|part| {
            let (_, value) = part.split_once(&format!("{name}=\""))?;
            Some(value.split_once('"')?.0)
        })
        .collect()
}

/// The digits of a drawing, each in the cell whose middle it stands over.
fn line(xml: &str) -> String {
    let mut cells = ['.'; 81];
    let uses = |name| attributes(xml, "use class", name);
    let places = uses(" x").into_iter().zip(uses(" y"));
    for (outline, (x, y)) in uses("xlink:href").into_iter().zip(places) {
        let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
        let (column, row) = ((x / 24.0) as usize, (y / 24.0) as usize);
        let id = outline.strip_prefix('#').unwrap();
        assert!(attributes(xml, "path", "id").contains(&id), "{id} is drawn");
        cells[row * 9 + column] = id.chars().last().unwrap();
    }
    cells.iter().collect()
}

#[test]
fn drawings_have_81_cells_and_the_digits_of_the_catalogue() {
    let bench = bench();
    bench.ends("export svg cat.csv --out pictures", 0, "15 puzzles and their answers");
    let names = bench.names("pictures");
    assert_eq!(names.len(), 31);
    assert!(!bench.names(".").iter().any(|n| n.starts_with('.')));
    for row in rows(&bench) {
        for (name, right) in [(row[0].clone(), &row[1]), (format!("{}-answer", row[0]), &row[2])] {
            let xml = String::from_utf8(bench.read(&format!("pictures/{name}.svg"))).unwrap();
            assert_eq!(&line(&xml), right, "{name}");
            assert_eq!(attributes(&xml, "rect", "data-cell").len(), 81);
            assert!(!xml.contains("<text") && !xml.contains("font"), "outlines only");
            // Well-formed: every element is closed, in order.
            let mut open = Vec::new();
            for tag in xml.split('<').skip(1).map(|part| part.split_once('>').unwrap().0) {
                match tag.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name)),
                    None if tag.ends_with('/') => {}
                    None => open.push(tag.split(' ').next().unwrap()),
                }
            }
            assert!(open.is_empty());
            // Every outline begins with a move and is closed.
            let paths = attributes(&xml, "path id", " d");
            assert!(paths.iter().all(|d| d.starts_with('M') && d.ends_with('Z') && d.len() > 20));
        }
    }
    let table = String::from_utf8(bench.read("pictures/data.csv")).unwrap();
    assert!(table.starts_with("id,level,level_name,clues,@puzzle,@answer\nL1-000001,1,Beginner,"));
    for line in table.lines().skip(1) {
        for name in line.split(',').skip(4) {
            assert!(names.contains(&name.to_owned()), "{name}");
        }
    }
}

#[test]
fn texts_can_be_read_again_in_every_form() {
    let bench = bench();
    let rows = rows(&bench);
    for (format, ending) in
        [("txt", "txt"), ("sdm", "sdm"), ("rows", "txt"), ("sdk", "sdk"), ("ss", "ss")]
    {
        bench.ends(&format!("export text cat.csv --out {format} --format {format} -q"), 0, "");
        for row in &rows {
            for (name, right) in
                [(row[0].clone(), &row[1]), (format!("{}-answer", row[0]), &row[2])]
            {
                let text = bench.read(&format!("{format}/{name}.{ending}"));
                let mut read = sudoku_press::table::Rows::new(&text[..]);
                let grid = read.next().unwrap().unwrap().grid().unwrap();
                assert_eq!(&grid.to_string(), right);
                assert!(read.next().is_none());
            }
        }
    }
}

#[test]
fn an_exported_folder_is_complete_or_absent() {
    let bench = bench();
    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/letter.txt"), "dear").unwrap();
    bench.ends("export svg cat.csv --out mine", 2, "mine is not empty; --force");
    assert_eq!(bench.names("mine"), ["letter.txt"]);
    bench.ends("export svg cat.csv --out mine --force", 0, "");
    assert_eq!(bench.names("mine").len(), 32);
    assert_eq!(bench.read("mine/letter.txt"), b"dear");
    // The same bytes again.
    let before = bench.read("mine/L5-000003.svg");
    bench.ends("export svg cat.csv --out mine --force", 0, "");
    assert_eq!(bench.read("mine/L5-000003.svg"), before);

    let text = String::from_utf8(bench.read("cat.csv")).unwrap();
    for (name, lie, words) in [
        (
            "twice.csv",
            text.replace("L1-000002", "L1-000001"),
            "twice.csv:3: column `id`: expected a new id, found L1-000001, which is the id of twice.csv:2 too",
        ),
        ("path.csv", text.replace("L1-000002", "../up"), "for the name of a file, found \"../up\""),
        ("none.csv", "puzzle\n".to_owned(), "expected puzzles, found none"),
        (
            "bad.csv",
            format!("puzzle\n{}\n", ".".repeat(81)),
            "bad.csv:2: column `puzzle`: the puzzle has more than one solution",
        ),
    ] {
        fs::write(bench.path(name), lie).unwrap();
        bench.ends(&format!("export svg {name} --out new"), 1, words);
        assert!(!bench.path("new").exists() && !bench.path(".new.0.part").exists());
    }
    // Puzzles without ids are numbered.
    let bare = format!("puzzle\n{}\n", rows(&bench)[0][1]);
    fs::write(bench.path("bare.csv"), bare).unwrap();
    fs::create_dir(bench.path("empty")).unwrap();
    bench.ends("export text bare.csv --out empty", 0, "");
    assert_eq!(bench.names("empty"), ["000001-answer.txt", "000001.txt", "data.csv"]);
}

/// `export` once wrote `5,Evil` for a puzzle of level 4, because the row said so.
#[test]
fn a_wrong_level_or_solution_is_refused_and_nothing_is_written() {
    let bench = bench();
    let text = String::from_utf8(bench.read("cat.csv")).unwrap();
    let solution = rows(&bench)[0][2].clone();
    let other = rows(&bench)[1][2].clone();
    for (lie, words) in [
        (text.replace(",4,Hard,", ",5,Evil,"), "lie.csv:11: column `level`: expected level 4 ("),
        (text.replace(&solution, &other), "lie.csv:2: column `solution`: expected the solution of"),
    ] {
        fs::write(bench.path("lie.csv"), lie).unwrap();
        bench.ends("export text lie.csv --out new", 1, words);
        assert_eq!(bench.names("."), ["cat.csv", "lie.csv"]);
    }
}

/// Each of these was once read by some commands and refused by others.
#[test]
fn every_command_reads_every_form() {
    let bench = bench();
    let make = "generate --seed 7 --count 3 --quiet --out";
    bench.ends(&format!("{make} l.txt --format txt"), 0, "");
    bench.ends(&format!("{make} l.sdm --format sdm"), 0, "");
    bench.ends(&format!("{make} o.jsonl --format jsonl"), 0, "");
    bench.ends(&format!("{make} e.csv --excel"), 0, "");
    bench.ends(&format!("{make} z.gz --format jsonl --compress gzip"), 0, "");
    let mut files = vec!["l.txt", "l.sdm", "o.jsonl", "e.csv", "z.gz", "semicolons", "tabs", "ss"];
    if cfg!(feature = "parquet") {
        bench.ends(&format!("{make} p --format parquet"), 0, "");
        files.push("p");
    }
    let csv = String::from_utf8(bench.read("cat.csv")).unwrap();
    fs::write(bench.path("semicolons"), format!("\u{feff}{}", csv.replace(',', ";"))).unwrap();
    fs::write(bench.path("tabs"), csv.replace(',', "\t").replace('\n', "\r")).unwrap();
    let convert = "transform cat.csv --relabel 123456789 --format ss --out ss";
    bench.ends(convert, 0, "");
    bench.ends("book cat.csv --out cat.pdf", 0, "");
    bench.ends("cover cat.csv --spine 9mm --out cat-cover.pdf", 0, "");
    let texts = |folder: &str| {
        let names = bench.names(folder).into_iter().filter(|name| name != "data.csv");
        let mut texts: Vec<_> = names.map(|name| bench.read(&format!("{folder}/{name}"))).collect();
        texts.sort();
        texts
    };
    bench.ends("export text cat.csv --out cat", 0, "");
    let solved = bench.run("solve cat.csv").stdout;
    for file in files {
        bench.ends(&format!("book {file} --out {file}.pdf"), 0, "20 pages");
        assert!(bench.read(&format!("{file}.pdf")) == bench.read("cat.pdf"), "{file}");
        bench.ends(&format!("cover {file} --spine 9mm --out {file}-cover.pdf"), 0, "");
        let cover = bench.read(&format!("{file}-cover.pdf"));
        assert!(cover == bench.read("cat-cover.pdf"), "{file}");
        bench.ends(&format!("verify {file} {file}.pdf"), 0, "");
        bench.ends(&format!("export text {file} --out {file}-texts"), 0, "");
        assert_eq!(texts(&format!("{file}-texts")), texts("cat"), "{file}");
        assert!(bench.run(&format!("solve {file}")).stdout == solved, "{file}");
        bench.ends(&format!("archive create --archive {file}.a"), 0, "");
        bench.ends(&format!("archive import {file} --archive {file}.a"), 0, "15 puzzles are new");
    }
}

/// With --force files of the same names are replaced, but nothing that is no regular file, and
/// nothing before the new files are complete.
#[test]
fn only_regular_files_of_the_same_names_are_replaced() {
    let bench = bench();
    bench.ends("export text cat.csv --out f", 0, "");
    let before = bench.read("f/L1-000001.txt");
    fs::write(bench.path("f/L1-000001.txt"), "old").unwrap();
    fs::remove_file(bench.path("f/L5-000003.txt")).unwrap();
    fs::create_dir(bench.path("f/L5-000003.txt")).unwrap();
    bench.ends(
        "export text cat.csv --out f --force",
        2,
        "L5-000003.txt is there and is no regular",
    );
    assert_eq!(bench.read("f/L1-000001.txt"), b"old");
    fs::remove_dir(bench.path("f/L5-000003.txt")).unwrap();
    bench.ends("export text cat.csv --out f --force", 0, "");
    assert_eq!(bench.read("f/L1-000001.txt"), before);
    fs::write(bench.path("file"), "mine").unwrap();
    bench.ends("export text cat.csv --out file --force", 2, "file is not a folder");
    assert_eq!(bench.read("file"), b"mine");
}

/// Two exports once shared one working folder, and mixed their files.
#[test]
fn exports_at_once_to_one_folder_never_mix() {
    let bench = bench();
    for force in ["", " --force"] {
        let children: Vec<_> = (0..6)
            .map(|_| {
                bench.command(&format!("export svg cat.csv --out all{force} -q")).spawn().unwrap()
            })
            .collect();
        let mut codes: Vec<_> =
            children.into_iter().map(|mut child| child.wait().unwrap().code().unwrap()).collect();
        codes.sort_unstable();
        let expected = if force.is_empty() { [0, 2, 2, 2, 2, 2] } else { [0; 6] };
        assert_eq!(codes, expected);
        assert_eq!(bench.names("all").len(), 31);
        assert_eq!(bench.names("."), ["all", "cat.csv"]);
    }
}

/// What a crash leaves is removed by the next export; what is not ours stays.
#[test]
fn files_left_by_a_crash_are_removed() {
    let bench = bench();
    let export = |fault: &str| {
        let mut command = bench.command("export text cat.csv --out new");
        command.env("SUDOKU_FAULT", fault).output().unwrap().status.code()
    };
    for fault in ["write:7:full", "sync:1:broken", "rename:1:full", "create:1:full"] {
        assert_eq!(export(fault), Some(74), "{fault}");
        assert_eq!(bench.names("."), ["cat.csv"], "{fault}");
    }
    for fault in ["write:7:die", "sync:1:die", "rename:1:die"] {
        assert_eq!(export(fault), None, "{fault}");
        assert_eq!(bench.names("."), [".new.0.part", "cat.csv"], "{fault}");
    }
    fs::create_dir(bench.path(".new.part")).unwrap();
    fs::write(bench.path(".new.1.part"), "a file").unwrap();
    bench.ends("export text cat.csv --out new", 0, "");
    assert_eq!(bench.names("."), [".new.1.part", ".new.part", "cat.csv", "new"]);
    assert_eq!(bench.names("new").len(), 31);
}
