/** The sentences of a question to a class, and of the teacher's lines above a page. */
import type { PupilQuestion, Question } from '$app/class_api'
import { t } from '$app/messages'
import { pendingQuestion } from '$app/pupil.svelte'

/** A line above the page: its sender, its text, how it is dismissed, and what else can be done with it. */
export interface TeacherLine {
  from: string
  text: string
  put: () => void
  opens?: { text: string; act: () => void }
}

/** The sentence of a question: what is asked, or its answer once that is shown. */
export function questionText({ number: n, moment, shown, right, factors }: Question): string {
  if (moment) return shown ? moment.choices[right!]! : t('replay.ask', { name: moment.name })
  if (!shown) return t('class.question.is', { n })
  return t(right ? 'class.question.no' : 'class.question.yes', { n, factors: factors!.join(' × ') })
}
/** The sentence about a pupil's own answer. */
export function ownAnswerText({ mine, moment, right, shown }: PupilQuestion): string {
  if (moment && mine !== null)
    return t(!shown ? 'class.question.chosen' : mine === right ? 'class.question.same' : 'class.question.other', {
      text: moment.choices[mine]!,
      name: moment.name,
    })
  if (!shown) return mine === null ? t('class.question.think') : t(mine ? 'class.question.said.composite' : 'class.question.said.prime')
  return t(mine === null ? 'class.question.none' : mine === right ? 'class.question.right' : 'class.question.wrong')
}

/** What there is to choose from. */
export const choicesOf = ({ moment }: Question): string[] => moment?.choices ?? [t('class.question.prime'), t('class.question.composite')]

/** The question to a class for a pupil who is doing something else: a line that opens it, and a button in the bar as long as it is there. */
export class QuestionState {
  open = $state(false)
  /** Which question has been put away, and whether it was shown by then. */
  #put = $state('')

  constructor(readonly question: () => PupilQuestion | null) {
    $effect(() => {
      if (this.question()) pendingQuestion.now = { open: () => (this.open = true) }
      else this.open = false
      return () => (pendingQuestion.now = null)
    })
  }

  /** Until it is answered or put away, and again once the answers are shown. */
  readonly line: TeacherLine | null = $derived.by(() => {
    const question = this.question()
    if (!question || this.open) return null
    const { n, shown, mine } = question
    const key = `${n} ${shown}`
    if (this.#put === key || (!shown && mine !== null)) return null
    const put = () => (this.#put = key)
    if (shown) return { from: t('class.question'), text: `${questionText(question)}\n${ownAnswerText(question)}`, put }
    return { from: t('class.question'), text: questionText(question), put, opens: { text: t('class.question.answer'), act: () => (this.open = true) } }
  })
}
