import { register } from '@tonarchiv/contract/auth'
import { call } from '#client/call.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import styles from './AuthScreen.module.css'
import { checkRegistration } from './checks.ts'
import { PathLink } from './PathLink.tsx'
import { signIn } from './session.ts'
import { useForm } from './use-form.ts'
import { registerProblem } from './wording.ts'

interface RegisterFormProps {
  /** The account is made; its address waits for the link. */
  onRegistered: (email: string) => void
}

/** The token of a set-up link, `/register?setup=…`; read when it is needed, because the document is made without it. */
function setupToken(): string | undefined {
  return new URLSearchParams(globalThis.location.search).get('setup') ?? undefined
}

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const { form, field, problem, busy } = useForm({
    check: (values) => checkRegistration(values, setupToken()),
    async send(body) {
      const { token, user, email } = await call(register, { body })
      if (token !== undefined && user !== undefined) signIn({ token, user })
      else onRegistered(email)
    },
    problemOf: registerProblem,
  })
  return (
    <>
      <h1>Account erstellen</h1>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
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
        />
        <TextField
          {...field('username')}
          label="Benutzername"
          type="text"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...field('password')}
          label="Passwort"
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
        <Button type="submit" kind="primary" block busy={busy}>
          Account erstellen
        </Button>
      </form>
      <p className={styles.switch}>
        Schon dabei? <PathLink to="/login">Anmelden</PathLink>
      </p>
    </>
  )
}
