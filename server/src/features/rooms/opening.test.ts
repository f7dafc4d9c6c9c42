import { createPlaylist, playlistNotFound } from '@tonarchiv/contract/playlists'
import { commandRoom, openRoom, ROOMS_MAX, tooManyRooms } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { addAlbum, openRoom as openFirstRoom } from '#testing/listening-room.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Stores open rooms like the only one there is, until there are `count`. */
async function addRooms({ services: { db } }: TestApp, count: number): Promise<void> {
  const room = await db.selectFrom('listeningRooms').selectAll().executeTakeFirstOrThrow()
  const rows = Array.from({ length: count - 1 }, () => ({ ...room, id: newId() }))
  await db.insertInto('listeningRooms').values(rows).execute()
}

async function openRoomIds({ services: { db } }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('listeningRooms').select('id').where('endedAt', 'is', null).execute()
  return rows.map(({ id }) => id)
}

test('of two who open a room at once beside 49 others one is refused, and so is a third until a room ends', async () => {
  const app = await startApp()
  const { album } = await openFirstRoom(app)
  await addRooms(app, ROOMS_MAX - 1)
  const body = { name: 'Blechschaden', mode: 'all', added: { albumId: album.albumId } } as const
  const members = [await app.signIn(), await app.signIn()]
  const opened = await Promise.allSettled(members.map(async (member) => member.call(openRoom, { body })))
  expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const ids = await openRoomIds(app)
  expect(ids).toHaveLength(ROOMS_MAX)

  const late = await app.signIn()
  const { status, body: answer } = await late.refusal(openRoom, { body })
  expect([status, answer.code, answer.error]).toEqual([409, 'TOO_MANY_ROOMS', tooManyRooms.text])
  expect(await openRoomIds(app)).toHaveLength(ROOMS_MAX)

  const end = { endedAt: app.services.now().getTime() }
  await app.services.db
    .updateTable('listeningRooms')
    .set(end)
    .where('id', '=', ids[0] ?? '')
    .execute()
  await late.call(openRoom, { body })
  expect(await openRoomIds(app)).toHaveLength(ROOMS_MAX)
})

test('a room of a playlist plays it in its order, with the tracks that occur in it twice', async () => {
  const app = await startApp()
  const { tracks } = await addAlbum(app)
  const [ink, feather, seal] = tracks.map(({ id }) => id)
  const host = await app.signIn()
  const trackIds = [seal, ink, seal, feather, ink].flatMap((id) => id ?? [])
  const { playlist } = await host.call(createPlaylist, { body: { title: 'Kanzlei', trackIds } })
  const body = { name: 'Nachtschicht', mode: 'all', added: { playlistId: playlist.id } } as const
  const { room } = await host.call(openRoom, { body })
  expect(room.entries.map(({ track }) => track?.title)).toEqual([
    'Siegel',
    'Tinte',
    'Siegel',
    'Feder',
    'Tinte',
  ])
  expect([room.state.playback.entryId, ...room.state.queue.map(({ id }) => id)]).toEqual(
    room.entries.map(({ id }) => id),
  )
})

test('a private playlist of another member is not found, neither for a new room nor for the queue', async () => {
  const app = await startApp()
  const { host, room, params, album } = await openFirstRoom(app)
  const owner = await app.signIn()
  const trackIds = album.tracks.map(({ id }) => id)
  const { playlist } = await owner.call(createPlaylist, { body: { title: 'Geheim', trackIds } })
  const added = { playlistId: playlist.id }
  const refused = [
    await host.refusal(openRoom, { body: { name: 'Nachtschicht', mode: 'all', added } }),
    await host.refusal(commandRoom, {
      params,
      body: { name: 'add', revision: room.state.revision, added },
    }),
  ]
  for (const { status, body } of refused)
    expect([status, body.code]).toEqual([playlistNotFound.status, playlistNotFound.code])
  expect(await openRoomIds(app)).toEqual([params.id])
})
