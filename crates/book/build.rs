//! Writes the lists of built-in designs and languages. A new file there is built in without further changes.

fn main() {
    built_in::write_list("templates/books", "books.rs");
    built_in::write_list("templates/text", "text.rs");
}
