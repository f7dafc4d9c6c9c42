export const WAV_HEADER_BYTES = 44

/** The samples after the header of a WAV file. */
export interface WavContent {
  sampleRate: number
  channels: 1 | 2
  bits: 8 | 16
  /** Bytes of all samples. */
  bytes: number
}

export function wavHeader({ sampleRate, channels, bits, bytes }: WavContent): Buffer {
  const frameBytes = (channels * bits) / 8
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * frameBytes, 28)
  header.writeUInt16LE(frameBytes, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}

/** A mono file: 16 bits a sample, or 8 if they are bytes. */
export function wavFile(samples: Int16Array | Uint8Array, sampleRate: number): Buffer {
  const bits = samples instanceof Int16Array ? 16 : 8
  const header = wavHeader({ sampleRate, channels: 1, bits, bytes: samples.byteLength })
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}
