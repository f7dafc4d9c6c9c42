import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import { expect, test } from 'vitest'
import { taggedFlac, taggedMp3 } from '#testing/audio-samples.ts'
import { addFiles, archiveForImport, musicFolder } from '#testing/music-folders.ts'

type Archive = Awaited<ReturnType<typeof archiveForImport>>

const tagsOf = (number: number, genre?: string) => ({
  title: `Lied ${number}`,
  album: 'Weg',
  artist: 'Ada',
  track: String(number),
  date: '2019',
  ...(genre !== undefined && { genre }),
})

async function onlyAlbum({ albums }: Archive) {
  const [album] = await albums()
  if (album === undefined) throw new Error('No album')
  return album
}

async function genresOf(archive: Archive): Promise<string[]> {
  const { albumId } = await onlyAlbum(archive)
  const { notes } = await archive.admin.call(getLinerNotes, { params: { id: albumId } })
  return notes.genres
}

test('an album has the genres of its files, those of most files first, each once', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({
    'Weg/01.mp3': taggedMp3(tagsOf(1, 'Folk; Chanson')),
    'Weg/02.flac': taggedFlac(tagsOf(2, 'Indie')),
    'Weg/03.flac': taggedFlac(tagsOf(3, `INDIE; ${'x'.repeat(51)}`)),
  })
  await archive.run(folder)
  expect(await genresOf(archive)).toEqual(['Indie', 'Folk', 'Chanson'])
})

test('an album has at most ten genres from its files', async () => {
  const archive = await archiveForImport()
  const many = Array.from({ length: 15 }, (_, index) => `Genre ${index}`)
  await archive.run(await musicFolder({ 'Weg/01.mp3': taggedMp3(tagsOf(1, many.join(';'))) }))
  expect(await genresOf(archive)).toEqual(many.slice(0, 10))
})

test('genres follow the files, and edited ones stay unless the tags win', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': taggedMp3(tagsOf(1, 'Folk')) })
  await archive.run(folder)
  const { albumId } = await onlyAlbum(archive)
  const edit = async (body: { genres?: string[]; label?: string }) =>
    archive.admin.call(updateAlbum, { params: { albumTitel: albumId }, body })
  await edit({ label: 'Eigenverlag' })
  await addFiles(folder, { 'Weg/01.mp3': taggedMp3(tagsOf(1, 'Jazz')) })
  await archive.run(folder)
  expect(await genresOf(archive)).toEqual(['Jazz'])

  await edit({ genres: ['Von Hand'] })
  await addFiles(folder, { 'Weg/01.mp3': taggedMp3(tagsOf(1, 'Blues')) })
  await archive.run(folder)
  expect(await genresOf(archive)).toEqual(['Von Hand'])
  await archive.run(folder, { tagsWin: true })
  expect(await genresOf(archive)).toEqual(['Blues'])

  await addFiles(folder, { 'Weg/01.mp3': taggedMp3(tagsOf(1)) })
  await archive.run(folder)
  const { notes } = await archive.admin.call(getLinerNotes, { params: { id: albumId } })
  expect([notes.genres, notes.label]).toEqual([[], 'Eigenverlag'])
})

test('an album that an older version imported gets its genres with the next run, unless it has some', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': taggedMp3(tagsOf(1, 'Folk')) })
  await archive.run(folder)
  const { db } = archive.app.services
  const forget = async () => {
    await db.updateTable('importedSources').set({ reader: 2 }).execute()
    await db.updateTable('importedValues').set({ genres: null }).execute()
  }
  await db.deleteFrom('albumGenres').execute()
  await forget()
  await archive.run(folder)
  expect(await genresOf(archive)).toEqual(['Folk'])

  await db.updateTable('albumGenres').set({ name: 'Von Hand' }).execute()
  await forget()
  await archive.run(folder)
  expect(await genresOf(archive)).toEqual(['Von Hand'])
})
