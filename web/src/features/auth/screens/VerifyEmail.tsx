import Check from 'lucide-react/icons/check'
import MailCheck from 'lucide-react/icons/mail-check'
import X from 'lucide-react/icons/x'
import type { User } from '@tonarchiv/contract/users'
import { useEffect, useState } from 'react'
import { getStored } from '#client/browser-storage.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { goTo } from '../session/path.ts'
import { AuthFrame } from '../frame/AuthFrame.tsx'
import { ResendButton } from './ResendButton.tsx'
import signs from '../frame/Sign.module.css'
import { signOut } from '../session/session-lifecycle.ts'
import { signIn } from '../session/session.ts'
import { useVerification, type Verification } from './verification.ts'
import { REGISTERED } from '../form/wording.ts'

/** Milliseconds until the app is opened after the verification. See docs/product.md §3.3. */
const REDIRECT_DELAY = 1500

/**
 * Shown while the email must still be opened. Only the browser with which the account was registered can request
 * another link, because only that browser has stored the address.
 */
function Pending() {
  const email = getStored('justRegistered') === undefined ? undefined : getStored('unverifiedEmail')
  const home = (kind: 'primary' | 'ghost') => (
    <Button kind={kind} block onClick={() => goTo('/')}>
      Zur Startseite
    </Button>
  )
  return (
    <>
      <div className={signs.sign}>
        <MailCheck className="icon" aria-hidden />
      </div>
      <h1>Fast geschafft</h1>
      <p className={signs.lead}>
        {REGISTERED}
        {email !== undefined && (
          <>
            {' '}
            Der Link ging an <strong>{email}</strong>.
          </>
        )}
      </p>
      {email === undefined ? home('primary') : <ResendButton email={email}>{home('ghost')}</ResendButton>}
    </>
  )
}

interface OtherAccountProps {
  loggedInAs: string
  user?: User | undefined
}

/**
 * Shown when the link belongs to another account than the signed-in one. Opening a link does not change the signed-in
 * account.
 */
function OtherAccount({ loggedInAs, user }: OtherAccountProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <div className={classNames(signs.sign, signs.success)}>
        <Check className="icon" aria-hidden />
      </div>
      <h1>E-Mail verifiziert</h1>
      <p className={signs.lead}>
        Die Adresse gehört zum Account {user?.username}. Du bist hier weiterhin als {loggedInAs} angemeldet.
      </p>
      <Button kind="primary" block onClick={() => goTo('/', { replace: true })}>
        Als {loggedInAs} weitermachen
      </Button>
      <Button
        block
        busy={isLeaving}
        onClick={() => {
          setIsLeaving(true)
          void signOut()
        }}
      >
        Abmelden und anders anmelden
      </Button>
    </>
  )
}

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
      return <Pending />
    case 'success':
      if (verification.answer.loggedInAs !== undefined)
        return <OtherAccount {...verification.answer} loggedInAs={verification.answer.loggedInAs} />
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

/** The page `/verify-email?token=…`, which the link in the email opens. See docs/product.md §3.3. */
export function VerifyEmail() {
  usePageTitle('E-Mail-Verifizierung')
  const verification = useVerification(new URLSearchParams(globalThis.location.search).get('token'))
  useEffect(() => {
    if (verification.state !== 'success') return undefined
    const { token, user, loggedInAs } = verification.answer
    if (loggedInAs !== undefined) return undefined
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
