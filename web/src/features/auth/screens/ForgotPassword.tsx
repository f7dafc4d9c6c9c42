import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import styles from '../frame/AuthScreen.module.css'
import { Problem } from '../form/Problem.tsx'
import { forgotRules } from '../form/recovery.ts'
import signs from '../frame/Sign.module.css'
import { takeFocus } from '../form/take-focus.ts'
import { useForm } from '../form/use-form.ts'

/** Milliseconds until the login is shown again after the email was requested. See docs/product.md §3.5. */
const BACK_DELAY = 3000

/**
 * The form that requests an email with a link to set a new password. Afterwards the login is shown again. See
 * docs/product.md §3.5.
 */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  usePageTitle('Passwort zurücksetzen')
  const [sent, setSent] = useState(false)
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => forgotRules,
    onOutcome: ({ kind }) => {
      if (kind === 'done') setSent(true)
    },
  })
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    if (!sent) return undefined
    const timer = setTimeout(() => goBack(), BACK_DELAY)
    return () => clearTimeout(timer)
  }, [sent])
  return (
    <>
      <h1>Passwort zurücksetzen</h1>
      {sent ? (
        <NoticeBox kind="success" icon={<MailCheck className="icon" aria-hidden />}>
          Wenn es zu dieser Adresse einen Account gibt, ist ein Link zum Zurücksetzen unterwegs.
        </NoticeBox>
      ) : (
        <>
          <p className={signs.lead}>
            Gib deine E-Mail-Adresse ein. Du bekommst einen Link, mit dem du ein neues Passwort festlegst.
          </p>
          <Problem problem={problem} />
          <form {...form} className={styles.form}>
            <TextField
              {...field('email')}
              label="E-Mail-Adresse"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              ref={takeFocus}
            />
            <Button type="submit" kind="primary" block busy={busy} disabled={isWaiting}>
              Link anfordern
            </Button>
          </form>
        </>
      )}
      <p className={styles.switch}>
        <button type="button" className="link" onClick={onBack}>
          Zurück zur Anmeldung
        </button>
      </p>
    </>
  )
}
