"""The version stands in coprime/__init__.py; the build reads it there, and citation and changelog agree with it."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import coprime

ROOT = Path(__file__).resolve().parents[1]


def test_it_reads_as_a_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+|\.dev\d+)?", coprime.__version__)


def test_the_package_takes_it_from_the_source():
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in whole["project"]["dynamic"] and "version" not in whole["project"]
    assert ROOT / whole["tool"]["hatch"]["version"]["path"] == Path(coprime.__file__)


@pytest.mark.parametrize("file", ["package.json", "package-lock.json"])
def test_the_browser_part_has_none_of_its_own(file):
    whole = json.loads((ROOT / file).read_text())
    assert "version" not in whole and "version" not in whole.get("packages", {}).get("", {})


def test_the_citation_names_this_version_and_its_date():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["cff-version"] == "1.2.0" and cited["license"] == "MIT"
    assert {"message", "title", "authors"} <= set(cited) and cited["version"] == coprime.__version__
    newest = re.search(r"^## \[(\d\S+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest and newest.groups() == (cited["version"], cited["date-released"].isoformat())


def test_the_command_says_it():
    said = subprocess.run([sys.executable, "-m", "coprime", "--version"], capture_output=True, text=True)
    assert said.stdout == f"coprime {coprime.__version__}\n"
