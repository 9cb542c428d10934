//! What stands around the cells: values of a cell, columns of answers under any name, structures of
//! JSON, answers below their puzzles, files that are named.

use crate::support::puzzles::{PUZZLE, SOLUTION, SYMMETRIC};
use tables::{PuzzleRecord, RowReader, TableRow};

/// A second puzzle, with its solution.
const SECOND: &str =
    ".2345678.456789123789123456231564897564897231897231564312645978645978312978312645";

/// The puzzles that are proved, with their stated solutions, and the errors.
fn judged(text: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
    let record = |row: TableRow| Ok((PuzzleRecord::try_from(&row)?, row.solutions().count()));
    for row in RowReader::new(text.as_ref()) {
        match row.and_then(record) {
            Ok((record, answers)) => {
                puzzles.push(format!("{} {answers}", record.puzzle.givens()));
            }
            Err(error) => errors.push(error.in_file("f").to_string()),
        }
    }
    (puzzles, errors)
}

/// Both puzzles, each with this number of stated solutions.
fn both(answers: usize) -> (Vec<String>, Vec<String>) {
    let puzzles = [PUZZLE, SECOND].map(|puzzle| format!("{puzzle} {answers}"));
    (puzzles.to_vec(), Vec::new())
}

/// Replaces P and Q by the puzzles, S and T by their solutions.
fn filled(pattern: &str) -> String {
    let mut text = String::new();
    for c in pattern.chars() {
        match c {
            'P' => text += PUZZLE,
            'Q' => text += SECOND,
            'S' => text += SOLUTION,
            'T' => text += SYMMETRIC,
            c => text.push(c),
        }
    }
    text
}

/// Nine rows, with something for each digit and for each blank, and between the fields.
fn sheet(line: &str, digit: impl Fn(char) -> String, blank: &str, between: &str) -> String {
    let cell = |c: char| if c == '.' { blank.to_owned() } else { digit(c) };
    let mut text = String::new();
    for row in line.as_bytes().chunks(9) {
        let fields: Vec<String> = row.iter().map(|c| cell(char::from(*c))).collect();
        text += &(fields.join(between) + "\n");
    }
    text
}

/// An array of JSON with nine arrays.
fn nested(line: &str, digit: impl Fn(char) -> String, blank: &str) -> String {
    let rows = sheet(line, digit, blank, ", ");
    let rows: Vec<String> = rows.lines().map(|row| format!("[{row}]")).collect();
    format!("[{}]", rows.join(", "))
}

#[test]
fn cells_are_read_in_each_usual_form() {
    let forms: [fn(char) -> String; 6] = [
        |c| c.to_string(),
        |c| format!("{c}.0"),
        |c| format!("\"{c}\""),
        |c| format!(" {c}"),
        |c| format!("{c}.000000000000000000e+00"),
        |c| format!("\"{c},0\""),
    ];
    let blanks =
        ["", "NaN", "nan", "None", "null", "NULL", "NA", "N/A", "0.0", "-1", "?", "-", "x"];
    for digit in forms {
        for blank in blanks {
            for between in [",", ";", "\t"] {
                let text = sheet(PUZZLE, digit, blank, between);
                assert_eq!(judged(&text).0, [format!("{PUZZLE} 0")], "{text}");
                // A column beside it makes it a sheet.
                let text = text.replace('\n', &format!("{between}\n"));
                assert_eq!(judged(&text).0, [format!("{PUZZLE} 0")], "{text}");
            }
        }
    }
    let commas = sheet(PUZZLE, |c| format!("{c},0"), "", ";");
    assert_eq!(judged(&commas), (vec![format!("{PUZZLE} 0")], Vec::new()));
    let numpy = sheet(PUZZLE, |c| format!("{c}.000000000000000000e+00"), "nan", " ");
    assert_eq!(judged(&numpy), (vec![format!("{PUZZLE} 0")], Vec::new()));
    assert_eq!(judged(numpy.replace('\n', " ")), (vec![format!("{PUZZLE} 0")], Vec::new()));
}

#[test]
fn numbers_of_columns_are_no_row() {
    let grid = sheet(PUZZLE, |c| c.to_string(), "0", ",");
    let header = "0,1,2,3,4,5,6,7,8\n";
    let one = format!("{PUZZLE} 0");
    assert_eq!(judged(format!("{header}{grid}")), (vec![one.clone()], Vec::new()));
    let two = format!("{header}{grid}\n{header}{grid}");
    assert_eq!(judged(two), (vec![one.clone(), one.clone()], Vec::new()));
    let indexed: Vec<_> = grid.lines().zip(0..).map(|(row, at)| format!("{at},{row}")).collect();
    let indexed = format!(",{header}{}\n", indexed.join("\n"));
    assert_eq!(judged(indexed), (vec![one.clone()], Vec::new()));
    let wide: Vec<_> = (0..81).map(|at| at.to_string()).collect();
    let row = grid.trim_end().replace('\n', ",");
    assert_eq!(judged(format!("{}\n{row}\n", wide.join(","))), (vec![one], Vec::new()));
    // The first row of a solution may have the same digits.
    let complete = sheet(SYMMETRIC, |c| c.to_string(), "", ",");
    let (puzzles, errors) = judged(&complete);
    assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
    assert!(errors[0].contains("found a complete grid"), "{errors:?}");
}

#[test]
fn number_before_81_fields_is_no_cell() {
    let frame = "12345678.456789123789123456231564897564897231897231564312645978645978312978312645";
    let right = [PUZZLE, frame].map(|line| format!("{line} 0"));
    for separator in [",", ";", "\t"] {
        let fields = |line: &str| {
            let cells: Vec<_> = line.chars().map(|c| c.to_string().replace('.', "")).collect();
            cells.join(separator)
        };
        // The last cell of the first puzzle has a digit, and that of the last one is blank.
        let last = format!("{}.", &frame[..80]);
        for (line, expected) in [(PUZZLE, &right[0]), (&last, &format!("{last} 0"))] {
            for number in 0..10 {
                let text = format!("{number}{separator}{}\n", fields(line));
                assert_eq!(judged(&text), (vec![expected.clone()], Vec::new()), "{text}");
            }
            // A separator behind the cells.
            let text = format!("{}{separator}\n", fields(line));
            assert_eq!(judged(&text), (vec![expected.clone()], Vec::new()), "{text}");
        }
        // Both readings may be meant.
        let sparse = format!(
            "{}.",
            &"1.......................................2......................................3"
                [..80]
        );
        let (puzzles, errors) = judged(format!("4{separator}{}\n", fields(&sparse)));
        assert!(puzzles.is_empty() && errors.len() == 1, "{puzzles:?} {errors:?}");
    }
}

#[test]
fn value_that_is_no_cell_is_named() {
    let grid = sheet(PUZZLE, |c| c.to_string(), "", ",");
    let row = grid.lines().nth(4).unwrap();
    for value in ["10", "5.5", "12"] {
        let damaged = grid.replace(row, &row.replacen('4', value, 1));
        let (puzzles, errors) = judged(&damaged);
        assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
        let words = format!(
            "f:5:1: expected a digit from 1 to 9 or a blank in each field, found \"{value}\""
        );
        assert_eq!(errors[0], words);
        let (puzzles, errors) = judged(damaged.replace('\n', ",a note\n"));
        assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
        assert!(errors[0].contains(&format!("found \"{value}\" in line 5")), "{errors:?}");
    }
    let first = format!("10{}", &grid[1..]);
    assert!(judged(first).1[0].starts_with("f:1:1: expected a digit from 1 to 9"));
    for error in ["#ERROR!", "#REF!", "#VALUE!", "#WERT!", "#N/A", "Err:502"] {
        let (_, errors) = judged(grid.replace(row, &row.replacen('4', error, 1)));
        assert!(errors[0].contains(&format!("found {error}, an error")), "{errors:?}");
    }
    let json = nested(PUZZLE, |c| c.to_string(), "null").replacen('8', "10", 1);
    for json in [format!("[{json}]"), format!("{{\"puzzle\":{json}}}")] {
        let (_, errors) = judged(&json);
        assert!(errors.len() == 1 && errors[0].contains("is no cell: 10"), "{errors:?}");
    }
}

#[test]
fn column_of_complete_grids_holds_answers() {
    let names = [
        "Antwort",
        "Respuestas",
        "Réponses",
        "Risposte",
        "Oplossingen",
        "正解",
        "Svar",
        "Ratkaisu",
        "Řešení",
        "Ответ",
        "정답",
        "x",
        "column 2",
        "full",
        "label",
        "y",
    ];
    for name in names {
        for separator in [",", ";", "\t"] {
            let table = |rows: &str| {
                filled(&format!("puzzle,%\n{rows}\n")).replace('%', name).replace(',', separator)
            };
            assert_eq!(judged(table("P,S\nQ,T")), both(1), "{name}");
            let (puzzles, errors) = judged(table("P,T\nQ,S"));
            assert!(puzzles.is_empty() && errors.len() == 2, "{name}: {errors:?}");
            let words = format!("f:3: column `{name}`: expected the solution of the puzzle");
            assert!(errors[1].starts_with(&words), "{errors:?}");
        }
    }
}

#[test]
fn index_column_without_name_is_no_puzzle() {
    for (names, rows) in [
        (",mystery,key2", "0,P,S\n1,Q,T"),
        (",key2,mystery", "0,S,P\n1,T,Q"),
        ("mystery,key2", "P,S\nQ,T"),
        (",mystery,key2,n", "a,P,S,1\nb,Q,T,2"),
    ] {
        for separator in [",", ";", "\t"] {
            let text = filled(&format!("%\n{rows}\n")).replace('%', names).replace(',', separator);
            assert_eq!(judged(&text), both(1), "{text}");
        }
    }
    // Two columns may hold the puzzles.
    let (puzzles, errors) = judged(filled(",a,mystery\n0,P,Q\n").as_str());
    assert!(puzzles.is_empty() && !errors.is_empty(), "{puzzles:?}");
}

#[test]
fn each_answer_of_a_row_is_judged() {
    // The first rows are empty, and a second column is wrong.
    let (puzzles, errors) = judged(filled("puzzle,A\nP,\nQ,S\n"));
    assert_eq!(puzzles, [format!("{PUZZLE} 0")]);
    assert!(errors.len() == 1 && errors[0].starts_with("f:3: column `A`: expected the solution"));
    let (_, errors) = judged(filled("puzzle,solution,B\nP,S,T\n"));
    assert!(errors[0].starts_with("f:2: column `B`: expected the solution"), "{errors:?}");
    assert!(errors[0].ends_with("delete the column if it holds something else"), "{errors:?}");
    // A damaged answer is one; identifiers, dates and other puzzles are none.
    let cut = format!("puzzle,A\n{PUZZLE},{}\n", &SOLUTION[..80]);
    assert_eq!(judged(cut).1.len(), 1);
    let rounded = format!("puzzle,A\n{PUZZLE},5.34678912672195E+80\n");
    assert!(judged(rounded).1[0].contains("column `A`, character 1: expected 81 digits as text"));
    for other in ["1234123412341234", "12345678901234567890", "2026-03-03", PUZZLE] {
        let (puzzles, _) = judged(format!("puzzle,A\n{PUZZLE},{other}\n"));
        assert_eq!(puzzles, [format!("{PUZZLE} 0")], "{other}");
    }
}

#[test]
fn json_is_read_by_its_structure() {
    for shape in [
        // Columns, index, records, split, values and table of pandas.
        r#"{"puzzle":{"0":"P","1":"Q"},"a":{"0":"S","1":"T"}}"#,
        r#"{"puzzle":{"7":"P","9":"Q"},"a":{"9":"T","7":"S"}}"#,
        r#"{"0":{"puzzle":"P","a":"S"},"1":{"puzzle":"Q","a":"T"}}"#,
        r#"[{"puzzle":"P","a":"S"},{"puzzle":"Q","a":"T"}]"#,
        r#"{"columns":["puzzle","a"],"index":[0,1],"data":[["P","S"],["Q","T"]]}"#,
        r#"[["P","S"],["Q","T"]]"#,
        r#"{"schema":{"fields":[{"name":"puzzle"}]},"data":[{"index":0,"puzzle":"P","a":"S"},{"index":1,"puzzle":"Q","a":"T"}]}"#,
        "{\"puzzle\":\"P\",\"a\":\"S\"}\n{\"puzzle\":\"Q\",\"a\":\"T\"}",
        // Lists of columns and of rows, of others.
        r#"{"puzzle":["P","Q"],"a":["S","T"],"n":[1,2],"about":"two"}"#,
        r#"{"x":["P","Q"],"a":["S","T"]}"#,
        r#"{"train":{"puzzle":["P"],"a":["S"]},"test":{"puzzle":["Q"],"a":["T"]}}"#,
        r#"[["P","Q"],["S","T"]]"#,
        r#"["P","S","Q","T"]"#,
        r#"{"values":[["puzzle","a"],["P","S"],["Q","T"]]}"#,
        r#"[["no","quiz","a"],[1,"P","S"],[2,"Q","T"]]"#,
        "[\n[\"P\",\n\"S\"],\n[\"Q\",\n\"T\"]\n]",
        "[\"P\",\"S\"]\n[\"Q\",\"T\"]",
        r#"{"rows":[{"row":{"puzzle":"P","a":"S"}},{"row":{"puzzle":"Q","a":"T"}}]}"#,
    ] {
        assert_eq!(judged(filled(shape)), both(1), "{shape}");
        // Exchanged answers are wrong in each structure.
        let (puzzles, errors) =
            judged(filled(&shape.replace('S', "U").replace('T', "S").replace('U', "T")));
        assert!(puzzles.is_empty() && errors.len() == 2, "{shape}: {puzzles:?} {errors:?}");
    }
    for list in [
        r#"["P","Q"]"#,
        r#"{"all":["P","Q"]}"#,
        r#"{"easy":["P"],"hard":["Q"]}"#,
        r#"{"0":"P","1":"Q"}"#,
        r#"{"name":"puzzle","index":[0,1],"data":["P","Q"]}"#,
    ] {
        assert_eq!(judged(filled(list)), both(0), "{list}");
    }
    // Columns, or rows, of one value each.
    let one = |answers| (vec![format!("{PUZZLE} {answers}")], Vec::new());
    assert_eq!(judged(filled(r#"[["P"],["S"]]"#)), one(1));
    assert_eq!(judged(filled(r#"[["S"],["P"]]"#)), one(1));
    assert_eq!(judged(filled(r#"[["P"],["Q"]]"#)), both(0));
    let (puzzles, errors) = judged(filled(r#"[["P"],["T"]]"#));
    assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
    // Answers behind all puzzles belong to none of them.
    let (puzzles, errors) = judged(filled(r#"["P","Q","S","T"]"#));
    assert_eq!((puzzles.len(), errors.len()), (2, 2), "{errors:?}");
    let (puzzles, errors) = judged(filled(r#"{"puzzle":["P","Q"],"a":["S"]}"#));
    assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
    assert!(errors[0].contains("found 2 values of `puzzle` and 1 of `a`"), "{errors:?}");
}

#[test]
fn json_grids_are_read_from_arrays() {
    type CellForm = fn(char) -> String;
    let forms: [(CellForm, &str); 5] = [
        (|c| c.to_string(), "0"),
        (|c| format!("{c}.0"), "null"),
        (|c| format!("{c}.0"), "NaN"),
        (|c| c.to_string(), "-1"),
        (|c| format!("\"{c}\""), "\"\""),
    ];
    for (digit, blank) in forms {
        let [p, q] = [PUZZLE, SECOND].map(|line| nested(line, digit, blank));
        let [s, t] = [SOLUTION, SYMMETRIC].map(|line| nested(line, digit, blank));
        assert_eq!(judged(format!("[{p},{q}]")), both(0), "{p}");
        assert_eq!(judged(format!("[[{p},{s}],[{q},{t}]]")), both(1), "{p}");
        assert_eq!(judged(format!("[[{p},{q}],[{s},{t}]]")), both(1), "{p}");
        assert_eq!(judged(format!("{{\"quizzes\":[{p},{q}],\"y\":[{s},{t}]}}")), both(1), "{p}");
        // Objects without a usual name, as a server of puzzles sends them.
        let object = |puzzle: &str, answer: &str| {
            format!("{{\"value\":{puzzle},\"solution\":{answer},\"difficulty\":\"Easy\"}}")
        };
        let sent = |answers: [&str; 2]| {
            let [one, two] = [object(&p, answers[0]), object(&q, answers[1])];
            format!("{{\"newboard\":{{\"grids\":[{one},{two}],\"results\":2}}}}")
        };
        assert_eq!(judged(sent([&s, &t])), both(1), "{p}");
        let (puzzles, errors) = judged(sent([&t, &s]));
        assert!(puzzles.is_empty() && errors.len() == 2, "{puzzles:?} {errors:?}");
        let lines = format!("{}\n{}\n", object(&p, &s), object(&q, &t));
        assert_eq!(judged(lines), both(1), "{p}");
        let stacked = format!("{},{}", &p[..p.len() - 1], &q[1..]);
        assert_eq!(judged(stacked), both(0), "{p}");
    }
}

#[test]
fn data_frame_of_cells_is_a_grid() {
    let cell = |at: usize| match &PUZZLE[at..=at] {
        "." => "null",
        digit => digit,
    };
    // Objects of columns, or of rows, with these names.
    let frame = |outer: &str, inner: &str, is_turned: bool| {
        let name = |prefix: &str, at: usize| match prefix {
            "A" => char::from(b'A' + at as u8).to_string(),
            "" => at.to_string(),
            prefix => format!("{prefix}{}", at + 1),
        };
        let object = |from: usize| {
            let place = |at: usize| if is_turned { at * 9 + from } else { from * 9 + at };
            let cells: Vec<_> =
                (0..9).map(|at| format!("\"{}\":{}", name(inner, at), cell(place(at)))).collect();
            format!("{{{}}}", cells.join(","))
        };
        let objects: Vec<_> =
            (0..9).map(|at| format!("\"{}\":{}", name(outer, at), object(at))).collect();
        format!("{{{}}}", objects.join(","))
    };
    let expected = (vec![format!("{PUZZLE} 0")], Vec::new());
    for [rows, columns] in [["", "A"], ["", "col"], ["r", "c"], ["Row ", ""], ["", "C"], ["R", "A"]]
    {
        assert_eq!(judged(frame(rows, columns, false)), expected, "{rows} {columns}");
        assert_eq!(judged(frame(columns, rows, true)), expected, "{rows} {columns}");
    }
    for [outer, inner] in [["", ""], ["A", "A"], ["x", "A"]] {
        let (puzzles, errors) = judged(frame(outer, inner, true));
        assert!(puzzles.is_empty() && errors.len() == 1, "{outer} {inner}: {errors:?}");
        assert!(errors[0].starts_with("f:1:1: expected names that tell rows from"), "{errors:?}");
    }
    // The remedy, and other forms of pandas.
    let rows: Vec<Vec<String>> =
        (0..9).map(|row| (0..9).map(|at| cell(row * 9 + at).to_owned()).collect()).collect();
    let arrays: Vec<_> = rows.iter().map(|row| format!("[{}]", row.join(","))).collect();
    let arrays = format!("[{}]", arrays.join(","));
    assert_eq!(judged(&arrays), expected);
    let numbers = "[0,1,2,3,4,5,6,7,8]";
    let split = format!("{{\"columns\":{numbers},\"index\":{numbers},\"data\":{arrays}}}");
    assert_eq!(judged(split), expected);
    let record = |row: &Vec<String>| {
        let pairs: Vec<_> =
            row.iter().enumerate().map(|(at, cell)| format!("\"{at}\":{cell}")).collect();
        format!("{{{}}}", pairs.join(","))
    };
    let records: Vec<_> = rows.iter().map(record).collect();
    assert_eq!(judged(format!("[{}]", records.join(","))), expected);
    assert_eq!(judged(records.join("\n")), expected);
}

#[test]
fn solution_below_its_puzzle_is_judged() {
    let below = |first: &str, second: &str| {
        let mut text = String::new();
        for (puzzle, solution) in [(PUZZLE, first), (SECOND, second)] {
            let [puzzle, solution] =
                [puzzle, solution].map(|line| sheet(line, |c| c.to_string(), "", ","));
            text += &format!("Puzzle\n{puzzle}Solution\n{solution}\n");
        }
        text
    };
    for beside in ["", ",a note"] {
        let text = |first, second| below(first, second).replace('\n', &format!("{beside}\n"));
        assert_eq!(judged(text(SOLUTION, SYMMETRIC)), both(1));
        let (puzzles, errors) = judged(text(SYMMETRIC, SOLUTION));
        assert!(puzzles.is_empty() && errors.len() == 2, "{errors:?}");
        assert!(errors[0].contains("expected the solution of the puzzle"), "{errors:?}");
    }
}

#[test]
fn thousands_are_joined_unless_digits_are_lost() {
    let grouped = |digits: &str, separator: &str| {
        let first = digits.len() % 3;
        let mut groups: Vec<&str> = Vec::from_iter((first > 0).then_some(&digits[..first]));
        groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
        groups.join(separator)
    };
    let puzzle = PUZZLE.replace('.', "0");
    let second = SECOND.replace('.', "0");
    for separator in [".", ",", "'", " ", "\u{202f}"] {
        // A number has no zero in front.
        let [p, q, s, t] =
            [&*puzzle, &second[1..], SOLUTION, SYMMETRIC].map(|digits| grouped(digits, separator));
        let text = format!("puzzle;A\n\"{p}\";\"{s}\"\n\"{q}\";\"{t}\"\n");
        assert_eq!(judged(text), both(1), "{separator}");
        let lost = grouped(&format!("{}{}", &puzzle[..15], "0".repeat(66)), separator);
        let (_, errors) = judged(format!("puzzle;n\n\"{lost}\";1\n"));
        assert!(errors[0].contains("a spreadsheet has rounded this column"), "{errors:?}");
    }
}

#[test]
fn files_of_python_are_named() {
    let torch = [b"PK\x03\x04\0\0\0\0".as_slice(), b"model/data.pkl\x80\x02"].concat();
    for (bytes, words) in [
        (&b"\x80\x05\x95\0\0\0\0\0\0\0\0\x8c\x06pandas"[..], "found a Python pickle"),
        (b"\x80\x04\x95\0\0", "found a Python pickle"),
        (b"\x80\x03]q\0(X", "found a Python pickle"),
        (b"\x80\x02]q\0(X", "found a Python pickle"),
        (&torch, "found a file of PyTorch"),
        (b"\x93NUMPY\x01\0v\0{'descr'", "numpy.savetxt(\"puzzles.txt\", array.reshape(-1, 81)"),
    ] {
        let (_, errors) = judged(bytes);
        assert!(errors.len() == 1 && errors[0].contains(words), "{words}: {errors:?}");
    }
}
