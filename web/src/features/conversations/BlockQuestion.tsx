import { shownName, type Person } from '@tonarchiv/contract/presence'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { useBlockMember } from './api.ts'

interface BlockQuestionProps {
  /** The member to block; without one the dialog is closed. */
  person: Person | undefined
  onClose: () => void
  onBlocked?: () => void
}

/** Asks for confirmation before a member is blocked. */
export function BlockQuestion({ person, onClose, onBlocked }: BlockQuestionProps) {
  const block = useBlockMember()
  return (
    <ConfirmDialogAbout
      subject={person}
      title={(subject) => `${shownName(subject)} blockieren`}
      confirm="Blockieren"
      busy={block.isPending}
      onCancel={onClose}
      onConfirm={({ id }) => block.mutate(id, { onSuccess: () => onBlocked?.(), onSettled: onClose })}
    >
      {(subject) => (
        <>
          <strong dir="auto">{shownName(subject)}</strong> und du könnt euch nicht mehr schreiben und seht
          einander nicht mehr in der Suche und unter den Leuten. Eine Freundschaft endet. In den Einstellungen
          kannst du das aufheben.
        </>
      )}
    </ConfirmDialogAbout>
  )
}
