import { expect, test } from 'vitest'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import {
  id3Lyrics,
  id3Tag,
  id3Text,
  id3TimedLyrics,
  id3v2,
  mpegFrames,
  taggedFlac,
  taggedM4a,
  taggedMp3,
  unsynchronised,
  vorbisComment,
} from '#testing/audio-samples.ts'
import { sourceOfBytes } from '../byte-source.ts'
import { readVorbisComment } from '../flac-and-ogg/vorbis-comment.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { audioInfoOf } from './audio-info.ts'

const sound = mpegFrames(60)
const TEXT = 'Über die Straße\n\nund zurück'
const LRC = '[00:01.00]Über die Straße\n[01:02.50]und zurück'

/** The lyrics of a file. */
function lyricsOf(bytes: Buffer): string | undefined {
  const info = audioInfoOf(sourceOfBytes(bytes))
  if (info.kind !== 'audio') throw new Error(JSON.stringify(info))
  return info.lyrics
}

const lyricsOfTag = (tag: Buffer, behind = Buffer.alloc(0)) => lyricsOf(Buffer.concat([tag, sound, behind]))

test.each([
  ['mp3', taggedMp3],
  ['flac', taggedFlac],
  ['m4a', taggedM4a],
])('lyrics are read from the tags of %s, also long ones', (_format, tagged) => {
  const long = `${TEXT}\n${'Zeile mit Text\n'.repeat(1000)}Ende`
  for (const lyrics of [TEXT, LRC, long]) expect(lyricsOf(tagged({ title: 'Eins', lyrics }))).toBe(lyrics)
  expect(lyricsOf(tagged({ title: 'Eins' }))).toBeUndefined()
})

test.each([
  [2, 0],
  [2, 1],
  [3, 1],
  [4, 2],
  [4, 3],
] as const)('ID3 of version %i keeps umlauts of lyrics in encoding %i', (version, encoding) => {
  const id = version === 2 ? 'ULT' : 'USLT'
  expect(lyricsOfTag(id3v2(version, [[id, id3Lyrics(TEXT, encoding)]]))).toBe(TEXT)
})

test('lyrics in a tag with unsynchronisation are read, and those of a tag behind the sound', () => {
  const tag = id3v2(3, [['USLT', id3Lyrics(TEXT, 1)]])
  expect(lyricsOfTag(id3Tag(3, unsynchronised(tag.subarray(10)), 0x80))).toBe(TEXT)
  const footer = Buffer.concat([Buffer.from('3DI'), tag.subarray(3, 10)])
  expect(lyricsOfTag(Buffer.alloc(0), Buffer.concat([tag, footer]))).toBe(TEXT)
})

test.each([1, 2, 3] as const)('lines with times become LRC, in encoding %i', (encoding) => {
  const lines = [
    ['Über die Straße', 1000],
    ['und zurück', 62_500],
  ] as const
  expect(lyricsOfTag(id3v2(4, [['SYLT', id3TimedLyrics(lines, { encoding })]]))).toBe(LRC)
})

test('words with times become LRC with a time for each word', () => {
  const words = [
    ['Licht ', 1000],
    ['aus', 1500],
    ['\nEnde', 2000],
  ] as const
  expect(lyricsOfTag(id3v2(3, [['SYLT', id3TimedLyrics(words)]]))).toBe(
    '[00:01.00]<00:01.00>Licht <00:01.50>aus\n[00:02.00]<00:02.00>Ende',
  )
})

test('lyrics with times win over plain ones, whichever come first', () => {
  const timed = ['SYLT', id3TimedLyrics([['Eins', 1000]])] as const
  const plain = ['USLT', id3Lyrics('Eins')] as const
  for (const frames of [
    [timed, plain],
    [plain, timed],
  ])
    expect(lyricsOfTag(id3v2(4, frames))).toBe('[00:01.00]Eins')
  const found: TagFindings = { tags: {} }
  const comments = vorbisComment(['UnsyncedLyrics=Eins', `SYNCEDLYRICS=${LRC}`, 'LYRICS=Zwei', 'TITLE=Weg'])
  readVorbisComment(sourceOfBytes(comments), [{ offset: 0, length: comments.length }], found)
  expect(found).toEqual({ tags: { title: 'Weg' }, lyrics: LRC })
})

test.each([
  ['times in frames', id3TimedLyrics([['Eins', 10]], { times: 1 })],
  ['the names of chords', id3TimedLyrics([['Am', 10]], { kind: 5 })],
  ['no end of its description', Buffer.from('\u0003deuText')],
  ['nothing', Buffer.from('\u0003')],
  ['a text that is cut off', id3TimedLyrics([['Eins', 10]]).subarray(0, 14)],
])('a frame with %s has no lyrics, and the other tags are read', (_what, content) => {
  const tag = id3v2(4, [
    ['SYLT', content],
    ['USLT', content.subarray(0, 5)],
    ['TIT2', id3Text('Weg')],
  ])
  expect(audioInfoOf(sourceOfBytes(Buffer.concat([tag, sound])))).toMatchObject({ tags: { title: 'Weg' } })
  expect(lyricsOfTag(tag)).toBeUndefined()
})

test.each([taggedMp3, taggedFlac, taggedM4a])('lyrics that are too long are ignored', (tagged) => {
  const longest = 'ä'.repeat(LYRICS_MAX_LENGTH)
  expect(lyricsOf(tagged({ title: 'Eins', lyrics: longest }))).toBe(longest)
  expect(lyricsOf(tagged({ title: 'Eins', lyrics: `${longest}ä` }))).toBeUndefined()
  expect(lyricsOf(tagged({ title: 'Eins', lyrics: '漢'.repeat(1_000_000) }))).toBeUndefined()
})
