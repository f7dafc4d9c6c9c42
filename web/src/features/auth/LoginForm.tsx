import { login } from '@tonarchiv/contract/auth'
import { emailUnverified } from '@tonarchiv/contract/refusal'
import { useRef } from 'react'
import { call } from '#client/call.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { TextField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import styles from './AuthScreen.module.css'
import { checkLogin } from './checks.ts'
import { PathLink } from './PathLink.tsx'
import { signIn } from './session.ts'
import { useForm } from './use-form.ts'
import { loginProblem } from './wording.ts'

interface LoginFormProps {
  /** The address and password are right, but the address waits for its link. */
  onUnverified: (email: string) => void
}

export function LoginForm({ onUnverified }: LoginFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const { form, field, problem, busy } = useForm({
    check: checkLogin,
    async send(body) {
      signIn(await call(login, { body }))
    },
    problemOf(failure) {
      if (failure.is(emailUnverified) && failure.email !== undefined) {
        onUnverified(failure.email)
        return undefined
      }
      password.current?.focus()
      return loginProblem(failure)
    },
  })
  return (
    <>
      <h1>Anmelden</h1>
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
        <PasswordField
          {...field('password')}
          ref={password}
          label="Passwort"
          autoComplete="current-password"
          required
        />
        <div className={styles.row}>
          <Checkbox name="rememberMe">Angemeldet bleiben</Checkbox>
        </div>
        <Button type="submit" kind="primary" block busy={busy}>
          Anmelden
        </Button>
      </form>
      <p className={styles.switch}>
        Noch kein Account? <PathLink to="/register">Account erstellen</PathLink>
      </p>
    </>
  )
}
