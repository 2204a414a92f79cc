import { describe, expect, it } from 'vitest'
import { findSimilarName } from './similar_name'

describe('a name that is like one of the class', () => {
  it('is the same in other letters, or has a number that the other has not', () => {
    expect(findSimilarName('nia 1', ['Nia 1'])).toBe('Nia 1')
    expect(findSimilarName('ＮＩＡ　１', ['Nia 1'])).toBe('Nia 1')
    expect(findSimilarName('Nia', ['Bo', 'Nia 1'])).toBe('Nia 1')
    expect(findSimilarName('Nia 2', ['Nia'])).toBe('Nia')
  })
  it('is nobody of a numbered class, and nobody before anything is typed', () => {
    expect(findSimilarName('Pupil 2', ['Pupil 1', 'Pupil 12'])).toBeUndefined()
    expect(findSimilarName('12', ['1', '2'])).toBeUndefined()
    expect(findSimilarName(' ', ['1', 'Nia'])).toBeUndefined()
  })
})
