import { describe, expect, test } from 'vitest'
import { listKeyOf } from './list-keys.ts'

const PLAIN = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const list = { stops: ['a', 'b', 'c'], active: 'b', isEngaged: true, hasText: true }

describe('keys in the field of the search', () => {
  test.each([
    ['ArrowDown', list, 'c'],
    ['ArrowUp', list, 'a'],
    ['ArrowDown', { ...list, active: 'c' }, 'a'],
    ['ArrowUp', { ...list, active: 'a' }, 'c'],
    ['ArrowDown', { ...list, active: undefined }, 'a'],
    ['ArrowUp', { ...list, active: undefined }, 'c'],
    ['Home', list, 'a'],
    ['End', list, 'c'],
  ])('%s selects', (key, given, selected) => {
    expect(listKeyOf({ ...PLAIN, key }, given)).toEqual({ do: 'select', key: selected })
  })

  test.each([
    ['Home and End move in the text before the selection was moved', 'Home', { ...list, isEngaged: false }],
    ['arrows do nothing in an empty list', 'ArrowDown', { ...list, stops: [], active: undefined }],
    ['Escape closes the dialog when there is no text', 'Escape', { ...list, hasText: false }],
    ['Tab moves the focus when there is no text', 'Tab', { ...list, hasText: false }],
    ['letters are text', 'a', list],
  ])('%s', (_name, key, given) => {
    expect(listKeyOf({ ...PLAIN, key }, given)).toBeUndefined()
  })

  test.each([
    ['Enter', false, 'open'],
    ['Enter', true, 'playNext'],
    ['Escape', false, 'clear'],
    ['Tab', false, 'nextGroup'],
    ['Tab', true, 'previousGroup'],
  ])('%s with Shift %s does %s', (key, shiftKey, deed) => {
    expect(listKeyOf({ ...PLAIN, key, shiftKey }, list)).toEqual({ do: deed })
  })

  test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('with %s keys belong to the field', (modifier) => {
    for (const key of ['ArrowDown', 'Enter', 'Home'])
      expect(listKeyOf({ ...PLAIN, key, [modifier]: true }, list)).toBeUndefined()
  })

  test('with Shift arrows, Home and End select text', () => {
    for (const key of ['ArrowDown', 'Home', 'End'])
      expect(listKeyOf({ ...PLAIN, key, shiftKey: true }, list)).toBeUndefined()
  })
})
