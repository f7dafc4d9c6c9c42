import { expect, test } from 'vitest'
import { frameAt, id3Bytes, xingHeaderIn } from './mp3-frames.ts'

test.each([
  [
    '128 kbit/s, 44.1 kHz, stereo',
    [0xff, 0xfb, 0x90, 0x64],
    { bytes: 417, samples: 1152, sampleRate: 44_100, xingOffset: 36 },
  ],
  [
    'with a padding byte',
    [0xff, 0xfb, 0x92, 0x64],
    { bytes: 418, samples: 1152, sampleRate: 44_100, xingOffset: 36 },
  ],
  [
    'MPEG 2, 64 kbit/s, 22.05 kHz, mono',
    [0xff, 0xf3, 0x80, 0xc4],
    { bytes: 208, samples: 576, sampleRate: 22_050, xingOffset: 13 },
  ],
])('a frame of %s', (_name, header, frame) => {
  expect(frameAt(Uint8Array.from(header), 0)).toEqual(frame)
})

test.each([
  ['no sync', [0xfe, 0xfb, 0x90, 0x64]],
  ['layer II', [0xff, 0xfd, 0x90, 0x64]],
  ['a bitrate of its own', [0xff, 0xfb, 0x00, 0x64]],
  ['a forbidden bitrate', [0xff, 0xfb, 0xf0, 0x64]],
  ['a reserved sample rate', [0xff, 0xfb, 0x9c, 0x64]],
  ['the end of the bytes', [0xff, 0xfb]],
])('%s is no frame that can be cut', (_name, header) => {
  expect(frameAt(Uint8Array.from(header), 0)).toBeUndefined()
})

/**
 * The first frame of a file: a Xing header, and a LAME header that states 576 samples before and 1,234 after the music.
 */
function infoFrame(encoder: string): Uint8Array {
  const frame = new Uint8Array(417)
  const view = new DataView(frame.buffer)
  const put = (text: string, at: number) => frame.set(new TextEncoder().encode(text), at)
  put('Info', 36)
  view.setUint32(40, 0x0f)
  view.setUint32(44, 100)
  put(encoder, 36 + 120)
  frame.set([0x24, 0x04, 0xd2], 36 + 120 + 21)
  return frame
}

test('the first frame states length, delay and padding', () => {
  expect(xingHeaderIn(infoFrame('LAME3.100'), 36)).toMatchObject({
    frames: 100,
    delaySamples: 576,
    paddingSamples: 1234,
  })
})

test('without the name of an encoder it states neither delay nor padding', () => {
  expect(xingHeaderIn(infoFrame(''), 36)).toMatchObject({ frames: 100, delaySamples: undefined })
})

test('a first frame with sound states nothing', () => {
  expect(xingHeaderIn(new Uint8Array(417), 36)).toBeUndefined()
})

test('the length of a tag before the sound has seven bits a byte, and a footer', () => {
  const tag = (flags: number) => Uint8Array.of(0x49, 0x44, 0x33, 4, 0, flags, 0, 0, 2, 1)
  expect(id3Bytes(tag(0))).toBe(10 + 257)
  expect(id3Bytes(tag(0x10))).toBe(20 + 257)
  expect(id3Bytes(new Uint8Array(10))).toBe(0)
})
