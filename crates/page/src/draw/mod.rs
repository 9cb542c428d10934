//! The elements of pages: lines and boxes of text, grids, shapes, codes, pictures, logos.

pub mod boxes;
pub mod canvas;
pub mod flat;
pub mod grid;
pub mod hand;
pub mod logo;
mod painter;
pub mod picture;
pub mod qr;
mod shapes;
pub mod text;
