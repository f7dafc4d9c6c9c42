import { normalized } from './text.ts'

/** Maximum length of lyrics in UTF-16 code units. */
export const LYRICS_MAX_LENGTH = 65_536
/** Maximum number of timed lines. A line with several times counts once for each time. */
const TIMED_LINES_MAX = 5000
/** Maximum number of times before one line. */
const TIMES_PER_LINE_MAX = 50

/** Control characters except line breaks and tabs, unpaired surrogates, direction characters and byte order marks. */
const UNWANTED = /(?![\n\t])[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Converts lyrics to the form in which they are stored: NFC, lines separated by a line feed, no blanks at the ends of
 * lines, and no blank lines at the beginning and end. Empty when there is no visible character. Cleaned lyrics stay
 * unchanged.
 */
export function cleanLyrics(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(UNWANTED, '')
    .split('\n')
    .map((line) => line.trimEnd())
  return normalized(lines.join('\n'))
}

/** A part of a line with its own start time. */
export interface TimedWord {
  startMs: number
  /** The word with the blanks around it. */
  text: string
}

export interface TimedLine {
  startMs: number
  /** The text of the line; empty for a pause. */
  text: string
  /** The words with their times. Empty when only the line has a time. */
  words: readonly TimedWord[]
}

/** A line as it is written in the lyrics. It may have no time. */
export interface WrittenLine {
  startMs: number | undefined
  text: string
  words: readonly TimedWord[]
}

export type Lyrics =
  | { isTimed: false; lines: readonly string[] }
  /** The lines, sorted by time. */
  | { isTimed: true; lines: readonly TimedLine[] }

/**
 * Reads cleaned lyrics, which are plain text or LRC. In LRC each line begins with one or more times, and words may have
 * times as well: `[01:02.50]<01:02.50>Every <01:02.90>word`. If any line has no time, the lyrics count as plain text,
 * and the times of the other lines are dropped.
 */
export function readLyrics(text: string): Lyrics {
  const timed = timedLines(text.split('\n'))
  if (timed !== undefined) return { isTimed: true, lines: timed }
  return { isTimed: false, lines: readWrittenLines(text).map((line) => line.text) }
}

/**
 * The lines of lyrics that are being edited, in written order. Only some lines may have times, and the times may be in
 * any order. A line with several times is returned once for each time.
 */
export function readWrittenLines(text: string): WrittenLine[] {
  const lines = text.split('\n')
  if (!lines.some((line) => timesBefore(line).times.length > 0))
    return lines.map((line) => ({ startMs: undefined, text: line, words: [] }))
  let offsetMs = 0
  const written: WrittenLine[] = []
  for (const line of lines) {
    const field = FIELD.exec(line)
    if (field === null) written.push(...writtenLines(line))
    else if (OFFSET.test(line)) offsetMs = offsetIn(field[1] ?? '')
  }
  return written.map((line) => shifted(line, offsetMs))
}

/**
 * The fields about the recording (`[ar:…]`) in timed lyrics, as they are written. The offset is omitted, because the
 * times that `readLyrics` returns already include it.
 */
export function fieldsOfLyrics(text: string): string[] {
  const lines = text.split('\n')
  if (!lines.some((line) => timesBefore(line).times.length > 0)) return []
  return lines.filter((line) => FIELD.test(line) && !OFFSET.test(line))
}

function writtenLines(line: string): WrittenLine[] {
  const { times, rest } = timesBefore(line)
  return times.length === 0 ? [{ startMs: undefined, text: line, words: [] }] : linesAt(times, rest)
}

/** Returns the line once for each of its times. */
function linesAt(times: readonly number[], rest: string): TimedLine[] {
  const words = wordsOf(rest)
  const text = rest.replaceAll(WORD_TIME, '').replaceAll(/\s+/g, ' ').trim()
  return times.map((startMs, index) => ({ startMs, text, words: index === 0 ? words : [] }))
}

/** The lines of lyrics, without times. */
export function linesOfLyrics(text: string): string[] {
  return readLyrics(text).lines.map((line) => (typeof line === 'string' ? line : line.text))
}

const TIME = /^\[(\d{1,3}):([0-5]?\d)(?:[.:](\d{1,3}))?\]/
const WORD_TIME = /<(\d{1,3}):([0-5]?\d)(?:[.:](\d{1,3}))?>/g
/** Matches a field about the recording. LRC files have such fields before the first line. */
const FIELD = /^\[(?:ti|ar|al|au|lr|by|re|ve|tool|la|lang|id|length|offset|#):([^\]]*)\]$/i
const OFFSET = /^\[offset:/i

/** Reads timed lines. Undefined when a line has no time, or when there are too many lines. */
function timedLines(lines: readonly string[]): TimedLine[] | undefined {
  const found: TimedLine[] = []
  let offsetMs = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    const field = FIELD.exec(line)
    if (field !== null) {
      if (OFFSET.test(line)) offsetMs = offsetIn(field[1] ?? '')
      continue
    }
    const { times, rest } = timesBefore(line)
    if (times.length === 0 || found.length + times.length > TIMED_LINES_MAX) return undefined
    found.push(...linesAt(times, rest))
  }
  if (found.length === 0) return undefined
  return found.map((line) => shifted(line, offsetMs)).sort((a, b) => a.startMs - b.startMs)
}

function timesBefore(line: string): { times: number[]; rest: string } {
  const times: number[] = []
  let rest = line.trimStart()
  for (let match = TIME.exec(rest); match !== null; match = TIME.exec(rest)) {
    if (times.length === TIMES_PER_LINE_MAX) return { times: [], rest }
    times.push(millisecondsOf(match))
    rest = rest.slice(match[0].length).trimStart()
  }
  return { times, rest }
}

function wordsOf(line: string): TimedWord[] {
  const times = [...line.matchAll(WORD_TIME)]
  return times.flatMap((time, index) => {
    const text = line.slice(time.index + time[0].length, times[index + 1]?.index)
    // The last time in a line without text after it only marks the end of the line.
    return text.trim() === '' ? [] : [{ startMs: millisecondsOf(time), text }]
  })
}

/** A time in milliseconds, from minutes, seconds and a fraction with any number of digits. */
function millisecondsOf([, minutes = '0', seconds = '0', fraction = '']: RegExpExecArray): number {
  return Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** An offset in milliseconds, at most an hour. 0 for any other text. */
function offsetIn(text: string): number {
  return /^\s*[+-]?\d{1,7}\s*$/.test(text) && Math.abs(Number(text)) <= 3_600_000 ? Number(text) : 0
}

/** Applies the offset of LRC to a line. A positive offset makes the line appear earlier. */
function shifted<Line extends WrittenLine>(line: Line, offsetMs: number): Line {
  if (offsetMs === 0 || line.startMs === undefined) return line
  const shift = (startMs: number) => Math.max(0, startMs - offsetMs)
  return {
    ...line,
    startMs: shift(line.startMs),
    words: line.words.map((word) => ({ ...word, startMs: shift(word.startMs) })),
  }
}
