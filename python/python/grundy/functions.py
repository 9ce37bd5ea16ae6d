"""Games whose rule is a Python function."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from . import games
from .errors import GrundyError
from .games import Game, Row, own_session, span
from .sessions import Session, array

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .answers import Answer

# How many numbers and brackets one statement may have.
_LONGEST = 100_000


class FunctionGame(Game):
    """The game of a Python function; `Game.from_options` makes it.

    Its positions are numbered as they are found, and the session knows them by their numbers: a rule that takes the options
    from a list is all that it sees. What is asked about positions is as fast as in such a game, once the function was called.
    """

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]],
        *,
        name: str | None,
        session: Session | None,
        most: int,
    ) -> None:
        if not callable(options):
            raise TypeError(f"the options come from a function that is called with a position, not from {options!r}")
        self.session = session or own_session()
        self.name = name or games.free_name(self.session)
        self.given_name = name
        self.function = options
        self.most = most
        self.rule = f"the function {getattr(options, '__name__', options)!s}"
        # The number of each position, and the other way round.
        self._numbers: dict[Hashable, int] = {}
        self._positions: list[Hashable] = []
        # Of each number the options, each with the numbers of its summands.
        self._options: list[list[list[int]]] = []
        self._come_apart = False
        self._definitions: dict[str, str | None] = {}
        self.session._games[self.name] = self

    def _place_of(self, coordinates: tuple[Any, ...]) -> Hashable:
        position: Hashable = coordinates[0] if len(coordinates) == 1 else coordinates
        _must_have_hash(position, "a position")
        return position

    def place(self, written: str) -> Hashable:
        return self._positions[int(written)]

    def typed(self, place: Hashable) -> str:
        self._explore([place])
        return f"{self.name}({self._numbers[place]})"

    def shown(self, place: Hashable) -> str:
        within = ", ".join(map(repr, place)) if isinstance(place, tuple) else repr(place)
        return f"{self.name}({within})"

    def values(
        self, *bounds: SupportsIndex, at: tuple[Any, ...] | None = None
    ) -> NDArray[numpy.int64] | list[Any]:
        """The Grundy values of the heaps of a row, as those of any game; of other positions `[g(p).value for p in …]`."""
        if at is not None:
            raise TypeError("the positions of a Python function have no coordinates: [g(p).value for p in …]")
        heaps = range(*games.row(bounds))
        self._explore(heaps)
        if not heaps:
            return array(bytearray())
        column = self.session.values(f"values {self.name} 0..{len(self._positions) - 1}")
        numbers = [self._numbers[heap] for heap in heaps]
        return [column[number] for number in numbers] if isinstance(column, list) else column[numbers]

    def _found(self, verb: str, rows: tuple[Row, ...], misere: bool) -> list[Any]:
        """Of the positions in one row, or in any iterable, those that are found so."""
        (row,) = rows
        among: list[Hashable] = list(row if isinstance(row, Iterable) else span(row)[0])
        self._explore(among)
        if not among:
            return []
        asked = f"{verb} {'misere ' if misere else ''}{self.name} 0..{len(self._positions) - 1}"
        found = {self._positions[number] for number in self.session.ask(asked)["positions"]}
        return [position for position in among if position in found]

    def pattern(self, *rows: Row) -> Answer:
        """Which formula the values of a row follow, by default those of 0 to 999, as far as they were looked at."""
        (row,) = rows or (1000,)
        _, start, stop = span(row)
        return self.session.run(f"pattern [{', '.join(map(str, self.values(start, stop)))}]")[-1]

    def answer(self, verb: str, *rows: Row, misere: bool = False) -> Answer:
        self._has_no_rule(verb)

    def period(self, to: SupportsIndex | None = None) -> NoReturn:
        self._has_no_rule("period")

    def quotient(self, to: SupportsIndex | None = None) -> NoReturn:
        self._has_no_rule("quotient")

    def _has_no_rule(self, verb: str) -> NoReturn:
        raise ValueError(
            f"`{verb}` is about a rule, and a Python function shows none: its values are values(1000), "
            "and pattern(1000) looks for a formula"
        )

    def _explore(self, positions: Iterable[Hashable]) -> None:
        """Finds all positions that can be reached from these, and tells the session their options."""
        found: list[Hashable] = []
        numbers: dict[Hashable, int] = {}

        def number_of(position: Hashable) -> int:
            number = self._numbers.get(position)
            if number is None:
                number = numbers.setdefault(position, len(self._positions) + len(found))
                if number == len(self._positions) + len(found):
                    found.append(position)
            return number

        for position in positions:
            number_of(position)
        options: list[list[list[int]]] = []
        seconds, _ = self.session._bounds
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        for position in found:
            if len(self._positions) + len(found) > self.most:
                raise ValueError(
                    f"more than {self.most} positions can be reached from {found[0]!r}: "
                    "ask about a smaller one, or give `most` another value"
                )
            if time.monotonic() > deadline:
                raise ValueError(f"the time is up: {len(found)} positions were found from {found[0]!r} on")
            own = dict.fromkeys(tuple(sorted(map(number_of, option))) for option in self._options_of(position))
            options.append([list(option) for option in own])
        if found:
            self._tell(options)
            self._numbers |= numbers
            self._positions += found

    def _options_of(self, position: Hashable) -> Iterator[list[Hashable]]:
        """The options of a position, each as its summands."""
        found = self.function(position)
        if isinstance(found, (str, bytes)) or not isinstance(found, Iterable):
            raise TypeError(f"the options of {position!r} are to be a list of positions, not {found!r}")
        for option in found:
            summands = option if isinstance(option, list) else [option]
            for summand in summands:
                _must_have_hash(summand, f"an option of {position!r}")
            yield summands

    def _tell(self, options: list[list[list[int]]]) -> None:
        """Defines the game of all positions so far and of these behind them."""
        rows = f"{self.name}_options"
        comes_apart = self._come_apart or any(len(option) != 1 for each in options for option in each)
        whole = options if comes_apart == self._come_apart else [*self._options, *options]
        begins = whole is not options or not self._options
        for part in _parts(whole):
            written = str(part if comes_apart else [[option[0] for option in each] for each in part])
            self._run(rows, f"let {rows} = {written}" if begins else f"let {rows} = {rows} ++ {written}")
            begins = False
        count = len(self._options) + len(options)
        option = f"sum[{self.name}(k) for k in option] for option" if comes_apart else "(option) for option"
        self._run(self.name, f"game {self.name}(position) where position < {count} = {option} in {rows}[position]")
        self._options += options
        self._come_apart = comes_apart

    def _run(self, name: str, definition: str) -> None:
        try:
            self.session.ask(definition)
        except GrundyError as error:
            raise ValueError(f"the session refuses this many positions: {error.message}") from error
        self.session._definitions[name] = self._definitions[name] = definition

    def __repr__(self) -> str:
        return f"Game.from_options({getattr(self.function, '__name__', self.function)})"

    def __reduce__(self) -> tuple[object, ...]:
        from . import pickles

        return pickles.function_game, pickles.of_function_game(self)

    def _repr_html_(self) -> None:
        return None


def _must_have_hash(position: object, what: str) -> None:
    try:
        hash(position)
    except TypeError:
        raise TypeError(
            f"{what} must have a hash, as numbers, texts and tuples have, and this has none: {position!r}"
        ) from None


def _parts(rows: list[list[list[int]]]) -> Iterator[list[list[list[int]]]]:
    """Rows in parts that are not too long for one statement."""
    part: list[list[list[int]]] = []
    length = 0
    for row in rows:
        own = 3 + sum(3 + 2 * len(option) for option in row)
        if part and length + own > _LONGEST:
            yield part
            part, length = [], 0
        part.append(row)
        length += own
    yield part
