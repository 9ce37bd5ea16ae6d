"""Games and positions in other processes."""

import multiprocessing
import pickle

import grundy
import pytest
from grundy import Game, Session
from test_functions import kayles


def value_of(position):
    return position.value


def period_of(game):
    return game.period()


def test_a_pool_gets_games_and_positions():
    g = Game("take <1,2,3>")
    positions = [g(n) + Game("Kayles")(n) for n in range(8)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(value_of, positions) == [position.value for position in positions]
        games = [Game(f"octal 0.{code}") for code in ("07", "77", "137")]
        assert pool.map(period_of, games) == [game.period() for game in games]
        pins = Game.from_options(kayles)
        assert pool.map(value_of, [pins(n) for n in range(5)]) == [pins(n).value for n in range(5)]


def test_a_game_brings_what_it_needs():
    own = Session()
    own.run("let most = 2\nlet few(n) = min(n, most)\ngame Few(n) = (n-k) for k in 1..few(n)\nlet other = 3")
    few = Game("Few", session=own)
    again = pickle.loads(pickle.dumps(few(5) + few(4)))
    assert again.session is not own and again.value == (few(5) + few(4)).value
    assert str(again) == "Few(5) + Few(4)"
    with pytest.raises(grundy.GrundyError):
        again.session.ask("print other")
    assert pickle.loads(pickle.dumps(few(5))).winner == few(5).winner
    assert pickle.loads(pickle.dumps(few(2).misere)).is_misere


def test_what_comes_twice_is_one_game():
    g = Game("take <1,2>")
    one, two = (pickle.loads(pickle.dumps(g(n))) for n in (4, 5))
    assert (one + two).value == g(4).value ^ g(5).value


def test_another_version_is_told():
    data = pickle.dumps(Game("take <1,2>"))
    own = grundy.__version__.encode()
    with pytest.raises(ValueError, match=r"make it again from its rule: take <1,2>"):
        pickle.loads(data.replace(own, own[:-1] + b"x"))


def test_a_session_stays():
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(Session())
