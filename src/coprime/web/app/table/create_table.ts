/** Opens a new table and goes to its page. */
import { api, sentenceOf, type NewTable } from '$app/api'
import { navigate } from '$app/router.svelte'

/** Opens a table and goes there. A sentence says what came in the way; '' when nothing did. */
export async function openTable(asked: NewTable): Promise<string> {
  try {
    navigate(`/t/${(await api.newTable(asked)).code}`)
    return ''
  } catch (problem) {
    return sentenceOf(problem)
  }
}
