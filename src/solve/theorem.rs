//! The theorems by which a period may be called proved. Nothing else proves one.

/// Which theorem a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// T1. A finite subtraction set: each value is a function of the max S values before it, so a window that
    /// comes again repeats for ever. S. Golomb, A mathematical investigation of games of "take-away", 1966.
    FiniteSubtraction,
    /// T2. All but finitely many amounts may be taken: a state that comes again, up to a constant, repeats for
    /// ever with a saltus. A. Siegel, Combinatorial Game Theory, 2013; Sleator and Slusky, arXiv 1201.3299.
    CofiniteSubtraction,
    /// T3. A finite octal code (or at most h heaps, or unequal or equal parts, with their own bounds).
    /// R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.
    GuySmith,
    /// T4. Hexadecimal games with a saltus that is a power of two: a certificate checked by the program.
    /// Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, 2004.
    ArithmeticHexadecimal,
    /// Known from the literature for one named game, and quoted: Lasker's Nim, Winning Ways, chapter 4.
    Literature,
}
