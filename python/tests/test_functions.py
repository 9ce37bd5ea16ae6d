"""Games of Python functions."""

import random
import time

import numpy
import pytest
from grundy import Game, Session


def nim(heap):
    return range(heap)


def kayles(pins):
    """Pins fall alone or in pairs, and what is left on both sides are positions of their own."""
    for taken in (1, 2):
        for left in range(pins - taken + 1):
            yield [left, pins - taken - left]


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def test_a_function_is_a_game():
    g = Game.from_options(nim)
    assert (g(5).value, g(5).winner, repr(g)) == (5, "first", "Game.from_options(nim)")
    assert [str(option) for option in g(2).options()] == [f"{g.name}(0)", f"{g.name}(1)"]
    assert (g(3) + g(5) + Game("Nim")(6)).winner == "second"
    assert g(3).misere.outcome == "N"


def test_positions_come_apart():
    g = Game.from_options(kayles, name="Pins")
    assert g.values(100).tolist() == Game("Kayles").values(100).tolist()
    assert {str(move.position) for move in g(2).moves()} == {"2*Pins(0)", "Pins(0) + Pins(1)"}
    assert g(4).misere.outcome == Game("Kayles")(4).misere.outcome
    assert "1, 2" not in str(g(4).moves()[0])


def test_positions_are_anything_with_a_hash():
    def chomp(rows):
        for row, length in enumerate(rows):
            for left in range(length):
                if (row, left) != (0, 0):
                    yield tuple(min(other, left) if at >= row else other for at, other in enumerate(rows))

    g = Game.from_options(chomp)
    assert g(3, 3).winner == "first"
    # The one winning move from two rows of 3.
    assert [str(move.position) for move in g(3, 3).moves() if move.wins] == [f"{g.name}(3, 2)"]
    texts = Game.from_options(lambda text: {text.replace("ab", "", 1)} if "ab" in text else ())
    assert texts("aabb").value == 0 and str(texts("aabb")) == f"{texts.name}('aabb')"


@pytest.mark.parametrize("seed", range(10))
def test_values_are_those_of_the_definition(seed):
    dice = random.Random(seed)
    options = {n: sorted(dice.sample(range(n), min(n, dice.randint(0, 4)))) for n in range(200)}
    g = Game.from_options(options.__getitem__)
    values = []
    for n in range(200):
        values.append(mex({values[option] for option in options[n]}))
    places = dice.sample(range(200), 200)
    # Asked one by one, the game grows.
    assert [g(n).value for n in places[:20]] == [values[n] for n in places[:20]]
    assert g.values(200).tolist() == values
    assert g.values(50, 60).tolist() == values[50:60]
    assert g.losing(200) == [n for n in range(200) if values[n] == 0]
    assert g.winning([5, 7, 9]) == [n for n in (5, 7, 9) if values[n]]


def test_a_loop_is_play_without_an_end():
    ring = Game.from_options(lambda n: [(n + 1) % 5])
    assert (ring(2).outcome, ring(2).winner, ring(2).remoteness) == ("D", None, None)
    out = Game.from_options(lambda n: [n - 1, n] if n else [])
    assert [out(n).outcome for n in range(3)] == ["P", "N", "D"]


def test_a_law_is_looked_for():
    assert "grundy" not in str(Game.from_options(nim).pattern(200))
    assert Game.from_options(nim).pattern(200).data["type"] == "pattern"
    for ask in (Game.from_options(nim).period, Game.from_options(nim).quotient, lambda: Game.from_options(nim).table(4)):
        with pytest.raises(ValueError, match="shows none"):
            ask()


def test_what_the_function_raises_goes_through():
    def breaks(n):
        if n == 3:
            raise ZeroDivisionError("at three")
        return range(n)

    g = Game.from_options(breaks)
    assert g(2).value == 2
    with pytest.raises(ZeroDivisionError, match="at three"):
        g(5).value  # noqa: B018
    assert g(2).value == 2


@pytest.mark.parametrize(
    ("returned", "says"),
    [(None, "a list of positions, not None"), (7, "not 7"), ("abc", "not 'abc'"), ([{1: 2}], "has none: {1: 2}"), ([[[]]], "has none")],
)
def test_garbage_is_named(returned, says):
    with pytest.raises(TypeError, match=r"options? of 4") as raised:
        Game.from_options(lambda n: returned)(4).value  # noqa: B018
    assert says in str(raised.value)


def test_what_never_ends_is_bounded():
    g = Game.from_options(lambda n: [n + 1], most=1000)
    with pytest.raises(ValueError, match="more than 1000 positions"):
        g(0).value  # noqa: B018
    with pytest.raises(ValueError, match="the time is up"):
        Game.from_options(lambda n: [n + 1], session=Session(timeout=0.05), most=10**9)(0).value  # noqa: B018
    with pytest.raises(TypeError):
        Game.from_options("take <1>")
    with pytest.raises(TypeError):
        Game.from_options(nim)([1, 2])


def test_memory_is_bounded():
    small = Game.from_options(lambda n: range(max(0, n - 50), n), session=Session(memory=3_000_000))
    with pytest.raises(ValueError, match="memory"):
        small(20_000).value  # noqa: B018
    assert small(10).value == 10


def test_a_large_game_is_fast():
    dice = random.Random(1)
    options = [[dice.randrange(n) for _ in range(4)] if n else [] for n in range(50_000)]
    begun = time.process_time()
    g = Game.from_options(options.__getitem__)
    values = g.values(50_000)
    assert values.dtype == numpy.dtype("int64")
    # Far from exact: it takes a second in a release build.
    assert time.process_time() - begun < 60
    assert values[7] == mex({values[option] for option in options[7]})
