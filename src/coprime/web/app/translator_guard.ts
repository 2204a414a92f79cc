/**
 * The page under a browser's translator.
 *
 * Chrome's puts a `<font>` with the translation in the place of a text node. The application holds on to that node: what
 * it writes there later is not seen, and what it removes stays. So the node goes back in, empty, before its stand-in. When
 * the application writes to it, the stand-in goes and the translator finds a new text; when the application moves or
 * removes it, the stand-in follows. The same where the translator itself takes its stand-in out again.
 */
interface StandIn {
  font: Element
  /** What the node said, for when the translator gives it back. */
  text: string
}

export function followTranslator(root: Node = document.body): () => void {
  const stands = new WeakMap<Text, StandIn>()
  const texts = new WeakMap<Node, Text>()

  const observer = new MutationObserver((records) => {
    const waiting: Text[] = []
    for (const { type, target, removedNodes } of records) {
      if (type === 'characterData') onTextWritten(target as Text)
      for (const node of removedNodes) {
        if (node instanceof Text && node.data.trim() && !node.isConnected) waiting.push(node)
        const text = texts.get(node)
        if (text && !node.isConnected) onTextRestored(text)
      }
    }
    for (const { addedNodes, removedNodes } of records) for (const node of [...removedNodes, ...addedNodes]) if (node instanceof Text) onTextMoved(node)
    for (const record of records) for (const font of record.addedNodes) if (isStandIn(font)) onTextReplaced(font, record, records, waiting)
  })
  const look = () => observer.observe(root, { childList: true, characterData: true, subtree: true })

  const isStandIn = (node: Node): node is Element => node.nodeName === 'FONT' && node.isConnected && node.parentNode?.nodeName !== 'FONT' && !texts.has(node)

  /** The node that this record, or the next one at the same place, took out for the stand-in. */
  function onTextReplaced(font: Element, record: MutationRecord, records: MutationRecord[], waiting: Text[]): void {
    const beside = (other: MutationRecord) => other.target === record.target && (other.previousSibling === font || other.nextSibling === font)
    const out = [record, ...records.filter(beside)].flatMap(({ removedNodes }) => [...removedNodes]).find((node) => waiting.includes(node as Text)) as
      Text | undefined
    if (!out) return
    waiting.splice(waiting.indexOf(out), 1)
    stands.set(out, { font, text: out.data })
    texts.set(font, out)
    withoutObserver(() => {
      out.data = ''
      font.before(out)
    })
  }

  /** The application has said something else there, or nothing. */
  function onTextWritten(text: Text): void {
    const stand = stands.get(text)
    if (!stand) return
    forget(text, stand)
    withoutObserver(() => stand.font.remove())
  }

  /** The application has moved or removed the node. */
  function onTextMoved(text: Text): void {
    const stand = stands.get(text)
    if (!stand) return
    if (!text.isConnected) forget(text, stand)
    withoutObserver(() => (text.isConnected ? text.after(stand.font) : stand.font.remove()))
  }

  /** The translator has taken its stand-in out: the page is shown as it was. */
  function onTextRestored(text: Text): void {
    const stand = stands.get(text)
    if (!stand) return
    forget(text, stand)
    if (text.isConnected && !text.data) withoutObserver(() => (text.data = stand.text))
  }

  function forget(text: Text, { font }: StandIn): void {
    stands.delete(text)
    texts.delete(font)
  }

  /** What is done here is no news. */
  function withoutObserver(act: () => void): void {
    act()
    observer.takeRecords()
  }

  look()
  return () => observer.disconnect()
}
