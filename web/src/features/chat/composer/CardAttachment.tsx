import X from 'lucide-react/icons/x'
import { MessageCard } from '#features/cards/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './Composer.module.css'
import { removeCard, useDraft } from './draft.ts'

/** The card of a message that could not be sent: it is sent again with the next message, or removed. */
export function CardAttachment() {
  const card = useDraft((draft) => draft.card)
  if (!card) return null
  return (
    <div className={styles.card}>
      <MessageCard card={card} />
      <IconButton label="Karte entfernen" className={styles.detach ?? ''} onClick={removeCard}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    </div>
  )
}
