import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addTracks, deleteAlbum, orderAlbums, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { findMissing, importMusic, removeMissing } from '#features/music-import/index.ts'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { albumIndexOf, editLyrics, exportFolder, indexOf, startArchive } from '#testing/exported-archives.ts'
import { addFiles, musicFolder } from '#testing/music-folders.ts'
import { exportArchive } from './index.ts'

test('a second run writes what has changed, and keeps files of others', async () => {
  const { app, admin } = await startArchive()
  for (const albumTitel of ['Eins', 'Zwei', 'Drei'])
    await addByForm(admin, { albumTitel, releaseJahr: 'unknown' })
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 0, present: 3, tagged: 0 })

  await writeFile(join(folder, 'Albums/_/Zwei/Notiz.txt'), 'meine')
  await writeFile(join(folder, 'Albums/_/Drei/Notiz.txt'), 'meine')
  await admin.call(updateAlbum, { params: { albumTitel: 'Zwei' }, body: { albumTitel: 'Zwo' } })
  await admin.call(updateAlbum, { params: { albumTitel: 'Drei' }, body: { exclusive: true } })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Eins' } })
  expect(await exportArchive(app.services, folder)).toMatchObject({
    albums: 2,
    present: 0,
    stale: ['Albums/_/Eins'],
  })
  expect((await indexOf(folder)).albums.map((album) => album.folder)).toEqual([
    'Albums/_/Drei',
    'Albums/_/Zwo',
  ])
  expect(await readdir(join(folder, 'Albums/_/Zwei'))).toEqual(['Notiz.txt'])
  expect((await readdir(join(folder, 'Albums/_/Drei'))).toSorted()).toEqual([
    '01 Lied.mp3',
    'Notiz.txt',
    'tonarchiv.json',
  ])
  expect((await albumIndexOf(folder, 'Albums/_/Drei')).isExclusive).toBe(true)

  // A file was removed from the export. The next export writes it again.
  await rm(join(folder, 'Albums/_/Zwo/01 Lied.mp3'))
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, present: 1 })
  expect(await readdir(join(folder, 'Albums/_/Zwo'))).toContain('01 Lied.mp3')
})

test('albums of one name have folders of their own, also in another order', async () => {
  const { app, admin } = await startArchive()
  for (const albumTitel of ['Weg?', 'Weg*', 'weg:']) await addByForm(admin, { albumTitel, releaseJahr: 2001 })
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  const first = new Map((await indexOf(folder)).albums.map((album) => [album.id, album.folder]))
  expect(new Set([...first.values()].map((path) => path.toLowerCase())).size).toBe(3)
  const { albums } = await admin.call(listAlbums, { query: {} })
  await admin.call(orderAlbums, { body: { albums: albums.map(({ albumId }) => ({ albumId })).toReversed() } })
  await exportArchive(app.services, folder)
  const second = await indexOf(folder)
  expect(new Map(second.albums.map((album) => [album.id, album.folder]))).toEqual(first)
  expect(second.albums.map(({ id }) => id)).toEqual([...first.keys()].toReversed())
})

test('a full disk ends the export in one line, and files missing in the storage are listed', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins', 'Zwei'] })
  const full = await exportFolder()
  const { config } = app.services
  const services = { ...app.services, config: { ...config, reservedDiskBytes: 2 ** 60 } }
  await expect(exportArchive(services, full, { copies: true })).rejects.toThrow(
    `The disk under ${full} is full. Make room and run it again: it goes on where it ended.`,
  )

  const { storageName } = await app.services.db
    .selectFrom('tracks')
    .select('storageName')
    .where('title', '=', 'Zwei')
    .executeTakeFirstOrThrow()
  const media = join(
    config.dataFolder,
    'media',
    'tracks',
    storageName?.slice(7, 9) ?? '',
    storageName?.slice(9, 11) ?? '',
  )
  const lost = join(media, storageName?.slice(7) ?? '')
  await rename(lost, `${lost}.away`)
  const folder = await exportFolder()
  const { code, output } = await runArchive(settingsOf(app), 'export', folder)
  expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining('Weg: Zwei') })
  await rename(`${lost}.away`, lost)
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, missing: [] })
})

test('tracks that are added later come with the next export', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins'] })
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  const form = new FormData()
  form.set('albumTitle', 'Weg')
  form.set('newTrack0', fileOf('lossless.flac'), 'Zwei.flac')
  await admin.call(addTracks, { form })
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, tracks: 2 })
})

test('other lyrics and further files come with the next export, and lost ones come back', async () => {
  const { app, admin } = await startArchive()
  const tags = { album: 'Weg', artist: 'Ada', title: 'Eins', track: '1' }
  const music = await musicFolder({ 'Weg/1.mp3': taggedMp3(tags, { frames: 29 }) })
  await importMusic(app.services, music)
  const folder = await exportFolder()
  const run = async () => exportArchive(app.services, folder)
  const names = async () => (await readdir(join(folder, 'Albums/Ada/Weg'))).toSorted()
  await run()

  await editLyrics(app, admin, 'Eins', 'Text')
  await addFiles(music, { 'Weg/1.flac': taggedFlac(tags) })
  await importMusic(app.services, music)
  expect(await run()).toMatchObject({ albums: 1, present: 0 })
  expect(await names()).toEqual(['01 Eins.flac', '01 Eins.lrc', '01 Eins.mp3', 'tonarchiv.json'])
  expect(await run()).toMatchObject({ albums: 0, present: 1 })

  for (const name of ['01 Eins.mp3', '01 Eins.lrc']) {
    await rm(join(folder, 'Albums/Ada/Weg', name))
    expect(await run()).toMatchObject({ albums: 1 })
    expect(await names()).toContain(name)
  }

  await editLyrics(app, admin, 'Eins', '')
  await rm(join(music, 'Weg/1.mp3'))
  await removeMissing(app.services, await findMissing(app.services, music))
  expect(await run()).toMatchObject({ albums: 1 })
  expect(await names()).toEqual(['01 Eins.flac', 'tonarchiv.json'])
})
