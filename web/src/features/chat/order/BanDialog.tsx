import { RESTRICTION_REASON_MAX_LENGTH } from '@tonarchiv/contract/chat-order'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import { useState } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestrict } from './api.ts'
import { Subject } from './MuteDialog.tsx'
import styles from './Order.module.css'

interface BanDialogProps {
  /** The member to ban; undefined while the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** Asks before a member is banned from the room. */
export function BanDialog({ person, onClose }: BanDialogProps) {
  const [shown, setShown] = useState(person)
  // The dialog keeps its content during the closing animation.
  if (person !== undefined && person !== shown) setShown(person)
  if (shown === undefined) return null
  return <Ban key={shown.id} open={person !== undefined} person={shown} onClose={onClose} />
}

function Ban({ open, person, onClose }: { open: boolean; person: Person; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const restrict = useRestrict()
  const name = shownName(person)
  const ban = () =>
    restrict.mutate(
      { user: person, wanted: { kind: 'ban', reason } },
      {
        onSuccess: () => {
          onClose()
          showToast(`${name} ist aus dem Chat ausgeschlossen`)
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${name} aus dem Chat ausschließen?`}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Abbrechen
          </Button>
          <Button kind="danger-solid" busy={restrict.isPending} onClick={ban}>
            Ausschließen
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Subject person={person} />
        <p className={styles.until}>
          Kann den Chat Room weder lesen noch darin schreiben, bis ein Admin es aufhebt. Musik, Favoriten und
          Nachrichten an Freunde bleiben.
        </p>
        <TextField
          label={`Grund (steht im Protokoll und bei ${name})`}
          maxLength={RESTRICTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {restrict.isError && (
          <Notice kind="danger">Ausschließen hat nicht geklappt. Es gilt noch nichts.</Notice>
        )}
      </div>
    </Dialog>
  )
}
