//! Pictures made by hand.

/// A JPEG with this many parts; its pixels are not unpacked by anyone here.
pub fn jpeg(width: u16, height: u16, parts: u8, adobe: bool) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    if adobe {
        out.extend(b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x02");
    }
    let length = 8 + 3 * u16::from(parts);
    out.extend([0xff, 0xc0]);
    out.extend(length.to_be_bytes());
    out.push(8);
    out.extend(height.to_be_bytes());
    out.extend(width.to_be_bytes());
    out.push(parts);
    out.extend((1..=parts).flat_map(|part| [part, 0x11, 0]));
    out.extend(b"\xff\xda\x00\x02\x00\xff\xd9");
    out
}

pub fn png(width: u32, height: u32, colour: png::ColorType, pixel: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(colour);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixel.repeat((width * height) as usize)).unwrap();
    writer.finish().unwrap();
    out
}
