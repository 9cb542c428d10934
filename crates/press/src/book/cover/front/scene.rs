//! The scenes behind a window: hills, the sea and the weather.

use super::window::SceneColours;
use super::{Area, Cover, DrawOp, PathEl, Point};
use crate::book::draw::circle;
use crate::book::model::look::Scene;

/// The rotations of a point around the origin by 0, 90, 180 and 270 degrees, clockwise.
const TURNS: [fn(Point) -> Point; 4] =
    [|point| point, |(x, y)| (-y, x), |(x, y)| (-x, -y), |(x, y)| (y, -x)];

/// Returns places that look random but are the same in each book. Coordinates are from 0 to 1.
fn scattered(count: usize) -> impl Iterator<Item = Point> {
    // Multiples of the golden and the plastic ratio spread points evenly.
    (1..=count).map(|n| {
        let at = |ratio: f64| (0.5 + ratio * n as f64).fract();
        (at(0.754_877_67), at(0.569_840_29))
    })
}

impl Cover<'_> {
    /// Fills an area with a scene.
    pub(super) fn draw_scene(&mut self, glass: Area, colours: SceneColours) {
        let sky = self.colour_of(colours.sky);
        self.marks.push(glass.filled(sky));
        let light = self.colour_of(colours.light);
        let side = glass.width.min(glass.height);
        let mut round = Vec::new();
        match self.scene {
            Scene::Sun => self.draw_rays(glass, colours),
            Scene::Waves => round = circle(glass.at((0.5, 1.0 / 6.0)), 0.1 * side),
            Scene::Leaves | Scene::Snow => {}
            Scene::Rain | Scene::Stars => round = circle(glass.at((0.5, 1.0 / 6.0)), 0.115 * side),
        }
        self.fill(light, round);
        match self.scene {
            Scene::Waves => self.draw_waves(glass, colours),
            _ => self.draw_hills(glass, colours),
        }
        let at = |place: Point| glass.at(inset(place));
        let mut bits: Vec<PathEl> = Vec::new();
        match self.scene {
            Scene::Rain => self.draw_rain(glass),
            Scene::Leaves => self.draw_leaves(glass),
            Scene::Snow => {
                for (n, place) in scattered(60).enumerate() {
                    bits.extend(circle(at(place), side * (0.006 + 0.004 * (n % 3) as f64)));
                }
            }
            Scene::Stars => {
                let above = scattered(48).filter(|place| place.1 < 0.62);
                for (n, place) in above.enumerate() {
                    add_star(&mut bits, at(place), side * (0.010 + 0.007 * (n % 3) as f64));
                }
            }
            Scene::Sun | Scene::Waves => {}
        }
        self.fill(light, bits);
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
                    glass.at((x + 0.36 * wide, top + high)),
                    glass.at((x + 0.64 * wide, top + high)),
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
        for (n, (x, y)) in around.enumerate() {
            let to = |far: f64, aside: f64| {
                (middle.0 + (x * far - y * aside) * side, middle.1 + (y * far + x * aside) * side)
            };
            let far = if n % 2 == 0 { 0.47 } else { 0.38 };
            self.fill_path(light, vec![to(0.2, -0.028), to(far, 0.0), to(0.2, 0.028)]);
        }
        self.fill(light, circle(middle, 0.165 * side));
    }

    /// Draws streaks of rain, all with the same slant.
    fn draw_rain(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let width = (0.0075 * side).max(0.8);
        let strokes = scattered(90).map(|place| {
            let from = glass.at(inset(place));
            DrawOp::Line { from, to: (from.0 - 0.014 * side, from.1 + 0.05 * side), width }
        });
        self.paint(self.colour_of([0x8f, 0xb4, 0xdb]), strokes.collect());
    }

    /// Draws falling leaves in three colours.
    fn draw_leaves(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let colours = [[0xc9, 0x5a, 0x28], [0xe0, 0x94, 0x2f], [0x93, 0x9c, 0x3e]];
        for (n, place) in scattered(33).enumerate() {
            let (x, y) = glass.at(inset(place));
            let (dx, dy) = [(0.8, 0.6), (0.6, -0.8), (0.28, 0.96), (0.96, 0.28)][n % 4];
            let long = side * (0.028 + 0.006 * (n % 3) as f64);
            let at = |along: f64, across: f64| {
                (x + (along * dx - across * dy) * long, y + (along * dy + across * dx) * long)
            };
            let steps = vec![
                PathEl::Move(at(-1.0, 0.0)),
                PathEl::Curve([at(-0.4, 0.62), at(0.4, 0.5), at(1.0, 0.0)]),
                PathEl::Curve([at(0.4, -0.5), at(-0.4, -0.62), at(-1.0, 0.0)]),
            ];
            self.fill(self.colour_of(colours[n % 3]), steps);
        }
    }
}

/// Moves a place away from the edges.
fn inset((x, y): Point) -> Point {
    (0.03 + 0.94 * x, 0.03 + 0.9 * y)
}

/// Adds a star with four points to a shape.
fn add_star(steps: &mut Vec<PathEl>, (x, y): Point, radius: f64) {
    let waist = 0.2 * radius;
    let points = TURNS.into_iter().flat_map(|turn| [(0.0, -radius), (waist, -waist)].map(turn));
    for (n, (dx, dy)) in points.enumerate() {
        let to = (x + dx, y + dy);
        steps.push(if n == 0 { PathEl::Move(to) } else { PathEl::Line(to) });
    }
}
