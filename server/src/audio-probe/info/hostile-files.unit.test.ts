import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sample, SAMPLES, taggedFlac, taggedM4a, taggedMp3 } from '#testing/audio-samples.ts'
import { audioInfoOf, type AudioInfo } from './audio-info.ts'
import { ByteSource, newReadBuffers, type ReadBuffers } from '../byte-source.ts'
import { type VideoInfo, videoInfoOf } from './video-info.ts'

const MUTATIONS_PER_FILE = 1500
const buffers = newReadBuffers()
/** Windows so small that they move all the time. */
const smallBuffers = { head: Buffer.alloc(64), window: buffers.window }

/** Pseudo-random numbers from 0 to below 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Extreme values for lengths and counts. */
const EXTREMES = [0, 1, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

function mutated(original: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(original)
  const place = () => {
    // Mutations are mostly in the head and the tail, which contain the structure.
    const from = random() < 0.3 ? Math.max(0, bytes.length - 2000) : 0
    return from + Math.floor(random() * Math.min(bytes.length - from, random() < 0.8 ? 1500 : bytes.length))
  }
  const times = 1 + Math.floor(random() * 4)
  for (let count = 0; count < times && bytes.length > 8; count += 1) {
    const at = Math.min(place(), bytes.length - 5)
    const kind = Math.floor(random() * 6)
    const extreme = EXTREMES[Math.floor(random() * EXTREMES.length)] ?? 0
    if (kind === 0) bytes.writeUInt8(Math.floor(random() * 256), at)
    if (kind === 1) bytes.writeUInt32BE(extreme, at)
    if (kind === 2) bytes.writeUInt32LE(extreme, at)
    if (kind === 3) bytes = bytes.subarray(0, at + 1)
    if (kind === 4)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + Math.floor(random() * 400))])
    if (kind === 5) {
      const from = place()
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + 300), bytes.subarray(at)])
    }
  }
  return bytes
}

/**
 * Passes the bytes to the reader, and fails when a read exceeds them or when the total of all reads is too
 * large.
 */
function guarded<T>(bytes: Buffer, buffers: ReadBuffers, read: (source: ByteSource) => T): T {
  let reads = 0
  let sum = 0
  const source = new ByteSource(
    bytes.length,
    (target, offset) => {
      reads += 1
      sum += target.length
      // `expect` would take longer than all reads together.
      if (offset < 0 || offset + target.length > bytes.length)
        throw new RangeError(`Read ${target.length} bytes at ${offset} of ${bytes.length}`)
      return bytes.copy(target, 0, offset, offset + target.length)
    },
    buffers,
  )
  const found = read(source)
  expect(reads).toBeLessThan(20_001)
  expect(sum).toBeLessThanOrEqual(3 * bytes.length + 17 * 1024 * 1024)
  return found
}

function soundIn(bytes: Buffer, buffers: ReadBuffers): AudioInfo {
  const info = guarded(bytes, buffers, audioInfoOf)
  if (info.kind === 'audio') {
    expect(info.durationSeconds).toBeGreaterThan(0)
    // The duration is not longer than the bytes allow.
    expect(info.durationSeconds).toBeLessThanOrEqual((bytes.length * 8) / 400)
    expect(info.sampleRate).toBeGreaterThan(0)
    for (const range of info.cover?.ranges ?? [])
      expect(range.offset + range.length).toBeLessThanOrEqual(bytes.length)
  }
  return info
}

function videoIn(bytes: Buffer, buffers: ReadBuffers): VideoInfo {
  const info = guarded(bytes, buffers, videoInfoOf)
  if (info.kind === 'video') {
    expect(info.durationSeconds ?? 1).toBeGreaterThan(0)
    for (const side of [info.width, info.height]) expect(side).toBeGreaterThan(0)
  }
  return info
}

const files = [
  ...readdirSync(SAMPLES).map((name) => [name, sample(name)] as const),
  ['a tagged mp3', taggedMp3({ title: 'Eins', artist: 'Zwei' }, { cover: sample('cover.jpg') })] as const,
  ['a tagged flac', taggedFlac({ title: 'Eins', artist: 'Zwei' })] as const,
  ['a tagged m4a', taggedM4a({ title: 'Eins', artist: 'Zwei', disc: '1/2' })] as const,
]

describe('a file with random mutations', () => {
  test.each(files)('%s: every answer is an answer, and none takes long', (name, original) => {
    const random = seeded(name.length * 7919 + original.length)
    const answers = new Set<string>()
    const longest = { milliseconds: 0 }
    for (let count = 0; count < MUTATIONS_PER_FILE; count += 1) {
      const bytes = mutated(original, random)
      const start = performance.now()
      const read = name.startsWith('film') ? videoIn : soundIn
      const info = read(bytes, buffers)
      answers.add(info.kind)
      // The result must not depend on the window size.
      const again = read(bytes, smallBuffers)
      if (!isDeepStrictEqual(again, info)) expect(again).toEqual(info)
      longest.milliseconds = Math.max(longest.milliseconds, performance.now() - start)
    }
    // The work is limited above; this only detects a hang.
    expect(longest.milliseconds).toBeLessThan(5000)
    const video = ['video', 'not-video', 'unplayable', 'broken']
    const known = name.startsWith('film') ? video : ['audio', 'not-audio', 'broken']
    for (const answer of answers) expect(known).toContain(answer)
  })

  test('a file that is truncated while it is read', () => {
    const bytes = sample('faststart.m4a')
    const source = new ByteSource(
      bytes.length * 10,
      (target, offset) => bytes.copy(target, 0, offset),
      buffers,
    )
    expect(audioInfoOf(source)).toEqual({ kind: 'broken', reason: 'truncated' })
  })
})
