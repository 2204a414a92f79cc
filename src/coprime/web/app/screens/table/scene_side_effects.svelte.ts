/** What follows from each new scene of a table: sounds, the album of primes, and what a screen reader hears of the others. */
import { learnMatch } from '$app/number_progress'
import type { TableStore } from '$app/net/table_store.svelte'
import type { LogLine, Table } from '$app/net/wire_messages'
import { joinSentences } from '$app/number_format'
import { playSound } from '$app/sound'

interface Watched {
  store: TableStore
  table: Table
  /** The seats of this page. */
  held: readonly number[]
  /** The game still shows by itself what has happened. */
  telling: boolean
  myTurn: boolean
}

/** Follow the scenes of a table, as an effect of the component that calls this. */
export function followScene(watch: () => Watched) {
  const { store, telling, myTurn } = $derived(watch())
  let said = $state('')
  let unsaid: LogLine[] = $state.raw([])
  let met: { match: number; primes: number[] } = $state.raw({ match: 0, primes: [] })
  let wasMine = false
  $effect(() => {
    store.onScene = (view, lines, { lines: all, match }) => {
      const { table, held } = watch()
      if (lines.some(({ detail }) => detail?.judge)) playSound('stamp')
      else if (lines.some(({ seat }) => typeof seat === 'number' && !held.includes(seat))) playSound('paper')
      const primes = view !== 'watcher' && held.includes(view) ? learnMatch(table, view, match, all, lines) : []
      if (lines.length && primes.length) playSound('bell')
      met = { match, primes: [...(met.match === match ? met.primes : []), ...primes] }
      unsaid = [...unsaid, ...lines]
    }
    return () => {
      store.onScene = undefined
    }
  })
  $effect(() => {
    if (telling || !unsaid.length) return
    said = joinSentences(unsaid.map((line) => line.text))
    unsaid = []
  })
  $effect(() => {
    if (myTurn && !wasMine) playSound('turn')
    wasMine = myTurn
  })
  return {
    /** What has happened since it was last said. */
    get said() {
      return said
    },
    /** The primes that were new to the album in a match. */
    primesOf: (match: number): number[] => (met.match === match ? met.primes : []),
  }
}
