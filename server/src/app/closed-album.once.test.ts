import { resolveCards } from '@tonarchiv/contract/cards'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import type { Album } from '@tonarchiv/contract/catalog'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { savePlayState, type SavedPlayState } from '@tonarchiv/contract/play-state'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { getRoom, joinRoom, openRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { asking, askingEndpoints, isReading, leaksOf, type Marks } from '#testing/leaks.ts'
import { followRoom } from '#testing/listening-room.ts'
import { type RestApp, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { grantScope, signInScoped } from '#testing/scoped-members.ts'
import { indexed } from '#testing/search-index.ts'

/** The settings of scrobbling services at an address that no request reaches. */
const NOWHERE = {
  lastfm: undefined,
  listenbrainz: { apiUrl: 'http://127.0.0.1:9/' },
  tellsUnreleased: false,
}

const HOUR_MS = 3_600_000
const TITLE = 'Zweite Halbzeit'

/** An archive with an open album and a closed one, which share an artist, and everything that belongs to the latter. */
async function closedArchive(app: RestApp) {
  const admin = await app.signIn({ isAdmin: true })
  const open = await addByForm(admin, {
    albumTitel: 'Offen',
    artists: ['Gemeinsam'],
    genres: ['Kraut'],
    tracks: ['Alles da'],
  })
  const opensAt = app.services.now().getTime() + HOUR_MS
  const album = await addByForm(admin, {
    albumTitel: TITLE,
    artists: ['Gemeinsam', 'Verschlusskapelle'],
    genres: ['Kraut', 'Stadionfolk'],
    cover: 'cover.jpg',
    tracks: [
      { title: 'Anpfiffwalzer', file: 'cbr.mp3', features: ['Gastquerflöte'] },
      { title: 'Flutlichttango', file: 'lossless.flac' },
    ],
    premiere: { opensAt: new Date(opensAt).toISOString(), isCovered: true, isAnnounced: true },
  })
  await admin.call(updateAlbum, {
    params: { albumTitel: TITLE },
    body: {
      notes: 'Aufgenommen im Kabinengang',
      label: 'Eckfahne',
      credits: [{ role: 'Pfeife', names: ['Schiedsrichterin Ö'] }],
    },
  })
  const [track] = album.tracks
  await admin.call(saveLyrics, { params: { id: track?.id ?? '' }, body: { text: 'Der Rasen ist geharkt' } })
  const used = await tryToShare(admin, open, album)
  await indexed(app)
  return { admin, open, album, used, opensAt, marks: await marksOf(app, album.albumId) }
}

/**
 * Lets an admin, who sees the closed album, try to use it where others would see it: beside what is open.
 * @returns the ids of a room and a playlist
 */
async function tryToShare(
  admin: Awaited<ReturnType<RestApp['signIn']>>,
  open: Album,
  closed: Album,
): Promise<string[]> {
  const [id = ''] = closed.tracks.map((track) => track.id)
  const trackIds = [...open.tracks, ...closed.tracks].map((track) => track.id)
  const favorite = { item_type: 'track', item_id: id } as const
  expect((await admin.refusal(addFavorite, { body: favorite })).status).toBe(404)
  const room = { name: 'Vorab', mode: 'all', added: { albumId: closed.albumId } } as const
  expect((await admin.refusal(openRoom, { body: room })).status).toBe(404)
  const opened = await admin.call(openRoom, { body: { ...room, added: { trackIds } } })
  const { playlist } = await admin.call(createPlaylist, {
    body: { title: 'Vorab', visibility: 'members', trackIds },
  })
  const state: SavedPlayState = {
    list: trackIds,
    queued: [{ key: 'a-1', track_id: id }],
    in_between: id,
    order: null,
    position: 0,
    source: null,
    repeat: 'off',
    shuffled: false,
    position_seconds: 1,
  }
  const { dropped } = await admin.call(savePlayState, { body: { revision: 0, state } })
  expect(dropped).toBeGreaterThanOrEqual(closed.tracks.length)
  return [opened.room.state.roomId, playlist.id]
}

/** Stops the clock one second before the premiere. */
function stopBefore(app: RestApp, { opensAt }: { opensAt: number }): void {
  app.stopTime()
  app.passTime(opensAt - 1000 - app.services.now().getTime())
}

async function marksOf(app: RestApp, albumId: string): Promise<Marks> {
  const { db } = app.services
  const tracks = await db.selectFrom('tracks').selectAll().where('albumId', '=', albumId).execute()
  const album = await db.selectFrom('albums').selectAll().where('id', '=', albumId).executeTakeFirstOrThrow()
  const cover = await db
    .selectFrom('covers')
    .selectAll()
    .where('name', '=', album.coverName ?? '')
    .executeTakeFirstOrThrow()
  const names = ['Verschlusskapelle', 'Gastquerflöte']
  const artists = await db.selectFrom('artists').selectAll().where('name', 'in', names).execute()
  const marks = new Map<string, string>([
    ['notes', 'Kabinengang'],
    ['label', 'Eckfahne'],
    ['credits', 'Schiedsrichterin'],
    ['genre', 'Stadionfolk'],
    ['lyrics', 'Rasen ist geharkt'],
    ['cover', cover.name],
    ['stored cover', cover.storageName],
  ])
  for (const { title, id, fileName, storageName } of tracks) {
    marks.set(`title ${title}`, title)
    marks.set(`id of ${title}`, id)
    marks.set(`file of ${title}`, fileName ?? '')
    marks.set(`stored file of ${title}`, storageName ?? '')
  }
  for (const { id, name } of artists) marks.set(`artist ${name}`, name).set(`id of ${name}`, id)
  expect([...marks.values()]).not.toContain('')
  expect(marks.size).toBe(7 + 2 * 4 + 2 * 2)
  return marks
}

/** What a caller could guess or know: each is put into all parameters of each call. */
function guessesOf({ album, marks }: { album: Album; marks: Marks }): string[] {
  const wanted = [
    'id of Anpfiffwalzer',
    'file of Anpfiffwalzer',
    'cover',
    'id of Verschlusskapelle',
    'genre',
    'artist Verschlusskapelle',
  ]
  return [TITLE, album.albumId, 'Anpfiff', ...wanted.flatMap((name) => marks.get(name) ?? [])]
}

/** Two members with limited keys: the scope of one contains the closed album, by its type and by its id. */
async function limitedMembers(app: RestApp, { open, album }: { open: Album; album: Album }) {
  const inside = await signInScoped(app, { kind: 'types', types: ['album'], hasVideos: true })
  await grantScope(app, inside, { kind: 'albums', albumIds: [album.albumId], hasVideos: false })
  const outside = await signInScoped(app, { kind: 'albums', albumIds: [open.albumId], hasVideos: false })
  return [inside, outside]
}

test('no call shows anything of a closed album to anyone but admins, up to the last second', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const archive = await closedArchive(app)
  const { marks } = archive
  const guesses = guessesOf(archive)
  stopBefore(app, archive)
  const routes = app.ownRoutes.filter(({ multipart, tus }) => multipart === undefined && tus !== true)
  expect(routes.length).toBeGreaterThan(100)
  const found: string[] = []
  const member = asking(app, async () => app.signIn())
  const ofMember = [...guesses, ...archive.used]
  found.push(...(await leaksOf(routes.filter(isReading), ofMember, marks, member)))
  found.push(...(await leaksOf(routes.filter(isReading), guesses, marks, asking(app, undefined))))
  const others = [
    await app.signIn({ emailVerified: false, hasKey: false }),
    await app.signIn({ hasKey: false }),
    ...(await limitedMembers(app, archive)),
  ]
  for (const other of others) {
    const ask = asking(app, async () => other)
    found.push(...(await leaksOf(routes.filter(isReading), guesses.slice(0, 2), marks, ask)))
  }
  // Calls that change something come last, and are not checked for the guesses: they store the guesses, so later
  // responses may contain them.
  const rest = new Map([...marks].filter(([, mark]) => !guesses.includes(mark)))
  const open = routes.filter((route) => !isReading(route) && route.access !== 'admin')
  found.push(...(await leaksOf(open, [TITLE, marks.get('id of Anpfiffwalzer') ?? ''], rest, member)))
  expect(found).toEqual([])
})

test('its announcement in the chat room shows title and date alone, up to the last second', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const archive = await closedArchive(app)
  const { album, marks, opensAt } = archive
  const id = album.albumId
  stopBefore(app, archive)
  const [inside, outside] = await limitedMembers(app, archive)
  const guests = [await app.signIn({ hasKey: false }), outside]
  const member = await app.signIn()
  await eventually(async () => {
    const { messages } = await member.call(listMessages, { query: {} })
    expect(messages).toContainEqual(
      expect.objectContaining({ messageType: 'system', card: { kind: 'premiere', id } }),
    )
  })
  const kinds = ['premiere', 'album', 'track', 'playlist', 'video'] as const
  const cards = kinds.flatMap((kind) => [id, ...marks.values()].map((found) => ({ kind, id: found })))
  const premiere = {
    id,
    title: TITLE,
    coverUrl: null,
    opensAt: new Date(opensAt).toISOString(),
    isOpen: false,
  }
  for (const reader of [member, inside, ...guests]) {
    const answer = await reader?.call(resolveCards, { body: { cards } })
    const shown = answer?.cards.filter(({ state }) => state === 'shown')
    expect(shown).toEqual(guests.includes(reader) ? [] : [{ state: 'shown', premiere }])
    const sent = JSON.stringify([answer, await reader?.call(listMessages, { query: {} })])
    expect([...marks].filter(([, mark]) => sent.includes(mark))).toEqual([])
  }
})

test('neither calls nor messages show anything of it to a member who waits in its room', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const archive = await closedArchive(app)
  const { admin, album, marks } = archive
  stopBefore(app, archive)
  const params = { id: album.albumId }
  await eventually(async () => admin.call(joinRoom, { params }))
  const member = await app.signIn()
  await member.call(joinRoom, { params })
  const tab = await followRoom(app, member, album.albumId)
  await eventually(() => expect(tab.all('roomPeople')).not.toEqual([]))
  const body = { message: 'Noch eine Stunde', conversationId: album.albumId, messageType: 'text' } as const
  await admin.call(postMessage, { body })
  await eventually(() => expect(tab.all('chatMessage')).not.toEqual([]))
  const routes = app.ownRoutes.filter((route) => isReading(route) && route.multipart === undefined)
  const found = await leaksOf(
    routes,
    guessesOf(archive).slice(0, 2),
    marks,
    asking(app, async () => member),
  )
  const frames = JSON.stringify(tab.got)
  found.push(...[...marks].flatMap(([name, mark]) => (frames.includes(mark) ? [name] : [])))
  expect(found).toEqual([])
  expect((await member.call(getRoom, { params })).room.entries).toEqual([])
})

test('no endpoint of OpenSubsonic shows anything of a closed album', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const archive = await closedArchive(app)
  const { marks } = archive
  stopBefore(app, archive)
  const routes = app.routes.filter(({ path }) => /^\/rest\/\w/.test(path))
  expect(routes.length).toBeGreaterThan(50)
  const found: string[] = []
  const guesses = guessesOf(archive)
  const ask = askingEndpoints(app, await app.signIn())
  found.push(...(await leaksOf(routes.filter(isReading), guesses, marks, ask)))
  for (const other of [await app.signIn({ hasKey: false }), ...(await limitedMembers(app, archive))]) {
    const asOther = askingEndpoints(app, other)
    found.push(...(await leaksOf(routes.filter(isReading), guesses.slice(0, 2), marks, asOther)))
  }
  const rest = new Map([...marks].filter(([, mark]) => !guesses.includes(mark)))
  found.push(
    ...(await leaksOf(
      routes.filter((route) => !isReading(route)),
      guesses,
      rest,
      ask,
    )),
  )
  expect(found).toEqual([])
})

test('after its premiere an album is open, with all that was closed, without anything that had to run', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const archive = await closedArchive(app)
  const { marks } = archive
  app.passTime(HOUR_MS)
  const routes = app.ownRoutes.filter(({ method }) => method === 'GET')
  const found = await leaksOf(
    routes,
    guessesOf(archive),
    marks,
    asking(app, async () => app.signIn()),
  )
  const names = new Set(found.map((leak) => leak.slice(leak.lastIndexOf(': ') + 2)))
  // No call ever names a file of the storage.
  const shown = [...marks.keys()].filter((name) => !name.startsWith('stored '))
  expect([...names].toSorted()).toEqual(shown.toSorted())
})
