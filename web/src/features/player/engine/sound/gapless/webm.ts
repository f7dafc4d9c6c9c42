import type { SoundPacket } from './sound-file.ts'

/*
 * Writes Vorbis packets as WebM (RFC 8794, RFC 9559). Times are in steps of 10 µs, which are shorter than a sample.
 * Each packet states its length: a browser that has to estimate the length of the last packet cuts the sound in the
 * wrong place.
 */

const NANOSECONDS_PER_STEP = 10_000
const STEPS_PER_SECOND = 1e9 / NANOSECONDS_PER_STEP
/** Steps of time that one cluster may contain, because times within a cluster are 16-bit numbers. */
const CLUSTER_STEPS = 30_000

type Content = Uint8Array | readonly Uint8Array[]

export function webmOf(
  { sampleRate, numberOfChannels }: Pick<AudioDecoderConfig, 'sampleRate' | 'numberOfChannels'>,
  headers: Uint8Array,
  packets: readonly SoundPacket[],
): Uint8Array<ArrayBuffer> {
  const beginning = packets[0]?.startSeconds ?? 0
  const stepOf = (seconds: number) => Math.round((seconds - beginning) * STEPS_PER_SECOND)
  const clusters: Uint8Array[] = []
  let blocks: Uint8Array[] = []
  let from = 0
  for (const { data, startSeconds, lengthSeconds } of packets) {
    const step = stepOf(startSeconds)
    if (step - from > CLUSTER_STEPS) {
      clusters.push(clusterOf(from, blocks))
      blocks = []
      from = step
    }
    const length = stepOf(startSeconds + lengthSeconds) - step
    blocks.push(blockOf(step - from, length, data))
  }
  clusters.push(clusterOf(from, blocks))
  return joined([
    element(0x1a45dfa3, [
      element(0x4286, number(1)),
      element(0x42f7, number(1)),
      element(0x42f2, number(4)),
      element(0x42f3, number(8)),
      element(0x4282, text('webm')),
      element(0x4287, number(4)),
      element(0x4285, number(2)),
    ]),
    // The size of the segment is not stated, so that the clusters can be appended one after the other.
    Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element(0x1549a966, [
      element(0x2ad7b1, number(NANOSECONDS_PER_STEP)),
      element(0x4d80, text('Tonarchiv')),
      element(0x5741, text('Tonarchiv')),
    ]),
    element(0x1654ae6b, [
      element(0xae, [
        element(0xd7, number(1)),
        element(0x73c5, number(1)),
        element(0x83, number(2)),
        element(0x86, text('A_VORBIS')),
        element(0x63a2, headers),
        element(0xe1, [element(0xb5, float(sampleRate)), element(0x9f, number(numberOfChannels))]),
      ]),
    ]),
    ...clusters,
  ])
}

function clusterOf(step: number, blocks: readonly Uint8Array[]): Uint8Array {
  return element(0x1f43b675, [element(0xe7, number(step)), ...blocks])
}

function blockOf(step: number, length: number, data: Uint8Array): Uint8Array {
  const head = Uint8Array.of(0x81, step >> 8, step & 0xff, 0)
  return element(0xa0, [element(0xa1, [head, data]), element(0x9b, number(length))])
}

function element(id: number, content: Content): Uint8Array {
  const parts = content instanceof Uint8Array ? [content] : content
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  // The size is written with four bytes; the leading bits of the first byte state that length.
  const length = number(size, 4)
  length[0] = (length[0] ?? 0) | 0x10
  return joined([number(id), length, ...parts])
}

/** The number as big-endian bytes; by default as few bytes as possible. */
function number(value: number, bytes = Math.max(1, Math.ceil((32 - Math.clz32(value)) / 8))): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, index) => (value >>> ((bytes - 1 - index) * 8)) & 0xff)
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value)
  return bytes
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
