import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders'
import type { DemoAlbum } from './album.ts'
import { encodedFlac } from './flac-encoder.ts'
import { composed, type Piece } from './sound.ts'
import { SAMPLE_RATE, type PlayedTones } from './tones.ts'
import { id3Text, id3v2, vorbisComment } from '../server/src/testing/made-audio.ts'

/** A piece with the format its file shall have. */
export interface PieceFile extends Piece {
  format: DemoAlbum['format']
}

const MP3_KILOBITS = 48
/** From −1, the smallest files, to 10. */
const OGG_QUALITY = 1

/** Makes files of pieces, one after the other. */
export interface SoundMaker {
  /** The bytes of a file, with its title in the tags where the format has a place for them. */
  make(piece: PieceFile): Buffer
}

/** Encoders and played tones are kept from piece to piece. */
export async function soundMaker(): Promise<SoundMaker> {
  const [mp3, ogg] = await Promise.all([createMp3Encoder(), createOggEncoder()])
  const played: PlayedTones = new Map()
  let album = ''

  function encoded(piece: PieceFile, sound: Float32Array): Buffer {
    const { title, album, format } = piece
    if (format === 'wav') return wav(wholeNumbers(sound))
    if (format === 'flac') {
      const comments = vorbisComment([`TITLE=${title}`, `ALBUM=${album}`])
      return encodedFlac(wholeNumbers(sound), SAMPLE_RATE, comments)
    }
    if (format === 'ogg') {
      ogg.configure({ channels: 1, sampleRate: SAMPLE_RATE, vbrQuality: OGG_QUALITY })
      return Buffer.concat([...encodedParts(ogg, sound)])
    }
    const frames = [['TIT2', id3Text(title)] as const, ['TALB', id3Text(album)] as const]
    mp3.configure({ channels: 1, sampleRate: SAMPLE_RATE, bitrate: MP3_KILOBITS })
    return Buffer.concat([id3v2(4, frames), ...encodedParts(mp3, sound)])
  }

  return {
    make: (piece) => {
      if (piece.album !== album) played.clear()
      album = piece.album
      return encoded(piece, composed(piece, played))
    },
  }
}

interface Encoder {
  encode(channels: readonly Float32Array[]): Uint8Array
  finalize(): Uint8Array
}

function* encodedParts(encoder: Encoder, sound: Float32Array): Generator<Buffer> {
  for (let at = 0; at < sound.length; at += SAMPLE_RATE) {
    // The encoder reuses its memory.
    yield Buffer.from(encoder.encode([sound.subarray(at, at + SAMPLE_RATE)]))
  }
  yield Buffer.from(encoder.finalize())
}

function wholeNumbers(sound: Float32Array): Int16Array {
  const numbers = new Int16Array(sound.length)
  for (let at = 0; at < sound.length; at += 1) numbers[at] = Math.round((sound[at] ?? 0) * 32_767)
  return numbers
}

function wav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}
