"""The picture of the server is the one that its imports draw."""

import importlib.util
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def architecture():
    spec = importlib.util.spec_from_file_location("architecture_diagram", ROOT / "tools/architecture_diagram.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_not_stale(architecture):
    drawn = architecture.PICTURE.read_text(encoding="utf-8")
    assert architecture.render_svg() == drawn, "python tools/architecture_diagram.py"


def test_every_room_is_drawn_once(architecture):
    rooms = architecture.package_imports()
    assert {"core", "rules", "table", "server", "web"} <= set(rooms) <= set(architecture.PACKAGE_LABELS)
    drawn = ET.parse(architecture.PICTURE).getroot()
    names = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == "name"]
    assert sorted(names) == sorted(architecture.PACKAGE_LABELS[room][0] for room in rooms)


def test_what_an_arrow_leads_to_needs_none_of_its_own(architecture):
    above = {"roof": {"wall", "floor", "ground"}, "wall": {"floor"}, "floor": {"ground"}, "ground": set()}
    assert architecture.transitive_reduction(above) == {
        "roof": {"wall"}, "wall": {"floor"}, "floor": {"ground"}, "ground": set()}
    server = {"core": set(), "table": {"core"}, "server": {"table"}, "cli": {"server", "core"}}
    rows, ways = architecture.lay_out_rows(server)
    assert [row[0] for row in rows[::3]] == ["core", "cli"]
    assert ["cli", "cli>core>2", "cli>core>1", "core"] in ways
