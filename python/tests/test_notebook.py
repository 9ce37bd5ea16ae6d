"""The notebooks in `examples/` are run, and their answers are the recorded ones. `REWRITE=1` records them anew."""

import os
from pathlib import Path

import nbformat
import pytest
from conftest import PATIENCE
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter

EXAMPLES = Path(__file__).parents[2] / "examples"
# In the language of grundy, and in Python.
NOTEBOOKS = {"notebook": "grundy", "wythoff": "python3"}
SHOWN = {
    "notebook": ["<table", "image/svg+xml", "First player wins", 'class="k"'],
    "wythoff": ["<table", "image/png", "(11, 18)"],
}


def run(notebook, folder, kernel="grundy"):
    resources = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=10 * PATIENCE, kernel_name=kernel, resources=resources).execute()


def answers(notebook):
    return [
        output["data"]["text/plain"] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    ]


@pytest.mark.parametrize(("name", "kernel"), NOTEBOOKS.items())
def test_the_examples_are_run(name, kernel, tmp_path):
    file = EXAMPLES / f"{name}.ipynb"
    recorded = nbformat.read(file, as_version=4)
    ran = run(nbformat.read(file, as_version=4), tmp_path, kernel)
    if os.environ.get("REWRITE"):
        for cell in ran.cells:
            cell.metadata = {}
        nbformat.write(ran, file)
    else:
        assert answers(ran) == answers(recorded), "REWRITE=1 records the answers anew"
    page, _ = HTMLExporter().from_notebook_node(ran)
    for shown in SHOWN[name]:
        assert shown in page, shown
    nbformat.validate(ran)


def test_a_mistake_stops_a_notebook(tmp_path):
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code in ["print 1", "winner Foo(3)", "print 2"]]
    with pytest.raises(CellExecutionError, match="E0201"):
        run(notebook, tmp_path)
    assert [len(cell.outputs) for cell in notebook.cells] == [1, 1, 0]
