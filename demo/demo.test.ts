import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ALBUM_TYPES, MISSING_MARK } from '@tonarchiv/contract/archive'
import { audioFactsOf } from '../server/src/media/audio-facts.ts'
import { sourceOfBytes } from '../server/src/media/byte-source.ts'
import { videoFactsOf } from '../server/src/media/video-facts.ts'
import { demoAlbums } from './albums.ts'
import { coverOf } from './covers.ts'
import { films } from './films.ts'
import { soundMaker } from './sound-files.ts'

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

  test.each(
    demoAlbums.filter(({ cover }) => cover !== undefined).map((album) => [album.title, album] as const),
  )('the cover of %s is drawn', async (_title, album) => {
    const { format, width, height } = await sharp(await coverOf(album)).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1000, height: 1000 })
  })
})

test.each(films.map((film) => [film.title, film] as const))(
  'the film %s can be played and has a picture',
  async (_title, { file, picture }) => {
    const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'films', name))
    const facts = videoFactsOf(sourceOfBytes(bytesOf(file)))
    expect(facts).toMatchObject({ kind: 'video', width: expect.any(Number) })
    if (facts.kind === 'video') expect(facts.durationSeconds).toBeGreaterThan(9)
    expect((await sharp(bytesOf(picture)).metadata()).format).toBe('jpeg')
  },
)

describe('its music', () => {
  const piece = { album: 'Probe', title: 'Stück für zwei', mood: 'beat', seconds: 8 } as const

  test.each(['mp3', 'ogg', 'flac', 'wav'] as const)(
    'is %s where it says so, as long as it should be',
    async (format) => {
      const facts = audioFactsOf(sourceOfBytes((await soundMaker()).make({ ...piece, format })))
      expect(facts).toMatchObject({ kind: 'audio', format, channels: 1, sampleRate: 22_050 })
      if (facts.kind !== 'audio') return
      expect(facts.durationSeconds).toBeGreaterThanOrEqual(8)
      expect(facts.durationSeconds).toBeLessThan(8.1)
      if (format === 'mp3' || format === 'flac')
        expect(facts.tags).toEqual({ title: piece.title, album: piece.album })
    },
  )

  test('is always the same for a title, and another one for another title', async () => {
    const first = (await soundMaker()).make({ ...piece, format: 'wav' })
    const maker = await soundMaker()
    const other = maker.make({ ...piece, title: 'Ein anderes', format: 'wav' })
    expect(maker.make({ ...piece, format: 'wav' }).equals(first)).toBe(true)
    expect(other.equals(first)).toBe(false)
  })

  test.each(['beat', 'drift', 'keys', 'pulse'] as const)(
    '%s can be heard and does not clip',
    async (mood) => {
      const wav = (await soundMaker()).make({ ...piece, mood, format: 'wav' })
      const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
      expect(loudest).toBeGreaterThan(25_000)
      expect(loudest).toBeLessThan(32_000)
    },
  )
})
