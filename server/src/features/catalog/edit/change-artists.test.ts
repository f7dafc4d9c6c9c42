import { listAuditEvents } from '@tonarchiv/contract/admin'
import { addAlbum, suggestArtists, updateAlbum, updateArtist } from '@tonarchiv/contract/archive-editing'
import { artistNotFound, getArtist, getArtistPlays } from '@tonarchiv/contract/artists'
import { type Album, getAlbum, listAlbums, listSongs } from '@tonarchiv/contract/catalog'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import { listTopTracks, recordPlay } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { addByForm, albumForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithAlbum() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins', 'Zwei'] })
  const change = async (body: NonNullable<Parameters<typeof admin.call<typeof updateAlbum>>[1]>['body']) =>
    (await admin.call(updateAlbum, { params: { albumTitel: album.albumId }, body })).album
  const [one, two] = album.tracks.map(({ id }) => id)
  return { app, admin, album, change, one: one ?? '', two: two ?? '' }
}

const namesOf = (artists: Album['artists']) => artists?.map(({ name }) => name)
const textsOf = async (admin: Awaited<ReturnType<typeof archiveWithAlbum>>['admin']) =>
  (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)

test('an album without artists is answered as ever: its title stands for the artist', async () => {
  const { admin, album, one } = await archiveWithAlbum()
  expect('artists' in album).toBe(false)
  expect(album.tracks.some((track) => 'artists' in track || 'features' in track)).toBe(false)
  const { songs } = await admin.call(listSongs, { query: {} })
  expect(songs.map(({ artist }) => artist)).toEqual(['Weg', 'Weg'])
  await admin.call(recordPlay, { body: { track_id: one } })
  expect((await admin.call(listTopTracks, { query: {} })).tracks).toMatchObject([
    { artist: 'Weg', album: 'Weg' },
  ])
})

test('artists and features are edited, shown in every list, and removed again', async () => {
  const { admin, album, change, one, two } = await archiveWithAlbum()
  const edited = await change({
    artists: ['Ada', 'Bo'],
    tracks: [
      { id: one, features: ['Cem'] },
      { id: two, artists: ['Dora'], features: ['ADA', 'ada'] },
    ],
  })
  expect(namesOf(edited.artists)).toEqual(['Ada', 'Bo'])
  expect(edited.tracks.map(({ artists, features }) => [namesOf(artists), namesOf(features)])).toEqual([
    [undefined, ['Cem']],
    [['Dora'], ['Ada']],
  ])
  expect((await admin.call(getAlbum, { params: { albumTitel: 'Weg' } })).album).toEqual(edited)
  const { songs } = await admin.call(listSongs, { query: {} })
  expect(songs.map(({ artist, albumTitle }) => [artist, albumTitle])).toEqual([
    ['Ada, Bo', 'Weg'],
    ['Dora', 'Weg'],
  ])
  const { favorite } = await admin.call(addFavorite, {
    body: { item_type: 'track', item_id: `/api/stream/${album.tracks[0]?.file}` },
  })
  expect(favorite.item_data).toMatchObject({ artist: 'Ada, Bo', album: 'Weg' })
  await admin.call(recordPlay, { body: { track_id: two } })
  expect((await admin.call(listTopTracks, { query: {} })).tracks).toMatchObject([{ artist: 'Dora' }])
  expect((await textsOf(admin))[0]).toBe(
    'Album „Weg“: Künstler leer → „Ada, Bo“, Track „Eins“: Features leer → „Cem“, ' +
      'Track „Zwei“: Künstler leer → „Dora“, Track „Zwei“: Features leer → „Ada“',
  )

  const bare = await change({
    artists: [],
    tracks: [
      { id: one, features: [] },
      { id: two, artists: [], features: [] },
    ],
  })
  expect(bare).toEqual(album)
  expect((await textsOf(admin))[0]).toBe(
    'Album „Weg“: Künstler „Ada, Bo“ → leer, Track „Eins“: Features „Cem“ → leer, ' +
      'Track „Zwei“: Künstler „Dora“ → leer, Track „Zwei“: Features „Ada“ → leer',
  )
})

test('another spelling of an artist that was named there renames it everywhere', async () => {
  const { admin, change, one, two } = await archiveWithAlbum()
  const { artists = [] } = await change({
    artists: ['ada lind', 'Bo'],
    tracks: [{ id: one, artists: ['Bo', 'ada lind'] }, two],
  })
  await addByForm(admin, { albumTitel: 'Sampler', tracks: ['Drei'], artists: ['Cem'] })
  const sampler = { albumTitel: 'Sampler' }
  // An album that did not name the artist before gets the stored spelling.
  const { album: other } = await admin.call(updateAlbum, {
    params: sampler,
    body: { artists: ['Cem', 'ADA LIND'] },
  })
  expect(namesOf(other.artists)).toEqual(['Cem', 'ada lind'])

  const renamed = await change({ artists: ['Ada Lind', 'Bo'] })
  expect(renamed.artists).toEqual([{ ...artists[0], name: 'Ada Lind' }, artists[1]])
  expect(namesOf(renamed.tracks[0]?.artists)).toEqual(['Bo', 'Ada Lind'])
  expect(namesOf((await admin.call(getAlbum, { params: sampler })).album.artists)).toEqual([
    'Cem',
    'Ada Lind',
  ])
  const { songs } = await admin.call(listSongs, { query: {} })
  expect(new Set(songs.map(({ artist }) => artist))).toEqual(
    new Set(['Bo, Ada Lind', 'Ada Lind, Bo', 'Cem, Ada Lind']),
  )
  const { artist } = await admin.call(getArtist, { params: { id: artists[0]?.id ?? '' }, query: {} })
  expect(artist.name).toBe('Ada Lind')
  const params = { id: artist.id }
  const rest = (await admin.call(getArtist, { params, query: { offset: 1 } })).artist.own
  expect(rest).toEqual({ albums: artist.own.albums.slice(1), total: artist.own.total })
  expect(artist.own.albums.length).toBeGreaterThan(1)
  expect((await textsOf(admin))[0]).toBe(
    'Album „Weg“: Künstler „ada lind, Bo“ → „Ada Lind, Bo“, Track „Eins“: Künstler „Bo, ada lind“ → „Bo, Ada Lind“',
  )

  await change({ tracks: [{ id: one, features: ['ADA LIND'], artists: ['Bo'] }, two] })
  expect(namesOf((await change({ type: 'ep' })).artists)).toEqual(['ADA LIND', 'Bo'])
})

test('a new album brings the artists and features of its tracks, and its genres', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, {
    albumTitel: 'Sampler',
    artists: ['Ada'],
    genres: ['Indie', 'Lo-Fi'],
    tracks: [
      { title: 'Eins', file: 'cbr.mp3', artists: ['Bo', 'ADA'], features: ['Cem', 'Bo'] },
      { title: 'Zwei', file: 'cbr.mp3' },
    ],
  })
  expect(album.tracks.map(({ artists, features }) => [namesOf(artists), namesOf(features)])).toEqual([
    [['Bo', 'Ada'], ['Cem']],
    [undefined, undefined],
  ])
  const { notes } = await admin.call(getLinerNotes, { params: { id: album.albumId } })
  expect(notes.genres).toEqual(['Indie', 'Lo-Fi'])
  const tooMany = Array.from({ length: 21 }, (_, index) => `Name ${index}`)
  const form = albumForm({ tracks: [{ title: 'Eins', file: 'cbr.mp3', artists: tooMany }] })
  expect((await admin.refusal(addAlbum, { form })).body.fields).toEqual({
    tracks: 'Ein Track darf höchstens 20 Künstler haben',
  })
})

test('a change without artists leaves them as they are', async () => {
  const { change, one, two } = await archiveWithAlbum()
  const edited = await change({ artists: ['Ada'], tracks: [{ id: one, features: ['Bo'] }, two] })
  const { artists, tracks } = await change({ type: 'ep', tracks: [{ id: one, title: 'Neu' }, two] })
  expect([namesOf(artists), namesOf(tracks[0]?.features)]).toEqual([['Ada'], ['Bo']])
  expect(edited.artists).toEqual(artists)
})

test('too many artists and too long names are rejected, and nothing is changed', async () => {
  const { admin, album } = await archiveWithAlbum()
  const refused = async (artists: string[]) =>
    (await admin.refusal(updateAlbum, { params: { albumTitel: 'Weg' }, body: { artists } })).body.fields
  expect(Object.values((await refused(Array.from({ length: 21 }, (_, index) => `A${index}`))) ?? {})).toEqual(
    ['Ein Album darf höchstens 20 Künstler haben'],
  )
  expect(Object.values((await refused(['x'.repeat(201)])) ?? {})).toEqual([
    'Der Name eines Künstlers darf höchstens 200 Zeichen lang sein',
  ])
  expect((await admin.call(getAlbum, { params: { albumTitel: 'Weg' } })).album).toEqual(album)
})

test('an artist has a page with own albums, appearances and plays', async () => {
  const { app, admin, change, one, two } = await archiveWithAlbum()
  const { artists = [] } = await change({ artists: ['Ada'], tracks: [one, { id: two, artists: ['Cem'] }] })
  const other = await addByForm(admin, { albumTitel: 'Sampler', tracks: ['Drei', 'Vier [FEHLT]'] })
  const [three = '', four = ''] = other.tracks.map(({ id }) => id)
  await admin.call(updateAlbum, {
    params: { albumTitel: 'Sampler' },
    body: { tracks: [{ id: three, features: ['Ada'] }, four] },
  })
  const id = artists[0]?.id ?? ''
  const { artist } = await admin.call(getArtist, { params: { id }, query: {} })
  expect(artist).toMatchObject({ id, name: 'Ada', tracks: 2, own: { total: 1 }, appearances: { total: 1 } })
  const albumsOf = ({ albums }: { albums: Album[] }) => albums.map(({ albumTitel }) => albumTitel)
  expect([albumsOf(artist.own), albumsOf(artist.appearances)]).toEqual([['Weg'], ['Sampler']])

  const member = await app.signIn()
  for (const track of [one, two, three]) await admin.call(recordPlay, { body: { track_id: track } })
  await member.call(recordPlay, { body: { track_id: one } })
  const plays = await member.call(getArtistPlays, { params: { id } })
  expect(plays.tracks.map(({ title, count }) => [title, count])).toEqual([
    ['Eins', 2],
    ['Drei', 1],
  ])
  expect(plays).toMatchObject({ count: 3, ownCount: 1 })
  expect(plays.lastPlayed).not.toBeNull()
  expect(await member.call(getArtistPlays, { params: { id: 'nichts' } })).toEqual({
    tracks: [],
    count: 0,
    ownCount: 0,
    lastPlayed: null,
  })
  expect((await member.refusal(getArtist, { params: { id: 'nichts' }, query: {} })).body.error).toBe(
    artistNotFound.text,
  )
})

test('artists are sorted by their sort names, which an admin changes', async () => {
  const { admin, change } = await archiveWithAlbum()
  const edited = await change({ artists: ['Ada', 'Der Abend'] })
  const id = edited.artists?.find(({ name }) => name === 'Der Abend')?.id ?? ''
  const suggested = async () =>
    (await admin.call(suggestArtists, { query: { search: 'a' } })).artists.map(({ name }) => name)
  const sortName = async () => (await admin.call(getArtist, { params: { id }, query: {} })).artist.sortName
  expect(await sortName()).toBe('Abend, Der')
  expect(await suggested()).toEqual(['Der Abend', 'Ada'])

  const set = async (text: string) => admin.call(updateArtist, { params: { id }, body: { sortName: text } })
  expect((await set('  Öbend  ')).sortName).toBe('Öbend')
  expect(await sortName()).toBe('Öbend')
  expect(await suggested()).toEqual(['Ada', 'Der Abend'])
  expect((await textsOf(admin))[0]).toBe('Künstler „Der Abend“: Sortiername „Abend, Der“ → „Öbend“')

  // The sort name stays when the spelling of the name changes. An empty sort name is derived from the name.
  await change({ artists: ['Ada', 'DER Abend'] })
  expect(await sortName()).toBe('Öbend')
  expect((await set(' ')).sortName).toBe('Abend, DER')
  await change({ artists: ['Ada', 'der abend'] })
  expect(await sortName()).toBe('abend, der')
  expect(await suggested()).toEqual(['der abend', 'Ada'])

  const tooLong = { params: { id }, body: { sortName: 'x'.repeat(201) } }
  expect((await admin.refusal(updateArtist, tooLong)).body.fields).toEqual({
    sortName: 'Der Sortiername darf höchstens 200 Zeichen lang sein',
  })
  const unknown = await admin.refusal(updateArtist, { params: { id: 'nichts' }, body: { sortName: 'X' } })
  expect(unknown.body.code).toBe(artistNotFound.code)
  expect(await sortName()).toBe('abend, der')
})

test('without a key an account learns no artist', async () => {
  const { app, change, one, two } = await archiveWithAlbum()
  await change({ artists: ['Ada'], tracks: [{ id: one, artists: ['Bo'], features: ['Cem'] }, two] })
  const member = await app.signIn({ hasKey: false })
  const answers = [
    await member.call(listAlbums, { query: {} }),
    await member.call(getAlbum, { params: { albumTitel: 'Weg' } }),
  ]
  expect(answers[0]).toMatchObject({ total: 1 })
  expect(JSON.stringify(answers)).not.toMatch(/Ada|Bo|Cem|artists|features/)
})
