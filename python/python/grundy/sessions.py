"""Sessions, which run texts in the language of grundy."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from . import _grundy
from .answers import Answer
from .errors import GrundyError, GrundyWarning

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .games import Game

# Returns the line that somebody types behind a prompt, where these words can be said.
Ask = Callable[[str, tuple[str, ...]], "str | None"]
# Is told how many heaps, positions or cases are done, and how many are to be done, or 0 if that is not known.
Progress = Callable[[int, int], object]
# From, to, code, message, label, help, correction.
Diagnosis = tuple[int, int, str, str, str, "str | None", "tuple[int, int, str] | None"]

# The most bytes of the answers that `run` returns, and of those that a cell of a notebook shows.
_MOST_RETURNED = 64_000_000
_MOST_SHOWN = 200_000


class Session:
    """A session: what one text defines, later ones can use. Two sessions never meet.

    A session has a thread of its own and may be used from all threads of Python, of which one at a time is answered.
    Ctrl-C stops a computation and raises KeyboardInterrupt; the session and its definitions stay.

    memory: bytes for all that is computed and kept, by default 1 GiB. Beyond them a question ends with `GrundyError`.
    timeout: seconds that one question or text may take, where it says nothing else; by default they are not counted.
    threads: how many threads one long computation may use, by default one for each processor.
    files: which files statements may use: "folder" for those below the current folder, as a script may; "all"; "none".
    """

    def __init__(
        self,
        *,
        memory: int = 1 << 30,
        timeout: float | None = None,
        threads: int | None = None,
        files: str = "folder",
    ) -> None:
        self._native = _grundy.Session(memory, threads or os.cpu_count() or 1, files)
        # The definitions that games of `Game` have made, by their names.
        self._definitions: dict[str, str] = {}
        # The games that positions in answers are read as, by their names.
        self._games: dict[str, Game] = {}
        # What each question may take that says nothing else.
        self._bounds: tuple[float | None, int | None] = (timeout, None)

    @contextmanager
    def limits(self, *, timeout: float | None = None, memory: int | None = None) -> Iterator[None]:
        """Bounds for each question inside of `with session.limits(timeout=2): …`, that of a position or a game included.

        timeout: seconds. memory: bytes, of those that the session has.
        """
        before = self._bounds
        self._bounds = self._within(timeout, memory)
        try:
            yield
        finally:
            self._bounds = before

    def _within(self, timeout: float | None, memory: int | None) -> tuple[float | None, int | None]:
        """These bounds, and where one is None that of the session."""
        return (self._bounds[0] if timeout is None else timeout, self._bounds[1] if memory is None else memory)

    def run(
        self,
        text: str,
        *,
        ask: Ask | None = None,
        show: Callable[[Answer], object] | None = None,
        remark: Callable[[str], object] | None = None,
        progress: Progress | None = None,
        timeout: float | None = None,
        memory: int | None = None,
    ) -> list[Answer]:
        """Runs statements up to the first mistake, or `quit`, and returns the answers.

        ask: is called for each line of a dialogue, such as `play`, with the prompt and the words that can be said there.
            It returns the line, or None to leave. Without it nobody can play.
        show: is called with each answer as it comes, and nothing is returned. No more than 200 KB are shown for one text,
            or for a line of a dialogue. Otherwise up to 64 MB are returned.
        remark: is called with each remark; without it a remark is a `GrundyWarning`.
        progress: is called about once a second while something long is computed, with how many heaps, positions or cases are done,
            and how many are to be done, or 0 if that is not known.
        timeout: seconds that all of the text may take. memory: bytes, of those that the session has.

        Raises `GrundyError` for a mistake, a false `assert`, too little memory and too little time. The answers before it
        are the `answers` of the error. A mistake in a line of a dialogue is a remark.
        """
        return self._run(text, ask, show, remark, progress, show is None, self._within(timeout, memory))

    def _run(
        self,
        text: str,
        ask: Ask | None,
        show: Callable[[Answer], object] | None,
        remark: Callable[[str], object] | None,
        progress: Progress | None,
        has_data: bool,
        bounds: tuple[float | None, int | None],
    ) -> list[Answer]:
        """The same, where `has_data` tells whether the answers have their data."""
        heard = _Heard(text, show, remark, progress)
        most = _MOST_SHOWN if show else _MOST_RETURNED
        try:
            flow = self._native.run(text, heard, ask or heard.nobody, most, has_data, *bounds)
        finally:
            heard.warn()
        return heard.outcome(flow)

    def ask(self, statement: str, *, timeout: float | None = None, memory: int | None = None) -> Any:
        """The data of the answer to a statement, as docs/json.md of the project describes it; lists have all members.

        `grundy.data` has a type for each kind of answer, for mypy: `found: data.WinnerAnswer = session.ask("winner Nim(3)")`.

        Of several statements it is the answer to the last one. Raises `GrundyError` as `run` does.
        """
        heard = _Heard(statement)
        answers = heard.outcome(self._native.ask(statement, heard, False, *self._within(timeout, memory)))
        if not answers:
            raise ValueError(f"this has no answer: {statement}")
        return answers[-1].data

    def values(
        self, statement: str, *, timeout: float | None = None, memory: int | None = None
    ) -> NDArray[numpy.int64] | list[int]:
        """The values of one `values` statement, such as `values Kayles 0..99`.

        Returns an array of the shape (number of heaps,) and the type int64; without numpy a list. Raises `GrundyError` as `run`
        does, and ValueError if one of the values is not there or has more than 63 bits, or if this asks for no row of values.
        """
        heard = _Heard(statement)
        heard.outcome(self._native.ask(statement, heard, True, *self._within(timeout, memory)))
        if heard.values is None:
            raise ValueError(f"this does not ask for a row of values: {statement}")
        return array(heard.values)

    def complete(self, text: str, place: int | None = None) -> tuple[int, int, list[tuple[str, str, str]]]:
        """Which characters of `text` the word at `place` has, from and to, and what it could become.

        Each offer is a word, a line about it, and what it is: "game", "function", "value", "word" or "file". A place outside the
        text is its nearest end.
        """
        heard = _Heard(text)
        self._native.complete(text, len(text) if place is None else _inside(place, text), heard)
        return heard.offers

    def inspect(self, text: str, place: int) -> Answer | None:
        """What is known about the word at a character of a text: a definition, a game, or help on a word.

        A place outside the text is its nearest end.
        """
        heard = _Heard(text)
        self._native.inspect(text, _inside(place, text), heard)
        return heard.answers[-1] if heard.answers else None

    def diagnose(self, text: str) -> list[Diagnosis]:
        """The mistakes that a text shows without being run: (from, to, code, message, label, help, correction).

        Places are characters of the text. The correction is None or (from, to, what is to stand there).
        """
        heard = _Heard(text)
        self._native.diagnose(text, heard)
        return heard.diagnoses

    def __reduce__(self) -> NoReturn:
        raise TypeError("a session stays in its process: make another one there, or pass games and positions")

    def interrupt(self) -> None:
        """Stops what the session is computing for another thread, which gets a `GrundyError` of code "E0501"."""
        self._native.interrupt()


class _Heard:
    """What a session has said to a request. It is called for each event."""

    def __init__(
        self,
        source: str,
        show: Callable[[Answer], object] | None = None,
        remark: Callable[[str], object] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._progress = progress
        self.answers: list[Answer] = []
        self.offers: tuple[int, int, list[tuple[str, str, str]]] = (0, 0, [])
        self.diagnoses: list[Diagnosis] = []
        self.values: bytearray | None = None
        self._source = source
        self._show = show or self.answers.append
        self._remarks: list[str] = []
        self._remark = remark or self._remarks.append
        # Errors that nothing has followed: whether they end the text is known only then.
        self._errors: list[GrundyError] = []

    def __call__(self, event: str, content: Any) -> None:
        if event == "error":
            found, text = content
            self._errors.append(GrundyError(found, text, self._source))
            return
        if event == "progress":
            if self._progress:
                self._progress(*content)
            return
        if event == "left out":
            # It comes behind the error that has ended the text.
            self._remark(content)
            return
        self._pass_errors()
        if event == "answer":
            self._show(Answer(content))
        elif event == "lines":
            self._show(Answer.of_lines(content))
        elif event == "notice":
            self._remark(content.rstrip("\n"))
        elif event == "values":
            self.values = content
        elif event == "offers":
            self.offers = content
        elif event == "diagnoses":
            self.diagnoses = content

    def _pass_errors(self) -> None:
        """Errors that have not ended anything are remarks."""
        for error in self._errors:
            self._remark(str(error))
        self._errors.clear()

    def nobody(self, prompt: str, words: tuple[str, ...]) -> None:
        """Leaves a dialogue."""
        self._remark(f"nobody can type at `{prompt.strip()}` here, so the dialogue ends")

    def warn(self) -> None:
        for text in self._remarks:
            warnings.warn(text, GrundyWarning, stacklevel=4)

    def outcome(self, flow: str) -> list[Answer]:
        """The answers; raises the error that has ended the text."""
        if flow == "stop" and self._errors:
            first, *others = self._errors
            first.answers, first.others = self.answers, others
            raise first
        self._pass_errors()
        return self.answers


def _inside(place: int, text: str) -> int:
    """The place, or the end of the text that is nearest to it."""
    return min(max(place, 0), len(text))


def array(values: bytearray) -> NDArray[numpy.int64] | list[int]:
    """Integers of 64 bits that lie one after the other: an array on the same bytes, or without numpy a list."""
    try:
        import numpy
    except ImportError:
        return memoryview(values).cast("q").tolist()
    return numpy.frombuffer(values, dtype=numpy.int64)
