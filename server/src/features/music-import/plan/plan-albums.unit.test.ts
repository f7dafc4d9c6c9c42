import { describe, expect, test } from 'vitest'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { guessType } from './guess-type.ts'
import { discFolder, kindByName } from '../read/music-files.ts'
import {
  asTitle,
  dayOfFileName,
  titleOfFileName,
  titleOfFolder,
  titleOfVideo,
  yearOfFolder,
} from './names.ts'
import { type FolderNames, planAlbums } from './plan-albums.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'

/** A file with these tags. */
function file(name: string, tags: AudioTags = {}, folderDisc?: number): ReadFile {
  const path = `/musik/${folderDisc ?? ''}/${name}`
  const source = { path, recorded: path, name, inode: '1', sizeBytes: 1, modifiedAt: 0 }
  const sound = {
    format: 'mp3',
    codec: 'mp3',
    durationSeconds: 200,
    bitrate: 1,
    sampleRate: 1,
    channels: 2,
  } as const
  const info = { kind: 'audio', sizeBytes: 1, tags, ...sound } as const
  return { ...source, info, ...(folderDisc !== undefined && { folderDisc }) }
}

/** A folder inside the imported folder. */
function folderNamed(name: string): FolderNames {
  return { name, parents: [], key: `/musik/${name}`, isRoot: false }
}

/** The planned albums of a folder, reduced to title, artist and tracks. */
function planned(files: readonly ReadFile[], name = 'Ordner') {
  return planAlbums(folderNamed(name), files).map((album) => ({
    title: album.title,
    artist: album.artist,
    tracks: album.tracks.map(({ title }) => title),
  }))
}

describe('files become albums', () => {
  test('one album, in the order of its track numbers', () => {
    const tags = (title: string, trackNumber: number) => ({
      title,
      trackNumber,
      album: 'Weg',
      artist: 'Ada',
      year: 2019,
    })
    const files = [
      file('b.mp3', tags('Zwei', 2)),
      file('c.mp3', tags('Zehn', 10)),
      file('a.mp3', tags('Eins', 1)),
    ]
    expect(planned(files)).toEqual([{ title: 'Weg', artist: 'Ada', tracks: ['Eins', 'Zwei', 'Zehn'] }])
    expect(planAlbums(folderNamed('x'), files)[0]).toMatchObject({ year: 2019, type: 'single' })
  })

  test('without tags by folder and natural order of the names', () => {
    const files = ['10 Ende.mp3', '2_Mitte.mp3', '1 - Anfang.mp3'].map((name) => file(name))
    const albums = planAlbums(folderNamed('Ada - Weg (2019) [FLAC]'), files)
    expect(albums).toMatchObject([{ title: 'Ada - Weg', year: 2019, artist: undefined }])
    expect(albums[0]?.tracks.map(({ title }) => title)).toEqual(['Anfang', 'Mitte', 'Ende'])
  })

  test('discs follow each other, by tag or by folder', () => {
    const files = [
      file('1.mp3', { album: 'Doppel', title: 'Zweite, eins', trackNumber: 1 }, 2),
      file('2.mp3', { album: 'Doppel', title: 'Erste, zwei', trackNumber: 2 }, 1),
      file('1.mp3', { album: 'Doppel', title: 'Erste, eins', trackNumber: 1, discNumber: 1 }),
    ]
    expect(planned(files)[0]?.tracks).toEqual(['Erste, eins', 'Erste, zwei', 'Zweite, eins'])
  })

  test('a compilation is one album, whatever its artists', () => {
    const by = (artist: string, trackNumber: number) =>
      file(`${artist}.mp3`, { album: 'Sampler', title: artist, artist, trackNumber, isCompilation: true })
    expect(planned([by('Ada', 1), by('Bo', 2), by('Cem', 3)])).toEqual([
      { title: 'Sampler', artist: undefined, tracks: ['Ada', 'Bo', 'Cem'] },
    ])
  })

  test('without the compilation tag it is one album as long as no track number is repeated', () => {
    const by = (artist: string, trackNumber: number) =>
      file(`${artist} ${trackNumber}.mp3`, { album: 'Best of', title: artist, artist, trackNumber })
    expect(planned([by('Ada', 1), by('Bo', 2)])).toHaveLength(1)
    expect(planned([by('Ada', 1), by('Ada', 2), by('Bo', 1)])).toEqual([
      { title: 'Best of', artist: 'Ada', tracks: ['Ada', 'Ada'] },
      { title: 'Best of', artist: 'Bo', tracks: ['Bo'] },
    ])
  })

  test('one title by two album artists makes two albums, guests do not', () => {
    const by = (albumArtist: string, artist: string) =>
      file(`${albumArtist} ${artist}.mp3`, { album: 'Live', title: artist, artist, albumArtist })
    expect(planned([by('Ada', 'Ada'), by('Ada', 'Ada feat. Bo'), by('Cem', 'Cem')])).toMatchObject([
      { artist: 'Ada', tracks: ['Ada', 'Ada feat. Bo'] },
      { artist: 'Cem', tracks: ['Cem'] },
    ])
  })

  test('a file without tags belongs to the only album in its folder', () => {
    const tagged = file('1.mp3', { album: 'Weg', title: 'Eins', trackNumber: 1 })
    expect(planned([tagged, file('Bonus.mp3')])).toMatchObject([{ title: 'Weg', tracks: ['Eins', 'Bonus'] }])
    const other = file('2.mp3', { album: 'Ziel', title: 'Zwei', trackNumber: 1 })
    expect(planned([tagged, other, file('Bonus.mp3')], 'Kiste').map(({ title }) => title)).toEqual([
      'Weg',
      'Ziel',
      'Kiste',
    ])
  })

  test('too many tracks for one album become several albums', () => {
    const files = Array.from({ length: 450 }, (_, index) => file(`${index}.mp3`))
    expect(planned(files, 'Alles').map(({ title, tracks }) => [title, tracks.length])).toEqual([
      ['Alles', 200],
      ['Alles (Teil 2)', 200],
      ['Alles (Teil 3)', 50],
    ])
  })

  test('disc folders rule when all their files are tagged as the first disc', () => {
    const tags = (title: string, trackNumber: number) => ({
      album: 'Doppel',
      title,
      trackNumber,
      discNumber: 1,
    })
    const files = [
      file('1.mp3', tags('Zweite, eins', 1), 2),
      file('2.mp3', tags('Erste, zwei', 2), 1),
      file('1.mp3', tags('Erste, eins', 1), 1),
    ]
    expect(planned(files)[0]?.tracks).toEqual(['Erste, eins', 'Erste, zwei', 'Zweite, eins'])
  })

  test('two years with the same track numbers are two editions, different years alone are not', () => {
    const of = (year: number, trackNumber: number) =>
      file(`${year} ${trackNumber}.mp3`, {
        album: 'Weg',
        title: `${year}/${trackNumber}`,
        artist: 'Ada',
        year,
        trackNumber,
      })
    expect(planned([of(1999, 1), of(1999, 2), of(2009, 1)])).toMatchObject([
      { tracks: ['1999/1', '1999/2'] },
      { tracks: ['2009/1'] },
    ])
    expect(planned([of(1999, 1), of(2009, 2)])).toHaveLength(1)
  })

  test('two releases of one title in a folder stay apart by their ids', () => {
    const [one, other] = ['0b3f4a5e-0000-4000-8000-000000000001', '0b3f4a5e-0000-4000-8000-000000000002']
    const of = (releaseId: string, trackNumber: number) =>
      file(`${releaseId} ${trackNumber}.mp3`, {
        album: 'Weg',
        title: `Lied ${trackNumber}`,
        artist: 'Ada',
        trackNumber,
        releaseId,
      })
    const albums = planAlbums(folderNamed('Weg'), [of(one, 1), of(other, 1), of(one, 2)])
    expect(albums.map(({ tracks }) => tracks.length)).toEqual([2, 1])
    const elsewhere = planAlbums(folderNamed('Weg, zweiter Teil'), [of(one, 3)])
    expect(elsewhere[0]?.key).toBe(albums[0]?.key)
    expect(albums[1]?.key).not.toBe(albums[0]?.key)
  })

  test('loose files become a single or loosies for each artist', () => {
    const by = (artist: string, title: string) => file(`${title}.mp3`, { title, artist })
    const albums = planAlbums(folderNamed('Downloads'), [
      by('Ada', 'Eins'),
      by('Bo', 'Zwei'),
      by('Ada', 'Drei'),
    ])
    expect(
      albums.map(({ title, type, tracks }) => [title, type, tracks.map((track) => track.title)]),
    ).toEqual([
      ['Downloads (Ada)', 'loosies', ['Drei', 'Eins']],
      ['Zwei', 'single', ['Zwei']],
    ])
  })

  test('loose files beside the albums are never one album', () => {
    const root = { ...folderNamed('Musik'), isRoot: true }
    const tagged = [1, 2].map((trackNumber) =>
      file(`0${trackNumber}.mp3`, { trackNumber, title: `Lied ${trackNumber}` }),
    )
    expect(planAlbums(root, tagged)).toMatchObject([{ title: 'Musik', type: 'loosies' }])
    const loose = ['Aufnahme.mp3', 'Probe.mp3'].map((name) => file(name))
    expect(planAlbums(folderNamed('Proben'), loose)).toMatchObject([{ title: 'Proben', type: 'loosies' }])
    const one = file('1.mp3', { album: 'Weg', title: 'Eins', trackNumber: 1 })
    expect(planned([one, ...loose], 'Kiste').map(({ title }) => title)).toEqual(['Weg', 'Kiste'])
  })

  test('one recording in two formats is one track with the better file', () => {
    const tags = { album: 'Weg', title: 'Eins', trackNumber: 1 }
    const mp3 = file('1.mp3', tags)
    const lossless = { ...mp3.info, format: 'flac', codec: 'flac' } as const
    const flac = { ...file('1.flac', tags), info: lossless }
    const again = file('1 (Kopie).mp3', tags)
    const alac = { ...file('1.m4a', tags), info: { ...mp3.info, format: 'm4a', codec: 'alac' } as const }
    const skipped: Skipped[] = []
    const [album] = planAlbums(folderNamed('Weg'), [mp3, flac, again, alac], skipped)
    expect(album?.tracks.map((track) => [track.file.name, track.further.map(({ name }) => name)])).toEqual([
      ['1.flac', ['1.mp3', '1.m4a']],
    ])
    expect(skipped).toMatchObject([{ path: again.recorded, reason: 'duplicate' }])
  })

  test('spellings of one title are one album', () => {
    const titles = ['Größe', 'GRÖSSE'.replace('SS', 'ß'), 'Gro\u0308ße  ']
    expect(planned(titles.map((album, index) => file(`${index}.mp3`, { album })))).toHaveLength(1)
  })
})

test.each([
  ['Weg', [], 1, 'single'],
  ['Weg', [], 3, 'single'],
  ['Weg', [], 4, 'ep'],
  ['Weg', [], 6, 'ep'],
  ['Weg', [], 7, 'album'],
  ['Weg EP', [], 9, 'ep'],
  ['Weg - Single', [], 5, 'single'],
  ['Weg', ['Unreleased'], 9, 'unreleased'],
  ['Tiefgarage (Demos)', [], 9, 'unreleased'],
  ['Weg', ['Ada', 'Loosies 2020'], 2, 'loosies'],
  ['Weg (feat. Bo)', [], 1, 'feature'],
  ['Weg', ['Features'], 8, 'feature'],
  ['Deppenmagnet', ['Singlebörse'], 8, 'album'],
] as const)('the type of "%s" in %j with %i tracks is %s', (title, folders, count, type) => {
  const trackTitles = Array.from({ length: count }, (_, index) => `Lied ${index}`)
  expect(guessType({ title, folders, trackTitles })).toBe(type)
})

test('an album whose every track has a guest is a feature', () => {
  const trackTitles = ['Eins (feat. Bo)', 'Zwei ft. Cem', 'Drei featuring Dora', 'Vier (Feat. Eva)']
  expect(guessType({ title: 'Weg', folders: [], trackTitles })).toBe('feature')
})

test.each([
  ['01 - Anfang.mp3', 'Anfang'],
  ['1-03. Mitte.flac', 'Mitte'],
  ['A2 Seite.ogg', 'Seite'],
  ['07_Über_den_Wolken.m4a', 'Über den Wolken'],
  ['99 Luftballons.mp3', 'Luftballons'],
  ['2019.mp3', '2019'],
  ['12.mp3', '12'],
  ['Ohne Nummer.mp3', 'Ohne Nummer'],
])('the title in %s', (name, title) => {
  expect(titleOfFileName(name)).toBe(title)
})

test.each([
  ['Weg (2019)', 'Weg', 2019],
  ['2019 - Weg', 'Weg', 2019],
  ['Weg [320 kbps]', 'Weg', undefined],
  ['1999', '1999', 1999],
  ['Ada_Weg', 'Ada Weg', undefined],
])('title and year in the folder %s', (name, title, year) => {
  expect(titleOfFolder(name)).toBe(title)
  expect(yearOfFolder(name)).toBe(year)
})

test.each([
  ['2019-05-04 Konzert in Köln.mp4', 'Konzert in Köln', '2019-05-04'],
  ['Konzert_20190504.webm', 'Konzert', '2019-05-04'],
  ['Probe (2021).mov', 'Probe (2021)', '2021-01-01'],
  ['2019-02-31.mp4', '2019-02-31', undefined],
  ['Ohne Datum.mp4', 'Ohne Datum', undefined],
])('title and day in the name of the video %s', (name, title, day) => {
  expect(titleOfVideo(name)).toBe(title)
  expect(dayOfFileName(name)).toBe(day)
})

test.each([
  ['CD1', 1, ''],
  ['Disc 2', 2, ''],
  ['Weg (CD 2)', 2, 'Weg'],
  ['Weg - Disk 12', 12, 'Weg'],
  ['Seite B', 2, ''],
])('the folder %s holds a disc', (name, disc, album) => {
  expect(discFolder(name)).toEqual({ disc, album })
})

test.each(['Weg', 'CDs', 'Discothek 2', 'Abcd 1', 'Platten'])('the folder %s holds no disc', (name) => {
  expect(discFolder(name)).toBeUndefined()
})

test('files are distinguished by their names', () => {
  expect(
    ['a.MP3', 'b.opus', 'x.wma', 'Folder.JPG', 'front.webp', 'a.LRC', 'x.mid', '.DS_Store', '._a.mp3'].map(
      kindByName,
    ),
  ).toEqual(['music', 'music', 'music', 'cover', 'cover', 'lyrics', 'unsupported', 'clutter', 'clutter'])
  expect(['a.txt', 'mp3'].map(kindByName)).toEqual(['clutter', 'music'])
  const images = ['Weg - Front.jpg', 'cover_back.png', 'AlbumArtSmall.jpg', 'Discovery.jpg', '01.png']
  expect(images.map(kindByName)).toEqual(['cover', 'image', 'cover', 'image', 'image'])
})

test('a title is as long as titles may be', () => {
  expect(asTitle('ä'.repeat(300), '')).toHaveLength(200)
  expect(asTitle(' \u0007 ', 'sonst')).toBe('sonst')
})
