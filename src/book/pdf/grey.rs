//! The ICC profile of our files: grey, for output, with a gamma of 2.2. Version 2.1 of the format
//! (ICC.1:1998-09), because every reader knows it. PDF/A and PDF/X-4 need a profile inside the file.

/// The profile's name.
pub(super) const NAME: &str = "Grey, gamma 2.2";

/// The white point of the connection space, D50, as 16.16 fixed-point numbers.
const D50: [u32; 3] = [0xF6D6, 0x1_0000, 0xD32D];

/// The bytes of the profile.
pub(super) fn profile() -> Vec<u8> {
    let mut name = b"desc\0\0\0\0".to_vec();
    name.extend((NAME.len() as u32 + 1).to_be_bytes());
    name.extend(NAME.as_bytes());
    name.push(0);
    // No name in Unicode and none in Macintosh characters: 4 + 4 and 2 + 1 + 67 bytes of zeros.
    name.extend([0; 78]);
    let mut white = b"XYZ \0\0\0\0".to_vec();
    white.extend(D50.iter().flat_map(|part| part.to_be_bytes()));
    // One entry in a curve is a gamma, as an 8.8 fixed-point number.
    let mut curve = b"curv\0\0\0\0\0\0\0\x01".to_vec();
    curve.extend([2, 51]);
    let tags = [
        (b"desc", name),
        (b"cprt", b"text\0\0\0\0Public domain\0".to_vec()),
        (b"wtpt", white),
        (b"kTRC", curve),
    ];

    let mut table = (tags.len() as u32).to_be_bytes().to_vec();
    let mut data: Vec<u8> = Vec::new();
    let start = HEADER + table.len() + 12 * tags.len();
    for (name, mut tag) in tags {
        table.extend(name);
        table.extend(((start + data.len()) as u32).to_be_bytes());
        table.extend((tag.len() as u32).to_be_bytes());
        tag.resize(tag.len().next_multiple_of(4), 0);
        data.extend(tag);
    }
    let mut profile = header((start + data.len()) as u32);
    profile.extend(table);
    profile.extend(data);
    profile
}

/// Size of the header in bytes.
const HEADER: usize = 128;

fn header(size: u32) -> Vec<u8> {
    let mut header = size.to_be_bytes().to_vec();
    // No preferred software; version 2.1; an output device; grey; connected through XYZ.
    header.extend(b"\0\0\0\0\x02\x10\0\0prtrGRAYXYZ ");
    // The date: 1 January 2000.
    for number in [2000_u16, 1, 1, 0, 0, 0] {
        header.extend(number.to_be_bytes());
    }
    header.extend(b"acsp");
    // No platform, flags, manufacturer, model or attributes; perceptual intent.
    header.resize(68, 0);
    header.extend(D50.iter().flat_map(|part| part.to_be_bytes()));
    header.resize(HEADER, 0);
    header
}
