import { type DraftLine, restOf } from './draft.ts'

/** Whether a tap (a press during playback) sets the time of the next line or that of the next word. */
export type TapMode = 'lines' | 'words'

/** A tap that can be undone: the key of its line, and the state of the line before the tap. */
interface Tap {
  key: number
  before: Pick<DraftLine, 'startMs' | 'words'>
  atMs: number
}

/** A draft of lyrics, with the taps that can be undone. */
export interface Edit {
  lines: readonly DraftLine[]
  /** The metadata of the LRC file, such as `[ar:…]`; editing does not change them. */
  fields: readonly string[]
  taps: readonly Tap[]
}

/** Maximum number of taps that can be undone. */
const TAPS_MAX = 5000

/** The line or word whose time the next tap sets. */
export interface NextTap {
  index: number
  /** The word whose time is set in word mode; undefined if only the line gets a time. */
  word: string | undefined
}

/**
 * The next line or word without a time. The search starts at the line of the last tap; after the last line it continues
 * at the first. Undefined when everything has a time, so that a tap never replaces a time.
 */
export function nextTap({ lines, taps }: Edit, mode: TapMode): NextTap | undefined {
  const last = lines.findIndex(({ key }) => key === taps.at(-1)?.key)
  const isOpen = (line: DraftLine) =>
    line.startMs === undefined || (mode === 'words' && wordAfter(line) !== undefined)
  // The line of the last tap may have further words without times.
  const after = lines.findIndex((line, index) => index >= last && isOpen(line))
  const index = after === -1 ? lines.findIndex(isOpen) : after
  const line = lines[index]
  return line && { index, word: mode === 'words' ? wordAfter(line) : undefined }
}

/** The first word of a line that has no time yet. The blank after it is included, unless it is the last word. */
function wordAfter(line: DraftLine): string | undefined {
  return /^\s*(\S+\s?)/.exec(restOf(line))?.[1]
}

/** Sets the time of the next line or word; `atMs` is in milliseconds. */
export function tapped(edit: Edit, atMs: number, mode: TapMode): Edit {
  const next = nextTap(edit, mode)
  const line = next && edit.lines[next.index]
  if (!line) return edit
  const ms = Math.max(0, Math.round(atMs / 10) * 10)
  return withTimes(
    edit,
    line,
    next.word === undefined ? { startMs: ms, words: [] } : withWord(line, next.word, ms),
  )
}

function withWord(line: DraftLine, word: string, ms: number): Pick<DraftLine, 'startMs' | 'words'> {
  const last = line.words.at(-1)
  if (last === undefined || line.startMs === undefined)
    return { startMs: ms, words: [{ startMs: ms, text: word }] }
  const before = { ...last, text: `${last.text.trimEnd()}${blankBefore(line)}` }
  const words = [...line.words.slice(0, -1), before]
  return { startMs: line.startMs, words: [...words, { startMs: Math.max(ms, last.startMs), text: word }] }
}

/** The blank between the words with times and the next word; empty if there is none. */
function blankBefore(line: DraftLine): string {
  return /^\s/.test(restOf(line)) ? ' ' : ''
}

/** Sets or replaces the time of a given line. The next tap continues after that line. */
export function tappedAt(edit: Edit, key: number, atMs: number): Edit {
  const line = edit.lines.find((one) => one.key === key)
  const startMs = Math.max(0, Math.round(atMs / 10) * 10)
  return line === undefined ? edit : withTimes(edit, line, { startMs, words: [] })
}

function withTimes(edit: Edit, line: DraftLine, times: Tap['before']): Edit {
  const { startMs, words } = line
  const tap = {
    key: line.key,
    before: { startMs, words },
    atMs: times.words.at(-1)?.startMs ?? times.startMs ?? 0,
  }
  return {
    ...edit,
    lines: replaced(edit.lines, { ...line, ...times }),
    taps: [...edit.taps, tap].slice(-TAPS_MAX),
  }
}

/** Undoes the last tap, and returns the time in milliseconds that the tap had set; undefined when there is no tap. */
export function untapped(edit: Edit): { edit: Edit; atMs: number } | undefined {
  const { lines, taps } = edit
  const tap = taps.at(-1)
  const line = lines.find(({ key }) => key === tap?.key)
  if (tap === undefined) return undefined
  const rest = taps.slice(0, -1)
  // The line of this tap was removed, so the tap before it is undone instead.
  if (line === undefined) return untapped({ ...edit, taps: rest })
  return {
    edit: { ...edit, lines: replaced(lines, { ...line, ...tap.before }), taps: rest },
    atMs: tap.atMs,
  }
}

/** A copy of the lines in which one line is replaced by that with the same key. */
export function replaced(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  return lines.map((one) => (one.key === line.key ? line : one))
}
