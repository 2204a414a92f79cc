import { formatList } from '$app/number_format'
import type { Rack } from '$app/parts'
import { DebouncedQuery } from '$app/table/debounced_query.svelte'
import type { Verdict } from '$app/table/contract'
import { equationOf, word, type Act, type Canasta, type CardScene, type SetScene, type SideScene } from './scene'
import { t } from './messages'

/** What the dark button says and sends. */
export interface Go {
  text: string
  acts: string[]
  ok: boolean
}
interface Place {
  scene: () => Canasta
  /** This person may act now. */
  acting: () => boolean
  ask: (acts: string[]) => Promise<Verdict>
}

/** The raised cards of hand, pile and table, and the action that they make. */
export class Plan {
  /** The top card of the pile is raised. */
  topUp = $state(false)
  /** Labels of the cards of the fan that are raised. */
  picked: string[] = $state([])
  /** The label of the own set that raised cards go to. */
  target = $state('')
  /** What a wild stands for that goes to a run: as a label names it. */
  declared = $state('')
  readonly #rack: Rack<CardScene>
  readonly #place: Place
  readonly #asked: DebouncedQuery<Verdict>

  constructor(rack: Rack<CardScene>, place: Place) {
    this.#rack = rack
    this.#place = place
    $effect.pre(() => {
      const scene = place.scene()
      if (!scene.canTake) this.topUp = false
      if (!scene.fan) this.picked = []
      if (this.target && !this.own?.sets.some((set) => set.label === this.target)) this.target = ''
      if (this.declared && !this.ends.includes(this.declared)) this.declared = ''
    })
    this.#asked = new DebouncedQuery(
      () => this.label,
      (label) => place.ask([label]),
      120,
    )
  }

  readonly scene: Canasta = $derived.by(() => this.#place.scene())
  readonly acting: boolean = $derived.by(() => this.#place.acting())
  readonly own: SideScene | null = $derived(this.scene.side === null ? null : this.scene.sides[this.scene.side]!)
  readonly up: CardScene[] = $derived.by(() => this.#rack.up.map(({ card }) => card))
  readonly aim: SetScene | null = $derived(this.own?.sets.find((set) => set.label === this.target) ?? null)
  /** The ends of the run that a raised wild may go to. */
  readonly ends: string[] = $derived(this.aim?.run && this.up.some(({ id }) => id === 'W') ? this.aim.ends : [])
  readonly #named: string[] = $derived(this.up.map(({ id }) => (id === 'W' && this.ends.length ? this.declared || this.ends[0]! : id)))

  readonly label: string = $derived.by(() => {
    const { scene, aim, topUp } = this
    const together = [...(topUp && scene.pile.top ? [scene.pile.top.id] : []), ...this.#named]
    if (!this.acting || !together.length) return ''
    if (aim) return `${topUp ? 'take' : 'extend'} ${aim.label} with ${together.join(' ')}`
    if (together.length === 1) return scene.canDiscard && !topUp ? `discard ${together[0]}` : ''
    return topUp || scene.canLay ? `${topUp ? 'take' : 'lay'} ${together.join(' ')}` : ''
  })
  readonly points: number = $derived(
    this.up.reduce((sum, card) => sum + card.points, 0) + (this.topUp && this.own?.made ? (this.scene.pile.top?.points ?? 0) : 0),
  )
  /** The server's answer about this action. */
  readonly judged: Verdict | null = $derived.by(() => this.#asked.now)

  /** Something is raised or chosen. */
  readonly raised: boolean = $derived(this.up.length > 0 || this.topUp || this.picked.length > 0)
  /** What is raised and what may be done with it; else what can be done at all. */
  readonly said: string = $derived.by(() => {
    const { scene, up, aim, judged, topUp, picked } = this
    if (!this.acting) return scene.turn.length && !scene.over && !scene.rest ? t('strip.wait') : ''
    if (scene.fan) return picked.length ? t('strip.choose', { n: picked.length }) : t('strip.choose.none')
    if (scene.announced) return t('strip.discard')
    const few = !aim && !topUp && up.length === 2
    if (this.label && judged && !judged.ok && !few) return judged.sentence
    const cards = up.map(({ id }) => word(id))
    const said = topUp && scene.pile.top ? formatList([t('strip.top', { card: word(scene.pile.top.id) }), ...cards]) : equationOf(up) || formatList(cards)
    if (aim && said) return t('strip.target', { cards: said, set: aim.text })
    if (said && few) return t('strip.few', { cards: said })
    if (said) return t(up.length > 1 && !this.own?.made ? 'strip.adds' : 'strip.set', { cards: said, n: this.points })
    if (scene.phase === 'draw' && !scene.stage) return t(scene.canTake && scene.pile.count > 2 ? 'strip.draw' : 'strip.draw.only')
    return scene.phase === 'answer' ? '' : t('strip.lay')
  })

  /** What most people want to do now. */
  readonly go: Go = $derived.by(() => {
    const { scene, label, up, own, topUp } = this
    if (!this.acting) return { text: t('go.wait'), acts: [], ok: false }
    if (scene.phase === 'answer') return { text: t('act.yes'), acts: ['yes'], ok: true }
    if (scene.fan)
      return { text: t('go.choose', { n: this.picked.length + 1 }), acts: [...this.picked, 'done'], ok: this.picked.length + scene.chosen.length >= 2 }
    const ok = !!label && this.judged?.ok === true
    if (label.startsWith('discard ')) return { text: t('go.discard', { card: word(up[0]!.id) }), acts: [label], ok }
    if (label && this.aim) return { text: t(topUp ? 'go.take' : 'go.extend'), acts: [label], ok }
    if (label && topUp) return { text: own?.made ? t('go.take') : t('go.take.stage', { card: scene.pile.top?.id ?? '' }), acts: [label], ok }
    if (label) return { text: t(own?.made ? 'go.lay' : 'go.stage', { n: this.points }), acts: [label], ok }
    if (this.act('down') && !up.length) return { text: t('go.down', { n: scene.stage?.points ?? 0 }), acts: ['down'], ok: this.act('down')!.ok }
    if (this.act('out')?.ok) return { text: t('go.out'), acts: ['out'], ok: true }
    if (this.act('draw') && !up.length && !topUp) return { text: t('go.draw'), acts: ['draw'], ok: true }
    return { text: t('go.show'), acts: [], ok: false }
  })

  act(name: string): Act | undefined {
    return this.scene.acts.find((one) => one.label === name)
  }
  /** Raised cards may be put to this set. */
  touchable(set: SetScene): boolean {
    const { scene } = this
    return this.acting && set.grows && (scene.canLay || scene.canTake) && !scene.stage
  }
  touch(set: SetScene): void {
    this.target = this.target === set.label ? '' : set.label
  }
  nextTarget(): void {
    const labels = (this.own?.sets ?? []).filter((set) => this.touchable(set)).map((set) => set.label)
    this.target = labels[labels.indexOf(this.target) + 1] ?? ''
  }
  pick(label: string): void {
    this.picked = this.picked.includes(label) ? this.picked.filter((other) => other !== label) : [...this.picked, label]
  }
  /** Raises what an action uses: these cards of the hand, and what its label names of pile and table. */
  show(ids: string[], label: string): void {
    this.lower()
    this.#rack.raised = ids
    this.topUp = label.startsWith('take ')
    this.target = / (.+) with /.exec(label)?.[1] ?? ''
    if (label.startsWith('choose ')) this.picked = [label]
  }
  lower(): void {
    this.#rack.lower()
    this.topUp = false
    this.target = ''
    this.picked = []
  }
}
