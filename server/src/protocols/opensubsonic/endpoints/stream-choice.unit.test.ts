import { describe, expect, test } from 'vitest'
import type { SongFile } from '#features/catalog/index.ts'
import { chooseStream, estimatedBytes, type WantedStream } from './stream-choice.ts'

const ALL = ['opus', 'aac', 'mp3'] as const
const file = (format: SongFile['format'], bitrate: number | null): SongFile => ({
  storageName: `tracks/${format}`,
  format,
  bitrate,
  durationSeconds: 100,
})
const flac = file('flac', 900_000)
const mp3 = file('mp3', 320_400)

/** The choice as a short text: the format of the stored file, or codec and bit rate. */
function chosen(
  files: readonly [SongFile, ...SongFile[]],
  wanted: Partial<WantedStream>,
  codecs: Parameters<typeof chooseStream>[2] = ALL,
): string | undefined {
  const [own, ...further] = files
  const request = { format: undefined, maxBitRate: 0, timeOffset: 0, ...wanted }
  const choice = chooseStream({ own, further }, request, codecs)
  return choice && (choice.isStored ? choice.file.format : `${choice.codec} ${choice.kbps}`)
}

describe('a stored file is sent', () => {
  test.each<[wanted: Partial<WantedStream>, format: string]>([
    [{}, 'flac'],
    [{ format: 'raw', maxBitRate: 64, timeOffset: 9 }, 'flac'],
    [{ format: 'mp3' }, 'mp3'],
    [{ maxBitRate: 320 }, 'mp3'],
    [{ maxBitRate: 1000 }, 'flac'],
    // A format that cannot be encoded is ignored.
    [{ format: 'wav' }, 'flac'],
  ])('for %j', (wanted, format) => {
    expect(chosen([flac, mp3], wanted)).toBe(format)
  })
})

describe('it is encoded', () => {
  test.each<[files: [SongFile, ...SongFile[]], wanted: Partial<WantedStream>, encoding: string]>([
    [[flac], { format: 'mp3' }, 'mp3 192'],
    [[flac], { format: 'mp3', maxBitRate: 320 }, 'mp3 320'],
    [[flac], { maxBitRate: 319 }, 'mp3 256'],
    [[flac], { maxBitRate: 1 }, 'mp3 32'],
    [[flac], { maxBitRate: 48, format: 'flac' }, 'mp3 48'],
    [[flac], { format: 'opus', maxBitRate: 320 }, 'ogg-opus 256'],
    [[flac], { format: 'ogg', maxBitRate: 64 }, 'ogg-opus 64'],
    [[flac], { format: 'aac' }, 'adts 192'],
    [[flac], { format: 'mp4', maxBitRate: 100 }, 'aac 96'],
    [[flac, mp3], { maxBitRate: 128 }, 'mp3 128'],
    [[flac, mp3], { timeOffset: 1 }, 'mp3 192'],
    // The bit rate is not higher than that of the file.
    [[file('mp3', 100_000)], { timeOffset: 1, maxBitRate: 320 }, 'mp3 96'],
    [[file('mp3', null)], { maxBitRate: 320 }, 'mp3 192'],
  ])('%j for %j', (files, wanted, encoding) => {
    expect(chosen(files, wanted)).toBe(encoding)
  })

  test('in what there is an encoder for', () => {
    expect(chosen([flac], { maxBitRate: 96 }, ['opus', 'aac'])).toBe('adts 96')
    expect(chosen([flac], { format: 'mp3' }, ['opus'])).toBe('ogg-opus 192')
    expect(chosen([flac], { format: 'mp3' }, [])).toBe('flac')
    expect(chosen([flac], { format: 'mp3', timeOffset: 1 }, [])).toBeUndefined()
  })
})

test('only MP3 has a length that can be estimated', () => {
  const at = (codec: 'mp3' | 'adts') => ({ isStored: false, file: flac, codec, kbps: 96 }) as const
  expect(estimatedBytes(at('mp3'), 50)).toBe(602_401)
  expect(estimatedBytes(at('adts'), 50)).toBeUndefined()
  expect(estimatedBytes({ isStored: true, file: flac }, 0)).toBeUndefined()
})
