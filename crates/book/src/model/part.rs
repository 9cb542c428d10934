//! The names of the parts of books, as lists of parts use them.

words::named! {
    /// A part of a book. Any other name in a list of parts belongs to a text of the user.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PartName {
        HalfTitle = "half-title",
        Title = "title",
        Copyright = "copyright",
        Contents = "contents",
        HowToPlay = "how-to-play",
        Levels = "levels",
        Puzzles = "puzzles",
        Qr = "qr",
        Answers = "answers",
        Progress = "progress",
        Reward = "reward",
        Notes = "notes",
        About = "about",
        Reading = "reading",
        Techniques = "techniques",
        Walkthrough = "walkthrough",
        Hints = "hints",
        Times = "times",
        Practice = "practice",
        PracticeDots = "practice-dots",
        AlsoBy = "also-by",
        /// A blank page: the first of the parts that no list may name.
        Blank = "(blank)",
        Opener = "(opener)",
        Lesson = "(lesson)",
        Text = "(text)",
        /// The cover of a booklet.
        Cover = "(cover)",
    }
}

impl PartName {
    /// Returns the parts that a list may name.
    pub fn listed() -> &'static [Self] {
        &Self::ALL[..Self::Blank as usize]
    }

    /// Returns the part that lists call by this name.
    pub fn find_listed(name: &str) -> Option<Self> {
        Self::listed().iter().copied().find(|part| part.name() == name)
    }

    /// Returns the place of the part in a list.
    pub fn place_in(self, parts: &[String]) -> Option<usize> {
        parts.iter().position(|name| name == self.name())
    }

    /// Returns true if a list names the part.
    pub fn is_in(self, parts: &[String]) -> bool {
        self.place_in(parts).is_some()
    }
}
