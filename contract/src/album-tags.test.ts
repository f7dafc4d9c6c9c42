import { expect, test } from 'vitest'
import { artistsOfAlbum, artistsOfTrack, sortNamesIn } from './album-tags.ts'
import type { AudioTags } from './audio-tags.ts'

/** The artists as text, with guest artists in brackets. */
function shown(tags: AudioTags): string {
  return artistsOfTrack(tags)
    .map(({ name, role }) => (role === 'main' ? name : `(${name})`))
    .join(' + ')
}

test.each<[AudioTags, string]>([
  [{}, ''],
  [{ artist: 'Ada' }, 'Ada'],
  [{ artist: 'Ada & Bo, Cem' }, 'Ada & Bo, Cem'],
  [{ artist: 'Ada feat. Bo' }, 'Ada + (Bo)'],
  [{ artist: 'Ada ft Bo & Cem' }, 'Ada + (Bo & Cem)'],
  [{ artist: 'Ada (Featuring Bo)' }, 'Ada + (Bo)'],
  [{ artist: 'Craft Feathers' }, 'Craft Feathers'],
  [{ artist: 'Ada feat. Bo & Cem', artists: ['Ada', 'Bo', 'Cem'] }, 'Ada + (Bo) + (Cem)'],
  [{ artist: 'Ada & Bo feat. Cem', artists: ['Ada', 'Bo', 'Cem'] }, 'Ada + Bo + (Cem)'],
  [{ artist: 'Ada, Bo', artists: ['Ada', 'Bo'] }, 'Ada + Bo'],
  [{ artists: ['Ada', ' ada ', 'ADA', ''] }, 'Ada'],
  [{ artist: 'Various Artists' }, ''],
  [{ artist: 'x'.repeat(201) }, ''],
])('who made a track: %j', (tags, expected) => {
  expect(shown(tags)).toBe(expected)
})

test.each<[AudioTags, [string, string][]]>([
  [{ artist: 'Ada', artistSorts: ['Lovelace, Ada'] }, [['Ada', 'Lovelace, Ada']]],
  [{ artist: 'Ada feat. Bo', artistSorts: ['Lovelace, Ada feat. Bo'] }, [['Ada', 'Lovelace, Ada']]],
  [
    { artist: 'Ada, Bo', artists: ['Ada', 'Bo'], artistSorts: ['Lovelace, Ada', 'Der Bo'] },
    [
      ['Ada', 'Lovelace, Ada'],
      ['Bo', 'Der Bo'],
    ],
  ],
  // With several artists it is unknown to which of them the sort name belongs.
  [{ artist: 'Ada, Bo', artists: ['Ada', 'Bo'], artistSorts: ['Lovelace, Ada; Bo'] }, []],
  [{ albumArtist: 'Duo', albumArtistSorts: ['Duo, Das'] }, [['Duo', 'Duo, Das']]],
  // The file names no album artist.
  [{ artist: 'Ada', albumArtistSorts: ['Verschiedene'] }, []],
  [{ albumArtist: 'Various Artists', albumArtistSorts: ['Various Artists'] }, []],
  [{ artist: 'Ada', artistSorts: ['x'.repeat(201)] }, []],
  [{ artist: 'Ada' }, []],
])('the sort names in %j', (tags, expected) => {
  expect([...sortNamesIn([tags])]).toEqual(expected)
})

test.each<[string, AudioTags[], string[]]>([
  ['the one whom all name', [{ artist: 'Ada feat. Bo' }, { artist: 'Ada' }], ['Ada']],
  ['no artist where the tracks have different ones', [{ artist: 'Ada' }, { artist: 'Bo' }], []],
  [
    'the album artist, whatever artists the tracks have',
    [
      { artist: 'Ada', albumArtist: 'Duo' },
      { artist: 'Bo', albumArtist: 'duo' },
    ],
    ['Duo'],
  ],
  ['several album artists', [{ albumArtist: 'Ada', albumArtists: ['Ada', 'Bo'] }], ['Ada', 'Bo']],
  ['no artist on a compilation', [{ artist: 'Ada', albumArtist: 'Ada', isCompilation: true }], []],
  ['no artist where only some files name an album artist', [{ albumArtist: 'Ada' }, { artist: 'Ada' }], []],
  ['no artist without tags', [{}, {}], []],
])('who made an album: %s', (_what, tags, expected) => {
  expect(artistsOfAlbum(tags)).toEqual(expected)
})
