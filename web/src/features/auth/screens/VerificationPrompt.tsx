import MailWarning from 'lucide-react/icons/mail-warning'
import { useEffect, useState } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { AuthFrame } from '../frame/AuthFrame.tsx'
import { EmailCorrection } from './EmailCorrection.tsx'
import signs from '../frame/Sign.module.css'
import { ResendButton } from './ResendButton.tsx'
import { refreshUser, signOut } from '../session/session-lifecycle.ts'

/**
 * Shown at every path while the email address of the signed-in account is not verified. When the window becomes
 * visible, the account is read again. See docs/product.md §3.3.
 */
export function VerificationPrompt({ email }: { email: string }) {
  usePageTitle('E-Mail nicht verifiziert')
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const look = () => void refreshUser()
    globalThis.addEventListener('focus', look)
    return () => globalThis.removeEventListener('focus', look)
  }, [])
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <AuthFrame>
      <div className={classNames(signs.sign, signs.warning)}>
        <MailWarning className="icon" aria-hidden />
      </div>
      <h1>E-Mail nicht verifiziert</h1>
      <p className={signs.lead}>
        Bitte überprüfe dein Postfach. Der Link ging an <strong>{email}</strong>.
      </p>
      <EmailCorrection email={email}>
        <ResendButton key={email} email={email}>
          <Button kind="ghost" block busy={leaving} onClick={leave}>
            Logout
          </Button>
        </ResendButton>
      </EmailCorrection>
    </AuthFrame>
  )
}
