import { expect, test } from 'vitest'
import { match } from './router.svelte'

test.each([
  ['/', { name: 'home' }],
  ['/t/k7m2p', { name: 'table', code: 'K7M2P' }],
  ['/carry/abc', { name: 'carry', token: 'abc' }],
  ['/replay', { name: 'replay', id: '' }],
  ['/replay/12', { name: 'replay', id: '12' }],
  ['/rules/prime_climb', { name: 'rules', address: '/rules/prime_climb' }],
  ['/rules/daifugo/programs', { name: 'rules', address: '/rules/daifugo/programs' }],
  ['/rules/daifugo/programs/more', { name: 'lost' }],
  ['/parts', { name: 'parts' }],
  ['/t', { name: 'lost' }],
  ['/nowhere', { name: 'lost' }],
  ['/t/%', { name: 'table', code: '%' }],
])('%s', (path, route) => expect(match(path)).toEqual(route))
