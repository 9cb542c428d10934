//! A slow and obvious program for the closures of the human ladder. Each technique looks at cells,
//! houses and digits one by one, and returns the candidates that one find removes.

use grid::Rng;
use grid::{Cell, Digit, Grid, House, Solution};
use human::{Band, Chain, ChainPattern, Node, PathStep, Position, Reason, StepKind, Technique};
use rand::seq::SliceRandom as _;
use std::collections::{BTreeSet, VecDeque};

/// A candidate: cell and digit.
pub type Candidate = (Cell, u8);

/// Candidates of all cells. A filled cell has none.
#[derive(Clone)]
pub struct SlowPosition {
    cells: Vec<BTreeSet<u8>>,
    filled: BTreeSet<Cell>,
}

/// Returns the candidates that a step removes.
pub fn removed(told: &PathStep) -> Vec<Candidate> {
    let of_cell =
        |&(cell, digits): &(Cell, grid::DigitSet)| digits.map(move |digit| (cell, digit.get()));
    told.step.eliminations.iter().flat_map(of_cell).collect()
}

fn see_each_other(a: Cell, b: Cell) -> bool {
    a.peers().contains(&b)
}

/// Returns the subsets of a size.
fn subsets<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in items.iter().enumerate() {
        for mut rest in subsets(&items[at + 1..], size - 1) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

impl SlowPosition {
    pub fn new(givens: &Grid) -> Self {
        let mut position =
            Self { cells: vec![(1..=9).collect(); Cell::COUNT], filled: BTreeSet::new() };
        for (cell, digit) in givens.filled() {
            position.place(cell, digit.get());
        }
        position
    }

    pub fn from_position(position: &Position) -> Self {
        let digits = |cell: Cell| position.candidates(cell).map(|digit| digit.get()).collect();
        let cells = Cell::ALL.into_iter().map(digits).collect();
        Self { cells, filled: position.grid().filled().map(|(cell, _)| cell).collect() }
    }

    /// Returns the position of a puzzle with this solution.
    pub fn position(&self, solution: &Solution) -> Position {
        let mut digits = Grid::EMPTY;
        self.filled.iter().for_each(|&cell| digits[cell] = Some(solution[cell]));
        Position::with_candidates(&digits, |cell| {
            let digits = self.cells[cell.index()].iter().map(|&digit| Digit::new(digit).unwrap());
            digits.collect()
        })
    }

    pub fn is_solved(&self) -> bool {
        self.filled.len() == Cell::COUNT
    }

    pub fn candidates(&self) -> Vec<Vec<u8>> {
        self.cells.iter().map(|digits| digits.iter().copied().collect()).collect()
    }

    /// Applies the techniques of a band in random order until none finds anything.
    pub fn exhaust(&mut self, band: Band, rng: &mut Rng) {
        let kinds: Vec<StepKind> = band.allowed_steps().collect();
        self.exhaust_kinds(kinds, rng);
    }

    /// Applies the techniques before a rank of the ladder.
    pub fn exhaust_before(&mut self, rank: usize, rng: &mut Rng) {
        self.exhaust_kinds(Band::Diabolical.allowed_steps().take(rank).collect(), rng);
    }

    /// Applies some kinds in random order until none finds anything.
    pub fn exhaust_kinds(&mut self, mut kinds: Vec<StepKind>, rng: &mut Rng) {
        loop {
            kinds.shuffle(rng);
            if !kinds.iter().any(|&kind| self.apply(kind, rng)) {
                return;
            }
        }
    }

    /// Places singles until there is none.
    pub fn fill_singles(&mut self) {
        while let Some(&(cell, digit)) = self.singles().first() {
            self.place(cell, digit);
        }
    }

    /// Returns the digits that have one place in a house, or are alone in their cell.
    pub fn singles(&self) -> Vec<Candidate> {
        let mut singles = self.hidden_singles(0..27);
        singles.extend(self.naked_singles());
        singles.extend(self.last_cells());
        singles
    }

    /// Returns true if one find of a kind removes all of these candidates.
    pub fn can_remove(&self, kind: StepKind, candidates: &[Candidate]) -> bool {
        let covers = |find: Vec<Candidate>| candidates.iter().all(|lost| find.contains(lost));
        match (kind, candidates) {
            (StepKind::Technique(Technique::ForcingChain), &[lost]) => {
                self.is_refuted(lost, false, true, true)
            }
            (StepKind::Pattern(ChainPattern::XyChain), &[lost]) => {
                self.is_refuted(lost, false, false, true)
            }
            _ => self.removals(kind).into_iter().any(covers),
        }
    }

    /// Returns true if a removal holds by its own reason.
    pub fn holds(&self, told: &PathStep) -> bool {
        let nodes =
            |chain: &Chain| -> Vec<Node> { chain.nodes.iter().map(|(node, _)| *node).collect() };
        match &told.step.reason {
            Reason::Cycle { chain } => {
                let mut closed = nodes(chain);
                closed.push(chain.start());
                self.has_chain(&closed)
            }
            // From its opposite to the digit that it places.
            Reason::Contradiction { chains } if told.step.placement.is_some() => {
                self.has_chain(&nodes(&chains[0]))
            }
            Reason::Contradiction { chains } if told.step.chain_ends().is_some() => {
                let (digit, ends) = told.step.chain_ends().unwrap();
                let sees = |&(cell, lost): &Candidate| {
                    lost == digit.get() && ends.iter().all(|end| cell.peers().contains(end))
                };
                let is_seen = removed(told).iter().all(sees);
                let first = &removed(told)[..1];
                let is_of_kind = self.can_remove(told.kind(), first);
                is_seen && is_of_kind && self.has_chain(&nodes(&chains[0]))
            }
            _ => self.can_remove(told.kind(), &removed(told)),
        }
    }

    /// Returns true if each node of a chain follows from the one before it.
    pub fn has_chain(&self, nodes: &[Node]) -> bool {
        let follows = |pair: &[Node]| {
            let (from, to) = (pair[0], pair[1]);
            let (digit, next) = (from.digit.get(), (to.cell, to.digit.get()));
            let all = if from.on {
                self.made_false(from.cell, digit, false)
            } else {
                self.made_true(from.cell, digit, true, true)
            };
            from.on != to.on && all.contains(&next)
        };
        nodes.windows(2).all(follows)
    }

    pub fn remove(&mut self, candidates: &[Candidate]) {
        for (cell, digit) in candidates {
            self.cells[cell.index()].remove(digit);
        }
    }

    pub fn has(&self, cell: Cell, digit: u8) -> bool {
        self.cells[cell.index()].contains(&digit)
    }

    pub fn place(&mut self, cell: Cell, digit: u8) {
        self.filled.insert(cell);
        self.cells[cell.index()].clear();
        for other in cell.peers() {
            self.cells[other.index()].remove(&digit);
        }
    }

    /// Returns true if a technique places a digit or removes a candidate.
    pub fn applies(&self, kind: StepKind) -> bool {
        !self.placements(kind).is_empty() || !self.removals(kind).is_empty()
    }

    /// Returns the digits that a technique places.
    fn placements(&self, kind: StepKind) -> Vec<Candidate> {
        use Technique as T;
        match kind {
            StepKind::Technique(T::LastCell) => self.last_cells(),
            StepKind::Technique(T::HiddenSingleBlock) => self.hidden_singles(18..27),
            StepKind::Technique(T::HiddenSingleLine) => self.hidden_singles(0..18),
            StepKind::Technique(T::NakedSingle) => self.naked_singles(),
            _ => Vec::new(),
        }
    }

    /// Returns the finds of a technique that remove a candidate.
    pub fn removals(&self, kind: StepKind) -> Vec<Vec<Candidate>> {
        let mut finds = self.finds(kind);
        finds.retain(|find| find.iter().any(|&(cell, digit)| self.has(cell, digit)));
        finds
    }

    /// Applies one find of a technique. Returns false if there is none.
    fn apply(&mut self, kind: StepKind, rng: &mut Rng) -> bool {
        let placements = self.placements(kind);
        let mut order: Vec<usize> = (0..placements.len()).collect();
        order.shuffle(rng);
        if let Some(&first) = order.first() {
            let (cell, digit) = placements[first];
            self.place(cell, digit);
            return true;
        }
        let mut finds = self.removals(kind);
        finds.shuffle(rng);
        let Some(find) = finds.first() else { return false };
        self.remove(find);
        true
    }

    /// Returns the candidates that each find of a technique removes.
    fn finds(&self, kind: StepKind) -> Vec<Vec<Candidate>> {
        use ChainPattern as P;
        use Technique as T;
        match kind {
            StepKind::Technique(technique) => match technique {
                T::Pointing => self.locked(18..27, 0..18),
                T::Claiming => self.locked(0..18, 18..27),
                T::NakedPair => self.naked_sets(2),
                T::NakedTriple => self.naked_sets(3),
                T::NakedQuad => self.naked_sets(4),
                T::HiddenPair => self.hidden_sets(2),
                T::HiddenTriple => self.hidden_sets(3),
                T::HiddenQuad => self.hidden_sets(4),
                T::XWing => self.fish(2),
                T::Swordfish => self.fish(3),
                T::Jellyfish => self.fish(4),
                T::XyWing => self.wings(2),
                T::XyzWing => self.wings(3),
                T::ForcingXChain => self.chains(true, true, false),
                T::ForcingChain => self.chains(false, true, true),
                _ => Vec::new(),
            },
            StepKind::Pattern(pattern) => match pattern {
                P::Skyscraper => self.two_links(|a, b| a == b && a < 2),
                P::TwoStringKite => self.two_links(|a, b| a != b && a < 2 && b < 2),
                P::TurbotFish => self.two_links(|a, b| a == 2 || b == 2),
                P::WWing => self.w_wings(),
                P::SimpleColouring => self.colouring(),
                P::RemotePair => self.remote_pairs(),
                P::XyChain => self.chains(false, false, true),
            },
        }
    }

    fn places(&self, house: House, digit: u8) -> Vec<Cell> {
        house.cells().iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    fn seen_by_all(&self, cells: &[Cell], digit: u8) -> Vec<Candidate> {
        let is_seen = |&cell: &Cell| cells.iter().all(|&other| see_each_other(cell, other));
        let seen = cells[0].peers().iter().copied().filter(is_seen);
        seen.map(|cell| (cell, digit)).collect()
    }

    fn last_cells(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for house in House::ALL {
            let open: Vec<Cell> =
                house.cells().iter().copied().filter(|cell| !self.filled.contains(cell)).collect();
            if let [cell] = open[..] {
                found.extend(self.cells[cell.index()].iter().map(|&digit| (cell, digit)));
            }
        }
        found
    }

    fn hidden_singles(&self, houses: std::ops::Range<usize>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for house in &House::ALL[houses] {
            for digit in 1..=9 {
                if let [cell] = self.places(*house, digit)[..] {
                    found.push((cell, digit));
                }
            }
        }
        found
    }

    fn naked_singles(&self) -> Vec<Candidate> {
        let single = |cell: Cell| {
            let digits = &self.cells[cell.index()];
            digits.first().filter(|_| digits.len() == 1).map(|&digit| (cell, digit))
        };
        Cell::ALL.into_iter().filter_map(single).collect()
    }

    /// A digit whose places in one house all lie in another house is nowhere else in that one.
    fn locked(
        &self,
        first: std::ops::Range<usize>,
        second: std::ops::Range<usize>,
    ) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for one in &House::ALL[first] {
            for other in &House::ALL[second.clone()] {
                for digit in 1..=9 {
                    let places = self.places(*one, digit);
                    if !places.is_empty() && places.iter().all(|c| other.cells().contains(c)) {
                        let rest = self.places(*other, digit);
                        let rest = rest.into_iter().filter(|cell| !places.contains(cell));
                        found.push(rest.map(|cell| (cell, digit)).collect());
                    }
                }
            }
        }
        found
    }

    fn naked_sets(&self, size: usize) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for house in House::ALL {
            let open: Vec<Cell> = house
                .cells()
                .iter()
                .copied()
                .filter(|c| !self.cells[c.index()].is_empty())
                .collect();
            for set in subsets(&open, size) {
                let digits: BTreeSet<u8> =
                    set.iter().flat_map(|cell| self.cells[cell.index()].clone()).collect();
                if digits.len() == size {
                    let rest = open.iter().filter(|cell| !set.contains(cell));
                    let lost = rest.flat_map(|&cell| digits.iter().map(move |&d| (cell, d)));
                    found.push(lost.collect());
                }
            }
        }
        found
    }

    fn hidden_sets(&self, size: usize) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for house in House::ALL {
            let missing: Vec<u8> =
                (1..=9).filter(|&digit| !self.places(house, digit).is_empty()).collect();
            for set in subsets(&missing, size) {
                let places: BTreeSet<Cell> =
                    set.iter().flat_map(|&digit| self.places(house, digit)).collect();
                if places.len() == size {
                    let others = missing.iter().filter(|digit| !set.contains(digit));
                    let lost = others.flat_map(|&d| places.iter().map(move |&cell| (cell, d)));
                    found.push(lost.collect());
                }
            }
        }
        found
    }

    fn fish(&self, size: usize) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for digit in 1..=9 {
            for (bases, covers) in [(0..9, 9..18), (9..18, 0..9)] {
                let lines: Vec<House> = House::ALL[bases]
                    .iter()
                    .copied()
                    .filter(|&line| !self.places(line, digit).is_empty())
                    .collect();
                for set in subsets(&lines, size) {
                    let places: BTreeSet<Cell> =
                        set.iter().flat_map(|&line| self.places(line, digit)).collect();
                    let crossing: Vec<&House> = House::ALL[covers.clone()]
                        .iter()
                        .filter(|line| places.iter().any(|cell| line.cells().contains(cell)))
                        .collect();
                    if crossing.len() == size {
                        let all = crossing.into_iter().flat_map(|&line| self.places(line, digit));
                        let rest = all.filter(|cell| !places.contains(cell));
                        found.push(rest.map(|cell| (cell, digit)).collect());
                    }
                }
            }
        }
        found
    }

    /// Wings whose pivot has two or three digits.
    fn wings(&self, size: usize) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for pivot in Cell::ALL {
            if self.cells[pivot.index()].len() != size {
                continue;
            }
            let own = &self.cells[pivot.index()];
            let pincers: Vec<Cell> = Cell::ALL
                .into_iter()
                .filter(|&c| see_each_other(c, pivot) && self.cells[c.index()].len() == 2)
                .collect();
            for pair in subsets(&pincers, 2) {
                let [first, second] = [0, 1].map(|at| &self.cells[pair[at].index()]);
                let all: BTreeSet<u8> = own | &(first | second);
                let common: Vec<u8> = (first & second).into_iter().collect();
                // Each digit of the pivot is in a pincer, and z is in both.
                let [z] = common[..] else { continue };
                let is_wing = match size {
                    2 => all.len() == 3 && !own.contains(&z),
                    _ => all.len() == 3 && own.contains(&z),
                };
                if is_wing {
                    let mut seen = pair.clone();
                    if size == 3 {
                        seen.push(pivot);
                    }
                    found.push(self.seen_by_all(&seen, z));
                }
            }
        }
        found
    }

    /// Returns the houses with two places of a digit.
    fn strong_links(&self, digit: u8) -> Vec<(usize, Cell, Cell)> {
        let mut found = Vec::new();
        for house in House::ALL {
            if let [a, b] = self.places(house, digit)[..] {
                found.push((house.index() / 9, a, b));
                found.push((house.index() / 9, b, a));
            }
        }
        found
    }

    fn two_links(&self, is_kind: impl Fn(usize, usize) -> bool) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for digit in 1..=9 {
            let links = self.strong_links(digit);
            for &(kind, far, near) in &links {
                for &(other, next, end) in &links {
                    if is_kind(kind, other) && see_each_other(near, next) {
                        found.push(self.seen_by_all(&[far, end], digit));
                    }
                }
            }
        }
        found
    }

    fn w_wings(&self) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        let pairs: Vec<Cell> =
            Cell::ALL.into_iter().filter(|cell| self.cells[cell.index()].len() == 2).collect();
        for pair in subsets(&pairs, 2) {
            let own = &self.cells[pair[0].index()];
            if *own != self.cells[pair[1].index()] {
                continue;
            }
            for &linked in own {
                let other = *own.iter().find(|&&digit| digit != linked).unwrap();
                for (_, a, b) in self.strong_links(linked) {
                    if see_each_other(a, pair[0]) && see_each_other(b, pair[1]) {
                        found.push(self.seen_by_all(&pair, other));
                    }
                }
            }
        }
        found
    }

    /// Returns the two colours of everything that alternating links reach from a start.
    fn colours(start: Cell, linked: impl Fn(Cell) -> Vec<Cell>) -> [BTreeSet<Cell>; 2] {
        let mut colours = [BTreeSet::from([start]), BTreeSet::new()];
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((cell, colour)) = queue.pop_front() {
            for next in linked(cell) {
                if colours[1 - colour].insert(next) {
                    queue.push_back((next, 1 - colour));
                }
            }
        }
        colours
    }

    fn sees_any(cell: Cell, colour: &BTreeSet<Cell>) -> bool {
        colour.iter().any(|&other| see_each_other(cell, other))
    }

    fn colouring(&self) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for digit in 1..=9 {
            let links = self.strong_links(digit);
            for &(_, start, _) in &links {
                let colours = Self::colours(start, |cell| {
                    links.iter().filter(|(_, a, _)| *a == cell).map(|&(_, _, b)| b).collect()
                });
                for colour in &colours {
                    if colour.iter().any(|&cell| Self::sees_any(cell, colour)) {
                        found.push(colour.iter().map(|&cell| (cell, digit)).collect());
                    }
                }
                let outside = Cell::ALL.into_iter().filter(|cell| {
                    colours.iter().all(|c| !c.contains(cell) && Self::sees_any(*cell, c))
                });
                found.push(outside.map(|cell| (cell, digit)).collect());
            }
        }
        found
    }

    fn remote_pairs(&self) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for start in Cell::ALL {
            let own = self.cells[start.index()].clone();
            if own.len() != 2 {
                continue;
            }
            let colours = Self::colours(start, |cell| {
                let is_next = |&c: &Cell| self.cells[c.index()] == own && see_each_other(c, cell);
                Cell::ALL.into_iter().filter(is_next).collect()
            });
            let outside = Cell::ALL.into_iter().filter(|cell| {
                colours.iter().all(|c| !c.contains(cell) && Self::sees_any(*cell, c))
            });
            found.push(outside.flat_map(|cell| own.iter().map(move |&d| (cell, d))).collect());
        }
        found
    }

    /// Finds the candidates that imply that they are false. A true candidate makes false what it
    /// sees of its digit, and in a chain of several digits the rest of its cell. A false candidate
    /// makes true the other one of a house or of a cell with two.
    fn chains(&self, one_digit: bool, by_houses: bool, by_cells: bool) -> Vec<Vec<Candidate>> {
        let mut found = Vec::new();
        for start in Cell::ALL {
            for &digit in &self.cells[start.index()] {
                if self.is_refuted((start, digit), one_digit, by_houses, by_cells) {
                    found.push(vec![(start, digit)]);
                }
            }
        }
        found
    }

    fn is_refuted(
        &self,
        (start, digit): Candidate,
        one_digit: bool,
        by_houses: bool,
        by_cells: bool,
    ) -> bool {
        let first = (start, digit, true);
        let mut reached = BTreeSet::from([first]);
        let mut queue = VecDeque::from([first]);
        while let Some((cell, digit, is_true)) = queue.pop_front() {
            let next = if is_true {
                self.made_false(cell, digit, one_digit)
            } else {
                self.made_true(cell, digit, by_houses, by_cells)
            };
            for (cell, digit) in next {
                if reached.insert((cell, digit, !is_true)) {
                    queue.push_back((cell, digit, !is_true));
                }
            }
        }
        reached.contains(&(start, digit, false))
    }

    fn made_false(&self, cell: Cell, digit: u8, one_digit: bool) -> Vec<Candidate> {
        let seen = cell.peers().iter().copied().filter(|&c| self.has(c, digit));
        let mut lost: Vec<Candidate> = seen.map(|cell| (cell, digit)).collect();
        if !one_digit {
            let others = self.cells[cell.index()].iter().filter(|&&other| other != digit);
            lost.extend(others.map(|&other| (cell, other)));
        }
        lost
    }

    fn made_true(&self, cell: Cell, digit: u8, houses: bool, cells: bool) -> Vec<Candidate> {
        let mut won = Vec::new();
        if houses {
            let links = self.strong_links(digit).into_iter().filter(|&(_, a, _)| a == cell);
            won.extend(links.map(|(_, _, other)| (other, digit)));
        }
        let own = &self.cells[cell.index()];
        if cells && own.len() == 2 {
            won.extend(own.iter().filter(|&&other| other != digit).map(|&other| (cell, other)));
        }
        won
    }
}
