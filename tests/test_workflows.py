"""What a public forge would run, as far as it can be known without one: it reads, and what it calls is there."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
JOBS = [(file.name, name, job) for file in sorted((ROOT / ".github/workflows").glob("*.yml"))
        for name, job in yaml.safe_load(file.read_text())["jobs"].items()]
STEPS = [pytest.param(step, id=f"{name}-{n}") for _, name, job in JOBS for n, step in enumerate(job["steps"])]


def test_there_are_jobs_that_wait_for_each_other():
    jobs = {name: job for _, name, job in JOBS}
    assert {"readme", "package", "publish", "newest", "mutants"} <= set(jobs)
    assert set(jobs["publish"]["needs"]) <= set(jobs)
    assert jobs["publish"]["permissions"] == {"id-token": "write"} and jobs["publish"]["environment"]
    assert all(job["runs-on"] == "ubuntu-latest" for job in jobs.values())


def test_every_hour_of_the_calendar_has_its_job():
    whole = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text())
    hours = {row["cron"] for row in whole[True]["schedule"]}            # YAML reads the word "on" as true
    named = {hour for _, _, job in JOBS for hour in re.findall(r"github.event.schedule == '(.*?)'", job.get("if", ""))}
    assert named == hours
    at_any = [name for _, name, job in JOBS if "event_name == 'schedule'" in job.get("if", "")]
    assert at_any == [], "these would run at every hour"


def test_every_night_two_hundred_mutants_are_tried():
    job = {name: job for _, name, job in JOBS}["mutants"]
    assert "github.event.schedule == '43 0 * * *'" in job["if"]
    run, = (step["run"] for step in job["steps"] if "tools/mutate.py" in step.get("run", ""))
    recorded, drawn = (line for line in run.splitlines() if "tools/mutate.py" in line)
    assert "--record" in recorded and "--count 200 --seed ${{ github.run_number }}" in drawn
    plain, = (step for step in job["steps"] if step.get("env") == {"COPRIME_PURE": "1"})
    assert '-m "quick and not browser" src tests' in plain["run"]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_an_action_of_a_version_or_a_script(step):
    if "uses" in step:
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+(\.\d+)*", step["uses"])
        return
    script = re.sub(r"\$\{\{.*?\}\}", "x", step["run"])
    assert subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True).stderr == ""
    for file in re.findall(r"[\w./]*\.py\b|\.ci/\w+", script):
        assert (ROOT / file).is_file(), file


def test_every_python_of_the_package_is_tried():
    tried = next(job["strategy"]["matrix"]["python"] for _, name, job in JOBS if name == "readme")
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    said = [line.rpartition(" ")[2] for line in whole["classifiers"] if re.search(r"Python :: \d\.\d", line)]
    assert tried == said and whole["requires-python"] == f">={tried[0]}"
