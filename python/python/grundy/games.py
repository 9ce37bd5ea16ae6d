"""Games, and what is asked about many of their positions."""

from __future__ import annotations

import itertools
import operator
import os
import threading
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _grundy
from .errors import GrundyError
from .positions import Move, Position, Summand
from .sessions import Session, array
from .written import Coordinate, typed

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from . import data
    from .answers import Answer

# The heaps of a row: how many, from 0, or a range of them.
Row = SupportsIndex | range


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
        self.session = session or own_session()
        self.name, self._definitions = _define(self.session, self.rule, name)
        # Whether another process may call it otherwise.
        self._is_nameless = name is None and self.name != self.rule and f"game {self.name} = {self.rule}" in (
            self._definitions.values()
        )
        self.session._games[self.name] = self

    @staticmethod
    def from_options(
        options: Callable[[Any], Iterable[Any]],
        *,
        name: str | None = None,
        session: Session | None = None,
        most: int = 1_000_000,
    ) -> Game:
        """The game of a Python function that is called with a position and returns its options.

        >>> nim = Game.from_options(lambda heap: range(heap))
        >>> nim(5).value
        5

        A position is anything that has a hash: a number, a text, a tuple. Several positions side by side are a list: where a
        heap of 5 comes apart into 1 and 2, one of the options is `[1, 2]`. The function is called once for each position that
        can be reached from one that is asked about, and must always return the same. If a position can be reached from
        itself, play may never end.

        most: of how many positions the options are asked. Beyond them, or when the time of the session is up, a question
        raises ValueError; what the function raises goes through.
        """
        from .functions import FunctionGame

        return FunctionGame(options, name=name, session=session, most=most)

    def __call__(self, *coordinates: Coordinate) -> Position:
        """The position with these coordinates: `g(7)` is a heap of 7.

        A coordinate is a number, a text such as a board, or a list, a tuple or a set. Whether the game has such a position
        is known when something is asked about it.
        """
        if not coordinates:
            raise TypeError(f"{self.name}() needs coordinates, as in {self.name}(7)")
        return Position(self.session, {Summand(self, self._place_of(coordinates)): 1})

    def _place_of(self, coordinates: tuple[Coordinate, ...]) -> Hashable:
        """What stands for these coordinates in a position."""
        return ", ".join(map(typed, coordinates))

    def place(self, written: str) -> Hashable:
        """What stands for the coordinates that an answer of the session writes so."""
        return written

    def typed(self, place: Hashable) -> str:
        """A position of the game as the session reads it."""
        return f"{self.name}({place})"

    def shown(self, place: Hashable) -> str:
        """A position of the game as it is shown."""
        return self.typed(place)

    def values(
        self, *bounds: SupportsIndex, at: tuple[Coordinate, ...] | None = None
    ) -> NDArray[numpy.int64] | list[Any]:
        """The Grundy values of a row of heaps: `g.values(100)` of 0 to 99, and `g.values(50, 100)` of 50 to 99.

        at: in a game of several coordinates, what they are, with None for the one that runs: `at=(None, 3)`. A range runs as
            well: `at=(range(8), range(8))` has the values of a board.

        Returns an array of the type int64 with one axis for each coordinate that runs; without numpy lists in lists.
        Raises `GrundyError` if there are no values, or more than 10,000,000 are wanted, and ValueError if one of them is not
        there or has more than 63 bits.
        """
        running = [n for n, each in enumerate(at or ()) if isinstance(each, range)]
        if at is None or not running:
            return self._row_of_values(*row(bounds), at)
        if bounds or None in at:
            raise TypeError("the rows are ranges, as in values(at=(range(8), range(8)))")
        first, *others = running
        last = at[first]
        if others:
            rows = [self.values(at=(*at[:first], heap, *at[first + 1 :])) for heap in last]
            return _stacked(rows)
        _, start, stop = span(last)
        return self._row_of_values(start, stop, (*at[:first], None, *at[first + 1 :]))

    def _row_of_values(
        self, start: int, stop: int, at: tuple[Coordinate, ...] | None
    ) -> NDArray[numpy.int64] | list[int]:
        if stop <= start:
            return array(bytearray())
        self.must_be_known()
        coordinates = "" if at is None else f"({', '.join('n' if each is None else typed(each) for each in at)})"
        return self.session.values(f"values {self.name}{coordinates} {start}..{stop - 1}")

    def losing(self, *rows: Row, misere: bool = False) -> list[Any]:
        """The positions of these rows that are lost for the next player: heaps, or tuples of coordinates.

        `g.losing(100)` looks at the heaps 0 to 99, `wythoff.losing(range(1, 9), range(1, 9))` at a board.
        """
        return self._found("losing", rows, misere)

    def winning(self, *rows: Row, misere: bool = False) -> list[Any]:
        """The positions of these rows that are won for the next player."""
        return self._found("winning", rows, misere)

    def _found(self, verb: str, rows: tuple[Row, ...], misere: bool) -> list[Any]:
        self.must_be_known()
        found: data.PositionsAnswer = self.session.ask(f"{verb} {'misere ' if misere else ''}{self.name} {_ranges(rows)}")
        return [tuple(each) if isinstance(each, list) else each for each in found["positions"]]

    def pattern(self, *rows: Row) -> Answer:
        """Which formula the values follow, as far as they were looked at or for all heaps if that is proved."""
        return self.answer("pattern", *rows)

    def quotient(self, to: SupportsIndex | None = None) -> Answer:
        """The misère quotient of the heaps, or of those up to `to`."""
        bound = "" if to is None else f" to {operator.index(to)}"
        self.must_be_known()
        return self.session.run(f"quotient {self.name}{bound}")[-1]

    def table(self, *rows: Row, misere: bool = False) -> Answer:
        """Values, outcomes and options of the heaps of one row, or the values of two rows as a grid."""
        return self.answer("table", *rows, misere=misere)

    def plot(self, *rows: Row) -> Answer:
        """The values of one row or two as a picture."""
        return self.answer("plot", *rows)

    def answer(self, verb: str, *rows: Row, misere: bool = False) -> Answer:
        """The answer to any verb of the language that is about a game: `g.answer("preperiod")`, `g.answer("values", 20)`."""
        self.must_be_known()
        return self.session.run(f"{verb} {'misere ' if misere else ''}{self.name} {_ranges(rows)}")[-1]

    def period(self, to: SupportsIndex | None = None) -> Period:
        """How the values repeat, and which theorem proves it.

        to: looks at the heaps up to this one, and otherwise for about a second; asked again it looks further.

        Raises `GrundyError` if the question makes no sense for this game.
        """
        bound = "" if to is None else f" to {operator.index(to)}"
        self.must_be_known()
        found: data.PeriodAnswer = self.session.ask(f"period {self.name}{bound}")
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

    def must_be_known(self) -> None:
        """Raises ValueError if a name means something else by now."""
        for name, definition in self._definitions.items():
            if self.session._definitions.get(name) != definition:
                raise ValueError(f"{name} was defined anew: make this game again, under another name")

    def __repr__(self) -> str:
        return f"Game({self.rule!r})"

    def __reduce__(self) -> tuple[object, ...]:
        from . import pickles

        return pickles.game, pickles.of_game(self)

    def _repr_html_(self) -> str | None:
        return self.session.run(f"show {self.name}")[-1]._repr_html_()


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


def own_session() -> Session:
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
        text = f"game {name or free_name(session)} = {rule}"
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


def free_name(session: Session) -> str:
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


def known(session: Session, name: str) -> Game | None:
    """The game that a name means in a session; None if it means none."""
    if name not in session._games:
        try:
            Game(name, session=session)
        except ValueError:
            return None
    return session._games[name]


def span(row: Row) -> tuple[range, int, int]:
    """A row as a range, with its first heap and the one behind its last."""
    heaps = row if isinstance(row, range) else range(operator.index(row))
    if heaps.step != 1:
        raise ValueError(f"a row has every heap, and this leaves some out: {heaps}")
    return heaps, heaps.start, heaps.stop


def _ranges(rows: tuple[Row, ...]) -> str:
    """Rows as they are typed."""
    return ", ".join(f"{start}..{stop - 1}" for _, start, stop in map(span, rows))


def row(bounds: tuple[SupportsIndex, ...]) -> tuple[int, int]:
    """The first heap of a row and the one behind its last, as `range` understands them."""
    if len(bounds) == 1:
        return 0, operator.index(bounds[0])
    if len(bounds) == 2:
        return operator.index(bounds[0]), operator.index(bounds[1])
    raise TypeError("values(stop) or values(start, stop)")


def _stacked(rows: list[Any]) -> NDArray[numpy.int64] | list[Any]:
    """Rows of the same length as one array of more axes; without numpy a list."""
    try:
        import numpy
    except ImportError:
        return rows
    return numpy.stack(rows)
