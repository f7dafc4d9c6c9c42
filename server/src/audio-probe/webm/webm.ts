/** The fields of a WebM file with audio only. */
export interface WebmSound {
  durationSeconds: number
  codec: 'opus' | 'vorbis'
}

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIMECODE_SCALE = 0x2ad7b1
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CODEC_ID = 0x86
const CLUSTER = 0x1f43b675
const CLUSTER_TIME = 0xe7
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3

/** Elements whose children are read; it does not matter whether the recorder wrote their length. */
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK_ENTRY, CLUSTER, BLOCK_GROUP])
const SOUND_TRACK = 2
/** Nanoseconds. */
const USUAL_SCALE = 1_000_000
/** More elements than any recording has. */
const ELEMENTS_MAX = 200_000
/** Maximum duration of the last block in seconds. The file does not contain the duration of that block. */
const LAST_BLOCK_MAX_SECONDS = 0.12

/** Whether the bytes begin like a WebM or Matroska file. */
export function isEbml(head: Uint8Array): boolean {
  return head.length >= 4 && Buffer.from(head.subarray(0, 4)).readUInt32BE(0) === EBML
}

/**
 * Reads a voice recording. The duration is that of the blocks in the file, because recorders leave the one in
 * the header empty. Undefined when it is not a WebM, contains video, or has no audio codec that browsers
 * record.
 */
export function readWebmSound(bytes: Buffer): WebmSound | undefined {
  if (!isEbml(bytes)) return undefined
  let docType = ''
  let scale = USUAL_SCALE
  let codec: WebmSound['codec'] | undefined
  let clusterTime = 0
  let first = Number.POSITIVE_INFINITY
  let last = -1
  let beforeLast = -1
  let at = 0
  for (let count = 0; at < bytes.length; count += 1) {
    if (count > ELEMENTS_MAX) return undefined
    const element = elementAt(bytes, at)
    if (element === undefined) break
    const { id, body, size } = element
    if (CONTAINERS.has(id) || id === EBML) {
      at = body
      continue
    }
    // A truncated file ends with an incomplete element.
    if (size === undefined || body + size > bytes.length) break
    const content = bytes.subarray(body, body + size)
    if (id === DOC_TYPE) docType = textIn(content)
    else if (id === TIMECODE_SCALE) scale = numberIn(content)
    else if (id === TRACK_TYPE && numberIn(content) !== SOUND_TRACK) return undefined
    else if (id === CODEC_ID) codec = codecNamed(textIn(content))
    else if (id === CLUSTER_TIME) clusterTime = numberIn(content)
    else if (id === SIMPLE_BLOCK || id === BLOCK) {
      const time = clusterTime + timeInBlock(content)
      first = Math.min(first, time)
      if (time > last) {
        beforeLast = last
        last = time
      }
    }
    at = body + size
  }
  if (docType !== 'webm' || codec === undefined || last < 0) return undefined
  const secondsPerTick = scale / 1e9
  const lastBlock = beforeLast < 0 ? 0 : (last - beforeLast) * secondsPerTick
  const durationSeconds = (last - first) * secondsPerTick + Math.min(lastBlock, LAST_BLOCK_MAX_SECONDS)
  return Number.isFinite(durationSeconds) && durationSeconds >= 0 ? { durationSeconds, codec } : undefined
}

interface Element {
  id: number
  body: number
  /** Undefined when the recorder did not write the size. */
  size: number | undefined
}

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const idBytes = lengthOfNumber(bytes[at])
  if (idBytes === undefined || idBytes > 4 || at + idBytes >= bytes.length) return undefined
  const id = bytes.readUIntBE(at, idBytes)
  const sizeAt = at + idBytes
  const sizeBytes = lengthOfNumber(bytes[sizeAt])
  if (sizeBytes === undefined || sizeAt + sizeBytes > bytes.length) return undefined
  const raw = bytes.subarray(sizeAt, sizeAt + sizeBytes)
  let size = (raw[0] ?? 0) & (0xff >> sizeBytes)
  let isUnknown = size === 0xff >> sizeBytes
  for (const byte of raw.subarray(1)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { id, body: sizeAt + sizeBytes, size: isUnknown ? undefined : size }
}

/** Number of bytes of a variable-length number, by its leading zero bits. */
function lengthOfNumber(first: number | undefined): number | undefined {
  return first === undefined || first === 0 ? undefined : Math.clz32(first) - 23
}

function numberIn(content: Buffer): number {
  let value = 0
  for (const byte of content.subarray(0, 8)) value = value * 256 + byte
  return value
}

function textIn(content: Buffer): string {
  return content.subarray(0, 64).toString('latin1').replaceAll('\0', '')
}

function codecNamed(name: string): WebmSound['codec'] | undefined {
  if (name === 'A_OPUS') return 'opus'
  return name === 'A_VORBIS' ? 'vorbis' : undefined
}

/** The time of a block relative to its cluster. In the block it follows the track number. */
function timeInBlock(content: Buffer): number {
  const track = lengthOfNumber(content[0])
  return track === undefined || content.length < track + 2 ? 0 : content.readInt16BE(track)
}
