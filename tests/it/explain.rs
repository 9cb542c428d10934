//! `explain` and `hint`: words that mean what the step does, records that solve the puzzle, pages that are
//! whole.

use crate::cli::Bench;
use crate::paths::cases;
use crate::rate_se::NESTED;
use crate::support::{full_grid, rng};
use crate::tools::{PUZZLE, SOLUTION, fed, no_solution, two_solutions};
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use sudoku_press::book::Language;
use sudoku_press::human::logic::{Technique, TechniqueSet};
use sudoku_press::sudoku::grid::{Cell, Digit, Grid};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::words::explain::{
    End, PAGE_FOOT, Path, Told, Words, page_head, page_section, sentence, text,
};

fn all_words() -> Vec<Words> {
    Words::BUILTIN.iter().map(|(code, _)| Words::builtin(code).unwrap()).collect()
}

/// The paths of every third case and of those with a rare technique; and of some with techniques that these do not need, as
/// far as they go.
static PATHS: LazyLock<Vec<Path>> = LazyLock::new(|| {
    use Technique as T;
    let path = |case: &crate::paths::Case, allowed| Path::of(case.puzzle.givens(), allowed);
    let rare = [T::HiddenQuad, T::NakedQuad, T::Jellyfish, T::Bug3, T::DirectClaiming];
    let plus = [
        T::DynamicPlusCellChains,
        T::DynamicPlusRegionChains,
        T::DynamicPlusContradiction,
        T::DynamicPlusDouble,
    ];
    let singles = [T::LastCell, T::HiddenSingleBlock, T::HiddenSingleLine, T::NakedSingle];
    let with = |techniques: &[Technique]| {
        let mut allowed = TechniqueSet::NONE;
        singles.iter().chain(techniques).for_each(|&technique| allowed.insert(technique));
        allowed
    };
    let cases = cases();
    let seldom = [" ul", " bug", " nq", " jf", " ddouble"];
    let rare_step = |step: &&str| seldom.iter().any(|code| step.contains(code));
    let taken = |i: usize, case: &crate::paths::Case| {
        i.is_multiple_of(3) || case.steps.iter().any(rare_step)
    };
    let all = cases.iter().enumerate().filter(|(i, case)| taken(*i, case));
    let all = all.map(|(_, case)| path(case, TechniqueSet::ALL));
    let rare = cases.iter().map(|case| path(case, with(&rare)));
    // The hard ones: each step is a search through the whole grid.
    let hard = cases.iter().filter(|case| case.ratings[0] > "8.0").take(12);
    let plus = hard.enumerate().map(|(i, case)| path(case, with(&plus[i % 4..=i % 4])));
    all.chain(rare).chain(plus).collect()
});

#[test]
fn every_language_of_the_books_has_every_phrase() {
    for (code, _) in Language::BUILTIN {
        let words = Words::of_language(code).unwrap_or_else(|| panic!("{code} has no words"));
        assert!(code.starts_with(words.code()), "{code}: {}", words.code());
    }
    assert_eq!(Words::of_language("zh-Hans").unwrap().code(), "zh");
    for (code, text) in Words::BUILTIN {
        let words = Words::parse(text).unwrap();
        assert_eq!(words.code(), *code);
        // Without any one line it is refused.
        let lines: Vec<_> = text.lines().collect();
        let phrases = lines.iter().filter(|line| line.contains(" = \""));
        let mut without = 0;
        for phrase in phrases {
            let rest: Vec<_> = lines.iter().filter(|line| *line != phrase).copied().collect();
            let error = Words::parse(&rest.join("\n")).unwrap_err().to_string();
            assert!(error.contains("found nothing"), "{error}");
            without += 1;
        }
        assert!(without > Technique::ALL.len() + 60, "{without} phrases");
    }
}

#[test]
fn a_phrase_without_its_place_or_unknown_is_refused() {
    let (_, english) = Words::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    for (right, wrong, said) in [
        (
            "row {number}",
            "row",
            "language key row: expected a text with {number} and no other braces",
        ),
        ("row {number}", "row {number} {x}", "language key row: expected a text with {number}"),
        ("comma = \", \"", "comma = \"\"", "language key comma: expected a text without braces"),
        ("comma =", "coma =", "language key coma: expected one of"),
        ("stop = \".\"", "stop = \".\"\nstopp = \".\"", "language key stopp: expected one of"),
        ("language = \"en\"", "", "language key language: expected a text"),
    ] {
        assert!(english.contains(right), "{right}");
        let error = Words::parse(&english.replace(right, wrong)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Every `rNcN` in a text.
fn cells_in(text: &str) -> BTreeSet<String> {
    let bytes = text.as_bytes();
    let is_cell =
        |i: &usize| matches!(bytes[*i..*i + 4], [b'r' | b'R', b'1'..=b'9', b'c', b'1'..=b'9']);
    let starts = (0..bytes.len().saturating_sub(3)).filter(is_cell);
    starts.map(|i| text[i..i + 4].to_owned()).collect()
}

/// A translation that leaves something out names other cells.
#[test]
fn every_language_names_the_same_cells_and_no_capital_ones() {
    let (all, english) = (all_words(), Words::default());
    let mut used = BTreeSet::new();
    for Told { before, step } in PATHS.iter().flat_map(|path| &path.steps) {
        // Singles are told a thousand times over.
        if step.tenths() < 16 && used.contains(&step.technique) {
            continue;
        }
        used.insert(step.technique);
        let wanted = cells_in(&sentence(&english, before, step));
        assert!(!wanted.is_empty() && wanted.iter().all(|cell| cell.starts_with('r')));
        for words in &all {
            let told = sentence(words, before, step);
            assert_eq!(cells_in(&told), wanted, "{}: {told}", words.code());
            assert!(
                !told.contains(['{', '}']) && !told.contains("..") && !told.contains("。。"),
                "{told}"
            );
        }
    }
    assert!(used.len() >= Technique::ALL.len() - 5, "{used:?}");
}

/// What a sentence says is removed: `2 and 7 leave r1c4 and r1c6`.
fn removed(told: &str) -> BTreeMap<String, BTreeSet<char>> {
    let words: Vec<_> = told.split_whitespace().collect();
    let bare = |word: &str| word.trim_end_matches([',', ';', '.']).to_owned();
    let mut lost = BTreeMap::<String, BTreeSet<char>>::new();
    for (i, _) in words.iter().enumerate().filter(|(_, word)| matches!(**word, "leave" | "leaves"))
    {
        let mut digits = BTreeSet::new();
        for word in words[..i].iter().rev() {
            match bare(word).chars().collect::<Vec<_>>()[..] {
                [digit @ '1'..='9'] => _ = digits.insert(digit),
                _ if *word == "and" => {}
                _ => break,
            }
        }
        for word in &words[i + 1..] {
            if *word == "and" {
                continue;
            }
            let cell = bare(word);
            if cells_in(&cell).is_empty() {
                break;
            }
            lost.entry(cell).or_default().extend(&digits);
            if word.ends_with([';', '.']) {
                break;
            }
        }
    }
    lost
}

#[test]
fn english_sentences_parse_back_into_what_the_steps_do() {
    let english = Words::default();
    let mut parsed = BTreeMap::<Technique, usize>::new();
    for Told { before, step } in PATHS.iter().flat_map(|path| &path.steps) {
        let told = sentence(&english, before, step);
        *parsed.entry(step.technique).or_default() += 1;
        match step.placement {
            Some((cell, digit)) => {
                assert!(told.contains(&format!("{cell} = {digit}")), "{told}");
                assert_eq!(told.matches(" = ").count(), 1, "{told}");
                assert!(removed(&told).is_empty(), "{told}");
            }
            None => {
                let wanted: BTreeMap<_, BTreeSet<char>> = step
                    .eliminations
                    .iter()
                    .map(|(cell, digits)| {
                        (cell.to_string(), digits.map(|d| char::from(b'0' + d.get())).collect())
                    })
                    .collect();
                assert_eq!(removed(&told), wanted, "{told}");
                assert!(!told.contains(" = "), "{told}");
            }
        }
    }
    // These are too rare: nearly always an easier technique comes first.
    let rare = [Technique::DirectClaiming, Technique::Bug3, Technique::HiddenQuad];
    for technique in &Technique::ALL {
        assert!(parsed.contains_key(technique) || rare.contains(technique), "{technique}");
    }
}

fn cell(name: &str) -> Cell {
    let all = Cell::ALL.into_iter().find(|cell| cell.to_string() == name);
    all.unwrap_or_else(|| panic!("{name}"))
}

/// Candidates by cell, kept by naive code; a placed digit takes itself from its peers.
fn place(candidates: &mut [BTreeSet<char>], cell: Cell, digit: char) {
    candidates[cell.index()] = BTreeSet::new();
    for peer in cell.peers() {
        candidates[peer.index()].remove(&digit);
    }
}

#[test]
fn records_applied_one_after_the_other_solve_the_puzzle() {
    let cases = cases();
    let input: String = cases.iter().map(|case| format!("{}\n", case.puzzle.givens())).collect();
    let (code, records, said) = fed(&Bench::new(), "explain --format jsonl", input);
    assert_eq!((code, &*said), (0, ""));
    let mut records = records.lines().map(|line| {
        assert!(line.starts_with("{\"step\":"), "{line}");
        serde_json::from_str::<serde_json::Value>(line).unwrap()
    });
    for case in &cases {
        let mut grid: Vec<char> = case.puzzle.givens().to_string().chars().collect();
        let mut candidates = vec![('1'..='9').collect::<BTreeSet<char>>(); 81];
        for (cell, digit) in case.puzzle.givens().filled() {
            place(&mut candidates, cell, char::from(b'0' + digit.get()));
        }
        for number in 1..=case.steps.len() {
            let record = records.next().unwrap();
            assert_eq!(record["step"], number);
            assert_eq!(record["puzzle"], case.puzzle.givens().to_string());
            let rating = record["rating"].to_string();
            assert!(case.steps[number - 1].starts_with(&rating), "{record}");
            let listed = |name: &str| -> Vec<String> {
                let list = record[name].as_array().unwrap().iter();
                list.map(|value| value.as_str().unwrap().to_owned()).collect()
            };
            for lost in listed("eliminations") {
                let (name, digits) = lost.split_once('-').unwrap();
                for digit in digits.chars() {
                    assert!(candidates[cell(name).index()].remove(&digit), "{record}");
                }
            }
            if let Some((name, digit)) =
                record["placement"].as_str().and_then(|p| p.split_once('='))
            {
                let (cell, digit) = (cell(name), digit.chars().next().unwrap());
                assert!(candidates[cell.index()].contains(&digit), "{record}");
                grid[cell.index()] = digit;
                place(&mut candidates, cell, digit);
            }
            assert!(!listed("cells").is_empty(), "{record}");
            assert!(listed("houses").iter().all(|house| house.len() == 2), "{record}");
            for chain in record["chain"].as_array().unwrap() {
                for (i, node) in chain.as_array().unwrap().iter().enumerate() {
                    let parents = node["parents"].as_array().unwrap();
                    assert!(parents.iter().all(|parent| (parent.as_u64().unwrap() as usize) < i));
                    assert_eq!(parents.is_empty(), i == 0, "{record}");
                    assert_eq!(parents.is_empty(), node["link"] == "start", "{record}");
                    assert_eq!(node["node"].as_str().unwrap().len(), 6);
                }
            }
        }
        let reached: String = grid.into_iter().collect();
        assert_eq!(reached, case.puzzle.solution().to_string());
    }
    assert!(records.next().is_none());
}

/// A plain reader of XML: tags that close each other, attributes in quotes, known entities.
fn check_xml(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
    while let Some(at) = rest.find(['<', '&']) {
        assert!(!rest[..at].contains('>'), "{}", &rest[..at]);
        if rest[at..].starts_with('&') {
            let known =
                ["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| rest[at..].starts_with(e));
            assert!(known, "{}", &rest[at..at + 10]);
            rest = &rest[at + 1..];
            continue;
        }
        let end = rest[at..].find('>').unwrap() + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            let (inside, alone) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{tag}");
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
            let mut names = BTreeSet::new();
            for attribute in attributes.split("\" ").filter(|text| !text.is_empty()) {
                let (name, value) = attribute.split_once("=\"").unwrap_or_else(|| panic!("{tag}"));
                assert!(names.insert(name), "{tag}");
                assert!(!value.trim_end_matches('"').contains('"'), "{tag}");
            }
            if !alone {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn pages_are_well_formed_and_load_nothing() {
    let paths = &*PATHS;
    for (i, words) in all_words().iter().enumerate() {
        let sections = paths.iter().skip(i).step_by(2 * all_words().len());
        let sections: String =
            sections.map(|path| page_section(words, "a <b> & \"c\":1", path)).collect();
        let page = page_head(words) + &sections + PAGE_FOOT;
        check_xml(&page);
        let code = words.code();
        assert!(page.contains(&format!("<html lang=\"{code}\">")));
        for loaded in ["http", "src=", "href", "url(", "@import", "<script", "<link", "<img"] {
            assert!(!page.contains(loaded), "{loaded} in the page of {code}");
        }
        // A drawing for each step, and one or two for each puzzle.
        let steps: usize =
            paths.iter().skip(i).step_by(2 * all_words().len()).map(|path| path.steps.len()).sum();
        assert_eq!(page.matches("<article").count(), steps);
        assert!(page.matches("<svg viewBox=\"0 0 523 523\"").count() > steps);
        assert_eq!(
            page.matches("<path class=\"arrow").count(),
            page.matches("<path class=\"head").count()
        );
    }
}

#[test]
fn a_drawing_strikes_what_is_removed_and_has_an_arrow_for_each_link() {
    let words = Words::default();
    for path in PATHS.iter().take(100) {
        for Told { before, step } in &path.steps {
            let one = Path {
                grid: *before.grid(),
                steps: vec![Told { before: before.clone(), step: step.clone() }],
                end: End::More,
            };
            let page = page_section(&words, "x", &one);
            if step.placement.is_none() {
                let lost: usize = step.eliminations.iter().map(|(_, digits)| digits.len()).sum();
                assert_eq!(page.matches("class=\"lost\"").count(), lost, "{step:?}");
            }
            assert_eq!(page.contains("class=\"arrow"), step.complexity() > 0, "{step:?}");
            assert_eq!(page.contains("class=\"new\""), step.placement.is_some());
        }
    }
}

#[test]
fn without_uniqueness_no_step_relies_on_it() {
    let cases = cases();
    let lines = cases.iter().step_by(3).map(|case| format!("{}\n", case.puzzle.givens()));
    let (bench, input) = (Bench::new(), lines.collect::<String>());
    let (_, with, _) = fed(&bench, "explain --format jsonl", &input);
    let (code, without, said) = fed(&bench, "explain --format jsonl --no-uniqueness", &input);
    assert!(code == 0 || said.contains("no technique that may be used"), "{said}");
    let relies = |records: &str| records.contains("\"unique-") || records.contains("\"bug-");
    assert!(relies(&with) && !relies(&without));
}

#[test]
fn puzzles_without_one_solution_are_not_explained_and_the_others_are() {
    let bench = Bench::new();
    let illegal = SOLUTION.replacen("53", "35", 1);
    let text = format!(
        "{PUZZLE}\n{}\n{}\n{illegal}\nnonsense\n{PUZZLE}\n",
        two_solutions().0,
        no_solution()
    );
    for command in ["explain", "hint"] {
        for form in ["txt", "jsonl", "html"] {
            let (code, told, said) = fed(&bench, &format!("{command} --format {form}"), &text);
            assert_eq!(code, 1, "{command}");
            for words in [
                "standard input:2: legal, several solutions",
                match command {
                    "hint" => "standard input:3: no solution: at least one digit",
                    _ => "standard input:3: legal, no solution",
                },
                "standard input:4: illegal: digit",
                "standard input:5:1: expected a digit",
                "5 puzzles were read, 3 without a full answer; errors in what was read: 1",
            ] {
                assert!(said.contains(words), "{command}: {said}");
            }
            assert!(told.matches(PUZZLE).count() >= 2, "{told}");
            if form == "html" {
                check_xml(&told);
            }
        }
    }
}

#[test]
fn wrong_flags_and_empty_input_are_refused() {
    let bench = Bench::new();
    for command in ["explain", "hint"] {
        bench.ends(
            &format!("{command} --lang eo"),
            2,
            "de, en-US, en, es, fr, it, ja, ko, nl, pl, pt-BR, zh-TW, zh",
        );
        bench.ends(&format!("{command} --format pdf"), 2, "txt, jsonl, html");
        bench.ends(&format!("{command} missing.txt"), 1, "missing.txt");
        let (code, _, said) = fed(&bench, command, "");
        assert_eq!(code, 1);
        assert!(said.contains("no puzzle was read"), "{said}");
        let page = fed(&bench, &format!("{command} --format html"), "").1;
        check_xml(&page);
    }
}

/// A fault of the fuzz target `hint`: ten copies of a digit were counted as minus one that is missing.
#[test]
fn a_grid_that_breaks_a_rule_has_no_steps() {
    let mut grid = Grid::EMPTY;
    Cell::ALL.into_iter().step_by(8).for_each(|cell| grid[cell] = Digit::new(1));
    assert_eq!(grid.filled_count(), 11);
    for path in [Path::next(&grid, TechniqueSet::ALL), Path::of(&grid, TechniqueSet::ALL)] {
        assert_eq!((path.steps.len(), path.end), (0, End::Stuck));
    }
}

#[test]
fn the_documentation_lists_every_technique() {
    let listed = include_str!("../../docs/rating.md");
    for technique in &Technique::ALL {
        assert_eq!(listed.matches(&format!("\n| `{technique}` | ")).count(), 1, "{technique}");
    }
}

#[test]
fn a_path_that_needs_nested_chains_is_told_as_far_as_it_goes() {
    let (code, told, said) = fed(&Bench::new(), "explain", NESTED);
    assert_eq!(code, 1);
    assert!(said.contains("needs nested forcing chains"), "{said}");
    assert!(told.contains("From here on the puzzle needs nested forcing chains"), "{told}");
}

#[test]
fn hints_followed_one_by_one_fill_the_grid() {
    let bench = Bench::new();
    let mut grid: Grid = PUZZLE.parse().unwrap();
    for filled in 30..81 {
        let (code, told, _) = fed(&bench, "hint --format jsonl", grid.to_string());
        assert_eq!(code, 0);
        let record: serde_json::Value = serde_json::from_str(&told).unwrap();
        // This puzzle needs nothing but singles.
        let (name, digit) = record["placement"].as_str().unwrap().split_once('=').unwrap();
        assert_eq!(grid.filled_count(), filled);
        grid[cell(name)] = Digit::new(digit.parse().unwrap());
    }
    assert_eq!(grid.to_string(), SOLUTION);
    let (code, told, _) = fed(&bench, "hint", SOLUTION);
    assert_eq!(code, 0);
    assert!(told.contains("The grid is full"), "{told}");
    let (code, told, said) = fed(&bench, "hint --format jsonl", SOLUTION);
    assert_eq!((code, &*told, &*said), (0, "", ""));
}

#[test]
fn a_hint_after_a_wrong_digit_says_that_a_digit_is_wrong_and_which_if_it_is_known() {
    let bench = Bench::new();
    let wrong = "no solution: at least one digit that you filled in is wrong";
    let mut grid: Grid = PUZZLE.parse().unwrap();
    // 1 is legal here, and wrong: the solution has a 4.
    grid[cell("r1c3")] = Digit::new(1);
    let (code, told, said) = fed(&bench, "hint", grid.to_string());
    assert_eq!((code, &*told), (1, ""));
    assert!(said.contains(wrong), "{said}");
    // Nearly all digits are there: only the wrong one can be the wrong one.
    let solution: Grid = SOLUTION.parse().unwrap();
    let last = cell("r9c9");
    for digit in (1..=9).map(Digit::new).filter(|digit| *digit != solution[last]) {
        let mut grid = solution;
        last.peers()
            .iter()
            .filter(|peer| solution[**peer] == digit)
            .for_each(|&peer| grid[peer] = None);
        grid[last] = digit;
        let (code, told, said) = fed(&bench, "hint", grid.to_string());
        assert_eq!((code, &*told), (1, ""));
        let named = format!("{wrong}; without the {} in r9c9 there is one", digit.unwrap());
        assert!(said.contains(&named), "{grid}: {said}");
    }
}

/// Positions of all kinds: parts of a solution, some with digits changed, some with several solutions.
#[test]
fn a_hint_for_any_position_is_sound_or_none() {
    let mut rng = rng(97);
    let words = all_words();
    let (mut proper, mut hints) = (0, 0);
    for i in 0..6_000 {
        let full = full_grid(&mut rng);
        let mut grid = Grid::from(full);
        let least = [0, 20, 30, 36, 44, 60][i % 6];
        for cell in Cell::ALL {
            if rng.random_range(0..81) >= least + 8 {
                grid[cell] = None;
            }
        }
        for _ in 0..[0, 0, 0, 1, 3][i % 5] {
            grid[Cell::ALL[rng.random_range(0..81)]] = Digit::new(rng.random_range(1..=9));
        }
        let Ok(puzzle) = Puzzle::prove(grid) else {
            continue;
        };
        proper += 1;
        let path = Path::next(&grid, TechniqueSet::ALL);
        let words = &words[i % words.len()];
        assert!(!text(words, &path).is_empty());
        let Some(Told { step, .. }) = path.steps.first() else {
            assert!(path.end != End::More);
            continue;
        };
        hints += 1;
        if let Some((cell, digit)) = step.placement {
            assert_eq!(puzzle.solution()[cell], digit);
        }
        for &(cell, digits) in &step.eliminations {
            assert!(!digits.contains(puzzle.solution()[cell]));
        }
        page_section(words, "x", &path);
    }
    assert!(proper > 1_000 && hints > 1_000, "{proper} {hints}");
}
