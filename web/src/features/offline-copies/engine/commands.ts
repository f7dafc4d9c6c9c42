import HardDrive from 'lucide-react/icons/hard-drive'
import { isStorageFull } from '#client/copies/storage-full.ts'
import { showToast } from '#ui/dom/toast.ts'
import type { CollectionId } from '../copies/collection-id.ts'
import { changeCollection, newCollection, readCollections, writeCollection } from '../copies/collection.ts'
import { beginCopies, removeUnused, UNDO_DURATION } from './maintenance.ts'
import { useOffline } from '../copies/store.ts'
import { readLists } from './read-collection.ts'
import { runningCopies, type RunningCopies } from './start.ts'
import { requestPersistence } from './storage-state.ts'

/** Milliseconds. */
const LISTS_TIMEOUT = 30_000

/** The error text when there is not even space for the record of the chosen collection. */
const FULL = 'Speicher voll. Auf diesem Gerät ist kein Platz für Kopien.'

type Change = Parameters<typeof changeCollection>[1]

/** Runs a command if copies are running in this tab, and shows the result in all tabs. */
async function run(act: (copies: RunningCopies) => Promise<unknown>): Promise<void> {
  const copies = runningCopies()
  if (!copies) return
  try {
    await act(copies)
  } catch (failure) {
    if (!isStorageFull(failure)) throw failure
    showToast(FULL, { kind: 'error' })
  }
  copies.channel.send({ type: 'retry' })
  await copies.publish()
}

async function changeAll(keys: readonly string[], change: Change): Promise<void> {
  for (const key of keys) await changeCollection(key, change)
}

/** Chooses a collection; its files are then loaded onto this device. */
export async function keepOffline(id: CollectionId, title: string): Promise<void> {
  const isFirst = useOffline.getState().view.collections.length === 0
  await run(async ({ userId, publish }) => {
    // Not awaited: some browsers ask the user, whose answer may take long.
    void requestPersistence().then(publish, () => undefined)
    await beginCopies(userId)
    await writeCollection(newCollection(id, title, Date.now()))
  })
  // A failure is ignored, because the copies can be played without these lists.
  if (isFirst) await readLists(AbortSignal.timeout(LISTS_TIMEOUT)).catch(() => undefined)
}

export async function pauseLoading(key: string): Promise<void> {
  await run(async () => changeAll([key], (before) => ({ ...before, isPaused: true })))
}

/** Resumes a collection that was paused, or for which there was no space. */
export async function resumeLoading(key: string): Promise<void> {
  await run(async () => changeAll([key], (before) => ({ ...before, isPaused: false, isFull: false })))
}

/** Removes collections permanently, and retries collections for which there was no space. */
export async function removeFromDevice(keys: readonly string[]): Promise<void> {
  await run(async ({ userId }) => {
    await changeAll(keys, (before) => ({ ...before, removedAt: 0 }))
    await removeForGood(userId)
  })
}

/**
 * Removes collections. Their files are deleted after `UNDO_DURATION`; until then a toast offers to undo the removal.
 */
export async function removeWithUndo(keys: readonly string[], text: string): Promise<void> {
  await run(async () => changeAll(keys, (before) => ({ ...before, removedAt: Date.now() })))
  showToast(text, {
    icon: HardDrive,
    duration: UNDO_DURATION,
    returns: true,
    action: {
      label: 'Rückgängig',
      onPress: () => {
        void run(async () => changeAll(keys, ({ removedAt: _removedAt, ...before }) => before))
      },
    },
  })
  // Deletes the files, unless the removal was undone or the collection was chosen again.
  setTimeout(() => void run(async ({ userId }) => removeForGood(userId)), UNDO_DURATION)
}

async function removeForGood(userId: string): Promise<void> {
  await removeUnused(userId)
  await freeFull()
}

async function freeFull(): Promise<void> {
  const full = (await readCollections()).filter(({ isFull }) => isFull)
  await changeAll(
    full.map(({ key }) => key),
    (before) => ({ ...before, isFull: false }),
  )
}
