"""Positions, their moves, and what is asked about them."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from . import written
from .errors import GrundyError

if TYPE_CHECKING:
    from . import data
    from .answers import Answer
    from .games import Game
    from .sessions import Session


# The error for a draw where a number of moves is asked for.
_DRAW = "E0427"


class Summand(NamedTuple):
    """A position that is no sum: a game with what stands in the brackets, or without a game what is typed, such as `*3`."""

    game: Game | None
    place: Hashable

    def __str__(self) -> str:
        return str(self.place) if self.game is None else self.game.shown(self.place)

    def typed(self) -> str:
        """As the session reads it."""
        return str(self.place) if self.game is None else self.game.typed(self.place)

    def key(self) -> tuple[str, Hashable]:
        return ("" if self.game is None else self.game.name, self.place)


class Position:
    """A position, which may be a sum of others: `g(3) + h(4)`, `2 * g(5)`.

    Nothing is computed before it is asked for. Every question raises `GrundyError` if the game has no such position, or if
    the memory or the time of its session does not suffice. Two positions are equal if they have the same summands.
    """

    def __init__(self, session: Session, summands: dict[Summand, int], *, misere: bool = False) -> None:
        self.session = session
        # How many times each summand is there.
        self._summands = summands
        self.is_misere = misere

    @property
    def value(self) -> int | str:
        """The Grundy value. In misère play it is the size of the nim-heap beside which the position is lost.

        Where play may never end, or where moves bind the players, it may be a text such as "∞{0,2}" or "loony".
        """
        value: int | str = self.ask("grundy")["value"]
        return value

    @property
    def outcome(self) -> str:
        """ "N" if the next player wins, "P" if the previous player wins, "D" if play goes on for ever."""
        outcome: str = self.ask("outcome")["outcome"]
        return outcome

    @property
    def winner(self) -> str | None:
        """Who wins if both play perfectly: "first", "second", or None if play goes on for ever."""
        winner: str | None = self.ask("winner")["winner"]
        return winner

    @property
    def remoteness(self) -> int | None:
        """How many moves are made if the winner hurries and the loser delays; None if play goes on for ever."""
        return self._length("remoteness")

    @property
    def suspense(self) -> int | None:
        """How many moves are made if the winner delays and the loser hurries; None if play goes on for ever."""
        return self._length("suspense")

    def _length(self, verb: str) -> int | None:
        try:
            moves: int = self.ask(verb)["moves"]
        except GrundyError as error:
            if error.code == _DRAW:
                return None
            raise
        return moves

    @property
    def genus(self) -> str:
        """The genus, such as "2^20": the value, and the misère values beside more and more heaps of 2."""
        genus: str = self.ask("genus")["genus"]
        return genus

    @property
    def misere(self) -> Position:
        """The same position in misère play, where the player who makes the last move loses."""
        return Position(self.session, self._summands, misere=True)

    def moves(self) -> list[Move]:
        """All moves; those that win come first."""
        answer: data.MovesAnswer = self.ask("moves")
        # Those of equal summands are listed once.
        if answer["total"] > len(answer["moves"]) * max(self._summands.values()) and "loop" not in answer:
            raise ValueError(f"{self} has {answer['total']} moves, which are too many to list")
        return [Move.of(found, self) for found in answer["moves"]]

    def options(self) -> list[Position]:
        """The positions after one move, each once; those that are lost for the next player come first."""
        return list(dict.fromkeys(move.position for move in self.moves()))

    def explain(self) -> Answer:
        """The derivation of the value and of a winning move, step by step."""
        return self.answer("explain")

    def tree(self) -> Answer:
        """All positions that can come up, each with its options: a picture in a notebook."""
        return self.answer("tree")

    def form(self) -> Answer:
        """The simplest form that is equal to the position in misère play, or as a loopy game."""
        return self.answer("form")

    def answer(self, verb: str) -> Answer:
        """The answer to any verb of the language that is about a position: `g(7).answer("nim_dimension")`."""
        return self.session.run(self._statement(verb))[-1]

    def ask(self, verb: str) -> Any:
        """The data of that answer, with all members of its lists."""
        return self.session.ask(self._statement(verb))

    def play(self) -> None:
        """Plays against the machine, at the keyboard."""
        from .magic import play

        play(self.session, self._statement("play"))

    def __add__(self, other: Position) -> Position:
        if isinstance(other, int) and other == 0:
            # `sum` begins with 0.
            return self
        if not isinstance(other, Position):
            return NotImplemented
        if self.session is not other.session:
            raise ValueError("these positions are of different sessions: make their games with the same `session`")
        if self.is_misere != other.is_misere:
            raise ValueError(
                "one of these positions is in misère play and the other is not: add first, as in (a + b).misere"
            )
        summands = dict(self._summands)
        for summand, times in other._summands.items():
            summands[summand] = summands.get(summand, 0) + times
        return Position(self.session, summands, misere=self.is_misere)

    __radd__ = __add__

    def __mul__(self, copies: SupportsIndex) -> Position:
        count = operator.index(copies)
        if count < 1:
            raise ValueError(f"{count} copies of a position are no position")
        summands = {summand: count * times for summand, times in self._summands.items()}
        return Position(self.session, summands, misere=self.is_misere)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, numbers.Number):
            raise TypeError(f"{self} is a position: compare its value, as in ({self}).value == {other}")
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        summands = frozenset((summand.key(), times) for summand, times in self._summands.items())
        return (id(self.session), self.is_misere, summands)

    def __str__(self) -> str:
        """The position as it is typed; that of a Python function with what the function is called with."""
        return _sum((str(summand), times) for summand, times in self._summands.items())

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, ...]:
        from .pickles import position

        return position, (self._summands, self.is_misere)

    def _repr_html_(self) -> str | None:
        return self.answer("winner")._repr_html_()

    def typed(self) -> str:
        """The position as its session reads it."""
        for game, _ in self._summands:
            if game:
                game.must_be_known()
        return _sum((summand.typed(), times) for summand, times in self._summands.items())

    def _statement(self, verb: str) -> str:
        return f"{verb} {'misere ' if self.is_misere else ''}{self.typed()}"

    def _after(self, summand: str, to: str) -> Position:
        """The position in which a summand, as an answer names it, has become something else."""
        moved = next((each for each in self._summands if each.typed() == summand), None) or self._named(summand)
        left: dict[Summand, int] = {}

        def add(summand: Summand, times: int) -> None:
            if times:
                left[summand] = left.get(summand, 0) + times

        for each, times in self._summands.items():
            add(each, times - (each == moved))
            if each == moved:
                for part, copies in read(self.session, to).items():
                    add(part, copies)
        return Position(self.session, left, misere=self.is_misere)

    def _named(self, summand: str) -> Summand:
        """Which of the summands an answer names so. The session may write coordinates otherwise than they were typed."""
        if len(self._summands) == 1:
            return next(iter(self._summands))
        for each in self._summands:
            alone = self.session.ask(f"moves {each.typed()}")
            if alone["position"] == summand:
                return each
        raise ValueError(f"{summand} is none of the summands of {self}")


def read(session: Session, text: str) -> dict[Summand, int]:
    """The summands of a position that an answer of the session names."""
    from .games import known

    found: dict[Summand, int] = {}
    for part, times in written.summands(text):
        if part == "*0":
            continue
        call = written.called(part)
        game = known(session, call[0]) if call else None
        summand = Summand(None, part) if call is None or game is None else Summand(game, game.place(call[1]))
        found[summand] = found.get(summand, 0) + times
    return found


def _sum(parts: Iterator[tuple[str, int]]) -> str:
    return " + ".join(part if times == 1 else f"{times}*{part}" for part, times in parts) or "*0"


@dataclass(frozen=True)
class Move:
    """A move: `summand` becomes `to`, both as answers name them, and `position` is all that is then there.

    `value` is the value of `to`, and `nim_sum` that of the whole position afterwards; both are None where only who wins is
    known, as in misère play. `wins` tells whether who makes the move wins if both play perfectly, and `draws` whether
    play can then go on for ever. `binding` is "again" if the same player moves again, "reply" if the other player must move in
    what is left, and otherwise None.
    """

    summand: str
    to: str
    value: int | str | None
    nim_sum: int | str | None
    wins: bool
    draws: bool = False
    binding: str | None = None
    _of: Position | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, found: data.Move, position: Position) -> Move:
        wins, draws = (found["outcome"] == outcome for outcome in "PD")
        value, total, binding = found.get("value"), found.get("total"), found.get("binding")
        return cls(found["from"], found["to"], value, total, wins, draws, binding, position)

    @property
    def position(self) -> Position:
        """The position after the move.

        Raises ValueError if the move binds the next player, which a position does not say.
        """
        if self._of is None:
            raise ValueError("this move was made by hand, and belongs to no position")
        if self.binding:
            raise ValueError(f"after {self} the next move is bound ({self.binding}), which a position does not say")
        return self._of._after(self.summand, self.to)

    def __str__(self) -> str:
        if self._of is None:
            return f"{self.summand} → {self.to}"
        return " → ".join(str(Position(self._of.session, read(self._of.session, text))) for text in (self.summand, self.to))
