//! The ICC profiles of our files, with a gamma of 2.2: grey, and the red, green and blue of sRGB. Version
//! 2.1 of the format (ICC.1:1998-09), because every reader knows it. PDF/A and PDF/X-4 need a profile
//! inside the file.

/// What a profile describes.
pub(super) struct Profile {
    /// Its name.
    pub name: &'static str,
    /// Number of components.
    pub parts: i64,
    space: &'static [u8; 4],
    /// Each tag of a gamma, and the colour of its component as 16.16 fixed-point numbers.
    curves: &'static [(&'static [u8; 4], &'static [u8; 4], [u32; 3])],
}

/// Grey.
pub(super) const GREY: Profile = Profile {
    name: "Grey, gamma 2.2",
    parts: 1,
    space: b"GRAY",
    curves: &[(b"kTRC", b"wtpt", D50)],
};

/// Red, green and blue, with the primaries of sRGB, adapted to D50.
pub(super) const RGB: Profile = Profile {
    name: "sRGB primaries, gamma 2.2",
    parts: 3,
    space: b"RGB ",
    curves: &[
        (b"rTRC", b"rXYZ", [0x6FA2, 0x38F5, 0x0391]),
        (b"gTRC", b"gXYZ", [0x6294, 0xB785, 0x18DA]),
        (b"bTRC", b"bXYZ", [0x24A0, 0x0F84, 0xB6D2]),
    ],
};

/// The white point of the connection space, D50, as 16.16 fixed-point numbers.
const D50: [u32; 3] = [0xF6D6, 0x1_0000, 0xD32D];

/// The bytes of a profile.
pub(super) fn bytes(profile: &Profile) -> Vec<u8> {
    let mut name = b"desc\0\0\0\0".to_vec();
    name.extend((profile.name.len() as u32 + 1).to_be_bytes());
    name.extend(profile.name.as_bytes());
    name.push(0);
    // No name in Unicode and none in Macintosh characters: 4 + 4 and 2 + 1 + 67 bytes of zeros.
    name.extend([0; 78]);
    let point = |xyz: [u32; 3]| {
        let mut point = b"XYZ \0\0\0\0".to_vec();
        point.extend(xyz.iter().flat_map(|part| part.to_be_bytes()));
        point
    };
    // One entry in a curve is a gamma, as an 8.8 fixed-point number.
    let mut curve = b"curv\0\0\0\0\0\0\0\x01".to_vec();
    curve.extend([2, 51]);
    let mut tags = vec![(b"desc", name), (b"cprt", b"text\0\0\0\0Public domain\0".to_vec())];
    if profile.parts > 1 {
        tags.push((b"wtpt", point(D50)));
    }
    for (gamma, colour, xyz) in profile.curves {
        tags.extend([(*colour, point(*xyz)), (*gamma, curve.clone())]);
    }

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
    let mut out = header((start + data.len()) as u32, profile.space);
    out.extend(table);
    out.extend(data);
    out
}

/// Size of the header in bytes.
const HEADER: usize = 128;

fn header(size: u32, space: &[u8; 4]) -> Vec<u8> {
    let mut header = size.to_be_bytes().to_vec();
    // No preferred software; version 2.1; an output device; its colours; connected through XYZ.
    header.extend(b"\0\0\0\0\x02\x10\0\0prtr");
    header.extend(space);
    header.extend(b"XYZ ");
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
