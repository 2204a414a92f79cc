import { beforeEach, expect, test, vi } from 'vitest'
import { animateFrom, animateTravel } from './card_motion'

/** What is measured and what is changed, in its order. */
let done: string[] = []
const FROM = { left: 0, top: 0, width: 50, height: 70 }

function card(name: string): HTMLElement {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => {
    done.push(`measure ${name}`)
    return { left: 100, top: 100, width: 50, height: 70 } as DOMRect
  }
  element.animate = (() => {
    done.push(`move ${name}`)
    return {}
  }) as never
  return element
}

beforeEach(() => {
  done = []
  for (const token of ['deal', 'slide']) document.documentElement.style.setProperty(`--m-${token}`, '260ms')
})

test('all cards of a deal are measured before the first one moves', async () => {
  const cards = ['a', 'b', 'c'].map(card)
  cards.forEach((one, i) => animateFrom(one, FROM, 40 * i, 'deal'))
  expect(done).toEqual(['measure a', 'measure b', 'measure c'])
  await Promise.resolve()
  expect(done.slice(3)).toEqual(['move a', 'move b', 'move c'])
  expect(cards.map(({ style }) => style.zIndex)).toEqual(['5', '5', '5'])
})

test('a later deal of the same page moves as well', async () => {
  animateFrom(card('a'), FROM)
  await Promise.resolve()
  animateFrom(card('b'), FROM)
  await Promise.resolve()
  expect(done).toEqual(['measure a', 'move a', 'measure b', 'move b'])
})

test('copies that travel are put on the page together, and not with reduced motion', async () => {
  const append = vi.spyOn(document.body, 'append')
  Element.prototype.animate = (() => ({})) as never
  for (const name of ['a', 'b']) animateTravel(card(name), FROM, FROM)
  expect(append).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(append).toHaveBeenCalledTimes(2)
  document.documentElement.style.setProperty('--m-slide', '1ms')
  animateTravel(card('c'), FROM, FROM)
  await Promise.resolve()
  expect(append).toHaveBeenCalledTimes(2)
  append.mockRestore()
})
