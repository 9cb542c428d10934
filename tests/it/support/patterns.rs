//! Judges of the patterns of chains: they look for a pattern in the candidates, without the chain.

use super::slow_closure::SlowPosition;
use grid::{Cell, Digit, DigitSet, House};
use human::{ChainPattern, Position, Step};
use std::collections::BTreeSet;

/// Returns true if two cells share a house.
fn sees(one: Cell, other: Cell) -> bool {
    one != other && one.houses().iter().any(|house| other.houses().contains(house))
}

/// Returns the two ends of each house in which the digit has two places, in both directions.
fn strong_houses(before: &Position, digit: Digit) -> Vec<(House, Cell, Cell)> {
    let places = |house: House| {
        let is_open = |&cell: &Cell| before.candidates(cell).contains(digit);
        house.cells().iter().copied().filter(is_open).collect::<Vec<_>>()
    };
    let of = |house| match places(house)[..] {
        [one, other] => vec![(house, one, other), (house, other, one)],
        _ => Vec::new(),
    };
    House::ALL.into_iter().flat_map(of).collect()
}

/// Returns the shapes in which a candidate can go by two houses with two places of its digit each:
/// the kinds of the houses, 0 for rows, 1 for columns, 2 for blocks.
fn two_house_kinds(before: &Position, cell: Cell, digit: Digit) -> BTreeSet<[usize; 2]> {
    let houses = strong_houses(before, digit);
    let mut kinds = BTreeSet::new();
    for &(first, end, joint) in &houses {
        for &(second, other_joint, other_end) in &houses {
            let are_apart =
                ![end, joint].contains(&other_joint) && ![end, joint].contains(&other_end);
            if are_apart && sees(joint, other_joint) && sees(cell, end) && sees(cell, other_end) {
                kinds.insert([first.index() / 9, second.index() / 9]);
            }
        }
    }
    kinds
}

/// Returns true if two cells with the same two candidates, and a house with two places of one of
/// them, remove the other one from a cell.
fn is_w_wing(before: &Position, cell: Cell, digit: Digit) -> bool {
    let is_pair =
        |c: &Cell| before.candidates(*c).len() == 2 && before.candidates(*c).contains(digit);
    let pairs: Vec<Cell> =
        Cell::ALL.into_iter().filter(is_pair).filter(|c| sees(*c, cell)).collect();
    pairs.iter().any(|&one| {
        let digits = before.candidates(one);
        let middle = digits.minus(DigitSet::singleton(digit)).first().unwrap();
        pairs.iter().filter(|&&other| other != one && before.candidates(other) == digits).any(
            |&other| {
                let is_between = |&(_, a, b): &(House, Cell, Cell)| sees(one, a) && sees(other, b);
                strong_houses(before, middle).iter().any(is_between)
            },
        )
    })
}

/// Returns true if the candidates before a step have the pattern that removes its candidate. For chains of cells with two
/// candidates, the cells are those of the step.
pub fn is_in_candidates(before: &Position, step: &Step, pattern: ChainPattern) -> bool {
    let (cell, digits) = step.eliminations[0];
    let digit = digits.first().unwrap();
    let kinds = || two_house_kinds(before, cell, digit);
    // The cells of the chain, without the cell of the eliminated candidate.
    let nodes = step.reason.chains()[0].nodes.iter().map(|(node, _)| node.cell);
    let pairs: Vec<DigitSet> = nodes.filter(|&c| c != cell).map(|c| before.candidates(c)).collect();
    let all_equal = pairs.windows(2).all(|two| two[0] == two[1]);
    let are_pairs = pairs.iter().all(|digits| digits.len() == 2);
    match pattern {
        ChainPattern::Skyscraper => kinds().contains(&[0, 0]) || kinds().contains(&[1, 1]),
        ChainPattern::TwoStringKite => kinds().contains(&[0, 1]),
        ChainPattern::TurbotFish => kinds().iter().flatten().any(|&kind| kind == 2),
        ChainPattern::WWing => is_w_wing(before, cell, digit),
        ChainPattern::RemotePair => are_pairs && all_equal,
        ChainPattern::XyChain => are_pairs && !all_equal,
        ChainPattern::SimpleColouring => {
            SlowPosition::from_position(before).applies(pattern.into())
        }
    }
}
