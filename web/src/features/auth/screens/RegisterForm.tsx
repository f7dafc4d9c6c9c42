import type { Ref } from 'react'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import styles from '../frame/AuthScreen.module.css'
import { PathLink } from '../frame/PathLink.tsx'
import { Problem } from '../form/Problem.tsx'
import { useForm } from '../form/use-form.ts'

interface RegisterFormProps {
  firstField: Ref<HTMLInputElement>
  onBegin: () => void
  /** Called when the account was created; its email address is not verified yet. */
  onRegistered: () => void
}

export function RegisterForm({ firstField, onBegin, onRegistered }: RegisterFormProps) {
  usePageTitle('Account erstellen')
  const { form, field, problem, isWaiting, busy } = useForm({
    onBegin,
    loadRules: async () => (await import('../form/login-rules.ts')).registerRules,
    onOutcome(outcome) {
      if (outcome.kind === 'registered') onRegistered()
    },
  })
  return (
    <>
      <h1>Account erstellen</h1>
      <Problem problem={problem} />
      <form {...form} className={styles.form}>
        <TextField
          {...field('email')}
          ref={firstField}
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
        <Button type="submit" kind="primary" block busy={busy} disabled={isWaiting}>
          Account erstellen
        </Button>
      </form>
      <p className={styles.switch}>
        Schon dabei? <PathLink to="/login">Anmelden</PathLink>
      </p>
    </>
  )
}
