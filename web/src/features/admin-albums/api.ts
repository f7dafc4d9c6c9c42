import { listManagedAlbums, type ManagedAlbum } from '@tonarchiv/contract/admin'
import { listAlbums, type Album, type AlbumTrack } from '@tonarchiv/contract/catalog'
import {
  addTracks,
  deleteAlbum,
  deleteTrack,
  fillTrack,
  orderAlbums,
  replaceCover,
  updateAlbum,
} from '@tonarchiv/contract/archive-editing'
import { staleList } from '@tonarchiv/contract/refusal'
import type { BodyOf } from '@tonarchiv/contract/route'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { upload, type UploadOptions } from '#client/uploads/upload.ts'
import { uploadFiles } from '#client/uploads/upload-files.ts'
import { ALBUMS, albumQuery } from '#features/catalog/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { lineOf, moved } from './managed-albums.ts'
import { whileFilling } from './tracks-editor.ts'

const MOVE_ALBUM = ['move album']

/**
 * All albums in their order. While an album is being moved, reading waits, because the answer could contain the old
 * order.
 */
export const managedAlbumsQuery = queryOptions({
  queryKey: [...ALBUMS, 'lines'],
  queryFn: async ({ client, signal }) => {
    await movesSent(client)
    return call(listManagedAlbums, {}, { signal })
  },
  staleTime: 0,
})

/** The ids of the albums that the archive's search finds for a text, also by their tracks. */
export function tracksSearchQuery(search: string) {
  return queryOptions({
    queryKey: [...ALBUMS, 'found', search],
    queryFn: async ({ signal }) => {
      const { albums } = await call(listAlbums, { query: { search, limit: 100 } }, { signal })
      return new Set(albums.map(({ albumId }) => albumId))
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
}

async function movesSent(client: QueryClient): Promise<void> {
  const isMoving = () => client.isMutating({ mutationKey: MOVE_ALBUM }) > 0
  if (!isMoving()) return
  await new Promise<void>((done) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (isMoving()) return
      stop()
      done()
    })
  })
}

function showError(failure: unknown, fallback: string): void {
  const isStale = failure instanceof ApiError && failure.is(staleList)
  showToast(isStale ? staleList.text : fallback, { kind: 'error', duration: ADMIN_TOAST })
}

/** Shows an error as a toast and throws it. For an upload that the admin has cancelled, no toast is shown. */
function showAndThrow(failure: unknown): void {
  if (failure instanceof ApiError) showToast(failure.text, { kind: 'error', duration: ADMIN_TOAST })
}

function showSuccess(text: string): void {
  showToast(text, { duration: ADMIN_TOAST })
}

function updateManagedAlbums(cache: QueryClient, change: (lines: ManagedAlbum[]) => ManagedAlbum[]): void {
  cache.setQueryData(
    managedAlbumsQuery.queryKey,
    (known) => known && { ...known, albums: change(known.albums) },
  )
}

/** Moves an album optimistically. Several moves are sent to the server one after the other. */
export function useMoveAlbum() {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: MOVE_ALBUM,
    scope: { id: 'move album' },
    mutationFn: async (_move: { id: string; to: number }) => {
      const known = cache.getQueryData(managedAlbumsQuery.queryKey)
      const albums = known?.albums.map(({ albumId }) => albumId) ?? []
      return call(orderAlbums, { body: { albums, seen: known?.order } })
    },
    onMutate: async ({ id, to }) => {
      await cache.cancelQueries({ queryKey: managedAlbumsQuery.queryKey })
      const before = cache.getQueryData(managedAlbumsQuery.queryKey)
      updateManagedAlbums(cache, (lines) =>
        moved(
          lines,
          lines.findIndex(({ albumId }) => albumId === id),
          to,
        ),
      )
      return before
    },
    onSuccess: ({ order }) =>
      cache.setQueryData(managedAlbumsQuery.queryKey, (known) => known && { ...known, order }),
    onError: (failure, _move, before) => {
      cache.setQueryData(managedAlbumsQuery.queryKey, before)
      showError(failure, 'Failed to reorder albums')
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: managedAlbumsQuery.queryKey }),
  })
}

/** Returns a function that updates all cached lists that contain a changed album. */
function useChanged() {
  const cache = useQueryClient()
  return (album: Album) => {
    cache.setQueryData(albumQuery(album.albumId).queryKey, album)
    updateManagedAlbums(cache, (lines) =>
      lines.map((line) => (line.albumId === album.albumId ? lineOf(album) : line)),
    )
    void cache.invalidateQueries({ queryKey: ALBUMS, refetchType: 'none' })
  }
}

/** Changes whether an album is exclusive. The change is optimistic, and is rolled back when the server rejects it. */
export function useToggleExclusive() {
  const cache = useQueryClient()
  const changed = useChanged()
  const show = (id: string, isExclusive: boolean) =>
    updateManagedAlbums(cache, (lines) =>
      lines.map((line) => (line.albumId === id ? { ...line, isExclusive } : line)),
    )
  return useMutation({
    mutationFn: async ({ albumId, isExclusive }: ManagedAlbum) =>
      call(updateAlbum, { params: { albumTitel: albumId }, body: { exclusive: !isExclusive } }),
    onMutate: ({ albumId, isExclusive }) => show(albumId, !isExclusive),
    onSuccess: ({ album }) => {
      changed(album)
      showSuccess('Status aktualisiert')
    },
    onError: (failure, { albumId, isExclusive }) => {
      show(albumId, isExclusive)
      showError(failure, 'Status konnte nicht aktualisiert werden.')
    },
  })
}

export function useDeleteAlbum() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ albumId }: ManagedAlbum) => call(deleteAlbum, { params: { albumTitel: albumId } }),
    onSuccess: (_answer, { albumId }) => {
      updateManagedAlbums(cache, (lines) => lines.filter((line) => line.albumId !== albumId))
      showSuccess('Album gelöscht')
    },
    onError: (failure) => showError(failure, 'Album konnte nicht gelöscht werden.'),
    onSettled: () => cache.invalidateQueries({ queryKey: ALBUMS }),
  })
}

export type AlbumChanges = Pick<BodyOf<typeof updateAlbum>, 'albumTitel' | 'releaseJahr' | 'type'>

/**
 * Changes fields and cover of an album; undefined ones stay as they are.
 * @throws ApiError
 */
export function useEditAlbum() {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({
      id,
      changes,
      cover,
    }: {
      id: string
      changes: AlbumChanges
      cover?: File | undefined
    }) => {
      const params = { albumTitel: id }
      if (Object.keys(changes).length > 0) changed((await call(updateAlbum, { params, body: changes })).album)
      if (cover === undefined) return
      const form = new FormData()
      form.set('albumCover', cover, 'cover')
      changed((await upload(replaceCover, { params, form })).album)
    },
    onSuccess: () => showSuccess('Status aktualisiert'),
  })
}

interface TracksChange {
  before: AlbumTrack[]
  after: AlbumTrack[]
  /** The error text that is shown when the call fails. */
  problem: string
}

/** Changes the order of an album's tracks, optimistically, or the title of a track. */
export function useChangeTracks(album: Album) {
  const cache = useQueryClient()
  const changed = useChanged()
  const { queryKey } = albumQuery(album.albumId)
  const show = (tracks: AlbumTrack[]) =>
    cache.setQueryData(queryKey, (known) => known && { ...known, tracks })
  return useMutation({
    scope: { id: `tracks of ${album.albumId}` },
    mutationFn: async ({ before, after }: TracksChange) => {
      const titles = new Map(before.map(({ id, title }) => [id, title]))
      const tracks = after.map(({ id, title }) => (titles.get(id) === title ? id : { id, title }))
      const seenTracks = before.map(({ id }) => id)
      const params = { albumTitel: album.albumId }
      return call(updateAlbum, { params, body: { tracks, seenTracks } })
    },
    onMutate: async ({ after }) => {
      await cache.cancelQueries({ queryKey })
      show(after)
    },
    onSuccess: (answer) => changed(answer.album),
    onError: (failure, { before, problem }) => {
      show(before)
      showError(failure, problem)
      void cache.invalidateQueries({ queryKey })
    },
  })
}

export function useDeleteTrack(albumId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Pick<AlbumTrack, 'id'>) => call(deleteTrack, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      cache.setQueryData(
        albumQuery(albumId).queryKey,
        (known) => known && { ...known, tracks: known.tracks.filter((track) => track.id !== id) },
      )
      showSuccess('Track gelöscht')
    },
    onError: (failure) => showError(failure, textOf(failure, 'Track konnte nicht gelöscht werden.')),
    onSettled: () => cache.invalidateQueries({ queryKey: ALBUMS }),
  })
}

export function useFillTrack() {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({ id, file }: { id: string; file: File }) => {
      const form = new FormData()
      form.set('file', file, file.name.slice(-60))
      return whileFilling(id, (options) =>
        uploadFiles(fillTrack, { params: { id }, form }, { kind: 'track', ...options }),
      )
    },
    onSuccess: ({ album }) => {
      changed(album)
      showSuccess('Success')
    },
    onError: showAndThrow,
  })
}

export function useAddTracks() {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({ form, ...options }: { form: FormData } & UploadOptions) =>
      uploadFiles(addTracks, { form }, { kind: 'track', ...options }),
    onSuccess: ({ album }) => {
      changed(album)
      showSuccess('Tracks Added')
    },
    onError: showAndThrow,
  })
}
