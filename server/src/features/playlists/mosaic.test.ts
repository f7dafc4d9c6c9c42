import { replaceCover } from '@tonarchiv/contract/archive-editing'
import { type Album, getAlbum } from '@tonarchiv/contract/catalog'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import { expect, test } from 'vitest'
import { fileOf } from '#testing/album-forms.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { startApp } from '#testing/start-app.ts'

/** Five albums of nine tracks; the second has no cover. */
async function archiveWithCovers() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const titles = ['Null', 'Eins', 'Zwei', 'Drei', 'Vier']
  const tracks = Array.from({ length: 9 }, (_, index) => `Lied ${index}`)
  await addPlayableAlbums(
    app,
    titles.map((title) => ({ title, tracks })),
  )
  const albums: Album[] = []
  for (const albumTitel of titles) {
    const params = { albumTitel }
    const form = new FormData()
    form.set('albumCover', fileOf('cover.jpg'))
    if (albumTitel !== 'Eins') await admin.call(replaceCover, { params, form })
    albums.push((await admin.call(getAlbum, { params })).album)
  }
  const idsOf = (index: number) => albums[index]?.tracks.map(({ id }) => id) ?? []
  const coverOf = (index: number) => albums[index]?.albumCover ?? ''
  return { app, mara: await app.signIn(), idsOf, coverOf }
}

type Mara = Awaited<ReturnType<typeof archiveWithCovers>>['mara']

/** The covers of an opened playlist. The list of playlists must contain the same ones. */
async function coversIn(mara: Mara, id: string): Promise<string[]> {
  const { playlist } = await mara.call(playlistEntries.getPlaylist, { params: { id } })
  const { playlists } = await mara.call(contract.listPlaylists, {})
  expect(playlists.find((one) => one.id === id)?.covers).toEqual(playlist.covers)
  return playlist.covers
}

test('the cover of a playlist is made of its first four different covers, however late they come', async () => {
  const { app, mara, idsOf, coverOf } = await archiveWithCovers()
  const make = async (trackIds: string[]) =>
    (await mara.call(contract.createPlaylist, { body: { title: 'Nacht', visibility: 'private', trackIds } }))
      .playlist.id
  const whole = await make([4, 1, 0, 3, 2].flatMap(idsOf))
  const four = [4, 0, 3, 2].map(coverOf)
  expect(new Set(four).size).toBe(4)
  expect(await coversIn(mara, whole)).toEqual(four)
  // With fewer than four different covers the playlist shows only the first one.
  const three = await make([1, 4, 0, 4, 3].flatMap(idsOf))
  expect(await coversIn(mara, three)).toEqual([coverOf(4)])
  const late = [...Array.from({ length: 900 }, () => idsOf(0)).flat(), ...[2, 3, 4].flatMap(idsOf)]
  expect(await coversIn(mara, await make(late))).toEqual([0, 2, 3, 4].map(coverOf))
  // Removed entries do not count. Members without archive access get no covers.
  const { entries } = await mara.call(playlistEntries.getPlaylist, { params: { id: whole } })
  const entryIds = entries.slice(0, 9).map(({ id }) => id)
  await mara.call(playlistEntries.removeEntries, { params: { id: whole }, body: { entryIds } })
  expect(await coversIn(mara, whole)).toEqual([coverOf(0)])
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  expect(await coversIn(mara, whole)).toEqual([])
})

test('so is the cover of a smart playlist, of what its rules find, the newest album first', async () => {
  const { mara, coverOf } = await archiveWithCovers()
  const rules = [{ field: 'year', op: 'more', value: 1900 } as const]
  const smart = { match: 'all', rules, order: 'archive', limit: null } as const
  const body = { title: 'Alles', visibility: 'private', rules: smart } as const
  const { playlist } = await mara.call(contract.createPlaylist, { body })
  expect(await coversIn(mara, playlist.id)).toEqual([4, 3, 2, 0].map(coverOf))
})
