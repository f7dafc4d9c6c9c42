import { ROOM_ID } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { chatOf, openChats, watchChats } from './chat-instance.ts'

test('conversations of an account are not watched for the next one', () => {
  const stop = watchChats(() => () => undefined)
  const former = chatOf('of-mila-and-okan')
  expect([...openChats().keys()]).toEqual([ROOM_ID, 'of-mila-and-okan'])
  stop()
  expect([...openChats().keys()]).toEqual([ROOM_ID])

  const watched: string[] = []
  const stopNext = watchChats((id) => {
    watched.push(id)
    return () => undefined
  })
  expect(watched).toEqual([ROOM_ID])
  expect(chatOf('of-mila-and-okan')).not.toBe(former)
  stopNext()
})
