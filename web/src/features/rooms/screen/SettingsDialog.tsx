import { ROOM_NAME_MAX, type ChosenMode, type RoomState } from '@tonarchiv/contract/rooms'
import { lengthOf } from '@tonarchiv/contract/text'
import { useId, useState } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { InviteSwitch } from '../parts/InviteSwitch.tsx'
import { ModeChoice } from '../parts/ModeChoice.tsx'
import { useRoomActions } from './room-actions.ts'
import styles from './SettingsDialog.module.css'

interface SettingsDialogProps {
  open: boolean
  state: RoomState
  onClose: () => void
}

/** The dialog in which the host changes the name and the mode of the room, and who may join. */
export function SettingsDialog({ open, state, onClose }: SettingsDialogProps) {
  const form = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Raum einstellen"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form}>
            Speichern
          </Button>
        </>
      }
    >
      {open && <Form id={form} state={state} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ id, state, onClose }: { id: string } & Omit<SettingsDialogProps, 'open'>) {
  const { command } = useRoomActions()
  const [name, setName] = useState(state.name)
  const [mode, setMode] = useState<ChosenMode>(state.mode === 'premiere' ? 'all' : state.mode)
  const wasInviteOnly = state.inviteCode !== null
  const [isInviteOnly, setIsInviteOnly] = useState(wasInviteOnly)
  const [isSent, setIsSent] = useState(false)
  const text = name.trim()
  const error =
    text === ''
      ? 'Bitte gib dem Raum einen Namen'
      : lengthOf(text) > ROOM_NAME_MAX
        ? `Ein Name hat höchstens ${ROOM_NAME_MAX} Zeichen`
        : undefined
  const save = async () => {
    onClose()
    if (text !== state.name) await command({ name: 'rename', roomName: text })
    if (mode !== state.mode) await command({ name: 'mode', mode })
    if (isInviteOnly !== wasInviteOnly) await command({ name: 'access', isInviteOnly })
  }
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(true)
        if (error === undefined) void save()
      }}
    >
      <TextField
        label="Name des Raums"
        value={name}
        data-autofocus
        autoComplete="off"
        maxLength={2 * ROOM_NAME_MAX}
        dir="auto"
        error={isSent ? error : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ModeChoice mode={mode} onChange={setMode} />
      <InviteSwitch checked={isInviteOnly} onChange={setIsInviteOnly} />
    </form>
  )
}
