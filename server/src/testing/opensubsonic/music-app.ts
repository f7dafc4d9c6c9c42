import { addPlayableAlbums } from '../playable-albums.ts'
import type { Member } from '../sign-in.ts'
import { type RestApp, type RestClient, startRestApp } from './rest-app.ts'

/** What the archive of `startMusicApp` contains, by titles and names. */
export interface MusicApp {
  app: RestApp
  member: Awaited<ReturnType<RestApp['signIn']>>
  client: RestClient
  /** The id of an album, a track or an artist. */
  idOf: (name: string) => string
}

/** An archive with albums of one artist, of several artists and without artists, and with tracks of other artists. */
export async function startMusicApp(...settings: Parameters<typeof startRestApp>): Promise<MusicApp> {
  const app = await startRestApp(...settings)
  const albums = await addPlayableAlbums(app, [
    {
      title: 'Nordlicht',
      artists: ['Ada'],
      releaseYear: 2001,
      genres: ['Rock', 'Indie'],
      tracks: ['Aufbruch', 'Weite <&"> See', 'Stille [FEHLT]'],
    },
    { title: 'Südwind', artists: ['Ada', 'Bo'], releaseYear: 2010, genres: ['Rock'], tracks: ['Hafen'] },
    { title: '99 Wege', releaseYear: null, tracks: ['Erster', 'Zweiter'] },
    {
      title: 'Sampler',
      artists: ['Österreicher'],
      releaseYear: 1995,
      genres: ['Jazz'],
      trackArtist: 'Gast',
      tracks: ['Gastspiel'],
      type: 'ep',
    },
  ])
  const { db } = app.services
  const ids = new Map<string, string>(
    (await db.selectFrom('artists').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  for (const { id, title, tracks } of albums) {
    ids.set(title, id)
    for (const track of tracks) ids.set(track.title, track.id)
  }
  const member: Awaited<ReturnType<RestApp['signIn']>> & Member = await app.signIn({ username: 'mara' })
  const idOf = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`There is no ${name}`)
    return id
  }
  return { app, member, client: app.clientOf(member), idOf }
}
