import type { AudioCodec } from '../audio-formats.ts'
import { addTag, type TagName } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { readId3v2, type TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { latinText, untilNul } from '../tag-text.ts'

const CHUNKS_MAX = 2000
const CHUNK_HEADER_BYTES = 8
const TEXT_MAX_BYTES = 4096
/** The value of a length field if the length is in the chunk `ds64` instead, or if the writer never filled it in. */
const UNKNOWN_SIZE = 0xffffffff
const EXTENSIBLE = 0xfffe

const CODECS = new Map<number, AudioCodec>([
  [1, 'pcm'],
  [3, 'pcm'],
  [6, 'a-law'],
  [7, 'mu-law'],
])

const INFO_FIELDS = new Map<string, TagName>([
  ['INAM', 'title'],
  ['IART', 'artist'],
  ['IPRD', 'album'],
  ['ICRD', 'year'],
  ['IPRT', 'trackNumber'],
  ['ITRK', 'trackNumber'],
  ['IGNR', 'genres'],
])

interface WavFormat {
  codec: AudioCodec
  channels: number
  sampleRate: number
  bytesPerSecond: number
}

/** Reads a RIFF or RF64 file of WAVE type. @throws BrokenAudio */
export function readWav(source: ByteSource, found: TagFindings): Sound {
  let format: WavFormat | undefined
  let dataBytes: number | undefined
  let largeDataBytes: number | undefined
  let isCut = false
  let at = 12
  for (let count = 0; count < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= source.size; count += 1) {
    const id = source.bytes(at, 4).toString('latin1')
    const declared = source.u32le(at + 4)
    const body = at + CHUNK_HEADER_BYTES
    const length = Math.min(
      id === 'data' && declared === UNKNOWN_SIZE ? (largeDataBytes ?? declared) : declared,
      source.size - body,
    )
    if (id === 'ds64' && length >= 16) largeDataBytes = source.u64le(body + 8)
    if (id === 'fmt ' && length >= 16) format ??= formatIn(source, body, length)
    if (id === 'data') dataBytes ??= declared === 0 && isStreamed(source) ? source.size - body : length
    if (id === 'data' && declared !== UNKNOWN_SIZE && declared > source.size - body) isCut = true
    if (id === 'LIST' && length >= 4 && source.is(body, 'INFO'))
      readInfo(source, body + 4, body + length, found)
    if (id === 'id3 ' || id === 'ID3 ') readId3v2(source, body, found)
    if (id === 'data' && dataBytes === source.size - body) break
    at = body + length + (length % 2)
  }
  if (format === undefined) throw new BrokenAudio('damaged')
  if (dataBytes === undefined) throw new BrokenAudio('truncated')
  const { codec, channels, sampleRate, bytesPerSecond } = format
  return soundOf(
    {
      format: 'wav',
      codec,
      channels,
      sampleRate,
      durationSeconds: dataBytes / bytesPerSecond,
      ...(isCut && { isCut: true as const }),
    },
    dataBytes,
  )
}

/** Whether a writer that could not seek back has left the lengths empty. */
function isStreamed(source: ByteSource): boolean {
  const riffBytes = source.u32le(4)
  return riffBytes === 0 || riffBytes === UNKNOWN_SIZE
}

function formatIn(source: ByteSource, offset: number, length: number): WavFormat {
  const declared = source.u16le(offset)
  const code = declared === EXTENSIBLE && length >= 26 ? source.u16le(offset + 24) : declared
  const codec = CODECS.get(code)
  if (codec === undefined) throw new BrokenAudio('unsupported-codec')
  const channels = source.u16le(offset + 2)
  const sampleRate = source.u32le(offset + 4)
  const bitsPerSample = source.u16le(offset + 14)
  // The declared byte rate is wrong in some files; in these codecs all samples have the same size.
  return { codec, channels, sampleRate, bytesPerSecond: sampleRate * channels * Math.ceil(bitsPerSample / 8) }
}

function readInfo(source: ByteSource, start: number, end: number, found: TagFindings): void {
  let at = start
  for (let count = 0; count < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= end; count += 1) {
    const field = INFO_FIELDS.get(source.bytes(at, 4).toString('latin1'))
    const length = source.u32le(at + 4)
    const body = at + CHUNK_HEADER_BYTES
    if (length > end - body) return
    if (field !== undefined) {
      addTag(found.tags, field, untilNul(latinText(source.bytes(body, Math.min(length, TEXT_MAX_BYTES)))))
    }
    at = body + length + (length % 2)
  }
}
