"""Positions after moves, and every question as a method."""

import grundy
import numpy
import pytest
from grundy import Game, GrundyError, Session


def test_a_move_leaves_a_position():
    g, kayles = Game("take <1,2,3>", name="Walked"), Game("Kayles")
    total = g(3) + 2 * kayles(5)
    left = {str(move.position) for move in total.moves() if move.summand == "Walked(3)"}
    assert left == {f"Walked({n}) + 2*Kayles(5)" for n in (0, 1, 2)}
    split = next(move for move in total.moves() if move.to == "Kayles(2) + Kayles(2)")
    assert split.position == g(3) + kayles(5) + 2 * kayles(2)
    assert split.position.value == split.nim_sum
    for move in total.moves():
        assert move.position.value == move.nim_sum


def test_a_game_is_walked_to_its_end():
    """Whoever is to win plays winning moves, whatever the other one does."""
    position = Game("take <1,2,3>")(9) + Game("Kayles")(7)
    moves = 0
    while position.options():
        wins = [move for move in position.moves() if move.wins]
        position = wins[0].position if moves % 2 == 0 else position.options()[-1]
        moves += 1
        assert position.outcome == ("P" if moves % 2 else "N")
    assert moves % 2 == 1 and position.value == 0


def test_options_are_positions_of_each_other():
    lost, won = Game("Nim")(2).options()
    assert (str(lost), str(won)) == ("Nim(0)", "Nim(1)")
    assert Game("Nim")(0).options() == []
    nimbers = (Game("Nim")(1) + Game("game ToStar(n) = *n")(2)).options()
    assert "Nim(1) + *2" in map(str, nimbers)
    assert all(option.value is not None for option in nimbers)


def test_a_summand_that_the_session_writes_otherwise():
    graph = Game("NodeKayles")
    position = graph([0, 1, 2, 7]) + Game("Nim")(2)
    assert {move.position.value for move in position.moves()} == {move.nim_sum for move in position.moves()}


def test_moves_that_bind_leave_no_position():
    bound = Game("game Bound(n) = (n-1) reply | (n-2) again")
    moves = bound(4).moves()
    assert {move.binding for move in moves} == {"again", "reply"}
    with pytest.raises(ValueError, match="bound"):
        moves[0].position  # noqa: B018
    with pytest.raises(ValueError, match="by hand"):
        grundy.Move("S(2)", "S(1)", 1, 1, False).position  # noqa: B018


def test_misere_stays_misere():
    options = Game("Nim")(3).misere.options()
    assert all(option.is_misere for option in options)
    assert [option.outcome for option in options] == ["P", "N", "N"]


def test_what_is_asked_about_a_position():
    kayles = Game("Kayles")
    assert (kayles(7).remoteness, kayles(7).suspense, kayles(7).genus) == (5, 5, "2^20")
    assert Game("game Loop(n) = (n) | (n-1)")(3).remoteness is None
    assert kayles(7).answer("nim_dimension").data["value"] == 3
    assert kayles(3).tree().data["nodes"][0]["position"] == "Kayles(3)"
    assert "*" in str(kayles(3).form())


def test_what_is_asked_about_a_game():
    wythoff, kayles = Game("Wythoff"), Game("Kayles")
    assert wythoff.losing(6, 6) == [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
    assert wythoff.losing(range(1, 6), range(3, 6)) == [(3, 5), (5, 3)]
    assert Game("take <1,2,3>").losing(10) == [0, 4, 8]
    assert Game("Nim").winning(range(0, 4), misere=True) == [0, 2, 3]
    assert kayles.quotient().data["games"] == ["Kayles"]
    assert Game("Nim").pattern().data["laws"][0]["claim"] == "grundy Nim(n) == n"
    assert kayles.table(4).data["rows"][3]["value"] == 3
    assert kayles.plot(30)._repr_svg_()
    assert kayles.answer("preperiod").data["value"] == 71
    with pytest.raises(ValueError, match="leaves some out"):
        kayles.losing(range(0, 9, 2))


def test_values_of_two_coordinates():
    wythoff = Game("Wythoff")
    values = wythoff.values(at=(range(4), range(2, 7)))
    assert (values.shape, values.dtype) == ((4, 5), numpy.dtype("int64"))
    assert values[3, 4] == wythoff(3, 6).value
    assert wythoff.values(at=(2, range(1, 4))).tolist() == [wythoff(2, n).value for n in range(1, 4)]
    cube = Game("game Cube(a, b, c) = (a-1, b, c) | (a, b-1, c) | (a, b, c-1)").values(at=(range(2), range(3), range(4)))
    assert cube.shape == (2, 3, 4) and cube[1, 2, 3] == 0
    with pytest.raises(TypeError):
        wythoff.values(3, at=(range(4), range(4)))


def test_bounds_of_time_and_memory():
    own = Session(timeout=0.2)
    slow = Game("game Slow(a, b, c) = (a-1, b, c) | (b, a, c-1) if a < b | (a, b-3, c) | (a, b, c-5) if a % 2 == 1", session=own)
    with pytest.raises(GrundyError) as raised:
        slow(3000, 3000, 3000).value  # noqa: B018
    assert raised.value.code == "E0502"
    with own.limits(timeout=60, memory=1_000_000), pytest.raises(GrundyError) as raised:
        slow(900, 900, 900).value  # noqa: B018
    assert raised.value.code == "E0503"
    assert slow(3, 3, 3).value >= 0
    with pytest.raises(GrundyError) as raised:
        Session().ask("grundy Cram(board(6, 7))", timeout=0.1)
    assert raised.value.code == "E0502"
