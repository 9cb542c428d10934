//! Deals the puzzles of a book whose levels take turns.

use crate::model::{LayoutError, Section, Template, TurnOrder, numbered};
use human::{Ladder, Rung};
use jiff::civil::Date;
use std::collections::BTreeSet;
use words::{Problem, clause, setting};

/// Returns the numbers of all puzzles in the order of the turns of a design.
///
/// # Errors
/// Fails if the ladder of the puzzles lacks a level of the turns, or if a level has none left at
/// its turn while others have; the message then names settings that deal all.
pub fn deal_in_turns(
    design: &Template,
    first_day: Option<Date>,
    sections: &[Section],
) -> Result<Vec<u32>, LayoutError> {
    let ladder = sections[0].rung.ladder();
    if let Some(&found) = design.turns.iter().find(|&&number| ladder.rung(number).is_none()) {
        let place = format!("design {}", design.name);
        let found = format!(
            "{found}; levels are 1 to 5 on the published ladder, 1 to 7 on the human ladder"
        );
        let expected = format!("turns of 1 to {}", ladder.rungs().count());
        return Err(Problem::expected(expected, found).at(place).into());
    }
    let turns = design.turn_order(ladder, first_day);
    let dealt = deal(&turns, sections);
    let total: usize = sections.iter().map(|section| section.puzzles.len()).sum();
    if dealt.len() == total {
        return Ok(dealt);
    }

    let present = sections.iter().filter(|section| !section.puzzles.is_empty());
    let present: BTreeSet<u8> = present.map(|section| section.rung.number()).collect();
    let mut other_turns = None;
    if present != design.turns.iter().copied().collect() {
        let numbers = design.turns_through(&present.into_iter().collect::<Vec<_>>());
        let rungs: Vec<Rung> = numbers.iter().filter_map(|&n| ladder.rung(n)).collect();
        if deal(&TurnOrder { turns: rungs, ..turns.clone() }, sections).len() == total {
            other_turns = Some(setting("turns").to(joined(&numbers, ",")));
        }
    }
    let order: Vec<Rung> = turns.rungs().take(total).collect();
    let quotas = quota(ladder, |rung| order.iter().filter(|&&other| other == rung).count());
    let (given, quotas) = (setting("order").to("given"), setting("quota").to(quotas));
    let remedy = match other_turns {
        Some(turns) => {
            clause!("use {}, {}, or puzzles made with {}, the same number", turns, given, quotas)
        }
        None => clause!("use {}, or puzzles made with {}, the same number", given, quotas),
    };
    let missing = turns.rungs().nth(dealt.len()).expect("turns have no end").number();
    let wrong = clause!(
        "its levels take turns ({}), and of {} puzzles ({}) none of level {} is left to be number {}",
        joined(&design.turns, ", "),
        total.to_string(),
        quota(ladder, |rung| count_of(sections, rung)),
        missing.to_string(),
        (dealt.len() + 1).to_string(),
    );
    Err(Problem::new(wrong).at(format_args!("design {}", design.name)).remedy(remedy).into())
}

/// Deals puzzles until the level whose turn it is has none left. Returns their numbers.
fn deal(turns: &TurnOrder, sections: &[Section]) -> Vec<u32> {
    let mut ranked: [Vec<u32>; Rung::COUNT] = Default::default();
    for (numbers, section) in numbered(sections) {
        let first = numbers.start;
        let ranked = &mut ranked[section.rung.index()];
        ranked.extend(numbers);
        if turns.is_even() {
            ranked.sort_by_cached_key(|number| {
                let at = (number - first) as usize;
                let puzzle = section.puzzles.get(at).expect("the section has this number");
                TurnOrder::time_key(section.ratings.get(at), &puzzle)
            });
        }
    }
    let dealt = turns.deal(ranked.each_ref().map(Vec::len));
    dealt.iter().map(|puzzle| ranked[puzzle.rung.index()][puzzle.rank]).collect()
}

/// Returns the number of puzzles of a level.
fn count_of(sections: &[Section], rung: Rung) -> usize {
    sections
        .iter()
        .filter(|section| section.rung == rung)
        .map(|section| section.puzzles.len())
        .sum()
}

/// Returns the quota of these numbers of puzzles: `1=8,3=8`.
fn quota(ladder: Ladder, count: impl Fn(Rung) -> usize) -> String {
    let counted = ladder.rungs().map(|rung| (rung.number(), count(rung)));
    let parts = counted.filter(|(_, count)| *count > 0);
    parts.map(|(number, count)| format!("{number}={count}")).collect::<Vec<_>>().join(",")
}

fn joined(numbers: &[u8], separator: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
}
