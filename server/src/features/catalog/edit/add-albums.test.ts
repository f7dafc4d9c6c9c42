import { getAlbum, getTrackMetadata, listAlbums } from '@tonarchiv/contract/catalog'
import { addAlbum, addAlbumFlat } from '@tonarchiv/contract/archive-editing'
import { describe, expect, test } from 'vitest'
import { addByForm, albumForm, fileOf } from '#testing/album-forms.ts'
import { expectStoredFiles } from '#testing/stored-files.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'

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
    await expectStoredFiles(app, 3)
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

  test('with parts in any order', async () => {
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

  test('also when its flat form contains the tracks as JSON', async () => {
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

  test('and is first in the list, and the act is recorded', async () => {
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

  test('with a placeholder for an empty file input', async () => {
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

test('one album that is sent twenty times at once is added once', async () => {
  const app = await startApp()
  const admins = await Promise.all(Array.from({ length: 10 }, () => app.signIn({ isAdmin: true })))
  const form = () => albumForm({ albumTitel: 'Doppelt', tracks: ['Eins', 'Zwei'], cover: 'cover.jpg' })
  const outcomes = await Promise.allSettled(
    [...admins, ...admins].map((admin) => admin.call(addAlbum, { form: form() })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expectStoredFiles(app, 3)
  const { total } = await (await app.signIn()).call(listAlbums, { query: {} })
  expect(total).toBe(1)
})

test('a part with a non-canonical number is not a track', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const form = albumForm({ tracks: ['Eins'] })
  form.set('track00', fileOf('lossless.flac'), 'noch eine')
  const { album } = await admin.call(addAlbum, { form })
  expect(album.tracks.map(({ file }) => file?.split('.').at(-1))).toEqual(['mp3'])
})
