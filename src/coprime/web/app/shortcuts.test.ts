import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasNoModifier, handleShortcuts, isKeyTaken, isTyping, isUndoKey, type Shortcuts } from './shortcuts'

const act = () => vi.fn<(digit: number) => void>()
let acts: Shortcuts | null = null
const onkeydown = handleShortcuts(() => acts)
const heard: KeyboardEvent[] = []
const hear = (event: KeyboardEvent) => {
  heard.push(event)
  onkeydown(event)
}

beforeEach(() => {
  heard.length = 0
  window.addEventListener('keydown', hear)
})
afterEach(() => {
  window.removeEventListener('keydown', hear)
  document.body.innerHTML = ''
})

/** Presses a key with the focus on the element of that markup; true when a shortcut has taken it. */
function press(key: string, markup = '', held: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = markup
  const target = document.querySelector('[data-focus]') ?? document.body
  return !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
}

describe('a shortcut', () => {
  test('acts by its name in small letters, whatever the case', () => {
    const p = act()
    acts = { p }
    expect(press('p') && press('P', '', { shiftKey: true })).toBe(true)
    expect(p).toHaveBeenCalledTimes(2)
  })
  test('acts from a button too', () => {
    acts = { p: act() }
    expect(press('p', '<button data-focus></button>')).toBe(true)
    expect(acts?.p).toHaveBeenCalledOnce()
  })
  test.each(['<input data-focus>', '<textarea data-focus></textarea>', '<select data-focus></select>', '<p contenteditable="true"><b data-focus></b></p>'])(
    'is none while the focus is in %s',
    (markup) => {
      acts = { p: act(), digit: act() }
      expect(press('p', markup) || press('7', markup)).toBe(false)
      expect(acts?.p).not.toHaveBeenCalled()
      expect(acts?.digit).not.toHaveBeenCalled()
    },
  )
  test.each([
    '<dialog open><button data-focus></button></dialog>',
    '<dialog open></dialog><button data-focus></button>',
    '<dialog open></dialog>',
    '<div role="dialog"><button data-focus></button></div>',
  ])('is none while %s', (markup) => {
    acts = { escape: act() }
    expect(press('Escape', markup)).toBe(false)
    expect(acts?.escape).not.toHaveBeenCalled()
  })
  test('acts while a dialog is there and closed', () => {
    acts = { p: act() }
    expect(press('p', '<dialog></dialog>')).toBe(true)
  })
  test.each(['ctrlKey', 'metaKey', 'altKey'])('is none with %s', (held) => {
    acts = { p: act() }
    expect(press('p', '', { [held]: true })).toBe(false)
    expect(acts?.p).not.toHaveBeenCalled()
  })
  test('without a function leaves the key to the browser', () => {
    acts = { p: false, x: undefined }
    expect(press('p') || press('x') || press('q')).toBe(false)
    acts = null
    expect(press('p')).toBe(false)
    expect(heard).toHaveLength(4)
  })
  test('is asked for at each press', () => {
    const p = act()
    acts = { p: false }
    press('p')
    acts = { p }
    expect(press('p')).toBe(true)
    expect(p).toHaveBeenCalledOnce()
  })
  test('for all figures is told which; one of its own comes first, also to say that it is none', () => {
    const digit = act()
    const nought = act()
    acts = { digit, '0': nought, '9': false }
    expect(press('7') && press('0')).toBe(true)
    expect(press('9') || press('F1')).toBe(false)
    expect(digit.mock.calls).toEqual([[7]])
    expect(nought).toHaveBeenCalledOnce()
  })
})

test('typing, taken, plain and undoes say whose a key is', () => {
  const asked: Record<string, boolean[]> = {}
  const ask = (event: KeyboardEvent) => (asked[event.key] = [isTyping(event), isKeyTaken(event), hasNoModifier(event), isUndoKey(event)])
  window.addEventListener('keydown', ask)
  acts = null
  press('a')
  press('b', '<input data-focus>')
  press('c', '<dialog open><button data-focus></button></dialog>')
  press('z', '', { ctrlKey: true })
  press('Z', '', { ctrlKey: true, shiftKey: true })
  press('d', '', { altKey: true })
  expect(asked).toEqual({
    a: [false, false, true, false],
    b: [true, true, true, false],
    c: [false, true, true, false],
    z: [false, false, false, true],
    Z: [false, false, false, false],
    d: [false, false, false, false],
  })
  press('z', '<input data-focus>', { metaKey: true })
  expect(asked.z).toEqual([true, true, false, false])
  window.removeEventListener('keydown', ask)
})
