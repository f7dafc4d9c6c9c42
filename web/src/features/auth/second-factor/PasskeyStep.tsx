import UserRoundKey from 'lucide-react/icons/user-round-key'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { takeFocus } from '../form/take-focus.ts'
import signs from '../frame/Sign.module.css'
import { PasskeyProblem } from '../passkeys/PasskeyProblem.tsx'
import { usePasskeyLogin } from '../passkeys/use-passkey-login.ts'
import { OtherWays, type StepProps } from './OtherWays.tsx'

/** The step that completes the login with a passkey instead of a code. */
export function PasskeyStep({ username, methods, onStep }: StepProps & { username: string | undefined }) {
  const { problem, busy, start } = usePasskeyLogin({ remembers: () => true })
  return (
    <>
      <h1>Passkey verwenden</h1>
      <p className={signs.lead}>
        Bestätige mit Fingerabdruck, Gesicht oder PIN, dass du es bist
        {username !== undefined && (
          <>
            , <strong>{username}</strong>
          </>
        )}
        .
      </p>
      {problem?.kind === 'cancelled' ? (
        <PasskeyProblem onRetry={start} onLeave={undefined} />
      ) : (
        <>
          {problem && <Notice kind="danger">{problem.text}</Notice>}
          <Button ref={takeFocus} kind="primary" block busy={busy} onClick={start}>
            <UserRoundKey className="icon icon-small" aria-hidden />
            Mit Passkey anmelden
          </Button>
        </>
      )}
      <OtherWays current="passkey" {...{ methods, onStep }} />
    </>
  )
}
