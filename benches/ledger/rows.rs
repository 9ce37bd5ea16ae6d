//! The rows of the ledger.

use grundy_engine::ledger::FastPath;

use super::{Row, row};

/// Amazons on boards of four columns.
const AMAZONS: &str = concat!(
    "let ray(b, p, d) = [p + k*d for k in 1..3 if all(p + j*d >= 0 and p + j*d < length(b) and b[p + j*d] == \".\" for j in 1..k)]\n",
    "let reach(b, p) = [q for d in [-6, -5, -4, -1, 1, 4, 5, 6], q in ray(b, p, d)]\n",
    "let queens(b) = [p for p in indices(b) if b[p] == \"X\" or b[p] == \"O\"]\n",
    "let moved(b, p, q) = replace(replace(b, p, \".\"), q, b[p])\n",
    "game Amazons(b) = (replace(moved(b, p, q), a, \"#\")) for p in queens(b), q in reach(b, p), a in reach(moved(b, p, q), q)\n",
    "print grundy Amazons(\"X.../..O.\")",
);

const CHOMP: (&str, &str) = ("Chomp 10 × 10", "print grundy Chomp([10 for r in 1..10])");
const SUBSETS: (&str, &str) = ("subset take-away, n = 6", "print outcome SubsetTakeaway([1..62])");

/// In the order of the engine: heaps, rules written out, sets, boards, misère play.
pub const ROWS: &[Row] = &[
    row(
        FastPath::SingleBits,
        "single bits (`heap/bitmask`)",
        &["solve/heap/bitmask.rs"],
        &[(
            "the period of `take <40,160,481,641>` (Althöfer and Bültermann 1995)",
            "game A = take <40,160,481,641>\nprint period A",
        )],
    ),
    row(
        FastPath::SlidingWindows,
        "sliding windows (`heap/window`)",
        &["solve/heap/window.rs"],
        &[("`take <1..5000>`, 10^12", "game A = take <1..5000>\nprint grundy A(10^12)")],
    ),
    row(
        FastPath::LargeAmounts,
        "amounts that are large (`heap/pieces`)",
        &["solve/heap/pieces.rs"],
        &[("`take <1, 2, 3·10^7>`, 10^8", "game A = take <1, 2, 30000000>\nprint grundy A(10^8)")],
    ),
    row(
        FastPath::ByteSets,
        "byte sets (`heap/byteset`)",
        &["solve/heap/byteset.rs"],
        &[
            ("`take squares`, 10^6", "game A = take squares\nprint sum(values A 0..1000000)"),
            ("`take primes`, 10^5", "game A = take primes\nprint sum(values A 0..100000)"),
        ],
    ),
    row(
        FastPath::LargeValues,
        "byte sets of values above 255 (`heap/flags`)",
        &["solve/heap/flags.rs"],
        &[("`take any except primes`, 40,000", "game A = take any except primes\nprint sum(values A 0..40000)")],
    ),
    row(
        FastPath::VectorInstructions,
        "vector instructions (`heap/simd`)",
        &["solve/heap/simd.rs"],
        &[("`take primes`, 10^5", "game A = take primes\nprint sum(values A 0..100000)")],
    ),
    row(
        FastPath::Pairs,
        "pairs (`heap/splits`)",
        &["solve/heap/splits", "solve/heap/narrow.rs"],
        &[("`octal 0.077007`, 20,000", "game A = octal 0.077007\nprint sum(values A 0..20000)")],
    ),
    row(
        FastPath::SparseSpace,
        "sparse space (`heap/sparse`)",
        &["solve/heap/sparse"],
        &[
            ("`octal 0.6`, 10^5", "game A = octal 0.6\nprint sum(values A 0..100000)"),
            ("Grundy's game, 10^6", "game A = split unequal\nprint sum(values A 0..1000000)"),
        ],
    ),
    row(
        FastPath::Divisions,
        "single heaps by division (`heap/division`)",
        &["solve/heap/division.rs"],
        &[("`divide by <2,3,6>`, 3·10^6 and far beyond", "game A = divide by <2,3,6>\nprint grundy A(3000000)")],
    ),
    row(
        FastPath::CompleteRows,
        "complete rows of splits (`heap/reachable`)",
        &["solve/heap/reachable.rs"],
        &[("`split into 2..16`, 600", "game A = split into 2..16\nprint sum(values A 0..600)")],
    ),
    row(
        FastPath::CountedOptions,
        "options counted by a period (`heap/option_count`)",
        &["solve/heap/option_count.rs"],
        &[("`moves Kayles(10^6)`", "moves Kayles(10^6)")],
    ),
    row(
        FastPath::OneByOne,
        "options one by one (`written/farthest`)",
        &["solve/written/farthest.rs"],
        &[(
            "who wins `(a - k*b, b) for k in 1..a/b \\| (a, b - k*a) for k in 1..b/a`, (10^18, 10^17 + 3)",
            "game A(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a\nprint outcome A(10^18, 10^17 + 3)",
        )],
    ),
    row(
        FastPath::LineBits,
        "bits along lines (`written/lines`)",
        &["solve/written/lines.rs"],
        &[(
            "Wythoff's game, (1500, 1500)",
            "game A(a, b) = (i, b) for i in 0..a-1 | (a, j) for j in 0..b-1 | (a-k, b-k) for k in 1..min(a, b)\nprint grundy A(1500, 1500)",
        )],
    ),
    row(
        FastPath::NeighboursOptions,
        "options of neighbours (`written/windows`)",
        &["solve/written/windows.rs"],
        &[("`take <1..n/3>`, 200,000", "game A(n) = (n-k) for k in 1..n/3\nprint grundy A(200000)")],
    ),
    row(
        FastPath::NarrowedLoops,
        "conditions that end a loop (`code/narrow`)",
        &["code/narrow.rs"],
        &[(
            "`(n-k) for k in 1..n if k*k <= n`, 30,000",
            "game A(n) = (n-k) for k in 1..n if k*k <= n\nprint sum(values A 0..30000)",
        )],
    ),
    row(
        FastPath::Decisions,
        "lists by decisions (`code/decisions`, `compile/decided`)",
        &["code/decisions.rs", "code/compile/decided.rs"],
        &[("Amazons on two rows of four columns", AMAZONS)],
    ),
    row(
        FastPath::Divisors,
        "divisors (`LoopSource::Divisors`)",
        &["code/compile/parts.rs#fn divides", "code/run_one.rs#LoopSource::Divisors {"],
        &[(
            "`(n-x) for x in 1..n-1 if n % x == 0`, 30,000",
            "game A(n) = (n-x) for x in 1..n-1 if n % x == 0\nprint sum(values A 0..30000)",
        )],
    ),
    row(
        FastPath::LineBounds,
        "bounds that end a line of moves (`forward/advances`)",
        &["solve/written/forward/advances.rs#pub fn is_closed_by"],
        &[(
            "the lost positions of `(n-i, k) for i in 1..min(k, n)` up to (2,000, 20)",
            "game A(n, k) = (n-i, k) for i in 1..min(k, n)\nprint length(losing A 0..2000, 0..20)",
        )],
    ),
    row(
        FastPath::Marks,
        "marks of lost positions (`written/forward`)",
        &["solve/written/forward"],
        &[(
            "the lost positions of Wythoff's game and of one queen more up to (300, 300)",
            "game A(a, b) = (a-i, b) for i in 1..a | (a, b-j) for j in 1..b | (a-k, b-k) for k in 1..min(a, b) | (a-1, b-2)\nprint length(losing A 0..300, 0..300)",
        )],
    ),
    row(
        FastPath::Sweep,
        "values swept through a grid (`written/sweep`)",
        &["solve/written/sweep.rs"],
        &[(
            "two heaps, 1, 2 or 3 from one, up to (1000, 1000)",
            "game A(a, b) = (a-i, b) for i in 1..min(3, a) | (a, b-i) for i in 1..min(3, b) | (a-1, b-1)\nprint grundy A(1000, 1000)",
        )],
    ),
    row(
        FastPath::WeightedBoxes,
        "boxes bounded by a weighted sum (`code/bounds`)",
        &["code/bounds.rs#pub fn weighted_closure", "code/bounds.rs#fn all_weights"],
        &[(
            "a knight, from (1000, 1000)",
            "game A(x, y) = (x-2, y+1) | (x-2, y-1) | (x+1, y-2) | (x-1, y-2)\nprint grundy A(1000, 1000)",
        )],
    ),
    row(
        FastPath::PassedOn,
        "values passed on to positions that wait (`written/search`)",
        &["solve/written/search.rs#fn receive", "solve/written/search.rs#impl Seen"],
        &[(
            "a knight, from (1000, 1000)",
            "game A(x, y) = (x-2, y+1) | (x-2, y-1) | (x+1, y-2) | (x-1, y-2)\nprint grundy A(1000, 1000)",
        )],
    ),
    row(
        FastPath::ReadFromGrid,
        "options read from the grid (`written/search`)",
        &["solve/written/search.rs#fn expand_in_grid"],
        &[("Fibonacci Nim, 1,000", "game A(n, k) = (n-i, 2*i) for i in 1..min(n, k)\nprint grundy A(1000, 999)")],
    ),
    row(
        FastPath::LinearOptions,
        "lines of options (`code/linear`)",
        &["code/linear.rs"],
        &[
            ("Fibonacci Nim, 1,000", "game A(n, k) = (n-i, 2*i) for i in 1..min(n, k)\nprint grundy A(1000, 999)"),
            (
                "three rows of Chomp, any lengths, 61 of them",
                "game A(a, b, c) = (i, min(i, b), min(i, c)) for i in 0..a-1 | (a, i, min(i, c)) for i in 0..b-1 | (a, b, i) for i in 0..c-1\nprint sum(grundy A(60, n, n) for n in 0..60)",
            ),
        ],
    ),
    row(
        FastPath::Coins,
        "rows of coins (`written/coins`)",
        &["solve/written/coins.rs"],
        &[("Ruler, 300 coins", "print grundy Ruler(300)")],
    ),
    row(
        FastPath::SimplerGames,
        "simpler games (`solve/simpler`, `game/parameters`, `game/rising`)",
        &["solve/simpler.rs", "game/parameters.rs", "game/rising.rs"],
        &[(
            "`(s, c+k) for k in 1..min(c*c, s-c)`, (10^6, 1)",
            "game A(s, c) = (s, c+k) for k in 1..min(c*c, s-c)\nprint grundy A(10^6, 1)",
        )],
    ),
    row(
        FastPath::Summands,
        "sums (`game/summands`, `game/listed_heaps`, `solve/reduced`)",
        &["game/summands.rs", "game/listed_heaps.rs", "solve/reduced.rs"],
        &[(
            "`(i, b) for i in 0..a-1 \\| (a, i) for i in 0..b-1`, (10^12, 10^12)",
            "game A(a, b) = (i, b) for i in 0..a-1 | (a, i) for i in 0..b-1\nprint grundy A(10^12, 10^12)",
        )],
    ),
    row(
        FastPath::CommonFactors,
        "common factors (`written/coprimes`)",
        &["solve/written/coprimes.rs", "game/coprime.rs"],
        &[(
            "`take {x for x in 1..n if gcd(x, n) == 1}`, 20,000",
            "game A = take {x for x in 1..n if gcd(x, n) == 1}\nprint grundy A(20000)",
        )],
    ),
    row(
        FastPath::FarMisere,
        "misère play along a coordinate (`systems/misere`)",
        &["solve/written/systems/misere.rs"],
        &[(
            "`outcome misere` of `(n-k) for k in 2..min(5, n) \\| (0) if n == 1`, 10^9",
            "game A(n) = (n-k) for k in 2..min(5, n) | (0) if n == 1\nprint outcome misere A(10^9)",
        )],
    ),
    row(FastPath::Diagrams, "diagrams (`sets/diagrams`)", &["solve/sets/diagrams.rs"], &[CHOMP]),
    row(
        FastPath::RowsAsSets,
        "rows as sets (`ListReading::Rows`)",
        &[
            "solve/sets/mod.rs#fn search_of_rows",
            "solve/sets/mod.rs#fn cells_of_rows",
            "solve/sets/mod.rs#fn may_be_diagrams",
            "solve/sets/mod.rs#fn diagrams_of",
        ],
        &[CHOMP],
    ),
    row(
        FastPath::Grids,
        "grids (`sets/grid`, `grid_moves`)",
        &["solve/sets/grid.rs", "solve/sets/grid_moves.rs"],
        &[("Arc Kayles 4 × 9", "let arc_graph = grid(4, 9)\nprint grundy ArcKayles([0..35])")],
    ),
    row(
        FastPath::AnsweredByImages,
        "answers by images (`space/answers`, `Layout::is_answered`)",
        &["solve/sets/space/answers.rs", "solve/boards/layout.rs#fn is_answered"],
        &[
            ("Cram 6 × 6", "print outcome Cram(board(6, 6))"),
            ("Clobber 4 × 4", "print outcome Clobber(\"XOXO/OXOX/XOXO/OXOX\")"),
        ],
    ),
    row(
        FastPath::ExchangeableMembers,
        "exchangeable members (`sets/symmetry`)",
        &[
            "solve/sets/symmetry.rs#fn twins",
            "solve/sets/symmetry.rs#fn are_twins",
            "solve/sets/space/normal_form.rs#pub fn without_twins",
        ],
        &[(
            "Grim on K(7, 8)",
            "let grim_graph = [[7..14] for v in 0..6] ++ [[0..6] for v in 7..14]\nprint grundy Grim([0..14])",
        )],
    ),
    row(FastPath::Images, "images under permutations (`sets/symmetry`)", &["solve/sets/symmetry.rs"], &[SUBSETS]),
    row(
        FastPath::ImagesOfRemoved,
        "images of what is removed (`Subsets::form_after`)",
        &["solve/sets/space/mod.rs#fn note_images", "solve/sets/space/mod.rs#fn form_after"],
        &[SUBSETS],
    ),
    row(
        FastPath::Token,
        "a token (`SetRules::places`)",
        &["solve/sets/space/build.rs#fn moves_from_places"],
        &[("Geography 5 × 5", "let geography_graph = grid(5, 5)\nprint outcome Geography([0])")],
    ),
    row(
        FastPath::Stones,
        "stones (`sets/stones`, `stone_board`)",
        &["solve/sets/stones.rs", "solve/sets/stone_board.rs"],
        &[(
            "X and O, equal ones apart, 15 cells",
            "game Apart(board) where not (\"XX\" in board or \"OO\" in board) = \".\" becomes \"X\" | \".\" becomes \"O\"\nprint grundy Apart(\"...............\")",
        )],
    ),
    row(
        FastPath::ValuesApart,
        "values apart from what is ruled out (`Decider::values`)",
        &["search/decide.rs#fn known"],
        &[
            ("the value of Cram 4 × 9", "print grundy Cram(board(4, 9))"),
            ("of Cram 5 × 7", "print grundy Cram(board(5, 7))"),
        ],
    ),
    row(
        FastPath::LastForms,
        "the forms met last (`space/last_forms`)",
        &["solve/sets/space/last_forms.rs"],
        &[
            ("the value of Cram 4 × 9", "print grundy Cram(board(4, 9))"),
            ("of Cram 5 × 7", "print grundy Cram(board(5, 7))"),
        ],
    ),
    row(
        FastPath::BoardsAsSets,
        "boards as sets (`boards/cells`)",
        &["solve/boards/cells.rs"],
        &[("the value of Cram 4 × 9", "print grundy Cram(board(4, 9))")],
    ),
    row(
        FastPath::BoardsAsBits,
        "boards as bits (`boards/layout`, `coded`)",
        &["solve/boards/layout.rs", "solve/boards/coded.rs"],
        &[("Clobber 4 × 4", "print outcome Clobber(\"XOXO/OXOX/XOXO/OXOX\")")],
    ),
    row(
        FastPath::Liberties,
        "liberties (`boards/liberties`)",
        &["solve/boards/liberties.rs"],
        &[("NoGo on a row of 13", "print grundy NoGo(\".............\")")],
    ),
    row(
        FastPath::MisereSets,
        "misère play of sets (`sets/misere`)",
        &["solve/sets/misere.rs"],
        &[("misère Arc Kayles 4 × 5", "let arc_graph = grid(4, 5)\nprint outcome misere ArcKayles([0..19])")],
    ),
    row(
        FastPath::SmallForms,
        "small components as forms",
        &["solve/sets/misere.rs#fn form"],
        &[(
            "misère Cram 3 × 4 + 4 × 4 + 2 × 5 + \\*2 + \\*3",
            "print outcome misere Cram(board(3, 4)) + Cram(board(4, 4)) + Cram(board(2, 5)) + *2 + *3",
        )],
    ),
    row(
        FastPath::BoardParts,
        "parts of boards in misère play (`boards/splitter`, `split`)",
        &["solve/boards/splitter.rs", "solve/boards/split.rs"],
        &[(
            "misère Clobber, a row that falls into three strips",
            "print outcome misere Clobber(\"XOXOXOXO.OXOXOXOX.XOXXOXOX\")",
        )],
    ),
    row(
        FastPath::Quotients,
        "quotients (`misere/quotient`), learned from few sums",
        &["solve/misere/quotient"],
        &[(
            "misère Kayles(100) + Kayles(200) + Kayles(77)",
            "print outcome misere Kayles(100) + Kayles(200) + Kayles(77)",
        )],
    ),
];
