import { randomUUID } from 'node:crypto'
import * as contract from '@tonarchiv/contract/playlists'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startRedis } from '#testing/redis.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

/** Operations of each person. */
const OPERATIONS = 25

type Member = Awaited<ReturnType<TestApp['signIn']>>
type Entry = contract.PlaylistEntry

/** The page of one person: reads the playlist once, and then the changes that it is notified of. */
async function openPage(app: TestApp, member: Member, id: string) {
  const { call } = callers(app.address, member.token)
  const params = { id }
  const socket = openSocket(app, member)
  await socket.ready()
  socket.send({ type: 'openPlaylist', playlistId: id })
  const { playlist, entries } = await call(contract.getPlaylist, { params })
  const shown = new Map<string, Entry>(entries.map((entry) => [entry.id, entry]))
  let { revision } = playlist
  const order = () => [...shown.values()].toSorted((a, b) => a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1))
  const catchUp = async () => {
    const changes = await call(contract.listChanges, { params, query: { since: revision } })
    for (const entry of changes.entries) shown.set(entry.id, entry)
    for (const removed of changes.removed) shown.delete(removed)
    revision = changes.playlist.revision
  }
  return { call, socket, order, catchUp, ids: () => order().map((entry) => entry.id) }
}

type Page = Awaited<ReturnType<typeof openPage>>

/** Does one thing after the other with what this page shows; others do so at the same time. */
async function act(page: Page, id: string, trackIds: readonly string[]) {
  const done = { inserted: new Set<string>(), removed: new Array<string>(), refused: 0 }
  const params = { id }
  for (let turn = 0; turn < OPERATIONS; turn += 1) {
    const ids = page.ids()
    const any = () => ids[Math.floor(Math.random() * ids.length)] ?? ''
    const entry = any()
    try {
      if (turn % 3 === 0) {
        const batch = randomUUID()
        await page.call(contract.addEntries, {
          params,
          body: { batch, trackIds: [...trackIds], after: entry },
        })
        for (const index of trackIds.keys()) done.inserted.add(`${batch}.${index}`)
      } else if (turn % 3 === 1) {
        const after = any()
        if (after !== entry)
          await page.call(contract.moveEntries, { params, body: { entryIds: [entry], after } })
      } else {
        await page.call(contract.removeEntries, { params, body: { entryIds: [entry] } })
        done.removed.push(entry)
      }
    } catch (error) {
      // The entry, or the one it was to stand behind, was removed by another one.
      if (!String(error).includes('ENTRY_REMOVED')) throw error
      done.refused += 1
    }
    if (turn % 4 === 0) await page.catchUp()
  }
  return done
}

test('five people change a playlist at once at two processes: nothing is lost or doubled, and all see the same', async () => {
  const redis = await startRedis()
  const settings = { redisUrl: redis.url, secret: randomUUID().repeat(2) }
  const first = await startApp(settings)
  const second = await startApp(settings, { beside: first })
  await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
  const owner = await first.signIn({ isAdmin: true })
  const album = await addSampleAlbum(owner, {
    tracks: ['Eins', 'Zwei'].map((title) => ({ title, sample: 'cbr.mp3' })),
  })
  const trackIds = album.tracks.map((track) => track.id)
  const start = Array.from({ length: 10 }, () => trackIds).flat()
  const { playlist } = await owner.call(contract.createPlaylist, {
    body: { title: 'Zu fünft', trackIds: start },
  })
  const { id } = playlist
  const friends = await Promise.all(Array.from({ length: 4 }, async () => first.signIn()))
  const createdAt = new Date().toISOString()
  const { db } = first.services
  for (const friend of friends) {
    await db
      .insertInto('friendships')
      .values([
        { userId: owner.id, friendId: friend.id, createdAt },
        { userId: friend.id, friendId: owner.id, createdAt },
      ])
      .execute()
    await owner.call(contract.addCollaborator, { params: { id, userId: friend.id } })
  }
  const pages = await Promise.all(
    [owner, ...friends].map(async (member, index) => openPage(index % 2 === 0 ? first : second, member, id)),
  )
  const initial = pages[0]?.ids() ?? []
  const results = await Promise.all(pages.map(async (page) => act(page, id, trackIds)))

  const removed = results.flatMap((result) => result.removed)
  expect(new Set(removed).size).toBe(removed.length)
  const wanted = new Set(initial)
  for (const { inserted } of results) for (const entry of inserted) wanted.add(entry)
  for (const entry of removed) wanted.delete(entry)

  const rows = await db
    .selectFrom('playlistEntries')
    .select(['id', 'sortKey'])
    .where('removedAt', 'is', null)
    .orderBy('sortKey')
    .orderBy('id')
    .execute()
  expect(new Set(rows.map((row) => row.id))).toEqual(wanted)
  expect(new Set(rows.map(({ sortKey }) => sortKey)).size).toBe(rows.length)

  // Each page is notified of what others did, and then shows what the database holds.
  for (const page of pages) {
    await eventually(() => expect(page.socket.all('playlistChanged').length).toBeGreaterThan(0))
    await page.catchUp()
    expect(page.ids()).toEqual(rows.map((row) => row.id))
  }
  const { playlist: after } = await owner.call(contract.getPlaylist, { params: { id } })
  expect(after.entryCount).toBe(rows.length)

  // A change at one process reaches the pages of the other one.
  const before = pages.map((page) => page.socket.all('playlistChanged').length)
  await pages[1]?.call(contract.addEntries, { params: { id }, body: { batch: randomUUID(), trackIds } })
  for (const [index, page] of pages.entries()) {
    await eventually(() =>
      expect(page.socket.all('playlistChanged').length).toBeGreaterThan(before[index] ?? 0),
    )
    await page.catchUp()
    expect(page.ids()).toHaveLength(rows.length + trackIds.length)
  }
  await redis.stop()
})
