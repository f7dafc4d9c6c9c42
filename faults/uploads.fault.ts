import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum, addTracks } from '@tonarchiv/contract/archive-editing'
import type { RouteShape } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { cleanUpArchiveFiles } from '../server/src/features/catalog/index.ts'
import { openDiskStorage } from '../server/src/storage/backends/storage.disk.ts'
import { albumForm, fileOf } from '../server/src/testing/album-forms.ts'
import { sample } from '../server/src/testing/audio-samples.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callsOf, type Installation, newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

const TRACKS = 5
const DAY_MS = 24 * 60 * 60 * 1000
const music = sample('cbr.mp3')
const longer = Buffer.concat(Array.from({ length: 40 }, () => music.subarray(-12_000)))

/**
 * Sends a part of a form, all of it if `share` is 1, then calls `then`.
 * @returns whether the server acknowledged the upload
 */
async function sendUpTo(
  server: ServerProcess,
  member: Member,
  { method, path }: RouteShape,
  form: FormData,
  share: number,
  then: (answer: Promise<boolean>) => Promise<void>,
): Promise<boolean> {
  const whole = new Response(form)
  const body = Buffer.from(await whole.arrayBuffer())
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const call = request(server.address + path, {
    method,
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  })
  call.on('response', (response) => {
    response.resume()
    resolve(response.statusCode === 201 || response.statusCode === 200)
  })
  call.on('error', () => resolve(false))
  const end = Math.round(body.length * Math.min(1, share))
  call.write(body.subarray(0, end))
  if (end === body.length) call.end()
  await then(promise)
  return promise
}

interface AlbumFound {
  title: string
  tracks: { sizeBytes: number | null; storageName: string | null }[]
}

async function albumsOf(archive: Installation): Promise<AlbumFound[]> {
  return archive.withDatabase(async (db) => {
    const albums = await db.selectFrom('albums').select(['id', 'title']).execute()
    const tracks = await db.selectFrom('tracks').select(['albumId', 'sizeBytes', 'storageName']).execute()
    return albums.map(({ id, title }) => ({ title, tracks: tracks.filter(({ albumId }) => albumId === id) }))
  })
}

test('killed at any moment of an upload: an album is there whole or not at all, and no row is without its file', async () => {
  const archive = await newInstallation()
  const admin = await archive.member({ isAdmin: true })
  const kills = rounds({ short: 4, long: 50 })
  const expected = new Map<string, number>()
  const acknowledged: string[] = []
  let unfinished = 0

  let server = await archive.start()
  await callsOf(server, admin).call(addAlbum, { form: albumForm({ albumTitel: 'Grundstock' }) })
  expected.set('Grundstock', 1)
  let tracksOfFirst = 1
  for (let kill = 0; kill < kills; kill += 1) {
    const isAlbum = kill % 3 !== 2
    const title = `Album der Runde ${kill}`
    const form = isAlbum
      ? albumForm({
          albumTitel: title,
          cover: 'cover.jpg',
          tracks: Array.from({ length: TRACKS }, (_, row) => ({ title: `Stück ${row}`, file: longer })),
        })
      : formOfMoreTracks()
    // The server is killed while the form is being sent, when all of it was sent, while files and rows are written, or
    // just after the answer.
    const moment = kill % 4
    const share = moment < 2 ? Math.random() : 1
    const route = isAlbum ? addAlbum : addTracks
    const isDone = await sendUpTo(server, admin, route, form, share, async (answer) => {
      if (moment === 3) await answer
      else await pause(Math.random() * (moment === 2 ? 150 : 30))
      await server.kill()
    })
    if (isDone) acknowledged.push(title)
    else unfinished += 1
    if (isAlbum) expected.set(title, TRACKS)
    const found = await albumsOf(archive)
    for (const album of found) {
      const isFirst = album.title === 'Grundstock'
      if (isFirst && album.tracks.length !== tracksOfFirst) {
        expect(album.tracks).toHaveLength(tracksOfFirst + 2)
        expect(isAlbum).toBe(false)
        tracksOfFirst += 2
      }
      if (!isFirst) expect(album.tracks).toHaveLength(expected.get(album.title) ?? -1)
    }
    if (isDone && isAlbum) expect(found.map(({ title }) => title)).toContain(title)
    server = await archive.start()
  }
  await server.stop()

  const storage = await openDiskStorage(join(archive.dataFolder, 'media'))
  const later = new Date(Date.now() + 2 * DAY_MS)
  for (const { tracks } of await albumsOf(archive))
    for (const { storageName, sizeBytes } of tracks) {
      const file = storageName === null ? undefined : await storage.open(storageName)
      expect(file?.sizeBytes).toBe(sizeBytes)
      file?.close()
    }
  const orphans = await archive.withDatabase(async (db) =>
    cleanUpArchiveFiles({ db, storage, now: () => later }),
  )
  await storage.clearStages(later)
  expect(await readdir(join(archive.dataFolder, 'media', 'staged'))).toEqual([])
  const files = new Set<string>()
  for await (const name of storage.list('tracks', later)) files.add(name)
  const named = (await albumsOf(archive)).flatMap(({ tracks }) =>
    tracks.map(({ storageName }) => storageName ?? ''),
  )
  expect([...files].toSorted()).toEqual(named.toSorted())
  report(
    'R-01, R-02',
    `${kills} × kill -9 while albums of ${TRACKS} tracks and further tracks were uploaded`,
    `${acknowledged.length} acknowledged and whole, ${unfinished} without an answer: none half; ${orphans} files without a row were tidied, no row without its file`,
  )
})

function formOfMoreTracks(): FormData {
  const form = new FormData()
  form.set('albumTitle', 'Grundstock')
  for (const index of [0, 1]) {
    form.set(`newTrackTitle${index}`, `Nachtrag ${index}`)
    form.set(`newTrack${index}`, fileOf(longer), 'Nachtrag')
  }
  return form
}
