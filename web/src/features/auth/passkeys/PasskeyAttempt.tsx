import { type RefObject, useEffect, useEffectEvent } from 'react'
import { Notice } from '#ui/components/content/Notice.tsx'
import { PasskeyProblem } from './PasskeyProblem.tsx'
import { usePasskeyLogin } from './use-passkey-login.ts'

/** `cancelled`: the member was asked whether to try again. */
export type PasskeyState = 'idle' | 'busy' | 'cancelled'

interface PasskeyAttemptProps {
  /** The login form, with the checkbox that keeps the session after the browser was closed. */
  form: RefObject<HTMLFormElement | null>
  /** Moves the focus to the form, for a login with the password. */
  onBack: () => void
  /** How often the button for a login with a passkey was pressed. Each press starts a login. */
  presses: number
  onState: (state: PasskeyState) => void
}

/** A login with a passkey: with those that the browser offers in the autofill, or after a press. Shows why it failed. */
export function PasskeyAttempt({ form, onBack, presses, onState }: PasskeyAttemptProps) {
  const remembers = () => new FormData(form.current ?? undefined).has('rememberMe')
  const { problem, busy, start, dismiss } = usePasskeyLogin({ remembers, isOffered: true, form })
  const begin = useEffectEvent(start)
  useEffect(() => {
    if (presses > 0) begin()
  }, [presses])
  const isCancelled = problem?.kind === 'cancelled'
  const state = busy ? 'busy' : isCancelled ? 'cancelled' : 'idle'
  useEffect(() => onState(state), [onState, state])

  if (problem === undefined) return null
  if (isCancelled) {
    const leave = () => {
      dismiss()
      onBack()
    }
    return <PasskeyProblem onRetry={start} onLeave={leave} />
  }
  return (
    <Notice kind="danger">
      {problem.text}
      {problem.kind === 'unknown' && (
        <p>Melde dich mit Passwort an und lösche ihn im Passwortspeicher deines Geräts.</p>
      )}
    </Notice>
  )
}
