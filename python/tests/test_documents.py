"""What the documents and the docstrings show is run."""

import doctest
import importlib.metadata
from pathlib import Path

import grundy.answers
import grundy.errors
import grundy.functions
import grundy.games
import grundy.positions
import grundy.sessions
import grundy.written
import pytest

MODULES = [
    grundy,
    grundy.answers,
    grundy.errors,
    grundy.functions,
    grundy.games,
    grundy.positions,
    grundy.sessions,
    grundy.written,
]
FOLDER = Path(__file__).parents[1]


def test_the_readme():
    failed, tried = doctest.testfile(str(FOLDER / "README.md"), module_relative=False)
    assert (failed, tried > 10) == (0, True)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    assert doctest.testmod(module, extraglobs={"Game": grundy.Game}).failed == 0


def test_everything_public_is_described():
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        assert isinstance(thing, str) or thing.__doc__, name
        members = vars(thing).items() if isinstance(thing, type) else []
        for member, value in members:
            is_described = member.startswith("_") or (isinstance(value, property) and value.fget.__doc__)
            assert is_described or not callable(value) or value.__doc__, f"{name}.{member}"


def test_the_licences_are_in_the_package():
    texts = {file.name for file in importlib.metadata.files("grundy") or [] if "licenses" in file.parts}
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= texts
