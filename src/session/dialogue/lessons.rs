//! The lessons of the tour. A page has at most 20 lines of 80 columns; every exercise is solved by a test.

/// One page, with something to type.
pub struct Lesson {
    pub title: &'static str,
    /// Paragraphs apart by blank lines; lines that begin with blanks stand as they are; `code` between backticks.
    pub text: &'static str,
    /// One after the other.
    pub exercises: &'static [Exercise],
}

pub struct Exercise {
    pub ask: &'static str,
    pub want: Want,
    /// A line that solves it.
    pub solution: &'static str,
    /// Lines that are often typed instead, each with a word about it.
    pub slips: &'static [(Want, &'static str)],
    pub hint: &'static str,
    pub praise: &'static str,
}

/// What a statement must be, or answer.
#[derive(Clone, Copy, Debug)]
pub enum Want {
    /// This statement, however it is spaced.
    Statement(&'static str),
    /// A statement with this answer, written like this.
    Value(&'static str),
    /// An expression that is this position.
    Position(&'static str),
    /// A definition of a game that is moved like this, under any name.
    Game(&'static str),
}

use Want::{Game, Position, Statement, Value};

pub const LESSONS: &[Lesson] = &[
    Lesson {
        title: "What a combinatorial game is",
        text: "
Two players move in turn. Nobody rolls dice, nobody draws cards, nothing is
hidden: both see all there is. And every game comes to an end.

In some of these games both players have the same moves at every turn: whoever
it is may take coins from any heap. They are called impartial, and this program
is about them. Chess is not one: White may not move Black's pieces. Such games
are called partizan.

The oldest impartial game is Nim. `Nim(5)` is a heap of five coins. Whoever is to
move takes as many of them as they like, but at least one.
",
        exercises: &[Exercise {
            ask: "type `moves Nim(5)` and see what can be done with five coins.",
            want: Statement("moves Nim(5)"),
            solution: "moves Nim(5)",
            slips: &[(Statement("Nim(5)"), "That is the position and its value. Ask for the moves: `moves Nim(5)`.")],
            hint: "The verb comes first, then the position: `moves Nim(5)`.",
            praise: "Five moves, and one of them wins: take everything, and the other player is stuck.",
        }],
    },
    Lesson {
        title: "Who cannot move has lost",
        text: "
When it is your turn and there is no move left, you have lost. So whoever makes
the last move wins. This is normal play, and it is meant unless something else
is said.

The smallest game of all: from a heap, take one coin. Nobody has a choice, so it
only matters whether the number of coins is odd. In this language a game is
defined by its rule:

    game One = take <1>
",
        exercises: &[
            Exercise {
                ask: "define this game.",
                want: Game("take <1>"),
                solution: "game One = take <1>",
                slips: &[(Game("take any"), "`any` would allow to take several at once. Only one: `<1>`.")],
                hint: "`game`, a name of yours, `=`, and the rule: `game One = take <1>`.",
                praise: "The brackets < > hold all the numbers that may be taken; here there is only one.",
            },
            Exercise {
                ask: "seven coins, one at a time: who makes the last move? Type `first` or `second`.",
                want: Value("first"),
                solution: "first",
                slips: &[(Value("second"), "Count on your fingers: the first player takes coins 1, 3, 5 and 7.")],
                hint: "The first player takes the coins number 1, 3, 5, … Whose is number 7?",
                praise: "With an odd number the first player wins. The program agrees: try `winner One(7)`.",
            },
        ],
    },
    Lesson {
        title: "Taking one or two",
        text: "
Now a choice: take one coin or two. Think from the end.

With 0 coins you have lost. With 1 or 2 you take them all and win. With 3 you
leave 2 or 1, and then the other player wins: so 3 is lost.

A position is lost if every move leads to a won one. It is called a P-position:
the previous player wins. It is won if some move leads to a lost one: an
N-position, the next player wins.

The way to win is to leave a P-position behind, every time.
",
        exercises: &[
            Exercise {
                ask: "which is the next heap after 3 that is lost? Type its size.",
                want: Value("6"),
                solution: "6",
                slips: &[
                    (Value("4"), "From 4 take one: you leave 3, and that is lost for the other player. So 4 is won."),
                    (Value("5"), "From 5 take two: you leave 3, and that is lost for the other player. So 5 is won."),
                ],
                hint: "From 4 and from 5 one can move to 3. From which heap can one only move to 4 and 5?",
                praise: "0, 3, 6, 9, … Whatever one player takes, the other makes it three together.",
            },
            Exercise {
                ask: "now take 1, 2, 3 or 4. There are 23 coins and you begin. How many do you take?",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (Value("5"), "Five may not be taken. Which heaps are lost, if a pair of moves can always make 5?"),
                    (Value("20"), "20 is what you want to leave. How many do you take?"),
                ],
                hint: "With 1 to 4 a pair of moves can always make 5. So leave a multiple of 5.",
                praise: "You leave 20. If 1 to k can be taken, the multiples of k+1 are lost.",
            },
        ],
    },
    Lesson {
        title: "The mex, and Grundy values",
        text: "
Won or lost is not enough once several heaps stand on the table. So every
position gets a number, its Grundy value, also called its nimber. Look at the
values of all its options, that is, of the positions one can move to. Its own is
the least number that is not among them: the mex, the minimal excluded value.

    mex {0, 1, 3} = 2      mex {1, 2} = 0      mex {} = 0

No option at all gives 0. And 0 means lost: from 0 every move leads to something
else, and from anything else some move leads to 0.
",
        exercises: &[
            Exercise {
                ask: "what is mex {0, 1, 2, 5}? Type the number.",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (Value("6"), "6 is one more than the largest. The mex is the first gap, counting up from 0."),
                    (Value("4"), "4 is missing too, but there is a smaller number that is missing."),
                ],
                hint: "Count 0, 1, 2, … until a number is not in the set.",
                praise: "The first gap counts, whatever comes behind it.",
            },
            Exercise {
                ask: "taking one or two, heaps of 1 and 2 have the values 1 and 2. And a heap of 3?",
                want: Value("0"),
                solution: "0",
                slips: &[(Value("3"), "From 3 one comes to 2 and to 1, never to 0. Is 0 among the values you reach?")],
                hint: "A heap of 3 becomes 2 or 1, with the values 2 and 1. What is mex {1, 2}?",
                praise: "Value 0: the lost heap of the lesson before. See `table take <1,2> 0..9`.",
            },
        ],
    },
    Lesson {
        title: "Lists of allowed takes",
        text: "
Any list of numbers makes a game, and no trick is needed: work upwards from 0.
If 1, 3 or 4 may be taken:

    heap    0   1   2   3   4   5
    value   0   1   0   1   2   ?

A heap of 2 can only become 1, which has value 1, so its own is mex {1} = 0.
A heap of 4 becomes 3, 1 or 0, of values 1, 1 and 0: mex {0, 1} = 2.
",
        exercises: &[
            Exercise {
                ask: "define the game in which 1, 3 or 4 may be taken, under a name you like.",
                want: Game("take <1,3,4>"),
                solution: "game L = take <1,3,4>",
                slips: &[(Game("take <1..4>"), "That allows 2 as well. List the three numbers: `<1,3,4>`.")],
                hint: "As in lesson 2, with more numbers between the brackets: `game L = take <1,3,4>`.",
                praise: "There are lists about which nobody knows everything.",
            },
            Exercise {
                ask: "what is the value of a heap of 5? Work it out with the row above.",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (Value("5"), "The size is not the value. Where can 5 go, and what is it worth there?"),
                    (
                        Value("1"),
                        "1 is among the values that are reached: look at the heap of 2 again, it has value 0.",
                    ),
                ],
                hint: "5 becomes 4, 2 or 1. Their values are 2, 0 and 1.",
                praise: "mex {0, 1, 2} = 3. `explain` shows such a derivation for any position.",
            },
        ],
    },
    Lesson {
        title: "Several heaps: the nim-sum",
        text: "
Put several heaps side by side. A move is a move in one of them; the others stay
as they are. Such a position is written with a plus: `Nim(3) + Nim(5)`.

Its Grundy value is the nim-sum ⊕ of the values of its heaps. Write them in
binary and add without carrying: a column is 1 if it holds an odd number of ones.

    5     1 0 1
    3     0 1 1
    ------------
    5⊕3   1 1 0  =  6

That this is so is the theorem of Sprague and Grundy (1935, 1939). A number and
itself cancel: 5 ⊕ 5 = 0. The sign ⊕ is typed as `xor`.
",
        exercises: &[
            Exercise {
                ask: "by hand: what is 5 ⊕ 6?",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (Value("11"), "That is 5 + 6 with carrying. Without: 101 and 110, column by column."),
                    (Value("7"), "That is where at least one has a 1. A column with two ones gives 0."),
                ],
                hint: "5 is 101 and 6 is 110. Equal digits give 0, different ones give 1.",
                praise: "101 and 110 give 011. Check it: `5 xor 6`.",
            },
            Exercise {
                ask: "heaps of values 1, 2 and 3 stand side by side. Who wins, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "Add them: 01, 10 and 11. Every column holds two ones.")],
                hint: "The first player wins if the nim-sum is not 0. What is 1 ⊕ 2 ⊕ 3?",
                praise: "1 ⊕ 2 ⊕ 3 = 0, so every move can be answered.",
            },
        ],
    },
    Lesson {
        title: "How to win at Nim",
        text: "
In Nim the value of a heap is its size, so only the nim-sum has to be worked out.
Take 3, 4 and 5:

    3     0 1 1
    4     1 0 0
    5     1 0 1
    -----------
    2     0 1 0

The sum is 2, not 0: whoever begins wins, by making it 0. Take the highest column
of the sum, find a heap with a 1 there, and make it its own ⊕ with the sum. That
is the heap of 3, and 3 ⊕ 2 = 1: take two coins. `Nim(1) + Nim(4) + Nim(5)` is left.
",
        exercises: &[Exercise {
            ask: "win `Nim(1)+Nim(4)+Nim(6)`: type the position you leave.",
            want: Position("Nim(1)+Nim(4)+Nim(5)"),
            solution: "Nim(1) + Nim(4) + Nim(5)",
            slips: &[
                (Position("Nim(1)+Nim(4)+Nim(6)"), "That is where you begin. Which heap do you change?"),
                (Position("Nim(1)+Nim(7)+Nim(6)"), "The sum is 0, but 7 is more than 4, and coins are only taken."),
                (Position("Nim(2)+Nim(4)+Nim(6)"), "The sum is 0, but 2 is more than 1, and coins are only taken."),
            ],
            hint: "The sum is 1 ⊕ 4 ⊕ 6 = 3, which is 011. Only one of the heaps has a 1 in the column of 2.",
            praise: "6 ⊕ 3 = 5, and 1 ⊕ 4 ⊕ 5 = 0. Bouton found this in 1901.",
        }],
    },
    Lesson {
        title: "Confusion 1: mex or nim-sum?",
        text: "
Two things are done with values, and they are easily mixed up.

Options are what you may move to. You will choose one of them: take the mex.
Heaps are what stands on the table. All of them are there: take the nim-sum.

    options of values 1 and 2     mex {1, 2} = 0
    heaps   of values 1 and 2     1 ⊕ 2      = 3

This one or that one: mex. This one and that one: ⊕.
",
        exercises: &[
            Exercise {
                ask: "a heap has three options, with values 0, 1 and 4. What is its value?",
                want: Value("2"),
                solution: "2",
                slips: &[
                    (Value("5"), "That is 0 ⊕ 1 ⊕ 4. But options are not all there: you move to one of them."),
                    (Value("3"), "3 is missing too, but 2 is missing before it."),
                ],
                hint: "These are options: take the mex.",
                praise: "mex {0, 1, 4} = 2.",
            },
            Exercise {
                ask: "three heaps stand side by side, of values 0, 1 and 4. What is the value of all?",
                want: Value("5"),
                solution: "5",
                slips: &[(Value("2"), "That is the mex. But these heaps are all there, side by side.")],
                hint: "These are heaps: take the nim-sum 0 ⊕ 1 ⊕ 4.",
                praise: "0 ⊕ 1 ⊕ 4 = 5.",
            },
        ],
    },
    Lesson {
        title: "Confusion 2: one heap is not many",
        text: "
`Nim(6)` and `Nim(3) + Nim(3)` have six coins each, and are very different. From
one heap of 6 the first player takes all. From two of 3 the second player copies
every move in the other heap, and makes the last one.

So knowing who wins each heap does not tell who wins them together:

    lost and lost   lost
    lost and won    won
    won  and won    either! It takes the values: lost exactly if they are equal

A heap of value 0 changes nothing, as long as both know how to answer in it.
",
        exercises: &[
            Exercise {
                ask: "`Nim(7) + Nim(7)`, two heaps that are won each. Who wins both, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "Whatever you take from one heap, I take the same from the other.")],
                hint: "Equal values cancel: 7 ⊕ 7 = 0.",
                praise: "Copying is the simplest of all ways to win.",
            },
            Exercise {
                ask: "a heap of value 0 beside a heap of value 4: what is the value of both?",
                want: Value("4"),
                solution: "4",
                slips: &[(Value("0"), "A lost heap does not spoil the others: 0 ⊕ 4 is not 0.")],
                hint: "0 ⊕ 4.",
                praise: "Lost heaps may be left out of any sum.",
            },
        ],
    },
    Lesson {
        title: "Splitting heaps",
        text: "
In Kayles, pins stand in a row. A ball knocks down one pin, or two neighbours,
and what is left may be two rows: a move makes one row into two. As a rule this
is `take <1,2> then maybe split`.

An option may now be a sum: its value is the nim-sum of its rows. Then the mex is
taken over all options, as always. For three pins:

    Kayles(3) → Kayles(2)               2
    Kayles(3) → Kayles(1)               1
    Kayles(3) → Kayles(1) + Kayles(1)   1 ⊕ 1 = 0

So `Kayles(3)` has value mex {0, 1, 2} = 3. Rows of 0, 1 and 2 have 0, 1 and 2.
",
        exercises: &[Exercise {
            ask: "what is the value of `Kayles(4)`? Its options are 3, 2, 1+2 and 1+1.",
            want: Value("1"),
            solution: "1",
            slips: &[
                (Value("4"), "One option is missing from your list of values, or one is there that is not: 1 ⊕ 2 = 3."),
                (Value("0"), "1 ⊕ 1 = 0, so 0 is among the values of the options."),
            ],
            hint: "The options have the values 3, 2, 1 ⊕ 2 = 3 and 1 ⊕ 1 = 0.",
            praise: "mex {0, 2, 3} = 1. Compare `explain Kayles(4)`.",
        }],
    },
    Lesson {
        title: "Periods",
        text: "
The values of a take-away game with a finite list repeat, sooner or later. Taking
1, 2 or 3 they are 0 1 2 3 0 1 2 3 …: the period is 4. So a heap of a million
needs no more work than a heap of 0.

For games with splitting, such as Kayles, there is a theorem of Guy and Smith
(1956): if the values repeat for long enough, they repeat for ever. The program
says whether a period is proved, or only seen so far. That is not the same.
",
        exercises: &[
            Exercise {
                ask: "taking 1, 2 or 3: what is the value of a heap of 1002?",
                want: Value("2"),
                solution: "2",
                slips: &[(Value("1002"), "The values are 0 1 2 3 0 1 2 3 …, and never larger than 3.")],
                hint: "The values repeat after 4. 1002 is 4 · 250 + 2.",
                praise: "1002 leaves the remainder 2.",
            },
            Exercise {
                ask: "ask for the period of Kayles: `period Kayles`.",
                want: Statement("period Kayles"),
                solution: "period Kayles",
                slips: &[(Statement("values Kayles"), "These are its values. For their period: `period Kayles`.")],
                hint: "`period`, and the name of the game without a heap.",
                praise: "Of some games, simple ones too, nobody knows whether they ever repeat: `about GrundysGame`.",
            },
        ],
    },
    Lesson {
        title: "Confusion 3: misère play",
        text: "
In misère play whoever makes the last move loses. That is not normal play turned
round. Values do not add up there, and the nim-sum does not decide; the program
searches. Write `misere` behind the verb: `winner misere Nim(3)+Nim(4)`.

Nim alone is tame: play as in normal play, as long as a heap of two or more is
left after your move. When only heaps of one would be left, leave an odd number
of them, so that the other player takes the last.
",
        exercises: &[
            Exercise {
                ask: "three heaps of one coin, misère: who wins, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "First takes one, second takes one, first must take the last, and loses.")],
                hint: "Count: whoever takes the third coin loses.",
                praise: "In normal play it would be the other way.",
            },
            Exercise {
                ask: "misère: win `Nim(1)+Nim(1)+Nim(5)`; type the position you leave.",
                want: Position("Nim(1)+Nim(1)+Nim(1)"),
                solution: "Nim(1) + Nim(1) + Nim(1)",
                slips: &[(
                    Position("Nim(1)+Nim(1)"),
                    "That wins normal play. Here the other player leaves you the last coin.",
                )],
                hint: "After your move only heaps of one are left: let it be an odd number of them.",
                praise: "Three heaps of one: the other player has to take the last of them.",
            },
        ],
    },
];
