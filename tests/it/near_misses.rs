//! Each technique is found where the original finds it, and not after one candidate is added or taken away:
//! `tests/data/near-misses.tsv`.

use sudoku_press::grade::Rater;
use sudoku_press::grid::{Cell, Digit};
use sudoku_press::logic::{Position, Technique, TechniqueSet, next_step};
use sudoku_press::puzzle::Puzzle;

/// Whether a technique finds anything by itself.
fn finds(position: &Position, technique: Technique) -> bool {
    let mut only = TechniqueSet::NONE;
    only.insert(technique);
    next_step(position, only).is_some()
}

/// The position with one candidate more, or less.
fn changed(position: &Position, cell: Cell, digit: Digit, more: bool) -> Position {
    Position::with_candidates(position.grid(), |open| {
        let mut set = position.candidates(open);
        match more {
            _ if open != cell => {}
            true => _ = set.insert(digit),
            false => _ = set.remove(digit),
        }
        set
    })
}
#[test]
#[ignore]
fn generate_near_misses() {
    use std::collections::BTreeSet;
    let mut done: BTreeSet<Technique> = BTreeSet::new();
    let mut cases = crate::paths::cases();
    cases.sort_by_key(|case| case.steps.len());
    for case in &cases {
        let path = Rater::new().path(&case.puzzle).unwrap();
        let mut position = Position::new(case.puzzle.givens());
        for (n, step) in path.iter().enumerate() {
            if !done.contains(&step.technique) {
                'all: for add in [true, false] {
                    for cell in Cell::ALL {
                        if position.grid()[cell].is_some() {
                            continue;
                        }
                        for digit in Digit::ALL {
                            if position.has(cell, digit) == add {
                                continue;
                            }
                            if case.puzzle.solution()[cell] == digit && !add {
                                continue;
                            }
                            let changed = changed(&position, cell, digit, add);
                            if !finds(&changed, step.technique) && finds(&position, step.technique)
                            {
                                println!(
                                    "{}\t{}\t{}\t{}{cell}={digit}\t{:?} {:?}",
                                    step.technique,
                                    case.puzzle.givens(),
                                    n + 1,
                                    if add { '+' } else { '-' },
                                    step.placement,
                                    step.eliminations
                                );
                                done.insert(step.technique);
                                break 'all;
                            }
                        }
                    }
                }
            }
            step.apply(&mut position);
        }
    }
    for t in Technique::ALL {
        if !done.contains(t) {
            println!("missing {t}");
        }
    }
}
