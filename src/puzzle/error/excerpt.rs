//! What somebody wrote, cut where it is long: no error repeats a whole input.

use std::fmt;

/// The beginning of a text that somebody gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    /// Most letters that are kept.
    pub const LETTERS: usize = 100;

    /// The beginning of a text, in quotes.
    pub(crate) fn quoted(text: &str) -> Excerpt {
        Excerpt(format!("'{}'", Excerpt::from(text).0))
    }
}

impl<T: AsRef<str>> From<T> for Excerpt {
    fn from(text: T) -> Excerpt {
        let mut letters = text.as_ref().chars();
        let mut kept = String::new();
        for letter in letters.by_ref().take(Excerpt::LETTERS) {
            // Whatever could change how a terminal shows the rest is written out.
            if letter.is_control() {
                kept.extend(letter.escape_default());
            } else {
                kept.push(letter);
            }
        }
        if letters.next().is_some() {
            // What is quoted stays so.
            let quote = kept.chars().next().filter(|&first| matches!(first, '\'' | '"'));
            kept.push_str("...");
            kept.extend(quote);
        }
        Excerpt(kept)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_letters() {
        assert_eq!(Excerpt::from("éa").to_string(), "éa");
        let quoted = Excerpt::from(format!("'{}'", "x".repeat(1000))).to_string();
        assert_eq!(quoted, format!("'{}...'", "x".repeat(Excerpt::LETTERS - 1)));
        let long = Excerpt::from("é".repeat(1000)).to_string();
        assert_eq!(long, format!("{}...", "é".repeat(Excerpt::LETTERS)));
        assert_eq!(Excerpt::quoted("a\u{1b}[0m\n").to_string(), "'a\\u{1b}[0m\\n'");
        assert_eq!(Excerpt::quoted(&"x".repeat(101)).to_string(), format!("'{}...'", "x".repeat(100)));
    }
}
