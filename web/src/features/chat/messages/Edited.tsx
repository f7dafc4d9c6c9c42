import type { ChatMessage } from '@tonarchiv/contract/chat'
import { timeOf } from './days.ts'
import styles from './Message.module.css'
import type { RowActions } from './row-actions.ts'

interface EditedProps {
  message: ChatMessage
  editedAt: string
  actions: Pick<RowActions, 'isAdmin' | 'onVersions'>
}

/** Says that a message was edited. Admins can open its earlier texts. */
export function Edited({ message, editedAt, actions }: EditedProps) {
  if (!actions.isAdmin) return <span>bearbeitet</span>
  return (
    <button
      type="button"
      className={styles.edited}
      aria-label={`Bearbeitet, ${timeOf(editedAt)}. Verlauf anzeigen`}
      aria-haspopup="dialog"
      onClick={() => actions.onVersions(message)}
    >
      bearbeitet
    </button>
  )
}
