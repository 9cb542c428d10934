//! Ink as a picture of its own, and the likeness of two of them. Not where it comes from.

/// Ink in a rectangle of pixels: 0 is none, 255 is the most.
#[derive(Clone, Debug, Default)]
pub(super) struct Mask {
    pub width: usize,
    pub height: usize,
    pub ink: Vec<u8>,
    /// The square root of the sum of the squares of the ink.
    norm: f32,
    /// The middle of the mass, in pixels from the corner.
    pub middle: (f32, f32),
    /// The box around all ink that is at least a third of the most: left, top, right, bottom.
    pub bounds: [usize; 4],
}

/// Ink below this is not part of the box: the faint edge of a shape.
const EDGE: u8 = 85;

impl Mask {
    /// Ink of any darkness; the darkest becomes 255.
    pub fn new(width: usize, height: usize, mut ink: Vec<u8>) -> Self {
        let most = ink.iter().copied().max().unwrap_or(0);
        if !matches!(most, 0 | 255) {
            let factor = (255 << 8) / u32::from(most);
            ink.iter_mut().for_each(|ink| *ink = ((u32::from(*ink) * factor) >> 8) as u8);
        }
        let (mut mass, mut squares, mut across, mut down) = (0u32, 0u32, 0u64, 0u64);
        let mut bounds = [width, height, 0, 0];
        for (y, row) in ink.chunks_exact(width.max(1)).enumerate() {
            let (mut sum, mut moment) = (0u32, 0u32);
            for (x, &ink) in row.iter().enumerate() {
                let ink32 = u32::from(ink);
                sum += ink32;
                moment += ink32 * x as u32;
                squares = squares.saturating_add(ink32 * ink32);
            }
            if sum == 0 {
                continue;
            }
            mass += sum;
            across += u64::from(moment);
            down += u64::from(sum) * y as u64;
            if let Some(first) = row.iter().position(|&ink| ink >= EDGE) {
                let last = row.iter().rposition(|&ink| ink >= EDGE).unwrap_or(first);
                let [left, top, right, _] = bounds;
                bounds = [left.min(first), top.min(y), right.max(last + 1), y + 1];
            }
        }
        let middle = |sum: u64| match mass {
            0 => 0.0,
            mass => (sum as f64 / f64::from(mass)) as f32 + 0.5,
        };
        let norm = (squares as f32).sqrt();
        Self { width, height, middle: (middle(across), middle(down)), ink, norm, bounds }
    }

    /// The likeness of this and another whose corner is at these pixels of this one: the cosine of
    /// the angle between them as vectors. 1 is the same but for the darkness, 0 has nothing in common.
    pub fn likeness(&self, other: &Self, (dx, dy): (i32, i32)) -> f32 {
        // The columns and rows that both have.
        let shared = |d: i32, own: usize, other: usize| {
            let (d, own, other) = (d as isize, own as isize, other as isize);
            let begin = d.clamp(0, own);
            (begin as usize, (begin - d) as usize, ((d + other).min(own) - begin).max(0) as usize)
        };
        let (x, other_x, width) = shared(dx, self.width, other.width);
        let (y, other_y, height) = shared(dy, self.height, other.height);
        if width == 0 || self.norm == 0.0 || other.norm == 0.0 {
            return 0.0;
        }
        let mut sum = 0u32;
        for row in 0..height {
            let a = &self.ink[(y + row) * self.width + x..][..width];
            let b = &other.ink[(other_y + row) * other.width + other_x..][..width];
            let products = a.iter().zip(b).map(|(&a, &b)| u32::from(a) * u32::from(b));
            sum = sum.saturating_add(products.sum());
        }
        sum as f32 / (self.norm * other.norm)
    }

    /// Whether there is any ink.
    pub fn is_blank(&self) -> bool {
        self.norm == 0.0
    }

    /// The ink of a pixel; none outside.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = |at: i32, end: usize| usize::try_from(at).ok().filter(|&at| at < end);
        let pixel = inside(x, self.width).zip(inside(y, self.height));
        pixel.map_or(0, |(x, y)| self.ink[y * self.width + x])
    }

    /// Moved right and down by parts of a pixel, each from 0 to 1, by mixing neighbours.
    pub fn moved(&self, (dx, dy): (f32, f32)) -> Self {
        let (width, height) = (self.width + 1, self.height + 1);
        let mix = |i: usize| {
            let (x, y) = ((i % width) as i32, (i / width) as i32);
            let at = |x, y| f32::from(self.at(x, y));
            let upper = at(x, y - 1) * (1.0 - dx) + at(x - 1, y - 1) * dx;
            let lower = at(x, y) * (1.0 - dx) + at(x - 1, y) * dx;
            (upper * dy + lower * (1.0 - dy)).round() as u8
        };
        Self::new(width, height, (0..width * height).map(mix).collect())
    }
}
