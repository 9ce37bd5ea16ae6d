"""The kernel for Jupyter, in which every cell is in the language of grundy.

`python -m grundy.kernel install` installs it for this user, and `python -m grundy.kernel install --sys-prefix` in this
environment. It needs ipykernel: `pip install "grundy[jupyter]"`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from . import _grundy
from .answers import Answer
from .errors import GrundyError
from .progress import ProgressLine
from .sessions import Session

NAME = "grundy"


def spec() -> dict[str, Any]:
    """What Jupyter has to know about the kernel."""
    return {
        "argv": [sys.executable, "-m", "grundy.kernel", "-f", "{connection_file}"],
        "display_name": "grundy",
        "language": "grundy",
        "interrupt_mode": "signal",
        # Between the two, keys of Jupyter encrypt everything where it is told to.
        "metadata": {"supported_encryption": "curve"},
    }


def install(*, sys_prefix: bool) -> str:
    """Installs the kernel for this user, or in this environment. Returns the folder in which it is then."""
    from jupyter_client.kernelspec import KernelSpecManager

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernel.json").write_text(json.dumps(spec(), indent=1), encoding="utf-8")
        manager = KernelSpecManager()
        return str(
            manager.install_kernel_spec(folder, NAME, user=not sys_prefix, prefix=sys.prefix if sys_prefix else None)
        )


def kernel_class() -> type:
    """The class of the kernel. It is made here, since ipykernel need not be installed."""
    from ipykernel.kernelbase import Kernel

    class GrundyKernel(Kernel):
        implementation = NAME
        implementation_version = _grundy.__version__
        banner = f"grundy {_grundy.__version__}: a language for impartial games. `help` tells what can be asked."
        language_info = {
            "name": "grundy",
            "version": _grundy.__version__,
            "mimetype": "text/x-grundy",
            "file_extension": ".cgt",
            "pygments_lexer": "grundy",
            # Editors of notebooks have no colours for this language; numbers, texts, comments and most words are as in Python.
            "codemirror_mode": "python",
        }

        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.games = Session()

        def do_execute(
            self,
            code: str,
            silent: bool,
            store_history: bool = True,
            user_expressions: Any = None,
            allow_stdin: bool = False,
            **_: Any,
        ) -> dict[str, Any]:
            def show(answer: Answer) -> None:
                if not silent:
                    content = {"data": answer.mime_bundle(), "metadata": {}}
                    self.send_response(self.iopub_socket, "display_data", content)

            def remark(text: str) -> None:
                if not silent:
                    self.send_response(self.iopub_socket, "stream", {"name": "stderr", "text": f"{text}\n"})

            def ask(prompt: str, words: tuple[str, ...]) -> str | None:
                line: str = self.raw_input(prompt)
                return line

            line = uuid.uuid4().hex

            def say(words: str, is_first: bool) -> None:
                kind = "display_data" if is_first else "update_display_data"
                content = {"data": {"text/plain": words}, "metadata": {}, "transient": {"display_id": line}}
                self.send_response(self.iopub_socket, kind, content)

            progress = ProgressLine(say)
            # What `raw_input` asks.
            self._allow_stdin = allow_stdin
            try:
                self.games.run(
                    code,
                    ask=ask if allow_stdin else None,
                    show=show,
                    remark=remark,
                    progress=None if silent else progress,
                )
            except GrundyError as error:
                lines = [line for each in [error, *error.others] for line in str(each).split("\n")]
                return self._failed(error.code, error.message, lines, silent)
            except KeyboardInterrupt:
                return self._failed(
                    "KeyboardInterrupt", "interrupted", ["interrupted: all definitions are kept"], silent
                )
            finally:
                progress.end()
            return {
                "status": "ok",
                "execution_count": self.execution_count,
                "payload": [],
                "user_expressions": {},
            }

        def _failed(self, name: str, message: str, lines: list[str], silent: bool) -> dict[str, Any]:
            content = {"ename": name, "evalue": message, "traceback": lines}
            if not silent:
                self.send_response(self.iopub_socket, "error", content)
            return {"status": "error", "execution_count": self.execution_count, **content}

        def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
            begin, end, offers = self.games.complete(code, cursor_pos)
            types = [{"start": begin, "end": end, "text": word, "type": kind} for word, _, kind in offers]
            return {
                "status": "ok",
                "matches": [word for word, _, _ in offers],
                "cursor_start": begin,
                "cursor_end": end,
                "metadata": {"_jupyter_types_experimental": types},
            }

        def do_inspect(
            self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()
        ) -> dict[str, Any]:
            answer = self.games.inspect(code, cursor_pos)
            data = answer.mime_bundle() if answer else {}
            return {"status": "ok", "found": answer is not None, "data": data, "metadata": {}}

        def do_is_complete(self, code: str) -> dict[str, Any]:
            indent = _grundy.unfinished(code)
            if indent is None:
                return {"status": "complete"}
            return {"status": "incomplete", "indent": " " * indent}

    return GrundyKernel


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["install"]:
        reader = argparse.ArgumentParser(prog="python -m grundy.kernel install", description="Installs the kernel.")
        reader.add_argument("--sys-prefix", action="store_true", help="in this environment, and not for this user")
        reads = reader.parse_args(arguments[1:])
        try:
            print(f"Installed in {install(sys_prefix=reads.sys_prefix)}")
        except ImportError as error:
            print(f'{error}: the kernel needs `pip install "grundy[jupyter]"`', file=sys.stderr)
            return 1
        return 0
    try:
        from ipykernel.kernelapp import IPKernelApp
    except ImportError as error:
        print(f'{error}: the kernel needs `pip install "grundy[jupyter]"`', file=sys.stderr)
        return 1
    IPKernelApp.launch_instance(argv=arguments, kernel_class=kernel_class())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
