//! Texts with two puzzles in which somebody lost, doubled or added a line or a sign, and tables in any shape. What is
//! read is what was drawn, or an error.

use super::drawn::{Dice, Drawing, Style, draw_plain, line, random_style, read};

/// Changes a text in one place. Returns the kind of the change.
fn mutate(text: &str, style: &Style, dice: &mut Dice) -> (&'static str, String) {
    let mut lines: Vec<String> = text.split(style.end).map(str::to_owned).collect();
    let at = dice.below(lines.len());
    let kind = dice.one(&[
        "lost line",
        "doubled line",
        "empty line",
        "note",
        "number",
        "lost sign",
        "added sign",
        "cut",
    ]);
    let signs: Vec<usize> = lines[at]
        .char_indices()
        .filter(|(_, c)| {
            !c.is_whitespace()
                && (style.has_loose_cells() || !c.is_alphanumeric() && !style.blank.contains(*c))
        })
        .map(|(at, _)| at)
        .collect();
    match kind {
        "lost line" => _ = lines.remove(at),
        "doubled line" => lines.insert(at, lines[at].clone()),
        "empty line" => lines.insert(at, String::new()),
        "note" => lines.insert(at, dice.one(&["a note", "x", "Level 3", "-"]).to_owned()),
        "number" => lines.insert(at, dice.one(&["1", "12", "2 5", "3,,4", "1234567"]).to_owned()),
        "lost sign" if !signs.is_empty() => _ = lines[at].remove(dice.one(&signs)),
        "added sign" if !signs.is_empty() => {
            let sign = dice.one(&signs);
            let sign_there = lines[at][sign..].chars().next().unwrap();
            lines[at].insert(sign, sign_there);
        }
        "cut" => lines.truncate(at),
        _ => {}
    }
    (kind, lines.join(style.end))
}

#[test]
fn damaged_drawing_is_its_puzzle_or_an_error() {
    let mut counts = [0; 3];
    for seed in 0..3_000 {
        let mut dice = Dice::of_seed(seed);
        let side = dice.one(&[9, 9, 6, 4]);
        let drawings = [(); 2].map(|()| Drawing::random_of(side, &mut dice));
        let (style, frames) = random_style(&mut dice);
        // A lost sign may be a blank, and numbers of columns may be the first row of a small grid.
        if style.blank.trim().is_empty() || side < 9 && style.column_labels == "1" {
            continue;
        }
        let between = dice.one(&["", "", "Puzzle 2", "2"]);
        let texts = drawings.each_ref().map(|drawing| draw_plain(drawing, &style, frames));
        let text = format!("{}{between}{}{}", texts[0], style.end, texts[1]);
        let (kind, text) = mutate(&text, &style, &mut dice);
        let found = read(&text);
        counts[found.len().min(2)] += 1;
        let mut drawn = drawings.iter().map(Drawing::line);
        for (puzzle, _) in found {
            assert!(drawn.any(|line| line == puzzle), "seed {seed}, {kind}\n{text}\n{puzzle}");
        }
    }
    // A change spoils one puzzle or none, except where nothing separates them.
    assert!(counts[1] + counts[2] > 2 * counts[0], "{counts:?}");
}

/// A column of a table: its name, and the values.
struct Column {
    name: &'static str,
    values: Vec<String>,
}

/// Random columns with these puzzles, with or without their solutions, index and notes.
fn random_columns(drawings: &[Drawing], dice: &mut Dice) -> Vec<Column> {
    let blank = dice.one(&[".", "0", "_", "*", "-", "."]);
    let puzzles = drawings.iter().map(|drawing| drawing.line().replace('.', blank)).collect();
    let name = dice.one(&["puzzle", "quizzes", "Sudoku", "Rätsel", "mystery", "theirs"]);
    let mut columns = vec![Column { name, values: puzzles }];
    if dice.is(2) {
        let name = dice.one(&["solution", "Antwort", "y", "key2", "solved"]);
        let values = drawings.iter().map(|drawing| line(&drawing.solution)).collect();
        columns.push(Column { name, values });
    }
    if dice.is(2) {
        let name = dice.one(&["", "id", "no", "index"]);
        let values = (0..drawings.len()).map(|at| at.to_string()).collect();
        columns.insert(0, Column { name, values });
    }
    if dice.is(2) {
        let name = dice.one(&["level", "rating", "note"]);
        let value = dice.one(&["easy", "2.3", "17", "a; b"]);
        columns.push(Column { name, values: drawings.iter().map(|_| value.to_owned()).collect() });
    }
    if dice.is(3) {
        columns.reverse();
    }
    columns
}

/// Writes columns as lines of fields.
fn as_fields(columns: &[Column], dice: &mut Dice) -> String {
    let separator = dice.one(&[",", ";", "\t", "|"]);
    let [is_quoted, has_end] = [dice.is(3), dice.is(5)];
    let mut text = dice.one(&["", "", "", "\u{feff}", "My list\n\n", "# a comment\n"]).to_owned();
    let mut push = |fields: Vec<&str>| {
        let quote = |field: &&str| {
            let is_quoted = is_quoted || field.contains(';') || field.contains(separator);
            if is_quoted { format!("\"{field}\"") } else { (*field).to_owned() }
        };
        text += &fields.iter().map(quote).collect::<Vec<_>>().join(separator);
        text += if has_end { separator } else { "" };
        text += "\n";
    };
    if !dice.is(4) {
        push(columns.iter().map(|column| column.name).collect());
    }
    for row in 0..columns[0].values.len() {
        push(columns.iter().map(|column| &*column.values[row]).collect());
    }
    if dice.is(4) { text.replace('\n', "\r\n") } else { text }
}

/// Writes columns as JSON: records, columns, rows with names, or rows.
fn as_json(columns: &[Column], dice: &mut Dice) -> String {
    let list = |values: Vec<String>| format!("[{}]", values.join(","));
    let object = |values: Vec<String>| format!("{{{}}}", values.join(","));
    let count = columns[0].values.len();
    let record = |row: usize| -> Vec<String> {
        columns.iter().map(|column| format!("{:?}:{:?}", column.name, column.values[row])).collect()
    };
    let row =
        |row: usize| columns.iter().map(|column| format!("{:?}", column.values[row])).collect();
    let values = |column: &Column| column.values.iter().map(|value| format!("{value:?}")).collect();
    let named =
        |columns: &[Column]| columns.iter().map(|column| format!("{:?}", column.name)).collect();
    let rows = || list((0..count).map(|at| list(row(at))).collect());
    match dice.below(7) {
        0 => list((0..count).map(|at| object(record(at))).collect()),
        1 => (0..count).map(|at| object(record(at)) + "\n").collect(),
        2 => object((0..count).map(|at| format!("\"{at}\":{}", object(record(at)))).collect()),
        3 => {
            object(columns.iter().map(|it| format!("{:?}:{}", it.name, list(values(it)))).collect())
        }
        4 => format!("{{\"columns\":{},\"data\":{}}}", list(named(columns)), rows()),
        5 => list(columns.iter().map(|column| list(values(column))).collect()),
        _ => rows(),
    }
}

#[test]
fn table_is_its_puzzles_or_errors() {
    let mut whole = 0;
    for seed in 0..3_000 {
        let mut dice = Dice::of_seed(seed);
        let side = dice.one(&[9, 9, 9, 6, 4]);
        let count = 1 + dice.below(4);
        let drawings: Vec<Drawing> =
            (0..count).map(|_| Drawing::random_of(side, &mut dice)).collect();
        let columns = random_columns(&drawings, &mut dice);
        let is_json = dice.is(2);
        let mut text =
            if is_json { as_json(&columns, &mut dice) } else { as_fields(&columns, &mut dice) };
        // A number that lost a digit may be one that lost zeros in front.
        let is_number = columns.iter().any(|column| column.values[0].contains('0'));
        let is_cut = dice.is(4) && !is_number;
        if is_cut {
            // A sign of a puzzle or of its solution is lost.
            let signs: Vec<usize> =
                text.match_indices(|c: char| "123456789.".contains(c)).map(|(at, _)| at).collect();
            text.remove(dice.one(&signs));
        }
        let found = read(&text);
        whole += usize::from(!is_cut && found.len() == count);
        let mut drawn = drawings.iter();
        for (puzzle, answer) in found {
            let drawing = drawn.find(|drawing| drawing.line() == puzzle);
            let drawing = drawing.unwrap_or_else(|| panic!("seed {seed}\n{text}\n{puzzle}"));
            let solution = line(&drawing.solution);
            // A damaged solution is judged as one.
            let is_right =
                |answer: &String| *answer == solution || is_cut && answer.len() != solution.len();
            assert!(answer.iter().all(is_right), "seed {seed}\n{text}\n{answer:?}");
        }
    }
    assert!(whole > 1_900, "{whole}");
}

/// Draws a puzzle as programs and web pages do.
fn foreign_form(drawing: &Drawing, dice: &mut Dice) -> String {
    let side = drawing.side;
    let blank = dice.one(&[".", "0", "", " ", "-", "_"]);
    let signs: Vec<Vec<String>> = drawing
        .puzzle
        .chunks(side)
        .map(|row| row.iter().map(|cell| cell.to_string().replace('0', blank)).collect())
        .collect();
    let joined = |open: &str, between: &str, close: &str| -> Vec<String> {
        signs.iter().map(|row| format!("{open}{}{close}", row.join(between))).collect()
    };
    let framed = |rule: &str| {
        let rows = joined("| ", " | ", " |").join(&format!("\n{rule}\n"));
        format!("{rule}\n{rows}\n{rule}\n")
    };
    let head = |text: &str| format!("|{}\n", format!("{text}|").repeat(side));
    match dice.below(12) {
        0 => head("   ") + &head("---") + &joined("| ", " | ", " |").join("\n"),
        1 => {
            let rows = joined("| ", " | ", " |");
            format!("{}\n{}{}", rows[0], head(":-:"), rows[1..].join("\n"))
        }
        2 => framed(&format!("+{}", "---+".repeat(side))),
        3 => framed(&format!("├{}┤", vec!["───"; side].join("┼"))).replace('|', "│"),
        4 => joined("<tr><td>", "</td><td>", "</td></tr>").join("\n"),
        5 => format!("<table><tr>{}</table>", joined("<td>", "<td>", "").join("<tr>")),
        6 => format!("grid = [\n{}\n]\n", joined("    [", ", ", "],").join("\n")),
        7 => format!("[{}]", joined("[", " ", "]").join("\n ")),
        8 => {
            let rows = joined("", "    ", "").into_iter().zip(1..);
            let names: Vec<_> = (1..=side).map(|at| format!("[,{at}]")).collect();
            let rows: Vec<_> = rows.map(|(row, at)| format!("[{at},]    {row}")).collect();
            format!("     {}\n{}", names.join(" "), rows.join("\n"))
        }
        9 => format!("A = [{}];", joined("", ",", ";").join(" ")),
        10 => joined("\"", "\",\"", "\"").join("\n"),
        _ => format!("\\begin{{tabular}}\n{}\n", joined("", " & ", " \\\\").join("\n\\hline\n")),
    }
}

#[test]
fn foreign_form_is_its_puzzle_or_an_error() {
    let mut whole = 0;
    for seed in 0..2_000 {
        let mut dice = Dice::of_seed(seed);
        let side = dice.one(&[9, 9, 6, 4]);
        let drawing = Drawing::random_of(side, &mut dice);
        let mut text = foreign_form(&drawing, &mut dice);
        let is_cut = dice.is(4);
        if is_cut {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(dice.below(lines.len()));
            text = lines.join("\n");
        }
        let found = read(&text);
        whole += usize::from(!is_cut && !found.is_empty());
        for (puzzle, _) in found {
            assert_eq!(puzzle, drawing.line(), "seed {seed}\n{text}");
        }
    }
    assert!(whole > 500, "{whole}");
}

/// The candidates of each cell, in rows.
fn candidates(drawing: &Drawing) -> Vec<Vec<String>> {
    let sees = |one: usize, other: usize| {
        one / 9 == other / 9
            || one % 9 == other % 9
            || one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3
    };
    let of_cell = |cell: usize| match drawing.puzzle[cell] {
        0 => {
            let is_free = |digit: &usize| {
                (0..81).all(|other| drawing.puzzle[other] != *digit || !sees(cell, other))
            };
            (1..=9).filter(is_free).map(|digit| digit.to_string()).collect()
        }
        digit => digit.to_string(),
    };
    (0..9).map(|row| (9 * row..9 * row + 9).map(of_cell).collect()).collect()
}

#[test]
fn candidates_are_their_puzzle_or_an_error() {
    let mut whole = 0;
    for seed in 0..400 {
        let mut dice = Dice::of_seed(seed);
        let drawing = Drawing::random_of(9, &mut dice);
        let [open, between, close] =
            dice.one(&[["", " ", ""], ["| ", " | ", " |"], ["", ",", ""], ["|", "|", "|"]]);
        let width = if dice.is(2) { 9 } else { 0 };
        let mut lines: Vec<String> = Vec::new();
        for row in candidates(&drawing) {
            let cells: Vec<_> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
            lines.push(format!("{open}{}{close}", cells.join(between)));
        }
        match dice.below(4) {
            0 => _ = lines.remove(dice.below(9)),
            1 => lines.insert(3, "+---+---+---+".to_owned()),
            _ => {}
        }
        let found = read(&lines.join("\n"));
        whole += usize::from(!found.is_empty());
        for (puzzle, _) in found {
            // Cells with one candidate are digits, too.
            let solution = line(&drawing.solution);
            let givens = drawing.line();
            let mut cells = puzzle.chars().zip(givens.chars()).zip(solution.chars());
            let is_right =
                cells.all(|((read, given), right)| read == given || given == '.' && read == right);
            assert!(is_right, "seed {seed}\n{}\n{puzzle}", lines.join("\n"));
        }
    }
    assert!(whole > 100, "{whole}");
}
