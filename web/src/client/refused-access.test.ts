import { forbidden, keyRequired, unauthenticated } from '@tonarchiv/contract/refusal'
import type { Refusal } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { announceRefusal, onRefusedAccess } from './refused-access.ts'

const failureWith = ({ status, code, text }: Refusal) => new ApiError({ status, code, text })

test('the session hears of closed gates, and of nothing else', () => {
  const heard: string[] = []
  const stop = onRefusedAccess((refused) => heard.push(refused))
  announceRefusal(failureWith(unauthenticated))
  announceRefusal(failureWith(forbidden))
  announceRefusal(ApiError.unreachable())
  announceRefusal(failureWith(keyRequired))
  stop()
  announceRefusal(failureWith(unauthenticated))
  expect(heard).toEqual(['session', 'key'])
})
