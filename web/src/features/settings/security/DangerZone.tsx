import { deleteAccount } from '@tonarchiv/contract/auth'
import { useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { check } from '#client/check.ts'
import { endSession, errorsOf, goTo, Problem, problemOf, useForm, type Values } from '#features/auth/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'
import { ACCOUNT_DELETED, CURRENT_PASSWORD_MISSING, deletionProblem } from '../form/wording.ts'

function checkDeletion({ password }: Values) {
  const checked = check(deleteAccount.body, { password })
  return password === '' ? ({ ok: false, fields: { password: CURRENT_PASSWORD_MISSING } } as const) : checked
}

/** Deletes the account. The password and a confirmation are required. */
export function DangerZone() {
  // Resolves the promise for which the form waits, with the answer to the confirmation dialog.
  const answer = useRef<(yes: boolean) => void>(undefined)
  const [isConfirming, setIsConfirming] = useState(false)
  const confirm = () => {
    setIsConfirming(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    answer.current = resolve
    return promise.finally(() => setIsConfirming(false))
  }
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => ({
      errorsIn: (values) => errorsOf(checkDeletion(values)),
      async submit(values) {
        const checked = checkDeletion(values)
        if (!checked.ok) return { kind: 'wrong', fields: checked.fields }
        if (!(await confirm())) return { kind: 'done' }
        try {
          await call(deleteAccount, { body: checked.data })
          endSession({ kind: 'success', text: ACCOUNT_DELETED })
          goTo('/', { replace: true })
          return { kind: 'done' }
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure
          return problemOf(failure, deletionProblem(failure.text))
        }
      },
    }),
    onOutcome: () => undefined,
  })
  return (
    <SettingsCard title="Gefahrenzone" danger>
      <form {...form}>
        <div className={styles.fields}>
          <Text as="p" tone="muted">
            Dein Account und deine Lieblingssongs werden gelöscht. Was du im Chat geschrieben hast, bleibt
            ohne deinen Namen stehen. Das lässt sich nicht rückgängig machen.
          </Text>
          <PasswordField {...field('password')} label="Aktuelles Passwort" autoComplete="current-password" />
          <Problem problem={problem} />
        </div>
        <div className={styles.foot}>
          <output className={styles.said} />
          <Button type="submit" kind="danger" busy={busy} disabled={isWaiting}>
            Account löschen
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isConfirming}
        title="Account löschen?"
        confirm="Endgültig löschen"
        onConfirm={() => answer.current?.(true)}
        onCancel={() => answer.current?.(false)}
      >
        Bis auf deine Nachrichten im Chat ist danach alles weg, was zu deinem Account gehört. Das lässt sich
        nicht rückgängig machen.
      </ConfirmDialog>
    </SettingsCard>
  )
}
