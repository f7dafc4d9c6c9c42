/** The accepted file formats. `opus` is Opus in Ogg, `aac` a bare ADTS stream. */
export type AudioFormat = 'mp3' | 'm4a' | 'aac' | 'wav' | 'flac' | 'ogg' | 'opus'

/** The audio codec inside the container. */
export type AudioCodec = 'mp3' | 'aac' | 'alac' | 'opus' | 'vorbis' | 'flac' | 'pcm' | 'a-law' | 'mu-law'

/** Whether most browsers cannot play it: only Safari decodes ALAC. */
export function needsConversion(codec: AudioCodec): boolean {
  return codec === 'alac'
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
}
