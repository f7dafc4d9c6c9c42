import { addPushDevice, listPushDevices, removePushDevice, testPushDevice } from '@tonarchiv/contract/push'
import { logout } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { isPublicAddress } from '#http-client/public-addresses.ts'
import { eventually } from '#testing/eventually.ts'
import { startPushService } from '#testing/push/push-service.ts'
import { createReceiver } from '#testing/push/receiver.ts'
import { startApp } from '#testing/start-app.ts'
import { MESSAGES_PER_MINUTE } from './sending/send-message.ts'

async function startPushApp() {
  const service = await startPushService()
  const app = await startApp(service.settings, { times: { lookForPushMessagesEveryMs: 50 } })
  /** The numbers of attempts of the messages that wait. */
  const waiting = async () =>
    (await app.services.db.selectFrom('pushMessages').select('tries').execute()).map(({ tries }) => tries)
  return { service, app, waiting }
}

test('a message arrives encrypted for the browser and signed by the installation', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  expect((await mara.call(listPushDevices, {})).devices).toMatchObject([
    { id: device.id, isThisDevice: true, lastDeliveredAt: null },
  ])
  await mara.call(testPushDevice, { params: { id: device.id } })
  await eventually(() => expect(device.read()).toHaveLength(1))
  expect(device.read()).toMatchObject([{ title: 'So meldet sich das Archiv', tag: 'sample' }])
  const [message] = service.received
  const { publicKey } = await mara.call(listPushDevices, {})
  expect(message?.vapid).toMatchObject({ aud: 'https://push.example', key: publicKey })
  expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '300', urgency: 'high' })
  expect(message?.body.includes('Archiv')).toBe(false)
  await eventually(async () => {
    expect(await waiting()).toEqual([])
    const { devices } = await mara.call(listPushDevices, {})
    expect(devices[0]?.lastDeliveredAt).not.toBeNull()
  })
})

test.each([404, 410])('a subscription that the push service answers with %i is dropped', async (status) => {
  const { service, app } = await startPushApp()
  const mara = await app.signIn()
  const { id } = await service.subscribe(mara, 'mara')
  service.answer = (_message, response) => response.writeHead(status).end()
  await mara.call(testPushDevice, { params: { id } })
  await eventually(async () => expect((await mara.call(listPushDevices, {})).devices).toEqual([]))
})

test('a busy push service gets the message later, and not before the time that it has named', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  service.answer = (_message, response) => response.writeHead(429, { 'retry-after': '120' }).end()
  await mara.call(testPushDevice, { params: { id: device.id } })
  await eventually(async () => expect(await waiting()).toEqual([1]))
  const [row] = await app.services.db.selectFrom('pushMessages').select('nextTryAt').execute()
  expect(Date.parse(row?.nextTryAt ?? '') - app.services.now().getTime()).toBeGreaterThan(100_000)
  service.answer = (_message, response) => response.writeHead(201).end()
  app.passTime(121_000)
  await eventually(async () => expect(await waiting()).toEqual([]))
  expect(device.read()).toHaveLength(2)
})

test('messages one after the other share a connection, and a lost one is replaced', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  const arrives = async (number: number) => {
    await mara.call(testPushDevice, { params: { id: device.id } })
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(device.read()).toHaveLength(number)
  }
  await arrives(1)
  await arrives(2)
  expect(service.connections).toHaveLength(1)
  service.connections[0]?.destroy()
  await arrives(3)
  expect(service.connections).toHaveLength(2)
})

test('a message whose kept connection is closed meanwhile is sent on a new one', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  const push = async () => mara.call(testPushDevice, { params: { id: device.id } })
  await push()
  await eventually(async () => expect(await waiting()).toEqual([]))
  const { answer } = service
  service.answer = (_message, response) => {
    service.answer = answer
    response.destroy()
  }
  await push()
  await eventually(async () => expect(await waiting()).toEqual([]))
  expect(service.received).toHaveLength(3)
  expect(service.connections).toHaveLength(2)
})

test('a message that is refused for good, or answered with a redirect, is not repeated', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  service.answer = (_message, response) =>
    response.writeHead(307, { location: 'https://push.example/send/elsewhere' }).end()
  await mara.call(testPushDevice, { params: { id: device.id } })
  await eventually(async () => {
    expect(service.received).not.toEqual([])
    expect(await waiting()).toEqual([])
  })
  expect(service.received.map(({ browser }) => browser)).toEqual(['/send/mara'])
  expect((await mara.call(listPushDevices, {})).devices).toHaveLength(1)
})

test('a device ends with its session, and nothing more is sent to it', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const other = await app.anotherSession(mara)
  const { id } = await service.subscribe(mara, 'mara')
  await service.subscribe(other, 'other')
  service.answer = (_message, response) => response.writeHead(503).end()
  await mara.call(testPushDevice, { params: { id } })
  await eventually(async () => expect(await waiting()).toEqual([1]))
  await mara.call(logout, {})
  expect(await waiting()).toEqual([])
  expect((await other.call(listPushDevices, {})).devices).toMatchObject([{ isThisDevice: true }])
})

test('a device whose session has expired gets nothing', async () => {
  const { service, app, waiting } = await startPushApp()
  const mara = await app.signIn()
  const { id } = await service.subscribe(mara, 'mara')
  const { db, now } = app.services
  await db
    .updateTable('sessions')
    .set({ endsAt: now().toISOString() })
    .where('userId', '=', mara.id)
    .execute()
  await db
    .insertInto('pushMessages')
    .values({
      id: 'late',
      deviceId: id,
      noticeId: null,
      tries: 0,
      nextTryAt: now().toISOString(),
      expiresAt: new Date(now().getTime() + 60_000).toISOString(),
    })
    .execute()
  await eventually(async () => expect(await waiting()).toEqual([]))
  expect(service.received).toEqual([])
})

test('a browser belongs to the account that has subscribed last, and a session to one subscription', async () => {
  const { service, app } = await startPushApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await service.subscribe(mara, 'shared browser')
  await service.subscribe(mara, 'renewed')
  expect((await mara.call(listPushDevices, {})).devices).toHaveLength(1)
  await service.subscribe(tom, 'renewed')
  expect((await mara.call(listPushDevices, {})).devices).toEqual([])
  expect((await tom.call(listPushDevices, {})).devices).toHaveLength(1)
})

test('a browser that subscribes several times at once has one subscription', async () => {
  const { service, app } = await startPushApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  for (let round = 0; round < 5; round += 1)
    await Promise.all([mara, tom, mara, tom].map(async (member) => service.subscribe(member, 'shared')))
  const rows = await app.services.db.selectFrom('pushDevices').select('endpoint').execute()
  expect(rows).toEqual([{ endpoint: 'https://push.example/send/shared' }])
})

test('only its owner removes and tests a device', async () => {
  const { service, app } = await startPushApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id } = await service.subscribe(mara, 'mara')
  for (const route of [removePushDevice, testPushDevice])
    expect((await tom.refusal(route, { params: { id } })).status).toBe(404)
  await mara.call(removePushDevice, { params: { id } })
  expect((await mara.refusal(testPushDevice, { params: { id } })).status).toBe(404)
  expect(service.received).toEqual([])
})

test('no answer and no export contains the address or the keys of a browser', async () => {
  const { service, app } = await startPushApp()
  const mara = await app.signIn()
  await service.subscribe(mara, 'mara')
  const text = JSON.stringify(await mara.call(listPushDevices, {}))
  expect(text).not.toContain('/send/mara')
})

test('several processes send each message once', async () => {
  const service = await startPushService()
  const times = { lookForPushMessagesEveryMs: 20 }
  const app = await startApp(service.settings, { times })
  const members = await Promise.all(Array.from({ length: 10 }, () => app.signIn()))
  const devices = await Promise.all(
    members.map((member, index) => service.subscribe(member, `browser-${index}`)),
  )
  await Promise.all([1, 2].map(() => startApp(service.settings, { beside: app, times })))
  await Promise.all(
    members.map((member, index) => member.call(testPushDevice, { params: { id: devices[index]?.id ?? '' } })),
  )
  await eventually(async () =>
    expect(await app.services.db.selectFrom('pushMessages').select('id').execute()).toEqual([]),
  )
  expect(devices.map((device) => device.read().length)).toEqual(Array.from({ length: 10 }, () => 1))
})

test('all processes together send so many messages in a minute, and the others later, each once', async () => {
  const service = await startPushService()
  // This process makes the subscriptions and sends nothing.
  const app = await startApp(service.settings, { times: { lookForPushMessagesEveryMs: 24 * 60 * 60_000 } })
  const { db, now } = app.services
  const mara = await app.signIn()
  const sessions = await Promise.all(Array.from({ length: 25 }, async () => app.anotherSession(mara)))
  const devices = await Promise.all(
    sessions.map(async (session, index) => service.subscribe(session, `browser-${index}`)),
  )
  const limited = { ...service.settings, rateLimitFactor: 10 / MESSAGES_PER_MINUTE }
  const times = { lookForPushMessagesEveryMs: 20 }
  const senders = await Promise.all([1, 2].map(async () => startApp(limited, { beside: app, times })))
  const due = { noticeId: null, tries: 0, nextTryAt: now().toISOString() }
  const expiresAt = new Date(now().getTime() + 60 * 60_000).toISOString()
  await db
    .insertInto('pushMessages')
    .values(devices.map(({ id }) => ({ id, deviceId: id, expiresAt, ...due })))
    .execute()
  for (const sent of [10, 20, 25]) {
    await eventually(async () => {
      const counter = db.selectFrom('rateLimits').select('count').where('bucket', 'like', 'push messages:%')
      const [minute] = await counter.execute()
      // The processes have tried to send more than they may. Both may then pause before all messages were counted.
      if (sent < 25) expect(minute?.count).toBeGreaterThan(10)
      const rows = await db.selectFrom('pushMessages').select('tries').execute()
      expect(rows).toEqual(Array.from({ length: 25 - sent }, () => ({ tries: 0 })))
    })
    expect(service.received).toHaveLength(sent)
    for (const { passTime } of senders) passTime(61_000)
  }
  expect(devices.map((device) => device.read().length)).toEqual(devices.map(() => 1))
})

test('processes that start at the same time share one key pair, and another secret ends all subscriptions', async () => {
  const service = await startPushService()
  const app = await startApp(service.settings)
  const mara = await app.signIn()
  const device = await service.subscribe(mara, 'mara')
  const { publicKey } = await mara.call(listPushDevices, {})
  const beside = await startApp(service.settings, { beside: app })
  const keyOf = async (address: string) =>
    (
      await fetch(`${address}/api/push/devices`, { headers: { authorization: `Bearer ${mara.token}` } })
    ).text()
  expect(await keyOf(beside.address)).toContain(publicKey)
  const [row] = await app.services.db.selectFrom('pushKeys').selectAll().execute()
  expect(row?.encryptedPrivateKey.startsWith('v1.')).toBe(true)
  const renewed = await startApp({ ...service.settings, secret: 'b'.repeat(40) }, { beside: app })
  expect(await keyOf(renewed.address)).not.toContain(publicKey)
  expect(await keyOf(renewed.address)).not.toContain(device.id)
})

const keys = () => createReceiver().keys

test('the archive sends nothing to addresses that are not https, not plain or not public', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  for (const endpoint of [
    'http://push.example/send/a',
    'https://push.example:8443/send/a',
    'https://user:word@push.example/send/a',
    'ftp://push.example/a',
    'javascript:alert(1)',
    'not an address',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://10.0.0.8/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://[fe80::1]/a',
    'https://[fd00::1]/a',
    `https://9.9.9.9/${'a'.repeat(999)}`,
  ]) {
    const { status } = await mara.refusal(addPushDevice, { body: { endpoint, ...keys() } })
    expect(status, endpoint.slice(0, 60)).toBe(400)
  }
  expect((await mara.call(listPushDevices, {})).devices).toEqual([])
})

test('a name that leads into a private network is refused, and so is one that leads there later', async () => {
  const service = await startPushService()
  let addresses = ['9.9.9.9', '10.0.0.1']
  const pushConnection = {
    ...service.settings.pushConnection,
    resolve: async () => addresses,
    isAllowed: isPublicAddress,
  }
  const app = await startApp({ pushConnection }, { times: { lookForPushMessagesEveryMs: 50 } })
  const mara = await app.signIn()
  const body = { endpoint: 'https://push.example/send/mara', ...keys() }
  expect((await mara.refusal(addPushDevice, { body })).body.code).toBe('UNUSABLE_PUSH_ADDRESS')
  addresses = ['9.9.9.9']
  const { device } = await mara.call(addPushDevice, { body })
  addresses = ['127.0.0.1']
  await mara.call(testPushDevice, { params: { id: device.id } })
  await eventually(async () =>
    expect(await app.services.db.selectFrom('pushMessages').select('tries').execute()).toEqual([
      { tries: 1 },
    ]),
  )
  expect(service.received).toEqual([])
})

test('keys that no browser has are refused, and so is an address of 10 MB', async () => {
  const { app } = await startPushApp()
  const mara = await app.signIn()
  const endpoint = 'https://push.example/send/mara'
  const { p256dh, auth } = keys()
  for (const body of [
    { endpoint, p256dh, auth: 'A'.repeat(23) },
    { endpoint, p256dh: p256dh.slice(1), auth },
    { endpoint, p256dh: 'B'.repeat(87), auth },
  ])
    expect((await mara.refusal(addPushDevice, { body })).status).toBe(400)
  const huge = { endpoint: `https://push.example/${'a'.repeat(10 * 1024 * 1024)}`, p256dh, auth }
  expect((await mara.refusal(addPushDevice, { body: huge })).status).toBe(413)
})
