import { getStored, setStored } from '#client/signed-in-storage.ts'
import { changeRecord, deleteRecords } from '#client/copies/copy-database.ts'
import { removeCopies, sizesOfCopies } from '#client/copies/copy-files.ts'
import {
  type AccountRecord,
  accountInContact,
  readAccount,
  readFileRecords,
} from '#client/copies/copy-records.ts'
import { removeEverything } from '../copies/remove-everything.ts'
import { removeUnusedBeside } from './beside-tracks.ts'
import { deleteCollections, readCollections } from '../copies/collection.ts'
import { unusedVersions } from './plan.ts'

/** Milliseconds within which the removal of a collection can be undone. */
export const UNDO_DURATION = 8000

/** Prepares the copies for this account: removes those of another account, and what an interrupted removal has left. */
export async function claimCopies(userId: string): Promise<void> {
  const isOwn = getStored('copiesOf') === userId && (await readAccount())?.userId === userId
  if (!isOwn) await removeEverything(userId)
}

/**
 * Stores the current time.
 * @param isInContact - whether the server has just confirmed session and access key; that time is stored, too
 */
export async function noteTime(userId: string, isInContact: boolean): Promise<void> {
  if (getStored('copiesOf') !== userId) return
  const now = Date.now()
  await changeRecord('account', 'account', (found) => {
    if (isInContact) return accountInContact(userId, now)
    return isRecordOf(found, userId) ? { ...found, latestAt: Math.max(found.latestAt, now) } : undefined
  })
}

/** Stores to which account the copies belong. Called when a collection is chosen. */
export async function beginCopies(userId: string): Promise<void> {
  setStored('copiesOf', userId)
  await noteTime(userId, true)
}

function isRecordOf(found: unknown, userId: string): found is AccountRecord {
  return typeof found === 'object' && found !== null && 'userId' in found && found.userId === userId
}

/**
 * Reconciles the records with the files on this device: the browser may have deleted files, and an interrupted removal
 * may have left some.
 * @returns the sizes of incomplete files in bytes, by version
 */
export async function compareWithFiles(userId: string): Promise<Map<string, number>> {
  const sizes = await sizesOfCopies(userId)
  const records = await readFileRecords()
  const broken = records.filter(({ version, sizeBytes }) => sizes.get(version) !== sizeBytes)
  await deleteRecords(
    'files',
    broken.map(({ version }) => version),
  )
  const complete = new Set(records.filter((record) => !broken.includes(record)).map(({ version }) => version))
  return new Map([...sizes].filter(([version]) => !complete.has(version)))
}

/** Deletes removed collections whose removal cannot be undone any more, and files that no collection refers to. */
export async function removeUnused(userId: string): Promise<void> {
  const collections = await readCollections()
  const over = Date.now() - UNDO_DURATION
  const removed = collections.filter(({ removedAt }) => removedAt !== undefined && removedAt <= over)
  await deleteCollections(removed.map(({ key }) => key))
  const left = collections.filter((collection) => !removed.includes(collection))
  const stored = [...(await sizesOfCopies(userId)).keys()]
  const records = (await readFileRecords()).map(({ version }) => version)
  const unused = unusedVersions(left, new Set([...stored, ...records]))
  await deleteRecords('files', unused)
  await removeCopies(userId, unused)
  await removeUnusedBeside(left)
}
