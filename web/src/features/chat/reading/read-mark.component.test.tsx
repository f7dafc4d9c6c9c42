import { getReadMark, ROOM_ID } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeServer } from '#testing/fake-server.ts'
import { countReceived, loadUnread, resetReadMark } from './read-mark.ts'
import { unreadOf } from './unread-store.ts'

test('a message that arrives while the count is loading stays counted', async () => {
  onTestFinished(resetReadMark)
  const server = startFakeServer()
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<{ lastReadId: null; unread: number }>()
  server.on(getReadMark, () => {
    requested.resolve()
    return response.promise
  })
  loadUnread(ROOM_ID)
  await requested.promise
  // The server has counted before this message was stored.
  countReceived(ROOM_ID, 'a')
  const counted = Promise.withResolvers<void>()
  server.on(getReadMark, () => {
    counted.resolve()
    return { lastReadId: null, unread: 1 }
  })
  response.resolve({ lastReadId: null, unread: 0 })
  await counted.promise
  expect(unreadOf(ROOM_ID).getState()).toEqual({ lastReadId: null, count: 1 })
})

test('a message that the answer already counts is not counted twice', async () => {
  onTestFinished(resetReadMark)
  const server = startFakeServer()
  const response = Promise.withResolvers<{ lastReadId: null; unread: number }>()
  const requested = Promise.withResolvers<void>()
  server.on(getReadMark, () => {
    requested.resolve()
    return response.promise
  })
  loadUnread(ROOM_ID)
  await requested.promise
  server.on(getReadMark, () => ({ lastReadId: null, unread: 3 }))
  countReceived(ROOM_ID, 'a')
  response.resolve({ lastReadId: null, unread: 3 })
  await expect.poll(() => unreadOf(ROOM_ID).getState()).toEqual({ lastReadId: null, count: 3 })
})
