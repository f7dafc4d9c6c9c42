import {
  albumChanged,
  fillTrack,
  getEditableAlbum,
  replaceCover,
  suggestArtists,
  updateAlbum,
  type EditableAlbum,
} from '@tonarchiv/contract/archive-editing'
import { countFavorites } from '@tonarchiv/contract/favorites'
import { getTrackStats } from '@tonarchiv/contract/plays'
import { notFound } from '@tonarchiv/contract/refusal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { upload } from '#client/uploads/upload.ts'
import { uploadFiles } from '#client/uploads/upload-files.ts'
import { ALBUMS } from '#features/catalog/index.ts'
import { bodyOf, type AlbumEdit } from './album-edit.ts'

/** An open form reads the album again after this many milliseconds, to detect changes by other admins. */
const READ_AGAIN = 30_000

/** Reads an album, by id or title, with all data that can be edited. */
export function editableAlbumQuery(id: string) {
  return queryOptions({
    queryKey: [...ALBUMS, 'editable', id],
    queryFn: async ({ signal }) => call(getEditableAlbum, { params: { albumTitel: id } }, { signal }),
    staleTime: 0,
    refetchInterval: READ_AGAIN,
    retry: (count, error) => count < 3 && !isGone(error),
  })
}

export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.is(notFound)
}

/** Whether a save was rejected because another admin has stored the album since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.is(albumChanged)
}

/** Reads the names of artists in which a word begins with this text. */
export function artistsQuery(search: string) {
  return queryOptions({
    queryKey: [...ALBUMS, 'artists', search],
    queryFn: async ({ signal }) => {
      const { artists } = await call(suggestArtists, { query: { search } }, { signal })
      return artists.map(({ name }) => name)
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
}

/** Reads the numbers of plays and favorites of a track; both stay when the file of the track is replaced. */
export function trackUseQuery(id: string) {
  return queryOptions({
    queryKey: ['plays', 'use', id],
    queryFn: async ({ signal }) => {
      const [plays, favorites] = await Promise.all([
        call(getTrackStats, { params: { track: id } }, { signal }),
        call(countFavorites, { params: { id } }, { signal }),
      ])
      return { plays: plays.count, favorites: favorites.count }
    },
  })
}

/**
 * Saves the changes: the fields in one call, then the cover and the files of tracks, each in its own call.
 * @throws ApiError
 */
export async function saveAlbum(stored: EditableAlbum, base: AlbumEdit, edit: AlbumEdit): Promise<void> {
  const body = bodyOf(base, edit)
  const params = { albumTitel: stored.album.albumId }
  if (Object.keys(body).length > 0)
    await call(updateAlbum, { params, body: { ...body, seenRevision: stored.revision } })
  if (edit.cover) {
    const form = new FormData()
    form.set('albumCover', edit.cover, 'cover')
    await upload(replaceCover, { params, form })
  }
  for (const { id, file } of edit.tracks) {
    if (!file) continue
    const form = new FormData()
    form.set('file', file, file.name.slice(-60))
    await uploadFiles(fillTrack, { params: { id }, form }, { kind: 'track' })
  }
}
