import { randomUUID } from 'node:crypto'
import { changeUser } from '@tonarchiv/contract/admin'
import { endDevice, listDevices, renameDevice } from '@tonarchiv/contract/auth'
import type { PlayDevice, PlayerReport } from '@tonarchiv/contract/play-devices'
import { getPlayState, savePlayState } from '@tonarchiv/contract/play-state'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { openSocket, type BrowserSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import type { Member } from '#testing/sign-in.ts'
import { callers, startApp, type TestApp, type TestEnvironment } from '#testing/start-app.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

const silent: PlayerReport = {
  status: 'paused',
  track: { id: 'abfahrt', title: 'Abfahrt' },
  position_seconds: 84,
  duration_seconds: 200,
  volume: 0.7,
  muted: false,
  needs_press: false,
  answers: [],
}
const playing: PlayerReport = { ...silent, status: 'playing' }

const report = (tab: BrowserSocket, what: PlayerReport) => tab.send({ type: 'player', ...what })
const list = (tab: BrowserSocket) => tab.all('players').at(-1)
const devices = (tab: BrowserSocket) => list(tab)?.devices ?? []
const commands = (tab: BrowserSocket) =>
  tab.all('playerCommand').map(({ seq, command }) => [seq, command.name])
const idOf = (tab: BrowserSocket) => list(tab)?.self.device ?? ''
/** Starts two processes of one installation, or one process that takes the place of both. */
type Place = () => Promise<[TestApp, TestApp]>
const PLACES: Record<string, Place> = {
  'in one process': async () => {
    const app = await startApp()
    return [app, app]
  },
  'over two processes that share a hub': async () => processes({ hub: memoryHub() }),
  'over two processes on Redis': async () => processes({}, redis.url),
}

async function processes(environment: TestEnvironment, redisUrl?: string): Promise<[TestApp, TestApp]> {
  const settings = { secret: randomUUID().repeat(2), ...(redisUrl !== undefined && { redisUrl }) }
  const first = await startApp(settings, environment)
  const second = await startApp(settings, { ...environment, beside: first })
  await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
  return [first, second]
}

/** A member with two open players: a laptop on the first process and a phone on the second. */
async function twoDevices([first, second]: [TestApp, TestApp]) {
  const mara = await first.signIn()
  const phoneSession = await first.anotherSession(mara)
  const laptop = openSocket(first, { token: mara.token })
  const phone = openSocket(second, { token: phoneSession.token })
  await Promise.all([laptop.ready(), phone.ready()])
  report(laptop, silent)
  report(phone, silent)
  await eventually(() => expect([devices(laptop).length, devices(phone).length]).toEqual([2, 2]))
  return { mara, phoneSession, laptop, phone }
}

const at = ({ address }: TestApp, { token }: Member) => callers(address, token)
const soundOf = (tab: BrowserSocket, id: string) => devices(tab).find((device) => device.id === id)?.began_at

describe.each(Object.entries(PLACES))('%s', (_name, open) => {
  test('each open device of an account is in the list of the others, and gone when its last tab is', async () => {
    const apps = await open()
    const { mara, phoneSession, laptop, phone } = await twoDevices(apps)
    expect(idOf(laptop)).toBe(mara.sessionId)
    expect(devices(phone).map(({ id, name, kind }) => [id, name, kind])).toEqual([
      [mara.sessionId, 'Test', 'desktop'],
      [phoneSession.sessionId, 'Test (2)', 'desktop'],
    ])
    report(phone, { ...playing, position_seconds: 12.5, volume: 0.2, needs_press: true })
    await eventually(() =>
      expect(devices(laptop).at(-1)).toMatchObject<Partial<PlayDevice>>({
        id: phoneSession.sessionId,
        status: 'playing',
        position_seconds: 12.5,
        volume: 0.2,
        needs_press: true,
      }),
    )
    phone.close()
    await eventually(() => expect(devices(laptop).map(({ id }) => id)).toEqual([mara.sessionId]))
  })

  test('a command reaches the device that it names, in the order of sending, and no one else', async () => {
    const apps = await open()
    const { phoneSession, laptop, phone } = await twoDevices(apps)
    const other = await apps[1].signIn()
    const strange = openSocket(apps[1], { token: other.token })
    await strange.ready()
    report(strange, silent)
    await eventually(() => expect(devices(strange)).toHaveLength(1))
    const names = ['play', 'next', 'previous', 'pause'] as const
    for (const [index, name] of names.entries())
      laptop.send({ type: 'playerCommand', to: phoneSession.sessionId, seq: index + 1, command: { name } })
    laptop.send({
      type: 'playerCommand',
      to: phoneSession.sessionId,
      seq: 5,
      command: { name: 'seek', seconds: 30 },
    })
    await eventually(() =>
      expect(commands(phone)).toEqual([
        [1, 'play'],
        [2, 'next'],
        [3, 'previous'],
        [4, 'pause'],
        [5, 'seek'],
      ]),
    )
    expect(phone.all('playerCommand').at(-1)).toMatchObject({
      from: list(laptop)?.self.tab,
      command: { name: 'seek', seconds: 30 },
    })
    expect([commands(laptop), commands(strange)]).toEqual([[], []])
  })

  test('devices of another account cannot be seen or controlled, even by one who knows their ids', async () => {
    const apps = await open()
    const { mara, phoneSession, laptop, phone } = await twoDevices(apps)
    const eve = await apps[0].signIn()
    const attacker = openSocket(apps[0], { token: eve.token })
    await attacker.ready()
    report(attacker, playing)
    await eventually(() => expect(devices(attacker).map(({ id }) => id)).toEqual([eve.sessionId]))
    for (const to of [mara.sessionId, phoneSession.sessionId, list(phone)?.self.tab ?? ''])
      attacker.send({ type: 'playerCommand', to, seq: 1, command: { name: 'pause' } })
    await attacker.handled()
    // The commands of the attacker were sent before these commands of the owner, so they would have arrived by now.
    phone.send({ type: 'playerCommand', to: mara.sessionId, seq: 7, command: { name: 'play' } })
    laptop.send({ type: 'playerCommand', to: phoneSession.sessionId, seq: 8, command: { name: 'play' } })
    await eventually(() =>
      expect([commands(laptop), commands(phone)]).toEqual([[[7, 'play']], [[8, 'play']]]),
    )
    expect(devices(laptop)).toHaveLength(2)
    expect(devices(attacker)).toHaveLength(1)
  })

  test('of two devices that start, both learn which one began later; waiting for data is no new beginning', async () => {
    const { mara, phoneSession, laptop, phone } = await twoDevices(await open())
    report(laptop, playing)
    await eventually(() => expect(soundOf(phone, mara.sessionId)).toEqual(expect.any(Number)))
    const began = soundOf(phone, mara.sessionId) ?? 0
    report(phone, { ...silent, status: 'loading' })
    await eventually(() => expect(devices(laptop).map(({ status }) => status)).toContain('loading'))
    expect(soundOf(laptop, phoneSession.sessionId)).toBeNull()
    report(phone, playing)
    await eventually(() => expect(soundOf(laptop, phoneSession.sessionId)).toEqual(expect.any(Number)))
    expect(soundOf(laptop, phoneSession.sessionId) ?? 0).toBeGreaterThanOrEqual(began)
    report(laptop, { ...playing, status: 'loading' })
    report(laptop, { ...playing, position_seconds: 90 })
    await eventually(() =>
      expect(devices(phone).find(({ id }) => id === mara.sessionId)?.position_seconds).toBe(90),
    )
    expect(soundOf(phone, mara.sessionId)).toBe(began)
    expect(list(laptop)?.self.began_at).toBe(began)
    report(laptop, silent)
    await eventually(() => expect(soundOf(phone, mara.sessionId)).toBeNull())
  })

  test('a session that ends takes its device out of the list and can command nothing', async () => {
    const apps = await open()
    const { mara, phoneSession, laptop, phone } = await twoDevices(apps)
    await at(apps[0], mara).call(endDevice, { params: { id: phoneSession.sessionId } })
    expect(await phone.closed()).toBe(SOCKET_CLOSED.noSession)
    await eventually(() => expect(devices(laptop).map(({ id }) => id)).toEqual([mara.sessionId]))
  })

  test('a device that gets another name has it on all other devices at once', async () => {
    const apps = await open()
    const { mara, phoneSession, laptop, phone } = await twoDevices(apps)
    const rename = async (name: string) =>
      at(apps[0], mara).call(renameDevice, { params: { id: phoneSession.sessionId }, body: { name } })
    const shown = (tab: BrowserSocket) => devices(tab).map(({ name, browser }) => [name, browser])
    expect(await rename('  Küche ')).toEqual({ success: true, name: 'Küche' })
    const named = [
      ['Test', null],
      ['Küche', 'Test'],
    ]
    await eventually(() => expect([shown(laptop), shown(phone)]).toEqual([named, named]))
    // A later report keeps the new name.
    report(phone, { ...silent, position_seconds: 99 })
    await eventually(() =>
      expect(devices(laptop).at(-1)).toMatchObject({ position_seconds: 99, name: 'Küche' }),
    )
    expect(await rename('')).toEqual({ success: true, name: 'Test' })
    const unnamed = [
      ['Test', null],
      ['Test (2)', null],
    ]
    await eventually(() => expect([shown(laptop), shown(phone)]).toEqual([unnamed, unnamed]))
  })

  test('without archive access a device is not listed, receives no commands and sends none', async () => {
    const apps = await open()
    const { mara, phoneSession, laptop, phone } = await twoDevices(apps)
    const admin = await apps[0].signIn({ isAdmin: true })
    await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
    const command = { name: 'play' } as const
    await eventually(() => {
      expect(apps[0].sockets.connectionsOf(mara.id).every((each) => !each.hasArchiveAccess)).toBe(true)
      expect(apps[1].sockets.connectionsOf(mara.id).every((each) => !each.hasArchiveAccess)).toBe(true)
    })
    await Promise.all([laptop.handled(), phone.handled()])
    const [before, lists] = [commands(phone).length, laptop.all('players').length]
    report(laptop, playing)
    report(phone, playing)
    // When these calls are answered, the server has read the sessions of both devices.
    for (const member of [mara, phoneSession, mara]) await at(apps[0], member).call(listDevices, {})
    laptop.send({ type: 'playerCommand', to: phoneSession.sessionId, seq: 9, command })
    phone.send({ type: 'playerCommand', to: mara.sessionId, seq: 9, command })
    await Promise.all([laptop.handled(), phone.handled()])
    const { db } = apps[0].services
    await db.updateTable('users').set({ keyVerified: 1 }).where('id', '=', mara.id).execute()
    await eventually(() => {
      report(laptop, silent)
      report(phone, silent)
      expect(devices(laptop)).toHaveLength(2)
      expect(laptop.all('players').length).toBeGreaterThan(lists)
    })
    laptop.send({ type: 'playerCommand', to: phoneSession.sessionId, seq: 10, command })
    await eventually(() => expect(commands(phone).slice(before)).toEqual([[10, 'play']]))
  })

  test('all open devices learn of a saved play state at once', async () => {
    const apps = await open()
    const { mara, laptop, phone } = await twoDevices(apps)
    const { revision } = await at(apps[0], mara).call(savePlayState, { body: { revision: 0, state: null } })
    await eventually(() =>
      expect([laptop, phone].map((tab) => tab.all('playStateSaved').at(-1)?.revision)).toEqual([
        revision,
        revision,
      ]),
    )
    expect((await at(apps[1], mara).call(getPlayState, {})).revision).toBe(revision)
  })
})

test('of two tabs of one browser the one that plays is the device', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const phone = await app.anotherSession(mara)
  const [one, other] = [openSocket(app, { token: mara.token }), openSocket(app, { token: mara.token })]
  const remote = openSocket(app, { token: phone.token })
  await Promise.all([one, other, remote].map(async (tab) => tab.ready()))
  report(one, playing)
  report(remote, silent)
  await eventually(() => expect(devices(remote)).toHaveLength(2))
  report(other, silent)
  await eventually(() => expect(list(other)?.devices).toHaveLength(2))
  remote.send({ type: 'playerCommand', to: mara.sessionId, seq: 1, command: { name: 'pause' } })
  await eventually(() => expect(commands(one)).toEqual([[1, 'pause']]))
  report(one, silent)
  report(other, { ...playing, position_seconds: 3 })
  await eventually(() => expect(devices(remote)[0]?.position_seconds).toBe(3))
  remote.send({ type: 'playerCommand', to: mara.sessionId, seq: 2, command: { name: 'pause' } })
  await eventually(() => expect(commands(other)).toEqual([[2, 'pause']]))
  expect(commands(one)).toHaveLength(1)
})

test('a device whose process dies is gone after a while', async () => {
  const times = { heartbeatEveryMs: 50, expireAfterMs: 300 }
  const hub = memoryHub()
  const settings = { secret: randomUUID().repeat(2) }
  const first = await startApp(settings, { hub, times })
  const second = await startApp(settings, { hub, times, beside: first })
  const { mara, laptop } = await twoDevices([first, second])
  // The bus of this process closes without a message that its devices are disconnected.
  await second.services.bus.close()
  await eventually(() => expect(devices(laptop).map(({ id }) => id)).toEqual([mara.sessionId]))
})

test('more commands than the limit allows are dropped, and reports are sent again later, the last one included', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const sessions = [mara, await app.anotherSession(mara), await app.anotherSession(mara)]
  const [first, second, target] = sessions.map(({ token }) => openSocket(app, { token, beats: false }))
  if (!first || !second || !target) throw new Error('Three sockets were opened')
  await Promise.all([first, second, target].map(async (tab) => tab.ready()))
  for (const tab of [first, second, target]) report(tab, silent)
  await eventually(() => expect(devices(target)).toHaveLength(3))
  const startedAt = performance.now()
  for (let turn = 1; turn <= 35; turn += 1)
    for (const tab of [first, second])
      tab.send({
        type: 'playerCommand',
        to: sessions[2]?.sessionId ?? '',
        seq: turn,
        command: { name: 'volume', volume: turn / 35, muted: false },
      })
  await Promise.all([first.handled(), second.handled()])
  // A connection may send 40 messages at once. Several connections are needed to exceed the limit of lists.
  const others = [0, 1].map(() => openSocket(app, { token: mara.token, beats: false }))
  await Promise.all(others.map(async (tab) => tab.ready()))
  for (const tab of others) report(tab, silent)
  await eventually(() => expect(others.every((tab) => list(tab) !== undefined)).toBe(true))
  const before = target.all('players').length
  for (let turn = 0; turn < 30; turn += 1)
    for (const tab of [...others, target]) report(tab, { ...silent, position_seconds: turn })
  await eventually(() =>
    expect(devices(first).find(({ id }) => id === sessions[2]?.sessionId)?.position_seconds).toBe(29),
  )
  const allowed = (burst: number) => burst + 1 + Math.ceil(((performance.now() - startedAt) / 1000) * 10)
  expect(commands(target).length).toBeLessThanOrEqual(allowed(40))
  expect(commands(target).length).toBeGreaterThanOrEqual(40)
  expect(target.all('players').length - before).toBeLessThanOrEqual(allowed(40))
})
