import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { previewRules } from '@tonarchiv/contract/playlist-rules'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { readPlaylist, titlesInPlaylist } from '#testing/playlists.ts'
import { archiveForRules, createSmart, everything, rulesOf } from '#testing/smart-playlists.ts'

test('a smart playlist shows what the archive shows: no missing tracks, and without a key nothing', async () => {
  const { app, idOf } = await archiveForRules()
  const mara = await app.signIn()
  const { id } = await createSmart(mara, rulesOf([everything]))
  expect((await titlesInPlaylist(mara, id)).toSorted()).toEqual([
    'Nacht',
    'Nachtbus',
    'Skizze',
    'Zählerstand',
    'Äther',
  ])
  const { total, count } = await mara.call(previewRules, { body: { rules: rulesOf([everything]) } })
  expect([total, count]).toEqual([5, 5])
  expect((await readPlaylist(mara, id)).entries.every(({ track }) => track !== null)).toBe(true)
  await app.services.db.deleteFrom('tracks').where('id', '=', idOf('Nacht')).execute()
  expect(await titlesInPlaylist(mara, id)).not.toContain('Nacht')

  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  expect(await readPlaylist(mara, id)).toMatchObject({ playlist: { entryCount: 0, covers: [] }, entries: [] })
  const { playlists } = await mara.call(contract.listPlaylists, {})
  expect(playlists).toMatchObject([{ entryCount: 0, duration: 0, covers: [] }])
  const body = { rules: rulesOf([everything]) }
  expect((await mara.refusal(previewRules, { body })).body.code).toBe('KEY_REQUIRED')
})

test('a smart playlist that is not visible is 404, also with its rules, its changes and its file', async () => {
  const { app } = await archiveForRules()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id } = await createSmart(mara, rulesOf([everything]))
  const rules = rulesOf([{ field: 'type', op: 'is', value: 'ep' }])
  const params = { id }
  for (const refused of [
    await tom.refusal(playlistEntries.getPlaylist, { params }),
    await tom.refusal(playlistEntries.listEntries, { params, query: { sortKey: 0, entryId: 'x' } }),
    await tom.refusal(playlistEntries.listChanges, { params, query: { since: 0 } }),
    await tom.refusal(playlistFiles.exportPlaylist, { params, query: { format: 'm3u8' } }),
    await tom.refusal(playlistSharing.copyPlaylist, { params }),
    await tom.refusal(playlistSharing.followPlaylist, { params }),
    await tom.refusal(contract.updatePlaylist, { params, body: { rules } }),
  ])
    expect(refused).toMatchObject({ status: 404, body: { code: 'PLAYLIST_NOT_FOUND' } })
  // A reader may not change the rules.
  await mara.call(contract.updatePlaylist, { params, body: { visibility: 'members' } })
  expect(await tom.refusal(contract.updatePlaylist, { params, body: { rules } })).toMatchObject({
    status: 403,
    body: { code: 'PLAYLIST_READ_ONLY' },
  })
  expect((await readPlaylist(tom, id)).playlist.rules).toEqual(rulesOf([everything]))
})

test('a smart playlist takes no entries and no collaborators, and other playlists take no rules', async () => {
  const { app, idOf } = await archiveForRules()
  const mara = await app.signIn()
  const { id } = await createSmart(mara, rulesOf([everything]))
  const params = { id }
  const entryIds = [idOf('Nacht')]
  const isSmart = {
    status: 409,
    body: { code: 'PLAYLIST_IS_SMART', error: 'Eine automatische Playlist füllt sich selbst' },
  }
  const batch = crypto.randomUUID()
  for (const refused of [
    await mara.refusal(playlistEntries.addEntries, { params, body: { batch, trackIds: entryIds } }),
    await mara.refusal(playlistEntries.moveEntries, { params, body: { entryIds, after: null } }),
    await mara.refusal(playlistEntries.removeEntries, { params, body: { entryIds } }),
    await mara.refusal(playlistEntries.restoreEntries, { params, body: { entryIds } }),
    await mara.refusal(playlistSharing.addCollaborator, { params: { id, userId: mara.id } }),
    await mara.refusal(contract.createPlaylist, {
      body: { title: 'Beides', trackIds: entryIds, rules: rulesOf([everything]) },
    }),
  ])
    expect(refused).toMatchObject(isSmart)
  const { playlist: chosen } = await mara.call(contract.createPlaylist, { body: { title: 'Von Hand' } })
  const body = { rules: rulesOf([everything]) }
  expect(await mara.refusal(contract.updatePlaylist, { params: { id: chosen.id }, body })).toMatchObject({
    status: 409,
    body: { error: 'Diese Playlist hat keine Regeln' },
  })
})

test('a smart playlist is copied with its rules and exported with its tracks', async () => {
  const { app } = await archiveForRules()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const rules = rulesOf([{ field: 'type', op: 'is', value: 'ep' }])
  const { id } = await createSmart(mara, rules, 'members')
  const { playlist: copy } = await tom.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(copy).toMatchObject({ title: 'Zu selten gehört', role: 'owner', visibility: 'private', rules })
  expect(await titlesInPlaylist(tom, copy.id)).toEqual(['Nacht', 'Zählerstand'])
  for (const format of ['m3u8', 'jspf'] as const) {
    const path = urlOf(playlistFiles.exportPlaylist, { params: { id }, query: { format } })
    const headers = { authorization: `Bearer ${tom.token}` }
    const text = await (await app.fetch(path, { headers })).text()
    expect(text).toContain('Zählerstand')
    expect(text).not.toContain('Nachtbus')
  }
})

test('browsers that show a smart playlist are notified when its rules change, and read it again', async () => {
  const { app } = await archiveForRules()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id, revision } = await createSmart(mara, rulesOf([everything]), 'members')
  const params = { id }
  const watching = openSocket(app, tom)
  await watching.ready()
  watching.send({ type: 'openPlaylist', playlistId: id })
  const rules = rulesOf([{ field: 'type', op: 'is', value: 'ep' }])
  await eventually(async () => {
    await mara.call(contract.updatePlaylist, { params, body: { rules } })
    expect(watching.all('playlistChanged')).not.toEqual([])
  })
  const changes = await tom.call(playlistEntries.listChanges, { params, query: { since: revision } })
  expect(changes).toMatchObject({ isTooOld: true, entries: [], playlist: { rules, entryCount: 2 } })
  const { revision: now } = changes.playlist
  expect(await tom.call(playlistEntries.listChanges, { params, query: { since: now } })).toMatchObject({
    isTooOld: false,
  })
})

test('the entries of a long smart playlist come page by page', async () => {
  const { app, idOf } = await archiveForRules()
  const mara = await app.signIn()
  const { db } = app.services
  const row = await db
    .selectFrom('tracks')
    .selectAll()
    .where('id', '=', idOf('Nacht'))
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 450 }, (_, index) => {
    const name = `copy-${String(index).padStart(3, '0')}`
    return { ...row, id: name, fileName: name, storageName: name, position: index + 2 }
  })
  for (let start = 0; start < copies.length; start += 50)
    await db
      .insertInto('tracks')
      .values(copies.slice(start, start + 50))
      .execute()
  const { id } = await createSmart(mara, rulesOf([{ field: 'title', op: 'is', value: 'Nacht' }]))
  const { entries, playlist } = await readPlaylist(mara, id)
  expect([playlist.entryCount, entries.length]).toEqual([451, playlistEntries.FIRST_ENTRIES])
  const last = entries.at(-1)
  const query = { sortKey: last?.sortKey ?? 0, entryId: last?.id ?? '' }
  const rest = await mara.call(playlistEntries.listEntries, { params: { id }, query })
  expect([...entries, ...rest.entries].map((entry) => entry.id)).toEqual([
    idOf('Nacht'),
    ...copies.map((copy) => copy.id),
  ])
  // The last entry of the first page no longer matches the rules. The next page begins after its former position.
  await db.updateTable('tracks').set({ plainTitle: 'anders' }).where('id', '=', query.entryId).execute()
  const shifted = await mara.call(playlistEntries.listEntries, { params: { id }, query })
  expect(shifted.entries[0]?.id).toBe(copies[playlistEntries.FIRST_ENTRIES]?.id)
})
