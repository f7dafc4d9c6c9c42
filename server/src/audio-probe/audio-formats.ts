/** What the archive takes: how the bytes are wrapped. `opus` is Opus in Ogg, `aac` a bare ADTS stream. */
export type AudioFormat = 'mp3' | 'm4a' | 'aac' | 'wav' | 'flac' | 'ogg' | 'opus'

/** How the sound is coded inside. */
export type AudioCodec = 'mp3' | 'aac' | 'alac' | 'opus' | 'vorbis' | 'flac' | 'pcm' | 'a-law' | 'mu-law'

/** The content type a file of this format is served with. */
export const MIME_TYPE_OF: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
}
