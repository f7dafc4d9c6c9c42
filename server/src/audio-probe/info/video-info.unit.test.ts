import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mp4Box, sample, SAMPLES } from '#testing/audio-samples.ts'
import { newReadBuffers, sourceOfBytes } from '../byte-source.ts'
import { openProbePool } from '../pool/probe-pool.ts'
import { videoInfoOf } from './video-info.ts'

const info = (bytes: Uint8Array) => videoInfoOf(sourceOfBytes(bytes))

describe('every accepted kind of video', () => {
  test.each([
    ['film.mp4', 'mp4', 64, 64, 1],
    ['film-faststart.mp4', 'mp4', 96, 54, 1],
    ['film-in-fragments.mp4', 'mp4', 96, 54, 1],
    ['film-av1.mp4', 'mp4', 96, 54, 1],
    ['film.mov', 'mov', 96, 54, 1],
    ['film.webm', 'webm', 96, 54, 1],
    // Without the duration of its last frame.
    ['film-recorded.webm', 'webm', 96, 54, 0.9],
  ])('%s is known by its bytes', (name, format, width, height, seconds) => {
    const found = info(sample(name))
    expect(found).toMatchObject({ kind: 'video', format, width, height, sizeBytes: sample(name).length })
    if (found.kind === 'video') expect(found.durationSeconds).toBeCloseTo(seconds, 1)
  })

  test.each(['film.mp4', 'film.mov', 'film.webm'])('%s lasts as long as others say', async (name) => {
    const input = new Input({ source: new BufferSource(sample(name)), formats: ALL_FORMATS })
    const found = info(sample(name))
    if (found.kind !== 'video') throw new Error(found.kind)
    expect(found.durationSeconds).toBeCloseTo(await input.computeDuration(), 1)
  })

  test('rotated upright when the camera was held upright', () => {
    const bytes = sample('film-faststart.mp4')
    const matrix = bytes.indexOf('tkhd') + 4 + 40
    for (const [index, value] of [0, 65_536, 0, -65_536, 0].entries())
      bytes.writeInt32BE(value, matrix + index * 4)
    expect(info(bytes)).toMatchObject({ kind: 'video', width: 54, height: 96 })
  })

  test('off the main thread', async () => {
    const pool = openProbePool({ threads: 1 })
    onTestFinished(async () => pool.close())
    expect(await pool.videoInfoOf(join(SAMPLES, 'film.webm'))).toMatchObject({ kind: 'video' })
    expect(await pool.infoOf(join(SAMPLES, 'film.webm'))).toEqual({ kind: 'not-audio' })
    expect(await pool.infoOf(join(SAMPLES, 'cbr.mp3'))).toMatchObject({ kind: 'audio' })
    expect(await pool.videoInfoOf(join(SAMPLES, 'cbr.mp3'))).toEqual({ kind: 'not-video' })
  })
})

describe('a file that is not a video is distinguished from a broken video', () => {
  test.each(['text.mp3', 'cbr.mp3', 'faststart.m4a', 'cover.jpg', 'opus.opus', 'film.mkv'])('%s', (name) => {
    expect(info(sample(name))).toEqual({ kind: 'not-video' })
  })

  test.each([
    ['nothing at all', Buffer.alloc(0)],
    ['one byte', Buffer.from('f')],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/secret.ts\n')],
    ['a picture in boxes', mp4Box('ftyp', Buffer.from('avif\0\0\0\0avif'))],
  ])('%s', (_what, bytes) => {
    expect(info(bytes)).toEqual({ kind: 'not-video' })
  })

  test.each(['film.mp4', 'film-faststart.mp4', 'film.mov', 'film.webm'])('%s cut in half', (name) => {
    const bytes = sample(name)
    expect(info(bytes.subarray(0, bytes.length / 2))).toEqual({ kind: 'broken', reason: 'truncated' })
  })

  test('a video that browsers do not play', () => {
    expect(info(sample('film-hevc.mp4'))).toEqual({ kind: 'unplayable', codec: 'HEVC' })
  })

  test('a missing file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'films-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'da.mp4'), sample('film.mp4'))
    const { readVideoInfo } = await import('./video-info.ts')
    expect(readVideoInfo(join(folder, 'da.mp4'), newReadBuffers())).toMatchObject({ kind: 'video' })
    expect(readVideoInfo(join(folder, 'weg.mp4'), newReadBuffers())).toEqual({
      kind: 'broken',
      reason: 'unreadable',
    })
  })
})
