import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceCover } from '@tonarchiv/contract/archive-editing'
import * as playlistRoutes from '@tonarchiv/contract/playlists'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import type { RestClient, RestParameters } from '#testing/opensubsonic/rest-app.ts'
import { startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

/** A photo with the metadata of a camera. */
async function photo(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .jpeg()
    .toBuffer()
}

async function imageIn(client: RestClient, parameters: RestParameters) {
  const response = await client.fetch('getCoverArt', parameters)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([parameters, response.status, response.headers.get('content-type')]).toEqual([
    parameters,
    200,
    'image/jpeg',
  ])
  const { width, height, exif } = await sharp(bytes).metadata()
  expect(exif).toBeUndefined()
  return { width, height, bytes, headers: response.headers }
}

/** The strongest color channel at a position of an image. */
async function colorAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))] ?? ''
}

const Failure = z.object({ 'subsonic-response': z.object({ error: z.object({ code: z.number() }) }) })

async function errorOf(client: RestClient, parameters: RestParameters): Promise<number> {
  const response = await client.fetch('getCoverArt', { ...parameters, f: 'json' })
  expect(response.status).toBe(200)
  return z.parse(Failure, await response.json())['subsonic-response'].error.code
}

/** An element of a response that has an image. */
const Named = z.object({ coverArt: z.string() })

async function startCoverApp() {
  const app = await startRestApp()
  const admin = await app.signIn({ isAdmin: true })
  const { albumId, albumTitel, albumCover, tracks } = await addByForm(admin, {
    albumTitel: 'Nordlicht',
    cover: await photo(1600, 800, 'red'),
    artists: ['Ada'],
    tracks: ['Aufbruch'],
  })
  const member = await app.signIn()
  const { id: artist } = await app.services.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
  const name = albumCover.split('/').at(-1) ?? ''
  return {
    app,
    admin,
    member,
    client: app.clientOf(member),
    album: albumId,
    albumTitel,
    artist,
    name,
    song: tracks[0]?.id ?? '',
  }
}

test('a cover is found by its name and by the ids of album, song and artist, as the answers give them', async () => {
  const { client, album, song, artist, name } = await startCoverApp()
  const { album: shown } = await client.call('getAlbum', { id: album })
  expect(shown).toMatchObject({ coverArt: name })
  for (const id of [name, album, song, artist, `al-${album}`, `ar-${artist}`, `mf-${song}`]) {
    const { width, height, headers } = await imageIn(client, { id, size: 300 })
    expect([id, width, height]).toEqual([id, 300, 150])
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe(
      id === name ? 'private, max-age=31536000, immutable' : 'private, max-age=3600',
    )
  }
})

test('an image has the size that an app wants, and is never enlarged', async () => {
  const { app, client, name } = await startCoverApp()
  for (const [size, width] of [
    [1, 1],
    [64, 64],
    [123, 123],
    [256, 256],
    [600, 600],
    [1025, 1025],
    [1600, 1600],
    [5000, 1600],
    ['99999999999999', 1600],
    [0, 1600],
  ] as const)
    expect([size, (await imageIn(client, { id: name, size })).width]).toEqual([size, width])
  expect((await imageIn(client, { id: name })).width).toBe(1600)
  for (const size of [-1, 'groß', '1.5', '1e2'])
    expect([size, await errorOf(client, { id: name, size })]).toEqual([size, 0])
  // Only the sizes that the web app uses are stored, whatever size a client requests.
  const folder = join(app.services.config.dataFolder, 'media', 'covers')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const labels = files.filter((entry) => entry.isFile()).map((entry) => entry.name.replace(/^[0-9a-f]+/, ''))
  expect(labels.toSorted()).toEqual(['', '-w1024', '-w256', '-w96', '-whole'])
})

test('an app that has an image gets no bytes, and HEAD and ranges work', async () => {
  const { client, name } = await startCoverApp()
  const parameters = { id: name, size: 200 }
  const { bytes, headers } = await imageIn(client, parameters)
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await client.fetch('getCoverArt', parameters, { headers: known })).status).toBe(304)
  const head = await client.fetch('getCoverArt', parameters, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.length))
  const part = await client.fetch('getCoverArt', parameters, { headers: { range: 'bytes=0-2' } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, 'ffd8ff'])
})

test('another cover is another image for the same id, and its name a new one', async () => {
  const { admin, client, album, albumTitel, name } = await startCoverApp()
  const before = await imageIn(client, { id: album, size: 100 })
  expect(await colorAt(before.bytes, 50, 25)).toBe('red')
  const form = new FormData()
  form.set('albumCover', fileOf(await photo(400, 400, 'blue')))
  await admin.call(replaceCover, { params: { albumTitel }, form })
  const after = await imageIn(client, { id: album, size: 100 })
  expect(await colorAt(after.bytes, 50, 50)).toBe('blue')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect(await errorOf(client, { id: name })).toBe(70)
})

test('a playlist shows a mosaic of its first four covers, or its own picture, to those who may see it', async () => {
  const { app, admin, member, client } = await startCoverApp()
  const tracks: string[] = []
  for (const [index, color] of ['red', 'green', 'blue', 'red'].entries()) {
    const cover = await photo(300 + index, 300, color)
    tracks.push(...(await addByForm(admin, { cover })).tracks.map(({ id }) => id))
  }
  const make = async (trackIds?: string[]) =>
    (
      await member.call(playlistRoutes.createPlaylist, {
        body: { title: 'Nacht', visibility: 'private', ...(trackIds && { trackIds }) },
      })
    ).playlist.id
  const id = await make(tracks)
  const { playlist } = await client.call('getPlaylist', { id })
  const { coverArt: ofMosaic } = z.parse(Named, playlist)
  const mosaic = await imageIn(client, { id: `pl-${id}`, size: 200 })
  expect((await imageIn(client, { id: ofMosaic, size: 200 })).bytes.equals(mosaic.bytes)).toBe(true)
  expect([mosaic.width, mosaic.height]).toEqual([200, 200])
  const corners = [
    [20, 20],
    [180, 20],
    [20, 180],
    [180, 180],
  ] as const
  expect(await Promise.all(corners.map(async ([x, y]) => colorAt(mosaic.bytes, x, y)))).toEqual([
    'red',
    'green',
    'blue',
    'red',
  ])
  expect(mosaic.headers.get('cache-control')).toBe('private, no-cache')
  const one = await imageIn(client, { id: await make(tracks.slice(0, 2)), size: 100 })
  expect(await colorAt(one.bytes, 50, 50)).toBe('red')
  expect(await errorOf(client, { id: await make() })).toBe(70)

  const form = new FormData()
  form.set('cover', fileOf(await photo(800, 800, 'blue')), 'bild.jpg')
  await member.call(playlistRoutes.replacePlaylistCover, { params: { id }, form })
  // Apps cache images by their ids, so a changed image has another id.
  const { playlist: changed } = await client.call('getPlaylist', { id })
  const { coverArt: ofOwn } = z.parse(Named, changed)
  expect(ofOwn).not.toBe(ofMosaic)
  expect(await client.call('getPlaylists')).toMatchObject({
    playlists: { playlist: expect.arrayContaining([expect.objectContaining({ id, coverArt: ofOwn })]) },
  })
  const other = app.clientOf(await app.signIn())
  for (const of of [id, ofOwn, ofMosaic]) {
    const { bytes } = await imageIn(client, { id: of, size: 100 })
    expect(await colorAt(bytes, 20, 20)).toBe('blue')
    expect(await errorOf(other, { id: of })).toBe(70)
  }
  expect(await errorOf(client, { id: `${ofOwn}0` })).toBe(70)
})

test('a video has its thumbnail; what has no image, or is nothing, is not found', async () => {
  const { app, admin, client, name } = await startCoverApp()
  const video = await addVideoByForm(admin, { thumbnail: await photo(640, 360, 'green') })
  const coverArt = video.thumbnailUrl?.split('/').at(-1) ?? ''
  expect(await client.call('getVideos')).toMatchObject({ videos: { video: [{ id: video.id, coverArt }] } })
  for (const id of [video.id, coverArt])
    expect(await imageIn(client, { id, size: 160 })).toMatchObject({ width: 160, height: 90 })
  const plain = await addByForm(admin, { albumTitel: 'Ohne Bild' })
  const none = [
    plain.albumId,
    plain.tracks[0]?.id ?? '',
    (await app.signIn()).id,
    'nichts',
    '../../secret',
    `${name}x`,
  ]
  for (const id of none) expect([id, await errorOf(client, { id })]).toEqual([id, 70])
  expect(await errorOf(client, {})).toBe(10)
})

test('covers are not for members without a key', async () => {
  const { app, album, name } = await startCoverApp()
  const client = app.clientOf(await app.signIn({ hasKey: false }))
  for (const id of [album, name]) expect(await errorOf(client, { id, size: 100 })).toBe(50)
})
