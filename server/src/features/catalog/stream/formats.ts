import { type AudioFormat, MIME_TYPE_OF } from '#audio-probe/audio-formats.ts'

/** The content type of a track's file, by the format in its row. */
export function contentTypeOf(format: string): string {
  return isFormat(format) ? MIME_TYPE_OF[format] : 'application/octet-stream'
}

function isFormat(format: string): format is AudioFormat {
  return Object.hasOwn(MIME_TYPE_OF, format)
}
