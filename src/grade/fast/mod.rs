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

pub use effect::Effect;

use crate::logic::{PRODUCERS, Position, Producer, Technique, TechniqueSet};
use crate::logic::chains::{Mode, multiple};
use exclusion::Nothing;
use promise::{Nishio, Static};
use simple::Simple;

/// Finds steps. It remembers what it saw in earlier positions of the same puzzle, or of another.
pub struct Finder {
    simple: Simple<4>,
    large: Option<Box<Simple<12>>>,
    nishio: Nishio,
    pairs: Nothing,
    triplets: Nothing,
}

impl Finder {
    pub fn new() -> Self {
        Self { simple: Simple::new(), large: None, nishio: Nishio::default(), pairs: Nothing::default(), triplets: Nothing::default() }
    }

    /// The next step among all techniques.
    pub fn next(&mut self, position: &Position) -> Option<Effect> {
        PRODUCERS.iter().find_map(|producer| self.produce(producer, position))
    }

    pub fn produce(&mut self, producer: &Producer, position: &Position) -> Option<Effect> {
        let all = TechniqueSet::ALL;
        match producer.techniques[0] {
            Technique::UniqueRectangle1 => rectangles::find(position),
            Technique::AlignedPairExclusion => self.pairs.search(position, exclusion::pair),
            Technique::XCycle => match position.count() {
                0..=256 => self.simple.find(position),
                _ => self.large().find(position),
            },
            Technique::AlignedTripletExclusion => self.triplets.search(position, exclusion::triplet),
            Technique::Nishio => {
                let nishio = self.nishio.look(position);
                multiple(position, &Mode::NISHIO, all, nishio).map(Effect::from)
            },
            Technique::CellChains => {
                // The rows are those of this position: it has no simple chain.
                let step = match position.count() {
                    0..=256 => multiple(position, &Mode::STATIC, all, Static(&self.simple)),
                    _ => multiple(position, &Mode::STATIC, all, Static(self.large())),
                };
                step.map(Effect::from)
            }
            _ => producer.find(position, all).map(Effect::from),
        }
    }

    fn large(&mut self) -> &mut Simple<12> {
        self.large.get_or_insert_with(|| Box::new(Simple::new()))
    }
}
