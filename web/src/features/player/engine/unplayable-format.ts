import type { Track } from '#features/tracks/index.ts'

/** Formats that not every browser plays, by file extension. */
const FORMATS: Partial<Record<string, { name: string; type: string }>> = {
  opus: { name: 'Opus', type: 'audio/ogg; codecs="opus"' },
  ogg: { name: 'Ogg Vorbis', type: 'audio/ogg; codecs="vorbis"' },
  flac: { name: 'FLAC', type: 'audio/flac' },
}

/** Formats that need conversion, by file extension. */
const CONVERTED_FORMATS: Partial<Record<string, string>> = {
  m4a: 'ALAC',
  aiff: 'AIFF',
  wma: 'WMA',
  wv: 'WavPack',
  tta: 'True Audio',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  dsf: 'DSD',
  dff: 'DSD',
  ape: 'APE',
  mpc: 'Musepack',
}

/** The error text for a track that this browser cannot play until it has been converted. */
export function conversionText({ title, file = '' }: Pick<Track, 'title' | 'file'>): string {
  const name = CONVERTED_FORMATS[extensionOf(file)]
  const format = name === undefined ? 'dieses Format' : `das Format ${name}`
  return `„${title}“ braucht Umwandlung: Dieser Browser kann ${format} nicht abspielen`
}

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1).toLowerCase()
}

/** The error text when the browser cannot play this format; undefined when it can. */
export function unplayableFormat(file: string, canPlay: (type: string) => boolean): string | undefined {
  const format = FORMATS[extensionOf(file)]
  if (format === undefined || canPlay(format.type)) return undefined
  return `Dieser Browser kann das Format ${format.name} nicht abspielen`
}
