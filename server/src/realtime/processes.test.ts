import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { logout } from '@tonarchiv/contract/auth'
import { getPublicProfile, listStatuses } from '@tonarchiv/contract/presence'
import { updateProfile } from '@tonarchiv/contract/users'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { sample } from '#testing/audio-samples.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import type { Member } from '#testing/sign-in.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'
import { memoryHub } from '#events/bus.memory.ts'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'

/** Larger than all buffers between server and a client that does not read. */
const music = sample('cbr.mp3')
const longMusic = Buffer.concat(Array.from({ length: 2400 }, () => music.subarray(-12_000)))

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

async function twoOver(url: string, rateLimitFactor = 1000): Promise<[TestApp, TestApp]> {
  const settings = { redisUrl: url, secret: randomUUID().repeat(2), rateLimitFactor }
  const first = await startApp(settings)
  const second = await startApp(settings, { beside: first })
  await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
  return [first, second]
}

const at = ({ address }: TestApp, { token }: Member) => callers(address, token)

describe('limits hold for all processes together', () => {
  test('on calls', async () => {
    const [first, second] = await twoOver(redis.url, 1)
    const member = await first.signIn()
    const call = async (app: TestApp) =>
      (
        await app.fetch('/api/chat/messages?limit=1', {
          headers: { authorization: `Bearer ${member.token}` },
        })
      ).status
    for (let count = 0; count < 600; count += 1) expect(await call(first)).toBe(200)
    await eventually(async () => expect(await call(second)).toBe(429))
    const outsider = await second.signIn()
    await at(second, outsider).call(listMessages, { query: {} })
  })

  test('on messages', async () => {
    const [first, second] = await twoOver(redis.url, 1)
    const member = await first.signIn()
    for (let count = 0; count < 60; count += 1)
      await at(first, member).call(postMessage, { body: { message: `Zeile ${count}` } })
    await eventually(async () =>
      expect((await at(second, member).refusal(postMessage, { body: { message: 'noch eine' } })).status).toBe(
        429,
      ),
    )
  })
})

test('while Redis is unavailable, a logout at one process ends sockets and streams at the others', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  const [first, second] = await twoOver(own.url)
  const admin = await first.signIn({ isAdmin: true })
  const album = await addByForm(admin, { tracks: [{ title: 'Lang', file: longMusic }] })
  const path = `/api/stream/${album.tracks[0]?.file ?? ''}`
  const [leaving, demoted, staying] = [await first.signIn(), await first.signIn(), await first.signIn()]
  const socket = openSocket(second, { token: leaving.token })
  const stays = openSocket(second, { token: staying.token })
  await Promise.all([socket.ready(), stays.ready()])
  const streams = await Promise.all(
    [leaving, demoted, staying].map(async ({ token }) => openStalledDownload(second.address, path, token)),
  )
  const ended: string[] = []
  second.services.events.on('sessionsEnded', ({ sessionIds }) => void ended.push(...sessionIds))
  second.services.events.on('accessChanged', ({ userId }) => void ended.push(userId))
  await own.stop()
  await leaving.call(logout, {})
  await first.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', demoted.id).execute()
  expect(await socket.closed()).toBe(SOCKET_CLOSED.noSession)
  // The second process reads sessions and access at times of its own. A client that reads before could receive all of it.
  await eventually(() => expect(ended).toEqual(expect.arrayContaining([leaving.sessionId, demoted.id])))
  for (const stream of streams.slice(0, 2)) {
    stream.resume()
    await once(stream, 'close')
    expect(stream.bytesRead).toBeLessThan(longMusic.length)
  }
  expect(streams[2]?.destroyed).toBe(false)
  stays.send({ type: 'heartbeat', ask: true })
  await eventually(() => expect(stays.all('heartbeat')).toHaveLength(1))
})

test('each process knows for how long members listen and where their tracks are, also one that starts later', async () => {
  const [first, second] = await twoOver(redis.url)
  const [mara, reader] = [await first.signIn(), await first.signIn()]
  const socket = openSocket(first, { token: mara.token })
  await socket.ready()
  const status = { type: 'userStatus', currentTrack: 'Nur ein Name', isPlaying: true } as const
  socket.send({ ...status, position: { seconds: 5, rate: 1 } })
  const shownBy = async (app: TestApp) =>
    (await at(app, reader).call(getPublicProfile, { params: { id: mara.id } })).user
  const shows = (app: TestApp, from: number) =>
    eventually(async () => {
      const { position, listeningSeconds } = await shownBy(app)
      expect(position?.seconds).toBeGreaterThanOrEqual(from)
      expect(listeningSeconds).toBeGreaterThanOrEqual(0)
    })
  for (const app of [first, second]) await shows(app, 5)
  socket.send({ ...status, position: { seconds: 500, rate: 1 } })
  for (const app of [first, second]) await shows(app, 500)
  const { redisUrl, secret } = first.services.config
  const third = await startApp({ redisUrl, secret, rateLimitFactor: 1000 }, { beside: first })
  await shows(third, 500)
})

test('changes made while Redis was unavailable reach all processes when it is back', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  const [first, second] = await twoOver(own.url)
  const [member, watching] = [await first.signIn(), await first.signIn()]
  const watcher = openSocket(second, { token: watching.token })
  await watcher.ready()
  await own.stop()
  await eventually(() => expect(first.services.bus.isUp()).toBe(false))
  await member.call(updateProfile, { body: { displayName: 'Inzwischen anders' } })
  await own.start()
  await eventually(() =>
    expect(watcher.all('profileChanged').at(-1)?.user).toMatchObject({
      id: member.id,
      displayName: 'Inzwischen anders',
    }),
  )
  await eventually(async () =>
    expect((await at(second, watching).call(listStatuses, {})).users).toContainEqual(
      expect.objectContaining({ id: member.id, displayName: 'Inzwischen anders' }),
    ),
  )
})

test('processes that share only a database still share the chat and the end of sessions', async () => {
  const hub = {
    connect: (onFault: (error: unknown) => void) => memoryHub().connect(onFault, { gapEveryMs: 500 }),
  }
  const first = await startApp({}, { hub })
  const second = await startApp({}, { beside: first, hub })
  const [anna, bert] = [await first.signIn(), await first.signIn()]
  const his = openSocket(second, { token: bert.token })
  const hers = openSocket(second, { token: anna.token })
  await Promise.all([his.ready(), hers.ready()])
  await anna.call(postMessage, { body: { message: 'Hört ihr mich?' } })
  await eventually(() => expect(his.all('chatMessage')).toHaveLength(1))
  await anna.call(logout, {})
  expect(await hers.closed()).toBe(SOCKET_CLOSED.noSession)
})
