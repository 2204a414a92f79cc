import { expect, test } from 'vitest'
import { keepEquationsTogether, makeJoiner, makeReader, splitReading } from './furigana'

const lists = import.meta.glob<Record<string, string>>('./readings/*.json', { import: 'default', eager: true })
const words = { 枚: 'まい', 引く: 'ひく', 素数: 'そすう', 素数大富豪: 'そすうだいふごう', 割り切: 'わりき', 場: 'ば', 選: 'えら', 選択: 'せんたく', 数: 'かず' }
const read = makeReader(words)
/** As text: [素数|そすう]. */
const drawn = (text: string) =>
  read(text)
    .map((part) => (part.above ? `[${part.text}|${part.above}]` : part.text))
    .join('')

test('the longest word is read', () => {
  expect(drawn('素数大富豪の素数。')).toBe('[素数大富豪|そすうだいふごう]の[素数|そすう]。')
  expect(drawn('選択肢を選びます')).toBe('[選択|せんたく]肢を[選|えら]びます')
})

test('a reading stands above characters alone', () => {
  expect(drawn('2で割り切れる')).toBe('2で[割|わ]り[切|き]れる')
})

test('one character is not read within a longer word', () => {
  expect(drawn('場の数')).toBe('[場|ば]の[数|かず]')
  expect(drawn('場合と人数')).toBe('場合と人数')
  expect(drawn('3枚引く、枚数')).toBe('3[枚|まい][引|ひ]く、枚数')
  expect(drawn('素数選び')).toBe('[素数|そすう][選|えら]び')
  expect(drawn('枚引く')).toBe('枚[引|ひ]く')
  expect(read('枚引く', true)[0]).toEqual({ text: '枚', above: 'まい' })
})

test('the text stays as it is, and no list reads nothing', () => {
  const text = '素数大富豪、場の数 = 7 × 73（選択）'
  expect(
    read(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(makeReader({})(text)).toEqual([{ text, above: '' }])
})

test('no line ends within a word that is kept whole, and nothing else is touched', () => {
  expect(makeJoiner('捨て|札 割り|切')('捨て札は割り切れる。割り算も捨てる。')).toBe('捨て\u2060札は割り\u2060切れる。割り算も捨てる。')
  expect(makeJoiner('#と|# 第|#')('第1ゲーム：2と6、AとB')).toBe('第\u20601ゲーム：2と\u20606、AとB')
  expect(makeJoiner('')('Draw a card.')).toBe('Draw a card.')
})

test('what does not read a word is found', () => {
  expect(() => splitReading('割り切', 'わるき')).toThrow('わるき')
})

test('every word of a list has characters, and every reading is kana that fits', () => {
  for (const [file, list] of Object.entries(lists)) {
    expect(Object.keys(list).length, file).toBeGreaterThan(100)
    for (const [word, reading] of Object.entries(list)) {
      expect(reading, word).toMatch(/^[ぁ-ゖァ-ヺー\d]+$/)
      expect(
        splitReading(word, reading).some((part) => part.above),
        word,
      ).toBe(true)
    }
  }
})

test('a word whose reading changes in a longer one is read as it is said there', async () => {
  const read = makeReader(await import('./readings/ja.json').then((list) => list.default))
  const drawn = (text: string, counts = false) =>
    read(text, counts)
      .map((part) => (part.above ? `[${part.text}|${part.above}]` : part.text))
      .join('')
  expect(drawn('スペ3返しとくじ引き')).toBe('スペ3[返|がえ]しとくじ[引|び]き')
  expect(drawn('8の3枚組をひし形に')).toBe('8の3[枚組|まいぐみ]をひし[形|がた]に')
  expect(drawn('枚組と2人組', true)).toBe('[枚組|まいぐみ]と2[人組|にんぐみ]')
  expect(drawn('手伝える。問いかけは6問')).toBe('[手伝|てつだ]える。[問|と]いかけは6[問|もん]')
})

test('an equation stays in one line', () => {
  expect(keepEquationsTogether('You go out: 25 + 2 × 7 = 39. Draw 2 cards.')).toBe('You go out: 25\u00a0+\u00a02\u00a0×\u00a07\u00a0=\u00a039. Draw 2 cards.')
  for (const long of ['20 + 2 × 5 + 2 × 3 + 2 × 11 = 58', '20\u00a0+\u00a02\u00a0×\u00a05\u00a0+\u00a02\u00a0×\u00a03 = 36'])
    expect(keepEquationsTogether(long)).toBe(long)
})
