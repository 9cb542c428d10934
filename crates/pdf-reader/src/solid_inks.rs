//! The colours of printed inks on a screen, and the inks that print a colour of the screen.

use std::sync::LazyLock;

/// Red, green and blue of paper and of solid inks, from 0 to 1 in sRGB. The bits of an index say
/// which inks lie on each other: cyan 1, magenta 2, yellow 4, black 8. Computed from the measured
/// colours of the characterisation data FOGRA39L (offset printing on coated paper), relative to
/// its paper and its darkest overprint.
const SOLIDS: [[f64; 3]; 16] = [
    [1.000, 1.000, 1.000],
    [0.000, 0.624, 0.892],
    [0.900, 0.000, 0.494],
    [0.198, 0.162, 0.517],
    [1.000, 0.931, 0.000],
    [0.000, 0.590, 0.258],
    [0.891, 0.050, 0.092],
    [0.204, 0.202, 0.197],
    [0.125, 0.124, 0.119],
    [0.000, 0.074, 0.132],
    [0.157, 0.000, 0.028],
    [0.046, 0.000, 0.065],
    [0.123, 0.126, 0.000],
    [0.000, 0.094, 0.008],
    [0.144, 0.020, 0.000],
    [0.022, 0.015, 0.000],
];

/// The solid colours of cyan, magenta and yellow on each other, as in [`SOLIDS`], with some black.
type BlackenedSolids = [[f64; 3]; 8];

/// The square of an error in red, green or blue that is worth an ink less: two of 255 steps.
const INK_COST: f64 = 0.000_06;
/// The number of rounds after which cyan, magenta and yellow of a colour no longer change, and the
/// smallest change of an ink that is worth another round.
const ROUNDS: usize = 24;
const LEAST_CHANGE: f64 = 1e-5;
/// The difference of two sums of inks that are the same, and of two inks in steps of eight bits.
const SUM_ROUNDING: f64 = 1e-9;
const STEP_ROUNDING: f64 = 1e-6;
/// The light that solid black ink reflects.
const BLACK_LIGHT: f64 = 0.123;

/// The number of nodes of an [`InkTable`] along red, green and blue, and the distance of a node
/// from the next one in each of these directions.
const NODES: usize = 17;
const STRIDES: [usize; 3] = [NODES * NODES, NODES, 1];
/// The number of steps of eight bits from a node to the next one.
const STEPS: f64 = 255.0 / (NODES - 1) as f64;

/// The inks of all nodes, without a limit of ink. They take half a second to compute.
static UNLIMITED: LazyLock<Vec<[f64; 4]>> = LazyLock::new(|| {
    let node = |index: usize| STRIDES.map(|stride| (index / stride % NODES) as f64);
    let all = 0..NODES.pow(3);
    all.map(|index| SolidInks::convert_to_inks(node(index).map(|at| at / (NODES - 1) as f64)))
        .collect()
});

/// The colours of printed inks that lie on each other, and the inks that print a colour.
pub struct SolidInks;

impl SolidInks {
    /// The printing condition of these inks, by its name in the registry of the ICC.
    pub const CONDITION: &str = "FOGRA39";

    /// Returns red, green and blue of inks that lie on each other as dots do: each share of the
    /// paper has the colour of its solid inks. All parts are from 0 to 1; inks are cyan, magenta,
    /// yellow and black. The root mean square of the error is 0.053 on the 1,617 patches of
    /// FOGRA39L.
    pub fn convert_to_rgb([cyan, magenta, yellow, black]: [f64; 4]) -> [f64; 3] {
        let solids = add_black(black);
        std::array::from_fn(|part| mix(&solids, part, [cyan, magenta, yellow]))
    }

    /// Returns the inks with the nearest colour to red, green and blue, with as much black and as
    /// little of other inks as possible. Greys are printed in black alone. All parts are from 0 to
    /// 1; inks are cyan, magenta, yellow and black.
    pub fn convert_to_inks(rgb: [f64; 3]) -> [f64; 4] {
        let rgb = lighten_darkest(rgb);
        if rgb[0] == rgb[1] && rgb[1] == rgb[2] {
            return [0.0, 0.0, 0.0, ((1.0 - rgb[0]) / (1.0 - BLACK_LIGHT)).clamp(0.0, 1.0)];
        }
        let (mut nearest, mut least_cost) = ([0.0; 4], f64::INFINITY);
        for percent in 0..=100_u8 {
            let black = f64::from(percent) / 100.0;
            let solids = add_black(black);
            let coloured = coloured_inks(&solids, rgb);
            let errors = (0..3).map(|part| mix(&solids, part, coloured) - rgb[part]);
            let error: f64 = errors.map(|error| error * error).sum();
            let cost = error + INK_COST * coloured.iter().sum::<f64>();
            if cost < least_cost {
                let [cyan, magenta, yellow] = coloured;
                (nearest, least_cost) = ([cyan, magenta, yellow, black], cost);
            }
        }
        nearest
    }

    /// Returns inks whose total is at most `max_total` percent. Black stays, so that the colour
    /// keeps its lightness; the other inks become less in equal shares.
    pub fn limit_inks([cyan, magenta, yellow, black]: [f64; 4], max_total: f64) -> [f64; 4] {
        let room = (max_total / 100.0 - black).max(0.0);
        let coloured = cyan + magenta + yellow;
        if coloured <= room + SUM_ROUNDING {
            return [cyan, magenta, yellow, black];
        }
        let [cyan, magenta, yellow] = [cyan, magenta, yellow].map(|ink| ink / coloured * room);
        [cyan, magenta, yellow, black]
    }
}

/// Returns a dark colour a little lighter, so that black becomes the colour of black ink and dark
/// colours stay apart. Other colours stay.
fn lighten_darkest(rgb: [f64; 3]) -> [f64; 3] {
    let light = rgb.into_iter().fold(0.0, f64::max);
    if light >= 2.0 * BLACK_LIGHT {
        return rgb;
    }
    // The parabola ends where it meets the colours that stay, without a kink.
    let wanted = BLACK_LIGHT + light * light / (4.0 * BLACK_LIGHT);
    rgb.map(|part| part + wanted - light)
}

/// Inks for the pixels of a picture: a grid of colours, between which inks are interpolated.
pub struct InkTable {
    nodes: Vec<[f64; 4]>,
}

impl InkTable {
    /// Returns a table for at most this total ink in percent. Between nodes, no sum of inks is
    /// larger than at them.
    pub fn new(max_total: f64) -> Self {
        Self {
            nodes: UNLIMITED.iter().map(|inks| SolidInks::limit_inks(*inks, max_total)).collect(),
        }
    }

    /// Returns cyan, magenta, yellow and black for red, green and blue, each from 0 to 255.
    ///
    /// The pixel lies in a cube of nodes. The path along its edges begins at the darkest corner and
    /// follows the lightest part first. On it lie the four nodes that count, so that greys, whose
    /// path is the diagonal alone, stay without colour.
    pub fn inks(&self, rgb: [u8; 3]) -> [u8; 4] {
        let places = rgb.map(|part| f64::from(part) / STEPS);
        let corner = places.map(|at| (at as usize).min(NODES - 2));
        let mut index: usize = corner.iter().zip(STRIDES).map(|(at, stride)| at * stride).sum();
        let mut edges: [(f64, usize); 3] =
            std::array::from_fn(|part| (places[part] - corner[part] as f64, STRIDES[part]));
        edges.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let mut inks = self.nodes[index].map(|ink| ink * (1.0 - edges[0].0));
        for (place, (share, stride)) in edges.into_iter().enumerate() {
            index += stride;
            let rest = edges.get(place + 1).map_or(0.0, |edge| edge.0);
            for (ink, node) in inks.iter_mut().zip(self.nodes[index]) {
                *ink += node * (share - rest);
            }
        }
        // Rounded down, the sum stays within the limit.
        inks.map(|ink| (ink * 255.0 + STEP_ROUNDING) as u8)
    }
}

/// Returns the solid colours with this share of black on them.
fn add_black(black: f64) -> BlackenedSolids {
    std::array::from_fn(|index| {
        std::array::from_fn(|part| interpolate(SOLIDS[index][part], SOLIDS[index + 8][part], black))
    })
}

/// Returns a part of the colour of cyan, magenta and yellow.
fn mix(solids: &BlackenedSolids, part: usize, [cyan, magenta, yellow]: [f64; 3]) -> f64 {
    let with_cyan = |index: usize| interpolate(solids[index][part], solids[index + 1][part], cyan);
    let with_magenta = |index: usize| interpolate(with_cyan(index), with_cyan(index + 2), magenta);
    interpolate(with_magenta(0), with_magenta(4), yellow)
}

fn interpolate(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

/// Returns cyan, magenta and yellow of a colour with these solids. Cyan decides red most, magenta
/// green, and yellow blue: each is found in turn while the others stay.
fn coloured_inks(solids: &BlackenedSolids, rgb: [f64; 3]) -> [f64; 3] {
    let mut inks = rgb.map(|light| 1.0 - light);
    for _ in 0..ROUNDS {
        let before = inks;
        for part in 0..3 {
            let [none, solid] = [0.0, 1.0].map(|ink| {
                let mut tried = inks;
                tried[part] = ink;
                mix(solids, part, tried)
            });
            // On black, an ink may change nothing.
            if none > solid {
                inks[part] = ((none - rgb[part]) / (none - solid)).clamp(0.0, 1.0);
            }
        }
        if inks.iter().zip(before).all(|(ink, before)| (ink - before).abs() < LEAST_CHANGE) {
            break;
        }
    }
    inks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patches of FOGRA39L: cyan, magenta, yellow and black in percent, and red, green and blue of
    /// their measured colours.
    const PATCHES: [([f64; 4], [f64; 3]); 12] = [
        ([100.0, 0.0, 40.0, 20.0], [0.000, 0.525, 0.551]),
        ([40.0, 0.0, 0.0, 0.0], [0.633, 0.854, 0.972]),
        ([0.0, 40.0, 40.0, 0.0], [0.965, 0.687, 0.585]),
        ([40.0, 40.0, 40.0, 0.0], [0.666, 0.599, 0.576]),
        ([70.0, 100.0, 0.0, 0.0], [0.441, 0.146, 0.514]),
        ([0.0, 100.0, 100.0, 40.0], [0.613, 0.081, 0.051]),
        ([100.0, 40.0, 0.0, 60.0], [0.000, 0.249, 0.404]),
        ([20.0, 10.0, 40.0, 0.0], [0.845, 0.843, 0.668]),
        ([0.0, 20.0, 70.0, 0.0], [0.996, 0.816, 0.382]),
        ([70.0, 0.0, 70.0, 0.0], [0.287, 0.696, 0.442]),
        ([40.0, 100.0, 40.0, 20.0], [0.559, 0.113, 0.317]),
        ([0.0, 0.0, 0.0, 50.0], [0.617, 0.616, 0.615]),
    ];

    fn largest_difference(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn inks_look_as_measured() {
        for (percent, measured) in PATCHES {
            let colour = SolidInks::convert_to_rgb(percent.map(|ink| ink / 100.0));
            let error = largest_difference(colour, measured);
            assert!(error < 0.11, "{percent:?}: {colour:.3?}, measured {measured:.3?}");
        }
    }

    /// Colours that a press can print come back; the measured ones are such.
    #[test]
    fn inks_of_a_colour_print_it() {
        for (percent, measured) in PATCHES {
            for colour in [measured, SolidInks::convert_to_rgb(percent.map(|ink| ink / 100.0))] {
                let inks = SolidInks::convert_to_inks(colour);
                let error = largest_difference(SolidInks::convert_to_rgb(inks), colour);
                assert!(
                    error < 0.03,
                    "{colour:.3?}: {inks:.3?}, {:.3?}",
                    SolidInks::convert_to_rgb(inks)
                );
            }
        }
        // Teal: without yellow it would be blue.
        let [cyan, _, yellow, _] =
            SolidInks::convert_to_inks([12.0 / 255.0, 122.0 / 255.0, 117.0 / 255.0]);
        assert!(cyan > 0.8 && yellow > 0.3, "{cyan} {yellow}");
    }

    fn colour_of(inks: [u8; 4]) -> [f64; 3] {
        SolidInks::convert_to_rgb(inks.map(|ink| f64::from(ink) / 255.0))
    }

    /// The table has the colours of palettes: the error is what interpolation adds.
    #[test]
    fn table_has_the_colours_of_palettes() {
        let table = InkTable::new(400.0);
        let (mut sum, mut largest, mut count) = (0.0, (0.0, [0; 3]), 0.0);
        for index in 0..1331 {
            let rgb = [index / 121, index / 11 % 11, index % 11].map(|at| (at * 25 + 3) as u8);
            let exact = SolidInks::convert_to_rgb(SolidInks::convert_to_inks(
                rgb.map(|part| f64::from(part) / 255.0),
            ));
            let error = largest_difference(colour_of(table.inks(rgb)), exact);
            (sum, count) = (sum + error, count + 1.0);
            if error > largest.0 {
                largest = (error, rgb);
            }
        }
        assert!(sum / count < 0.005 && largest.0 < 0.025, "{} {largest:?}", sum / count);
    }
}
