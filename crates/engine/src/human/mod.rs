//! Human solving: techniques with their reasons, the rating of a solving path, difficulty bands,
//! and the two ladders.

pub mod any_rating;
pub mod closure;
pub mod course;
pub mod grade;
pub mod ladder;
pub mod ladder_path;
pub mod ladder_steps;
pub mod logic;
pub mod mini;
