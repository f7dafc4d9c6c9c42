import type { MediaDigest } from '../stored-hashes.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { countManifests, type Generation, mediaListOf } from './manifest.ts'

/** The contents that the backups of a destination list under each media name. */
export interface ListedMedia {
  /**
   * The content in the list of the oldest backup. The bytes that were stored first are the least likely to be damaged.
   */
  first(name: string): MediaDigest | undefined
  /** The contents in the lists of all backups, each content once. */
  all(name: string): readonly MediaDigest[]
  /** Whether every manifest and every list could be read. */
  isWhole: boolean
}

export async function readListedMedia(
  destination: BackupDestination,
  newestFirst: readonly Generation[],
  folders: ReadonlyMap<string, readonly string[]>,
): Promise<ListedMedia> {
  const listed = new Map<string, MediaDigest[]>()
  let isWhole = newestFirst.length === countManifests(folders)
  for (const generation of newestFirst.toReversed()) {
    const list = await mediaListOf(destination, generation)
    isWhole &&= list !== undefined
    for (const [name, digest] of list ?? []) {
      const before = listed.get(name)
      if (before === undefined) listed.set(name, [digest])
      else if (!before.some(({ sha256 }) => sha256 === digest.sha256)) before.push(digest)
    }
  }
  return {
    first: (name) => listed.get(name)?.[0],
    all: (name) => listed.get(name) ?? [],
    isWhole,
  }
}
