import type { ChatMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { createCommands } from './commands.ts'
import { notInLog, pinsWithPending, type PendingChange, withPending } from './pending.ts'

const OWN = 'mila'
type Answer = { revision: number; editedAt?: string } | Error

/** Commands whose calls the test answers, for a log with one message. */
function start(message: ChatMessage = aMessage('a')) {
  let pending: readonly PendingChange[] = []
  let revision: number | undefined = 5
  let time = 0
  const failures: string[] = []
  const calls: { what: unknown[]; answer: (answer: Answer) => Promise<void> }[] = []
  const asked = async (...what: unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ revision: number; editedAt?: string }>()
    calls.push({
      what,
      async answer(answer) {
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
        await settle()
      },
    })
    return promise
  }
  const commands = createCommands({
    calls: {
      edit: async (id, text, editedAt) => {
        const answer = await asked('edit', id, text, editedAt)
        return { revision: answer.revision, message: aMessage(id, { editedAt: answer.editedAt ?? null }) }
      },
      react: async (id, emoji, isAdded) => asked('react', id, emoji, isAdded),
      pin: async (id, isPinned) => asked('pin', id, isPinned),
    },
    now: () => `shown-${(time += 1)}`,
    getPending: () => pending,
    setPending: (next) => (pending = next),
    getRevision: () => revision,
    onFailed: (what) => failures.push(what),
  })
  return {
    commands,
    calls,
    failures,
    shown: () => withPending([message], pending, OWN)[0] ?? message,
    pins: () => pinsWithPending([], pending, OWN),
    pending: () => pending.length,
    logReaches: (next: number | undefined) => {
      revision = next
      pending = notInLog(pending, next)
    },
  }
}

/** Waits until promises that are settled have run their handlers. */
const settle = async () => new Promise((done) => setTimeout(done))

test('a reaction shows at once and stays until the log contains it', async () => {
  const { commands, calls, shown, pending, logReaches } = start()
  commands.react('a', '🔥', true)
  expect(shown().reactions).toMatchObject([{ emoji: '🔥', count: 1, userIds: [OWN] }])
  await settle()
  expect(calls.map(({ what }) => what)).toEqual([['react', 'a', '🔥', true]])
  await calls[0]?.answer({ revision: 7 })
  expect(shown().reactions).toHaveLength(1)
  logReaches(6)
  expect(pending()).toBe(1)
  logReaches(7)
  expect(pending()).toBe(0)
})

test('a rejected reaction is taken back and the failure is shown', async () => {
  const others = { emoji: '🔥', count: 2, userIds: ['tom', 'ada'], since: 2 }
  const { commands, calls, shown, failures } = start(aMessage('a', { reactions: [others] }))
  commands.react('a', '🔥', true)
  expect(shown().reactions).toEqual([{ ...others, count: 3, userIds: ['tom', 'ada', OWN] }])
  await settle()
  await calls[0]?.answer(new Error('Mehr als 20'))
  expect(shown().reactions).toEqual([others])
  expect(failures).toEqual(['reaction'])
})

test('pressed quickly, an emoji ends as it was pressed last, with one call at a time', async () => {
  const { commands, calls, shown, pending } = start()
  commands.react('a', '🔥', true)
  await settle()
  for (const isAdded of [false, true, false]) commands.react('a', '🔥', isAdded)
  expect(shown().reactions).toEqual([])
  await settle()
  expect(calls).toHaveLength(1)
  await calls[0]?.answer({ revision: 6 })
  // The two presses between the first and the last one are never sent.
  expect(calls.map(({ what }) => what[3])).toEqual([true, false])
  await calls[1]?.answer({ revision: 5 })
  expect(pending()).toBe(0)
})

test('the own reaction of a crowd is taken back without those who are not named', () => {
  const crowd = { emoji: '🙋', count: 40, userIds: ['tom', OWN], since: 3 }
  const { commands, shown } = start(aMessage('a', { reactions: [crowd] }))
  commands.react('a', '🙋', false)
  expect(shown().reactions).toEqual([{ ...crowd, count: 39, userIds: ['tom'] }])
})

test('an edit shows the new text, and the old one again when it is rejected', async () => {
  const message = aMessage('a', { content: 'alt' })
  const { commands, calls, shown, failures } = start(message)
  const edited = commands.edit(message, 'neu')
  expect(shown()).toMatchObject({ content: 'neu', editedAt: 'shown-1' })
  await settle()
  expect(calls[0]?.what).toEqual(['edit', 'a', 'neu', null])
  await calls[0]?.answer(new Error('zu spät'))
  expect(await edited).toBe(false)
  expect(shown()).toEqual(message)
  expect(failures).toEqual(['edit'])
})

test('a second edit names the time that the server has given to the first', async () => {
  const { commands, calls, shown } = start()
  const first = commands.edit(shown(), 'eins')
  const second = commands.edit(shown(), 'zwei')
  expect(shown().content).toBe('zwei')
  await settle()
  expect(calls).toHaveLength(1)
  await calls[0]?.answer({ revision: 6, editedAt: 'stored-1' })
  expect(calls[1]?.what).toEqual(['edit', 'a', 'zwei', 'stored-1'])
  await calls[1]?.answer({ revision: 7, editedAt: 'stored-2' })
  expect(await Promise.all([first, second])).toEqual([true, true])
})

test('a pin shows in the list of pins at once', async () => {
  const message = aMessage('a')
  const { commands, calls, pins, shown, failures } = start(message)
  commands.pin(message, true)
  expect(pins()).toEqual([{ ...message, pinnedAt: 'shown-1' }])
  expect(shown().pinnedAt).toBe('shown-1')
  await settle()
  await calls[0]?.answer(new Error('Mehr als 50'))
  expect(pins()).toEqual([])
  expect(failures).toEqual(['pin'])
})

test('answers after a reset change nothing', async () => {
  const { commands, calls, failures, pending } = start()
  commands.react('a', '🔥', true)
  await settle()
  commands.reset()
  await calls[0]?.answer(new Error('abgemeldet'))
  expect([failures, pending()]).toEqual([[], 1])
})
