//! What breaks the standards of PDF/X.

use super::super::pdfx::conformance;
use super::super::{Rule, inspect};
use super::{File, hold};
use crate::print::{Pdfx, Printer};

#[test]
fn what_breaks_the_first_standard_is_found() {
    hold(
        |file| file.breaches(Pdfx::X1a),
        &[
            ("nothing", |_| {}, ""),
            (
                "no identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01>     ]")),
                "6.2 expected a file identifier of two strings, found none",
            ),
            (
                "an empty identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01> <>  ]")),
                "6.2 expected a file identifier of two strings, found none",
            ),
            (
                "a later version",
                |f| f.swaps.push(("%PDF-1.3", "%PDF-1.4")),
                "6.2 expected PDF 1.3 or lower, found 1.4",
            ),
            (
                "a later version of the catalogue",
                |f| f.catalog += "/Version /1.7",
                "6.2 expected PDF 1.3 or lower, found 1.7",
            ),
            (
                "a layer",
                |f| f.catalog += "/OCProperties << >>",
                "6.2 expected no layers, which PDF 1.3 lacks, found /OCProperties",
            ),
            (
                "another version",
                |f| f.swaps.push(("PDF/X-1:2001", "PDF/X-1:2003")),
                "6.8 expected /GTS_PDFXVersion (PDF/X-1:2001), found PDF/X-1:2003",
            ),
            (
                "another conformance",
                |f| f.swaps.push(("PDF/X-1a:2001", "PDF/X-1a:2003")),
                "6.8 expected /GTS_PDFXConformance (PDF/X-1a:2001), found PDF/X-1a:2003",
            ),
            ("no title", |f| f.swaps.push(("/Title (A)", "/Title ( )")), ""),
            (
                "no date",
                |f| f.swaps.push(("/ModDate (D:20260102)", "/ModDate (X:20260102)")),
                "6.8 expected a /ModDate such as D:20260102030405Z, found X:20260102",
            ),
            (
                "half a date",
                |f| f.swaps.push(("/ModDate (D:20260102)", "/ModDate (D:202     )")),
                "6.8 expected a /ModDate such as D:20260102030405Z, found D:202     ",
            ),
            (
                "no word on trapping",
                |f| f.swaps.push(("/Trapped /False", "/Trapped /Doubt")),
                "6.7 expected /Trapped /True or /Trapped /False, found /Doubt",
            ),
            ("trapped", |f| f.swaps.push(("/Trapped /False", "/Trapped /True ")), ""),
            (
                "another intent",
                |f| f.swaps.push(("/S /GTS_PDFX ", "/S /GTS_PDFA ")),
                "6.3 expected one output intent with /S /GTS_PDFX, found 0",
            ),
            (
                "no condition",
                |f| f.swaps.push(("/OutputConditionIdentifier", "/OutputConditionWhatever__")),
                "6.3 expected an /OutputConditionIdentifier, found none",
            ),
            (
                "another registry",
                |f| f.swaps.push(("www.color.org", "www.colour.or")),
                "6.3 expected an output profile, or a condition of the registry http://www.color.org, found http://www.colour.or",
            ),
            (
                "a script",
                |f| f.catalog += "/Names << /JavaScript << >> >>",
                "6.20 expected no JavaScript, found some",
            ),
            (
                "a file",
                |f| f.catalog += "/Names << /EmbeddedFiles << >> >>",
                "6.5 expected no embedded files, found /EmbeddedFiles",
            ),
            (
                "an action",
                |f| f.catalog += "/OpenAction << >>",
                "6.20 expected no action when the file is opened, found /OpenAction",
            ),
            ("a page to open", |f| f.catalog += "/OpenAction [3 0 R /Fit]", ""),
            (
                "actions",
                |f| f.catalog += "/AA << >>",
                "6.20 expected no actions, found /AA of the file",
            ),
            (
                "a bookmark with an action",
                |f| f.objects.push(("<< /Title (A) /Parent 1 0 R /A << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            (
                "something with a title and an action",
                |f| f.objects.push(("<< /Title (A) /A << >> >>", b"")),
                "",
            ),
            (
                "a child with an action",
                |f| f.objects.push(("<< /Parent 1 0 R /A << >> >>", b"")),
                "",
            ),
            ("a bookmark", |f| f.objects.push(("<< /Title (A) /Parent 1 0 R >>", b"")), ""),
            (
                "a field with an action",
                |f| f.objects.push(("<< /FT /Tx /A << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            (
                "a field with actions",
                |f| f.objects.push(("<< /FT /Tx /AA << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            ("a field", |f| f.objects.push(("<< /FT /Tx >>", b"")), ""),
            (
                "a stream elsewhere",
                |f| f.objects.push(("<< /F (a) >>", b"x")),
                "6.5 expected every stream inside the file, found one in another file",
            ),
            (
                "an old filter",
                |f| f.objects.push(("<< /Filter /LZWDecode >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /LZWDecode",
            ),
            (
                "an old filter among others",
                |f| f.objects.push(("<< /Filter [/ASCIIHexDecode /LZW] >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /LZW",
            ),
            (
                "a new filter",
                |f| f.objects.push(("<< /Filter /JPXDecode >>", b"x")),
                "6.6 expected filters of PDF 1.3, found /JPXDecode",
            ),
            (
                "an encrypted stream",
                |f| f.objects.push(("<< /Filter /Crypt >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /Crypt",
            ),
            // Boxes and annotations.
            (
                "two finished boxes",
                |f| f.page += "/ArtBox [0 0 432 648]",
                "6.9 expected either a TrimBox or an ArtBox, found both",
            ),
            (
                "no finished box",
                |f| f.swaps.push(("/TrimBox", "/NoneBox")),
                "6.9 expected either a TrimBox or an ArtBox, found neither",
            ),
            ("an art box alone", |f| f.swaps.push(("/TrimBox", "/ArtBox ")), ""),
            (
                "a finished box beyond the page",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 433 648]")),
                "6.9 expected a TrimBox or ArtBox inside the MediaBox, found one beyond it",
            ),
            (
                "a finished box at the edge",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 431 648]")),
                "",
            ),
            (
                "a finished box beyond its bleed",
                |f| f.page += "/BleedBox [1 0 432 648]",
                "6.9 expected a TrimBox or ArtBox inside the BleedBox, found one beyond it",
            ),
            (
                "a finished box beyond its crop",
                |f| f.page += "/CropBox [1 0 432 648]",
                "6.9 expected a TrimBox or ArtBox inside the CropBox, found one beyond it",
            ),
            (
                "bleed beyond the page",
                |f| f.page += "/BleedBox [-1 0 432 648]",
                "6.9 expected a BleedBox inside the MediaBox, found one beyond it",
            ),
            (
                "an annotation",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [9 9 19 19] >>]",
                "6.19 expected annotations outside the bleed only, found /Text inside",
            ),
            (
                "an annotation outside",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [432 9 450 19] >>]",
                "",
            ),
            (
                "an annotation above",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [9 648 19 660] >>]",
                "",
            ),
            (
                "an annotation at the edge",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [431.98 9 450 19] >>]",
                "6.19 expected annotations outside the bleed only, found /Text inside",
            ),
            ("a trap", |f| f.page += "/Annots [<< /Subtype /TrapNet /Rect [9 9 19 19] >>]", ""),
            (
                "an annotation with an action",
                |f| f.page += "/Annots [<< /Subtype /Text /A << >> /Rect [440 9 450 19] >>]",
                "6.20 expected no annotations with actions, found one",
            ),
            (
                "a mark in the bleed",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 400 648]")),
                "",
            ),
            (
                "actions of a page",
                |f| f.page += "/AA << >>",
                "6.20 expected no actions, found /AA of a page",
            ),
            (
                "a separated page",
                |f| f.page += "/SeparationInfo << >>",
                "6.2 expected pages that are not separated into inks, found /SeparationInfo",
            ),
            (
                "a group",
                |f| f.page += "/Group << /S /Transparency >>",
                "6.2 expected no transparency, which PDF 1.3 lacks, found a transparency group",
            ),
            ("steps", |f| f.page += "/PresSteps << >>", ""),
            // What is drawn.
            ("grey", |f| f.content += ".5 g .5 G", ""),
            (
                "red",
                |f| f.content += "1 0 0 rg",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "red lines",
                |f| f.content += "1 0 0 RG",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("inks", |f| f.content += "1 0 0 0 k", ""),
            (
                "a space of three",
                |f| f.content += "/DeviceRGB cs",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("a space of one", |f| f.content += "/DeviceGray cs /DeviceCMYK CS", ""),
            (
                "an index of three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Indexed /DeviceRGB 1 <000000ffffff>] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a spot in three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Separation /Gold /DeviceRGB 12 0 R] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a spot in four",
                |f| {
                    f.resources += "/ColorSpace << /S [/Separation /Gold /DeviceCMYK 12 0 R] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "a calibrated space",
                |f| {
                    f.resources += "/ColorSpace << /S [/CalRGB << >>] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /CalRGB",
            ),
            (
                "a pattern of three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Pattern /DeviceRGB] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("a pattern", |f| f.content += "/Pattern cs", ""),
            // Resources whose names are those of families.
            (
                "a space named Indexed",
                |f| {
                    f.resources += "/ColorSpace << /Indexed /DeviceRGB >>";
                    f.content += "/Indexed cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a space named Separation",
                |f| {
                    f.resources += "/ColorSpace << /Separation /DeviceRGB >>";
                    f.content += "/Separation cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a space named CalRGB",
                |f| {
                    f.resources += "/ColorSpace << /CalRGB /DeviceGray >>";
                    f.content += "/CalRGB cs";
                },
                "",
            ),
            (
                "a space named Pattern",
                |f| {
                    f.resources += "/ColorSpace << /Pattern /DeviceRGB >>";
                    f.content += "/Pattern cs";
                },
                "",
            ),
            (
                "a space that calls itself",
                |f| {
                    f.resources += "/ColorSpace << /S [/Indexed /S 1 <00>] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "a shading of three",
                |f| {
                    f.resources += "/Shading << /S << /ColorSpace /DeviceRGB >> >>";
                    f.content += "/S sh";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a pattern with a shading of three",
                |f| {
                    f.resources += "/Pattern << /S << /Shading << /ColorSpace /DeviceRGB >> >> >>";
                    f.content += "/Pattern cs /S scn";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a cell of three",
                |f| {
                    f.resources += "/Pattern << /S 20 0 R >>";
                    f.objects.push(("<< /PatternType 1 >>", b"1 0 0 rg"));
                    f.content += "/Pattern cs /S scn /S scn";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a picture of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /ColorSpace /DeviceRGB >>", b"x"));
                    f.content += "/P Do";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a mask of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                        "<< /Subtype /Image /ImageMask true /ColorSpace /DeviceRGB >>",
                        b"x",
                    ));
                    f.content += "/P Do";
                },
                "",
            ),
            (
                "a soft picture",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMask 20 0 R >>", b"x"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a picture with a soft mask",
            ),
            (
                "a picture with its own softness",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMaskInData 1 >>", b"x"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a picture with a soft mask",
            ),
            (
                "a picture without",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMaskInData 0 >>", b"x"));
                    f.content += "/P Do";
                },
                "",
            ),
            (
                "another picture for the printer",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                        "<< /Subtype /Image /Alternates [<< /DefaultForPrinting true >>] >>",
                        b"x",
                    ));
                    f.content += "/P Do";
                },
                "6.18 expected no alternate picture that is printed instead, found one",
            ),
            (
                "a picture in the content of three",
                |f| f.content += "BI /W 1 /H 1 /CS /RGB ID x EI",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a picture in the content with an old filter",
                |f| f.content += "BI /W 1 /H 1 /F /LZW ID x EI",
                "6.6 expected no LZW compression and no encrypted streams, found /LZW",
            ),
            (
                "a form of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form >>", b"1 0 0 rg"));
                    f.content += "/P Do /P Do";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a form that blends",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Group << /S /Transparency >> >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a transparency group",
            ),
            (
                "a form elsewhere",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Ref << >> /OPI << >> >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.5 expected no forms that stand for other files (/Ref), found /Ref\n6.13 expected no references to other files (/OPI), found /OPI",
            ),
            (
                "a program",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /PS >>", b"x"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a program in a form",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Subtype2 /PS >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a program beside a form",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /PS 20 0 R >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a font that is not embedded",
                |f| f.content += "BT /G 10 Tf ET",
                "6.4 expected every font in the file, found G",
            ),
            (
                "a glyph of three",
                |f| {
                    f.swaps.push(("0 0 400 700 re f", "1 0 0 rg 9 re f "));
                    f.content += "BT /T 10 Tf ET";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "an unknown operator",
                |f| f.content += "1 0 0 xyz",
                "6.21 expected operators of PDF only, found xyz",
            ),
            ("an intent", |f| f.content += "/Perceptual ri", ""),
            (
                "an unknown intent",
                |f| f.content += "/Pretty ri",
                "6.10 expected one of the four rendering intents, found /Pretty",
            ),
            (
                "glass",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "/E gs";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found /ca",
            ),
        ],
    );
}

#[test]
fn what_breaks_the_fourth_standard_is_found() {
    hold(
        |file| file.breaches(Pdfx::X4),
        &[
            (
                "red",
                |f| f.content += "1 0 0 rg",
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceRGB",
            ),
            ("inks", |f| f.content += "1 0 0 0 k", ""),
            (
                "a default for red",
                |f| {
                    f.resources += "/ColorSpace << /DefaultRGB [/CalRGB << >>] >>";
                    f.content += "1 0 0 rg";
                },
                "",
            ),
            (
                "a calibrated space",
                |f| {
                    f.resources += "/ColorSpace << /S [/CalRGB << >>] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "glass",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "/E gs";
                },
                "",
            ),
            (
                "steps",
                |f| f.page += "/PresSteps << >>",
                "6.22 expected no alternative presentations, found /PresSteps",
            ),
            ("a new filter", |f| f.objects.push(("<< /Filter /JPXDecode >>", b"x")), ""),
            ("a file", |f| f.catalog += "/Names << /EmbeddedFiles << >> >>", ""),
            (
                "a later version",
                |f| f.swaps.push(("%PDF-1.3", "%PDF-1.7")),
                "6.1 expected PDF 1.6 or lower, found 1.7",
            ),
            (
                "no identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01>     ]")),
                "6.10 expected a file identifier of two strings, found none",
            ),
        ],
    );
}

/// The beginning of a profile of an output device, for these colours.
macro_rules! profile {
    ($space:literal, $class:literal, $sign:literal) => {
        concat!("0123456789ab", $class, $space, "0123456789abcdef", $sign).as_bytes()
    };
}

/// An intent with a profile in the place of the name of a registry.
fn with_profile(file: &mut File, profile: &'static [u8], entries: &'static str) {
    file.swaps
        .push(("/RegistryName (http://www.color.org)", "/DestOutputProfile 20 0 R /Info (ab)"));
    file.objects.push((entries, profile));
}

#[test]
fn device_colours_are_those_of_the_intent() {
    hold(
        |file| file.breaches(Pdfx::X4),
        &[
            ("four", |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< /N 4 >>"), ""),
            ("three", |f| with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>"), ""),
            ("one", |f| with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>"), ""),
            (
                "two",
                |f| with_profile(f, profile!("2CLR", "prtr", "acsp"), "<< /N 2 >>"),
                "6.4 expected an output profile for grey, RGB or CMYK, found 2CLR\n6.4 expected an output profile with the /N of its colours, found 2",
            ),
            (
                "another number",
                |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< /N 3 >>"),
                "6.4 expected an output profile with the /N of its colours, found 3",
            ),
            ("no number", |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< >>"), ""),
            (
                "a screen",
                |f| with_profile(f, profile!("RGB ", "mntr", "acsp"), "<< /N 3 >>"),
                "6.4 expected an ICC profile of an output device (prtr), found mntr",
            ),
            (
                "no profile",
                |f| with_profile(f, profile!("RGB ", "prtr", "nope"), "<< /N 3 >>"),
                "6.4 expected an ICC profile of an output device (prtr), found data without the sign of a profile (acsp)",
            ),
            (
                "grey on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "0 g";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceGray",
            ),
            (
                "a space of grey on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "/DeviceGray cs";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceGray",
            ),
            (
                "inks on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "0 0 0 1 k";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
            (
                "a space of inks on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "/DeviceCMYK cs";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
            (
                "red on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "1 0 0 rg";
                },
                "",
            ),
            (
                "grey on one",
                |f| {
                    with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>");
                    f.content += "0 g";
                },
                "",
            ),
            (
                "inks on one",
                |f| {
                    with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>");
                    f.content += "0 0 0 1 k";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
        ],
    );
}

#[test]
fn a_broken_claim_is_told_with_its_first_clause() {
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    let told = |file: &File| {
        let report = inspect(&file.bytes(), &terms).unwrap();
        let claim = report.findings.into_iter().find(|finding| finding.rule == Rule::Pdfx);
        claim.map(|finding| finding.what)
    };
    let mut file = File::new();
    assert_eq!(told(&file), None);
    file.content += "1 0 0 rg ";
    let first = "of clause 6.3: expected only grey, CMYK and spot colours, found /DeviceRGB (preflight --pdfx 1a lists all)";
    let claim = "expected PDF/X-1a:2001, which the file claims to be, found";
    assert_eq!(told(&file), Some(format!("{claim} 1 breach; the first, {first}")));
    file.content += "xyz";
    assert_eq!(told(&file), Some(format!("{claim} 2 breaches; the first, {first}")));
    let found = conformance(&file.bytes(), Pdfx::X1a).unwrap();
    let refused = "a.pdf does not conform to PDF/X-1a:2001: 2 findings";
    assert_eq!(found.refusal("a.pdf".as_ref()).as_deref(), Some(refused));
    file.content.truncate(file.content.len() - 3);
    let found = conformance(&file.bytes(), Pdfx::X1a).unwrap();
    let refused = "a.pdf does not conform to PDF/X-1a:2001: 1 finding";
    assert_eq!(found.refusal("a.pdf".as_ref()).as_deref(), Some(refused));
}

/// A claim of a standard that is not one of ours is held against plain facts.
#[test]
fn another_claim_is_held_against_colours() {
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    let picture = |space: &'static str, colour: &str| {
        let mut file = File::new();
        file.info = "/GTS_PDFXVersion (PDF/X-1:1999)".into();
        file.resources += "/XObject << /P 20 0 R >>";
        file.objects.push((space, b"\0"));
        file.content += &format!("{colour} q 20 0 0 20 200 200 cm /P Do Q");
        let report = inspect(&file.bytes(), &terms).unwrap();
        let claim = report.findings.into_iter().find(|finding| finding.rule == Rule::Pdfx);
        claim.map(|finding| finding.what)
    };
    let grey =
        "<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 >>";
    let colour =
        "<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 >>";
    let mask = "<< /Subtype /Image /Width 1 /Height 1 /ImageMask true >>";
    let found = "expected PDF/X-1:1999, which the file claims to be, found red, green and blue";
    let found = Some(found.to_owned());
    assert_eq!(picture(grey, "0 g"), None);
    assert_eq!(picture(grey, "1 0 0 rg"), None);
    assert_eq!(picture(colour, "0 g"), found);
    assert_eq!(picture(mask, "1 0 0 rg"), found);
    assert_eq!(picture(mask, "0 g"), None);
}
