import { expect, test } from 'vitest'
import type { FocusedOn } from '#ui/dom/focused-on.ts'
import { videoShortcutOf, type VideoShortcut } from './video-shortcuts.ts'

const NONE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }

test.each<[string, FocusedOn, boolean, VideoShortcut | undefined]>([
  [' ', 'page', false, 'toggle'],
  [' ', 'control', true, undefined],
  [' ', 'slider', true, 'toggle'],
  ['k', 'control', false, 'toggle'],
  ['K', 'page', true, 'toggle'],
  ['m', 'page', false, 'mute'],
  ['f', 'control', true, 'fullscreen'],
  ['p', 'page', true, 'picture'],
  ['f', 'field', false, undefined],
  ['ArrowRight', 'page', false, 'forward'],
  ['ArrowLeft', 'control', true, 'back'],
  ['ArrowRight', 'slider', true, undefined],
  ['ArrowUp', 'page', false, undefined],
  ['ArrowUp', 'page', true, 'louder'],
  ['ArrowDown', 'control', true, 'quieter'],
  ['5', 'page', true, 5],
  ['0', 'control', true, 0],
  ['5', 'page', false, undefined],
  ['Home', 'page', true, 0],
  ['Home', 'slider', true, undefined],
  ['Home', 'page', false, undefined],
  ['x', 'page', true, undefined],
])('%s with the focus on a %s, inside %s, asks for %s', (key, on, isInside, wanted) => {
  expect(videoShortcutOf({ ...NONE, key }, on, isInside)).toBe(wanted)
})

test.each(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'])('a press with %s is not ours', (modifier) => {
  expect(videoShortcutOf({ ...NONE, key: 'f', [modifier]: true }, 'page', true)).toBeUndefined()
})
