import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'

interface DeleteQuestionProps {
  /** The message to delete; without one the dialog is closed. */
  message: ChatMessage | undefined
  onCancel: () => void
  onConfirm: (message: ChatMessage) => void
}

/** Asks for confirmation before an admin deletes a message of another member. */
export function DeleteQuestion({ message, onCancel, onConfirm }: DeleteQuestionProps) {
  return (
    <ConfirmDialogAbout
      subject={message}
      title="Nachricht löschen"
      confirm="Löschen"
      {...{ onCancel, onConfirm }}
    >
      {(shown) => (
        <>
          Möchtest du die Nachricht von <strong dir="auto">{shownName(shown)}</strong> wirklich löschen? Sie
          verschwindet für alle.
        </>
      )}
    </ConfirmDialogAbout>
  )
}
