import { iTunesMusicSamples } from '../sound-tags.ts'
import type { AudioInfo } from './audio-info.ts'

/**
 * The duration of the music, without the samples that the encoder added if the file declares them; undefined when it is
 * not audio.
 */
export function musicSeconds(info: AudioInfo): number | undefined {
  if (info.kind !== 'audio') return undefined
  const samples = info.format === 'm4a' ? iTunesMusicSamples(info.soundTags?.itunsmpb) : undefined
  return samples === undefined
    ? info.durationSeconds
    : Math.min(info.durationSeconds, samples / info.sampleRate)
}
