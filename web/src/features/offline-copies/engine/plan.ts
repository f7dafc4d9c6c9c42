import type { FileRecord } from '#client/copies/copy-records.ts'
import type { Collection, CopiedTrack } from '../copies/collection.ts'

/** A step of the downloader. `rest`: nothing is left to read or load. */
export type Step =
  | { do: 'read'; collection: Collection }
  | { do: 'load'; collection: Collection; track: CopiedTrack }
  | { do: 'rest' }

type Files = ReadonlyMap<string, Pick<FileRecord, 'isComplete'>>

const isWanted = ({ removedAt, isPaused, isFull }: Collection) =>
  removedAt === undefined && !isPaused && !isFull

/**
 * Determines the next step. Collections are processed in their order: first the content is read, then the files are
 * loaded.
 * @param failed - versions of files and keys of collections that are skipped
 */
export function nextStep(
  collections: readonly Collection[],
  files: Files,
  failed: ReadonlySet<string>,
): Step {
  for (const collection of collections.filter(isWanted)) {
    if (!collection.read) {
      if (failed.has(collection.key)) continue
      return { do: 'read', collection }
    }
    const track = collection.read.tracks.find(
      ({ version }) => files.get(version)?.isComplete !== true && !failed.has(version),
    )
    if (track) return { do: 'load', collection, track }
  }
  return { do: 'rest' }
}

/**
 * The versions that no collection refers to. A removed collection still counts as long as its removal can be undone.
 */
export function unusedVersions(collections: readonly Collection[], stored: Iterable<string>): string[] {
  const used = new Set(collections.flatMap(({ read }) => read?.tracks.map(({ version }) => version) ?? []))
  return [...stored].filter((version) => !used.has(version))
}
