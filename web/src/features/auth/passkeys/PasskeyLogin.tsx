import UserRoundKey from 'lucide-react/icons/user-round-key'
import { type RefObject, useState } from 'react'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { arePasskeysSupported } from './browser-passkeys.ts'
import styles from './PasskeyLogin.module.css'
import { PasskeyProblem } from './PasskeyProblem.tsx'
import { usePasskeyLogin } from './use-passkey-login.ts'

interface PasskeyLoginProps {
  /** The login form, with the checkbox that keeps the session after the browser was closed. */
  form: RefObject<HTMLFormElement | null>
  /** Moves the focus to the form, for a login with the password. */
  onBack: () => void
}

/**
 * The button below the login form for a login with a passkey. The browser also offers passkeys in the autofill of the
 * address field.
 */
export function PasskeyLogin({ form, onBack }: PasskeyLoginProps) {
  const [isSupported] = useState(arePasskeysSupported)
  const remembers = () => new FormData(form.current ?? undefined).has('rememberMe')
  const { problem, busy, start, dismiss } = usePasskeyLogin({ remembers, isOffered: isSupported, form })
  if (!isSupported) return null
  return (
    <>
      <p className={styles.or}>
        <span>oder</span>
      </p>
      {problem === undefined ? null : problem.kind === 'cancelled' ? (
        <PasskeyProblem
          onRetry={start}
          onLeave={() => {
            dismiss()
            onBack()
          }}
        />
      ) : (
        <Notice kind="danger">
          {problem.text}
          {problem.kind === 'unknown' && (
            <p>Melde dich mit Passwort an und lösche ihn im Passwortspeicher deines Geräts.</p>
          )}
        </Notice>
      )}
      {problem?.kind !== 'cancelled' && (
        <Button kind="outline" block busy={busy} onClick={start}>
          <UserRoundKey className="icon icon-small" aria-hidden />
          Mit Passkey anmelden
        </Button>
      )}
    </>
  )
}
