import { beforeEach, expect, test } from 'vitest'
import { forgetLessons, lessonDone, lessonOpened, lessonSkipped, lessonsOf } from './lessons.svelte'

beforeEach(forgetLessons)

test('what is done is no longer skipped, and stays done', () => {
  lessonOpened('a', 'two')
  lessonSkipped('a', 'two')
  expect(lessonsOf('a')).toEqual({ done: [], skipped: ['two'], at: 'two' })
  lessonDone('a', 'two')
  lessonDone('a', 'two')
  lessonSkipped('a', 'two')
  expect(lessonsOf('a')).toEqual({ done: ['two'], skipped: [], at: 'two' })
  expect(lessonsOf('b')).toEqual({ done: [], skipped: [], at: '' })
})
