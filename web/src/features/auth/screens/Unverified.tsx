import MailWarning from 'lucide-react/icons/mail-warning'
import { getStored } from '#client/browser-storage.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import signs from '../frame/Sign.module.css'
import { ResendButton } from './ResendButton.tsx'
import { takeFocus } from '../form/take-focus.ts'
import { REGISTERED } from '../form/wording.ts'

interface UnverifiedProps {
  email: string
  onBack: () => void
}

/** Replaces the login form when the password is correct, but the email address is not verified. */
export function Unverified({ email, onBack }: UnverifiedProps) {
  usePageTitle('E-Mail nicht verifiziert')
  return (
    <>
      <div className={classNames(signs.sign, signs.warning)}>
        <MailWarning className="icon" aria-hidden />
      </div>
      <h1 className={signs.arrived} tabIndex={-1} ref={takeFocus}>
        E-Mail nicht verifiziert
      </h1>
      <p className={signs.lead}>
        {getStored('justRegistered') === undefined ? 'Bitte überprüfe dein Postfach.' : REGISTERED} Der Link
        ging an <strong>{email}</strong>.
      </p>
      <ResendButton email={email}>
        <Button kind="ghost" block onClick={onBack}>
          Zurück zur Anmeldung
        </Button>
      </ResendButton>
    </>
  )
}
