import { listFavorites } from '@tonarchiv/contract/favorites'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { afterEach, expect, test, vi } from 'vitest'
import { clearRecords, writeRecords } from '#client/copies/copy-database.ts'
import { accountInContact } from '#client/copies/copy-records.ts'
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

test('without copies, or an account, nothing is answered: an empty archive would be no answer', async () => {
  await writeRecords('account', [accountInContact('mila', NOW)])
  await rememberForDevice(listFavorites, {}, { favorites: [] })
  expect(await favorites()).toBeUndefined()
  expect(await answerForDevice(listAlbums, { query: {} })).toBeUndefined()
  await writeCollection(newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0))
  await writeRecords('account', [{ key: 'account' }])
  expect(await favorites()).toBeUndefined()
})
