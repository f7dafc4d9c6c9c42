import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { logout } from '@tonarchiv/contract/auth'
import { downloadAlbum } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { enlargeTrack } from '#testing/enlarge-track.ts'
import { eventually } from '#testing/eventually.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openStoredFiles } from '#testing/stored-files.ts'

const pathOf = (id: string, format?: string) => urlOf(downloadAlbum, { params: { id }, query: { format } })
const load = async (app: TestApp, { token }: { token: string }, path: string, method = 'GET') =>
  app.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

test('an album comes as a ZIP with each file as it is stored, in order, with names that every system takes', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId } = await addSampleAlbum(admin, {
    albumTitel: 'CON/Süd: "live"',
    tracks: [
      { title: 'Was? <1|2>.', sample: 'cbr.mp3' },
      { title: 'Verschollen' },
      { title: '../../etc/passwd', sample: 'opus.opus' },
      { title: 'Was? <1|2>.', sample: 'lossless.flac' },
    ],
  })
  const response = await load(app, await app.signIn(), pathOf(albumId))
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''CON_S%C3%BCd_%20_live_.zip")
  const bytes = await bytesOf(response)
  // The length is known in advance, so that browsers can show the progress.
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const files = Object.entries(unzipSync(bytes))
  expect(files.map(([path]) => path)).toEqual([
    '01 Was_ _1_2_.mp3',
    '03 ___.._etc_passwd.opus',
    '04 Was_ _1_2_.flac',
  ])
  for (const [index, name] of ['cbr.mp3', 'opus.opus', 'lossless.flac'].entries())
    expect(Buffer.from(files[index]?.[1] ?? []).equals(Buffer.from(sample(name))), name).toBe(true)
})

test('HEAD answers as GET, without the files', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId } = await addSampleAlbum(admin)
  const head = await load(app, admin, pathOf(albumId), 'HEAD')
  const whole = await bytesOf(await load(app, admin, pathOf(albumId)))
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
  expect(await head.text()).toBe('')
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
})

test('the length of an album over 4 GiB is that of a ZIP with 8 bytes for its sizes and offsets', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId } = await addSampleAlbum(admin, {
    tracks: ['Eins', 'Zwei', 'Drei'].map((title) => ({ title, sample: 'cbr.mp3' })),
  })
  const sizeBytes = 3 * 2 ** 30
  await app.services.db.updateTable('tracks').set({ sizeBytes }).where('albumId', '=', albumId).execute()
  const head = await load(app, admin, pathOf(albumId), 'HEAD')
  // The ZIP contains three headers for each file, and twice the path of the file, which has 11 bytes. The third file
  // starts after more than 4 GiB.
  const [headers, paths, offset, end] = [3 * (30 + 16 + 46), 6 * 11, 12, 56 + 20 + 22]
  expect(head.headers.get('content-length')).toBe(String(3 * sizeBytes + headers + paths + offset + end))
})

test('with a format each track comes in it where it has such a file', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId, tracks } = await addSampleAlbum(admin, {
    tracks: [
      { title: 'Mit', sample: 'cbr.mp3' },
      { title: 'Ohne', sample: 'opus.opus' },
    ],
  })
  const other = await addSampleAlbum(admin, { tracks: [{ title: 'Lossless', sample: 'lossless.flac' }] })
  const { db } = app.services
  const stored = await db
    .selectFrom('tracks')
    .select(['storageName', 'sizeBytes', 'createdAt'])
    .where('id', '=', other.tracks[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('trackFiles')
    .values({
      id: 'further',
      trackId: tracks[0]?.id ?? '',
      fileName: 'further.flac',
      storageName: stored.storageName ?? '',
      storedAt: stored.createdAt,
      format: 'flac',
      durationSeconds: 1,
      sizeBytes: stored.sizeBytes ?? 0,
      bitrate: 0,
      sampleRate: 44_100,
      channels: 2,
      needsConversion: 0,
      isOriginal: 0,
    })
    .execute()
  const namesOf = async (format?: string) =>
    Object.keys(unzipSync(await bytesOf(await load(app, admin, pathOf(albumId, format)))))
  expect(await namesOf()).toEqual(['01 Mit.mp3', '02 Ohne.opus'])
  expect(await namesOf('flac')).toEqual(['01 Mit.flac', '02 Ohne.opus'])
  expect((await load(app, admin, pathOf(albumId, '../x'))).status).toBe(400)
})

test('without a key, a session or the album there is nothing', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId } = await addSampleAlbum(admin)
  const { albumId: empty } = await addSampleAlbum(admin, { tracks: [{ title: 'Verschollen' }] })
  expect((await load(app, await app.signIn({ hasKey: false }), pathOf(albumId))).status).toBe(403)
  expect((await app.fetch(pathOf(albumId))).status).toBe(401)
  expect((await load(app, admin, pathOf('erfunden'))).status).toBe(404)
  expect((await load(app, admin, pathOf(empty))).status).toBe(404)
})

/** An album of two files, the first of which is larger than what sockets take at once. */
async function bigAlbum(app: TestApp, admin: Parameters<typeof addSampleAlbum>[0]) {
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Groß',
    tracks: [
      { title: 'Erstes', sample: 'cbr.mp3' },
      { title: 'Zweites', sample: 'opus.opus' },
    ],
  })
  await enlargeTrack(app, album.tracks[0]?.id ?? '')
  return album
}

test('a session that ends on the way ends the download', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId } = await bigAlbum(app, admin)
  const mara = await app.signIn()
  const download = await openStalledDownload(app.address, pathOf(albumId), mara.token)
  await eventually(() => expect(openStoredFiles(app)).toBe(1))
  await mara.call(logout, {})
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
  await eventually(() => {
    download.resume()
    expect(download.destroyed || download.readableEnded).toBe(true)
  })
})

test('an album that is deleted on the way ends the download before its end', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId, albumTitel } = await bigAlbum(app, admin)
  const response = await load(app, await app.signIn(), pathOf(albumId))
  await admin.call(deleteAlbum, { params: { albumTitel } })
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect((await load(app, admin, pathOf(albumId))).status).toBe(404)
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
})
