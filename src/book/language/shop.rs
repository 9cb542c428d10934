//! The texts of a book's entry in a shop.

use super::Language;
use super::error::LanguageError;
use super::phrases::check_phrase;
use crate::book::listing::KEYWORD;
use serde::Deserialize;

/// They are not printed: no font need have their characters.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shop {
    opening: String,
    rules: String,
    answers: String,
    keywords: [String; 7],
    large_print: String,
    categories: Vec<String>,
}

impl Shop {
    pub fn check(&self) -> Result<(), LanguageError> {
        check_phrase("shop.opening", &self.opening, &["count"], &["count"])?;
        let keywords = self.keywords.iter().chain([&self.large_print]);
        for keyword in keywords.clone() {
            let found = keyword.chars().count();
            if found > KEYWORD {
                return Err(LanguageError::Phrase {
                    key: "shop.keywords".to_owned(),
                    found: keyword.clone(),
                    wanted: format!("at most {KEYWORD} characters"),
                });
            }
        }
        let others = [("shop.rules", &self.rules), ("shop.answers", &self.answers)].into_iter();
        let lists = keywords.chain(&self.categories).map(|word| ("shop.keywords", word));
        others.chain(lists).try_for_each(|(key, text)| check_phrase(key, text, &[], &[]))
    }
}

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
