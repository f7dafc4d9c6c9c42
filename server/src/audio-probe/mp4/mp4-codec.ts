import { aacChannels, aacSampleRate } from '../mpeg/adts.ts'
import type { AudioCodec } from '../audio-formats.ts'
import type { ByteSource } from '../byte-source.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'

/** The audio fields of a sample description. `encrypted` means music with DRM. */
interface SampleEntry {
  codec?: AudioCodec | 'encrypted'
  sampleRate: number
  channels: number
}

const MP4A = boxType('mp4a')
const ESDS = boxType('esds')
const WAVE = boxType('wave')
const CODECS = new Map<number, AudioCodec | 'encrypted'>([
  [boxType('alac'), 'alac'],
  [boxType('Opus'), 'opus'],
  [boxType('fLaC'), 'flac'],
  [boxType('.mp3'), 'mp3'],
  [boxType('drms'), 'encrypted'],
  [boxType('enca'), 'encrypted'],
])

/** Reads an audio entry of the sample description table. */
export function readSampleEntry(source: ByteSource, entry: Mp4Box): SampleEntry {
  const version = source.u16(entry.body + 8)
  const channels = source.u16(entry.body + 16)
  const sampleRate = source.u16(entry.body + 24)
  const declared: SampleEntry = { channels, sampleRate }
  const codec = CODECS.get(entry.type)
  if (codec !== undefined) return { ...declared, codec }
  if (entry.type !== MP4A) return declared
  // In versions 1 and 2 of QuickTime, an entry has more fields before its boxes.
  const boxes = entry.body + 28 + (version === 1 ? 16 : version === 2 ? 36 : 0)
  return { ...declared, ...streamDescription(source, boxes, entry.end, 0) }
}

function streamDescription(
  source: ByteSource,
  start: number,
  end: number,
  depth: number,
): Partial<SampleEntry> {
  let declared: Partial<SampleEntry> = {}
  for (const box of boxesIn(source, start, end)) {
    if (box.type === ESDS) declared = elementaryStream(source, box.body + 4, box.end)
    if (box.type === WAVE && depth === 0) declared = streamDescription(source, box.body, box.end, 1)
  }
  return declared
}

const ES_TAG = 3
const DECODER_CONFIG_TAG = 4
const DECODER_SPECIFIC_TAG = 5
const AAC_TYPES = new Set([0x40, 0x66, 0x67, 0x68])
const MP3_TYPES = new Set([0x69, 0x6b])

function elementaryStream(source: ByteSource, start: number, end: number): Partial<SampleEntry> {
  const stream = descriptorAt(source, start, end)
  if (stream?.tag !== ES_TAG || stream.body + 3 > end) return {}
  const flags = source.u8(stream.body + 2)
  const skipped = ((flags & 0x80) === 0 ? 0 : 2) + ((flags & 0x20) === 0 ? 0 : 2)
  const config = descriptorAt(source, stream.body + 3 + skipped, end)
  if (config?.tag !== DECODER_CONFIG_TAG || config.body + 13 > end) return {}
  const type = source.u8(config.body)
  if (MP3_TYPES.has(type)) return { codec: 'mp3' }
  if (!AAC_TYPES.has(type)) return {}
  const specific = descriptorAt(source, config.body + 13, end)
  const isThere = specific?.tag === DECODER_SPECIFIC_TAG && specific.body + 2 <= end
  return isThere ? { codec: 'aac', ...aacConfig(source.u16(specific.body)) } : { codec: 'aac' }
}

/** A descriptor: a tag, a length of up to four groups of seven bits, and its body. */
function descriptorAt(
  source: ByteSource,
  start: number,
  end: number,
): { tag: number; body: number } | undefined {
  for (let at = start + 1; at < Math.min(end, start + 5); at += 1) {
    if (source.u8(at) < 0x80) return { tag: source.u8(start), body: at + 1 }
  }
  return undefined
}

/**
 * Reads the first 16 bits of an AAC configuration: 5 bits object type, 4 rate, 4 channels. A value is left out if the
 * object type is not 2 (AAC LC) or if these bits do not contain the value. That of the sample entry is used then.
 */
function aacConfig(bits: number): Partial<SampleEntry> {
  const objectType = bits >> 11
  const sampleRate = aacSampleRate((bits >> 7) & 15)
  const channels = aacChannels((bits >> 3) & 15)
  const isPlain = objectType === 2
  return { ...(isPlain && sampleRate > 0 && { sampleRate }), ...(isPlain && channels > 0 && { channels }) }
}
