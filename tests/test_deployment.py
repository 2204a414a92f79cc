"""What deploy/ starts: commands that the server takes, and folders and ports that agree with each other."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
import yaml

from coprime.cli import app

DEPLOY = Path(__file__).parents[1] / "deploy"
UNIT, BACKUP, TIMER, CONTAINER, COMPOSE, PROXY = ((DEPLOY / name).read_text("utf-8") for name in (
    "coprime.service", "coprime-backup.service", "coprime-backup.timer", "Containerfile", "compose.yaml", "Caddyfile"))
PAGES = sorted((DEPLOY.parent / "docs/deployment").glob("*.md"))


def in_container():
    """The command of the image."""
    command = re.search(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)[1]
    return yaml.safe_load(command)


def in_compose():
    """The services, with what whoever starts them says filled in."""
    return yaml.safe_load(re.sub(r"\$\{\w+:\?[^}]*\}", "games.example", COMPOSE))["services"]


def commands():
    """Every command line of the server in deploy/ and its pages, without the program's name."""
    told = "".join([UNIT, BACKUP, *(page.read_text("utf-8") for page in PAGES)])
    found = re.findall(r"/opt/coprime/bin/coprime ((?:serve|backup) [^'#\n]+)", told)
    found += re.findall(r"^podman .*coprime ((?:serve|doctor) .*)", told, re.MULTILINE)
    return [shlex.split(one) for one in found] + [in_container(), shlex.split(in_compose()["server"]["command"])]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_the_server_takes_every_command(words):
    command = typer.main.get_command(app)
    name, *rest = words
    context = command.commands[name].make_context(name, rest)           # raises for what it does not know
    assert context.params


def test_enough_commands_are_looked_at():
    assert len(commands()) >= 7


def test_the_image_and_the_compose_file_agree():
    services, serve = in_compose(), in_container()
    port = serve[serve.index("--port") + 1]
    assert f"EXPOSE {port}" in CONTAINER and f"127.0.0.1:{port}/health" in CONTAINER
    assert f"server:{port}" in PROXY and f"--port {port}" in services["server"]["command"]
    volumes = re.search(r"^VOLUME (.*)$", CONTAINER, re.MULTILINE)[1].split()
    assert sorted(one.partition(":")[2] for one in services["server"]["volumes"]) == sorted(volumes)
    assert f"COPRIME_CACHE={volumes[1]}" in CONTAINER and f"--data {volumes[0]}" in services["server"]["command"]
    named = {one.partition(":")[0] for service in services.values() for one in service["volumes"]}
    assert named == set(yaml.safe_load(COMPOSE)["volumes"]) | {"./Caddyfile", "./backup-database.sh"}


@pytest.mark.parametrize("service", in_compose().values(), ids=list(in_compose()))
def test_every_container_has_a_limit_and_no_more_rights_than_it_needs(service):
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"] and re.fullmatch(
        r"\d+[mg]", service["mem_limit"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"], ["DAC_READ_SEARCH"])


def settings(unit):
    """The lines of a unit's service, as name and value."""
    return dict(re.findall(r"^(\w+)=(.*)$", unit.partition("[Service]")[2], re.MULTILINE))


def test_the_copy_is_at_least_as_confined_as_the_server():
    server, copy = settings(UNIT), settings(BACKUP)
    kinds = ("Protect", "Private", "Restrict", "Lock", "System", "Capability", "NoNew", "UMask", "MemoryMax")
    confined = {name for name in server if name.startswith(kinds)}
    assert len(confined) > 15 and confined <= set(copy)
    assert copy["PrivateNetwork"] == "yes" and copy["RestrictAddressFamilies"] == "AF_UNIX"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize(("unit", "tenths"), [("coprime.service", 20), ("coprime-backup.service", 10)])
def test_systemd_finds_little_exposed(unit, tenths):
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={tenths}",
                           str(DEPLOY / unit)], capture_output=True, text=True)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd looks at running units only")
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def copied(folder, dump):
    """Run the nightly copy at once, with a `pg_dump` that is this shell script."""
    program = folder / "bin" / "pg_dump"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\nfor one; do :; done\n{dump}\n")
    program.chmod(0o755)
    (folder / "secret").write_bytes(b"secret")
    return subprocess.run(
        ["sh", str(DEPLOY / "backup-database.sh"), "once"], capture_output=True, text=True,
        env={"PATH": f"{program.parent}:{os.environ['PATH']}", "COPRIME_COPIES": str(folder / "copies"),
             "COPRIME_SECRET": str(folder / "secret"), "COPRIME_KEEP": "2"})


def test_a_nightly_copy_is_whole_and_the_oldest_go(tmp_path):
    copies = tmp_path / "copies"
    for old in ("2026-01-01-031700", "2026-01-02-031700", "mine", "2026-01-03-031700.half"):
        (copies / old).mkdir(parents=True)
    done = copied(tmp_path, 'echo whole > "${2#--file=}"')
    assert done.returncode == 0, done.stderr
    (new,) = {one.name for one in copies.iterdir()} - {"2026-01-02-031700", "mine"}
    assert (copies / new / "coprime.dump").read_text() == "whole\n"
    assert (copies / new / "secret").read_bytes() == b"secret" and (copies / new).stat().st_mode & 0o077 == 0


def test_a_copy_that_fails_has_no_name_and_takes_no_older_one_away(tmp_path):
    copies = tmp_path / "copies"
    for old in ("2026-01-01-031700", "2026-01-02-031700", "2026-01-03-031700"):
        (copies / old).mkdir(parents=True)
    assert copied(tmp_path, "exit 1").returncode != 0
    assert len([one for one in copies.iterdir() if one.suffix != ".half"]) == 3


def test_what_is_installed_is_locked():
    locks = re.findall(r"-r (requirements\S*\.txt)", CONTAINER + "".join(page.read_text("utf-8") for page in PAGES))
    assert set(locks) == {"requirements.txt", "requirements-postgres.txt"}
    for lock in locks:
        text = (DEPLOY.parent / lock).read_text("utf-8")
        assert "--hash=sha256:" in text and "://" not in text


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_knows_every_line_of_the_units(tmp_path):
    units = {"coprime.service": UNIT, "coprime-backup.service": BACKUP, "coprime-backup.timer": TIMER}
    for name, text in units.items():
        (tmp_path / name).write_text(text.replace("/opt/coprime/bin/coprime", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True,
                          cwd=tmp_path)
    assert done.returncode == 0 and not any(name in done.stderr for name in units), done.stderr
