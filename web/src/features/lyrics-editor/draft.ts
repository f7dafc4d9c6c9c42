import {
  readLyrics,
  readWrittenLines,
  type TimedWord,
  type WrittenLine,
} from '@tonarchiv/contract/lyrics-text'

/** A line of lyrics that is being edited. `words` contains only the words that have a time. */
export interface DraftLine extends WrittenLine {
  key: number
}

let nextKey = 0

/** A new line with a key of its own. Without `startMs` it has no time. */
export function newLine(line: Partial<WrittenLine> = {}): DraftLine {
  nextKey += 1
  return { startMs: undefined, text: '', words: [], ...line, key: nextKey }
}

/** The draft for stored lyrics or for a file. If all lines have times, they are sorted by time. */
export function draftOf(text: string): DraftLine[] {
  const lyrics = readLyrics(text)
  return lyrics.isTimed ? lyrics.lines.map(draftLine) : draftAsWritten(text)
}

/** The draft for a text that the admin is typing; its lines stay in the typed order. */
export function draftAsWritten(text: string): DraftLine[] {
  return readWrittenLines(text).map(draftLine)
}

function draftLine(line: WrittenLine): DraftLine {
  const joined = shortened(line.words.map((word) => word.text).join(''))
  const before = line.text.slice(0, line.text.length - joined.length)
  const [first, ...others] = line.words
  // Text before the first word with a time is joined with that word.
  if (first === undefined || before === '') return newLine(line)
  return newLine({ ...line, words: [{ ...first, text: before + first.text }, ...others] })
}

/** Removes blanks at both ends, and replaces other whitespace by single blanks. */
function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The text of all lines, without times. */
export function plainOf(lines: readonly DraftLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

/**
 * The draft as LRC. A line without a time becomes plain text. `fields` (metadata) come first; they are left out if no
 * line has a time.
 */
export function lrcOf(lines: readonly DraftLine[], fields: readonly string[] = []): string {
  const isTimed = lines.some(({ startMs }) => startMs !== undefined)
  return [...(isTimed ? fields : []), ...lines.map(lrcLine)].join('\n')
}

function lrcLine({ startMs, text, words }: DraftLine): string {
  if (startMs === undefined) return text
  if (words.length === 0) return `[${lrcTime(startMs)}]${text}`
  const timed = words.map((word) => `<${lrcTime(word.startMs)}>${word.text}`).join('')
  return `[${lrcTime(startMs)}]${timed.trimEnd()}${restOf({ text, words })}`
}

/** `01:22.15` */
function lrcTime(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

/** The part of a line's text after the words with times, with the blanks before it. */
export function restOf({ text, words }: Pick<DraftLine, 'text' | 'words'>): string {
  const timed = shortened(words.map((word) => word.text).join(''))
  return text.slice(timed.length)
}

/** The draft after its text was edited. Lines whose text has not changed keep their times. */
export function withPlainText(lines: readonly DraftLine[], text: string): DraftLine[] {
  const texts = text.split('\n')
  let before = 0
  while (before < Math.min(lines.length, texts.length) && lines[before]?.text === texts[before]) before += 1
  let behind = 0
  const room = Math.min(lines.length, texts.length) - before
  while (behind < room && lines.at(-1 - behind)?.text === texts.at(-1 - behind)) behind += 1
  const changed = texts.slice(before, texts.length - behind)
  const replaced = lines.slice(before, lines.length - behind)
  // If as many lines were replaced as inserted, only words have changed, so each line keeps its time.
  const isSameCount = changed.length === replaced.length
  return [
    ...lines.slice(0, before),
    ...changed.map((one, index) => {
      const line = isSameCount ? replaced[index] : replaced.find((other) => other.text === one)
      return line === undefined ? newLine({ text: one }) : withText(line, one)
    }),
    ...lines.slice(lines.length - behind),
  ].map(asOnly())
}

/** Returns a function that gives a line a new key if the same line was already passed to it. */
function asOnly(): (line: DraftLine) => DraftLine {
  const seen = new Set<number>()
  return (line) => {
    if (seen.has(line.key)) return newLine(line)
    seen.add(line.key)
    return line
  }
}

/** A line after its text has changed. Its word times are removed, because they belong to the old words. */
export function withText(line: DraftLine, text: string): DraftLine {
  return text === line.text ? line : { ...line, text, words: [] }
}

/**
 * A line after its start time has changed. The times of its words are moved by the same amount; if the start time is
 * removed, so are they.
 */
export function withStart(line: DraftLine, startMs: number | undefined): DraftLine {
  if (startMs === undefined || line.startMs === undefined)
    return { ...line, startMs, words: startMs === undefined ? [] : line.words }
  const by = startMs - line.startMs
  const move = (word: TimedWord) => ({ ...word, startMs: Math.max(0, word.startMs + by) })
  return { ...line, startMs, words: line.words.map(move) }
}

/** Milliseconds by which Alt with an arrow key moves the start of a line. */
export const SHIFT_MS = 50

export function shiftedLine(line: DraftLine, byMs: number): DraftLine {
  return line.startMs === undefined ? line : withStart(line, Math.max(0, line.startMs + byMs))
}

/** The index of the last line that has begun at this time; -1 before the first line. */
export function lineAt(lines: readonly DraftLine[], ms: number): number {
  return lines.findLastIndex(({ startMs }) => startMs !== undefined && startMs <= ms)
}

/**
 * `index`: the first line that begins before an earlier line. `above`: that earlier line. Undefined if all lines are in
 * order.
 */
export function disorderOf(lines: readonly DraftLine[]): { index: number; above: number } | undefined {
  let above = -1
  let latest = -1
  for (const [index, { startMs }] of lines.entries()) {
    if (startMs === undefined) continue
    if (startMs < latest) return { index, above }
    latest = startMs
    above = index
  }
  return undefined
}
