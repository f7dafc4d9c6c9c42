import { setStored } from '#client/signed-in-storage.ts'
import { announceRemoval } from './channel.ts'
import { removeAllPictures } from '#client/copies/copied-pictures.ts'
import { clearRecords } from '#client/copies/copy-database.ts'
import { removeAllCopies } from '#client/copies/copy-files.ts'
import { resetCopiesView } from '#client/copies-view.ts'

/**
 * Removes all copies of this browser, at the end of the session or of archive access. The stored account of the copies
 * is removed first, so that the next start removes what is left.
 * @param userId the account that has logged in, whose tabs continue
 */
export async function removeEverything(userId?: string): Promise<void> {
  setStored('copiesOf', undefined)
  resetCopiesView()
  // Other tabs stop to write.
  if ('BroadcastChannel' in globalThis) announceRemoval(userId)
  // Without its record a file is not served, even if it could not be removed.
  await ignoreMissing(clearRecords)
  await Promise.all([ignoreMissing(removeAllPictures), ignoreMissing(() => removeAllCopies())])
}

/** Ignores errors of browsers and private windows without storage, where there is nothing to remove. */
async function ignoreMissing(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch {
    // There was no storage.
  }
}
