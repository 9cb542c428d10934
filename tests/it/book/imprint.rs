//! What a publisher adds: ISBN and its barcode, the copyright page, the texts for shops.

use crate::support::books::{imprint, pdf, puzzles, sections, trim};
use crate::support::codes::{scanned, shapes};
use crate::support::languages::speaking;
use crate::support::program::Bench;
use book::{BookOptions, CopyrightPage, Isbn, Language, Listing, Section, Template, Volume};
use cover::{Cover, CoverLook};
use grid::Level;
use human::Band;
use lopdf::Document;
use lopdf::content::Content;
use page::QrUrl;
use preflight::Spine;
use proof::readback::Pdf;

const ISBNS: [&str; 3] = ["978-0-306-40615-7", "9783161484100", "979-10-90636-07-1"];

fn with_isbn(isbn: &str) -> BookOptions {
    let copyright_page =
        CopyrightPage { isbn: vec![isbn.parse().unwrap()], ..CopyrightPage::default() };
    BookOptions { copyright_page, ..imprint() }
}

fn volume(imprint: &BookOptions, sections: &[Section]) -> Volume {
    let template = Template::builtin("classic").unwrap();
    book::volumes(&template, trim("6x9"), imprint, sections).unwrap().remove(0)
}

fn text(volume: &Volume, page: usize) -> String {
    let page = Pdf::open(&pdf(volume)).unwrap().page(page).unwrap();
    page.lines.join("\n").replace('\u{a0}', " ")
}

#[test]
fn invalid_isbn_is_refused_with_the_reason() {
    for (text, why) in [
        ("978-0-306-40615-1", "its last digit would be 7"),
        ("978-0-360-40615-7", "its last digit would be"),
        ("0-306-40615-2", "with 13, as on books since 2007, it is 978-0-306-40615-7"),
        ("080442957X", "it is 9780804429573"),
        ("0-306-40615-3", "10 digits, and the last is not right"),
        ("978-0-306-4061-7", "it has 12 digits"),
        ("977-0-306-40615-8", "does not begin with 978 or 979"),
        ("979-0-060-11561-5", "979-0 is for printed music"),
        ("97-80-306-40615-7", "its hyphens make other groups"),
        ("978-0-306-406157", "its hyphens make other groups"),
        ("978--0-306-406157", "its hyphens make other groups"),
        ("978-0-306-40615-7 ", ""),
        ("ISBN 978 0 306 40615 7", ""),
        ("978–0–306–40615–7", ""),
        ("978-0-306-4O615-7", "other characters"),
        ("978-0-306-40615-X", "other characters"),
        ("٩٧٨-0-306-40615-7", "other characters"),
        ("", "it has 0 digits"),
        ("X", "other characters"),
        ("-", "it has 0 digits"),
    ] {
        match text.parse::<Isbn>() {
            Ok(isbn) => {
                assert_eq!((isbn.to_string().as_str(), why), ("978-0-306-40615-7", ""), "{text}")
            }
            Err(e) => {
                assert!(!why.is_empty() && e.to_string().contains(why), "{text}: {e}");
                assert!(e.to_string().contains(&format!("found {text:?}")), "{e}");
            }
        }
    }
}

/// The black rectangles of a page: left, bottom, width, height.
fn black(bytes: &[u8]) -> Vec<[f64; 4]> {
    grey(bytes, 0.0)
}

fn white(bytes: &[u8]) -> Vec<[f64; 4]> {
    grey(bytes, 1.0)
}

/// The rectangles of this grey.
fn grey(bytes: &[u8], wanted: f64) -> Vec<[f64; 4]> {
    let document = Document::load_mem(bytes).unwrap();
    let page = document.page_iter().next().unwrap();
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut grey, mut pending, mut found) = (0.0, Vec::new(), Vec::new());
    for operation in content.operations {
        let numbers = operation.operands.iter().filter_map(|n| n.as_float().ok()).map(f64::from);
        let numbers: Vec<f64> = numbers.collect();
        match operation.operator.as_str() {
            "g" => grey = numbers[0],
            "re" => pending.push([numbers[0], numbers[1], numbers[2], numbers[3]]),
            "f" if grey == wanted => found.append(&mut pending),
            "f" => pending.clear(),
            _ => {}
        }
    }
    found
}

/// Reads an EAN-13 from its bars, by the widths of bars and spaces alone. Also returns the width of a module.
fn decode(mut bars: Vec<[f64; 4]>) -> (String, f64) {
    /// Four widths for each digit, as the standard has them for the left half.
    const WIDTHS: [&str; 10] =
        ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"];
    const FIRST: [&str; 10] = [
        "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA",
        "ABBABA",
    ];
    bars.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (first, last) = (bars[0], bars[bars.len() - 1]);
    let module = (last[0] + last[2] - first[0]) / 95.0;
    let edges: Vec<f64> = bars.iter().flat_map(|bar| [bar[0], bar[0] + bar[2]]).collect();
    let widths = edges.windows(2).map(|pair| (pair[1] - pair[0]) / module);
    let widths: Vec<u32> = widths
        .map(|width| {
            assert!((width - width.round()).abs() < 0.02, "{width} modules");
            width.round() as u32
        })
        .collect();
    assert_eq!(widths.len(), 59, "three guards and twelve digits");
    assert_eq!(
        (&widths[..3], &widths[27..32], &widths[56..]),
        (&[1; 3][..], &[1; 5][..], &[1; 3][..])
    );
    let digit = |widths: &[u32]| {
        let text: String = widths.iter().map(u32::to_string).collect();
        let back: String = text.chars().rev().collect();
        let of = |text: &str| WIDTHS.iter().position(|known| *known == text);
        of(&text).map(|digit| (digit, 'A')).or(of(&back).map(|digit| (digit, 'B'))).unwrap()
    };
    let left: Vec<_> = widths[3..27].chunks(4).map(digit).collect();
    let right: Vec<_> = widths[32..56].chunks(4).map(digit).collect();
    let sets: String = left.iter().map(|(_, set)| set).collect();
    let first = FIRST.iter().position(|known| **known == sets).unwrap();
    assert!(right.iter().all(|(_, set)| *set == 'A'));
    let digits = [first].into_iter().chain(left.into_iter().chain(right).map(|(digit, _)| digit));
    (digits.map(|digit| digit.to_string()).collect(), module)
}

fn cover_pdf(volume: &Volume) -> Vec<u8> {
    let spine: Spine = "0.5in".parse().unwrap();
    let cover = Cover::new(volume, Some(spine), &CoverLook::default()).unwrap();
    let mut bytes = Vec::new();
    cover::write(&cover, &mut bytes).unwrap();
    bytes
}

#[test]
fn the_bars_on_the_cover_are_the_isbn() {
    for isbn in ISBNS {
        let bytes = cover_pdf(&volume(&with_isbn(isbn), &sections(&[4])));
        // The place of the barcode: 18 points from the fold at 441 and from the trim at 9.
        let (left, bottom, right, top) = (279.0, 27.0, 423.0, 113.4);
        let inside = |r: &[f64; 4]| r[0] > left && r[0] + r[2] < right && r[1] + r[3] < top;
        let all = black(&bytes);
        let bars: Vec<_> = all.iter().copied().filter(inside).collect();
        let (digits, module) = decode(bars.clone());
        assert_eq!(digits, isbn.replace('-', ""));
        // 0.33 mm a module; quiet zones of 11 and 7 modules; bars of 22.85 mm, guards of 5 modules more.
        let mm = 72.0 / 25.4;
        assert!((module / mm - 0.33).abs() < 0.001, "{module}");
        let begin = bars.iter().map(|bar| bar[0]).fold(f64::MAX, f64::min);
        let end = bars.iter().map(|bar| bar[0] + bar[2]).fold(0.0, f64::max);
        let free = [begin - 11.0 * module - left, right - (end + 7.0 * module)];
        assert!(free[0] > 0.0, "{free:?}");
        // The code and its two quiet zones are in the middle of their place.
        assert!((free[0] - free[1]).abs() < 0.02, "{free:?}");
        assert!(bars.iter().all(|bar| bar[1] > bottom));
        let highs: Vec<f64> = bars.iter().map(|bar| bar[3] / mm).collect();
        let (low, high) = (22.85, 22.85 + 5.0 * 0.33);
        assert!(
            highs.iter().all(|h| (h - low).abs() < 0.02 || (h - high).abs() < 0.02),
            "{highs:?}"
        );
        assert_eq!(highs.iter().filter(|h| **h > 23.0).count(), 6, "two bars in each guard");
        let page = Pdf::open(&bytes).unwrap().page(0).unwrap();
        let text = page.lines.join("\n").replace('\u{a0}', " ");
        assert!(text.contains(&format!("ISBN {isbn}")), "{text}");
    }
}

#[test]
fn barcode_is_printed_if_the_printer_wants_it() {
    let bench = Bench::new();
    bench.ends("generate --seed 3 --count 30 --out c.csv", 0, "");
    let isbn = "--isbn 978-0-306-40615-7";
    for (printer, flags, ours) in [
        ("kdp", "--trim 6x9", false),
        ("lulu", "--trim 6x9", true),
        ("bod", "--trim 155x220mm --spine 6mm", true),
        ("ingram", "--trim 6x9 --spine 0.23in", true),
    ] {
        // `cover` checks the file by the printer's rules.
        let out = format!("{printer}.pdf");
        bench.ends(&format!("cover c.csv --printer {printer} {isbn} {flags} --out {out}"), 0, "");
        let bars = black(&bench.read(&out)).into_iter().filter(|r| r[3] > 60.0 && r[2] < 5.0);
        assert_eq!(bars.count() == 30, ours, "{printer}");
    }
    let two = format!("cover c.csv --trim 6x9 --printer lulu {isbn},978-3-16-148410-0");
    bench.ends(&two, 2, "expected one ISBN for each of 1 volumes, separated by commas, found 2");
}

#[test]
fn impossible_code_addresses_are_refused_with_the_reason() {
    for (text, why) in [
        ("", "it is empty"),
        ("example.com", "does not begin with https://"),
        ("ftp://example.com", "does not begin with https://"),
        ("https://", "has no host"),
        ("https://example", "has no host"),
        ("https://.com", "has no host"),
        ("https://me@example.com", "has no host"),
        ("https://example.com/a b", "it has spaces"),
        (" https://example.com", "does not begin with https://"),
        ("https://example.com\n", "it has spaces"),
        ("https://example.com/ö", "as % with two digits"),
        ("https://example.com/\"x\"", "as % with two digits"),
        (&format!("https://{}.com", "a".repeat(57)), "more than 60 letters"),
        (&format!("https://example.com/{}", "a".repeat(194)), "which holds 213 letters"),
    ] {
        let said = text.parse::<QrUrl>().unwrap_err().to_string();
        assert!(said.contains(why) && said.contains(&format!("found {text:?}")), "{said}");
    }
}

/// The rectangles of the largest shape of rectangles on a page: left, bottom, width, height.
fn squares(bytes: &[u8], page: usize) -> Vec<[f64; 4]> {
    shapes(bytes, page).into_iter().max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn squares_on_page_and_cover_encode_the_address() {
    let long = format!("https://example.com/{}", "a".repeat(193));
    for url in ["https://example.com", "http://quiet-hour.example.com/answers?book=2#a", &long] {
        let qr = Some(url.parse().unwrap());
        let volume = volume(&BookOptions { qr, ..imprint() }, &sections(&[4]));
        let (bytes, pages) = (pdf(&volume), volume.page_count());
        let page = (0..pages).find(|&page| !squares(&bytes, page).is_empty()).unwrap();
        // It opens the answers.
        assert!(text(&volume, page).starts_with("Answers\n"), "{}", text(&volume, page));
        assert!(text(&volume, page + 1).contains("Answers"), "{}", text(&volume, page + 1));
        let cover = cover_pdf(&volume);
        for squares in [squares(&bytes, page), squares(&cover, 0)] {
            let (read, module, _) = scanned(&squares);
            assert_eq!(read, url);
            let mm = 72.0 / 25.4;
            assert!(module > 0.399 * mm, "{} mm", module / mm);
        }
        // White boxes on the cover: one has the code with four modules more at each side.
        let (_, module, [left, bottom, side]) = scanned(&squares(&cover, 0));
        let quiet = 4.0 * module - 0.01;
        let (right, top) = (left + side + quiet, bottom + side + quiet);
        let place = [279.0, 423.0, 113.4];
        assert!(left - quiet > place[0] && right < place[1] + 0.01 && bottom - quiet > place[2]);
        let holds = |r: &&[f64; 4]| {
            r[0] < left - quiet
                && r[1] < bottom - quiet
                && r[0] + r[2] > right - 0.1
                && r[1] + r[3] > top - 0.1
        };
        assert!(white(&cover).iter().any(|r| holds(&r)), "{url}");
        let page = Pdf::open(&cover).unwrap().page(0).unwrap();
        let shown = page.lines.join("\n");
        assert!(shown.contains("example.com") && !shown.contains("://"), "{shown}");
    }
}

/// Runs with a code prove themselves, and a book of such a run has it too; without one there is no page for it.
#[test]
fn a_run_with_a_code_is_made_again() {
    let bench = Bench::new();
    let run = "run --seed 3 --count 6 --trim 6x9 --cover --spine 0.4in";
    bench.ends(&format!("{run} --qr https://example.com/a --out r"), 0, "");
    bench.ends("verify r", 0, "");
    assert!(String::from_utf8(bench.read("r/manifest.json")).unwrap().contains("example.com/a"));
    bench.ends("book r --out again.pdf", 0, "");
    assert!(bench.read("again.pdf") == bench.read("r/book.pdf"));
    bench.ends("cover r --out again.pdf --force", 0, "");
    assert!(bench.read("again.pdf") == bench.read("r/cover.pdf"));
    bench.ends("run --count 2 --qr example.com --out q", 2, "does not begin with https://");
    assert!(!bench.path("q").exists());
    // On each design, with the answers elsewhere too, the code is no grid.
    for flags in ["--template classroom --sheets 2 --levels 1", "--answers foot", "--answers apart"]
    {
        let flags = format!("--count 4 --qr https://example.com/a {flags}");
        bench.ends(&format!("run {flags} --out s --force puzzles"), 0, "");
        bench.ends("verify s", 0, "");
    }
}

#[test]
fn book_of_answers_alone_counts_no_puzzles() {
    for (parts, is_counted) in [
        (&["title", "copyright", "puzzles", "answers"][..], true),
        (&["title", "copyright", "answers"], false),
    ] {
        let parts = Some(parts.iter().map(|part| (*part).to_owned()).collect());
        let volume = volume(&BookOptions { parts, ..imprint() }, &sections(&[5, 3]));
        let page = text(&volume, 1);
        assert!(page.contains("Every puzzle has exactly one solution."), "{page}");
        assert_eq!(
            page.contains("8 puzzles, numbered 1 to 8, with all answers."),
            is_counted,
            "{page}"
        );
    }
}

#[test]
fn copyright_page_has_publisher_lines_and_no_seed() {
    for (code, _) in Language::BUILTIN {
        let language = Language::builtin(code).unwrap();
        let copyright_page = CopyrightPage {
            isbn: vec![ISBNS[0].parse().unwrap()],
            publisher: Some("Harbour Press".to_owned()),
            copyright: Some("2027 A. Author".to_owned()),
            website: Some("www.example.com".to_owned()),
            ..CopyrightPage::default()
        };
        let fonts = speaking(code).fonts;
        let full = BookOptions { language: language.clone(), fonts, copyright_page, ..imprint() };
        let page = text(&volume(&full, &sections(&[4])), 1);
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let mut rest = squeezed(&page);
        for words in [
            "A. Müller",
            "© 2027 A. Author",
            language.text("copyright.rights"),
            &language.format("copyright.publisher", &[("publisher", &"Harbour Press")]),
            "www.example.com",
            "ISBN 978-0-306-40615-7",
        ] {
            let words = squeezed(words);
            let at = rest.find(&words).unwrap_or_else(|| panic!("{code}: {words:?} in {page}"));
            rest.drain(..at + words.len());
        }
        assert_eq!(rest, "", "{code}");
        // Without these there are no empty lines. The rights are the author's, if the book has one.
        let plain =
            BookOptions { language: language.clone(), fonts: speaking(code).fonts, ..imprint() };
        let page = squeezed(&text(&volume(&plain, &sections(&[4])), 1));
        let reserved = squeezed(language.text("copyright.rights"));
        assert!(page.contains(&format!("©A.Müller{reserved}")), "{page}");
        let nameless = BookOptions { author: None, ..plain };
        let page = squeezed(&text(&volume(&nameless, &sections(&[4])), 1));
        assert!(!page.contains('©') && !page.contains(&reserved), "{page}");
    }
}

/// A dedication stands alone, and a page that is full has no room for it.
#[test]
fn dedication_stands_above_the_lines_of_the_publisher() {
    let address = "A line of an address;".repeat(10);
    let with = |dedication: &str, address: &str| {
        let copyright_page = CopyrightPage {
            dedication: Some(dedication.to_owned()),
            address: Some(address.to_owned()),
            ..CopyrightPage::default()
        };
        let imprint = BookOptions { copyright_page, ..imprint() };
        let template = Template::builtin("classic").unwrap();
        book::volumes(&template, trim("6x9"), &imprint, &sections(&[0, 6]))
    };
    let page = text(&with("For Ada,\nwho asked", "").unwrap().remove(0), 1);
    assert!(page.starts_with("For Ada,\nwho asked\n"), "{page}");
    assert!(with("For Ada", &address).is_ok());
    let refused = with(&"For Ada\n".repeat(12), &address).unwrap_err().to_string();
    assert!(refused.contains("copyright"), "{refused}");
    let bench = Bench::new();
    bench.ends("run --count 2 --dedication Ada --out r -q", 0, "");
    let shown = bench.run("verify r");
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stdout));
    // A dedication is of a language.
    bench.ends("book r --lang es --out es.pdf", 0, "dedication");
}

#[test]
fn book_never_names_its_seed() {
    let bench = Bench::new();
    bench.ends("run --seed 987654321 --count 4 --trim 6x9 --printer screen", 0, "");
    let pdf = bench.read("out/book.pdf");
    let pdf = Pdf::open(&pdf).unwrap();
    let lines = (0..pdf.page_count()).flat_map(|page| pdf.page(page).unwrap().lines);
    let text = lines.collect::<Vec<_>>().join("\n");
    assert!(!text.contains("987654321") && !text.contains("sudoku-press"), "{text}");
}

#[test]
fn overlong_copyright_page_is_refused() {
    let address = Some("A line of an address;".repeat(80));
    let imprint = BookOptions {
        copyright_page: CopyrightPage { address, ..CopyrightPage::default() },
        ..imprint()
    };
    let template = Template::builtin("classic").unwrap();
    let wrong = book::volumes(&template, trim("6x9"), &imprint, &sections(&[4])).unwrap_err();
    assert!(wrong.to_string().contains("copyright"), "{wrong}");
}

#[test]
fn shop_texts_keep_limits_in_every_language() {
    for (code, _) in Language::BUILTIN {
        for (design, _) in Template::BUILTIN {
            let language = Language::builtin(code).unwrap();
            let series = Some("A Series with a Rather Long Name".to_owned());
            let imprint =
                BookOptions { fonts: speaking(code).fonts, language, series, ..imprint() };
            let template = Template::builtin(design).unwrap();
            let size = template.trim().unwrap_or(trim("8.5x11"));
            let bands = Band::ALL.into_iter().zip(sections(&[2; 5]));
            let bands: Vec<_> =
                bands.map(|(band, of)| Section::new(band, of.puzzles.iter())).collect();
            for of in [sections(&[4; 5]), sections(&[1]), bands] {
                // Designs in which levels take turns need other numbers.
                let Ok(volumes) = book::volumes(&template, size, &imprint, &of) else { continue };
                let listing = Listing::new(&volumes[0], size).unwrap();
                let count = |text: &str| text.chars().count();
                let place = format!("{code}, {design}: {listing}");
                assert!(count(&listing.title) + count(&listing.subtitle) <= 200, "{place}");
                // The shop has the subtitle of the title page, and the levels that the front has.
                assert_eq!(listing.subtitle, volumes[0].titles.subtitle);
                let levels = imprint.language.level_range(&volumes[0].levels_present());
                let has_levels = listing.subtitle.ends_with(&levels);
                assert!(has_levels || design == &"playful", "{place}");
                assert!((100..=4_000).contains(&count(&listing.description)), "{place}");
                assert!(!listing.description.contains(['{', '}', '\u{a0}']), "{place}");
                assert_eq!(listing.keywords.len(), 7);
                for (i, keyword) in listing.keywords.iter().enumerate() {
                    assert!((1..=50).contains(&count(keyword)), "{keyword}");
                    assert!(!listing.keywords[..i].contains(keyword), "{keyword} twice");
                }
                assert!(listing.categories.len() >= 3);
                let puzzles: usize = listing.levels.iter().map(|level| level.puzzles).sum();
                assert_eq!(
                    (puzzles, listing.pages),
                    (listing.puzzles, Some(volumes[0].page_count()))
                );
            }
        }
    }
    let long = BookOptions { subtitle: Some("sudoku ".repeat(40)), ..imprint() };
    let template = Template::builtin("classic").unwrap();
    if let Ok(volumes) = book::volumes(&template, trim("8.5x11"), &long, &sections(&[4])) {
        let wrong = Listing::new(&volumes[0], trim("8.5x11")).unwrap_err().to_string();
        assert!(wrong.contains("title with its subtitle of at most 200 characters"), "{wrong}");
    }
}

/// A book for children was "sudoku for adults" and a "gift for grandparents", and its back promised
/// an example that it does not have.
#[test]
fn childrens_book_is_sold_as_one_everywhere() {
    let template = Template::builtin("playful").unwrap();
    let sections = [Section::new(Level::Beginner, puzzles(12, 0))];
    for (code, text) in Language::BUILTIN {
        let texts: toml::Table = text.parse().unwrap();
        // American English has what English has.
        let Some(shop) = texts.get("shop") else { continue };
        let volume =
            &book::volumes(&template, trim("8.5x11"), &speaking(code), &sections).unwrap()[0];
        let listing = Listing::new(volume, trim("8.5x11")).unwrap();
        let words = shop["keywords"].as_array().unwrap().iter().chain([&shop["rules"]]);
        for of_adults in words.map(|text| text.as_str().unwrap()) {
            assert!(!listing.keywords.contains(&of_adults.to_owned()), "{code}: {of_adults}");
        }
        let rules = texts["children"]["instead"]["shop"]["rules"].as_str().unwrap();
        assert!(listing.description.contains(rules), "{code}: {}", listing.description);
        let cover =
            Cover::new(volume, Some("9mm".parse().unwrap()), &CoverLook::default()).unwrap();
        let mut file = Vec::new();
        cover::write(&cover, &mut file).unwrap();
        let back = Pdf::open(&file).unwrap().page(0).unwrap().lines.join(" ");
        assert!(!back.contains(shop["rules"].as_str().unwrap()), "{code}: {back}");
        assert!(listing.keywords.len() == 7 && !listing.categories.is_empty(), "{code}");
        let ages =
            listing.keywords[0].matches("10").count() + listing.keywords[0].matches('6').count();
        assert_eq!(ages, 2, "{code}: {}", listing.keywords[0]);
    }
}

/// The entry of a dated year never said which year.
#[test]
fn listing_of_a_dated_book_names_its_days() {
    let bench = Bench::new();
    for (template, flags) in [("daily", "--total 9"), ("newspaper", "--total 12")] {
        let run = format!("run --template {template} --first-day 2027-12-28 {flags} --seed 1 -q");
        bench.ends(&format!("{run} --out {template}"), 0, "");
        let listing = String::from_utf8(bench.run(&format!("listing {template}")).stdout).unwrap();
        assert!(listing.contains("One puzzle for every day: 28 December 2027"), "{listing}");
        assert!(listing.contains("- sudoku calendar 2027"), "{listing}");
    }
    let listing = String::from_utf8(bench.run("listing daily").stdout).unwrap();
    assert!(listing.contains("– 5 January 2028."), "{listing}");
    assert!(listing.contains("- sudoku calendar 2027–2028"), "{listing}");
}

#[test]
fn listing_takes_the_settings_of_a_run() {
    let bench = Bench::new();
    let series = "--series Rainy --volume-number 2 --first-number 101 --printer kdp --paper cream";
    bench.ends(&format!("run --seed 5 --count 8 --trim 6x9 {series} --title Calm"), 0, "");
    let json = String::from_utf8(bench.run("listing out --format jsonl").stdout).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let entry = &json;
    for (key, value) in
        [("title", "Calm"), ("series", "Rainy"), ("paper", "cream"), ("trim", "6 x 9 in")]
    {
        assert_eq!(entry[key], value);
    }
    assert_eq!((&entry["volume"], &entry["puzzles"]), (&2.into(), &40.into()));
    assert_eq!(entry["levels"][1]["numbers"], serde_json::json!([109, 116]));
    let book = bench.read("out/book.pdf");
    assert_eq!(entry["pages"], Pdf::open(&book).unwrap().page_count());
    let text = String::from_utf8(bench.run("listing out --lang de").stdout).unwrap();
    assert!(text.contains("Rätsel 109 bis 116") && text.contains("Language:  de"), "{text}");
    bench.ends("listing out --format xml", 2, "");
    bench.ends(
        "listing out/catalog.csv",
        0,
        "the figures are those of the book that `sudoku-press book",
    );
}
