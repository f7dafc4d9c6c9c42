import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { postMessage } from '@tonarchiv/contract/chat'
import { expect } from 'vitest'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callers } from '../server/src/testing/start-app.ts'
import type { Installation } from './installation.ts'
import type { ServerProcess } from './server-process.ts'

/** A message with its client id, by which a repeated attempt is recognised. */
interface Line {
  text: string
  clientId: string
  author: Member
}

/** Posts messages at a constant rate until stopped; unanswered ones are kept for a retry, as in a browser. */
export class Writers {
  acknowledged = new Map<string, string>()
  unanswered: Line[] = []
  /** Error responses, and how often each occurred. */
  errors = new Map<string, number>()
  readonly #members: readonly Member[]
  readonly #perSecond: number
  readonly #padding: string
  #count = 0
  #posting: Promise<void>[] = []

  /** `padding` makes the messages longer. */
  constructor(members: readonly Member[], perSecond = 200, padding = '') {
    this.#members = members
    this.#perSecond = perSecond
    this.#padding = padding
  }

  async writeUntil(server: Pick<ServerProcess, 'address'>, isOver: () => boolean): Promise<void> {
    const begunAt = performance.now()
    for (let number = 0; !isOver(); number += 1) {
      const early = begunAt + (number * 1000) / this.#perSecond - performance.now()
      if (early > 0) await pause(early)
      this.#begin(server, this.#members[number % this.#members.length])
    }
    await Promise.all(this.#posting.splice(0))
  }

  /** Posts some messages at once and waits for the answers. */
  async writeConcurrently(server: Pick<ServerProcess, 'address'>, count: number): Promise<void> {
    for (let number = 0; number < count; number += 1)
      this.#begin(server, this.#members[number % this.#members.length])
    await Promise.all(this.#posting.splice(0))
  }

  #begin(server: Pick<ServerProcess, 'address'>, author: Member | undefined): void {
    if (author === undefined) throw new Error('Nobody writes')
    this.#count += 1
    const text = `Zeile ${this.#count}${this.#padding}`
    this.#posting.push(this.#post(server, { text, clientId: randomUUID(), author }))
  }

  /** Repeats unanswered messages; the archive may have stored them already. */
  async repeat(server: Pick<ServerProcess, 'address'>): Promise<void> {
    for (const connection of this.unanswered.splice(0)) await this.#post(server, connection)
  }

  async #post(server: Pick<ServerProcess, 'address'>, connection: Line): Promise<void> {
    try {
      const { call } = callers(server.address, connection.author.token)
      const { message } = await call(postMessage, {
        body: { message: connection.text, clientId: connection.clientId },
      })
      this.acknowledged.set(connection.text, message.id)
    } catch (error) {
      const problem = / answered (\d+)/.exec(String(error))?.[1] ?? 'no answer'
      this.errors.set(problem, (this.errors.get(problem) ?? 0) + 1)
      this.unanswered.push(connection)
    }
  }
}

interface StoredMessage {
  id: string
  content: string
  /** The kind of a system message; null for messages of members. */
  systemKind: string | null
}

/** All stored messages, in the order of their revisions. */
export async function storedMessages(archive: Installation): Promise<StoredMessage[]> {
  return archive.withDatabase(async (db) =>
    db
      .selectFrom('chatChanges')
      .innerJoin('chatMessages', 'chatMessages.id', 'chatChanges.messageId')
      .select(['chatMessages.id', 'chatMessages.content', 'chatMessages.systemKind'])
      .where('kind', '=', 'message')
      .orderBy('revision')
      .execute(),
  )
}

/** The stored messages that members have written. */
export async function writtenMessages(archive: Installation): Promise<StoredMessage[]> {
  return (await storedMessages(archive)).filter(({ systemKind }) => systemKind === null)
}

/**
 * Checks that every acknowledged message is stored once, under its id; that no other message is stored; and that ids
 * are in the order of revisions.
 */
export async function expectStored(archive: Installation, { acknowledged }: Writers): Promise<void> {
  const stored = await writtenMessages(archive)
  const byText = new Map(stored.map(({ id, content }) => [content, id]))
  expect(stored).toHaveLength(byText.size)
  expect([...acknowledged].filter(([text, id]) => byText.get(text) !== id)).toEqual([])
  expect(stored).toHaveLength(acknowledged.size)
  expect(stored.map(({ id }) => id)).toEqual(stored.map(({ id }) => id).toSorted())
}
