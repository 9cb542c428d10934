//! Pictures: where they have ink, and of which colour.

use super::{File, hold};

#[test]
fn pictures_print_where_they_are_not_white() {
    // A picture of 2 x 2 dots at the edge of the page: white dots do not count.
    macro_rules! picture {
        ($entries:literal, $data:literal) => {
            |f: &mut File| {
                f.resources += "/XObject << /P 20 0 R >>";
                f.objects.push((
                    concat!("<< /Subtype /Image /Width 2 /Height 2 ", $entries, " >>"),
                    $data,
                ));
                f.content += "q .4 0 0 .4 200 0 cm /P Do Q";
            }
        };
    }
    hold(
        File::found,
        &[
            (
                "black",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "white",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xff\xff\xff\xff"),
                "",
            ),
            (
                "nearly white",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xf8\xf8\xf8\xf8"),
                "",
            ),
            (
                "light",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xf7\xf7\xf7\xf7"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ngrey: expected at least 10 % black, found 3.1 % (advice)",
            ),
            (
                "turned round",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]", b"\0\0\0\0"),
                "",
            ),
            (
                "not turned",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 1]", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of another map",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 .5]", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "of one bit",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 1", b"\x40\x40"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of four bits",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 4", b"\xff\x8f"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of two bytes",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 16",
                    b"\xff\xff\xff\xff\x80\0\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "red",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\xff\0\0\xff\0\0\xff\0\0\xff\0\0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "grey of three",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "hardly coloured",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x8c\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "a little coloured",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x8d\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "light of three",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8"
                ),
                "",
            ),
            (
                "black of four",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\0\0\0\xff\0\0\0\xff\0\0\0\xff\0\0\0\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "dark of four",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\x08\x08\x08\x10\x08\x08\x08\x10\x08\x08\x08\x10\x08\x08\x08\x10"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ngrey: expected at least 10 % black, found 9.4 % (advice)",
            ),
            (
                "much ink",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "a mask",
                picture!("/ImageMask true", b"\x40\x40"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "an index of greys",
                picture!(
                    "/ColorSpace [/Indexed /DeviceGray 1 <ff00>] /BitsPerComponent 1",
                    b"\xc0\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "an index of dark greys",
                picture!(
                    "/ColorSpace [/Indexed /DeviceGray 1 <00ff>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it",
            ),
            (
                "an index of colours",
                picture!(
                    "/ColorSpace [/Indexed /DeviceRGB 1 <ff0000ffffff>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "an index of inks",
                picture!(
                    "/ColorSpace [/Indexed /DeviceCMYK 1 <ff00000000000000>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "an index in a stream",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                "<< /Subtype /Image /Width 2 /Height 2 /ColorSpace [/Indexed /DeviceGray 1 21 0 R] /BitsPerComponent 1 >>",
                b"\xc0\xc0",
            ));
                    f.objects.push(("<< >>", b"\xff\x00"));
                    f.content += "q .4 0 0 .4 200 0 cm /P Do Q";
                },
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "packed",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
                    b"\xff\xff\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "with parameters",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor 1 >>",
                    b"\xff\xff\xff\xff"
                ),
                "",
            ),
            (
                "with differences",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor 2 >>",
                    b"\xff\xff\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "with parameters of nothing",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms null",
                    b"\xff\xff\xff\xff"
                ),
                "",
            ),
            (
                "too short",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xff\xff\xff"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "soft",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 20 0 R", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ntransparency: expected flattened pages, found transparency",
            ),
            (
                "coarse",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 >>", b"\0\0\0\0"));
                    f.content += "q 20 0 0 .4 200 200 cm /P Do Q";
                },
                "images: expected at least 300 dpi, found 7 dpi",
            ),
            (
                "without width",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 >>", b"\0\0\0\0"));
                    f.content += "q 0 0 0 20 200 200 cm /P Do Q";
                },
                "",
            ),
        ],
    );
}
