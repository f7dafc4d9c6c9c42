import type { AudioCodec, AudioFormat } from './audio-formats.ts'

/** The demuxer that ffmpeg may use: only ones that do not follow references to other files or hosts. */
const DEMUXER_OF: Record<AudioFormat, string> = {
  mp3: 'mp3',
  m4a: 'mov',
  aac: 'aac',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'ogg',
  aiff: 'aiff',
  wma: 'asf',
  wv: 'wv',
  tta: 'tta',
  ac3: 'ac3',
  eac3: 'eac3',
  dts: 'dts',
  dsf: 'dsf',
  dff: 'iff',
  ape: 'ape',
  mpc: 'mpc',
}

/** The only demuxer with which ffmpeg opens a file of this kind; for Musepack without a codec the one for version 7. */
export function demuxerOf({ format, codec }: { format: AudioFormat; codec?: AudioCodec }): string {
  return codec === 'musepack-8' ? 'mpc8' : DEMUXER_OF[format]
}
