import { addTracks, deleteAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { expect, test } from 'vitest'
import { fileOf } from '#testing/album-forms.ts'
import { addPlaylist, archiveWithTracks, entryIdsOf, readPlaylist } from '#testing/playlists.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'

test('a playlist holds its tracks in order, the same one twice if wanted, with who added them and when', async () => {
  const { app, admin, album: stored, ink, quill, seal } = await archiveWithTracks()
  const tracks = [{ id: ink, artists: ['Kolja Brandt', 'Ada Lindqvist'] }, quill, seal]
  const params = { albumTitel: stored.albumId }
  const left = stored.tracks.slice(3).map(({ id }) => id)
  await admin.call(updateAlbum, { params, body: { tracks: [...tracks, ...left] } })
  const mara = await app.signIn()
  const playlist = await addPlaylist(mara, [ink, quill, ink])
  expect(playlist).toMatchObject({
    title: 'Nachtfahrten',
    entryCount: 3,
    role: 'owner',
    visibility: 'private',
  })
  const { entries, people } = await readPlaylist(mara, playlist.id)
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

test('without a key own playlists can be read, without files and covers', async () => {
  const { app, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [ink])
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  const { playlist, entries } = await readPlaylist(mara, id)
  expect(playlist.covers).toEqual([])
  expect(entries).toMatchObject([{ title: 'Tinte', track: null, coverUrl: '/default-album.jpg' }])
})

test('tracks and albums that are added to the archive later do not change a playlist', async () => {
  const { app, admin, album } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(
    mara,
    album.tracks.slice(0, 3).map((track) => track.id),
  )
  const before = await readPlaylist(mara, id)
  const form = new FormData()
  form.set('albumTitle', album.albumTitel)
  form.set('newTrackCount', '1')
  form.set('newTrackTitle0', 'Stempel')
  form.set('newTrack0', fileOf('cbr.mp3'))
  const { album: longer } = await admin.call(addTracks, { form })
  expect(longer.tracks).toHaveLength(album.tracks.length + 1)
  await addSampleAlbum(admin, { albumTitel: 'Tinte', tracks: [{ title: 'Tinte', sample: 'cbr.mp3' }] })
  expect(await readPlaylist(mara, id)).toEqual(before)
})

test('a track that is gone stays with its title', async () => {
  const { app, admin, album, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [ink])
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  expect((await readPlaylist(mara, id)).entries).toMatchObject([
    { title: 'Tinte', album: 'Löschpapier', track: null, coverUrl: '/default-album.jpg' },
  ])
})

test('too many entries, too long texts and unknown tracks are rejected in German, and nothing changes', async () => {
  const { app, ink, album } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(
    mara,
    Array.from({ length: contract.ENTRIES_MAX }, () => ink),
  )
  const params = { id }
  const add = async (trackIds: string[]) =>
    mara.refusal(playlistEntries.addEntries, { params, body: { batch: crypto.randomUUID(), trackIds } })
  expect((await add([ink])).body.error).toBe('Eine Playlist kann höchstens 10.000 Titel haben')
  const surplus = await add(Array.from({ length: contract.ENTRIES_MAX + 1 }, () => ink))
  expect(surplus).toMatchObject({
    status: 400,
    body: { fields: { trackIds: 'Eine Playlist kann höchstens 10.000 Titel haben' } },
  })
  expect((await readPlaylist(mara, id)).playlist).toMatchObject({
    entryCount: contract.ENTRIES_MAX,
    revision: 1,
  })

  // An entry is not restored when the playlist is full again.
  const [first] = await entryIdsOf(mara, id)
  await mara.call(playlistEntries.removeEntries, { params, body: { entryIds: [first ?? ''] } })
  await mara.call(playlistEntries.addEntries, {
    params,
    body: { batch: crypto.randomUUID(), trackIds: [ink] },
  })
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
  const other = await addPlaylist(mara)
  for (const trackIds of [['nichts'], [album.tracks.at(-1)?.id ?? '']])
    expect(
      (
        await mara.refusal(playlistEntries.addEntries, {
          params: { id: other.id },
          body: { batch: crypto.randomUUID(), trackIds },
        })
      ).status,
    ).toBe(404)
})

test('a creation that is repeated because its answer was lost, or twice at once, makes one playlist', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const creationId = crypto.randomUUID()
  const body = { title: 'Nachtfahrten', trackIds: [ink], creationId }
  const [first, second] = await Promise.all([
    mara.call(contract.createPlaylist, { body }),
    mara.call(contract.createPlaylist, { body }),
  ])
  const third = await mara.call(contract.createPlaylist, { body })
  expect([second.playlist.id, third.playlist.id]).toEqual([first.playlist.id, first.playlist.id])
  expect(third.playlist).toMatchObject({ title: 'Nachtfahrten', entryCount: 1 })
  // The same creation id from another account makes another playlist, and so does each creation without an id.
  const foreign = await tom.call(contract.createPlaylist, { body: { ...body, title: 'Toms' } })
  expect(foreign.playlist).toMatchObject({ title: 'Toms', owner: { id: tom.id } })
  await addPlaylist(mara)
  await addPlaylist(mara)
  expect((await mara.call(contract.listPlaylists, {})).playlists).toHaveLength(3)
  const { body: refused } = await mara.refusal(contract.createPlaylist, {
    body: { ...body, creationId: 'x' },
  })
  expect(refused.fields).toEqual({ creationId: 'Ungültige Kennung' })
})

test('one account has at most 500 playlists', async () => {
  const { app } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara)
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

test('it is known which tracks are already in the playlists that one may change', async () => {
  const { app, ink, quill, seal } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const own = await addPlaylist(mara, [ink, ink, quill])
  await addPlaylist(mara, [seal])
  const foreign = await addPlaylist(tom, [ink], 'members')
  await mara.call(playlistSharing.followPlaylist, { params: { id: foreign.id } })
  const { playlists } = await mara.call(contract.findContaining, { body: { trackIds: [ink, quill] } })
  expect(playlists.map(({ id, trackIds }) => [id, trackIds.toSorted()])).toEqual([
    [own.id, [ink, quill].toSorted()],
  ])
})
