import { iTunesMusicSamples } from '../sound-tags.ts'
import type { AudioInfo } from './audio-info.ts'

/** The length of a file without what its encoder has added, as far as the file says it; undefined when it is no sound. */
export function musicSeconds(info: AudioInfo): number | undefined {
  if (info.kind !== 'audio') return undefined
  const samples = info.format === 'm4a' ? iTunesMusicSamples(info.soundTags?.itunsmpb) : undefined
  return samples === undefined
    ? info.durationSeconds
    : Math.min(info.durationSeconds, samples / info.sampleRate)
}
