import { expect, test } from 'vitest'
import { abbreviateNames } from './name_abbreviations'

test.each([
  [['Zebra', 'Stoat', 'Gecko', 'Bo'], 4, ['Zebr', 'Stoa', 'Geck', 'Bo']],
  [['Zebra', 'Stoat', 'Gecko', 'Heron', 'Siskin'], 3, ['Zeb', 'Sto', 'Gec', 'Her', 'Sis']],
  [['ヒバリ', 'サギ', 'キツネ', 'モグラ', 'ウズラ'], 3, ['ヒバ', 'サギ', 'キツ', 'モグ', 'ウズ']],
])('names are cut to what has room: %j', (names, width, short) => {
  expect(abbreviateNames(names, width)).toEqual(short)
})

test.each([
  [['Marten', 'Marmot', 'Mole'], 3, ['Mar', 'Mam', 'Mol']],
  [['ヤマネコ', 'ヤマネ', 'ヤモリ'], 3, ['ヤマ', 'ヤネ', 'ヤモ']],
  [['Ada 1', 'Ada 2', 'Ada 12'], 3, ['Ada', 'Ad2', 'Ad1']],
  [['Ada', 'Ada', ''], 4, ['Ada', 'Ada', '']],
])('names that begin alike are told apart: %j', (names, width, short) => {
  expect(abbreviateNames(names, width)).toEqual(short)
})
