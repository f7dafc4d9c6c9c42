/**
 * Tags about the sound itself: ReplayGain, the gains of Opus (RFC 7845 §5.2.1), and what iTunes writes about
 * the samples that its encoder added.
 */
export type SoundTagName =
  | 'replaygain_track_gain'
  | 'replaygain_track_peak'
  | 'replaygain_album_gain'
  | 'replaygain_album_peak'
  | 'r128_track_gain'
  | 'r128_album_gain'
  | 'itunsmpb'

/** The values of tags, unchanged. */
export type SoundTags = Partial<Record<SoundTagName, string>>

const NAMES: ReadonlySet<string> = new Set<SoundTagName>([
  'replaygain_track_gain',
  'replaygain_track_peak',
  'replaygain_album_gain',
  'replaygain_album_peak',
  'r128_track_gain',
  'r128_album_gain',
  'itunsmpb',
])
const TEXT_MAX_LENGTH = 300

/** The name of a field in any case, if it is one of these tags. */
export function soundTagNamed(field: string): SoundTagName | undefined {
  const name = field.toLowerCase()
  return isSoundTag(name) ? name : undefined
}

function isSoundTag(name: string): name is SoundTagName {
  return NAMES.has(name)
}

/** Keeps the first value of a field if it is one of these tags. */
export function keepSoundTag(found: { soundTags?: SoundTags }, field: string, text: string): void {
  const name = soundTagNamed(field)
  if (name === undefined || text.length > TEXT_MAX_LENGTH) return
  found.soundTags = { [name]: text, ...found.soundTags }
}

/** Loudness by tags. */
export interface TaggedLoudness {
  trackLufs: number
  trackPeakDbtp: number
  albumLufs?: number
  albumPeakDbtp?: number
}

/** ReplayGain 2.0 aims at −18 LUFS, the gains of Opus at −23 LUFS. */
const REPLAY_GAIN_LUFS = -18
const OPUS_GAIN_LUFS = -23
/** Opus stores gains as whole numbers, with this many steps per decibel. */
const OPUS_STEPS = 256
const GAIN_MAX_DB = 80

/** The loudness that tags declare; undefined without a gain of the track. */
export function taggedLoudness(tags: SoundTags): TaggedLoudness | undefined {
  const trackLufs = lufsIn(tags.replaygain_track_gain, tags.r128_track_gain)
  if (trackLufs === undefined) return undefined
  const albumLufs = lufsIn(tags.replaygain_album_gain, tags.r128_album_gain)
  // A file that names no peak is assumed to reach full scale.
  const trackPeakDbtp = peakIn(tags.replaygain_track_peak) ?? 0
  const albumPeakDbtp = peakIn(tags.replaygain_album_peak)
  return {
    trackLufs,
    trackPeakDbtp,
    ...(albumLufs !== undefined && { albumLufs }),
    ...(albumPeakDbtp !== undefined && { albumPeakDbtp }),
  }
}

function lufsIn(replayGain: string | undefined, opusGain: string | undefined): number | undefined {
  const decibels = numberIn(replayGain)
  if (decibels !== undefined && Math.abs(decibels) <= GAIN_MAX_DB) return REPLAY_GAIN_LUFS - decibels
  const steps = numberIn(opusGain)
  if (steps === undefined || Math.abs(steps / OPUS_STEPS) > GAIN_MAX_DB) return undefined
  return OPUS_GAIN_LUFS - steps / OPUS_STEPS
}

function peakIn(text: string | undefined): number | undefined {
  const peak = numberIn(text)
  if (peak === undefined || peak <= 0 || peak > 1000) return undefined
  return 20 * Math.log10(peak)
}

/** "-7.03 dB" or "0.988553". */
function numberIn(text = ''): number | undefined {
  const [number] = /^\s*[+-]?\d{1,6}(?:[.,]\d{1,12})?/.exec(text) ?? []
  return number === undefined ? undefined : Number(number.replace(',', '.'))
}

/** Samples that iTunes' encoder added: " 00000000 00000840 000001CA …" in hexadecimal numbers. */
export function iTunesTrim(
  text: string | undefined,
): { delaySamples: number; paddingSamples: number } | undefined {
  const [, delay, padding] = /^\s*[\da-f]{8} ([\da-f]{8}) ([\da-f]{8})\b/i.exec(text ?? '') ?? []
  if (delay === undefined || padding === undefined) return undefined
  return { delaySamples: Number.parseInt(delay, 16), paddingSamples: Number.parseInt(padding, 16) }
}

/** The length of the music in samples, from the same tag as in `iTunesTrim`. */
export function iTunesMusicSamples(text: string | undefined): number | undefined {
  const [, samples] = /^\s*(?:[\da-f]{8} ){3}([\da-f]{16})\b/i.exec(text ?? '') ?? []
  const count = Number.parseInt(samples ?? '', 16)
  return count > 0 ? count : undefined
}
