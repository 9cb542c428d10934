//! Books for tablets and screens, read from the finished PDF: sizes of pages, margins, links, outlines; and print
//! editions, which have none of these.

use crate::support::books::sections;
use crate::support::preflight::{broken, pdf, terms};
use crate::support::program::Bench;
use crate::support::readback::{self, FoundGrid, Glyph, Sheet};
use book::{Answers, BookOptions, Template};
use lopdf::{Dictionary, Document, Object, ObjectId};
use preflight::{Medium, PrintSpec, Printer, Trim};
use std::collections::BTreeMap;

/// The tablets, with the pixels of their screens and how many there are in an inch.
const TABLETS: [(&str, f64, f64, f64); 6] = [
    ("remarkable-2", 1404.0, 1872.0, 226.0),
    ("remarkable-paper-pro", 1620.0, 2160.0, 229.0),
    ("kindle-scribe", 1860.0, 2480.0, 300.0),
    ("kindle-scribe-11", 1986.0, 2648.0, 300.0),
    ("supernote-nomad", 1404.0, 1872.0, 300.0),
    ("supernote-manta", 1920.0, 2560.0, 300.0),
];

/// A toolbar of 13 mm.
const TOOLBAR: f64 = 13.0 * 72.0 / 25.4;

/// A book of a design, of three levels that need more than one page each.
fn made(design: &str, terms: &PrintSpec, options: &BookOptions) -> Vec<u8> {
    let template = Template::builtin(design).unwrap();
    let sizes = match design {
        "newspaper" => [15, 0, 15, 0, 15],
        "daily" => [8, 4, 8, 4, 4],
        _ => [13, 0, 12, 0, 11],
    };
    let sections = sections(&sizes);
    let spec = book::LayoutSpec::new(&template, &sections).printer(terms).options(options);
    let layout = spec.lay_out().unwrap_or_else(|e| panic!("{design} at {}: {e}", terms.trim()));
    pdf(&layout.volumes[0])
}

/// A file as a reader of PDF sees it.
struct Opened {
    document: Document,
    pages: Vec<ObjectId>,
    sheets: Vec<Sheet>,
}

/// A link: its page, its area (left, bottom, right, top), its target.
struct Link {
    page: usize,
    area: [f64; 4],
    target: Target,
}

/// The page and the height above its lower edge that a reader shows.
struct Target {
    page: usize,
    y: f64,
}

impl Opened {
    fn new(bytes: &[u8]) -> Self {
        let document = Document::load_mem(bytes).unwrap();
        let pages = document.page_iter().collect();
        Self { document, pages, sheets: readback::sheets(bytes) }
    }

    fn dictionary(&self, page: usize) -> &Dictionary {
        self.document.get_dictionary(self.pages[page]).unwrap()
    }

    fn target(&self, destination: &Object) -> Target {
        let [page, kind, left, top, zoom] = &destination.as_array().unwrap()[..] else {
            panic!("expected five items, found {destination:?}")
        };
        assert_eq!(kind.as_name().unwrap(), b"XYZ");
        assert!(*left == Object::Null && *zoom == Object::Null, "the view keeps its zoom");
        let page = page.as_reference().unwrap();
        let page = self.pages.iter().position(|id| *id == page).expect("a page of the file");
        Target { page, y: top.as_float().unwrap().into() }
    }

    fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for page in 0..self.pages.len() {
            let annotations = self.dictionary(page).get(b"Annots").and_then(Object::as_array);
            for link in annotations.into_iter().flatten() {
                let link = link.as_dict().unwrap();
                assert_eq!(link.get(b"Subtype").unwrap().as_name().unwrap(), b"Link");
                let area = link.get(b"Rect").unwrap().as_array().unwrap();
                let area: Vec<f64> = area.iter().map(|n| n.as_float().unwrap().into()).collect();
                let target = self.target(link.get(b"Dest").unwrap());
                links.push(Link { page, area: area.try_into().unwrap(), target });
            }
        }
        links
    }

    /// Returns the text whose characters begin in an area of a page.
    fn text_in(&self, page: usize, [left, bottom, right, top]: [f64; 4]) -> String {
        let glyphs = self.sheets[page].glyphs.iter();
        let inside =
            |g: &&Glyph| (left - 1.0..right).contains(&g.x) && (bottom..top).contains(&g.y);
        Sheet { glyphs: glyphs.filter(inside).cloned().collect(), ..Sheet::default() }.text()
    }

    /// Returns the grid with this number that a reader sees at a target, just below its upper edge.
    fn grid_at(&self, target: &Target, number: usize) -> FoundGrid {
        let grids = self.sheets[target.page].grids();
        let mut below =
            grids.into_iter().filter(|grid| (0.0..60.0).contains(&(target.y - grid.edges.2)));
        let found = below.find(|grid| grid.number == number);
        found.unwrap_or_else(|| panic!("no {number} at the target on page {}", target.page + 1))
    }

    /// Returns the entries of the outline: depth, title, target.
    fn outline(&self) -> Vec<(usize, String, Target)> {
        let mut entries = Vec::new();
        let root = self.document.catalog().unwrap().get(b"Outlines").unwrap();
        let root = self.document.get_dictionary(root.as_reference().unwrap()).unwrap();
        self.add_entries(root, 0, &mut entries);
        entries
    }

    fn add_entries(
        &self,
        parent: &Dictionary,
        depth: usize,
        out: &mut Vec<(usize, String, Target)>,
    ) {
        let mut next = parent.get(b"First").ok();
        while let Some(id) = next {
            let entry = self.document.get_dictionary(id.as_reference().unwrap()).unwrap();
            let title = lopdf::decode_text_string(entry.get(b"Title").unwrap()).unwrap();
            out.push((depth, title, self.target(entry.get(b"Dest").unwrap())));
            self.add_entries(entry, depth + 1, out);
            next = entry.get(b"Next").ok();
        }
    }
}

/// Asserts that each puzzle of the file has one link to its answer, and each answer one back. Returns
/// the number of puzzles.
fn assert_pairs(opened: &Opened, what: &str) -> usize {
    // How often each number is the start of a link: as a puzzle, as an answer.
    let mut starts: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
    let of_file = opened.sheets.iter().flat_map(|sheet| sheet.grids());
    for grid in of_file.filter(|grid| grid.number > 0) {
        starts.insert(grid.number, [0; 2]);
    }
    for link in opened.links() {
        let grids = opened.sheets[link.page].grids();
        let [left, bottom, right, top] = link.area;
        let is_across =
            |grid: &&FoundGrid| left < grid.edges.0 + 0.01 && grid.edges.1 < right + 0.01;
        let side = |grid: &FoundGrid| grid.edges.1 - grid.edges.0;
        // An answer lies inside its link, a puzzle below it.
        let inside = grids
            .iter()
            .filter(is_across)
            .find(|grid| grid.edges.2 < top && bottom < grid.edges.2 - side(grid) + 0.01);
        let below = grids.iter().filter(is_across).find(|grid| {
            (-4.0..30.0).contains(&(bottom - grid.edges.2)) && grid.line.contains('.')
        });
        // The words below a puzzle that name the page of its answer.
        let words = opened.text_in(link.page, link.area);
        let above = grids.iter().filter(|grid| {
            let end = grid.edges.2 - side(grid);
            left >= grid.edges.0 - 3.01 && right <= grid.edges.1 + 3.01 && end > top
        });
        let above = above.min_by(|a, b| a.edges.2.total_cmp(&b.edges.2));
        let above = above.filter(|_| words.starts_with("Answer: page "));
        let Some(own) = inside.or(below).or(above) else {
            let text = opened.sheets[link.page].text();
            assert!(text.contains("Contents"), "{what}: a link that starts at no grid: {text}");
            continue;
        };
        let there = opened.grid_at(&link.target, own.number);
        let is_answer = !own.line.contains('.');
        let (puzzle, answer) = if is_answer { (&there, own) } else { (own, &there) };
        assert!(puzzle.line.contains('.') && !answer.line.contains('.'), "{what}: {}", own.number);
        let agrees = |(given, digit): (char, char)| given == '.' || given == digit;
        assert!(puzzle.line.chars().zip(answer.line.chars()).all(agrees), "{what}: {}", own.number);
        starts.get_mut(&own.number).unwrap()[usize::from(is_answer)] += 1;
    }
    let has_words = opened.sheets.iter().any(|sheet| sheet.text().contains("Answer: page "));
    for (number, counts) in &starts {
        assert_eq!(*counts, [1 + usize::from(has_words), 1], "{what}: links of {number}");
    }
    starts.len()
}

#[test]
fn puzzle_links_lead_to_its_answer_and_back() {
    for (design, count) in [
        ("classic", 36),
        ("large-print", 36),
        ("pocket", 36),
        ("playful", 36),
        ("daily", 28),
        ("newspaper", 45),
    ] {
        for (printer, trim) in [("eink", "remarkable-2"), ("screen", "letter")] {
            let what = format!("{design} for {printer}");
            let bytes = made(design, &terms(printer, trim, None), &BookOptions::default());
            assert_eq!(assert_pairs(&Opened::new(&bytes), &what), count, "{what}");
        }
    }
}

#[test]
fn links_of_sheets_turns_volumes_lead_to_answers() {
    let bench = Bench::new();
    for (out, file, flags, count) in [
        (
            "sheets",
            "book.pdf",
            "--template classroom --total 4 --levels 2-3 --sheets 3 --answers end",
            12,
        ),
        ("turns", "book.pdf", "--turns 1,3,5 --quota 1=10,3=10,5=10", 30),
        // Each volume has a level.
        ("volumes", "book-02.pdf", "--volumes 2 --total 30 --levels 1-2", 15),
    ] {
        let run = format!("run --seed 7 --printer eink --trim kindle-scribe {flags}");
        bench.ends(&format!("{run} --out {out} --quiet"), 0, "");
        let opened = Opened::new(&bench.read(&format!("{out}/{file}")));
        assert!(opened.sheets.iter().all(|sheet| !sheet.glyphs.is_empty()), "{out}: blank pages");
        // The sheets of a class have the same numbers: only pairs can be counted.
        if out == "sheets" {
            assert_eq!(opened.links().len(), 2 * count);
        } else {
            assert_eq!(assert_pairs(&opened, out), count);
        }
    }
}

#[test]
fn answers_elsewhere_have_no_links() {
    let terms = terms("eink", "remarkable-2", None);
    for answers in [Answers::Foot, Answers::SeparateFile, Answers::None] {
        let parts = ["title", "contents", "how-to-play", "puzzles", "notes"].map(str::to_owned);
        let parts = Some(parts.to_vec());
        let options = BookOptions { answers: Some(answers), parts, ..BookOptions::default() };
        let opened = Opened::new(&made("classic", &terms, &options));
        let contents = |sheet: &Sheet| sheet.lines().iter().any(|line| line == "Contents");
        let pages: Vec<usize> = opened.links().iter().map(|link| link.page).collect();
        assert!(!pages.is_empty(), "{answers:?}: lines of the contents");
        assert!(pages.iter().all(|page| contents(&opened.sheets[*page])), "{answers:?}");
    }
}

#[test]
fn lines_of_the_contents_lead_to_their_pages() {
    for (printer, trim) in [("eink", "supernote-nomad"), ("screen", "6x9")] {
        let bytes = made("classic", &terms(printer, trim, None), &BookOptions::default());
        let opened = Opened::new(&bytes);
        let contents = opened.sheets.iter().position(|sheet| sheet.text().contains("Contents"));
        let contents = contents.unwrap();
        let mut found = Vec::new();
        let mut below = f64::MAX;
        for link in opened.links().into_iter().filter(|link| link.page == contents) {
            let [_, bottom, _, top] = link.area;
            assert!(top <= below + 0.01, "the areas do not overlap");
            assert!(top - bottom > 12.0, "a finger finds a line");
            below = bottom;
            let line = opened.text_in(contents, link.area);
            let title = line.split('\t').next().unwrap().to_owned();
            let folio = line.rsplit('\t').next().unwrap().to_owned();
            let page = link.target.page;
            assert!(opened.sheets[page].text().contains(&title), "{title} on page {page}");
            // An opener has no number; the page after it has the next.
            let next: usize = folio.parse().unwrap_or(0);
            let numbers = [page, page + 1].map(|page| opened.sheets[page].lines());
            let has = |lines: &[String], number: &str| {
                lines.iter().any(|line| line.split('\t').any(|word| word == number))
            };
            assert!(
                has(&numbers[0], &folio) || has(&numbers[1], &(next + 1).to_string()),
                "{title}: {folio} at page {page}"
            );
            found.push(title);
        }
        assert_eq!(
            found,
            ["How to play", "The levels", "Beginner", "Medium", "Evil", "Answers"],
            "{printer}"
        );
    }
}

#[test]
fn outline_has_levels_and_their_answers() {
    let bytes = made("classic", &terms("eink", "kindle-scribe", None), &BookOptions::default());
    let opened = Opened::new(&bytes);
    let outline = opened.outline();
    let answers = outline.iter().position(|(_, title, _)| title == "Answers").unwrap();
    let [before, after] = [&outline[..answers], &outline[answers + 1..]];
    let levels = [("Beginner", 1), ("Medium", 14), ("Evil", 26)];
    for (level, first) in levels {
        let at = before.iter().position(|(depth, title, _)| (*depth, &**title) == (0, level));
        let at = at.unwrap_or_else(|| panic!("{level} is missing"));
        assert!(opened.sheets[before[at].2.page].text().contains(level));
        let (depth, title, target) = &before[at + 1];
        assert!(*depth == 1 && title.starts_with(&format!("Puzzles {first} to ")), "{title}");
        let puzzle = opened.grid_at(target, first);
        let (depth, title, target) = &after[levels.iter().position(|l| l.0 == level).unwrap()];
        assert_eq!((*depth, &**title), (1, level));
        let answer = opened.grid_at(target, first);
        assert!(puzzle.line.contains('.') && !answer.line.contains('.'), "{level}");
    }
    assert_eq!(after.len(), 3);
}

#[test]
fn print_editions_have_no_annotations() {
    let printers = Printer::BUILTIN.iter().filter_map(|(name, _)| Printer::builtin(name));
    let mut checked = 0;
    for printer in printers {
        let trim = printer.trims().next().unwrap();
        let terms = printer.terms(trim, None).unwrap();
        if terms.medium() == Medium::Screen {
            continue;
        }
        let template = Template::builtin("classic").unwrap();
        let sections = sections(&[30, 0, 30, 0, 30]);
        let spec = book::LayoutSpec::new(&template, &sections).printer(&terms);
        let document = Document::load_mem(&pdf(&spec.lay_out().unwrap().volumes[0])).unwrap();
        for page in document.page_iter() {
            let page = document.get_dictionary(page).unwrap();
            assert!(!page.has(b"Annots"), "{}", printer.name());
        }
        assert!(!document.catalog().unwrap().has(b"Outlines"), "{}", printer.name());
        checked += 1;
    }
    assert!(checked >= 5, "kdp, ingram, lulu, bod, office, not {checked}");
}

#[test]
fn tablet_sizes_are_those_of_their_screens() {
    for (name, across, down, per_inch) in TABLETS {
        let trim: Trim = name.parse().unwrap();
        let pixels = [trim.width(), trim.height()].map(|points| points / 72.0 * per_inch);
        assert!((pixels[0] - across).abs() < 0.01 && (pixels[1] - down).abs() < 0.01, "{name}");
        assert_eq!(trim.to_string(), name);
        assert!(!trim.is_in_inches(), "{name}");
        for spelling in [name.to_uppercase(), name.replace('-', " "), name.replace('-', "")] {
            assert_eq!(spelling.parse::<Trim>().unwrap(), trim, "{spelling}");
        }
    }
    // Two of them are nearly alike, and still two.
    let scribe: Trim = "kindle-scribe".parse().unwrap();
    let remarkable: Trim = "remarkable-2".parse().unwrap();
    assert!((remarkable.width() - scribe.width() - 0.9).abs() < 0.1);
    let named: Vec<String> =
        Printer::builtin("eink").unwrap().trims().map(|t| t.to_string()).collect();
    assert_eq!(named, TABLETS.map(|tablet| tablet.0));
    assert!("letter".parse::<Trim>().unwrap().is_in_inches());
    for text in ["a4", "a5", "170x240mm"] {
        assert!(!text.parse::<Trim>().unwrap().is_in_inches(), "{text}");
    }
}

#[test]
fn tablet_pages_leave_room_for_toolbars() {
    for (trim, ..) in TABLETS {
        let terms = terms("eink", trim, None);
        let designs = ["classic", "pocket", "daily", "newspaper", "large-print", "playful"];
        // The cells of the last two are too large for the smallest tablet.
        let count = if trim == "supernote-nomad" { 4 } else { 6 };
        for design in &designs[..count] {
            let bytes = made(design, &terms, &BookOptions::default());
            assert_eq!(broken(&bytes, &terms), [], "{design} at {trim}");
            let (width, height) = (terms.trim().width(), terms.trim().height());
            let opened = Opened::new(&bytes);
            for (page, sheet) in opened.sheets.iter().enumerate() {
                assert!(!sheet.glyphs.is_empty(), "{design} at {trim}: page {} is blank", page + 1);
                let lines = sheet.drawn.iter().flat_map(|drawn| drawn.points.iter().copied());
                let ends = sheet.glyphs.iter().flat_map(|g| [(g.x, g.y), (g.x + g.advance, g.y)]);
                for (x, y) in lines.chain(ends) {
                    let across = TOOLBAR..width - TOOLBAR;
                    let up = TOOLBAR..height - TOOLBAR;
                    assert!(
                        across.contains(&x) && up.contains(&y),
                        "{design} at {trim}, page {}: {x}, {y}",
                        page + 1
                    );
                }
                // A pixel of the coarsest screen is 0.32 points wide.
                let thinnest = sheet.drawn.iter().map(|drawn| drawn.width);
                let thinnest = thinnest.filter(|width| *width > 0.0).fold(f64::MAX, f64::min);
                assert!(thinnest >= 2.0 * 72.0 / 229.0, "{design}, page {}", page + 1);
            }
        }
    }
}

#[test]
fn tablet_run_is_verified_and_keeps_printer_rules() {
    let bench = Bench::new();
    let words =
        "printer = \"eink\"\ntrim = \"supernote-nomad\"\ntotal = 30\nseed = 4\ncover = true\n";
    std::fs::write(bench.path("job.toml"), words).unwrap();
    bench.ends("run --job ./job.toml --out r", 0, "");
    bench.ends("verify r", 0, "");
    bench.ends("preflight r/book.pdf --printer eink", 0, "");
    bench.ends("preflight r/cover.pdf --printer eink --trim supernote-nomad --cover 20", 0, "");
    let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
    assert!(manifest.contains("\"trim\": \"supernote-nomad\""), "{manifest}");
    let cover = Document::load_mem(&bench.read("r/cover.pdf")).unwrap();
    assert!(cover.page_iter().count() == 1 && !cover.catalog().unwrap().has(b"Outlines"));
    assert_eq!(assert_pairs(&Opened::new(&bench.read("r/book.pdf")), "the run"), 30);
    let listed = String::from_utf8(bench.run("printer list").stdout).unwrap();
    assert!(listed.lines().any(|line| line.starts_with("eink ")), "{listed}");
    bench.ends(
        "run --printer eink --trim a4 --count 2 --out no",
        2,
        "expected trim remarkable-2, ",
    );
    bench.ends("run --printer eink --trim 5x8 --tabs --count 2 --out no", 2, "found eink");
    bench.ends("run --printer eink --trim 5x8 --pdfx 4 --count 2 --out no", 2, "PDF/A-2b");
    let coloured = "run --printer eink --trim 5x8 --cover --palette harbour --count 2 --out no";
    bench.ends(coloured, 2, "eink");
    bench.ends("run --trim kindle --count 2 --out no", 2, "expected a trim such as");
}
