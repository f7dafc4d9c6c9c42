import { randomUUID } from 'node:crypto'
import { blockMember } from '@tonarchiv/contract/friends'
import { listStatuses } from '@tonarchiv/contract/presence'
import * as contract from '@tonarchiv/contract/rooms'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { eventually } from '#testing/eventually.ts'
import { followRoom, openRoom, stateAt } from '#testing/listening-room.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

/** How a reader sees a member in the list of members. */
async function seenBy(reader: Pick<Member, 'call'>, { id }: { id: string }) {
  const { users } = await reader.call(listStatuses, {})
  const user = users.find((one) => one.id === id)
  return user && { room: user.room, text: user.customStatus }
}

test('the list of members says who is in which room, also in another process', async () => {
  const hub = memoryHub()
  const settings = { secret: randomUUID().repeat(2) }
  const first = await startApp(settings, { hub })
  const second = await startApp(settings, { hub, beside: first })
  const { host, room, params } = await openRoom(first)
  const okan = await first.signIn()
  const elsewhere = callers(second.address, okan.token)
  const tab = await followRoom(first, host, params.id)
  const inRoom = (name: string) => ({ room: { id: params.id, name }, text: `Im Hörraum: ${name}` })
  for (const reader of [okan, elsewhere])
    await eventually(async () => expect(await seenBy(reader, host)).toEqual(inRoom('Nachtschicht')))
  const rename = { name: 'rename', revision: room.state.revision, roomName: 'Frühschicht' } as const
  await host.call(contract.commandRoom, { params, body: rename })
  for (const reader of [okan, elsewhere])
    await eventually(async () => expect(await seenBy(reader, host)).toEqual(inRoom('Frühschicht')))
  tab.send({ type: 'roomHere', roomId: null })
  await eventually(async () => expect(await seenBy(elsewhere, host)).toEqual({ text: '' }))
})

test('the room is hidden with what a member listens to, and from those who do not see the member', async () => {
  const app = await startApp()
  const { host, params } = await openRoom(app)
  const [shy, okan, blocked] = [await app.signIn(), await app.signIn(), await app.signIn()]
  await shy.call(updateProfile, { body: { showListening: false } })
  await shy.call(contract.joinRoom, { params })
  await host.call(blockMember, { params: { id: blocked.id } })
  const tabs = [await followRoom(app, host, params.id), await followRoom(app, shy, params.id)]
  await eventually(() => expect(tabs.map((tab) => stateAt(tab)?.peopleCount)).toEqual([2, 2]))
  await eventually(async () => expect(await seenBy(okan, host)).toMatchObject({ room: { id: params.id } }))
  expect(await seenBy(okan, shy)).toEqual({ text: '' })
  expect(await seenBy(blocked, host)).toBeUndefined()
})
