"""Games and positions on their way to another process: a game goes as its rule and the definitions that it needs."""

from __future__ import annotations

import re
from typing import Any

from . import _grundy, games
from .functions import FunctionGame
from .games import Game
from .positions import Position, Summand

# What has come here, so that the same game comes only once.
_come: dict[object, Game] = {}


def of_game(game: Game) -> tuple[object, ...]:
    """The version, the rule, the name if somebody gave one, and the definitions of the session that it needs, in their order."""
    game.must_be_known()
    return _grundy.__version__, game.rule, None if game._is_nameless else game.name, tuple(_needed(game))


def game(version: str, rule: str, name: str | None, needed: tuple[tuple[str, str], ...]) -> Game:
    """The game that `of_game` has taken apart, in the session of all games here."""
    _must_be_ours(version, rule)
    session = games.own_session()
    key = (rule, name, needed)
    come = _come.get(key)
    if come and come.session is session and all(session._definitions.get(own) == text for own, text in needed):
        return come
    for own, text in needed:
        if session._definitions.get(own) != text:
            session.ask(text)
            session._definitions[own] = text
    _come[key] = Game(rule) if name is None else Game(name)
    return _come[key]


def _needed(game: Game) -> list[tuple[str, str]]:
    """The definitions of the session whose names stand in the rule, or in a definition that is needed."""
    defined = [(each["name"], each["source"]) for each in game.session.ask("show")["definitions"]]
    wanted = _words(game.rule) if game._is_nameless else {game.name}
    needed = []
    for name, source in reversed(defined):
        if name in wanted:
            needed.append((name, source))
            wanted |= _words(source)
    return needed[::-1]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", text))


def of_function_game(game: FunctionGame) -> tuple[object, ...]:
    return _grundy.__version__, game.function, game.given_name, game.most


def function_game(version: str, function: Any, name: str | None, most: int) -> Game:
    _must_be_ours(version, "a Python function")
    key = (function, name, most)
    if key not in _come or _come[key].session is not games.own_session():
        _come[key] = FunctionGame(function, name=name, session=None, most=most)
    return _come[key]


def position(summands: dict[Summand, int], is_misere: bool) -> Position:
    """A position whose games have come here before it."""
    session = next((game.session for game, _ in summands if game), None) or games.own_session()
    return Position(session, summands, misere=is_misere)


def _must_be_ours(version: str, rule: str) -> None:
    if version != _grundy.__version__:
        raise ValueError(
            f"grundy {version} has pickled this game, and this is {_grundy.__version__}: make it again from its rule: {rule}"
        )
