//! The rule of shards against the plain loop over the slots: random keys, buckets, cuts, growing and shrinking
//! archives.

use crate::support::puzzles::rng;
use rand::RngExt as _;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use sudoku_press::run::shards::rounds::{
    Assignment, KeyOracle, SlotRank, WINDOW, assign_bucket, resolve,
};
use sudoku_press::sudoku::key::Key;

/// A random case: what every slot would make at every reissue.
struct Case {
    quotas: Vec<u64>,
    most: u32,
    keys: u64,
    /// One in this many puzzles cannot be made.
    fails: u64,
    salt: u64,
}

fn mixed(mut n: u64) -> u64 {
    // The finaliser of SplitMix64.
    n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

impl Case {
    fn key(&self, place: SlotRank, reissue: u32) -> Option<Key> {
        let n = mixed(mixed(self.salt ^ place.0).wrapping_add(u64::from(reissue) + 1));
        if mixed(n ^ 1).is_multiple_of(self.fails) {
            return None;
        }
        // A level has keys of its own, and some that all levels may make.
        let number = match mixed(n ^ 2).is_multiple_of(3) {
            true => 1_000 * (place.level() as u64 + 1) + n % (self.keys / 2 + 1),
            false => n % self.keys,
        };
        let high = u128::from(mixed(number)) << 64;
        Some(Key((high | u128::from(number)).to_be_bytes()))
    }

    /// The rule as one machine has it: a loop over the slots.
    fn in_order(&self, known: &HashSet<Key>) -> Assignment {
        let mut seen = known.clone();
        let (mut all, mut cuts) = (BTreeMap::new(), Vec::new());
        for (level, &quota) in self.quotas.iter().enumerate() {
            cuts.push(None);
            'slots: for number in 0..quota {
                let place = SlotRank::new(level, number);
                for reissue in 0..=self.most {
                    let Some(key) = self.key(place, reissue) else { break };
                    if seen.insert(key) {
                        all.insert(place, (reissue, key));
                        continue 'slots;
                    }
                }
                cuts[level] = Some(number);
                break;
            }
        }
        Assignment { patches: all, cuts }
    }
}

struct Answers<'a> {
    case: &'a Case,
    known: &'a HashSet<Key>,
    held: HashMap<Key, SlotRank>,
    asked: usize,
}

impl KeyOracle for Answers<'_> {
    type Error = Infallible;

    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<Key>>, Infallible> {
        self.asked += asks.len();
        Ok(asks.iter().map(|&(place, reissue)| self.case.key(place, reissue)).collect())
    }

    fn known(&mut self, keys: &[Key]) -> Result<Vec<bool>, Infallible> {
        Ok(keys.iter().map(|key| self.known.contains(key)).collect())
    }

    fn held(&mut self, key: &Key) -> Result<Option<SlotRank>, Infallible> {
        Ok(self.held.get(key).copied())
    }
}

#[test]
fn shards_in_any_buckets_give_what_the_loop_over_the_slots_gives() {
    let mut rng = rng(15);
    let (mut reissued, mut cut, mut cut_late, mut changed, mut got_back) = (0, 0, 0, 0, 0);
    for trial in 0..6_000 {
        let levels = rng.random_range(1..=4);
        let case = Case {
            quotas: (0..levels).map(|_| rng.random_range(0..=40)).collect(),
            most: rng.random_range(1..=9),
            keys: rng.random_range(1..=150),
            fails: if rng.random_bool(0.5) { u64::MAX } else { rng.random_range(15..=200) },
            salt: rng.random(),
        };
        // What an archive knows: before the first round, in each bucket, and in the end.
        let mut known = HashSet::new();
        for number in 0..case.keys {
            let high = u128::from(mixed(number)) << 64;
            if rng.random_ratio(1, 6) {
                known.insert(Key((high | u128::from(number)).to_be_bytes()));
            }
        }
        let some = |rng: &mut sudoku_press::make::seed::Rng| -> HashSet<Key> {
            known.iter().copied().filter(|_| rng.random_bool(0.7)).collect()
        };
        let last = some(&mut rng);

        // Every part is made up to its first puzzle that cannot be made, and the level ends at the first cut.
        let mut asks = Vec::new();
        let mut cuts = vec![None; levels];
        for (level, &quota) in case.quotas.iter().enumerate() {
            for number in 0..quota {
                match case.key(SlotRank::new(level, number), 0) {
                    Some(key) => asks.push((key, SlotRank::new(level, number))),
                    None => {
                        cuts[level] = Some(number);
                        break;
                    }
                }
            }
        }
        let buckets = 1 << rng.random_range(0..=5);
        let grows = rng.random_bool(0.5);
        let (mut held, mut lost) = (HashMap::new(), Vec::new());
        for bucket in 0..buckets {
            let mut of_bucket: Vec<_> = asks
                .iter()
                .copied()
                .filter(|(key, _)| usize::from(key.0[0]) * buckets / 256 == bucket)
                .collect();
            let before = if grows { some(&mut rng) } else { last.clone() };
            let known = |keys: &[Key]| {
                Ok::<_, Infallible>(keys.iter().map(|key| before.contains(key)).collect())
            };
            let Ok(losers) = assign_bucket(&mut of_bucket, known);
            lost.extend(losers);
            lost.extend(of_bucket.iter().filter(|(key, _)| last.contains(key)).map(|(_, p)| *p));
            held.extend(of_bucket);
        }
        let first_cuts = cuts.clone();
        let mut world = Answers { case: &case, known: &last, held, asked: 0 };
        let Ok(settled) = resolve(&mut world, lost, u32::from(!grows), cuts, case.most);
        let mut all: BTreeMap<SlotRank, (u32, Key)> = world
            .held
            .iter()
            .filter(|(_, place)| !settled.is_cut(**place))
            .map(|(key, place)| (*place, (0, *key)))
            .collect();
        all.extend(settled.patches.clone());
        let Assignment { patches: right, cuts: right_cuts } = case.in_order(&last);
        assert_eq!(settled.cuts, right_cuts, "trial {trial}");
        assert!(all == right, "trial {trial}: {all:?}, expected {right:?}");

        let again = right.values().filter(|(reissue, _)| *reissue > 0).count();
        reissued += again;
        cut += usize::from(right_cuts.iter().any(Option::is_some));
        cut_late += usize::from(right_cuts[..levels - 1] != first_cuts[..levels - 1]);
        changed += usize::from(grows);
        got_back += settled.patches.values().filter(|(reissue, _)| *reissue == 0).count();
    }
    // The cases are those that a wrong rule would get wrong.
    let numbers = [reissued, cut, cut_late, changed, got_back];
    assert!(reissued > 20_000 && cut > 1_500 && cut_late > 1_000, "{numbers:?}");
    assert!(changed > 2_000 && got_back > 300, "{numbers:?}");
}

/// A level with fewer classes than slots must not cost quota x attempts puzzles.
#[test]
fn a_level_of_few_classes_is_cut_without_asking_for_all_of_its_slots() {
    let case = Case { quotas: vec![50_000], most: 200, keys: 20, fails: u64::MAX, salt: 1 };
    let place = |number| SlotRank::new(0, number);
    let mut asks: Vec<_> =
        (0..50_000).map(|n| (case.key(place(n), 0).unwrap(), place(n))).collect();
    let Ok(lost) = assign_bucket(&mut asks, |keys| Ok::<_, Infallible>(vec![false; keys.len()]));
    let held = asks.into_iter().collect();
    let known = HashSet::new();
    let mut world = Answers { case: &case, known: &known, held, asked: 0 };
    let Ok(settled) = resolve(&mut world, lost, 1, vec![None], case.most);
    assert!(settled.cuts[0].is_some_and(|cut| cut <= 31), "{:?}", settled.cuts);
    assert!(world.asked <= 64 * 200 * 3, "{} puzzles were asked for", world.asked);
}

#[test]
fn an_archive_is_asked_about_all_keys_where_they_are_more_than_one_question_has() {
    let count = 2 * WINDOW as u64 + 5;
    let place = |number| SlotRank::new(0, number);
    let mut asks: Vec<_> =
        (0..count).map(|n| (Key(u128::from(n).to_be_bytes()), place(n))).collect();
    let is_even = |key: &Key| key.0[15].is_multiple_of(2);
    let known = |keys: &[Key]| Ok::<_, Infallible>(keys.iter().map(is_even).collect());
    let Ok(lost) = assign_bucket(&mut asks, known);
    assert!(lost.into_iter().eq((0..count).step_by(2).map(place)));
    assert!(asks.into_iter().map(|(_, held)| held).eq((1..count).step_by(2).map(place)));
}
