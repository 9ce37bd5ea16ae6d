//! Tables of errors. A row is an error, all of it but its words: the data that it holds, and its code. The words, and
//! the correction where it can be written as a text, stand under that code in `codes.txt`; each datum is filled in
//! there under its own name. A row says more only where a text needs what must first be worked out.

use super::texts::or_listed;
use super::wording::{Fix, Wording};
use crate::told::Told;

/// Defines an enum of errors by a table. In each row, `=>` stands before the code or, where more is needed, before a
/// [`Wording`] that is worked out from the data.
macro_rules! errors {
    (
        $(#[$about:meta])*
        pub enum $Errors:ident {
            $( $(#[$doc:meta])* $Error:ident $({ $($datum:ident: $Type:ty),* $(,)? })? => $wording:expr, )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $Errors {
            $( $(#[$doc])* $Error $({ $($datum: $Type),* })?, )*
        }

        impl $Errors {
            /// Selects and fills the texts of this error.
            pub(in $crate::error) fn wording(&self) -> $crate::error::wording::Wording {
                match self {
                    $( $Errors::$Error $({ $($datum),* })? => {
                        let wording = $crate::error::wording::Wording::from($wording);
                        $( $( let wording = $crate::error::table::Datum::fill($datum, wording, stringify!($datum)); )* )?
                        wording
                    } )*
                }
            }
        }
    };
}
pub(super) use errors;

/// What a datum of an error puts into its wording.
pub trait Datum {
    /// The wording with this datum, which has this name.
    fn fill(&self, wording: Wording, name: &'static str) -> Wording;
}

/// Implements `Datum` for types whose text stands in the place of their name.
macro_rules! shown {
    ($($Type:ty)*) => {
        $( impl Datum for $Type {
            fn fill(&self, wording: Wording, name: &'static str) -> Wording {
                wording.part(name, self)
            }
        } )*
    };
}
shown! { String &'static str char u8 u64 u128 usize i128 }

/// The name of the datum is a case, which applies if it is true.
impl Datum for bool {
    fn fill(&self, wording: Wording, name: &'static str) -> Wording {
        if *self { wording.weak_case(name) } else { wording }
    }
}

/// Implements `Datum` for what may be missing: the name of the datum is a case, which applies if it is there.
macro_rules! optional {
    ($($Type:ty)*) => {
        $( impl Datum for Option<$Type> {
            fn fill(&self, wording: Wording, name: &'static str) -> Wording {
                match self {
                    Some(datum) => wording.weak_case(name).part(name, datum),
                    None => wording.part(name, ""),
                }
            }
        } )*
    };
}
optional! { String &'static str char usize }

/// It is told in each language.
impl Datum for Told {
    fn fill(&self, wording: Wording, name: &'static str) -> Wording {
        wording.told(name, self.clone())
    }
}

/// The name of the datum is a case, which applies if the list has members; `single` is another, for one member.
impl Datum for Vec<String> {
    fn fill(&self, wording: Wording, name: &'static str) -> Wording {
        let wording = wording.told(name, or_listed(self));
        let wording = if self.is_empty() { wording } else { wording.weak_case(name) };
        if self.len() == 1 { wording.weak_case("single") } else { wording }
    }
}

/// The correction, where the table cannot tell it.
impl Datum for Fix {
    fn fill(&self, wording: Wording, _: &'static str) -> Wording {
        wording.corrected(self.clone())
    }
}

impl Datum for Option<Fix> {
    fn fill(&self, wording: Wording, _: &'static str) -> Wording {
        self.iter().fold(wording, |wording, fix| wording.corrected(fix.clone()))
    }
}

/// Data that only a row's own wording reads.
macro_rules! silent {
    ($($Type:ty)*) => {
        $( impl Datum for $Type {
            fn fill(&self, wording: Wording, _: &'static str) -> Wording {
                wording
            }
        } )*
    };
}
pub(super) use silent;

/// Defines an enum whose variants are cases in `codes.txt`.
macro_rules! cases {
    ($(#[$about:meta])* pub enum $Cases:ident { $($(#[$doc:meta])* $Case:ident => $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Cases { $($(#[$doc])* $Case,)* }

        impl Datum for $Cases {
            fn fill(&self, wording: Wording, _: &'static str) -> Wording {
                wording.weak_case(match self { $($Cases::$Case => $word,)* })
            }
        }
    };
}
pub(super) use cases;
