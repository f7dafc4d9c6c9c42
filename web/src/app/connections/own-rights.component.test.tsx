import { getAlbum, listAlbums, type Album } from '@tonarchiv/contract/catalog'
import { getOwnAccess, type OwnAccess } from '@tonarchiv/contract/own-access'
import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import { searchEverything } from '@tonarchiv/contract/search'
import { getProfile, type User } from '@tonarchiv/contract/users'
import { InfiniteQueryObserver, QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { albumQuery, NO_FILTERS, useListedAlbums } from '#features/catalog/index.ts'
import { currentUser } from '#features/auth/index.ts'
import { foundQuery } from '#features/search/index.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { followOwnRights } from './own-rights.ts'

const COUNTS = { album: 0, single: 0, ep: 0, feature: 0, unreleased: 0, loosies: 0 }

const anAlbum = (albumTitel: string): Album => ({
  albumId: `id-${albumTitel}`,
  albumTitel,
  albumCover: 'unknown',
  releaseJahr: 2021,
  type: 'single',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [],
})

function anAccess(key: string): OwnAccess {
  const scope = { kind: 'albums' as const, hasVideos: false, types: [], albumCount: 1, albums: [] }
  return {
    scope,
    archiveTotal: 2,
    keys: [{ id: key, key: 'B1-ZZ8P-44LD', scope, endsAt: null }],
    ended: null,
    withdrawn: null,
  }
}

/** A member who has an album list, an album and a search open, and has left another album. */
async function openArchive(user: User) {
  const server = startFakeServer()
  const socket = startFakeSocket()
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  signInAs(user)
  /** What the server answers: changed by the tests. */
  const open = { albums: ['Messing', 'Kupfer'], user, access: anAccess('one') }
  const lists = vi.fn<() => void>()
  server.on(getProfile, () => ({ user: open.user }))
  server.on(getOwnAccess, () => open.access)
  server.on(listAlbums, () => {
    lists()
    if (!open.user.keyVerified) return refuse(keyRequired)
    const albums = open.albums.map(anAlbum)
    return { albums, total: albums.length, counts: COUNTS, years: [2021] }
  })
  for (const title of ['Messing', 'Kupfer'])
    server.on({ ...getAlbum, path: getAlbum.path.replace(':albumTitel', title) }, () =>
      open.albums.includes(title) ? { album: anAlbum(title) } : refuse(notFound),
    )
  const searches = vi.fn<() => void>()
  server.on(searchEverything, () => {
    searches()
    return refuse(keyRequired)
  })
  const album = new QueryObserver(cache, albumQuery('Kupfer'))
  onTestFinished(album.subscribe(() => {}))
  onTestFinished(new InfiniteQueryObserver(cache, foundQuery('u', 'albums')).subscribe(() => {}))
  const list = await renderHook(() => useListedAlbums(NO_FILTERS, 'whole', undefined, undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  })
  await cache.fetchQuery(albumQuery('Messing'))
  const changes = vi.fn<() => void>()
  onTestFinished(followOwnRights(cache, changes))
  const titles = () => list.result.current.data?.albums.map(({ albumTitel }) => albumTitel)
  await vi.waitFor(() => {
    expect([titles(), album.getCurrentResult().data?.albumTitel]).toEqual([['Messing', 'Kupfer'], 'Kupfer'])
    expect(searches).toHaveBeenCalledOnce()
  })
  return {
    cache,
    open,
    lists,
    searches,
    changes,
    album,
    titles,
    left: () => cache.getQueryData(albumQuery('Messing').queryKey),
    changed: () => {
      const { id, username, displayName } = user
      socket.emit({
        type: 'profileChanged',
        user: { id, username, displayName: displayName ?? '', photoURL: null },
      })
    },
  }
}

test('after a key was withdrawn in part, open pages read again, and what is closed is forgotten', async () => {
  const { cache, open, album, titles, left, searches, changes, changed } = await openArchive(
    aUser({ hasLimitedAccess: true }),
  )
  cache.setQueryData(['own-access'], anAccess('one'))
  open.albums = ['Messing']
  open.access = anAccess('two')
  changed()
  await vi.waitFor(() => {
    expect(titles()).toEqual(['Messing'])
    expect(album.getCurrentResult()).toMatchObject({ data: undefined, isError: true })
    expect(searches).toHaveBeenCalledTimes(2)
  })
  expect(left()).toBeUndefined()
  expect(changes).toHaveBeenCalledOnce()
})

test('after a member with the whole archive keeps only a part, open pages read again', async () => {
  const { open, titles, left, changed } = await openArchive(aUser())
  open.albums = ['Kupfer']
  open.user = aUser({ hasLimitedAccess: true })
  changed()
  await vi.waitFor(() => expect(titles()).toEqual(['Kupfer']))
  expect(left()).toBeUndefined()
})

test('after the only key was withdrawn, nothing of the archive stays in the cache', async () => {
  const { open, titles, album, changed } = await openArchive(aUser())
  open.albums = []
  open.user = aUser({ keyVerified: false })
  changed()
  await vi.waitFor(() => {
    expect(titles()).toBeUndefined()
    expect(album.getCurrentResult().data).toBeUndefined()
  })
})

test('a changed name reads nothing of the archive again', async () => {
  const { open, lists, left, changes, changed } = await openArchive(aUser())
  open.user = aUser({ displayName: 'Milena' })
  changed()
  await vi.waitFor(() => expect(currentUser()?.displayName).toBe('Milena'))
  // When this second read has ended, any further call that the first one causes would have been sent.
  open.user = aUser({ displayName: 'Mila' })
  changed()
  await vi.waitFor(() => expect(currentUser()?.displayName).toBe('Mila'))
  expect(lists).toHaveBeenCalledOnce()
  expect(changes).not.toHaveBeenCalled()
  expect(left()).toBeDefined()
})
