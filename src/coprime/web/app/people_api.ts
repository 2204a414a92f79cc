/** What a person has on the server beside their tables: whom they have muted, with whom they have played, invitations, a phrase, ratings. */
import { apiPath, sendRequest, type Me } from './api'

/** Somebody whom the asker has muted, under the name of that time. `at` is in seconds since the epoch. */
export interface Mute {
  id: string
  name: string
  at: number
}

/** Somebody with whom the asker has played a whole match; `name` is '' where it is not for strangers. */
export interface PlayedWith {
  id: string
  name: string
  /** The game of their last match. */
  game: string
  title: string
  /** An invitation to them stands. */
  invited: boolean
}
/** Somebody invites the asker to a table of that game. */
export interface Invitation {
  id: string
  name: string
  game: string
  title: string
}

/** The club ratings of a game, the highest first. */
export interface GameRatings {
  game: string
  title: string
  /** `name` is '' where it is not for the asker. */
  people: { place: number; name: string; rating: number; deviation: number; results: number; you: boolean }[]
}

export const people = {
  ratings: () => sendRequest<{ hidden: boolean; games: GameRatings[] }>('GET', '/api/ratings'),
  hideRatings: (hidden: boolean) => sendRequest<void>('POST', '/api/ratings', { hidden }),
  /** When the asker has made a recovery phrase, in seconds since the epoch; 0 for none. */
  phrase: () => sendRequest<{ since: number }>('GET', '/api/me/phrase'),
  renewPhrase: () => sendRequest<{ words: string[] }>('POST', '/api/me/phrase'),
  removePhrase: () => sendRequest<void>('DELETE', '/api/me/phrase'),
  /** This device becomes the person of a phrase. */
  usePhrase: (words: string) => sendRequest<Me>('POST', '/api/phrase', { words }),
  playedWith: () => sendRequest<{ people: PlayedWith[] }>('GET', '/api/people'),
  remove: (id: string) => sendRequest<void>('DELETE', apiPath('/api/people', id)),
  /** Invites somebody to a table of mine, or to a new one. */
  invite: (person: string, code = '') => sendRequest<{ code: string }>('POST', '/api/invitations', { person, code }),
  invitations: () => sendRequest<{ invitations: Invitation[] }>('GET', '/api/invitations'),
  accept: (id: string) => sendRequest<{ code: string }>('POST', apiPath('/api/invitations', id, 'accept')),
  decline: (id: string) => sendRequest<void>('DELETE', apiPath('/api/invitations', id)),
  /** Hides somebody's name and chat from the asker, at all tables. */
  mute: (code: string, who: number) => sendRequest<void>('POST', `${apiPath('/api/tables', code)}/mutes`, { who }),
  mutes: () => sendRequest<{ mutes: Mute[] }>('GET', '/api/mutes'),
  unmute: (id: string) => sendRequest<void>('DELETE', apiPath('/api/mutes', id)),
}
