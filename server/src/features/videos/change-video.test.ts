import { listAuditEvents } from '@tonarchiv/contract/admin'
import {
  listVideos,
  notAThumbnail,
  replaceThumbnail,
  updateVideo,
  videoNotFound,
} from '@tonarchiv/contract/videos'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

async function archiveWithVideo() {
  const app = await startApp({ ffmpeg: undefined })
  const admin = await app.signIn({ isAdmin: true })
  const video = await addVideoByForm(admin, {
    title: 'Auftritt',
    description: 'Alt',
    upload_date: '2020-01-02',
    thumbnail: 'cover.jpg',
  })
  const params = { id: video.id }
  const texts = async () => (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)
  const thumbnailForm = (name: string) => {
    const form = new FormData()
    form.set('thumbnail', new Blob([new Uint8Array(sample(name))]), name)
    return form
  }
  return { app, admin, video, params, texts, thumbnailForm }
}

test('title, description and date of a video are changed, and its file stays', async () => {
  const { admin, video, params, texts } = await archiveWithVideo()
  const body = { title: 'Konzert', description: 'Neu', upload_date: '2021-05-12' }
  const { video: changed } = await admin.call(updateVideo, { params, body })
  expect(changed).toEqual({ ...video, ...body })
  expect((await admin.call(listVideos, { query: {} })).videos).toEqual([changed])
  expect((await texts())[0]).toBe(
    'Video „Auftritt“: in „Konzert“ umbenannt, Datum 02.01.2020 → 12.05.2021, Beschreibung „Alt“ → „Neu“',
  )
  await admin.call(updateVideo, { params, body: { description: '' } })
  expect((await admin.call(listVideos, { query: {} })).videos).toMatchObject([
    { title: 'Konzert', description: '' },
  ])
})

test('wrong fields are rejected, and nothing is changed', async () => {
  const { admin, video, params } = await archiveWithVideo()
  const { body } = await admin.refusal(updateVideo, {
    params,
    body: { title: ' ', upload_date: '2021-02-30' },
  })
  expect(body.fields).toEqual({ title: 'Bitte gib einen Titel ein', upload_date: 'Bitte gib ein Datum an' })
  expect((await admin.call(listVideos, { query: {} })).videos).toEqual([video])
  expect((await admin.refusal(updateVideo, { params: { id: 'nichts' }, body: {} })).body.error).toBe(
    videoNotFound.text,
  )
})

test('another thumbnail has another name, and the former image is removed', async () => {
  const { app, admin, video, params, texts, thumbnailForm } = await archiveWithVideo()
  const { video: changed } = await admin.call(replaceThumbnail, { params, form: thumbnailForm('cover.jpg') })
  expect(changed.thumbnailUrl).not.toBe(video.thumbnailUrl)
  expect({ ...changed, thumbnailUrl: '' }).toEqual({ ...video, thumbnailUrl: '' })
  const name = changed.thumbnailUrl?.split('/').at(-1) ?? ''
  const headers = { authorization: `Bearer ${admin.token}` }
  expect((await app.fetch(`/api/videos/thumbnail/${name}`, { headers })).status).toBe(200)
  const folder = join(app.services.config.dataFolder, 'media', 'thumbnails')
  // The folder also holds smaller versions of each image. Their names begin with the name of the image.
  const images = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return new Set(entries.flatMap((entry) => (entry.isFile() ? [entry.name.split('-')[0]] : [])))
  }
  await expect.poll(async () => (await images()).size).toBe(1)
  expect((await texts())[0]).toMatch(/^Vorschaubild von Video „Auftritt“ geändert: ([\d,]+ KB) → \1$/)

  const refused = await admin.refusal(replaceThumbnail, { params, form: thumbnailForm('text.mp3') })
  expect(refused.body.code).toBe(notAThumbnail.code)
  expect((await admin.call(listVideos, { query: {} })).videos).toEqual([changed])
})
