"""Kernels for the tests, installed where nothing else is."""

import contextlib
import json
import os
import queue

import pytest
from grundy import kernel

# A machine may be busy: whoever waits for something waits so many seconds.
PATIENCE = 60


@pytest.fixture(scope="session", autouse=True)
def installed(tmp_path_factory):
    """A folder of Jupyter that has this kernel and nothing of the user's."""
    folder = tmp_path_factory.mktemp("jupyter")
    place = folder / "kernels" / kernel.NAME
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(json.dumps(kernel.spec()))
    names = {
        "JUPYTER_PATH": str(folder),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_NO_CONFIG": "1",
        "IPYTHONDIR": str(folder / "ipython"),
    }
    before = dict(os.environ)
    os.environ.update(names)
    yield folder
    os.environ.clear()
    os.environ.update(before)


class Kernel:
    """A kernel with a client."""

    def __init__(self, folder, **settings):
        from jupyter_client.manager import KernelManager

        self.manager = KernelManager(kernel_name=kernel.NAME, **settings)
        self.manager.start_kernel(cwd=str(folder))
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)

    def begin(self, code, **settings):
        """Sends a cell, and returns as soon as the kernel works at it."""
        sent = self.client.execute(code, **settings)
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == sent and message["content"].get("execution_state") == "busy":
                return sent

    def end(self, sent, lines=()):
        """The reply to a cell, and what it has shown; `lines` are typed where it asks."""
        lines = list(lines)
        shown = []
        while True:
            with contextlib.suppress(queue.Empty):
                self.client.get_stdin_msg(timeout=0)
                self.client.input(lines.pop(0))
            try:
                message = self.client.get_iopub_msg(timeout=0.1 if lines else PATIENCE)
            except queue.Empty:
                if not lines:
                    raise
                continue
            if message["parent_header"].get("msg_id") != sent:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                break
            # How far a long computation is depends on the machine, and is not what was asked for.
            is_progress = "display_id" in message["content"].get("transient", {})
            if message["msg_type"] in ("display_data", "stream", "error") and not is_progress:
                shown.append((message["msg_type"], message["content"]))
        return self.reply(sent), shown

    def reply(self, sent):
        """The reply to a message."""
        while True:
            reply = self.client.get_shell_msg(timeout=PATIENCE)
            if reply["parent_header"].get("msg_id") == sent:
                return reply["content"]

    def shows(self, sent):
        """Waits until a cell has shown something."""
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == sent and message["msg_type"] == "display_data":
                return

    def run(self, code, lines=(), **settings):
        return self.end(self.begin(code, **settings), lines)

    def text(self, code, **settings):
        """What a cell shows, as text."""
        _, shown = self.run(code, **settings)
        return "\n".join(text_of(kind, content) for kind, content in shown)

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def text_of(kind, content):
    if kind == "display_data":
        return content["data"]["text/plain"]
    return content["text"] if kind == "stream" else "\n".join(content["traceback"])


@pytest.fixture
def start(tmp_path):
    """Starts kernels, and ends them with the test."""
    with contextlib.ExitStack() as stack:

        def start(folder=tmp_path, **settings):
            started = Kernel(folder, **settings)
            stack.callback(started.close)
            return started

        yield start


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A kernel that many tests ask."""
    with contextlib.closing(Kernel(tmp_path_factory.mktemp("folder"))) as started:
        yield started
