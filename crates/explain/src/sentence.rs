//! Steps in words, as a person would explain them.

use super::chain;
use super::step_text::{StepText, TextLine};
use super::texts::ExplanationTexts;
use crate::text::text;
use grid::{Cell, CellSet, Digit, DigitSet, House};
use human::{Chain, ChainPattern, Link, Position, Reason, Step, UniquenessType};

/// Explains a step in one or a few sentences. `before` is the position before the step.
pub fn sentence(words: &ExplanationTexts, before: &Position, step: &Step) -> String {
    join_lines(words, &sentences(words, before, step).lines)
}

/// Explains a step at three lengths: all its sentences, fewer sentences if it is a chain, and the
/// one sentence with its result.
pub fn at_three_lengths(words: &ExplanationTexts, before: &Position, step: &Step) -> [String; 3] {
    let told = sentences(words, before, step);
    let all = join_lines(words, &told.lines);
    let short = if step.reason.chains().is_empty() { &all } else { &told.core };
    [all.clone(), short.clone(), told.core]
}

/// Joins lines into one text.
pub(super) fn join_lines(words: &ExplanationTexts, lines: &[TextLine]) -> String {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    texts.join(words.text("space"))
}

/// Returns the sentences of a step.
pub(super) fn sentences(words: &ExplanationTexts, before: &Position, step: &Step) -> StepText {
    StepWords::new(words, before, step).sentences()
}

/// A step whose sentences are written.
struct StepWords<'a> {
    words: &'a ExplanationTexts,
    /// The position before the step.
    before: &'a Position,
    step: &'a Step,
    /// The placement, such as `r3c5 = 7`; empty without one.
    place: String,
    /// The placed digit; empty without one.
    placed: String,
    /// The eliminations.
    lost: String,
}

impl<'a> StepWords<'a> {
    fn new(words: &'a ExplanationTexts, before: &'a Position, step: &'a Step) -> Self {
        let (mut place, mut placed) = (String::new(), String::new());
        if let Some(placement) = step.placement {
            (place, placed) = (words.placement(placement), placement.1.to_string());
        }
        let lost = words.eliminations(&step.eliminations);
        Self { words, before, step, place, placed, lost }
    }

    fn sentences(&self) -> StepText {
        let &Self { words, before, step, ref place, ref lost, .. } = self;
        let sentence = match &step.reason {
            Reason::Cycle { chain } => {
                return chain::cycle(words, before, chain, &step.eliminations, lost);
            }
            Reason::Contradiction { chains } => return self.contradiction(chains),
            Reason::Cases { house, chains } => {
                return chain::cases(words, *house, chains, &conclusion_text(words, step));
            }
            Reason::Loop { cells, digits, escape } => {
                return self.loop_sentences(cells, digits, escape);
            }
            Reason::Bug { cells, escape } => return self.bug_sentences(cells, escape),
            Reason::OnePlace { house } => self.one_place(*house),
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
            Reason::HiddenSet { house, cells, digits } => self.hidden_set(*house, *cells, *digits),
            Reason::Fish { digit, bases, covers } => {
                let (bases, covers) = (words.lines(bases), words.lines(covers));
                text!(words, "fish", bases, digit, covers, lost)
            }
            Reason::Wing { pivot, pincers, digit } => self.wing(*pivot, *pincers, *digit),
            Reason::Exclusion { cells, excluders } => self.exclusion(cells, *excluders),
        };
        vec![sentence].into()
    }

    /// Describes chains from an assumption, and then what else sees both ends of a chain.
    fn contradiction(&self, chains: &[Chain]) -> StepText {
        let &Self { words, step, .. } = self;
        let Some((digit, ends)) = step.chain_ends() else {
            return chain::contradiction(words, chains, &conclusion_text(words, step));
        };
        let assumed = chains[0].start().cell;
        let others = step.eliminations.iter().map(|(cell, _)| *cell);
        let others: Vec<Cell> = others.filter(|&cell| cell != assumed).collect();
        let further = text!(words, "both_see", cells = words.cells(others.iter().copied()), digit);
        let space = words.text("space");
        if let Some(sentence) = self.named_chain(&chains[0]) {
            let is_alone = others.is_empty();
            return vec![if is_alone { sentence } else { [sentence, further].join(space) }].into();
        }
        let own = [(assumed, DigitSet::singleton(digit))];
        let told = chain::contradiction(words, chains, &words.eliminations(&own));
        if others.is_empty() {
            return told;
        }
        let ends = text!(words, "chain_ends", ends = words.cells(ends), digit);
        told.followed_by(&[ends, further].join(space), space)
    }

    fn loop_sentences(
        &self,
        cells: &[Cell],
        digits: &[Digit],
        escape: &UniquenessType,
    ) -> StepText {
        let words = self.words;
        let own: DigitSet = digits.iter().copied().collect();
        let mut surplus = Vec::new();
        for &cell in cells {
            let others = self.before.candidates(cell).minus(own);
            if !others.is_empty() {
                surplus.push((cell, others));
            }
        }
        surplus.sort_by_key(|(cell, _)| *cell);
        let cells = words.cells(cells.iter().copied());
        let intro = text!(words, "loop", cells, digits = words.all(digits));
        let keys = ["loop_one_cell", "loop_bound"];
        vec![intro, self.uniqueness_consequence(escape, keys, &surplus, digits)].into()
    }

    fn bug_sentences(&self, cells: &[(Cell, DigitSet)], escape: &UniquenessType) -> StepText {
        let words = self.words;
        let surplus = cells.iter().map(|(cell, digits)| {
            text!(words, "at", digits = words.all(*digits), cell = words.cell(*cell))
        });
        let intro = text!(words, "bug", surplus = words.all(surplus));
        let keys = ["bug_one_cell", "bug_bound"];
        vec![intro, self.uniqueness_consequence(escape, keys, cells, &[])].into()
    }

    fn one_place(&self, house: House) -> String {
        let Self { words, place, placed, .. } = self;
        let is_last = self.before.empty_in(house) == 1;
        let house = words.house(house);
        if is_last {
            return text!(words, "last_cell", place, house);
        }
        text!(words, "one_place", place, digit = placed, house)
    }

    fn hidden_set(&self, house: House, cells: CellSet, digits: DigitSet) -> String {
        let Self { words, place, placed, lost, .. } = self;
        let phrase = key_by_size(["hidden_pair", "hidden_triple", "hidden_quad"], digits);
        let (house, cells, digits) = (words.house(house), words.cells(cells), words.all(digits));
        if self.step.placement.is_none() {
            return text!(words, phrase, house, digits, cells, lost);
        }
        text!(words, "direct_hidden_set", place, house, digits, cells, digit = placed)
    }

    fn wing(&self, pivot: Cell, pincers: [Cell; 2], digit: Digit) -> String {
        let Self { words, before, lost, .. } = self;
        let own = DigitSet::singleton(digit);
        let [a, b] = pincers.map(|pincer| words.all(before.candidates(pincer).minus(own)));
        let phrase = if before.has_candidate(pivot, digit) { "xyz_wing" } else { "xy_wing" };
        let [pivot, first, second] = [pivot, pincers[0], pincers[1]].map(|cell| words.cell(cell));
        text!(words, phrase, pivot, a, b, first, second, digit, lost)
    }

    /// Describes a simple chain with a name as solvers see it: one of its two ends is the digit.
    /// Returns `None` for another step.
    fn named_chain(&self, chain: &Chain) -> Option<String> {
        let words = self.words;
        let pattern = ChainPattern::from_step(self.before, self.step)?;
        // The chain leads from the cell that loses the digit through its links and back.
        let [(start, _), ref inner @ .., _] = chain.nodes[..] else { return None };
        let [(one_end, _), .., (other_end, _)] = *inner else { return None };
        let ends = words.cells([one_end.cell, other_end.cell]);
        let (cell, digit) = (words.cell(start.cell), start.digit);
        match (pattern, inner) {
            (
                ChainPattern::Skyscraper | ChainPattern::TwoStringKite | ChainPattern::TurbotFish,
                [_, (one, Link::House(one_house)), (two, _), (_, Link::House(other_house))],
            ) => {
                let middle = words.cells([one.cell, two.cell]);
                let mut houses = [*one_house, *other_house];
                houses.sort_unstable();
                let houses = words.houses(&houses);
                Some(text!(words, "two_links", houses, digit, middle, ends, cell))
            }
            (ChainPattern::WWing, [_, _, (one, _), (two, Link::House(house)), _, _]) => {
                let middle = words.cells([one.cell, two.cell]);
                let (house, other) = (words.house(*house), one.digit);
                Some(text!(words, "w_wing", house, other, middle, ends, digit, cell))
            }
            // A chain that returns to its first cell proves the digit of this cell alone.
            (ChainPattern::RemotePair | ChainPattern::XyChain, _)
                if one_end.cell != other_end.cell =>
            {
                let first = self.digit_in_cell(digit, one_end.cell);
                let filled = inner.iter().map(|(node, _)| node).filter(|node| node.on);
                let path = words.all(filled.map(|node| self.digit_in_cell(node.digit, node.cell)));
                Some(text!(words, "xy_chain", first, path, ends, digit, cell))
            }
            _ => None,
        }
    }

    /// Returns `6 in r4c8`.
    fn digit_in_cell(&self, digit: Digit, cell: Cell) -> String {
        text!(self.words, "at", digits = digit, cell = self.words.cell(cell))
    }

    fn exclusion(&self, cells: &[Cell], excluders: CellSet) -> String {
        let Self { words, before, lost, .. } = self;
        let candidates = cells.iter().map(|&cell| before.candidates(cell));
        let together = candidates.fold(DigitSet::EMPTY, DigitSet::union);
        // No other cell can lose its last candidate.
        let excluding =
            excluders.filter(|&cell| before.candidates(cell).minus(together).is_empty());
        let (cells, excluders) = (words.cells(cells.iter().copied()), words.any_cell(excluding));
        text!(words, "exclusion", cells, excluders, lost)
    }

    /// Describes the consequence of a pattern that would have two solutions without its surplus
    /// digits. `own` are the two digits of the pattern. The first key names the phrase for one cell
    /// with surplus digits, the second one the phrase for a digit that is bound to two cells.
    fn uniqueness_consequence(
        &self,
        escape: &UniquenessType,
        [one_cell, bound]: [&str; 2],
        surplus: &[(Cell, DigitSet)],
        own: &[Digit],
    ) -> String {
        let Self { words, lost, .. } = self;
        let pair = words.cells(surplus.iter().map(|(cell, _)| *cell));
        let others: DigitSet = surplus.iter().map(|(_, digits)| *digits).collect();
        let extra = words.any(others);
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
}

/// Returns the key of the phrase for two, three or four digits.
fn key_by_size(phrases: [&'static str; 3], digits: DigitSet) -> &'static str {
    phrases[digits.len().clamp(2, 4) - 2]
}

/// The cells that lose the same digits.
struct EliminationGroup {
    digits: DigitSet,
    cells: Vec<Cell>,
}

impl EliminationGroup {
    fn text(&self, words: &ExplanationTexts, phrase: &str) -> String {
        let cells = words.cells(self.cells.iter().copied());
        text!(words, phrase, digits = words.all(self.digits), cells)
    }
}

impl ExplanationTexts {
    /// Describes eliminations: `r1c6 cannot be 9`, or `remove 3 from r8c2 and 7 from r8c3`. Cells
    /// that lose the same digits are named together.
    pub(super) fn eliminations(&self, eliminations: &[(Cell, DigitSet)]) -> String {
        let mut groups: Vec<EliminationGroup> = Vec::new();
        for &(cell, digits) in eliminations {
            match groups.iter_mut().find(|group| group.digits == digits) {
                Some(group) => group.cells.push(cell),
                None => groups.push(EliminationGroup { digits, cells: vec![cell] }),
            }
        }
        match &groups[..] {
            [one] if one.digits.len() == 1 => one.text(self, "lost_one"),
            [one] => one.text(self, "lost_more"),
            all => {
                let parts: Vec<String> =
                    all.iter().map(|group| group.text(self, "lost_part")).collect();
                text!(self, "lost_several", parts = parts.join(self.text("lost_and")))
            }
        }
    }
}

/// Describes what a chain proves. A placement needs no list of the candidates that it replaces.
fn conclusion_text(words: &ExplanationTexts, step: &Step) -> String {
    match step.placement {
        Some(placement) => words.placement(placement),
        None => words.eliminations(&step.eliminations),
    }
}
