import UserRoundKey from 'lucide-react/icons/user-round-key'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { useAfterHydration } from '#ui/hooks/use-after-hydration.ts'
import { UNREACHABLE } from '../form/use-form.ts'
import type { PasskeyAttempt, PasskeyState } from './PasskeyAttempt.tsx'
import styles from './PasskeyLogin.module.css'
import { arePasskeysSupported } from './passkey-support.ts'

interface PasskeyLoginProps {
  /** The login form, with the checkbox that keeps the session after the browser was closed. */
  form: RefObject<HTMLFormElement | null>
  /** Moves the focus to the form, for a login with the password. */
  onBack: () => void
}

/** The first of these events shows that the page is used. */
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * The button below the login form for a login with a passkey. The login itself, and the passkeys that the browser offers
 * in the autofill of the address field, are loaded as soon as the page is used: they need more code than the form.
 */
export function PasskeyLogin({ form, onBack }: PasskeyLoginProps) {
  // The pre-rendered document has the button, because nearly all browsers support passkeys.
  const isSupported = useAfterHydration(arePasskeysSupported, true)
  const [Attempt, setAttempt] = useState<typeof PasskeyAttempt>()
  const [state, setState] = useState<PasskeyState>('idle')
  const [presses, setPresses] = useState(0)
  const [isLost, setLost] = useState(false)
  const isLoading = presses > 0 && !Attempt && !isLost

  const load = (onLost: () => void) =>
    void import('./PasskeyAttempt.tsx').then((part) => setAttempt(() => part.PasskeyAttempt), onLost)

  // If this fails, a press on the button tries again.
  const begin = useEffectEvent(() => load(() => undefined))

  useEffect(() => {
    const listening = new AbortController()
    const used = () => {
      listening.abort()
      begin()
    }
    for (const kind of isSupported ? ACTIVITY : []) addEventListener(kind, used, listening)
    return () => listening.abort()
  }, [isSupported])

  if (!isSupported) return null
  return (
    <>
      <p className={styles.or}>
        <span>oder</span>
      </p>
      {Attempt && <Attempt {...{ form, onBack, presses }} onState={setState} />}
      {isLost && <NoticeBox kind="danger">{UNREACHABLE}</NoticeBox>}
      {state !== 'cancelled' && (
        <Button
          kind="outline"
          block
          busy={isLoading || state === 'busy'}
          onClick={() => {
            setPresses((count) => count + 1)
            setLost(false)
            load(() => setLost(true))
          }}
        >
          <UserRoundKey className="icon icon-small" aria-hidden />
          Mit Passkey anmelden
        </Button>
      )}
    </>
  )
}
