import { Album } from '@tonarchiv/contract/catalog'
import { Favorite } from '@tonarchiv/contract/favorites'
import { Playlist } from '@tonarchiv/contract/playlists'
import { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import { Person } from '@tonarchiv/contract/presence'
import * as z from 'zod/mini'
import { changeRecord, deleteRecords, readRecords, writeRecords } from '#client/copies/copy-database.ts'
import { type CollectionId, keyOf } from './collection-id.ts'

/** A track of a collection, and which file of it is copied. */
const CopiedTrack = z.object({
  trackId: z.string(),
  file: z.string(),
  version: z.string(),
  sizeBytes: z.number(),
  coverUrl: z.string(),
})
export type CopiedTrack = z.infer<typeof CopiedTrack>

/** The content of a collection, as its page shows it. */
const Content = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('album'), album: Album }),
  z.object({
    kind: z.literal('playlist'),
    playlist: Playlist,
    entries: z.array(PlaylistEntry),
    people: z.array(Person),
  }),
  z.object({ kind: z.literal('favorites'), favorites: z.array(Favorite) }),
])
export type Content = z.infer<typeof Content>

const Collection = z.object({
  key: z.string(),
  kind: z.enum(['album', 'playlist', 'favorites']),
  title: z.string(),
  /** When the collection was chosen, in milliseconds since 1970. Collections are loaded in this order. */
  addedAt: z.number(),
  isPaused: z.boolean(),
  /** Whether loading has stopped because there was no space for the collection. */
  isFull: z.boolean(),
  /**
   * When the member has removed the collection, in milliseconds since 1970; 0 if that cannot be undone. The collection
   * is deleted when undoing is not possible any more. Undefined for a collection that was not removed.
   */
  removedAt: z.optional(z.number()),
  /** The content as it was last read from the server; undefined until then. */
  read: z.optional(
    z.object({
      /** When the content was read, in milliseconds since 1970. */
      readAt: z.number(),
      content: Content,
      /** The tracks in the order of the collection; each file occurs once. */
      tracks: z.array(CopiedTrack),
      /**
       * Number of tracks that cannot be copied: they have no file, or this browser cannot play it without conversion.
       */
      withoutCopy: z.number(),
      coverUrls: z.array(z.string()),
    }),
  ),
})
export type Collection = z.infer<typeof Collection>

/** The record of a collection that was just chosen; its content has not been read yet. */
export function newCollection(id: CollectionId, title: string, addedAt: number): Collection {
  return { key: keyOf(id), kind: id.kind, title, addedAt, isPaused: false, isFull: false }
}

/**
 * All stored collections, in the order in which they were chosen. Records that this version of the app cannot parse are
 * left out.
 */
export async function readCollections(): Promise<Collection[]> {
  const found = (await readRecords('collections')).flatMap(
    (record) => Collection.safeParse(record).data ?? [],
  )
  return found.toSorted((one, other) => one.addedAt - other.addedAt)
}

export async function writeCollection(collection: Collection): Promise<void> {
  return writeRecords('collections', [collection])
}

/** Changes the record of a collection. Does nothing if the record does not exist any more. */
export async function changeCollection(
  key: string,
  change: (before: Collection) => Collection,
): Promise<void> {
  return changeRecord('collections', key, (found) => {
    const before = Collection.safeParse(found).data
    return before && change(before)
  })
}

export async function deleteCollections(keys: readonly string[]): Promise<void> {
  return deleteRecords('collections', keys)
}
