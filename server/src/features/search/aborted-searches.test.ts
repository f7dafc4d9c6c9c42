import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect } from 'node:net'
import { postMessage } from '@tonarchiv/contract/chat'
import { urlOf } from '@tonarchiv/contract/route'
import { searchEverything } from '@tonarchiv/contract/search'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ArchiveDatabase } from '#database/open.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { search } from './search.ts'
import { openVocabulary } from './vocabulary.ts'

/** Calls `read` before each statement that reads. */
function watchReads({ services: { db } }: TestApp, read: (sql: string) => void): void {
  if (!(db instanceof ArchiveDatabase)) throw new Error('This is no whole database')
  const { readNow } = db
  const execute = db.executeQuery.bind(db)
  const spies = [
    vi.spyOn(db, 'executeQuery').mockImplementation(async (query) => {
      read('sql' in query ? query.sql : '')
      return execute(query)
    }),
    ...(readNow === undefined
      ? []
      : [
          vi.spyOn(db, 'readNow', 'get').mockReturnValue((sql, parameters) => {
            read(sql)
            return readNow(sql, parameters)
          }),
        ]),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
}

async function archiveWithHits() {
  const app = await startApp()
  const mara = await app.signIn({ username: 'mara' })
  await app.signIn({ username: 'nordlicht_fan' })
  await addPlayableAlbums(app, [{ title: 'Nordlicht', artists: ['Nordlichter'], tracks: ['Nordlicht'] }])
  await mara.call(postMessage, { body: { message: 'Wer hat das Nordlicht gesehen?' } })
  await indexed(app)
  return { app, mara }
}

test.each(['nordlicht', 'das nordlicht', 'nordlcht'])(
  'a search for %j runs no further statement once its caller has gone',
  async (q) => {
    const { app, mara } = await archiveWithHits()
    const { db } = app.services
    const caller = { ...mara, isAdmin: false, emailVerified: true, keyVerified: true }
    let reads = 0
    let last = Infinity
    let leaving = new AbortController()
    // Marks the reads of the search, because the application also reads in the background.
    const running = new AsyncLocalStorage<'search'>()
    const read = () => {
      if (running.getStore() === undefined) return
      reads += 1
      if (reads === last) leaving.abort()
    }
    watchReads(app, read)
    const members = async () => {
      read()
      return new Map<string, never>()
    }
    const readsUntil = async (count: number) => {
      const vocabulary = openVocabulary(db)
      await vocabulary.refresh()
      const services = {
        db,
        vocabulary,
        presence: { members, isHidden: () => false, hiddenFrom: () => new Set<string>() },
        indexer: { catchUp: async () => {} },
      }
      reads = 0
      last = count
      leaving = new AbortController()
      const { signal } = leaving
      const found = running.run('search', async () =>
        search(services, caller, { q, limit: 3, offset: 0 }, signal),
      )
      if (count === Infinity) await found
      else await expect(found).rejects.toThrow('aborted')
      return reads
    }
    const all = await readsUntil(Infinity)
    expect(all).toBeGreaterThan(5)
    for (let count = 1; count < all; count += 1) expect(await readsUntil(count)).toBe(count)
  },
)

test('searches whose callers have closed their connections are not run', async () => {
  const { app, mara } = await archiveWithHits()
  const { hostname, port } = new URL(app.address)
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      return socket
    }),
  )
  // After a first search, the server has accepted all connections, and the words of the index are in memory.
  const found = async () =>
    (await mara.call(searchEverything, { query: { q: 'nordlicht' } })).groups.songs?.total
  expect(await found()).toBe(1)
  let searches = 0
  watchReads(app, (sql) => {
    if (sql.includes('search_documents') && sql.includes('title')) searches += 1
  })
  // All requests are sent and closed before the server reads one of them.
  for (const socket of sockets) {
    const path = urlOf(searchEverything, { query: { q: 'nordlicht' } })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${mara.token}\r\n\r\n`)
    socket.destroy()
  }
  expect(await found()).toBe(1)
  // A few searches may run, because the first closed connections are noticed only after some turns of the event loop.
  expect(searches).toBeLessThan(10)
})
