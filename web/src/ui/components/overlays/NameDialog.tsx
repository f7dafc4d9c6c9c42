import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '../controls/Button.tsx'
import { TextField } from '../fields/Field.tsx'
import { Dialog } from './Dialog.tsx'

interface NameDialogProps {
  title: string
  label: string
  hint: string
  maxLength: number
  /** The stored name, with which the field starts each time the dialog is opened. */
  stored: string
  /** Whether the name is being saved now. */
  busy: boolean
  error: string | undefined
  /** Saves the name. The caller closes the dialog with `close`. */
  onSave: (name: string, close: () => void) => void
  /** Renders the button that opens the dialog. */
  renderTrigger: (open: () => void) => ReactNode
}

/** A button that opens a dialog for renaming something. */
export function NameDialog({ renderTrigger, ...rest }: NameDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState(0)
  const open = () => {
    setOpened(opened + 1)
    setIsOpen(true)
  }
  return (
    <>
      {renderTrigger(open)}
      {opened > 0 && <OpenedDialog key={opened} {...rest} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type OpenedDialogProps = Omit<NameDialogProps, 'renderTrigger'> & { open: boolean; onClose: () => void }

function OpenedDialog({ title, stored, busy, onSave, open, onClose, ...field }: OpenedDialogProps) {
  const form = useId()
  const [text, setText] = useState(stored)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) onSave(text, onClose)
  }
  return (
    <Dialog
      {...{ open, onClose, title }}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            Speichern
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          {...field}
          data-autofocus
          autoComplete="off"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </form>
    </Dialog>
  )
}
