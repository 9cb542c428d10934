//! Steps in words, as a person would explain them.

use super::chain;
use super::step_text::{StepText, TextLine};
use super::texts::ExplanationTexts;
use crate::text::text;
use engine::human::logic::{Position, Reason, Step, UniquenessType};
use engine::sudoku::grid::{Cell, Digit, DigitSet};

/// Explains a step in one or a few sentences. `before` is the position before the step.
pub fn sentence(words: &ExplanationTexts, before: &Position, step: &Step) -> String {
    join_lines(words, &sentences(words, before, step).lines)
}

/// Explains a step at three lengths: all its sentences, fewer sentences if it is a chain, and the
/// one sentence with its result.
pub fn at_three_lengths(words: &ExplanationTexts, before: &Position, step: &Step) -> [String; 3] {
    let told = sentences(words, before, step);
    let all = join_lines(words, &told.lines);
    let core = told.lines.get(told.core).map(|line| line.text.clone()).unwrap_or_default();
    let short = if step.reason.chains().is_empty() { all.clone() } else { core.clone() };
    [all, short, core]
}

/// Joins lines into one text.
pub(super) fn join_lines(words: &ExplanationTexts, lines: &[TextLine]) -> String {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    texts.join(words.text("space"))
}

/// Returns the sentences of a step.
pub(super) fn sentences(words: &ExplanationTexts, before: &Position, step: &Step) -> StepText {
    let place = step.placement.map(|placed| words.placement(placed)).unwrap_or_default();
    let placed = step.placement.map(|(_, digit)| digit.to_string()).unwrap_or_default();
    let lost = &eliminations_text(words, &step.eliminations);
    let sentence = match &step.reason {
        Reason::Cycle { chain } => {
            return chain::cycle(words, before, chain, &step.eliminations, lost);
        }
        Reason::Contradiction { chains } => {
            return chain::contradiction(words, chains, &conclusion_text(words, step));
        }
        Reason::Cases { house, chains } => {
            return chain::cases(words, *house, chains, &conclusion_text(words, step));
        }
        Reason::Loop { cells, digits, escape } => {
            let intro = text!(
                words,
                "loop",
                cells = words.cells(cells.iter().copied()),
                digits = words.all(digits)
            );
            let own: DigitSet = digits.iter().copied().collect();
            let surplus = cells.iter().map(|&cell| (cell, before.candidates(cell).minus(own)));
            let mut surplus: Vec<_> = surplus.filter(|(_, digits)| !digits.is_empty()).collect();
            surplus.sort_by_key(|(cell, _)| *cell);
            let keys = ["loop_one_cell", "loop_bound"];
            return vec![
                intro,
                uniqueness_consequence(words, escape, keys, &surplus, digits, lost),
            ]
            .into();
        }
        Reason::Bug { cells, escape } => {
            let surplus = cells.iter().map(|(cell, digits)| {
                text!(words, "at", digits = words.all(*digits), cell = words.cell(*cell))
            });
            let intro = text!(words, "bug", surplus = words.all(surplus));
            let keys = ["bug_one_cell", "bug_bound"];
            return vec![intro, uniqueness_consequence(words, escape, keys, cells, &[], lost)]
                .into();
        }
        Reason::OnePlace { house } if before.empty_in(*house) == 1 => {
            text!(words, "last_cell", place, house = words.house(*house))
        }
        Reason::OnePlace { house } => {
            text!(words, "one_place", place, digit = placed, house = words.house(*house))
        }
        Reason::OneCandidate => text!(words, "one_candidate", place),
        Reason::Intersection { digit, from, to, direct } => {
            let (from, to) = (words.house(*from), words.house(*to));
            match direct.map(|house| words.house(house)) {
                None => text!(words, "intersection", from, digit, to, lost),
                Some(house) => {
                    text!(words, "direct_intersection", place, from, digit, to, house)
                }
            }
        }
        Reason::NakedSet { house, cells, digits } => {
            let phrase = key_by_size(["naked_pair", "naked_triple", "naked_quad"], *digits);
            let (cells, digits) = (words.cells(*cells), words.all(*digits));
            text!(words, phrase, house = words.house(*house), cells, digits, lost)
        }
        Reason::HiddenSet { house, cells, digits } => {
            let house = words.house(*house);
            let phrase = key_by_size(["hidden_pair", "hidden_triple", "hidden_quad"], *digits);
            let (cells, digits) = (words.cells(*cells), words.all(*digits));
            match step.placement {
                None => text!(words, phrase, house, digits, cells, lost),
                Some(_) => {
                    let digit = placed;
                    text!(words, "direct_hidden_set", place, house, digits, cells, digit)
                }
            }
        }
        Reason::Fish { digit, bases, covers } => {
            let (bases, covers) = (words.lines(bases), words.lines(covers));
            text!(words, "fish", bases, digit, covers, lost)
        }
        Reason::Wing { pivot, pincers, digit } => {
            let own = DigitSet::singleton(*digit);
            let [a, b] = pincers.map(|pincer| words.all(before.candidates(pincer).minus(own)));
            let phrase = if before.has_candidate(*pivot, *digit) { "xyz_wing" } else { "xy_wing" };
            let [pivot, first, second] =
                [*pivot, pincers[0], pincers[1]].map(|cell| words.cell(cell));
            text!(words, phrase, pivot, a, b, first, second, digit, lost)
        }
        Reason::Exclusion { cells, excluders } => {
            let candidates = cells.iter().map(|&cell| before.candidates(cell));
            let together = candidates.fold(DigitSet::EMPTY, DigitSet::union);
            // No other cell can lose its last candidate.
            let excluders =
                excluders.filter(|&cell| before.candidates(cell).minus(together).is_empty());
            let (cells, excluders) =
                (words.cells(cells.iter().copied()), words.any_cell(excluders));
            text!(words, "exclusion", cells, excluders, lost)
        }
    };
    vec![sentence].into()
}

/// Describes the consequence of a pattern that would have two solutions without its surplus digits.
/// `own` are the two digits of the pattern. The keys are those of the phrases for one cell with
/// surplus digits, and for a digit that is bound to two cells.
fn uniqueness_consequence(
    words: &ExplanationTexts,
    escape: &UniquenessType,
    [one_cell, bound]: [&str; 2],
    surplus: &[(Cell, DigitSet)],
    own: &[Digit],
    lost: &str,
) -> String {
    let pair = words.cells(surplus.iter().map(|(cell, _)| *cell));
    let extra: DigitSet = surplus.iter().map(|(_, digits)| *digits).collect();
    let extra = words.any(extra);
    match escape {
        UniquenessType::OneCell(cell) => {
            text!(words, one_cell, cell = words.cell(*cell), digits = extra, lost)
        }
        UniquenessType::OneDigit(_) => {
            text!(words, "escape_one_digit", cells = pair, digit = extra, lost)
        }
        UniquenessType::Bound { house, digit } => {
            let other = words.all(own.iter().filter(|own| *own != digit));
            text!(words, bound, house = words.house(*house), digit, pair, other, lost)
        }
        UniquenessType::Set { house, cells, digits, hidden } => {
            let phrase = if *hidden { "loop_hidden_set" } else { "escape_set" };
            let house = words.house(*house);
            let (cells, digits) = (words.cells(*cells), words.all(*digits));
            text!(words, phrase, pair, extra, cells, digits, house, lost)
        }
    }
}

/// Returns the key of the phrase for two, three or four digits.
fn key_by_size(phrases: [&'static str; 3], digits: DigitSet) -> &'static str {
    phrases[digits.len().clamp(2, 4) - 2]
}

/// Describes eliminations: `r1c6 cannot be 9`, or `remove 3 from r8c2 and 7 from r8c3`. Cells that
/// lose the same digits are named together.
fn eliminations_text(words: &ExplanationTexts, eliminations: &[(Cell, DigitSet)]) -> String {
    let mut groups: Vec<(DigitSet, Vec<Cell>)> = Vec::new();
    for &(cell, digits) in eliminations {
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((digits, vec![cell])),
        }
    }
    let of = |phrase: &str, (digits, cells): &(DigitSet, Vec<Cell>)| {
        text!(
            words,
            phrase,
            digits = words.all(*digits),
            cells = words.cells(cells.iter().copied())
        )
    };
    match &groups[..] {
        [one] if one.0.len() == 1 => of("lost_one", one),
        [one] => of("lost_more", one),
        all => {
            let parts = words.all(all.iter().map(|group| of("lost_part", group)));
            text!(words, "lost_several", parts)
        }
    }
}

/// Describes what a chain proves. A placement needs no list of the candidates that it replaces.
fn conclusion_text(words: &ExplanationTexts, step: &Step) -> String {
    match step.placement {
        Some(placement) => words.placement(placement),
        None => eliminations_text(words, &step.eliminations),
    }
}
