import type { ChatMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { ChatModel } from '../../../testing/chat-model.ts'
import { randomOf } from '../../../testing/random.ts'
import {
  isBehind,
  isOutdated,
  NO_LOG,
  shortened,
  withChange,
  withMissed,
  withNewest,
  withOlder,
  type ChatLog,
  type Page,
} from './log.ts'

const OWN = 'mila'
const MEMBERS = [OWN, 'tom', 'ada', 'ben', 'cem', 'dag', 'eva', 'fee']
const EMOJIS = ['🔥', '🦜', '❤️']

/** Makes a random change in the conversation, mostly to one of the last messages. */
function happen(model: ChatModel, random: (below: number) => number): void {
  const { ids } = model
  const some = ids[ids.length - 1 - random(random(3) === 0 ? ids.length + 1 : 6)]
  const what = random(20)
  if (what < 7 || some === undefined) model.send(random(3) === 0 ? some : undefined)
  else if (what < 9) model.delete(some)
  else if (what < 14) model.react(some, EMOJIS[random(3)] ?? '', MEMBERS[random(MEMBERS.length)] ?? '')
  // More members than a message names, the own one last.
  else if (what < 15) for (const member of MEMBERS.toReversed()) model.react(some, '👏', member)
  else if (what < 17) model.edit(some)
  else if (what < 19) model.pin(some)
  else model.translate(some)
}

/** Reads all missed pages as `sync.ts` does. `set` stores the log; further changes may happen between two pages. */
function catchUp(
  model: ChatModel,
  { get, set, meanwhile }: { get: () => ChatLog; set: (log: ChatLog) => void; meanwhile: () => void },
): void {
  let { revision = 0 } = get()
  for (;;) {
    const after = get().messages.at(-1)?.id
    const page = after === undefined ? model.page({ revision }, 7) : model.page({ after, revision }, 3)
    meanwhile()
    if (after === undefined) {
      const received = get().revision ?? 0
      set(withNewest(get(), page))
      if (page.revision >= received) return
      revision = page.revision
    } else {
      set(withMissed(get(), page))
      if (!page.hasMore) return
    }
  }
}

/** Reactions with whether the own one is among them; the server names only the first members. */
const comparable = (
  messages: readonly ChatMessage[],
  own: (message: ChatMessage, emoji: string) => boolean,
) =>
  messages.map((message) => ({
    ...message,
    reactions: message.reactions.map((each) => ({
      ...each,
      userIds: each.userIds.filter((id) => id !== OWN),
      isOwn: own(message, each.emoji),
    })),
  }))

/** Whether the messages are in order and none of them is there twice. */
const isAscending = (messages: readonly ChatMessage[]) =>
  messages.every(({ id }, index) => index === 0 || id > (messages[index - 1]?.id ?? ''))

/** The log must have all messages from the first loaded one on, as they are now, and all pins. */
function expectComplete(log: ChatLog, model: ChatModel): void {
  expect([log.revision, isBehind(log)]).toEqual([model.revision, false])
  const first = log.messages[0]?.id ?? ''
  const expected = model.messages.filter(({ id }) => !log.hasOlder || id >= first)
  const page = model.page({}, 10_000)
  const isOwn = new Set(page.ownReactions.map(({ messageId, emoji }) => `${messageId} ${emoji}`))
  const shown = comparable(log.messages, (message, emoji) =>
    message.reactions.some((each) => each.emoji === emoji && each.userIds.includes(OWN)),
  )
  expect(shown).toEqual(comparable(expected, ({ id }, emoji) => isOwn.has(`${id} ${emoji}`)))
  const ofPins = (pins: readonly ChatMessage[]) => comparable(pins, () => false)
  expect(ofPins(log.pins)).toEqual(ofPins(model.pins))
}

function play(seed: number): void {
  const random = randomOf(seed * 977)
  const model = new ChatModel(OWN)
  for (let count = random(30); count > 0; count -= 1) happen(model, random)
  let log = withNewest({ ...NO_LOG, ownId: OWN }, model.page({}, 5))
  /** A requested page that has not arrived yet. */
  let late: { before: string; page: Page } | undefined

  /** A change arrives: mostly the next one, otherwise one of the last changes or any earlier one. */
  function receive(): void {
    const back = [random(6), random(model.revision + 1)][random(4)]
    const revision = back === undefined ? (log.revision ?? 0) + 1 : model.revision - back
    const change = random(3) === 0 ? model.readFromLog(revision) : model.changes[revision - 1]
    if (change !== undefined) log = withChange(log, change)
  }

  for (let step = 0; step < 120; step += 1) {
    const what = random(24)
    if (what < 9) happen(model, random)
    else if (what < 18) receive()
    else if (what < 20) {
      const before = log.messages[0]?.id
      if (late !== undefined && late.before === before && !isOutdated(log, late.page))
        log = withOlder(log, late.page)
      late = before === undefined || !log.hasOlder ? undefined : { before, page: model.page({ before }, 4) }
    } else if (what < 21) log = shortened(log, 3 + random(10))
    else if (what < 22) {
      // The newest page is read again and replaces the log, as after too many missed changes.
      const page = model.page({}, 5)
      for (let count = random(3); count > 0; count -= 1) happen(model, random)
      for (let count = random(3); count > 0; count -= 1) receive()
      const received = log.revision ?? 0
      log = withNewest({ ...log, deleted: new Set() }, page)
      if (page.revision < received)
        catchUp(model, { get: () => log, set: (next) => (log = next), meanwhile: () => {} })
    } else {
      catchUp(model, {
        get: () => log,
        set: (next) => (log = next),
        meanwhile() {
          for (let count = random(3); count > 0; count -= 1) happen(model, random)
          for (let count = random(3); count > 0; count -= 1) receive()
        },
      })
    }
    expect(isAscending(log.messages), `seed ${seed}, step ${step}`).toBe(true)
  }

  catchUp(model, { get: () => log, set: (next) => (log = next), meanwhile: () => {} })
  expectComplete(log, model)
  // From here on every change arrives, in any order and some of them twice.
  const known = model.revision
  for (let count = 30; count > 0; count -= 1) happen(model, random)
  const coming = Array.from({ length: model.revision - known }, (_, index) => known + index + 1).flatMap(
    (revision) => (random(4) === 0 ? [revision, revision] : [revision]),
  )
  while (coming.length > 0) {
    const [revision = 0] = coming.splice(random(Math.min(coming.length, 8)), 1)
    const change = random(3) === 0 ? model.readFromLog(revision) : model.changes[revision - 1]
    if (change !== undefined) log = withChange(log, change)
  }
  expectComplete(log, model)
}

/** Histories of one test. */
const PER_TEST = 250

test.each(Array.from({ length: 8 }, (_, index) => index * PER_TEST))(
  `changes that come twice, out of order, as they are now or not at all end in the conversation of the server (from %i)`,
  (first) => {
    for (let seed = first + 1; seed <= first + PER_TEST; seed += 1) play(seed)
  },
)
