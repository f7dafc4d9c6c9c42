import { readCollections } from '../copies/collection.ts'
import { removeUnused, UNDO_DURATION } from './maintenance.ts'

/**
 * Deletes removed collections when their removal cannot be undone any more. The tab that loads the files does that,
 * because the tab in which a collection was removed may be closed by then.
 * @param removed - called after each deletion
 * @returns a function that must be called when a collection was removed
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
