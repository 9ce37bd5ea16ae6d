//! The fast paths, each of which can be switched off where it is entered. `benches/ledger.rs` does so, one after the other, for the table
//! in README.md; programs are built without the feature `ledger`, and then no path is ever off, which costs nothing.
//!
//! No answer depends on a path: where it is off, the next best engine answers.

macro_rules! paths {
    ($($name:ident,)*) => {
        /// A fast path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FastPath {
            $($name,)*
        }

        impl FastPath {
            /// All of them.
            #[cfg(feature = "ledger")]
            pub const ALL: &[FastPath] = &[$(FastPath::$name,)*];
        }
    };
}

paths! {
    SingleBits,
    SlidingWindows,
    LargeAmounts,
    ByteSets,
    LargeValues,
    VectorInstructions,
    Pairs,
    SparseSpace,
    Divisions,
    CompleteRows,
    CountedOptions,
    OneByOne,
    LineBits,
    NeighboursOptions,
    NarrowedLoops,
    Decisions,
    Divisors,
    LineBounds,
    Marks,
    Sweep,
    WeightedBoxes,
    PassedOn,
    ReadFromGrid,
    LinearOptions,
    Coins,
    SimplerGames,
    Summands,
    CommonFactors,
    FarMisere,
    Diagrams,
    RowsAsSets,
    Grids,
    AnsweredByImages,
    ExchangeableMembers,
    Images,
    ImagesOfRemoved,
    Token,
    Stones,
    ValuesApart,
    LastForms,
    BoardsAsSets,
    BoardsAsBits,
    Liberties,
    MisereSets,
    SmallForms,
    BoardParts,
    Quotients,
}

/// The path that is off, as its place among all.
#[cfg(feature = "ledger")]
static OFF: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(usize::MAX);

impl FastPath {
    /// Switches one path off in all of the process, and all others on.
    #[cfg(feature = "ledger")]
    pub fn switch_off(path: Option<FastPath>) {
        OFF.store(path.map_or(usize::MAX, |path| path as usize), std::sync::atomic::Ordering::SeqCst);
    }

    /// Is it switched off?
    #[cfg(feature = "ledger")]
    #[inline(always)]
    pub fn is_off(self) -> bool {
        OFF.load(std::sync::atomic::Ordering::Relaxed) == self as usize
    }

    /// Is it switched off? Not in programs.
    #[cfg(not(feature = "ledger"))]
    #[inline(always)]
    pub const fn is_off(self) -> bool {
        false
    }

    /// `None` if it is switched off.
    #[inline(always)]
    pub fn on(self) -> Option<()> {
        (!self.is_off()).then_some(())
    }
}
