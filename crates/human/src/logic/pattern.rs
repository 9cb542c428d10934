//! The names that solvers give to some simple chains. A pattern changes neither the technique nor
//! the rating of a step.

use super::houses::shared_houses;
use super::position::Position;
use super::step::{Chain, Link, Node, Reason, Step};
use super::technique::Technique;
use grid::{DigitSet, House};

words::named! {
    /// A shape of a simple chain that has a name of its own among solvers.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ChainPattern {
        /// Two rows, or two columns, with two places of a digit each. One place of each lies in the
        /// same crossing line.
        Skyscraper = "skyscraper",
        /// A row and a column with two places of a digit each. One place of each lies in the same
        /// block.
        TwoStringKite = "two-string-kite",
        /// Two houses with two places of a digit each, linked in any other way.
        TurbotFish = "turbot-fish",
        /// Two cells with the same two candidates, linked by a house with two places of one of
        /// them.
        WWing = "w-wing",
        /// A chain of cells that all have the same two candidates.
        RemotePair = "remote-pair",
        /// A chain of cells with two candidates.
        XyChain = "xy-chain",
        /// A chain of one digit in which more than two houses with two places each follow each
        /// other.
        SimpleColouring = "simple-colouring",
    }
}

impl ChainPattern {
    /// Returns the pattern of a step, if its reason is one chain of a shape with a name. `before`
    /// is the position before the step.
    pub fn from_step(before: &Position, step: &Step) -> Option<Self> {
        let Reason::Contradiction { chains } = &step.reason else { return None };
        let [chain] = &chains[..] else { return None };
        Self::from_chain(before, chain)
    }

    /// Returns the pattern of a chain in a position, if it has a shape with a name.
    pub(crate) fn from_chain(position: &Position, chain: &Chain) -> Option<Self> {
        let links = StrongLink::all(chain)?;
        let own = DigitSet::singleton(chain.start().digit);
        let is_of_one_digit = links.iter().all(|link| link.digits == own);
        match links[..] {
            [StrongLink { house: Some(first), .. }, StrongLink { house: Some(second), .. }]
                if is_of_one_digit =>
            {
                Some(Self::from_houses(first, second))
            }
            [_, _, _, ..] if is_of_one_digit => {
                if is_coloured(position, chain) {
                    Some(Self::SimpleColouring)
                } else {
                    None
                }
            }
            [first, middle, last]
                if first.is_in_cell()
                    && last.is_in_cell()
                    && first.digits == last.digits
                    && middle.house.is_some() =>
            {
                Some(Self::WWing)
            }
            _ if links.iter().all(StrongLink::is_in_cell) => {
                let is_same = links.iter().all(|link| link.digits == links[0].digits);
                Some(if is_same { Self::RemotePair } else { Self::XyChain })
            }
            _ => None,
        }
    }

    /// Returns the technique as which chains with this pattern are rated.
    pub const fn technique(self) -> Technique {
        match self {
            Self::Skyscraper | Self::TwoStringKite | Self::TurbotFish | Self::SimpleColouring => {
                Technique::ForcingXChain
            }
            Self::WWing | Self::RemotePair | Self::XyChain => Technique::ForcingChain,
        }
    }

    /// Returns the pattern of two houses with two places of a digit each.
    pub(crate) const fn from_houses(first: House, second: House) -> Self {
        match (first.index() / 9, second.index() / 9) {
            (0, 0) | (1, 1) => Self::Skyscraper,
            (0, 1) | (1, 0) => Self::TwoStringKite,
            _ => Self::TurbotFish,
        }
    }
}

/// Returns true if the chain of one digit between its two ends goes through houses with two places
/// only, so that its cells take two colours in turn.
fn is_coloured(position: &Position, chain: &Chain) -> bool {
    let inner = &chain.nodes[1..chain.nodes.len() - 1];
    inner.windows(2).all(|pair| is_conjugate(position, pair[0].0, pair[1].0))
}

/// Returns true if the cells of two nodes are the two places of their digit in a house.
pub(crate) fn is_conjugate(position: &Position, one: Node, other: Node) -> bool {
    let houses = [one.cell, other.cell];
    shared_houses(&houses).any(|house| position.two_places(house).contains(one.digit))
}

/// A strong link of a chain: if its first end is false, its second end is true.
#[derive(Clone, Copy)]
struct StrongLink {
    /// The house with two places of the digit. `None` if the link is a cell with two candidates.
    house: Option<House>,
    /// The digit of a house, or the two digits of a cell.
    digits: DigitSet,
}

impl StrongLink {
    fn is_in_cell(&self) -> bool {
        self.house.is_none()
    }

    /// Returns the strong links of a chain that assumes that a cell is a digit and ends in the
    /// opposite. Returns `None` for any other chain.
    fn all(chain: &Chain) -> Option<Vec<Self>> {
        let (start, end) = (chain.start(), chain.conclusion());
        let is_path = chain.parents.iter().enumerate().skip(1).all(|(i, of)| of[..] == [i - 1]);
        let is_opposite = (start.cell, start.digit) == (end.cell, end.digit);
        if !(is_path && is_opposite && start.on && !end.on) {
            return None;
        }
        // The assumption is on; then every off-node is followed by an on-node.
        let pairs = chain.nodes[1..chain.nodes.len() - 1].chunks_exact(2);
        let strong = pairs.map(|pair| match *pair {
            [(off, _), (on, link)] if !off.on && on.on => match link {
                Link::House(house) if off.digit == on.digit => {
                    Some(Self { house: Some(house), digits: DigitSet::singleton(on.digit) })
                }
                Link::Cell if off.cell == on.cell => {
                    let digits =
                        DigitSet::singleton(off.digit).union(DigitSet::singleton(on.digit));
                    Some(Self { house: None, digits })
                }
                _ => None,
            },
            _ => None,
        });
        strong.collect()
    }
}
