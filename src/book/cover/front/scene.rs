//! The scenes behind a window: hills and the weather.

use super::window::Look;
use super::{Area, Cover, DrawOp, PathEl, Point};
use crate::book::draw::disc;
use crate::book::model::look::Scene;

/// The four turns of a point around the origin, by quarters with the clock.
const TURNS: [fn(Point) -> Point; 4] =
    [|point| point, |(x, y)| (-y, x), |(x, y)| (-x, -y), |(x, y)| (y, -x)];

/// Places that look scattered, the same in each book: from 0 to 1 in both directions.
fn scattered(count: usize) -> impl Iterator<Item = Point> {
    // The digits of the golden and the plastic ratio spread points evenly.
    (1..=count).map(|n| {
        let at = |ratio: f64| (0.5 + ratio * n as f64).fract();
        (at(0.754_877_67), at(0.569_840_29))
    })
}

impl Cover<'_> {
    /// Fills an area with a scene.
    pub(super) fn scene(&mut self, glass: Area, look: Look) {
        let sky = self.drawn(look.sky);
        self.marks.push(glass.filled(sky));
        let light = self.drawn(look.light);
        let side = glass.width.min(glass.height);
        let mut round = Vec::new();
        match self.scene {
            Scene::Sun => self.rays(glass, look),
            Scene::Waves => round = disc(glass.at((0.5, 1.0 / 6.0)), 0.1 * side),
            Scene::Leaves | Scene::Snow => {}
            Scene::Rain | Scene::Stars => round = disc(glass.at((0.5, 1.0 / 6.0)), 0.115 * side),
        }
        self.shape(light, round);
        match self.scene {
            Scene::Waves => self.waves(glass, look),
            _ => self.hills(glass, look),
        }
        let at = |place: Point| glass.at(inner(place));
        let mut bits: Vec<PathEl> = Vec::new();
        match self.scene {
            Scene::Rain => self.rain(glass),
            Scene::Leaves => self.leaves(glass),
            Scene::Snow => {
                for (n, place) in scattered(60).enumerate() {
                    bits.extend(disc(at(place), side * (0.006 + 0.004 * (n % 3) as f64)));
                }
            }
            Scene::Stars => {
                let above = scattered(48).filter(|place| place.1 < 0.62);
                for (n, place) in above.enumerate() {
                    star(&mut bits, at(place), side * (0.010 + 0.007 * (n % 3) as f64));
                }
            }
            Scene::Sun | Scene::Waves => {}
        }
        self.shape(light, bits);
    }

    /// Two hills, each from edge to edge.
    fn hills(&mut self, glass: Area, look: Look) {
        for (hill, [left, top, right]) in
            look.hills.into_iter().zip([[0.72, 0.6, 0.8], [0.92, 0.74, 0.68]])
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
            self.shape(self.drawn(hill), steps);
        }
    }

    /// Rows of waves from edge to edge, the nearest in front.
    fn waves(&mut self, glass: Area, look: Look) {
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
            self.shape(self.drawn(look.hills[row % 2]), steps);
        }
    }

    /// The sun in the middle with its rays.
    fn rays(&mut self, glass: Area, look: Look) {
        // Directions of a quarter of a circle in halves, and between them.
        const QUARTER: [Point; 4] = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)];
        let side = glass.width.min(glass.height);
        let middle = glass.at((0.5, 0.5));
        let light = self.drawn(look.light);
        let around = TURNS.into_iter().flat_map(|turn| QUARTER.map(turn));
        for (n, (x, y)) in around.enumerate() {
            let to = |far: f64, aside: f64| {
                (middle.0 + (x * far - y * aside) * side, middle.1 + (y * far + x * aside) * side)
            };
            let far = if n % 2 == 0 { 0.47 } else { 0.38 };
            self.polygon(light, vec![to(0.2, -0.028), to(far, 0.0), to(0.2, 0.028)]);
        }
        self.shape(light, disc(middle, 0.165 * side));
    }

    /// Strokes of rain, all at one slant.
    fn rain(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let width = (0.0075 * side).max(0.8);
        let strokes = scattered(90).map(|place| {
            let from = glass.at(inner(place));
            DrawOp::Line { from, to: (from.0 - 0.014 * side, from.1 + 0.05 * side), width }
        });
        self.tone(self.drawn([0x8f, 0xb4, 0xdb]), strokes.collect());
    }

    /// Falling leaves in three colours.
    fn leaves(&mut self, glass: Area) {
        let side = glass.width.min(glass.height);
        let colours = [[0xc9, 0x5a, 0x28], [0xe0, 0x94, 0x2f], [0x93, 0x9c, 0x3e]];
        for (n, place) in scattered(33).enumerate() {
            let (x, y) = glass.at(inner(place));
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
            self.shape(self.drawn(colours[n % 3]), steps);
        }
    }
}

/// A place that is not at the edge.
fn inner((x, y): Point) -> Point {
    (0.03 + 0.94 * x, 0.03 + 0.9 * y)
}

/// Adds a star of four points to a shape.
fn star(steps: &mut Vec<PathEl>, (x, y): Point, radius: f64) {
    let waist = 0.2 * radius;
    let points = TURNS.into_iter().flat_map(|turn| [(0.0, -radius), (waist, -waist)].map(turn));
    for (n, (dx, dy)) in points.enumerate() {
        let to = (x + dx, y + dy);
        steps.push(if n == 0 { PathEl::Move(to) } else { PathEl::Line(to) });
    }
}
