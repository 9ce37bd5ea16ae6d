"""Answers: as text, as data, and as a notebook shows them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


class Answer:
    """The answer to one statement.

    `str(answer)` is what the program prints. A notebook shows `_repr_html_`, or `_repr_svg_` if the answer is a picture.
    Each of these forms has at most 200 KB, and `is_cut` tells whether one of them is only a beginning.

    `statement` is the statement as it was written, `kind` the member `type` of `data` ("line" for lines that belong to no
    kind of answer), and `fails` tells whether the answer says that something does not hold.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.statement: str = found["statement"]
        self.kind: str = found["kind"]
        self.fails: bool = found["fails"]
        self.is_cut: bool = found["is_cut"]
        self._found = found

    @classmethod
    def of_lines(cls, text: str) -> Answer:
        """Lines that belong to no kind of answer."""
        empty = {"statement": "", "kind": "line", "fails": False, "is_cut": False, "html": "", "svg": None}
        return cls({**empty, "plain": text, "markdown": None, "data": '{"type":"line"}'})

    @property
    def data(self) -> Any:
        """The answer as data, as docs/json.md of the project describes it, but numbers of any size are `int`. Its type is one of
        those of `grundy.data`.

        Raises ValueError if it is longer than 64 MB, as a list of three million values is: write that into a file, with
        `to "values.csv"` behind the statement.
        """
        if self._found["data"] is None:
            raise ValueError('the data of this answer is too long: write it into a file, with `to "FILE.csv"`')
        return json.loads(self._found["data"])

    def __str__(self) -> str:
        text: str = self._found["plain"]
        return text.rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        html: str = self._found["html"]
        if self._found["svg"] is not None or not html:
            return None
        return f'<style>{_style()}</style>\n<div class="grundy">\n{html}</div>'

    def _repr_svg_(self) -> str | None:
        svg: str | None = self._found["svg"]
        return svg

    def _repr_markdown_(self) -> str | None:
        markdown: str | None = self._found["markdown"]
        return markdown

    def mime_bundle(self) -> dict[str, str]:
        """The forms that a notebook chooses from, by their media types."""
        forms = {"text/plain": str(self), "text/html": self._repr_html_(), "image/svg+xml": self._repr_svg_()}
        return {media_type: form for media_type, form in forms.items() if form is not None}


@cache
def _style() -> str:
    return (files(__package__) / "answer.css").read_text(encoding="utf-8").strip()
