//! Merges sorted sequences into one, with one item of each in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::mem;

/// A sequence of items in rising order, or an error in the place of an item.
pub type SortedItems<'a, T, E> = Box<dyn Iterator<Item = Result<T, E>> + 'a>;

/// The items of several sorted sequences in rising order.
pub struct Merge<'a, T, E> {
    sources: Vec<SortedItems<'a, T, E>>,
    /// The next item of each sequence that has one, with the index of the sequence.
    heads: BinaryHeap<Reverse<(T, usize)>>,
}

impl<'a, T: Ord, E> Merge<'a, T, E> {
    /// Reads the first item of each sequence.
    pub fn new(mut sources: Vec<SortedItems<'a, T, E>>) -> Result<Self, E> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (index, source) in sources.iter_mut().enumerate() {
            if let Some(head) = source.next() {
                heads.push(Reverse((head?, index)));
            }
        }
        Ok(Self { sources, heads })
    }
}

impl<T: Ord, E> Iterator for Merge<'_, T, E> {
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut head = self.heads.peek_mut()?;
        let index = head.0.1;
        let Reverse((item, _)) = match self.sources[index].next() {
            Some(Ok(next)) => mem::replace(&mut *head, Reverse((next, index))),
            Some(Err(e)) => return Some(Err(e)),
            None => PeekMut::pop(head),
        };
        Some(Ok(item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns numbers as a sorted sequence.
    fn sorted(numbers: &[u32]) -> SortedItems<'_, u32, &'static str> {
        Box::new(numbers.iter().map(|number| Ok(*number)))
    }

    #[test]
    fn merged_items_rise_and_none_is_missing() {
        let sources = vec![sorted(&[1, 4, 4, 9]), sorted(&[]), sorted(&[4]), sorted(&[0, 10])];
        let merged: Result<Vec<u32>, _> = Merge::new(sources).unwrap().collect();
        assert_eq!(merged.unwrap(), [0, 1, 4, 4, 4, 9, 10]);
    }

    #[test]
    fn error_takes_the_place_of_its_item() {
        let damaged = Box::new([Ok(2), Err("damaged")].into_iter());
        let mut merged = Merge::new(vec![sorted(&[1, 3]), damaged]).unwrap();
        assert_eq!(merged.next(), Some(Ok(1)));
        assert_eq!(merged.next(), Some(Err("damaged")));
    }
}
