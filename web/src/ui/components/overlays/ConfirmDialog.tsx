import { useState, type ReactNode } from 'react'
import { Text } from '../base/Text.tsx'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The label of the confirming button, a verb. */
  confirm: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Asks for confirmation before something is deleted; the focus starts on „Abbrechen“. */
export function ConfirmDialog({
  open,
  title,
  confirm,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...{ open, title }}
      role="alertdialog"
      width="narrow"
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Abbrechen
          </Button>
          <Button kind="danger-solid" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <Text as="p" tone="muted">
        {children}
      </Text>
    </Dialog>
  )
}

interface ConfirmDialogAboutProps<Subject> extends Omit<
  ConfirmDialogProps,
  'open' | 'title' | 'onConfirm' | 'children'
> {
  /** The item to be deleted; undefined while the dialog is closed. */
  subject: Subject | undefined
  title: string | ((subject: Subject) => string)
  onConfirm: (subject: Subject) => void
  children: (subject: Subject) => ReactNode
}

/** A question about one of several things. */
export function ConfirmDialogAbout<Subject>({
  subject,
  title,
  onConfirm,
  children,
  ...dialogProps
}: ConfirmDialogAboutProps<Subject>) {
  // Keeps the text complete during the closing animation.
  const [last, setLast] = useState(subject)
  if (subject !== undefined && subject !== last) setLast(() => subject)
  const shown = subject ?? last
  return (
    <ConfirmDialog
      {...dialogProps}
      title={typeof title === 'string' ? title : shown === undefined ? '' : title(shown)}
      open={subject !== undefined}
      onConfirm={() => {
        if (subject !== undefined) onConfirm(subject)
      }}
    >
      {shown !== undefined && children(shown)}
    </ConfirmDialog>
  )
}
