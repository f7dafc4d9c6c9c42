import type { ByteSource } from '../byte-source.ts'
import { mp4Trim } from '../mp4/mp4.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { mp3Trim } from '../mpeg/mp3.ts'
import { readTrailingTags } from '../mpeg/trailing-tags.ts'
import type { EncoderTrim, Sound } from '../sound.ts'
import { iTunesTrim } from '../sound-tags.ts'
import { readLeadingTags } from './audio-info.ts'

/**
 * The samples that the encoder has added, as the container declares them. Undefined when it declares none; for Ogg they
 * are only known after decoding.
 * @throws EndOfBytes, TooMuchWork, BrokenAudio
 */
export function declaredTrim(
  source: ByteSource,
  { format, codec, sampleRate, soundTags }: Sound & Pick<TagFindings, 'soundTags'>,
): EncoderTrim | undefined {
  if (format === 'wav' || (format === 'flac' && codec === 'flac'))
    return { delaySamples: 0, paddingSamples: 0, sampleRate }
  if (format === 'm4a') {
    const byTag = iTunesTrim(soundTags?.itunsmpb)
    return byTag === undefined ? mp4Trim(source) : { ...byTag, sampleRate }
  }
  if (format !== 'mp3') return undefined
  const nothing: TagFindings = { tags: {} }
  const start = soundStart(source)
  return mp3Trim(source, { start, end: readTrailingTags(source, start, nothing) }, start > 0)
}

/** The offset at which the audio begins, after any tags. */
export function soundStart(source: ByteSource): number {
  return readLeadingTags(source, { tags: {} })
}
