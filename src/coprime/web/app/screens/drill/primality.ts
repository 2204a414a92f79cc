/** Numbers of up to 15 digits: whether they are prime, with certainty, and what divides them. */

/** For n below 3,825,123,056,546,413,051 the strong tests to these bases are a proof (Jiang and Deng, 2014). */
const BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23].map(BigInt)
/** Divisors that are tried one by one. */
const TRIED = 1000

function powerModulo(base: bigint, exponent: bigint, n: bigint): bigint {
  let found = 1n
  for (let e = exponent, b = base % n; e; e >>= 1n) {
    if (e & 1n) found = (found * b) % n
    b = (b * b) % n
  }
  return found
}

function passesStrongTest(n: bigint, base: bigint): boolean {
  let odd = n - 1n
  let twos = 0
  for (; !(odd & 1n); odd >>= 1n) twos++
  let power = powerModulo(base, odd, n)
  if (power === 1n || power === n - 1n) return true
  while (--twos > 0) {
    power = (power * power) % n
    if (power === n - 1n) return true
  }
  return false
}

/** Tell whether a number below 2^53 is prime; no answer is a guess. */
export function isPrime(n: number): boolean {
  if (n < 2) return false
  const whole = BigInt(n)
  for (const base of BASES) if (whole % base === 0n) return whole === base
  return BASES.every((base) => passesStrongTest(whole, base))
}

const gcd = (a: bigint, b: bigint): bigint => (b ? gcd(b, a % b) : a)

/** A divisor of a composite number between 1 and itself, by Pollard's rho (1975). */
function splitNumber(n: bigint): bigint {
  for (let step = 1n; ; step++) {
    let [slow, fast, found] = [2n, 2n, 1n]
    while (found === 1n) {
      slow = (slow * slow + step) % n
      fast = (fast * fast + step) % n
      fast = (fast * fast + step) % n
      found = gcd(slow > fast ? slow - fast : fast - slow, n)
    }
    if (found !== n) return found
  }
}

/** The prime factors of a number from 2 to 2^53, the smallest first. */
export function factorsOf(n: number): number[] {
  const found: number[] = []
  let left = n
  for (let d = 2; d <= TRIED && d * d <= left; d++) for (; left % d === 0; left /= d) found.push(d)
  const whole = [left].filter((one) => one > 1)
  for (let one = whole.pop(); one !== undefined; one = whole.pop()) {
    if (isPrime(one)) found.push(one)
    else {
      const part = Number(splitNumber(BigInt(one)))
      whole.push(part, one / part)
    }
  }
  return found.sort((a, b) => a - b)
}
