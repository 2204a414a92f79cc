import { beforeEach, expect, test, vi } from 'vitest'
import { reloadForMissingPart, missing } from './missing_page_parts.svelte'

const answers = (status: number) => vi.stubGlobal('fetch', () => (status ? Promise.resolve({ status }) : Promise.reject(new TypeError('no network'))))

beforeEach(() => {
  sessionStorage.clear()
  missing.isShown = false
})

test('a part that is gone loads the page anew, once; then it is told', async () => {
  answers(200)
  const reload = vi.fn()
  await reloadForMissingPart('a.js', reload)
  expect([reload.mock.calls.length, missing.isShown]).toEqual([1, false])
  await reloadForMissingPart('a.js', reload)
  expect([reload.mock.calls.length, missing.isShown]).toEqual([1, true])
})

test('another part may do so again', async () => {
  answers(200)
  const reload = vi.fn()
  await reloadForMissingPart('a.js', reload)
  await reloadForMissingPart('b.js', reload)
  expect([reload.mock.calls.length, missing.isShown]).toEqual([2, false])
})

test.each([0, 502])('where the server does not answer (%i) the page stays, and says so', async (status) => {
  answers(status)
  const reload = vi.fn()
  await reloadForMissingPart('a.js', reload)
  expect([reload.mock.calls.length, missing.isShown]).toEqual([0, true])
})
