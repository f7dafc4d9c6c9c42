import { listFavorites } from '@tonarchiv/contract/favorites'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { listPlaylists } from '@tonarchiv/contract/playlists'
import { listPlays } from '@tonarchiv/contract/plays'
import { searchEverything } from '@tonarchiv/contract/search'
import { afterEach, expect, test, vi } from 'vitest'
import { clearRecords, writeRecords } from '#client/copies/copy-database.ts'
import { accountInContact } from '#client/copies/copy-records.ts'
import { aPlay } from '../../../testing/a-play.ts'
import { aPlaylist } from '../../../testing/a-playlist.ts'
import { newCollection, writeCollection } from '../copies/collection.ts'
import { answerForDevice, rememberForDevice } from './answers.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 23, 12)

afterEach(async () => {
  vi.useRealTimers()
  await clearRecords()
})

const favorites = async (at = NOW) => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  return answerForDevice(listFavorites, {})
}

test('lists that were read last are answered, until the copies are locked', async () => {
  await writeRecords('account', [accountInContact('mila', NOW)])
  await writeCollection(newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0))
  await rememberForDevice(listFavorites, {}, { favorites: [] })
  expect(await favorites()).toEqual({ favorites: [] })
  expect(await favorites(NOW + 30 * DAY)).toBeUndefined()
})

test('of the history the newest page is answered, and nothing follows it', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  await writeRecords('account', [accountInContact('mila', NOW)])
  await writeCollection(newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0))
  const newest = { plays: [aPlay('2', 'Abfahrt')] }
  await rememberForDevice(listPlays, { query: { limit: 50 } }, newest)
  await rememberForDevice(
    listPlays,
    { query: { limit: 50, before: '2' } },
    { plays: [aPlay('1', 'Ankunft')] },
  )
  expect(await answerForDevice(listPlays, { query: { limit: 50 } })).toEqual(newest)
  expect(await answerForDevice(listPlays, { query: { limit: 50, before: '2' } })).toEqual({ plays: [] })
})

test('a search finds the playlists that lie on this device, and no others', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  await writeRecords('account', [accountInContact('mila', NOW)])
  const [here, away] = [aPlaylist('p1', { title: 'Nachtfahrten' }), aPlaylist('p2', { title: 'Nachtzug' })]
  const content = { kind: 'playlist' as const, playlist: here, entries: [], people: [] }
  const read = { readAt: NOW, content, tracks: [], withoutCopy: 0, coverUrls: [] }
  await writeCollection({ ...newCollection({ kind: 'playlist', id: 'p1' }, 'Nachtfahrten', 0), read })
  await rememberForDevice(listPlaylists, {}, { playlists: [here, away] })
  const query = { q: 'nacht', group: 'playlists', limit: 10, offset: 0 }
  expect(await answerForDevice(searchEverything, { query })).toMatchObject({
    groups: { playlists: { total: 1, hits: [{ id: 'p1' }] } },
  })
})

test('without copies, or an account, nothing is answered: an empty archive would be no answer', async () => {
  await writeRecords('account', [accountInContact('mila', NOW)])
  await rememberForDevice(listFavorites, {}, { favorites: [] })
  expect(await favorites()).toBeUndefined()
  expect(await answerForDevice(listAlbums, { query: {} })).toBeUndefined()
  await writeCollection(newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0))
  await writeRecords('account', [{ key: 'account' }])
  expect(await favorites()).toBeUndefined()
})
