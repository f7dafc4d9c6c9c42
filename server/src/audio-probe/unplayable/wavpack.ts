import { type ByteSource, WINDOW_BYTES } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readApeTag } from './ape-tag.ts'

const BLOCK_HEADER_BYTES = 32
const SAMPLE_RATES = [
  6000, 8000, 9600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  192_000,
]
const MONO = 0x4
const HYBRID = 0x8
const FIRST_BLOCK = 0x800
const LAST_BLOCK = 0x1000
const MAGIC = Buffer.from('wvpk')
/** The last block begins within this many bytes before the end of the audio. */
const LAST_BLOCK_WITHIN = WINDOW_BYTES
const UNKNOWN_SAMPLES = 0xffffffff
const SUB_BLOCKS_MAX = 64
/** Names of sub-blocks, without their flags. */
const SAMPLE_RATE = 0x27
const CHANNELS = 0x0d

export function isWavPack(source: ByteSource): boolean {
  return source.is(0, 'wvpk')
}

/** Reads the first block of a WavPack file and its tag. @throws BrokenAudio */
export function readWavPack(source: ByteSource, found: TagFindings): Sound {
  const samples = source.u32le(12)
  const flags = source.u32le(24)
  if (samples === UNKNOWN_SAMPLES) throw new BrokenAudio('damaged')
  const blockEnd = Math.min(8 + source.u32le(4), source.size)
  const rare = subBlocksIn(source, blockEnd)
  const sampleRate = SAMPLE_RATES[(flags >>> 23) & 0xf] ?? rare.sampleRate ?? 0
  const isWhole = (flags & FIRST_BLOCK) !== 0 && (flags & LAST_BLOCK) !== 0
  const channels = rare.channels ?? ((flags & MONO) === 0 ? 2 : 1)
  // With more than two channels, the first block contains only two of them.
  if (!isWhole && rare.channels === undefined) throw new BrokenAudio('damaged')
  const end = readApeTag(source, found)
  const codec = (flags & HYBRID) === 0 ? 'wavpack' : 'wavpack-hybrid'
  const left = samplesBefore(source, end)
  const isCut = left < samples && { isCut: true as const }
  const durationSeconds = Math.min(samples, left) / sampleRate
  return soundOf({ format: 'wv', codec, channels, sampleRate, durationSeconds, ...isCut }, end)
}

/** The samples up to the end of the audio, by the last block; Infinity where none is found. */
function samplesBefore(source: ByteSource, end: number): number {
  const from = Math.max(0, end - LAST_BLOCK_WITHIN)
  for (let before = end; before > from;) {
    const at = source.lastIndexOf(MAGIC, from, before)
    if (at === -1) break
    if (isBlock(source, at)) {
      const share = Math.min(1, (end - at) / (8 + source.u32le(at + 4)))
      return source.u32le(at + 16) + source.u32le(at + 20) * share
    }
    before = at
  }
  return Infinity
}

/** Whether a block with samples begins here; the signature alone may also occur in audio data by chance. */
function isBlock(source: ByteSource, at: number): boolean {
  if (at + BLOCK_HEADER_BYTES > source.size) return false
  const version = source.u16le(at + 8)
  return version >= 0x402 && version <= 0x410 && source.u32le(at + 20) > 0
}

/** Reads the sample rate and the number of channels from sub-blocks, if they do not fit into the block header. */
function subBlocksIn(source: ByteSource, end: number): { sampleRate?: number; channels?: number } {
  const result: { sampleRate?: number; channels?: number } = {}
  let at = BLOCK_HEADER_BYTES
  for (let count = 0; count < SUB_BLOCKS_MAX && at + 4 <= end; count += 1) {
    const id = source.u8(at)
    const isLarge = (id & 0x80) !== 0
    const words = isLarge
      ? source.u8(at + 1) + source.u8(at + 2) * 0x100 + source.u8(at + 3) * 0x10000
      : source.u8(at + 1)
    const body = at + (isLarge ? 4 : 2)
    if (body + 2 * words > end) break
    const name = id & 0x3f
    if (name === SAMPLE_RATE && words === 2)
      result.sampleRate = source.u16le(body) + source.u8(body + 2) * 0x10000
    if (name === CHANNELS && words > 0) result.channels = source.u8(body)
    at = body + 2 * words
  }
  return result
}
