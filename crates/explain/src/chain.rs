//! Chains in words. A short chain is a sentence that gives the reason of each link. A long chain
//! first says what it proves. Then it has a numbered line for each digit that it fills in, with the
//! numbers of the lines that this follows from.

use super::step_text::{StepText, TextLine, capitalized};
use super::texts::ExplanationTexts;
use crate::text::text;
use grid::{DigitSet, House};
use human::{Chain, Eliminations, Link, Node, Position};
use std::collections::BTreeSet;

/// The number of nodes of the longest chain that is one sentence.
const MAX_SENTENCE_NODES: usize = 8;

const IF: [&str; 2] = ["if_on", "if_off"];
const THEN: [&str; 2] = ["then_on", "then_off"];
const SO: [&str; 2] = ["so_on", "so_off"];

/// Describes a closed chain and what it removes.
pub(super) fn cycle(
    words: &ExplanationTexts,
    before: &Position,
    chain: &Chain,
    eliminations: &Eliminations,
    lost: &str,
) -> StepText {
    let removed = eliminations.iter().fold(DigitSet::EMPTY, |all, (_, digits)| all.union(*digits));
    let either = removed.map(|digit| {
        let [on, off] = [true, false].map(|on| {
            let nodes = chain.nodes.iter().filter(|(node, _)| node.digit == digit && node.on == on);
            words.cells(nodes.map(|(node, _)| node.cell))
        });
        text!(words, "cycle_either", digit, on, off)
    });
    let idea = text!(words, "cycle", either = words.join(either, "cycle_and"), lost);
    let mut closed = chain.clone();
    let (first, last) = (chain.start(), chain.conclusion());
    let mut houses = last.cell.houses().into_iter().filter(|h| h.cells().contains(&first.cell));
    let link = match houses.find(|house| before.places(*house, first.digit).count_ones() == 2) {
        Some(house) if last.cell != first.cell => Link::House(house),
        _ => Link::Cell,
    };
    closed.parents.push(vec![closed.nodes.len() - 1]);
    closed.nodes.push((first, link));
    StepText::with_argument(&idea, chain_lines(words, &closed, None))
}

/// Describes an assumption that ends in its opposite, or in two nodes that exclude each other.
pub(super) fn contradiction(words: &ExplanationTexts, chains: &[Chain], result: &str) -> StepText {
    let mut argument = NumberedArgument::new(words, chains[0].start(), None);
    let assumed = clause(words, IF, &chains[0].nodes[0]);
    let end = match chains {
        [chain] if is_short(chain) => {
            let chain = with_full_stop(words, &join_clauses(words, chain));
            let told = StepText::from(vec![chain, text!(words, "contradiction", result)]);
            // The last sentence needs the chain before it.
            let core = capitalized(&text!(words, "chain_short", assumed, result));
            return StepText { core, ..told };
        }
        [chain] => {
            argument.add_chain(chain, None);
            argument.add_conclusion(chain);
            words.text("opposite").to_owned()
        }
        _ => argument.add_clash(&chains[0], &chains[1]),
    };
    let idea = text!(words, "absurd", end, assumed, result);
    let is_one = argument.lines.len() == 1;
    StepText::with_argument(&idea, if is_one { Vec::new() } else { argument.lines })
}

/// Describes several assumptions, one of which is true: their common consequence, then each
/// assumption.
pub(super) fn cases(
    words: &ExplanationTexts,
    house: Option<House>,
    chains: &[Chain],
    result: &str,
) -> StepText {
    let starts: Vec<Node> = chains.iter().map(Chain::start).collect();
    let Node { cell, digit, .. } = starts[0];
    let cell = words.cell(cell);
    let idea = match house {
        Some(house) => {
            let cells = words.any_cell(starts.iter().map(|node| node.cell));
            text!(words, "house_cases", house = words.house(house), digit, cells, result)
        }
        None if starts.iter().all(|node| node.on) => {
            let digits = words.any(starts.iter().map(|node| node.digit));
            text!(words, "cell_cases", cell, digits, result)
        }
        None => text!(words, "double_cases", cell, digit, result),
    };
    let chains = chains.iter().enumerate();
    StepText::with_argument(&idea, chains.flat_map(|(i, chain)| chain_lines(words, chain, Some(i))))
}

/// Describes a chain from its assumption to its conclusion.
fn chain_lines(words: &ExplanationTexts, chain: &Chain, case: Option<usize>) -> Vec<TextLine> {
    let assumed = clause(words, IF, &chain.nodes[0]);
    let mut argument = NumberedArgument::new(words, chain.start(), case);
    let first = match chain.nodes.len() {
        1 => with_full_stop(words, &text!(words, "at_once", assumed)),
        _ if is_short(chain) => with_full_stop(words, &join_clauses(words, chain)),
        _ => {
            argument.add_chain(chain, None);
            argument.add_conclusion(chain);
            text!(words, "case", assumed)
        }
    };
    let mut lines = vec![TextLine { case, ..TextLine::new(&first) }];
    lines.extend(argument.lines);
    lines
}

/// Returns true if each node follows from the one before, and the chain has few nodes.
fn is_short(chain: &Chain) -> bool {
    let mut parents = chain.parents.iter().enumerate();
    chain.nodes.len() <= MAX_SENTENCE_NODES
        && parents.all(|(i, parents)| i == 0 || parents[..] == [i - 1])
        && !chain.nodes.iter().any(|(_, link)| matches!(link, Link::Technique(_)))
}

/// Describes a short chain: "if this is 5, then that is not 5 (row 1), so ...".
fn join_clauses(words: &ExplanationTexts, chain: &Chain) -> String {
    let clauses = chain.nodes.iter().enumerate();
    clauses.map(|(i, node)| clause(words, [IF, THEN, SO][i.min(2)], node)).collect()
}

/// Formats a clause about a node. `on` and `off` are the keys of the phrases for the two kinds of
/// nodes.
fn clause(words: &ExplanationTexts, [on, off]: [&str; 2], linked: &(Node, Link)) -> String {
    let (node, link) = *linked;
    let phrase = if node.on { on } else { off };
    let cell = words.cell(node.cell);
    text!(words, phrase, cell, digit = node.digit, why = link_reason(words, node, link))
}

/// Returns the reason why a node follows from the one before.
fn link_reason(words: &ExplanationTexts, Node { cell, digit, on }: Node, link: Link) -> String {
    match (link, on) {
        (Link::House(house), true) => {
            text!(words, "why_place", digit, house = words.house(house))
        }
        (Link::House(house), false) => text!(words, "why_seen", house = words.house(house)),
        (Link::Technique(technique), _) => words.technique(technique).to_owned(),
        (_, true) => text!(words, "why_cell", cell = words.cell(cell)),
        (_, false) => words.text("why_same").to_owned(),
    }
}

fn with_full_stop(words: &ExplanationTexts, clauses: &str) -> String {
    clauses.to_owned() + words.text("stop")
}

/// Numbered lines, each with the numbers of the lines that it follows from. Eliminations by the
/// basic rule (a peer holds the digit) are not spelled out.
struct NumberedArgument<'a> {
    words: &'a ExplanationTexts,
    case: Option<usize>,
    lines: Vec<TextLine>,
    /// The nodes that have a line, with its number. The assumption has number 0.
    numbers: Vec<(Node, usize)>,
}

impl<'a> NumberedArgument<'a> {
    fn new(words: &'a ExplanationTexts, assumption: Node, case: Option<usize>) -> Self {
        Self { words, case, lines: Vec::new(), numbers: vec![(assumption, 0)] }
    }

    fn number(&self, node: Node) -> Option<usize> {
        self.numbers.iter().find(|(known, _)| *known == node).map(|(_, number)| *number)
    }

    /// Returns the numbers of the lines that a node follows from.
    fn causes(&self, chain: &Chain, i: usize) -> BTreeSet<usize> {
        chain.parents[i].iter().flat_map(|&parent| self.sources(chain, parent)).collect()
    }

    /// Returns the number of the node's line, or of the lines that it follows from.
    fn sources(&self, chain: &Chain, i: usize) -> BTreeSet<usize> {
        match self.number(chain.nodes[i].0) {
            Some(number) => BTreeSet::from([number]),
            None => self.causes(chain, i),
        }
    }

    fn add(&mut self, fact: String, mut causes: BTreeSet<usize>, nodes: &[Node]) {
        let number = self.lines.len() + 1;
        causes.remove(&0);
        let fact = if causes.iter().all(|cause| cause + 1 == number) {
            fact
        } else {
            let numbers = self.words.all(causes.iter().map(|cause| format!("({cause})")));
            text!(self.words, "after", fact, numbers)
        };
        let text = format!("({number}) {}", with_full_stop(self.words, &capitalized(&fact)));
        self.lines.push(TextLine { text, case: self.case, numbered: true });
        self.numbers.extend(nodes.iter().map(|node| (*node, number)));
    }

    /// Adds a line for each digit that is filled in, and for the eliminations of each technique.
    /// The node `without` gets no line.
    fn add_chain(&mut self, chain: &Chain, without: Option<Node>) {
        let words = self.words;
        for (i, &(node, link)) in chain.nodes.iter().enumerate().skip(1) {
            // A cycle ends at its start.
            let closes = i + 1 == chain.nodes.len() && node == chain.nodes[0].0;
            if Some(node) == without || self.number(node).is_some() && !closes {
                continue;
            }
            let Node { cell, digit, on } = node;
            let cell = words.cell(cell);
            let (fact, nodes) = match link {
                Link::Technique(technique) => {
                    let mut nodes = Vec::new();
                    for (other, by) in &chain.nodes[i..] {
                        if *by != link || other.digit != digit {
                            break;
                        }
                        nodes.push(*other);
                    }
                    let cells = words.cells(nodes.iter().map(|node| node.cell));
                    let technique = words.technique(technique);
                    (text!(words, "by_technique", digit, cells, technique), nodes)
                }
                _ if !on => continue,
                Link::House(house) => {
                    let house = words.house(house);
                    (text!(words, "only_place", cell, digit, house), vec![node])
                }
                _ => (text!(words, "only_digit", cell, digit), vec![node]),
            };
            let causes = self.causes(chain, i);
            self.add(fact, causes, &nodes);
        }
    }

    /// Adds the conclusion, unless it has a line.
    fn add_conclusion(&mut self, chain: &Chain) {
        let (i, (node, link)) = (chain.nodes.len() - 1, chain.nodes[chain.nodes.len() - 1]);
        if !node.on && self.number(node).is_none() {
            let Node { cell, digit, .. } = node;
            let cell = self.words.cell(cell);
            let why = link_reason(self.words, node, link);
            let fact = text!(self.words, "not_here", cell, digit, why);
            self.add(fact, self.causes(chain, i), &[node]);
        }
    }

    /// Adds two chains to nodes that exclude each other. Returns how they do, in words.
    fn add_clash(&mut self, first: &Chain, second: &Chain) -> String {
        let (yes, no) = if first.conclusion().on { (first, second) } else { (second, first) };
        let (last, i) = (yes.nodes.len() - 1, no.nodes.len() - 1);
        let ((is, by), (_, link)) = (yes.nodes[last], no.nodes[i]);
        // If nothing depends on the digit, the text says that it has no place, rather than that it
        // is there and is not.
        let nowhere = last > 0 && !no.nodes.iter().any(|(node, _)| *node == is);
        let without = if nowhere { Some(is) } else { None };
        self.add_chain(first, without);
        self.add_chain(second, without);
        let (words, Node { cell, digit, .. }) = (self.words, is);
        let mut causes = self.sources(no, i);
        causes.extend(self.sources(yes, last));
        let parent = no.parents[i].first().map(|&parent| no.nodes[parent].0);
        let end = match (nowhere, by, link, parent) {
            (true, Link::House(house), ..) => {
                text!(words, "no_place", house = words.house(house), digit)
            }
            (true, ..) => text!(words, "no_digit", cell = words.cell(cell)),
            (_, _, Link::House(house), Some(other)) => {
                let cells = words.cells([cell.min(other.cell), cell.max(other.cell)]);
                text!(words, "twice", house = words.house(house), digit, cells)
            }
            (_, _, Link::Cell, Some(other)) => {
                let digits =
                    words.all(DigitSet::singleton(digit).union(DigitSet::singleton(other.digit)));
                text!(words, "two_digits", cell = words.cell(cell), digits)
            }
            _ => text!(words, "both_ways", cell = words.cell(cell), digit),
        };
        self.add(end.clone(), causes, &[]);
        end
    }
}
