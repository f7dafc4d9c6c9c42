import { DEVICE_NAME_MAX_LENGTH, type Device } from '@tonarchiv/contract/auth'
import { notFound } from '@tonarchiv/contract/refusal'
import Pencil from 'lucide-react/icons/pencil'
import { ApiError, textOf } from '#client/api-error.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { NameDialog } from '#ui/components/overlays/NameDialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRenameDevice } from './devices-api.ts'

/** A button that opens a dialog, in which a member renames a device of the account. */
export function DeviceName({ device: { id, name, browser } }: { device: Device }) {
  const { mutate, reset, isPending, error } = useRenameDevice(id)
  const save = (text: string, close: () => void) =>
    mutate(text, {
      onSuccess: () => {
        close()
        showToast('Name gespeichert')
      },
      onError: (failure) => {
        if (!(failure instanceof ApiError && failure.is(notFound))) return
        close()
        showToast('Dieses Gerät ist nicht mehr angemeldet', { kind: 'error' })
      },
    })
  return (
    <NameDialog
      title="Namen ändern"
      label="Name des Geräts"
      hint={`So heißt es hier und in der Wiedergabe. Ohne Namen: ${browser}.`}
      maxLength={DEVICE_NAME_MAX_LENGTH}
      stored={name}
      busy={isPending}
      error={error === null ? undefined : sentenceOf(error)}
      onSave={save}
      renderTrigger={(open) => (
        <IconButton
          label={`Namen von ${name} ändern`}
          onClick={() => {
            reset()
            open()
          }}
        >
          <Pencil className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    />
  )
}

function sentenceOf(error: Error): string {
  const field = error instanceof ApiError ? error.fields['name'] : undefined
  return field ?? textOf(error, 'Der Name konnte nicht gespeichert werden.')
}
