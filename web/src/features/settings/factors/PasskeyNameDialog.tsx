import { PASSKEY_NAME_MAX_LENGTH, type Passkey } from '@tonarchiv/contract/factors'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { useRenamePasskey } from './api.ts'

interface PasskeyNameDialogProps {
  open: boolean
  onClose: () => void
  passkey: Passkey
  /** Whether the passkey was just added. */
  isNew: boolean
}

/** The dialog that names a passkey. It is also opened when a passkey was just added. */
export function PasskeyNameDialog({ open, onClose, passkey, isNew }: PasskeyNameDialogProps) {
  const form = useId()
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    if (name.trim() === passkey.name) onClose()
    else rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title={isNew ? 'Passkey hinzugefügt' : 'Passkey umbenennen'}
      width="narrow"
      footer={
        <Button kind="primary" type="submit" form={form} busy={rename.isPending}>
          Speichern
        </Button>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label="Name"
          hint="Damit du ihn später wiedererkennst."
          error={rename.isError ? sentenceOf(rename.error) : undefined}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          autoComplete="off"
          data-autofocus
          value={name}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            rename.reset()
          }}
        />
      </form>
    </Dialog>
  )
}

function sentenceOf(error: Error): string {
  const field = error instanceof ApiError ? error.fields['name'] : undefined
  return field ?? textOf(error, 'Der Name konnte nicht gespeichert werden.')
}
