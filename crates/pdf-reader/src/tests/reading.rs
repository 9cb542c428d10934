//! Tests reading: characters, streams, code ranges, syntax.

use super::walk;
use crate::limits::WalkError;
use crate::object::{decode, decodes_fully};
use crate::range_map::RangeMap;
use crate::{ContentUsage, PageObjectKind};
use lopdf::{Dictionary, Stream, dictionary};
use proptest::prelude::*;

#[test]
fn codes_are_characters_by_the_map_of_the_file() {
    let all = |font: &str, codes: &str| {
        let drawing = walk(&format!("BT /{font} 10 Tf <{codes}> Tj ET")).unwrap();
        let characters = drawing.objects.iter().map(|mark| match &mark.kind {
            PageObjectKind::Glyph(letter) => letter.character(),
            _ => '!',
        });
        characters.collect::<String>()
    };
    // Without a map: ASCII, and the names of the file.
    assert_eq!(all("F", "41427E1F80"), "AB~\u{fffd}\u{fffd}");
    assert_eq!(all("N", "414243"), "a5\u{fffd}");
    // One-byte and two-byte codes, single codes, ranges and lists.
    assert_eq!(all("M", "0102030405060741"), "A\u{1F600}\u{fffd}789\u{fffd}\u{fffd}");
    assert_eq!(all("X", "000100020003000400101234"), "BXD\u{fffd}x\u{fffd}");
    assert_eq!(all("W", "0041"), "\u{fffd}");
}

proptest! {
    #[test]
    fn ranges_of_codes_are_as_a_table_of_all_codes(
        ranges in proptest::collection::vec((0..40_u16, 0..40_u16, 0..9_u8), 0..30)
    ) {
        let (mut codes, mut table) = (RangeMap::new(), [None; 45]);
        for (first, last, value) in ranges {
            codes.insert(first, last, value);
            (first..=last).for_each(|code| table[usize::from(code)] = Some(value));
        }
        for code in 0..45 {
            prop_assert_eq!(codes.get(code), table[usize::from(code)], "{}", code);
        }
    }
}

#[test]
fn a_damaged_stream_is_not_decodes_fully() {
    let decode_to_last_filter = |filter: &str, data: &[u8]| {
        decodes_fully(&Stream::new(dictionary! { "Filter" => filter }, data.to_vec()))
    };
    let mut plain = Stream::new(Dictionary::new(), b"0 0 9 9 re f ".repeat(20_000));
    plain.compress().unwrap();
    let data = plain.content;
    let mut spoiled = data.clone();
    spoiled[data.len() / 2] ^= 0x55;
    for (filter, data, expected) in [
        ("FlateDecode", &data[..], true),
        ("FlateDecode", &data[..data.len() - 20], false),
        ("FlateDecode", b"no data", false),
        ("FlateDecode", &spoiled, false),
        // A blank page as qpdf writes it.
        ("FlateDecode", b"", true),
        ("LZWDecode", &data, true),
        ("DCTDecode", &data, false),
    ] {
        assert_eq!(decode_to_last_filter(filter, data), expected, "{filter} {}", data.len());
    }
    let mut plain = Stream::new(Dictionary::new(), vec![b' '; 1000]);
    plain.compress().unwrap();
    assert_eq!(decode(&plain, 1000).unwrap().len(), 1000);
    assert!(matches!(
        decode(&plain, 999).map_err(WalkError::from),
        Err(WalkError::LimitExceeded(_))
    ));
}

#[test]
fn syntax_is_read_to_its_end() {
    for (content, expected) in [
        ("0 0 m", false),
        ("0 0 m 5", true),
        ("[1 2", true),
        ("[1 2] 0 d", false),
        ("<< /A 1", true),
        ("((a)", true),
        ("BI /W 1 ID x EI", false),
        ("BI /W 1 ID x", true),
        ("[null 1 w] 0 d", false),
        ("ID 0 0 m", false),
    ] {
        assert_eq!(
            walk(content).unwrap().usages.has(ContentUsage::MissingResource),
            expected,
            "{content}"
        );
    }
}

/// Each state of a pair changes what the form draws, or nothing.
#[test]
fn form_drawn_again_is_drawn_in_its_own_state() {
    const STATES: [&str; 12] = [
        "",
        "1 0 0 RG",
        "1 0 0 rg",
        "3 w",
        "1 J",
        "[3] 0 d",
        "1 0 0 1 5 5 cm",
        "0 1 -1 0 90 0 cm",
        "/Half gs",
        "0 0 5 50 re W n",
        "0 0 m 50 0 l 0 50 l h W n",
        "/Pattern CS /Cell SCN",
    ];
    let objects = |content: &str| {
        let drawing = walk(content).unwrap();
        [drawing.objects, drawing.cells].map(|all| all.iter().map(|o| format!("{o:?}")).collect())
    };
    for first in STATES {
        for second in STATES {
            let [a, b] = [first, second].map(|state| format!("q {state} /Own Do Q "));
            let mut expected: [Vec<String>; 2] = objects(&a);
            for (all, own) in expected.iter_mut().zip(objects(&b)) {
                all.extend::<Vec<String>>(own);
            }
            let [found, cells] = objects(&format!("{a}{b}{a}{b}"));
            assert_eq!(found, [&expected[0][..], &expected[0]].concat(), "{first:?} {second:?}");
            // A cell is drawn once a page.
            expected[1].dedup();
            assert_eq!(cells, expected[1], "{first:?} {second:?}");
        }
    }
}

#[test]
fn forms_count_each_time_they_are_drawn() {
    let stop = walk(&"/Own Do ".repeat(170_000)).unwrap_err().to_string();
    assert!(stop.contains("operators and letters"), "{stop}");
}
