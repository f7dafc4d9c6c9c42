import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addAlbum,
  addAlbumFlat,
  brokenAudio,
  getAlbum,
  getTrackMetadata,
  listAlbums,
  notAudio,
  titleTaken,
} from '@tonarchiv/contract/archive'
import { logout } from '@tonarchiv/contract/auth'
import { diskFull, invalidInput, tooLarge } from '@tonarchiv/contract/refusal'
import { describe, expect, test } from 'vitest'
import { addByForm, albumForm, fileOf } from '#testing/album-forms.ts'
import { sample } from '#testing/made-audio.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** A busy machine may take its time. */
const patiently = { timeout: 10_000 }

/** Every file that the storage holds, stages included. */
async function filesOf({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function expectNothingKept(app: TestApp): Promise<void> {
  await expect.poll(() => filesOf(app), patiently).toEqual([])
  const { db } = app.services
  expect(await db.selectFrom('albums').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('tracks').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('covers').selectAll().execute()).toEqual([])
}

describe('an album is added', () => {
  test('with its tracks, their lengths read from the files, and its cover', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const album = await addByForm(admin, {
      albumTitel: 'Größe',
      releaseJahr: 2019,
      type: 'ep',
      isExclusive: true,
      tracks: [
        { title: 'Eins', file: 'cbr.mp3' },
        { title: 'Zwei', file: 'lossless.flac' },
        { title: 'Drei [FEHLT]' },
      ],
      cover: 'cover.jpg',
    })
    expect(album).toMatchObject({
      albumTitel: 'Größe',
      releaseJahr: 2019,
      type: 'ep',
      isExclusive: true,
      albumCover: expect.stringMatching(/^\/api\/cover\/[\da-f]{24}$/),
      tracks: [
        { title: 'Eins', file: expect.stringMatching(/^[\da-f]{24}\.mp3$/) },
        { title: 'Zwei', file: expect.stringMatching(/^[\da-f]{24}\.flac$/) },
        { title: 'Drei [FEHLT]', duration: 0 },
      ],
    })
    expect(album.tracks[0]?.duration).toBeGreaterThan(0.5)
    expect(album.tracks[2]?.file).toBeUndefined()
    expect(await admin.call(getAlbum, { params: { albumTitel: 'Größe' } })).toEqual({ album })
    expect(await filesOf(app)).toHaveLength(3)
  })

  test.each([
    ['cbr.mp3', 'mp3'],
    ['faststart.m4a', 'm4a'],
    ['pcm.wav', 'wav'],
    ['lossless.flac', 'flac'],
    ['vorbis.ogg', 'ogg'],
    ['opus.opus', 'opus'],
  ])('of %s, whatever the file is called', async (file, format) => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const album = await addByForm(admin, { tracks: [{ title: 'Lied.exe', file }] })
    const { metadata } = await admin.call(getTrackMetadata, { params: { id: album.tracks[0]?.id ?? '' } })
    expect(metadata).toMatchObject({ format, sizeBytes: sample(file).length })
    expect(metadata.duration).toBe(album.tracks[0]?.duration)
  })

  test('whatever the order of the parts', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = new FormData()
    for (const [name, value] of [
      ...albumForm({ tracks: ['Eins', 'Zwei'], cover: 'cover.jpg' }),
    ].toReversed()) {
      form.append(name, value)
    }
    const { album } = await admin.call(addAlbum, { form })
    expect(album.tracks.map(({ title }) => title)).toEqual(['Eins', 'Zwei'])
    expect(album.tracks.every(({ file }) => file !== undefined)).toBe(true)
  })

  test('with its fields flat in the form', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = new FormData()
    const fields = { albumTitel: 'Flach', releaseJahr: 'unknown', type: 'single', isExclusive: 'true' }
    for (const [name, value] of Object.entries({ ...fields, title0: 'Eins', title1: 'Zwei [FEHLT]' })) {
      form.set(name, value)
    }
    form.set('track0', fileOf('cbr.mp3'), 'a.mp3')
    const { album } = await admin.call(addAlbumFlat, { form })
    expect(album).toMatchObject({
      albumTitel: 'Flach',
      releaseJahr: 'unknown',
      type: 'single',
      isExclusive: true,
      albumCover: 'unknown',
      tracks: [{ title: 'Eins', file: expect.any(String) }, { title: 'Zwei [FEHLT]' }],
    })
  })

  test('also when its flat form holds the tracks as JSON', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const flat = (tracks: string) => {
      const form = new FormData()
      const fields = { albumTitel: 'Flach', releaseJahr: '2020', type: 'ep', tracks }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('track1', fileOf('cbr.mp3'), 'a.mp3')
      return form
    }
    for (const tracks of ['{', '[]', '"Eins"', '[{"title":""},{"title":"b"}]'])
      expect(await admin.refusal(addAlbumFlat, { form: flat(tracks) })).toMatchObject({
        status: 400,
        body: { fields: { tracks: expect.any(String) } },
      })
    const { album } = await admin.call(addAlbumFlat, { form: flat('[{"title":"Eins"},{"title":"Zwei"}]') })
    expect(album.tracks.map(({ title, file }) => [title, file !== undefined])).toEqual([
      ['Eins', false],
      ['Zwei', true],
    ])
  })

  test('and stands first in the list, and the act is written down', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    await addByForm(admin, { albumTitel: 'Alt' })
    const neu = await addByForm(admin, { albumTitel: 'Neu' })
    const { albums } = await admin.call(listAlbums, { query: {} })
    expect(albums.map(({ albumTitel }) => albumTitel)).toEqual(['Neu', 'Alt'])
    const acts = await app.services.db
      .selectFrom('adminActs')
      .selectAll()
      .where('target', '=', neu.albumId)
      .execute()
    expect(acts).toMatchObject([{ action: 'album.add', actorId: admin.id }])
  })

  test('with a file input left empty as a placeholder', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = albumForm({ tracks: [{ title: 'Leer' }] })
    form.set('track0', new Blob([]), '')
    form.set('albumCover', new Blob([]), '')
    const { album } = await admin.call(addAlbum, { form })
    expect(album.albumCover).toBe('unknown')
    expect(album.tracks[0]?.file).toBeUndefined()
  })
})

describe('nothing is kept of an album', () => {
  test.each<[string, Buffer | string, typeof notAudio]>([
    ['a text', 'text.mp3', notAudio],
    ['a picture', 'cover.jpg', notAudio],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), notAudio],
    ['nothing', Buffer.alloc(0), notAudio],
    ['one byte', Buffer.from([0xff]), notAudio],
    ['a FLAC without music', sample('lossless.flac').subarray(0, 60), brokenAudio],
    ['a film', 'film.mp4', notAudio],
  ])('when one of its tracks is %s', async (_name, file, refusal) => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = albumForm({
      tracks: ['Gut', { title: 'Schlecht', file }, 'Auch gut'],
      cover: 'cover.jpg',
    })
    const { status, body } = await admin.refusal(addAlbum, { form })
    expect([status, body.code]).toEqual([refusal.status, refusal.code])
    expect(body.error).toContain('„Schlecht“')
    expect(body.fields).toEqual({ track1: body.error })
    await expectNothingKept(app)
  })

  test.each<[string, Buffer, number, string]>([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'NOT_AN_IMAGE'],
    ['music', sample('cbr.mp3'), 415, 'NOT_AN_IMAGE'],
    ['broken', sample('cover.jpg').subarray(0, 700), 400, 'IMAGE_BROKEN'],
  ])('when its cover is %s', async (_name, cover, status, code) => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const refused = await admin.refusal(addAlbum, { form: albumForm({ cover }) })
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(refused.body.fields).toHaveProperty('albumCover')
    await expectNothingKept(app)
  })

  test.each<[string, (form: FormData) => void]>([
    ['its facts are missing', (form) => form.delete('albumData')],
    ['its facts are no JSON', (form) => form.set('albumData', '{')],
    [
      'it has no tracks',
      (form) => form.set('albumData', '{"albumTitel":"x","releaseJahr":2000,"type":"ep","tracks":[]}'),
    ],
    [
      'its title is empty',
      (form) =>
        form.set('albumData', '{"albumTitel":" ","releaseJahr":2000,"type":"ep","tracks":[{"title":"x"}]}'),
    ],
    [
      'its year lies far away',
      (form) =>
        form.set('albumData', '{"albumTitel":"x","releaseJahr":1000,"type":"ep","tracks":[{"title":"x"}]}'),
    ],
    [
      'its type is none',
      (form) =>
        form.set('albumData', '{"albumTitel":"x","releaseJahr":2000,"type":"lp","tracks":[{"title":"x"}]}'),
    ],
    [
      'its title turns the reading direction',
      (form) =>
        form.set(
          'albumData',
          '{"albumTitel":"a\u202eb","releaseJahr":2000,"type":"ep","tracks":[{"title":"x"}]}',
        ),
    ],
    ['a file has no row', (form) => form.set('track7', fileOf('cbr.mp3'), 'x')],
    ['two files have one name', (form) => form.append('track0', fileOf('cbr.mp3'), 'x')],
    ['a file is called too long', (form) => form.set('track0', fileOf('cbr.mp3'), 'x'.repeat(256))],
  ])('when %s', async (_name, spoil) => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = albumForm({ cover: 'cover.jpg' })
    spoil(form)
    const { status, body } = await admin.refusal(addAlbum, { form })
    expect([400, 413]).toContain(status)
    expect(body.error).not.toBe('')
    await expectNothingKept(app)
  })

  test('when it has more than 200 tracks', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const tracks = Array.from({ length: 201 }, (_, index) => ({ title: `Track ${index}` }))
    const { status, body } = await admin.refusal(addAlbum, { form: albumForm({ tracks }) })
    expect([status, body.error]).toEqual([400, 'Ein Album darf höchstens 200 Tracks haben'])
    await expectNothingKept(app)
  })

  test('when its cover is larger than 15 MB', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const cover = Buffer.concat([sample('cover.jpg'), Buffer.alloc(15 * 1024 * 1024)])
    const { status, body } = await admin.refusal(addAlbum, { form: albumForm({ cover }) })
    expect([status, body.code, body.error]).toEqual([
      tooLarge.status,
      tooLarge.code,
      'Die Datei ist zu groß (maximal 15 MB)',
    ])
    expect(body.fields).toHaveProperty('albumCover')
    await expectNothingKept(app)
  })

  test('when the disk is nearly full, and its bytes are not even read', async () => {
    const app = await startApp({ reservedDiskBytes: Number.MAX_SAFE_INTEGER })
    const admin = await app.signIn({ isAdmin: true })
    const { status, body } = await admin.refusal(addAlbum, { form: albumForm() })
    expect([status, body.error]).toEqual([507, diskFull.text])
    await expectNothingKept(app)
  })

  test('when its title is taken, in whatever case and composition', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    await addByForm(admin, { albumTitel: 'Größe', tracks: [{ title: 'x' }] })
    for (const albumTitel of ['Größe', 'GRÖSSE', 'Gro\u0308ße']) {
      const { status, body } = await admin.refusal(addAlbum, {
        form: albumForm({ albumTitel, cover: 'cover.jpg' }),
      })
      expect([status, body.code]).toEqual([titleTaken.status, titleTaken.code])
      expect(body.fields).toEqual({ albumTitel: titleTaken.text })
    }
    await expect.poll(() => filesOf(app), patiently).toEqual([])
  })
})

test('of one album sent twenty times at once, one is kept', async () => {
  const app = await startApp()
  const admins = await Promise.all(Array.from({ length: 10 }, () => app.signIn({ isAdmin: true })))
  const form = () => albumForm({ albumTitel: 'Doppelt', tracks: ['Eins', 'Zwei'], cover: 'cover.jpg' })
  const outcomes = await Promise.allSettled(
    [...admins, ...admins].map((admin) => admin.call(addAlbum, { form: form() })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect.poll(() => filesOf(app), patiently).toHaveLength(3)
  const { total } = await (await app.signIn()).call(listAlbums, { query: {} })
  expect(total).toBe(1)
})

test('a third upload of one account at the same time is refused, and later works', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const slow = await Promise.all([1, 2].map(() => startSlowUpload(app, admin.token)))
  await expect.poll(() => filesOf(app), patiently).toHaveLength(2)
  const refused = await admin.refusal(addAlbum, { form: albumForm() })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  for (const upload of slow) upload.abort()
  await expect
    .poll(
      async () =>
        admin.call(addAlbum, { form: albumForm() }).then(
          () => true,
          () => false,
        ),
      patiently,
    )
    .toBe(true)
})

test('when the sender leaves in the middle, nothing stays', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const upload = await startSlowUpload(app, admin.token)
  await expect.poll(() => filesOf(app), patiently).toHaveLength(1)
  upload.abort()
  await expect.poll(() => filesOf(app), patiently).toEqual([])
  await expectNothingKept(app)
})

test('when the sender lost the right to it meanwhile, nothing stays', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const upload = await startSlowUpload(app, admin.token)
  await expect.poll(() => filesOf(app), patiently).toHaveLength(1)
  await admin.call(logout, {})
  const { status, body } = await upload.finish()
  expect([status, body]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  await expectNothingKept(app)
})

test('when the disk fills up while it comes, nothing stays', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { storage } = app.services
  const freeAtFirst = await storage.freeBytes()
  const looks = [freeAtFirst]
  storage.freeBytes = async () => looks.pop() ?? 0
  const wav = sample('pcm.wav')
  const track = Buffer.concat([wav, Buffer.alloc(20 * 1024 * 1024)])
  const { status, body } = await admin.refusal(addAlbum, {
    form: albumForm({ tracks: [{ title: 'Lang', file: track }] }),
  })
  expect([status, body.error]).toEqual([507, diskFull.text])
  await expectNothingKept(app)
})

test('a part whose number is written in another way is no track', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const form = albumForm({ tracks: ['Eins'] })
  form.set('track00', fileOf('lossless.flac'), 'noch eine')
  const { album } = await admin.call(addAlbum, { form })
  expect(album.tracks.map(({ file }) => file?.split('.').at(-1))).toEqual(['mp3'])
})

test('a body that ends too early is refused', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const response = await app.fetch(addAlbum.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="track0"; filename="a"\r\n\r\nabc',
  })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'UPLOAD_BROKEN' }])
  await expectNothingKept(app)
})

test('a multipart body without a boundary is refused', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const response = await app.fetch(addAlbum.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; foo=bar' },
    body: 'x',
  })
  expect([response.status, await response.json()]).toMatchObject([400, { code: invalidInput.code }])
})

interface SlowUpload {
  abort(): void
  /** Sends the rest. */
  finish(): Promise<{ status: number; body: unknown }>
}

/** An upload that has brought half a track and waits. */
async function startSlowUpload({ address }: TestApp, token: string): Promise<SlowUpload> {
  const abort = new AbortController()
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const head = '--x\r\nContent-Disposition: form-data; name="track0"; filename="a.mp3"\r\n\r\n'
  const mp3 = sample('cbr.mp3')
  const albumData = '{"albumTitel":"Spät","releaseJahr":2020,"type":"album","tracks":[{"title":"Lied"}]}'
  const tail = `\r\n--x\r\nContent-Disposition: form-data; name="albumData"\r\n\r\n${albumData}\r\n--x--\r\n`
  async function* bytes() {
    yield Buffer.from(head)
    yield mp3.subarray(0, 5000)
    begun.resolve()
    await rest.promise
    yield mp3.subarray(5000)
    yield Buffer.from(tail)
  }
  const answer = fetch(address + addAlbum.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(bytes()),
    duplex: 'half',
    signal: abort.signal,
  })
  answer.catch(() => {})
  await begun.promise
  return {
    abort: () => {
      abort.abort()
      rest.resolve()
    },
    finish: async () => {
      rest.resolve()
      const response = await answer
      return { status: response.status, body: await response.json() }
    },
  }
}
