//! The scenes behind a window: hills, the sea and the weather.

use super::window::SceneColours;
use super::{Area, Cover, DrawOp, PathEl, Point};
use crate::look::Scene;

/// The radius of the moon.
const MOON: f64 = 0.11;
/// The circles of a cloud: their places beside and below its middle, and their radii.
const CLOUD: [(f64, f64, f64); 4] =
    [(-0.085, 0.02, 0.05), (-0.02, -0.025, 0.066), (0.055, 0.0, 0.058), (0.1, 0.03, 0.04)];
/// The radii of flakes and of stars, and the lower end of the sky.
const FLAKES: [f64; 3] = [0.006, 0.010, 0.014];
const STARS: [f64; 3] = [0.010, 0.017, 0.024];
const SKY: f64 = 0.62;
/// The number of streaks of rain, their width, and their slant.
const STREAKS: usize = 90;
const STREAK: f64 = 0.0075;
const SLANT: Point = (-0.014, 0.05);

/// The sun: its radius, the inner end and half of the width of its rays, and their outer ends.
const SUN: f64 = 0.165;
const FIRST_RAY: f64 = 0.2;
const HALF_RAY: f64 = 0.028;
const RAYS: [f64; 2] = [0.47, 0.38];
/// The lengths of half a leaf, and the directions of leaves.
const LEAVES: [f64; 3] = [0.028, 0.034, 0.040];
const LEAF_TURNS: [Point; 4] = [(0.8, 0.6), (0.6, -0.8), (0.28, 0.96), (0.96, 0.28)];
/// The handles of a wave, as fractions of its width.
const WAVE: (f64, f64) = (0.36, 0.64);
/// The part of the glass in which things are scattered: its corner and its size.
const SCATTERED: (Point, Point) = ((0.03, 0.03), (0.94, 0.9));
/// The radius of the waist of a star, as a fraction of its radius.
const WAIST: f64 = 0.2;

/// A direction from a point, with a unit of length.
#[derive(Clone, Copy)]
struct DrawnAxis {
    middle: Point,
    along: Point,
    unit: f64,
}

impl DrawnAxis {
    /// Returns the point at these distances along the axis and across it.
    fn at(self, place: Point) -> Point {
        let (along, across) = (place.0 * self.unit, place.1 * self.unit);
        let (x, y) = self.along;
        (self.middle.0 + x * along - y * across, self.middle.1 + y * along + x * across)
    }
}

/// The rotations of a point around the origin by 0, 90, 180 and 270 degrees, clockwise.
const TURNS: [fn(Point) -> Point; 4] =
    [|point| point, |(x, y)| (-y, x), |(x, y)| (-x, -y), |(x, y)| (y, -x)];

/// Returns places that look random but are the same in each book. Coordinates are from 0 to 1.
fn scattered(count: usize) -> impl Iterator<Item = Point> {
    // Multiples of the golden and the plastic ratio spread points evenly.
    (1..=count).map(|n| {
        let [x, y] = [0.754_877_67, 0.569_840_29].map(|ratio| (0.5 + ratio * n as f64).fract());
        (x, y)
    })
}

impl Cover<'_> {
    /// Fills an area with a scene.
    pub(super) fn draw_scene(&mut self, glass: Area, colours: SceneColours) {
        let sky = self.colour_of(colours.sky);
        self.marks.push(glass.filled(sky));
        let light = self.colour_of(colours.light);
        let side = glass.width.min(glass.height);
        match self.scene {
            Scene::Sun => self.draw_rays(glass, colours),
            Scene::Waves | Scene::Stars => {
                self.fill(light, PathEl::circle(glass.at(self.high_pane()), MOON * side));
            }
            Scene::Rain => self.draw_cloud(glass),
            Scene::Leaves | Scene::Snow => {}
        }
        if self.scene == Scene::Waves {
            self.draw_waves(glass, colours);
        } else {
            self.draw_hills(glass, colours);
        }
        let mut bits: Vec<PathEl> = Vec::new();
        match self.scene {
            Scene::Rain => self.draw_rain(glass),
            Scene::Leaves => self.draw_leaves(glass),
            Scene::Snow => {
                for (n, place) in scattered(60).enumerate() {
                    let radius = FLAKES[n % FLAKES.len()] * side;
                    bits.extend(PathEl::circle(glass.at(inset(place)), radius));
                }
            }
            Scene::Stars => {
                let above = scattered(48).filter(|place| place.1 < SKY);
                for (n, place) in above.enumerate() {
                    add_star(&mut bits, glass.at(inset(place)), STARS[n % STARS.len()] * side);
                }
            }
            Scene::Sun | Scene::Waves => {}
        }
        self.fill(light, bits);
    }

    /// Returns the place of the moon or a cloud, in the middle pane at the top, as fractions of the
    /// glass.
    fn high_pane(&self) -> Point {
        let shape = self.volume.shape(self.front_puzzle);
        let [columns, rows] = [shape.block_columns(), shape.block_rows()];
        (((columns / 2) as f64 + 0.5) / columns as f64, 0.5 / rows as f64)
    }

    /// Draws a cloud in the high pane from which the rain falls.
    fn draw_cloud(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let (x, y) = glass.at(self.high_pane());
        let mut cloud = Vec::new();
        for (aside, down, radius) in CLOUD {
            cloud.extend(PathEl::circle((x + aside * side, y + down * side), radius * side));
        }
        self.fill(self.colour_of([0x8a, 0xa3, 0xc0]), cloud);
    }

    /// Draws two hills, each from edge to edge.
    fn draw_hills(&mut self, glass: Area, colours: SceneColours) {
        for (hill, [left, top, right]) in
            colours.hills.into_iter().zip([[0.72, 0.6, 0.8], [0.92, 0.74, 0.68]])
        {
            let steps = vec![
                PathEl::Move(glass.at((0.0, 1.0))),
                PathEl::Line(glass.at((0.0, left))),
                PathEl::Curve([
                    glass.at((0.3, top)),
                    glass.at((0.62, top + 0.06)),
                    glass.at((1.0, right)),
                ]),
                PathEl::Line(glass.at((1.0, 1.0))),
            ];
            self.fill(self.colour_of(hill), steps);
        }
    }

    /// Draws rows of waves from edge to edge. The nearest row comes last.
    fn draw_waves(&mut self, glass: Area, colours: SceneColours) {
        const CRESTS: usize = 6;
        for (row, top) in [0.42, 0.56, 0.7, 0.84].into_iter().enumerate() {
            let mut steps =
                vec![PathEl::Move(glass.at((0.0, 1.0))), PathEl::Line(glass.at((0.0, top)))];
            let wide = 1.0 / CRESTS as f64;
            for crest in 0..CRESTS {
                let x = crest as f64 * wide;
                let high = if (crest + row) % 2 == 0 { -0.05 } else { 0.05 };
                steps.push(PathEl::Curve([
                    glass.at((x + WAVE.0 * wide, top + high)),
                    glass.at((x + WAVE.1 * wide, top + high)),
                    glass.at((x + wide, top)),
                ]));
            }
            steps.push(PathEl::Line(glass.at((1.0, 1.0))));
            self.fill(self.colour_of(colours.hills[row % 2]), steps);
        }
    }

    /// Draws the sun in the middle with its rays.
    fn draw_rays(&mut self, glass: Area, colours: SceneColours) {
        // Directions in the first quarter of the circle, every 22.5 degrees.
        const QUARTER: [Point; 4] = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)];
        let side = glass.width.min(glass.height);
        let middle = glass.at((0.5, 0.5));
        let light = self.colour_of(colours.light);
        let around = TURNS.into_iter().flat_map(|turn| QUARTER.map(turn));
        for (n, along) in around.enumerate() {
            let ray = DrawnAxis { middle, along, unit: side };
            let corners = [(FIRST_RAY, -HALF_RAY), (RAYS[n % 2], 0.0), (FIRST_RAY, HALF_RAY)];
            self.fill_path(light, corners.map(|at| ray.at(at)).to_vec());
        }
        self.fill(light, PathEl::circle(middle, SUN * side));
    }

    /// Draws streaks of rain, all with the same slant.
    fn draw_rain(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let width = (STREAK * side).max(0.8);
        // No rain falls from above the cloud.
        let cloud = self.high_pane();
        let half = 0.5 / self.volume.shape(self.front_puzzle).block_columns() as f64;
        let below = scattered(STREAKS)
            .filter(|place| (place.0 - cloud.0).abs() > half || place.1 > cloud.1);
        let strokes = below.map(|place| {
            let from = glass.at(inset(place));
            DrawOp::Line { from, to: (from.0 + SLANT.0 * side, from.1 + SLANT.1 * side), width }
        });
        self.paint(self.colour_of([0x8f, 0xb4, 0xdb]), strokes.collect());
    }

    /// Draws falling leaves in three colours.
    fn draw_leaves(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let colours = [[0xc9, 0x5a, 0x28], [0xe0, 0x94, 0x2f], [0x93, 0x9c, 0x3e]];
        for (n, place) in scattered(33).enumerate() {
            let leaf = DrawnAxis {
                middle: glass.at(inset(place)),
                along: LEAF_TURNS[n % LEAF_TURNS.len()],
                unit: side * LEAVES[n % LEAVES.len()],
            };
            let upper = [(-0.4, 0.62), (0.4, 0.5), (1.0, 0.0)];
            let lower = [(0.4, -0.5), (-0.4, -0.62), (-1.0, 0.0)];
            let steps = vec![
                PathEl::Move(leaf.at((-1.0, 0.0))),
                PathEl::Curve(upper.map(|at| leaf.at(at))),
                PathEl::Curve(lower.map(|at| leaf.at(at))),
            ];
            self.fill(self.colour_of(colours[n % 3]), steps);
        }
    }
}

/// Moves a place away from the edges.
fn inset(place: Point) -> Point {
    let (corner, size) = SCATTERED;
    (corner.0 + size.0 * place.0, corner.1 + size.1 * place.1)
}

/// Adds a star with four points to a shape.
fn add_star(steps: &mut Vec<PathEl>, middle: Point, radius: f64) {
    let waist = WAIST * radius;
    let points = TURNS.into_iter().flat_map(|turn| [(0.0, -radius), (waist, -waist)].map(turn));
    for (n, (dx, dy)) in points.enumerate() {
        let to = (middle.0 + dx, middle.1 + dy);
        steps.push(if n == 0 { PathEl::Move(to) } else { PathEl::Line(to) });
    }
}
