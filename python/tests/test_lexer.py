"""The colours of Pygments."""

import random

import pygments
from grundy.lexer import GrundyLexer
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, String


def test_the_lexer_is_found():
    for lexer in (get_lexer_by_name("grundy"), get_lexer_for_filename("kayles.cgt")):
        assert isinstance(lexer, GrundyLexer)


def test_tokens_have_their_kinds():
    text = 'game S = take <1,2>  # pins\nwinner S(7); print "a"; 1e6\n'
    found = [(kind, word) for _, kind, word in GrundyLexer().get_tokens_unprocessed(text)]
    for expected in [
        (Keyword, "game"),
        (Name, "S"),
        (Keyword, "take"),
        (Number, "1"),
        (Comment, "# pins"),
        (Keyword.Reserved, "winner"),
        (String, '"a"'),
        (Error, "1e6"),
    ]:
        assert expected in found


def test_nothing_of_a_text_is_lost():
    dice = random.Random(7)
    pieces = ["game ", "S", "é", "🎲", " = ", "take <1,2>", "\n", "# x\n", '"a', '"', "(", "]", "\t", "0.77", "→", "\0"]
    for _ in range(2000):
        text = "".join(dice.choices(pieces, k=dice.randint(0, 12)))
        tokens = list(GrundyLexer().get_tokens_unprocessed(text))
        assert "".join(word for _, _, word in tokens) == text
        places = [0]
        for place, _, word in tokens:
            assert place == places[-1]
            places.append(place + len(word))


def test_a_page_is_coloured():
    assert '<span class="k">game</span>' in pygments.highlight("game S = take <1>", GrundyLexer(), HtmlFormatter())
