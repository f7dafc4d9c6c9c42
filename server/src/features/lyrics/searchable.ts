import { linesOfLyrics, readLyrics } from '@tonarchiv/contract/lyrics-text'
import type { Executor } from '#database/prepared.ts'
import { storedLyrics } from './store.ts'

/** The searchable texts of lyrics, by the ids of their tracks. */
export async function textsOfLyrics(
  db: Executor,
  trackIds: readonly string[],
): Promise<Map<string, { title: string }>> {
  const rows = await storedLyrics(db, trackIds)
  return new Map(
    [...rows].flatMap(([trackId, { text }]) =>
      text === '' ? [] : [[trackId, { title: linesOfLyrics(text).join('\n') }] as const],
    ),
  )
}

interface Line {
  text: string
  /** Null for lyrics without times. */
  startSeconds: number | null
}

/** The best line of the lyrics of each track. `best` returns the index of that line. */
export async function foundLines(
  db: Executor,
  trackIds: readonly string[],
  best: (lines: readonly string[]) => number,
): Promise<Map<string, Line>> {
  const rows = await storedLyrics(db, trackIds)
  const found = new Map<string, Line>()
  for (const [trackId, { text }] of rows) {
    if (text === '') continue
    const lines = readLyrics(text).lines.map((line): Line =>
      typeof line === 'string'
        ? { text: line, startSeconds: null }
        : { text: line.text, startSeconds: line.startMs / 1000 },
    )
    const line = lines[best(lines.map((one) => one.text))]
    if (line !== undefined) found.set(trackId, line)
  }
  return found
}
