import { expect, test } from 'vitest'
import { startRestApp } from '#testing/opensubsonic/rest-app.ts'

const CALLERS = ['unverified', 'verified', 'withKey', 'admin'] as const
/** Which callers each access level rejects, with error 50; all others pass the gate. */
const REJECTED: Readonly<Record<string, readonly (typeof CALLERS)[number][]>> = {
  auth: [],
  verified: ['unverified'],
  key: ['unverified', 'verified'],
}
/** Errors that a call without parameters may get after the gate has admitted it. */
const AFTER_GATE = new Set([0, 10, 70])

test('every endpoint admits the callers of its access level, and no others', async () => {
  const app = await startRestApp()
  const clients = {
    unverified: app.clientOf(await app.signIn({ emailVerified: false, hasKey: false })),
    verified: app.clientOf(await app.signIn({ hasKey: false })),
    withKey: app.clientOf(await app.signIn()),
    admin: app.clientOf(await app.signIn({ isAdmin: true, hasKey: false })),
  }
  const wrong: string[] = []
  for (const { path, access } of app.routes.filter((route) => /^\/rest\/\w/.test(route.path))) {
    const name = path.slice('/rest/'.length)
    if (access === 'public') continue
    const anonymous = await codeOf(app.fetch(`/rest/${name}?v=1.16.1&c=test&f=json`))
    const guessing = await codeOf(app.fetch(`/rest/${name}?v=1.16.1&c=test&f=json&apiKey=guessed`))
    if (anonymous !== 10 || guessing !== 44) wrong.push(`${name}: ${anonymous} and ${guessing}`)
    for (const caller of CALLERS) {
      const code = await codeOf(clients[caller].fetch(name, { f: 'json' }))
      const isRejected = REJECTED[access]?.includes(caller) === true
      const isRefusedFunction = REFUSED.has(name)
      const isRight =
        isRejected || isRefusedFunction ? code === 50 : code === undefined || AFTER_GATE.has(code)
      if (!isRight) wrong.push(`${name} as ${caller}: ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Functions that are rejected for all callers with the same code. */
const REFUSED = new Set([
  'changePassword',
  'createInternetRadioStation',
  'createPodcastChannel',
  'createShare',
  'createUser',
  'deleteInternetRadioStation',
  'deletePodcastChannel',
  'deletePodcastEpisode',
  'deleteShare',
  'deleteUser',
  'downloadPodcastEpisode',
  'getUsers',
  'jukeboxControl',
  'refreshPodcasts',
  'startScan',
  'updateInternetRadioStation',
  'updateShare',
  'updateUser',
])

async function codeOf(response: Promise<Response>): Promise<number | undefined> {
  const text = await (await response).text()
  const code = /"code":(\d+)/.exec(text)?.[1]
  return code === undefined ? undefined : Number(code)
}

test('every endpoint is listed here with its access level', async () => {
  const app = await startRestApp()
  const list = app.routes
    .filter(({ path }) => path.startsWith('/rest/'))
    .map(({ path, access }) => `${access} ${path.slice('/rest/'.length)}`)
  expect(list.toSorted()).toMatchInlineSnapshot(`
    [
      "auth changePassword",
      "auth createInternetRadioStation",
      "auth createPodcastChannel",
      "auth createShare",
      "auth createUser",
      "auth deleteInternetRadioStation",
      "auth deletePodcastChannel",
      "auth deletePodcastEpisode",
      "auth deleteShare",
      "auth deleteUser",
      "auth downloadPodcastEpisode",
      "auth getLicense",
      "auth getUser",
      "auth getUsers",
      "auth jukeboxControl",
      "auth ping",
      "auth refreshPodcasts",
      "auth startScan",
      "auth tokenInfo",
      "auth updateInternetRadioStation",
      "auth updateShare",
      "auth updateUser",
      "key createBookmark",
      "key createPlaylist",
      "key deleteBookmark",
      "key deletePlaylist",
      "key download",
      "key getAlbum",
      "key getAlbumInfo",
      "key getAlbumInfo2",
      "key getAlbumList",
      "key getAlbumList2",
      "key getArtist",
      "key getArtistInfo",
      "key getArtistInfo2",
      "key getArtists",
      "key getBookmarks",
      "key getCaptions",
      "key getCoverArt",
      "key getGenres",
      "key getIndexes",
      "key getInternetRadioStations",
      "key getLyrics",
      "key getLyricsBySongId",
      "key getMusicDirectory",
      "key getMusicFolders",
      "key getNewestPodcasts",
      "key getNowPlaying",
      "key getPlayQueue",
      "key getPlayQueueByIndex",
      "key getPodcastEpisode",
      "key getPodcasts",
      "key getRandomSongs",
      "key getScanStatus",
      "key getShares",
      "key getSimilarSongs",
      "key getSimilarSongs2",
      "key getSong",
      "key getSongsByGenre",
      "key getStarred",
      "key getStarred2",
      "key getTopSongs",
      "key getVideoInfo",
      "key getVideos",
      "key hls",
      "key hls.m3u8",
      "key savePlayQueue",
      "key savePlayQueueByIndex",
      "key scrobble",
      "key search",
      "key search2",
      "key search3",
      "key setRating",
      "key star",
      "key stream",
      "key unstar",
      "key updatePlaylist",
      "public *",
      "public getOpenSubsonicExtensions",
      "verified addChatMessage",
      "verified getAvatar",
      "verified getChatMessages",
      "verified getPlaylist",
      "verified getPlaylists",
    ]
  `)
})
