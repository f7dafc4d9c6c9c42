import { KEY_NOTE_MAX, type KeyBatch } from '@tonarchiv/contract/key-batches'
import { useId, useState, type SubmitEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { dateOf, endOfDay } from '../scope/expiry.ts'
import { useChangeBatch } from './api.ts'

/** A batch, and which of its properties the dialog changes. */
export interface BatchChange {
  batch: KeyBatch
  what: 'note' | 'expiry'
}

interface ChangeBatchProps {
  /** Undefined while the dialog is closed. */
  change: BatchChange | undefined
  onClose: () => void
}

/** The dialogs „Notiz ändern“ and „Frist ändern“. */
export function ChangeBatch({ change, onClose }: ChangeBatchProps) {
  // The last change is kept, so that the text stays complete during the closing animation.
  const [last, setLast] = useState(change)
  if (change !== undefined && change !== last) setLast(change)
  const shown = change ?? last
  if (shown === undefined) return null
  const { batch, what } = shown
  return <Form key={`${batch.id} ${what}`} {...shown} open={change !== undefined} onClose={onClose} />
}

function Form({ batch, what, open, onClose }: BatchChange & { open: boolean; onClose: () => void }) {
  const id = useId()
  const isNote = what === 'note'
  const stored = isNote ? (batch.note ?? '') : batch.expiresAt === null ? '' : dateOf(batch.expiresAt)
  const [text, setText] = useState(stored)
  const save = useChangeBatch()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const body = isNote ? { note: text } : { expiresAt: endOfDay(text) ?? null }
    save.mutate(
      { id: batch.id, ...body },
      {
        onSuccess() {
          showToast(isNote ? 'Notiz geändert' : 'Frist geändert', { duration: ADMIN_TOAST })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title={isNote ? 'Notiz ändern' : 'Frist ändern'}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={id} busy={save.isPending}>
            Speichern
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <TextField
          label={isNote ? 'Notiz' : 'Einlösbar bis'}
          hint={isNote ? 'nur für Admins' : 'Leer: kein Ende'}
          data-autofocus
          type={isNote ? 'text' : 'date'}
          maxLength={isNote ? KEY_NOTE_MAX : undefined}
          autoComplete="off"
          error={save.isError ? textOf(save.error, 'Konnte nicht gespeichert werden') : undefined}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            save.reset()
            setText(value)
          }}
        />
      </form>
    </Dialog>
  )
}
