import Check from 'lucide-react/icons/check'
import { useState, type ReactNode } from 'react'
import { Problem, useForm, type FormRules } from '#features/auth/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './SettingsCard.module.css'

interface SettingsFormProps {
  title: string
  rules: FormRules
  /** The label of the button. */
  submit: string
  /** The text that is shown after a success. */
  done: string
  kind?: 'plain' | 'primary' | 'inverse'
  /** A text beside the button that says what submitting does. */
  hint?: string
  disabled?: boolean
  /** Whether the fields are cleared after a success; used for passwords. */
  clears?: boolean
  children: (field: ReturnType<typeof useForm>['field']) => ReactNode
}

/** A section of the settings that is one form. Errors are shown at their fields, the result at the end of the form. */
export function SettingsForm({
  title,
  rules,
  submit,
  done,
  kind = 'plain',
  hint,
  disabled = false,
  clears = false,
  children,
}: SettingsFormProps) {
  const [isDone, setDone] = useState(false)
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => rules,
    onOutcome: (outcome) => {
      setDone(outcome.kind === 'done' && outcome.isUnchanged !== true)
      if (outcome.kind === 'done' && clears) form.ref.current?.reset()
    },
  })
  return (
    <SettingsCard title={title}>
      <form {...form} onInput={() => setDone(false)}>
        <div className={styles.fields}>
          {children(field)}
          <Problem problem={problem} />
        </div>
        <div className={styles.foot}>
          <Text as="output" size="sm" tone="success" className={styles.said}>
            {isDone && (
              <>
                <Check className="icon icon-small" aria-hidden />
                {done}
              </>
            )}
          </Text>
          {!isDone && hint !== undefined && (
            <Text as="p" size="sm" tone="muted">
              {hint}
            </Text>
          )}
          <Button type="submit" kind={kind} busy={busy} disabled={disabled || isWaiting}>
            {submit}
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
