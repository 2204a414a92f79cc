/** The check of an opened seal, which a replay alone makes: a table needs no hash functions. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Seal } from './api'

/** The result of this device's own check of an opened seal. */
export interface SealCheck {
  /** The secret belongs to the commitment. */
  fits: boolean
  /** How many draws were worked out: those that are seeds. Of the others only the rules know the chances. */
  seeds: number
  /** The step of the first that does not follow; 0 where all do. */
  wrong: number
}

/** Check an opened seal by the steps of docs/sealed.md. Not with the browser's own functions, which a page on a plain network address does not get. */
export function checkSeal({ commitment = '', secret = '', numbers = [], draws }: Seal): SealCheck {
  const added = numbers.map((number, seat) => number && `\n${seat} ${number}`).join('')
  const seed = (draw: number) => {
    const block = bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`coprime draw ${draw} block 0${added}`)))
    return String(BigInt(`0x${block.slice(0, 16)}`) >> 2n)
  }
  const seeds = draws.filter(([, , , faces]) => faces === 0)
  const wrong = seeds.find(([, draw, action]) => seed(draw) !== action)
  return { fits: bytesToHex(sha256(utf8ToBytes(secret))) === commitment, seeds: seeds.length, wrong: wrong?.[0] ?? 0 }
}
