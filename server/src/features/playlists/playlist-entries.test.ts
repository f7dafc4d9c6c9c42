import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { befriend } from '#testing/friends.ts'
import {
  addPlaylist,
  archiveWithTracks,
  entryIdsOf,
  readPlaylist,
  titlesInPlaylist,
} from '#testing/playlists.ts'

test('entries are inserted, moved, removed and restored by naming entries', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [ink, quill])
  const params = { id }
  const [first, second] = await entryIdsOf(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: crypto.randomUUID(), trackIds: [seal], after: first },
  })
  expect(await titlesInPlaylist(mara, id)).toEqual(['Tinte', 'Siegel', 'Feder'])
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: crypto.randomUUID(), trackIds: [seal], after: null },
  })
  expect(await titlesInPlaylist(mara, id)).toEqual(['Siegel', 'Tinte', 'Siegel', 'Feder'])
  await mara.call(playlistEntries.moveEntries, { params, body: { entryIds: [second, first], after: null } })
  expect(await titlesInPlaylist(mara, id)).toEqual(['Feder', 'Tinte', 'Siegel', 'Siegel'])
  const before = await readPlaylist(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  expect(await titlesInPlaylist(mara, id)).toEqual(['Feder', 'Siegel', 'Siegel'])
  await mara.call(playlistEntries.restoreEntries, { params, body: { entryIds: [first] } })
  expect((await readPlaylist(mara, id)).entries).toEqual(before.entries)
  const last = await entryIdsOf(mara, id)
  await mara.call(playlistEntries.moveEntries, {
    params,
    body: { entryIds: [second], after: last.at(-1) ?? '' },
  })
  expect(await titlesInPlaylist(mara, id)).toEqual(['Tinte', 'Siegel', 'Siegel', 'Feder'])
})

test('a move writes one row, and moves to the same position a thousand times keep the order', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [...Array.from({ length: 50 }, () => ink), quill])
  const rows = async () =>
    app.services.db
      .selectFrom('playlistEntries')
      .select(['id', 'sortKey', 'revision'])
      .orderBy('id')
      .execute()
  const playlistRow = async () => app.services.db.selectFrom('playlists').selectAll().execute()
  const [before, playlistBefore, ids] = [await rows(), await playlistRow(), await entryIdsOf(mara, id)]
  const [first, , , moving] = ids
  if (first === undefined || moving === undefined) throw new Error('Fifty entries')
  await mara.call(playlistEntries.moveEntries, { params: { id }, body: { entryIds: [moving], after: first } })
  const changed = (await rows()).filter((row, index) => row.sortKey !== before[index]?.sortKey)
  expect(changed.map((row) => row.id)).toEqual([moving])
  expect(await playlistRow()).toEqual(playlistBefore)
  expect((await readPlaylist(mara, id)).playlist.revision).toBe(2)

  const order = await entryIdsOf(mara, id)
  for (let turn = 0; turn < 200; turn += 1) {
    const last = order.pop() ?? ''
    order.splice(1, 0, last)
    await mara.call(playlistEntries.moveEntries, { params: { id }, body: { entryIds: [last], after: first } })
  }
  expect(await entryIdsOf(mara, id)).toEqual(order)
})

test('an operation on an entry that is gone does nothing and says who removed it', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn({ username: 'tom_am_werk' })]
  await befriend(app.services.db, mara, tom)
  const { id } = await addPlaylist(mara, [ink, quill])
  const params = { id }
  await mara.call(playlistSharing.addCollaborator, { params: { id, userId: tom.id } })
  const [first, second] = await entryIdsOf(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  await tom.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  const before = await readPlaylist(mara, id)
  const gone = { status: 409, body: { error: '„Tinte“ wurde gerade von tom_am_werk entfernt' } }
  const move = async (entry: string, after: string | null) =>
    mara.refusal(playlistEntries.moveEntries, { params, body: { entryIds: [entry], after } })
  expect(await move(first, null)).toMatchObject(gone)
  expect(await move(second, first)).toMatchObject(gone)
  expect(
    await mara.refusal(playlistEntries.removeEntries, { params, body: { entryIds: [first] } }),
  ).toMatchObject(gone)
  expect(
    await mara.refusal(playlistEntries.addEntries, {
      params,
      body: { batch: crypto.randomUUID(), trackIds: [ink], after: first },
    }),
  ).toMatchObject(gone)
  expect(await move('nie', null)).toMatchObject({
    status: 409,
    body: { error: 'Dieser Eintrag steht nicht mehr in der Playlist' },
  })
  expect(await readPlaylist(mara, id)).toEqual(before)
  // Some of these entries were already removed. The others are removed now.
  const { gone: left } = await mara.call(playlistEntries.removeEntries, {
    params,
    body: { entryIds: [first, second] },
  })
  expect(left).toEqual([first])
  expect(await titlesInPlaylist(mara, id)).toEqual([])
})

test('an insertion that is repeated because its answer was lost inserts nothing', async () => {
  const { app, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara)
  const body = { batch: crypto.randomUUID(), trackIds: [ink, ink] }
  const calls = Array.from({ length: 5 }, () =>
    mara.call(playlistEntries.addEntries, { params: { id }, body }),
  )
  for (const { added } of await Promise.all(calls)) expect(added).toBe(2)
  expect(await titlesInPlaylist(mara, id)).toEqual(['Tinte', 'Tinte'])
  // The batch id is already used in the first playlist, so it is rejected for another one.
  const other = await addPlaylist(mara)
  const foreign = await mara.refusal(playlistEntries.addEntries, { params: { id: other.id }, body })
  expect(foreign.status).toBe(409)
  expect(await titlesInPlaylist(mara, other.id)).toEqual([])
})

test('the entries of a long playlist come page by page', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const mara = await app.signIn()
  const trackIds = Array.from({ length: 2500 }, (_, index) => (index % 3 === 0 ? ink : quill))
  const { id } = await addPlaylist(mara, trackIds)
  const { entries } = await readPlaylist(mara, id)
  expect(entries).toHaveLength(playlistEntries.FIRST_ENTRIES)
  for (;;) {
    const last = entries.at(-1)
    const query = { sortKey: last?.sortKey ?? 0, entryId: last?.id ?? '' }
    const page = await mara.call(playlistEntries.listEntries, { params: { id }, query })
    if (page.entries.length === 0) break
    entries.push(...page.entries)
  }
  expect(entries.map(({ track }) => track?.id)).toEqual(trackIds)
})

test('the changes since a revision are all that a client has missed', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [ink, quill])
  const params = { id }
  const [first, second] = await entryIdsOf(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  const { playlist } = await readPlaylist(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: crypto.randomUUID(), trackIds: [seal], after: null },
  })
  const since = async (revision: number) =>
    mara.call(playlistEntries.listChanges, { params, query: { since: revision } })
  const changes = await since(playlist.revision)
  expect(changes).toMatchObject({
    removed: [first],
    isTooOld: false,
    playlist: { revision: 3, entryCount: 2 },
  })
  expect(changes.entries.map(({ title }) => title)).toEqual(['Siegel'])
  expect(await since(3)).toMatchObject({ entries: [], removed: [] })

  app.passTime(2 * 60 * 60 * 1000)
  const { playlists } = await import('./index.ts')
  for (const job of playlists.cleanup) await job.run(app.services, new AbortController().signal)
  expect((await since(1)).isTooOld).toBe(true)
  expect(await since(2)).toMatchObject({ isTooOld: false, removed: [] })
  expect(
    (await mara.refusal(playlistEntries.restoreEntries, { params, body: { entryIds: [first] } })).body.code,
  ).toBe('ENTRY_GONE')
})

test('browsers that show a playlist are notified of each change, others are not', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const [own, other] = [await addPlaylist(mara, [ink], 'members'), await addPlaylist(mara, [ink])]
  const [watching, away] = [openSocket(app, tom), openSocket(app, mara)]
  await Promise.all([watching.ready(), away.ready()])
  watching.send({ type: 'openPlaylist', playlistId: own.id })
  const rename = async (id: string, title: string) =>
    mara.call(contract.updatePlaylist, { params: { id }, body: { title } })
  await eventually(async () => {
    await rename(own.id, 'Anders')
    expect(watching.all('playlistChanged')).not.toEqual([])
  })
  const before = watching.all('playlistChanged').length
  await rename(other.id, 'Auch anders')
  await mara.call(playlistEntries.addEntries, {
    params: { id: own.id },
    body: { batch: crypto.randomUUID(), trackIds: [ink] },
  })
  await eventually(() => expect(watching.all('playlistChanged')).toHaveLength(before + 1))
  expect(new Set(watching.all('playlistChanged').map(({ playlistId }) => playlistId))).toEqual(
    new Set([own.id]),
  )
  expect(away.all('playlistChanged')).toEqual([])
  // The owner's browser shows no playlist. It is notified to read its list of playlists again.
  await eventually(() => expect(away.all('playlistsChanged').length).toBeGreaterThan(0))

  watching.send({ type: 'openPlaylist', playlistId: null })
  await eventually(async () => {
    const count = watching.all('playlistChanged').length
    await rename(own.id, 'Wieder anders')
    expect(watching.all('playlistChanged')).toHaveLength(count)
  })
})
