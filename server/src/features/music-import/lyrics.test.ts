import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getLyrics, saveLyrics } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import { addFiles, archiveForImport, type MusicFiles, musicFolder } from '#testing/music-folders.ts'
import { findMissing, removeMissing } from './index.ts'

const LRC = '[00:01.00]Erste\n[00:02.00]Zweite'
const WORDS = '[00:01.00]<00:01.00>Licht <00:01.50>aus\n[00:02.00]<00:02.00>Zwei'

/** A track of the album "Weg" by Ada. */
function ofWeg(number: number, lyrics?: string): Buffer {
  const tags = { title: `Lied ${number}`, album: 'Weg', artist: 'Ada', track: String(number), date: '2019' }
  return taggedMp3({ ...tags, ...(lyrics !== undefined && { lyrics }) })
}

async function archiveOf(files: MusicFiles) {
  const archive = await archiveForImport()
  const folder = await musicFolder(files)
  const { admin, albums, run, app } = archive
  const tracks = async () => (await albums()).flatMap((album) => album.tracks)
  /** The lyrics with their sources, by the titles of the tracks. */
  const lyrics = async () => {
    const found: Record<string, string> = {}
    for (const { id, title } of await tracks()) {
      const answer = await admin.call(getLyrics, { params: { id } })
      if (answer.lyrics !== null) found[title] = `${answer.lyrics.source}: ${answer.lyrics.text}`
    }
    return found
  }
  const edit = async (title: string, text: string) => {
    const id = (await tracks()).find((track) => track.title === title)?.id ?? ''
    await admin.call(saveLyrics, { params: { id }, body: { text } })
  }
  return { app, folder, lyrics, edit, run: async (options?: object) => run(folder, options) }
}

test('lyrics come from tags, and a file beside the music wins', async () => {
  const { run, lyrics } = await archiveOf({
    'Weg/01 Lied.mp3': ofWeg(1, 'Aus dem Tag'),
    'Weg/02 Lied.mp3': ofWeg(2, LRC),
    'Weg/02 LIED.LRC': Buffer.from('\ufeffAus der Datei\r\n'),
    'Weg/03 Lied.mp3': ofWeg(3),
    'Weg/03 Lied.lrc': Buffer.from('Süß und rauh', 'latin1'),
    'Weg/04 Lied.mp3': ofWeg(4),
    'Weg/04 Lied.lrc': Buffer.from(`\ufeff${LRC}`, 'utf16le'),
    'Weg/05 Lied.mp3': ofWeg(5),
    'Weg/06 Lied.mp3': ofWeg(6),
    'Weg/06 Lied.lrc': Buffer.from(`[ar:Ada]\n${WORDS}\n`),
    'Weg/07 Lied.mp3': ofWeg(7, WORDS),
  })
  expect(await run()).toMatchObject({ tracks: 7, skipped: [] })
  expect(await lyrics()).toEqual({
    'Lied 1': 'tags: Aus dem Tag',
    'Lied 2': 'file: Aus der Datei',
    'Lied 3': 'file: Süß und rauh',
    'Lied 4': `file: ${LRC}`,
    'Lied 6': `file: [ar:Ada]\n${WORDS}`,
    'Lied 7': `tags: ${WORDS}`,
  })
  expect(await run()).toMatchObject({ updatedAlbums: 0, knownFiles: 7, skipped: [] })
})

test('of two files of one track, that with times has the lyrics', async () => {
  const tags = { title: 'Lied 1', album: 'Weg', artist: 'Ada', track: '1', date: '2019' }
  const { run, lyrics } = await archiveOf({
    'Weg/1.flac': taggedFlac({ ...tags, lyrics: 'Ohne Zeiten' }),
    'Weg/1.mp3': taggedMp3({ ...tags, lyrics: LRC }, { frames: 29 }),
  })
  expect(await run()).toMatchObject({ tracks: 1, skipped: [] })
  expect(await lyrics()).toEqual({ 'Lied 1': `tags: ${LRC}` })
})

test('files with lyrics that cannot be used are reported', async () => {
  const { folder, run, lyrics } = await archiveOf({
    'Weg/1.mp3': ofWeg(1),
    'Weg/1.lrc': Buffer.from('a'.repeat(LYRICS_MAX_LENGTH + 1)),
    'Weg/2.mp3': ofWeg(2),
    'Weg/2.lrc': Buffer.from('Text\0mehr'),
    'Weg/3.mp3': ofWeg(3),
    'Weg/3.lrc': Buffer.from(' \n\n'),
    'Weg/4.lrc': Buffer.from('Ohne Musik'),
  })
  const { skipped } = await run()
  expect(skipped.map(({ path, reason }) => `${path.slice(folder.length)} ${reason}`)).toEqual([
    '/Weg/1.lrc unusable-lyrics',
    '/Weg/2.lrc unusable-lyrics',
    '/Weg/3.lrc unusable-lyrics',
    '/Weg/4.lrc no-track',
  ])
  expect(await lyrics()).toEqual({})
  expect(await run()).toMatchObject({ knownFiles: 3, skipped: [] })
})

test('a second run takes over other lyrics, and keeps those that an admin has edited or removed', async () => {
  const { folder, run, lyrics, edit } = await archiveOf({
    'Weg/1.mp3': ofWeg(1, 'Eins'),
    'Weg/2.mp3': ofWeg(2, 'Zwei'),
    'Weg/3.mp3': ofWeg(3, 'Drei'),
    'Weg/4.mp3': ofWeg(4, 'Vier'),
    'Weg/5.mp3': ofWeg(5),
  })
  await run()
  await edit('Lied 3', 'Von Hand')
  await edit('Lied 4', '')
  await edit('Lied 5', 'Auch von Hand')
  await addFiles(folder, {
    'Weg/1.lrc': Buffer.from('Eins, neu'),
    'Weg/2.mp3': ofWeg(2),
    'Weg/3.mp3': ofWeg(3, 'Drei, neu'),
    'Weg/4.mp3': ofWeg(4, 'Vier, neu'),
  })
  expect((await run({ isDryRun: true })).planned).toEqual([
    'changed  Weg: 3 replaced files, lyrics of 2 tracks',
  ])
  expect(await lyrics()).toMatchObject({ 'Lied 1': 'tags: Eins', 'Lied 2': 'tags: Zwei' })
  expect(await run()).toMatchObject({ albums: 0, updatedAlbums: 1 })
  expect(await lyrics()).toEqual({
    'Lied 1': 'file: Eins, neu',
    'Lied 3': 'edited: Von Hand',
    'Lied 5': 'edited: Auch von Hand',
  })
  expect(await run()).toMatchObject({ updatedAlbums: 0, knownFiles: 5 })

  // Lyrics that only the archive has are not lost.
  await run({ tagsWin: true })
  expect(await lyrics()).toEqual({
    'Lied 1': 'file: Eins, neu',
    'Lied 3': 'tags: Drei, neu',
    'Lied 4': 'tags: Vier, neu',
    'Lied 5': 'edited: Auch von Hand',
  })
})

test('a change of a file with lyrics alone brings the album up to date', async () => {
  const { folder, run, lyrics } = await archiveOf({
    'Weg/1.mp3': ofWeg(1),
    'Weg/1.lrc': Buffer.from('Eins'),
  })
  await run()
  await addFiles(folder, { 'Weg/1.lrc': Buffer.from('Eins, neu') })
  expect((await run({ isDryRun: true })).planned).toEqual(['changed  Weg: lyrics of 1 tracks'])
  expect(await run()).toMatchObject({ updatedAlbums: 1, knownFiles: 1 })
  expect(await lyrics()).toEqual({ 'Lied 1': 'file: Eins, neu' })
})

test('the lyrics of a file that is missing go when missing files are removed, and edited ones stay', async () => {
  const { app, folder, run, lyrics, edit } = await archiveOf({
    'Weg/1.mp3': ofWeg(1),
    'Weg/1.lrc': Buffer.from('Eins'),
    'Weg/2.mp3': ofWeg(2),
    'Weg/2.lrc': Buffer.from('Zwei'),
  })
  await run()
  await edit('Lied 2', 'Von Hand')
  for (const name of ['1.lrc', '2.lrc']) await rm(join(folder, 'Weg', name))
  const missing = await findMissing(app.services, folder)
  expect(missing).toHaveLength(2)
  expect(await removeMissing(app.services, missing)).toBe(0)
  expect(await lyrics()).toEqual({ 'Lied 2': 'edited: Von Hand' })
  expect(await findMissing(app.services, folder)).toEqual([])
})

test('files that an older version has read without their lyrics are read again once', async () => {
  const { app, run, lyrics } = await archiveOf({ 'Weg/1.mp3': ofWeg(1, 'Eins'), 'Weg/2.mp3': ofWeg(2) })
  await run()
  const { db } = app.services
  const stored = await db.selectFrom('tracks').select(['id', 'storageName']).orderBy('id').execute()
  await db.deleteFrom('trackLyrics').execute()
  await db.updateTable('importedSources').set({ reader: 1 }).execute()
  expect(await run()).toMatchObject({ updatedAlbums: 1, knownFiles: 2 })
  expect(await lyrics()).toEqual({ 'Lied 1': 'tags: Eins' })
  expect(await db.selectFrom('tracks').select(['id', 'storageName']).orderBy('id').execute()).toEqual(stored)
  expect(await run()).toMatchObject({ updatedAlbums: 0, knownFiles: 2 })
})
