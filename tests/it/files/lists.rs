//! `transform` as the tool for lists: conversion with all columns, choice, filter, order.

use crate::support::crashes::injected;
use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SEVENTEEN, SOLUTION, SYMMETRIC};
use std::fs;

fn text(bench: &Bench, name: &str) -> String {
    String::from_utf8(bench.read(name)).unwrap()
}

/// A workbook's cells come back as the fields of CSV, and JSON has numbers where the catalogue has.
#[test]
fn catalogue_keeps_all_columns_in_each_format() {
    let bench = Bench::new();
    bench.ends("generate --count 3 --ladder human --seed 5 -q --out c.csv", 0, "");
    bench.ends("generate --count 3 --ladder human --seed 5 --format jsonl -q --out c.jsonl", 0, "");
    let csv = text(&bench, "c.csv");
    let mut formats = vec!["csv", "jsonl", "xlsx"];
    if cfg!(feature = "parquet") {
        formats.push("parquet");
    }
    for from in &formats {
        bench.ends(&format!("transform c.csv --out from.{from} --force"), 0, "");
        bench.ends(&format!("verify from.{from}"), 0, "");
        bench.ends(&format!("transform from.{from} --out back.csv --force"), 0, "");
        // Excel has no 3.0.
        let (back, csv) = (text(&bench, "back.csv"), csv.replace(".0,", ","));
        assert_eq!(back.replace(".0,", ","), csv, "{from}");
    }
    assert_eq!(text(&bench, "from.jsonl"), text(&bench, "c.jsonl"));
}

#[test]
fn columns_of_others_stay_as_they_are() {
    let bench = Bench::new();
    let rows = format!(
        "no,Quiz,note,,note,=1+1,price,code,best\n\
         1,{PUZZLE},\"a, b\",x,y,=2+2,1.50,007,true\n\
         2,{SEVENTEEN},,,\"say \"\"hi\"\"\",-3,-2,1e5,false\n"
    );
    fs::write(bench.path("t.csv"), &rows).unwrap();
    let (code, csv, said) = fed(&bench, "transform t.csv --format csv", "");
    assert_eq!((code, &*said), (0, ""));
    let expected =
        rows.replace("note,,note,=1+1", "note,column 4,note 2,'=1+1").replace(",=2+2", ",'=2+2");
    assert_eq!(csv, expected);
    let (_, json, _) = fed(&bench, "transform t.csv --format jsonl", "");
    let first = format!(
        "{{\"no\":1,\"Quiz\":\"{PUZZLE}\",\"note\":\"a, b\",\"column 4\":\"x\",\"note 2\":\"y\",\
         \"=1+1\":\"=2+2\",\"price\":1.50,\"code\":\"007\",\"best\":true}}"
    );
    assert_eq!(json.lines().next(), Some(&*first));
    let second = json.lines().nth(1).unwrap();
    assert!(second.contains("\"note\":null,\"column 4\":null") && second.contains("\"price\":-2,"));
    // The same from a pipe, which is read once.
    let (_, piped, _) = fed(&bench, "transform --format jsonl", &rows);
    assert_eq!(piped, json);
}

#[test]
fn rows_with_fields_beyond_the_header_are_named() {
    let bench = Bench::new();
    let rows = format!("puzzle,a,b\n{PUZZLE},1,2,3\n{SEVENTEEN},1\n{SYMMETRIC},1,2,\n");
    fs::write(bench.path("t.csv"), rows).unwrap();
    let (code, csv, said) = fed(&bench, "transform t.csv --format csv", "");
    assert_eq!(csv, format!("puzzle,a,b\n{SEVENTEEN},1,\n{SYMMETRIC},1,2\n"));
    assert!(code == 1 && said.contains("t.csv:2: expected 3 fields, found 4; put"), "{said}");
}

#[test]
fn keys_and_columns_of_all_rows_are_joined() {
    let bench = Bench::new();
    let rows = format!(
        "{{\"puzzle\":\"{PUZZLE}\",\"a\":1}}\n{{\"b\":[1,{{\"c\":2}}],\"puzzle\":\"{SEVENTEEN}\"}}\n"
    );
    fs::write(bench.path("t.jsonl"), &rows).unwrap();
    fs::write(bench.path("u.csv"), format!("quiz,b\n{SYMMETRIC},2.5\n")).unwrap();
    let (code, csv, _) = fed(&bench, "transform t.jsonl u.csv --format csv", "");
    let expected = format!(
        "puzzle,a,b\n{PUZZLE},1,\n{SEVENTEEN},,\"[1,{{\"\"c\"\":2}}]\"\n{SYMMETRIC},,2.5\n"
    );
    assert_eq!((code, csv), (0, expected));
    let (_, json, _) = fed(&bench, "transform t.jsonl --columns A,puzzle --format jsonl", "");
    let expected =
        format!("{{\"a\":1,\"puzzle\":\"{PUZZLE}\"}}\n{{\"a\":null,\"puzzle\":\"{SEVENTEEN}\"}}\n");
    assert_eq!(json, expected);
    if cfg!(feature = "parquet") {
        bench.ends("transform t.jsonl --columns puzzle,a --out t.parquet", 0, "");
        let (_, csv, _) = fed(&bench, "transform t.parquet --format csv", "");
        assert_eq!(csv, format!("puzzle,a\n{PUZZLE},1\n{SEVENTEEN},\n"));
    }
    bench.ends("transform t.jsonl --columns a,A", 2, "found `A` twice");
    bench.ends(
        "transform t.jsonl --columns c",
        2,
        "--columns: expected one of the columns `puzzle`, `a` and `b`, found `c`",
    );
    bench.ends(
        "transform t.jsonl --columns a --format sdk",
        2,
        "expected a table such as csv with --columns",
    );
    bench.ends("transform t.jsonl --format xlsx", 2, "expected a file with --out");
}

/// The solution goes with its puzzle; what a transform changes is left out.
#[test]
fn transform_keeps_the_columns_that_stay_true() {
    let bench = Bench::new();
    let row = format!("id,level,puzzle,solution,title\n7,2,{PUZZLE},{SOLUTION},Rain\n");
    let (code, csv, said) = fed(&bench, "transform --swap-digits 1,9 --format csv", &row);
    let swapped = |line: &str| -> String {
        line.chars()
            .map(|c| {
                if c == '1' {
                    '9'
                } else if c == '9' {
                    '1'
                } else {
                    c
                }
            })
            .collect()
    };
    let expected = format!(
        "id,puzzle,solution,title,source,transform\n\
         7,{},{},Rain,{PUZZLE},--relabel 923456781\n",
        swapped(PUZZLE),
        swapped(SOLUTION)
    );
    assert_eq!((code, csv), (0, expected));
    assert!(said.contains("left out `level`, which a transform changes"), "{said}");
}

/// Those of a list that need a swordfish, the quickest first, as a workbook.
#[test]
fn collector_gets_puzzles_of_a_technique_sorted() {
    let bench = Bench::new();
    let make = "generate --ladder human --levels 5 --seed 7 -q --columns id,puzzle";
    bench.ends(&format!("{make} --count 3 --needs swordfish --out needed.csv"), 0, "");
    bench.ends(&format!("{make} --count 9 --without swordfish --out others.csv"), 0, "");
    let [needed, others] = ["needed.csv", "others.csv"].map(|name| text(&bench, name));
    let (first, rest) = others.split_at(others.find("\nB5-000005").unwrap());
    let rows = needed.split_once('\n').unwrap().1;
    fs::write(bench.path("all.csv"), format!("{first}\n{}{}", rows.trim_end(), rest)).unwrap();
    let output =
        bench.run("transform all.csv --needs swordfish --add load,er --by load --out s.xlsx");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.trim()), (Some(0), "kept 3 of 12 puzzles"));
    let (_, csv, _) = fed(&bench, "transform s.xlsx --format csv", "");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("id,puzzle,load,er,rated_as"));
    bench.ends("verify s.xlsx", 0, "");
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(lines.iter().all(|fields| needed.contains(fields[1])) && lines.len() == 3, "{csv}");
    let loads: Vec<u64> = lines.iter().map(|fields| fields[2].parse().unwrap()).collect();
    assert!(loads.is_sorted(), "{loads:?}");
    let (_, down, _) =
        fed(&bench, "transform s.xlsx --by load --descending --columns load --format csv", "");
    let down: Vec<u64> = down.lines().skip(1).map(|line| line.parse().unwrap()).collect();
    assert!(down.iter().eq(loads.iter().rev()));
    let (_, _, said) = fed(&bench, "transform all.csv --without swordfish --out t.csv", "");
    assert_eq!(said, "kept 9 of 12 puzzles\n");
    let advice = "--by: expected one of the columns `id` and `puzzle`, found `load`; --add load";
    bench.ends("transform all.csv --by load", 2, advice);
    bench.ends("transform all.csv --add name", 2, "--add: expected one of solution, clues,");
}

/// Levels and ratings come from the puzzles, and the added columns are those of a catalogue.
#[test]
fn filters_and_added_columns_agree_with_a_catalogue() {
    let bench = Bench::new();
    bench.ends("generate --count 4 --ladder human --levels 1-4 --seed 3 -q --out c.csv", 0, "");
    bench.ends("transform c.csv --columns id,puzzle --out bare.csv", 0, "");
    let names = "solution,clues,difficulty,level,level_name,row_col_min,searches,canonical,er,ep,ed,\
                 hardest,load,seconds,band,rated_as,band_name";
    let add = format!("transform bare.csv --add {names} --out full.csv");
    bench.ends(&add, 0, "");
    bench.ends(&format!("transform c.csv --columns id,puzzle,{names} --out expected.csv"), 0, "");
    assert_eq!(text(&bench, "full.csv"), text(&bench, "expected.csv"));
    let csv = text(&bench, "expected.csv");
    let column = |name: &str| csv.lines().next().unwrap().split(',').position(|n| n == name);
    let (er, band, level) = (column("er"), column("band"), column("level"));
    let count = |at: Option<usize>, is_met: &dyn Fn(f64) -> bool| {
        let fields = csv.lines().skip(1).map(|line| line.split(',').nth(at.unwrap()).unwrap());
        fields.filter(|field| is_met(field.parse().unwrap())).count()
    };
    for (flags, kept) in [
        ("--er 1.5..2.6", count(er, &|er| (1.5..=2.6).contains(&er))),
        ("--ladder human --levels 2-3", count(band, &|band| (2.0..=3.0).contains(&band))),
        ("--levels hard,5", count(level, &|level| level >= 4.0)),
    ] {
        let (code, puzzles, said) = fed(&bench, &format!("transform bare.csv {flags}"), "");
        assert_eq!((code, puzzles.lines().count()), (0, kept), "{flags}");
        assert_eq!(said, format!("kept {kept} of 16 puzzles\n"), "{flags}");
    }
    bench.ends("transform bare.csv --levels 6", 2, "--levels: ");
    bench.ends("transform bare.csv --er 3..2", 2, "expected a rating, or two, the lower first");
}

#[test]
fn symmetry_is_found_in_the_givens() {
    let bench = Bench::new();
    for symmetry in [
        "half-turn",
        "quarter-turn",
        "left-right",
        "top-bottom",
        "both-mirrors",
        "diagonal",
        "full",
    ] {
        let make = "generate --count 3 --levels 1 --seed 1 -q --columns puzzle";
        bench.ends(&format!("{make} --symmetry {symmetry} --out {symmetry}.csv"), 0, "");
        let add = format!("transform {symmetry}.csv --add symmetry --columns symmetry");
        let (_, csv, _) = fed(&bench, &add, "");
        assert_eq!(csv, format!("symmetry\n{}", format!("{symmetry}\n").repeat(3)));
    }
}

/// Numbers are sorted as numbers, words as words; rows without a value come last, equal ones stay.
#[test]
fn sorted_rows_keep_the_order_of_equal_ones() {
    let bench = Bench::new();
    let rows = |values: &[&str]| -> String {
        values.iter().enumerate().map(|(n, v)| format!("{n},{PUZZLE},{v}\n")).collect()
    };
    for (values, up, down) in [
        (&["10", "9", "", "9"][..], "1302", "0132"),
        (&["10", "9", "x", "9"], "0132", "2130"),
        (&["b", "", "a", "b"], "2031", "0321"),
    ] {
        let input = format!("no,puzzle,v\n{}", rows(values));
        for (flag, expected) in [("", up), ("--descending", down)] {
            let sort = format!("transform --by V --columns no {flag}");
            let (_, csv, _) = fed(&bench, &sort, &input);
            assert_eq!(csv.replace('\n', ""), format!("no{expected}"), "{values:?} {flag}");
        }
    }
}

/// The name of a file says its form, and what cannot be read or written is named before any work.
#[test]
fn outputs_and_inputs_are_checked_first() {
    let bench = Bench::new();
    fs::write(bench.path("t.csv"), format!("puzzle,v\n{PUZZLE},nan\n{SEVENTEEN},1\n")).unwrap();
    fs::write(bench.path("empty.csv"), "puzzle,v\n").unwrap();
    for (flags, code, words) in [
        ("t.csv --out t.json", 2, "--out: expected the ending of a format, such as .csv"),
        ("t.csv --out - --format xlsx", 2, "expected a file with --out for this format"),
        ("none.csv --columns v", 1, "cannot read none.csv"),
        ("empty.csv --columns v", 1, "expected puzzles, found none"),
        ("t.csv --ladder human", 2, "--levels"),
        ("t.csv --by v --out sorted.csv", 0, ""),
    ] {
        bench.ends(&format!("transform {flags}"), code, words);
    }
    let sorted = format!("puzzle,v\n{SEVENTEEN},1\n{PUZZLE},nan\n");
    assert_eq!(text(&bench, "sorted.csv"), sorted);
    bench.ends("transform t.csv --format jsonl --out t.json", 0, "");
}

/// A file whose columns could not be read was taken for one without any, and its list had only puzzles.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn table_has_its_columns_or_is_not_written() {
    let bench = Bench::new();
    bench.ends("generate --count 4 --seed 5 -q --out c.csv", 0, "");
    bench.ends("transform --canonical c.csv --out usual.csv", 0, "");
    let usual = fs::read(bench.path("usual.csv")).unwrap();
    let mut refused = 0;
    for n in 1..=12 {
        let (ended, met) = injected(
            &bench,
            "transform --canonical c.csv --out new.csv",
            "statx",
            "error=EIO",
            &n.to_string(),
        );
        match fs::read(bench.path("new.csv")) {
            Ok(written) => {
                assert!(ended.status.success() && written == usual, "call {n}: {written:?}");
                fs::remove_file(bench.path("new.csv")).unwrap();
            }
            Err(_) => {
                assert!(met && !ended.status.success(), "call {n}");
                refused += 1;
            }
        }
    }
    assert!(refused > 1, "{refused} calls were needed");
}
