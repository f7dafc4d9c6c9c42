import { listAlbums } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'
import { openDueAlbums } from './premieres.ts'

const TITLE = 'Zweite Halbzeit'

test('an album opens at the minute of its premiere, one millisecond before it does not', async () => {
  const app = await startApp()
  const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
  const opensAt = new Date(app.services.now().getTime() + 3_600_000).toISOString()
  const { albumId } = await addByForm(admin, {
    albumTitel: TITLE,
    tracks: ['Anpfiff', 'Flutlicht'],
    premiere: { opensAt, isCovered: true },
  })
  const at = (shift: number) => ({ ...app.services, now: () => new Date(Date.parse(opensAt) + shift) })
  expect(await openDueAlbums(at(-1))).toEqual([])
  expect((await member.call(listAlbums, { query: {} })).total).toBe(0)
  expect(await openDueAlbums(at(0))).toEqual([albumId])
  const { albums, counts } = await member.call(listAlbums, { query: { search: 'Flutlicht' } })
  expect([albums.map(({ albumTitel }) => albumTitel), counts.album]).toEqual([[TITLE], 1])
  expect(await openDueAlbums(at(1))).toEqual([])
})
