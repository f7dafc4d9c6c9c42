import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { blockMember, unblockMember } from '@tonarchiv/contract/friends'
import { createKeyBatch, withdrawKeyBatch } from '@tonarchiv/contract/key-batches'
import * as contract from '@tonarchiv/contract/rooms'
import type { Scope } from '@tonarchiv/contract/scope'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { followRoom, openRoom, stateAt } from '#testing/listening-room.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp } from '#testing/start-app.ts'

/** A room in which a second member is. */
async function roomOfTwo() {
  const app = await startApp()
  const opened = await openRoom(app)
  const okan = await app.signIn()
  await okan.call(contract.joinRoom, { params: opened.params })
  return { app, okan, ...opened }
}

test('a room is hidden from those whom its host has blocked', async () => {
  const app = await startApp()
  const { host, params } = await openRoom(app)
  const blocked = await app.signIn()
  await host.call(blockMember, { params: { id: blocked.id } })
  expect((await blocked.call(contract.listRooms, {})).rooms).toEqual([])
  expect((await blocked.refusal(contract.joinRoom, { params })).body.code).toBe('ROOM_NOT_FOUND')
})

test('who is blocked by the host, or blocks the host, leaves the room at once', async () => {
  const { app, host, okan, params } = await roomOfTwo()
  const tom = await app.signIn()
  await tom.call(contract.joinRoom, { params })
  const tab = await followRoom(app, okan, params.id)
  await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(3))
  await okan.call(blockMember, { params: { id: tom.id } })
  await tab.handled()
  expect(tab.all('roomOver')).toEqual([])
  await host.call(blockMember, { params: { id: okan.id } })
  await eventually(() => expect(tab.all('roomOver')).toMatchObject([{ reason: 'left' }]))
  await tom.call(blockMember, { params: { id: host.id } })
  await eventually(async () =>
    expect((await host.call(contract.getRoom, { params })).room.people).toHaveLength(1),
  )
  await tom.call(unblockMember, { params: { id: host.id } })
  expect((await tom.call(contract.joinRoom, { params })).room.people).toHaveLength(2)
})

test('a deleted account leaves at once: the host, and any other member', async () => {
  const { app, host, okan, params } = await roomOfTwo()
  const tom = await app.signIn()
  await tom.call(contract.joinRoom, { params })
  const tab = await followRoom(app, okan, params.id)
  await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(3))
  await tom.call(deleteAccount, { body: { password: tom.password } })
  await eventually(() => expect(stateAt(tab)).toMatchObject({ hostId: host.id, peopleCount: 2 }))
  await eventually(() => expect(tab.all('roomPeople').flatMap(({ left }) => left)).toEqual([tom.id]))
  await host.call(deleteAccount, { body: { password: host.password } })
  await eventually(() => expect(stateAt(tab)).toMatchObject({ hostId: okan.id, peopleCount: 1 }))
})

test('who loses the key gets no title any more, and stays', async () => {
  const { app, okan, params } = await roomOfTwo()
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(changeUser, { params: { id: okan.id }, body: { keyVerified: false } })
  const { room } = await okan.call(contract.getRoom, { params })
  expect(room.entries.map(({ state, track }) => [state, track])).toEqual(
    Array.from({ length: 3 }, () => ['locked', undefined]),
  )
  const { rooms } = await okan.call(contract.listRooms, {})
  expect(rooms).toMatchObject([{ isJoined: true, track: null }])
})

test('who may hear a part sees no other titles, and after the withdrawal of a key those of the others', async () => {
  const app = await startApp()
  const { album, host, params } = await openRoom(app)
  const admin = await app.signIn({ isAdmin: true })
  const other = await addByForm(admin, { albumTitel: 'Radiergummi', tracks: ['Kante'] })
  const command = async (body: contract.RoomCommand) => host.call(contract.commandRoom, { params, body })
  await command({ name: 'add', revision: 1, added: { albumId: other.albumId } })
  const scopeOf = (albumId: string): Scope => ({ kind: 'albums', albumIds: [albumId], hasVideos: false })
  const mara = await signInScoped(app, scopeOf(other.albumId))
  const read = async () => ({
    room: (await mara.call(contract.getRoom, { params })).room,
    rooms: (await mara.call(contract.listRooms, {})).rooms,
  })
  const titlesIn = ({ room, rooms }: Awaited<ReturnType<typeof read>>) => [
    rooms[0]?.track?.title,
    ...room.entries.map(({ state, track }) => track?.title ?? state),
  ]
  const LOCKED = [undefined, 'locked', 'locked', 'locked', 'Kante']
  await mara.call(contract.joinRoom, { params })
  const tab = await followRoom(app, mara, params.id)
  await eventually(() => expect(stateAt(tab)).toBeDefined())
  const before = await read()
  expect(titlesIn(before)).toEqual(LOCKED)

  const order = { count: 1, note: '', maxUses: 1, expiresAt: null, stayDays: null }
  const made = await admin.call(createKeyBatch, { body: { ...order, scope: scopeOf(album.albumId) } })
  await mara.call(redeemAccessKey, { body: { key: made.keys[0]?.key ?? '', uid: mara.id } })
  expect(titlesIn(await read())).toEqual(['Tinte', 'Tinte', 'Feder', 'Siegel', 'Kante'])
  const withdrawn = { params: { id: made.batch.id }, body: { takesBack: true } }
  await admin.call(withdrawKeyBatch, withdrawn)
  const after = await read()
  expect(titlesIn(after)).toEqual(LOCKED)
  const { playback, revision } = after.room.state
  await command({ name: 'next', revision, entryId: playback.entryId ?? '' })
  await eventually(() => expect(stateAt(tab)?.revision).toBeGreaterThan(revision))
  const texts = JSON.stringify([before, after, await read(), tab.got])
  for (const { id, title } of [...album.tracks, { id: album.albumId, title: album.albumTitel }])
    for (const mark of [id, title]) expect(texts).not.toContain(mark)
})

test('a member whose address is no longer verified leaves at once', async () => {
  const { app, host, okan, params } = await roomOfTwo()
  const tab = await followRoom(app, host, params.id)
  await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(2))
  await app.services.db.updateTable('users').set({ emailVerified: 0 }).where('id', '=', okan.id).execute()
  app.services.events.emit('accessChanged', { userId: okan.id })
  await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(1))
})
