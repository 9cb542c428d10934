//! Titles of puzzles in a file of the user: beside the numbers and above the answers of each design.

use crate::support::program::Bench;
use crate::support::readback::{Sheet, sheets};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// Writes a table of puzzles with titles under this name of a column; `None` leaves the column out.
fn write_table(bench: &Bench, file: &str, quota: &str, column: Option<&str>, titles: &[&str]) {
    let make = format!("generate --quota {quota} --seed 7 --format txt --out made.txt --force");
    bench.ends(&make, 0, "");
    let puzzles = String::from_utf8(bench.read("made.txt")).unwrap();
    let mut table = column.map_or("puzzle\n".to_owned(), |name| format!("{name},puzzle\n"));
    for (at, puzzle) in puzzles.lines().enumerate() {
        let title = format!("\"{}\",", titles[at % titles.len()].replace('"', "\"\""));
        let before = if column.is_some() { title.as_str() } else { "" };
        writeln!(table, "{before}{puzzle}").unwrap();
    }
    fs::write(bench.path(file), table).unwrap();
}

/// Returns the lines of all pages.
fn lines(bench: &Bench, book: &str) -> Vec<String> {
    sheets(&bench.read(book)).iter().flat_map(Sheet::lines).collect()
}

/// Returns the number of lines with a cell of this text.
fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.split('\t').any(|cell| cell == text)).count()
}

const DESIGNS: [(&str, &str); 4] = [
    ("classic", "1=4,2=2,3=4,4=1,5=1"),
    ("large-print", "1=4,2=4"),
    ("newspaper", "1=4,3=4,5=4"),
    ("daily", "1=2,2=1,3=2,4=1,5=1"),
];

#[test]
fn each_design_prints_titles_beside_numbers() {
    let bench = Bench::new();
    for (design, quota) in DESIGNS {
        write_table(&bench, "t.csv", quota, Some("Titel"), &["Swan", "Don't \"run\""]);
        for (language, quoted) in
            [("en", "Don’t “run”"), ("de", "Don’t „run“"), ("zh", "Don’t “run”")]
        {
            let book = format!("{design}-{language}.pdf");
            bench.ends(
                &format!("book t.csv --template {design} --lang {language} --out {book}"),
                0,
                "",
            );
            let lines = lines(&bench, &book);
            // Above the puzzle and above the answer.
            assert!(count(&lines, "Swan") >= 4, "{book}: {lines:?}");
            assert!(count(&lines, quoted) >= 3, "{book}: {lines:?}");
            bench.ends(&format!("verify {book}"), 0, "");
        }
    }
}

#[test]
fn book_without_titles_keeps_its_bytes() {
    let bench = Bench::new();
    write_table(&bench, "plain.csv", "1=4,2=2", None, &[""]);
    bench.ends("book plain.csv --out plain.pdf", 0, "");
    // A number alone is no title, and neither is an empty field.
    for (file, title) in [("numbers", "17"), ("empty", " ")] {
        write_table(&bench, "t.csv", "1=4,2=2", Some("name"), &[title]);
        bench.ends(&format!("book t.csv --out {file}.pdf"), 0, "");
        assert_eq!(bench.read(&format!("{file}.pdf")), bench.read("plain.pdf"), "{file}");
    }
}

#[test]
fn dates_are_printed_in_the_language() {
    let bench = Bench::new();
    for (column, date) in [("date", "2026-03-03"), ("Datum", "03.03.2026"), ("title", "2026-03-03")]
    {
        write_table(&bench, "t.csv", "1=4", Some(column), &[date]);
        for (language, words) in [
            ("en", "Tuesday, 3 March 2026"),
            ("de", "Dienstag, 3. März 2026"),
            ("zh", "2026年3月3日，星期二"),
        ] {
            bench.ends(&format!("book t.csv --lang {language} --out b.pdf --force"), 0, "");
            let lines = lines(&bench, "b.pdf");
            let squeezed: Vec<_> =
                lines.iter().map(|line| line.replace([' ', '\u{a0}'], "")).collect();
            assert!(count(&squeezed, &words.replace(' ', "")) >= 1, "{words}: {lines:?}");
        }
    }
}

#[test]
fn daily_book_takes_its_days_from_titles() {
    let bench = Bench::new();
    let quota = "1=2,2=1,3=2,4=1,5=1";
    write_table(&bench, "t.csv", quota, Some("date"), &["2026-03-03"]);
    bench.ends("book t.csv --template daily --lang en --out b.pdf", 0, "");
    let days = lines(&bench, "b.pdf");
    assert_eq!((count(&days, "Tuesday"), count(&days, "March 2026")), (7, 8), "{days:?}");
    // A first day of the user wins, and the title is printed beside the number.
    bench.ends("book t.csv --template daily --lang en --first-day 2027-01-01 --out c.pdf", 0, "");
    let days = lines(&bench, "c.pdf");
    assert_eq!(count(&days, "Tuesday, 3 March 2026"), 7, "{days:?}");
    assert!(count(&days, "January 2027") >= 7, "{days:?}");
}

#[test]
fn long_title_is_smaller_then_in_two_lines() {
    let bench = Bench::new();
    let long = "A title that has no room in a line of its own, as all of them can see, whatever";
    write_table(&bench, "t.csv", "1=4", Some("title"), &["Swan", long]);
    bench.ends("book t.csv --per-page 4 --out b.pdf", 0, "");
    let text = lines(&bench, "b.pdf").join("\t");
    assert!(text.contains("A title that has no room") && text.contains("whatever"), "{text}");
    assert!(!text.contains(long), "{text}");
}

/// Returns the type sizes of this text, once for each place where it stands.
fn sizes(sheets: &[Sheet], text: &str) -> Vec<f64> {
    let mut sizes = Vec::new();
    for sheet in sheets {
        let letters: String = sheet.glyphs.iter().map(|glyph| glyph.character).collect();
        for (start, _) in letters.match_indices(text) {
            sizes.push(sheet.glyphs[letters[..start].chars().count()].size);
        }
    }
    sizes
}

/// A title in two lines was two thirds as large as its neighbour, and missing above its answer.
#[test]
fn titles_of_a_book_have_one_size() {
    let bench = Bench::new();
    let long = "The Long Walk Home Along the Wide Estuary at Low Tide in November";
    write_table(&bench, "t.csv", "1=24", Some("title"), &["Swan", long]);
    for size in ["letter", "a4"] {
        let book = format!("{size}.pdf");
        bench.ends(&format!("book t.csv --trim {size} --per-page 4 --out {book}"), 0, "");
        let sheets = sheets(&bench.read(&book));
        let (short, long) = (sizes(&sheets, "Swan"), sizes(&sheets, "The Long Walk"));
        assert_eq!((short.len(), long.len()), (24, 24), "{size}");
        assert_eq!(short, long, "{size}");
        assert!(short[0] > 8.0, "{size}: {short:?}");
        let lines = lines(&bench, &book);
        let cut = lines.iter().flat_map(|line| line.split('\t')).filter(|cell| cell.ends_with('…'));
        assert_eq!(cut.count(), 12, "{size}: {lines:?}");
    }
}

#[test]
fn title_that_cannot_be_printed_is_named() {
    let bench = Bench::new();
    let long = "A title without end ".repeat(20);
    write_table(&bench, "t.csv", "1=6", Some("title"), &["Swan", long.trim()]);
    // No page has room for it, so both commands say the same.
    let words = "t.csv:3: column `title`: expected a title of at most 300 characters, found one of";
    bench.ends("book t.csv --out b.pdf", 1, words);
    let said = String::from_utf8(bench.run("verify t.csv").stdout).unwrap();
    assert!(said.contains("t.csv:3, column title: expected a title of at most 300"), "{said}");
    let long = "A title without end ".repeat(12);
    write_table(&bench, "t.csv", "1=6", Some("title"), &["Swan", long.trim()]);
    let words = "t.csv:3: expected a title that fits beside the number of puzzle 2, found \"A title without";
    bench.ends("book t.csv --out b.pdf", 2, words);
    bench.ends(
        "book t.csv --out b.pdf",
        2,
        "use shorter words, or fewer puzzles on a page with --per-page 1",
    );
    // The remedy helps a title of moderate length.
    let moderate = "A title of many words that two lines have no room for, ".repeat(3);
    write_table(&bench, "t.csv", "1=6", Some("title"), &[&moderate]);
    bench.ends("book t.csv --per-page 4 --out b.pdf", 2, "--per-page 1");
    bench.ends("book t.csv --per-page 1 --out b.pdf", 0, "");
    write_table(&bench, "t.csv", "1=6", Some("title"), &["\u{1f600} smile"]);
    bench.ends(
        "book t.csv --out c.pdf",
        2,
        "the title \"\u{1f600} smile\" of puzzle 1 cannot be printed",
    );
    // Spaces that do not break are shown as spaces.
    write_dated_table(&bench, "t.csv", &[("\u{1f600}", "2026-03-03")]);
    let words = "t.csv:2: the title \"\u{1f600} · 3 March 2026\" of puzzle 1 cannot be printed";
    bench.ends("book t.csv --lang en --out c.pdf", 2, words);
}

#[test]
fn title_stands_beside_the_page_of_walkthrough() {
    let bench = Bench::new();
    write_table(&bench, "t.csv", "1=6", Some("title"), &["Swan", "Owl"]);
    bench.ends("book t.csv --parts title,walkthrough,puzzles --out b.pdf", 0, "");
    let lines = lines(&bench, "b.pdf");
    let names_page = |line: &&String| line.contains("Step by step: page ");
    assert_eq!(lines.iter().filter(names_page).count(), 1, "{lines:?}");
    assert!(count(&lines, "Owl") > 0, "{lines:?}");
}

#[test]
fn days_after_the_calendar_are_refused() {
    let bench = Bench::new();
    let run = "run --total 21 --levels 1-5 --template daily --seed 1 -q --first-day";
    bench.ends(&format!("{run} 9999-12-20 --out late"), 2, "use an earlier day, or fewer puzzles");
    assert!(!bench.path("late/book.pdf").exists());
    // The calendar of the program ends with this year.
    bench.ends(&format!("{run} 9999-12-11 --out last"), 0, "");
    bench.ends("generate --total 14 --levels 1 --seed 1 --out c.csv", 0, "");
    let export = "export json c.csv --out days --first-day 9999-12-20";
    bench.ends(export, 2, "--first-day: expected a day whose followers end by 9999-12-31");
}

#[test]
fn wrong_rows_come_with_a_remedy() {
    let bench = Bench::new();
    write_table(&bench, "t.csv", "1=4", Some("title"), &["Swan", "Owl"]);
    let table = fs::read_to_string(bench.path("t.csv")).unwrap();
    fs::write(bench.path("wrong.csv"), table + "Wrong,12345\n").unwrap();
    let remedy = "sudoku-press transform wrong.csv --add canonical --out sound.csv";
    bench.ends("book wrong.csv --out b.pdf", 1, &format!("`{remedy}`"));
    bench.ends("export json wrong.csv --out e", 1, &format!("`{remedy}`"));
    bench.ends(remedy.strip_prefix("sudoku-press ").unwrap(), 1, "errors in what was read: 1");
    bench.ends("book sound.csv --out b.pdf", 0, "");
}

/// A daily book said "Monday" beside a date in words.
#[test]
fn book_of_days_refuses_texts_as_dates() {
    let bench = Bench::new();
    for date in ["5 March 2027", "3/4/2027", "46084"] {
        write_dated_table(&bench, "t.csv", &[("Swan", "2027-03-04"), ("Owl", date)]);
        let words = format!("t.csv:3: column `Datum`: expected a date, found \"{date}\"; write it");
        for design in ["daily", "newspaper"] {
            bench.ends(&format!("book t.csv --template {design} --out b.pdf"), 1, &words);
        }
        bench.ends("book t.csv --out c.pdf --force", 0, "");
    }
    write_dated_table(&bench, "t.csv", &[("Swan", "2027年3月5日"), ("Owl", "2027-03-06")]);
    bench.ends("book t.csv --template daily --lang en --out b.pdf", 0, "");
    let days = lines(&bench, "b.pdf");
    assert!(count(&days, "Friday") == 1 && count(&days, "Saturday") == 1, "{days:?}");
}

/// A number in the column of titles was dropped silently.
#[test]
fn number_as_title_is_noted_with_its_line() {
    let bench = Bench::new();
    let note = "; a number alone is not printed, No. 1 is";
    for (rows, words) in [
        (
            [("Swan", "2026-03-03"), ("+1", "2026-03-04")],
            "t.csv: line 3 has no text in the column `Titel`, but \"+1\"",
        ),
        (
            [("17", "46084"), ("true", "")],
            "t.csv: 3 fields of titles or dates have no text; the first is in line 2, column `Titel`: \
             \"17\"",
        ),
    ] {
        write_dated_table(&bench, "t.csv", &rows);
        bench.ends("book t.csv --out b.pdf --force", 0, &format!("{words}{note}"));
        // A list keeps the field.
        assert!(bench.run("transform t.csv").stderr.is_empty());
    }
    write_dated_table(&bench, "t.csv", &[("No. 1", "2026-03-04")]);
    assert!(!String::from_utf8(bench.run("book t.csv --out c.pdf").stderr).unwrap().contains(note));
}

#[test]
fn exports_and_lists_keep_titles() {
    let bench = Bench::new();
    write_table(&bench, "t.csv", "1=2", Some("Nom"), &["Le cygne", ""]);
    bench.ends("export json t.csv --out out", 0, "2 puzzles");
    let table = String::from_utf8(bench.read("out/data.csv")).unwrap();
    let mut rows = table.lines();
    assert!(rows.next().unwrap().contains(",number,title,date,"), "{table}");
    assert!(rows.next().unwrap().contains(",1,Le cygne,,"), "{table}");
    let object = String::from_utf8(bench.read("out/1.json")).unwrap();
    assert!(object.contains("\"title\": \"Le cygne\""), "{object}");
    let list = String::from_utf8(bench.run("transform t.csv --format csv").stdout).unwrap();
    assert!(list.starts_with("Nom,puzzle\nLe cygne,"), "{list}");
}

/// Writes a table of puzzles of the first level, each with a title and a date.
fn write_dated_table(bench: &Bench, file: &str, rows: &[(&str, &str)]) {
    let make =
        format!("generate --quota 1={} --seed 7 --format txt --out made.txt --force", rows.len());
    bench.ends(&make, 0, "");
    let puzzles = String::from_utf8(bench.read("made.txt")).unwrap();
    let mut table = "Titel,Datum,puzzle\n".to_owned();
    for ((title, date), puzzle) in rows.iter().zip(puzzles.lines()) {
        writeln!(table, "{title},{date},{puzzle}").unwrap();
    }
    fs::write(bench.path(file), table).unwrap();
}

const DATED: [(&str, &str); 6] = [
    ("Swan", "2026-03-03"),
    ("Night Train", "2026-03-03"),
    ("Low Tide", "2026-03-03"),
    ("Fog", "2026-03-04"),
    ("Old Mill", "2026-03-04"),
    ("", "2026-03-04"),
];

/// The date was dropped if the table had titles, and a daily book said "Monday".
#[test]
fn title_and_date_are_both_printed() {
    let bench = Bench::new();
    write_dated_table(&bench, "t.csv", &DATED);
    for (options, titles, days) in [
        ("--lang en", "Swan · 3 March 2026", "Wednesday, 4 March 2026"),
        ("--lang de", "Swan · 3. März 2026", "Mittwoch, 4. März 2026"),
        ("--lang zh", "Swan · 2026年3月3日", "2026年3月4日，星期三"),
        ("--lang en --template newspaper", "Swan", "Wednesday, 4 March 2026"),
        ("--lang en --template daily", "Swan", "Tuesday"),
    ] {
        bench.ends(&format!("book t.csv {options} --out b.pdf --force"), 0, "");
        let lines: Vec<_> =
            lines(&bench, "b.pdf").iter().map(|line| line.replace([' ', '\u{a0}'], "")).collect();
        for words in [titles, days] {
            let words = words.replace([' ', '\u{a0}'], "");
            assert!(count(&lines, &words) >= 1, "{options}, {words}: {lines:?}");
        }
        bench.ends("verify t.csv b.pdf", 0, "");
    }
    let said = bench.run("verify t.csv").stdout;
    assert!(!String::from_utf8(said).unwrap().contains("Not checked"));
    bench.ends("export json t.csv --out out", 0, "6 puzzles");
    let object = String::from_utf8(bench.read("out/1.json")).unwrap();
    assert!(object.contains("\"title\": \"Swan\"") && object.contains("\"date\": \"2026-03-03\""));
}

#[test]
fn date_behind_a_title_stays_whole() {
    let bench = Bench::new();
    let long = "The Long Walk Home Along the Estuary";
    write_dated_table(&bench, "t.csv", &[(long, "2026-09-23"), ("Fog", "2026-09-24")]);
    bench.ends("book t.csv --per-page 6 --lang en --out b.pdf", 0, "");
    let lines = lines(&bench, "b.pdf");
    let cells: Vec<_> = lines.iter().flat_map(|line| line.split('\t')).collect();
    assert!(cells.iter().all(|cell| !cell.trim_end().ends_with('·')), "{cells:?}");
    assert!(cells.iter().any(|cell| cell.ends_with("· 23 September 2026")), "{cells:?}");
}

/// Returns the puzzles of a book in the order of their numbers.
fn printed(bench: &Bench, book: &str) -> Vec<String> {
    let grids = sheets(&bench.read(book)).into_iter().flat_map(|sheet| sheet.grids());
    let mut puzzles = BTreeMap::new();
    for grid in grids.filter(|grid| grid.line.contains('.') && grid.number > 0) {
        puzzles.insert(grid.number, grid.line);
    }
    puzzles.into_values().collect()
}

/// A daily book of dated puzzles mixed the days, and left out most of them.
#[test]
fn titled_puzzles_keep_the_order_of_their_file() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=2,2=1,3=2,4=1,5=1 --seed 7 --format txt --out made.txt", 0, "");
    let made = String::from_utf8(bench.read("made.txt")).unwrap();
    let given: Vec<_> = made.lines().rev().collect();
    let mut table = "date,puzzle\n".to_owned();
    for (day, puzzle) in (1..).zip(&given) {
        writeln!(table, "2027-03-0{day},{puzzle}").unwrap();
    }
    fs::write(bench.path("t.csv"), table).unwrap();
    let note = "so they keep the order of their file; --order level";
    for design in ["classic", "daily", "newspaper"] {
        for (order, is_kept) in [("", true), ("--order level", false)] {
            let book = format!("book t.csv --template {design} {order} --out b.pdf --force");
            let output = bench.run(&book);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "{design} {order}: {said}");
            assert_eq!(said.contains(note), is_kept, "{design} {order}: {said}");
            let puzzles = printed(&bench, "b.pdf");
            assert_eq!(puzzles == given, is_kept, "{design} {order}: {puzzles:?}");
        }
    }
    bench.ends("cover t.csv --template daily --spine 5mm", 0, note);
    // The setting for the file says nothing new.
    bench.ends("book t.csv --order given --out c.pdf", 0, "");
    bench.ends("book t.csv --out d.pdf", 0, "");
    assert!(bench.read("c.pdf") == bench.read("d.pdf"));
}

/// Returns the findings of `verify` about a table and a book.
fn findings(bench: &Bench, book: &str) -> (Option<i32>, String) {
    let output = bench.run(&format!("verify t.csv {book}"));
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn verify_finds_exchanged_titles_and_dates() {
    let bench = Bench::new();
    let long = "The Long Walk Home Along the Wide Estuary at Low Tide in November";
    let rows = [
        ("Swan", "2026-03-03"),
        (long, "2026-03-04"),
        ("Don't \"run\"", "2026-03-05"),
        ("Der Fluß", "2026-03-06"),
        ("夜汽车", "2026-03-07"),
        ("Owl", "2026-03-08"),
        ("№ 7", "2026-03-09"),
    ];
    for options in [
        "--lang en",
        "--lang de --per-page 6",
        "--lang zh --per-page 1",
        "--lang en --template daily",
        "--lang ja --template large-print",
    ] {
        write_dated_table(&bench, "t.csv", &rows);
        bench.ends(&format!("book t.csv {options} --out b.pdf --force"), 0, "");
        assert_eq!(findings(&bench, "b.pdf").0, Some(0), "{options}");
        // Each title and each date in turn is that of another row, or has another word.
        let mut titles = rows;
        (titles[0].0, titles[5].0) = (rows[5].0, rows[0].0);
        write_dated_table(&bench, "t.csv", &titles);
        let (code, said) = findings(&bench, "b.pdf");
        let words = "expected \"Owl\", as t.csv:2 has it";
        assert!(code == Some(1) && said.contains(words), "{options}: {said}");
        let mut dates = rows;
        (dates[1].1, dates[2].1) = (rows[2].1, rows[1].1);
        write_dated_table(&bench, "t.csv", &dates);
        let (code, said) = findings(&bench, "b.pdf");
        let words = "\"2026-03-05\", as t.csv:3 has it";
        assert!(code == Some(1) && said.contains(words), "{options}: {said}");
        let mut others = rows;
        others[3].0 = "Der Fluss";
        write_dated_table(&bench, "t.csv", &others);
        let (code, said) = findings(&bench, "b.pdf");
        let words = "\"Der Fluss\", as t.csv:5 has it";
        assert!(code == Some(1) && said.contains(words), "{options}: {said}");
    }
    // Titles that were written into the table later are in no book.
    write_table(&bench, "plain.csv", "1=7", None, &[""]);
    bench.ends("book plain.csv --out plain.pdf", 0, "");
    write_dated_table(&bench, "t.csv", &rows);
    assert_eq!(findings(&bench, "plain.pdf").0, Some(1));
}

/// The days of a month have the numbers of the puzzles, and all may be those of another month.
#[test]
fn verify_finds_wrong_days_and_parts_of_titles() {
    let bench = Bench::new();
    let days: Vec<String> = (1..=6).map(|day| format!("2027-03-0{day}")).collect();
    let names = ["Robin", "Kingfisher", "Wren", "Owl", "C#", "Tit"];
    let rows: Vec<(&str, &str)> = names.into_iter().zip(days.iter().map(String::as_str)).collect();
    for options in
        ["", "--template daily --order given", "--template newspaper --order given", "--lang ja"]
    {
        write_dated_table(&bench, "t.csv", &rows);
        bench.ends(&format!("book t.csv {options} --out b.pdf --force"), 0, "");
        let (code, said) = findings(&bench, "b.pdf");
        assert_eq!(code, Some(0), "{options}: {said}");
        for (at, other) in [(0, ("Robin 2", "")), (1, ("King", "")), (4, ("C++", ""))]
            .into_iter()
            .chain([(3, ("", "2027-04-04")), (3, ("", "2027-03-28")), (5, ("", "2026-03-06"))])
        {
            let mut wrong = rows.clone();
            let (title, date) = &mut wrong[at];
            *(if other.0.is_empty() { date } else { title }) =
                if other.0.is_empty() { other.1 } else { other.0 };
            write_dated_table(&bench, "t.csv", &wrong);
            let (code, said) = findings(&bench, "b.pdf");
            let place = format!("as t.csv:{} has it", at + 2);
            assert!(code == Some(1) && said.contains(&place), "{options} {other:?}: {said}");
        }
        let april: Vec<String> = days.iter().map(|day| day.replace("-03-", "-04-")).collect();
        let moved: Vec<_> = names.into_iter().zip(april.iter().map(String::as_str)).collect();
        write_dated_table(&bench, "t.csv", &moved);
        assert_eq!(findings(&bench, "b.pdf").0, Some(1), "{options}");
    }
    // A day as a text is cut above an answer, which is no fault.
    let texts = names.map(|name| (name, "3/13/2027"));
    write_dated_table(&bench, "t.csv", &texts);
    bench.ends("book t.csv --template pocket --out b.pdf --force", 0, "");
    let (code, said) = findings(&bench, "b.pdf");
    assert_eq!(code, Some(0), "{said}");
}

/// `verify` said OK of tables that `book` refused.
#[test]
fn verify_refuses_the_titles_of_book() {
    let bench = Bench::new();
    for (title, date, column) in [
        ("#REF!", "2026-03-03", "Titel"),
        ("=formula", "2026-03-03", "Titel"),
        ("Sw\u{7}an", "2026-03-03", "Titel"),
        ("Swan", "2026-02-30", "Datum"),
        ("Swan", "#N/A", "Datum"),
    ] {
        write_dated_table(&bench, "t.csv", &[(title, date)]);
        bench.ends("book t.csv --out b.pdf", 1, &format!("t.csv:2: column `{column}`"));
        let said = String::from_utf8(bench.run("verify t.csv").stdout).unwrap();
        assert!(said.contains(&format!("t.csv:2, column {column}: expected a")), "{said}");
    }
    // A letter and an accent of its own, as macOS writes them, are composed.
    write_dated_table(&bench, "t.csv", &[("Cafe\u{301}", "")]);
    bench.ends("book t.csv --out cafe.pdf", 0, "");
    assert!(count(&lines(&bench, "cafe.pdf"), "Café") >= 1);
    bench.ends("verify t.csv cafe.pdf", 0, "");
    write_dated_table(&bench, "t.csv", &[("x\u{301}", "")]);
    bench.ends("book t.csv --out b.pdf", 2, "U+0301 is a mark on a letter");
    let said = String::from_utf8(bench.run("verify t.csv").stdout).unwrap();
    assert!(said.contains("t.csv:2, column Titel: U+0301 is a mark on a letter"), "{said}");
}
