//! QR codes on pages, read back as a camera would see them.

use lopdf::Document;
use lopdf::content::Content;

/// The shapes of rectangles on a page, each rectangle with left, bottom, width and height.
pub fn shapes(bytes: &[u8], page: usize) -> Vec<Vec<[f64; 4]>> {
    let document = Document::load_mem(bytes).unwrap();
    let page = document.page_iter().nth(page).unwrap();
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut shape, mut shapes) = (Vec::<Vec<(f64, f64)>>::new(), Vec::new());
    for operation in content.operations {
        let numbers = operation.operands.iter().filter_map(|n| n.as_float().ok()).map(f64::from);
        let numbers: Vec<f64> = numbers.collect();
        match operation.operator.as_str() {
            "m" => shape.push(vec![(numbers[0], numbers[1])]),
            "l" => shape.last_mut().unwrap().push((numbers[0], numbers[1])),
            "f" => {
                let done = std::mem::take(&mut shape);
                if !done.is_empty() && done.iter().all(|part| part.len() == 4) {
                    shapes.push(done.into_iter().map(bounds).collect());
                }
            }
            "S" | "s" | "f*" | "n" | "b" | "B" => shape.clear(),
            _ => {}
        }
    }
    shapes
}

/// The bounds of a path: left, bottom, width, height.
fn bounds(path: Vec<(f64, f64)>) -> [f64; 4] {
    let along = |n: fn(&(f64, f64)) -> f64| {
        let all = || path.iter().map(n);
        (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max))
    };
    let ((left, right), (bottom, top)) = (along(|p| p.0), along(|p| p.1));
    [left, bottom, right - left, top - bottom]
}

/// Reads a QR code from its squares, as a camera would see them. Also returns the height of a module, and the left,
/// bottom and side of the code without its quiet zone.
pub fn scanned(squares: &[[f64; 4]]) -> (String, f64, [f64; 3]) {
    const DOTS: f64 = 5.0;
    let least = |n: usize| squares.iter().map(|s| s[n]).fold(f64::MAX, f64::min);
    let (left, bottom) = (least(0), least(1));
    let side = squares.iter().map(|s| s[0] + s[2]).fold(0.0, f64::max) - left;
    let module = side / (side / least(3)).round();
    // The first dot whose centre lies beyond so much of the code; four modules around it are empty.
    let dot = |length: f64| ((length / module + 4.0) * DOTS).round() as usize;
    let dots = dot(side) + 4 * DOTS as usize;
    let mut seen = vec![255; dots * dots];
    for [x, y, width, height] in squares {
        let top = bottom + side - y - height;
        for row in dot(top)..dot(top + height) {
            seen[row * dots + dot(x - left)..row * dots + dot(x - left + width)].fill(0);
        }
    }
    let mut reader = quircs::Quirc::default();
    let codes: Vec<_> = reader.identify(dots, dots, &seen).collect();
    assert_eq!(codes.len(), 1);
    let read = codes[0].as_ref().unwrap().decode().unwrap().payload;
    (String::from_utf8(read).unwrap(), module, [left, bottom, side])
}
