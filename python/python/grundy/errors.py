"""What a mistake raises."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import Answer


@dataclass(frozen=True)
class Place:
    """A place in a text. Lines and columns count from 1, columns in characters; the end is the first character behind it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def slice_of(self, text: str) -> slice:
        """The same place in `text`, so that `text[place.slice_of(text)]` is what stands there."""
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        last = len(starts) - 1
        begin = starts[min(self.line - 1, last)] + self.column - 1
        end = starts[min(self.end_line - 1, last)] + self.end_column - 1
        return slice(begin, end)


@dataclass(frozen=True)
class Fix:
    """A correction: `text` is to stand at `place`."""

    text: str
    place: Place


class GrundyError(ValueError):
    """A mistake in a text, or a question without an answer.

    `code` is one such as `"E0201"`, which `help E0201` explains. `message` is a sentence, `label` a few words about the
    place, and `help` says what to do; `label` is empty and `help` is None where there is nothing to say. `source` is the
    text that was run, `place` the place in it or None, and `fix` the correction or None. `str(error)` shows all of it.
    `answers` are the answers before it, and `others` are further mistakes of a text that cannot be read.
    """

    def __init__(self, as_json: str, text: str, source: str) -> None:
        super().__init__(text.rstrip("\n"))
        found: dict[str, Any] = json.loads(as_json)
        self.code: str = found["code"]
        self.message: str = found["message"]
        self.label: str = found["label"]
        self.help: str | None = found["help"]
        self.source = source
        self.answers: list[Answer] = []
        self.others: list[GrundyError] = []
        self.place = _place(found)
        self.fix: Fix | None = None
        replacement = found["replacement"]
        if replacement and (place := _place(replacement)):
            self.fix = Fix(replacement["text"], place)

    def corrected(self) -> str | None:
        """The text that was run with its correction; None if there is none, or if it is about another file."""
        if self.fix is None or self.place is None or self.fix.place.file != _CELL:
            return None
        where = self.fix.place.slice_of(self.source)
        return self.source[: where.start] + self.fix.text + self.source[where.stop :]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.args, self.__dict__))


class GrundyWarning(UserWarning):
    """A remark that is not an error."""


# The name of a text that is run.
_CELL = "<cell>"


def _again(kind: type[GrundyError], args: tuple[Any, ...], members: dict[str, Any]) -> GrundyError:
    """The error as it was before it went to another process."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(members)
    return error


def _place(found: dict[str, Any]) -> Place | None:
    if found["line"] is None:
        return None
    return Place(found["file"], found["line"], found["column"], found["end_line"], found["end_column"])
