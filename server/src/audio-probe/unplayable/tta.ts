import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readApeTag } from './ape-tag.ts'

const PLAIN = 1
const ENCRYPTED = 2

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
  const durationSeconds = source.u32le(start + 14) / sampleRate
  const end = readApeTag(source, found)
  return soundOf({ format: 'tta', codec: 'tta', channels, sampleRate, durationSeconds }, end - start)
}
