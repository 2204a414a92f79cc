import { expect, test } from 'vitest'
import { placeOf, REACH, touches, type Box, type Thing } from './caption_placement'

const usual: Box = { left: 0, right: 300, top: 400, bottom: 450 }
const at = (top: number, bottom: number, left = 0, right = 300): Box => ({ left, right, top, bottom })
const thing = (box: Box, weight = 1): Thing => ({ box, weight })
const range = { up: 300, down: 50, aside: 0 }
const liftOf = (...given: Parameters<typeof placeOf>) => placeOf(...given).lift

test('where nothing is covered it stands at its usual place, or beside a target', () => {
  expect(liftOf(usual, [], [], range)).toBe(0)
  expect(liftOf(usual, [at(300, 390)], [], range)).toBe(0)
  expect(Math.abs(100 - liftOf(usual, [at(200, 300)], [], range))).toBeLessThanOrEqual(REACH)
})
test('of several targets it stands beside the one where it covers the least', () => {
  const targets = [at(100, 200), at(300, 330)]
  const lift = liftOf(
    usual,
    targets,
    [...targets, at(370, 420)].map((box) => thing(box)),
    { up: 300, down: 0, aside: 0 },
  )
  expect(touches(at(400 - lift, 450 - lift), targets[1]!)).toBe(true)
})
test('it makes room for a card by a few px, upwards or downwards', () => {
  expect(liftOf(usual, [], [thing(at(350, 410))], range)).toBe(-10)
  expect(liftOf(usual, [], [thing(at(436, 500))], range)).toBe(14)
})
test('it covers a sentence rather than a card, and leaves no place that it may not', () => {
  const things = [thing(at(0, 400)), thing(at(450, 600)), { ...thing(at(420, 440), 0.25), line: true }]
  expect(liftOf(usual, [], things, range)).toBe(0)
  expect(liftOf(usual, [], [thing(at(436, 500))], { up: 0, down: 0, aside: 0 })).toBe(0)
})
test('a line of which half is covered is lost', () => {
  const things = [thing(at(300, 320)), { ...thing(at(440, 460)), line: true }]
  expect(liftOf(usual, [], things, { up: 90, down: 0, aside: 0 })).toBeGreaterThanOrEqual(7)
})
test('near its target it stays, whatever that covers', () => {
  expect(liftOf(usual, [at(200, 220)], [thing(at(0, 395))], range)).toBe(0)
  expect(liftOf(usual, [at(200, 220)], [thing(at(0, 395))], range, true)).toBeGreaterThan(100)
})
test('an arrow touches what is next to it, and nothing beside or beyond', () => {
  expect(touches(usual, at(459, 500))).toBe(true)
  expect(touches(usual, at(480, 500))).toBe(false)
  expect(touches(usual, at(459, 500, 301, 400))).toBe(false)
})
test('it leaves the middle where that uncovers a card, and for nothing less', () => {
  const wide = { up: 0, down: 0, aside: 300 }
  expect(placeOf(usual, [], [thing(at(400, 450, 100, 200))], wide)).toEqual({ lift: 0, shift: 300 })
  expect(placeOf(usual, [], [thing(at(400, 450, 100, 600))], wide)).toEqual({ lift: 0, shift: -300 })
  expect(placeOf(usual, [], [thing(at(448, 450, 100, 200))], wide)).toEqual({ lift: 0, shift: 0 })
})
