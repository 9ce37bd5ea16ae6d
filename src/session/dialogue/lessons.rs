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
    /// A move from one position to another, or the position that it leaves.
    Move(&'static str, &'static str),
    /// A definition of a game that is moved like this, under any name.
    Game(&'static str),
}

use Want::{Game, Move, Position, Statement, Value};

pub const LESSONS: &[Lesson] = &[
    Lesson {
        title: "What a combinatorial game is",
        text: "
Two players move in turn. There are no dice and no cards, and nothing is hidden:
both players see everything. And every game comes to an end.

In some of these games both players have the same moves at every turn: either
player may take coins from any heap. Such games are called impartial, and this
program is about them. Chess is not impartial: White may not move Black's pieces.
Such games are called partizan.

The oldest impartial game is Nim. `Nim(5)` is a heap of five coins. The player to
move takes as many of them as they like, but at least one.
",
        exercises: &[Exercise {
            ask: "type `moves Nim(5)` to see what you can do with five coins.",
            want: Statement("moves Nim(5)"),
            solution: "moves Nim(5)",
            slips: &[(Statement("Nim(5)"), "That is the position and its value. Ask for the moves: `moves Nim(5)`.")],
            hint: "The verb comes first, then the position: `moves Nim(5)`.",
            praise: "There are five moves, and one of them wins: take everything, and the other player is stuck.",
        }],
    },
    Lesson {
        title: "If you cannot move, you lose",
        text: "
When it is your turn and there is no move left, you lose. So the player who makes
the last move wins. This is called normal play. It is what we mean unless we say
otherwise.

Here is the smallest game of all: take one coin from a heap. The players have no
choice, so all that matters is whether the number of coins is odd. In this
language you define a game by its rule:

    game One = take <1>
",
        exercises: &[
            Exercise {
                ask: "define this game.",
                want: Game("take <1>"),
                solution: "game One = take <1>",
                slips: &[(Game("take any"), "`any` lets a player take several at once. Allow only one: `<1>`.")],
                hint: "Type `game`, a name of your choice, `=`, and the rule: `game One = take <1>`.",
                praise: "The brackets < > hold all the numbers that a player may take. Here there is only one.",
            },
            Exercise {
                ask: "with seven coins, taken one at a time, who makes the last move? Type `first` or `second`.",
                want: Value("first"),
                solution: "first",
                slips: &[(Value("second"), "Count on your fingers: the first player takes coins 1, 3, 5 and 7.")],
                hint: "The first player takes coins 1, 3, 5, … Who takes coin 7?",
                praise: "With an odd number of coins the first player wins. The program agrees: try `winner One(7)`.",
            },
        ],
    },
    Lesson {
        title: "Taking one or two",
        text: "
Now you have a choice: take one coin or two. Work backwards from the end.

With 0 coins you lose. With 1 or 2 you take them all and win. With 3 you leave 2
or 1, and then the other player wins: so 3 is lost.

A position is lost if every move leads to a won position. It is called a
P-position: the previous player wins. A position is won if some move leads to a
lost position. It is called an N-position: the next player wins.

To win, leave a P-position every time you move.
",
        exercises: &[
            Exercise {
                ask: "after 3, which is the next heap that is lost? Type its size.",
                want: Value("6"),
                solution: "6",
                slips: &[
                    (Value("4"), "From 4, take one: you leave 3, which is lost for the other player. So 4 is won."),
                    (Value("5"), "From 5, take two: you leave 3, which is lost for the other player. So 5 is won."),
                ],
                hint: "From 4 and from 5 you can move to 3. From which heap can you move only to 4 or 5?",
                praise: "The lost heaps are 0, 3, 6, 9, … Whatever one player takes, the other takes the rest of three.",
            },
            Exercise {
                ask: "now a player may take 1, 2, 3 or 4. There are 23 coins and you begin. How many do you take?",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (
                        Value("5"),
                        "You may not take five. Which heaps are lost, if you can always make 5 together with the other player's move?",
                    ),
                    (Value("20"), "You want to leave 20. How many do you take?"),
                ],
                hint: "Whatever the other player takes, you can take the rest of 5. So leave a multiple of 5.",
                praise: "You leave 20. If a player may take 1 to k, the multiples of k+1 are lost.",
            },
        ],
    },
    Lesson {
        title: "The mex, and Grundy values",
        text: "
With several heaps on the table, it is not enough to know which are won and which
are lost. So every position gets a number, its Grundy value, also called its
nimber. Look at the values of all its options: the positions you can move to. The
Grundy value is the least number that is not among them. This number is called
the mex, the minimal excluded value.

    mex {0, 1, 3} = 2      mex {1, 2} = 0      mex {} = 0

A position without options has value 0. And 0 means lost: from value 0 every move
leads to another value, and from any other value some move leads to 0.
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
                praise: "Only the first gap counts, whatever comes after it.",
            },
            Exercise {
                ask: "when you take one or two, heaps of 1 and 2 have values 1 and 2. What is the value of a heap of 3?",
                want: Value("0"),
                solution: "0",
                slips: &[(Value("3"), "From 3 you can move only to 2 or 1. Is 0 among their values?")],
                hint: "A heap of 3 becomes 2 or 1, with the values 2 and 1. What is mex {1, 2}?",
                praise: "It has value 0: it is the lost heap of the last lesson. See `table take <1,2> 0..9`.",
            },
        ],
    },
    Lesson {
        title: "Lists of numbers to take",
        text: "
Any list of numbers makes a game. You need no trick: work upwards from 0. If a
player may take 1, 3 or 4:

    heap    0   1   2   3   4   5
    value   0   1   0   1   2   ?

A heap of 2 can only become 1, which has value 1, so its own value is
mex {1} = 0. A heap of 4 becomes 3, 1 or 0, with values 1, 1 and 0. So its value
is mex {0, 1} = 2.
",
        exercises: &[
            Exercise {
                ask: "define the game in which a player may take 1, 3 or 4. Give it any name you like.",
                want: Game("take <1,3,4>"),
                solution: "game L = take <1,3,4>",
                slips: &[(Game("take <1..4>"), "That allows 2 as well. List the three numbers: `<1,3,4>`.")],
                hint: "As in lesson 2, with more numbers between the brackets: `game L = take <1,3,4>`.",
                praise: "For some lists, nobody knows a formula for the values.",
            },
            Exercise {
                ask: "what is the value of a heap of 5? Work it out with the row above.",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (
                        Value("5"),
                        "That is the size, not the value. Which heaps can 5 become, and what are their values?",
                    ),
                    (
                        Value("1"),
                        "You can reach value 1: take 4 and leave a heap of 1. So the mex is not 1. (A heap of 2 has value 0.)",
                    ),
                ],
                hint: "5 becomes 4, 2 or 1. Their values are 2, 0 and 1.",
                praise: "mex {0, 1, 2} = 3. `explain` shows this derivation for any position.",
            },
        ],
    },
    Lesson {
        title: "Several heaps: the nim-sum",
        text: "
Put several heaps side by side. A move changes one of them; the others stay as
they are. Write such a position with a plus: `Nim(3) + Nim(5)`.

Its Grundy value is the nim-sum ⊕ of the values of its heaps. Write them in
binary and add without carrying: a column is 1 if it holds an odd number of ones.

    5     1 0 1
    3     0 1 1
    ------------
    5⊕3   1 1 0  =  6

This is the theorem of Sprague and Grundy (1935, 1939). Equal numbers cancel:
5 ⊕ 5 = 0. To type the sign ⊕, write `xor`.
",
        exercises: &[
            Exercise {
                ask: "work this out by hand: what is 5 ⊕ 6?",
                want: Value("3"),
                solution: "3",
                slips: &[
                    (Value("11"), "That is 5 + 6 with carrying. Do not carry: add 101 and 110 column by column."),
                    (
                        Value("7"),
                        "You wrote 1 wherever at least one number has a 1. But a column with two ones gives 0.",
                    ),
                ],
                hint: "5 is 101 and 6 is 110. Equal digits give 0, different ones give 1.",
                praise: "101 and 110 give 011. Check it: `5 xor 6`.",
            },
            Exercise {
                ask: "heaps with values 1, 2 and 3 stand side by side. Who wins, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "Add 01, 10 and 11. Every column holds two ones.")],
                hint: "The first player wins if the nim-sum is not 0. What is 1 ⊕ 2 ⊕ 3?",
                praise: "1 ⊕ 2 ⊕ 3 = 0, so every move has an answer.",
            },
        ],
    },
    Lesson {
        title: "How to win at Nim",
        text: "
In Nim the value of a heap is its size, so you only need the nim-sum. Take heaps
of 3, 4 and 5:

    3     0 1 1
    4     1 0 0
    5     1 0 1
    -----------
    2     0 1 0

The sum is 2, not 0, so the first player wins by making it 0. Look at the highest
column of the sum that is 1, find a heap with a 1 there, and replace the heap by
heap ⊕ sum. Here it is the heap of 3, and 3 ⊕ 2 = 1: take two coins, and
`Nim(1) + Nim(4) + Nim(5)` is left.
",
        exercises: &[Exercise {
            ask: "win `Nim(1)+Nim(4)+Nim(6)`. Type your move, or the position you leave.",
            want: Move("Nim(1)+Nim(4)+Nim(6)", "Nim(1)+Nim(4)+Nim(5)"),
            solution: "Nim(1) + Nim(4) + Nim(5)",
            slips: &[
                (Position("Nim(1)+Nim(4)+Nim(6)"), "That is the position you start from. Which heap do you change?"),
                (Position("Nim(1)+Nim(7)+Nim(6)"), "The sum is 0, but 7 is more than 4, and you can only take coins."),
                (Position("Nim(2)+Nim(4)+Nim(6)"), "The sum is 0, but 2 is more than 1, and you can only take coins."),
            ],
            hint: "The sum is 1 ⊕ 4 ⊕ 6 = 3, which is 011. Only one of the heaps has a 1 in the column for 2.",
            praise: "6 ⊕ 3 = 5, and 1 ⊕ 4 ⊕ 5 = 0. Bouton found this in 1901.",
        }],
    },
    Lesson {
        title: "Confusion 1: mex or nim-sum?",
        text: "
There are two things to do with values, and they are easy to mix up.

Options are the positions you can move to. You choose one of them: take the mex.
Heaps are what is on the table. All of them are there: take the nim-sum.

    options with values 1 and 2     mex {1, 2} = 0
    heaps   with values 1 and 2     1 ⊕ 2      = 3

This one or that one: mex. This one and that one: ⊕.
",
        exercises: &[
            Exercise {
                ask: "a heap has three options, with values 0, 1 and 4. What is its value?",
                want: Value("2"),
                solution: "2",
                slips: &[
                    (
                        Value("5"),
                        "That is 0 ⊕ 1 ⊕ 4, the nim-sum. But you move to only one of the options: take the mex.",
                    ),
                    (Value("3"), "3 is missing too, but 2 is smaller and also missing."),
                ],
                hint: "These are options: take the mex.",
                praise: "mex {0, 1, 4} = 2.",
            },
            Exercise {
                ask: "three heaps with values 0, 1 and 4 stand side by side. What is the value of all three together?",
                want: Value("5"),
                solution: "5",
                slips: &[(Value("2"), "That is the mex. But these heaps are all on the table: take the nim-sum.")],
                hint: "These are heaps: take the nim-sum 0 ⊕ 1 ⊕ 4.",
                praise: "0 ⊕ 1 ⊕ 4 = 5.",
            },
        ],
    },
    Lesson {
        title: "Confusion 2: one heap is not many",
        text: "
`Nim(6)` and `Nim(3) + Nim(3)` both have six coins, but are very different. From
one heap of 6 the first player takes everything. With two heaps of 3 the second
player copies every move in the other heap, and makes the last move.

So knowing who wins each heap does not tell you who wins them together:

    lost and lost   lost
    lost and won    won
    won  and won    won or lost: it is lost if the values are equal

A heap with value 0 never changes who wins: any move in it can be answered in it.
",
        exercises: &[
            Exercise {
                ask: "in `Nim(7) + Nim(7)` each heap alone is won. Who wins the two together, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "Whatever you take from one heap, I take the same from the other.")],
                hint: "Equal values cancel: 7 ⊕ 7 = 0.",
                praise: "Copying is the simplest way to win.",
            },
            Exercise {
                ask: "what is the value of a heap with value 0 and a heap with value 4 together?",
                want: Value("4"),
                solution: "4",
                slips: &[(Value("0"), "A lost heap does not spoil the others: 0 ⊕ 4 is not 0.")],
                hint: "Work out 0 ⊕ 4.",
                praise: "You can leave lost heaps out of any sum.",
            },
        ],
    },
    Lesson {
        title: "Splitting heaps",
        text: "
In Kayles, pins stand in a row. A ball knocks down one pin or two neighbouring
pins. What is left is one row, or two if pins are left on both sides. The rule is
`take <1,2> then maybe split`.

Now an option may be a sum of two rows: its value is the nim-sum of theirs. As
always, take the mex of the values of all options. For three pins:

    Kayles(3) → Kayles(2)               2
    Kayles(3) → Kayles(1)               1
    Kayles(3) → Kayles(1) + Kayles(1)   1 ⊕ 1 = 0

Rows of 0, 1 and 2 have values 0, 1 and 2. So `Kayles(3)` has value
mex {0, 1, 2} = 3.
",
        exercises: &[Exercise {
            ask: "what is the value of `Kayles(4)`? Its options are 3, 2, 1+2 and 1+1.",
            want: Value("1"),
            solution: "1",
            slips: &[
                (Value("4"), "Check the option 1+2: its value is 1 ⊕ 2 = 3."),
                (Value("0"), "The option 1+1 has value 1 ⊕ 1 = 0, so the mex is not 0."),
            ],
            hint: "The options have the values 3, 2, 1 ⊕ 2 = 3 and 1 ⊕ 1 = 0.",
            praise: "mex {0, 2, 3} = 1. Compare with `explain Kayles(4)`.",
        }],
    },
    Lesson {
        title: "Periods",
        text: "
When players take from a finite list of numbers, the values repeat sooner or
later. If they take 1, 2 or 3, the values are 0 1 2 3 0 1 2 3 …: the period is 4.
So a heap of a million takes no more work than a heap of 0.

For games with splitting, such as Kayles, there is a theorem of Guy and Smith
(1956): if the values repeat for long enough, they repeat for ever. The program
says whether a period is proved, or only seen so far. These are not the same.
",
        exercises: &[
            Exercise {
                ask: "players take 1, 2 or 3. What is the value of a heap of 1002?",
                want: Value("2"),
                solution: "2",
                slips: &[(Value("1002"), "The values are 0 1 2 3 0 1 2 3 …, and never larger than 3.")],
                hint: "The values repeat with period 4, and 1002 is 4 · 250 + 2.",
                praise: "1002 leaves remainder 2 when divided by 4.",
            },
            Exercise {
                ask: "ask for the period of Kayles: `period Kayles`.",
                want: Statement("period Kayles"),
                solution: "period Kayles",
                slips: &[(Statement("values Kayles"), "These are its values. For their period: `period Kayles`.")],
                hint: "Type `period` and the name of the game, without a heap.",
                praise: "Some games are so hard that nobody knows whether their values ever repeat: see `about GrundysGame`.",
            },
        ],
    },
    Lesson {
        title: "Confusion 3: misère play",
        text: "
In misère play the player who makes the last move loses. This is not simply normal
play reversed: the nim-sum does not decide who wins, so the program searches.
Write `misere` after the verb: `winner misere Nim(3)+Nim(4)`.

Nim itself is easy: play as in normal play, as long as a heap of two or more is
left after your move. When your move would leave only heaps of one, leave an odd
number of them, so that the other player takes the last.
",
        exercises: &[
            Exercise {
                ask: "who wins three heaps of one coin in misère play, `first` or `second`?",
                want: Value("second"),
                solution: "second",
                slips: &[(Value("first"), "First takes one, second takes one, first must take the last, and loses.")],
                hint: "Count: whoever takes the third coin loses.",
                praise: "In normal play the first player would win.",
            },
            Exercise {
                ask: "win `Nim(1)+Nim(1)+Nim(5)` in misère play. Type your move, or the position you leave.",
                want: Move("Nim(1)+Nim(1)+Nim(5)", "Nim(1)+Nim(1)+Nim(1)"),
                solution: "Nim(1) + Nim(1) + Nim(1)",
                slips: &[(
                    Position("Nim(1)+Nim(1)"),
                    "That wins in normal play. Here the other player leaves you the last coin.",
                )],
                hint: "After your move only heaps of one are left. Leave an odd number of them.",
                praise: "Three heaps of one: the other player has to take the last of them.",
            },
        ],
    },
];
