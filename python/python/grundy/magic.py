"""The cell magic `%%grundy` for IPython and Jupyter."""

from __future__ import annotations

import sys
from typing import Any

from . import _grundy
from .answers import Answer
from .errors import GrundyError
from .games import Game
from .positions import Position
from .progress import ProgressLine
from .sessions import Session
from .written import typed

_sessions: dict[str, Session] = {}


def session(name: str) -> Session:
    """The session of this name, which begins with the first cell that names it."""
    if name not in _sessions:
        _sessions[name] = Session()
    return _sessions[name]


class CellError(GrundyError):
    """A mistake in a cell: the place in the cell is what matters, and not that in Python."""

    def _render_traceback_(self) -> list[str]:
        return [str(error) for error in [self, *self.others]]


def register(ipython: Any) -> None:
    """Gives `%grundy` and `%%grundy` to an IPython shell."""
    from IPython.core.magic import no_var_expand

    @no_var_expand
    def grundy(line: str, cell: str | None = None) -> None:
        """Runs statements of grundy: `%grundy [-o NAME] STATEMENT`, or a cell below `%%grundy [SESSION] [-o NAME]`.

        Cells that name the same session share their definitions. `grundy.session("SESSION")` is that session in Python.
        `-o NAME` gives the last answer to a variable of Python, and `{x}` stands for a variable of Python: a number, a text, a
        list, a tuple, a set, a game or a position. A name that the session or the cell has is its own.
        """
        words = line.split()
        name = ""
        if "-o" in words[: len(words) if cell else 1]:
            at = words.index("-o")
            name = words[at + 1] if at + 1 < len(words) else ""
            if not name.isidentifier():
                raise ValueError(f"a name of Python stands behind -o: {line}")
            del words[at : at + 2]
            line = line.split(maxsplit=2)[2] if cell is None and len(line.split()) > 2 else ""
        if cell is not None and len(words) > 1:
            raise ValueError(f"%%grundy takes the name of a session and -o NAME, and the statements stand below it: {line}")
        in_session = session(words[0] if cell is not None and words else "")
        last = run_cell(in_session, filled(in_session, line if cell is None else cell, ipython.user_ns), keeps=bool(name))
        if name:
            ipython.user_ns[name] = last

    ipython.register_magic_function(grundy, "line_cell", "grundy")


def filled(in_session: Session, text: str, variables: dict[str, Any]) -> str:
    """The text with values of Python in the place of `{x}`."""
    tokens = [(start, end, kind, text[start:end]) for start, end, kind in _grundy.tokens(text)]
    braced = [
        at
        for at in range(1, len(tokens) - 1)
        if (tokens[at - 1][3], tokens[at][2], tokens[at + 1][3]) == ("{", "name", "}")
    ]
    elsewhere = {word for at, (_, _, kind, word) in enumerate(tokens) if kind == "name" and at not in braced}
    if any(tokens[at][3] in variables for at in braced):
        elsewhere |= {each["name"] for each in in_session.ask("show")["definitions"]}
    for at in reversed(braced):
        name = tokens[at][3]
        if name in variables and name not in elsewhere:
            start, end = tokens[at - 1][0], tokens[at + 1][1]
            text = f"{text[:start]}{_as_typed(in_session, name, variables[name])}{text[end:]}"
    return text


def _as_typed(in_session: Session, name: str, value: Any) -> str:
    """A value of Python as the session reads it."""
    if isinstance(value, (Game, Position)):
        if value.session is not in_session:
            raise ValueError(f"{name} belongs to another session than this cell: make it with `session=grundy.session()`")
        return value.name if isinstance(value, Game) else f"({value.typed()})"
    return typed(value)


def run_cell(in_session: Session, text: str, *, keeps: bool = False) -> Answer | None:
    """Runs a text and displays the answers as they come. Returns the last one, with its data if it `keeps` them."""
    from IPython.display import display

    last: Answer | None = None

    def show(answer: Answer) -> None:
        nonlocal last
        last = answer
        display(answer.mime_bundle(), raw=True)

    line: Any = None

    def say(words: str, is_first: bool) -> None:
        nonlocal line
        form = {"text/plain": words}
        if is_first:
            line = display(form, raw=True, display_id=True)
        else:
            line.update(form, raw=True)

    progress = ProgressLine(say)
    try:
        in_session._run(text, ask, show, remark, progress, keeps, in_session._bounds)
    except GrundyError as error:
        error.__class__ = CellError
        raise error from None
    finally:
        progress.end()
    return last


def ask(prompt: str, words: tuple[str, ...]) -> str | None:
    """A line of a dialogue from the keyboard; None if there is none."""
    from IPython.core.error import StdinNotImplementedError

    try:
        return input(prompt)
    except EOFError:
        return None
    except StdinNotImplementedError:
        remark(f"nobody can type at `{prompt.strip()}` here, so the dialogue ends")
        return None


def remark(text: str) -> None:
    print(text, file=sys.stderr)


def play(in_session: Session, statement: str) -> None:
    """Runs a dialogue at the keyboard, in a notebook or a terminal."""
    if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
        run_cell(in_session, statement)
        return
    in_session.run(statement, ask=_typed, show=print, remark=remark)


def _typed(prompt: str, words: tuple[str, ...]) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None
