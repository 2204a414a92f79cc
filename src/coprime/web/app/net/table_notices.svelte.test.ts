import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcements } from './table_notices.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('each sentence goes when its seconds are over', () => {
  const announcements = new Announcements()
  announcements.show([
    { n: 1, text: 'Bo is the host now.', seconds: 4 },
    { n: 2, text: 'Ada is the host now.', seconds: 10 },
  ])
  vi.advanceTimersByTime(4500)
  expect(announcements.texts).toEqual(['Ada is the host now.'])
  vi.advanceTimersByTime(6000)
  expect(announcements.texts).toEqual([])
})
