"""The cell magic `%%grundy` for IPython and Jupyter."""

from __future__ import annotations

import sys
from typing import Any

from .answers import Answer
from .errors import GrundyError
from .sessions import Session

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
        """Runs statements of grundy: `%grundy STATEMENT`, or a cell below `%%grundy [SESSION]`.

        Cells that name the same session share their definitions. `grundy.session("SESSION")` is that session in Python.
        """
        if cell is None:
            run_cell(session(""), line)
            return
        words = line.split()
        if len(words) > 1:
            raise ValueError(f"%%grundy takes the name of a session at most, and the statements stand below it: {line}")
        run_cell(session(words[0] if words else ""), cell)

    ipython.register_magic_function(grundy, "line_cell", "grundy")


def run_cell(in_session: Session, text: str) -> None:
    """Runs a text and displays the answers as they come."""
    from IPython.display import display

    def show(answer: Answer) -> None:
        display(answer.mime_bundle(), raw=True)

    try:
        in_session.run(text, ask=ask, show=show, remark=remark)
    except GrundyError as error:
        error.__class__ = CellError
        raise error from None


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
