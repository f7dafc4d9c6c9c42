import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readApeTag } from './ape-tag.ts'

/** Older versions are not decoded by any program of today. */
const VERSION_MIN = 3800
const VERSION_MAX = 4100
/** Since this version a descriptor with all sizes comes before the header. */
const WITH_DESCRIPTOR = 3980
const LARGE_FRAMES = 73_728
const SMALL_FRAMES = 9216
const EXTRA_HIGH = 4000

interface Header {
  frames: number
  blocksPerFrame: number
  finalBlocks: number
  channels: number
  sampleRate: number
  /** The end of the file according to the sizes in its descriptor, if it has one. */
  declaredEnd?: number
}

export function isMonkeysAudio(source: ByteSource, start: number): boolean {
  if (!source.is(start, 'MAC ')) return false
  const version = source.u16le(start + 4)
  return version >= VERSION_MIN && version <= VERSION_MAX
}

/** Reads the header of a Monkey's Audio file and its tag. @throws BrokenAudio */
export function readMonkeysAudio(source: ByteSource, start: number, found: TagFindings): Sound {
  const version = source.u16le(start + 4)
  const header = version >= WITH_DESCRIPTOR ? described(source, start) : older(source, start, version)
  const { frames, blocksPerFrame, finalBlocks, channels, sampleRate, declaredEnd } = header
  if (frames === 0) throw new BrokenAudio('no-sound')
  const end = readApeTag(source, found)
  const whole = ((frames - 1) * blocksPerFrame + finalBlocks) / sampleRate
  const isCut = declaredEnd !== undefined && declaredEnd > end
  const durationSeconds = isCut ? (whole * (end - start)) / (declaredEnd - start) : whole
  const cut = isCut && { isCut: true as const }
  return soundOf({ format: 'ape', codec: 'ape', channels, sampleRate, durationSeconds, ...cut }, end - start)
}

function described(source: ByteSource, start: number): Header {
  const headerAt = start + source.u32le(start + 8)
  const sizes = [8, 12, 16, 20, 24, 32].map((offset) => source.u32le(start + offset))
  const highBytes = source.u32le(start + 28) * 2 ** 32
  return {
    blocksPerFrame: source.u32le(headerAt + 4),
    finalBlocks: source.u32le(headerAt + 8),
    frames: source.u32le(headerAt + 12),
    channels: source.u16le(headerAt + 18),
    sampleRate: source.u32le(headerAt + 20),
    declaredEnd: sizes.reduce((sum, size) => sum + size, start + highBytes),
  }
}

function older(source: ByteSource, start: number, version: number): Header {
  const level = source.u16le(start + 6)
  const isLarge = version >= 3900 || level === EXTRA_HIGH
  return {
    blocksPerFrame: version >= 3950 ? 4 * LARGE_FRAMES : isLarge ? LARGE_FRAMES : SMALL_FRAMES,
    channels: source.u16le(start + 10),
    sampleRate: source.u32le(start + 12),
    frames: source.u32le(start + 24),
    finalBlocks: source.u32le(start + 28),
  }
}
