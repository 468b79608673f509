"""The README's examples run, and its commands are there."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest

from ginrummy.cli import main

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_tour():
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("module", ["counting", "decks", "records", "round"])
def test_docstrings(module):
    results = doctest.testmod(importlib.import_module(f"ginrummy.{module}"))
    assert results.failed == 0
    assert results.attempted or module == "round"


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    lines = "".join(blocks).splitlines()
    return [line for line in lines if line.startswith("ginrummy ")]


@pytest.mark.parametrize("command", commands())
def test_commands(command, capsys):
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


def test_files_named_in_the_readme_exist():
    text = README.read_text(encoding="utf-8")
    named = re.findall(r"`((?:cpp|python|bench|reference)/[\w/.]+)`", text)
    assert len(named) > 10
    for name in named:
        place = ROOT / "python/ginrummy" / name if name.startswith("reference") else ROOT / name
        assert place.exists(), name
