"""Impartial games: Grundy values, who wins, winning moves, and periods with the theorem that proves them.

>>> import grundy
>>> g = grundy.Game("take <1,2,3>")
>>> g(7).value, g(7).winner
(3, 'first')

`Game` is a game, `g(7)` a position of it, and `+` puts positions side by side. `Session` runs texts in the language of
grundy. In a notebook, `%load_ext grundy` brings the cell magic `%%grundy`, and `python -m grundy.kernel install` a kernel
for notebooks that are in this language alone. A mistake raises `GrundyError`.
"""

from ._grundy import __version__
from .answers import Answer
from .errors import Fix, GrundyError, GrundyWarning, Place
from .games import Game, Period
from .positions import Move, Position
from .sessions import Session

__all__ = [
    "Answer",
    "Fix",
    "Game",
    "GrundyError",
    "GrundyWarning",
    "Move",
    "Period",
    "Place",
    "Position",
    "Session",
    "__version__",
    "load_ipython_extension",
    "session",
]


def session(name: str = "") -> Session:
    """The session of the cells `%%grundy NAME`; without a name, that of `%%grundy`."""
    from .magic import session as named

    return named(name)


def load_ipython_extension(ipython: object) -> None:
    """What `%load_ext grundy` calls."""
    from .magic import register

    register(ipython)
