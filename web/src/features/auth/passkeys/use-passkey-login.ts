import { loginWithPasskey, passkeyUnknown, startPasskeyLogin } from '@tonarchiv/contract/factors'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { signIn } from '../session/session.ts'
import { canOfferPasskeys, readPasskey } from './browser-passkeys.ts'

type PasskeyFault = { kind: 'cancelled' } | { kind: 'unknown' | 'failed'; text: string }

/**
 * Milliseconds after which the passkeys that the browser offers get a new challenge. The server accepts a challenge for
 * ten minutes.
 */
const OFFERED_MS = 9 * 60 * 1000
const FAILED = 'Der Passkey konnte nicht bestätigt werden. Versuche es noch einmal.'

interface PasskeyLoginOptions {
  /** Whether the session lasts after the browser was closed. */
  remembers: () => boolean
  /** Whether the browser offers passkeys at the field for the address. */
  isOffered?: boolean
  /** The login form. When it is submitted, the browser no longer offers passkeys. */
  form?: RefObject<HTMLFormElement | null>
}

/**
 * A login with a passkey, either with the returned function `start`, or with a passkey that the browser offers in the
 * autofill of the address field. `start` cancels that offer.
 */
export function usePasskeyLogin({ remembers, isOffered = false, form }: PasskeyLoginOptions) {
  const [problem, setProblem] = useState<PasskeyFault>()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)

  const logIn = useEffectEvent(async (control: AbortController, offered: boolean) => {
    const { signal } = control
    const { attempt, options } = await call(startPasskeyLogin, undefined, { signal })
    const response = await readPasskey(options, { isOffered: offered, signal })
    setBusy(true)
    signIn(await call(loginWithPasskey, { body: { attempt, response, rememberMe: remembers() } }))
  })

  const offer = useEffectEvent(async (control: AbortController) => {
    if (!(await canOfferPasskeys())) return
    await logIn(control, true)
  })

  useEffect(() => {
    if (!isOffered) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = () => {
      if (isOver) return
      const control = new AbortController()
      running.current = control
      timer = setTimeout(() => {
        control.abort()
        next()
      }, OFFERED_MS)
      void offer(control).catch((failure: unknown) => {
        // An offer that was withdrawn for another login does not end that one.
        if (running.current !== control) return
        setBusy(false)
        // If the offer fails, no error is shown, unless the member has chosen a passkey and the server has
        // rejected it.
        if (failure instanceof ApiError && failure.status === 403) setProblem(problemIn(failure))
      })
    }
    next()
    const element = form?.current
    const withdraw = () => running.current?.abort()
    element?.addEventListener('submit', withdraw)
    return () => {
      isOver = true
      clearTimeout(timer)
      element?.removeEventListener('submit', withdraw)
      running.current?.abort()
    }
  }, [isOffered, form])

  const start = async () => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setBusy(true)
    setProblem(undefined)
    try {
      const { attempt, options } = await call(startPasskeyLogin)
      const response = await readPasskey(options, { signal: control.signal })
      signIn(await call(loginWithPasskey, { body: { attempt, response, rememberMe: remembers() } }))
    } catch (failure) {
      setProblem(problemIn(failure))
    } finally {
      setBusy(false)
    }
  }

  return { problem, busy, start: () => void start(), dismiss: () => setProblem(undefined) }
}

function problemIn(failure: unknown): PasskeyFault {
  if (failure instanceof DOMException) return { kind: 'cancelled' }
  const isUnknown = failure instanceof ApiError && failure.is(passkeyUnknown)
  return { kind: isUnknown ? 'unknown' : 'failed', text: textOf(failure, FAILED) }
}
