import { deleteAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { removeFriend } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { befriend } from '#testing/friends.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

async function archiveWithTracks() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const titles = ['Tinte', 'Feder', 'Siegel']
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Löschpapier',
    tracks: [...titles.map((title) => ({ title, sample: 'cbr.mp3' })), { title: 'Leer' }],
  })
  const [ink, quill, seal] = album.tracks.map(({ id }) => id)
  if (ink === undefined || quill === undefined || seal === undefined) throw new Error('Three tracks')
  return { app, admin, album, ink, quill, seal }
}

type Visibility = contract.PlaylistVisibility

async function create(caller: Caller, trackIds?: string[], visibility: Visibility = 'private') {
  const body = { title: 'Nachtfahrten', visibility, ...(trackIds && { trackIds }) }
  return (await caller.call(contract.createPlaylist, { body })).playlist
}

const batch = () => crypto.randomUUID()
const read = async (caller: Caller, id: string) =>
  caller.call(playlistEntries.getPlaylist, { params: { id } })
const titlesOf = async (caller: Caller, id: string) =>
  (await read(caller, id)).entries.map(({ title }) => title)
const entryIds = async (caller: Caller, id: string) =>
  (await read(caller, id)).entries.map((entry) => entry.id)

test('a playlist holds its tracks in order, the same one twice if wanted, with who added them and when', async () => {
  const { app, admin, album: stored, ink, quill, seal } = await archiveWithTracks()
  const tracks = [{ id: ink, artists: ['Kolja Brandt', 'Ada Lindqvist'] }, quill, seal]
  const params = { albumTitel: stored.albumId }
  const left = stored.tracks.slice(3).map(({ id }) => id)
  await admin.call(updateAlbum, { params, body: { tracks: [...tracks, ...left] } })
  const mara = await app.signIn()
  const playlist = await create(mara, [ink, quill, ink])
  expect(playlist).toMatchObject({
    title: 'Nachtfahrten',
    entryCount: 3,
    role: 'owner',
    visibility: 'private',
  })
  const { entries, people } = await read(mara, playlist.id)
  expect(entries.map(({ title, album, track }) => ({ title, album, id: track?.id }))).toEqual([
    { title: 'Tinte', album: 'Löschpapier', id: ink },
    { title: 'Feder', album: 'Löschpapier', id: quill },
    { title: 'Tinte', album: 'Löschpapier', id: ink },
  ])
  expect(entries.map(({ artist }) => artist)).toEqual([
    'Kolja Brandt, Ada Lindqvist',
    'Löschpapier',
    'Kolja Brandt, Ada Lindqvist',
  ])
  expect(entries.every(({ addedBy, addedAt }) => addedBy === mara.id && Date.parse(addedAt) > 0)).toBe(true)
  expect(people.map(({ username }) => username)).toEqual([mara.username])
  expect((await mara.call(contract.listPlaylists, {})).playlists).toEqual([playlist])
})

test('entries are inserted, moved, removed and restored by naming entries', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [ink, quill])
  const params = { id }
  const [first, second] = await entryIds(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: batch(), trackIds: [seal], after: first },
  })
  expect(await titlesOf(mara, id)).toEqual(['Tinte', 'Siegel', 'Feder'])
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: batch(), trackIds: [seal], after: null },
  })
  expect(await titlesOf(mara, id)).toEqual(['Siegel', 'Tinte', 'Siegel', 'Feder'])
  await mara.call(playlistEntries.moveEntries, { params, body: { entryIds: [second, first], after: null } })
  expect(await titlesOf(mara, id)).toEqual(['Feder', 'Tinte', 'Siegel', 'Siegel'])
  const before = await read(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  expect(await titlesOf(mara, id)).toEqual(['Feder', 'Siegel', 'Siegel'])
  await mara.call(playlistEntries.restoreEntries, { params, body: { entryIds: [first] } })
  expect((await read(mara, id)).entries).toEqual(before.entries)
  const last = await entryIds(mara, id)
  await mara.call(playlistEntries.moveEntries, {
    params,
    body: { entryIds: [second], after: last.at(-1) ?? '' },
  })
  expect(await titlesOf(mara, id)).toEqual(['Tinte', 'Siegel', 'Siegel', 'Feder'])
})

test('a move writes one row, and moves to the same position a thousand times keep the order', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [...Array.from({ length: 50 }, () => ink), quill])
  const rows = async () =>
    app.services.db
      .selectFrom('playlistEntries')
      .select(['id', 'sortKey', 'revision'])
      .orderBy('id')
      .execute()
  const playlistRow = async () => app.services.db.selectFrom('playlists').selectAll().execute()
  const [before, playlistBefore, ids] = [await rows(), await playlistRow(), await entryIds(mara, id)]
  const [first, , , moving] = ids
  if (first === undefined || moving === undefined) throw new Error('Fifty entries')
  await mara.call(playlistEntries.moveEntries, { params: { id }, body: { entryIds: [moving], after: first } })
  const changed = (await rows()).filter((row, index) => row.sortKey !== before[index]?.sortKey)
  expect(changed.map((row) => row.id)).toEqual([moving])
  expect(await playlistRow()).toEqual(playlistBefore)
  expect((await read(mara, id)).playlist.revision).toBe(2)

  const order = await entryIds(mara, id)
  for (let turn = 0; turn < 200; turn += 1) {
    const last = order.pop() ?? ''
    order.splice(1, 0, last)
    await mara.call(playlistEntries.moveEntries, { params: { id }, body: { entryIds: [last], after: first } })
  }
  expect(await entryIds(mara, id)).toEqual(order)
})

test('an operation on an entry that is gone does nothing and says who removed it', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn({ username: 'tom_am_werk' })]
  await befriend(app, mara, tom)
  const { id } = await create(mara, [ink, quill])
  const params = { id }
  await mara.call(playlistSharing.addCollaborator, { params: { id, userId: tom.id } })
  const [first, second] = await entryIds(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  await tom.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  const before = await read(mara, id)
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
      body: { batch: batch(), trackIds: [ink], after: first },
    }),
  ).toMatchObject(gone)
  expect(await move('nie', null)).toMatchObject({
    status: 409,
    body: { error: 'Dieser Eintrag steht nicht mehr in der Playlist' },
  })
  expect(await read(mara, id)).toEqual(before)
  // Of several, those that are left are removed.
  const { gone: left } = await mara.call(playlistEntries.removeEntries, {
    params,
    body: { entryIds: [first, second] },
  })
  expect(left).toEqual([first])
  expect(await titlesOf(mara, id)).toEqual([])
})

test('an insertion that is repeated because its answer was lost inserts nothing', async () => {
  const { app, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara)
  const body = { batch: batch(), trackIds: [ink, ink] }
  const calls = Array.from({ length: 5 }, () =>
    mara.call(playlistEntries.addEntries, { params: { id }, body }),
  )
  for (const { added } of await Promise.all(calls)) expect(added).toBe(2)
  expect(await titlesOf(mara, id)).toEqual(['Tinte', 'Tinte'])
  // Nothing is found under the id of another playlist.
  const other = await create(mara)
  const foreign = await mara.refusal(playlistEntries.addEntries, { params: { id: other.id }, body })
  expect(foreign.status).toBe(409)
  expect(await titlesOf(mara, other.id)).toEqual([])
})

test('a playlist is seen by those that its visibility names, and 404 for all others', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, friend, outsider] = [await app.signIn(), await app.signIn(), await app.signIn()]
  const keyless = await app.signIn({ hasKey: false })
  await befriend(app, mara, friend)
  await befriend(app, mara, keyless)
  const sees = async (caller: Caller, id: string) => {
    const [head, changes, entries] = [
      await caller.refusal(playlistEntries.getPlaylist, { params: { id } }).catch(() => undefined),
      await caller
        .refusal(playlistEntries.listChanges, { params: { id }, query: { since: 0 } })
        .catch(() => undefined),
      await caller
        .refusal(playlistEntries.listEntries, { params: { id }, query: { sortKey: 0, entryId: '0' } })
        .catch(() => undefined),
    ]
    expect(new Set([head?.status, changes?.status, entries?.status]).size).toBe(1)
    if (head !== undefined)
      expect(head).toMatchObject({ status: 404, body: { error: 'Diese Playlist gibt es hier nicht' } })
    return head === undefined
  }
  for (const [visibility, seenBy] of [
    ['private', [mara]],
    ['friends', [mara, friend]],
    ['members', [mara, friend, outsider]],
  ] as const) {
    const { id } = await create(mara, [ink], visibility)
    for (const caller of [mara, friend, outsider, keyless])
      expect(await sees(caller, id)).toBe(seenBy.some((member) => member === caller))
    for (const caller of [friend, outsider, keyless])
      for (const route of [contract.deletePlaylist, contract.updatePlaylist])
        expect((await caller.refusal(route, { params: { id }, body: {} })).status).toBe(
          caller === keyless || seenBy.some((member) => member === caller) ? 403 : 404,
        )
  }
})

test('without a key own playlists can be read, without files and covers', async () => {
  const { app, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [ink])
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  const { playlist, entries } = await read(mara, id)
  expect(playlist.covers).toEqual([])
  expect(entries).toMatchObject([{ title: 'Tinte', track: null, coverUrl: '/default-album.jpg' }])
})

test('friends who collaborate change entries only, and losing the friendship ends it', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, tom, outsider] = [await app.signIn(), await app.signIn(), await app.signIn()]
  await befriend(app, mara, tom)
  const { id } = await create(mara, [ink])
  const params = { id }
  const add = { params, body: { batch: batch(), trackIds: [ink] } }
  expect(
    await mara.refusal(playlistSharing.addCollaborator, { params: { id, userId: outsider.id } }),
  ).toMatchObject({ status: 409, body: { error: 'Nur Freunde können mitwirken' } })
  const { playlist } = await mara.call(playlistSharing.addCollaborator, { params: { id, userId: tom.id } })
  expect(playlist.collaborators.map((person) => person.id)).toEqual([tom.id])
  expect((await tom.call(contract.listPlaylists, {})).playlists).toMatchObject([{ id, role: 'collaborator' }])
  await tom.call(playlistEntries.addEntries, add)
  for (const refused of [
    await tom.refusal(contract.updatePlaylist, { params, body: { title: 'Meins' } }),
    await tom.refusal(contract.deletePlaylist, { params }),
    await tom.refusal(playlistSharing.addCollaborator, { params: { id, userId: outsider.id } }),
    await tom.refusal(playlistSharing.removeCollaborator, { params: { id, userId: mara.id } }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'PLAYLIST_READ_ONLY' } })

  await tom.call(removeFriend, { params: { id: mara.id } })
  expect((await tom.refusal(playlistEntries.addEntries, add)).status).toBe(404)
  expect((await tom.call(contract.listPlaylists, {})).playlists).toEqual([])
  // New friends do not collaborate again by themselves; with the visibility they may read.
  await mara.call(contract.updatePlaylist, { params, body: { visibility: 'members' } })
  await befriend(app, mara, tom)
  expect((await tom.refusal(playlistEntries.addEntries, add)).body.code).toBe('PLAYLIST_READ_ONLY')
  expect(await titlesOf(tom, id)).toEqual(['Tinte', 'Tinte'])
})

test('a playlist of another member can be followed and copied', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id } = await create(mara, [ink, quill], 'members')
  const { playlist } = await tom.call(playlistSharing.followPlaylist, { params: { id } })
  expect(playlist).toMatchObject({ role: 'reader', isFollowed: true })
  expect((await tom.call(contract.listPlaylists, {})).playlists).toEqual([playlist])
  const { playlist: copy } = await tom.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(copy).toMatchObject({ title: 'Nachtfahrten', role: 'owner', visibility: 'private', entryCount: 2 })
  expect(await titlesOf(tom, copy.id)).toEqual(['Tinte', 'Feder'])
  // What is no longer visible is not listed.
  await mara.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'private' } })
  expect((await tom.call(contract.listPlaylists, {})).playlists.map((each) => each.id)).toEqual([copy.id])
  await tom.call(playlistSharing.unfollowPlaylist, { params: { id } })
  await mara.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'members' } })
  expect((await read(tom, id)).playlist.isFollowed).toBe(false)
})

test('an empty playlist can be copied, and one of tracks that are gone as an empty one', async () => {
  const { app, admin, album, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [ink])
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  const { playlist } = await mara.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(playlist.entryCount).toBe(0)
})

test('a track that is gone stays with its title', async () => {
  const { app, admin, album, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [ink])
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  expect((await read(mara, id)).entries).toMatchObject([
    { title: 'Tinte', album: 'Löschpapier', track: null, coverUrl: '/default-album.jpg' },
  ])
})

test('too many entries, too long texts and unknown tracks are rejected in German, and nothing changes', async () => {
  const { app, ink, album } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(
    mara,
    Array.from({ length: contract.ENTRIES_MAX }, () => ink),
  )
  const params = { id }
  const add = async (trackIds: string[]) =>
    mara.refusal(playlistEntries.addEntries, { params, body: { batch: batch(), trackIds } })
  expect((await add([ink])).body.error).toBe('Eine Playlist kann höchstens 10.000 Titel haben')
  const surplus = await add(Array.from({ length: contract.ENTRIES_MAX + 1 }, () => ink))
  expect(surplus).toMatchObject({
    status: 400,
    body: { fields: { trackIds: 'Eine Playlist kann höchstens 10.000 Titel haben' } },
  })
  expect((await read(mara, id)).playlist).toMatchObject({ entryCount: contract.ENTRIES_MAX, revision: 1 })

  // What would have no room again is not restored.
  const [first] = await entryIds(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first ?? ''] } })
  await mara.call(playlistEntries.addEntries, { params, body: { batch: batch(), trackIds: [ink] } })
  const restored = await mara.refusal(playlistEntries.restoreEntries, {
    params,
    body: { entryIds: [first ?? ''] },
  })
  expect(restored.body.code).toBe('PLAYLIST_FULL')

  const long = await mara.refusal(contract.createPlaylist, { body: { title: 'x'.repeat(100_000) } })
  expect(long).toMatchObject({
    status: 400,
    body: { fields: { title: 'Der Name darf höchstens 100 Zeichen lang sein' } },
  })
  const described = await mara.refusal(contract.updatePlaylist, {
    params,
    body: { description: 'x'.repeat(501) },
  })
  expect(described.body.fields).toEqual({
    description: 'Die Beschreibung darf höchstens 500 Zeichen lang sein',
  })
  const other = await create(mara)
  for (const trackIds of [['nichts'], [album.tracks.at(-1)?.id ?? '']])
    expect(
      (
        await mara.refusal(playlistEntries.addEntries, {
          params: { id: other.id },
          body: { batch: batch(), trackIds },
        })
      ).status,
    ).toBe(404)
})

test('one account has at most 500 playlists', async () => {
  const { app } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara)
  const { db } = app.services
  const row = await db.selectFrom('playlists').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: contract.PLAYLISTS_MAX - 1 }, (_, index) => `${id}-${index}`)
  for (const copy of copies)
    await db
      .insertInto('playlists')
      .values({ ...row, id: copy })
      .execute()
  expect((await mara.refusal(contract.createPlaylist, { body: { title: 'Noch eine' } })).body).toMatchObject({
    error: 'Du hast schon 500 Playlists. Lösche zuerst eine davon.',
  })
  expect((await mara.call(contract.listPlaylists, {})).playlists).toHaveLength(contract.PLAYLISTS_MAX)
})

test('the entries of a long playlist come page by page', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const mara = await app.signIn()
  const trackIds = Array.from({ length: 2500 }, (_, index) => (index % 3 === 0 ? ink : quill))
  const { id } = await create(mara, trackIds)
  const { entries } = await read(mara, id)
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

test('it is known which tracks are already in the playlists that one may change', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const own = await create(mara, [ink, ink, quill])
  await create(mara, [seal])
  const foreign = await create(tom, [ink], 'members')
  await mara.call(playlistSharing.followPlaylist, { params: { id: foreign.id } })
  const { playlists } = await mara.call(contract.findContaining, { body: { trackIds: [ink, quill] } })
  expect(playlists.map(({ id, trackIds }) => [id, trackIds.toSorted()])).toEqual([
    [own.id, [ink, quill].toSorted()],
  ])
})

test('the changes since a revision are all that a client has missed', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await create(mara, [ink, quill])
  const params = { id }
  const [first, second] = await entryIds(mara, id)
  if (first === undefined || second === undefined) throw new Error('Two entries')
  const { playlist } = await read(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first] } })
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: batch(), trackIds: [seal], after: null },
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
  const [own, other] = [await create(mara, [ink], 'members'), await create(mara, [ink])]
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
    body: { batch: batch(), trackIds: [ink] },
  })
  await eventually(() => expect(watching.all('playlistChanged')).toHaveLength(before + 1))
  expect(new Set(watching.all('playlistChanged').map(({ playlistId }) => playlistId))).toEqual(
    new Set([own.id]),
  )
  expect(away.all('playlistChanged')).toEqual([])
  // The list of one's own playlists is read again.
  await eventually(() => expect(away.all('playlistsChanged').length).toBeGreaterThan(0))

  watching.send({ type: 'openPlaylist', playlistId: null })
  await eventually(async () => {
    const count = watching.all('playlistChanged').length
    await rename(own.id, 'Wieder anders')
    expect(watching.all('playlistChanged')).toHaveLength(count)
  })
})
