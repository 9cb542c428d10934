//! The demands of the European Union on a book that is sold there: Regulation (EU) 2023/988
//! on general product safety, which applies since 13 December 2024.

use crate::book::model::BookOptions;
use crate::printers::PrintSpec;

/// Returns a sentence that names what the copyright page lacks for readers in the European Union;
/// `None` if it lacks nothing, if the printer does not sell there, or if a text of the user
/// replaces the page.
pub fn product_safety_advice(options: &BookOptions, spec: &PrintSpec) -> Option<String> {
    if !spec.sells_in_eu() || options.texts.contains_key("copyright") {
        return None;
    }
    let page = &options.copyright_page;
    let has_page =
        options.parts.as_ref().is_none_or(|parts| parts.iter().any(|part| part == "copyright"));
    let is_named =
        |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let required = [
        ("the part `copyright`", has_page),
        ("`publisher`", is_named(&page.publisher)),
        ("`address`", is_named(&page.address)),
        ("`email`", page.email.is_some()),
    ];
    let missing: Vec<&str> =
        required.iter().filter(|(_, is_there)| !is_there).map(|(what, _)| *what).collect();
    let outside = match page.eu_contact {
        Some(_) => "",
        None => "; a publisher outside the EU also names a responsible person there: `eu-contact`",
    };
    (!missing.is_empty()).then(|| {
        format!(
            "a book sold in the EU names its publisher with postal and e-mail address \
             (Regulation (EU) 2023/988); missing: {}{outside}",
            missing.join(", ")
        )
    })
}
