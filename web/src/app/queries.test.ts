import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { queryClient } from './queries.ts'

test('without a connection a change fails at once, so that it can be said and taken back', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  let calls = 0
  const change = new MutationObserver(queryClient, {
    mutationFn: async () => {
      calls += 1
      throw ApiError.unreachable()
    },
  })
  void change.mutate().catch(() => undefined)
  await expect.poll(() => change.getCurrentResult().status).toBe('error')
  expect(calls).toBe(1)
})
