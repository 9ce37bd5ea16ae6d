//! The theorems by which a period may be called proved. Nothing else proves one.

/// Which theorem a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Theorem {
    /// T1. A finite subtraction set: each value is a function of the max S values before it, so a window that
    /// comes again repeats for ever. S. Golomb, A mathematical investigation of games of "take-away", 1966.
    FiniteSubtraction,
    /// T2. All but finitely many amounts may be taken: a state that comes again, up to a constant, repeats for
    /// ever with a saltus. A. Siegel, Combinatorial Game Theory, 2013; Sleator and Slusky, arXiv 1201.3299.
    CofiniteSubtraction,
    /// T3. Finitely many amounts, at most two heaps of any sizes: finite octal codes.
    /// R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.
    GuySmith,
    /// T3 extended by us: at most h heaps, or two heaps that must be equal or unequal, with their own constants.
    BoundedSplits,
    /// T4. Hexadecimal games with a saltus that is a power of two: a certificate of our own, checked by the program.
    /// Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, 2004, treat such games.
    ArithmeticHexadecimal,
    /// Known from the literature for one named game, and quoted: Lasker's Nim, Winning Ways, chapter 4.
    Literature,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Theorem; 6] = [
        Theorem::FiniteSubtraction,
        Theorem::CofiniteSubtraction,
        Theorem::GuySmith,
        Theorem::BoundedSplits,
        Theorem::ArithmeticHexadecimal,
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
            Theorem::Literature => "Lasker's Nim",
        }
    }

    /// Is the argument that proves it our own, and not to be found in print?
    pub fn is_our_own(self) -> bool {
        matches!(self, Theorem::BoundedSplits | Theorem::ArithmeticHexadecimal)
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
