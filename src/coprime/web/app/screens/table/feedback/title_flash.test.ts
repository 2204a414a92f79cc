import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flashTitle } from './title_flash'

beforeEach(() => {
  vi.useFakeTimers()
  document.title = 'The game'
})
afterEach(() => vi.useRealTimers())

test('call and title are shown in turn, and the title comes back', () => {
  const stop = flashTitle('● Your turn', false)
  expect(document.title).toBe('● Your turn')
  vi.advanceTimersByTime(1000)
  expect(document.title).toBe('The game')
  vi.advanceTimersByTime(1000)
  expect(document.title).toBe('● Your turn')
  stop()
  expect(document.title).toBe('The game')
  vi.advanceTimersByTime(5000)
  expect(document.title).toBe('The game')
})

test('a title that the page gives itself meanwhile is kept', () => {
  const stop = flashTitle('● Your turn', false)
  document.title = 'Wren wins'
  vi.advanceTimersByTime(1000)
  expect(document.title).toBe('Wren wins')
  stop()
  expect(document.title).toBe('Wren wins')
})

test('with reduced motion it stands still', () => {
  flashTitle('● Your turn', true)
  vi.advanceTimersByTime(3000)
  expect(document.title).toBe('● Your turn')
})
