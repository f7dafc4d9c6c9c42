import { expect, test } from 'vitest'
import type { AudioInfo } from './audio-info.ts'
import { musicSeconds } from './music-seconds.ts'

const info = (more: object): AudioInfo => ({
  kind: 'audio',
  format: 'm4a',
  codec: 'aac',
  durationSeconds: 10,
  bitrate: 128_000,
  sampleRate: 44_100,
  channels: 2,
  sizeBytes: 160_000,
  tags: {},
  ...more,
})
/** The tag iTunSMPB: a zero, the delay, the padding, and the length of the music in samples, all in hexadecimal. */
const itunsmpb = (samples: string) => ({ itunsmpb: ` 00000000 00000840 000001CA ${samples} 00000000` })

test('the music is as long as the file, or as long as iTunes says', () => {
  expect(musicSeconds(info({}))).toBe(10)
  expect(musicSeconds(info({ soundTags: itunsmpb('00000000000626A4') }))).toBe(0x626a4 / 44_100)
  expect(musicSeconds(info({ soundTags: itunsmpb('00000000FFFFFFFF') }))).toBe(10)
  expect(musicSeconds(info({ soundTags: itunsmpb('0000000000000000') }))).toBe(10)
  expect(musicSeconds(info({ format: 'mp3', codec: 'mp3', soundTags: itunsmpb('00000000000626A4') }))).toBe(
    10,
  )
  expect(musicSeconds({ kind: 'not-audio' })).toBeUndefined()
})
