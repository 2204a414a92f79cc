"""The command that needs nothing but Python: what it says and what it runs."""

import importlib.util
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def run(monkeypatch):
    """run.py, which sets nothing up here and only notes what it would run."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ran = []
    monkeypatch.setattr(module, "set_up", lambda purpose: module.ran.append(f"set up {purpose}"))
    monkeypatch.setattr(module, "command_passes", lambda name, command: module.ran.append(name) or True)
    monkeypatch.setattr(module, "run_pytest", lambda *args, chromium: module.ran.append(" ".join(args)) or 0)
    monkeypatch.setenv("COPRIME_CHROMIUM", "/somewhere/chromium")
    monkeypatch.delenv("COPRIME_LONG", raising=False)
    return module


def test_its_jobs_are_told_everywhere(run):
    jobs = ["play", "dev", "test", "check", "docs", "build", "bundle"]
    assert re.search(r"run\.py ([a-z| ]+)", run.__doc__)[1].replace("|", "").split() == jobs
    assert f"{' '.join(jobs)}:" in (ROOT / "Makefile").read_text()
    told = (ROOT / "CONTRIBUTING.md").read_text()
    assert all(f"`python3 run.py {job}" in told for job in jobs)


def test_a_test_by_name_waits_for_nothing_else(run):
    assert run.main(["test", "-k", "climb", "-x"]) == 0
    assert run.ran == ["set up test", "-k climb -x"]


def test_checks_run_no_test(run):
    assert run.main(["check"]) == 0 and run.main(["check", "--fix"]) == 0
    ran, every = run.ran, len(run.check_commands()) + 1
    assert ran[0] == ran[every] == "set up test", "each thing by itself, the rest side by side"
    assert sorted(ran[:every]) == sorted(ran[every:]) == sorted(["set up test", *run.check_commands()])
    assert "--fix" in run.check_commands(fix=True)["ruff"] and "--fix" not in run.check_commands()["ruff"]


def test_the_quick_tier_begins_with_what_all_need_and_says_what_it_leaves_out(run, capsys):
    assert run.main(["test"]) == 0
    first = ["set up test", "compiled rules", *run.check_commands(), "vitest"]
    assert sorted(run.ran[:len(first)]) == sorted(first)
    assert [marks(ran) for ran in run.ran[len(first):]] == [
        "quick and not browser and not long", "quick and browser and not long"]
    assert capsys.readouterr().out.endswith(run.LEFT_OUT + "\n")


def test_the_tiers_together_are_everything(run, capsys):
    """By the marks alone: a test is quick or not, and of those that are not, one of the browser or not."""
    run.main(["test"])
    quick = run.ran[:]
    run.ran.clear()
    run.main(["test", "--rest"])
    rest = run.ran[:]
    assert rest[0] == "set up test" and sorted(rest[1:3]) == ["compiled batches", "compiled searches"]
    assert [marks(ran) for ran in rest[3:]] == [
        "not quick and not browser and not long", "browser and not quick and not long"]
    run.ran.clear()
    capsys.readouterr()
    run.main(["test", "--all"])
    assert sorted(run.ran[:-6]) == sorted(quick[:-2]) and run.ran[-6:-4] == quick[-2:]
    assert sorted(run.ran[-4:-2]) == sorted(rest[1:3]) and run.ran[-2:] == rest[3:]
    assert "Left out" not in capsys.readouterr().out
    run.ran.clear()
    run.main(["test", "--all", "--measure"])
    assert [ran.endswith("--measure") for ran in run.ran[-6:]] == [True, True, False, False, True, True]


@pytest.mark.parametrize("tier", [(), ("--all",), ("--rest",), ("--changed",)])
def test_a_tier_runs_in_another_order(run, tier):
    run.main(["test", *tier, "--shuffle", "7"])
    parts = [ran for ran in run.ran if "-q -m " in ran]
    assert len(parts) == {(): 2, ("--all",): 4}.get(tier, 2) and all(ran.endswith("--shuffle 7") for ran in parts)


def test_cold_times_are_measured_until_no_more_tests_are_found(run, monkeypatch, tmp_path):
    (tmp_path / "tests").mkdir()
    table, seen = tmp_path / "tests" / "cold_durations.json", []

    def compile_rules(command, env, **more):
        assert command == run.COMPILE_RULES
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
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run.subprocess, "run", compile_rules)
    monkeypatch.setattr(run, "run_pytest", run_tests)
    monkeypatch.setenv("COPRIME_CACHE", "")
    assert run.main(["test", "--measure-cold"]) == 0
    assert seen == [["rules"]] * 3, "the third run finds no more, and none sees what another has compiled"


def test_what_depends_on_changed_files_runs_alone(run):
    assert run.main(["test", "--changed"]) == 0
    assert run.ran[0] == "set up test" and len(run.ran) == 3 and all("--changed" in ran for ran in run.ran[1:])


def marks(ran):
    return re.search("-m (.*?) -n", ran)[1]


@pytest.mark.parametrize("long", [False, True])
def test_longer_samples_are_for_whoever_asks(run, long, monkeypatch):
    monkeypatch.setenv("COPRIME_LONG", "1") if long else monkeypatch.delenv("COPRIME_LONG", raising=False)
    run.main(["test", "--all"])
    assert ["not long" in ran for ran in run.ran if " -m " in ran] == [not long] * 4


@pytest.mark.parametrize("args, code", [(["--help"], 0), (["dance"], 2), (["check", "dance"], 1)])
def test_what_it_cannot_do(run, args, code, capsys):
    assert run.main(args) == code and run.ran == []
    said = capsys.readouterr()
    assert "check" in said.out + said.err


@pytest.mark.parametrize("version, runs", [((3, 10, 9), False), ((3, 11, 0), True), ((3, 14, 2), True),
                                           ((3, 15, 0), False)])
def test_a_python_without_locked_packages_is_told_before_anything_is_fetched(version, runs, monkeypatch):
    monkeypatch.setattr(sys, "version_info", version)
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    with nullcontext() if runs else pytest.raises(SystemExit, match=r"3\.11 to 3\.14; this is Python 3\.1[05]"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_the_old_name_leads_on():
    done = subprocess.run([sys.executable, "house.py", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "run.py play | dev" in done.stdout and "house.py is now run.py" in done.stderr


def test_npm_is_not_let_through_a_link(tmp_path):
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "node_modules").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "package-lock.json").write_text("{}")
    with pytest.raises(module.WebBuildFailed, match="node_modules is a link"):
        module.install_packages(tmp_path, tmp_path, tests=False)
