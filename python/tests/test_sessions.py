"""Texts that a session runs, and what becomes of mistakes."""

import importlib.metadata
import itertools
import pickle
import signal
import threading
import time
import warnings

import grundy
import pytest
from grundy import GrundyError, GrundyWarning, Session, _grundy

PATIENCE = 60


@pytest.fixture
def session():
    return Session()


def error_of(session, text, **settings):
    with pytest.raises(GrundyError) as raised:
        session.run(text, **settings)
    return raised.value


def test_answers_come_in_order(session):
    answers = session.run("game S = take <1,2,3>\nwinner S(3) + S(4); print grundy S(5)")
    assert [answer.kind for answer in answers] == ["defined", "winner", "print"]
    assert [answer.statement for answer in answers][1:] == ["winner S(3) + S(4)", "print grundy S(5)"]
    assert str(answers[2]) == repr(answers[2]) == "1"
    assert answers[1].data["winner"] == "first"
    assert str(session.run("print grundy S(6)")[0]) == "2"
    assert session.run("") == []
    assert session.ask("grundy S(7)")["value"] == 3
    with pytest.raises(ValueError, match="no answer"):
        session.ask("")


def test_numbers_of_any_size_are_numbers(session):
    printed = session.ask(f'print 2^53 + 1, -2^60, [2^120], "{2**53 + 1}"')
    assert printed["values"] == [2**53 + 1, -(2**60), [2**120], str(2**53 + 1)]
    assert session.ask("2^53 + 1")["value"] == 2**53 + 1
    assert session.ask("grundy Nim(2^60)")["value"] == grundy.Game("Nim")(2**60).value == 2**60


def test_an_answer_has_many_forms(session):
    table, plot, check = session.run("table Nim 0..3; plot Nim 0..20; check 1 == 2")
    assert table._repr_html_().startswith("<style>") and "<table" in table._repr_html_()
    assert table._repr_svg_() is None
    assert table._repr_markdown_().count("|") > 10
    assert plot._repr_svg_().startswith("<svg") and plot._repr_html_() is None
    assert set(plot.mime_bundle()) == {"text/plain", "image/svg+xml"}
    assert set(table.mime_bundle()) == {"text/plain", "text/html"}
    assert (table.fails, check.fails, table.is_cut) == (False, True, False)


def test_a_mistake_has_its_place_and_its_correction(session):
    error = error_of(session, "let k = 3\nprint k\nwiner Nim(3)")
    assert isinstance(error, ValueError)
    assert error.code.startswith("E") and error.message
    assert (error.place.line, error.place.column, error.place.end_column) == (3, 1, 6)
    assert error.source[error.place.slice_of(error.source)] == "winer"
    assert error.fix.text == "winner"
    assert error.corrected() == "let k = 3\nprint k\nwinner Nim(3)"
    assert f"error[{error.code}]" in str(error)
    known = error_of(session, "print 1\nlet é = 2; winner Foo(3)")
    assert (known.code, known.place.line, known.place.column, known.corrected()) == ("E0201", 2, 19, None)
    assert [str(answer) for answer in known.answers][0] == "1"
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.place, str(again)) == (error.code, error.place, str(error))


def test_all_that_cannot_be_read_is_told(session):
    error = error_of(session, "winner (\nwinner Nim(3\n")
    assert error.others or error.code
    error = error_of(session, "print 1 +; print )")
    assert [type(other) for other in error.others] == [GrundyError] * len(error.others)


@pytest.mark.parametrize(
    "text", ["game S = take <1,", "print (1 +", 'print "a', "game", "§", "\0", "print 1\x1b[31m", "🎲" * 50]
)
def test_bad_input_is_an_error_and_the_session_lives(session, text):
    error_of(session, text)
    assert str(session.run("print 40 + 2")[0]) == "42"


def test_a_false_assert_is_an_error(session):
    error = error_of(session, "print 1; assert grundy Nim(3) == 4; print 2")
    assert error.code == "E0311" and "not 4" in error.message
    assert [str(answer) for answer in error.answers] == ["1"]


def test_a_transcript_is_read_as_what_was_typed(session):
    answers = session.run("> game S = take <1,2,3>\nS is a game\n> winner S(4)\nSecond player wins: …\n> print 2\n2")
    assert [answer.kind for answer in answers] == ["defined", "winner", "print"]


def test_quit_ends_a_text(session):
    assert [str(answer) for answer in session.run("print 1; quit; print 2")] == ["1"]
    assert str(session.run("print 3")[0]) == "3"


def test_memory_is_limited():
    session = Session(memory=50_000_000)
    for text in [
        "print sum([n for n in 1..10^9])",
        "print [n for n in 1..10^8]",
        "game T = octal 0.007; print grundy T(10^8)",
    ]:
        assert error_of(session, text).code in ("E0503", "E0506"), text
    assert str(session.run("print 40 + 2")[0]) == "42"
    # What was said is not counted any more.
    for _ in range(100):
        session.run("print [n for n in 1..30000]")
    assert str(session.run("print length([n for n in 1..10^6])")[0]) == "1000000"
    # Texts that Python has made, and the session has freed, are no room for more.
    for _ in range(900):
        session.ask("print 1" + " " * 20_000)
    assert error_of(session, "let L = [n for n in 1..5*10^6]").code == "E0503"


def test_time_is_limited(session):
    begun = time.monotonic()
    error = error_of(session, "print sum(n for n in 1..10^12); print 1", timeout=0.2)
    assert error.code == "E0502"
    assert time.monotonic() - begun < PATIENCE
    assert str(session.run("print 40 + 2")[0]) == "42"


def interrupt_soon(after=0.1):
    """Presses Ctrl-C in this process."""
    timer = threading.Timer(after, signal.raise_signal, [signal.SIGINT])
    timer.start()
    return timer


def test_ctrl_c_keeps_the_session(session):
    session.run("let k = 3")
    for after in [0.0, 0.001, 0.01, 0.05, 0.1, 0.0, 0.002, 0.02, 0.2, 0.0]:
        with pytest.raises(KeyboardInterrupt):
            timer = interrupt_soon(after)
            session.run("print sum(n for n in 1..10^15)")
            timer.join()
        assert str(session.run("print k")[0]) == "3"


def test_another_thread_interrupts(session):
    found = []
    asking = threading.Thread(target=lambda: found.append(error_of(session, "print sum(n for n in 1..10^15)")))
    asking.start()
    while asking.is_alive():
        session.interrupt()
        asking.join(0.01)
    assert found[0].code == "E0501"


def test_threads_wait_for_each_other(session):
    found = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(session.ask(f"grundy Nim({n})")["value"])) for n in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(found) == list(range(20))


def test_what_listens_cannot_ask(session):
    with pytest.raises(RuntimeError, match="answering"):
        session.run("print 1; print 2", show=lambda answer: session.run("print 3"))

    def fail(answer):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        session.run("print 1; print sum(n for n in 1..10^15)", show=fail)
    assert str(session.run("print 40 + 2")[0]) == "42"


def test_a_dialogue_takes_lines(session):
    prompts = []

    def ask(prompt, words):
        prompts.append((prompt, words))
        return "1" if len(prompts) < 3 else None

    session.run("play Nim(1) + Nim(2)", ask=ask)
    assert prompts and prompts[0][0] == "play> " and "quit" in prompts[0][1]

    def leave(prompt, words):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.run("play Nim(5)", ask=leave)
    with pytest.raises(TypeError):
        session.run("play Nim(5)", ask=lambda prompt, words: 3)
    with pytest.warns(GrundyWarning, match="nobody can type"):
        session.run("play Nim(5)")
    assert str(session.run("print 40 + 2")[0]) == "42"


def test_long_answers_are_cut_where_they_are_shown(session):
    (answer,) = session.run("print [n for n in 1..10^6]")
    assert answer.is_cut and len(str(answer)) < 210_000 and "left out" in str(answer)
    assert len(answer._repr_html_()) < 500_000
    assert len(answer.data["values"][0]) == 10**6
    shown, remarks = [], []
    statements = "; ".join(f"print {n}, {'7' * 30}" for n in range(20_000))
    assert session.run(statements, show=shown.append, remark=remarks.append) == []
    assert sum(len(str(answer)) for answer in shown) < 210_000
    assert any("more answers or errors are left out" in remark for remark in remarks)
    # What ends a text is told all the same, and of very many mistakes the first hundred.
    with pytest.raises(GrundyError) as raised:
        session.run(statements + "; winner Foo(3)", show=shown.append, remark=remarks.append)
    assert raised.value.code == "E0201"
    with pytest.raises(GrundyError) as raised:
        session.run("print 1 2\n" * 1000, show=shown.append, remark=remarks.append)
    assert len(raised.value.others) == 99 and "900 more" in remarks[-1]


def test_foreign_files_are_not_used(session, tmp_path, monkeypatch):
    (tmp_path / "secret").write_text("root:hunter2\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.cgt").write_text("let a = 7\n")
    monkeypatch.chdir(tmp_path / "mine")
    for text in [
        f'load "{tmp_path}/secret"',
        'load "../secret"',
        f'save "{tmp_path}/new.cgt"',
        f'values Nim 0..3 to "{tmp_path}/new.csv"',
        f'let d = read "{tmp_path}/secret.csv"',
    ]:
        error = error_of(session, text)
        assert error.code in ("E0605", "E0611", "E0615", "E0601"), (text, error.code)
        assert "hunter2" not in str(error)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "secret"]
    answers = session.run('load "a.cgt"; values Nim 0..a to "v.csv"')
    assert "Wrote v.csv" in str(answers[-1])
    assert (tmp_path / "mine" / "v.csv").read_text().startswith("n,value\n0,0\n")
    assert error_of(Session(files="none"), 'load "a.cgt"').code != ""
    Session(files="all").run(f'values Nim 0..3 to "{tmp_path}/new.csv"')
    assert (tmp_path / "new.csv").exists()
    with pytest.raises(ValueError, match="files is"):
        Session(files="some")


def test_other_threads_work_while_a_long_text_is_read():
    text = "print 1 + 2 * (3 - 4)\n" * 20_000
    for read in (_grundy.statements, _grundy.tokens, _grundy.unfinished):
        thread = threading.Thread(target=read, args=(text,))
        moments = [time.perf_counter()]
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)
            moments.append(time.perf_counter())
        longest = max(later - earlier for earlier, later in itertools.pairwise(moments))
        # With the lock of the interpreter held, the first wait would take as long as the work.
        assert longest < max(0.7 * (moments[-1] - moments[0]), 0.05), read


def test_editors_ask(session):
    session.run("game Counting = take <1,2,3>")
    assert session.complete("winne")[2][0][0] == "winner"
    begin, end, offers = session.complete("é; winner Count + Nim(3)", 15)
    assert (begin, end, [word for word, _, _ in offers]) == (10, 15, ["Counting"])
    assert session.complete("é", 99)[2] == []
    # Places outside the text.
    assert session.complete("winner Nim", -3)[:2] == session.complete("winner Nim", 0)[:2] == (0, 0)
    assert session.complete("winne", 99) == session.complete("winne")
    assert session.inspect("winner Nim(3)", -3) is not None
    assert [kind for _, _, kind in session.complete("winner Kay")[2]] == ["game"]
    assert "Kayles" in str(session.inspect("é; winner Kayles(3)", 12))
    assert session.inspect("print 34", 7) is None
    text = "let é = 1; winer Nim(3)"
    (found,) = session.diagnose(text)
    begin, end, replacement = found[6]
    assert text[found[0] : found[1]] == "winer"
    assert text[:begin] + replacement + text[end:] == "let é = 1; winner Nim(3)"


def test_remarks_are_warnings(session):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        session.run("game Kayles = take <1,2>")
    assert [warning.category for warning in caught] == [GrundyWarning] * len(caught)


def test_a_session_is_forgotten():
    before = threading.active_count()
    for _ in range(50):
        Session().run("print 1")
    assert threading.active_count() == before


def test_the_version_is_told():
    assert grundy.__version__ == importlib.metadata.version("grundy")
