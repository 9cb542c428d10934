//! Words that all rooms share: the names of values, and messages that say what was expected and
//! what was found. Knows no Sudoku, no file and no page.
//!
//! [`named!`] defines an enum whose values have names. A [`ValueError`] compares a value with what
//! is allowed. A [`Problem`] is one that a person can mend: it names the settings that it speaks
//! of, so that a job file, a command line and a form each show them in their own form.
//! [`with_causes`] says an error with its causes, and [`shorten_values`] shortens what it quotes.
//! With the feature `toml`, a [`TomlReader`] reads files that users write.
//!
//! ```
//! use sudoku_press_words::{Problem, clause, setting};
//!
//! let problem = Problem::expected("full pages of 6 puzzles", 7)
//!     .remedy(clause!("use {}, or fewer", setting("total").to(6)))
//!     .with_setting("pages");
//! assert_eq!(
//!     format!("{problem:#}"),
//!     "--pages: expected full pages of 6 puzzles, found 7; use --total 6, or fewer"
//! );
//! assert!(problem.to_string().starts_with("the setting `pages`: expected full pages"));
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod causes;
mod characters;
mod first_few;
mod listing;
mod named;
mod problem;
mod shell;
mod shortened;
#[cfg(feature = "toml")]
mod toml_file;
mod value_error;

pub use causes::{chain, told_causes, with_causes, with_causes_and_flags};
pub use characters::{escape_markup, is_east_asian};
pub use first_few::FirstFew;
pub use listing::{excerpt, list_clauses, quote_names};
pub use named::{choice, is_same_name};
pub use problem::{Clause, NamedSetting, Problem, Wording, clause, setting};
pub use shell::{shell_path, shell_word};
pub use shortened::shorten_values;
#[cfg(feature = "toml")]
pub use toml_file::{KeyRange, TomlError, TomlReader, compose};
pub use value_error::ValueError;
