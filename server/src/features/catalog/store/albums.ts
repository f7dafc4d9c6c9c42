import type { Database } from '#database/open.ts'
import { insertRows } from '#database/insert-rows.ts'
import type { Executor } from '#database/prepared.ts'
import { artistsNamedBy, removeUnnamedArtists } from './artists.ts'
import { removeCover } from './covers.ts'
import { searchIndexOf } from '../search/search-index.ts'
import { type SortKeys, sortKeysOf } from './sort-keys.ts'
import { titleKeyOf } from './title-key.ts'
import { countPlayable } from './archive-state.ts'
import { addTotals, countAlbums, totalsOf } from './totals.ts'
import { insertTracks, type TrackRow, tracksOf } from './tracks.ts'
import type { Album } from './album-tracks.ts'
import type { AlbumRow } from './album-rows.ts'
import { type FoundAlbum, keepFormerTitle } from './one-album.ts'
import { indexEntryOf } from './index-entry.ts'
import { isPlayable } from './playable.ts'
import { plainTitleOfAlbum } from './plain-title.ts'
import { isClosed, removeFromLists } from './premieres.ts'

/** The columns of an album that the caller provides when it is inserted. */
export type NewAlbumRow = Omit<AlbumRow, 'revision'>

/** An album as stored, with what is derived from its tracks. */
type StoredAlbum = AlbumRow & Pick<FoundAlbum, 'playableTracks'>

type Kind = Database['kind']

const insertAlbumRows = insertRows<StoredAlbum & SortKeys & { titleKey: string; plainTitle: string }>(
  'albums',
  {
    id: 'text',
    title: 'text',
    titleKey: 'text',
    place: 'bigint',
    type: 'text',
    releaseYear: 'integer',
    isExclusive: 'integer',
    coverName: 'text',
    revision: 'integer',
    playableTracks: 'integer',
    createdAt: 'text',
    artistName: 'text',
    sortTitle: 'text',
    sortYear: 'text',
    plainTitle: 'text',
  },
)

/** An album to insert. */
export interface AlbumToInsert {
  info: NewAlbumRow
  tracks: readonly TrackRow[]
}

/**
 * Inserts albums with their tracks, and updates counters and search index. Several albums cost little more
 * than one, because the rows of a table are written by one statement.
 */
export async function insertAlbums(
  trx: Executor,
  kind: Kind,
  albums: readonly AlbumToInsert[],
): Promise<Album[]> {
  const allTracks = albums.flatMap(({ tracks }) => tracks)
  await insertAlbumRows(trx, albums.map(newRowOf))
  await insertTracks(trx, allTracks)
  const entries = albums.map(({ info, tracks }) => indexEntryOf(info, tracks))
  await searchIndexOf(kind).add(trx, entries)
  await addTotals(trx, totalsOf(entries))
  await countPlayable(trx, allTracks.filter(isPlayable).length)
  return albums.map(({ info, tracks }): Album => Object.assign({ revision: 1, tracks }, info))
}

function newRowOf({ info, tracks }: AlbumToInsert) {
  const playableTracks = tracks.filter(isPlayable).length
  const titleKey = titleKeyOf(info.title)
  const plainTitle = plainTitleOfAlbum(info.title)
  return { ...info, ...sortKeysOf(info), titleKey, plainTitle, revision: 1, playableTracks }
}

/**
 * Updates the columns of an album. Also updates the counters and the search index from the album's current tracks,
 * unless the album is closed.
 */
export async function updateAlbum(
  trx: Executor,
  kind: Kind,
  { playableTracks, ...before }: StoredAlbum,
  changes: Partial<Omit<NewAlbumRow, 'id' | 'createdAt' | 'place' | 'artistName'>>,
): Promise<Album> {
  const tracks = await tracksOf(trx, before.id)
  const after: AlbumRow = { ...before, ...changes, revision: before.revision + 1 }
  const { title, type, releaseYear, isExclusive, coverName, revision } = after
  const playableNow = tracks.filter(isPlayable).length
  await trx
    .updateTable('albums')
    .set({ title, titleKey: titleKeyOf(title), type, releaseYear, isExclusive, coverName, revision })
    .set({ ...sortKeysOf(after), plainTitle: plainTitleOfAlbum(title), playableTracks: playableNow })
    .where('id', '=', before.id)
    .execute()
  if (titleKeyOf(title) !== titleKeyOf(before.title)) await keepFormerTitle(trx, before.id, before.title)
  // A closed album is neither in the counters nor in the search index. It is added to both when it opens.
  if (await isClosed(trx, before.id)) return { ...after, tracks }
  const index = searchIndexOf(kind)
  await index.remove(trx, before.place)
  await index.add(trx, [indexEntryOf(after, tracks)])
  if (type !== before.type || releaseYear !== before.releaseYear) {
    await countAlbums(trx, before, -1)
    await countAlbums(trx, after, 1)
  }
  await countPlayable(trx, playableNow - playableTracks)
  return { ...after, tracks }
}

/** Deletes an album with the rows of its tracks and cover. Also deletes artists that no other album or track names. */
export async function removeAlbum(trx: Executor, kind: Kind, album: StoredAlbum): Promise<void> {
  const artists = await artistsNamedBy(trx, { albumId: album.id })
  if (!(await isClosed(trx, album.id))) await removeFromLists(trx, kind, album)
  await trx.deleteFrom('albums').where('id', '=', album.id).execute()
  await removeUnnamedArtists(trx, artists)
  if (album.coverName !== null) await removeCover(trx, album.coverName)
}
