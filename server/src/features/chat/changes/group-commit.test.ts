import { setTimeout as pause } from 'node:timers/promises'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import * as store from './store.ts'
import { groupCommit } from './group-commit.ts'

/** A function that increments the revision of the chat in a group commit, as a change does. */
async function counting(withinMs?: number) {
  const { db } = (await startApp()).services
  const write = groupCommit(db, withinMs)
  const count = async () => write(async (trx) => store.nextRevision(trx, ROOM_ID))
  return { write, count, counted: async () => (await store.conversationState(db, ROOM_ID)).revision }
}

test('concurrent changes are all made, one after the other, and each gets its own result', async () => {
  const { count, counted } = await counting()
  const before = await counted()
  const results = await Promise.all(Array.from({ length: 50 }, count))
  expect(results).toEqual(Array.from({ length: 50 }, (_, index) => before + index + 1))
  expect(await counted()).toBe(before + 50)
})

test('a failing change does not fail the others of its group', async () => {
  const { write, count, counted } = await counting()
  const before = await counted()
  const first = count()
  const failing = write(async (trx) => {
    await store.nextRevision(trx, ROOM_ID)
    throw new Error('not this one')
  })
  const others = [count(), count(), count()]
  await expect(failing).rejects.toThrow('not this one')
  expect([await first, ...(await Promise.all(others))]).toEqual([1, 2, 3, 4].map((step) => before + step))
  expect(await counted()).toBe(before + 4)
})

test('a change that waits too long is rejected and has no effect', async () => {
  const { write, count, counted } = await counting(1000)
  const before = await counted()
  const slow = write(async () => pause(1200))
  const late = count()
  await expect(late).rejects.toMatchObject({ refusal: { code: 'OVERLOADED' } })
  await slow
  expect(await counted()).toBe(before)
  expect(await count()).toBe(before + 1)
})
