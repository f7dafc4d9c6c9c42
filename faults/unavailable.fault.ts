import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { login, logout, register } from '@tonarchiv/contract/auth'
import { listMessages } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { openSocket } from '../server/src/testing/browser-socket.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import { startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { startPeers } from '../server/src/testing/peers.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { startSmtpServer } from '../server/src/testing/smtp-server.ts'
import { callers } from '../server/src/testing/start-app.ts'
import { startTcpProxy } from '../server/src/testing/tcp-proxy.ts'
import { callsOf, newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'
import { requestStream } from './stream-client.ts'
import { expectWithin } from './time-limit.ts'
import { expectStored, Writers } from './writers.ts'

/** Sends read requests continuously and counts the answers by status. */
function readAllTheTime(server: ServerProcess, { token }: Member) {
  const over = new AbortController()
  const statuses = new Map<string, number>()
  const reading = (async () => {
    while (!over.signal.aborted) {
      const status = await fetch(`${server.address}/api/chat/messages?limit=5`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return String(answer.status)
        },
        () => 'no answer',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(10)
    }
  })()
  return {
    statuses,
    stop: async () => {
      over.abort()
      await reading
    },
  }
}

/** A client that reads nothing after the first bytes. */
async function openHeldStream({ port }: ServerProcess, file: string, member: Member) {
  const connection = requestStream(port, `/api/stream/${file}`, member)
  await once(connection, 'readable')
  return connection
}

test('Redis goes away and comes back: two processes go on with one chat, and no request without access succeeds', async () => {
  const peers = await startPeers()
  const { postgres, redis } = peers
  try {
    const archive = await newInstallation({ postgresUrl: postgres.url, env: { REDIS_URL: redis.url } })
    const admin = await archive.member({ isAdmin: true })
    const [one, two, listener] = [await archive.member(), await archive.member(), await archive.member()]
    const [first, second] = await Promise.all([archive.start(), archive.start()])
    const { album } = await callsOf(first, admin).call(addAlbum, {
      form: albumForm({ tracks: [{ title: 'Lang', file: mpegFrames(60_000) }] }),
    })
    const watcher = openSocket(second, { token: listener.token })
    await watcher.ready()
    const times = rounds({ short: 1, long: 10 })
    const writers = [new Writers([one], 20), new Writers([two], 20)] as const
    const readers = [readAllTheTime(first, one), readAllTheTime(second, two)]
    const endMs: number[] = []
    for (let time = 0; time < times; time += 1) {
      const leaving = await archive.member()
      const socket = openSocket(second, { token: leaving.token })
      await socket.ready()
      const stream = await openHeldStream(second, album.tracks[0]?.file ?? '', leaving)
      let isOver = false
      const writing = [
        writers[0].writeUntil(first, () => isOver),
        writers[1].writeUntil(second, () => isOver),
      ]
      await pause(300)
      await redis.stop()
      await callsOf(first, leaving).call(logout, {})
      const leftAt = performance.now()
      expect(await socket.closed()).toBe(4401)
      stream.resume()
      if (!stream.destroyed) await once(stream, 'close')
      endMs.push(performance.now() - leftAt)
      expect((await callsOf(second, leaving).refusal(listMessages)).status).toBe(401)
      const guess = { email: one.email, password: 'falsch geraten' }
      expect((await callers(second.address).refusal(login, { body: guess })).status).toBe(401)
      await pause(500)
      await redis.start()
      await pause(1500)
      isOver = true
      await Promise.all(writing)
    }
    for (const reader of readers) await reader.stop()
    for (const { statuses } of readers) expect([...statuses.keys()]).toEqual(['200'])
    for (const { errors } of writers) expect([...errors.keys()]).toEqual([])
    expectWithin(Math.max(...endMs), 5000)
    const all = new Map(
      writers.flatMap(({ acknowledged }) => [...acknowledged.values()].map((id) => [id, id])),
    )
    // The message about the album may have come before the watcher was connected.
    const received = () => {
      const messages = watcher.all('chatMessage').map(({ message }) => message)
      return messages.filter(({ messageType }) => messageType !== 'system')
    }
    await eventually(() => expect(new Set(received().map(({ id }) => id))).toEqual(new Set(all.keys())))
    expect(received()).toHaveLength(all.size)
    await eventually(async () => expect((await fetch(`${first.address}/readyz`)).status).toBe(200))
    report(
      'R-08',
      `${times} × Redis stopped and started under load, two processes`,
      `${all.size} lines acknowledged and told once to the other process's browser; no answer but 200; a session that ended lost socket and stream at the other process after ${Math.round(Math.max(...endMs))} ms`,
    )
  } finally {
    await peers.stop()
  }
})

test('PostgreSQL is restarted under load: acknowledged messages stay, rejected ones can be sent again', async () => {
  const postgres = await startPostgresServer({ isDurable: true })
  try {
    const archive = await newInstallation({ postgresUrl: postgres.url })
    const members = [await archive.member(), await archive.member()]
    const [reading] = members
    if (reading === undefined) throw new Error('Nobody reads')
    const server = await archive.start()
    const writers = new Writers(members, 50)
    const reader = readAllTheTime(server, reading)
    const times = rounds({ short: 1, long: 10 })
    const upAgainMs: number[] = []
    for (let time = 0; time < times; time += 1) {
      let isOver = false
      const writing = writers.writeUntil(server, () => isOver)
      await pause(500)
      await postgres.stop('at once')
      await pause(1000)
      await postgres.start()
      const startedAt = performance.now()
      await eventually(async () => callsOf(server, reading).call(listMessages, { query: {} }))
      upAgainMs.push(performance.now() - startedAt)
      await pause(300)
      isOver = true
      await writing
      await writers.repeat(server)
      expect(writers.unanswered).toEqual([])
    }
    await reader.stop()
    expect([...writers.errors.keys()].filter((status) => status !== '503')).toEqual([])
    expect([...reader.statuses.keys()].filter((status) => status !== '503' && status !== '200')).toEqual([])
    expectWithin(Math.max(...upAgainMs), 10_000)
    await expectStored(archive, writers)
    report(
      'R-22',
      `${times} × PostgreSQL ended at once and started again under load`,
      `${writers.acknowledged.size} acknowledged, all stored once; ${writers.errors.get('503') ?? 0} writes and ${reader.statuses.get('503') ?? 0} reads refused with 503, nothing else; back ${Math.round(Math.max(...upAgainMs))} ms after PostgreSQL`,
    )
  } finally {
    await postgres.remove()
  }
})

test('the mail server is unavailable: no call waits for it, no email is lost, one that may have been sent is sent again with the same link', async () => {
  const smtp = await startSmtpServer()
  const proxy = await startTcpProxy(Number(new URL(smtp.url).port))
  const url = new URL(smtp.url)
  url.port = String(proxy.port)
  const archive = await newInstallation({ env: { SMTP_URL: url.href } })
  let server = await archive.start()
  let count = 0
  const registerMs: number[] = []
  const enroll = async () => {
    count += 1
    const requestedAt = performance.now()
    const body = {
      username: `neu${count}`,
      email: `neu${count}@beispiel.de`,
      password: 'ein ganz langes Wort',
    }
    await callers(server.address).call(register, { body })
    registerMs.push(performance.now() - requestedAt)
    return body.email
  }
  const waiting = async () =>
    archive.withDatabase(async (db) => db.selectFrom('letters').select(['recipient', 'tries']).execute())
  /** Sets the time of the next attempt to now. */
  const passTheTime = async () =>
    archive.withDatabase(async (db) =>
      db
        .updateTable('letters')
        .set({ nextTryAt: new Date(0).toISOString() })
        .execute(),
    )

  proxy.set('refused')
  const unlucky = [await enroll(), await enroll()]
  await eventually(async () => expect((await waiting()).map(({ tries }) => tries)).toEqual([1, 1]))
  proxy.set('open')
  await passTheTime()
  const lucky = await enroll()
  await eventually(() =>
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([...unlucky, lucky].toSorted()),
  )
  await eventually(async () => expect(await waiting()).toEqual([]))

  // The mail server has accepted the email, but its reply is still delayed when the server is killed.
  proxy.slowDown(60)
  smtp.received.splice(0)
  const twice = await enroll()
  await eventually(() => expect(smtp.received).toHaveLength(1))
  await server.kill()
  proxy.slowDown(undefined)
  await passTheTime()
  server = await archive.start()
  await eventually(() => expect(smtp.received.length).toBeGreaterThanOrEqual(1))
  await eventually(async () => expect(await waiting()).toEqual([]))
  const links = smtp.received.map(({ source }) => /token=3D([\w-]+)|token=([\w-]+)/.exec(source)?.[0])
  expect(smtp.received.every(({ to }) => to[0] === twice)).toBe(true)
  expect(new Set(links).size).toBe(1)
  expectWithin(Math.max(...registerMs), 3000)
  report(
    'R-10',
    'the mail server refused all connections, came back; then kill -9 between sending and noting it',
    `${registerMs.length} registrations answered within ${Math.round(Math.max(...registerMs))} ms; all letters arrived, the last one ${smtp.received.length} × with the same link`,
  )
})
