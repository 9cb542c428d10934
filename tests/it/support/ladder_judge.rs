//! A slow judge of the kinds of steps: it looks for a kind in the candidates of a position, straight from the
//! definition.

use engine::human::logic::{ChainPattern as P, Position, StepKind, Technique as T};
use engine::sudoku::grid::{Cell, Digit, DigitSet, House};
use std::collections::BTreeSet;

/// Returns true if two cells share a house.
fn sees(one: Cell, other: Cell) -> bool {
    one != other && one.houses().iter().any(|house| other.houses().contains(house))
}

/// A position, with questions about it.
pub struct SlowJudge<'a>(pub &'a Position);

impl SlowJudge<'_> {
    /// Returns true if a step of this kind places a digit or removes a candidate; `None` for kinds that it cannot judge:
    /// cycles, and chains of any links.
    pub fn applies(&self, kind: StepKind) -> Option<bool> {
        let houses = || House::ALL.into_iter();
        let blocks = || houses().filter(|house| is_block(*house));
        let lines = || houses().filter(|house| !is_block(*house));
        Some(match kind {
            StepKind::Technique(technique) => match technique {
                T::LastCell => houses().any(|house| self.open(house).len() == 1),
                T::HiddenSingleBlock => blocks().any(|house| self.has_hidden_single(house)),
                T::HiddenSingleLine => lines().any(|house| self.has_hidden_single(house)),
                T::NakedSingle => self.cells(1).next().is_some(),
                T::Pointing => blocks().any(|from| lines().any(|to| self.confines(from, to))),
                T::Claiming => lines().any(|from| blocks().any(|to| self.confines(from, to))),
                T::NakedPair => houses().any(|house| self.has_naked_set(house, 2)),
                T::NakedTriplet => houses().any(|house| self.has_naked_set(house, 3)),
                T::NakedQuad => houses().any(|house| self.has_naked_set(house, 4)),
                T::HiddenPair => houses().any(|house| self.has_hidden_set(house, 2)),
                T::HiddenTriplet => houses().any(|house| self.has_hidden_set(house, 3)),
                T::HiddenQuad => houses().any(|house| self.has_hidden_set(house, 4)),
                T::XWing => self.has_fish(2),
                T::Swordfish => self.has_fish(3),
                T::Jellyfish => self.has_fish(4),
                T::XyWing => self.has_wing(2),
                T::XyzWing => self.has_wing(3),
                _ => return None,
            },
            StepKind::Pattern(pattern) => match pattern {
                P::Skyscraper => self.has_two_houses(|a, b| a == b && a < 2),
                P::TwoStringKite => self.has_two_houses(|a, b| a + b == 1),
                P::TurbotFish => self.has_two_houses(|a, b| a == 2 || b == 2),
                P::WWing => self.has_w_wing(),
                P::SimpleColouring => self.has_coloured_chain(),
                P::RemotePair => Digit::ALL.iter().any(|&a| {
                    Digit::ALL
                        .iter()
                        .any(|&b| a != b && self.has_pair_chain(|digits| digits == pair(a, b)))
                }),
                P::XyChain => self.has_pair_chain(|_| true),
            },
        })
    }

    fn open(&self, house: House) -> Vec<Cell> {
        let cells = house.cells().iter().copied();
        cells.filter(|cell| self.0.grid()[*cell].is_none()).collect()
    }

    fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.0.candidates(cell).contains(digit)
    }

    fn places(&self, house: House, digit: Digit) -> Vec<Cell> {
        house.cells().iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    /// Returns the cells with this number of candidates.
    fn cells(&self, candidates: usize) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(move |&cell| self.0.candidates(cell).len() == candidates)
    }

    /// Returns the candidates.
    fn candidates(&self) -> impl Iterator<Item = (Cell, Digit)> {
        let digits = |cell| Digit::ALL.into_iter().map(move |digit| (cell, digit));
        Cell::ALL.into_iter().flat_map(digits).filter(|&(cell, digit)| self.has(cell, digit))
    }

    fn has_hidden_single(&self, house: House) -> bool {
        let is_single = |&digit: &Digit| self.places(house, digit).len() == 1;
        self.open(house).len() > 1 && Digit::ALL.iter().any(is_single)
    }

    /// Returns true if all places of a digit of one house lie in the other, which has it elsewhere, too.
    fn confines(&self, from: House, to: House) -> bool {
        Digit::ALL.iter().any(|&digit| {
            let (own, other) = (self.places(from, digit), self.places(to, digit));
            own.len() > 1 && own.iter().all(|cell| other.contains(cell)) && other.len() > own.len()
        })
    }

    fn has_naked_set(&self, house: House, size: usize) -> bool {
        let open = self.open(house);
        subsets(&open, size).into_iter().any(|set| {
            let digits =
                set.iter().fold(DigitSet::EMPTY, |all, &c| all.union(self.0.candidates(c)));
            let mut others = open.iter().filter(|cell| !set.contains(cell));
            digits.len() == size
                && others.any(|&cell| !self.0.candidates(cell).intersection(digits).is_empty())
        })
    }

    fn has_hidden_set(&self, house: House, size: usize) -> bool {
        let open = Digit::ALL.into_iter().filter(|&digit| !self.places(house, digit).is_empty());
        let open: Vec<Digit> = open.collect();
        subsets(&open, size).into_iter().any(|set| {
            let cells: BTreeSet<Cell> = set.iter().flat_map(|&d| self.places(house, d)).collect();
            let own: DigitSet = set.iter().copied().collect();
            let has_more = |&cell: &Cell| !self.0.candidates(cell).minus(own).is_empty();
            cells.len() == size && cells.iter().any(has_more)
        })
    }

    fn has_fish(&self, size: usize) -> bool {
        let rows: Vec<House> = House::ALL[..9].to_vec();
        let columns: Vec<House> = House::ALL[9..18].to_vec();
        let of = |digit: Digit, bases: &[House], covers: &[House]| {
            let bases: Vec<House> =
                bases.iter().copied().filter(|b| !self.places(*b, digit).is_empty()).collect();
            subsets(&bases, size).into_iter().any(|set| {
                let inside: BTreeSet<Cell> =
                    set.iter().flat_map(|&base| self.places(base, digit)).collect();
                let covers: Vec<&House> = covers
                    .iter()
                    .filter(|cover| cover.cells().iter().any(|cell| inside.contains(cell)))
                    .collect();
                let mut outside = covers.iter().flat_map(|cover| self.places(**cover, digit));
                covers.len() == size && outside.any(|cell| !inside.contains(&cell))
            })
        };
        Digit::ALL.into_iter().any(|d| of(d, &rows, &columns) || of(d, &columns, &rows))
    }

    /// Returns true if a pivot with this number of candidates and two pincers remove a candidate.
    fn has_wing(&self, size: usize) -> bool {
        let pairs: Vec<Cell> = self.cells(2).collect();
        self.cells(size).any(|pivot| {
            let near: Vec<Cell> = pairs.iter().copied().filter(|c| sees(*c, pivot)).collect();
            subsets(&near, 2).into_iter().any(|pincers| {
                let [first, second] = [pincers[0], pincers[1]];
                let [own, one, other] = [pivot, first, second].map(|cell| self.0.candidates(cell));
                let all = own.union(one).union(other);
                let common = one.intersection(other);
                let is_wing = all.len() == 3
                    && one != other
                    && common.len() == 1
                    && own.contains(common.first().unwrap()) == (size == 3)
                    && (size == 3 || (own != one && own != other));
                is_wing
                    && self.candidates().any(|(cell, digit)| {
                        common.contains(digit)
                            && sees(cell, first)
                            && sees(cell, second)
                            && (size == 2 || sees(cell, pivot))
                    })
            })
        })
    }

    /// Returns each house in which the digit has two places, with both of them, in both directions.
    fn strong(&self, digit: Digit) -> Vec<(usize, Cell, Cell)> {
        let of = |house: House| match self.places(house, digit)[..] {
            [one, other] => {
                let kind = house.index() / 9;
                vec![(kind, one, other), (kind, other, one)]
            }
            _ => Vec::new(),
        };
        House::ALL.into_iter().flat_map(of).collect()
    }

    fn has_two_houses(&self, is_kind: impl Fn(usize, usize) -> bool) -> bool {
        Digit::ALL.into_iter().any(|digit| {
            let strong = self.strong(digit);
            let targets: Vec<Cell> =
                Cell::ALL.into_iter().filter(|c| self.has(*c, digit)).collect();
            strong.iter().any(|&(first, end, joint)| {
                strong.iter().any(|&(second, other_joint, other_end)| {
                    let cells = BTreeSet::from([end, joint, other_joint, other_end]);
                    is_kind(first, second)
                        && cells.len() == 4
                        && sees(joint, other_joint)
                        && targets.iter().any(|&cell| {
                            !cells.contains(&cell) && sees(cell, end) && sees(cell, other_end)
                        })
                })
            })
        })
    }

    fn has_w_wing(&self) -> bool {
        let pairs: Vec<Cell> = self.cells(2).collect();
        pairs.iter().any(|&one| {
            let digits = self.0.candidates(one);
            let same =
                pairs.iter().filter(|&&cell| cell != one && self.0.candidates(cell) == digits);
            same.into_iter().any(|&other| {
                digits.into_iter().any(|middle| {
                    let mut strong = self.strong(middle).into_iter();
                    let mut lost = self.candidates().filter(|(cell, digit)| {
                        digits.contains(*digit)
                            && *digit != middle
                            && sees(*cell, one)
                            && sees(*cell, other)
                    });
                    strong.any(|(_, a, b)| sees(one, a) && sees(other, b)) && lost.next().is_some()
                })
            })
        })
    }

    /// Colours the places of each digit that are linked by houses with two places, and looks for a candidate that sees both
    /// colours, or for a colour that sees itself.
    fn has_coloured_chain(&self) -> bool {
        Digit::ALL.into_iter().any(|digit| {
            let strong = self.strong(digit);
            let mut left: BTreeSet<Cell> = strong.iter().map(|(_, from, _)| *from).collect();
            while let Some(first) = left.pop_first() {
                let mut colours = [BTreeSet::from([first]), BTreeSet::new()];
                loop {
                    let before = colours.clone();
                    for &(_, from, to) in &strong {
                        for colour in 0..2 {
                            if colours[colour].contains(&from) {
                                colours[1 - colour].insert(to);
                            }
                        }
                    }
                    if before == colours {
                        break;
                    }
                }
                left.retain(|cell| !colours.iter().any(|colour| colour.contains(cell)));
                let sees_colour = |cell: Cell, n: usize| colours[n].iter().any(|&c| sees(cell, c));
                let is_trapped = |(cell, other): (Cell, Digit)| {
                    other == digit
                        && !colours.iter().any(|colour| colour.contains(&cell))
                        && sees_colour(cell, 0)
                        && sees_colour(cell, 1)
                };
                let wraps = (0..2).any(|n| colours[n].iter().any(|&cell| sees_colour(cell, n)));
                if wraps || self.candidates().any(is_trapped) {
                    return true;
                }
            }
            false
        })
    }

    /// Returns true if a chain of cells with two candidates of this kind removes a candidate that sees both of its ends.
    fn has_pair_chain(&self, is_kind: impl Fn(DigitSet) -> bool) -> bool {
        let pairs: Vec<Cell> = self.cells(2).filter(|&c| is_kind(self.0.candidates(c))).collect();
        pairs.iter().any(|&start| {
            self.0.candidates(start).into_iter().any(|digit| {
                // If the start is not the digit, these cells are these digits.
                let mut forced = BTreeSet::new();
                let mut open = vec![(start, digit)];
                while let Some((cell, not)) = open.pop() {
                    let own = self.0.candidates(cell);
                    let Some(is) = own.into_iter().find(|other| *other != not) else { continue };
                    if forced.insert((cell, is)) {
                        open.extend(
                            pairs
                                .iter()
                                .filter(|c| sees(cell, **c) && self.has(**c, is))
                                .map(|&c| (c, is)),
                        );
                    }
                }
                forced.iter().any(|&(end, is)| {
                    is == digit
                        && end != start
                        && self.candidates().any(|(cell, other)| {
                            other == digit
                                && cell != start
                                && cell != end
                                && sees(cell, start)
                                && sees(cell, end)
                        })
                })
            })
        })
    }
}

fn is_block(house: House) -> bool {
    house.index() >= 18
}

fn pair(one: Digit, other: Digit) -> DigitSet {
    [one, other].into_iter().collect()
}

/// Returns all subsets of this size.
fn subsets<X: Copy>(of: &[X], size: usize) -> Vec<Vec<X>> {
    match (size, of) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut with = subsets(rest, size - 1);
            with.iter_mut().for_each(|set| set.insert(0, *first));
            with.extend(subsets(rest, size));
            with
        }
    }
}
