import { type DraftLine, restOf } from './draft.ts'

/** Whether a tap sets the time of the next line or of the next word. */
export type TapMode = 'lines' | 'words'

/** A time that was set by a tap, and the state before it. */
interface Tap {
  key: number
  before: Pick<DraftLine, 'startMs' | 'words'>
  atMs: number
}

/** A draft, and the taps that can be undone. */
export interface Edit {
  lines: readonly DraftLine[]
  /** LRC metadata such as `[ar:…]`, as it was written. */
  fields: readonly string[]
  taps: readonly Tap[]
}

/** Maximum number of taps that can be undone. */
const TAPS_MAX = 5000

/** The line or word that the next tap sets. */
export interface NextTap {
  index: number
  /** The next word in word mode; undefined when only the line gets a time. */
  word: string | undefined
}

/**
 * The next line or word without a time. The search begins at the line that was set last and continues at the beginning.
 * Undefined when all have times, so that a tap never replaces a time.
 */
export function nextTap({ lines, taps }: Edit, mode: TapMode): NextTap | undefined {
  const last = lines.findIndex(({ key }) => key === taps.at(-1)?.key)
  const isOpen = (line: DraftLine) =>
    line.startMs === undefined || (mode === 'words' && wordAfter(line) !== undefined)
  // The line that was set last may have further words.
  const after = lines.findIndex((line, index) => index >= last && isOpen(line))
  const index = after === -1 ? lines.findIndex(isOpen) : after
  const line = lines[index]
  return line && { index, word: mode === 'words' ? wordAfter(line) : undefined }
}

/** The first word of a line without a time, with the blank after it unless it is the last one. */
function wordAfter(line: DraftLine): string | undefined {
  return /^\s*(\S+\s?)/.exec(restOf(line))?.[1]
}

/** Sets the time of the next line or word. */
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

/** The blank between the timed words and the next word. */
function blankBefore(line: DraftLine): string {
  return /^\s/.test(restOf(line)) ? ' ' : ''
}

/** Sets or replaces the time of a line. The next tap continues after it. */
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

/** Undoes the last tap and returns the time that it had set; undefined when there is none. */
export function untapped(edit: Edit): { edit: Edit; atMs: number } | undefined {
  const { lines, taps } = edit
  const tap = taps.at(-1)
  const line = lines.find(({ key }) => key === tap?.key)
  if (tap === undefined) return undefined
  const rest = taps.slice(0, -1)
  // The line was removed, so the tap before it is undone.
  if (line === undefined) return untapped({ ...edit, taps: rest })
  return {
    edit: { ...edit, lines: replaced(lines, { ...line, ...tap.before }), taps: rest },
    atMs: tap.atMs,
  }
}

/** The lines with one of them replaced. */
export function replaced(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  return lines.map((one) => (one.key === line.key ? line : one))
}
