import { expect, test, vi } from 'vitest'
import { OpenTableList } from './open_tables.svelte'

function fakeSource() {
  const source = { onmessage: null, onerror: null, close: vi.fn() } as unknown as EventSource & { close: ReturnType<typeof vi.fn> }
  return source
}

test('the list is what the server said last, unknown before and while it does not answer', () => {
  const source = fakeSource()
  const paths: string[] = []
  const list = new OpenTableList()
  const stop = list.follow((path) => {
    paths.push(path)
    return source
  })
  expect(paths).toEqual(['/api/open-tables/stream'])
  expect(list.tables).toBeUndefined()
  const table = { code: 'ABCDE', host: 'Anna', game: 'some_game', phase: 'lobby', free: 1, seats: 2 }
  source.onmessage?.({ data: JSON.stringify({ tables: [table] }) } as MessageEvent)
  expect(list.tables).toEqual([table])
  source.onmessage?.({ data: '{"tables":[]}' } as MessageEvent)
  expect(list.tables).toEqual([])
  expect(list.invitations).toEqual([])
  const invitation = { id: 'i', name: 'Anna', game: 'some_game', title: 'Some game' }
  source.onmessage?.({ data: JSON.stringify({ tables: [], invitations: [invitation] }) } as MessageEvent)
  expect(list.invitations).toEqual([invitation])
  source.onerror?.({} as Event)
  expect(list.tables).toBeUndefined()
  stop()
  expect(source.close).toHaveBeenCalledOnce()
})
