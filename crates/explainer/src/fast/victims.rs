//! The possible starts of cycles that remove something.
//!
//! ```text
//!  z ─► a- ─► p+ ─► ... ─► b+ ─► z-      A cycle through a and b removes z, which sees both.
//!       ▲                  │             So z leads to its own opposite, by at most two nodes
//!       └── t+ ◄── w- ◄────┘             more than the cycle has.
//! ```
//!
//! So a cycle requires a chain, and few candidates have a chain that is short enough. Let `n` be
//! the number of nodes of the shortest chain. A cycle of fewer than `n - 2` nodes would make a
//! shorter chain, and a cycle of more than `n` nodes loses to the chain. So each victim `z` with a
//! chain of `n` or `n + 2` nodes is tested for a way from `a` off to `b` on that closes at once, or
//! by two further links. `a` and `b` are candidates of the digit of `z` in its peers.

use super::bit_set::BitSet;
use super::graph::CandidateGraph;
use super::reachability::{Reachability, ShortestChain};

/// Returns the candidates that may be the start of a cycle of `n - 2` nodes, and of a cycle of `n`
/// nodes. The rows grow by one link.
pub(super) fn starts<const W: usize>(
    graph: &CandidateGraph<W>,
    rows: &mut Reachability<W>,
    chain: ShortestChain,
) -> (BitSet<W>, BitSet<W>) {
    let own = rows.clashing;
    rows.grow(graph);
    let (mut short, mut long) = (BitSet::EMPTY, BitSet::EMPTY);
    for z in rows.clashing {
        let sides = graph.same_digit(z);
        if can_close(graph, rows, sides, own.contains(z)) {
            add_near(graph, z, sides, chain.nodes, own.contains(z), &mut short, &mut long);
        }
    }
    (short, long)
}

/// Returns true if some way from one side of a victim to the other closes to a cycle. With
/// `bridged`, it may also close by two further links.
fn can_close<const W: usize>(
    graph: &CandidateGraph<W>,
    rows: &Reachability<W>,
    sides: BitSet<W>,
    bridged: bool,
) -> bool {
    let mut linked = sides;
    for side in sides {
        if graph.partners[side].len() == 0 {
            linked.remove(side);
        }
    }
    for a in linked {
        let mut on = BitSet::EMPTY;
        graph.partners[a].iter().for_each(|p| on.add(&rows.on[p]));
        for b in linked.filter(|&b| b != a) {
            let closes =
                graph.weak[a].contains(b) || bridged && graph.after[b].has_common(&graph.weak[a]);
            // The rows are read backwards: from `b` off to what leads to `b` on.
            if closes && graph.partners[b].iter().any(|p| on.has_common(&rows.off[p])) {
                return true;
            }
        }
    }
    false
}

/// Adds the candidates that are near enough to a victim: on the way from one side to the other, or
/// on the bridge that closes it.
fn add_near<const W: usize>(
    graph: &CandidateGraph<W>,
    z: usize,
    sides: BitSet<W>,
    n: usize,
    bridged: bool,
    short: &mut BitSet<W>,
    long: &mut BitSet<W>,
) {
    // The number of links from `z` on to each candidate on, and to each candidate off. The cell of
    // the victim is not part of the cycle.
    let far = u16::MAX / 2;
    let mut distance = [vec![far; graph.len()], vec![far; graph.len()]];
    let mut banned = graph.weak[z].minus(&sides);
    banned.insert(z);
    let (mut on, mut off, mut fresh) = (banned, banned, sides);
    for links in 1..=n + 1 {
        let [off_distance, on_distance] = &mut distance;
        let (seen, known) = match links % 2 {
            1 => (&mut off, off_distance),
            _ => (&mut on, on_distance),
        };
        fresh = fresh.minus(seen);
        seen.add(&fresh);
        fresh.for_each(|x| known[x] = links as u16);
        let mut next = BitSet::EMPTY;
        match links % 2 {
            1 => fresh.for_each(|x| graph.partners[x].iter().for_each(|y| next.insert(y))),
            _ => fresh.for_each(|x| next.add(&graph.weak[x])),
        }
        fresh = next;
    }
    for (x, (off, on)) in distance[0].iter().zip(&distance[1]).enumerate() {
        let links = usize::from(off + on);
        if links < n && bridged {
            short.insert(x);
        }
        let is_across = links > n + 1
            && bridged
            && graph.weak[x].has_common(&sides)
            && graph.partners[x].iter().any(|w| graph.weak[w].has_common(&sides));
        if links <= n + 1 || is_across {
            long.insert(x);
        }
    }
}
