//! The prefilter of sets, fish and intersections: it finds the part of a position that has a find.
//! It leaves out what did not change since a group found nothing: sets lie in the cells of one
//! house, and intersections and fish in the cells of one digit.

use grid::{CellSet, Digit, DigitSet, House};
use human::{Position, SearchScope, Technique};

/// The nine rows, and the nine columns.
const LINES: [&[House]; 2] = {
    let (rows, others) = House::ALL.split_at(9);
    [rows, others.split_at(9).0]
};

/// Returns the part of `within` that has the first find of a technique group. `technique` is the
/// first technique of the group.
pub(super) fn prefilter(
    position: &Position,
    technique: Technique,
    within: SearchScope,
) -> SearchScope {
    let filter = Prefilter { position, within };
    match technique {
        Technique::DirectPointing | Technique::Pointing => {
            filter.digits(|digit| has_intersection(position, digit))
        }
        Technique::XWing => filter.digits(|digit| has_fish(position, 2, digit)),
        Technique::Swordfish => filter.digits(|digit| has_fish(position, 3, digit)),
        Technique::Jellyfish => filter.digits(|digit| has_fish(position, 4, digit)),
        Technique::DirectHiddenPair => filter.first(2, has_direct_hidden_set),
        Technique::DirectHiddenTriple => filter.first(3, has_direct_hidden_set),
        Technique::NakedPair => filter.first(2, has_naked_set),
        Technique::NakedTriple => filter.first(3, has_naked_set),
        Technique::NakedQuad => filter.first(4, has_naked_set),
        Technique::HiddenPair => filter.first(2, has_hidden_set),
        Technique::HiddenTriple => filter.first(3, has_hidden_set),
        Technique::HiddenQuad => filter.first(4, has_hidden_set),
        _ => within,
    }
}

struct Prefilter<'a> {
    position: &'a Position,
    within: SearchScope,
}

impl Prefilter<'_> {
    /// Returns the first house that has a find.
    fn first(&self, size: usize, has: fn(&Position, usize, House) -> bool) -> SearchScope {
        let mut houses = self.within.blocks_columns_rows();
        let houses = match houses.find(|&house| has(self.position, size, house)) {
            Some(house) => 1 << house.index(),
            None => 0,
        };
        SearchScope { houses, ..SearchScope::NONE }
    }

    /// Returns the digits that have a find.
    fn digits(&self, has: impl Fn(Digit) -> bool) -> SearchScope {
        let digits = self.within.digits.filter(|&digit| has(digit)).collect();
        SearchScope { digits, ..SearchScope::NONE }
    }
}

/// The tables of the last position, and what changed since each group missed.
pub(super) struct ChangeTracker<const GROUPS: usize> {
    places: [[u16; 9]; 27],
    cells: [CellSet; 9],
    /// By technique group: the houses and digits that changed since it found nothing.
    pub changed: [SearchScope; GROUPS],
}

impl<const GROUPS: usize> Default for ChangeTracker<GROUPS> {
    fn default() -> Self {
        let (places, cells) = ([[0; 9]; 27], [CellSet::EMPTY; 9]);
        Self { places, cells, changed: [SearchScope::ALL; GROUPS] }
    }
}

impl<const GROUPS: usize> ChangeTracker<GROUPS> {
    /// Records what changed since the last position.
    pub fn update(&mut self, position: &Position) {
        let mut changed = SearchScope::NONE;
        for (house, known) in House::ALL.into_iter().zip(&mut self.places) {
            let places = position.all_places(house);
            changed.houses |= u32::from(known != places) << house.index();
            *known = *places;
        }
        for (digit, known) in Digit::ALL.into_iter().zip(&mut self.cells) {
            let cells = position.cells_with(digit);
            if std::mem::replace(known, cells) != cells {
                changed.digits.insert(digit);
            }
        }
        for before in &mut self.changed {
            before.digits = before.digits.union(changed.digits);
            before.houses |= changed.houses;
        }
    }
}

/// Up to nine masks of nine bits.
#[derive(Default)]
struct Masks {
    masks: [u16; 9],
    len: usize,
}

/// Some masks of a set, and how many are missing.
struct ChosenMasks {
    left: usize,
    /// The missing masks come before this one.
    below: usize,
    /// The union of the masks, and the sum of their bits.
    bits: u16,
    sum: usize,
}

impl Masks {
    fn push(&mut self, mask: u16) {
        self.masks[self.len] = mask;
        self.len += 1;
    }

    /// Returns true if the union of some `size` masks has exactly `size` bits and satisfies `fits`.
    /// `fits` also gets the sum of the bits of these masks.
    fn has_set(&self, size: usize, fits: &impl Fn(u16, usize) -> bool) -> bool {
        let chosen = ChosenMasks { left: size, below: self.len, bits: 0, sum: 0 };
        self.len >= size && self.has_set_with(chosen, size, fits)
    }

    fn has_set_with(
        &self,
        chosen: ChosenMasks,
        size: usize,
        fits: &impl Fn(u16, usize) -> bool,
    ) -> bool {
        (chosen.left - 1..chosen.below).any(|i| {
            let bits = chosen.bits | self.masks[i];
            let sum = chosen.sum + count(self.masks[i]);
            match count(bits) {
                all if all > size => false,
                all if chosen.left == 1 => all == size && fits(bits, sum),
                _ => {
                    let more = ChosenMasks { left: chosen.left - 1, below: i, bits, sum };
                    self.has_set_with(more, size, fits)
                }
            }
        })
    }

    /// Returns true if the union of some `size` masks has exactly `size` bits, and another mask has
    /// one of them. `crossing` returns the masks that have a bit.
    fn has_losing_set(&self, size: usize, crossing: impl Fn(usize) -> u16) -> bool {
        self.has_set(size, &|bits, sum| {
            DigitSet::from_bits(bits).map(|bit| count(crossing(bit.index()))).sum::<usize>() > sum
        })
    }
}

fn has_naked_set(position: &Position, size: usize, house: House) -> bool {
    let cells = house.cell_set().intersection(position.few_candidates(size));
    if !cells.has_several() || position.empty_in(house) < 2 * size {
        return false;
    }
    let mut masks = Masks::default();
    cells.for_each(|cell| masks.push(position.candidates(cell).bits()));
    masks.has_losing_set(size, |digit| position.all_places(house)[digit])
}

fn places(position: &Position, size: usize, house: House) -> Masks {
    let mut masks = Masks::default();
    let digits = position.few_places(house, size);
    digits.for_each(|digit| masks.push(position.places(house, digit)));
    masks
}

fn has_hidden_set(position: &Position, size: usize, house: House) -> bool {
    position.empty_in(house) > 2 * size
        && places(position, size, house)
            .has_losing_set(size, |place| position.candidates(house.cells()[place]).bits())
}

fn has_direct_hidden_set(position: &Position, size: usize, house: House) -> bool {
    position.empty_in(house) > size
        && places(position, size, house).has_set(size, &|bits, _| {
            position
                .all_places(house)
                .iter()
                .any(|&places| places & bits != 0 && count(places & !bits) == 1)
        })
}

fn has_fish(position: &Position, size: usize, digit: Digit) -> bool {
    let [rows, columns] = LINES.map(|lines| places_in_lines(position, lines, digit));
    let missing = rows.iter().filter(|&&row| row != 0).count();
    missing >= 2 * size
        && (has_fish_in(&rows, &columns, size) || has_fish_in(&columns, &rows, size))
}

fn places_in_lines(position: &Position, lines: &[House], digit: Digit) -> [u16; 9] {
    let mut places = [0; 9];
    for (places, line) in places.iter_mut().zip(lines) {
        *places = position.places(*line, digit);
    }
    places
}

fn has_fish_in(bases: &[u16; 9], covers: &[u16; 9], size: usize) -> bool {
    let mut masks = Masks::default();
    for &line in bases {
        if (2..=size).contains(&count(line)) {
            masks.push(line);
        }
    }
    masks.has_losing_set(size, |cover| covers[cover])
}

/// Returns true if all places of the digit in a house lie in another house that has more places.
fn has_intersection(position: &Position, digit: Digit) -> bool {
    LINES.into_iter().any(|lines| {
        let mut parts = [0; 9];
        for (part, line) in parts.iter_mut().zip(lines) {
            *part = usize::from(PARTS[usize::from(position.places(*line, digit))]);
        }
        parts.chunks_exact(3).any(|three| CONFINED[three[0] | three[1] << 3 | three[2] << 6])
    })
}

/// Returns the number of positions or digits in a set.
#[inline]
const fn count(set: u16) -> usize {
    DigitSet::from_bits(set).len()
}

/// By positions of a line: the blocks that have one of them. A block has three positions.
static PARTS: [u8; 512] = {
    let mut parts = [0; 512];
    grid::const_for!(places in 0..512 => {
        grid::const_for!(part in 0..3 => {
            parts[places] |= ((places >> (3 * part) & 7 != 0) as u8) << part;
        });
    });
    parts
};

/// By three lines through the same three blocks, with three bits for the blocks of each line: true
/// if a line has places in only one block, which has more in another line, or if a block has places
/// in only one line, which has more in another block.
static CONFINED: [bool; 512] = {
    let mut confined = [false; 512];
    grid::const_for!(parts in 0..512 => {
        grid::const_for!(i in 0..9 => {
            let (line, block): (usize, usize) = (parts >> (i / 3 * 3) & 7, parts >> (i % 3) & 0b1001001);
            let both = parts >> i & 1 != 0;
            confined[parts] |= both && (line.count_ones() == 1) != (block.count_ones() == 1);
        });
    });
    confined
};
