//! Steps in words, as records and pages, parsed back in every language; hints for any position.

use crate::support::cases::{Case, cases};
use crate::support::known::NESTED;
use crate::support::patterns::is_in_candidates;
use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SOLUTION, full_grid, no_solution, rng, two_solutions};
use crate::support::rating::{CASE_PATHS, rated_path};
use book::Language;
use explain::{
    ExplanationTexts, PAGE_FOOT, PathEnd, PathStep, SolvePath, page_head, page_section, plain_text,
    sentence,
};
use grid::{Cell, Digit, Grid, Puzzle};
use human::{ChainPattern, Position, Reason, Technique, TechniqueSet, Tenths};
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

fn all_words() -> Vec<ExplanationTexts> {
    ExplanationTexts::BUILTIN
        .iter()
        .map(|(code, _)| ExplanationTexts::builtin(code).unwrap())
        .collect()
}

/// The paths of every third case and of those with a rare technique; and of some with techniques that these do not need, as
/// far as they go.
static PATHS: LazyLock<Vec<SolvePath>> = LazyLock::new(|| {
    use Technique as T;
    let path = |case: &Case, allowed| rated_path(&case.puzzle, allowed);
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
    let taken = |i: usize, case: &Case| i.is_multiple_of(3) || case.steps.iter().any(rare_step);
    let all = cases.iter().zip(&*CASE_PATHS).enumerate();
    let all = all.filter(|(i, (case, _))| taken(*i, case)).map(|(_, (_, path))| path.clone());
    let rare = cases.iter().map(|case| path(case, with(&rare)));
    // The hard ones: each step is a search through the whole grid.
    let hard = cases.iter().filter(|case| case.ratings[0] > "8.0").take(12);
    let plus = hard.enumerate().map(|(i, case)| path(case, with(&plus[i % 4..=i % 4])));
    all.chain(rare).chain(plus).collect()
});

#[test]
fn every_language_of_the_books_has_every_phrase() {
    for (code, _) in Language::BUILTIN {
        let words =
            ExplanationTexts::for_language(code).unwrap_or_else(|| panic!("{code} has no words"));
        assert!(code.starts_with(words.code()), "{code}: {}", words.code());
    }
    assert_eq!(ExplanationTexts::for_language("zh-Hans").unwrap().code(), "zh");
    for (code, text) in ExplanationTexts::BUILTIN {
        let words = ExplanationTexts::parse(text).unwrap();
        assert_eq!(words.code(), *code);
        if text.contains("\nbase = ") {
            continue;
        }
        // Without any one line it is refused.
        let lines: Vec<_> = text.lines().collect();
        let phrases = lines.iter().filter(|line| line.contains(" = \""));
        let mut without = 0;
        for phrase in phrases {
            let rest: Vec<_> = lines.iter().filter(|line| *line != phrase).copied().collect();
            let error = ExplanationTexts::parse(&rest.join("\n")).unwrap_err().to_string();
            assert!(error.contains("found nothing"), "{error}");
            without += 1;
        }
        assert!(without > Technique::ALL.len() + 60, "{without} phrases");
    }
}

#[test]
fn phrase_unknown_or_without_place_is_refused() {
    let (_, english) = ExplanationTexts::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
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
        let error =
            ExplanationTexts::parse(&english.replace(right, wrong)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Every cell that a text names, in the notation of its language: `r1c1`, `Z1S1`.
fn cells_in(words: &ExplanationTexts, text: &str) -> BTreeSet<Cell> {
    let text = text.to_lowercase();
    let is_named = |cell: &Cell| text.contains(&words.cell(*cell).to_lowercase());
    Cell::ALL.into_iter().filter(is_named).collect()
}

/// A translation that leaves something out names other cells.
#[test]
fn every_language_names_the_same_cells() {
    let (all, english) = (all_words(), ExplanationTexts::default());
    let mut used = BTreeSet::new();
    for PathStep { before, step } in PATHS.iter().flat_map(|path| &path.steps) {
        // Singles are told a thousand times over.
        if step.tenths() < Tenths(16) && used.contains(&step.technique) {
            continue;
        }
        used.insert(step.technique);
        let wanted = cells_in(&english, &sentence(&english, before, step));
        assert!(!wanted.is_empty());
        for words in &all {
            let told = sentence(words, before, step);
            assert_eq!(cells_in(words, &told), wanted, "{}: {told}", words.code());
            assert!(
                !told.contains(['{', '}']) && !told.contains("..") && !told.contains("。。"),
                "{told}"
            );
        }
    }
    assert!(used.len() >= Technique::ALL.len() - 5, "{used:?}");
}

#[test]
fn the_documentation_lists_every_pattern() {
    let page = include_str!("../../../docs/explain.md");
    for pattern in ChainPattern::ALL {
        assert!(page.contains(&format!("`{pattern}`")), "{pattern}");
    }
}

/// The pattern of a chain is found again in the candidates, without the chain.
#[test]
fn patterns_of_chains_are_in_the_candidates() {
    let mut seen = BTreeMap::<ChainPattern, usize>::new();
    for told in PATHS.iter().flat_map(|path| &path.steps) {
        let Some(pattern) = told.kind().pattern() else { continue };
        *seen.entry(pattern).or_default() += 1;
        assert!(is_in_candidates(&told.before, &told.step, pattern), "{pattern}: {:?}", told.step);
    }
    for pattern in [ChainPattern::Skyscraper, ChainPattern::TwoStringKite, ChainPattern::WWing] {
        assert!(seen.contains_key(&pattern), "{seen:?}");
    }
}

/// What a sentence says is removed: `r1c6 cannot be 9`, `2 and 7 can be removed from r1c4 and r1c6`, `remove 3 from r8c2
/// and 7 from r8c3`, or `r1c3 sees both, so it is not 7`.
fn removed(told: &str) -> BTreeMap<String, BTreeSet<char>> {
    let words: Vec<_> =
        told.split_whitespace().map(|w| w.trim_end_matches([',', ';', '.'])).collect();
    let is_cell = |word: &&str| matches!(word.as_bytes(), [b'r', b'1'..=b'9', b'c', b'1'..=b'9']);
    let is_digit = |word: &&str| matches!(word.as_bytes(), [b'1'..=b'9']);
    let of = |words: &[&str], wanted: &dyn Fn(&&str) -> bool| -> Vec<String> {
        let list = words.iter().take_while(|word| wanted(word) || **word == "and");
        list.filter(|word| **word != "and").map(|word| (*word).to_owned()).collect()
    };
    let before = |i: usize, wanted: &dyn Fn(&&str) -> bool| {
        let back: Vec<&str> = words[..i].iter().rev().copied().collect();
        of(&back, wanted)
    };
    let mut lost = BTreeMap::<String, BTreeSet<char>>::new();
    let mut lose = |cells: Vec<String>, digits: Vec<String>| {
        for cell in cells {
            lost.entry(cell).or_default().extend(digits.iter().map(|d| d.chars().next().unwrap()));
        }
    };
    for i in 0..words.len() {
        match words[i..] {
            ["cannot", "be", ..] => lose(before(i, &is_cell), of(&words[i + 2..], &is_digit)),
            ["sees", "both", "so", "it", "is", "not", ..] => {
                lose(before(i, &is_cell), of(&words[i + 6..], &is_digit));
            }
            ["can", "be", "removed", "from", ..] => {
                lose(of(&words[i + 4..], &is_cell), before(i, &is_digit));
            }
            ["remove", ..] => {
                for k in i..words.len() {
                    if words[k] == "from" {
                        lose(of(&words[k + 1..], &is_cell), before(k, &is_digit));
                    }
                }
            }
            _ => {}
        }
    }
    lost
}

#[test]
fn english_sentences_parse_back_into_their_steps() {
    let english = ExplanationTexts::default();
    let mut parsed = BTreeMap::<Technique, usize>::new();
    for PathStep { before, step } in PATHS.iter().flat_map(|path| &path.steps) {
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
fn records_applied_in_order_solve_the_puzzle() {
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
        for number in 1.. {
            if !grid.contains(&'.') {
                break;
            }
            let record = records.next().unwrap();
            assert_eq!(record["step"], number);
            assert_eq!(record["puzzle"], case.puzzle.givens().to_string());
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
                ["&#", "&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| rest[at..].starts_with(e));
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
fn drawing_strikes_eliminations_and_draws_each_link() {
    let words = ExplanationTexts::default();
    for path in PATHS.iter().take(100) {
        for PathStep { before, step } in &path.steps {
            let one = SolvePath {
                grid: *before.grid(),
                steps: vec![PathStep { before: before.clone(), step: step.clone() }],
                end: PathEnd::More,
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
fn steps_stand_below_id_and_title() {
    let bench = Bench::new();
    let puzzle =
        "3.5.8271942879.56..79635.826.45731.828.91.345.138...97752.689.4.463.927.93.24785.";
    let table = format!("id,title,puzzle\nB7,Rain & Tea,{puzzle}\n,Fog,{puzzle}\n,,{puzzle}\n");
    fs::write(bench.path("blog.csv"), table).unwrap();
    let page = String::from_utf8(bench.run("explain blog.csv --format html").stdout).unwrap();
    let heads: Vec<_> = page.lines().filter(|line| line.starts_with("<h2>")).collect();
    let ends = ["B7 · Rain &#38; Tea</h2>", "Fog</h2>", "blog.csv:4</h2>"];
    assert_eq!(heads, ends.map(|end| format!("<h2>{end}")));
    let lines = String::from_utf8(bench.run("explain blog.csv").stdout).unwrap();
    assert!(lines.starts_with("B7 · Rain & Tea: 3.5"), "{lines}");
    let hint = bench.run("explain blog.csv --next=where --format jsonl").stdout;
    let first: serde_json::Value =
        serde_json::from_slice(hint.split(|b| *b == b'\n').next().unwrap()).unwrap();
    assert_eq!(first["id"], "B7");
}

#[test]
fn no_step_relies_on_uniqueness() {
    let lines = cases().into_iter().step_by(3).map(|case| format!("{}\n", case.puzzle.givens()));
    let (code, told, said) =
        fed(&Bench::new(), "explain --format jsonl", lines.collect::<String>());
    assert_eq!((code, &*said), (0, ""));
    for technique in ["\"unique-", "\"bug-", "\"direct-"] {
        assert!(!told.contains(technique), "{technique}");
    }
}

#[test]
fn only_puzzles_with_one_solution_are_explained() {
    let bench = Bench::new();
    let illegal = SOLUTION.replacen("53", "35", 1);
    let text = format!(
        "{PUZZLE}\n{}\n{}\n{illegal}\n{}\n{PUZZLE}\n",
        two_solutions().0,
        no_solution(),
        &PUZZLE[1..]
    );
    for command in ["explain", "explain --next"] {
        for form in ["txt", "jsonl", "html"] {
            let (code, told, said) = fed(&bench, &format!("{command} --format {form}"), &text);
            assert_eq!(code, 1, "{command}");
            for words in [
                "standard input:2: legal, several solutions",
                match command {
                    "explain --next" => "standard input:3: no solution: at least one digit",
                    _ => "standard input:3: legal, no solution",
                },
                "standard input:4: illegal: digit",
                "standard input:5:81: expected 81 cells, found 80",
                "5 puzzles were read, 3 without an explanation to the end; errors in what was read: 1",
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
    let codes: Vec<&str> = ExplanationTexts::BUILTIN.iter().map(|(code, _)| *code).collect();
    for command in ["explain", "explain --next"] {
        bench.ends(&format!("{command} --lang eo"), 2, &codes.join(", "));
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
fn grid_with_a_conflict_has_no_steps() {
    let mut grid = Grid::EMPTY;
    Cell::ALL.into_iter().step_by(8).for_each(|cell| grid[cell] = Digit::new(1));
    assert_eq!(grid.filled_count(), 11);
    for path in [SolvePath::with_next_step(Position::new(&grid)), SolvePath::from_grid(&grid)] {
        assert_eq!((path.steps.len(), path.end), (0, PathEnd::Nested));
    }
}

/// Each link of a short chain has a reason; each numbered line has one, and names none but lines before it.
#[test]
fn chain_explains_each_link() {
    let english = ExplanationTexts::default();
    let reasons = [
        "the only place left",
        "its only candidate left",
        "is ruled out in",
        " is not ",
        "no place left",
    ];
    let ends = ["no candidate left", " twice, in ", " at the same time", "is not"];
    let (mut long, mut short) = (0, 0);
    for PathStep { before, step } in PATHS.iter().flat_map(|path| &path.steps) {
        if step.complexity() == 0 {
            continue;
        }
        let told = sentence(&english, before, step);
        let (first, lines) = told.split_once(" (1) ").unwrap_or((&told, ""));
        if lines.is_empty() {
            short += 1;
            let links = told.matches(" is ").count();
            let why = told.matches("because").count() + told.matches(" (").count();
            let at_once = ends.iter().chain(&reasons).any(|words| told.contains(words));
            assert!(why > 0 && links > 0 || at_once, "{told}");
            continue;
        }
        long += 1;
        // What is removed or placed stands before the first numbered line.
        let result = removed(first).len() + first.matches(" = ").count();
        assert!(result > 0, "{told}");
        let mut number = 1;
        for line in lines.split_inclusive(". ") {
            match line.split_once(") ").and_then(|(n, rest)| Some((n.strip_prefix('(')?, rest))) {
                Some(("1", _)) => number = 1,
                Some((n, _)) if n.parse() == Ok(number + 1) => number += 1,
                _ => {}
            }
            let references = line.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
            let known = references.filter_map(|(n, _)| n.parse::<usize>().ok());
            assert!(known.max().unwrap_or(0) <= number, "{line}: {told}");
            let says = |words: &[&str]| words.iter().any(|words| line.contains(words));
            assert!(says(&reasons) || says(&ends) || line.contains("If "), "{line}: {told}");
        }
    }
    assert!(long > 300 && short > 300, "{long} {short}");
}

/// They were 428 characters without reasons; the longest of all had 900.
#[test]
fn half_the_dynamic_contradictions_need_under_500_characters() {
    let dynamic = [Technique::DynamicContradiction, Technique::DynamicPlusContradiction];
    for words in all_words() {
        let steps = PATHS.iter().flat_map(|path| &path.steps);
        let steps = steps.filter(|told| dynamic.contains(&told.step.technique));
        let mut lengths: Vec<usize> =
            steps.map(|told| sentence(&words, &told.before, &told.step).chars().count()).collect();
        lengths.sort_unstable();
        assert!(
            lengths.len() > 10 && lengths[lengths.len() / 2] < 500,
            "{}: {lengths:?}",
            words.code()
        );
    }
}

/// Polish ones began with the name of a house: `wiersz 3: ...`.
#[test]
fn every_sentence_begins_with_capital_or_cell() {
    for words in all_words() {
        for PathStep { before, step } in PATHS.iter().step_by(7).flat_map(|path| &path.steps) {
            let told = sentence(&words, before, step);
            for sentence in told.split(". ").flat_map(|text| text.split(") (")) {
                let mut letters =
                    sentence.trim_start_matches(|c: char| "(0123456789) ".contains(c)).chars();
                let (first, second) = (letters.next(), letters.next());
                let is_cell = second.is_some_and(|c| c.is_ascii_digit());
                let small = first.is_some_and(char::is_lowercase);
                // A digit may begin a sentence: `7 kann in ...`.
                let begins = sentence.starts_with(|c: char| c.is_alphabetic());
                assert!(!begins || !small || is_cell, "{}: {told}", words.code());
            }
        }
    }
}

#[test]
fn pairs_triples_and_quads_have_a_text_each() {
    use Technique as T;
    let sets =
        [T::NakedPair, T::NakedTriple, T::NakedQuad, T::HiddenPair, T::HiddenTriple, T::HiddenQuad];
    for words in all_words() {
        let texts: BTreeSet<_> = sets.iter().map(|&set| words.how_to_find(set.into())).collect();
        assert_eq!(texts.len(), 6, "{}", words.code());
    }
    let english = ExplanationTexts::default();
    assert_eq!(english.technique(T::NakedTriple), "Naked triple");
    let said = english.texts().find(|text| text.contains("riplet") || text.contains("leaves r"));
    assert_eq!(said, None);
}

#[test]
fn the_documentation_lists_every_technique() {
    let listed = include_str!("../../../docs/rating.md");
    for technique in &Technique::ALL {
        assert_eq!(listed.matches(&format!("\n| `{technique}` | ")).count(), 1, "{technique}");
    }
}

/// No command showed the sentences of unique rectangles, loops and BUGs.
#[test]
fn rated_steps_tell_what_the_rating_rests_on() {
    let rests_on = |path: &SolvePath| {
        let is_unique =
            |told: &PathStep| matches!(told.step.reason, Reason::Loop { .. } | Reason::Bug { .. });
        path.steps.iter().any(is_unique)
    };
    let cases = cases();
    let told = cases.iter().zip(&*CASE_PATHS).filter(|(_, path)| rests_on(path)).take(12);
    let told: Vec<(&Case, &SolvePath)> = told.collect();
    let puzzles: String =
        told.iter().map(|(case, _)| format!("{}\n", case.puzzle.givens())).collect();
    let (code, lines, said) = fed(&Bench::new(), "explain --rated-steps --format jsonl", &puzzles);
    assert_eq!((code, &*said), (0, ""));
    let mut lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut seen = BTreeSet::new();
    for (case, path) in told {
        let records: Vec<serde_json::Value> = lines.by_ref().take(path.steps.len()).collect();
        for (record, told) in records.iter().zip(&path.steps) {
            assert_eq!(record["technique"], told.step.technique.name(), "{record}");
            seen.insert(told.step.technique);
        }
        let rating = |record: &serde_json::Value| record["rating"].as_f64().unwrap();
        let highest = records.iter().map(rating).fold(0.0, f64::max);
        assert_eq!(format!("{highest:.1}"), case.ratings[0], "{}", case.puzzle.givens());
    }
    assert_eq!(lines.next(), None);
    assert!(seen.contains(&Technique::UniqueRectangle1) && seen.contains(&Technique::Bug1));
}

#[test]
fn path_with_nested_chains_is_told_until_there() {
    let (code, told, said) = fed(&Bench::new(), "explain", NESTED);
    assert_eq!(code, 1);
    assert!(said.contains("needs nested forcing chains"), "{said}");
    assert!(told.contains("From here on, the puzzle needs nested forcing chains"), "{told}");
}

/// Positions of all kinds: parts of a solution, some with digits changed, some with several solutions.
#[test]
fn hint_for_any_position_is_sound_if_given() {
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
        let path = SolvePath::with_next_step(Position::new(&grid));
        let words = &words[i % words.len()];
        assert!(!plain_text(words, &path).is_empty());
        let Some(PathStep { step, .. }) = path.steps.first() else {
            assert!(path.end != PathEnd::More);
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

type Marks = Vec<BTreeSet<char>>;

/// A puzzle that is being solved, kept by naive code.
struct Game {
    puzzle: String,
    digits: Vec<char>,
    marks: Marks,
}

impl Game {
    fn of(puzzle: &str) -> Self {
        let digits: Vec<char> = puzzle.chars().collect();
        let marks = Cell::ALL.map(|cell| match digits[cell.index()] {
            '.' => {
                let shown: BTreeSet<char> =
                    cell.peers().iter().map(|p| digits[p.index()]).collect();
                ('1'..='9').filter(|digit| !shown.contains(digit)).collect()
            }
            digit => BTreeSet::from([digit]),
        });
        let mut game = Self { puzzle: puzzle.to_owned(), digits, marks: marks.into() };
        game.settle();
        game
    }

    fn apply(&mut self, record: &serde_json::Value) {
        for lost in record["eliminations"].as_array().unwrap() {
            let (name, digits) = lost.as_str().unwrap().split_once('-').unwrap();
            for digit in digits.chars() {
                assert!(self.marks[cell(name).index()].remove(&digit), "{record}");
            }
        }
        if let Some((name, digit)) = record["placement"].as_str().and_then(|p| p.split_once('=')) {
            let (cell, digit) = (cell(name), digit.chars().next().unwrap());
            self.digits[cell.index()] = digit;
            self.marks[cell.index()] = BTreeSet::from([digit]);
            for peer in cell.peers().iter().filter(|peer| self.digits[peer.index()] == '.') {
                self.marks[peer.index()].remove(&digit);
            }
        }
        self.settle();
    }

    /// A last candidate that no other cell of its houses has is a digit: two of the forms do not tell them apart.
    fn settle(&mut self) {
        for cell in Cell::ALL {
            let own = self.marks[cell.index()].first().copied().unwrap();
            let free = |peer: &Cell| !self.marks[peer.index()].contains(&own);
            if self.marks[cell.index()].len() == 1 && cell.peers().iter().all(free) {
                self.digits[cell.index()] = own;
            }
        }
    }

    fn line(&self) -> String {
        let marks = self.marks.iter().flat_map(|set| {
            ('1'..='9').map(|digit| if set.contains(&digit) { digit } else { '.' })
        });
        marks.collect::<String>() + "\n"
    }

    fn pencil_marks(&self) -> String {
        let rule = "+-----------+-----------+-----------+\n";
        let mut out = String::new();
        for row in 0..9 {
            if row % 3 == 0 {
                out += rule;
            }
            for column in 0..9 {
                out += if column % 3 == 0 { "| " } else { " " };
                out.extend(&self.marks[9 * row + column]);
                out.push(' ');
            }
            out += "|\n";
        }
        out + rule + "\n"
    }
}

/// It said the same elimination for ever: it took no candidates. 500 puzzles: `tests/campaign/hints`.
#[test]
fn following_hints_fills_the_grid_in_every_form() {
    let bench = Bench::new();
    let mut by_rating = BTreeMap::new();
    for case in cases() {
        by_rating.entry(case.ratings[0]).or_insert_with(|| case.puzzle.givens().to_string());
    }
    assert!(by_rating.len() > 25, "{:?}", by_rating.keys());
    let mut games: Vec<Game> =
        by_rating.values().step_by(2).map(|puzzle| Game::of(puzzle)).collect();
    let forms: [fn(&Game) -> String; 2] = [Game::line, Game::pencil_marks];
    let mut eliminations = 0;
    for round in 0..250 {
        let open = |game: &&mut Game| game.digits.contains(&'.');
        let mut live: Vec<&mut Game> = games.iter_mut().filter(open).collect();
        if live.is_empty() {
            break;
        }
        let input: String = live.iter().map(|game| forms[round % 2](game)).collect();
        let (code, records, said) = fed(&bench, "explain --next=full --format jsonl", &input);
        assert_eq!((code, &*said), (0, ""), "{input}");
        assert_eq!(records.lines().count(), live.len(), "{input}");
        for (game, record) in live.iter_mut().zip(records.lines()) {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            eliminations += usize::from(record["placement"].is_null());
            game.apply(&record);
        }
    }
    assert!(eliminations > 60, "{eliminations}");
    for game in games {
        let reached: Grid = game.digits.iter().collect::<String>().parse().unwrap();
        assert!(
            reached.filled_count() == 81 && reached.conflicts().next().is_none(),
            "{}",
            game.puzzle
        );
    }
}

#[test]
fn a_hint_tells_as_much_as_its_strength() {
    let bench = Bench::new();
    let told = |flags: &str| {
        let (code, told, said) = fed(&bench, &format!("explain {flags}"), PUZZLE);
        assert_eq!((code, &*said), (0, ""), "{flags}");
        told
    };
    let [only_where, what, full] = ["--next=where", "--next", "--next=full"]
        .map(|flag| told(flag).lines().nth(1).unwrap().to_owned());
    assert_eq!(only_where, "Look at block 2.");
    assert!(what.starts_with("Hidden single, block 2. Pick a digit and"), "{what}");
    assert_eq!(full, "Hidden single (1.2): r1c6 = 8: the only place for 8 in block 2.");
    let keys = |flag: &str| -> BTreeSet<String> {
        let record: serde_json::Value =
            serde_json::from_str(&told(&format!("{flag} --format jsonl"))).unwrap();
        record.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys("--next=where"), ["houses", "puzzle", "text"].map(str::to_owned).into());
    let what = ["houses", "puzzle", "rating", "technique", "text"];
    assert_eq!(keys("--next"), what.map(str::to_owned).into());
    assert!(keys("--next=full").contains("placement"));
    // The page of a weaker hint marks no cell.
    for flag in ["--next=where", "--next"] {
        let page = told(&format!("{flag} --format html"));
        let page = page.split_once("<section>").unwrap().1;
        assert!(page.contains("class=\"house\"") && !page.contains("class=\"new\""), "{flag}");
        assert!(!page.contains("r1c6") && !page.contains("class=\"blocker\""), "{flag}");
    }
    bench.ends("explain --next=all", 2, "invalid value");
    bench.ends("explain --givens x", 2, "--next");
    let (code, told, _) = fed(&bench, "explain --next", SOLUTION);
    assert_eq!(code, 0);
    assert!(told.contains("The grid is full"), "{told}");
}

/// A position with 1 in r1c3, which is legal and wrong: the solution has a 4.
fn with_a_wrong_digit() -> String {
    PUZZLE.replacen("53.", "531", 1)
}

#[test]
fn wrong_digit_is_named_with_known_givens() {
    let bench = Bench::new();
    let wrong = with_a_wrong_digit();
    let named = "wrong: the 1 in r1c3";
    let says = |args: &str, input: &str, words: &str| {
        let (code, told, said) = fed(&bench, args, input);
        assert_eq!((code, &*told), (1, ""), "{args}: {input}");
        assert!(said.contains(words), "{args}: {said}");
    };
    says(&format!("explain --next --givens {PUZZLE}"), &wrong, named);
    let file = bench.path("printed.txt");
    std::fs::write(&file, PUZZLE).unwrap();
    says(&format!("explain --next --givens {}", file.display()), &wrong, named);
    says("explain --next", &format!("puzzle,givens\n{wrong},{PUZZLE}\n"), named);
    // Where they are not known, it says how to tell them.
    says(
        "explain --next",
        &PUZZLE.replacen("53..", "5312", 1),
        "no solution: at least one digit that you filled in is wrong; name the puzzle with --givens to see it",
    );
    // Another puzzle, and a candidate that should have stayed.
    let other = SOLUTION.replace('1', ".");
    says(
        &format!("explain --next --givens {other}"),
        PUZZLE,
        "this is another puzzle: expected the given",
    );
    let vague = PUZZLE.replacen("53", "..", 1);
    says(
        "explain --next",
        &format!("puzzle,givens\n{PUZZLE},{vague}\n"),
        "expected givens with one solution, found more than one solution",
    );
    let mut game = Game::of(PUZZLE);
    game.marks[2].remove(&'4');
    says(
        &format!("explain --next --givens {PUZZLE}"),
        &(game.line() + "\n"),
        "a candidate that is needed was removed from r1c3",
    );
    bench.ends("explain --next --givens missing.txt", 2, "missing.txt");
    bench.ends(
        &format!("explain --next --givens {}", "12345678.".repeat(9)),
        2,
        "expected a puzzle with one solution",
    );
}

#[test]
fn wrong_digit_is_named_if_certainly_wrong() {
    let bench = Bench::new();
    let wrong = "no solution: at least one digit that you filled in is wrong";
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
        let (code, told, said) = fed(&bench, "explain --next", grid.to_string());
        assert_eq!((code, &*told), (1, ""));
        let named = format!("{wrong}; without the {} in r9c9 there is one", digit.unwrap());
        assert!(said.contains(&named), "{grid}: {said}");
    }
}

#[test]
fn unreadable_position_is_refused_at_its_line() {
    let bench = Bench::new();
    let game = Game::of(PUZZLE);
    let (line, grid) = (game.line(), game.pencil_marks());
    let short = grid.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    for (input, words) in [
        (
            format!("\n{}", line.replacen('5', "6", 1)),
            ":2:1: expected 5, 0 or a dot in its place, found '6' (r1c1)",
        ),
        (short, ":2:1: expected 9 rows in the grid that begins here, found 4"),
        (grid.replacen("| 5 ", "| 55 ", 1), ":2:3: expected each digit once in a cell, found 55"),
        (
            format!("puzzle,candidates\n{PUZZLE},123\n"),
            ":2: expected 729 characters of candidates, found 3",
        ),
    ] {
        let (code, _, said) = fed(&bench, "explain --next", &input);
        assert_eq!(code, 1, "{input}");
        assert!(said.contains(words), "{words}: {said}");
    }
    // A table may call its puzzles problems.
    assert_eq!(fed(&bench, "explain --next", format!("problem\n{PUZZLE}\n")).0, 0);
    // All commands read candidates, also among puzzles.
    for command in ["explain --next", "solve", "verify - --allow-duplicates"] {
        assert_eq!(fed(&bench, command, format!("{line}{PUZZLE}\n{grid}")).0, 0, "{command}");
    }
}
