//! Titles of a book, its cover and its listing: they are compared, and words that a shop forbids are named.

use crate::support::program::Bench;

/// Printers refuse a book whose cover has another title.
#[test]
fn cover_of_another_book_is_found() {
    let bench = Bench::new();
    let book = "run --total 80 --levels 1-2 --printer kdp --trim 6x9 --paper cream --cover -q";
    for (title, folder) in [("Rainy Days", "rain"), ("Sunny Days", "sun")] {
        let mut command = bench.command(&format!("{book} --seed 4 --out {folder}"));
        assert!(command.args(["--title", title]).status().unwrap().success());
    }
    let verified = |cover: &str| {
        let output = bench.run(&format!("verify rain/book.pdf {cover}"));
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let own = verified("rain/cover.pdf");
    assert!(!own.contains("title"), "{own}");
    let found = verified("sun/cover.pdf");
    let expected = "advice: sun/cover.pdf: a cover without the title of rain/book.pdf, expected \"Rainy Days\" on it";
    assert!(found.contains(expected), "{found}");
    // A cover or a listing with another title is named before it is printed.
    bench.ends(
        "cover rain --title Dusk --out dusk.pdf",
        2,
        "expected a cover for title \"Rainy Days\", found title \"Dusk\"",
    );
    bench.ends(
        "listing rain --title Dusk",
        0,
        "the book in rain has the title \"Rainy Days\", and this listing \"Dusk\"",
    );
    let said = String::from_utf8(bench.run("listing rain").stderr).unwrap();
    assert!(!said.contains("title"), "{said}");
}

/// The covers of our designs have the titles of their books, in any script, broken or not.
#[test]
fn own_covers_have_the_titles_of_their_books() {
    let bench = Bench::new();
    let books = [
        "--job large-print --lang es --title Mañana",
        "--job children --title Donaudampfschifffahrtsgesellschaft --lang de",
        "--job to-sell --lang zh",
        "--job to-sell --lang de --title Straße --series Ruhe --volume-number 4",
        "--template classic --total 80 --levels 1-2 --title 365",
    ];
    for (index, book) in books.into_iter().enumerate() {
        let out = format!("b{index}");
        let printer = "--printer kdp --trim 6x9 --paper white --cover --fill-pages";
        bench.ends(&format!("run {book} {printer} -q --seed 1 --out {out}"), 0, "");
        let verified = bench.run(&format!("verify {out}/book.pdf {out}/cover.pdf"));
        let said = String::from_utf8(verified.stdout).unwrap();
        assert!(verified.status.success() && !said.contains("without the title"), "{book}: {said}");
    }
}

/// Amazon's shop forbids words that advertise; our sentence names the word.
#[test]
fn forbidden_words_of_titles_are_named() {
    let bench = Bench::new();
    let book = "run --total 80 --levels 1-2 -q --publisher P --address A --email p@example.org \
                --eu-contact E";
    let advice = "kdp forbids \"bestseller\" in titles, as advertising; use another word";
    bench.ends(&format!("{book} --printer kdp --trim 6x9 --title Stress-free --out whole"), 0, "");
    bench.ends(&format!("{book} --printer kdp --trim 6x9 --title Bestseller --out a"), 0, "");
    bench.ends(&format!("{book} --printer bod --trim 155x220mm --title Bestseller --out b"), 0, "");
    for (folder, is_named) in [("whole", false), ("a", true), ("b", false)] {
        let listing = String::from_utf8(bench.run(&format!("listing {folder}")).stdout).unwrap();
        assert_eq!(listing.contains(advice), is_named, "{listing}");
        let verified = String::from_utf8(bench.run(&format!("verify {folder}")).stdout).unwrap();
        assert_eq!(verified.contains(advice), is_named, "{verified}");
    }
}

/// A subtitle with an unknown placeholder would be printed with it.
#[test]
fn unknown_placeholders_of_subtitles_are_refused() {
    let bench = Bench::new();
    let refusal = "expected a subtitle in which {count} is the only placeholder, found {counts}";
    bench.ends("run --total 4 --levels 1 -q --out a --subtitle {counts}", 2, refusal);
    assert!(bench.names(".").iter().all(|name| name != "a"));
    bench.ends("run --total 4 --levels 1 -q --out a --subtitle {count}", 0, "");
}
