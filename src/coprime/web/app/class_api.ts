/** Requests about classes, with the types of their answers. */
import { apiPath, sendRequest, type Chip, type Options, type Qr, type EndingDetails as Ending } from './api'

/** Classes, as docs/protocol/classes.md has them, and its HTTP part as functions. */
export type RoundKind = 'game' | 'lessons' | 'puzzles'
/** How many factors are printed for a pupil, as the option of that name has it; '' for as at their table. */
export const FACTORS = ['', 'shown', 'primes', 'hidden'] as const
export type Factors = (typeof FACTORS)[number]
export type Grouping = 'chance' | 'level' | 'hand'
export interface Plan {
  game: string
  title: string
  what: RoundKind
  /** None: as the game has it. */
  seats: number | null
  options: Options
  preset: string | null
  levels: Record<string, Options>
  same: boolean
  /** The number of the deal, 0 for a new one in every round. */
  deal: number
  bot: string
  by: Grouping
  /** Of the clocks, 0 for none. */
  factor: number
  hints: boolean
  /** The teacher has the seat that the rules give to one, at all tables; and there is such a seat. */
  seated: boolean
  desk: boolean
  /** The game's deals have numbers. */
  numbered: boolean
  /** By level, '0' for everybody: the options in full, and the rules in force. */
  rules: Record<string, { options: Options; chips: Chip[]; warnings: string[] }>
}
export interface Pupil {
  name: string
  /** '' for who comes back by a word, or is to choose anew. */
  picture: string
  word: boolean
  level: number
  /** The wall may show the name. */
  approved: boolean
  factors: Factors
  /** The code of where they play; '' for nowhere. */
  table: string
  /** With the minutes since it was last heard of. */
  doing: (PupilActivity & { minutes: number }) | null
  /** Since when they ask for their teacher where there is no table, in seconds of the epoch; 0 while they do not. */
  called: number
}
/** What a pupil does where there is no table. */
export interface PupilActivity {
  what: Exclude<RoundKind, 'game'>
  game: string
  /** The lesson by its name or the puzzle by its number; '' between two. */
  at: string
  done: number
}
export interface RoundTable {
  code: string
  seats: Record<string, number>
  level: number
}
export interface Round {
  game: string
  deal: number
  on: boolean
  tables: RoundTable[]
}
/** To all who are at no table: the teacher's last line and its number, and whether everybody is to stop. */
interface Announcement {
  line: string
  said: number
  paused: boolean
}
/** What everybody is asked, the `n`th question of the class: is a number prime (yes or no), or what would one play as somebody? */
export interface Question {
  n: number
  /** 0 where a moment is asked about. */
  number: number
  moment: { name: string; choices: string[] } | null
  shown: boolean
  /** Once it is shown: the choice that is so, or was played, and the prime factors. */
  right?: number
  factors?: number[]
}
export type PupilQuestion = Question & { mine: number | null }
/** `spread`: how many took each choice; null where fewer than `fewest` have answered. */
export type ClassQuestion = Question & { answered: number; spread?: number[] | null; fewest?: number }
/** What the seat saw in the moment that is asked about. */
export interface Position {
  game: string
  title: string
  seat: number
  players: string[]
  options: Options
  chips: Chip[]
  scene: unknown
}
interface ClassIdentity {
  code: string
  name: string
  pictures: string[]
}
export type StrangerView = ClassIdentity & {
  role: ''
  open: boolean
  names: string[]
  /** Those of them that the wall shows; and names of the class list under which nobody has come yet. */
  approved: string[]
  listed: string[]
}
/** Before the door of a class that is full. */
export type WaitingView = ClassIdentity & { role: 'waiting'; pupil: string }
export type PupilView = ClassIdentity &
  Announcement & {
    role: 'pupil'
    pupil: string
    table: string
    factors: Factors
    on: boolean
    /** They ask for their teacher where there is no table. */
    calls: boolean
    plan: Pick<Plan, 'game' | 'title' | 'what'>
    question: PupilQuestion | null
  }
export type TeacherView = ClassIdentity &
  Omit<Announcement, 'said'> & {
    role: 'teacher'
    open: boolean
    strict: boolean
    /** The wall shows typed names once the teacher has approved them. */
    approval: boolean
    /** The class list, and those of it who have not come yet. */
    listed: string[]
    free: string[]
    days: number
    /** For pupils who come in by themselves; then others wait, and these are their names. */
    places: number
    waiting: string[]
    invite: { url: string; lan: boolean; how: string }
    qr: Qr
    /** When another device opened the class last, in seconds of the epoch, 0 for never; the address is this computer's alone. */
    reach: { at: number; local: boolean; port: number }
    plan: Plan
    pupils: Pupil[]
    rounds: Round[]
    question: ClassQuestion | null
  }
export type ClassState = StrangerView | WaitingView | PupilView | TeacherView

/** What a teacher settles: what is left out stays. */
export interface ClassUpdate {
  name?: string
  open?: boolean
  places?: number
  strict?: boolean
  approval?: boolean
  days?: number
  line?: string
  paused?: boolean
  plan?: Partial<Omit<Plan, 'title' | 'desk' | 'numbered' | 'rules'>>
}
/** The names that a class list gives, before it is used. */
export interface ClassListPreview {
  names: string[]
  /** Lines without a name and why; `more` are not told. */
  left_out: { line: number; why: string }[]
  more: number
  /** Columns that hold names, 1 or 2; whether the first line says so. */
  columns: number
  has_header: boolean
  family_first: boolean
}
export const PRACTICE_KINDS = ['prime', 'factors', 'sum', 'order'] as const
/** How many moves, lessons or puzzles of a game. */
export interface DoneCount {
  what: RoundKind
  game: string
  title: string
  n: number
}
export interface PracticeSummary {
  kind: (typeof PRACTICE_KINDS)[number]
  number: number
  text: string
  right: boolean
  n: number
}
export interface NextNumber {
  n: number
  factors: number[]
}
export interface Report {
  name: string
  rounds: { game: string; title: string; deal: number }[]
  practised: PracticeSummary[]
  next: NextNumber[]
  done: DoneCount[]
  /** The best of the last round, once it has ended. */
  moments: BestMoment[]
  /** `best`: of the last round. */
  pupils: { name: string; practised: PracticeSummary[]; done: DoneCount[]; next: NextNumber[]; right: number; of: number; best: Ending['best'] }[]
}

/** What somebody played well in the last round: at table `n`, in which match, which step of it. */
export interface BestMoment {
  n: number
  table: string
  match: number
  seat: number
  name: string
  step: number
  text: string
}

/** Milliseconds after which no answer is one: whoever must wait in line is answered sooner. */
const PATIENCE = 60_000

const classPath = (code: string, ...parts: string[]) => apiPath('/api/classes', code, ...parts)

export const classes = {
  open: (name: string) => sendRequest<{ code: string }>('POST', '/api/classes', { name }),
  mine: () => sendRequest<{ classes: { code: string; name: string; touched: number }[] }>('GET', '/api/classes').then((answer) => answer.classes),
  look: (code: string) => sendRequest<ClassState>('GET', classPath(code), undefined, AbortSignal.timeout(PATIENCE)),
  /** Lets people in who wait, or sends them away; all of them by default. */
  admit: (code: string, yes: boolean, names?: string[]) => sendRequest<unknown>('POST', classPath(code, 'waiting'), { yes, ...(names && { names }) }),
  settle: (code: string, settled: ClassUpdate) => sendRequest<unknown>('POST', classPath(code), settled),
  come: (code: string, name: string, way: { picture: string } | { word: string }) =>
    sendRequest<ClassState>('POST', classPath(code, 'pupils'), { name, ...way }),
  doing: (code: string, doing: PupilActivity) => sendRequest<void>('POST', classPath(code, 'doing'), doing),
  call: (code: string, on: boolean) => sendRequest<void>('POST', classPath(code, 'call'), { on }),
  know: (code: string, known: { name: string; level?: number; factors?: Factors; table?: string; anew?: true; heard?: true; gone?: true }) =>
    sendRequest<unknown>('POST', classPath(code, 'known'), known),
  previewList: (code: string, list: Blob, familyFirst?: boolean) =>
    sendRequest<ClassListPreview>('POST', `${classPath(code, 'list', 'preview')}${familyFirst === undefined ? '' : `?family=${familyFirst}`}`, list),
  setList: (code: string, names: string[]) => sendRequest<unknown>('POST', classPath(code, 'list'), { names }),
  approve: (code: string, names: string[]) => sendRequest<unknown>('POST', classPath(code, 'approved'), { names }),
  rename: (code: string, name: string, to: string) => sendRequest<unknown>('POST', classPath(code, 'renamed'), { name, to }),
  /** A number or a moment asks about it; `shown` shows the answers; nothing ends the question. */
  ask: (code: string, asked: { number: number } | { moment: Pick<BestMoment, 'table' | 'match' | 'step'> } | { shown: true } | Record<string, never>) =>
    sendRequest<unknown>('POST', classPath(code, 'question'), asked),
  answer: (code: string, n: number, choice: number) => sendRequest<void>('POST', classPath(code, 'answer'), { n, choice }),
  position: (code: string) => sendRequest<Position>('GET', classPath(code, 'position')),
  begin: (code: string, groups: string[][] = []) => sendRequest<unknown>('POST', classPath(code, 'round'), { groups }),
  end: (code: string) => sendRequest<unknown>('POST', classPath(code, 'end'), {}),
  report: (code: string) => sendRequest<Report>('GET', classPath(code, 'report')),
  /** A moment as a replay: its address, at which it is asked what one would play. */
  show: ({ table, match, step, seat }: BestMoment, code: string) =>
    sendRequest<{ id: string }>('POST', classPath(code, 'moments'), { table, match }).then(({ id }) => `/replay/${id}?step=${step - 1}&ask=${seat}`),
  recordsUrl: (code: string) => classPath(code, 'records'),
  reportUrl: (code: string) => classPath(code, 'report.csv'),
  forget: (code: string) => sendRequest<void>('DELETE', classPath(code)),
}
