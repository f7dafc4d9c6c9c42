import { readCollections } from '../copies/collection.ts'
import { removeUnused, UNDO_DURATION } from './maintenance.ts'

/**
 * Returns a function that looks for copies whose removal can still be taken back, and removes them for good when that
 * time is over: the page in which they were removed may be closed by then.
 * @param removed called after each removal
 */
export function createRemoveLater(userId: string, removed: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))

  async function look(): Promise<void> {
    const times = (await readCollections()).flatMap(({ removedAt }) => removedAt ?? [])
    if (times.length === 0 || timer !== undefined || signal.aborted) return
    const due = Math.min(...times) + UNDO_DURATION - Date.now()
    timer = setTimeout(() => void remove().catch(() => undefined), Math.min(Math.max(due, 0), UNDO_DURATION))
  }

  async function remove(): Promise<void> {
    timer = undefined
    await removeUnused(userId)
    removed()
    await look()
  }

  return () => void look().catch(() => undefined)
}
