/** The accepted file formats. `opus` is Opus in Ogg, `aac` a bare ADTS stream, `wma` audio in ASF. */
export type AudioFormat =
  | 'mp3'
  | 'm4a'
  | 'aac'
  | 'wav'
  | 'flac'
  | 'ogg'
  | 'opus'
  | 'aiff'
  | 'wma'
  | 'wv'
  | 'tta'
  | 'ac3'
  | 'eac3'
  | 'dts'
  | 'dsf'
  | 'dff'
  | 'ape'
  | 'mpc'

/** The audio codec inside the container. */
export type AudioCodec =
  | 'mp3'
  | 'aac'
  | 'alac'
  | 'opus'
  | 'vorbis'
  | 'flac'
  | 'pcm'
  | 'a-law'
  | 'mu-law'
  | 'wma'
  | 'wma-lossless'
  | 'wavpack'
  | 'wavpack-hybrid'
  | 'tta'
  | 'ac3'
  | 'eac3'
  | 'dts'
  | 'dsd'
  | 'ape'
  | 'musepack-7'
  | 'musepack-8'

/** Format and codec of a file. */
export interface Encoded {
  format: AudioFormat
  codec: AudioCodec
}

/** Formats of which every codec is unplayable. */
const UNPLAYABLE: ReadonlySet<AudioFormat> = new Set([
  'aiff',
  'wma',
  'wv',
  'tta',
  'ac3',
  'eac3',
  'dts',
  'dsf',
  'dff',
  'ape',
  'mpc',
])
const LOSSLESS: ReadonlySet<AudioCodec> = new Set([
  'flac',
  'alac',
  'pcm',
  'wma-lossless',
  'wavpack',
  'tta',
  'dsd',
  'ape',
])

/** Whether a file needs a converted copy, because most browsers cannot play it. Safari is the only one with ALAC. */
export function needsConversion({ format, codec }: Encoded): boolean {
  return codec === 'alac' || UNPLAYABLE.has(format)
}

/** Whether most browsers play no file of this format, so that forms do not accept it. */
export function isUnplayableFormat(format: AudioFormat): boolean {
  return UNPLAYABLE.has(format)
}

export function isLossless(codec: AudioCodec): boolean {
  return LOSSLESS.has(codec)
}

/** The content type with which a file of this format is served. */
export const MIME_TYPE_OF: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  aiff: 'audio/aiff',
  wma: 'audio/x-ms-wma',
  wv: 'audio/x-wavpack',
  tta: 'audio/x-tta',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  dts: 'audio/vnd.dts',
  dsf: 'audio/x-dsf',
  dff: 'audio/x-dff',
  ape: 'audio/x-ape',
  mpc: 'audio/x-musepack',
}

/** Whether a text from the database names an accepted format. */
export function isAudioFormat(format: string): format is AudioFormat {
  return Object.hasOwn(MIME_TYPE_OF, format)
}
