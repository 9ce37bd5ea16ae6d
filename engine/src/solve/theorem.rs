//! The theorems by which a period may be called proved. A period that no theorem proves is only observed.

/// Which theorem a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Theorem {
    /// T1. A finite subtraction set S: each value is a function of the max S values before it, so values repeat for
    /// ever once max S consecutive values occur again. S. Golomb, A mathematical investigation of games of
    /// "take-away", 1966.
    FiniteSubtraction,
    /// T2. All but finitely many amounts may be taken: once a state occurs again, up to a constant added to its
    /// values, it repeats for ever with a saltus. A. Siegel, Combinatorial Game Theory, 2013; Sleator and Slusky,
    /// arXiv 1201.3299.
    CofiniteSubtraction,
    /// T3. Finitely many amounts, the rest in at most two heaps of any sizes: finite octal codes.
    /// R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.
    GuySmith,
    /// An extension of T3 with its own proof: the rest in at most h heaps, or in two heaps that must be equal or
    /// unequal. How far the values must be known to repeat differs between these cases.
    BoundedSplits,
    /// T4. Hexadecimal games with a saltus that is a power of two: a certificate with its own proof, checked by the
    /// program. Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, 2004, treat such
    /// games.
    ArithmeticHexadecimal,
    /// A written rule whose moves lower a coordinate by at most w, and depend on it otherwise by its remainder alone: each
    /// column of values is a function of the w columns before it, so values repeat for ever once w columns occur again.
    AlongCoordinate,
    /// T3 for a written rule whose moves split a coordinate in two or lower it, for all kinds of heaps at once.
    SplitSystem,
    /// A result for a single game, quoted from the literature: Lasker's Nim, Winning Ways, chapter 4.
    Literature,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Theorem; 8] = [
        Theorem::FiniteSubtraction,
        Theorem::CofiniteSubtraction,
        Theorem::GuySmith,
        Theorem::BoundedSplits,
        Theorem::ArithmeticHexadecimal,
        Theorem::AlongCoordinate,
        Theorem::SplitSystem,
        Theorem::Literature,
    ];

    /// The section of `docs/proofs.md` with its statement and its proof in the form that is applied here.
    pub fn section(self) -> &'static str {
        match self {
            Theorem::FiniteSubtraction => "Finite subtraction sets",
            Theorem::CofiniteSubtraction => "Cofinite subtraction sets",
            Theorem::GuySmith => "Octal games",
            Theorem::BoundedSplits => "Bounded splits",
            Theorem::ArithmeticHexadecimal => "Hexadecimal games that rise for ever",
            Theorem::AlongCoordinate => "Written rules along a coordinate",
            Theorem::SplitSystem => "Systems that split",
            Theorem::Literature => "Lasker's Nim",
        }
    }

    /// Is the theorem proved in `docs/proofs.md` only, and not found in print?
    pub fn is_our_own(self) -> bool {
        use Theorem::{AlongCoordinate, ArithmeticHexadecimal, BoundedSplits, SplitSystem};
        matches!(self, BoundedSplits | ArithmeticHexadecimal | AlongCoordinate | SplitSystem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theorem_is_written_out() {
        let proofs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/proofs.md")).unwrap();
        for (index, theorem) in Theorem::ALL.into_iter().enumerate() {
            // A variant that is added without being listed has a number beyond the list.
            assert_eq!(theorem as usize, index, "{theorem:?}");
            let heading = format!("\n## {}\n\n`{theorem:?}`, ", theorem.section());
            let (_, section) = proofs.split_once(&heading).unwrap_or_else(|| panic!("no section of {theorem:?}"));
            let section = section.split("\n## ").next().unwrap();
            let file = section.split(". ").next().unwrap();
            assert!(
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file).is_file(),
                "{theorem:?}: {file}"
            );
            let proved = section.contains("**Proof.**") && section.contains('∎');
            assert!(proved || theorem == Theorem::Literature, "{theorem:?} has no proof");
        }
        assert_eq!(Theorem::Literature as usize + 1, Theorem::ALL.len(), "the last variant is the last of the list");
    }
}
