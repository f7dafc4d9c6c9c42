import { afterEach, expect, test, vi } from 'vitest'
import { clearRecords } from '#client/copies/copy-database.ts'
import { readFileRecords } from '#client/copies/copy-records.ts'
import {
  changeCollection,
  type Collection,
  newCollection,
  readCollections,
  writeCollection,
} from '../copies/collection.ts'
import type { WaitReason } from '../copies/view.ts'
import { createDownloader, type Downloader, type DownloaderParts } from './downloader.ts'
import type { LoadOutcome } from './load-messages.ts'

afterEach(clearRecords)

const COMPLETE: LoadOutcome = { result: 'complete', sizeBytes: 3, mimeType: 'audio/mpeg' }

/** A collection whose content was already read, with files of these versions. */
function anAlbum(title: string, versions: readonly string[]): Collection {
  const tracks = versions.map((version) => ({
    trackId: version,
    file: `${version}.mp3`,
    version,
    sizeBytes: 3,
    coverUrl: '',
  }))
  const content = { kind: 'favorites' as const, favorites: [] }
  const read = { readAt: 0, content, tracks, withoutCopy: 0, coverUrls: [] }
  return { ...newCollection({ kind: 'album', id: title }, title, title.length), read }
}

const titleKey = (title: string) => `album:${title}`

/** Runs a downloader until the end of the test; `load` replaces the loading of a file. */
async function start(albums: readonly Collection[], load: DownloaderParts['load']) {
  for (const album of albums) await writeCollection(album)
  const state: { waitsFor: WaitReason | undefined } = { waitsFor: undefined }
  const asked: string[] = []
  const read = vi.fn(() => Promise.resolve())
  // As in the app, the tab that loads is also notified of its own changes.
  const changed = vi.fn(() => downloader.look())
  const downloader: Downloader = createDownloader({
    waitReason: () => state.waitsFor,
    read,
    load: async (track, options) => {
      asked.push(track.version)
      return load(track, options)
    },
    loadBeside: () => Promise.resolve(),
    markFull: async ({ key }) => changeCollection(key, (before) => ({ ...before, isFull: true })),
    onInterrupted: () => undefined,
    onComplete: () => undefined,
    onProgress: () => undefined,
    onChanged: changed,
  })
  const stopped = new AbortController()
  const ended = downloader.run(stopped.signal)
  return {
    downloader,
    state,
    asked,
    read,
    changed,
    stored: async () => (await readFileRecords()).map(({ version }) => version).toSorted(),
    [Symbol.asyncDispose]: async () => {
      stopped.abort()
      await ended
    },
  }
}

test('files are loaded one after the other, one that two collections contain once', async () => {
  let running = 0
  let most = 0
  await using loading = await start(
    [anAlbum('A', ['a1', 'both']), anAlbum('BB', ['both', 'b2'])],
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve))
      running -= 1
      return COMPLETE
    },
  )
  await expect.poll(loading.stored).toEqual(['a1', 'b2', 'both'])
  expect(loading.asked).toEqual(['a1', 'both', 'b2'])
  expect(most).toBe(1)
})

test('it rests while there is nothing to do', async () => {
  await using loading = await start([anAlbum('A', ['a1'])], () => Promise.resolve(COMPLETE))
  await expect.poll(() => loading.changed.mock.calls.length).toBeGreaterThan(0)
  // Gives a downloader that did not wait enough time to read the records again.
  for (let turns = 0; turns < 50; turns += 1) await readCollections()
  expect(loading.changed).toHaveBeenCalledOnce()
})

test('a full disk stops what needs the space, until there is some', async () => {
  let hasSpace = false
  await using loading = await start([anAlbum('A', ['a1', 'a2'])], ({ version }) =>
    Promise.resolve(version === 'a1' || hasSpace ? COMPLETE : { result: 'full' }),
  )
  await expect.poll(() => loading.asked).toEqual(['a1', 'a2'])
  loading.downloader.retry()
  expect(await loading.stored()).toEqual(['a1'])
  hasSpace = true
  await changeCollection(titleKey('A'), (before) => ({ ...before, isFull: false }))
  loading.downloader.retry()
  await expect.poll(loading.stored).toEqual(['a1', 'a2'])
  expect(loading.asked).toEqual(['a1', 'a2', 'a2'])
})

test('a collection whose records have no space is full, too', async () => {
  const { read: _read, ...album } = anAlbum('A', [])
  await using loading = await start([album], () => Promise.resolve(COMPLETE))
  loading.read.mockRejectedValueOnce(new DOMException('no space', 'QuotaExceededError'))
  await expect.poll(async () => (await readCollections()).map(({ isFull }) => isFull)).toEqual([true])
})

test('what is paused or removed while it loads is stopped, and the next one goes on', async () => {
  let isStopped = false
  await using loading = await start(
    [anAlbum('A', ['a1']), anAlbum('BB', ['b1'])],
    ({ version }, { signal }) =>
      version === 'b1'
        ? Promise.resolve(COMPLETE)
        : new Promise<LoadOutcome>((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              isStopped = true
              reject(signal.reason)
            })
          }),
  )
  await expect.poll(() => loading.asked).toEqual(['a1'])
  await changeCollection(titleKey('A'), (before) => ({ ...before, isPaused: true }))
  loading.downloader.look()
  await expect.poll(loading.stored).toEqual(['b1'])
  expect(isStopped).toBe(true)
})

test('nothing is loaded while it waits for the connection', async () => {
  await using loading = await start([], () => Promise.resolve(COMPLETE))
  loading.state.waitsFor = 'connection'
  await writeCollection(anAlbum('A', ['a1']))
  loading.downloader.retry()
  await writeCollection(anAlbum('BB', ['b1']))
  loading.downloader.look()
  expect(loading.asked).toEqual([])
  loading.state.waitsFor = undefined
  loading.downloader.look()
  await expect.poll(loading.stored).toEqual(['a1', 'b1'])
})

test('a file that the archive has replaced is looked up again', async () => {
  await using loading = await start([anAlbum('A', ['old', 'a2'])], ({ version }) =>
    Promise.resolve(version === 'old' ? { result: 'gone' } : COMPLETE),
  )
  await expect.poll(loading.stored).toEqual(['a2'])
  expect(loading.read).toHaveBeenCalledOnce()
})
