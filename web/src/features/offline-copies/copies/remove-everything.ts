import { setStored } from '#client/signed-in-storage.ts'
import { announceRemoval } from './channel.ts'
import { removeAllPictures } from '#client/copies/copied-pictures.ts'
import { clearRecords } from '#client/copies/copy-database.ts'
import { removeAllCopies } from '#client/copies/copy-files.ts'
import { resetCopiesView } from '#client/copies-view.ts'

/**
 * Removes all copies of this browser, at the end of a session or of archive access. The stored id of their account is
 * removed first: if the removal is interrupted, the next start removes the rest.
 * @param userId - the account that has signed in, whose tabs are not stopped
 */
export async function removeEverything(userId?: string): Promise<void> {
  setStored('copiesOf', undefined)
  resetCopiesView()
  // Stops the copies in other tabs, so that these do not write any more.
  if ('BroadcastChannel' in globalThis) announceRemoval(userId)
  // The records are deleted first: without its record, a file that could not be deleted is not sent any more.
  await ignoreMissing(clearRecords)
  await Promise.all([ignoreMissing(removeAllPictures), ignoreMissing(() => removeAllCopies())])
}

/** Ignores the errors of browsers without storage and of private windows, where nothing can be stored. */
async function ignoreMissing(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch {
    // The browser has no storage, so there is nothing to remove.
  }
}
