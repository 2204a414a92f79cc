// @vitest-environment node
import { expect, test } from 'vitest'
import { complete } from './messages'

test('what a translation lacks is said in English, and what only it has is left out', () => {
  expect(complete({ a: 'one', b: 'two', c: 'three' }, { a: '一', c: '', d: '四' })).toEqual({ a: '一', b: 'two', c: '' })
})
