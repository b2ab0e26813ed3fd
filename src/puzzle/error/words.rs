//! Words that texts are made of.

use crate::puzzle::parities::counted;
use std::fmt;

/// A cell as people count it: from 1, row by row.
pub(crate) struct Cell(pub(crate) usize);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.0 + 1)
    }
}

/// A cell that the caller gave by its index, so both numbers are shown.
pub(crate) struct GivenCell(pub(crate) usize);

impl fmt::Display for GivenCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (index {})", Cell(self.0), self.0)
    }
}

/// Names in quotes, as in a sentence: `'a', 'b' or 'c'`, with `last_word` before the last one.
pub(crate) fn quoted(names: &[&str], last_word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {last_word} {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A number of bytes, exact, and rounded for people.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        0..1_000_000 => counted(n, "byte"),
        1_000_000..10_000_000_000 => format!("{n} bytes ({:.1} MB)", n as f64 / 1e6),
        _ => format!("{n} bytes ({:.1} GB)", n as f64 / 1e9),
    }
}
