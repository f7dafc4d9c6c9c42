import { notFound } from '@tonarchiv/contract/refusal'
import type { Database } from '#database/open.ts'
import { lastActOn } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import { type AlbumWithArtists, withArtists } from '../store/album-tracks.ts'
import { artistsOfNames, type LinerNotes, linerNotesOf } from '../store/liner-notes.ts'
import { findAlbumById, findAnyAlbum, type FoundAlbum } from '../store/one-album.ts'
import { type TrackRow, tracksOf } from '../store/tracks.ts'

/**
 * The liner notes of an album, and the ids of the artists that they name. The key of an id is `titleKeyOf` the artist's
 * name.
 */
export interface AlbumNotes {
  notes: LinerNotes
  artists: ReadonlyMap<string, string>
}

/** An album with all that can be edited. */
export interface EditableParts extends AlbumNotes {
  album: AlbumWithArtists
  tracks: readonly TrackRow[]
  /** The last change; null for an album that no admin has changed. */
  changed: { at: string; by: string | null } | null
}

/** @throws Refused `notFound` */
export async function notesOfAlbum(db: Database, albumId: string): Promise<AlbumNotes> {
  return readNotes(db, await albumById(db, albumId))
}

/** @throws Refused `notFound` */
export async function editableParts(db: Database, titleOrId: string): Promise<EditableParts> {
  const row = await findAnyAlbum(db, titleOrId)
  if (row === undefined) throw new Refused(notFound)
  const { albums } = await withArtists(db, [row])
  const [album] = albums
  if (album === undefined) throw new Refused(notFound)
  const changed = (await lastActOn(db, row.id)) ?? null
  return { album, tracks: await tracksOf(db, row.id), changed, ...(await readNotes(db, row)) }
}

async function albumById(db: Database, albumId: string): Promise<FoundAlbum> {
  const album = await findAlbumById(db, albumId)
  if (album === undefined) throw new Refused(notFound)
  return album
}

async function readNotes(db: Database, album: FoundAlbum): Promise<AlbumNotes> {
  const notes = await linerNotesOf(db, album)
  const names = notes.credits.flatMap((credit) => credit.names)
  return { notes, artists: await artistsOfNames(db, names) }
}
