import type { TimedLine } from '@tonarchiv/contract/lyrics-text'

/** Seconds; a longer pause shows three dots that fill up. */
const LONG_PAUSE = 6

/** The line that is sung at this second: the last one that has begun; -1 before the first. */
export function currentLine(lines: readonly TimedLine[], seconds: number): number {
  return lines.findLastIndex(({ startMs }) => startMs <= seconds * 1000)
}

/** A line of the lyrics, a gap or a pause. Its index is that of the line; -1 for the pause before the first line. */
export type LyricsRow =
  | { kind: 'line'; index: number; line: TimedLine }
  | { kind: 'gap'; index: number }
  | { kind: 'pause'; index: number; fromSeconds: number; toSeconds: number }

/** The rows of lyrics. Lines without words are pauses, and so is the time before the first line. */
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

/** How many of the three dots of a pause are filled. */
export function filledDots(
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
  seconds: number,
): number {
  const share = (seconds - fromSeconds) / (toSeconds - fromSeconds)
  return Math.min(3, Math.max(0, Math.floor(share * 4)))
}
