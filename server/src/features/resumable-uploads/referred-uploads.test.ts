import { addTracks, addAlbum, fillTrack, notAudio, titleInUse } from '@tonarchiv/contract/archive-editing'
import { addVideo, listVideos, notVideo } from '@tonarchiv/contract/videos'
import { uploadGone, uploadReference, uploadUnfinished } from '@tonarchiv/contract/uploads'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm, albumForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { arrivingFiles, idOf, startUploadingAdmin, type UploadingAdmin } from '#testing/tus.ts'
import { videoForm } from '#testing/video-forms.ts'

const videoSample = new Uint8Array(sample('film.mp4'))
const music = new Uint8Array(sample('cbr.mp3'))

let app: UploadingAdmin['app']
let admin: UploadingAdmin['admin']
let client: UploadingAdmin['client']

beforeEach(async () => {
  ;({ app, admin, client } = await startUploadingAdmin())
})

describe('a form references finished uploads', () => {
  test('as tracks of an album, beside files in the form', async () => {
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
    expect(await arrivingFiles(app)).toEqual([])
  })

  test('as further tracks, and to fill a placeholder', async () => {
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
    expect(await arrivingFiles(app)).toEqual([])
  })

  test('only when all bytes have arrived', async () => {
    const address = await client.begin(videoSample.length)
    await client.send(address, 0, videoSample.subarray(0, 100))
    const form = videoForm({ file: uploadReference(idOf(address)) })
    expect((await admin.refusal(addVideo, { form })).body.code).toBe(uploadUnfinished.code)
    expect(await client.offsetOf(address)).toBe(100)
  })

  test('not those of another account, and not twice', async () => {
    const id = await client.upload(videoSample)
    const other = await app.signIn({ isAdmin: true })
    const form = () => videoForm({ file: uploadReference(id) })
    expect((await other.refusal(addVideo, { form: form() })).body.code).toBe(uploadGone.code)
    await admin.call(addVideo, { form: form() })
    expect((await admin.refusal(addVideo, { form: form() })).body.code).toBe(uploadGone.code)
    expect((await admin.call(listVideos, { query: {} })).total).toBe(1)
  })

  test('and keeps them for another attempt when the form is rejected', async () => {
    await addByForm(admin, { albumTitel: 'Vergeben' })
    const id = await client.upload(music, 'track')
    const formCalled = (albumTitel: string) => {
      const form = albumForm({ albumTitel })
      form.delete('track0')
      form.set('track0', uploadReference(id))
      return form
    }
    const { body } = await admin.refusal(addAlbum, { form: formCalled('Vergeben') })
    expect(body.code).toBe(titleInUse.code)
    expect((await admin.call(addAlbum, { form: formCalled('Frei') })).album.tracks).toHaveLength(1)
  })

  test('with the same checks as for files in a form', async () => {
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
