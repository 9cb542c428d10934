//! Tests samples of a page at a point.

use super::{numbers, walk};
use crate::drawing::Sample;
use crate::geometry::{PdfPoint, Rect};

/// Returns the lightness at a point and the topmost object.
fn seen(content: &str, point: PdfPoint) -> String {
    let drawing = walk(content).unwrap();
    let near = Rect::at(point).grown(1.0, 1.0);
    let Sample { light, top, .. } = drawing.sample_at(point, &drawing.objects_in(near));
    let light = light.map_or("unknown".to_owned(), |light| numbers(&[light]));
    top.map_or(light.clone(), |top| format!("{light} by {top}"))
}

#[test]
fn what_is_seen_at_a_point_follows_from_the_marks() {
    let mut wrong = String::new();
    for (content, x, y, expected) in [
        ("", 50.0, 50.0, "1"),
        ("10 10 20 20 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 20 20 re f", 31.0, 20.0, "1"),
        ("10 10 20 20 re f", 20.0, 31.0, "1"),
        // The later mark is on top.
        ("10 10 20 20 re f .5 g 15 15 20 20 re f", 20.0, 20.0, "0.5 by 1"),
        ("10 10 20 20 re f .5 g 15 15 20 20 re f", 12.0, 12.0, "0 by 0"),
        // Colours by their lightness.
        ("1 0 0 rg 10 10 20 20 re f", 20.0, 20.0, "0.3 by 0"),
        ("0 1 0 rg 10 10 20 20 re f", 20.0, 20.0, "0.59 by 0"),
        ("0 0 1 rg 10 10 20 20 re f", 20.0, 20.0, "0.11 by 0"),
        ("1 0 0 .5 k 10 10 20 20 re f", 20.0, 20.0, "0.26 by 0"),
        // Transparent objects let the background through.
        ("/Half gs 10 10 20 20 re f", 20.0, 20.0, "0.5 by 0"),
        ("/Half gs 10 10 20 20 re f .5 g 10 10 20 20 re f", 20.0, 20.0, "0.5 by 1"),
        // Images, patterns and shadings have no known colour.
        ("20 0 0 20 10 10 cm /Picture Do", 20.0, 20.0, "unknown by 0"),
        ("14 14 -14 14 50 10 cm /Picture Do", 50.0, 20.0, "unknown by 0"),
        ("/Greys sh", 20.0, 20.0, "unknown by 0"),
        ("/Pattern cs /Cell scn 10 10 20 20 re f", 20.0, 20.0, "unknown by 0"),
        // A glyph without outline has its box; a hidden one has nothing.
        ("BT /F 20 Tf 10 10 Td 3 Tr (A) Tj ET", 15.0, 15.0, "1"),
        // Lines.
        ("4 w 10 20 m 50 20 l S", 30.0, 21.9, "0 by 0"),
        ("4 w 10 20 m 50 60 l S", 30.0, 40.0, "0 by 0"),
        ("4 w 10 20 m 50 60 l S", 33.0, 40.0, "1"),
        ("4 w 10 20 m 50 40 l S", 30.0, 32.1, "0 by 0"),
        ("4 w 10 60 m 50 40 l 50 80 l S", 51.0, 60.0, "0 by 0"),
        ("4 w 10 60 m 50 40 l 50 80 l s", 30.0, 70.0, "0 by 0"),
        ("4 w 1 J 20 20 m 20 20 l S", 21.0, 20.0, "0 by 0"),
        // Areas with holes, by either rule.
        ("10 10 60 60 re 20 20 20 20 re f", 30.0, 30.0, "0 by 0"),
        ("10 10 60 60 re 20 20 20 20 re f*", 15.0, 30.0, "0 by 0"),
        ("10 10 60 60 re 20 20 m 20 40 l 40 40 l 40 20 l f", 60.0, 30.0, "0 by 0"),
        ("10 10 m 50 10 l 10 50 l f", 20.0, 20.0, "0 by 0"),
        ("10 10 m 50 10 l 50 50 l f", 20.0, 40.0, "1"),
        ("50 10 m 10 50 l 90 50 l f", 30.0, 40.0, "0 by 0"),
        ("50 90 m 10 50 l 90 50 l f", 30.0, 60.0, "0 by 0"),
        // Reversed subpaths; segments that end at the height of the point.
        ("10 10 m 10 50 l 50 50 l 50 10 l f 60 60 9 9 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 m 10 70 l 70 70 l 70 10 l h 20 20 20 20 re f", 30.0, 30.0, "1"),
        ("10 10 m 30 30 l 50 10 l 50 60 l 10 60 l f", 55.0, 30.0, "1"),
        ("10 60 m 30 30 l 50 60 l 50 10 l 10 10 l f", 20.0, 30.0, "0 by 0"),
        // A corner at the height of the point counts once.
        ("10 50 m 50 10 l 90 50 l 50 90 l f", 50.0, 50.0, "0 by 0"),
        ("30 10 m 50 50 l 90 50 l 90 10 l f", 20.0, 50.0, "1"),
        // Curves are round.
        ("10 10 m 10 60 60 60 60 10 c f", 35.0, 49.0, "1"),
        // A curve after a closed subpath begins at its start.
        ("4 w 50 50 m 90 90 l h 50 20 60 20 v S", 51.25, 35.0, "0 by 0"),
        // Clips.
        ("10 10 m 50 10 l 10 50 l W n 0 0 90 90 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 60 60 re 20 20 20 20 re W* n 0 0 90 90 re f", 30.0, 30.0, "1"),
        (
            "10 10 m 50 10 l 10 50 l W n 30 0 m 60 0 l 60 40 l 30 40 l W n 0 0 90 90 re f",
            20.0,
            20.0,
            "1",
        ),
        (
            "10 10 m 50 10 l 10 50 l W n 30 0 m 60 0 l 60 40 l 30 40 l W n 0 0 90 90 re f",
            35.0,
            20.0,
            "0 by 0",
        ),
    ] {
        let found = seen(content, (x, y));
        if found != expected {
            wrong += &format!("{content:?} at {x} {y}: expected {expected}, found {found}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
