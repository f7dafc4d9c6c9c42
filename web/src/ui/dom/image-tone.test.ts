import { describe, expect, test } from 'vitest'
import { toneOfPixels } from './image-tone.ts'

const pixels = (...colours: [number, number, number, number][]) => new Uint8ClampedArray(colours.flat())

describe('the tone of a cover', () => {
  test.each([
    ['pure red, held back', pixels([255, 0, 0, 255]), 'oklch(0.42 0.100 29)'],
    ['pure blue, held back', pixels([0, 0, 255, 255]), 'oklch(0.42 0.100 264)'],
    ['a quiet teal keeps its chroma', pixels([60, 90, 85, 255]), 'oklch(0.42 0.035 183)'],
    ['transparent corners do not count', pixels([255, 0, 0, 255], [0, 0, 255, 0]), 'oklch(0.42 0.100 29)'],
    ['a coloured shape on grey', pixels([120, 120, 120, 255], [255, 0, 0, 255]), 'oklch(0.42 0.100 29)'],
    ['nothing opaque has no tone', pixels([255, 0, 0, 0]), undefined],
    ['no pixels have no tone', pixels(), undefined],
  ])('%s', (_case, rgba, tone) => {
    expect(toneOfPixels(rgba)).toBe(tone)
  })

  test('a grey cover stays nearly grey', () => {
    expect(toneOfPixels(pixels([128, 128, 128, 255]))).toMatch(/^oklch\(0\.42 0\.010 \d+\)$/)
  })
})
