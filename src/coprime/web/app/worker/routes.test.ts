import { expect, test } from 'vitest'
import { isPart, isScreenAddress } from './routes'

test('the worker answers for parts and pages, never for what the server says', () => {
  expect(['/assets/a-B1.js', '/assets/'].map(isPart)).toEqual([true, false])
  for (const one of ['/', '/rules/deck/page', '/t/ABCDE', '/class/ABCDEFGH/wall']) expect(isScreenAddress(one)).toBe(true)
  for (const one of ['/api/tables', '/api/me', '/ws/ABCDE', '/games/x/table.js', '/robots.txt', '/sw.js', '/health', '/assets/a-B1.js']) {
    expect([one, isScreenAddress(one)]).toEqual([one, false])
    expect(isPart(one)).toBe(one.startsWith('/assets/'))
  }
})
