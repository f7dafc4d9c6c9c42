import { searchEverything } from '@tonarchiv/contract/search'
import { addPlayableAlbums } from './playable-albums.ts'
import { indexed } from './search-index.ts'
import { startApp, type TestApp } from './start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>
type Group = 'songs' | 'albums' | 'playlists' | 'people' | 'messages'

interface Search {
  group?: Group
  limit?: number
  offset?: number
  exact?: '1'
}

export async function searchFor(caller: Caller, q: string, query: Search = {}) {
  return caller.call(searchEverything, { query: { q, ...query } })
}

/** An app with a member who searches. */
export async function startSearching() {
  const app = await startApp()
  const mara = await app.signIn({ username: 'mara' })
  return {
    app,
    mara,
    /** The titles of the songs that she finds, best first. */
    songs: async (q: string, query?: Search): Promise<string[]> => {
      const { groups } = await searchFor(mara, q, query)
      return groups.songs?.hits.map(({ title }) => title) ?? []
    },
    /** Adds an album with these tracks, and waits until they can be found. */
    addSongs: async (...tracks: readonly string[]) => {
      const [album] = await addPlayableAlbums(app, [{ title: 'Werkschau', tracks }])
      await indexed(app)
      return album
    },
  }
}

export type Searching = Awaited<ReturnType<typeof startSearching>>
