import { fillTrack } from '@tonarchiv/contract/archive-editing'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import {
  COPIED_DETAILS_MAX,
  COPIED_FILES_MAX,
  listCopiedDetails,
  listCopiedFiles,
} from '@tonarchiv/contract/offline-copies'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithAlbum() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { tracks } = await addByForm(admin, { tracks: ['Eins', { title: 'Zwei' }, 'Drei'] })
  const [one = '', gap = '', three = ''] = tracks.map(({ id }) => id)
  const filesOf = async (trackIds: string[], format?: string) =>
    (await admin.call(listCopiedFiles, { body: { trackIds, ...(format && { format }) } })).files
  const streamed = async (file: string, query: { format?: string; version?: string } = {}) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    return app.fetch(urlOf(streamTrack, { params: { file }, query }), { headers })
  }
  return { app, admin, one, gap, three, filesOf, streamed }
}

test('size and version of a file are those of its stream; a placeholder and an unknown track have none', async () => {
  const { one, gap, three, filesOf, streamed } = await archiveWithAlbum()
  const files = await filesOf([one, gap, three, one, 'nie-da'])
  expect(files.map(({ trackId }) => trackId).sort()).toEqual([one, three].sort())
  for (const { file, version, sizeBytes } of files) {
    const response = await streamed(file, { version })
    expect(response.headers.get('etag')).toBe(`"${version}"`)
    expect((await response.arrayBuffer()).byteLength).toBe(sizeBytes)
  }
})

test('other bytes have another version, also under the same name', async () => {
  const { admin, one, filesOf, streamed } = await archiveWithAlbum()
  const [before] = await filesOf([one])
  const form = new FormData()
  form.set('file', fileOf('vbr-with-xing.mp3'), 'neu.mp3')
  await admin.call(fillTrack, { params: { id: one }, form })
  const [after] = await filesOf([one])
  expect(after?.file).toBe(before?.file)
  expect(after?.version).not.toBe(before?.version)
  const statusOf = async (version = '') => (await streamed(before?.file ?? '', { version })).status
  expect([await statusOf(before?.version), await statusOf(after?.version)]).toEqual([404, 200])
})

test('in a chosen format the file is the one that the stream sends', async () => {
  const { app, one, filesOf, streamed } = await archiveWithAlbum()
  const [own] = await filesOf([one])
  const row = {
    trackId: one,
    storedAt: new Date().toISOString(),
    durationSeconds: 1,
    sizeBytes: 7,
    bitrate: 1,
    sampleRate: 1,
    channels: 1,
    isOriginal: 0,
  }
  const further = (name: string, format: string, needsConversion: number) =>
    app.services.db
      .insertInto('trackFiles')
      .values({ ...row, id: name, fileName: name, storageName: name, format, needsConversion })
      .execute()
  await further('weiter.opus', 'opus', 0)
  await further('weiter.m4a', 'm4a', 1)
  expect(await filesOf([one], 'opus')).toEqual([
    { trackId: one, file: 'weiter.opus', version: 'weiter.opus', sizeBytes: 7 },
  ])
  // Browsers do not play this file, so that the track's own file is sent.
  expect(await filesOf([one], 'm4a')).toEqual([own])
  expect((await streamed(own?.file ?? '', { format: 'm4a' })).headers.get('etag')).toBe(`"${own?.version}"`)
})

test('lyrics and sound of several tracks come in one answer', async () => {
  const { admin, one, three } = await archiveWithAlbum()
  await admin.call(saveLyrics, { params: { id: one }, body: { text: '[00:01.00]Erste\n[00:02.00]Zweite' } })
  const { details } = await admin.call(listCopiedDetails, { body: { trackIds: [three, one, 'nie-da'] } })
  expect(details.toSorted((a, b) => (a.lyrics ? -1 : 1) - (b.lyrics ? -1 : 1))).toEqual([
    { trackId: one, sound: null, lyrics: expect.objectContaining({ isTimed: true }) },
    { trackId: three, sound: null, lyrics: null },
  ])
})

test('a question about too many tracks, or none, is rejected', async () => {
  const { admin } = await archiveWithAlbum()
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
  for (const [route, most] of [
    [listCopiedFiles, COPIED_FILES_MAX],
    [listCopiedDetails, COPIED_DETAILS_MAX],
  ] as const) {
    for (const trackIds of [[], ids(most + 1)])
      expect((await admin.refusal(route, { body: { trackIds } })).status).toBe(400)
  }
  expect((await admin.call(listCopiedFiles, { body: { trackIds: ids(COPIED_FILES_MAX) } })).files).toEqual([])
})
