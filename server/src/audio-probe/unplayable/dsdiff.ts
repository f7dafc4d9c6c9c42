import { addTag, type TagName } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { readId3v2, type TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { latinText, untilNul } from '../tag-text.ts'

const CHUNKS_MAX = 2000
const CHUNK_HEADER_BYTES = 12
const FIRST_CHUNK_AT = 16
const TEXT_MAX_BYTES = 4096
/** A sample is one bit. The sample rate is given in bytes per second, as ffmpeg gives it. */
const BITS_IN_BYTE = 8
/** Chunks that contain other chunks, with the number of bytes before the first of these. */
const PARENTS = new Map([
  ['PROP', 4],
  ['DIIN', 0],
])
const TEXT_CHUNKS = new Map<string, TagName>([
  ['DITI', 'title'],
  ['DIAR', 'artist'],
])

interface DsdiffFindings {
  bitRate?: number
  channels?: number
  sound?: { declared: number; bytes: number }
  /** Only in a compressed file. */
  frames?: { count: number; perSecond: number }
}

export function isDsdiff(source: ByteSource): boolean {
  return source.is(0, 'FRM8') && source.is(12, 'DSD ')
}

/** Reads a DSDIFF file: one bit for a sample, plain or compressed. @throws BrokenAudio */
export function readDsdiff(source: ByteSource, found: TagFindings): Sound {
  const findings: DsdiffFindings = {}
  const texts: TagFindings = { tags: {} }
  let at = FIRST_CHUNK_AT
  for (let count = 0; count < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= source.size; count += 1) {
    const id = source.bytes(at, 4).toString('latin1')
    const declared = source.u64(at + 4)
    const body = at + CHUNK_HEADER_BYTES
    const bytes = Math.min(declared, source.size - body)
    if (id === 'ID3 ') readId3v2(source, body, found)
    const inner = PARENTS.get(id)
    readChunk(source, { id, body, declared, bytes }, findings)
    const field = TEXT_CHUNKS.get(id)
    if (field !== undefined && bytes > 4)
      // The text follows its length.
      addTag(
        texts.tags,
        field,
        untilNul(latinText(source.bytes(body + 4, Math.min(bytes - 4, TEXT_MAX_BYTES)))),
      )
    at = inner === undefined ? body + bytes + (bytes % 2) : body + inner
  }
  found.tags = { ...texts.tags, ...found.tags }
  return soundIn(findings)
}

interface Chunk {
  id: string
  body: number
  declared: number
  bytes: number
}

function readChunk(source: ByteSource, { id, body, declared, bytes }: Chunk, findings: DsdiffFindings): void {
  if (id === 'FS  ') findings.bitRate ??= source.u32(body)
  if (id === 'CHNL') findings.channels ??= source.u16(body)
  if (id === 'DSD ' || id === 'DST ') findings.sound ??= { declared, bytes }
  // The first chunk inside the compressed sound contains the number of frames.
  if (id === 'DST ' && source.is(body, 'FRTE')) {
    const at = body + CHUNK_HEADER_BYTES
    findings.frames ??= { count: source.u32(at), perSecond: source.u16(at + 4) }
  }
}

function soundIn({ bitRate = 0, channels = 0, sound, frames }: DsdiffFindings): Sound {
  if (sound === undefined) throw new BrokenAudio('truncated')
  const { declared, bytes } = sound
  const whole =
    frames === undefined ? (declared * BITS_IN_BYTE) / bitRate / channels : frames.count / frames.perSecond
  const isCut = bytes < declared && { isCut: true as const }
  const durationSeconds = (whole * bytes) / declared
  const sampleRate = bitRate / BITS_IN_BYTE
  return soundOf({ format: 'dff', codec: 'dsd', channels, sampleRate, durationSeconds, ...isCut }, bytes)
}
