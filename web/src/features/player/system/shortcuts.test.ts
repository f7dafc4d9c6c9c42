import { expect, test } from 'vitest'
import type { FocusedOn } from '#ui/dom/focused-on.ts'
import { shortcutOf, type ShortcutAction } from './shortcuts.ts'

const NONE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }

test.each<[string, Partial<typeof NONE>, FocusedOn, ShortcutAction | undefined]>([
  [' ', {}, 'page', 'toggle'],
  [' ', {}, 'slider', 'toggle'],
  [' ', {}, 'control', undefined],
  [' ', {}, 'field', undefined],
  ['m', {}, 'page', 'mute'],
  ['S', {}, 'control', 'shuffle'],
  ['r', {}, 'field', undefined],
  ['r', { ctrlKey: true }, 'page', undefined],
  ['q', { metaKey: true }, 'page', undefined],
  ['q', {}, 'page', 'queue'],
  ['ArrowRight', { shiftKey: true }, 'page', 'next'],
  ['ArrowLeft', { shiftKey: true }, 'control', 'previous'],
  ['ArrowLeft', { shiftKey: true }, 'slider', undefined],
  ['ArrowLeft', {}, 'page', 'back'],
  ['ArrowRight', {}, 'control', 'forward'],
  ['ArrowRight', {}, 'slider', undefined],
  ['ArrowRight', {}, 'field', undefined],
  ['ArrowRight', { altKey: true }, 'page', undefined],
  ['l', {}, 'page', 'like'],
  ['L', {}, 'field', undefined],
  ['/', { shiftKey: true }, 'page', 'search'],
  ['?', { shiftKey: true }, 'page', 'help'],
  ['?', { shiftKey: true }, 'field', undefined],
  [',', {}, 'page', 'slower'],
  ['.', {}, 'slider', 'faster'],
  ['.', {}, 'field', undefined],
  ['.', { ctrlKey: true }, 'page', undefined],
  ['x', {}, 'page', undefined],
])('%s with %o on a %s asks for %s', (key, modifiers, on, action) => {
  expect(shortcutOf({ key, ...NONE, ...modifiers }, on)).toBe(action)
})

test('where single characters are switched off no letter or sign acts; space bar and arrows do', () => {
  const off = (key: string, shiftKey = false) => shortcutOf({ key, ...NONE, shiftKey }, 'page', false)
  for (const key of ['m', 'L', 's', 'r', 'q', '/', '?', ',', '.']) expect(off(key)).toBeUndefined()
  expect([off(' '), off('ArrowRight'), off('ArrowRight', true)]).toEqual(['toggle', 'forward', 'next'])
})
