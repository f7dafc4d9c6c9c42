/** A file of the archive, with what the player must know about it. */
export interface SoundFile {
  /** The name of the file, or only its extension. */
  file: string
  /** Set when most browsers cannot play the file. */
  needsConversion?: true | undefined
}

interface Format {
  name: string
  /** The media type for `canPlayType`; undefined for a format that no browser can play. */
  type?: string
}

/** Formats that most browsers can play, by file extension. */
const FORMATS: Partial<Record<string, Format>> = {
  mp3: { name: 'MP3', type: 'audio/mpeg' },
  m4a: { name: 'AAC', type: 'audio/mp4; codecs="mp4a.40.2"' },
  aac: { name: 'AAC', type: 'audio/aac' },
  wav: { name: 'WAV', type: 'audio/wav' },
  flac: { name: 'FLAC', type: 'audio/flac' },
  ogg: { name: 'Ogg Vorbis', type: 'audio/ogg; codecs="vorbis"' },
  opus: { name: 'Opus', type: 'audio/ogg; codecs="opus"' },
}

/** Formats that most browsers cannot play, by file extension; some browsers can play ALAC and AIFF. */
const CONVERTED_FORMATS: Partial<Record<string, Format>> = {
  m4a: { name: 'ALAC', type: 'audio/mp4; codecs="alac"' },
  aiff: { name: 'AIFF', type: 'audio/aiff' },
  wma: { name: 'WMA' },
  wv: { name: 'WavPack' },
  tta: { name: 'True Audio' },
  ac3: { name: 'AC-3' },
  eac3: { name: 'E-AC-3' },
  dts: { name: 'DTS' },
  dsf: { name: 'DSD' },
  dff: { name: 'DSD' },
  ape: { name: 'APE' },
  mpc: { name: 'Musepack' },
}

export type CanPlay = (type: string) => boolean

const answers = new Map<string, boolean>()

/**
 * Whether the browser can probably play this media type. The result is cached, so that the browser is asked only once
 * for each type.
 */
export function canPlayType(type: string): boolean {
  if (typeof document === 'undefined') return false
  const answer = answers.get(type) ?? document.createElement('audio').canPlayType(type) !== ''
  answers.set(type, answer)
  return answer
}

function formatOf({ file, needsConversion }: SoundFile): Format | undefined {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  return (needsConversion === true ? CONVERTED_FORMATS : FORMATS)[extension]
}

/** The name of the format, such as "Opus" or "ALAC"; undefined for an unknown format. */
export function formatName(file: SoundFile): string | undefined {
  return formatOf(file)?.name
}

/** Whether this browser can play the original file, as far as `canPlayType` knows in advance. */
export function playsItself(file: SoundFile, canPlay: CanPlay = canPlayType): boolean {
  const format = formatOf(file)
  if (format === undefined) return file.needsConversion !== true
  return format.type !== undefined && canPlay(format.type)
}
