import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { entriesAfter } from '@tonarchiv/contract/playlist-changes'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { expect, onTestFinished, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { openSocket } from '../server/src/testing/browser-socket.ts'
import { dice } from '../server/src/testing/dice.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { befriend } from '../server/src/testing/friends.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callsOf } from './installation.ts'
import { places } from './places.ts'
import type { ServerProcess } from './server-process.ts'

/** Number of changes that each person makes. */
const OPERATIONS = 25
/** Milliseconds between two looks at the received notifications. */
const LOOKS_EVERY = 5

/**
 * The page of one person: reads the playlist once, and afterwards only changes that it is notified of. It applies them
 * with the function of the contract that the web app uses.
 */
async function openPage(server: ServerProcess, member: Member, id: string) {
  const { call } = callsOf(server, member)
  const params = { id }
  const socket = openSocket(server, member)
  await socket.ready()
  socket.send({ type: 'openPlaylist', playlistId: id })
  await socket.handled()
  const read = async () => {
    const { playlist, entries } = await call(playlistEntries.getPlaylist, { params })
    const last = entries.at(-1)
    if (last === undefined || entries.length >= playlist.entryCount) return { playlist, entries }
    const query = { sortKey: last.sortKey, entryId: last.id }
    const rest = await call(playlistEntries.listEntries, { params, query })
    return { playlist, entries: [...entries, ...rest.entries] }
  }
  let shown: { playlist: contract.Playlist; entries: readonly playlistEntries.PlaylistEntry[] } = await read()
  const closing = new AbortController()
  async function follow() {
    for (let seen = 0; !closing.signal.aborted;) {
      const notifications = socket.all('playlistChanged').length
      if (notifications === seen) {
        await pause(LOOKS_EVERY)
        continue
      }
      seen = notifications
      const changes = await call(playlistEntries.listChanges, {
        params,
        query: { since: shown.playlist.revision },
      })
      shown = { playlist: changes.playlist, entries: entriesAfter(shown.entries, changes) }
    }
  }
  const following = follow()
  onTestFinished(async () => {
    closing.abort()
    await following
  })
  return { call, read, ids: () => shown.entries.map((entry) => entry.id), shown: () => shown }
}

type Page = Awaited<ReturnType<typeof openPage>>

/**
 * Changes the playlist again and again, starting from what this page shows; other pages do the same at the same time.
 */
async function act(
  page: Page,
  id: string,
  { trackIds, seed }: { trackIds: readonly string[]; seed: number },
) {
  const done = { inserted: new Set<string>(), removed: new Array<string>() }
  const params = { id }
  const throwDice = dice(seed)
  for (let turn = 0; turn < OPERATIONS; turn += 1) {
    const ids = page.ids()
    const any = () => ids[throwDice(ids.length)] ?? ''
    const entry = any()
    try {
      if (turn % 3 === 0) {
        const batch = randomUUID()
        await page.call(playlistEntries.addEntries, {
          params,
          body: { batch, trackIds: [...trackIds], after: entry },
        })
        for (const index of trackIds.keys()) done.inserted.add(`${batch}.${index}`)
      } else if (turn % 3 === 1) {
        const after = any()
        if (after !== entry)
          await page.call(playlistEntries.moveEntries, { params, body: { entryIds: [entry], after } })
      } else {
        await page.call(playlistEntries.removeEntries, { params, body: { entryIds: [entry] } })
        done.removed.push(entry)
      }
    } catch (error) {
      // Another page has removed the entry, or the one after which it was to be put.
      if (!String(error).includes('ENTRY_REMOVED')) throw error
    }
  }
  return done
}

test.each(Object.entries(places()))(
  'five people change a playlist at once, %s: nothing is lost or doubled, and all see the same',
  async (_name, start) => {
    const { archive, servers } = await start()
    const [first] = servers
    if (first === undefined) throw new Error('There is a server')
    const member = await archive.member({ isAdmin: true })
    const owner = callsOf(first, member)
    const { album } = await owner.call(addAlbum, { form: albumForm({ tracks: ['Eins', 'Zwei'] }) })
    const trackIds = album.tracks.map((track) => track.id)
    const { playlist } = await owner.call(contract.createPlaylist, {
      body: { title: 'Zu fünft', trackIds: Array.from({ length: 10 }, () => trackIds).flat() },
    })
    const { id } = playlist
    const friends = await Promise.all(Array.from({ length: 4 }, async () => archive.member()))
    for (const friend of friends) {
      await archive.withDatabase(async (db) => befriend(db, member, friend))
      await owner.call(playlistSharing.addCollaborator, { params: { id, userId: friend.id } })
    }
    const pages = await Promise.all(
      [member, ...friends].map(async (each, index) =>
        openPage(servers[index % servers.length] ?? first, each, id),
      ),
    )
    const initial = pages[0]?.ids() ?? []
    const results = await Promise.all(
      pages.map(async (page, index) => act(page, id, { trackIds, seed: (index + 11) * 7919 })),
    )

    const removed = results.flatMap((result) => result.removed)
    expect(new Set(removed).size).toBe(removed.length)
    const wanted = new Set(initial)
    for (const { inserted } of results) for (const entry of inserted) wanted.add(entry)
    for (const entry of removed) wanted.delete(entry)

    const storedEntries = async () =>
      archive.withDatabase(async (db) =>
        db
          .selectFrom('playlistEntries')
          .select(['id', 'sortKey'])
          .where('removedAt', 'is', null)
          .orderBy('sortKey')
          .orderBy('id')
          .execute(),
      )
    const rows = await storedEntries()
    expect(new Set(rows.map((row) => row.id))).toEqual(wanted)
    expect(new Set(rows.map(({ sortKey }) => sortKey)).size).toBe(rows.length)

    // Pages only apply changes that they are notified of, so a page that misses a notification differs from the others.
    const expectTheSame = async () => {
      const stored = await storedEntries()
      for (const page of pages) {
        await eventually(() =>
          expect(page.shown().entries.map(({ id, sortKey }) => ({ id, sortKey }))).toEqual(stored),
        )
        // Entries may be equal before the last change has arrived, because that change can leave them as they were.
        await eventually(async () => expect(page.shown()).toEqual(await page.read()))
        expect(page.shown().playlist.entryCount).toBe(stored.length)
      }
    }
    await expectTheSame()

    // A single change while nothing else happens, from each of the processes.
    for (const page of pages.slice(0, 2)) {
      await page.call(playlistEntries.addEntries, { params: { id }, body: { batch: randomUUID(), trackIds } })
      await expectTheSame()
    }
    expect(await storedEntries()).toHaveLength(rows.length + 2 * trackIds.length)
  },
)
