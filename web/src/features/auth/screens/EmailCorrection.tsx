import { useState, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import styles from '../frame/AuthScreen.module.css'
import { Problem } from '../form/Problem.tsx'
import { emailRules } from '../form/recovery.ts'
import { takeFocus } from '../form/take-focus.ts'
import { useForm } from '../form/use-form.ts'

function CorrectionForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => emailRules(email),
    onOutcome: ({ kind }) => {
      if (kind === 'done') onClose()
    },
  })
  return (
    <form {...form} className={styles.form} aria-label="Adresse korrigieren">
      <Problem problem={problem} />
      <TextField
        {...field('email')}
        label="E-Mail-Adresse"
        type="email"
        inputMode="email"
        defaultValue={email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        ref={takeFocus}
      />
      <Button type="submit" kind="primary" block busy={busy} disabled={isWaiting}>
        Adresse ändern
      </Button>
      <Button kind="ghost" block onClick={onClose}>
        Abbrechen
      </Button>
    </form>
  )
}

/**
 * Lets a member correct a mistyped email address; a link is then sent to the new address. `children` are shown until
 * the form is opened.
 */
export function EmailCorrection({ email, children }: { email: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => {
    setOpen(false)
    setWasOpen(true)
  }
  if (open) return <CorrectionForm email={email} onClose={close} />
  return (
    <>
      {children}
      <p className={styles.switch}>
        Falsche Adresse?{' '}
        <button
          type="button"
          className="link"
          // The focused button of the form disappears with the form.
          ref={wasOpen ? takeFocus : undefined}
          onClick={() => setOpen(true)}
        >
          Adresse korrigieren
        </button>
      </p>
    </>
  )
}
