import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readApeTag } from './ape-tag.ts'

const HEADER_BYTES = 22
const PLAIN = 1
const ENCRYPTED = 2

/** A frame lasts 256/245 of a second. */
const FRAME_SECONDS = 256 / 245
/** The maximum number of frames, which last about 29 hours. */
const FRAMES_MAX = 100_000

export function isTta(source: ByteSource, start: number): boolean {
  return source.is(start, 'TTA1')
}

/** Reads the header of a True Audio file and its tag. @throws BrokenAudio */
export function readTta(source: ByteSource, start: number, found: TagFindings): Sound {
  const kind = source.u16le(start + 4)
  if (kind === ENCRYPTED) throw new BrokenAudio('encrypted')
  if (kind !== PLAIN) throw new BrokenAudio('unsupported-codec')
  const channels = source.u16le(start + 6)
  const sampleRate = source.u32le(start + 10)
  const samples = source.u32le(start + 14)
  const end = readApeTag(source, found)
  const left = samplesIn(source, { start, end }, samples, Math.floor(sampleRate * FRAME_SECONDS))
  const isCut = left < samples && { isCut: true as const }
  const durationSeconds = left / sampleRate
  return soundOf(
    { format: 'tta', codec: 'tta', channels, sampleRate, durationSeconds, ...isCut },
    end - start,
  )
}

/** The number of samples that are really in the file, computed from the table of frame sizes. */
function samplesIn(
  source: ByteSource,
  { start, end }: { start: number; end: number },
  samples: number,
  samplesPerFrame: number,
): number {
  const frames = Math.ceil(samples / samplesPerFrame)
  if (!(frames <= FRAMES_MAX)) return samples
  const table = start + HEADER_BYTES
  let at = table + 4 * frames + 4
  for (let before = 0; before < samples; before += samplesPerFrame) {
    const bytes = source.u32le(table + (4 * before) / samplesPerFrame)
    if (at + bytes > end) {
      const share = Math.max(0, end - at) / bytes
      return before + Math.min(samplesPerFrame, samples - before) * share
    }
    at += bytes
  }
  return samples
}
