"""Games, positions and what is asked about them."""

import multiprocessing
import random

import numpy
import pytest
from grundy import Game, GrundyError, Move, Period, Session


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def values_by_definition(take, count):
    """The values of a subtraction game, from the definition."""
    values = []
    for heap in range(count):
        values.append(mex({values[heap - amount] for amount in take if amount <= heap}))
    return values


def test_a_position_has_a_value_and_a_winner():
    g = Game("take <1,2,3>")
    assert (g(7).value, g(7).winner, g(7).outcome) == (3, "first", "N")
    assert (g(8).value, g(8).winner, g(8).outcome) == (0, "second", "P")
    assert repr(g) == "Game('take <1,2,3>')"
    assert str(g(7)) == repr(g(7)) == f"{g.name}(7)"


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definition(seed):
    dice = random.Random(seed)
    take = sorted(dice.sample(range(1, 12), dice.randint(1, 5)))
    g = Game(f"take <{','.join(map(str, take))}>")
    count = dice.randint(1, 200)
    expected = values_by_definition(take, count)
    assert g.values(count).tolist() == expected
    first = dice.randint(0, count)
    assert g.values(first, count).tolist() == expected[first:]
    heaps = [dice.randrange(count) for _ in range(3)]
    total = sum(g(heap) for heap in heaps)
    assert total.value == expected[heaps[0]] ^ expected[heaps[1]] ^ expected[heaps[2]]
    wins = [move for move in total.moves() if move.wins]
    assert bool(wins) == (total.value != 0) == (total.winner == "first")
    assert all(move.nim_sum == 0 for move in wins)
    options = {g.moves(heaps[0])[n].to for n in range(len(g.moves(heaps[0])))}
    assert options == {f"{g.name}({heaps[0] - amount})" for amount in take if amount <= heaps[0]}


def test_values_are_an_array():
    values = Game("Kayles").values(100_000)
    assert isinstance(values, numpy.ndarray)
    assert (values.dtype, values.shape) == (numpy.dtype("int64"), (100_000,))
    assert values[:8].tolist() == [0, 1, 2, 3, 1, 4, 3, 2]
    # From 71 on the values have the period 12.
    assert (values[71:-12] == values[83:]).all()
    values[0] = 5
    assert values[0] == 5
    assert Game("Kayles").values(0).shape == Game("Kayles").values(5, 5).shape == (0,)


def test_values_are_a_list_without_numpy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    values = Game("Kayles").values(5)
    assert (type(values), values) == (list, [0, 1, 2, 3, 1])


def test_values_along_a_coordinate():
    wythoff = Game("Wythoff")
    assert wythoff.values(4, at=(None, 3)).tolist() == [wythoff(n, 3).value for n in range(4)]
    with pytest.raises(GrundyError):
        wythoff.values(4)
    within = Game("game W(a, b in 1..2) = (a-1, b)")
    with pytest.raises(ValueError, match="has no position 0"):
        within.values(3, at=(None, 5))


def test_values_that_cannot_be():
    nim = Game("Nim")
    with pytest.raises(GrundyError) as raised:
        nim.values(20_000_000)
    assert raised.value.code == "E0506"
    for bounds in [(), (1, 2, 3)]:
        with pytest.raises(TypeError):
            nim.values(*bounds)
    with pytest.raises(TypeError):
        nim.values("9")
    assert nim.values(2**63 - 2, 2**63 - 1).tolist() == [2**63 - 2]


def test_a_period():
    assert Game("take <1,2,3>").period() == Period(4, 0, 0, "finite_subtraction", True, 63, {})
    kayles = Game("octal 0.77").period()
    assert (kayles.period, kayles.preperiod, kayles.saltus, kayles.proved) == (12, 71, 0, True)
    assert kayles.theorem == "guy_smith"
    assert kayles.exceptions[0] == 0 and max(kayles.exceptions) == 70
    nim = Game("Nim").period()
    assert (nim.period, nim.saltus, nim.proved) == (1, 1, True)
    unknown = Game("octal 0.007").period(to=1000)
    assert (unknown.period, unknown.theorem, unknown.proved) == (None, None, False)
    assert unknown.checked >= 1000


def test_moves():
    g = Game("take <1,2,3>", name="T")
    assert g.moves(2) == [Move("T(2)", "T(0)", 0, 0, True), Move("T(2)", "T(1)", 1, 1, False)]
    assert str(g.moves(2)[0]) == "T(2) → T(0)"
    assert g.moves(0) == []
    # All of them, where a screen shows twenty.
    assert len(Game("Nim").moves(50)) == 50


def test_sums():
    g, kayles = Game("take <1,2,3>"), Game("Kayles")
    total = g(3) + kayles(4) + 2 * g(5)
    assert str(total) == f"{g.name}(3) + Kayles(4) + 2*{g.name}(5)"
    assert total.value == 3 ^ 1
    assert g(3) + kayles(4) == kayles(4) + g(3)
    assert g(3) + g(3) == 2 * g(3) == g(3) * 2
    assert len({g(3) + kayles(4), kayles(4) + g(3)}) == 1
    assert g(3) != kayles(3)
    with pytest.raises(TypeError, match="value == 3"):
        g(3) == 3  # noqa: B015
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="no position"):
            wrong * g(3)
    with pytest.raises(TypeError):
        g(3) + 4
    with pytest.raises(ValueError, match="different sessions"):
        g(3) + Game("Kayles", session=Session())(3)


def test_misere_play():
    g = Game("take <1,2,3>")
    assert (g(1).winner, g(1).misere.winner) == ("first", "second")
    assert (g(4) + g(1)).misere.winner == "first" or (g(4) + g(1)).misere.outcome == "P"
    assert all(move.value is None for move in g(5).misere.moves())
    with pytest.raises(ValueError, match="misère"):
        g(1) + g(1).misere


def test_play_without_an_end():
    loop = Game("game Loop(n) = (n) | (n-1)")
    position = loop(3)
    assert (position.outcome, position.winner) == ("D", None)
    assert position.value == "∞{}"
    assert {move.draws for move in position.moves()} == {True}


def test_coordinates_of_every_kind():
    assert Game("Wythoff")(3, 5).value == Game("Wythoff")(numpy.int64(3), numpy.int32(5)).value
    graph = Game("NodeKayles")
    assert str(graph([(0, 1), (1, 2)])) == "NodeKayles([(0, 1), (1, 2)])"
    assert str(graph({2, 1})) == "NodeKayles(<1, 2>)"
    assert str(graph('a"\\\n')) == r'NodeKayles("a\"\\\n")'
    for wrong in (True, 1.5, None):
        with pytest.raises(TypeError):
            Game("Nim")(wrong)
    with pytest.raises(TypeError):
        Game("Nim")()
    with pytest.raises(GrundyError) as raised:
        Game("Nim")("abc").value  # noqa: B018
    assert raised.value.code == "E0323"


def test_games_that_are_none():
    for rule, code in [("take <1,2", "E0103"), ("tak <1,2>", None), ("Kaylse", "E0201")]:
        with pytest.raises(GrundyError) as raised:
            Game(rule)
        assert code in (None, raised.value.code)
    for rule in ["take <1>\nwinner Nim(3)", "take <1>; take <2>", "winner Nim(3)\ngame S = take <1>"]:
        with pytest.raises((ValueError, GrundyError)):
            Game(rule)
    with pytest.raises(ValueError, match="has the name S already"):
        Game("game S = take <1>", name="T")
    with pytest.raises((ValueError, GrundyError)):
        Game("")


def test_a_definition_may_need_others():
    w = Game("let most = 2\ngame Few(n) = (n-k) for k in 1..min(n, most)")
    assert [w(n).value for n in range(6)] == [0, 1, 2, 0, 1, 2]
    assert w.name == "Few"


def test_a_name_that_is_defined_anew_is_no_trap():
    first = Game("game Trap = take <1,2>")
    position = first(4)
    assert Game("game Trap = take <1,2>")(4).value == position.value == 1
    second = Game("game Trap = take <1,3>")
    assert second(4).value == 0
    for ask in (lambda: position.value, lambda: first.values(3), first.period):
        with pytest.raises(ValueError, match="defined anew"):
            ask()
    library = Game("Nim")
    own = Session()
    assert Game("Nim", session=own)(3).value == 3
    Game("game Nim = take <1>", session=own)
    assert library(3).value == 3


def test_games_of_a_session():
    own = Session()
    own.run("game S = take <1,2,3>\nlet k = 3")
    assert Game("S", session=own)(7).value == 3
    with pytest.raises(ValueError, match="is not a game"):
        Game("k", session=own)
    own.run("game G1 = take <1>")
    assert Game("take <1,2>", session=own).name == "G2"


def test_notebooks_show_games_and_positions():
    g = Game("take <1,2,3>", name="Shown")
    assert "First player wins" in (g(3) + g(4))._repr_html_()
    assert "take" in g._repr_html_()
    assert "mex" in str(g(5).explain())


def ask_in_a_copy(game, answers):
    try:
        answers.put(game(3).value)
    except RuntimeError as error:
        answers.put(str(error))
    answers.put(Game("take <1,2,3>")(3).value)


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_copy_of_the_process_has_sessions_of_its_own():
    copies = multiprocessing.get_context("fork")
    answers = copies.Queue()
    copy = copies.Process(target=ask_in_a_copy, args=(Game("take <1,2,3>"), answers))
    copy.start()
    assert "copy" in answers.get(timeout=60)
    assert answers.get(timeout=60) == 3
    copy.join(60)
