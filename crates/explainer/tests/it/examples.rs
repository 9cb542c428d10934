//! What the examples print, against values from elsewhere.

use crate::support::cases::cases;

// Its main program is for the command line.
#[allow(dead_code)]
#[path = "../../examples/rate.rs"]
mod rate;

fn printed(line: &str) -> String {
    rate::describe(line).unwrap()
}

/// The scores by hand: 30 givens, a column with one of them, and 41,679 searches by another program make 4.0. 78 givens
/// make 1.0, and their last cells are all that is open.
#[test]
fn rate_prints_level_and_band() {
    let hard = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert!(printed(hard).starts_with("level 4 (Hard), band 1 (Gentle)\nhardest step 1.2 ("));
    let full = "...678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert!(
        printed(full).starts_with(
            "level 1 (Beginner), band 1 (Gentle)\nhardest step 1.0 (last-cell), 3 steps"
        )
    );
}

/// Sudoku Explainer 1.2.1 rated these.
#[test]
fn rate_prints_rating_and_steps_of_the_original() {
    for case in cases().into_iter().take(40) {
        let expected = format!("hardest step {} (", case.ratings[0]);
        let text = printed(&case.puzzle.givens().to_string());
        let (_, second) = text.split_once('\n').unwrap();
        assert!(second.starts_with(&expected), "{text}");
        assert!(second.contains(&format!(", {} steps, ", case.steps.len())), "{text}");
    }
}
