import { expect, test } from 'vitest'
import { match } from './router.svelte'

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
  ['/parts', { name: 'parts' }],
  ['/t', { name: 'lost' }],
  ['/nowhere', { name: 'lost' }],
  ['/t/%', { name: 'table', code: '%' }],
])('%s', (path, route) => expect(match(path)).toEqual(route))
