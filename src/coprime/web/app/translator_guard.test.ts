import { afterEach, beforeEach, expect, test } from 'vitest'
import { followTranslator } from './translator_guard'

let stop: () => void
let line: HTMLElement
beforeEach(() => {
  document.body.innerHTML = '<p>one<b>two</b>three</p>'
  line = document.querySelector('p')!
  stop = followTranslator()
})
afterEach(() => stop())

const settled = () => Promise.resolve()
const says = () => line.textContent

function fontFor(text: string): HTMLElement {
  const font = document.createElement('font')
  font.innerHTML = `<font>§${text}</font>`
  return font
}
/** As Chrome does: one takes the place of the other. */
function translate(node: Text): HTMLElement {
  const font = fontFor(node.data)
  node.replaceWith(font)
  return font
}
/** The same in two steps. */
function translateSlowly(node: Text): HTMLElement {
  const font = fontFor(node.data)
  node.before(font)
  node.remove()
  return font
}

test.each([translate, translateSlowly])('what is written to a translated text is seen: %o', async (translates) => {
  const [first, last] = [line.firstChild as Text, line.lastChild as Text]
  translates(first)
  translates(last)
  await settled()
  expect(says()).toBe('§onetwo§three')
  first.data = 'other'
  await settled()
  expect(says()).toBe('othertwo§three')
  translates(first)
  await settled()
  expect(says()).toBe('§othertwo§three')
  first.data = ''
  await settled()
  expect(says()).toBe('two§three')
})

test('a translated text that is removed or moved takes its translation along', async () => {
  const [first, last] = [line.firstChild as Text, line.lastChild as Text]
  translate(first)
  translate(last)
  await settled()
  line.append(first)
  await settled()
  expect(says()).toBe('two§three§one')
  last.remove()
  await settled()
  expect(says()).toBe('two§one')
})

test('from its first to its last node a block is there, so all of it can be removed', async () => {
  const [first, last] = [line.firstChild!, line.lastChild!]
  translate(first as Text)
  translate(last as Text)
  await settled()
  const nodes: Node[] = []
  for (let node: Node | null = first; node; node = node === last ? null : node.nextSibling) nodes.push(node)
  for (const node of nodes) (node as ChildNode).remove()
  await settled()
  expect(line.childNodes.length).toBe(0)
})

test('a translator that shows the page as it was finds its texts', async () => {
  const first = line.firstChild as Text
  const font = translate(first)
  await settled()
  font.replaceWith(first)
  await settled()
  expect(says()).toBe('onetwothree')
})

test('what the application puts in the place of something is no translation', async () => {
  const other = document.createElement('i')
  other.textContent = 'other'
  line.firstChild!.replaceWith(other)
  await settled()
  expect(line.innerHTML).toBe('<i>other</i><b>two</b>three')
})
