//! `verify`: what is true passes, and every kind of lie is planted and caught.

use crate::cli::Bench;
use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId, dictionary};
use proptest::prelude::*;
use std::fs;
use sudoku_press::catalog::COLUMNS;
use sudoku_press::output;
use sudoku_press::readback::Pdf;

/// A run of classic, two puzzles a page on 6 x 9: four a level.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 4 --trim 6x9", 0, "");
    bench
}

/// Verifies, demands this exit code, and answers what was found.
fn verify(bench: &Bench, args: &str, code: i32) -> String {
    let output = bench.run(&format!("verify {args}"));
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {said}{errors}");
    said
}

/// Demands that exactly one thing is found, and that it says this.
fn caught(bench: &Bench, args: &str, words: &[&str]) {
    let said = verify(bench, args, 1);
    assert_eq!(said.lines().count(), 1, "{said}");
    for words in words {
        assert!(said.contains(words), "{words:?} is not in: {said}");
    }
}

#[test]
fn true_runs_of_every_design_and_several_trims_are_true() {
    for (design, trim, count) in [
        ("classic", "8.5x11", 30),
        ("classic", "6x9", 13),
        ("classic", "a4", 7),
        ("classic", "5x8in", 3),
        ("large-print", "letter", 9),
        ("large-print", "8.5x11", 5),
    ] {
        let bench = Bench::new();
        let args = format!("run --seed 5 --count {count} --template {design} --trim {trim}");
        bench.ends(&args, 0, "");
        let said = verify(&bench, "out", 0);
        let all = count * 5;
        let summary = format!(
            "all is true: 1 run of 3 files, {all} puzzles in 1 catalogue, {all} puzzles on"
        );
        assert!(said.starts_with(&summary), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
}

#[test]
fn a_run_in_volumes_is_true_and_a_volume_that_is_not_there_is_missed() {
    let bench = Bench::new();
    let text = String::from_utf8(bench.run("template show large-print").stdout).unwrap();
    let text = text.replace("page_limit = 550", "page_limit = 32");
    fs::write(bench.path("thin.toml"), text).unwrap();
    bench.ends("run --seed 5 --count 12 --template thin.toml", 0, "");
    let said = verify(&bench, "out", 0);
    assert!(
        said.contains("60 puzzles in 1 catalogue, 60 puzzles on"),
        "{said}"
    );
    assert!(bench.names("out").contains(&"book-02.pdf".to_owned()));

    let said = verify(&bench, "out/catalog.csv out/book-01.pdf", 1);
    assert!(said.contains("in the book puzzles "), "{said}");
    fs::remove_file(bench.path("out/book-02.pdf")).unwrap();
    let said = verify(&bench, "out", 1);
    assert!(said.contains("book-02.pdf cannot be read"), "{said}");
}

#[test]
fn every_column_of_a_catalogue_is_held_against_its_puzzle() {
    let bench = bench();
    let text = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let lies: [(&str, &str, &str); 16] = [
        ("id", "L3-000009", "L3-000002"),
        ("puzzle", "", "there is no puzzle"),
        ("solution", "123456789", "is stated"),
        ("clues", "17", "17 is stated"),
        ("difficulty", "9.9", "9.9 is stated"),
        ("level", "5", "5 is stated; 3 would be right"),
        (
            "level_name",
            "Evil",
            "Evil is stated; Medium would be right",
        ),
        ("row_col_min", "8", "8 is stated"),
        ("searches", "7", "7 is stated"),
        ("grid", "made-up", "made-up is stated"),
        ("order", "snake", "snake is stated; jumping would be right"),
        ("symmetry", "half-turn", "half-turn is stated, but"),
        ("canonical", "...", "... is stated"),
        ("seed", "x", "x is stated"),
        ("slot", "77", "L3-000078"),
        ("reissue", "-1", "-1 is stated"),
    ];
    assert_eq!(lies.map(|(column, ..)| column), COLUMNS);
    // The second puzzle of level 3.
    let line = 1 + 2 * 4 + 2;
    for (column, (name, lie, words)) in lies.into_iter().enumerate() {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cells: Vec<&str> = lines[line - 1].split(',').collect();
        assert_ne!(cells[column], lie);
        cells[column] = lie;
        lines[line - 1] = cells.join(",");
        fs::write(bench.path("lie.csv"), lines.join("\n") + "\n").unwrap();
        // Where another column depends on it, that one is named.
        let named = if name == "slot" { "id" } else { name };
        let place = format!("lie.csv:{line}, column {named}");
        caught(&bench, "lie.csv", &[&place, words]);
        // Nothing at all is a lie too, in a catalogue that has all columns.
        let mut cells: Vec<&str> = lines[line - 1].split(',').collect();
        cells[column] = "";
        lines[line - 1] = cells.join(",");
        fs::write(bench.path("lie.csv"), lines.join("\n") + "\n").unwrap();
        let said = verify(&bench, "lie.csv", 1);
        assert!(
            said.contains(&format!("lie.csv:{line}, column {name}")),
            "{said}"
        );
    }
}

#[test]
fn a_puzzle_with_a_digit_more_or_less_or_in_disguise_is_caught() {
    let bench = bench();
    let text = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // A puzzle and its solution in another orientation: same class.
    let cells: Vec<&str> = lines[5].split(',').collect();
    let turned = |grid: &str| grid.chars().rev().collect::<String>();
    let disguised = format!(
        "puzzle,solution\n{},{}\n{},{}\n",
        cells[1],
        cells[2],
        turned(cells[1]),
        turned(cells[2])
    );
    fs::write(bench.path("two.csv"), &disguised).unwrap();
    caught(
        &bench,
        "two.csv",
        &["two.csv:3, column puzzle", "line 2 in disguise"],
    );
    verify(&bench, "two.csv --dedup exact", 0);
    let again = disguised
        .replace(&turned(cells[1]), cells[1])
        .replace(&turned(cells[2]), cells[2]);
    fs::write(bench.path("two.csv"), again).unwrap();
    caught(&bench, "two.csv --dedup exact", &["line 2 again"]);

    let fewer = format!("puzzle\n{}\n", cells[1].replace(['1', '2'], "."));
    fs::write(bench.path("fewer.csv"), fewer).unwrap();
    caught(&bench, "fewer.csv", &["more than one solution"]);
    fs::write(bench.path("none.csv"), "name\nx\n").unwrap();
    caught(&bench, "none.csv", &["no column `puzzle`"]);
    // Other people's difficulty is not ours.
    let foreign = format!(
        "id,puzzle,solution,clues,difficulty\n1,{},{},{},0.3\n",
        cells[1], cells[2], cells[3]
    );
    fs::write(bench.path("foreign.csv"), foreign).unwrap();
    verify(&bench, "foreign.csv", 0);
}

/// The manifest agrees with a description that does not agree with the catalogue.
#[test]
fn a_description_of_another_catalogue_is_caught() {
    let bench = bench();
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let package = String::from_utf8(bench.read("out/datapackage.json")).unwrap();
    let catalog = bench.read("out/catalog.csv");
    let (size, hash) = (catalog.len().to_string(), output::sha256(&catalog));
    for (from, to, words) in [
        (&*size, "7", "bytes is 7"),
        (&*hash, "abc", "hash is \"sha256:abc\""),
        ("catalog.csv", "other.csv", "catalog.csv is not described"),
        ("\"solution\"", "\"answer\"", "field 3 is \"answer\""),
        (
            "\"integer\"",
            "\"number\"",
            "field 4 is \"clues\" of type \"number\"; \"clues\" of type \"integer\" would",
        ),
        ("{", "", "it is not JSON"),
    ] {
        let lie = package.replacen(from, to, 1);
        assert_ne!(lie, package, "{from}");
        let before = format!("\"size\": {}", package.len());
        let manifest = manifest
            .replace(
                &output::sha256(package.as_bytes()),
                &output::sha256(lie.as_bytes()),
            )
            .replace(&before, &format!("\"size\": {}", lie.len()));
        fs::write(bench.path("out/datapackage.json"), &lie).unwrap();
        fs::write(bench.path("out/manifest.json"), manifest).unwrap();
        caught(&bench, "out", &["out/datapackage.json: ", words]);
    }
}

#[test]
fn files_that_are_not_as_the_manifest_has_them_are_caught() {
    let bench = bench();
    let catalog = bench.read("out/catalog.csv");
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    // A size, then a byte of the same size, then a file.
    fs::write(
        bench.path("out/catalog.csv"),
        [&catalog[..], b"\n"].concat(),
    )
    .unwrap();
    caught(
        &bench,
        "out",
        &["out/catalog.csv: ", "bytes, as the manifest has it"],
    );
    let text = String::from_utf8(catalog.clone()).unwrap();
    fs::write(
        bench.path("out/catalog.csv"),
        text.replacen("id,", "iD,", 1),
    )
    .unwrap();
    let said = verify(&bench, "out", 1);
    assert!(
        said.contains("SHA-256") && said.contains("column id is not there"),
        "{said}"
    );
    fs::remove_file(bench.path("out/catalog.csv")).unwrap();
    caught(&bench, "out", &["catalog.csv cannot be read"]);
    fs::write(bench.path("out/catalog.csv"), &catalog).unwrap();
    verify(&bench, "out", 0);
    // What the manifest says of the puzzles.
    for (from, to, words) in [
        (
            "\"seed\": 5",
            "\"seed\": 6",
            "5 is stated; 6 would be right",
        ),
        ("\"3\": 4", "\"3\": 3", "level 3: 3 puzzles"),
        ("\"las-vegas\"", "\"shuffled\"", "\"las-vegas\" is stated"),
        ("\"book.pdf\"", "\"../book.pdf\"", "no name of a file"),
    ] {
        let lie = manifest.replace(from, to);
        assert_ne!(lie, manifest, "{from}");
        fs::write(bench.path("out/manifest.json"), lie).unwrap();
        let said = verify(&bench, "out", 1);
        assert!(said.contains(words), "{words}: {said}");
    }
    fs::write(bench.path("out/manifest.json"), "{}").unwrap();
    caught(&bench, "out", &["out/manifest.json: "]);
    fs::remove_file(bench.path("out/manifest.json")).unwrap();
    caught(&bench, "out", &["no finished run"]);
    bench.ends("verify nothing.csv", 1, "cannot read nothing.csv");
    bench.ends("verify", 2, "PATH");
}

#[test]
fn a_run_is_held_against_the_archive_that_should_have_it() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    bench.ends("archive create --archive empty", 0, "");
    bench.ends(
        "generate --seed 9 --count 2 -q --archive a --out c.csv",
        0,
        "",
    );
    bench.ends("run --seed 5 --count 4 --archive a", 0, "");
    let said = verify(&bench, "out --archive a", 0);
    assert!(
        said.starts_with("all is true: 1 run of 3 files, 20 puzzles"),
        "{said}"
    );
    let stats = bench.run("archive stats --archive a").stdout;
    let stats = String::from_utf8(stats).unwrap();
    let name = |seed: &str| {
        let line = stats.lines().find(|line| line.contains(seed)).unwrap();
        line.split_whitespace().next().unwrap().to_owned()
    };
    let (own, other) = (name("seed 5"), name("seed 9"));

    // One puzzle is gone, one is another run's.
    let change = |words: &str| {
        let db = rusqlite::Connection::open(bench.path("a")).unwrap();
        db.execute(words, [&own]).unwrap()
    };
    let of_run = "run = (SELECT id FROM run WHERE name = ?1)";
    assert_eq!(
        change(&format!("DELETE FROM seen WHERE row = 7 AND {of_run}")),
        1
    );
    let right = format!("an entry of run {own} would be right");
    let missing = "out/catalog.csv:8, column puzzle: the archive does not have it";
    caught(&bench, "out --archive a", &[missing, &right]);
    let moved = format!("UPDATE seen SET run = 1 WHERE row = 13 AND {of_run}");
    assert_eq!(change(&moved), 1);
    let said = verify(&bench, "out --archive a", 1);
    let stolen =
        format!("out/catalog.csv:14, column puzzle: the archive has it of run {other}; {right}");
    assert!(said.contains(missing) && said.contains(&stolen), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");

    // The whole run is not there; and the run itself is as true as before.
    let none = ["catalog.csv: the archive has no entry of this run", &right];
    caught(&bench, "out --archive empty", &none);
    verify(&bench, "out", 0);

    // What is no archive of this version is refused before anything is proved.
    let mut bytes = bench.read("a");
    bytes[63] = 1;
    fs::write(bench.path("old"), bytes).unwrap();
    bench.ends("verify out --archive old", 10, "version 1");
    bench.ends("verify out --archive c.csv", 10, "is not an archive");
    bench.ends("verify out --archive nowhere", 10, "there is no archive");
    bench.ends(
        "verify c.csv --archive a",
        2,
        "--archive is for the folders",
    );
}

/// The content of a page, changed by hand and put back.
fn edit(
    bench: &Bench,
    page: usize,
    change: impl FnOnce(&mut Content<Vec<lopdf::content::Operation>>),
) {
    let mut document = Document::load(bench.path("out/book.pdf")).unwrap();
    let id = document.page_iter().nth(page).unwrap();
    let mut content = Content::decode(&document.get_page_content(id)).unwrap();
    change(&mut content);
    let stream = document.get_page_contents(id)[0];
    document
        .get_object_mut(stream)
        .unwrap()
        .as_stream_mut()
        .unwrap()
        .set_plain_content(content.encode().unwrap());
    document.save(bench.path("lie.pdf")).unwrap();
}

/// The strings that a page shows, in order, so that a test can change them.
fn strings(content: &mut Content<Vec<lopdf::content::Operation>>) -> Vec<&mut Vec<u8>> {
    let mut out = Vec::new();
    for operation in &mut content.operations {
        for operand in &mut operation.operands {
            match operand {
                Object::String(text, _) if operation.operator == "Tj" => out.push(text),
                Object::Array(items) if operation.operator == "TJ" => {
                    out.extend(items.iter_mut().filter_map(|item| match item {
                        Object::String(text, _) => Some(text),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
    }
    out
}

/// The pages with puzzles and those with answers, counted from 0.
fn pages(bench: &Bench) -> (Vec<usize>, Vec<usize>) {
    let pdf = Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let of = |full: bool| {
        let is = |page: &usize| {
            let found = pdf.page(*page).unwrap();
            let grids = found.grids.iter();
            grids
                .filter(|g| g.number.is_some() && g.is_full() == full)
                .count()
                > 0
        };
        (0..pdf.page_count()).filter(is).collect()
    };
    (of(false), of(true))
}

#[test]
fn lies_on_the_pages_of_a_book_are_caught() {
    let bench = bench();
    verify(&bench, "out/book.pdf", 0);
    verify(&bench, "out/book.pdf out/catalog.csv", 0);
    let (puzzles, answers) = pages(&bench);

    // Two neighbouring digits of a row of an answer exchanged: digits are single strings.
    edit(&bench, answers[0], |content| {
        let mut all = strings(content);
        let at = all.iter().rposition(|s| s.len() == 2).unwrap();
        let other = (0..at)
            .rev()
            .find(|&i| all[i].len() == 2 && *all[i] != *all[at])
            .unwrap();
        let (a, b) = (all[at].clone(), all[other].clone());
        (*all[at], *all[other]) = (b, a);
    });
    caught(
        &bench,
        "lie.pdf",
        &[
            "lie.pdf, sheet ",
            " of the answer is ",
            "another cell differs",
        ],
    );

    // A given digit changed: the first single character that changes what the grid says.
    let grids = |name: &str| {
        let page = Pdf::open(&bench.read(name)).unwrap().page(puzzles[0]);
        let grids = page.unwrap().grids.into_iter();
        grids.map(|g| g.grid).collect::<Vec<_>>()
    };
    let digit = (0..200).find(|&i| {
        edit(&bench, puzzles[0], |content| {
            let mut all = strings(content);
            let single = |s: &&mut Vec<u8>| s.len() == 2;
            let other = all.iter().rfind(|s| single(s) && **s != all[i]);
            let other = other.unwrap().to_vec();
            if all[i].len() == 2 {
                *all[i] = other;
            }
        });
        let (lie, truth) = (grids("lie.pdf"), grids("out/book.pdf"));
        lie != truth && lie[0].filled_count() == truth[0].filled_count()
    });
    assert!(digit.is_some());
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("sheet "), "{said}");
    let said = verify(&bench, "lie.pdf out/catalog.csv", 1);
    assert!(said.contains("not as in the catalogue"), "{said}");

    // All text of a page gone: its puzzles are missing, and their answers are left over.
    edit(&bench, puzzles[1], |content| {
        content
            .operations
            .retain(|op| op.operator != "TJ" && op.operator != "Tj");
    });
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("puzzles 3 to 4 are missing"), "{said}");
    assert!(
        said.contains("puzzle 3: an answer, but there is no puzzle"),
        "{said}"
    );

    // The pages of answers exchanged, and a page of puzzles taken out.
    let mut document = Document::load(bench.path("out/book.pdf")).unwrap();
    document.delete_pages(&[puzzles[1] as u32 + 1]);
    document.save(bench.path("lie.pdf")).unwrap();
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("puzzles 3 to 4 are missing"), "{said}");
    assert!(said.contains("is printed; "), "{said}");
}

#[test]
fn wrong_page_numbers_of_either_kind_are_caught() {
    for (design, wanted) in [("classic", 5), ("large-print", 5)] {
        let bench = Bench::new();
        let args = format!("run --seed 5 --count 4 --trim 6x9 --template {design}");
        bench.ends(&args, 0, "");
        assert!(wrong_references(&bench) >= wanted, "{design}");
    }
}

/// Changes the last character of each string on a page of puzzles and one of answers, and demands
/// that each change of a reference is caught. Answers how many there were.
fn wrong_references(bench: &Bench) -> usize {
    let (puzzles, answers) = pages(bench);
    let pdf = Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let refs = |pdf: &Pdf, page: usize| {
        let found = pdf.page(page).unwrap();
        let own: Vec<_> = found.grids.iter().map(|g| g.references.clone()).collect();
        (own, found.references)
    };
    let mut changed = 0;
    for page in [puzzles[0], answers[0]] {
        let truth = refs(&pdf, page);
        let (mut long, mut codes) = (Vec::new(), Vec::new());
        edit(bench, page, |content| {
            for (i, string) in strings(content).into_iter().enumerate() {
                match string.len() {
                    2 => codes.push(string.clone()),
                    // `page 7` has six characters.
                    12.. => long.push(i),
                    _ => {}
                }
            }
        });
        codes.sort();
        codes.dedup();
        for i in long {
            let lie = codes.iter().find(|code| {
                edit(bench, page, |content| {
                    let mut all = strings(content);
                    let len = all[i].len();
                    all[i].splice(len - 2.., code.iter().copied());
                });
                let lie = refs(&Pdf::open(&bench.read("lie.pdf")).unwrap(), page);
                lie != truth && lie.1.concat().len() == truth.1.concat().len()
            });
            if lie.is_some() {
                changed += 1;
                let said = verify(bench, "lie.pdf", 1);
                assert!(said.contains("page "), "{said}");
                assert!(said.contains("would be right"), "{said}");
            }
        }
    }
    changed
}

#[test]
fn swapped_answers_are_caught() {
    let bench = bench();
    let (_, answers) = pages(&bench);
    let pdf = Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let page = pdf.page(answers[0]).unwrap();
    assert!(page.grids.len() > 4);
    // The captions 1 and 2 are strings of one character.
    edit(&bench, answers[0], |content| {
        let mut all = strings(content);
        let (a, b) = (all[2].clone(), all[3].clone());
        assert!(a.len() == 2 && b.len() == 2 && a != b, "{a:?} {b:?}");
        (*all[2], *all[3]) = (b, a);
    });
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("other cells differ"), "{said}");
}

/// A page that no design of ours has: cells as rectangles, a font without a map, the answer upside
/// down at the foot. `lines` draws grids by thin filled rectangles instead.
fn stranger(puzzle: &str, answer: &str, answer_page: u32, lines: bool) -> Vec<u8> {
    let grid = |text: &str, x: f64, y: f64, cell: f64, caption: &str| {
        let mut out = String::new();
        for i in 0..=9 {
            let (at, side) = (f64::from(i) * cell, 9.0 * cell);
            if lines {
                out += &format!(
                    "{} {y} 0.8 {side} re f {x} {} {side} 0.8 re f\n",
                    x + at - 0.4,
                    y + at - 0.4
                );
            }
        }
        for (i, digit) in text.chars().enumerate() {
            let (column, row) = ((i % 9) as f64, (8 - i / 9) as f64);
            let (left, low) = (x + column * cell, y + row * cell);
            if !lines {
                out += &format!("{left} {low} {cell} {cell} re S\n");
            }
            if digit != '.' {
                let size = 0.6 * cell;
                let (dx, dy) = ((cell - 0.5 * size) / 2.0, (cell - 0.66 * size) / 2.0);
                out += &format!(
                    "BT /F {size} Tf 1 0 0 1 {} {} Tm ({digit}) Tj ET\n",
                    left + dx,
                    low + dy
                );
            }
        }
        out + &format!(
            "BT /F 8 Tf 8 TL {x} {} Td T* ({caption}) Tj ET\n",
            y + 9.0 * cell + 12.0
        )
    };
    let mut content = grid(puzzle, 100.0, 350.0, 40.0, "1");
    content += &format!("BT /F 8 Tf 100 340 TD (Answer: page {answer_page}) Tj ET\n");
    content += "q -1 0 0 -1 612 792 cm\n";
    content += &grid(answer, 200.0, 600.0, 14.0, "1");
    content += "Q\nBT /F 8 Tf 20 760 Td (The answers begin on page 1, each under the number of its puzzle.) Tj ET\n";
    content += "BT /F 8 Tf 300 20 Td (1) Tj ET";
    let mut document = Document::with_version("1.4");
    let pages: ObjectId = document.new_object_id();
    let content = document.add_object(lopdf::Stream::new(dictionary! {}, content.into_bytes()));
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
    });
    document.set_object(
        pages,
        dictionary! {
            "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()],
            "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
        },
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn strange_designs_are_read_by_what_stands_in_them() {
    let bench = Bench::new();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let answer = crate::support::puzzle(line)
        .solution()
        .digits()
        .map(|d| d.to_string())
        .concat();
    for lines in [false, true] {
        fs::write(bench.path("strange.pdf"), stranger(line, &answer, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 0);
        assert!(said.contains("1 puzzle on 1 page of 1 volume"), "{said}");
        fs::write(bench.path("strange.pdf"), stranger(line, &answer, 2, lines)).unwrap();
        caught(
            &bench,
            "strange.pdf",
            &["its answer is said to be on page 2; page 1 would be right"],
        );
        let lie = answer.replacen('8', "2", 1);
        fs::write(bench.path("strange.pdf"), stranger(line, &lie, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(
            said.contains("r1c6 of the answer is 2; 8 would be right"),
            "{said}"
        );
        fs::write(
            bench.path("strange.pdf"),
            stranger(line, &format!("{}.", &answer[..80]), 1, lines),
        )
        .unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(said.contains("r9c9"), "{said}");
        // Of the same length, so the file stays a PDF.
        let mut bytes = stranger(line, &answer, 1, lines);
        let at = bytes
            .windows(13)
            .position(|w| w == b"begin on page")
            .unwrap();
        bytes[at + 14] = b'7';
        fs::write(bench.path("strange.pdf"), bytes).unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(
            said.contains("said to begin on page 7; page 1 would be right"),
            "{said}"
        );
        let two = line.replacen('5', "7", 1);
        fs::write(bench.path("strange.pdf"), stranger(&two, &answer, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(said.contains("no solution"), "{said}");
    }
}

#[test]
fn broken_files_are_findings_and_never_a_panic() {
    let bench = bench();
    let whole = bench.read("out/book.pdf");
    for part in [
        0,
        5,
        100,
        whole.len() / 3,
        whole.len() / 2,
        whole.len() - 40,
    ] {
        fs::write(bench.path("cut.pdf"), &whole[..part]).unwrap();
        verify(&bench, "cut.pdf", 1);
    }
    fs::write(bench.path("cut.csv"), [0xff, 0xfe, 0, b'\n']).unwrap();
    verify(&bench, "cut.csv", 1);
    let output = bench.run("verify cut.pdf cut.csv --format jsonl");
    let said = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> = said
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(objects.last().unwrap()["true"], false);
    assert!(objects[0]["wrong"].as_str().unwrap().len() > 5);
}

/// Reads everything that can be read.
fn read_all(bytes: &[u8]) {
    if let Ok(pdf) = Pdf::open(bytes) {
        for page in 0..pdf.page_count().min(64) {
            let _ = pdf.page(page);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_at_all_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        read_all(&bytes);
        let headed = [b"%PDF-1.5\n".to_vec(), bytes].concat();
        read_all(&headed);
    }

    #[test]
    fn a_book_with_bytes_changed_does_no_harm(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..30)) {
        let mut bytes = small_book();
        let len = bytes.len();
        for (at, byte) in changes {
            bytes[at % len] = byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn content_with_bytes_changed_does_no_harm(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..30)) {
        let mut document = Document::load_mem(&small_book()).unwrap();
        for object in document.objects.values_mut() {
            let Object::Stream(stream) = object else { continue };
            let Ok(mut content) = stream.decompressed_content() else { continue };
            let len = content.len().max(1);
            for &(at, byte) in &changes {
                if let Some(changed) = content.get_mut(at % len) {
                    *changed = byte;
                }
            }
            stream.set_plain_content(content);
        }
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        read_all(&bytes);
    }
}

/// Two puzzles, the whole book.
fn small_book() -> Vec<u8> {
    use std::sync::LazyLock;
    use sudoku_press::book::{self, Imprint, Section, Template};
    static BOOK: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = crate::support::puzzle(line);
        let sections = [Section {
            level: sudoku_press::score::Level::Easy,
            puzzles: vec![puzzle; 2],
        }];
        let template = Template::builtin("classic").unwrap();
        let volumes = book::volumes(
            &template,
            "6x9".parse().unwrap(),
            &Imprint::default(),
            &sections,
        )
        .unwrap();
        let mut pdf = Vec::new();
        book::write(&volumes[0], &mut pdf, &mut || Ok(())).unwrap();
        pdf
    });
    BOOK.clone()
}
