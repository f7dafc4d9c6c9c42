import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  id3Picture,
  id3Tag,
  id3Text,
  id3v2,
  mpegFrames,
  sample,
  syncsafe,
  taggedFlac,
  taggedM4a,
  taggedMp3,
  unsynchronised,
  vorbisComment,
  type Id3Frame,
} from '#testing/audio-samples.ts'
import { audioInfoOf, readAudioInfo } from './audio-info.ts'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { newReadBuffers, sourceOfBytes } from '../byte-source.ts'
import { readEmbeddedCover } from '../embedded-cover.ts'
import { readVorbisComment } from '../flac-and-ogg/vorbis-comment.ts'

const TITLE = 'Größe – „Öl“'
const sound = mpegFrames(60)

/** The tags of an mp3 that begins with this tag. */
function tagsOf(tag: Buffer, behind: Buffer = Buffer.alloc(0)): AudioTags {
  const info = audioInfoOf(sourceOfBytes(Buffer.concat([tag, sound, behind])))
  if (info.kind !== 'audio') throw new Error(JSON.stringify(info))
  return info.tags
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tags-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The embedded image of a file with these bytes. */
async function pictureIn(bytes: Buffer): Promise<Buffer | undefined> {
  const path = join(folder, 'picture')
  writeFileSync(path, bytes)
  const info = readAudioInfo(path, newReadBuffers())
  if (info.kind !== 'audio' || info.cover === undefined) throw new Error(JSON.stringify(info))
  return await readEmbeddedCover(path, info.cover)
}

describe('ID3v2', () => {
  test.each([
    [2, 1],
    [3, 1],
    [3, 2],
    [4, 2],
    [4, 3],
  ] as const)('version %i keeps umlauts in encoding %i', (version, encoding) => {
    const names = version === 2 ? ['TT2', 'TP1', 'TRK'] : ['TIT2', 'TPE1', 'TRCK']
    const [title = '', artist = '', track = ''] = names
    const tag = id3v2(version, [
      [title, id3Text(TITLE, encoding)],
      [artist, id3Text('Jürgen', encoding)],
      [track, id3Text('07/12', encoding)],
    ])
    expect(tagsOf(tag)).toEqual({ title: TITLE, artist: 'Jürgen', trackNumber: 7 })
  })

  test.each([
    ['Latin-1', Buffer.from('Süß', 'latin1'), 'Süß'],
    ['Windows quotes', Buffer.from([0x84, 0x53, 0xfc, 0xdf, 0x93]), '„Süß“'],
    ['UTF-8 that claims to be Latin-1', Buffer.from('Süß'), 'Süß'],
  ])('%s', (_what, bytes, title) => {
    expect(tagsOf(id3v2(3, [['TIT2', Buffer.concat([Buffer.from([0]), bytes])]]))).toEqual({ title })
  })

  test('several artists are joined in order', () => {
    expect(tagsOf(id3v2(4, [['TPE1', id3Text('Ada\0Bo\0Cem')]]))).toEqual({
      artist: 'Ada, Bo, Cem',
      artists: ['Ada', 'Bo', 'Cem'],
    })
  })

  test.each([
    ['2019-05-17', 2019],
    ['17.05.1999', 1999],
    ['20210304', 2021],
    ['0000', undefined],
    ['1234', undefined],
    ['unbekannt', undefined],
  ])('the year in %s', (text, year) => {
    expect(tagsOf(id3v2(4, [['TDRC', id3Text(text)]])).year).toBe(year)
  })

  test.each([
    ['(17)Rock', ['Rock']],
    ['(17)', undefined],
    ['17', undefined],
    ['Elektro', ['Elektro']],
    ['Rock; Pop ;rock', ['Rock', 'Pop']],
    ['Rock / Pop', ['Rock', 'Pop']],
    ['R&B/Soul', ['R&B/Soul']],
    ['Folk, World, & Country', ['Folk, World, & Country']],
    [' ; ', undefined],
  ])('the genres in %s', (text, genres) => {
    expect(tagsOf(id3v2(3, [['TCON', id3Text(text, 0)]])).genres).toEqual(genres)
  })

  test('several genres of one file are bounded, in one spelling each', () => {
    const texts = ['Chanson fran\u0063\u0327ais', 'Chanson Fran\u00e7ais', 'Jazz']
    expect(tagsOf(id3v2(4, [['TCON', id3Text(texts.join('\0'))]])).genres).toEqual([
      'Chanson fran\u00e7ais',
      'Jazz',
    ])
    const many = Array.from({ length: 1000 }, (_, index) => `Genre ${index}`)
    expect(tagsOf(id3v2(4, [['TCON', id3Text(many.join('\0'))]])).genres).toEqual(many.slice(0, 20))
  })

  test('control and direction characters are removed, and lines are joined', () => {
    const title = tagsOf(id3v2(4, [['TIT2', id3Text('\u202Eab\u0007c\r\nd\u2028e\u200F ')]])).title
    expect(title).toBe('ab c d e')
  })

  test('a tag in which everything is unsynchronised', async () => {
    const frames: Id3Frame[] = [
      ['APIC', id3Picture(sample('cover.jpg'))],
      ['TIT2', id3Text(TITLE, 1)],
    ]
    const plain = id3v2(3, frames)
    const tag = id3Tag(3, unsynchronised(plain.subarray(10)), 0x80)
    expect(tag.length).toBeGreaterThan(plain.length)
    expect(tagsOf(tag)).toEqual({ title: TITLE })
    expect((await pictureIn(Buffer.concat([tag, sound])))?.equals(sample('cover.jpg'))).toBe(true)
  })

  test('frames that are unsynchronised one by one', async () => {
    const picture = unsynchronised(id3Picture(sample('cover.jpg')))
    const tag = id3v2(
      4,
      [
        ['TIT2', unsynchronised(id3Text(TITLE, 1))],
        ['APIC', picture],
      ],
      { flags: 0x80, frameFlags: 2 },
    )
    expect(tagsOf(tag)).toEqual({ title: TITLE })
    expect((await pictureIn(Buffer.concat([tag, sound])))?.equals(sample('cover.jpg'))).toBe(true)
  })

  test('a data length before the content', () => {
    const content = Buffer.concat([syncsafe(5), id3Text('Lang')])
    expect(tagsOf(id3v2(4, [['TIT2', content]], { frameFlags: 1 }))).toEqual({ title: 'Lang' })
  })

  test('sizes that iTunes wrote plainly into version 4', () => {
    const long = 'x'.repeat(200)
    const frames: Id3Frame[] = [
      ['TIT2', id3Text(long)],
      ['TPE1', id3Text('Danach')],
    ]
    expect(tagsOf(id3v2(4, frames, { plainSizes: true }))).toEqual({ title: long, artist: 'Danach' })
    expect(tagsOf(id3v2(4, frames))).toEqual({ title: long, artist: 'Danach' })
  })

  test.each([
    [3, Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 0, 0])],
    [4, Buffer.from([0, 0, 0, 6, 1, 0])],
  ])('an extended header of version %i is stepped over', (version, extended) => {
    const frames = id3v2(version === 3 ? 3 : 4, [['TIT2', id3Text('Da')]]).subarray(10)
    expect(tagsOf(id3Tag(version, Buffer.concat([extended, frames]), 0x40))).toEqual({ title: 'Da' })
  })

  test('a tag after the audio, found by its footer', () => {
    const tag = id3v2(4, [['TIT2', id3Text('Hinten')]], { flags: 0x10 })
    const footer = Buffer.concat([Buffer.from('3DI'), tag.subarray(3, 10)])
    expect(tagsOf(Buffer.alloc(0), Buffer.concat([tag, footer]))).toEqual({ title: 'Hinten' })
  })

  test('padding, and undeclared zeros after the tag', () => {
    const tag = id3v2(3, [['TIT2', id3Text('Luft')]], { padding: 2000 })
    expect(tagsOf(Buffer.concat([tag, Buffer.alloc(3000)]))).toEqual({ title: 'Luft' })
  })

  test('two tags one after the other: the first one wins', () => {
    const first = id3v2(3, [['TIT2', id3Text('Eins', 0)]])
    const second = id3v2(4, [
      ['TIT2', id3Text('Zwei')],
      ['TPE1', id3Text('Beide')],
    ])
    expect(tagsOf(Buffer.concat([first, second]))).toEqual({ title: 'Eins', artist: 'Beide' })
  })

  test('compressed and encrypted frames are left out', () => {
    expect(tagsOf(id3v2(4, [['TIT2', id3Text('Zu')]], { frameFlags: 8 }))).toEqual({})
    expect(tagsOf(id3v2(3, [['TIT2', id3Text('Zu')]], { frameFlags: 0x40 }))).toEqual({})
  })

  test('the front is preferred to other pictures', async () => {
    const other = Buffer.concat([sample('cover.jpg'), Buffer.from('hinten')])
    const tag = id3v2(4, [
      ['APIC', id3Picture(other, 4)],
      ['APIC', id3Picture(sample('cover.jpg'), 3, 'vorn')],
    ])
    expect((await pictureIn(Buffer.concat([tag, sound])))?.equals(sample('cover.jpg'))).toBe(true)
  })
})

describe('ID3v1', () => {
  function id3v1(title: Buffer): Buffer {
    const tag = Buffer.alloc(128)
    tag.write('TAG')
    title.copy(tag, 3, 0, 30)
    tag.write('Künstler', 33, 'latin1')
    tag.write('1998', 93)
    tag.writeUInt8(4, 126)
    return tag
  }

  test('is used for fields without a better value', () => {
    const tags = tagsOf(Buffer.alloc(0), id3v1(Buffer.from('Straße', 'latin1')))
    expect(tags).toEqual({ title: 'Straße', artist: 'Künstler', year: 1998, trackNumber: 4 })
    const better = id3v2(4, [['TIT2', id3Text('Die ganze lange Straße')]])
    expect(tagsOf(better, id3v1(Buffer.from('Die ganze')))).toMatchObject({
      title: 'Die ganze lange Straße',
      artist: 'Künstler',
    })
  })

  test('a truncated character at the end is removed', () => {
    const title = Buffer.from(`${'ü'.repeat(14)}xü`).subarray(0, 30)
    expect(tagsOf(Buffer.alloc(0), id3v1(title)).title).toBe(`${'ü'.repeat(14)}x`)
  })

  test('does not count as audio, nor do APE tags and lyrics before it', () => {
    const ape = Buffer.alloc(32 + 500)
    ape.write('APETAGEX', 500)
    ape.writeUInt32LE(532, 512)
    const lyrics = Buffer.from(`LYRICSBEGIN${'x'.repeat(100)}000111LYRICS200`)
    const bare = audioInfoOf(sourceOfBytes(sound))
    const dressed = Buffer.concat([sound, ape, lyrics, id3v1(Buffer.from('Kleid'))])
    const info = audioInfoOf(sourceOfBytes(dressed))
    if (info.kind !== 'audio' || bare.kind !== 'audio') throw new Error('not audio')
    expect(info.durationSeconds).toBe(bare.durationSeconds)
    expect(info.bitrate).toBe(bare.bitrate)
  })
})

describe('comments in Ogg', () => {
  /** The Opus sample with other comments, their packet split into pages of the maximum size. */
  function opusWith(comments: readonly string[]): Buffer {
    const opus = sample('opus.opus')
    const pages = [...opus.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index)
    const [, second = 0] = pages
    const afterComments = pages[2] ?? 0
    const packet = Buffer.concat([Buffer.from('OpusTags'), vorbisComment(comments)])
    const made: Buffer[] = []
    for (let at = 0; at <= packet.length; at += 255 * 255) {
      const range = packet.subarray(at, at + 255 * 255)
      const lacing = Array.from({ length: Math.floor(range.length / 255) }, () => 255)
      if (lacing.length < 255) lacing.push(range.length % 255)
      const header = Buffer.from(opus.subarray(second, second + 27))
      header.fill(0xff, 6, 14)
      header.writeUInt8(lacing.length, 26)
      made.push(header, Buffer.from(lacing), range)
    }
    return Buffer.concat([opus.subarray(0, second), ...made, opus.subarray(afterComments)])
  }

  test('several artists, names in any case', () => {
    const info = audioInfoOf(
      sourceOfBytes(opusWith(['Title=Oben', 'artist=Ada', 'ARTIST=Bo', 'Album Artist=Alle'])),
    )
    expect(info).toMatchObject({ tags: { title: 'Oben', artist: 'Ada, Bo', albumArtist: 'Alle' } })
  })

  test('a large image over many pages, and the fields after it', async () => {
    const picture = Buffer.concat([sample('cover.jpg'), Buffer.alloc(300_000, 'bild')])
    const head = Buffer.alloc(32)
    head.writeUInt32BE(3, 0)
    head.writeUInt32BE(picture.length, 28)
    const block = Buffer.concat([head, picture]).toString('base64')
    const bytes = opusWith([`metadata_block_picture=${block}`, 'TITLE=Dahinter'])
    expect(audioInfoOf(sourceOfBytes(bytes))).toMatchObject({
      durationSeconds: 3,
      tags: { title: 'Dahinter' },
    })
    expect((await pictureIn(bytes))?.equals(picture)).toBe(true)
  })

  test('a count that is far too high ends with the packet', () => {
    const bytes = opusWith(['TITLE=Eins'])
    bytes.writeUInt32LE(0xffffffff, bytes.indexOf('made') + 4)
    expect(audioInfoOf(sourceOfBytes(bytes))).toMatchObject({ kind: 'audio', tags: { title: 'Eins' } })
  })
})

describe('the name by which the artist is sorted', () => {
  const tags = { title: 'Lied', artist: 'Ada', artistSort: 'Lovelace, Ada' }

  test.each([
    ['mp3', taggedMp3(tags)],
    ['flac', taggedFlac(tags)],
    ['m4a', taggedM4a(tags)],
  ])('in %s', (_format, bytes) => {
    const found = { artist: 'Ada', artistSorts: ['Lovelace, Ada'] }
    expect(audioInfoOf(sourceOfBytes(bytes))).toMatchObject({ kind: 'audio', tags: found })
  })

  test('in frames of version 2', () => {
    const frames: Id3Frame[] = [
      ['TSP', id3Text('Lovelace, Ada', 0)],
      ['TS2', id3Text('Duo, Das', 0)],
    ]
    expect(tagsOf(id3v2(2, frames))).toEqual({
      artistSorts: ['Lovelace, Ada'],
      albumArtistSorts: ['Duo, Das'],
    })
  })
})

test('a tag that claims more than the file has is read as far as it goes', () => {
  const whole = taggedMp3({ title: 'Kurz' })
  const boastful = Buffer.from(whole)
  syncsafe(0x0fffffff).copy(boastful, 6)
  expect(audioInfoOf(sourceOfBytes(boastful))).toEqual({ kind: 'broken', reason: 'truncated' })
})

describe('artists are listed one by one', () => {
  const tags = { title: 'Lied', artist: 'Ada feat. Bo', artists: ['Ada', 'Bo'] }

  test.each([
    ['mp3', taggedMp3(tags)],
    ['flac', taggedFlac(tags)],
    ['m4a', taggedM4a(tags)],
  ])('in %s', (_format, bytes) => {
    const info = audioInfoOf(sourceOfBytes(bytes))
    expect(info).toMatchObject({ kind: 'audio', tags })
  })

  test('in a frame of version 3 with wide letters, whatever the case of its name', () => {
    const tag = id3v2(3, [['TXXX', id3Text('Artists\0Jürgen\0Øre', 1)]])
    expect(tagsOf(tag)).toEqual({ artists: ['Jürgen', 'Øre'] })
  })

  test('frames with other names are ignored', () => {
    expect(tagsOf(id3v2(4, [['TXXX', id3Text('TITLE\0Falsch')]]))).toEqual({})
  })

  test('in repeated Vorbis comments, of the track and of the album', () => {
    const comments = vorbisComment(['ARTIST=Ada', 'ARTIST=Bo', 'ALBUMARTIST=Ada', 'ALBUMARTIST=Cem'])
    const found = { tags: {} }
    const source = sourceOfBytes(comments)
    readVorbisComment(source, [{ offset: 0, length: comments.length }], found)
    expect(found.tags).toEqual({
      artist: 'Ada, Bo',
      artists: ['Ada', 'Bo'],
      albumArtist: 'Ada',
      albumArtists: ['Ada', 'Cem'],
    })
  })

  test('each once, and not more than twenty', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Name ${index % 30}`)
    const { artists } = tagsOf(id3v2(4, [['TXXX', id3Text(['ARTISTS', ...names].join('\0'))]]))
    expect(artists).toEqual(names.slice(0, 20))
  })
})
