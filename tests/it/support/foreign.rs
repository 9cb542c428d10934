//! A book as other people's programs write one.

use crate::support::pdfs::bound;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

/// The numbers of an array.
fn numbers(all: &[f32]) -> Vec<Object> {
    all.iter().map(|&n| Object::Real(n)).collect()
}

/// A picture of this many dots, each of these bytes.
fn picture(width: i64, height: i64, space: Object, data: Vec<u8>) -> Stream {
    let dict = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => width, "Height" => height,
        "BitsPerComponent" => 8, "ColorSpace" => space,
    };
    Stream::new(dict, data)
}

/// A scan of a page at 300 dpi: grey stripes on white, with a frame of this light at the edges. `byte` is
/// how dots are written.
fn scan(edge: u8, byte: fn(u8) -> u8) -> Stream {
    let dot = |x: usize, y: usize| match (x, y) {
        (0, _) | (1799, _) | (_, 0) | (_, 2699) => edge,
        (250..1550, 250..2450) if y % 50 < 25 => 80,
        _ => 255,
    };
    let dots = (0..2700).flat_map(|y| (0..1800).map(move |x| byte(dot(x, y))));
    packed(picture(1800, 2700, "DeviceGray".into(), dots.collect()))
}

fn packed(mut stream: Stream) -> Stream {
    stream.compress().unwrap();
    stream
}

/// An embedded font of 95 letters by the codes of ASCII; `program` is changed before it is embedded.
fn simple_font(document: &mut Document) -> Dictionary {
    let program =
        include_bytes!("../../../crates/page/templates/fonts/AtkinsonHyperlegibleNext-Regular.ttf");
    let file = document.add_object(packed(Stream::new(Dictionary::new(), program.to_vec())));
    let descriptor = document.add_object(dictionary! {
        "Type" => "FontDescriptor", "FontName" => "Atkinson", "Flags" => 32, "Ascent" => 950,
        "Descent" => -290, "FontFile2" => file,
    });
    dictionary! {
        "Type" => "Font", "Subtype" => "TrueType", "BaseFont" => "Atkinson", "FirstChar" => 32,
        "LastChar" => 126, "Widths" => vec![Object::Integer(500); 95],
        "Encoding" => "WinAnsiEncoding", "FontDescriptor" => descriptor,
    }
}

/// A font whose letters are content streams: a black square, a red one, one of the text's colour, and one
/// that is not there.
fn drawn_font(document: &mut Document) -> Dictionary {
    let mut glyph = |content: &str| -> Object {
        document.add_object(Stream::new(Dictionary::new(), content.as_bytes().to_vec())).into()
    };
    let procedures = dictionary! {
        "black" => glyph("600 0 d0 0 g 50 0 500 700 re f"),
        "red" => glyph("600 0 d0 1 0 0 rg 50 0 500 700 re f"),
        "plain" => glyph("600 0 50 0 550 700 d1 1 0 0 rg 50 0 500 700 re f"),
        "thin" => glyph("600 0 50 0 550 700 d1 5 w 50 0 m 550 700 l S"),
        "dots" => glyph("600 0 50 0 550 700 d1 500 0 0 700 50 0 cm BI /W 2 /H 3 /IM true ID PAA EI"),
    };
    let names = ["black", "red", "plain", "gone", "thin", "dots"].map(Object::from);
    let differences: Vec<Object> = [Object::Integer(97)].into_iter().chain(names).collect();
    dictionary! {
        "Type" => "Font", "Subtype" => "Type3", "FontBBox" => numbers(&[0.0, -900.0, 600.0, 900.0]),
        "FontMatrix" => numbers(&[0.001, 0.0, 0.0, 0.001, 0.0, 0.0]), "CharProcs" => procedures,
        "Encoding" => dictionary! { "Differences" => differences }, "FirstChar" => 97,
        "LastChar" => 102, "Widths" => vec![Object::Integer(600); 6],
    }
}

fn fonts(document: &mut Document) -> Dictionary {
    let simple = simple_font(document);
    let descriptor = simple.get(b"FontDescriptor").unwrap().clone();
    let mut outside = simple.clone();
    outside.remove(b"FontDescriptor");
    outside.set("BaseFont", "Helvetica");
    let mut renamed = simple.clone();
    // From C on, what only guides other characters, or is a space: no font needs glyphs for them.
    let names = ["sevenhundred", "uni0414", "uni0085", "uni2060", "uni200F", "uni2003"];
    let mut differences = vec![Object::Integer(65)];
    differences.extend(names.map(Object::from));
    renamed.set(
        "Encoding",
        dictionary! { "BaseEncoding" => "WinAnsiEncoding", "Differences" => differences },
    );
    let wide = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "Atkinson", "DW" => 500,
        "CIDToGIDMap" => "Identity", "FontDescriptor" => descriptor,
    };
    let wide = document.add_object(wide);
    let drawn = drawn_font(document);
    let mut embedded = |font: Dictionary| -> Object { document.add_object(font).into() };
    dictionary! {
        "F" => embedded(simple), "Outside" => embedded(outside), "Renamed" => embedded(renamed),
        "Drawn" => embedded(drawn),
        "Tall" => embedded(dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "Atkinson",
            "Encoding" => "Identity-V", "DescendantFonts" => vec![wide.into()],
        }),
        "Wide" => embedded(dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "Atkinson",
            "Encoding" => "Identity-H", "DescendantFonts" => vec![wide.into()],
        }),
    }
}

fn spaces(document: &mut Document) -> Dictionary {
    let line = |end: &[f32]| {
        dictionary! {
            "FunctionType" => 2, "N" => 1, "Domain" => numbers(&[0.0, 1.0]),
            "C0" => numbers(&[0.0; 4]), "C1" => numbers(end),
        }
    };
    let mut spot = |name: &str, end: &[f32]| -> Object {
        let tint = document.add_object(line(end));
        vec!["Separation".into(), name.into(), "DeviceCMYK".into(), tint.into()].into()
    };
    dictionary! {
        "Spot" => spot("Orange", &[0.0, 0.5, 1.0, 0.0]),
        "Black" => spot("Black", &[0.0, 0.0, 0.0, 1.0]),
        "All" => spot("All", &[1.0, 1.0, 1.0, 1.0]),
        "Tiles" => vec![Object::from("Pattern"), "DeviceRGB".into()],
    }
}

/// A shading from one colour to another, across the page.
fn shading(space: &str, from: &[f32], to: &[f32]) -> Dictionary {
    dictionary! {
        "ShadingType" => 2, "ColorSpace" => space, "Coords" => numbers(&[100.0, 0.0, 300.0, 0.0]),
        "Function" => dictionary! {
            "FunctionType" => 2, "N" => 1, "Domain" => numbers(&[0.0, 1.0]),
            "C0" => numbers(from), "C1" => numbers(to),
        },
        "Extend" => vec![true.into(), true.into()],
    }
}

fn shadings() -> Dictionary {
    let mut joined = shading("DeviceRGB", &[0.0; 3], &[0.5; 3]);
    let part = |to: &[f32]| {
        let whole = shading("DeviceRGB", &[0.0; 3], to);
        whole.get(b"Function").unwrap().clone()
    };
    let three = |last: &[f32]| {
        dictionary! {
            "FunctionType" => 3, "Domain" => numbers(&[0.0, 1.0]), "Bounds" => numbers(&[0.5]),
            "Encode" => numbers(&[0.0, 1.0, 0.0, 1.0]), "Functions" => vec![part(&[0.5; 3]), part(last)],
        }
    };
    let mut coloured = joined.clone();
    joined.set("Function", three(&[0.7, 0.7, 0.7]));
    coloured.set("Function", three(&[0.7, 0.7, 0.0]));
    dictionary! {
        "Grey" => shading("DeviceGray", &[0.0], &[0.8]),
        "GreyOfThree" => shading("DeviceRGB", &[0.1, 0.1, 0.1], &[0.8, 0.8, 0.8]),
        "GreyOfFour" => shading("DeviceCMYK", &[0.0, 0.0, 0.0, 0.2], &[0.0, 0.0, 0.0, 1.0]),
        "Red" => shading("DeviceRGB", &[1.0, 1.0, 1.0], &[1.0, 0.0, 0.0]),
        "Cyan" => shading("DeviceCMYK", &[0.0; 4], &[1.0, 0.0, 0.0, 0.0]),
        "Joined" => joined,
        "JoinedInColour" => coloured,
    }
}

fn patterns(document: &mut Document, shadings: &Dictionary) -> Dictionary {
    let fonts = fonts(document);
    let outside = fonts.get(b"Outside").unwrap().clone();
    let mut cell = |paint: i64, content: &str| -> Object {
        let dict = dictionary! {
            "PatternType" => 1, "PaintType" => paint, "TilingType" => 1,
            "BBox" => numbers(&[0.0, 0.0, 12.0, 12.0]), "XStep" => 12, "YStep" => 12,
            "Resources" => dictionary! {
                "ExtGState" => dictionary! { "Half" => dictionary! { "ca" => 0.5 } },
                "Font" => dictionary! { "Outside" => outside.clone() },
            },
        };
        document.add_object(Stream::new(dict, content.as_bytes().to_vec())).into()
    };
    let shaded = |name: &str| {
        let shading = shadings.get(name.as_bytes()).unwrap().clone();
        dictionary! { "PatternType" => 2, "Shading" => shading }
    };
    dictionary! {
        "Dots" => cell(1, "0 g 2 2 4 4 re f"),
        "RedDots" => cell(1, "1 0 0 rg 2 2 4 4 re f"),
        "OwnDots" => cell(2, "1 0 0 rg 2 2 4 4 re f"),
        "Hatch" => cell(1, "0.1 w 0 6 m 12 6 l S"),
        "Letters" => cell(1, "BT /Outside 8 Tf 1 1 Td (a) Tj ET"),
        "Half" => cell(1, "/Half gs 2 2 4 4 re f"),
        "Pale" => cell(1, "0.97 g 2 2 4 4 re f"),
        "CutOff" => cell(1, "0 g 2 2 4 4 re f (abc"),
        "Grey" => shaded("Grey"),
        "Red" => shaded("Red"),
    }
}

/// Pictures and forms. The large ones are made only for a content that names them.
fn objects(document: &mut Document, content: &str) -> Dictionary {
    let grey = || Object::from("DeviceGray");
    let (rgb, cmyk) = (Object::from("DeviceRGB"), Object::from("DeviceCMYK"));
    // 60 dots on 14.4 points are 300 an inch.
    let flat = |space: &Object, dot: &[u8]| picture(60, 60, space.clone(), dot.repeat(3600));
    let mask = document.add_object(flat(&grey(), &[128]));
    let mut masked = flat(&grey(), &[0]);
    masked.dict.set("SMask", mask);
    let mut holes = flat(&grey(), &[0]);
    holes.dict.set("Mask", vec![Object::Integer(0), Object::Integer(10)]);
    let mut stencil = flat(&grey(), &[0]);
    stencil.dict.remove(b"ColorSpace");
    stencil.dict.set("ImageMask", true);
    stencil.dict.set("BitsPerComponent", 1);
    let mut jpeg = picture(1800, 2700, grey(), b"\xff\xd8\xff no matter \xff\xd9".to_vec());
    jpeg.dict.set("Filter", "DCTDecode");
    let [mut no_jpeg, mut cut_jpeg] = [jpeg.clone(), jpeg.clone()];
    no_jpeg.set_content(b"these are no pixels".to_vec());
    cut_jpeg.set_content(b"\xff\xd8\xff the end is missing".to_vec());
    let mut short = flat(&grey(), &[60]);
    short.set_content(vec![60; 3000]);
    let table = |colours: &[u8]| {
        let table = Object::string_literal(colours.to_vec());
        Object::from(vec!["Indexed".into(), "DeviceRGB".into(), 1.into(), table])
    };
    let form = |content: &str, resources: Dictionary| {
        let dict = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "Resources" => resources,
            "BBox" => numbers(&[0.0, 0.0, 432.0, 648.0]),
        };
        Stream::new(dict, content.as_bytes().to_vec())
    };
    let mut torn = packed(form(&"200 300 20 20 re f ".repeat(200), Dictionary::new()));
    torn.content.truncate(torn.content.len() - 9);
    let all = [
        ("Grey", flat(&grey(), &[60])),
        ("Pale", flat(&grey(), &[247])),
        ("White", flat(&grey(), &[255])),
        ("WhiteOfThree", flat(&rgb, &[255, 255, 255])),
        ("GreyOfThree", flat(&rgb, &[90, 92, 88])),
        ("Red", flat(&rgb, &[200, 30, 30])),
        ("RedAtOneDot", {
            let mut red = flat(&rgb, &[90, 90, 90]);
            red.content[3 * 1800] = 200;
            red
        }),
        ("BlackOfFour", flat(&cmyk, &[0, 0, 0, 255])),
        ("RichBlack", flat(&cmyk, &[200, 200, 200, 255])),
        ("GreyTable", flat(&table(&[0, 0, 0, 200, 200, 200]), &[0])),
        ("RedTable", flat(&table(&[255, 0, 0, 200, 200, 200]), &[0])),
        ("Wide", picture(300, 18, grey(), vec![0; 5400])),
        ("Jpeg", jpeg),
        ("NoJpeg", no_jpeg),
        ("CutJpeg", cut_jpeg),
        ("Short", short),
        ("Masked", masked),
        ("Holes", holes),
        ("Stencil", stencil),
        ("Form", form("0 g 200 300 20 20 re f", Dictionary::new())),
        ("RedForm", form("1 0 0 rg 200 300 20 20 re f", Dictionary::new())),
        ("WithoutFont", form("BT /F 12 Tf 200 300 Td (abc) Tj ET", Dictionary::new())),
        ("WithoutForm", form("/Form Do", Dictionary::new())),
        ("CutOff", form("0 g 200 300 20 20 re f [1 2", Dictionary::new())),
        ("Torn", torn),
    ];
    let mut all: Vec<(&str, Stream)> = all.into();
    if content.contains("Scan") {
        let mut turned = scan(255, |dot| 255 - dot);
        turned.dict.set("Decode", numbers(&[1.0, 0.0]));
        all.push(("TurnedScan", turned));
        all.push(("Scan", scan(255, |dot| dot)));
        all.push(("FramedScan", scan(120, |dot| dot)));
    }
    let all = all.into_iter().map(|(name, stream)| (name, document.add_object(stream).into()));
    Dictionary::from_iter(all)
}

fn states(fonts: &Dictionary) -> Dictionary {
    let font = vec![fonts.get(b"F").unwrap().clone(), 12.into()];
    let modes = |modes: &[&str]| -> Vec<Object> { modes.iter().map(|&mode| mode.into()).collect() };
    let mask = dictionary! { "S" => "Luminosity" };
    dictionary! {
        "Font" => dictionary! { "Font" => font },
        "Half" => dictionary! { "ca" => 0.5 }, "HalfLines" => dictionary! { "CA" => 0.5 },
        "Full" => dictionary! { "ca" => 1, "CA" => 1, "BM" => "Normal", "SMask" => "None" },
        "Multiply" => dictionary! { "BM" => "Multiply" },
        "Modes" => dictionary! { "BM" => modes(&["Darken", "Normal"]) },
        "NormalModes" => dictionary! { "BM" => modes(&["Normal", "Darken"]) },
        "NoMask" => dictionary! { "SMask" => "None" }, "Mask" => dictionary! { "SMask" => mask },
        "Over" => dictionary! { "OP" => true, "op" => true, "OPM" => 1 },
        "OverAreas" => dictionary! { "op" => true, "OPM" => 1 },
        "Thin" => dictionary! { "LW" => 0.2 },
    }
}

/// A book with this content on page 8. The other pages have a line of text.
pub fn book(content: &str) -> Vec<u8> {
    let mut document = Document::with_version("1.4");
    let shadings = shadings();
    let fonts = fonts(&mut document);
    let states = states(&fonts);
    let resources = dictionary! {
        "Font" => fonts, "ColorSpace" => spaces(&mut document),
        "Pattern" => patterns(&mut document, &shadings), "Shading" => shadings,
        "XObject" => objects(&mut document, content), "ExtGState" => states,
    };
    let resources = document.add_object(resources);
    let pages = (0..24).map(|index| {
        let text = "BT /F 12 Tf 100 600 Td (Foreign) Tj ET";
        let content = if index == 7 { content } else { text };
        (dictionary! { "Resources" => resources }, content.to_owned())
    });
    let media = [0, 0, 432, 648].map(Object::Integer).to_vec();
    bound(document, pages, dictionary! { "MediaBox" => media })
}
