//! Human solving techniques: positions, techniques, and steps that can be explained.
mod bug;
pub(crate) mod chains;
pub(crate) mod combinations;
pub(crate) mod exclusion;
mod fish;
pub(crate) mod houses;
mod intersection;
pub(crate) mod loops;
pub(crate) mod pattern;
pub(crate) mod position;
mod sets;
pub(crate) mod singles;
mod step;
mod step_kind;
mod technique;
mod technique_groups;
mod wings;

pub use pattern::ChainPattern;
pub use position::Position;
pub(crate) use step::non_empty;
pub use step::{Chain, Eliminations, Link, Node, Reason, Step, Tenths, UniquenessType};
pub use step_kind::StepKind;
pub use technique::{Technique, TechniqueSet};
pub use technique_groups::{TECHNIQUE_GROUPS, TechniqueGroup, next_step};
