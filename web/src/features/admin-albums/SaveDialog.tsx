import { useId, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'

interface SaveDialogProps {
  open: boolean
  title: string
  width: 'narrow' | 'medium'
  isBusy: boolean
  onClose: () => void
  /** Renders the form, which must have the given id. */
  children: (formId: string) => ReactNode
}

/** A dialog that contains a form, with a button that submits the form. */
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
