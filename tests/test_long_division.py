"""Written divisions against the arithmetic that they stand for."""

import pytest

from coprime.core.long_division import write_carried_digits, write_long_division


@pytest.mark.parametrize("divisor", range(2, 10))
def test_long_division_takes_every_product_from_what_stands_over_it(divisor):
    for dividend in range(divisor, 1000):
        digits, lines = str(dividend), write_long_division(dividend, divisor)
        above, quotient = None, 0
        for line in lines:
            if line.is_ruled:
                part = int(digits[:line.end]) if above is None else above
                assert line.number % divisor == 0 and 0 <= part - line.number < divisor
                quotient += line.number // divisor * 10 ** (len(digits) - line.end)
            above = line.number
        assert quotient == dividend // divisor and lines[-1] == (dividend % divisor, len(digits), False)


@pytest.mark.parametrize("divisor", range(2, 10))
def test_short_division_carries_the_rest_of_each_digit(divisor):
    for dividend in range(divisor, 1000):
        digits, carried = str(dividend), write_carried_digits(dividend, divisor)
        assert carried == [int(digits[:i]) % divisor if i and int(digits[:i]) >= divisor else 0
                           for i in range(len(digits))]


def test_zeros_in_the_quotient_are_written_in_one_step():
    assert write_long_division(105, 7) == [(7, 2, True), (35, 3, False), (35, 3, True), (0, 3, False)]
    assert write_long_division(306, 3) == [(3, 1, True), (6, 3, False), (6, 3, True), (0, 3, False)]


@pytest.mark.parametrize(("dividend", "divisor"), [(51, 1), (51, 17), (2, 3)])
def test_what_no_page_writes_is_refused(dividend, divisor):
    with pytest.raises(ValueError, match=f"divides {dividend} by {divisor}"):
        write_long_division(dividend, divisor)
