import { beforeEach, expect, test } from 'vitest'
import type { Seal } from './api'
import { checkSeal } from './seal_check'
import { drawSecretNumber, forgetSeals, storeCommitment, storeLateCommitment, findCommitment, hasCommitmentFor } from './seal_commitments.svelte'

const secret = '0'.repeat(62) + '2a'
const numbers = ['1729', '', 'Zoë’s №']

// Worked out with Python's hashlib and hmac by the words of docs/sealed.md.
const COMMITMENT = '9cf49eeaaa45bd96bd47cf2cfeaeb0df96b82897144c8db521cc1330cc495761'
const SEEDS = ['2920704476049804530', '2373408730240884537'] as const

const seal = (changed: Partial<Seal> = {}): Seal => ({
  kind: 'sealed',
  holds: true,
  sentences: [],
  commitment: COMMITMENT,
  secret,
  numbers,
  draws: [
    [1, 0, SEEDS[0], 0],
    [5, 1, '3', 36],
    [9, 2, SEEDS[1], 0],
  ],
  ...changed,
})

beforeEach(() => {
  localStorage.clear()
  forgetSeals()
})

test('seeds are worked out as the page says, and faces left to the rules', () => {
  expect(checkSeal(seal())).toEqual({ fits: true, seeds: 2, wrong: 0 })
})

test('another secret, another number and another draw are found', () => {
  expect(checkSeal(seal({ secret: 'f'.repeat(64) }))).toMatchObject({ fits: false, wrong: 1 })
  expect(checkSeal(seal({ numbers: ['1730', '', 'Zoë’s №'] }))).toMatchObject({ fits: true, wrong: 1 })
  expect(checkSeal(seal({ numbers: ['', '1729', 'Zoë’s №'] }))).toMatchObject({ fits: true, wrong: 1 })
  const draws = seal().draws.with(2, [9, 2, String(BigInt(SEEDS[1]) ^ 1n), 0])
  expect(checkSeal(seal({ draws }))).toMatchObject({ fits: true, wrong: 9 })
})

test('what was shown and added is known again, in another page too', () => {
  storeCommitment('K7M2P', 'aa')
  storeCommitment('K7M2P', 'aa', 0, '17')
  storeCommitment('K7M2P', 'aa')
  expect(findCommitment('aa')).toEqual({ commitment: 'aa', table: 'K7M2P', added: { 0: '17' } })
  storeCommitment('K7M2P', 'aa', 1, '18')
  expect(findCommitment('aa')?.added).toEqual({ 0: '17', 1: '18' })
  expect([hasCommitmentFor('K7M2P'), hasCommitmentFor('QQQQQ'), findCommitment('bb')]).toEqual([true, false, undefined])
  expect(JSON.parse(localStorage.getItem('coprime.seals')!)).toHaveLength(1)
})

test('what was shown only when the match had begun is told apart', () => {
  storeCommitment('K7M2P', 'aa')
  storeLateCommitment('K7M2P', 'aa')
  storeLateCommitment('K7M2P', 'bb')
  expect([findCommitment('aa')?.late, findCommitment('bb')?.late]).toEqual([undefined, true])
})

test('the oldest go first, and what is no seal is left out', () => {
  localStorage.setItem('coprime.seals', JSON.stringify([5, null, { commitment: 'aa' }, { commitment: 'bb', table: 'T', added: { 0: 5 } }]))
  for (let n = 0; n < 310; n++) storeCommitment('T', `${n}`)
  const found = JSON.parse(localStorage.getItem('coprime.seals')!) as { commitment: string }[]
  expect([found.length, found[0]!.commitment]).toEqual([300, '10'])
})

test('a number that is drawn is a number, and another one each time', () => {
  expect(drawSecretNumber()).toMatch(/^\d{1,20}$/)
  expect(new Set(Array.from({ length: 50 }, drawSecretNumber)).size).toBe(50)
})
