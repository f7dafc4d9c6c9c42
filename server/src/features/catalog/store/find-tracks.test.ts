import { expect, test } from 'vitest'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp } from '#testing/start-app.ts'
import { findTrack, findTracks } from './find-tracks.ts'

test('tracks of many albums are found by their ids in one query, and deleted ones are omitted', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const first = await addSampleAlbum(admin, {
    albumTitel: 'Über Land',
    isExclusive: true,
    tracks: [{ title: 'Anfang', sample: 'cbr.mp3' }, { title: 'Fehlt' }],
  })
  const second = await addSampleAlbum(admin, { albumTitel: 'Nebel', type: 'ep' })
  const albums = [first, second]
  const gone = Array.from({ length: 2000 }, (_, index) => `gone-${index}`)
  const ids = albums.flatMap(({ tracks }) => tracks.map(({ id }) => id))
  const { db } = app.services
  const found = await findTracks(db, [...gone, ...ids, ...ids])
  expect([...found.keys()].sort()).toEqual([...ids].sort())
  for (const { albumId, albumTitel, type, isExclusive, tracks } of albums) {
    for (const { id, title, file = null, duration } of tracks) {
      expect(found.get(id)).toMatchObject({ id, title, fileName: file, durationSeconds: duration })
      expect(found.get(id)?.album).toEqual({
        id: albumId,
        title: albumTitel,
        type,
        isExclusive,
        coverName: null,
      })
    }
  }
  expect(await findTracks(db, [])).toEqual(new Map())
  const [track] = first.tracks
  expect(await findTrack(db, track?.file ?? '')).toEqual(found.get(track?.id ?? ''))
  expect(await db.transaction().execute(async (trx) => findTracks(trx, ids))).toEqual(found)
})
