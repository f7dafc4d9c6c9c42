import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { isBehind, NO_LOG, withChange, withMissed, withNewest, withOlder, type ChatLog } from './log.ts'

/** A reproducible random source. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The simplest model of a chat: all changes, and the messages that result from them. */
class Model {
  readonly changes: ChatChange[] = []
  messages: ChatMessage[] = []

  get revision(): number {
    return this.changes.length
  }

  send(): void {
    const message = aMessage(String(this.revision + 1).padStart(5, '0'))
    this.messages = [...this.messages, message]
    this.changes.push({ type: 'chatMessage', message, revision: this.revision + 1 })
  }

  delete(index: number): void {
    const id = this.messages[index]?.id
    if (id === undefined) return
    this.messages = this.messages.filter((message) => message.id !== id)
    this.changes.push({ type: 'chatMessageDeleted', id, revision: this.revision + 1 })
  }

  /** A kind of change that the reader does not know. */
  react(index: number): void {
    const messageId = this.messages[index]?.id ?? 'none'
    const revision = this.revision + 1
    this.changes.push({ type: 'chatChange', kind: 'reaction', messageId, payload: { emoji: '🦜' }, revision })
  }

  /** The response of `GET /api/chat/messages`. */
  page({ before, after, revision }: { before?: string; after?: string; revision?: number }, limit: number) {
    const range = this.messages.filter(
      ({ id }) => (before === undefined || id < before) && (after === undefined || id > after),
    )
    const missed = revision === undefined ? [] : this.changes.slice(revision)
    return {
      messages: after === undefined ? range.slice(-limit) : range.slice(0, limit),
      hasMore: range.length > limit,
      revision: this.revision,
      deletedIds: missed.flatMap((change) => (change.type === 'chatMessageDeleted' ? change.id : [])),
    }
  }
}

const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)

/** Reads all missed pages, while further changes may occur between two pages. */
function caughtUp(before: ChatLog, model: Model, meanwhile: () => void): ChatLog {
  let log = before
  for (;;) {
    const after = log.messages.at(-1)?.id
    const revision = log.revision ?? 0
    if (after === undefined) return withNewest(log, model.page({ revision }, 7))
    const page = model.page({ after, revision }, 3)
    if (page.hasMore) meanwhile()
    log = withMissed(log, page)
    if (!page.hasMore) return log
  }
}

/** The log that a reader must have: all messages from the first loaded one on. */
const expected = (log: ChatLog, model: Model) =>
  ids(model.messages).filter((id) => !log.hasOlder || id >= (log.messages[0]?.id ?? ''))

test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
  'changes that come twice, out of order or not at all end in the list of the server (%i)',
  (seed) => {
    const random = randomOf(seed * 977)
    const model = new Model()
    const happens = () => {
      const what = random(10)
      if (what < 6) model.send()
      else if (what < 8) model.delete(random(model.messages.length))
      else model.react(random(model.messages.length))
    }
    for (let count = random(30); count > 0; count -= 1) happens()
    let log = withNewest(NO_LOG, model.page({}, 5))
    /** A requested page that has not arrived yet. */
    let late: { before: string; page: ReturnType<Model['page']> } | undefined

    for (let step = 0; step < 150; step += 1) {
      const what = random(20)
      if (what < 8) happens()
      else if (what < 16) {
        // Mostly the next change, otherwise one of the last changes or any earlier one.
        const back = [random(6), random(model.revision + 1)][random(4)]
        const change = model.changes[back === undefined ? (log.revision ?? 0) : model.revision - 1 - back]
        if (change !== undefined) log = withChange(log, change)
      } else if (what < 18) {
        const before = log.messages[0]?.id
        if (late !== undefined && late.before === before) log = withOlder(log, late.page)
        late = before === undefined || !log.hasOlder ? undefined : { before, page: model.page({ before }, 4) }
      } else {
        log = caughtUp(log, model, happens)
        if (log.revision === model.revision) expect(ids(log.messages)).toEqual(expected(log, model))
      }
      const shown = ids(log.messages)
      expect(shown).toEqual([...new Set(shown)].sort())
      const known = model.changes.slice(0, log.revision)
      const deleted = new Set(known.flatMap((change) => ('id' in change ? change.id : [])))
      expect(shown.filter((id) => deleted.has(id))).toEqual([])
    }

    log = caughtUp(log, model, () => {})
    expect([log.revision, isBehind(log)]).toEqual([model.revision, false])
    expect(ids(log.messages)).toEqual(expected(log, model))
    // From here on every change arrives, in any order.
    const coming = Array.from({ length: 20 }, () => {
      happens()
      return model.changes.at(-1)
    })
    while (coming.length > 0) {
      const [change] = coming.splice(random(coming.length), 1)
      if (change !== undefined) log = withChange(log, change)
    }
    expect([log.revision, isBehind(log)]).toEqual([model.revision, false])
    expect(ids(log.messages)).toEqual(expected(log, model))
  },
)
