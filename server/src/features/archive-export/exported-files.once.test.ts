import { lstatSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceCover, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { listAlbums } from '@tonarchiv/contract/catalog'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readAudioInfo } from '#audio-probe/info/audio-info.ts'
import { newReadBuffers } from '#audio-probe/byte-source.ts'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import {
  id3Text,
  id3TimedLyrics,
  id3v2,
  mpegFrames,
  sample,
  taggedFlac,
  taggedM4a,
  taggedMp3,
} from '#testing/audio-samples.ts'
import {
  addMusic,
  editLyrics,
  exportFolder,
  filesIn,
  fillArchive,
  startArchive,
} from '#testing/exported-archives.ts'
import { exportArchive } from './index.ts'

test('the files have names for every system, and the tags of the archive', async () => {
  const { app, admin } = await startArchive()
  await fillArchive(app, admin)
  const folder = await exportFolder()
  await exportArchive(app.services, folder)
  const paths = [...(await filesIn(folder)).keys()].map((path) => path.replace(/\[[\da-f]{12}\]/, '[id]'))
  expect(paths.toSorted()).toEqual(
    [
      'Albums/Ada/Heimweg (2021)/01 Anfang.mp3',
      'Albums/Ada/Heimweg (2021)/02 Mitte.flac',
      'Albums/Ada/Heimweg (2021)/03 Ende.m4a',
      'Albums/Ada/Heimweg (2021)/cover.jpg',
      'Albums/Ada/Heimweg (2021)/tonarchiv.json',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/01 Grüße aus der Straßenbahn.opus',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/cover.jpg',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/tonarchiv.json',
      'Albums/Jörg Übermut/Österreichische Nächte (Jörg Übermut) (2019)/01 Grüße aus der Straßenbahn.wav',
      'Albums/Jörg Übermut/Österreichische Nächte (Jörg Übermut) (2019)/tonarchiv.json',
      'Albums/_/CON_ „Straße_Weg_“/01 Vorhanden.ogg',
      'Albums/_/CON_ „Straße_Weg_“/03 Lied.aac',
      'Albums/_/CON_ „Straße_Weg_“/cover.jpg',
      'Albums/_/CON_ „Straße_Weg_“/tonarchiv.json',
      'Videos/2026-03-01 Auftritt_ 1_2.jpg',
      'Videos/2026-03-01 Auftritt_ 1_2.mp4',
      'Videos/2026-03-01 Auftritt_ 1_2 [id].jpg',
      'Videos/2026-03-01 Auftritt_ 1_2 [id].mp4',
      'tonarchiv.json',
    ].toSorted(),
  )
  const tagsOf = (path: string) => {
    const info = readAudioInfo(join(folder, path), newReadBuffers())
    return info.kind === 'audio' ? info.tags : info
  }
  expect(tagsOf('Albums/Ada/Heimweg (2021)/02 Mitte.flac')).toEqual({
    title: 'Mitte',
    album: 'Heimweg',
    artist: 'Ada feat. Bo',
    artists: ['Ada', 'Bo'],
    albumArtist: 'Ada',
    trackNumber: 2,
    year: 2021,
    genres: ['Indie', 'Lo-Fi'],
  })
  expect(tagsOf('Albums/Ada/Heimweg (2021)/03 Ende.m4a')).toMatchObject({
    album: 'Heimweg',
    genres: ['Indie', 'Lo-Fi'],
    year: 2021,
    trackNumber: 3,
  })
  expect(tagsOf('Albums/_/CON_ „Straße_Weg_“/01 Vorhanden.ogg')).toMatchObject({
    title: 'Vorhanden',
    album: 'CON: „Straße/Weg?“ ...',
    trackNumber: 1,
  })
  expect(tagsOf('Albums/_/CON_ „Straße_Weg_“/03 Lied.aac')).toMatchObject({
    title: 'Lied.mp3',
    trackNumber: 3,
  })
})

test('a file that agrees with the archive is a hard link, a changed one a copy, and originals stay as they are', async () => {
  const { app, admin } = await startArchive()
  const lyrics = Buffer.concat([Buffer.from('\u0003deu\0'), Buffer.from('Die erste Zeile\nDie zweite')])
  const sound = mpegFrames(40)
  await addMusic(app, {
    'Weg/1.mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }),
    'Weg/2.mp3': Buffer.concat([
      id3v2(4, [
        ['TIT2', id3Text('Zwei')],
        ['TALB', id3Text('Weg')],
        ['TPE1', id3Text('Ada')],
        ['TRCK', id3Text('2')],
        ['USLT', lyrics],
        ['TXXX', id3Text('MOOD\0ruhig')],
      ]),
      sound,
    ]),
  })
  const { albums } = await admin.call(listAlbums, { query: {} })
  const tracks = albums[0]?.tracks ?? []
  await admin.call(updateAlbum, {
    params: { albumTitel: 'Weg' },
    body: { tracks: tracks.map(({ id, title }) => ({ id, title: title === 'Zwei' ? 'Zwo' : title })) },
  })
  const media = join(app.services.config.dataFolder, 'media')
  const originals = await filesIn(media)
  const folder = await exportFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tracks: 2, tagged: 1, untagged: [] })

  const album = join(folder, 'Albums/Ada/Weg')
  const { dev } = lstatSync(folder)
  const isSameDisk = dev === lstatSync(media).dev
  const [shared, own] = [lstatSync(join(album, '01 Eins.mp3')), lstatSync(join(album, '02 Zwo.mp3'))]
  expect(own.nlink).toBe(1)
  // If the file system clones files, the export creates no hard links.
  if (isSameDisk && shared.nlink === 1)
    expect(readFileSync(join(album, '01 Eins.mp3')).length).toBeGreaterThan(0)
  else if (isSameDisk) expect(shared.nlink).toBe(2)
  const tagged = await readFile(join(album, '02 Zwo.mp3'))
  expect(tagged.includes('Die erste Zeile')).toBe(true)
  expect(tagged.includes('ruhig')).toBe(true)
  expect(tagged.includes(sound)).toBe(true)
  expect(await filesIn(media)).toEqual(originals)

  const copies = await exportFolder()
  await exportArchive(app.services, copies, { copies: true })
  expect(lstatSync(join(copies, 'Albums/Ada/Weg/01 Eins.mp3')).nlink).toBe(1)
})

test('another cover replaces the picture in the files', async () => {
  const { app, admin } = await startArchive()
  const old = sample('cover.jpg')
  await addMusic(app, {
    'Weg/1.mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }, { cover: old }),
  })
  const { services } = app
  const folder = await exportFolder()
  expect(await exportArchive(services, folder)).toMatchObject({ tagged: 0 })
  const cover = await readFile(join(folder, 'Albums/Ada/Weg/cover.jpg'))
  expect(cover.equals(old)).toBe(true)
  const image = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('albumCover', fileOf(image), 'neu.png')
  await admin.call(replaceCover, { params: { albumTitel: 'Weg' }, form })
  expect(await exportArchive(services, folder)).toMatchObject({ albums: 1, tagged: 1, untagged: [] })
  const path = join(folder, 'Albums/Ada/Weg')
  expect((await readdir(path)).toSorted()).toEqual(['01 Eins.mp3', 'cover.png', 'tonarchiv.json'])
  expect((await readFile(join(path, '01 Eins.mp3'))).includes(image)).toBe(true)
})

const LRC = '[00:01.00]Erste\n[00:02.00]<00:02.00>Zweite <00:02.50>Zeile'

test('lyrics are in the tags of a track, and in a file beside it', async () => {
  const { app, admin } = await startArchive()
  const tags = { album: 'Weg', artist: 'Ada', date: '2019' }
  await addMusic(app, {
    'Weg/1.flac': taggedFlac({ ...tags, title: 'Eins', track: '1' }),
    'Weg/1.mp3': taggedMp3({ ...tags, title: 'Eins', track: '1' }, { frames: 29 }),
    'Weg/1.lrc': Buffer.from(LRC),
    'Weg/2.m4a': taggedM4a({ ...tags, title: 'Zwei', track: '2', lyrics: 'Alt' }),
    'Weg/3.mp3': taggedMp3({ ...tags, title: 'Drei', track: '3', lyrics: 'Wie im Archiv' }),
    'Weg/4.flac': taggedFlac({ ...tags, title: 'Vier', track: '4', lyrics: 'Weg damit' }),
    'Weg/5.mp3': taggedMp3({ ...tags, title: 'Fünf', track: '5', lyrics: 'Weg damit' }),
    'Weg/6.mp3': taggedMp3({ ...tags, title: 'Sechs', track: '6', lyrics: 'Alt' }),
  })
  await editLyrics(app, admin, 'Zwei', 'Neu\n\nund länger')
  await editLyrics(app, admin, 'Vier', '')
  await editLyrics(app, admin, 'Fünf', '')
  await editLyrics(app, admin, 'Sechs', 'Neü')
  const folder = await exportFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tracks: 6, tagged: 5, untagged: [] })
  const album = join(folder, 'Albums/Ada/Weg (2019)')
  expect((await readdir(album)).toSorted()).toEqual([
    '01 Eins.flac',
    '01 Eins.lrc',
    '01 Eins.mp3',
    '02 Zwei.lrc',
    '02 Zwei.m4a',
    '03 Drei.lrc',
    '03 Drei.mp3',
    '04 Vier.flac',
    '05 Fünf.mp3',
    '06 Sechs.lrc',
    '06 Sechs.mp3',
    'tonarchiv.json',
  ])
  expect(await readFile(join(album, '02 Zwei.lrc'), 'utf8')).toBe('Neu\n\nund länger\n')
  const names = [
    '01 Eins.flac',
    '01 Eins.mp3',
    '02 Zwei.m4a',
    '03 Drei.mp3',
    '04 Vier.flac',
    '05 Fünf.mp3',
    '06 Sechs.mp3',
  ]
  const tagged = names.map((name) => {
    const info = readAudioInfo(join(album, name), newReadBuffers())
    return info.kind === 'audio' ? info.lyrics : info
  })
  const edited = 'Neu\n\nund länger'
  expect(tagged).toEqual([LRC, undefined, edited, 'Wie im Archiv', undefined, undefined, 'Neü'])
})

test('edited lyrics replace those with times of their own in a file', async () => {
  const { app, admin } = await startArchive()
  const tag = id3v2(4, [
    ['TIT2', id3Text('Eins')],
    ['TALB', id3Text('Weg')],
    ['TPE1', id3Text('Ada')],
    ['SYLT', id3TimedLyrics([['Alt', 1000]])],
  ])
  await addMusic(app, { 'Weg/1.mp3': Buffer.concat([tag, mpegFrames(40)]) })
  const folder = await exportFolder()
  const song = join(folder, 'Albums/Ada/Weg/01 Eins.mp3')
  expect(await exportArchive(app.services, folder)).toMatchObject({ untagged: [] })
  expect(readAudioInfo(song, newReadBuffers())).toMatchObject({ lyrics: '[00:01.00]Alt' })
  await editLyrics(app, admin, 'Eins', 'Neu')
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, tagged: 1, untagged: [] })
  expect(readAudioInfo(song, newReadBuffers())).toMatchObject({ lyrics: 'Neu' })
})

test.each(['opus.opus', 'vorbis.ogg', 'pcm.wav', 'bare.aac'])('lyrics are written into %s', async (file) => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', releaseJahr: 'unknown', tracks: [{ title: 'Eins', file }] })
  await editLyrics(app, admin, 'Eins', LRC)
  const folder = await exportFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tagged: 1, untagged: [] })
  const song = join(folder, 'Albums/_/Weg', `01 Eins.${file.split('.')[1]}`)
  expect(readAudioInfo(song, newReadBuffers())).toMatchObject({ lyrics: LRC })
})
