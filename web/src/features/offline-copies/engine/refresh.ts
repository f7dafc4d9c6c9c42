import { ApiError } from '#client/api-error.ts'
import { idOf } from '../copies/collection-id.ts'
import { changeCollection, type Collection, deleteCollections } from '../copies/collection.ts'
import { readCollection } from './read-collection.ts'

/**
 * Reads the current content of a collection and stores it. A collection that no longer exists, or that the account may
 * not read any more, is removed.
 * @throws ApiError when the content could not be read
 */
export async function refreshCollection(
  { key }: Pick<Collection, 'key'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { title, read } = await readCollection(idOf(key), signal)
    await changeCollection(key, (before) => ({ ...before, title, read }))
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 404) throw failure
    await deleteCollections([key])
  }
}
