"""Whole numbers of up to 75 digits for compiled rules, and an exact account of which of them pass for prime.

A number is an array of LIMBS int64 limbs below 2^28, the least significant first: sums of eighteen products of two
limbs fit into an int64.  `core/number_judge.py` judges in Python, of any size and with proofs.

The primality test is that of Baillie, Pomerance, Selfridge and Wagstaff ("Lucas pseudoprimes", Math. Comp. 35, 1980):
a strong test to the base 2 and a strong Lucas test with their method A.  No composite below 2^64 passes it, and no
larger one is known.  Strong tests to the bases 3, 5, 7 and 11 come on top.  The pure-Python variant asks FLINT, which
proves, in a thousandth of the time that it would take for these tests; a test compares both.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from .kernel import PURE, compile_rules

LIMBS = 9
LIMB_BITS = 28
LIMB_MASK = (1 << LIMB_BITS) - 1
SMALL_PRIMES = np.array([p for p in range(3, 200) if all(p % d for d in range(2, p))], np.int64)
STRONG_BASES = np.array([2, 3, 5, 7, 11], np.int64)


def limbs_from_int(n):
    """Return a number of 0 <= n < 2^62 as limbs."""
    a = np.zeros(LIMBS, np.int64)
    for i in range(3):
        a[i] = n >> LIMB_BITS * i & LIMB_MASK
    return a


def append_digits(a, digits, value):
    """Append the decimal digits of a value, one or two of them, to a number; return whether it still fits.

    The number is changed only where it fits.
    """
    scale, carry = 10 if digits == 1 else 100, value
    top = a[LIMBS - 1]
    for i in range(LIMBS - 1):
        carry = (a[i] * scale + carry) >> LIMB_BITS
    if top * scale + carry > LIMB_MASK:
        return False
    carry = value
    for i in range(LIMBS):
        carry += a[i] * scale
        a[i] = carry & LIMB_MASK
        carry >>= LIMB_BITS
    return True


def limb_count(a):
    """Return how many limbs a number has without leading zeros; 0 for the number 0."""
    n = LIMBS
    while n and a[n - 1] == 0:
        n -= 1
    return n


def compare_limbs(a, b):
    """Return -1, 0 or 1 as a number is smaller than another, equal or larger."""
    for i in range(LIMBS - 1, -1, -1):
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
    return 0


def multiply_limbs(a, b, out):
    """Write the product of two numbers to `out`, which is neither of them; return whether it fits."""
    n, m = limb_count(a), limb_count(b)
    out[:] = 0
    if n + m - 1 > LIMBS and n and m:
        return False
    for i in range(n):
        carry = 0
        for j in range(m):
            if i + j < LIMBS:
                carry += out[i + j] + a[i] * b[j]
                out[i + j] = carry & LIMB_MASK
                carry >>= LIMB_BITS
        if carry:
            if i + m >= LIMBS:
                return False
            out[i + m] = carry
    return True


def limbs_remainder(a, divisor):
    """Return the remainder of a number by a divisor below 2^31."""
    rest = 0
    for i in range(LIMBS - 1, -1, -1):
        rest = (rest << LIMB_BITS | a[i]) % divisor
    return rest


def is_small(a):
    """Tell whether a number is below 2^56."""
    return limb_count(a) <= 2


def small_value(a):
    """Return a number below 2^56 as one int64."""
    return a[0] | a[1] << LIMB_BITS


# Arithmetic modulo an odd number n of `size` limbs, in Montgomery's form: x stands for x 2^-(28 size) mod n.

def subtract_limbs(a, b, size):
    """Subtract b from a in place; b <= a."""
    borrow = 0
    for i in range(size):
        difference = a[i] - b[i] - borrow
        borrow = difference >> LIMB_BITS & 1
        a[i] = difference & LIMB_MASK


def is_at_least(a, n, size):
    """Tell whether a >= n."""
    for i in range(size - 1, -1, -1):
        if a[i] != n[i]:
            return a[i] > n[i]
    return True


def add_modulo(a, b, n, out):
    """Write a + b mod n to `out`, which may be one of them.  2n < 2^(28 LIMBS)."""
    carry = 0
    for i in range(LIMBS):
        carry += a[i] + b[i]
        out[i] = carry & LIMB_MASK
        carry >>= LIMB_BITS
    if compare_limbs(out, n) >= 0:
        subtract_limbs(out, n, LIMBS)


def subtract_modulo(a, b, n, size, out):
    """Write a - b mod n to `out`, which may be one of them."""
    borrow = 0
    for i in range(size):
        difference = a[i] - b[i] - borrow
        borrow = difference >> LIMB_BITS & 1
        out[i] = difference & LIMB_MASK
    if borrow:
        carry = 0
        for i in range(size):
            carry += out[i] + n[i]
            out[i] = carry & LIMB_MASK
            carry >>= LIMB_BITS


def halve_modulo(a, n):
    """Halve a modulo the odd number n, in place."""
    carry = 0
    if a[0] & 1:
        for i in range(LIMBS):
            carry += a[i] + n[i]
            a[i] = carry & LIMB_MASK
            carry >>= LIMB_BITS
    for i in range(LIMBS - 1):
        a[i] = a[i] >> 1 | (a[i + 1] & 1) << LIMB_BITS - 1
    a[LIMBS - 1] >>= 1


def montgomery_constant(n):
    """Return -1 / n modulo 2^28, of an odd limb."""
    x = n                                                   # right in three bits, and each step doubles them
    for _ in range(4):
        x = x * (2 - (n * x & LIMB_MASK)) & LIMB_MASK
    return -x & LIMB_MASK


def montgomery_multiply(a, b, n, size, inverse, out):
    """Write the Montgomery product a b 2^-(28 size) mod n to `out`, which may be one of them."""
    t = np.zeros(LIMBS + 2, np.int64)
    for i in range(size):
        carry = 0
        for j in range(size):
            carry += t[j] + a[i] * b[j]
            t[j] = carry & LIMB_MASK
            carry >>= LIMB_BITS
        t[size] += carry
        factor = t[0] * inverse & LIMB_MASK
        carry = (t[0] + factor * n[0]) >> LIMB_BITS
        for j in range(1, size):
            carry += t[j] + factor * n[j]
            t[j - 1] = carry & LIMB_MASK
            carry >>= LIMB_BITS
        carry += t[size]
        t[size - 1] = carry & LIMB_MASK
        t[size] = carry >> LIMB_BITS
    for i in range(size):
        out[i] = t[i]
    if t[size] or is_at_least(out, n, size):
        subtract_limbs(out, n, size)


def power_of_two_modulo(bits, n):
    """Return 2^bits mod n as limbs, by doubling."""
    x = limbs_from_int(1)
    for _ in range(bits):
        add_modulo(x, x, n, x)
    return x


# The tests.

def passes_prime_tests(a):
    """Tell whether a number below 2^251 passes the tests that the module names."""
    if limb_count(a) == 0 or (is_small(a) and small_value(a) < 2):
        return False
    if a[0] & 1 == 0:
        return is_small(a) and small_value(a) == 2
    for p in SMALL_PRIMES:
        if limbs_remainder(a, p) == 0:
            return is_small(a) and small_value(a) == p
    if is_small(a) and small_value(a) < 199 * 199:
        return True
    size = limb_count(a)
    inverse = montgomery_constant(a[0])
    one = power_of_two_modulo(LIMB_BITS * size, a)
    for base in STRONG_BASES:
        if not passes_strong_test(a, size, inverse, one, base):
            return False
    return passes_lucas_test(a, size, inverse, one)


def passes_strong_test(n, size, inverse, one, base):
    """Tell whether an odd number passes the strong test to a small base."""
    odd, twos = split_twos(n, False)
    minus_one = np.zeros(LIMBS, np.int64)
    subtract_modulo(minus_one, one, n, size, minus_one)
    b = np.zeros(LIMBS, np.int64)
    for _ in range(base):
        add_modulo(b, one, n, b)
    x = one.copy()
    for bit in range(LIMB_BITS * size - 1, -1, -1):
        montgomery_multiply(x, x, n, size, inverse, x)
        if odd[bit // LIMB_BITS] >> bit % LIMB_BITS & 1:
            montgomery_multiply(x, b, n, size, inverse, x)
    if compare_limbs(x, one) == 0 or compare_limbs(x, minus_one) == 0:
        return True
    for _ in range(twos - 1):
        montgomery_multiply(x, x, n, size, inverse, x)
        if compare_limbs(x, minus_one) == 0:
            return True
    return False


def split_twos(n, above):
    """Return the odd part of n - 1, or of n + 1 where `above`, and how many twos were divided out; n is odd."""
    odd = n.copy()
    if above:
        i = 0
        while odd[i] == LIMB_MASK:
            odd[i] = 0
            i += 1
        odd[i] += 1
    else:
        odd[0] -= 1
    twos = 0
    while odd[0] & 1 == 0:
        for i in range(LIMBS - 1):
            odd[i] = odd[i] >> 1 | (odd[i + 1] & 1) << LIMB_BITS - 1
        odd[LIMBS - 1] >>= 1
        twos += 1
    return odd, twos


def jacobi_symbol(d, n):
    """Return the Jacobi symbol of an odd d, which may be negative, over an odd number n without small factors."""
    sign = 1
    top = abs(d)
    if d < 0 and n[0] & 3 == 3:
        sign = -sign
    if top & 3 == 3 and n[0] & 3 == 3:                      # (d / n) and (n / d) differ where both are 3 modulo 4
        sign = -sign
    x, y = limbs_remainder(n, top), top
    while x:
        while x & 1 == 0:
            x >>= 1
            if y & 7 == 3 or y & 7 == 5:
                sign = -sign
        x, y = y, x
        if x & 3 == 3 and y & 3 == 3:
            sign = -sign
        x %= y
    return sign if y == 1 else 0


def is_square(n):
    """Tell whether a number is a perfect square, by halving the interval of its root."""
    root, square, tried = np.zeros(LIMBS, np.int64), np.zeros(LIMBS, np.int64), np.zeros(LIMBS, np.int64)
    for bit in range(LIMB_BITS * LIMBS // 2, -1, -1):
        for i in range(LIMBS):
            tried[i] = root[i]
        tried[bit // LIMB_BITS] |= 1 << bit % LIMB_BITS
        if multiply_limbs(tried, tried, square):
            order = compare_limbs(square, n)
            if order == 0:
                return True
            if order < 0:
                for i in range(LIMBS):
                    root[i] = tried[i]
    return False


def lucas_discriminant(n):
    """Return the first of 5, -7, 9, -11, ... whose symbol over n is -1 (method A); 0 where n is a square or split."""
    d = 5
    while True:
        symbol = jacobi_symbol(d, n)
        if symbol == -1:
            return d
        if symbol == 0 or (abs(d) == 21 and is_square(n)):  # no symbol over a square is -1
            return 0
        d = -(d + 2) if d > 0 else -d + 2


def to_montgomery_form(value, n, size, one):
    """Return a small whole number, which may be negative, in Montgomery's form."""
    x = np.zeros(LIMBS, np.int64)
    for _ in range(abs(value)):
        if value > 0:
            add_modulo(x, one, n, x)
        else:
            subtract_modulo(x, one, n, size, x)
    return x


def passes_lucas_test(n, size, inverse, one):
    """Tell whether an odd number without small factors passes the strong Lucas test with P = 1, Q = (1 - D) / 4."""
    discriminant = lucas_discriminant(n)
    if discriminant == 0:
        return False
    odd, twos = split_twos(n, True)
    q = to_montgomery_form((1 - discriminant) // 4, n, size, one)
    d = to_montgomery_form(discriminant, n, size, one)
    u, v, power = one.copy(), one.copy(), q.copy()          # U_1, V_1, Q^1
    t = np.zeros(LIMBS, np.int64)
    top = LIMB_BITS * LIMBS - 1
    while odd[top // LIMB_BITS] >> top % LIMB_BITS & 1 == 0:
        top -= 1
    for bit in range(top - 1, -1, -1):
        montgomery_multiply(u, v, n, size, inverse, u)          # U_2k = U_k V_k
        double_lucas_v(v, power, n, size, inverse)
        if odd[bit // LIMB_BITS] >> bit % LIMB_BITS & 1:
            montgomery_multiply(u, d, n, size, inverse, t)      # U_k+1 = (P U_k + V_k) / 2, V_k+1 = (D U_k + P V_k) / 2
            add_modulo(u, v, n, u)
            halve_modulo(u, n)
            add_modulo(t, v, n, v)
            halve_modulo(v, n)
            montgomery_multiply(power, q, n, size, inverse, power)
    if limb_count(u) == 0 or limb_count(v) == 0:
        return True
    for _ in range(twos - 1):
        double_lucas_v(v, power, n, size, inverse)
        if limb_count(v) == 0:
            return True
    return False


def double_lucas_v(v, power, n, size, inverse):
    """Replace V_k and Q^k by V_2k = V_k^2 - 2 Q^k and Q^2k."""
    montgomery_multiply(v, v, n, size, inverse, v)
    subtract_modulo(v, power, n, size, v)
    subtract_modulo(v, power, n, size, v)
    montgomery_multiply(power, power, n, size, inverse, power)


if PURE:
    def is_prime(a):
        """Tell whether a number below 2^251 is prime."""
        from flint import fmpz

        return bool(fmpz(limbs_to_int(a)).is_prime())
else:
    def is_prime(a):
        """Tell whether a number below 2^251 is prime."""
        return passes_prime_tests(a)

compile_rules(globals(), makers="limbs_from_int montgomery_multiply power_of_two_modulo passes_prime_tests "
                                "passes_strong_test split_twos is_square to_montgomery_form passes_lucas_test")


# Below what is compiled: rules have no such number.
def limbs_to_int(a):
    """Return a number as Python's own."""
    return sum(int(a[i]) << LIMB_BITS * i for i in range(LIMBS))
