//! Finds settings that no page of a book prints, because the book lacks the part that prints them.

use super::plan::BookPlan;
use book::Layout;

/// A part of a book, and the settings that are set and that only this part prints.
struct UnprintedPart {
    part: &'static str,
    settings: Vec<&'static str>,
}

impl BookPlan {
    /// Returns a sentence for each part that the book lacks and that prints settings of the plan.
    pub(super) fn describe_unprinted(&self, layout: &Layout) -> Vec<String> {
        let has = |part: &str| layout.volumes.iter().any(|volume| volume.has_part(part));
        let mut sentences = Vec::new();
        for UnprintedPart { part, settings } in self.part_settings() {
            // The copyright page names the author too.
            let is_printed = has(part) || (part == "title" && has("copyright"));
            if !is_printed && !settings.is_empty() {
                let names: Vec<String> =
                    settings.into_iter().map(|name| format!("`{name}`")).collect();
                let plural = if names.len() == 1 { "" } else { "s" };
                sentences.push(format!(
                    "no page of the book prints the setting{plural} {}: it has no page \"{part}\"; \
                     `parts` can name it",
                    names.join(", ")
                ));
            }
        }
        sentences
    }

    /// Returns the settings of the plan that are printed by one part alone.
    fn part_settings(&self) -> [UnprintedPart; 3] {
        let imprint = self.options();
        let page = &imprint.copyright_page;
        let of_copyright_page = [
            ("dedication", page.dedication.is_some()),
            ("isbn", !page.isbn.is_empty()),
            ("publisher", page.publisher.is_some()),
            ("address", page.address.is_some()),
            ("email", page.email.is_some()),
            ("website", page.website.is_some()),
            ("eu-contact", page.eu_contact.is_some()),
            ("copyright", page.copyright.is_some()),
            ("licence", page.licence.is_some()),
        ];
        // A class has no use for the author of its sheets.
        let is_for_class = imprint.sheets.is_some() || self.template.is_for_class();
        let of = |part, settings: &[(&'static str, bool)]| UnprintedPart {
            part,
            settings: settings
                .iter()
                .filter(|(_, is_set)| *is_set)
                .map(|(name, _)| *name)
                .collect(),
        };
        [
            of("copyright", &of_copyright_page),
            of("title", &[("author", imprint.author.is_some() && !is_for_class)]),
            of("also-by", &[("also-by", imprint.also_by.is_some())]),
        ]
    }
}
