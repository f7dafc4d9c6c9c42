import { loginWithPasskey, passkeyUnknown, startPasskeyLogin } from '@tonarchiv/contract/factors'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { signIn } from '../session/session.ts'
import { canOfferPasskeys, readPasskey } from './browser-passkeys.ts'

type PasskeyFault = { kind: 'cancelled' } | { kind: 'unknown' | 'failed'; text: string }

/** The server accepts a challenge for ten minutes, so the browser gets a new one before that. */
const OFFERED_MS = 9 * 60 * 1000
const FAILED = 'Der Passkey konnte nicht bestätigt werden. Versuche es noch einmal.'

interface PasskeyLoginOptions {
  /** Whether the session lasts after the browser was closed. */
  remembers: () => boolean
  /** Whether the browser offers passkeys at the field for the address. */
  isOffered?: boolean
}

/** A login with a passkey: on a press, or by what the browser offers. A press ends what is offered. */
export function usePasskeyLogin({ remembers, isOffered = false }: PasskeyLoginOptions) {
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
        setBusy(false)
        // What the browser only offers fails without a word, unless the server has refused a chosen passkey.
        if (failure instanceof ApiError && failure.status === 403) setProblem(problemIn(failure))
      })
    }
    next()
    return () => {
      isOver = true
      clearTimeout(timer)
      running.current?.abort()
    }
  }, [isOffered])

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
