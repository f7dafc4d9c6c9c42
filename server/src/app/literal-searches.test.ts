import { listUsers } from '@tonarchiv/contract/admin'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { searchPeople } from '@tonarchiv/contract/friends'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

/**
 * Characters that have a meaning in SQL, in LIKE, in the query language of the search index or in a shell. In a search
 * they must match only themselves.
 */
const LETTERS = [
  `'`,
  '"',
  '%',
  '_',
  '\\',
  '*',
  '^',
  ';',
  '--',
  '/*',
  '$1',
  '?',
  ':a',
  '(',
  ' OR ',
  ' NOT ',
  '%%',
  `';`,
]
const TITLES = LETTERS.map((character, index) => `Lied${character}Ende ${index}`)

const withLetter = (texts: readonly string[], character: string) =>
  texts.filter((text) => text.toLowerCase().includes(character.toLowerCase().trim())).toSorted()

test('a search for albums matches every character literally', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  for (const albumTitel of TITLES) await addByForm(admin, { albumTitel, tracks: [{ title: 'Spur' }] })
  for (const character of LETTERS) {
    for (const search of [character, `Lied${character}Ende`, `d${character}E`]) {
      const { albums, total } = await admin.call(listAlbums, { query: { search, limit: 100 } })
      const found = albums.map(({ albumTitel }) => albumTitel).toSorted()
      // Words are searched for separately, in any order.
      const words = search.split(/\s+/).filter((word) => word !== '')
      const expected = words.reduce<readonly string[]>(withLetter, TITLES).toSorted()
      expect({ search, found, total }).toEqual({ search, found: expected, total: expected.length })
    }
  }
})

test('a search for members and accounts matches every character literally', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const names = await Promise.all(
    TITLES.map(async (displayName) => {
      const { id } = await app.signIn()
      await app.services.db.updateTable('users').set({ displayName }).where('id', '=', id).execute()
      return displayName
    }),
  )
  for (const character of LETTERS) {
    const search = `d${character}E`
    const { users } = await admin.call(listUsers, { query: { search, limit: 100 } })
    expect(users.map(({ displayName }) => displayName)).toEqual(withLetter(names, search))
    const { users: people } = await admin.call(searchPeople, { query: { q: search } })
    expect(people.map(({ displayName }) => displayName)).toEqual(withLetter(names, search))
  }
})

test('a search text of a megabyte, a list or an object is rejected before it is searched for', async () => {
  const app = await startApp()
  const { token } = await app.signIn({ isAdmin: true })
  const headers = { authorization: `Bearer ${token}` }
  const searches: [RouteShape, string][] = [
    [listAlbums, 'search'],
    [listUsers, 'search'],
    [searchPeople, 'q'],
  ]
  for (const [route, name] of searches) {
    const path = urlOf(route)
    const statusOf = async (query: string) => (await app.fetch(`${path}?${query}`, { headers })).status
    expect(await statusOf(`${name}=${'a'.repeat(14_000)}`)).toBe(414)
    expect(await statusOf(`${name}=${'a'.repeat(101)}`)).toBe(400)
    expect(await statusOf(`${name}=eins&${name}=zwei`)).toBe(400)
  }
})
