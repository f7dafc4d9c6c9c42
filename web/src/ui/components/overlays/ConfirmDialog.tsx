import { useState, type ReactNode } from 'react'
import { Text } from '../base/Text.tsx'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The label of the confirming button; it should be a verb. */
  confirm: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** A text that explains the consequences. */
  children: ReactNode
}

/** Asks for confirmation before something is deleted. The button „Abbrechen“ has the focus first. */
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
  /** The item that is to be deleted; undefined while the dialog is closed. */
  subject: Subject | undefined
  title: string | ((subject: Subject) => string)
  onConfirm: (subject: Subject) => void
  children: (subject: Subject) => ReactNode
}

/** A confirmation dialog for one of several items. */
export function ConfirmDialogAbout<Subject>({
  subject,
  title,
  onConfirm,
  children,
  ...dialogProps
}: ConfirmDialogAboutProps<Subject>) {
  // The last item is kept, so that the text stays complete during the closing animation.
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
