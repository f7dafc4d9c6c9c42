import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSocket } from '../server/src/testing/browser-socket.ts'
import { ChatReader } from '../server/src/testing/chat-reader.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { startPeers } from '../server/src/testing/peers.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import { expectWithin } from './time-limit.ts'
import { expectStored, storedMessages, Writers } from './writers.ts'

const WRITERS = 8
const PER_SECOND = 200
const READERS = 20

test('killed in the middle of a chat: what was acknowledged is stored once, in order, and read by all', async () => {
  const archive = await newInstallation()
  const members: Member[] = []
  for (let count = 0; count < READERS; count += 1) members.push(await archive.member())
  const writers = new Writers(members.slice(0, WRITERS), PER_SECOND)
  const readers = members.map((member) => new ChatReader(member))
  const kills = rounds({ short: 2, long: 50 })
  let slowestStartMs = 0
  let unanswered = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await archive.start()
    slowestStartMs = Math.max(slowestStartMs, server.startMs)
    await writers.repeat(server)
    await Promise.all(readers.map(async (reader) => reader.connect(server)))
    let isOver = false
    const writing = writers.writeUntil(server, () => isOver)
    await pause(300 + Math.random() * 900)
    await server.kill()
    isOver = true
    await writing
    unanswered += writers.unanswered.length
    for (const reader of readers) reader.disconnect()
  }
  const server = await archive.start()
  await writers.repeat(server)
  expect(writers.unanswered).toEqual([])
  await Promise.all(readers.map(async (reader) => reader.connect(server)))

  await expectStored(archive, writers)
  const stored = await storedMessages(archive)
  const list = stored.map(({ id, content }) => `${id} ${content}`)
  for (const reader of readers) {
    await eventually(() => {
      reader.listen()
      expect(reader.list()).toEqual(list)
    })
    expect(reader.faults).toEqual([])
  }
  expectWithin(slowestStartMs, 5000)
  report(
    'R-03',
    `${kills} × kill -9 while ${WRITERS} people wrote ${PER_SECOND} lines/s and ${READERS} read`,
    `${writers.acknowledged.size} acknowledged, all stored once and read by all in one order; ${unanswered} got no answer and were sent again; back after ${Math.round(slowestStartMs)} ms at most`,
  )
})

test('one of two processes is killed: its people go offline, the others lose nothing', async () => {
  const peers = await startPeers()
  const { postgres, redis } = peers
  try {
    const archive = await newInstallation({ postgresUrl: postgres.url, env: { REDIS_URL: redis.url } })
    const members: Member[] = []
    for (let count = 0; count < 4; count += 1) members.push(await archive.member())
    const [watching, staying, going, writing] = members
    if (watching === undefined || staying === undefined || going === undefined || writing === undefined)
      throw new Error('Nobody is there')
    const [first, second] = await Promise.all([archive.start(), archive.start()])
    const watcher = openSocket(first, { token: watching.token })
    const stays = openSocket(first, { token: staying.token })
    const goes = openSocket(second, { token: going.token })
    await Promise.all([watcher.ready(), stays.ready(), goes.ready()])
    const isOnline = ({ id }: Member) =>
      watcher
        .all('userStatus')
        .flatMap(({ users }) => users)
        .findLast((user) => user.id === id)?.isOnline
    await eventually(() => expect([staying, going].map(isOnline)).toEqual([true, true]))

    const writers = new Writers([writing])
    let isOver = false
    const burst = writers.writeUntil(second, () => isOver)
    await pause(700)
    await second.kill()
    const killedAt = performance.now()
    isOver = true
    await burst
    await writers.repeat(first)
    await eventually(() =>
      expect(
        watcher
          .all('chatMessage')
          .map(({ message }) => message.content)
          .toSorted(),
      ).toEqual([...writers.acknowledged.keys()].toSorted()),
    )
    await expectStored(archive, writers)
    await eventually(() => expect(isOnline(going)).toBe(false))
    const offlineMs = performance.now() - killedAt
    expect(isOnline(staying)).toBe(true)
    report(
      'R-03',
      'kill -9 of one of two processes (PostgreSQL, Redis) in a chat burst',
      `${writers.acknowledged.size} acknowledged, all stored once and sent by the other one; its people offline after ${(offlineMs / 1000).toFixed(1)} s`,
    )
  } finally {
    await peers.stop()
  }
})
