import { expect, test } from 'vitest'
import { recordedVoice } from '#testing/voice-recording.ts'
import { readWebmSound } from './webm.ts'

test('a recording lasts as long as its blocks, over several clusters and without a length in its header', () => {
  for (const seconds of [0.06, 1.5, 61, 299.94]) {
    const sound = readWebmSound(recordedVoice(seconds))
    expect(sound?.codec).toBe('opus')
    expect(Math.abs((sound?.durationSeconds ?? 0) - seconds)).toBeLessThan(0.07)
  }
  expect(readWebmSound(recordedVoice(2, { codec: 'A_VORBIS' }))?.codec).toBe('vorbis')
})

test('a truncated recording lasts up to its end', () => {
  const whole = recordedVoice(20)
  const half = readWebmSound(whole.subarray(0, whole.length / 2))
  expect(half?.durationSeconds).toBeGreaterThan(9)
  expect(half?.durationSeconds).toBeLessThan(11)
})

test('videos, other containers, files without audio and random bytes are rejected', () => {
  expect(readWebmSound(recordedVoice(2, { trackType: 1 }))).toBeUndefined()
  expect(readWebmSound(recordedVoice(2, { docType: 'matroska' }))).toBeUndefined()
  expect(readWebmSound(recordedVoice(2, { codec: 'A_AAC' }))).toBeUndefined()
  expect(readWebmSound(recordedVoice(0))).toBeUndefined()
  expect(readWebmSound(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  expect(readWebmSound(Buffer.alloc(0))).toBeUndefined()
  const mark = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
  expect(readWebmSound(mark)).toBeUndefined()
  let seed = 7
  for (let round = 0; round < 300; round += 1) {
    const noise = Buffer.alloc(400, mark)
    for (let at = 4; at < noise.length; at += 1) {
      seed = (seed * 48_271) % 2_147_483_647
      noise.writeUInt8(seed & 0xff, at)
    }
    expect(() => readWebmSound(noise)).not.toThrow()
  }
})

test('a file of many tiny elements is given up', () => {
  const tiny = Buffer.alloc(10 * 1024 * 1024, Buffer.from([0xec, 0x80]))
  const file = Buffer.concat([recordedVoice(1), tiny])
  expect(readWebmSound(file)).toBeUndefined()
})
