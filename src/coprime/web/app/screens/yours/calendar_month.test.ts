import { expect, it } from 'vitest'
import { weekdayNames, weeksOf } from './calendar_month'

it('draws a month in weeks from Monday on', () => {
  const november = weeksOf(2026, 10)
  expect(november[0]).toEqual([null, null, null, null, null, null, 1])
  expect(november.at(-1)).toEqual([30, null, null, null, null, null, null])
  expect(november.flat().filter((day) => day !== null)).toHaveLength(30)
})

it('knows months of four weeks and leap years', () => {
  expect(weeksOf(2027, 1)).toHaveLength(4)
  expect(weeksOf(2028, 1).flat()).toContain(29)
  expect(weeksOf(2026, 1).flat()).not.toContain(29)
})

it('begins a week on Monday', () => {
  expect(weekdayNames('en')).toEqual(['M', 'T', 'W', 'T', 'F', 'S', 'S'])
  expect(weekdayNames('ja')[0]).toBe('月')
})
