import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { addFavorite } from '@tonarchiv/contract/favorites'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import {
  previewRules,
  type Rule,
  type RuleGroup,
  type SmartOrder,
  type SmartRules,
} from '@tonarchiv/contract/playlist-rules'
import { expect, test } from 'vitest'
import { type Caller, readPlaylist, titlesInPlaylist } from '#testing/playlists.ts'
import type { TestApp } from '#testing/start-app.ts'
import { archiveForRules, createSmart, everything, rulesOf } from '#testing/smart-playlists.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The titles of the matching tracks, in the order of the rules. The preview must report the same number of tracks. */
async function matching(caller: Caller, rules: SmartRules): Promise<string[]> {
  const { id } = await createSmart(caller, rules)
  const titles = await titlesInPlaylist(caller, id)
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
  const { app, admin, albums, idOf } = await archiveForRules()
  const mara = await app.signIn()
  const { db } = app.services
  await db
    .updateTable('tracks')
    .set({ createdAt: '2020-05-05T10:00:00.000Z', durationSeconds: 300 })
    .where('id', '=', idOf('Nacht'))
    .execute()
  await db.updateTable('tracks').set({ durationSeconds: 60 }).where('id', '!=', idOf('Nacht')).execute()
  // The album has an artist. One of its tracks has another artist and a feature.
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
  // The title of an album without artists counts as its artist.
  expect(await of({ field: 'artist', op: 'is', value: 'größe' })).toEqual(['Nachtbus', 'Äther'])
  expect(await of({ field: 'artist', op: 'isNot', value: 'größe' })).toHaveLength(3)
  expect(await of({ field: 'type', op: 'is', value: 'ep' })).toEqual(['Nacht', 'Zählerstand'])
  expect(await of({ field: 'type', op: 'isNot', value: 'unreleased' })).toHaveLength(4)
  expect(await of({ field: 'year', op: 'between', from: 2014, to: 2017 })).toEqual(['Nachtbus', 'Äther'])
  expect(await of({ field: 'year', op: 'more', value: 2014 })).toEqual(['Nacht', 'Zählerstand'])
  // An album of unknown year is not of any given year, so `isNot` matches it.
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
  // A track whose title has changed is found by its new title.
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
  const { app, idOf } = await archiveForRules()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await play(app, mara, idOf('Nacht'), 5, 100)
  await play(app, mara, idOf('Äther'), 1, 10)
  await play(app, tom, idOf('Nacht'), 2, 1)
  const [file = ''] = (
    await readPlaylist(mara, (await createSmart(mara, rulesOf([everything]))).id)
  ).entries.flatMap(({ title, track }) => (title === 'Skizze' && track ? track.file : []))
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

  // The same playlist contains other tracks for each reader, also in the reader's list of playlists.
  const rules = rulesOf([{ field: 'ownPlays', op: 'more', value: 1 }])
  const { id } = await createSmart(mara, rules, 'members')
  await play(app, mara, idOf('Zählerstand'), 3, 1)
  await tom.call(playlistSharing.followPlaylist, { params: { id } })
  expect((await titlesInPlaylist(mara, id)).toSorted()).toEqual(['Nacht', 'Zählerstand'])
  expect((await readPlaylist(tom, id)).entries).toMatchObject([{ title: 'Nacht', plays: { count: 2 } }])
  const inList = async (caller: Caller) =>
    (await caller.call(contract.listPlaylists, {})).playlists.find((playlist) => playlist.id === id)
  expect(await inList(mara)).toMatchObject({ entryCount: 2, rules })
  expect(await inList(tom)).toMatchObject({ entryCount: 1, rules })
})

test('rules are combined by all or any, with groups, in an order, up to a limit', async () => {
  const { admin, app, idOf } = await archiveForRules()
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
  // An album without artists is sorted by its title.
  const params = { albumTitel: 'Lose Blätter' }
  await admin.call(updateAlbum, { params, body: { artists: ['Hans', 'Ada'] } })
  expect(await ordered('artist')).toEqual(['Äther', 'Nachtbus', 'Skizze', 'Nacht', 'Zählerstand'])
  // Sorted by sort name: "Achse, The".
  await admin.call(updateAlbum, { params, body: { artists: ['The Achse', 'Ada'] } })
  expect(await ordered('artist')).toEqual(['Skizze', 'Äther', 'Nachtbus', 'Nacht', 'Zählerstand'])
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
    // Limited lists have the same beginning, whether they end before, at or after the first track without plays.
    for (const count of [1, 3, 4]) {
      const limit = { unit: 'tracks', count } as const
      expect(await of(rulesOf([everything], { order, limit }))).toEqual(all.slice(0, count))
    }
  }
  expect((await ordered('playedLongAgo')).slice(3)).toEqual(['Nacht', 'Äther'])
  expect((await ordered('playedLast')).slice(0, 2)).toEqual(['Äther', 'Nacht'])
  // If all tracks have plays, the preview reads the index of plays. The result must be the same for each kind of rule.
  for (const title of ['Nachtbus', 'Skizze', 'Zählerstand']) await play(app, mara, idOf(title), 3, 1)
  for (const order of ['ownPlaysMost', 'allPlaysMost'] as const) {
    const rules: Rule[] = [
      everything,
      { field: 'ownPlays', op: 'more', value: 0 },
      { field: 'allPlays', op: 'less', value: 1000 },
      { field: 'lastPlayed', op: 'within', days: 400 },
    ]
    for (const rule of rules) expect(await of(rulesOf([rule], { order }))).toHaveLength(5)
  }

  const shortest = { order: 'shortest' } as const
  expect(await of(rulesOf([everything], { ...shortest, limit: { unit: 'tracks', count: 2 } }))).toEqual([
    'Äther',
    'Nachtbus',
  ])
  // Tracks of 1 and 2 minutes fit into the limit of 5 minutes, but a track of 3 more minutes does not.
  expect(await of(rulesOf([everything], { ...shortest, limit: { unit: 'minutes', count: 5 } }))).toEqual([
    'Äther',
    'Nachtbus',
  ])
})

test('rules that are nested too deeply, too many, too long or unknown are rejected in German', async () => {
  const { app } = await archiveForRules()
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
  expect((await readPlaylist(mara, id)).playlist.rules).toEqual(rulesOf([everything]))
})
