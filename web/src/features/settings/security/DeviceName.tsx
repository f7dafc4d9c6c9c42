import { DEVICE_NAME_MAX_LENGTH, type Device } from '@tonarchiv/contract/auth'
import { notFound } from '@tonarchiv/contract/refusal'
import Pencil from 'lucide-react/icons/pencil'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRenameDevice } from './devices-api.ts'

/** A button and its dialog, in which a device of the account gets another name. */
export function DeviceName({ device }: { device: Device }) {
  const [isOpen, setIsOpen] = useState(false)
  // Each time the dialog opens it starts with the stored name.
  const [opened, setOpened] = useState(0)
  const open = () => {
    setOpened(opened + 1)
    setIsOpen(true)
  }
  return (
    <>
      <IconButton label={`Namen von ${device.name} ändern`} onClick={open}>
        <Pencil className="icon icon-small" aria-hidden />
      </IconButton>
      {opened > 0 && (
        <DeviceNameDialog key={opened} device={device} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface DeviceNameDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

function DeviceNameDialog({ device: { id, name, browser }, open, onClose }: DeviceNameDialogProps) {
  const form = useId()
  const [text, setText] = useState(name)
  const { mutate, isPending, error } = useRenameDevice(id)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(text, {
      onSuccess: () => {
        onClose()
        showToast('Name gespeichert')
      },
      onError: (failure) => {
        if (!(failure instanceof ApiError && failure.is(notFound))) return
        onClose()
        showToast('Dieses Gerät ist nicht mehr angemeldet', { kind: 'error' })
      },
    })
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title="Namen ändern"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={isPending}>
            Speichern
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label="Name des Geräts"
          hint={`So heißt es hier und in der Wiedergabe. Ohne Namen: ${browser}.`}
          data-autofocus
          autoComplete="off"
          maxLength={DEVICE_NAME_MAX_LENGTH}
          value={text}
          error={error === null ? undefined : sentenceOf(error)}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </form>
    </Dialog>
  )
}

function sentenceOf(error: Error): string {
  const field = error instanceof ApiError ? error.fields['name'] : undefined
  return field ?? textOf(error, 'Der Name konnte nicht gespeichert werden.')
}
