import { setStored } from '#client/signed-in-storage.ts'
import { announceRemoval } from './channel.ts'
import { removeAllPictures } from '#client/copies/copied-pictures.ts'
import { clearRecords } from '#client/copies/copy-database.ts'
import { removeAllCopies } from '#client/copies/copy-files.ts'
import { resetCopiesView } from '#client/copies-view.ts'

/**
 * Removes all copies of this browser, at the end of the session and of the right to play. What cannot be removed now, is by the
 * next start: the mark of their account goes first.
 * @param userId the account that has logged in, whose tabs go on
 */
export async function removeEverything(userId?: string): Promise<void> {
  setStored('copiesOf', undefined)
  resetCopiesView()
  // Other tabs stop to write.
  if ('BroadcastChannel' in globalThis) announceRemoval(userId)
  // Without records no file is given out, even if one could not be removed.
  await ignoreMissing(clearRecords)
  await Promise.all([ignoreMissing(removeAllPictures), ignoreMissing(() => removeAllCopies())])
}

/** Browsers and private windows without storage have nothing to remove. */
async function ignoreMissing(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch {
    // It was never there.
  }
}
