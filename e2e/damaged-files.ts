import { sample } from '../server/src/testing/audio-samples.ts'

interface DamagedFile {
  name: string
  bytes: Buffer
}

const WHOLE = { mp3: 'cbr.mp3', flac: 'lossless.flac', ogg: 'vorbis.ogg', wav: 'pcm.wav' } as const

/**
 * A file of every format: truncated, with flipped bytes in the middle, and with three times its duration in the
 * header.
 */
export function damagedFiles(): DamagedFile[] {
  const formats = Object.entries(WHOLE)
  return [
    ...formats.map(([format, name]) => ({ name: `abgeschnitten.${format}`, bytes: cutOff(sample(name)) })),
    ...formats.map(([format, name]) => ({ name: `verfälscht.${format}`, bytes: flipped(sample(name)) })),
    { name: 'gestreckt.mp3', bytes: stretchedMp3(sample('vbr-with-xing.mp3')) },
    { name: 'gestreckt.flac', bytes: stretchedFlac(sample(WHOLE.flac)) },
    { name: 'gestreckt.ogg', bytes: stretchedOgg(sample(WHOLE.ogg)) },
    { name: 'gestreckt.wav', bytes: stretchedWav(sample(WHOLE.wav)) },
  ]
}

function cutOff(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * 0.6))
}

function flipped(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  const from = Math.floor(bytes.length / 2)
  for (let at = from; at < from + 600; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes
}

/** The number of frames follows the tag's name and flags. */
function stretchedMp3(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  const at = bytes.indexOf('Xing') + 8
  bytes.writeUInt32BE(bytes.readUInt32BE(at) * 3, at)
  return bytes
}

/** The lower 32 bits of the number of samples are at byte 22, in the first metadata block. */
function stretchedFlac(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  bytes.writeUInt32BE(bytes.readUInt32BE(22) * 3, 22)
  return bytes
}

/** The last page contains the number of samples. */
function stretchedOgg(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  const at = bytes.lastIndexOf('OggS') + 6
  bytes.writeBigUInt64LE(bytes.readBigUInt64LE(at) * 3n, at)
  return bytes
}

function stretchedWav(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  const at = bytes.indexOf('data') + 4
  bytes.writeUInt32LE(bytes.readUInt32LE(at) * 3, at)
  return bytes
}
