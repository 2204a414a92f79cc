import { afterEach, expect, test } from 'vitest'
import { dateOf, dayOf, monthOf } from './dates'

const DAY = new Date(2026, 10, 22)
afterEach(() => document.documentElement.removeAttribute('lang'))

test('dates in English where the page says nothing', () => {
  expect([dateOf(DAY.getTime()), dayOf(DAY), monthOf(DAY)]).toEqual(['November 22, 2026', '22 November', 'November'])
})

test('dates follow the language of the page', () => {
  document.documentElement.lang = 'ja'
  expect([dateOf(DAY.getTime()), dayOf(DAY), monthOf(DAY)]).toEqual(['2026年11月22日', '11月22日', '11月'])
})
