import { RESEND_COOLDOWN_SECONDS, resendVerification } from '@tonarchiv/contract/auth'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useCountdown } from './countdown.ts'
import { RESEND_FAILED, RESEND_SENT } from './wording.ts'

/** Sends the verification link again: at most once a minute after a success, again at once after a failure. Spec §4. */
export function useResend(email: string) {
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'danger'; text: string }>()
  const { left: waitSeconds, start } = useCountdown()

  const send = async () => {
    setSending(true)
    setOutcome(undefined)
    try {
      await call(resendVerification, { body: { email } })
      setOutcome({ kind: 'success', text: RESEND_SENT })
      start(RESEND_COOLDOWN_SECONDS)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const isTooSoon = failure.status === 429
      setOutcome({ kind: 'danger', text: isTooSoon ? failure.text : RESEND_FAILED })
      if (isTooSoon && failure.retryAfterSeconds !== undefined) start(failure.retryAfterSeconds)
    } finally {
      setSending(false)
    }
  }
  return { send, sending, outcome, waitSeconds }
}
