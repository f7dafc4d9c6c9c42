import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders'
import type { DemoAlbum } from './album.ts'
import { encodedFlac } from './flac-encoder.ts'
import { composed, type Arrangement, type Piece } from './sound.ts'
import { SAMPLE_RATE, type PlayedTones } from './tones.ts'
import { id3Text, id3v2, vorbisComment } from '../server/src/testing/audio-samples.ts'
import { wavFile } from '../server/src/testing/wav-file.ts'

/** A piece and the format of its file. */
export interface PieceFile extends Piece {
  format: DemoAlbum['format']
}

const MP3_KILOBITS = 40
/** Number of samples that the encoder adds: its delay, and silence at the end to fill a frame. */
const MP3_DELAY = 1152
/**
 * The bits that are used in samples of lossless files. The others are zero, because otherwise the files would be three
 * times as large.
 */
const LOSSLESS_BITS = 10
/** The quality of Vorbis. It ranges from −1, for the smallest files, to 10. */
const OGG_QUALITY = 1

/** Renders files of pieces, one after the other. */
export interface SoundRenderer {
  /** Renders a piece as a file. Its title is in the tags if the format has tags. */
  make(piece: PieceFile): Buffer
}

/** Makes a renderer. Encoders and rendered tones are reused for all pieces. */
export async function createSoundRenderer(): Promise<SoundRenderer> {
  const [mp3, ogg] = await Promise.all([createMp3Encoder(), createOggEncoder()])
  const played: PlayedTones = new Map()
  let album = ''

  function encoded(piece: PieceFile, music: Arrangement): Buffer {
    const { title, album, format } = piece
    if (format === 'wav') return wavFile(halved(joined(music)), SAMPLE_RATE / 2)
    if (format === 'flac') {
      const comments = vorbisComment([`TITLE=${title}`, `ALBUM=${album}`])
      const sections = music.sections.map((section) => wholeNumbers(section, LOSSLESS_BITS))
      return encodedFlac(sections, music.form, SAMPLE_RATE, comments)
    }
    if (format === 'ogg') {
      ogg.configure({ channels: 1, sampleRate: SAMPLE_RATE, vbrQuality: OGG_QUALITY })
      return Buffer.concat([...encodedParts(ogg, joined(music))])
    }
    const frames = [['TIT2', id3Text(title)] as const, ['TALB', id3Text(album)] as const]
    const sections = music.sections.map((section) => {
      mp3.configure({ channels: 1, sampleRate: SAMPLE_RATE, bitrate: MP3_KILOBITS })
      return Buffer.concat([...encodedParts(mp3, section.subarray(0, section.length - MP3_DELAY))])
    })
    return Buffer.concat([id3v2(4, frames), ...inForm(sections, music.form)])
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
    // The bytes are copied, because the encoder reuses its memory.
    yield Buffer.from(encoder.encode([sound.subarray(at, at + SAMPLE_RATE)]))
  }
  yield Buffer.from(encoder.finalize())
}

function inForm<T>(sections: readonly T[], form: readonly number[]): T[] {
  return form.flatMap((index) => sections[index] ?? [])
}

function joined({ sections, form }: Arrangement): Float32Array {
  const parts = inForm(sections, form)
  const sound = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    sound.set(part, at)
    at += part.length
  }
  return sound
}

/** Samples of 16 bits, of which only the highest `bits` are used. */
function wholeNumbers(sound: Float32Array, bits = 16): Int16Array {
  const step = 2 ** (16 - bits)
  const whole = new Int16Array(sound.length)
  for (let at = 0; at < sound.length; at += 1)
    whole[at] = Math.round(((sound[at] ?? 0) * 32_767) / step) * step
  return whole
}

/** Halves the sample rate, because WAV is not compressed. */
function halved(sound: Float32Array): Int16Array {
  const half = new Float32Array(Math.floor(sound.length / 2))
  for (let at = 0; at < half.length; at += 1) half[at] = ((sound[2 * at] ?? 0) + (sound[2 * at + 1] ?? 0)) / 2
  return wholeNumbers(half)
}
