import { deleteAlbum, replaceCover } from '@tonarchiv/contract/archive-editing'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import type { Member } from '#testing/sign-in.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ isAdmin: true })
})

async function get(path: string, who: Member, headers: Record<string, string> = {}) {
  return app.fetch(path, { headers: { authorization: `Bearer ${who.token}`, ...headers } })
}

/** A photo of the given size with EXIF metadata. */
async function photo(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
}

describe('a cover', () => {
  test.each([
    ['96', 96],
    ['256', 256],
    ['512', 512],
    ['1024', 600],
    [undefined, 600],
  ])('is given %s wide', async (w, width) => {
    const { albumCover } = await addByForm(admin, { cover: await photo(600, 300) })
    const response = await get(w === undefined ? albumCover : `${albumCover}?w=${w}`, await app.signIn())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const info = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(info).toMatchObject({ format: 'webp', width, height: width / 2 })
    expect(info.exif).toBeUndefined()
  })

  test('is generated once for many concurrent requests', async () => {
    const { albumCover } = await addByForm(admin, { cover: await photo(600, 300) })
    const member = await app.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${albumCover}?w=96`, member)))
    const bodies = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('hex')),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test('does not wait for all covers that another member requests', async () => {
    const [costly, quick] = [await app.signIn(), await app.signIn()]
    const cover = await photo(5000, 5000)
    const addresses: string[] = []
    for (let album = 0; album < 4; album += 1) {
      addresses.push((await addByForm(admin, { albumTitel: `Album ${album}`, cover })).albumCover)
    }
    const { albumCover } = await addByForm(admin, { albumTitel: 'Klein', cover: await photo(60, 60) })
    let answered = 0
    const all = addresses.flatMap((address) =>
      ['96', '256', '512', '1024'].map(async (width) => {
        await (await get(`${address}?w=${width}`, costly)).arrayBuffer()
        answered += 1
      }),
    )
    await Promise.race(all)
    await (await get(`${albumCover}?w=96`, quick)).arrayBuffer()
    expect(answered).toBeLessThan(8)
    await Promise.all(all)
  })

  test.each(['w=64', 'w=99999', 'w=x', 'w=', 'w=96&w=256'])('is not given for %s', async (query) => {
    const { albumCover } = await addByForm(admin, { cover: 'cover.jpg' })
    expect((await get(`${albumCover}?${query}`, admin)).status).toBe(400)
  })

  test('gets a new name with a new image, and the old one is removed', async () => {
    const before = await addByForm(admin, { albumTitel: 'Album', cover: await photo(600, 300) })
    await (await get(`${before.albumCover}?w=96`, admin)).arrayBuffer()
    const form = new FormData()
    form.set('albumCover', fileOf(await photo(50, 50)), 'neu.png')
    const { album } = await admin.call(replaceCover, { params: { albumTitel: 'Album' }, form })
    expect(album.albumCover).not.toBe(before.albumCover)
    expect((await get(`${before.albumCover}?w=96`, admin)).status).toBe(404)
    const info = await sharp(
      Buffer.from(await (await get(`${album.albumCover}?w=96`, admin)).arrayBuffer()),
    ).metadata()
    expect(info.width).toBe(50)
    const { db, storage } = app.services
    expect(await db.selectFrom('covers').selectAll().execute()).toHaveLength(1)
    const cached: string[] = []
    for await (const name of storage.list('covers', new Date(Date.now() + 60_000))) cached.push(name)
    expect(cached).toHaveLength(1)
  })

  test('is not replaced by a file that is not an image', async () => {
    const before = await addByForm(admin, { albumTitel: 'Album', cover: 'cover.jpg' })
    const refusalOf = async (albumTitel: string, content?: string) => {
      const form = new FormData()
      if (content !== undefined) form.set('albumCover', fileOf(content), 'x.png')
      return (await admin.refusal(replaceCover, { params: { albumTitel }, form })).status
    }
    expect(await refusalOf('Album', 'cbr.mp3')).toBe(415)
    expect(await refusalOf('Album')).toBe(400)
    expect(await refusalOf('Weg', 'cover.jpg')).toBe(404)
    expect((await get(before.albumCover, admin)).status).toBe(200)
  })

  test('is removed with its album', async () => {
    const { albumCover, albumTitel } = await addByForm(admin, { cover: 'cover.jpg' })
    await (await get(`${albumCover}?w=96`, admin)).arrayBuffer()
    await admin.call(deleteAlbum, { params: { albumTitel } })
    expect((await get(`${albumCover}?w=96`, admin)).status).toBe(404)
    const { db } = app.services
    expect(await db.selectFrom('covers').selectAll().execute()).toEqual([])
  })

  test('is shown to members without a key only for albums in the preview', async () => {
    const hidden = await addByForm(admin, { cover: 'cover.jpg' })
    for (let count = 0; count < 19; count += 1) await addByForm(admin, { tracks: [{ title: 'x' }] })
    const shown = await addByForm(admin, { cover: 'cover.jpg' })
    const keyless = await app.signIn({ hasKey: false })
    expect((await get(`${shown.albumCover}?w=96`, keyless)).status).toBe(200)
    const refused = await get(`${hidden.albumCover}?w=96`, keyless)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'KEY_REQUIRED' }])
    expect((await get('/api/cover/000000000000000000000000', keyless)).status).toBe(404)
    expect((await get('/api/cover/..%2f..%2fsecret', keyless)).status).toBe(404)
    expect((await app.fetch(shown.albumCover)).status).toBe(401)
  })

  test('is not sent again to a client that has it', async () => {
    const { albumCover } = await addByForm(admin, { cover: 'cover.jpg' })
    const first = await get(`${albumCover}?w=96`, admin)
    await first.arrayBuffer()
    const again = await get(`${albumCover}?w=96`, admin, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })
})
