//! Texts with two puzzles in which somebody lost, doubled or added a line or a sign, and tables in any shape. What is
//! read is what was drawn, or an error.

use super::drawn::{Dice, Drawing, Style, draw_plain, random_style, read};

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
