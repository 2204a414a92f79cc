import { expect, test } from 'vitest'
import addresses from './addresses.json'
import { matchRoute } from './router.svelte'

test.each([
  ['/', { name: 'home' }],
  ['/t/k7m2p', { name: 'table', code: 'K7M2P' }],
  ['/carry/abc', { name: 'carry', token: 'abc' }],
  ['/replay', { name: 'replay', id: '' }],
  ['/replay/12', { name: 'replay', id: '12' }],
  ['/rules/primepak', { name: 'rules', address: '/rules/primepak' }],
  ['/rules/primepak/factors', { name: 'rules', address: '/rules/primepak/factors' }],
  ['/rules/primepak/factors/more', { name: 'lost' }],
  ['/learn/pebbles', { name: 'learn', game: 'pebbles' }],
  ['/puzzles', { name: 'puzzles', which: '' }],
  ['/puzzles/day', { name: 'puzzles', which: 'day' }],
  ['/review/12', { name: 'review', id: '12' }],
  ['/deal/pebbles/4711', { name: 'deal', game: 'pebbles', deal: 4711 }],
  ['/deal/pebbles/0', { name: 'lost' }],
  ['/deal/pebbles/123456789', { name: 'lost' }],
  ['/class/k7m2p', { name: 'class', code: 'K7M2P', view: '', table: '' }],
  ['/paper/chess', { name: 'paper', game: 'chess', number: null }],
  ['/paper/chess/12', { name: 'paper', game: 'chess', number: 12 }],
  ['/paper/chess/x', { name: 'lost' }],
  ['/class/k7m2p/wall', { name: 'class', code: 'K7M2P', view: 'wall', table: '' }],
  ['/class/k7m2p/table/abcde', { name: 'class', code: 'K7M2P', view: 'table', table: 'ABCDE' }],
  ['/class/k7m2p/table', { name: 'lost' }],
  ['/class/k7m2p/wall/more', { name: 'lost' }],
  ['/class/k7m2p/elsewhere', { name: 'lost' }],
  ['/tournament/k7m2p', { name: 'tournament', code: 'K7M2P', wall: false }],
  ['/tournament/k7m2p/wall', { name: 'tournament', code: 'K7M2P', wall: true }],
  ['/tournament/k7m2p/elsewhere', { name: 'lost' }],
  ['/parts', { name: 'parts' }],
  ['/t', { name: 'lost' }],
  ['/nowhere', { name: 'lost' }],
  ['/t/%', { name: 'table', code: '%' }],
])('%s', (path, route) => expect(matchRoute(path)).toEqual(route))

// The server answers these alike: tests/server/test_pages.py.
test.each(addresses.screens)('%s has a screen', (path) => expect(matchRoute(path).name).not.toBe('lost'))
test.each(addresses.nowhere)('%s has none', (path) => expect(matchRoute(path).name).toBe('lost'))

test.each(['.', ',', ').', '。', '」', '%E3%80%82'])('a link is found with what a sentence puts after it: %s', (after) => {
  expect(matchRoute(`/t/k7m2p${after}`)).toEqual({ name: 'table', code: 'K7M2P' })
  expect(matchRoute(`/deal/pebbles/4711${after}`)).toEqual({ name: 'deal', game: 'pebbles', deal: 4711 })
})
