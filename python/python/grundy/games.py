"""Games, their positions, and what is asked about them."""

from __future__ import annotations

import itertools
import numbers
import operator
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _grundy
from .errors import GrundyError
from .sessions import Session, array

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .answers import Answer

# A coordinate of a position: a number, a text such as a board, or a list, a tuple or a set of coordinates.
Coordinate = Any


class Game:
    """A game by its rule, by its name, or by its definition.

    >>> Game("take <1,2,3>")(7).value
    3
    >>> Game("Kayles")(7).winner
    'first'
    >>> Game("game W(a, b) = (a-k, b) for k in 1..a | (a, b-k) for k in 1..b")(3, 5).value
    6

    A definition may have others before it, which it needs. In answers a game that has no name is called `G1`, `G2`, and so
    on; `name` is another one. Games that are added to each other must be of the same session, which by default they are.
    If another game of the session gets the same name, this one answers no more. In a session of your own a text that you run
    may define the name anew, and the game is then what the name means.

    Raises `GrundyError` for a rule that cannot be read, and ValueError for what is no game.
    """

    def __init__(self, rule: str, *, name: str | None = None, session: Session | None = None) -> None:
        self.rule = rule.strip()
        self.session = session or _own_session()
        self.name, self._definitions = _define(self.session, self.rule, name)

    def __call__(self, *coordinates: Coordinate) -> Position:
        """The position with these coordinates: `g(7)` is a heap of 7.

        A coordinate is a number, a text such as a board, or a list, a tuple or a set. Whether the game has such a position
        is known when something is asked about it.
        """
        if not coordinates:
            raise TypeError(f"{self.name}() needs coordinates, as in {self.name}(7)")
        written = ", ".join(_written(coordinate) for coordinate in coordinates)
        return Position({(self, written): 1})

    def values(
        self, *bounds: SupportsIndex, at: tuple[Coordinate, ...] | None = None
    ) -> NDArray[numpy.int64] | list[int]:
        """The Grundy values of a row of heaps: `g.values(100)` of 0 to 99, and `g.values(50, 100)` of 50 to 99.

        at: in a game of several coordinates, what they are, with None for the one that runs: `at=(None, 3)`.

        Returns an array of the shape (stop - start,) and the type int64; without numpy a list.
        Raises `GrundyError` if there are no values, or more than 10,000,000 are wanted, and ValueError if one of them is not
        there or has more than 63 bits.
        """
        start, stop = _row(bounds)
        if stop <= start:
            return array(bytearray())
        self._must_be_known()
        game = (
            self.name
            if at is None
            else f"{self.name}({', '.join('n' if each is None else _written(each) for each in at)})"
        )
        return self.session.values(f"values {game} {start}..{stop - 1}")

    def period(self, to: SupportsIndex | None = None) -> Period:
        """How the values repeat, and which theorem proves it.

        to: looks at the heaps up to this one, and otherwise for about a second; asked again it looks further.

        Raises `GrundyError` if the question makes no sense for this game.
        """
        bound = "" if to is None else f" to {operator.index(to)}"
        self._must_be_known()
        found = self.session.ask(f"period {self.name}{bound}")
        return Period(
            found["period"],
            found["preperiod"],
            found["saltus"],
            found["theorem"],
            found["finding"] == "proved",
            found["checked"],
            {exception["n"]: exception["value"] for exception in found["exceptions"]},
        )

    def moves(self, *coordinates: Coordinate) -> list[Move]:
        """The moves of a position: `g.moves(7)` is `g(7).moves()`."""
        return self(*coordinates).moves()

    def _must_be_known(self) -> None:
        """Raises ValueError if a name means something else by now."""
        for name, definition in self._definitions.items():
            if self.session._definitions.get(name) != definition:
                raise ValueError(f"{name} was defined anew: make this game again, under another name")

    def __repr__(self) -> str:
        return f"Game({self.rule!r})"

    def _repr_html_(self) -> str | None:
        return self.session.run(f"show {self.name}")[-1]._repr_html_()


class Position:
    """A position, which may be a sum of others: `g(3) + h(4)`, `2 * g(5)`.

    Nothing is computed before it is asked for. Every question raises `GrundyError` if the game has no such position, or if
    the memory of its session does not suffice. Two positions are equal if they have the same summands.
    """

    def __init__(self, summands: dict[tuple[Game, str], int], *, misere: bool = False) -> None:
        # Each game with its coordinates as they are typed, and how many times that is there.
        self._summands = summands
        self.is_misere = misere

    @property
    def session(self) -> Session:
        """The session of its games."""
        game, _ = next(iter(self._summands))
        return game.session

    @property
    def value(self) -> int | str:
        """The Grundy value. In misère play it is the size of the nim-heap beside which the position is lost.

        Where play may never end, or where moves bind the players, it may be a text such as "∞{0,2}" or "loony".
        """
        value: int | str = self._ask("grundy")["value"]
        return value

    @property
    def outcome(self) -> str:
        """ "N" if the next player wins, "P" if the previous player wins, "D" if play goes on for ever."""
        outcome: str = self._ask("outcome")["outcome"]
        return outcome

    @property
    def winner(self) -> str | None:
        """Who wins if both play perfectly: "first", "second", or None if play goes on for ever."""
        winner: str | None = self._ask("winner")["winner"]
        return winner

    @property
    def misere(self) -> Position:
        """The same position in misère play, where the player who makes the last move loses."""
        return Position(self._summands, misere=True)

    def moves(self) -> list[Move]:
        """All moves; those that win come first."""
        answer = self._ask("moves")
        if answer["total"] > len(answer["moves"]) and "loop" not in answer:
            raise ValueError(f"{self} has {answer['total']} moves, which are too many to list")
        return [Move.of(found) for found in answer["moves"]]

    def explain(self) -> Answer:
        """The derivation of the value and of a winning move, step by step."""
        return self.session.run(self._statement("explain"))[-1]

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
        return Position(summands, misere=self.is_misere)

    __radd__ = __add__

    def __mul__(self, copies: SupportsIndex) -> Position:
        count = operator.index(copies)
        if count < 1:
            raise ValueError(f"{count} copies of a position are no position")
        summands = {summand: count * times for summand, times in self._summands.items()}
        return Position(summands, misere=self.is_misere)

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
        summands = frozenset((game.name, written, times) for (game, written), times in self._summands.items())
        return (id(self.session), self.is_misere, summands)

    def __str__(self) -> str:
        """The position as it is typed."""
        parts = []
        for (game, written), times in self._summands.items():
            parts.append(f"{game.name}({written})" if times == 1 else f"{times}*{game.name}({written})")
        return " + ".join(parts)

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        return self.session.run(self._statement("winner"))[-1]._repr_html_()

    def _statement(self, question: str) -> str:
        for game, _ in self._summands:
            game._must_be_known()
        return f"{question} {'misere ' if self.is_misere else ''}{self}"

    def _ask(self, question: str) -> dict[str, Any]:
        return self.session.ask(self._statement(question))


@dataclass(frozen=True)
class Move:
    """A move: `summand` becomes `to`, both as they are typed.

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

    @classmethod
    def of(cls, found: dict[str, Any]) -> Move:
        wins, draws = (found["outcome"] == outcome for outcome in "PD")
        value, total, binding = (found.get(name) for name in ("value", "total", "binding"))
        return cls(found["from"], found["to"], value, total, wins, draws, binding)

    def __str__(self) -> str:
        return f"{self.summand} → {self.to}"


@dataclass(frozen=True)
class Period:
    """How the values of a game repeat: value(n + period) = value(n) + saltus for all n from `preperiod` on.

    `proved` tells whether that holds for all heaps, by the theorem that `theorem` names; otherwise it was only seen in the
    values up to the heap `checked`. `period`, `preperiod` and `saltus` are None if the values do not repeat as far as that,
    and `theorem` is None if nothing is proved. `exceptions` are the heaps before the period whose values do not fit it, each
    with its value; of more than 10,000 the first.
    """

    period: int | None
    preperiod: int | None
    saltus: int | None
    theorem: str | None
    proved: bool
    checked: int
    exceptions: dict[int, int] = field(repr=False)


_lock = threading.RLock()
_session: Session | None = None


def _own_session() -> Session:
    """The session of games that belong to no other one."""
    global _session
    with _lock:
        if _session is None:
            _session = Session()
        return _session


def _forget_session() -> None:
    """A copy of the process has no thread of the session."""
    global _lock, _session
    _lock, _session = threading.RLock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_session)


def _define(session: Session, rule: str, name: str | None) -> tuple[str, dict[str, str | None]]:
    """Defines a game. Returns its name, and the definitions that it depends on, by their names."""
    found = _grundy.statements(rule)
    if found and found[-1][1] == "game":
        if name is not None:
            raise ValueError(f"this game has the name {found[-1][2]} already, which leaves no room for {name}")
        others = [text for text, kind, _ in found if not kind]
        if others:
            raise ValueError(f"a game is made of definitions, and this is none: {others[0]}")
        return _run_definitions(session, rule, found)
    if name is None and rule.isidentifier():
        # Whatever is not a game has another definition.
        shown = session.ask(f"show {rule}")["definitions"]
        if not any(each["name"] == rule and each["source"].startswith("game ") for each in shown):
            raise ValueError(f"{rule} is not a game")
        return rule, {rule: session._definitions.get(rule)}
    with _lock:
        text = f"game {name or _free_name(session)} = {rule}"
        found = _grundy.statements(text)
        if len(found) > 1:
            raise ValueError(f"one rule is needed, and this is more: {rule}")
        return _run_definitions(session, text, found)


def _run_definitions(
    session: Session, text: str, found: list[tuple[str, str, str]]
) -> tuple[str, dict[str, str | None]]:
    with _lock:
        session.ask(text)
        own = {name: written for written, _, name in found}
        session._definitions.update(own)
        return found[-1][2], dict(own)


def _free_name(session: Session) -> str:
    for number in itertools.count(1):
        name = f"G{number}"
        if name not in session._definitions and not _is_known(session, name):
            return name
    raise AssertionError("numbers do not end")


def _is_known(session: Session, name: str) -> bool:
    try:
        session.ask(f"show {name}")
    except GrundyError:
        return False
    return True


def _row(bounds: tuple[SupportsIndex, ...]) -> tuple[int, int]:
    """The first heap of a row and the one behind its last, as `range` understands them."""
    if len(bounds) == 1:
        return 0, operator.index(bounds[0])
    if len(bounds) == 2:
        return operator.index(bounds[0]), operator.index(bounds[1])
    raise TypeError("values(stop) or values(start, stop)")


def _written(coordinate: Coordinate) -> str:
    """A coordinate as it is typed."""
    if isinstance(coordinate, bool):
        raise TypeError(f"{coordinate} is no coordinate of a position")
    if isinstance(coordinate, str):
        escaped = coordinate.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(coordinate, tuple):
        return f"({', '.join(map(_written, coordinate))})"
    if isinstance(coordinate, (set, frozenset)):
        return f"<{', '.join(sorted(map(_written, coordinate)))}>"
    if hasattr(coordinate, "__index__"):
        return str(operator.index(coordinate))
    if isinstance(coordinate, Iterable):
        return f"[{', '.join(map(_written, coordinate))}]"
    raise TypeError(f"a coordinate is a number, a text, a list, a tuple or a set, not {coordinate!r}")
