import { beforeEach, expect, test, vi } from 'vitest'
import { isOverlaid, registerOverlay } from './overlays'
import { navigate } from './router.svelte'

const popped = () => new Promise((then) => addEventListener('popstate', then, { once: true }))
const soon = () => new Promise((then) => setTimeout(then, 5))

beforeEach(() => history.pushState({}, '', '/t/K7M2P'))

test('Back closes what lies on top, and stays at the address', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  registerOverlay(first)
  registerOverlay(second)
  history.back()
  await popped()
  expect([first.mock.calls.length, second.mock.calls.length, location.pathname]).toEqual([0, 1, '/t/K7M2P'])
  history.back()
  await popped()
  expect([first.mock.calls.length, location.pathname, isOverlaid()]).toEqual([1, '/t/K7M2P', false])
})

test('closed by itself it leaves no entry behind', async () => {
  const close = vi.fn()
  const closed = registerOverlay(close)
  const back = popped()
  closed()
  await back
  expect([close.mock.calls.length, isOverlaid()]).toEqual([0, false])
})

test('another one that opens at the same moment is not closed by that', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const before = history.length
  registerOverlay(first)()
  registerOverlay(second)
  await soon()
  expect([history.length - before, second.mock.calls.length, isOverlaid()]).toEqual([1, 0, true])
  history.back()
  await popped()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

test('where the page has gone elsewhere meanwhile it goes no step back', async () => {
  const closed = registerOverlay(vi.fn())
  history.pushState({}, '', '/')
  closed()
  await soon()
  expect(location.pathname).toBe('/')
})

/** Does something as soon as the entry of an overlay begins to be taken out: browsers take a while for that. */
function atBack(then: () => void) {
  const back = history.back.bind(history)
  vi.spyOn(history, 'back').mockImplementationOnce(() => {
    back()
    then()
  })
}

test('who goes elsewhere while its entry is being taken out arrives there and stays', async () => {
  const before = history.length
  atBack(() => navigate('/'))
  const closed = registerOverlay(vi.fn())
  const back = popped()
  closed()
  await back
  await soon()
  expect([location.pathname, isOverlaid(), history.length - before]).toEqual(['/', false, 1])
})

test('one that opens while the entry of another is being taken out stays open, and Back closes it', async () => {
  const before = history.length
  const second = vi.fn()
  atBack(() => registerOverlay(second))
  const closed = registerOverlay(vi.fn())
  const back = popped()
  closed()
  await back
  await soon()
  expect([second.mock.calls.length, isOverlaid(), history.length - before]).toEqual([0, true, 1])
  history.back()
  await popped()
  expect([location.pathname, isOverlaid(), second.mock.calls.length]).toEqual(['/t/K7M2P', false, 1])
})
