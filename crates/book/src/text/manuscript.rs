//! Parses a text of the user for a part of the book: plain paragraphs, or simple Markdown.

use page::{FamilyStacks, FontStack};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use words::{Problem, ValueError, compose, is_east_asian};

/// A text: headings, paragraphs, lists and rules, with emphasised words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manuscript {
    pub(crate) blocks: Vec<TextBlock>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextBlock {
    /// The heading of the page, or a heading within it.
    Heading {
        page: bool,
        text: Vec<StyledRun>,
    },
    Paragraph(Vec<StyledRun>),
    /// An item of a list, with its bullet or number.
    Item {
        mark: String,
        text: Vec<StyledRun>,
    },
    Rule,
}

/// The style of words, set in a face of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontStyle {
    Plain,
    Italic,
    Strong,
}

impl FontStyle {
    /// Returns the faces of the style in a family.
    pub fn faces(self, family: &FamilyStacks) -> FontStack {
        match self {
            Self::Plain => family.regular,
            Self::Italic => family.italic,
            Self::Strong => family.strong,
        }
    }
}

/// Words in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyledRun {
    pub style: FontStyle,
    pub text: String,
}

impl TextBlock {
    /// Returns the text; nothing for a rule.
    fn runs(&self) -> &[StyledRun] {
        match self {
            Self::Heading { text, .. } | Self::Paragraph(text) | Self::Item { text, .. } => text,
            Self::Rule => &[],
        }
    }
}

impl Manuscript {
    /// Parses UTF-8 text with simple Markdown; empty lines separate paragraphs. Straight quotation
    /// marks, apostrophes, hyphens used as dashes, and three dots become the typographic characters
    /// of the language, whose quotation marks are `quotes`. Typographic characters in the text stay
    /// as they are.
    ///
    /// # Errors
    /// [`ValueError`] with the line of the first unsupported element, such as an image, a table or
    /// code.
    ///
    /// ```
    /// use sudoku_press_book::{Language, Manuscript};
    /// let english = Language::default();
    /// assert!(Manuscript::parse("# Thanks\n\nTo *everybody*.", &english.quotes()).is_ok());
    /// assert_eq!(
    ///     Manuscript::parse("Look:\n\n![me](me.png)", &english.quotes()).unwrap_err().to_string(),
    ///     "line 3: expected headings, paragraphs, lists, rules, *italics* or **bold**, \
    ///      found a picture",
    /// );
    /// ```
    pub fn parse(text: &str, quotes: &[&str]) -> Result<Self, ValueError> {
        let text = &*compose(text);
        let mut reader = ManuscriptReader::default();
        let parser = Parser::new_ext(text, Options::ENABLE_SMART_PUNCTUATION);
        for (event, place) in parser.into_offset_iter() {
            let event = match (event, &text[place.clone()]) {
                (Event::Text(mark), "\"" | "'") => {
                    let before = text[..place.start].chars().next_back();
                    let quoted = reader.quote(&mark, before, &text[place.end..], quotes);
                    Event::Text(quoted.into())
                }
                (event, _) => event,
            };
            reader.take(event).map_err(|found| {
                let line = 1 + text[..place.start].matches('\n').count();
                let known = "headings, paragraphs, lists, rules, *italics* or **bold**";
                ValueError::new(known, found).at(format_args!("line {line}"))
            })?;
        }
        let blocks = reader.blocks;
        Ok(Self { blocks })
    }

    /// Returns the first heading, if the text starts with one.
    pub(crate) fn heading(&self) -> Option<String> {
        match self.blocks.first()? {
            TextBlock::Heading { text, .. } => {
                Some(text.iter().map(|run| run.text.as_str()).collect())
            }
            _ => None,
        }
    }

    /// Returns the first words, by which messages identify the text.
    pub fn first_words(&self) -> String {
        let first = self.blocks.iter().find_map(|block| block.runs().first());
        let Some(run) = first else { return String::new() };
        let few: Vec<&str> = run.text.split_whitespace().take(6).collect();
        few.join(" ")
    }

    /// Checks that a family can print the whole text.
    pub fn check(&self, words: &FamilyStacks) -> Result<(), Problem> {
        let runs = self.blocks.iter().flat_map(TextBlock::runs);
        let mut runs = runs.map(|run| run.style.faces(words).check(&run.text));
        runs.find(Result::is_err).unwrap_or(Ok(()))
    }
}

/// Puts the quotation marks and apostrophes of the language into a title, name or line of the user.
/// Follows the rules of [`Manuscript::parse`], but without Markdown.
pub fn typographic(text: &str, quotes: &[&str]) -> String {
    if !text.contains(['"', '\'']) {
        return text.to_owned();
    }
    // A backslash keeps Markdown from interpreting a sign.
    let is_sign = |c: char| c.is_ascii_punctuation() && !matches!(c, '"' | '\'');
    let plain = text.chars().flat_map(|c| is_sign(c).then_some('\\').into_iter().chain([c]));
    let manuscript = Manuscript::parse(plain.collect::<String>().trim(), quotes);
    match manuscript.as_ref().map(|manuscript| &manuscript.blocks[..]) {
        Ok([TextBlock::Paragraph(runs)]) => runs.iter().map(|run| run.text.as_str()).collect(),
        _ => text.to_owned(),
    }
}

/// Turns parser events into blocks.
#[derive(Default)]
struct ManuscriptReader {
    blocks: Vec<TextBlock>,
    text: Vec<StyledRun>,
    italic: usize,
    strong: usize,
    /// The next numbers of the open lists; `None` for lists with bullets.
    lists: Vec<Option<u64>>,
    /// True if an outer quotation is open in the paragraph, and true if an inner one is.
    open: [bool; 2],
}

impl ManuscriptReader {
    /// Returns the typographic form of a straight quote between these characters. The parser
    /// recognises apostrophes. In text without spaces, such as Chinese, it takes every quote for an
    /// opening one, so opening and closing quotes alternate there.
    fn quote(&mut self, parsed: &str, before: Option<char>, rest: &str, quotes: &[&str]) -> String {
        let after = rest.chars().next();
        let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let inside = usize::from(matches!(parsed, "‘" | "’"));
        let opens = match parsed {
            "“" | "”" if space(before) != space(after) => space(before),
            "“" | "”" => !self.open[0],
            _ if inside == 0 => return parsed.to_owned(), // It is wanted as it is.
            _ if [before, after].into_iter().flatten().any(is_east_asian) => !self.open[1],
            // Years and short words: ’90s, rock ’n’ roll.
            "‘" if after.is_some_and(|c| c.is_ascii_digit()) || rest.starts_with("n'") => {
                return "’".to_owned();
            }
            "‘" => true,
            _ if self.open[1] && !after.is_some_and(char::is_alphanumeric) => false,
            _ => return parsed.to_owned(), // An apostrophe.
        };
        self.open[inside] = opens;
        quotes[2 * inside + usize::from(!opens)].to_owned()
    }

    fn take(&mut self, event: Event) -> Result<(), &'static str> {
        match event {
            Event::Text(text) => self.say(&text),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            Event::Rule => self.blocks.push(TextBlock::Rule),
            Event::Start(tag) => return self.open(&tag),
            Event::End(tag) => self.close(tag),
            Event::Code(_) => return Err("a piece of code"),
            Event::Html(_) | Event::InlineHtml(_) => return Err("HTML"),
            // The parser reads footnotes, task lists and formulas only with options that are off
            // here.
            _ => return Err("a table or the like"),
        }
        Ok(())
    }

    fn say(&mut self, text: &str) {
        let style = match (self.strong, self.italic) {
            (0, 0) => FontStyle::Plain,
            (0, _) => FontStyle::Italic,
            _ => FontStyle::Strong,
        };
        match self.text.last_mut() {
            Some(run) if run.style == style => run.text.push_str(text),
            _ => self.text.push(StyledRun { style, text: text.to_owned() }),
        }
    }

    fn open(&mut self, tag: &Tag) -> Result<(), &'static str> {
        match tag {
            Tag::Emphasis => self.italic += 1,
            Tag::Strong => self.strong += 1,
            Tag::List(first) => {
                self.finish();
                self.lists.push(*first);
            }
            Tag::Paragraph | Tag::Heading { .. } | Tag::Item => {}
            Tag::Image { .. } => return Err("a picture"),
            Tag::Link { .. } => return Err("a link"),
            Tag::CodeBlock(_) => return Err("a piece of code"),
            Tag::BlockQuote(_) => return Err("a quotation"),
            Tag::HtmlBlock => return Err("HTML"),
            _ => return Err("a table or the like"),
        }
        Ok(())
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis => self.italic -= 1,
            TagEnd::Strong => self.strong -= 1,
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.open = [false; 2];
                let page = level == HeadingLevel::H1;
                self.blocks.push(TextBlock::Heading { page, text });
            }
            TagEnd::Paragraph | TagEnd::Item => self.finish(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            _ => {}
        }
    }

    /// Ends a paragraph or an item.
    fn finish(&mut self) {
        self.open = [false; 2];
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        self.blocks.push(match self.lists.last_mut() {
            None => TextBlock::Paragraph(text),
            Some(None) => TextBlock::Item { mark: "•".to_owned(), text },
            Some(Some(number)) => {
                *number += 1;
                let mark = format!("{}.", *number - 1);
                TextBlock::Item { mark, text }
            }
        });
    }
}
