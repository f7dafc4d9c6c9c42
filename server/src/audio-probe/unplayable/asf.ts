import type { AudioCodec } from '../audio-formats.ts'
import { addTag, tagNamed, type TagName } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { plainCover } from '../embedded-cover.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { untilNul, utf16Text } from '../tag-text.ts'

const HEADER = '3026b2758e66cf11a6d900aa0062ce6c'
/** The first four bytes of the header, compared first because this check runs for every file. */
const HEADER_START = 0x3026b275
const FILE_PROPERTIES = 'a1dcab8c47a9cf118ee400c00c205365'
const STREAM_PROPERTIES = '9107dcb7b7a9cf118ee600c00c205365'
const DESCRIPTION = '3326b2758e66cf11a6d900aa0062ce6c'
const MORE_DESCRIPTION = '40a4d0d207e3d21197f000a0c95ea850'
const ENCRYPTIONS = new Set(['fbb3112223bdd211b4b700a0c955fc6e', '14e68a292226174cb935dae07ee9289c'])
const AUDIO_STREAM = '409e69f84d5bcf11a8fd00805f5c442b'
const VIDEO_STREAM = 'c0ef19bc4d5bcf11a8fd00805f5c442b'

const OBJECT_HEADER_BYTES = 24
const FIRST_OBJECT_AT = 30
/** Header of the data object, which contains the packets and follows the header object. */
const DATA_HEADER_BYTES = 50
const OBJECTS_MAX = 500
const FIELDS_MAX = 1000
const TEXT_MAX_BYTES = 4096
const CODECS = new Map<number, AudioCodec>([
  [0x160, 'wma'],
  [0x161, 'wma'],
  [0x162, 'wma'],
  [0x163, 'wma-lossless'],
])
const FIELDS = new Map<string, TagName>([
  ['WM/AlbumTitle', 'album'],
  ['WM/AlbumArtist', 'albumArtist'],
  ['WM/ARTISTS', 'artists'],
  ['WM/Year', 'year'],
  ['WM/TrackNumber', 'trackNumber'],
  ['WM/PartOfSet', 'discNumber'],
  ['WM/Genre', 'genres'],
  ['WM/IsCompilation', 'isCompilation'],
  ['MusicBrainz/Album Id', 'releaseId'],
])
/** Kinds of values. */
const TEXT = 0
const BINARY = 1
const BOOLEAN = 2
const WHOLE_NUMBER = 3
const FRONT_COVER = 3

/** A flag of the file properties: a recorded live stream, whose sizes are not known. */
const BROADCAST = 1

interface AsfFindings {
  durationSeconds?: number
  /** The size of all packets with sound. */
  packetBytes?: number
  audio?: { codec: AudioCodec; channels: number; sampleRate: number }
  hasVideo?: true
}

export function isAsf(source: ByteSource): boolean {
  return source.size >= FIRST_OBJECT_AT && source.u32(0) === HEADER_START && guidAt(source, 0) === HEADER
}

/** Reads the header of an ASF file; undefined when it contains video. @throws BrokenAudio */
export function readAsf(source: ByteSource, found: TagFindings): Sound | undefined {
  const end = source.u64le(16)
  if (end > source.size) throw new BrokenAudio('truncated')
  const findings: AsfFindings = {}
  let at = FIRST_OBJECT_AT
  for (let count = 0; count < OBJECTS_MAX && at + OBJECT_HEADER_BYTES <= end; count += 1) {
    const length = source.u64le(at + 16)
    if (length < OBJECT_HEADER_BYTES || length > end - at) throw new BrokenAudio('damaged')
    readObject(source, { guid: guidAt(source, at), at, end: at + length }, findings, found)
    at += length
  }
  const { audio, durationSeconds = 0, packetBytes = 0, hasVideo } = findings
  if (hasVideo === true) return undefined
  if (audio === undefined) throw new BrokenAudio('no-sound')
  const soundBytes = source.size - end
  const whole = { format: 'wma', ...audio, durationSeconds } as const
  const declared = DATA_HEADER_BYTES + packetBytes
  if (declared <= soundBytes) return soundOf(whole, soundBytes)
  const left = (durationSeconds * soundBytes) / declared
  return soundOf({ ...whole, durationSeconds: left, isCut: true }, soundBytes)
}

interface AsfObject {
  guid: string
  at: number
  end: number
}

function readObject(
  source: ByteSource,
  { guid, at, end }: AsfObject,
  findings: AsfFindings,
  found: TagFindings,
): void {
  const body = at + OBJECT_HEADER_BYTES
  if (ENCRYPTIONS.has(guid)) throw new BrokenAudio('encrypted')
  if (guid === FILE_PROPERTIES && end - at >= 96) {
    // The duration is in units of 100 ns, and includes the time in milliseconds that a player buffers at first.
    findings.durationSeconds ??= source.u64le(at + 64) / 1e7 - source.u64le(at + 80) / 1000
    const isKnown = (source.u32le(at + 88) & BROADCAST) === 0
    if (isKnown) findings.packetBytes ??= source.u64le(at + 56) * source.u32le(at + 92)
  }
  if (guid === STREAM_PROPERTIES && end - at >= 54) readStream(source, { guid, at, end }, findings)
  if (guid === DESCRIPTION && end - at >= 34) {
    const titleBytes = source.u16le(body)
    const titleAt = body + 10
    addText(source, 'title', { at: titleAt, length: titleBytes, end }, found)
    addText(source, 'artist', { at: titleAt + titleBytes, length: source.u16le(body + 2), end }, found)
  }
  if (guid === MORE_DESCRIPTION && end - at >= 26) readFields(source, body, end, found)
}

function readStream(source: ByteSource, { at, end }: AsfObject, findings: AsfFindings): void {
  const kind = guidAt(source, at + 24)
  if (kind === VIDEO_STREAM) findings.hasVideo = true
  if (kind !== AUDIO_STREAM || findings.audio !== undefined || end - at < 94) return
  const codec = CODECS.get(source.u16le(at + 78))
  if (codec === undefined) throw new BrokenAudio('unsupported-codec')
  findings.audio = { codec, channels: source.u16le(at + 80), sampleRate: source.u32le(at + 82) }
}

/** Reads fields: each has the length of its name, the name, the kind and the length of its value, and the value. */
function readFields(source: ByteSource, body: number, end: number, found: TagFindings): void {
  const fields = Math.min(source.u16le(body), FIELDS_MAX)
  let at = body + 2
  for (let count = 0; count < fields && at + 6 <= end; count += 1) {
    const nameBytes = source.u16le(at)
    const valueAt = at + 2 + nameBytes + 4
    if (valueAt > end) return
    const kind = source.u16le(valueAt - 4)
    const length = source.u16le(valueAt - 2)
    if (length > end - valueAt) return
    const name = textAt(source, at + 2, nameBytes)
    const field = FIELDS.get(name) ?? tagNamed(name)
    if (field !== undefined) {
      const isNumber = (kind === WHOLE_NUMBER || kind === BOOLEAN) && length >= 4
      if (kind === TEXT) addText(source, field, { at: valueAt, length, end }, found)
      else if (isNumber) addTag(found.tags, field, String(source.u32le(valueAt)))
    }
    if (name === 'WM/Picture' && kind === BINARY) readPicture(source, valueAt, length, found)
    at = valueAt + length
  }
}

/** Reads an image, whose bytes follow its kind, length, type and description. */
function readPicture(source: ByteSource, at: number, length: number, found: TagFindings): void {
  if (length < 9 || source.u8(at) !== FRONT_COVER) return
  const imageBytes = source.u32le(at + 1)
  const start = at + length - imageBytes
  if (start < at + 9 || found.cover !== undefined) return
  const cover = plainCover(source, start, imageBytes)
  if (cover !== undefined) found.cover = cover
}

function addText(
  source: ByteSource,
  name: TagName,
  { at, length, end }: { at: number; length: number; end: number },
  found: TagFindings,
): void {
  if (length <= end - at) addTag(found.tags, name, textAt(source, at, length))
}

function textAt(source: ByteSource, at: number, length: number): string {
  return untilNul(utf16Text(source.bytes(at, Math.min(length, TEXT_MAX_BYTES)), false))
}

function guidAt(source: ByteSource, at: number): string {
  return source.bytes(at, 16).toString('hex')
}
