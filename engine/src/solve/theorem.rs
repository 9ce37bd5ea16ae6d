//! The theorems by which a period may be called proved. A period that no theorem proves is only observed.

/// Which theorem a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Theorem {
    /// T1. A finite subtraction set S: each value is a function of the max S values before it, so values repeat for
    /// ever once max S consecutive values occur again. S. Golomb, A mathematical investigation of games of
    /// "take-away", 1966.
    FiniteSubtraction,
    /// All amounts from one number to another: a formula gives all values, so that none is computed. Well known.
    ConsecutiveAmounts,
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
    pub const ALL: [Theorem; 9] = [
        Theorem::FiniteSubtraction,
        Theorem::ConsecutiveAmounts,
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
            Theorem::ConsecutiveAmounts => "Consecutive amounts",
            Theorem::CofiniteSubtraction => "Cofinite subtraction sets",
            Theorem::GuySmith => "Octal games",
            Theorem::BoundedSplits => "Bounded splits",
            Theorem::ArithmeticHexadecimal => "Hexadecimal games that rise for ever",
            Theorem::AlongCoordinate => "Written rules along a coordinate",
            Theorem::SplitSystem => "Systems that split",
            Theorem::Literature => "Lasker's Nim",
        }
    }

    /// The theorem of `proof/` that says the same and is checked by machine; `None` if it is proved on paper only.
    pub fn lemma(self) -> Option<&'static str> {
        match self {
            Theorem::FiniteSubtraction | Theorem::GuySmith => Some("bounded_splits"),
            Theorem::BoundedSplits => Some("sized_splits"),
            Theorem::CofiniteSubtraction => Some("cofinite"),
            Theorem::ArithmeticHexadecimal => Some("rising"),
            Theorem::Literature => Some("lasker"),
            Theorem::ConsecutiveAmounts | Theorem::AlongCoordinate | Theorem::SplitSystem => None,
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

    /// The files of `proof/`, in one.
    fn library() -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../proof");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "v"));
        files.map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    /// The table of docs/proofs.md has the theorems in their order, and says which are checked by machine.
    #[test]
    fn what_is_called_checked_by_machine_is_a_theorem_there() {
        let proofs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/proofs.md")).unwrap();
        let rows = proofs.lines().skip_while(|line| !line.starts_with("| the program says |")).skip(2);
        let library = library();
        for (theorem, row) in Theorem::ALL.into_iter().zip(rows) {
            let machine = row.rsplit('|').nth(1).unwrap().trim();
            match theorem.lemma() {
                Some(lemma) => {
                    assert!(machine.starts_with(&format!("`{lemma}`")), "{theorem:?}: {row}");
                    assert!(library.contains(&format!("Theorem {lemma} ")), "{theorem:?}: {lemma}");
                }
                None => assert_eq!(machine, "no", "{theorem:?}"),
            }
        }
        assert!(!["Admitted", "Axiom", "admit."].iter().any(|word| library.contains(word)));
    }

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
