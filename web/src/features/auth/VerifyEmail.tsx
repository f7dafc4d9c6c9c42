import Check from 'lucide-react/icons/check'
import MailCheck from 'lucide-react/icons/mail-check'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { goTo } from './address.ts'
import { AuthFrame } from './AuthFrame.tsx'
import signs from './Sign.module.css'
import { signIn } from './session.ts'
import { useVerification, type Verification } from './verification.ts'

/** Milliseconds. Spec §9. */
const REDIRECT_DELAY = 1500

function Outcome({ verification }: { verification: Verification }) {
  switch (verification.state) {
    case 'verifying':
      return (
        <>
          <Spinner large />
          <h1>E-Mail wird verifiziert</h1>
          <p className={signs.lead}>Einen Moment bitte.</p>
        </>
      )
    case 'pending':
      return (
        <>
          <div className={signs.sign}>
            <MailCheck className="icon" aria-hidden />
          </div>
          <h1>Fast geschafft</h1>
          <p className={signs.lead}>
            Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.
          </p>
          <Button kind="primary" block onClick={() => goTo('/')}>
            Zur Startseite
          </Button>
        </>
      )
    case 'success':
      return (
        <>
          <div className={classNames(signs.sign, signs.success)}>
            <Check className="icon" aria-hidden />
          </div>
          <h1>E-Mail verifiziert</h1>
          <p className={signs.lead}>Du wirst weitergeleitet.</p>
        </>
      )
    default:
      return (
        <>
          <div className={classNames(signs.sign, signs.danger)}>
            <X className="icon" aria-hidden />
          </div>
          <h1>{verification.text}</h1>
          <Button block onClick={() => goTo('/login')}>
            Zurück zur Anmeldung
          </Button>
        </>
      )
  }
}

/** `/verify-email?token=…`: where the link of the letter leads. Spec §2. */
export function VerifyEmail() {
  usePageTitle('E-Mail-Verifizierung')
  const verification = useVerification(new URLSearchParams(globalThis.location.search).get('token'))
  useEffect(() => {
    if (verification.state !== 'success') return undefined
    const { token, user } = verification.answer
    const timer = setTimeout(() => {
      goTo('/', { replace: true })
      if (token !== undefined && user !== undefined) signIn({ token, user })
    }, REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [verification])
  return (
    <AuthFrame>
      <div aria-live="polite" className={signs.outcome}>
        <Outcome verification={verification} />
      </div>
    </AuthFrame>
  )
}
