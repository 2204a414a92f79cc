import { classes } from '$app/classes'
import { heed } from '$app/pupil.svelte'
import { go } from '$app/router.svelte'

const EVERY = 2000

/** Keeps a pupil with their class: where the teacher wants them, that page is gone to. Ends what it returns. */
export function staysWith(classroom: string, table: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  async function look() {
    const told = await classes.look(classroom).catch(() => undefined)
    if (over) return
    if (told) heed(told)
    if (told?.role === 'pupil' && told.table !== table) return go(told.table ? `/t/${told.table}` : `/class/${classroom}`, true)
    // Whoever was sent out stands before the door again.
    if (told?.role === '') return go(`/class/${classroom}`, true)
    timer = setTimeout(look, EVERY)
  }
  void look()
  return () => {
    over = true
    clearTimeout(timer)
  }
}
