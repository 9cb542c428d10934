//! Pages of print: marks, type, grids, codes and pictures, and writers of PDF, SVG, EPS and PNG.
//! Owns what can be drawn, how long it is in which face, and how a file says it. Knows no book and
//! no level, and of a language how its words divide: the caller places the marks and words.
//!
//! A [`Page`] is a list of [`DrawOp`]s in points, from the top left corner. A [`TextStyle`] is a
//! [`FontStack`] at a size; it measures lines and draws them. [`BoxStack`] and [`Raster`] find the
//! places of boxes, a [`GridStyle`] draws a grid and its digits. A [`PdfSpec`] writes pages as a
//! PDF, and a [`SingleGrid`] is a puzzle as a file of its own.
//!
//! ```
//! use sudoku_press_page::{DrawOp, Face, FontStack, Page, PdfSpec, TextStyle};
//!
//! let style = TextStyle::new(FontStack::new(Face::SERIF, []), 12.0);
//! let mut marks = vec![DrawOp::rule((72.0, 78.0), 144.0)];
//! style.draw_centred(&mut marks, (144.0, 72.0), "Rainy days");
//! let page = Page { width: 288.0, height: 432.0, folio: "1".to_owned(), marks };
//!
//! let spec = PdfSpec {
//!     bleed: (0.0, 0.0),
//!     print: None,
//!     pdfx: None,
//!     title: "Rainy days",
//!     subject: "",
//!     author: None,
//!     language: "en",
//!     entry: None,
//!     outline: Vec::new(),
//! };
//! let mut pdf = Vec::new();
//! spec.write_book((288.0, 432.0), 0, [page].into_iter(), &mut pdf, &mut || Ok(()))?;
//! assert!(pdf.starts_with(b"%PDF-1.5"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod draw;
mod page;
mod palette;
mod pdf;
mod single;
mod symbols;
mod typesetting;

pub use draw::boxes::{BoxStack, Raster, TextAlign, TextLines};
pub use draw::flat::FlatMark;
pub use draw::grid::{GridLook, GridStyle};
pub use draw::hand::FigureType;
pub use draw::logo::{Logo, LogoShape};
pub use draw::picture::{ColourSpace, RasterImage};
pub use draw::qr::{PuzzleCodeStyle, QrUrl};
pub use draw::text::TextStyle;
pub use page::{Area, Colour, DrawOp, FormContent, LinkTarget, Page, PathPaint, Point, Rotation};
pub use palette::{Colours, Palette};
pub use pdf::{OutlineEntry, PdfSpec};
pub use single::{SingleGrid, SingleGridLook, SingleGridStyle};
pub use symbols::SymbolSet;
pub use typesetting::{
    Face, FamilyStacks, FittedTitle, FontFamily, FontStack, PathEl, TitleSpace, UnsupportedScript,
};
