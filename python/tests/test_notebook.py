"""The notebook in `examples/` is run, and its answers are the recorded ones. `REWRITE=1` records them anew."""

import os
from pathlib import Path

import nbformat
import pytest
from conftest import PATIENCE
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter

NOTEBOOK = Path(__file__).parents[2] / "examples" / "notebook.ipynb"


def run(notebook, folder):
    resources = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=10 * PATIENCE, kernel_name="grundy", resources=resources).execute()


def answers(notebook):
    return [
        output["data"]["text/plain"] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    ]


def test_the_example_is_run(tmp_path):
    recorded = nbformat.read(NOTEBOOK, as_version=4)
    ran = run(nbformat.read(NOTEBOOK, as_version=4), tmp_path)
    if os.environ.get("REWRITE"):
        for cell in ran.cells:
            cell.metadata = {}
        nbformat.write(ran, NOTEBOOK)
    else:
        assert answers(ran) == answers(recorded), "REWRITE=1 records the answers anew"
    page, _ = HTMLExporter().from_notebook_node(ran)
    for shown in ["<table", "image/svg+xml", "First player wins", 'class="k"']:
        assert shown in page, shown
    nbformat.validate(ran)


def test_a_mistake_stops_a_notebook(tmp_path):
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code in ["print 1", "winner Foo(3)", "print 2"]]
    with pytest.raises(CellExecutionError, match="E0201"):
        run(notebook, tmp_path)
    assert [len(cell.outputs) for cell in notebook.cells] == [1, 1, 0]
