import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { MPEGDecoder } from 'mpg123-decoder'
import { OggOpusDecoder } from 'ogg-opus-decoder'
import type { Sound } from '#audio-probe/sound.ts'
import type { Decoder, SamplePiece } from './samples.ts'

/** What these decoders return. */
interface Decoded {
  channelData: Float32Array[]
  samplesDecoded: number
  sampleRate: number
}

/** The WebAssembly decoder for a codec. It needs no other program. Undefined when there is none for this codec. */
export async function wasmDecoder({ format, codec, channels }: Sound): Promise<Decoder | undefined> {
  if (codec === 'mp3' && format === 'mp3') return mp3Decoder(channels)
  if (format === 'flac' || (format === 'ogg' && codec === 'flac')) return waiting(new FLACDecoder(), 'wave')
  if (format === 'ogg' && codec === 'vorbis') return waiting(new OggVorbisDecoder(), 'vorbis')
  if (format === 'opus') return waiting(new OggOpusDecoder(), 'vorbis')
  return undefined
}

/** A decoder of MP3. The library returns mono as two equal channels, of which this decoder returns one. */
async function mp3Decoder(channels: number): Promise<Decoder> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  return {
    order: 'wave',
    decode: (bytes) => {
      const piece = pieceOf(decoder.decode(bytes))
      return { ...piece, channels: piece.channels.slice(0, channels) }
    },
    flush: () => undefined,
    free: () => decoder.free(),
  }
}

interface WaitingDecoder {
  ready: Promise<void>
  // oxlint-disable-next-line typescript/method-signature-style -- as in the packages' types
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
  flush: () => Promise<Decoded>
  free: () => void
}

async function waiting(decoder: WaitingDecoder, order: Decoder['order']): Promise<Decoder> {
  await decoder.ready
  return {
    order,
    decode: async (bytes) => pieceOf(await decoder.decode(bytes)),
    flush: async () => pieceOf(await decoder.flush()),
    free: () => decoder.free(),
  }
}

function pieceOf({ channelData, samplesDecoded, sampleRate }: Decoded): SamplePiece {
  return { channels: channelData, count: Math.max(0, samplesDecoded), sampleRate }
}
