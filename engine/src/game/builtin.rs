//! The built-in functions of the language: their names and how many arguments they take.

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// The least of some values.
    Min,
    /// The greatest of some values.
    Max,
    /// A number without its sign.
    Abs,
    /// The greatest common divisor of numbers, at least 0.
    Gcd,
    /// The least common multiple of numbers, at least 0.
    Lcm,
    /// A power, as of the operator. It is lowered to that.
    Pow,
    /// The square root, rounded down.
    Isqrt,
    /// How many ones a number from 0 on has in binary.
    Popcount,
    /// The bit of a number at a place, 0 or 1; place 0 is that of the ones.
    Bit,
    /// The bits that two numbers have in common.
    Bitand,
    /// The bits that at least one of two numbers has.
    Bitor,
    /// The lowest bit of a number from 0 on: the greatest power of 2 that divides it, and 0 for 0.
    Lowbit,
    /// The ways to write a number as a sum of numbers from 1 on, each a list that falls.
    Partitions,
    /// All lists of some of the members of a list or set, in their order.
    Subsets,
    /// The columns of a list of rows of the same length.
    Columns,
    /// Whether a number is even.
    Even,
    /// Whether a number is odd.
    Odd,
    /// Whether a number is prime.
    Prime,
    /// Whether a number is a square.
    Square,
    /// How many members a list, tuple or set has, or how many characters a text.
    Length,
    /// The sum of the members of a list or set.
    Sum,
    /// How often a value is among members; with one argument, how many of its conditions hold.
    Count,
    /// The members in ascending order.
    Sort,
    /// The members backwards.
    Reverse,
    /// The indices of a list or text, from 0 on.
    Indices,
    /// A list or text with something else at an index.
    Replace,
    /// A list or text without what stands at an index.
    Remove,
    /// A list or text with something more before an index.
    Insert,
    /// The least number from 0 on that is not among the given ones.
    Mex,
    /// ∞ with these nimbers.
    Infinity,
    /// The nim-sum.
    Nimsum,
    /// The product in the field of nimbers.
    Nimproduct,
    /// The quotient in the field of nimbers.
    Nimdivide,
    /// A power in the field of nimbers.
    Nimpower,
    /// The inverse in the field of nimbers, for all but 0.
    Niminverse,
    /// The square root in the field of nimbers.
    Nimsqrt,
    /// Whether all conditions hold.
    All,
    /// Whether at least one condition holds.
    Some,
    /// The first member.
    First,
    /// A value as a text, as it would be typed; a text stays as it is.
    Text,
    /// A board of so many rows and columns, as a text.
    Board,
    /// Whether every block of some stones on a board touches a free cell.
    Breathes,
    /// The set of the divisors of a number up to 2^50.
    Divisors,
    /// The set of the powers 1, b, b², … of a base of at least 2.
    Powers,
    /// The connected parts of a list of vertices of a graph, as lists.
    Parts,
    /// The path of so many vertices. A graph is a list: for each vertex, from 0 on, the list of its neighbours.
    Path,
    /// The cycle of so many vertices, at least 3.
    Cycle,
    /// The grid graph of so many rows of so many vertices, numbered row by row.
    Grid,
    /// The complete graph of so many vertices.
    Complete,
    /// The star graph: a vertex 0 with so many neighbours. (It is not the nim-heap `*k`.)
    Star,
    /// The generalised Petersen graph: a cycle of n vertices, each with one more neighbour; these are joined in steps
    /// of k.
    Petersen,
    /// The hypercube graph of so many dimensions.
    Hypercube,
}

/// Name, function, and how many arguments it takes at least and at most.
const TABLE: &[(&str, Builtin, usize, usize)] = &[
    ("min", Builtin::Min, 1, usize::MAX),
    ("max", Builtin::Max, 1, usize::MAX),
    ("abs", Builtin::Abs, 1, 1),
    ("gcd", Builtin::Gcd, 1, usize::MAX),
    ("lcm", Builtin::Lcm, 1, usize::MAX),
    ("pow", Builtin::Pow, 2, 2),
    ("isqrt", Builtin::Isqrt, 1, 1),
    ("popcount", Builtin::Popcount, 1, 1),
    ("bit", Builtin::Bit, 2, 2),
    ("bitand", Builtin::Bitand, 2, 2),
    ("bitor", Builtin::Bitor, 2, 2),
    ("lowbit", Builtin::Lowbit, 1, 1),
    ("partitions", Builtin::Partitions, 1, 1),
    ("subsets", Builtin::Subsets, 1, 1),
    ("columns", Builtin::Columns, 1, 1),
    ("even", Builtin::Even, 1, 1),
    ("odd", Builtin::Odd, 1, 1),
    ("prime", Builtin::Prime, 1, 1),
    ("square", Builtin::Square, 1, 1),
    ("length", Builtin::Length, 1, 1),
    ("sum", Builtin::Sum, 1, 1),
    ("count", Builtin::Count, 1, 2),
    ("sort", Builtin::Sort, 1, 1),
    ("reverse", Builtin::Reverse, 1, 1),
    ("indices", Builtin::Indices, 1, 1),
    ("replace", Builtin::Replace, 3, 3),
    ("remove", Builtin::Remove, 2, 2),
    ("insert", Builtin::Insert, 3, 3),
    ("mex", Builtin::Mex, 1, usize::MAX),
    ("infinity", Builtin::Infinity, 1, 1),
    ("nimsum", Builtin::Nimsum, 1, usize::MAX),
    ("nimproduct", Builtin::Nimproduct, 2, 2),
    ("nimdivide", Builtin::Nimdivide, 2, 2),
    ("nimpower", Builtin::Nimpower, 2, 2),
    ("niminverse", Builtin::Niminverse, 1, 1),
    ("nimsqrt", Builtin::Nimsqrt, 1, 1),
    ("all", Builtin::All, 1, 1),
    ("some", Builtin::Some, 1, 1),
    ("first", Builtin::First, 1, 1),
    ("text", Builtin::Text, 1, 1),
    ("board", Builtin::Board, 2, 3),
    ("breathes", Builtin::Breathes, 3, 3),
    ("divisors", Builtin::Divisors, 1, 1),
    ("powers", Builtin::Powers, 1, 1),
    ("parts", Builtin::Parts, 2, 2),
    ("path", Builtin::Path, 1, 1),
    ("cycle", Builtin::Cycle, 1, 1),
    ("grid", Builtin::Grid, 2, 2),
    ("complete", Builtin::Complete, 1, 1),
    ("star", Builtin::Star, 1, 1),
    ("petersen", Builtin::Petersen, 2, 2),
    ("hypercube", Builtin::Hypercube, 1, 1),
];

impl Builtin {
    /// The function of this name.
    pub fn named(name: &str) -> Option<Builtin> {
        TABLE.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        TABLE.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }

    /// The names of all functions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.0)
    }

    /// Does it give a graph of given sizes?
    pub fn is_graph(self) -> bool {
        use Builtin::{Complete, Cycle, Grid, Hypercube, Path, Petersen, Star};
        matches!(self, Path | Cycle | Grid | Complete | Star | Petersen | Hypercube)
    }

    /// How many arguments it takes, at least and at most.
    pub fn arity(self) -> (usize, usize) {
        TABLE.iter().find(|row| row.1 == self).map_or((0, 0), |row| (row.2, row.3))
    }
}
