import { expect, test } from 'vitest'
import { cutOpusHeader } from './packet-lengths.ts'

/** An Opus header that states 312 samples before the music, and a gain of 2/256 dB (RFC 7845 §5.1). */
function opusHeader(): Uint8Array {
  const header = new Uint8Array(19)
  const view = new DataView(header.buffer)
  view.setUint16(10, 312, true)
  view.setInt16(16, 2, true)
  return header
}

test('what lies before the music is taken out of the header of Opus', () => {
  const header = opusHeader()
  const { delaySeconds, description } = cutOpusHeader(header)
  expect(delaySeconds).toBe(312 / 48_000)
  expect(new DataView(description.buffer).getUint16(10, true)).toBe(0)
  expect(header).toEqual(opusHeader())
})

test('the headers of files differ, also when others were opened between them', () => {
  const gains = Array.from({ length: 16 }, () => {
    const { description } = cutOpusHeader(opusHeader())
    return new DataView(description.buffer).getInt16(16, true)
  })
  expect(new Set(gains).size).toBe(16)
  // The added gain, in 256ths of a decibel, stays below a tenth of a decibel.
  expect(Math.max(...gains)).toBeLessThan(2 + 25.6)
})
