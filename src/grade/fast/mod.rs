//! The same steps as the producers of `logic`, found faster and without their reasons.
//!
//! Each file answers "whether" before "how", and remembers what cannot have changed. `logic` is the judge: on
//! any position both find the same step.

mod bits;
mod cycles;
mod effect;
mod exclusion;
mod graph;
mod promise;
mod rectangles;
mod rows;
mod simple;
mod victims;

pub(crate) use effect::Effect;

use crate::logic::chains::{Anything, Mode, multiple};
use crate::logic::{PRODUCERS, Position, Producer, Technique, TechniqueSet};
use exclusion::Nothing;
use promise::{Nishio, Static};
use simple::Simple;

/// Finds steps. It remembers what it saw in earlier positions of the same puzzle, or of another.
pub(crate) struct Finder {
    simple: Simple<4>,
    /// For positions with more than 256 candidates.
    large: Option<Box<Simple<12>>>,
    nishio: Nishio,
    pairs: Nothing,
    triplets: Nothing,
}

impl Finder {
    pub fn new() -> Self {
        Self {
            simple: Simple::new(),
            large: None,
            nishio: Nishio::default(),
            pairs: Nothing::default(),
            triplets: Nothing::default(),
        }
    }

    /// The next step among these techniques, by the producers whose finds may be rated `ceiling` or less.
    pub fn next(
        &mut self,
        position: &Position,
        allowed: TechniqueSet,
        ceiling: u16,
    ) -> Option<Effect> {
        let mut rows = false;
        PRODUCERS
            .iter()
            .take_while(|producer| producer.lowest <= ceiling)
            .find_map(|producer| {
                let whole = producer
                    .techniques
                    .iter()
                    .all(|&technique| allowed.contains(technique));
                if !whole {
                    return producer.find(position, allowed).map(Effect::from);
                }
                let found = self.produce(producer, position, rows);
                rows |= producer.techniques[0] == Technique::XCycle;
                found
            })
    }

    /// The find of one producer with all its techniques. `rows`: the position has no simple chain, and the
    /// rows of its links are complete.
    fn produce(&mut self, producer: &Producer, position: &Position, rows: bool) -> Option<Effect> {
        let all = TechniqueSet::ALL;
        let small = position.count() <= 256;
        let step = match producer.techniques[0] {
            Technique::UniqueRectangle1 => rectangles::find(position),
            Technique::AlignedPairExclusion => return self.pairs.search(position, exclusion::pair),
            Technique::XCycle if small => return self.simple.find(position),
            Technique::XCycle => return self.large().find(position),
            Technique::AlignedTripletExclusion => {
                return self.triplets.search(position, exclusion::triplet);
            }
            Technique::Nishio => multiple(position, &Mode::NISHIO, all, self.nishio.look(position)),
            Technique::CellChains if !rows => multiple(position, &Mode::STATIC, all, Anything),
            Technique::CellChains if small => {
                multiple(position, &Mode::STATIC, all, Static(&self.simple))
            }
            Technique::CellChains => multiple(position, &Mode::STATIC, all, Static(self.large())),
            _ => producer.find(position, all),
        };
        step.map(Effect::from)
    }

    fn large(&mut self) -> &mut Simple<12> {
        self.large.get_or_insert_with(|| Box::new(Simple::new()))
    }
}
