import { type Album, getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { type Favorite, listFavorites } from '@tonarchiv/contract/favorites'
import { listCopiedFiles } from '@tonarchiv/contract/offline-copies'
import { getOwnAccess, type OwnAccess } from '@tonarchiv/contract/own-access'
import { listPlaylists } from '@tonarchiv/contract/playlists'
import { listPlays } from '@tonarchiv/contract/plays'
import { notFound } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clearRecords, readRecord, writeRecords } from '#client/copies/copy-database.ts'
import { sizesOfCopies } from '#client/copies/copy-files.ts'
import { useSession } from '#features/auth/index.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { keepAlbumOf } from '../../../testing/start-copies.ts'
import { connectCopies } from '../connect.ts'
import { removeEverything } from '../copies/remove-everything.ts'
import { useOffline } from '../copies/store.ts'
import { createAccessCheck } from './access-check.ts'

const files = async () => [...(await sizesOfCopies('mila')).keys()].toSorted()
const limited = aUser({ hasLimitedAccess: true })

function anAlbum(albumId: string): Album {
  return {
    albumId,
    albumTitel: albumId,
    albumCover: 'unknown',
    releaseJahr: 2020,
    type: 'album',
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    tracks: [{ id: albumId, title: albumId, file: `${albumId}.mp3`, duration: 60 }],
  }
}

const favorite: Favorite = {
  id: 'f1',
  itemId: 'Messing',
  item_id: 'Messing',
  item_type: 'track',
  item_data: { url: '', title: 'Messing', artist: 'Kolja Brandt', album: 'Messing', coverUrl: '' },
  createdAt: '2026-11-21T09:38:00.000Z',
  track: { id: 'Messing', file: 'Messing.mp3', duration: 60, exclusive: false },
}

const access = (ids: readonly string[]): OwnAccess => {
  const scope = { kind: 'albums' as const, hasVideos: false, types: [], albumCount: 1, albums: [] }
  const keys = ids.map((id) => ({ id, key: null, scope, endsAt: null }))
  return { scope, archiveTotal: 3, keys, ended: null, withdrawn: null }
}

/**
 * Copies of an album and of the favorites that were read just now. The server has only the favorites and, in its list,
 * one album of two.
 */
async function start(
  user = aUser(),
  change: (server: ReturnType<typeof startFakeServer>) => void = () => undefined,
) {
  vi.stubEnv('PROD', true)
  const server = startFakeServer()
  server.on(getAlbum, () => refuse(notFound))
  server.on(listFavorites, () => ({ favorites: [favorite] }))
  server.on(listCopiedFiles, (sent) => ({
    files: listCopiedFiles.body.parse(sent).trackIds.map((id) => ({
      trackId: id,
      file: `${id}.mp3`,
      version: `version-of-${id}`,
      sizeBytes: 3,
    })),
  }))
  const counts = { album: 2, single: 0, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  server.on(listAlbums, () => ({ albums: [anAlbum('Messing')], total: 2, counts, years: [2020] }))
  server.on(listPlaylists, () => ({ playlists: [] }))
  server.on(listPlays, () => ({ plays: [] }))
  server.on(getOwnAccess, () => access(['one']))
  change(server)
  await keepAlbumOf('mila', 'Funkloch')
  await keepAlbumOf('mila', 'Messing', { kind: 'favorites', key: 'favorites' })
  signInAs(user)
  const disconnect = connectCopies()
  onTestFinished(async () => {
    disconnect()
    vi.unstubAllEnvs()
    await removeEverything()
  })
  await expect.poll(() => useOffline.getState().view.collections.length).toBeGreaterThan(0)
  return server
}

/** Simulates that the server has sent the account again. */
const readAgain = (user: typeof limited) => useSession.setState({ status: 'signedIn', user }, true)

test('a key that is withdrawn in part takes its copies at once, and leaves the others', async () => {
  const server = await start(limited, (fake) => {
    fake.on(getOwnAccess, () => access(['one', 'two']))
    fake.on(getAlbum, () => ({ album: anAlbum('Funkloch') }))
  })
  await expect.poll(() => readRecord('answers', 'access')).toBeDefined()
  expect(await files()).toEqual(['version-of-Funkloch', 'version-of-Messing'])
  await writeRecords('answers', [{ key: 'albums', albums: [anAlbum('Messing'), anAlbum('Funkloch')] }])
  server.on(getOwnAccess, () => access(['one']))
  server.on(getAlbum, () => refuse(notFound))
  readAgain(aUser({ hasLimitedAccess: true }))
  await expect.poll(files).toEqual(['version-of-Messing'])
  // Titles on pages of the archive that were stored before are not shown any more.
  expect(await readRecord('answers', 'albums')).toBeUndefined()
})

test('a part that was withdrawn before the start takes its copies, too', async () => {
  await start(limited)
  await expect.poll(files).toEqual(['version-of-Messing'])
})

test('copies that could not be read again are read by the next contact', async () => {
  const server = await start()
  server.on(listCopiedFiles, () => refuse({ status: 500, code: 'FAULT', text: 'Fehler' }))
  const asked = vi.fn(() => refuse({ status: 500, code: 'FAULT', text: 'Fehler' }))
  server.on(getAlbum, asked)
  readAgain(limited)
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
  expect(await files()).toHaveLength(2)
  server.on(getAlbum, () => refuse(notFound))
  await expect
    .poll(async () => {
      readAgain(aUser({ hasLimitedAccess: true }))
      return files()
    })
    .toEqual(['version-of-Messing'])
})

test('the same access is not read again, so that a changed profile loads nothing', async () => {
  const server = await start(limited)
  await expect.poll(() => readRecord('answers', 'access')).toBeDefined()
  const asked = vi.fn(() => ({ favorites: [favorite] }))
  const compared = vi.fn(() => access(['one']))
  server.on(listFavorites, asked)
  server.on(getOwnAccess, compared)
  // The second comparison begins when everything that follows the first one is over.
  for (const count of [1, 2]) {
    readAgain(aUser({ hasLimitedAccess: true, displayName: `Anders ${count}` }))
    await expect.poll(() => compared.mock.calls.length).toBe(count)
  }
  expect(asked).not.toHaveBeenCalled()
  server.on(getOwnAccess, () => access(['one', 'two']))
  readAgain(aUser({ hasLimitedAccess: true }))
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
})

test('a check during which the copies are stopped stores nothing', async () => {
  startFakeServer().on(getOwnAccess, () => access(['one']))
  signInAs(limited)
  const stopped = new AbortController()
  const reading = Promise.withResolvers<boolean>()
  const readAgain = vi.fn(() => reading.promise)
  createAccessCheck(readAgain, stopped.signal)()
  await expect.poll(() => readAgain.mock.calls.length).toBe(1)
  stopped.abort()
  reading.resolve(true)
  // IndexedDB executes transactions in order, so this one ends after any that the check would have begun.
  await writeRecords('answers', [{ key: 'other' }])
  await writeRecords('answers', [{ key: 'other' }])
  expect(await readRecord('answers', 'access')).toBeUndefined()
  await clearRecords()
})
