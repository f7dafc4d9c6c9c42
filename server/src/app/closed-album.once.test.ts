import { postMessage } from '@tonarchiv/contract/chat'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { getRoom, joinRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { asking, askingEndpoints, isReading, leaksOf, type Marks } from '#testing/leaks.ts'
import { followRoom } from '#testing/listening-room.ts'
import { type RestApp, startRestApp } from '#testing/opensubsonic/rest-app.ts'
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
  await addByForm(admin, {
    albumTitel: 'Offen',
    artists: ['Gemeinsam'],
    genres: ['Kraut'],
    tracks: ['Alles da'],
  })
  const album = await addByForm(admin, {
    albumTitel: TITLE,
    artists: ['Gemeinsam', 'Verschlusskapelle'],
    genres: ['Kraut', 'Stadionfolk'],
    cover: 'cover.jpg',
    tracks: [
      { title: 'Anpfiffwalzer', file: 'cbr.mp3', features: ['Gastquerflöte'] },
      { title: 'Flutlichttango', file: 'lossless.flac' },
    ],
    premiere: { opensAt: new Date(app.services.now().getTime() + HOUR_MS).toISOString(), isCovered: true },
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
  await indexed(app)
  return { admin, album, marks: await marksOf(app, album.albumId) }
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
function guessesOf({ album, marks }: { album: { albumId: string }; marks: Marks }): string[] {
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

test('no call shows anything of a closed album to anyone but admins', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const { album, marks } = await closedArchive(app)
  const guesses = guessesOf({ album, marks })
  const routes = app.ownRoutes.filter(({ multipart, tus }) => multipart === undefined && tus !== true)
  expect(routes.length).toBeGreaterThan(100)
  const found: string[] = []
  const member = asking(app, async () => app.signIn())
  found.push(...(await leaksOf(routes.filter(isReading), guesses, marks, member)))
  for (const options of [undefined, { emailVerified: false, hasKey: false }, { hasKey: false }]) {
    const ask = asking(app, options && (async () => app.signIn(options)))
    found.push(...(await leaksOf(routes.filter(isReading), guesses.slice(0, 2), marks, ask)))
  }
  // Calls that change something come last, and are not checked for the guesses: they store the guesses, so later
  // responses may contain them.
  const rest = new Map([...marks].filter(([, mark]) => !guesses.includes(mark)))
  const open = routes.filter((route) => !isReading(route) && route.access !== 'admin')
  found.push(...(await leaksOf(open, [guesses[0] ?? '', guesses[3] ?? ''], rest, member)))
  expect(found).toEqual([])
})

test('neither calls nor messages show anything of it to a member who waits in its room', async () => {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const { admin, album, marks } = await closedArchive(app)
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
    guessesOf({ album, marks }).slice(0, 2),
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
  const { album, marks } = await closedArchive(app)
  const routes = app.routes.filter(({ path }) => /^\/rest\/\w/.test(path))
  expect(routes.length).toBeGreaterThan(50)
  const found: string[] = []
  const guesses = guessesOf({ album, marks })
  const ask = askingEndpoints(app, await app.signIn())
  found.push(...(await leaksOf(routes.filter(isReading), guesses, marks, ask)))
  const keyless = askingEndpoints(app, await app.signIn({ hasKey: false }))
  found.push(...(await leaksOf(routes.filter(isReading), guesses.slice(0, 2), marks, keyless)))
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
  const { album, marks } = await closedArchive(app)
  app.passTime(HOUR_MS)
  const routes = app.ownRoutes.filter(({ method }) => method === 'GET')
  const found = await leaksOf(
    routes,
    guessesOf({ album, marks }),
    marks,
    asking(app, async () => app.signIn()),
  )
  const names = new Set(found.map((leak) => leak.slice(leak.lastIndexOf(': ') + 2)))
  // No call ever names a file of the storage.
  const shown = [...marks.keys()].filter((name) => !name.startsWith('stored '))
  expect([...names].toSorted()).toEqual(shown.toSorted())
})
