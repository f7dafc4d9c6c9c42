import { expect, test } from 'vitest'
import { isProbed } from './audio-length.ts'

test.each([
  ['anpfiff.mp3', 5_000_000, true],
  ['anpfiff.flac', 100 * 1024 * 1024, true],
  ['anpfiff.flac', 100 * 1024 * 1024 + 1, false],
  ['anpfiff.wav', 10, false],
  ['Anpfiff.M4A', 10, false],
])('%s of %d bytes is probed: %s', (name, size, isRequested) => {
  expect(isProbed({ name, size })).toBe(isRequested)
})
