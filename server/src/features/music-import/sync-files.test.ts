import { link, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteAlbum, fillTrack } from '@tonarchiv/contract/archive-editing'
import { getAlbum, getTrackMetadata, streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { sample, taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import { fileOf } from '#testing/album-forms.ts'
import {
  addFiles,
  albumFiles,
  archiveForImport,
  type ImportArchive,
  musicFolder,
  ofWeg,
  onlyAlbum,
  outline,
} from '#testing/music-folders.ts'
import { findMissing, removeMissing } from './index.ts'

async function bytesOf({ app, admin }: ImportArchive, file = '', format?: string): Promise<Buffer> {
  const response = await fetch(app.address + urlOf(streamTrack, { params: { file }, query: { format } }), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('a lossless twin that comes later becomes the track, and the other file stays playable', async () => {
  const archive = await archiveForImport()
  const { app, admin, run } = archive
  const flac = taggedFlac({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1', date: '2019' })
  // The MP3 file has the same duration as the FLAC file.
  const mp3 = taggedMp3(
    { title: 'Eins', album: 'Weg', artist: 'Ada', track: '1', date: '2019' },
    { frames: 29 },
  )
  const folder = await musicFolder({ 'Weg/01 Eins.mp3': mp3 })
  await run(folder)
  const [before] = (await onlyAlbum(archive)).tracks
  await addFiles(folder, { 'Weg/01 Eins.flac': flac })
  expect(await run(folder)).toMatchObject({ albums: 0, tracks: 0, updatedAlbums: 1, skipped: [] })
  const [after] = (await onlyAlbum(archive)).tracks
  expect(after?.id).toBe(before?.id)
  expect(await bytesOf(archive, after?.file)).toEqual(flac)
  expect(await bytesOf(archive, before?.file)).toEqual(mp3)
  // A requested format is sent for the name of the file and for the id of the track. If there is no file in that
  // format, the track's own file is sent.
  for (const name of [after?.file, after?.id]) {
    expect(await bytesOf(archive, name, 'mp3')).toEqual(mp3)
    expect(await bytesOf(archive, name, 'opus')).toEqual(flac)
  }
  const keyless = await app.signIn({ hasKey: false })
  const address = urlOf(streamTrack, { params: { file: after?.file }, query: { format: 'mp3' } })
  const refused = await app.fetch(address, { headers: { authorization: `Bearer ${keyless.token}` } })
  expect(refused.status).toBe(403)
  const { metadata } = await admin.call(getTrackMetadata, { params: { id: after?.id ?? '' } })
  expect(metadata).toMatchObject({ format: 'flac', files: [{ file: before?.file, format: 'mp3' }] })
  expect(await run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 2, skipped: [] })

  await rm(join(folder, 'Weg/01 Eins.flac'))
  const missing = await findMissing(app.services, folder)
  expect(missing).toHaveLength(1)
  expect(await removeMissing(app.services, missing)).toBe(0)
  const [left] = (await onlyAlbum(archive)).tracks
  expect(left).toMatchObject({ id: before?.id, file: before?.file })
  expect(await run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 1, skipped: [] })
})

test('an album with all its twins is deleted with all its files', async () => {
  const archive = await archiveForImport()
  const tags = { title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }
  const folder = await musicFolder({
    'Weg/1.flac': taggedFlac(tags),
    'Weg/1.mp3': taggedMp3(tags, { frames: 29 }),
  })
  await archive.run(folder)
  const rows = await archive.app.services.db.selectFrom('trackFiles').select('storageName').execute()
  expect(rows).toHaveLength(1)
  await archive.admin.call(deleteAlbum, { params: { albumTitel: 'Weg' } })
  for (const { storageName } of rows)
    expect(await archive.app.services.storage.open(storageName)).toBeUndefined()
})

test('a file that was replaced replaces the sound of its track', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins') })
  await archive.run(folder)
  const [before] = (await onlyAlbum(archive)).tracks
  const longer = taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }, { frames: 200 })
  await addFiles(folder, { 'Weg/01.mp3': longer })
  await archive.run(folder)
  const [after] = (await onlyAlbum(archive)).tracks
  expect(after).toMatchObject({ id: before?.id, file: before?.file })
  expect(after?.duration).toBeGreaterThan(5)
  expect(await bytesOf(archive, after?.file)).toEqual(longer)
})

test('a file that was replaced in the browser stays, unless the tags win', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins') })
  await archive.run(folder)
  const [track] = (await onlyAlbum(archive)).tracks
  const form = new FormData()
  form.set('file', fileOf('cbr.mp3'))
  await archive.admin.call(fillTrack, { params: { id: track?.id ?? '' }, form })
  await addFiles(folder, { 'Weg/01.mp3': ofWeg(1, 'Eins', { genre: 'Jazz' }) })
  await archive.run(folder)
  const stored = async () => bytesOf(archive, (await onlyAlbum(archive)).tracks[0]?.file)
  expect(await stored()).toEqual(sample('cbr.mp3'))
  const third = ofWeg(1, 'Eins', { genre: 'Blues' })
  await addFiles(folder, { 'Weg/01.mp3': third })
  await archive.run(folder, { tagsWin: true })
  expect(await stored()).toEqual(third)
})

test('a file that is replaced in the browser takes the other encodings of the old recording with it', async () => {
  const archive = await archiveForImport()
  const { app, admin, run } = archive
  const tags = { title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }
  const folder = await musicFolder({
    'Weg/1.flac': taggedFlac(tags),
    'Weg/1.mp3': taggedMp3(tags, { frames: 29 }),
  })
  await run(folder)
  const twins = await app.services.db.selectFrom('trackFiles').select(['fileName', 'storageName']).execute()
  expect(twins).toHaveLength(1)
  const id = (await onlyAlbum(archive)).tracks[0]?.id ?? ''
  const form = new FormData()
  form.set('file', fileOf('opus.opus'))
  await admin.call(fillTrack, { params: { id }, form })
  // Only the new recording is sent, for each format and for the link to the former file.
  const isReplaced = async () => {
    for (const name of [id, twins[0]?.fileName])
      for (const format of ['flac', 'mp3', 'opus'])
        expect(await bytesOf(archive, name, format)).toEqual(sample('opus.opus'))
    expect(await app.services.db.selectFrom('trackFiles').select('id').execute()).toEqual([])
  }
  await isReplaced()
  expect(await app.services.storage.open(twins[0]?.storageName ?? '')).toBeUndefined()
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts[0]?.text).toContain(' KB, weitere Dateien der alten Aufnahme entfernt: MP3')
  // The folder still has both files, but the next run does not import them again.
  await run(folder)
  await isReplaced()
})

test('a new rip under another name takes the place of the one that is gone', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins'), 'Weg/02.mp3': ofWeg(2, 'Zwei') })
  await archive.run(folder)
  const before = await onlyAlbum(archive)
  await rm(join(folder, 'Weg/01.mp3'))
  await addFiles(folder, { 'Weg/01 - Eins.mp3': ofWeg(1, 'Eins') })
  expect(await archive.run(folder)).toMatchObject({ albums: 0, tracks: 0, updatedAlbums: 1, skipped: [] })
  const after = await onlyAlbum(archive)
  expect(after.tracks.map(({ id }) => id)).toEqual(before.tracks.map(({ id }) => id))
  expect(await findMissing(archive.app.services, folder)).toEqual([])
})

test('a folder that was renamed keeps its album', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins', 'Zwei']))
  await archive.run(folder)
  const before = await onlyAlbum(archive)
  await rename(join(folder, 'Weg'), join(folder, 'Ada - Weg'))
  expect(await archive.run(folder)).toMatchObject({ albums: 0, tracks: 0, skipped: [] })
  expect(await onlyAlbum(archive)).toEqual(before)
  expect(await findMissing(archive.app.services, folder)).toEqual([])
  expect(await archive.run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 2 })
})

test('a file without tags keeps its track when its folder and its name change', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01 Eins.mp3': taggedMp3({ title: '' }) })
  await archive.run(folder)
  const before = await onlyAlbum(archive)
  await mkdir(join(folder, 'Ziel'))
  await rename(join(folder, 'Weg/01 Eins.mp3'), join(folder, 'Ziel/02 Zwei.mp3'))
  expect(await archive.run(folder)).toMatchObject({ albums: 0, tracks: 0, updatedAlbums: 1 })
  const after = await onlyAlbum(archive)
  expect(after).toMatchObject({ albumId: before.albumId, albumTitel: 'Ziel' })
  expect(after.tracks).toMatchObject([{ id: before.tracks[0]?.id, title: 'Zwei' }])
})

test('a hard link to an imported file is another track, not a moved one', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01 Eins.mp3': taggedMp3({ title: '' }) })
  await archive.run(folder)
  await mkdir(join(folder, 'Ziel'))
  await link(join(folder, 'Weg/01 Eins.mp3'), join(folder, 'Ziel/02 Zwei.mp3'))
  expect(await archive.run(folder)).toMatchObject({ albums: 1, tracks: 1, updatedAlbums: 0 })
  expect(outline(await archive.albums())).toEqual({ Ziel: ['Zwei'], Weg: ['Eins'] })
})

test('a file that was tagged for another album moves there with its track', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins'), 'Weg/02.mp3': ofWeg(2, 'Zwei') })
  await archive.run(folder)
  const { tracks } = await onlyAlbum(archive)
  await addFiles(folder, { 'Weg/02.mp3': ofWeg(1, 'Zwei', { album: 'Ziel' }) })
  await archive.run(folder)
  expect(outline(await archive.albums())).toEqual({ Weg: ['Eins'], Ziel: ['Zwei'] })
  const { album } = await archive.admin.call(getAlbum, { params: { albumTitel: 'Ziel' } })
  expect(album.tracks[0]?.id).toBe(tracks[1]?.id)
  expect(await archive.run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 2 })
})

test('missing files are found, and their tracks are removed only on request', async () => {
  const archive = await archiveForImport()
  const { services } = archive.app
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins', 'Zwei']),
    ...albumFiles('Ziel', 'Ziel', ['Drei']),
  })
  await archive.run(folder)
  await rm(join(folder, 'Weg/02 Zwei.mp3'))
  await rm(join(folder, 'Ziel'), { recursive: true })
  await archive.run(folder)
  expect(outline(await archive.albums())).toEqual({ Weg: ['Eins', 'Zwei'], Ziel: ['Drei'] })
  const missing = await findMissing(services, folder)
  expect(missing.map(({ path }) => path.slice(folder.length + 1))).toEqual(
    ['Weg/02 Zwei.mp3', 'Ziel/01 Drei.mp3'].toSorted(),
  )
  expect(await removeMissing(services, missing)).toBe(2)
  expect(outline(await archive.albums())).toEqual({ Weg: ['Eins'] })
  expect(await findMissing(services, folder)).toEqual([])
})
