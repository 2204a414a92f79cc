"""The command that needs nothing but Python: what it says and what it runs."""

import importlib.util
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def house(monkeypatch):
    """house.py, which sets nothing up here and only notes what it would run."""
    spec = importlib.util.spec_from_file_location("house", ROOT / "house.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ran = []
    monkeypatch.setattr(module, "set_up", lambda purpose: module.ran.append(f"set up {purpose}"))
    monkeypatch.setattr(module, "passes", lambda name, command: module.ran.append(name) or True)
    monkeypatch.setattr(module, "pytest", lambda *args, chromium: module.ran.append(" ".join(args)) or 0)
    monkeypatch.setenv("COPRIME_CHROMIUM", "/somewhere/chromium")
    monkeypatch.delenv("COPRIME_LONG", raising=False)
    return module


def test_its_jobs_are_told_everywhere(house):
    jobs = ["play", "dev", "test", "check", "docs", "build"]
    assert re.search(r"house\.py ([a-z| ]+)", house.__doc__)[1].replace("|", "").split() == jobs
    assert f"{' '.join(jobs)}:" in (ROOT / "Makefile").read_text()
    told = (ROOT / "CONTRIBUTING.md").read_text()
    assert all(f"`python3 house.py {job}" in told for job in jobs)


def test_a_test_by_name_waits_for_nothing_else(house):
    assert house.main(["test", "-k", "climb", "-x"]) == 0
    assert house.ran == ["set up test", "-k climb -x"]


def test_checks_run_no_test(house):
    assert house.main(["check"]) == 0 and house.main(["check", "--fix"]) == 0
    ran, every = house.ran, len(house.checks()) + 1
    assert ran[0] == ran[every] == "set up test", "each thing by itself, the rest side by side"
    assert sorted(ran[:every]) == sorted(ran[every:]) == sorted(["set up test", *house.checks()])
    assert "--fix" in house.checks(fix=True)["ruff"] and "--fix" not in house.checks()["ruff"]


def test_the_quick_tier_begins_with_what_all_need_and_says_what_it_leaves_out(house, capsys):
    assert house.main(["test"]) == 0
    first = ["set up test", "compiled rules", *house.checks(), "vitest"]
    assert sorted(house.ran[:len(first)]) == sorted(first)
    assert [marks(ran) for ran in house.ran[len(first):]] == [
        "quick and not browser and not long", "quick and browser and not long"]
    assert capsys.readouterr().out.endswith(house.LEFT_OUT + "\n")


def test_the_tiers_together_are_everything(house, capsys):
    """By the marks alone: a test is quick or not, and of those that are not, one of the browser or not."""
    house.main(["test"])
    quick = house.ran[:]
    house.ran.clear()
    house.main(["test", "--rest"])
    rest = house.ran[:]
    assert rest[:2] == ["set up test", "compiled searches"] and [marks(ran) for ran in rest[2:]] == [
        "not quick and not browser and not long", "browser and not quick and not long"]
    house.ran.clear()
    capsys.readouterr()
    house.main(["test", "--all"])
    assert sorted(house.ran[:-5]) == sorted(quick[:-2]) and house.ran[-5:] == [*quick[-2:], *rest[1:]]
    assert "Left out" not in capsys.readouterr().out
    house.ran.clear()
    house.main(["test", "--all", "--measure"])
    assert [ran.endswith("--measure") for ran in house.ran[-5:]] == [True, True, False, True, True]


def test_cold_times_are_measured_until_no_more_tests_are_found(house, monkeypatch, tmp_path):
    (tmp_path / "tests").mkdir()
    table, seen = tmp_path / "tests" / "cold_durations.json", []

    def compile_rules(command, env, **more):
        assert command == house.COMPILE_RULES
        Path(env["COPRIME_CACHE"]).mkdir()
        Path(env["COPRIME_CACHE"], "rules").touch()

    def run_tests(*args, chromium):
        code = Path(os.environ["COPRIME_CACHE"])
        seen.append(sorted(file.name for file in code.iterdir()))
        (code / "search").touch()
        table.write_text("one" if len(seen) == 1 else "one, two")
        assert "--measure-cold" in args and "quick and not browser and not long" in args
        return 0

    table.write_text("of another time")
    monkeypatch.setattr(house, "ROOT", tmp_path)
    monkeypatch.setattr(house.subprocess, "run", compile_rules)
    monkeypatch.setattr(house, "pytest", run_tests)
    monkeypatch.setenv("COPRIME_CACHE", "")
    assert house.main(["test", "--measure-cold"]) == 0
    assert seen == [["rules"]] * 3, "the third run finds no more, and none sees what another has compiled"


def test_what_depends_on_changed_files_runs_alone(house):
    assert house.main(["test", "--changed"]) == 0
    assert house.ran[0] == "set up test" and len(house.ran) == 3 and all("--changed" in ran for ran in house.ran[1:])


def marks(ran):
    return re.search("-m (.*?) -n", ran)[1]


@pytest.mark.parametrize("long", [False, True])
def test_longer_samples_are_for_whoever_asks(house, long, monkeypatch):
    monkeypatch.setenv("COPRIME_LONG", "1") if long else monkeypatch.delenv("COPRIME_LONG", raising=False)
    house.main(["test", "--all"])
    assert ["not long" in ran for ran in house.ran if " -m " in ran] == [not long] * 4


@pytest.mark.parametrize("args, code", [(["--help"], 0), (["dance"], 2), (["check", "dance"], 1)])
def test_what_it_cannot_do(house, args, code, capsys):
    assert house.main(args) == code and house.ran == []
    said = capsys.readouterr()
    assert "check" in said.out + said.err


def test_npm_is_not_let_through_a_link(tmp_path):
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "node_modules").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "package-lock.json").write_text("{}")
    with pytest.raises(module.WebBuildFailed, match="node_modules is a link"):
        module.install_packages(tmp_path, tmp_path, tests=False)
