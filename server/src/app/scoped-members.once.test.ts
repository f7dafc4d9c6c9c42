import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import type { Album } from '@tonarchiv/contract/catalog'
import { postMessage } from '@tonarchiv/contract/chat'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { recordPlay } from '@tonarchiv/contract/plays'
import { listStatuses } from '@tonarchiv/contract/presence'
import { openRoom } from '@tonarchiv/contract/rooms'
import type { Scope } from '@tonarchiv/contract/scope'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { befriend } from '#testing/friends.ts'
import { asking, askingEndpoints, isReading, leaksOf, type Marks } from '#testing/leaks.ts'
import { type RestApp, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import type { Member } from '#testing/sign-in.ts'
import { indexed } from '#testing/search-index.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

/** The settings of scrobbling services at an address that no request reaches. */
const NOWHERE = {
  lastfm: undefined,
  listenbrainz: { apiUrl: 'http://127.0.0.1:9/' },
  tellsUnreleased: false,
}
const TITLE = 'Zweite Halbzeit'

/** Adds an album outside of the scope of a caller, an album inside it, and what other members do with both. */
async function sharedArchive(app: RestApp) {
  const admin = await app.signIn({ isAdmin: true })
  const open = await addByForm(admin, {
    albumTitel: 'Offen',
    artists: ['Gemeinsam'],
    genres: ['Kraut'],
    tracks: ['Alles da'],
  })
  const album = await addByForm(admin, {
    albumTitel: TITLE,
    type: 'single',
    artists: ['Gemeinsam', 'Verschlusskapelle'],
    genres: ['Kraut', 'Stadionfolk'],
    cover: 'cover.jpg',
    tracks: [
      { title: 'Anpfiffwalzer', file: 'cbr.mp3', features: ['Gastquerflöte'] },
      { title: 'Flutlichttango', file: 'lossless.flac' },
    ],
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
  const video = await addVideoByForm(admin, { title: 'Kurvenfilm', thumbnail: 'cover.jpg' })
  const friend = await othersUse(app, album)
  await indexed(app)
  return { open, album, video, friend }
}

/**
 * Lets a member with the whole archive use the album where others see it, for example in a playlist and a message, and
 * listen to it.
 */
async function othersUse(app: RestApp, { albumId, tracks }: Album): Promise<Member> {
  const friend = await app.signIn({ username: 'vollzugang' })
  const ids = tracks.map(({ id }) => id)
  const [id = ''] = ids
  await friend.call(createPlaylist, {
    body: { title: 'Für alle', visibility: 'members', trackIds: ids },
  })
  await friend.call(addFavorite, { body: { item_type: 'track', item_id: id } })
  await friend.call(recordPlay, { body: { track_id: id } })
  await friend.call(openRoom, { body: { name: 'Nachtschicht', mode: 'all', added: { albumId } } })
  for (const card of [
    { kind: 'moment', id, second: 1 },
    { kind: 'album', id: albumId },
  ] as const)
    await friend.call(postMessage, { body: { message: 'Hört mal', card } })
  const socket = openSocket(app, { token: friend.token })
  await socket.ready()
  socket.send({ type: 'userStatus', customStatus: '', currentTrack: { id }, isPlaying: true })
  await eventually(async () => {
    const { users } = await friend.call(listStatuses, {})
    expect(users.find((user) => user.id === friend.id)?.currentTrack?.id).toBe(id)
  })
  return friend
}

async function marksOf(app: RestApp, albumId: string): Promise<Map<string, string>> {
  const { db } = app.services
  const tracks = await db.selectFrom('tracks').selectAll().where('albumId', '=', albumId).execute()
  const { coverName } = await db
    .selectFrom('albums')
    .select('coverName')
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow()
  const names = ['Verschlusskapelle', 'Gastquerflöte']
  const artists = await db.selectFrom('artists').selectAll().where('name', 'in', names).execute()
  const marks = new Map<string, string>([
    ['title', TITLE],
    ['notes', 'Kabinengang'],
    ['label', 'Eckfahne'],
    ['credits', 'Schiedsrichterin'],
    ['genre', 'Stadionfolk'],
    ['lyrics', 'Rasen ist geharkt'],
    ['cover', coverName ?? ''],
  ])
  for (const { title, fileName, storageName } of tracks)
    marks
      .set(`title ${title}`, title)
      .set(`file of ${title}`, fileName ?? '')
      .set(`stored file of ${title}`, storageName ?? '')
  for (const { name } of artists) marks.set(`artist ${name}`, name)
  expect([...marks.values()]).not.toContain('')
  return marks
}

/**
 * Texts by which a test finds out that a response reveals the video. Its id is not one of them, because a card in the
 * chat contains it.
 */
async function videoMarks(app: RestApp): Promise<Map<string, string>> {
  const video = await app.services.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  return new Map([
    ['video', video.title],
    ['file of the video', video.fileName],
    ['picture of the video', video.thumbnailName ?? ''],
  ])
}

/** What a caller could guess or know: each is put into all parameters of each call. */
async function guessesOf(app: RestApp, { albumId }: Album, marks: Marks): Promise<string[]> {
  const { db } = app.services
  const tracks = await db.selectFrom('tracks').select('id').where('albumId', '=', albumId).execute()
  const artist = await db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Verschlusskapelle')
    .executeTakeFirstOrThrow()
  const room = await db.selectFrom('listeningRooms').select('id').executeTakeFirstOrThrow()
  const playlist = await db.selectFrom('playlists').select('id').executeTakeFirstOrThrow()
  const wanted = ['file of Anpfiffwalzer', 'cover', 'genre', 'artist Verschlusskapelle']
  return [
    TITLE,
    albumId,
    'Anpfiff',
    tracks[0]?.id ?? '',
    artist.id,
    room.id,
    playlist.id,
    ...wanted.flatMap((name) => marks.get(name) ?? []),
  ]
}

const SCOPES = {
  'of some types': () => ({ kind: 'types', types: ['album'], hasVideos: false }),
  'of chosen albums': ({ albumId }) => ({ kind: 'albums', albumIds: [albumId], hasVideos: false }),
  'of both': () => ({ kind: 'types', types: ['album', 'ep'], hasVideos: true }),
} as const satisfies Record<string, (open: Album) => Scope>

/** An archive, a scope that does not include all of it, and texts of the other part that no response may contain. */
async function scopedArchive(scopeOf: (open: Album) => Scope) {
  const app = await startRestApp({ scrobbling: NOWHERE })
  const { album, open, friend } = await sharedArchive(app)
  const scope = scopeOf(open)
  const marks = new Map([
    ...(await marksOf(app, album.albumId)),
    ...(scope.hasVideos ? [] : await videoMarks(app)),
  ])
  const guesses = await guessesOf(app, album, marks)
  if (!scope.hasVideos) guesses.push(...(await videoMarks(app)).values())
  // Only one scope is tested with all guesses. For the others, only the conditions of the SQL statements differ.
  return {
    app,
    signInFriend: async () => {
      const member = await signInScoped(app, scope)
      await befriend(app.services.db, member, friend)
      return member
    },
    marks,
    guesses: scope.kind === 'types' && !scope.hasVideos ? guesses : guesses.slice(0, 4),
  }
}

/** The marks that are not guesses. The caller itself sends the guesses, so responses may contain them. */
function unguessed(marks: Marks, guesses: readonly string[]): Marks {
  return new Map([...marks].filter(([, mark]) => !guesses.includes(mark)))
}

test.for(Object.entries(SCOPES))(
  'no call that reads shows a caller %s what its key does not open',
  async ([, scopeOf]) => {
    const { app, signInFriend, marks, guesses } = await scopedArchive(scopeOf)
    const routes = app.ownRoutes.filter(isReading)
    expect(routes.length).toBeGreaterThan(50)
    const member = asking(app, signInFriend)
    expect(await leaksOf(routes, guesses, marks, member)).toEqual([])
  },
)

test('no call that writes shows a caller what its key does not open', async () => {
  const { app, signInFriend, marks, guesses } = await scopedArchive(SCOPES['of some types'])
  const routes = app.ownRoutes.filter(
    (route) =>
      !isReading(route) && route.access !== 'admin' && route.multipart === undefined && route.tus !== true,
  )
  const member = asking(app, signInFriend)
  expect(await leaksOf(routes, guesses.slice(0, 7), unguessed(marks, guesses), member)).toEqual([])
})

test.for(Object.entries(SCOPES))(
  'no endpoint of OpenSubsonic shows a caller %s what its key does not open',
  async ([, scopeOf]) => {
    const { app, signInFriend, marks, guesses } = await scopedArchive(scopeOf)
    const routes = app.routes.filter(({ path }) => /^\/rest\/\w/.test(path))
    expect(routes.length).toBeGreaterThan(50)
    const ask = askingEndpoints(app, await signInFriend())
    const found = await leaksOf(routes.filter(isReading), guesses, marks, ask)
    const writing = routes.filter((route) => !isReading(route))
    found.push(...(await leaksOf(writing, guesses, unguessed(marks, guesses), ask)))
    expect(found).toEqual([])
  },
)
