/** Messages that stand as text are drawn with their readings, wherever a component has them: nobody has to think of it. */
import { parse } from 'svelte/compiler'
import type { PreprocessorGroup } from 'svelte/compiler'

interface Node {
  type: string
  start: number
  end: number
  name?: string
  expression?: Node & { callee?: Node }
  attributes?: (Node & { value: unknown })[]
}

/** What takes text alone, and pictures. */
const PLAIN = new Set(['option', 'title', 'svg', 'textarea'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** What only a voice says, by its class. */
const unseen = (node: Node, source: string) => !!node.attributes?.some(({ name, start, end }) => name === 'class' && /\bsr\b/.test(source.slice(start, end)))

/** The messages in what a node shows: `{t('play')}`, but not those of attributes. */
function* messages(node: Node, source: string): Generator<Node> {
  if (node.type === 'ExpressionTag' && node.expression?.type === 'CallExpression' && node.expression.callee?.name === 't') yield node.expression
  if (node.type === 'RegularElement' && (PLAIN.has(node.name!) || unseen(node, source))) return
  for (const [name, value] of Object.entries(node)) {
    if (name === 'attributes') continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* messages(one, source)
  }
}

/** `{t('play')}` in the text of a component becomes `<Ruby text={t('play')} />`. */
export function withReadings(source: string, file: string): string {
  const { fragment, instance } = parse(source, { filename: file, modern: true })
  const found = [...messages(fragment as Node, source)].reverse()
  if (!found.length || !instance) return source
  const read = found.reduce((text, { start, end }) => {
    const [open, close] = [text.lastIndexOf('{', start), text.indexOf('}', end) + 1]
    return `${text.slice(0, open)}<Readings_ text={${text.slice(start, end)}} />${text.slice(close)}`
  }, source)
  // The scripts stand before what they draw, so that their places are the same.
  const at = (instance as unknown as { content: Node }).content.start
  return `${read.slice(0, at)}import Readings_ from '$app/parts/Ruby.svelte';${read.slice(at)}`
}

export const readings: PreprocessorGroup = {
  name: 'readings',
  markup: ({ content, filename = '' }) => ({ code: withReadings(content, filename) }),
}
