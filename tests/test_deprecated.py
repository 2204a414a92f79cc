"""What the docs once showed under another name still works, and says how it is called now."""

import importlib

import pytest

OLD = {
    "kernel": {"record": "struct", "plain": "import_pure"},
    "rungs": {"Rung": "HintStep"},
    "messages": {"messages": "load_messages", "told": "format_for"},
    "record": {"Record": "GameRecord", "load": "load_record", "save": "dump_record", "replay": "replay_record"},
    "bits": {"has": "has_member"},
    "faults": {"BadInput": "BadInput"},
}
NOW = {"rungs": "hint_steps", "faults": "errors"}       # modules that are called otherwise


@pytest.mark.parametrize("name, old, new", [(name, *pair) for name, pairs in OLD.items() for pair in pairs.items()])
def test_an_old_name_gives_the_same_and_warns(name, old, new):
    module = importlib.import_module(f"coprime.core.{name}")
    with pytest.warns(DeprecationWarning, match=f"{NOW.get(name, name)}.{old} is now {new}"):
        found = getattr(module, old)
    assert found is getattr(importlib.import_module(f"coprime.core.{NOW.get(name, name)}"), new)


def test_what_never_was_is_still_missing():
    module = importlib.import_module("coprime.core.kernel")
    with pytest.raises(AttributeError, match="has no attribute 'recrod'"):
        module.recrod  # noqa: B018 - that is what is tried
