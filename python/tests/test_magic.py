"""The cell magic, in an IPython shell."""

import grundy
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


@pytest.fixture(scope="module")
def ipython():
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "grundy")
    return shell


def run(ipython, cell):
    with capture_output() as captured:
        result = ipython.run_cell(cell)
    plain = [output.data["text/plain"] for output in captured.outputs]
    return result, plain, captured


def test_a_cell_is_run(ipython):
    result, plain, captured = run(ipython, "%%grundy\ngame S = take <1,2,3>\nwinner S(3) + S(4)\nprint {1}")
    assert "First player wins" in plain[1]
    assert "<p>" in captured.outputs[1].data["text/html"]
    assert run(ipython, "%grundy print grundy S(5)")[1] == ["1"]
    assert grundy.session().ask("grundy S(5)")["value"] == 1


def test_sessions_have_names(ipython):
    run(ipython, "%%grundy one\nlet k = 1")
    run(ipython, "%%grundy two\nlet k = 2")
    assert run(ipython, "%%grundy one\nprint k")[1] == ["1"]
    assert grundy.session("two").ask("print k")["values"] == [2]
    result, _, _ = run(ipython, "%%grundy one two\nprint k")
    assert isinstance(result.error_in_exec, ValueError)


def test_a_mistake_shows_its_place_in_the_cell(ipython):
    result, plain, captured = run(ipython, "%%grundy\nprint 1\nwinner Foo(3)\nprint 2")
    assert plain == ["1"]
    assert isinstance(result.error_in_exec, grundy.GrundyError)
    shown = captured.stdout + captured.stderr
    assert "E0201" in shown and "winner Foo(3)" in shown and "Traceback" not in shown


def test_a_dialogue_is_typed(ipython, monkeypatch):
    lines = iter(["what?", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    result, plain, _ = run(ipython, "%%grundy\nplay Nim(1) + Nim(2)")
    assert result.success and any("Nim(1) + Nim(2)" in text for text in plain)
    assert list(lines) == []
    lines = iter(["quit"])
    run(ipython, "import grundy\ngrundy.Game('Nim')(3).play()")
    assert list(lines) == []


def test_answers_and_positions_are_shown(ipython):
    _, _, captured = run(ipython, "display(grundy.Game('take <1,2,3>')(7))")
    assert "First player wins" in captured.outputs[0].data["text/html"]


def test_an_answer_goes_to_a_variable(ipython):
    run(ipython, "%%grundy -o found\ngame S = take <1,2,3>\nvalues S 0..5")
    assert run(ipython, "found.data['values']")[0].result == [0, 1, 2, 3, 0, 1]
    run(ipython, "%grundy -o found print 2^70")
    assert run(ipython, "found.data['values'][0]")[0].result == 2**70
    run(ipython, "%%grundy one -o found\nprint k")
    assert run(ipython, "found.data['values']")[0].result == [1]
    result, _, _ = run(ipython, "%grundy -o 3 print 1")
    assert isinstance(result.error_in_exec, ValueError)


def test_variables_of_python_stand_in_a_cell(ipython):
    run(ipython, "heaps, board = [1, 2, 3], '../..'\nown = grundy.Game('take <1,2>', session=grundy.session())\nplace = own(4)")
    assert run(ipython, "%grundy print sum[Nim(k) for k in {heaps}] == *0")[1] == ["true"]
    assert run(ipython, "%grundy grundy Cram({board})")[1] == ["Grundy value 0: Cram(\"../..\") = *0."]
    assert run(ipython, "%grundy print grundy {place}, grundy {own}(5)")[1] == ["1 2"]
    # What the cell or the session calls so is its own, and so are sets.
    assert run(ipython, "%%grundy\nlet heaps = 7\nprint {heaps}, {1}")[1][-1] == "{7} {1}"
    assert run(ipython, "%grundy print {heaps}")[1] == ["{7}"]
    assert run(ipython, "%grundy print max({board for board in 1..3})")[1] == ["3"]
    result, _, _ = run(ipython, "foreign = grundy.Game('Nim')(3)\n%grundy grundy {foreign}")
    assert isinstance(result.error_in_exec, ValueError)
