import { listManagedAlbums } from '@tonarchiv/contract/admin'
import { getAlbum } from '@tonarchiv/contract/catalog'
import { fillTrack, orderAlbums, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { staleList } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

test('the rows of all albums are in order, each with the fields of a list', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, {
    albumTitel: 'Eins',
    releaseJahr: 'unknown',
    tracks: [{ title: 'a' }, { title: 'b' }],
  })
  await addByForm(admin, { albumTitel: 'Zwei', releaseJahr: 1999, type: 'ep', isExclusive: true })
  const { albums } = await admin.call(listManagedAlbums, {})
  expect(albums).toMatchObject([
    { albumTitel: 'Zwei', releaseJahr: 1999, type: 'ep', isExclusive: true, trackCount: 1 },
    { albumTitel: 'Eins', releaseJahr: 'unknown', albumCover: 'unknown', isExclusive: false, trackCount: 2 },
  ])
})

test('of two admins who reorder the same list at the same time one gets the error that it is stale', async () => {
  const app = await startApp()
  const [one, two] = [await app.signIn({ isAdmin: true }), await app.signIn({ isAdmin: true })]
  for (const albumTitel of ['a', 'b', 'c']) await addByForm(one, { albumTitel, tracks: [{ title: 'x' }] })
  const { order: seen } = await one.call(listManagedAlbums, {})
  const answers = await Promise.allSettled([
    one.call(orderAlbums, { body: { albums: ['a', 'b', 'c'], seen } }),
    two.call(orderAlbums, { body: { albums: ['b', 'c', 'a'], seen } }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  const now = await two.call(listManagedAlbums, {})
  const reversed = now.albums.map(({ albumId }) => albumId).toReversed()
  const { order } = await two.call(orderAlbums, { body: { albums: reversed, seen: now.order } })
  expect(await one.call(listManagedAlbums, {})).toMatchObject({ order })
  const late = await one.refusal(orderAlbums, { body: { albums: reversed, seen: now.order } })
  expect([late.status, late.body.error]).toEqual([409, staleList.text])
})

test('tracks are put into another order only by an admin who has read the current one, and a title is changed alone', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, { albumTitel: 'Platte', tracks: [{ title: 'x' }, { title: 'y' }] })
  const seenTracks = album.tracks.map(({ id }) => id)
  const [x = '', y = ''] = seenTracks
  const of = { params: { albumTitel: 'Platte' } }
  await admin.call(updateAlbum, { ...of, body: { tracks: [y, { id: x, title: 'neu' }], seenTracks } })
  const stale = await admin.refusal(updateAlbum, { ...of, body: { tracks: [x, y], seenTracks } })
  expect([stale.status, stale.body.error]).toEqual([409, staleList.text])
  const { tracks } = (await admin.call(getAlbum, of)).album
  expect(tracks.map(({ title }) => title)).toEqual(['y', 'neu'])
})

test('a placeholder that gets its file loses its mark', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { tracks } = await addByForm(admin, { tracks: [{ title: 'Zwei [FEHLT]' }] })
  const form = new FormData()
  form.set('file', fileOf('cbr.mp3'), 'zwei.mp3')
  const { album } = await admin.call(fillTrack, { params: { id: tracks[0]?.id ?? '' }, form })
  expect(album.tracks).toMatchObject([{ title: 'Zwei', file: expect.any(String) }])
})
