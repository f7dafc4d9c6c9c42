/** The formats in which videos are stored; `mov` is QuickTime. */
export const VIDEO_FORMATS = ['mp4', 'webm', 'mov'] as const
export type VideoFormat = (typeof VIDEO_FORMATS)[number]

/**
 * The content type of a video. An accepted QuickTime video has the structure of an MP4, and browsers play it
 * only under that type.
 */
export const VIDEO_MIME_TYPE_OF: Record<VideoFormat, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/mp4',
}

/** Codecs that current browsers play, by the four characters of MP4 and by names of WebM. */
const PLAYABLE = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01', 'V_VP8', 'V_VP9', 'V_AV1'])
/** H.264 profiles with more than 8 bits or with more chroma than browsers decode. */
const UNPLAYABLE_PROFILES = new Set([110, 122, 244])

const NAMES: Record<string, string> = {
  avc1: 'H.264 mit mehr als 8 Bit',
  avc3: 'H.264 mit mehr als 8 Bit',
  hvc1: 'HEVC',
  hev1: 'HEVC',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  mp4v: 'MPEG-4 Teil 2',
  s263: 'H.263',
  apcn: 'ProRes',
  apch: 'ProRes',
  apcs: 'ProRes',
  apco: 'ProRes',
  ap4h: 'ProRes',
  ap4x: 'ProRes',
  V_THEORA: 'Theora',
}

/** The usual name of a codec that browsers do not play; undefined for one that they play. */
export function unplayableCodec(codec: string, profile = 0): string | undefined {
  if (PLAYABLE.has(codec) && !UNPLAYABLE_PROFILES.has(profile)) return undefined
  return NAMES[codec] ?? (/^[\w.-]{1,20}$/.test(codec.trim()) ? codec.trim() : 'unbekannt')
}
