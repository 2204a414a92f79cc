import { describe, expect, it } from 'vitest'
import { like } from './similar_name'

describe('a name that is like one of the class', () => {
  it('is the same in other letters, or has a number that the other has not', () => {
    expect(like('nia 1', ['Nia 1'])).toBe('Nia 1')
    expect(like('ＮＩＡ　１', ['Nia 1'])).toBe('Nia 1')
    expect(like('Nia', ['Bo', 'Nia 1'])).toBe('Nia 1')
    expect(like('Nia 2', ['Nia'])).toBe('Nia')
  })
  it('is nobody of a numbered class, and nobody before anything is typed', () => {
    expect(like('Pupil 2', ['Pupil 1', 'Pupil 12'])).toBeUndefined()
    expect(like('12', ['1', '2'])).toBeUndefined()
    expect(like(' ', ['1', 'Nia'])).toBeUndefined()
  })
})
