//! Chains in words: "if this is 5, then that is not 5, so ...".

use super::words::Words;
use crate::human::logic::{Chain, Link, Node};
use crate::sudoku::grid::House;
use crate::words::say;

const IF: [&str; 2] = ["if_on", "if_off"];
const THEN: [&str; 2] = ["then_on", "then_off"];
const SO: [&str; 2] = ["so_on", "so_off"];
const BECAUSE: [&str; 2] = ["because_on", "because_off"];

/// A closed chain, and what it removes.
pub(super) fn cycle(words: &Words, chain: &Chain, lost: &str) -> Vec<String> {
    let mut text = Told::default().clauses(words, chain);
    if let Some(&(start, _)) = chain.nodes.first() {
        text += &words.node(SO, start);
    }
    vec![sentence(words, &text), say!(words, "cycle", lost)]
}

/// An assumption that ends in its opposite, or in two nodes that exclude each other.
pub(super) fn contradiction(words: &Words, chains: &[Chain], result: &str) -> Vec<String> {
    let mut told = Told::default();
    let clauses = chains.iter().map(|chain| told.clauses(words, chain));
    // The second chain may be part of the first.
    let clauses = clauses.filter(|clauses| !clauses.is_empty());
    let mut sentences: Vec<String> = clauses.map(|text| sentence(words, &text)).collect();
    let end = match chains.len() {
        1 => "contradiction",
        _ => "clash",
    };
    sentences.push(say!(words, end, result));
    sentences
}

/// Several assumptions of which one is true, and their common consequence: an introduction, a sentence for
/// each assumption, the end.
pub(super) fn cases(
    words: &Words,
    house: Option<House>,
    chains: &[Chain],
    result: &str,
) -> Vec<String> {
    let first_node = |chain: &Chain| Some(chain.nodes.first()?.0);
    let starts: Vec<Node> = chains.iter().filter_map(first_node).collect();
    let Some(&Node { cell, digit, .. }) = starts.first() else {
        return Vec::new();
    };
    let intro = match house {
        Some(house) => {
            let cells = words.any(starts.iter().map(|node| node.cell));
            let house = words.house(house);
            say!(words, "house_cases", house, digit, cells)
        }
        None if starts.iter().all(|node| node.on) => {
            let digits = words.any(starts.iter().map(|node| node.digit));
            say!(words, "cell_cases", cell, digits)
        }
        None => say!(words, "double_cases", cell, digit),
    };
    let each = |chain| sentence(words, &Told::default().clauses(words, chain));
    let end = say!(words, "either_way", result);
    std::iter::once(intro).chain(chains.iter().map(each)).chain([end]).collect()
}

/// The nodes that were told already.
#[derive(Default)]
struct Told(Vec<Node>);

impl Told {
    /// A chain in clauses; nodes that were told before are left out.
    fn clauses(&mut self, words: &Words, chain: &Chain) -> String {
        let mut text = String::new();
        let mut last: Option<usize> = None;
        let mut i = 0;
        while let Some(&(node, link)) = chain.nodes.get(i) {
            let at = i;
            i += 1;
            if self.0.contains(&node) {
                continue;
            }
            self.0.push(node);
            let parents = &chain.parents[at];
            let by_technique = matches!(link, Link::Technique(_));
            match (last, &parents[..]) {
                (_, []) => text += &words.node(IF, node),
                (Some(before), [parent]) if before == *parent && !by_technique => {
                    let first = chain.parents[before].is_empty();
                    text += &words.node(if first { THEN } else { SO }, node);
                }
                (before, _) => {
                    if before.is_some() {
                        text += words.text("next");
                    }
                    // Neighbours that follow from the same reasons are told together.
                    let mut alike = vec![node];
                    while let Some(&(next, next_link)) = chain.nodes.get(i)
                        && (next.digit, next.on, node.on) == (node.digit, false, false)
                        && (next_link == link || !by_technique)
                        && &chain.parents[i] == parents
                        && !self.0.contains(&next)
                    {
                        self.0.push(next);
                        alike.push(next);
                        i += 1;
                    }
                    let reasons = reasons(words, parents.iter().map(|&p| chain.nodes[p].0));
                    text += &since(words, &reasons, &alike, link);
                }
            }
            last = Some(i - 1);
        }
        text
    }
}

/// Reasons, those that say the same of a digit or of a cell told together.
fn reasons(words: &Words, nodes: impl Iterator<Item = Node>) -> String {
    let mut left: Vec<Node> = nodes.collect();
    left.sort_by_key(|node| (node.cell, node.digit.get()));
    let mut told = Vec::new();
    while let Some(&first) = left.first() {
        let mut taken = |same: &dyn Fn(&Node) -> bool| {
            let (taken, rest): (Vec<Node>, _) =
                left.iter().partition(|node| !node.on && !first.on && same(node));
            if taken.len() > 1 {
                left = rest;
            }
            taken
        };
        let of_digit = taken(&|node| node.digit == first.digit);
        if of_digit.len() > 1 {
            let cells = words.all(of_digit.iter().map(|node| node.cell));
            told.push(say!(words, "because_none", digit = first.digit, cells));
            continue;
        }
        let of_cell = taken(&|node| node.cell == first.cell);
        if of_cell.len() > 1 {
            let digit = words.any(of_cell.iter().map(|node| node.digit));
            told.push(say!(words, "because_off", cell = first.cell, digit));
            continue;
        }
        left.remove(0);
        told.push(words.node(BECAUSE, first));
    }
    words.all(told)
}

/// What follows from reasons: one node, or several that say the same of a digit.
fn since(words: &Words, reasons: &str, nodes: &[Node], link: Link) -> String {
    let Node { cell, digit, on } = nodes[0];
    let cells = words.all(nodes.iter().map(|node| node.cell));
    let fact = match (on, nodes.len()) {
        (false, 2..) => say!(words, "since_none", reasons, digit, cells),
        (false, _) => say!(words, "since_off", reasons, digit, cell),
        (true, _) => say!(words, "since_on", reasons, digit, cell),
    };
    match link {
        Link::Technique(technique) => {
            let technique = words.technique(technique);
            say!(words, "by", fact, technique)
        }
        _ => fact,
    }
}

/// A sentence with a capital and a full stop. The name of a cell stays as it is.
fn sentence(words: &Words, clauses: &str) -> String {
    let mut rest = clauses.chars();
    let first = rest.next().into_iter();
    let is_cell = rest.clone().next().is_some_and(|c| c.is_ascii_digit());
    let capital: String = match is_cell {
        true => first.collect(),
        false => first.flat_map(char::to_uppercase).collect(),
    };
    capital + rest.as_str() + words.text("stop")
}
