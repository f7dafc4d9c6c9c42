import { describe, expect, test } from 'vitest'
import { acceptedVolume, volumeLevel } from './volume.ts'

describe('a volume is taken', () => {
  test.each([
    [0, 0],
    [0.35, 0.35],
    [1, 1],
    [1.4, 1],
    [-0.2, 0],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%d as %s', (given, taken) => {
    expect(acceptedVolume(given)).toBe(taken)
  })
})

describe('the icon shows the level', () => {
  test.each([
    [0, false, 'muted'],
    [0.8, true, 'muted'],
    [0.01, false, 'low'],
    [0.32, false, 'low'],
    [0.33, false, 'middle'],
    [0.65, false, 'middle'],
    [0.66, false, 'high'],
    [1, false, 'high'],
  ])('%d, muted %s: %s', (volume, isMuted, level) => {
    expect(volumeLevel(volume, isMuted)).toBe(level)
  })
})
