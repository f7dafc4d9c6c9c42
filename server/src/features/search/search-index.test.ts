import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { deleteAlbum, deleteTrack, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { postMessage } from '@tonarchiv/contract/chat'
import { createPlaylist, deletePlaylist, updatePlaylist } from '@tonarchiv/contract/playlists'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { eventually } from '#testing/eventually.ts'
import { indexed } from '#testing/search-index.ts'
import { searchFor, startSearching, type Searching } from '#testing/searching.ts'
import { startApp } from '#testing/start-app.ts'

let app: Searching['app']
let mara: Searching['mara']
let songs: Searching['songs']
let addSongs: Searching['addSongs']
beforeEach(async () => {
  ;({ app, mara, songs, addSongs } = await startSearching())
})

describe('the index follows', () => {
  test('songs and albums that are added, renamed and deleted, by whatever changes them', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const album = await addSongs('Treppe', '[FEHLT] Fenster')
    expect(await songs('treppe')).toEqual(['Treppe'])
    expect(await songs('fenster')).toEqual([])
    const params = { albumTitel: 'Werkschau' }
    await admin.call(updateAlbum, { params, body: { albumTitel: 'Rückblick' } })
    const trackId = album?.tracks[0]?.id ?? ''
    await app.services.db.updateTable('tracks').set({ title: 'Geländer' }).where('id', '=', trackId).execute()
    await indexed(app)
    expect(await songs('treppe')).toEqual([])
    expect(await songs('geländer rückblick')).toEqual(['Geländer'])
    expect(await songs('geländer werkschau')).toEqual([])
    expect((await searchFor(mara, 'rückblick')).groups.albums?.total).toBe(1)
    await admin.call(deleteTrack, { params: { id: trackId } })
    expect(await songs('geländer')).toEqual([])
    await admin.call(deleteAlbum, { params: { albumTitel: 'Rückblick' } })
    await indexed(app)
    expect((await searchFor(mara, 'rückblick')).groups.albums?.total).toBe(0)
    expect(await app.services.db.selectFrom('searchDocuments').select('ref').execute()).toEqual([])
    expect(await app.services.db.selectFrom('searchWords').select('word').execute()).toEqual([])
  })

  test('what was changed a moment ago, for the next search', async () => {
    // A search waits only a short time for the index. On a busy machine a later search finds the change.
    const next = async (q: string, total: number) =>
      eventually(async () => {
        const { playlists, messages } = (await searchFor(mara, q)).groups
        expect((playlists?.total ?? 0) + (messages?.total ?? 0)).toBe(total)
      })
    await mara.call(postMessage, { body: { message: 'Quittenbrot' } })
    await next('quittenbrot', 1)
    const { playlist } = await mara.call(createPlaylist, { body: { title: 'Frühstück' } })
    await next('frühstück', 1)
    await mara.call(updatePlaylist, { params: { id: playlist.id }, body: { title: 'Abendbrot' } })
    await next('frühstück', 0)
    await next('abendbrot', 1)
  })

  test('many changes in small transactions, between which others write', async () => {
    const { db } = app.services
    const words = Array.from({ length: 60 }, (_, index) => `wort${index}`).join(' ')
    const messages = Array.from({ length: 120 }, (_, index) => ({
      id: `m${index}`,
      conversationId: 'room',
      userId: mara.id,
      content: `${words} nummer${index}`,
      mentions: '[]',
      clientId: null,
      deletedAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    }))
    await db.insertInto('chatMessages').values(messages).execute()
    const left = async () =>
      (await db.selectFrom('searchChanges').select('id').where('kind', '=', 'message').execute()).length
    expect(await left()).toBe(120)
    const searching = searchFor(mara, 'wort7')
    let writes = 0
    while ((await left()) > 0) {
      await db.insertInto('searchChanges').values({ kind: 'artist', ref: 'gone' }).execute()
      writes += 1
      await yieldToEventLoop()
    }
    // There are twelve transactions. The loop can write between them; with a single transaction it would write twice at
    // most.
    expect(writes).toBeGreaterThan(4)
    await searching
    await indexed(app)
    expect((await searchFor(mara, 'nummer119')).groups.messages?.total).toBe(1)
  })

  test('new words, also for a search that was made before they were there', async () => {
    for (const q of ['kräute', 'räuterg', 'krutergarten']) expect(await songs(q)).toEqual([])
    await addSongs('Kräutergarten')
    for (const q of ['kräute', 'räuterg', 'krutergarten']) expect(await songs(q)).toEqual(['Kräutergarten'])
  })

  test('playlists that are renamed and deleted', async () => {
    const { playlist } = await mara.call(createPlaylist, { body: { title: 'Frühstück' } })
    const params = { id: playlist.id }
    await mara.call(updatePlaylist, { params, body: { title: 'Abendbrot' } })
    await indexed(app)
    expect((await searchFor(mara, 'frühstück')).groups.playlists?.total).toBe(0)
    expect((await searchFor(mara, 'abendbrot')).groups.playlists?.total).toBe(1)
    await mara.call(deletePlaylist, { params })
    expect((await searchFor(mara, 'abendbrot')).groups.playlists).toEqual({ hits: [], total: 0 })
  })

  test('changes of another process, whose new words are misspelt here', async () => {
    const hub = memoryHub()
    const first = await startApp({}, { hub })
    const second = await startApp({}, { hub, beside: first })
    const [here, there] = [await first.signIn(), await second.signIn()]
    for (const [word, misspelt] of [
      ['Zwieback', 'zwibeack'],
      ['Kompott', 'kommpott'],
      ['Marmelade', 'marmelde'],
    ] as const) {
      await there.call(postMessage, { body: { message: word } })
      await eventually(async () => {
        const { groups, corrected } = await searchFor(here, misspelt)
        expect(groups.messages?.hits.map(({ content }) => content)).toEqual([word])
        expect(corrected).toBe(word.toLowerCase())
      })
    }
  })
})
