import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { addTracks, addAlbum, fillTrack, notAudio, titleTaken } from '@tonarchiv/contract/archive'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { addVideo, listVideos, notVideo } from '@tonarchiv/contract/videos'
import {
  TUS_VERSION,
  UPLOAD_MAX_BYTES,
  uploadElsewhere,
  uploadGone,
  uploadReference,
  uploadUnfinished,
} from '@tonarchiv/contract/uploads'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm, albumForm } from '#testing/album-forms.ts'
import { sample } from '#testing/made-audio.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { idOf, type TusClient, tusClient } from '#testing/tus.ts'
import { videoForm } from '#testing/video-forms.ts'
import { tidyUploads } from './uploads-of-account.ts'

/** A busy machine may take its time. */
const patiently = { timeout: 20_000 }
const film = new Uint8Array(sample('film.mp4'))
const music = new Uint8Array(sample('cbr.mp3'))
/** A film with a box behind it that nobody reads. */
const longFilm = new Uint8Array(film.length + 4_000_000)
longFilm.set(film)
new DataView(longFilm.buffer).setUint32(film.length, 4_000_000)
longFilm.set(new TextEncoder().encode('free'), film.length + 4)

type Admin = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Admin
let client: TusClient

beforeEach(async () => {
  app = await startApp({ ffmpeg: undefined })
  admin = await app.signIn({ isAdmin: true })
  client = tusClient(app, admin)
})

async function begun(sizeBytes = film.length): Promise<string> {
  return (await client.create(sizeBytes)).headers.get('location') ?? ''
}

async function files(): Promise<string[]> {
  return readdir(join(app.services.config.dataFolder, 'uploads')).catch(() => [])
}

async function codeOf(response: Response): Promise<unknown> {
  return Reflect.get(Object(await response.json()), 'code')
}

async function offsetOf(address: string): Promise<number> {
  return Number((await client.look(address)).headers.get('upload-offset'))
}

async function sizeOnDisk(address: string): Promise<number> {
  const { dataFolder } = app.services.config
  return (await stat(join(dataFolder, 'uploads', idOf(address)))).size
}

/** What came is a video of exactly these bytes. */
async function expectVideoOf(address: string, bytes: Uint8Array): Promise<void> {
  const { video } = await admin.call(addVideo, { form: videoForm({ file: uploadReference(idOf(address)) }) })
  const streamed = await app.fetch(`${video.url}?auth=${admin.token}`)
  expect(Buffer.from(await streamed.arrayBuffer()).equals(bytes)).toBe(true)
}

describe('a file comes in pieces', () => {
  test('one after the other, and then is a video', async () => {
    const created = await client.create(film.length)
    expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, TUS_VERSION])
    const address = created.headers.get('location') ?? ''
    expect(address).toMatch(/^\/api\/uploads\/[\da-f-]{36}$/)
    const expires = new Date(created.headers.get('upload-expires') ?? '').getTime()
    expect(expires - app.services.now().getTime()).toBeGreaterThan(23 * 60 * 60 * 1000)

    const first = await client.send(address, 0, film.subarray(0, 1000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000'])
    const looked = await client.look(address)
    expect(Object.fromEntries(looked.headers)).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(film.length),
      'upload-metadata': expect.stringContaining('filename'),
      'cache-control': 'no-store',
    })
    expect((await client.send(address, 1000, film.subarray(1000))).status).toBe(204)
    const { video } = await admin.call(addVideo, {
      form: videoForm({ file: uploadReference(idOf(address)) }),
    })
    expect(video.file_size).toBe(film.length)
    const streamed = await app.fetch(`${video.url}?auth=${admin.token}`)
    expect(new Uint8Array(await streamed.arrayBuffer())).toEqual(film)
    expect(await files()).toEqual([])
    expect((await client.look(address)).status).toBe(404)
  })

  test('and what came before the line dropped stays', async () => {
    const address = await begun(longFilm.length)
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
        `Content-Length: ${longFilm.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(longFilm.subarray(0, 2_000_000))
    await expect.poll(() => sizeOnDisk(address), patiently).toBeGreaterThan(0)
    socket.destroy()
    const arrived = await offsetOf(address)
    expect(arrived).toBeGreaterThan(0)
    expect(arrived).toBeLessThanOrEqual(2_000_000)
    expect((await client.send(address, arrived, longFilm.subarray(arrived))).status).toBe(204)
    await expectVideoOf(address, longFilm)
  })

  test('and across a restart of the server', async () => {
    const address = await begun()
    await client.send(address, 0, film.subarray(0, 1500))
    const after = await startApp({ ffmpeg: undefined }, { beside: app })
    const again = tusClient(after, admin)
    expect((await again.look(address)).headers.get('upload-offset')).toBe('1500')
    expect((await again.send(address, 1500, film.subarray(1500))).status).toBe(204)
    const form = videoForm({ file: uploadReference(idOf(address)) })
    const response = await after.fetch('/api/videos', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    })
    expect(response.status).toBe(201)
  })

  test('whoever begins anew stops a piece that hangs on a dead line', async () => {
    const address = await begun(longFilm.length)
    const stuck = client
      .send(
        address,
        0,
        new ReadableStream({ start: (controller) => controller.enqueue(longFilm.subarray(0, 2_000_000)) }),
        { 'content-length': String(longFilm.length) },
      )
      .catch(() => undefined)
    await expect.poll(() => sizeOnDisk(address), patiently).toBeGreaterThan(0)
    const arrived = await offsetOf(address)
    expect(arrived).toBeGreaterThan(0)
    expect((await client.send(address, arrived, longFilm.subarray(arrived))).status).toBe(204)
    await stuck
    await expectVideoOf(address, longFilm)
  })

  test('two at once harm nothing', async () => {
    const address = await begun(longFilm.length)
    const sent = await Promise.all([client.send(address, 0, longFilm), client.send(address, 0, longFilm)])
    for (const { status } of sent) expect([204, 409]).toContain(status)
    const arrived = await offsetOf(address)
    expect((await client.send(address, arrived, longFilm.subarray(arrived))).status).toBe(204)
    await expectVideoOf(address, longFilm)
  })
})

describe('no bytes are taken', () => {
  test('at another place than where the last ones ended', async () => {
    const address = await begun()
    await client.send(address, 0, film.subarray(0, 100))
    for (const offset of [0, 99, 101]) {
      const response = await client.send(address, offset, film.subarray(offset))
      expect([response.status, await codeOf(response)]).toEqual([409, uploadElsewhere.code])
    }
    expect(await offsetOf(address)).toBe(100)
  })

  test('beyond the size that was announced', async () => {
    const address = await begun(1000)
    expect((await client.send(address, 0, film)).status).toBe(413)
    const unannounced = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(film)
        controller.close()
      },
    })
    expect((await client.send(address, 0, unannounced)).status).toBe(413)
    expect(await offsetOf(address)).toBeLessThanOrEqual(1000)
  })

  test('of another version, without an offset, or called something else', async () => {
    const address = await begun()
    const send = async (headers: Record<string, string>) =>
      app.fetch(address, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'tus-resumable': TUS_VERSION,
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        body: film,
      })
    expect((await send({ 'tus-resumable': '0.2.2', 'upload-offset': '0' })).status).toBe(400)
    expect((await send({})).status).toBe(400)
    expect((await send({ 'upload-offset': '-1' })).status).toBe(400)
    expect((await send({ 'upload-offset': '0', 'content-type': 'video/mp4' })).status).toBe(415)
    const headers = { authorization: `Bearer ${admin.token}` }
    const plain = await app.fetch(address, { method: 'HEAD', headers })
    expect(plain.status).toBe(412)
    expect(await offsetOf(address)).toBe(0)
  })

  test('of nobody else’s upload, nor of an id that is none', async () => {
    const address = await begun()
    const other = tusClient(app, await app.signIn({ isAdmin: true }))
    for (const response of [
      await other.look(address),
      await other.send(address, 0, film),
      await other.drop(address),
      await client.look('/api/uploads/..%2f..%2fsecret'),
      await client.look('/api/uploads/nichts'),
      await client.send('/api/uploads/0196f0a0-0000-7000-8000-000000000000', 0, film),
    ])
      expect(response.status).toBe(404)
    expect(await offsetOf(address)).toBe(0)
  })

  test('when the right to do it ends in the middle', async () => {
    const address = await begun()
    const { promise, resolve } = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(film.subarray(0, 1000))
        await promise
        controller.enqueue(film.subarray(1000))
        controller.close()
      },
    })
    const sending = client.send(address, 0, body)
    await expect.poll(async () => (await files()).length, patiently).toBe(1)
    await app.services.db.updateTable('users').set({ isAdmin: 0 }).where('id', '=', admin.id).execute()
    app.services.announcements.tell('accessChanged', { userId: admin.id })
    resolve()
    expect((await sending).status).toBe(403)
    expect((await client.create(10)).status).toBe(403)
  })

  test('when the disk has no room', async () => {
    const full = await startApp({ ffmpeg: undefined, reservedDiskBytes: Number.MAX_SAFE_INTEGER })
    const response = await tusClient(full, await full.signIn({ isAdmin: true })).create(10)
    expect([response.status, await codeOf(response)]).toEqual([507, 'DISK_FULL'])
  })
})

describe('an announcement is refused', () => {
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
    expect(await files()).toEqual([])
  })

  test('with a track as large as only videos are', async () => {
    expect((await client.create(UPLOAD_MAX_BYTES.track + 1, 'track')).status).toBe(413)
    expect((await client.create(UPLOAD_MAX_BYTES.track, 'track')).status).toBe(201)
  })
})

describe('a form refers to what has come', () => {
  test('as tracks of an album, beside files of its own', async () => {
    const ids = [await client.upload(music, 'track'), await client.upload(music, 'track')]
    const form = albumForm({ tracks: ['Eins', 'Zwei', 'Drei'] })
    form.delete('track1')
    form.delete('track2')
    form.set('track1', uploadReference(ids[0] ?? ''))
    form.set('track2', uploadReference(ids[1] ?? ''))
    const { album } = await admin.call(addAlbum, { form })
    for (const { file } of album.tracks) {
      const response = await app.fetch(`/api/stream/${file}?token=${admin.token}`)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(music)
    }
    expect(await files()).toEqual([])
  })

  test('as further tracks, and to fill a missing one', async () => {
    const album = await addByForm(admin, { tracks: ['Eins', { title: 'Zwei [FEHLT]' }] })
    const more = new FormData()
    more.set('albumTitle', album.albumTitel)
    more.set('newTrackTitle0', 'Drei')
    more.set('newTrack0', uploadReference(await client.upload(music, 'track')))
    await admin.call(addTracks, { form: more })
    const filling = new FormData()
    filling.set('file', uploadReference(await client.upload(music, 'track')))
    const filled = await admin.call(fillTrack, { params: { id: album.tracks[1]?.id ?? '' }, form: filling })
    expect(filled.album.tracks.map(({ file }) => file !== undefined)).toEqual([true, true, true])
    expect(await files()).toEqual([])
  })

  test('only when all of it has come', async () => {
    const address = await begun()
    await client.send(address, 0, film.subarray(0, 100))
    const form = videoForm({ file: uploadReference(idOf(address)) })
    expect((await admin.refusal(addVideo, { form })).body.code).toBe(uploadUnfinished.code)
    expect(await offsetOf(address)).toBe(100)
  })

  test('not to somebody else’s, and not twice', async () => {
    const id = await client.upload(film)
    const other = await app.signIn({ isAdmin: true })
    const form = () => videoForm({ file: uploadReference(id) })
    expect((await other.refusal(addVideo, { form: form() })).body.code).toBe(uploadGone.code)
    await admin.call(addVideo, { form: form() })
    expect((await admin.refusal(addVideo, { form: form() })).body.code).toBe(uploadGone.code)
    expect((await admin.call(listVideos, { query: {} })).total).toBe(1)
  })

  test('and keeps it for another try when the form is refused', async () => {
    await addByForm(admin, { albumTitel: 'Vergeben' })
    const id = await client.upload(music, 'track')
    const formCalled = (albumTitel: string) => {
      const form = albumForm({ albumTitel })
      form.delete('track0')
      form.set('track0', uploadReference(id))
      return form
    }
    const { body } = await admin.refusal(addAlbum, { form: formCalled('Vergeben') })
    expect(body.code).toBe(titleTaken.code)
    expect((await admin.call(addAlbum, { form: formCalled('Frei') })).album.tracks).toHaveLength(1)
  })

  test('under the checks that every file gets', async () => {
    const text = new Uint8Array(sample('text.mp3'))
    const form = albumForm({ tracks: ['Brief'] })
    form.delete('track0')
    form.set('track0', uploadReference(await client.upload(text, 'track')))
    const refused = await admin.refusal(addAlbum, { form })
    expect(refused.body).toMatchObject({
      code: notAudio.code,
      fields: { track0: expect.stringContaining('Brief') },
    })
    for (const bytes of [text, new Uint8Array(0)]) {
      const video = videoForm({ file: uploadReference(await client.upload(bytes)) })
      expect((await admin.refusal(addVideo, { form: video })).body.code).toBe(notVideo.code)
    }
    expect(await app.services.db.selectFrom('albums').selectAll().execute()).toEqual([])
  })
})

describe('what nobody uses', () => {
  test('goes after a day without another piece', async () => {
    const address = await begun()
    const hour = 60 * 60 * 1000
    const later = async (hours: number) => {
      app.passTime(hours * hour)
      client = tusClient(app, await app.anotherSession(admin))
    }
    await later(20)
    await client.send(address, 0, film.subarray(0, 100))
    await later(20)
    await tidyUploads(app.services)
    expect(await offsetOf(address)).toBe(100)
    await later(5)
    expect((await client.look(address)).status).toBe(404)
    await tidyUploads(app.services)
    expect(await files()).toEqual([])
    expect(await app.services.db.selectFrom('resumableUploads').selectAll().execute()).toEqual([])
  })

  test('goes at once when it is given up', async () => {
    const address = await begun()
    await client.send(address, 0, film.subarray(0, 100))
    expect((await client.drop(address)).status).toBe(204)
    expect([(await client.look(address)).status, await files()]).toEqual([404, []])
  })

  test('goes with its account', async () => {
    await app.signIn({ isAdmin: true })
    await begun()
    await admin.call(deleteAccount, { body: { password: admin.password } })
    expect(await app.services.db.selectFrom('resumableUploads').selectAll().execute()).toEqual([])
  })
})
