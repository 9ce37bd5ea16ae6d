//! The built-in functions of the language: their names and how many arguments they take.

/// Any number of arguments.
const MANY: usize = usize::MAX;

/// Each function is one row: its name, and how many arguments it takes at least and at most.
macro_rules! builtins {
    ($($(#[$about:meta])* $variant:ident = $name:literal, $least:literal, $most:expr;)*) => {
        /// A built-in function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Builtin {
            $($(#[$about])* $variant,)*
        }

        const TABLE: &[(&str, Builtin, usize, usize)] = &[$(($name, Builtin::$variant, $least, $most),)*];
    };
}

builtins! {
    /// The least of some values.
    Min = "min", 1, MANY;
    /// The greatest of some values.
    Max = "max", 1, MANY;
    /// A number without its sign.
    Abs = "abs", 1, 1;
    /// The greatest common divisor of numbers, at least 0.
    Gcd = "gcd", 1, MANY;
    /// The least common multiple of numbers, at least 0.
    Lcm = "lcm", 1, MANY;
    /// A power, as of the operator. It is lowered to that.
    Pow = "pow", 2, 2;
    /// A quotient, as of the operator, which rounds down. It is lowered to that.
    Floor = "floor", 1, 1;
    /// A quotient, rounded up. It is lowered to operators.
    Ceil = "ceil", 1, 1;
    /// The square root, rounded down.
    Isqrt = "isqrt", 1, 1;
    /// How many ones a number from 0 on has in binary.
    Popcount = "popcount", 1, 1;
    /// The bit of a number at a place, 0 or 1; place 0 is that of the ones.
    Bit = "bit", 2, 2;
    /// The bits that two numbers have in common.
    Bitand = "bitand", 2, 2;
    /// The bits that at least one of two numbers has.
    Bitor = "bitor", 2, 2;
    /// The lowest bit of a number from 0 on: the greatest power of 2 that divides it, and 0 for 0.
    Lowbit = "lowbit", 1, 1;
    /// The ways to write a number as a sum of numbers from 1 on, each a list that falls.
    Partitions = "partitions", 1, 1;
    /// All lists of some of the members of a list or set, in their order.
    Subsets = "subsets", 1, 1;
    /// The columns of a list of rows of the same length.
    Columns = "columns", 1, 1;
    /// Whether a number is even.
    Even = "even", 1, 1;
    /// Whether a number is odd.
    Odd = "odd", 1, 1;
    /// Whether a number is prime.
    Prime = "prime", 1, 1;
    /// Whether a number is a square.
    Square = "square", 1, 1;
    /// How many members a list, tuple or set has, or how many characters a text.
    Length = "length", 1, 1;
    /// The values of a function for all members. It is lowered to a list.
    Map = "map", 2, 2;
    /// The members for which a function is true. It is lowered to a list.
    Filter = "filter", 2, 2;
    /// The sum of the members of a list or set.
    Sum = "sum", 1, 1;
    /// The product of the members of a list or set.
    Product = "product", 1, 1;
    /// How often a value is among members; with one argument, how many of its conditions hold.
    Count = "count", 1, 2;
    /// The members in ascending order.
    Sort = "sort", 1, 1;
    /// The members backwards.
    Reverse = "reverse", 1, 1;
    /// The indices of a list or text, from 0 on.
    Indices = "indices", 1, 1;
    /// A list or text with something else at an index.
    Replace = "replace", 3, 3;
    /// A list or text without what stands at an index.
    Remove = "remove", 2, 2;
    /// A list or text with something more before an index.
    Insert = "insert", 3, 3;
    /// The least number from 0 on that is not among the given ones.
    Mex = "mex", 1, MANY;
    /// ∞ with these nimbers.
    Infinity = "infinity", 1, 1;
    /// The nim-sum.
    Nimsum = "nimsum", 1, MANY;
    /// The product in the field of nimbers.
    Nimproduct = "nimproduct", 2, 2;
    /// A power in the field of nimbers.
    Nimpower = "nimpower", 2, 2;
    /// The inverse in the field of nimbers, for all but 0.
    Niminverse = "niminverse", 1, 1;
    /// The square root in the field of nimbers.
    Nimsqrt = "nimsqrt", 1, 1;
    /// Whether all conditions hold.
    All = "all", 1, 1;
    /// Whether at least one condition holds.
    Some = "some", 1, 1;
    /// The first member.
    First = "first", 1, 1;
    /// A value as a text, as it would be typed; a text stays as it is.
    Text = "text", 1, 1;
    /// A board of so many rows and columns, as a text.
    Board = "board", 2, 3;
    /// Whether every block of some stones on a board touches a free cell.
    Breathes = "breathes", 3, 3;
    /// The set of the divisors of a number up to 2^50.
    Divisors = "divisors", 1, 1;
    /// The set of the powers 1, b, b², … of a base of at least 2.
    Powers = "powers", 1, 1;
    /// The connected parts of a list of vertices of a graph, as lists. A graph is a list: for each vertex, from 0 on, the list of its
    /// neighbours.
    Parts = "parts", 2, 2;
}

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

    /// How many arguments it takes, at least and at most.
    pub fn arity(self) -> (usize, usize) {
        TABLE.iter().find(|row| row.1 == self).map_or((0, 0), |row| (row.2, row.3))
    }
}
