import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import { SAMPLES } from '#testing/audio-samples.ts'
import { openProbePool, type ProbePool, type ProbePoolOptions } from './probe-pool.ts'

const misbehaving = new URL('../../testing/hanging-probe-worker.ts', import.meta.url)
const pools: ProbePool[] = []

function open(options?: ProbePoolOptions): ProbePool {
  const pool = openProbePool(options)
  pools.push(pool)
  return pool
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

const at = (name: string) => join(SAMPLES, name)

test('files are read in another thread, in the order they were given', async () => {
  const pool = open()
  const names = ['vorbis.ogg', 'text.mp3', 'pcm.wav', 'missing.flac', 'cbr.mp3']
  const info = await pool.infoOfAll(names.map(at))
  expect(info).toMatchObject([
    { kind: 'audio', format: 'ogg' },
    { kind: 'not-audio' },
    { kind: 'audio', format: 'wav' },
    { kind: 'broken', reason: 'unreadable' },
    { kind: 'audio', format: 'mp3', tags: { title: 'Grüße aus der Straßenbahn' } },
  ])
  expect(await pool.infoOf(at('lossless.flac'))).toMatchObject({ format: 'flac' })
  expect(await pool.infoOfAll([])).toEqual([])
})

test('many calls share few threads', async () => {
  const pool = open({ threads: 2 })
  const calls = Array.from({ length: 60 }, () => pool.infoOf(at('opus.opus')))
  for (const info of await Promise.all(calls)) expect(info).toMatchObject({ kind: 'audio', format: 'opus' })
})

test('a file that exceeds the time limit is given up, and the others of its batch are read', async () => {
  const pool = open({ threads: 1, timeLimitMs: 1000, worker: misbehaving })
  const info = await pool.infoOfAll([at('pcm.wav'), 'hangs-1', at('cbr.mp3'), 'hangs-2', at('vorbis.ogg')])
  expect(info).toMatchObject([
    { format: 'wav' },
    { kind: 'broken', reason: 'timeout' },
    { format: 'mp3' },
    { kind: 'broken', reason: 'timeout' },
    { format: 'ogg' },
  ])
})

test('a file that exceeds the memory limit ends only its own thread', async () => {
  // Long enough that a slow machine exceeds the memory limit before the time limit.
  const pool = open({ threads: 1, timeLimitMs: 60_000, worker: misbehaving })
  const info = await pool.infoOfAll([at('pcm.wav'), 'eats-memory', at('cbr.mp3')])
  expect(info).toMatchObject([
    { format: 'wav' },
    { kind: 'broken', reason: 'too-much-work' },
    { format: 'mp3' },
  ])
})

test('a call is rejected at once when too many are queued', async () => {
  const pool = open({ threads: 1, waiting: 2 })
  const calls = [pool.infoOf(at('pcm.wav')), pool.infoOf(at('pcm.wav')), pool.infoOf(at('pcm.wav'))]
  await expect(pool.infoOf(at('pcm.wav'))).rejects.toMatchObject({ refusal: overloaded })
  await expect(pool.infoOf(at('pcm.wav'))).rejects.toBeInstanceOf(Refused)
  expect(await Promise.all(calls)).toHaveLength(3)
})

test('a thread that cannot work is a fault, not a broken file', async () => {
  const pool = open({ threads: 1, worker: misbehaving })
  await expect(pool.infoOf('never-starts')).rejects.toThrow('This thread never starts')
  expect(await pool.infoOf(at('pcm.wav'))).toMatchObject({ format: 'wav' })
})

test('closing ends running and queued calls', async () => {
  const pool = open({ threads: 1, worker: misbehaving })
  const running = pool.infoOf('hangs')
  const waiting = pool.infoOf(at('pcm.wav'))
  const ended = Promise.allSettled([running, waiting])
  await pool.close()
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(pool.infoOf(at('pcm.wav'))).rejects.toThrow('closed')
})
