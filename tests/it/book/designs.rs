//! What each design promises, and what stands at the head of its pages.

use crate::support::books::{imprint, make, pdf, sections, trim, true_sections};
use crate::support::forms::{filled_stars, forms, puzzle_grids};
use crate::support::languages::speaking;
use crate::support::program::Bench;
use crate::support::readback;
use crate::support::verify::verify;
use book::{
    self, BookOptions, Language, Listing, Openers, PuzzleCodePlace, PuzzleOrder, PuzzlesPerPage,
    Section, Template, Volume,
};
use grid::{AnyGrid, Canonical, House, Level, Puzzle};
use human::{Band, Ladder, Rung};
use lopdf::Document;
use page::{Colour, DrawOp, FlatMark, Page, PathPaint};
use preflight::{MM, Printer, Rule, booklet_sides};
use proof::readback::{PageContents, Pdf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Proves files, and looks for words in what `verify` says of them.
fn proved(bench: &Bench, paths: &str, words: &str) {
    let output = bench.run(&format!("verify {paths}"));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{paths}: {said}");
    assert!(said.contains(words), "{paths}: {said}");
}

/// The days of a year, counted without any calendar of the program.
fn days_of(year: i32) -> Vec<String> {
    const MONTHS: [(&str, u32); 12] = [
        ("January", 31),
        ("February", 28),
        ("March", 31),
        ("April", 30),
        ("May", 31),
        ("June", 30),
        ("July", 31),
        ("August", 31),
        ("September", 30),
        ("October", 31),
        ("November", 30),
        ("December", 31),
    ];
    const WEEK: [&str; 7] =
        ["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
    // 1 January 2000 was a Saturday.
    let leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut day = (2000..year).map(|year| if leap(year) { 366 } else { 365 }).sum::<usize>();
    let mut days = Vec::new();
    for (month, length) in MONTHS {
        let length = length + u32::from(leap(year) && month == "February");
        for date in 1..=length {
            days.push(format!("{}, {date} {month} {year}", WEEK[day % 7]));
            day += 1;
        }
    }
    days
}

/// The date above a puzzle: weekday, day, month and year.
fn large_day(page: &PageContents) -> String {
    let head: Vec<&str> = page.lines.iter().take(2).flat_map(|line| line.split('\t')).collect();
    let [weekday, day, month] = head[..] else { panic!("{head:?}") };
    format!("{weekday}, {day} {month}")
}

#[test]
fn a_year_has_all_its_days() {
    let bench = Bench::new();
    for (year, count) in [(2027, 365), (2028, 366)] {
        let days = days_of(year);
        assert_eq!(days.len(), count);
        let out = format!("y{year}");
        let flags =
            format!("--first-day {year}-01-01 --last-day {year}-12-31 --turns 2,2,2,2,2,1,1");
        bench.ends(&format!("run --template daily {flags} --seed 1 --out {out}"), 0, "");
        bench.ends(&format!("verify {out}"), 0, "");
        let file = Pdf::open(&bench.read(&format!("{out}/book.pdf"))).unwrap();
        let (mut captions, mut answers) = (BTreeMap::new(), BTreeMap::new());
        let mut openers = Vec::new();
        let mut contents = String::new();
        for index in 0..file.page_count() {
            let page = file.page(index).unwrap();
            for grid in page.grids.iter().filter(|grid| grid.number.is_some()) {
                let of = if grid.is_full() { &mut answers } else { &mut captions };
                let words = if grid.is_full() {
                    grid.caption.first().unwrap().clone()
                } else {
                    large_day(&page)
                };
                of.insert(grid.number.unwrap(), words);
            }
            if page.lines.iter().any(|line| line == "Contents") {
                contents = page.lines.join("\n");
            }
            let month = page.lines.first().filter(|line| line.ends_with(&format!(" {year}")));
            openers.extend(month.filter(|_| page.grids.is_empty()).cloned());
            assert!(!page.lines.iter().any(|line| line.contains("Date")), "a second date");
        }
        assert_eq!(captions.into_values().collect::<Vec<_>>(), days);
        let short = |day: &String| {
            let (_, date) = day.split_once(", ").unwrap();
            date.trim_end_matches(&format!(" {year}")).to_owned()
        };
        let answers: Vec<_> = answers.into_values().collect();
        assert_eq!(answers, days.iter().map(short).collect::<Vec<_>>());
        let months: Vec<_> = days.iter().filter(|day| day.contains(", 1 ")).collect();
        let months: Vec<_> =
            months.into_iter().map(|day| day.split_once(", 1 ").unwrap().1.to_owned()).collect();
        assert_eq!(openers, months);
        assert!(months.iter().all(|month| contents.contains(month.as_str())), "{contents}");
    }
}

#[test]
fn days_are_refused_in_designs_without_days() {
    let bench = Bench::new();
    bench.ends("run --template daily --total 10 --seed 1 --out a", 0, "");
    proved(&bench, "a", "10 puzzles");
    let leap = "run --template daily --first-day 2028-02-28 --last-day 2028-03-01 --seed 1 --out b";
    bench.ends(leap, 0, "");
    proved(&bench, "b", "3 puzzles");
    // A pattern of bands, of which one is not a level.
    let bands =
        "run --ladder human --template daily --turns 1,2,2,3,3,4,6 --total 8 --out c --seed 1";
    bench.ends(bands, 0, "");
    proved(&bench, "c", "8 puzzles");
    bench.ends("run --template daily --turns 1,2,2,3,3,4,6 --total 8 --out d", 2, "found 6");
    bench.ends("run --template daily --turns 1,2 --total 8 --out d", 2, "from Monday");
    let year = "--first-day 2027-01-01 --last-day 2027-12-31";
    bench.ends(&format!("run {year} --out d"), 2, "found classic");
    bench.ends(&format!("run --template daily {year} --count 2 --out d"), 2, "cannot be used with");
    let back = "run --template daily --first-day 2027-02-01 --last-day 2027-01-31 --out d";
    bench.ends(back, 2, "expected 2027-02-01 or later, found 2027-01-31");
    bench.ends("run --template daily --last-day 2027-01-31 --out d", 2, "first-day");
    assert!(!bench.path("d").exists());
    // The same book of the finished run in another language, and its pattern is remembered.
    bench.ends("book c --lang de --out c.pdf", 0, "");
    bench.ends("verify c.pdf c/catalog.csv", 0, "");
}

/// A wide page had the puzzles of two days.
#[test]
fn wide_page_of_a_newspaper_is_a_day() {
    let template = Template::builtin("newspaper").unwrap();
    let sections = true_sections(&[4, 0, 4, 0, 4]);
    let volumes = book::volumes(&template, trim("a4"), &imprint(), &sections).unwrap();
    let bytes = pdf(&volumes[0]);
    let page = Pdf::open(&bytes).unwrap().page(0).unwrap();
    let levels = page.grids.iter().map(|grid| {
        let puzzle = Puzzle::prove(*grid.grid.classic().unwrap()).unwrap();
        Level::of(&puzzle).number()
    });
    assert_eq!(levels.collect::<BTreeSet<_>>(), BTreeSet::from([1, 3, 5]));
    assert_eq!(page.grids.len(), 3);
    let office = Printer::builtin("office").unwrap().terms(trim("a4"), None).unwrap();
    for finding in &preflight::inspect(&bytes, &office).unwrap().findings {
        // The margin for holes and staples is advice.
        let refused = finding.rule == Rule::SafeArea && finding.advice.is_none();
        assert!(!refused, "{finding:?}");
    }
}

/// On A4 the rows were 43 mm apart.
#[test]
fn rows_of_a_paper_leave_no_hole() {
    let template = Template::builtin("newspaper").unwrap();
    let sections = sections(&[4, 0, 4, 0, 4]);
    for size in ["a4", "8.5x11", "a5"] {
        let volumes = book::volumes(&template, trim(size), &imprint(), &sections).unwrap();
        let page = volumes[0].pages().next().unwrap();
        let grids = puzzle_grids(&page);
        let tops = grids.iter().map(|(corner, _)| corner.1);
        let [first, last] = [tops.clone().reduce(f64::min), tops.reduce(f64::max)];
        let gap = (last.unwrap() - first.unwrap() - grids[0].1) / MM;
        assert!((10.0..31.0).contains(&gap), "{size}: {gap} mm");
        // Each page says what its levels ask of the reader, besides the captions of the puzzles.
        for sheet in &readback::sheets(&pdf(&volumes[0]))[..4] {
            let names = sheet.text().matches("Beginner").count();
            assert_eq!(names, 2, "{size}: {}", sheet.text());
        }
    }
}

#[test]
fn neighbours_get_different_versions_of_one_puzzle() {
    let bench = Bench::new();
    bench.ends("run --template classroom --sheets 6 --seed 4 --out class", 0, "");
    proved(&bench, "class", "24 puzzles");
    let (mut sheets, mut answers) = (Vec::new(), Vec::new());
    let answer_pages = grids_by_page(&bench.read("class/answers.pdf"));
    assert!(answer_pages.len() <= 2, "{}", answer_pages.len());
    for page in &answer_pages {
        let text = page.lines.join("\t");
        assert!(text.contains("Sudoku in Class") && text.contains("Answers"), "{text}");
        let numbered = page.grids.iter().filter(|grid| grid.number.is_some());
        answers.extend(numbered.map(|grid| (grid.caption.join(" "), grid.number.unwrap())));
    }
    for page in grids_by_page(&bench.read("class/book.pdf")) {
        assert!(!page.lines.is_empty(), "a blank page");
        let numbered = page.grids.iter().filter(|grid| grid.number.is_some());
        let numbers: Vec<_> = numbered.filter_map(|grid| grid.number).collect();
        if numbers.is_empty() {
            continue;
        }
        let text = page.lines.join("\t");
        assert!(!text.contains("answers on"), "{text}");
        for word in
            ["Sudoku in Class", "Name", "Class", "Score", "/ 4", "Fill in the digits 1 to 9"]
        {
            assert!(text.contains(word), "{word}: {text}");
        }
        let version = text.split('\t').find(|words| words.starts_with("Version ")).unwrap();
        let puzzles: Vec<_> = page
            .grids
            .iter()
            .map(|grid| Puzzle::prove(*grid.grid.classic().unwrap()).unwrap())
            .collect();
        sheets.push((version.to_owned(), numbers, puzzles));
    }
    assert_eq!(sheets.len(), 6);
    let classes = |puzzles: &[Puzzle]| puzzles.iter().map(Canonical::of).collect::<Vec<_>>();
    let first: BTreeSet<_> = classes(&sheets[0].2).into_iter().collect();
    assert_eq!(first.len(), 4);
    let (mut seen, mut expected) = (BTreeSet::new(), BTreeSet::new());
    for (n, (version, numbers, puzzles)) in sheets.iter().enumerate() {
        assert_eq!(version, &format!("Version {}", n + 1));
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&1, &2, &3, &4]));
        expected.extend(numbers.iter().map(|number| (version.clone(), *number)));
        assert_eq!(classes(puzzles).into_iter().collect::<BTreeSet<_>>(), first, "{version}");
        assert!(puzzles.iter().all(|puzzle| seen.insert(puzzle.givens().to_string())));
    }
    assert_eq!(answers.len(), 24);
    assert_eq!(answers.into_iter().collect::<BTreeSet<_>>(), expected);
    // What the manifest remembers makes the same book again, and other puzzles are refused.
    bench.ends("book class --out again.pdf", 0, "");
    assert_eq!(bench.read("again.pdf"), bench.read("class/book.pdf"));
    bench.ends("generate --count 6 --levels 1 --seed 1 --out other.csv", 0, "");
    bench.ends(
        "book other.csv --template classroom --sheets 6 --out no.pdf",
        2,
        "expected 6 equivalent",
    );
    // Several puzzles of a level: a sheet has one version of each.
    for answers in ["foot", "end", "apart"] {
        let run = format!(
            "run --template classroom --total 4 --levels 2-3 --sheets 3 --answers {answers}"
        );
        bench.ends(&format!("{run} --out {answers}"), 0, "");
        crate::support::verify::verify(&bench, answers, 0);
    }
    bench.ends("run --sheets 6 --variants 2 --out no", 2, "--sheets: --variants");
}

/// Twenty-two puzzles of two levels were on pages of four, four, three, four, four and three, or
/// ended with a page of two.
#[test]
fn sheets_of_a_class_share_puzzles_evenly() {
    for (counts, expected) in [([10, 10], vec![4; 5]), ([10, 12], vec![4, 4, 3, 4, 4, 3])] {
        let template = Template::builtin("classroom").unwrap();
        let volumes = book::volumes(&template, trim("a4"), &imprint(), &sections(&counts)).unwrap();
        let pages = grids_by_page(&pdf(&volumes[0]));
        let on_page = |page: &PageContents| {
            page.grids.iter().filter(|grid| grid.number.is_some() && !grid.is_full()).count()
        };
        let found: Vec<usize> = pages.iter().map(on_page).filter(|count| *count > 0).collect();
        assert_eq!(found, expected);
    }
}

/// The column with time, code and answer stood at the binding of left-hand pages.
#[test]
fn column_beside_grids_is_at_outer_edge() {
    let options = BookOptions {
        puzzle_link: Some("https://example.com/{number}".parse().unwrap()),
        puzzle_qr: Some(PuzzleCodePlace::Puzzles),
        ..imprint()
    };
    let volume = volume("classic", "6x9", &options, &[8, 8]);
    let mut sides = BTreeSet::new();
    for (index, page) in volume.pages().enumerate() {
        let places = page.marks.iter().filter_map(|mark| match mark {
            DrawOp::Text { at, text, .. } if text.starts_with("Answer: page") => Some(at.0),
            _ => None,
        });
        for x in places {
            let is_right = x > page.width / 2.0;
            assert_eq!(is_right, index % 2 == 0, "page {index}");
            sides.insert(is_right);
        }
    }
    assert_eq!(sides.len(), 2);
}

/// Hints below the puzzles made the grids of a course 3.29 in wide, and tabs left room for eight
/// answers a page.
#[test]
fn hints_and_tabs_take_no_room_from_grids() {
    let bench = Bench::new();
    bench.ends("run --job course --count 2 --seed 1 --out course -q", 0, "");
    bench.ends("verify course", 0, "");
    let mut count = 0;
    for page in puzzles(&grids_by_page(&bench.read("course/book.pdf"))) {
        for grid in page.grids.iter().filter(|grid| grid.number.is_some()) {
            let inches = 9.0 * grid.lattice.cell() / 72.0;
            // Without the frame, 0.03 in.
            assert!(inches >= 3.47, "{inches} in");
            count += 1;
        }
    }
    assert_eq!(count, 12);
    let run = "run --trim 6x9 --printer kdp --paper cream --total 24 --seed 1 --tabs --fill-pages";
    bench.ends(&format!("{run} --out tabs -q"), 0, "");
    bench.ends("verify tabs", 0, "");
    let pages = grids_by_page(&bench.read("tabs/book.pdf"));
    let answers = pages.iter().map(|page| page.grids.iter().filter(|grid| grid.is_full()).count());
    assert_eq!(answers.filter(|count| *count > 1).collect::<Vec<_>>(), [12, 12]);
}

/// The rules before the first sheet were page i, and the third page of the file was page 2.
#[test]
fn unbound_pages_have_the_numbers_of_the_file() {
    let template = Template::builtin("classroom").unwrap();
    let volumes = book::volumes(&template, trim("a4"), &imprint(), &sections(&[8])).unwrap();
    let bytes = pdf(&volumes[0]);
    for (index, sheet) in crate::support::readback::sheets(&bytes).iter().enumerate() {
        let (last, number) = (sheet.lines().pop().unwrap(), (index + 1).to_string());
        assert_eq!(last.split('\t').next_back(), Some(&*number), "{last}");
    }
    // Viewers take the first label of a page, so page 1 must not have a roman one, too.
    let document = Document::load_mem(&bytes).unwrap();
    let labels = document.get_dict_in_dict(document.catalog().unwrap(), b"PageLabels").unwrap();
    assert_eq!(labels.get(b"Nums").unwrap().as_array().unwrap().len(), 2);
}

/// The answers of 30 sheets were seven in a row, so that those of a version were in two rows or on
/// two pages, with digits of 7 points.
#[test]
fn answers_of_a_version_share_one_page() {
    let bench = Bench::new();
    for (sheets, puzzles, pages) in
        [(2, 4, 1), (12, 4, 2), (30, 4, 5), (30, 1, 1), (8, 6, 3), (9, 7, 3)]
    {
        let out = format!("c{sheets}-{puzzles}");
        let run =
            format!("run --template classroom --total {puzzles} --levels 2 --sheets {sheets}");
        bench.ends(&format!("{run} --seed 4 --out {out}"), 0, "");
        proved(&bench, &out, &format!("{} puzzles", puzzles * sheets));
        let all = crate::support::readback::sheets(&bench.read(&format!("{out}/answers.pdf")));
        let answers: Vec<_> = all
            .iter()
            .filter(|page| page.grids().iter().any(|grid| !grid.line.contains('.')))
            .collect();
        assert_eq!(answers.len(), pages, "{out}");
        let mut told = 0;
        for page in answers {
            let grids = page.grids();
            assert!(grids.len().is_multiple_of(puzzles), "{out}: a version on two pages");
            assert!(grids.iter().all(|grid| grid.digit_size > 8.9), "{out}: small digits");
            let versions = grids.len() / puzzles;
            let (first, last) = (told + 1, told + versions);
            let heading = if first == last {
                format!("Version {first}")
            } else {
                format!("Versions {first}–{last}")
            };
            assert!(page.text().contains(&heading), "{heading}: {}", page.text());
            told += versions;
        }
        assert_eq!(told, sheets);
    }
}

/// The grids of a file, page by page.
fn grids_by_page(bytes: &[u8]) -> Vec<PageContents> {
    let file = Pdf::open(bytes).unwrap();
    (0..file.page_count()).map(|index| file.page(index).unwrap()).collect()
}

/// Returns the sides of the cells of the unsolved grids of a page of puzzles, in points.
fn cells_of_puzzles(page: &PageContents) -> Vec<(usize, f64)> {
    let numbered = page.grids.iter().zip(&page.places).filter(|(found, _)| found.number.is_some());
    let open = numbered.filter(|(found, _)| !found.is_full());
    let cells = open.map(|(found, place)| {
        let side = found.grid.shape().side();
        (side, (place[2] - place[0]) / side as f64)
    });
    cells.collect()
}

/// A book of three sizes had two 4 x 4 grids on a page, with cells of 0.87 in.
#[test]
fn small_grids_have_cells_near_those_of_9x9() {
    let bench = Bench::new();
    for (look, counts) in [
        ("--trim 6x9", [6, 6, 2]),
        ("--trim 5x8", [6, 6, 2]),
        ("--trim a4", [12, 12, 4]),
        ("--trim 6x9 --per-page 2", [2, 2, 2]),
        ("--template playful --trim 8.5x11", [1, 1, 1]),
    ] {
        let run = "run --quota 4x4:1=12,6x6:1=12,9x9:1=12 --ladder human --seed 7 --out mixed";
        bench.ends(&format!("{run} {look} --force puzzles"), 0, "");
        let mut found: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
        for page in grids_by_page(&bench.read("mixed/book.pdf")) {
            let cells = cells_of_puzzles(&page);
            let Some((side, cell)) = cells.first() else { continue };
            assert!(cells.iter().all(|other| other.0 == *side), "{look}: {cells:?}");
            found.entry(*side).or_default().push((cells.len(), *cell));
        }
        for (side, count) in [4, 6, 9].into_iter().zip(counts) {
            let pages = &found[&side];
            assert_eq!(pages.len(), 12 / count, "{look}: {pages:?}");
            assert!(pages.iter().all(|page| page.0 == count), "{look}: {pages:?}");
            let times = pages[0].1 / found[&9][0].1;
            assert!(count == counts[2] || (0.8..1.5).contains(&times), "{look}: {side} {times}");
        }
    }
}

/// The last page of answers had a single one, or nine of twelve, where the others were full. Ten
/// answers stood in three full rows and one alone.
#[test]
fn pages_of_answers_share_them_evenly() {
    let parts = ["puzzles", "answers", "hints", "progress"].map(str::to_owned).to_vec();
    let options = BookOptions { parts: Some(parts), ..imprint() };
    let template = Template::builtin("classic").unwrap();
    let volume = |count| {
        let sections = sections(&[count]);
        book::volumes(&template, trim("6x9"), &options, &sections).unwrap().remove(0)
    };
    let most = volume(400).grids_per_page().1;
    for count in [13, 16, 25, 31, 37, 49, 60, 61, 100] {
        let volume = volume(count);
        let pages = grids_by_page(&pdf(&volume));
        let answers = pages.iter().filter(|page| page.grids.iter().any(|grid| grid.is_full()));
        let answers: Vec<_> = answers.collect();
        let shares: Vec<usize> = answers.iter().map(|page| page.grids.len()).collect();
        let mut lefts: Vec<i64> = answers
            .iter()
            .flat_map(|page| page.places.iter().map(|place| (place[0] / 20.0).round() as i64))
            .collect();
        lefts.sort_unstable();
        lefts.dedup();
        // Margins of left and right pages differ.
        let columns = if lefts.len() > 4 { 3 } else { lefts.len() };
        let is_alone = |share: &usize| columns == 3 && share % columns == 1;
        assert!(!shares.iter().any(is_alone), "{count}: {shares:?} in {columns} columns");
        assert_eq!(shares.iter().sum::<usize>(), count);
        assert_eq!(shares.len(), count.div_ceil(most), "{count}: {shares:?}");
        let (fewest, full) = (shares.iter().min().unwrap(), volume.grids_per_page().1);
        assert!(shares.iter().max().unwrap() - fewest <= columns, "{count}: {shares:?}");
        assert!(3 * fewest >= 2 * full, "{count}: {shares:?} on pages of {full}");
    }
}

/// On 6 x 9 in, two grids a page were 3.12 in wide, and 2.4 in above QR codes.
#[test]
fn two_grids_on_6x9_are_89_mm_wide() {
    let link = Some("https://example.com/{number}".parse().unwrap());
    let coded =
        BookOptions { puzzle_link: link, puzzle_qr: Some(PuzzleCodePlace::Puzzles), ..imprint() };
    let template = Template::builtin("classic").unwrap();
    let kdp = Printer::builtin("kdp").unwrap().terms(trim("6x9"), None).unwrap();
    for (options, count) in [(imprint(), 100), (imprint(), 700), (coded, 100)] {
        let sections = sections(&[count]);
        let spec = book::LayoutSpec::new(&template, &sections).options(&options).printer(&kdp);
        let volume = spec.lay_out().unwrap().volumes.remove(0);
        let bytes = pdf(&volume);
        let pages = grids_by_page(&bytes);
        let page = pages.iter().find(|page| page.grids.len() == 2).expect("a page of puzzles");
        for place in &page.places {
            // Half of the frame line of 2 points is outside of the place.
            let side = 2.0 + (place[2] - place[0]).min(place[3] - place[1]);
            assert!(side >= 3.5 * 72.0, "{count}: {side}");
        }
        assert_eq!(preflight::inspect(&bytes, &kdp).unwrap().findings, [], "{count}");
    }
}

/// A grid that shares the page of a tablet with another one was 2.4 in wide.
#[test]
fn tablet_pages_have_one_puzzle() {
    let template = Template::builtin("classic").unwrap();
    let sections = sections(&[12]);
    for size in ["remarkable-2", "supernote-nomad"] {
        let terms = Printer::builtin("eink").unwrap().terms(trim(size), None).unwrap();
        let spec = book::LayoutSpec::new(&template, &sections).printer(&terms);
        assert_eq!(spec.lay_out().unwrap().volumes[0].grids_per_page().0, 1, "{size}");
    }
}

/// With six puzzles a level and four a page, every second page was half empty.
#[test]
fn short_levels_run_on() {
    let template = Template::builtin("classic").unwrap();
    for counts in [[6, 6, 6, 6], [5, 7, 3, 8], [2, 6, 6, 8]] {
        let volume =
            book::volumes(&template, trim("letter"), &imprint(), &sections(&counts)).unwrap();
        let pages = grids_by_page(&pdf(&volume[0]));
        let puzzles: Vec<_> = pages
            .iter()
            .map(|page| page.grids.iter().filter(|grid| !grid.is_full() && grid.number.is_some()))
            .map(Iterator::count)
            .filter(|count| *count > 0)
            .collect();
        assert_eq!(puzzles.iter().sum::<usize>(), counts.iter().sum::<usize>());
        if counts == [6; 4] {
            assert_eq!(puzzles, [4; 6]);
        }
        // Each level begins on the page that the contents name, below its heading.
        let mut first = 1;
        let chapters = volume[0].places().into_iter().filter(|place| place.chapter.is_some());
        for (place, count) in chapters.zip(counts) {
            let page = &pages[place.page];
            let name = place.chapter.unwrap();
            assert!(page.lines.iter().any(|line| line.contains(&name)), "{name}: {:?}", page.lines);
            assert!(page.grids.iter().any(|grid| grid.number == Some(first)), "{counts:?}: {name}");
            first += count as u64;
        }
    }
}

/// On A4 the puzzles of a paper had margins of 35 mm, and its last page had grids of another size. On a column the
/// puzzles began at the right of the masthead.
#[test]
fn pages_of_a_newspaper_look_alike() {
    let template = Template::builtin("newspaper").unwrap();
    for (size, counts) in [("a4", [4, 0, 4, 0, 4]), ("100x340mm", [3, 0, 3, 0, 3])] {
        let volumes = book::volumes(&template, trim(size), &imprint(), &sections(&counts)).unwrap();
        let pages = grids_by_page(&pdf(&volumes[0]));
        let side = |page: &PageContents| {
            let widths = page.places.iter().map(|place| place[2] - place[0]);
            widths.fold(0.0, f64::max)
        };
        for page in &pages {
            assert!((side(page) - side(&pages[0])).abs() < 0.1, "{size}, page {}", page.sheet);
        }
        for page in &pages {
            let left = page.places.iter().map(|place| place[0]).fold(f64::MAX, f64::min);
            assert!((left - 19.0).abs() < 1.5, "{size}, page {}: a margin of {left}", page.sheet);
        }
    }
}

/// The longest of these titles was printed at 4.01 and 3.12 points, and nothing was said.
#[test]
fn long_newspaper_title_breaks_or_is_refused() {
    let template = Template::builtin("newspaper").unwrap();
    let title = "The Daily Puzzle Page of the Northern Valley Evening News";
    let lay_out = |title: String| {
        let first_day = Some("2026-09-21".parse().unwrap());
        let options = BookOptions { title: Some(title), first_day, ..imprint() };
        book::volumes(&template, trim("100x380mm"), &options, &sections(&[2, 0, 2, 0, 2]))
    };
    let volumes = lay_out(title.to_owned()).unwrap();
    assert_eq!(volumes[0].faults(), Vec::<String>::new());
    let page = volumes[0].pages().next().unwrap();
    let sizes = FlatMark::all(&page.marks).into_iter().filter_map(|mark| match mark.op {
        DrawOp::Text { size, text, .. } if title.to_uppercase().contains(&**text) => Some(*size),
        _ => None,
    });
    let sizes: Vec<f64> = sizes.collect();
    assert!(sizes.len() > 1 && sizes.iter().all(|size| *size >= 7.0), "{sizes:?}");
    let refused = lay_out(title.repeat(3)).unwrap_err().to_string();
    assert!(refused.contains("is too wide") && refused.contains("use shorter words"), "{refused}");
}

/// Name, class and score were printed over each other, and a long date left no title.
#[test]
fn words_over_words_are_set_smaller_or_refused() {
    let (_, english) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    let name = "name = \"First and last name of the pupil, in block letters\"";
    let class = "class = \"Class or group, as on the door\"";
    let of_class = english.replace("name = \"Name\"", name).replace("class = \"Class\"", class);
    let options = BookOptions { language: Language::parse(&of_class).unwrap(), ..imprint() };
    let template = Template::builtin("classroom").unwrap();
    let counts = sections(&[4, 0, 4, 0, 4]);
    let volumes = book::volumes(&template, trim("a4"), &options, &counts).unwrap();
    let page = volumes[0].pages().nth(1).unwrap();
    let mut ends = BTreeMap::new();
    for mark in FlatMark::all(&page.marks) {
        let DrawOp::Text { at, face, size, text } = mark.op else { continue };
        if !text.contains(char::is_alphabetic) {
            continue;
        }
        let width: f64 = text.chars().map(|c| face.advance(c)).sum();
        let end = ends.insert(at.1.to_bits(), at.0 + width * size);
        assert!(end.is_none_or(|end| end <= at.0 + 0.5), "{text} is printed over other words");
    }
    let door = "as on the door of the room on the second floor of the new house";
    let of_class = of_class.replace("as on the door", door);
    let date = "date = \"{weekday}, day {day} of the beautiful month of {month} of {year}\"";
    let of_day = english.replace("date = \"{weekday}, {day} {month} {year}\"", date);
    for (design, size, language) in
        [("classroom", "a4", of_class), ("newspaper", "100x380mm", of_day)]
    {
        let options = BookOptions {
            language: Language::parse(&language).unwrap(),
            first_day: Some("2026-09-21".parse().unwrap()).filter(|_| design == "newspaper"),
            ..imprint()
        };
        let template = Template::builtin(design).unwrap();
        let laid_out = book::volumes(&template, trim(size), &options, &sections(&[4, 0, 4, 0, 4]));
        let Err(refused) = laid_out else { panic!("{design} prints the words") };
        let refused = refused.to_string();
        assert!(refused.contains("too wide") || refused.contains("overlap"), "{refused}");
    }
}

/// On A4 the last page kept a place empty; six puzzles a page had numbers on the grids above them.
#[test]
fn last_page_of_newspaper_is_shared_evenly() {
    let template = Template::builtin("newspaper").unwrap();
    let six = BookOptions { per_page: Some(PuzzlesPerPage::Six), ..imprint() };
    for (size, options) in [("a4", imprint()), ("a5", imprint()), ("a4", six)] {
        let counts = sections(&[4, 0, 4, 0, 4]);
        let volumes = book::volumes(&template, trim(size), &options, &counts).unwrap();
        let bytes = pdf(&volumes[0]);
        let last = grids_by_page(&bytes).pop().unwrap();
        assert!(last.grids.iter().all(|grid| grid.is_full()), "{size}");
        let mut places = last.places.clone();
        places.sort_by(|a, b| b[1].total_cmp(&a[1]).then(a[0].total_cmp(&b[0])));
        if places.len() == 3 {
            let middle = |place: [f64; 4]| place[0] + place[2];
            let of_both = (middle(places[0]) + middle(places[1])) / 2.0;
            assert!((middle(places[2]) - of_both).abs() < 0.1, "{size}: {places:?}");
        } else {
            let gap = places[0][1] - places[2][3];
            assert!(gap > 16.0, "{size}: {gap} between rows with numbers of 16 pt");
        }
    }
}

/// A5 had half of its width empty, and no masthead.
#[test]
fn newspaper_page_on_a5_is_a_day() {
    let bench = Bench::new();
    let run = "run --job newspaper --total 6 --seed 7 --first-day 2027-01-01 --trim a5";
    for lang in ["en", "de", "zh"] {
        bench.ends(&format!("{run} --lang {lang} --out {lang}"), 0, "");
        let file = Pdf::open(&bench.read(&format!("{lang}/book.pdf"))).unwrap();
        assert_eq!(file.page_count(), 3, "{lang}");
        let page = file.page(1).unwrap();
        assert_eq!(page.grids.iter().filter(|grid| grid.is_full()).count(), 3, "{lang}");
        assert!(words(&page).contains("2027"), "{lang}: {}", words(&page));
    }
    // Answers at the end are no answers of the day before.
    bench.ends(&format!("{run} --answers end --out end"), 0, "");
    let file = Pdf::open(&bench.read("end/book.pdf")).unwrap();
    let last = words(&file.page(2).unwrap());
    assert!(last.contains("Answers") && !last.contains("Previous"), "{last}");
}

/// Numbers ran down the columns, the first answer stood above the heading, and the puzzles began far
/// below the masthead.
#[test]
fn newspaper_on_a5_reads_across_below_headings() {
    let bench = Bench::new();
    let run = "run --job newspaper --total 6 --seed 7 --trim a5 --lang en --out";
    bench.ends(&format!("{run} paper"), 0, "");
    let bytes = bench.read("paper/book.pdf");
    let page = &grids_by_page(&bytes)[1];
    let mut placed: Vec<_> = page.grids.iter().zip(&page.places).collect();
    placed.sort_by(|(_, a), (_, b)| b[3].total_cmp(&a[3]).then(a[0].total_cmp(&b[0])));
    let numbers = |full: bool| {
        let of_kind = placed.iter().filter(|(grid, _)| grid.is_full() == full);
        of_kind.filter_map(|(grid, _)| grid.number).collect::<Vec<_>>()
    };
    assert_eq!((numbers(false), numbers(true)), (vec![4, 5, 6], vec![1, 2, 3]));
    let sheet = &crate::support::readback::sheets(&bytes)[1];
    assert!(placed[0].1[3] > sheet.media[3] - 100.0, "{:?}", placed[0].1);
    let text: String = sheet.glyphs.iter().map(|glyph| glyph.character).collect();
    let heading = &sheet.glyphs[text.find("Previous").unwrap()];
    for (grid, place) in placed.iter().filter(|(grid, _)| grid.is_full()) {
        assert!(place[3] < heading.y, "{:?}: {place:?} above {}", grid.number, heading.y);
    }
}

#[test]
fn answers_are_where_they_are_asked_for() {
    let bench = Bench::new();
    let run = "run --template classroom --count 4 --levels 1-2 --seed 2 --out";
    let (foot, end) = ("upside down", "after");
    for (flag, place) in [("", foot), ("--answers foot", foot), ("--answers end", end)] {
        let out = format!("o{}", flag.replace(' ', ""));
        bench.ends(&format!("{run} {out} {flag}"), 0, "");
        proved(&bench, &out, "8 puzzles");
        let file = Pdf::open(&bench.read(&format!("{out}/book.pdf"))).unwrap();
        let mut quarters = BTreeSet::new();
        for index in 0..file.page_count() {
            let grids = file.page(index).unwrap().grids;
            quarters.extend(grids.iter().filter(|grid| grid.is_full()).map(|grid| grid.quarter));
        }
        assert_eq!(quarters, BTreeSet::from([if place == foot { 2 } else { 0 }]), "{flag}");
    }
    bench.ends(&format!("{run} none --answers none"), 0, "");
    bench.ends(&format!("{run} apart --answers apart"), 0, "");
    bench.ends("verify none", 0, "");
    bench.ends("verify apart", 0, "");
    assert!(bench.names("apart").contains(&"answers.pdf".to_owned()));
    bench.ends("book apart --answers apart --lang pl --out w.pdf", 0, "");
    assert!(bench.path("w-answers.pdf").exists());
    bench.ends("verify w.pdf w-answers.pdf", 0, "");
    // Answers alone say nothing of puzzles that nobody names.
    bench.ends("verify w-answers.pdf", 1, "");
    // Answers of other puzzles are found, and those that are missing.
    bench.ends(
        "run --template classroom --count 4 --levels 1-2 --seed 3 --answers apart --out b",
        0,
        "",
    );
    for (path, words) in [("apart/book.pdf b/answers.pdf", "of the answer"), ("w.pdf", "")] {
        let output = bench.run(&format!("verify {path}"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code() == Some(1), !words.is_empty(), "{path}: {said}");
        assert!(said.contains(words), "{said}");
    }
}

/// The answers of small puzzles had frames as large as those of 9 x 9, with giant cells.
#[test]
fn answers_of_all_sizes_have_similar_cells() {
    let bench = Bench::new();
    let mixed = "--ladder human --quota 4x4:1=40,6x6:1=40,9x9:1=40";
    for (name, run, most) in [("adults", mixed, 4), ("children", "--job children", 8)] {
        bench.ends(&format!("run {run} --seed 7 --out {name}"), 0, "");
        proved(&bench, name, "identical");
        let pages = grids_by_page(&bench.read(&format!("{name}/book.pdf")));
        let is_answers = |page: &&PageContents| {
            page.grids.len() > 1 && page.grids.iter().all(|grid| grid.is_full())
        };
        let answers: Vec<_> = pages.iter().filter(is_answers).collect();
        assert!(answers.len() <= most, "{name}: {} pages", answers.len());
        let cells = answers.iter().map(|page| page.grids[0].lattice.cell());
        let (least, largest) =
            cells.fold((f64::MAX, 0.0), |(a, b): (f64, f64), cell| (a.min(cell), b.max(cell)));
        assert!(largest <= 1.6 * least, "{name}: cells of {least} to {largest} points");
        for page in answers {
            let sizes: BTreeSet<_> = page.grids.iter().map(|grid| grid.grid.shape()).collect();
            assert_eq!(sizes.len(), 1, "{name}, page {}", page.sheet);
        }
    }
    // A few answers of each size share a page.
    let few = "run --ladder human --quota 4x4:1=4,6x6:1=4,9x9:1=4 --seed 7 --out few";
    bench.ends(few, 0, "");
    proved(&bench, "few", "identical");
    let pages = grids_by_page(&bench.read("few/book.pdf"));
    assert!(pages.iter().any(|page| page.grids.len() == 12));
}

/// Beside answers the words were medium and the number of the page regular.
#[test]
fn chinese_page_numbers_beside_answers_have_one_weight() {
    let volume = volume("classic", "8.5x11", &speaking("zh"), &[4]);
    let mut faces = BTreeSet::new();
    for page in volume.pages() {
        let mut height = None;
        for mark in page.marks.iter().rev() {
            let DrawOp::Text { at, face, size, text } = mark else { continue };
            if *size < 10.0 && text.contains('页') {
                height = Some(at.1);
            }
            let is_number = text.trim().parse::<usize>().is_ok();
            if *size < 10.0 && is_number && height == Some(at.1) && at.1 < 200.0 {
                faces.insert(format!("{face:?}"));
            }
        }
    }
    // The numbers of the puzzles at the left are in the second face.
    assert_eq!(faces.into_iter().collect::<Vec<_>>(), ["NotoSansSC-Medium", "PressSans-SemiBold"]);
}

/// The worked example was left out of large print on 6 x 9.
#[test]
fn large_print_rules_continue_with_an_example() {
    for (design, size, pages) in [("large-print", "6x9", 2), ("classic", "6x9", 1)] {
        let template = Template::builtin(design).unwrap();
        let volumes =
            book::volumes(&template, trim(size), &BookOptions::default(), &sections(&[4])).unwrap();
        let file = Pdf::open(&pdf(&volumes[0])).unwrap();
        let text = |index: &usize| file.page(*index).unwrap().lines;
        let has = |words: &str| {
            let words = words.to_owned();
            move |index: &usize| text(index).join(" ").replace('\u{a0}', " ").contains(&words)
        };
        let heading = |index: &usize| text(index).first().is_some_and(|line| line == "How to play");
        let first = (0..file.page_count()).find(heading).unwrap();
        let steps = (0..file.page_count()).find(has("already, so")).unwrap();
        assert_eq!(steps, first + pages - 1, "{design}");
        assert_eq!(file.page(steps).unwrap().grids.len(), 1, "{design}: the example");
    }
}

/// A page of answers was half empty, or had its columns at the edges.
#[test]
fn answers_are_spread_over_their_page() {
    for design in ["classic", "large-print", "pocket", "daily", "playful"] {
        for size in ["a5", "6x9", "5.5x8.5", "8.5x11"] {
            let template = Template::builtin(design).unwrap();
            let turns = template.turns(Ladder::Published);
            let counts =
                if turns.is_empty() { vec![200] } else { vec![2 * 52, 52, 2 * 52, 52, 52] };
            let Ok(volumes) = book::volumes(&template, trim(size), &imprint(), &sections(&counts))
            else {
                continue;
            };
            let file = Pdf::open(&pdf(&volumes[0])).unwrap();
            let pages = (0..file.page_count()).map(|index| file.page(index).unwrap());
            let is_answers = |page: &PageContents| {
                page.grids.len() == volumes[0].grids_per_page().1
                    && page.grids.iter().all(|g| g.is_full())
            };
            let page = pages.into_iter().find(is_answers).expect("a full page of answers");
            let (_, height) = (trim(size).width(), trim(size).height());
            let lowest = page.places.iter().map(|place| place[1]).fold(f64::MAX, f64::min);
            let cell = page.grids[0].lattice.cell();
            let side = 9.0 * cell;
            // Below the last row there is less than half a grid, and the foot.
            assert!(lowest < 0.14 * height + 0.5 * side, "{design} {size}: {lowest} of {height}");
            let mut lefts: Vec<f64> = page.places.iter().map(|place| place[0]).collect();
            lefts.sort_by(f64::total_cmp);
            lefts.dedup_by(|a, b| (*a - *b).abs() < 1.0);
            for pair in lefts.windows(2) {
                let gap = pair[1] - pair[0] - side;
                assert!(gap < 0.75 * side, "{design} {size}: a gap of {gap}");
            }
        }
    }
}

/// Each look of a grid is drawn as it says and proved; a line that is hardly there is found.
#[test]
fn grids_are_plain_rounded_shaded_or_dotted() {
    let bench = Bench::new();
    bench.ends("generate --count 4 --levels 1-2 --seed 1 --out c.csv", 0, "");
    let design = String::from_utf8(bench.run("template show classic").stdout).unwrap();
    for look in ["plain", "rounded", "shaded", "dotted"] {
        let own = design.replace("grid = \"plain\"", &format!("grid = \"{look}\""));
        fs::write(bench.path("own.toml"), own).unwrap();
        bench.ends(&format!("book c.csv --template own.toml --out {look}.pdf"), 0, "");
        proved(&bench, &format!("c.csv {look}.pdf"), "OK: 8 puzzles, ");
        // What other programs see in the drawing that all puzzles share.
        let mut document = lopdf::Document::load(bench.path(&format!("{look}.pdf"))).unwrap();
        let (mut grids, mut dashes, mut greys, mut corners) = (0, 0, 0, 0);
        for object in document.objects.values_mut() {
            let Ok(stream) = object.as_stream_mut() else { continue };
            let is_form =
                stream.dict.get(b"Subtype").is_ok_and(|kind| kind.as_name().unwrap() == b"Form");
            let Some(bytes) = stream.decompressed_content().ok().filter(|_| is_form) else {
                continue;
            };
            let mut content = lopdf::content::Content::decode(&bytes).unwrap();
            let of =
                |name: &str| content.operations.iter().filter(|op| op.operator == name).count();
            if of("S") < 16 {
                continue;
            }
            grids += 1;
            (dashes, greys, corners) = (dashes + of("d"), greys + of("f"), corners + of("h"));
            for operation in content.operations.iter_mut().filter(|op| op.operator == "d") {
                operation.operands[0] = vec![0.1.into(), 30.0.into()].into();
            }
            stream.set_plain_content(content.encode().unwrap());
        }
        assert!(grids >= 2, "{look}: the grids of puzzles and answers");
        assert_eq!(dashes, usize::from(look == "dotted"), "{look}");
        assert_eq!(greys > 0, look == "shaded", "{look}: {greys}");
        assert_eq!(corners > 0, look == "rounded", "{look}: {corners}");
        if look == "dotted" {
            document.save(bench.path("gone.pdf")).unwrap();
            bench.ends("verify c.csv gone.pdf", 1, "");
            let said = String::from_utf8(bench.run("verify c.csv gone.pdf").stdout).unwrap();
            assert!(said.contains("found a line with gaps of 30.0 pt"), "{said}");
        }
    }
}

#[test]
fn weeks_are_those_of_iso_8601() {
    let bench = Bench::new();
    let design = String::from_utf8(bench.run("template show daily").stdout).unwrap();
    fs::write(bench.path("weeks.toml"), design.replace("iso_weeks = false", "iso_weeks = true"))
        .unwrap();
    // 2026 has 53 weeks; 4 January is a Monday in 2027.
    let run = "run --template weeks.toml --first-day 2026-12-27 --total 10 --seed 1 --out w";
    bench.ends(run, 0, "");
    bench.ends("verify w", 0, "");
    let file = Pdf::open(&bench.read("w/book.pdf")).unwrap();
    let mut weeks = Vec::new();
    for index in 0..file.page_count() {
        let page = file.page(index).unwrap();
        if page.grids.iter().any(|grid| grid.number.is_some() && !grid.is_full()) {
            let text = page.lines.join(" ");
            let at = text.find("Week ").unwrap() + 5;
            weeks.push(text[at..].split_whitespace().next().unwrap().to_owned());
        }
    }
    assert_eq!(weeks, ["52", "53", "53", "53", "53", "53", "53", "53", "1", "1"]);
}

/// The order of the pages of folded sheets, by taking a pile of sheets apart: the outermost sheet has the first and the
/// last two pages.
fn folded(pages: usize) -> Vec<[usize; 2]> {
    let mut left: Vec<usize> = (1..=pages.div_ceil(4) * 4).collect();
    let mut sides = Vec::new();
    while !left.is_empty() {
        let (last, first) = (left.pop().unwrap(), left.remove(0));
        sides.push([last, first]);
        let (before, second) = (left.pop().unwrap(), left.remove(0));
        sides.push([second, before]);
    }
    sides
}

/// Title, puzzle, levels and author of a front stand below one another inside its frame.
#[test]
fn front_of_a_booklet_fills_its_frame() {
    /// The colour of a text, its baseline, and its words.
    type Line = (Colour, f64, String);
    fn lines(marks: &[DrawOp], colour: Colour, found: &mut Vec<Line>) {
        for mark in marks {
            match mark {
                DrawOp::Text { at, text, .. } => found.push((colour, at.1, text.to_string())),
                DrawOp::Colored { colour, marks } => lines(marks, *colour, found),
                _ => {}
            }
        }
    }
    for (design, size) in [
        ("classic", "a5"),
        ("classic", "8.5x11"),
        ("classic", "8.25x6"),
        ("daily", "6x9"),
        ("playful", "8x10"),
        ("pocket", "5x8"),
    ] {
        let turns = if design == "daily" { vec![6, 3, 6, 3, 3] } else { vec![4; 5] };
        let volume = make(design, size, &sections(&turns)).remove(0);
        let page = volume.booklet().pages().next().unwrap();
        let what = format!("{design} {size}");
        let [frame] = page
            .marks
            .iter()
            .filter_map(|mark| match mark {
                DrawOp::Path { points, paint: PathPaint::Outline(_) } if points.len() == 4 => {
                    Some(points)
                }
                _ => None,
            })
            .collect::<Vec<_>>()[..]
        else {
            panic!("{what}: no frame")
        };
        let ((left, top), (right, bottom)) = (frame[0], frame[2]);
        assert!((left - (page.width - right)).abs() < 0.01, "{what}");
        assert!((top - (page.height - bottom)).abs() < 0.01, "{what}");
        let [panel] = page
            .marks
            .iter()
            .filter_map(|mark| match mark {
                DrawOp::Box { corner, size, colour: Colour::BLACK }
                    if size.0 > page.width / 2.0 =>
                {
                    Some((corner.1, corner.1 + size.1))
                }
                _ => None,
            })
            .collect::<Vec<_>>()[..]
        else {
            panic!("{what}: no panel")
        };
        // Four stars below the title of a book from gentle to hard read as its level.
        let has_stars = |mark: &DrawOp| match mark {
            DrawOp::Colored { colour: Colour::WHITE, marks } => {
                marks.iter().any(|mark| matches!(mark, DrawOp::Form { .. }))
            }
            _ => false,
        };
        assert!(!page.marks.iter().any(has_stars), "{what}: stars");
        let mut found = Vec::new();
        lines(&page.marks, Colour::BLACK, &mut found);
        let white: Vec<_> = found.iter().filter(|line| line.0 == Colour::WHITE).collect();
        assert!(white.iter().all(|line| (panel.0..panel.1).contains(&line.1)), "{what}: {white:?}");
        let words: String = white.iter().map(|line| line.2.as_str()).collect();
        assert!(
            words.starts_with(volume.titles.title.split(' ').next().unwrap()),
            "{what}: {words}"
        );
        // Pairs of letters with a space of their own divide a line.
        let lowest = found.iter().map(|line| line.1).fold(f64::MIN, f64::max);
        let last = found.iter().filter(|line| line.1 == lowest).map(|line| line.2.as_str());
        assert_eq!(last.collect::<String>(), "A. Müller", "{what}");
        let below = bottom - lowest;
        assert!(below > 8.0 && below < 0.12 * page.height, "{what}: {below} below the author");
    }
}

/// The advice is followed: booklets of so many volumes can be stapled.
#[test]
fn booklet_of_too_many_sheets_is_refused() {
    let bench = Bench::new();
    bench.ends("generate --count 240 --levels 1 --seed 1 -q --out c.csv", 0, "");
    let book = "book c.csv --trim 6x9 --per-page 1 --impose booklet -q --out f.pdf";
    let output = bench.run(book);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let words = "--impose booklet: expected at most 25 sheets to staple, found ";
    assert!(said.contains(words), "{said}");
    assert_eq!(bench.names("."), ["c.csv"]);
    let advice = said.split("use --volumes ").nth(1).unwrap();
    let volumes = advice.split(',').next().unwrap();
    bench.ends(&format!("{book} --volumes {volumes}"), 0, "");
    assert!(bench.path("f-booklet-01.pdf").exists(), "{:?}", bench.names("."));
    // A booklet has a cover in place of the title pages, and so fewer pages than the book.
    bench.ends("generate --count 98 --levels 1 --seed 1 -q --out d.csv", 0, "");
    let parts = "--parts half-title,title,puzzles";
    let book = book.replace("c.csv", "d.csv").replace("f.pdf", "g.pdf");
    bench.ends(&format!("{book} {parts}"), 0, "");
}

#[test]
fn booklet_pages_follow_the_order_of_folded_sheets() {
    for pages in 1..40 {
        let sides = booklet_sides(pages).map(|side| side.map(|page| page + 1));
        assert_eq!(sides.collect::<Vec<_>>(), folded(pages), "{pages} pages");
    }
    let bench = Bench::new();
    let run = "run --trim a5 --count 3 --seed 1 --impose booklet --out b";
    bench.ends(run, 0, "");
    bench.ends("verify b --sheet b/proof.html", 0, "");
    bench.ends("verify b/booklet.pdf b/catalog.csv", 0, "");
    bench.ends("preflight b/booklet.pdf --printer office --trim a5", 1, "");
    let said = bench.run("preflight b/booklet.pdf --printer office --trim a5").stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("a booklet with two pages on each side; check its book"), "{said}");
    // What other programs see: pages twice as wide, with the words of two pages of the book.
    let template = Template::builtin("classic").unwrap();
    let volumes = book::volumes(&template, trim("a5"), &imprint(), &sections(&[7])).unwrap();
    let (book, mut booklet) = (pdf(&volumes[0].booklet()), Vec::new());
    volumes[0].write_booklet(&mut booklet).unwrap();
    let texts = |bytes: &[u8]| {
        let sheets = crate::support::readback::sheets(bytes);
        sheets.iter().map(|sheet| sheet.lines().join("\n")).collect::<Vec<_>>()
    };
    let (singles, sides) = (texts(&book), texts(&booklet));
    let order = folded(singles.len());
    assert_eq!(sides.len(), order.len());
    let words = |text: &str| {
        let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    for (side, pages) in sides.iter().zip(&order) {
        let both = pages.map(|page| singles.get(page - 1).cloned().unwrap_or_default()).join("\n");
        assert_eq!(words(side), words(&both), "{pages:?}");
    }
    // Read back, it has the pages of the book: each is the half of a side.
    let (single, folded) = (Pdf::open(&book).unwrap(), Pdf::open(&booklet).unwrap());
    assert!(folded.is_booklet() && !single.is_booklet());
    assert_eq!(folded.page_count(), 2 * sides.len());
    for page in 0..single.page_count() {
        let (one, other) = (single.page(page).unwrap(), folded.page(page).unwrap());
        assert_eq!(other.lines, one.lines, "{page}");
        let width = |pdf: &Pdf| pdf.page_box(page).map(|[left, _, right, _]| right - left).unwrap();
        assert!((width(&single) - width(&folded)).abs() < 1.0, "{page}");
    }
    // It has a cover, no page is blank, and the imprint is on its back.
    let lines = |page: usize| single.page(page).unwrap().lines;
    assert!(single.page_count().is_multiple_of(4));
    assert!((0..single.page_count()).all(|page| !lines(page).is_empty()));
    assert!(lines(0).join(" ").contains("The Quiet Hour"), "{:?}", lines(0));
    assert_eq!(single.page(0).unwrap().grids.len(), 1);
    let back = lines(single.page_count() - 1).join(" ");
    assert!(back.contains("Every puzzle has exactly one solution."), "{back}");
    // Sides in each other's place.
    let booklet = bench.read("b/booklet.pdf");
    let mut document = lopdf::Document::load_mem(&booklet).unwrap();
    let ids: Vec<_> = document.page_iter().collect();
    let content = |document: &lopdf::Document, page| {
        let page: &lopdf::Dictionary = document.get_dictionary(page).unwrap();
        page.get(b"Contents").unwrap().clone()
    };
    let (a, b) = (content(&document, ids[3]), content(&document, ids[5]));
    for (page, other) in [(ids[3], b), (ids[5], a)] {
        document.get_object_mut(page).unwrap().as_dict_mut().unwrap().set("Contents", other);
    }
    document.save(bench.path("b/booklet.pdf")).unwrap();
    let said = String::from_utf8(bench.run("verify b").stdout).unwrap();
    assert!(said.contains("b/booklet.pdf, page ") && said.contains(": found \""), "{said}");
    bench.ends("verify b/book.pdf", 0, "");
}

#[test]
fn check_finds_a_design_with_bad_pages() {
    let bench = Bench::new();
    for (design, _) in Template::BUILTIN {
        bench.ends(&format!("template check {design}"), 0, "");
    }
    let classic = String::from_utf8(bench.run("template show classic").stdout).unwrap();
    let low = [("trim = \"8.5x11\"", "trim = \"11x8.5\""), ("min_digit = 7 ", "min_digit = 18 ")];
    let cases: [(&[(&str, &str)], &str); 2] = [
        (&[("columns = 2\nrows = 2", "columns = 2\nrows = 1")], "puzzles: expected at most 45 %"),
        (&low, "answers: expected at least 2 rows on a page, found 1"),
    ];
    for (changes, words) in cases {
        let mut changed = classic.clone();
        for (from, to) in changes {
            assert!(changed.contains(from), "{from}");
            changed = changed.replacen(from, to, 1);
        }
        fs::write(bench.path("own.toml"), changed).unwrap();
        bench.ends("template check own.toml", 1, words);
    }
}

#[test]
fn long_date_ends_before_the_stars() {
    let bench = Bench::new();
    let run = "run --template daily --first-day 2029-09-01 --total 14 --trim 8.25x6";
    for lang in ["en", "de", "pl", "pt-BR"] {
        bench.ends(&format!("{run} --lang {lang} --out {lang}"), 0, "");
        crate::support::verify::verify(&bench, lang, 0);
    }
}

fn volume(design: &str, size: &str, imprint: &BookOptions, sizes: &[usize]) -> Volume {
    let template = Template::builtin(design).unwrap();
    let volumes = book::volumes(&template, trim(size), imprint, &sections(sizes));
    volumes.unwrap_or_else(|e| panic!("{design} {size}: {e}")).remove(0)
}

fn pages(volume: &Volume) -> Vec<PageContents> {
    let file = Pdf::open(&pdf(volume)).unwrap();
    (0..file.page_count()).map(|index| file.page(index).unwrap()).collect()
}

/// All words of a page, without the spaces that languages put between scripts.
fn words(page: &PageContents) -> String {
    page.lines.join(" ").replace(['\t', '\u{a0}'], " ")
}

/// The puzzles of pages, each with the words around it.
fn puzzles(pages: &[PageContents]) -> Vec<&PageContents> {
    let is_puzzle = |page: &&PageContents| {
        page.grids.iter().any(|grid| grid.number.is_some() && !grid.is_full())
    };
    pages.iter().filter(is_puzzle).collect()
}

/// In landscape the heads are beside the puzzles.
#[test]
fn heads_are_clean_in_every_language_and_trim() {
    let first_day = Some("2027-09-29".parse().unwrap());
    let printer = Printer::builtin("office").unwrap();
    for (code, _) in Language::BUILTIN {
        let imprint = BookOptions { first_day, ..speaking(code) };
        for (design, sizes, size) in [
            ("playful", &[7, 2][..], "a4"),
            ("playful", &[7, 2], "11x8.5"),
            ("playful", &[7, 2], "8.25x6"),
            ("daily", &[4, 2, 4, 2, 2], "a4"),
            ("daily", &[4, 2, 4, 2, 2], "11x8.5"),
            ("newspaper", &[2, 0, 2, 0, 2], "100x340mm"),
            ("newspaper", &[2, 0, 2, 0, 2], "114x183mm"),
        ] {
            let volume = volume(design, size, &imprint, sizes);
            // A low small page has room for a single row of answers.
            if size != "8.25x6" {
                assert_eq!(volume.faults(), [""; 0], "{code} {design} {size}");
            }
            let pages = pages(&volume);
            let numbers: BTreeSet<_> = puzzles(&pages)
                .iter()
                .flat_map(|page| page.grids.iter().filter_map(|grid| grid.number))
                .collect();
            assert_eq!(numbers.len(), sizes.iter().sum::<usize>(), "{code} {design} {size}");
            if size == "a4" {
                let terms = printer.terms(trim("a4"), None).unwrap();
                let report = preflight::inspect(&pdf(&volume), &terms).unwrap();
                let wrong = report.findings.iter().find(|finding| finding.advice.is_none());
                assert!(wrong.is_none(), "{code} {design}: {wrong:?}");
            }
        }
    }
}

/// Children read of the end of a long day.
#[test]
fn children_are_spoken_to_as_children() {
    let pages = pages(&volume("playful", "8x10", &BookOptions::default(), &[12, 12]));
    let text: Vec<String> = pages.iter().map(words).collect();
    let all = text.join("\n");
    for adult in ["Beginner", "long day", "digits are given", "Do not guess"] {
        assert!(!all.contains(adult), "{adult}");
    }
    for own in
        ["Warm-up", "Off we go", "This book belongs to", "Colour your stars", "You can do it"]
    {
        assert!(all.contains(own), "{own}");
    }
    let rules = text.iter().find(|text| text.starts_with("How to play")).unwrap();
    for end in ["empty square.", "column and box.", "is missing."] {
        assert!(rules.contains(end), "{rules}");
    }
    let rules = &pages[text.iter().position(|text| text == rules).unwrap()];
    let shown: Vec<usize> = rules.grids.iter().map(|grid| grid.grid.filled_count()).collect();
    assert_eq!(shown[..3], [9; 3], "a row, a column and a block with their digits");
    let step = &rules.grids[3].grid;
    let empty_cells = House::ALL[18..].iter().map(|block| empty_cells(step, *block));
    assert_eq!((shown.len(), empty_cells.min()), (4, Some(1)), "{step}");
    let answers = pages.iter().filter(|page| page.grids.iter().any(|grid| grid.is_full()));
    let cell = answers.map(|page| page.grids[0].lattice.cell()).fold(f64::MAX, f64::min);
    assert!(cell * 0.66 >= 12.0, "answers with cells of {cell}");
    // The name of a child on each sheet.
    let bench = Bench::new();
    bench.ends("run --template playful --sheets 2 --count 2 --seed 1 --out s", 0, "");
    bench.ends("verify s", 0, "");
    let file = Pdf::open(&bench.read("s/book.pdf")).unwrap();
    let pages: Vec<_> = (0..file.page_count()).map(|index| file.page(index).unwrap()).collect();
    assert!(puzzles(&pages).iter().all(|page| words(page).contains("Name")));
}

/// The last rule and its step have a page to themselves on a low page, and use it.
#[test]
fn step_for_children_fills_its_own_page() {
    let pages = pages(&volume("playful", "8.25x6", &BookOptions::default(), &[12]));
    let step = pages.iter().find(|page| words(page).contains("is missing.")).unwrap();
    assert!(!words(step).contains("How to play"));
    let [_, bottom, _, top] = step.places[0];
    assert!(top - bottom > 200.0, "{}", top - bottom);
}

/// A certificate is the next page after the puzzles of its stage: the back of their last leaf if
/// that is free.
#[test]
fn certificates_follow_their_puzzles() {
    let listed = ["title", "puzzles", "reward", "progress", "answers"].map(str::to_owned).to_vec();
    let of_class = ["puzzles", "reward", "progress"].map(str::to_owned).to_vec();
    for (design, parts) in
        [("playful", None), ("playful", Some(listed)), ("classroom", Some(of_class))]
    {
        let options = BookOptions { parts, ..BookOptions::default() };
        let pages = pages(&volume(design, "8x10", &options, &[7, 8, 9]));
        let is_certificate = |page: &&PageContents| words(page).contains("Certificate");
        let certificates: Vec<_> = pages.iter().filter(is_certificate).collect();
        // The sheets of a class are one chapter.
        assert_eq!(certificates.len(), if design == "playful" { 3 } else { 1 });
        for page in &certificates {
            let before = &pages[page.sheet - 2];
            assert!(before.grids.iter().any(|grid| grid.number.is_some()), "{:?}", before.lines);
        }
        // The last of eight puzzles is on a right-hand page.
        if design == "playful" {
            let sides = certificates.iter().map(|page| page.sheet % 2);
            assert_eq!(sides.collect::<Vec<_>>(), [1, 0, 1]);
        }
        // The last one needs no blank back.
        let last = certificates[certificates.len() - 1];
        assert!(pages.get(last.sheet).is_none_or(|next| !next.lines.is_empty()), "{design}");
    }
}

/// Returns the left, the lower, the right and the upper end of points.
fn ends(points: &[(f64, f64)]) -> [f64; 4] {
    points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |all, &(x, y)| {
        [all[0].min(x), all[1].min(y), all[2].max(x), all[3].max(y)]
    })
}

/// On wide pages the fox touched the words above it, which ran into the frame of the certificate.
#[test]
fn fox_clears_words_on_wide_pages() {
    const FAR: f64 = 6.0;
    for code in ["en", "de", "fr", "zh", "ja"] {
        let language = Language::builtin(code).unwrap();
        let titles =
            ["reward.heading", "children.belongs"].map(|key| language.text(key).to_owned());
        let options = BookOptions { language, ..BookOptions::default() };
        let sheets = readback::sheets(&pdf(&volume("playful", "8.25x6", &options, &[12])));
        for title in titles {
            let title: String = title.split_whitespace().collect();
            let sheet = sheets.iter().find(|sheet| {
                let text: String = sheet.text().split_whitespace().collect();
                text.contains(&title)
            });
            let sheet = sheet.unwrap_or_else(|| panic!("{code}: {title} is missing"));
            // The parts of the fox are larger than signs in a grid.
            let is_large = |part: &&readback::Drawn| {
                let [left, low, right, high] = ends(&part.points);
                part.form == 0 && part.width == 0.0 && high - low > 40.0 && right - left > 30.0
            };
            let parts = sheet.drawn.iter().filter(is_large);
            let fox = ends(&parts.flat_map(|part| part.points.clone()).collect::<Vec<_>>());
            assert!(fox[3] - fox[1] > 100.0, "{code} {title}: {fox:?}");
            let frames = sheet.drawn.iter().filter(|frame| {
                let [left, low, right, high] = ends(&frame.points);
                frame.width > 0.0 && right - left > 200.0 && high - low > 100.0
            });
            let frames: Vec<[f64; 4]> = frames.map(|frame| ends(&frame.points)).collect();
            for glyph in sheet.glyphs.iter().filter(|glyph| !glyph.character.is_whitespace()) {
                let (low, high) = (glyph.y, glyph.y + glyph.cap_height * glyph.size);
                let is_clear = glyph.end.0 + FAR < fox[0]
                    || glyph.x - FAR > fox[2]
                    || high + FAR < fox[1]
                    || low - FAR > fox[3];
                assert!(is_clear, "{code} {title}: {glyph:?} at the fox {fox:?}");
                for frame in frames.iter().filter(|frame| low > frame[1]) {
                    assert!(high + FAR < frame[3], "{code} {title}: {glyph:?} at {frame:?}");
                }
            }
        }
    }
}

/// Returns the number of empty cells of a house.
fn empty_cells(grid: &AnyGrid, house: House) -> usize {
    house.cells().iter().filter(|cell| grid.digit(cell.index()).is_none()).count()
}

/// German, French and Japanese rules lost the line that names the pages of answers.
#[test]
fn rules_for_children_name_the_answers() {
    for code in ["en", "de", "fr", "ja", "es", "it", "nl", "pl", "pt-BR", "zh"] {
        let pages = pages(&volume("playful", "8x10", &speaking(code), &[12, 12]));
        let answers = pages.iter().find(|page| page.grids.iter().any(|grid| grid.is_full()));
        let folio = answers.and_then(|page| page.folio.clone()).unwrap();
        let rules = words(&pages[2]);
        assert!(rules.contains(&folio), "{code}, page {folio}: {rules}");
    }
}

/// Six-year-olds read short sentences.
#[test]
fn childrens_rules_have_at_most_ten_words() {
    for (code, text) in Language::BUILTIN.iter().filter(|(code, _)| *code != "en-US") {
        let table: toml::Table = toml::from_str(text).unwrap();
        for own in [&table["children"], &table["signs"]["instead"]["children"]] {
            let rules = own["rules"].as_array().unwrap();
            assert_eq!(rules.len(), 3, "{code}");
            let of_shapes = own.get("rules_of_shapes").and_then(toml::Value::as_array);
            for rule in rules.iter().chain(of_shapes.into_iter().flatten()) {
                let words = rule.as_str().unwrap().split(' ').count();
                assert!(words <= 10, "{code}: {rule:?} has {words} words");
            }
        }
    }
}

#[test]
fn every_language_has_its_own_childrens_words() {
    for (code, text) in Language::BUILTIN.iter().filter(|(code, _)| *code != "en-US") {
        let table: toml::Table = toml::from_str(text).unwrap();
        let own = &table["children"]["instead"];
        for ladder in ["levels", "bands"] {
            for list in ["names", "promises"] {
                let of = |table: &toml::Value| table[ladder][list].as_array().unwrap().clone();
                let (adult, child) = (of(&toml::Value::Table(table.clone())), of(own));
                assert_eq!(child.len(), adult.len(), "{code} {ladder}.{list}");
                let same = child.iter().filter(|text| adult.contains(text)).count();
                assert!(list == "names" || same == 0, "{code} {ladder}.{list}");
            }
        }
        let broken = text.replacen(
            "[children.instead.levels]\n",
            "[children.instead.levels]\none = \"x\"\n",
            1,
        );
        let has_one = own["levels"].get("one").is_some();
        assert!(has_one || Language::parse(&broken).is_err(), "{code}: a text without its place");
    }
}

#[test]
fn childrens_cover_names_the_age_for_its_size() {
    let bench = Bench::new();
    for (language, quota, front, back) in [
        ("en", "4x4:1=6,9x9:1=6", "Ages 4–8", "children from 4 years up"),
        ("en", "6x6:1=6,9x9:1=6", "Ages 6–10", "children from 6 years up"),
        ("de", "9x9:1=12", "6–10 Jahre", "Kinder ab 6 Jahren"),
        ("zh", "4x4:1=12", "适合 4 岁以上", "适合 4 岁以上的孩子"),
    ] {
        let run = "run --ladder human --seed 4 --template playful --printer kdp --cover";
        let quota = format!("--quota {quota} --lang {language}");
        bench.ends(&format!("{run} {quota} --fill-pages --out age --force puzzles"), 0, "");
        let cover = Pdf::open(&bench.read("age/cover.pdf")).unwrap().page(0).unwrap();
        let text = words(&cover);
        assert!(text.contains(front), "{language} {quota}: {text}");
        assert!(text.contains(back), "{language} {quota}: {text}");
    }
}

/// A child cannot read kanji beyond those of the first year.
#[test]
fn a_japanese_book_for_children_is_in_kana() {
    const FIRST_YEAR: &str = "一二三四五六七八九十上下中人見月日";
    let pages = pages(&volume("playful", "8x10", &speaking("ja"), &[12, 12]));
    for page in &pages {
        let text = words(page);
        let kanji = |c: &char| ('一'..='鿿').contains(c) && !FIRST_YEAR.contains(*c);
        let found: String = text.chars().filter(kanji).collect();
        // The page about copyright is for those who buy the book.
        let is_copyright = text.contains("全問解答");
        assert!(is_copyright || found.is_empty(), "{found}: {text}");
    }
}

/// The fox names a dark cell of the puzzle below it, at which a paw beside the grid points, and none
/// where it cheers.
#[test]
fn figure_points_to_one_dark_cell() {
    let template = Template::builtin("playful").unwrap();
    let sections = true_sections(&[30, 12]);
    let volume = book::volumes(&template, trim("8x10"), &BookOptions::default(), &sections)
        .unwrap()
        .remove(0);
    let is_dark = |mark: &&DrawOp| {
        matches!(mark, DrawOp::Box { size, colour: Colour::Grey(grey), .. }
            if *grey < 0.8 && (size.0 - size.1).abs() < 1e-9)
    };
    let mut hints = 0;
    for (page, drawn) in pages(&volume).iter().zip(volume.pages()) {
        let says_so = words(page).contains("dark square");
        if page.grids.len() == 1 {
            assert_eq!(drawn.marks.iter().filter(is_dark).count(), usize::from(says_so));
        }
        if page.grids.len() == 1 && page.grids[0].number.is_some() {
            let has_paw = drawn.marks.iter().any(|mark| matches!(mark, DrawOp::Colored { .. }));
            assert_eq!(has_paw, says_so);
        }
        hints += usize::from(says_so);
    }
    assert!(hints >= 12, "{hints} hints");
    let mut foxes = Vec::new();
    for page in volume.pages() {
        for (form, _) in forms(&page.marks) {
            let is_fox = form.marks.iter().any(|mark| matches!(mark, DrawOp::Colored { .. }));
            if is_fox && !foxes.contains(form) {
                foxes.push(form.clone());
            }
        }
    }
    assert_eq!(foxes.len(), 6, "one for each mood, beside the puzzles and to colour");
}

/// Each page is a day: its date, its puzzles, and the answers of the day before. The last answers are apart.
#[test]
fn newspaper_page_shows_date_and_previous_answers() {
    let bench = Bench::new();
    let run = "run --template newspaper --total 9 --seed 1 --first-day 2027-01-01";
    for (flags, each) in [("", 3), (" --trim 114x183mm", 1)] {
        let out = format!("n{each}");
        bench.ends(&format!("{run}{flags} --out {out}"), 0, "");
        bench.ends(&format!("verify {out}"), 0, "");
        let file = Pdf::open(&bench.read(&format!("{out}/book.pdf"))).unwrap();
        let pages: Vec<_> = (0..file.page_count()).map(|index| file.page(index).unwrap()).collect();
        assert_eq!(pages.len(), 9 / each + 1, "{out}");
        let days = ["Friday, 1 January 2027", "Saturday, 2 January 2027", "Sunday, 3 January 2027"];
        for (nth, page) in pages.iter().enumerate() {
            let of = |full: bool| {
                let grids = page.grids.iter().filter(|grid| grid.is_full() == full);
                let mut numbers: Vec<_> = grids.filter_map(|grid| grid.number).collect();
                numbers.sort_unstable();
                numbers
            };
            let on = |nth: usize| (nth * each + 1..=(nth + 1) * each).map(|n| n as u64).collect();
            let expected = if nth == 9 / each { Vec::new() } else { on(nth) };
            assert_eq!(of(false), expected, "{out}, page {nth}");
            assert_eq!(of(true), nth.checked_sub(1).map_or(Vec::new(), on), "{out}, page {nth}");
            let text = words(page);
            if let Some(day) = days.get(nth).filter(|_| nth < 9 / each) {
                assert!(text.contains("SUDOKU") && text.contains(day), "{out}: {text}");
            }
            assert!(page.folio.is_none(), "{out}, page {nth}");
            assert!(!text.contains("page"), "a page number that nobody sees: {text}");
            // Each answer of the last page had words of its own, and the first page unexplained lines.
            let said = text.matches("Previous solution").count();
            assert_eq!(said, nth.min(1), "{out}, page {nth}: {text}");
            let has_levels = text.contains("The levels");
            assert_eq!(has_levels, each == 3 && nth == 0, "{out}, page {nth}: {text}");
        }
        // The last answers look like a page of the paper, of the day after the last puzzle.
        let last = words(&pages[9 / each]);
        let day = if each == 3 { "Monday, 4 January" } else { "Sunday, 10 January" };
        assert!(last.contains("SUDOKU") && last.contains(day), "{out}: {last}");
        assert!(!last.contains("Answers"), "{out}: {last}");
        // One puzzle is 100 mm wide.
        let side = 9.0 * pages[0].grids[0].lattice.cell() * 25.4 / 72.0;
        assert!(each == 3 || (98.0..=101.0).contains(&side), "{side} mm");
    }
    bench.ends("run --template newspaper --total 9 --seed 1 --answers none --out none", 0, "");
    bench.ends("verify none", 0, "");
    let file = Pdf::open(&bench.read("none/book.pdf")).unwrap();
    assert_eq!(file.page_count(), 3);
    bench.ends("run --template newspaper --total 9 --seed 1 --printer screen --out s", 0, "");
    bench.ends("verify s", 0, "");
    // A wide page is a day, too: its fourth place has the rule and the answers.
    bench.ends("run --template newspaper --total 18 --seed 1 --trim a4 --out wide", 0, "");
    bench.ends("verify wide", 0, "");
    let file = Pdf::open(&bench.read("wide/book.pdf")).unwrap();
    assert_eq!(file.page_count(), 18 / 3 + 1);
    let page = file.page(1).unwrap();
    let open = page.grids.iter().filter(|grid| !grid.is_full());
    assert!(open.clone().count() == 3 && open.clone().all(|grid| grid.lattice.cell() > 26.0));
    assert_eq!(page.grids.len(), 6);
    // Six turns fill two columns of three, with the answers beside them.
    let turns = "run --template newspaper --turns 1,2,3,4,5,5 --total 12 --seed 1 --trim a4";
    bench.ends(&format!("{turns} --out six"), 0, "");
    bench.ends("verify six", 0, "");
    assert_eq!(Pdf::open(&bench.read("six/book.pdf")).unwrap().page_count(), 3);
}

#[test]
fn calendar_has_a_box_for_each_puzzle_day() {
    let imprint =
        BookOptions { first_day: Some("2028-02-10".parse().unwrap()), ..BookOptions::default() };
    let volume = volume("daily", "6x9", &imprint, &[8, 4, 8, 4, 4]);
    let mut boxes = Vec::new();
    for page in volume.pages() {
        let is_box =
            |mark: &&DrawOp| matches!(mark, DrawOp::Path { points, .. } if points.len() == 4);
        let count = page.marks.iter().filter(is_box).count();
        let is_month = page.marks.iter().any(
            |mark| matches!(mark, DrawOp::Text { text, .. } if text.ends_with(" 2028") && !text.contains(',')),
        );
        boxes.extend((is_month && count > 0).then_some(count));
    }
    // Twenty days of a February with 29, and eight of March.
    assert_eq!(boxes, [20, 8]);
    let pages = pages(&volume);
    let first = words(puzzles(&pages)[0]);
    for said in ["10", "Thursday", "February 2028"] {
        assert!(first.contains(said), "{first}");
    }
    let stars =
        pages.iter().filter(|page| words(page).contains("The more stars, the harder")).count();
    assert_eq!(stars, 1);
}

/// The texts of a page with their sizes and the names of their faces.
fn set_texts(volume: &Volume, index: usize) -> Vec<(String, f64, &'static str)> {
    let page = volume.pages().nth(index).unwrap();
    let texts = page.marks.into_iter().filter_map(|mark| match mark {
        DrawOp::Text { text, size, face, .. } => Some((text.to_string(), size, face.name())),
        _ => None,
    });
    texts.collect()
}

/// Numbers had 10.5 points, less than the digits of their puzzles.
#[test]
fn puzzle_numbers_are_large_in_every_design() {
    for (design, _) in Template::BUILTIN {
        let order = Some(PuzzleOrder::Given);
        let imprint = BookOptions { order, ..BookOptions::default() };
        let volume = volume(design, "6x9", &imprint, &[8, 8, 8, 8, 8]);
        let number = |index: usize| {
            let found = set_texts(&volume, index).into_iter().find(|(text, ..)| text == "40");
            found.filter(|(_, size, _)| *size > 12.5)
        };
        let (_, size, face) =
            (0..volume.page_count()).find_map(number).unwrap_or_else(|| panic!("{design}"));
        assert!(size >= 14.0, "{design}: {size}");
        assert!(face.contains("Bold") || face.contains("SemiBold"), "{design}: {face}");
    }
    // A narrow page has no room for them.
    let narrow = volume("classic", "5x8", &BookOptions::default(), &[4]);
    let texts = (0..narrow.page_count()).flat_map(|index| set_texts(&narrow, index));
    assert!(texts.into_iter().any(|(text, size, _)| text == "4" && (12.0..13.0).contains(&size)));
}

#[test]
fn stars_end_at_the_hardest_level() {
    for (sizes, hardest) in [(&[4, 4][..], 2), (&[4, 0, 4], 3), (&[4, 4, 4, 4, 4], 5)] {
        let volume = volume("classic", "6x9", &BookOptions::default(), sizes);
        let pages: Vec<_> = volume.pages().collect();
        let all = pages.iter().flat_map(|page| forms(&page.marks));
        let stars: Vec<_> = all.filter(|(form, _)| filled_stars(form) == Some(1)).collect();
        assert!(!stars.is_empty(), "stars of the easiest level");
        assert!(stars.iter().all(|(form, _)| form.marks.len() == hardest), "{stars:?}");
    }
}

/// A teacher's pupils read "Gentle" above puzzles whose frames began beside the line for the name.
#[test]
fn class_pages_are_flush_and_name_no_level() {
    let volume = volume("classroom", "a4", &BookOptions::default(), &[4]);
    let pages: Vec<_> = volume.pages().collect();
    let page = pages.iter().find(|page| !grid_corners(page).is_empty()).unwrap();
    let left = grid_corners(page).iter().map(|(x, _)| *x).fold(f64::MAX, f64::min);
    let name = page.marks.iter().find_map(|mark| match mark {
        DrawOp::Text { at, text, .. } if text.contains("Name") => Some(at.0),
        _ => None,
    });
    assert!((name.unwrap() - left).abs() < 1e-6, "{name:?}, {left}");
    let has_stars = |page: &&Page| {
        forms(&page.marks).any(|(form, _)| !form.marks.is_empty() && filled_stars(form).is_some())
    };
    assert_eq!(pages.iter().filter(has_stars).count(), 0);
    let said = self::pages(&volume);
    assert!(said.iter().all(|page| !words(page).contains("Beginner")));
}

/// The corners of the grids of puzzles on a page.
fn grid_corners(page: &Page) -> Vec<(f64, f64)> {
    puzzle_grids(page).into_iter().map(|(corner, _)| corner).collect()
}

/// A year had a list of 365 boxes after twelve calendars with boxes.
#[test]
fn book_of_days_has_boxes_to_tick_once() {
    let dated = BookOptions { first_day: date("2027-01-01"), ..BookOptions::default() };
    for (options, lists) in [(&dated, 0), (&BookOptions::default(), 1)] {
        let pages = pages(&volume("daily", "6x9", options, &[8, 4, 8, 4, 4]));
        let has_list = |page: &&PageContents| words(page).contains("Tick off each puzzle");
        assert_eq!(pages.iter().filter(has_list).count(), lists);
    }
}

fn date(text: &str) -> Option<jiff::civil::Date> {
    Some(text.parse().unwrap())
}

#[test]
fn year_without_last_day_has_all_its_days() {
    let bench = Bench::new();
    for (flags, days) in [("", 365), ("--first-day 2028-01-01", 366), ("--count 1", 7)] {
        let out = format!("d{days}");
        let run = format!("run --template daily {flags} --parts puzzles --seed 1 --out {out}");
        bench.ends(&run, 0, "");
        let rows = String::from_utf8(bench.read(&format!("{out}/catalog.csv"))).unwrap();
        assert_eq!(rows.lines().count(), days + 1, "{flags}");
    }
}

/// A booklet needed A3 or tabloid paper unless its maker knew better.
#[test]
fn booklets_fold_from_office_paper() {
    let bench = Bench::new();
    for (run, (flags, sheet)) in [
        ("--job booklet --total 8", (297.0, 210.0)),
        ("--job booklet --total 8 --trim 5.5x8.5", (279.4, 215.9)),
        ("--count 1 --impose booklet", (279.4, 215.9)),
        ("--count 1 --impose booklet --template playful", (279.4, 215.9)),
    ]
    .into_iter()
    .enumerate()
    {
        bench.ends(&format!("run {flags} --seed 1 --out b{run}"), 0, "");
        let document = Document::load_mem(&bench.read(&format!("b{run}/booklet.pdf"))).unwrap();
        let first = *document.get_pages().values().next().unwrap();
        let page = document.get_dictionary(first).unwrap();
        let sides = page.get(b"MediaBox").unwrap().as_array().unwrap();
        let side = |at: usize| f64::from(sides[at].as_float().unwrap()) / 72.0 * 25.4;
        let found = (side(2), side(3));
        assert!((found.0 - sheet.0).abs() < 1.5 && (found.1 - sheet.1).abs() < 0.5, "{found:?}");
    }
}

/// A Hard puzzle by itself had four of four stars.
#[test]
fn single_puzzle_has_the_stars_of_its_ladder() {
    for (rung, stars) in [(Band::Hard.into(), 7), (Rung::from(Level::Hard), 5)] {
        let section = Section::new(rung, vec![true_sections(&[1])[0].puzzles.get(0).unwrap()]);
        let template = Template::builtin("large-print").unwrap();
        let options = BookOptions::default();
        let volumes = book::volumes(&template, trim("a4"), &options, &[section]).unwrap();
        let pages: Vec<_> = volumes[0].pages().collect();
        let page = pages.iter().find(|page| !puzzle_grids(page).is_empty()).unwrap();
        let of_stars =
            forms(&page.marks).filter(|(form, _)| filled_stars(form).is_some_and(|n| n > 0));
        let counts: BTreeSet<_> = of_stars.map(|(form, _)| form.marks.len()).collect();
        assert_eq!(counts, BTreeSet::from([stars]));
    }
}

/// Six-year-olds and readers of large print read "Usually 4 minutes".
#[test]
fn times_are_ranges_on_the_levels_page() {
    let bench = Bench::new();
    bench.ends("generate --ladder human --levels 1-2 --count 8 --seed 1 -q --out c.csv", 0, "");
    for (design, expected) in [("classic", 1), ("large-print", 0), ("playful", 0)] {
        let book = format!("book c.csv --template {design} --trim 8x10 --openers page -q");
        bench.ends(&format!("{book} --out b.pdf --force"), 0, "");
        let file = Pdf::open(&bench.read("b.pdf")).unwrap();
        let pages: Vec<_> = (0..file.page_count()).map(|page| file.page(page).unwrap()).collect();
        let with = pages.iter().map(words).filter(|text| text.contains(" minutes"));
        let with: Vec<String> = with.collect();
        assert_eq!(with.len(), expected, "{design}: {with:?}");
        for text in with {
            assert!(
                text.contains("The levels") && text.contains("Usually 2 to 6 minutes"),
                "{text}"
            );
            assert!(text.contains("Times are for experienced solvers"), "{text}");
        }
    }
}

#[test]
fn shop_text_has_the_stars_of_the_book() {
    let volume = volume("classic", "6x9", &BookOptions::default(), &[4, 4]);
    let listing = Listing::new(&volume, trim("6x9")).unwrap();
    assert!(listing.description.contains("★☆ Beginner"), "{}", listing.description);
    assert!(listing.description.contains("★★ Easy"), "{}", listing.description);
    assert!(listing.description.contains("Two levels, beginner and easy"));
    let children = self::volume("playful", "8x10", &BookOptions::default(), &[4, 4]);
    let listing = Listing::new(&children, trim("8x10")).unwrap();
    assert!(listing.description.contains("★☆ Warm-up · Puzzles 1 to 4"), "{}", listing.description);
    assert!(!listing.description.contains("and Off we go"), "{}", listing.description);
}

/// Makes twelve puzzles of each of two levels. Counts the openers and the pages of puzzles.
#[test]
fn openers_and_puzzles_per_page_are_settings() {
    let bench = Bench::new();
    bench.ends("generate --seed 5 --levels 1-2 --count 12 --quiet --out a.csv", 0, "");
    let make = "book a.csv --parts puzzles --out b.pdf --force --trim";
    for (flags, pages) in [
        ("--per-page 1 --openers none", 24),
        ("--per-page 2 --openers none", 12),
        ("--per-page 4 --openers none", 6),
        ("--per-page 6 --openers none", 4),
        ("--openers none", 6),
        // Openers are right-hand pages.
        ("--per-page 4", 8),
        ("--per-page 4 --openers page", 8),
        ("--per-page 4 --openers line", 6),
        ("--per-page 1 --openers line", 24),
        // A level of two pages begins below a line.
        ("--per-page 6", 4),
    ] {
        let output = bench.run(&format!("{make} 8.5x11 {flags}"));
        let said = String::from_utf8(output.stderr).unwrap();
        let counted = format!("{pages} pages");
        assert!(said.lines().any(|line| line.starts_with(&counted)), "{flags}: {said}");
        bench.ends("verify a.csv b.pdf", 0, "");
    }
    bench.ends(&format!("{make} 5x8 --per-page 6"), 2, "expected cells of at least");
    // The cause is the number, not the design.
    let words = "use a smaller number with --per-page, or a larger trim";
    bench.ends(&format!("{make} 5x8 --per-page 6"), 2, words);
    bench.ends(&format!("{make} 8.5x11 --per-page 3"), 2, "--per-page");
    fs::write(bench.path("job.toml"), "per-page = 3\n").unwrap();
    bench.ends("run --job job.toml", 2, "`per-page`: expected 1, 2, 4, 6, found \"3\"\n");
}

/// Makes a book of two levels with four puzzles each, and returns the lines of its pages, each with
/// the number of grids on the page.
fn short_levels(bench: &Bench, design: &str, flags: &str) -> Vec<(Vec<String>, usize)> {
    let parts = "--parts contents,puzzles --out b.pdf --force --trim 8.5x11";
    bench.ends(&format!("book a.csv --template {design} {parts} {flags}"), 0, "");
    bench.ends("verify a.csv b.pdf", 0, "");
    let file = Pdf::open(&bench.read("b.pdf")).unwrap();
    let pages = (0..file.page_count()).map(|index| {
        let page = file.page(index).unwrap();
        (page.lines.clone(), page.grids.len())
    });
    pages.collect()
}

#[test]
fn four_puzzles_have_no_opener_of_their_own() {
    let bench = Bench::new();
    bench.ends("generate --seed 5 --levels 1-2 --count 4 --quiet --out a.csv", 0, "");
    let grids =
        |pages: &[(Vec<String>, usize)]| pages.iter().map(|page| page.1).collect::<Vec<_>>();
    for design in ["classic", "pocket"] {
        for flags in ["", "--openers line"] {
            let pages = short_levels(&bench, design, &format!("--per-page 4 {flags}"));
            // Contents, a page for each level, and a blank page that makes the number even.
            assert_eq!(grids(&pages), [0, 4, 4, 0], "{design} {flags}");
            for (page, name, range) in
                [(2, "Beginner", "Puzzles 1 to 4"), (3, "Easy", "Puzzles 5 to 8")]
            {
                let first = &pages[page - 1].0[0];
                assert!(
                    first.starts_with(name) && first.ends_with(range),
                    "{design} {flags}: {first}"
                );
                let entry = pages[0].0.iter().find(|line| line.starts_with(name));
                let entry = entry.unwrap_or_else(|| panic!("{name}: {:?}", pages[0].0));
                assert!(entry.ends_with(&page.to_string()), "{entry}");
            }
        }
        let pages = short_levels(&bench, design, "--per-page 4 --openers none");
        assert_eq!(grids(&pages), [0, 4, 4, 0]);
        assert!(!pages[1].0[0].starts_with("Beginner"), "{:?}", pages[1].0);
        let pages = short_levels(&bench, design, "--per-page 4 --openers page");
        assert_eq!(grids(&pages), [0, 0, 4, 0, 4, 0]);
        assert!(pages[1].0[0].starts_with("Beginner"), "{:?}", pages[1].0);
    }
    // In a book for children, a page with a row, a column and a block opens each level.
    let pages = short_levels(&bench, "playful", "");
    assert_eq!(grids(&pages), [0, 3, 1, 1, 1, 1, 3, 1, 1, 1, 1, 0]);
}

#[test]
fn puzzles_move_down_below_a_heading_line() {
    let template = Template::builtin("classic").unwrap();
    let lay_out = |openers| {
        let imprint = BookOptions { openers, ..imprint() };
        let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections(&[4, 14]));
        volumes.unwrap().remove(0)
    };
    let (usual, pages) = (lay_out(None), lay_out(Some(Openers::Page)));
    let ratio = usual.cell_size() / pages.cell_size();
    assert!((0.88..1.0).contains(&ratio), "{ratio}");
    // The tops of the first grids of the pages with puzzles.
    let tops = |volume: &Volume| -> Vec<f64> {
        let grids = volume.pages().map(|page| puzzle_grids(&page));
        grids.filter_map(|grids| Some(grids.first()?.0.1)).collect()
    };
    // Four puzzles fill two pages below a line, fourteen fill seven pages behind a page.
    let [first, others @ ..] = &tops(&usual)[..] else { panic!("no puzzles") };
    assert_eq!(others.len(), 8);
    assert!(
        others.iter().all(|top| top == &others[0] && *first > top + 10.0),
        "{first} {others:?}"
    );
    assert!(tops(&pages).windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(usual.page_count() + 2, pages.page_count(), "one opener and a blank page fewer");
}

/// Returns the median of some times.
fn median(times: &[u64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2] as f64
}

/// A year that begins on a Friday: weekdays rise from Monday to Sunday, and each takes the same time
/// in the first and in the last quarter.
#[test]
fn daily_year_has_equal_weeks_that_rise() {
    let bench = Bench::new();
    let flags = "--ladder human --template daily --first-day 2027-01-01 --seed 3";
    bench.ends(&format!("run {flags} --out year --quiet"), 0, "");
    let catalog = String::from_utf8(bench.read("year/catalog.csv")).unwrap();
    let column = catalog.lines().next().unwrap().split(',').position(|name| name == "seconds");
    let rows = catalog.lines().skip(1);
    let seconds: Vec<u64> =
        rows.map(|row| row.split(',').nth(column.unwrap()).unwrap().parse().unwrap()).collect();
    assert_eq!(seconds.len(), 365);
    let weeks = seconds[3..].chunks_exact(7);
    let falling = weeks.clone().find(|week| !week.is_sorted());
    assert_eq!(falling, None);
    let mut before = 0.0;
    // The fourth day is a Monday.
    for weekday in 3..10 {
        let own: Vec<u64> = seconds.iter().copied().skip(weekday % 7).step_by(7).collect();
        let (first, last) = (median(&own[..13]), median(&own[own.len() - 13..]));
        assert!((first / last - 1.0).abs() < 0.1, "{weekday}: {first} and {last} seconds");
        assert!(before < median(&own), "{weekday}");
        before = median(&own);
    }
    // Two rows that change places.
    let mut rows: Vec<&str> = catalog.lines().collect();
    rows.swap(3, 10);
    proved(&bench, "year", "is identical");
    fs::write(bench.path("year/catalog.csv"), rows.join("\n") + "\n").unwrap();
    let said = verify(&bench, "year", 1);
    assert!(said.contains("out of order, expected the puzzle of line"), "{said}");
}
