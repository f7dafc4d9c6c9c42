import { expect, test } from 'vitest'
import { AlbumPage } from '@tonarchiv/contract/catalog'
import * as z from 'zod/mini'
import { operator } from '#features/audit-log/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'
import { openCatalog } from '../open-catalog.ts'
import { albumAnswers } from './album-answers.ts'

async function catalogWithAlbum() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, { albumTitel: 'Alt', tracks: ['Lied'] })
  return { ...openCatalog(app.services), album }
}

const pageOf = (json: Buffer) => z.parse(AlbumPage, JSON.parse(json.toString()))

test('an album that changes while its page is read is returned either in its old or in its new state', async () => {
  const { list, edit, album } = await catalogWithAlbum()
  const [track] = album.tracks
  let isChanged = false
  const answers = albumAnswers({
    ...list,
    withArtists: async (rows) => {
      if (!isChanged) {
        isChanged = true
        const tracks = [{ id: track?.id ?? '', title: 'Neues Lied' }]
        await edit.changeAlbum(operator, album.albumId, { albumTitel: 'Neu', tracks })
      }
      return list.withArtists(rows)
    },
  })
  for (let reading = 0; reading < 2; reading += 1) {
    const { albums } = pageOf(await answers.page({ limit: 15, offset: 0 }))
    expect(albums).toMatchObject([{ albumTitel: 'Neu', tracks: [{ title: 'Neues Lied' }] }])
  }
})

test.each([
  { keptBytes: undefined, readings: 1 },
  { keptBytes: 100, readings: 3 },
])('of rendered albums at most so many bytes are kept: $keptBytes', async ({ keptBytes, readings }) => {
  const { list } = await catalogWithAlbum()
  let read = 0
  const answers = albumAnswers(
    {
      ...list,
      withArtists: async (rows) => {
        read += 1
        return list.withArtists(rows)
      },
    },
    keptBytes,
  )
  const pages = []
  for (let reading = 0; reading < 3; reading += 1)
    pages.push(pageOf(await answers.page({ limit: 15, offset: 0 })))
  expect(read).toBe(readings)
  expect(pages[2]).toEqual(pages[0])
})
