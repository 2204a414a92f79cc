import { expect, test } from 'vitest'
import { parseCode } from './table_code'

test.each([
  'k7m2p',
  ' K7 M2-P ',
  'Ｋ７Ｍ２Ｐ',
  'https://games.example/t/K7M2P',
  'https://games.example/class/k7m2p?x=1',
  'https://games.example/tournament/k7m2p/wall',
  'http://192.168.1.20:8017/t/K7M2P.',
  'Come to my table: https://games.example/t/K7M2P (a game)!',
  '/t/K7M2P',
])('%s', (text) => expect(parseCode(text)).toBe('K7M2P'))
