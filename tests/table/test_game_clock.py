"""Game time, counted to the millisecond."""

import math

from coprime.table.game_clock import GameClock


def running(factor=1):
    clock = GameClock()
    clock.set_factor(0, factor)
    clock.set_running(0, True)
    return clock


def test_it_stands_until_it_runs():
    clock = GameClock()
    assert not clock.is_running and clock.elapsed_ms(5) == 0 and clock.seconds_until(5, 1000) == math.inf
    clock.set_running(5, True)
    assert clock.is_running and clock.elapsed_ms(6.5) == 1500 and clock.seconds_until(6.5, 2000) == 0.5
    clock.set_running(7, True)
    assert clock.elapsed_ms(8) == 3000, "it ran already"
    clock.set_running(8, False)
    assert not clock.is_running and clock.elapsed_ms(100) == 3000 and clock.seconds_until(100, 4000) == math.inf
    clock.set_running(100, True)
    assert clock.elapsed_ms(101) == 4000


def test_what_is_counted_is_gone_and_a_fraction_stays():
    clock = running()
    clock.subtract_acted_ms(1.5004, 1500)
    assert abs(clock.elapsed_ms(1.5004) - 0.4) < 1e-6 and abs(clock.elapsed_ms(2.5004) - 1000.4) < 1e-6
    clock.subtract_acted_ms(2.5004, 5000)
    assert clock.elapsed_ms(2.5004) == 0, "never less than nothing"
    clock.reset(9)
    assert clock.elapsed_ms(9) == 0 and clock.elapsed_ms(10) == 1000
    stands = GameClock()
    stands.reset(3)
    assert not stands.is_running and stands.elapsed_ms(9) == 0


def test_no_time_passes_backwards():
    assert running().elapsed_ms(-1) == 0


def test_lengthened_and_off():
    clock = running(2)
    assert clock.elapsed_ms(4) == 2000 and clock.seconds_until(4, 3000) == 2
    clock.set_factor(4, 4)
    assert clock.elapsed_ms(8) == 3000
    clock.set_factor(8, 0)
    assert not clock.is_running and clock.elapsed_ms(1000) == 3000 and clock.seconds_until(1000, 4000) == math.inf
    clock.set_factor(1000, 1)
    assert clock.is_running and clock.elapsed_ms(1001) == 4000


def test_less_than_half_a_millisecond_is_nothing():
    clock = running()
    assert clock.seconds_until(0.9994, 1000) > 0
    assert clock.seconds_until(0.9996, 1000) == 0 and clock.seconds_until(2, 1000) == 0
