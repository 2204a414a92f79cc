import { beforeEach, expect, test } from 'vitest'
import { forgetLessons, recordLessonDone, recordLessonOpened, recordLessonSkipped, lessonsOf } from './lessons.svelte'

beforeEach(forgetLessons)

test('what is done is no longer skipped, and stays done', () => {
  recordLessonOpened('a', 'two')
  recordLessonSkipped('a', 'two')
  expect(lessonsOf('a')).toEqual({ done: [], skipped: ['two'], at: 'two' })
  recordLessonDone('a', 'two')
  recordLessonDone('a', 'two')
  recordLessonSkipped('a', 'two')
  expect(lessonsOf('a')).toEqual({ done: ['two'], skipped: [], at: 'two' })
  expect(lessonsOf('b')).toEqual({ done: [], skipped: [], at: '' })
})
