import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { importMusic } from '#features/music-import/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { sample, taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import {
  addMusic,
  albumIndexOf,
  contentOf,
  editLyrics,
  exportFolder,
  filesIn,
  fillArchive,
  indexOf,
  startArchive,
} from '#testing/exported-archives.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { exportArchive, importArchive } from './index.ts'

test('an import of an export gives the same archive', async () => {
  const { app, admin } = await startArchive()
  await fillArchive(app, admin)
  const folder = await exportFolder()
  const report = await exportArchive(app.services, folder)
  expect(report).toMatchObject({
    albums: 4,
    tracks: 7,
    videos: 2,
    missing: [],
    untagged: [],
    isInterrupted: false,
  })

  const other = await startApp()
  expect(await importArchive(other.services, folder)).toMatchObject({
    albums: 4,
    tracks: 8,
    videos: 2,
    skipped: [],
    filesDone: 6,
  })
  const [before, after] = [await contentOf(app), await contentOf(other)]
  expect(after).toEqual(before)
  expect(before.thumbnails).not.toContain(null)
  expect(before.images.filter((image) => image !== null).length).toBeGreaterThan(1)
  expect(before.tracks.some(({ format }) => format === null)).toBe(true)

  // A second import changes nothing.
  expect(await importArchive(other.services, folder)).toMatchObject({ albums: 0, videos: 0, present: 6 })
  expect(await contentOf(other)).toEqual(before)
})

test('an index that leads out of its folder, a link, and a newer index are not read', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', releaseJahr: 'unknown' })
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  const index = await indexOf(folder)
  const other = await startApp()
  const write = async (value: object) => writeFile(join(folder, 'tonarchiv.json'), JSON.stringify(value))
  for (const path of ['../Weg', '/etc', 'Albums/../../Weg', 'Albums\\Weg']) {
    await write({ ...index, albums: index.albums.map(({ id }) => ({ id, folder: path })) })
    await expect(importArchive(other.services, folder)).rejects.toThrow('is not an index of an export')
  }
  await write({ ...index, version: 2 })
  await expect(importArchive(other.services, folder)).rejects.toThrow('written by a newer version')
  await write(index)
  const song = join(folder, 'Albums/_/Weg/01 Lied.mp3')
  await rename(song, join(folder, 'Lied.mp3'))
  await symlink(join(folder, 'Lied.mp3'), song)
  expect(await importArchive(other.services, folder)).toMatchObject({
    albums: 1,
    skipped: [{ path: 'Albums/_/Weg/01 Lied.mp3', reason: 'missing' }],
  })
})

test('a title that another album has is reported, and that album stays', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg' })
  await addByForm(admin, { albumTitel: 'Ziel' })
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  const other = await startArchive()
  await addByForm(other.admin, { albumTitel: 'WEG', tracks: ['Ganz anders'] })
  expect(await importArchive(other.app.services, folder)).toMatchObject({
    albums: 1,
    skipped: [{ path: 'Albums/_/Weg (2020)', reason: 'title-in-use' }],
  })
  const { albums } = await other.admin.call(listAlbums, { query: {} })
  expect(albums.map(({ albumTitel }) => albumTitel)).toEqual(['Ziel', 'WEG'])
})

/** An archive with tracks that have a further file in another format, and with all kinds of lyrics. */
async function archiveWithTwins() {
  const { app, admin } = await startArchive()
  const tags = { album: 'Weg', artist: 'Ada', date: '2019' }
  await addMusic(app, {
    'Weg/1.flac': taggedFlac({ ...tags, title: 'Eins', track: '1' }),
    'Weg/1.mp3': taggedMp3({ ...tags, title: 'Eins', track: '1' }, { frames: 29 }),
    'Weg/1.lrc': Buffer.from('[00:01.00]<00:01.00>Erste <00:01.50>Zeile\n[00:02.00]Zweite'),
    'Weg/2.mp3': taggedMp3({ ...tags, title: 'Zwei', track: '2', lyrics: 'Aus dem Tag\n\nZweite Strophe' }),
    'Weg/3.mp3': taggedMp3({ ...tags, title: 'Drei', track: '3' }),
    'Weg/4.mp3': taggedMp3({ ...tags, title: 'Vier', track: '4' }),
  })
  await editLyrics(app, admin, 'Drei', 'Von Hand')
  return { app, admin, folder: await exportFolder() }
}

test('further files and lyrics come back with their tracks', async () => {
  const { app, folder } = await archiveWithTwins()
  expect(await exportArchive(app.services, folder)).toMatchObject({
    filesInAll: 5,
    filesDone: 5,
    missing: [],
  })
  const { tracks } = await albumIndexOf(folder, 'Albums/Ada/Weg (2019)')
  expect(tracks[0]).toMatchObject({
    file: { name: '01 Eins.flac' },
    further: [{ name: '01 Eins.mp3' }],
    lyrics: { source: 'file', file: { name: '01 Eins.lrc' } },
  })
  const other = await startApp()
  expect(await importArchive(other.services, folder)).toMatchObject({ tracks: 4, skipped: [] })
  const content = await contentOf(other)
  expect(content).toEqual(await contentOf(app))
  expect(content.further).toMatchObject([{ trackId: tracks[0]?.id, format: 'mp3' }])
  expect(content.lyrics.map(({ source }) => source).toSorted()).toEqual(['edited', 'file', 'tags'])
  const again = await exportFolder()
  await exportArchive(other.services, again)
  const texts = async (root: string) =>
    [...(await filesIn(root))]
      .filter(([path]) => path.endsWith('.lrc'))
      .map(([path, text]) => [path, String(text)])
  expect(await texts(again)).toEqual(await texts(folder))
})

test('an export without its indexes is music that gives the same lyrics and files', async () => {
  const { app, folder } = await archiveWithTwins()
  await exportArchive(app.services, folder)
  for (const path of (await filesIn(folder)).keys())
    if (path.endsWith('tonarchiv.json')) await rm(join(folder, path))
  const other = await startApp()
  expect(await importMusic(other.services, folder)).toMatchObject({ albums: 1, tracks: 4, skipped: [] })
  const lyricsByTitle = async ({ services: { db } }: TestApp) =>
    db
      .selectFrom('trackLyrics')
      .innerJoin('tracks', 'tracks.id', 'trackLyrics.trackId')
      .select(['title', 'text'])
      .orderBy('title')
      .execute()
  expect(await lyricsByTitle(other)).toEqual(await lyricsByTitle(app))
  expect((await contentOf(other)).further).toMatchObject([{ format: 'mp3' }])
})

test('what is missing or damaged of a track is reported, and the rest of it comes back', async () => {
  const { app, folder } = await archiveWithTwins()
  await exportArchive(app.services, folder)
  const album = 'Albums/Ada/Weg (2019)'
  await rm(join(folder, album, '01 Eins.flac'))
  await writeFile(join(folder, album, '01 Eins.lrc'), 'a'.repeat(300_000))
  await rm(join(folder, album, '02 Zwei.lrc'))
  await rm(join(folder, album, '04 Vier.mp3'))
  const other = await startApp()
  const { skipped } = await importArchive(other.services, folder)
  expect(skipped).toEqual([
    { path: `${album}/01 Eins.flac`, reason: 'missing' },
    { path: `${album}/04 Vier.mp3`, reason: 'missing' },
    { path: `${album}/01 Eins.lrc`, reason: 'damaged' },
    { path: `${album}/02 Zwei.lrc`, reason: 'missing' },
  ])
  const { tracks, further, lyrics } = await contentOf(other)
  expect(tracks.map(({ title, format }) => `${title}: ${format}`)).toContain('Eins: mp3')
  // A track without any file keeps its position and its duration.
  const [before] = (await contentOf(app)).tracks.slice(-1)
  expect(tracks.at(-1)).toEqual({ ...before, format: null })
  expect(further).toEqual([])
  expect(lyrics).toMatchObject([{ text: 'Von Hand' }])
})

test('the index of an export from before lyrics and further files is read', async () => {
  const { app, folder } = await archiveWithTwins()
  await exportArchive(app.services, folder)
  const path = join(folder, 'Albums/Ada/Weg (2019)/tonarchiv.json')
  const index = await albumIndexOf(folder, 'Albums/Ada/Weg (2019)')
  const tracks = index.tracks.map(({ further: _further, lyrics: _lyrics, ...track }) => track)
  await writeFile(path, JSON.stringify({ ...index, tracks }))
  const other = await startApp()
  expect(await importArchive(other.services, folder)).toMatchObject({ tracks: 4, skipped: [] })
  expect(await contentOf(other)).toMatchObject({ further: [], lyrics: [] })
  // The next export writes the lyrics and further files that the index did not have.
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, present: 0 })
  expect(await albumIndexOf(folder, 'Albums/Ada/Weg (2019)')).toEqual(index)
})

test('further files of tracks, and originals of converted ones, come back as what they were', async () => {
  const ffmpeg = process.env['FFMPEG_FOR_TESTS'] ?? 'ffmpeg'
  const app = await startApp({ ffmpeg })
  const tags = { title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }
  const twins = { flac: taggedFlac(tags), mp3: taggedMp3(tags, { frames: 29 }) }
  await addMusic(app, { 'Weg/1.flac': twins.flac, 'Weg/1.mp3': twins.mp3, 'Alt/1.aiff': sample('pcm.aiff') })
  const marked = async () =>
    app.services.db.selectFrom('tracks').select('id').where('needsConversion', '=', 1).execute()
  await expect.poll(marked, { timeout: 30_000 }).toEqual([])
  const folder = await exportFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tracks: 2, filesInAll: 4, filesDone: 4 })
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 0, present: 2 })
  const files = [...(await filesIn(folder))]
  const bytesOf = (name: string) => files.find(([path]) => path.endsWith(name))?.[1]
  expect(bytesOf('/01 Eins.mp3')?.equals(twins.mp3)).toBe(true)
  expect(bytesOf('.aiff')?.equals(sample('pcm.aiff'))).toBe(true)

  const other = await startApp({ ffmpeg: undefined })
  expect(await importArchive(other.services, folder)).toMatchObject({ albums: 2, tracks: 2, skipped: [] })
  const furtherOf = async ({ services: { db } }: TestApp) =>
    db
      .selectFrom('trackFiles')
      .innerJoin('tracks', 'tracks.id', 'trackFiles.trackId')
      .select(['trackId', 'trackFiles.format', 'trackFiles.sizeBytes', 'isOriginal'])
      .select(['trackFiles.needsConversion', 'tracks.format as playedFormat'])
      .orderBy('trackFiles.format')
      .execute()
  expect(await furtherOf(other)).toEqual(await furtherOf(app))
  expect(await furtherOf(other)).toMatchObject([
    { format: 'aiff', isOriginal: 1, needsConversion: 1, playedFormat: 'flac' },
    { format: 'mp3', isOriginal: 0, needsConversion: 0, playedFormat: 'flac' },
  ])

  // A further file was removed from the export. The next export writes it again.
  const [lost = ''] = files.flatMap(([path]) => (path.endsWith('.aiff') ? [path] : []))
  await rm(join(folder, lost))
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, present: 1 })
  expect([...(await filesIn(folder)).keys()]).toContain(lost)
})
