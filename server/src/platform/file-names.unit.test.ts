import { expect, test } from 'vitest'
import { keyOfName, safeName } from './file-names.ts'

test.each([
  ['Weg', 'Weg'],
  ['AC/DC: "Live?" <1>|*', 'AC_DC_ _Live__ _1___'],
  ['C:\\Windows', 'C__Windows'],
  ['..', '__'],
  ['../../etc/passwd', '___.._etc_passwd'],
  ['.versteckt', '_versteckt'],
  ['Ende...', 'Ende'],
  ['Ende . .', 'Ende'],
  ['   ', '_'],
  ['', '_'],
  ['CON', '_CON'],
  ['nul.mp3', '_nul.mp3'],
  ['Com1', '_Com1'],
  ['Concerto', 'Concerto'],
  ['Zeile\nzwei\u0000drei', 'Zeile zwei drei'],
  ['Stra\u202Eße', 'Stra ße'],
  ['u\u0308ber', 'über'],
  ['\uD800allein', '\uFFFDallein'],
])('%j becomes the name %j, which every system takes', (text, name) => {
  expect(safeName(text, 80)).toBe(name)
})

test('a long name is cut at a whole character', () => {
  expect(safeName('ä'.repeat(100), 25)).toBe('ä'.repeat(12))
  expect(safeName(`${'x'.repeat(20)}👩‍👩‍👧‍👦`, 30)).toBe('x'.repeat(20))
  expect(safeName('Teil 1. Teil 2', 7)).toBe('Teil 1')
})

test('names that differ in case or composition only are one name', () => {
  expect(keyOfName('STRASSE U\u0308')).toBe(keyOfName('straße ü'))
})
