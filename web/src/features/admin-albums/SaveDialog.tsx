import { useId, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'

interface SaveDialogProps {
  open: boolean
  title: string
  width: 'narrow' | 'medium'
  isBusy: boolean
  onClose: () => void
  /** The form, with the given id. */
  children: (formId: string) => ReactNode
}

/** A dialog around a form, whose button saves it. */
export function SaveDialog({ isBusy, children, ...dialogProps }: SaveDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialogProps}
      footer={
        <>
          <Button onClick={dialogProps.onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={formId} busy={isBusy}>
            Speichern
          </Button>
        </>
      }
    >
      {children(formId)}
    </Dialog>
  )
}
