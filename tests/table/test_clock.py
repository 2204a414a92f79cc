"""Game time, counted to the millisecond."""

import math

from coprime.table.clock import Clock


def running(factor=1):
    clock = Clock()
    clock.lengthen(0, factor)
    clock.run(0, True)
    return clock


def test_it_stands_until_it_runs():
    clock = Clock()
    assert not clock.running and clock.passed(5) == 0 and clock.left(5, 1000) == math.inf
    clock.run(5, True)
    assert clock.running and clock.passed(6.5) == 1500 and clock.left(6.5, 2000) == 0.5
    clock.run(7, True)
    assert clock.passed(8) == 3000, "it ran already"
    clock.run(8, False)
    assert not clock.running and clock.passed(100) == 3000 and clock.left(100, 4000) == math.inf
    clock.run(100, True)
    assert clock.passed(101) == 4000


def test_what_is_counted_is_gone_and_a_fraction_stays():
    clock = running()
    clock.count(1.5004, 1500)
    assert abs(clock.passed(1.5004) - 0.4) < 1e-6 and abs(clock.passed(2.5004) - 1000.4) < 1e-6
    clock.count(2.5004, 5000)
    assert clock.passed(2.5004) == 0, "never less than nothing"
    clock.reset(9)
    assert clock.passed(9) == 0 and clock.passed(10) == 1000
    stands = Clock()
    stands.reset(3)
    assert not stands.running and stands.passed(9) == 0


def test_no_time_passes_backwards():
    assert running().passed(-1) == 0


def test_lengthened_and_off():
    clock = running(2)
    assert clock.passed(4) == 2000 and clock.left(4, 3000) == 2
    clock.lengthen(4, 4)
    assert clock.passed(8) == 3000
    clock.lengthen(8, 0)
    assert not clock.running and clock.passed(1000) == 3000 and clock.left(1000, 4000) == math.inf
    clock.lengthen(1000, 1)
    assert clock.running and clock.passed(1001) == 4000


def test_less_than_half_a_millisecond_is_nothing():
    clock = running()
    assert clock.left(0.9994, 1000) > 0 and clock.left(0.9996, 1000) == 0 and clock.left(2, 1000) == 0
