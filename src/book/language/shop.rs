//! The texts of a book's entry in a shop.

use super::Language;

impl Language {
    /// The first sentences of a description.
    pub fn shop_opening(&self, puzzles: usize) -> String {
        self.fill(&self.0.shop.opening, &[("count", &self.grouped(puzzles))])
    }

    /// Sentences about what is in the book: that each puzzle has one solution, and where rules and answers are,
    /// if they are there.
    pub fn shop_facts(&self, rules: bool, answers: bool) -> Vec<String> {
        let shop = &self.0.shop;
        let all =
            [(true, &self.0.copyright.unique), (rules, &shop.rules), (answers, &shop.answers)];
        all.into_iter().filter(|(is, _)| *is).map(|(_, text)| text.clone()).collect()
    }

    /// Seven keywords for a design.
    pub fn keywords(&self, design: &str) -> Vec<String> {
        let mut keywords = self.0.shop.keywords.to_vec();
        if design == "large-print" {
            keywords[6].clone_from(&self.0.shop.large_print);
        }
        keywords
    }

    /// Shelves of a shop.
    pub fn categories(&self) -> &[String] {
        &self.0.shop.categories
    }
}
