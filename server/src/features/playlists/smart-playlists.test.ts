import { addAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { addFavorite } from '@tonarchiv/contract/favorites'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import {
  previewRules,
  type Rule,
  type RuleGroup,
  type SmartOrder,
  type SmartRules,
} from '@tonarchiv/contract/playlist-rules'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { albumForm } from '#testing/album-forms.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

const DAY_MS = 24 * 60 * 60 * 1000

/** Five playable tracks on three albums, and one that is missing. */
async function archive() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const add = async (options: Parameters<typeof albumForm>[0]) =>
    (await admin.call(addAlbum, { form: albumForm(options) })).album
  const albums = [
    await add({
      albumTitel: 'Größe',
      releaseJahr: 2014,
      tracks: ['Äther', 'Nachtbus', 'Fähre [FEHLT]', { title: 'Ohne Datei' }],
    }),
    await add({ albumTitel: 'Hinterhof', releaseJahr: 2018, type: 'ep', tracks: ['Nacht', 'Zählerstand'] }),
    await add({
      albumTitel: 'Lose Blätter',
      releaseJahr: 'unknown',
      type: 'unreleased',
      isExclusive: true,
      tracks: [{ title: 'Skizze', file: 'lossless.flac' }],
    }),
  ]
  const idOf = (title: string) => {
    const track = albums.flatMap(({ tracks }) => tracks).find((each) => each.title === title)
    if (track === undefined) throw new Error(title)
    return track.id
  }
  return { app, admin, albums, idOf }
}

const rulesOf = (rules: (Rule | RuleGroup)[], more: Partial<SmartRules> = {}): SmartRules => ({
  match: 'all',
  rules,
  order: 'archive',
  limit: null,
  ...more,
})

const everything: Rule = { field: 'duration', op: 'more', value: 0 }

async function createSmart(
  caller: Caller,
  rules: SmartRules,
  visibility: contract.PlaylistVisibility = 'private',
) {
  const body = { title: 'Zu selten gehört', visibility, rules }
  return (await caller.call(contract.createPlaylist, { body })).playlist
}

const read = async (caller: Caller, id: string) =>
  caller.call(playlistEntries.getPlaylist, { params: { id } })
const titlesIn = async (caller: Caller, id: string) =>
  (await read(caller, id)).entries.map(({ title }) => title)

/** The titles that match, in the order of the rules; the preview counts the same. */
async function matching(caller: Caller, rules: SmartRules): Promise<string[]> {
  const { id } = await createSmart(caller, rules)
  const titles = await titlesIn(caller, id)
  const preview = await caller.call(previewRules, { body: { rules } })
  if (rules.limit === null) expect(preview.count).toBe(titles.length)
  expect(preview.first.map(({ title }) => title).slice(0, titles.length)).toEqual(
    titles.slice(0, preview.first.length),
  )
  await caller.call(contract.deletePlaylist, { params: { id } })
  return titles
}

async function play(app: TestApp, caller: Caller, trackId: string, count: number, daysAgo: number) {
  const lastPlayedAt = new Date(app.services.now().getTime() - daysAgo * DAY_MS).toISOString()
  const { db } = app.services
  await db.insertInto('personalPlays').values({ userId: caller.id, trackId, count, lastPlayedAt }).execute()
  await db
    .insertInto('trackPlays')
    .values({ trackId, count, lastPlayedAt })
    .onConflict((conflict) =>
      conflict.column('trackId').doUpdateSet((eb) => ({ count: eb('trackPlays.count', '+', count) })),
    )
    .execute()
}

test('rules of titles, albums and files find tracks without case and accents', async () => {
  const { app, admin, albums, idOf } = await archive()
  const mara = await app.signIn()
  const { db } = app.services
  await db
    .updateTable('tracks')
    .set({ createdAt: '2020-05-05T10:00:00.000Z', durationSeconds: 300 })
    .where('id', '=', idOf('Nacht'))
    .execute()
  await db.updateTable('tracks').set({ durationSeconds: 60 }).where('id', '!=', idOf('Nacht')).execute()
  // An artist on the album, another one and a feature on a track.
  await admin.call(updateAlbum, {
    params: { albumTitel: albums[1]?.albumId ?? '' },
    body: {
      artists: ['Kolja Brandt'],
      tracks: [
        { id: idOf('Nacht'), title: 'Nacht', artists: ['Tante Élektra'], features: ['Ada Lindqvist'] },
        { id: idOf('Zählerstand'), title: 'Zählerstand' },
      ],
    },
  })
  const of = async (rule: Rule) => (await matching(mara, rulesOf([rule]))).toSorted()
  const all = ['Nacht', 'Nachtbus', 'Skizze', 'Zählerstand', 'Äther']
  expect(await of(everything)).toEqual(all)
  expect(await of({ field: 'title', op: 'contains', value: 'NÄCHT' })).toEqual(['Nacht', 'Nachtbus'])
  expect(await of({ field: 'title', op: 'is', value: 'nacht' })).toEqual(['Nacht'])
  expect(await of({ field: 'title', op: 'isNot', value: 'nacht' })).toHaveLength(4)
  expect(await of({ field: 'title', op: 'containsNot', value: 'nacht' })).toHaveLength(3)
  expect(await of({ field: 'title', op: 'startsWith', value: 'zahler' })).toEqual(['Zählerstand'])
  expect(await of({ field: 'title', op: 'contains', value: '%' })).toEqual([])
  expect(await of({ field: 'album', op: 'is', value: 'GRÖSSE' })).toEqual(['Nachtbus', 'Äther'])
  expect(await of({ field: 'album', op: 'containsNot', value: 'hof' })).toHaveLength(3)
  expect(await of({ field: 'artist', op: 'is', value: 'kolja brandt' })).toEqual(['Zählerstand'])
  expect(await of({ field: 'artist', op: 'contains', value: 'elektra' })).toEqual(['Nacht'])
  expect(await of({ field: 'artist', op: 'startsWith', value: 'Ada' })).toEqual(['Nacht'])
  // An album without artists is its own artist.
  expect(await of({ field: 'artist', op: 'is', value: 'größe' })).toEqual(['Nachtbus', 'Äther'])
  expect(await of({ field: 'artist', op: 'isNot', value: 'größe' })).toHaveLength(3)
  expect(await of({ field: 'type', op: 'is', value: 'ep' })).toEqual(['Nacht', 'Zählerstand'])
  expect(await of({ field: 'type', op: 'isNot', value: 'unreleased' })).toHaveLength(4)
  expect(await of({ field: 'year', op: 'between', from: 2014, to: 2017 })).toEqual(['Nachtbus', 'Äther'])
  expect(await of({ field: 'year', op: 'more', value: 2014 })).toEqual(['Nacht', 'Zählerstand'])
  // An unknown year is not that year.
  expect(await of({ field: 'year', op: 'isNot', value: 2014 })).toEqual(['Nacht', 'Skizze', 'Zählerstand'])
  expect(await of({ field: 'year', op: 'less', value: 9999 })).toHaveLength(4)
  expect(await of({ field: 'duration', op: 'more', value: 299 })).toEqual(['Nacht'])
  expect(await of({ field: 'duration', op: 'between', from: 60, to: 299 })).toHaveLength(4)
  expect(await of({ field: 'format', op: 'is', value: 'flac' })).toEqual(['Skizze'])
  expect(await of({ field: 'format', op: 'isNot', value: 'flac' })).toHaveLength(4)
  expect(await of({ field: 'exclusive', op: 'is', value: true })).toEqual(['Skizze'])
  expect(await of({ field: 'exclusive', op: 'is', value: false })).toHaveLength(4)
  expect(await of({ field: 'added', op: 'within', days: 30 })).toHaveLength(4)
  expect(await of({ field: 'added', op: 'notWithin', days: 30 })).toEqual(['Nacht'])
  expect(await of({ field: 'added', op: 'before', day: '2020-05-05' })).toEqual([])
  expect(await of({ field: 'added', op: 'before', day: '2020-05-06' })).toEqual(['Nacht'])
  expect(await of({ field: 'added', op: 'after', day: '2020-05-05' })).toHaveLength(4)
  // A changed title is found by its new name.
  await admin.call(updateAlbum, {
    params: { albumTitel: albums[1]?.albumId ?? '' },
    body: {
      albumTitel: 'Vorderhaus',
      tracks: [
        { id: idOf('Nacht'), title: 'Mittag' },
        { id: idOf('Zählerstand'), title: 'Zählerstand' },
      ],
    },
  })
  expect(await of({ field: 'title', op: 'is', value: 'mittag' })).toEqual(['Mittag'])
  expect(await of({ field: 'title', op: 'is', value: 'nacht' })).toEqual([])
  expect(await of({ field: 'album', op: 'is', value: 'vorderhaus' })).toEqual(['Mittag', 'Zählerstand'])
})

test('plays, last plays and favorites are those of the reader, plays of all those of all', async () => {
  const { app, idOf } = await archive()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await play(app, mara, idOf('Nacht'), 5, 100)
  await play(app, mara, idOf('Äther'), 1, 10)
  await play(app, tom, idOf('Nacht'), 2, 1)
  const [file = ''] = (await read(mara, (await createSmart(mara, rulesOf([everything]))).id)).entries.flatMap(
    ({ title, track }) => (title === 'Skizze' && track ? track.file : []),
  )
  await mara.call(addFavorite, { body: { item_type: 'track', item_id: `/api/stream/${file}` } })
  const of = async (caller: Caller, rule: Rule) => (await matching(caller, rulesOf([rule]))).toSorted()
  expect(await of(mara, { field: 'ownPlays', op: 'more', value: 2 })).toEqual(['Nacht'])
  expect(await of(mara, { field: 'ownPlays', op: 'is', value: 0 })).toHaveLength(3)
  expect(await of(mara, { field: 'ownPlays', op: 'between', from: 1, to: 2 })).toEqual(['Äther'])
  expect(await of(tom, { field: 'ownPlays', op: 'more', value: 2 })).toEqual([])
  expect(await of(tom, { field: 'allPlays', op: 'is', value: 7 })).toEqual(['Nacht'])
  expect(await of(tom, { field: 'allPlays', op: 'less', value: 1 })).toHaveLength(3)
  expect(await of(mara, { field: 'lastPlayed', op: 'within', days: 90 })).toEqual(['Äther'])
  expect(await of(mara, { field: 'lastPlayed', op: 'notWithin', days: 90 })).toHaveLength(4)
  expect(await of(tom, { field: 'lastPlayed', op: 'within', days: 90 })).toEqual(['Nacht'])
  expect(await of(mara, { field: 'lastPlayed', op: 'never' })).toHaveLength(3)
  const today = app.services.now().toISOString().slice(0, 10)
  expect(await of(mara, { field: 'lastPlayed', op: 'before', day: today })).toEqual(['Nacht', 'Äther'])
  expect(await of(mara, { field: 'lastPlayed', op: 'after', day: '2000-01-01' })).toEqual(['Nacht', 'Äther'])
  expect(await of(mara, { field: 'favorite', op: 'is', value: true })).toEqual(['Skizze'])
  expect(await of(mara, { field: 'favorite', op: 'is', value: false })).toHaveLength(4)
  expect(await of(tom, { field: 'favorite', op: 'is', value: true })).toEqual([])

  // The same playlist contains for each reader what matches for that reader, also in their lists.
  const rules = rulesOf([{ field: 'ownPlays', op: 'more', value: 1 }])
  const { id } = await createSmart(mara, rules, 'members')
  await play(app, mara, idOf('Zählerstand'), 3, 1)
  await tom.call(playlistSharing.followPlaylist, { params: { id } })
  expect((await titlesIn(mara, id)).toSorted()).toEqual(['Nacht', 'Zählerstand'])
  expect((await read(tom, id)).entries).toMatchObject([{ title: 'Nacht', plays: { count: 2 } }])
  const inList = async (caller: Caller) =>
    (await caller.call(contract.listPlaylists, {})).playlists.find((playlist) => playlist.id === id)
  expect(await inList(mara)).toMatchObject({ entryCount: 2, rules })
  expect(await inList(tom)).toMatchObject({ entryCount: 1, rules })
})

test('rules are combined by all or any, with groups, in an order, up to a limit', async () => {
  const { admin, app, idOf } = await archive()
  const mara = await app.signIn()
  const { db } = app.services
  for (const [index, title] of ['Äther', 'Nachtbus', 'Nacht', 'Zählerstand', 'Skizze'].entries())
    await db
      .updateTable('tracks')
      .set({ durationSeconds: 60 * (index + 1), createdAt: `2026-01-0${9 - index}T00:00:00.000Z` })
      .where('id', '=', idOf(title))
      .execute()
  await play(app, mara, idOf('Nacht'), 5, 100)
  await play(app, mara, idOf('Äther'), 1, 10)
  const night: Rule = { field: 'title', op: 'contains', value: 'nacht' }
  const ep: Rule = { field: 'type', op: 'is', value: 'ep' }
  const of = async (rules: SmartRules) => matching(mara, rules)
  expect((await of(rulesOf([night, ep]))).toSorted()).toEqual(['Nacht'])
  expect((await of(rulesOf([night, ep], { match: 'any' }))).toSorted()).toEqual([
    'Nacht',
    'Nachtbus',
    'Zählerstand',
  ])
  const group: RuleGroup = {
    field: 'group',
    match: 'any',
    rules: [ep, { field: 'title', op: 'is', value: 'Skizze' }],
  }
  const notNight: Rule = { field: 'title', op: 'containsNot', value: 'nacht' }
  expect((await of(rulesOf([notNight, group]))).toSorted()).toEqual(['Skizze', 'Zählerstand'])

  const ordered = async (order: SmartOrder) => of(rulesOf([everything], { order }))
  expect(await ordered('archive')).toEqual(['Skizze', 'Nacht', 'Zählerstand', 'Äther', 'Nachtbus'])
  expect(await ordered('title')).toEqual(['Äther', 'Nacht', 'Nachtbus', 'Skizze', 'Zählerstand'])
  // Without artists the title of the album stands for them.
  const params = { albumTitel: 'Lose Blätter' }
  await admin.call(updateAlbum, { params, body: { artists: ['Hans', 'Ada'] } })
  expect(await ordered('artist')).toEqual(['Äther', 'Nachtbus', 'Skizze', 'Nacht', 'Zählerstand'])
  expect(await ordered('album')).toEqual(['Äther', 'Nachtbus', 'Nacht', 'Zählerstand', 'Skizze'])
  expect(await ordered('yearNewest')).toEqual(['Nacht', 'Zählerstand', 'Äther', 'Nachtbus', 'Skizze'])
  expect(await ordered('yearOldest')).toEqual(['Äther', 'Nachtbus', 'Nacht', 'Zählerstand', 'Skizze'])
  expect(await ordered('addedNewest')).toEqual(['Äther', 'Nachtbus', 'Nacht', 'Zählerstand', 'Skizze'])
  expect((await ordered('addedOldest'))[0]).toBe('Skizze')
  expect((await ordered('longest'))[0]).toBe('Skizze')
  expect((await ordered('shortest'))[0]).toBe('Äther')
  for (const order of ['ownPlaysMost', 'allPlaysMost'] as const)
    expect((await ordered(order)).slice(0, 2)).toEqual(['Nacht', 'Äther'])
  for (const order of ['ownPlaysLeast', 'allPlaysLeast', 'playedLongAgo'] as const) {
    const all = await ordered(order)
    expect(all.slice(0, 3).toSorted()).toEqual(['Nachtbus', 'Skizze', 'Zählerstand'])
    // A list that ends among the tracks without plays, at their end or behind it begins the same.
    for (const count of [1, 3, 4]) {
      const limit = { unit: 'tracks', count } as const
      expect(await of(rulesOf([everything], { order, limit }))).toEqual(all.slice(0, count))
    }
  }
  expect((await ordered('playedLongAgo')).slice(3)).toEqual(['Nacht', 'Äther'])
  expect((await ordered('playedLast')).slice(0, 2)).toEqual(['Äther', 'Nacht'])

  const shortest = { order: 'shortest' } as const
  expect(await of(rulesOf([everything], { ...shortest, limit: { unit: 'tracks', count: 2 } }))).toEqual([
    'Äther',
    'Nachtbus',
  ])
  // 1 and 2 minutes fit into 5, 3 more do not.
  expect(await of(rulesOf([everything], { ...shortest, limit: { unit: 'minutes', count: 5 } }))).toEqual([
    'Äther',
    'Nachtbus',
  ])
})

test('a smart playlist shows what the archive shows: no missing tracks, and without a key nothing', async () => {
  const { app, idOf } = await archive()
  const mara = await app.signIn()
  const { id } = await createSmart(mara, rulesOf([everything]))
  expect((await titlesIn(mara, id)).toSorted()).toEqual([
    'Nacht',
    'Nachtbus',
    'Skizze',
    'Zählerstand',
    'Äther',
  ])
  const { total, count } = await mara.call(previewRules, { body: { rules: rulesOf([everything]) } })
  expect([total, count]).toEqual([5, 5])
  expect((await read(mara, id)).entries.every(({ track }) => track !== null)).toBe(true)
  await app.services.db.deleteFrom('tracks').where('id', '=', idOf('Nacht')).execute()
  expect(await titlesIn(mara, id)).not.toContain('Nacht')

  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  expect(await read(mara, id)).toMatchObject({ playlist: { entryCount: 0, covers: [] }, entries: [] })
  const { playlists } = await mara.call(contract.listPlaylists, {})
  expect(playlists).toMatchObject([{ entryCount: 0, duration: 0, covers: [] }])
  const body = { rules: rulesOf([everything]) }
  expect((await mara.refusal(previewRules, { body })).body.code).toBe('KEY_REQUIRED')
})

test('a smart playlist that is not visible is 404, also with its rules, its changes and its file', async () => {
  const { app } = await archive()
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
  expect((await read(tom, id)).playlist.rules).toEqual(rulesOf([everything]))
})

test('a smart playlist takes no entries and no collaborators, and other playlists take no rules', async () => {
  const { app, idOf } = await archive()
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
  const { app } = await archive()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const rules = rulesOf([{ field: 'type', op: 'is', value: 'ep' }])
  const { id } = await createSmart(mara, rules, 'members')
  const { playlist: copy } = await tom.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(copy).toMatchObject({ title: 'Zu selten gehört', role: 'owner', visibility: 'private', rules })
  expect(await titlesIn(tom, copy.id)).toEqual(['Nacht', 'Zählerstand'])
  for (const format of ['m3u8', 'jspf'] as const) {
    const path = urlOf(playlistFiles.exportPlaylist, { params: { id }, query: { format } })
    const headers = { authorization: `Bearer ${tom.token}` }
    const text = await (await app.fetch(path, { headers })).text()
    expect(text).toContain('Zählerstand')
    expect(text).not.toContain('Nachtbus')
  }
})

test('browsers that show a smart playlist are notified when its rules change, and read it again', async () => {
  const { app } = await archive()
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

test('rules that are nested too deeply, too many, too long or unknown are rejected in German', async () => {
  const { app } = await archive()
  const mara = await app.signIn()
  const { id } = await createSmart(mara, rulesOf([everything]))
  const group = (rules: unknown[]) => ({ field: 'group', match: 'any', rules })
  const title = (value: unknown) => ({ field: 'title', op: 'contains', value })
  for (const [rules, text] of [
    [[group([group([everything])])], 'Eine Gruppe kann keine weitere Gruppe enthalten'],
    [[group([group([group([group([everything])])])])], 'Ungültige Anfrage'],
    [[], 'Bitte gib mindestens eine Regel an'],
    [[group([])], 'Bitte gib mindestens eine Regel an'],
    [Array.from({ length: 31 }, () => everything), 'Höchstens 30 Regeln sind möglich'],
    [[everything, group(Array.from({ length: 30 }, () => everything))], 'Höchstens 30 Regeln sind möglich'],
    [[title('')], 'Bitte gib einen Text ein'],
    [[title('x'.repeat(201))], 'Höchstens 200 Zeichen sind möglich'],
    [[title('a\u0000b')], 'Dieser Text enthält unzulässige Zeichen'],
    [[{ field: 'password', op: 'is', value: 'x' }], 'Diese Regel gibt es nicht'],
    [[{ field: 'year', op: 'like', value: 2000 }], 'Diesen Vergleich gibt es nicht'],
    [[{ field: 'year', op: 'between', from: 2018, to: 2014 }], 'Der erste Wert darf nicht größer sein'],
    [[{ field: 'year', op: 'is', value: 20_000 }], 'Bitte gib eine ganze Zahl von 1000 bis 9999 an'],
    [[{ field: 'added', op: 'before', day: '2026-02-30' }], 'Bitte gib ein Datum an'],
    ['title = 1', 'Ungültige Anfrage'],
  ] as const) {
    const body = { rules: { match: 'all', rules, order: 'archive', limit: null } }
    const refused = await mara.refusal(contract.updatePlaylist, { params: { id }, body })
    expect(refused).toMatchObject({ status: 400, body: { error: text } })
    expect((await mara.refusal(previewRules, { body })).status).toBe(400)
  }
  expect((await read(mara, id)).playlist.rules).toEqual(rulesOf([everything]))
})

test('the entries of a long smart playlist come page by page', async () => {
  const { app, idOf } = await archive()
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
  const { entries, playlist } = await read(mara, id)
  expect([playlist.entryCount, entries.length]).toEqual([451, playlistEntries.FIRST_ENTRIES])
  const last = entries.at(-1)
  const query = { sortKey: last?.sortKey ?? 0, entryId: last?.id ?? '' }
  const rest = await mara.call(playlistEntries.listEntries, { params: { id }, query })
  expect([...entries, ...rest.entries].map((entry) => entry.id)).toEqual([
    idOf('Nacht'),
    ...copies.map((copy) => copy.id),
  ])
  // The entry that was the last one does not match any more: the page begins where it was.
  await db.updateTable('tracks').set({ plainTitle: 'anders' }).where('id', '=', query.entryId).execute()
  const shifted = await mara.call(playlistEntries.listEntries, { params: { id }, query })
  expect(shifted.entries[0]?.id).toBe(copies[playlistEntries.FIRST_ENTRIES]?.id)
})
