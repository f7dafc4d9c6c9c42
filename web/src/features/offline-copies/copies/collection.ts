import { Album } from '@tonarchiv/contract/catalog'
import { Favorite } from '@tonarchiv/contract/favorites'
import { Playlist } from '@tonarchiv/contract/playlists'
import { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import { Person } from '@tonarchiv/contract/presence'
import * as z from 'zod/mini'
import { changeRecord, deleteRecords, readRecords, writeRecords } from '#client/copies/copy-database.ts'
import { type CollectionId, keyOf } from './collection-id.ts'

/** A track of a collection, with its file. */
const CopiedTrack = z.object({
  trackId: z.string(),
  file: z.string(),
  version: z.string(),
  sizeBytes: z.number(),
  coverUrl: z.string(),
})
export type CopiedTrack = z.infer<typeof CopiedTrack>

/** The content that the page of a collection shows. */
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
  /** Milliseconds since the epoch. Collections are loaded in the order in which they were chosen. */
  addedAt: z.number(),
  isPaused: z.boolean(),
  /** Whether there was no space for the collection. */
  isFull: z.boolean(),
  /**
   * When the collection was removed. Until the removal is carried out, it can be undone. Undefined when it is not
   * removed.
   */
  removedAt: z.optional(z.number()),
  /** Undefined until the collection was read from the server. */
  read: z.optional(
    z.object({
      /** Milliseconds since the epoch. */
      readAt: z.number(),
      content: Content,
      /** Without duplicate files, in the order of the collection. */
      tracks: z.array(CopiedTrack),
      /** Number of tracks that this browser does not play without conversion, or that have no file. */
      withoutCopy: z.number(),
      coverUrls: z.array(z.string()),
    }),
  ),
})
export type Collection = z.infer<typeof Collection>

/** A collection that was just chosen and not read yet. */
export function newCollection(id: CollectionId, title: string, addedAt: number): Collection {
  return { key: keyOf(id), kind: id.kind, title, addedAt, isPaused: false, isFull: false }
}

/**
 * All stored collections in the order in which they were chosen. Records that this version cannot parse are left out.
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

/** Changes a collection, unless it is gone meanwhile. */
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
