import UserRoundKey from 'lucide-react/icons/user-round-key'
import { useId } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { takeFocus } from '../form/take-focus.ts'
import styles from './PasskeyProblem.module.css'

interface PasskeyProblemProps {
  onRetry: () => void
  /** Continues with the password; undefined if the password was already entered. */
  onLeave: (() => void) | undefined
}

/** Says that a passkey was not used, because the member has cancelled or it has taken too long. */
export function PasskeyProblem({ onRetry, onLeave }: PasskeyProblemProps) {
  const id = useId()
  return (
    <div className={styles.problem}>
      <p className={styles.title} id={id}>
        <UserRoundKey className="icon" aria-hidden />
        <strong>Passkey nicht bestätigt</strong>
      </p>
      <p className={styles.reason}>Du hast abgebrochen, oder es hat zu lange gedauert.</p>
      <div className={styles.buttons}>
        <Button ref={takeFocus} aria-describedby={id} onClick={onRetry}>
          Noch einmal
        </Button>
        {onLeave && (
          <Button kind="ghost" onClick={onLeave}>
            Mit Passwort anmelden
          </Button>
        )}
      </div>
    </div>
  )
}
