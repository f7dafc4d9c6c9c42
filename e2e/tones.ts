const SAMPLE_RATE = 8000
const HEADER_BYTES = 44

/** A WAV file with a tone, 8 bit and mono, so that many seconds stay small. */
export function toneFile(seconds: number, hertz = 440): Buffer {
  const samples = seconds * SAMPLE_RATE
  const file = Buffer.alloc(HEADER_BYTES + samples)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  for (let index = 0; index < samples; index += 1) {
    file[HEADER_BYTES + index] = 128 + Math.round(60 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE))
  }
  return file
}
