import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sizesOfCopies } from '#client/copies/copy-files.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { loseConnection } from '../../../testing/lose-connection.ts'
import { keepAlbumOf, startCopiesOf } from '../../../testing/start-copies.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { readCollections } from '../copies/collection.ts'
import { useOffline } from '../copies/store.ts'
import { keepOffline, removeWithUndo } from './commands.ts'
import { UNDO_DURATION } from './maintenance.ts'

const shown = () => useOffline.getState().view.collections.map(({ title }) => title)
const files = async () => [...(await sizesOfCopies('mila')).keys()]

/** Starts the copies with a fake clock; the server answers no call. */
async function start() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
    clearToast()
  })
  startFakeServer()
  await render(<TestApp>{undefined}</TestApp>)
  await startCopiesOf('mila')
}

test('a removed copy can be taken back with its file; after a while it is gone, and others have its space', async () => {
  await keepAlbumOf('mila', 'Funkloch')
  await keepAlbumOf('mila', 'Messing', { isFull: true })
  await start()
  expect(shown()).toEqual(['Funkloch', 'Messing'])
  const remove = () => removeWithUndo(['album:Funkloch'], '„Funkloch“ entfernt')
  await remove()
  expect(shown()).toEqual(['Messing'])
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.poll(shown).toEqual(['Funkloch', 'Messing'])
  await vi.advanceTimersByTimeAsync(UNDO_DURATION)
  expect(await files()).toHaveLength(2)
  await remove()
  await vi.advanceTimersByTimeAsync(UNDO_DURATION)
  await expect.poll(files).toEqual(['version-of-Messing'])
  await expect.poll(async () => (await readCollections()).map(({ isFull }) => isFull)).toEqual([false])
})

test('where the database of the browser does not work, no copies can be chosen', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database is broken', 'UnknownError')
  })
  onTestFinished(() => transaction.mockRestore())
  await start().catch(() => undefined)
  expect(useOffline.getState().support).toBe('none')
})

test('the choice does not wait for the answer to what the browser asks about its storage', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockReturnValue(new Promise(() => undefined))
  const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
  onTestFinished(() => {
    persist.mockRestore()
    persisted.mockRestore()
  })
  await start()
  void keepOffline({ kind: 'album', id: 'Funkloch' }, 'Funkloch')
  await expect.poll(shown).toEqual(['Funkloch'])
  expect(persist).toHaveBeenCalledOnce()
})

test('a copy that is chosen again while its removal could be taken back stays', async () => {
  await keepAlbumOf('mila', 'Funkloch')
  await keepAlbumOf('mila', 'Messing')
  await start()
  await removeWithUndo(['album:Funkloch', 'album:Messing'], '2 Kopien entfernt')
  await keepOffline({ kind: 'album', id: 'Funkloch' }, 'Funkloch')
  await vi.advanceTimersByTimeAsync(UNDO_DURATION)
  await expect.poll(async () => (await readCollections()).map(({ title }) => title)).toEqual(['Funkloch'])
  await expect.poll(shown).toEqual(['Funkloch'])
})

test('a copy that was removed in a page which is closed meanwhile goes after the same while', async () => {
  loseConnection()
  await keepAlbumOf('mila', 'Funkloch', { removedAt: Date.now() })
  await start()
  expect(await files()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(UNDO_DURATION)
  await expect.poll(files).toEqual([])
  expect(await readCollections()).toEqual([])
})
