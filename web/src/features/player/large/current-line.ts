import type { TimedLine } from '@tonarchiv/contract/lyrics-text'

/** Pauses that are longer than this many seconds show three dots, which are filled one after the other. */
const LONG_PAUSE = 6

/** Index of the line that is sung at this second: the last line that has begun; -1 before the first line. */
export function currentLine(lines: readonly TimedLine[], seconds: number): number {
  return lines.findLastIndex(({ startMs }) => startMs <= seconds * 1000)
}

/**
 * A row of the displayed lyrics: a line, a short gap or a long pause. `index` is that of the line; -1 for the pause
 * before the first line.
 */
export type LyricsRow =
  | { kind: 'line'; index: number; line: TimedLine }
  | { kind: 'gap'; index: number }
  | { kind: 'pause'; index: number; fromSeconds: number; toSeconds: number }

/**
 * The displayed rows of lyrics. A line without text becomes a gap, or a pause if it is long. A long time before the
 * first line becomes a pause, too.
 */
export function lyricsRows(lines: readonly TimedLine[]): LyricsRow[] {
  const rows = lines.map((line, index): LyricsRow => {
    if (line.text !== '') return { kind: 'line', index, line }
    return pauseRow(index, line.startMs / 1000, lines[index + 1]?.startMs)
  })
  const [first] = lines
  return first !== undefined && first.startMs > LONG_PAUSE * 1000
    ? [pauseRow(-1, 0, first.startMs), ...rows]
    : rows
}

function pauseRow(index: number, fromSeconds: number, nextMs: number | undefined): LyricsRow {
  const toSeconds = nextMs === undefined ? fromSeconds : nextMs / 1000
  if (toSeconds - fromSeconds <= LONG_PAUSE) return { kind: 'gap', index }
  return { kind: 'pause', index, fromSeconds, toSeconds }
}

/** How many of the three dots of a pause are filled at this second. */
export function filledDots(
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
  seconds: number,
): number {
  const share = (seconds - fromSeconds) / (toSeconds - fromSeconds)
  return Math.min(3, Math.max(0, Math.floor(share * 4)))
}
