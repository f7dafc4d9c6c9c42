import { expect, test } from 'vitest'
import { kindOfDevice } from './kind-of-device.ts'

test.each([
  ['Telefon', 'phone'],
  ['Mein iPhone', 'phone'],
  ['Altes Tablet', 'tablet'],
  ['Küchenradio', 'radio'],
  ['KÜCHE', 'radio'],
  ['Autoradio', 'car'],
  ['Rechner im Studio', 'computer'],
  ['Mac', 'computer'],
  ['Machine', 'other'],
  ['TV unten', 'television'],
  ['Symfonium', 'other'],
  ['', 'other'],
])('%j reads like: %s', (name, kind) => {
  expect(kindOfDevice(name)).toBe(kind)
})
