"""Whether a phone has reached the page of a class, as its teacher is told."""

from types import SimpleNamespace

import pytest
from server_process import Person
from test_classes import pupil, taught

from coprime.server.app.public_url import PublicUrl, is_loopback
from coprime.server.classes.reachability import is_other_device


@pytest.mark.parametrize(("host", "is_other"), [
    ("127.0.0.1", False), ("::1", False), ("::ffff:127.0.0.1", False), ("192.168.1.2", False),
    ("192.168.1.7", True), ("fe80::1%eth0", True), ("::ffff:192.168.1.7", True),
])
def test_another_device_is_none_of_our_own_addresses(host, is_other):
    state = SimpleNamespace(behind_proxy=False, public_url=SimpleNamespace(host_names={"192.168.1.2"}))
    assert is_other_device(state, SimpleNamespace(client=SimpleNamespace(host=host))) == is_other


def test_an_address_of_this_computer_alone_is_told():
    assert PublicUrl("127.0.0.1", 8017, False).reach_json() == {"local": True, "port": 8017}
    assert PublicUrl("0.0.0.0", 80, True, "https://games.example").reach_json() == {"local": False, "port": 443}
    assert is_loopback("localhost") and not is_loopback("games.example")


def test_the_first_phone_is_noted_and_the_teacher_is_not(fresh):
    server = fresh(behind_proxy=True)
    teacher, code = taught(server)
    assert teacher.get(f"/api/classes/{code}")["reach"]["at"] == 0
    Person(server).get(f"/api/classes/{code}")
    assert teacher.get(f"/api/classes/{code}")["reach"]["at"] == 0, "a page of this computer"
    phone = pupil(server, code, "Ada")
    phone.http.headers["x-forwarded-for"] = "192.168.1.7"
    phone.get(f"/api/classes/{code}")
    told = teacher.get(f"/api/classes/{code}")
    assert told["reach"]["at"] > 0 and "192.168" not in str(told)
