import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadReference } from '@tonarchiv/contract/uploads'
import { addVideo, listVideos } from '@tonarchiv/contract/videos'
import { expect, test } from 'vitest'
import { tidyVideos } from '../server/src/features/videos/index.ts'
import { openDiskStorage } from '../server/src/storage/storage.disk.ts'
import { sample } from '../server/src/testing/made-audio.ts'
import { idOf, type TusClient, tusClient } from '../server/src/testing/tus.ts'
import { videoForm } from '../server/src/testing/video-forms.ts'
import { callsOf, newInstallation } from './installation.ts'
import { rounds, tell } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

const PIECE_BYTES = 256 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

/** A film with a box behind it that nobody reads. */
function filmOf(bytes: number): Uint8Array<ArrayBuffer> {
  const short = sample('film.mp4')
  const film = new Uint8Array(bytes)
  film.set(short)
  new DataView(film.buffer).setUint32(short.length, bytes - short.length)
  film.set(Buffer.from('free'), short.length + 4)
  return film
}

/** Sends piece after piece from a place on; stops at the first that fails. @returns how much was acknowledged */
async function sendFrom(
  client: TusClient,
  address: string,
  film: Uint8Array<ArrayBuffer>,
  start: number,
): Promise<number> {
  let offset = start
  while (offset < film.length) {
    const end = Math.min(film.length, offset + PIECE_BYTES)
    const answer = await client.send(address, offset, film.subarray(offset, end)).catch(() => undefined)
    if (answer?.status !== 204) return offset
    offset = end
  }
  return offset
}

test('killed at any moment of a video’s way: what came goes on, and the video is there whole or not at all', async () => {
  const archive = await newInstallation({ env: { FFMPEG: 'off' } })
  const admin = await archive.member({ isAdmin: true })
  const kills = rounds({ short: 4, long: 50 })
  const film = filmOf(12 * PIECE_BYTES)
  const clientOf = ({ address }: ServerProcess) =>
    tusClient({ fetch: (path, init) => fetch(address + path, init) }, admin)
  let inForm = 0
  let server = await archive.start()
  for (let kill = 0; kill < kills; kill += 1) {
    const title = `Film der Runde ${kill}`
    const created = await clientOf(server).create(film.length)
    const upload = created.headers.get('location') ?? ''
    const form = () => videoForm({ title, file: uploadReference(idOf(upload)) })
    const duringForm = kill % 2 === 1
    const sending = sendFrom(clientOf(server), upload, film, 0)
    let acknowledged: number
    if (duringForm) {
      acknowledged = await sending
      const adding = callsOf(server, admin)
        .call(addVideo, { form: form() })
        .catch(() => undefined)
      await pause(Math.random() * 40)
      await server.kill()
      await adding
      inForm += 1
    } else {
      await pause(Math.random() * 60)
      await server.kill()
      acknowledged = await sending
    }
    server = await archive.start()
    const { call } = callsOf(server, admin)
    const titles = async () =>
      (await call(listVideos, { query: { limit: 100 } })).videos.map((video) => video.title)
    if (!(await titles()).includes(title)) {
      const looked = await clientOf(server).look(upload)
      const arrived = Number(looked.headers.get('upload-offset'))
      expect(looked.status).toBe(200)
      expect(arrived).toBeGreaterThanOrEqual(acknowledged)
      expect(await sendFrom(clientOf(server), upload, film, arrived)).toBe(film.length)
      await call(addVideo, { form: form() })
    }
    const { videos } = await call(listVideos, { query: { limit: 100 } })
    const added = videos.filter((video) => video.title === title)
    expect(added).toHaveLength(1)
    const streamed = await fetch(`${server.address}${added[0]?.url}?auth=${admin.token}`)
    expect(Buffer.from(await streamed.arrayBuffer()).equals(film)).toBe(true)
  }
  await server.stop()

  const storage = await openDiskStorage(join(archive.dataFolder, 'media'))
  const later = new Date(Date.now() + 2 * DAY_MS)
  const named = await archive.withDatabase(async (db) => {
    await tidyVideos({ db, storage, now: () => later })
    return db.selectFrom('videos').select('storageName').execute()
  })
  const files: string[] = []
  for await (const name of storage.list('videos', later)) files.push(name)
  expect(files.toSorted()).toEqual(named.map(({ storageName }) => storageName).toSorted())
  tell(
    'R-01, R-02',
    `${kills} × kill -9 on a video’s way, ${kills - inForm} while its pieces came, ${inForm} while it was added`,
    `every acknowledged piece was there again, every film whole and once; ${files.length} files, each with its row`,
  )
})
