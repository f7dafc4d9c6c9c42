import { expect, test } from 'vitest'
import { matchingCommands, type Command } from './local-rows.ts'

function command(title: string, words?: string): Command {
  return {
    key: title,
    title,
    picture: { kind: 'cover', url: null },
    opening: { kind: 'path', path: '/' },
    ...(words !== undefined && { words }),
  }
}

const commands = [
  command('Einstellungen', 'Profil'),
  command('Lieblingssongs'),
  command('Lieblingssongs gemischt abspielen'),
  command('Zuletzt gehört'),
]
const found = (text: string, isExact = false) =>
  matchingCommands(commands, text, isExact).map(({ title }) => title)

test('a command is found by the beginnings of its words, in any order', () => {
  expect(found('lieb')).toEqual(['Lieblingssongs', 'Lieblingssongs gemischt abspielen'])
  expect(found('ab gem')).toEqual(['Lieblingssongs gemischt abspielen'])
  expect(found('gehört')).toEqual(['Zuletzt gehört'])
  expect(found('GEHORT')).toEqual(['Zuletzt gehört'])
  expect(found('songs')).toEqual([])
})

test('it is found by further words', () => {
  expect(found('profil')).toEqual(['Einstellungen'])
})

test.each([
  ['a wrong letter', 'einsdell', ['Einstellungen']],
  ['a missing letter', 'einstelungen', ['Einstellungen']],
  ['two letters in each other’s place', 'zulezt', ['Zuletzt gehört']],
  ['an additional letter', 'proffil', ['Einstellungen']],
  ['two slips in eight letters', 'eintelungen', ['Einstellungen']],
  ['two slips in fewer', 'zuxxt', []],
  ['a slip in three letters', 'eis', []],
])('%s is forgiven or not', (_slip, text, titles) => {
  expect(found(text)).toEqual(titles)
  expect(found(text, true)).toEqual([])
})

test('an exact match hides the similar ones, and no words find nothing', () => {
  expect(matchingCommands([command('Chat'), command('Char')], 'chat', false)).toHaveLength(1)
  expect(found('…')).toEqual([])
})
