import { type DraftLine, restOf } from './draft.ts'

/** What a press sets: the time of the next line, or of the next word. */
export type TapMode = 'lines' | 'words'

/** A time that was set by a press. */
interface Tap {
  key: number
  before: Pick<DraftLine, 'startMs' | 'words'>
  atMs: number
}

/** A draft, and the presses that can be taken back. */
export interface Edit {
  lines: readonly DraftLine[]
  /** What the LRC says about the recording, as it was written: `[ar:…]`. */
  fields: readonly string[]
  taps: readonly Tap[]
}

/** Presses that can be taken back. */
const TAPS_MAX = 5000

/** What the next press sets. */
export interface NextTap {
  index: number
  /** The next word, in the mode for words; undefined where only the line gets a time. */
  word: string | undefined
}

/**
 * The next line, or word, without a time: after the one that was set last, otherwise from the beginning. Undefined
 * when all have one, so that no press replaces a time.
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

/** The first word of a line that has no time, with a blank behind it unless it is the last one. */
function wordAfter(line: DraftLine): string | undefined {
  return /^\s*(\S+\s?)/.exec(restOf(line))?.[1]
}

/** Sets the next time to this one. */
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

/** The blank between the words with times and the next one. */
function blankBefore(line: DraftLine): string {
  return /^\s/.test(restOf(line)) ? ' ' : ''
}

/** Sets one line to this time, whether it has one or not; the next press continues behind it. */
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

/** Takes the last press back; with the time that it had set. Undefined when there is none. */
export function untapped(edit: Edit): { edit: Edit; atMs: number } | undefined {
  const { lines, taps } = edit
  const tap = taps.at(-1)
  const line = lines.find(({ key }) => key === tap?.key)
  if (tap === undefined) return undefined
  const rest = taps.slice(0, -1)
  // The line was removed meanwhile.
  if (line === undefined) return untapped({ ...edit, taps: rest })
  return {
    edit: { ...edit, lines: replaced(lines, { ...line, ...tap.before }), taps: rest },
    atMs: tap.atMs,
  }
}

/** The lines with another state of one of them. */
export function replaced(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  return lines.map((one) => (one.key === line.key ? line : one))
}
