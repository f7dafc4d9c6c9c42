import { removeFriend } from '@tonarchiv/contract/friends'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import * as contract from '@tonarchiv/contract/playlists'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventually } from '#testing/eventually.ts'
import { fileOf } from '#testing/album-forms.ts'
import { befriend } from '#testing/friends.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

async function picture(color: string): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 800, channels: 3, background: color } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .jpeg()
    .toBuffer()
}

async function send(member: Member, id: string, content: Buffer | string) {
  const form = new FormData()
  form.set('cover', fileOf(content), 'bild.jpg')
  return (await member.call(contract.replacePlaylistCover, { params: { id }, form })).playlist
}

async function start(visibility: contract.PlaylistVisibility = 'friends') {
  const app = await startApp()
  const mara = await app.signIn()
  const body = { title: 'Nachtfahrten', visibility }
  const { playlist } = await mara.call(contract.createPlaylist, { body })
  const get = async (who: Member, path: string) =>
    app.fetch(path, { headers: { authorization: `Bearer ${who.token}` } })
  const stored = async () =>
    Array.fromAsync(app.services.storage.list('playlists', new Date(Date.now() + 60_000)))
  return { app, mara, id: playlist.id, get, stored }
}

test('an own picture takes the place of the mosaic, drawn anew and in several widths', async () => {
  const { mara, id, get, stored } = await start()
  const first = await send(mara, id, await picture('teal'))
  expect(first).toMatchObject({
    hasOwnCover: true,
    covers: [expect.stringMatching(/^\/api\/playlist-cover\//)],
  })
  const [cover = ''] = first.covers
  const answer = await get(mara, `${cover}?w=96`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const info = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(info).toMatchObject({ width: 96, height: 48 })
  expect(info.exif).toBeUndefined()
  expect((await mara.call(contract.listPlaylists, {})).playlists[0]?.covers).toEqual([cover])

  const second = await send(mara, id, await picture('red'))
  expect(second.covers).not.toEqual(first.covers)
  expect(second.revision).toBeGreaterThan(first.revision)
  expect((await get(mara, cover)).status).toBe(404)
  expect(await stored()).toHaveLength(1)

  const without = await mara.call(contract.removePlaylistCover, { params: { id } })
  expect(without.playlist).toMatchObject({ hasOwnCover: false, covers: [] })
  expect(await stored()).toEqual([])
})

test('only those who may see the playlist get its picture, and only its owner changes it', async () => {
  const { app, mara, id, get } = await start()
  const [friend, outsider] = [await app.signIn(), await app.signIn()]
  await befriend(app.services.db, mara, friend)
  const { covers } = await send(mara, id, await picture('teal'))
  const [cover = ''] = covers
  expect((await get(friend, cover)).status).toBe(200)
  expect((await get(outsider, cover)).status).toBe(404)
  expect((await app.fetch(cover)).status).toBe(401)
  const form = new FormData()
  form.set('cover', fileOf(await picture('red')), 'bild.jpg')
  const refused = await friend.refusal(contract.replacePlaylistCover, { params: { id }, form })
  expect(refused).toMatchObject({ status: 403, body: { code: 'PLAYLIST_READ_ONLY' } })
  expect(await friend.refusal(contract.removePlaylistCover, { params: { id } })).toMatchObject({
    status: 403,
  })

  await friend.call(removeFriend, { params: { id: mara.id } })
  expect((await get(friend, cover)).status).toBe(404)
})

test('what is no picture is rejected in German, and the picture that was there stays', async () => {
  const { mara, id, get, stored } = await start()
  const { covers } = await send(mara, id, await picture('teal'))
  const refusalOf = async (content: Buffer | string) => {
    const form = new FormData()
    form.set('cover', fileOf(content), 'bild.jpg')
    return mara.refusal(contract.replacePlaylistCover, { params: { id }, form })
  }
  expect(await refusalOf(Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({
    status: 415,
    body: {
      fields: { cover: 'Dateityp nicht erlaubt: Das Cover muss ein Bild sein (JPEG, PNG, WebP, GIF)' },
    },
  })
  expect(await refusalOf((await picture('red')).subarray(0, 400))).toMatchObject({ status: 400 })
  expect(await refusalOf(Buffer.alloc(15 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
  expect((await get(mara, covers[0] ?? '')).status).toBe(200)
  expect(await stored()).toHaveLength(1)
})

test('the file of a picture goes with its playlist and with its account', async () => {
  const { app, mara, id, stored } = await start()
  await send(mara, id, await picture('teal'))
  await mara.call(contract.deletePlaylist, { params: { id } })
  expect(await stored()).toEqual([])
  const { playlist } = await mara.call(contract.createPlaylist, { body: { title: 'Noch eine' } })
  await send(mara, playlist.id, await picture('teal'))
  expect(await stored()).toHaveLength(1)
  const { playlists } = z
    .object({ playlists: z.object({ covers: z.array(z.unknown()) }) })
    .parse(await mara.call(exportAccount, {}))
  const file = `playlists/${playlist.id}.jpg`
  expect(playlists.covers).toEqual([{ playlistId: playlist.id, file }])
  await mara.call(deleteAccount, { body: { password: mara.password } })
  await eventually(async () => {
    expect(await stored()).toEqual([])
    expect(await app.services.db.selectFrom('playlistCovers').selectAll().execute()).toEqual([])
  })
})
