import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Album, getAlbum, getTrackMetadata, listAlbums, listSongs } from '@tonarchiv/contract/catalog'
import {
  addTracks,
  deleteAlbum,
  deleteTrack,
  fillTrack,
  orderAlbums,
  replaceCover,
  titleInUse,
  updateAlbum,
} from '@tonarchiv/contract/archive-editing'
import { notFound, staleList } from '@tonarchiv/contract/refusal'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ isAdmin: true })
})

/** Number of files in the storage, staged files included. */
async function countFiles(): Promise<number> {
  const folder = join(app.services.config.dataFolder, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

const titlesOf = ({ tracks }: Album) => tracks.map(({ title }) => title)
const idOf = ({ tracks }: Album, title: string) => tracks.find((track) => track.title === title)?.id ?? ''
const found = async (search: string) => (await admin.call(listAlbums, { query: { search } })).total
const listed = async () =>
  (await admin.call(listAlbums, { query: { limit: 100 } })).albums.map(({ albumTitel }) => albumTitel)
const songCount = async () => (await admin.call(listSongs, { query: {} })).total

const form = (fields: Record<string, string | Blob>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') made.set(name, value)
    else made.set(name, value, 'datei')
  }
  return made
}

describe('tracks are added', () => {
  test('after the existing ones, with title and file, without empty rows', async () => {
    await addByForm(admin, { albumTitel: 'Größe', tracks: ['Eins'] })
    const { album } = await admin.call(addTracks, {
      form: form({
        newTrack0: fileOf('lossless.flac'),
        newTrackCount: '4',
        newTrackTitle0: 'Zwei',
        newTrackDuration0: '1',
        newTrackTitle1: '  ',
        newTrackTitle2: 'Drei [FEHLT]',
        newTrackDuration2: '200',
        albumTitle: 'größe',
      }),
    })
    expect(titlesOf(album)).toEqual(['Eins', 'Zwei', 'Drei [FEHLT]'])
    expect(album.tracks[1]?.duration).not.toBe(1)
    expect(album.tracks[2]).toMatchObject({ duration: 200 })
    expect(await found('zwei')).toBe(1)
    expect(await songCount()).toBe(2)
  })

  test('with artists and features of their own', async () => {
    await addByForm(admin, { albumTitel: 'Größe', artists: ['Ada'], tracks: [{ title: 'Eins' }] })
    const { album } = await admin.call(addTracks, {
      form: form({
        albumTitle: 'Größe',
        newTrackTitle0: 'Zwei',
        newTrackArtists0: JSON.stringify(['Bo; Söhne', 'Cem']),
        newTrackFeatures0: JSON.stringify(['Dora']),
        newTrackTitle1: 'Drei',
      }),
    })
    const names = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => name)
    expect(album.tracks.map(({ artists, features }) => [names(artists), names(features)])).toEqual([
      [undefined, undefined],
      [['Bo; Söhne', 'Cem'], ['Dora']],
      [undefined, undefined],
    ])
  })

  test('all or none', async () => {
    await addByForm(admin, { albumTitel: 'Größe', tracks: ['Eins'] })
    const { status, body } = await admin.refusal(addTracks, {
      form: form({
        albumTitle: 'Größe',
        newTrackTitle0: 'Gut',
        newTrack0: fileOf('cbr.mp3'),
        newTrackTitle1: 'Schlecht',
        newTrack1: fileOf('text.mp3'),
      }),
    })
    expect(status).toBe(415)
    expect(body.error).toContain('„Schlecht“')
    const { album } = await admin.call(getAlbum, { params: { albumTitel: 'Größe' } })
    expect(titlesOf(album)).toEqual(['Eins'])
    await expect.poll(countFiles, { timeout: 5000 }).toBe(1)
  })

  test.each<[string, Record<string, string | Blob>, number]>([
    ['to an album that is not there', { albumTitle: 'Weg', newTrackTitle0: 'x' }, 404],
    ['without an album', { newTrackTitle0: 'x' }, 400],
    ['without a track', { albumTitle: 'Da' }, 400],
    [
      'with artists that are no list',
      { albumTitle: 'Da', newTrackTitle0: 'x', newTrackArtists0: 'Ada' },
      400,
    ],
    [
      'with too many artists',
      {
        albumTitle: 'Da',
        newTrackTitle0: 'x',
        newTrackFeatures0: JSON.stringify(Array.from({ length: 100 }, (_, number) => `Nr. ${number}`)),
      },
      400,
    ],
    [
      'beyond two hundred',
      {
        albumTitle: 'Da',
        ...Object.fromEntries(Array.from({ length: 200 }, (_, row) => [`newTrackTitle${row}`, 'x'])),
      },
      400,
    ],
  ])('not %s', async (_name, fields, status) => {
    await addByForm(admin, { albumTitel: 'Da', tracks: [{ title: 'Eins' }] })
    expect((await admin.refusal(addTracks, { form: form(fields) })).status).toBe(status)
  })
})

describe('an album is changed', () => {
  test('in its title, year, type and flag, each alone', async () => {
    const before = await addByForm(admin, { albumTitel: 'Alt', releaseJahr: 2001, type: 'ep' })
    const change = async (
      albumTitel: string,
      body: Parameters<typeof admin.call<typeof updateAlbum>>[1]['body'],
    ) => (await admin.call(updateAlbum, { params: { albumTitel }, body })).album
    expect(await change('Alt', { exclusive: true })).toEqual({ ...before, isExclusive: true })
    expect(await change('Alt', { releaseJahr: 'unknown' })).toMatchObject({
      releaseJahr: 'unknown',
      type: 'ep',
      isExclusive: true,
    })
    expect(await change('Alt', { albumTitel: 'Größe', type: 'single' })).toMatchObject({
      albumTitel: 'Größe',
      type: 'single',
    })
    // Reads find the album by its former title. Changes must name the current one.
    const { album } = await admin.call(getAlbum, { params: { albumTitel: 'alt' } })
    expect(album).toMatchObject({ albumId: before.albumId, albumTitel: 'Größe' })
    const params = { albumTitel: 'Alt' }
    expect((await admin.refusal(updateAlbum, { params, body: { exclusive: false } })).body.code).toBe(
      notFound.code,
    )
    expect((await admin.refusal(deleteAlbum, { params })).body.code).toBe(notFound.code)
    const later = await addByForm(admin, { albumTitel: 'Alt' })
    expect((await admin.call(getAlbum, { params })).album.albumId).toBe(later.albumId)
    await admin.call(deleteAlbum, { params })
    expect([await found('alt'), await found('groesse')]).toEqual([0, 1])
  })

  test('not to a title that is taken, but to another letter case of its own', async () => {
    await addByForm(admin, { albumTitel: 'Eins' })
    await addByForm(admin, { albumTitel: 'Zwei' })
    const refused = await admin.refusal(updateAlbum, {
      params: { albumTitel: 'Zwei' },
      body: { albumTitel: 'EINS' },
    })
    expect(refused.body).toMatchObject({ code: titleInUse.code, fields: { albumTitel: titleInUse.text } })
    const { album } = await admin.call(updateAlbum, {
      params: { albumTitel: 'Zwei' },
      body: { albumTitel: 'ZWEI' },
    })
    expect(album.albumTitel).toBe('ZWEI')
  })

  test('in the order and the titles of its tracks', async () => {
    const album = await addByForm(admin, { albumTitel: 'Album', tracks: ['Eins', 'Zwei', 'Drei'] })
    const tracks = [{ id: idOf(album, 'Drei'), title: 'Größe' }, 'Eins', idOf(album, 'Zwei')]
    const changed = await admin.call(updateAlbum, { params: { albumTitel: 'Album' }, body: { tracks } })
    expect(titlesOf(changed.album)).toEqual(['Größe', 'Eins', 'Zwei'])
    expect(changed.album.tracks[0]?.file).toBe(album.tracks[2]?.file)
    expect([await found('drei'), await found('größe')]).toEqual([0, 1])
  })

  test('not by a list of tracks with a missing, repeated or unknown one', async () => {
    const album = await addByForm(admin, { albumTitel: 'Album', tracks: ['Eins', 'Zwei', 'Zwei'] })
    const ids = album.tracks.map(({ id }) => id)
    for (const tracks of [
      ids.slice(1),
      [...ids, ids[0] ?? ''],
      [...ids, 'x'],
      ['Eins', 'Zwei', 'Zwei'],
      [],
    ]) {
      const { status, body } = await admin.refusal(updateAlbum, {
        params: { albumTitel: 'Album' },
        body: { tracks },
      })
      expect([status, body.error]).toEqual([409, staleList.text])
    }
    expect(await admin.call(getAlbum, { params: { albumTitel: 'Album' } })).toEqual({ album })
  })

  test('only if it exists', async () => {
    const refused = await admin.refusal(updateAlbum, {
      params: { albumTitel: 'Weg' },
      body: { exclusive: true },
    })
    expect(refused.status).toBe(404)
  })
})

describe('an album is deleted', () => {
  test('with its tracks, files and search entries', async () => {
    const album = await addByForm(admin, {
      albumTitel: 'a/b "c" 100%',
      tracks: ['Eins', 'Zwei'],
      cover: 'cover.jpg',
    })
    await addByForm(admin, { albumTitel: 'Bleibt' })
    expect(await countFiles()).toBe(4)
    await admin.call(deleteAlbum, { params: { albumTitel: 'a/b "c" 100%' } })
    expect(await listed()).toEqual(['Bleibt'])
    expect([await found('eins'), await found('"c'), await found('ei')]).toEqual([0, 0, 1])
    expect(await songCount()).toBe(1)
    expect(await countFiles()).toBe(1)
    const { counts, years } = await admin.call(listAlbums, { query: {} })
    expect([counts.album, years]).toEqual([1, [2020]])
    for (const track of album.tracks) {
      expect((await admin.refusal(getTrackMetadata, { params: { id: track.id } })).status).toBe(404)
    }
    expect((await admin.refusal(deleteAlbum, { params: { albumTitel: 'a/b "c" 100%' } })).status).toBe(404)
  })

  test('once, when two admins do it at the same time', async () => {
    await addByForm(admin, { albumTitel: 'Weg' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.call(deleteAlbum, { params: { albumTitel: 'Weg' } })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { counts } = await admin.call(listAlbums, { query: {} })
    expect(counts.album).toBe(0)
  })
})

describe('a track', () => {
  test('that was a placeholder gets its file', async () => {
    const before = await addByForm(admin, { tracks: [{ title: 'Leer' }, 'Zwei'] })
    const filled = await admin.call(fillTrack, {
      params: { id: idOf(before, 'Leer') },
      form: form({ file: fileOf('opus.opus') }),
    })
    expect(filled.album.tracks[0]).toMatchObject({ title: 'Leer', file: expect.stringMatching(/\.opus$/) })
    expect(filled.album.tracks[0]?.duration).toBeGreaterThan(0)
    expect(await songCount()).toBe(2)
  })

  test('keeps its file when the new one is not audio', async () => {
    const before = await addByForm(admin, { albumTitel: 'Album', tracks: ['Lied'] })
    const id = idOf(before, 'Lied')
    const refused = await admin.refusal(fillTrack, {
      params: { id },
      form: form({ file: fileOf('text.mp3') }),
    })
    expect(refused.status).toBe(415)
    expect(refused.body.error).toContain('„Lied“')
    expect((await admin.refusal(fillTrack, { params: { id }, form: form({}) })).status).toBe(400)
    expect(
      (await admin.refusal(fillTrack, { params: { id: 'x' }, form: form({ file: fileOf('cbr.mp3') }) }))
        .status,
    ).toBe(404)
    expect(await admin.call(getAlbum, { params: { albumTitel: 'Album' } })).toEqual({ album: before })
    await expect.poll(countFiles, { timeout: 5000 }).toBe(1)
  })

  test('is deleted with its file, and the positions of the others are renumbered', async () => {
    const before = await addByForm(admin, { albumTitel: 'Album', tracks: ['Eins', 'Zwei', 'Drei'] })
    await admin.call(deleteTrack, { params: { id: idOf(before, 'Zwei') } })
    const { album } = await admin.call(getAlbum, { params: { albumTitel: 'Album' } })
    expect(titlesOf(album)).toEqual(['Eins', 'Drei'])
    expect(await countFiles()).toBe(2)
    expect([await found('zwei'), await songCount()]).toEqual([0, 2])
    expect((await admin.refusal(deleteTrack, { params: { id: idOf(before, 'Zwei') } })).status).toBe(404)
  })

  test('shows the metadata of its file, otherwise those of the archive', async () => {
    const { tracks } = await addByForm(admin, {
      albumTitel: 'Album',
      tracks: [{ title: 'Titel', file: 'vbr-with-xing.mp3' }],
    })
    const { metadata } = await admin.call(getTrackMetadata, { params: { id: tracks[0]?.id ?? '' } })
    expect(metadata).toMatchObject({
      album: expect.any(String),
      format: 'mp3',
      sizeBytes: sample('vbr-with-xing.mp3').length,
      channels: expect.any(Number),
      sampleRate: expect.any(Number),
      bitrate: expect.any(Number),
    })
  })
})

describe('the order of albums', () => {
  test('can be set with titles, ids or objects, and search results use it', async () => {
    const [a, b, c] = [
      await addByForm(admin, { albumTitel: 'Nacht a' }),
      await addByForm(admin, { albumTitel: 'Nacht b' }),
      await addByForm(admin, { albumTitel: 'Nacht c' }),
    ]
    const order = async (albums: (string | { albumTitel: string } | { albumId: string })[]) =>
      admin.call(orderAlbums, { body: { albums } })
    await order(['Nacht a', c.albumId, { albumTitel: 'NACHT B' }])
    expect(await listed()).toEqual(['Nacht a', 'Nacht c', 'Nacht b'])
    await order([{ albumId: b.albumId }, a.albumId, c])
    for (const search of ['nacht', 'na']) {
      const page = await admin.call(listAlbums, { query: { search } })
      expect(page.albums.map(({ albumId }) => albumId)).toEqual([b.albumId, a.albumId, c.albumId])
    }
    const newest = await admin.call(listAlbums, { query: { sort: 'newest' } })
    expect(newest.albums.map(({ albumId }) => albumId)).toEqual([c.albumId, b.albumId, a.albumId])
    await addByForm(admin, { albumTitel: 'Neu' })
    expect((await listed())[0]).toBe('Neu')
  })

  test('stays when the list has a missing, repeated or unknown album', async () => {
    for (const albumTitel of ['a', 'b', 'c']) await addByForm(admin, { albumTitel, tracks: [{ title: 'x' }] })
    for (const albums of [
      ['a', 'b'],
      ['a', 'b', 'c', 'a'],
      ['a', 'b', 'b'],
      ['a', 'b', 'c', 'd'],
      ['A', 'b', 'a'],
      [],
    ]) {
      const { status, body } = await admin.refusal(orderAlbums, { body: { albums } })
      expect([status, body.error, body.code]).toEqual([409, 'Die Liste ist veraltet', staleList.code])
    }
    expect(await listed()).toEqual(['c', 'b', 'a'])
  })

  test('is complete after concurrent additions, deletions and changes of order', async () => {
    for (let index = 0; index < 12; index += 1)
      await addByForm(admin, { albumTitel: `Album ${index}`, tracks: [{ title: 'x' }] })
    const start = await listed()
    const lists = [start.toReversed(), start.toSorted(), [...start.slice(5), ...start.slice(0, 5)]]
    const others = await Promise.all([1, 2].map(() => app.signIn({ isAdmin: true })))
    await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, index) =>
        admin.call(orderAlbums, { body: { albums: lists[index % 3] ?? [] } }),
      ),
      ...others.map((other, index) =>
        addByForm(other, { albumTitel: `Neu ${index}`, tracks: [{ title: 'x' }] }),
      ),
      admin.call(deleteAlbum, { params: { albumTitel: 'Album 3' } }),
    ])
    const end = await listed()
    expect(end.toSorted()).toEqual(
      [...start.filter((title) => title !== 'Album 3'), 'Neu 0', 'Neu 1'].toSorted(),
    )
    const page = await admin.call(listAlbums, { query: { search: 'x', limit: 100 } })
    expect(page.albums.map(({ albumTitel }) => albumTitel)).toEqual(end)
    const old = end.filter((title) => title.startsWith('Album'))
    const wanted = [start, ...lists].map((list) => list.filter((title) => title !== 'Album 3'))
    expect(wanted).toContainEqual(old)
  })

  test('is recorded once', async () => {
    await addByForm(admin, { albumTitel: 'a' })
    await addByForm(admin, { albumTitel: 'b' })
    await admin.call(orderAlbums, { body: { albums: ['a', 'b'] } })
    await admin.refusal(orderAlbums, { body: { albums: ['a'] } })
    const acts = await app.services.db
      .selectFrom('adminActs')
      .selectAll()
      .where('action', '=', 'albums.order')
      .execute()
    expect(acts).toMatchObject([{ actorId: admin.id, sessionId: admin.sessionId }])
  })
})

test('a page and an album that were cached before a change show the change at once', async () => {
  const member = await app.signIn()
  const { albumId, tracks } = await addByForm(admin, {
    albumTitel: 'Werk',
    tracks: ['Eins', { title: 'Zwei [FEHLT]' }],
  })
  const [first = '', second = ''] = tracks.map(({ id }) => id)
  const params = { albumTitel: albumId }
  const changes: (() => Promise<unknown>)[] = [
    async () => admin.call(fillTrack, { params: { id: second }, form: form({ file: fileOf('cbr.mp3') }) }),
    async () =>
      admin.call(updateAlbum, { params, body: { tracks: [second, { id: first, title: 'Erstes' }] } }),
    async () => admin.call(updateAlbum, { params, body: { albumTitel: 'Werke', exclusive: true } }),
    async () => admin.call(addTracks, { form: form({ albumTitle: 'Werke', newTrackTitle0: 'Drei' }) }),
    async () => admin.call(replaceCover, { params, form: form({ albumCover: fileOf('cover.jpg') }) }),
    async () => admin.call(deleteTrack, { params: { id: first } }),
  ]
  const seen = new Set<string>()
  for (const change of changes) {
    await change()
    const { album } = await member.call(getAlbum, { params })
    const page = await member.call(listAlbums, { query: {} })
    expect(page.albums).toEqual([album])
    seen.add(JSON.stringify(album))
  }
  expect(seen.size).toBe(changes.length)
  const { album } = await member.call(getAlbum, { params })
  expect(titlesOf(album)).toEqual(['Zwei', 'Drei'])
  await admin.call(deleteTrack, { params: { id: second } })
  const last = await member.call(getAlbum, { params })
  await admin.call(deleteTrack, { params: { id: last.album.tracks[0]?.id ?? '' } })
  expect((await member.call(listAlbums, { query: {} })).albums).toMatchObject([{ albumId, tracks: [] }])
})
