"""Positions as they are typed, and what is typed as positions."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from typing import Any

# A coordinate of a position: a number, a text such as a board, or a list, a tuple or a set of coordinates.
Coordinate = Any

_COPIES = re.compile(r"(\d+)\*(?=[A-Za-z_(])")
_CALL = re.compile(r"([^\W\d]\w*)\((.*)\)", re.DOTALL)


def typed(coordinate: Coordinate) -> str:
    """A coordinate as it is typed.

    Raises TypeError for what cannot be one.
    """
    if isinstance(coordinate, bool):
        raise TypeError(f"{coordinate} is no coordinate of a position")
    if isinstance(coordinate, str):
        escaped = coordinate.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(coordinate, tuple):
        return f"({', '.join(map(typed, coordinate))})"
    if isinstance(coordinate, (set, frozenset)):
        return f"<{', '.join(sorted(map(typed, coordinate)))}>"
    if hasattr(coordinate, "__index__"):
        return str(operator.index(coordinate))
    if isinstance(coordinate, Iterable):
        return f"[{', '.join(map(typed, coordinate))}]"
    raise TypeError(f"a coordinate is a number, a text, a list, a tuple or a set, not {coordinate!r}")


def summands(text: str) -> Iterator[tuple[str, int]]:
    """The summands of a sum that an answer names, each with how many times it is there: `2*S(3) + *4`."""
    ends = [at for at in _outside(text) if text.startswith(" + ", at)]
    for start, end in zip([0, *(at + 3 for at in ends)], [*ends, len(text)]):
        part = text[start:end]
        copies = _COPIES.match(part)
        if copies:
            yield part[copies.end() :], int(copies[1])
        else:
            yield part, 1


def called(summand: str) -> tuple[str, str] | None:
    """The game and the coordinates of `S(3)`; None if it is something else, such as `*4`."""
    found = _CALL.fullmatch(summand)
    if not found or any(summand[at] == ")" for at in _outside(summand[:-1])):
        return None
    return found[1], found[2]


def _outside(text: str) -> Iterator[int]:
    """Where signs stand that are in no brackets and in no text, the brackets that close the outermost ones included."""
    depth, is_in_text, is_escaped = 0, False, False
    for at, sign in enumerate(text):
        if is_in_text:
            is_in_text = is_escaped or sign != '"'
            is_escaped = sign == "\\" and not is_escaped
            continue
        depth += (sign in "([{<") - (sign in ")]}>")
        is_in_text = sign == '"'
        if depth == 0:
            yield at
