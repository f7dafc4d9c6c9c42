import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, postMessage } from '@tonarchiv/contract/chat'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { indexed } from '#testing/search-index.ts'
import { searchFor, startSearching, type Searching } from '#testing/searching.ts'

let app: Searching['app']
let mara: Searching['mara']
let addSongs: Searching['addSongs']
beforeEach(async () => {
  ;({ app, mara, addSongs } = await startSearching())
})

test('one search finds songs, albums, artists, playlists, videos, members, messages and lyrics', async () => {
  const [album] = await addPlayableAlbums(app, [
    { title: 'Nordlicht Süd', artists: ['Nordlichter'], tracks: ['Nordlicht', 'Kanal'] },
  ])
  await app.services.db
    .insertInto('videos')
    .values({
      id: 'v1',
      title: 'Nordlicht, Studiobericht',
      description: '',
      uploadDate: '2024-11-12',
      fileName: 'v1.mp4',
      storageName: 'v1.mp4',
      format: 'mp4',
      sizeBytes: 1,
      durationSeconds: 862,
      width: 640,
      height: 360,
      posterTries: 0,
      createdAt: '2024-11-12T00:00:00.000Z',
    })
    .execute()
  const admin = await app.signIn({ isAdmin: true })
  const other = await app.signIn({ username: 'nordlicht_fan' })
  await mara.call(createPlaylist, { body: { title: 'Nordlichter, alle' } })
  await other.call(postMessage, { body: { message: 'Wer hat das Nordlicht gesehen?' } })
  const text = '[00:05.00]Still\n[01:12.00]Das Nordlicht auf der Scheibe'
  await admin.call(saveLyrics, { params: { id: album?.tracks[1]?.id ?? '' }, body: { text } })
  await indexed(app)
  const { groups, corrected, terms } = await searchFor(mara, 'nordlicht')
  expect(groups).toMatchObject({
    songs: { total: 1, hits: [{ title: 'Nordlicht', artist: 'Nordlichter', album: 'Nordlicht Süd' }] },
    albums: { total: 1, hits: [{ albumTitel: 'Nordlicht Süd', trackCount: 2, artist: 'Nordlichter' }] },
    artists: { total: 1, hits: [{ name: 'Nordlichter' }] },
    playlists: { total: 1, hits: [{ title: 'Nordlichter, alle', owner: { username: 'mara' } }] },
    videos: { total: 1, hits: [{ id: 'v1', upload_date: '2024-11-12', duration: 862 }] },
    people: { total: 1, hits: [{ username: 'nordlicht_fan' }] },
    messages: {
      total: 1,
      hits: [{ content: 'Wer hat das Nordlicht gesehen?', author: { username: 'nordlicht_fan' } }],
    },
    lyrics: {
      total: 1,
      hits: [{ song: { title: 'Kanal' }, line: 'Das Nordlicht auf der Scheibe', startSeconds: 72 }],
    },
  })
  expect(corrected).toBeNull()
  expect(terms).toEqual(['nordlicht'])
})

describe('who may see what', () => {
  const open = ['people', 'messages']

  test('members without a key are searched neither music nor videos, and of playlists only their own', async () => {
    await addSongs('Nordlicht')
    const guest = await app.signIn({ hasKey: false })
    await mara.call(createPlaylist, { body: { title: 'Nordlicht für alle', visibility: 'members' } })
    await mara.call(postMessage, { body: { message: 'nordlicht' } })
    await indexed(app)
    const { groups, corrected } = await searchFor(guest, 'nordlicht')
    expect(Object.keys(groups).toSorted()).toEqual([...open, 'playlists'].toSorted())
    expect(groups.playlists).toEqual({ hits: [], total: 0 })
    expect(groups.messages?.total).toBe(1)
    expect(corrected).toBeNull()
    expect((await searchFor(guest, 'nordlicht', { group: 'songs' })).groups).toEqual({})
    // The correction of a misspelt word must not reveal which words exist, either.
    expect(await searchFor(guest, 'nordlict', { group: 'playlists' })).toMatchObject({
      groups: { playlists: { total: 0 } },
      corrected: null,
      terms: ['nordlict'],
    })
  })

  test('whose key is withdrawn between two searches finds nothing more that needs one', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const album = await addSongs('Nordlicht')
    const lyrics = { params: { id: album?.tracks[0]?.id ?? '' }, body: { text: 'Unter dem Nordlicht' } }
    await admin.call(saveLyrics, lyrics)
    await admin.call(createPlaylist, { body: { title: 'Nordlicht für alle', visibility: 'members' } })
    await indexed(app)
    const totals = async (q: string) =>
      Object.entries((await searchFor(mara, q)).groups).flatMap(([group, { total }]) =>
        total > 0 ? group : [],
      )
    const found = ['songs', 'lyrics', 'playlists']
    for (const q of ['nordlicht', 'nordlict']) expect(await totals(q)).toEqual(expect.arrayContaining(found))
    await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
    for (const q of ['nordlicht', 'nordlict']) expect(await totals(q)).toEqual([])
    // Neither the search of a single group nor the correction of a misspelt word finds anything.
    for (const group of ['songs', 'playlists'] as const)
      expect((await searchFor(mara, 'nordlicht', { group })).groups[group]?.total ?? 0).toBe(0)
    expect(await searchFor(mara, 'nordlict')).toMatchObject({ corrected: null, terms: ['nordlict'] })
  })

  test('playlists are found by those who may see them, and counted only for them', async () => {
    const friend = await app.signIn()
    const outsider = await app.signIn()
    const createdAt = new Date().toISOString()
    await app.services.db
      .insertInto('friendships')
      .values([
        { userId: mara.id, friendId: friend.id, createdAt },
        { userId: friend.id, friendId: mara.id, createdAt },
      ])
      .execute()
    for (const visibility of ['private', 'friends', 'members'] as const)
      await mara.call(createPlaylist, { body: { title: `Geheimgang ${visibility}`, visibility } })
    await indexed(app)
    const found = async (caller: Searching['mara'], q: string) => {
      const { playlists } = (await searchFor(caller, q, { group: 'playlists', limit: 50 })).groups
      expect(playlists?.total).toBe(playlists?.hits.length)
      return playlists?.hits.map(({ title }) => title.replace('Geheimgang ', '')).toSorted()
    }
    for (const q of ['geheimgang', 'geheimgagn', 'heimg']) {
      expect(await found(mara, q)).toEqual(['friends', 'members', 'private'])
      expect(await found(friend, q)).toEqual(['friends', 'members'])
      expect(await found(outsider, q)).toEqual(['members'])
    }
    expect(await searchFor(outsider, 'privatee', { group: 'playlists' })).toMatchObject({
      groups: { playlists: { total: 0, hits: [] } },
      corrected: null,
      terms: ['privatee'],
    })
  })

  test('a deleted message is not found, also not before the index knows it', async () => {
    const { message } = await mara.call(postMessage, { body: { message: 'Quittenbrot' } })
    await indexed(app)
    expect((await searchFor(mara, 'quittenbrot')).groups.messages?.total).toBe(1)
    // With so many changes, the search does not wait for the index.
    const before = Array.from({ length: 4000 }, (_, index) => ({ kind: 'artist', ref: `gone-${index}` }))
    for (let start = 0; start < before.length; start += 400)
      await app.services.db
        .insertInto('searchChanges')
        .values(before.slice(start, start + 400))
        .execute()
    await mara.call(deleteMessage, { params: { id: message.id } })
    expect((await searchFor(mara, 'quittenbrot')).groups.messages).toEqual({ hits: [], total: 0 })
    await indexed(app)
    expect((await searchFor(mara, 'quittenbrot')).groups.messages).toEqual({ hits: [], total: 0 })
    expect(await app.services.db.selectFrom('searchWords').select('word').execute()).toEqual([])
    expect(await app.services.db.selectFrom('searchPostings').selectAll().execute()).toEqual([])
  })

  test('members are found as by the search for friends: not oneself, from three characters on, not unverified ones', async () => {
    await app.signIn({ username: 'marabu' })
    await app.signIn({ username: 'marathon', emailVerified: false, hasKey: false })
    const people = async (q: string) =>
      (await searchFor(mara, q)).groups.people?.hits.map(({ username }) => username)
    expect(await people('mara')).toEqual(['marabu'])
    expect(await people('marbau')).toEqual(['marabu'])
    expect(await people('mraa')).toEqual([])
    expect(await people('ma')).toEqual([])
  })

  test('what a deleted account has written stays in the chat and is found, its playlists go', async () => {
    const other = await app.signIn()
    await other.call(postMessage, { body: { message: 'Abschiedsbrief' } })
    await other.call(createPlaylist, { body: { title: 'Abschiedsbrief', visibility: 'members' } })
    await indexed(app)
    await other.call(deleteAccount, { body: { password: other.password } })
    await indexed(app)
    const { groups } = await searchFor(mara, 'abschiedsbrief')
    expect(groups.playlists?.total).toBe(0)
    expect(groups.messages).toMatchObject({
      total: 1,
      hits: [{ author: { username: '', displayName: 'Gelöschter Benutzer' } }],
    })
  })
})
