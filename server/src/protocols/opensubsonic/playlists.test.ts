import * as contract from '@tonarchiv/contract/playlists'
import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { addCollaborator, followPlaylist } from '@tonarchiv/contract/playlist-sharing'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { befriend } from '#testing/friends.ts'
import { type MusicApp, startMusicApp } from '#testing/opensubsonic/music-app.ts'
import type { RestClient, RestParameters } from '#testing/opensubsonic/rest-app.ts'
import { rulesOf } from '#testing/smart-playlists.ts'
import { PlaylistWithSongs } from './shapes/playlist.ts'

const OnePlaylist = z.object({ playlist: PlaylistWithSongs })

async function createdBy(client: RestClient, parameters: RestParameters) {
  return z.parse(OnePlaylist, await client.callOnce('createPlaylist', parameters)).playlist
}

async function readBy(client: RestClient, id: string) {
  return z.parse(OnePlaylist, await client.call('getPlaylist', { id })).playlist
}

async function titlesOf(client: RestClient, id: string) {
  return (await readBy(client, id)).entry.map(({ title }) => title)
}

/** A playlist of these songs that the member of the app owns. */
async function playlistOf({ client, idOf }: MusicApp, titles: readonly string[], name = 'Nachtfahrten') {
  return createdBy(client, { name, songId: titles.map(idOf) })
}

test('a playlist is created with songs, listed and read, and the web app shows it at once', async () => {
  const music = await startMusicApp()
  const { app, member, client, idOf } = music
  const browser = openSocket(app, { token: member.token })
  await browser.ready()
  const playlist = await playlistOf(music, ['Hafen', 'Aufbruch', 'Hafen'], 'Nacht & "Nebel"')
  expect(playlist).toMatchObject({
    name: 'Nacht & "Nebel"',
    owner: 'mara',
    public: false,
    readonly: false,
    songCount: 3,
    entry: [{ id: idOf('Hafen'), isDir: false }, { title: 'Aufbruch' }, { title: 'Hafen' }],
  })
  await eventually(() => expect(browser.all('playlistsChanged')).toHaveLength(1))
  const { entry: _entry, ...listed } = playlist
  expect((await client.call('getPlaylists'))['playlists']).toEqual({ playlist: [listed] })
  expect((await client.call('getPlaylists', { username: 'Mara' }))['playlists']).toEqual({
    playlist: [listed],
  })
  expect(await readBy(client, playlist.id)).toEqual(playlist)
  const [inWeb] = (await member.call(contract.listPlaylists, {})).playlists
  expect(inWeb).toMatchObject({ id: playlist.id, title: 'Nacht & "Nebel"', entryCount: 3 })
  await client.callOnce('deletePlaylist', { id: playlist.id })
  await eventually(() => expect(browser.all('playlistsChanged')).toHaveLength(2))
  expect((await client.call('getPlaylists'))['playlists']).toEqual({ playlist: [] })
  expect(await client.error('getPlaylist', { id: playlist.id })).toBe(70)
  expect(await client.error('deletePlaylist', { id: playlist.id })).toBe(70)
})

test('songs are added at the end and removed by their places, and an open page in the web app gets it', async () => {
  const music = await startMusicApp()
  const { app, member, client, idOf } = music
  const { id } = await playlistOf(music, ['Erster', 'Zweiter', 'Hafen', 'Erster'])
  const browser = openSocket(app, { token: member.token })
  await browser.ready()
  browser.send({ type: 'openPlaylist', playlistId: id })
  await client.callOnce('updatePlaylist', {
    playlistId: id,
    songIdToAdd: [idOf('Gastspiel'), idOf('Aufbruch')],
    songIndexToRemove: [0, 2, 2, 99],
  })
  expect(await titlesOf(client, id)).toEqual(['Zweiter', 'Erster', 'Gastspiel', 'Aufbruch'])
  await eventually(() => expect(browser.all('playlistChanged').length).toBeGreaterThan(0))
  expect((await member.call(getPlaylist, { params: { id } })).entries.map(({ title }) => title)).toEqual([
    'Zweiter',
    'Erster',
    'Gastspiel',
    'Aufbruch',
  ])
  expect(await client.error('updatePlaylist', { playlistId: id, songIndexToRemove: 4 })).toBe(0)
  expect(await client.error('updatePlaylist', { playlistId: id, songIndexToRemove: -1 })).toBe(0)
  expect(await client.error('updatePlaylist', { playlistId: id, songIdToAdd: idOf('Nordlicht') })).toBe(70)
  expect(await titlesOf(client, id)).toHaveLength(4)
})

test('name, comment and who may see it are changed, and what is missing stays', async () => {
  const music = await startMusicApp()
  const { client, member } = music
  const { id } = await playlistOf(music, ['Hafen'])
  const update = async (parameters: RestParameters) =>
    client.callOnce('updatePlaylist', { playlistId: id, ...parameters })
  await update({ name: 'Tagfahrten', comment: 'Für <später>', public: true })
  expect(await readBy(client, id)).toMatchObject({
    name: 'Tagfahrten',
    comment: 'Für <später>',
    public: true,
    songCount: 1,
  })
  await update({ comment: '' })
  expect(await readBy(client, id)).toMatchObject({ name: 'Tagfahrten', public: true })
  expect((await readBy(client, id)).comment).toBeUndefined()
  await update({ public: false })
  expect(await readBy(client, id)).toMatchObject({ public: false })
  // Apps send `public: false` with every change. This must not hide the playlist from friends.
  await member.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'friends' } })
  await update({ name: 'Fahrten', public: false })
  const [inWeb] = (await member.call(contract.listPlaylists, {})).playlists
  expect(inWeb).toMatchObject({ title: 'Fahrten', visibility: 'friends' })
  expect(await client.error('updatePlaylist', { playlistId: id, name: '' })).toBe(0)
  expect(await client.error('updatePlaylist', { playlistId: id, name: 'x'.repeat(101) })).toBe(0)
  expect(await client.error('updatePlaylist', { playlistId: id, comment: 'x'.repeat(501) })).toBe(0)
  expect(await client.error('updatePlaylist', { name: 'x' })).toBe(10)
  expect(await client.error('createPlaylist', {})).toBe(10)
})

test('a playlist gets other songs; what stays keeps its entry, also where its track is gone', async () => {
  const music = await startMusicApp()
  const { app, member, client, idOf } = music
  const { id } = await playlistOf(music, ['Erster', 'Gastspiel', 'Zweiter', 'Hafen', 'Erster'])
  const entries = async () => (await member.call(getPlaylist, { params: { id } })).entries
  const before = await entries()
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Sampler' } })
  // Indexes of songs do not count the entry whose track was deleted.
  await client.callOnce('updatePlaylist', { playlistId: id, songIndexToRemove: 2 })
  expect(await titlesOf(client, id)).toEqual(['Erster', 'Zweiter', 'Erster'])
  const replaced = await createdBy(client, {
    playlistId: id,
    name: 'Neu',
    songId: ['Erster', 'Erster', 'Aufbruch', 'Zweiter'].map(idOf),
  })
  expect(replaced.name).toBe('Neu')
  expect(replaced.entry.map(({ title }) => title)).toEqual(['Erster', 'Erster', 'Aufbruch', 'Zweiter'])
  const after = await entries()
  expect(after.map(({ title }) => title).toSorted()).toEqual(
    ['Erster', 'Erster', 'Aufbruch', 'Gastspiel', 'Zweiter'].toSorted(),
  )
  const idsOf = (list: typeof after, title: string) =>
    list.flatMap((entry) => (entry.title === title ? entry.id : [])).toSorted()
  for (const title of ['Erster', 'Zweiter', 'Gastspiel'])
    expect([title, idsOf(after, title)]).toEqual([title, idsOf(before, title)])
  // A call without songs empties the playlist. Entries whose track was deleted stay.
  expect((await createdBy(client, { playlistId: id })).entry).toEqual([])
  expect(await entries()).toMatchObject([{ title: 'Gastspiel', track: null }])
})

test('those of other members are changed by their collaborators only, and not at all when they are not visible', async () => {
  const music = await startMusicApp()
  const { app, member, idOf } = music
  const { id } = await playlistOf(music, ['Hafen'])
  const other = await app.signIn({ username: 'tom' })
  const guest = app.clientOf(other)
  const addOne = { playlistId: id, songIdToAdd: idOf('Erster') }
  const attempts = [
    ['updatePlaylist', addOne],
    ['updatePlaylist', { playlistId: id, name: 'Meine' }],
    ['updatePlaylist', { playlistId: id, name: 'Nachtfahrten' }],
    ['createPlaylist', { playlistId: id, songId: idOf('Erster') }],
    ['deletePlaylist', { id }],
  ] as const
  expect(await guest.error('getPlaylist', { id })).toBe(70)
  for (const [name, parameters] of attempts)
    expect([name, await guest.error(name, parameters)]).toEqual([name, 70])
  await member.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'members' } })
  await other.call(followPlaylist, { params: { id } })
  expect(await readBy(guest, id)).toMatchObject({ owner: 'mara', readonly: true, public: true })
  for (const [name, parameters] of attempts)
    expect([name, await guest.error(name, parameters)]).toEqual([name, 50])
  await befriend(app.services.db, member, other)
  await member.call(addCollaborator, { params: { id, userId: other.id } })
  await guest.callOnce('updatePlaylist', {
    playlistId: id,
    name: 'Nachtfahrten',
    public: true,
    songIdToAdd: idOf('Erster'),
  })
  expect(await titlesOf(guest, id)).toEqual(['Hafen', 'Erster'])
  const renamed = { playlistId: id, name: 'Meine', songIndexToRemove: 0 }
  expect(await guest.error('updatePlaylist', renamed)).toBe(50)
  expect(await guest.error('deletePlaylist', { id })).toBe(50)
  expect(await readBy(guest, id)).toMatchObject({ name: 'Nachtfahrten', songCount: 2, readonly: false })
  expect(await guest.error('getPlaylists', { username: 'mara' })).toBe(50)
})

test('a smart playlist is read only and contains what matches for its reader', async () => {
  const { client, member, idOf } = await startMusicApp()
  const rule = { field: 'title', op: 'contains', value: 'er' } as const
  const { playlist } = await member.call(contract.createPlaylist, {
    body: { title: 'Automatisch', rules: rulesOf([rule], { order: 'title' }) },
  })
  const { id } = playlist
  expect(await titlesOf(client, id)).toEqual(['Erster', 'Zweiter'])
  expect(await readBy(client, id)).toMatchObject({ readonly: true, songCount: 2 })
  expect(await client.error('updatePlaylist', { playlistId: id, songIdToAdd: idOf('Hafen') })).toBe(50)
  expect(await client.error('createPlaylist', { playlistId: id, songId: idOf('Hafen') })).toBe(50)
  await client.callOnce('updatePlaylist', { playlistId: id, name: 'Anders' })
  expect(await readBy(client, id)).toMatchObject({ name: 'Anders', songCount: 2 })
})

test('without archive access own playlists are listed, and contain no songs', async () => {
  const music = await startMusicApp()
  const { app, member, client } = music
  const { id } = await playlistOf(music, ['Hafen'])
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', member.id).execute()
  expect((await client.call('getPlaylists'))['playlists']).toMatchObject({ playlist: [{ id, songCount: 1 }] })
  expect(await readBy(client, id)).toMatchObject({ songCount: 0, entry: [] })
  expect(await client.error('updatePlaylist', { playlistId: id, name: 'x' })).toBe(50)
})

test('apps create as many playlists as the web app may', async () => {
  const { client } = await startMusicApp({ rateLimitFactor: 1 })
  for (let number = 0; number < 100; number += 1)
    await client.fetch('createPlaylist', { name: `Nr. ${number}` })
  expect(await client.error('createPlaylist', { name: 'eine mehr' })).toBe(0)
  expect((await client.call('getPlaylists'))['playlists']).toHaveProperty('playlist.length', 100)
})
