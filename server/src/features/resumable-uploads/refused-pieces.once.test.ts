import { TUS_VERSION, UPLOAD_MAX_BYTES, uploadOnOtherDevice } from '@tonarchiv/contract/uploads'
import { beforeEach, describe, expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'
import { arrivingFiles, startUploadingAdmin, tusClient, type UploadingAdmin } from '#testing/tus.ts'

/** A long timeout for the retries, because the machine may be busy. */
const withRetries = { timeout: 20_000 }
const videoSample = new Uint8Array(sample('film.mp4'))

let app: UploadingAdmin['app']
let admin: UploadingAdmin['admin']
let client: UploadingAdmin['client']

beforeEach(async () => {
  ;({ app, admin, client } = await startUploadingAdmin())
})

async function codeOf(response: Response): Promise<unknown> {
  return Reflect.get(Object(await response.json()), 'code')
}

describe('no bytes are accepted', () => {
  test('at another offset than the end of the last chunk', async () => {
    const address = await client.begin(videoSample.length)
    await client.send(address, 0, videoSample.subarray(0, 100))
    for (const offset of [0, 99, 101]) {
      const response = await client.send(address, offset, videoSample.subarray(offset))
      expect([response.status, await codeOf(response)]).toEqual([409, uploadOnOtherDevice.code])
    }
    expect(await client.offsetOf(address)).toBe(100)
  })

  test('beyond the declared size', async () => {
    const address = await client.begin(1000)
    expect((await client.send(address, 0, videoSample)).status).toBe(413)
    const unannounced = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(videoSample)
        controller.close()
      },
    })
    expect((await client.send(address, 0, unannounced)).status).toBe(413)
    expect(await client.offsetOf(address)).toBeLessThanOrEqual(1000)
  })

  test('of another protocol version, without an offset, or with another content type', async () => {
    const address = await client.begin(videoSample.length)
    const send = async (headers: Record<string, string>) =>
      app.fetch(address, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'tus-resumable': TUS_VERSION,
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        body: videoSample,
      })
    expect((await send({ 'tus-resumable': '0.2.2', 'upload-offset': '0' })).status).toBe(400)
    expect((await send({})).status).toBe(400)
    expect((await send({ 'upload-offset': '-1' })).status).toBe(400)
    expect((await send({ 'upload-offset': '0', 'content-type': 'video/mp4' })).status).toBe(415)
    const headers = { authorization: `Bearer ${admin.token}` }
    const plain = await app.fetch(address, { method: 'HEAD', headers })
    expect(plain.status).toBe(412)
    expect(await client.offsetOf(address)).toBe(0)
  })

  test('for an upload of another account or an invalid id', async () => {
    const address = await client.begin(videoSample.length)
    const other = tusClient(app, await app.signIn({ isAdmin: true }))
    for (const response of [
      await other.look(address),
      await other.send(address, 0, videoSample),
      await other.drop(address),
      await client.look('/api/uploads/..%2f..%2fsecret'),
      await client.look('/api/uploads/nichts'),
      await client.send('/api/uploads/0196f0a0-0000-7000-8000-000000000000', 0, videoSample),
    ])
      expect(response.status).toBe(404)
    expect(await client.offsetOf(address)).toBe(0)
  })

  test('when the account loses its rights during the chunk', async () => {
    const address = await client.begin(videoSample.length)
    const { promise, resolve } = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(videoSample.subarray(0, 1000))
        await promise
        controller.enqueue(videoSample.subarray(1000))
        controller.close()
      },
    })
    const sending = client.send(address, 0, body)
    await expect.poll(async () => (await arrivingFiles(app)).length, withRetries).toBe(1)
    await app.services.db.updateTable('users').set({ isAdmin: 0 }).where('id', '=', admin.id).execute()
    app.services.events.emit('accessChanged', { userId: admin.id })
    resolve()
    expect((await sending).status).toBe(403)
    expect((await client.create(10)).status).toBe(403)
  })

  test('when the disk has no space', async () => {
    const full = await startApp({ ffmpeg: undefined, reservedDiskBytes: Number.MAX_SAFE_INTEGER })
    const response = await tusClient(full, await full.signIn({ isAdmin: true })).create(10)
    expect([response.status, await codeOf(response)]).toEqual([507, 'DISK_FULL'])
  })
})

describe('the creation of an upload is rejected', () => {
  test.each([
    ['too large a video', UPLOAD_MAX_BYTES.video + 1, {}, 413],
    ['no kind', 10, { 'upload-metadata': `filename ${btoa('a')}` }, 400],
    ['a kind that is none', 10, { 'upload-metadata': `kind ${btoa('archive')}` }, 400],
    ['metadata that are none', 10, { 'upload-metadata': 'kind !!' }, 400],
    ['no length', 10, { 'upload-length': '' }, 400],
    ['a length below nothing', -1, {}, 400],
    ['a length to come', 10, { 'upload-length': '', 'upload-defer-length': '1' }, 400],
  ] as const)('with %s', async (_what, size, headers, status) => {
    expect((await client.create(size, 'video', headers)).status).toBe(status)
    expect(await arrivingFiles(app)).toEqual([])
  })

  test('for a track of a size that only videos may have', async () => {
    expect((await client.create(UPLOAD_MAX_BYTES.track + 1, 'track')).status).toBe(413)
    expect((await client.create(UPLOAD_MAX_BYTES.track, 'track')).status).toBe(201)
  })
})
