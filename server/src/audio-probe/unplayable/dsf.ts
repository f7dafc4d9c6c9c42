import type { ByteSource } from '../byte-source.ts'
import { readId3v2, type TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'

const FORMAT_AT = 28
const DATA_HEADER_BYTES = 12
/** A sample is one bit. The sample rate is given in bytes per second, as ffmpeg gives it. */
const BITS_IN_BYTE = 8

export function isDsf(source: ByteSource): boolean {
  return source.is(0, 'DSD ') && source.is(FORMAT_AT, 'fmt ')
}

/** Reads a DSD stream file: one bit for a sample, at some megahertz. @throws BrokenAudio */
export function readDsf(source: ByteSource, found: TagFindings): Sound {
  const channels = source.u32le(FORMAT_AT + 24)
  const bitRate = source.u32le(FORMAT_AT + 28)
  const dataAt = FORMAT_AT + source.u64le(FORMAT_AT + 4)
  if (!source.is(dataAt, 'data')) throw new BrokenAudio('damaged')
  const declared = source.u64le(dataAt + 4) - DATA_HEADER_BYTES
  const soundBytes = Math.min(declared, source.size - dataAt - DATA_HEADER_BYTES)
  const tagAt = source.u64le(20)
  if (tagAt > 0 && tagAt < source.size) readId3v2(source, tagAt, found)
  const whole = source.u64le(FORMAT_AT + 36) / bitRate
  const durationSeconds = soundBytes < declared ? (soundBytes * BITS_IN_BYTE) / bitRate / channels : whole
  const sampleRate = bitRate / BITS_IN_BYTE
  const isCut = soundBytes < declared && { isCut: true as const }
  return soundOf({ format: 'dsf', codec: 'dsd', channels, sampleRate, durationSeconds, ...isCut }, soundBytes)
}
