import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { pinMessage, PINS_MAX, unpinMessage } from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { type Call, startApp } from '#testing/start-app.ts'

const send = async (member: { call: Call }, message: string) =>
  (await member.call(postMessage, { body: { message } })).message

test('admins pin and unpin messages for all members, and the audit log says so', async () => {
  const app = await startApp()
  const [mara, admin] = [await app.signIn(), await app.signIn({ isAdmin: true })]
  const [one, two] = [await send(mara, 'Samstag Premiere'), await send(mara, 'Neue Regeln')]
  const socket = openSocket(app, { token: mara.token })
  await socket.ready()
  const pin = async ({ id }: { id: string }) => admin.call(pinMessage, { params: { id } })
  expect((await mara.refusal(pinMessage, { params: { id: one.id } })).status).toBe(403)
  expect(await pin(one)).toEqual({ revision: 3 })
  expect(await pin(one)).toEqual({ revision: 3 })
  app.passTime(5)
  await pin(two)
  const pins = async () => (await mara.call(listMessages, { query: { limit: 1 } })).pins
  const pinned = [
    { ...two, pinnedAt: expect.stringMatching(/Z$/) },
    { ...one, pinnedAt: expect.stringMatching(/Z$/) },
  ]
  expect(await pins()).toEqual(pinned)
  expect((await mara.call(listMessages, { query: { before: two.id } })).pins).toBeUndefined()
  await eventually(() =>
    expect(socket.all('chatChange').map(({ kind, payload }) => [kind, payload])).toEqual([
      ['pin', { message: pinned[1] }],
      ['pin', { message: pinned[0] }],
    ]),
  )
  await admin.call(unpinMessage, { params: { id: one.id } })
  expect(await pins()).toEqual(pinned.slice(0, 1))
  await mara.call(deleteMessage, { params: { id: two.id } })
  expect(await pins()).toEqual([])
  expect((await admin.refusal(pinMessage, { params: { id: two.id } })).body.code).toBe('MESSAGE_NOT_FOUND')
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts.map(({ text }) => text).toReversed()).toEqual([
    'Ohne Admin-Rechte versucht: PUT /api/chat/messages/:id/pin',
    'Nachricht im Chat angepinnt',
    'Nachricht im Chat angepinnt',
    'Nachricht im Chat nicht mehr angepinnt',
  ])
})

test(`at most ${PINS_MAX} messages are pinned`, async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const sent = await Promise.all(
    Array.from({ length: PINS_MAX + 1 }, async (_, number) => send(admin, `${number}`)),
  )
  const last = sent.pop()
  for (const { id } of sent) await admin.call(pinMessage, { params: { id } })
  const id = last?.id ?? ''
  expect((await admin.refusal(pinMessage, { params: { id } })).body).toMatchObject({
    code: 'TOO_MANY_PINS',
    error: 'Mehr als 50 Nachrichten können nicht angepinnt sein',
  })
  await admin.call(unpinMessage, { params: { id: sent[0]?.id ?? '' } })
  await admin.call(pinMessage, { params: { id } })
  expect((await admin.call(listMessages, { query: { limit: 1 } })).pins).toHaveLength(PINS_MAX)
})
