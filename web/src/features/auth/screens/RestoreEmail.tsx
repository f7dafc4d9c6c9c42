import { restoreEmail } from '@tonarchiv/contract/auth'
import Check from 'lucide-react/icons/check'
import MailWarning from 'lucide-react/icons/mail-warning'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { goTo } from '../session/path.ts'
import { AuthFrame } from '../frame/AuthFrame.tsx'
import { refreshUser } from '../session/session-lifecycle.ts'
import { useSession } from '../session/session.ts'
import signs from '../frame/Sign.module.css'

type Restoring =
  | { state: 'asking' | 'sending' }
  | { state: 'restored'; email: string }
  | { state: 'failed'; text: string }

function leave(): void {
  goTo('/', { replace: true })
  // Restoring the address ends all sessions of the account. Reading the account shows whether the session in this
  // browser was one of them.
  if (useSession.getState().status === 'signedIn') void refreshUser()
}

function Steps({ token }: { token: string }) {
  const [restoring, setRestoring] = useState<Restoring>({ state: 'asking' })
  const restore = async () => {
    setRestoring({ state: 'sending' })
    try {
      const { email } = await call(restoreEmail, { body: { token } })
      setRestoring({ state: 'restored', email })
    } catch (failure) {
      setRestoring({ state: 'failed', text: textOf(failure, 'Dieser Link ist ungültig oder abgelaufen') })
    }
  }
  switch (restoring.state) {
    case 'restored':
      return (
        <>
          <div className={classNames(signs.sign, signs.success)}>
            <Check className="icon" aria-hidden />
          </div>
          <h1>E-Mail-Adresse wiederhergestellt</h1>
          <p className={signs.lead}>
            Dein Account gehört wieder zu <strong>{restoring.email}</strong>. Alle Geräte wurden abgemeldet.
            Setze am besten gleich ein neues Passwort.
          </p>
          <Button kind="primary" block onClick={leave}>
            Zur Anmeldung
          </Button>
        </>
      )
    case 'failed':
      return (
        <>
          <div className={classNames(signs.sign, signs.danger)}>
            <X className="icon" aria-hidden />
          </div>
          <h1>{restoring.text}</h1>
          <Button block onClick={() => goTo('/')}>
            Zurück zur Anmeldung
          </Button>
        </>
      )
    default:
      return (
        <>
          <div className={classNames(signs.sign, signs.warning)}>
            <MailWarning className="icon" aria-hidden />
          </div>
          <h1>E-Mail-Adresse wiederherstellen</h1>
          <p className={signs.lead}>
            Hast du die Änderung deiner E-Mail-Adresse nicht gewollt? Dann mach sie hier rückgängig. Alle
            Geräte werden dabei abgemeldet.
          </p>
          <Button kind="primary" block busy={restoring.state === 'sending'} onClick={() => void restore()}>
            Alte Adresse wiederherstellen
          </Button>
        </>
      )
  }
}

/** The page `/restore-email?token=…`, which is opened by the link in the email to an address that was replaced. */
export function RestoreEmail() {
  usePageTitle('E-Mail-Adresse wiederherstellen')
  const token = new URLSearchParams(globalThis.location.search).get('token') ?? ''
  return (
    <AuthFrame>
      <div aria-live="polite" className={signs.outcome}>
        <Steps token={token} />
      </div>
    </AuthFrame>
  )
}
