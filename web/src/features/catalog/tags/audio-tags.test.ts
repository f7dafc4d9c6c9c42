import { readFileSync } from 'node:fs'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { expect, test } from 'vitest'
import { tagsIn } from './audio-tags.ts'

const TITLE = 'Größe – „Öl“'
const utf8 = new TextEncoder()

/** Joins bytes. Each character of a text becomes one byte. */
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
    trackNumber: 3,
    genres: ['Hörspiel'],
  }
  // The tags of a WAV file have no fields for album artist and disc number.
  const others = name === 'pcm.wav' ? {} : { albumArtist: 'Die Größten', discNumber: 2 }
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

const named = (id: string, text: string) => {
  const content = bytes([3], utf8.encode(text))
  return bytes(id, seven(content.length), [0, 0], content)
}
const vorbis = (...fields: string[]) => {
  const list = fields.map((text) => bytes(little(utf8.encode(text).length), utf8.encode(text)))
  return bytes(
    'fLaC',
    [0x84],
    big(8 + bytes(...list).length).slice(1),
    little(0),
    little(list.length),
    ...list,
  )
}
const item = (name: string, ...values: Uint8Array[]) =>
  box(name, ...values.map((value) => box('data', big(1), big(0), value)))
const custom = (name: string, ...values: string[]) =>
  box(
    '----',
    box('mean', big(0), 'com.apple.iTunes'),
    box('name', big(0), name),
    ...values.map((value) => box('data', big(1), big(0), utf8.encode(value))),
  )
const mp4 = (...items: Uint8Array[]) =>
  bytes(box('ftyp', 'M4A '), box('moov', box('udta', box('meta', [0, 0, 0, 0], box('ilst', ...items)))))

test.each<[string, Uint8Array, AudioTags]>([
  [
    'ID3 with several values and a field of its own name',
    id3(
      4,
      bytes(
        named('TPE1', 'Ada\0Bo'),
        named('TXXX', 'ALBUMARTISTS\0Cem\0Dora'),
        named('TCON', '(17)Rock\0Indie; Lo-Fi'),
        named('TCMP', '1'),
      ),
    ),
    {
      artist: 'Ada, Bo',
      artists: ['Ada', 'Bo'],
      albumArtists: ['Cem', 'Dora'],
      genres: ['Rock', 'Indie', 'Lo-Fi'],
      isCompilation: true,
    },
  ],
  [
    'repeated Vorbis comments',
    vorbis('ARTIST=Ada', 'ARTIST=Bo', 'ARTISTS=Ada', 'ALBUMARTIST=Cem', 'GENRE=Indie', 'genre=Rock'),
    { artist: 'Ada, Bo', artists: ['Ada', 'Bo'], albumArtist: 'Cem', genres: ['Indie', 'Rock'] },
  ],
  [
    'MP4 with items of their own names',
    mp4(
      item('\u00a9ART', utf8.encode('Ada feat. Bo')),
      custom('ARTISTS', 'Ada', 'Bo'),
      item('\u00a9gen', utf8.encode('Indie')),
      item('cpil', Uint8Array.of(1)),
    ),
    { artist: 'Ada feat. Bo', artists: ['Ada', 'Bo'], genres: ['Indie'], isCompilation: true },
  ],
])('artists one by one and genres are read from %s', async (_name, file, expected) => {
  expect(await tagsIn(new Blob([Uint8Array.from(file)]))).toEqual(expected)
})

test('of many artists and genres twenty are read', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `Name ${index}`)
  const file = id3(4, bytes(named('TPE1', names.join('\0')), named('TCON', names.join('\0'))))
  const { artists, genres } = await tagsIn(new Blob([Uint8Array.from(file)]))
  expect([artists, genres]).toEqual([names.slice(0, 20), names.slice(0, 20)])
})
