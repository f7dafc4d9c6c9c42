import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The small media files that scripts/make-samples.ts generates. */
export const SAMPLES = join(import.meta.dirname, 'samples')

export function sample(name: string): Buffer {
  return readFileSync(join(SAMPLES, name))
}

/**
 * Silent MPEG 1 layer III frames, mono, 44,100 Hz, of 1152 samples. The frames cycle through
 * `bitrateIndexes`; 9 is 128 kbit/s.
 */
export function mpegFrames(count: number, bitrateIndexes: readonly number[] = [9]): Buffer {
  const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  let owed = 0
  const frames = Array.from({ length: count }, (_, number) => {
    const index = bitrateIndexes[number % bitrateIndexes.length] ?? 9
    const exact = (144_000 * (kilobits[index] ?? 0)) / 44_100
    // Some frames have a padding byte, so that the average bitrate is exact.
    owed += exact % 1
    const padding = owed >= 1 ? 1 : 0
    owed -= padding
    const frame = Buffer.alloc(Math.floor(exact) + padding)
    frame.writeUInt32BE((0xfffb00c0 | (index << 12) | (padding << 9)) >>> 0, 0)
    return frame
  })
  return Buffer.concat(frames)
}

/** A frame of an ID3v2 tag: its name and content. */
export type Id3Frame = readonly [id: string, content: Buffer]

/**
 * A text as ID3v2 writes it: in Latin-1 (0), UTF-16 with a byte order mark (1), big-endian UTF-16 (2) or UTF-8 (3).
 */
export function id3Text(text: string, encoding: 0 | 1 | 2 | 3 = 3): Buffer {
  const wide = Buffer.from(text, 'utf16le')
  const bytes = {
    0: () => Buffer.from(text, 'latin1'),
    1: () => Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
    2: () => wide.swap16(),
    3: () => Buffer.from(text, 'utf8'),
  }[encoding]()
  return Buffer.concat([Buffer.from([encoding]), bytes])
}

/** The content of a frame with plain lyrics. */
export function id3Lyrics(text: string, encoding: 0 | 1 | 2 | 3 = 3): Buffer {
  const [first = 0, ...rest] = id3Text(`Text\0${text}`, encoding)
  return Buffer.concat([Buffer.from([first]), Buffer.from('deu'), Buffer.from(rest)])
}

/** The content of a frame whose texts have times in milliseconds. */
export function id3TimedLyrics(
  parts: readonly (readonly [text: string, startMs: number])[],
  { encoding = 3, times = 2, kind = 1 }: { encoding?: 1 | 2 | 3; times?: number; kind?: number } = {},
): Buffer {
  const ended = (text: string) => id3Text(`${text}\0`, encoding).subarray(1)
  return Buffer.concat([
    Buffer.from([encoding]),
    Buffer.from('deu'),
    Buffer.from([times, kind]),
    ended('Text'),
    ...parts.flatMap(([text, startMs]) => {
      const time = Buffer.alloc(4)
      time.writeUInt32BE(startMs)
      return [ended(text), time]
    }),
  ])
}

/** The content of an image frame. Kind 3 is the front cover. */
export function id3Picture(picture: Buffer, kind = 3, description = ''): Buffer {
  const head = Buffer.from(`\0image/jpeg\0${String.fromCharCode(kind)}${description}\0`, 'latin1')
  return Buffer.concat([head, picture])
}

interface Id3Options {
  flags?: number
  /** The second flag byte of every frame. */
  frameFlags?: number
  /** Writes the sizes of frames as plain integers in version 4, too, although it requires syncsafe integers. */
  plainSizes?: boolean
  padding?: number
}

/** An ID3v2 tag of version 2, 3 or 4. */
export function id3v2(version: 2 | 3 | 4, frames: readonly Id3Frame[], options: Id3Options = {}): Buffer {
  const body = Buffer.concat([
    ...frames.map(([id, content]) => id3Frame(version, id, content, options)),
    Buffer.alloc(options.padding ?? 0),
  ])
  return id3Tag(version, body, options.flags)
}

/** The header of an ID3v2 tag before an existing body. */
export function id3Tag(version: number, body: Buffer, flags = 0): Buffer {
  const header = Buffer.from(['I'.charCodeAt(0), 'D'.charCodeAt(0), '3'.charCodeAt(0), version, 0, flags])
  return Buffer.concat([header, syncsafe(body.length), body])
}

function id3Frame(version: 2 | 3 | 4, id: string, content: Buffer, options: Id3Options): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  if (version === 2) return Buffer.concat([Buffer.from(id, 'latin1'), size.subarray(1), content])
  const isSafe = version === 4 && options.plainSizes !== true
  const flags = Buffer.from([0, options.frameFlags ?? 0])
  return Buffer.concat([Buffer.from(id, 'latin1'), isSafe ? syncsafe(content.length) : size, flags, content])
}

export function syncsafe(number: number): Buffer {
  return Buffer.from([(number >> 21) & 0x7f, (number >> 14) & 0x7f, (number >> 7) & 0x7f, number & 0x7f])
}

/** Inserts a zero after each 0xFF that could be mistaken for the start of an MPEG frame (ID3v2 unsynchronisation). */
export function unsynchronised(bytes: Buffer): Buffer {
  const result: number[] = []
  for (const [index, byte] of bytes.entries()) {
    result.push(byte)
    const next = bytes[index + 1] ?? 0
    if (byte === 0xff && (next === 0 || next >= 0xe0)) result.push(0)
  }
  return Buffer.from(result)
}

/** The tags of a generated file. */
export interface WrittenTags {
  title: string
  artist?: string
  album?: string
  albumArtist?: string
  artistSort?: string
  /** Each artist as a value of its own, in addition to `artist`. */
  artists?: readonly string[]
  date?: string
  /** Like "3" or "3/12". */
  track?: string
  disc?: string
  genre?: string
  isCompilation?: boolean
  releaseId?: string
  /** Plain lyrics or LRC, as one text. */
  lyrics?: string
}

const ID3_NAMES = {
  title: 'TIT2',
  artist: 'TPE1',
  album: 'TALB',
  albumArtist: 'TPE2',
  artistSort: 'TSOP',
  date: 'TDRC',
  track: 'TRCK',
  disc: 'TPOS',
  genre: 'TCON',
} as const
const VORBIS_NAMES = {
  title: 'TITLE',
  artist: 'ARTIST',
  album: 'ALBUM',
  albumArtist: 'ALBUMARTIST',
  artistSort: 'ARTISTSORT',
  date: 'DATE',
  track: 'TRACKNUMBER',
  disc: 'DISCNUMBER',
  genre: 'GENRE',
} as const

function written<N extends string>(
  tags: WrittenTags,
  names: Record<keyof typeof ID3_NAMES, N>,
): [N, string][] {
  const texts: [N, string | undefined][] = [
    [names.title, tags.title],
    [names.artist, tags.artist],
    [names.album, tags.album],
    [names.albumArtist, tags.albumArtist],
    [names.artistSort, tags.artistSort],
    [names.date, tags.date],
    [names.track, tags.track],
    [names.disc, tags.disc],
    [names.genre, tags.genre],
  ]
  return texts.flatMap(([name, text]): [N, string][] => (text === undefined ? [] : [[name, text]]))
}

/** A silent mp3 of 128 kbit/s, 38 frames per second. */
export function taggedMp3(
  tags: WrittenTags,
  { frames = 40, cover }: { frames?: number; cover?: Buffer } = {},
): Buffer {
  const texts = written(tags, ID3_NAMES).map(([id, text]): Id3Frame => [id, id3Text(text)])
  if (tags.artists !== undefined) texts.push(['TXXX', id3Text(['ARTISTS', ...tags.artists].join('\0'))])
  if (tags.isCompilation === true) texts.push(['TCMP', id3Text('1')])
  if (tags.releaseId !== undefined)
    texts.push(['TXXX', id3Text(['MusicBrainz Album Id', tags.releaseId].join('\0'))])
  if (tags.lyrics !== undefined) texts.push(['USLT', id3Lyrics(tags.lyrics)])
  if (cover !== undefined) texts.push(['APIC', id3Picture(cover)])
  return Buffer.concat([id3v2(4, texts), mpegFrames(frames)])
}

/** The audio of lossless.flac with other tags. */
export function taggedFlac(tags: WrittenTags): Buffer {
  const flac = sample('lossless.flac')
  const comments = written(tags, VORBIS_NAMES).map(([name, text]) => `${name}=${text}`)
  for (const name of tags.artists ?? []) comments.push(`ARTISTS=${name}`)
  if (tags.isCompilation === true) comments.push('COMPILATION=1')
  if (tags.releaseId !== undefined) comments.push(`MUSICBRAINZ_ALBUMID=${tags.releaseId}`)
  if (tags.lyrics !== undefined) comments.push(`LYRICS=${tags.lyrics}`)
  const block = vorbisComment(comments)
  const header = Buffer.alloc(4)
  // The header of the last block, which contains the comments.
  header.writeUInt32BE((0x84000000 | block.length) >>> 0)
  const streamInfo = Buffer.from(flac.subarray(0, 42))
  streamInfo[4] = 0
  return Buffer.concat([streamInfo, header, block, flac.subarray(flacSoundStart(flac))])
}

/** The body of a comment header, which Vorbis, Opus and FLAC share. */
export function vorbisComment(comments: readonly string[]): Buffer {
  const lengthAnd = (bytes: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const count = Buffer.alloc(4)
  count.writeUInt32LE(comments.length)
  const texts = comments.map((comment) => lengthAnd(Buffer.from(comment)))
  return Buffer.concat([lengthAnd(Buffer.from('made')), count, ...texts])
}

function flacSoundStart(flac: Buffer): number {
  let at = 4
  for (;;) {
    const header = flac.readUInt32BE(at)
    at += 4 + (header & 0xffffff)
    if (header >>> 31 === 1) return at
  }
}

/** The audio of moov-at-end.m4a with other tags. */
export function taggedM4a(tags: WrittenTags): Buffer {
  const m4a = sample('moov-at-end.m4a')
  const texts: [string, string | undefined][] = [
    ['\u00a9nam', tags.title],
    ['\u00a9ART', tags.artist],
    ['\u00a9alb', tags.album],
    ['aART', tags.albumArtist],
    ['soar', tags.artistSort],
    ['\u00a9day', tags.date],
    ['\u00a9gen', tags.genre],
    ['\u00a9lyr', tags.lyrics],
  ]
  const items = texts.flatMap(([type, text]) =>
    text === undefined ? [] : [ilstItem(type, 1, Buffer.from(text))],
  )
  if (tags.track !== undefined) items.push(ilstItem('trkn', 0, numberPair(tags.track)))
  if (tags.disc !== undefined) items.push(ilstItem('disk', 0, numberPair(tags.disc)))
  if (tags.artists !== undefined) items.push(namedItem('ARTISTS', tags.artists))
  if (tags.isCompilation === true) items.push(ilstItem('cpil', 21, Buffer.from([1])))
  if (tags.releaseId !== undefined) items.push(namedItem('MusicBrainz Album Id', [tags.releaseId]))
  const handler = mp4Box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0', 'latin1'))
  const meta = mp4Box('meta', Buffer.concat([Buffer.alloc(4), handler, mp4Box('ilst', Buffer.concat(items))]))
  return Buffer.concat(
    topBoxes(m4a).map((box) => {
      if (box.toString('latin1', 4, 8) !== 'moov') return box
      const kept = topBoxes(box.subarray(8)).filter((inner) => inner.toString('latin1', 4, 8) !== 'udta')
      return mp4Box('moov', Buffer.concat([...kept, mp4Box('udta', meta)]))
    }),
  )
}

export function mp4Box(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

function ilstItem(type: string, kind: number, value: Buffer): Buffer {
  return mp4Box(type, ilstData(kind, value))
}

function ilstData(kind: number, value: Buffer): Buffer {
  return mp4Box('data', Buffer.concat([Buffer.from([0, 0, 0, kind, 0, 0, 0, 0]), value]))
}

/** A freeform metadata item (`----`) of an MP4 file, with its name and its values. */
function namedItem(name: string, values: readonly string[]): Buffer {
  return mp4Box(
    '----',
    Buffer.concat([
      mp4Box('mean', Buffer.from('\0\0\0\0com.apple.iTunes')),
      mp4Box('name', Buffer.from(`\0\0\0\0${name}`)),
      ...values.map((value) => ilstData(1, Buffer.from(value))),
    ]),
  )
}

function numberPair(text: string): Buffer {
  const [number = 0, total = 0] = text.split('/').map(Number)
  return Buffer.from([0, 0, number >> 8, number & 255, total >> 8, total & 255, 0, 0])
}

function topBoxes(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readUInt32BE(at)
    boxes.push(bytes.subarray(at, end))
    at = end
  }
  return boxes
}
