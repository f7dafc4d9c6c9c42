import { deleteRecords } from '#client/copies/copy-database.ts'

/** The key of the stored pages of the archive among the answers. */
export const ALBUMS_KEY = 'albums'

/** Deletes the stored pages of the archive, which may contain albums that are not open to the account any more. */
export async function forgetAlbums(): Promise<void> {
  return deleteRecords('answers', [ALBUMS_KEY])
}
