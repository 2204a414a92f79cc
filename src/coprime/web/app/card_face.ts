/** Spade, heart, diamond, club, and a joker's two rings. */
export type Suit = 's' | 'h' | 'd' | 'c' | 'joker'

/** What is printed on a number card beside its number. */
export interface Facts {
  /** A diamond; it has no colour, which would mean a factor. */
  prime: boolean
  /** How many such cards are in the deck: a small card for each. */
  copies: number
  /** Some numbers that go with this one … */
  clues: readonly number[]
  /** … and how many others do: a dot for each. */
  more: number
}

/** What is printed on a card. `factors` gives the factor line: none for 0, 1 and hidden lines. */
export interface Face {
  figure?: string | number
  factors?: readonly number[]
  /** "draw 2", "stop": one or two words over the figure. */
  power?: string
  /** The sign that it may stand among three cards; the name says it. */
  trio?: boolean
  /** A card without a figure: its words, such as "draw two". */
  word?: string
  /** A wild card; with a figure it stands for that number. */
  wild?: boolean
  /** A playing card: the figure stands at the top left, the suit at the bottom right. */
  suit?: Suit
  /** What else is printed on a card of 54 px and more. */
  print?: Facts
  /** What its sign means, shown while a mouse rests on it. */
  note?: string
  /** The card's name for a screen reader, where the figure does not say it. */
  name?: string
}
