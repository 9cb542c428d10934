//! Solving as a person does: positions, techniques, and steps that can be told.
mod bug;
pub(crate) mod chains;
pub(crate) mod combinations;
pub(crate) mod exclusion;
mod fish;
pub(crate) mod houses;
mod intersection;
pub(crate) mod loops;
pub(crate) mod position;
mod producers;
mod sets;
mod singles;
mod step;
mod technique;
mod tenths;
mod wings;
pub(crate) mod within;

pub use position::Position;
pub use producers::{PRODUCERS, Producer, next_step};
pub(crate) use step::removed;
pub use step::{Chain, Eliminations, Escape, Link, Node, Reason, Step};
pub use technique::{Technique, TechniqueSet};
pub use tenths::Tenths;
