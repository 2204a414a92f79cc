import { expect, it } from 'vitest'
import { bound, pieces } from './called'

const numbers = (text: string, names: string[] = []) => pieces(text, names).flatMap((piece) => (piece.number ? [piece.text] : []))

it('finds numbers and factorisations', () => {
  expect(numbers('511 = 7 × 73 is not prime; 101 is.')).toEqual(['511 = 7 × 73', '101'])
  expect(
    pieces('You play 127.', [])
      .map((piece) => piece.text)
      .join(''),
  ).toBe('You play 127.')
})

it('leaves the number of a name to the name', () => {
  expect(numbers('Osprey 94 plays 94.', ['Osprey 94', 'Finch'])).toEqual(['94'])
  expect(numbers('R2 (D2) takes 2.', ['R2 (D2)'])).toEqual(['2'])
  expect(numbers(bound('After 100 hands: Osprey 94 322, Finch −3.'), ['Osprey 94', 'Finch'])).toEqual(['100', '322', '3'])
})
