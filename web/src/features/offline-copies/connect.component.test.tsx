import { addFavorite, listFavorites, removeFavorite } from '@tonarchiv/contract/favorites'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { clearRecords } from '#client/copies/copy-database.ts'
import { rememberAnswer } from '#client/device-answers.ts'
import { connectDeviceAnswers } from './connect.ts'
import { onArchiveChange } from './copies/archive-changes.ts'
import { newCollection } from './copies/collection.ts'
import { resetOffline, useOffline } from './copies/store.ts'
import { viewOf } from './copies/view.ts'

afterEach(async () => {
  resetOffline()
  await clearRecords()
})

function connect() {
  const changed = vi.fn()
  onTestFinished(connectDeviceAnswers())
  onTestFinished(onArchiveChange(changed))
  return changed
}

/** Sets the state in which the favorites are chosen as a collection on this device. */
function keepFavorites() {
  const collections = [newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0)]
  const records = { account: undefined, collections, files: [], partial: new Map() }
  useOffline.setState({ view: viewOf(records, { time: 0, waitReason: undefined }) })
}

test('a favorite that is added or removed is noticed, so that its copy is loaded or removed', () => {
  const changed = connect()
  keepFavorites()
  rememberAnswer(addFavorite, {}, {})
  rememberAnswer(removeFavorite, {}, {})
  rememberAnswer(listFavorites, {}, { favorites: [] })
  expect(changed.mock.calls).toEqual([['favorites'], ['favorites']])
})

test('without copies nothing is noticed', () => {
  const changed = connect()
  rememberAnswer(addFavorite, {}, {})
  expect(changed).not.toHaveBeenCalled()
})
