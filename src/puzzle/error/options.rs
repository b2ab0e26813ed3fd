//! Options that cannot be combined. Each front has its own names for them, so a text that names them comes in
//! parts.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::error::words::quoted;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words that are the same in every front.
    Text(String),
    /// The name of an option.
    Option(&'static str),
    /// The name of an option and its value.
    Choice(&'static str, &'static str),
}

/// Options that cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum OptionClash {
    /// Some options are for methods other than the one that was asked for.
    OtherMethod { options: &'static [&'static str], methods: &'static [&'static str], got: &'static str },
    /// Some options mean nothing together with another.
    NotBeside { option: Part, others: &'static [&'static str] },
}

impl OptionClash {
    /// What one can do about it.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            OptionClash::OtherMethod { options, .. } if options.contains(&"timeout") => vec![Remedy::Improve],
            _ => vec![],
        }
    }

    /// The text, in parts.
    pub fn parts(&self) -> Vec<Part> {
        match self {
            OptionClash::OtherMethod { options, methods, got } => {
                let methods = match methods {
                    [method] => format!("method '{method}'"),
                    methods => format!("the methods {}", quoted(methods, "and")),
                };
                let mut parts = names(options, " and ");
                let verb = if options.len() == 1 { "is" } else { "are" };
                parts.push(Part::Text(format!(" {verb} for {methods}, got '{got}'")));
                parts
            }
            OptionClash::NotBeside { option, others } => {
                let mut parts = vec![option.clone(), Part::Text(" does not go with ".into())];
                parts.extend(names(others, " or "));
                parts
            }
        }
    }
}

/// Names of options, as in a sentence.
fn names(options: &[&'static str], last: &str) -> Vec<Part> {
    let mut parts = vec![];
    for (i, &name) in options.iter().enumerate() {
        match options.len() - i {
            _ if i == 0 => {}
            1 => parts.push(Part::Text(last.into())),
            _ => parts.push(Part::Text(", ".into())),
        }
        parts.push(Part::Option(name));
    }
    parts
}
