/** Formats that not every browser plays, by file extension. */
const FORMATS: Partial<Record<string, { name: string; type: string }>> = {
  opus: { name: 'Opus', type: 'audio/ogg; codecs="opus"' },
  ogg: { name: 'Ogg Vorbis', type: 'audio/ogg; codecs="vorbis"' },
  flac: { name: 'FLAC', type: 'audio/flac' },
}

/** The error text when the browser cannot play this format; undefined when it can. */
export function unplayableFormat(file: string, canPlay: (type: string) => boolean): string | undefined {
  const format = FORMATS[file.slice(file.lastIndexOf('.') + 1).toLowerCase()]
  if (format === undefined || canPlay(format.type)) return undefined
  return `Dieser Browser kann das Format ${format.name} nicht abspielen`
}
