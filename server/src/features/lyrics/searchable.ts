import { linesOfLyrics, readLyrics } from '@tonarchiv/contract/lyrics-text'
import type { Executor } from '#database/prepared.ts'
import { storedLyrics } from './store.ts'

/** What is searched of lyrics, by the ids of their tracks. */
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

/** The best line of each of these lyrics: `score` returns more for a better one. */
export async function foundLines(
  db: Executor,
  trackIds: readonly string[],
  score: (line: string) => number,
): Promise<Map<string, Line>> {
  const rows = await storedLyrics(db, trackIds)
  const found = new Map<string, Line>()
  for (const [trackId, { text }] of rows) {
    const { lines } = readLyrics(text)
    let best: Line | undefined
    let most = -1
    for (const line of lines) {
      const one: Line =
        typeof line === 'string'
          ? { text: line, startSeconds: null }
          : { text: line.text, startSeconds: line.startMs / 1000 }
      const its = score(one.text)
      if (its <= most) continue
      best = one
      most = its
    }
    if (best !== undefined && text !== '') found.set(trackId, best)
  }
  return found
}
