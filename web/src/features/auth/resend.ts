import { RESEND_COOLDOWN_SECONDS, resendVerification } from '@tonarchiv/contract/auth'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { RESEND_FAILED, RESEND_SENT } from './wording.ts'

/** Seconds until `end`, rounded up. Moments in milliseconds. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000))
}

/** Sends the verification link again: at most once a minute after a success, again at once after a failure. Spec §4. */
export function useResend(email: string) {
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'danger'; text: string }>()
  const [freeAt, setFreeAt] = useState(0)
  const [waitSeconds, setWaitSeconds] = useState(0)

  useEffect(() => {
    if (freeAt === 0) return undefined
    const tick = () => setWaitSeconds(secondsLeft(freeAt, performance.now()))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [freeAt])

  const send = async () => {
    setSending(true)
    setOutcome(undefined)
    try {
      await call(resendVerification, { body: { email } })
      setOutcome({ kind: 'success', text: RESEND_SENT })
      setFreeAt(performance.now() + RESEND_COOLDOWN_SECONDS * 1000)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setOutcome({ kind: 'danger', text: failure.status === 429 ? failure.text : RESEND_FAILED })
    } finally {
      setSending(false)
    }
  }
  return { send, sending, outcome, waitSeconds }
}
