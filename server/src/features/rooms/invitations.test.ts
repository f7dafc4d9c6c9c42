import { randomUUID } from 'node:crypto'
import { blockMember } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/rooms'
import { listStatuses } from '@tonarchiv/contract/presence'
import { describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { eventually } from '#testing/eventually.ts'
import { addAlbum, followRoom, openRoom } from '#testing/listening-room.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

/** A room that is open to invited members only. */
async function openClosedRoom(app: TestApp) {
  const { albumId } = await addAlbum(app)
  const host = await app.signIn()
  const body = { name: 'Kellerprobe', isInviteOnly: true, added: { albumId } }
  const { room } = await host.call(contract.openRoom, { body })
  return { host, room, params: { id: room.state.roomId }, code: room.state.inviteCode ?? '' }
}

describe('a room for invited members', () => {
  test('is joined with the code that its members have', async () => {
    const app = await startApp()
    const { host, params, code } = await openClosedRoom(app)
    expect(code).toMatch(/^[\w-]{22}$/)
    const okan = await app.signIn()
    expect((await okan.refusal(contract.joinRoom, { params })).body.code).toBe('ROOM_INVITED_ONLY')
    for (const wrong of ['x', code.toLowerCase() + code.toUpperCase(), randomUUID()]) {
      const refused = await okan.refusal(contract.joinRoomInvited, { params, body: { code: wrong } })
      expect(refused.body.code).toBe('ROOM_INVITED_ONLY')
    }
    expect((await okan.refusal(contract.getRoom, { params })).body.code).toBe('NOT_IN_ROOM')
    const { room } = await okan.call(contract.joinRoomInvited, { params, body: { code } })
    expect(room.people.map(({ id }) => id)).toEqual([host.id, okan.id])
    expect(room.state.inviteCode).toBe(code)
  })

  test('who was in it may come back without a code', async () => {
    const app = await startApp()
    const { params, code } = await openClosedRoom(app)
    const okan = await app.signIn()
    await okan.call(contract.joinRoomInvited, { params, body: { code } })
    await okan.call(contract.leaveRoom, { params })
    expect((await okan.call(contract.joinRoom, { params })).room.people).toHaveLength(2)
  })

  test('is in no list of others, and in no presence', async () => {
    const hub = memoryHub()
    const settings = { secret: randomUUID().repeat(2) }
    const app = await startApp(settings, { hub })
    const second = await startApp(settings, { hub, beside: app })
    const { host, params, code } = await openClosedRoom(app)
    await followRoom(app, host, params.id)
    const okan = await app.signIn()
    const there = callers(second.address, okan.token)
    const texts = async () =>
      JSON.stringify([
        await okan.call(contract.listRooms, {}),
        await okan.call(listStatuses, {}),
        await there.call(contract.listRooms, {}),
        await there.call(listStatuses, {}),
      ])
    await eventually(async () => expect(await texts()).toContain('"isOnline":true'))
    for (const secret of ['Kellerprobe', params.id, code]) expect(await texts()).not.toContain(secret)
    expect((await host.call(contract.listRooms, {})).rooms).toMatchObject([{ name: 'Kellerprobe' }])
    // The host opens the room to all, then it is shown.
    const open = { name: 'access', revision: 1, isInviteOnly: false } as const
    expect((await host.call(contract.commandRoom, { params, body: open })).state.inviteCode).toBeNull()
    await eventually(async () => expect(await texts()).toContain('Im Hörraum: Kellerprobe'))
    expect((await okan.call(contract.joinRoom, { params })).room.people).toHaveLength(2)
  })

  test('only the host closes it, and an earlier invitation is then no longer valid', async () => {
    const app = await startApp()
    const { host, params, code } = await openClosedRoom(app)
    const okan = await app.signIn()
    await okan.call(contract.joinRoomInvited, { params, body: { code } })
    const access = (isInviteOnly: boolean) => ({
      params,
      body: { name: 'access', revision: 1, isInviteOnly } as const,
    })
    const refused = await okan.refusal(contract.commandRoom, access(false))
    expect(refused.body.code).toBe('ROOM_NOT_YOURS')
    await host.call(contract.commandRoom, access(false))
    const { state } = await host.call(contract.commandRoom, access(true))
    expect(state.inviteCode).not.toBe(code)
    const lene = await app.signIn()
    const stale = await lene.refusal(contract.joinRoomInvited, { params, body: { code } })
    expect(stale.body.code).toBe('ROOM_INVITED_ONLY')
    const body = { code: state.inviteCode ?? '' }
    expect((await lene.call(contract.joinRoomInvited, { params, body })).room.people).toHaveLength(3)
  })

  test('a code does not open a room whose host has blocked the member', async () => {
    const app = await startApp()
    const { host, params, code } = await openClosedRoom(app)
    const okan = await app.signIn()
    await host.call(blockMember, { params: { id: okan.id } })
    const refused = await okan.refusal(contract.joinRoomInvited, { params, body: { code } })
    expect(refused.body.code).toBe('ROOM_NOT_FOUND')
  })
})

test('an open room has no code, and none is accepted as one', async () => {
  const app = await startApp()
  const { room, params } = await openRoom(app)
  expect(room.state.inviteCode).toBeNull()
  const okan = await app.signIn()
  const joined = await okan.call(contract.joinRoomInvited, { params, body: { code: 'any' } })
  expect(joined.room.people).toHaveLength(2)
})
