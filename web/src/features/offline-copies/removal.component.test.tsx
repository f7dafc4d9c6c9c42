import { listAlbums } from '@tonarchiv/contract/catalog'
import { afterEach, expect, test, vi } from 'vitest'
import { copiedPictures, keepPicture } from '#client/copies/copied-pictures.ts'
import { readRecords, writeRecords } from '#client/copies/copy-database.ts'
import { makeCopy, sizesOfCopies } from '#client/copies/copy-files.ts'
import { readAccount } from '#client/copies/copy-records.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { useSession } from '#features/auth/index.ts'
import { loseConnection } from '../../testing/lose-connection.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { answerForDevice } from './answers/answers.ts'
import { connectCopies } from './connect.ts'
import { newCollection, readCollections, writeCollection } from './copies/collection.ts'
import { removeEverything } from './copies/remove-everything.ts'
import { useOffline } from './copies/store.ts'
import { beginCopies, claimCopies } from './engine/maintenance.ts'

afterEach(() => removeEverything())

const VERSION = 'version-of-a-file'

/** Stores a copy of a file, with its records, for this account. */
async function keepAlbum(userId: string): Promise<void> {
  await beginCopies(userId)
  await writeCollection(newCollection({ kind: 'album', id: 'a1' }, 'Funkloch', 0))
  const file = { version: VERSION, file: 'a.mp3', sizeBytes: 3, mimeType: 'audio/mpeg', isComplete: true }
  await writeRecords('files', [file])
  await writeRecords('answers', [{ key: '/api/favorites', answer: {} }])
  const handle = await makeCopy(userId, VERSION)
  const writable = await handle.createWritable()
  await writable.write('abc')
  await writable.close()
  await keepPicture('/api/cover/a1', new Response('cover'))
}

async function whatLies(userId: string) {
  return {
    files: [...(await sizesOfCopies(userId)).keys()],
    account: (await readAccount())?.userId,
    collections: (await readCollections()).map(({ title }) => title),
    records: (await readRecords('files')).length + (await readRecords('answers')).length,
    // A reading beside the removal may have made the cache again, empty.
    pictures: (await copiedPictures()).size > 0,
    mark: getStored('copiesOf'),
  }
}

const NOTHING = {
  files: [],
  account: undefined,
  collections: [],
  records: 0,
  pictures: false,
  mark: undefined,
}
const ALL = {
  files: [VERSION],
  account: 'mila',
  collections: ['Funkloch'],
  records: 2,
  pictures: true,
  mark: 'mila',
}

test('another account that logs in here finds none of the copies, and they are gone', async () => {
  await keepAlbum('mila')
  await claimCopies('jonas')
  expect(await whatLies('mila')).toEqual(NOTHING)
  expect(await whatLies('jonas')).toEqual(NOTHING)
})

test('an account that replaces another one without a logout, also without a network, is shown and answered nothing', async () => {
  await keepAlbum('mila')
  vi.stubEnv('PROD', true)
  loseConnection()
  signInAs(aUser())
  const disconnect = connectCopies()
  try {
    await expect
      .poll(() => useOffline.getState().view.collections.map(({ title }) => title))
      .toEqual(['Funkloch'])
    expect(await answerForDevice(listAlbums, { query: {} })).toBeDefined()
    useSession.setState({ status: 'signedIn', user: aUser({ id: 'jonas', uid: 'jonas' }) }, true)
    await expect.poll(() => whatLies('mila')).toEqual(NOTHING)
    await expect.poll(() => useOffline.getState().view.collections).toEqual([])
    expect(await answerForDevice(listAlbums, { query: {} })).toBeUndefined()
  } finally {
    disconnect()
    vi.unstubAllEnvs()
  }
})

test('the same account finds its copies; those that an interrupted removal has left are removed', async () => {
  await keepAlbum('mila')
  await claimCopies('mila')
  expect(await whatLies('mila')).toEqual(ALL)
  // Simulates a tab that was closed after the first step of the removal.
  setStored('copiesOf', undefined)
  await claimCopies('mila')
  expect(await whatLies('mila')).toEqual(NOTHING)
})

test.each([
  ['the session has ended', undefined],
  ['the key was withdrawn', { keyVerified: false }],
  ['the address has to be confirmed again', { emailVerified: false }],
])('the copies go when %s', async (_what, after) => {
  await keepAlbum('mila')
  signInAs(aUser())
  const disconnect = connectCopies()
  try {
    expect(await whatLies('mila')).toEqual(ALL)
    if (after === undefined) useSession.setState({ status: 'anonymous' }, true)
    else useSession.setState({ status: 'signedIn', user: aUser(after) }, true)
    await expect.poll(() => whatLies('mila')).toEqual(NOTHING)
  } finally {
    disconnect()
  }
})

/** Script of a worker that opens the file of a copy for writing and keeps it open; such a file cannot be deleted. */
const HOLD = `
  const root = await navigator.storage.getDirectory()
  const folder = await (await root.getDirectoryHandle('copies')).getDirectoryHandle('mila')
  self.file = await (await folder.getFileHandle('${VERSION}')).createSyncAccessHandle()
  postMessage('open')
`

test('a copy that is being written when the session ends is removed as soon as it is closed', async () => {
  await keepAlbum('mila')
  const script = URL.createObjectURL(new Blob([HOLD], { type: 'text/javascript' }))
  const worker = new Worker(script, { type: 'module' })
  await new Promise((resolve) => worker.addEventListener('message', resolve))
  const removal = removeEverything()
  // The record of the account is deleted first: without it, the service worker does not send the file any more.
  await expect.poll(readAccount).toBeUndefined()
  expect([...(await sizesOfCopies('mila')).keys()]).toEqual([VERSION])
  worker.terminate()
  URL.revokeObjectURL(script)
  await removal
  expect(await whatLies('mila')).toEqual(NOTHING)
})
