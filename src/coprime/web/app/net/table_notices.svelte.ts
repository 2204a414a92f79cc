/** What the server says to everybody at a table, each sentence for as long as the server says. */
export interface Announced {
  n: number
  text: string
  /** For how many seconds more. */
  seconds: number
}

export class Announcements {
  texts: readonly string[] = $state.raw([])
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Shows these and no others. */
  show(announced: readonly Announced[]): void {
    clearTimeout(this.#timer)
    this.texts = announced.map(({ text }) => text)
    const next = Math.min(...announced.map(({ seconds }) => seconds))
    if (!announced.length) return
    this.#timer = setTimeout(
      () => this.show(announced.filter(({ seconds }) => seconds > next).map((one) => ({ ...one, seconds: one.seconds - next }))),
      1000 * next,
    )
  }
}
