import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ALBUM_TYPES, MISSING_MARK } from '@tonarchiv/contract/catalog'
import { cleanLyrics, readLyrics } from '@tonarchiv/contract/lyrics-text'
import { audioInfoOf } from '../server/src/audio-probe/info/audio-info.ts'
import { sourceOfBytes } from '../server/src/audio-probe/byte-source.ts'
import { videoInfoOf } from '../server/src/audio-probe/info/video-info.ts'
import { demoAlbums } from './albums.ts'
import { coverOf } from './covers.ts'
import { demoLyrics } from './lyrics.ts'
import { videos } from './videos.ts'
import { pieceOf } from './pieces.ts'
import { createSoundRenderer } from './sound-files.ts'

describe('the made-up archive', () => {
  test('has albums of all types over ten years, an exclusive one, a missing track, unknown years', () => {
    expect(demoAlbums.length).toBeGreaterThanOrEqual(24)
    expect(new Set(demoAlbums.map(({ type }) => type))).toEqual(new Set(ALBUM_TYPES))
    const years = demoAlbums.flatMap(({ year }) => (year === 'unknown' ? [] : [year]))
    expect(Math.max(...years) - Math.min(...years)).toBeGreaterThanOrEqual(10)
    expect(years.length).toBeLessThan(demoAlbums.length)
    expect(demoAlbums.some(({ isExclusive }) => isExclusive)).toBe(true)
    expect(demoAlbums.some(({ tracks }) => tracks.some((title) => title.includes(MISSING_MARK)))).toBe(true)
    expect(new Set(demoAlbums.map(({ title }) => title)).size).toBe(demoAlbums.length)
  })

  test('has lyrics with times and without, of tracks that are long enough for them', () => {
    const read = Object.entries(demoLyrics).flatMap(([title, texts]) =>
      Object.entries(texts).map(([track, text]) => {
        const album = demoAlbums.find((one) => one.title === title)
        if (album?.tracks.includes(track) !== true) throw new Error(`There is no track ${track}`)
        expect(cleanLyrics(text)).toBe(text)
        const lyrics = readLyrics(text)
        const lastMs = lyrics.isTimed ? (lyrics.lines.at(-1)?.startMs ?? 0) : 0
        expect(lastMs / 1000).toBeLessThan(pieceOf(album, track).seconds)
        return lyrics.isTimed
      }),
    )
    expect(new Set(read)).toEqual(new Set([false, true]))
  })

  test.each(
    demoAlbums.filter(({ cover }) => cover !== undefined).map((album) => [album.title, album] as const),
  )('the cover of %s is drawn', async (_title, album) => {
    const { format, width, height } = await sharp(await coverOf(album)).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1000, height: 1000 })
  })
})

/** The settings that the launcher passes to the demo. */
function settingsOfDemo(environment: Record<string, string>): Record<string, string> {
  const program = `import { demoSettings } from './scripts/run/demo.mjs'
    console.log(JSON.stringify(demoSettings(${JSON.stringify(environment)})))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
  })
  return JSON.parse(stdout.toString())
}

test('lies where DATA_DIR says, else in a folder of its own, and never in the places that .env names', () => {
  expect(settingsOfDemo({ DATA_DIR: '/srv/demo' })).toMatchObject({ DATA_DIR: '/srv/demo' })
  const { DATA_DIR, ...others } = settingsOfDemo({ PORT: '4000' })
  expect(DATA_DIR).toBe(join(import.meta.dirname, '..', 'data-demo'))
  // An empty value overrides .env; the server treats it as unset.
  expect(others).toMatchObject({ DATABASE_URL: '', REDIS_URL: '', BACKUP_DIR: '', S3_BUCKET: '' })
  expect(settingsOfDemo({ DATABASE_URL: 'postgres://demo' })).toMatchObject({
    DATABASE_URL: 'postgres://demo',
  })
})

test.each(videos.map((video) => [video.title, video] as const))(
  'the video %s can be played and has a picture',
  async (_title, { file, poster }) => {
    const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'films', name))
    const info = videoInfoOf(sourceOfBytes(bytesOf(file)))
    expect(info).toMatchObject({ kind: 'video', width: expect.any(Number) })
    if (info.kind === 'video') expect(info.durationSeconds).toBeGreaterThan(9)
    expect((await sharp(bytesOf(poster)).metadata()).format).toBe('jpeg')
  },
)

/**
 * Decodes the bytes with ffmpeg in its strictest mode: every checksum is verified, and the first defect stops it.
 * Returns ffmpeg's errors and output.
 */
function strictly(bytes: Buffer, output: readonly string[]): { problems: string; output: string } {
  const strict = ['-xerror', '-err_detect', 'crccheck+bitstream+buffer+explode']
  const parameters = ['-hide_banner', '-v', 'error', ...strict, '-i', 'pipe:0', ...output, 'pipe:1']
  const ffmpeg = process.env['FFMPEG_FOR_TESTS'] ?? 'ffmpeg'
  const { status, stderr, stdout } = spawnSync(ffmpeg, parameters, { input: bytes, maxBuffer: 1e9 })
  return {
    problems: `${stderr.toString()}${status === 0 ? '' : `code ${status}`}`,
    output: stdout.toString(),
  }
}

describe('its music', () => {
  const piece = { album: 'Probe', title: 'Stück für zwei', mood: 'beat', seconds: 100 } as const
  /** Maximum duration of a section. A piece consists of whole sections. */
  const SECTION_SECONDS = 15.6

  test('lasts a minute and a half to five minutes, a few pieces more than three', () => {
    const all = demoAlbums.flatMap((album) => album.tracks.map((title) => pieceOf(album, title).seconds))
    expect(Math.min(...all) - SECTION_SECONDS / 2).toBeGreaterThanOrEqual(90)
    expect(Math.max(...all) + SECTION_SECONDS / 2).toBeLessThanOrEqual(300)
    expect(all.filter((seconds) => seconds > 180).length).toBeGreaterThan(4)
  })

  test.each([
    ['mp3', 22_050],
    ['ogg', 22_050],
    ['flac', 22_050],
    ['wav', 11_025],
  ] as const)('is %s where it says so, about as long as it should be', async (format, sampleRate) => {
    const info = audioInfoOf(sourceOfBytes((await createSoundRenderer()).make({ ...piece, format })))
    expect(info).toMatchObject({ kind: 'audio', format, channels: 1, sampleRate })
    if (info.kind !== 'audio') return
    expect(Math.abs(info.durationSeconds - piece.seconds)).toBeLessThan(SECTION_SECONDS / 2 + 0.1)
    if (format === 'mp3' || format === 'flac')
      expect(info.tags).toEqual({ title: piece.title, album: piece.album })
  })

  test.each(['mp3', 'ogg', 'flac', 'wav'] as const)(
    'is %s without a defect, and each of its packets says when it is heard',
    async (format) => {
      // The longest piece has the largest numbers in its frames.
      const bytes = (await createSoundRenderer()).make({ ...piece, mood: 'pulse', seconds: 285, format })
      expect(strictly(bytes, ['-f', 'null'])).toEqual({ problems: '', output: '' })
      const { problems, output } = strictly(bytes, ['-c', 'copy', '-f', 'framecrc'])
      expect(problems).toBe('')
      const packets = output.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      const times = packets.map((line) => line.split(',').slice(1, 4).map(Number))
      let end = times[0]?.[0] ?? Number.NaN
      for (const [decoded, shown, duration] of times) {
        // The durations that FFmpeg reports for Vorbis packets are wrong by half a window where a page ends.
        const slack = format === 'ogg' ? 256 : 0
        expect(Math.abs((decoded ?? Number.NaN) - end)).toBeLessThanOrEqual(slack)
        expect(shown).toBe(decoded)
        end = (decoded ?? Number.NaN) + (duration ?? Number.NaN)
      }
      expect(times.length).toBeGreaterThan(1000)
    },
  )

  test('is exactly what was coded, where nothing is lost', async () => {
    const bytes = (await createSoundRenderer()).make({ ...piece, format: 'flac' })
    const { output } = strictly(bytes, ['-f', 'md5'])
    const sumInHeader = bytes.subarray(26, 42).toString('hex')
    expect(output.trim()).toBe(`MD5=${sumInHeader}`)
  })

  test('is always the same for a title, and another one for another title', async () => {
    const first = (await createSoundRenderer()).make({ ...piece, format: 'wav' })
    const renderer = await createSoundRenderer()
    const other = renderer.make({ ...piece, title: 'Ein anderes', format: 'wav' })
    expect(renderer.make({ ...piece, format: 'wav' }).equals(first)).toBe(true)
    expect(other.equals(first)).toBe(false)
  })

  test.each(['beat', 'drift', 'keys', 'pulse'] as const)(
    '%s can be heard and does not clip',
    async (mood) => {
      const wav = (await createSoundRenderer()).make({ ...piece, mood, format: 'wav' })
      const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
      expect(loudest).toBeGreaterThan(20_000)
      expect(loudest).toBeLessThan(32_000)
    },
  )
})
