import { getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { listFavorites } from '@tonarchiv/contract/favorites'
import { COPIED_FILES_MAX, type CopiedFile, listCopiedFiles } from '@tonarchiv/contract/offline-copies'
import { ENTRIES_PAGE, getPlaylist, listEntries } from '@tonarchiv/contract/playlist-entries'
import { ENTRIES_MAX, listPlaylists } from '@tonarchiv/contract/playlists'
import { listPlays, PLAYS_PAGE_SIZE } from '@tonarchiv/contract/plays'
import { getStored } from '#client/signed-in-storage.ts'
import { call } from '#client/call.ts'
import { playsItself } from '#client/playable-formats.ts'
import { trackOfEntry } from '#features/playlists/index.ts'
import { isPlayable, trackOfFavorite, tracksOfAlbum, type Track } from '#features/tracks/index.ts'
import type { CollectionId } from '../copies/collection-id.ts'
import type { Collection, Content, CopiedTrack } from '../copies/collection.ts'

/** Maximum number of covers that the image of a collection consists of. */
const COVERS = 4

interface ReadCollection {
  title: string
  read: NonNullable<Collection['read']>
}

/**
 * Reads the current content of a collection from the server.
 * @throws ApiError - with status 404 when the collection no longer exists
 */
export async function readCollection(id: CollectionId, signal: AbortSignal): Promise<ReadCollection> {
  const { title, content, tracks } = await readContent(id, signal)
  const playable = tracks.filter(isPlayable).filter((track) => playsItself(track))
  const files = await filesOf([...new Set(playable.map((track) => track.id))], signal)
  const copied = new Map<string, CopiedTrack>()
  for (const track of playable) {
    const file = files.get(track.id)
    if (file) copied.set(file.version, { ...file, file: track.file, coverUrl: track.coverUrl })
  }
  const read = {
    readAt: Date.now(),
    content,
    tracks: [...copied.values()],
    withoutCopy: tracks.filter((track) => isPlayable(track) && !files.has(track.id)).length,
    coverUrls: coversOf(content, tracks),
  }
  return { title, read }
}

interface ReadContent {
  title: string
  content: Content
  tracks: readonly Track[]
}

async function readContent(id: CollectionId, signal: AbortSignal): Promise<ReadContent> {
  if (id.kind === 'album') {
    const { album } = await call(getAlbum, { params: { albumTitel: id.id } }, { signal })
    return { title: album.albumTitel, content: { kind: 'album', album }, tracks: tracksOfAlbum(album) }
  }
  if (id.kind === 'favorites') {
    const { favorites } = await call(listFavorites, {}, { signal })
    const tracks = favorites.map(trackOfFavorite)
    return { title: 'Lieblingssongs', content: { kind: 'favorites', favorites }, tracks }
  }
  const content = await readPlaylist(id.id, signal)
  return { title: content.playlist.title, content, tracks: content.entries.map(trackOfEntry) }
}

async function readPlaylist(id: string, signal: AbortSignal) {
  const params = { id }
  const { playlist, entries, people } = await call(getPlaylist, { params }, { signal })
  const all = new Map(entries.map((entry) => [entry.id, entry]))
  const known = new Map(people.map((person) => [person.id, person]))
  let last = entries.at(-1)
  while (last !== undefined && all.size < Math.min(playlist.entryCount, ENTRIES_MAX)) {
    const query = { sortKey: last.sortKey, entryId: last.id }
    const page = await call(listEntries, { params, query }, { signal })
    for (const entry of page.entries) all.set(entry.id, entry)
    for (const person of page.people) known.set(person.id, person)
    if (page.entries.length < ENTRIES_PAGE) break
    last = page.entries.at(-1)
  }
  return {
    kind: 'playlist',
    playlist,
    entries: [...all.values()],
    people: [...known.values()],
  } satisfies Content
}

/** Loads which file of each track is copied: the one in the format that is chosen on this device. */
export async function filesOf(
  trackIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, CopiedFile>> {
  const format = getStored('audioFormat')
  const found = new Map<string, CopiedFile>()
  for (let from = 0; from < trackIds.length; from += COPIED_FILES_MAX) {
    const some = trackIds.slice(from, from + COPIED_FILES_MAX)
    const { files } = await call(listCopiedFiles, { body: { trackIds: some, format } }, { signal })
    for (const file of files) found.set(file.trackId, file)
  }
  return found
}

/** Number of albums that are read for the archive page, so that it can be shown without a connection. */
const REMEMBERED_ALBUMS = 100

/** Reads the lists that pages show without a connection; `rememberForDevice` stores the answers. */
export async function readLists(signal: AbortSignal): Promise<void> {
  await call(listAlbums, { query: { limit: REMEMBERED_ALBUMS } }, { signal })
  await call(listFavorites, {}, { signal })
  await call(listPlaylists, {}, { signal })
  await call(listPlays, { query: { limit: PLAYS_PAGE_SIZE } }, { signal })
}

function coversOf(content: Content, tracks: readonly Track[]): string[] {
  if (content.kind === 'playlist' && content.playlist.covers.length > 0) return content.playlist.covers
  const covers = new Set(tracks.map(({ coverUrl }) => coverUrl))
  return [...covers].slice(0, content.kind === 'album' ? 1 : COVERS)
}
