import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, RequestError } from './api'

/** A server that knows nobody until `me` has been answered. */
const asked: string[] = []
let known = false
let introduced: () => void = () => undefined

beforeEach(() => {
  known = false
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    if (path === '/api/me') {
      await new Promise<void>((done) => (introduced = done))
      known = true
      return Response.json({ name: 'Otter' })
    }
    return known ? Response.json({ code: 'ABCDE' }) : Response.json({ sentence: 'The cookie is missing.' }, { status: 401 })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('whoever asks before the first cookie has come is introduced, once, and asks again', async () => {
  const first = api.me()
  const two = Promise.all([api.join('ABCDE'), api.join('ABCDE')])
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  introduced()
  expect(await first).toEqual({ name: 'Otter' })
  expect(await two).toEqual([{ code: 'ABCDE' }, { code: 'ABCDE' }])
  expect(asked.filter((one) => one.endsWith('/me'))).toHaveLength(1)
})

test('what the first script has asked is not asked again, and used once', async () => {
  window.coprimeMe = Promise.resolve(Response.json({ name: 'Finch' }))
  expect(await api.me()).toEqual({ name: 'Finch' })
  expect(asked).toEqual([])
  const second = api.me()
  await vi.waitFor(() => expect(asked).toEqual(['GET /api/me']))
  introduced()
  expect(await second).toEqual({ name: 'Otter' })
})

test('a first request that failed is told like any other', async () => {
  window.coprimeMe = Promise.reject(new TypeError('no line'))
  await expect(api.me()).rejects.toMatchObject({ status: 0 })
})

test('a server that will not know somebody is asked twice, not for ever', async () => {
  const join = api.join('ABCDE')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  vi.stubGlobal('fetch', async () => Response.json({ sentence: 'No.' }, { status: 401 }))
  introduced()
  await expect(join).rejects.toEqual(new RequestError('No.', 401))
})
