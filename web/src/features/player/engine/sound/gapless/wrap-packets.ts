import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import { UnsuitableFile, type SoundPacket } from './sound-file.ts'
import { webmOf } from './webm.ts'

export type Codec = 'aac' | 'flac' | 'opus' | 'vorbis'

export function isKnownCodec(codec: string | null | undefined): codec is Codec {
  return codec === 'aac' || codec === 'flac' || codec === 'opus' || codec === 'vorbis'
}

/** The media type of the bytes that `wrapped` returns. */
export function typeOf(codec: Codec, config: AudioDecoderConfig): string {
  if (codec === 'vorbis') return 'audio/webm; codecs="vorbis"'
  return `audio/mp4; codecs="${codec === 'aac' ? config.codec : codec}"`
}

/** Packs packets into fragmented MP4, or into WebM for Vorbis. The first packet begins at second 0. */
export async function wrapped(
  codec: Codec,
  decoderConfig: AudioDecoderConfig,
  packets: readonly SoundPacket[],
): Promise<Uint8Array<ArrayBuffer>> {
  if (codec === 'vorbis') return webmOf(decoderConfig, headerOf(decoderConfig), packets)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const beginning = packets[0]?.startSeconds ?? 0
  for (const { data, startSeconds, lengthSeconds } of packets) {
    const packet = new EncodedPacket(data, 'key', startSeconds - beginning, lengthSeconds)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  if (target.buffer === null) throw new UnsuitableFile('It could not be wrapped')
  return new Uint8Array(target.buffer)
}

export function headerOf({ description }: AudioDecoderConfig): Uint8Array {
  if (description === undefined) return new Uint8Array()
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
}
