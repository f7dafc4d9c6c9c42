import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { postMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { openSocket } from '../server/src/testing/browser-socket.ts'
import { ChatReader } from '../server/src/testing/chat-reader.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { startRedis } from '../server/src/testing/redis.ts'
import { type Member } from '../server/src/testing/sign-in.ts'
import { callsOf, type Installation, newInstallation } from './installation.ts'
import { rounds, tell } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

const WRITERS = 8
const PER_SECOND = 200
const READERS = 20

interface Line {
  text: string
  clientId: string
  author: Member
}

/** Posts lines at a pace until told to stop; what got no answer is kept, as a browser keeps it. */
class Writers {
  acknowledged = new Map<string, string>()
  unanswered: Line[] = []
  readonly #members: readonly Member[]
  #count = 0
  #posting: Promise<void>[] = []

  constructor(members: readonly Member[]) {
    this.#members = members
  }

  async writeUntil(server: ServerProcess, isOver: () => boolean): Promise<void> {
    const begunAt = performance.now()
    for (let number = 0; !isOver(); number += 1) {
      const early = begunAt + (number * 1000) / PER_SECOND - performance.now()
      if (early > 0) await pause(early)
      const author = this.#members[number % this.#members.length]
      if (author === undefined) throw new Error('Nobody writes')
      this.#count += 1
      this.#posting.push(this.#post(server, { text: `Zeile ${this.#count}`, clientId: randomUUID(), author }))
    }
    await Promise.all(this.#posting.splice(0))
  }

  /** Sends again what got no answer: the archive may have kept it or not. */
  async repeat(server: ServerProcess): Promise<void> {
    for (const line of this.unanswered.splice(0)) await this.#post(server, line)
  }

  async #post(server: ServerProcess, line: Line): Promise<void> {
    try {
      const { call } = callsOf(server, line.author)
      const { message } = await call(postMessage, { body: { message: line.text, clientId: line.clientId } })
      this.acknowledged.set(line.text, message.id)
    } catch {
      this.unanswered.push(line)
    }
  }
}

async function storedLines(archive: Installation): Promise<{ id: string; content: string }[]> {
  return archive.withDatabase(async (db) =>
    db.selectFrom('chatMessages').select(['id', 'content']).orderBy('revision').execute(),
  )
}

test('killed in the middle of a chat: what was acknowledged is stored once, in order, and read by all', async () => {
  const archive = await newInstallation()
  const members: Member[] = []
  for (let count = 0; count < READERS; count += 1) members.push(await archive.member())
  const writers = new Writers(members.slice(0, WRITERS))
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

  const stored = await storedLines(archive)
  const texts = stored.map(({ content }) => content)
  expect(new Set(texts).size).toBe(texts.length)
  expect(
    [...writers.acknowledged].filter(
      ([text, id]) => !stored.some((row) => row.content === text && row.id === id),
    ),
  ).toEqual([])
  expect(texts).toHaveLength(writers.acknowledged.size)
  expect(stored.map(({ id }) => id)).toEqual(stored.map(({ id }) => id).sort())
  const list = stored.map(({ id, content }) => `${id} ${content}`)
  for (const reader of readers) {
    await eventually(() => {
      reader.listen()
      expect(reader.list()).toEqual(list)
    })
    expect(reader.faults).toEqual([])
  }
  expect(slowestStartMs).toBeLessThanOrEqual(5000)
  tell(
    'R-03',
    `${kills} × kill -9 while ${WRITERS} people wrote ${PER_SECOND} lines/s and ${READERS} read`,
    `${writers.acknowledged.size} acknowledged, all stored once and read by all in one order; ${unanswered} got no answer and were sent again; back after ${Math.round(slowestStartMs)} ms at most`,
  )
})

test('one of two processes is killed: its people go offline, the others lose nothing', async () => {
  const [postgres, redis] = await Promise.all([startPostgresServer(), startRedis()])
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
    const stored = await storedLines(archive)
    expect(stored).toHaveLength(writers.acknowledged.size)
    await eventually(() => expect(isOnline(going)).toBe(false))
    const offlineMs = performance.now() - killedAt
    expect(isOnline(staying)).toBe(true)
    tell(
      'R-03',
      'kill -9 of one of two processes (PostgreSQL, Redis) in a chat burst',
      `${writers.acknowledged.size} acknowledged, all stored once and told by the other one; its people offline after ${(offlineMs / 1000).toFixed(1)} s`,
    )
  } finally {
    await Promise.all([postgres.remove(), redis.stop()])
  }
})
