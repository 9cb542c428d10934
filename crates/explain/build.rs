//! Writes the list of built-in languages. A new file there is built in without further changes.

fn main() {
    built_in::write_list("templates", "languages.rs");
}
