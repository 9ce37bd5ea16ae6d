"""The kernel, as clients of Jupyter drive it."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import PATIENCE, text_of
from grundy import kernel


def test_a_cell_is_answered(running):
    reply, shown = running.run("game S = take <1,2,3>\nwinner S(3) + S(4)")
    assert (reply["status"], reply["execution_count"]) == ("ok", 1)
    (_, defined), (_, winner) = shown
    assert "First player wins" in winner["data"]["text/plain"]
    assert "<p>" in winner["data"]["text/html"] and "application/json" not in winner["data"]
    assert running.text("print grundy S(5)") == "1"
    _, shown = running.run("plot S 0..20")
    assert shown[0][1]["data"]["image/svg+xml"].startswith("<svg")
    assert running.run("print 5", silent=True)[1] == []


def test_a_mistake_is_an_error_output(running):
    reply, shown = running.run("print 1\nwiner Nim(3)")
    assert reply["status"] == "error" and reply["ename"].startswith("E")
    assert [kind for kind, _ in shown][-1] == "error"
    assert "winner" in "\n".join(shown[-1][1]["traceback"])
    reply, shown = running.run("print 1; assert grundy Nim(3) == 4; print 2")
    assert (reply["status"], reply["ename"]) == ("error", "E0311")
    assert [text_of(*each) for each in shown][0] == "1" and len(shown) == 2
    assert running.text("print 40 + 2") == "42"


def test_words_are_completed_and_explained(running):
    running.run("game Counting = take <1,2,3>")
    reply = running.client.complete("é; winner Count + Nim(3)", 15, reply=True, timeout=PATIENCE)["content"]
    assert (reply["matches"], reply["cursor_start"], reply["cursor_end"]) == (["Counting"], 10, 15)
    types = reply["metadata"]["_jupyter_types_experimental"]
    assert [(offer["text"], offer["type"]) for offer in types] == [("Counting", "game")]
    reply = running.client.complete("winner Nim", -3, reply=True, timeout=PATIENCE)["content"]
    assert (reply["status"], reply["cursor_start"], reply["cursor_end"]) == ("ok", 0, 0)
    reply = running.client.inspect("winner Kayles(3)", 9, reply=True, timeout=PATIENCE)["content"]
    assert reply["found"] and "Kayles" in reply["data"]["text/plain"]
    assert not running.client.inspect("print 34", 7, reply=True, timeout=PATIENCE)["content"]["found"]
    for code, status in [
        ("winner Nim(3)", "complete"),
        ("game S = take <1,", "incomplete"),
        ("print (1 +", "incomplete"),
    ]:
        content = running.reply(running.client.is_complete(code))
        assert content["status"] == status
        assert (status == "complete") != ("indent" in content)


def test_a_game_is_played(running):
    reply, shown = running.run("play Nim(1) + Nim(2)", lines=["what?", "quit"], allow_stdin=True)
    assert reply["status"] == "ok"
    assert "Nim(1) + Nim(2)" in "\n".join(text_of(*each) for each in shown)
    reply, shown = running.run("quiz Nim", lines=["3", "quit"], allow_stdin=True)
    assert reply["status"] == "ok" and len(shown) >= 2
    # Where nobody can type the dialogue ends, and says so.
    assert "nobody can type" in running.text("play Nim(3)", allow_stdin=False)
    assert running.text("print 40 + 2") == "42"


def test_an_endless_cell_is_interrupted_ten_times(running):
    running.run("let k = 3")
    for _ in range(10):
        sent = running.begin("print 1; print sum(n for n in 1..10^15)")
        running.shows(sent)
        running.manager.interrupt_kernel()
        reply, _ = running.end(sent)
        assert (reply["status"], reply["ename"]) == ("error", "KeyboardInterrupt")
    assert running.text("print k") == "3"


def test_an_interrupt_leaves_a_dialogue(running):
    sent = running.begin("play Nim(5)", allow_stdin=True)
    assert running.client.get_stdin_msg(timeout=PATIENCE)["msg_type"] == "input_request"
    running.manager.interrupt_kernel()
    reply, _ = running.end(sent)
    assert reply["status"] == "error"
    assert running.text("print 40 + 2") == "42"


def test_long_output_is_cut(running):
    _, shown = running.run("print [n for n in 1..10^6]")
    text = shown[0][1]["data"]["text/plain"]
    assert len(text) < 210_000 and "left out" in text
    _, shown = running.run("\n".join(f'print {n}, "{"pins " * 20}"' for n in range(4000)))
    assert sum(len(text_of(*each)) for each in shown) < 250_000
    assert "more answers or errors are left out" in text_of(*shown[-1])


def test_a_transcript_in_a_cell(running):
    text = running.text("> game Typed = take <1,2,3>\nTyped is a game\n> print grundy Typed(7)\n3")
    assert text.split("\n")[-1] == "3"


def test_a_killed_kernel_begins_anew(start):
    started = start()
    assert started.text("let k = 3; print k").endswith("3")
    sent = started.begin("print sum(n for n in 1..10^15)")
    assert sent
    os.kill(started.manager.provisioner.pid, signal.SIGKILL)
    started.client.stop_channels()
    started.manager.restart_kernel(now=True)
    started.client = started.manager.blocking_client()
    started.client.start_channels()
    started.client.wait_for_ready(timeout=PATIENCE)
    assert "nothing is called k" in started.text("print k") or "E0" in started.text("print k")
    assert started.text("print 40 + 2") == "42"


def test_two_kernels_in_one_folder(start, tmp_path):
    first, second = start(), start()
    first.run("let k = 1")
    second.run("let k = 2")
    assert (first.text("print k"), second.text("print k")) == ("1", "2")
    begun = [
        (each, each.begin(f'values Nim 0..{length} to "v.csv"')) for each, length in [(first, 50_000), (second, 40_000)]
    ]
    for each, sent in begun:
        assert each.end(sent)[0]["status"] == "ok"
    # The file is that of one of them, and nothing unfinished is beside it.
    assert len((tmp_path / "v.csv").read_text().splitlines()) in (40_002, 50_002)
    assert [path.name for path in tmp_path.iterdir()] == ["v.csv"]


def test_foreign_files_are_not_read(start, tmp_path):
    (tmp_path / "secret").write_text("root:hunter2\n")
    (tmp_path / "mine").mkdir()
    started = start(tmp_path / "mine")
    for code in ['load "../secret"', f'load "{tmp_path}/secret"', f'values Nim 0..3 to "{tmp_path}/new.csv"']:
        reply, shown = started.run(code)
        assert reply["ename"] in ("E0605", "E0611") and "hunter2" not in str(shown)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "secret"]


@pytest.mark.parametrize(
    "settings", [{}, {"transport": "ipc"}, {"transport_encryption": "required"}], ids=["tcp", "ipc", "curve"]
)
def test_every_transport(start, settings, tmp_path, monkeypatch):
    # The sockets of IPC are in the current folder.
    monkeypatch.chdir(tmp_path)
    if "transport_encryption" in settings:
        from jupyter_client.manager import KernelManager

        if not hasattr(KernelManager, "transport_encryption"):
            pytest.skip("THIS VERSION OF jupyter_client CANNOT ENCRYPT: the kernel was not tested with CURVE")
    if settings.get("transport") == "ipc" and sys.platform == "win32":
        pytest.skip("Windows has no IPC")
    started = start(**settings)
    assert started.text("print 40 + 2") == "42"
    if "transport_encryption" in settings:
        assert started.manager.get_connection_info()["curve_publickey"]


def test_the_kernel_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert kernel.main(["install", "--sys-prefix"]) == 0
    assert (tmp_path / "share" / "jupyter" / "kernels" / "grundy" / "kernel.json").exists()
    run = subprocess.run(
        [sys.executable, "-m", "grundy.kernel", "install"], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    place = run.stdout.removeprefix("Installed in ").strip()
    assert os.path.exists(os.path.join(place, "kernel.json")) and place.startswith(os.environ["JUPYTER_DATA_DIR"])


def test_without_ipykernel_it_says_what_to_install(monkeypatch, capsys):
    for module in ("ipykernel", "ipykernel.kernelapp", "jupyter_client", "jupyter_client.kernelspec"):
        monkeypatch.setitem(sys.modules, module, None)
    assert (kernel.main(["-f", "x"]), kernel.main(["install"])) == (1, 1)
    assert capsys.readouterr().err.count("grundy[jupyter]") == 2


def test_it_does_not_wait_for_long(start):
    """Ready in a second on a machine that does nothing else (`figures.py`); here it must only be ready."""
    begun = time.monotonic()
    start()
    assert time.monotonic() - begun < PATIENCE


def test_long_work_says_how_far_it_is(running):
    sent = running.begin("grundy (octal 0.007)(10^8)")
    seen = []
    while len(seen) < 2:
        message = running.client.get_iopub_msg(timeout=PATIENCE)
        if message["msg_type"] in ("display_data", "update_display_data"):
            seen.append((message["msg_type"], message["content"]["data"]["text/plain"]))
    assert [kind for kind, _ in seen] == ["display_data", "update_display_data"]
    assert all(text.startswith("… ") for _, text in seen)
    running.manager.interrupt_kernel()
    running.end(sent)
