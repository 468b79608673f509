"""The package as a whole: what an import costs, what is public, forced implementations."""

import inspect
import types
import typing

import pytest

import ginrummy as gr
from ginrummy import batch, players, show, table
from ginrummy.table import players as table_players
from ginrummy.table import solver


def test_import_is_light(run_python):
    code = "import sys, ginrummy; print([m for m in ('numpy', 'rich') if m in sys.modules])"
    assert run_python(code).stdout == "[]\n"


def test_forced_onto_the_reference(run_python):
    code = (
        "import sys, ginrummy as gr\n"
        "settled = gr.settle('7c 7d 7h 2c 3c 4c Th Jh Qh Ts', '7s 5c 9s 9d 8d Kd Ks 6d Ah 3h')\n"
        "print(gr.IMPLEMENTATION, gr.deadwood.__module__, settled.points)\n"
        "print('ginrummy._core' in sys.modules)\n"
    )
    forced = run_python(code, GINRUMMY_IMPLEMENTATION="reference")
    assert forced.stdout == "reference ginrummy.reference.arranging 46\nFalse\n", forced.stderr
    plain = run_python(code, GINRUMMY_IMPLEMENTATION="core")
    assert plain.stdout == "core ginrummy._core 46\nTrue\n", plain.stderr


def test_every_public_name_is_there_and_documented():
    for name in gr.__all__:
        thing = getattr(gr, name)
        if callable(thing):
            assert thing.__doc__, name
            written = name == "deadwood" or not thing.__doc__.startswith(f"{name}(")
            assert written, f"{name} has only a made-up docstring"


def test_both_implementations_have_the_same_functions(impl):
    names = {"arrange", "arrangements", "deadwood", "discards", "is_meld", "knock_terms"}
    names |= {"lay_down", "lay_off", "melds", "score", "score_party", "settle", "settle_party"}
    assert set(impl.__all__) == names
    assert names <= set(gr.__all__)


def test_the_modules_below_are_there_without_an_import_of_their_own(run_python):
    code = (
        "import ginrummy as gr\n"
        "print(gr.batch.paths()[0], gr.show.__name__, gr.table.__name__)\n"
        "print(gr.players.__name__, gr.reference.__name__)\n"
    )
    done = run_python(code)
    assert (
        done.stdout
        == "portable ginrummy.show ginrummy.table\nginrummy.players ginrummy.reference\n"
    ), done.stderr


@pytest.mark.parametrize("module", [gr, table])
def test_a_name_that_is_not_there(module):
    with pytest.raises(AttributeError, match=rf"^module '{module.__name__}' has no .* 'Kalookie'$"):
        _ = module.Kalookie
    assert "KalookiRound" not in dir(gr)
    assert set(module.__all__) <= set(dir(module))


# What numpy, matplotlib and rich give is named in hints without their being imported, and
# MatchRules would cost everyone time at the import.
UNRESOLVED = {"NDArray", "Axes", "RenderableType", "MatchRules"}


def _annotated(thing):
    """A function or class, and the functions that it defines."""
    yield thing
    if isinstance(thing, type):
        for name, member in vars(thing).items():
            member = member.fget if isinstance(member, property) else member
            member = getattr(member, "__func__", member)
            if isinstance(member, types.FunctionType) and not name.startswith("_"):
                yield member


def _unresolved(thing):
    try:
        typing.get_type_hints(thing)
    except NameError as error:
        return error.name
    return None


@pytest.mark.parametrize(
    "module",
    [gr, batch, players, show, table, solver, table_players],
    ids=lambda module: module.__name__,
)
def test_type_hints_of_public_names_resolve(module):
    for name in module.__all__:
        thing = getattr(module, name)
        if not isinstance(thing, (type, types.FunctionType)):
            continue
        for part in _annotated(thing):
            assert _unresolved(part) in {None, *UNRESOLVED}, name


def test_a_field_of_rules_has_the_type_that_it_keeps():
    hints = typing.get_type_hints(gr.Rules)
    assert hints["ace_knock"] is gr.AceKnock
    assert hints["card_points"] == tuple[int, ...]
    assert inspect.signature(gr.Rules).parameters["ace_knock"].default is gr.AceKnock.ONE
