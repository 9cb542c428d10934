//! What a shop shows of a cover: the front as a PNG, pictures and their words, the pencil, logos and faces.

use crate::support::books::{make, puzzles, sections, trim};
use crate::support::covers::drawn_fronts;
use crate::support::pictures::{jpeg, png};
use crate::support::program::Bench;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use book::{BookOptions, CoverDesign, Section, Template, Volume};
use cover::{BackDesign, Cover, CoverLook, PaletteChoice};
use grid::{Level, Puzzle};
use page::{Colour, ColourSpace, DrawOp, FlatMark, Logo, Page, PathEl, RasterImage};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

/// A PNG read: its width, and red, green and blue of each dot.
fn dots(file: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut data).unwrap();
    let parts = frame.color_type.samples();
    let dot = |dot: &[u8]| [dot[0], dot[parts / 2], dot[parts - 1]];
    (frame.width as usize, data[..frame.buffer_size()].chunks(parts).map(dot).collect())
}

fn look(palette: &str, design: CoverDesign) -> CoverLook {
    let palette: PaletteChoice = palette.parse().unwrap();
    CoverLook { palette, design: Some(design), ..CoverLook::default() }
}

/// Four puzzles a page with a logo.
fn with_logo(logo: Option<Logo>) -> Volume {
    let imprint = BookOptions {
        logo: logo.map(Arc::new),
        author: Some("A. Müller".into()),
        ..BookOptions::default()
    };
    let template = Template::builtin("classic").unwrap();
    book::volumes(&template, trim("6x9"), &imprint, &sections(&[80, 80])).unwrap().remove(0)
}

/// The smallest rectangle around points.
fn bounds(points: impl Iterator<Item = (f64, f64)>) -> [f64; 4] {
    points.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[a, b, c, d], (x, y)| {
        [a.min(x), b.min(y), c.max(x), d.max(y)]
    })
}

/// The points of the steps of a shape.
fn points(steps: &[PathEl]) -> impl Iterator<Item = (f64, f64)> + '_ {
    steps.iter().flat_map(|step| match step {
        PathEl::Move(point) | PathEl::Line(point) => vec![*point],
        PathEl::Quad(points) => points.to_vec(),
        PathEl::Curve(points) => points.to_vec(),
    })
}

#[test]
fn shop_picture_is_the_front_of_the_cover() {
    let volume = &make("classic", "6x9", &sections(&[40, 40]))[0];
    for design in drawn_fronts() {
        if design == CoverDesign::Digit {
            continue;
        }
        let cover =
            Cover::new(volume, Some("0.3in".parse().unwrap()), &look("harbour", design)).unwrap();
        let (file, size) = cover.front_png(480).unwrap();
        assert_eq!(size, (320, 480));
        assert_eq!(cover.front_png(480).unwrap().0, file);
        let (width, dots) = dots(&file);
        assert_eq!((width, dots.len()), (320, 320 * 480));
        // The ground of harbour, from its palette, is at the upper left corner; words are on it.
        let ground = cover.page().marks.iter().find_map(|mark| match mark {
            DrawOp::Box { colour: Colour::Rgb(parts), .. } => {
                Some(parts.map(|part| (part * 255.0).round() as u8))
            }
            _ => None,
        });
        assert_eq!(Some(dots[2 * 320 + 2]), ground, "{design:?}");
        let colours: BTreeSet<_> = dots.iter().collect();
        assert!(colours.len() > 50, "{design:?} has smooth edges");
        let other = dots.iter().filter(|dot| Some(**dot) != ground).count();
        assert!(other > dots.len() / 20, "{design:?} shows {other} dots");
    }
}

#[test]
fn cover_writes_the_png_beside_the_pdf() {
    let bench = Bench::new();
    bench.ends("generate --count 20 --seed 3 --levels 1-2 --out c.csv", 0, "");
    bench.ends(
        "cover c.csv --trim 6x9 --spine 0.2in --png 480 --out a.pdf",
        0,
        "a.png: 320 x 480 pixels, 1 : 1.50",
    );
    bench.ends("cover c.csv --trim 6x9 --spine 0.2in --png 480 --out b.pdf", 0, "");
    assert_eq!(bench.read("a.png"), bench.read("b.png"));
    // The next cover has its picture with the new words.
    bench.ends("cover --job b.pdf --title Rain --force", 0, "b.png: 320 x 480 pixels");
    assert_ne!(bench.read("a.png"), bench.read("b.png"));
    // A picture that is not ours is kept.
    fs::write(bench.path("d.png"), "mine").unwrap();
    bench.ends("cover c.csv --trim 6x9 --spine 0.2in --png 480 --out d.pdf", 2, "d.png exists");
    assert_eq!(bench.read("d.png"), b"mine");
    assert!(!bench.path("d.pdf").exists(), "all or nothing");
    fs::write(bench.path("p.jpg"), jpeg(1900, 2800, 3, false)).unwrap();
    let with = "cover c.csv --trim 6x9 --spine 0.2in --png 480 --cover-picture p.jpg --out e.pdf";
    bench.ends(with, 2, "save it as a PNG");
    assert!(!bench.path("e.pdf").exists(), "all or nothing");
    bench.ends("cover c.csv --png 10", 2, "160..=5000");
}

/// A picture keeps word, count, levels and badge, and shows seven tenths of itself; words are on plain colour that they
/// can be read on.
#[test]
fn front_picture_is_visible_and_has_readable_words() {
    let photo = png(1838, 2775, png::ColorType::Rgb, &[90, 140, 60]);
    let picture = Arc::new(RasterImage::read(photo).unwrap());
    let imprint = |title: &str| BookOptions {
        title: Some(title.into()),
        author: Some("A. Müller".into()),
        series: Some("Rain".into()),
        ..BookOptions::default()
    };
    let template = Template::builtin("classic").unwrap();
    for (title, palette) in [
        ("Rain", "harbour"),
        ("The Long Afternoons of a Wet October by the Sea", "sun"),
        ("Rain", "black"),
        ("Quiet Hours", "linen"),
    ] {
        let all = book::volumes(&template, trim("6x9"), &imprint(title), &sections(&[80, 80]));
        let volume = &all.unwrap()[0];
        let look =
            CoverLook { picture: Some(picture.clone()), ..look(palette, CoverDesign::Pencil) };
        let cover = Cover::new(volume, Some("0.3in".parse().unwrap()), &look);
        let Ok(cover) = cover else {
            assert_eq!(palette, "black", "{title}: {:?}", cover.err());
            continue;
        };
        let Page { marks, .. } = cover.page();
        let start = marks.iter().position(|mark| matches!(mark, DrawOp::Picture { .. })).unwrap();
        let DrawOp::Picture { corner, size, .. } = &marks[start] else { unreachable!() };
        let end = marks[start + 1..].iter().position(|mark| matches!(mark, DrawOp::Rotated { .. }));
        let front = &marks[start + 1..end.map_or(marks.len(), |end| start + 1 + end)];
        // What lies on the picture: rectangles with a colour.
        let mut plates: Vec<([f64; 4], Colour)> = Vec::new();
        let (mut words, mut letters) = (0, 0);
        for mark in front {
            match mark {
                DrawOp::Box { corner, size, colour } => {
                    plates.push((
                        [corner.0, corner.1, corner.0 + size.0, corner.1 + size.1],
                        *colour,
                    ));
                }
                DrawOp::Colored { colour, marks } => {
                    for mark in marks {
                        match mark {
                            DrawOp::Shape { steps, .. } => {
                                plates.push((bounds(points(steps)), *colour))
                            }
                            DrawOp::Text { at, text, .. } => {
                                let below = plates.iter().rev().find(|([a, b, c, d], _)| {
                                    (*a..*c).contains(&at.0) && (*b..*d).contains(&at.1)
                                });
                                let contrast = below
                                    .unwrap_or_else(|| panic!("{text} is on the picture"))
                                    .1
                                    .contrast(*colour);
                                assert!(contrast >= 4.5, "{title} {palette}: {text} {contrast}");
                                words += 1;
                                letters += text.chars().count();
                            }
                            _ => {}
                        }
                    }
                }
                _ => break,
            }
        }
        assert!(words >= 5 && letters > 20, "{words} words: title, word, levels, count, author");
        // Plates may lie on each other: their areas together are too many rather than too few.
        let widest = |plates: &[([f64; 4], Colour)]| -> f64 {
            let mut seen: Vec<[f64; 4]> = Vec::new();
            for (area, _) in plates {
                let is_inside = |of: &[f64; 4]| {
                    of[0] <= area[0] + 0.1
                        && of[1] <= area[1] + 0.1
                        && of[2] >= area[2] - 0.1
                        && of[3] >= area[3] - 0.1
                };
                if !seen.iter().any(is_inside) {
                    seen.push(*area);
                }
            }
            // A badge is round.
            let part = |[a, b, c, d]: &[f64; 4]| {
                let round = if ((c - a) - (d - b)).abs() < 0.01 {
                    std::f64::consts::FRAC_PI_4
                } else {
                    1.0
                };
                (c - a) * (d - b) * round
            };
            seen.iter().map(part).sum()
        };
        let covered = widest(&plates) / (size.0 * size.1);
        assert!(
            (0.1..=0.3).contains(&covered),
            "{title} {palette} covers {covered} from {corner:?}"
        );
    }
}

/// The picture of a front with this title and design of the book, on 6 x 9 in for an office printer.
fn front_with_picture(design: &str, title: &str, front: Option<CoverDesign>) -> Vec<DrawOp> {
    let photo = png(1838, 2775, png::ColorType::Rgb, &[90, 140, 60]);
    let picture = Some(Arc::new(RasterImage::read(photo).unwrap()));
    let imprint = BookOptions {
        title: Some(title.into()),
        author: Some("A. Müller".into()),
        ..BookOptions::default()
    };
    let template = Template::builtin(design).unwrap();
    let volumes = book::volumes(&template, trim("6x9"), &imprint, &sections(&[40; 5])).unwrap();
    let look = CoverLook { picture, design: front, ..CoverLook::default() };
    let cover = Cover::new(&volumes[0], Some("0.3in".parse().unwrap()), &look).unwrap();
    let Page { marks, .. } = cover.page();
    let start = marks.iter().position(|mark| matches!(mark, DrawOp::Picture { .. })).unwrap();
    let end = marks[start..].iter().position(|mark| matches!(mark, DrawOp::Rotated { .. }));
    marks[start + 1..end.map_or(marks.len(), |end| start + end)].to_vec()
}

/// The levels in two lines beside the word reached up into the title.
#[test]
fn levels_on_a_picture_clear_the_title() {
    for design in ["classic", "large-print", "playful"] {
        for title in ["Rain", "Quiet Hours", "Jigsaws by the Gate", "Sudoku for Rainy Days"] {
            let mut lines: Vec<[f64; 4]> = Vec::new();
            for mark in front_with_picture(design, title, None) {
                let DrawOp::Colored { marks, .. } = mark else { continue };
                for mark in marks {
                    let DrawOp::Text { at, face, size, text } = mark else { continue };
                    let inks = text.chars().map(|c| face.ink(c));
                    let (low, high) = inks.fold((0.0, 0.0), |(low, high): (f64, f64), ink| {
                        (low.min(ink.0), high.max(ink.1))
                    });
                    let wide: f64 = text.chars().map(|c| face.advance(c)).sum();
                    let [bottom, top] = [low, high].map(|y| at.1 - y * size);
                    lines.push([at.0, top, at.0 + wide * size, bottom]);
                }
            }
            for (index, a) in lines.iter().enumerate() {
                for b in &lines[index + 1..] {
                    let across = a[2].min(b[2]) - a[0].max(b[0]);
                    let down = a[3].min(b[3]) - a[1].max(b[1]);
                    // Parts of a line may touch where kerning draws them together.
                    let is_apart = across < 3.0 || down < 0.0;
                    assert!(is_apart, "{design} {title}: {a:?} {b:?}");
                }
            }
        }
    }
}

/// Counts the lines of text among marks.
fn text_count(marks: &[DrawOp]) -> usize {
    let count = |mark: &DrawOp| match mark {
        DrawOp::Text { .. } => 1,
        DrawOp::Colored { marks, .. } => text_count(marks),
        _ => 0,
    };
    marks.iter().map(count).sum()
}

#[test]
fn picture_alone_has_nothing_on_it() {
    let words = |front| text_count(&front_with_picture("classic", "Rain", front));
    assert!(words(None) > 5);
    assert_eq!(words(Some(CoverDesign::Picture)), 0);
    let bench = Bench::new();
    fs::write(bench.path("own.png"), png(1838, 2775, png::ColorType::Rgb, &[90, 140, 60])).unwrap();
    bench.ends("generate --seed 3 --count 20 --out c.csv -q", 0, "");
    let cover = "cover c.csv --printer kdp --trim 6x9 --title Quay -q";
    let alone = format!("{cover} --cover-picture own.png --cover-design picture --out a.pdf");
    bench.ends(&alone, 0, "");
    let without = format!("{cover} --cover-design picture --out d.pdf");
    bench.ends(&without, 2, "expected a picture of your own (--cover-picture), found none");
    let beside = format!("{cover} --cover-picture own.png --cover-design letters --out d.pdf");
    bench.ends(&beside, 2, "leave one out, or use");
}

/// The proof sheet had a grey box in the place of the picture.
#[test]
fn proof_sheet_shows_the_front_picture() {
    let bench = Bench::new();
    fs::write(bench.path("own.png"), png(1838, 2775, png::ColorType::Rgb, &[90, 140, 60])).unwrap();
    let run = "run --total 20 --levels 1 --seed 3 --printer kdp --trim 6x9 --fill-pages --cover -q";
    bench.ends(&format!("{run} --cover-picture own.png --out out"), 0, "");
    bench.ends("verify out --sheet out/proof.html -q", 0, "");
    let sheet = String::from_utf8(bench.read("out/proof.html")).unwrap();
    let (_, rest) = sheet.split_once("data:image/png;base64,").expect("the picture");
    let (data, _) = rest.split_once('"').unwrap();
    let (_, shown) = dots(&STANDARD.decode(data).unwrap());
    assert!(shown.iter().all(|dot| *dot == [90, 140, 60]), "{:?}", shown[0]);
}

/// The pencil lay on givens of most puzzles.
#[test]
fn the_pencil_lies_on_no_given() {
    let template = Template::builtin("classic").unwrap();
    let mut all: Vec<Puzzle> = puzzles(6, 3);
    all.extend(
        crate::support::puzzles::mixed_puzzles(70, 5).filter(|puzzle| puzzle.givens_count() <= 34),
    );
    let (mut on, mut of) = (0, 0);
    for (number, puzzle) in all.into_iter().enumerate() {
        let size = ["6x9", "8.5x11", "8.5x8.5", "11x8.5"][number % 4];
        let sections = [Section::new(Level::Medium, vec![puzzle; 40])];
        let volume =
            &book::volumes(&template, trim(size), &BookOptions::default(), &sections).unwrap()[0];
        let cover = Cover::new(
            volume,
            Some("0.3in".parse().unwrap()),
            &look("harbour", CoverDesign::Pencil),
        )
        .unwrap();
        let marks = cover.page().marks;
        // The pencil has more corners than any other path: the wood. Its digits are shapes before it.
        let toned = |mark: &DrawOp| match mark {
            DrawOp::Colored { marks, .. } => marks.first().cloned(),
            _ => None,
        };
        let wood = marks.iter().position(
            |mark| matches!(toned(mark), Some(DrawOp::Path { points, .. }) if points.len() == 8),
        );
        let wood = wood.unwrap();
        let body = match toned(&marks[wood - 3]) {
            Some(DrawOp::Path { points, .. }) => points,
            other => panic!("{other:?}"),
        };
        let tip = match toned(&marks[wood]) {
            Some(DrawOp::Path { points, .. }) => points[0],
            other => panic!("{other:?}"),
        };
        let pencil = [&[tip][..], &body[..]].concat();
        // The givens, and then what is found, are the last shapes before it.
        let Some(DrawOp::Shape { steps: givens, .. }) = toned(&marks[wood - 5]) else {
            panic!("{:?}", marks[wood - 5]);
        };
        // The band at the foot covers what is below.
        let low = marks[wood..].iter().find_map(|mark| match mark {
            DrawOp::Box { corner, .. } => Some(corner.1),
            _ => None,
        });
        let (width, height) = cover.size();
        let is_seen = |point: &(f64, f64)| point.0 < width && point.1 < low.unwrap_or(height);
        of += 1;
        on += usize::from(points(&givens).filter(is_seen).any(|point| is_inside(point, &pencil)));
    }
    assert!(of > 20, "{of}");
    assert_eq!(on, 0, "of {of} fronts");
}

/// Whether a point is inside of a path with straight sides.
fn is_inside((x, y): (f64, f64), path: &[(f64, f64)]) -> bool {
    let sides = path.iter().zip(path.iter().cycle().skip(1));
    let crossed = sides
        .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
    crossed.count() % 2 == 1
}

const SQUARE: &str = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
    <title>A <b/> quay</title><defs><linearGradient id="a"/></defs>
    <g fill="#114488" transform="translate(2,3) scale(2)"><path d="M0 0h4v2H0z"/></g></svg>"##;

#[test]
fn logo_is_on_spine_back_and_title_page() {
    let has = |cover: &Cover<'_>, wide: f64| {
        let shapes = cover.page().marks.into_iter().filter_map(|mark| match mark {
            DrawOp::Colored { marks, .. } => match &marks[..] {
                [DrawOp::Shape { steps, .. }] if steps.len() == 4 => Some(bounds(points(steps))),
                _ => None,
            },
            _ => None,
        });
        shapes.filter(|[a, b, c, d]| ((c - a) / (d - b) - wide).abs() < 0.01).collect::<Vec<_>>()
    };
    let logo = Logo::read(SQUARE.into()).unwrap();
    let (plain, own) = (with_logo(None), with_logo(Some(logo)));
    let spine = || Some("0.6in".parse().unwrap());
    let cover =
        |volume| Cover::new(volume, spine(), &look("harbour", CoverDesign::Letters)).unwrap();
    let before = has(&cover(&plain), 2.0).len();
    let found = has(&cover(&own), 2.0);
    assert_eq!(found.len(), before + 2, "{found:?}");
    // The sheet is back, spine, front: 6 in, 0.6 in, 6 in, and the bleed.
    let places: Vec<_> = found.iter().map(|[left, ..]| *left).collect();
    assert!(
        places.iter().any(|left| (9.0 + 432.0..9.0 + 432.0 + 43.2).contains(left)),
        "{places:?}"
    );
    assert!(places.iter().any(|left| *left < 9.0 + 432.0), "{places:?}");
    // Pages are black and grey: one colour is black.
    let front_matter = own.pages().take(4).flat_map(|page| page.marks);
    let mut drawn = front_matter.filter_map(|mark| match mark {
        DrawOp::Colored { colour, .. } => Some(colour),
        _ => None,
    });
    assert_eq!(drawn.next(), Some(Colour::BLACK));
}

/// A black cover with a coloured logo was refused by printers of black ink.
#[test]
fn logo_has_the_colours_of_its_cover() {
    let bytes = png(60, 30, png::ColorType::Rgb, &[200, 40, 40]);
    let own = with_logo(Some(Logo::read(bytes).unwrap()));
    for (palette, expected) in [("black", ColourSpace::Grey), ("harbour", ColourSpace::Rgb)] {
        let spine = Some("0.6in".parse().unwrap());
        let cover = Cover::new(&own, spine, &look(palette, CoverDesign::Letters)).unwrap();
        let page = cover.page();
        let spaces: Vec<_> = FlatMark::all(&page.marks)
            .into_iter()
            .filter_map(|mark| match mark.op {
                DrawOp::Picture { picture, .. } => Some(picture.colour_space()),
                _ => None,
            })
            .collect();
        assert!(!spaces.is_empty(), "{palette}");
        assert!(spaces.iter().all(|space| *space == expected), "{palette}: {spaces:?}");
    }
}

/// Logos as Inkscape, Illustrator and Figma write them: the number of their shapes and of the parts of these, whether they
/// have several colours, and width to height.
#[test]
fn logos_of_drawing_programs_are_drawn_whole() {
    let cover = |logo| {
        let volume = with_logo(logo);
        let back_design = Some(BackDesign::Corner);
        let look = CoverLook { back_design, ..look("harbour", CoverDesign::Letters) };
        Cover::new(&volume, Some("0.6in".parse().unwrap()), &look).unwrap().page().marks
    };
    let plain = cover(None);
    for (name, count, parts, is_coloured, ratio) in [
        ("inkscape-layers", 2, 3, true, 1.5),
        // The second line has three dashes.
        ("inkscape-strokes", 2, 4, false, 1.0),
        ("inkscape-clones", 6, 7, true, 1.0),
        ("inkscape-round", 3, 3, true, 2.0),
        ("illustrator-classes", 4, 5, true, 2.1),
        ("illustrator-clip", 2, 2, true, 2.0),
        ("illustrator-symbols", 3, 3, false, 3.1),
        ("figma-frame", 2, 3, true, 1.0),
        ("figma-strokes", 2, 3, false, 1.0),
        ("figma-rotated", 4, 4, true, 1.5),
    ] {
        let path = format!("{}/tests/logos/{name}.svg", env!("ROOT"));
        let logo = Logo::read(fs::read(path).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut marks = cover(Some(logo));
        let is_shape = |mark: &DrawOp| matches!(mark, DrawOp::Colored { marks, .. } if matches!(marks[..], [DrawOp::Shape { .. }]));
        marks.retain(|mark| is_shape(mark) && !plain.contains(mark));
        // On the spine and on the back; several colours are on a white plate.
        assert_eq!(marks.len(), 2 * (count + usize::from(is_coloured)), "{name}");
        let shapes = marks[usize::from(is_coloured)..].iter().take(count);
        let steps = shapes.flat_map(|mark| match mark {
            DrawOp::Colored { marks, .. } => match &marks[..] {
                [DrawOp::Shape { steps, .. }] => steps.clone(),
                other => panic!("{name}: {other:?}"),
            },
            other => panic!("{name}: {other:?}"),
        });
        let steps: Vec<_> = steps.collect();
        let moves = steps.iter().filter(|step| matches!(step, PathEl::Move(_))).count();
        assert_eq!(moves, parts, "{name}");
        let [left, top, right, bottom] = bounds(points(&steps));
        let found = (right - left) / (bottom - top);
        assert!((found / ratio - 1.0).abs() < 0.06, "{name}: {found}");
    }
}

#[test]
fn logos_are_read_or_refused_with_the_reason() {
    let svg = |inside: &str| {
        let text = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{inside}</svg>"#
        );
        Logo::read(text.into_bytes()).map_err(|e| e.to_string())
    };
    let square = r#"<rect width="2" height="2"/>"#;
    let many = |count: usize, one: &str| one.repeat(count);
    for fine in [
        r#"<path d="M1,1 2 5-3.5.5e1L7 7zm1 1l3 3 1-4Z"/>"#,
        r#"<path d="M0 0C1 2 3 4 5 5S9 9 12 4Q1 1 2 2T5 9"/>"#,
        r#"<path d="M0 0A3 2 5 0 1 5 5z"/>"#,
        r##"<g style="fill:#abc;stroke:none"><rect x="1" y="2" width="3px" height="4"/></g>"##,
        r#"<!-- a > b --><polygon points="0,0 4,0 4,4" opacity="1"/>"#,
        r#"<style>.a{fill:red} .b , g > path{fill:rgb(0,80,160)}</style><path class="a" d="M0 0h4v4"/>"#,
        // What is not in use is not looked at.
        &format!(r#"<pattern id="p">{square}</pattern><mask id="m"/><filter id="f"/>{square}"#),
        &format!(r#"<switch><foreignObject requiredExtensions="ai"/><g>{square}</g></switch>"#),
        // The clipping path is around the square, also when both are turned.
        &format!(
            r#"<clipPath id="c"><path d="M-1-1h9v9h-9z"/></clipPath><g transform="rotate(30)" clip-path="url(#c)">{square}</g>"#
        ),
    ] {
        assert!(svg(fine).is_ok(), "{fine}: {:?}", svg(fine));
    }
    let deep = format!("{}{square}{}", many(2000, "<g>"), many(2000, "</g>"));
    let bomb: String = (0..9)
        .map(|n| {
            format!(
                r##"<g id="g{n}">{}</g>"##,
                many(10, &format!(r##"<use href="#g{}"/>"##, n + 1))
            )
        })
        .collect();
    for (bad, words) in [
        (r#"<text>Quay</text>"#, "text turned into paths, found <text>"),
        (r#"<image href="a.png"/>"#, "found <image>"),
        (r#"<use href="other.svg#part"/>"#, "inside the file, found <use>"),
        (r#"<g opacity="0.5"><rect width="1" height="1"/></g>"#, "plain colours"),
        (r#"<rect width="1" height="1" fill-opacity=".5"/>"#, "an opacity of 0.5"),
        (r#"<rect width="1" height="1" fill="rgba(0,0,0,.5)"/>"#, "an opacity of 0.5"),
        (r#"<g style="mix-blend-mode:multiply"><rect width="1" height="1"/></g>"#, "plain colours"),
        (
            r#"<linearGradient id="a"><stop/><stop offset="1"/></linearGradient><rect width="1" height="1" fill="url(#a)"/>"#,
            "found a gradient",
        ),
        (
            r#"<pattern id="a"/><rect width="1" height="1" style="fill: url( '#a' )"/>"#,
            "found <pattern>",
        ),
        (
            r##"<style>rect{mask:url("#a")}</style><mask id="a"/><rect width="1" height="1"/>"##,
            "found <mask>",
        ),
        (r#"<rect width="1" height="1" filter="blur(3)"/>"#, "plain colours"),
        (
            r#"<marker id="a"/><path marker-end="url(#a)" d="M0 0h1v1"/>"#,
            "markers turned into paths",
        ),
        (
            r#"<clipPath id="c"><circle r="9"/></clipPath><g clip-path="url(#c)"><rect width="1" height="1"/></g>"#,
            "cut the shapes",
        ),
        (
            r#"<clipPath id="c"><rect width="1" height="1"/></clipPath><g clip-path="url(#c)"><rect width="2" height="1"/></g>"#,
            "cut the shapes",
        ),
        (r#"<rect width="4"/>"#, "none that can be seen"),
        (r#"<path d="L1 1"/>"#, "none that can be seen"),
        (r#"<path d="M8 5A1e39 3 0 1 1 5 1"/>"#, "below a million"),
        (r#"<path d="M8 5A10000000 3 0 1 1 5 1"/>"#, "below a million"),
        (r#"<rect width="1e30" height="1e30" rx="1e29"/>"#, "below a million"),
        (r#"<rect width=4/>"#, "a whole SVG"),
        ("<g>", "a whole SVG"),
        ("<style>{} >a{} ,{} a>{} .{} #{}</style>", "none that can be seen"),
        ("", "none that can be seen"),
        // What would need too long.
        (&deep, "inside each other"),
        (&bomb, "at most 20000 elements"),
        (&many(30_000, "<g/>"), "at most 20000 elements"),
        (r##"<g id="a"><use href="#a"/></g>"##, "inside each other"),
        ("<style>* * * * * * * * * * * * a{fill:red}</style>", "plain rules"),
        (
            r#"<path stroke="red" stroke-dasharray="0.001" d="M0 0H9000"/>"#,
            "dashes that can be seen",
        ),
    ] {
        let error = svg(bad).unwrap_err();
        assert!(error.contains(words), "{bad:.300}: {error}");
    }
    let entity = r#"<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"/>"#;
    for (bytes, words) in [
        (b"GIF89a".to_vec(), "an SVG or a PNG"),
        (jpeg(64, 48, 3, false), "an SVG or a PNG"),
        (vec![b' '; 2 << 20], "at most 1 MB"),
        (entity.into(), "without entities"),
    ] {
        let error = Logo::read(bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn run_with_logo_can_be_rebuilt() {
    let bench = Bench::new();
    fs::write(bench.path("quay.svg"), SQUARE).unwrap();
    fs::write(bench.path("dots.png"), png(400, 200, png::ColorType::Rgba, &[200, 30, 30, 128]))
        .unwrap();
    for (logo, printer) in [("quay.svg", "kdp"), ("dots.png", "ingram")] {
        let spine = if printer == "ingram" { " --spine 0.19in" } else { "" };
        let run = format!(
            "run --count 40 --levels 1-3 --seed 3 --trim 6x9 --printer {printer}{spine} --cover --logo {logo} \
             --out r-{printer}"
        );
        bench.ends(&run, 0, "");
        let cover = format!("cover r-{printer} --out again.pdf --force");
        fs::rename(bench.path(logo), bench.path("away")).unwrap();
        bench.ends(&cover, 2, "name it again with --logo");
        fs::rename(bench.path("away"), bench.path(&format!("r-{printer}/logo"))).unwrap();
        bench.ends(&cover, 0, "");
        assert_eq!(bench.read(&format!("r-{printer}/cover.pdf")), bench.read("again.pdf"));
        bench.ends(&format!("verify r-{printer}"), 0, "");
    }
    bench.ends("run --total 1 --logo none.svg --out no", 2, "none.svg");
    let face = concat!(env!("ROOT"), "/tests/fonts/NotoSansTC-Regular.ttf");
    bench.ends(&format!("run --total 1 --logo {face} --out no"), 2, "logo: expected");
}
