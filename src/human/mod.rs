//! How a person solves: techniques with their reasons, the rating of a whole path, bands, and the two ladders.

pub mod course;
pub mod grade;
pub mod ladder;
pub mod logic;
