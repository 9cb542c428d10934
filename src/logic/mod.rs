//! Solving as a person does: positions, techniques, and steps that can be told.
mod bug;
mod chains;
mod combinations;
mod exclusion;
mod fish;
mod houses;
mod intersection;
mod loops;
mod position;
mod producers;
mod sets;
mod singles;
mod step;
mod technique;
mod wings;

pub use position::Position;
pub use producers::{PRODUCERS, Producer, next_step};
pub use step::{Chain, Escape, Link, Node, Reason, Step};
pub use technique::{Technique, TechniqueSet, UnknownTechnique};
