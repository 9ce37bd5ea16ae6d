"""How far a long computation is, in a notebook."""

from __future__ import annotations

from collections.abc import Callable


class ProgressLine:
    """A line that says how much is done. It appears with the first count, and is empty at the end.

    `say` is called with each text, and with whether it is the first one.
    """

    def __init__(self, say: Callable[[str, bool], object]) -> None:
        self._say = say
        self._is_shown = False

    def __call__(self, done: int, goal: int) -> None:
        self._say(f"… {done:,} of {goal:,}" if goal else f"… {done:,}", not self._is_shown)
        self._is_shown = True

    def end(self) -> None:
        if self._is_shown:
            self._say("", False)
