import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadReference } from '@tonarchiv/contract/uploads'
import { addVideo, listVideos } from '@tonarchiv/contract/videos'
import { expect, test } from 'vitest'
import { cleanUpVideos } from '../server/src/features/videos/index.ts'
import { openDiskStorage } from '../server/src/storage/backends/storage.disk.ts'
import { sample } from '../server/src/testing/audio-samples.ts'
import { idOf, type TusClient, tusClient } from '../server/src/testing/tus.ts'
import { videoForm } from '../server/src/testing/video-forms.ts'
import { callsOf, newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

const CHUNK_BYTES = 256 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

/** A video followed by padding that no program reads. */
function videoOf(bytes: number): Uint8Array<ArrayBuffer> {
  const short = sample('film.mp4')
  const video = new Uint8Array(bytes)
  video.set(short)
  new DataView(video.buffer).setUint32(short.length, bytes - short.length)
  video.set(Buffer.from('free'), short.length + 4)
  return video
}

/**
 * Sends chunks from an offset on, and stops at the first one that fails.
 * @returns how many bytes were acknowledged
 */
async function sendFrom(
  client: TusClient,
  address: string,
  video: Uint8Array<ArrayBuffer>,
  start: number,
): Promise<number> {
  let offset = start
  while (offset < video.length) {
    const end = Math.min(video.length, offset + CHUNK_BYTES)
    const answer = await client.send(address, offset, video.subarray(offset, end)).catch(() => undefined)
    if (answer?.status !== 204) return offset
    offset = end
  }
  return offset
}

test('killed at any moment of a video upload: it continues, and the video is stored completely or not at all', async () => {
  const archive = await newInstallation({ env: { FFMPEG: 'off' } })
  const admin = await archive.member({ isAdmin: true })
  const kills = rounds({ short: 4, long: 50 })
  const video = videoOf(12 * CHUNK_BYTES)
  const clientOf = ({ address }: ServerProcess) =>
    tusClient({ fetch: (path, init) => fetch(address + path, init) }, admin)
  let inForm = 0
  let server = await archive.start()
  for (let kill = 0; kill < kills; kill += 1) {
    const title = `Film der Runde ${kill}`
    const created = await clientOf(server).create(video.length)
    const upload = created.headers.get('location') ?? ''
    const form = () => videoForm({ title, file: uploadReference(idOf(upload)) })
    const duringForm = kill % 2 === 1
    const sending = sendFrom(clientOf(server), upload, video, 0)
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
      expect(await sendFrom(clientOf(server), upload, video, arrived)).toBe(video.length)
      await call(addVideo, { form: form() })
    }
    const { videos } = await call(listVideos, { query: { limit: 100 } })
    const added = videos.filter((video) => video.title === title)
    expect(added).toHaveLength(1)
    const streamed = await fetch(`${server.address}${added[0]?.url}?auth=${admin.token}`)
    expect(Buffer.from(await streamed.arrayBuffer()).equals(video)).toBe(true)
  }
  await server.stop()

  const storage = await openDiskStorage(join(archive.dataFolder, 'media'))
  const later = new Date(Date.now() + 2 * DAY_MS)
  const named = await archive.withDatabase(async (db) => {
    await cleanUpVideos({ db, storage, now: () => later })
    return db.selectFrom('videos').select('storageName').execute()
  })
  const files: string[] = []
  for await (const name of storage.list('videos', later)) files.push(name)
  expect(files.toSorted()).toEqual(named.map(({ storageName }) => storageName).toSorted())
  report(
    'R-01, R-02',
    `${kills} × kill -9 on a video’s way, ${kills - inForm} while its pieces came, ${inForm} while it was added`,
    `every acknowledged piece was there again, every film whole and once; ${files.length} files, each with its row`,
  )
})
