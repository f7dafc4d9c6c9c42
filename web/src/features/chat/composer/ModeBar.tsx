import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Quote } from '../messages/Quote.tsx'
import styles from './ModeBar.module.css'
import type { ComposerMode } from './mode.ts'

interface ModeBarProps {
  mode: ComposerMode
  onJump: (messageId: string) => void
  onCancel: () => void
}

/** Above the field: the message that is answered, or that a message is being edited. */
export function ModeBar({ mode, onJump, onCancel }: ModeBarProps) {
  if (mode.kind === 'new') return null
  return (
    <div className={styles.bar}>
      {mode.kind === 'reply' ? (
        <Quote quote={mode.quote} onJump={onJump} />
      ) : (
        <p className={styles.editing}>
          <span className={styles.title}>
            <Pencil className="icon icon-small" aria-hidden />
            Nachricht bearbeiten
          </span>
          <span className={styles.hint}>Esc bricht ab, Enter speichert</span>
        </p>
      )}
      <IconButton
        label={mode.kind === 'reply' ? 'Antwort verwerfen' : 'Bearbeiten abbrechen'}
        onClick={onCancel}
      >
        <X className="icon" aria-hidden />
      </IconButton>
    </div>
  )
}
