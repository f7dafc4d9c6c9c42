import Check from 'lucide-react/icons/check'
import Link2Off from 'lucide-react/icons/link-2-off'
import { useEffect, useState } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { goTo, usePath } from '../session/path.ts'
import { AuthFrame } from '../frame/AuthFrame.tsx'
import styles from '../frame/AuthScreen.module.css'
import { refreshUser } from '../session/session-lifecycle.ts'
import { Problem } from '../form/Problem.tsx'
import { resetRules } from '../form/recovery.ts'
import { useResetLink, type ResetLink } from './reset-link.ts'
import { useSession } from '../session/session.ts'
import signs from '../frame/Sign.module.css'
import { useForm } from '../form/use-form.ts'

/** Milliseconds until the login is opened after the password was set. See docs/product.md §3.5. */
const REDIRECT_DELAY = 3000

function leave(): void {
  goTo('/', { replace: true })
  // Setting a new password ends all sessions of the account. Reading the account shows whether the session in this
  // browser was one of them.
  if (useSession.getState().status === 'signedIn') void refreshUser()
}

interface NewPasswordFormProps {
  token: string
  /** The email address of the account, for the browser's password manager. */
  email: string
  onDone: () => void
}

function NewPasswordForm({ token, email, onDone }: NewPasswordFormProps) {
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => resetRules(token),
    onOutcome: ({ kind }) => {
      if (kind === 'done') onDone()
    },
  })
  return (
    <>
      <h1>Neues Passwort</h1>
      <p className={signs.lead}>
        Für <strong>{email}</strong>
      </p>
      <Problem problem={problem} />
      <form {...form} className={styles.form}>
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...field('newPassword')}
          label="Neues Passwort"
          hint="Mindestens 6 Zeichen"
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...field('confirmPassword')}
          label="Passwort bestätigen"
          autoComplete="new-password"
          required
        />
        <Button type="submit" kind="primary" block busy={busy} disabled={isWaiting}>
          Passwort zurücksetzen
        </Button>
      </form>
    </>
  )
}

function Outcome({ link, done }: { link: ResetLink; done: boolean }) {
  if (done) {
    return (
      <>
        <div className={classNames(signs.sign, signs.success)}>
          <Check className="icon" aria-hidden />
        </div>
        <h1>Passwort geändert</h1>
        <p className={signs.lead}>Du wirst zur Anmeldung weitergeleitet.</p>
      </>
    )
  }
  if (link.state === 'checking') {
    return (
      <>
        <Spinner large />
        <h1>Link wird überprüft</h1>
      </>
    )
  }
  if (link.state === 'valid') return null
  return (
    <>
      <div className={classNames(signs.sign, signs.danger)}>
        <Link2Off className="icon" aria-hidden />
      </div>
      <h1>{link.text}</h1>
      <Button block onClick={() => goTo('/')}>
        Zurück zur Anmeldung
      </Button>
    </>
  )
}

function Steps({ token }: { token: string }) {
  const link = useResetLink(token)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(leave, REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <>
      <div aria-live="polite" className={signs.outcome}>
        <Outcome link={link} done={done} />
      </div>
      {link.state === 'valid' && !done && (
        <NewPasswordForm token={token} email={link.email} onDone={() => setDone(true)} />
      )}
    </>
  )
}

/** The page `/reset-password/{token}`, which the link in the email opens. See docs/product.md §3.5. */
export function ResetPassword() {
  usePageTitle('Passwort zurücksetzen')
  const token = tokenIn(usePath())
  return (
    <AuthFrame>
      <Steps key={token} token={token} />
    </AuthFrame>
  )
}

function tokenIn(path: string): string {
  const encoded = path.split('/')[2] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
