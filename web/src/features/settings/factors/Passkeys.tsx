import { PASSKEYS_MAX, type Passkey, tooManyPasskeys } from '@tonarchiv/contract/factors'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { arePasskeysSupported } from '#features/auth/index.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import { additionProblem } from './addition-problem.ts'
import { useAddPasskey, useRemovePasskey } from './api.ts'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import styles from './Passkeys.module.css'

const REMOVE_FAILED = 'Der Passkey konnte nicht entfernt werden'

interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** When the list was read, in milliseconds since 1970. */
  now: number
}

/** The account's passkeys: adds, names and removes them. See docs/product.md §5.5. */
export function Passkeys({ passkeys, now }: PasskeysProps) {
  const add = useAddPasskey()
  const remove = useRemovePasskey()
  const [problem, setProblem] = useState<string>()
  const [named, setNamed] = useState<{ passkey: Passkey; isNew: boolean }>()
  const [isNaming, setIsNaming] = useState(false)
  const [asked, setAsked] = useState<Passkey>()
  const card = useRef<HTMLDivElement>(null)
  useRestoredFocus(card, () => card.current?.querySelector('button'))

  const openName = (passkey: Passkey, isNew: boolean) => {
    setNamed({ passkey, isNew })
    setIsNaming(true)
  }
  const start = () => {
    setProblem(undefined)
    add.mutate(undefined, {
      onSuccess: (passkey) => openName(passkey, true),
      onError: (failure) => setProblem(additionProblem(failure, passkeys)),
    })
  }
  const confirm = (passkey: Passkey) =>
    remove.mutate(passkey, {
      onSuccess: () => showToast('Passkey entfernt', { icon: Check }),
      onError: (failure) => showToast(textOf(failure, REMOVE_FAILED), { kind: 'error' }),
      onSettled: () => setAsked(undefined),
    })
  const isFull = passkeys.length >= PASSKEYS_MAX
  return (
    <div ref={card}>
      <SettingsCard
        title="Passkeys"
        hint="Anmelden mit Fingerabdruck, Gesicht oder PIN. Kein Passwort, kein Code."
        aside={
          arePasskeysSupported() && (
            <Button kind="primary" busy={add.isPending} disabled={isFull} onClick={start}>
              <Plus className="icon icon-small" aria-hidden />
              Passkey hinzufügen
            </Button>
          )
        }
      >
        {passkeys.length > 0 && (
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                now={now}
                onRename={() => openName(passkey, false)}
                onRemove={() => setAsked(passkey)}
              />
            ))}
          </ul>
        )}
        {isFull && <Notice kind="warning">{tooManyPasskeys.text}</Notice>}
        {problem !== undefined && (
          <Notice kind="danger" className={styles.problem}>
            {problem}
          </Notice>
        )}
      </SettingsCard>
      {named && (
        <PasskeyNameDialog
          key={`${named.passkey.id} ${named.passkey.name}`}
          open={isNaming}
          onClose={() => setIsNaming(false)}
          passkey={named.passkey}
          isNew={named.isNew}
        />
      )}
      <ConfirmDialogAbout
        subject={asked}
        title={({ name }) => `„${name}“ entfernen?`}
        confirm="Entfernen"
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      >
        {() =>
          'Mit diesem Passkey kann sich niemand mehr anmelden. Auf dem Gerät selbst bleibt ein Rest, den du dort löschst.'
        }
      </ConfirmDialogAbout>
    </div>
  )
}
