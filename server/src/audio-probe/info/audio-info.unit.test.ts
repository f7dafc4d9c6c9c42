import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mp4Box,
  mpegFrames,
  sample,
  SAMPLES,
  taggedFlac,
  taggedM4a,
  taggedMp3,
} from '#testing/audio-samples.ts'
import { audioInfoOf, readAudioInfo, type AudioInfo } from './audio-info.ts'
import { ByteSource, newReadBuffers, sourceOfBytes } from '../byte-source.ts'
import { readEmbeddedCover } from '../embedded-cover.ts'

const SAMPLE_TAGS = {
  title: 'Grüße aus der Straßenbahn',
  artist: 'Jörg Übermut',
  albumArtist: 'Die Größten',
  album: 'Österreichische Nächte',
  year: 2019,
  trackNumber: 3,
  discNumber: 2,
  genres: ['Hörspiel'],
}
/** RIFF has no fields for these two. */
const { albumArtist: _albumArtist, discNumber: _discNumber, ...WAV_TAGS } = SAMPLE_TAGS
const { title, artist, album, trackNumber } = SAMPLE_TAGS
const DSF_TAGS = { title, artist, album, trackNumber }

function info(bytes: Uint8Array): AudioInfo {
  return audioInfoOf(sourceOfBytes(bytes))
}

function secondsIn(bytes: Uint8Array): number {
  const found = info(bytes)
  if (found.kind !== 'audio') throw new Error(JSON.stringify(found))
  return found.durationSeconds
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'facts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('every accepted kind of file', () => {
  test.each([
    ['cbr.mp3', 'mp3', 'mp3', 3.06, 22_050, SAMPLE_TAGS],
    ['vbr-without-header.mp3', 'mp3', 'mp3', 4.08, 22_050, {}],
    ['vbr-with-xing.mp3', 'mp3', 'mp3', 4, 22_050, SAMPLE_TAGS],
    ['cut-off.mp3', 'mp3', 'mp3', 2.01, 22_050, SAMPLE_TAGS],
    ['faststart.m4a', 'm4a', 'aac', 2.5, 22_050, SAMPLE_TAGS],
    ['moov-at-end.m4a', 'm4a', 'aac', 2.5, 22_050, SAMPLE_TAGS],
    ['in-fragments.m4a', 'm4a', 'aac', 4.05, 22_050, {}],
    ['lossless.m4a', 'm4a', 'alac', 0.5, 22_050, SAMPLE_TAGS],
    ['bare.aac', 'aac', 'aac', 2.09, 22_050, {}],
    ['pcm.wav', 'wav', 'pcm', 0.5, 22_050, WAV_TAGS],
    ['lossless.flac', 'flac', 'flac', 0.75, 22_050, SAMPLE_TAGS],
    ['vorbis.ogg', 'ogg', 'vorbis', 3, 22_050, SAMPLE_TAGS],
    ['opus.opus', 'opus', 'opus', 3, 48_000, SAMPLE_TAGS],
    ['pcm.aiff', 'aiff', 'pcm', 0.5, 22_050, SAMPLE_TAGS],
    ['little-endian.aifc', 'aiff', 'pcm', 0.25, 22_050, {}],
    ['lossy.wma', 'wma', 'wma', 2.04, 22_050, SAMPLE_TAGS],
    ['lossless.wv', 'wv', 'wavpack', 0.5, 22_050, SAMPLE_TAGS],
    ['lossless.tta', 'tta', 'tta', 0.5, 22_050, SAMPLE_TAGS],
    ['lossy.ac3', 'ac3', 'ac3', 1.01, 32_000, {}],
    ['lossy.eac3', 'eac3', 'eac3', 1.01, 32_000, {}],
    ['lossy.dts', 'dts', 'dts', 0.51, 32_000, {}],
    ['one-bit.dsf', 'dsf', 'dsd', 0.05, 352_800, DSF_TAGS],
    ['one-bit.dff', 'dff', 'dsd', 0.05, 352_800, DSF_TAGS],
    ['silence.ape', 'ape', 'ape', 0.5, 22_050, SAMPLE_TAGS],
    ['lossy.mpc', 'mpc', 'musepack-8', 1, 32_000, SAMPLE_TAGS],
  ])('%s is known by its bytes', (name, format, codec, seconds, sampleRate, tags) => {
    const found = readAudioInfo(join(SAMPLES, name), newReadBuffers())
    const channels = name === 'lossy.mpc' ? 2 : 1
    expect(found).toMatchObject({ kind: 'audio', format, codec, sampleRate, channels })
    if (found.kind !== 'audio') return
    expect(found.durationSeconds).toBeCloseTo(seconds, 2)
    expect(found.tags).toEqual(tags)
    expect(found.sizeBytes).toBe(sample(name).length)
    // Audio is most of a file; embedded images and tables are not counted.
    expect((found.bitrate * found.durationSeconds) / 8).toBeLessThanOrEqual(found.sizeBytes)
    expect((found.bitrate * found.durationSeconds) / 8).toBeGreaterThan(found.sizeBytes * 0.45)
  })

  test.each([
    'cbr.mp3',
    'vbr-with-xing.mp3',
    'cut-off.mp3',
    'faststart.m4a',
    'moov-at-end.m4a',
    'in-fragments.m4a',
    'bare.aac',
    'pcm.wav',
    'lossless.flac',
    'vorbis.ogg',
    'opus.opus',
  ])('%s means the same to a library that reads it in another way', async (name) => {
    const input = new Input({ source: new BufferSource(sample(name)), formats: ALL_FORMATS })
    const track = await input.getPrimaryAudioTrack()
    const found = info(sample(name))
    expect(found.kind).toBe('audio')
    if (found.kind !== 'audio') return
    // The library that `input` belongs to includes the silence that encoders add before and after the music.
    expect(Math.abs(found.durationSeconds - (await input.computeDuration()))).toBeLessThan(0.08)
    expect(found.channels).toBe(await track?.getNumberOfChannels())
    expect(found.sampleRate).toBe(await track?.getSampleRate())
    if (name === 'pcm.wav') return
    const { title, artist, album, albumArtist, trackNumber, discNumber } = await input.getMetadataTags()
    expect(found.tags).toMatchObject(
      JSON.parse(JSON.stringify({ title, artist, album, albumArtist, trackNumber, discNumber })),
    )
  })

  test.each([
    ['mp3', taggedMp3],
    ['flac', taggedFlac],
    ['m4a', taggedM4a],
  ])('a compilation is known in %s', (format, tagged) => {
    const found = info(tagged({ title: 'Eins', album: 'Sampler', track: '1/2', isCompilation: true }))
    expect(found).toMatchObject({
      format,
      tags: { title: 'Eins', album: 'Sampler', trackNumber: 1, isCompilation: true },
    })
  })

  test.each(['cbr.mp3', 'faststart.m4a', 'lossless.flac', 'opus.opus'])(
    'the picture in %s is found and read',
    async (name) => {
      const found = info(sample(name))
      if (found.kind !== 'audio' || found.cover === undefined) throw new Error('no cover')
      expect(found.cover.mimeType).toBe('image/jpeg')
      const picture = await readEmbeddedCover(join(SAMPLES, name), found.cover)
      expect(picture?.equals(sample('cover.jpg'))).toBe(true)
    },
  )
})

describe('files that are not audio', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(100))
  const tag = taggedMp3({ title: 'Falle' }, { frames: 0 })
  test.each([
    ['a letter named mp3', sample('text.mp3')],
    ['HTML behind a tag', Buffer.concat([tag, html])],
    ['a tag and one frame by chance', Buffer.concat([tag, mpegFrames(1), html])],
    ['a picture', sample('cover.jpg')],
    ['a film', sample('film.mp4')],
    ['a playlist named mp4', Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd\n')],
    ['an archive', Buffer.from('PK\u0003\u0004'.repeat(50))],
    ['a document', Buffer.from('%PDF-1.7\n'.repeat(50))],
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['zeros', Buffer.alloc(100_000)],
    ['0xFF throughout', Buffer.alloc(100_000, 0xff)],
    ['a frame of ADTS that is empty, again and again', Buffer.from('fff150800000fc'.repeat(1000), 'hex')],
  ])('%s', (_what, bytes) => {
    expect(info(bytes)).toEqual({ kind: 'not-audio' })
  })

  test('random bytes are never recognised as music', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      expect(info(randomBytes(seed, 20_000)).kind).toBe('not-audio')
    }
  })

  test('opening a pipe does not block', () => {
    const pipe = join(folder, 'pipe.mp3')
    execFileSync('mkfifo', [pipe])
    expect(readAudioInfo(pipe, newReadBuffers())).toEqual({ kind: 'not-audio' })
  })
})

describe('files that are broken', () => {
  test.each([
    ['a movie box that is missing', sample('moov-at-end.m4a').subarray(0, 8000), 'truncated'],
    ['a tag without sound', taggedMp3({ title: 'Leer' }, { frames: 0 }), 'no-sound'],
    ['a tag that is cut through', taggedMp3({ title: 'Kurz' }, { frames: 0 }).subarray(0, 20), 'truncated'],
    ['a wav without its sound', sample('pcm.wav').subarray(0, 40), 'truncated'],
    ['a flac without frames', sample('lossless.flac').subarray(0, 120), 'truncated'],
    ['an ogg without its second page', sample('vorbis.ogg').subarray(0, 58), 'truncated'],
  ])('%s', (_what, bytes, reason) => {
    expect(info(bytes)).toEqual({ kind: 'broken', reason })
  })

  test('music with DRM has its own error', () => {
    const locked = Buffer.from(sample('moov-at-end.m4a'))
    locked.write('drms', locked.indexOf('mp4a'), 'latin1')
    expect(info(locked)).toEqual({ kind: 'broken', reason: 'encrypted' })
  })

  test('a codec that browsers do not play has its own error', () => {
    const dolby = Buffer.from(sample('moov-at-end.m4a'))
    dolby.write('ac-3', dolby.indexOf('mp4a'), 'latin1')
    expect(info(dolby)).toEqual({ kind: 'broken', reason: 'unsupported-codec' })
  })

  test('boxes of length zero and boxes that exceed their parent end the search', () => {
    const ftyp = mp4Box('ftyp', Buffer.from('M4A \0\0\0\0'))
    const endless = Buffer.concat([ftyp, Buffer.from('\0\0\0\0moov'), Buffer.alloc(5000)])
    expect(info(endless)).toEqual({ kind: 'not-audio' })
    const leaving = mp4Box('moov', Buffer.from('\u007f\u00ff\u00ff\u00fftrak', 'latin1'))
    expect(info(Buffer.concat([ftyp, leaving]))).toEqual({ kind: 'not-audio' })
  })

  test('a duration that does not fit the number of bytes is ignored', () => {
    const boastful = Buffer.from(sample('moov-at-end.m4a'))
    for (const table of ['mdhd', 'mvhd']) boastful.writeUInt32BE(0x7fffffff, boastful.indexOf(table) + 20)
    boastful.writeUInt32BE(0x7fffffff, boastful.indexOf('elst') + 12)
    expect(info(boastful)).toEqual({ kind: 'broken', reason: 'damaged' })
  })

  test('a file that is missing or not readable', () => {
    expect(readAudioInfo(join(folder, 'missing.mp3'), newReadBuffers())).toEqual({
      kind: 'broken',
      reason: 'unreadable',
    })
  })
})

describe('the duration is that of the audio in the file', () => {
  test.each([
    ['vbr-with-xing.mp3', true],
    ['cbr.mp3', false],
    ['faststart.m4a', true],
    ['in-fragments.m4a', false],
    ['bare.aac', false],
    ['pcm.wav', true],
    ['pcm.aiff', true],
    ['one-bit.dsf', true],
    ['lossy.wma', true],
    ['lossless.wv', true],
    ['lossless.tta', true],
    ['one-bit.dff', true],
    ['silence.ape', true],
    ['lossy.ac3', false],
    ['lossy.eac3', false],
    ['lossy.dts', false],
  ])('half of %s; its header declares the length: %s', (name, isDeclared) => {
    const whole = sample(name)
    const found = info(whole)
    if (found.kind !== 'audio') throw new Error('not audio')
    expect(found.isCut).toBeUndefined()
    const soundBytes = (found.bitrate * found.durationSeconds) / 8
    const half = info(whole.subarray(0, whole.length - Math.floor(soundBytes / 2)))
    if (half.kind !== 'audio') throw new Error(JSON.stringify(half))
    expect(half.durationSeconds / found.durationSeconds).toBeGreaterThan(0.2)
    expect(half.durationSeconds / found.durationSeconds).toBeLessThan(0.7)
    expect(half.isCut ?? false).toBe(isDeclared)
  })

  test('a truncated flac and a truncated ogg', () => {
    const flac = sample('lossless.flac')
    const cut = flac.subarray(0, flac.length - 10_000)
    expect([info(flac), info(cut)]).toMatchObject([{ kind: 'audio' }, { isCut: true }])
    const flacSeconds = secondsIn(cut)
    expect(flacSeconds).toBeGreaterThan(0.2)
    expect(flacSeconds).toBeLessThan(0.65)
    const ogg = sample('vorbis.ogg')
    const oggSeconds = secondsIn(ogg.subarray(0, ogg.length - 3000))
    expect(oggSeconds).toBeGreaterThan(0.9)
    expect(oggSeconds).toBeLessThan(2.9)
  })

  test('two consecutive streams count together', () => {
    const chain = [
      sample('vorbis.ogg'),
      withSerial(sample('opus.opus'), 7),
      withSerial(sample('vorbis.ogg'), 8),
    ]
    expect(secondsIn(Buffer.concat(chain))).toBeCloseTo(9, 1)
    const xing = sample('vbr-with-xing.mp3')
    expect(secondsIn(Buffer.concat([xing, xing]))).toBeCloseTo(8.1, 0)
  })

  test('a Musepack file of version 7', () => {
    const header = Buffer.from('MP+\x07'.padEnd(28, '\0'), 'latin1')
    header.writeUInt32LE(100, 4)
    // The second of the rates: 48,000 Hz.
    header.writeUInt32LE(1 << 16, 8)
    const found = info(Buffer.concat([header, Buffer.alloc(40_000, 0x5a)]))
    expect(found).toMatchObject({ kind: 'audio', format: 'mpc', codec: 'musepack-7', sampleRate: 48_000 })
    if (found.kind === 'audio') expect(found.durationSeconds).toBeCloseTo(2.4, 5)
  })

  test("a Monkey's Audio file from before its descriptor", () => {
    const header = Buffer.from('MAC '.padEnd(32, '\0'), 'latin1')
    header.writeUInt16LE(3970, 4)
    header.writeUInt16LE(2, 10)
    header.writeUInt32LE(44_100, 12)
    // Two frames, of which the last one is shorter.
    header.writeUInt32LE(2, 24)
    header.writeUInt32LE(44_100, 28)
    const found = info(Buffer.concat([header, Buffer.alloc(400_000, 0x5a)]))
    expect(found).toMatchObject({ kind: 'audio', format: 'ape', codec: 'ape', channels: 2 })
    if (found.kind === 'audio') expect(found.durationSeconds).toBeCloseTo(1 + (4 * 73_728) / 44_100, 5)
  })

  test('a wav whose writer left its length empty', () => {
    const streamed = Buffer.from(sample('pcm.wav'))
    streamed.writeUInt32LE(0xffffffff, 4)
    streamed.writeUInt32LE(0xffffffff, streamed.indexOf('data') + 4)
    expect(secondsIn(streamed)).toBeCloseTo(0.5, 1)
  })

  test('junk before and between the frames of an mp3', () => {
    const torn = Buffer.concat([mpegFrames(1).subarray(200), mpegFrames(100)])
    expect(secondsIn(torn)).toBeCloseTo((100 * 1152) / 44_100, 1)
    const gap = Buffer.concat([mpegFrames(50), Buffer.alloc(3000, 7), mpegFrames(50)])
    expect(secondsIn(gap)).toBeCloseTo((100 * 1152) / 44_100, 1)
    expect(secondsIn(Buffer.concat([Buffer.alloc(4000), mpegFrames(100)]))).toBeCloseTo(2.61, 1)
  })
})

describe('the work is bounded', () => {
  test('a large mp3 of constant bitrate is measured by a few samples', () => {
    const reads = countedReads(mpegFrames(20_000))
    expect(reads.seconds).toBeCloseTo((20_000 * 1152) / 44_100, 0)
    expect(reads.bytes).toBeLessThan(100_000)
  })

  test('an mp3 of variable bitrate without a header is read once', () => {
    const vbr = mpegFrames(4000, [5, 9, 12, 9, 3])
    const reads = countedReads(vbr)
    expect(reads.seconds).toBeCloseTo((4000 * 1152) / 44_100, 1)
    expect(reads.bytes).toBeLessThan(vbr.length * 1.2)
  })

  test('a large tag and a large movie box are skipped', () => {
    const cover = Buffer.concat([sample('cover.jpg'), Buffer.alloc(3_000_000)])
    const reads = countedReads(taggedMp3({ title: 'Groß' }, { cover, frames: 100 }))
    expect(reads.bytes).toBeLessThan(100_000)
  })

  function countedReads(bytes: Buffer): { seconds: number; bytes: number } {
    let read = 0
    const source = new ByteSource(
      bytes.length,
      (target, offset) => {
        read += target.length
        return bytes.copy(target, 0, offset, offset + target.length)
      },
      newReadBuffers(),
    )
    const found = audioInfoOf(source)
    if (found.kind !== 'audio') throw new Error('not audio')
    return { seconds: found.durationSeconds, bytes: read }
  }
})

describe('the embedded cover', () => {
  test('is undefined when the file was truncated in the meantime', async () => {
    const path = join(folder, 'cover.mp3')
    const bytes = taggedMp3({ title: 'Bild' }, { cover: sample('cover.jpg') })
    writeFileSync(path, bytes)
    const found = readAudioInfo(path, newReadBuffers())
    if (found.kind !== 'audio' || found.cover === undefined) throw new Error('no cover')
    writeFileSync(path, bytes.subarray(0, 500))
    expect(await readEmbeddedCover(path, found.cover)).toBeUndefined()
  })

  test('is undefined when its bytes are not an image', () => {
    const found = info(taggedMp3({ title: 'Bild' }, { cover: Buffer.from('<svg onload="alert(1)"/>') }))
    expect(found).toMatchObject({ kind: 'audio' })
    expect(found).not.toHaveProperty('cover')
  })
})

function withSerial(ogg: Buffer, serial: number): Buffer {
  for (let at = ogg.indexOf('OggS'); at !== -1; at = ogg.indexOf('OggS', at + 4))
    ogg.writeUInt32LE(serial, at + 14)
  return ogg
}

function randomBytes(seed: number, length: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
}
