import { useRef, type RefObject } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import styles from '../frame/AuthScreen.module.css'
import { PathLink } from '../frame/PathLink.tsx'
import { Problem } from '../form/Problem.tsx'
import { useForm, type LoginRedirection } from '../form/use-form.ts'
import { PasskeyLogin } from '../passkeys/PasskeyLogin.tsx'

interface LoginFormProps {
  firstField: RefObject<HTMLInputElement | null>
  onBegin: () => void
  /** Called when email address and password are correct, but something else is missing. */
  onRedirect: (to: LoginRedirection) => void
}

export function LoginForm({ firstField, onBegin, onRedirect }: LoginFormProps) {
  const password = useRef<HTMLInputElement>(null)
  usePageTitle('Anmelden')
  const { form, field, problem, isWaiting, busy } = useForm({
    onBegin,
    loadRules: async () => (await import('../form/login-rules.ts')).loginRules,
    onOutcome(outcome) {
      if (outcome.kind === 'redirect') onRedirect(outcome)
      else password.current?.focus()
    },
  })
  return (
    <>
      <h1>Anmelden</h1>
      <Problem problem={problem} />
      <form {...form} className={styles.form}>
        <TextField
          {...field('email')}
          ref={firstField}
          label="E-Mail-Adresse"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...field('password')}
          ref={password}
          label="Passwort"
          autoComplete="current-password"
          required
        />
        <div className={styles.row}>
          <Checkbox name="rememberMe">Angemeldet bleiben</Checkbox>
          <button type="button" className="link" onClick={() => onRedirect({ email: '' })}>
            Passwort vergessen?
          </button>
        </div>
        <Button type="submit" kind="primary" block busy={busy} disabled={isWaiting}>
          Anmelden
        </Button>
      </form>
      <PasskeyLogin form={form.ref} onBack={() => firstField.current?.focus()} />
      <p className={styles.switch}>
        Noch kein Account? <PathLink to="/register">Account erstellen</PathLink>
      </p>
    </>
  )
}
