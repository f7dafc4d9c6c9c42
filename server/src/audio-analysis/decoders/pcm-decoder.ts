import { type Decoder, type SamplePiece, Undecodable } from './samples.ts'

const CHUNK_HEADER_BYTES = 8
const RIFF_HEADER_BYTES = 12
/** Maximum size of a chunk that holds the format or sizes. A file with a larger one cannot be decoded. */
const HEAD_MAX_BYTES = 64 * 1024
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const CHANNELS_MAX = 255

interface PcmFormat {
  sampleRate: number
  channels: number
  bytesPerSample: number
  readSample: (view: DataView, offset: number) => number
}

type State =
  | { name: 'head' }
  | { name: 'skipping'; bytes: number }
  | { name: 'samples'; format: PcmFormat; bytesLeft: number }

/** Decodes a WAVE file with uncompressed samples. The file may come from a pipe with an unknown length. */
export function pcmDecoder(): Decoder {
  let rest: Uint8Array = new Uint8Array(0)
  let format: PcmFormat | undefined
  let largeBytes = Number.POSITIVE_INFINITY
  let state: State = { name: 'head' }

  /** Reads the next header or chunk that precedes the samples. Returns false when more bytes are needed. */
  function readHead(): boolean {
    const view = viewOf(rest)
    if (view.byteLength < CHUNK_HEADER_BYTES) return false
    const id = idAt(view, 0)
    if (id === 'RIFF' || id === 'RF64' || id === 'BW64') {
      if (view.byteLength < RIFF_HEADER_BYTES) return false
      rest = rest.subarray(RIFF_HEADER_BYTES)
      return true
    }
    const declared = view.getUint32(4, true)
    if (id === 'data') {
      if (format === undefined) throw new Undecodable('samples without a format')
      const isUnknown = declared === 0xffffffff || declared === 0
      state = { name: 'samples', format, bytesLeft: isUnknown ? largeBytes : declared }
      rest = rest.subarray(CHUNK_HEADER_BYTES)
      return true
    }
    const padded = declared + (declared % 2)
    if (id !== 'fmt ' && id !== 'ds64') {
      state = { name: 'skipping', bytes: CHUNK_HEADER_BYTES + padded }
      return true
    }
    if (declared > HEAD_MAX_BYTES) throw new Undecodable('a format that is too long')
    if (view.byteLength < CHUNK_HEADER_BYTES + padded) return false
    const body = new DataView(view.buffer, view.byteOffset + CHUNK_HEADER_BYTES, declared)
    if (id === 'ds64' && declared >= 16) largeBytes = Number(body.getBigUint64(8, true))
    if (id === 'fmt ') format = formatIn(body)
    rest = rest.subarray(CHUNK_HEADER_BYTES + padded)
    return true
  }

  function skip(bytes: number): boolean {
    const skipped = Math.min(bytes, rest.length)
    rest = rest.subarray(skipped)
    state = skipped === bytes ? { name: 'head' } : { name: 'skipping', bytes: bytes - skipped }
    return skipped === bytes
  }

  function takeSamples(from: PcmFormat, bytesLeft: number): SamplePiece {
    const { sampleRate, channels, bytesPerSample, readSample } = from
    const frameBytes = channels * bytesPerSample
    const count = Math.floor(Math.min(rest.length, bytesLeft) / frameBytes)
    const view = viewOf(rest)
    const pieces = Array.from({ length: channels }, () => new Float32Array(count))
    for (const [channel, samples] of pieces.entries()) {
      let at = channel * bytesPerSample
      for (let index = 0; index < count; index += 1) {
        samples[index] = readSample(view, at)
        at += frameBytes
      }
    }
    const used = count * frameBytes
    rest = rest.subarray(used)
    const left = bytesLeft - used
    state =
      left < frameBytes
        ? { name: 'skipping', bytes: Number.POSITIVE_INFINITY }
        : { name: 'samples', format: from, bytesLeft: left }
    return { channels: pieces, count, sampleRate }
  }

  function decode(bytes: Uint8Array): SamplePiece {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      if (state.name === 'samples') {
        const piece = takeSamples(state.format, state.bytesLeft)
        // The bytes are copied, because the caller reuses its buffer.
        rest = Uint8Array.from(rest)
        return piece
      }
      if (state.name === 'head' ? readHead() : skip(state.bytes)) continue
      rest = Uint8Array.from(rest)
      return NOTHING
    }
  }

  return { order: 'wave', decode, flush: () => undefined, free: () => undefined }
}

const NOTHING: SamplePiece = { channels: [], count: 0, sampleRate: 0 }

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function idAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))
}

/** @throws Undecodable for compressed samples */
function formatIn(body: DataView): PcmFormat {
  if (body.byteLength < 16) throw new Undecodable('a format that is too short')
  const declared = body.getUint16(0, true)
  const code = declared === EXTENSIBLE && body.byteLength >= 26 ? body.getUint16(24, true) : declared
  const channels = body.getUint16(2, true)
  const sampleRate = body.getUint32(4, true)
  const bytesPerSample = Math.ceil(body.getUint16(14, true) / 8)
  const readSample = (code === FLOAT ? FLOATS : code === PCM ? NUMBERS : {})[bytesPerSample]
  if (readSample === undefined || channels < 1 || channels > CHANNELS_MAX || sampleRate < 1)
    throw new Undecodable('samples of another kind')
  return { sampleRate, channels, bytesPerSample, readSample }
}

const NUMBERS: Record<number, PcmFormat['readSample']> = {
  1: (view, at) => (view.getUint8(at) - 128) / 128,
  2: (view, at) => view.getInt16(at, true) / 32_768,
  3: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  4: (view, at) => view.getInt32(at, true) / 2_147_483_648,
}
const FLOATS: Record<number, PcmFormat['readSample']> = {
  4: (view, at) => view.getFloat32(at, true),
  8: (view, at) => view.getFloat64(at, true),
}
