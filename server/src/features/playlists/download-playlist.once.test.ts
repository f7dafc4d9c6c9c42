import { deleteTrack, updateAlbum } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { urlOf } from '@tonarchiv/contract/route'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { enlargeTrack } from '#testing/enlarge-track.ts'
import { eventually } from '#testing/eventually.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openStoredFiles } from '#testing/stored-files.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

const SAMPLES = ['cbr.mp3', 'opus.opus', 'lossless.flac', 'cbr.mp3']
const TITLES = ['Anpfiff', 'AC/DC: "live"', 'Abpfiff', 'Verschollen']

async function archive() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const tracks = TITLES.map((title, index) => ({ title, sample: SAMPLES[index] }))
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Heimspiel',
    tracks,
  })
  const ids = album.tracks.map(({ id }) => id)
  return { app, admin, ids, albumTitel: 'Heimspiel', mara: await app.signIn() }
}

const make = async (caller: Caller, body: Parameters<typeof bodyOf>[0]) =>
  (await caller.call(contract.createPlaylist, { body: bodyOf(body) })).playlist
const bodyOf = (body: { title?: string; visibility?: contract.PlaylistVisibility; trackIds?: string[] }) => ({
  title: 'Nachtfahrten',
  ...body,
})

const load = async (app: TestApp, { token }: { token: string }, id: string, method = 'GET') =>
  app.fetch(urlOf(playlistFiles.downloadPlaylist, { params: { id }, query: {} }), {
    method,
    headers: { authorization: `Bearer ${token}` },
  })

/** The files of a ZIP. The response must declare the length of the ZIP. */
async function filesOf(response: Response) {
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  return Object.entries(unzipSync(bytes))
}

test('a playlist comes as a ZIP in its own order, with a list of the entries that are missing', async () => {
  const { app, admin, mara, ids } = await archive()
  const [first = '', second = '', third = '', fourth = ''] = ids
  const trackIds = [third, first, fourth, second, third]
  const { id } = await make(mara, { title: 'Nacht/Fahrt: "Süß"', trackIds })
  const tracks = ids.map((track, index) => ({ id: track, title: TITLES[index] ?? '' }))
  const marked = { id: fourth, title: 'Verschollen [FEHLT]' }
  const body = { tracks: [...tracks.slice(0, 3), marked] }
  await admin.call(updateAlbum, { params: { albumTitel: 'Heimspiel' }, body })
  await admin.call(deleteTrack, { params: { id: first } })

  const response = await load(app, mara, id)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Nacht_Fahrt_%20_S%C3%BC%C3%9F_.zip",
  )
  const files = await filesOf(response)
  expect(files.map(([path]) => path)).toEqual([
    'Fehlende Titel.txt',
    '01 Heimspiel - Abpfiff.flac',
    '04 Heimspiel - AC_DC_ _live_.opus',
    // A track that is in the playlist twice is sent with both numbers.
    '05 Heimspiel - Abpfiff.flac',
  ])
  const [text, flac, opus, again] = files.map(([, bytes]) => Buffer.from(bytes))
  expect(text?.toString()).toBe(
    'Diese Titel der Playlist fehlen hier, weil sie nicht mehr im Archiv sind oder keine Datei haben:\n\n' +
      '2. Anpfiff (Heimspiel)\n3. Verschollen [FEHLT] (Heimspiel)\n',
  )
  expect(flac?.equals(Buffer.from(sample('lossless.flac')))).toBe(true)
  expect(again?.equals(Buffer.from(sample('lossless.flac')))).toBe(true)
  expect(opus?.equals(Buffer.from(sample('opus.opus')))).toBe(true)
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
})

test('a smart playlist comes as a ZIP of the tracks that match now', async () => {
  const { app, mara } = await archive()
  const rules = {
    match: 'all' as const,
    rules: [{ field: 'title' as const, op: 'contains' as const, value: 'pfiff' }],
    order: 'title' as const,
    limit: null,
  }
  const body = { title: 'Pfiffe', rules }
  const { playlist } = await mara.call(contract.createPlaylist, { body })
  const files = await filesOf(await load(app, mara, playlist.id))
  expect(files.map(([path]) => path)).toEqual(['01 Heimspiel - Abpfiff.flac', '02 Heimspiel - Anpfiff.mp3'])
})

test('only members with a key who may see the playlist get it, and only if it contains a file', async () => {
  const { app, admin, mara, ids } = await archive()
  const shared = await make(mara, { visibility: 'members', trackIds: ids })
  const own = await make(mara, { trackIds: ids })
  const other = await app.signIn()
  expect(await filesOf(await load(app, other, shared.id))).toHaveLength(4)
  const hidden = await load(app, other, own.id)
  expect([hidden.status, await hidden.json()]).toMatchObject([404, { code: 'PLAYLIST_NOT_FOUND' }])
  expect((await load(app, await app.signIn({ hasKey: false }), shared.id)).status).toBe(403)
  const path = urlOf(playlistFiles.downloadPlaylist, { params: { id: shared.id }, query: {} })
  expect((await app.fetch(path)).status).toBe(401)

  const [first = ''] = ids
  const empty = await make(mara, { trackIds: [first] })
  await admin.call(deleteTrack, { params: { id: first } })
  const nothing = await load(app, mara, empty.id)
  expect([nothing.status, await nothing.json()]).toMatchObject([
    404,
    { code: 'NOTHING_TO_DOWNLOAD', error: 'In dieser Playlist ist nichts, was sich herunterladen lässt' },
  ])
})

test('numbers sort, and a ZIP of ten thousand entries announces its length of ten tebibytes', async () => {
  const { app, mara, ids } = await archive()
  const { db } = app.services
  const [track = ''] = ids
  const times = (count: number) => Array.from({ length: count }, () => track)
  const { id } = await make(mara, { trackIds: times(100) })
  const files = await filesOf(await load(app, mara, id))
  expect(files).toHaveLength(100)
  expect(files.slice(8, 10).map(([path]) => path)).toEqual([
    '009 Heimspiel - Anpfiff.mp3',
    '010 Heimspiel - Anpfiff.mp3',
  ])

  const long = await make(mara, { trackIds: times(contract.ENTRIES_MAX) })
  await db
    .updateTable('tracks')
    .set({ sizeBytes: 1024 ** 3 })
    .where('id', '=', track)
    .execute()
  const head = await load(app, mara, long.id, 'HEAD')
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(contract.ENTRIES_MAX * 1024 ** 3)
})

test('a track that is deleted on the way ends the download before its end', async () => {
  const { app, admin, mara, ids } = await archive()
  const [first = '', second = ''] = ids
  await enlargeTrack(app, first)
  const { id } = await make(mara, { trackIds: [first, second] })
  const response = await load(app, mara, id)
  await admin.call(deleteTrack, { params: { id: second } })
  await expect(response.arrayBuffer()).rejects.toThrow()
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
  // A new download is complete and lists the deleted track as missing.
  const files = await filesOf(await load(app, mara, id))
  expect(files.map(([path]) => path)).toEqual(['Fehlende Titel.txt', '01 Heimspiel - Anpfiff.mp3'])
})
