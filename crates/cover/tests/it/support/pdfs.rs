//! PDFs made by hand, and the bytes of changed ones.

use lopdf::{Dictionary, Document, Object, Stream, dictionary};

/// A file of these pages, each with its content. What is in `all` is said of all of them.
pub fn bound(
    mut document: Document,
    pages: impl IntoIterator<Item = (Dictionary, String)>,
    mut all: Dictionary,
) -> Vec<u8> {
    let tree = document.new_object_id();
    let kids: Vec<Object> = pages
        .into_iter()
        .map(|(mut page, content)| {
            let content = Stream::new(Dictionary::new(), content.into_bytes());
            page.set("Type", "Page");
            page.set("Parent", tree);
            page.set("Contents", document.add_object(content));
            document.add_object(page).into()
        })
        .collect();
    all.set("Type", "Pages");
    all.set("Count", kids.len() as i64);
    all.set("Kids", kids);
    document.set_object(tree, all);
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    saved(document)
}

/// The bytes of a file.
pub fn saved(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}
