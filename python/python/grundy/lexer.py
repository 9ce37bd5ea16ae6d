"""The colours of the language in Pygments. The tokens are those of the language itself, so that no word stands here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from . import _grundy

_TYPES = {
    "keyword": Keyword,
    "verb": Keyword.Reserved,
    "name": Name,
    "number": Number,
    "text": String,
    "operator": Operator,
    "bracket": Punctuation,
    "separator": Punctuation,
    "raw": Text,
    "comment": Comment,
    "error": Error,
}


class GrundyLexer(Lexer):
    """For scripts and cells of grundy."""

    name = "grundy"
    url = "https://github.com/grundy-lang/grundy"
    aliases: ClassVar[list[str]] = ["grundy"]
    filenames: ClassVar[list[str]] = ["*.cgt"]
    mimetypes: ClassVar[list[str]] = ["text/x-grundy"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        behind = 0
        for begin, end, kind in _grundy.tokens(text):
            if begin > behind:
                yield behind, Whitespace, text[behind:begin]
            yield begin, _TYPES[kind], text[begin:end]
            behind = end
        if behind < len(text):
            yield behind, Whitespace, text[behind:]
