import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tagsIn } from './audio-tags.ts'

const TITLE = 'Größe – „Öl“'
const utf8 = new TextEncoder()

/** Bytes one after the other; a text gives one per letter. */
function bytes(...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts.map(bufferOf)))
}

function bufferOf(part: string | readonly number[] | Uint8Array): Buffer {
  return typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
}

const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
const little = (value: number) => big(value).toReversed()
const seven = (value: number) => [21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f)

function id3(version: number, frame: Uint8Array, flags = 0): Uint8Array {
  return bytes('ID3', [version, 0, flags], seven(frame.length), frame)
}

const inUtf16 = (text: string) =>
  bytes([0xff, 0xfe], new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer))
const inUtf8 = bytes([3], utf8.encode(TITLE))
const box = (name: string, ...content: (string | number[] | Uint8Array)[]) => {
  const inside = bytes(...content)
  return bytes(big(inside.length + 8), name, inside)
}
const comment = bytes(little(utf8.encode(`TITLE=${TITLE}`).length), utf8.encode(`TITLE=${TITLE}`))
const comments = bytes(little(4), 'test', little(1), comment)

test.each<[string, Uint8Array]>([
  ['ID3v2.4 in UTF-8', id3(4, bytes('TIT2', seven(inUtf8.length), [0, 0], inUtf8))],
  [
    'ID3v2.3 in UTF-16, behind another frame',
    id3(
      3,
      bytes('TALB', big(2), [0, 0, 0, 65], 'TIT2', big(1 + inUtf16(TITLE).length), [0, 0, 1], inUtf16(TITLE)),
    ),
  ],
  ['ID3v2.2', id3(2, bytes('TT2', big(inUtf8.length).slice(1), inUtf8))],
  ['FLAC', bytes('fLaC', [0], big(2).slice(1), [1, 2], [0x84], big(comments.length).slice(1), comments)],
  [
    'Ogg',
    bytes(
      'OggS',
      Array.from({ length: 24 }, () => 0),
      [3],
      'vorbis',
      comments,
    ),
  ],
  [
    'WAV',
    bytes(
      'RIFF',
      little(99),
      'WAVE',
      'fmt ',
      little(2),
      [1, 2],
      'LIST',
      little(100),
      'INFO',
      'INAM',
      little(utf8.encode(TITLE).length),
      utf8.encode(TITLE),
    ),
  ],
  [
    'MP4',
    bytes(
      box('ftyp', 'M4A '),
      box(
        'moov',
        box(
          'udta',
          box(
            'meta',
            [0, 0, 0, 0],
            box('ilst', box('\u00a9nam', box('data', big(1), big(0), utf8.encode(TITLE)))),
          ),
        ),
      ),
    ),
  ],
])('a title is read from %s', async (_name, file) => {
  expect((await tagsIn(new Blob([Uint8Array.from(file)]))).title).toBe(TITLE)
})

const sample = (name: string) =>
  new Blob([readFileSync(new URL(`../../../../../server/src/testing/samples/${name}`, import.meta.url))])

test.each([
  'cbr.mp3',
  'pcm.wav',
  'lossless.flac',
  'moov-at-end.m4a',
  'faststart.m4a',
  'vorbis.ogg',
  'opus.opus',
])('the tags of a real file are read: %s', async (name) => {
  const tags = {
    title: 'Grüße aus der Straßenbahn',
    artist: 'Jörg Übermut',
    album: 'Österreichische Nächte',
    year: 2019,
    track: 3,
  }
  // The tags of a WAV have no field for these.
  const others = name === 'pcm.wav' ? {} : { albumArtist: 'Die Größten', disc: 2 }
  expect(await tagsIn(sample(name))).toEqual({ ...tags, ...others })
})

test.each(['text.mp3', 'cover.jpg'])('what is no audio has no tags: %s', async (name) => {
  expect(await tagsIn(sample(name))).toEqual({})
})

test('reading ends with any broken tag', async () => {
  const broken = id3(4, bytes('TIT2', [0x7f, 0x7f, 0x7f, 0x7f], [0, 0, 9]))
  expect(await tagsIn(new Blob([Uint8Array.from(broken)]))).toEqual({})
  for (let length = 0; length < 40; length += 1)
    await tagsIn(new Blob([Uint8Array.from(broken.slice(0, length))]))
  const endless = bytes(big(8), 'ftyp', big(0), 'moov', big(8), 'udta')
  expect(await tagsIn(new Blob([Uint8Array.from(endless)]))).toEqual({})
})

test('a field whose name ends like another one is not taken for it', async () => {
  const other = utf8.encode('SUBTITLE=Falsch')
  const file = bytes(
    'OggS',
    Array.from({ length: 24 }, () => 0),
    [3],
    'vorbis',
    little(other.length),
    other,
    comment,
  )
  expect(await tagsIn(new Blob([Uint8Array.from(file)]))).toEqual({ title: TITLE })
})
