import type { ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import styles from '../frame/AuthScreen.module.css'
import { Problem } from '../form/Problem.tsx'
import { useResend } from './resend.ts'
import { RESEND_SENT } from '../form/wording.ts'

interface ResendButtonProps {
  email: string
  /** The other buttons of the screen, which are shown below. */
  children: ReactNode
}

/** A button that sends the verification link again and shows whether that has succeeded. */
export function ResendButton({ email, children }: ResendButtonProps) {
  const { send, sending, isSent, problem, waitSeconds } = useResend(email)
  return (
    <>
      {isSent && <Notice kind="success">{RESEND_SENT}</Notice>}
      <Problem problem={problem} />
      <div className={styles.form}>
        <Button
          kind={waitSeconds > 0 ? 'plain' : 'primary'}
          block
          busy={sending}
          disabled={waitSeconds > 0}
          onClick={() => void send()}
        >
          {sending ? 'Sende...' : waitSeconds > 0 ? `Erneut senden (${waitSeconds}s)` : 'Erneut senden'}
        </Button>
        {children}
      </div>
    </>
  )
}
