import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { addVideo } from '@tonarchiv/contract/videos'
import { TUS_VERSION, uploadReference } from '@tonarchiv/contract/uploads'
import { beforeEach, describe, expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'
import { arrivingFiles, idOf, startUploadingAdmin, tusClient, type UploadingAdmin } from '#testing/tus.ts'
import { videoForm } from '#testing/video-forms.ts'
import { cleanUpUploads } from './uploads-of-account.ts'

/** A long timeout for the retries, because the machine may be busy. */
const withRetries = { timeout: 20_000 }
const videoSample = new Uint8Array(sample('film.mp4'))
/** A video that ends with an MP4 box of unknown type, which players ignore. */
const longVideo = new Uint8Array(videoSample.length + 4_000_000)
longVideo.set(videoSample)
new DataView(longVideo.buffer).setUint32(videoSample.length, 4_000_000)
longVideo.set(new TextEncoder().encode('free'), videoSample.length + 4)

let app: UploadingAdmin['app']
let admin: UploadingAdmin['admin']
let client: UploadingAdmin['client']

beforeEach(async () => {
  ;({ app, admin, client } = await startUploadingAdmin())
})

async function sizeOnDisk(address: string): Promise<number> {
  const { dataFolder } = app.services.config
  return (await stat(join(dataFolder, 'uploads', idOf(address)))).size
}

/** Expects that the upload can be added as a video, and that the stored video has exactly these bytes. */
async function expectVideoOf(address: string, bytes: Uint8Array): Promise<void> {
  const { video } = await admin.call(addVideo, { form: videoForm({ file: uploadReference(idOf(address)) }) })
  const streamed = await app.fetch(`${video.url}?auth=${admin.token}`)
  expect(Buffer.from(await streamed.arrayBuffer()).equals(bytes)).toBe(true)
}

describe('a file is uploaded in chunks', () => {
  test('one after the other, and then becomes a video', async () => {
    const created = await client.create(videoSample.length)
    expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, TUS_VERSION])
    const address = created.headers.get('location') ?? ''
    expect(address).toMatch(/^\/api\/uploads\/[\da-f-]{36}$/)
    const expires = new Date(created.headers.get('upload-expires') ?? '').getTime()
    expect(expires - app.services.now().getTime()).toBeGreaterThan(23 * 60 * 60 * 1000)

    const first = await client.send(address, 0, videoSample.subarray(0, 1000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000'])
    const looked = await client.look(address)
    expect(Object.fromEntries(looked.headers)).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(videoSample.length),
      'upload-metadata': expect.stringContaining('filename'),
      'cache-control': 'no-store',
    })
    expect((await client.send(address, 1000, videoSample.subarray(1000))).status).toBe(204)
    const { video } = await admin.call(addVideo, {
      form: videoForm({ file: uploadReference(idOf(address)) }),
    })
    expect(video.file_size).toBe(videoSample.length)
    const streamed = await app.fetch(`${video.url}?auth=${admin.token}`)
    expect(new Uint8Array(await streamed.arrayBuffer())).toEqual(videoSample)
    expect(await arrivingFiles(app)).toEqual([])
    expect((await client.look(address)).status).toBe(404)
  })

  test('and the bytes before a lost connection are kept', async () => {
    const address = await client.begin(longVideo.length)
    const { hostname, port } = new URL(app.address)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(
      [
        `PATCH ${address} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${admin.token}`,
        `Tus-Resumable: ${TUS_VERSION}`,
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        `Content-Length: ${longVideo.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(longVideo.subarray(0, 2_000_000))
    await expect.poll(() => sizeOnDisk(address), withRetries).toBeGreaterThan(0)
    socket.destroy()
    const arrived = await client.offsetOf(address)
    expect(arrived).toBeGreaterThan(0)
    expect(arrived).toBeLessThanOrEqual(2_000_000)
    expect((await client.send(address, arrived, longVideo.subarray(arrived))).status).toBe(204)
    await expectVideoOf(address, longVideo)
  })

  test('and across a restart of the server', async () => {
    const address = await client.begin(videoSample.length)
    await client.send(address, 0, videoSample.subarray(0, 1500))
    const after = await startApp({ ffmpeg: undefined }, { beside: app })
    const again = tusClient(after, admin)
    expect((await again.look(address)).headers.get('upload-offset')).toBe('1500')
    expect((await again.send(address, 1500, videoSample.subarray(1500))).status).toBe(204)
    const form = videoForm({ file: uploadReference(idOf(address)) })
    const response = await after.fetch('/api/videos', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    })
    expect(response.status).toBe(201)
  })

  test('a new chunk stops an older one on a dead connection', async () => {
    const address = await client.begin(longVideo.length)
    const stuck = client
      .send(
        address,
        0,
        new ReadableStream({ start: (controller) => controller.enqueue(longVideo.subarray(0, 2_000_000)) }),
        { 'content-length': String(longVideo.length) },
      )
      .catch(() => undefined)
    await expect.poll(() => sizeOnDisk(address), withRetries).toBeGreaterThan(0)
    const arrived = await client.offsetOf(address)
    expect(arrived).toBeGreaterThan(0)
    expect((await client.send(address, arrived, longVideo.subarray(arrived))).status).toBe(204)
    await stuck
    await expectVideoOf(address, longVideo)
  })

  test('two at once corrupt nothing', async () => {
    const address = await client.begin(longVideo.length)
    const sent = await Promise.all([client.send(address, 0, longVideo), client.send(address, 0, longVideo)])
    for (const { status } of sent) expect([204, 409]).toContain(status)
    const arrived = await client.offsetOf(address)
    expect((await client.send(address, arrived, longVideo.subarray(arrived))).status).toBe(204)
    await expectVideoOf(address, longVideo)
  })

  test('an empty chunk is answered, also at the end of the file', async () => {
    const address = await client.begin(videoSample.length)
    expect((await client.send(address, 0, videoSample.subarray(0, 0))).status).toBe(204)
    expect((await client.send(address, 0, videoSample)).status).toBe(204)
    expect((await client.send(address, videoSample.length, videoSample.subarray(0, 0))).status).toBe(204)
  })
})

describe('an unused upload', () => {
  test('is deleted after a day without another chunk', async () => {
    const address = await client.begin(videoSample.length)
    const hour = 60 * 60 * 1000
    const later = async (hours: number) => {
      app.passTime(hours * hour)
      client = tusClient(app, await app.anotherSession(admin))
    }
    await later(20)
    await client.send(address, 0, videoSample.subarray(0, 100))
    await later(20)
    await cleanUpUploads(app.services)
    expect(await client.offsetOf(address)).toBe(100)
    await later(5)
    expect((await client.look(address)).status).toBe(404)
    await cleanUpUploads(app.services)
    expect(await arrivingFiles(app)).toEqual([])
    expect(await app.services.db.selectFrom('resumableUploads').selectAll().execute()).toEqual([])
  })

  test('is deleted at once when it is terminated', async () => {
    const address = await client.begin(videoSample.length)
    await client.send(address, 0, videoSample.subarray(0, 100))
    expect((await client.drop(address)).status).toBe(204)
    expect([(await client.look(address)).status, await arrivingFiles(app)]).toEqual([404, []])
  })

  test('is deleted with its account', async () => {
    await app.signIn({ isAdmin: true })
    await client.begin(videoSample.length)
    await admin.call(deleteAccount, { body: { password: admin.password } })
    expect(await app.services.db.selectFrom('resumableUploads').selectAll().execute()).toEqual([])
  })
})
