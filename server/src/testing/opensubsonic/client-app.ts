import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import { listFavorites } from '@tonarchiv/contract/favorites'
import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { listPlaylists } from '@tonarchiv/contract/playlists'
import { listPlays } from '@tonarchiv/contract/plays'
import { sample } from '../audio-samples.ts'
import { addSampleAlbum } from '../sample-album.ts'
import { indexed } from '../search-index.ts'
import { type Call, startApp } from '../start-app.ts'

/**
 * The sample of three seconds is repeated, because players read a short file completely and then request nothing for
 * a seek, and because they report a play after half of a song, or half a minute.
 */
const COPIES = { Lang: 60, Minute: 22 }

/** An archive with files that can be played, and a member who connects a program of another maker to it. */
export async function startClientApp() {
  const app = await startApp({ siteTitle: 'Tonarchiv' })
  const admin = await app.signIn({ isAdmin: true })
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Löschpapier & „Tinte“',
    releaseJahr: 2019,
    tracks: ['Tinte', 'Feder <1>', 'Siegel'].map((title) => ({ title, sample: 'cbr.mp3' })),
    cover: 'cover.jpg',
  })
  await addSampleAlbum(admin, {
    albumTitel: 'Nachtbus',
    tracks: [{ title: 'Linie 4', sample: 'cbr.mp3' }],
  })
  await indexed(app)
  const member = await app.signIn({ username: 'mara' })
  const { password } = await member.call(createAppPassword, { body: { name: 'Player' } })
  return {
    app,
    admin,
    album,
    member,
    password,
    /** The changes by the program as the web app shows them. */
    inWebApp: async () => {
      const { playlists } = await member.call(listPlaylists, {})
      const contents = playlists.map(async ({ id, title }) => {
        const { entries } = await member.call(getPlaylist, { params: { id } })
        return [title, entries.map((entry) => entry.title)] as const
      })
      const { favorites } = await member.call(listFavorites, {})
      const { plays } = await member.call(listPlays, { query: {} })
      return {
        playlists: Object.fromEntries(await Promise.all(contents)),
        favorites: favorites.map(({ item_data: { title } }) => title),
        plays: plays.map(({ track_name: title }) => title),
      }
    },
  }
}

/** Adds an album with long songs, and gives their ids. */
export async function addLongSongs(admin: { call: Call }): Promise<{ lang: string; minute: string }> {
  const form = new FormData()
  const tracks = Object.keys(COPIES).map((title) => ({ title }))
  form.set('albumData', JSON.stringify({ albumTitel: 'Langspiel', releaseJahr: 2020, type: 'album', tracks }))
  for (const [index, copies] of Object.values(COPIES).entries())
    form.set(`track${index}`, new Blob(Array.from({ length: copies }, () => sample('cbr.mp3'))), 'long.mp3')
  const { album } = await admin.call(addAlbum, { form })
  const [lang, minute] = album.tracks.map(({ id }) => id)
  if (lang === undefined || minute === undefined) throw new Error('Two songs')
  return { lang, minute }
}
