import type { ReactNode } from 'react'
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
