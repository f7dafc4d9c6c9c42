import type { AudioCodec } from '../audio-formats.ts'
import { addTag, type TagName } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { readId3v2, type TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { latinText, untilNul } from '../tag-text.ts'

const CHUNKS_MAX = 2000
const CHUNK_HEADER_BYTES = 8
/** Offset and block size before the samples. */
const SOUND_HEADER_BYTES = 8
const TEXT_MAX_BYTES = 4096
/** Exponent of an 80-bit number whose value is its mantissa. */
const EXPONENT_BIAS = 16_383 + 63

/** Compression types of AIFF-C. */
const CODECS = new Map<string, AudioCodec>([
  ['NONE', 'pcm'],
  ['twos', 'pcm'],
  ['sowt', 'pcm'],
  ['raw ', 'pcm'],
  ['in24', 'pcm'],
  ['in32', 'pcm'],
  ['fl32', 'pcm'],
  ['FL32', 'pcm'],
  ['fl64', 'pcm'],
  ['FL64', 'pcm'],
  ['alaw', 'a-law'],
  ['ALAW', 'a-law'],
  ['ulaw', 'mu-law'],
  ['ULAW', 'mu-law'],
])
const TEXT_CHUNKS = new Map<string, TagName>([
  ['NAME', 'title'],
  ['AUTH', 'artist'],
])

interface Common {
  codec: AudioCodec
  channels: number
  sampleRate: number
  bytesPerSecond: number
}

export function isAiff(source: ByteSource): boolean {
  return source.is(0, 'FORM') && (source.is(8, 'AIFF') || source.is(8, 'AIFC'))
}

/** Reads an AIFF or AIFF-C file. @throws BrokenAudio */
export function readAiff(source: ByteSource, found: TagFindings): Sound {
  const isCompressed = source.is(8, 'AIFC')
  const texts: TagFindings = { tags: {} }
  let common: Common | undefined
  let soundBytes: number | undefined
  let isCut = false
  let at = 12
  for (let count = 0; count < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= source.size; count += 1) {
    const id = source.bytes(at, 4).toString('latin1')
    const declared = source.u32(at + 4)
    const body = at + CHUNK_HEADER_BYTES
    const length = Math.min(declared, source.size - body)
    if (id === 'COMM' && length >= 18) common ??= commonIn(source, body, isCompressed && length >= 22)
    if (id === 'SSND') {
      soundBytes ??= length - SOUND_HEADER_BYTES
      if (declared > length) isCut = true
    }
    if (id === 'ID3 ' || id === 'id3 ') readId3v2(source, body, found)
    const field = TEXT_CHUNKS.get(id)
    if (field !== undefined) {
      const text = latinText(source.bytes(body, Math.min(length, TEXT_MAX_BYTES)))
      addTag(texts.tags, field, untilNul(text))
    }
    at = body + length + (length % 2)
  }
  if (common === undefined) throw new BrokenAudio('damaged')
  if (soundBytes === undefined) throw new BrokenAudio('truncated')
  found.tags = { ...texts.tags, ...found.tags }
  const { codec, channels, sampleRate, bytesPerSecond } = common
  const durationSeconds = soundBytes / bytesPerSecond
  return soundOf(
    { format: 'aiff', codec, channels, sampleRate, durationSeconds, ...(isCut && { isCut: true as const }) },
    soundBytes,
  )
}

function commonIn(source: ByteSource, offset: number, hasCompression: boolean): Common {
  const compression = hasCompression ? source.bytes(offset + 18, 4).toString('latin1') : 'NONE'
  const codec = CODECS.get(compression)
  if (codec === undefined) throw new BrokenAudio('unsupported-codec')
  const channels = source.u16(offset)
  const bytesPerSample = codec === 'pcm' ? Math.ceil(source.u16(offset + 6) / 8) : 1
  const sampleRate = Math.round(extendedNumber(source, offset + 8))
  return { codec, channels, sampleRate, bytesPerSecond: sampleRate * channels * bytesPerSample }
}

/** A positive number in 80 bits, as the sample rate is written. */
function extendedNumber(source: ByteSource, offset: number): number {
  return source.u64(offset + 2) * 2 ** (source.u16(offset) - EXPONENT_BIAS)
}
