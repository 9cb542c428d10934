//! The same steps as the producers of `logic`, found faster and without their reasons.
//!
//! Each file answers "whether" before "how", and remembers what cannot have changed. `logic` is the judge: on
//! any position both find the same step.

mod bits;
mod cycles;
mod effect;
mod exclusion;
mod graph;
mod rectangles;
mod rows;
mod simple;

pub use effect::Effect;

use crate::logic::{PRODUCERS, Position, Technique, TechniqueSet};
use simple::Simple;

/// Finds steps. It remembers what it saw in earlier positions of the same puzzle, or of another.
pub struct Finder {
    simple: Simple<4>,
    large: Option<Box<Simple<12>>>,
}

impl Finder {
    pub fn new() -> Self {
        Self { simple: Simple::new(), large: None }
    }

    /// The next step among all techniques.
    pub fn next(&mut self, position: &Position) -> Option<Effect> {
        PRODUCERS.iter().find_map(|producer| match producer.techniques[0] {
            Technique::UniqueRectangle1 => rectangles::find(position),
            Technique::AlignedPairExclusion => exclusion::pair(position),
            Technique::XCycle => self.simple(position),
            Technique::AlignedTripletExclusion => exclusion::triplet(position),
            _ => producer.find(position, TechniqueSet::ALL).map(Effect::from),
        })
    }

    fn simple(&mut self, position: &Position) -> Option<Effect> {
        match position.count() {
            0..=256 => self.simple.find(position),
            _ => self.large.get_or_insert_with(|| Box::new(Simple::new())).find(position),
        }
    }
}
