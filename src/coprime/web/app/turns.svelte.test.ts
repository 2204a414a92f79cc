import { afterEach, describe, expect, it, vi } from 'vitest'
import { followTurns, knownTurns, leftText, moveTimeText, recordTurns, recordTurnTable, secondsLeft, turnCount, turns, type Turn } from './turns.svelte'

const turn = (code: string, fields: Partial<Turn> = {}): Turn => ({
  code,
  game: 'a_game',
  phase: 'playing',
  yours: false,
  asked: [],
  others: ['Anna'],
  left: 3600,
  stands: false,
  ...fields,
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the list of tables over days', () => {
  it('counts those where it is my turn, but for the one that is open', () => {
    recordTurns([turn('AAAAA', { yours: true }), turn('BBBBB', { yours: true }), turn('CCCCC')])
    expect(turnCount()).toBe(2)
    expect(turnCount('BBBBB')).toBe(1)
    expect(knownTurns()).toBe(3)
  })

  it('counts the time on, unless the clock stands', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    recordTurns([turn('AAAAA'), turn('BBBBB', { stands: true }), turn('CCCCC', { left: null })])
    now.mockReturnValue(600_000)
    expect(turns()!.map(secondsLeft)).toEqual([3000, 3600, null])
  })

  it('follows what the server sends, and stops', () => {
    const source = { close: vi.fn() } as unknown as EventSource
    const stop = followTurns(() => source)
    source.onmessage!({ data: JSON.stringify({ tables: [turn('DDDDD', { yours: true })] }) } as MessageEvent)
    expect(turns()!.map(({ code }) => code)).toEqual(['DDDDD'])
    stop()
    expect(source.close).toHaveBeenCalledOnce()
  })

  it('is asked for from the first table over days on', () => {
    recordTurns([])
    expect(knownTurns()).toBe(0)
    recordTurnTable()
    expect(knownTurns()).toBe(1)
  })
})

describe('the words for a time', () => {
  it.each([
    [3 * 86_400 + 10, '3 days left'],
    [172_800, '2 days left'],
    [172_799, '47 h left'],
    [3600, '1 h left'],
    [3599, '59 min left'],
    [59, 'under a minute left'],
  ])('%d s: %s', (seconds, text) => expect(leftText(seconds)).toBe(text))

  it.each([
    [1, '1 hour'],
    [12, '12 hours'],
    [24, '1 day'],
    [168, '7 days'],
  ])('%d h: %s', (hours, text) => expect(moveTimeText(hours)).toBe(text))
})
