import { mkdir, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getTrackMetadata, listSongs, streamTrack } from '@tonarchiv/contract/catalog'
import { listVideos } from '@tonarchiv/contract/videos'
import { urlOf } from '@tonarchiv/contract/route'
import { sample, taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import { addFiles, albumFiles, archiveForImport, musicFolder, outline } from '#testing/music-folders.ts'
import { startApp } from '#testing/start-app.ts'
import { findMissing, importMusic, type ImportReport } from './index.ts'

/** The path below the folder, and the reason, of each file that was not imported. */
function reasons(folder: string, { skipped }: ImportReport): string[] {
  return skipped.map(({ path, reason }) => `${path.slice(folder.length + 1)}: ${reason}`).toSorted()
}

test('links that lead out of the folder are followed, each target once', async () => {
  const { albums, run } = await archiveForImport()
  const elsewhere = await musicFolder(albumFiles('Ziel', 'Ziel', ['Drei']))
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  await symlink(elsewhere, join(folder, 'Andere'))
  await symlink(join(elsewhere, 'Ziel'), join(folder, 'Dasselbe'))
  await symlink(folder, join(elsewhere, 'Ziel', 'Zurück'))
  await symlink(join(elsewhere, 'nirgends'), join(folder, 'Leer'))
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 2, tracks: 2 })
  expect(reasons(folder, report)).toEqual(['Andere/Ziel: link', 'Dasselbe/Zurück: link', 'Leer: unreadable'])
  expect(Object.keys(outline(await albums())).toSorted()).toEqual(['Weg', 'Ziel'].toSorted())
  expect(await run(folder)).toMatchObject({ albums: 0, knownFiles: 2 })
})

test('a link to a file elsewhere is a track', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  const elsewhere = await musicFolder(albumFiles('Ziel', 'Ziel', ['Drei']))
  const folder = await musicFolder({})
  await symlink(join(elsewhere, 'Ziel/01 Drei.mp3'), join(folder, 'Zeiger.mp3'))
  await run(folder)
  const [album] = await albums()
  const sound = await fetch(
    app.address + urlOf(streamTrack, { params: { file: album?.tracks[0]?.file ?? '' } }),
    { headers: { authorization: `Bearer ${admin.token}` } },
  )
  expect(sound.status).toBe(200)
})

test('names that are not UTF-8 are imported, found again, and distinguished from missing ones', async () => {
  const { app, albums, run } = await archiveForImport()
  const folder = await musicFolder({})
  const inFolder = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')])
  await mkdir(inFolder('Grüße'))
  const [inside, loose] = [inFolder('Grüße/01 Straße.mp3'), inFolder('Größe.mp3')]
  await writeFile(inside, sample('vbr-without-header.mp3'))
  await writeFile(loose, taggedMp3({ title: 'Lose', artist: 'Ada' }))
  try {
    expect(await run(folder)).toMatchObject({ albums: 2, tracks: 2, skipped: [] })
    expect(outline(await albums())).toEqual({ Grüße: ['Straße'], Lose: ['Lose'] })
    expect(await run(folder)).toMatchObject({ albums: 0, updatedAlbums: 0, knownFiles: 2 })
    expect(await findMissing(app.services, folder)).toEqual([])
  } finally {
    await unlink(inside)
    await unlink(loose)
    await rmdir(inFolder('Grüße'))
  }
  expect((await findMissing(app.services, folder)).map(({ path }) => path)).toEqual(
    [`${folder}/Gr\\xF6\\xDFe.mp3`, `${folder}/Gr\\xFC\\xDFe/01 Stra\\xDFe.mp3`].toSorted(),
  )
})

test('the largest front image becomes the cover, and one that is too large is made smaller', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  const square = (side: number) =>
    ({ create: { width: side, height: side, channels: 3, background: '#a04' } }) as const
  const noise = {
    create: {
      width: 2600,
      height: 2600,
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 80 },
    },
  }
  const small = await sharp(square(80)).jpeg().toBuffer()
  const folder = await musicFolder({
    'Weg/01.mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada' }, { cover: small }),
    'Weg/Cover/Front.png': await sharp(square(900)).png().toBuffer(),
    'Weg/Cover/Back.png': await sharp(square(1200)).png().toBuffer(),
    'Ziel/01.mp3': taggedMp3({ title: 'Zwei', album: 'Ziel', artist: 'Ada' }),
    'Ziel/Ziel.png': await sharp(noise).png({ compressionLevel: 0 }).toBuffer(),
  })
  const report = await run(folder)
  expect(report.remarks).toEqual([{ path: join(folder, 'Ziel/Ziel.png'), kind: 'cover-resized' }])
  const sides: Record<string, number> = {}
  for (const { albumTitel, albumCover } of await albums()) {
    const cover = await fetch(app.address + albumCover, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    sides[albumTitel] = (await sharp(Buffer.from(await cover.arrayBuffer())).metadata()).width
  }
  expect(sides).toEqual({ Weg: 900, Ziel: 2600 })
})

test('a file that holds less sound than it declares is taken and reported', async () => {
  const { albums, run } = await archiveForImport()
  const whole = taggedFlac({ title: 'Eins', album: 'Weg', artist: 'Ada' })
  const folder = await musicFolder({
    'Weg/01.flac': whole.subarray(0, Math.floor(whole.length * 0.7)),
    'Ziel/01.mp3': sample('cut-off.mp3'),
  })
  const { remarks } = await run(folder)
  expect(remarks.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: join(folder, 'Weg/01.flac'), kind: 'shorter-than-declared' },
    { path: join(folder, 'Ziel/01.mp3'), kind: 'shorter-than-declared' },
  ])
  expect(outline(await albums())).toMatchObject({ Weg: ['Eins'] })
  expect(await albums()).toHaveLength(2)
})

test.each([
  ['lossless.m4a', 'm4a'],
  ['pcm.aiff', 'aiff'],
  ['little-endian.aifc', 'aiff'],
  ['lossy.wma', 'wma'],
  ['lossless.wv', 'wv'],
  ['lossless.tta', 'tta'],
  ['lossy.ac3', 'ac3'],
  ['lossy.eac3', 'eac3'],
  ['lossy.dts', 'dts'],
  ['one-bit.dsf', 'dsf'],
  ['one-bit.dff', 'dff'],
  ['silence.ape', 'ape'],
  ['lossy.mpc', 'mpc'],
])('%s, which browsers cannot play, is taken and marked', async (name, format) => {
  const { admin, albums, run } = await archiveForImport()
  const path = `Weg/${name}`
  const folder = await musicFolder({ [path]: name, 'Weg/2.mp3': taggedMp3({ title: 'Zwei' }) })
  const report = await run(folder)
  expect(report).toMatchObject({
    skipped: [],
    remarks: [{ path: join(folder, path), kind: 'needs-conversion' }],
  })
  const tracks = (await albums()).flatMap((album) => album.tracks)
  const marked = tracks.filter(({ needsConversion }) => needsConversion === true)
  expect([tracks.length, marked.length]).toEqual([2, 1])
  const { metadata } = await admin.call(getTrackMetadata, { params: { id: marked[0]?.id ?? '' } })
  expect(metadata).toMatchObject({ needsConversion: true, format })
  const { songs } = await admin.call(listSongs, { query: {} })
  expect(songs.filter(({ needsConversion }) => needsConversion).map(({ id }) => id)).toEqual([metadata.id])
})

test('a dry run says what would be made and changed, and writes nothing', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins', 'Zwei']))
  expect((await run(folder, { isDryRun: true })).planned).toEqual([
    'new      Weg (Ada, 2019, single): 2 tracks',
  ])
  expect(await albums()).toEqual([])
  await run(folder)
  await addFiles(folder, albumFiles('Weg', 'Weg', ['Eins', 'Zwei', 'Drei'], { date: '2020' }))
  expect((await run(folder, { isDryRun: true })).planned).toEqual([
    'changed  Weg: year 2020, 1 new tracks, 2 replaced files',
  ])
  expect(await albums()).toMatchObject([{ releaseJahr: 2019, tracks: [{}, {}] }])
})

test('the space that is reserved stays free', async () => {
  const { services } = await startApp({ reservedDiskBytes: 1000 })
  const withSpace = (freeBytes: number): typeof services => ({
    ...services,
    storage: { ...services.storage, freeBytes: async () => freeBytes },
  })
  const run = async (folder: string, freeBytes: number) => importMusic(withSpace(freeBytes), folder)
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  // The free space is enough for the reserve, but not for the reserve and the file.
  await expect(run(folder, 1010)).rejects.toThrow('RESERVED_DISK_MB')
  expect(await services.db.selectFrom('albums').selectAll().execute()).toEqual([])

  await run(folder, Number.MAX_SAFE_INTEGER)
  await addFiles(folder, albumFiles('Weg', 'Weg', ['Eins', 'Zwei']))
  await expect(run(folder, 1010)).rejects.toThrow('RESERVED_DISK_MB')
  expect(await services.db.selectFrom('tracks').select('title').execute()).toEqual([{ title: 'Eins' }])

  const folderWithVideo = await musicFolder({ 'Filme/Probe.webm': 'film.webm' })
  await expect(run(folderWithVideo, 1010)).rejects.toThrow('RESERVED_DISK_MB')
  expect(await services.db.selectFrom('videos').selectAll().execute()).toEqual([])
})

test('videos in folders are imported with title and date from their names', async () => {
  const { admin, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins']),
    'Weg/2019-05-04 Konzert.mp4': 'film.mp4',
    'Filme/Probe.webm': 'film.webm',
    'Filme/Neu.mp4': 'film-hevc.mp4',
  })
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 1, tracks: 1, videos: 2 })
  expect(reasons(folder, report)).toEqual(['Filme/Neu.mp4: unplayable-video'])
  const { videos } = await admin.call(listVideos, { query: {} })
  expect(videos.map(({ title }) => title).toSorted()).toEqual(['Konzert', 'Probe'])
  expect(videos.find(({ title }) => title === 'Konzert')).toMatchObject({ upload_date: '2019-05-04' })
  expect(await run(folder)).toMatchObject({ albums: 0, videos: 0, knownFiles: 3 })
})
