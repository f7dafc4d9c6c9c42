import { type AlbumSort, listAlbums } from '@tonarchiv/contract/catalog'
import { beforeEach } from 'vitest'
import { operator } from '#features/audit-log/index.ts'
import { addAlbums, type NewAlbum } from '#features/catalog/edit/add-albums.ts'
import { startApp, type TestApp } from './start-app.ts'

interface Query {
  search?: string
  year?: number
  type?: NewAlbum['type']
  sort?: AlbumSort
  limit?: number
  offset?: number
  track?: string
}

/** An empty archive for each test of a file, for albums of which only the titles matter. */
export function archiveOfTitles() {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp()
  })
  const find = async (query: Query) => {
    const member = await app.signIn()
    const page = await member.call(listAlbums, { query })
    return { ...page, titles: page.albums.map(({ albumTitel }) => albumTitel) }
  }
  return {
    signIn: async (...options: Parameters<TestApp['signIn']>) => app.signIn(...options),
    fetch: async (...request: Parameters<TestApp['fetch']>) => app.fetch(...request),
    /** Adds albums without files, the last title becomes the first in the list. */
    addTitles: async (
      ...albums: readonly (Partial<Omit<NewAlbum, 'tracks'>> & { title: string; tracks?: string[] })[]
    ) => {
      const whole = albums.map(({ title, type = 'album', releaseYear = 2020, tracks = ['x'] }): NewAlbum => ({
        title,
        type,
        releaseYear,
        isExclusive: false,
        tracks: tracks.map((track) => ({ title: track })),
      }))
      await addAlbums(app.services, operator, whole)
    },
    /** A page of the album list as a member gets it, and the titles of its albums. */
    find,
    titlesOf: async (query: Query) => (await find(query)).titles,
  }
}
