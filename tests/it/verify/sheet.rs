//! The proof sheet: what is on it is what the files say, every link leads somewhere, and nothing of a file gets
//! out of its place.

use crate::support::pdfs::bound;
use crate::support::program::Bench;
use crate::support::verify::small_run;
use lopdf::content::Content;
use lopdf::{Document, Object, dictionary};
use std::collections::BTreeSet;
use std::fs;

/// Makes a sheet, demands this exit code, and checks what is true of every sheet.
fn sheet(bench: &Bench, args: &str, code: i32) -> String {
    bench.ends(&format!("verify {args} --sheet proof.html --force"), code, "");
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
        "Nothing is wrong",
        "30 puzzles, ",
        " 3 files. All match; book.pdf was rebuilt and is identical",
        "Preflight accepts it for kdp at 6x9 on paper white",
        "seed 5",
    ] {
        assert!(html.contains(words), "{words:?} is not there");
    }
    assert!(!html.contains("class=\"ring\""));
    let manifest: serde_json::Value =
        serde_json::from_slice(&bench.read("out/manifest.json")).unwrap();
    for file in manifest["made"]["files"].as_array().unwrap() {
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

/// The figures, counted again from the columns of the catalogue.
#[test]
fn table_of_levels_says_what_the_catalogue_says() {
    let bench = small_run();
    let csv = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for input in ["out", "out/catalog.csv"] {
        let html = sheet(&bench, input, 0);
        for (level, name) in [("1", "Beginner"), ("3", "Medium"), ("5", "Evil")] {
            let rows = rows.iter().filter(|row| row[5] == level);
            let mut givens: Vec<u64> = rows.map(|row| row[3].parse().unwrap()).collect();
            givens.sort_unstable();
            let (first, last) = (givens[0], givens[givens.len() - 1]);
            let middle = givens[(givens.len() - 1) / 2];
            let words = if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}, middle {middle}")
            };
            let row = format!(
                "<tr><th scope=\"row\">{level} {name}</th><td class=\"number\">4</td><td>{words}</td>"
            );
            assert!(html.contains(&row), "{row:?} is not there");
        }
    }
    bench.ends("run --seed 6 --ladder human --levels 1-2 --count 5 --trim 6x9 --out rated", 0, "");
    let html = sheet(&bench, "rated", 0);
    assert!(html.contains("<td>SE 1") && !html.contains("<td>score"), "no rating");
    let csv = String::from_utf8(bench.read("rated/catalog.csv")).unwrap();
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let [level, at] = ["band", "seconds"].map(|name| {
        header.iter().position(|other| *other == name).unwrap_or_else(|| panic!("{header:?}"))
    });
    let of_band = rows.filter(|row| row[level] == "1");
    let mut minutes: Vec<f64> = of_band.map(|row| row[at].parse::<f64>().unwrap() / 60.0).collect();
    minutes.sort_by(f64::total_cmp);
    let [low, middle, high] = [0, 2, 4].map(|at| minutes[at].round());
    let words =
        if low == high { low.to_string() } else { format!("{low} to {high}, middle {middle}") };
    assert!(html.contains(&format!("<td>{words}</td></tr>")), "{minutes:?}");
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
    bench.ends("run --seed 5 --count 6 --trim 6x9 --openers page", 0, "");
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
        ("out/catalog.csv", 0, "Nothing is wrong."),
        ("out/book.pdf", 0, "Not checked: book.pdf (words and pictures"),
        ("out/book.pdf --printer lulu --trim 6x9", 0, "of advice."),
        ("out/book.pdf --printer kdp --trim 5x8", 1, "page size on "),
        ("cover.pdf --printer kdp --trim 6x9", 1, "found no grid"),
        (
            "cover.pdf out/book.pdf --printer kdp --trim 6x9 --paper cream",
            0,
            "aria-label=\"Cover: ",
        ),
        ("out empty", 1, ">2 proofs</h1>"),
        ("out out/catalog.csv", 0, ">2 proofs</h1>"),
    ] {
        let html = sheet(&bench, args, code);
        assert!(html.contains(words), "{args}: {words:?} is not there");
    }
    bench.ends("verify nowhere --sheet nowhere.html", 1, "nowhere");
    // What breaks the rule of a margin is ringed, mark by mark.
    let html = sheet(&bench, "out/book.pdf --printer lulu --trim 6x9", 0);
    assert!(html.contains("safe area on "));
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

#[test]
fn findings_of_all_pages_are_ringed_on_each() {
    let bench = small_run();
    fs::write(bench.path("foreign.pdf"), book_of_others(Some("A \\(good\\) book"))).unwrap();
    let args = "foreign.pdf out/catalog.csv --printer kdp";
    let html = sheet(&bench, &format!("{args} --trim 6x9"), 1);
    for spread in ["b1p0", "b1p2", "b1p4", "b1p6"] {
        let own = html.split(&format!("id=\"{spread}\"")).nth(1).unwrap();
        assert!(own.split("</figure>").next().unwrap().contains("class=\"ring\""), "{spread}");
    }
    // The trim is read, too.
    assert!(sheet(&bench, args, 1).contains("page size"));
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

#[test]
fn a_short_level_is_something_to_look_at() {
    let bench = Bench::new();
    let run = "run --quota 1=1,3=2 --needs hidden-single-line --attempts 60 --seed 1 -q";
    bench.ends(run, 3, "made 0");
    let html = sheet(&bench, "out", 0);
    assert!(html.contains("Nothing is wrong; 1 piece of advice."), "no advice");
    assert!(html.contains("<dt>short</dt>"));
}

#[test]
fn puzzles_missing_from_the_archive_are_listed() {
    let bench = Bench::new();
    bench.ends("archive create --archive empty", 0, "");
    bench.ends("run --seed 5 --count 2", 0, "");
    let html = sheet(&bench, "out --archive empty", 1);
    assert!(html.contains("1 problem.") && html.contains("the archive has no entry of this run"));
}

#[test]
fn a_file_that_exists_stays() {
    let bench = small_run();
    // Beside the run, and so a second run has one of its own.
    fs::write(bench.path("out/proof.html"), "mine").unwrap();
    bench.ends("verify out --sheet out/proof.html", 2, "out/proof.html");
    assert_eq!(bench.read("out/proof.html"), b"mine");
    bench.ends("verify out --sheet new.html", 0, "new.html");
    bench.ends("verify out --sheet out/proof.html --force", 0, "");
    assert_ne!(bench.read("out/proof.html"), b"mine");
    assert!(!bench.path("proof.html").exists());
    bench.ends("verify out", 0, "");
    fs::create_dir(bench.path("folder.html")).unwrap();
    bench.ends("verify out --sheet folder.html --force", 74, "folder.html");
}

/// The sheet of the book before lay beside the new book, and was not replaced.
#[test]
fn sheet_goes_with_its_run() {
    let bench = Bench::new();
    let run = "run --seed 5 --count 4 --trim 6x9";
    let verify = "verify out --sheet out/proof.html";
    bench.ends(run, 0, "");
    bench.ends(verify, 0, "");
    let old = bench.read("out/proof.html");
    bench.ends(&format!("{run} --title New --force"), 0, "");
    assert!(!bench.path("out/proof.html").exists());
    bench.ends(verify, 0, "");
    let new = bench.read("out/proof.html");
    assert!(new != old);
    // A sheet of other files and an empty one are made anew.
    for left in [old.clone(), Vec::new()] {
        fs::write(bench.path("out/proof.html"), left).unwrap();
        bench.ends(verify, 0, "");
        assert!(bench.read("out/proof.html") == new);
    }
    // A sheet of another run that the user named is not replaced.
    fs::write(bench.path("kept.html"), &old).unwrap();
    bench.ends("verify out --sheet kept.html", 2, "kept.html exists");
}

#[test]
fn next_step_is_the_sheet() {
    let bench = Bench::new();
    let said = String::from_utf8(bench.run("run --quota 1=2 --out a").stderr).unwrap();
    let next = "next: sudoku-press verify a --sheet a/proof.html";
    assert!(said.contains(next), "{said}");
}

/// A page takes about 13 kB, so that a book of 500 pages opens in a browser.
#[test]
fn every_page_of_a_long_book_is_shown() {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 150 --trim 6x9 -q", 0, "");
    let html = sheet(&bench, "out", 0);
    let pages = Document::load(bench.path("out/book.pdf")).unwrap().get_pages().len();
    assert!(pages > 400, "{pages} pages");
    assert_eq!(spreads(&html), pages / 2 + 1);
    assert!(!html.contains("Not all of it is drawn"));
    assert!(html.len() < 20_000 * pages, "{} bytes for {pages} pages", html.len());
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

#[test]
fn proof_titles_have_no_marks_of_new_lines() {
    let bench = Bench::new();
    let mut run = bench.command("run --total 4 --levels 1 --seed 1 --out out -q");
    assert!(run.args(["--title", "Rainy Days|for Two"]).status().unwrap().success());
    bench.ends("verify out --sheet out/proof.html -q", 0, "");
    let sheet = String::from_utf8(bench.read("out/proof.html")).unwrap();
    assert!(sheet.contains("<h1 id=\"title\">Rainy Days for Two</h1>"));
}

/// `--force` put the sheet into the place of the catalogue that it had judged.
#[test]
fn sheet_replaces_no_file_of_a_book() {
    let bench = Bench::new();
    bench.ends("run --count 1 --levels 1 --seed 1 -q", 0, "");
    for name in ["catalog.csv", "book.pdf", "manifest.json"] {
        let before = bench.read(&format!("out/{name}"));
        let verify = format!("verify out --sheet out/{name} --force");
        bench.ends(&verify, 2, "--sheet: expected a name that ends in .html");
        assert_eq!(bench.read(&format!("out/{name}")), before);
    }
}
