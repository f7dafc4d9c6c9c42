import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useResend } from './resend.ts'

/** Sends the verification link again and says how that went. */
export function ResendButton({ email }: { email: string }) {
  const { send, sending, outcome, waitSeconds } = useResend(email)
  return (
    <>
      {outcome !== undefined && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      <Button
        kind={waitSeconds > 0 ? 'plain' : 'primary'}
        block
        busy={sending}
        disabled={waitSeconds > 0}
        onClick={() => void send()}
      >
        {sending ? 'Sende...' : waitSeconds > 0 ? `Erneut senden (${waitSeconds}s)` : 'Erneut senden'}
      </Button>
    </>
  )
}
