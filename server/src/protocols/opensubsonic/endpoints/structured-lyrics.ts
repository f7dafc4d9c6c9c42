import { fieldsOfLyrics, readLyrics, type TimedLine } from '@tonarchiv/contract/lyrics-text'
import type { CueLine, StructuredLyrics } from '../shapes/lyrics.ts'

/** The code of ISO 639-3 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und'
const LANGUAGE = /^\[(?:la|lang):\s*([a-z]{2,3})\s*\]$/i

/**
 * Lyrics by lines, with the times of the lines where these are known. With `withWords` also the times of their words.
 */
export function structuredLyrics(text: string, { withWords }: { withWords: boolean }): StructuredLyrics {
  const lyrics = readLyrics(text)
  const kind = withWords ? ({ kind: 'main' } as const) : {}
  if (!lyrics.isTimed)
    return { lang: UNKNOWN_LANGUAGE, synced: false, ...kind, line: lyrics.lines.map((value) => ({ value })) }
  const { lines } = lyrics
  const cueLine = withWords ? cueLinesOf(lines) : []
  return {
    lang: languageOf(text),
    synced: true,
    // The times of the lines already include the offset that an LRC file declares.
    offset: 0,
    ...kind,
    line: lines.map(({ startMs, text: value }) => ({ start: startMs, value })),
    ...(cueLine.length > 0 && { cueLine }),
  }
}

function languageOf(text: string): string {
  for (const field of fieldsOfLyrics(text)) {
    const [, language] = LANGUAGE.exec(field) ?? []
    if (language !== undefined) return language.toLowerCase()
  }
  return UNKNOWN_LANGUAGE
}

function cueLinesOf(lines: readonly TimedLine[]): CueLine[] {
  return lines.flatMap((line, index) => {
    const cue = cuesOf(line)
    const end = lines[index + 1]?.startMs
    return cue.length === 0
      ? []
      : [{ index, start: line.startMs, ...(end !== undefined && { end }), value: line.text, cue }]
  })
}

/** The words of a line in their order. Words that the text of the line does not contain are omitted. */
function cuesOf({ text, words }: TimedLine): CueLine['cue'] {
  const cues: CueLine['cue'] = []
  let position = 0
  for (const [index, { startMs, text: written }] of words.entries()) {
    const value = written.trim().replaceAll(/\s+/g, ' ')
    const start = text.indexOf(value, position)
    if (start < 0) continue
    position = start + value.length
    const byteStart = Buffer.byteLength(text.slice(0, start))
    const end = words[index + 1]?.startMs
    cues.push({
      start: startMs,
      ...(end !== undefined && { end }),
      byteStart,
      byteEnd: byteStart + Buffer.byteLength(value) - 1,
      value,
    })
  }
  return cues
}
