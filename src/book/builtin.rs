//! The files of `templates` that are in the binary: names and texts, by name. `build.rs` lists them.

include!(concat!(env!("OUT_DIR"), "/templates.rs"));
