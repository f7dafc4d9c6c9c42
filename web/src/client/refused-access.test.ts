import { forbidden, keyRequired, unauthenticated } from '@tonarchiv/contract/refusal'
import type { Refusal } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { emitRefusedAccess, onRefusedAccess } from './refused-access.ts'

const failureWith = ({ status, code, text }: Refusal) => new ApiError({ status, code, text })

test('the session is notified of rejected access, and of no other error', () => {
  const received: string[] = []
  const stop = onRefusedAccess((refused) => received.push(refused))
  emitRefusedAccess(failureWith(unauthenticated))
  emitRefusedAccess(failureWith(forbidden))
  emitRefusedAccess(ApiError.unreachable())
  emitRefusedAccess(failureWith(keyRequired))
  stop()
  emitRefusedAccess(failureWith(unauthenticated))
  expect(received).toEqual(['session', 'key'])
})
