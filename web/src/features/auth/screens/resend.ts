import { RESEND_COOLDOWN_SECONDS, resendVerification } from '@tonarchiv/contract/auth'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useCountdown } from '../form/countdown.ts'
import { type Refused, refusedBy, waitAfter } from '../session/refused.ts'
import { RESEND_CALL_FAILED, RESEND_FAILED, serverTextOr } from '../form/wording.ts'

/**
 * Sends the verification link again. After a success that is possible again after a minute, after a failure
 * immediately. See docs/product.md §3.3.
 */
export function useResend(email: string) {
  const [sending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<Refused>()
  const { left: waitSeconds, start } = useCountdown()

  const send = async () => {
    setSending(true)
    setSent(false)
    setProblem(undefined)
    try {
      await call(resendVerification, { body: { email } })
      setSent(true)
      start(RESEND_COOLDOWN_SECONDS)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const pause = waitAfter(failure)
      const text = serverTextOr(failure, RESEND_FAILED, RESEND_CALL_FAILED)
      setProblem(refusedBy(failure, text, () => setProblem(undefined)))
      if (pause !== undefined) start(pause)
    } finally {
      setSending(false)
    }
  }
  return { send, sending, isSent, problem, waitSeconds }
}
