//! The first few of any number of items.
//!
//! An error may have millions of reasons, one for each cell of its input. It keeps a few of them and counts the
//! rest, so that no error grows with what somebody typed.

use std::fmt;

/// The first few of any number of items, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Few<T> {
    first: Vec<T>,
    count: usize,
}

impl<T> Few<T> {
    /// How many items are kept.
    pub const KEPT: usize = 12;

    /// None so far.
    pub fn new() -> Few<T> {
        Few { first: Vec::new(), count: 0 }
    }

    /// Counts an item, and keeps it if it is one of the first.
    pub fn push(&mut self, item: T) {
        self.push_with(|| item);
    }

    /// The same, for an item that is worth making only if it is kept.
    pub fn push_with(&mut self, item: impl FnOnce() -> T) {
        if self.first.len() < Self::KEPT {
            self.first.push(item());
        }
        self.count += 1;
    }

    /// Adds others after those that are there.
    pub fn append(&mut self, others: Few<T>) {
        let room = Self::KEPT - self.first.len();
        self.first.extend(others.first.into_iter().take(room));
        self.count += others.count;
    }

    /// The first few.
    pub fn first(&self) -> &[T] {
        &self.first
    }

    /// How many there are in all.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many there are beside the first few.
    pub fn more(&self) -> usize {
        self.count - self.first.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl<T> Default for Few<T> {
    fn default() -> Few<T> {
        Few::new()
    }
}

impl<T> From<T> for Few<T> {
    fn from(item: T) -> Few<T> {
        Few { first: vec![item], count: 1 }
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Few<T> {
        let mut few = Few::new();
        items.into_iter().for_each(|item| few.push(item));
        few
    }
}

/// Items with commas between them: `a, b and 3 more`.
impl<T: fmt::Display> fmt::Display for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, item) in self.first.iter().enumerate() {
            write!(f, "{}{item}", if number > 0 { ", " } else { "" })?;
        }
        match self.more() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_are_kept_and_all_are_counted() {
        let mut few: Few<usize> = (0..5).collect();
        assert_eq!((few.to_string().as_str(), few.more()), ("0, 1, 2, 3, 4", 0));
        few.append((5..1_000_000).collect());
        assert_eq!((few.count(), few.first().len(), few.first.capacity() < 100), (1_000_000, 12, true));
        assert_eq!(few.to_string(), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 999988 more");
    }
}
