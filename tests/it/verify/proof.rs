//! The proof sheet: what is on it is what the files say, every link leads somewhere, and nothing of a file gets
//! out of its place.

use crate::support::pdfs::bound;
use crate::support::program::Bench;
use crate::support::verify::small_run;
use engine::sudoku::score::Score;
use lopdf::content::Content;
use lopdf::{Document, Object, dictionary};
use std::collections::BTreeSet;
use std::fs;
use sudoku_press::run::Measure;

/// Makes a sheet, demands this exit code, and checks what is true of every sheet.
fn sheet(bench: &Bench, args: &str, code: i32) -> String {
    bench.ends(&format!("proof {args} --force --out proof.html"), code, "");
    let html = String::from_utf8(bench.read("proof.html")).unwrap();
    sound(&html);
    html
}

/// What is true of every sheet: elements are closed in order, ids are unique, links lead somewhere, nothing comes
/// from elsewhere.
fn sound(html: &str) {
    const VOID: [&str; 2] = ["meta", "input"];
    let (mut open, mut ids, mut links) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut rest = html.strip_prefix("<!DOCTYPE html>\n").unwrap();
    while let Some((_, from)) = rest.split_once('<') {
        let raw = ["style", "script"].into_iter().find(|name| from.starts_with(name));
        let (tag, after) = from.split_once('>').unwrap();
        rest = match raw {
            Some(name) => after.split_once(&format!("</{name}>")).unwrap().1,
            None => after,
        };
        if raw.is_some() {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "<{tag}>");
        if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        for attribute in ["id", "href", "for", "aria-labelledby"] {
            let Some((_, value)) = tag.split_once(&format!(" {attribute}=\"")) else { continue };
            let value = value.split('"').next().unwrap();
            match attribute {
                "id" => assert!(ids.insert(value), "{value} is an id twice"),
                "href" => drop(links.insert(value.strip_prefix('#').expect("a link inside"))),
                _ => links.extend(value.split(' ')),
            }
        }
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(" src=") && !names.contains(" on"), "<{tag}>");
    }
    assert!(open.is_empty(), "{open:?} is not closed");
    let nowhere: Vec<_> = links.difference(&ids).collect();
    assert!(nowhere.is_empty(), "nothing has the ids {nowhere:?}");
    assert!(!html.contains("http"), "an address");
}

/// The spreads that are shown.
fn spreads(html: &str) -> usize {
    html.matches("<figure class=\"spread").count()
}

#[test]
fn sound_run_is_shown_whole_without_findings() {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 6 --trim 6x9 --printer kdp --title Rain", 0, "");
    let html = sheet(&bench, "out", 0);
    let pages = Document::load(bench.path("out/book.pdf")).unwrap().get_pages().len();
    assert_eq!(spreads(&html), pages / 2 + 1);
    for words in [
        "<h1 id=\"title\">Rain</h1>",
        "verify: ok, 30 puzzles on ",
        "preflight: no finding, kdp on white",
        "3 files: sums agree",
        "duplicates: none in 30 puzzles",
        "archive: none",
        "all levels full",
        "Nothing was found.",
        "seed 5",
    ] {
        assert!(html.contains(words), "{words:?} is not there");
    }
    assert!(!html.contains("class=\"ring\""));
    let manifest: serde_json::Value =
        serde_json::from_slice(&bench.read("out/manifest.json")).unwrap();
    for file in manifest["files"].as_array().unwrap() {
        assert!(html.contains(file["sha256"].as_str().unwrap()));
    }
}

/// Neither the folder nor the threads change a byte.
#[test]
fn the_same_run_makes_the_same_sheet_elsewhere() {
    let bench = small_run();
    let first = sheet(&bench, "out", 0);
    fs::rename(bench.path("out"), bench.path("elsewhere")).unwrap();
    assert!(first == sheet(&bench, "elsewhere --threads 1", 0));
    let folder = bench.path("elsewhere").display().to_string();
    assert!(first == sheet(&bench, &folder, 0));
    // Findings name their files without the folder.
    fs::remove_file(bench.path("elsewhere/datapackage.json")).unwrap();
    let html = sheet(&bench, &folder, 1);
    assert!(html.contains("datapackage.json is missing") && !html.contains("elsewhere"));
}

/// The figures of the charts, counted again from the columns of the catalogue.
#[test]
fn charts_say_what_the_catalogue_says() {
    let bench = small_run();
    let html = sheet(&bench, "out", 0);
    let csv = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for (level, name) in [("1", "Beginner"), ("3", "Medium"), ("5", "Evil")] {
        let rows = rows.iter().filter(|row| row[5] == level);
        let mut givens: Vec<u64> = rows.map(|row| row[3].parse().unwrap()).collect();
        givens.sort_unstable();
        let (first, last) = (givens[0], givens[givens.len() - 1]);
        let middle = givens[(givens.len() - 1) / 2];
        let words = format!("{name} {first} to {last}, middle {middle}");
        assert!(html.contains(&words), "{words:?} is not there");
    }
    for row in &rows {
        let drawn = html.contains(&format!("({})</title>", row[0]));
        assert!(drawn, "{} is among four of its level and not drawn", row[0]);
    }
    // All six maps say how many puzzles they are of.
    assert_eq!(html.matches(" % of 20 puzzles.").count(), 2);
    assert_eq!(html.matches(" % of 4 puzzles.").count(), 10);
}

#[test]
fn file_content_never_becomes_markup_of_the_page() {
    let bench = Bench::new();
    let mut run = bench.command("run --seed 5 --count 1 --trim 6x9 --levels 1 -q");
    let title = "</title><script>alert(1)</script> \"&amp;' <b onclick=x>";
    assert!(run.args(["--title", title, "--author", title]).status().unwrap().success());
    let html = sheet(&bench, "out", 0);
    assert!(!html.contains("<script>alert") && !html.contains("<b onclick"));
    assert!(
        html.contains("&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#34;&#38;amp;")
    );
}

/// Changes the first digit of the first puzzle on a page of the book.
fn lie(bench: &Bench, page: usize) {
    let mut document = Document::load(bench.path("out/book.pdf")).unwrap();
    let id = document.page_iter().nth(page).unwrap();
    let mut content = Content::decode(&document.get_page_content(id)).unwrap();
    let mut spaced = false;
    let mut rows = Vec::new();
    for operation in &mut content.operations {
        if operation.operator == "Tc" {
            spaced = operation.operands[0].as_float().unwrap() != 0.0;
        }
        for operand in &mut operation.operands {
            match operand {
                Object::Array(items) if spaced => {
                    rows.extend(items.iter_mut().filter_map(|item| item.as_str_mut().ok()));
                }
                Object::String(row, _) if spaced => rows.push(row),
                _ => {}
            }
        }
    }
    let (first, others) = rows.split_first_mut().unwrap();
    let other = others.iter().find(|row| row[..2] != first[..2]).unwrap();
    first[..2].copy_from_slice(&other[..2]);
    let stream = document.get_page_contents(id)[0];
    let stream = document.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    stream.set_plain_content(content.encode().unwrap());
    document.save(bench.path("lie.pdf")).unwrap();
}

/// The sheet draws the file, not what the file should be.
#[test]
fn a_changed_digit_is_seen_listed_and_ringed() {
    let bench = small_run();
    let before = sheet(&bench, "out/catalog.csv out/book.pdf", 0);
    let puzzles = "aria-label=\"Page 10: puzzle";
    let page = if before.contains(puzzles) { 10 } else { 12 };
    lie(&bench, page - 1);
    let html = sheet(&bench, "out/catalog.csv lie.pdf", 1);
    assert!(html.contains("class=\"ring\""), "nothing is ringed");
    let spread = format!("href=\"#b1p{}\"", page / 2 * 2);
    let findings = html.split("<section class=\"findings\"").nth(1).unwrap();
    let findings = findings.split("</section>").next().unwrap();
    assert!(findings.contains(&spread), "{findings}");
    let drawn = |html: &str| {
        let spread = html.split(&format!("id=\"b1p{}\"", page / 2 * 2)).nth(1).unwrap();
        let spread = spread.split("</figure>").next().unwrap().to_owned();
        spread.split("<rect class=\"ring\"").next().unwrap().to_owned()
    };
    assert_ne!(drawn(&before), drawn(&html), "the changed digit is not drawn");
}

/// A PDF of another program: two pages of 6 x 9 in with this content.
fn foreign(content: &str) -> Vec<u8> {
    let page = || (dictionary! {}, content.to_owned());
    let media: Vec<Object> = [0, 0, 432, 648].map(Object::from).into();
    bound(Document::with_version("1.7"), [page(), page()], dictionary! { "MediaBox" => media })
}

/// What is not the folder of a run, or is broken, is told on the sheet; nothing ends the program.
#[test]
fn strange_things_are_told_on_the_sheet() {
    // With a page for each level the book is thick enough for the printer.
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 4 --trim 6x9 --openers page", 0, "");
    fs::create_dir(bench.path("empty")).unwrap();
    fs::write(bench.path("broken.pdf"), "%PDF-1.7\n1 0 obj\n<<").unwrap();
    fs::write(bench.path("cut.pdf"), &bench.read("out/book.pdf")[..20_000]).unwrap();
    bench.ends(
        "cover out/catalog.csv --printer kdp --paper cream --trim 6x9 --spine 3mm --openers page",
        0,
        "",
    );
    fs::write(bench.path("no.csv"), "id,puzzle\n1,<b>\n").unwrap();
    for (args, code, words) in [
        ("empty", 1, "no manifest"),
        ("broken.pdf", 1, "No page can be drawn"),
        ("cut.pdf", 1, "cut.pdf"),
        ("no.csv", 1, "no.csv, line 2"),
        ("out/catalog.csv", 0, "duplicates: none in 20 puzzles"),
        ("out/book.pdf", 0, "preflight: no printer is named"),
        ("out/book.pdf --printer lulu --trim 6x9", 0, "of advice, lulu on white"),
        ("out/book.pdf --printer kdp --trim 5x8", 1, "findings, kdp on white would refuse it"),
        ("cover.pdf --printer kdp --trim 6x9", 0, "preflight: 1 cover without a book"),
        (
            "cover.pdf out/book.pdf --printer kdp --trim 6x9 --paper cream",
            0,
            "aria-label=\"Cover: ",
        ),
        ("out empty", 1, "<h1>2 proofs</h1>"),
        ("out out/catalog.csv", 0, "<h1>2 proofs</h1>"),
    ] {
        let html = sheet(&bench, args, code);
        assert!(html.contains(words), "{args}: {words:?} is not there");
    }
    bench.ends("proof nowhere --force", 1, "nowhere");
    // What breaks the rule of a margin is ringed, mark by mark.
    let html = sheet(&bench, "out/book.pdf --printer lulu --trim 6x9", 0);
    assert!(html.contains("preflight: safe area (advice)"));
    let rings: Vec<_> = html.split("class=\"ring\"").skip(1).collect();
    assert!(rings.len() >= html.matches("class=\"spread ringed\"").count());
    let whole = |ring: &&&str| ring.split('>').next().unwrap().contains("width=\"420.0\"");
    assert_eq!(rings.iter().filter(whole).count(), 0, "whole pages are ringed");
    // A PDF of another program.
    fs::write(bench.path("foreign.pdf"), foreign("0 0 1 rg 9 9 99 99 re f")).unwrap();
    let html = sheet(&bench, "foreign.pdf out/catalog.csv --printer kdp --trim 6x9", 1);
    assert!(html.contains("fill=\"#0000ff\""), "the blue area is not drawn");
}

/// A book of another program: six pages of 6 x 9 in with this title, of which page 3 has a box of its own.
fn book_of_others(title: Option<&str>) -> Vec<u8> {
    let page = |number: usize| {
        let page = match number {
            3 => dictionary! { "MediaBox" => [0, 0, 500, 700].map(Object::from).to_vec() },
            _ => dictionary! {},
        };
        (page, "1 0 0 rg 100 300 40 40 re f".to_owned())
    };
    let media: Vec<Object> = [0, 0, 432, 648].map(Object::from).into();
    let mut document = Document::with_version("1.7");
    if let Some(title) = title {
        let info = dictionary! { "Title" => Object::string_literal(title) };
        let info = document.add_object(info);
        document.trailer.set("Info", info);
    }
    bound(document, (1..=6).map(page), dictionary! { "MediaBox" => media, "UserUnit" => 1 })
}

/// What all pages break has no ring around each of them, so that the one that is broken is seen.
#[test]
fn foreign_books_get_rings_around_special_pages_only() {
    let bench = small_run();
    let bytes = book_of_others(Some("A \\(good\\) book"));
    let mut document = Document::load_mem(&bytes).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    for page in pages {
        document.get_dictionary_mut(page).unwrap().set("UserUnit", 2);
    }
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    fs::write(bench.path("foreign.pdf"), bytes).unwrap();
    let args = "foreign.pdf out/catalog.csv --printer kdp";
    let html = sheet(&bench, &format!("{args} --trim 6x9"), 1);
    assert!(html.contains("foreign.pdf, all 6 pages"), "the findings do not say so");
    let whole = html.matches("class=\"ring\"").count();
    let own = html.split("id=\"b1p2\"").nth(1).unwrap().split("</figure>").next().unwrap();
    assert!(own.contains("class=\"ring\""), "page 3 is not ringed");
    let others = html.split("id=\"b1p4\"").nth(1).unwrap().split("</figure>").next().unwrap();
    let ring = "width=\"420.0\"";
    assert!(!others.contains(ring), "pages 4 and 5 are ringed whole: {whole}");
    // The trim is read, too.
    assert!(sheet(&bench, args, 1).contains("6x9"));
}

#[test]
fn heading_of_a_foreign_book_is_its_title() {
    let bench = Bench::new();
    fs::write(bench.path("foreign.pdf"), book_of_others(None)).unwrap();
    assert!(sheet(&bench, "foreign.pdf", 1).contains("<h1 id=\"title\">foreign.pdf</h1>"));
    fs::write(bench.path("foreign.pdf"), book_of_others(Some("Sudoku \\(easy\\)"))).unwrap();
    let html = sheet(&bench, "foreign.pdf", 1);
    assert!(html.contains("<h1 id=\"title\">Sudoku "), "{}", &html[..3000]);
}

/// The easiest and the hardest are named by number and page.
#[test]
fn extreme_puzzles_have_number_and_page() {
    let bench = small_run();
    let html = sheet(&bench, "out", 0);
    let extremes = html.split("<section class=\"extremes\"").nth(1).unwrap();
    assert!(extremes.contains("<b>1, page "), "{}", &extremes[..2000]);
    // A catalogue alone has rows.
    let html = sheet(&bench, "out/catalog.csv", 0);
    let extremes = html.split("<section class=\"extremes\"").nth(1).unwrap();
    assert!(!extremes.contains(", page "));
}

#[test]
fn a_short_level_is_something_to_look_at() {
    let bench = Bench::new();
    let run = "run --quota 1=1,5=2 --needs hidden-single-line --attempts 60 --seed 1 -q";
    bench.ends(run, 3, "made 0");
    let html = sheet(&bench, "out", 0);
    assert!(html.contains("class=\"pill look\""), "no amber word");
    assert!(html.contains("short: "));
}

/// The verdict on the archive counts what is wrong there, not what was found before.
#[test]
fn problems_of_the_archive_are_counted_alone() {
    let bench = Bench::new();
    bench.ends("archive create --archive empty", 0, "");
    bench.ends("run --seed 5 --count 2", 0, "");
    let sums = String::from_utf8(bench.read("out/SHA256SUMS")).unwrap();
    fs::write(bench.path("out/SHA256SUMS"), sums + "0  other.csv\n").unwrap();
    let html = sheet(&bench, "out --archive empty", 1);
    assert!(html.contains("archive: 1 problem<"), "{html}");
}

#[test]
fn a_file_that_exists_stays() {
    let bench = small_run();
    // Beside the run, and so a second run has one of its own.
    fs::write(bench.path("out/proof.html"), "mine").unwrap();
    bench.ends("proof out", 2, "out/proof.html");
    assert_eq!(bench.read("out/proof.html"), b"mine");
    bench.ends("proof out --out new.html", 0, "new.html");
    bench.ends("proof out --force", 0, "");
    assert_ne!(bench.read("out/proof.html"), b"mine");
    assert!(!bench.path("proof.html").exists());
    bench.ends("verify out", 0, "");
    fs::create_dir(bench.path("folder")).unwrap();
    bench.ends("proof out --out folder --force", 74, "folder");
}

/// The sheet of the book before lay beside the new book, and `proof` did not replace it.
#[test]
fn sheet_goes_with_the_book_that_it_judges() {
    let bench = Bench::new();
    let run = "run --seed 5 --count 4 --trim 6x9";
    bench.ends(&format!("{run} --proof"), 0, "");
    let old = bench.read("out/proof.html");
    bench.ends(&format!("{run} --title New --force"), 0, "next: sudoku-press proof out");
    assert!(!bench.path("out/proof.html").exists());
    bench.ends("proof out", 0, "");
    assert!(bench.read("out/proof.html") != old);
    // A sheet of other files is made anew, one of these files stays, and so does a file of the user.
    fs::write(bench.path("out/proof.html"), &old).unwrap();
    bench.ends("proof out", 0, "");
    let new = bench.read("out/proof.html");
    for left in [old.clone(), Vec::new()] {
        fs::write(bench.path("out/proof.html"), left).unwrap();
        bench.ends(&format!("{run} --title New --proof"), 0, "nothing to do");
        assert!(bench.read("out/proof.html") == new);
    }
    fs::write(bench.path("out/proof.html"), "mine").unwrap();
    bench.ends(&format!("{run} --title New --proof"), 2, "proof.html exists; --force");
    assert_eq!(bench.read("out/proof.html"), b"mine");
    // A sheet of another run that the user named is not replaced.
    fs::write(bench.path("kept.html"), &old).unwrap();
    bench.ends("proof out --out kept.html", 2, "kept.html exists");
}

#[test]
fn next_step_is_one_that_is_left() {
    let bench = Bench::new();
    let said = |args: &str| String::from_utf8(bench.run(args).stderr).unwrap();
    assert!(said("run --quota 1=2 --out a").contains("next: sudoku-press proof a"));
    assert!(!said("run --quota 1=2 --proof --out b").contains("next:"));
}

#[test]
fn what_changed_since_another_run_is_told() {
    let bench = small_run();
    bench.ends("run --seed 6 --count 3 --trim 6x9 --title New --out new", 0, "");
    let html = sheet(&bench, "new --against out", 0);
    for words in [
        "0 puzzles are in both, 15 are new, 20 are gone",
        "<th scope=\"row\">seed</th><td>5</td><td>6</td>",
        "<th scope=\"row\">title</th><td>–</td><td>New</td>",
        "<th scope=\"row\">Beginner: puzzles</th><td>4</td><td>3</td>",
    ] {
        assert!(html.contains(words), "{words:?} is not there");
    }
    let html = sheet(&bench, "out --against out", 0);
    assert!(html.contains("20 puzzles are in both, 0 are new, 0 are gone"));
    assert!(html.contains("Nothing else is different."));
}

/// The sheet of a night compares it with the nights before it, also when later ones have been printed.
#[test]
fn proof_sheet_shows_figures_of_earlier_runs() {
    let bench = Bench::new();
    bench.ends("archive create --archive a.db", 0, "");
    fs::write(bench.path("job.toml"), "proof = true\ncount = 3\ntrim = \"6x9\"\n").unwrap();
    let night = |seed: u8, more: &str, words: &str| {
        let run = "run --job job.toml --archive a.db --seed";
        bench.ends(&format!("{run} {seed} --out n{seed} {more}"), 0, words);
        let html = String::from_utf8(bench.read(&format!("n{seed}/proof.html"))).unwrap();
        sound(&html);
        html
    };
    assert!(night(1, "", "n1/proof.html").contains("has no figures of earlier runs"));
    let second = night(2, "", "n2/proof.html");
    assert!(second.contains("the mean of the last 1 runs") && second.contains("class=\"past\""));
    assert!(second.contains("never printed before: 15 of 15"));
    assert!(night(3, "", "").contains("the mean of the last 2 runs"));
    // Nothing is made twice, and the sheet is no foreign file.
    assert!(second == night(2, "", "nothing to do"));
    fs::remove_file(bench.path("n2/proof.html")).unwrap();
    assert!(second == night(2, "", "n2/proof.html"));
    let said = bench.run("verify n2 --archive a.db");
    assert!(!String::from_utf8(said.stdout).unwrap().contains("proof.html"));
    bench.ends("archive check --archive a.db", 0, "");
    // A file of the user's is refused before anything is made.
    fs::create_dir(bench.path("n4")).unwrap();
    fs::write(bench.path("n4/proof.html"), "mine").unwrap();
    bench.ends("run --job job.toml --archive a.db --seed 4 --out n4", 2, "proof.html");
    assert_eq!(bench.names("n4"), ["proof.html"]);
}

/// 200 pages are below 5 MB; of a longer book a choice is shown, and said to be one.
#[test]
fn a_long_book_is_shown_in_part() {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 60 --trim 6x9 -q", 0, "");
    let html = sheet(&bench, "out", 0);
    let pages = Document::load(bench.path("out/book.pdf")).unwrap().get_pages().len();
    assert!((180..=240).contains(&pages), "{pages} pages");
    assert_eq!(spreads(&html), pages / 2 + 1);
    assert!(html.len() < 5_000_000 * pages / 200, "{} bytes for {pages} pages", html.len());

    bench.ends("run --seed 5 --count 150 --trim 6x9 --out long -q", 0, "");
    let html = sheet(&bench, "long", 0);
    assert!(html.contains("and a sample at equal distances"));
    assert!(spreads(&html) <= 130, "{} spreads", spreads(&html));
    for puzzle in [1, 150, 151, 300, 301, 450, 451, 600, 601, 750] {
        let alone = format!("puzzle {puzzle}.");
        let shown = html.contains(&format!("puzzles {puzzle} to"))
            || html.contains(&format!(" to {puzzle}"))
            || html.contains(&alone);
        assert!(shown, "the end of a section, puzzle {puzzle}, is not shown");
    }
}

/// A page with more marks than a browser can show is cut, and the sheet says so.
#[test]
fn page_of_many_marks_is_drawn_partly() {
    let bench = small_run();
    let strokes: String = (0..100_000)
        .map(|i| format!("{} {} m {} {} l S\n", i % 400, i / 250, i % 399 + 1, i / 251))
        .collect();
    fs::write(bench.path("many.pdf"), foreign(&strokes)).unwrap();
    let html = sheet(&bench, "many.pdf out/catalog.csv", 1);
    assert!(html.contains("Not all of it is drawn"));
    assert!(html.len() < 2_000_000, "{} bytes", html.len());
}

/// What two catalogues are compared by: a class holds what its label says, up to the next label.
#[test]
fn puzzle_classes_are_labelled_by_their_smallest_value() {
    let class = |searches| {
        let score = Score { givens: 30, row_col_min: 2, searches };
        Measure::Searches.class(&score, None).unwrap()
    };
    let labels =
        ["1", "3", "10", "30", "100", "300", "1k", "3k", "10k", "30k", "100k", "300k", "1m"];
    for (index, label) in labels.into_iter().enumerate() {
        let number = label.replace('k', "000").replace('m', "000000").parse().unwrap();
        assert_eq!(Measure::Searches.label(class(number)), label);
        assert_eq!((class(number), class(number * 2)), (index as u16, index as u16));
        assert_eq!(class(number - 1), index.saturating_sub(1) as u16);
    }
    assert_eq!(Measure::Er.label(28 / 5), "2.5");
    assert_eq!(Measure::Total.label(37), "3.7");
}

#[test]
fn proof_titles_have_no_marks_of_new_lines() {
    let bench = Bench::new();
    let mut run = bench.command("run --total 4 --levels 1 --seed 1 --out out -q");
    assert!(run.args(["--title", "Rainy Days|for Two"]).status().unwrap().success());
    bench.ends("proof out -q", 0, "");
    let sheet = String::from_utf8(bench.read("out/proof.html")).unwrap();
    assert!(sheet.contains("<h1 id=\"title\">Rainy Days for Two</h1>"));
}
