import { deleteAccount } from '@tonarchiv/contract/auth'
import { confirmationRequired } from '@tonarchiv/contract/refusal'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { endSession, goTo, Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'
import { ACCOUNT_DELETED, deletionProblem } from '../form/wording.ts'

/** Deletes the account, after a question and a confirmation that the member owns it. */
export function DangerZone() {
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [problem, setProblem] = useState<Refused>()
  const remove = async () => {
    setIsDeleting(true)
    try {
      await call(deleteAccount, { body: {} })
      endSession({ kind: 'success', text: ACCOUNT_DELETED })
      goTo('/', { replace: true })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const text = failure.is(confirmationRequired) ? failure.text : deletionProblem(failure.text)
      setProblem(refusedBy(failure, text, () => setProblem(undefined)))
    } finally {
      setIsDeleting(false)
      setIsAsking(false)
    }
  }
  return (
    <SettingsCard title="Gefahrenzone" danger>
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Dein Account und deine Lieblingssongs werden gelöscht. Was du im Chat geschrieben hast, bleibt ohne
          deinen Namen stehen. Das lässt sich nicht rückgängig machen.
        </Text>
        <Problem problem={problem} />
      </div>
      <div className={classNames(styles.foot, styles.atEnd)}>
        <Button
          kind="danger"
          disabled={problem?.waitSeconds !== undefined}
          onClick={() => {
            setProblem(undefined)
            setIsAsking(true)
          }}
        >
          Account löschen
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Account löschen?"
        confirm="Endgültig löschen"
        busy={isDeleting}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      >
        Bis auf deine Nachrichten im Chat ist danach alles weg, was zu deinem Account gehört. Das lässt sich
        nicht rückgängig machen.
      </ConfirmDialog>
    </SettingsCard>
  )
}
