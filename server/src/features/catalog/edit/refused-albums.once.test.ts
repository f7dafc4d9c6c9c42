import { addAlbum, brokenAudio, notAudio, titleInUse } from '@tonarchiv/contract/archive-editing'
import { diskFull, invalidInput, tooLarge } from '@tonarchiv/contract/refusal'
import { describe, expect, test } from 'vitest'
import { addByForm, albumForm, fileOf } from '#testing/album-forms.ts'
import { expectStoredFiles, expectNoStoredFiles } from '#testing/stored-files.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'

describe('nothing of an album is stored', () => {
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
    await expectNoStoredFiles(app)
  })

  test('when several of its tracks are none, and all of them are named', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const form = albumForm({
      tracks: [
        { title: 'Brief', file: 'text.mp3' },
        'Gut',
        { title: 'Kaputt', file: sample('lossless.flac').subarray(0, 60) },
      ],
    })
    const { status, body } = await admin.refusal(addAlbum, { form })
    expect([status, body.code]).toEqual([notAudio.status, notAudio.code])
    expect(body.fields).toEqual({
      track0: notAudio.text.replace('{name}', 'Brief'),
      track2: brokenAudio.text.replace('{name}', 'Kaputt'),
    })
    await expectNoStoredFiles(app)
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
    await expectNoStoredFiles(app)
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
    await expectNoStoredFiles(app)
  })

  test('when it has more than 200 tracks', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const tracks = Array.from({ length: 201 }, (_, index) => ({ title: `Track ${index}` }))
    const { status, body } = await admin.refusal(addAlbum, { form: albumForm({ tracks }) })
    expect([status, body.error]).toEqual([400, 'Ein Album darf höchstens 200 Tracks haben'])
    await expectNoStoredFiles(app)
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
    await expectNoStoredFiles(app)
  })

  test('when the disk is nearly full, and its bytes are not read', async () => {
    const app = await startApp({ reservedDiskBytes: Number.MAX_SAFE_INTEGER })
    const admin = await app.signIn({ isAdmin: true })
    const { status, body } = await admin.refusal(addAlbum, { form: albumForm() })
    expect([status, body.error]).toEqual([507, diskFull.text])
    await expectNoStoredFiles(app)
  })

  test('when its title is taken, ignoring case and Unicode composition', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    await addByForm(admin, { albumTitel: 'Größe', tracks: [{ title: 'x' }] })
    for (const albumTitel of ['Größe', 'GRÖSSE', 'Gro\u0308ße']) {
      const { status, body } = await admin.refusal(addAlbum, {
        form: albumForm({ albumTitel, cover: 'cover.jpg' }),
      })
      expect([status, body.code]).toEqual([titleInUse.status, titleInUse.code])
      expect(body.fields).toEqual({ albumTitel: titleInUse.text })
    }
    await expectStoredFiles(app, 0)
  })
})

test('a truncated body is rejected', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const response = await app.fetch(addAlbum.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="track0"; filename="a"\r\n\r\nabc',
  })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'UPLOAD_BROKEN' }])
  await expectNoStoredFiles(app)
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
