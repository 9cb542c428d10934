//! Preflight of other people's files: each planted fault is found, and good files are not refused. A case is
//! a line: what page 8 of a book draws, or what is changed in its file.

use crate::support::foreign::book;
use crate::support::preflight::{changed, plain, resources, spot, terms};
use crate::support::program::Bench;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use preflight::{PreflightFinding, PrintSpec, Printer, Rule};

/// Content that no printer takes on its page 8, and the only rule that it breaks.
const FAULTS: &[(Rule, &[&str])] = &[
    (
        Rule::Resources,
        &[
            "BT 200 300 Td (no font is chosen) Tj ET",
            "BT /Gone 12 Tf 200 300 Td (abc) Tj ET",
            "/Gone Do",
            "/Gone sh",
            "/Pattern cs /Gone scn 200 300 20 20 re f",
            "/WithoutFont Do",
            "/WithoutForm Do",
            "/CutOff Do",
            "/Torn Do",
            "/Pattern cs /CutOff scn 200 300 20 20 re f",
            "200 300 20 20 re f (never closed",
            "200 300 20 20 re f (a \\) is no end",
            "200 300 20 20 re f [1 2 3",
            "200 300 20 20 re f <</A 1",
            "200 300 20 20 re f 1 2 3 4",
            "BT /F 12 Tf 200 300 Td (no end of text) Tj",
            "q .2 0 0 .2 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /G ID abc",
            "q 14.4 0 0 14.4 200 300 cm /NoJpeg Do Q",
            "q 14.4 0 0 14.4 200 300 cm /CutJpeg Do Q",
            "q 14.4 0 0 14.4 200 300 cm /Short Do Q",
        ],
    ),
    (
        Rule::Glyphs,
        &[
            "BT /Wide 12 Tf 200 300 Td <0000> Tj ET",
            "BT /Wide 12 Tf 200 300 Td <0030ffff> Tj ET",
            "BT /Renamed 12 Tf 200 300 Td (aBc) Tj ET",
            "BT /Drawn 12 Tf 200 300 Td (d) Tj ET",
            "BT /Drawn 12 Tf 200 300 Td (x) Tj ET",
        ],
    ),
    (
        Rule::Unseen,
        &[
            "1 g BT /F 12 Tf 200 300 Td (white) Tj ET",
            "1 1 1 rg BT /F 12 Tf 200 300 Td (white) Tj ET",
            "0 0 0 0 k BT /F 12 Tf 200 300 Td (white) Tj ET",
            "/Black cs 0 scn BT /F 12 Tf 200 300 Td (white) Tj ET",
            "1 G BT 1 Tr 1 w /F 12 Tf 200 300 Td (white lines) Tj ET",
            "1 g BT /Wide 12 Tf 200 300 Td <0030> Tj ET",
            "1 g BT /Drawn 12 Tf 200 300 Td (c) Tj ET",
            "1 g 190 290 100 30 re f BT /F 12 Tf 200 300 Td (white on white) Tj ET",
            "0 g 190 290 100 30 re f BT /F 12 Tf 200 300 Td (black on black) Tj ET",
            "0.5 g 190 290 100 30 re f BT /F 12 Tf 200 300 Td (grey on grey) Tj ET",
            "0.5 g 190 290 100 30 re f 0.53 g BT /F 12 Tf 200 300 Td (nearly) Tj ET",
            "40 w 180 305 m 300 305 l S BT /F 12 Tf 200 300 Td (on a line) Tj ET",
            "0 g 150 250 200 90 re f 1 g 190 290 100 30 re f BT /F 12 Tf 200 300 Td (a) Tj ET",
            "BT /F 12 Tf 200 300 Td (covered) Tj ET 1 g 190 290 100 30 re f",
            "BT /F 12 Tf 200 300 Td (covered) Tj ET 0 g 190 290 100 30 re f",
            "BT /F 12 Tf 200 300 Td (a) Tj ET 1 g 190 290 m 290 290 l 290 320 l 190 320 l f",
            "BT /F 12 Tf 200 300 Td (a) Tj ET 1 g 240 290 m 290 305 l 240 320 l 190 305 l f",
            "BT /F 12 Tf 200 300 Td (a) Tj ET 40 w 1 G 180 305 m 300 305 l S",
            "BT /F 12 Tf 200 300 Td (a) Tj ET q 190 290 100 30 re W n /Grey sh Q",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 14.4 0 0 14.4 200 298 cm /Grey Do Q",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 14.4 0 0 14.4 200 298 cm /White Do Q",
            "BT /F 8 Tf 206 306 Td (a) Tj ET /Form Do",
            // A white letter over a black one, and stencils without gaps.
            "BT /F 8 Tf 196.7 303 Td (.) Tj ET 1 g BT /F 60 Tf 190 280 Td (H) Tj ET",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 14.4 0 0 14.4 200 298 cm /Stencil Do Q",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 1 g 20 0 0 20 200 298 cm BI /W 1 /H 1 /IM true ID \0 EI Q",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 1 g 20 0 0 20 200 298 cm BI /W 5 /H 1 /IM true ID \u{7} EI Q",
            // Text that a clip cuts off: outside its rectangle, in no rectangle, beside its shape,
            // and all but a sliver.
            "q 0 0 432 300 re W n BT /F 12 Tf 200 400 Td (cut off) Tj ET Q",
            "q 0 0 0 0 re W n BT /F 12 Tf 200 400 Td (cut off) Tj ET Q",
            "q 190 390 m 290 390 l 290 490 l h W n BT /F 12 Tf 195 470 Td (a) Tj ET Q",
            "q 206 400 100 40 re W n BT /F 40 Tf 180 400 Td (H) Tj ET Q",
        ],
    ),
    (
        Rule::Overprint,
        &[
            "0 g 190 290 100 30 re f /Over gs 1 g BT /F 12 Tf 200 300 Td (white) Tj ET",
            "0 g 190 290 100 30 re f /OverAreas gs 1 g BT /F 12 Tf 200 300 Td (white) Tj ET",
            "0 g 190 290 100 30 re f /Over gs 0 0 0 0 k 200 300 20 10 re f",
            "0 g 190 290 100 30 re f /Over gs 1 1 1 RG 2 w 200 300 m 250 300 l S",
        ],
    ),
    (
        Rule::Line,
        &[
            "0.7 w 200 300 m 250 300 l S",
            "0 w 200 300 m 250 300 l S",
            "/Thin gs 200 300 m 250 300 l S",
            "q .1 0 0 .1 0 0 cm 5 w 2000 3000 m 2500 3000 l S Q",
            "200 300 50 0.5 re f",
            "200 300 50 0 re f",
            "q .7071 .7071 -.7071 .7071 250 300 cm 0 0 60 .4 re f Q",
            "200 300 m 280 300 l 280 300.3 l 200 300.3 l f",
            "200 300 m 280 340 l 280.2 340.3 l 200.2 300.3 l h f",
            "200 300 m 300 300 l 300 300.8 l f",
            "200 300 m 250 300.3 l 300 300 l 250 299.7 l f",
            // A line with round ends, and a bow.
            "200 300 m 280 300 l 280.3 300.1 280.3 300.2 280 300.3 c 200 300.3 l 199.7 300.2 199.7 300.1 200 300 c f",
            "200 300 m 240 340 280 340 320 300 c 320.4 300 l 280 340.4 240 340.4 199.6 300 c f",
            "200 300 100 100 re 200.3 300.3 99.4 99.4 re f*",
            "200 300 m 300 300 l 300 400 l 200 400 l h 200.3 300.3 m 200.3 399.7 l 299.7 399.7 l 299.7 300.3 l h f",
            "/Pattern cs /Hatch scn 200 300 30 30 re f",
            // Letters that are outlined, not filled.
            "0.1 w BT 1 Tr /F 30 Tf 200 300 Td (hollow) Tj ET",
            "0.1 w BT 5 Tr /F 30 Tf 200 300 Td (hollow) Tj ET",
        ],
    ),
    (
        Rule::Colour,
        &[
            "1 0 0 rg 200 300 20 20 re f",
            "0 0 1 RG 2 w 200 300 m 250 300 l S",
            "0 1 0 0 k 200 300 20 20 re f",
            "0 0.1 0 0.5 K 2 w 200 300 m 250 300 l S",
            "0.3 0 0 rg BT /F 12 Tf 200 300 Td (abc) Tj ET",
            "/DeviceRGB cs 0.5 0.5 0.4 sc 200 300 20 20 re f",
            "/Spot cs 1 scn 200 300 20 20 re f",
            "/All cs 1 scn 200 300 20 20 re f",
            "q 200 300 100 30 re W n /Red sh Q",
            "q 200 300 100 30 re W n /Cyan sh Q",
            "q 200 300 100 30 re W n /JoinedInColour sh Q",
            "/Pattern cs /Red scn 200 300 20 20 re f",
            "/Pattern CS /Red SCN 4 w 200 300 m 250 300 l S",
            "/Pattern cs /RedDots scn 200 300 20 20 re f",
            "/Pattern cs /RedDots scn BT /F 30 Tf 200 300 Td (abc) Tj ET",
            "/Tiles cs 1 0 0 /OwnDots scn 200 300 20 20 re f",
            "/Tiles cs 0 0 0 /OwnDots scn 250 300 9 9 re f 1 0 0 /OwnDots scn 200 300 20 20 re f",
            "BT /Drawn 12 Tf 200 300 Td (b) Tj ET",
            "1 0 0 rg BT /Drawn 12 Tf 200 300 Td (c) Tj ET",
            "/RedForm Do",
            "q 14.4 0 0 14.4 200 300 cm /Red Do Q",
            "q 14.4 0 0 14.4 200 300 cm /RedAtOneDot Do Q",
            "q 14.4 0 0 14.4 200 300 cm /RedTable Do Q",
            "q 14.4 0 0 14.4 200 300 cm /RichBlack Do Q",
            "q .2 0 0 .2 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID a!z\nEI Q",
        ],
    ),
    (
        Rule::Grey,
        &[
            "0.92 g 200 300 20 20 re f",
            "0.92 0.92 0.92 rg 200 300 20 20 re f",
            "0 0 0 0.05 k 200 300 20 20 re f",
            "/Black cs 0.05 scn 200 300 20 20 re f",
            "/Pattern cs /Pale scn 200 300 20 20 re f",
            "q 14.4 0 0 14.4 200 300 cm /Pale Do Q",
            "q .2 0 0 .2 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /G /D [1 0] ID \x0a\nEI Q",
        ],
    ),
    (
        Rule::Images,
        &[
            "q 15 0 0 15 200 300 cm /Grey Do Q",
            "q 72 0 0 18 200 300 cm /Wide Do Q",
            "q 0 72 -18 0 200 300 cm /Wide Do Q",
            "q 15 0 0 14.4 200 300 cm /GreyOfThree Do Q",
            "q 15 0 0 15 200 300 cm /Stencil Do Q",
            "q 14.4 0 0 29 200 300 cm /Grey Do Q",
            "q 20 0 0 20 200 300 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd\nEI Q",
            // A letter that is a picture of 30 dots per inch.
            "BT /Drawn 12 Tf 200 300 Td (f) Tj ET",
        ],
    ),
    (
        Rule::Transparency,
        &[
            "/Half gs 200 300 20 20 re f",
            "/HalfLines gs 2 w 200 300 m 250 300 l S",
            "/Multiply gs 200 300 20 20 re f",
            "/Multiply gs 1 g BT /F 12 Tf 200 300 Td (white) Tj ET",
            "/Half gs 1 g BT /F 12 Tf 200 300 Td (white) Tj ET",
            "BT /F 8 Tf 204 303 Td (a) Tj ET q 14.4 0 0 14.4 200 298 cm /Masked Do Q",
            "/Modes gs 200 300 20 20 re f",
            "/Mask gs 200 300 20 20 re f",
            "/Multiply gs /NoMask gs 200 300 20 20 re f",
            "q 14.4 0 0 14.4 200 300 cm /Masked Do Q",
            "/Pattern cs /Half scn 200 300 20 20 re f",
        ],
    ),
    (
        Rule::Invisible,
        &[
            "BT 3 Tr /F 12 Tf 200 300 Td (hidden) Tj ET",
            "BT 7 Tr /F 12 Tf 200 300 Td (hidden) Tj ET",
        ],
    ),
    (
        Rule::Type,
        &[
            "BT /F 6.9 Tf 200 300 Td (small) Tj ET",
            "q 0.5 0 0 0.5 0 0 cm BT /F 12 Tf 400 600 Td (small) Tj ET Q",
            "BT 12 0 0 6 200 300 Tm /F 1 Tf (flat) Tj ET",
            "BT /Drawn 6 Tf 200 300 Td (a) Tj ET",
        ],
    ),
    (
        Rule::Fonts,
        &[
            "BT /Outside 12 Tf 200 300 Td (from outside) Tj ET",
            "/Pattern cs /Letters scn 200 300 20 20 re f",
        ],
    ),
    (
        Rule::SafeArea,
        &[
            "5 300 20 20 re f",
            "q 432 0 0 648 0 0 cm /FramedScan Do Q",
            "BT /F 12 Tf 200 15 Td (low) Tj ET",
            "BT /Drawn 12 Tf 8 300 Td (a) Tj ET",
            "10 w 30 15 m 400 15 l S",
            // Lines that run from the top down.
            "BT /Tall 12 Tf 200 60 Td <00300031003000310030003100300031> Tj ET",
            "BT /Tall 12 Tf 425 600 Td <0030> Tj ET",
        ],
    ),
];

/// Content that is no reason to refuse a file.
const GOOD: &[&str] = &[
    "",
    // White, in all ways of saying it, over the page.
    "1 g 0 0 432 648 re f",
    "1 1 1 rg 0 0 432 648 re f",
    "0 0 0 0 k -9 -9 450 666 re f",
    "/Black cs 0 scn 0 0 432 648 re f",
    "0.999 1 0.999 rg 0 0 432 648 re f",
    "q 432 0 0 648 0 0 cm /Scan Do Q",
    "q 432 0 0 648 0 0 cm /TurnedScan Do Q",
    "q 432 0 0 648 0 0 cm /Jpeg Do Q",
    "q 14.4 0 0 14.4 0 0 cm /White Do Q",
    "q 14.4 0 0 14.4 0 0 cm /WhiteOfThree Do Q",
    // Greys in the words of colours.
    "0 0 0 rg 200 300 20 20 re f",
    "0.5 0.5 0.5 rg 200 300 20 20 re f",
    "0.502 0.498 0.5 RG 2 w 200 300 m 250 300 l S",
    "0 0 0 1 k 200 300 20 20 re f",
    "/Black cs 0.7 scn 200 300 20 20 re f",
    "q 14.4 0 0 14.4 200 300 cm /GreyOfThree Do Q",
    "q 14.4 0 0 14.4 200 300 cm /GreyTable Do Q",
    "q 14.4 0 0 14.4 200 300 cm /BlackOfFour Do Q",
    "q .2 0 0 .2 200 300 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID aaa\nEI Q",
    "q 200 300 100 30 re W n /Grey sh Q",
    "q 200 300 100 30 re W n /GreyOfThree sh Q",
    "q 200 300 100 30 re W n /GreyOfFour sh Q",
    "q 200 300 100 30 re W n /Joined sh Q",
    "/Pattern cs /Grey scn 200 300 20 20 re f",
    "/Pattern cs /Dots scn 200 300 20 20 re f",
    "/Tiles cs 0 0 0 /OwnDots scn 200 300 20 20 re f",
    // Text that can be seen.
    "0 g 190 290 100 30 re f 1 g BT /F 12 Tf 200 300 Td (white on black) Tj ET",
    "1 g 190 290 100 30 re f 0 g BT /F 12 Tf 200 300 Td (black on white) Tj ET",
    "40 w 180 305 m 300 305 l S 1 g BT /F 12 Tf 200 300 Td (on a line) Tj ET",
    "/Form Do 1 g BT /F 8 Tf 206 306 Td (a) Tj ET",
    "q 14.4 0 0 14.4 200 298 cm /Grey Do Q 1 g BT /F 8 Tf 204 303 Td (a) Tj ET",
    "q 190 290 100 30 re W n /Grey sh Q 1 g BT /F 12 Tf 200 300 Td (a) Tj ET",
    "/Pattern cs /Dots scn 190 290 100 30 re f 1 g BT /F 12 Tf 200 300 Td (a) Tj ET",
    "BT /F 40 Tf 200 300 Td (l) Tj ET 1 g BT /F 40 Tf 201 300 Td (l) Tj ET",
    "1 g 0 G 1 w BT 2 Tr /F 30 Tf 200 300 Td (lined) Tj ET",
    "BT /F 12 Tf 200 300 Td (twice) Tj ET BT /F 12 Tf 200 300 Td (twice) Tj ET",
    "BT /F 12 Tf 200 300 Td (beside) Tj ET 1 g 190 280 100 19 re f",
    "BT /F 12 Tf 200 300 Td (underlined) Tj ET 200 298 60 1 re f",
    "1 g BT /F 12 Tf 200 300 Td ( ) Tj ET",
    "BT /F 12 Tf 200 300 Td (abc) Tj ET q 14.4 0 0 14.4 200 300 cm /Holes Do Q",
    "BT /F 12 Tf 200 300 Td (abc) Tj ET /Pattern cs /Dots scn 190 290 100 30 re f",
    // A stencil that paints nothing, one that paints a part, and letters that a clip touches.
    "BT /F 8 Tf 204 303 Td (a) Tj ET q 1 g 20 0 0 20 200 298 cm BI /W 1 /H 1 /IM true /D [1 0] ID \0 EI Q",
    "BT /F 8 Tf 204 303 Td (a) Tj ET q 1 g 20 0 0 20 200 298 cm BI /W 8 /H 1 /IM true ID \u{55} EI Q",
    "q 190 301 100 30 re W n BT /F 12 Tf 200 300 Td (touched) Tj ET Q",
    "q 0 0 432 648 re W n 190 290 m 400 290 l 400 490 l 190 490 l h W n BT /F 12 Tf 200 300 Td (a) Tj ET Q",
    "q 0 0 432 300 re W n BT 3 Tr /F 12 Tf 200 400 Td ( ) Tj ET Q",
    "/Over gs 0 g BT /F 12 Tf 200 300 Td (black overprints) Tj ET",
    "/Over gs 1 g 300 300 20 20 re f",
    "BT /Drawn 12 Tf 200 300 Td (ae) Tj ET",
    "1 0 0 RG BT /Drawn 12 Tf 200 300 Td (c) Tj ET",
    "BT /Wide 12 Tf 200 300 Td <00300031> Tj ET",
    "BT /Tall 12 Tf 395 600 Td <00300031003000310030003100300031> Tj ET",
    "BT /Tall 12 Tf 395 600 Td [<00300031> 500 <0030>] TJ ET",
    "/Font gs BT 200 300 Td (the font of a graphics state) Tj ET",
    "BT /Renamed 12 Tf 200 300 Td (aCDEF) Tj ET",
    "BT 3 Tr /Wide 12 Tf 200 300 Td <0000> Tj ET",
    "1 g 190 290 100 30 re f /Over gs 1 g 200 300 20 20 re f",
    "BT /F 12 Tf 200 300 Td (\\351t\\351) Tj ET",
    // A folio at the edge of what is safe: its digits do not reach below the baseline.
    "BT /F 12 Tf 200 18.2 Td (17) Tj ET",
    "BT /Outside 0 Tf ET",
    // Lines and areas that are thick enough, or no lines.
    "0.75 w 200 300 m 250 300 l S",
    "1 w BT 1 Tr /F 30 Tf 200 300 Td (outlined) Tj ET",
    "0.1 w BT 2 Tr /F 30 Tf 200 300 Td (bold) Tj ET",
    "200 300 50 0.75 re f",
    "200 300 m 280 300 l 280 300.8 l 200 300.8 l f",
    "200 300 100 100 re 201 301 98 98 re f*",
    "q .7071 .7071 -.7071 .7071 250 300 cm 0 0 60 1 re f Q",
    "200 300 m 201 300 l 201 307 l 200 307 l f",
    "200 300 0.5 1 re f",
    "200 300 m 240 340 280 340 320 300 c 280 360 240 360 200 300 c f",
    "200 300 m 201 304 201 308 200 312 c 200.6 308 200.6 304 200 300 c f",
    "0 0 0 0 re f",
    // Pictures at the resolution.
    "q 14.4 0 0 14.4 200 300 cm /Grey Do Q",
    "q 14.4 0 0 -14.4 200 300 cm /Grey Do Q",
    "q 72 0 0 4.32 200 300 cm /Wide Do Q",
    // States that change nothing.
    "/Half gs /Full gs 200 300 20 20 re f",
    "/Mask gs /NoMask gs 200 300 20 20 re f",
    "/NormalModes gs 200 300 20 20 re f",
    // A picture that does not say how wide it is.
    "q .2 0 0 .2 200 300 cm BI /H 1 /BPC 8 /CS /G ID a\nEI Q",
    // Syntax of other writers.
    "BT /F 12 Tf 200 300 Td [(a) -250 (b)] TJ T* (c) ' ET",
    "/Artifact <</Type /Pagination>> BDC 200 300 20 20 re f EMC",
    "/Span <</ActualText (x)>> BDC 200 300 20 20 re f EMC % the end",
    "q 100 100 200 200 re W n 0 0 400 400 re f Q",
];

fn kdp() -> PrintSpec {
    terms("kdp", "6x9", None)
}

fn findings(pdf: &[u8], terms: &PrintSpec) -> Vec<PreflightFinding> {
    preflight::inspect(pdf, terms).unwrap().findings
}

/// What a report says, in short.
fn short(findings: &[PreflightFinding]) -> Vec<(Rule, Vec<usize>)> {
    findings.iter().map(|finding| (finding.rule, finding.pages.clone())).collect()
}

#[test]
fn faults_of_content_are_found() {
    let mut wrong = Vec::new();
    for (rule, all) in FAULTS {
        for content in *all {
            let found = findings(&book(content), &kdp());
            let alone = found.iter().all(|finding| finding.rule == *rule);
            if found.is_empty() || !alone || found[0].pages != [8] {
                wrong.push(format!("{rule}: {content}: {:?}", short(&found)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_content_is_not_refused() {
    let mut wrong = Vec::new();
    for content in GOOD {
        let found = findings(&book(content), &kdp());
        let refusals: Vec<_> = found.into_iter().filter(|f| f.advice.is_none()).collect();
        if !refusals.is_empty() {
            wrong.push(format!("{content}: {:?}", refusals));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Changes a dictionary of the file: that of the catalog, or of page 8.
fn of_catalog(document: &mut Document, key: &str, value: impl Into<Object>) {
    document.catalog_mut().unwrap().set(key, value);
}

fn of_page(document: &mut Document, key: &str, value: impl Into<Object>) {
    let id = spot(document);
    document.get_dictionary_mut(id).unwrap().set(key, value);
}

/// Sets a box in the root of the page tree.
fn of_tree(document: &mut Document, key: &str, sides: [i64; 4]) {
    let tree = document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    let tree = document.get_dictionary_mut(tree).unwrap();
    tree.set(key, sides.map(Object::Integer).to_vec());
}

fn script() -> Dictionary {
    dictionary! { "S" => "JavaScript", "JS" => Object::string_literal("app.alert(1)") }
}

fn list(key: &str) -> Dictionary {
    let name = Object::string_literal("one");
    dictionary! { key => dictionary! { "Names" => vec![name, dictionary! {}.into()] } }
}

/// Layers, of which the default configuration says this.
fn layers(document: &mut Document, usual: fn(Object) -> Dictionary, print: &str) {
    let usage = dictionary! { "Print" => dictionary! { "PrintState" => print } };
    let layer = dictionary! {
        "Type" => "OCG", "Name" => Object::string_literal("Notes"), "Usage" => usage,
    };
    let layer = Object::from(document.add_object(layer));
    let all = dictionary! { "OCGs" => vec![layer.clone()], "D" => usual(layer) };
    of_catalog(document, "OCProperties", all);
}

/// A layer that is on, and a combination of layers on page 8.
fn combination(document: &mut Document, of: fn(Object) -> Dictionary) {
    layers(document, |layer| dictionary! { "ON" => vec![layer] }, "ON");
    let all = document.catalog().unwrap().get(b"OCProperties").unwrap().as_dict().unwrap();
    let layer = all.get(b"OCGs").unwrap().as_array().unwrap()[0].clone();
    let mut combination = of(layer);
    combination.set("Type", "OCMD");
    of_page(document, "PieceInfo", dictionary! { "Layers" => vec![combination.into()] });
}

/// A file that claims to be PDF/X: with an output intent and trim boxes, or without.
fn claim(document: &mut Document, version: &str, intent: bool, trim: bool) {
    let version = Object::string_literal(version);
    document.trailer.set("Info", dictionary! { "GTS_PDFXVersion" => version });
    if intent {
        let intent = dictionary! {
            "Type" => "OutputIntent", "S" => "GTS_PDFX",
            "OutputConditionIdentifier" => Object::string_literal("FOGRA52"),
        };
        of_catalog(document, "OutputIntents", vec![intent.into()]);
    }
    let pages: Vec<_> = document.page_iter().collect();
    for page in pages.into_iter().filter(|_| trim) {
        let page = document.get_dictionary_mut(page).unwrap();
        page.set("TrimBox", [0, 0, 432, 648].map(Object::Integer).to_vec());
    }
}

/// A change of the content stream of page 8.
fn stream(document: &mut Document, change: fn(&mut Stream)) {
    let id = document.get_dictionary(spot(document)).unwrap();
    let id = id.get(b"Contents").unwrap().as_reference().unwrap();
    let content = document.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    content.set_plain_content(b"0 g 200 300 20 20 re f\n".repeat(40));
    content.compress().unwrap();
    change(content);
}

/// A change of a whole file, on top of content that is as it should be.
type Change = fn(&mut Document);

/// Faults of files, and the only rule that each breaks; the page if it is one.
const FILES: &[(Rule, &[usize], &str, Change)] = &[
    (Rule::Scripts, &[], "", |d| of_catalog(d, "Names", list("JavaScript"))),
    (Rule::Scripts, &[], "", |d| of_catalog(d, "OpenAction", script())),
    (Rule::Scripts, &[], "", |d| of_catalog(d, "OpenAction", dictionary! { "S" => "Launch" })),
    (Rule::Scripts, &[], "", |d| of_catalog(d, "AA", dictionary! { "WP" => script() })),
    (Rule::Scripts, &[], "", |d| of_page(d, "AA", dictionary! { "O" => script() })),
    (Rule::Attachments, &[], "", |d| of_catalog(d, "Names", list("EmbeddedFiles"))),
    (Rule::Attachments, &[], "", |d| of_catalog(d, "AF", vec![dictionary! {}.into()])),
    (Rule::Attachments, &[], "", |d| of_catalog(d, "Collection", dictionary! {})),
    (Rule::Annotations, &[8], "", |d| {
        of_page(d, "Annots", vec![dictionary! { "Subtype" => "FileAttachment" }.into()]);
    }),
    (Rule::Layers, &[], "", |d| layers(d, |l| dictionary! { "OFF" => vec![l] }, "ON")),
    (Rule::Layers, &[], "", |d| layers(d, |_| dictionary! { "BaseState" => "OFF" }, "ON")),
    (Rule::Layers, &[], "", |d| layers(d, |l| dictionary! { "ON" => vec![l] }, "OFF")),
    // The one layer is on; these hide what it shows.
    (Rule::Layers, &[], "", |d| combination(d, |l| dictionary! { "OCGs" => l, "P" => "AllOff" })),
    (Rule::Layers, &[], "", |d| {
        combination(d, |l| dictionary! { "OCGs" => vec![l], "P" => "AnyOff" })
    }),
    (Rule::Layers, &[], "", |d| {
        combination(d, |l| dictionary! { "OCGs" => l.clone(), "VE" => vec!["Not".into(), l] });
    }),
    (Rule::Layers, &[], "", |d| {
        combination(d, |l| {
            let not = Object::from(vec!["Not".into(), l.clone()]);
            dictionary! { "VE" => vec!["And".into(), l, not] }
        });
    }),
    (Rule::Pdfx, &[], "", |d| claim(d, "PDF/X-1a:2003", false, true)),
    (Rule::Pdfx, &[], "", |d| claim(d, "PDF/X-4", true, false)),
    (Rule::Pdfx, &[], "0 0 0 rg 9 w 200 300 9 9 re f", |d| claim(d, "PDF/X-1:2001", true, true)),
    (Rule::Resources, &[8], "BT /F 12 Tf 200 300 Td (a) Tj ET", |d| {
        of_page(d, "Resources", dictionary! {});
    }),
    (Rule::Resources, &[8], "/Form Do", |d| of_page(d, "Resources", dictionary! {})),
    (Rule::Resources, &[8], "", |d| stream(d, |s| s.content.truncate(s.content.len() / 2))),
    (Rule::Resources, &[8], "", |d| stream(d, |s| s.content[4] ^= 0xff)),
    (Rule::Resources, &[8], "", |d| {
        stream(d, |s| {
            s.set_plain_content(b"0 g 200 300 20 20 re f".to_vec());
            s.dict.set("Filter", "NoDecode");
        });
    }),
    (Rule::Boxes, &[8], "", |d| of_page(d, "Rotate", 90)),
    (Rule::Boxes, &[8], "", |d| of_page(d, "UserUnit", 2)),
];

#[test]
fn faults_of_files_are_found() {
    let mut wrong = Vec::new();
    for (index, (rule, pages, content, change)) in FILES.iter().enumerate() {
        let found = findings(&changed(&book(content), change), &kdp());
        if short(&found) != [(*rule, pages.to_vec())] || found[0].advice.is_some() {
            wrong.push(format!("{index}: {rule}: {:?}", found));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Changes of files that are no reason to refuse them.
const GOOD_FILES: &[Change] = &[
    |d| d.trailer.set("Info", dictionary! { "Title" => Object::string_literal("My book") }),
    |d| d.trailer.set("Info", dictionary! { "Author" => Object::string_literal("Me") }),
    |d| of_catalog(d, "Metadata", dictionary! {}),
    |d| of_catalog(d, "OpenAction", dictionary! { "S" => "GoTo" }),
    |d| of_catalog(d, "OpenAction", vec![Object::Null, "Fit".into()]),
    |d| of_catalog(d, "Names", list("Dests")),
    |d| of_catalog(d, "MarkInfo", dictionary! { "Marked" => true }),
    |d| layers(d, |l| dictionary! { "ON" => vec![l] }, "ON"),
    |d| layers(d, |_| dictionary! {}, "ON"),
    |d| combination(d, |l| dictionary! { "OCGs" => l }),
    |d| combination(d, |l| dictionary! { "OCGs" => vec![l], "P" => "AllOn" }),
    |d| combination(d, |_| dictionary! { "OCGs" => Vec::<Object>::new(), "P" => "AllOff" }),
    |d| {
        combination(d, |l| {
            let not = Object::from(vec!["Not".into(), l.clone()]);
            dictionary! { "OCGs" => l.clone(), "P" => "AllOff", "VE" => vec!["Or".into(), not, l] }
        });
    },
    |d| claim(d, "PDF/X-1:2001", true, true),
    |d| claim(d, "PDF/X-4", true, true),
    |d| claim(d, "", false, false),
    |d| stream(d, |_| {}),
    // As qpdf writes the stream of a blank page.
    |d| stream(d, |s| s.set_content(Vec::new())),
    |d| of_page(d, "Group", dictionary! { "S" => "Transparency", "CS" => "DeviceRGB" }),
    |d| of_page(d, "Rotate", 0),
    |d| of_page(d, "Rotate", 360),
    |d| of_page(d, "UserUnit", 1),
    |d| of_catalog(d, "AcroForm", dictionary! { "Fields" => Vec::<Object>::new() }),
    |d| of_catalog(d, "AA", dictionary! {}),
    |d| of_catalog(d, "OCProperties", dictionary! {}),
    // A page inherits neither of them.
    |d| of_tree(d, "TrimBox", [50, 50, 300, 300]),
    |d| of_tree(d, "BleedBox", [50, 50, 300, 300]),
    |d| of_page(d, "Annots", Vec::new()),
];

#[test]
fn good_files_are_not_refused() {
    for (index, change) in GOOD_FILES.iter().enumerate() {
        let bytes = changed(&book(""), change);
        let report = preflight::inspect(&bytes, &kdp()).unwrap();
        assert_eq!(report.refusals(), 0, "{index}: {:?}", report.findings);
    }
    let odd = preflight::inspect(&plain(25, 27.0), &kdp()).unwrap();
    assert_eq!(short(&odd.findings), [(Rule::PageCount, vec![])]);
    assert_eq!(odd.refusals(), 0, "the printer adds a page");
    // IngramSpark adds a blank page at the end of these, which are full to the last.
    let ingram = terms("ingram", "6x9", None);
    let report = preflight::inspect(&book(""), &ingram).unwrap();
    // And it wants PDF/X-1a, by pages that are not its specification.
    assert_eq!(short(&report.findings), [(Rule::LastPage, vec![24]), (Rule::Pdfx, vec![])]);
    assert_eq!(report.refusals(), 0);
}

/// A screen shows what a printer refuses: no rule asks for more than the terms do.
#[test]
fn the_screen_takes_what_printers_do_not() {
    let screen = terms("screen", "6x9", None);
    for content in [
        "BT 3 Tr /F 12 Tf 200 300 Td (hidden) Tj ET",
        "/Half gs 200 300 20 20 re f",
        "1 0 0 rg 200 300 20 20 re f",
        "q 72 0 0 18 200 300 cm /Wide Do Q",
        "0.94 g 200 300 20 20 re f",
        "0.3 w 200 300 m 250 300 l S",
        "BT /F 6 Tf 200 300 Td (small) Tj ET",
    ] {
        assert_eq!(findings(&book(content), &screen), [], "{content}");
    }
    let changes: [Change; 7] = [
        |d| of_catalog(d, "OpenAction", script()),
        |d| of_catalog(d, "Collection", dictionary! {}),
        |d| layers(d, |_| dictionary! { "BaseState" => "OFF" }, "ON"),
        |d| of_page(d, "Annots", vec![dictionary! { "Subtype" => "Link" }.into()]),
        |d| of_catalog(d, "AcroForm", dictionary! { "Fields" => vec![Object::Null] }),
        |d| of_catalog(d, "Outlines", dictionary! { "First" => Object::Null }),
        |d| d.trailer.set("Info", dictionary! { "Title" => Object::string_literal("My book") }),
    ];
    for (index, change) in changes.iter().enumerate() {
        assert_eq!(findings(&changed(&book(""), change), &screen), [], "{index}");
    }
    assert_eq!(findings(&plain(25, 27.0), &screen), []);
}

/// Each fact about a false claim is told; what a later standard allows is none.
#[test]
fn a_claim_is_held_against_each_fact() {
    let half = "/Half gs 200 300 20 20 re f";
    let red = "1 0 0 rg 200 300 20 20 re f";
    let outside = "BT /Outside 12 Tf 200 300 Td (a) Tj ET";
    for (version, content, found) in [
        ("PDF/X-1a:2001", half, Some("no transparency, which PDF 1.3 lacks, found /ca or /CA")),
        ("PDF/X-3:2003", half, Some("no transparency, which PDF 1.3 lacks, found /ca or /CA")),
        ("PDF/X-4", half, None),
        ("PDF/X-1a:2001", red, Some("only grey, CMYK and spot colours, found /DeviceRGB")),
        ("PDF/X-3:2002", red, None),
        ("PDF/X-4", outside, Some("every font in the file, found Helvetica not embedded")),
    ] {
        let file = changed(&book(content), |d| claim(d, version, true, true));
        let all = findings(&file, &kdp());
        let own = all.into_iter().find(|finding| finding.rule == Rule::Pdfx);
        let expected = found.map(|found| format!("found 1 breach; the first: expected {found}"));
        let told = own.map(|finding| finding.what().to_string());
        let claim = format!("expected {version}, which the file claims to be, ");
        let told = told.as_deref().and_then(|told| told.strip_prefix(&claim));
        assert_eq!(told, expected.as_deref(), "{version} {content}");
    }
    // An art box is as good as a trim box.
    let art = changed(&book(""), |d| {
        claim(d, "PDF/X-4", true, true);
        let id = spot(d);
        let page = d.get_dictionary_mut(id).unwrap();
        let trim = page.remove(b"TrimBox").unwrap();
        page.set("ArtBox", trim);
    });
    assert_eq!(findings(&art, &kdp()), []);
}

/// A standard font may leave out its widths. Of the same number of letters, narrow ones end inside the
/// margin and wide ones beyond it.
#[test]
fn standard_fonts_have_their_true_widths() {
    for (font, letters, ends_beyond) in [
        ("Helvetica", "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii", false),
        ("Helvetica", "WWWWWWWWWWWWWWWWWWWW", true),
        ("Times-Roman", "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii", false),
        ("Courier", "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii", true),
        ("Symbol", "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii", false),
        ("ZapfDingbats", "WWWWWWWWWWWWWWWWWWWWWWWWW", true),
    ] {
        let content = format!("BT /Outside 12 Tf 200 300 Td ({letters}) Tj ET");
        let file = changed(&book(&content), |document| {
            let own = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => font };
            resources(document).set("Font", dictionary! { "Outside" => own });
        });
        let found = findings(&file, &kdp());
        let is_beyond = found.iter().any(|finding| finding.rule == Rule::SafeArea);
        assert_eq!(is_beyond, ends_beyond, "{font} {letters}: {found:?}");
    }
}

/// A font that is in the file by its name alone is none: its program is empty, or not a program.
#[test]
fn unreadable_fonts_count_as_missing() {
    for program in [&b""[..], b"\x9b\x01 random bytes", b"\0\x01\0\0 half a head"] {
        let file = changed(&book("BT /F 12 Tf 200 300 Td (abc) Tj ET"), |document| {
            let programs = document.objects.values().filter_map(|object| {
                object.as_dict().ok()?.get(b"FontFile2").ok()?.as_reference().ok()
            });
            for id in programs.collect::<Vec<_>>() {
                let stream = document.get_object_mut(id).unwrap().as_stream_mut().unwrap();
                stream.set_plain_content(program.to_vec());
            }
        });
        let found = findings(&file, &kdp());
        assert_eq!(found[0].rule, Rule::Fonts, "{found:?}");
        assert!(
            found[0].found.to_string().ends_with("with a program that cannot be read"),
            "{found:?}"
        );
        assert_eq!(found[0].advice, None);
    }
}

/// The report of a machine has the code of each rule.
#[test]
fn a_report_as_json_has_codes() {
    let bench = Bench::new();
    std::fs::write(bench.path("b.pdf"), book("5 300 20 20 re f")).unwrap();
    let said = bench.run("preflight b.pdf --printer kdp --trim 6x9 --format jsonl --pdfx 4");
    assert_eq!(said.status.code(), Some(1));
    let lines = String::from_utf8(said.stdout).unwrap();
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [standard, printer] = &lines[..] else { panic!("expected two reports: {lines:?}") };
    assert_eq!(
        (&standard["judge"], &standard["findings"][0]["rule"]),
        (&"PDF/X-4".into(), &"pdf-x".into())
    );
    let findings = standard["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["topic"] == "colour"), "{findings:?}");
    assert!(findings.iter().all(|finding| finding["section"].is_string()), "{findings:?}");
    assert_eq!(standard["ink"].as_array().map(Vec::len), Some(24));
    let finding = &printer["findings"][0];
    assert_eq!((&printer["refusals"], &finding["rule"]), (&1.into(), &"safe-area".into()));
    assert_eq!(finding["pages"], serde_json::json!([8]));
    assert_eq!(finding["expected"], "0.250 in (18.0 pt) clear at the outside");
    assert_eq!(finding["found"], "an area 13.0 pt into it");
}

/// Title and author are advice; the program and the time are none.
#[test]
fn metadata_of_people_is_advice() {
    for (key, text, found) in [
        ("Title", "My book", Some("expected no metadata, found Title")),
        ("Title", "", None),
        ("Producer", "A program", None),
        ("CreationDate", "D:20260101", None),
    ] {
        let file = changed(&book(""), |document| {
            document.trailer.set("Info", dictionary! { key => Object::string_literal(text) });
        });
        let all = findings(&file, &kdp());
        assert!(all.iter().all(|finding| finding.advice.is_some()));
        assert_eq!(all.first().map(|first| first.what().to_string()).as_deref(), found, "{key}");
    }
}

/// The sums of this issue: 100 faults and 40 good files at least.
#[test]
fn there_are_enough_cases() {
    let faults: usize = FAULTS.iter().map(|(_, all)| all.len()).sum();
    assert!(faults + FILES.len() >= 120, "{faults} and {}", FILES.len());
    assert!(GOOD.len() + GOOD_FILES.len() >= 60);
}

/// Colour is printed with at most this much ink.
#[test]
fn too_much_ink_is_found() {
    let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    let text = text.replacen("image_dpi = 300\n", "image_dpi = 300\nmax_total = 240\n", 1);
    let printer = Printer::parse(&text).unwrap();
    let terms = printer.terms("6x9".parse().unwrap(), Some("premium-color")).unwrap();
    for (content, expected) in [
        (
            "0.8 0.8 0.8 0.01 k 200 300 20 20 re f",
            Some("expected at most 240 % of ink, found 241 %"),
        ),
        ("0.8 0.8 0.8 0 k 200 300 20 20 re f", None),
        ("1 1 1 1 K 2 w 200 300 m 250 300 l S", Some("found 400 %")),
        ("/All cs 1 scn 200 300 20 20 re f", Some("found 400 %")),
        ("q 14.4 0 0 14.4 200 300 cm /RichBlack Do Q", Some("found 335 %")),
        ("q 14.4 0 0 14.4 200 300 cm /BlackOfFour Do Q", None),
        ("0 0 0 rg 200 300 20 20 re f", None),
        ("1 0 0 rg 200 300 20 20 re f", None),
        ("0.8 0.8 0.8 0.004 k 200 300 20 20 re f", None),
    ] {
        let found = findings(&book(content), &terms);
        let ink: Vec<_> = found.iter().filter(|f| f.rule == Rule::TotalInk).collect();
        match expected {
            None => assert_eq!(found, [], "{content}"),
            Some(words) => {
                assert!(ink[0].what().to_string().contains(words), "{content}: {found:?}")
            }
        }
    }
}

/// A page made to take long: ten thousand letters below ten thousand areas of a thousand parts. What is not
/// found is not found, but the answer comes.
#[test]
fn a_page_of_many_areas_ends() {
    let mut content = format!("BT /F 12 Tf 1 0 0 1 200 300 Tm {} ET ", "(a) Tj ".repeat(10_000));
    content.push_str(&"100 200 300 300 re ".repeat(1000));
    content.push_str(&"f 100 200 300 300 re ".repeat(10_000));
    let started = cpu_time::ProcessTime::now();
    let _ = preflight::inspect(&book(&content), &kdp());
    assert!(started.elapsed().as_secs() < 20);
}
