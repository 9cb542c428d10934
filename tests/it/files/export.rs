//! `export`: drawings and texts agree with the catalogue, and file names are stable.

use crate::support::crashes::injected;
use crate::support::languages::font;
use crate::support::program::Bench;
use std::collections::BTreeSet;
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
fn drawings_show_81_cells_with_the_catalogues_digits() {
    let bench = bench();
    bench.ends("export svg cat.csv --out pictures", 0, "15 puzzles and their answers");
    let names = bench.names("pictures");
    assert_eq!(names.len(), 32);
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
    let header = "id,level,level_name,clues,puzzle_file,answer_file,number,date,band,band_name,label,stars,minutes,technique,size,givens,solution\n\
         L1-000001,1,Beginner,";
    assert!(table.starts_with(header), "{table}");
    let level = |line: &str| line.split(',').nth(1).unwrap().parse::<usize>().unwrap();
    let hardest = table.lines().skip(1).map(level).max().unwrap();
    for (number, line) in (1..).zip(table.lines().skip(1)) {
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!((cells[6], cells[7]), (&*number.to_string(), ""));
        assert!(cells[8].parse::<u8>().is_ok_and(|band| (1..=7).contains(&band)));
        let stars = "★".repeat(level(line)) + &"☆".repeat(hardest - level(line));
        assert_eq!(cells[9..12], ["", cells[2], &stars]);
        let row = &rows(&bench)[number as usize - 1];
        assert_eq!(cells[14..], ["9x9", &*row[1], &*row[2]]);
        for name in line.split(',').skip(4).take(2) {
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
                let mut read = tables::RowReader::new(&text[..]);
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
    assert_eq!(bench.names("mine").len(), 33);
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
        assert!(bench.names(".").iter().all(|name| !name.contains("new")));
    }
    // Puzzles without ids are numbered.
    let bare = format!("puzzle\n{}\n", rows(&bench)[0][1]);
    fs::write(bench.path("bare.csv"), bare).unwrap();
    fs::create_dir(bench.path("empty")).unwrap();
    bench.ends("export text bare.csv --out empty", 0, "");
    assert_eq!(bench.names("empty"), ["1-answer.txt", "1.txt", "data.csv"]);
}

/// `export` once wrote `5,Evil` for a puzzle of level 4, because the row said so.
#[test]
fn wrong_level_or_solution_exports_nothing() {
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
    bench.ends(&format!("{make} z.gz --format jsonl --compress gzip"), 0, "");
    let mut files = vec!["l.txt", "l.sdm", "o.jsonl", "e.csv", "z.gz", "semicolons", "tabs", "ss"];
    if cfg!(feature = "parquet") {
        bench.ends(&format!("{make} p.parquet --format parquet"), 0, "");
        files.push("p.parquet");
    }
    let csv = String::from_utf8(bench.read("cat.csv")).unwrap();
    // As Excel saves "CSV UTF-8".
    fs::write(bench.path("e.csv"), format!("\u{feff}{}", csv.replace('\n', "\r\n"))).unwrap();
    fs::write(bench.path("semicolons"), format!("\u{feff}{}", csv.replace(',', ";"))).unwrap();
    fs::write(bench.path("tabs"), csv.replace(',', "\t").replace('\n', "\r\n")).unwrap();
    let convert = "transform cat.csv --format ss --out ss";
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
        bench.ends(&format!("book {file} --out {file}.pdf"), 0, "12 pages");
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
fn only_regular_files_of_same_name_are_replaced() {
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
        assert_eq!(bench.names("all").len(), 32);
        assert_eq!(bench.names("."), ["all", "cat.csv"]);
    }
}

/// What a crash leaves is removed by the next export; what is not ours stays.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn files_left_by_a_crash_are_removed() {
    let bench = bench();
    let export = |call: &str, what: &str, when: &str| {
        let args = "export text cat.csv --out new";
        injected(&bench, args, call, what, when).0.status.code()
    };
    for (call, what, when) in [
        ("write", "error=ENOSPC", "7"),
        ("fsync", "error=EIO", "1"),
        ("/^rename", "error=ENOSPC", "1"),
        ("/^mkdir", "error=ENOSPC", "1+"),
    ] {
        assert_eq!(export(call, what, when), Some(74), "{call}");
        assert_eq!(bench.names("."), ["cat.csv"], "{call}");
    }
    for (call, when) in [("write", "7"), ("fsync", "1"), ("/^rename", "1")] {
        assert_eq!(export(call, "signal=KILL", when), None, "{call}");
        let names = bench.names(".");
        assert!(names.len() == 2 && names[0].starts_with(".new."), "{call}: {names:?}");
    }
    fs::create_dir(bench.path(".new.part")).unwrap();
    fs::write(bench.path(".new.1.part"), "a file").unwrap();
    bench.ends("export text cat.csv --out new", 0, "");
    assert_eq!(bench.names("."), [".new.1.part", ".new.part", "cat.csv", "new"]);
    assert_eq!(bench.names("new").len(), 31);
}

/// The share of ink in each cell of a square picture of grey dots, without the lines around it.
fn ink(dots: &[u8], side: usize) -> Vec<f64> {
    let cell = side as f64 / 218.0 * 24.0;
    let of = |i: usize| {
        let (top, left) = ((i / 9) as f64 + 0.15, (i % 9) as f64 + 0.15);
        let span = |from: f64| (from * cell) as usize..((from + 0.7) * cell) as usize;
        let inside = span(top).flat_map(|y| span(left).map(move |x| dots[y * side + x]));
        let inside: Vec<f64> = inside.map(|dot| 1.0 - f64::from(dot) / 255.0).collect();
        inside.iter().sum::<f64>() / inside.len() as f64
    };
    (0..81).map(of).collect()
}

fn decoded(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>, Option<u32>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut dots = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut dots).unwrap();
    let metre = reader.info().pixel_dims.map(|dims| dims.xppu);
    (info, dots, metre)
}

/// A cell has ink exactly where there is a digit, and the same digit has the same ink.
#[test]
fn pictures_and_pages_show_the_catalogues_digits() {
    let bench = bench();
    bench.ends("export png cat.csv --out png --size 60 --resolution 254", 0, "15 puzzles");
    bench.ends("export pdf cat.csv --out pdf --size 60", 0, "15 puzzles");
    for row in rows(&bench) {
        let mut of_digit = vec![Vec::new(); 10];
        for (name, right) in [(row[0].clone(), &row[1]), (format!("{}-answer", row[0]), &row[2])] {
            let (info, dots, metre) = decoded(&bench.read(&format!("png/{name}.png")));
            assert_eq!((info.width, info.height, metre), (600, 600, Some(10_000)));
            assert_eq!(info.color_type, png::ColorType::Grayscale);
            for ((ink, digit), given) in
                ink(&dots, 600).iter().zip(right.chars()).zip(row[1].chars())
            {
                assert_eq!(*ink > 0.02, digit != '.', "{name}: {ink} of {digit}");
                if given != '.' {
                    of_digit[given.to_digit(10).unwrap() as usize].push(*ink);
                }
            }
            let page = bench.read(&format!("pdf/{name}.pdf"));
            let text = String::from_utf8_lossy(&page);
            assert!(text.contains("/MediaBox[0 0 170.07874 170.07874]") && !text.contains("/Font"));
            let digits = text.lines().filter(|line| *line == "f").count();
            assert_eq!(digits, right.chars().filter(|c| *c != '.').count());
        }
        for (digit, inks) in of_digit.iter().enumerate() {
            for ink in inks {
                assert!((ink - inks[0]).abs() < 0.01, "{digit}: {inks:?}");
            }
        }
    }
    // Colours, in all three forms; the same bytes again.
    for form in ["svg", "pdf", "png"] {
        let export = format!("export {form} cat.csv --palette harbour --out colour-{form} -q");
        bench.ends(&export, 0, "");
        let name = format!("colour-{form}/L4-000001-answer.{form}");
        let before = bench.read(&name);
        bench.ends(&format!("{export} --force"), 0, "");
        assert_eq!(bench.read(&name), before);
    }
    let (info, ..) = decoded(&bench.read("colour-png/L4-000001-answer.png"));
    assert_eq!((info.color_type, info.width), (png::ColorType::Rgb, 908));
    let svg = String::from_utf8(bench.read("colour-svg/L4-000001-answer.svg")).unwrap();
    let pdf = bench.read("colour-pdf/L4-000001-answer.pdf");
    let pdf = String::from_utf8_lossy(&pdf);
    assert!(svg.matches(" fill=\"#").count() > 81 && pdf.contains(" rg\n"));
}

#[test]
fn file_names_never_lead_out_of_the_folder() {
    let bench = bench();
    let first = "--first-day 2028-02-28";
    bench.ends(&format!("export text cat.csv --out a {first} --name {{date}}-{{level}}"), 0, "");
    let names = bench.names("a");
    for name in
        ["2028-02-28-1.txt", "2028-02-29-1.txt", "2028-03-01-1-answer.txt", "2028-03-13-5.txt"]
    {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    let table = String::from_utf8(bench.read("a/data.csv")).unwrap();
    assert!(table.contains(",2028-02-29-1.txt,2028-02-29-1-answer.txt,2,2028-02-29,"), "{table}");
    bench.ends("export svg cat.csv --out b --name sudoku_{number}.b{band}", 0, "");
    assert!(bench.names("b").iter().any(|name| name.starts_with("sudoku_01.b")));
    let text = String::from_utf8(bench.read("cat.csv")).unwrap();
    let lie =
        |name: &str, id: &str| fs::write(bench.path(name), text.replace("L1-000002", id)).unwrap();
    lie("device.csv", "con");
    lie("port.csv", "LPT1.x");
    lie("hidden.csv", ".x");
    lie("flag.csv", "-rf");
    lie("dot.csv", "x.");
    lie("slash.csv", "a/b");
    lie("back.csv", "a\\b");
    lie("long.csv", &"x".repeat(101));
    lie("nul.csv", "a\u{0}");
    lie("case.csv", "l1-000001");
    lie("answer.csv", "L1-000001-answer");
    lie("table.csv", "data");
    let column = "column `id`: expected letters, digits, - and _ for the name of a file, found";
    for (args, code, words) in [
        ("device.csv", 1, column),
        ("port.csv", 1, column),
        ("hidden.csv", 1, column),
        ("flag.csv", 1, column),
        ("dot.csv", 1, column),
        ("slash.csv", 1, column),
        ("back.csv", 1, column),
        ("long.csv", 1, column),
        ("nul.csv", 1, ""),
        ("case.csv", 1, "case.csv:3: column `id`: expected a new id, found l1-000001"),
        // Its answer was once written over another puzzle.
        ("answer.csv", 1, "answer.csv:3: column `id`: expected a new id, found L1-000001-answer"),
        ("table.csv", 1, "found data, which is the id of data.csv"),
        ("cat.csv --name puzzle", 1, "expected a new name, found puzzle"),
        (
            "cat.csv --name {level}",
            1,
            "cat.csv:3: column `level`: expected a new name, found 1, which",
        ),
        ("cat.csv --name ../{id}", 2, "expected letters, digits, -, _ and . beside the places"),
        (
            "cat.csv --name {slot}",
            2,
            "expected {id}, {number}, {date}, {level}, {band}, {size} or {page}, found {slot}",
        ),
        ("cat.csv --name {id", 2, "expected {id}, {number}"),
        ("cat.csv --name {page}", 2, "{page} needs the folder of a run"),
        ("cat.csv --name {date}", 2, "{date} needs --first-day"),
        ("cat.csv --first-day 2027-02-29", 2, "expected a date such as"),
        ("cat.csv --first-day 9999-12-30", 2, "expected a day whose followers end by 9999-12-31"),
        ("cat.csv --size 9", 2, "expected millimetres from 10 to 400, found \"9\""),
        ("cat.csv --size NaN", 2, "expected millimetres"),
        ("cat.csv --pictures", 2, "--pictures is for xlsx"),
        ("cat.csv --palette pink", 2, "expected harbour, "),
        ("cat.csv --resolution 1", 2, "36..=2400"),
        (
            "cat.csv --size 400 --resolution 2400",
            2,
            "expected at most 8000 dots on a side, found 37795",
        ),
    ] {
        bench.ends(&format!("export png {args} --out new"), code, words);
        assert!(
            !bench.path("new").exists() && !bench.names(".").iter().any(|n| n.starts_with('.'))
        );
    }
}

/// A website's feed: a file a day, in which yesterday's solution is and today's is not.
#[test]
fn feed_has_daily_puzzles_without_solutions() {
    let bench = bench();
    let mut child = bench
        .command("export json --out feed --first-day 2027-12-25")
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &bench.read("cat.csv")).unwrap();
    assert!(child.wait().unwrap().success());
    let rows = rows(&bench);
    assert_eq!(bench.names("feed").len(), rows.len() + 2);
    let mut day: jiff::civil::Date = "2027-12-25".parse().unwrap();
    for n in 0..=rows.len() {
        let text = String::from_utf8(bench.read(&format!("feed/{day}.json"))).unwrap();
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["date"], day.to_string());
        match rows.get(n) {
            Some(row) => {
                let today = &object["today"];
                assert_eq!(
                    (&today["id"], &today["puzzle"]),
                    (&row[0].clone().into(), &row[1].clone().into())
                );
                assert_eq!(
                    (&today["number"], &today["clues"]),
                    (&(n + 1).into(), &row[3].parse::<u8>().unwrap().into())
                );
                assert!(today["solution"].is_null() && !text.contains(&row[2]), "{text}");
            }
            None => assert!(object["today"].is_null()),
        }
        match n.checked_sub(1) {
            Some(before) => assert_eq!(object["yesterday"]["solution"], rows[before][2].as_str()),
            None => assert!(object["yesterday"].is_null()),
        }
        day = day.tomorrow().unwrap();
    }
    // A puzzle was "Medium" and "Gentle" at once, by two ladders.
    for (ladder, name, other) in [("published", "level", "band"), ("human", "band", "level")] {
        let out = format!("--ladder {ladder} --levels 1 --count 1 --seed 7 --out {ladder}.csv -q");
        bench.ends(&format!("generate {out}"), 0, "");
        bench.ends(&format!("export json {ladder}.csv --out {ladder} --name one"), 0, "");
        let object = bench.read(&format!("{ladder}/one.json"));
        let object: serde_json::Value = serde_json::from_slice(&object).unwrap();
        for (end, is_there) in
            [("", object[name].is_u64()), ("_name", object[&format!("{name}_name")].is_string())]
        {
            assert!(is_there && object[&format!("{other}{end}")].is_null(), "{object}");
        }
    }
    // Without days the object of a puzzle has its solution.
    bench.ends("export json cat.csv --out objects", 0, "");
    let object = bench.read("objects/L2-000001.json");
    let object: serde_json::Value = serde_json::from_slice(&object).unwrap();
    assert_eq!(object["solution"], rows[3][2].as_str());
    bench.ends(
        "export json cat.csv --out x --first-day 2027-01-01 --name {id}",
        2,
        "named by date",
    );
}

/// An Easy puzzle of the human ladder was "Evil" in the table, which had no word, stars and time of
/// the page.
#[test]
fn table_says_what_the_pages_of_bands_say() {
    let bench = Bench::new();
    let make = "run --ladder human --levels 2-4 --total 12 --seed 1 --parts puzzles,times -q";
    bench.ends(make, 0, "");
    bench.ends("export text out --out t", 0, "12 puzzles");
    let table = String::from_utf8(bench.read("t/data.csv")).unwrap();
    let catalog = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let pages = crate::support::readback::sheets(&bench.read("out/book.pdf"));
    let pages: Vec<String> = pages.iter().map(|page| page.text()).collect();
    let names = catalog.lines().next().unwrap().split(',');
    let place = names.into_iter().position(|name| name == "band_name").unwrap();
    for (row, of_catalog) in table.lines().skip(1).zip(catalog.lines().skip(1)) {
        let cells: Vec<_> = row.split(',').collect();
        let [band, band_name, label, stars, minutes] = cells[8..13] else { panic!("{row}") };
        let number: usize = band.parse().unwrap();
        let expected = ["", "Easy", "Medium", "Hard"][number - 1];
        assert_eq!((cells[2], band_name, label), ("", expected, expected));
        assert_eq!(of_catalog.split(',').nth(place), Some(expected));
        assert_eq!(stars, "★".repeat(number) + &"☆".repeat(4 - number));
        // The page of times says the same minutes.
        let (fewest, most) = minutes.split_once('–').unwrap_or((minutes, minutes));
        let words = format!("{fewest} to {most} min");
        assert!(pages.iter().any(|text| text.contains(&words)), "{words}");
    }
    assert_eq!(table.lines().count(), 13);
}

/// The folder of a run was refused, and its dates were typed once more.
#[test]
fn exported_run_keeps_the_dates_of_its_book() {
    let bench = Bench::new();
    bench.ends("run --template daily --first-day 2027-12-30 --total 4 --seed 1 -q --out d", 0, "");
    bench.ends("export json d --out feed", 0, "4 puzzles");
    let mut names = bench.names("feed");
    names.retain(|name| name != "data.csv");
    let days = ["2027-12-30", "2027-12-31", "2028-01-01", "2028-01-02", "2028-01-03"];
    assert_eq!(names, days.map(|day| format!("{day}.json")));
    let catalog = String::from_utf8(bench.read("d/catalog.csv")).unwrap();
    for (row, day) in catalog.lines().skip(1).zip(days) {
        let object = bench.read(&format!("feed/{day}.json"));
        let object: serde_json::Value = serde_json::from_slice(&object).unwrap();
        assert_eq!(object["today"]["puzzle"], row.split(',').nth(1).unwrap());
    }
    bench.ends("export text d --out texts --name {date}", 0, "");
    assert!(bench.path("texts/2028-01-02-answer.txt").exists());
    // Without a name, each file has that of its day, and so has the table.
    bench.ends("export text d --out dated", 0, "");
    assert!(bench.path("dated/2028-01-02-answer.txt").exists());
    let table = String::from_utf8(bench.read("dated/data.csv")).unwrap();
    assert!(table.contains(",2027-12-31.txt,2027-12-31-answer.txt,2,2027-12-31,"), "{table}");
    // A flag wins over the run.
    bench.ends("export json d --out other --first-day 2030-01-01", 0, "");
    assert!(bench.path("other/2030-01-05.json").exists());
    bench.ends("run --count 1 --levels 1 --seed 1 -q --out plain", 0, "");
    bench.ends("export text plain --out p", 0, "1 puzzle");
    bench.ends("export text plain --out q --name {date}", 2, "{date} needs --first-day");
    bench.ends("export text plain d --out q", 2, "expected the folder of one run alone");
    bench.ends("export text feed --out q", 2, "found a folder without manifest.json");
}

/// An editor's page has the grid in its middle and nothing else.
#[test]
fn page_has_the_grid_in_its_middle() {
    let bench = bench();
    bench.ends("export pdf cat.csv --out letter --page letter", 0, "15 puzzles");
    let text = String::from_utf8_lossy(&bench.read("letter/L3-000001.pdf")).into_owned();
    assert!(text.contains("/MediaBox[0 0 612 792]/TrimBox[0 0 612 792]"));
    // Three quarters of 612 points, with 76.5 points at the left, and 166.5 above and below.
    assert!(text.contains(" 76.500 625.500 cm\n") && !text.contains("/Font"), "{text}");
    let small = "--out small --page 148x210mm --size 100";
    bench.ends(&format!("export pdf cat.csv {small}"), 0, "15 puzzles");
    let text = String::from_utf8_lossy(&bench.read("small/L3-000001.pdf")).into_owned();
    // 24 and 155 mm.
    assert!(text.contains(" 68.031 439.370 cm\n"), "{text}");
    let words = "holds a grid of 300 mm, found a side of 216 mm; --size makes the grid smaller";
    bench.ends("export pdf cat.csv --out new --page letter --size 300", 2, words);
    bench.ends("export svg cat.csv --out new --page letter", 2, "--page is for pdf");
}

/// InDesign places the picture that a column with @ names, and needs UTF-16 for stars.
#[test]
fn table_for_indesign_says_what_the_csv_says() {
    let bench = bench();
    bench.ends("export eps cat.csv --out e", 0, "answers, data.csv, data-indesign.csv");
    let bytes = bench.read("e/data-indesign.csv");
    let units: Vec<_> =
        bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    let text = String::from_utf16(&units).unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap();
    let csv = String::from_utf8(bench.read("e/data.csv")).unwrap();
    let expected = csv.replace("puzzle_file,answer_file", "@puzzle,@answer");
    assert_eq!(text, expected);
    assert!(expected.contains("★") && expected.contains(",L1-000001.eps,L1-000001-answer.eps,"));
    bench.ends("export text cat.csv --out t", 0, "answers, data.csv\n");
    assert!(!bench.path("t/data-indesign.csv").exists());
}

/// Digits stood in the drawings of a book with shapes or letters, and no name told size and page.
#[test]
fn drawings_have_the_signs_of_the_book() {
    let bench = Bench::new();
    let run = "run --quota 4x4:1=3,9x9:1=2 --seed 3 -q";
    bench.ends(&format!("{run} --symbols 4x4:1=shapes,DUTCHOVEN --out book"), 0, "");
    bench.ends(&format!("{run} --out digits"), 0, "");
    bench.ends("export svg book --out own --name {size}-{number}-{page}", 0, "");
    bench.ends("export svg digits --out plain", 0, "");
    let names = bench.names("own");
    let pages = ["4x4-1-", "4x4-3-", "9x9-5-"];
    assert!(pages.iter().all(|page| names.iter().any(|name| name.starts_with(page))), "{names:?}");
    let outlines = |folder: &str| {
        let mut all = BTreeSet::new();
        for name in bench.names(folder).iter().filter(|name| name.ends_with(".svg")) {
            let xml = String::from_utf8(bench.read(&format!("{folder}/{name}"))).unwrap();
            all.extend(attributes(&xml, "path id", " d").into_iter().map(str::to_owned));
        }
        all
    };
    assert!(outlines("own").is_disjoint(&outlines("plain")));
    // The catalogue alone knows no signs, and the flag gives them.
    let flag = "export svg book/catalog.csv --symbols 4x4:1=shapes,DUTCHOVEN --template classic";
    bench.ends(&format!("{flag} --out given"), 0, "");
    assert_eq!(outlines("given"), outlines("own"));
    // Texts have the digits of the catalogue.
    bench.ends("export text book --out texts --only puzzles", 0, "");
    let table = String::from_utf8(bench.read("texts/data.csv")).unwrap();
    let givens = table.lines().nth(1).unwrap().split(',').next_back().unwrap();
    assert!(String::from_utf8(bench.read("book/catalog.csv")).unwrap().contains(givens));
}

/// The levels of a book in another language have its names; the columns of names stay English. The
/// puzzles have the numbers that the book prints.
#[test]
fn label_and_number_are_as_printed() {
    let bench = Bench::new();
    bench.ends("run --levels 1 --count 2 --seed 1 --lang de --first-number 101 -q", 0, "");
    bench.ends("export text out --out t", 0, "2 puzzles");
    let table = String::from_utf8(bench.read("t/data.csv")).unwrap();
    for (number, row) in (101..).zip(table.lines().skip(1)) {
        let cells: Vec<_> = row.split(',').collect();
        assert_eq!((cells[2], cells[10]), ("Beginner", "Sehr leicht"), "{row}");
        assert_eq!(cells[6], number.to_string());
    }
}

#[test]
#[cfg_attr(not(has_poppler), ignore = "needs poppler")]
fn picture_shows_what_poppler_draws_of_the_page() {
    let bench = bench();
    bench.ends("export png cat.csv --out png --size 60 --resolution 254", 0, "15 puzzles");
    bench.ends("export pdf cat.csv --out pdf --size 60", 0, "15 puzzles");
    let draw = "-scale-to 600 -gray -singlefile pdf/L3-000001-answer.pdf page".split(' ');
    let mut drawn = std::process::Command::new("pdftoppm");
    assert!(drawn.args(draw).current_dir(bench.path(".")).status().unwrap().success());
    let page = bench.read("page.pgm");
    let (_, ours, _) = decoded(&bench.read("png/L3-000001-answer.png"));
    let theirs = &page[page.len() - 600 * 600..];
    for (a, b) in ink(&ours, 600).iter().zip(ink(theirs, 600)) {
        assert!((a - b).abs() < 0.01, "{a} {b}");
    }
}

/// Ghostscript sees the same in the EPS as in the PDF.
#[test]
#[cfg_attr(not(has_ghostscript), ignore = "needs ghostscript")]
fn eps_shows_what_the_pdf_shows() {
    let bench = bench();
    bench.ends("export eps cat.csv --out eps --size 60", 0, "15 puzzles");
    bench.ends("export pdf cat.csv --out pdf --size 60", 0, "15 puzzles");
    let text = String::from_utf8(bench.read("eps/L3-000001-answer.eps")).unwrap();
    assert!(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 171 171\n"));
    assert!(text.is_ascii() && !text.contains("findfont") && !text.contains(" rg\n"));
    let drawn = |name: &str| {
        let args = format!(
            "-q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pgmraw -r254 -dEPSCrop -sOutputFile=page.pgm {name}"
        );
        let mut command = std::process::Command::new("gs");
        let status = command.args(args.split(' ')).current_dir(bench.path(".")).status();
        assert!(status.unwrap().success());
        bench.read("page.pgm")
    };
    let eps = drawn("eps/L3-000001-answer.eps");
    let pdf = drawn("pdf/L3-000001-answer.pdf");
    // The box of an EPS has whole points: 171 instead of 170.08, which is three dots more. The page
    // of a PDF begins at the bottom, too.
    let dots = |page: &[u8]| {
        let head = page.windows(5).position(|bytes| bytes == b"\n255\n").unwrap();
        let size = String::from_utf8(page[..head].to_vec()).unwrap();
        let size = size.lines().last().unwrap().split(' ').map(|side| side.parse().unwrap());
        let size: Vec<usize> = size.collect();
        let rows: Vec<_> = page[head + 5..].chunks(size[0]).map(<[u8]>::to_vec).collect();
        rows.into_iter().rev().take(600).flat_map(|row| row[..600].to_vec()).collect::<Vec<_>>()
    };
    let (eps, pdf) = (dots(&eps), dots(&pdf));
    let differ = eps.iter().zip(&pdf).filter(|(a, b)| a.abs_diff(**b) > 96).count();
    let ink = pdf.iter().filter(|dot| **dot < 128).count();
    assert!(ink > 20_000 && differ * 200 < ink, "{differ} of {ink} dots differ");
    bench.ends("export eps cat.csv --palette sun --out x", 2, "--palette is for svg, pdf, png and");
}

/// A workbook for Canva: a row for each puzzle, with texts that are no numbers, and with pictures.
#[test]
fn workbook_has_each_puzzle_and_its_pictures() {
    let bench = bench();
    let export = "export xlsx cat.csv --out x --pictures --size 60 --resolution 100";
    bench.ends(export, 0, "x: 15 puzzles and their answers, data.xlsx");
    assert_eq!(bench.names("x"), ["data.xlsx"]);
    let bytes = bench.read("x/data.xlsx");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
    let mut file = |name: &str| {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut zip.by_name(name).unwrap(), &mut bytes).unwrap();
        bytes
    };
    let sheet = String::from_utf8(file("xl/worksheets/sheet1.xml")).unwrap();
    let drawing = String::from_utf8(file("xl/drawings/drawing1.xml")).unwrap();
    assert_eq!(attributes(&sheet, "row ", " ht").len(), 15);
    for (at, row) in (0..).zip(rows(&bench)) {
        for text in [&row[1], &row[2]] {
            assert!(sheet.contains(&format!("t=\"inlineStr\"><is><t>{text}</t>")), "{text}");
        }
        for (part, expected) in [(0, &row[1]), (1, &row[2])] {
            let (info, dots, _) =
                decoded(&file(&format!("xl/media/image{}.png", 2 * at + part + 1)));
            assert_eq!((info.width, info.height), (236, 236));
            for (ink, digit) in ink(&dots, 236).iter().zip(expected.chars()) {
                assert_eq!(*ink > 0.02, digit != '.', "{ink} of {digit}");
            }
        }
        // A picture stands in its row, below the header.
        let anchors = format!("<xdr:row>{}</xdr:row>", at + 1);
        assert_eq!(drawing.matches(&anchors).count(), 4);
    }
    let solved = bench.run("solve x/data.xlsx").stdout;
    assert_eq!(solved, bench.run("solve cat.csv").stdout);
    bench.ends(&format!("{export} --force"), 0, "");
    assert!(bench.read("x/data.xlsx") == bytes, "the same bytes again");
    bench.ends("export xlsx cat.csv --out plain", 0, "data.xlsx");
    assert!(bench.read("plain/data.xlsx").len() * 3 < bytes.len());
    for (args, words) in [
        ("--resolution 100", "--resolution is for png and --pictures"),
        ("--size 60", "--size is for svg, pdf, eps, png and --pictures"),
        ("--name {id}", "a workbook has all puzzles"),
    ] {
        bench.ends(&format!("export xlsx cat.csv --out new {args}"), 2, words);
    }
}

/// Journey of a magazine: the house's own design, faces and language, found where `run --job FOLDER`
/// finds them; puzzles in one month, answers in the next.
#[test]
fn magazine_gets_its_own_style() {
    let bench = Bench::new();
    let design = bench.run("template show classic");
    let design = String::from_utf8(design.stdout).unwrap();
    let house = design
        .replacen("name = \"classic\"", "name = \"house\"", 1)
        .replacen("figures = \"Press Sans\"", "figures = \"Quicksand\"", 1)
        .replacen("thin = 0.75", "thin = 1.0", 1)
        .replacen("block = 2.0", "block = 3.0", 1)
        .replacen("grid = \"plain\"", "grid = \"shaded\"", 1);
    fs::write(bench.path("house.toml"), house).unwrap();
    let words = String::from_utf8(bench.run("lang show en").stdout).unwrap();
    let words = words.replace("\"Easy\"", "\"Leicht gesagt\"");
    fs::write(bench.path("own.toml"), words).unwrap();
    bench.ends(
        "run --total 12 --levels 2 --template house.toml --lang own.toml --seed 3 --out r -q",
        0,
        "",
    );
    bench.ends("export eps r --out june --size 60 --only puzzles", 0, "june: 12 puzzles, data.csv");
    assert_eq!(bench.names("june").len(), 14);
    bench.ends("export eps r --out july --size 40 --only answers", 0, "july: 12 answers, data.csv");
    assert!(bench.names("july").contains(&"L2-000012-answer.eps".to_owned()));
    let table =
        |folder: &str| String::from_utf8(bench.read(&format!("{folder}/data.csv"))).unwrap();
    let (june, july) = (table("june"), table("july"));
    assert!(june.contains(",puzzle_file,number,") && june.contains(",L2-000012.eps,12,"), "{june}");
    assert!(july.contains(",answer_file,number,") && july.contains("-answer.eps,12,"), "{july}");
    assert!(june.contains(",Leicht gesagt,"), "{june}");
    let eps =
        |folder: &str| String::from_utf8(bench.read(&format!("{folder}/L2-000001.eps"))).unwrap();
    let own = eps("june");
    // 60 mm have cells as small as the design's smallest, of 20 points: 24 in the drawing.
    assert!(own.contains("\n0 0 3.6 219.6 re f\n") && own.contains("0.922 g\n"), "{own}");
    // The flags replace all of it.
    bench.ends("export eps r --out usual --size 60 --template classic --lang en -q", 0, "");
    let usual = eps("usual");
    assert!(usual.contains("\n0 0 2.4 218.4 re f\n") && !usual.contains("0.922 g\n"), "{usual}");
    assert!(table("usual").contains(",Easy,"));
    fs::write(
        bench.path("house.ttf"),
        font("crates/page/templates/fonts/AtkinsonHyperlegibleNext-Bold.ttf"),
    )
    .unwrap();
    bench.ends("export eps r --out bold --size 60 --font house.ttf -q", 0, "");
    let outlines = |text: &str| text.lines().filter(|line| line.ends_with(" c")).count();
    assert!(outlines(&eps("bold")) != outlines(&own));
    // What is found nowhere is named, and never replaced by something built in.
    fs::rename(bench.path("own.toml"), bench.path("moved.toml")).unwrap();
    let missing = "r was made with your own file (lang own.toml), which is not in this folder; name \
                   it again with --lang FILE";
    bench.ends("export eps r --out again", 2, missing);
    bench.ends("export eps r --out again --lang moved.toml -q", 0, "");
    assert_eq!(table("again").matches(",Leicht gesagt,").count(), 12);
    fs::remove_file(bench.path("house.toml")).unwrap();
    bench.ends("export svg r --out gone --lang en", 2, "name it again with --template FILE");
    for (flags, words) in [
        ("text r --template classic", "--template is for svg, pdf, eps, png and --pictures"),
        ("text r --font house.ttf", "--font is for svg, pdf, eps, png and --pictures"),
        ("json r --only answers", "--only is for drawings, text and workbooks"),
    ] {
        bench.ends(&format!("export {flags} --out no --lang en"), 2, words);
    }
}

/// A design's looks are drawn alike in all forms.
#[test]
fn looks_of_designs_are_drawn_in_each_form() {
    let bench = bench();
    let design = String::from_utf8(bench.run("template show classic").stdout).unwrap();
    for look in ["plain", "shaded", "rounded", "dotted"] {
        let own = design.replacen("grid = \"plain\"", &format!("grid = \"{look}\""), 1);
        fs::write(bench.path("own.toml"), own).unwrap();
        for form in ["svg", "png", "pdf", "eps"] {
            let export =
                format!("export {form} cat.csv --template own.toml --out {look}-{form} -q");
            bench.ends(&export, 0, "");
        }
        let (info, dots, _) = decoded(&bench.read(&format!("{look}-png/L3-000001.png")));
        let (side, at) =
            (info.width as usize, |x: usize, y: usize| dots[y * info.width as usize + x]);
        // The corner of the frame, the middle of a block between digits, and a thin line.
        assert_eq!(at(1, 1) > 200, look == "rounded", "{look}");
        let cell = side as f64 / 218.0 * 24.0;
        let (x, y) = ((3.15 * cell) as usize, (0.2 * cell) as usize);
        assert_eq!(at(x, y), if look == "shaded" { 235 } else { 255 }, "{look}");
        let line = (cell / 24.0 * (1.0 + 24.0)).round() as usize;
        let row: Vec<u8> = (10..side / 4).map(|y| at(line, y)).collect();
        let gaps = row.iter().filter(|dot| **dot > 200).count();
        assert_eq!(gaps > row.len() / 4, look == "dotted", "{look}: {gaps}");
    }
}
