/**
 * The server's answer about an action that a person is still putting together. It is asked once that has stood for `wait`
 * milliseconds; `now` is null until there is an answer to just this. Nothing wanted is an empty text.
 */
export class DebouncedQuery<A> {
  #answer: { of: string; said: A } | null = $state.raw(null)
  readonly #wanted: () => string

  constructor(wanted: () => string, ask: (wanted: string) => Promise<A>, wait: number) {
    this.#wanted = wanted
    $effect(() => {
      const of = wanted()
      if (!of) {
        this.#answer = null
        return
      }
      const timer = setTimeout(async () => {
        const said = await ask(of)
        if (wanted() === of) this.#answer = { of, said }
      }, wait)
      return () => clearTimeout(timer)
    })
  }

  readonly now: A | null = $derived.by(() => (this.#answer && this.#answer.of === this.#wanted() ? this.#answer.said : null))
}
